"""Mails as a player keeps them, made from a game directory: every report of every turn, files sent, the invitation."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from parts import turns_of

from adjudicator.acts.open_game import open_game
from adjudicator.acts.upkeep import describe_proved
from adjudicator.core.table import Reader
from adjudicator.proof.proof_file import read_proof_file, write_proof_file
from adjudicator.report.render import name_report, render_report
from adjudicator.store.formats import write_json


def keep_reports(game: Path, reader: Reader, folder: Path, forms: tuple[str, ...] = ("html", "txt")) -> Path:
    """The reader's reports of all turns with their proofs, as files ``0007-amira.txt`` and ``0007-amira.proof``."""
    folder.mkdir(parents=True, exist_ok=True)
    for turn in range(len(turns_of(game))):
        for name, data in keep_report(game, reader, turn, forms).items():
            (folder / name).write_bytes(data)
    return folder


def keep_report(game: Path, reader: Reader, turn: int, forms: tuple[str, ...]) -> dict[str, bytes]:
    """The reader's report of one turn in these forms, with its proof, by such names."""
    opened = open_game(str(game), turn)
    stem = name_report(reader)
    rendered = render_report(describe_proved(opened), reader)
    wanted = {f"{stem}.{form}" for form in (*forms, "proof")}
    return {f"{turn:04}-{name}": data for name, data in rendered.items() if name in wanted}


def keep_files(game: Path, seat: str, folder: Path) -> None:
    """The move files that ``seat`` has sent, and its invitation."""
    for turn in turns_of(game):
        for part in turn.glob(f"orders/{seat}/*.yaml"):
            (folder / f"{turn.record.stem}-{part.name}").write_bytes(part.read_bytes())
    shutil.copy(game / "outbox" / f"0000-{seat}-invitation.txt", folder)


def write_mail(report: Path) -> bytes:
    """A mail with a report and its proof as attachments and a line of text."""
    mail = EmailMessage()
    mail["Subject"] = "your report"
    mail["From"] = "moderator@example.org"
    mail.set_content("The report is attached.\n")
    kind = "html" if report.suffix == ".html" else "plain"
    mail.add_attachment(report.read_bytes(), maintype="text", subtype=kind, filename=report.name)
    proof = report.with_suffix(".proof")
    mail.add_attachment(proof.read_bytes(), maintype="application", subtype="octet-stream", filename=proof.name)
    return mail.as_bytes()


def write_mbox(reports: list[Path]) -> bytes:
    """An mbox file of mails with these reports."""
    return b"".join(b"From moderator Thu Jan  1 00:00:00 2026\n" + write_mail(report) + b"\n" for report in reports)


def read_parts(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the proof in the proof at ``path``."""
    _, header, proof = read_proof_file(path.read_bytes())
    return json.loads(header), dict(proof)


def write_parts(path: Path, header: dict[str, Any], proof: dict[str, Any]) -> None:
    """Put another header and proof into it."""
    title = path.read_text().partition("\n")[0]
    path.write_bytes(write_proof_file(title, write_json(header), proof))


def run_alone(checker: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The ``checker`` under a Python that sees no package but its own, and no environment."""
    command = [sys.executable, "-I", "-S", checker, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={}, cwd="/")


def find_alone(checker: Path, folder: Path) -> str:
    """What the ``checker`` says of the mails in ``folder``."""
    return run_alone(checker, folder).stdout
