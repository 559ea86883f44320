"""What an audit of chance finds, and that what the docs say about computing a draw by hand is so."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.acts.dice import audit_dice, find_limit
from adjudicator.store.damage import DamageError

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "games"


def copy(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(GAMES / name, folder / name))


@pytest.mark.parametrize("name", ["finished-caravan", "finished-2005", "caravan", "g42", "late"])
def test_every_draw_is_what_the_secret_gives(name: str) -> None:
    audit = audit_dice(str(GAMES / name))
    assert audit.checked
    assert audit.draws
    assert all(one.agrees for one in audit.draws)


def test_a_finished_game_shows_its_hidden_draws_and_needs_no_private_folder(tmp_path: Path) -> None:
    game = copy("finished-caravan", tmp_path)
    shutil.rmtree(game / "private")
    audit = audit_dice(str(game))
    assert audit.checked
    assert audit.withheld == 0
    assert any(one.draw.hidden and one.agrees for one in audit.draws)


def test_a_running_game_never_shows_hidden_draws(tmp_path: Path) -> None:
    game = copy("caravan", tmp_path)
    audit = audit_dice(str(game))
    assert audit.withheld > 0
    assert audit.secret is None
    assert not any(one.draw.hidden for one in audit.draws)
    assert not any("steal" in histogram.family or "card" in histogram.family for histogram in audit.histograms)
    shutil.rmtree(game / "private")
    without = audit_dice(str(game))
    assert not without.checked
    assert {one.agrees for one in without.draws} == {None}


def test_a_changed_draw_is_found(tmp_path: Path) -> None:
    game = copy("finished-caravan", tmp_path)
    place = game / "turns" / "0003" / "chance.json"
    saved = json.loads(place.read_text())
    die = next(draw for draw in saved["draws"] if draw["label"][0] == "dice")
    die["value"] = (die["value"] + 1) % 6
    place.write_text(json.dumps(saved))
    audit = audit_dice(str(game))
    assert [(one.turn, one.draw.epoch, list(one.draw.label)) for one in audit.differing] == [
        (3, die["epoch"], die["label"])
    ]


def test_another_secret_than_the_one_committed_to_is_refused(tmp_path: Path) -> None:
    game = copy("caravan", tmp_path)
    (game / "private" / "secret").write_text("11" * 32 + "\n")
    with pytest.raises(DamageError, match="not the secret that was committed to"):
        audit_dice(str(game))


def test_totals_of_two_dice_are_held_against_their_odds() -> None:
    totals = audit_dice(str(GAMES / "finished-caravan")).histograms[0]
    assert totals.family == "dice, totals of two"
    assert (totals.first, totals.freedom, totals.limit) == (2, 10, 29.588)
    assert sum(totals.values) == totals.drawn == 64
    assert sum(totals.expected) == pytest.approx(64, abs=0.01)
    expected = [64 * odds / 36 for odds in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)]
    by_hand = sum((seen - due) ** 2 / due for seen, due in zip(totals.values, expected, strict=True))
    assert totals.chi_square == pytest.approx(by_hand, abs=0.001)
    assert not totals.suspicious


@pytest.mark.parametrize(("freedom", "limit"), [(1, 10.828), (5, 20.515), (10, 29.588), (20, 45.315), (100, 149.449)])
def test_limits_are_those_of_the_tables_within_three_in_a_thousand(freedom: int, limit: float) -> None:
    assert find_limit(freedom) == pytest.approx(limit, rel=0.003)


def test_the_way_by_hand_in_the_docs_gives_the_recorded_draw() -> None:
    page = (ROOT / "docs" / "moderators.md").read_text()
    program = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert program is not None
    done = subprocess.run([sys.executable, "-c", program[1]], capture_output=True, check=True, text=True)
    draws = audit_dice(str(GAMES / "finished-caravan")).draws
    recorded = next(one.draw for one in draws if (one.draw.epoch, one.draw.label) == (64, ("dice", 0)))
    assert done.stdout == f"{recorded.value}\n"
