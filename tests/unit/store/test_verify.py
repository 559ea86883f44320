"""``verify`` against damage: every bit that is changed is found, and what is no history is not."""

from __future__ import annotations

import json
import re
import shutil
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from parts import record_of, turn_of
from unit.store.damage import FLIPS, GAMES, UNHASHED, draw_bit, findings, flip, names
from unit.store.forging import head_of

from adjudicator.acts.run import run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.mail import quoting


def test_the_model_is_sound(model: Path) -> None:
    verdict = verify_game(str(model), head_of(model), reports=True)
    assert (verdict.findings, verdict.remarks, verdict.turns) == ([], [], 3)
    assert verdict.head == head_of(model)


@pytest.mark.slow
def test_every_flipped_bit_of_the_history_is_found_and_its_file_named(game: Path) -> None:
    files = [name for name in names(game) if not name.startswith(UNHASHED)]
    for seed in range(FLIPS):
        name, bit = draw_bit(game, files, seed)
        flip(game / name, bit)
        found = findings(game)
        # what is wrong with a manifest or a list of reports shows in what it speaks of
        place = re.sub("/(turn|private|reports).json$", "", name)
        assert any(place in finding for finding in found), (name, bit, found)
        flip(game / name, bit)
    assert findings(game) == []


@pytest.mark.slow
def test_every_flipped_bit_of_a_part_is_found_though_the_checksum_of_its_record_fits(game: Path) -> None:
    parts = [part for turn in range(4) for part in turn_of(game, turn).rglob("*")]
    data = {part: part.read_bytes() for part in parts}
    total = sum(map(len, data.values()))
    for seed in range(FLIPS):
        spot = int.from_bytes(sha256(b"part %d" % seed).digest()) % (8 * total)
        for part in parts:
            if spot < 8 * len(data[part]):
                break
            spot -= 8 * len(data[part])
        flip(part, spot)
        found = findings(game)
        place = re.sub("/(turn|private|reports).json$", "", part.relative_to(game))
        assert any(place in finding for finding in found), (part, spot, found)
        assert not any("checksum" in finding for finding in found), (part, spot, found)
        flip(part, spot)
    assert findings(game) == []


def test_a_record_cut_off_or_gone_on_with_is_found_and_named(game: Path) -> None:
    for turn in range(4):
        record = record_of(game, turn)
        whole = record.read_bytes()
        for changed in (b"", whole[:17], whole[: len(whole) // 2], whole[:-1], whole + b"\n", whole + whole):
            record.write_bytes(changed)
            assert any(finding.startswith(f"turns/{turn:04}.turn: ") for finding in findings(game)), (turn, changed)
        record.write_bytes(whole)
    assert findings(game) == []


def test_a_waiting_or_refused_file_that_was_changed_does_not_fit_its_receipt(game: Path) -> None:
    for path in [*game.glob("inbox/*/*.yaml"), *game.glob("refused/*.yaml")]:
        flip(path, 9)
        assert findings(game) == [f"{path.relative_to(game)}: not the file its receipt was given for"]
        flip(path, 9)


def test_old_reports_may_be_dropped_and_are_built_again(game: Path) -> None:
    assert not (game / "turns" / "0002").exists()
    shutil.rmtree(game / "turns" / "0003")
    assert findings(game, reports=True) == []


def test_letters_are_not_part_of_the_history(game: Path) -> None:
    for name in names(game):
        if name.startswith("outbox/"):
            flip(game / name, 9)
    assert findings(game) == []


def test_a_flipped_bit_of_any_order_file_is_found(game: Path) -> None:
    parts = [part for turn in range(1, 4) for part in turn_of(game, turn).glob("orders/*/*.yaml")]
    assert len(parts) == 6
    for number, part in enumerate(parts):
        whole, begin = part.record.read_bytes(), part.record.read_bytes().index(part.read_bytes())
        for bit in range(number % 5, 8 * len(part.read_bytes()), 37):
            flip(part.record, 8 * begin + bit)
            found = findings(game)
            assert f"turns/{part.record.name}: was changed: its checksum does not fit" in found, (part, bit)
            assert any(finding.startswith(part.relative_to(game)) for finding in found), (part, bit)
            part.record.write_bytes(whole)


def test_the_wording_of_a_sentence_is_no_part_of_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Path(shutil.copytree(GAMES / "g42", tmp_path / "g42"))
    run_turn(str(game), None, datetime(2026, 9, 22, 7, tzinfo=UTC))
    told = json.loads((turn_of(game, 7) / "events.json").read_text())["results"]
    assert "occupied" in [refusal["code"] for result in told for refusal in result["refusals"]]
    assert findings(game) == []
    other = {code: f"* {sentence}" for code, sentence in quoting.SENTENCES.items()}
    monkeypatch.setattr(quoting, "SENTENCES", other)
    monkeypatch.setattr(GAME.orders, "sentences", other)
    assert findings(game) == []
