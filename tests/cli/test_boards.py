"""A board of one's own: judged by ``board``, played by ``new``, and kept by the record byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shell import adjudicate

from adjudicator.rules.through_the_desert.boards import load_board
from adjudicator.rules.through_the_desert.boards.review import write_board
from adjudicator.store.charter import read_charter, write_charter

NEW = ("--game", "through-the-desert", "--seat", "amira", "--seat", "bilal", "--now", "2026-01-01T00:00:00Z")
OWN = write_board(load_board("full")).replace("title: Full board", "title: Our “old” copy: #1")
RIVER = write_board(load_board("full-river"))


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "mine.txt"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_a_board_is_drawn_and_judged(board: str) -> None:
    ran = adjudicate("board", board)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Our “old” copy: #1 (4 and 5 seats)\n")
    assert " 3    b3   &d3&   f3~" in ran.out
    assert ran.out.endswith("mine.txt: can be played with 2, 3, 4 or 5 seats\n")


def test_errors_are_told_by_line_and_column_and_the_exit_code_is_1(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(OWN.replace(" e1 ", " e7 "), encoding="utf-8")

    ran = adjudicate("board", "bad.txt", cwd=tmp_path)

    assert (ran.code, ran.out) == (1, "bad.txt: cannot be played\n")
    assert ran.err == "bad.txt:7:16: error: e7 stands where E1 is\n"


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"title: x\n \xff\n")

    ran = adjudicate("board", "bad.txt", cwd=tmp_path)

    assert (ran.code, ran.err) == (1, "bad.txt:2:2: error: not UTF-8; save the file as UTF-8\n")


def test_a_board_is_made_from_a_seed_and_can_be_played(tmp_path: Path) -> None:
    made = adjudicate("board", "--random", "--seed", "5eed", "--side", "river")
    (tmp_path / "made.txt").write_text(made.out, encoding="utf-8")

    judged = adjudicate("board", "made.txt", cwd=tmp_path)

    assert made.out == adjudicate("board", "--random", "--seed", "05eed", "--side", "river").out
    assert (made.code, judged.code, judged.err) == (0, 0, "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "give either FILE or --random"),
        (("x.txt", "--random", "--seed", "1"), "give either FILE or --random"),
        (("--random",), "any hex digits will do"),
        (("--random", "--seed", "xyz"), "'xyz' is not hex"),
        (("--random", "--seed", "1", "--side", "moon"), "'moon' is not one of mountain or river"),
        (("x.txt", "--seats", "6"), "is for 2 to 5 seats"),
        (("x.txt", "--game", "catan"), "catan has no boards as files"),
        (("x.txt", "--side", "river"), "goes with --random only"),
        (("nowhere.txt",), "nowhere.txt: there is no such file"),
    ],
)
def test_odd_words_are_usage_errors(arguments: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    ran = adjudicate("board", *arguments, cwd=tmp_path)

    assert ran.code == 2
    assert complaint in " ".join(ran.err.split())


def test_a_game_keeps_its_board_and_verifies(board: str, tmp_path: Path) -> None:
    game = tmp_path / "g1"

    ran = adjudicate("new", str(game), *NEW, "--board", board)

    assert (ran.code, ran.err) == (0, "")
    charter = read_charter((game / "game.yaml").read_bytes())
    assert charter.setting.options["board"] == OWN
    assert write_charter(charter) == (game / "game.yaml").read_bytes()
    letter = (game / "outbox" / "0000-amira-invitation.txt").read_text(encoding="utf-8")
    assert f"- board: the text between the two lines below. Your group's own board.\n{'-' * 40}\n{OWN}" in letter
    assert "S1" not in json.loads(adjudicate("show", str(game), "--format", "json").out)["view"]["board"]["hexes"]
    assert adjudicate("verify", str(game), "--reports").code == 0
    mails = adjudicate("verify-mail", str(game / "turns" / "0000" / "reports"), str(game / "outbox"))
    assert mails.code == 0, mails


def test_an_archive_brings_the_board_back(board: str, tmp_path: Path) -> None:
    adjudicate("new", "g1", *NEW, "--board", board, cwd=tmp_path)

    assert adjudicate("archive", "g1", "-o", "g1.zip", cwd=tmp_path).code == 0
    assert adjudicate("import", "g1.zip", "again", cwd=tmp_path).code == 0

    assert (tmp_path / "again" / "game.yaml").read_bytes() == (tmp_path / "g1" / "game.yaml").read_bytes()
    assert adjudicate("verify", "again", cwd=tmp_path).code == 0


def test_a_board_made_at_random_is_drawn_and_drawn_again(tmp_path: Path) -> None:
    assert adjudicate("new", "g1", *NEW, "--board", "random", cwd=tmp_path).code == 0

    assert adjudicate("verify", "g1", "--reports", cwd=tmp_path).code == 0
    dice = adjudicate("dice", "g1", cwd=tmp_path)
    assert dice.code == 0, dice
    invitation = (tmp_path / "g1" / "outbox" / "0000-amira-invitation.txt").read_text(encoding="utf-8")
    assert "The board is made at random in the set-up" in invitation


@pytest.mark.parametrize(
    ("text", "options", "code", "complaint"),
    [
        (OWN.replace("&b8&", " b8 ").replace("&d3&", " d3 "), (), 1, "error: 4 palm spaces (&&)"),
        ("nonsense\n", (), 1, "two lines of column letters go before the map"),
        (
            OWN,
            ("--edition", "manual", "--option", "side=river"),
            2,
            "does not go with side=river, since it has no river",
        ),
        (RIVER, (), 2, "does not go with edition 2005, since it has a river; manual and allplay have"),
        (RIVER, ("--edition", "allplay"), 2, "does not go with side=mountain, since it has a river; take side=river"),
        (OWN, ("--option", "board=house"), 2, "--option board and --board both name the board; give one of them"),
    ],
    ids=["unfit", "no board", "no river", "no side", "a river", "twice"],
)
def test_a_board_that_does_not_fit_is_refused_and_nothing_is_written(
    text: str, options: tuple[str, ...], code: int, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")

    ran = adjudicate("new", "g1", *NEW, "--board", "mine.txt", *options, cwd=tmp_path)

    assert (ran.code, ran.out) == (code, "")
    assert complaint in ran.err
    assert not (tmp_path / "g1").exists()


def test_remarks_hinder_nobody(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(OWN.replace("q1~", "q1 "), encoding="utf-8")

    ran = adjudicate("new", "g1", *NEW, "--board", "mine.txt", cwd=tmp_path)

    assert ran.code == 0
    assert "remark: the board has 31 pools; a printed one has 32" in ran.err
