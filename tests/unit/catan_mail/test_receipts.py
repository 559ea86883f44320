"""What a receipt says of a file: what was understood, in the words of the report, and which place the best one is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, Mail, write_file

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import write_corrected
from adjudicator.rules.catan.report.form import write_form_lines

RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
BARE = {"settlements": [19, 42], "roads": [(19, 20), (20, 21)]}


def sit(stage: str = "turn") -> Mail:
    amira = {**BARE, "hand": RICH, "cards": {"knight": 1}}
    return Mail(lay_out({"amira": amira, "bilal": {"settlements": [10], "hand": {"wool": 2}}}, stage=stage, turn=5))


def receipt(mail: Mail, orders: str, seat: str = "amira", **lists: str) -> Sequence[str]:
    told = mail.intake.forecast(mail.judge(seat, orders, **lists))
    return (*told.orders, *told.on_file)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("try: bank 4 wheat for 1 stone", "try bank 4 grain for 1 ore: will be done"),
        ("build: [a village, dev card]", "build settlement best (as things stand, settlement 21): will be done"),
        ("settlement: any", "settlement best (as things stand, settlement 21): will be done"),
        ("city: the best one", "city best (as things stand, city 42): will be done"),
        ("road: towards 33", "road toward 33 (as things stand, road 21-22): will be done"),
        ("bank: {keep: 2 stone, rest: sheep}",
         ("bank all but 2 ore for wool (as things stand, bank brick for wool, lumber for wool, grain for wool): "
          "will be done")),
        ("take: {give: wheat, get: two sheep, of: all}", "take 2 wool for 1 grain from anybody: depends on the others"),
        ("propose: {give: sheep, get: wheat}", "propose 1 wool for 1 grain to everybody: depends on the others"),
    ],
)  # fmt: skip
def test_an_order_is_told_as_it_was_understood(order: str, said: str) -> None:
    assert receipt(sit(), f"- {order}")[0] == said


def test_what_is_best_is_named_behind_an_unknown_draw_too() -> None:
    assert receipt(sit("robber"), "- robber: B from bilal\n- settlement: best")[1] == (
        "settlement best (as things stand, settlement 21): depends on what comes before it"
    )


def test_an_order_of_a_block_says_when_it_is_done_while_that_is_open() -> None:
    block = """- propose: {give: sheep, get: wheat}
- if: {line: 1, is: done}
  then:
  - buy: card
  - {if: {rolled: 8}, then: [city: 42]}
  else:
  - road: 21-22
- buy: card"""
    assert receipt(sit(), block)[:5] == (
        "propose 1 wool for 1 grain to everybody: depends on the others",
        "if order 1 was done, then buy card: depends on what comes before it",
        "if order 1 was done, if the dice show 8, then city 42: depends on what comes before it",
        "else road 21-22: depends on what comes before it",
        "buy card: depends on what comes before it",
    )


def test_an_order_of_a_block_is_told_alone_where_its_condition_is_known() -> None:
    block = "- if: {rolled: 7}\n  then:\n  - city: 42\n  else:\n  - road: 21-22"
    assert receipt(sit(), block)[0] == "road 21-22: will be done"


def test_what_comes_to_nothing_is_told_as_such() -> None:
    mail = sit()
    assert receipt(mail, "- bank: toward card\n- try: bank 8 wool for 2 ore") == (
        "bank toward card: not possible as things stand",
        "try bank 8 wool for 2 ore: not possible as things stand",
        "Your hand, counting only what is certain: 4 brick, 4 lumber, 4 wool, 4 grain and 4 ore.",
    )


def test_standing_and_fallback_orders_are_told_as_they_were_understood() -> None:
    standing = "- want: {give: stone, get: two sheep}\n- refuse: {give: [clay, wheat], from: everybody}"
    told = receipt(sit(), "", "bilal", standing=standing, fallback="- city: any\n- end: turn")
    refusal = "refuse to give brick or grain"
    assert list(told[-2:]) == [
        f"Your standing orders from now on: want 2 wool for 1 ore from anybody; {refusal}.",
        "Your fallback orders from now on: city best; end turn.",
    ]
    assert receipt(sit(), "", "bilal", standing="")[-1] == "You have no standing orders."


def test_standing_orders_that_new_ones_end_are_named() -> None:
    mail = sit()
    mail.send("bilal", "", standing="- refuse: leader\n- offer: {give: 1 wool, get: 1 ore}")
    mail.agendas = mail.taken_up()
    told = receipt(mail, "", "bilal", standing="- offer: {give: 1 wool, get: 1 ore}\n- discard: {keep: [ore]}")
    assert told[-1] == (
        "Your standing orders from now on: offer 1 wool for 1 ore to anybody; discard, keeping ore. "
        "No longer among them: refuse the leader's proposals."
    )


def test_a_set_up_list_names_the_place_that_the_best_is() -> None:
    mail = Mail(lay_out({"amira": {"settlements": [29]}}, stage="settlement", turn=0, placed=0, dice=0))
    mail.send("amira", "- place: [29 18-29, wherever it is best]")

    assert receipt(mail, "- place: best")[0] == "place best (as things stand, place 35 24-35): will be done"
    assert mail.announcements("amira") == [
        "If you send nothing else, as things stand you place a settlement on 35 and a road on 24-35 (your list)."
    ]


def test_the_best_settlement_of_the_set_up_needs_no_road_of_ones_own() -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))

    assert mail.complaints("amira", "- settlement: best") == [("unwise", "road-missing")]
    assert receipt(mail, "- settlement: best")[0] == "settlement best (as things stand, settlement 29): will be done"


def test_the_form_of_the_set_up_names_the_best_and_the_second_line() -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    form = write_form_lines(mail.see("amira"), 0)

    assert "# - place: [29 18-29, 35 24-35, 40 30-40, best]" in form
    assert form[-1] == "# A second such line, with other places, is for your second settlement."
    first, second = "- place: [29 18-29, 35 24-35, 40 30-40, best]", "- place: [13 12-13, best]"
    assert mail.complaints("amira", f"{first}\n{second}") == []


def test_the_counter_offer_of_the_form_is_about_the_proposal() -> None:
    mail = Mail(lay_out({"amira": {"hand": {"grain": 3}}, "bilal": {"hand": {"brick": 1, "wool": 1}}}))
    mail.send("amira", f'- propose: {{give: 1 grain, get: "1 brick, 1 wool"}}\n{END}')
    mail.run()

    form = write_form_lines(mail.see("bilal"), 1)
    assert form[-1] == "# - counter: {give: 1 brick and 1 wool, get: 2 grain}"
    assert mail.complaints("bilal", form[-1].removeprefix("# ")) == []


def test_what_else_brings_is_told_without_what_it_stands_for() -> None:
    block = "- if: {have: 5 ore}\n  then:\n    - end: turn\n  else:\n    - try: city 11"
    assert receipt(sit(), block)[0] == "try city 11: not possible as things stand"


def test_the_key_is_the_mistake_and_what_follows_it_is_judged_too() -> None:
    told = sit().judge("amira", "- raod: 21-42").problems
    assert [(problem.code, problem.facts.get("suggestion")) for problem in told] == [
        ("unknown-order", "road"),
        ("unknown-path", None),
    ]


@pytest.mark.parametrize("order", ["raod 0-1", "raod: 0-1", "a new raod at 0-1"])
def test_a_road_that_cannot_be_built_is_offered_where_it_was_ordered(order: str) -> None:
    told = sit().judge("amira", f"- {order}").problems
    assert any("road: 0-1" in str(fact) for problem in told for fact in problem.facts.values())


def test_a_trade_with_the_bank_of_which_nothing_is_understood_is_answered_with_one() -> None:
    told = sit().judge("amira", "- bank: {give: 3 xyz, get: 1 ore}").problems
    assert [problem.code for problem in told if "keep" in str(problem.facts)] == []
    assert any("bank: " in str(fact) for problem in told for fact in problem.facts.values())


def test_what_stands_behind_the_end_waits_for_the_next_turn() -> None:
    assert receipt(sit(), "- road: 21-22\n- end: turn\n- city: 19")[:3] == (
        "road 21-22: will be done",
        "end turn: will be done",
        "city 19: waits for your next turn, and is done then if it is possible",
    )


def test_two_best_places_of_the_set_up_are_two_places() -> None:
    mail = Mail(lay_out({}, stage="settlement", turn=0, placed=0, dice=0))
    first, second = (receipt(mail, "- place: best\n- place: best", seat="bilal"))[:2]
    assert first == "place best (as things stand, place 29 18-29): depends on the others"
    assert second == "place best (as things stand, place 35 24-35): depends on the others"


def test_a_file_tells_what_it_takes_the_place_of() -> None:
    mail = sit()
    before = mail.judge("amira", f"- road: 21-22\n- buy: card\n{END}").file
    assert before is not None
    assert mail.intake.forecast(mail.judge("amira", f"- road: 21-22\n{END}"), lambda: [before]).on_file[-1] == (
        "Removed: buy card."
    )
    same = mail.judge("amira", f"- road: 21-22\n- buy: card\n{END}")
    assert mail.intake.forecast(same, lambda: [before]).on_file == ()


def test_the_sample_of_a_proposal_can_be_paid() -> None:
    forms = {}
    for hand in ({"lumber": 1, "grain": 1}, {"ore": 3}, {"wool": 1, "ore": 2}, {}):
        mail = Mail(lay_out({"amira": {"hand": hand}, "bilal": {}}, turn=5))
        forms[" ".join(hand)] = [line for line in write_form_lines(mail.see("amira"), 0) if "propose" in line]
    assert forms == {
        "lumber grain": ["# - propose: {give: 1 lumber, get: 1 ore}"],
        "ore": ["# - propose: {give: 1 ore, get: 1 grain}"],
        "wool ore": ["# - propose: {give: 1 ore, get: 1 grain}"],
        "": [],
    }


@pytest.mark.parametrize(
    ("orders", "corrected"),
    [
        ("- propose 1 wool for 1 ore to bilal", "- propose: {give: 1 wool, get: 1 ore, to: [bilal]}"),
        ("- build road 21-22", "- road: 21-22"),
        ("- build road 21-22 or 11-21", "- road: [21-22, 11-21]"),
        ("- road: 21-22 or 11-21", "- road: [21-22, 11-21]"),
        ("- road 21-22, 11-21", ""),
        ("- ask bilal for ore", ""),
        ("- road 21-22\n- End turn", "- road: 21-22\n- end: turn"),
        ("- bnak: wool for grain", "- bank: wool for grain"),
        ("- setlement: 21\n- end: turn", "- settlement: 21\n- end: turn"),
        ("- bank: wool for grian", "- bank: wool for grain"),
        ("- bank: {give: 4 wol, get: 1 ore}", "- bank: 4 wool for 1 ore"),
        ("- propose: {give: 1 wool, get: 1 oer}", "- propose: {give: 1 wool, get: 1 ore}"),
        ("- road: [21-22, 11-21\n- end: turn", "- road: [21-22, 11-21]\n- end: turn"),
        ("- trade: 4 wool", ""),
        ("- raod: 21-22\n- end: trun", "- road: 21-22\n- end: turn"),
        ("- biuld: settlement 21", "- build: settlement 21"),
        (
            "- propose: {give: wool, get: ore, to: blial}\n- end: turn",
            "- propose: {give: wool, get: ore, to: [bilal]}\n- end: turn",
        ),
        (
            "- propose: [{give: wol, get: ore}, {give: wool, get: brick, to: bilal}]",
            "- propose: [{give: wool, get: ore}, {give: wool, get: brick, to: [bilal]}]",
        ),
        ("- propose: {give: wool, get: ore, to: }", ""),
        ("- raod: 21-42", ""),
        ("- pass", ""),
        ("- end: turn\n  if: {have: 1 wool, 1 ore}", '- end: turn\n  if: {have: "1 wool, 1 ore"}'),
        (
            "- if: {have: 1 wool, 1 ore}  # lucky\n  then:\n  - buy: card",
            '- if: {have: "1 wool, 1 ore"}  # lucky\n  then:\n  - buy: card',
        ),
        (
            "- end: turn\n  if: {all: [{have: 1 wool, 1 ore}, {rolled: 8}]}",
            "",
        ),
        ("- end: turn\n  if: {points: {seat: bilal, at-least: 100}}", ""),
    ],
)
def test_a_slip_that_can_mean_one_thing_only_is_corrected(orders: str, corrected: str) -> None:
    mail = sit()
    data = write_file("amira", mail.turn, orders).encode()
    told, _ = write_corrected(data, mail.judge("amira", orders), lambda mended: mail.intake.judge(mended, "amira"))
    at_edge = write_file("amira", mail.turn, corrected).replace("\n  ", "\n")
    assert told == (at_edge if corrected else "")


@pytest.mark.parametrize("card", ["monopoly: ore", "knight: A from bilal", "road-building: 21-22 42-43"])
@pytest.mark.parametrize("held", [{}, {"victory-point": 1}])
def test_no_kind_of_a_card_is_named_that_nobody_has_drawn(card: str, held: dict[str, int]) -> None:
    mail = Mail(lay_out({"amira": {**BARE, "hand": RICH, "cards": held}, "bilal": {"settlements": [10]}}, turn=5))
    judgement = mail.judge("amira", f"- buy: card\n- {card}\n{END}")
    (told,) = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    assert told.endswith(" card to play; a card bought this turn can be played from your next turn on")
