"""A report with names of people is the report with ids, with names in their place; orders keep the ids."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from unit.report.conftest import GAMES

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.table import Onlooker
from adjudicator.report.context import ReportContext
from adjudicator.report.playback import render_playback
from adjudicator.report.render import render_reports

SAMPLES = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))


def find_turns(name: str) -> list[OpenGame]:
    """The sample game ``name`` in its newest turn and in one in the middle."""
    newest = open_game(str(GAMES / name))
    return [newest, open_game(str(GAMES / name), newest.record.number // 2)]


def call_people(opened: OpenGame, names: Mapping[str, str]) -> ReportContext:
    """What the reports of the turn are about, had the charter these ``names``."""
    return describe_opened(opened._replace(charter_then=opened.charter._replace(names=names)))


def read_words(report: bytes, names: Mapping[str, str]) -> list[str]:
    """The words of a report with every id, and every id behind its name, written as the name."""
    text = report.decode().replace("\u00a0", " ")
    for seat, name in names.items():
        text = text.replace(f"{name} ({seat}, you)", f"{name} (you)").replace(f"{name} ({seat})", name)
        text = text.replace(f"For {name}, seat {seat}.", f"For {name}.")
        text = re.sub(rf"\b{seat}\b", name, text)
    return text.split()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_report_differs_in_names_alone(name: str) -> None:
    for opened in find_turns(name):
        names = {seat: seat.title() for seat in opened.seats}
        plain, called = render_reports(describe_opened(opened)), render_reports(call_people(opened, names))
        for file, report in plain.items():
            assert read_words(called[file], names) == read_words(report, names), file


@pytest.mark.parametrize("name", SAMPLES)
def test_outside_of_orders_nobody_is_called_by_an_id(name: str) -> None:
    for opened in find_turns(name):
        names = {seat: seat.title() for seat in opened.seats}
        for reader, report in render_reports(call_people(opened, names)).items():
            if not reader.startswith("public."):
                continue
            text = report.decode()
            for seat, called in names.items():
                assert called in text
                left = re.sub(rf"{called}[ \u00a0]\({seat}\)|[Tt]he seat {seat}", called, text)
                assert not re.search(rf"\b{seat}\b", left), (reader, seat)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sentence_that_ends_in_a_name_with_a_full_stop_has_one(name: str) -> None:
    for number in range(open_game(str(GAMES / name)).record.number + 1):
        opened = open_game(str(GAMES / name), number)
        for file, report in render_reports(call_people(opened, {seat: f"{seat} jr." for seat in opened.seats})).items():
            assert not re.search(r"jr\.\.(?!\.)", report.decode()), (number, file)


@pytest.mark.parametrize("name", SAMPLES)
def test_orders_that_a_sentence_quotes_have_ids(name: str) -> None:
    for number in range(open_game(str(GAMES / name)).record.number):
        opened = open_game(str(GAMES / name), number)
        names = {seat: f"{seat.title()} Köhler" for seat in opened.seats}
        for reader, report in render_reports(call_people(opened, names)).items():
            for order in re.findall(
                r"'(?:accept|refuse|take|counter|agree): [^']*'", " ".join(report.decode().split())
            ):
                assert "Köhler" not in order, (number, reader)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_seat_is_told_its_id_once_at_least(name: str) -> None:
    for opened in find_turns(name):
        names = {seat: f"{seat.title()} Köhler" for seat in opened.seats}
        reports = render_reports(call_people(opened, names))
        for seat in opened.seats:
            for form in ("html", "txt"):
                text = " ".join(reports[f"{seat}.{form}"].decode().split())
                assert f"For {names[seat]}, seat {seat}." in text
                # a table of plain text may have no room for more than the first word
                assert all(re.search(rf"{other.title()}( Köhler)? \({other}", text) for other in opened.seats)


@pytest.mark.parametrize("name", SAMPLES)
def test_some_seats_may_have_long_names_and_others_none(name: str) -> None:
    for opened in find_turns(name):
        unnamed, *others = opened.seats
        names = {seat: f"{seat.title()} von und zu der Oase Al-Kharga".ljust(40, "a") for seat in others}
        reports = render_reports(call_people(opened, names))
        for seat in opened.seats:
            assert re.search(rf"^{unnamed}( \(you\))?\b", reports[f"{seat}.txt"].decode(), re.MULTILINE)


def test_an_archive_calls_people_by_their_names() -> None:
    called = {"amira": "<b>Amira</b> Aydin", "bilal": "</script><script>alert`1`"}
    contexts = [call_people(opened, called) for opened in find_turns("g42")[::-1]]
    play, page = render_playback(contexts)
    assert "<b>Amira</b> Aydin (amira)" in " ".join(play.decode().split())
    assert b"<b>" not in page
    assert b"&lt;b&gt;Amira&lt;/b&gt; Aydin" in page


def test_names_do_not_reach_what_programs_read() -> None:
    opened = open_game(str(GAMES / "g42"))
    renamed = opened._replace(charter=opened.charter._replace(names={"amira": "Amira Aydin"}))
    for reader in ("amira", Onlooker.PUBLIC):
        view = opened.game.views.to_json(renamed.see(reader))
        assert "Aydin" not in str(view)


def test_what_silence_does_to_somebody_is_told_with_the_name() -> None:
    opened = open_game(str(GAMES / "reef"), 4)
    names = {"nadia": "Béla Kiss", "omar": "Hugo Weiß", "petra": "Zoé Xu"}
    text = " ".join(render_reports(call_people(opened, names))["nadia.txt"].decode().split())
    assert (
        "If you send nothing, the robber goes to E and takes a card from Hugo Weiß, nothing is built or traded" in text
    )
