"""Blocks of orders: ``then`` and ``else`` beside ``if``, in languages that have them."""

from __future__ import annotations

import json

import pytest

from adjudicator.core.agenda import Agenda, dump_agenda, enlist, load_agenda
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import THEN, Order, Place, Vocabulary, describe
from adjudicator.intake.checking import read_move_file, salvage_move_file
from adjudicator.intake.movefile import read_accepted
from adjudicator.intake.sentences import SENTENCES

PLAIN = Vocabulary(("place", "leader", "return"), ("through-the-desert",))
BLOCKS = PLAIN._replace(blocks=True)
EMPTY_D8: JsonObject = {"hex": "D8", "is": "empty"}

TREE = """\
game: g42
turn: 7
orders:
  - if: {hex: D8, is: empty}
    then:
      - place: teal D9
      - if: {hex: D8, is: empty}
        else:
          - place: [pink H4, pink H5]
    else:
      - leader: teal E7
  - place: teal E8
    if: {hex: D8, is: empty}
    else:
      - place: teal E9
"""


def file(*lines: str) -> str:
    return "\n".join(("game: g42", "turn: 7", "orders:", *lines, ""))


def orders(text: str) -> tuple[Order, ...]:
    move_file, problems = read_move_file(text.encode(), BLOCKS)
    assert problems == ()
    assert move_file is not None
    return move_file.orders


def complaints(text: str, vocabulary: Vocabulary = BLOCKS) -> list[str]:
    move_file, problems = read_move_file(text.encode(), vocabulary)
    assert (move_file is None) == bool(problems)
    return [f"{p.place.line}:{p.place.column}: {p.code}: {describe(p, SENTENCES)}" for p in problems]


def nested(depth: int) -> str:
    """An order inside ``depth`` blocks, ``then`` and ``else`` by turns."""
    lines = []
    for level in range(depth):
        indent = "    " * level
        lines += [f"  {indent}- if: {{hex: D8, is: empty}}", f"  {indent}  {('then', 'else')[level % 2]}:"]
    return file(*lines, "  " + "    " * depth + "- place: teal D9")


def test_a_block_has_orders_for_both_cases_each_with_its_place() -> None:
    assert orders(TREE) == (
        Order(
            THEN,
            None,
            EMPTY_D8,
            Place(4, 5),
            (Place(4, 5),),
            Place(4, 15),
            then=(
                Order("place", "teal D9", None, Place(6, 9), (Place(6, 16),)),
                Order(
                    THEN,
                    None,
                    EMPTY_D8,
                    Place(7, 9),
                    (Place(7, 9),),
                    Place(7, 19),
                    otherwise=(
                        Order("place", ["pink H4", "pink H5"], None, Place(9, 13), (Place(9, 21), Place(9, 30))),
                    ),
                ),
            ),
            otherwise=(Order("leader", "teal E7", None, Place(11, 9), (Place(11, 17),)),),
        ),
        Order(
            "place",
            "teal E8",
            EMPTY_D8,
            Place(12, 5),
            (Place(12, 12),),
            Place(13, 15),
            otherwise=(Order("place", "teal E9", None, Place(15, 9), (Place(15, 16),)),),
        ),
    )


def test_an_accepted_file_is_read_to_the_same_orders() -> None:
    assert read_accepted(TREE.encode()).orders == orders(TREE)


def test_blocks_may_stand_in_standing_and_fallback_orders_too() -> None:
    block = ["  - if: {hex: D8, is: empty}", "    then: [{place: teal D9}]"]
    text = "\n".join(("game: g42", "turn: 7", "orders: []", "standing:", *block, "fallback:", *block, ""))
    move_file, problems = read_move_file(text.encode(), BLOCKS)
    assert problems == ()
    assert move_file is not None
    assert move_file.standing is not None
    assert move_file.fallback is not None
    assert [order.then[0].value for order in (*move_file.standing, *move_file.fallback)] == ["teal D9"] * 2


def test_blocks_stand_three_deep_and_no_deeper() -> None:
    (order,) = orders(nested(3))
    assert order.then[0].otherwise[0].then[0].value == "teal D9"
    assert complaints(nested(4)) == [
        "11:17: block-too-deep: 'else' is nested more than 3 levels deep; move these orders further out"
    ]


@pytest.mark.parametrize("key", ["then", "else"])
def test_a_block_belongs_to_a_condition(key: str) -> None:
    assert complaints(file(f"  - {key}: [{{place: teal D9}}]")) == [
        f"4:5: block-without-if: '{key}' needs a condition; write 'if:' beside it in the same item"
    ]


def test_an_order_with_else_needs_a_condition() -> None:
    text = file("  - place: teal D9", "    else: [{place: teal E9}]")
    assert complaints(text) == [
        "5:5: block-without-if: 'else' needs a condition; write 'if:' beside it in the same item"
    ]


def test_a_block_is_no_order_beside_another() -> None:
    text = file("  - place: teal D9", "    if: {hex: D8, is: empty}", "    then: [{place: teal E9}]")
    assert complaints(text) == [
        "6:5: two-orders: 'then' is a second order in one item, beside 'place'; begin a new item with '- ' for it"
    ]


def test_what_is_wrong_within_a_block_is_told_at_its_place() -> None:
    text = file(
        "  - if: {hex: D8, is: empty}",
        "    then:",
        "      - plcae: teal D9",
        "      - {}",
        "    else:",
        "      - place: 7",
        "      - nothing",
    )
    assert [complaint.split(": ")[:2] for complaint in complaints(text)] == [
        ["6:9", "unknown-order"],
        ["7:9", "no-order"],
        ["9:16", "wrong-type"],
        ["10:9", "wrong-type"],
    ]


@pytest.mark.parametrize("block", ["[]", "{}", "teal D9 or D8", "7", "null"])
def test_a_block_is_a_list_of_orders(block: str) -> None:
    (complaint,) = complaints(file("  - if: {hex: D8, is: empty}", f"    then: {block}"))
    assert complaint.startswith("5:11: ")


def test_a_block_with_more_than_twenty_orders_is_too_long() -> None:
    text = file("  - if: {hex: D8, is: empty}", "    then:", *["      - place: teal D9"] * 21)
    assert [complaint.split(": ")[1] for complaint in complaints(text)] == ["too-many"]


@pytest.mark.parametrize("key", ["then", "else"])
def test_in_a_language_without_blocks_they_are_unknown(key: str) -> None:
    text = file("  - if: {hex: D8, is: empty}", f"    {key}: [{{place: teal D9}}]")
    assert [complaint.split(": ")[:2] for complaint in complaints(text, PLAIN)] == [["5:5", "unknown-order"]]
    assert complaints(text) == []


def test_of_a_refused_file_the_good_blocks_are_judged_on() -> None:
    text = TREE + "  - if: {hex: D8, is: empty}\n    then: [{plcae: teal D9}]\n"
    salvaged = salvage_move_file(text.encode(), BLOCKS)
    assert salvaged is not None
    assert (salvaged.orders, salvaged.gap) == (orders(TREE), 2)


@pytest.mark.parametrize(
    "item",
    [
        "{if: {hex: D8, is: empty}}",
        "{then: [{place: teal D9}]}",
        "{else: [{place: teal D9}]}",
        "{place: teal D9, else: [{place: teal E9}]}",
        "{if: {hex: D8, is: empty}, place: teal D9, then: [{place: teal E9}]}",
        "{if: {hex: D8, is: empty}, then: teal D9}",
        "{if: {hex: D8, is: empty}, then: [teal D9]}",
        "{if: {hex: D8, is: empty}, then: [{}]}",
    ],
)
def test_a_block_that_cannot_have_been_accepted_is_a_value_error(item: str) -> None:
    with pytest.raises(ValueError, match="an accepted file has"):
        read_accepted(file(f"  - {item}").encode())


def test_nested_orders_come_back_from_an_agenda_as_they_were() -> None:
    agenda = enlist(Agenda(), read_accepted(TREE.encode()), "amira/01.yaml")
    kept = json.loads(json.dumps(dump_agenda(agenda)))
    again = load_agenda(kept)

    def without_condition_places(order: Order) -> Order:
        return order._replace(
            condition_place=None,
            then=tuple(map(without_condition_places, order.then)),
            otherwise=tuple(map(without_condition_places, order.otherwise)),
        )

    assert [item.order for item in again.items] == [without_condition_places(item.order) for item in agenda.items]
    assert [item.file for item in again.items] == ["amira/01.yaml"] * 2
    assert dump_agenda(again) == dump_agenda(agenda)


@pytest.mark.parametrize("key", ["note", "press", "standing"])
def test_a_key_of_the_file_among_the_orders_is_said_to_belong_at_the_edge(key: str) -> None:
    (complaint,) = complaints(file("  - place: teal D9", f"  - {key}: later"))
    assert complaint == (
        f"5:5: key-in-list: '{key}' is not an order; write it at the left edge, without a dash in front of it"
    )
