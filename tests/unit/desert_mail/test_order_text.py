"""What stands behind the key of an order, and how it is understood."""

from __future__ import annotations

from time import process_time

import pytest

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order, Place
from adjudicator.core.table import Setting
from adjudicator.rules.through_the_desert.mail.quoting import quote_choices
from adjudicator.rules.through_the_desert.setup import lay_table
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written import put_plainly, read_order, write_action, write_line
from adjudicator.rules.through_the_desert.written.readings import FaultKind

PASTELS = lay_table(Setting("2005", {}, ("amira", "bilal", "chadi", "dora")))
ALLPLAY = lay_table(Setting("allplay", {}, ("amira", "bilal", "chadi", "dora")))


def order(value: JsonValue, kind: str = "place") -> Order:
    count = len(value) if isinstance(value, list) else 1
    return Order(kind, value, None, Place(5, 5), tuple(Place(5, 12 + number) for number in range(count)))


def understand(value: JsonValue, kind: str = "place", table: Table = PASTELS) -> list[str]:
    reading = read_order(table, order(value, kind))
    assert reading.faults == ()
    return [write_action(table, alternative.action) for alternative in reading.alternatives]


def find_fault(value: JsonValue, kind: str = "place") -> tuple[FaultKind, list[str]]:
    reading = read_order(PASTELS, order(value, kind))
    assert reading.alternatives == () or reading.faults[0].kind is FaultKind.UNKNOWN_HEX
    return reading.faults[0].kind, [write_line(PASTELS, actions) for actions in reading.faults[0].readings]


@pytest.mark.parametrize(
    "text",
    [
        *("pink L5", "pink l5", "PINK L05", "L5 pink", "L-5 pink", "l 5, pink", "pink on L5", "pink, L5", "pink: L5"),
        *("pink->L5", "pink \u2192 L5", "a pink camel to L5", "P L5", "p-L5", "PL5", "pinkL5", "pink (L5)", "pink_l5"),
        *("place pink on hex L5", "pink = L5.", "  L5   P "),
    ],
)
def test_one_place_written_in_many_ways(text: str) -> None:
    assert understand(text) == ["pink L5"]
    assert understand(text, "leader") == ["pink L5"]


@pytest.mark.parametrize(
    ("value", "understood"),
    [
        ("pink L5 or M5", ["pink L5", "pink M5"]),
        ("L5 / M5 pink", ["pink L5", "pink M5"]),
        ("pink L5 or M5 or yellow N6 or O6", ["pink L5", "pink M5", "yellow N6", "yellow O6"]),
        (["pink L5", "or yellow M5"], ["pink L5", "yellow M5"]),
        (["pink L5 or", "else M5"], ["pink L5", "pink M5"]),
        (["L5 pink", "or M5"], ["pink L5", "pink M5"]),
        ("pink or yellow L5", ["pink L5", "yellow L5"]),
        ("L5 pink or yellow", ["pink L5", "yellow L5"]),
        ("pink, yellow or green L5", ["pink L5", "yellow L5", "green L5"]),
        ("L5 pink, yellow, or green", ["pink L5", "yellow L5", "green L5"]),
        ("pink L5, or else yellow L6", ["pink L5", "yellow L6"]),
        (["pink", "L5"], ["pink L5"]),
        (["L5", "pink"], ["pink L5"]),
        (["pink L5", "M5"], ["pink L5", "pink M5"]),
        (["pink", "L5", "M5", "yellow", "N6"], ["pink L5", "pink M5", "yellow N6"]),
        (["L5", "pink", "N6", "yellow"], ["pink L5", "yellow N6"]),
        ([["pink", "L5"], ["yellow", "M5"]], ["pink L5", "yellow M5"]),
        ({"colour": "pink", "hex": "L5"}, ["pink L5"]),
        ({"pink": ["L5", "M5"]}, ["pink L5", "pink M5"]),
        ({"pink L5": None}, ["pink L5"]),
    ],
)
def test_choices(value: JsonValue, understood: list[str]) -> None:
    assert understand(value) == understood


def test_a_letter_is_a_colour_of_the_edition() -> None:
    assert understand("T L5") == ["turquoise L5"]
    assert understand("T L5", table=ALLPLAY) == ["teal L5"]
    assert understand("U L5") == ["purple L5"]
    assert understand("G G5") == ["green G5"]


def test_a_returned_leader_is_a_colour() -> None:
    assert understand("Pink", "return") == ["pink"]
    assert understand("the pink leader or yellow", "return") == ["pink", "yellow"]
    assert understand(["P", "Y"], "return") == ["pink", "yellow"]
    assert find_fault("pink L5", "return") == (FaultKind.NOT_UNDERSTOOD, ["return: pink"])
    assert find_fault("pink, yellow", "return")[0] is FaultKind.PERHAPS_TWO_ORDERS


@pytest.mark.parametrize(
    ("value", "kind", "readings"),
    [
        ("pink L5, M5", FaultKind.PERHAPS_TWO_ORDERS, ["place: [pink L5, pink M5]"]),
        ("pink L5 yellow M5", FaultKind.PERHAPS_TWO_ORDERS, ["place: [pink L5, yellow M5]"]),
        ({"pink": "L5", "yellow": "M5"}, FaultKind.PERHAPS_TWO_ORDERS, ["place: [pink L5, yellow M5]"]),
        ("pink L5 and M5", FaultKind.TWO_ORDERS, ["place: [pink L5, pink M5]"]),
        ("pink yellow L5", FaultKind.TWO_READINGS, ["place: pink L5", "place: yellow L5"]),
        ("pink and yellow L5", FaultKind.TWO_READINGS, ["place: pink L5", "place: yellow L5"]),
        ("pink L5 and yellow", FaultKind.TWO_READINGS, ["place: pink L5", "place: yellow L5"]),
        ("pink and yellow L5 and M5", FaultKind.TWO_READINGS, []),
        (
            ["L5", "pink", "M5", "N6", "yellow"],
            FaultKind.TWO_READINGS,
            ["place: [pink L5, pink M5, yellow N6]", "place: [pink L5, yellow M5, yellow N6]"],
        ),
        (
            "L5 pink or M5 or N6 yellow",
            FaultKind.TWO_READINGS,
            ["place: [pink L5, pink M5, yellow N6]", "place: [pink L5, yellow M5, yellow N6]"],
        ),
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(value: JsonValue, kind: FaultKind, readings: list[str]) -> None:
    assert find_fault(value) == (kind, readings)


@pytest.mark.parametrize(
    ("value", "kind", "readings"),
    [
        ("pnik L5", FaultKind.UNKNOWN_COLOUR, ["place: pink L5"]),
        ("turq L5", FaultKind.UNKNOWN_COLOUR, ["place: turquoise L5"]),
        ("rose L55", FaultKind.UNKNOWN_COLOUR, []),
        ("pink L55", FaultKind.UNKNOWN_HEX, []),
        ("pink L5a", FaultKind.NOT_UNDERSTOOD, []),
        ("pink 05", FaultKind.NOT_UNDERSTOOD, []),
        ("pink quickly L5", FaultKind.NOT_UNDERSTOOD, ["place: pink L5"]),
        ("not pink L5", FaultKind.CONDITION, []),
        ("pink L5 unless M5 is taken", FaultKind.CONDITION, ["place: pink L5"]),
        (["pink L5 if empty", "pink M5"], FaultKind.CONDITION, []),
        ("pink 5L", FaultKind.NOT_UNDERSTOOD, ["place: pink L5"]),
        ("pink leader L5", FaultKind.NOT_UNDERSTOOD, ["place: pink L5"]),
        ("pink", FaultKind.NO_HEX, []),
        ("pink L5 or", FaultKind.NO_HEX, ["place: pink L5"]),
        ("", FaultKind.NO_HEX, []),
        ("pink and", FaultKind.NO_HEX, []),
        (["L5", "pink M5"], FaultKind.NO_COLOUR, ["place: [pink L5, pink M5]"]),
        (["L5", "pink", "yellow"], FaultKind.NO_COLOUR, ["place: pink L5"]),
        (["pink L5", "yellow", "green L5"], FaultKind.NO_HEX, ["place: pink L5"]),
        ("pink L5 or yellow", FaultKind.NO_HEX, ["place: [pink L5, yellow L5]"]),
        ("pink L5 or green or yellow M4", FaultKind.NO_HEX, ["place: [pink L5, yellow M4]", "place: pink L5"]),
        (["pink L5", "yellow L5", "pink Z9"], FaultKind.UNKNOWN_HEX, ["place: [pink L5, yellow L5]"]),
        ("pink L5 or Z9", FaultKind.UNKNOWN_HEX, ["place: pink L5"]),
    ],
)
def test_what_is_missing_or_unknown_is_not_guessed(value: JsonValue, kind: FaultKind, readings: list[str]) -> None:
    assert find_fault(value) == (kind, readings)


def test_every_alternative_has_its_place() -> None:
    reading = read_order(PASTELS, order(["pink L5", "M5", "yellow N6"]))
    assert [alternative.place.column for alternative in reading.alternatives] == [12, 13, 14]
    faults = read_order(PASTELS, order(["pnik L5", "pink L5", "pink Z9"])).faults
    assert [(fault.word, fault.place.column) for fault in faults] == [("pnik", 12), ("Z9", 14)]


@pytest.mark.parametrize(
    ("value", "understood"),
    [
        (["pink L5", "yellow Z9", "yellow M5"], ["pink L5", "yellow M5"]),
        ("pink Z9 or M5", ["pink M5"]),
        ("pink or yellow Z9", []),
        ("pink Z9, M5", []),
        (["pink Z9", "pnik M5"], []),
    ],
)
def test_beside_hexes_that_are_not_there_only_a_plain_choice_is_read(value: JsonValue, understood: list[str]) -> None:
    meant = order(value)
    reading = read_order(PASTELS, meant)
    assert reading.faults
    assert [write_action(PASTELS, alternative.action) for alternative in reading.alternatives] == understood
    assert put_plainly(PASTELS, meant) == meant


def test_what_is_kept_is_in_the_words_of_the_report() -> None:
    plain = put_plainly(PASTELS, order("l05 p or M5"))
    assert (plain.value, len(plain.places)) == (["pink L5", "pink M5"], 2)
    assert put_plainly(PASTELS, plain) == plain
    assert quote_choices(plain) == "place pink L5 or pink M5"
    assert put_plainly(PASTELS, order("p l5")).value == "pink L5"


@pytest.mark.parametrize(
    "text",
    ["pink L" + " " * 60_000 + "x", "pnik " * 12_000, "L" + "0" * 60_000 + "x", "L " * 30_000, "pink L5 or " * 5_000],
)
def test_no_text_of_any_length_takes_a_second(text: str) -> None:
    begin = process_time()
    assert read_order(PASTELS, order(text)).faults or understand(text)
    assert process_time() - begin < 1


def test_a_text_of_strangers_names_some_and_guesses_nothing() -> None:
    faults = read_order(PASTELS, order("pnik L5 " * 20)).faults
    assert [fault.word for fault in faults] == ["pnik"] * 8
    assert not any(fault.readings for fault in faults)
