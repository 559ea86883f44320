"""Names of people: which can be, which look alike, and how they come into sentences."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from adjudicator.acts.new import list_unfit_people
from adjudicator.cli.parameters import SeatedPerson, split_person
from adjudicator.core.name_rules import list_alike, list_faults, look_alike, tidy_name
from adjudicator.core.seat_names import SeatNames, show_names
from adjudicator.registry import find_game
from adjudicator.rules.catan.report.phrases import DRAW_SENTENCES

PEOPLE = (
    "Dora Köhler",
    "Đặng Thị Ánh Nguyệt",
    "山田太郎",
    "김하늘",
    "Анна Каренина",
    "Ελένη Παπαδοπούλου",
    "مريم الخوارزمي",
    "דורה כהן",
    "अनुष्का शर्मा",
    "สมชาย ใจดี",
    "Séamus O’Connor-Ní Bhriain",  # noqa: RUF001 - as he writes it
    "J. R. R. Tolkien",
    "Agent 007",
    "<script>alert`1`</script>",
    "{{ 7 * 7 }} %s # - | > & ' \" \\",
    "🐪 Cleo",
    "x" * 40,
    "山" * 40,
)


@pytest.mark.parametrize("name", PEOPLE)
def test_people_may_be_called_what_they_are_called(name: str) -> None:
    assert list(list_faults(name)) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Dora\tKöhler", "character 5 is U+0009, a tab; leave it out"),
        ("Dora\nKöhler", "character 5 is U+000A, a line break; leave it out"),
        ("Dora\x1b[31m", "character 5 is U+001B"),
        ("Dora\u202erelhöK", "U+202E RIGHT-TO-LEFT OVERRIDE, which is invisible or turns the direction"),
        ("Dora\u2067", "U+2067 RIGHT-TO-LEFT ISOLATE"),
        ("Do\u200bra", "character 3 is U+200B ZERO WIDTH SPACE"),
        ("Do\u00adra", "U+00AD SOFT HYPHEN"),
        ("Do\ufe0fra", "U+FE0F VARIATION SELECTOR-16"),
        ("Do\u3164ra", "U+3164 HANGUL FILLER"),
        ("Dora\u00a0Köhler", "U+00A0 NO-BREAK SPACE, a special blank"),
        ("Dora\u2028", "U+2028 LINE SEPARATOR, a line break"),
        ("Dora\ud800", "U+D800"),
        ("Dora\u0378", "U+0378"),
        ("Dora (the elder)", "U+0028 LEFT PARENTHESIS, which reports use between or after names"),
        ("Köhler, Dora", "U+002C COMMA"),
        ("checked: 4f3c 91d2", "U+003A COLON"),
        ("王小明（阿明）", "U+FF08 FULLWIDTH LEFT PARENTHESIS, which reports use between or after names"),  # noqa: RUF001
        ("Anna，Bob", "U+FF0C FULLWIDTH COMMA, which reports use"),  # noqa: RUF001 - a wide comma
        ("x：y", "U+FF1A FULLWIDTH COLON, which reports use"),  # noqa: RUF001 - a wide colon
        ("\u0640\u0640", "no letter and no digit"),
        (normalize("NFD", "Dora Köhler"), "not composed (NFC)"),
        (" Dora", "blanks at an end"),
        ("\u0301Dora", "begins with an accent"),
        ("x" * 41, "41 characters; use at most 40"),
        ("山" * 41, "41 characters; use at most 40"),
        ("...", "no letter and no digit"),
        ("", "no letter and no digit"),
        ("Moderator", "reports use that word"),
        ("The House", "reports use that word"),
        ("yοu", "reports use that word"),  # noqa: RUF001 - a Greek letter in it
    ],
)
def test_a_name_that_cannot_be_read_as_it_is_is_refused(name: str, said: str) -> None:
    faults = list(list_faults(name))
    assert any(said in fault for fault in faults), faults


@pytest.mark.parametrize("name", ["王小明（阿明）", "Anna，Bob：x", "\u0640"])  # noqa: RUF001 - wide signs
def test_a_name_that_a_game_began_with_can_still_be_read(name: str) -> None:
    assert list(list_faults(name))
    assert list(list_faults(name, is_new=False)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dora Köhler", "dora köhler"),
        ("Dora Köhler", "DoraKöhler"),
        ("Anna", "Аnna"),  # noqa: RUF001 - a Cyrillic letter
        ("Al", "AI"),
        ("Bo0ne", "Boone"),
        ("Ｄora", "Dora"),  # noqa: RUF001 - a wide letter
        ("corn", "com"),
        ("علي", "عـلي"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    said = list(list_alike(("a", "b"), {"a": one, "b": other}))
    assert said
    assert "look alike" in said[0]


@pytest.mark.parametrize(("one", "other"), [("Dora Köhler", "Dora Kohler"), ("Ann", "Anna"), ("Ида", "Ада")])
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert not look_alike(one, other)
    assert list(list_alike(("a", "b"), {"a": one, "b": other})) == []


def test_nobody_is_called_like_another_seat() -> None:
    assert list(list_alike(("dora", "tom"), {"dora": "Tom"})) == [
        "the name of dora, 'Tom', looks like the seat 'tom'; call one of them something else"
    ]
    assert list(list_alike(("dora", "tom"), {"dora": "Dora"})) == []


@pytest.mark.parametrize("name", ["Round 7", "he threw 8"])
def test_a_name_forges_no_sentence_about_a_draw(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("catan")
    assert list(list_unfit_people(game, ("ann",), {"ann": name})) == []
    told = DRAW_SENTENCES._replace(sentences=(r" threw \d",), begins=r"^Round (\d)")
    monkeypatch.setattr(type(game), "draw_sentences", told)
    assert any(
        "like a report's sentence about draws" in said for said in list_unfit_people(game, ("ann",), {"ann": name})
    )


def test_a_seat_on_the_command_line() -> None:
    composed = "Dora K\u00f6hler"
    assert split_person("dora") == SeatedPerson("dora", "", "")
    assert split_person("dora=dora@example.org") == SeatedPerson("dora", "", "dora@example.org")
    assert split_person("dora=<dora@example.org>") == SeatedPerson("dora", "", "dora@example.org")
    assert split_person("dora=Dora K\u00f6hler") == SeatedPerson("dora", composed, "")
    assert split_person("dora= Dora Ko\u0308hler <dora@example.org> ") == SeatedPerson(
        "dora", composed, "dora@example.org"
    )
    assert split_person('dora="Dora K\u00f6hler" <dora@example.org>') == SeatedPerson(
        "dora", composed, "dora@example.org"
    )
    assert split_person('dora="Dora" K <dora@example.org>') == SeatedPerson("dora", '"Dora" K', "dora@example.org")
    assert split_person("dora=Dora dora@example.org") == SeatedPerson("dora", "", "Dora dora@example.org")
    assert tidy_name(" Dora ") == "Dora"


def test_facts_are_renamed_where_they_hold_seats_and_nowhere_else() -> None:
    names = SeatNames({"wool": "Wilma", "tom": "Tom Sawyer"})
    facts = {
        "seat": "tom",
        "winners": ["tom", "ann"],
        "whose": "tom's",
        "reason": "wool",
        "cards": {"tom": {"wool": 2}, "ann": {"wool": 1}},
        "or": [{"seat": "wool", "give": {"wool": 1}}],
        "count": 3,
    }
    assert names.in_facts(facts, {"seat", "winners", "whose", "cards"}) == {
        "seat": "Tom Sawyer",
        "winners": ["Tom Sawyer", "ann"],
        "whose": "Tom Sawyer's",
        "reason": "wool",
        "cards": {"Tom Sawyer": {"wool": 2}, "ann": {"wool": 1}},
        "or": [{"seat": "Wilma", "give": {"wool": 1}}],
        "count": 3,
    }


def test_what_is_written_from_right_to_left_is_shown_in_an_isolate() -> None:
    names = show_names((("dora", "דורה"), ("tom", "Tom"), ("ann", "ann")))
    assert names.call("dora") == "\u2068דורה\u2069"  # noqa: RUF001 - Hebrew
    assert (names.call("tom"), names.introduce("tom")) == ("Tom", "Tom (tom)")
    assert (names.call("ann"), names.introduce("ann")) == ("ann", "ann")
