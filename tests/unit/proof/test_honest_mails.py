"""Honest games of all kinds give no finding, whatever mails are missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from parts import turns_of
from unit.proof.mailbox import keep_files, keep_reports
from unit.proof.test_whole_games import ALONE, check

from adjudicator.acts.simulate import Picker, Wish, play_directories
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

KINDS = [
    ("catan", {"target": "5"}, Pacing.SEAT),
    ("catan", {"target": "5", "spread": "yes", "preroll": "ask", "discard": "ask"}, Pacing.SEAT),
    ("catan", {"target": "5"}, Pacing.ROUND),
    ("catan-caravans", {"target": "6"}, Pacing.SEAT),
    ("catan-caravans", {"target": "6", "robber": "barred"}, Pacing.ROUND),
    ("through-the-desert", {}, Pacing.ROUND),
    ("through-the-desert", {}, Pacing.SEAT),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "pacing"), KINDS)
def test_whatever_is_missing_nothing_is_found(
    name: str, options: dict[str, str], pacing: Pacing, tmp_path: Path
) -> None:
    game = find_game(name)
    chance = Picker(f"{name}{options}{pacing}".encode())
    wish = Wish(
        game, [*game.editions][chance.below(len(game.editions))], options, 4, pacing, bytes([chance.below(256)])
    )
    play_directories(wish, 1, str(tmp_path / "games"))
    path = tmp_path / "games" / "sim-0000"
    folder = keep_reports(path, "seat2", tmp_path / "mails", (("html", "txt")[chance.below(2)],))
    keep_files(path, "seat2", folder)
    whole = check(folder)
    assert whole["findings"] == []
    (told,) = whole["games"]
    assert told["checked"]["setup"] == 1
    assert not any("may have been drawn" in remark for remark in whole["remarks"])
    events = [event for turn in turns_of(path) for event in json.loads((turn / "events.json").read_text())["events"]]
    assert told["checked"]["told"] == sum(event["kind"] in ("dice-rolled", "dice-foretold") for event in events)
    kept = sorted(folder.iterdir())
    for share in (5, 30, 70, 90):
        mails = tmp_path / f"without-{share}"
        mails.mkdir()
        for file in kept:
            if chance.below(100) >= share:
                (mails / file.name).write_bytes(file.read_bytes())
        assert check(mails, known=ALONE)["findings"] == []
