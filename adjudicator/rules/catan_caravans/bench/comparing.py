"""Where caravans and vote are not what a sparse position says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.bench import Mismatch, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.bench.card_lists import complete_cards, say_cards
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan_caravans.actions import Agree, Prefer
from adjudicator.rules.catan_caravans.bench.camels import find_wrong_names, read_camels, say_positions
from adjudicator.rules.catan_caravans.bench.votes import find_wrong_votes, read_vote
from adjudicator.rules.catan_caravans.bench.written import WrittenCaravans, WrittenVote, as_written
from adjudicator.rules.catan_caravans.routes import ROUTE_LETTERS, ROUTES, Routes
from adjudicator.rules.catan_caravans.saved import name_spokes
from adjudicator.rules.catan_caravans.state import Ballot, Vote, caravans_of

_NONE = "none"


def compare_caravans(extra: object, content: JsonObject, table: Table) -> Sequence[Mismatch]:
    """All that differs. Raises :class:`PositionError` for what cannot be compared."""
    expected = as_written(content)
    said = expected.get("vote")
    faults = [*find_wrong_names(expected), *find_wrong_votes(said or {}, table.seats)]
    if faults:
        raise PositionError(faults)
    routes, vote = caravans_of(extra)
    found = list(_compare_routes(routes, expected))
    if "vote" in expected:
        found += _compare_vote(vote, said, table.seats)
    return found


def _compare_routes(routes: Routes, expected: WrittenCaravans) -> Iterator[Mismatch]:
    if "spokes" in expected:
        got = ", ".join(name_spokes(routes.terms.layout))
        yield Mismatch(("spokes",), "paths that the arrows point to", ", ".join(expected["spokes"]), got)
    if "camels" in expected:
        said = sorted(position for text in expected["camels"] for position in read_camels(text))
        yield Mismatch(("camels",), "camels", say_positions(said), say_positions(sorted(routes.laid)))
    if "positions" in expected:
        said = [position for text in expected["positions"] for position in read_camels(text)]
        yield Mismatch(("positions",), "open positions", say_positions(said), say_positions(routes.positions))
    if "camels-left" in expected:
        left = str(routes.camels_left)
        yield Mismatch(("camels-left",), "camels in the supply", str(expected["camels-left"]), left)
    for letter, front in expected.get("fronts", {}).items():
        got_front = routes.front(ROUTE_LETTERS.index(letter))
        yield Mismatch(("fronts", letter), f"front of route {letter}", _say(front), _say(got_front))
    if "ended" in expected:
        ended = [ROUTE_LETTERS[route] for route in range(ROUTES) if routes.has_ended(route)]
        yield Mismatch(("ended",), "routes that have ended", _join(expected["ended"]), _join(ended))


def _say(front: int | None) -> str:
    return "not begun" if front is None else str(front)


def _join(words: Sequence[str]) -> str:
    return ", ".join(words) or _NONE


def _compare_vote(vote: Vote | None, said: WrittenVote | None, seats: tuple[str, ...]) -> Iterator[Mismatch]:
    under_way: Mapping[bool, str] = {True: "under way", False: _NONE}
    yield Mismatch(("vote",), "vote", under_way[said is not None], under_way[vote is not None])
    if vote is None or said is None:
        return
    expected = read_vote(said, seats, vote.builder)
    for name, cards in said.get("bids", {}).items():
        got = vote.bids[seats.index(name)]
        laid = "not laid yet" if got is None else say_cards(got)
        yield Mismatch(("vote", "bids", name), f"cards that {name} laid", say_cards(complete_cards(cards, 0)), laid)
    for name in said.get("ballots", {}):
        seat = seats.index(name)
        wanted, cast = (_say_ballot(each.ballots[seat], seats) for each in (expected, vote))
        yield Mismatch(("vote", "ballots", name), f"what {name} prefers", wanted, cast)


def _say_ballot(ballot: Ballot | None, seats: tuple[str, ...]) -> str:
    match ballot:
        case Prefer(positions):
            return say_positions(positions)
        case Agree(seat):
            return f"as {seats[seat]}"
    return "nothing said yet"
