"""What no manifest has hashed yet: receipts of files that wait or were refused, and acts that no turn has taken up.

Every accident is found. What somebody does on purpose, who writes the checksum again, is not; that is told here too.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found
from unit.store.forging import edit

from adjudicator.acts.moderation.terms import extend_deadline
from adjudicator.acts.verify import verify_game
from adjudicator.store.acts import read_acts
from adjudicator.store.checks import audit_receipts
from adjudicator.store.formats import DamageError, drop_checksum


def read_waiting(game: Path) -> dict[str, bytes]:
    """All that waits or was refused, by name."""
    paths = [*game.glob("inbox/*/*"), *game.glob("refused/*")]
    return {str(path.relative_to(game)): path.read_bytes() for path in sorted(paths)}


def flip(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def verify(game: Path) -> tuple[list[str], list[str]]:
    verdict = verify_game(str(game))
    return verdict.findings, verdict.remarks


def test_every_flipped_bit_of_a_file_that_waits_or_was_refused_is_found_and_named(model: Path) -> None:
    pairs = read_waiting(model)
    assert audit_receipts(pairs, (), {}) == ([], [])
    assert len(pairs) == 6
    for name, data in pairs.items():
        for bit in range(8 * len(data)):
            found_, _ = audit_receipts({**pairs, name: flip(data, bit)}, (), {})
            assert len(found_) == 1, (name, bit)
            assert found_[0].startswith(f"{name}: "), (name, bit)


@pytest.mark.parametrize("field", ["received", "state", "turn", "in_force"])
def test_a_field_changed_in_an_editor_is_found(game: Path, field: str) -> None:
    for path in [*game.glob("inbox/*/*.json"), *game.glob("refused/*.json")]:
        whole = path.read_text()
        value = json.loads(whole)[field]
        path.write_text(whole.replace(f'"{field}": {json.dumps(value)}', f'"{field}": "other"'))
        assert path.read_text() != whole
        place = path.relative_to(game)
        assert verify(game)[0] == [f"{place}: changed since it was written: its checksum does not fit"]
        path.write_text(whole)


@pytest.mark.parametrize(
    ("place", "change", "says"),
    [
        ("inbox/ann/01", {"state": "red"}, "says red of a file that waits"),
        ("inbox/ann/01", {"seat": "bob"}, "given to bob, not to ann"),
        ("inbox/ann/01", {"state": "blue"}, "not a receipt"),
        ("refused/ann-*", {"state": "green"}, "says green of a file that is refused"),
        ("refused/ann-*", {"receipt": "0" * 16}, "is receipt 0000000000000000 of ann"),
    ],
)
def test_a_receipt_says_what_its_place_says(game: Path, place: str, change: dict[str, object], says: str) -> None:
    (path,) = game.glob(f"{place}.receipt.json")
    edit(path, lambda saved: saved.update(change))
    assert verify(game)[0] == [f"{path.relative_to(game)}: {says}"]


def test_what_is_written_again_with_its_checksum_is_not_found(game: Path) -> None:
    (path,) = game.glob("inbox/ann/01.receipt.json")
    edit(path, lambda saved: saved.update(received="2025-01-01T00:00:00Z"))
    (refused,) = game.glob("refused/*.receipt.json")
    refused.unlink()
    refused.with_name(refused.name.replace(".receipt.json", ".yaml")).unlink()
    assert verify(game) == ([], [])


def test_a_number_left_out_is_a_remark_and_the_last_taken_away_is_not_seen(game: Path) -> None:
    folder = game / "inbox" / "ann"
    for suffix in (".yaml", ".receipt.json"):
        (folder / f"01{suffix}").rename(folder / f"02{suffix}")
    assert verify(game)[0] == ["inbox/ann/02.receipt.json: given for inbox/ann/01.yaml"]
    edit(folder / "02.receipt.json", lambda saved: saved.update(in_force="inbox/ann/02.yaml"))
    findings, remarks = verify(game)
    assert findings == []
    assert [remark for remark in remarks if remark.startswith("inbox/ann: 01 is not there though 02 is")]
    for file in folder.iterdir():
        file.unlink()
    assert verify(game) == ([], [])


def test_a_receipt_without_its_checksum_is_changed(game: Path) -> None:
    (path,) = game.glob("inbox/ann/01.receipt.json")
    path.write_bytes(drop_checksum(path.read_bytes()))
    place = path.relative_to(game)
    assert verify(game)[0] == [f"{place}: changed since it was written: its checksum does not fit"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game with one act that no turn has taken up."""
    table = found(tmp_path)
    table.play(1)
    table.hours += 1
    extend_deadline(table.path, 240, None, "holidays", table.now)
    return table


def test_every_flipped_bit_of_a_pending_act_is_found(table: Table) -> None:
    data = table.read("acts/0001.json")
    assert len(read_acts({"acts/0001.json": data}, "toy")) == 1
    for bit in range(8 * len(data)):
        with pytest.raises(DamageError, match=r"acts/0001\.json"):
            read_acts({"acts/0001.json": flip(data, bit)}, "toy")


def test_an_act_written_again_is_found_once_a_turn_has_taken_it_up(table: Table) -> None:
    path = Path(table.path, "acts/0001.json")
    edit(path, lambda saved: saved.update(reason="illness"))
    assert table.findings() == []
    table.play(1)
    edit(path, lambda saved: saved.update(reason="holidays"))
    assert table.findings() == [
        "turns/0002/turn.json: acts: not those that acts/ has for this turn",
        "turns/0002/private.json: salt: not what a replay gives",
    ]
    path.unlink()
    assert table.findings()


def test_an_act_without_its_checksum_is_changed(table: Table) -> None:
    path = Path(table.path, "acts/0001.json")
    path.write_bytes(drop_checksum(path.read_bytes()))
    assert table.findings() == ["acts/0001.json: changed since it was written: its checksum does not fit"]
