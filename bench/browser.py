"""A Chromium browser without a window, for what can only be seen or measured in one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path

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
DARK, LIGHT = (f"--blink-settings=preferredColorScheme={number}" for number in (0, 1))

# A window of Chromium is at least 500 wide, so the page stands in a frame of the width wanted.
STAGE = """<!doctype html><meta charset="utf-8"><style>body{{margin:0}}iframe{{border:0;filter:{look}}}</style>
<script>
const tell = () => {{
  const frame = document.querySelector("iframe"), page = frame.contentDocument
  frame.height = page.documentElement.scrollHeight
  const told = ({script})(page, frame)
  document.querySelector("output").textContent = JSON.stringify(told)
}}
</script><output hidden></output>
<iframe width="{width}" height="844" srcdoc="{page}" onload="tell()"></iframe>"""


def find_browser() -> str:
    """The browser that is installed. Ends the program with status 2 where there is none."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"no Chromium browser; none of {', '.join(BROWSERS)} is installed", file=sys.stderr)
        sys.exit(2)
    return browser


def ask_page(browser: str, page: str, width: int, script: str) -> str:
    """What the function ``script`` tells of the HTML text ``page`` in a frame ``width`` pixels wide, as JSON.

    It is called with the document, which is as tall as its content, and with its frame.
    """
    with tempfile.TemporaryDirectory() as folder:
        told = _open_stage(browser, folder, page, width, script, ["--dump-dom"])
    found = re.search(r"<output hidden(?:=\"\")?>(.*?)</output>", told, re.DOTALL)
    if found is None or not found[1]:
        raise RuntimeError("the page told nothing")
    return unescape(found[1])


def photograph(browser: str, page: str, width: int, picture: Path, *, look: str = "none", dark: bool = False) -> None:
    """Writes ``picture``: ``page`` (HTML) at ``width`` pixels, as tall as it is, through the CSS filter ``look``."""
    scheme = DARK if dark else LIGHT
    script = "page => page.documentElement.scrollHeight"
    height = ask_page(browser, page, width, script)
    with tempfile.TemporaryDirectory() as folder:
        flags = [scheme, f"--window-size={max(width, 500)},{height}", f"--screenshot={picture.resolve()}"]
        _open_stage(browser, folder, page, width, script, flags, look)


def _open_stage(
    browser: str, folder: str, page: str, width: int, script: str, flags: Sequence[str], look: str = "none"
) -> str:
    stage = Path(folder, "stage.html")
    filled = STAGE.format(look=look, width=width, page=escape(page), script=script)
    stage.write_text(filled, encoding="utf-8")
    command = [browser, *FLAGS, f"--user-data-dir={folder}/profile", *flags, stage.as_uri()]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
