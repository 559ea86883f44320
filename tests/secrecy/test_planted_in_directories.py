"""Leaks in what only a whole directory has, each built in for a moment: commands, letters, archives, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from secrecy import directory
from secrecy.outputs import list_names
from secrecy.third import CardTwins
from secrecy.walk import Walk

from adjudicator.acts.moderation import seats
from adjudicator.cli import examine, moderate, play
from adjudicator.core.table import Onlooker, Reader
from adjudicator.ledger import turn
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.proof_file import ProofWriter
from adjudicator.report import page, playback
from adjudicator.store import header

TURNS = 5
Patch = pytest.MonkeyPatch


class Peek:
    """The cards that the program looked at last: what a careless part of it could reach."""

    hands: tuple[int, ...] = ()

    def add(self, said: Any) -> Any:
        """What is said, and the cards with it; of files only how many there are is different."""
        match said:
            case str():
                return f"{said}{self.hands}"
            case list():
                return [*said, str(self.hands)]
            case {"public.txt": _}:
                return {name: data + b" " * sum(self.hands) for name, data in said.items()}
        return {**said, "cards": list(self.hands)}


@pytest.fixture
def peek(package: ModuleType, monkeypatch: Patch) -> Peek:
    found = Peek()
    see = package.Views.see

    def see_and_keep(self: Any, state: Any, agendas: Any, reader: Reader) -> Any:
        found.hands = state.hands
        return see(self, state, agendas, reader)

    monkeypatch.setattr(package.Views, "see", see_and_keep)
    return found


TELLERS: dict[str, tuple[object, str]] = {
    "printed: run": (directory, "outcome_to_json"),
    "printed: submit": (directory, "list_answer_lines"),
    "printed: form": (play, "write_next_form"),
    "printed: legal": (play, "list_orders"),
    "printed: show": (play, "show_as_json"),
    "printed: show --turn": (play, "show_as_json"),
    "printed: show after acts": (play, "_tell_acts"),
    "printed: show after a rewind": (page, "say_rerun"),
    "printed: dice": (examine, "audit_to_json"),
    "printed: extend": (moderate, "dump_act"),
    "printed: pause": (moderate, "dump_act"),
    "printed: resume": (moderate, "dump_act"),
    "printed: holiday": (moderate, "dump_act"),
    "printed: substitute": (moderate, "dump_act"),
    "printed: house": (moderate, "dump_act"),
    "printed: edit": (moderate, "dump_act"),
    "printed: replace": (moderate, "tell_act"),
    "printed: rewind": (moderate, "dump_act"),
    "file: letters after acts": (seats, "write_letter"),
    "file: report": (turn, "render_reports"),
}
"""What says too much, by the comparison that finds it."""


def _open_all_facts(monkeypatch: Patch, _peek: Peek) -> None:
    def open_all(self: ProofWriter, seat: str) -> Any:
        salt, path = self._facts.open(seat)
        return {"salt": salt, "path": path, "facts": self._known}

    monkeypatch.setattr(ProofWriter, "_open_facts", open_all)


def _hash_plainly(monkeypatch: Patch, peek: Peek) -> None:
    monkeypatch.setattr(header, "hash_public", lambda view: hash_bytes(repr((view, peek.hands)).encode()))


def _play_back_everything(monkeypatch: Patch, _peek: Peek) -> None:
    build = playback.build_page
    monkeypatch.setattr(playback, "build_page", lambda context, _reader: build(context, Onlooker.MODERATOR))


OTHERS: dict[str, Callable[[Patch, Peek], None]] = {
    "printed: verify-mail": _open_all_facts,
    "file: turn.json": _hash_plainly,
    "archive": _play_back_everything,
}


def _is_caught(package: ModuleType, folder: Path, name: str) -> bool:
    walk = Walk(CardTwins(package.GAME), 0, str(folder), every=1)
    return any(leak.where.startswith(name) for _ in range(TURNS) for leak in walk.go(1).leaks)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [*TELLERS, *OTHERS])
def test_it_is_found(name: str, package: ModuleType, peek: Peek, monkeypatch: Patch, tmp_path: Path) -> None:
    if name in OTHERS:
        OTHERS[name](monkeypatch, peek)
    else:
        part, function = TELLERS[name]
        tell = getattr(part, function)
        monkeypatch.setattr(part, function, lambda *handed, **more: peek.add(tell(*handed, **more)))
    assert _is_caught(package, tmp_path, name)


def test_a_leak_is_planted_in_every_output_that_is_compared() -> None:
    here = Path(__file__).parent
    planted = "".join((here / f"test_{name}.py").read_text() for name in ("planted_leaks", "reruns"))
    words = {"receipt": "receipt of", "rerun.html": "rerun.", "rerun.txt": "rerun."}
    missing = {name for name in list_names() if f'"{words.get(name, name)}"' not in planted}
    assert missing == {*TELLERS, *OTHERS}
