"""Bank and deck of a position: what is in no hand, unless something else is written."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.bench import Fault
from adjudicator.rules.catan.bench.card_lists import complete_cards
from adjudicator.rules.catan.bench.written import Written
from adjudicator.rules.catan.cards import DEVELOPMENTS, EACH, KINDS, RESOURCES, Bundle, pack, unpack
from adjudicator.rules.catan.editions import Edition
from adjudicator.rules.catan.state import BANK, CARDS, DECK, HAND, PLAYED


def put_stock(cells: list[int], written: Written, edition: Edition, seats: int, held: Bundle) -> Iterator[Fault]:
    """Fill the cells of bank and deck, which need those of the seats; a fault where there are too many cards.

    ``held`` are resource cards that lie elsewhere.
    """
    hands = [*cells[HAND : HAND + seats], held]
    drawn = [*cells[CARDS : CARDS + seats], *cells[PLAYED : PLAYED + seats]]
    all_cards = edition.bank * EACH
    cells[BANK] = complete_cards(written.get("bank", {}), _leave(all_cards, hands))
    yield from _find_too_many([*hands, cells[BANK]], all_cards, RESOURCES, "bank" if "bank" in written else "seats")
    cells[DECK] = complete_cards(written.get("deck", {}), _leave(edition.developments, drawn), DEVELOPMENTS)
    path = "deck" if "deck" in written else "seats"
    yield from _find_too_many([*drawn, cells[DECK]], edition.developments, DEVELOPMENTS, path)


def _leave(all_cards: Bundle, places: list[Bundle]) -> Bundle:
    """What is left of all cards; none of a kind of which there are too many."""
    gone = _count(places)
    return pack([max(0, count - gone[kind]) for kind, count in enumerate(unpack(all_cards))])


def _find_too_many(places: list[Bundle], all_cards: Bundle, names: tuple[str, ...], path: str) -> Iterator[Fault]:
    for name, count, there_are in zip(names, _count(places), unpack(all_cards), strict=True):
        if count > there_are:
            yield Fault((path,), f"there are {count} {name} cards in this position, and the game has {there_are}")


def _count(places: list[Bundle]) -> list[int]:
    """How many of each kind there are in all places; together they may be more than a bundle holds."""
    return [sum(unpack(place)[kind] for place in places) for kind in range(KINDS)]
