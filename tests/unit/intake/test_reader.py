"""The strict reader: what a value is, where it stands, and what it costs to be clever."""

from __future__ import annotations

import pytest
import yaml

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Place
from adjudicator.intake import reader
from adjudicator.intake.reader import Document, read_document
from adjudicator.intake.sentences import invalid


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr(reader, "LOADER", yaml.BaseLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")


def read(text: str) -> Document:
    document, problems = read_document(text.encode())
    assert problems == ()
    assert document is not None
    return document


def problems_of(text: str) -> list[tuple[str, int, int]]:
    _, problems = read_document(text.encode())
    return [(problem.code, problem.place.line, problem.place.column) for problem in problems]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7", 7),
        ("-7", -7),
        ("0", 0),
        ("-0", 0),
        ("999999999", 999999999),
        ("1000000000", "1000000000"),
        ("007", "007"),
        ("+7", "+7"),
        ("7.0", "7.0"),
        ("1e3", "1e3"),
        ("0x1F", "0x1F"),
        ("12:30:45", "12:30:45"),
        ("2026-11-20", "2026-11-20"),
        ("\u0667", "\u0667"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("True", "True"),
        ("no", "no"),
        ("~", "~"),
        ('"7"', "7"),
        ("'true'", "true"),
        ("''", ""),
        ("|-\n  7", "7"),
        ("teal D9 # a comment", "teal D9"),
        ("teal\n  D9", "teal D9"),
        ("[a, [b], {c: d}]", ["a", ["b"], {"c": "d"}]),
        ("{}", {}),
    ],
)
def test_scalars_are_text_but_for_a_few_plain_ones(written: str, meant: JsonValue) -> None:
    value = read(f"key: {written}").value
    assert value == {"key": meant}
    assert isinstance(value, dict)
    assert type(value["key"]) is type(meant)


@pytest.mark.parametrize("key", ["7", "true", "null", "no", "~", '"a b"', "2026-11-20"])
def test_keys_are_text(key: str) -> None:
    assert read(f"{key}: x").value == {key.strip('"'): "x"}


def test_every_value_and_every_key_knows_its_place() -> None:
    document = read("# orders\ngame: g42\norders:\n  - place: [teal D9, 'pink E3']\n    if: {hex: D8}\n  - place: x\n")
    assert document.places == {
        (): Place(2, 1),
        ("game",): Place(2, 7),
        ("orders",): Place(4, 3),
        ("orders", 0): Place(4, 5),
        ("orders", 0, "place"): Place(4, 12),
        ("orders", 0, "place", 0): Place(4, 13),
        ("orders", 0, "place", 1): Place(4, 22),
        ("orders", 0, "if"): Place(5, 9),
        ("orders", 0, "if", "hex"): Place(5, 15),
        ("orders", 1): Place(6, 5),
        ("orders", 1, "place"): Place(6, 12),
    }
    assert document.key_places["orders", 0, "if", "hex"] == Place(5, 10)
    assert document.key_places["game",] == Place(2, 1)


def test_what_has_no_place_has_that_of_the_value_around_it() -> None:
    document = read("game: g42\norders: [{place: x}]\n")
    assert document.place_of(("orders", 0, "if", "hex")) == Place(2, 10)
    assert document.place_of(("turn",)) == Place(1, 1)


def test_columns_count_characters_and_lines_end_in_three_ways() -> None:
    assert read("{🐪é: 1, b: 2}").places["b",] == Place(1, 12)
    assert read("a: 1\r\nb: 2\rc: 3\n").places["c",] == Place(3, 4)


def test_one_byte_order_mark_at_the_beginning_is_dropped() -> None:
    assert read("\ufeffa: 1").places["a",] == Place(1, 4)
    assert problems_of("\ufeff\ufeffa: 1") == [("forbidden-character", 1, 1)]


def test_a_tab_behind_a_word_is_a_blank() -> None:
    assert read("turn:\t7\t\nnote: a\tb\n\t\n").value == {"turn": 7, "note": "a b"}


def test_all_problems_are_found_in_one_reading() -> None:
    text = "a: &x 1\na: !!str 2\na: 3\nb: *x\n<<: {}\nc: te\u200bxt\nd: “x”\n"
    assert problems_of(text) == [
        ("anchor", 1, 4),
        ("duplicate-key", 2, 1),
        ("tag", 2, 4),
        ("duplicate-key", 3, 1),
        ("alias", 4, 4),
        ("merge-key", 5, 1),
        ("forbidden-character", 6, 6),
        ("smart-quote", 7, 4),
    ]


def test_what_was_probably_meant_is_kept_beside_the_problems() -> None:
    document, problems = read_document("turn: \xa07\nturn: 8\nseat: “ami\u200bra”\n".encode())
    assert len(problems) == 4
    assert document is not None
    assert document.value == {"turn": 7, "seat": "amira"}


def test_after_a_mistake_in_the_syntax_nothing_more_is_tried() -> None:
    assert problems_of("a: *x\nb: c: d\ne: *f\n") == [("alias", 1, 4), ("stray-colon", 2, 5)]


def test_a_duplicate_names_the_line_of_the_first() -> None:
    _, problems = read_document(b"a:\n  - {b: 1}\n  - b: 1\n    c: 2\n    b: 3\n")
    assert [(problem.place, problem.facts) for problem in problems] == [(Place(5, 5), {"key": "b", "line": 3})]


def test_a_text_and_a_note_may_be_prose() -> None:
    document = read('note: |\n  one\n  two\npress: [{text: "“it\u2019s”\\n\u2013 so"}]\n')
    assert document.value == {"note": "one\ntwo\n", "press": [{"text": "“it\u2019s”\n\u2013 so"}]}
    assert problems_of('seat: "a\\nb"\n') == [("line-break", 1, 7)]


def test_joiners_stand_where_words_need_them_and_nowhere_else() -> None:
    name = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
    assert read(f"note: {name}\n").value == read('note: "' + ascii(name)[1:-1] + '"\n').value == {"note": name}
    assert problems_of("note: a\u200cb\n") == [("forbidden-character", 1, 8)]
    assert problems_of('note: "a\\u200db"\n') == [("forbidden-character", 1, 7)]


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_the_limits_are_exact() -> None:
    assert problems_of(nested(reader.MAX_DEPTH)) == []
    assert problems_of(nested(reader.MAX_DEPTH + 1)) == [("too-deep", 1, reader.MAX_DEPTH + 1)]
    assert problems_of("- a\n" * (reader.MAX_NODES - 1)) == []
    assert problems_of("- a\n" * reader.MAX_NODES) == [("too-many-values", reader.MAX_NODES, 3)]
    assert problems_of("a: b #".ljust(reader.MAX_BYTES, "x")) == []
    assert problems_of("a: b #".ljust(reader.MAX_BYTES + 1, "x")) == [("file-too-large", 1, 1)]


def test_problems_beyond_a_hundred_are_only_announced() -> None:
    found = problems_of("a: 1\n" * 300)
    assert len(found) == reader.MAX_PROBLEMS + 1
    assert found[-1] == ("more-problems", 102, 1)


def test_problems_stand_in_order_and_once() -> None:
    early, late = invalid("tag", Place(2, 9)), invalid("alias", Place(10, 1))
    assert reader.in_order([late, early, late]) == (early, late)
