"""Drawings in a page, which is HTML: they need fewer quotation marks there than a drawing of its own, which is XML."""

import re

_IDLE = re.compile(r"""="([^\s"'=<>`]+)"(?=([\s/>]))""")
"""A value that needs no quotation marks, and what stands behind it: from ``/>`` a space sets it apart."""
_TAG = re.compile(r"<\w[^<>]*>")
_VALUE = re.compile(r"""=(?:"[^"]*"|([^\s"'=<>`]+))""")


def unquote_drawings(part: str) -> str:
    """``part`` of a page without the quotation marks in its drawings that HTML does not need: a twentieth of a page."""
    before, *rest = part.split("<svg")
    drawings = [drawing.partition("</svg>") for drawing in rest]
    return "".join([before, *(f"<svg{unquote_drawing(drawing)}{end}{after}" for drawing, end, after in drawings)])


def unquote_drawing(drawing: str) -> str:
    """``drawing``, or a part of one, without them."""
    parts = _IDLE.split(drawing)
    # a template of ``re`` would be filled by Python for each
    parts[1::3] = [
        f"={value} " if after == "/" else f"={value}" for value, after in zip(parts[1::3], parts[2::3], strict=True)
    ]
    del parts[2::3]
    return "".join(parts)


def quote_drawings(text: str) -> str:
    """The drawings in ``text``, each as a drawing of its own again."""
    return _TAG.sub(lambda tag: _quote(tag[0]), text)


def _quote(tag: str) -> str:
    return _VALUE.sub(lambda value: f'="{value[1]}"' if value[1] else value[0], tag).replace(" />", "/>")
