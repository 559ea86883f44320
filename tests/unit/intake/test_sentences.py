"""The catalogue: each code that intake makes has one sentence, and each sentence gets its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from adjudicator.core.order import Place, describe
from adjudicator.intake import schema, sentences, syntax
from adjudicator.intake.mailed.mended_lines import ChangeKind
from adjudicator.intake.sentences import SENTENCES, closest, invalid, printable
from adjudicator.kit.words import find_near

FOLDER = Path(str(sentences.__file__)).parent


def calls() -> Iterator[tuple[str, set[str]]]:
    """Every code that stands in a call of intake's source, with the facts that stand beside it."""
    for name in ("reader.py", "sentences.py", "syntax.py", "schema.py", "movefile.py", "checking.py"):
        for node in ast.walk(ast.parse((FOLDER / name).read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function in {"invalid", "refuse", "correct_line"}:
                facts = {str(keyword.arg) for keyword in node.keywords}
                yield str(node.args[0].value), facts | ({"spelt"} if function == "correct_line" else set())


TABLED = {
    *(code for _, code, _ in syntax.SYNTAX),
    *(name.replace("_", "-") for name in sentences.TYPOGRAPHY.groupindex),
    *schema._CODES.values(),
    "asked-for",
    *(kind.value for kind in ChangeKind),
    "two-files",
    "unclear-line",
    "part-apart",
    "order-apart",
    "orders-beside-form",
    "late-note",
    "quoted-orders",
    "quoted-offer",
    "bad-escape",
    "behind-closed",
    "directive",
    "syntax",
    "wrong-form",
}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert {code for code, _ in calls()} | TABLED == set(SENTENCES)


@pytest.mark.parametrize(("code", "facts"), sorted(calls(), key=repr))
def test_every_call_supplies_the_facts_of_its_sentence(code: str, facts: set[str]) -> None:
    assert {field for _, field, _, _ in Formatter().parse(SENTENCES[code]) if field} <= facts


def test_a_sentence_is_made_of_code_and_facts() -> None:
    problem = invalid("unknown-order", Place(9, 5), key="plcae", hint="did you mean 'place'?")
    assert describe(problem, SENTENCES) == "unknown order 'plcae'; did you mean 'place'?"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("teal D9", "teal D9"),
        ("é🐪", "é🐪"),
        ("a\nb\x1b[31m\u202e", "a\\u{a}b\\u{1b}[31m\\u{202e}"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 60 + "..."),
        ("7 Token:secret", "7 Token..."),
        ("token", "token"),
    ],
)
def test_quoted_text_fits_one_line_of_any_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("isnt", "is", None),
        ("holds-not", "holds", None),
        ("not-linked", "linked", None),
        ("unlinked", "linked", None),
        ("waterless", "water", None),
        ("unitl", "until", "until"),
        ("linkd", "linked", "linked"),
        ("noet", "note", "note"),
    ],
)
def test_a_word_that_says_the_opposite_is_no_misspelling(word: str, known: str, near: str | None) -> None:
    assert closest(word, [known]) == near
    assert find_near(word, [known]) == (near or "")


def test_what_joins_conditions_is_called_all_and_any() -> None:
    assert [closest(word, ["all", "any", "not"]) for word in ("and", "or")] == ["all", "any"]
