"""Words that come nearest to what was written: names, and what could stand behind a key now."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.words import COMMON, find_near
from adjudicator.rules.catan.actions import PLAY_KNIGHT
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.language.order_text import FORMS, write_action
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY, NUMBERS, join_names, spell, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import is_understood
from adjudicator.rules.catan.mail.plans import check_line
from adjudicator.rules.catan.mail.wording import find_victims, give_example
from adjudicator.rules.catan.order_of_play import imagine_turn
from adjudicator.rules.catan.sites import free_road_sites, open_hexes
from adjudicator.rules.catan.state import Stage, State, Table
from adjudicator.rules.catan.topology import (
    LETTERS,
    PATH_NAMES,
    YIELDS,
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


_BUT = re.compile(r"\b(?:away from|avoid|but|except|never|not)(?: on| to)?(?: hex)? ([a-s])\b")
"""Where the robber is not to go."""
_LONG = 4
"""So many letters has a word that is respelt by what is near to it."""
SHORT = {"oar": "ore", "oer": "ore", "ohr": "ore", "orr": "ore", "roe": "ore", "wol": "wool"}
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


def is_read(table: Table, kind: str, text: str) -> bool:
    """Whether ``text`` can stand behind ``kind``, which is one of ``FORMS``."""
    return kind in FORMS and text != "" and is_understood(check_line, table, kind, text)


def write_item(text: str) -> str:
    """``text`` as it can stand in a list or among terms; of a list its items."""
    return text[1:-1] if text.startswith("[") else f'"{text}"' if "," in text else text


def write_line(kind: str, texts: Sequence[str]) -> str:
    """An order in one line, with a list where it has several alternatives."""
    return f"{kind}: [{', '.join(map(write_item, texts))}]" if len(texts) > 1 else f"{kind}: {texts[0]}"


def find_example(known: View, seat: SeatNumber, kind: str, said: str) -> str:
    """What could stand behind ``kind`` now, nearest to what is ``said``; something of the form where nothing could."""
    state = as_state(known)
    if state.stage is Stage.INTERLUDE:
        state = imagine_turn(state, seat)  # what other games do between turns is nothing that these orders say
    if kind == "place" and state.stage is Stage.SETTLEMENT:
        return give_example(state, seat).partition(": ")[2]
    if kind in ("knight", "robber"):
        texts = list(list_aims(state, seat))
    else:
        written = (write_action(known.table, action) for action in list_legal(state, seat))
        texts = [str(text) for order in written for key, text in order.items() if key == kind]
    if kind == "road" and not texts and known.turn:
        texts = [PATH_NAMES[path] for path in list_paths(free_road_sites(known.table, state.cells, seat))]
    if kind in ("knight", "robber") and (but := _BUT.search(said.lower())):
        texts = [text for text in texts if text[0] != but[1].upper()]
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
    return min(next(filter(None, near), []), key=partial(measure_unlike, ends), default="")


def measure_unlike(ends: Sequence[int], path: str) -> int:
    """How far two ends of a path, in order of their numbers, are from those of ``path``, as a sum of numbers."""
    return sum(abs(one - other) for one, other in zip(ends, map(int, path.split("-")), strict=False))


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


def list_aims(state: State, seat: SeatNumber) -> Iterator[str]:
    """Where the robber could go and whom it could rob, then where there is nobody to be robbed."""
    found = {tile: find_victims(state, seat, tile) for tile in list_hexes(open_hexes(state.table, state.cells, seat))}
    yield from (f"{LETTERS[tile]} from {state.table.ids[victim]}" for tile in found for victim in found[tile])
    yield from (LETTERS[tile] for tile, victims in found.items() if not victims)


def may_play_knight(known: View, seat: SeatNumber) -> bool:
    """Whether the seat on turn may play a knight now."""
    return PLAY_KNIGHT in list_legal(as_state(known), seat)


SPOT = re.compile(r"(?<![A-Za-z])\d{1,2}")
"""An intersection, wherever it stands."""
