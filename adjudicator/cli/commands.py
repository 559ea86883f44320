"""Every command: under which heading the help lists it, and how the one that is meant is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer._click import Command

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "run": "cli.play:run",
        "new": "cli.found:new",
        "start": "nonces.commands:start",
        "check": "cli.play:check",
        "submit": "cli.play:submit",
        "form": "cli.play:form",
        "legal": "cli.play:legal",
        "nonces": "nonces.commands:nonces",
    },
    "Look": {
        "show": "cli.play:show",
        "status": "cli.status:status",
        "games": "cli.write:games",
    },
    "Repair": {
        "rewind": "cli.moderate:rewind",
        "extend": "cli.moderate:extend",
        "edit": "cli.moderate:edit",
        "replace": "cli.moderate:replace",
        "upgrade": "cli.moderate:upgrade",
    },
    "Check and keep": {
        "verify": "cli.examine:verify",
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
SETTINGS = {"help_option_names": ["-h", "--help"]}


def build_command(name: str) -> Command:
    """The command called ``name``; its page alone is loaded."""
    import typer  # noqa: PLC0415 - slow, and not for --version

    module, _, place = COMMANDS[name].partition(":")
    function: Callable[..., None] = getattr(import_module(f"adjudicator.{module}"), place)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name, context_settings=SETTINGS)(function)
    return typer.main.get_command(app)
