"""Mails of whole games: what is right is found right, however it was kept, and what is missing is only a remark."""

from __future__ import annotations

import hashlib
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from parts import turns_of
from unit.proof.mailbox import keep_files, keep_reports, read_parts, write_mail, write_mbox, write_parts

from adjudicator.acts.checker import check_setup, list_tables
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.run import run_turn
from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.acts.verify import verify_game
from adjudicator.core.chance import Level
from adjudicator.core.table import Onlooker, Pacing
from adjudicator.proof.command import Games, check_mails
from adjudicator.registry import find_game

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "games"


ALONE = Games(list_tables())
INSTALLED = ALONE._replace(check_setup=check_setup)


def check(*paths: Path, known: Games = INSTALLED) -> dict[str, Any]:
    """What ``adjudicate verify-mail`` finds, or with tables alone what the checker on its own does."""
    result: dict[str, Any] = check_mails([*map(str, paths)], known)
    assert result["ok"] == (not result["findings"])
    return result


@pytest.mark.parametrize(
    ("name", "seat"), [("finished-2005", "jamal"), ("finished-caravan", "hugo"), ("late", "iman"), ("g42", "chen")]
)
def test_a_players_mails_of_a_sample_game(name: str, seat: str, tmp_path: Path) -> None:
    folder = keep_reports(GAMES / name, seat, tmp_path / "mails")
    keep_files(GAMES / name, seat, folder)
    result = check(folder)
    (game,) = result["games"]
    records = turns_of(GAMES / name)
    turns, sent = len(records), sum(len([*record.glob(f"orders/{seat}/*.yaml")]) for record in records)
    assert result["findings"] == []
    assert (game["seats"], game["turns"]) == ([seat], [*range(turns)])
    assert game["head"] == hashlib.sha256((records[-1] / "turn.json").read_bytes()).hexdigest()
    checked = game["checked"]
    assert checked["setup"] == 1
    assert (checked["proofs"], checked["bodies"]) == (turns, 2 * turns - 2)
    assert (checked["orders"], checked["facts"], checked["move_files"]) == (turns, turns, sent)
    draws = [json.loads((record / "chance.json").read_text())["draws"] for record in records]
    last = len(records) - 1
    told = "the end of the game, confirms" if game["secret"] else f"turn {last} is confirmed only by the turn after it"
    assert any(told in remark for remark in result["remarks"])
    if game["secret"]:
        assert checked["draws"] == sum(not draw["hidden"] for turn in draws for draw in turn)
        assert not any("wait for the key" in remark for remark in result["remarks"])


VARIANTS = {"water": "face-down", "leader-order": "serpentine", "palms": "b8, D3,H11, J3,Q3", "first-seat": "seat2"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "level"),
    [
        ("through-the-desert", {}, Level.L1),
        ("through-the-desert", VARIANTS, Level.L1),
        ("through-the-desert", VARIANTS, Level.L2),
        ("through-the-desert", {"water": "face-down", "board": "random"}, Level.L2),
        ("catan", {}, Level.L1),
        ("catan-caravans", {}, Level.L1),
    ],
)
def test_a_players_mails_of_a_simulated_game(name: str, options: dict[str, str], level: Level, tmp_path: Path) -> None:
    game = find_game(name)
    wish = Wish(game, next(iter(game.editions)), options, 3, Pacing.ROUND, b"\5", level)
    play_directories(wish, 1, str(tmp_path / "games"))
    path = tmp_path / "games" / "sim-0000"
    for seat in ("seat1", "seat3"):
        folder = keep_reports(path, seat, tmp_path / seat)
        keep_files(path, seat, folder)
        result = check(folder)
        assert result["findings"] == []
        assert result["games"][0]["secret"]
        assert result["games"][0]["checked"]["move_files"]
        assert result["games"][0]["checked"]["setup"] == 1
    assert check(tmp_path / "seat1", tmp_path / "seat3")["findings"] == []


def test_public_reports_are_checked_too(tmp_path: Path) -> None:
    folder = keep_reports(GAMES / "finished-2005", Onlooker.PUBLIC, tmp_path, ("txt",))
    result = check(folder)
    (game,) = result["games"]
    assert (result["findings"], game["seats"], game["checked"]["bodies"]) == ([], [], len(game["turns"]) - 1)


def test_the_moderators_report_has_no_proof(tmp_path: Path) -> None:
    folder = keep_reports(GAMES / "g42", Onlooker.MODERATOR, tmp_path, ("txt",))
    assert check(folder)["findings"] == [f"{folder}: no proofs: keep the .proof file that came with each report"]


@pytest.mark.parametrize("kind", ["mbox", "maildir", "eml", "windows line ends"])
def test_mails_may_be_kept_in_many_ways(kept: Path, kind: str, tmp_path: Path) -> None:
    reports = sorted(kept.glob("0*-gita.txt"))[:-1]
    folder = tmp_path / "kept"
    folder.mkdir()
    if kind == "mbox":
        (folder / "inbox").write_bytes(write_mbox(reports))
    elif kind == "windows line ends":
        for file in (*reports, *kept.glob("*.proof")):
            (folder / file.name).write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    else:
        place = folder / "cur" if kind == "maildir" else folder
        place.mkdir(exist_ok=True)
        for number, report in enumerate(reports):
            (place / (f"176{number}.host:2,S" if kind == "maildir" else f"{number}.eml")).write_bytes(
                write_mail(report)
            )
    result = check(folder)
    assert result["findings"] == []
    assert result["games"][0]["checked"]["bodies"] == len(result["games"][0]["turns"]) - 1


def test_missing_mails_are_a_remark(mails: Path) -> None:
    for turn in (0, 3, 4, 9):
        for path in mails.glob(f"{turn:04}-*"):
            path.unlink()
    result = check(mails)
    assert result["findings"] == []
    assert "no proofs of turns 0, 3 to 4, 9: what they say cannot be checked" in result["remarks"]


def test_reports_and_proofs_may_be_missing_by_themselves(mails: Path) -> None:
    for name in ("0002-gita.proof", "0003-gita.proof", "0007-gita.txt", "0007-gita.html", "0009-gita.txt"):
        (mails / name).unlink()
    result = check(mails)
    assert result["findings"] == []
    assert "reports of turns 2 to 3 without their proofs: ask for them as attachments" in result["remarks"]
    words = "no reports of turn 7 beside their proofs: their wording is not checked"
    assert words in result["remarks"]


def test_turns_that_a_rewind_abandoned_are_followed_too(tmp_path: Path) -> None:
    path = Path(shutil.copytree(GAMES / "g42", tmp_path / "g42"))
    run_turn(str(path), None, datetime(2026, 9, 22, 9, tzinfo=UTC))
    folder = keep_reports(path, "dora", tmp_path / "mails", ("txt",))
    for form in ("txt", "proof"):
        (folder / f"0007-dora.{form}").rename(folder / f"first-0007-dora.{form}")
    rewind_game(str(path), 6, "a file was lost", datetime(2026, 9, 22, 10, tzinfo=UTC))
    run_turn(str(path), None, datetime(2026, 9, 22, 11, tzinfo=UTC), force=True)
    assert verify_game(str(path), reports=True).findings == []
    keep_reports(path, "dora", folder, ("txt",))
    assert len(list(folder.glob("*0007*"))) == 4
    result = check(folder)
    assert result["findings"] == []
    assert [act["act"]["kind"] for act in result["games"][0]["acts"]] == ["rewind"]
    assert (
        "turns from 7 on no longer count, since a rewind took them back; 1 of them is here and was followed too"
        in result["remarks"]
    )
    abandoned = folder / "first-0007-dora.proof"
    header, proof = read_parts(abandoned)
    write_parts(abandoned, header, {**proof, "facts": {**proof["facts"], "facts": {"hand": 1}}})
    assert check(folder)["findings"] == ["first-0007-dora.proof: turn 7: facts: not what the header was made from"]


def test_a_whole_folder_of_reports_has_the_moderators_which_no_proof_belongs_to() -> None:
    folder = GAMES / "g42" / "turns" / "0006" / "reports"
    assert (folder / "moderator.txt").exists()
    result = check(folder)
    assert result["findings"] == []
    assert not [remark for remark in result["remarks"] if "without their proofs" in remark]
