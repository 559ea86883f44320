"""Joiners in names: where one is seen by what it does, whatever is printed with it, and where it stays refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from itertools import pairwise
from unicodedata import category, decomposition

import pytest

from adjudicator.cli.output import clean
from adjudicator.core.name_rules import list_faults, look_alike
from adjudicator.core.printing import (
    JOINER,
    JOINERS,
    NON_JOINER,
    cut_letters,
    is_printable,
    measure,
    print_safely,
    show_line,
    shows_joiner,
)
from adjudicator.core.seat_names import cut_name, cut_names, show_names
from adjudicator.intake.sentences import printable
from adjudicator.proof.command import make_printable
from adjudicator.report.mail import Letter, write_mail
from adjudicator.report.plain_text import make_plain, wrap

PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
VOWELLED = "\u0639\u0644\u06cc\u0650\u0651\u200c\u0631\u0636\u0627"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3\u0db8\u0dad\u0dd2"
DEVANAGARI = "\u0915\u094d\u200d\u0937\u092e\u093e"
PARTED = "\u0915\u094d\u200c\u0937\u092e\u093e"
NUKTA = "\u0930\u093e\u0920\u094c\u0921\u093c\u094d\u200d\u092f"
MALAYALAM = "\u0d05\u0d35\u0d28\u0d4d\u200d"
"""It ends in a joiner: how a consonant without a vowel was written before it got a letter of its own."""
NAMES = (PERSIAN, VOWELLED, SINHALA, DEVANAGARI, PARTED, NUKTA, MALAYALAM, f"{MALAYALAM} {PERSIAN}")

STRAY = (
    "D\u200dora",
    "Dora\u200c",
    "\u200cDora",
    f"\u200c{PERSIAN}",
    f"{PERSIAN[:3]}\u200c",
    f"{PERSIAN[:3]}\u200c Dora",
    "\u0639\u0644\u06cc\u200d\u0631\u0636\u0627",
    "\u0639\u0644\u06cc\u200c\u200c\u0631\u0636\u0627",
    "\u0631\u200c\u0636\u0627",  # it never joins what is behind it
    "\u0639\u200c\u0621",  # it joins nothing
    "\u05d3\u200c\u05d5",  # Hebrew letters never join
    "\u0639\u0644\u06cc\u0651\u200c\u0650\u0631\u0636\u0627",  # a mark has to stand before it
    "\u0dc1\u200d\u0dbb",
    "\u0dc1\u0dca\u200d\u200d\u0dbb",
    "\u0d28\u0d4d\u200c",
    "\u0d28\u0d4d\u200c \u0d28",
    "D\u094d\u200dora",
    "\U0001f469\u200d\U0001f680 Cleo",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_have_the_joiners_that_it_needs(name: str) -> None:
    assert list(list_faults(name)) == []
    assert is_printable(name)


@pytest.mark.parametrize("name", STRAY)
def test_a_joiner_that_nobody_would_see_is_refused_with_where_it_would_work(name: str) -> None:
    faults = list(list_faults(name))
    said = [
        re.fullmatch(r"character \d+ is U\+200[CD] ZERO WIDTH (.*), which works only (.*); leave it out", fault)
        for fault in faults
    ]
    assert any(said), faults
    places = {"JOINER": "right behind a virama", "NON-JOINER": "between two Arabic letters that would join, or between"}
    assert all(match[2].startswith(places[match[1]]) for match in said if match)
    assert not is_printable(name)


def test_joiners_are_seen_where_unicode_says_that_letters_join() -> None:
    forms: dict[str, set[str]] = {}
    for shape in map(chr, (*range(0xFB50, 0xFDFE), *range(0xFE70, 0xFEFD))):
        form, _, letter = decomposition(shape).partition(" ")
        if len(letter) == 4 and category(chr(int(letter, 16))) == "Lo":
            forms.setdefault(chr(int(letter, 16)), set()).add(form)
    assert len(forms) > 70
    beh = "\u0628"
    for letter, known in forms.items():
        if letter in "\u0649\u0677\u06ba":  # they join, and few fonts of old had their forms
            continue
        assert shows_joiner(f"{letter}\u200c{beh}", 1) == ("<initial>" in known), letter
        assert shows_joiner(f"{beh}\u200c{letter}", 1) == ("<final>" in known), letter


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("write", [make_plain, wrap, clean, make_printable, printable, print_safely])
def test_every_room_that_escapes_shows_a_name_as_it_is(name: str, write: Callable[[str], str]) -> None:
    assert write(name) == name
    assert write(f"So {name}, {name} and {name}.") == f"So {name}, {name} and {name}."


@pytest.mark.parametrize("name", [name for name in STRAY if "\u200d" in name])
@pytest.mark.parametrize("write", [make_plain, wrap, clean, make_printable, printable, print_safely])
def test_every_other_joiner_is_escaped(name: str, write: Callable[[str], str]) -> None:
    assert r"\u{200d}" in write(name)
    assert is_printable(write(name))


def test_what_a_stranger_wrote_keeps_its_joiners() -> None:
    assert show_line(f"{SINHALA} <s@example.org>", 80) == f"{SINHALA} <s@example.org>"
    assert show_line("A\u200dnn", 80) == "A nn"


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_is_addressed_with_the_joiners_of_the_name(name: str) -> None:
    letter = Letter("g", "a", "ann@example.org", f"{name} D\u200dora", "s", "t", datetime(2026, 1, 1, tzinfo=UTC))
    said = str(make_header(decode_header(message_from_bytes(write_mail(letter))["To"])))
    assert said == f"{name} Dora <ann@example.org>"


@pytest.mark.parametrize("name", NAMES)
def test_names_that_differ_in_joiners_only_look_alike(name: str) -> None:
    assert look_alike(name, re.sub(f"[{JOINERS}]", "", name))
    assert look_alike(name, name.translate({ord(NON_JOINER): JOINER, ord(JOINER): NON_JOINER}))


@pytest.mark.parametrize("name", [*NAMES, *map("".join, pairwise(NAMES))])
def test_no_name_is_cut_so_that_a_joiner_ends_it(name: str) -> None:
    for most in range(2, measure(name)):
        brief = cut_letters(name, most)
        assert measure(brief) <= most
        assert not set(JOINERS) & set(brief.removesuffix("\u2026")[-1:])
        assert is_printable(brief)
        assert is_printable(cut_name(f"{name} {name} {name}", most))


def test_a_word_that_ends_in_a_joiner_is_a_short_name() -> None:
    long = f"{MALAYALAM} \u0d35\u0d3f\u0d36\u0d4d\u0d35\u0d28\u0d3e\u0d25\u0d28\u0d4d\u200d Krishnamoorthy"
    assert cut_name(long, 5) == MALAYALAM
    assert show_names((("a", long), ("b", PERSIAN))).call("b") == f"\u2068{PERSIAN}\u2069"


def test_short_names_in_a_table_differ_in_more_than_joiners() -> None:
    plain = PERSIAN.replace(NON_JOINER, "")
    names = [f"{PERSIAN} Karimi", f"{plain} Rezai"]
    assert cut_names(names, 7) == {name: name for name in names}
