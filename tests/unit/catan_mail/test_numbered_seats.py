"""Seats whose ids have digits: no number of a seat is a number of cards or points, and no seat is a misspelt other."""

from __future__ import annotations

import oracle.catan_positions as positions
import pytest
from unit.catan_mail.mailing import Mail, write_file

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import write_corrected

RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch) -> Mail:
    monkeypatch.setattr(positions, "SEATS", ("seat1", "seat2", "seat3", "seat4"))
    players = {"seat1": {"settlements": [19, 42], "roads": [(19, 20)], "hand": RICH, "cards": {"knight": 1}}}
    return Mail(positions.lay_out({**players, "seat2": {"settlements": [10], "hand": {"wool": 2}}}, count=4, turn=5))


def answer(mail: Mail, orders: str, **lists: str) -> tuple[str, str]:
    """What is said first of a file of seat1's, and the lists of the corrected one."""
    data = write_file("seat1", mail.turn, orders, **lists).encode()
    judgement = mail.intake.judge(data, "seat1")
    text = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "seat1")).text
    return describe(judgement.problems[0], mail.intake.sentences), text.partition("orders:\n")[2].strip("\n")


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        ("{hand: {of: seat2, less-than: 4}}", "{hand: {of: seat2, at-most: 3}}"),
        ("{points: {of: seat2, more-than: 4}}", "{points: {of: seat2, at-least: 5}}"),
        ("{points: {of: seat2, at-least: over 4}}", "{points: {of: seat2, at-least: 5}}"),
        ("{points: {of: seat2, above: 4, below: 8}}", "{points: {of: seat2, at-least: 5, at-most: 7}}"),
        ("{hand: {of: seat 2, at-most: 3}}", "{hand: {of: seat2, at-most: 3}}"),
        ("{longest-road: seat 2}", "{longest-road: seat2}"),
        ("seat2 has fewer than 3 cards in hand", "{hand: {of: seat2, at-most: 2}}"),
        ("seat 2 leads", "{leads: seat2}"),
    ],
)
def test_the_number_of_a_seat_is_no_number_of_a_condition(mail: Mail, condition: str, line: str) -> None:
    said, text = answer(mail, f"- buy: card\n  if: {condition}")
    assert said == f"if: this cannot be read; write 'if: {line}'"
    assert text in ("", f"- buy: card\n  if: {line}")


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("propose: {give: 1 wool, get: 1 ore, to: seat 2}", "propose: {give: 1 wool, get: 1 ore, to: [seat2]}"),
        ("propose: {give: wool, get: ore, to: [seat 2, seat3]}", "propose: {give: wool, get: ore, to: [seat2, seat3]}"),
        ("propose: {give: wool, get: ore, to: seat 2, seat 3}", "propose: {give: wool, get: ore, to: [seat2, seat3]}"),
        ("propose: wool for ore with seat 2", "propose: {give: wool, get: ore, to: [seat2]}"),
        ("propose: {give: wool, get: ore, to: [seet2]}", "propose: {give: wool, get: ore, to: [seat2]}"),
        ("knight: B from seat 2", "knight: B from seat2"),
    ],
)
def test_a_seat_with_a_blank_before_its_number_is_that_seat(mail: Mail, order: str, corrected: str) -> None:
    said, text = answer(mail, f"- {order}")
    assert said.endswith(f"; write '{corrected}'")
    assert text == f"- {corrected}"


def test_a_refused_seat_keeps_its_number(mail: Mail) -> None:
    _, text = answer(mail, "- end: turn", standing="- refuse: {get: ore, from: [seat 2]}")
    assert text == "- end: turn\nstanding:\n- refuse: {get: [ore], from: [seat2]}"


@pytest.mark.parametrize("seat", ["seat5", "[seat5]", "seat", "[seat2, seat 7]"])
def test_a_number_that_no_seat_has_is_not_taken_for_another(mail: Mail, seat: str) -> None:
    said, text = answer(mail, f"- propose: {{give: wool, get: ore, to: {seat}}}")
    assert "did you mean" not in said
    assert "write 'propose" not in said
    assert not text
    letter = answer(mail, "- end: turn", press="- to: [seat5]\n  text: hello")
    assert letter == ("press: there is no seat 'seat5' in this game; the seats are seat1, seat2, seat3 and seat4", "")


@pytest.mark.parametrize("limit", ["at-most: over 4", "at-least: less than 4", "at-least: 4, at-most: some", "{}"])
def test_limits_that_contradict_each_other_are_not_guessed_at(mail: Mail, limit: str) -> None:
    said, text = answer(mail, f"- buy: card\n  if: {{points: {{of: seat2, {limit}}}}}")
    assert "write 'if" not in said
    assert not text
