"""A token that stands where it should not: nothing that is printed, kept or archived has it, and its sender is told."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table
from cli.shell import SOON, TOO_LATE, adjudicate, found, legal_leaders, table_order, token

HEAD = "game: toy\nturn: 1\nseat: {seat}\n"


def find_token(folder: Path, *tokens: str) -> list[str]:
    """The files below ``folder``, invitations apart, that have one of ``tokens``."""
    return [
        path.name
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "invitation" not in path.name and any(t in path.read_text().lower() for t in tokens)
    ]


def test_a_file_with_a_token_in_a_comment_a_note_or_a_letter_is_refused_and_keeps_none(tmp_path: Path) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    secret, other = token(game, seat), token(game, table_order(game)[1])
    file = tmp_path / "sent" / "move.yaml"
    file.parent.mkdir()
    file.write_text(
        f"# token: {secret}\n{HEAD.format(seat=seat)}token: {secret}   # {secret.upper()}\n"
        f"orders:\n  - leader: {legal_leaders(game, seat)[0]}\n"
        f"note: {secret}\npress:\n  - {{to: all, text: mine is {other}}}\n"
    )
    ran = adjudicate("submit", game, file, "--json", "--now", SOON)
    assert ran.code == 1, ran
    told = [(problem["code"], problem["line"], problem["gravity"]) for problem in ran.json["problems"]]
    assert [place for place in told if place[0] == "token-elsewhere"] == [
        ("token-elsewhere", line, "invalid") for line in (1, 5, 8, 10)
    ]
    assert ran.json["state"] == "red"
    kept = next((game / "refused").glob(f"{seat}-*.yaml")).read_text()
    assert kept.splitlines()[4] == "token: '-'   # " + 32 * "x"
    assert kept.splitlines()[0] == "# token: " + 32 * "x"
    assert adjudicate("run", game, "--force", "--now", TOO_LATE).code == 0
    assert adjudicate("verify", game, "--reports").code == 0
    assert adjudicate("archive", game, "-o", tmp_path / "toy.zip").code == 0
    assert find_token(game, secret, other) == []
    with zipfile.ZipFile(tmp_path / "toy.zip") as archive:
        assert [name for name in archive.namelist() if secret.encode() in archive.read(name).lower()] == []


@pytest.mark.parametrize("line", ["token:{}", "token {}", "token\uff1a{}", "Token : {}", "token:\t{}", "> token: {}"])
def test_a_token_counts_however_its_line_is_mended_and_is_not_kept(tmp_path: Path, line: str) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    secret = token(game, seat)
    file = tmp_path / "sent.yaml"
    orders = f"orders:\n- leader: {legal_leaders(game, seat)[0]}\n"
    text = f"{HEAD.format(seat=seat)}{line.removeprefix('> ').format(secret)}\n{orders}"
    file.write_text("".join(f"> {one}\n" for one in text.splitlines()) if line.startswith(">") else text)
    ran = adjudicate("submit", game, file, "--json", "--now", SOON)
    assert ran.code == 0, ran
    assert find_token(game, secret[:16]) == []
    assert adjudicate("run", game, "--force", "--now", TOO_LATE).code == 0
    assert adjudicate("verify", game, "--reports").code == 0
    assert find_token(game, secret[:16]) == []


@pytest.mark.sampled(8)
@pytest.mark.parametrize("form", ["plain", "json"])
@pytest.mark.parametrize(
    "line",
    ["seat: {}", "game: {}", "turn: {}", "after: {}", "nonce: {}", "draft: {}", "{}: 1", "tokn: {}", "token = {}",
     "orders: [{{leader: {}}}]", "orders: [{{{}: pink A3}}]", "fallback: [{{if: {}, leader: pink A3}}]"],
)  # fmt: skip
def test_no_complaint_quotes_a_token(tmp_path: Path, line: str, form: str) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    secret = token(game, seat)
    written = line.format(secret)
    rest = [other for other in HEAD.format(seat=seat).splitlines() if other.split(":")[0] != written.split(":")[0]]
    file = tmp_path / "sent.yaml"
    file.write_text("\n".join([*rest, written]) + "\n")
    for command in ("check", "submit"):
        ran = adjudicate(command, game, file, *(["--json"] if form == "json" else []), "--now", SOON)
        assert ran.code in {1, 3}, ran
        assert secret[:8] not in ran.out + ran.err
        assert "write it after 'token:' and nowhere else" in ran.out
    assert (game / "refused").is_dir()
    assert find_token(game, secret[:16]) == []


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["plain", "json"])
def test_a_file_that_is_called_by_a_token_is_not_called_so(tmp_path: Path, form: tuple[str, ...]) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    secret = token(game, seat)
    named = tmp_path / f"{secret}.yaml"
    missing = tmp_path / f"my-{secret}"
    named.write_text(HEAD.format(seat=seat) + f"token: {secret}\norders: []\n")
    dropped = game / "inbox" / seat / f"{secret}.yaml"
    dropped.parent.mkdir(parents=True)
    dropped.write_text(HEAD.format(seat=seat) + "orders: [what]\n")
    said = [
        adjudicate("check", game, named, missing, *form, "--now", SOON),
        adjudicate("submit", game, named, *form, "--now", SOON),
        adjudicate("run", game, *form, "--force", "--now", TOO_LATE),
    ]
    assert [ran.code for ran in said] == [2, 0, 0]
    assert [ran for ran in said if secret in ran.out + ran.err] == []
    assert find_token(game, secret) == []


def test_a_replaced_token_is_kept_by_nobody_either(tmp_path: Path) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    old = [token(game, seat)]
    for number in (1, 2):
        ran = adjudicate("replace", game, "--seat", seat, "--reason", f"ill {number}", "--now", SOON)
        assert ran.code == 0, ran
        letter = next((game / "outbox").glob(f"*-{seat}-invitation-{number:04}.txt")).read_text()
        old.append(letter.split("\ntoken: ")[1].split()[0])
    file = tmp_path / "sent.yaml"
    file.write_text(HEAD.format(seat=seat) + "orders: []\n" + "".join(f"# {secret}\n" for secret in old))
    assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 1
    file.write_text(HEAD.format(seat=seat) + f"token: {old[0]}\norders: []\n")
    ran = adjudicate("submit", game, file, "--json", "--now", SOON)
    assert [problem["code"] for problem in ran.json["problems"]] == ["wrong-token"]
    file.write_text(HEAD.format(seat=seat) + f"token: {old[-1]}\norders: []\n")
    assert adjudicate("submit", game, file, "--now", SOON).code == 0
    assert len(set(old)) == len(old)
    assert find_token(game, *old) == []
    assert len(json.loads((game / "private" / "seats.json").read_text())[seat]["replaced"]) == len(old) - 1


def test_a_join_file_keeps_no_token_either(tmp_path: Path) -> None:
    table = Table(tmp_path, "through-the-desert")
    seat = SEATS[0]
    secret = token(table.path, seat)
    file = table.write_answer(seat, "join")
    file.write_text(f"{file.read_text()}# {secret}\n")
    ran = adjudicate("submit", table.path, file, "--json", "--now", SOON)
    assert [problem["code"] for problem in ran.json["problems"]] == ["token-elsewhere"]
    assert (ran.json["state"], ran.json["seat"]) == ("red", seat)
    assert find_token(table.path, secret) == []


def test_a_reason_with_a_token_is_refused_and_not_repeated(tmp_path: Path) -> None:
    game = found(tmp_path)
    secret = token(game, "ann")
    for act in (("extend", game, "--hours", "3"), ("replace", game, "--seat", "bob"), ("rewind", game, "--to", "0")):
        ran = adjudicate(*act, "--reason", f"her token is {secret.upper()}", "--now", SOON)
        assert (ran.code, "the reason has a seat's token in it" in ran.err) == (3, True)
        assert secret[:16] not in (ran.out + ran.err).lower()
    assert not (game / "acts").exists()


def test_a_token_for_a_name_is_told_nowhere(tmp_path: Path) -> None:
    game = found(tmp_path)
    secret = token(game, "ann")
    file = tmp_path / "move.yaml"
    file.write_text(HEAD.format(seat="ann") + "orders: []\n")
    for stranger in (game / "inbox" / secret, game / "turns" / secret, game / secret):
        stranger.mkdir(parents=True)
    said = [
        adjudicate("submit", game, tmp_path / secret, "--now", SOON),
        adjudicate("submit", game, file, "--seat", secret, "--now", SOON),
        adjudicate("check", game, file, "--seat", secret, "--now", SOON),
        adjudicate("run", game, "--now", SOON),
        adjudicate("verify", game),
        adjudicate("verify", game, "--json"),
        adjudicate("archive", game, "-o", tmp_path / "toy.zip"),
    ]
    assert [ran.code for ran in said] == [2, 3, 3, 4, 1, 1, 1]
    assert [ran for ran in said if secret in ran.out + ran.err] == []
    assert find_token(game, secret) == []


def test_a_token_behind_the_forms_own_remark_sign_is_told_to_lose_that(tmp_path: Path) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    file = tmp_path / "sent.yaml"
    file.write_text(HEAD.format(seat=seat) + f"token:   # {token(game, seat)}\norders: []\n")
    ran = adjudicate("submit", game, file, "--seat", seat, "--json", "--now", SOON)
    assert [problem["code"] for problem in ran.json["problems"]] == ["token-in-comment", "orders-missing"]
