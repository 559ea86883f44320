"""Events in sentences: a paragraph for each table turn, the reader's own first.

Proposals and offers that came to nothing are told in a line for all, new offers by their number. What any other event
is called stands in :mod:`adjudicator.rules.catan.report.phrases`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from adjudicator.core.table import Event, Story
from adjudicator.kit.words import NO_BREAK, YOU, count_of, end_sentence, join_words, say_times
from adjudicator.rules.catan.dealing import SEVEN
from adjudicator.rules.catan.report.phrases import (
    BOUGHT,
    GAME_OVER,
    GAVE,
    NO_PHRASES,
    PHRASES,
    WITH_BANK,
    Clause,
    Phrase,
    address,
    begin,
    possess,
    tell_begun_victory,
    tell_cards,
    tell_foretold,
    tell_roll,
    tell_victory,
)
from adjudicator.rules.catan.views.known import View

_PROPOSED, _COUNTERED, _CLOSED = "trade-proposed", "counter-offered", "proposal-closed"
_TRADED, _DISCARDED = "traded", "discarded"
_POSTED, _WITHDRAWN = "offer-posted", "offer-withdrawn"
TOLD_OF_TRADES = frozenset({_PROPOSED, _COUNTERED, _CLOSED, _POSTED, _WITHDRAWN})
"""Events that are told here, and in the news of a table turn only while a proposal waits for answers."""
_TURN_BEGAN, _FORETOLD = "turn-began", "dice-foretold"
_FOLLOWS = {"bank-short": "dice-rolled", "produced": "dice-rolled"}
"""Which events are told together with the one before them."""
_CONSEQUENCES = frozenset({"longest-road", "largest-army"})
"""What follows from a deed, and is told with it where it wins the game."""
_LONGEST_SENTENCE = 160


class _Deed(NamedTuple):
    """What a seat did, to ``whom``, and how ``often`` on end, if not once."""

    verb: str
    what: str
    whom: str | None
    often: str = ""


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

    @property
    def began(self) -> str:
        """What is told of it where nothing else has happened in it yet."""
        mine = f"Your table turn {self.number} has begun."
        return mine if self.seat == YOU else f"{self.head}{possess(self.seat)} turn has begun."


def tell_events(known: View, events: Sequence[Event], phrases: Mapping[str, Phrase] = NO_PHRASES) -> Story:
    """The events, as the reader heard them: each table turn in a paragraph, what came to nothing in a line for all.

    ``phrases`` has the words for the events of a game built on this one, by kind. Raises ``ValueError`` for an event
    that nobody has words for.
    """
    reader = None if known.reader is None else known.table.seats[known.reader]
    events = [address(event, reader) for event in events]
    own: list[str] = []
    others: list[str] = []
    for turn in _list_table_turns(known, events, reader):
        clauses = [_tell_in(turn, group, phrases) for group in _group_events(turn.events)]
        mine = [
            clause for clause in clauses if turn.seat != YOU and YOU in (clause.seat, clause.whom) and not clause.stays
        ]
        sentences = _write_sentences([clause for clause in clauses if clause.words and clause not in mine])
        own += map(_write_line, _write_sentences(mine))
        if not turn.number:
            for sentence in sentences:
                (own if sentence.startswith(f"{YOU} ") else others).append(_write_line(sentence))
        elif sentences or not turn.goes_on:
            (own if turn.seat == YOU else others).append(
                turn.head + _join_sentences(sentences) if sentences else turn.began
            )
    own += _tell_gains(events, reader)
    others += [*tell_vain(events), *tell_book(events)]
    foretold = [event for event in events if event.kind == _FORETOLD]
    if foretold:
        others.append(tell_foretold(foretold))
    return Story(_tell_lead(events, phrases), own, others)


def call_seats(known: View) -> list[str]:
    """What sentences call the seats, in table order."""
    return [YOU if number == known.reader else seat.name for number, seat in enumerate(known.seats)]


def _list_table_turns(known: View, events: Sequence[Event], reader: str | None) -> Iterator[_TableTurn]:
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


def _group_events(events: Sequence[Event]) -> list[list[Event]]:
    """The events of a table turn, each with those that are told with it; without those that are told elsewhere."""
    still_open = list_open(events)
    groups: list[list[Event]] = []
    for event in events:
        if groups and _FOLLOWS.get(event.kind) == groups[-1][0].kind:
            groups[-1].append(event)
        elif event.kind not in (*TOLD_OF_TRADES, _FORETOLD, GAME_OVER) or event in still_open:
            groups.append([event])
    return groups


def _tell(group: Sequence[Event], phrases: Mapping[str, Phrase]) -> Clause:
    event = group[0]
    if event.kind == "dice-rolled":
        return tell_roll(group)
    phrase = PHRASES.get(event.kind) or phrases.get(event.kind)
    if phrase is None:
        raise ValueError(event.kind)
    return phrase(event)


def _tell_in(turn: _TableTurn, group: Sequence[Event], phrases: Mapping[str, Phrase]) -> Clause:
    """The same in a ``turn``: what the reader discarded on somebody else's says whose 7 it was."""
    clause = _tell(group, phrases)
    if group[0].kind == _DISCARDED and clause.seat == YOU != turn.seat:
        return clause._replace(words=f"{clause.words} on {possess(turn.seat)} {SEVEN}")
    return clause


def _write_sentences(clauses: Sequence[Clause]) -> list[str]:
    """What one seat does on end in one sentence, and so what several do alike, without full stops."""
    sentences: list[str] = []
    rest = list(clauses)
    while rest:
        first = rest[0]
        if first.together is not None:
            named: list[str] = []
            while rest and rest[0].together is first.together:
                named.append(rest.pop(0).words)
            sentences.append(first.together(named))
            continue
        if first.seat is None:
            sentences.append(first.words)
            del rest[0]
            continue
        alike = _count_alike(rest)
        if alike > 1:
            verb, _, what = first.words.partition(" ")
            also = [f"{clause.seat} {clause.words.partition(' ')[2]}" for clause in rest[1:alike]]
            told = [f"{first.seat} {verb} {what}", *also]
            sentences.append(_join_apart(told, told))
            del rest[:alike]
            continue
        deeds: list[Clause] = []
        while rest and rest[0].seat == first.seat:
            if deeds and len(f"{first.seat} {_join_deeds([*deeds, rest[0]])}") > _LONGEST_SENTENCE:
                break
            deeds.append(rest.pop(0))
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
    return " ".join(
        _write_line(sentence) if number else end_sentence(sentence) for number, sentence in enumerate(sentences)
    )


def _write_line(sentence: str) -> str:
    return begin(end_sentence(sentence))


def _tell_gains(events: Sequence[Event], reader: str | None) -> Iterator[str]:
    """What the rolls of others brought the reader."""
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


def _tell_lead(events: Sequence[Event], phrases: Mapping[str, Phrase]) -> str:
    """Who won, and with what; nothing while the game goes on."""
    if not events or events[-1].kind != GAME_OVER:
        return ""
    facts = events[-1].facts
    winner = cast("Sequence[str]", facts["winners"])[0]
    deeds: list[str] = []
    for event in reversed(events[:-1]):
        if event.kind == _TURN_BEGAN:
            return tell_victory(facts, deeds) if deeds else tell_begun_victory(facts, winner)
        if event.kind in TOLD_OF_TRADES or event.facts.get("seat") != winner:
            continue
        clause = _tell([event], phrases)
        if clause.wins:
            return tell_victory(facts, deeds, clause.wins)
        if clause.seat != winner:
            continue
        deeds.insert(0, clause.words)
        if event.kind not in _CONSEQUENCES:
            break
    return tell_victory(facts, deeds)


def _join_deeds(clauses: Sequence[Clause]) -> str:
    """``built a road and a city, and bought a card``: a verb that several share is said once, and so is the bank."""
    parts: list[str] = []
    for verb, group in groupby(_count_deeds(clauses), key=lambda deed: deed.verb):
        deeds = list(group)
        if verb == GAVE:
            told = _join_trades(deeds)
        elif len(deeds) > 1 and all(deed.what.endswith(WITH_BANK) for deed in deeds):
            trades = [deed._replace(what=deed.what.removesuffix(WITH_BANK)) for deed in deeds]
            told = f"{join_words(_tell_often(trades))}{WITH_BANK}"
        else:
            told = join_words(_tell_often(deeds))
        parts.append(f"{verb} {told}".rstrip())
    return _join_apart(parts, parts[:-1])


def _join_trades(deeds: Sequence[_Deed]) -> str:
    """``amira 1 ore for 1 wool, and twice 1 brick for 1 wool``: who is given to several times on end is named once."""
    parts: list[str] = []
    for whom, group in groupby(deeds, key=lambda deed: deed.whom):
        *told, last = _tell_often([deed._replace(what=deed.what.removeprefix(f"{whom} ")) for deed in group])
        parts.append(f"{whom} {', '.join([*told, f'and {last}'] if told else [last])}")
    return _join_apart(parts, parts)


def _tell_often(deeds: Sequence[_Deed]) -> list[str]:
    """Each of ``deeds`` and how often; among several that stands first, for it is of no other."""
    if len(deeds) == 1:
        return [f"{deed.what} {deed.often}".rstrip() for deed in deeds]
    return [f"{deed.often} {deed.what}".lstrip() for deed in deeds]


def _join_apart(parts: Sequence[str], wordy: Sequence[str]) -> str:
    """``parts`` in a list, with a comma before its ``and`` where one of those that are ``wordy`` has an ``and`` too."""
    if len(parts) > 1 and any(" and " in part for part in wordy):
        return ", ".join([*parts[:-1], f"and {parts[-1]}"])
    return join_words(parts)


def _count_deeds(clauses: Sequence[Clause]) -> Iterator[_Deed]:
    """What was done; what was done again at once is counted, such as buying hidden cards."""
    for words, group in groupby(clauses, key=lambda clause: clause.words):
        whom, *again = (clause.whom for clause in group)
        verb, _, what = words.partition(" ")
        count = 1 + len(again)
        if again and words == BOUGHT:
            yield _Deed(verb, f"{count} development cards", whom)
        else:
            yield _Deed(verb, what, whom, say_times(count) if again else "")


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
    earlier: list[str] = []
    counters: list[str] = []
    beaten: list[str] = []
    waiting: list[Event] = []
    for event in events:
        if event.kind == _CLOSED:
            seat = str(event.facts["seat"])
            if waiting and waiting[0].kind == _PROPOSED:
                asked.setdefault(seat, Counter())[_name_wanted(waiting[0])] += 1
            else:
                earlier.append(f"{possess(seat)} earlier proposal")
            counters += [_tell_counter(countered) for countered in waiting if countered.kind == _COUNTERED]
        elif event.kind == _TRADED:
            beaten += [_tell_counter(one) for one in waiting if one.kind == _COUNTERED and not _is_taken(one, event)]
        waiting = list_open([*waiting, event])
    wishes = [f"{seat} asked for {_join_counts(wanted)}" for seat, wanted in asked.items()]
    vain = [f"Nobody took {join_words(dict.fromkeys(earlier))}"] if earlier else []
    vain += [f"No takers: {'; '.join(wishes)}"] if wishes else []
    if vain:
        yield f"{'; '.join(['. '.join(vain), *dict.fromkeys(counters)])}."
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
    often = {name: say_times(count).replace(" ", NO_BREAK) for name, count in wanted.items()}
    return join_words([name if count == 1 else f"{name} ({often[name]})" for name, count in wanted.items()])


def _tell_counter(event: Event) -> str:
    facts = event.facts
    give, get = (tell_cards(facts[key]) for key in ("give", "get"))
    return f"{facts['seat']} offered {facts['to']} {give} for {get} in return"


def tell_book(events: Sequence[Event]) -> Iterator[str]:
    """How many offers each seat has made and withdrawn; the trade book has them."""
    changed: dict[str, Counter[str]] = {}
    for event in events:
        if event.kind in {_POSTED, _WITHDRAWN}:
            changed.setdefault(str(event.facts["seat"]), Counter())[event.kind] += 1
    deals = []
    for seat, counts in changed.items():
        made = [f"made {count_of(counts[_POSTED], 'new offer')}"] if counts[_POSTED] else []
        made += [f"withdrew {counts[_WITHDRAWN]}"] if counts[_WITHDRAWN] else []
        deals.append(f"{seat} {join_words(made)}")
    if deals:
        yield f"Offers: {'; '.join(deals)}."
