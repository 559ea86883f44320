"""Deadlines that `status` foretells, where what runs is no turn's."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

from unit.moderation.tables import found

from adjudicator.acts.moderation.terms import edit_charter
from adjudicator.acts.status import read_status


def test_after_answers_to_a_proposal_the_next_turn_is_counted_from_their_deadline(tmp_path: Path) -> None:
    table = found(tmp_path, "catan")
    edit_charter(table.path, {"deadline": "2 days, hour 20", "deadlines.trade": "96"}, "as agreed", table.now)
    table.play(6)
    (ask,) = table.opened.asks
    report = table.read(f"turns/{table.newest:04}/reports/{ask.seat}.txt").decode()
    proposal = re.search(r"# (- propose: .*)", report)
    assert proposal is not None
    head = f"game: toy\nturn: {table.newest + 1}\nseat: {ask.seat}\norders:\n"
    table.submit(ask.seat, f"{head}{proposal[1]}\n- end: turn\n")
    table.run()
    assert {one.deadline for one in table.opened.asks} == {"trade"}
    status = read_status(table.path)
    assert status.due is not None
    assert status.schedule[0] - status.due > timedelta(days=1)
