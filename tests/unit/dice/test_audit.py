"""What an audit of chance finds, and that what the docs say about computing a draw by hand is so."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from parts import turn_of, turns_of

from adjudicator.acts.archive import archive_game
from adjudicator.acts.dice import Histogram, audit_dice, find_limit
from adjudicator.cli.examine import tell_histogram
from adjudicator.cli.main import main
from adjudicator.ledger.archive import pack, unpack
from adjudicator.ledger.keys import SecretChance
from adjudicator.store.formats import DamageError, pack_parts, unpack_parts

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
    assert (audit.misplaced, audit.withheld_wrong) == ((), 0)


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


@pytest.mark.parametrize("name", ["finished-2005", "g42"])
def test_an_archive_is_audited_like_its_game_without_the_private_folder(tmp_path: Path, name: str) -> None:
    game, file = copy(name, tmp_path), str(tmp_path / "archive.zip")
    archive_game(str(game), file)
    shutil.rmtree(game / "private")
    audit = audit_dice(file)
    assert audit == audit_dice(str(game))
    assert audit.checked is (audit.secret is not None) is (name == "finished-2005")
    assert audit.draws


def test_an_archive_that_was_changed_is_not_audited(tmp_path: Path) -> None:
    file = tmp_path / "archive.zip"
    archive_game(str(shutil.copytree(GAMES / "g42", tmp_path / "g42")), str(file))
    members = unpack(file.read_bytes())
    place = "game/turns/0000.turn"
    parts = unpack_parts(members[place], place)
    forged = pack_parts({**parts, "chance.json": parts["chance.json"].replace(b'"value": ', b'"value": 1', 1)})
    assert forged != members[place]
    file.write_bytes(pack({**members, place: forged}))
    with pytest.raises(DamageError, match=place):
        audit_dice(str(file))
    file.write_text("not an archive")
    with pytest.raises(DamageError, match="not an archive"):
        audit_dice(str(file))


def test_a_changed_draw_is_found(tmp_path: Path) -> None:
    game = copy("finished-caravan", tmp_path)
    place = turn_of(game, 3) / "chance.json"
    saved = json.loads(place.read_text())
    die = next(draw for draw in saved["draws"] if draw["label"][0] == "dice")
    die["value"] = (die["value"] + 1) % 6
    place.write_text(json.dumps(saved))
    audit = audit_dice(str(game))
    assert [(one.turn, one.draw.epoch, list(one.draw.label)) for one in audit.differing] == [
        (3, die["epoch"], die["label"])
    ]


@pytest.mark.parametrize(("label", "hidden"), [("dice", True), ("steal", False)])
def test_a_draw_with_the_key_of_the_other_kind_is_named(label: str, hidden: bool, tmp_path: Path) -> None:
    """Recorded with the value that the other key gives: every draw is what the secret gives, and yet it is wrong."""
    game = copy("finished-caravan", tmp_path)
    chance = SecretChance("finished-caravan", bytes.fromhex(audit_dice(str(game)).secret or ""))
    for place in (turn / "chance.json" for turn in turns_of(game)):
        saved = json.loads(place.read_text())
        changed = [draw for draw in saved["draws"] if draw["label"][0] == label]
        if changed:
            break
    for draw in changed:
        draw["hidden"] = hidden
        draw["value"] = chance.draw(draw["epoch"], tuple(draw["label"]), draw["below"], hidden=hidden)
    place.write_text(json.dumps(saved))
    audit = audit_dice(str(game))
    assert changed
    assert audit.differing == ()
    assert [list(one.draw.label) for one in audit.misplaced] == [draw["label"] for draw in changed]
    said = io.StringIO()
    with redirect_stdout(said):
        assert main(["dice", str(game)]) == 1
    assert said.getvalue().count(f'"{label}"') >= len(changed)
    assert "every draw is what the secret gives" not in said.getvalue()
    kinds = "as hidden, and the game draws it openly" if hidden else "as public, and the game hides it"
    assert said.getvalue().count(kinds) == len(changed)


def test_a_wrong_hidden_draw_of_a_running_game_is_counted_and_not_shown(tmp_path: Path) -> None:
    game = copy("caravan", tmp_path)
    place = next(
        file
        for file in (turn / "chance.json" for turn in turns_of(game))
        if any(draw["hidden"] and draw["below"] > 1 for draw in json.loads(file.read_text())["draws"])
    )
    saved = json.loads(place.read_text())
    draw = next(draw for draw in saved["draws"] if draw["hidden"] and draw["below"] > 1)
    draw["value"] = (draw["value"] + 1) % draw["below"]
    place.write_text(json.dumps(saved))
    audit = audit_dice(str(game))
    assert (audit.differing, audit.withheld_wrong) == ((), 1)
    said = io.StringIO()
    with redirect_stdout(said):
        assert main(["dice", str(game)]) == 1
    assert "DAMAGED: hidden draws that are not what the secret gives: 1" in said.getvalue()


def test_another_secret_than_the_one_committed_to_is_refused(tmp_path: Path) -> None:
    game = copy("caravan", tmp_path)
    (game / "private" / "secret").write_text("11" * 32 + "\n")
    with pytest.raises(DamageError, match="not the secret that was fixed before the game"):
        audit_dice(str(game))


def test_totals_of_two_dice_are_held_against_their_odds() -> None:
    totals = audit_dice(str(GAMES / "finished-caravan")).histograms[0]
    assert totals.family == "dice, totals of two"
    assert (totals.first, totals.freedom, totals.limit) == (2, 10, 29.588)
    chances = [json.loads((turn / "chance.json").read_text()) for turn in turns_of(GAMES / "finished-caravan")]
    dice = [draw for chance in chances for draw in chance["draws"] if draw["label"][0] == "dice"]
    assert sum(totals.values) == totals.drawn == len(dice) // 2 > 0
    assert sum(totals.expected) == pytest.approx(totals.drawn, abs=0.01)
    expected = [totals.drawn * odds / 36 for odds in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)]
    by_hand = sum((seen - due) ** 2 / due for seen, due in zip(totals.values, expected, strict=True))
    assert totals.chi_square == pytest.approx(by_hand, abs=0.001)
    assert not totals.suspicious


@pytest.mark.parametrize(("freedom", "limit"), [(1, 10.828), (5, 20.515), (10, 29.588), (20, 45.315), (100, 149.449)])
def test_limits_are_those_of_the_tables_within_three_in_a_thousand(freedom: int, limit: float) -> None:
    assert find_limit(freedom) == pytest.approx(limit, rel=0.003)


def test_the_way_by_hand_in_the_docs_gives_the_recorded_draw() -> None:
    page = (ROOT / "docs" / "auditing.md").read_text()
    program = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert program is not None
    done = subprocess.run([sys.executable, "-c", program[1]], capture_output=True, check=True, text=True)
    draws = audit_dice(str(GAMES / "finished-caravan")).draws
    recorded = next(one.draw for one in draws if (one.draw.epoch, one.draw.label) == (64, ("dice", 0)))
    assert done.stdout == f"{recorded.value}\n"


def test_the_bars_of_many_draws_keep_their_proportions(capsys: pytest.CaptureFixture[str]) -> None:
    tell_histogram(Histogram("dice, 1 of 2", 600, 0, (400, 200), (300.0, 300.0), 66.7, 1, 10.8, enough=True))
    bars = [line.count("#") for line in capsys.readouterr().out.splitlines()]
    assert bars[1:3] == [50, 25]
