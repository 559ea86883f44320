"""What a 7 and a knight bring: discards, the robber, a stolen card."""

from __future__ import annotations

from adjudicator.rules.catan.actions import Action, Discard, MoveRobber
from adjudicator.rules.catan.cards import COUNT, ONE, RESOURCES, kind_at, name_cards
from adjudicator.rules.catan.draft import Draft
from adjudicator.rules.catan.state import ASIDE, BANK, HAND, OWES, ROBBER, STAGE, STEALS, TURN, Stage
from adjudicator.rules.catan.topology import LETTERS
from adjudicator.rules.catan.turns import resume_turn

_ROBBER = Stage.ROBBER.value


def discard(draft: Draft, seat: int, action: Action) -> None:
    """Half a hand goes back to the bank; when nobody owes anything any more, the robber is moved (ruling B02)."""
    assert isinstance(action, Discard)
    cells, table = draft.cells, draft.table
    cells[HAND + seat] -= action.cards
    cells[BANK] += action.cards
    cells[OWES + seat] = 0
    draft.note("discarded", {"seat": table.seats[seat], "cards": name_cards(action.cards)})
    if not any(cells[OWES : OWES + len(table.seats)]):
        cells[STAGE] = _ROBBER


def move_robber(draft: Draft, seat: int, action: Action) -> None:
    """Move the robber and steal a card of the victim, drawn evenly from his hand."""
    assert isinstance(action, MoveRobber)
    cells, table = draft.cells, draft.table
    before = None if cells[ROBBER] == ASIDE else LETTERS[cells[ROBBER]]
    cells[ROBBER] = action.hex
    facts = {"seat": table.seats[seat], "from": before, "hex": LETTERS[action.hex]}
    draft.note("robber-moved", facts)
    if action.victim is not None:
        _steal(draft, seat, action.victim)
    resume_turn(draft)


def _steal(draft: Draft, seat: int, victim: int) -> None:
    cells, seats = draft.cells, draft.table.seats
    hand = cells[HAND + victim]
    drawn = draft.chance.draw(cells[TURN], ("steal", cells[STEALS]), hand % COUNT, hidden=True)
    cells[STEALS] += 1
    kind = kind_at(hand, drawn)
    cells[HAND + victim] = hand - ONE[kind]
    cells[HAND + seat] += ONE[kind]
    facts = {"seat": seats[seat], "victim": seats[victim], "resource": RESOURCES[kind]}
    draft.note("card-stolen", facts)
