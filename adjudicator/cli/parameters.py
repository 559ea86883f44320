"""Parameters that several commands share: what TAB offers for them, what is read there, and what may be written there.

TAB never complains: where nothing is found, nothing is offered.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar

import typer

from adjudicator.core.chance import LEVEL_CHOICE, Level
from adjudicator.core.charter import CHARTER, read_rule
from adjudicator.core.instant import read_instant
from adjudicator.core.name_rules import tidy_name
from adjudicator.core.refusals import MendableError
from adjudicator.core.rhythm import MOST_HOURS, Rule, count_hours
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Seat
from adjudicator.kit.words import join_words
from adjudicator.registry import AnyGame, find_game, list_games, list_zones
from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT

if TYPE_CHECKING:
    from adjudicator.store.gamedir import GameDirectory


T = TypeVar("T")

_HARMLESS = re.compile(r"[\w./~+@,-]+")
"""Paths that a shell reads as they are; another would be read as something else, so it is not offered."""

_DEEPEST = 4
"""So many folders below the word a game is looked for."""

_MOST_FOLDERS = 1000
"""So many folders are looked into: whoever presses TAB in a folder of everything must not wait."""


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


GameArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's directory.", autocompletion=complete_game)
]

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]

NowOption: TypeAlias = Annotated[
    str | None, typer.Option("--now", metavar="INSTANT", help="Take this time (ISO 8601 with offset) as now.")
]

DryRunOption: TypeAlias = Annotated[bool, typer.Option("--dry-run", help="Write nothing.")]

JobsOption: TypeAlias = Annotated[
    int, typer.Option("--jobs", metavar="N", min=0, help="Processes at a time; 0 is one for each core.")
]

ReasonOption: TypeAlias = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why; everybody's next report gives it.")
]


def name_kind(words: str) -> Any:  # noqa: ANN401 - what Typer says its options are
    """The option with which an installed game is named; ``words`` are its help."""
    return typer.Option("--game", metavar="NAME", help=words, autocompletion=complete_kind)


KindOption: TypeAlias = Annotated[str, name_kind("Which game; see `adjudicate games`.")]
EditionOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--edition", metavar="E", help="The edition of the rules.", autocompletion=complete_edition),
]
LevelOption: TypeAlias = Annotated[Level, typer.Option("--level", help=LEVEL_CHOICE)]


def name_seat(words: str) -> Any:  # noqa: ANN401 - what Typer says its options are
    """The option with which a seat is named; ``words`` are its help."""
    return typer.Option("--seat", metavar="S", help=words, autocompletion=complete_seat)


def name_turn(option: str, words: str, complete: Callable[[typer.Context], list[str]] = complete_turn) -> Any:  # noqa: ANN401
    """The ``option`` with which a turn is named; ``words`` are its help."""
    return typer.Option(option, metavar="N", min=0, help=words, autocompletion=complete)


def name_value(option: str, metavar: str, words: str) -> Any:  # noqa: ANN401 - what Typer says its options are
    """The ``option`` behind which a value stands, called ``metavar`` in the help; ``words`` are what that says."""
    return typer.Option(option, metavar=metavar, help=words)


SeatOption: TypeAlias = Annotated[
    str | None, name_seat("The seat it is from, if you know; otherwise the file needs its token.")
]
CLOCK_FROM, CLOCK_TO = 2020, 2100
"""Years that a clock can mean; one that was never set, or set wrongly, must not date a game."""


def take_seat(seat: str, seats: Sequence[str]) -> None:
    """Nothing, where ``seat`` is one of ``seats``; else a usage error that names them."""
    if seat not in seats:
        raise typer.BadParameter(f"there is no seat {seat!r}; the seats are {join_words(seats)}", param_hint="--seat")


def take_now(text: str | None) -> datetime:
    """The instant given on the command line, else the clock's. A bad one, or a wrong clock, is a usage error."""
    if text is not None:
        return take(read_instant, text, "--now")
    instant = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - the one place that reads the clock
    if not CLOCK_FROM <= instant.year < CLOCK_TO:
        said = f"the clock of this machine says {instant.isoformat()}, which cannot be; set it, or give --now INSTANT"
        raise typer.BadParameter(said, param_hint="--now")
    return instant


def take(read: Callable[[str], T], text: str, hint: str) -> T:
    """What ``read`` makes of ``text``, which is given behind the option ``hint``; ``ValueError`` is a usage error."""
    try:
        return read(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from error


def split_options(options: list[str], hint: str = "--option") -> dict[str, str]:
    """``K=V`` texts behind the option ``hint`` as a mapping; one without ``=``, or two for one K, are a usage error."""
    chosen: dict[str, str] = {}
    for entry in options:
        name, equals, value = entry.partition("=")
        if not equals:
            raise typer.BadParameter(f"{entry!r} is not NAME=VALUE", param_hint=hint)
        if chosen.get(name, value) != value:
            raise typer.BadParameter(f"{name} is {chosen[name]!r} and {value!r}; give it once", param_hint=hint)
        chosen[name] = value
    return chosen


def split_deadlines(entries: list[str]) -> dict[str, Rule]:
    """``CLASS=RULE`` texts as a mapping; anything else is a usage error."""
    rules: dict[str, Rule] = {}
    for entry in entries:
        name, equals, words = entry.partition("=")
        if not equals:
            says = f"{entry!r} is not CLASS=HOURS, 0 to {MOST_HOURS}, nor CLASS=RULE"
            raise typer.BadParameter(says, param_hint="--deadline-of")
        rules[name] = take_rule(words, "--deadline-of")
    return rules


def take_rule(words: str, hint: str) -> Rule:
    """The rule of deadlines that ``words`` say behind the option ``hint``. A bad one is a usage error."""
    rule = take(read_rule, words, hint)
    if count_hours(rule) > MOST_HOURS:
        raise typer.BadParameter(f"{words} is not in the range 0 to {MOST_HOURS}", param_hint=hint)
    return rule


class SeatedPerson(NamedTuple):
    """Who takes a seat: the seat's id, the person's name and address, empty where they are not given."""

    seat: Seat
    name: str
    address: str


def split_person(entry: str) -> SeatedPerson:
    """``dora='Dora Köhler <dora@example.org>'``, and the same without the name, the address or both.

    Mail programs show a name before an address in quotation marks (RFC 5322, 3.4), which are no part of it.
    """
    seat, _, person = entry.partition("=")
    name, bracket, address = person.strip().rpartition("<")
    if bracket and address.endswith(">"):
        name = name.strip()
        is_quoted = len(name) > 1 and name[0] == name[-1] == '"'
        return SeatedPerson(seat, tidy_name(name[1:-1] if is_quoted else name), address[:-1].strip())
    return SeatedPerson(seat, "", person.strip()) if "@" in person else SeatedPerson(seat, tidy_name(person), "")


def take_edition(edition: str | None, rules: AnyGame) -> str:
    """The ``edition`` of ``rules``, the first where none is given; a usage error for one that they do not have."""
    chosen = edition or next(iter(rules.editions))
    if chosen not in rules.editions:
        has = join_words(list(rules.editions))
        raise typer.BadParameter(f"{rules.name} has the editions {has}", param_hint="--edition")
    return chosen


def take_hex(text: str) -> bytes:
    """The bytes that ``text``, behind ``--seed``, spells in hex digits; anything else is a usage error."""
    try:
        return bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not hex", param_hint="--seed") from error


def read_submission(path: str) -> bytes:
    """The bytes at ``path`` (``-`` is standard input), no more than shows whether they are too many.

    Raises ``OSError`` for a path that is no readable regular file.
    """
    if path == "-":
        return sys.stdin.buffer.read(LIMIT + 1)
    return read_regular(path, LIMIT)


def expect_folder(path: str) -> None:
    """Nothing, where a file may be written at ``path``; a usage error where its folder does not exist."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise typer.BadParameter(f"there is no folder {folder}", param_hint="--output")


def expect_games(path: str, hint: str = "DIR") -> None:
    """``path``, given as ``hint``, is a folder, with games or of a game; a usage error else."""
    try:
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {say_system_error(error, 'folder')}", param_hint=hint) from error
    if not is_folder:
        raise typer.BadParameter(f"{path}: it is a file, not a game folder", param_hint=hint)


def expect_file(path: str, option: str = "--output") -> None:
    """Nothing, where ``path`` is a regular file or may become one; a usage error for anything else."""
    if path == "-":
        raise typer.BadParameter("it cannot be written to standard output; name a file", param_hint=option)
    kinds = (
        (os.path.islink, "a link"),
        (os.path.isdir, "a folder"),
        (os.path.isfile, ""),
        (os.path.exists, "a device or a pipe"),
    )
    found = next((what for is_kind, what in kinds if is_kind(path)), "")
    if found or not os.path.basename(path):
        raise typer.BadParameter(f"{path} is {found or 'a folder'}; name a file", param_hint=option)
    expect_folder(path)


def expect_no_game(folder: str, what: str, hint: str) -> None:
    """Nothing where ``folder`` is in no game directory; a usage error for a stranger's file among those of a game."""
    while not os.path.isfile(os.path.join(folder, CHARTER)):
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above
    raise typer.BadParameter(f"{what} cannot be in the directory of a game, {folder}", param_hint=hint)
