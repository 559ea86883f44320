"""Photographs HTML reports as people see them: on a phone and on a desktop, in colour and in grey.

    python bench/look_at_reports.py FOLDER REPORT.html...

For each report it writes ``<report>-390.png``, ``<report>-1280.png`` and the same with ``-grey`` into FOLDER, each as
tall as the page. It needs the Chromium browser (on Debian: ``apt-get install chromium``) and no network.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

WIDTHS = (390, 1280)
FILTERS = {"": "none", "-grey": "grayscale(1)"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)

# A window of Chromium is at least 500 wide, so the report stands in a frame of the width wanted.
STAGE = """<!doctype html><meta charset="utf-8"><style>body{{margin:0}}iframe{{border:0;filter:{filter}}}</style>
<iframe width="{width}" height="100" srcdoc="{page}"
 onload="this.height = this.contentDocument.documentElement.scrollHeight; document.title = this.height"></iframe>"""


def main() -> int:
    """Photographs every report named on the command line; 0 when all pictures are written, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("reports", type=Path, nargs="+", help="HTML reports")
    arguments = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"look_at_reports needs a Chromium browser; none of {', '.join(BROWSERS)} is installed", file=sys.stderr)
        return 2
    missing = [str(report) for report in arguments.reports if not report.is_file()]
    if missing:
        print(f"no such report: {', '.join(missing)}", file=sys.stderr)
        return 2
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for report in arguments.reports:
        for width in WIDTHS:
            for suffix, look in FILTERS.items():
                picture = arguments.folder / f"{report.stem}-{width}{suffix}.png"
                photograph(browser, report.read_text(encoding="utf-8"), width, look, picture)
                print(picture)
    return 0


def photograph(browser: str, page: str, width: int, look: str, picture: Path) -> None:
    """Writes ``picture``: the HTML text ``page`` at ``width`` pixels, through the CSS filter ``look``."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder, "stage.html")
        stage.write_text(STAGE.format(filter=look, width=width, page=escape(page)), encoding="utf-8")
        command = [browser, *FLAGS, f"--user-data-dir={folder}/profile"]
        told = _run([*command, "--dump-dom", stage.as_uri()]).stdout
        found = re.search(r"<title>(\d+)</title>", told)
        height = int(found[1]) if found else 2000
        _run(
            [*command, f"--window-size={max(width, 500)},{height}", f"--screenshot={picture.resolve()}", stage.as_uri()]
        )


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)


if __name__ == "__main__":
    sys.exit(main())
