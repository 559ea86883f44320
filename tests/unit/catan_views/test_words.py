from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_views.random_games import play, readers_of

from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Onlooker, Reader
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import ONE
from adjudicator.rules.catan.report.phrases import PHRASES
from adjudicator.rules.catan.report.words import Clause, describe_phase, tell_events
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import EMPTY_BOOK, Known, Proposal, Terms, TradeBook, see_state
from adjudicator.rules.catan.views.visibility import EVENTS

VIEWS = CatanViews()


def knows(reader: Reader = Onlooker.PUBLIC, book: TradeBook = EMPTY_BOOK, **facts: object) -> Known:
    return see_state(lay_out({"amira": {"settlements": [0]}}, **facts), book, reader)


def event(kind: str, seat: str | None = "amira", /, **facts: JsonValue) -> Event:
    return Event(kind, {"seat": seat, **facts})


def tell(*events: Event, reader: Reader = Onlooker.PUBLIC) -> list[str]:
    return tell_events(knows(reader), events)


ROBBED = Event("robber-moved", {"seat": "amira", "from": "J", "hex": "F"})
THEFT = event("card-stolen", victim="bilal", resource="ore")
ROAD = event("road-built", path="12-13", paid=True)
BEGUN = event("turn-began", turn=12)
ROLLED = event("dice-rolled", dice=[3, 5], total=8)


@pytest.mark.parametrize(
    ("reader", "lines"),
    [
        ("amira", ["amira moved the robber from J to F.", "You stole 1 ore from bilal."]),
        ("bilal", ["amira moved the robber from J to F and stole 1 ore from you."]),
        ("chadi", ["amira moved the robber from J to F and stole a card from bilal."]),
        (Onlooker.PUBLIC, ["amira moved the robber from J to F and stole a card from bilal."]),
        (Onlooker.MODERATOR, ["amira moved the robber from J to F and stole 1 ore from bilal."]),
    ],
)
def test_those_who_may_know_it_read_which_card_was_stolen(reader: Reader, lines: list[str]) -> None:
    heard = [heard for event in (ROBBED, THEFT) if (heard := VIEWS.hear(event, reader))]
    assert tell(*heard, reader=reader) == lines


def test_only_the_buyer_and_the_moderator_read_which_card_was_bought() -> None:
    bought = event("card-bought", card="victory-point")
    assert tell(bought, reader="amira") == ["You bought a development card, a victory point."]
    assert tell(bought, reader=Onlooker.MODERATOR) == ["amira bought a development card, a victory point."]
    assert tell(event("card-bought"), reader="bilal") == ["amira bought a development card."]


def test_hidden_cards_bought_on_end_are_counted() -> None:
    bought = event("card-bought")

    assert tell(bought, bought, reader="bilal") == ["amira bought 2 development cards."]
    assert tell(bought, ROAD, bought, reader="bilal") == [
        "amira bought a development card, built a road on 12-13 and bought a development card."
    ]


def test_a_roll_and_what_it_brings_is_one_sentence() -> None:
    produced = Event("produced", {"cards": {"bilal": {"wool": 2, "ore": 1}, "chadi": {"grain": 1}}})
    line = "Table turn 12: amira rolled 8 (3 and 5): 2 wool and 1 ore for bilal, 1 grain for chadi"
    assert tell(BEGUN, ROLLED, produced) == [f"{line}."]
    short = event("bank-short", None, resource="brick", asked=3, left=2)
    why = "the bank had only 2 of 3 brick and several to pay, so nobody got any"
    assert tell(BEGUN, ROLLED, short, produced) == [f"{line}; {why}."]


@pytest.mark.parametrize(
    ("short", "why"),
    [
        (event("bank-short", resource="ore", asked=3, left=2), "the bank had only 2 of 3 ore for amira"),
        (event("bank-short", resource="ore", asked=3, left=0), "the bank had no ore"),
    ],
)
def test_a_short_bank_is_told(short: Event, why: str) -> None:
    assert tell(ROLLED, short) == [f"amira rolled 8 (3 and 5); nobody got any cards; {why}."]


def test_a_roll_that_brings_nothing_says_so_unless_it_is_a_seven() -> None:
    assert tell(ROLLED) == ["amira rolled 8 (3 and 5); nobody got any cards."]
    assert tell(event("dice-rolled", dice=[3, 4], total=7)) == ["amira rolled 7 (3 and 4)."]


def test_what_a_seat_does_on_end_is_one_line_and_a_shared_verb_is_said_once() -> None:
    traded = event("traded", partner="bilal", give={"wool": 1}, take={"ore": 1})
    other = event("road-built", path="13-14", paid=True)
    assert tell(ROAD, other, traded) == [
        "amira built a road on 12-13 and a road on 13-14, and gave bilal 1 wool for 1 ore."
    ]


def test_another_seat_begins_another_line() -> None:
    discards = [event("discarded", seat, cards={"wool": 4}) for seat in ("bilal", "chadi")]
    assert tell(*discards) == ["bilal discarded 4 wool.", "chadi discarded 4 wool."]


def test_a_turn_that_stands_before_the_roll_is_told() -> None:
    assert tell(BEGUN) == ["Table turn 12: amira is on turn."]
    played = event("card-played", card="monopoly", resource="ore", given={"bilal": 2, "chadi": 1})
    assert tell(BEGUN, played, ROLLED) == [
        "Table turn 12: amira played Monopoly on ore and got 2 from bilal and 1 from chadi.",
        "amira rolled 8 (3 and 5); nobody got any cards.",
    ]


def test_long_lines_are_broken() -> None:
    lines = tell(*[event("traded", partner="bilal", give={"wool": 1}, take={"ore": 1})] * 20)
    assert len(lines) > 1
    assert max(map(len, lines)) <= 150


def test_dice_published_ahead_are_one_line() -> None:
    ahead = [
        event("dice-foretold", seat, turn=turn, dice=[1, 2], total=3) for seat, turn in (("bilal", 2), ("chadi", 3))
    ]
    assert tell(*ahead) == ["Dice of the turns to come: bilal 3 (1 and 2) in turn 2, chadi 3 (1 and 2) in turn 3."]


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (
            event("offer-posted", number=2, give={"wool": 1}, get={"ore": 1}, to=["bilal", "chadi"], times=2, until=30),
            "amira offered 1 wool for 1 ore to bilal and chadi (number 2, up to 2 times, until table turn 30).",
        ),
        (
            event(
                "offer-posted", number=1, give={"wool": 2, "ore": 1}, get={"brick": 1}, to=[], times=None, until=None
            ),
            "amira offered 2 wool and 1 ore for 1 brick (number 1).",
        ),
        (event("offer-withdrawn", number=1), "amira withdrew offer 1."),
        (
            event("trade-proposed", give={"wool": 1}, get={"ore": 1}, to=["bilal"]),
            "amira proposed 1 wool for 1 ore to bilal.",
        ),
        (event("proposal-closed"), "Nobody took the trade that amira proposed."),
        (
            Event("longest-road", {"seat": "bilal", "from": "amira", "length": 6}),
            "bilal took the longest road from amira with a length of 6.",
        ),
        (
            Event("longest-road", {"seat": None, "from": "amira", "length": 5}),
            "amira lost the longest road, and nobody has it now.",
        ),
        (
            Event("game-over", {"reason": "victory", "winners": ["amira"], "points": 10}),
            "The game is over: amira wins with 10 points.",
        ),
    ],
)
def test_sentences(told: Event, line: str) -> None:
    assert tell(told) == [line]


def test_every_event_has_words() -> None:
    together = {"turn-began", "dice-rolled", "dice-foretold", "bank-short", "produced"}
    assert set(PHRASES) | together == set(EVENTS)


def test_a_game_built_on_this_one_hands_in_its_words() -> None:
    flag = event("flag-raised", path=3)
    phrases = {
        "flag-raised": lambda _, event: Clause(str(event.facts["seat"]), f"put up a flag on {event.facts['path']}")
    }
    assert tell_events(knows(), [ROAD, flag], phrases) == ["amira built a road on 12-13 and put up a flag on 3."]
    with pytest.raises(ValueError, match="flag-raised"):
        tell(flag)


def test_whole_games_are_told_to_every_reader() -> None:
    for number in range(4):
        steps = list(play(number))
        for reader in readers_of(steps[0].state):
            heard = [heard for step in steps for event in step.events if (heard := VIEWS.hear(event, reader))]
            lines = tell_events(see_state(steps[-1].state, EMPTY_BOOK, reader), heard)
            assert max(map(len, lines)) < 240
            assert all(line.endswith(".") and "None" not in line and "{" not in line for line in lines)
            assert lines[-1].startswith(("The game is over: ", "Turn "))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"stage": "settlement", "turn": 0, "placed": 2}, "Set-up, settlement 3 of 6: amira places a settlement"),
        ({"stage": "road", "turn": 0, "placed": 2}, "Set-up, settlement 3 of 6: amira places the road to it"),
        ({"stage": "before-roll", "dice": 0}, "Table turn 1: amira has not rolled yet"),
        ({"stage": "robber", "dice": 7}, "Table turn 1: amira moves the robber"),
        ({"stage": "turn"}, "Table turn 1: amira rolled 8 and is trading and building"),
        ({"stage": "free-roads", "free_roads": 2}, "Table turn 1: amira places roads of Road Building, 2 left"),
        ({"stage": "interlude"}, "Table turn 1: amira has ended the turn; the next one has not begun"),
        ({"stage": "over"}, "The game is over; amira wins with 1 point"),
    ],
)
def test_where_the_game_stands(facts: dict[str, object], words: str) -> None:
    assert describe_phase(knows(**facts)) == words


def test_who_must_discard_how_many_is_told_to_everybody() -> None:
    hands = {seat: {"hand": {"wool": 8}, "owes": 4} for seat in ("bilal", "chadi")}
    known = see_state(lay_out(hands, stage="discard", dice=7), EMPTY_BOOK, Onlooker.PUBLIC)
    assert known.stage is Stage.DISCARD
    assert describe_phase(known) == "Table turn 1: amira rolled 7; cards still to be discarded: bilal 4, chadi 4"


def test_an_open_proposal_is_told() -> None:
    book = TradeBook(proposal=Proposal(0, (Terms(ONE[2], ONE[4], (1, 2)),), (1,)))
    assert describe_phase(knows(book=book)) == "Table turn 1: amira has proposed a trade and waits for answers"


def test_words_are_joined() -> None:
    assert [join_words(list(words)) for words in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
