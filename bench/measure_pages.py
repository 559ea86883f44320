"""Measures HTML reports in a browser: whether labels, pieces and widths keep to what is promised of them.

    python bench/measure_pages.py REPORT.html...

At 390 pixels, in the close view of the board, and at 1280: no label of a drawing overlaps another label, or a piece
that is not its own, and nothing is painted over it. In the close view no text is under 11 pixels. At 390 and 1280
neither the page nor a table scrolls sideways, no table of even columns breaks a word of a name or a head, or has a head
that does not begin where what is below it does, and at 390 the board
fits without being pushed, what is due ends on the first screen, and the news begin on the second at the latest. At 1280
scores and form end on the second screen; of a finished game podium, race and board do. Prints each fault, and for each
report how many screens down its sections begin; status 1 where there is a fault.
Of a replay it measures the last moment; at the first and before the last, the names of its race stand at the ends of
their lines, in the order of those.

What a drawing calls pieces stands in groups of the class ``pieces``, or in groups that have a title and are no pieces
themselves, each child a piece; what is hidden where there is no room has the class ``fine``. A label is a piece's own
if it is drawn within it, or if no other piece is nearer. It needs the Chromium browser (on Debian: ``apt-get install
chromium``) and no network.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TypedDict

from browser import ask_page, find_browser


class Measures(TypedDict):
    """What the script below tells of a page."""

    faults: list[str]
    smallest: float
    labels: int
    pieces: int
    offsets: dict[str, float]


VIEWS = ((390, False), (390, True), (1280, False))
"""Widths of the page, and whether its board is seen close."""
SMALLEST = 11
FIRST_LOOK = 390
"""At this width, before anything is pressed, what is due stands on the first screen and news begin on the second."""
TWO_SCREENS = 1280
"""At this width a page with an order form ends on the second screen, and so does the board of a finished game."""
SHOWN = 12
"""So many faults of a view are printed."""

# Letters are measured by their ink, which a canvas knows; half a pixel of two edges may touch.
SCRIPT = r"""(page, frame) => {
  const close = CLOSE, faults = [], window = frame.contentWindow
  const PIECES = ".pieces > *, g:not(.pieces > *):has(> title) > :not(title)"
  for (const box of page.querySelectorAll(".closer input")) box.checked = close
  for (const way of ["#first", "#last", "#back"]) {
    page.querySelector(way)?.click()
    const race = page.querySelector("#race svg")
    if (way === "#last" || !race || !race.dataset.steps) continue
    const names = race.querySelectorAll('g[font-weight="bold"]:not([text-anchor]) text')
    const ends = [...race.querySelectorAll('g[stroke-width="2"] path')].map((line, n) => {
      const { x, y } = line.getPointAtLength(line.getTotalLength())
      return { x, y, words: names[n].textContent, across: +names[n].getAttribute("x"), up: +names[n].getAttribute("y") }
    })
    for (const { x, y, words, across, up } of ends)
      if (across < x || across > x + 30 || Math.abs(up - y) > 13 * ends.length
          || ends.some(other => other.y < y - 1 && other.up > up))
        faults.push(`${words} stands away from the end of its line`)
  }
  page.querySelector("#last")?.click()
  for (const moment of page.querySelectorAll("#frames > [hidden]")) moment.remove()
  // what stands in a hidden group of a drawing counts as visible for the browser's own question
  const seen = element => !element || window.getComputedStyle(element).display !== "none" && seen(element.parentElement)
  for (const board of page.querySelectorAll("#board .wide"))
    if (!close && window.innerWidth < 500 && board.scrollWidth > board.clientWidth + 1)
      faults.push(`the board is ${board.scrollWidth} wide and has ${board.clientWidth}`)
  const across = page.documentElement.scrollWidth
  if (across > window.innerWidth) faults.push(`the page is ${across} wide and has ${window.innerWidth}`)
  for (const { scrollWidth, clientWidth, textContent } of [...page.querySelectorAll(".wide:has(> table)")].filter(seen))
    if (scrollWidth > clientWidth) faults.push(
      `a table is ${scrollWidth} wide and has ${clientWidth}: ${textContent.trim().split("\n")[0]}`)
  const words = page.createRange()
  for (const { firstChild } of [...page.querySelectorAll(".even th,.even td")].filter(seen))
    for (const { 0: word, index } of firstChild?.data?.matchAll(/[^\s\u2010-\u2014-]+/g) || []) {
      words.setStart(firstChild, index)
      words.setEnd(firstChild, index + word.length)
      if (new Set([...words.getClientRects()].map(({ top }) => top)).size > 1) faults.push(`${word} is broken`)
    }
  const begin = cell => (words.selectNodeContents(cell), words.getBoundingClientRect().left)
  for (const table of [...page.querySelectorAll(".even")].filter(seen))
    for (const head of table.querySelectorAll("thead th")) {
      const cell = table.querySelector(`tbody tr:not(:has([colspan])) > :nth-child(${head.cellIndex + 1})`)
      if (cell && Math.abs(begin(head) - begin(cell)) > 1) faults.push(`${head.textContent} stands beside its column`)
    }

  const expand = use => {
    const target = page.querySelector(use.getAttribute("href"))
    const copy = page.createElementNS("http://www.w3.org/2000/svg", "g")
    for (const { name, value } of [...use.attributes])
      if (!["x", "y", "href", "transform", "width", "height"].includes(name)) copy.setAttribute(name, value)
    const shift = `translate(${use.getAttribute("x") || 0} ${use.getAttribute("y") || 0})`
    copy.setAttribute("transform", `${use.getAttribute("transform") || ""}${shift}`)
    if (target) copy.append(target.cloneNode(true))
    use.replaceWith(copy)
  }
  for (let turn = 0; turn < 6; turn++)
    for (const use of page.querySelectorAll("svg use")) if (!use.closest("defs")) expand(use)

  const pen = document.createElement("canvas").getContext("2d")
  // a text with many places is a label at each of them
  const lay = text => {
    const words = text.textContent.trim()
    if (text.x.baseVal.numberOfItems < 2) return [{ text, words, box: ink(text, words, 0) }]
    return [...words].map((sign, place) => ({ text, words: sign, box: ink(text, sign, place) }))
  }
  const ink = (text, words, place) => {
    const style = window.getComputedStyle(text), at = text.getStartPositionOfChar(place), to = text.getScreenCTM()
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    pen.letterSpacing = style.letterSpacing === "normal" ? "0px" : style.letterSpacing
    const size = pen.measureText(words)
    const left = at.x - size.actualBoundingBoxLeft, right = at.x + size.actualBoundingBoxRight
    const top = at.y - size.actualBoundingBoxAscent, bottom = at.y + size.actualBoundingBoxDescent
    const corners = [[left, top], [right, top], [left, bottom], [right, bottom]]
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(to))
    const x = corners.map(corner => corner.x), y = corners.map(corner => corner.y)
    return { left: Math.min(...x), right: Math.max(...x), top: Math.min(...y), bottom: Math.max(...y) }
  }
  const near = (one, other) => Math.hypot(one.left + one.right - other.left - other.right,
                                          one.top + one.bottom - other.top - other.bottom)
  let smallest = Infinity, labels = 0, things = 0
  const note = (size, words) => {
    smallest = Math.min(smallest, size)
    if (close && size < SMALLEST) faults.push(`${size.toFixed(1)} pixels: ${words.trim().slice(0, 30)}`)
  }
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement, words = walker.currentNode.data
    if (words.trim() && !holder.closest("svg,style,script") && seen(holder))
      note(parseFloat(window.getComputedStyle(holder).fontSize), words)
  }
  for (const drawing of page.querySelectorAll("svg")) {
    const texts = [...drawing.querySelectorAll("text")]
      .filter(text => !text.closest("defs") && text.textContent.trim() && seen(text))
      .flatMap(lay)
    const pieces = [...drawing.querySelectorAll(PIECES)].filter(piece => piece.tagName !== "title")
      .map(piece => ({ piece, box: piece.getBoundingClientRect() }))
    labels += texts.length, things += pieces.length
    for (const { text, words } of texts) {
      const to = text.getScreenCTM()
      note(parseFloat(window.getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(to.a * to.d - to.b * to.c)), words)
    }
    texts.forEach(({ text, words, box }, number) => {
      for (const other of texts.slice(number + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (wide > .5 && high > .5) faults.push(`label ${words} overlaps label ${other.words}`)
      }
      const own = pieces.find(({ piece }) => piece.contains(text))
        || pieces.reduce((best, piece) => best && near(best.box, box) <= near(piece.box, box) ? best : piece, null)
      const strangers = new Set(), covers = new Set()
      for (const across of [.1, .3, .5, .7, .9]) for (const down of [.15, .5, .85]) {
        const x = box.left + (box.right - box.left) * across, y = box.top + (box.bottom - box.top) * down
        const stack = page.elementsFromPoint(x, y), place = stack.indexOf(text)
        // what lies beneath a piece is not seen
        const seen = stack.slice(Math.max(place, 0)).map(element => element.closest(PIECES)).find(piece => piece)
        if (seen && seen !== own?.piece) strangers.add(seen)
        stack.forEach((element, depth) => {
          if (depth < place && element.closest("svg") === drawing && element !== drawing && element.tagName !== "text")
            covers.add(element)
        })
      }
      for (const piece of strangers) faults.push(`label ${words} overlaps a piece: ${
        piece.querySelector("title")?.textContent || piece.outerHTML.slice(0, 60)}`)
      for (const element of covers) faults.push(`label ${words} is covered: ${element.outerHTML.slice(0, 60)}`)
    })
  }
  const offsets = {}, fold = 844
  const down = name => page.getElementById(name)?.getBoundingClientRect()
  const bars = [
    [window.innerWidth === FIRST_LOOK && !close, "what is due ends", down("duty")?.bottom, fold],
    [window.innerWidth === FIRST_LOOK && !close, "the news begin", down("news")?.top, 2 * fold],
    [window.innerWidth === TWO_SCREENS && down("form"), "the form ends", down("form")?.bottom, 2 * fold],
    [window.innerWidth === TWO_SCREENS && down("form"), "the scores end", down("scores")?.bottom, 2 * fold],
    [window.innerWidth === TWO_SCREENS && down("end"), "the race ends", down("end")?.bottom, 2 * fold],
    [window.innerWidth === TWO_SCREENS && down("end"), "the board ends",
     page.querySelector("#board .wide")?.getBoundingClientRect().bottom, 2 * fold]]
  for (const [asked, what, place, most] of bars)
    if (asked && place > most) faults.push(`${what} ${(place / fold).toFixed(2)} screens down, ${most / fold} wanted`)
  for (const section of page.querySelectorAll("main > section"))
    offsets[section.id] = section.getBoundingClientRect().top / fold
  return { faults, smallest, labels, pieces: things, offsets }
}"""


def main() -> int:
    """Measures every report named on the command line; 0 without a fault, 1 with one, 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", type=Path, nargs="+", help="HTML reports")
    browser = find_browser()
    found = 0
    for report in parser.parse_args().reports:
        page = report.read_text(encoding="utf-8")
        for width, close in VIEWS:
            measures = measure(browser, page, width, close=close)
            found += len(measures["faults"])
            tell(f"{report} at {width}{', close' if close else ''}", measures)
    return 1 if found else 0


def measure(browser: str, page: str, width: int, *, close: bool) -> Measures:
    """The measures of the HTML text ``page`` at ``width`` pixels, its board seen ``close`` or as it is at first."""
    words = {
        "CLOSE": str(close).lower(),
        "SMALLEST": str(SMALLEST),
        "FIRST_LOOK": str(FIRST_LOOK),
        "TWO_SCREENS": str(TWO_SCREENS),
    }
    script = SCRIPT
    for word, value in words.items():
        script = script.replace(word, value)
    measures: Measures = json.loads(ask_page(browser, page, width, script))
    return measures


def tell(view: str, measures: Measures) -> None:
    """Prints what was measured in ``view``."""
    faults = measures["faults"]
    offsets = " ".join(f"{name} {screens:.1f}" for name, screens in measures["offsets"].items())
    print(
        f"{view}: {len(faults)} faults; {measures['labels']} labels, {measures['pieces']} pieces, "
        f"smallest text {measures['smallest']:.1f}; screens down: {offsets}"
    )
    for fault in faults[:SHOWN]:
        print(f"  {fault}")
    if len(faults) > SHOWN:
        print(f"  and {len(faults) - SHOWN} more")


if __name__ == "__main__":
    sys.exit(main())
