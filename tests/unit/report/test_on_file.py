"""All that is on file from a player stands in his report and in no other, and so does the rule for blocked orders."""

from __future__ import annotations

import html
import re

import pytest
from unit.report.conftest import context_of

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.agenda import Agenda, Item
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.order import START, Order
from adjudicator.core.table import Onlooker
from adjudicator.report.render import render_report, render_reports
from adjudicator.report.strip import NO_FALLBACK, WHEN_BLOCKED


def item(kind: str, *texts: str, condition: dict[str, str] | None = None) -> Item:
    return Item(Order(kind, list(texts), condition, START, (START,) * len(texts)), "01.yaml")


FULL = Agenda(
    items=(item("place", "pink K8", "teal P5"), item("place", "teal N5", condition={"hex": "G4", "is": "empty"})),
    later=(item("place", "yellow L6"),),
    fallback=(item("place", "red F4", "red F5"),),
    standing=(item("place", "purple L4"),),
)
SAID = """\
Orders:
1. place pink K8 or teal P5
2. place teal N5, if G4 is empty
Your plan for after this move:
1. place yellow L6
To keep it, send only the orders for this move. Orders beyond this move take
its place, and 'orders: []' deletes it.
Fallback orders:
1. place red F4 or red F5
Standing orders:
1. place purple L4
"""


def plain(data: bytes) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", data.decode())))


def test_all_that_is_on_file_is_listed_order_by_order_to_its_player_alone(whole: OpenGame) -> None:
    context = context_of(whole)
    agendas = {seat: Agenda() for seat in whole.record.agendas} | {"dora": FULL}
    reports = render_reports(context._replace(record=context.record._replace(agendas=agendas)))

    assert SAID in reports["dora.txt"].decode()
    shown = plain(reports["dora.html"])
    for words in re.split(r":?\n(?:\d\. )?", SAID):
        assert words in shown
    for name, data in reports.items():
        assert ("Your plan for after this move" in plain(data)) == name.startswith("dora."), name


def test_orders_for_a_phase_that_is_over_are_said_to_count_no_longer(whole: OpenGame) -> None:
    context = context_of(whole)

    def report(*fallback: Item) -> str:
        agendas = dict.fromkeys(whole.record.agendas, Agenda(fallback=fallback))
        filed = context._replace(record=context.record._replace(agendas=agendas))
        return plain(render_report(filed, "dora")["dora.txt"])

    leader, camel = item("leader", "red F4"), item("place", "red F4")
    over = "for a part of the game that is over, and no longer count"
    assert f"Fallback orders: 1. leader red F4 It is {over}s." in report(leader)
    assert f"2. leader red F4 They are {over}." in report(leader, leader)
    assert f"2. leader red F4 2 is {over}s." in report(camel, leader)
    assert over not in report(camel)


@pytest.mark.parametrize("rule", list(WhenBlocked))
def test_a_seat_that_is_asked_reads_what_becomes_of_impossible_orders(whole: OpenGame, rule: WhenBlocked) -> None:
    context = context_of(whole)
    agendas = dict.fromkeys(whole.record.agendas, Agenda(fallback=(item("place", "red F4"),)))
    context = context._replace(charter=context.charter._replace(when_blocked=rule))
    prepared = context._replace(record=context.record._replace(agendas=agendas))
    (other,) = set(WhenBlocked) - {rule}

    for reader in ("dora", Onlooker.PUBLIC):
        for data in render_report(prepared, reader).values():
            assert (WHEN_BLOCKED[rule] in plain(data)) == (reader == "dora")
            assert WHEN_BLOCKED[other] not in plain(data)
    assert (NO_FALLBACK in plain(render_report(context, "dora")["dora.txt"])) == (rule is WhenBlocked.FALLBACK)


def test_changes_of_long_standing_orders_are_named_by_kind_and_the_rest_is_said_to_stay(whole: OpenGame) -> None:
    """Long ones stand in full in the list of all; short ones are told at once."""
    long = [f"purple {column}{row}" for column in "LMNO" for row in range(1, 5)]
    before = (item("place", "purple L4"), item("place", "red F4"), item("place", *long))
    after = (item("place", "purple L4"), item("place", "red F5"), item("place", *long[1:]))
    context = context_of(whole)
    agendas = {seat: Agenda() for seat in whole.record.agendas}
    record = context.record._replace(agendas=agendas | {"dora": Agenda(standing=after)})
    changed = context._replace(record=record, before=agendas | {"dora": Agenda(standing=before)})

    page = plain(render_report(changed, "dora")["dora.html"])
    assert "Changed: place red F5. You changed 'place'. The others stay. " in page
    page = plain(render_report(context._replace(record=record, before=agendas), "dora")["dora.html"])
    assert "New: place purple L4. New: place red F5. New: place purple L2 or ... " in page
    assert "3 on file: place purple L4, place red F5, place purple L2 or ... " in page


def test_the_words_of_one_long_standing_order_begin_in_a_text_report_that_is_too_long(whole: OpenGame) -> None:
    long = [f"purple {column}{row}" for column in "KLMNO" for row in range(1, 12)]
    context = context_of(whole)
    agendas = {seat: Agenda() for seat in whole.record.agendas} | {"dora": Agenda(standing=(item("place", *long),))}
    context = context._replace(record=context.record._replace(agendas=agendas), before=agendas)

    text = render_report(context, "dora")["dora.txt"].decode()
    assert "\nStanding orders: 1. place purple K1 or purple K2 or purple K3 or purple K4 ...\n" in text


def test_a_text_report_that_is_too_long_names_changes_by_kind_and_points_to_the_page(whole: OpenGame) -> None:
    orders = tuple(item("place", *(f"purple {column}{row}" for column in "LMNO")) for row in range(1, 9))
    context = context_of(whole)
    agendas = {seat: Agenda() for seat in whole.record.agendas}
    record = context.record._replace(agendas=agendas | {"dora": Agenda(items=orders, standing=orders)})
    report = render_report(context._replace(record=record, before=agendas), "dora")

    text = report["dora.txt"].decode()
    assert len(text.splitlines()) <= 110
    assert "8 in all, in full in your HTML report." in text
    assert "Standing orders, 8 of them, in full in your HTML report" in text
    assert plain(report["dora.html"]).count("place purple L8 or purple M8 or purple N8 or purple O8") >= 2
