"""Receipts as letters: what became of a file in the colour of its state, its problems beside the player's own lines."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.intake.receipt import ReceiptState

SUBJECTS: Final[Mapping[ReceiptState, str]] = {
    ReceiptState.GREEN: "your orders are in",
    ReceiptState.YELLOW: "your orders are in, with remarks",
    ReceiptState.RED: "your orders cannot be used",
    ReceiptState.STALE: "your orders are for an older report",
    ReceiptState.LATE: "your orders came too late",
    ReceiptState.NEEDLESS: "nothing more is needed",
}
_COLOURS: Final[Mapping[ReceiptState, str]] = {
    ReceiptState.GREEN: "#2e7d32",
    ReceiptState.YELLOW: "#b58900",
    ReceiptState.RED: "#b3261e",
}
_OTHER: Final = "#5f6368"


def write_receipt_page(state: ReceiptState, lines: Sequence[str]) -> str:
    """The ``lines`` of a receipt as a page for mail programs; colour and word say the ``state``."""
    colour = _COLOURS.get(state, _OTHER)
    first, rest = html.escape(lines[0]), html.escape("\n".join(lines[1:]))
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"></head>\n'
        '<body style="font-family:Verdana,Arial,sans-serif">\n'
        f'<p style="border-left:8px solid {colour};padding-left:8px">'
        f'<strong style="color:{colour}">{state.value.upper()}</strong> {first}</p>\n'
        f'<pre style="white-space:pre-wrap">{rest}</pre>\n</body>\n</html>\n'
    )
