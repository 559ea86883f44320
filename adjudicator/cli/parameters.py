"""Parameters that several commands share, and paths among them: what is read there, and what may be written there."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Annotated, NamedTuple, TypeAlias

import typer

from adjudicator.cli.completion import complete_game, complete_seat
from adjudicator.core.chance import LEVEL_CHOICE, Level
from adjudicator.core.charter import CHARTER
from adjudicator.core.instant import read_instant
from adjudicator.core.seat_names import tidy_name
from adjudicator.core.table import Seat
from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT

GameArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's directory.", autocompletion=complete_game)
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]
NowOption: TypeAlias = Annotated[
    str | None, typer.Option("--now", metavar="INSTANT", help="Take this time (ISO 8601 with offset) as now.")
]
DryRunOption: TypeAlias = Annotated[bool, typer.Option("--dry-run", help="Write nothing.")]
JobsOption: TypeAlias = Annotated[
    int, typer.Option("--jobs", metavar="N", min=0, help="Processes at a time; by default one for each core.")
]
ReasonOption: TypeAlias = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Why; everybody's next report gives it.")
]
LevelOption: TypeAlias = Annotated[Level, typer.Option("--level", help=LEVEL_CHOICE)]
SeatOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="S",
        help="The seat it is from, if you know; otherwise the file needs its token.",
        autocompletion=complete_seat,
    ),
]


CLOCK_FROM, CLOCK_TO = 2020, 2100
"""Years that a clock can mean; one that was never set, or set wrongly, must not date a game."""


def take_seat(seat: str, seats: Sequence[str]) -> None:
    """Nothing, where ``seat`` is one of ``seats``; else a usage error that names them."""
    if seat not in seats:
        raise typer.BadParameter(f"there is no seat {seat!r}; the seats are {', '.join(seats)}", param_hint="--seat")


def take_now(text: str | None) -> datetime:
    """The instant given on the command line, else the clock's. A bad one, or a wrong clock, is a usage error."""
    if text is not None:
        return take_instant(text, "--now")
    instant = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - the one place that reads the clock
    if not CLOCK_FROM <= instant.year < CLOCK_TO:
        said = f"the clock of this machine says {instant.isoformat()}, which cannot be; set it, or give --now INSTANT"
        raise typer.BadParameter(said, param_hint="--now")
    return instant


def take_instant(text: str, hint: str) -> datetime:
    """The instant given behind the option ``hint``. A bad one is a usage error."""
    try:
        return read_instant(text)
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


class SeatedPerson(NamedTuple):
    """Who takes a seat: the seat's id, the person's name and address, empty where they are not given."""

    seat: Seat
    name: str
    address: str


def split_person(entry: str) -> SeatedPerson:
    """``dora='Dora Köhler <dora@example.org>'``, and the same without the name, the address or both."""
    seat, _, person = entry.partition("=")
    name, bracket, address = person.strip().rpartition("<")
    if bracket and address.endswith(">"):
        return SeatedPerson(seat, tidy_name(name), address[:-1].strip())
    return SeatedPerson(seat, "", person.strip()) if "@" in person else SeatedPerson(seat, tidy_name(person), "")


def take_edition(name: str | None, game: str, editions: Collection[str]) -> str:
    """The edition called ``name`` of ``game``, the first where None; a usage error for one that it does not have."""
    chosen = next(iter(editions)) if name is None else name
    if chosen not in editions:
        raise typer.BadParameter(f"{game} has the editions {', '.join(editions)}", param_hint="--edition")
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


def expect_file(path: str, option: str = "--output") -> None:
    """Nothing, where ``path`` is a regular file or may become one; a usage error for anything else."""
    if path == "-":
        raise typer.BadParameter("standard output takes no file; name one", param_hint=option)
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
    raise typer.BadParameter(f"{what} cannot lie in the directory of a game, {folder}", param_hint=hint)
