"""What the answer to a file says of its orders: only to who may know, and only where the file is accepted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from unit.turn.toy import TOY, Position

from adjudicator.acts.filing import FilingAnswer
from adjudicator.acts.outbox import list_receipt_lines
from adjudicator.cli.play import answer_to_json
from adjudicator.core.order import START, MoveFile, Order
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED, NO_FORECAST, ReceiptState, dump_receipt, make_receipt

NOW = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
COURT = IntakeContext(TOY, "g", ("ann", "bob"), Position(("ann", "bob")), {}, 1, "")
FILE = MoveFile(
    game="g",
    turn=1,
    seat="ann",
    token=None,
    after=None,
    draft=False,
    orders=(Order("take", 3, None, START, (START,)), Order("roll", 0, None, START, (START,))),
    standing=None,
    fallback=None,
    press=(),
    note=None,
    places={},
)
SENTENCES = ("ann will take 3.", "ann will roll 0.")


def judge(standing: ReceiptState) -> Judgement:
    return Judgement(standing, "ann", 1, (), FILE, b"")


@pytest.mark.parametrize("standing", ReceiptState)
def test_only_an_accepted_file_is_told_what_it_would_do(standing: ReceiptState) -> None:
    assert COURT.forecast(judge(standing)).orders == (SENTENCES if standing in ACCEPTED else ())


def test_it_ends_the_answer_and_is_no_part_of_the_receipt_that_is_kept() -> None:
    judgement = judge(ReceiptState.GREEN)
    receipt = make_receipt(COURT, judgement, b"", "inbox/ann/01.yaml", NOW)
    answer = FilingAnswer("a.yaml", receipt, refused_speaker=False, forecast=COURT.forecast(judgement))
    assert answer_to_json(answer, {})["forecast"] == list(SENTENCES)
    lines = list_receipt_lines(answer, {}, kept=True)
    begin = lines.index("What they will do, as far as you can know now:")
    assert lines[begin + 1 : begin + 3] == ["  ann will take 3.", "  ann will roll 0."]
    assert "forecast" not in dump_receipt(receipt)
    assert answer_to_json(answer._replace(forecast=NO_FORECAST), {})["forecast"] == []
