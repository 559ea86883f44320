"""The fullest text reports: five seats, long names, the river side, where the map alone takes half of the lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import adjudicate, found

from adjudicator.core.seat_names import measure

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
    # a heading of two lines is set in dashes as a whole
    opened = [number for number, line in enumerate(lines) if line.startswith("-- ")]
    assert all(lines[n].endswith(" --") or lines[n + 1].endswith(" --") for n in opened)
    assert not any(line.endswith(" --") and not line.startswith(("-- ", "   ")) for line in lines)
