"""Places of the set-up and free roads that were not understood: what can stand there and is nearest to them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations

from adjudicator.core.chance import NoChance
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.actions import ROAD_AT
from adjudicator.rules.catan.legal import apply_action
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.nearest import (
    EXAMPLES,
    PATH,
    SPOT,
    find_example,
    is_read,
    measure_unlike,
    write_line,
)
from adjudicator.rules.catan.mail.language.spelling import spell
from adjudicator.rules.catan.mail.language.vocabulary import list_items, name_paths_at
from adjudicator.rules.catan.mail.plans import find_paths
from adjudicator.rules.catan.mail.wording import name_paths
from adjudicator.rules.catan.order_of_play import ANY_ROLL, imagine_turn
from adjudicator.rules.catan.sites import free_road_sites
from adjudicator.rules.catan.state import DICE, FREE_ROADS, STAGE, Stage, State
from adjudicator.rules.catan.topology import (
    INTERSECTIONS,
    PATH_NAMED,
    PATH_NAMES,
    Intersection,
    PathNumber,
)
from adjudicator.rules.catan.views.known import View, as_state

_NEXT = re.compile(r"\s+or\s+|\s*\b(?:then|else|otherwise|finally)\b\s*|\s*[,;]\s*")
_THEN, _RATHER = re.compile(r"\bthen\b"), re.compile(r"\b(?:or|else|otherwise)\b")
_SLASH = re.compile(rf"{PATH.pattern}|/")
_BEST = re.compile(r"\b(?:best|any|anywhere)\b")
_ROAD_TO = re.compile(r"(?:and )?(?:(?:the|a|my) )?(?:road|path|street|to|towards?)\b[^\d-]*(\d{1,2})(?![\d/-])")
"""Where the road of a place leads, said behind it."""
_AIM = re.compile(r"\btowards?\D*(\d{1,2})")
_TWO_PATHS = re.compile(r"\b(\d{1,2}) (\d{1,2})\s*[/,;&]\s*(\d{1,2}) (\d{1,2})\b")
"""Two paths with blanks in them."""
_NOTHING = re.compile(r"\b(?:none|nothing|no|only|one)\b")
_PAIR = 2
_TRIED = 4
"""So many of the named paths are tried in every order."""


def mend_place(known: View, seat: SeatNumber, value: JsonValue) -> list[str]:
    """Places that can be read, one line for each reading, or one list where several alternatives are meant."""
    items = list_items(value)
    bare = all(SPOT.fullmatch(str(item)) or PATH.fullmatch(str(item)) for item in items)
    pair = " ".join(map(str, items))
    if bare and len(items) == _PAIR and is_read(known.table, "place", pair):
        return [f"place: {spell('place', pair)}"]
    said = [part for part in _part(known, _SLASH.sub(_say_or, ", ".join(map(_say, items)))) if part]
    readings = [found for part in said if (found := list(dict.fromkeys(_read_spot(known, part))))]
    if not readings:
        return [f"place: {find_example(known, seat, 'place', ' '.join(said))}"]
    if len(readings) == 1:
        return [f"place: {reading}" for reading in readings[0]]
    # those who turn one path round, or leave out one road, do so in every alternative
    ways = [
        list(dict.fromkeys(found[min(way, len(found) - 1)] for found in readings))
        for way in range(max(map(len, readings)))
    ]
    lines = [write_line("place", way) for way in ways]
    # one after the other, or one in place of the other; the best one is a last resort
    is_both = _THEN.search(pair.lower()) and not _RATHER.search(pair.lower()) and "best" not in ways[0]
    return ["\n".join(f"place: {spot}" for spot in ways[0]), *lines] if is_both else lines


def _say(item: JsonValue) -> str:
    """``at 18 road 18-19`` for what is written with keys."""
    pairs = item.items() if isinstance(item, Mapping) else ()
    return (" ".join(f"{key} {value}" for key, value in pairs) or str(item)).lower()


def _say_or(found: re.Match[str]) -> str:
    """``or`` in place of a stroke that is in no path; one that is close to its numbers may be in a misspelt one."""
    is_path = spell("road", found[0]) in PATH_NAMED or (PATH.fullmatch(found[0]) and " / " not in found[0])
    return found[0] if is_path else found[0].replace("/", " or ")


def _part(known: View, text: str) -> Sequence[str]:
    """The alternatives of one text; a comma may stand before the path of a place, too."""
    if is_read(known.table, "place", text):
        return [text]
    parts: list[str] = []
    for part in _NEXT.split(text.strip()):
        if parts and len(SPOT.findall(parts[-1])) == 1 and _ROAD_TO.match(part):
            parts[-1] += f" {part}"
            continue
        spots, paths = SPOT.findall(parts[-1]) if parts else [], PATH.findall(part)
        is_road = len(spots) == len(paths) == 1 and not SPOT.search(PATH.sub(" ", part))
        whole = f"{spots[0]} {spell('road', paths[0])}" if is_road else ""
        if is_read(known.table, "place", whole):
            parts[-1] = whole
        else:
            parts.append(part)
    return parts


def _read_spot(known: View, text: str) -> Iterator[str]:
    """What one alternative may be: 13-12 is 13 with the road to 12, or the other way round.

    Where there is no such path, the one of the place that is most like it counts; a place without one has several.
    """
    paths = PATH.findall(text)
    alone, spots = (
        [spot for spot in SPOT.findall(said) if int(spot) < INTERSECTIONS] for said in (PATH.sub(" ", text), text)
    )
    if (
        paths
        and alone
        and (is_read(known.table, "place", f"{alone[0]} {paths[0]}") or spell("road", paths[0]) not in PATH_NAMED)
    ):
        spots = alone[:1]
    if is_read(known.table, "place", text):
        yield spell("place", text)
    elif not spots and (_BEST.search(text) or find_near(text, ["best"], SURE)):
        yield "best"
    aim = None if paths or len(spots) != _PAIR else _ROAD_TO.search(text)
    paths = [f"{spots[0]}-{aim[1]}"] if aim is not None else paths
    spots = spots[:1] if aim is not None or not paths else spots
    found = [
        f"{int(spot)} {path}"
        for spot in spots
        for path in ([spell("road", paths[0])] if paths else name_paths_at(Intersection(int(spot))).split(", "))
        if is_read(known.table, "place", f"{spot} {path}")
    ]
    yield from found
    if paths and spots and not found:
        yield f"{int(spots[0])} {_find_path_like(paths[0], Intersection(int(spots[0])))}"


def _find_path_like(said: str, spot: Intersection) -> str:
    """The path at ``spot`` whose ends are nearest in number to those that are ``said``."""
    return min(name_paths_at(spot).split(", "), key=partial(measure_unlike, sorted(map(int, SPOT.findall(said)))))


def join_roads(known: View, order: Order) -> list[str]:
    """What a list of free roads says that is none of alternatives; two may be alternatives, too: then both readings."""
    texts = [spell(order.kind, str(text)) for text in order.value] if isinstance(order.value, Sequence) else []
    named = [text for text in texts if not _NOTHING.fullmatch(text.lower())]
    if named and len(named) < len(texts) and all(is_read(known.table, order.kind, text) for text in named):
        return [write_line(order.kind, named)]
    if len(set(texts)) == _PAIR and all(PATH.fullmatch(text) for text in texts):
        return [f"{order.kind}: {' '.join(texts)}", f"{order.kind}: {texts[0]}"]
    return []


def mend_roads(known: View, seat: SeatNumber, value: JsonValue) -> list[str]:
    """Road Building with free roads nearest to those that are named, or on the way that is; one where one is meant."""
    said = _TWO_PATHS.sub(r"\1-\2 \3-\4", " ".join(map(_say, list_items(value))))
    aim, written = _AIM.search(said), [spell("road", path) for path in PATH.findall(said)]
    named = [PATH_NAMED[name] for name in dict.fromkeys(written) if name in PATH_NAMED]
    single = _NOTHING.search(said) or len(set(written)) == 1
    count = 1 if single else known.table.edition.free_roads
    state = _give_roads(as_state(known), seat)
    aimed = list(_lay_toward(state, seat, int(aim[1]), count)) if aim else []
    text = " ".join(PATH_NAMES[path] for path in aimed or _lay_named(state, seat, named[:_TRIED], count))
    return [f"road-building: {text or EXAMPLES['road-building']}"]


def _give_roads(state: State, seat: SeatNumber) -> State:
    """The seat's turn with the roads of the card to be placed."""
    state = imagine_turn(state, seat)
    cells = list(state.cells)
    cells[STAGE], cells[FREE_ROADS] = Stage.FREE_ROADS, state.table.edition.free_roads
    cells[DICE] = ANY_ROLL  # in the set-up no dice have been rolled
    return State(state.table, tuple(cells), state.extra)


def _lay_toward(state: State, seat: SeatNumber, target: int, count: int) -> Iterator[PathNumber]:
    """The first roads of a shortest way to an intersection."""
    for _ in range(count if target < INTERSECTIONS else 0):
        ways = find_paths(state, seat, Intersection(target)) if state.stage is Stage.FREE_ROADS else []
        if not ways:
            return
        yield ways[0]
        state, _ = apply_action(state, seat, ROAD_AT[ways[0]], NoChance())


def _lay_named(state: State, seat: SeatNumber, named: Sequence[PathNumber], count: int) -> list[PathNumber]:
    """As many of the named roads as can be laid, in the order in which they can, then others next to them."""
    last = (*named[-1:], PathNumber(0))[0]
    tried = (roads for length in range(min(count, len(named)), -1, -1) for roads in permutations(named, length))
    laid = ((roads, list(_lay(state, seat, roads, count, last))) for roads in tried)
    return next(paths for roads, paths in laid if tuple(paths[: len(roads)]) == roads)


def _lay(
    state: State, seat: SeatNumber, roads: Sequence[PathNumber], count: int, last: PathNumber
) -> Iterator[PathNumber]:
    """``count`` free roads: ``roads``, down to one that cannot be laid, then each next to the ``last`` one."""
    for number in range(count):
        sites = free_road_sites(state.table, state.cells, seat) if state.stage is Stage.FREE_ROADS else 0
        if not sites or (number < len(roads) and not sites >> roads[number] & 1):
            return
        last = roads[number] if number < len(roads) else PATH_NAMED[name_paths(sites, last)[0]]
        yield last
        state, _ = apply_action(state, seat, ROAD_AT[last], NoChance())
