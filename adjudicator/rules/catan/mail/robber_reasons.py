"""Why the robber cannot be moved so."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import Action, MoveRobber
from adjudicator.rules.catan.cards import COUNT
from adjudicator.rules.catan.mail.building_reasons import Reason
from adjudicator.rules.catan.mail.naming import list_legal_names, sort_hexes
from adjudicator.rules.catan.mail.text_errors import Facts
from adjudicator.rules.catan.state import PRESENCE, Stage, State
from adjudicator.rules.catan.topology import LETTERS


def find_residents(state: State, seat: int, tile: int) -> list[int]:
    """The other seats with a building at a hex."""
    seats = range(len(state.table.seats))
    return [other for other in seats if other != seat and state.cells[PRESENCE + other] >> tile & 1]


def find_victims(state: State, seat: int, tile: int) -> list[int]:
    """The other seats with a building at a hex and cards in hand."""
    return [other for other in find_residents(state, seat, tile) if state.hand(other) % COUNT]


def explain_robber(state: State, seat: int, action: Action, stage: Stage) -> Reason:
    """Why a robber move is not legal (ruling B02)."""
    assert isinstance(action, MoveRobber)
    del stage
    table, tile, victim = state.table, action.hex, action.victim
    facts: Facts = {"hex": LETTERS[tile]}
    if not table.robber_hexes >> tile & 1:
        legal = _list_targets(state, seat, tile)
        return "robber-barred", {**facts, "terrain": table.board.terrains[tile], "legal": legal}
    if tile == state.robber:
        return "robber-stays", {**facts, "legal": _list_targets(state, seat, tile)}
    facts["legal"] = _say_what_works(state, seat, tile)
    if victim is None:
        return "victim-unnamed", facts
    if victim == seat:
        return "victim-yourself", facts
    facts["victim"] = table.seats[victim]
    return ("victim-poor" if victim in find_residents(state, seat, tile) else "victim-not-there"), facts


def _say_what_works(state: State, seat: int, tile: int) -> str:
    letter, seats = LETTERS[tile], state.table.seats
    texts = [f"'{letter} from {seats[victim]}'" for victim in find_victims(state, seat, tile)]
    return f"; write {' or '.join(texts)}" if texts else f"; write '{letter}' alone"


def _list_targets(state: State, seat: int, wanted: int) -> str:
    """The hexes where somebody can be robbed, nearest to ``wanted`` first."""
    seats = state.table.seats
    open_ = [tile for tile in list_bits(state.table.robber_hexes) if tile != state.robber]
    names = [
        f"{LETTERS[tile]} ({', '.join(seats[victim] for victim in victims)})"
        for tile in sort_hexes(open_, wanted)
        if (victims := find_victims(state, seat, tile))
    ]
    return list_legal_names(names, "somebody can be robbed at", "nobody can be robbed, any other hex will do")
