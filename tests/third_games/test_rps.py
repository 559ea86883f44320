"""Rock, paper, scissors by mail: all at once, and nobody learns what others have on file, or threw before the end."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from cli.shell import adjudicate

from adjudicator.core.agenda import EMPTY, Agenda, Item, Source
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import adjudicate as drive
from adjudicator.core.order import START, Order
from adjudicator.core.table import Pacing, Setting
from adjudicator.ledger.keys import SecretChance

SEATS = ("ana", "bob", "cem")
SOON, LATE = "2026-01-01T01:00:00Z", "2026-01-09T00:00:00Z"


@pytest.fixture
def game(tmp_path: Path, installed: tuple[str, ...]) -> Path:
    path = tmp_path / "g"
    seats = [word for seat in SEATS for word in ("--seat", seat)]
    assert "rock-paper-scissors" in installed
    new = adjudicate("new", path, "--game", "rock-paper-scissors", *seats, "--now", "2026-01-01T00:00:00Z")
    assert new.code == 0, new
    return path


def send(game: Path, turn: int, seat: str, *throws: str) -> None:
    orders = "".join(f"  - throw: {throw}\n" for throw in throws)
    file = game.parent / f"{seat}.yaml"
    file.write_text(f"game: g\nturn: {turn}\nseat: {seat}\norders:\n{orders}")
    sent = adjudicate("submit", game, file, "--seat", seat, "--now", SOON)
    assert sent.code == 0, sent


def read(game: Path, turn: int, reader: str) -> str:
    return (game / "turns" / f"{turn:04}" / "reports" / f"{reader}.txt").read_text()


def list_awaited(report: str) -> list[str]:
    return [
        name
        for names in re.findall(r"^Awaited(?: by .+)?: (.+)\.$", report, re.MULTILINE)
        for name in names.split(", ")
    ]


def test_throws_for_later_rounds_wait_and_nobody_sees_who_sent_them(game: Path) -> None:
    send(game, 1, "ana", "rock", "paper", "paper")
    send(game, 1, "bob", "paper", "scissors")
    send(game, 1, "cem", "paper")
    assert adjudicate("run", game, "--now", SOON).code == 0
    public = read(game, 1, "public")
    assert "- ana threw rock, bob threw paper, cem threw paper." in public
    assert list_awaited(public) == list(SEATS)
    assert re.findall(r"^(\w+) +(\d)$", public, re.MULTILINE) == [("ana", "0"), ("bob", "1"), ("cem", "1")]
    for reader in ("bob", "cem", "public"):
        assert public.count("has not thrown") == read(game, 1, reader).count("has not thrown") == len(SEATS)
    assert "1. throw paper\n2. throw paper\n" in read(game, 1, "ana")
    assert adjudicate("run", game, "--now", SOON).code != 0, "cem has sent nothing for the second round"


def test_where_a_deadline_parts_a_round_the_throws_stay_hidden(game: Path) -> None:
    send(game, 1, "ana", "rock")
    assert adjudicate("run", game, "--now", LATE).code == 0
    assert "ana has thrown rock\n" in read(game, 1, "ana")
    for reader in ("bob", "public"):
        assert "ana has thrown\nbob has not thrown\n" in read(game, 1, reader)
        assert "thrown rock" not in read(game, 1, reader)
    assert list_awaited(read(game, 1, "public")) == ["bob", "cem"]


def test_sentences_and_scores_have_the_names_of_people(tmp_path: Path, installed: tuple[str, ...]) -> None:
    game = tmp_path / "g"
    assert "rock-paper-scissors" in installed
    seats = ["--seat", "ana=Ana Å.", "--seat", "bob=Bob B."]
    assert adjudicate("new", game, "--game", "rock-paper-scissors", *seats, "--now", "2026-01-01T00:00:00Z").code == 0
    send(game, 1, "ana", "rock")
    send(game, 1, "bob", "paper")
    assert adjudicate("run", game, "--now", SOON).code == 0
    report = read(game, 1, "bob")
    assert "- Ana Å. threw rock, Bob B. threw paper." in report
    assert re.search(r"^Ana Å\. \(ana\) +0\nBob B\. \(bob, you\) +1$", report, re.MULTILINE)


def throw(*throws: str) -> Agenda:
    return Agenda(tuple(Item(Order("throw", one, None, START, (START,)), "f.yaml") for one in throws))


def test_what_is_done_for_the_silent_is_done_when_they_are_late(
    rps_by_mail: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rps_by_mail.RpsRules, "act_for_silent", lambda _self, _position, _seat: "paper", raising=False)
    chance = SecretChance("g", bytes(32))
    state, _ = rps_by_mail.GAME.kernel.setup(Setting("plain", {}, SEATS), chance)
    agendas = {"ana": throw("rock"), "bob": throw("rock"), "cem": EMPTY}
    verdict = drive(rps_by_mail.GAME, state, agendas, chance, Pacing.SEAT, WhenSilent(late=True))
    assert verdict.silent == {"cem"}
    assert [(result.seat, result.source) for result in verdict.results][-1] == ("cem", Source.POLICY)
    assert verdict.state.position.wins == (0, 0, 2)
    (ask, *_) = rps_by_mail.GAME.orders.asks(state, Pacing.SEAT)
    said = rps_by_mail.GAME.orders.say_if_silent(state, EMPTY, ask, WhenSilent(late=True))
    assert said == "If you send nothing, you throw paper (as every silent seat does)."
