"""Every turn of every sample game is what `next_turn` makes of the one before: bytes in, the same bytes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import change_charter, select_acts
from adjudicator.ledger.inputs import load_turn, read_arrived, read_turn
from adjudicator.ledger.keys import RecordedKeys, SecretKeys
from adjudicator.ledger.mixer import Foundation
from adjudicator.ledger.turn import RunAt, first_turn, next_turn
from adjudicator.registry import load_game
from adjudicator.store.acts import list_acts
from adjudicator.store.branches import FolderShelf, name_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.gamedir import GameDirectory

GAMES = sorted(path.parent for path in (Path(__file__).parents[3] / "games").glob("*/game.yaml"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_turn_is_the_next_turn_of_the_one_before(path: Path) -> None:
    shelf = FolderShelf(str(path))
    founded = shelf.read_below(name_turn(None, 0))
    charter = read_charter(founded[CHARTER])
    game, acts = load_game(charter.module, charter.game), list_acts(str(path), charter.id)
    keys = SecretKeys(GameDirectory(str(path)).read_secret())
    last = None
    while files := shelf.read_below(name_turn(None, last.record.number + 1 if last else 0)):
        kept = load_turn(game, files)
        number = kept.record.number
        terms = change_charter(charter, select_acts(acts, 0, number))
        foundation = Foundation(game, terms, founded.__getitem__, acts, shelf)
        moment = RunAt(kept.record.circumstances.now, kept.record.circumstances.forced, kept.manifest.rules.program)
        if last is None:
            again = first_turn(foundation, read_arrived(files, charter.setting.seats), moment, keys)
        else:
            arrived = read_arrived(files, game.kernel.seats(last.record.state))
            again = next_turn(foundation, last, arrived, moment, keys)
            without_secret = RecordedKeys(kept)
            assert next_turn(foundation, last, arrived, moment, without_secret).files == again.files
        built = again.tell()
        kept_reports = {name: data for name, data in files.items() if name.startswith("reports")}
        assert again.files == {name: data for name, data in files.items() if name not in kept_reports}
        assert {name: built[name] for name in kept_reports} == kept_reports
        last = read_turn(game, name_turn(None, number), files)
    assert last is not None
    assert last.record.number > 0
