"""Every command: under which heading the help lists it, and how the one that is meant, or all of them, are built."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING

import typer
from typer.core import TyperCommand, TyperGroup

from adjudicator.cli.output import shows_colour

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter
    from typer._click.shell_completion import CompletionItem


GROUPS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "run": "cli.run:run",
        "new": "cli.found:new",
        "start": "nonces.commands:start",
        "check": "cli.play:check",
        "submit": "cli.play:submit",
        "receive": "cli.post:receive",
        "form": "cli.play:form",
        "legal": "cli.play:legal",
        "nonces": "nonces.commands:nonces",
    },
    "Play by mail": {
        "serve": "cli.serve:serve",
        "desk": "cli.post:desk",
        "message": "cli.post:message",
    },
    "Look": {
        "show": "cli.play:show",
        "status": "cli.status:status",
        "games": "cli.write:games",
    },
    "Repair": {
        "rewind": "cli.moderate:rewind",
        "extend": "cli.moderate:extend",
        "pause": "cli.moderate:pause",
        "resume": "cli.moderate:resume",
        "holiday": "cli.moderate:holiday",
        "edit": "cli.moderate:edit",
        "replace": "cli.moderate:replace",
        "substitute": "cli.moderate:substitute",
        "house": "cli.moderate:house",
        "upgrade": "cli.moderate:upgrade",
    },
    "Check and keep": {
        "verify": "cli.keep:verify",
        "verify-mail": "cli.examine:verify_mail",
        "dice": "cli.examine:dice",
        "archive": "cli.keep:archive",
        "import": "cli.keep:restore",
        "unpack": "cli.keep:unpack",
    },
    "Write games": {
        "board": "cli.found:board",
        "cases": "cli.write:cases",
        "simulate": "cli.write:simulate",
    },
}
"""By heading, in the order of the help: each command's page, and its function there."""

COMMANDS: Mapping[str, str] = {name: place for group in GROUPS.values() for name, place in group.items()}
_EXAMPLE = "Example: "
SETTINGS = {"help_option_names": ["-h", "--help"]}


def build_command(name: str) -> Command:
    """The command called ``name``; its page alone is loaded."""
    module, _, place = COMMANDS[name].partition(":")
    function: Callable[..., None] = getattr(import_module(f"adjudicator.{module}"), place)
    words, _, example = (getdoc(function) or "").rpartition(_EXAMPLE)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    kind = ColouredCommand if shows_colour() else None
    app.command(name, cls=kind, context_settings=SETTINGS, help=words, epilog=_EXAMPLE + example)(function)
    return typer.main.get_command(app)


_USUAL = "run"
"""The command that is meant where the first word is none."""

_WIDEST = max(map(len, COMMANDS))
_WHOLE = 1000
"""Characters that no first sentence of a command's help has."""

_HEADING = re.compile(r"^(Usage:|  Example:|[A-Z][A-Za-z ]*:$)", re.MULTILINE)
_NAME = re.compile(r"^  (-\S.*?(?=  |$)|\S+(?=  ))", re.MULTILINE)


class Overview(TyperGroup):
    """The program with all its commands; each is built when it is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - Typer's signature
        """The commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002 - Typer's signature
        """The command of that name; None where there is none."""
        return build_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """The command that is meant by ``args``, its name, and what is left for it."""
        return super().resolve_command(ctx, args if args[0] in COMMANDS else [_USUAL, *args])

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002 - Typer's signature
        """Write the first sentence of each command's help, under the headings of the groups."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:{_WIDEST}}", _summarise(name)) for name in names])

    def get_help(self, ctx: Context) -> str:
        """The help, in colour where that is wanted."""
        told = super().get_help(ctx)
        return colour_help(told) if shows_colour() else told

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin with ``incomplete``, and the games that can be run."""
        games = build_command(_USUAL).params[0]
        return [*super().shell_complete(ctx, incomplete), *games.shell_complete(ctx, incomplete)]


class ColouredCommand(TyperCommand):
    """A command whose help is in colour."""

    def get_help(self, ctx: Context) -> str:
        """The help."""
        return colour_help(super().get_help(ctx))


def colour_help(text: str) -> str:
    """The help ``text`` in colour."""
    return _NAME.sub("  \x1b[36m\\1\x1b[0m", _HEADING.sub("\x1b[1m\\1\x1b[0m", text))


def _summarise(name: str) -> str:
    """The first sentence of the command's help."""
    return build_command(name).get_short_help_str(_WHOLE)


def build_overview() -> Command:
    """The program with all its commands."""
    app = typer.Typer(
        cls=Overview,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        no_args_is_help=True,
        context_settings=SETTINGS,
        help="Adjudicates board games played by mail. `adjudicate GAME …` is short for `adjudicate run GAME …`.",
    )
    app.callback()(lambda: None)
    return typer.main.get_command(app)
