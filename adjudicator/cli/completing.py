"""What TAB offers. It never complains: where nothing is found, nothing is offered."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING

import typer

from adjudicator.core.charter import ANY_NUMBER, CHARTER, DEADLINES, POLICIES, TERMS, Term
from adjudicator.core.refusals import MendableError
from adjudicator.registry import find_game, list_games, list_zones

if TYPE_CHECKING:
    from adjudicator.store.gamedir import GameDirectory

_HARMLESS = re.compile(r"[\w./~+@,-]+")
"""Paths that a shell reads as they are; another would be read as something else, so it is not offered."""

_DEEPEST = 4
"""So many folders below the word a game is looked for."""

_MOST_FOLDERS = 1000
"""So many folders are looked into: whoever presses TAB in a folder of everything must not wait."""


_USUAL_NUMBERS: Mapping[str, Sequence[str]] = {"abandoned": ("0", "2", "3"), "holidays": ("21", ANY_NUMBER)}
"""Some values of policies that take numbers."""


def complete_game(incomplete: str) -> list[str]:
    """The game directories whose path begins with ``incomplete``, or lies below such a folder."""
    return sorted(path for path in _find_games(incomplete) if _HARMLESS.fullmatch(path))


def complete_seat(context: typer.Context) -> list[str]:
    """The seats of the game on the line."""
    with suppress(OSError, MendableError):  # a damaged game has no seats to offer
        game = _open_game(context)
        return list(game.read_charter()[0].setting.seats) if game else []
    return []


def complete_turn(context: typer.Context) -> list[str]:
    """The turns that the game on the line has, the newest first."""
    return [str(turn) for turn in range(_find_newest(context), -1, -1)]


def complete_next_turn(context: typer.Context) -> list[str]:
    """The number of the turn that the game on the line has next."""
    newest = _find_newest(context)
    return [] if newest < 0 else [str(newest + 1)]


def complete_kind() -> list[str]:
    """The names of the installed games."""
    return list(list_games())


def complete_edition(context: typer.Context) -> list[str]:
    """The editions of the installed game that is named on the line."""
    with suppress(MendableError):  # another game has none to offer
        return list(find_game(str(context.params.get("game"))).editions)
    return []


def complete_option(context: typer.Context) -> list[str]:
    """The options of the installed game that is named on the line, with each of their values or the usual one."""
    with suppress(MendableError):  # another game has none to offer
        options = find_game(str(context.params.get("game"))).options
        return [f"{one.name}={value}" for one in options for value in (one.values or (one.default,))]
    return []


def complete_policy() -> list[str]:
    """The policies of a new game, with their values, or some of them."""
    named = ((key.removeprefix(POLICIES), term) for key, term in TERMS.items() if key.startswith(POLICIES))
    return [f"{name}={value}" for name, term in named for value in _list_values(term)]


def complete_setting(context: typer.Context) -> list[str]:
    """What may change of the charter of the game on the line: each key with its values, or some of them."""
    settings = [f"{key}={value}" for key, term in TERMS.items() for value in _list_values(term)]
    with suppress(OSError, MendableError):  # the rest is known to every game
        game = _open_game(context)
        rules = game.read_charter()[0].deadlines if game else {}
        settings += [f"{DEADLINES}{name}={rule}" for name, rule in rules.items()]
    return [setting for setting in settings if " " not in setting]


def _list_values(term: Term) -> Sequence[str]:
    """The words that ``term`` takes; of numbers, and of what else it takes, those that are usual."""
    return _USUAL_NUMBERS[term.field] if isinstance(term.takes, tuple) else [one.value for one in term.takes]


def complete_zone() -> list[str]:
    """The names of time zones."""
    return sorted(list_zones())


def _find_games(incomplete: str) -> Iterator[str]:
    above, _, beginning = incomplete.rpartition("/")
    shown = incomplete.removesuffix(beginning)
    level = [f"{shown}{name}" for name in _list_folders(shown) if name.startswith(beginning)]
    if not beginning and above and _is_game(above):
        yield above
    left = _MOST_FOLDERS
    for _ in range(_DEEPEST):
        below: list[str] = []
        for path in level[:left]:
            if _is_game(path):
                yield path
            else:
                below += [f"{path}/{name}" for name in _list_folders(path)]
        left -= len(level)
        level = below if left > 0 else []


def _list_folders(path: str) -> list[str]:
    """The names of the folders in ``path`` (the folder one is in where it is empty) that are not hidden."""
    try:
        with os.scandir(os.path.expanduser(path) or ".") as entries:
            return sorted(one.name for one in entries if not one.name.startswith(".") and one.is_dir())
    except OSError:
        return []


def _is_game(path: str) -> bool:
    return os.path.isfile(os.path.join(os.path.expanduser(path), CHARTER))


def _open_game(context: typer.Context) -> GameDirectory | None:
    """The game on the line; None where none of its words is one."""
    from adjudicator.store.gamedir import GameDirectory  # noqa: PLC0415 - only when somebody presses TAB

    # behind an option that still lacks its value, click leaves the arguments unread
    named = context.params.get("games") or [context.params.get("game"), *context.args]
    game = next((word for word in named if isinstance(word, str) and _is_game(word)), None)
    return None if game is None else GameDirectory(os.path.expanduser(game))


def _find_newest(context: typer.Context) -> int:
    """The newest turn of the game on the line, -1 where there is none."""
    with suppress(OSError):  # nor has it turns
        game = _open_game(context)
        newest = game.turns.newest() if game else None
        return -1 if newest is None else newest
    return -1


def answer_tab(answer: Callable[[], object]) -> None:
    """Let ``answer`` tell a shell what could follow, with what bash has taken apart at each ``=`` put together again.

    Bash puts what it is told in place of what stands behind the last ``=``.
    """
    words, place = os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", "")
    if "=" not in words or not place.isdecimal():
        answer()
        return
    joined: list[str] = []
    for word in words[: int(place) + 1]:
        if joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    os.environ |= {"COMP_WORDS": "\n".join(joined), "COMP_CWORD": str(len(joined) - 1)}
    # behind an option's own = click tells the values alone
    asked = joined[-1].partition("=")[2] if joined[-1].startswith("-") else joined[-1]
    said = StringIO()
    try:
        with redirect_stdout(said):
            answer()
    finally:
        known = asked[: asked.rfind("=") + 1]
        sys.stdout.write("".join(line.removeprefix(known) for line in said.getvalue().splitlines(keepends=True)))
