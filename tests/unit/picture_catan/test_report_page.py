"""This game's fragments of the report: what stands where, what is left out, and that a player's text stays text."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from oracle.catan_views import SEATS, newest_of

from adjudicator.report.plain_text import tabulate
from adjudicator.report.render import make_environment
from adjudicator.rules.catan.picture import BoardView
from adjudicator.rules.catan.picture.marks import list_marks, list_seats
from adjudicator.rules.catan.picture.svg import draw_board, outline_own
from adjudicator.rules.catan.picture.text import draw_text
from adjudicator.rules.catan.report.charts import draw_dice, draw_dice_text
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE

Render = Callable[[str, SimpleNamespace], str]

FRAGMENTS = ("board", "hand", "more")
SECTIONS = ["The vote", "Trade book", "Cards and pieces left", "Dice so far"]
TEXT_SECTIONS = ["The vote", "Cards in hand, development cards unplayed, knights played, pieces left"]
HEADS = ["cards", "dev.", "knights", "rates"]
ROLLS = (3, 4, 11, 10, 17, 20, 15, 12, 9, 7, 2)
HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}{% raw %}", "</ul></body>"]


@pytest.fixture(scope="module")
def render() -> Render:
    def fill(form: str, part: SimpleNamespace) -> str:
        part = SimpleNamespace(**vars(part), drawn=SimpleNamespace(**vars(part)))
        page = SimpleNamespace(over=True)
        templates = (make_environment().get_template(f"catan/{name}.{form}.j2") for name in FRAGMENTS)
        return "\n".join(
            template.render(part=part, page=page, tight=0, squeezed=0, whole=False, spared=True).strip()
            for template in templates
        )

    return fill


@pytest.fixture
def part(caravans: BoardView) -> SimpleNamespace:
    newest = newest_of(caravans)
    cards = [{"seat": seat, "cells": [7, 2, 1, "3:1, 2:1 ore"]} for seat in SEATS]
    points = [{"seat": seat, "cells": ["6+?", 2, 4, 0, 0, "?"]} for seat in SEATS]
    return SimpleNamespace(
        board_svg=draw_board(caravans, newest, CARAVAN_PICTURE),
        own_svg=outline_own(caravans.seats[1]),
        board_text=draw_text(caravans, newest, CARAVAN_PICTURE),
        seats=tuple(list_seats(caravans, own="bilal")),
        names=SEATS,
        own="bilal",
        legend=list_marks(caravans, CARAVAN_PICTURE),
        dice_svg=draw_dice(ROLLS),
        dice_text=draw_dice_text(ROLLS),
        hand=["7 cards: 2 brick, 1 lumber, 3 grain, 1 ore."],
        public_cards={"columns": HEADS, "heads": HEADS, "rows": cards},
        trades=["bilal 2: gives 2 brick for 1 grain, to amira and chadi. " * 3],
        vote=["a: route B, 16-17"],
        scores={"columns": ["total", "settlements", "cities", "longest road", "largest army", "cards"], "rows": points},
        remarks=["The target is 10 points."],
        luck=None,
        ending=None,
    )


def fill_scores(form: str, part: SimpleNamespace) -> str:
    return make_environment().get_template(f"report/scores.{form}.j2").render(part=part, table=tabulate(part.scores))


class Shape(HTMLParser):
    """The elements and attribute names of a page, without its text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


def test_sections_follow_the_board_in_order(render: Render, part: SimpleNamespace) -> None:
    page, text = render("html", part), render("txt", part)

    assert re.findall(r"<h3>(.*?)</h3>", page) == SECTIONS
    assert re.findall(r"^([A-Z][a-z, ]+):$", text, re.MULTILINE) == TEXT_SECTIONS
    assert text.startswith(part.board_text.strip())
    assert page.index("<svg") < page.index("<h3>")


@pytest.mark.parametrize(
    ("empty", "left_out"),
    [
        ("trades", {"Trade book"}),
        ("vote", {"The vote"}),
        ("public_cards", {"Cards and pieces left", TEXT_SECTIONS[1]}),
    ],
)
def test_an_empty_section_is_left_out(render: Render, part: SimpleNamespace, empty: str, left_out: set[str]) -> None:
    setattr(part, empty, {"columns": [], "heads": [], "rows": []} if empty == "public_cards" else [])

    for form, sections in (("html", SECTIONS), ("txt", TEXT_SECTIONS)):
        drawn = render(form, part)
        assert not any(section in drawn for section in left_out)
        assert all(other in drawn for other in sections if other not in left_out)


def test_the_text_has_the_dice_only_when_the_game_is_over(render: Render, part: SimpleNamespace) -> None:
    dice = part.dice_text.strip()
    assert dice not in render("txt", part)

    part.ending = SimpleNamespace()
    assert dice in render("txt", part)


def test_before_the_first_roll_there_is_no_chart(render: Render, part: SimpleNamespace) -> None:
    part.dice_svg = part.dice_text = ""

    assert "Dice so far" not in render("html", part) + render("txt", part)


def test_the_text_fits_78_columns_and_has_no_double_gaps(render: Render, part: SimpleNamespace) -> None:
    text = render("txt", part) + "\n" + fill_scores("txt", part)

    assert [line for line in text.splitlines() if len(line) > 78] == []
    assert "\n\n\n" not in text


def test_columns_of_the_text_are_as_wide_as_their_cells(render: Render, part: SimpleNamespace) -> None:
    lines = render("txt", part).partition(" pieces left:\n")[2].splitlines()[:5]

    assert len({len(line) for line in lines}) == 1
    assert lines[0].endswith("       rates")
    assert lines[1].endswith("3:1, 2:1 ore")


def test_what_players_write_never_changes_the_shape_of_the_page(render: Render, part: SimpleNamespace) -> None:
    part.hand, part.trades, part.vote = ["harmless"], ["harmless"], ["harmless"]
    harmless = Shape(render("html", part)).found

    for text in HOSTILE:
        part.hand, part.trades, part.vote = [text], [text], [text]
        part.public_cards["rows"][0] = {"seat": text, "cells": [text] * 4}
        assert Shape(render("html", part)).found == harmless


def test_the_scores_show_every_seat_with_its_total(part: SimpleNamespace) -> None:
    page, text = fill_scores("html", part), fill_scores("txt", part)

    assert re.findall(r'<th scope="row(?:group" colspan="[0-9]+)?">(.*?)</th>', page) == list(SEATS)
    assert page.count("<strong>6+?</strong>") == text.count("6+?") == len(SEATS)
    assert "The target is 10 points." in text
