"""``nonces`` stopped at any call that changes the disk: no answer is half there, and again it is whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from unit.nonces.test_keyring import INVITATION, MOVE, write_list
from unit.store.test_interrupted import Killed, Saboteur, no_space

from adjudicator.cli.main import main
from adjudicator.nonces.joining import read_accepted_join
from adjudicator.nonces.keyring import Key, read_keyring

FAULT = 70


@pytest.fixture
def saboteur(monkeypatch: pytest.MonkeyPatch) -> Saboteur:
    return Saboteur(monkeypatch)


def list_words(home: Path, action: str) -> list[str]:
    answer = [] if action == "stamp" else ["-o", str(home / "answer.yaml")]
    file = home / {"open": "anchors", "stamp": "answer.yaml"}.get(action, "invitation")
    return ["nonces", action, str(file), *answer, "--keyring", str(home / "keys")]


def prepare(home: Path, action: str) -> None:
    """What a player has at home before ``action``."""
    home.mkdir()
    (home / "invitation").write_text(INVITATION)
    if action in {"open", "stamp"}:
        assert main(list_words(home, "join")) == 0
        (home / "answer.yaml").unlink()
        key = only_key(home)
        (home / "anchors").write_text(write_list(key.anchor, key.pledge))
    if action == "stamp":
        (home / "answer.yaml").write_text(MOVE.format("nonce: epoch 7\n"))


def only_key(home: Path) -> Key:
    (key,) = read_keyring(str(home / "keys"))
    return key


def is_answer(home: Path, action: str) -> bool:
    key, data = only_key(home), (home / "answer.yaml").read_bytes()
    if action == "stamp":
        return data.decode() == MOVE.format(f'nonce: "{key.find_nonce(7)}"\n')
    said = read_accepted_join(data, "answer")
    return said.opening == key.opening if action == "open" else said.pledge == (key.anchor, key.pledge)


@pytest.mark.parametrize("error", [Killed, no_space], ids=["killed", "disk full"])
@pytest.mark.parametrize("action", ["join", "open", "stamp"])
def test_an_answer_is_there_whole_or_not_at_all_and_the_same_again(
    tmp_path: Path, saboteur: Saboteur, action: str, error: Callable[[], BaseException]
) -> None:
    saboteur.rest()
    prepare(tmp_path / "before", action)
    shutil.copytree(tmp_path / "before", tmp_path / "whole")
    saboteur.rest()
    assert main(list_words(tmp_path / "whole", action)) == 0
    steps = saboteur.count
    assert steps >= (6 if action == "open" else 10)
    for number in range(steps):
        home = Path(shutil.copytree(tmp_path / "before", tmp_path / "home"))
        before = (home / "answer.yaml").read_bytes() if action == "stamp" else None
        saboteur.strike(number, error)
        if error is Killed:
            with pytest.raises(Killed):
                main(list_words(home, action))
        else:
            # what is not there need not be removed
            assert main(list_words(home, action)) in {0, FAULT}
        saboteur.rest()
        answer = home / "answer.yaml"
        left = answer.read_bytes() if answer.exists() else None
        assert left == before or is_answer(home, action), number
        for _ in range(2):
            assert main(list_words(home, action)) == 0, number
            assert is_answer(home, action), number
        assert not list(home.glob("*.aside")), number
        shutil.rmtree(home)


def test_another_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    prepare(home, "join")
    (home / "answer.yaml").write_text("mine\n")
    assert main(list_words(home, "join")) == 2
    assert "exists already" in capsys.readouterr().err
    assert (home / "answer.yaml").read_text() == "mine\n"


def test_an_answer_into_no_folder_is_a_usage_error_and_nothing_is_drawn(tmp_path: Path) -> None:
    prepare(tmp_path / "home", "join")
    words = list_words(tmp_path / "home", "join")
    words[4] = str(tmp_path / "none" / "answer.yaml")
    assert main(words) == 2
    assert not (tmp_path / "home" / "keys").exists()


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_what_cannot_be_a_keyring_is_said_with_what_would_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    home = tmp_path / "home"
    prepare(home, "join")
    if kind == "link":
        (home / "real").mkdir()
        (home / "keys").symlink_to(home / "real" / "keys")
    else:
        (home / "keys").mkdir()
    assert main(list_words(home, "join")) == 2
    told = capsys.readouterr().err
    assert str(home / "keys") in told
    assert f"--keyring {home / 'real' / 'keys'}" in told if kind == "link" else "not a regular file" in told
    assert not (home / "answer.yaml").exists()
