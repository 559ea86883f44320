"""The board for mail programs, which show no SVG: the same drawing as PNG, made with letters of our own."""

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final

_FAMILY: Final = "Adjudicator Sans"
_FONTS: Final = tuple(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "fonts", f"AdjudicatorSans-{weight}.ttf")
    for weight in ("Regular", "Bold")
)
_COLOURS: Final = 256
_SIZES = re.compile(r'<svg\b[^>]*?\bwidth="([0-9]+)" height="([0-9]+)"')
_STYLE = re.compile(r'(?<=<svg)([^>]*?) style="[^"]*"')
_GAP, _LINE, _LETTER = 8, 38, 9
"""Pixels around a mark, from line to line of the legend, and of a letter, about."""
_DRAWN = re.compile(
    "[ -~\u00a0-\u024f\u0374\u0375\u037a-\u037e\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u03d0-\u045f"
    "\u2010\u2012-\u2022\u2026\u2030\u2032-\u2034\u2039\u203a\u20ac\u2190-\u2195\u2212\u2066-\u2069]*"
)
"""What the font has letters for, and the marks that set names of other directions apart, which are not drawn."""
_VARIABLE = re.compile(r"var\(--[\w-]+,([^()]*)\)")


@lru_cache(maxsize=4)
def draw_png(svg: str) -> bytes:
    """The picture of ``svg`` by daylight, as large as it says, on white; the same bytes on every machine.

    It has few colours, so that letters stay small. Raises ``ValueError`` for what is no SVG.
    """
    from PIL import Image  # noqa: PLC0415 - for games with addresses alone

    full = Image.open(BytesIO(draw_in_full(svg))).convert("RGB")
    written = BytesIO()
    full.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def can_draw(words: str) -> bool:
    """Whether pictures have every letter of ``words``."""
    return _DRAWN.fullmatch(words) is not None


def draw_in_full(svg: str) -> bytes:
    """The same in all its colours. Fonts of the machine are not looked for."""
    import resvg_py  # noqa: PLC0415 - for games with addresses alone

    plain = _VARIABLE.sub(r"\1", svg)  # a variable belongs to a page; without one it is what stands beside it
    return resvg_py.svg_to_bytes(
        svg_string=plain,
        background="#fff",
        skip_system_fonts=True,
        font_files=list(_FONTS),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


def add_legend(board: str, marks: Sequence[tuple[str, str]]) -> str:
    """The drawing ``board``, and below it the ``marks``: drawings that may use parts of it, and words beside them.

    Drawings begin with a ``viewBox`` or sizes in pixels; words are written as in HTML.
    """
    sizes = _SIZES.search(board)
    if not marks or sizes is None:
        return board
    width, height = int(sizes[1]), int(sizes[2])
    drawn, x, y = list[str](), _GAP, height + _GAP
    for mark, words in marks:
        size = _SIZES.search(mark)
        wide, high = (int(size[1]), int(size[2])) if size else (0, 0)
        step = wide + len(words) * _LETTER + 3 * _GAP
        if x > _GAP and x + step > width:
            x, y = _GAP, y + _LINE
        at = y + (_LINE - high) // 2
        placed = mark.replace("<svg ", f'<svg x="{x}" y="{at}" ', 1)
        drawn.append(f'<g font-weight="bold" text-anchor="middle">{placed}</g>')
        drawn.append(f'<text x="{x + wide + _GAP}" y="{y + _LINE // 2 + 5}">{words}</text>')
        x += step
    whole = f'width="{width}" height="{y + _LINE + _GAP}"'
    plain = _STYLE.sub(r"\1", board, count=1)  # which says how wide the board is in a page
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>{plain}'
        f'<g font-family="Arial,Helvetica,sans-serif" font-size="16">{"".join(drawn)}</g></svg>'
    )
