"""Set-up by mail: ranked lists, in advance, the last seat twice in a row (rulings section 4)."""

from __future__ import annotations

from oracle.catan_positions import KERNEL, SEATS, Loaded
from unit.catan_mail.mailing import FORCE, LATE, Mail, write_file

from adjudicator.core.driver import Stop
from adjudicator.core.order import describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.rewriting import write_corrected
from adjudicator.rules.catan.report.form import write_form_lines

BOARD = Setting("base", {"board": "beginners"}, SEATS[:3])
BEST_FREE = "If you send nothing, as things stand you place a settlement on 29, the free place with the best numbers."


def sit(pacing: Pacing = Pacing.SEAT) -> Mail:
    state, _ = KERNEL.setup(BOARD, Loaded())
    return Mail(state, pacing=pacing)


def placed(mail: Mail) -> list[tuple[str, object]]:
    assert mail.verdict is not None
    found = [event for event in mail.verdict.events if event.kind == "settlement-built"]
    return [(str(event.facts["seat"]), event.facts["intersection"]) for event in found]


def test_the_next_is_asked_and_the_others_may_send_in_advance() -> None:
    mail = sit()
    assert [(ask.seat, ask.must, ask.due) for ask in mail.asks] == [
        ("amira", True, 1),
        ("bilal", False, 1),
        ("chadi", False, 1),
    ]
    assert mail.missing == ["amira"]
    assert mail.announcements("bilal") == ["If you send nothing now, you are asked when your turn to place comes."]


def test_orders_that_are_on_file_are_said_to_be_used() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    assert mail.announcements("amira") == [
        "If you send nothing else, as things stand you place a settlement on 12 and a road on 12-13 (your list)."
    ]
    mail.send("bilal", "[]")
    assert mail.announcements("bilal") == ["If you send nothing now, you are asked when your turn to place comes."]


def test_of_a_ranked_list_the_first_that_is_free_is_taken() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("bilal", "- place: [12 11-12, 13 13-14, 40 40-41]")
    mail.run()
    assert placed(mail) == [("amira", 12), ("bilal", 40)]
    assert mail.refusals("bilal") == ["intersection-taken", "too-near"]
    assert mail.stop == (Stop.WINDOW, "chadi")


def test_a_list_that_has_run_dry_is_told_and_asked_again_with_all_that_are_left() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("chadi", "- place: [12 11-12, 13 13-14]")
    mail.run()
    assert mail.stop == (Stop.WINDOW, "bilal")
    assert mail.missing == ["bilal", "chadi"]
    assert mail.announcements("chadi") == [f"None of your places is free any more: send others. {BEST_FREE}"]
    mail.send("bilal", "- place: 31 31-32")
    mail.send("chadi", "- place: [31 31-32, best]\n- place: best")
    assert mail.missing == []
    mail.run()
    assert placed(mail) == [("bilal", 31), ("chadi", 29), ("chadi", 35)]
    assert mail.fates("chadi") == ["place 29 18-29: done", "place 35 24-35: done"]


def test_of_places_that_nobody_named_none_is_said_to_be_taken() -> None:
    mail = sit()
    mail.send("amira", "- end: turn")
    mail.send("bilal", "- place: 12 12-13\n- end: turn")
    assert not any("None of your places" in told for seat in SEATS[:2] for told in mail.announcements(seat))
    mail.send("amira", "- place: 12 12-13\n- end: turn")
    mail.send("bilal", "[]")
    mail.run()
    assert "None of your places" not in mail.announcements("amira")[0]


def test_a_list_that_still_has_a_place_waits_for_nobody_behind_it() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("bilal", "- place: [12 11-12, best]")
    mail.run()
    assert [seat for seat, _ in placed(mail)] == ["amira", "bilal"]
    assert mail.stop == (Stop.WINDOW, "chadi")


def test_two_waits_where_every_list_ends_with_best() -> None:
    mail = sit()
    for seat in SEATS[:3]:
        mail.send(seat, "- place: [12 12-13, best]")
    mail.run()
    assert mail.missing == ["chadi", "bilal", "amira"]
    for seat in SEATS[:3]:
        mail.send(seat, "- place: [40 40-41, best]")
    mail.run(*[(1, 1)])
    assert len(placed(mail)) == 3
    assert mail.stop == (Stop.PACING, "amira")


def test_lists_that_run_dry_at_the_turn_of_the_set_up_cost_one_wait() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13\n- place: 41 41-42")
    mail.send("bilal", "- place: 40 40-41\n- place: [12 11-12, 39 39-40]")
    mail.send("chadi", "- place: 20 20-21\n- place: [11 11-12, 21 11-21]")
    mail.run()
    assert [seat for seat, _ in placed(mail)] == ["amira", "bilal", "chadi"]
    assert [ask.must for ask in mail.asks] == [True, True, True]
    assert mail.missing == ["chadi", "bilal", "amira"]
    assert all("None of your places is free any more" in mail.announcements(seat)[0] for seat in SEATS[:2])
    for seat, spot in (("chadi", "29 28-29"), ("bilal", "35 34-35"), ("amira", "42 42-43")):
        mail.send(seat, f"- place: [{spot}]")
    assert mail.missing == []
    mail.run((4, 4))
    assert mail.stop == (Stop.PACING, "amira")


def test_the_last_seat_places_twice_in_a_row() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("bilal", "- place: 40 40-41")
    mail.send("chadi", "- place: 20 20-21\n- place: [20 20-21, 28 28-29]")
    mail.run()
    assert placed(mail) == [("amira", 12), ("bilal", 40), ("chadi", 20), ("chadi", 28)]
    assert mail.stop == (Stop.WINDOW, "bilal")
    assert [ask.due for ask in mail.asks] == [1, 1]


def test_one_list_of_two_orders_serves_both_placements() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13\n- place: [40 40-41, 42 42-43]")
    mail.send("bilal", "- place: 40 40-41\n- place: 0 0-1")
    mail.send("chadi", "- place: 20 20-21\n- place: 28 28-29")
    mail.run((4, 4))
    assert mail.stop == (Stop.PACING, "amira")
    assert placed(mail)[-1] == ("amira", 42)
    assert mail.happened[-3:] == ["turn-began", "dice-rolled", "produced"]


def test_who_is_asked_for_two_is_told_so() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("bilal", "- place: 40 40-41")
    mail.run()
    assert [(ask.seat, ask.due) for ask in mail.asks] == [("chadi", 2), ("bilal", 1), ("amira", 1)]
    assert mail.asks[0].duty == "Place two settlements, each with its road."
    mail.send("chadi", "- place: 20 20-21")
    mail.run()
    assert mail.stop == (Stop.WAITING, "chadi")
    assert mail.missing == ["chadi", "bilal", "amira"]


def test_a_placement_is_whole_or_the_next_alternative() -> None:
    mail = sit()
    assert [code for _, code in mail.complaints("amira", "- place: 12 13-14")] == ["road-apart"]
    mail.send("amira", "- place: [12 12-13]")
    mail.send("bilal", "- place: [10 2-10, 14 14-15]")
    mail.run()
    assert placed(mail) == [("amira", 12), ("bilal", 10)]


def test_settlement_and_road_may_stand_apart() -> None:
    mail = sit()
    mail.send("amira", "- settlement: 12")
    mail.run()
    assert mail.stop == (Stop.WAITING, "amira")
    assert mail.missing == ["amira"]
    assert mail.complaints("amira", "- road: 13-14") == [("illegal", "road-not-at-settlement")]
    mail.send("amira", "- road: [13-14, 12-13]")
    mail.run()
    assert mail.happened == ["road-built"]
    assert mail.stop == (Stop.WINDOW, "bilal")


def test_a_list_may_depend_on_what_is_free() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    orders = """
- if: {free: 12}
  then:
    - place: 12 12-13
  else:
    - place: 40 40-41
"""
    mail.send("bilal", orders)
    mail.run()
    assert placed(mail) == [("amira", 12), ("bilal", 40)]


def test_after_the_deadline_the_best_free_place_is_taken_as_announced() -> None:
    mail = sit()
    (announced,) = mail.announcements("amira")
    assert announced == BEST_FREE
    mail.run(leave=LATE)
    assert placed(mail) == [("amira", 29)]
    assert mail.fates("amira") == ["policy: settlement 29: done", "policy: road 18-29: done"]
    assert mail.stop == (Stop.WINDOW, "bilal")


def test_a_fallback_list_serves_every_placement_that_is_missed() -> None:
    mail = sit()
    mail.send("amira", "", fallback="- place: [12 12-13, 42 42-43]")
    assert mail.announcements("amira")[0].endswith("(your fallback orders).")
    mail.run(leave=LATE)
    assert mail.fates("amira") == ["fallback: place 12 12-13: done"]
    mail.send("bilal", "- place: 20 20-21\n- place: 0 0-1")
    mail.send("chadi", "- place: 28 28-29\n- place: 52 52-53")
    mail.run()
    assert mail.stop == (Stop.WINDOW, "amira")
    mail.run((1, 1), leave=LATE)
    assert mail.fates("amira") == ["fallback: place 42 42-43: done"]
    assert mail.agendas["amira"].items == ()


def test_force_places_for_the_one_who_was_asked() -> None:
    mail = sit()
    mail.run(leave=FORCE)
    assert (placed(mail), mail.stop) == ([("amira", 29)], (Stop.WINDOW, "bilal"))


def test_by_rounds_all_who_place_in_this_half_are_asked() -> None:
    mail = sit(Pacing.ROUND)
    assert [(ask.seat, ask.must) for ask in mail.asks] == [("amira", True), ("bilal", True), ("chadi", True)]
    assert mail.asks[2].duty.endswith(
        "amira and bilal will place before you, so give alternatives, and put 'best' last."
    )
    for seat, spot in (("amira", "12 12-13"), ("bilal", "40 40-41"), ("chadi", "20 20-21")):
        mail.send(seat, f"- place: {spot}")
    mail.run()
    assert mail.stop == (Stop.WAITING, "chadi")
    assert [(ask.seat, ask.must) for ask in mail.asks] == [("chadi", True), ("bilal", True), ("amira", True)]
    for seat, spot in (("amira", "0 0-1"), ("bilal", "28 28-29"), ("chadi", "52 52-53")):
        mail.send(seat, f"- place: {spot}")
    mail.run(*[(1, 1)] * 9)
    assert placed(mail) == [("chadi", 52), ("bilal", 28), ("amira", 0)]


def test_nothing_that_was_sent_for_later_is_lost_in_the_set_up() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13\n- place: 0 0-1\n- bank: wool for ore\n- end: turn")
    mail.send("bilal", "- place: 40 40-41\n- place: 28 28-29")
    mail.send("chadi", "- place: 20 20-21\n- place: 52 52-53")
    mail.run((1, 1))
    assert mail.missing == []
    mail.run((1, 1))
    assert mail.fates("amira") == ["bank wool for ore: refused", "end turn: done"]


def test_who_has_placed_both_writes_the_script_of_the_first_turn() -> None:
    mail = sit()
    mail.send("amira", "- place: 12 12-13")
    mail.send("bilal", "- place: 40 40-41")
    mail.send("chadi", "- place: 20 20-21\n- place: 28 28-29")
    mail.run()
    assert mail.complaints("chadi", "- place: best") == [("illegal", "places-over")]
    assert mail.complaints("chadi", "- road: 21-22\n- end: turn") == []
    assert mail.complaints("bilal", "- place: 42 42-43\n- place: 0 0-1") == [("illegal", "places-left")]
    form = write_form_lines(mail.see("chadi"), 2)
    assert form[1:3] == ["# It is not your turn yet. What you write here is the script of your", "#   next turn."]
    assert form[-1] == "# - end: turn"


def test_a_place_in_words_is_corrected() -> None:
    (problem,) = sit().judge("amira", "- settlement 44 with road 44-45").problems
    assert problem.facts["correction"] == "- place: 44 44-45"


def test_a_misspelt_order_with_the_parts_of_one_place_in_a_list_gets_one_answer() -> None:
    mail = sit()
    data = write_file("amira", mail.turn, "- plcae: [13, 14]").encode()
    judgement = mail.intake.judge(data, "amira")
    told = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    assert told == ["plcae: 13, 14 (did you mean 'place'?): this cannot be read; write 'place: 13 14'"]
    assert not write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).left
