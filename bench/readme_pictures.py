"""Renews the pictures of the README: the head and the board of two reports, as a desktop shows them.

    python bench/readme_pictures.py [FOLDER]

Writes ``report.png`` and ``report-catan.png`` into FOLDER, ``docs`` unless another is named. They have all their
colours; those of the README were reduced to 256, which takes a third of the room. It needs the Chromium browser, as
look_at_reports.py does.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from browser import ask_page, find_browser, photograph

PICTURES = {"report.png": ("late", "farid"), "report-catan.png": ("caravan", "dora")}
"""The sample game and the seat whose newest report each of them shows."""
WIDTH, SCALE = 1280, 0.8
ABOVE_THE_SCORES = "page => Math.floor(page.getElementById('scores').getBoundingClientRect().top)"


def main() -> int:
    """Writes the pictures; 0 when they are written, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs"), help="where the pictures go")
    folder = parser.parse_args().folder
    browser = find_browser()
    for name, (game, seat) in PICTURES.items():
        report = max(Path("games", game).glob(f"turns/*/reports/{seat}.html"))
        page = report.read_text(encoding="utf-8")
        height = json.loads(ask_page(browser, page, WIDTH, ABOVE_THE_SCORES))
        photograph(browser, page, WIDTH, folder / name, height=height, scale=SCALE)
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
