"""Reports as mail programs keep them: quoted, passed on, joined, with other line ends; and what cannot be undone.

The proofs lie beside them.
"""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from unit.proof.mailbox import run_alone
from unit.proof.test_whole_games import check

from adjudicator.cli.main import main

SEPARATOR = b"From moderator@example.org Thu Jan  1 00:00:00 2026\n"
TURNS = range(4, 8)


def write_text_mail(report: bytes, encoding: str, subject: str = "turn") -> bytes:
    """A mail whose text is the report itself."""
    mail = EmailMessage(policy=policy.SMTP.clone(linesep="\n", cte_type="8bit"))
    mail["Subject"] = subject
    mail["From"] = "moderator@example.org"
    mail.set_content(report.decode(), cte=encoding)
    return mail.as_bytes()


def quote(text: bytes) -> bytes:
    return b"".join((b"> " + line).rstrip() + b"\n" for line in text.splitlines())


def guard(mail: bytes) -> bytes:
    """Lines that begin as separators do, as mbox files of the kind mboxrd have them."""
    return b"".join(
        b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in mail.splitlines(keepends=True)
    )


@pytest.fixture(scope="module")
def texts(kept: Path) -> list[bytes]:
    """Gita's text reports of some turns, as they were sent."""
    return [(kept / f"{turn:04}-gita.txt").read_bytes() for turn in TURNS]


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    """A folder with the proofs of these turns."""
    folder = tmp_path / "mails"
    folder.mkdir()
    for turn in TURNS:
        shutil.copy(kept / f"{turn:04}-gita.proof", folder)
    return folder


def look(folder: Path, **files: bytes) -> dict[str, list[str]]:
    """What the command says of the folder with these ``files`` too; dots in names are written ``_``."""
    for name, data in files.items():
        (folder / name.replace("_", ".")).write_bytes(data)
    result: dict[str, list[str]] = check(folder)
    return result


def bodies(result: dict[str, list[str]]) -> int:
    (game,) = result["games"]
    return int(game["checked"]["bodies"])  # type: ignore[index]  # JSON


@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64", "7bit"])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [b"\n", b""])
def test_reports_sent_as_the_text_of_mails(
    texts: list[bytes], encoding: str, ends: bytes, last: bytes, folder: Path
) -> None:
    if encoding == "7bit" and not all(text.isascii() for text in texts):
        encoding = "8bit"
    mails = [write_text_mail(text, encoding) for text in texts]
    box = b"\n".join(SEPARATOR + guard(mail) for mail in mails) + last
    result = look(folder, box_mbox=box.replace(b"\n", ends))
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], len(TURNS) - 1)


def test_lines_that_look_like_separators_stay_in_their_mail(texts: list[bytes], folder: Path) -> None:
    """A line ``From …`` behind an empty one is a separator only where headers follow."""
    mail = write_text_mail(b"Hello\n\nFrom here on it is easy.\n\n" + texts[0], "8bit")
    box = SEPARATOR + mail + b"\n" + SEPARATOR + write_text_mail(texts[1], "8bit")
    result = look(folder, box=box)
    assert (result["findings"], bodies(result)) == ([], 2)


UNDONE: dict[str, Callable[[bytes], bytes]] = {
    "Windows line ends": lambda text: text.replace(b"\n", b"\r\n"),
    "no last line end": lambda text: text.rstrip(b"\n"),
    "more empty lines": lambda text: b"\n\n" + text + b"\n\n\n",
    "a greeting above": lambda text: b"Hello Gita,\nhere it comes.\n\n" + text + b"\nRegards\n",
    "blanks at line ends": lambda text: text.replace(b"\n", b"  \n"),
    "stuffed lines": lambda text: b"".join(
        b" " + line if line.startswith((b" ", b">", b"From ")) else line for line in text.splitlines(keepends=True)
    ),
    "mbox guards": guard,
    "a quotation": quote,
    "a quotation with Windows line ends": lambda text: quote(text).replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("how", UNDONE)
def test_what_can_be_undone_is(texts: list[bytes], how: str, folder: Path) -> None:
    changed = [UNDONE[how](text) for text in texts]
    result = look(folder, **{f"{turn}_txt": text for turn, text in zip(TURNS, changed, strict=True)})
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], len(TURNS) - 1)


def rewrap(text: bytes) -> bytes:
    """The report with its paragraphs broken at another width, as some mail programs do."""
    lines = [part for line in text.decode().splitlines() for part in textwrap.wrap(line, 60) or [""]]
    return "\n".join(lines).encode() + b"\n"


def test_a_copy_that_was_wrapped_anew_is_told_as_that(texts: list[bytes], folder: Path) -> None:
    result = look(folder, a4_txt=texts[0], a5_txt=rewrap(texts[1]), a6_txt=texts[2])
    (finding,) = result["findings"]
    assert finding.startswith(
        "a5.txt: turn 5: report: not, byte for byte, the one that turn 6 speaks of: this copy of the "
    )
    assert finding.endswith("changed on its way (re-wrapped?), or by somebody; ask for it as an attachment")
    result = look(folder, b5_txt=texts[1])
    assert result["findings"] == []
    assert (
        "a5.txt: turn 5: this copy is not the report as the turn made it; another that is here is" in result["remarks"]
    )


@pytest.mark.parametrize("width", [40, 70, 200])
def test_an_answer_that_quotes_a_report_is_a_remark_at_most(texts: list[bytes], width: int, folder: Path) -> None:
    """Whether the quotation is whole, cut off, or wrapped anew."""
    answer = b"Hello\n\nOn Monday the moderator wrote:\n" + quote(texts[1]) + b"\nNice roll.\n"
    wrapped = "\n".join(part for line in answer.decode().splitlines() for part in textwrap.wrap(line, width) or [""])
    result = look(
        folder,
        a4_txt=texts[0],
        a5_txt=texts[1],
        a6_txt=texts[2],
        re_eml=write_text_mail(answer, "quoted-printable", "Re: turn 5"),
        wrapped_eml=write_text_mail(wrapped.encode(), "8bit", "Re: turn 5"),
        cut_eml=write_text_mail(answer[: len(answer) - 700], "8bit", "Re: turn 5"),
        fwd_eml=write_text_mail(rewrap(texts[1])[:-900], "8bit", "Fwd: turn 5"),
        outlook_eml=write_text_mail(b"Look!\n\n-----Original Message-----\n" + rewrap(texts[1]), "8bit", "Look"),
        page_eml=write_text_mail(b"<html><blockquote>" + texts[1].replace(b"\n", b"<br>\n") + b"</html>", "8bit"),
    )
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], 3 + 1)  # one is quoted as it was


def test_reports_joined_in_one_file_are_taken_apart(kept: Path, texts: list[bytes], folder: Path) -> None:
    pages = [(kept / f"{turn:04}-gita.html").read_bytes() for turn in TURNS]
    result = look(folder, all_txt=b"\n\n".join(texts), all_html=b"".join(pages), both=texts[0] + pages[0])
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], 2 * (len(TURNS) - 1) + 2)


@pytest.mark.parametrize("way", ["quoted", "joined", "passed on", "in a page"])
def test_another_history_cannot_hide_in_a_quotation(kept: Path, texts: list[bytes], way: str, folder: Path) -> None:
    """Whatever prints another head than the proof of its turn gives is found."""
    mark = texts[1].splitlines()[-1].removeprefix(b"checked: ")
    assert len(mark) == len(b"4f3c 91d2")
    other = texts[1].replace(mark, b"0123 4567")
    hidden = {
        "quoted": write_text_mail(b"Look!\n" + quote(other), "8bit", "Re: turn 5"),
        "joined": write_text_mail(texts[2] + other, "8bit"),
        "passed on": write_text_mail(other, "quoted-printable", "Fwd: turn 5"),
        "in a page": (kept / "0005-gita.html").read_bytes().replace(mark, b"0123 4567"),
    }[way]
    result = look(folder, a4_txt=texts[0], a5_txt=texts[1], a6_txt=texts[2], other_eml=hidden)
    words = "turn 5: checked: 01234567: the report prints another head than the proof in 0005-gita.proof gives"
    assert any(finding.endswith(words) for finding in result["findings"])


def test_a_page_prints_the_head_that_its_proof_gives(kept: Path, folder: Path) -> None:
    """Of the newest report, whose bytes no proof holds yet."""
    page = (kept / "0007-gita.html").read_bytes()
    head = page.partition(b"Head of turn 7: <code>")[2][:64]
    result = look(folder, a7_html=page.replace(head, head[:8] + b"0" * 56))
    assert result["findings"] == ["a7.html: turn 7: head: not the head that the proof of this report gives"]


def test_a_report_of_another_turn_or_without_a_heading_is_found(texts: list[bytes], folder: Path) -> None:
    other = texts[1].replace(b"caravan, turn 5\n", b"caravan, turn 6\n", 1)
    result = look(folder, a5_txt=other)
    assert "a5.txt: turn 6: its heading is that of another report than its proof" in result["findings"]
    result = look(folder, a5_txt=texts[1].partition(b"\n")[2].partition(b"\n")[2])
    assert result["findings"] == ["a5.txt: a report without its heading: changed on its way, or by somebody"]


def test_a_report_of_a_turn_that_may_have_been_taken_back_is_an_open_question(texts: list[bytes], folder: Path) -> None:
    mark = texts[1].splitlines()[-1].removeprefix(b"checked: ")
    other = texts[1].replace(mark, b"0123 4567").replace(b"caravan, turn 5\n", b"caravan, turn 5 (RERUN)\n", 1)
    result = look(folder, a5_txt=other)
    assert result["findings"] == []
    (question,) = result["questions"]
    assert question.startswith("a5.txt: turn 5: checked: 01234567: the report prints another head")
    assert question.endswith("or two histories were shown: ask for the proof of this report")


def test_what_a_proof_says_of_itself_in_words_is_held_against_it(folder: Path) -> None:
    path = folder / "0007-gita.proof"
    path.write_text(path.read_text().replace(" for gita;", " for hugo;", 1))
    words = "0007-gita.proof: turn 7: its first line names another game, turn or reader than the proof itself"
    assert check(folder)["findings"] == [words]


def test_a_proof_in_a_mail_counts_only_where_it_is_attached(folder: Path) -> None:
    path = folder / "0005-gita.proof"
    proof = path.read_bytes()
    path.unlink()
    result = look(folder, re_eml=write_text_mail(b"Look!\n\n" + quote(proof), "8bit", "Re: turn 5"))
    assert (result["findings"], result["games"][0]["turns"]) == ([], [4, 6, 7])  # type: ignore[call-overload,index]  # JSON
    path.with_name("noname").write_bytes(proof)
    result = look(folder)
    assert (result["findings"], result["games"][0]["turns"]) == ([], [4, 5, 6, 7])  # type: ignore[call-overload,index]


def test_the_program_itself_may_lie_among_the_mails(texts: list[bytes], checker: Path, folder: Path) -> None:
    result = look(folder, a5_txt=texts[1], verify_mail_pyz=checker.read_bytes())
    assert (result["findings"], len(result["games"])) == ([], 1)


def test_the_checker_on_its_own_says_the_same(
    texts: list[bytes], checker: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    look(folder, all_txt=b"\n".join(texts), re_eml=write_text_mail(quote(texts[1]), "8bit", "Re: x"))
    look(folder, wrapped_txt=rewrap(texts[0]))
    assert main(["verify-mail", str(folder), "--json"]) == 0
    done = run_alone(checker, folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == json.loads(capsys.readouterr().out)
