"""Mailboxes of games that were taken back: whatever is missing, no honest moderator is accused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from unit.moderation.tables import START, Table, found
from unit.proof.mailbox import keep_report

from adjudicator.acts.checker import list_tables
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.terms import edit_charter
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.run import Status
from adjudicator.acts.simulate import Picker, _send_orders, _submit
from adjudicator.core.chance import Level
from adjudicator.core.charter import WhenBlocked
from adjudicator.nonces.start import begin_simulated
from adjudicator.proof.copies import Copy, list_copies
from adjudicator.proof.header import Header, read_header
from adjudicator.proof.history import History, Report, read_report
from adjudicator.proof.history_checks import check_history
from adjudicator.proof.mails import Piece
from adjudicator.registry import find_game
from adjudicator.store.formats import write_json

READERS = ("ann", "bob")
TABLES = list_tables()
SUBSETS = 150
SET_UP = 12
"""The turns of the set-up of Catan for three; dice are rolled in those after it."""


class MixingTable(Table):
    """A game of chance level L2: everybody's nonces go in with the orders."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "toy", 3)
        rules = find_game("catan")
        plan = NewGamePlan(
            id="toy",
            game=rules,
            edition=next(iter(rules.editions)),
            options={},
            seats=("ann", "bob", "cem"),
            addresses={},
            pacing=rules.default_pacing,
            deadline_hours=48,
            when_blocked=WhenBlocked.ASK,
            sample=False,
            level=Level.L2,
        )
        set_up_game(self.path, plan, b"s" * 32, b"t" * 32, START)
        begin_simulated(self.path, partial(_submit, self.path), self.draw, START)

    def send(self) -> None:
        self.hours += 1
        _send_orders(self.path, self.picker, self.now, self.draw)

    @staticmethod
    def draw(purpose: str) -> bytes:
        return sha256(purpose.encode()).digest()


class Mail(NamedTuple):
    """A report as text, and its proof."""

    copy: Copy
    report: Report

    @property
    def header(self) -> Header:
        return self.report.header

    @property
    def reader(self) -> str:
        return self.report.reader


class Mails:
    """Reports as they were sent, the newest last."""

    def __init__(self, table: Table, readers: Sequence[str] = READERS) -> None:
        self.table, self.readers = table, readers
        self.reports: list[Mail] = []

    def keep(self) -> None:
        """Keep what the newest turn sends."""
        turn = self.table.newest
        for reader in self.readers:
            pieces = [
                Piece(f"{len(self.reports):03}-{name}", data)
                for name, data in sorted(keep_report(Path(self.table.path), reader, turn, ("txt",)).items())
            ]
            self.reports.append(Mail(next(list_copies(pieces[1])), read_report(pieces[0])))

    def play(self, turns: int) -> None:
        """So many turns, with orders that quote the head before."""
        for _ in range(turns):
            self.table.play(1)
            self.keep()

    def wait(self) -> None:
        """A turn in which nobody sends anything, nonces included, if the game goes on without."""
        if self.table.run().status is Status.ADJUDICATED:
            self.keep()
        else:
            self.play(1)

    def rewind(self, to: int) -> None:
        self.table.hours += 1
        rewind_game(self.table.path, to, f"back to {to}", self.table.now)


def play_lines(mails: Mails, first: int) -> None:
    """A game taken back after some ``first`` turns: to the middle, twice without a turn, by one turn, and to 0."""
    mails.keep()
    mails.play(first + 2)
    mails.wait()
    mails.play(2)
    mails.rewind(first + 2)
    mails.play(3)
    mails.table.hours += 1
    edit_charter(mails.table.path, {"deadline": "30"}, "slower", mails.table.now)
    mails.play(1)
    mails.rewind(first + 4)
    mails.play(1)
    mails.rewind(first + 4)
    mails.play(2)
    mails.rewind(first + 3)
    mails.rewind(first + 1)
    mails.play(2)
    mails.rewind(0)
    mails.play(3)


@pytest.fixture(scope="module", params=["catan", "through-the-desert", "level two"])
def lines(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Mail]:
    """The reports of such a game, as Ann and as Bob got them."""
    folder = tmp_path_factory.mktemp("lines")
    mails = Mails(MixingTable(folder) if request.param == "level two" else found(folder, request.param, seed=3))
    play_lines(mails, 2 if request.param == "through-the-desert" else SET_UP)
    assert mails.table.findings() == []
    return mails.reports


def look(mails: Sequence[Mail], read: Sequence[Mail] | None = None) -> History:
    """What is found in ``mails``, of which the reports of ``read`` alone are there."""
    copies = [mail.copy for mail in (mails if read is None else read)]
    return check_history(mails[0].header.game, [mail.report for mail in mails], copies, [], [], TABLES)


def list_subsets(reports: Sequence[Mail], count: int) -> Iterator[list[Mail]]:
    """Random subsets, few or many missing, shuffled, some of them there twice."""
    below = Picker(b"subsets").below
    for number in range(count):
        share = (1, 2, 4, 8)[number % 4]
        chosen = [report for report in reports if below(10) >= share] or [reports[below(len(reports))]]
        chosen += [chosen[below(len(chosen))] for _ in range(below(3))]
        yield [chosen.pop(below(len(chosen))) for _ in range(len(chosen))]


@pytest.mark.slow
def test_a_complete_mailbox_leaves_nothing_open(lines: list[Mail]) -> None:
    for reader in READERS:
        history = look([report for report in lines if report.reader == reader])
        assert (history.findings, history.questions) == ([], [])
        assert not any("echoes" in remark for remark in history.remarks)
    assert any(len(report.header.acts) > 2 for report in lines)
    assert len({report.header.head for report in lines if report.header.echoes}) > 5


@pytest.mark.slow
def test_draws_whose_mix_is_missing_are_left_open(lines: list[Mail]) -> None:
    """At level L2 a draw cannot be computed where the mail is missing that says which nonces its epoch has."""
    mixed: dict[int, set[str]] = {}
    for report in lines:
        for epoch, nonces in report.header.mixes.items():
            mixed.setdefault(epoch, set()).add(str(nonces))
    assert all(len(nonces) == 1 for nonces in mixed.values()), "an epoch has one mix on all lines"
    two = lines[0].header.level == "L2"
    histories = [look(chosen) for chosen in list_subsets(lines, 20)]
    assert any("mixed into them is in a report" in remark for one in histories for remark in one.remarks) == two
    assert bool(look(lines).counts["draws"]) == bool(any(report.report.proof.draws for report in lines))


@pytest.mark.slow
def test_whatever_is_missing_is_no_fault(lines: list[Mail]) -> None:
    subsets = [*list_subsets(lines, SUBSETS)]
    for chosen, read in zip(subsets, reversed(subsets), strict=True):
        assert look(chosen).findings == [], sorted(report.copy.source for report in chosen)
        assert look(chosen, read).findings == [], sorted(report.copy.source for report in chosen)
    for report in lines:
        for one in READERS:
            rest = [other for other in lines if other.reader == one and other.header.head != report.header.head]
            assert look(rest).findings == []


def forge(report: Mail, heads: dict[str, str], *, marked: bool, acts: list[Any] | None = None) -> Mail:
    """The report of another history, told to somebody else: another instant, and the links that go with it."""
    fields = json.loads(json.dumps(report.header.fields))
    fields["now"] = fields["now"].replace("Z", "Z")[:-3] + "59Z"
    fields["previous"] = heads.get(fields["previous"], fields["previous"])
    fields["echoes"] = {
        seat: next((new[: len(echo)] for old, new in heads.items() if old.startswith(echo)), echo)
        for seat, echo in fields["echoes"].items()
    }
    if marked:
        fields["rerun"] = True
    if acts is not None:
        fields["acts"] = acts
    header = read_header(write_json(fields))
    heads[report.header.head] = header.head
    source = f"forged-{report.copy.source}"
    return Mail(
        report.copy._replace(source=source, digits=header.head[:8]),
        report.report._replace(piece=report.report.piece._replace(source=source), header=header),
    )


def has_split(findings: Sequence[str]) -> bool:
    return any("not the history in" in finding for finding in findings)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> list[Mail]:
    """A game that was never taken back, as Ann and as Bob have it."""
    mails = Mails(found(tmp_path_factory.mktemp("plain"), "catan", seed=5))
    mails.keep()
    mails.play(8)
    return mails.reports


@pytest.mark.slow
@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("first", [0, 1, 4, 8])
def test_a_second_history_is_found_when_both_are_there(plain: list[Mail], first: int, marked: bool) -> None:
    """Bob was told another one from turn ``first`` on, also where its headers say that they replace others."""
    ann = [report for report in plain if report.reader == "ann"]
    heads: dict[str, str] = {}
    bob = [
        forge(report, heads, marked=marked) if report.header.turn >= first else report
        for report in plain
        if report.reader == "bob"
    ]
    assert not has_split(look(ann).findings)
    assert not has_split(look(bob).findings)
    assert has_split(look([*ann, *bob]).findings)
    turns = {report.header.turn for report in plain if report.header.turn >= first}
    for chosen in list_subsets([*ann, *bob], SUBSETS):
        here = {report.header.head: report for report in chosen}
        both = {t for t in turns if {r.header.head for r in (*ann, *bob) if r.header.turn == t} <= here.keys()}
        if not both:
            continue
        history = look(chosen)
        # where the headers claim a rewind, the mail that would have told of it has to be there, or is asked for
        assert has_split(history.findings) or (marked and history.questions), sorted(here)
        if first in both and (first == 0 or not marked):
            assert has_split(history.findings)


@pytest.mark.slow
def test_a_rewind_that_only_one_was_told_of_is_found_when_heads_are_compared(lines: list[Mail]) -> None:
    """Ann has the line that was abandoned and plays on in it; Bob was told that it is void."""
    game = [report for report in lines if report.reader == "ann"]
    begin = next(number for number, report in enumerate(game) if report.header.acts)
    old, new = game[:begin], game[begin : begin + 4]
    assert [report.header.turn for report in new] == [*range(begin - 3, begin + 1)]
    assert look([*old, *new]).findings == []
    # the turn after the last one that was abandoned, as the old line would have had it
    heads = {new[-1].header.previous or "": old[-1].header.head}
    onward = forge(new[-1], heads, marked=False, acts=[])
    assert onward.header.turn == old[-1].header.turn + 1
    assert look([*old, onward]).questions == []
    assert not has_split(look([*old, onward]).findings)
    assert has_split(look([*old, onward, *new]).findings)
