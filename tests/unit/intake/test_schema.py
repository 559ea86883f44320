"""Schemas: what they ask for is said in a player's words, at the place of the mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import describe
from adjudicator.intake import schema
from adjudicator.intake.reader import read_document
from adjudicator.intake.schema import check_schema
from adjudicator.intake.sentences import SENTENCES
from adjudicator.registry import find_resources

SCHEMAS = Path(find_resources("schemas"))
OURS = sorted([SCHEMAS / "move-file.json", *SCHEMAS.glob("through-the-desert/*.json")])


def complaints(text: str, schema_name: str) -> list[str]:
    document, problems = read_document(text.encode())
    assert document is not None
    assert problems == ()
    found = check_schema(document.value, (), document, schema_name)
    return [f"{p.place.line}:{p.place.column}: {describe(p, SENTENCES)}" for p in found]


def test_a_good_file_has_no_problem() -> None:
    assert complaints("game: g42\nturn: 7\norders: []\nafter: 12345678\ntoken: 1234\nseat:\n", "move-file") == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("turn: seven", "1:7: 'turn' must be a whole number, not the text 'seven'"),
        ("turn: 0", "1:7: 'turn' must be at least 1, not the number 0"),
        ("turn: [7]", "1:7: 'turn' must be a whole number, not a list"),
        ("draft: yes", "1:8: 'draft' must be true or false, not the text 'yes'"),
        ("trun: 7", "1:1: unknown key 'trun'; did you mean 'turn'?"),
        ("orders: {}", "1:9: 'orders' must be a list of orders, one after each '- ' ([] for none), not empty braces"),
        ("orders: [x]", "1:10: item 1 of orders must be an order, with a colon after its first word, not the text 'x'"),
        ("after: 4F3C91D2", ("1:8: 'after' must be the head of a report (8 to 64 of the digits 0-9 and a-f), "
                            "not the text '4F3C91D2'")),
        ("after: 42", ("1:8: 'after' must be the head of a report (8 to 64 of the digits 0-9 and a-f), "
                       "not the number 42")),
        ("press: [{to: b!lal, text: x}]", ("1:14: 'to' must be the id of a seat, such as {seat}, a list of seats, such "
                                          "as [{seat}, {another}], or the word all, not the text 'b!lal'")),
        ("press: [{to: []}]", "1:9: item 1 of press needs the key 'text'"),
        ("note: true", "1:7: 'note' must be text, not true"),
        (f"note: {'x' * 2001}", "1:7: 'note' has 2,001 characters; at most 2,000 are allowed"),
    ],
)  # fmt: skip
def test_the_envelope_complains_in_plain_words(line: str, complaint: str) -> None:
    rest = "".join(f"{key}\n" for key in ("game: g42", "turn: 7", "orders: []") if key.split(":")[0] not in line)
    assert complaint in complaints(f"{line}\n{rest}", "move-file")


def test_each_missing_key_is_named_once() -> None:
    assert complaints("draft: true", "move-file") == [
        "1:1: the file needs the key 'game'",
        "1:1: the file needs the key 'turn'",
        "1:1: the file needs the key 'orders'",
    ]


def test_a_token_is_never_quoted() -> None:
    for value in ("[secret]", "{secret: secret}", "secret" * 30):
        (complaint,) = complaints(f"game: g42\nturn: 7\norders: []\ntoken: {value}\n", "move-file")
        assert complaint.startswith("4:8: 'token' ")
        assert "secret" not in complaint


@pytest.mark.parametrize("kind", ["place", "leader", "return"])
def test_what_a_place_says_is_for_the_game_to_read(kind: str) -> None:
    for good in ("teal D9", "D9 on teal", "[teal, D9]", "[[teal, D9], {teal: D9}]", "{colour: teal, hex: D9}"):
        assert complaints(good, f"through-the-desert/{kind}") == []
    for bad in ("7", "true", "[]", "[7]", "x" * 201, f"[{'x, ' * 41}]"):
        assert len(complaints(bad, f"through-the-desert/{kind}")) == 1
    such = "a colour, such as pink" if kind == "return" else "a colour and a hex, such as pink D9"
    told = f"1:11: item 2 must be {such}, not the number 9"
    assert complaints("[teal D9, 9]", f"through-the-desert/{kind}") == [told]


def test_a_condition_is_one_question() -> None:
    good = "{all: [{hex: D8, is: empty}, {not: {any: [{hex: d9, is: water}]}}]}"
    assert complaints(good, "through-the-desert/condition") == []
    form = (
        "a condition such as {hex: D8, is: empty}, {supply: {colour: pink, at-most: 3}}, "
        "{all: [...]}, {any: [...]} or {not: ...}"
    )
    assert complaints("{}", "through-the-desert/condition") == [f"1:1: the file must be {form}, not empty braces"]
    assert complaints("{is: empty}", "through-the-desert/condition") == ["1:1: the file needs the key 'hex'"]
    assert complaints("{any: [], all: []}", "through-the-desert/condition") == [
        f"1:1: the file must be {form}, not keys with values (any, all)",
        "1:16: 'all' has 0 items; it needs at least 1",
        "1:7: 'any' has 0 items; it needs at least 1",
    ]
    assert complaints("{not: {hex: D8, is: ours}}", "through-the-desert/condition") == [
        "1:21: 'is' must be empty, taken, water or closed, not the text 'ours'"
    ]


def test_long_and_unprintable_values_are_cut_and_shown() -> None:
    assert complaints('game: "\ue000' + "x" * 100 + '"\nturn: 7\norders: []\n', "move-file") == [
        "1:7: 'game' must be the id of a game (small letters, digits and hyphens, a letter first, at most 32), "
        "not the text '\\u{e000}" + "x" * 59 + "...'"
    ]


def test_keywords_that_we_do_not_use_yet_have_sentences_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dice.json").write_text('{"maximum": 6, "multipleOf": 2, "items": {"const": 3}, "required": ["x"]}')
    monkeypatch.setattr(schema, "find_resources", lambda _: str(tmp_path))
    schema._validator.cache_clear()
    assert complaints("8", "dice") == ["1:1: the file must be at most 6, not the number 8"]
    assert complaints("3", "dice") == ["1:1: the file must be of the form that the game asks for, not the number 3"]
    assert complaints("[4]", "dice") == ["1:2: item 1 must be of the form that the game asks for, not the number 4"]
    schema._validator.cache_clear()


def parts(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """Every mapping in a schema."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(inner)


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.stem)
def test_our_schemas_are_valid_bounded_and_fit_for_editors(file: Path) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(content)
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert content["$id"] == file.relative_to(SCHEMAS).as_posix()
    assert content["title"]
    assert content["description"]
    for part in parts(content):
        types = part.get("type", [])
        if "string" in types and "$ref" not in part:
            assert "maxLength" in part or "pattern" in part
        if "array" in types:
            assert "maxItems" in part
        if "pattern" in part:
            assert "x-says" in part
            assert str(part["pattern"]).startswith("^")
            assert str(part["pattern"]).endswith("$")
