"""Parameters that several commands share: what is read there, and what may be written there."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

import typer

from adjudicator.cli.completing import (
    complete_edition,
    complete_game,
    complete_kind,
    complete_option,
    complete_seat,
    complete_turn,
)
from adjudicator.core.chance import LEVEL_CHOICE, Level
from adjudicator.core.charter import CHARTER, read_rule
from adjudicator.core.instant import read_instant
from adjudicator.core.name_rules import tidy_name
from adjudicator.core.rhythm import MOST_HOURS, Rule, count_hours
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Seat
from adjudicator.kit.words import join_words
from adjudicator.registry import AnyGame
from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT

T = TypeVar("T")

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


def name_value(
    option: str, metavar: str, words: str, complete: Callable[[typer.Context], list[str]] | None = None
) -> Any:  # noqa: ANN401 - what Typer says its options are
    """The ``option`` behind which a value stands, called ``metavar`` in the help; ``words`` are what that says."""
    return typer.Option(option, metavar=metavar, help=words, autocompletion=complete)


RulesOption: TypeAlias = Annotated[
    list[str] | None,
    name_value("--option", "K=V", "A rules option, once for each; see `adjudicate games`.", complete_option),
]


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
    is_address = "@" in person or bracket != ""
    return SeatedPerson(seat, "", person.strip()) if is_address else SeatedPerson(seat, tidy_name(person), "")


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
