"""Who may speak for a seat: its token, or a moderator who says whose file it is. And whom a file cannot pass for."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.level_two import SEATS, Table
from cli.level_two import adjudicate as adjudicate_here
from cli.shell import SOON, TOO_LATE, adjudicate, found, legal_leaders, snapshot, table_order, token, write_file

from adjudicator.ledger import inputs


class Case(NamedTuple):
    """A file of the game ``toy`` in which ann and bob sit, with ``token`` in it, and what is answered to it.

    ``by_hand`` is for whom the moderator hands it in; the answer is ``state`` and the first code of a problem.
    """

    name: str
    token: str
    by_hand: str
    code: int
    state: str
    told: str = ""


CASES = (
    Case("1. ann's file with ann's token is ann's", "token: ANN", "", 0, "green"),
    Case("2. without a token it is nobody's", "", "", 3, "red", "no-token"),
    Case("3. a form whose token was not filled in has none", "token:", "", 3, "red", "no-token"),
    Case("4. bob's token speaks for bob alone", "token: BOB", "", 3, "red", "wrong-token"),
    Case("5. a token guessed is wrong", "token: 0123456789abcdef0123456789abcdef", "", 3, "red", "wrong-token"),
    Case("6. a token in a comment is no token", "# token: ANN", "", 3, "red", "no-token"),
    Case("7. what is kept of a file has no token any more", "token: '-'", "", 3, "red", "no-token"),
    Case("8. the moderator knows whom the file is from", "", "ann", 0, "green"),
    Case("9. he cannot know better than the file", "", "bob", 3, "red", "other-seat"),
    Case("10. nor better than a token that is wrong", "token: BOB", "ann", 3, "red", "wrong-token"),
    Case("11. what is kept of a file may be handed in again", "token: '-'", "ann", 0, "green"),
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return found(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def game(toy: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(toy, tmp_path / "toy"))


def write(game: Path, seat: str, turn: int, *more: str, spot: int = 0) -> Path:
    """A file of ``seat`` for ``turn`` with its first legal leader, and the lines ``more``."""
    path = game.parent / f"{seat}.yaml"
    return write_file(path, "toy", turn, seat, [f"leader: {legal_leaders(game, seat)[spot]}"], *more)


def codes(answer: dict[str, object]) -> list[str]:
    problems = answer["problems"]
    assert isinstance(problems, list)
    return [problem["code"] for problem in problems]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_whose_file_it_is(game: Path, case: Case) -> None:
    line = case.token.replace("ANN", token(game, "ann")).replace("BOB", token(game, "bob"))
    file = write(game, "ann", 1, *([line] if line else []))
    words = ("--seat", case.by_hand) if case.by_hand else ()
    checked = adjudicate("check", game, file, *words, "--now", SOON, "--json")
    submitted = adjudicate("submit", game, file, *words, "--now", SOON, "--json")
    assert checked.json == [submitted.json]
    assert (checked.code, submitted.code, submitted.json["state"]) == (case.code, case.code, case.state)
    assert codes(submitted.json)[:1] == ([case.told] if case.told else [])
    assert [path.name for path in game.glob("inbox/*/*.yaml")] == (["01.yaml"] if case.code == 0 else [])
    assert len(list(game.glob("refused/unknown-*.yaml"))) == (case.code != 0)
    assert adjudicate("verify", game).code == 0


def test_the_inbox_folder_of_a_seat_is_the_moderators_word_too(game: Path) -> None:
    for seat, name in (("ann", "mail.yaml"), ("bob", "ann.yaml")):
        (game / "inbox" / seat).mkdir(parents=True)
        shutil.copy(write(game, "ann", 1), game / "inbox" / seat / name)
    ran = adjudicate("run", game, "--now", SOON)
    assert "inbox/ann/mail.yaml: green: accepted for ann" in ran.out + ran.err
    assert "the file says seat 'ann', but it was submitted for 'bob'" in ran.out + ran.err
    assert [path.name for path in game.glob("inbox/*/*.yaml")] == ["01.yaml"]


def test_a_refusal_says_what_would_work_for_the_player_and_for_the_moderator(game: Path) -> None:
    file = write(game, "ann", 1)
    ran = adjudicate("submit", game, file, "--now", SOON)
    assert ran.out.splitlines()[1] == (
        f"{file.name}:3:7: invalid: nothing shows that this file is from ann; copy the line with your token from your "
        "invitation into it"
    )
    assert ran.err.startswith(f"{file}: red: refused, receipt ")
    assert ran.err.endswith("; if you know that it is from ann, add --seat ann\n")
    file.write_text(f"{file.read_text()}token: {token(game, 'ann')}\n")
    assert adjudicate("submit", game, file, "--now", SOON).code == 0
    assert adjudicate("submit", game, write(game, "bob", 1), "--seat", "bob", "--now", SOON).code == 0


def test_a_file_of_nobody_is_told_nothing_that_its_seat_knows(game: Path) -> None:
    """What is wrong with the orders may tell what the seat holds, and the answer goes to whoever sent the file."""
    file = write_file(game.parent / "f", "toy", 1, "ann", ["leader: pink A1", "lead: pink B3"])
    assert codes(adjudicate("check", game, file, "--json").json[0]) == ["no-token", "unknown-order"]
    known = codes(adjudicate("check", game, file, "--seat", "ann", "--json").json[0])
    assert known == ["unknown-hex", "unread-later"]


def test_the_same_bytes_are_refused_from_whoever_has_no_token_though_they_are_on_file(game: Path) -> None:
    file = write(game, "ann", 1)
    assert adjudicate("submit", game, file, "--seat", "ann", "--now", SOON).code == 0
    again = adjudicate("submit", game, file, "--now", SOON, "--json")
    assert (again.code, again.json["seat"], codes(again.json)) == (3, None, ["no-token"])


def test_a_seat_that_sends_tokens_is_told_of_every_file_without_one(game: Path) -> None:
    ann, bob = (f"token: {token(game, seat)}" for seat in ("ann", "bob"))
    first = adjudicate("submit", game, write(game, "ann", 1, ann), "--now", SOON, "--json")
    assert (first.json["state"], codes(first.json)) == ("green", [])
    for spot in (5, 9):
        by_hand = adjudicate("submit", game, write(game, "ann", 1, spot=spot), "--seat", "ann", "--now", SOON, "--json")
        assert (by_hand.json["state"], codes(by_hand.json)) == ("yellow", ["token-left-out"])
        (problem,) = by_hand.json["problems"]
        assert (problem["line"], problem["column"]) == (3, 7)
        assert problem["message"] == (
            "your earlier files had your token, and this one has none; if you did not send it, tell the moderator"
        )
        receipt = json.loads((game / by_hand.json["in_force"]).with_suffix(".receipt.json").read_text())
        assert [told["code"] for told in receipt["problems"]] == ["token-left-out"]
    shutil.copy(write(game, "ann", 1, spot=12), game / "inbox" / "ann" / "mail.yaml")
    dropped = adjudicate("run", game, "--now", SOON)
    assert "mail.yaml:3:7: remark: your earlier files had your token" in dropped.out + dropped.err
    again = adjudicate("submit", game, write(game, "ann", 1, ann, spot=14), "--now", SOON, "--json")
    assert (again.json["state"], codes(again.json)) == ("green", [])
    other = adjudicate("submit", game, write(game, "bob", 1, spot=30), "--seat", "bob", "--now", SOON, "--json")
    assert (other.json["state"], codes(other.json)) == ("green", [])
    last = adjudicate("submit", game, write(game, "bob", 1, bob, spot=31), "--now", SOON, "--json")
    assert (last.json["state"], codes(last.json)) == ("green", [])


def test_after_very_many_turns_of_silence_a_seat_begins_anew(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = table_order(game)
    assert adjudicate("submit", game, write(game, one, 1, f"token: {token(game, one)}"), "--now", SOON).code == 0
    for _ in range(3):
        assert adjudicate("run", game, "--force", "--now", TOO_LATE).code == 0
    file = write(game, one, 4)
    for turns, told in ((3, ["token-left-out"]), (2, [])):
        monkeypatch.setattr(inputs, "LOOKED_BACK", turns)
        ran = adjudicate_here("check", game, file, "--seat", one, "--json")
        assert codes(ran.json[0]) == told, turns


def test_turns_later_it_is_told_all_the_same(game: Path) -> None:
    one, other = table_order(game)
    file = write(game, one, 1, f"token: {token(game, one)}")
    assert adjudicate("submit", game, file, "--now", SOON).code == 0
    for _ in range(3):
        assert adjudicate("run", game, "--force", "--now", TOO_LATE).code == 0
    for seat, wanted in ((one, ["token-left-out"]), (other, [])):
        file = write(game, seat, 4, spot=len(legal_leaders(game, seat)) // 2)
        ran = adjudicate("submit", game, file, "--seat", seat, "--now", TOO_LATE, "--json")
        assert (ran.code, codes(ran.json)) == (0, wanted)
    assert adjudicate("verify", game).code == 0


def test_a_submission_that_was_interrupted_before_its_receipt_is_filed_though_its_token_is_blanked(game: Path) -> None:
    line = game / "private" / "status.json"
    before = line.read_bytes() if line.exists() else None
    assert adjudicate("submit", game, write(game, "ann", 1, f"token: {token(game, 'ann')}"), "--now", SOON).code == 0
    (game / "inbox" / "ann" / "01.receipt.json").unlink()
    line.unlink() if before is None else line.write_bytes(before)
    ran = adjudicate("run", game, "--now", SOON)
    assert "inbox/ann/01.yaml: green: accepted for ann" in ran.out + ran.err
    assert "; in force: inbox/ann/01.yaml" in ran.out + ran.err


def test_joining_and_opening_need_the_token_as_well(tmp_path: Path) -> None:
    table = Table(tmp_path, "through-the-desert")
    for action in ("join", "open"):
        for seat in SEATS:
            file = table.write_answer(seat, action)
            text = file.read_text()
            for other in SEATS:
                line = f'token: "{token(table.path, other)}"' if other != seat else "# no token"
                file.write_text(text.replace(f'token: "{token(table.path, seat)}"', line))
                before = {name: kept for name, kept in snapshot(table.path).items() if name.startswith("inbox")}
                ran = adjudicate_here("submit", table.path, file, "--now", SOON, "--json")
                told = "wrong-token" if other != seat else "no-token"
                assert (ran.code, ran.json["state"], codes(ran.json)) == (3, "red", [told])
                after = {name: kept for name, kept in snapshot(table.path).items() if name.startswith("inbox")}
                assert after == before
            file.write_text(text)
            assert adjudicate_here("submit", table.path, file, "--now", SOON).code == 0
        table.start()
    assert table.newest() == 0


def test_a_game_from_an_archive_has_no_tokens_and_says_what_works(tmp_path: Path, game: Path) -> None:
    file = write(game, "ann", 1, f"token: {token(game, 'ann')}")
    assert adjudicate("archive", game, "-o", tmp_path / "toy.zip").code == 0
    assert adjudicate("import", tmp_path / "toy.zip", tmp_path / "there").code == 0
    assert codes(adjudicate("check", tmp_path / "there", file, "--json").json[0]) == ["wrong-token"]
    file = write(game, "ann", 1)
    assert codes(adjudicate("check", tmp_path / "there", file, "--json").json[0]) == ["no-token"]
    by_hand = adjudicate("submit", tmp_path / "there", file, "--seat", "ann", "--now", SOON, "--json")
    assert (by_hand.json["state"], codes(by_hand.json)) == ("green", [])


ALIKE = (
    ("rn", "m"), ("ann", "a-nn"), ("vv", "w"), ("l1", "ll"), ("o0", "oo"), ("a-b", "ab"), ("clora", "dora"),
    ("bob", "b0b"), ("vvv", "wv"), ("vw", "wv"), ("marn-1", "rnaml"), ("tom0", "torno"),
)  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_seats_that_look_alike_cannot_sit_at_one_table(tmp_path: Path, one: str, other: str) -> None:
    for seats in ((one, other, "zoe"), ("zoe", other, one)):
        named = [part for seat in seats for part in ("--seat", seat)]
        ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", *named)
        assert (ran.code, ran.out) == (2, "")
        assert f"seats {min(one, other)!r} and {max(one, other)!r} look alike" in ran.err
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize("seat", ["con", "prn", "aux", "nul", "com0", "com9", "lpt1"])
def test_a_seat_whose_folder_windows_could_not_have_is_refused(tmp_path: Path, seat: str) -> None:
    ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", "--seat", seat, "--seat", "zoe")
    assert (ran.code, f"{seat!r} cannot be a seat: on Windows it is a device" in ran.err) == (2, True)


@pytest.mark.parametrize("seat", ["you", "everybody", "house", "others"])
def test_no_seat_is_called_what_reports_call_somebody_else(seat: str, tmp_path: Path) -> None:
    ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", "--seat", seat, "--seat", "ann")
    assert (ran.code, f"{seat!r} cannot be a seat: reports use that word" in ran.err) == (2, True)


@pytest.mark.parametrize(("seat", "taken"), [("rnoderator", "moderator"), ("pub1ic", "public"), ("a-ll", "all")])
def test_a_seat_that_looks_like_a_reader_who_is_no_seat_is_refused(tmp_path: Path, seat: str, taken: str) -> None:
    ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", "--seat", seat, "--seat", "zoe")
    assert (ran.code, f"seat {seat!r} looks like {taken!r}" in ran.err) == (2, True)


def test_names_that_only_resemble_each_other_are_taken(tmp_path: Path) -> None:
    seats = ("ann", "anna", "hanna", "ian", "lan")
    named = [part for seat in seats for part in ("--seat", seat)]
    assert adjudicate("new", tmp_path / "g", "--game", "through-the-desert", *named).code == 0


def test_everything_that_is_wrong_with_names_is_said_at_once(tmp_path: Path) -> None:
    named = [part for seat in ("Ann", "con", "rn", "m=nobody@") for part in ("--seat", seat)]
    ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", *named)
    for words in ("'Ann' cannot be an id", "'con' cannot be a seat", "the address of m", "'m' and 'rn' look alike"):
        assert words in ran.err
