"""Acts of the moderator as headers tell them: none is left out, put in later, or counted wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.proof.header_text import Header
from adjudicator.proof.lines import Lines, read_change
from adjudicator.proof.reports import History


def check_acts(history: History) -> None:
    """Acts are numbered; one number is one act in all headers, and where no turn is missing none is left out.

    Each was made at the head that it names, and is told by the first header after it: an act that is dated back could
    say of a draw that is known what should have been said before it.
    """
    acts: dict[int, tuple[JsonValue, str]] = {}
    counts: dict[str, int] = {}
    for header in history.lines.ordered:
        before, place = history.lines.parent(header), history.place(header)
        count = 0 if header.turn == 0 else counts.get(before.head) if before else None
        numbered = [(act, number) for act in header.acts if isinstance(number := _get(act, "number"), int)]
        if len(numbered) < len(header.acts):
            history.find(header, "acts: one is not written as the program writes acts")
        for act, number in numbered:
            known, source = acts.setdefault(number, (act, place))
            if known != act:
                history.find(
                    header, f"acts: number {number} differs from the one in {source}: two histories were shown"
                )
            if count is not None:
                if number != count + 1:
                    history.find(header, f"acts: number {number} follows {count}")
                count = number
            if _hides_secret(history.lines, act):
                words = "secret_known: does not agree with what was then the newest turn"
                history.find(header, f"acts: number {number}: {words}")
        for act in find_misplaced(history.lines, header):
            words = "was not recorded between the turn that it names and this one"
            history.find(header, f"acts: number {_get(act, 'number')}: {words}")
        if count is not None:
            counts[header.head] = count


def _get(act: JsonValue, name: str) -> JsonValue:
    return act.get(name) if isinstance(act, Mapping) else None


def _hides_secret(lines: Lines, act: JsonValue) -> bool:
    """Whether a rewind says otherwise of the secret than the turn, if it is here, that it took back."""
    head = _get(act, "head")
    if _get(act, "kind") != "rewind" or not isinstance(head, str) or head not in lines.headers:
        return False
    return (lines.headers[head].revealed is not None) is not _get(act, "secret_known")


def find_misplaced(lines: Lines, header: Header) -> Sequence[JsonValue]:
    """The acts in ``header`` that were not made at the heads they name, as far as these are here; the last one first.

    Going back from the turn before ``header``: a rewind leads to the line that it abandoned, on which the acts before
    it were made.
    """
    found: list[JsonValue] = []
    head, last, lowest = header.previous, header.turn - 1, header.turn - 1
    back = False
    for act in reversed(header.acts):
        change = read_change(act)
        if change is None:
            at, turn = _get(act, "head"), _get(act, "after_turn")
        else:
            at, turn = _get(act, "to_head"), change.to
        inside = isinstance(turn, int) and lowest <= turn <= last and (back or turn == last)
        if not inside or not isinstance(turn, int) or lines.find_at(head, last, turn) not in (at, None):
            found.append(act)
        if change is not None:
            head, last, back = change.head, change.last, True
    return found
