"""Every sentence that the program can say, taken from its source: what is written in Python and in the templates.

A sentence is known by its words that never change; what is filled in may be anything. ``test_every_sentence.py`` looks
whether each stands in a golden file.
"""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import jinja2

ROOT = Path(__file__).resolve().parents[2]
HOLE = "\0"
"""Stands for what is filled in."""
_FILLED_IN = re.compile(r"\{[\w.!:,\[\]]*\}|\{\{|\}\}|%[sd]")
_LIKE_A_SENTENCE = re.compile(r"[A-Za-z][a-z']+,? [a-z']+|[a-z]{2,}[,;:.] [A-Za-z']+")
_CODE = re.compile(r"\\[sbdw]|\(\?|[a-z-]+:[^ ]+;|<[a-z]+ |^M ?\d|^\.[a-z]|default-src|[{};]$|^[./]\w|\w=\"|\w\|\w")
_FAR: Final = 400
"""So many characters may be filled in at one place."""
_MARKUP = re.compile(r"</[a-z]+>|<[a-z]+ [a-z-]+=")
_TAG = re.compile(r"<(?:style|script|svg)\b.*?</(?:style|script|svg)>|<[^>]*>", re.DOTALL)


class Sentence(NamedTuple):
    """What the program says at one place: ``pattern`` has its words, with a :data:`HOLE` for all that is filled in."""

    file: str
    line: int
    pattern: str

    @property
    def shown(self) -> str:
        """The pattern as people write it, with three dots for what is filled in."""
        return tidy(self.pattern.replace(HOLE, "..."))


def tidy(text: str) -> str:
    """The words of a text, whatever its lines and the marks of a quotation or a list at their beginnings."""
    return " ".join(text.split())


def list_said() -> Iterator[Sentence]:
    """Every sentence of the program and its templates."""
    for file in sorted((ROOT / "adjudicator").rglob("*.py")):
        yield from _list_in_python(file)
    for file in sorted((ROOT / "templates").rglob("*.j2")):
        if not file.name.endswith((".css.j2", ".js.j2")):
            yield from _list_in_template(file)


def _list_in_python(file: Path) -> Iterator[Sentence]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    passed_over = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            passed_over |= {id(value) for value in node.values}
        elif isinstance(node, ast.Call) and _is_for_nobody(node.func):
            passed_over |= {id(argument) for argument in node.args}
    name = str(file.relative_to(ROOT))
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = _FILLED_IN.sub(HOLE, node.value)
        elif isinstance(node, ast.JoinedStr):
            text = "".join(
                value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else HOLE
                for value in node.values
            )
        else:
            continue
        yield from (_take_markup if _MARKUP.search(text) else _take)(name, node.lineno, text)


def _is_for_nobody(called: ast.expr) -> bool:
    """Whether the arguments are patterns or names of code, never words."""
    name = ast.unparse(called)
    return name.startswith("re.") or name in {"TypeVar", "NewType", "cast", "getattr", "import_module"}


def _list_in_template(file: Path) -> Iterator[Sentence]:
    """The text between tags, where values stand in it; and the text of expressions."""
    name = str(file.relative_to(ROOT))
    text, first = "", 1
    for line, kind, value in jinja2.Environment(autoescape=True).lex(file.read_text(encoding="utf-8")):
        if kind == "variable_begin":
            text += HOLE
        elif kind == "string":
            yield from _take(name, line, value[1:-1])
        elif kind == "data":
            text += value
        elif kind == "block_begin":
            yield from _take_markup(name, first, text)
            text, first = "", line
    yield from _take_markup(name, first, text)


def _take_markup(name: str, line: int, text: str) -> Iterator[Sentence]:
    for part in html.unescape(_TAG.sub("\n", text)).split("\n"):
        yield from _take(name, line, part)


def _take(name: str, line: int, text: str) -> Iterator[Sentence]:
    """The paragraphs of a text that are sentences."""
    for part in re.split(r"\n\s*\n", text):
        said = re.sub(f"{HOLE}+", HOLE, tidy(part)).strip(HOLE + " ")
        if _LIKE_A_SENTENCE.search(said) and not _CODE.search(said):
            yield Sentence(name, line, said)


class GoldenText:
    """What stands in golden files, to look sentences up in."""

    def __init__(self, texts: list[str]) -> None:
        self._text = tidy("\n".join(texts)).casefold()

    def has(self, sentence: Sentence) -> bool:
        """Whether the sentence stands there, with anything filled in."""
        parts = [part for part in sentence.pattern.casefold().split(HOLE) if part.strip()]
        longest = max(parts, key=len)
        before = sum(map(len, parts[: parts.index(longest)])) + _FAR * parts.index(longest)
        after = sum(map(len, parts)) + _FAR * len(parts)
        whole = re.compile(f".{{0,{_FAR}}}?".join(map(re.escape, parts)))
        found = self._text.find(longest)
        while found >= 0:
            if len(parts) == 1 or whole.search(self._text, max(0, found - before), found + after):
                return True
            found = self._text.find(longest, found + 1)
        return False


@cache
def read_golden() -> GoldenText:
    """All golden files: of pages what one reads on them."""
    texts = []
    for file in sorted((ROOT / "tests" / "golden").rglob("*")):
        if file.suffix in {".txt", ".html"} and file.name != "exceptions.txt" and file.is_file():
            text = file.read_text(encoding="utf-8")
            texts.append(html.unescape(_TAG.sub(" ", text)) if file.suffix == ".html" else text)
    # compared word for word elsewhere: the overview of the commands, and the pages made from rules and cases
    others = [ROOT / "tests" / "cli" / "help.txt", *sorted((ROOT / "docs" / "rulings").glob("*.md"))]
    others += [ROOT / "docs" / "secrets-catan.md"]
    texts += [file.read_text(encoding="utf-8") for file in others]
    return GoldenText(texts)
