"""What a machine can check of English in all golden files: numbers, articles, verbs, doubled words, stops."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from golden.telling import SENTENCES

_NOUNS = (
    "camel|card|character|city|column|day|deadline|email|file|game|hour|knight|letter|line|month|move|oasis|offer|order|"
    "path|place|player|point|report|road|roll|route|seat|settlement|token|turn|vote|week|word"
)
_PLURALS = re.sub(r"(?<=cit)y", "ie", _NOUNS.replace("oasis", "oas")).replace("|", "s|").replace("oass", "oases") + "s"
_VOWEL = r"(?:[aeio]|u(?!n[ie]|s[eu])|hour|honest|8|11\b|18\b)"
FAULTS = {
    "one of many": re.compile(rf"(?<![-\w.,:/+*])1 (?!moves to)(?:{_PLURALS})\b"),
    "many of one": re.compile(rf"(?<![-\w.,:/+*])(?:[2-9]|[1-9]\d) (?:{_NOUNS})\b(?! of| \d|[-':])"),
    "a for an": re.compile(rf"(?<![-\w'])a (?!one|once|eu|amira|and\b|or\b|is\b|in\b){_VOWEL}\w+"),
    "an for a": re.compile(rf"\b[Aa]n (?!{_VOWEL}|id\b|HTML|IANA|IMAP|[A-Z]\w|'|x\b)\S+"),
    "you and a verb": re.compile(
        r"(?<!before )(?<!from )\b[Yy]ou (?:is|was|has|does|takes|makes|gets|gives|rolls|wins|holds|places)\b"
    ),
    "a word twice": re.compile(r"\b(?!(?:had|that|or|remark|road)\b)([a-z]{2,}) \1\b"),
    "(s)": re.compile(r"\w\(s\)"),
    "stops": re.compile(r"(?<!\.)\.\.(?![.\w])|[a-z] [,;](?= [a-z])|[,;.][,;](?= )|[!?]\.(?= )"),
    "blanks": re.compile(r"^- [A-Z][^\n]*[a-z,.;] {2,}[a-z]"),
}
_END = re.compile(r"[.?!:\u2026]['\")]?$")
_NO_SENTENCE = re.compile(
    r"- (?:[a-z-]+: ?|\{|(?:end|place|leader|settlement|robber|knight|discard|if|buy|road|city)\b)"
)


def read_lines(name: str) -> list[str]:
    """The lines of a golden file, each with those that go on below it."""
    lines: list[str] = []
    for line in (SENTENCES / name).read_text(encoding="utf-8").replace("...", "\u2026").splitlines():
        if lines and re.match(r"- ", lines[-1]) and re.match(r"  (?! )", line):
            lines[-1] += line[1:]
        else:
            lines.append(line)
    return lines


def list_faults(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if line.startswith("== "):  # what was called, and no sentence
            continue
        yield from (
            f"{what}: {found[0]!r} in {line}" for what, fault in FAULTS.items() for found in fault.finditer(line)
        )
        if re.match(r"- [A-Z]", line) and not _NO_SENTENCE.match(line) and not _END.search(line):
            yield f"no stop: {line}"


@pytest.mark.parametrize("name", sorted(path.name for path in SENTENCES.glob("*.txt")))
def test_no_sentence_has_a_fault_that_a_machine_can_see(name: str) -> None:
    assert list(list_faults(read_lines(name))) == []


@pytest.mark.parametrize(
    "line",
    [
        "You have 1 cards left.",
        "It takes 3 card.",
        "Play a orange.",
        "Play an card.",
        "Then you takes it.",
        "Of the the seats.",
        "2 files(s) sent.",
        "It ended..",
        "- The moderator paused the game",
    ],
)
def test_each_fault_is_found(line: str) -> None:
    assert len(list(list_faults([line]))) == 1
