"""``adjudicate verify-mail``: a game checked from nothing but its mails."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.parameters import JsonOption
from adjudicator.proof.command import run


def command(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="FOLDER-OR-MBOX…", help="Folders, mail folders, mbox files, mails or saved reports."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check a history from the reports in somebody's mails: heads, own orders, own hidden facts, public draws, echoes.

    Your own move files and your invitation may lie beside the reports. Nothing of the game needs to be installed;
    docs/verify_mail.py does the same on its own. Exit codes: 0 nothing is wrong, 1 something is, 2 usage.
    """
    code = run(paths, as_json=as_json)
    if code:
        raise typer.Exit(code)
