"""Hex, whose orders are actions: alternatives, fallback, standing orders, conditions, plans; and how small it is."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from third_games.installed import HERE

from adjudicator.cases.running import run_file
from adjudicator.core.agenda import EMPTY, Agenda, Fate, enlist
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Gravity, describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.ledger.keys import SecretChance
from adjudicator.seam import Illegal

SEATS = ("ana", "bob")
LATE = WhenSilent(late=True)


class Mail:
    """A board of five cells a side with the stones given, and files for the next turn."""

    def __init__(self, game: Any, *stones: str) -> None:
        self.game = game
        state, _ = game.kernel.setup(Setting("plain", {"size": "5"}, SEATS), SecretChance("g", bytes(32)))
        self.state = state._replace(position=state.position._replace(stones=stones))
        self.agendas: dict[str, Agenda] = dict.fromkeys(SEATS, EMPTY)

    def judge(self, seat: str, body: str) -> Judgement:
        intake = IntakeContext(self.game, "g", SEATS, self.state, self.agendas, 1, "")
        return intake.judge(f"game: g\nturn: 1\nseat: {seat}\n{body}".encode(), seat)

    def problems(self, seat: str, body: str) -> list[tuple[Gravity, int, int, str]]:
        sentences = IntakeContext(self.game, "g", SEATS, self.state, self.agendas, 1, "").sentences
        return [
            (problem.gravity, problem.place.line, problem.place.column, describe(problem, sentences))
            for problem in self.judge(seat, body).problems
        ]

    def send(self, seat: str, body: str) -> None:
        file = self.judge(seat, body).file
        assert file is not None
        self.agendas[seat] = enlist(self.agendas[seat], file, f"{seat}.yaml")

    def run(self, pacing: Pacing = Pacing.SEAT, leave: WhenSilent | None = None) -> Verdict[Any]:
        chance = SecretChance("g", bytes(32))
        verdict = adjudicate(self.game, self.state, self.agendas, chance, pacing, leave or WhenSilent())
        self.state, self.agendas = verdict.state, dict(verdict.agendas)
        return verdict

    @property
    def stones(self) -> tuple[str, ...]:
        stones: tuple[str, ...] = self.state.position.stones
        return stones


@pytest.fixture
def mail(hex_by_mail: ModuleType) -> Mail:
    return Mail(hex_by_mail.GAME, "c3")


def test_the_first_legal_alternative_is_done_and_the_others_are_explained(mail: Mail) -> None:
    mail.send("bob", "orders:\n  - place: [C3, b2, b4]\n")
    verdict = mail.run()
    assert mail.stones == ("c3", "b2")
    (result,) = verdict.results
    assert (result.fate, result.done, result.choice) == (Fate.DONE, "place b2", 2)
    assert [(refusal.text, refusal.facts["why"]) for refusal in result.refusals] == [("place c3", "a stone lies there")]


def test_an_order_that_became_impossible_stops_at_its_seat_and_the_plan_waits(mail: Mail) -> None:
    mail.send("bob", "orders:\n  - place: b2\n  - place: d4\n")
    mail.send("ana", "orders:\n  - place: d4\n")
    mail.run()
    mail.run()
    assert mail.stones == ("c3", "b2", "d4")
    verdict = mail.run()
    assert (verdict.stop, verdict.stopped_at) == (Stop.BLOCKED, "bob")
    mail.send("bob", "orders:\n  - place: d5\n  - place: e5\n")
    mail.run()
    assert [item.order.value for item in mail.agendas["bob"].items] == ["e5"]


def test_what_was_planned_behind_a_blocked_order_is_there_when_the_move_is_made(mail: Mail) -> None:
    mail.send("bob", "orders:\n  - place: c3\n  - place: d4\n")
    mail.run()
    assert [item.order.value for item in mail.agendas["bob"].later] == ["d4"]
    mail.send("bob", "orders:\n  - place: b2\n")
    mail.run()
    assert [item.order.value for item in mail.agendas["bob"].items] == ["d4"]


def test_fallback_acts_when_the_deadline_has_passed_and_not_before(mail: Mail) -> None:
    mail.send("bob", "orders: []\nfallback:\n  - place: [c3, a1]\n")
    assert mail.run().stop is Stop.WAITING
    assert mail.stones == ("c3",)
    assert mail.run(leave=LATE).silent == {"bob"}
    assert mail.stones == ("c3", "a1")


def test_a_seat_whose_orders_were_in_and_came_to_nothing_has_missed_no_deadline(mail: Mail) -> None:
    mail.send("bob", "orders:\n  - place: a1\n    if: {legal: c3}\nfallback:\n  - place: a2\n")
    verdict = mail.run(leave=LATE)
    assert (mail.stones, verdict.silent) == (("c3", "a2"), frozenset())
    mail.send("ana", "standing:\n  - place: b1\n    if: {legal: c3}\nfallback:\n  - place: b2\n")
    assert mail.run(leave=LATE).silent == {"ana"}, "a standing order that cannot act is no answer"


def test_a_standing_order_acts_where_there_is_no_order_and_stays(mail: Mail) -> None:
    mail.send("bob", "orders: []\nstanding:\n  - place: [a1, a2, a3]\n")
    mail.send("ana", "orders:\n  - place: b1\n")
    for _ in range(3):
        mail.run()
    assert mail.stones == ("c3", "a1", "b1", "a2")
    assert mail.agendas["bob"].standing


@pytest.fixture
def stumbling(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> Mail:
    """Hex whose condition and whose ``refuse`` stumble over what is no cell."""

    def is_taken(position: Any, _seat: str, cell: str) -> bool:
        return f"{'abcde'[ord(cell[0]) - ord('a')]}{int(cell[1:])}" in position.stones

    def refuse(_rules: Any, _position: Any, _seat: str, cell: str) -> Illegal:
        return Illegal(f"column {cell[0]} has a stone in row {int(cell[1:])}")

    monkeypatch.setattr(type(mail.game.kernel.rules), "conditions", {"taken": is_taken})
    monkeypatch.setattr(type(mail.game.kernel.rules), "refuse", refuse)
    return mail


def test_what_a_condition_stumbles_over_is_not_understood_at_its_place_in_later_orders_too(stumbling: Mail) -> None:
    questions = ("z1", "a", "''", "cell c3")  # IndexError, ValueError, IndexError, ValueError
    orders = "".join(f"  - place: a{row}\n    if: {{taken: {asked}}}\n" for row, asked in enumerate(questions, start=1))
    said = stumbling.problems("bob", f"orders:\n{orders}standing:\n  - place: e5\n    if: {{not: {{taken: x}}}}\n")
    assert said == [
        (Gravity.INVALID, line, 17, f"if: 'taken {asked}' is not understood")
        for line, asked in [(6, "z1"), (8, "a"), (10, "''"), (12, "cell c3")]
    ] + [(Gravity.INVALID, 15, 15, "if: 'taken x' is not understood")]
    tried = "orders:\n  - place: a1\n    if: {any: [{taken: c3}, {taken: q}]}\n"
    assert [words for *_, words in stumbling.problems("bob", tried)] == ["if: 'taken q' is not understood"]
    assert stumbling.problems("bob", "orders:\n  - place: a1\n    if: {taken: c3}\n") == []


def test_form_and_invitation_tell_which_conditions_there_are(stumbling: Mail) -> None:
    said = (
        "An order with a condition, such as 'if: {legal: ACTION}', is skipped unless that is true when its "
        "turn comes. A condition can ask for 'legal' and 'taken'; combine several with 'not', 'all' and 'any'."
    )
    form = stumbling.game.exhibit.form_lines(stumbling.state, "bob")
    assert said in " ".join(" ".join(form).replace("#", "").split())
    assert stumbling.game.notes(Setting("plain", {}, SEATS), Pacing.SEAT) == (said,)
    assert stumbling.problems("bob", "orders:\n  - place: a1\n    if: {all: [{not: {taken: a1}}, {legal: a1}]}\n") == []


def test_a_condition_that_stumbles_when_its_turn_comes_is_not_true_and_it_is_told(stumbling: Mail) -> None:
    stumbling.send("bob", "orders:\n  - place: a1\n    if: {not: {taken: z1}}\n  - place: a2\n")
    verdict = stumbling.run()
    assert stumbling.stones == ("c3", "a2")
    (refusal,) = verdict.results[0].refusals
    assert stumbling.game.orders.sentences[refusal.code].format(**refusal.facts) == (
        "'taken z1' in its condition is not understood"
    )


def test_what_refuse_stumbles_over_is_not_understood(stumbling: Mail) -> None:
    said = stumbling.problems("bob", "orders:\n  - place: a1\n  - place: ['', a2, zz]\n  - place: ''\n")
    assert said == [
        (Gravity.UNWISE, 6, 13, "place : it is not understood"),
        (Gravity.UNWISE, 6, 21, "place zz: it is not understood"),
        (Gravity.ILLEGAL, 7, 12, "place : it is not understood"),
    ]
    stumbling.send("bob", "orders:\n  - place: zz\n")
    assert stumbling.run().stop is Stop.BLOCKED


def test_orders_that_are_not_understood_are_not_called_missing(mail: Mail) -> None:
    for orders in ("\n  - place: {a: 1}\n", "\n  - 3\n", " {place: 3}\n"):
        said = mail.problems("bob", f"orders:{orders}")
        assert said
        assert not any("there is no order" in words for *_, words in said), said
    assert [words for *_, words in mail.problems("bob", "orders: []\n")] == [
        "you have not given the order that you are asked for"
    ]


def test_a_seat_that_sent_nothing_has_nothing_on_file_however_often_it_was_late(mail: Mail) -> None:
    (ask,) = mail.game.orders.asks(mail.state, Pacing.SEAT)
    said = mail.game.orders.say_if_silent(mail.state, EMPTY._replace(missed=1), ask, LATE)
    assert said == "If you send nothing, the game waits for you: you have no order on file."


def test_an_order_whose_condition_is_false_is_skipped(mail: Mail) -> None:
    condition = "{all: [{not: {legal: c3}}, {any: [{legal: b1}, {legal: c3}]}]}"
    mail.send("bob", f"orders:\n  - place: a1\n    if: {{legal: c3}}\n  - place: a2\n    if: {condition}\n")
    verdict = mail.run()
    assert [(result.text, result.fate) for result in verdict.results] == [
        ("place a1, if legal c3", Fate.SKIPPED),
        ("place a2, if not legal c3 and (legal b1 or legal c3)", Fate.DONE),
    ]


def test_a_round_asks_both_and_ends_when_both_have_moved(mail: Mail) -> None:
    asks = mail.game.orders.asks(mail.state, Pacing.ROUND)
    assert [ask.seat for ask in asks] == ["bob", "ana"]
    mail.send("bob", "orders:\n  - place: a1\n  - place: a2\n")
    mail.send("ana", "orders:\n  - place: [a1, b1]\n")
    assert mail.run(Pacing.ROUND).stop is Stop.PACING
    assert mail.stones == ("c3", "a1", "b1")


def test_what_can_never_be_is_refused_at_its_place_and_other_choices_count(mail: Mail) -> None:
    assert mail.problems("bob", "orders:\n  - place: [z9, c3]\n") == [
        (Gravity.ILLEGAL, 5, 13, "place z9: there is no such cell on this board"),
        (Gravity.ILLEGAL, 5, 17, "place c3: a stone lies there"),
    ]
    (remark,) = mail.problems("bob", "orders:\n  - place: [z9, c2]\n")
    assert remark == (Gravity.UNWISE, 5, 13, "place z9: there is no such cell on this board")
    (unknown,) = mail.problems("bob", "orders:\n  - place: c2\n    if: {owner: c3}\n")
    assert unknown[0] is Gravity.INVALID
    assert unknown[3] == "if: a condition cannot ask for 'owner'; in this game it can ask for legal"
    assert mail.problems("bob", "orders: []\n")[0][::3] == (
        Gravity.UNWISE,
        "you have not given the order that you are asked for",
    )


def test_what_silence_does_is_said_before(mail: Mail) -> None:
    def say(leave: WhenSilent) -> str:
        (ask,) = mail.game.orders.asks(mail.state, Pacing.SEAT)
        said: str = mail.game.orders.say_if_silent(mail.state, mail.agendas["bob"], ask, leave)
        return said

    assert say(LATE) == "If you send nothing, the game waits for you: you have no order on file."
    mail.send("bob", "orders: []\nfallback:\n  - place: a1\n")
    assert say(LATE) == "If you send nothing, you place a1 (your fallback)."
    assert (
        say(WhenSilent())
        == "If you send nothing, the game waits for you: none of your orders on file can be carried out."
    )
    mail.send("bob", "orders:\n  - place: b2\n")
    assert say(LATE) == "If you send nothing, you place b2 (your orders)."


CASE = """\
case: H1-01
title: Three stones in a row
game: hex
edition: plain
options: {size: "5"}
seats: [ana, bob]
rule: {plain: winning}
basis: rulebook
why: Who has joined his sides? Ana, with her last stone.
before:
  stones: [a3, a1, b3, b1, c3, c1, d3, d1]
actions:
  - ana: place e3
after:
  points: {ana: 1, bob: 0}
  ending: over
"""


@pytest.mark.usefixtures("installed")
def test_cases_are_written_as_the_game_keeps_its_positions() -> None:
    result = run_file(CASE.encode(), "h.yaml")
    assert result.ok, result.to_lines()
    wrong = run_file(CASE.replace("place e3", "place e4").encode(), "h.yaml")
    assert any("ana" in line and "1" in line for line in wrong.to_lines())
    spoilt = run_file(CASE.replace("stones:", "stone:").encode(), "h.yaml").to_lines()
    assert spoilt[1:] == ["  h.yaml:11:3: a position has no stone; it has seats, size and stones"]
    shape = run_file(CASE.replace("[a3, a1", "[3, a1").encode(), "h.yaml").to_lines()
    assert shape[1:] == ["  h.yaml:11:3: Position.stones[0] is 3, and no str"]


@pytest.mark.parametrize("package", ["hex/hex_by_mail", "rock_paper_scissors/rps_by_mail"])
def test_a_whole_game_is_a_hundred_lines_and_imports_one_module(package: str) -> None:
    text = (HERE / package / "__init__.py").read_text()
    tree = ast.parse(text)
    ours = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "adjudicator" in str(node.module)]
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert len(text.splitlines()) <= 100
    assert len(methods) <= 11
    assert [node.module for node in ours] == ["adjudicator.seam"]
    assert len(ours[0].names) <= 15


def test_the_board_is_in_the_reports_as_text_and_as_svg(hex_by_mail: ModuleType) -> None:
    state: JsonObject = {"seats": list(SEATS), "size": 5, "stones": ["a1", "e5"]}
    position = hex_by_mail.GAME.kernel.rules.load(state)
    parts = hex_by_mail.GAME.exhibit.look
    assert parts.draw_text(position).splitlines()[1] == "  1 X . . . ."
    assert parts.draw_svg(position).count("#1d5fa8") == 1
    assert Path(HERE / "hex" / "pyproject.toml").exists()
