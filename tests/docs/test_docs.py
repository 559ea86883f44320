"""The documents are true: links lead somewhere, commands run, everything that has a name is mentioned."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import __version__
from adjudicator.cases.running import open_intake
from adjudicator.cli.main import COMMANDS
from adjudicator.core.order import START, Gravity, Order
from adjudicator.core.refusals import ExitCode
from adjudicator.core.table import Setting
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.reader import read_document
from adjudicator.intake.receipt import ReceiptState
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.setup import lay_table
from adjudicator.rules.through_the_desert.written import read_order, write_action

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
PROGRAM = os.path.join(os.path.dirname(sys.executable), "adjudicate")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", page.read_text())
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
    places = re.findall(r"\]\(([^)#:]*\.md)?#([^)]+)\)", page.read_text())
    assert [
        (link, place) for link, place in places if place not in list_headings(page.parent / link if link else page)
    ] == []


def list_headings(page: Path) -> list[str]:
    """What links call the headings of a ``page``."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def run_lines(text: str, folder: Path) -> list[tuple[str, int]]:
    """The commands of a page, run one after the other as they are written, each with its exit code."""
    lines = [line.split("#")[0].strip() for line in text.splitlines() if line.startswith("    adjudicate")]
    (folder / "games").mkdir()
    ended = []
    for line in lines:
        paths = os.pathsep.join([os.path.dirname(PROGRAM), os.environ["PATH"]])
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=folder,
            env={**os.environ, "PATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        ended.append((line, done.returncode))
        if shlex.split(line)[1] == "form" and ">" not in line:
            (folder / "amira.yaml").write_text(done.stdout)
    return ended


def test_the_readme_commands_run_as_written(tmp_path: Path) -> None:
    block = (ROOT / "README.md").read_text().split("## The main job")[1].split("(`make demo`")[0]
    codes = [code for _, code in run_lines(block, tmp_path)]
    # nobody but amira has answered, so the turn is not due yet
    assert codes == [0, 0, 0, 0, ExitCode.NOT_YET, 0, 0]


def test_the_moderators_commands_run_as_written(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "moderators.md").read_text()
    block = page.split("## Your first evening")[1].split("## Taking a game back")[0]
    ended = run_lines(block, tmp_path)
    # nobody but bilal has answered
    waiting = ["adjudicate games/oasis --turn 1", "adjudicate games/*"]
    assert [line for line, code in ended if code == ExitCode.NOT_YET] == waiting
    assert [line for line, code in ended if code and line not in waiting] == []
    assert len(ended) == 13


def test_the_commands_for_archives_run_as_written(tmp_path: Path) -> None:
    new = "    adjudicate new games/oasis --game through-the-desert --seat amira --seat bilal\n"
    ended = run_lines(new + (ROOT / "docs" / "archives.md").read_text(), tmp_path)
    assert [code for _, code in ended] == [0, 0, 0, 0]


def test_the_commands_for_level_two_run_as_written(tmp_path: Path) -> None:
    ended = run_lines((ROOT / "docs" / "chance.md").read_text(), tmp_path)
    assert [code for _, code in ended] == [0, ExitCode.NOT_YET]


def test_every_command_has_help_and_is_mentioned() -> None:
    told = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
    pages = "\n".join(page.read_text() for page in PAGES)
    for command in COMMANDS:
        assert re.search(rf"^\s+{command}\s", told, re.MULTILINE)
        assert re.search(rf"adjudicate {command}\b|`{command}`", pages), command


def test_every_exit_code_receipt_and_order_is_told() -> None:
    moderators = (ROOT / "docs" / "moderators.md").read_text()
    assert all(re.search(rf"\b{code.value}\b", moderators) for code in ExitCode)
    players = (ROOT / "docs" / "players.md").read_text()
    assert all(f"| {standing.value} |" in players for standing in ReceiptState)
    assert all(f"`{kind}: " in players for kind in GAME.orders.kinds)


def test_the_changelog_and_the_package_agree_on_the_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()


def test_the_places_in_the_players_page_are_understood_as_it_says() -> None:
    rows = _list_rows("| You write | Understood |")
    assert len(rows) == 5
    table = lay_table(Setting("2005", {}, ("amira", "bilal", "chadi", "dora")))
    for written, told in rows:
        expected = re.findall(r"`([^`]+)`", told)
        for text in re.findall(r"`([^`]+)`", written):
            document, _ = read_document(f"place: {text}".encode())
            assert document is not None
            value = document.value["place"]  # type: ignore[index,call-overload]  # the text has that key
            order = Order("place", value, None, START, (START,))
            alternatives = read_order(table, order).alternatives
            assert [write_action(table, alternative.action) for alternative in alternatives] == expected, text


def test_the_questions_in_the_players_page_can_be_asked() -> None:
    rows = _list_rows("| Question | True if |")
    texts = [text for written, _ in rows for text in re.findall(r"`([^`]+)`", written)]
    assert len(texts) == 12
    judged = _judge_example("\n".join(["orders:", *(f"  - {{place: pink C4, if: {text}}}" for text in texts)]))
    assert [problem.code for problem in judged.problems if problem.gravity is not Gravity.UNWISE] == []


def test_the_orders_in_the_players_page_are_accepted() -> None:
    section = (ROOT / "docs" / "players.md").read_text().split("## Orders of Through the Desert")[1].split("\n## ")[0]
    (example,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    judged = _judge_example(example)
    assert judged.state in {ReceiptState.GREEN, ReceiptState.YELLOW}
    assert [problem.code for problem in judged.problems] == []


def _list_rows(head: str) -> list[list[str]]:
    """The cells of every table in the players' page that begins with ``head``."""
    lines = (ROOT / "docs" / "players.md").read_text().splitlines()
    rows = []
    for number, line in enumerate(lines):
        if line == head:
            rows += [
                [cell.strip() for cell in row.strip("|").split("|")]
                for row in itertools.takewhile(lambda row: row.startswith("|"), lines[number + 2 :])
            ]
    return rows


def _judge_example(orders: str) -> Judgement:
    """What becomes of ``orders`` of amira, who has a pink leader on C3 on a board with a river and an oasis on J4."""
    setting = Setting("manual", {"side": "river"}, ("amira", "bilal"))
    position = {
        "leaders": {"amira": {"pink": "C3"}, "bilal": {"yellow": "G4"}},
        "oases": ["J4"],
    }
    intake = open_intake(GAME, GAME.cases.read_position(position, setting), {})
    return intake.judge(f"game: case\nturn: 1\nseat: amira\n{orders}\n".encode(), "amira")
