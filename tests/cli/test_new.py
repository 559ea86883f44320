"""``adjudicate new``: games that can be set up, and plans that are refused before anything is written."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from cli.shell import COMMAND, SET_UP, adjudicate, found, snapshot, table_order, token
from jsonschema import Draft202012Validator

from adjudicator.core.charter import MOVE_FILE_SCHEMA
from adjudicator.intake.reader import read_document
from adjudicator.kit.words import join_names
from adjudicator.registry import list_games

DESERT = ("--game", "through-the-desert")
TWO = ("--seat", "ann", "--seat", "bob")


def test_json_names_the_game_and_its_seats_in_table_order(tmp_path: Path) -> None:
    ran = adjudicate("new", tmp_path / "g1", *DESERT, *TWO, "--json")
    assert ran.code == 0
    assert list(ran.json) == ["game", "turn", "head", "seats"]
    assert (ran.json["game"], ran.json["turn"], sorted(ran.json["seats"])) == ("g1", 0, ["ann", "bob"])
    assert adjudicate("verify", tmp_path / "g1", "--reports", "--expect", ran.json["head"]).code == 0


def test_the_same_secret_makes_the_same_bytes(tmp_path: Path) -> None:
    one, other = found(tmp_path / "one"), found(tmp_path / "other")
    assert {name: entry[2] for name, entry in snapshot(one).items()} == {
        name: entry[2] for name, entry in snapshot(other).items()
    }


def test_what_is_private_stays_private_whatever_the_umask(tmp_path: Path) -> None:
    game = found(tmp_path, seats=("ann=ann@example.org", "bob"))
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [game, *game.rglob("*")] if path.is_dir()}
    assert modes == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in game.rglob("*") if path.is_file()} == {0o600}
    tokens = {token(game, seat) for seat in table_order(game)}
    assert len(tokens) == 2
    everything = b"".join(path.read_bytes() for path in game.rglob("*") if path.is_file() and "outbox" not in str(path))
    assert not any(secret.encode() in everything for secret in tokens)
    assert b"ann@example.org" not in b"".join(path.read_bytes() for path in (game / "turns").rglob("*.*"))


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (("g1", *DESERT, "--seat", "ann"), "1 seat; the game is for 2 to 5"),
        (("g1", *DESERT, *TWO, *(part for n in range(4) for part in ("--seat", f"s{n}"))), "6 seats"),
        (("g1", *DESERT, "--seat", "ann", "--seat", "ann"), "'ann' is named twice"),
        (("g1", *DESERT, "--seat", "Ann", "--seat", "bob"), "'Ann' cannot be an id"),
        (("g1", *DESERT, "--seat", "public", "--seat", "bob"), "'public' cannot be an id"),
        (("g1", *DESERT, "--seat", "moderator", "--seat", "bob"), "'moderator' cannot be an id"),
        (("g1", *DESERT, "--seat", "../../etc", "--seat", "bob"), "'../../etc' cannot be an id"),
        (("g1", *DESERT, "--seat", "a" * 33, "--seat", "bob"), "cannot be an id"),
        (("g1", *DESERT, "--seat", "ann\n", "--seat", "bob"), "cannot be an id"),
        (("G1", *DESERT, *TWO), "'G1' cannot be an id"),
        (("g1", *DESERT, *TWO, "--id", "../g"), "'../g' cannot be an id"),
        (("g1", "--game", "chess", *TWO), f"no game 'chess' is installed; there are: {join_names(list_games())}"),
        (("g1", "--game", "Catan", *TWO), f"there are: {join_names(list_games())}; did you mean catan?"),
        (("g1", *DESERT, *TWO, "--edition", "2004"), "2005, manual and allplay"),
        (("g1", *DESERT, *TWO, "--option", "camels=9"), "no option 'camels'"),
        (("g1", *DESERT, *TWO, "--option", "taken-water=wet"), "one of hidden or shown, not 'wet'"),
        (("g1", *DESERT, *TWO, "--option", "taken-water"), "is not NAME=VALUE"),
        (
            ("g1", *DESERT, *TWO, "--option", "water=face-up", "--option", "water=face-down"),
            "water is 'face-up' and 'face-down'; give it once",
        ),
        (("g1", *DESERT, *TWO, "--board", "small"), "Invalid value for --board: small: there is no such file"),
        (("g1", *DESERT, *TWO, "--pacing", "fast"), "--pacing"),
        (("g1", *DESERT, *TWO, "--blocked", "wait"), "--blocked"),
        (("g1", *DESERT, *TWO, "--deadline", "-1"), "--deadline"),
        (("g1", *DESERT, *TWO, "--deadline-of", "vote=24"), "no deadline of class 'vote'; this game has turn"),
        (
            ("g1", *DESERT, *TWO, "--deadline", "0", "--deadline-of", "=24"),
            "no deadline of class ''; this game has turn",
        ),
        (("g1", *DESERT, *TWO, "--deadline-of", "turn"), "'turn' is not CLASS=HOURS"),
        (
            ("g1", *DESERT, *TWO, "--deadline-of", "turn=-1"),
            "next: '-1' is not a number of hours or days, such as 48 hours",
        ),
        (("g1", *DESERT, *TWO, "--deadline-of", "turn=99999"), "99999 is not in the range 0 to 8784"),
        (("g1", *DESERT, *TWO, "--deadline-of", "turn=" + "9" * 5000), "is not a number of hours or days"),
        (("g1", *DESERT, *TWO, "--now", "2026-01-01T00:00:00"), "has no offset"),
        (("g1", *DESERT, *TWO, "--secret-file", "/nonexistent"), "--secret-file"),
        (("g1", *DESERT), "--seat"),
        (("g1", *TWO), "--game"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason_and_nothing_is_written(
    tmp_path: Path, wish: tuple[str, ...], says: str
) -> None:
    ran = adjudicate("new", *wish, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert says in re.sub(r"\s+", " ", ran.err)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    game = found(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    before = snapshot(tmp_path)
    for name in ("toy", "empty", "secret-file", "dangling"):
        ran = adjudicate("new", tmp_path / name, *DESERT, *TWO, "--id", "toy")
        assert (ran.code, "exists already" in ran.err) == (2, True), name
    assert snapshot(tmp_path) == before
    assert adjudicate("verify", game).code == 0


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_game_that_stands_is_said_to_stand_where_nothing_can_be_said(tmp_path: Path, unbuffered: str) -> None:
    words = [COMMAND, "new", str(tmp_path / "g1"), *DESERT, *TWO]
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            words, stdout=full, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, check=False
        )
    outbox = tmp_path / "g1" / "outbox"
    said = f"standard output: the disk is full; g1 is set up, its invitations are in {outbox}\n"
    assert (ran.returncode, ran.stderr.decode()) == (70, f"adjudicate: {said}")
    assert len(list(outbox.glob("*-invitation.txt"))) == 2
    again = adjudicate(*words[1:])
    assert (again.code, f"its invitations are in {outbox}" in again.err) == (2, True)
    assert adjudicate("verify", tmp_path / "g1").code == 0


@pytest.mark.parametrize("bad", ["", "00" * 31, "zz" * 32, "00" * 65])
def test_a_secret_of_the_wrong_length_is_refused(tmp_path: Path, bad: str) -> None:
    (tmp_path / "s").write_text(bad)
    ran = adjudicate("new", tmp_path / "g1", *DESERT, *TWO, "--secret-file", tmp_path / "s")
    assert ran.code == 2
    assert not (tmp_path / "g1").exists()


@pytest.mark.parametrize(
    ("wish", "deadline"),
    [
        (("--deadline", "24", "--deadline-of", "turn=48"), "2026-01-03T00:00:00Z"),
        (("--deadline", "0", "--deadline-of", "turn=1"), "2026-01-01T01:00:00Z"),
        (("--deadline-of", "turn=1", "--deadline-of", "turn=2"), "2026-01-01T02:00:00Z"),
        (("--deadline-of", "turn=0"), None),
    ],
)
def test_a_class_of_deadlines_can_have_its_own_hours(
    tmp_path: Path, wish: tuple[str, ...], deadline: str | None
) -> None:
    game = found(tmp_path, *wish)
    assert adjudicate("status", game, "--json", "--now", SET_UP).json[0]["deadline"] == deadline
    assert adjudicate("verify", game).code == 0


def test_no_deadline_means_waiting_for_ever(tmp_path: Path) -> None:
    game = found(tmp_path, "--deadline", "0")
    assert adjudicate("status", game, "--json", "--now", SET_UP).json[0]["deadline"] is None
    assert adjudicate(game, "--now", "2099-01-01T00:00:00Z").code == 4


def test_the_invitation_says_how_the_game_is_played(tmp_path: Path) -> None:
    game = tmp_path / "round"
    done = adjudicate(
        *("new", game, "--game", "catan", "--pacing", "round", "--option", "target=8"),
        *("--seat", "ann", "--seat", "bob", "--seat", "cid"),
    )
    assert done.code == 0
    letter = " ".join((game / "outbox/0000-bob-invitation.txt").read_text().split())
    assert "Edition" not in letter, "the game has but one"
    assert "- A turn is a round: everybody sends orders for their next move by the same deadline." in letter
    assert "The dice of a whole round are published before anybody moves." in letter
    assert "- target: 8. " in letter
    assert "- calm-rounds: 0. " in letter
    assert "becomes impossible" not in letter


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "ask",
            "you are asked again. Fallback orders are for a missed deadline only.",
        ),
        (
            "fallback",
            "your fallback orders are used. If they fail too, you are asked again.",
        ),
    ],
)
def test_the_invitation_says_what_becomes_of_impossible_orders_and_whose_the_board_is(
    tmp_path: Path, rule: str, said: str
) -> None:
    game = tmp_path / "g1"
    seats = [part for name in ("ann", "bob", "cid", "dan") for part in ("--seat", name)]
    assert adjudicate("new", game, *DESERT, *seats, "--blocked", rule).code == 0
    letter = " ".join((game / "outbox/0000-bob-invitation.txt").read_text().split())
    assert f"become impossible, {said}" in letter
    assert "- The board: Full board (4 and 5 seats). The small board and a strip of our own; not" in letter


def test_an_invitation_says_what_the_options_of_its_game_mean_and_nothing_of_other_values(tmp_path: Path) -> None:
    options = {"water": "face-down", "palms": "m7, b8 D3,H11,J3", "first-seat": TWO[1]}
    given = (part for name, value in options.items() for part in ("--option", f"{name}={value}"))
    assert adjudicate("new", tmp_path / "g1", *DESERT, *TWO, *given).code == 0
    (letter, *_) = (tmp_path / "g1" / "outbox").glob("*-invitation.txt")
    words = " ".join(letter.read_text(encoding="utf-8").split())

    assert "- water: face-down. The value of a token is drawn when somebody takes it" in words
    assert "- leader-order: clockwise. Every round of leaders goes from the first seat to the last. -" in words
    assert not any(other in words for other in ("serpentine", "caravan scores", "Every report counts"))

    # the set-up is made again by the letter, however its values were typed
    mails = tmp_path / "mails"
    shutil.copytree(tmp_path / "g1" / "turns" / "0000" / "reports", mails)
    shutil.copy(letter, mails)
    checked = adjudicate("verify-mail", mails)
    assert (checked.code, "the set-up was made again from its draws" in checked.out) == (0, True)


def test_editors_get_a_schema_and_a_lost_one_is_written_again(tmp_path: Path) -> None:
    game = found(tmp_path)
    schema = (game / MOVE_FILE_SCHEMA).read_bytes()
    assert (game / "outbox" / MOVE_FILE_SCHEMA).read_bytes() == schema
    form = adjudicate("form", game, "--seat", table_order(game)[0]).out
    assert form.startswith(f"# yaml-language-server: $schema={MOVE_FILE_SCHEMA}\n")
    document, _ = read_document(form.encode())
    assert document is not None
    assert Draft202012Validator(json.loads(schema)).is_valid(document.value)
    (game / MOVE_FILE_SCHEMA).unlink()
    assert adjudicate("verify", game).code == 0
    assert not (game / MOVE_FILE_SCHEMA).exists()
    assert adjudicate("run", game).code == 4
    assert (game / MOVE_FILE_SCHEMA).read_bytes() == schema


def test_the_invitation_to_a_game_by_rounds_says_nothing_of_what_nobody_is_asked(tmp_path: Path) -> None:
    game = tmp_path / "g1"
    seats = ("--seat", "ann", "--seat", "bob", "--seat", "cem")
    assert adjudicate("new", game, "--game", "catan", "--pacing", "round", *seats).code == 0
    letter = " ".join((game / "outbox" / "0000-ann-invitation.txt").read_text().split())
    assert "You have 3 days for a turn, counted from the report that asks for it." in letter
    assert "discards, the robber and proposals go by your orders" in letter
    assert not re.search("preroll|discard: |trade-hours|for a trade|votes", letter)
