"""Bundles of cards as one number: how many of each kind, eight bits a kind.

Resource cards come in the order of ``RESOURCES``, development cards in that of ``DEVELOPMENTS``; the first kind has the
lowest bits. No bundle holds more than 127 of a kind or 254 cards in all, so bundles are added and subtracted as
numbers, and the remainder by 255 counts the cards. At the end stands what goes of a hand after a 7.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from adjudicator.kit.words import count_of

Bundle: TypeAlias = int

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
DEVELOPMENTS = ("knight", "victory-point", "road-building", "year-of-plenty", "monopoly")
DEVELOPMENT_TITLES = ("knight", "victory point", "Road Building", "Year of Plenty", "Monopoly")
"""The same kinds as players read them."""
KNIGHT, VICTORY_POINT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY = range(5)

KINDS = 5
WIDTH = 8
COUNT = 255
"""``bundle % COUNT`` is the number of cards in it."""
GUARD: Bundle = 0x8080808080
"""The spare bit of every kind: ``(bundle | GUARD) - price`` keeps it where there are enough of the kind."""
EACH: Bundle = 0x0101010101
"""One of every kind."""
ONE: tuple[Bundle, ...] = tuple(1 << WIDTH * kind for kind in range(KINDS))
"""One card of a kind."""
_OFFERED = 2
"""So many ways to mend a discard are offered at most."""


def pack(counts: Sequence[int]) -> Bundle:
    """The bundle with so many of each kind, in order."""
    return sum(count << WIDTH * kind for kind, count in enumerate(counts))


def unpack(bundle: Bundle) -> tuple[int, int, int, int, int]:
    """How many of each kind, in order."""
    return bundle & 255, bundle >> 8 & 255, bundle >> 16 & 255, bundle >> 24 & 255, bundle >> 32


def count_kind(bundle: Bundle, kind: int) -> int:
    """How many of one kind."""
    return bundle >> WIDTH * kind & 255


def covers(bundle: Bundle, price: Bundle) -> bool:
    """Whether ``bundle`` holds at least what ``price`` has of every kind."""
    return ((bundle | GUARD) - price) & GUARD == GUARD


def is_bundle(bundle: int) -> bool:
    """Whether a number stands for a bundle at all: no negative count, none above 127, no sixth kind."""
    return bundle >= 0 and not bundle & GUARD and bundle >> WIDTH * KINDS == 0


def kind_at(bundle: Bundle, number: int) -> int:
    """The kind of the card of that number, from 0, when the bundle is laid out kind by kind."""
    rest = number
    for kind in range(KINDS):
        held = bundle >> WIDTH * kind & 255
        if rest < held:
            return kind
        rest -= held
    raise IndexError(number)


def name_cards(bundle: Bundle, names: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """The bundle by names, kinds it does not hold left out."""
    return _name_cards(bundle, names).copy()


def name_developments(cards: Bundle) -> str:
    """Development cards as ``2 knights, 1 Monopoly``; nothing for none."""
    held = name_cards(cards, DEVELOPMENT_TITLES).items()
    return ", ".join(count_of(count, name) if name.islower() else f"{count} {name}" for name, count in held)


@lru_cache(maxsize=1024)
def _name_cards(bundle: Bundle, names: tuple[str, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(names, unpack(bundle), strict=True) if count}


def read_cards(named: Mapping[str, int], names: Sequence[str] = RESOURCES) -> Bundle:
    """The bundle that :func:`name_cards` named. Raises ``ValueError`` for a name that is none of ``names``."""
    return sum(count << WIDTH * names.index(name) for name, count in named.items())


def pick_cards(hand: Bundle, count: int, first: Sequence[int] = (), keep: Sequence[int] = ()) -> Bundle:
    """``count`` cards of ``hand``: ``first`` before all others, ``keep`` last and its first kind at the very end.

    What these do not settle goes by the default: from the largest pile, ties in the order of the resources.
    """
    cards = 0
    for _ in range(count):
        left = hand - cards
        kinds = [kind for kind in range(KINDS) if count_kind(left, kind)]
        wanted = [kind for kind in first if kind in kinds]
        spare = [kind for kind in kinds if kind not in keep]
        if wanted:
            kind = wanted[0]
        elif spare:
            kind = max(spare, key=lambda kind: (count_kind(left, kind), -kind))
        else:
            kind = max(kinds, key=keep.index)
        cards += ONE[kind]
    return cards


def list_near(hand: Bundle, due: int, wanted: Bundle, keep: Sequence[int] = ()) -> Iterator[Bundle]:
    """What can go of ``hand``, ``due`` cards, nearest to the cards that somebody wanted to part with.

    Of too many the surplus of one kind is left out, of each in turn. To too few are added those of a kind that was
    named for one card, then the default, what is to be kept last of all.
    """
    held = pack([min(have, want) for have, want in zip(unpack(hand), unpack(wanted), strict=True)])
    surplus = held % COUNT - due
    if surplus <= 0:
        named = [kind for kind in range(KINDS) if count_kind(wanted, kind) == 1]
        yield held + pick_cards(hand - held, -surplus, named, keep)
        return
    able = [kind for kind in range(KINDS) if count_kind(held, kind) >= surplus]
    yield from [held - surplus * ONE[kind] for kind in able[:_OFFERED]] or [pick_cards(held, due)]
