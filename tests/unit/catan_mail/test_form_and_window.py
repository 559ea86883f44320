"""The form before the roll, and files that do not answer what a window asks."""

from __future__ import annotations

from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, Mail

from adjudicator.rules.catan.report.form import write_form_lines

SPOTS = {
    "amira": {"settlements": [12], "hand": {"wool": 1}, "cards": {"knight": 1}},
    "bilal": {"settlements": [23]},
    "chadi": {},
}


def test_before_the_roll_the_form_rolls_and_names_the_cards() -> None:
    mail = Mail(lay_out(SPOTS, stage="before-roll", dice=0, options={"preroll": "ask"}))

    assert write_form_lines(mail.see("amira"), 0) == [
        "orders:",
        "# Before the roll you could play:",
        "# - knight: A",
        "- roll: dice",
    ]


def test_who_has_to_discard_finds_the_order_in_the_form() -> None:
    owing = {"chadi": {"hand": {"wool": 5, "ore": 3}, "owes": 4}}
    mail = Mail(lay_out({**SPOTS, **owing}, stage="discard", options={"discard": "ask"}))

    form = write_form_lines(mail.see("chadi"), 2)
    assert form[1:3] == ["# After the 7 you discard 4 cards, such as:", "# - discard: 3 wool, 1 ore"]
    assert mail.complaints("chadi", "- discard: 3 wool, 1 ore") == []
    assert not any("discard" in line for line in write_form_lines(mail.see("amira"), 0))


def test_no_comment_is_wider_than_a_letter() -> None:
    mail = Mail(lay_out(SPOTS))

    assert all(len(line) <= 72 for seat in range(3) for line in write_form_lines(mail.see("amira"), seat))


def test_a_file_that_answers_no_proposal_is_told_that_play_waits() -> None:
    hands = {seat: {"hand": {"ore": 1}} for seat in ("bilal", "chadi")}
    mail = Mail(lay_out({**SPOTS, **hands}))
    mail.send("amira", "- propose: {give: 1 wool, get: 1 ore}")
    mail.run()

    assert mail.complaints("bilal", END) == [("unwise", "nothing-ordered"), ("unwise", "end-unseen")]
    assert mail.complaints("bilal", f"- accept: amira\n{END}") == [("unwise", "full-stop")]
    assert mail.complaints("bilal", END, standing="- refuse: any") == [("unwise", "end-unseen")]
    assert next(iter(mail.forecast("bilal", "- accept: amira"))) == (
        "accept amira's proposal: you trade if nobody who was asked before you takes it, and you can both still pay"
    )


def test_who_cannot_pay_for_a_proposal_finds_no_yes_in_the_form() -> None:
    hands = {"bilal": {"hand": {"ore": 1}}, "chadi": {"hand": {"wool": 1}}}
    mail = Mail(lay_out({**SPOTS, **hands}))
    mail.send("amira", "- propose: {give: 1 wool, get: 1 ore}")
    mail.run()

    form = write_form_lines(mail.see("bilal"), 1)
    assert "# - accept: amira" in form
    assert "# - accept: amira 1" not in form
    assert write_form_lines(mail.see("chadi"), 2) == [
        "orders:",
        "# You do not have what is asked for, so no trade can come of it:",
        "# - refuse: amira",
    ]


def test_of_several_terms_the_form_has_those_that_one_can_pay() -> None:
    mail = Mail(lay_out({**SPOTS, "bilal": {"hand": {"ore": 1}}, "chadi": {"hand": {"ore": 1, "grain": 1}}}))
    mail.send("amira", "- propose: [{give: 1 wool, get: 1 ore}, {give: 1 wool, get: 1 grain}]")
    mail.run()

    assert write_form_lines(mail.see("bilal"), 1)[2:4] == ["# - accept: amira", "# - accept: amira 1"]
    assert write_form_lines(mail.see("chadi"), 2)[2:5] == [
        "# - accept: amira",
        "# - accept: amira 1",
        "# - accept: amira 2",
    ]


def test_a_counter_offer_in_the_form_is_to_terms_that_one_can_pay() -> None:
    mail = Mail(lay_out({**SPOTS, "bilal": {"hand": {"grain": 1}}}))
    mail.send("amira", "- propose: [{give: 1 wool, get: 1 ore}, {give: 1 wool, get: 1 grain}]")
    mail.run()

    assert write_form_lines(mail.see("bilal"), 1)[-1] == "# - counter: {give: 1 grain, get: 2 wool}"
