"""Words that come nearest to what was written: names, and what could stand behind a key now."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, permutations, zip_longest

from adjudicator.core.chance import NoChance
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.words import COMMON, find_near
from adjudicator.rules.catan.actions import PLAY_KNIGHT, ROAD_AT
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.legal import apply_action, list_legal
from adjudicator.rules.catan.mail.language.order_text import FORMS, write_action
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY, NUMBERS, join_names, spell, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import is_understood, list_items, name_paths_at
from adjudicator.rules.catan.mail.plans import SOFT, check_line, find_paths
from adjudicator.rules.catan.mail.wording import find_victims, give_example, name_paths
from adjudicator.rules.catan.order_of_play import ANY_ROLL, imagine_turn
from adjudicator.rules.catan.sites import free_road_sites, open_hexes
from adjudicator.rules.catan.state import DICE, FREE_ROADS, STAGE, Stage, State, Table
from adjudicator.rules.catan.topology import (
    INTERSECTIONS,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    YIELDS,
    Intersection,
    PathNumber,
    list_paths,
)
from adjudicator.rules.catan.views.known import View, as_state

PATH = re.compile(r"\d{1,2}\s*[-/]\s*\d{1,2}")
"""A path, wherever it stands."""
_CHAIN = re.compile(r"\s*\d{1,2}(?:\s*[-/]\s*\d{1,2}){2,}\s*")
PLAIN = COMMON.union(NUMBERS, ("asks", "needs", "over", "wants", "wish", "wishes"))
"""Words that are near to a card or a name and mean neither."""
EXAMPLES = {
    "place": "12 12-13",
    **dict.fromkeys(("settlement", "city"), "best"),
    "road": "12-13",
    "road-building": "12-13 13-14",
    **dict.fromkeys(("knight", "robber"), "F"),
    "plenty": "2 ore",
    "monopoly": "ore",
    "bank": "wool for ore",
    "discard": "2 wool",
    "buy": "card",
    "end": "turn",
    "roll": "dice",
}
"""What can stand behind each key somewhere."""


_LONG = 4
"""So many letters has a word that is respelt by what is near to it."""
SHORT = {"oar": "ore", "oer": "ore", "orr": "ore", "roe": "ore", "wol": "wool"}
"""Misspelt resources of three letters, in which too many other words are near to one."""


def respell(known: View, text: str) -> str:
    """``text`` with the nearest resource or seat in place of each word that is none."""
    names = [*RESOURCES, *EVERYDAY, *(other.name for other in known.seats)]

    def mend(match: re.Match[str]) -> str:
        word = match[0].lower()
        if word in PLAIN or word in names:
            return word
        return SHORT.get(word, word) if len(word) < _LONG else find_near(word, names) or word

    return re.sub(r"[A-Za-z]{3,}[0-9]*", mend, join_names(text, known.table.number_of))


def find_cards(text: str) -> list[str]:
    """The resources that words of ``text`` call, each once."""
    kinds = map(spell_kind, re.findall(r"[a-z]+", text))
    return list(dict.fromkeys(kind for kind in kinds if kind in RESOURCES))


def is_read(table: Table, kind: str, text: str) -> bool:
    """Whether ``text`` can stand behind ``kind``, which is one of ``FORMS``."""
    return kind in FORMS and text != "" and is_understood(check_line, table, kind, text)


def write_item(text: str) -> str:
    """``text`` as it can stand in a list or among terms; of a list its items."""
    return text[1:-1] if text.startswith("[") else f'"{text}"' if "," in text else text


def write_line(kind: str, texts: Sequence[str]) -> str:
    """An order in one line, with a list where it has several alternatives."""
    return f"{kind}: [{', '.join(map(write_item, texts))}]" if len(texts) > 1 else f"{kind}: {texts[0]}"


SURE = 0.75
"""How like a word is to another that was surely meant, of 1."""
_FILLERS = frozenset(
    {
        "a",
        "an",
        "and",
        "build",
        "for",
        "from",
        "get",
        "give",
        "hex",
        "i",
        "my",
        "on",
        "place",
        "play",
        "the",
        "then",
        "to",
        "with",
    }
)
"""Words that people leave out, or write where a line has brackets or keys of its own."""
_SET_UP = frozenset({"settlement", "road"})
"""What a place of the set-up is made of."""


def is_spelt_nearly(words: str, line: str) -> bool:
    """Whether ``line`` says the same as ``words`` in the same order, but for spelling, keys and fillers.

    An ``or`` is what a list of alternatives says too.
    """
    said = re.sub(r"\bor\b", " ", words, flags=re.IGNORECASE) if "[" in line else words
    content = [word for word in _list_content(said) if word not in _SET_UP or not line.startswith("place:")]
    pairs = zip_longest(content, _list_content(line), fillvalue="")
    return all(one == other or (one.isalpha() and find_near(one, [other], SURE)) for one, other in pairs)


def _list_content(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z]+(?:-[a-z]+)*|\d+(?:-\d+)?", text.lower()) if word not in _FILLERS]


def is_example(words: str, line: str) -> bool:
    """Whether ``line`` is no more than an example: it names cards that ``words`` do not, or nothing that they name."""
    kind, _, text = line.partition(":")
    if kind == "if":
        return False
    if kind in SOFT and PATH.search(text) and not re.search(r"\d", words):
        return True
    said, named = _list_said(words), _list_named(words, line)
    found = [word for word in named if find_near(word, said, SURE)]
    if adds_cards(words, line):
        return True
    return not found and set(re.findall(r"\d+", words)).isdisjoint(re.findall(r"\d+", text))


def adds_cards(words: str, line: str) -> bool:
    """Whether ``line`` names cards that ``words`` do not."""
    said = _list_said(words)
    return any(word in RESOURCES and not find_near(word, said, SURE) for word in _list_named(words, line))


def keeps_cards(words: str, line: str) -> bool:
    """Whether ``line`` names all cards that ``words`` do; what of a hand is to be kept is reckoned."""
    return line.startswith("discard: ") or {*find_cards(words.lower())} <= {*find_cards(line)}


def _list_said(words: str) -> list[str]:
    """Words as they are written, and as cards are called in orders."""
    return [*re.findall(r"[a-z]+", words.lower()), *map(spell_kind, re.findall(r"[a-z]+", words.lower()))]


def _list_named(words: str, line: str) -> list[str]:
    """What a line names, and its kind of order where the words do not say it."""
    kind, _, text = line.partition(":")
    named = re.findall(r"[a-z]+", f"{text} {'' if kind in _list_said(words) else kind}")
    return [word for word in named if word not in _FILLERS]


def find_example(known: View, seat: SeatNumber, kind: str, said: str) -> str:
    """What could stand behind ``kind`` now, nearest to what is ``said``; something of the form where nothing could."""
    state = as_state(known)
    if state.stage is Stage.INTERLUDE:
        state = imagine_turn(state, seat)  # what other games do between turns is nothing that these orders say
    if kind == "place" and state.stage is Stage.SETTLEMENT:
        return give_example(state, seat).partition(": ")[2]
    if kind in ("knight", "robber"):
        texts = list(_list_aims(state, seat))
    else:
        written = (write_action(known.table, action) for action in list_legal(state, seat))
        texts = [str(text) for order in written for key, text in order.items() if key == kind]
    if kind == "road" and not texts and known.turn:
        texts = [PATH_NAMES[path] for path in list_paths(free_road_sites(known.table, state.cells, seat))]
    named = [text for text in texts if text in PATH_NAMES]
    if kind == "road" and PATH.search(said) and (near := _find_near_road(said, named)):
        return near
    words = set(re.findall(r"\w+", re.sub(r"\ba (?=\w{2})", "", said.lower())))
    words |= {spell_kind(word) for word in words}
    aims = kind in ("knight", "robber")

    def count_common(text: str) -> int:
        described = f"{text} {_describe_hex(state, text)}" if aims else text
        return len(words & set(re.findall(r"\w+", described.lower())))

    return max(texts, key=count_common, default=EXAMPLES[kind])


def _describe_hex(state: State, aim: str) -> str:
    """What else people call the hex of an aim of the robber: its terrain, what it yields, its number."""
    tile, board = LETTERS.index(aim[0]), state.table.board
    terrain = board.terrains[tile]
    return f"{terrain} {terrain.removesuffix('s')} {YIELDS.get(terrain, '')} {board.numbers[tile]}"


def _find_near_road(said: str, texts: Sequence[str]) -> str:
    """The path most like what is ``said`` that has an end in common with it: of ``texts``, else of all; or none."""
    ends = sorted(map(int, re.findall(r"\d+", said)))
    near = (
        [text for text in names if not set(ends).isdisjoint(map(int, text.split("-")))] for names in (texts, PATH_NAMES)
    )
    return min(next(filter(None, near), []), key=partial(_measure_unlike, ends), default="")


def list_chained(known: View, said: str) -> Iterator[str]:
    """A line for each path of a chain such as ``1-2-3`` that there is."""
    ends = re.findall(r"\d+", said) if _CHAIN.fullmatch(said) else []
    paths = (spell("road", f"{one}-{other}") for one, other in pairwise(ends))
    yield from (f"road: {path}" for path in paths if is_read(known.table, "road", path))


def names_no_road(known: View, seat: SeatNumber, said: str, line: str) -> bool:
    """Whether ``said`` names a path that there is not, and ``line`` one where the seat cannot build either."""
    said_paths, paths = ({spell("road", path) for path in PATH.findall(text)} for text in (said, line))
    open_ = free_road_sites(known.table, as_state(known).cells, seat)
    return not said_paths <= {*PATH_NAMES} and not paths <= {PATH_NAMES[path] for path in list_paths(open_)}


def _list_aims(state: State, seat: SeatNumber) -> Iterator[str]:
    """Where the robber could go and whom it could rob, then where there is nobody to be robbed."""
    found = {tile: find_victims(state, seat, tile) for tile in list_hexes(open_hexes(state.table, state.cells, seat))}
    yield from (f"{LETTERS[tile]} from {state.table.ids[victim]}" for tile in found for victim in found[tile])
    yield from (LETTERS[tile] for tile, victims in found.items() if not victims)


def may_play_knight(known: View, seat: SeatNumber) -> bool:
    """Whether the seat on turn may play a knight now."""
    return PLAY_KNIGHT in list_legal(as_state(known), seat)


SPOT = re.compile(r"(?<![A-Za-z])\d{1,2}")
"""An intersection, wherever it stands."""
_NEXT = re.compile(r"\s+or\s+|\s*\b(?:then|else|otherwise|finally)\b\s*|\s*[,;]\s*")
_BEST = re.compile(r"\b(?:best|any|anywhere)\b")
_ROAD_TO = re.compile(r"(?:and )?(?:(?:the|a|my) )?(?:road|path|street|to|towards?)\b[^\d-]*(\d{1,2})(?![\d/-])")
"""Where the road of a place leads, said behind it."""
_AIM = re.compile(r"\btowards?\D*(\d{1,2})")
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
    said = [part for item in items for part in _part(known, _say(item)) if part]
    readings = [found for part in said if (found := list(dict.fromkeys(_read_spot(known, part))))]
    if not readings:
        return [f"place: {find_example(known, seat, 'place', ' '.join(said))}"]
    if len(readings) == 1:
        return [f"place: {reading}" for reading in readings[0]]
    # those who turn one path round, or leave out one road, do so in every alternative
    ways = range(max(map(len, readings)))
    return [
        write_line("place", list(dict.fromkeys(found[min(way, len(found) - 1)] for found in readings))) for way in ways
    ]


def _say(item: JsonValue) -> str:
    """``at 18 road 18-19`` for what is written with keys."""
    pairs = item.items() if isinstance(item, Mapping) else ()
    return (" ".join(f"{key} {value}" for key, value in pairs) or str(item)).lower()


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
    return min(name_paths_at(spot).split(", "), key=partial(_measure_unlike, sorted(map(int, SPOT.findall(said)))))


def _measure_unlike(ends: Sequence[int], path: str) -> int:
    return sum(abs(one - other) for one, other in zip(ends, map(int, path.split("-")), strict=False))


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
    said = " ".join(map(_say, list_items(value)))
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
