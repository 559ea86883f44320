"""What the legend of the drawn board says of caravans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.rules.catan.picture.marks import Mark, frame_mark
from adjudicator.rules.catan.picture.view import View
from adjudicator.rules.catan_caravans.picture.marks import DARK, LOOKS, SAND, RouteLook
from adjudicator.rules.catan_caravans.picture.view import CaravanView, as_caravans, list_positions


def list_marks(view: View) -> Sequence[Mark]:
    """Routes, arrows and positions; nothing for a view without routes."""
    return tuple(_explain_marks(as_caravans(view))) if "routes" in view else ()


def _explain_marks(view: CaravanView) -> Iterator[Mark]:
    for (name, route), look in zip(view.get("routes", {}).items(), LOOKS.values(), strict=False):
        plain = RouteLook(DARK, "", ""), RouteLook("#fff", "", ""), look, RouteLook(SAND, "", "")
        band = "".join(
            f'<path d="M2 20h84" stroke-width="{width}"{paint.draw()}/>'
            for paint, width in zip(plain, (34, 31, 31, 17), strict=True)
        )
        camel = f'<use href="#camel" x="24" y="20" stroke="{DARK}"/>'
        tip = "" if route["ended"] else "M82 20L66 7v26z"
        shape = "M45 6h28v28h-28z" if route["ended"] else "M44 20a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"
        head = f'<path d="{tip}{shape}" fill="{look.colour}" stroke="#fff" stroke-width="3" paint-order="stroke"/>'
        words = f'<text x="59" y="26" font-size="17" fill="{look.ink}">{name}</text>'
        say = "has ended" if route["ended"] else "" if route["camels"] else "not begun"
        yield Mark(frame_mark(f"{band}{camel}{head}{words}", 88), f"route {name}{f' ({say})' if say else ''}")
    arrow = f'<path d="M36 20L22 6v9H6v10h16v9z" fill="{DARK}"/>'
    yield Mark(frame_mark(arrow), "where a first camel may lie")
    if list_positions(view):
        sign = f'<path d="M3 6h38v28H3z" fill="#fff" stroke="{LOOKS["R1"].colour}" stroke-width="4"/>'
        name = '<text x="22" y="28" font-size="22" fill="#111">V1</text>'
        yield Mark(frame_mark(sign + name, 44), "where the next camel may lie, as the list names it")
