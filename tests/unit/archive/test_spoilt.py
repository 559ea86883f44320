"""Archives that were tampered with as a whole, sums and lists made right again, and what verification says of them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from unit.store.conftest import play, set_up

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.verify import verify_archive
from adjudicator.ledger.archive import build_members, list_game_files, pack, read_archive
from adjudicator.store.formats import DamageError, open_turns, pack_parts, split_part, unpack_parts, write_json
from adjudicator.store.gamedir import NoGameError


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The members of an archive of a game after turn 3."""
    folder = tmp_path_factory.mktemp("spoilt")
    set_up(folder / "g1", "g1", b"\x01" * 32)
    play(folder / "g1", 3)
    archive_game(str(folder / "g1"), str(folder / "a.zip"))
    return read_archive(str(folder / "a.zip"))


def find(members: dict[str, bytes], folder: Path, *, reports: bool = False) -> list[str]:
    file = folder / "a.zip"
    file.write_bytes(pack(members))
    return verify_archive(str(file), reports=reports).findings


def add_part(members: dict[str, bytes], turn: str, part: str, data: bytes) -> dict[str, bytes]:
    """``members`` with the part ``data`` in the record of ``turn``, its checksum made right."""
    name = f"game/{turn}.turn"
    return {**members, name: pack_parts({**unpack_parts(members[name], name), part: data})}


def make_right(members: dict[str, bytes]) -> dict[str, bytes]:
    """``members`` with the hashes in ``record.json`` made right again, as a forger would."""
    text = members["record.json"].decode()
    listed = json.loads(text)["files"]
    for name, data in members.items():
        if name in listed:
            text = text.replace(f'"{name}": "{listed[name]}"', f'"{name}": "{hashlib.sha256(data).hexdigest()}"')
    return {**members, "record.json": text.encode()}


def test_nothing_is_found_in_what_nobody_touched(members: dict[str, bytes], tmp_path: Path) -> None:
    assert find(members, tmp_path, reports=True) == []


def test_a_changed_member_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    for name in sorted(members):
        findings = find({**members, name: members[name] + b" "}, tmp_path)
        assert findings, name
        assert any(finding.startswith(name) for finding in findings), (name, findings)


def test_a_missing_member_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    for name in sorted(members):
        findings = find({key: data for key, data in members.items() if key != name}, tmp_path)
        assert any(finding.startswith(name) for finding in findings), (name, findings)


def test_a_forged_page_is_found(members: dict[str, bytes], tmp_path: Path) -> None:
    for name in ("play.txt", "replay.html"):
        forged = make_right({**members, name: members[name].replace(b"ann", b"eve")})
        assert find(forged, tmp_path) == [f"{name}: not what the game gives"]


def test_a_forged_record_is_found(members: dict[str, bytes], tmp_path: Path) -> None:
    forged = {**members, "record.json": members["record.json"].replace(b'"over": false', b'"over": true')}
    assert find(forged, tmp_path) == ["record.json: not what the game gives"]


def test_a_changed_part_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    parts = [found for name in open_turns(list_game_files(members)) if (found := split_part(name))]
    assert len(parts) > 30
    for turn, part in parts:
        data = unpack_parts(members[f"game/{turn}.turn"], turn)[part] + b" "
        findings = find(make_right(add_part(members, turn, part, data)), tmp_path)
        assert any(finding.startswith(f"game/{turn}/") for finding in findings), (turn, part, findings)


def test_an_added_member_is_found(members: dict[str, bytes], tmp_path: Path) -> None:
    added = add_part(members, "turns/0002", "orders/ann/07.yaml", b"game: g1\n")
    assert "game/turns/0002/orders/ann/07.yaml: not in the manifest" in find(added, tmp_path)


def test_a_cut_off_history_is_found_with_the_head_from_a_report(members: dict[str, bytes], tmp_path: Path) -> None:
    kept = {name: data for name, data in list_game_files(members).items() if not name.startswith("turns/0003")}
    file = tmp_path / "a.zip"
    file.write_bytes(pack(build_members(kept)))
    head = hashlib.sha256(unpack_parts(members["game/turns/0003.turn"], "")["turn.json"]).hexdigest()
    assert verify_archive(str(file)).findings == []
    assert verify_archive(str(file), head).findings[0].startswith("game/turns: no turn has the expected head")


def test_import_writes_nothing_of_a_spoilt_archive(members: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(pack({**members, "play.txt": b"another story\n"}))
    with pytest.raises(DamageError, match=r"^play\.txt: not what record\.json says"):
        import_archive(str(file), str(tmp_path / "restored"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("game/turns/0099.turn", pack_parts({"turn.json": b"{}\n"}), "turns"),
        ("game/inbox/ann/01.yaml", b"game: g1\n", "game/inbox/ann/01.yaml: "),
        ("game/branches/0001/turns/0003.turn", pack_parts({"turn.json": b"{}\n"}), "branches/0001"),
        ("game/turns/0002.turn", pack_parts({"events.json": b"[]\n"}), "game/turns/0002"),
        ("game/turns/0002.turn", pack_parts({"turn.json": b"{}\n"})[:-1], "game/turns/0002.turn: was changed"),
        ("game/turns/0002/events.json", b"[]\n", "game/turns/0002/events.json: does not belong in an archive"),
    ],
)
def test_import_refuses_what_verify_would(
    members: dict[str, bytes], tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    file = tmp_path / "a.zip"
    forged = make_right({**members, name: data})
    record = json.loads(forged["record.json"])
    record["files"][name] = hashlib.sha256(data).hexdigest()
    file.write_bytes(pack({**forged, "record.json": write_json(record)}))
    with pytest.raises(DamageError, match=words):
        import_archive(str(file), str(tmp_path / "restored"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_import_overwrites_nothing(members: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(pack(members))
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("a.zip", "link"):
        with pytest.raises(FileExistsError):
            import_archive(str(file), str(tmp_path / name))
    with pytest.raises(NoGameError):
        import_archive(str(tmp_path / "none.zip"), str(tmp_path / "restored"))
    assert not (tmp_path / "restored").exists()
