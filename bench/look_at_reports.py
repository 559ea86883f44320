"""Photographs HTML reports as people see them: on a phone and on a desktop, light, dark and in grey.

    python bench/look_at_reports.py FOLDER REPORT.html...

For each report it writes ``<report>-390.png``, ``<report>-1280.png`` and the same with ``-dark`` and ``-grey`` into
FOLDER, each as tall as the page, and ``<report>-390-close.png`` with the close view of the board. It needs the
Chromium browser (on Debian: ``apt-get install chromium``) and no network.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from browser import find_browser, photograph

WIDTHS = (390, 1280)
CLOSE = ('class="closer"><input type="checkbox"', 'class="closer"><input type="checkbox" checked')
"""How the box of the close view stands in a report, and how it stands there ticked."""


def main() -> int:
    """Photographs every report named on the command line; 0 when all pictures are written, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("reports", type=Path, nargs="+", help="HTML reports")
    arguments = parser.parse_args()
    browser = find_browser()
    missing = [str(report) for report in arguments.reports if not report.is_file()]
    if missing:
        print(f"no such report: {', '.join(missing)}", file=sys.stderr)
        return 2
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for report in arguments.reports:
        page = report.read_text(encoding="utf-8")
        for width in WIDTHS:
            stem = arguments.folder / f"{report.stem}-{width}"
            photograph(browser, page, width, _show(f"{stem}.png"))
            photograph(browser, page, width, _show(f"{stem}-dark.png"), dark=True)
            photograph(browser, page, width, _show(f"{stem}-grey.png"), look="grayscale(1)")
        if CLOSE[0] in page:
            picture = _show(f"{arguments.folder / report.stem}-390-close.png")
            photograph(browser, page.replace(*CLOSE), WIDTHS[0], picture)
    return 0


def _show(picture: str) -> Path:
    print(picture, flush=True)
    return Path(picture)


if __name__ == "__main__":
    sys.exit(main())
