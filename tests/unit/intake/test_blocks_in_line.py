"""Orders in the line of ``then`` or ``else``, and conditions that stand apart, in brackets or behind another word."""

from __future__ import annotations

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.correcting import answer
from unit.catan_mail.mailing import Mail, write_file
from unit.desert_mail.test_corrected_files import HEAD
from unit.desert_mail.test_corrected_files import answer as answer_in_desert

from adjudicator.core.order import Order

TABLE = {"amira": {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": {"ore": 4, "brick": 1}}}
BANK, END = ("bank", "4 ore for wool"), ("end", "turn")


def _list_sides(item: str) -> list[list[tuple[str, object]]]:
    """What is on each side of an ``item`` of amira's; nothing where it was refused."""
    mail = Mail(lay_out(TABLE, turn=5))
    judgement = mail.intake.judge(write_file("amira", mail.turn, item).encode(), "amira")
    if judgement.state.value not in ("green", "yellow") or judgement.file is None:
        return []

    def tell(orders: tuple[Order, ...]) -> list[tuple[str, object]]:
        return [(order.kind, order.value) for order in orders]

    (order,) = judgement.file.orders
    return [tell(order.then), tell(order.otherwise)]


@pytest.mark.parametrize(
    ("block", "sides"),
    [
        ("then: end: turn", [[END], []]),
        ("then: end turn", [[END], []]),
        ("then: - end: turn", [[END], []]),
        ("then: {end: turn}", [[END], []]),
        ("then: {bank: 4 ore for wool, end: turn}", [[BANK, END], []]),
        ("then: bank: 4 ore for wool, end: turn", [[BANK, END], []]),
        ("then: bank: 4 ore for wool and then end: turn", []),
        ("then: {bank: 4 ore for wool}\n  else: end: turn", [[BANK], [END]]),
        ("then: {bank: [4 ore for wool, 4 ore for grain]}", [[("bank", ["4 ore for wool", "4 ore for grain"])], []]),
        ("then: {propose: {give: ore, get: wool}}", [[("propose", {"give": "ore", "get": "wool"})], []]),
        ("then: {end: turn, if: {have: 1 ore}}", [[END], []]),
        # what may mean something else is refused
        ("then: nothing", []),
        ("then: do nothing", []),
        ("then: not end: turn", []),
        ("then: end: turn\n    bank: 4 ore for wool", []),
        ("then: {propose: {give: ore, get: wool}, end: turn}", []),
    ],
)
def test_orders_in_the_line_of_their_block_are_read_where_they_can_mean_one_thing(
    block: str, sides: list[list[tuple[str, object]]]
) -> None:
    assert _list_sides(f"- if: {{have: 1 ore}}\n  {block}") == sides


@pytest.mark.parametrize(
    ("item", "corrected"),
    [
        ("end: turn\n  when: {have: 1 ore}", "end: turn\n  if: {have: 1 ore}"),
        ("{end: turn, when: {have: 1 ore}}", "{end: turn, if: {have: 1 ore}}"),
        ("{end: turn, unless: {have: 1 oore}}", "{end: turn, if: {not: {have: 1 ore}}}"),
        ("{if: {have: 1 oore}, end: turn}", "{if: {have: 1 ore}, end: turn}"),
        ("{end: turn, unless: {all: [{have: 1 ore}]}}", "{end: turn, if: {not: {all: [{have: 1 ore}]}}}"),
        ("{end: turn, when: {have: 1 ore}, if: {have: 2 ore}}", ""),
        ("{end: turn, unless: {have: 1 ore}, if: {have: 2 ore}}", ""),
    ],
)
def test_a_condition_in_brackets_or_behind_when_is_corrected(item: str, corrected: str) -> None:
    assert answer(f"- {item}")[1] == (f"- {corrected}" if corrected else "")


@pytest.mark.parametrize(
    "item", ["{place: pink C4, unless: {hex: C4, is: taken}}", "{place: pnik C4, if: {hex: C4, is: emtpy}}"]
)
def test_the_same_in_the_desert(item: str) -> None:
    said, text = answer_in_desert(f"{HEAD}orders:\n- {item}\n- place: pink C5\n")
    asked = "{not: {hex: C4, is: taken}}" if "unless" in item else "{hex: C4, is: empty}"
    assert text == f"orders:\n- {{place: pink C4, if: {asked}}}\n- place: pink C5\n"
    assert any("'if: {" in line for line in said)


def test_a_dash_too_many_between_a_condition_and_its_order_is_told() -> None:
    told = "this condition has no order; put the one that it is for right below it, without a dash in front of it"
    assert answer("- if: {have: 1 ore}\n- end: turn")[0] == [told]
    said, _ = answer_in_desert(f"{HEAD}orders:\n- if: {{hex: C4, is: empty}}\n- place: pink C4\n- place: pink C5\n")
    assert said == [f"5 {told.partition(';')[0]}"]
