"""Games that are taken back again and again, with other orders, other pacing, other people: all of it verifies."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found, tree

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import end_substitution, give_to_house, replace_player, substitute_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline, note_holiday, pause_game, resume_game
from adjudicator.acts.run import Status
from adjudicator.acts.verify import verify_archive
from adjudicator.core.instant import add_hours

STEPS = 20


def step(table: Table, number: int, done: Counter[str]) -> None:  # noqa: C901, PLR0912 - a case for every act
    """Something that happens in a game: mostly a turn, sometimes an act of the moderator."""
    below, path, reason = table.picker.below, table.path, f"reason {number}"
    table.hours += 1
    match below(18):
        case 0 if table.newest > 1:
            rewind_game(path, max(0, table.newest - 1 - below(4)), reason, table.now)
            done["rewind"] += 1
        case 1:
            pacing = "seat" if table.opened.charter.pacing.value == "round" else "round"
            edit_charter(path, {"pacing": pacing, "deadline": str(20 + number)}, reason, table.now)
            done["edit"] += 1
        case 2 if not table.opened.paused and table.opened.asks:
            until = add_hours(max([table.now, *table.opened.due.values()]), 5)
            extend_deadline(path, None, until, reason, table.now)
            done["extend"] += 1
        case 4:
            act = resume_game if table.opened.paused else pause_game
            act(path, reason, table.now)
            done["pause"] += 1
        case 7:
            seat = table.opened.seats[1]
            if "holders" in table.opened.directory.read_seats()[seat]:
                end_substitution(path, seat, reason, table.now)
            else:
                substitute_player(path, seat, "Fay", "", reason, bytes([number]) * 32, table.now)
            done["substitute"] += 1
        case 6:
            first = table.now.date()
            seat = table.opened.seats[below(len(table.opened.seats))]
            note_holiday(path, seat, first, first + timedelta(days=below(9)), reason, table.now)
            done["holiday"] += 1
        case 5:
            seat = table.opened.seats[-1]
            plays = not table.opened.start.agendas[seat].house
            give_to_house(path, seat, reason, table.now, plays=plays)
            done["house"] += 1
        case 3:
            replace_player(path, table.opened.seats[0], None, reason, bytes([number]) * 32, table.now)
            done["replace"] += 1
        case _:
            if below(3):
                table.send()
            if table.run().status is Status.ADJUDICATED:
                done["turn"] += 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ["through-the-desert", "catan", "catan-caravans"])
def test_whatever_is_done_to_a_game_it_verifies(game: str, seed: int, tmp_path: Path) -> None:
    table = found(tmp_path, game, seed=seed)
    table.play(3)
    done: Counter[str] = Counter()
    for number in range(STEPS):
        kept = {name: data for name, data in tree(table.path).items() if name.startswith("branches/")}
        step(table, number, done)
        now = tree(table.path)
        assert {name: now.get(name) for name in kept} == kept
        assert table.findings() == [], (number, done)
    if table.opened.paused:
        resume_game(table.path, "the last pause", table.now)
    table.run()
    rewind_game(table.path, 0, "the last", table.now)
    table.run()
    assert table.findings(reports=True) == []
    file = str(tmp_path / "game.zip")
    archive_game(table.path, file)
    assert verify_archive(file, reports=True).findings == []
    import_archive(file, str(tmp_path / "again"))
    outside = ("private/", "outbox/", "move-file.schema.json")
    assert tree(str(tmp_path / "again")) == {
        name: data for name, data in tree(table.path).items() if not name.startswith(outside)
    }
    assert done["turn"] > 1
    assert len(done) > 2
