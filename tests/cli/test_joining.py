"""``new --level L2`` and ``start``: nobody begins without the others, and nobody's answer follows another's opening."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table, adjudicate
from cli.shell import AFTER_DEADLINE, SET_UP, snapshot, token
from jsonschema import Draft202012Validator

from adjudicator.nonces.keyring import join_game
from adjudicator.registry import find_resources

DESERT = "through-the-desert"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, DESERT)


def validate(name: str, value: object) -> None:
    schema = json.loads((Path(find_resources("schemas")) / f"{name}.json").read_text())
    Draft202012Validator(schema).validate(value)


def test_a_game_begins_when_everybody_has_joined_and_opened(table: Table) -> None:
    told = table.start("--json")
    validate("output/start", told.json)
    assert (told.code, told.json["stage"], told.json["awaiting"]) == (4, "joining", list(SEATS))
    for seat in SEATS:
        assert table.start().code == 4
        assert table.answer(seat, "join").code == 0
    told = table.start("--json")
    validate("output/start", told.json)
    assert (told.code, told.json["stage"], told.json["awaiting"]) == (4, "opening", list(SEATS))
    assert told.json["letters"] == [f"outbox/0000-{seat}-anchors.txt" for seat in SEATS]
    validate("joined", json.loads((table.path / "joined.json").read_text()))
    for seat in SEATS:
        assert table.start().code == 4
        assert table.answer(seat, "open").code == 0

    told = table.start("--json")

    validate("output/start", told.json)
    assert (told.code, told.json["stage"], told.json["awaiting"]) == (0, "started", [])
    assert sorted(told.json["seats"]) == list(SEATS)
    start = table.read("start.json", 0)
    validate("start", start)
    assert table.read("chance.json", 0)["mixes"] == {"0": {seat: start["seats"][seat]["opening"] for seat in SEATS}}
    assert table.verify("--reports", "--expect", told.json["head"]) == []
    assert not (table.path / "joined.json").exists()
    assert not list((table.path / "inbox").rglob("*.yaml"))
    again = table.start("--json")
    assert (again.code, again.json["stage"], again.json["head"]) == (0, "already", told.json["head"])


def test_the_openings_decide_the_set_up_and_the_secret_alone_does_not(tmp_path: Path) -> None:
    states = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        table = Table(tmp_path / name, DESERT)
        if name == "other":
            join_game(str(table.keyring("bob")), table.letter("bob", "invitation").read_text(), bytes)
        table.begin()
        states.append(table.read("state.json"))
    assert states[0] != states[1]


def test_before_it_has_begun_every_other_command_says_so(table: Table) -> None:
    for words in (
        ("run", table.path),
        (table.path, "--turn", "1"),
        ("run", table.path, "--force"),
        ("form", table.path, "--seat", "ann"),
        ("legal", table.path, "--seat", "ann"),
        ("show", table.path),
        ("dice", table.path),
        ("archive", table.path, "-o", table.folder / "archive.zip"),
        ("upgrade", table.path, "--check"),
    ):
        before = snapshot(table.path)
        ran = adjudicate(*words)
        assert (ran.code, ran.out) == (4, ""), words
        assert re.fullmatch(r"[^\n]*g has not started yet[^\n]*\n", ran.err), words
        assert snapshot(table.path) == before, words
    assert "not started, waits for seats to join; awaited: ann, bob and cid" in adjudicate("status", table.path).out
    told = adjudicate("status", table.path, "--json").json
    validate("output/status", told)
    assert (told[0]["turn"], [seat["awaited"] for seat in told[0]["seats"]]) == (-1, [True] * 3)
    assert "ok, not started yet" in adjudicate("verify", table.path).out


def test_what_everybody_joined_with_is_at_most_a_leftover_once_turn_0_has_it(table: Table) -> None:
    for seat in SEATS:
        table.answer(seat, "join")
    table.start()
    joined = (table.path / "joined.json").read_bytes()
    for seat in SEATS:
        table.answer(seat, "open")
    table.start()
    place = table.path / "joined.json"
    for text, finding in (
        (b"garbage", "joined.json: not what the program writes"),
        (joined.replace(b"ann", b"bob"), "joined.json: not written as the program writes it"),
        (re.sub(rb"[0-9a-f]{64}", b"0" * 64, joined), "joined.json: not with what the seats have joined"),
    ):
        place.write_bytes(text)
        place.chmod(0o600)
        (found,) = table.verify()
        assert found.startswith(finding)
    place.write_bytes(joined)
    told = adjudicate("verify", table.path, "--json").json
    assert told["findings"] == []
    assert told["remarks"] == ["joined.json: left by an interrupted command; the next run removes it"]
    table.play(1)
    assert not place.exists()


def test_new_says_that_nothing_has_begun(tmp_path: Path) -> None:
    ran = adjudicate("new", tmp_path / "g", "--game", DESERT, "--seat", "a", "--seat", "b", "--level", "L2", "--json")
    validate("output/new", ran.json)
    assert (ran.json["turn"], ran.json["head"]) == (None, None)
    assert not (tmp_path / "g" / "turns").exists()


@pytest.mark.parametrize("wish", [["--seat", "a"], ["--seat", "a", "--seat", "b", "--option", "taken-water=wet"]])
def test_a_plan_that_cannot_be_is_refused_before_anybody_joins(tmp_path: Path, wish: list[str]) -> None:
    assert adjudicate("new", tmp_path / "g", "--game", DESERT, "--level", "L2", *wish).code == 2
    assert not (tmp_path / "g").exists()


def test_a_game_of_level_one_has_nothing_to_start(tmp_path: Path) -> None:
    adjudicate("new", tmp_path / "g", "--game", DESERT, "--seat", "a", "--seat", "b")
    assert adjudicate("start", tmp_path / "g").code == 0


def test_files_may_be_dropped_into_the_inbox(table: Table) -> None:
    for action in ("join", "open"):
        for seat in SEATS:
            folder = table.path / "inbox" / seat
            folder.mkdir(parents=True, exist_ok=True)
            folder.joinpath("mail.txt").write_bytes(table.write_answer(seat, action).read_bytes())
        assert table.start().code == (4 if action == "join" else 0)
    assert table.newest() == 0


def write(table: Table, text: str) -> Path:
    file = table.folder / "answer.yaml"
    file.write_text(text)
    return file


def submit(table: Table, text: str) -> tuple[int, str, list[str]]:
    ran = adjudicate("submit", table.path, write(table, text), "--now", SET_UP, "--json")
    validate("output/submit", ran.json)
    return ran.code, ran.json["state"], [problem["code"] for problem in ran.json["problems"]]


ANCHOR, PLEDGE = f'anchor: "{"1" * 64}"\n', f'commitment: "{"2" * 64}"\n'


@pytest.mark.parametrize(
    ("text", "code", "problem"),
    [
        ("game: other\nseat: ann\n" + ANCHOR + PLEDGE, 1, "wrong-game"),
        ("game: g\nseat: dan\n" + ANCHOR + PLEDGE, 1, "unknown-seat"),
        ("game: g\n" + ANCHOR + PLEDGE, 1, "no-seat"),
        ("game: g\nseat: ann\ntoken: guess\n" + ANCHOR + PLEDGE, 3, "wrong-token"),
        ("game: g\nseat: ann\n" + ANCHOR, 1, "missing-key"),
        ("game: g\nseat: ann\nanchor: 12\n" + PLEDGE, 1, "wrong-type"),
        ("game: g\nseat: ann\nanchor: '12'\n" + PLEDGE, 1, "wrong-form"),
        ("game: g\nseat: ann\ncolour: red\n" + ANCHOR + PLEDGE, 1, "unknown-key"),
        ("game: g\nturn: 1\nseat: ann\norders: []\n", 1, "not-started"),
        ("game: g\nseat: ann\n" + ANCHOR + PLEDGE, 3, "no-token"),
        (f"game: g\nseat: ann\ntoken: TOKEN\nopening: '{'3' * 64}'\n", 3, "not-all-joined"),
        ("- 1\n", 1, "no-keys"),
        ("", 1, "empty-file"),
    ],
)
def test_what_cannot_be_joined_with_is_refused_and_keeps_nobody_waiting_less(
    table: Table, text: str, code: int, problem: str
) -> None:
    text = text.replace("TOKEN", token(table.path, "ann"))
    ran = submit(table, text)
    assert (ran[0], ran[2]) == (code, [problem])
    assert table.start("--json").json["awaiting"] == list(SEATS)
    checked = adjudicate("check", table.path, write(table, text), "--json")
    assert [one["code"] for one in checked.json[0]["problems"]] == [problem]


def test_nobody_joins_with_what_is_anothers(table: Table) -> None:
    table.answer("ann", "join")
    stolen = table.write_answer("ann", "join").read_text().replace("seat: ann", "seat: bob")
    stolen = re.sub(r"token: .*", f"token: {token(table.path, 'bob')}", stolen)
    assert submit(table, stolen) == (1, "red", ["taken-anchor", "taken-anchor"])


def test_a_token_is_never_kept(table: Table) -> None:
    table.answer("ann", "join")
    kept = (table.path / "inbox" / "ann" / "01.yaml").read_text()
    assert token(table.path, "ann") not in kept
    assert "token: '-'" in kept


def test_until_the_anchors_are_published_a_seat_may_join_again_and_then_no_more(table: Table) -> None:
    table.answer("ann", "join")
    text = f"game: g\nseat: ann\ntoken: {token(table.path, 'ann')}\n{ANCHOR}{PLEDGE}"
    assert submit(table, text)[:2] == (0, "green")
    for seat in ("bob", "cid"):
        table.answer(seat, "join")
    table.start()
    listed = json.loads((table.path / "joined.json").read_text())["seats"]
    assert listed["ann"] == {"anchor": "1" * 64, "commitment": "2" * 64}
    assert submit(table, text.replace("1" * 64, "4" * 64)) == (3, "late", ["anchors-published"])
    assert json.loads((table.path / "joined.json").read_text())["seats"] == listed
    assert table.nonces("ann", "open", table.letter("ann", "anchors")).code == 3
    assert table.nonces("bob", "open", table.letter("bob", "anchors")).code == 0


def test_only_what_was_committed_to_opens(table: Table) -> None:
    for seat in SEATS:
        table.answer(seat, "join")
    table.start()
    mine = f"token: {token(table.path, 'ann')}\n"
    assert submit(table, f"game: g\nseat: ann\n{mine}opening: '{'3' * 64}'\n") == (1, "red", ["wrong-opening"])
    of_bob = re.sub("token: .*\n", mine, table.write_answer("bob", "open").read_text())
    assert submit(table, of_bob.replace("seat: bob", "seat: ann")) == (1, "red", ["wrong-opening"])
    assert table.start("--json").json["awaiting"] == list(SEATS)


def test_a_dry_run_changes_nothing(table: Table) -> None:
    for action in ("join", "open"):
        for seat in SEATS:
            table.answer(seat, action)
        before = snapshot(table.path)
        stage = table.start("--dry-run", "--json").json["stage"]
        assert stage == {"join": "opening", "open": "started"}[action]
        assert snapshot(table.path) == before
        table.start()


def test_letters_that_were_sent_are_not_written_again(table: Table) -> None:
    for seat in SEATS:
        table.answer(seat, "join")
    table.start()
    (table.path / "sent").mkdir(mode=0o700)
    table.letter("ann", "anchors").rename(table.path / "sent" / "0000-ann-anchors.txt")
    table.letter("bob", "anchors").unlink()
    assert table.start("--json").json["letters"] == ["outbox/0000-bob-anchors.txt"]


def test_verify_finds_what_was_changed_before_the_beginning(table: Table) -> None:
    for seat in SEATS:
        table.answer(seat, "join")
    table.start()
    path = table.path / "joined.json"
    data = path.read_text()
    path.write_text(data.replace(json.loads(data)["seats"]["bob"]["anchor"], "0" * 64))
    assert table.verify() == ["joined.json: bob is listed with something other than its file says, inbox/bob"]
    path.write_text("{}")
    assert table.verify() == ["joined.json: not what the program writes: it has no 'seats'"]
    assert table.start().code == 1
    path.write_text(data)
    (table.path / "private" / "secret").write_text("14" * 32 + "\n")
    assert table.verify() == ["private/secret: not the secret that was fixed before the game"]


def test_status_goes_from_joining_to_play(table: Table) -> None:
    for seat in SEATS:
        table.answer(seat, "join")
    assert "all are in: ready to start" in adjudicate("status", table.path).out
    table.start()
    assert (
        "waits for openings; awaited: ann, bob and cid" in adjudicate("status", table.path, "--now", AFTER_DEADLINE).out
    )


def test_a_charter_that_everybody_joined_by_is_not_changed_before_the_game_begins(table: Table) -> None:
    for seat in SEATS:
        assert table.answer(seat, "join").code == 0
    charter = table.path / "game.yaml"
    kept = charter.read_text()
    assert table.start().code == 4
    charter.write_text(kept.replace("pacing: round", "pacing: seat"))
    assert charter.read_text() != kept
    for ran in (table.start(), table.start("--dry-run"), adjudicate("submit", table.path, charter, "--seat", "ann")):
        says = "damaged: game.yaml: not the one that everybody joined with, as joined.json has it; put back"
        assert (ran.code, says in ran.err) == (1, True), ran
    assert table.verify() == ["game.yaml: not the one that everybody joined with, as joined.json has it"]
    charter.write_text(kept)
    for seat in SEATS:
        assert table.answer(seat, "open").code == 0
    assert table.start().code == 0
    assert table.verify() == []


def test_what_has_not_begun_has_no_turn_to_unpack(table: Table) -> None:
    ran = adjudicate("unpack", table.path, "--turn", 0, table.folder / "new")
    assert (ran.code, "there is no turn 0; the game has none yet" in ran.err) == (2, True), ran


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("private/secret", "1616", "1617", "private/secret: not the secret that was fixed before the game"),
        ("game.yaml", 'public_root: "', 'public_root: "0', "game.yaml: the public root does not belong to the secret"),
        ("game.yaml", "seats:", "seats: []\nseats:", "game.yaml: not a charter, see line "),
        ("private/seats.json", "{", "[", "private/seats.json: unreadable"),
    ],
)
def test_no_anchors_are_published_that_no_game_can_begin_with(
    table: Table, name: str, old: str, new: str, told: str
) -> None:
    """Who has opened his commitment cannot begin again with it."""
    for seat in SEATS:
        assert table.answer(seat, "join").code == 0
    sound = (table.path / name).read_text()
    (table.path / name).write_text(sound.replace(old, new, 1))
    before = snapshot(table.path)
    for words in (("--dry-run",), ()):
        ran = table.start(*words)
        assert (ran.code, f"damaged: {told}" in ran.err) == (1, True), ran
        assert snapshot(table.path) == before
    (table.path / name).write_text(sound)
    assert table.start("--json").json["stage"] == "opening"


def write_mail(text: str) -> bytes:
    return f"From: Ann <ann@example.org>\nTo: table@example.org\nSubject: Re: g\n\n{text}".encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("Hello, here is my file.\n\n", "\nBest wishes\nAnn\n"),
        ("", "\nOn Monday Ben wrote:\n> You are invited to this game.\n> game: g\n> seat: ann\n> token:\n"),
        ("Hi\n\n", "\n-- \nAnn\n"),
    ],
)
def test_a_join_file_is_found_among_what_else_an_email_says(before: str, after: str, table: Table) -> None:
    for action in ("join", "open"):
        for seat in SEATS:
            file = table.write_answer(seat, action)
            if seat != "ann":
                adjudicate("submit", table.path, file, "--now", SET_UP)
                continue
            mail = table.folder / f"{action}.eml"
            mail.write_bytes(write_mail(f"{before}{file.read_text()}{after}"))
            (told,) = adjudicate("receive", table.folder, mail, "--json", "--now", SET_UP).json
            assert (told["place"], told["state"]) == ("processed", "green"), told
        table.start()
    assert table.start("--json").json["stage"] == "already"
    assert table.verify("--reports") == []


def test_the_reports_of_turn_0_are_no_letters_with_anchors(table: Table) -> None:
    seats = json.loads((table.path / "private" / "seats.json").read_text())
    seats["ann"]["address"] = "ann@example.org"
    (table.path / "private" / "seats.json").write_text(json.dumps(seats))
    for action in ("join", "open"):
        for seat in SEATS:
            if (seat, action) == ("ann", "open"):
                letter = table.path / "outbox" / "0000-ann-anchors.eml"
                table.nonces(seat, action, letter, "-o", table.folder / "open.yaml")
                adjudicate("submit", table.path, table.folder / "open.yaml", "--now", SET_UP)
            else:
                table.answer(seat, action)
        said = table.start().out
    assert "\n  letters to send:\n" in said, said
    assert "0000-ann-report.eml\n" in said
    assert "anchors" not in said


def test_the_receipt_of_a_join_file_says_what_comes_next(table: Table) -> None:
    said = table.answer("ann", "join").out
    assert said.startswith(
        "Thanks, Ann. Your file is valid.\nYou will get another letter when everybody has sent such a file.\n"
    ), said
