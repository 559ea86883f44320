"""Schemas of Catan orders: what is well-formed passes, a typo is answered with what should stand there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Vocabulary, describe
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.sentences import SENTENCES
from adjudicator.registry import find_resources
from adjudicator.rules.catan.mail.language.order_text import FORMS

FOLDER = Path(find_resources("schemas"), "catan")
TRADES = ("take", "propose", "accept", "refuse", "offer", "want")
KINDS = (*FORMS, *TRADES)


def complaints(text: str) -> list[str]:
    """What the intake says of one item of ``orders:``."""
    data = f"game: g42\nturn: 7\norders:\n  - {text}\n".encode()
    file, problems = read_move_file(data, Vocabulary(KINDS, ("catan",), blocks=True))
    assert (file is None) == bool(problems)
    return [describe(problem, SENTENCES) for problem in problems]


@pytest.mark.parametrize(
    "text",
    [
        "place: 12 12-13",
        "place: [12 12-13, 0 0-1]",
        "settlement: 0",
        "settlement: '53'",
        "settlement: [12, 13]",
        "city: 12",
        "road: 12-13",
        "road: [12-13, 13-14]",
        "buy: card",
        "end: turn",
        "roll: dice",
        "knight: F from bilal",
        "knight: [F from bilal, n, play]",
        "robber: f from a-2",
        "road-building: 12-13 13-14",
        "road-building: 12-13, 13-14",
        "road-building: [12-13, play]",
        "plenty: 2 ore",
        "plenty: [wool ore, '2 brick']",
        "monopoly: ore",
        "monopoly: [ore, wool]",
        "bank: wool for ore",
        "bank: 8 wool for 2 ore",
        "discard: 2 wool, 1 ore",
        "discard: [2 wool 1 ore, 3 ore]",
        f"discard: {' '.join(['wool'] * 19 + ['ore'] * 19)}",
        "discard: {keep: [ore, grain]}",
        "end:",
        "road: from 12 to 13",
        "bank: wool to ore",
        "buy: a card",
        "discard: {first: [wool, brick]}",
        "take: bilal 2",
        "propose: {give: 1 wool, get: ore}",
        "propose: {give: '1 wool, 1 ore', get: 2 grain, to: [bilal, chadi]}",
        "accept: amira",
        "refuse: amira",
        "refuse: any",
        "refuse: [amira, bilal]",
        "offer: {give: 1 wool, get: 1 ore, to: [bilal], keep: 1 wool, times: 2, until: 30}",
        "want: {give: 1 wool, get: 1 ore, from: [bilal], keep: 1 wool, times: 2, until: 30}",
    ],
)
def test_a_good_order_passes(text: str) -> None:
    assert complaints(text) == []


@pytest.mark.parametrize(
    "condition",
    [
        "{have: '2 wool, 1 ore'}",
        "{card: knight}",
        "{rolled: 8}",
        "{robber: F}",
        "{free: 12}",
        "{free: 12-13}",
        "{line: 2, is: refused}",
        "{all: [{have: wool}, {not: {any: [{rolled: 7}, {robber: j}]}}]}",
    ],
)
def test_a_good_condition_passes(condition: str) -> None:
    assert complaints(f"end: turn\n    if: {condition}") == []


CARDS = "cards, such as 1 wool or 2 wool, 1 ore"
OFFER = "an offer of the form {give: 1 wool, get: 1 ore, to: [{seat}], keep: 1 wool, times: 2, until: 30}"
DISCARD = "cards, such as 2 wool, 1 ore, or in standing {keep: [ore, grain]} or {first: [wool, brick]}"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rod: 12-13", "unknown order 'rod'; did you mean 'road'?"),
        ("place: 12", f"'place' must be {FORMS['place']}, not the number 12"),
        ("settlement: 54", f"'settlement' must be {FORMS['settlement']}, not the number 54"),
        ("road: 12", f"'road' must be {FORMS['road']}, not the number 12"),
        ("road: []", "'road' has 0 items; it needs at least 1"),
        ("roll: 8", "'roll' must be the word dice, not the number 8"),
        ("monopoly: 3", "'monopoly' must be a resource, such as ore, not the number 3"),
        ("discard: 3", f"'discard' must be {DISCARD}, not the number 3"),
        ("discard: {keep: [ore], first: [wool]}", f"'discard' must be {DISCARD}, not keys with values (keep, first)"),
        ("discard: {}", f"'discard' must be {DISCARD}, not empty braces"),
        ("discard: {kep: [ore]}", "unknown key 'kep'; did you mean 'keep'?"),
        ("discard: {keep: 3}",
         "'keep' must be a resource, such as ore, or a list, such as [ore, grain], not the number 3"),
        ("discard: {keep: [2 ore]}", "item 1 of keep must be a resource, such as ore, not the text '2 ore'"),
        ("take: 2",
         ("'take' must be a seat and the number of its offer, such as {seat} 2, or terms of the form "
          "{give: 1 ore, get: 1 wool, of: anybody}, not the number 2")),
        ("propose: {give: wool}", "'propose' needs the key 'get'"),
        ("propose: {give: 1, get: ore}", f"'give' must be {CARDS}, not the number 1"),
        ("propose: {give: wool, get: ore, to: 3}",
         "'to' must be the id of a seat, or a list of seats, such as [{seat}, {another}], not the number 3"),
        ("propose: wool for ore",
         ("'propose' must be a proposal of the form {give: 1 wool, get: 1 ore, to: [{seat}]}, or a list of these, "
          "in order of preference, not the text 'wool for ore'")),
        ("accept: [amira]", "'accept' must be the id of the seat whose proposal you accept, not a list"),
        ("refuse: 3",
         ("'refuse' must be the id of a seat, a list of seats, such as [{seat}], the word leader, the word any, or "
          "terms of the form {give: [ore], get: [wool], from: [{seat}]}, not the number 3")),
        ("offer: wool", f"'offer' must be {OFFER}, not the text 'wool'"),
        ("offer: {give: wool, get: ore, times: 0}", "'times' must be at least 1, not the number 0"),
        ("offer: {give: wool, get: ore, tims: 2}", "unknown key 'tims'; did you mean 'times'?"),
        ("offer: {give: wool, get: ore, until: turn 30}", "'until' must be a whole number, not the text 'turn 30'"),
        ("want: {give: wool, get: ore, to: [bilal]}",
         "unknown key 'to'; the keys here are give, get, from, keep, times and until"),
        ("end: turn\n    if: {have: 3}", f"'have' must be {CARDS}, not the number 3"),
        ("end: turn\n    if: {card: settler}",
         "'card' must be knight, road-building, plenty, year-of-plenty or monopoly, not the text 'settler'"),
        ("end: turn\n    if: {rolled: 13}", "'rolled' must be at most 12, not the number 13"),
        ("end: turn\n    if: {robber: T}",
         "'robber' must be a hex, a letter from A to S, or the word mine, not the text 'T'"),
        ("end: turn\n    if: {free: here}",
         "'free' must be an intersection, such as 12, or a path, such as 12-13, not the text 'here'"),
        ("end: turn\n    if: {line: 2}", "'if' needs the key 'is'"),
        ("end: turn\n    if: {hav: wool}", "unknown key 'hav'; did you mean 'have'?"),
    ],
)  # fmt: skip
def test_a_typo_is_answered_with_what_should_stand_there(text: str, complaint: str) -> None:
    assert complaints(text) == [complaint]


def test_a_condition_without_a_question_names_them_all() -> None:
    (complaint,) = complaints("end: turn\n    if: {}")

    assert complaint.startswith("'if' must be one of {have: 2 wool}, {card: knight}, {rolled: 8}, {robber: F}, ")


@pytest.mark.parametrize("key", FORMS)
def test_the_schema_asks_for_what_the_reader_asks_for(key: str) -> None:
    says = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))["x-says"]

    assert says.startswith(FORMS[key])


def parts(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """Every mapping in a schema."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(inner)


@pytest.mark.parametrize("key", [*KINDS, "condition"])
def test_a_schema_is_valid_bounded_and_fit_for_editors(key: str) -> None:
    content = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))

    Draft202012Validator.check_schema(content)
    assert content["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert content["$id"] == f"catan/{key}.json"
    assert content["title"]
    assert content["description"]
    for part in parts(content):
        types = part.get("type", [])
        if "string" in types and "$ref" not in part:
            assert part.keys() & {"maxLength", "pattern", "enum"}
        if "array" in types:
            assert "maxItems" in part
        if "pattern" in part:
            assert "x-says" in part
            assert str(part["pattern"]).startswith("^")
            assert str(part["pattern"]).endswith("$")


@pytest.mark.parametrize(
    ("orders", "example"),
    [
        ("- end: turn\n  if: {}", "{leads: amira}"),
        ("- end: turn\n  if: {points: {}}", "limits of the form {of: amira, at-least: 8}"),
    ],
)
def test_examples_name_other_seats_of_the_game(orders: str, example: str) -> None:
    mail = Mail(lay_out({}, turn=5))
    told = " ".join(describe(problem, mail.intake.sentences) for problem in mail.judge("bilal", orders).problems)

    assert example in told


def test_what_a_standing_order_may_ask_is_said_with_a_seat_of_the_game() -> None:
    mail = Mail(lay_out({}, turn=5))
    judgement = mail.judge("amira", "", standing="- want: {give: 1 wool, get: 1 ore}\n  if: {have: 1 wool}")

    (said,) = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    assert "such as {leads: bilal} or {points: {of: bilal, at-least: 8}}; use keep" in said
