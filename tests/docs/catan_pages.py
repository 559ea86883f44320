"""The examples on the pages about Catan, tried; as a program it writes what came of them into the pages.

    python tests/docs/catan_pages.py

``catan.yaml`` and ``catan-caravans.yaml`` say in which position each file of the page of that name is sent, what others
sent before, and what comes of it. A comment ``<!-- example: NAME -->`` stands before each file on the page, ``receipt``
before what its sender is told at once, ``report`` before what the report says to him. The board on the page is that of
the position.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).parents[1]))

from reported import tell_results

from adjudicator.core.agenda import EMPTY, Agenda, enlist
from adjudicator.core.chance import Label
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Verdict, adjudicate
from adjudicator.core.order import describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.registry import AnyGame, find_game

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"<!-- (example|receipt|report|board): ([a-z0-9-]+) -->\n```\w*\n(.*?)```", re.DOTALL)
_WIDTH = 96


class Page(NamedTuple):
    """A page: its game, the settings of its examples, and its blocks by kind and name."""

    game: AnyGame
    setup: Mapping[str, Any]
    blocks: Mapping[tuple[str, str], str]


def read_page(name: str) -> Page:
    setup = yaml.safe_load((Path(__file__).parent / f"{name}.yaml").read_text())
    found = _BLOCK.findall((ROOT / "docs" / f"{name}.md").read_text())
    blocks = {(kind, block): text for kind, block, text in found}
    assert len(blocks) == len(found)
    return Page(find_game(setup["game"]), setup, blocks)


PAGES = {name: read_page(name) for name in ("catan", "catan-caravans")}


class Dealer:
    """A chance that gives what an example says, and the first of what there is otherwise."""

    def __init__(self, draws: Mapping[str, int]) -> None:
        self.draws = draws

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        del epoch, hidden
        return self.draws.get(" ".join(map(str, label)), 0) % below


class Told(NamedTuple):
    """What the sender of a file is told: at once, and in the report of the turn."""

    judgement: Judgement
    receipt: Sequence[str]
    report: Sequence[str]


class Table:
    """A game under way in the position of a page."""

    def __init__(self, page: Page, example: Mapping[str, Any]) -> None:
        self.page, self.game = page, page.game
        self.state = self.place(example)
        self.chance = Dealer(example.get("draws", {}))
        self.agendas: Mapping[str, Agenda] = dict.fromkeys(page.setup["seats"], EMPTY)

    def place(self, example: Mapping[str, Any]) -> Any:
        setup = self.page.setup
        position = copy.deepcopy(example["instead"] if "instead" in example else setup["position"])
        merge(position, example.get("change", {}))
        options = {option.name: option.default for option in self.game.options} | example.get("options", {})
        setting = Setting(setup["edition"], options, tuple(setup["seats"]))
        return self.game.cases.read_position(json.loads(json.dumps(position)), setting)

    def run(self, names: Sequence[str], step: Mapping[str, Any]) -> dict[str, Told]:
        """Judge the files of these names, then run the turn."""
        others = {seat: self.judge(self.write(seat, body)) for seat, body in step.get("others", {}).items()}
        judged = others | {name: self.judge(self.page.blocks["example", name]) for name in names}
        agendas = dict(self.agendas)
        for name, (judgement, _) in judged.items():
            assert judgement.seat
            if judgement.state in ACCEPTED and judgement.file:
                answers = self.game.orders.answer_kinds
                agendas[judgement.seat] = enlist(agendas[judgement.seat], judgement.file, name, answers)
        leave = WhenSilent(late=step.get("late", False))
        pacing = Pacing(step.get("pacing", self.game.default_pacing.value))
        verdict = adjudicate(self.game, self.state, agendas, self.chance, pacing, leave)
        self.state, self.agendas = verdict.state, verdict.agendas
        return {
            name: Told(judgement, receipt, self.report(verdict, str(judgement.seat)))
            for name, (judgement, receipt) in judged.items()
        }

    @staticmethod
    def write(seat: str, body: Mapping[str, Any]) -> str:
        """The file of another seat, which is not on the page."""
        return json.dumps({"game": "cove", "turn": 14, "seat": seat, **body})

    def judge(self, text: str) -> tuple[Judgement, list[str]]:
        envelope = yaml.safe_load(text)
        intake = IntakeContext(
            game=self.game,
            game_id=envelope["game"],
            seats=self.game.kernel.seats(self.state),
            state=self.state,
            agendas=self.agendas,
            turn=envelope["turn"],
            head="",
        )
        judgement = intake.judge(text.encode(), envelope["seat"])
        receipt = [f"{judgement.state.value}: {describe(one, intake.sentences)}" for one in judgement.problems]
        if judgement.state in ACCEPTED and judgement.file:
            known = self.game.views.see(self.state, self.agendas, envelope["seat"])
            receipt += self.game.orders.forecast(known, envelope["seat"], judgement.file, EMPTY)
        return judgement, receipt

    def report(self, verdict: Verdict[Any], seat: str) -> list[str]:
        views = self.game.views
        heard = [event for event in (views.hear(event, seat) for event in verdict.events) if event]
        known = views.see(verdict.state, verdict.agendas, seat)
        told = self.game.exhibit.tell(known, heard, seat)
        return [*tell_results(verdict.results, seat, self.game.orders.sentences), *told.lines]


def merge(position: dict[str, Any], change: Mapping[str, Any]) -> None:
    for key, value in change.items():
        if isinstance(value, Mapping) and isinstance(position.get(key), dict):
            merge(position[key], value)
        else:
            position[key] = value


def lay_out(lines: Sequence[str]) -> str:
    return "".join(f"{part}\n" for line in lines for part in wrap(line, _WIDTH, subsequent_indent="  "))


def draw_board(page: Page) -> str:
    """The board of the page's position."""
    seats = page.setup["seats"]
    known = page.game.views.see(Table(page, {}).state, dict.fromkeys(seats, EMPTY), seats[0])
    return str(page.game.exhibit.parts(known, seats[0], ())["board_text"])


def main() -> None:
    """Write boards, receipts and reports into the pages."""
    for name, page in PAGES.items():
        found = {("board", name): draw_board(page)}
        for example, spec in page.setup["examples"].items():
            table = Table(page, spec)
            for step in spec["steps"]:
                told = table.run(step["files"], step).get(example)
                if told:
                    found["receipt", example], found["report", example] = lay_out(told.receipt), lay_out(told.report)
        path = ROOT / "docs" / f"{name}.md"
        text = path.read_text()
        for (kind, block), body in found.items():
            head = f"<!-- {kind}: {block} -->\n```text\n"
            before, there, after = text.partition(head)
            text = before + there + body + after[after.index("```") :] if there else text
        path.write_text(text)


if __name__ == "__main__":
    main()
