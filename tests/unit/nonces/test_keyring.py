"""A player's keyring: what it answers, what it refuses to give away, and what of a file it changes."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from cli.shell import adjudicate

from adjudicator.core.refusals import DistrustError, UnfitError
from adjudicator.nonces.joining import read_accepted_join
from adjudicator.nonces.keyring import (
    FAR,
    StampedFile,
    find_keyring,
    join_game,
    open_commitment,
    read_keyring,
    stamp_file,
)
from adjudicator.proof.draws import commit_opening, find_nonce
from adjudicator.store.formats import DamageError

PROMISE = f"commitment:  {'c' * 64}\npublic root: {'d' * 64}\n"
INVITATION = f"Hello\n\ngame: g42\nseat: red\ntoken: abc\n\n{PROMISE}epochs:      256\n\nBye\n"
MOVE = "game: g42\nturn: 3\nseat: red\n{}orders:\n  - roll: dice   # mine\n"


def draw(count: int) -> bytes:
    return bytes([5]) * count


@pytest.fixture
def keyring(tmp_path: Path) -> str:
    path = str(tmp_path / "home" / "keys")
    join_game(path, INVITATION, draw)
    return path


def write_list(anchor: str, commitment: str, seat: str = "red") -> str:
    entries = f"seat blue\n  anchor:     {'1' * 64}\n  commitment: {'2' * 64}\n"
    entries += f"seat {seat}\n  anchor:     {anchor}\n  commitment: {commitment}\n"
    return f"game: g42\nseat: red\n\n{PROMISE}\n{entries}"


def test_joining_keeps_the_secrets_to_the_owner_and_answers_the_same_twice(keyring: str) -> None:
    answer = join_game(keyring, INVITATION, lambda _: pytest.fail("drawn twice"))
    file = read_accepted_join(answer, "answer")

    assert stat.S_IMODE(Path(keyring).stat().st_mode) == 0o600
    assert file.pledge is not None
    assert file.pledge.anchor == find_nonce(draw(32), 256, 0).hex()
    assert file.pledge.commitment == commit_opening(draw(32))
    assert (file.game, file.seat, file.token) == ("g42", "red", "abc")
    assert len(read_keyring(keyring)) == 1


def test_an_invitation_quoted_in_a_mail_does_as_well(tmp_path: Path) -> None:
    quoted = "".join(f"> {line}\r\n" for line in INVITATION.splitlines())
    plain = join_game(str(tmp_path / "one"), INVITATION, draw)
    assert join_game(str(tmp_path / "other"), quoted, draw) == plain


@pytest.mark.parametrize("line", ["game", "seat", "token", "commitment", "public root", "epochs"])
def test_half_an_invitation_is_none(tmp_path: Path, line: str) -> None:
    letter = INVITATION.replace(f"{line}:", "")
    with pytest.raises(UnfitError, match=line):
        join_game(str(tmp_path / "keys"), letter, draw)
    assert not (tmp_path / "keys").exists()


@pytest.mark.parametrize("epochs", ["0", "-1", "99999999", "many"])
def test_a_chain_of_no_sane_length_is_not_made(tmp_path: Path, epochs: str) -> None:
    with pytest.raises(UnfitError, match="incomplete"):
        join_game(str(tmp_path / "keys"), INVITATION.replace("256", epochs), draw)


def test_the_opening_is_given_for_the_list_that_is_right(keyring: str) -> None:
    (key,) = read_keyring(keyring)
    answer = open_commitment(keyring, write_list(key.anchor, key.pledge))
    assert read_accepted_join(answer, "answer").opening == draw(32).hex()


@pytest.mark.parametrize("change", ["anchor", "commitment", "seat", "promise"])
def test_nothing_is_opened_for_another_list(keyring: str, change: str) -> None:
    (key,) = read_keyring(keyring)
    letter = write_list(
        "0" * 64 if change == "anchor" else key.anchor,
        "0" * 64 if change == "commitment" else key.pledge,
        "green" if change == "seat" else "red",
    )
    if change == "promise":
        letter = letter.replace("d" * 64, "e" * 64)
    with pytest.raises(DistrustError, match="send nothing"):
        open_commitment(keyring, letter)


def stamp(keyring: str, line: str, epoch: int | None = None) -> StampedFile:
    return stamp_file(keyring, MOVE.format(line).encode(), epoch)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("nonce: epoch 7   # fill in\n", 'nonce: "{}"   # fill in\n'),
        ("nonce: 'epoch 7'# x\n", 'nonce: "{}"# x\n'),
        ('nonce: "epoch 7"\r\n', 'nonce: "{}"\r\n'),
        ("nonce:   # epoch 7\n", 'nonce: "{}"   # epoch 7\n'),
        (f'nonce: "{"0" * 64}"  # not mine, of epoch 7\n', 'nonce: "{}"  # not mine, of epoch 7\n'),
    ],
)
def test_only_the_nonce_of_a_file_changes(keyring: str, line: str, wanted: str) -> None:
    stamped = stamp(keyring, line)
    assert stamped.data.decode() == MOVE.format(wanted.format(find_nonce(draw(32), 256, 7).hex()))
    assert (stamped.epoch, stamped.already) == (7, False)
    assert stamp_file(keyring, stamped.data, None) == StampedFile(stamped.data, 7, already=True)


def test_a_file_without_the_line_gets_one_where_the_epoch_is_given(keyring: str) -> None:
    with pytest.raises(UnfitError, match="--epoch"):
        stamp(keyring, "")
    stamped = stamp(keyring, "", 2)
    assert stamped.data.decode() == MOVE.format("") + f'nonce: "{find_nonce(draw(32), 256, 2).hex()}"  # epoch 2\n'


def test_a_file_as_phones_write_it_is_stamped_in_its_line_alone(keyring: str) -> None:
    typed = "Hello!\n\nGame: g42\nTurn: 3\nSeat: red\n{}\nOrders:\n\u2013 roll: dice\n\nBye\n"
    stamped = stamp_file(keyring, typed.format("Nonce: epoch 7  # fill in").encode(), None)
    assert stamped.data.decode() == typed.format(f'nonce: "{find_nonce(draw(32), 256, 7).hex()}"')
    assert stamp_file(keyring, stamped.data, None).already
    with pytest.raises(UnfitError, match="needs a line 'nonce: epoch 7'"):
        stamp_file(keyring, typed.format("").encode(), 7)


def test_a_file_that_cannot_be_stamped_is_answered_with_the_line_that_is_wrong(keyring: str) -> None:
    with pytest.raises(UnfitError, match=r"the file cannot be read: line 4: .*the key 'seat'"):
        stamp_file(keyring, b"game: g42\nturn: 3\nseat: red\nseat: blue\norders: []\n", 7)
    with pytest.raises(UnfitError, match="UTF-8"):
        stamp_file(keyring, "game: g42\nseat: r\xe9d\n".encode("latin-1"), 7)


def test_an_old_nonce_is_replaced_where_a_new_epoch_is_asked_for(keyring: str) -> None:
    old = stamp(keyring, "nonce: epoch 2\n").data
    assert find_nonce(draw(32), 256, 3).hex().encode() in stamp_file(keyring, old, 3).data


def test_a_nonce_far_ahead_is_not_given_for_the_asking(keyring: str) -> None:
    stamp(keyring, "", 2)
    with pytest.raises(DistrustError, match="protects nobody"):
        stamp(keyring, "", 3 + FAR)
    assert stamp(keyring, "", 2 + FAR).epoch == 2 + FAR
    assert stamp_file(keyring, MOVE.format("").encode(), 200, far=True).epoch == 200
    assert read_keyring(keyring)[0].given == 200
    stamp(keyring, "", 5)
    assert read_keyring(keyring)[0].given == 200


@pytest.mark.parametrize("epoch", [0, 257])
def test_there_is_no_nonce_beyond_the_chain(keyring: str, epoch: int) -> None:
    with pytest.raises(UnfitError, match="1 to 256"):
        stamp_file(keyring, MOVE.format("").encode(), epoch, far=True)


def test_another_seat_or_game_has_no_chain_here(keyring: str) -> None:
    for text in (MOVE.format("").replace("red", "blue"), MOVE.format("").replace("g42", "g43")):
        with pytest.raises(UnfitError, match="no secret numbers"):
            stamp_file(keyring, text.encode(), 1)


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o640, 0o604, 0o660, 0o601])
def test_a_keyring_that_others_may_open_is_told_and_made_private(keyring: str, tmp_path: Path, mode: int) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(INVITATION.replace("g42", "g43"))
    os.chmod(keyring, mode)
    ran = adjudicate("nonces", "join", letter, "--keyring", keyring)
    assert ran.code == 0, ran
    assert ("is open to others" in ran.err) == bool(mode & 0o077)
    assert stat.S_IMODE(Path(keyring).stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["commitment", "public_root", "end", "opening"])
def test_what_is_not_hex_in_a_keyring_is_damage(keyring: str, name: str) -> None:
    saved = json.loads(Path(keyring).read_text())
    saved["keys"][0][name] = "x" + saved["keys"][0][name][1:]
    Path(keyring).write_text(json.dumps(saved))
    with pytest.raises(DamageError, match="keyring"):
        read_keyring(keyring)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1, "keys": [{}]}', '{"format": 2, "keys": []}'])
def test_a_spoilt_keyring_is_said_to_be_one_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys"
    path.write_text(text)
    with pytest.raises(DamageError, match="keyring"):
        join_game(str(path), INVITATION, draw)
    assert path.read_text() == text


def test_where_the_keyring_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/red")
    assert find_keyring("/a/b", {"ADJUDICATE_KEYRING": "/c"}) == "/a/b"
    assert find_keyring(None, {"ADJUDICATE_KEYRING": "/c"}) == "/c"
    assert find_keyring(None, {}) == "/home/red/.adjudicate-keyring"
