"""Files that a moderator copies into ``inbox/<seat>/``: the next run files them as if they had been submitted."""

from __future__ import annotations

import shutil
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, LETTERS, SOON, Ran, adjudicate, copy_game, found, snapshot, token, write_file
from parts import turn_of


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran, Ran]:
    """A game with good and bad files dropped into its inbox, a status before and the run after."""
    game = copy_game("g42", tmp_path_factory.mktemp("dropped"))
    inbox = game / "inbox"
    write_file(
        inbox / "amira" / "mail from amira.yaml",
        "g42",
        7,
        "amira",
        ["place: pink I4", "place: yellow E6"],
        f"token: {token(game, 'amira')}",
    )
    (inbox / "bilal" / "nonsense.txt").write_text("Sorry, I am late!\x1b[31m\n")
    (inbox / "chen" / "binary").write_bytes(bytes(range(256)))
    (inbox / "chen" / "huge.yaml").write_bytes(b"# much ado\n" * 1_000_000)
    shutil.copy(LETTERS / "chen.yaml", inbox / "dora" / "chens.yaml")
    (inbox / "dora" / ".hidden").write_text("not for anybody")
    return game, adjudicate("verify", game), adjudicate(game, "--now", BEFORE_DEADLINE)


def test_verify_knows_that_they_wait(story: tuple[Path, Ran, Ran]) -> None:
    assert story[1].code == 0
    assert "inbox/amira/mail from amira.yaml: not filed yet; the next run files it" in story[1].out
    assert "inbox/chen/huge.yaml: not filed yet; longer than any move file, so a run leaves it alone" in story[1].out


def test_the_run_answers_each_of_them_and_runs(story: tuple[Path, Ran, Ran]) -> None:
    _, _, ran = story
    assert ran.code == 0
    assert "inbox/amira/mail from amira.yaml: green: accepted for amira, receipt " in ran.out
    assert "inbox/bilal/nonsense.txt: red: refused for bilal" in ran.out
    assert "inbox/chen/binary: red: refused for chen" in ran.out
    assert "inbox/chen/huge.yaml: left alone, longer than any move file (65536 bytes)" in ran.err
    assert "  chens.yaml:3:7: invalid: the file says seat 'chen', but it was submitted for 'dora'" in ran.out
    assert "g42, turn 7: adjudicated" in ran.out
    assert ran.out.replace("\n", "").isprintable()


def test_a_good_one_is_used(story: tuple[Path, Ran, Ran]) -> None:
    game, _, ran = story
    assert "amira placed pink on I4" in ran.out
    assert (turn_of(game, 7) / "orders" / "amira" / "02.yaml").exists()


def test_bad_ones_are_kept_with_their_answers_and_nothing_is_left_behind(story: tuple[Path, Ran, Ran]) -> None:
    game, _, _ = story
    refused = sorted(path.name.split("-")[0] for path in (game / "refused").glob("*.yaml"))
    assert refused == ["bilal", "chen", "unknown"]
    left = {path.name: path for path in (game / "inbox").rglob("*") if path.is_file()}
    assert sorted(left) == [".hidden", "huge.yaml"]
    assert left["huge.yaml"].read_bytes() == b"# much ado\n" * 1_000_000


def test_the_history_verifies_and_no_token_is_in_it(story: tuple[Path, Ran, Ran]) -> None:
    game, _, _ = story
    (game / "inbox" / "dora" / ".hidden").unlink()
    assert adjudicate("verify", game, "--json").json["findings"] == []
    secret = token(game, "amira").encode()
    assert not [
        path
        for path in game.rglob("*")
        if path.is_file() and path.parent.name != "outbox" and secret in path.read_bytes()
    ]


def test_a_dry_run_leaves_them_where_they_are(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    shutil.copy(LETTERS / "chen.yaml", game / "inbox" / "chen" / "again.yaml")
    before = snapshot(game)
    assert adjudicate(game, "--dry-run", "--now", BEFORE_DEADLINE).code == 0
    assert snapshot(game) == before


@pytest.mark.parametrize("command", [("submit", "bob.yaml", "--seat", "bob"), ("substitute", "ann", "--name", "Eve")])
def test_whatever_command_files_them_writes_the_receipt_as_a_letter(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = found(tmp_path, seats=("ann=ann@example.org", "bob"))
    monkeypatch.chdir(tmp_path)
    write_file(tmp_path / "bob.yaml", "toy", 1, "bob", [])
    (game / "inbox" / "ann").mkdir(parents=True)
    (game / "inbox" / "ann" / "mail.yaml").write_text("game: toy\nturn: 1\nseat: ann\norders: [what]\n")

    adjudicate(command[0], game, *command[1:], "--now", SOON)
    adjudicate(game, "--now", SOON)

    (letter,) = (game / "outbox").glob("*-receipt-*")
    mail = message_from_bytes(letter.read_bytes(), policy=default)
    assert (mail["To"], mail["Subject"]) == ("Ann <ann@example.org>", "toy, turn 1: your orders cannot be used")


def test_who_has_an_address_gets_the_receipt_as_a_letter_once(tmp_path: Path) -> None:
    game = found(tmp_path, seats=("ann=ann@example.org", "bob"))
    for seat in ("ann", "bob"):
        folder = game / "inbox" / seat
        folder.mkdir(parents=True)
        (folder / "mail.yaml").write_text(f"game: toy\nturn: 1\nseat: {seat}\norders: [what]\n")

    runs = [adjudicate(game, "--now", SOON) for _ in range(2)]

    (letter,) = (game / "outbox").glob("*-receipt-*")
    mail = message_from_bytes(letter.read_bytes(), policy=default)
    assert (mail["To"], mail["Subject"]) == ("Ann <ann@example.org>", "toy, turn 1: your orders cannot be used")
    assert f"toy: the receipt as a letter: {letter}" in runs[0].err
    assert "the receipt as a letter" not in runs[1].err
