"""``adjudicate archive``: a game in one file."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from adjudicator.acts.archive import Archived, archive_game
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import GameArgument, JsonOption, expect_file, expect_no_game


def command(
    game: GameArgument,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="The archive to write.")],
    redact: Annotated[
        bool, typer.Option("--redact", help="Leave out letters, notes and comments of the players.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the whole record of a game, a play-by-play and a page to step through into one zip file.

    The same game gives the same bytes. Secrets, tokens, addresses and letters are never in it.
    """
    expect_file(output)
    expect_no_game(os.path.dirname(os.path.realpath(output)), "an archive", "--output")
    archived = archive_game(game, output, redact=redact)
    if as_json:
        print_json({**archived._asdict(), "remarks": list(archived.remarks)})
    else:
        _tell(archived)


def _tell(archived: Archived) -> None:
    for remark in archived.remarks:
        say(f"{archived.file}: remark: {remark}")
    redacted = f", {archived.redacted} of them redacted" if archived.redacted else ""
    say(
        f"{archived.file}: {archived.game}, turns 0 to {archived.turn}, {archived.members} members{redacted}, "
        f"{archived.size} bytes"
    )
    say(f"head {archived.head}")
    say(f"sha256 {archived.sha256}")
