"""The moment of a position: who does what now, which turn it is, what was rolled, who owes discards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.bench import Fault
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.bench.card_lists import complete_cards
from adjudicator.rules.catan.bench.written import NO_SEAT, Written
from adjudicator.rules.catan.cards import COUNT, DEVELOPMENTS
from adjudicator.rules.catan.resources import SEVEN, pack_dice
from adjudicator.rules.catan.state import (
    AHEAD,
    ANCHOR,
    ASIDE,
    BUILT,
    CARD_PLAYED,
    DICE,
    FREE_ROADS,
    HAND,
    MOVER,
    NEW,
    OWES,
    PLACED,
    ROADS,
    ROBBER,
    SETTLEMENTS,
    STAGE,
    TURN,
    Stage,
    Table,
)
from adjudicator.rules.catan.topology import LETTERS, PATHS_AT

STAGE_NAMES: Mapping[str, Stage] = {stage.name.lower().replace("_", "-"): stage for stage in Stage}
"""The stages as positions name them."""
_SET_UP = (Stage.SETTLEMENT, Stage.ROAD)
_DICE = {Stage.BEFORE_ROLL: 0, Stage.DISCARD: SEVEN, Stage.ROBBER: SEVEN}
_USUAL_DICE = 8
"""What was rolled where nothing is said."""


def put_moment(cells: list[int], written: Written, table: Table) -> Iterator[Fault]:
    """Fill the cells of the moment, which need those of the seats; faults where that cannot be one."""
    stage = STAGE_NAMES[written.get("stage", "turn")]
    cells[STAGE] = stage.value
    if stage in _SET_UP:
        yield from _put_set_up(cells, written, table, stage)
    else:
        cells[PLACED] = 2 * len(table.seats)
        cells[TURN] = written.get("turn", 1)
        cells[DICE] = written.get("dice", _DICE.get(stage, _USUAL_DICE))
    if "mover" in written:
        cells[MOVER] = table.seats.index(written["mover"])
    if "robber" in written:
        cells[ROBBER] = ASIDE if written["robber"] is None else LETTERS.index(written["robber"])
    is_after_card = stage is Stage.FREE_ROADS or (stage is Stage.ROBBER and cells[DICE] != SEVEN)
    cells[CARD_PLAYED] = int(written.get("card-played", is_after_card))
    cells[FREE_ROADS] = written.get("free-roads", table.edition.free_roads if stage is Stage.FREE_ROADS else 0)
    cells[BUILT] = written.get("built", 0)
    yield from _put_dice_ahead(cells, written, table)
    yield from _put_fresh(cells, written, table)
    yield from _put_owes(cells, written, table, stage)
    if stage is Stage.INTERLUDE and table.rules.interlude is None:
        yield Fault(("stage",), "in this game nothing comes between two turns")


def _put_set_up(cells: list[int], written: Written, table: Table, stage: Stage) -> Iterator[Fault]:
    """Whose placement is due follows from the settlements that stand; the road's settlement has no road yet."""
    seats = len(table.seats)
    standing = sum(cells[SETTLEMENTS + seat].bit_count() for seat in range(seats))
    placed = standing - (stage is Stage.ROAD)
    if not 0 <= placed < 2 * seats:
        yield Fault(("stage",), f"with {standing} settlements on the board no {stage.name.lower()} is due")
        return
    cells[PLACED] = placed
    cells[MOVER] = min(placed, 2 * seats - 1 - placed)
    if stage is Stage.ROAD:
        mover = table.seats.index(written["mover"]) if "mover" in written else cells[MOVER]
        bare = [spot for spot in list_bits(cells[SETTLEMENTS + mover]) if not PATHS_AT[spot] & cells[ROADS + mover]]
        if "anchor" in written:
            cells[ANCHOR] = written["anchor"]
        elif len(bare) == 1:
            cells[ANCHOR] = bare[0]
        else:
            yield Fault(("stage",), "say at which settlement the road is due (anchor)")


def _put_dice_ahead(cells: list[int], written: Written, table: Table) -> Iterator[Fault]:
    ahead = written.get("ahead", ())
    if len(ahead) > len(table.seats):
        yield Fault(("ahead",), f"dice are published for {len(table.seats)} turns at most")
        return
    for place, (one, other) in enumerate(ahead):
        cells[AHEAD + place] = pack_dice((one, other))


def _put_fresh(cells: list[int], written: Written, table: Table) -> Iterator[Fault]:
    for name, of_seat in written.get("seats", {}).items():
        fresh = complete_cards(of_seat.get("fresh", {}), 0, DEVELOPMENTS)
        if not fresh:
            continue
        if table.seats.index(name) == cells[MOVER]:
            cells[NEW] = fresh
        else:
            yield Fault(("seats", name, "fresh"), f"{name} is not on turn and can have bought nothing in it")


def _put_owes(cells: list[int], written: Written, table: Table, stage: Stage) -> Iterator[Fault]:
    """What each seat has to discard: what is written, or after a 7 half a hand that is too large."""
    for number, name in enumerate(table.seats):
        held = cells[HAND + number] % COUNT
        half = held // 2 if stage is Stage.DISCARD and held > table.edition.hand_limit else 0
        owes = written.get("seats", {}).get(name, NO_SEAT).get("owes", half)
        cells[OWES + number] = owes
        if owes > held:
            yield Fault(("seats", name, "owes"), f"{name} has {held} cards and cannot discard {owes}")
        elif owes and stage is not Stage.DISCARD:
            yield Fault(("seats", name, "owes"), "cards are owed while discards are due (stage: discard) and not else")
    if stage is Stage.DISCARD and not any(cells[OWES : OWES + len(table.seats)]):
        yield Fault(("stage",), "nobody has cards to discard")
