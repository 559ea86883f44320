"""Votes between turns: whose points win when, how turns are numbered, what is said of where the game stands."""

from __future__ import annotations

import pytest
from unit.catan_caravans_mail.voting import GAME, ONE_ONE, decided, table, voting
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.core.driver import Stop
from adjudicator.core.order import START, Order
from adjudicator.core.table import Onlooker

TWELVE = {"cities": [26, 36, 45, 53], "settlements": [11], "cards": "3 victory-point"}


def nobody_bids(mail: Mail, orders: str = "- prefer: [V2]") -> Mail:
    """The builder puts the camel on R1 11-12, if no orders say otherwise."""
    for seat in mail.state.table.seats:
        mail.send(seat, f"- bid: 0\n{orders}" if seat == mail.state.table.seats[mail.state.mover] else "- bid: 0")
    mail.run(ONE_ONE)
    return mail


def test_the_builder_wins_by_the_camel_before_anybody_rolls() -> None:
    mail = nobody_bids(voting(has={"amira": TWELVE}))

    assert mail.stop == (Stop.OVER, None)
    assert mail.happened[-1] == "game-over"
    assert "turn-began" not in mail.happened
    assert mail.state.points(0) == 13


def test_the_next_seat_wins_when_its_turn_begins() -> None:
    mail = nobody_bids(voting(has={"bilal": TWELVE}))

    assert mail.stop == (Stop.OVER, None)
    assert mail.happened[-2:] == ["turn-began", "game-over"]


def test_the_seat_after_that_has_to_wait() -> None:
    mail = nobody_bids(voting(has={"chadi": TWELVE}))
    assert mail.stop == (Stop.PACING, "bilal")
    assert mail.state.points(2) == 13

    mail.send("bilal", END)
    mail.run()
    assert mail.stop == (Stop.OVER, None)
    assert mail.happened[-2:] == ["turn-began", "game-over"]


def test_a_building_that_wins_opens_no_vote() -> None:
    mail = table(
        {"amira": "3 ore, 2 grain"}, has={"amira": {**TWELVE, "cities": [26, 36, 45], "settlements": [11, 53]}}
    )
    mail = table(
        {"amira": "3 ore, 2 grain"},
        has={"amira": {"cities": [26, 36, 45], "settlements": [11, 53], "cards": "4 victory-point"}},
    )
    mail.send("amira", f"- city: 53\n{END}\n- bid: 0")
    mail.run()

    assert mail.stop == (Stop.OVER, None)
    assert "vote-opened" not in mail.happened


def test_the_vote_belongs_to_the_turn_of_the_builder() -> None:
    mail = table({"amira": "3 ore, 2 grain"}, has={"amira": {"settlements": [53]}})
    mail.send("amira", f"- city: 53\n{END}")
    mail.run()
    assert (mail.state.turn, mail.see("bilal").turn) == (5, 5)

    nobody_bids(mail)
    assert mail.state.turn == 6
    assert mail.event("turn-began") == {"seat": "bilal", "turn": 6}


def test_a_turn_that_the_deadline_ends_is_followed_by_no_vote_without_building() -> None:
    mail = table()
    mail.run(ONE_ONE, leave=LATE)

    assert mail.stop == (Stop.PACING, "bilal")
    assert "vote-opened" not in mail.happened


def test_a_deadline_that_ends_a_script_without_end_opens_the_vote() -> None:
    mail = table({"amira": "3 ore, 2 grain"}, has={"amira": {"settlements": [53]}})
    mail.send("amira", "- city: 53")
    mail.run()
    assert mail.stop == (Stop.WAITING, "amira")
    mail.run(leave=LATE)

    assert mail.stop[0] is Stop.WINDOW
    assert mail.missing == ["amira"]


def test_the_phase_tells_what_the_vote_waits_for() -> None:
    mail = voting({"amira": "1 wool"}, options={"negotiate-hours": "12"})
    public = GAME.views.see(mail.state, {}, Onlooker.PUBLIC)
    assert GAME.exhibit.phase_words(public, Onlooker.PUBLIC) == (
        "Table turn 5: amira is done. Vote on the camel: everybody may lay cards. "
        "First to 13 points on their own turn wins"
    )
    mail.send("amira", "- bid: 1 wool\n- prefer: V4")
    mail.run(leave=LATE)
    public = GAME.views.see(mail.state, {}, Onlooker.PUBLIC)
    assert "Vote on the camel: amira decides alone" in GAME.exhibit.phase_words(public, Onlooker.PUBLIC)


def test_force_decides_for_the_silent_as_the_deadline_does() -> None:
    mail = voting({"bilal": "1 wool"})
    mail.send("bilal", "- bid: 1 wool\n- prefer: V4")
    mail.run(ONE_ONE, leave=LATE._replace(late=False, force=True))

    assert decided(mail) == ("majority", ["bilal"], "R3 30-31")


def test_an_answer_in_the_vote_after_a_turn_by_fallback_is_an_order() -> None:
    mail = table({"amira": "3 ore, 2 grain, 1 wool"}, has={"amira": {"settlements": [53]}})
    mail.send("amira", "[]", fallback=f"- city: 53\n{END}")
    mail.run(ONE_ONE, leave=LATE)
    assert mail.fates("amira") == ["fallback: city 53: done", "fallback: end turn: done"]

    nobody_bids(mail)
    assert mail.fates("amira")[0] == "laid nothing: done"


ENDED = (
    *("R3 31-30-40", "R2 33-34", "R1 21-11", "R3 40-41", "R2 34-44", "R3 41-42-32-33", "R2 44-43", "R1 11-10"),
    *("R2 43-42", "R1 10-9-19-20-31"),
)


@pytest.mark.parametrize(("camels", "over"), [(("R1 21-11",), False), (ENDED, True)])
def test_what_is_for_votes_is_over_once_all_routes_have_ended(camels: tuple[str, ...], over: bool) -> None:
    mail = table(camels=camels)
    known = GAME.views.see(mail.state, mail.agendas, "bilal")
    for kind in ("bid", "prefer", "agree", "road"):
        assert GAME.orders.is_over(known, "bilal", Order(kind, "", None, START, ())) == (over and kind != "road")
