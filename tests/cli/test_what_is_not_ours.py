"""What a moderator has laid into a game directory himself, or an accident has taken out of it: nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, adjudicate, copy_game, newest, write_file
from parts import turn_of

ORDERS = ["place: pink I4", "place: yellow E6"]


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def list_findings(game: Path) -> list[str]:
    found: list[str] = adjudicate("verify", game, "--json").json["findings"]
    return found


@pytest.mark.parametrize("place", ["", "private", "refused", "acts", "outbox", "sent", "turns"])
def test_a_file_whose_name_only_ends_like_ours_stays(g42: Path, place: str) -> None:
    mine = g42 / place / "notes.aside"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    assert adjudicate(g42, "--now", BEFORE_DEADLINE).code == 0
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("name", ["orders.aside", "orders.receipt.json", "1.receipt.json"])
def test_a_file_that_was_dropped_is_answered_whatever_it_is_called(g42: Path, name: str) -> None:
    (g42 / "inbox" / "bilal" / name).write_text("my orders")
    assert adjudicate("verify", g42).code == 0
    assert f"inbox/bilal/{name}: red: refused for bilal" in adjudicate(g42, "--now", BEFORE_DEADLINE).out
    assert [path.read_text() for path in (g42 / "refused").glob("bilal-*.yaml")] == ["my orders"]


def test_a_turn_does_not_run_without_a_file_that_its_sender_has_a_receipt_for(g42: Path) -> None:
    file = g42 / "inbox" / "amira" / "01.yaml"
    orders = file.read_bytes()
    file.unlink()
    assert list_findings(g42) == ["inbox/amira/01.yaml: missing, though it has a receipt"]
    for options in ((), ("--dry-run",), ("--force",)):
        ran = adjudicate("run", g42, "--now", BEFORE_DEADLINE, *options)
        assert ran.code == 1
        assert "inbox/amira/01.yaml: missing, though it has a receipt; put back what was there, or remove" in ran.err
    assert (file.with_name("01.receipt.json").exists(), newest(g42)) == (True, 6)
    file.write_bytes(orders)
    assert adjudicate("run", g42, "--now", BEFORE_DEADLINE).code == 0
    assert (turn_of(g42, 7) / "orders" / "amira" / "01.yaml").read_bytes() == orders


def test_a_turn_runs_without_a_file_whose_receipt_was_taken_away_with_it(g42: Path) -> None:
    for path in (g42 / "inbox" / "amira").iterdir():
        path.unlink()
    assert adjudicate("run", g42, "--now", BEFORE_DEADLINE, "--force").code == 0


def test_after_the_highest_number_others_are_left(g42: Path, tmp_path: Path) -> None:
    write_file(g42 / "inbox" / "amira" / "999999999.yaml", "g42", 7, "amira", ["place: pink K8"])
    sent = write_file(tmp_path / "amira.yaml", "g42", 7, "amira", ORDERS)
    filed = adjudicate("submit", g42, sent, "--seat", "amira", "--json", "--now", BEFORE_DEADLINE).json
    assert adjudicate(g42, "--now", BEFORE_DEADLINE).code == 0
    used = turn_of(g42, 7) / "orders" / "amira" / filed["in_force"].split("/")[-1]
    assert used.read_bytes() == sent.read_bytes()
    assert list((g42 / "inbox" / "amira").iterdir()) == []
    assert list_findings(g42) == []


@pytest.mark.parametrize("place", ["turns", "inbox", "inbox/amira", "refused", "acts", "branches", "private", "outbox"])
def test_a_file_where_a_folder_should_be_is_damage_and_no_fault_of_ours(g42: Path, place: str) -> None:
    folder = g42 / place
    if folder.exists():
        folder.rename(g42.parent / "elsewhere")
    folder.write_text("mine")
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert (ran.code, f"damaged: {place}: is not a folder" in ran.err) == (1, True)
    assert folder.read_text() == "mine"
    assert list_findings(g42) != []


def test_what_is_at_the_place_of_unfinished_work_is_named(g42: Path) -> None:
    (g42 / "turns" / "0007.turn.aside").mkdir()
    (g42 / "turns" / "0007.turn.aside" / "thesis").write_text("mine")
    (g42 / "turns" / "0007.aside").write_text("mine")
    (g42 / "game.yaml.aside").mkdir()
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert (ran.code, "turns/0007.turn.aside: a folder that does not belong here" in ran.err) == (1, True)
    assert (g42 / "turns" / "0007.turn.aside" / "thesis").read_text() == "mine"
    assert list_findings(g42) == [
        "game.yaml.aside: a folder that does not belong here",
        "turns/0007.aside: a file that does not belong here",
        "turns/0007.turn.aside: a folder that does not belong here",
        "turns/0007.turn.aside/thesis: a file that does not belong here",
    ]


def test_a_game_without_turns_is_said_to_be_one(g42: Path) -> None:
    (g42 / "turns").rename(g42.parent / "elsewhere")
    assert list_findings(g42) == ["turns/0000: missing, and no other turn is there"]


def test_nothing_hides_behind_an_act_that_nobody_began(g42: Path) -> None:
    (g42 / "private" / "journal.json").write_text("{}")
    (g42 / "private" / "journal.json").chmod(0o600)
    says = "unreadable: changed since it was written: its checksum does not fit"
    assert list_findings(g42) == [f"private/journal.json: {says}"]


def test_what_is_said_of_a_file_that_is_too_long_is_true(g42: Path) -> None:
    ran = adjudicate("check", g42, "-", stdin=b"# much ado\n" * 100_000)
    assert "-:1:1: invalid: the file is too long; at most 65,536 bytes are read" in ran.out
