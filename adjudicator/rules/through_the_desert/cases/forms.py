"""How people write the parts of a position, and all that may be said of a state: by hexes, colours and seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypedDict, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import Path, PositionFault
from adjudicator.kit.positions import ANY, Form, Forms, name_keys, name_one
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.saved import NamedArea, list_crossed, list_leaders, name_areas, name_caravans
from adjudicator.rules.through_the_desert.state import BOXED, NOWHERE, State, Table

FACE_DOWN = "face-down"
"""In place of the value of a water token: it lies face down."""
_NONE = "none"


class WrittenPosition(TypedDict, total=False):
    """A position as written, met by the schema ``position``; points of areas may be left to be counted."""

    board: str
    text: str
    phase: str
    mover: str
    left: int
    opening: bool
    leaders: Mapping[str, Mapping[str, str]]
    camels: Mapping[str, Mapping[str, Sequence[str]]]
    returned: Mapping[str, str]
    hand: Mapping[str, Sequence[str]]
    oases: Sequence[str]
    water: Mapping[str, int | str | None]
    tokens: int
    taken: Mapping[str, Sequence[int]]
    supply: Mapping[str, int]
    linked: Mapping[str, Mapping[str, Sequence[str]]]
    crossed: Mapping[str, Sequence[str]]
    river: Sequence[str]
    areas: Sequence[NamedArea]


def as_written(content: JsonObject) -> WrittenPosition:
    """``content``, which the schema has passed, with its types."""
    return cast("WrittenPosition", content)


def list_forms(table: Table, oases: int = 0) -> Forms:
    """The forms of the parts at ``table``; an area whose points are not written has none for its ``oases``, a mask."""
    seat, colour = _say_known(table)
    hexes = Form(
        lambda written, there: _name_hexes(table, cast("Sequence[str]", written)),  # noqa: ARG005 - as it is
        say=_join,
        check=_each(lambda word, path: _find_wrong_hex(table, word, path)),
    )
    check_colour = partial(_find_wrong_name, known=table.colours, wrong=colour)
    colours = Form(_sort, say=_join, check=_each(check_colour))
    by_seat, by_colour = name_keys(table.seats, seat), name_keys(table.colours, colour)
    return {
        ("mover",): name_one(table.seats, seat),
        ("left",): Form(what="still to place"),
        ("taken",): by_seat,
        ("taken", ANY): Form(_sort, what="water taken by {1}"),
        ("hand",): by_seat,
        ("hand", ANY): colours._replace(what="leaders in {1}'s hand"),
        ("returned",): by_seat,
        ("returned", ANY): Form(
            check=lambda written, path: check_colour(str(written), path), what="leader returned by {1}"
        ),
        ("crossed",): by_seat,
        ("crossed", ANY): colours._replace(what="caravans of {1} that have scored the river"),
        ("leaders",): by_seat,
        ("leaders", ANY): by_colour,
        ("leaders", ANY, ANY): Form(
            lambda written, there: str(written).upper(),  # noqa: ARG005 - as it is
            say=lambda name: "nowhere" if name is None else str(name),
            check=lambda written, path: _find_wrong_hex(table, str(written), path),
            what="{1}'s {2} leader",
        ),
        ("camels",): by_seat,
        ("camels", ANY): by_colour,
        ("camels", ANY, ANY): hexes._replace(what="{1}'s {2} camels"),
        ("linked",): by_seat,
        ("linked", ANY): by_colour,
        ("linked", ANY, ANY): hexes._replace(what="oases scored by {1}'s {2} caravan"),
        ("oases",): hexes,
        ("water",): Form(check=lambda written, path: _find_wrong_keys(table, written, path), whole=False),
        ("water", ANY): Form(what="water token on {1}"),
        ("tokens",): Form(what="water tokens on the board"),
        ("supply",): by_colour,
        ("supply", ANY): Form(what="{1} camels in the supply"),
        ("areas",): Form(
            lambda written, there: _read_areas(table, oases, written),  # noqa: ARG005 - as it is
            say=lambda areas: "; ".join(cast("Sequence[str]", areas)) or _NONE,
            check=lambda written, path: _find_wrong_areas(table, written, path),
            what="areas",
        ),
    }


def _say_known(table: Table) -> tuple[str, str]:
    """What is said of a seat and of a colour that there is not."""
    seats, colours = join_words(table.seats), join_words(table.colours)
    return (
        f"there is no seat {{name}}; the seats are {seats}",
        f"{{name}} is not a colour of this edition; the colours are {colours}",
    )


def _each(
    check: Callable[[str, Path], Iterator[PositionFault]],
) -> Callable[[JsonValue, Path], Iterator[PositionFault]]:
    """The check of every word of a list."""

    def check_list(written: JsonValue, path: Path) -> Iterator[PositionFault]:
        for number, word in enumerate(cast("Sequence[str]", written)):
            yield from check(word, (*path, number))

    return check_list


def _sort(written: JsonValue, there: JsonValue) -> JsonValue:
    del there
    return cast("JsonValue", sorted(cast("Sequence[str]", written)))


def _find_wrong_name(word: str, path: Path, known: Sequence[str], wrong: str) -> Iterator[PositionFault]:
    if word not in known:
        yield PositionFault(path, wrong.format(name=word))


def _find_wrong_hex(table: Table, word: str, path: Path, *, is_key: bool = False) -> Iterator[PositionFault]:
    name = word.upper()
    if name not in table.board.grid.index_of:
        what = "a mountain" if name in table.board.mountains else "not a hex"
        yield PositionFault(path, f"{name} is {what} of this board", is_key=is_key)


def _find_wrong_keys(table: Table, written: JsonValue, path: Path) -> Iterator[PositionFault]:
    for word in cast("JsonObject", written):
        yield from _find_wrong_hex(table, word, (*path, word), is_key=True)


def _find_wrong_areas(table: Table, written: JsonValue, path: Path) -> Iterator[PositionFault]:
    seat, colour = _say_known(table)
    for number, area in enumerate(cast("Sequence[NamedArea]", written)):
        yield from _find_wrong_name(area["seat"], (*path, number, "seat"), table.seats, seat)
        yield from _find_wrong_name(area["colour"], (*path, number, "colour"), table.colours, colour)
        for place, word in enumerate(area["hexes"]):
            yield from _find_wrong_hex(table, word, (*path, number, "hexes", place))


def _name_hexes(table: Table, words: Sequence[str]) -> list[str]:
    """Hexes by their names, in the order of the board."""
    grid = table.board.grid
    return grid.names_of(grid.mask_of(word.upper() for word in words))


def _read_areas(table: Table, oases: int, written: JsonValue) -> JsonValue:
    """Areas in words, in the order of these; without points, one for each hex that is no oasis."""
    grid, said = table.board.grid, []
    for area in cast("Sequence[NamedArea]", written):
        mask = grid.mask_of(word.upper() for word in area["hexes"])
        points = area.get("points", (mask & ~oases).bit_count() * table.edition.hex_points)
        said.append(f"{area['seat']}'s {area['colour']} ({_join(grid.names_of(mask))}) for {points}")
    return sorted(said)


def _join(words: JsonValue) -> str:
    return ", ".join(cast("Sequence[str]", words)) or _NONE


def describe_state(state: State, expected: WrittenPosition) -> JsonObject:
    """All that a CASE file may say of a state in lists; water by the names that ``expected`` has for its hexes."""
    table = state.table
    grid = table.board.grid
    leaders = (1 << leader if leader >= 0 else 0 for leader in state.leaders)
    riderless = [mask & ~leader for mask, leader in zip(state.camels, leaders, strict=True)]
    described: Mapping[str, object] = {
        "left": state.left,
        "taken": {
            seat: [value for value, count in zip((1, 2, 3), taken[:3], strict=True) for _ in range(count)]
            for seat, taken in zip(table.seats, state.taken, strict=True)
        },
        "hand": {seat: sorted(list_leaders(state, number, NOWHERE)) for number, seat in table.numbered},
        "returned": {seat: ", ".join(list_leaders(state, number, BOXED)) for number, seat in table.numbered},
        "crossed": {seat: sorted(list_crossed(state, number)) for number, seat in table.numbered},
        "leaders": name_caravans(table, [grid.names[index] if index >= 0 else None for index in state.leaders]),
        "camels": name_caravans(table, map(grid.names_of, riderless)),
        "linked": name_caravans(table, map(grid.names_of, state.linked)),
        "oases": grid.names_of(state.oases),
        "water": {
            word: (state.values[index] or FACE_DOWN) if state.water >> index & 1 else None
            for word in expected.get("water", {})
            for index in (grid.index_of[word.upper()],)
        },
        "tokens": state.water.bit_count(),
        "supply": dict(zip(table.colours, state.supply, strict=False)),
        "areas": _read_areas(table, state.oases, cast("JsonValue", name_areas(state))),
    }
    return cast("JsonObject", described)
