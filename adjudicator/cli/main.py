"""The entry point: finds the one command that is meant, builds only that one, and turns errors into exit codes.

Every command stands in a table, under the heading by which the help lists it.
"""

from __future__ import annotations

import gc
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from adjudicator import __version__
from adjudicator.cli.output import UntoldError, complain, report_fault, shows_colour, tell_error, translate_errors
from adjudicator.core.refusals import ExitCode
from adjudicator.core.system_errors import say_system_error
from adjudicator.kit.words import suggest

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter, Parameter
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
_COMPLETE = "_ADJUDICATE_COMPLETE"
"""What a shell sets when it asks what could follow the words typed so far."""
_READER_GONE = 141
"""Nobody reads our output any more: what a shell reports for such a process."""
_COLLECT_AFTER = 100_000
"""Imports make many lasting objects; collecting garbage among them costs a start some milliseconds and finds none."""
_EXAMPLE = "Example: "
SETTINGS = {"help_option_names": ["-h", "--help"]}
_USUAL = "run"
"""The command that is meant where the first word is none."""
_WIDEST = max(map(len, COMMANDS))
_WHOLE = 1000
"""Characters that no first sentence of a command's help has."""
_HEADING = re.compile(r"^(Usage:|  Example:|[A-Z][A-Za-z ]*:$)", re.MULTILINE)
_NAME = re.compile(r"^  (-\S.*?(?=  |$)|\S+(?=  ))", re.MULTILINE)


def program() -> NoReturn:
    """The console script: runs the command line and ends the process at once.

    Everything is written and synced by then, and taking the interpreter apart costs milliseconds for nothing.
    """
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = code or ExitCode.FAULT
    os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code."""
    gc.set_threshold(_COLLECT_AFTER)
    _open_closed_streams()
    _speak_utf_8()
    argv = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _finish(_run(argv))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _READER_GONE
    except KeyboardInterrupt:
        code = 130
    except Exception as error:  # noqa: BLE001 - the last resort: one line, never a traceback
        code = report_fault(error)
    return code


def _finish(code: int) -> int:
    """The exit code of a command that ended with ``code``, once its words are written; another where they cannot be."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if code == ExitCode.FAULT:
            # that was said, with this for its reason
            return code
        return tell_error(UntoldError(say_system_error(error))) or code
    return code


def _open_closed_streams() -> None:
    """A stream that the caller closed swallows what is written and gives nothing to read."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _speak_utf_8() -> None:
    """What is printed is the same everywhere, and what no text can hold is spelt out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _run(argv: list[str]) -> int:
    if argv in (["--version"], ["-V"]):
        sys.stdout.write(f"adjudicate {__version__}\n")
        return ExitCode.DONE
    if _COMPLETE in os.environ:
        return _complete(build_overview())
    if not argv:
        _invoke(build_overview(), ["--help"], "adjudicate")
        return ExitCode.USAGE
    if argv[0] in {"--help", "-h", "--install-completion", "--show-completion"}:
        return _invoke(build_overview(), argv, "adjudicate")
    if argv[0] in COMMANDS:
        return _invoke(build_command(argv[0]), argv[1:], f"adjudicate {argv[0]}")
    if not os.path.exists(argv[0]) and not argv[0].startswith("-") and os.sep not in argv[0]:
        hint = suggest(argv[0], COMMANDS)
        # a word that is not known must not run the turns of the games behind it
        if hint or len(argv) == 1 or any(map(os.path.isdir, argv[1:])):
            complain(f"adjudicate: there is no command or game {argv[0]!r}{hint}")
            return ExitCode.USAGE
    return _invoke(build_command(_USUAL), argv, "adjudicate run")


def _complete(overview: Command) -> int:
    """Answer a shell that asks what could follow; what is asked is in the environment."""
    from adjudicator.cli.completing import answer_tab  # noqa: PLC0415 - only when somebody presses TAB

    try:
        answer_tab(lambda: overview([], prog_name="adjudicate", complete_var=_COMPLETE))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else ExitCode.DONE
    return ExitCode.DONE


def _invoke(command: Command, arguments: list[str], name: str) -> int:
    try:
        # click's Command, vendored by Typer; not standalone, so that what it says goes through our own filter
        with translate_errors(), command.make_context(name, arguments) as context:
            code = command.invoke(context)
    except SystemExit as stop:
        code = stop.code
    except Exception as error:
        if hasattr(error, "format_message"):
            return _tell_usage(name, error)
        if not hasattr(error, "exit_code"):
            raise
        code = error.exit_code
    return code if isinstance(code, int) else ExitCode.DONE


def _tell_usage(name: str, error: Exception) -> int:
    """Say what is wrong with the words of the call; ``error`` is click's, whose class Typer does not publish."""
    context = getattr(error, "ctx", None)
    complain(context.get_usage() if context else f"Usage: {name} …")
    if type(error) is typer.BadParameter and error.param:
        error.message = _ask_for_number(error.param) or error.message
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    complain(f"{name}: {message} (try '{name} --help')")
    return int(getattr(error, "exit_code", ExitCode.USAGE))


def _ask_for_number(parameter: Parameter) -> str:
    """What to write behind ``parameter`` where that is a whole number; click would say ``1<=x<=8784``."""
    if not parameter.type.name.startswith("int"):
        return ""
    least, most = getattr(parameter.type, "min", None), getattr(parameter.type, "max", None)
    allowed = "" if least is None else f", {least} or more" if most is None else f" from {least} to {most}"
    return f"write a whole number{allowed}, for example {parameter.opts[0]} 3"


def build_command(name: str) -> Command:
    """The command called ``name``; its page alone is loaded."""
    module, _, place = COMMANDS[name].partition(":")
    function: Callable[..., None] = getattr(import_module(f"adjudicator.{module}"), place)
    words, _, example = (getdoc(function) or "").rpartition(_EXAMPLE)
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    kind = ColouredCommand if shows_colour() else None
    app.command(name, cls=kind, context_settings=SETTINGS, help=words, epilog=_EXAMPLE + example)(function)
    return typer.main.get_command(app)


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
                formatter.write_dl(
                    [(f"{name:{_WIDEST}}", build_command(name).get_short_help_str(_WHOLE)) for name in names]
                )

    def get_help(self, ctx: Context) -> str:
        """The help, in colour where that is wanted."""
        help_text = super().get_help(ctx)
        return colour_help(help_text) if shows_colour() else help_text

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
