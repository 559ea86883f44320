"""What the program says, made ready for golden files: commands, letters, and reports without their tables."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from cli import level_two
from cli.shell import Ran

GAMES = Path(__file__).resolve().parents[2] / "games"
SENTENCES = Path(__file__).resolve().parent / "sentences"
REASON = ("--reason", "as agreed")


def adjudicate(*words: object, cwd: Path | None = None) -> Ran:
    """What the command says, in this process, since there are many of them."""
    with chdir(cwd or "."):
        return level_two.adjudicate(*words)


def read_letter(letter: Path) -> str:
    """The words of a letter."""
    data = letter.read_bytes()
    if letter.suffix == ".eml":
        mail = email.message_from_bytes(data, policy=email.policy.default)
        body = mail.get_body(("plain",))
        assert body is not None, letter
        return f"Subject: {mail['Subject']}\n\n{body.get_content()}"
    return data.decode()


def shorten_hashes(text: str) -> str:
    """Without heads, tokens and numbers of receipts, which follow from more than what is said here."""
    return re.sub(r"\b(?=[a-f]*[0-9])[0-9a-f]{8,64}\b", "...", text)


def leave_tables_out(text: str) -> str:
    """Of reports everything but board, form, and the scores of a game that goes on."""
    over = "\nThe game is over\n" in text
    parts = "The board|Your order form" if over else "The board|Scores|Your order form"
    text = text.replace("\r\n", "\n")
    return re.sub(rf"(?s)\n(?:{parts})\n---+\n.*?(?=\n[A-Z][^\n]*\n---|\nchecked: |\Z)", "", text)


def list_new(told: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Of what is told the passages that are new, each below the step that says it first."""
    said: set[str] = set()
    for step, text in told:
        new = [passage for passage in dict.fromkeys(_split(text)) if passage not in said]
        said.update(new)
        if new:
            yield f"== {step}"
            yield from "\n".join(new).splitlines()


def _split(text: str) -> list[str]:
    """Its passages: paragraphs, and in lists the items."""
    told = shorten_hashes(text)
    return [part.rstrip() for part in re.split(r"\n\s*\n|\n(?=- |# |[A-Z][^\n]*:\n)", told) if part.strip()]


def write_lines(name: str, lines: Iterator[str]) -> None:
    """Write a golden file."""
    SENTENCES.mkdir(exist_ok=True)
    (SENTENCES / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
