"""Events in sentences: a paragraph for each table turn, the reader's own first; where the game stands in words.

What an event is called stands in :mod:`adjudicator.rules.catan.report.phrases`, trades that came to nothing in
:mod:`adjudicator.rules.catan.report.trades`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, cast

from adjudicator.core.event import Event, Story
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.report.phrases import (
    BOUGHT,
    GAME_OVER,
    PHRASES,
    TOGETHER,
    YOU,
    Clause,
    Phrase,
    address,
    begin,
    possess,
    say_times,
    tell_cards,
    tell_foretold,
    tell_victory,
)
from adjudicator.rules.catan.report.trades import TOLD_OF_TRADES, list_open, tell_book, tell_vain
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Known

__all__ = ["NO_PHRASES", "Clause", "Phrase", "describe_phase", "join_words", "tell_events"]

NO_PHRASES: Mapping[str, Phrase] = MappingProxyType({})

_TURN_BEGAN, _FORETOLD = "turn-began", "dice-foretold"
_FOLLOWS = {"bank-short": "dice-rolled", "produced": "dice-rolled"}
"""Which events are told together with the one before them."""
_CONSEQUENCES = frozenset({"longest-road", "largest-army"})
"""What follows from a deed, and is told with it where it wins the game."""
_LONGEST_SENTENCE = 160


class _TableTurn(NamedTuple):
    """A table turn, or what of it a report tells: its number, 0 in the set-up, whose it is, and its events.

    ``goes_on`` says that the report before told of its beginning.
    """

    number: int
    seat: str
    events: Sequence[Event]
    goes_on: bool = False

    @property
    def head(self) -> str:
        """What its paragraph begins with."""
        if not self.number:
            return ""
        whose = "Your table turn" if self.seat == YOU else "Table turn"
        return f"{whose} {self.number}{' goes on' if self.goes_on else ''}: "


def tell_events(known: Known, events: Sequence[Event], phrases: Mapping[str, Phrase] = NO_PHRASES) -> Story:
    """The events, as the reader heard them: each table turn in a paragraph, what came to nothing in a line for all.

    ``phrases`` has the words for the events of a game built on this one, by kind. Raises ``ValueError`` for an event
    that nobody has words for.
    """
    reader = None if known.reader is None else known.table.seats[known.reader]
    events = [address(event, reader) for event in events]
    own: list[str] = []
    others: list[str] = []
    for turn in _list_table_turns(known, events, reader):
        clauses = [_tell(known, group, phrases) for group in _group_events(turn.events)]
        mine = [
            clause for clause in clauses if turn.seat != YOU and YOU in (clause.seat, clause.whom) and not clause.stays
        ]
        sentences = _write_sentences([clause for clause in clauses if clause.words and clause not in mine])
        own += map(_write_line, _write_sentences(mine))
        if not turn.number:
            for sentence in sentences:
                (own if sentence.startswith(f"{YOU} ") else others).append(_write_line(sentence))
        elif sentences or not turn.goes_on:
            paragraph = _join_sentences(sentences) or f"{possess(turn.seat)} turn has begun."
            (own if turn.seat == YOU else others).append(turn.head + paragraph)
    own += _tell_gains(known, events, reader)
    others += [*tell_vain(events), *tell_book(events)]
    foretold = [event for event in events if event.kind == _FORETOLD]
    if foretold:
        others.append(tell_foretold(foretold))
    return Story(_tell_lead(known, events, phrases), own, others)


def _list_table_turns(known: Known, events: Sequence[Event], reader: str | None) -> Iterator[_TableTurn]:
    """The table turns that ``events`` belong to, the one under way first; in the set-up number 0."""
    begins = [number for number, event in enumerate(events) if event.kind == _TURN_BEGAN]
    first = events[: begins[0]] if begins else events
    if first:
        seats = known.table.seats
        ahead = len(begins)
        number = known.turn - ahead
        mover = seats[(known.mover - ahead) % len(seats)]
        yield _TableTurn(max(number, 0), YOU if mover == reader else mover, first, goes_on=True)
    for begin_at, end in zip(begins, [*begins, len(events)][1:], strict=True):
        facts = events[begin_at].facts
        yield _TableTurn(cast("int", facts["turn"]), str(facts["seat"]), events[begin_at + 1 : end])


def _group_events(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of a table turn, each with those that are told with it; without those that are told elsewhere."""
    still_open = list_open(events)
    group: list[Event] = []
    for event in events:
        if group and _FOLLOWS.get(event.kind) == group[0].kind:
            group.append(event)
            continue
        if group:
            yield group
        told = event.kind not in (*TOLD_OF_TRADES, _FORETOLD, GAME_OVER) or event in still_open
        group = [event] if told else []
    if group:
        yield group


def _tell(known: Known, group: Sequence[Event], phrases: Mapping[str, Phrase]) -> Clause:
    event = group[0]
    if event.kind in TOGETHER:
        return TOGETHER[event.kind](known, group)
    phrase = PHRASES.get(event.kind) or phrases.get(event.kind)
    if phrase is None:
        raise ValueError(event.kind)
    return phrase(known, event)


def _write_sentences(clauses: Sequence[Clause]) -> list[str]:
    """What one seat does on end in one sentence, and so what several do alike, without full stops."""
    sentences: list[str] = []
    rest = list(clauses)
    while rest:
        first = rest[0]
        if first.seat is None:
            sentences.append(first.words)
            del rest[0]
            continue
        alike = _count_alike(rest)
        if alike > 1:
            verb, _, what = first.words.partition(" ")
            also = [f"{clause.seat} {clause.words.partition(' ')[2]}" for clause in rest[1:alike]]
            sentences.append(", ".join([f"{first.seat} {verb} {what}", *also]))
            del rest[:alike]
            continue
        deeds: list[str] = []
        while rest and rest[0].seat == first.seat:
            if deeds and len(f"{first.seat} {_join_deeds([*deeds, rest[0].words])}") > _LONGEST_SENTENCE:
                break
            deeds.append(rest.pop(0).words)
        sentences.append(f"{first.seat} {_join_deeds(deeds)}")
    return sentences


def _count_alike(clauses: Sequence[Clause]) -> int:
    """How many seats one after the other do the same as the first of ``clauses``, and nothing else."""
    verb, count, seats = clauses[0].words.split(" ", 1)[0], 0, set[str]()
    for clause in clauses:
        if clause.seat is None or clause.seat in seats or clause.words.split(" ", 1)[0] != verb:
            break
        seats.add(clause.seat)
        count += 1
    after = clauses[count].seat if count < len(clauses) else None
    return count - 1 if count and after == clauses[count - 1].seat else count


def _join_sentences(sentences: Sequence[str]) -> str:
    """``sentences`` as the paragraph behind a head."""
    return " ".join(_write_line(sentence) if number else _stop(sentence) for number, sentence in enumerate(sentences))


def _write_line(sentence: str) -> str:
    return begin(_stop(sentence))


def _stop(sentence: str) -> str:
    return sentence if sentence.endswith(("?", ".")) else f"{sentence}."


def _tell_gains(known: Known, events: Sequence[Event], reader: str | None) -> Iterator[str]:
    """What the rolls of others brought the reader."""
    del known
    if reader is None:
        return
    gains: Counter[str] = Counter()
    roller = ""
    for event in events:
        if event.kind == "dice-rolled":
            roller = str(event.facts["seat"])
        elif event.kind == "produced" and roller != YOU:
            produced = cast("Mapping[str, Mapping[str, int]]", event.facts["cards"])
            gains.update(produced.get(YOU, {}))
    if gains:
        yield f"The others' rolls brought you {tell_cards(dict(gains))}."


def _tell_lead(known: Known, events: Sequence[Event], phrases: Mapping[str, Phrase]) -> str:
    """Who won, and with what; nothing while the game goes on."""
    if not events or events[-1].kind != GAME_OVER:
        return ""
    facts = events[-1].facts
    winner = cast("Sequence[str]", facts["winners"])[0]
    deeds: list[str] = []
    for event in reversed(events[:-1]):
        if event.kind == _TURN_BEGAN:
            break
        if event.kind in TOLD_OF_TRADES or event.facts.get("seat") != winner:
            continue
        clause = _tell(known, [event], phrases)
        if clause.seat != winner:
            continue
        deeds.insert(0, clause.words)
        if event.kind not in _CONSEQUENCES:
            break
    return tell_victory(facts, deeds)


def _join_deeds(deeds: Sequence[str]) -> str:
    """``built a road and a city, and bought a card``: a verb that several share is said once."""
    parts: list[str] = []
    for _, group in groupby(_count_purchases(deeds), key=lambda deed: deed.split(" ", 1)[0]):
        first, *others = group
        parts.append(join_words([first, *(other.split(" ", 1)[1] for other in others)]))
    if any(" and " in part for part in parts[:-1]):
        return ", ".join([*parts[:-1], f"and {parts[-1]}"])
    return join_words(parts)


def _count_purchases(deeds: Sequence[str]) -> Iterator[str]:
    """The same with what was done again at once counted, such as buying hidden cards."""
    for deed, group in groupby(deeds):
        count = len(list(group))
        if count == 1:
            yield deed
        else:
            yield f"bought {count} development cards" if deed == BOUGHT else f"{deed} {say_times(count)}"


def describe_phase(known: Known) -> str:
    """Where the game stands."""
    mover = known.table.seats[known.mover]
    if known.stage is Stage.OVER:
        return f"The game is over; {mover} wins with {count_of(known.seats[known.mover].points, 'point')}"
    if not known.turn:
        due = 2 * len(known.seats)
        what = "a settlement" if known.stage is Stage.SETTLEMENT else "the road to it"
        return f"Set-up, settlement {known.placed + 1} of {due}: {mover} places {what}"
    return f"Table turn {known.turn}: {_describe_stage(known, mover)}"


def _describe_stage(known: Known, mover: str) -> str:
    if known.book.proposal is not None:
        return f"{mover} has proposed a trade and waits for answers"
    match known.stage:
        case Stage.BEFORE_ROLL:
            return f"{mover} has not rolled yet"
        case Stage.DISCARD:
            owing = [f"{seat.name} {seat.owes}" for seat in known.seats if seat.owes]
            return f"{mover} rolled {known.dice}; cards still to be discarded: {', '.join(owing)}"
        case Stage.ROBBER:
            return f"{mover} moves the robber"
        case Stage.FREE_ROADS:
            return f"{mover} places roads of Road Building, {known.free_roads} left"
        case _:
            return f"{mover} rolled {known.dice} and is trading and building"
