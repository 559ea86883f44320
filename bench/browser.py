"""A Chromium browser without a window, for what can only be seen or measured in one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
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
    "--run-all-compositor-stages-before-draw",
)
NARROWEST = 500
"""No window of Chromium is narrower."""
PATIENT = "--virtual-time-budget=60000"
"""Lets the clock of pages run ahead for a minute, so that they are done."""
PNG = b"\x89PNG\r\n\x1a\n"
DARK, LIGHT = (f"--blink-settings=preferredColorScheme={number}" for number in (0, 1))

# A window may be wider than wanted, so the page stands in a frame.
STAGE = """<!doctype html><meta charset="utf-8"><style>body{{margin:0}}iframe{{border:0;filter:{look}}}</style>
<script>
const tell = async () => {{
  const frame = document.querySelector("iframe"), page = frame.contentDocument
  frame.height = page.documentElement.scrollHeight
  const told = await ({script})(page, frame)
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


def ask_page(browser: str, page: str, width: int, script: str, *flags: str) -> str:
    """What the function ``script`` tells of the HTML text ``page`` in a frame ``width`` pixels wide, as JSON.

    It is called with the document, which is as tall as its content, and with its frame. It may take its time, where
    ``PATIENT`` is among the ``flags`` of the browser.
    """
    with tempfile.TemporaryDirectory() as folder:
        told = _open_stage(browser, folder, page, width, script, ["--dump-dom", *flags])
    found = re.search(r"<output hidden(?:=\"\")?>(.*?)</output>", told, re.DOTALL)
    if found is None or not found[1]:
        raise RuntimeError("the page told nothing")
    return unescape(found[1])


def photograph(
    browser: str,
    page: str,
    width: int,
    picture: Path,
    *,
    look: str = "none",
    dark: bool = False,
    press: Sequence[str] = (),
    height: int = 0,
    scale: float = 1,
) -> None:
    """Writes ``picture``: ``page`` (HTML) at ``width`` pixels, as tall as it is, through the CSS filter ``look``.

    ``press`` names by CSS selectors what is pressed before, one after the other. Where a ``height`` is named, that is
    all of the page that is shown; a pixel of the page is ``scale`` pixels of the picture.
    """
    scheme = DARK if dark else LIGHT
    pressing = "".join(f"page.querySelectorAll({json.dumps(one)}).forEach(button => button.click());" for one in press)
    # a board grows with its window, up to its own size
    grow = "for (let last = 0; last != frame.height;) { last = frame.height; frame.height = page.body.offsetHeight }"
    script = f"(page, frame) => {{ {pressing} {grow} return +frame.height }}"
    shown = height or _ask_height(browser, page, width, script)
    with tempfile.TemporaryDirectory() as folder:
        flags = [scheme, f"--window-size={max(width, NARROWEST)},{shown}", f"--screenshot={picture.resolve()}"]
        flags += [f"--force-device-scale-factor={scale}"]
        _open_stage(browser, folder, page, width, script, flags, look)
    picture.write_bytes(cut_to_width(picture.read_bytes(), round(width * scale)))


@lru_cache(maxsize=1)
def _ask_height(browser: str, page: str, width: int, script: str) -> str:
    """The same in every light."""
    return ask_page(browser, page, width, script)


def cut_to_width(png: bytes, width: int) -> bytes:
    """A picture of eight bits a channel, not interlaced, without what is right of ``width``.

    A filter of PNG looks to the left and up only, so the rows can be cut off as they stand.
    """
    chunks, at = list[tuple[bytes, bytes]](), len(PNG)
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += 12 + size
    header = next(content for name, content in chunks if name == b"IHDR")
    depth = {2: 3, 6: 4}[header[9]]
    rows = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    long, short = (1 + depth * pixels for pixels in (int.from_bytes(header[:4]), width))
    cut = b"".join(rows[start : start + short] for start in range(0, len(rows), long))
    parts = (b"IHDR", width.to_bytes(4) + header[4:]), (b"IDAT", zlib.compress(cut)), (b"IEND", b"")
    return PNG + b"".join(
        len(content).to_bytes(4) + name + content + zlib.crc32(name + content).to_bytes(4) for name, content in parts
    )


def _open_stage(
    browser: str, folder: str, page: str, width: int, script: str, flags: Sequence[str], look: str = "none"
) -> str:
    stage = Path(folder, "stage.html")
    filled = STAGE.format(look=look, width=width, page=escape(page), script=script)
    stage.write_text(filled, encoding="utf-8")
    with suppress(subprocess.TimeoutExpired):  # now and then a browser hangs, and a second one does not
        return _run_browser(browser, f"{folder}/first", [*flags, stage.as_uri()], 60)
    return _run_browser(browser, f"{folder}/second", [*flags, stage.as_uri()], 120)


def _run_browser(browser: str, profile: str, arguments: Sequence[str], seconds: int) -> str:
    command = [browser, *FLAGS, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds).stdout
