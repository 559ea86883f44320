"""What players read in the situation of every CASE: the answer to each file, what became of orders, reports, forms.

Each sentence stands where it comes first; ``sentences/<game>.txt`` has them all, to be read in one go.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from adjudicator.cases import Case, CaseStep, find_notation, read_case
from adjudicator.cases.expectations import StepResult
from adjudicator.cases.running import GAME_ID, TURN, UnscriptedDrawError, _CutShortError, _Trial, open_intake
from adjudicator.core.agenda import Agenda
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.deadlines import WhenSilent, list_asked, say_if_silent
from adjudicator.core.notation import ActionTextError
from adjudicator.core.order import Gravity, describe
from adjudicator.core.seat_names import NO_NAMES, show
from adjudicator.core.table import Seat
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.registry import AnyGame
from adjudicator.report.fates import tell_fates

CASES = Path(__file__).resolve().parents[1] / "cases"
SITUATIONS = Path(__file__).resolve().parent / "situations"
SENTENCES = Path(__file__).resolve().parent / "sentences"
_GRAVITIES = {Gravity.INVALID: "invalid", Gravity.ILLEGAL: "illegal", Gravity.UNWISE: "remark"}
_TITLE = re.compile(r"<title>([^<]*)</title>")
_BLANKS = re.compile(r"\s+")
_WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}|: [a-z]|[a-z]: ")
_NAMES = re.compile(
    r"\b(?:you|amira|bilal|chadi|carla|chen|dora|emil|pink|yellow|green|turquoise|purple|red|teal)\b|\b[A-Z]?\d+\b|[a-z]+-?(?=[:,;])"
)
"""What differs between lines of tables that say the same of others."""
GAMES = ("through-the-desert", "catan", "catan-caravans")


class _ReadAloud(_Trial):
    """A case under way, and what its players read in it."""

    def __init__(self, case: Case, game: AnyGame) -> None:
        super().__init__(case, game)
        self.lines: list[str] = []
        self.tables: list[str] = []

    def do(self, step: CaseStep, state: Any, agendas: Mapping[Seat, Agenda]) -> StepResult:
        """Carry out the step as ever, and keep what is said of it."""
        files: Any = step.content.get("orders", {})
        if "actions" not in step.content:
            self.lines += self._list_answers(state, agendas, files)
        happened = super().do(step, state, agendas)
        self.lines += self._list_reports(happened)
        self.lines += self._list_refusals(happened, step.content.get("refused", ()))
        self.tables += self._list_tables(happened)
        return happened

    def _list_refusals(self, happened: StepResult, refused: Any) -> Iterator[str]:
        """The answers to orders for what must not be legal."""
        for item in refused:
            seat, text = next((seat, text) for seat, text in item.items() if seat != "because")
            try:
                action = find_notation(self.game).read_action(happened.state, text)
                known = self.game.views.see(happened.state, happened.agendas, seat)
                order = dict(self.game.orders.write(known, action))
            except (ActionTextError, KeyError, ValueError):
                continue  # nothing that an order could say
            yield from self._list_answers(happened.state, happened.agendas, {seat: [order]})

    def _list_answers(self, state: Any, agendas: Mapping[Seat, Agenda], files: Mapping[Seat, Any]) -> Iterator[str]:
        """The answers to files: problems, and what an accepted file would do."""
        intake = open_intake(self.game, state, agendas)
        for seat, body in files.items():
            keys = body if isinstance(body, Mapping) else {"orders": body}
            data = json.dumps({"game": GAME_ID, "turn": TURN, "seat": seat, **keys}).encode()
            judgement = intake.judge(data, seat)
            for problem in judgement.problems:
                yield f"{_GRAVITIES[problem.gravity]}: {describe(problem, intake.sentences)}"
            if judgement.state in ACCEPTED:
                forecast = intake.forecast(judgement)
                yield from (*forecast.orders, *forecast.on_file, *forecast.missing)

    def _list_reports(self, happened: StepResult) -> Iterator[str]:
        game, state, agendas = self.game, happened.state, happened.agendas
        asks = list_asked(game, state, agendas, happened.pacing)
        for seat in game.kernel.seats(state):
            heard = [event for event in (game.views.hear(event, seat) for event in happened.events) if event]
            shown = show(game, NO_NAMES, game.views.see(state, agendas, seat), seat, heard)
            yield f"{game.exhibit.phase_words(shown.known, shown.reader)}."
            yield from game.exhibit.tell(shown.known, shown.heard, shown.reader).lines
            if happened.verdict is not None:
                results = game.orders.retell(happened.verdict.results, happened.events, str)
                yield from tell_fates(list(results), seat, game.orders.sentences).full
            if game.kernel.ending(state) is not None:
                continue
            agenda = agendas[seat]
            for ask in asks:
                if ask.seat == seat:
                    yield ask.duty
                    for late in (True, False):
                        silent = WhenSilent(happened.falls_back, late=late)
                        yield game.orders.say_if_silent(shown.known, agenda, ask, silent)
                    if agenda.items:
                        house = WhenSilent(happened.falls_back, late=True, missed=MissedPolicy.HOUSE)
                        yield say_if_silent(game, shown.known, agenda, ask, house)
            asked = any(ask.seat == seat for ask in asks)
            yield from game.orders.say_outlook(shown.known, seat, agenda, asked=asked)
            # who is not asked may want a form, too
            yield from (line for line in game.exhibit.form_lines(shown.known, seat) if line.startswith(("# ", "- ")))

    def _list_tables(self, happened: StepResult) -> Iterator[str]:
        """What stands beside the story: hands, scores, legends, charts."""
        game, state, agendas = self.game, happened.state, happened.agendas
        for seat in game.kernel.seats(state):
            heard = [event for event in (game.views.hear(event, seat) for event in happened.events) if event]
            shown = show(game, NO_NAMES, game.views.see(state, agendas, seat), seat, heard)
            yield from _list_texts(game.exhibit.parts(shown.known, shown.reader, shown.heard))
            yield from _list_texts(game.exhibit.scores(shown.known, shown.reader).remarks)


def _list_texts(part: object) -> Iterator[str]:
    """The lines of text in what a template of the game reads, without pictures and drawings."""
    if isinstance(part, str):
        lines = part.split("\n") if "<" not in part else _TITLE.findall(part)
        yield from (_squeeze(line) for line in lines if _WORDS.search(line) and "|" not in line)
    elif isinstance(part, Mapping | tuple | list):
        for one in part.values() if isinstance(part, Mapping) else part:
            yield from _list_texts(one)


def _squeeze(line: str) -> str:
    """``line`` with one blank between its words, and two between its columns."""
    return _BLANKS.sub(lambda found: "  "[: len(found[0])], line.strip())


def list_sentences(name: str) -> Iterator[str]:
    """The lines of the file of one game: each case with a sentence that no case before it has."""
    known: set[str] = set()
    shapes: set[str] = set()
    for data in _list_situations(name):
        case, game, problems = read_case(data)
        assert case is not None, (problems, data)
        assert game is not None, (problems, data)
        trial = _ReadAloud(case, game)
        with suppress(_CutShortError, UnscriptedDrawError):
            trial.run()
        new = [line for line in dict.fromkeys(trial.lines) if line and line not in known]
        for line in trial.tables:
            if (shape := _NAMES.sub("", line)) not in shapes:
                shapes.add(shape)
                new.append(line)
        known.update(new)
        if new:
            yield f"{case.id}: {case.title}"
            yield from (f"    {line}" for line in new)


def _list_situations(name: str) -> Iterator[bytes]:
    """The cases of a game, and the situations in the form of cases that are only read."""
    yield from (file.read_bytes() for file in sorted((CASES / name).rglob("*.yaml")))
    yield from (SITUATIONS / f"{name}.yaml").read_bytes().split(b"\n---\n")


def write_sentences(name: str) -> str:
    """The file of one game."""
    return "".join(f"{line}\n" for line in list_sentences(name))


def main() -> None:
    """Write the file of each game."""
    SENTENCES.mkdir(exist_ok=True)
    for name in GAMES:
        (SENTENCES / f"{name}.txt").write_text(write_sentences(name), encoding="utf-8")


if __name__ == "__main__":
    main()
