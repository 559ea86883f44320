"""``adjudicate verify-mail``: a game checked from nothing but its mails."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.mail_rules import check_setup, list_tables
from adjudicator.cli.output import say
from adjudicator.cli.parameters import JsonOption, expect_file
from adjudicator.proof.command import Games, run


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FOLDER-OR-MBOX…",
            help="Folders, mail folders, mbox files, mails or saved reports.",
            show_default=False,
        ),
    ] = None,
    checker: Annotated[
        str | None,
        typer.Option(
            "--checker",
            metavar="FILE",
            help="Check nothing; write the program that does it with Python alone, for players who have not this one.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check a history from the reports in somebody's mails: heads, own orders, own hidden facts, public draws, echoes.

    Your own move files, your invitation and the list of anchors may lie beside the reports.

    With --checker verify_mail.pyz the same program is written as one file that runs where nothing is installed:
    python3 verify_mail.pyz FOLDER does all but making the set-up again. Exit codes: 0 nothing is wrong, 1 something
    is, 2 usage.
    """
    if checker is not None:
        if paths or as_json:
            raise typer.BadParameter("goes alone", param_hint="--checker")
        _write_checker(checker)
        return
    if not paths:
        raise typer.BadParameter("name what to check", param_hint="FOLDER-OR-MBOX…")
    code = run(paths, as_json=as_json, known=Games(list_tables(), check_setup))
    if code:
        raise typer.Exit(code)


def _write_checker(file: str) -> None:
    from adjudicator.acts.checker import build_checker
    from adjudicator.proof.hashing import hash_bytes
    from adjudicator.store.files import read_regular, replace_file

    expect_file(file, "--checker")
    built = build_checker()
    try:
        if read_regular(file) != built:
            raise FileExistsError(file)
    except FileNotFoundError:
        replace_file(file, built)
    say(f"{file}: checks mails with Python 3.11 or newer alone: python3 {file} FOLDER")
    say(f"sha256 {hash_bytes(built)}")
