"""Names of people in files: orders know seats by their ids, and who writes a name is answered with the id."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from yaml import YAMLError

from adjudicator.core.order import CORRECTION, Gravity, Place, Problem
from adjudicator.core.seat_names import ISOLATES, SeatNames, cut_name
from adjudicator.core.table import Seat
from adjudicator.intake.reader import scalar_spans

_PROSE = re.compile(r"\s*(?:- )?(?:note|text):")
_AROUND = "'\"" + "".join(ISOLATES)


def find_called(data: bytes, names: SeatNames) -> Iterator[Problem]:
    """Each value in ``data`` that is the name of one player alone: whole, as reports use it, or its first word."""
    ids = _list_forms(names)
    text = data.decode("utf-8", "replace")
    try:
        spans = list(scalar_spans(text)) if ids else []
    except YAMLError:
        return
    for place, begin, end in spans:
        written = text[begin:end].strip(_AROUND)
        seat = ids.get(written.casefold())
        if seat is not None and not _PROSE.match(text, text.rfind("\n", 0, begin) + 1):
            yield Problem("called-by-name", Gravity.INVALID, place, {"written": written, "id": seat, CORRECTION: seat})


def answer_called(problems: tuple[Problem, ...], called: Iterator[Problem]) -> tuple[Problem, ...]:
    """``problems`` with those that are ``called`` in place of what else is said there, or of the line's order."""
    answers: dict[Place, Problem] = {problem.place: problem for problem in called}
    lines = {place.line for place in answers}
    left = [problem for problem in problems if problem.gravity is Gravity.UNWISE or problem.place.line not in lines]
    return (*left, *answers.values())


def _list_forms(names: SeatNames) -> Mapping[str, Seat]:
    """The seat by each form of its name that is no other's, and no seat's id."""
    forms: dict[str, Seat | None] = {}
    for seat in names.of:
        whole = names.write_out(seat).strip(_AROUND)
        for form in {whole.casefold(), cut_name(whole).casefold(), whole.split(" ")[0].casefold()}:
            forms[form] = None if form in forms else seat
    return {form: seat for form, seat in forms.items() if seat is not None and form != seat}
