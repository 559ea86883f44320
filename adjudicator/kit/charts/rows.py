"""Small courses, one below the other: a row a seat, filled up to what it had after each step."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kit.charts.paper import (
    CHARACTER,
    INKS,
    WIDTH,
    Course,
    choose_step,
    frame_sheet,
    shorten_name,
    write_text,
)

_LEFT, _HIGH, _ROW, _TOP = 84, 26, 34, 6
_NAME = 11
_MOST_TICKS = 6


def draw_rows(title: str, courses: Sequence[Course], steps: str, limit: int) -> str:
    """The rows as one ``<svg>`` element, all on one scale; a broken line in each stands at the ``limit``."""
    highest = max(limit, *(max(course.values) for course in courses))
    last = len(courses[0].values) - 1
    right = WIDTH - 6 - max(len(str(course.values[-1])) for course in courses) * (CHARACTER + 1)
    wide = (right - _LEFT) / (last + 1)
    pieces, limits = "", ""
    for number, course in enumerate(courses):
        base = _TOP + number * _ROW + _HIGH
        pieces += write_text(_LEFT - 5, base - 4, shorten_name(course.seat, _NAME), 'text-anchor="end"')
        pieces += write_text(right + 4, base - 4, course.values[-1], 'font-weight="bold"')
        area, x, y = f"M{_LEFT} {base}", _LEFT, base
        for step, value in enumerate(course.values):
            across, height = round(_LEFT + step * wide), round(base - value * _HIGH / highest)
            if height != y:
                area += f"{f'h{across - x}' if across > x else ''}v{height - y}"
                x, y = across, height
        ink = INKS[number]
        pieces += f'<path d="{area}H{right:.0f}V{base}z" fill="{ink}" fill-opacity=".35" stroke="{ink}"/>'
        limits += f"M{_LEFT} {base - limit * _HIGH / highest:.0f}H{right:.0f}"
    foot = _TOP + len(courses) * _ROW + 8
    ticks = "".join(
        write_text(_LEFT + (step + 0.5) * wide, foot, step, 'text-anchor="middle"')
        for step in range(0, last + 1, choose_step(last, _MOST_TICKS))
    )
    drawing = f'{pieces}<path d="{limits}" stroke="currentColor" stroke-dasharray="4 3"/>'
    return frame_sheet(
        title, foot + 20, f'{drawing}<g fill-opacity=".75">{ticks}{write_text(_LEFT, foot + 15, steps)}</g>'
    )
