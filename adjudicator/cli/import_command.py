"""``adjudicate import``: the game directory out of an archive."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.import_archive import import_archive
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import JsonOption


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The archive.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The game directory to make; it must not exist.")],
    as_json: JsonOption = False,
) -> None:
    """Restore the game directory from an archive, byte for byte; `adjudicate verify` then plays it again."""
    imported = import_archive(file, folder)
    if as_json:
        print_json({**imported._asdict(), "remarks": list(imported.remarks)})
        return
    for remark in imported.remarks:
        say(f"{imported.path}: remark: {remark}")
    say(f"{imported.path}: {imported.game}, turns 0 to {imported.turn}, {imported.files} files, head {imported.head}")
