"""Proposals and offers in the news: those that came to nothing in a line for all, new offers by their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.event import Event
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.report.phrases import possess, say_times, tell_cards

_PROPOSED, _COUNTERED, _CLOSED = "trade-proposed", "counter-offered", "proposal-closed"
_TRADED = "traded"
_POSTED, _WITHDRAWN = "offer-posted", "offer-withdrawn"
TOLD_OF_TRADES = frozenset({_PROPOSED, _COUNTERED, _CLOSED, _POSTED, _WITHDRAWN})
"""Events that are told here, and in the news of a table turn only while a proposal waits for answers."""


def list_open(events: Sequence[Event]) -> list[Event]:
    """The proposal among ``events`` that still waits for answers, and the counter-offers to it."""
    waiting: list[Event] = []
    for event in events:
        if event.kind == _PROPOSED:
            waiting = [event]
        elif event.kind == _COUNTERED:
            waiting.append(event)
        elif event.kind in {_CLOSED, _TRADED}:
            waiting = []
    return waiting


def tell_vain(events: Sequence[Event]) -> Iterator[str]:
    """The proposals that nobody took, in a line for all: who asked for what, how often, and what others would have.

    Counter-offers to one that somebody else took are told in a line of their own.
    """
    asked: dict[str, Counter[str]] = {}
    others: list[str] = []
    beaten: list[str] = []
    waiting: list[Event] = []
    for event in events:
        if event.kind == _CLOSED:
            seat = str(event.facts["seat"])
            if waiting and waiting[0].kind == _PROPOSED:
                asked.setdefault(seat, Counter())[_name_wanted(waiting[0])] += 1
            else:
                others.append(f"{possess(seat)} proposal of the last report")
            others += [_tell_counter(countered) for countered in waiting if countered.kind == _COUNTERED]
        elif event.kind == _TRADED:
            beaten += [_tell_counter(one) for one in waiting if one.kind == _COUNTERED and not _is_taken(one, event)]
        waiting = list_open([*waiting, event])
    told = [f"{seat} asked for {_join_counts(wanted)}" for seat, wanted in asked.items()]
    if told or others:
        yield f"No takers: {'; '.join([*told, *dict.fromkeys(others)])}."
    if beaten:
        yield f"Counter-offers that were not taken: {'; '.join(dict.fromkeys(beaten))}."


def _is_taken(countered: Event, traded: Event) -> bool:
    return countered.facts["seat"] == traded.facts["partner"] and countered.facts["give"] == traded.facts["take"]


def _name_wanted(proposal: Event) -> str:
    """``grain or ore``: the kinds of cards that a proposal asks for."""
    terms = [proposal.facts, *cast("Sequence[Mapping[str, object]]", proposal.facts.get("or", ()))]
    return join_words(
        list(dict.fromkeys(name for each in terms for name in cast("Mapping[str, int]", each["get"]))), "or"
    )


def _join_counts(wanted: Counter[str]) -> str:
    return join_words([name if count == 1 else f"{name} ({say_times(count)})" for name, count in wanted.items()])


def _tell_counter(event: Event) -> str:
    facts = event.facts
    return f"{facts['seat']} would have given {facts['to']} {tell_cards(facts['give'])} for {tell_cards(facts['get'])}"


def tell_book(events: Sequence[Event]) -> Iterator[str]:
    """How many offers each seat has made and withdrawn; the trade book has them."""
    changed: dict[str, Counter[str]] = {}
    for event in events:
        if event.kind in {_POSTED, _WITHDRAWN}:
            changed.setdefault(str(event.facts["seat"]), Counter())[event.kind] += 1
    told = []
    for seat, counts in changed.items():
        made = [f"made {count_of(counts[_POSTED], 'new offer')}"] if counts[_POSTED] else []
        made += [f"withdrew {counts[_WITHDRAWN]}"] if counts[_WITHDRAWN] else []
        told.append(f"{seat} {join_words(made)}")
    if told:
        yield f"Offers: {'; '.join(told)}."
