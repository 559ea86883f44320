"""Names of people and a time zone, from ``new`` on: who is called by them, what is refused, and what stays with ids."""

from __future__ import annotations

import json
import re
import shutil
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from cli.shell import SET_UP, SOON, TOO_LATE, adjudicate, found, head, table_order, token
from parts import turn_of

from adjudicator.core.printing import isolate

NAMED = ("ann=Änne Köhler <ann@example.org>", "bob=Бобби")
LATER = "2026-01-08T00:00:00Z"
BERLIN = ("--timezone", "Europe/Berlin")


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two people with names, told in Berlin's time; the first deadline is on 4 January, 00:00 UTC."""
    return found(tmp_path_factory.mktemp("pattern"), *BERLIN, seats=NAMED)


@pytest.fixture
def game(pattern: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pattern, tmp_path / pattern.name))


def read_report(game: Path, name: str, turn: int = 0) -> str:
    return (game / "turns" / f"{turn:04}" / "reports" / name).read_text()


def test_the_charter_has_names_and_zone_and_nothing_else_is_different(game: Path, tmp_path: Path) -> None:
    plain = found(tmp_path / "plain", seats=("ann=ann@example.org", "bob"))
    added = {*(game / "game.yaml").read_text().splitlines()} - {*(plain / "game.yaml").read_text().splitlines()}
    assert sorted(line for line in added if line and not line.startswith("#")) == [
        '  ann: "Änne Köhler"',
        '  bob: "Бобби"',
        "names:",
        "timezone: Europe/Berlin",
    ]
    for part in ("state.json", "events.json", "chance.json", "agenda.json"):
        assert (turn_of(game, 0) / part).read_bytes() == (turn_of(plain, 0) / part).read_bytes()
    seats = json.loads((game / "private" / "seats.json").read_text().partition("\n#")[0])
    assert [seats[seat]["address"] for seat in ("ann", "bob")] == ["ann@example.org", ""]


def test_reports_letters_and_status_call_people_by_their_names(game: Path) -> None:
    text = " ".join(read_report(game, "ann.txt").split())
    assert "For Änne Köhler, seat ann." in text
    assert "by Sunday 4 January 2026, 01:00 Berlin time (in 3 days)" in text
    assert "Änne Köhler (ann, you)" in text
    assert "Бобби (bob)" in text
    assert "seat: ann\n" in read_report(game, "ann.txt")
    invitation = (game / "outbox" / "0000-bob-invitation.txt").read_text()
    assert "Seat: Бобби (bob)" in invitation
    assert "the time zone Europe/Berlin" in " ".join(invitation.split())
    status = adjudicate("status", game, "--now", SOON)
    assert "deadline Sunday 4 January 2026, 01:00 Berlin time (in 3 days)" in status.out
    assert "Änne Köhler (ann): none" in status.out
    waits = adjudicate("run", game, "--now", SOON)
    assert (waits.code, "Бобби" in waits.err) == (4, True)


def test_letters_are_addressed_with_the_whole_name(tmp_path: Path) -> None:
    game = found(tmp_path, seats=("ann=Ann Alexandra Köhler-Schultze Delitzsch <ann@example.org>", "bob"))
    adjudicate("message", game, "Hello!", "--now", SOON)
    letters = sorted((game / "outbox").glob("*-ann-*.eml"))
    assert len(letters) == 2
    for letter in letters:
        mail = message_from_bytes(letter.read_bytes(), policy=default)
        assert mail["To"] == "Ann Alexandra Köhler-Schultze Delitzsch <ann@example.org>"


def test_programs_read_ids_and_utc(game: Path) -> None:
    told = adjudicate("status", game, "--json", "--now", SOON).json[0]
    assert told["deadline"] == "2026-01-04T00:00:00Z"
    assert sorted(seat["seat"] for seat in told["seats"]) == ["ann", "bob"]
    shown = adjudicate("show", game, "--format", "json")
    assert "Köhler" not in shown.out
    assert sorted(score["seat"] for score in shown.json["scores"]) == ["ann", "bob"]
    assert (turn_of(game, 0) / "turn.json").read_text().count("2026-01-04T00:00:00Z") == 1


def test_a_receipt_and_the_news_speak_of_people(game: Path, tmp_path: Path) -> None:
    first, second = table_order(game)
    names = {"ann": "Änne Köhler", "bob": "Бобби"}
    legal = adjudicate("legal", game, "--seat", first, "--json").json["orders"]
    (key,) = legal[0]
    (colour, taken), (other, elsewhere) = legal[0][key].split(), legal[-1][key].split()

    def write(turn: int, seat: str, order: str) -> Path:
        file = tmp_path / f"{seat}.yaml"
        file.write_text(f"game: toy\nturn: {turn}\nafter: {head(game)[:16]}\norders:\n  - {key}: {order}\n")
        return file

    for seat, order in ((first, f"{colour} {taken}"), (second, f"{other} {elsewhere}")):
        ran = adjudicate("submit", game, write(1, seat, order), "--seat", seat, "--now", SOON)
        assert (ran.code, f"{names[seat]}." in ran.out) == (0, True), ran
    assert adjudicate("run", game, "--now", TOO_LATE).code == 0
    news = " ".join(read_report(game, "public.txt", 1).split())
    assert f"{names[first]} placed the {colour} leader on {taken}" in news
    refused = adjudicate("check", game, write(2, second, f"{colour} {taken}"), "--seat", second, "--now", TOO_LATE)
    assert (refused.code, f"{taken} is taken by {names[first]}'s" in refused.out) == (1, True), refused
    legal = adjudicate("legal", game, "--seat", second, "--json").json["orders"]
    choices = f"[{colour} {taken}, {legal[0][key]}]"
    remarked = adjudicate("check", game, write(2, second, choices), "--seat", second, "--now", TOO_LATE)
    why = f"can never be carried out: {taken} is taken by {names[first]}'s"
    assert (remarked.code, why in remarked.out) == (0, True), remarked
    assert adjudicate("verify", game, "--reports").code == 0


def test_whoever_takes_a_seat_over_has_a_name_of_their_own(game: Path) -> None:
    options = ("--reason", "Änne has left", "--now", SOON)
    refused = adjudicate("replace", game, "--seat", "ann", "--name", "Бобби", *options)
    assert (refused.code, "look alike" in refused.err) == (3, True)
    done = adjudicate("replace", game, "--seat", "ann", "--name", "Zoë Ní Bhriain", *options)
    assert "gave the seat ann to Zoë Ní Bhriain. " in done.out
    assert " Done on Thursday 1 January 2026, 02:00 Berlin time." in done.out
    again = adjudicate("replace", game, "--seat", "ann", "--name", "Zoë Ní Bhriain", *options)
    assert "recorded already as act 1" in again.out
    assert 'ann: "Zoë Ní Bhriain"' in (game / "game.yaml").read_text()
    assert adjudicate("run", game, "--force", "--now", TOO_LATE).code == 0
    assert "Zoë Ní Bhriain (ann)" in " ".join(read_report(game, "public.txt", 1).split())
    assert adjudicate("verify", game, "--reports").code == 0
    anybody = adjudicate("replace", game, "--seat", "ann", "--reason", "Zoë has left", "--now", TOO_LATE)
    assert "gave the seat ann to another person" in anybody.out
    assert "Zoë" not in (game / "game.yaml").read_text()
    assert "Änne Köhler" in adjudicate("show", game, "--turn", "0").out
    assert adjudicate("verify", game, "--reports").code == 0


JOINED = {"ann": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "bob": "\u0dc1\u0dca\u200d\u0dbb\u0dd3"}


@pytest.mark.parametrize("kind", ["through-the-desert", "catan"])
def test_a_name_with_a_joiner_is_shown_as_it_is_wherever_people_read_it(kind: str, tmp_path: Path) -> None:
    game, file, mails = tmp_path / "g1", tmp_path / "file.yaml", tmp_path / "mails"
    seats = [f"{seat}={name} <{seat}@example.org>" for seat, name in JOINED.items()]
    options = [word for seat in (*seats, "cem") for word in ("--seat", seat)]
    told = [adjudicate("new", game, "--game", kind, *options, "--now", SET_UP).out]
    file.write_text(f"game: g1\nturn: 1\nseat: ann\npress:\n- to: {JOINED['bob']}\n  text: {JOINED['ann']}\n")
    refused = adjudicate("check", game, file, "--seat", "ann", "--now", SOON)
    assert f"{JOINED['bob']} is the name of a player; write the id: bob" in refused.out
    assert f"- to: bob\n  text: {JOINED['ann']}\n" in refused.out
    file.write_text(f"game: g1\nturn: 1\nseat: ann\npress:\n- to: bob\n  text: {JOINED['ann']}\norders: []\n")
    told.append(adjudicate("submit", game, file, "--seat", "ann", "--now", SOON).out)
    told += [adjudicate("run", game, "--force", "--now", TOO_LATE).out, adjudicate("status", game).out]
    told += [
        read_report(game, f"{reader}.{kind}", 1) for reader in ("ann", "bob", "public") for kind in ("txt", "html")
    ]
    mails.mkdir()
    for letter in sorted((game / "outbox").glob("*-bob-*.eml")):
        shutil.copy(letter, mails)
        mail = message_from_bytes(letter.read_bytes(), policy=default)
        assert mail["To"] == f"{JOINED['bob']} <bob@example.org>"
        body = mail.get_body(("plain",))
        assert body is not None
        told.append(body.get_content())
    named = "gave the seat cem to " + JOINED["ann"] + JOINED["bob"]
    words = ("--seat", "cem", "--name", JOINED["ann"] + JOINED["bob"], "--reason", f"{JOINED['bob']} asked")
    told.append(adjudicate("replace", game, *words, "--now", TOO_LATE).out)
    adjudicate("run", game, "--force", "--now", LATER)
    shutil.copy(game / "turns" / "0002" / "reports" / "bob.proof", mails)
    checked = adjudicate("verify-mail", mails)
    assert (checked.code, named in checked.out, f"{JOINED['bob']} asked" in checked.out) == (0, True, True), checked
    for text in (*told, checked.out):
        assert any(name in text for name in JOINED.values()), text
        assert not re.search(r"u\{?20|#x?20|#82", text), text
    assert adjudicate("verify", game, "--reports").code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("--seat", "ann=A\u200dnn", "--seat", "bob"),
            "U+200D ZERO WIDTH JOINER, which works only right behind a virama",
        ),
        (("--seat", "ann=A\u202enn", "--seat", "bob"), "character 2 is U+202E RIGHT-TO-LEFT OVERRIDE"),
        (("--seat", "ann=" + "x" * 41, "--seat", "bob"), "41 characters; use at most 40"),
        (("--seat", "ann=Dora", "--seat", "bob=dora <d@example.org>"), "look alike"),
        (("--seat", "ann=Bob", "--seat", "bob"), "looks like the seat 'bob'"),
        (("--seat", "ann=Moderator", "--seat", "bob"), "choose another name"),
        (("--seat", "ann=Dora <dora at example>", "--seat", "bob"), "not one such as ann@example.org"),
        (("--seat", "ann=ann@k\u00f6hler.de", "--seat", "bob"), "write it as ann@xn--khler-jua.de"),
        (("--seat", "ann=j\u00f6rg@example.org", "--seat", "bob"), "give another one than 'j\u00f6rg@example.org'"),
        (("--seat", "ann", "--seat", "bob", "--timezone", "Europe/Berln"), "did you mean Europe/Berlin"),
        (("--seat", "ann", "--seat", "bob", "--timezone", "local"), "there is no time zone 'local'"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_work(options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = adjudicate("new", tmp_path / "g1", "--game", "through-the-desert", *options)
    assert (ran.code, said in ran.err) == (2, True), ran
    assert not (tmp_path / "g1").exists()


def test_a_charter_with_a_name_that_cannot_be_is_damage(game: Path) -> None:
    charter = game / "game.yaml"
    charter.write_text(charter.read_text().replace("Änne Köhler", "Änne, Köhler"))
    assert "the name of ann" in adjudicate("show", game).err


def test_whoever_writes_a_name_for_the_seat_gets_the_file_back_with_the_id(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(f"game: {game.name}\nturn: 1\nseat: Änne Köhler\norders: []\n")
    own = adjudicate("check", game, file, "--seat", "ann", "--now", SOON)
    assert own.out.startswith("Sorry, Änne Köhler. This file cannot be used")
    assert f"to copy and send:\n\ngame: {game.name}\nturn: 1\nseat: ann\norders: []\n" in own.out
    for seat in ("bob", ""):
        other = adjudicate("check", game, file, *(("--seat", seat) if seat else ()), "--now", SOON)
        assert other.out.startswith("This file cannot be used")
        assert "to copy" not in other.out
    own_token, others = (token(game, seat) for seat in ("ann", "bob"))
    head = f"game: {game.name}\nturn: 1\nseat: Änne Köhler\ntoken: "
    file.write_text(f"{head}{own_token}\norders: []\n")
    assert "seat: ann\ntoken:   # the one" in adjudicate("check", game, file, "--now", SOON).out
    file.write_text(f"{head}{others}\norders: []\n")
    assert "seat: ann\n" not in adjudicate("check", game, file, "--now", SOON).out


def test_a_greeting_of_a_name_with_a_full_stop_has_one(tmp_path: Path) -> None:
    game, file = tmp_path / "g1", tmp_path / "file.yaml"
    adjudicate("new", game, "--game", "through-the-desert", "--seat", "ann=Ann jr.", "--seat", "bob=דוד.")
    for seat, name in (("ann", "Ann jr. "), ("bob", isolate("דוד.") + " ")):
        for word, orders in (("Thanks", "[]"), ("Sorry", "[nothing]")):
            file.write_text(f"game: g1\nturn: 1\nseat: {seat}\norders: {orders}\n")
            answer = adjudicate("check", game, file, "--seat", seat)
            assert answer.out.startswith(f"{word}, {name}"), answer
