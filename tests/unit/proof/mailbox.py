"""Mails as a player keeps them, made from a game directory: every report of every turn, files sent, the invitation."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from parts import turns_of

from adjudicator.acts.opened import open_game
from adjudicator.acts.reports import describe_proved
from adjudicator.core.table import Reader
from adjudicator.proof.block import BEGIN, END, find_blocks, read_block, write_block
from adjudicator.report.render import name_report, render_report
from adjudicator.store.json_text import write_json

_BLOCK = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)


def keep_reports(game: Path, reader: Reader, folder: Path, forms: tuple[str, ...] = ("html", "txt")) -> Path:
    """The reader's reports of all turns, as files ``0007-amira.txt``."""
    folder.mkdir(parents=True, exist_ok=True)
    for turn in range(len(turns_of(game))):
        for name, data in keep_report(game, reader, turn, forms).items():
            (folder / name).write_bytes(data)
    return folder


def keep_report(game: Path, reader: Reader, turn: int, forms: tuple[str, ...]) -> dict[str, bytes]:
    """The reader's reports of one turn, by such names."""
    opened = open_game(str(game), turn)
    stem = name_report(reader)
    rendered = render_report(describe_proved(opened), reader)
    return {f"{turn:04}-{name}": data for name, data in rendered.items() if name.removeprefix(f"{stem}.") in forms}


def keep_files(game: Path, seat: str, folder: Path) -> None:
    """The move files that ``seat`` has sent, and its invitation."""
    for turn in turns_of(game):
        for part in turn.glob(f"orders/{seat}/*.yaml"):
            (folder / f"{turn.record.stem}-{part.name}").write_bytes(part.read_bytes())
    shutil.copy(game / "outbox" / f"0000-{seat}-invitation.txt", folder)


def write_mail(report: Path) -> bytes:
    """A mail with a report as attachment and a line of text."""
    mail = EmailMessage()
    mail["Subject"] = "your report"
    mail["From"] = "moderator@example.org"
    mail.set_content("The report is attached.\n")
    kind = "html" if report.suffix == ".html" else "plain"
    mail.add_attachment(report.read_bytes(), maintype="text", subtype=kind, filename=report.name)
    return mail.as_bytes()


def write_mbox(reports: list[Path]) -> bytes:
    """An mbox file of mails with these reports."""
    return b"".join(b"From moderator Thu Jan  1 00:00:00 2026\n" + write_mail(report) + b"\n" for report in reports)


def read_parts(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the proof of a report."""
    header, proof = read_block(find_blocks(path.read_bytes())[0])
    return json.loads(header), dict(proof)


def write_parts(path: Path, header: dict[str, Any], proof: dict[str, Any]) -> None:
    """Put another header and proof into a report."""
    block = "\n".join(write_block(write_json(header), proof))
    path.write_text(_BLOCK.sub(lambda _: block, path.read_text()))


def run_alone(checker: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The ``checker`` under a Python that sees no package but its own, and no environment."""
    command = [sys.executable, "-I", "-S", checker, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={}, cwd="/")


def find_alone(checker: Path, folder: Path) -> str:
    """What the ``checker`` says of the mails in ``folder``."""
    return run_alone(checker, folder).stdout
