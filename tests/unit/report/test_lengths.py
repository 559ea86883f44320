"""However long people are called: a report keeps its lines and its bytes, and says where the rest is."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from unit.people.test_columns import closes_what_it_opens
from unit.report.conftest import GAMES

from adjudicator.acts.open_game import open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.act_kinds import Holiday
from adjudicator.core.agenda import Fate, OrderResult, Refusal, Source
from adjudicator.core.name_rules import list_alike, list_faults
from adjudicator.core.printing import isolate, measure
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.seat_names import cut_name, cut_names, show_names
from adjudicator.proof.copies import list_awaited, list_sentences
from adjudicator.report import render
from adjudicator.report.render import render_report, render_reports

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from page_size import LONGEST, MOST, WIDEST

TURNED = (
    "مريم الخوارزمي بنت محمد بن عبد الله الكب",
    "محمد بن عبد الله الخوارزمي البغدادي الصغ",
    "דורה כהן בת אברהם יצחק ושרה לבית לוי הגד",
    "יוסףבןאברהםהכהןהגדולמירושליםעירהקודששלנו",
    "عبدالرحمنبنمحمدالخوارزميالبغداديالصغيرال",
)
"""Five that are read from right to left, with blanks and without."""
MOST_LINES = {"g42": 110, "late": 110, "caravan": 130, "reef": 130, "finished-2005": 110, "finished-caravan": 130}
"""By sample game, what its text reports have while it runs."""


def test_these_are_the_longest_names() -> None:
    assert all(len(name) == measure(name) == 40 for name in LONGEST)
    assert not [fault for name in LONGEST for fault in list_faults(name)]
    assert list(list_alike(tuple("abcde"), dict(zip("abcde", LONGEST, strict=True)))) == []
    assert {(len(name), measure(name)) for name in TURNED} == {(40, 40)}
    assert all((len(name), measure(name)) in {(40, 80), (40, 79)} for name in WIDEST)
    assert not [fault for name in WIDEST for fault in list_faults(name)]


@pytest.mark.parametrize("longest", [LONGEST, WIDEST, TURNED], ids=["longest", "widest", "turned"])
@pytest.mark.parametrize("name", MOST_LINES)
def test_a_report_keeps_its_length_with_the_longest_names(name: str, longest: Sequence[str]) -> None:
    newest = open_game(str(GAMES / name))
    for number in (1, newest.record.number - (1 if newest.over else 0)):
        opened = open_game(str(GAMES / name), number)
        names = dict(zip(opened.seats, longest, strict=False))
        called = opened._replace(charter_then=opened.charter._replace(names=names))
        asked = {ask.seat for ask in opened.asks if ask.must}
        for file, report in render_reports(describe_opened(called)).items():
            if file.startswith("moderator.") or file.endswith(".proof"):
                continue
            assert list_awaited(report) == asked, file
            if file.endswith(".txt"):
                lines = report.decode().splitlines()
                assert len(lines) <= MOST_LINES[name], file
                assert max(map(measure, lines)) <= 78, file
            else:
                lines = re.split("<[^>]*>", report.decode())
                assert len(report) <= MOST, file
            assert [line for line in lines if not closes_what_it_opens(line)] == [], file


@pytest.mark.parametrize("longest", [LONGEST, WIDEST], ids=["longest", "widest"])
def test_a_text_that_is_cut_loses_no_more_blank_lines_than_must(longest: Sequence[str]) -> None:
    opened = open_game(str(GAMES / "caravan"))
    names = dict(zip(opened.seats, longest, strict=False))
    context = describe_opened(opened._replace(charter_then=opened.charter._replace(names=names)))
    in_dashes = 0
    for most in range(96, 130):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(render, "_MOST_LINES", most)
            lines = render_report(context, opened.seats[0])[f"{opened.seats[0]}.txt"].decode().splitlines()
        above = [not lines[place - 1] for place, line in enumerate(lines) if re.match("-- |The board$", line)]
        in_dashes += len(above) > 1
        assert len(lines) >= most or all(above), most
        assert above == sorted(above, reverse=True), most
    assert in_dashes


@pytest.mark.parametrize("count", [1, 3, 6])
@pytest.mark.parametrize("name", ["late", "caravan"])
def test_why_ones_own_orders_failed_is_never_cut(name: str, count: int) -> None:
    newest = open_game(str(GAMES / name))
    opened = open_game(str(GAMES / name), newest.record.number - 1)
    reader, *others = opened.seats
    why = "{number} is taken by {seat}'s {number}th camel, which came there before yours as it moved first in the round"
    results = [
        OrderResult(
            reader,
            Source.ORDERS,
            "01",
            5 + n,
            f"order {n}",
            Fate.BLOCKED,
            refusals=(Refusal(f"order {n}", "said", facts),),
        )
        for n in range(count)
        for facts in [{"why": why.format(number=n, seat=others[0])}]
    ]
    names = dict(zip(opened.seats, LONGEST, strict=False))
    called = opened._replace(charter_then=opened.charter._replace(names=names))
    context = describe_opened(called._replace(record=called.record._replace(results=tuple(results))))
    orders = type(context.game.orders)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orders, "sentences", {**orders.sentences, "said": "{why}"}, raising=False)
        text = render_report(context, reader)[f"{reader}.txt"].decode()
    assert len(text.splitlines()) <= MOST_LINES[name]
    said = " ".join(text.split())
    assert [result for result in results if str(result.refusals[0].facts["why"]) not in said] == []


@pytest.mark.parametrize("name", ["finished-2005", "finished-caravan"])
def test_the_last_report_keeps_its_length_too_and_tells_each_score_once(name: str) -> None:
    opened = open_game(str(GAMES / name))
    names = dict(zip(opened.seats, LONGEST, strict=False))
    called = opened._replace(charter_then=opened.charter._replace(names=names))
    for context in (describe_opened(opened), describe_opened(called)):
        reports = render_reports(context)
        for seat in opened.seats:
            text = reports[f"{seat}.txt"].decode()
            assert len(text.splitlines()) <= MOST_LINES[name]
            assert len(reports[f"{seat}.html"]) <= MOST
            assert "\nScores\n" not in text
            (own,) = (line for line in text.splitlines() if "you): " in line)
            assert own[:2] in {"1.", "2.", "3.", "4."}


def test_a_report_keeps_its_length_however_much_the_moderator_did() -> None:
    opened = open_game(str(GAMES / "g42"))
    acts = tuple(
        RecordedAct(
            "g42",
            number,
            None,
            datetime(2026, 1, 1, tzinfo=UTC),
            6,
            "",
            "nobody has heard of them for weeks " * 4,
            Holiday(seat, "2026-01-01", "2026-01-05", {}),
        )
        for number, seat in enumerate(opened.seats * 8, 1)
    )
    report = render_report(describe_opened(opened)._replace(acts=acts), "dora")
    assert len(report["dora.txt"].splitlines()) <= MOST_LINES["g42"]
    assert "32 in all, in full in your HTML report." in report["dora.txt"].decode()
    assert report["dora.html"].decode().count("nobody has heard of them for weeks") >= 128


def test_a_text_that_is_cut_tells_every_die_that_the_page_tells() -> None:
    opened = open_game(str(GAMES / "finished-caravan"), 17)
    names = dict(zip(opened.seats, LONGEST, strict=False))
    reports = render_reports(describe_opened(opened._replace(charter_then=opened.charter._replace(names=names))))
    for seat in opened.seats:
        cut, whole = (list_sentences(reports[f"{seat}.{form}"], 17) for form in ("txt", "html"))
        assert any(sentence.endswith("...") for sentence in cut)
        for short, full in zip(cut, whole, strict=True):
            assert full.startswith(short.removesuffix(" ..."))
            assert full.count(" rolled ") == short.count(" rolled ")


@pytest.mark.parametrize(
    ("name", "brief"),
    [
        ("María de la Concepción Fernández García", "María"),
        ("Dr. Wolfgang Amadeus Schultze-Delitzsch", "Dr. Wolfgang Amadeus"),
        ("e. e. cummings the younger brother", "e. e. cummings the"),
        ("山" * 20, "山" * 9 + "…"),
        ("Llanfairpwllgwyngyllgogerychwyrndrobwll", "Llanfairpwllgwyngyl…"),
        ("مريم الخوارزمي بنت محمد بن عبد الله", "مريم الخوارزمي بنت"),
        ("Dora Köhler", "Dora Köhler"),
        ("Dora Köhler-von Wittgenstein-Berleburg", "Dora"),
        ("Kim Min-jun Benedict Montgomery", "Kim Min-jun Benedict"),
        ("Eve “The Quoted” [x] and Company", "Eve “The Quoted”"),
        ('Bartholomew "The Rock" Johnson', "Bartholomew"),
    ],
)
def test_sentences_use_the_first_words_of_a_long_name(name: str, brief: str) -> None:
    assert cut_name(name) == brief
    assert measure(brief) <= 20
    names = show_names((("ann", name), ("bob", "Bob")), ("ann", "bob"))
    assert names.call("ann") == isolate(brief)
    assert names.introduce("ann") == f"{isolate(name)} (ann)"
    assert cut_name(isolate(name)) == isolate(brief)


def test_a_long_name_is_used_whole_where_its_first_words_might_be_somebody_else() -> None:
    one, other = "Maximiliane Brünnhilde Schwarz-Weiß", "Maximiliane Brünnhilde Rot-Grün-Blau"
    names = show_names(
        (("a", one), ("b", other), ("c", "Christopher Robinson-Milne III")), ("a", "b", "c", "christopher")
    )
    assert (names.call("a"), names.call("b")) == (one, other)
    assert names.call("c") == "Christopher Robinson-Milne III"
    wide = show_names((("a", "山" * 39 + "一"), ("b", "山" * 39 + "二"), ("c", "山" * 12 + "三" * 28)), ("a", "b", "c"))
    assert [wide.call(seat) for seat in "abc"] == ["a", "b", "山" * 12 + "三" * 7 + "…"]
    assert wide.introduce("b") == f"{'山' * 39}二 (b)"
    assert cut_names([one, other, "Tom"], 12) == {one: one, other: other, "Tom": "Tom"}
    assert cut_names(["Alexander Smith", "Alexander Brown"], 12)["Alexander Smith"] == "Alexander S…"
