"""A move file as it was written, and what mail programs do to it."""

from __future__ import annotations

from collections.abc import Callable

WRITTEN = """\
# yaml-language-server: $schema=move-file.schema.json
game: g42
turn: 7
seat: dora
orders:
# pink: A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2 B3 B6 B7 B8 B9 C1 C2 C3 B4 B5 C4 C5
- place: [yellow P5, yellow O6]
- place: purple N5
  if: {hex: D8, is: empty}
press:
- {to: [chen], text: "West is yours, I keep away"}
note: On holiday until Thursday
"""
FORM = WRITTEN.replace("# yaml", "# ---- copy from here\n# yaml") + "# ---- to here\n"
REPORT = "On Monday, Ben wrote:\n> Your report\n>\n" + "".join(
    f"> {line}\n" for line in WRITTEN.replace("- place", "# - place").splitlines()
)


def quote(text: str, marks: str = "> ") -> str:
    """``text`` as a mail program quotes it."""
    return "".join(f"{marks}{line}\n" for line in text.splitlines())


def swap(old: str, new: str) -> Callable[[str], str]:
    """What replaces ``old``, wherever it stands, by ``new``."""

    def replace(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return replace


ORDERS = "game: g42\nturn: 7\nseat: dora\norders:\n- place: pink L5\n"
