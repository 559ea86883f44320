"""Who is told what: the head to everybody, orders and their fate to nobody but their player and the moderator."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from unit.report.conftest import context_of

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.simulate import Picker
from adjudicator.core.agenda import Fate, OrderResult, Refusal, Source
from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.kit.charts.ending import Ending
from adjudicator.ledger.keys import SecretChance
from adjudicator.report.fates import tell_fates
from adjudicator.report.render import render_report, render_reports
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import State

GAMES = Path(__file__).resolve().parents[3] / "games"
RULES = Path(__file__).resolve().parents[3] / "adjudicator" / "rules" / "through_the_desert"
SEATS = ("bilal", "chen", "dora", "amira")
EVENTS = (
    Event("leader-returned", {"seat": "ann", "colour": "pink"}),
    Event("leader-placed", {"seat": "ann", "colour": "pink", "hex": "D9"}),
    Event("camel-placed", {"seat": "ann", "colour": "pink", "hex": "D9"}),
    Event("water-claimed", {"seat": "ann", "colour": "pink", "hex": "D9", "value": 3, "points": 3}),
    Event("river-crossed", {"seat": "ann", "colour": "pink", "hex": "D9", "points": 5}),
    Event("oasis-linked", {"seat": "ann", "colour": "pink", "hex": "D9", "points": 5}),
    Event("area-enclosed", {"seat": "ann", "colour": "pink", "hexes": ["D9", "D10"], "points": 2}),
    Event("largest-caravan", {"seat": "ann", "colour": "pink", "size": 9, "points": 10}),
)


def plain(data: bytes) -> str:
    """A report in one line, HTML undone, so that line ends hide nothing."""
    return re.sub(r"\s+", " ", html.unescape(data.decode()))


def reports_of(opened: OpenGame) -> dict[str, str]:
    return {name: plain(data) for name, data in render_reports(context_of(opened)).items()}


def test_every_report_ends_with_the_first_digits_of_its_head(whole: OpenGame) -> None:
    reports = reports_of(whole)
    assert len(reports) == 2 * (len(SEATS) + 2)
    for name, text in reports.items():
        assert f"checked: {whole.head[:4]} {whole.head[4:8]}" in text, name


def test_the_form_asks_for_the_head_and_stands_in_seats_reports_only(whole: OpenGame) -> None:
    for name, text in reports_of(whole).items():
        seat = name.rsplit(".", maxsplit=1)[0]
        forms = [other for other in SEATS if f"game: g42 turn: 8 seat: {other} token:" in text]
        assert forms == ([seat] if seat in SEATS else []), name
        assert (f"after: {whole.head[:16]}" in text) == (seat in SEATS), name


def test_what_became_of_orders_is_told_to_their_player_and_the_moderator(whole: OpenGame) -> None:
    choices = {
        "dora": "place yellow O6 (line 6), your second choice.",
        "amira": "place yellow E6 (line 8), your second choice.",
        "bilal": "place yellow L6 (line 7) and place red L9 (line 8): done",
        "chen": "place teal P5 (line 5) and place teal N5 (line 6): done",
    }
    for name, text in reports_of(whole).items():
        reader = name.rsplit(".", maxsplit=1)[0]
        for seat, words in choices.items():
            said = words.replace("your", "their") if reader == "moderator" else words
            # a sentence of its own begins with a capital, one behind "Your orders:" does not
            forms = {said, f"{said[:1].upper()}{said[1:]}"}
            assert any(form in text for form in forms) == (reader in {seat, "moderator"}), (name, seat)


@pytest.mark.parametrize(
    ("sources", "title"),
    [
        ([Source.ORDERS, Source.STANDING], "Your orders"),
        ([Source.HOUSE, Source.POLICY], "Done for you"),
        ([Source.ORDERS, Source.HOUSE], "Your orders, and what was done for you"),
    ],
)
def test_what_nobody_ordered_is_not_called_your_orders(sources: list[Source], title: str) -> None:
    results = [OrderResult("ann", source, "", 0, f"road {number}", Fate.DONE) for number, source in enumerate(sources)]
    assert tell_fates(results, "ann", {}).title == title
    for sentence in tell_fates(results, Onlooker.MODERATOR, {}).full:
        assert not re.search(r"\byour?\b", sentence)


def test_what_the_house_leaves_to_the_game_is_told_with_the_house() -> None:
    results = [OrderResult("ann", source, "", 0, "end turn", Fate.DONE) for source in (Source.POLICY, Source.HOUSE)]
    at_last, helped, played = (
        tell_fates(results, "ann", {}, housed, fills=fills).full
        for housed, fills in (((), False), ((), True), (("ann",), True))
    )
    alone = "End turn, chosen by the house, because you had no usable order."
    assert at_last == ["End turn, chosen because you had no usable order.", alone]
    assert helped == ["End turn, chosen because you had no usable order and the house leaves that to the game.", alone]
    assert played == ["End turn, chosen because the house leaves that to the game.", "End turn, chosen by the house."]


def test_what_others_have_on_file_is_told_to_nobody(played: OpenGame) -> None:
    assert {seat for seat, agenda in played.record.agendas.items() if agenda.items} == {"amira"}
    for name, text in reports_of(played).items():
        owner = name.startswith("amira.")
        assert ("pink K8" in text) == owner, name
        assert "on file" not in text or owner, name


def test_who_is_awaited_is_told_to_all_alike_and_the_reader_is_called_you(played: OpenGame) -> None:
    seats = ("dora", "amira", "bilal", "chen")
    for name, text in reports_of(played).items():
        reader = name.rsplit(".", maxsplit=1)[0]
        people = ", ".join(f"you ({seat})" if seat == reader else seat for seat in seats)
        # whoever is not awaited reads nowhere else by when the others are
        by = "" if reader in seats else " by Friday 25 September 2026, 08:00 UTC (in 3 days)"
        assert set(re.findall(r"Awaited\b[^.']*\.", " ".join(text.split()))) == {f"Awaited{by}: {people}."}, name


def test_whom_no_turn_waits_for_is_told_so_and_nobody_else_is(played: OpenGame) -> None:
    missing = {ask.seat for ask in played.list_missing(played.asks, played.record.agendas)}
    assert missing == {"dora", "bilal", "chen"}

    for name, text in reports_of(played).items():
        reader = name.rsplit(".", maxsplit=1)[0]
        wanted, on_file = ("Send your orders by" in text, "Your orders are on file" in text)
        assert (wanted, on_file) == (reader in missing, reader == "amira"), name
        free = (
            "The turn runs as soon as the others have answered, or after the deadline, Friday 25 September 2026, 08:00 "
            "UTC (in 3 days). Until then you may send other orders."
        )
        assert (free in text) == (reader == "amira"), name


def test_whoever_has_what_became_impossible_on_file_is_told_so_at_the_top(played: OpenGame) -> None:
    record = played.record
    taken = played.game.views.to_json(played.see("amira"))["camels"][0]
    (first, *others) = record.agendas["amira"].items
    lost = first._replace(order=first.order._replace(value=f"{taken['colour']} {taken['hex']}", condition=None))
    agendas = record.agendas | {"amira": record.agendas["amira"]._replace(items=(lost, *others))}
    context = context_of(played)._replace(record=record._replace(agendas=agendas))

    heading = "Your orders on file are no longer possible: send new ones by Friday"
    told = {name for name, data in render_reports(context).items() if heading in plain(data)}
    assert told == {"amira.html", "amira.txt"}
    text = plain(render_reports(context)["amira.txt"])
    assert "Send them soon: the turn runs as soon as the others have answered, or after the deadline." in text
    assert "as things stand the turn stops at your move, and everybody has to wait for you" in text
    assert "does not wait for you" not in text
    assert "the game waits for you" not in text

    agendas = record.agendas | {"amira": record.agendas["amira"]._replace(items=(lost,), standing=(first, *others))}
    context = context_of(played)._replace(record=record._replace(agendas=agendas))
    assert "Your orders are on file" in plain(render_reports(context)["amira.txt"])


def test_the_receipt_of_another_file_warns_of_orders_that_became_impossible(played: OpenGame) -> None:
    record = played.record
    taken = played.game.views.to_json(played.see("amira"))["camels"][0]
    (first, *others) = record.agendas["amira"].items
    lost = first._replace(order=first.order._replace(value=f"{taken['colour']} {taken['hex']}", condition=None))
    agendas = record.agendas | {"amira": record.agendas["amira"]._replace(items=(lost, *others))}
    for data in (b"fallback: []\n", b"orders: maybe\n"):
        told = []
        for opened in (played, played._replace(record=record._replace(agendas=agendas))):
            intake = opened.intake()
            file = b"game: g42\nturn: %d\nseat: amira\n" % intake.turn
            forecast = intake.forecast(intake.judge(file + data, "amira"))
            told.append((forecast.missing, forecast.complete))
        (before, was_complete), (after, is_complete) = told
        assert before == ()
        assert was_complete == (data == b"fallback: []\n")
        assert after[0].startswith(
            "Your orders on file are no longer possible; send new ones. If you send nothing, as things stand the turn"
        )
        assert not is_complete


def test_a_draft_is_waited_for(played: OpenGame) -> None:
    record = played.record
    agendas = record.agendas | {"amira": record.agendas["amira"]._replace(draft=True)}
    context = context_of(played)._replace(record=record._replace(agendas=agendas))

    assert "Send your orders by Friday" in plain(render_reports(context)["amira.txt"])


def test_the_duty_comes_first_then_board_news_hand_scores_form_and_what_to_compare(whole: OpenGame) -> None:
    reports = render_reports(context_of(whole))
    text, page = reports["dora.txt"].decode(), reports["dora.html"].decode()
    assert re.findall(r"^(.+)\n-+$", text, re.MULTILINE) == [
        "Send your orders by Friday 25 September 2026, 08:00 UTC (in 3 days)",
        "The board",
        "What happened",
        "What is yours",
        "Scores",
        "Your order form",
    ]
    assert re.findall(r'<section id="(\w+)">', page) == ["duty", "board", "news", "hand", "scores", "form", "check"]
    for told in (text, page):
        assert f"checked: {whole.head[:4]} {whole.head[4:8]}" in told


def test_every_kind_of_event_has_a_sentence(whole: OpenGame) -> None:
    known = whole.record.state
    (line,) = GAME.exhibit.tell(known, EVENTS[2:7], Onlooker.PUBLIC).lines
    assert line == (
        "ann placed pink on D9 (3 water; across the river, 5 points; links the oasis D9, 5 points; closes 2 hexes "
        "(D9 D10), 2 points)."
    )
    for event in EVENTS[:3]:
        (sentence,) = GAME.exhibit.tell(known, [event], Onlooker.PUBLIC).others
        assert sentence.startswith("ann ")
        assert sentence.endswith(".")
        assert GAME.exhibit.tell(known, [event], "ann").own == [sentence.replace("ann", "You", 1)]
    shared = Event("largest-caravan", {**EVENTS[7].facts, "seat": "bob", "points": 5})
    assert GAME.exhibit.tell(known, [EVENTS[7]], Onlooker.PUBLIC).lines == [
        "Largest caravans: ann in pink (9 camels, 10 points)."
    ]
    assert GAME.exhibit.tell(known, [shared._replace(facts={**shared.facts, "seat": "ann"}), shared], "bob").others == [
        "Largest caravans: you and ann in pink (9 camels, 5 points each)."
    ]
    with pytest.raises(ValueError, match="camel-flew"):
        GAME.exhibit.tell(known, [Event("camel-flew", {})], Onlooker.PUBLIC)


@pytest.mark.parametrize("seats", [2, 5])
def test_every_event_of_a_whole_game_has_a_sentence_and_every_kind_is_known_here(seats: int) -> None:
    kernel = GAME.kernel
    chance = SecretChance("g1", bytes(32))
    options = {"returned-leaders": "choice"} if seats == 5 else {}
    state, events = kernel.setup(Setting("2005", options, tuple(f"s{n}" for n in range(seats))), chance)
    told = list(events)
    below = Picker(b"sentences").below
    while decisions := kernel.decisions(state):
        actions = kernel.legal(state, decisions[0].seat)
        state, happened = kernel.apply(state, decisions[0].seat, actions[below(len(actions))], chance)
        told += happened
        assert all(line.endswith(".") for line in GAME.exhibit.tell(state, happened, Onlooker.PUBLIC).lines)
    made = set(re.findall(r'Event\(\s*"([a-z-]+)"', "".join(path.read_text() for path in RULES.glob("*.py"))))
    assert made <= {event.kind for event in EVENTS} | {"game-over"}
    assert {event.kind for event in told} <= made
    assert told[-1].kind == "game-over"


def play_out(options: dict[str, str]) -> Iterator[State]:
    kernel, chance, below = GAME.kernel, SecretChance("g1", bytes(32)), Picker(b"course").below
    state, _ = kernel.setup(Setting("2005", options, ("ann", "bob", "cid")), chance)
    yield state
    while decisions := kernel.decisions(state):
        actions = kernel.legal(state, decisions[0].seat)
        state, _ = kernel.apply(state, decisions[0].seat, actions[below(len(actions))], chance)
        yield state


def test_readers_who_know_different_tokens_get_the_same_picture_and_not_the_same_words() -> None:
    state = next(state for state in play_out({"water": "face-down"}) if sum(state.taken[0]) and sum(state.taken[1]))
    ann, bob = (GAME.exhibit.parts(GAME.views.see(state, {}, seat), seat, ()) for seat in state.table.seats[:2])

    assert ann["board_svg"] is bob["board_svg"]
    assert ann["holdings"] != bob["holdings"]


def test_when_the_game_is_over_nobody_is_warned_of_missed_deadlines(whole: OpenGame) -> None:
    warning = "You missed 3 deadlines in a row."
    for opened, count in ((whole, 1), (open_game(str(GAMES / "finished-2005")), 0)):
        missed = {seat: agenda._replace(missed=3) for seat, agenda in opened.record.agendas.items()}
        late = opened._replace(record=opened.record._replace(agendas=missed))
        report = render_report(context_of(late), late.seats[0])[f"{late.seats[0]}.txt"]
        assert plain(report).count(warning) == count


@pytest.mark.parametrize("water", ["face-up", "face-down"])
def test_a_finished_game_shows_how_it_ended_and_a_running_one_does_not(water: str) -> None:
    *running, over = play_out({"water": water})
    for reader in ("ann", Onlooker.PUBLIC, Onlooker.MODERATOR):
        for state in running[:: len(running) // 7]:
            assert GAME.exhibit.parts(GAME.views.see(state, {}, reader), reader, ())["ending"] is None
        ending = GAME.exhibit.parts(GAME.views.see(over, {}, reader), reader, ())["ending"]
        assert isinstance(ending, Ending)
        totals = {score.seat: str(score.points) for score in GAME.kernel.scores(over)}
        rows = {row["seat"].removesuffix(" (you)"): row["cells"][-1] for row in ending.course["rows"]}
        assert rows == totals
        called = {"you" if seat == reader else seat: total for seat, total in totals.items()}
        assert all(f">{total} {seat}</text>" in ending.race_svg for seat, total in called.items())
        assert len(ending.boards) == 4


def test_while_a_game_runs_the_charts_are_the_same_whatever_hidden_water_is_worth() -> None:
    for state in list(play_out({}))[:-1:9]:
        richer = tuple(camel._replace(points=camel.points + 3) for camel in state.trail)
        drawn = [
            GAME.exhibit.parts(GAME.views.see(twin, {}, reader), reader, ())
            for twin in (state, state._replace(trail=richer))
            for reader in ("ann", Onlooker.MODERATOR)
        ]
        assert len({str((parts["race_svg"], parts["caravans_svg"], parts["race_words"])) for parts in drawn}) == 1


def test_an_order_whose_words_the_reason_repeats_is_named_by_its_line_so_that_a_cut_text_has_the_reason() -> None:
    choices = [f"leader pink {spot}" for spot in ("H5", "G7", "C4")]
    refusals = tuple(Refusal(choice, "taken", {"by": "emil"}) for choice in choices)
    result = OrderResult("ann", Source.ORDERS, "", 5, " or ".join(choices), Fate.BLOCKED, refusals=refusals)
    told = tell_fates([result], "ann", {"taken": "it is {by}'s"})
    assert told.brief == ["Line 5 was not done: leader pink H5, pink G7 and pink C4, since it is emil's."]
    assert told.full[0].startswith("Leader pink H5 or leader pink G7 or leader pink C4 (line 5) was not done: ")
    assert told.abridged
    short = result._replace(
        text="leader pink H5 or pink G7", refusals=(refusals[0], Refusal(choices[1], "taken", {"by": "fay"}))
    )
    (cut,) = tell_fates([short], "ann", {"taken": "it is {by}'s"}).terse
    assert cut == "Line 5 was not done: leader pink H5, since it is emil's; leader pink G7, since it is fay's."


def test_a_reason_that_all_choices_share_is_told_without_naming_them_again() -> None:
    refusals = tuple(Refusal(f"leader pink {spot}", "taken", {"by": "emil"}) for spot in ("H5", "G7"))
    result = OrderResult("ann", Source.ORDERS, "", 5, "leader pink H5 or pink G7", Fate.BLOCKED, refusals=refusals)
    told = tell_fates([result], "ann", {"taken": "it is {by}'s"})
    said = "Leader pink H5 or pink G7 (line 5) was not done: it is emil's."
    assert (told.brief, told.full, told.terse) == ([said], [said], [said])
    some = result._replace(text="leader pink H5 or pink G7 or pink C4")
    (told_of_two,) = tell_fates([some], "ann", {"taken": "it is {by}'s"}).full
    assert told_of_two.endswith(" was not done: leader pink H5 and pink G7, since it is emil's.")


def test_what_was_done_is_told_where_the_words_of_the_orders_would_fill_the_line() -> None:
    orders = ((5, "place pink G5 or pink I5"), (6, "place pink G6 or pink H6"))
    results = [OrderResult("ann", Source.ORDERS, "", line, text, Fate.DONE) for line, text in orders]
    assert tell_fates(results, "ann", {}).terse == ["Place (lines 5 and 6): done."]
    assert tell_fates(results[:1], "ann", {}).terse == ["Place pink G5 or pink I5 (line 5): done."]


def test_a_choice_that_was_named_twice_is_told_once() -> None:
    refusals = tuple(Refusal(f"return {colour}", "gone", {"colour": colour}) for colour in ("pink", "green", "green"))
    result = OrderResult("ann", Source.ORDERS, "", 5, "return pink or green or green", Fate.BLOCKED, refusals=refusals)
    (told,) = tell_fates([result], "ann", {"gone": "{colour} is gone"}).full
    assert told.endswith("not done: return pink, since pink is gone; return green, since green is gone.")


def test_a_fallback_that_failed_twice_in_a_move_is_told_once() -> None:
    refusals = (Refusal("place pink L5", "taken", {"by": "emil"}),)
    result = OrderResult("ann", Source.FALLBACK, "", 11, "place pink L5", Fate.BLOCKED, refusals=refusals)
    (told,) = tell_fates([result, result], "ann", {"taken": "it is {by}'s"}).brief
    assert told == "Fallback: place pink L5 (line 11) was not done: it is emil's."
