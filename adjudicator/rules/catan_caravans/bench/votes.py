"""A vote under way as people write it: who has laid which cards, and who prefers what."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.bench import Fault, Path
from adjudicator.rules.catan.bench.card_lists import complete_cards, find_wrong_cards
from adjudicator.rules.catan.bench.places import find_wrong_chains
from adjudicator.rules.catan_caravans.actions import Agree, Prefer
from adjudicator.rules.catan_caravans.bench.camels import read_camels
from adjudicator.rules.catan_caravans.bench.written import WrittenBallot, WrittenVote
from adjudicator.rules.catan_caravans.state import Vote

_VOTES = ("wool", "grain")


def find_wrong_votes(written: WrittenVote, seats: tuple[str, ...]) -> Iterator[Fault]:
    """Seats, cards and positions that do not exist."""
    for key, names in (("bids", written.get("bids", {})), ("ballots", written.get("ballots", {}))):
        for name in names:
            if name not in seats:
                path: Path = ("vote", key, name)
                yield Fault(path, f"there is no seat {name}; the seats are {', '.join(seats)}", is_key=True)
    for name, cards in written.get("bids", {}).items():
        yield from find_wrong_cards(cards, _VOTES, ("vote", "bids", name))
    for name, ballot in written.get("ballots", {}).items():
        path = ("vote", "ballots", name)
        if isinstance(ballot, str):
            if ballot not in seats:
                yield Fault(path, f"there is no seat {ballot} to agree with; the seats are {', '.join(seats)}")
        else:
            for place, text in enumerate(ballot):
                for fault in find_wrong_chains([text.partition(" ")[2]], ()):
                    yield Fault((*path, place), fault.says)


def read_vote(written: WrittenVote, seats: tuple[str, ...], builder: int) -> Vote:
    """The vote that is written; the names must be right."""
    bids, ballots = written.get("bids", {}), written.get("ballots", {})
    return Vote(
        builder,
        tuple(complete_cards(bids[name], 0) if name in bids else None for name in seats),
        tuple(_read_ballot(ballots[name], seats) if name in ballots else None for name in seats),
    )


def _read_ballot(written: WrittenBallot, seats: tuple[str, ...]) -> Prefer | Agree:
    if isinstance(written, str):
        return Agree(seats.index(written))
    return Prefer(tuple(position for text in written for position in read_camels(text)))
