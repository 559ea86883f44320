"""New anchors in a running game of chance level L2: recorded, announced, counted; and what tampering comes to."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cli.level_two import SEATS, Table, adjudicate
from cli.shell import SET_UP
from jsonschema import Draft202012Validator
from unit.moderation.tables import tree
from unit.moderation.test_interrupted_acts import break_at
from unit.proof.mailbox import keep_files, keep_report, keep_reports
from unit.store.forging import chain_again, edit

from adjudicator.acts import anchor
from adjudicator.acts.anchor import record_anchor
from adjudicator.acts.keyring import renew_chain
from adjudicator.core.instant import read_instant
from adjudicator.proof.nonces import find_nonce, hash_down
from adjudicator.resources import find_resources
from adjudicator.rules.catan import GAME
from adjudicator.store.files import replace_file
from adjudicator.store.keyring import read_keyring, write_keyring

REASON = ("--reason", "keyring lost", "--now", SET_UP)
NAMES = count()


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Catan after the set-up and one table turn, everybody's nonces in."""
    table = Table(tmp_path_factory.mktemp("table"), "catan")
    table.begin()
    table.place()
    table.end_turns(1)
    return table


@pytest.fixture(scope="module")
def renewed(pattern: Table) -> Table:
    """The same, where the seat on move has lost its keyring, and a round later gives nonces of a new chain."""
    table = pattern.copy("renewed")
    (seat,) = table.awaited()
    table.keyring(seat).rename(table.folder / "lost")
    assert record(table, seat).code == 0
    for _ in range(4):
        end_turn(table)
    return table


@pytest.fixture
def table(pattern: Table) -> Table:
    return pattern.copy(f"copy-{next(NAMES)}")


@pytest.fixture
def later(renewed: Table) -> Table:
    return renewed.copy(f"copy-{next(NAMES)}")


def write_anchor(table: Table, seat: str, letter: Path | None = None) -> Path:
    """The seat's anchor file; its new chain is in its keyring."""
    file = table.folder / f"{seat}-anchor.yaml"
    letter = letter or table.letter(seat, "invitation")
    number = next(NAMES)
    answer = renew_chain(
        str(table.keyring(seat)), letter.read_text(), lambda size: sha256(f"{seat}{number}".encode()).digest()[:size]
    )
    replace_file(str(file), answer)
    return file


def record(table: Table, seat: str, *words: object) -> Any:
    return adjudicate("anchor", table.path, write_anchor(table, seat), *(words or REASON))


def end_turn(table: Table) -> None:
    """A turn in which nothing is done; its mover gives his nonce where his keyring has it."""
    (seat,) = table.awaited()
    file = table.write_move(seat, ["end: turn"], stamp=False)
    blank = re.search(r"^nonce: epoch \d+", file.read_text(), re.MULTILINE)
    if blank and table.keyring(seat).exists():
        table.nonces(seat, "stamp", file, "--far")
    assert table.send(seat, file).code == 0
    ran = table.run()
    assert ran.code == 0, ran


def read_act(table: Table, number: int = 1) -> dict[str, Any]:
    act: dict[str, Any] = json.loads((table.path / "acts" / f"{number:04}.json").read_text())
    return act


def list_mixed(table: Table, seat: str) -> dict[int, str | None]:
    """The nonces of ``seat`` by epoch, the set-up aside."""
    turns = [table.read("chance.json", turn)["mixes"] for turn in range(table.newest() + 1)]
    mixes = {int(epoch): mix for mixes in turns for epoch, mix in mixes.items()}
    return {epoch: mix[seat] for epoch, mix in mixes.items() if epoch and seat in mix}


def tell(table: Table, reader: str, turn: int | None = None) -> str:
    """A report without line breaks."""
    number = table.newest() if turn is None else turn
    return " ".join(adjudicate("show", table.path, "--turn", number, "--seat", reader).out.split())


def test_a_lost_keyring_costs_the_nonces_until_the_new_chain_counts(renewed: Table) -> None:
    act = read_act(renewed)
    seat, first = act["seat"], act["epoch"]
    assert act["epoch"] == max(map(int, renewed.read("chance.json", act["after_turn"])["known_mixes"])) + 2
    mixed = list_mixed(renewed, seat)
    assert [nonce is None for nonce in mixed.values()] == [first > epoch for epoch in mixed]
    assert max(mixed) >= first
    newest = mixed[max(mixed)]
    assert newest is not None
    assert hash_down(bytes.fromhex(newest), max(mixed)).hex() == act["anchor"]
    assert renewed.verify("--reports") == []
    audited = adjudicate("dice", renewed.path, "--json")
    assert (audited.code, audited.json["wrong_nonces"]) == (0, [])
    announced = tell(renewed, SEATS[0], act["after_turn"] + 1)
    assert f"recorded a new anchor of {seat}, {act['anchor']}: nonces of this seat are of its new chain" in announced
    assert "because: keyring lost" in announced


def test_nobody_waits_for_a_nonce_that_cannot_be_given(table: Table) -> None:
    (seat,) = table.awaited()
    table.keyring(seat).unlink()
    assert table.send(seat, table.write_move(seat, ["end: turn"], stamp=False)).code == 0
    assert table.run().code == 4
    assert record(table, seat).code == 0

    assert table.run().code == 0

    assert table.read("chance.json")["withheld"] == {seat: 1}
    assert f"{seat} has withheld 1 nonce so far." in tell(table, SEATS[0])
    assert table.verify("--reports") == []


def test_who_still_has_the_old_chain_gives_its_nonces_until_the_new_one_counts(table: Table) -> None:
    (seat,) = table.awaited()
    assert record(table, seat).code == 0
    for _ in range(4):
        end_turn(table)
    act, start = read_act(table), table.read("start.json", 0)["seats"][seat]["anchor"]
    mixed = list_mixed(table, seat)
    anchors = {e: hash_down(bytes.fromhex(nonce), e).hex() for e, nonce in mixed.items() if nonce}
    assert anchors == {epoch: act["anchor"] if epoch >= act["epoch"] else start for epoch in mixed}
    assert table.read("chance.json")["withheld"] == {}
    assert table.verify("--reports") == []


def test_the_form_names_the_chain_and_a_nonce_of_the_old_one_is_refused(table: Table) -> None:
    (seat,) = table.awaited()
    assert record(table, seat).code == 0
    for _ in range(3):
        end_turn(table)
    assert table.awaited() == [seat]
    line = f" of {read_act(table)['anchor'][:8]}   # filled in by"
    assert line in adjudicate("form", table.path, "--seat", seat).out
    assert line in adjudicate("show", table.path, "--seat", seat).out
    joined = table.read("start.json", 0)["seats"][seat]["anchor"]
    file = table.write_move(seat, ["end: turn"], stamp=False)
    assert table.nonces(seat, "stamp", file, "--chain", joined[:8]).code == 0
    refused = adjudicate("submit", table.path, file, "--seat", seat, "--now", SET_UP, "--json")
    (problem,) = refused.json["problems"]
    assert (refused.code, problem["code"], problem["line"]) == (1, "other-chain", 5)
    words = problem["message"].partition("stamp FILE ")[2].split()
    assert table.nonces(seat, "stamp", file, *words).code == 0
    assert table.send(seat, file).code == 0
    assert table.run().code == 0
    assert table.verify() == []


def test_whoever_takes_a_seat_over_makes_a_chain_from_his_letter(table: Table) -> None:
    (seat,) = table.awaited()
    table.keyring(seat).unlink()
    assert adjudicate("replace", table.path, "--seat", seat, *REASON).code == 0
    (letter,) = table.path.glob(f"outbox/*-{seat}-invitation-0001.txt")
    assert "adjudicate nonces renew LETTER" in letter.read_text()
    assert table.send(seat, table.write_move(seat, ["end: turn"], stamp=False)).code == 0
    assert table.run().code == 0
    assert f"Whoever holds the seat {seat} now may not know" in tell(table, SEATS[0])

    old = write_anchor(table, seat)
    refused = adjudicate("anchor", table.path, old, *REASON)
    assert (refused.code, "the token is not the one" in refused.out) == (3, True)
    table.keyring(seat).unlink()
    ran = adjudicate("anchor", table.path, write_anchor(table, seat, letter), *REASON)
    assert ran.code == 0, ran
    for _ in range(6):
        end_turn(table)
    assert [nonce is not None for nonce in list_mixed(table, seat).values()][-1]
    assert table.verify("--reports") == []


@pytest.mark.parametrize(
    ("change", "code", "problem"),
    [
        (lambda text: text.replace("anchor:", "anker:"), 1, "unknown-key"),
        (lambda text: re.sub(r'anchor: "..', 'anchor: "xx', text), 1, "wrong-form"),
        (lambda text: re.sub(r"token: .*", 'token: "0"', text), 3, "wrong-token"),
        (lambda text: text.replace("game: g", "game: h"), 1, "wrong-game"),
        (lambda text: re.sub(r"seat: .*", "seat: eve", text), 1, "unknown-seat"),
        (lambda _: "[", 1, "syntax"),
    ],
)
def test_a_file_that_is_none_is_answered_where_it_is_wrong(table: Table, change: Any, code: int, problem: str) -> None:
    file = write_anchor(table, SEATS[1])
    file.write_text(change(file.read_text()))
    ran = adjudicate("anchor", table.path, file, *REASON, "--json")
    assert (ran.code, problem in [one["code"] for one in ran.json["problems"]]) == (code, True), ran
    validate("output/anchor", ran.json)
    assert adjudicate("anchor", table.path, file, *REASON).out.endswith("refused: nothing was recorded\n")
    assert not (table.path / "acts").exists()


def test_an_anchor_that_was_known_before_is_no_new_one(table: Table) -> None:
    file = write_anchor(table, SEATS[0])
    joined = table.read("start.json", 0)["seats"][SEATS[1]]["anchor"]
    mine = re.search(r'anchor: "(\w+)"', file.read_text())
    assert mine is not None
    other = table.folder / "other.yaml"
    other.write_text(file.read_text().replace(mine[1], joined))
    assert "known already" in adjudicate("anchor", table.path, other, *REASON).out
    first = adjudicate("anchor", table.path, file, *REASON)
    again = adjudicate("anchor", table.path, file, *REASON, "--json")
    assert (first.code, again.code, again.json["already"]) == (0, 0, True)
    stolen = table.folder / "stolen.yaml"
    stolen.write_text(f'game: g\nseat: {SEATS[1]}\nanchor: "{mine[1]}"\n')
    assert adjudicate("anchor", table.path, stolen, *REASON).code == 3
    late = adjudicate("anchor", table.path, file, "--reason", "another", "--now", SET_UP)
    assert (late.code, "known already" in late.out) == (1, True)


def test_an_anchor_file_that_is_submitted_is_told_from_a_move_file(table: Table) -> None:
    ran = adjudicate("submit", table.path, write_anchor(table, SEATS[0]), "--now", SET_UP, "--json")
    assert (ran.code, [problem["code"] for problem in ran.json["problems"]]) == (1, ["new-anchor"])


def test_more_than_one_new_anchor_of_a_seat_is_remarked_upon(table: Table) -> None:
    assert "ask why" not in record(table, SEATS[0]).out
    keyring = str(table.keyring(SEATS[0]))
    write_keyring(keyring, [key._replace(given=1) for key in read_keyring(keyring)])
    ran = adjudicate("anchor", table.path, write_anchor(table, SEATS[0]), *REASON, "--json")
    validate("output/anchor", ran.json)
    validate("act", ran.json["act"])
    assert ran.json["act"]["times"] == 2
    end_turn(table)
    assert "new anchor number 2 of this seat, more than 1: ask why" in tell(table, SEATS[1])
    validate("output/show", adjudicate("show", table.path, "--format", "json").json)
    assert table.verify("--reports") == []


@pytest.mark.parametrize("back", [1, 2, 3, 5])
def test_over_a_rewind_every_epoch_keeps_its_nonces_and_a_new_anchor_has_no_part_in_them(
    later: Table, back: int
) -> None:
    act = read_act(later)
    before = {seat: list_mixed(later, seat) for seat in SEATS}
    newest = later.newest()
    ran = adjudicate("rewind", later.path, "--to", newest - back, "--reason", "a test", "--now", SET_UP)
    assert ran.code == 0, ran
    assert record(later, act["seat"]).code == 0
    assert read_act(later, 3)["epoch"] > max(max(mixed, default=0) for mixed in before.values())
    while later.newest() < newest:
        ran = later.run()
        assert ran.code == 0, ran
    assert {seat: list_mixed(later, seat) for seat in SEATS} == before
    end_turn(later)
    assert later.verify("--reports") == []


def test_an_archive_of_it_verifies_and_comes_back(later: Table) -> None:
    file, again = later.folder / "a.zip", later.folder / "again"
    assert adjudicate("archive", later.path, "-o", file).code == 0
    assert adjudicate("verify", file, "--reports").code == 0
    assert adjudicate("import", file, again).code == 0
    assert adjudicate("verify", again).code == 0


def check_mails(table: Table, seat: str) -> list[str]:
    mails = keep_reports(table.path, seat, table.folder / f"mails-{next(NAMES)}", ("txt",))
    keep_files(table.path, seat, mails)
    shutil.copy(table.letter(seat, "anchors"), mails)
    ran = adjudicate("verify-mail", mails, "--json")
    validate("output/verify-mail", ran.json)
    assert ran.json["games"][0]["checked"]["nonces"] > 3
    return list(ran.json["findings"])


def test_a_player_checks_it_from_his_mails(later: Table) -> None:
    assert check_mails(later, SEATS[0]) == []


def change_act(table: Table, **changes: object) -> None:
    """The act is another, in its file and in the turn that took it up, and every hash is put right."""
    act = read_act(table)
    for number in range(act["after_turn"] + 1, table.newest() + 1):
        place = table.path / "turns" / f"{number:04}" / "turn.json"
        edit(place, lambda manifest: [one.update(changes) for one in manifest["acts"]])
    edit(table.path / "acts" / "0001.json", lambda one: one.update(changes))
    chain_again(table.path, rules=GAME)


def test_another_anchor_is_found_by_the_moderators_check_and_by_the_players(later: Table) -> None:
    act = read_act(later)
    change_act(later, anchor="ab" * 32)
    found = later.verify()
    assert any("its nonce is not the one of epoch" in finding for finding in found), found
    assert any(f"{act['seat']}: not a nonce that this seat had committed to" in f for f in check_mails(later, SEATS[0]))


def test_an_anchor_that_counts_earlier_than_it_may_is_found_by_both(later: Table) -> None:
    act = read_act(later)
    change_act(later, epoch=act["epoch"] - 1)
    words = f"the new anchor of {act['seat']} counts from epoch {act['epoch'] - 1}, but {act['epoch'] - 1} was fixed"
    assert any(words in finding for finding in later.verify())
    assert any(words in finding for finding in check_mails(later, SEATS[0]))


@pytest.mark.parametrize("honest", [True, False])
def test_a_new_chain_has_no_part_in_epochs_whose_nonces_lay_in_an_inbox_that_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, honest: bool
) -> None:
    """Who knows what the others will add to a draw could else choose his chain by it."""
    table = Table(tmp_path, "catan", "--pacing", "round")
    table.begin()
    table.place()
    newest, known = table.newest(), 6
    for seat in SEATS[1:]:
        file = table.write_move(seat, ["end: turn"])
        assert f"(epoch {known})" in file.read_text()
        assert table.send(seat, file).code == 0
    mails = keep_reports(table.path, SEATS[1], tmp_path / "mails", ("txt",))
    assert adjudicate("rewind", table.path, "--to", newest - 1, "--reason", "a test", "--now", SET_UP).code == 0
    with monkeypatch.context() as patch:
        if not honest:
            patch.setattr(anchor, "_list_asked_before", lambda _: [])
        assert record(table, SEATS[0]).code == 0
    first = read_act(table, 2)["epoch"]
    assert (first > known) == honest
    assert table.run("--now", SET_UP, "--force").code == 0
    for name, data in keep_report(table.path, SEATS[1], newest, ("txt",)).items():
        (mails / f"again-{name}").write_bytes(data)
    found, told = table.verify(), adjudicate("verify-mail", mails, "--json").json["findings"]
    words = f"counts from epoch {first}, but nonces of epoch {known} were asked for by then"
    assert found == ([] if honest else [f"acts/0002.json: epoch: {words}, in branches/0001"])
    assert [words in finding for finding in told] == ([] if honest else [True])


def test_a_new_anchor_that_is_not_counted_is_found(later: Table) -> None:
    change_act(later, times=2)
    assert "acts/0001.json: times: it is new anchor 1" in later.verify()
    assert any("acts: number 1: times: it is new anchor 1 of" in finding for finding in check_mails(later, SEATS[0]))


def test_an_anchor_that_is_dated_back_is_found_by_both(later: Table) -> None:
    """Else it could be told by the very turn that fixes the epoch from which it counts."""
    before = read_act(later)["after_turn"] - 1
    head = sha256((later.path / "turns" / f"{before:04}" / "turn.json").read_bytes()).hexdigest()
    change_act(later, after_turn=before, head=head)
    assert any("acts: not those that acts/ has for this turn" in finding for finding in later.verify())
    words = "acts: number 1: not made at the head that it names, before this turn"
    assert any(words in finding for finding in check_mails(later, SEATS[0]))


def test_the_pacing_does_not_change_since_who_adds_to_a_draw_follows_from_it(table: Table) -> None:
    """The moderator has the nonce of the next table turn on file, and knows its dice."""
    (seat,) = table.awaited()
    assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
    refused = adjudicate("edit", table.path, "--set", "pacing=round", *REASON)
    assert (refused.code, "at chance level L2 the pacing stays" in refused.err) == (3, True)
    assert table.run().code == 0
    assert table.verify() == []


def test_a_pacing_that_was_changed_is_found_by_both(table: Table) -> None:
    assert adjudicate("edit", table.path, "--set", "deadline=30", *REASON).code == 0
    for _ in range(2):
        end_turn(table)
    change_act(table, settings={"pacing": "round"})
    words = "whose nonces go into which draws"
    assert any("settings/pacing: " + words in finding for finding in table.verify())
    assert any("the pacing says " + words in finding for finding in check_mails(table, SEATS[0]))


def test_another_nonce_for_an_epoch_than_an_abandoned_turn_had_is_found(later: Table) -> None:
    newest = later.newest()
    assert adjudicate("rewind", later.path, "--to", newest - 1, "--reason", "a test", "--now", SET_UP).code == 0
    assert later.run().code == 0
    ((epoch, mix),) = later.read("chance.json")["mixes"].items()
    ((seat, _),) = mix.items()
    place = later.path / "turns" / f"{newest:04}" / "turn.json"
    edit(place, lambda manifest: manifest["rng"]["mixes"][epoch].update({seat: "ab" * 32}))
    assert any(f"rng.mixes.{epoch}: {seat}: another nonce than a turn" in finding for finding in later.verify())


def test_a_recording_that_is_interrupted_is_finished_by_the_next(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    data, now = write_anchor(table, SEATS[0]).read_bytes(), read_instant(SET_UP)
    whole = table.copy("whole")
    with monkeypatch.context() as patch:
        made = break_at(patch, 0)
        record_anchor(str(whole.path), data, None, "why", now)
    total, expected = len(made), tree(str(whole.path))
    assert total > 3
    for call in range(1, total + 1):
        broken = table.copy(f"broken-{call}")
        with monkeypatch.context() as patch:
            break_at(patch, call)
            with pytest.raises(OSError, match="Input/output"):
                record_anchor(str(broken.path), data, None, "why", now)
        assert broken.verify() == [], call
        record_anchor(str(broken.path), data, None, "why", now)
        assert tree(str(broken.path)) == expected, call


class TestNoChains:
    def test_level_one_has_none(self, tmp_path: Path) -> None:
        table = Table(tmp_path, "catan")
        file = tmp_path / "anchor.yaml"
        file.write_text(f'game: h\nseat: ann\nanchor: "{find_nonce(b"5" * 32, 1, 0).hex()}"\n')
        path = tmp_path / "h"
        assert adjudicate("new", path, "--game", "catan", *(w for s in SEATS for w in ("--seat", s))).code == 0
        refused = adjudicate("anchor", path, file, "--reason", "x")
        assert (refused.code, "level L1" in refused.err) == (3, True)
        assert adjudicate("anchor", table.path, file, "--reason", "x").code == 4

    def test_nothing_is_drawn_any_more_in_the_desert(self, tmp_path: Path) -> None:
        table = Table(tmp_path, "through-the-desert")
        table.begin()
        refused = record(table, SEATS[0])
        assert (refused.code, "nothing is drawn any more" in refused.err) == (3, True)
        assert adjudicate("replace", table.path, "--seat", SEATS[0], *REASON).code == 0
        (letter,) = table.path.glob("outbox/*-invitation-0001.txt")
        assert "nonces renew" not in letter.read_text()


def validate(schema: str, value: Any) -> None:
    path = Path(find_resources("schemas"), f"{schema}.json")
    Draft202012Validator(json.loads(path.read_text())).validate(value)
