"""What a seat sends in a case: made into a move file, judged as any other, its problems traced back to the case."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.cases.case import Case, CaseStep
from adjudicator.core.agenda import Agenda
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import MoveFile, Place, Problem, describe
from adjudicator.core.table import Seat
from adjudicator.intake.judge import IntakeContext, judge_file
from adjudicator.intake.reader import Path, read_document
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.registry import AnyGame

GAME_ID = "case"
TURN = 1


class Remark(NamedTuple):
    """A problem that the check found, where it stands in the case, and the number of the order (0 for none)."""

    seat: Seat
    problem: Problem
    place: Place
    order: int
    sentence: str

    def describe(self) -> str:
        """The remark in a line."""
        where = f", order {self.order}" if self.order else ""
        return f"{self.seat}{where}: {self.problem.code} ({self.problem.gravity.value}: {self.sentence})"


def open_intake(game: AnyGame, state: Any, agendas: Mapping[Seat, Agenda]) -> IntakeContext[Any, Any, Any]:  # noqa: ANN401 - a state is its game's business
    """What the files that seats send are judged against in ``state``."""
    return IntakeContext(
        game=game,
        game_id=GAME_ID,
        seats=game.kernel.seats(state),
        state=state,
        agendas=agendas,
        turn=TURN,
        head="",
        token_hashes={},
    )


def send(
    intake: IntakeContext[Any, Any, Any], case: Case, step: CaseStep, seat: Seat, body: JsonValue
) -> tuple[MoveFile | None, list[Remark]]:
    """The move file of ``seat`` where it is accepted, and all that the check says of it.

    ``body`` is a list of orders, or the keys of a move file.
    """
    is_bare = not isinstance(body, Mapping)
    keys: Mapping[str, JsonValue] = body if isinstance(body, Mapping) else {"orders": body}
    data = json.dumps({"game": GAME_ID, "turn": TURN, "seat": seat, **keys}).encode()
    judgement = judge_file(intake, data, seat)
    way = (*step.path, "orders", seat)
    paths = _trace(data)
    remarks = []
    for problem in judgement.problems:
        path, is_key = paths.get(problem.place, ((), False))
        order = path[1] + 1 if len(path) > 1 and path[0] == "orders" and isinstance(path[1], int) else 0
        there = (*way, *(path[1:] if is_bare else path))
        place = case.document.key_places.get(there) if is_key else None
        sentence = describe(problem, intake.sentences)
        remarks.append(Remark(seat, problem, place or case.place_of(there), order, sentence))
    return judgement.file if judgement.state in ACCEPTED else None, remarks


def _trace(data: bytes) -> dict[Place, tuple[Path, bool]]:
    """Which value, or key, begins at each place of ``data``."""
    document, _ = read_document(data)
    if document is None:
        return {}
    keys = {place: (path, True) for path, place in document.key_places.items()}
    return keys | {place: (path, False) for path, place in document.places.items()}
