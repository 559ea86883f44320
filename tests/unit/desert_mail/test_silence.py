"""What a report says of silence is what silence brings: one sentence for every way there is."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import ASK, LATE, Mail

from adjudicator.core.agenda import Fate
from adjudicator.core.driver import Stop
from adjudicator.rules.through_the_desert.mail.quoting import join_reasons

TWO = "orders:\n  - place: pink D4\n  - place: pink D3\n"
LEADER = "orders: []\nfallback:\n  - leader: pink J4\n"
TAKEN = "orders: []\nfallback:\n  - place: [pink D4, pink C3]\n"


def test_without_anything_on_file_the_game_waits() -> None:
    mail = Mail()
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, the game waits for you: you have no order for this move."
    )
    assert not mail.run(LATE).events


def test_without_an_order_for_the_second_camel_the_game_waits_after_the_first() -> None:
    mail = Mail()
    mail.send("amira", "orders:\n  - place: pink D4\n")
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, you place a pink camel on D4 (your orders); then the game waits for you: you have no "
        "order for the rest of this move."
    )


def test_a_fallback_of_leaders_is_not_promised_when_camels_are_due() -> None:
    mail = Mail()
    mail.send("amira", LEADER)
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, the game waits for you: none of your fallback orders places a camel."
    )
    assert not mail.run(LATE).events


def test_a_fallback_whose_every_hex_is_taken_is_not_promised() -> None:
    mail = Mail()
    mail.send("amira", TWO + TAKEN.removeprefix("orders: []\n"))
    mail.send("bilal", "orders:\n  - place: yellow E5\n  - place: yellow E6\n")
    mail.send("carla", "orders:\n  - place: green K5\n  - place: green K6\n")
    mail.run()
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, the game waits for you: your fallback is blocked (place pink D4, since D4 is "
        "taken by your own pink camel; place pink C3, since C3 is taken by your own pink leader)."
    )
    assert not mail.run(LATE).events


def test_who_is_not_waited_for_now_is_told_that_the_turn_stops_at_a_move_that_cannot_be_made() -> None:
    mail = Mail()
    mail.send("amira", TWO)
    mail.send("bilal", "orders:\n" + 2 * "  - place: yellow F4\n    if: {points: {seat: bilal, at-least: 9}}\n")
    assert "bilal" not in mail.missing
    assert mail.say_if_silent("bilal", ASK) == (
        "If you send nothing, as things stand the turn stops at your move, and everybody has to wait for you: you "
        "have no order for this move."
    )
    verdict = mail.run()
    assert (verdict.stop, verdict.stopped_at) == (Stop.WAITING, "bilal")


def test_a_fallback_that_can_be_used_is_promised_camel_by_camel() -> None:
    mail = Mail()
    mail.send("amira", "orders: []\nfallback:\n  - place: [pink C4, pink D4]\n  - place: pink C5\n")
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, you place a pink camel on C4, then place a pink camel on D4 (your "
        "fallback), after the deadline."
    )
    mail.run(LATE)
    assert mail.fates("amira") == ["place pink C4: done", "place pink D4: done"]


def test_a_move_that_is_filled_in_part_is_said_in_part() -> None:
    mail = Mail()
    mail.send("amira", "orders:\n  - place: pink D4\nfallback:\n  - place: pink D4\n")
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, you place a pink camel on D4 (your orders); then the game waits for you: you have no "
        "order for the rest of this move."
    )
    mail.run(LATE)
    assert mail.fates("amira") == ["place pink D4: done", "place pink D4: blocked"]


def test_what_the_move_itself_has_placed_is_no_reason_why_it_stops() -> None:
    mail = Mail()
    mail.send("amira", "orders: []\nfallback:\n  - place: pink D4\n  - place: pink K9\n")
    said = mail.say_if_silent("amira", LATE)
    assert "you place a pink camel on D4 (your fallback); then the game waits for you" in said
    assert "(place pink K9, since K9 is not next to your pink caravan" in said
    assert "taken by your own" not in said


def test_who_moves_later_is_told_what_others_may_change() -> None:
    mail = Mail()
    mail.send("bilal", "orders:\n  - place: yellow D4\n  - place: yellow E5\nfallback:\n  - place: yellow F4\n")
    assert mail.say_if_silent("bilal", LATE) == (
        "If you send nothing, as things stand you place a yellow camel on D4, then place a yellow camel on E5 (your "
        "orders). If amira changes that, your first choice that is still possible counts."
    )


def test_blocked_orders_of_the_seat_on_move_are_told_by_the_policy() -> None:
    mail = Mail()
    mail.send("bilal", "orders:\n  - place: yellow D4\n  - place: yellow E5\nfallback:\n  - place: yellow F4\n")
    mail.send("amira", TWO)
    mail.agendas["bilal"] = mail.agendas["bilal"]._replace(items=(mail.agendas["bilal"].items[0],) * 2)
    mail.run(ASK)
    assert mail.say_if_silent("bilal", LATE) == (
        "If you send nothing, you place a yellow camel on F4 (your fallback); then the game waits for you: you "
        "have no order for the rest of this move."
    )


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        ("place: pink D5", "D5 is taken by bilal's yellow camel"),
        (
            "camel: pink D5",
            "this cannot be read (unknown order 'camel'; the orders here are place, leader, return and either)",
        ),
    ],
)
def test_whoever_moves_next_and_is_blocked_is_told_why_and_waited_for(lost: str, why: str) -> None:
    mail = Mail()
    mail.send("amira", f"{TWO}  - {lost}\n  - place: pink E3\n  - place: pink B4\nfallback:\n  - place: pink C4\n")
    mail.send("bilal", "orders:\n  - place: yellow D5\n  - place: yellow E5\n")
    mail.send("carla", "orders:\n  - place: green K5\n  - place: green K6\n")
    assert not mail.missing
    told = [result for result in mail.run().results if result.seat == "amira"][2:]
    assert [result.fate for result in told] == [Fate.BLOCKED, Fate.SET_ASIDE]
    assert join_reasons(told[0].refusals).endswith(f", since {why}")
    assert "amira" in mail.missing
    assert mail.say_if_silent("amira", LATE) == (
        "If you send nothing, you place a pink camel on C4 (your fallback); then the game waits for you: you "
        "have no order for the rest of this move."
    )
    assert not mail.run().events
    assert [result.done for result in mail.run(LATE).results][:1] == ["place pink C4"]
    mail.send("amira", "orders:\n  - place: pink E3\n")
    assert [item.order.value for item in mail.agendas["amira"].later] == ["pink B4"]


def test_a_condition_about_a_seat_is_told_the_same_where_players_have_names() -> None:
    mail = Mail(names={"bilal": "Bilal Ağa"})
    asked = "    if: {hex: E4, holds: {seat: bilal, leader: true}}\n"
    file = "orders:\n" + "".join(f"  - place: pink {place}\n{asked}" for place in ("D4", "D3"))
    assert mail.complaints("amira", file) == []
    told = "Line 5 (place pink D4, if bilal's leader stands on E4): place pink D4, which is certain."
    assert mail.forecast("amira", file)[0] == told
    mail.send("amira", file)
    assert mail.say_if_silent("amira", ASK) == (
        "If you send nothing, you place a pink camel on D4, then place a pink camel on D3 (your orders)."
    )
    mail.run()
    assert mail.fates("amira") == ["place pink D4: done", "place pink D3: done"]
