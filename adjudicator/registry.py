"""What is installed: games, schemas and templates, time zones.

Games are found by entry point when one is created or listed, by the module its charter names afterwards. Time zones
are found by their IANA names, in the data of the package ``tzdata`` and never in the system's, so that the same game is
told in the same words everywhere (docs/decisions/027-names-and-zones.md).
"""

import os
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, tzinfo
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from adjudicator.core.instant import UTC_ZONE
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.kit.words import join_words

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
        from difflib import get_close_matches  # noqa: PLC0415 - only a name that is none of theirs needs it

        near = get_close_matches(name.casefold(), games, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UnknownGameError(f"no game {name!r} is installed; there are: {join_words(games)}{hint}")
    return load_game(games[name], name)


_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(_PACKAGE)


def find_resources(kind: str) -> str:
    """The folder of ``kind`` (``schemas`` or ``templates``), as an absolute path.

    The checkout comes first, because an editable install leaves a copy in the package that goes stale with the next
    edit; a checkout is known by the package's own metadata file standing beside the package.
    """
    beside = os.path.join(_CHECKOUT, kind)
    if os.path.isdir(beside) and os.path.isfile(os.path.join(_CHECKOUT, "pyproject.toml")):
        return beside
    return os.path.join(_PACKAGE, kind)


_NO_PLACE = "Factory"
"""A stand-in of the database for a clock that was never set."""


def list_zones() -> tuple[str, ...]:
    """All names, in alphabetical order."""
    with open(os.path.join(_find_data(), "zones"), encoding="ascii") as lines:
        return tuple(sorted({*lines.read().split()} - {_NO_PLACE}))


@cache
def find_zone(name: str) -> tzinfo:
    """The zone called ``name``. Raises ``ValueError`` for a name that the database does not have."""
    if name == UTC_ZONE:
        return UTC
    if name not in list_zones():
        raise ValueError(f"there is no time zone {name!r}")
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - slow, and most games are told in UTC

    with open(os.path.join(_find_data(), "zoneinfo", *name.split("/")), "rb") as data:
        return ZoneInfo.from_file(data, name)


def _find_data() -> str:
    """The folder of the package."""
    from importlib.util import find_spec  # noqa: PLC0415 - most games are told in UTC

    package = find_spec("tzdata")
    assert package is not None, "it is a dependency"
    assert package.origin is not None, "it has a file"
    return os.path.dirname(package.origin)


def suggest_zones(name: str) -> tuple[str, ...]:
    """The names nearest to ``name``, spelt alike as a whole or in their last part; or it in other capitals."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a name with a mistake

    places: dict[str, list[str]] = {}
    for zone in list_zones():
        for part in {zone.casefold(), zone.rpartition("/")[2].casefold()}:
            places.setdefault(part, []).append(zone)
    if re.search("[0-9]|^.$", name):  # hours from UTC, which names such as Etc/GMT+1 count the other way round
        return ()
    wanted = name.strip().replace(" ", "_").casefold()
    whole = [zone for zone in places.get(wanted, ()) if zone.casefold() == wanted]
    if whole:
        return tuple(whole)
    near = [*get_close_matches(wanted, places, n=3), *get_close_matches(wanted.rpartition("/")[2], places, n=3)]
    return tuple(dict.fromkeys(zone for part in near for zone in places[part]))[:3]
