"""What one reads on pages, in replays and in the help of commands, beyond what the text reports say.

``pages.txt`` has the words of the HTML reports, of a mail with one, and of the archives' pages and stories, each line
where it comes first;
``help.txt`` the help of every command, with the rulings and options of every game.
"""

from __future__ import annotations

import email
import email.policy
import html
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from golden.telling import GAMES, adjudicate, list_new, write_lines

from adjudicator.cli.main import COMMANDS

REPORTS = ("g42", "caravan", "finished-2005", "finished-caravan", "reef")
ARCHIVES = ("finished-2005", "finished-caravan", "g42")
_BEGINNING, _END = {".txt": 5, ".html": 12}, {".txt": 8, ".html": 60}
"""So many passages of a whole game are read: at its beginning, and at its end."""
_ASIDE = re.compile(r"<(style|script|head)\b.*?</\1>", re.DOTALL)
_IN_THE_LINE = re.compile(r"</?(?:b|a|i|em|strong|span|code|tspan|time|bdi)\b[^>]*>")
_HINT = re.compile(r"""\b(?:aria-label|alt|title)=(?:"([^"]*)"|'([^']*)')""")
_PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_WORDS = re.compile(r"[A-Za-z][a-z']+[,:]? +[A-Za-z']+")


def read_page(text: str) -> str:
    """What one reads on a page: a line for each paragraph, label and hint with more than one word."""
    title = "\n".join(_TITLE.findall(text))
    text = _ASIDE.sub("\n", text)
    hints = "\n".join(one or other for one, other in _HINT.findall(text))
    lines = _TAG.sub("\n", _IN_THE_LINE.sub("", text))
    told = (" ".join(html.unescape(line).split()) for line in f"{title}\n{lines}\n{hints}".split("\n"))
    return "\n\n".join(line for line in told if _WORDS.search(line))


def list_pages() -> Iterator[tuple[str, str]]:
    """The pages of the sample games: every report, and of games that are over the archive."""
    for name in REPORTS:
        for letter in sorted((GAMES / name).glob("outbox/0000-*-invitation.txt")):
            seat = letter.name.split("-")[1]
            yield f"{name} {seat}", read_page(adjudicate("show", GAMES / name, "--seat", seat, "--format", "html").out)
        yield f"{name} moderator", read_page(adjudicate("show", GAMES / name, "--moderator", "--format", "html").out)
        yield f"{name} public", read_page(adjudicate("show", GAMES / name, "--format", "html").out)
    yield "the page in a mail", _read_mailed_page()
    for name in ARCHIVES:
        with tempfile.TemporaryDirectory() as folder:
            yield f"archive of {name}", adjudicate("archive", GAMES / name, "-o", "a.zip", cwd=Path(folder)).out
            with zipfile.ZipFile(Path(folder) / "a.zip") as archive:
                for part in sorted(archive.namelist()):
                    if part.endswith((".html", ".txt")) and "/" not in part:
                        told = archive.read(part).decode()
                        yield f"{name} {part}", _fold(told, Path(part).suffix)


def _fold(told: str, suffix: str) -> str:
    """The beginning and the end of a whole game, without its pictures: reports have them."""
    passages = (read_page(_PICTURE.sub("", told)) if suffix == ".html" else told).split("\n\n")
    begin = _BEGINNING[suffix]
    return "\n\n".join([*passages[:begin], *passages[begin:][-_END[suffix] :]])


def _read_mailed_page() -> str:
    """The words of the page in the mail with a first report."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "secret").write_text("5a" * 64)
        seats = ("--seat", "ann=ann@example.org", "--seat", "ben")
        new = ("new", "g", "--game", "through-the-desert", *seats, "--secret-file", "secret")
        adjudicate(*new, "--now", "2026-01-01T00:00:00Z", cwd=place)
        (letter,) = place.glob("g/outbox/*.eml")
        page = email.message_from_bytes(letter.read_bytes(), policy=email.policy.default).get_body(("html",))
        assert page is not None, letter
        return read_page(page.get_content())


def list_help() -> Iterator[str]:
    """The help of each command, and what each game offers."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COLUMNS", "80")
        for words in (*((command, "--help") for command in COMMANDS), ("games",)):
            yield f"== adjudicate {' '.join(words)}"
            yield from adjudicate(*words).out.splitlines()
        for name in ("through-the-desert", "catan", "catan-caravans"):
            yield f"== adjudicate games {name}"
            yield from adjudicate("games", name).out.splitlines()


def main() -> None:
    """Write both files."""
    write_lines("pages.txt", list_new(list_pages()))
    write_lines("help.txt", list_help())


if __name__ == "__main__":
    main()
