"""A moderator who cheats at chance is found out from one player's mails, by the command and by the single file."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table, adjudicate
from cli.shell import SET_UP
from parts import part_of, turns_of
from unit.proof.mailbox import find_alone
from unit.proof.planted_moderators import (
    ADDS,
    LEAVES_OUT_BUT_THE_LAST,
    OF_DICE,
    OF_NONCES,
    OPENS_AT_WILL,
    OPENS_WITHOUT_ANN,
    SEEN_BY_ALL,
    SETTLES_AT_WILL,
    choose_nonces,
)
from unit.proof.test_whole_games import check

from adjudicator.acts.simulate import Picker
from adjudicator.store.turns import TurnFolder

TURNS = 9
"""Of a Catan for three in which nobody sends anything: six placements, then table turns."""


@pytest.fixture(scope="module", autouse=True)
def all_reports_stay() -> Iterator[None]:
    """Reports as they were sent by whoever cheats, which could not be made again from what he keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TurnFolder, "drop_reports", lambda *_: None)
        yield


def keep_mails(path: Path, seat: str, folder: Path) -> Path:
    """What ``seat`` was sent and has sent."""
    folder.mkdir(parents=True)
    for turn in turns_of(path):
        for form in ("html", "txt", "proof"):
            report = path / "turns" / turn.record.stem / "reports" / f"{seat}.{form}"
            shutil.copy(report, folder / f"{turn.record.stem}-{report.name}")
        for part in turn.glob(f"orders/{seat}/*.yaml"):
            (folder / f"{turn.record.stem}-{part.name}").write_bytes(part.read_bytes())
    for letter in (path / "outbox").glob(f"*-{seat}-*.txt"):
        shutil.copy(letter, folder)
    return folder


def play_forced(path: Path, turns: int = TURNS) -> None:
    """A Catan of level L1 in which every turn is forced."""
    named = [part for seat in SEATS for part in ("--seat", seat)]
    secret = path.with_name("secret-file")
    secret.write_text("16" * 32)
    made = adjudicate("new", path, "--game", "catan", *named, "--secret-file", secret, "--now", SET_UP)
    assert made.code == 0, made
    for _ in range(turns):
        ran = adjudicate("run", path, "--force", "--now", SET_UP)
        assert ran.code == 0, ran


def test_an_honest_moderator_of_forced_turns_and_a_rewind(tmp_path: Path, checker: Path) -> None:
    path = tmp_path / "game"
    play_forced(path)
    mails = keep_mails(path, "bob", tmp_path / "mails")
    result = check(mails)
    assert result["findings"] == []
    assert result["games"][0]["checked"]["told"] >= 2
    assert find_alone(checker, mails).endswith("ok\n")
    ran = adjudicate("rewind", path, "--to", TURNS - 2, "--reason", "a file was lost", "--now", SET_UP)
    assert ran.code == 0, ran
    for _ in range(3):
        assert adjudicate("run", path, "--force", "--now", SET_UP).code == 0
    for file in keep_mails(path, "bob", tmp_path / "again").iterdir():
        if not (mails / file.name).exists() or (mails / file.name).read_bytes() != file.read_bytes():
            shutil.copy(file, mails / f"again-{file.name}")
    assert check(mails)["findings"] == []
    assert find_alone(checker, mails).endswith("ok\n")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OF_DICE)
def test_who_cheats_at_dice_is_found_out(
    name: str, tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator = OF_DICE[name]
    with monkeypatch.context() as patch:
        moderator.plant(patch)
        play_forced(tmp_path / "game")
    mails = keep_mails(tmp_path / "game", "bob", tmp_path / "mails")
    assert any(moderator.found in finding for finding in check(mails)["findings"])
    alone = find_alone(checker, mails)
    assert (moderator.found in alone) == moderator.alone
    assert moderator.alone or "does not check the first position against its draws" in alone


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A Catan of level L2 in its third table turn."""
    table = Table(tmp_path_factory.mktemp("table"), "catan")
    table.begin()
    table.place()
    return table


def test_honest_people_at_level_two(table: Table, tmp_path: Path, checker: Path) -> None:
    for seat in SEATS:
        mails = keep_mails(table.path, seat, tmp_path / seat)
        result = check(mails)
        assert result["findings"] == []
        assert result["games"][0]["checked"]["nonces"]
        assert not any("anchors" in remark for remark in result["remarks"])
        assert find_alone(checker, mails).endswith("ok\n")
        (letter,) = mails.glob("*-anchors.txt")
        last = letter.rename(mails / f"z{letter.name}")  # behind the invitation, as mails lie in a folder
        assert not any("anchors" in remark for remark in check(mails)["remarks"])
        last.unlink()
        without = check(mails)
        assert without["findings"] == []
        assert any(remark.startswith("the list of anchors is not here") for remark in without["remarks"])


def test_honest_people_who_go_back_at_level_two_whatever_is_missing(
    table: Table, tmp_path: Path, checker: Path
) -> None:
    """After a rewind nobody is asked again for nonces of epochs that are fixed, and one that was missing stays so."""
    again = table.copy("again")
    again.end_turns(1)
    (seat,) = again.awaited()
    assert again.run("--force", "--now", SET_UP).code == 0
    mails = keep_mails(again.path, seat, tmp_path / "mails")
    turn = again.newest()
    ran = adjudicate("rewind", again.path, "--to", turn - 2, "--reason", "a file was lost", "--now", SET_UP)
    assert ran.code == 0, ran
    assert again.run().code == 0  # by the orders that were carried over
    again.end_turns(2)
    for file in keep_mails(again.path, seat, tmp_path / "later").iterdir():
        if not (mails / file.name).exists() or (mails / file.name).read_bytes() != file.read_bytes():
            shutil.copy(file, mails / f"later-{file.name}")
    assert check(mails)["findings"] == []
    assert find_alone(checker, mails).endswith("ok\n")
    chance = Picker(b"which mails are missing")
    for share in (5, 20, 50, 80):
        left = tmp_path / f"without-{share}"
        left.mkdir()
        for file in sorted(mails.iterdir()):
            if chance.below(100) >= share:
                shutil.copy(file, left)
        assert check(left)["findings"] == [], share


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", OF_NONCES)
def test_who_cheats_at_nonces_is_found_out(
    name: str, table: Table, tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator, spoilt = OF_NONCES[name], table.copy(re.sub("[^a-z]", "", name))
    (seat,) = spoilt.awaited()
    with monkeypatch.context() as patch:
        moderator.plant(patch)
        spoilt.end_turns(1)
    mails = keep_mails(spoilt.path, seat, tmp_path / "mails")
    words = moderator.found.format(seat=seat)
    assert any(words in finding for finding in check(mails)["findings"])
    assert words in find_alone(checker, mails)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SEEN_BY_ALL)
def test_who_keeps_nonces_out_of_a_draw_is_found_out_by_others_too(
    name: str, table: Table, tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = table.copy(f"all-{re.sub('[^a-z]', '', name)}")
    (seat,) = spoilt.awaited()
    with monkeypatch.context() as patch:
        (ADDS[name] if name in ADDS else OF_NONCES[name].plant)(patch)
        spoilt.end_turns(1)
    spoilt.end_turns(1)
    reader = next(other for other in SEATS if other != seat)
    mails = keep_mails(spoilt.path, reader, tmp_path / "mails")
    assert any(SEEN_BY_ALL[name] in finding for finding in check(mails)["findings"])
    assert SEEN_BY_ALL[name] in find_alone(checker, mails)


def test_who_leaves_a_nonce_out_of_some_epochs_of_a_round_is_found_out(
    tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table").mkdir()
    table = Table(tmp_path / "table", "catan", "--pacing", "round")
    table.begin()
    table.place()
    with monkeypatch.context() as patch:
        LEAVES_OUT_BUT_THE_LAST.plant(patch)
        for seat in SEATS:
            assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
        assert table.run().code == 0
    for reader in SEATS:
        mails = keep_mails(table.path, reader, tmp_path / reader)
        assert any(LEAVES_OUT_BUT_THE_LAST.found in finding for finding in check(mails)["findings"])
    assert LEAVES_OUT_BUT_THE_LAST.found in find_alone(checker, mails)


def test_who_chooses_a_nonce_is_found_out_by_whose_it_is_and_by_others(
    table: Table, tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = table.copy("chosen")
    (seat,) = spoilt.awaited()
    with monkeypatch.context() as patch:
        choose_nonces(bytes.fromhex("16" * 32), "g")(patch)
        spoilt.end_turns(1)
    assert "rolled 12 (6 and 6)" in (spoilt.path / "turns" / f"{spoilt.newest():04}/reports/{seat}.txt").read_text()
    for reader in SEATS:
        mails = keep_mails(spoilt.path, reader, tmp_path / reader)
        findings = check(mails)["findings"]
        assert any(
            f"{seat}: not a nonce of the chain that this seat fixed before the game" in finding for finding in findings
        )
        assert f"{seat}: not a nonce" in find_alone(checker, mails)
        assert any(f"{seat}: not the nonce in" in finding for finding in findings) == (reader == seat)


def test_who_settles_what_nobody_had_fixed_is_found_out(
    table: Table, tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rewind whose act says that nothing holds of a player was given: the draw could be chosen once more."""
    spoilt = table.copy("settled")
    (seat,) = spoilt.awaited()
    spoilt.end_turns(1)
    mails = keep_mails(spoilt.path, seat, tmp_path / "mails")
    with monkeypatch.context() as patch:
        SETTLES_AT_WILL.plant(patch)
        back = ("--to", spoilt.newest() - 1, "--reason", "a file was lost", "--now", SET_UP)
        assert adjudicate("rewind", spoilt.path, *back).code == 0
    assert spoilt.run("--force", "--now", SET_UP).code == 0
    turn = f"{spoilt.newest():04}"
    for form in ("txt", "proof"):
        shutil.copy(spoilt.path / "turns" / turn / "reports" / f"{seat}.{form}", mails / f"later-{turn}.{form}")
    assert any(SETTLES_AT_WILL.found in finding for finding in check(mails)["findings"])
    assert SETTLES_AT_WILL.found in find_alone(checker, mails)
    # had he never sent the turn that he says he took back, its report would be asked for
    gone = sha256(part_of(spoilt.path, f"branches/0001/turns/{turn}/turn.json").read_bytes()).hexdigest()
    for file in mails.glob(f"{turn}-*"):
        file.unlink()
    result = check(mails)
    assert result["findings"] == []
    assert [question for question in result["questions"] if f"turn {int(turn)} with the head {gone}" in question]


def test_who_opens_in_the_name_of_others_is_found_out(
    tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "catan")
    with monkeypatch.context() as patch:
        OPENS_AT_WILL.plant(patch)
        table.begin()
    mails = keep_mails(table.path, "bob", tmp_path / "mails")
    findings = check(mails)["findings"]
    assert any(OPENS_AT_WILL.found in finding for finding in findings)
    assert any(
        "rng.mixes.0: ann: not a nonce of the chain that this seat fixed before the game" in finding
        for finding in findings
    )
    assert OPENS_AT_WILL.found in find_alone(checker, mails)


def test_who_begins_without_what_one_has_opened_is_found_out(
    tmp_path: Path, checker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "catan")
    with monkeypatch.context() as patch:
        OPENS_WITHOUT_ANN.plant(patch)
        table.begin()
    mails = keep_mails(table.path, "bob", tmp_path / "mails")
    assert any(OPENS_WITHOUT_ANN.found in finding for finding in check(mails)["findings"])
    assert OPENS_WITHOUT_ANN.found in find_alone(checker, mails)


def test_another_list_of_anchors_is_found_out(table: Table, tmp_path: Path) -> None:
    mails = keep_mails(table.path, "cid", tmp_path / "mails")
    (letter,) = mails.glob("*-anchors.txt")
    anchors = re.findall("anchor: +([0-9a-f]{64})", letter.read_text())
    for own, other in zip(anchors, [*anchors[1:], anchors[0]], strict=True):
        text = letter.read_text()
        letter.write_text(text.replace(f"anchor:     {own}", f"anchor:     {other}", 1))
        findings = check(mails)["findings"]
        letter.write_text(text)
        assert any("files.start.json: does not match the list of anchors" in finding for finding in findings)
    own = next(file for file in mails.glob("0000-*.yaml") if "anchor:" in file.read_text())
    earlier = own.with_name("earlier-join.yaml")
    earlier.write_text(re.sub('anchor: "[0-9a-f]{4}', 'anchor: "0000', own.read_text()))
    text = letter.read_text()
    letter.unlink()
    assert check(mails)["findings"] == []
    letter.write_text(text)
    assert check(mails)["findings"] == []
    earlier.unlink()
    own.write_text(re.sub('anchor: "[0-9a-f]{4}', 'anchor: "0000', own.read_text()))
    assert any("cid: not what your join file says" in found for found in check(mails)["findings"])
