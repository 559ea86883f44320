"""Whatever is written about votes is judged, and what is accepted is carried out, without an exception."""

from __future__ import annotations

import json
from typing import Any

import pytest
from oracle.dice import Dice
from unit.catan_caravans_mail.voting import SEATS, table, vote_of
from unit.catan_mail.mailing import Mail

from adjudicator.core.agenda import EMPTY
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Stop
from adjudicator.core.order import describe
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.cards import unpack
from adjudicator.rules.catan_caravans.state import caravans_of

TRIES = 6
PLACES = ("a", "b", "c", "d", "e", "F", "R1 10-11", "R2 33-34", "R2 34-35", "R3 30-31", "R3 31-30", "R1 1-30")
NAMES = (*SEATS, "zora", "builder", "Amira")
BIDS: tuple[Any, ...] = (
    *(0, "1 wool", "1 grain", "2 wool, 1 grain", "wool", "1 ore", "7 wool", 5),
    *({"up-to": 2}, {"up-to": 5, "over": "best"}, {"up-to": 3, "over": "amira", "pay": ["grain"]}),
    *({"up-to": 3, "over": "zora"}, {"up-to": 30, "pay": ["grain", "wool"]}),
)
CONDITIONS: tuple[Any, ...] = (
    *({"bids": "builder"}, {"bids": "bilal"}, {"bids": "zora"}, {"have": "1 wool"}, {"not": {"bids": "builder"}}),
    *({"line": 1, "is": "done"}, {"any": [{"bids": "chadi"}, {"rolled": 8}]}),
)
CAMELS: tuple[tuple[str, ...], ...] = (
    *((), ("R1 21-11",), ("R1 21-11-12-13-23-22-33",), ("R1 21-11-12-13-23-24", "R2 33-34-35")),
    ("R1 21-11-12-13-23-24", "R2 33-34-35-24"),
)


def write_order(dice: Dice) -> dict[str, Any]:
    kind = dice.pick(("bid", "bid", "prefer", "agree", "end"))
    order: dict[str, Any] = {"end": "turn"}
    if kind == "bid":
        order = {"bid": dice.pick(BIDS)}
    elif kind == "prefer":
        places = [dice.pick(PLACES) for _ in range(dice.below(4))]
        order = {"prefer": places[0] if len(places) == 1 else places}
    elif kind == "agree":
        order = {"agree": dice.pick(NAMES)}
    if dice.below(3) == 0:
        order["if"] = dice.pick(CONDITIONS)
    if dice.below(20) == 0:
        order["else"] = [{"bid": 0}]
    return order


def write_file(dice: Dice, mail: Mail, seat: str) -> dict[str, object]:
    content: dict[str, object] = {"game": "g1", "turn": mail.turn, "seat": seat}
    content["orders"] = [write_order(dice) for _ in range(dice.below(4))]
    if dice.below(4) == 0:
        content["standing"] = [write_order(dice) for _ in range(dice.below(3))]
    if dice.below(10) == 0:
        content["fallback"] = [write_order(dice)]
    return content


def hand_in(dice: Dice, mail: Mail, seat: str) -> bool:
    judgement = mail.intake.judge(json.dumps(write_file(dice, mail, seat)).encode(), seat)
    assert all(describe(problem, mail.intake.sentences) for problem in judgement.problems)
    if judgement.state not in ACCEPTED or judgement.file is None:
        return False
    mail.files[seat] = judgement.file
    mail.game.orders.forecast(mail.see(seat), seat, judgement.file, EMPTY)
    return True


def look(mail: Mail, seat: str) -> None:
    """Everything that a seat may be shown is there."""
    known, exhibit = mail.see(seat), mail.game.exhibit
    assert exhibit.phase_words(known, seat)
    assert exhibit.form_lines(known, seat)
    assert exhibit.parts(known, seat, ())
    assert all(mail.announcements(seat))
    assert all(mail.promises(seat))


def count_cards(mail: Mail) -> list[int]:
    vote = vote_of(mail)
    held = [cards or 0 for cards in vote.bids] if vote else []
    hands = [mail.state.hand(seat) for seat in range(len(mail.state.table.seats))]
    return [sum(counts) for counts in zip(*map(unpack, (mail.state.bank, *hands, *held)), strict=True)]


@pytest.mark.parametrize("number", range(60))
def test_nothing_that_is_written_raises(number: int) -> None:
    dice, chance = Dice("votes", number), SecretChance(f"votes-{number}", bytes(32))
    names = SEATS[: 3 + number % 2]
    hands = {seat: f"{1 + dice.below(4)} wool, {1 + dice.below(3)} grain" for seat in names}
    options = {
        "negotiate-hours": dice.pick(("0", "24")),
        "votepress": dice.pick(("public", "none")),
        "flank": dice.pick(("yes", "no")),
        "target": "20",
    }
    camels, mover = dice.pick(CAMELS), dice.pick(names)
    mail = table(hands, vote={}, seats=len(names), camels=camels, mover=mover, options=options)
    left = caravans_of(mail.state.extra).routes.camels_left
    for _ in range(4):
        for seat in names[dice.below(2) :]:
            any(hand_in(dice, mail, seat) for _ in range(TRIES))
        for seat in names:
            look(mail, seat)
        mail.run(leave=WhenSilent(late=bool(mail.missing)), chance=chance)
        assert mail.verdict is not None
        for result in mail.verdict.results:
            for refusal in result.refusals:
                assert mail.game.orders.sentences[refusal.code].format_map(refusal.facts)
        for seat in names:
            heard = [event for each in mail.verdict.events if (event := mail.game.views.hear(each, seat)) is not None]
            assert len(mail.game.exhibit.tell(mail.see(seat), heard, seat)) > 0
        assert count_cards(mail) == [19] * 5
        if vote_of(mail) is None:
            break
    assert vote_of(mail) is None
    assert mail.verdict.stop in (Stop.PACING, Stop.WINDOW)
    assert caravans_of(mail.state.extra).routes.camels_left == left - 1
