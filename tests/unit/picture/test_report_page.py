"""The report page and this game's fragments: what stands where, and that a player's text stays text."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from jinja2 import UndefinedError
from unit.picture.trial_positions import View, see_state

from adjudicator.core.table import Story
from adjudicator.kit.words import NO_BREAK
from adjudicator.report.fates import Fates
from adjudicator.report.on_file import OrdersOnFile
from adjudicator.report.plain_text import tabulate
from adjudicator.report.render import make_environment
from adjudicator.report.strip import Strip
from adjudicator.rules.through_the_desert.picture import draw_board
from adjudicator.rules.through_the_desert.picture.marks import list_marks
from adjudicator.rules.through_the_desert.picture.text import draw_seats_text, draw_text

Render = Callable[[str, SimpleNamespace, SimpleNamespace], str]

ORDER = [
    "Through the Desert: g42, turn 11",
    "Send your orders by Sunday 12 July 2026, 20:00 UTC (in 3 days)",
    "The board",
    "What happened",
    "What is yours",
    "Scores",
    "Your order form",
]
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</pre></body>",
    "{{7*7}}{% raw %}",
    "<!-- ",
    "javascript:alert(1)",
]


@pytest.fixture(scope="module")
def render() -> Render:
    def fill(name: str, page: SimpleNamespace, part: SimpleNamespace) -> str:
        part, table = SimpleNamespace(**vars(part), drawn=SimpleNamespace(**vars(part))), tabulate(part.scores)
        return (
            make_environment()
            .get_template(name)
            .render(page=page, part=part, table=table, tight=0, squeezed=0, whole=False, spared=True)
        )

    return fill


@pytest.fixture
def page() -> SimpleNamespace:
    return SimpleNamespace(
        game="g42",
        title="Through the Desert",
        fragments="through-the-desert",
        edition="2005",
        turn=11,
        standing="Points: amira (you) 44, bilal 30+?.",
        phase="Caravans on the move",
        audience="amira",
        person="",
        over=False,
        strip=Strip(
            heading=ORDER[1],
            lines=["You place two camels.", "If nothing is heard, the game waits. " * 4],
            awaited=["Awaited: amira."],
            awaited_brief=["Awaited: amira."],
            notes=["Your file of turn 10 was refused; the one before is in force."],
        ),
        filed=[
            OrdersOnFile("Orders", ["place pink C9 or pink D9", "place pink D10. " * 8], "Kept. " * 20),
            OrdersOnFile("Standing orders", ["place pink D9"], brief="place", changes=["New: place pink D9. " * 8]),
        ],
        promises=["Your standing orders: place pink D9. " * 4],
        outlook="If you send nothing",
        fates=Fates(["lines 3 and 4: done."], ["place pink D9 (line 3): done."], abridged=True),
        story=Story(own=["You placed pink D9 and took water worth 2."], others=["bilal closed an area. " * 8]),
        draws=(),
        form="game: g42\nturn: 12\norders:\n  - place: pink C9\n",
        checked="4f3c 91d2",
        head="4f3c91d2" * 8,
        has_secret=False,
        rerun="",
        replaced="",
        acts=["The moderator gave four days a turn from turn 11 on. The reason: holidays. " * 2],
        pending=[],
        changes=[],
        carried=[],
    )


@pytest.fixture
def part(view: View, newest: list[str]) -> SimpleNamespace:
    rows = [{"seat": seat, "cells": [44, 12, 25, 0, 7]} for seat in view["seats"]]
    return SimpleNamespace(
        board_svg=draw_board(see_state(view), newest),
        board_text=draw_text(see_state(view), frozenset(newest)),
        seats_text=draw_seats_text(view["seats"], "amira"),
        legend=list_marks(see_state(view)),
        you=SimpleNamespace(seat="amira", number=1, letter="a"),
        board_words="Small board. A reconstruction of ours.",
        caravans_svg="",
        race_svg="",
        race_words="",
        ending=None,
        ledger=None,
        ledger_text="",
        holdings=["Yours (* the leader): pink D9* D10."],
        scores={"columns": ["total", "water", "oases", "areas", "largest"], "rows": rows},
        remarks=["Largest caravans count at the end."],
    )


class Shape(HTMLParser):
    """The elements and attribute names of a page, without its text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


def test_the_sections_stand_in_the_order_of_their_urgency(
    render: Render, page: SimpleNamespace, part: SimpleNamespace
) -> None:
    drawn = render("report/page.html.j2", page, part)
    text = render("report/page.txt.j2", page, part)

    assert re.findall(r"<h[12]>(.*?)</h[12]>", drawn.replace(":\n", ": ").replace(NO_BREAK, " ")) == ORDER
    assert re.findall(r"^(.*)\n[=-]{5,}$", text, re.MULTILINE) == ORDER


def test_an_onlooker_of_a_finished_game_is_asked_for_nothing(
    render: Render, page: SimpleNamespace, part: SimpleNamespace
) -> None:
    strip = Strip("The game is over", [], [], ["amira has won."])
    page.__dict__.update(
        audience="public",
        over=True,
        strip=strip,
        filed=[],
        promises=[],
        outlook="If you send nothing",
        acts=[],
        fates=Fates([], [], abridged=False),
        form="",
    )
    part.holdings = []

    drawn = render("report/page.html.j2", page, part)
    text = render("report/page.txt.j2", page, part)

    shown = [ORDER[0], "The game is over", "The board", "What happened", "Scores"]
    assert re.findall(r"<h[12]>(.*?)</h[12]>", drawn.replace(":\n", ": ")) == shown
    assert re.findall(r"^(.*)\n[=-]{5,}$", text, re.MULTILINE) == shown
    assert "Public report" in text


def test_the_text_fits_78_columns(render: Render, page: SimpleNamespace, part: SimpleNamespace) -> None:
    page.title = "A title of great length " * 4
    text = render("report/page.txt.j2", page, part)

    assert [line for line in text.splitlines() if len(line) > 78] == []
    assert part.board_text.strip() in text
    assert page.form in text
    assert "\n\n\n" not in text


def test_the_page_fetches_and_runs_nothing(render: Render, page: SimpleNamespace, part: SimpleNamespace) -> None:
    drawn = render("report/page.html.j2", page, part)

    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in drawn
    assert not re.search(r"<script|<link|<img|<iframe|href=\"[^#]|src=|@import|\son\w+=", drawn, re.IGNORECASE)
    assert set(re.findall(r"https?://[^\"<\s]*", drawn)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r"url\((.)", drawn)) == {"#"}
    assert len(drawn.encode()) < 90_000


def test_what_players_write_never_changes_the_shape_of_the_page(
    render: Render, page: SimpleNamespace, part: SimpleNamespace
) -> None:
    harmless = Shape(render("report/page.html.j2", page, part)).found

    for text in HOSTILE:
        page.__dict__.update(
            phase=text,
            strip=Strip(text, [text, text], [text], [text], [text]),
            filed=[OrdersOnFile(text, [text, text], text), OrdersOnFile(text, [text], brief=text, changes=[text])],
            promises=[text],
            outlook="If you send nothing",
            fates=Fates([text], [text], abridged=True),
            story=Story(own=[text], others=[text]),
            form=text,
        )
        part.remarks = [text]
        part.holdings = [text]
        drawn = render("report/page.html.j2", page, part)
        assert Shape(drawn).found == harmless
        assert "49" not in re.sub(r"<svg.*?</svg>", "", drawn, flags=re.DOTALL)


def test_the_order_form_is_shown_to_be_copied(render: Render, page: SimpleNamespace, part: SimpleNamespace) -> None:
    page.form = 'note: "a < b & c"\n'

    assert '<pre tabindex="0" role="region" aria-label="Order form">note: &#34;a &lt; b &amp; c&#34;\n</pre>' in render(
        "report/page.html.j2", page, part
    )
    assert 'note: "a < b & c"\n' in render("report/page.txt.j2", page, part)


def test_a_missing_value_is_a_fault_and_not_a_blank(
    render: Render, page: SimpleNamespace, part: SimpleNamespace
) -> None:
    del page.checked

    for name in ("report/page.html.j2", "report/page.txt.j2"):
        with pytest.raises(UndefinedError):
            render(name, page, part)


def test_a_short_order_stays_on_one_line_and_nothing_that_a_phone_has_no_room_for() -> None:
    keep = make_environment().filters["unbroken"]
    assert keep("Write 'end: turn'.") == "Write <span>&#39;end: turn&#39;</span>."
    assert keep(f"See 'link: https://example.org/{'x' * 60}'.").startswith("See &#39;link: ")
