"""Bar 24: change any one field of a saved set of mails, and ``verify-mail`` names the mail, the turn and the field."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from unit.proof.mailbox import keep_reports, read_parts, write_parts
from unit.proof.test_whole_games import GAMES, check

from adjudicator.proof.copies import list_copies
from adjudicator.proof.history import read_report
from adjudicator.proof.history_checks import check_history
from adjudicator.proof.mails import Piece, gather
from adjudicator.report.page import shorten_head

TURN = 7
"""A turn in the middle, with orders, hidden cards, draws, an opened key and echoes."""


def list_fields(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every leaf of a JSON value, empty lists and objects included."""
    if isinstance(value, dict | list) and value:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from list_fields(inner, (*path, key))
    else:
        yield path


def change(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            last = value[-1:]
            return value[:-1] + ("0" if last != "0" else "1") if last in "0123456789abcdef" and last else value + "x"
        case list():
            return ["x"]
        case dict():
            return {"x": "1"}
    return "0" * 64


def change_at(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy of ``value`` in which the leaf at ``path`` is another."""
    if not path:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = change_at(value[path[0]], path[1:])
    return copy


@pytest.fixture(scope="module")
def texts(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Text reports and proofs, up to some turns after the one that is changed, when its keys have been opened."""
    folder = tmp_path_factory.mktemp("texts")
    for turn in range(TURN + 4):
        for form in ("txt", "proof"):
            shutil.copy(kept / f"{turn:04}-gita.{form}", folder)
    return folder


def findings_with(texts: Path, spoilt: Path) -> list[str]:
    """What is found in the set in which one file is another."""
    return look_with(texts, spoilt)[0]


def look_with(texts: Path, spoilt: Path, *more: Path) -> tuple[list[str], list[str]]:
    """What is found, and what is open, in the set in which one file is another and ``more`` is there too."""
    others = [path for path in sorted(texts.glob("[0-9]*-gita.*")) if path.name != spoilt.name]
    found = gather([*map(str, others), *map(str, more), str(spoilt)])
    try:
        reports = [read_report(piece) for piece in found.proofs]
    except ValueError as error:
        return [f"{spoilt.name}: {error}"], []
    findings: list[str] = []
    questions: list[str] = []
    copies = [copy for piece in found.reports for copy in list_copies(piece)]
    for game in sorted({report.header.game for report in reports}):
        history = check_history(game, [r for r in reports if r.header.game == game], copies, [], [])
        findings += history.findings
        questions += history.questions
    return findings, questions


READ_AS = {
    "seat": ("seat", "orders"),  # it says whose leaves these are
    "format": ("not a proof",),  # nothing is read
    "draws": ("draws", "proof"),  # one in six other labels gives the same pip; the next turn commits to the bytes
}
"""What names a field that decides how others are read."""


def test_any_one_field_of_a_proof(texts: Path, tmp_path: Path) -> None:
    """Every leaf of the proof of one mail, changed so that the report still prints the head its header gives."""
    path = texts / f"{TURN:04}-gita.proof"
    header, proof = read_parts(path)
    assert proof["orders"]["files"]
    assert proof["facts"]["facts"]
    assert proof["draws"]
    spoilt = tmp_path / path.name
    unnamed = []
    fields = list(list_fields(proof))
    assert len(fields) > 40
    for field in fields:
        shutil.copy(path, spoilt)
        write_parts(spoilt, header, change_at(proof, field))
        found = findings_with(texts, spoilt)
        named = READ_AS.get(str(field[0]), (str(field[0]),))
        if not any(finding.startswith(spoilt.name) and any(name in finding for name in named) for finding in found):
            unnamed.append((field, found))
    assert unnamed == [], [field for field, _ in unnamed]


def test_any_one_field_of_a_header(texts: Path, tmp_path: Path) -> None:
    """The same for the header: the report does not print its hash, and the mail is named."""
    path = texts / f"{TURN:04}-gita.proof"
    header, proof = read_parts(path)
    assert header["rng"]["opened"]
    assert header["echoes"]
    spoilt = tmp_path / path.name
    unnamed = []
    fields = list(list_fields(header))
    assert len(fields) > 50
    for field in fields:
        shutil.copy(path, spoilt)
        write_parts(spoilt, change_at(header, field), proof)
        found = findings_with(texts, spoilt)
        if not any(spoilt.name in finding for finding in found):
            unnamed.append((field, found))
    assert unnamed == [], [field for field, _ in unnamed]


@pytest.mark.slow
def test_any_one_field_of_a_header_whose_new_head_is_printed(kept: Path, texts: Path, tmp_path: Path) -> None:
    """Who changes the printed head as well breaks the next link, or says something that the other mails deny.

    A broken link alone is an open question: the turn may have been taken back, and the mail that says so be missing.
    It is a finding as soon as any other copy of the turn is there, such as the same report in HTML.
    """
    path = texts / f"{TURN:04}-gita.proof"
    header, proof = read_parts(path)
    spoilt, report = tmp_path / path.name, tmp_path / f"{TURN:04}-gita.txt"
    text = path.with_suffix(".txt").read_text()
    old = shorten_head(check(path)["games"][0]["head"])
    missed = []
    asked = f"{TURN + 1:04}-gita.proof: turn {TURN + 1}: previous: not the head of turn {TURN} in {path.name}"
    others = Path(shutil.copytree(texts, tmp_path / "others"))
    (others / report.name).unlink()
    for field in list_fields(header):
        other = change_at(header, field)
        shutil.copy(path, spoilt)
        write_parts(spoilt, other, proof)
        try:
            (one,) = [read_report(piece) for piece in gather([str(spoilt)]).proofs]
        except ValueError:
            continue  # named by the test above
        report.write_text(text.replace(old, shorten_head(one.header.head)))
        findings, questions = look_with(others, spoilt, report)
        if not findings and not any(question.startswith(asked) for question in questions):
            missed.append(field)
        if not look_with(others, spoilt, report, kept / f"{TURN:04}-gita.html")[0]:
            missed.append(field)
    assert missed == []


def test_two_mails_of_one_turn_that_differ_name_the_field(mails: Path) -> None:
    path = mails / f"{TURN:04}-other.proof"
    header, proof = read_parts(mails / f"{TURN:04}-gita.proof")
    shutil.copy(mails / f"{TURN:04}-gita.proof", path)
    for field in ("now", "orders_root", "public_state", "echoes", "private_root", "due"):
        write_parts(path, {**header, field: change(header[field])}, proof)
        found = [
            f for f in check(mails)["findings"] if f.startswith(f"{path.name}: turn {TURN}: {field}: not the history")
        ]
        if field == "echoes":
            assert any(f.startswith(f"{path.name}: echoes") for f in check(mails)["findings"])
        else:
            assert found, field


@pytest.mark.slow
@pytest.mark.parametrize("form", ["txt", "proof"])
def test_every_changed_character_of_a_report_but_the_newest(texts: Path, form: str, tmp_path: Path) -> None:
    path = texts / f"{TURN:04}-gita.{form}"
    data = path.read_bytes()
    spoilt = tmp_path / path.name
    for spot in range(0, len(data), 149):
        spoilt.write_bytes(data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :])
        found = findings_with(texts, spoilt)
        assert any(spoilt.name in finding for finding in found), (spot, found)


CHANGED_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "an own order file that is another": (
        lambda folder: _append(next(folder.glob("0007-*.yaml")), b"# later\n"),
        (
            "0007-gita.proof: turn 7: orders: 01.yaml is not one of your files for this turn; "
            "either one that you sent was changed, or another that you sent is not here"
        ),
    ),
    "a commitment in the invitation": (
        lambda folder: _replace(folder / "0000-gita-invitation.txt", r"(commitment: +)[0-9a-f]{4}", r"\g<1>0000"),
        "0000-gita-invitation.txt: commitment: not what turn 0 says",
    ),
    "a public root in the invitation": (
        lambda folder: _replace(folder / "0000-gita-invitation.txt", r"(public root: +)[0-9a-f]{4}", r"\g<1>0000"),
        "0000-gita-invitation.txt: public root: not what turn 0 says",
    ),
    "the head in the invitation": (
        lambda folder: _replace(folder / "0000-gita-invitation.txt", r"(of turn 0: +)[0-9a-f]{4}", r"\g<1>0000"),
        "0000-gita-invitation.txt: Head of turn 0: not what turn 0 says",
    ),
}


def _append(path: Path, data: bytes) -> None:
    path.write_bytes(path.read_bytes() + data)


def _replace(path: Path, pattern: str, by: str) -> None:
    text = re.sub(pattern, by, path.read_text())
    assert text != path.read_text()
    path.write_text(text)


@pytest.mark.parametrize("what", CHANGED_FILES)
def test_what_lies_beside_the_reports(mails: Path, what: str) -> None:
    spoil, says = CHANGED_FILES[what]
    spoil(mails)
    assert says in check(mails)["findings"]


def test_a_file_that_no_turn_took_up_is_a_remark(mails: Path) -> None:
    (mails / "late.yaml").write_text("game: finished-caravan\nturn: 5\nseat: gita\norders: []\n")
    result = check(mails)
    assert result["findings"] == []
    assert any(remark.startswith("late.yaml: no turn took this file up") for remark in result["remarks"])


def test_a_split_view_between_two_seats_is_found(mails: Path, tmp_path: Path) -> None:
    """Hugo was told another history from turn 5 on: another instant stands in his headers."""
    hugo = keep_reports(GAMES / "finished-caravan", "hugo", tmp_path / "hugo", ("txt",))
    assert check(mails, hugo)["findings"] == []
    tell_another_history(hugo, 5)
    found = check(mails, hugo)["findings"]
    assert any(
        "turn 5: now: not the history in" in finding and "two histories were shown" in finding for finding in found
    )


def tell_another_history(folder: Path, turn: int) -> dict[int, str]:
    """Change the headers from ``turn`` on so that they hang together, and what reports print; their heads by turn."""
    heads: dict[int, str] = {}
    for path in sorted(folder.glob("*.proof"))[turn:]:
        header, proof = read_parts(path)
        number, report = header["turn"], path.with_suffix(".txt")
        old = check(path)["games"][0]["head"]
        header["now"] = header["now"].replace(":00Z", ":01Z")
        header["previous"] = heads.get(number - 1, header["previous"])
        header["echoes"] = {
            seat: heads.get(number - 1, echo * 4)[: len(echo)] for seat, echo in header["echoes"].items()
        }
        write_parts(path, header, proof)
        heads[number] = check(path)["games"][0]["head"]
        report.write_text(report.read_text().replace(shorten_head(old), shorten_head(heads[number])))
    return heads


def test_an_echo_of_another_history_is_found_in_ones_own_mails(texts: Path, tmp_path: Path) -> None:
    """The moderator's tool publishes what Hugo has quoted: a head of the history that Hugo was told."""
    folder = Path(shutil.copytree(texts, tmp_path / "mine"))
    path = folder / f"{TURN:04}-gita.proof"
    header, proof = read_parts(path)
    seat = next(seat for seat in header["echoes"] if seat != "gita")
    header["echoes"][seat] = "0123456789abcdef"
    write_parts(path, header, proof)
    words = f"{path.name}: turn {TURN}: echoes.{seat}: {seat} has quoted 0123456789abcdef"
    assert f"{words}, which is not a head of this history: two histories were shown" in check(folder)["findings"]


@pytest.mark.parametrize("form", ["txt", "html"])
def test_a_report_with_a_sign_of_its_last_line_spoilt_is_compared_all_the_same(kept: Path, form: str) -> None:
    data = (kept / f"{TURN:04}-gita.{form}").read_bytes()
    (copy,) = list_copies(Piece("gita", data))
    begin = data.index(b"checked: " + copy.digits[:4].encode())
    for spot, sign in enumerate("checked: 1234 5678", start=begin):
        (read,) = list_copies(Piece("gita", data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :]))
        assert (read.turn, read.reader) == (copy.turn, copy.reader)
        assert (read.digits != copy.digits) == sign.isdigit()
