"""``adjudicate check`` and ``adjudicate submit``: receipts, what counts, and what is kept where."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, LETTERS, adjudicate, copy_game, snapshot, token, write_file
from parts import turn_of

ANSWER_KEYS = ["file", "state", "seat", "turn", "in_force", "receipt", "problems", "forecast"]
PROBLEM_KEYS = ["code", "gravity", "file", "line", "column", "message"]
GOOD = ["place: pink I5", "place: yellow E6"]


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game for commands that only read; that it stays the same is tested below."""
    return copy_game("g42", tmp_path_factory.mktemp("untouched"))


@pytest.fixture(scope="module")
def letters(untouched: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One file of each kind, by what should come of it."""
    folder = tmp_path_factory.mktemp("letters")
    head = json.loads((turn_of(untouched, 6) / "reports.json").read_text())["head"]
    mine, others = token(untouched, "amira"), token(untouched, "bilal")

    def file(name: str, turn: int = 7, seat: str = "amira", orders: list[str] = GOOD, *more: str) -> Path:
        path = write_file(folder / f"{name}.yaml", "g42", turn, seat, orders, *more)
        with path.open("a") as written:
            written.write("" if any("token:" in line for line in more) else f"token: {mine}\n")
        return path

    return {
        "green": file("green", 7, "amira", GOOD, f"token: {mine}", f'after: "{head[:8]}"'),
        "long-head": file("long-head", 7, "amira", GOOD, f'after: "{head}"'),
        "yellow": file("yellow", 7, "amira", GOOD[:1]),
        "illegal": file("illegal", 7, "amira", ["place: pink D8", "place: blue D9", "place: yellow E6"]),
        "late": file("late", 6),
        "stale": file("stale", 5),
        "future": file("future", 8),
        "stale-head": file("stale-head", 7, "amira", GOOD, 'after: "00000000"'),
        "wrong-token": file("wrong-token", 7, "amira", GOOD, "token: sesame"),
        "others-token": file("others-token", 7, "amira", GOOD, f"token: {others}"),
        "stranger": file("stranger", 7, "zoe"),
        "misspelt-seat": file("misspelt-seat", 7, "amria"),
        "wrong-game": write_file(folder / "wrong-game.yaml", "g43", 7, "amira", GOOD),
        "misspelt": file("misspelt", 7, "amira", ["plcae: pink I5"]),
    }


@pytest.fixture(scope="module")
def answers(untouched: Path, letters: dict[str, Path]) -> dict[str, dict[str, object]]:
    """What one ``check`` of all the files says."""
    ran = adjudicate("check", untouched, "--json", "--now", BEFORE_DEADLINE, *letters.values())
    assert ran.code == 1  # refused for its content is worse than refused for its turn
    return dict(zip(letters, ran.json, strict=True))


def codes(answer: dict[str, object]) -> list[str]:
    problems = answer["problems"]
    assert isinstance(problems, list)
    return [problem["code"] for problem in problems]


@pytest.mark.parametrize(
    ("name", "state", "problems"),
    [
        ("green", "green", []),
        ("long-head", "green", []),
        ("yellow", "yellow", ["orders-missing"]),
        ("illegal", "red", ["not-next", "unknown-colour"]),
        ("late", "late", ["late-turn"]),
        ("stale", "stale", ["stale-turn"]),
        ("future", "stale", ["stale-turn"]),
        ("stale-head", "stale", ["stale-head"]),
        ("wrong-token", "red", ["wrong-token"]),
        ("others-token", "red", ["wrong-token"]),
        ("stranger", "red", ["unknown-seat"]),
        ("misspelt-seat", "red", ["unknown-seat"]),
        ("wrong-game", "red", ["wrong-game"]),
        ("misspelt", "red", ["unknown-order", "write-order"]),
    ],
)
def test_each_kind_of_file_gets_its_state(
    answers: dict[str, dict[str, object]], name: str, state: str, problems: list[str]
) -> None:
    assert (answers[name]["state"], codes(answers[name])) == (state, problems)


def test_json_of_check_is_a_list_with_the_promised_keys(
    untouched: Path, letters: dict[str, Path], answers: dict[str, dict[str, object]]
) -> None:
    alone = adjudicate("check", untouched, letters["illegal"], "--json").json
    assert isinstance(alone, list)
    assert list(alone[0]) == ANSWER_KEYS
    assert list(alone[0]["problems"][0]) == PROBLEM_KEYS
    assert alone[0]["problems"][0]["file"] == str(letters["illegal"])
    assert (alone[0]["problems"][0]["line"], alone[0]["problems"][0]["column"]) == (5, 12)
    assert {name: answer["in_force"] for name, answer in answers.items()} == {
        "green": "inbox/amira/02.yaml",
        "long-head": "inbox/amira/02.yaml",
        "yellow": "inbox/amira/02.yaml",
        "illegal": "inbox/amira/01.yaml",
        "late": "inbox/amira/01.yaml",
        "stale": "inbox/amira/01.yaml",
        "future": "inbox/amira/01.yaml",
        "stale-head": "inbox/amira/01.yaml",
        "wrong-token": None,
        "others-token": None,
        "stranger": None,
        "misspelt-seat": "inbox/amira/01.yaml",
        "wrong-game": None,
        "misspelt": "inbox/amira/01.yaml",
    }


@pytest.mark.parametrize(
    ("name", "code"),
    [("green", 0), ("yellow", 0), ("illegal", 1), ("late", 3), ("stale-head", 3), ("others-token", 3)],
)
def test_exit_codes(untouched: Path, letters: dict[str, Path], name: str, code: int) -> None:
    assert adjudicate("check", untouched, letters[name]).code == code


def test_words_name_file_line_column_gravity_and_what_would_work(untouched: Path, letters: dict[str, Path]) -> None:
    ran = adjudicate("check", untouched, letters["illegal"], "--now", BEFORE_DEADLINE)
    opening, first, second, *rest = ran.out.splitlines()
    assert opening == (
        "Sorry, Amira. This file cannot be used; your earlier orders for this turn still count. Here is why:"
    )
    assert first.startswith("illegal.yaml:5:12: illegal: place pink D8: D8 is not next to your pink caravan")
    assert "; legal pink hexes: " in first
    assert second.startswith("illegal.yaml:6:12: invalid: place blue D9: 'blue' is not a colour of this game")
    assert rest == [
        "",
        "On file:",
        "  Your orders stay as they are: place pink I5; place pink K8 or yellow E6 or yellow E5.",
        "  Your fallback orders stay as they are: place yellow E6 or pink I4 or red N7.",
        "",
        (
            "You can send another file until the turn runs. It runs when everybody has answered, or else after "
            "Tuesday 22 September 2026, 08:00 UTC."
        ),
        "This was only a check: nothing has been filed.",
    ]
    assert ran.err == f"{letters['illegal']}: red: refused for amira; in force: inbox/amira/01.yaml\n"
    misspelt = adjudicate("check", untouched, letters["misspelt"]).out
    assert "unknown order 'plcae'; did you mean 'place'?" in misspelt


def test_check_and_a_dry_submission_write_nothing(untouched: Path, letters: dict[str, Path]) -> None:
    before = snapshot(untouched)
    checked = adjudicate("check", untouched, *letters.values(), "--now", BEFORE_DEADLINE)
    dry = adjudicate("submit", untouched, letters["green"], "--dry-run", "--json", "--now", BEFORE_DEADLINE)
    refused = adjudicate("submit", untouched, letters["illegal"], "--dry-run")
    assert snapshot(untouched) == before
    assert (checked.code, dry.code, refused.code) == (1, 0, 1)
    assert list(dry.json) == ANSWER_KEYS
    assert dry.json["in_force"] == "inbox/amira/02.yaml"


def test_what_is_accepted_is_kept_with_its_receipt_and_without_its_token(
    g42: Path, letters: dict[str, Path], answers: dict[str, dict[str, object]]
) -> None:
    ran = adjudicate("submit", g42, letters["green"], "--json", "--now", BEFORE_DEADLINE)
    assert ran.code == 0
    assert ran.json == answers["green"]  # check said exactly what submit does
    secret = token(g42, "amira")
    kept = (g42 / "inbox" / "amira" / "02.yaml").read_text()
    assert kept == letters["green"].read_text().replace(secret, "'-'")
    receipt = json.loads((g42 / "inbox" / "amira" / "02.receipt.json").read_text())
    assert (receipt["receipt"], receipt["state"]) == (ran.json["receipt"], "green")
    for path in g42.rglob("*"):
        assert not path.is_file() or path.parent.name == "outbox" or secret not in path.read_text("latin-1"), path
    before = snapshot(g42)
    again = adjudicate("submit", g42, letters["green"], "--json", "--now", "2026-09-22T07:00:00Z")
    assert again == ran
    assert snapshot(g42) == before


def test_a_worse_file_never_displaces_a_better_one_and_is_kept_with_its_answer(
    g42: Path, letters: dict[str, Path]
) -> None:
    before = (g42 / "inbox" / "amira" / "01.yaml").read_bytes()
    for name, code in (("illegal", 1), ("stale-head", 3), ("late", 3), ("wrong-token", 3), ("misspelt", 1)):
        ran = adjudicate("submit", g42, letters[name], "--json", "--now", BEFORE_DEADLINE)
        assert ran.code == code
        kept = list((g42 / "refused").glob(f"*-{ran.json['receipt']}.yaml"))
        assert len(kept) == 1
        answer = json.loads(kept[0].with_suffix(".receipt.json").read_text())
        assert answer["state"] == ran.json["state"]
        assert [problem["code"] for problem in answer["problems"]] == codes(ran.json)
    assert [path.name for path in sorted((g42 / "inbox" / "amira").iterdir())] == ["01.receipt.json", "01.yaml"]
    assert (g42 / "inbox" / "amira" / "01.yaml").read_bytes() == before
    assert b"sesame" not in b"".join(path.read_bytes() for path in (g42 / "refused").iterdir())
    assert "; in force: inbox/amira/01.yaml" in adjudicate("submit", g42, letters["illegal"]).err
    assert adjudicate("verify", g42).code == 0


def test_yellow_takes_force_over_green(g42: Path, letters: dict[str, Path]) -> None:
    adjudicate("submit", g42, letters["green"], "--now", BEFORE_DEADLINE)
    ran = adjudicate("submit", g42, letters["yellow"], "--now", BEFORE_DEADLINE, "--json")
    assert (ran.code, ran.json["in_force"]) == (0, "inbox/amira/03.yaml")
    status = adjudicate("status", g42, "--json", "--now", BEFORE_DEADLINE).json[0]
    assert {"seat": "amira", "file": "yellow", "awaited": True} in status["seats"]
    assert "  amira: yellow, still awaited" in adjudicate("status", g42, "--now", BEFORE_DEADLINE).out


def test_a_finished_game_needs_no_orders(tmp_path: Path) -> None:
    game = copy_game("finished-2005", tmp_path)
    file = write_file(tmp_path / "f.yaml", "finished-2005", 18, "jamal", ["place: pink D9"])
    ran = adjudicate("submit", game, file, "--seat", "jamal", "--json")
    assert (ran.json["state"], codes(ran.json)) == ("needless", ["needless"])
    assert ran.code == 0


def test_the_moderator_says_whose_file_it_is(untouched: Path, tmp_path: Path) -> None:
    anonymous = tmp_path / "x.yaml"
    anonymous.write_text("game: g42\nturn: 7\norders: [place: pink I5, place: yellow E6]\n")
    nobody = adjudicate("check", untouched, anonymous, "--json")
    assert (nobody.code, codes(nobody.json[0])) == (1, ["no-seat"])
    signed = tmp_path / "signed.yaml"
    signed.write_text(anonymous.read_text() + f"token: {token(untouched, 'amira')}\n")
    amira = adjudicate("check", untouched, signed, "--json")
    assert (amira.code, amira.json[0]["state"], amira.json[0]["seat"]) == (0, "green", "amira"), "her token says it"
    amira = adjudicate("check", untouched, anonymous, "--seat", "amira", "--json")
    assert (amira.code, amira.json[0]["state"], amira.json[0]["seat"]) == (0, "green", "amira")
    shutil.copy(LETTERS / "chen.yaml", tmp_path)
    other = adjudicate("check", untouched, tmp_path / "chen.yaml", "--seat", "amira", "--json")
    assert (other.code, codes(other.json[0])) == (3, ["other-seat"])


def test_a_dash_is_standard_input(untouched: Path) -> None:
    words = ("check", untouched, "-", "--seat", "chen", "--json")
    ran = adjudicate(*words, stdin=(LETTERS / "chen.yaml").read_bytes())
    assert (ran.code, ran.json[0]["file"], ran.json[0]["state"]) == (0, "-", "green")
    assert adjudicate("check", untouched, "-", "--json", stdin=b"").json[0]["problems"][0]["code"] == "empty-file"


def test_odd_files_get_an_answer_with_a_place(untouched: Path, tmp_path: Path) -> None:
    odd = {
        "binary": bytes(range(256)) * 4,
        "huge": b"game: g42\n" * 1_000_000,
        "utf-16": "game: g42\n".encode("utf-16"),
        "bomb": b"a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n",
        "nested": b"[" * 60_000,
        "escape": b"game: \x1b]0;owned\x07\n",
    }
    for name, data in odd.items():
        (tmp_path / name).write_bytes(data)
    ran = adjudicate("check", untouched, *(tmp_path / name for name in odd), "--json")
    assert ran.code == 1
    for answer in ran.json:
        assert answer["state"] == "red"
        assert answer["problems"]
        assert all(problem["line"] >= 1 and problem["column"] >= 1 for problem in answer["problems"])
    words = adjudicate("check", untouched, *(tmp_path / name for name in odd))
    assert (words.out + words.err).replace("\n", "").isprintable()


def test_a_path_that_is_no_file_is_a_usage_error(untouched: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(LETTERS / "chen.yaml")
    for path in (tmp_path / "nothing", tmp_path, tmp_path / "pipe", tmp_path / "link", "/dev/zero"):
        ran = adjudicate("check", untouched, path)
        assert (ran.code, ran.out) == (2, ""), path


def test_a_file_that_cannot_be_read_keeps_no_other_from_its_answer(untouched: Path, tmp_path: Path) -> None:
    words = ("check", untouched, tmp_path / "nothing", LETTERS / "chen.yaml", "--seat", "chen")
    ran = adjudicate(*words)
    assert (ran.code, "Thanks, Chen." in ran.out, "cannot be read" in ran.err) == (2, True, True)
    told = adjudicate(*words, "--json").json
    assert [answer["state"] for answer in told] == ["red", "green"]


def test_odd_names_of_files_do_not_reach_the_terminal(untouched: Path, tmp_path: Path) -> None:
    odd = tmp_path / "a\x1b]0;owned\x07\udcffb.yaml"
    shutil.copy(LETTERS / "chen.yaml", odd)
    ran = adjudicate("check", untouched, odd, "--seat", "chen")
    assert ran.code == 0
    assert r"a\u{1b}]0;owned\u{7}\u{dcff}b.yaml: green" in ran.err
    assert (ran.out + ran.err).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("orders: [place: []]", "4:17"),
        ("orders: [{place: pink I5, if: {all: []}}]", "4:37"),
        ("orders: []\npress: [{to: [], text: x}]", "5:14"),
    ],
)
def test_an_empty_list_is_a_problem_with_a_place(untouched: Path, tmp_path: Path, text: str, where: str) -> None:
    (tmp_path / "f").write_text(f"game: g42\nturn: 7\nseat: amira\n{text}\n")
    ran = adjudicate("check", untouched, tmp_path / "f", "--seat", "amira")
    assert ran.code == 1
    assert f"\nf:{where}: invalid: " in ran.out
    assert "has 0 items; it needs at least 1" in ran.out


def test_a_later_file_keeps_the_fallback_that_an_earlier_one_sent(g42: Path, tmp_path: Path) -> None:
    first = write_file(tmp_path / "first.yaml", "g42", 7, "amira", GOOD, "fallback:", "  - place: pink I5")
    second = write_file(tmp_path / "second.yaml", "g42", 7, "amira", GOOD)
    for file in (first, second):
        assert adjudicate("submit", g42, file, "--seat", "amira", "--now", BEFORE_DEADLINE).code == 0
    assert adjudicate(g42, "--turn", "7", "--now", BEFORE_DEADLINE).code == 0
    turn = turn_of(g42, 7)
    agenda = json.loads((turn / "agenda.json").read_text())["amira"]
    assert [item["value"] for item in agenda["fallback"]] == ["pink I5"]
    counted = json.loads((turn / "private.json").read_text())["in_force"]["amira"]
    assert [name.rpartition("/")[2] for name in counted][-2:] == ["02.yaml", "03.yaml"]
    assert adjudicate("verify", g42).code == 0
