"""Whatever words stand in a file while a vote is open, the file is answered, and no fault is ours."""

from __future__ import annotations

import json

from oracle.dice import Dice
from unit.catan_caravans_mail.voting import voting
from unit.catan_mail.test_check_words import write_item

from adjudicator.core.order import describe


def test_every_file_is_answered_in_a_vote() -> None:
    dice, mail = Dice("words", "vote"), voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    for number in range(300):
        items = "\n".join(f"- {json.dumps(write_item(dice))}" for _ in range(1 + dice.below(2)))
        judgement = mail.judge("chadi", "", standing=items) if number % 5 == 0 else mail.judge("chadi", items)
        assert all(describe(problem, mail.intake.sentences) for problem in judgement.problems)


def test_a_misspelt_card_in_a_bid_is_the_one_that_is_written_instead() -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    (problem, *_) = mail.judge("chadi", "- bid: 1 wol\n- prefer: [V1]").problems
    assert describe(problem, mail.intake.sentences).endswith("; write 'bid: 1 wool'")
