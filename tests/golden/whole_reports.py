"""Reports of the sample games with all that stands in them: board and legend, tables, form.

``reports.txt`` has those in which something is said that no other golden file says.
"""

from __future__ import annotations

from collections.abc import Iterator

from golden.telling import GAMES, adjudicate, list_new, write_lines
from unit.catan_views.test_course import play

from adjudicator.core.table import Onlooker
from adjudicator.registry import find_game

FILE = "reports.txt"
REPORTS = (
    ("reef", 4, "omar"),  # with a 7 known ahead
    ("finished-caravan", 0, "esra"),  # with the oasis laid out
    ("finished-caravan", 17, "gita"),  # with more routes
    ("caravan", 7, "amira"),  # with orders on file
    ("caravan", 40, "amira"),  # with a vote
)


def list_told() -> Iterator[tuple[str, str]]:
    """Each report as text; and how a game went in which somebody led since others had lost points."""
    for game, turn, seat in REPORTS:
        ran = adjudicate("show", GAMES / game, "--turn", turn, "--seat", seat)
        yield f"{game}, turn {turn}, {seat}", ran.out.replace("\r\n", "\n")
    catan = find_game("catan")
    *_, last = play(catan, 3, 35)
    ending = catan.exhibit.parts(catan.views.see(last.after, {}, Onlooker.PUBLIC), Onlooker.PUBLIC, ())["ending"]
    yield "a game at random", "\n\n".join(ending.moments)


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
