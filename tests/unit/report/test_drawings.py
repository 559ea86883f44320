"""Quotation marks in the drawings of a page: as few as HTML needs there, all that XML needs where one is taken out."""

from __future__ import annotations

from adjudicator.report.drawings import quote_drawings, unquote_drawings

DRAWING = (
    '<svg class="sheet" viewBox="0 0 350 90"><title>a=b &amp; c=d</title><g fill="#fff" transform="translate(7)">'
    '<use href="#b1" x="2" y="-3"/><text x="1 2" y="5" style="fill:var(--ink1,#111)">1</text></g></svg>'
)


def test_a_drawing_in_a_page_has_the_quotation_marks_that_html_needs() -> None:
    page = f'<p class="under">one</p>{DRAWING}<p class="under">two</p>'

    assert unquote_drawings(page) == (
        '<p class="under">one</p><svg class=sheet viewBox="0 0 350 90"><title>a=b &amp; c=d</title>'
        "<g fill=#fff transform=translate(7)><use href=#b1 x=2 y=-3 />"
        '<text x="1 2" y=5 style=fill:var(--ink1,#111)>1</text></g></svg><p class="under">two</p>'
    )


def test_a_drawing_that_is_taken_out_has_them_all_again() -> None:
    assert quote_drawings(unquote_drawings(DRAWING)) == DRAWING
    assert quote_drawings(DRAWING) == DRAWING
