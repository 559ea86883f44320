"""Why an action is not legal, and what would be: the facts behind the sentences a player reads."""

from collections.abc import Sequence

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.kit.words import ListSentence
from adjudicator.rules.through_the_desert.legal import (
    DECISIONS,
    Action,
    ActionKind,
    find_bound,
    is_legal,
    list_legal,
    opening_colours,
    seat_phase,
)
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.saved import list_leaders
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State
from adjudicator.rules.through_the_desert.written import KEY_OF, write_action

SENTENCES = {
    "wrong-kind": "{order}: this move needs {due}{legal}",
    "game-over": "{order}: the game is over",
    "no-caravan": ListSentence("{order}: you have no {colour} leader, so no {colour} caravan; you have {colours:and}"),
    "none-left": "{order}: no {colour} camels are left in the supply{legal}",
    "occupied": "{order}: {hex} is taken by {whose} {there}{legal}",
    "oasis": "{order}: {hex} is an oasis{legal}",
    "closed": "{order}: {hex} is in a closed area{legal}",
    "touches-rival": ListSentence("{order}: {hex} is next to {owner}'s {colour} caravan (at {rivals:and}){legal}"),
    "not-next": ListSentence("{order}: {hex} is not next to your {colour} caravan (it ends at {ends:and}){legal}"),
    "leader-stands": "{order}: your {colour} leader already stands on {where}{legal}",
    "leader-boxed": "{order}: your {colour} leader went back to the box{legal}",
    "colour-opened": ListSentence(
        "{order}: {owner} opened with {colour}, and the players' first leaders must all have different colours"
        "{legal:or}"
    ),
    "colour-bound": ListSentence(
        "{order}: the first seat has to open with {bound}, the colour that the last seat returned{legal:or}"
    ),
    "on-water": "{order}: {hex} holds a water token{legal}",
    "next-to-oasis": "{order}: {hex} is next to the oasis {oasis}{legal}",
    "next-to-leader": "{order}: {hex} is next to {whose} leader on {where}{legal}",
    "branch-too-long": "{order}: a branch of {count} camels does not fit: you place {left} in this move",
    "returned-already": "{order}: {colour} has already been returned{legal}",
}
"""A pattern for each code. ``legal`` is empty or ``; legal teal hexes: E8, F8``."""

LASTING = frozenset(
    {
        "closed",
        "leader-boxed",
        "leader-stands",
        "next-to-leader",
        "next-to-oasis",
        "no-caravan",
        "none-left",
        "occupied",
    }
    | {"oasis", "on-water", "touches-rival"}
)
"""Reasons that no order of one's own can lift."""

Facts = dict[str, str | int | bool | None]
_SHOWN = 12


def _join(words: list[str]) -> str:
    return ", ".join(words) if words else "none"


def _name_nearest(state: State, hexes: int, wanted: Hex) -> list[str]:
    """The names of the ``hexes`` of a mask, nearest to ``wanted`` first."""
    grid, places = state.table.board.grid, state.table.board.places
    goal = places[grid.names[wanted]]
    return sorted(grid.names_of(hexes), key=lambda name: places[name].count_steps(goal))


def _name_legal(state: State, seat: SeatNumber, action: Action, kind: str) -> str:
    """The legal hexes of the action's colour, nearest to the one wanted first."""
    table = state.table
    masks = list_legal(state, seat).masks
    mask = masks[action.colour] if masks else 0
    names = _name_nearest(state, mask, action.hex)
    if not names:
        others = [colour for colour, mask in zip(table.colours, masks, strict=False) if mask]
        none = f"no {table.colours[action.colour]} hex is legal; " if state.supply[action.colour] else ""
        return f"; {none}try {_join(others)}"
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"; legal {kind} hexes: {_join(names[:_SHOWN])}{more}"


def find_owner(state: State, index: Hex) -> tuple[str, str]:
    """Who stands on the hex of bit ``index``: the seat, and ``pink camel`` or ``pink leader``."""
    for caravan, mask in enumerate(state.camels):
        if mask >> index & 1:
            piece = "leader" if state.leaders[caravan] == index else "camel"
            return state.table.seats[caravan // COLOURS], f"{state.table.colours[caravan % COLOURS]} {piece}"
    raise ValueError(index)


def _whose(state: State, seat: SeatNumber, owner: str) -> str:
    return "your own" if owner == state.table.seats[seat] else f"{owner}'s"


def explain(state: State, seat: SeatNumber, action: Action, *, offer: bool = True) -> tuple[str, Facts]:
    """The code of the reason why ``action`` of ``seat`` is not legal, as if its move came now, and its facts.

    The facts lack ``order``, which is the player's own words. ``offer`` says whether to look for what would be legal.
    """
    phase = seat_phase(state, seat)
    if phase is Phase.OVER:
        return "game-over", {}
    due = DECISIONS[phase]
    if action.kind is not due:
        legal = list_legal(state, seat)
        likest = max(legal, key=lambda other: (other.colour == action.colour, other.hex == action.hex), default=None)
        example = f"{KEY_OF[due]}: {write_action(state.table, likest)}" if likest else KEY_OF[due]
        names = {"return": "a leader to return", "leader": "a leader", "place": "a camel"}
        return "wrong-kind", {
            "due": names[KEY_OF[due]],
            "example": example,
            "legal": f"; write for example '{example}'",
        }
    if due is ActionKind.RETURN:
        left = [state.table.colours[legal_action.colour] for legal_action in list_legal(state, seat)]
        return "returned-already", {
            "colour": state.table.colours[action.colour],
            "colours": _join(left),  # in the records of games that are under way
            "legal": f"; these are left: {_join(left)}",
        }
    judge = _explain_leader if due is ActionKind.LEADER else _explain_camel
    return judge(state, seat, action, offer=offer)


def is_lost(state: State, seat: SeatNumber, action: Action) -> bool:
    """Whether ``action`` is not legal for ``seat``, and never will be, whatever anybody does."""
    return not is_legal(state, seat, action) and explain(state, seat, action, offer=False)[0] in LASTING


def _explain_leader(state: State, seat: SeatNumber, action: Action, *, offer: bool) -> tuple[str, Facts]:
    table, grid = state.table, state.table.board.grid
    colour, name, spot = table.colours[action.colour], grid.names[action.hex], 1 << action.hex
    stands, hand = state.leaders[seat * COLOURS + action.colour], _join(list_leaders(state, seat, NOWHERE))
    if stands == BOXED:
        return "leader-boxed", {"colour": colour, "colours": hand, "legal": f"; in hand: {hand}"}
    if stands >= 0:
        where = grid.names[stands]
        return "leader-stands", {"colour": colour, "where": where, "colours": hand, "legal": f"; in hand: {hand}"}
    allowed = opening_colours(state, seat)
    facts: Facts
    if action.colour not in allowed:
        colours = _join([table.colours[c] for c in sorted(allowed)])
        openers = [s for s in range(len(table.seats)) if state.leaders[s * COLOURS + action.colour] >= 0]
        if not openers:
            bound = _join([table.colours[c] for c in sorted(find_bound(state))])
            facts = {"first": table.seats[0], "last": table.seats[-1], "bound": bound, "colours": colours}
            return "colour-bound", {**facts, "legal": f"; left for you: {colours}"}
        late: Facts = {"colour": colour, "owner": table.seats[openers[0]], "colours": colours}
        return "colour-opened", {**late, "legal": f"; left for you: {colours}"}
    facts = {"hex": name, "legal": _name_legal(state, seat, action, "leader") if offer else ""}
    if taken := explain_taken(state, seat, action):
        return taken[0], {**facts, **taken[1]}
    if state.water & spot:
        return "on-water", facts
    near = grid.neighbours[action.hex]
    if near & state.oases:
        return "next-to-oasis", {**facts, "oasis": _join(grid.names_of(near & state.oases))}
    leader = next(list_hexes(near & state.occupied))
    owner = find_owner(state, leader)[0]
    whose = _whose(state, seat, owner)
    return "next-to-leader", {**facts, "owner": owner, "whose": whose, "where": grid.names[leader]}


def explain_taken(state: State, seat: SeatNumber, action: Action) -> tuple[str, Facts] | None:
    """What stands on a hex for good, whatever is to be placed there."""
    if state.occupied >> action.hex & 1:
        owner, there = find_owner(state, action.hex)
        return "occupied", {"owner": owner, "whose": _whose(state, seat, owner), "there": there}
    return ("oasis", {}) if state.oases >> action.hex & 1 else None


def _explain_camel(state: State, seat: SeatNumber, action: Action, *, offer: bool) -> tuple[str, Facts]:
    table, grid = state.table, state.table.board.grid
    colour, name, spot = table.colours[action.colour], grid.names[action.hex], 1 << action.hex
    caravan = state.camels[seat * COLOURS + action.colour]
    if not caravan:
        mine = [table.colours[c] for c in range(COLOURS) if state.camels[seat * COLOURS + c]]
        return "no-caravan", {"colour": colour, "colours": _join(mine)}
    facts: Facts = {"hex": name, "colour": colour, "legal": _name_legal(state, seat, action, colour) if offer else ""}
    if not state.supply[action.colour]:
        return "none-left", facts
    if taken := explain_taken(state, seat, action):
        return taken[0], {**facts, **taken[1]}
    if state.closed & spot:
        owner = next(table.seats[area.seat] for area in state.areas if area.hexes & spot)
        return "closed", {**facts, "owner": owner}
    near = grid.neighbours[action.hex]
    for other in range(len(table.seats)):
        rivals = near & state.camels[other * COLOURS + action.colour]
        if other != seat and rivals:
            return "touches-rival", {**facts, "owner": table.seats[other], "rivals": _join(grid.names_of(rivals))}
    return "not-next", {**facts, "ends": _join(_list_ends(state, caravan, action.hex))}


def _list_ends(state: State, caravan: int, wanted: Hex) -> list[str]:
    """The ends of a caravan (camels with one neighbour in it at most), nearest to ``wanted`` first, four at most."""
    grid = state.table.board.grid
    ends = sum(1 << index for index in list_hexes(caravan) if (grid.neighbours[index] & caravan).bit_count() <= 1)
    return _name_nearest(state, ends or caravan, wanted)[:4]


def find_chain(position: State, seat: SeatNumber, steps: Sequence[Sequence[Action]]) -> tuple[Action, ...] | None:
    """The first choice of one action for each of ``steps`` that can be done one after the other in one move."""
    if not steps:
        return ()
    if len(steps) > position.left:
        return None
    for action in steps[0]:
        if is_legal(position, seat, action):
            rest = find_chain(carry_out(position, seat, action)[0], seat, steps[1:])
            if rest is not None:
                return (action, *rest)
    return None


def find_break(position: State, seat: SeatNumber, steps: Sequence[Sequence[Action]]) -> tuple[State, Action]:
    """The first step that cannot be done after the ones before it, as it comes: where it stands, and its action."""
    for actions in steps:
        legal = next((action for action in actions if is_legal(position, seat, action)), None)
        if legal is None:
            return position, actions[0]
        position = carry_out(position, seat, legal)[0]
    return position, steps[-1][0]
