"""Photographs every kind of report of games as people see them: on a phone and on a desktop, light, dark and in grey.

    python bench/look_at_reports.py FOLDER GAME...

For each game it takes the report of a seat, the public one and the moderator's, and the replay of its archive before
the last move, which it writes into FOLDER as ``<game>-replay.html``. For each of them FOLDER gets
``<game>-<reader>-390.png``, ``<game>-<reader>-1280.png`` and the same with ``-dark`` and ``-grey``, each as tall as the
page, and ``<game>-<reader>-390-close.png`` with the close view of the board. It needs the Chromium browser (on Debian:
``apt-get install chromium``) and no network.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from browser import find_browser, photograph

from adjudicator.acts.archive import archive_game
from adjudicator.core.table import Onlooker
from adjudicator.ledger.archive import read_archive

WIDTHS = (390, 1280)
LOOKS = ("", "-dark", "-grey")
CLOSE = (".closer input",)
BEFORE_THE_LAST_MOVE = ("#last", "#back")


def main() -> int:
    """Photographs every game named on the command line; 0 when all pictures are written, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("games", type=Path, nargs="+", help="game directories")
    arguments = parser.parse_args()
    browser = find_browser()
    missing = [str(game) for game in arguments.games if not any(game.glob("turns/*/reports/*.html"))]
    if missing:
        print(f"no reports in: {', '.join(missing)}", file=sys.stderr)
        return 2
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for game in arguments.games:
        for report in choose_reports(game):
            take_pictures(browser, report.read_text(encoding="utf-8"), arguments.folder / f"{game.name}-{report.stem}")
        page = build_replay(game)
        stem = arguments.folder / f"{game.name}-replay"
        Path(f"{stem}.html").write_text(page, encoding="utf-8")
        take_pictures(browser, page, stem, BEFORE_THE_LAST_MOVE)
    return 0


def choose_reports(game: Path) -> Iterator[Path]:
    """The newest report of each kind: the first seat's by name, the public one, the moderator's."""
    newest = max(game.glob("turns/*/reports"), key=lambda folder: folder.parent.name)
    onlookers = [newest / f"{onlooker.value}.html" for onlooker in Onlooker]
    yield min(report for report in newest.glob("*.html") if report not in onlookers)
    yield from onlookers


def build_replay(game: Path) -> str:
    """The page to step through of the archive of ``game``."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder, "game.zip"))
        archive_game(str(game), file)
        return read_archive(file)["replay.html"].decode()


def take_pictures(browser: str, page: str, stem: Path, press: Sequence[str] = ()) -> None:
    """The pictures of the HTML text ``page``, after what the selectors ``press`` name was pressed."""
    for width in WIDTHS:
        for look in LOOKS:
            picture = show(f"{stem}-{width}{look}.png")
            grey = "grayscale(1)" if look == "-grey" else "none"
            photograph(browser, page, width, picture, look=grey, dark=look == "-dark", press=press)
    if 'class="closer"' in page:
        photograph(browser, page, WIDTHS[0], show(f"{stem}-{WIDTHS[0]}-close.png"), press=(*press, *CLOSE))


def show(picture: str) -> Path:
    """The path of a picture, which is printed so that one sees how far it is."""
    print(picture, flush=True)
    return Path(picture)


if __name__ == "__main__":
    sys.exit(main())
