"""How far the boards in mails are from those that a browser shows.

    python bench/measure_pictures.py [POSITIONS]

For each kind of game it plays one at random and compares the public board after 20 turns spread over it, or after as
many as POSITIONS says, with the picture that the Chromium browser makes of the same drawing: it prints the share of
pixels that are more than 64 of 255 off in any colour, and how large the pictures are. No picture may have more than
2 %. It needs Chromium (on Debian: ``apt-get install chromium``) and some minutes.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import ask_page, find_browser

from adjudicator.acts.open_game import open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.table import Onlooker
from adjudicator.report.render import render_report
from adjudicator.report.report_letter import draw_png, find_board

KINDS = (("through-the-desert", "2005"), ("catan", "base"), ("catan-caravans", "great-caravan"))
MOST = 2.0
COMPARE = """(page) => {
  const [one, other] = [...page.images].map(image => {
    const canvas = page.createElement("canvas")
    canvas.width = page.images[0].naturalWidth
    canvas.height = page.images[0].naturalHeight
    const paper = canvas.getContext("2d")
    paper.fillStyle = "#fff"
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(image, 0, 0, canvas.width, canvas.height)
    return paper.getImageData(0, 0, canvas.width, canvas.height).data
  })
  let far = 0
  for (let i = 0; i < one.length; i += 4)
    if ([0, 1, 2].some(k => Math.abs(one[i + k] - other[i + k]) > FAR)) far++
  return 400 * far / one.length
}""".replace("FAR", "64")


def main() -> int:
    """Compares, and prints the worst of each kind; 0 where none is too far off."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    browser = find_browser()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for game, edition in KINDS:
            command = [sys.executable, "-m", "adjudicator", "simulate", "--game", game, "--edition", edition]
            command += ["--seats", "4", "--games", "1", "--seed", "15", "--out", f"{folder}/{game}"]
            subprocess.run(command, check=True, capture_output=True)
            path = str(next(Path(folder, game).glob("*/game.yaml")).parent)
            newest = open_game(path).record.number
            shares, sizes = [], []
            for number in range(count):
                svg = draw_public(path, newest * (number + 1) // count)
                shares.append(compare(browser, svg))
                sizes.append(len(draw_png(svg)) // 1000)
            worst = max(worst, *shares)
            middle = sorted(shares)[len(shares) // 2]
            kilobytes = f"{min(sizes)} to {max(sizes)} kB"
            print(f"{game}: {len(shares)} boards, median {middle:.2f} %, worst {max(shares):.2f} %, {kilobytes}")
    return int(worst > MOST)


def draw_public(path: str, turn: int) -> str:
    """The board as everybody sees it after ``turn``."""
    page = render_report(describe_opened(open_game(path, turn)), Onlooker.PUBLIC)["public.html"]
    return find_board(page.decode())


def compare(browser: str, svg: str) -> float:
    """How many of a hundred pixels are far off between the picture in mails and the browser's, by daylight."""
    ours, theirs = (base64.b64encode(data).decode() for data in (draw_png(svg), svg.encode()))
    page = f'<img src="data:image/png;base64,{ours}"><img src="data:image/svg+xml;base64,{theirs}">'
    return float(ask_page(browser, page, 1600, COMPARE))


if __name__ == "__main__":
    sys.exit(main())
