"""Names that a person wrote into a position or an expectation, checked against the table."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.bench import Fault, Path
from adjudicator.rules.catan.bench.card_lists import find_wrong_cards
from adjudicator.rules.catan.bench.places import find_wrong_chains, find_wrong_spots
from adjudicator.rules.catan.bench.written import Written, WrittenSeat
from adjudicator.rules.catan.cards import DEVELOPMENTS, RESOURCES
from adjudicator.rules.catan.topology import INTERSECTIONS, LETTERS


def find_wrong_names(written: Written, seats: tuple[str, ...]) -> Iterator[Fault]:
    """Every seat, hex, intersection, path and kind of card that does not exist; the board is not looked at."""
    for path, name in _list_seats(written):
        if name not in seats:
            says = f"there is no seat {name}; the seats are {', '.join(seats)}"
            yield Fault(path, says, is_key=path[-1] == name)
    robber = written.get("robber")
    if robber is not None and robber not in LETTERS:
        yield Fault(("robber",), f"there is no hex {robber}; they are lettered A to {LETTERS[-1]}")
    if "anchor" in written and not 0 <= written["anchor"] < INTERSECTIONS:
        yield Fault(("anchor",), f"there is no intersection {written['anchor']}")
    if "bank" in written:
        yield from find_wrong_cards(written["bank"], RESOURCES, ("bank",))
    if "deck" in written:
        yield from find_wrong_cards(written["deck"], DEVELOPMENTS, ("deck",))
    for name, of_seat in written.get("seats", {}).items():
        yield from _find_wrong_things(of_seat, ("seats", name))


def _list_seats(written: Written) -> Iterator[tuple[Path, str]]:
    if "mover" in written:
        yield ("mover",), written["mover"]
    for path, holder in ((("longest",), written.get("longest")), (("largest",), written.get("largest"))):
        if holder is not None:
            yield path, holder
    yield from ((("seats", name), name) for name in written.get("seats", {}))


def _find_wrong_things(of_seat: WrittenSeat, path: Path) -> Iterator[Fault]:
    if "hand" in of_seat:
        yield from find_wrong_cards(of_seat["hand"], RESOURCES, (*path, "hand"))
    developments = {
        "cards": of_seat.get("cards"),
        "fresh": of_seat.get("fresh"),
        "played": of_seat.get("played"),
    }
    for key, cards in developments.items():
        if cards is not None:
            yield from find_wrong_cards(cards, DEVELOPMENTS, (*path, key))
    yield from find_wrong_spots(of_seat.get("settlements", ()), (*path, "settlements"))
    yield from find_wrong_spots(of_seat.get("cities", ()), (*path, "cities"))
    yield from find_wrong_chains(of_seat.get("roads", ()), (*path, "roads"))
