"""A game that draws in play, openly and hidden, by either level of chance and either pacing."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import adjudicate
from third_games.installed import write_about

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import find_game
from adjudicator.testing import expect_sound, find_faults

RACE = """
from __future__ import annotations

from typing import NamedTuple

from adjudicator.seam import ActionGame, ActionRules, Dice, Event, Onlooker, Reader, Seat, Secrets, Setting


class Position(NamedTuple):
    seats: tuple[Seat, ...]
    run: tuple[int, ...]
    luck: tuple[int, ...]
    mover: int = 0


class Rules(ActionRules[Position]):
    position = Position

    def setup(self, setting: Setting, dice: Dice):
        luck = tuple(dice.draw("luck", 6, hidden=True) for _ in setting.seats)
        return Position(setting.seats, (0,) * len(luck), luck, dice.draw("first", len(luck))), []

    def awaited(self, position: Position):
        return [] if max(position.run) >= 20 else [position.seats[position.mover]]

    def legal(self, position: Position, seat: Seat):
        return ["walk", "run"]

    def apply(self, position: Position, seat: Seat, action: str, dice: Dice):
        thrown = [dice.draw("die", 6) + 1 for _ in range(2 if action == "run" else 1)]
        number = position.mover
        run = (*position.run[:number], position.run[number] + sum(thrown), *position.run[number + 1 :])
        # who throws doubles goes again
        again = len(thrown) == 2 and thrown[0] == thrown[1]
        mover = number if again else (number + 1) % len(run)
        return position._replace(run=run, mover=mover), [Event("ran", {"seat": seat, "thrown": thrown})]

    def points(self, position: Position):
        return dict(zip(position.seats, position.run))

    def act_for_silent(self, position: Position, seat: Seat):
        return "walk"


class Hidden(Secrets[Position]):
    def see(self, position: Position, reader: Reader):
        luck = [
            luck if reader in (seat, Onlooker.MODERATOR) else 0
            for seat, luck in zip(position.seats, position.luck)
        ]
        return position._replace(luck=tuple(luck))

    def hear(self, event: Event, reader: Reader):
        return Event("ran", {name: event.facts[name] for name in ("seat", "thrown")}) if event.kind == "ran" else None


GAME = ActionGame(
    name="race", title="Race", module="race_by_mail:GAME", seats=range(2, 5), order="go", duty="Walk or run.",
    rules=Rules(), secrets=Hidden(), draws=True,
)
"""


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the game is as good as installed."""
    (tmp_path / "race_by_mail.py").write_text(RACE)
    write_about(tmp_path, "race", "1.0", {"race": "race_by_mail:GAME"})
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("race")
def test_its_draws_are_announced_and_never_the_same_twice() -> None:
    checks = ("purity", "determinism", "round trip", "legal", "course", "orders")
    expect_sound(find_game("race"), games=1, only=checks)


@pytest.mark.usefixtures("race")
def test_chance_that_was_not_announced_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("race")
    monkeypatch.setattr(game.kernel, "draws", False)
    (fault,) = find_faults(game, games=1, only=["course"])
    assert fault.says.endswith("the game draws in play: say draws=True where you make it")


@pytest.mark.usefixtures("race")
def test_a_setting_that_cannot_be_is_refused_in_words() -> None:
    kernel = find_game("race").kernel
    for setting, says in (
        (Setting("plain", {}, ("ana",)), "the game is for 2 to 4 seats"),
        (Setting("plain", {"speed": "high"}, ("ana", "bob")), "there is no option speed; there are: none"),
    ):
        with pytest.raises(ValueError, match=says):
            kernel.setup(setting, SecretChance("g", bytes(32)))


@pytest.mark.slow
@pytest.mark.parametrize("pacing", ["seat", "round"])
@pytest.mark.parametrize("level", ["L1", "L2"])
def test_by_mail_it_is_verified(race: Path, level: str, pacing: str) -> None:
    options = ("--game", "race", "--seats", "3", "--games", "2", "--seed", "5", "--level", level, "--pacing", pacing)
    ran = adjudicate("simulate", *options, "--out", race / "games")
    assert ran.code == 0, ran
    proved = adjudicate("verify", *sorted((race / "games").iterdir()))
    assert (proved.code, proved.out.count(": ok, ")) == (0, 2), proved
