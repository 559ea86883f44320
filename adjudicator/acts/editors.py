"""The file with which editors check a game's move files: written when a game begins, and again where it is lost."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from adjudicator.acts.opened import OpenGame
from adjudicator.core.agenda import Agenda
from adjudicator.core.charter import MOVE_FILE_SCHEMA, Charter
from adjudicator.core.table import Onlooker, Seat
from adjudicator.registry import AnyGame
from adjudicator.store.files import replace_file
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.json_text import write_json


def describe_move_files(game: AnyGame, charter: Charter, state: Any, agendas: Mapping[Seat, Agenda]) -> bytes:  # noqa: ANN401 - a state is its game's business
    """The schema of the game's move files: what the charter and the board say, as everybody knows them."""
    from adjudicator.intake.bundle import bundle_schema  # noqa: PLC0415 - once a game
    from adjudicator.intake.judge import describe_vocabulary  # noqa: PLC0415 - the same

    words = game.orders.list_words(game.views.see(state, agendas, Onlooker.PUBLIC))
    return write_json(bundle_schema(charter.id, game.kernel.seats(state), describe_vocabulary(game), words))


def hand_out_schema(directory: GameDirectory, schema: bytes) -> None:
    """Put ``schema`` into the game directory, and into the outbox beside the letters of a game that begins."""
    replace_file(os.path.join(directory.path, MOVE_FILE_SCHEMA), schema)
    directory.write_letter(MOVE_FILE_SCHEMA, schema)


def mend_schema(opened: OpenGame) -> None:
    """Write the schema again where a game under way has it no more; the caller holds the game's lock."""
    path = os.path.join(opened.directory.path, MOVE_FILE_SCHEMA)
    if not os.path.lexists(path) and not opened.over:
        replace_file(path, describe_move_files(opened.game, opened.charter, opened.record.state, opened.record.agendas))
