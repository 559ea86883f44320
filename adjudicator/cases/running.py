"""Running a case: the position, what is done in it, every expectation that is not met, and how that is told.

What a seat sends is made into a move file and judged as any other, its problems traced back to the case.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.cases import Case, CaseStep, ScriptedDraw, find_notation, read_case
from adjudicator.cases.expectations import Difference, Remark, StepResult, compare_step
from adjudicator.core.agenda import EMPTY, Agenda, enlist
from adjudicator.core.chance import Label
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import adjudicate
from adjudicator.core.json_value import JsonValue
from adjudicator.core.notation import ActionTextError, PositionError, PositionFault, keep_board
from adjudicator.core.order import MoveFile, Place, Problem, describe
from adjudicator.core.table import Event, Pacing, Seat
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.reader import Path, read_document
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES
from adjudicator.intake.sentences import invalid, printable
from adjudicator.kit.words import join_words
from adjudicator.registry import AnyGame

GAME_ID = "case"
TURN = 1
SENTENCES: Mapping[str, str] = {
    **INTAKE_SENTENCES,
    "empty-file": "the file says nothing; write case, title, game, edition, seats, rule, basis, why and before",
    "line-break": (
        "only a drawing (text) and an option may have several lines; write this in one line, or go on indented "
        "without |"
    ),
    "drawing-indent": "a drawing whose first line is not its leftmost one stands behind 'text: |2', two blanks in",
    "no-beginning": "the case begins nowhere; give a position (before), or setup: true",
    "two-beginnings": "the case begins twice; give either a position (before) or setup: true",
    "no-set-up": "only a set-up can be impossible; the case has none (setup: true)",
    "unknown-game": "{says}",
    "no-cases": "{game} does not say how positions are written, so there are no cases of it",
    "unknown-edition": "there is no edition {written} of {game}; there are {known}",
    "unknown-option": "there is no option {written} of {game}; there are {known}",
    "unknown-value": "the option {key} is one of {known}, not {written}",
    "wrong-number-of-seats": "{game} is for {seats}, not for {written}",
    "unknown-ruling": "{game} has no ruling {written}; there are {known}",
    "unknown-seat": "there is no seat {written} in this case; the seats are {known}",
    "position": "{says}",
    "not-an-action": "'{written}' asks for nothing that {game} knows ({reason})",
}
"""Patterns by code, filled by :func:`adjudicator.core.order.describe`."""
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


def open_intake(game: AnyGame, state: Any, agendas: Mapping[Seat, Agenda]) -> IntakeContext:  # noqa: ANN401 - a state is its game's business
    """What the files that seats send are judged against in ``state``."""
    return IntakeContext(game, GAME_ID, game.kernel.seats(state), state, agendas, TURN, head="")


def send(
    intake: IntakeContext, case: Case, step: CaseStep, seat: Seat, body: JsonValue
) -> tuple[MoveFile | None, list[Remark]]:
    """The move file of ``seat`` where it is accepted, and all that the check says of it.

    ``body`` is a list of orders, or the keys of a move file.
    """
    is_bare = not isinstance(body, Mapping)
    keys: Mapping[str, JsonValue] = body if isinstance(body, Mapping) else {"orders": body}
    data = json.dumps({"game": GAME_ID, "turn": TURN, "seat": seat, **keys}).encode()
    judgement = intake.judge(data, seat)
    way = (*step.path, "orders", seat)
    paths = _trace(data)
    remarks = []
    for problem in judgement.problems:
        path, is_key = paths.get(problem.place, ((), False))
        order = path[1] + 1 if len(path) > 1 and path[0] == "orders" and isinstance(path[1], int) else 0
        there = (*way, *(path[1:] if is_bare else path))
        place = case.document.key_places.get(there) if is_key else None
        sentence = describe(problem, intake.sentences)
        remarks.append(Remark(seat, problem, place or case.place_of(there), order, sentence))
    return judgement.file if judgement.state in ACCEPTED else None, remarks


def _trace(data: bytes) -> dict[Place, tuple[Path, bool]]:
    """Which value, or key, begins at each place of ``data``."""
    document, _ = read_document(data)
    if document is None:
        return {}
    keys = {place: (path, True) for path, place in document.key_places.items()}
    return keys | {place: (path, False) for path, place in document.places.items()}


class _CutShortError(Exception):
    """The case cannot go on: an action in it is not legal."""


class Result(NamedTuple):
    """How the case in ``file`` came out: what differs, and what in the file could not be understood.

    ``case`` is None where the file could not be read.
    """

    file: str
    case: Case | None
    differences: tuple[Difference, ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether the case was read and everything is as it says."""
        return not self.differences and not self.problems

    def to_lines(self) -> list[str]:
        """One line, and below it one for everything that is wrong."""
        name, title = (self.case.id, self.case.title) if self.case else ("?", self.file)
        wrong = [(problem.place, describe(problem, SENTENCES)) for problem in self.problems]
        wrong += [(difference.place, difference.describe()) for difference in self.differences]
        places = sorted(wrong, key=lambda said: said[0])
        return [
            f"{'ok  ' if self.ok else 'FAIL'} {name:<7} {title}",
            *(f"  {self.file}:{place.line}:{place.column}: {words}" for place, words in places),
        ]

    def to_json(self) -> dict[str, JsonValue]:
        """The result with the keys that scripts rely on."""
        return {
            "case": self.case.id if self.case else None,
            "file": self.file,
            "game": self.case.game if self.case else None,
            "title": self.case.title if self.case else None,
            "rulings": list(self.case.rulings) if self.case else [],
            "ok": self.ok,
            "differences": [difference.to_json() for difference in self.differences],
            "problems": [
                {"code": problem.code, **problem.place._asdict(), "message": describe(problem, SENTENCES)}
                for problem in self.problems
            ],
        }


def _run_case(case: Case, game: AnyGame, file: str) -> Result:
    """Play ``case`` of ``file`` against ``game``. Whatever the case says wrongly is found; nothing is raised for it."""
    trial = _Trial(case, game)
    try:
        trial.run()
    except PositionError as error:
        trial.problems += trial.locate(error.faults)
    except _CutShortError:
        pass
    except UnscriptedDrawError as error:
        trial.differ(("draws",), f"the draw {error}", "no draw, or one that is listed", "not listed")
    return Result(file, case, (*trial.differences, *trial.chance.differences), tuple(trial.problems))


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
            state = find_notation(self.game).read_position(self.case.before, self.case.setting)
        agendas: Mapping[Seat, Agenda] = dict.fromkeys(kernel.seats(state), EMPTY)
        for step in self.case.steps:
            happened = self.do(step, state, agendas)
            state, agendas = happened.state, happened.agendas
            self.way = (*step.path, "after")
            happened = happened._replace(events=[*events, *happened.events])
            self.differences += compare_step(self.case, step, self.game, happened)
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
                said = f"to be refused with {join_words(missing)}" if words else "to be possible"
                self.differ(("impossible",) if words else ("setup",), "the set-up", said, f"refused: {error}")
            raise _CutShortError from error
        if words:
            self.differ(("impossible",), "the set-up", "to be refused", "possible")
        return state, events

    def do(self, step: CaseStep, state: Any, agendas: Mapping[Seat, Agenda]) -> StepResult:  # noqa: ANN401
        """Carry out the actions of a step, then its orders."""
        events: list[Event] = []
        for number, item in enumerate(step.content.get("actions", ())):
            ((seat, text),) = item.items()
            state, happened = self.act(state, seat, text, (*step.path, "actions", number))
            events += happened
        run = step.content.get("run", {})
        pacing = Pacing(run.get("pacing", self.game.default_pacing.value))
        falls_back = run.get("blocked") == "fallback"
        if "orders" not in step.content and "run" not in step.content:
            return StepResult(state, events, None, agendas, (), pacing, falls_back)
        intake, remarks, enlisted = open_intake(self.game, state, agendas), [], dict(agendas)
        for seat, body in step.content.get("orders", {}).items():
            file, said = send(intake, self.case, step, seat, body)
            remarks += said
            if file is not None:
                enlisted[seat] = enlist(
                    enlisted[seat], file, seat, self.game.orders.answer_kinds, self.game.orders.closing
                )
        when_silent = WhenSilent(falls_back, late=bool(run.get("late")), force=bool(run.get("force")))
        verdict = adjudicate(self.game, state, enlisted, self.chance, pacing, when_silent)
        events += verdict.events
        return StepResult(verdict.state, events, verdict, verdict.agendas, remarks, pacing, falls_back)

    def act(self, state: Any, seat: Seat, text: str, path: Path) -> tuple[Any, Sequence[Event]]:  # noqa: ANN401
        """One action on the table. Raises :class:`_CutShortError` where it is not legal."""
        kernel, what = self.game.kernel, f"{seat}: {text}"
        try:
            action = find_notation(self.game).read_action(state, text)
        except ActionTextError as error:
            facts = {"written": printable(text), "game": self.game.title, "reason": error.code}
            self.problems.append(invalid("not-an-action", self.case.place_of((*path, seat)), **facts))
            raise _CutShortError from error
        movers = [decision.seat for decision in kernel.decisions(state)]
        if seat not in movers:
            self.differ(path, what, "to be on move", f"{movers[0]} is" if movers else "the game is over")
            raise _CutShortError
        if not kernel.is_legal(state, seat, action):
            self.differ(
                path, what, "to be legal", f"not legal: {find_notation(self.game).explain(state, seat, action)}"
            )
            raise _CutShortError
        after, events = kernel.apply(state, seat, action, self.chance)
        return after, events


def run_file(data: bytes, file: str) -> Result:
    """Read and run the case in ``data``, which is known as ``file``."""
    case, game, problems = read_case(data)
    if case is None or game is None:
        return Result(file, None, (), problems)
    return _run_case(case, game, file)
