"""Five seats with long names on the river side: the fullest text reports, where the map alone takes half of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import adjudicate, found

from adjudicator.core.printing import measure

SEATS = (
    "ann",
    "bob=Maximiliane-Theodora von Hohenlohe-Ulmen",
    "cem=أميرة حداد",
    "dan=Siobhán O'Brien",
    "eve=Dora Köhler",
)
OPTIONS = (
    "--edition",
    "allplay",
    "--option",
    "side=river",
    "--option",
    "water=face-down",
    "--option",
    "first-seat=ann",
)
LEADERS = {
    "ann": "- leader: teal K5\n- leader: [purple Q8, purple Q9, purple P8]\n- leader: yellow D7\n- leader: pink S3\n",
    "eve": "- leader: red Q8\n",
    "bob": "- leader: yellow U8\n- leader: red E5\n",
    "cem": "- leader: pink J5\n",
    "dan": "- leader: pink J5\n",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A turn that stopped in the first round of leaders: somebody is asked again, and the plan of another is lost."""
    folder = tmp_path_factory.mktemp("river")
    game = found(folder, *OPTIONS, "--timezone", "America/New_York", seats=SEATS)
    for seat, orders in LEADERS.items():
        path = folder / f"{seat}.yaml"
        path.write_text(f"game: {game.name}\nturn: 1\nseat: {seat}\norders:\n{orders}")
        adjudicate("submit", game, path, "--seat", seat, "--now", "2026-01-01T01:00:00Z")
    adjudicate("run", game, "--force", "--now", "2026-01-01T02:00:00Z")
    return game


@pytest.mark.parametrize("seat", ["ann", "bob", "cem", "dan", "eve"])
def test_a_report_keeps_its_lines(game: Path, seat: str) -> None:
    lines = (game / "turns" / "0001" / "reports" / f"{seat}.txt").read_text().splitlines()
    assert len(lines) <= 110
    assert max(map(measure, lines)) <= 78
    is_cut = any(" ..." in line for line in lines)
    assert ('Lines that end in "..." are complete in your HTML report.' in lines) == is_cut
    # a heading of two lines is set in dashes as a whole
    opened = [number for number, line in enumerate(lines) if line.startswith("-- ")]
    assert all(lines[n].endswith(" --") or lines[n + 1].endswith(" --") for n in opened)
    assert not any(line.endswith(" --") and not line.startswith(("-- ", "   ")) for line in lines)


def answer(game: Path, folder: Path, lines: str, now: str = "2026-01-01T03:00:00Z") -> str:
    """What a file of the seat ``eve`` with these lines is answered."""
    path = folder / "eve.yaml"
    path.write_text(f"game: {game.name}\nturn: 2\nseat: eve\n{lines}")
    return adjudicate("check", game, path, "--seat", "eve", "--now", now).out


def test_yes_for_a_draft_is_corrected(game: Path, tmp_path: Path) -> None:
    form = adjudicate("form", game, "--seat", "eve").out
    order = next(line for line in form.splitlines() if line.startswith("# - "))[2:]
    said = answer(game, tmp_path, f"draft: yes\norders:\n{order}\n")
    assert "'draft' must be true or false, not the text 'yes'" in said
    assert f"turn: 2\nseat: eve\ndraft: true\norders:\n{order}\n" in said


def test_an_older_report_is_answered_without_a_word_of_heads(game: Path, tmp_path: Path) -> None:
    said = answer(game, tmp_path, "after: abcdef0123456789\norders:\n- leader: yellow C4\n")
    assert "these orders answer another report; please read the newest one, of turn 1, and answer that" in said
    assert " head " not in said


def test_after_the_deadline_a_receipt_names_no_time_to_come(game: Path, tmp_path: Path) -> None:
    said = answer(game, tmp_path, "orders:\n- leader: yellow C4\n", "2026-01-09T00:00:00Z")
    assert "until the turn runs, which may be at any moment: the deadline has passed." in said
    assert "when everybody has answered" not in said


def test_status_says_which_id_a_name_has(game: Path) -> None:
    said = adjudicate("status", game, "--now", "2026-01-01T03:00:00Z").out
    assert "(cem): " in said
    assert "Siobhán O'Brien (dan): " in said
