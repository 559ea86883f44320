"""A form whose orders nobody filled in leaves those on file, and it does so again when its turn is taken back."""

from __future__ import annotations

import pytest
from unit.moderation.tables import Table

from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.run import Status
from adjudicator.core.agenda import Source
from adjudicator.core.order import ORDERS_LEFT


@pytest.mark.parametrize("line", ["note: good luck", "press: [{to: all, text: good luck}]", "fallback: []"])
def test_the_orders_stay_again(table: Table, line: str) -> None:
    turn = table.newest + 1
    seat = table.opened.asks[0].seat
    receipt = table.submit(seat, f"game: toy\nturn: {turn}\norders:\n{line}\n")
    assert ORDERS_LEFT in {problem.code for problem in receipt.problems}
    assert table.run().status is Status.ADJUDICATED
    assert Source.ORDERS in {result.source for result in table.opened.record.results if result.seat == seat}
    table.hours += 1
    rewind_game(table.path, turn - 1, "a file was lost", table.now)
    first, left = table.opened.list_filed(seat)
    assert ORDERS_LEFT not in {problem.code for problem in first.receipt.problems}
    assert ORDERS_LEFT in {problem.code for problem in left.receipt.problems}
    assert table.run().status is Status.ADJUDICATED
    assert table.turn_files(turn) == table.turn_files(turn, branch=1)
    assert table.findings(reports=True) == []
