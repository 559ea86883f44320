"""Drawings in a page, which is HTML: they need fewer quotation marks there than a drawing of its own, which is XML."""

import re

_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_IDLE = re.compile(r"""="([^\s"'=<>`]+)"(?=[\s>])""")
"""A value that needs no quotation marks. What stands before ``/>`` does."""
_TAG = re.compile(r"<\w[^<>]*>")
_VALUE = re.compile(r"""=(?:"[^"]*"|([^\s"'=<>`]+))""")


def unquote_drawings(page: str) -> str:
    """``page`` without the quotation marks in its drawings that HTML does not need: a twentieth of a late page."""
    return _DRAWING.sub(_unquote, page)


def _unquote(drawing: re.Match[str]) -> str:
    parts = _IDLE.split(drawing[0])
    parts[1::2] = [f"={value}" for value in parts[1::2]]  # a template of ``re`` would be filled by Python for each
    return "".join(parts)


def quote_drawings(text: str) -> str:
    """The drawings in ``text``, each as a drawing of its own again."""
    return _TAG.sub(lambda tag: _VALUE.sub(lambda value: f'="{value[1]}"' if value[1] else value[0], tag[0]), text)
