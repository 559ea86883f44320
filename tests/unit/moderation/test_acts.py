"""Extending, editing, replacing: what changes, what is told, and what is refused."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found, tree

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import give_to_house, replace_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.upkeep import describe_as_it_stands
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.recorded_act import dump_act
from adjudicator.core.refusals import ActRefusedError, ClockError
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import ReceiptState
from adjudicator.report.render import render_report
from adjudicator.store.formats import DamageError, drop_checksum, read_json, write_checked

KEY = b"k" * 32


def told(table: Table, name: str = "public") -> str:
    """The newest report in one line."""
    return " ".join(table.read(f"turns/{table.newest:04}/reports/{name}.txt").decode().split())


def test_a_deadline_that_was_moved_counts_and_is_told(table: Table) -> None:
    due = table.opened.record.due["turn"]
    act = extend_deadline(table.path, 24, None, "ann is ill", table.now).act
    opened = table.opened
    assert opened.due == {"turn": add_hours(due, 24)}
    assert opened.pending == (act,)
    assert not opened.is_late(due)
    assert opened.is_late(add_hours(due, 24))
    table.run()
    assert table.opened.pending == ()
    assert read_json(table.read("turns/0005/turn.json"))["acts"] == [dump_act(act)]
    assert "The moderator moved the deadline for turn 5 to " in told(table)
    assert "The reason: ann is ill" in told(table)
    assert table.findings(reports=True) == []


def test_a_deadline_moves_only_away_and_into_the_future(table: Table) -> None:
    due = table.opened.record.due["turn"]
    with pytest.raises(ActRefusedError, match="only make it later"):
        extend_deadline(table.path, None, due, "no", table.now)
    with pytest.raises(ActRefusedError, match="which has passed"):
        extend_deadline(table.path, 1, None, "no", add_hours(due, 48))
    extend_deadline(table.path, None, add_hours(due, 1), "yes", table.now)
    assert table.opened.due == {"turn": add_hours(due, 1)}


def test_the_same_words_extend_once_and_other_words_again(table: Table) -> None:
    due = table.opened.record.due["turn"]
    assert not extend_deadline(table.path, 24, None, "ann is ill", table.now).already
    assert extend_deadline(table.path, 24, None, "ann is ill", table.now).already
    assert not extend_deadline(table.path, 24, None, "and still", table.now).already
    assert table.opened.due == {"turn": add_hours(due, 48)}


def test_a_turn_that_changes_nothing_keeps_the_moved_deadline(tmp_path: Path) -> None:
    table = found(tmp_path)
    due = table.opened.record.due["turn"]
    extend_deadline(table.path, 5, None, "slow mail", table.now)
    seat = table.opened.seats[-1]
    assert table.submit(seat, f"game: toy\nturn: 1\nseat: {seat}\norders: []\n").state in {
        ReceiptState.GREEN,
        ReceiptState.YELLOW,
    }
    run_turn(table.path, None, add_hours(due, 1), force=False)
    assert table.opened.due["turn"] == add_hours(due, 5)


def test_what_may_change_of_the_charter_changes_and_is_written_down(table: Table) -> None:
    settings = {"deadline": "12", "policies.blocked": "fallback", "pacing": "seat"}
    edit_charter(table.path, settings, "we are quicker now", table.now)
    charter = table.opened.charter
    assert charter.deadlines == {"turn": 12}
    assert charter.when_blocked is WhenBlocked.FALLBACK
    assert charter.pacing is Pacing.SEAT
    assert b"turn: 12" in table.read("game.yaml")
    assert b"turn: 48" in table.read("turns/0000/game.yaml")
    assert table.findings(reports=True) == []
    assert table.run().status is Status.ADJUDICATED
    assert table.opened.record.due["turn"] == add_hours(table.now, 12)
    assert "from now on the deadline for a turn is 12 hours after the report" in told(table)
    assert "from now on a turn is one seat's move" in told(table)
    assert table.findings(reports=True) == []


def test_earlier_turns_are_replayed_by_the_charter_of_their_time(table: Table) -> None:
    edit_charter(table.path, {"pacing": "seat"}, "one by one", table.now)
    table.play(3)
    edit_charter(table.path, {"pacing": "round"}, "together again", table.now)
    table.play(1)
    assert table.findings(reports=True) == []


def test_whoever_is_asked_by_another_pacing_has_time_and_is_told(tmp_path: Path) -> None:
    table = found(tmp_path, "catan", pacing=Pacing.SEAT)
    (mover,) = (ask.seat for ask in table.opened.asks if ask.must)
    others = [seat for seat in table.opened.seats if seat != mover]
    late = add_hours(table.now, 47)
    with pytest.raises(ActRefusedError, match=r"would be asked in turn 1 too, by .*: adjudicate extend --until "):
        edit_charter(table.path, {"pacing": "round"}, "faster", late)
    extend_deadline(table.path, 24, None, "faster", late)
    edit_charter(table.path, {"pacing": "round"}, "faster", late)
    told = {seat: table.read(f"outbox/0000-{seat}-edit-0002.txt").decode() for seat in table.opened.seats}
    assert [seat for seat in told if "You are asked for orders now" in told[seat]] == others


def test_the_report_as_it_stands_asks_by_the_terms_that_hold_since_an_edit(tmp_path: Path) -> None:
    table = found(tmp_path, "catan", pacing=Pacing.SEAT)
    mover, other = (next(ask.seat for ask in table.opened.asks if ask.must is must) for must in (True, False))
    edit_charter(table.path, {"policies.missed": "wait"}, "as agreed", table.now)
    (letter,) = {table.read(f"outbox/0000-{seat}-edit-0001.txt").split(b"\n\n")[-1] for seat in (mover, other)}
    assert b"All else holds at once, so for turn 1 too" in b" ".join(letter.split())
    assert "even after the deadline" in as_it_stands(table, mover)
    assert "You may send orders" in as_it_stands(table, other)
    edit_charter(table.path, {"pacing": "round"}, "faster", table.now)
    assert "Send your orders by" in as_it_stands(table, other)
    give_to_house(table.path, mover, "gone", table.now)
    assert "Nothing to do for now" in as_it_stands(table, mover)
    assert f"({mover})" not in as_it_stands(table, other).partition("Since this report")[0]
    table.run()
    assert table.opened.record.circumstances.late
    assert table.findings(reports=True) == []


def as_it_stands(table: Table, seat: str) -> str:
    """The newest report of ``seat`` with what has happened since, in one line."""
    opened = table.opened
    context = describe_as_it_stands(opened, opened.pending)
    return " ".join(render_report(context, seat)[f"{seat}.txt"].decode().split())


def test_a_notice_of_a_rewind_calls_seats_as_the_reports_did_that_no_longer_count(tmp_path: Path) -> None:
    table = found(tmp_path, names={"bob": "Bob Blue"})
    table.play(1)
    replace_player(table.path, "bob", None, "Bob has left", KEY, table.now, name="Eve")
    table.play(1)
    rewind_game(table.path, 0, "oh", table.now)
    words = " ".join(table.read("outbox/0000-ann-rewind-0002.txt").decode().split())
    assert re.findall("Bob Blue|Eve", words.partition("in the words of your reports:")[2]) == ["Bob Blue", "Eve"]


def test_an_edit_stays_through_a_rewind(table: Table) -> None:
    edit_charter(table.path, {"deadline": "12"}, "quicker", table.now)
    table.run()
    table.hours += 1
    rewind_game(table.path, 3, "oh", table.now)
    assert table.opened.charter.deadlines == {"turn": 12}
    assert table.opened.due == {"turn": add_hours(table.now, 12)}
    table.run()
    assert [act["kind"] for act in read_json(table.read("turns/0004/turn.json"))["acts"]] == ["edit", "rewind"]  # type: ignore[index,union-attr,call-overload]
    assert table.findings(reports=True) == []


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("seats", "ann", "adjudicate replace"),
        ("rules.version", "2", "adjudicate upgrade"),
        ("edition", "manual", "agreed for good.*you can change pacing, .* and deadlines.turn"),
        ("chance.commitment", "00", "agreed for good"),
        ("options.board", "a", "agreed for good"),
        ("pacign", "seat", "has no 'pacign'; did you mean pacing"),
        ("pacing", "week", "pacing must be seat or round, not 'week'"),
        ("blocked", "skip", "policies.blocked must be ask or fallback"),
        ("deadlines.vote", "5", "this game has deadlines.turn"),
        ("deadline", "-1", "whole number of hours"),
        ("deadline", "007", "whole number of hours"),
        ("deadline", "99999", "whole number of hours"),
        ("deadline", "48", "deadlines.turn is 48 already"),
    ],
)
def test_what_was_agreed_for_good_is_refused_with_what_would_work(
    table: Table, key: str, value: str, words: str
) -> None:
    before = tree(table.path)
    with pytest.raises(ActRefusedError, match=words):
        edit_charter(table.path, {key: value}, "why not", table.now)
    assert tree(table.path) == before


def test_a_charter_changed_by_hand_names_the_way(table: Table) -> None:
    path = Path(table.path, "game.yaml")
    path.write_bytes(path.read_bytes().replace(b"turn: 48", b"turn: 12"))
    with pytest.raises(DamageError) as stopped:
        table.opened  # noqa: B018 - opening it is what fails
    assert "adjudicate edit" in stopped.value.tell()
    assert [one for one in table.findings() if one.startswith("game.yaml: differs")]


def test_a_newcomer_gets_a_token_and_all_the_seat_knows_and_the_old_token_dies(table: Table) -> None:
    first = table.opened.seats[0]
    invitation = table.read(f"outbox/0000-{first}-invitation.txt").decode()
    old = re.search(r"^token: (\S+)$", invitation, re.MULTILINE)
    replace_player(table.path, first, "new@example.org", "ann has moved away", KEY, table.now)
    mail = message_from_bytes(table.read(f"outbox/0004-{first}-invitation-0001.eml"), policy=default)
    assert isinstance(mail, EmailMessage)
    letter = str(mail.get_body(("plain",)).get_content()).replace("\r\n", "\n")  # type: ignore[union-attr]
    new = re.search(r"^token: (\S+)$", letter, re.MULTILINE)
    assert old is not None
    assert new is not None
    assert old[1] != new[1]
    report = table.read(f"turns/0004/reports/{first}.txt").decode()
    assert all(line in letter for line in report.splitlines()[2:])
    text = table.read(f"inbox/{first}/01.yaml").decode() + "token: TOKEN\n"
    refused, _ = submit_file(table.path, text.replace("TOKEN", old[1]).encode(), "f", None, table.now)
    accepted, _ = submit_file(table.path, text.replace("TOKEN", new[1]).encode(), "f", None, table.now)
    assert refused.refused_speaker
    assert not accepted.refused_speaker
    assert read_json(table.read("private/seats.json"))[first]["address"] == "new@example.org"  # type: ignore[index,call-overload]
    table.run()
    assert f"gave the seat {first} to another person" in told(table)
    public = b"".join(data for name, data in tree(table.path).items() if not name.startswith(("private/", "outbox/")))
    assert new[1].encode() not in public
    assert b"new@example.org" not in public
    assert table.findings(reports=True) == []


def test_the_old_holders_files_still_count(table: Table) -> None:
    first = table.opened.seats[0]
    replace_player(table.path, first, None, "gone", KEY, table.now)
    assert [file.accepted for file in table.opened.list_filed(first)] == [True]
    assert replace_player(table.path, first, None, "gone", b"z" * 32, table.now).already
    assert not replace_player(table.path, first, "a@example.org", "gone", b"z" * 32, table.now).already


@pytest.mark.parametrize(
    ("seat", "address", "words"),
    [("dave", None, "there is no seat 'dave'; the seats are"), ("ann", "nowhere", "is not one")],
)
def test_a_seat_and_an_address_must_be_ones(table: Table, seat: str, address: str | None, words: str) -> None:
    with pytest.raises(ActRefusedError, match=words):
        replace_player(table.path, seat, address, "why", KEY, table.now)


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "\x1b[31mred", "right \u202e left", "x" * 501])
def test_a_reason_is_a_line_that_can_be_shown(table: Table, reason: str) -> None:
    with pytest.raises(ActRefusedError, match="reason"):
        extend_deadline(table.path, 1, None, reason, table.now)


def test_an_act_is_not_earlier_than_what_was_before(table: Table) -> None:
    with pytest.raises(ClockError, match="turn 4 ran at"):
        extend_deadline(table.path, 1, None, "why", add_hours(table.now, -100))
    extend_deadline(table.path, 1, None, "why", add_hours(table.now, 10))
    with pytest.raises(ClockError, match="act 1 was recorded at"):
        run_turn(table.path, None, table.now)


def test_acts_are_a_chain(table: Table) -> None:
    for number in range(3):
        extend_deadline(table.path, 1, None, f"reason {number}", table.now)
    assert table.findings() == []
    path = Path(table.path, "acts/0002.json")
    path.write_bytes(path.read_bytes().replace(b"reason 1", b"reason 7"))
    assert table.findings()[0] == "acts/0002.json: changed since it was written: its checksum does not fit"
    path.write_bytes(write_checked(read_json(drop_checksum(path.read_bytes()))))
    assert table.findings()[0] == "acts/0003.json: previous is not the hash of the act before it"
    path.unlink()
    assert table.findings()[0].startswith("acts/0002.json: missing")


def test_a_dry_run_writes_nothing(table: Table) -> None:
    before = tree(table.path)
    extend_deadline(table.path, 1, None, "why", table.now, dry_run=True)
    edit_charter(table.path, {"pacing": "seat"}, "why", table.now, dry_run=True)
    replace_player(table.path, "ann", None, "why", KEY, table.now, dry_run=True)
    assert tree(table.path) == before


def test_an_edit_there_and_back_is_remembered_by_the_turns_between(table: Table) -> None:
    for pacing in (Pacing.SEAT, Pacing.ROUND):
        edit_charter(table.path, {"pacing": pacing.value}, "a try", table.now)
        table.send()
        table.run()
    paced = [open_game(table.path, turn).charter.pacing for turn in range(4, table.newest + 1)]
    assert paced == [Pacing.ROUND, Pacing.SEAT, Pacing.ROUND]
