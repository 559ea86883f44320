"""Finished games archived, verified and imported again: no byte differs, and the same game gives the same archive."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from scrutiny.games import KINDS, START, play_whole, share
from torture.tally import Tally, count
from torture.workbench import read_tree

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.filing import submit_file
from adjudicator.acts.verify import verify_archive
from adjudicator.store.audit import is_record
from adjudicator.store.formats import DamageError

SHARES = (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0)
"""Which kind game *n* is, by its place in a score: a game of Catan takes ten times as long as one of the desert."""
VERIFIED = 10
"""Of so many archives, one is made again from what came back, and verified with every page built again."""


def archive_games(folder: Path, numbers: Sequence[int]) -> Tally:
    """Play, archive and import the games of these numbers; read counts the bytes that were compared."""
    folder.mkdir(parents=True, exist_ok=True)
    return share(functools.partial(_archive_one, folder), numbers)


def _archive_one(folder: Path, number: int) -> Tally:
    kind = KINDS[SHARES[number % len(SHARES)]]
    place = folder / str(number)
    game = play_whole(place, kind, number)
    # what came after the end lies beside the turns, with its receipt
    submit_file(str(game), b"turn: late\n", "late.yaml", "seat1", START + timedelta(days=9999))
    file, again, back = (str(place / name) for name in ("one.zip", "two.zip", "back"))
    told = archive_game(str(game), file)
    try:
        imported = import_archive(file, back)
    except DamageError as error:
        return count(told.size, [f"cannot be imported: {error}"], f"{kind.name} {number}")
    before = {name: data for name, data in read_tree(game).items() if is_record(name)}
    after = {name: data for name, data in read_tree(Path(back)).items() if data is not None}
    trouble = [] if told.over and imported.over else ["the game is not over"]
    names = before.keys() | after.keys()
    trouble += [f"{name} differs" for name in sorted(names) if before.get(name) != after.get(name)]
    trouble += [] if imported.head == told.head else ["another head"]
    if number % VERIFIED == 0:
        trouble += _archive_again(file, back, again)
        trouble += verify_archive(file, told.head, reports=True).findings
    shutil.rmtree(place)
    return count(sum(len(data or b"") for data in before.values()), trouble, f"{kind.name} {number}")


def _archive_again(file: str, back: str, again: str) -> list[str]:
    """What is wrong with the archive of the imported game: it is the one it came from."""
    try:
        archive_game(back, again)
    except DamageError as error:
        return [str(error)]
    return [] if Path(again).read_bytes() == Path(file).read_bytes() else ["another archive of what came back"]
