"""House rules that CASE files cannot show: dice published ahead, and a robber that knows only what everybody sees."""

from __future__ import annotations

import re

from oracle.catan_positions import Loaded, lay_out

from adjudicator.core.table import Event, Onlooker
from adjudicator.rules.catan import GAME
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.report.phrases import DRAW_SENTENCES
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.views.known import EMPTY_BOOK, as_state, see_state

CALM = {"calm-rounds": "1"}


def tell(state: State, *events: Event) -> str:
    known = GAME.views.see(state, {}, Onlooker.PUBLIC)
    return " ".join(GAME.exhibit.tell(known, list(events), Onlooker.PUBLIC).lines)


def test_dice_published_ahead_are_told_with_the_seven_and_played_without() -> None:
    state, events = GAME.kernel.draw_ahead(lay_out({}, options=CALM), Loaded((3, 4), (1, 1), dice_again=22))
    assert [event.facts.get("first") for event in events] == [[3, 4], None]
    told = tell(state, *events)
    assert told == (
        "The next dice: bilal 7 (3 and 4) in table turn 2, too early for a 7, so the dice were rolled again: 9 "
        "(5 and 4), chadi 2 (1 and 1) in table turn 3."
    )
    numbers = [match.groupdict() for pattern in DRAW_SENTENCES.sentences for match in re.finditer(pattern, told)]
    assert [(n["one"], n["other"], n["epoch"]) for n in numbers] == [("3", "4", "2"), ("1", "1", "3")]

    state, events = GAME.kernel.apply(state, "amira", GAME.kernel.legal(state, "amira")[0], Loaded())
    (rolled,) = [event for event in events if event.kind == "dice-rolled"]
    assert rolled.facts == {"seat": "bilal", "foretold": True, "dice": [5, 4], "total": 9}
    told = tell(state, *events)
    assert "bilal rolled the announced 9 (5 and 4)" in told
    assert not [match for pattern in DRAW_SENTENCES.sentences for match in re.finditer(pattern, told)]


def test_a_roll_made_twice_is_told_as_it_was_drawn() -> None:
    state, events = GAME.kernel.apply(
        before := lay_out({}, options=CALM),
        "amira",
        GAME.kernel.legal(before, "amira")[0],
        chance := Loaded((6, 1), dice_again=0),
    )
    assert [(label, below) for _, label, below, _ in chance.drawn if label[0] == "dice-again"] == [
        (("dice-again",), 30)
    ]
    assert "bilal rolled 7 (6 and 1), too early for a 7, so the dice were rolled again: 2 (1 and 1)" in tell(
        state, *events
    )


def test_a_friendly_robber_counts_no_card_that_is_hidden() -> None:
    players = {"bilal": {"settlements": [10, 13], "cards": {"victory-point": 2}, "hand": {"ore": 1}}}
    state = lay_out(players, stage="robber", options={"friendly-robber": "yes"})
    listed = list(list_legal(state, 0))
    assert listed == list(list_legal(as_state(see_state(state, EMPTY_BOOK, "amira")), 0))
    assert not any(getattr(move, "victim", None) == 1 for move in listed)
