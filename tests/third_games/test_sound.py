"""The one call that says whether a game is sound: ours are, and every check finds what is planted for it."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from our_games import OUR_GAMES
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins
from third_games.installed import HERE, write_about
from third_games.throw_twins import ThrowTwins

from adjudicator.core.order import Gravity, Place, Problem
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.kit.actions.orders import ActionOrders
from adjudicator.kit.actions.rules import Secrets
from adjudicator.registry import find_game
from adjudicator.testing import CHECKS, Fault, UnsoundGameError, expect_sound, find_faults

Patch = pytest.MonkeyPatch
BARE = tuple(check for check in CHECKS if check not in {"by mail", "secrets"})
"""The checks that need no mail."""


@pytest.mark.slow
def test_hex_is_sound(hex_by_mail: ModuleType) -> None:
    expect_sound(hex_by_mail.GAME, games=1)


@pytest.mark.slow
def test_rock_paper_scissors_is_sound(rps_by_mail: ModuleType) -> None:
    expect_sound(rps_by_mail.GAME, ThrowTwins(rps_by_mail.GAME), games=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", OUR_GAMES)
def test_our_games_are_sound(name: str) -> None:
    game = find_game(name)
    twins = DesertTwins() if name == "through-the-desert" else CatanTwins(game)
    expect_sound(game, twins, games=2, only=BARE)


def spoil_legal(module: Any, patch: Patch) -> None:
    patch.setattr(module.HexRules, "legal", lambda _self, _position, _seat: [])


def spoil_purity(module: Any, patch: Patch) -> None:
    """Stones are a list, to which a move is added."""

    def apply(_self: Any, position: Any, seat: str, action: str, dice: Any) -> Any:
        del dice
        position.stones.append(action)
        return position, [module.Event("placed", {"seat": seat, "cell": action})]

    def setup(_self: Any, setting: Any, dice: Any) -> Any:
        del dice
        return module.Position(setting.seats, 5, []), []

    patch.setattr(module.HexRules, "apply", apply)
    patch.setattr(module.HexRules, "setup", setup)
    patch.setattr(module.HexRules, "dump", lambda _self, position: {"stones": list(position.stones)})


def spoil_determinism(module: Any, patch: Patch) -> None:
    """The order of what is legal hangs on how often anybody has asked."""
    legal, calls = module.HexRules.legal, itertools.count()
    patch.setattr(module.HexRules, "legal", lambda *asked: legal(*asked)[:: (-1) ** (next(calls) // 100)])


def spoil_load(module: Any, patch: Patch) -> None:
    load = module.HexRules.load
    patch.setattr(
        module.HexRules, "load", lambda self, saved: load(self, saved)._replace(stones=tuple(saved["stones"][:3]))
    )


def spoil_dump(module: Any, patch: Patch) -> None:
    dump = module.HexRules.dump
    patch.setattr(module.HexRules, "dump", lambda *given: {**dump(*given), "stones": given[1].stones})


def spoil_is_legal(_module: Any, patch: Patch) -> None:
    patch.setattr(ActionKernel, "is_legal", lambda _self, _state, _seat, _action: True)


def spoil_refusal(_module: Any, patch: Patch) -> None:
    """What is carried out is judged by nobody."""
    apply = ActionKernel.apply

    def carry_out(self: Any, state: Any, seat: str, action: str, chance: Any) -> Any:
        patched = [*self.rules.legal(state.position, seat), action]
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(self, "legal", lambda _state, _seat: patched)
            return apply(self, state, seat, action, chance)

    patch.setattr(ActionKernel, "apply", carry_out)


def spoil_turns(_module: Any, patch: Patch) -> None:
    """Anybody may act at any time."""
    patch.setattr(ActionKernel, "list_awaited", _list_all)
    decisions = ActionKernel.decisions
    patch.setattr(ActionKernel, "decisions", lambda self, state: decisions(self, state)[:1])


def _list_all(self: Any, state: Any) -> Any:
    return state.seats if self.rules.awaited(state.position) else ()


def spoil_play(_module: Any, patch: Patch) -> None:
    patch.setattr(ActionKernel, "play", lambda _self, state, _seat, _action, _chance: state)


def spoil_draws(_module: Any, patch: Patch) -> None:
    """A die that nobody was told of is rolled with every move."""
    apply = ActionKernel.apply

    def roll(self: Any, state: Any, seat: str, action: str, chance: Any) -> Any:
        chance.draw(state.turn, ("die",), 6)
        return apply(self, state, seat, action, chance)

    patch.setattr(ActionKernel, "apply", roll)


def spoil_labels(module: Any, patch: Patch) -> None:
    """The die is announced, and has the same name in the same epoch every time."""
    spoil_draws(module, patch)
    patch.setattr(ActionKernel, "epoch", lambda _self, _state: 1)
    patch.setattr(ActionKernel, "furthest_epoch", lambda _self, _state, _pacing: 99)
    apply = ActionKernel.apply
    patch.setattr(
        ActionKernel,
        "apply",
        lambda self, state, *rest: _with_turn(apply(self, state._replace(turn=1), *rest)),
    )


def _with_turn(result: Any) -> Any:
    return result[0]._replace(turn=1), result[1]


def spoil_events(module: Any, patch: Patch) -> None:
    apply = module.HexRules.apply

    def tell(*given: Any) -> Any:
        return apply(*given)[0], [module.Event("placed", {"seat": given[2], "cell": tuple(given[3])})]

    patch.setattr(module.HexRules, "apply", tell)


def spoil_ending(_module: Any, patch: Patch) -> None:
    patch.setattr(ActionKernel, "ending", lambda _self, _state: None)


def spoil_views(_module: Any, patch: Patch) -> None:
    """The public sees another position than the players, though nobody said that there are secrets."""

    patch.setattr(Secrets, "see", lambda _self, position, reader: position._replace(size=len(str(reader))))


def spoil_write(_module: Any, patch: Patch) -> None:
    patch.setattr(ActionOrders, "write", lambda self, known, _action: {"place": self.kernel.legal(known, "amira")[0]})


def spoil_check(_module: Any, patch: Patch) -> None:
    problem = Problem("impossible", Gravity.ILLEGAL, Place(1, 1), {"order": "it", "why": "today is Sunday"})
    patch.setattr(ActionOrders, "check", lambda _self, _known, _seat, _file: (problem,))


def spoil_points(module: Any, patch: Patch) -> None:
    """Who has no points is not named."""
    points = module.HexRules.points
    patch.setattr(
        module.HexRules, "points", lambda *given: {seat: count for seat, count in points(*given).items() if count}
    )


def spoil_awaited(module: Any, patch: Patch) -> None:
    awaited = module.HexRules.awaited
    patch.setattr(module.HexRules, "awaited", lambda *given: awaited(*given) * 2)


def spoil_silence(module: Any, patch: Patch) -> None:
    patch.setattr(module.HexRules, "act_for_silent", lambda *_: "a1", raising=False)


def spoil_condition(module: Any, patch: Patch) -> None:
    """A cell is read as if every text were one; that its row is no number it may say by ``ValueError``."""
    taken = {"taken": lambda position, _seat, cell: f"{cell[0]}{int(cell[1:])}" in position.stones}
    patch.setattr(module.HexRules, "conditions", taken)


def spoil_refuse(module: Any, patch: Patch) -> None:
    def refuse(_self: Any, _position: Any, _seat: str, cell: str) -> Any:
        return module.Illegal(f"there is no row {int(cell[1:])}")

    patch.setattr(module.HexRules, "refuse", refuse)


def spoil_refusing(module: Any, patch: Patch) -> None:
    patch.setattr(module.HexRules, "refuse", lambda *_: "no")


def spoil_reports(module: Any, patch: Patch) -> None:
    """A report tells how often anybody was told anything."""
    told = itertools.count()
    patch.setattr(module.HexLook, "tell", lambda _self, _event: f"Sentence {next(told)}.")


def spoil_end(module: Any, patch: Patch) -> None:
    patch.setattr(module.GAME, "epochs", 4, raising=False)


def spoil_registration(module: Any, patch: Patch) -> None:
    patch.setattr(module.GAME, "module", "hexagons:GAME")


PLANTED: dict[Callable[[Any, Patch], None], tuple[str, str]] = {
    spoil_registration: ("registration", "a game directory would not find it"),
    spoil_legal: ("play", "amira has to decide and has no legal action"),
    spoil_purity: ("purity", "apply changed the position that it was handed"),
    spoil_determinism: ("determinism", "came out otherwise when the game was played again"),
    spoil_load: ("round trip", "load does not bring back what dump wrote"),
    spoil_dump: ("round trip", "dump gives what JSON does not keep"),
    spoil_is_legal: ("legal", "is legal, and apply refuses it"),
    spoil_refusal: ("legal", "is not legal, and apply carries it out"),
    spoil_turns: ("legal", "who has nothing to decide"),
    spoil_play: ("legal", "play does something else than apply"),
    spoil_draws: ("course", "furthest_epoch had said that nothing is drawn any more"),
    spoil_labels: ("course", "is drawn twice, and gives the same twice"),
    spoil_events: ("course", "an event has facts that JSON does not keep, such as a tuple, in placed"),
    spoil_ending: ("course", "nobody has to decide any more, and ending gives no reason"),
    spoil_views: ("views", "hand in twins, which say what is hidden"),
    spoil_write: ("orders", "the order "),
    spoil_check: ("orders", "is refused: it: today is Sunday"),
    spoil_points: ("course", "points leaves amira out"),
    spoil_awaited: ("course", "awaited names amira twice"),
    spoil_silence: ("course", "act_for_silent does 'a1' for "),
    spoil_condition: ("texts", "the condition taken raises IndexError, not ValueError, where amira writes ''"),
    spoil_refuse: ("texts", "refuse raises ValueError where amira writes ''"),
    spoil_refusing: ("texts", "refuse gives no Illegal where amira writes ''"),
    spoil_reports: ("by mail", "verify finds"),
    spoil_end: ("by mail", "the game is not over after 4 table turns"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("spoil", PLANTED, ids=lambda spoil: spoil.__name__.removeprefix("spoil_"))
def test_every_check_finds_what_is_planted_for_it(
    hex_by_mail: ModuleType, monkeypatch: Patch, spoil: Callable[[Any, Patch], None]
) -> None:
    check, says = PLANTED[spoil]
    only = [check] if check in CHECKS else BARE
    spoil(hex_by_mail, monkeypatch)
    faults = find_faults(hex_by_mail.GAME, games=1, only=only)
    assert faults, "nothing was found"
    assert (faults[0].check, says in faults[0].says) == (check, True), faults[0]
    assert str(faults[0]).endswith("(seed 0: edition plain, 2 seats)")


def test_a_digest_without_a_seed_is_told_how_to_ask_for_one() -> None:
    for words in ([], ["hex_by_mail:GAME", "hex", "first"]):
        command = [sys.executable, "-m", "adjudicator.testing", *words]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        usage = "usage: python -m adjudicator.testing MODULE NAME SEED, such as hex_by_mail:GAME hex 0\n"
        assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", usage)


def test_what_hangs_on_the_order_of_hashes_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    package = tmp_path / "hashed"
    package.mkdir()
    text = (HERE / "hex" / "hex_by_mail" / "__init__.py").read_text()
    ordered = "return [cell for cell in position.list_cells() if cell not in position.stones]"
    assert ordered in text
    text = text.replace(ordered, "return list({*position.list_cells()} - {*position.stones})")
    (package / "__init__.py").write_text(text.replace("hex_by_mail:GAME", "hashed:GAME").replace('"hex"', '"hashed"'))
    write_about(tmp_path, "hashed", "1.0", {"hashed": "hashed:GAME"})
    monkeypatch.syspath_prepend(str(tmp_path))
    (fault,) = find_faults(find_game("hashed"), games=1, only=["determinism"])
    assert fault.says == "two processes play it differently: something hangs on the order of a set or of hashes"


@pytest.mark.parametrize("for_silent", [None, "paper"])
def test_a_throw_that_all_may_see_is_a_leak(
    rps_by_mail: ModuleType, monkeypatch: Patch, for_silent: str | None
) -> None:
    monkeypatch.setattr(rps_by_mail.RpsRules, "act_for_silent", lambda *_: for_silent, raising=False)
    monkeypatch.setattr(rps_by_mail.RpsSecrets, "see", lambda _self, position, _reader: position)
    faults = find_faults(rps_by_mail.GAME, ThrowTwins(rps_by_mail.GAME), games=6, only=["secrets"])
    assert faults
    assert "is told what hangs on something hidden" in faults[0].says


def test_views_that_take_away_instead_of_naming_are_found(rps_by_mail: ModuleType, monkeypatch: Patch) -> None:
    twins = ThrowTwins(rps_by_mail.GAME)
    monkeypatch.setattr(rps_by_mail.RpsSecrets, "hear", lambda _self, event, _reader: event)
    (fault,) = find_faults(rps_by_mail.GAME, twins, games=1, only=["views"])
    assert fault.says == "hear passes on a fact of 'shown' that it does not know: name what it may"
    monkeypatch.setattr(type(rps_by_mail.GAME.views), "see", lambda _self, state, _agendas, _reader: state)
    (fault,) = find_faults(rps_by_mail.GAME, twins, games=1, only=["views"])
    assert fault.says == "what the public knows holds the position itself, with all that is hidden in it"


def test_secrets_without_twins_and_twins_without_secrets_are_told(rps_by_mail: ModuleType, monkeypatch: Patch) -> None:
    faults = find_faults(rps_by_mail.GAME, games=2, only=["views"])
    assert {fault.check for fault in faults} == {"views"}
    monkeypatch.setattr(ThrowTwins, "vary", lambda _self, opened, files, *_: _same(opened, files))
    (fault,) = find_faults(rps_by_mail.GAME, ThrowTwins(rps_by_mail.GAME), games=1, only=["secrets"])
    assert fault.says == "nothing was compared: no twin differed"


def test_twins_that_never_differ_in_what_is_hidden_are_told(rps_by_mail: ModuleType, monkeypatch: Patch) -> None:
    monkeypatch.setattr(ThrowTwins, "vary_state", lambda _self, state, *_: state)
    (fault,) = find_faults(rps_by_mail.GAME, ThrowTwins(rps_by_mail.GAME), games=1, only=["secrets"])
    assert re.match(r"vary_state changed none of \d+ positions", fault.says)


def _same(opened: Any, files: Any) -> Any:
    from collections import Counter  # noqa: PLC0415 - here alone

    from adjudicator.testing.twins import Twin  # noqa: PLC0415 - here alone

    return Twin(opened.record, files, Counter())


def test_an_exception_of_the_game_is_told_with_its_place(hex_by_mail: ModuleType, monkeypatch: Patch) -> None:
    def fail(*_: object) -> dict[str, int]:
        raise KeyError("bob")

    monkeypatch.setattr(hex_by_mail.HexRules, "points", fail)
    (fault,) = find_faults(hex_by_mail.GAME, games=1, only=["round trip"])
    assert isinstance(fault, Fault)
    assert fault.says.startswith("KeyError at ")
    with pytest.raises(UnsoundGameError, match="hex is not sound:\nround trip: KeyError at "):
        expect_sound(hex_by_mail.GAME, games=1, only=["round trip"])
