"""Letters from other players as a seat reads them: no line of theirs can be mistaken for one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.order import RelayedLetter
from adjudicator.core.seat_names import SeatNames
from adjudicator.report.render import underline, wrap

_BAR = "| "


def write_press(letters: Sequence[RelayedLetter], names: SeatNames) -> str:
    """The ``letters`` in plain text, each line of theirs behind a bar; nothing where there are none."""
    return "\n".join(_list_lines(letters, names)) + "\n" if letters else ""


def _list_lines(letters: Sequence[RelayedLetter], names: SeatNames) -> Iterator[str]:
    yield underline("Letters from other players")
    for letter in letters:
        sender = names.call(letter.sender) if letter.sender else "Somebody"
        yield ""
        yield wrap(f"{sender} to {'everybody' if letter.to_all else 'you'}:")
        for line in letter.text.splitlines() or [""]:
            yield wrap(line, _BAR).replace("\n  ", f"\n{_BAR}") if line.strip() else _BAR.rstrip()
