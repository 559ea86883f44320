"""Redaction: what players wrote beside their orders goes, orders and chain stay."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from parts import turn_of
from unit.store.conftest import START, send_orders, set_up

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import run_turn
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.core.instant import add_hours
from adjudicator.intake.movefile import read_accepted
from adjudicator.intake.redacting import redact_file
from adjudicator.ledger.archive import list_game_files, pack, read_archive

FILES = {
    "block": """\
# SECRET before
game: g1   # SECRET behind
turn: 1
orders:
  - place: "teal # D9"   # SECRET
  - place: [pink H4,
            pink H5]  # SECRET
press:
  - {to: [bob], text: "SECRET # 1"}
  - to: all
    text: |
      SECRET

      more SECRET
note: >
  SECRET # no comment

  SECRET
fallback:
  - place: teal E8
""",
    "flow": '{game: g1, note: "SECRET", press: [{to: all, text: "it\'s SECRET"}], turn: 1, orders: [{place: teal D9}]}',
    "at the margin": "press: # SECRET\n- to: [bob]\n  text: SECRET\ngame: g1\nturn: 1\nnote: A\n SECRET\norders:\n",
    "line ends of another system": 'game: g1\r\nturn: 1\r\norders: []\r\nnote: "SECRET\r\n  SECRET"\r\n',
    "keys in quotes": "'game': g1\n'turn': 1\n\"orders\": []\n\"note\" : 'SECRET'\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_letters_notes_and_comments_go_and_orders_stay_where_they_were(text: str) -> None:
    before = read_accepted(text.encode())
    redacted = redact_file(text.encode())
    after = read_accepted(redacted)
    assert b"SECRET" not in redacted
    assert (after.orders, after.standing, after.fallback) == (before.orders, before.standing, before.fallback)
    assert redacted.count(b"\n") == text.count("\n")
    assert redact_file(redacted) == redacted


def test_a_file_without_words_stays_as_it_is() -> None:
    data = b"game: g1\nturn: 1\norders:\n  - place: teal D9\nnote:\npress: []\n"
    assert b"".join(redact_file(data).split()) == b"".join(data.split())


@pytest.fixture
def talkative(tmp_path: Path) -> Path:
    """A game in which ann wrote more than orders in turn 1, and a file that is waiting."""
    game = tmp_path / "g1"
    set_up(game, "g1", b"\x01" * 32)
    send_orders(game)
    opened = open_game(str(game))
    ann = opened.list_filed("ann")[0].data.decode()
    words = f"# SECRET\n{ann}note: SECRET\npress: [{{to: [bob], text: SECRET}}]\n"
    submit_file(str(game), words.encode(), "ann.yaml", "ann", add_hours(START, 25))
    run_turn(str(game), None, add_hours(START, 26))
    send_orders(game)
    submit_file(str(game), b"SECRET", "ann.yaml", "ann", add_hours(START, 27))
    return game


def test_a_redacted_archive_verifies_and_says_redacted(talkative: Path, tmp_path: Path) -> None:
    whole, redacted = str(tmp_path / "whole.zip"), str(tmp_path / "redacted.zip")
    head = archive_game(str(talkative), whole).head
    archived = archive_game(str(talkative), redacted, redact=True)
    assert b"SECRET" in Path(whole).read_bytes()
    assert b"SECRET" not in Path(redacted).read_bytes()
    assert (archived.redacted, archived.head) == (1, head)
    found = verify_archive(redacted, head, reports=True)
    assert found.findings == []
    remark = next(remark for remark in found.remarks if "redacted" in remark)
    assert remark.startswith("game/turns/0001/orders/ann/02.yaml: 1 file is redacted")


def test_a_game_restored_from_it_verifies_and_gives_the_same_archive_again(talkative: Path, tmp_path: Path) -> None:
    file, again, restored = tmp_path / "a.zip", tmp_path / "b.zip", tmp_path / "restored"
    archive_game(str(talkative), str(file), redact=True)
    import_archive(str(file), str(restored))
    found = verify_game(str(restored))
    assert found.findings == []
    assert any("redacted" in remark for remark in found.remarks)
    for redact in (False, True):
        archive_game(str(restored), str(again), redact=redact)
        assert again.read_bytes() == file.read_bytes()


def test_a_restored_game_is_taken_back_and_its_redacted_files_are_known_where_they_are(
    talkative: Path, tmp_path: Path
) -> None:
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    archive_game(str(talkative), str(file), redact=True)
    import_archive(str(file), str(restored))
    shutil.copytree(talkative / "private", restored / "private")
    # it speaks of files that wait, which a redacted archive leaves out
    (restored / "private" / "status.json").unlink()
    rewind_game(str(restored), 0, "a mistake", add_hours(START, 30))
    listed = json.loads((restored / "redacted.json").read_text())["files"]
    assert list(listed) == ["branches/0001/turns/0001/orders/ann/02.yaml"]
    assert verify_game(str(restored), reports=True).findings == []
    archive_game(str(restored), str(tmp_path / "b.zip"))
    assert verify_archive(str(tmp_path / "b.zip")).findings == []


def test_redaction_is_no_way_to_change_orders(talkative: Path, tmp_path: Path) -> None:
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    archive_game(str(talkative), str(file), redact=True)
    members = read_archive(str(file))
    assert pack(members) == file.read_bytes()
    assert "redacted.json" in list_game_files(members)
    import_archive(str(file), str(restored))
    place = turn_of(restored, 1) / "orders" / "ann" / "02.yaml"
    place.write_bytes(place.read_bytes() + b"#")
    assert verify_game(str(restored)).findings == ["turns/0001/orders/ann/02.yaml: not what redacted.json says"]


def test_a_changed_order_with_its_listed_hash_made_right_does_not_replay(talkative: Path, tmp_path: Path) -> None:
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    archive_game(str(talkative), str(file), redact=True)
    import_archive(str(file), str(restored))
    place, listed = turn_of(restored, 1) / "orders" / "ann" / "02.yaml", restored / "redacted.json"
    before = place.read_bytes()
    order = before.decode().split("leader: ")[1].split("\n")[0]
    opened = open_game(str(restored), 0)
    colour, hexagon = order.split()
    other = next(
        written
        for action in opened.game.kernel.legal(opened.record.state, "ann")
        if (written := str(opened.game.orders.write(opened.record.state, action)["leader"])) != order
        and written.startswith(colour)
        and not written.endswith(hexagon)
    )
    after = before.replace(order.encode(), other.encode())
    place.write_bytes(after)
    hashes = [hashlib.sha256(data).hexdigest() for data in (before, after)]
    listed.write_text(listed.read_text().replace(*hashes))
    findings = verify_game(str(restored)).findings
    assert len(findings) == 1
    assert findings[0].startswith("turns/0001/")
    assert "not what a replay gives" in findings[0] or "cannot be replayed" in findings[0]
