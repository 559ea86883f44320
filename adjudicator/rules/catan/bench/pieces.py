"""The seats of a position: where their pieces stand and which cards they have, and what cannot be true of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.bench import Fault, Path
from adjudicator.rules.catan.bench.card_lists import complete_cards
from adjudicator.rules.catan.bench.places import list_chain, mask_chains
from adjudicator.rules.catan.bench.written import NO_SEAT, ONLY_AFTER, Written, WrittenSeat
from adjudicator.rules.catan.cards import DEVELOPMENTS, covers
from adjudicator.rules.catan.editions import Edition
from adjudicator.rules.catan.state import CARDS, CITIES, HAND, PLAYED, ROADS, SETTLEMENTS
from adjudicator.rules.catan.topology import PATH_NAMES, mask_of


def put_seats(cells: list[int], written: Written, seats: tuple[str, ...]) -> None:
    """Fill the cells of what each seat has; the names must be right."""
    for number, name in enumerate(seats):
        of_seat = written.get("seats", {}).get(name, NO_SEAT)
        cells[HAND + number] = complete_cards(of_seat.get("hand", {}), 0)
        cells[CARDS + number] = complete_cards(of_seat.get("cards", {}), 0, DEVELOPMENTS)
        cells[PLAYED + number] = complete_cards(of_seat.get("played", {}), 0, DEVELOPMENTS)
        cells[SETTLEMENTS + number] = mask_of(of_seat.get("settlements", ()))
        cells[CITIES + number] = mask_of(of_seat.get("cities", ()))
        cells[ROADS + number] = mask_chains(of_seat.get("roads", ()))


def find_piece_faults(written: Written, edition: Edition) -> Iterator[Fault]:
    """Two pieces on one spot, more pieces than a seat has, fresh cards that are not in hand, keys out of place."""
    buildings: dict[int, str] = {}
    roads: dict[int, str] = {}
    for name, of_seat in written.get("seats", {}).items():
        path: Path = ("seats", name)
        for key in ONLY_AFTER:
            if key in of_seat:
                says = f"{key} belongs to what is expected, not to a position"
                yield Fault((*path, key), says, is_key=True)
        yield from _stand(buildings, of_seat.get("settlements", ()), f"{name}'s settlement", (*path, "settlements"))
        yield from _stand(buildings, of_seat.get("cities", ()), f"{name}'s city", (*path, "cities"))
        for place, chain in enumerate(of_seat.get("roads", ())):
            for number in list_chain(chain):
                if number in roads:
                    says = f"path {PATH_NAMES[number]} holds {roads[number]} and {name}'s road"
                    yield Fault((*path, "roads", place), says)
                roads[number] = f"{name}'s road"
        yield from _find_too_many(of_seat, edition, name, path)
        if "fresh" in of_seat:
            cards = complete_cards(of_seat.get("cards", {}), 0, DEVELOPMENTS)
            if not covers(cards, complete_cards(of_seat["fresh"], 0, DEVELOPMENTS)):
                yield Fault((*path, "fresh"), "fresh cards are among the cards in hand (cards), and these are not")


def _stand(buildings: dict[int, str], spots: Sequence[int], what: str, path: Path) -> Iterator[Fault]:
    for place, spot in enumerate(spots):
        if spot in buildings:
            yield Fault((*path, place), f"intersection {spot} holds {buildings[spot]} and {what}")
        buildings[spot] = what


def _find_too_many(of_seat: WrittenSeat, edition: Edition, name: str, path: Path) -> Iterator[Fault]:
    counted = {
        "settlements": (len(of_seat.get("settlements", ())), edition.settlements),
        "cities": (len(of_seat.get("cities", ())), edition.cities),
        "roads": (sum(len(list_chain(chain)) for chain in of_seat.get("roads", ())), edition.roads),
    }
    for key, (count, there_are) in counted.items():
        if count > there_are:
            yield Fault((*path, key), f"{name} has {count} {key}, and there are {there_are} for each seat")
