"""The archive as a container: one spelling of given members, and everything else refused by name."""

from __future__ import annotations

import stat
import warnings
import zipfile
from pathlib import Path

import pytest
from unit.archive.zips import make_zip

from adjudicator.ledger.archive import LARGEST, pack, unpack
from adjudicator.store.formats import DamageError

MEMBERS = {
    "game/game.yaml": b"charter",
    "game/turns/0000.turn": b"{}",
    "play.txt": b"once upon a time\n",
    "record.json": b"",
}


def test_any_zip_program_reads_an_archive(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(pack(MEMBERS))
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == MEMBERS
    assert make_zip(MEMBERS.items()) == pack(MEMBERS)


def test_the_order_in_which_members_are_given_does_not_matter() -> None:
    assert pack(dict(reversed(MEMBERS.items()))) == pack(MEMBERS)
    assert unpack(pack(MEMBERS)) == MEMBERS


def test_every_flipped_bit_is_found() -> None:
    data = pack(MEMBERS)
    for position in range(len(data) * 8):
        spoilt = bytearray(data)
        spoilt[position // 8] ^= 1 << position % 8
        with pytest.raises(DamageError):
            unpack(bytes(spoilt))


def test_a_changed_member_is_named() -> None:
    with pytest.raises(DamageError, match=r"^play\.txt: changed"):
        unpack(pack(MEMBERS).replace(b"once upon", b"Once upon"))


def test_every_cut_off_archive_is_refused() -> None:
    data = pack(MEMBERS)
    for length in range(len(data)):
        with pytest.raises(DamageError):
            unpack(data[:length])
    with pytest.raises(DamageError, match="list of members"):
        unpack(data + b"x")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../evil", "leads out"),
        ("game/../../evil", "leads out"),
        ("game/turns/../../../evil", "leads out"),
        ("game/./game.yaml", "leads out"),
        ("game//game.yaml", "leads out"),
        ("game/turns/0000/", "is a folder"),
        ("/etc/passwd", "absolute"),
        ("C:evil", "absolute"),
        ("game\\game.yaml", "another system"),
        ("game/private/secret", "does not belong"),
        ("game/private/seats.json", "does not belong"),
        ("game/outbox/0000-ann-invitation.txt", "does not belong"),
        ("game/turns/00001.turn", "does not belong"),
        ("game/turns/0001/evil.py", "does not belong"),
        ("game/turns/0001/turn.json", "does not belong"),
        ("game/turns/0001.turn.aside", "does not belong"),
        ("game/branches/.git/config", "leads out|does not belong"),
        ("game/Game.yaml", "does not belong|capitals"),
        ("RECORD.JSON", "does not belong"),
        ("game/turns/0001.turn\x1b[31m", "no member has"),
        ("game/turns/\u0660\u0660\u0660\u0661.turn", "no member has|compressed"),
        ("x" * 300, "no member has"),
    ],
)
def test_a_strange_name_is_refused(name: str, reason: str) -> None:
    with pytest.raises(DamageError, match=reason) as refused:
        unpack(make_zip([(name, b"")]))
    assert refused.value.file.isprintable()
    assert len(refused.value.file) < 300


def test_a_name_in_capitals_beside_its_like_is_refused() -> None:
    with pytest.raises(DamageError, match=r"^game/GAME\.yaml: differs from game/game\.yaml in capitals only"):
        unpack(make_zip([("game/game.yaml", b""), ("game/GAME.yaml", b"")]))


def test_a_name_that_is_there_twice_is_refused() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = make_zip([("play.txt", b"one"), ("play.txt", b"two")])
    with pytest.raises(DamageError, match=r"^play\.txt: is there twice"):
        unpack(data)


def test_members_out_of_order_are_refused() -> None:
    with pytest.raises(DamageError, match=r"^play\.txt: out of order"):
        unpack(make_zip([("record.json", b""), ("play.txt", b"")]))


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        (stat.S_IFLNK | 0o777, "is a link"),
        (stat.S_IFCHR | 0o600, "not a regular file"),
        (stat.S_IFBLK | 0o600, "not a regular file"),
        (stat.S_IFIFO | 0o600, "not a regular file"),
        (stat.S_IFDIR | 0o700, "not a regular file"),
        (stat.S_IFREG | 0o4755, "another mode"),
    ],
)
def test_only_regular_private_files_are_members(mode: int, reason: str) -> None:
    with pytest.raises(DamageError, match=rf"^play\.txt: .*{reason}"):
        unpack(make_zip([("play.txt", b"/etc/passwd")], mode=mode))


def test_a_bomb_does_not_unfold() -> None:
    bomb = make_zip([("play.txt", b"\0" * 10_000_000)], method=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 20_000
    with pytest.raises(DamageError, match=r"^play\.txt: compressed"):
        unpack(bomb)


def test_more_than_an_archive_may_have_is_refused() -> None:
    with pytest.raises(DamageError, match="more than"):
        unpack(b"PK\3\4" + bytes(LARGEST))


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\5\6" + bytes(18), b"\x1f\x8b" + bytes(30), b"hello\n"])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with pytest.raises(DamageError, match="not an archive"):
        unpack(data)


def test_a_comment_behind_the_members_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(pack(MEMBERS))
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = b"hello"
    with pytest.raises(DamageError, match="list of members"):
        unpack(path.read_bytes())
