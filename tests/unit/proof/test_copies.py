"""Reports as mail programs keep them: quoted, passed on, joined, with other line ends; and what cannot be undone."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from unit.proof.mailbox import read_parts, run_alone, write_parts
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


def look(folder: Path, **files: bytes) -> dict[str, list[str]]:
    """What the command says of a folder with these ``files``; dots in names are written ``_``."""
    folder.mkdir(exist_ok=True)
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
    texts: list[bytes], encoding: str, ends: bytes, last: bytes, tmp_path: Path
) -> None:
    if encoding == "7bit" and not all(text.isascii() for text in texts):
        encoding = "8bit"
    mails = [write_text_mail(text, encoding) for text in texts]
    box = b"\n".join(SEPARATOR + guard(mail) for mail in mails) + last
    result = look(tmp_path / "mails", box_mbox=box.replace(b"\n", ends))
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], len(TURNS) - 1)


def test_lines_that_look_like_separators_stay_in_their_mail(texts: list[bytes], tmp_path: Path) -> None:
    """A line ``From …`` behind an empty one is a separator only where headers follow."""
    mail = write_text_mail(b"Hello\n\nFrom here on it is easy.\n\n" + texts[0], "8bit")
    box = SEPARATOR + mail + b"\n" + SEPARATOR + write_text_mail(texts[1], "8bit")
    result = look(tmp_path / "mails", box=box)
    assert (result["findings"], bodies(result)) == ([], 1)


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
def test_what_can_be_undone_is(texts: list[bytes], how: str, tmp_path: Path) -> None:
    changed = [UNDONE[how](text) for text in texts]
    result = look(tmp_path / "mails", **{f"{turn}_txt": text for turn, text in zip(TURNS, changed, strict=True)})
    assert (result["findings"], result["questions"]) == ([], [])
    if "quotation" not in how:
        assert bodies(result) == len(TURNS) - 1
    else:
        assert all(f"{turn}.txt: turn {turn}: this report is here only as a mail quotes it" in " ".join(
            result["remarks"]) for turn in TURNS)  # fmt: skip


def rewrap(text: bytes) -> bytes:
    """The report with its paragraphs broken at another width, as some mail programs do; the proof is left whole."""
    report, mark, block = text.partition(b"-----BEGIN")
    lines = [part for line in report.decode().splitlines() for part in textwrap.wrap(line, 60) or [""]]
    return "\n".join(lines).encode() + b"\n" + mark + block


def test_a_copy_that_was_wrapped_anew_is_told_as_that(texts: list[bytes], tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    result = look(folder, a4_txt=texts[0], a5_txt=rewrap(texts[1]), a6_txt=texts[2])
    (finding,) = result["findings"]
    assert finding.startswith("a5.txt: turn 5: report: not, byte for byte, what turn 6 commits to: this copy of the ")
    assert finding.endswith("changed on its way (re-wrapped?), or by somebody; ask for it as an attachment")
    result = look(folder, b5_txt=texts[1])
    assert result["findings"] == []
    assert "a5.txt: turn 5: this copy was changed on its way; another that is here was not" in result["remarks"]


@pytest.mark.parametrize("width", [40, 70, 200])
def test_an_answer_that_quotes_a_report_is_a_remark_at_most(texts: list[bytes], width: int, tmp_path: Path) -> None:
    """Whether the quotation is whole, cut off, or wrapped anew."""
    answer = b"Hello\n\nOn Monday the moderator wrote:\n" + quote(texts[1]) + b"\nNice roll.\n"
    wrapped = "\n".join(part for line in answer.decode().splitlines() for part in textwrap.wrap(line, width) or [""])
    result = look(
        tmp_path / "mails",
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
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], 2)


def test_reports_joined_in_one_file_are_taken_apart(kept: Path, texts: list[bytes], tmp_path: Path) -> None:
    pages = [(kept / f"{turn:04}-gita.html").read_bytes() for turn in TURNS]
    result = look(tmp_path / "mails", all_txt=b"\n\n".join(texts), all_html=b"".join(pages), both=texts[0] + pages[0])
    assert (result["findings"], result["questions"], bodies(result)) == ([], [], 2 * (len(TURNS) - 1) + 2)


def forge(folder: Path, text: bytes) -> bytes:
    """The report with another header, the head that it has, and that head printed."""
    folder.mkdir()
    path = folder / "forged.txt"
    path.write_bytes(text)
    old = str(check(path)["games"][0]["head"])
    header, proof = read_parts(path)
    header["now"] = header["now"].replace(":00Z", ":01Z")
    write_parts(path, header, proof)
    return path.read_bytes().replace(old.encode(), str(check(path)["games"][0]["head"]).encode())


@pytest.mark.parametrize("way", ["quoted", "joined", "passed on"])
def test_another_header_cannot_hide_in_a_quotation(texts: list[bytes], way: str, tmp_path: Path) -> None:
    other = forge(tmp_path / "forge", texts[1])
    hidden = {
        "quoted": write_text_mail(b"Look!\n" + quote(other), "8bit", "Re: turn 5"),
        "joined": write_text_mail(texts[2] + other, "8bit"),
        "passed on": write_text_mail(other, "quoted-printable", "Fwd: turn 5"),
    }[way]
    result = look(tmp_path / "mails", a4_txt=texts[0], a5_txt=texts[1], a6_txt=texts[2], other_eml=hidden)
    assert any("turn 5: now: another history than a5.txt has" in finding for finding in result["findings"])


def test_a_damaged_quotation_is_no_second_history(texts: list[bytes], tmp_path: Path) -> None:
    """A letter of the block is another, so its header has a head that the quoted report does not print."""
    lines = texts[1].split(b"\n")
    spot = lines.index(b"-----BEGIN ADJUDICATE PROOF-----") + 4
    lines[spot] = lines[spot].replace(lines[spot][20:21], b"A" if lines[spot][20:21] != b"A" else b"B", 1)
    answer = write_text_mail(quote(b"\n".join(lines)), "8bit", "Re: turn 5")
    result = look(tmp_path / "mails", a5_txt=texts[1], re_eml=answer)
    assert result["findings"] == []
    assert any(remark.startswith("re.eml") and remark.endswith("left aside") for remark in result["remarks"])


def test_the_program_itself_may_lie_among_the_mails(texts: list[bytes], checker: Path, tmp_path: Path) -> None:
    result = look(tmp_path / "mails", a5_txt=texts[1], verify_mail_pyz=checker.read_bytes())
    assert (result["findings"], len(result["games"])) == ([], 1)


def test_the_checker_on_its_own_says_the_same(
    texts: list[bytes], checker: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mails"
    look(folder, all_txt=b"\n".join(texts), re_eml=write_text_mail(quote(texts[1]), "8bit", "Re: x"))
    look(folder, wrapped_txt=rewrap(texts[0]))
    assert main(["verify-mail", str(folder), "--json"]) == 0
    done = run_alone(checker, folder, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == json.loads(capsys.readouterr().out)
