"""The help in colour, for a terminal: headings bold, names of commands, options and arguments cyan."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from typer.core import TyperCommand

if TYPE_CHECKING:
    from typer._click import Context

_HEADING = re.compile(r"^(Usage:|  Example:|[A-Z][A-Za-z ]*:$)", re.MULTILINE)
_NAME = re.compile(r"^  (-\S.*?(?=  |$)|\S+(?=  ))", re.MULTILINE)


class ColouredCommand(TyperCommand):
    """A command whose help is in colour."""

    def get_help(self, ctx: Context) -> str:
        """The help."""
        return colour_help(super().get_help(ctx))


def colour_help(text: str) -> str:
    """The help ``text`` in colour."""
    return _NAME.sub("  \x1b[36m\\1\x1b[0m", _HEADING.sub("\x1b[1m\\1\x1b[0m", text))
