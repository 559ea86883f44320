"""Letters between players go with the next report to those they are for, as the charter says, and to nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.letters.test_report_letters import open_letter, read_text
from unit.moderation.tables import Table, found, tree

from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.moderation.terms import edit_charter
from adjudicator.acts.run import Status
from adjudicator.core.order import START, MoveFile, Press, PressPolicy, RelayedLetter, relay
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.seat_names import NO_NAMES
from adjudicator.intake.receipt import ReceiptState
from adjudicator.report.letters import write_press

SEATS = ("ann", "bob", "cem")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return found(tmp_path, addresses={"ann": "ann@example.org", "bob": "bob@example.org"})


def write(table: Table, seat: str, press: str) -> str:
    opened = table.opened
    action = opened.game.kernel.legal(opened.record.state, seat)[0]
    ((key, place),) = opened.game.orders.write(opened.record.state, action).items()
    return f"game: toy\nturn: {opened.record.number + 1}\nseat: {seat}\norders:\n- {key}: {place}\npress:\n{press}"


def test_a_letter_reaches_those_it_is_for_and_nobody_else(table: Table) -> None:
    table.submit("ann", write(table, "ann", "- {to: [bob], text: the pond is mine}\n- {to: all, text: good luck}\n"))
    assert table.run().status is Status.ADJUDICATED
    bob = open_letter(table, "0001-bob-report")
    assert "ann to you:\n| the pond is mine\n\nann to everybody:\n| good luck\n" in read_text(bob)
    assert "<p>ann to you:<br>| the pond is mine</p>\n<p>ann to everybody:<br>| good luck</p>" in read_text(bob, "html")
    assert table.read("outbox/0001-cem-press.txt").decode() == (
        "Letters from other players\n--------------------------\n\nann to everybody:\n| good luck\n"
    )
    assert "good luck" not in read_text(open_letter(table, "0001-ann-report"))
    told = {name: data for name, data in tree(table.path).items() if "reports/" in name or "cem" in name}
    assert not any(b"pond is mine" in data for data in told.values())
    assert table.findings(reports=True) == []


def test_a_letter_to_some_says_who_else_got_it(table: Table) -> None:
    table.submit("ann", write(table, "ann", "- {to: [cem, bob, ann], text: let us share it}\n"))
    assert table.run().status is Status.ADJUDICATED
    assert "ann to you and cem:\n| let us share it\n" in read_text(open_letter(table, "0001-bob-report"))
    assert "\nann to you and bob:\n" in table.read("outbox/0001-cem-press.txt").decode()


def test_where_nobody_is_told_who_wrote_nobody_is_told_who_did_not(table: Table) -> None:
    edit_charter(table.path, {"policies.press": "anonymous"}, "as agreed", table.now)
    table.submit("ann", write(table, "ann", "- {to: [cem, bob], text: let us share it}\n"))
    assert table.run().status is Status.ADJUDICATED
    assert "Somebody to you:\n| let us share it\n" in read_text(open_letter(table, "0001-bob-report"))


def test_what_was_agreed_of_letters_holds_while_one_waits(table: Table) -> None:
    edit_charter(table.path, {"policies.press": "anonymous"}, "as agreed", table.now)
    table.submit("ann", write(table, "ann", "- {to: [bob], text: let us share it}\n"))
    for policy in ("partial", "none"):
        with pytest.raises(ActRefusedError, match="letters of ann wait for turn 1, and go out as was agreed"):
            edit_charter(table.path, {"policies.press": policy}, "openness", table.now)
    assert table.run().status is Status.ADJUDICATED
    edit_charter(table.path, {"policies.press": "partial"}, "openness", table.now)


def test_what_was_agreed_of_letters_holds_while_one_may_wait_on_an_abandoned_line(table: Table) -> None:
    edit_charter(table.path, {"policies.press": "anonymous"}, "as agreed", table.now)
    table.play(1)
    table.submit("ann", write(table, "ann", "- {to: [bob], text: let us share it}\n"))
    rewind_game(table.path, 0, "oh", table.now)
    for turn in (1, 2):
        with pytest.raises(
            ActRefusedError, match=r"the game was taken back, and letters for the turns up to 2 may|letters of ann wait"
        ):
            edit_charter(table.path, {"policies.press": "partial"}, "openness", table.now)
        assert table.run().status is Status.ADJUDICATED, turn
    edit_charter(table.path, {"policies.press": "partial"}, "openness", table.now)


def test_a_letter_is_not_given_the_name_of_who_takes_the_seat_after_it(table: Table) -> None:
    table.submit("ann", write(table, "ann", "- {to: [bob], text: the pond is mine}\n"))
    replace_player(table.path, "ann", None, "Ann has left", b"k" * 32, table.now, name="Dee")
    table.submit("cem", write(table, "cem", "- {to: [bob], text: good luck}\n"))
    assert table.run().status is Status.ADJUDICATED
    told = read_text(open_letter(table, "0001-bob-report"))
    assert "\nann to you:\n| the pond is mine\n" in told
    assert "Dee placed" in told


def test_a_turn_without_letters_has_none(table: Table) -> None:
    table.play(1)
    assert not list(Path(table.path, "outbox").glob("*press*"))
    assert "Letters from" not in read_text(open_letter(table, "0001-bob-report"))


@pytest.mark.parametrize(
    ("policy", "to", "code"),
    [
        ("none", "all", "press-none"),
        ("public", "[bob]", "press-public"),
        ("public", "all", ""),
        ("anonymous", "all", ""),
    ],
)
def test_what_the_charter_does_not_allow_is_refused(table: Table, policy: str, to: str, code: str) -> None:
    edit_charter(table.path, {"policies.press": policy}, "as agreed", table.now)
    receipt = table.submit("ann", write(table, "ann", f"- {{to: {to}, text: hello}}\n"))
    assert [problem.code for problem in receipt.problems] == ([code] if code else [])
    assert (receipt.state is ReceiptState.RED) == bool(code)


def letters_of(*press: Press) -> MoveFile:
    return MoveFile("toy", 1, None, None, None, False, (), None, None, press, None, {})


def test_anonymous_letters_say_neither_by_name_nor_by_order_who_wrote_them() -> None:
    ann, cem = letters_of(Press((), "a", START)), letters_of(Press(("bob",), "b", START), Press((), "0", START))
    both = [
        relay(PressPolicy.ANONYMOUS, files, "bob") for files in ({"ann": [ann], "cem": [cem]}, {"x": [cem], "y": [ann]})
    ]
    assert both[0] == both[1]
    assert {letter.sender for letter in both[0]} == {None}


def test_letters_of_the_newest_file_count() -> None:
    old, new, silent = letters_of(Press((), "old", START)), letters_of(Press((), "new", START)), letters_of()
    assert [letter.text for letter in relay(PressPolicy.PARTIAL, {"ann": [old, new, silent]}, "bob")] == ["new"]
    assert relay(PressPolicy.PARTIAL, {"ann": [new]}, "ann") == ()
    assert relay(PressPolicy.NONE, {"ann": [new]}, "bob") == ()


@pytest.mark.parametrize(
    "text", ["ann to you:\nDice: 6 6", "x" * 200 + " y", "\x1b[2J\rchecked: 1248 1c33", " ", "a\u2028b"]
)
def test_no_line_of_a_letter_looks_like_one_of_ours(text: str) -> None:
    lines = write_press([RelayedLetter("ann", to_all=False, text=text)], NO_NAMES).split("\n")
    assert lines[:4] == ["Letters from other players", "-" * 26, "", "ann to you:"]
    assert lines[-1] == ""
    assert all(line.startswith("|") and line.isprintable() and len(line) <= 202 for line in lines[4:-1])
