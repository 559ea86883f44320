"""The words of orders for editors: what they suggest, and what nobody can read, by sort of word.

Players write in many ways, so a pattern says what an order cannot have, and lets anything else pass: a word that no
order of its kind knows, a number that no intersection has, a path that is not on the board.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations

from adjudicator.core.order import Words, ignore_case
from adjudicator.core.table import Seat
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.order_text import NONE, PLAY
from adjudicator.rules.catan.mail.language.spelling import (
    CARD_WORDS,
    END_WORDS,
    EVERYBODY,
    EVERYDAY,
    NOBODY_WORDS,
    NUMBERS,
    PURCHASES_CALLED,
    ROLL_WORDS,
)
from adjudicator.rules.catan.mail.language.vocabulary import MOST_CARDS
from adjudicator.rules.catan.topology import ENDS, INTERSECTIONS, LETTERS, PATH_NAMES, PATHS_AT, list_paths

_BEFORE, _BEHIND = "(?<![0-9A-Za-z_])", "(?![0-9A-Za-z_])"
_FILLERS = ("a", "along", "an", "at", "from", "in", "my", "new", "no", "nr", "number", "of", "on", "the", "to")
_PLACES = (
    *("city", "intersection", "path", "place", "point", "road", "settlement", "spot", "street", "town", "village"),
    *("and", "then", "towards", "with"),
)
_BEST = (
    *("best", "any", "anywhere", "free", "intersection", "number", "numbers", "one", "place", "site", "spot", "with"),
    *("a", "at", "else", "finally", "is", "it", "my", "on", "or", "otherwise", "the", "then", "wherever"),
)
_TOWARD = ("another", "direction", "next", "toward", "towards", "way")
_SPOT_WORDS = (*_FILLERS, *_PLACES, *_BEST)
_ROAD_WORDS = (*_SPOT_WORDS, *_TOWARD, NONE)
_FREE_ROAD_WORDS = (*_FILLERS, *_PLACES, "none", "nothing", "one", "only", "roads", PLAY)
_AIM_WORDS = (
    *("and", "at", "card", "from", "hex", "in", "it", "move", "on", "play", "put", "rob", "robber", "robbing", "robs"),
    *("send", "steal", "stealing", "take", "the", "then", "tile", "to"),
)
_CARD_NAMES = (*RESOURCES, *EVERYDAY)
_CARD_SIGNS = (
    *_CARD_NAMES,
    *(f"{name}s" for name in _CARD_NAMES),
    *(f"x{name}" for name in _CARD_NAMES),
    *NUMBERS,
    "x",
    "a",
    "an",
    "and",
    "of",
    "card",
    "cards",
)
_DEAL_WORDS = (
    *(*_CARD_SIGNS, *PURCHASES_CALLED),
    *("all", "at", "bank", "but", "buy", "everything", "except", "exchange", "for", "get", "give", "harbor", "harbour"),
    *("into", "against", "my", "port", "receive", "rest", "swap", "take", "the", "to", "trade", "want", "with"),
    *(*_TOWARD, "city", "development", "in", "new", "road", "settlement"),
)
_PURCHASE_WORDS = (*_ROAD_WORDS, *PURCHASES_CALLED, *CARD_WORDS, "build", "buy")
_TRY_WORDS = (
    *(*_PURCHASE_WORDS, *_FREE_ROAD_WORDS, *_AIM_WORDS, *_DEAL_WORDS),
    *("building", "knight", "every", "monopoly", "plenty"),
)

_PATH = r"\s*[0-9]+\s*-\s*[0-9]+\s*$"
_SEAT = "[A-Za-z][A-Za-z0-9-]*"
_AIM = rf"\s*[A-Za-z](?:\s+from\s+{_SEAT})?\s*$"
_OFFER = rf"\s*{_SEAT}\s+-?[0-9]+(?:\.[0-9]+)?[A-Za-z]?\s*$"
_CARDS_CALLED = "|".join(map(ignore_case, _CARD_NAMES))
_COUNTED = "|".join(map(ignore_case, (*NUMBERS, "x", "a", "an", "and", "of", "card", "cards")))
_PILED = f"[Xx]?(?:{_CARDS_CALLED})[Ss]?"
_RESOURCE = rf"^(?!\s*[A-Za-z]+\s*$)|^\s*(?:{_CARDS_CALLED})[Ss]?\s*$"
_DEAL = r"\s*(?:[0-9]+\s*)?{}\s+for\s+(?:[0-9]+\s*)?{}\s*$"
_PLAIN_DEAL = _DEAL.format("[A-Za-z]+", "[A-Za-z]+")
_KNOWN_DEAL = _DEAL.replace("[0-9]+", "0?(?:[1-9]|[1-8][0-9]|9[0-5])").format(
    f"(?:{_PILED}|[Aa]ll|[Ee]verything)", _PILED
)
_NO_SPOT = r"(?:[0-9]{3}|5[4-9]|[6-9][0-9])"
"""A number that no intersection has: longer than two digits, or from 54."""
_NO_COUNT = rf"(?:[0-9]{{3}}|(?<![0-9])(?:{'|'.join(map(str, range(MOST_CARDS + 1, 100)))}))"
"""A number that no hand of cards has."""
_NOTHING_OF = r"\s*0+\s*[A-Za-z]+\s*$"
"""Of one resource no card."""
_GLUED = "[0-9][A-Za-z_]"
_NO_WAY = rf"\s*(?:{'|'.join(map(ignore_case, ('road', 'roads', 'street', 'path')))})(?:\s+[0-9]+)?[\s.]*$"
"""A road that is on no path, nor toward anything."""


def _join_ends() -> str:
    beside: dict[int, list[int]] = {}
    for one, other in (pair for low, high in ENDS for pair in ((low, high), (high, low))):
        beside.setdefault(one, []).append(other)
    return "|".join(rf"0?{one}\s*-\s*0?(?:{'|'.join(map(str, beside[one]))})" for one in sorted(beside))


TWO_ENDS = _join_ends()
"""A path of the board, by its ends in either order."""
_NO_PATH = rf"(?<![0-9])(?!(?:{TWO_ENDS})(?![0-9]))[0-9]+\s*-\s*[0-9]"
_ONE_PATH = r"\s*[0-9]+\s*-\s*[0-9]+"
_PATHS_APART = rf"(?![\s0-9,]*-?\s*$)(?!{_ONE_PATH}[\s,]+[0-9]+\s*-?\s*$)(?!\s*[0-9]+[\s,]+{_ONE_PATH}\s*$)"
"""Refuses numbers of which one is of no path."""
_ROAD_APART = r"(?!\s*0*(0|[1-9][0-9]*)\s+(?!0*\1(?![0-9]))[0-9]+\s*-\s*(?!0*\1\s*$)[0-9]+\s*$)"
"""Refuses an intersection and a path that does not begin there."""
_PLACEMENTS = tuple(
    f"{spot} {PATH_NAMES[path]}" for spot in range(INTERSECTIONS) for path in list_paths(PATHS_AT[spot])
)
COUNTED_CARDS = tuple(f"{count} {name}" for count in (1, 2) for name in RESOURCES)
SAYS_CARDS = f"cards such as 2 wool, 1 ore; the resources are {join_words(RESOURCES)}"
CARDS = (
    rf"^(?![\s\S]*{_NO_COUNT})(?!{_NOTHING_OF})"
    rf"[^A-Za-z]*(?:(?:{_PILED}|{_COUNTED})(?![A-Za-z])[^A-Za-z]*)*$"
)
_PILE = rf"^(?![\s\S]*{_NO_COUNT})(?![\s\S]*[0-9]\s*(?!(?:{_PILED}|{_COUNTED})(?![A-Za-z]))[A-Za-z])"


def _without(*faults: str) -> str:
    """The pattern of a text that has none of ``faults`` anywhere."""
    return "^" + "".join(rf"(?![\s\S]*{fault})" for fault in faults)


def _stray(words: Iterable[str]) -> str:
    """A word that is none of ``words``, nor a part of one that has blanks or hyphens."""
    parts = sorted({part for word in words for part in re.findall("[a-z]+", word)})
    known = "|".join(ignore_case(part) + "[A-Za-z]*" * (part == "toward") for part in parts)
    return f"{_BEFORE}(?!(?:{known}){_BEHIND})[A-Za-z]+{_BEHIND}"


def _alone(words: Iterable[str]) -> str:
    """One of ``words`` as it may be written where nothing else can stand; what has other signs is left alone."""
    spelt = (
        r"\s+".join("-".join(map(ignore_case, part.split("-"))) for part in word.split()) for word in sorted(words)
    )
    return rf"^(?![ -~]*$)|^[\s.!]*(?:(?:[Aa]|1|[Oo][Nn][Ee])\s+)?(?:{'|'.join(spelt)})[\s.!]*$"


def name_any(names: Iterable[str]) -> str:
    """The pattern of one of ``names``, in any letter case, inside another."""
    return "|".join(map(ignore_case, names))


@cache
def _list_plain_words() -> Mapping[str, Words]:
    """Those that are the same at every table; the shape of the board always is."""
    spots = tuple(map(str, range(INTERSECTIONS)))
    bought = ("settlement", "city")
    purchases = (
        "card",
        *(f"{what} any" for what in bought),
        *(f"{what} {spot}" for what in bought for spot in spots),
        *(f"road {path}" for path in PATH_NAMES),
    )
    deals = tuple(f"{give} for {take}" for give, take in permutations(RESOURCES, 2))
    no_text = r"\s*[0-9]*\s*-?\s*$"
    says_purchase = "what to buy, such as city 24, settlement any, road toward 15 or card"
    return {
        "drawn": Words(("card",), _alone(CARD_WORDS), "the word card"),
        "end": Words(("turn",), _alone(END_WORDS), "the word turn"),
        "dice": Words(("dice",), _alone(ROLL_WORDS), "the word dice"),
        "path": Words(
            (*PATH_NAMES, NONE),
            _without(_stray(_ROAD_WORDS), _NO_SPOT, _GLUED, _NO_PATH, r"[0-9]\.[0-9]") + f"(?!{no_text})",
            "a path of the board, such as 12-13",
        ),
        "placement": Words(
            (*_PLACEMENTS, "best"),
            _without(_stray(_SPOT_WORDS), _NO_SPOT, _NO_PATH) + _ROAD_APART,
            f"intersections from 0 to {INTERSECTIONS - 1}, such as 12 12-13",
        ),
        "spot": Words(
            (*range(INTERSECTIONS), "best"),
            _without(_stray(_SPOT_WORDS), _NO_SPOT, _GLUED, r"[-+,;:/=<>&|*]", r"[0-9][\s.]+[0-9]"),
            f"an intersection from 0 to {INTERSECTIONS - 1}, or the word best",
        ),
        "paths": Words(
            (PLAY, *PATH_NAMES),
            _without(_stray(_FREE_ROAD_WORDS), _NO_SPOT, _NO_PATH) + _PATHS_APART,
            "paths of the board, such as 12-13 13-14",
        ),
        "free": Words(
            (*range(INTERSECTIONS), *PATH_NAMES),
            rf"^(?:{'|'.join(f'0?{spot}' for spot in spots)}|{TWO_ENDS})$",
            "an intersection, such as 12, or a path of the board, such as 12-13",
        ),
        "purchase": Words(
            purchases,
            _without(_stray(_PURCHASE_WORDS), _NO_SPOT, _GLUED, _NO_PATH, r"[0-9]\.[0-9]") + f"(?!{_NO_WAY})",
            says_purchase,
        ),
        "resource": Words(RESOURCES, _RESOURCE, f"a resource: {', '.join(RESOURCES)}"),
        "cards": Words(COUNTED_CARDS, CARDS, SAYS_CARDS),
        "pile": Words(COUNTED_CARDS, _PILE, SAYS_CARDS),
        "deal": Words(
            (*deals, "toward city"),
            rf"^(?!{_PLAIN_DEAL}){_without(_stray(_DEAL_WORDS), _NO_COUNT)[1:]}|^{_KNOWN_DEAL}",
            f"what you give for what you take, such as 4 wool for 1 ore; the resources are {join_words(RESOURCES)}",
        ),
    }


def list_order_words(seats: Sequence[Seat], terrains: Sequence[str] = ()) -> Mapping[str, Words]:
    """The words of orders at a table of ``seats``, by sort; a terrain that the board has once stands for its hex."""
    aims = (*LETTERS, *(f"{letter} from {seat}" for letter in LETTERS for seat in seats))
    known = name_any(seats)
    robbed = f"{known}|{name_any(sorted(NOBODY_WORDS))}"
    hexes = (*LETTERS.lower(), *(f"hex{letter.lower()}" for letter in LETTERS), "desert")
    alone = (terrain for terrain in terrains if terrains.count(terrain) == 1)
    aimed = (*_AIM_WORDS, *hexes, *alone, *seats, *NOBODY_WORDS)
    aim = rf"^(?!{_AIM}){_without(_stray(aimed))[1:]}|^\s*[A-Sa-s](?:\s+from\s+(?:{robbed}))?\s*$"
    says_aim = f"a hex, a letter from A to S, and a seat of this game: {', '.join(seats)}"
    says_seat = f"a seat of this game: {', '.join(seats)}"
    tried = (*_TRY_WORDS, *aimed)
    built = name_any(("city", "settlement", "road", "road-building"))
    return {
        **_list_plain_words(),
        "robber": Words(aims, aim, says_aim),
        "knight": Words((PLAY, *aims), aim, says_aim),
        "tried": Words(
            tuple(f"{kind} {what}" for kind, what in (("city", "any"), ("settlement", "any"), ("buy", "card"))),
            _without(_stray(tried), r"[0-9]{3}", _NO_PATH)
            + rf"(?!\s*(?:{built})[\s:][\s\S]*{_NO_SPOT})(?!{_NO_WAY})"
            + rf"(?!\s*{ignore_case('plenty')}[\s:](?:{_NOTHING_OF}|\s*{_NO_COUNT}\s*[A-Za-z]+\s*$))",
            "a purchase, a bank trade or a development card in one line, such as city 24 or bank wool for ore",
        ),
        "offer": Words(
            tuple(f"{seat} {number}" for seat in seats for number in (1, 2, 3)),
            rf"^(?!{_OFFER})|^\s*(?:{known})\s+[1-9][0-9]{{0,3}}\s*$",
            f"a seat of this game, {', '.join(seats)}, and the number of its offer",
        ),
        "partner": Words(
            tuple(seats),
            rf"^(?:[Tt][Hh][Ee]-)?(?:{known}|{name_any((*sorted(EVERYBODY), 'any', 'leader'))})(?: [1-9])?$",
            f"{says_seat}, or a word that stands for one here",
        ),
        "others": Words(
            (*seats, "all"),
            rf"^(?:[Tt][Hh][Ee]-)?(?:{known}|{name_any((*sorted(EVERYBODY), 'any'))})$",
            f"{says_seat}, or the word all",
        ),
        "holder": Words(
            (*seats, "me", "nobody"),
            f"^(?:{known}|{name_any(('me', 'nobody'))})$",
            f"{says_seat}, or the word me or nobody",
        ),
        "anyone": Words(
            (*seats, "me", "anybody"),
            f"^(?:{known}|{name_any(('me', 'nobody', 'anybody'))})$",
            f"{says_seat}, or the word me or anybody",
        ),
    }
