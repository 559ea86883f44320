"""Secrets at rest: private modes whatever the umask, and a token in its own letter and nowhere else."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.level_two import SEATS, adjudicate
from cli.level_two import Table as LevelTwo
from cli.shell import SET_UP
from unit.moderation.tables import Table, found

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline
from adjudicator.intake.receipt import ReceiptState
from adjudicator.store import acts

TOKEN = re.compile(r"^token: (\S+)$", re.MULTILINE)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = found(tmp_path)
    table.play(2)
    return table


@pytest.fixture(params=[0, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def find_loose(folder: str | Path) -> list[str]:
    """What others may open below ``folder``, and itself."""
    paths = [Path(folder), *Path(folder).rglob("*")]
    return [str(path) for path in paths if stat.S_IMODE(path.lstat().st_mode) != (0o700 if path.is_dir() else 0o600)]


def act(table: Table) -> None:
    """Every kind of act, and turns and files before and after them."""
    table.hours += 1
    extend_deadline(table.path, 5, None, "a storm", table.now)
    edit_charter(table.path, {"blocked": "fallback"}, "it is summer", table.now)
    replace_player(table.path, "ann", "new@example.org", "gone sailing", b"n" * 32, table.now)
    table.submit("bob", "no: move file")
    table.play(1)
    table.send()
    rewind_game(table.path, 1, "a mistake", table.now)
    table.play(1)


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("umask")
def test_acts_branches_and_letters_are_private_whatever_the_umask(table: Table) -> None:
    act(table)
    assert {"acts", "branches", "outbox", "private", "refused"} <= set(os.listdir(table.path))
    assert find_loose(table.path) == []


@pytest.mark.usefixtures("umask")
def test_archives_and_what_is_imported_are_private_whatever_the_umask(table: Table, tmp_path: Path) -> None:
    act(table)
    file, restored = str(tmp_path / "game.zip"), str(tmp_path / "restored")
    archive_game(table.path, file)
    import_archive(file, restored)
    assert [*find_loose(restored), *find_loose(file)] == []


def test_a_game_with_nonces_and_keyrings_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        table = LevelTwo(tmp_path, "through-the-desert")
        table.begin()
        form = tmp_path / "form.yaml"
        form.write_text(adjudicate("form", table.path, "--seat", SEATS[0]).out)
        stamped = table.nonces(SEATS[0], "stamp", form, "--epoch", 1)
    finally:
        os.umask(before)
    assert stamped.code == 0, stamped
    written = [table.keyring(SEATS[0]), *tmp_path.glob("*.yaml")]
    assert len(written) == 2 + 2 * len(SEATS)
    assert [*find_loose(table.path), *(loose for path in written for loose in find_loose(path))] == []


def find_token(folder: str | Path, token: str) -> list[str]:
    """The files below ``folder`` that have ``token`` in name or content."""
    files = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    sought = token.encode()
    return [str(path.relative_to(folder)) for path in files if sought in str(path).encode() + path.read_bytes()]


def read_token(table: Table, letter: str) -> str:
    found = TOKEN.search((Path(table.path) / "outbox" / letter).read_text())
    assert found is not None
    return found[1]


def test_old_and_new_tokens_are_in_their_letters_and_nowhere_else(table: Table, tmp_path: Path) -> None:
    table.hours += 1
    replace_player(table.path, "ann", None, "gone sailing", b"n" * 32, table.now)
    letters = {"0000-ann-invitation.txt", "0002-ann-invitation-0001.txt"}
    old, new = (read_token(table, letter) for letter in sorted(letters))
    text = "game: toy\nseat: ann\nturn: 3\norders: []\nnote: mine\ntoken: {}\n"
    assert table.submit("ann", text.format(old)).state is ReceiptState.RED
    assert table.submit("ann", text.format(new)).state in {
        ReceiptState.GREEN,
        ReceiptState.YELLOW,
        ReceiptState.NEEDLESS,
    }
    assert table.submit("ann", f"token: {new}\nturn: x\n  y: [").state is ReceiptState.RED
    table.play(1)
    table.submit("ann", text.replace("3", "4").format(new))
    rewind_game(table.path, 2, "a mistake", table.now)
    archive_game(table.path, str(tmp_path / "game.zip"))
    assert (Path(table.path) / "branches").is_dir()
    assert find_token(tmp_path, old) == ["toy/outbox/0000-ann-invitation.txt"]
    assert find_token(tmp_path, new) == ["toy/outbox/0002-ann-invitation-0001.txt"]


def test_a_replacement_that_was_interrupted_keeps_its_letter_private(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_path: str) -> None:
        raise OSError("no space")

    table.hours += 1
    with monkeypatch.context() as patch:
        patch.setattr(acts, "finish", stop)
        with pytest.raises(OSError, match="no space"):
            replace_player(table.path, "ann", None, "gone sailing", b"n" * 32, table.now)
    waiting = Path(table.path, acts.JOURNAL)
    assert find_loose(waiting) == []
    table.play(1)
    assert not waiting.exists()
    token = read_token(table, "0002-ann-invitation-0001.txt")
    assert find_token(table.path, token) == ["outbox/0002-ann-invitation-0001.txt"]


def test_a_nonce_that_waits_in_the_inbox_is_told_to_nobody(tmp_path: Path) -> None:
    table = LevelTwo(tmp_path, "catan", "--pacing", "round")
    table.begin()
    table.place()
    first, *others = table.awaited()
    file = table.write_move(first, ["end: turn"])
    nonce = re.search(r'^nonce: "([0-9a-f]{64})"', file.read_text(), re.MULTILINE)
    assert nonce is not None
    assert table.send(first, file).code == 0
    shown = [
        ["show", table.path, "--seat", seat, "--format", form] for seat in SEATS for form in ("text", "html", "json")
    ]
    asked = [[word, table.path, "--seat", seat] for seat in SEATS for word in ("form", "legal")]
    words = [*shown, *asked, *([word, table.path, "--json"] for word in ("dice", "verify", "status", "run"))]
    told = [adjudicate(*line, *(["--now", SET_UP] if line[0] in {"status", "run"} else [])) for line in words]
    assert others
    assert [ran for ran in told if nonce[1] in ran.out + ran.err] == []
    assert all(ran.out for ran in told[:-1])
    for seat in others:
        assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
    assert table.run().code == 0
    assert nonce[1] in adjudicate("dice", table.path).out, "once it is mixed in, everybody is told"
