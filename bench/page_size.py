"""How large the pages of seats get where everybody has the longest name there can be.

    python bench/page_size.py [GAME...]

Measures the pages of all seats in the game directories GAME: after the last turn, after the one before it, and after
every tenth of the game. Without a GAME it plays the kinds that make the largest pages, at random, and measures those.
Prints the largest page of each game, of what kind it is, and how large it gets in the heaviest scripts; status 1 where
one has more than 60,000 bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.acts import simulate
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game
from adjudicator.report.render import render_report

MOST = 60_000
LONGEST = (
    "Wolfgang Amadeus Theophilus von Mozart I",
    "Αλέξανδρος Παπαδόπουλος-Κωνσταντινίδης Β",  # noqa: RUF001 - Greek
    "Maximiliane Brünnhilde Schwarzenegger-Li",
    "Александр Сергеевич Пушкин-Достоевский Я",
    "WWWWWWWW MMMMMMMM WWWWWWWW MMMMMMMM WWWW",
)
"""Five names as long as names may be, in three scripts."""
WIDEST = (*(f"{'山' * 39}{last}" for last in "一二"), f"{'김' * 19} {'이' * 20}", "ワタナベ" * 10, "龘" * 40)
"""Five that take twice as many columns of plain text; two of them differ in their last sign only."""
HEAVIEST = tuple(
    "".join(chr(first + place % 20) for place in range(40)) for first in (0x10330, 0x10400, 0x10480, 0x1D400, 0x12000)
)
"""Five such names in scripts whose every letter takes four bytes."""
KINDS = (
    ("through-the-desert", "2005", {"water": "face-down"}, 5, Pacing.ROUND),
    ("through-the-desert", "manual", {"side": "river", "water": "face-down"}, 5, Pacing.ROUND),
    ("through-the-desert", "manual", {"side": "river"}, 5, Pacing.SEAT),
    ("catan", "base", {}, 4, Pacing.ROUND),
    ("catan-caravans", "box", {}, 4, Pacing.ROUND),
    ("catan-caravans", "great-caravan", {}, 4, Pacing.SEAT),
)
"""Game, edition, options, seats and pacing."""


def main() -> int:
    """Measures the games named on the command line, or plays some; 0 where no page is too large."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path, nargs="*", help="game directories")
    parser.add_argument("--games", dest="count", type=int, default=2, help="so many of each kind are played")
    arguments = parser.parse_args()
    if arguments.games:
        return int(max(map(measure_game, arguments.games)) > MOST)
    largest = 0
    for number, (name, edition, options, seats, pacing) in enumerate(KINDS):
        with tempfile.TemporaryDirectory() as folder:
            wish = simulate.Wish(find_game(name), edition, options, seats, pacing, b"size")
            simulate.play_directories(wish, arguments.count, f"{folder}/{number}")
            print(f"{name}, {edition}, {', '.join(options.values()) or 'no options'}, by {pacing.value}:", flush=True)
            largest = max(largest, *map(measure_game, sorted(Path(folder, str(number)).iterdir())))
    return int(largest > MOST)


def measure_game(path: Path) -> int:
    """The bytes of the largest page of a seat, which is printed."""
    newest = open_game(str(path)).record.number
    turns = sorted({newest, newest - 1, *(newest * tenth // 10 for tenth in range(1, 10))} - {0})
    sizes, heaviest = [], 0
    for turn in turns:
        opened = open_game(str(path), turn)
        sizes += [(size, turn, seat) for seat, size in measure_seats(opened, LONGEST)]
        heaviest = max(heaviest, *(size for _, size in measure_seats(opened, HEAVIEST)))
    size, turn, seat = max(sizes)
    running = max(size for size, turn, _ in sizes if turn < newest)
    print(
        f"  {path.name}: {newest} turns; {size} bytes, {seat} after turn {turn}; {running} at most while it ran; "
        f"{heaviest} at most with letters of four bytes"
    )
    return max(size, heaviest)


def measure_seats(opened: OpenGame, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each seat of the turn, and the bytes of its page where the seats have ``names``."""
    named = opened.charter._replace(names=dict(zip(opened.seats, names, strict=False)))
    context = describe_opened(opened._replace(charter_then=named))
    for seat in opened.seats:
        yield seat, len(render_report(context, seat)[f"{seat}.html"])


if __name__ == "__main__":
    sys.exit(main())
