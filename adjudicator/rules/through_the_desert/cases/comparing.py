"""Where a state is not what a sparse position says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.bench import Fault, Mismatch, Path, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.through_the_desert.cases.drawing import find_misfits, read_drawing
from adjudicator.rules.through_the_desert.cases.names import FACE_DOWN, Written, as_written, find_wrong_names
from adjudicator.rules.through_the_desert.mail.reasons import find_owner
from adjudicator.rules.through_the_desert.picture.reading import Drawn
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, State

_ONLY_BEFORE = ("board", "opening", "river")
_NOWHERE = "nowhere"


def compare_position(state: State, content: JsonObject) -> Sequence[Mismatch]:
    """All that differs, in the order of the rules. Raises :class:`PositionError` for what cannot be compared."""
    expected = as_written(content)
    faults = [
        Fault((key,), f"{key} belongs to a position, not to what is expected")
        for key in _ONLY_BEFORE
        if key in expected
    ]
    faults += find_wrong_names(expected, state.table)
    drawn = None
    if "text" in expected:
        drawn = read_drawing(expected["text"], state.table.colours, state.table.seats)
        faults += find_misfits(drawn, state.table.board)
    if faults:
        raise PositionError(faults)
    found = [*_compare_seats(state, expected), *_compare_caravans(state, expected), *_compare_board(state, expected)]
    if drawn is not None:
        found += _compare_drawing(state, drawn)
    return [mismatch for mismatch in found if mismatch.expected != mismatch.got]


def _compare_seats(state: State, expected: Written) -> Iterator[Mismatch]:
    table = state.table
    if "left" in expected:
        yield Mismatch(("left",), "still to place", str(expected["left"]), str(state.left))
    for seat, values in expected.get("taken", {}).items():
        counts = state.taken[table.seats.index(seat)]
        got = [value for value, count in zip((1, 2, 3), counts[:3], strict=True) for _ in range(count)]
        yield Mismatch(("taken", seat), f"water taken by {seat}", _join(map(str, sorted(values))), _join(map(str, got)))
    for seat, colours in expected.get("hand", {}).items():
        got_hand = _list_colours(state, seat, NOWHERE)
        yield Mismatch(("hand", seat), f"leaders in {seat}'s hand", _join(sorted(colours)), _join(sorted(got_hand)))
    for seat, colour in expected.get("returned", {}).items():
        got_box = _list_colours(state, seat, BOXED)
        yield Mismatch(("returned", seat), f"leader returned by {seat}", colour, _join(got_box))


def _compare_caravans(state: State, expected: Written) -> Iterator[Mismatch]:
    table, names = state.table, state.table.board.grid.names
    for seat, leaders in expected.get("leaders", {}).items():
        for colour, name in leaders.items():
            index = state.leaders[_number(state, seat, colour)]
            got = names[index] if index >= 0 else _NOWHERE
            yield Mismatch(("leaders", seat, colour), f"{seat}'s {colour} leader", name.upper(), got)
    for seat, caravans in expected.get("camels", {}).items():
        for colour, hexes in caravans.items():
            number = _number(state, seat, colour)
            leader = 1 << state.leaders[number] if state.leaders[number] >= 0 else 0
            path: Path = ("camels", seat, colour)
            yield _compare_hexes(state, path, f"{seat}'s {colour} camels", hexes, state.camels[number] & ~leader)
    for seat, links in expected.get("linked", {}).items():
        for colour, hexes in links.items():
            what = f"oases scored by {seat}'s {colour} caravan"
            yield _compare_hexes(
                state, ("linked", seat, colour), what, hexes, state.linked[_number(state, seat, colour)]
            )
    for seat, crossing in expected.get("crossed", {}).items():
        got_over = [c for c in table.colours if state.crossed >> _number(state, seat, c) & 1]
        what = f"caravans of {seat} that have scored the river"
        yield Mismatch(("crossed", seat), what, _join(sorted(crossing)), _join(sorted(got_over)))
    if "areas" in expected:
        said = (
            (area["seat"], area["colour"], _mask(state, area["hexes"]), area.get("points"))
            for area in expected["areas"]
        )
        got_areas = (
            (table.seats[area.seat], table.colours[area.colour], area.hexes, area.points) for area in state.areas
        )
        yield Mismatch(("areas",), "areas", _say_areas(state, said), _say_areas(state, got_areas))


def _compare_board(state: State, expected: Written) -> Iterator[Mismatch]:
    if "oases" in expected:
        yield _compare_hexes(state, ("oases",), "oases", expected["oases"], state.oases)
    if "tokens" in expected:
        got = state.water.bit_count()
        yield Mismatch(("tokens",), "water tokens on the board", str(expected["tokens"]), str(got))
    for name, value in expected.get("water", {}).items():
        index = state.table.board.grid.index_of[name.upper()]
        lies = str(state.values[index] or FACE_DOWN) if state.water >> index & 1 else "none"
        said = "none" if value is None else str(value)
        yield Mismatch(("water", name), f"water token on {name.upper()}", said, lies)
    for colour, left in expected.get("supply", {}).items():
        stock = state.supply[state.table.colours.index(colour)]
        yield Mismatch(("supply", colour), f"{colour} camels in the supply", str(left), str(stock))


def _compare_drawing(state: State, drawn: Drawn) -> Iterator[Mismatch]:
    """Hex by hex, in words."""
    said = dict.fromkeys(drawn.hexes, "free")
    said |= {name: f"closed by {seat}'s {colour} caravan" for name, (colour, seat) in drawn.closed.items()}
    said |= dict.fromkeys(drawn.oases, "an oasis")
    said |= {name: "water" if value is None else f"water worth {value}" for name, value in drawn.water.items()}
    for camel in drawn.camels:
        said[camel["hex"]] = f"{camel['seat']}'s {camel['colour']} {'leader' if camel['leader'] else 'camel'}"
    for name, words in said.items():
        got = _describe_hex(state, name)
        yield Mismatch(("text",), name, words, "water" if words == "water" and got.startswith("water") else got)


def _describe_hex(state: State, name: str) -> str:
    index = state.table.board.grid.index_of[name]
    spot = 1 << index
    if state.occupied & spot:
        owner, piece = find_owner(state, index)
        return f"{owner}'s {piece}"
    if state.oases & spot:
        return "an oasis"
    for area in state.areas:
        if area.hexes & spot:
            return f"closed by {state.table.seats[area.seat]}'s {state.table.colours[area.colour]} caravan"
    worth = f" worth {state.values[index]}" if state.values[index] else ""
    return f"water{worth}" if state.water & spot else "free"


def _number(state: State, seat: str, colour: str) -> int:
    return state.table.seats.index(seat) * COLOURS + state.table.colours.index(colour)


def _list_colours(state: State, seat: str, where: int) -> list[str]:
    first = state.table.seats.index(seat) * COLOURS
    return [colour for number, colour in enumerate(state.table.colours, first) if state.leaders[number] == where]


def _mask(state: State, names: Iterable[str]) -> int:
    return state.table.board.grid.mask_of(name.upper() for name in names)


def _spell(state: State, mask: int) -> str:
    return _join(state.table.board.grid.names_of(mask))


def _compare_hexes(state: State, path: Path, what: str, names: Sequence[str], mask: int) -> Mismatch:
    return Mismatch(path, what, _spell(state, _mask(state, names)), _spell(state, mask))


def _say_areas(state: State, areas: Iterable[tuple[str, str, int, int | None]]) -> str:
    """Areas (seat, colour, mask, points) in words; without points, one for each hex that is no oasis."""
    hex_points, oases = state.table.edition.hex_points, state.oases
    said = (
        f"{seat}'s {colour} ({_spell(state, mask)})"
        f" for {(mask & ~oases).bit_count() * hex_points if points is None else points}"
        for seat, colour, mask, points in areas
    )
    return "; ".join(sorted(said)) or "none"


def _join(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
