"""``adjudicate unpack``: the parts of a turn's record as files."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from adjudicator.acts.unpack import unpack_turn
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import GameArgument, JsonOption, expect_no_game
from adjudicator.store.lock import hold_still


def command(
    game: GameArgument,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder to make; it must not exist.")],
    turn: Annotated[int, typer.Option("--turn", metavar="N", min=0, help="The turn.")],
    as_json: JsonOption = False,
) -> None:
    """Write the parts of a turn's record as files below DIR: position, events, draws, orders and receipts.

    They hold all that is hidden. Nothing reads them again: the record is `turns/NNNN.turn` in the game's directory.
    """
    expect_no_game(os.path.dirname(os.path.realpath(folder)), "what is unpacked", "DIR")
    with hold_still(game):
        unpacked = unpack_turn(game, turn, folder)
    if as_json:
        print_json({**unpacked._asdict(), "parts": list(unpacked.parts)})
        return
    say(f"{unpacked.path}: {unpacked.game}, turn {unpacked.turn}, {len(unpacked.parts)} parts")
    for part in unpacked.parts:
        say(f"  {part}")
