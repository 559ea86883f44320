"""What became of orders, in sentences without a gap: alike ones together, by their lines from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.acts.open_game import open_game
from adjudicator.core.agenda import Fate, OrderResult, Refusal, Source
from adjudicator.core.table import Onlooker
from adjudicator.report.fates import Fates, tell_fates

GAMES = sorted(path.parent for path in Path(__file__).resolve().parents[3].joinpath("games").glob("*/game.yaml"))
GAP = re.compile(r"[:,;(] ?[.,;:)]|\b(?:since|hold|lacks|needs|and|or|to|for)(?: ?[.;,]| and\b)|  ")
"""Where a list or a reason was to stand, and nothing does."""
SENTENCES = {
    "never": "{order}: it can no longer be made",
    "no-taker": "{order}: nobody accepted",
    "nothing-lacks": "{order}: nothing is missing",
}


def say(*results: OrderResult) -> Fates:
    return tell_fates(results, "ann", SENTENCES)


def make(text: str, line: int, fate: Fate = Fate.DONE, code: str = "", source: Source = Source.ORDERS) -> OrderResult:
    refusals = (Refusal(text, code, {"order": text}),) if code else ()
    return OrderResult("ann", source, "", line, text, fate, refusals=refusals)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_no_fate_of_a_sample_game_has_a_gap(game: Path) -> None:
    opened = open_game(str(game))
    sentences = opened.game.orders.sentences
    numbers = range(1, opened.record.number + 1)
    told: list[Fates] = []
    for number in numbers:
        results = open_game(str(game), number).record.results
        told += [tell_fates(results, reader, sentences) for reader in (*opened.record.agendas, Onlooker.MODERATOR)]
    assert any(fates.full for fates in told)
    assert [said for fates in told for said in (*fates.full, *fates.brief, *fates.terse) if GAP.search(said)] == []


@pytest.mark.parametrize("fate", Fate)
@pytest.mark.parametrize("choice", [0, 1, 2])
@pytest.mark.parametrize("source", Source)
def test_a_fate_without_a_reason_leaves_no_gap(fate: Fate, choice: int, source: Source) -> None:
    said = say(OrderResult("ann", source, "", 5, "road 12-13 or road 13-14", fate, "road 13-14", choice))
    assert not any(GAP.search(sentence) for sentence in (*said.full, *said.brief, *said.terse)), said.full


def test_a_second_choice_without_a_reason_for_the_first_is_done() -> None:
    said = say(OrderResult("ann", Source.ORDERS, "", 5, "road 1-2 or road 2-3", Fate.DONE, "road 2-3", 2))
    assert said.full == ["Road 2-3 (line 5), your second choice: done."]


def long(kind: str) -> str:
    return f"{kind} {'one thing and ' * 6}another"


@pytest.mark.parametrize(
    ("results", "brief"),
    [
        (
            [make(long("road"), 5), make(long("city"), 9), make(long("road"), 7)],
            "Road (lines 5 and 7) and city (line 9): done.",
        ),
        ([make(long("propose"), 6, Fate.REFUSED, "no-taker")], "Propose (line 6) was not done: nobody accepted."),
        (
            [make(long("want"), 6, source=Source.STANDING), make(long("offer"), 5, source=Source.STANDING)],
            "Standing orders: offer (line 5) and want (line 6): done.",
        ),
        ([make("if order 1 was done, then road", 9), make(long("road"), 6)], "Lines 6 and 9: done."),
        (
            [make("bank toward city", 6, Fate.NEEDLESS, "nothing-lacks")],
            "Bank toward city (line 6) was not needed: nothing is missing.",
        ),
        (
            [make(f"camel A{line} or B2 or C3 or D4 or E5 or F6", line, Fate.ENDED, "never") for line in (5, 6)],
            "Camel A5 or ... (line 5) and camel A6 or ... (line 6) have ended: they can no longer be made.",
        ),
    ],
)
def test_orders_that_fared_alike(results: Sequence[OrderResult], brief: str) -> None:
    assert list(say(*results).brief) == [brief]


def test_which_of_several_terms_was_taken_is_said() -> None:
    words, taken = "propose 2 ore for 1 grain to chen or 1 ore for 1 wool to bilal", "1 ore for 1 wool with bilal"
    result = OrderResult("amira", Source.ORDERS, "", 1, words, Fate.DONE, taken)
    (told,) = tell_fates([result], "amira", {}).full
    assert told == f"P{words[1:]} (line 1): done, {taken}."


def test_the_moderator_reads_a_reason_that_speaks_to_the_player_as_a_quotation() -> None:
    sentences = {"short": "{order}: you hold 2 brick", "taken": "{order}: it is young bob's"}
    results = [make("road 1-2", 5, Fate.BLOCKED, "short"), make("city 8", 6, Fate.BLOCKED, "taken")]

    mine, told = (tell_fates(results, reader, sentences).full for reader in ("ann", Onlooker.MODERATOR))

    assert mine == [
        "Road 1-2 (line 5) was not done: you hold 2 brick.",
        "City 8 (line 6) was not done: it is young bob's.",
    ]
    assert told == [
        'ann: road 1-2 (line 5) was not done: "you hold 2 brick".',
        "ann: city 8 (line 6) was not done: it is young bob's.",
    ]
