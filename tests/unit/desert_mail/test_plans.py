"""Branches, standing orders and plans: where complaints point, what receipts forecast, and what survives a turn."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import ASK, BOARD, Mail

from adjudicator.core.agenda import Fate
from adjudicator.core.order import Gravity
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import DRAFT, ReceiptState
from adjudicator.intake.rewriting import write_corrected
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.exhibit import tell_first_leaders
from adjudicator.rules.through_the_desert.mail.forecast import Forecaster

BOTH = "orders:\n  - place: pink D4\n  - place: pink D3\n"
CARLA = "orders:\n  - place: green K5\n  - place: green K6\n"


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("orders:\n  place: pink D4\n  place: pink D3\n", ["5:1 dash-left-out"]),
        ("orders:\n  - either: pink D4\n", ["5:13 wrong-type", "5:13 write-order"]),
        ("orders:\n  - either: [[pink D4, pink D5], [pink C4]]\n", ["5:5 branches-differ", "5:5 write-order"]),
        ("orders:\n  - either: [[pink D4, leader: pink J4], [pink C4, pink C5]]\n", ["5:24 branch-order"]),
        (
            "orders:\n  - either: [[pink D4, pink Z9], [pink C4, pnik C5]]\n",
            ["5:24 unknown-hex", "5:44 unknown-colour"],
        ),
        ("orders:\n  - either: [[pink D4, pink J6], [pink C4, pink C5]]\n", ["5:15 never-legal"]),
        (BOTH + "fallback:\n  - either: [[pink D4]]\n", ["8:5 either-elsewhere"]),
        (BOTH + "standing:\n  - place: pink D5\n    times: 0\n", ["9:12 wrong-form"]),
        (BOTH + "standing:\n  - place: pink D5\n    until: {hex: Z9, is: taken}\n", ["9:18 condition-hex"]),
        (BOTH + "standing:\n  - leader: pink J4\n", ["8:5 standing-kind"]),
        (
            "orders:\n  - place: pink D4\n    if: {points: {seat: dora, at-least: 3}}\nstanding:\n  - place: pink D3\n",
            ["6:18 condition-seat"],
        ),
        ("orders:\n  - place: pnik D4\nstanding:\n  - place: pink Z3\n", ["5:12 unknown-colour", "7:12 unknown-hex"]),
        (
            "orders:\n  - place: pink D4\n    times: 2\n",
            ["6:5 repeat-elsewhere", "6:5 write-order"],
        ),
    ],
)
def test_a_complaint_stands_where_the_fault_is(text: str, complaints: list[str]) -> None:
    assert [line.split(": ")[0] for line in Mail().complaints("amira", text)] == complaints


def test_a_receipt_forecasts_line_by_line_on_whom_orders_depend() -> None:
    text = "orders:\n  - place: [yellow D4, yellow F4]\n  - place: yellow F5\n  - place: yellow G6\n"
    assert Mail().forecast("bilal", text) == [
        (
            "Line 5 (place yellow D4 or yellow F4): place yellow D4, which depends on amira; otherwise place yellow "
            "F4, which is certain."
        ),
        "Line 6: place yellow F5, which depends on amira.",
        (
            "Line 7, your move after next: not possible as things stand after your order in line 6: place yellow G6, "
            "since G6 is not next to your yellow caravan (it ends at F5 and D4)."
        ),
    ]
    assert Mail().forecast("carla", CARLA) == [
        "Line 5: place green K5, which is certain.",
        "Line 6: place green K6, which is certain.",
    ]


@pytest.mark.parametrize("condition", ["{hex: D4, is: empty}", "{not: {hex: C4, is: taken}}"])
def test_no_choice_is_certain_where_others_may_make_the_condition_false(condition: str) -> None:
    text = f"orders:\n  - place: [yellow D4, yellow F4]\n    if: {condition}\n  - place: yellow E5\n"
    told = Mail().forecast("bilal", text)[0]
    assert told.startswith("Line 5 (place yellow D4 or yellow F4, if ")
    assert told.endswith(
        "): place yellow D4, which depends on amira; otherwise, if its condition is still true, the next "
        "choice that is left."
    )


def test_a_forecast_tells_a_reason_that_rests_on_an_order_before_as_one() -> None:
    text = "orders:\n  - leader: green F3\n  - leader: yellow G2\n  - leader: pink B3\n"
    leaders = Mail(phase="leaders")
    assert "as things stand: place purple L4" in leaders.forecast("amira", text + "  - place: purple L4\n")[-1]
    assert leaders.forecast("amira", text)[1:] == [
        (
            "Line 6, your move after next: not possible as things stand after your order in line 5: leader yellow G2, "
            "since G2 is next to your own leader on F3."
        ),
        (
            "Line 7, your third move: not possible as things stand: leader pink B3, since your pink leader "
            "already stands on C3."
        ),
    ]


def test_an_order_that_the_move_due_skips_is_not_taken_for_one_of_a_later_move() -> None:
    text = (
        "orders:\n  - place: pink D4\n  - place: pink D4\n    if: {hex: D4, is: empty}\n"
        "  - either: [[pink C3]]\n    if: {hex: G5, is: taken}\n  - place: pink D3\n"
    )
    assert Mail().complaints("amira", text) == []
    assert Mail().forecast("amira", text) == [
        "Line 5: place pink D4, which is certain.",
        (
            "Line 6 (place pink D4, if D4 is empty): skipped as things stand after your order in line 5: D4 is taken "
            "by amira's pink camel."
        ),
        "Line 8 (either pink C3, if G5 is taken): skipped as things stand: G5 is empty.",
        "Line 10: place pink D3, which is certain.",
    ]


def test_a_branch_for_camels_is_not_judged_while_leaders_are_placed() -> None:
    mail = Mail(phase="leaders")
    later = "  - either: [[yellow D4, yellow E5], [yellow F4, yellow F5]]\n"
    assert mail.complaints("amira", f"orders:\n  - leader: yellow H5\n  - place: yellow C4\n{later}") == []
    assert [line.split(": ")[0] for line in mail.complaints("amira", f"orders:\n{later}")] == [
        "4:1 orders-missing",
        "5:15 wrong-kind",
        "5:39 wrong-kind",
    ]


def test_a_fallback_of_camels_is_answered_with_camels_while_leaders_are_placed() -> None:
    (line,) = Mail(phase="leaders").complaints(
        "amira", "orders:\n  - leader: yellow H5\nfallback:\n  - place: [pink D4, pink Z9]\n"
    )
    assert line.endswith("Z9 is not a hex of this board; columns run from A to R; write for example 'place: pink D4'")


def test_a_forecast_minds_the_end_of_the_game() -> None:
    """Two pink camels are left: amira's move may be the last, and then nobody else has one."""
    mail = Mail(supply={"pink": 2})
    assert mail.forecast("carla", CARLA) == [
        "Line 5: place green K5, which depends on amira.",
        "Line 6: place green K6, which depends on amira.",
    ]
    assert mail.forecast("amira", BOTH + "  - place: pink D5\n") == [
        "Line 5: place pink D4, which is certain.",
        "Line 6: place pink D3, which is certain.",
        "Line 7, your move after next: not possible as things stand: your earlier move ends the game.",
    ]
    assert Mail(supply={"pink": 3}).forecast("carla", CARLA)[0] == "Line 5: place green K5, which is certain."


def test_a_receipt_names_what_stands_behind_the_orders() -> None:
    text = BOTH + "standing:\n  - place: pink D5\n    times: 1\nfallback:\n  - place: [pink C3, pink C4]\n"
    assert Mail().forecast("amira", text)[2:] == [
        "Standing orders, for a camel without an order: place pink D5, at most once.",
        "Fallback, if your next move came now: place pink C4, which is not the whole move.",
    ]


def test_what_is_owed_is_told_with_the_plan_that_follows_it() -> None:
    mail = Mail()
    mail.send("amira", BOTH)
    mail.send("bilal", "orders:\n  - place: yellow D4\n  - place: yellow E5\n  - place: yellow F4\n")
    mail.run()
    assert mail.missing == ["bilal", "carla", "amira"]
    text = "orders:\n  - place: yellow E5\n  - place: yellow E6\n"
    assert mail.forecast("bilal", text)[-1] == "Kept for the moves after this one: place yellow F4."
    beyond = mail.forecast("bilal", text + "  - place: yellow E7\n")
    assert beyond[-1] == "These orders replace your plan: place yellow F4."
    mail.send("bilal", text)
    mail.run()
    assert mail.fates("bilal") == ["place yellow E5: done", "place yellow E6: done"]
    assert [item.order.value for item in mail.agendas["bilal"].items] == ["yellow F4"]


def test_a_branch_that_does_not_fit_any_more_is_told_with_the_reason() -> None:
    mail = Mail()
    text = (
        "orders:\n  - place: yellow D4\n    if: {hex: D4, is: empty}\n"
        "  - either: [[yellow E5, yellow E6], [yellow F4, yellow F3]]\n"
    )
    mail.send("bilal", text)
    reason = "place yellow E5 and place yellow E6, since a branch of 2 camels does not fit: you place 1 in this move"
    assert reason in mail.say_if_silent("bilal", ASK)
    assert reason in mail.forecast("bilal", text)[1]


def test_a_standing_order_answers_an_ask_only_while_it_fills_the_move() -> None:
    mail = Mail()
    mail.send("bilal", "orders: []\nstanding:\n  - place: [yellow E5, yellow E6, yellow F5]\n    times: 3\n")
    assert mail.missing == ["amira", "carla"]
    mail.send("amira", BOTH)
    mail.send("carla", CARLA)
    mail.run()
    assert [item.order.times for item in mail.agendas["bilal"].standing] == [1]
    assert "bilal" in mail.missing


def test_a_standing_order_says_why_it_ended() -> None:
    mail = Mail()
    mail.send("amira", BOTH)
    mail.send("bilal", "orders: []\nstanding:\n  - place: yellow E5\n    until: {hex: D4, is: taken}\n")
    verdict = mail.run()
    (ended,) = [result for result in verdict.results if result.fate is Fate.ENDED]
    assert [refusal.code for refusal in ended.refusals] == ["until-true-of"]
    assert ended.refusals[0].facts["seat"] == "amira"
    assert mail.agendas["bilal"].standing == ()


def test_a_standing_order_that_is_about_to_end_is_no_order_and_the_report_says_why() -> None:
    mail = Mail()
    mail.send("amira", "orders: []\nstanding:\n  - place: pink D4\n    until: {hex: G5, is: empty}\n")
    assert mail.say_if_silent("amira", ASK) == (
        "If you send nothing, the game waits for you: you have no order for this move; a standing order ends "
        "(place pink D4: its 'until' is true, since G5 is empty)."
    )


def test_whoever_has_orders_for_one_move_only_is_invited_to_send_more() -> None:
    mail = Mail()
    for seat, text, invited in (("carla", CARLA, True), ("carla", CARLA + "  - place: green L6\n" * 2, False)):
        mail.send(seat, text)
        told = GAME.orders.say_outlook(mail.see(seat), seat, mail.agendas[seat], asked=True)
        assert any("costs nobody time" in line for line in told) is invited
    assert mail.run(ASK).results == ()


def test_an_invitation_to_send_more_says_how_far_orders_go() -> None:
    leaders = Mail(phase="leaders")
    for mail, text, end in (
        (leaders, "orders:\n  - leader: yellow F6\n", "end with your next move."),
        (leaders, "orders:\n  - leader: yellow F6\n  - leader: pink H5\n", ""),
        (Mail(), CARLA + "  - place: green L6\n", "end within your move after next."),
    ):
        mail.send("carla", text)
        told = GAME.orders.say_outlook(mail.see("carla"), "carla", mail.agendas["carla"], asked=True)
        assert [line.split(" Sending")[0] for line in told] == ([f"Your orders on file {end}"] if end else [])


def test_whoever_is_not_asked_yet_is_invited_to_send_the_next_move() -> None:
    mail = Mail(pacing=Pacing.SEAT)

    def told(seat: str, *, asked: bool) -> list[str]:
        return [
            line.split(". ")[0]
            for line in GAME.orders.say_outlook(mail.see(seat), seat, mail.agendas[seat], asked=asked)
        ]

    assert told("amira", asked=True) == []
    assert told("carla", asked=False) == ["You may send your next move now, with alternatives"]
    mail.send("carla", "orders:\n  - place: green K5\n")
    assert told("carla", asked=False) == ["So far your orders on file do not fill your next move"]
    mail.send("carla", CARLA)
    assert told("carla", asked=False) == ["Your orders on file end with your next move"]
    mail.send("carla", "orders: []\nstanding:\n  - place: green K5\n")
    assert told("carla", asked=False) == ["So far your standing orders on file do not fill your next move"]
    agenda = mail.agendas["carla"]._replace(house=True)
    assert GAME.orders.say_outlook(mail.see("carla"), "carla", agenda, asked=False) == ()
    mail.send("carla", "orders: []\nstanding:\n  - place: [green K5, green K6]\n")
    assert told("carla", asked=False) == []


@pytest.mark.parametrize(
    ("line", "code", "why", "choice"),
    [
        ("place: [pink D3, pink Z9]", "7:22", "place pink Z9: {never}Z9 is not a hex of this board; columns run", 1),
        ("place: [pink Z9, pink D3]", "7:13", "place pink Z9: {never}Z9 is not a hex of this board; columns run", 2),
        (
            "place: pnik D3",
            "7:12",
            "place pnik D3: {never}'pnik' is not a colour of this game (did you mean pink? write",
            0,
        ),
        ("{place: pink D3, if: {hex: J8, is: taken}}", "7:32", "place pink D3: {never}if: J8 is a mountain", 0),
        ("either: [[pink D3, pink J8], [pink D3, pink E3]]", "7:24", "place pink J8: {never}J8 is a mountain", 2),
    ],
)
def test_what_is_not_understood_in_a_plan_is_remarked_on_and_told_when_its_move_is_next(
    line: str, code: str, why: str, choice: int
) -> None:
    mail = Mail(pacing=Pacing.SEAT)
    text = f"orders:\n  - place: pink C4\n  - place: pink C5\n  - {line}\n"
    never = "this is for a later move, and cannot be done as written: "
    (remark,) = mail.complaints("amira", text)
    assert remark.startswith(f"{code} later-never: {why.format(never=never)}")
    mail.send("amira", text)
    mail.run()
    for seat, orders in (("bilal", ("yellow F4", "yellow F3")), ("carla", ("green K5", "green K6"))):
        mail.send(seat, "orders:\n" + "".join(f"  - place: {order}\n" for order in orders))
        told = mail.run().results
    first = mail.run().results[0] if choice else told[-1]
    assert (first.seat, first.fate, first.choice) == ("amira", Fate.DONE if choice else Fate.BLOCKED, choice)


def test_a_branch_of_a_plan_is_told_what_no_order_before_it_can_mend() -> None:
    plan = "  - place: pink C5\n  - either: [[pink C6, pink K6], [pink B3, pink B4]]\n"
    (remark,) = Mail().complaints("amira", f"orders:\n  - place: pink C4\n{plan}")
    assert "never-legal: place pink C6 and place pink K6: " in remark
    assert "K6 is not next to your pink caravan" in remark


def test_a_line_that_is_not_understood_is_no_reason_to_doubt_the_lines_behind_it() -> None:
    text = BOTH + "  - place: pnik D5\n  - place: pink D6\n  - place: pink L2\n"
    assert [line.split(": ")[0] for line in Mail().complaints("amira", text)] == ["7:12 later-never", "9:12 later-move"]


def test_a_forecast_counts_what_a_block_sets_aside_as_play_does() -> None:
    orders = (
        "orders:\n  - place: green D4\n  - place: green L5\n    if: {hex: L5, is: taken}\n"
        "  - place: green L4\n  - place: green K5\n"
    )
    mail = Mail()
    file = mail.judge("carla", orders).file
    assert file is not None
    moves = [outlook.later for outlook in Forecaster(mail.see("carla"), 2).follow(file.orders)]
    assert moves == [0, 0, 0, 1]


def test_standing_orders_that_go_on_need_no_more_mail() -> None:
    mail = Mail()
    standing = "standing:\n  - place: [pink C4, pink C5, pink D5]\n"
    mail.send("amira", BOTH)
    assert GAME.orders.say_outlook(mail.see("amira"), "amira", mail.agendas["amira"], asked=True)
    mail.send("amira", BOTH + standing)
    assert not GAME.orders.say_outlook(mail.see("amira"), "amira", mail.agendas["amira"], asked=True)


@pytest.mark.parametrize("key", ["standing", "fallback"])
def test_a_file_of_standing_orders_or_fallback_alone_leaves_the_plan(key: str) -> None:
    mail = Mail()
    mail.send("amira", f"draft: true\n{BOTH}  - place: pink E3\n")
    plan = mail.agendas["amira"]
    text = f"{key}:\n  - place: pink B4\n"
    assert mail.complaints("amira", text) == []
    mail.send("amira", text)
    agenda = mail.agendas["amira"]
    assert (agenda.items, agenda.draft) == (plan.items, True)
    assert [item.order.value for item in getattr(agenda, key)] == ["pink B4"]
    judgement = mail.judge("amira", text)
    told = mail.intake.forecast(judgement)
    assert told.on_file[-2:] == ("Your orders stay as they are: place pink D4; place pink D3; place pink E3.", DRAFT)
    assert not any(line.startswith("Line") for line in told.orders)
    sent_before = mail.judge("amira", "orders:\n  - place: d4 or C4 P\n").file
    told = mail.intake.forecast(judgement, lambda: [sent_before] if sent_before else [])
    assert told.on_file[-1] == "Your orders stay as they are: place pink D4 or pink C4."
    mail.send("amira", f"{key}: []\n")
    assert (mail.agendas["amira"].items, getattr(mail.agendas["amira"], key)) == (plan.items, ())


def test_a_file_of_fallback_alone_is_judged_and_says_where_nothing_else_is_on_file() -> None:
    mail = Mail()
    complaints = mail.complaints("amira", "fallback:\n  - plase: pink B4\n")
    assert complaints[-1] == "5:5 write-order: write '- place: pink B4'"
    assert not any("missing" in complaint for complaint in complaints)
    judgement = mail.judge("amira", "fallback:\n  - place: pink B4\n  - place: pink A3\n")
    assert mail.intake.forecast(judgement).on_file[-1] == "You have no other orders on file."


def test_a_receipt_quotes_orders_as_they_were_understood() -> None:
    text = "orders: []\nstanding:\n  - place: [p d4, d3]\nfallback:\n  - leader: [pink B6, B5]\n"
    assert Mail().forecast("amira", text) == [
        "Standing orders, for a camel without an order: place pink D4 or pink D3.",
        "Fallback: leader pink B6 or pink B5. As things stand, this is not possible in your next move.",
    ]


def test_a_fallback_of_camels_waits_for_them_while_leaders_are_due() -> None:
    told = Mail(phase="leaders").forecast("amira", "fallback:\n  - place: pink [C4, C5]\n")
    assert told == ["Fallback: place pink C4 or pink C5. It waits until you place camels."]


@pytest.mark.parametrize(
    ("fallback", "why"),
    [
        ("- place: purple", "place purple (cannot be read). Nothing will come of it."),
        (
            "- place: purple\n- place: A",
            "place purple (cannot be read); place A (cannot be read). Nothing will come of it.",
        ),
        (
            "- place: A\n- place: pink C4",
            "place A (cannot be read); place pink C4. It waits until you place camels.",
        ),
    ],
)
def test_a_fallback_that_cannot_be_read_waits_for_nothing(fallback: str, why: str) -> None:
    assert Mail(phase="leaders").forecast("amira", f"fallback:\n{fallback}\n") == [f"Fallback: {why}"]


def test_what_the_law_of_first_leaders_hid_is_no_consequence_of_the_order_that_obeyed_it() -> None:
    board = BOARD.replace("Gc*", "k4 ").replace("g4 ", "g4~1", 1)
    mail = Mail(phase="leaders", board=board, mover="carla")
    told = mail.forecast("carla", "orders:\n  - leader: green K5\n  - leader: pink G4\n")
    assert told[1:] == [
        "Line 6, your move after next: not possible as things stand: leader pink G4, since G4 holds a water token."
    ]


def test_a_report_offers_no_line_that_was_right_when_its_order_was_written() -> None:
    mail = Mail()
    mail.send("carla", "orders:\n  - place: green K5\n  - place: green K6\n  - place: green J4, I3\n")
    mail.send("amira", BOTH)
    mail.send("bilal", "orders:\n  - place: yellow D5\n  - place: yellow E5\n")
    mail.run()
    assert mail.say_if_silent("carla", ASK) == (
        "If you send nothing, the game waits for you: your orders are blocked (place green J4, "
        "I3, since these may be alternatives, or orders one after the other)."
    )


@pytest.mark.parametrize(
    ("option", "first", "second"),
    [
        ("waive", "is certain", "depends on amira"),
        ("bind", "depends on bilal, carla, dario and emine", "depends on amira, carla, dario and emine"),
    ],
)
def test_a_leader_depends_on_who_returns_one_only_where_that_binds_a_colour(
    option: str, first: str, second: str
) -> None:
    seats = ("amira", "bilal", "carla", "dario", "emine")
    options = {"returned-leaders": "choice", "first-leader": option}
    mail = Mail(edition="manual", options=options, seats=seats, phase="returns")
    text = "orders:\n  - return: pink\n  - leader: purple D6\n"
    assert mail.forecast("amira", text)[1] == f"Line 6, your move after next: leader purple D6, which {first}."
    assert mail.forecast("bilal", text) == [
        "Line 5: return pink, which depends on amira.",
        f"Line 6, your move after next: leader purple D6, which {second}.",
    ]


def test_the_colour_that_the_first_seat_has_to_open_with_is_known_once_one_is_left_to_return() -> None:
    seats = ("amira", "bilal", "carla", "dario", "emine")
    options = {"returned-leaders": "choice", "first-leader": "bind"}
    mail = Mail(edition="manual", options=options, seats=seats, phase="returns")
    for seat, colour in zip(seats, ("pink", "yellow", "green", "turquoise"), strict=False):
        mail.send(seat, f"orders:\n  - return: {colour}\n")
    mail.run()
    (told,) = tell_first_leaders(mail.see("amira"), "amira")
    assert told.endswith(" You have to open with purple, the colour that emine returns.")
    (complaint,) = mail.complaints("amira", "orders:\n  - leader: yellow D6\n")
    assert complaint.startswith("5:13 colour-bound: leader yellow D6: the first seat has to open with purple, the ")
    assert "# Colours: purple" in GAME.exhibit.form_lines(mail.see("amira"), "amira")
    assert mail.forecast("amira", "orders:\n  - leader: purple D6\n") == ["Line 5: leader purple D6, which is certain."]
    assert "# Colours: pink green turquoise" in GAME.exhibit.form_lines(mail.see("bilal"), "bilal")


def test_a_forecast_that_ends_in_a_name_with_a_full_stop_has_no_second_one() -> None:
    text = "orders:\n  - place: yellow D4\n  - place: yellow F5\n"
    told = Mail(names={"amira": "Amira jr."}).forecast("bilal", text)
    assert told[-1] == "Line 6: place yellow F5, which depends on Amira jr."


@pytest.mark.parametrize(
    ("beside", "code"),
    [
        ("draff: true", "unknown-key"),
        ("fallbak: []", "unknown-key"),
        ("press: [hello]", "wrong-type"),
        ("press: [{to: all, txt: hello}]", "unknown-key"),
        ("press: [{to: all}]", "missing-key"),
        ("orders: []", "duplicate-key"),
    ],
)
@pytest.mark.parametrize("item", ["plcae: pink C6", "pink C6", "place: {hexx: C6}", "place: [pink C6, {hexx: C6}]"])
def test_what_is_wrong_beside_the_orders_is_told_where_one_of_a_plan_cannot_be_read(
    item: str, beside: str, code: str
) -> None:
    mail = Mail()
    judgement = mail.judge("amira", f"orders:\n  - place: pink C4\n  - place: pink C5\n  - {item}\n{beside}\n")
    assert judgement.state is ReceiptState.RED
    assert code in [problem.code for problem in judgement.problems if problem.gravity is Gravity.INVALID]


@pytest.mark.parametrize("phase", ["leaders", "camels"])
@pytest.mark.parametrize("key", ["if", "until"])
@pytest.mark.parametrize("wrong", ["seat: amria, colour: pink", "seat: amira, colour: pnik"])
def test_a_standing_order_that_asks_about_nobody_is_refused_whatever_is_due(phase: str, key: str, wrong: str) -> None:
    mail = Mail(**({"phase": phase} if phase == "leaders" else {}))
    text = f"orders: []\nstanding:\n  - place: pink C4\n    {key}: {{caravan: {{{wrong}, at-least: 6}}}}\n"
    judgement = mail.judge("amira", text)
    assert [problem.gravity for problem in judgement.problems if "condition" in problem.code] == [Gravity.INVALID]
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    corrected = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text
    assert f"  {key}: {{caravan: {{seat: amira, colour: pink, at-least: 6}}}}\n" in corrected


@pytest.mark.parametrize(
    ("phase", "orders", "why"),
    [
        ("leaders", ["leader: yellow I3", "leader: green I4"], "I4 is next to a leader that is placed"),
        ("leaders", ["leader: [yellow I3, yellow H3]", "leader: green I3"], ""),
        ("leaders", ["leader: yellow I3", "leader: yellow F6"], "your yellow leader is placed"),
        ("leaders", ["leader: yellow I3", "place: yellow I3"], "I3 is taken"),
        ("leaders", ["leader: yellow I3", "place: yellow I4"], ""),
        ("camels", ["place: pink C4", "place: pink D4", "place: pink C4"], "C4 is taken"),
        ("camels", ["place: pink C4", "place: pink D4", "place: [pink C4, pink B4]"], ""),
        ("camels", ["{place: pink C4, if: {hex: C5, is: empty}}", "place: pink D4", "place: pink D3", "pink C4"], ""),
    ],
)
def test_a_plan_that_an_order_of_ones_own_makes_impossible_is_remarked_on(
    phase: str, orders: list[str], why: str
) -> None:
    text = "".join(f"- {order}\n" for order in orders)
    mail = Mail(phase=phase) if phase == "leaders" else Mail()
    told = [line for line in mail.complaints("amira", f"orders:\n{text}") if " later-move: " in line]
    assert [line.partition(" possible then: ")[2] for line in told] == [f"{why} by your order in line 5"] * bool(why)
