"""The expectations that every game shares: each held against what came of a step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.cases import Case, CaseStep, find_notation, own_expectations
from adjudicator.core.agenda import Agenda
from adjudicator.core.chance import NoChance
from adjudicator.core.deadlines import find_missing, list_asked
from adjudicator.core.driver import Verdict
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import ActionTextError
from adjudicator.core.order import Place, Problem
from adjudicator.core.table import Event, IllegalActionError, Onlooker, Pacing, Seat
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
        return {**self.place._asdict(), "what": self.what, "expected": self.expected, "got": self.got}


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
    comparison = _Comparison(case, step, game, happened)
    yield from comparison.compare_remarks()
    yield from comparison.compare_events(("events",), "", step.content.get("events"), happened.events)
    yield from comparison.compare_told()
    yield from comparison.compare_turn()
    if "after" in step.content:
        yield from comparison.compare_neutral()
        for mismatch in find_notation(game).compare(happened.state, own_expectations(step)):
            yield comparison.differ(("after", *mismatch.path), mismatch.what, mismatch.expected, mismatch.got)
    yield from comparison.compare_view()
    yield from comparison.compare_legal()
    yield from comparison.compare_refused()


class _Comparison(NamedTuple):
    """What came of a step, and what the case says of it; paths lead on from the step."""

    case: Case
    step: CaseStep
    game: AnyGame
    happened: StepResult

    def differ(self, path: Path, what: str, expected: str, got: str) -> Difference:
        return Difference(self.case.place_of((*self.step.path, *path)), what, expected, got)

    def compare(self, path: Path, what: str, expected: str, got: str) -> Iterator[Difference]:
        if expected != got:
            yield self.differ(path, what, expected, got)

    def compare_remarks(self) -> Iterator[Difference]:
        """Every problem of the orders is expected, and every expected one is found."""
        left = list(self.happened.remarks)
        for number, item in enumerate(self.step.content.get("problems", ())):
            found = next((remark for remark in left if _is_remark(item, remark)), None)
            if found is None:
                got = _join(remark.describe() for remark in left)
                yield self.differ(("problems", number), "problem", _say_facts(item), got)
            else:
                left.remove(found)
        for remark in left:
            yield Difference(remark.place, "problem", "none", remark.describe())

    def compare_events(self, path: Path, whose: str, expected: Any, events: Sequence[Event]) -> Iterator[Difference]:  # noqa: ANN401 - as written
        """The events, or some of them, are those that are ``expected``, if any are."""
        if isinstance(expected, Mapping):
            for number, item in enumerate(expected.get("includes", ())):
                if not any(_is_event(item, event) for event in events):
                    got = _join(map(_say_event, events))
                    yield self.differ((*path, "includes", number), f"events{whose}", _say_expected(item), got)
            for number, item in enumerate(expected.get("excludes", ())):
                for event in events:
                    if _is_event(item, event):
                        said = f"no {_say_expected(item)}"
                        yield self.differ((*path, "excludes", number), f"events{whose}", said, _say_event(event))
        elif expected is not None:
            for number in range(max(len(expected), len(events))):
                said = _say_expected(expected[number]) if number < len(expected) else "nothing more"
                got = _say_event(events[number]) if number < len(events) else "nothing more"
                if number >= min(len(expected), len(events)) or not _is_event(expected[number], events[number]):
                    yield self.differ((*path, number), f"event {number + 1}{whose}", said, got)

    def compare_told(self) -> Iterator[Difference]:
        """What readers are told of the events."""
        for name, expected in self.step.content.get("told", {}).items():
            heard = [self.game.views.hear(event, _READERS.get(name, name)) for event in self.happened.events]
            known = [event for event in heard if event is not None]
            yield from self.compare_events(("told", name), f" told to {name}", expected, known)

    def compare_turn(self) -> Iterator[Difference]:
        """Why the turn stopped, what became of orders, what is kept, and who is asked and awaited next."""
        content, game, (state, _, verdict, agendas, _, pacing, falls_back) = self.step.content, self.game, self.happened
        if "stop" in content:
            got = verdict.stop.value if verdict else "no turn was run"
            yield from self.compare(("stop",), "the turn's end", content["stop"], got)
        for seat, fates in content.get("fates", {}).items():
            results = verdict.results if verdict else ()
            got = _join(result.fate.value for result in results if result.seat == seat)
            yield from self.compare(("fates", seat), f"fates of {seat}'s orders", _join(fates), got)
        for seat, orders in content.get("kept", {}).items():
            agenda = agendas[seat]
            got = _join(game.orders.quote(item.order) for item in (*agenda.items, *agenda.later, *agenda.answers))
            yield from self.compare(("kept", seat), f"orders kept of {seat}", _join(orders), got)
        asks = list_asked(game, state, agendas, pacing) if "asks" in content or "awaits" in content else ()
        if "asks" in content:
            said, got = _say_facts(content["asks"]), _say_facts({ask.seat: ask.due for ask in asks})
            yield from self.compare(("asks",), "asked next", said or "nobody", got or "nobody")
        if "awaits" in content:
            missing = find_missing(game, state, agendas, asks, falls_back=falls_back)
            got = _join(ask.seat for ask in missing)
            yield from self.compare(("awaits",), "awaited next", _join(content["awaits"]), got)

    def compare_neutral(self) -> Iterator[Difference]:
        """Points, table order, phase, the seat on move and the ending."""
        kernel, state, after = self.game.kernel, self.happened.state, self.step.content["after"]
        scores = {score.seat: score for score in kernel.scores(state)}
        for seat, points in after.get("points", {}).items():
            path, what = ("after", "points", seat), f"points of {seat}"
            if isinstance(points, Mapping):
                for part, said in points.items():
                    got = _say(scores[seat].parts.get(part))
                    yield from self.compare((*path, part), f"{what} for {part}", _say(said), got)
            else:
                yield from self.compare(path, what, _say(points), str(scores[seat].points))
        facts: dict[str, tuple[str, JsonValue]] = {
            "table": ("table order", list(kernel.seats(state))),
            "phase": ("phase", kernel.phase(state)),
            "mover": ("seat on move", kernel.mover(state)),
            "ending": ("ending", kernel.ending(state)),
        }
        for key, (what, value) in facts.items():
            if key in after:
                yield from self.compare(("after", key), what, _say(after[key]), _say(value))

    def compare_view(self) -> Iterator[Difference]:
        """What readers are shown."""
        views, happened = self.game.views, self.happened
        for name, expected in self.step.content.get("view", {}).items():
            shown = views.to_json(views.see(happened.state, happened.agendas, _READERS.get(name, name)))
            yield from self.compare_shown(("view", name), f"what {name} is shown", expected, shown)

    def compare_shown(self, path: Path, what: str, expected: JsonValue, got: JsonValue) -> Iterator[Difference]:
        if isinstance(expected, Mapping) and isinstance(got, Mapping):
            for key, value in expected.items():
                yield from self.compare_shown((*path, key), f"{what}, {key}", value, got.get(key, "no such thing"))
        elif not _is_same(expected, got):
            yield self.differ(path, what, _say(expected), _say(got))

    def compare_legal(self) -> Iterator[Difference]:
        """What each seat's legal orders can end with."""
        game, state = self.game, self.happened.state
        for seat, starts in self.step.content.get("legal", {}).items():
            known = game.views.see(state, {}, seat)
            texts = [_write(game.orders.write(known, action)) for action in game.kernel.legal(state, seat)]
            for start, expected in starts.items():
                ends = {text.removeprefix(f"{start} ") for text in texts if text.startswith(f"{start} ")}
                path, what = ("legal", seat, start), f"legal for {seat}, {start}"
                if isinstance(expected, Mapping):
                    missing = _names(expected.get("includes")) - ends
                    extra = _names(expected.get("excludes")) & ends
                else:
                    missing, extra = _names(expected) - ends, ends - _names(expected)
                if missing:
                    yield self.differ(path, what, _list(missing), f"not legal; legal are {_list(ends)}")
                if extra:
                    yield self.differ(path, what, f"not {_list(extra)}", "legal")

    def compare_refused(self) -> Iterator[Difference]:
        """Actions that must not be legal, and why."""
        for number, item in enumerate(self.step.content.get("refused", ())):
            seat, text = next((seat, text) for seat, text in item.items() if seat != "because")
            got = _find_reason(self.game, self.happened.state, seat, text)
            path = ("refused", number, "because")
            yield from self.compare(path, f"{seat}: {text}", f"refused as {item['because']}", got)


def _split_event(item: str | Mapping[str, JsonObject]) -> tuple[str, JsonObject]:
    if isinstance(item, str):
        return item, {}
    ((kind, facts),) = item.items()
    return kind, facts


def _is_event(item: str | Mapping[str, JsonObject], event: Event) -> bool:
    kind, facts = _split_event(item)
    return kind == event.kind and all(_is_same(value, event.facts.get(key)) for key, value in facts.items())


def _is_same(expected: JsonValue, got: JsonValue) -> bool:
    """Lists are compared without regard to order."""
    if isinstance(expected, list) and isinstance(got, Sequence) and not isinstance(got, str):
        return sorted(map(str, expected)) == sorted(map(str, got))
    return expected == got


def _say_expected(item: str | Mapping[str, JsonObject]) -> str:
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


def _is_remark(item: JsonObject, remark: Remark) -> bool:
    facts = {
        "seat": remark.seat,
        "code": remark.problem.code,
        "gravity": remark.problem.gravity.value,
        "order": remark.order,
        "line": remark.place.line,
    }
    return all(facts[key] == value for key, value in item.items())


def _write(order: Mapping[str, JsonValue]) -> str:
    return " ".join(f"{key} {_say(value)}" for key, value in order.items())


def _names(value: Iterable[JsonValue] | None) -> set[str]:
    return {str(name) for name in value or ()}


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _find_reason(game: AnyGame, state: Any, seat: str, text: str) -> str:  # noqa: ANN401
    try:
        action = find_notation(game).read_action(state, text)
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
    return f"refused as {find_notation(game).explain(state, seat, action)}"
