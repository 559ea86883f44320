"""Every command: under which heading the help lists it, and how the one that is meant is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING

from adjudicator.cli.output import shows_colour

if TYPE_CHECKING:
    from typer._click import Command
    from typer.core import TyperCommand

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "run": "cli.play:run",
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
        "desk": "cli.desk:desk",
        "message": "cli.desk:message",
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
        "verify": "cli.verify:verify",
        "verify-mail": "cli.examine:verify_mail",
        "dice": "cli.examine:dice",
        "archive": "cli.moderate:archive",
        "import": "cli.moderate:restore",
        "unpack": "cli.moderate:unpack",
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
    import typer  # noqa: PLC0415 - slow, and not for --version

    module, _, place = COMMANDS[name].partition(":")
    function: Callable[..., None] = getattr(import_module(f"adjudicator.{module}"), place)
    words, _, example = (getdoc(function) or "").rpartition(_EXAMPLE)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name, cls=_find_class(), context_settings=SETTINGS, help=words, epilog=_EXAMPLE + example)(function)
    return typer.main.get_command(app)


def _find_class() -> type[TyperCommand] | None:
    """The kind of command whose help is in colour where that is wanted; None for the usual kind."""
    if not shows_colour():
        return None
    from adjudicator.cli.overview import ColouredCommand  # noqa: PLC0415 - only on a terminal

    return ColouredCommand
