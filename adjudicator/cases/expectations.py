"""The expectations that every game shares: each held against what came of a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from adjudicator.cases.case import Case, CaseStep, bench_of, own_expectations
from adjudicator.core.agenda import Agenda
from adjudicator.core.bench import ActionTextError
from adjudicator.core.chance import NoChance
from adjudicator.core.driver import Verdict
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.missing_orders import find_missing, list_asked
from adjudicator.core.order import Place, Problem
from adjudicator.core.table import Event, IllegalActionError, Onlooker, Pacing, Reader, Seat
from adjudicator.intake.reader import Path
from adjudicator.registry import AnyGame


class Difference(NamedTuple):
    """One expectation that was not met, and where it stands in the file."""

    place: Place
    what: str
    expected: str
    got: str

    def describe(self) -> str:
        """The difference in a line."""
        return f"{self.what}: expected {self.expected}, got {self.got}"

    def to_json(self) -> dict[str, JsonValue]:
        """The difference as JSON."""
        return {
            "line": self.place.line,
            "column": self.place.column,
            "what": self.what,
            "expected": self.expected,
            "got": self.got,
        }


class Remark(NamedTuple):
    """A problem that the check found, where it stands in the case, and the number of the order (0 for none)."""

    seat: Seat
    problem: Problem
    place: Place
    order: int
    sentence: str

    def describe(self) -> str:
        """The remark in a line."""
        where = f", order {self.order}" if self.order else ""
        return f"{self.seat}{where}: {self.problem.code} ({self.problem.gravity.value}: {self.sentence})"


class StepResult(NamedTuple):
    """What came of a step; ``state`` is the position after it."""

    state: Any
    events: Sequence[Event]
    verdict: Verdict[Any] | None
    agendas: Mapping[Seat, Agenda]
    remarks: Sequence[Remark]
    pacing: Pacing
    falls_back: bool
    """Whether a blocked seat's fallback is used at once."""


_READERS = {reader.value: reader for reader in Onlooker}
_LEGAL = "legal"


def compare_step(case: Case, step: CaseStep, game: AnyGame, happened: StepResult) -> Iterator[Difference]:
    """Where what came of ``step`` is not what it says. Raises ``PositionError`` for a position that cannot be."""
    events = happened.events
    yield from _compare_remarks(case, step, happened.remarks)
    yield from _compare_events(case, (*step.path, "events"), "", step.content.get("events"), events)
    yield from _compare_told(case, step, game, events)
    yield from _compare_turn(case, step, game, happened)
    if "after" in step.content:
        yield from _compare_neutral(case, step, game, happened.state)
        for mismatch in bench_of(game).compare(happened.state, own_expectations(step)):
            place = case.place_of((*step.path, "after", *mismatch.path))
            yield Difference(place, mismatch.what, mismatch.expected, mismatch.got)
    yield from _compare_view(case, step, game, happened)
    yield from _compare_legal(case, step, game, happened.state)
    yield from _compare_refused(case, step, game, happened.state)


def _compare_told(case: Case, step: CaseStep, game: AnyGame, events: Sequence[Event]) -> Iterator[Difference]:
    """What readers are told of the events."""
    for name, expected in cast("Mapping[str, JsonValue]", step.content.get("told", {})).items():
        heard = [game.views.hear(event, _READERS.get(name, name)) for event in events]
        known = [event for event in heard if event is not None]
        yield from _compare_events(case, (*step.path, "told", name), f" told to {name}", expected, known)


def _compare_events(
    case: Case, path: Path, whose: str, expected: JsonValue, events: Sequence[Event]
) -> Iterator[Difference]:
    if isinstance(expected, Mapping):
        for number, item in enumerate(cast("Sequence[JsonValue]", expected.get("includes", ()))):
            if not any(_is_event(item, event) for event in events):
                place = case.place_of((*path, "includes", number))
                yield Difference(place, f"events{whose}", _say_expected(item), _join(map(_say_event, events)))
        for number, item in enumerate(cast("Sequence[JsonValue]", expected.get("excludes", ()))):
            for event in events:
                if _is_event(item, event):
                    place = case.place_of((*path, "excludes", number))
                    yield Difference(place, f"events{whose}", f"no {_say_expected(item)}", _say_event(event))
    elif expected is not None:
        items = cast("Sequence[JsonValue]", expected)
        for number in range(max(len(items), len(events))):
            said = _say_expected(items[number]) if number < len(items) else "nothing more"
            got = _say_event(events[number]) if number < len(events) else "nothing more"
            if number >= min(len(items), len(events)) or not _is_event(items[number], events[number]):
                yield Difference(case.place_of((*path, number)), f"event {number + 1}{whose}", said, got)


def _split_event(item: JsonValue) -> tuple[str, JsonObject]:
    if isinstance(item, str):
        return item, {}
    ((kind, facts),) = cast("Mapping[str, JsonObject]", item).items()
    return kind, facts


def _is_event(item: JsonValue, event: Event) -> bool:
    kind, facts = _split_event(item)
    return kind == event.kind and all(_is_same(value, event.facts.get(key)) for key, value in facts.items())


def _is_same(expected: JsonValue, got: JsonValue) -> bool:
    """Lists are compared without regard to order."""
    if isinstance(expected, list) and isinstance(got, Sequence) and not isinstance(got, str):
        return sorted(map(str, expected)) == sorted(map(str, got))
    return expected == got


def _say_expected(item: JsonValue) -> str:
    kind, facts = _split_event(item)
    return _say_event(Event(kind, facts))


def _say_event(event: Event) -> str:
    return f"{event.kind} ({_say_facts(event.facts)})" if event.facts else event.kind


def _say_facts(facts: JsonObject) -> str:
    return ", ".join(f"{key} {_say(value)}" for key, value in facts.items())


def _say(value: JsonValue) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case Mapping():
            return f"({_say_facts(value)})"
        case _:
            return f"[{', '.join(map(_say, value))}]"


def _join(words: Iterable[str]) -> str:
    return "; ".join(words) or "none"


def _compare_remarks(case: Case, step: CaseStep, remarks: Sequence[Remark]) -> Iterator[Difference]:
    """Every problem of the orders is expected, and every expected one is found."""
    path = (*step.path, "problems")
    left = list(remarks)
    for number, item in enumerate(cast("Sequence[JsonObject]", step.content.get("problems", ()))):
        found = next((remark for remark in left if _is_remark(item, remark)), None)
        if found is None:
            got = _join(remark.describe() for remark in left)
            yield Difference(case.place_of((*path, number)), "problem", _say_facts(item), got)
        else:
            left.remove(found)
    for remark in left:
        yield Difference(remark.place, "problem", "none", remark.describe())


def _is_remark(item: JsonObject, remark: Remark) -> bool:
    facts = {
        "seat": remark.seat,
        "code": remark.problem.code,
        "gravity": remark.problem.gravity.value,
        "order": remark.order,
        "line": remark.place.line,
    }
    return all(facts[key] == value for key, value in item.items())


def _compare_turn(case: Case, step: CaseStep, game: AnyGame, happened: StepResult) -> Iterator[Difference]:
    """Why the turn stopped, what became of orders, what is kept, and who is asked and awaited next."""
    content, state, verdict = step.content, happened.state, happened.verdict
    if "stop" in content:
        got = verdict.stop.value if verdict else "no turn was run"
        yield from _differ(case, (*step.path, "stop"), "the turn's end", str(content["stop"]), got)
    for seat, fates in cast("Mapping[str, Sequence[str]]", content.get("fates", {})).items():
        results = verdict.results if verdict else ()
        got = _join(result.fate.value for result in results if result.seat == seat)
        yield from _differ(case, (*step.path, "fates", seat), f"fates of {seat}'s orders", _join(fates), got)
    for seat, orders in cast("Mapping[str, Sequence[str]]", content.get("kept", {})).items():
        agenda = happened.agendas[seat]
        got = _join(game.orders.quote(item.order) for item in (*agenda.items, *agenda.later, *agenda.answers))
        yield from _differ(case, (*step.path, "kept", seat), f"orders kept of {seat}", _join(orders), got)
    if "asks" in content:
        said = _say_facts(cast("JsonObject", content["asks"]))
        asks = list_asked(game, state, happened.agendas, happened.pacing)
        got = _say_facts({ask.seat: ask.due for ask in asks})
        yield from _differ(case, (*step.path, "asks"), "asked next", said or "nobody", got or "nobody")
    if "awaits" in content:
        said = _join(cast("Sequence[str]", content["awaits"]))
        asks = list_asked(game, state, happened.agendas, happened.pacing)
        missing = find_missing(game, state, happened.agendas, asks, falls_back=happened.falls_back)
        got = _join(ask.seat for ask in missing)
        yield from _differ(case, (*step.path, "awaits"), "awaited next", said, got)


def _compare_neutral(case: Case, step: CaseStep, game: AnyGame, state: Any) -> Iterator[Difference]:  # noqa: ANN401
    """Points, table order, phase, the seat on move and the ending."""
    kernel, after, path = game.kernel, cast("JsonObject", step.content["after"]), (*step.path, "after")
    scores = {score.seat: score for score in kernel.scores(state)}
    for seat, points in cast("Mapping[str, JsonValue]", after.get("points", {})).items():
        if isinstance(points, Mapping):
            for part, said in points.items():
                got = scores[seat].parts.get(part)
                yield from _differ(
                    case, (*path, "points", seat, part), f"points of {seat} for {part}", _say(said), _say(got)
                )
        else:
            got_points = str(scores[seat].points)
            yield from _differ(case, (*path, "points", seat), f"points of {seat}", _say(points), got_points)
    facts: dict[str, tuple[str, JsonValue]] = {
        "table": ("table order", list(kernel.seats(state))),
        "phase": ("phase", kernel.phase(state)),
        "mover": ("seat on move", kernel.mover(state)),
        "ending": ("ending", kernel.ending(state)),
    }
    for key, (what, value) in facts.items():
        if key in after:
            yield from _differ(case, (*path, key), what, _say(after[key]), _say(value))


def _differ(case: Case, path: Path, what: str, expected: str, got: str) -> Iterator[Difference]:
    if expected != got:
        yield Difference(case.place_of(path), what, expected, got)


def _compare_view(case: Case, step: CaseStep, game: AnyGame, happened: StepResult) -> Iterator[Difference]:
    """What readers are shown."""
    for name, expected in cast("Mapping[str, JsonValue]", step.content.get("view", {})).items():
        reader: Reader = _READERS.get(name, name)
        shown = game.views.to_json(game.views.see(happened.state, happened.agendas, reader))
        yield from _compare_shown(case, (*step.path, "view", name), f"what {name} is shown", expected, shown)


def _compare_shown(case: Case, path: Path, what: str, expected: JsonValue, got: JsonValue) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _compare_shown(case, (*path, key), f"{what}, {key}", value, got.get(key, "no such thing"))
    elif not _is_same(expected, got):
        yield Difference(case.place_of(path), what, _say(expected), _say(got))


def _compare_legal(case: Case, step: CaseStep, game: AnyGame, state: Any) -> Iterator[Difference]:  # noqa: ANN401
    """What each seat's legal orders can end with."""
    for seat, starts in cast("Mapping[str, Mapping[str, JsonValue]]", step.content.get("legal", {})).items():
        known = game.views.see(state, {}, seat)
        texts = [_write(game.orders.write(known, action)) for action in game.kernel.legal(state, seat)]
        for start, expected in starts.items():
            path = (*step.path, "legal", seat, start)
            ends = {text.removeprefix(f"{start} ") for text in texts if text.startswith(f"{start} ")}
            what = f"legal for {seat}, {start}"
            if isinstance(expected, Mapping):
                missing = _names(expected.get("includes")) - ends
                extra = _names(expected.get("excludes")) & ends
            else:
                missing, extra = _names(expected) - ends, ends - _names(expected)
            if missing:
                yield Difference(case.place_of(path), what, _list(missing), f"not legal; legal are {_list(ends)}")
            if extra:
                yield Difference(case.place_of(path), what, f"not {_list(extra)}", "legal")


def _write(order: Mapping[str, JsonValue]) -> str:
    return " ".join(f"{key} {_say(value)}" for key, value in order.items())


def _names(value: JsonValue) -> set[str]:
    return {str(name) for name in cast("Sequence[JsonValue]", value or ())}


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _compare_refused(case: Case, step: CaseStep, game: AnyGame, state: Any) -> Iterator[Difference]:  # noqa: ANN401
    """Actions that must not be legal, and why."""
    for number, item in enumerate(cast("Sequence[Mapping[str, str]]", step.content.get("refused", ()))):
        seat, text = next((seat, text) for seat, text in item.items() if seat != "because")
        got = _find_reason(game, state, seat, text)
        path = (*step.path, "refused", number, "because")
        yield from _differ(case, path, f"{seat}: {text}", f"refused as {item['because']}", got)


def _find_reason(game: AnyGame, state: Any, seat: str, text: str) -> str:  # noqa: ANN401
    try:
        action = bench_of(game).read_action(state, text)
    except ActionTextError as error:
        return f"refused as {error.code}"
    if game.kernel.is_legal(state, seat, action):
        return _LEGAL
    if seat == game.kernel.mover(state):
        try:
            game.kernel.apply(state, seat, action, NoChance())
        except IllegalActionError:
            pass
        else:
            return "not among the legal actions, and yet carried out"
    return f"refused as {bench_of(game).explain(state, seat, action)}"
