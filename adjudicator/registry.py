"""Finding games: by entry point when one is created or listed, by the module its charter names afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from adjudicator.core.refusals import ExitCode, MendableError

if TYPE_CHECKING:
    from adjudicator.core.game import Game


AnyGame: TypeAlias = "Game[Any, Any, Any]"
"""A game whose state, actions and knowledge are its own business."""

GROUP = "adjudicator.games"


class UnknownGameError(MendableError):
    """No game of that name, or no such module, is installed."""

    code = ExitCode.USAGE


_OURS = "adjudicator.rules."
"""Games below this package come with the program."""


def load_game(module: str, name: str) -> AnyGame:
    """The game called ``name`` that ``module`` (``package.module:OBJECT``) names. Raises :class:`UnknownGameError`.

    A charter may come from anywhere, and importing runs code: what is not ours must be registered as a game. Whatever
    goes wrong in loading somebody else's is told as that.
    """
    path, _, attribute = module.partition(":")
    if not module.startswith(_OURS) and module not in list_games().values():
        raise UnknownGameError(f"the rules {module!r} are not installed as a game")
    try:
        game = cast("AnyGame", getattr(import_module(path), attribute))
    except Exception as error:
        if module.startswith(_OURS) and not isinstance(error, (ImportError, AttributeError, ValueError)):
            raise
        why = "are not installed" if module.startswith(_OURS) else f"cannot be loaded: {type(error).__name__}: {error}"
        raise UnknownGameError(f"the rules {module!r} {why}") from error
    if game.name != name:
        raise UnknownGameError(f"the rules {module!r} are not those of {name}")
    return game


def list_games() -> Mapping[str, str]:
    """The installed games: name to module, by name."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and not needed to run a turn

    return {entry.name: entry.value for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def find_foreign(modules: Iterable[str]) -> str | None:
    """The installed game, none of ours, that one of ``modules`` belongs to, if any."""
    packages = {_name_package(module): game for game, module in list_games().items() if not module.startswith(_OURS)}
    return next((packages[name] for name in map(_name_package, modules) if name in packages), None)


def _name_package(module: str) -> str:
    return module.partition(":")[0].partition(".")[0]


def find_game(name: str) -> AnyGame:
    """The installed game called ``name``. Raises :class:`UnknownGameError` that names the games there are."""
    games = list_games()
    if name not in games:
        raise UnknownGameError(f"no game {name!r} is installed; there are: {', '.join(games)}")
    return load_game(games[name], name)
