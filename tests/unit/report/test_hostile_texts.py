"""No text of a player changes the shape of a report or puts anything into it that could steer a terminal."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from unit.report.conftest import context_of, infest, infest_orders

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.table import Onlooker, Reader
from adjudicator.report import render
from adjudicator.report.render import render_report, render_reports

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></pre></svg></ul><h1>",
    "<!-- ",
    "]]>",
    "{{ 7 * 7 }}{% raw %}",
    "{{ page.__class__ }}",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "\x1b]0;owned\x07\x1b[31m",
    "a\nHead of turn 7:\n  0000",
    "a\r\x85\u2028\u2029b",
    "\u202egnp.exe",
    "caf\xe9 \u2603 \U0001f42a \ud800".encode("utf-8", "replace").decode(),
    "x" * 300,
    "a " * 200,
    "%s %(a)s {0} {a}",
)
WIDTH = 78


class Shape(HTMLParser):
    """What a browser makes of a page, without its texts: elements, and the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(f"<{tag} {' '.join(name for name, _ in attrs)}>")
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_comment(self, _: str) -> None:
        self.parts.append("<!-- -->")

    def handle_decl(self, _: str) -> None:
        self.parts.append("<!>")

    def handle_pi(self, _: str) -> None:
        self.parts.append("<?>")


def shape_of(opened: OpenGame, text: str, reader: Reader) -> Shape:
    name = f"{text}2" if isinstance(reader, str) else reader
    report = render_report(infest(context_of(opened), text), name)
    return Shape(next(data for file, data in report.items() if file.endswith(".html")).decode())


READERS: tuple[Reader, ...] = ("a seat", Onlooker.PUBLIC, Onlooker.MODERATOR)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("reader", READERS, ids=str)
@pytest.mark.parametrize("text", HOSTILE)
def test_the_page_keeps_its_shape(played: OpenGame, text: str, reader: Reader) -> None:
    # long names stand above their points
    harmless, hostile = (
        [shape_of(played, name, reader).parts for name in ("ann", "n" * 40)],
        shape_of(played, text, reader),
    )
    assert hostile.parts in harmless
    assert not any("script" in part for part in hostile.parts)
    for name, value in hostile.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "action", "formaction", "background", "xlink:href"} or value == ""
        assert name != "href" or re.fullmatch(r"#\w+", value or ""), "a drawing refers to its own parts"
        assert name == "xmlns" or "//" not in (value or "")


def test_the_page_is_found_out_where_nothing_is_escaped(played: OpenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = render.make_environment()
    careless = honest.overlay(autoescape=False, bytecode_cache=None)
    monkeypatch.setattr(render, "make_environment", lambda: careless)
    plain = shape_of(played, "ann", "a seat").parts
    assert shape_of(played, HOSTILE[0], "a seat").parts != plain
    assert any("onerror" in part for part in shape_of(played, HOSTILE[1], "a seat").parts)


@pytest.mark.parametrize("text", HOSTILE)
def test_text_reports_hold_nothing_but_what_prints(played: OpenGame, text: str) -> None:
    for name, data in render_reports(infest(context_of(played), text)).items():
        if name.endswith(".txt"):
            assert all(line.isprintable() for line in data.decode().split("\n")), name
            assert data.count(b"{{ 7 * 7 }}") or "7 * 7" not in text


@pytest.mark.parametrize("text", HOSTILE)
def test_orders_of_any_kind_stay_within_78_columns_and_forge_no_line(played: OpenGame, text: str) -> None:
    honest = render_reports(context_of(played))
    for name, data in render_reports(infest_orders(context_of(played), text)).items():
        if name.endswith(".txt"):
            lines = data.decode().splitlines()
            assert max(map(len, lines)) <= WIDTH, name
            heads = [line for line in lines if line.startswith("Head of")]
            assert heads == [line for line in honest[name].decode().splitlines() if line.startswith("Head of")]


@pytest.mark.parametrize("length", [1, 15, 31])
def test_names_of_any_length_stay_within_78_columns(played: OpenGame, length: int) -> None:
    for name, data in render_reports(infest(context_of(played), "n" * length)).items():
        if name.endswith(".txt"):
            assert max(map(len, data.decode().splitlines())) <= WIDTH, name
