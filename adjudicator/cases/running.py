"""Running a case: the position, what is done in it, and every expectation that is not met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from adjudicator.cases.case import Case, CaseStep, ScriptedDraw, bench_of
from adjudicator.cases.expectations import (
    Difference,
    compare_events,
    compare_legal,
    compare_neutral,
    compare_refused,
    compare_remarks,
    compare_told,
    compare_turn,
    compare_view,
)
from adjudicator.cases.reading import own_expectations
from adjudicator.cases.sending import Remark, open_intake, send
from adjudicator.core.agenda import EMPTY, Agenda, enlist
from adjudicator.core.bench import ActionTextError, PositionError, PositionFault, keep_board
from adjudicator.core.chance import Label
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Verdict, adjudicate
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.problem import Problem
from adjudicator.core.table import Pacing, Seat
from adjudicator.intake.reader import Path
from adjudicator.intake.sentences import invalid, printable
from adjudicator.registry import AnyGame

_SETUP = 0
"""The epoch of the set-up."""


class UnscriptedDrawError(Exception):
    """The rules drew something of which the case says nothing; its name is the argument."""


class ScriptedChance:
    """Gives what is scripted; in the set-up the first of what there is for the rest."""

    def __init__(self, script: Sequence[ScriptedDraw]) -> None:
        self._left = {draw.label: draw for draw in reversed(script)}
        self.differences: list[Difference] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`. Raises :class:`UnscriptedDrawError`."""
        del hidden
        name = " ".join(map(str, label))
        scripted = self._left.pop(name, None)
        if scripted is None:
            if epoch != _SETUP:
                raise UnscriptedDrawError(name)
            return 0
        if scripted.of not in {None, below}:
            what = f"outcomes of the draw {name}"
            self.differences.append(Difference(scripted.place, what, str(scripted.of), str(below)))
        if scripted.gives >= below:
            what = f"the draw {name}"
            self.differences.append(Difference(scripted.place, what, str(scripted.gives), f"0 to {below - 1}"))
            return 0
        return scripted.gives

    def find_unused(self) -> list[Difference]:
        """A difference for every scripted draw that was never made."""
        return [
            Difference(draw.place, f"the draw {draw.label}", "to be made", "never made") for draw in self._left.values()
        ]


class CaseFinding(NamedTuple):
    """How a case came out: what differs, and what in the file could not be understood while running it."""

    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether everything is as the case says."""
        return not self.differences and not self.problems


class StepResult(NamedTuple):
    """What came of a step."""

    events: Sequence[Event]
    verdict: Verdict[Any] | None
    agendas: Mapping[Seat, Agenda]
    remarks: Sequence[Remark]
    pacing: Pacing
    falls_back: bool
    """Whether a blocked seat's fallback is used at once."""


class _CutShortError(Exception):
    """The case cannot go on: an action in it is not legal."""


def run_case(case: Case, game: AnyGame) -> CaseFinding:
    """Play ``case`` against ``game``. Whatever the case says wrongly is found; nothing is raised for it."""
    trial = _Trial(case, game)
    try:
        trial.run()
    except PositionError as error:
        trial.problems += trial.locate(error.faults)
    except _CutShortError:
        pass
    except UnscriptedDrawError as error:
        trial.differ(("draws",), f"the draw {error}", "no draw, or one that is listed", "not listed")
    return CaseFinding((*trial.differences, *trial.chance.differences), tuple(trial.problems))


class _Trial:
    """A case under way."""

    def __init__(self, case: Case, game: AnyGame) -> None:
        self.case = case
        self.game = game
        self.chance = ScriptedChance(case.draws)
        self.differences: list[Difference] = []
        self.problems: list[Problem] = []
        self.way: Path = ("before",)

    def differ(self, path: Path, what: str, expected: str, got: str) -> None:
        self.differences.append(Difference(self.case.place_of(path), what, expected, got))

    def locate(self, faults: Sequence[PositionFault]) -> list[Problem]:
        """The faults of a position as problems of the file."""
        problems = []
        for fault in faults:
            path = (*self.way, *fault.path)
            key = self.case.document.key_places.get(path) if fault.is_key else None
            place = key or self.case.place_in_text(path, fault.line, fault.column)
            problems.append(invalid("position", place, says=fault.says))
        return problems

    def run(self) -> None:
        kernel = self.game.kernel
        events: list[Event] = []
        if self.case.before is None:
            state, drawn = self.set_up()
            events += drawn
        else:
            state = bench_of(self.game).read_position(self.case.before, self.case.setting)
        agendas: Mapping[Seat, Agenda] = dict.fromkeys(kernel.seats(state), EMPTY)
        for step in self.case.steps:
            state, happened = self.do(step, state, agendas)
            agendas = happened.agendas
            self.judge(step, state, happened._replace(events=[*events, *happened.events]))
            events = []
        self.differences += self.chance.find_unused()

    def set_up(self) -> tuple[Any, Sequence[Event]]:
        """The set-up. Raises :class:`_CutShortError` where it is refused."""
        words = self.case.impossible
        try:
            setting, _ = keep_board(self.game.boards, self.case.setting)
            state, events = self.game.kernel.setup(setting, self.chance)
        except ValueError as error:
            missing = [word for word in words if word not in str(error)]
            if missing or not words:
                said = f"to be refused with {', '.join(missing)}" if words else "to be possible"
                self.differ(("impossible",) if words else ("setup",), "the set-up", said, f"refused: {error}")
            raise _CutShortError from error
        if words:
            self.differ(("impossible",), "the set-up", "to be refused", "possible")
        return state, events

    def do(self, step: CaseStep, state: Any, agendas: Mapping[Seat, Agenda]) -> tuple[Any, StepResult]:  # noqa: ANN401
        """Carry out the actions of a step, then its orders."""
        events: list[Event] = []
        for number, item in enumerate(cast("Sequence[Mapping[str, str]]", step.content.get("actions", ()))):
            ((seat, text),) = item.items()
            state, happened = self.act(state, seat, text, (*step.path, "actions", number))
            events += happened
        run = cast("JsonObject", step.content.get("run", {}))
        pacing = Pacing(run.get("pacing", self.game.default_pacing.value))
        falls_back = run.get("blocked") == "fallback"
        if "orders" not in step.content and "run" not in step.content:
            return state, StepResult(events, None, agendas, (), pacing, falls_back)
        intake, remarks, enlisted = open_intake(self.game, state, agendas), [], dict(agendas)
        for seat, body in cast("Mapping[str, JsonValue]", step.content.get("orders", {})).items():
            file, said = send(intake, self.case, step, seat, body)
            remarks += said
            if file is not None:
                enlisted[seat] = enlist(enlisted[seat], file, seat, self.game.orders.answer_kinds)
        when_silent = WhenSilent(falls_back, late=bool(run.get("late")), force=bool(run.get("force")))
        verdict = adjudicate(self.game, state, enlisted, self.chance, pacing, when_silent)
        events += verdict.events
        return verdict.state, StepResult(events, verdict, verdict.agendas, remarks, pacing, falls_back)

    def act(self, state: Any, seat: Seat, text: str, path: Path) -> tuple[Any, Sequence[Event]]:  # noqa: ANN401
        """One action on the table. Raises :class:`_CutShortError` where it is not legal."""
        kernel, what = self.game.kernel, f"{seat}: {text}"
        try:
            action = bench_of(self.game).read_action(state, text)
        except ActionTextError as error:
            facts = {"written": printable(text), "game": self.game.title, "reason": error.code}
            self.problems.append(invalid("not-an-action", self.case.place_of((*path, seat)), **facts))
            raise _CutShortError from error
        movers = [decision.seat for decision in kernel.decisions(state)]
        if seat not in movers:
            self.differ(path, what, "to be on move", f"{movers[0]} is" if movers else "the game is over")
            raise _CutShortError
        if not kernel.is_legal(state, seat, action):
            self.differ(path, what, "to be legal", f"not legal: {bench_of(self.game).explain(state, seat, action)}")
            raise _CutShortError
        after, events = kernel.apply(state, seat, action, self.chance)
        return after, events

    def judge(self, step: CaseStep, state: Any, happened: StepResult) -> None:  # noqa: ANN401
        """Hold everything the step says against what came of it."""
        case, game = self.case, self.game
        self.differences += compare_remarks(case, step, happened.remarks)
        self.differences += compare_events(case, step, happened.events)
        self.differences += compare_told(case, step, game, happened.events)
        self.differences += compare_turn(case, step, game, state, happened)
        if "after" in step.content:
            self.way = (*step.path, "after")
            self.differences += compare_neutral(case, step, game, state)
            for mismatch in bench_of(game).compare(state, own_expectations(step)):
                self.differ((*self.way, *mismatch.path), mismatch.what, mismatch.expected, mismatch.got)
        self.differences += compare_view(case, step, game, state, happened)
        self.differences += compare_legal(case, step, game, state)
        self.differences += compare_refused(case, step, game, state)
