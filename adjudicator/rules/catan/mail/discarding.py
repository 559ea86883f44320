"""What goes after a 7: cards picked from a hand by what is to go first or to be kept, and what comes near to a wish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.rules.catan.cards import COUNT, KINDS, ONE, Bundle, count_kind, pack, unpack

_OFFERED = 2


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
