"""``adjudicate verify-mail``: a game checked from nothing but its mails."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.mail_rules import check_setup, list_tables
from adjudicator.cli.parameters import JsonOption
from adjudicator.proof.command import Games, run


def command(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="FOLDER-OR-MBOX…", help="Folders, mail folders, mbox files, mails or saved reports."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check a history from the reports in somebody's mails: heads, own orders, own hidden facts, public draws, echoes.

    Your own move files, your invitation and the list of anchors may lie beside the reports. docs/verify_mail.py does
    the same on its own, but for making the set-up again. Exit codes: 0 nothing is wrong, 1 something is, 2 usage.
    """
    code = run(paths, as_json=as_json, known=Games(list_tables(), check_setup))
    if code:
        raise typer.Exit(code)
