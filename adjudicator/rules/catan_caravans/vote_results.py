"""Which vote each order about one was for, where a turn had several, and whose choice was left to the list.

Turns have on record what became of orders and what happened, but not the one beside the other. In each vote a seat's
bids are looked at first, then what it prefers, and in each of the two its orders before its standing ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, cast

from adjudicator.core.agenda import Fate, OrderResult, Source
from adjudicator.core.table import Event, Seat
from adjudicator.rules.catan.report.phrases import possess
from adjudicator.rules.catan_caravans.ballots import BALLOTS, BIDS
from adjudicator.rules.catan_caravans.state import VoteBasis

_LOOKED_AT = (Fate.DONE, Fate.REFUSED, Fate.SKIPPED)
_UNORDERED = (Source.POLICY, Source.HOUSE, Source.FORCED)


class _Held(NamedTuple):
    """A vote that was decided: who had built, who laid cards, who decided, and where the camel went."""

    builder: Seat
    bidders: frozenset[Seat]
    deciders: tuple[Seat, ...]
    how: str
    place: str

    @property
    def unseen(self) -> Seat | None:
        """Who decided without having laid cards."""
        return self.builder if self.how == VoteBasis.MOVER.value and self.builder not in self.bidders else None


def name_votes(
    results: Sequence[OrderResult], events: Sequence[Event], call: Callable[[Seat], str]
) -> Sequence[OrderResult]:
    """``results`` with the vote that each was for, where there were several, and with choices that nobody made."""
    votes = list(_list_votes(events))
    if not votes:
        return results
    told = list(results)
    added: dict[int, OrderResult] = {}
    for seat in dict.fromkeys(result.seat for result in results):
        own = [number for number, result in enumerate(results) if result.seat == seat and _kind_of(result)]
        for vote, group in _match(votes, seat, [[(n, results[n]) for n in part] for part in _split(results, own)]):
            for number, result in group if len(votes) > 1 else ():
                told[number] = result._replace(occasion=_say_vote(vote, seat, call))
            if vote.unseen == seat and not any(_names_position(result) for _, result in group):
                text = f"prefer {vote.place}, the first open position"
                chosen = OrderResult(seat, Source.POLICY, "", 0, text, Fate.DONE, done=text)
                last = max(number for number, _ in group)
                added[last] = chosen._replace(occasion=told[last].occasion)
    return [result for n, own in enumerate(told) for result in (own, *([added[n]] if n in added else []))]


def _list_votes(events: Sequence[Event]) -> Iterator[_Held]:
    """The votes of a turn that were decided in it."""
    for decided, placed in pairwise(events):
        if decided.kind == "vote-decided" and decided.facts["how"] != VoteBasis.ONLY_POSITION.value:
            facts = decided.facts
            bidders = frozenset(cast("Mapping[str, object]", facts["lists"]))
            deciders = tuple(cast("Sequence[str]", facts["seats"]))
            place = f"{facts['route']} {facts['path']}"
            yield _Held(str(placed.facts["seat"]), bidders, deciders, str(facts["how"]), place)


def _say_vote(vote: _Held, seat: Seat, call: Callable[[Seat], str]) -> str:
    return "in {whose} own vote" if vote.builder == seat else f"in {possess(call(vote.builder))} vote"


def _kind_of(result: OrderResult) -> str:
    """What sort of order about a vote it is; empty for any other."""
    word = result.text.partition(" ")[0]
    return word if word in (*BIDS, *BALLOTS) else ""


def _names_position(result: OrderResult) -> bool:
    """Whether it is a preference that counted and names an open position."""
    return _kind_of(result) in BALLOTS and result.fate is Fate.DONE and result.text.split()[1] != "nothing"


def _split(results: Sequence[OrderResult], own: Sequence[int]) -> list[list[int]]:
    """The numbers of one seat's results about votes, vote by vote."""
    parts: list[list[int]] = []
    for number in own:
        if not parts or _begins_vote(results[parts[-1][-1]], results[number]):
            parts.append([])
        parts[-1].append(number)
    return parts


def _begins_vote(before: OrderResult, now: OrderResult) -> bool:
    """Whether an order is looked at in a vote after that of the one ``before`` it."""
    was, is_ballot = _kind_of(before) in BALLOTS, _kind_of(now) in BALLOTS
    if was != is_ballot:
        return was
    if before.source in _UNORDERED or now.source is not Source.STANDING:
        return before.source is not Source.ORDERS
    # a list of positions of which some are not open is told in two parts
    is_rest = before.line == now.line and before.fate is Fate.REFUSED and now.fate is Fate.DONE and is_ballot
    return before.source is Source.STANDING and now.line <= before.line and not is_rest


def _match(
    votes: Sequence[_Held], seat: Seat, groups: Sequence[Sequence[tuple[int, OrderResult]]]
) -> Sequence[tuple[_Held, Sequence[tuple[int, OrderResult]]]]:
    """Each group of results with its vote; nothing where several votes could be meant."""
    fitting = [
        chosen
        for chosen in combinations(votes, len(groups))
        if all(_fits(vote, seat, [result for _, result in group]) for vote, group in zip(chosen, groups, strict=True))
    ]
    return list(zip(fitting[0], groups, strict=True)) if len(fitting) == 1 else []


def _fits(vote: _Held, seat: Seat, group: Sequence[OrderResult]) -> bool:
    """Whether the orders may be for that vote: preferences are looked at of who laid cards, or decides."""
    has_say = seat in vote.bidders or seat in vote.deciders
    if any(_kind_of(result) in BALLOTS and result.fate in _LOOKED_AT for result in group) and not has_say:
        return False
    laid = [result for result in group if _kind_of(result) in BIDS and result.fate is Fate.DONE]
    return not laid or (laid[-1].done == "laid nothing" or laid[-1].source in _UNORDERED) == (seat not in vote.bidders)
