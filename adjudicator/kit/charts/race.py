"""What every seat had after each step: a race of lines with names at their ends, or a row each; its turning points."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, pairwise
from typing import NamedTuple

from adjudicator.kit.charts import (
    CHARACTER,
    INKS,
    LONGEST_NAME,
    SHAPES,
    SHORT_NAME,
    WIDTH,
    Series,
    call_seats,
    choose_step,
    frame_sheet,
    measure,
    shape_steps,
    write_text,
)
from adjudicator.kit.charts.flags import RADIUS, Box, place_flags

_LEFT, _TOP, _BASE, _HEIGHT = 26, 34, 200, 235
_FREE = 22
"""So far from the top there are flags only."""
_FOOT = 17
"""How far below the foot the numbers of steps stand, clear of tokens that lie on it."""
_END = 14
"""How far behind the last step stands what the end itself brings."""
_TOKEN = 6
"""How far a token on the last step reaches towards the names."""
_BOLD = 1.14
"""How many times as wide as others bold letters are."""
_APART = 13
"""How far apart the names at the ends of lines stand."""
_CLEAR = 4
"""How far above the foot the lowest name stands, so that it does not touch the last number there."""
_DASHES = ("", "9 4", "2 3", "12 3 2 3", "5 5")
_TOKENS = 3
"""About so many tokens lie on a line."""
_MOST_RULES, _MOST_TICKS = 6, 6
_ROW_LEFT, _ROW_TOP, _ROW_HIGH, _ROW = 84, 6, 26, 34


class Flag(NamedTuple):
    """A moment worth a number on the chart: after which step, on whose line."""

    step: int
    seat: int


class _Scale(NamedTuple):
    """The axes of a race: where a step, and so many points, lie in the drawing.

    ``right`` is where the last of ``steps`` lies, ``highest`` the most points at the top.
    """

    steps: int
    highest: int
    right: int

    def across(self, step: float) -> int:
        return round(_LEFT + (self.right - _LEFT) * step / max(self.steps, 1))

    def up(self, value: float) -> int:
        return round(_BASE - (_BASE - _TOP) * value / max(self.highest, 1))


def draw_race(
    title: str,
    courses: Sequence[Series],
    steps: str,
    flags: Sequence[Flag] = (),
    *,
    over: bool = False,
    inks: Sequence[str] = INKS,
) -> str:
    """The race as one ``<svg>`` element. ``steps`` says in words what lies along the foot ("table turns").

    Where the game is ``over`` the last value of each course is the total, which stands a little apart: the end may have
    lifted it. The ``flags`` are numbered in their order, from 1. The ``inks`` are those of the courses.
    """
    brief = call_seats([course.seat for course in courses], LONGEST_NAME)
    names = {course.seat: f"{course.values[-1]} {brief[course.seat]}" for course in courses}
    last = len(courses[0].values) - 1 - over
    room = (_END if over else _TOKEN) + 6 + _BOLD * max(map(measure, names.values()))
    scale = _Scale(last, max(max(course.values) for course in courses), round(WIDTH - room))
    heights = _spread({course.seat: scale.up(course.values[-1]) for course in courses})
    lines, tokens = zip(
        *(_draw_line(number, course, scale, inks[number]) for number, course in enumerate(courses)), strict=True
    )
    end = scale.right + (_END if over else _TOKEN) + 4
    ends = (
        write_text(end, heights[course.seat] + 4, names[course.seat], f'fill="{inks[number]}"')
        for number, course in enumerate(courses)
    )
    places = _place_flags(flags, courses, scale) if flags else ()
    numbered = _draw_flags(flags, courses, places, scale, inks) if flags else ()
    top = min([_FREE, *(y - RADIUS - 2 for _, y in places)])
    drawn = (
        *('<g fill="none" stroke-width="2">', *lines, '</g><g fill="#fff" stroke-width="1.5">', *tokens),
        *('</g><g font-weight="bold">', *ends, "</g>"),
    )
    drawing = "".join(chain(_draw_grid(scale, steps, over=over), drawn, numbered))
    where = f' data-steps="{last}" data-left="{_LEFT}" data-right="{scale.right}"'  # for who follows it step by step
    return frame_sheet(title, _HEIGHT, drawing, where, top)


def _spread(heights: Mapping[str, int]) -> dict[str, int]:
    """The heights at which names stand: their lines' own, moved up where two would meet, but none above the top.

    The script of a replay does the same with the heights of each moment.
    """
    spread: dict[str, int] = {}
    free = _BASE - _CLEAR
    for seat, height in sorted(heights.items(), key=lambda item: -item[1]):
        spread[seat] = min(height, free)
        free = spread[seat] - _APART
    for above, seat in enumerate(reversed(spread)):
        spread[seat] = max(spread[seat], _TOP + above * _APART)
    return spread


def _draw_grid(scale: _Scale, steps: str, *, over: bool) -> Iterator[str]:
    right = scale.across(scale.steps)
    levels = _list_levels(scale)
    rules = "".join(f"M{_LEFT} {scale.up(level)}H{right}" for level in levels)
    yield f'<path d="{rules}" stroke="currentColor" stroke-opacity=".2"/><g fill-opacity=".75" text-anchor="end">'
    for level in levels:
        yield write_text(_LEFT - 4, scale.up(level) + 4, level)
    yield '</g><g fill-opacity=".75" text-anchor="middle">'
    for step in range(0, scale.steps + 1, choose_step(scale.steps, _MOST_TICKS)):
        yield write_text(scale.across(step), _BASE + _FOOT, step)
    # what the end brings has its place behind the last step, whose number it leaves room
    end = write_text(right + _END - 3, _BASE + _FOOT, "end") if over else ""
    yield f'</g><g fill-opacity=".75">{write_text(_LEFT, _BASE + _FOOT + 14, steps)}{end}</g>'


def _list_levels(scale: _Scale) -> range:
    """The points at which rules lie across the drawing."""
    return range(0, scale.highest + 1, choose_step(scale.highest, _MOST_RULES))


def _draw_line(number: int, course: Series, scale: _Scale, ink: str) -> tuple[str, str]:
    """The line of a seat, and the tokens on it."""
    values, last = course.values, scale.steps
    line, x, y = f"M{_LEFT} {scale.up(values[0])}", _LEFT, scale.up(values[0])
    for step in range(1, last + 1):
        across, up = scale.across(step), scale.up(values[step])
        if up != y:
            line += f"{f'h{across - x}' if across > x else ''}v{up - y}"
            x, y = across, up
    line += f"H{scale.across(last)}"
    if len(values) > last + 1:
        line += f"L{scale.across(last) + _END} {scale.up(values[-1])}"
    right, down, outline = shape_steps(SHAPES[number], 4)
    places = _list_tokens(number, last)
    tokens = "".join(f"M{scale.across(at) + right} {scale.up(values[at]) + down}{outline}" for at in places)
    dashes = f' stroke-dasharray="{_DASHES[number]}"' if _DASHES[number] else ""
    return f'<path d="{line}" stroke="{ink}"{dashes}/>', f'<path d="{tokens}" stroke="{ink}"/>'


def _list_tokens(number: int, last: int) -> range:
    """At which steps tokens lie on the line of a seat."""
    every = max(last // _TOKENS, 1)
    return range(max(every * (number + 1) // (len(SHAPES) + 1), 1), last + 1, every)


def _place_flags(flags: Sequence[Flag], courses: Sequence[Series], scale: _Scale) -> Sequence[tuple[int, int]]:
    """The middles of the discs of the ``flags``."""
    room = Box(_LEFT, 0, scale.right + _END, _BASE)
    rules = tuple([Box(_LEFT, y, scale.right, y) for y in map(scale.up, _list_levels(scale))])
    drawn = chain.from_iterable(_list_boxes(number, course, scale) for number, course in enumerate(courses))
    return place_flags(tuple([_find_foot(flag, courses, scale) for flag in flags]), room, tuple(drawn), rules)


def _find_foot(flag: Flag, courses: Sequence[Series], scale: _Scale) -> tuple[int, int]:
    return scale.across(flag.step), scale.up(courses[flag.seat].values[flag.step])


def _draw_flags(
    flags: Sequence[Flag],
    courses: Sequence[Series],
    places: Sequence[tuple[int, int]],
    scale: _Scale,
    inks: Sequence[str],
) -> Iterator[str]:
    """Numbers in discs, each on a staff that stands on the corner of its step."""
    yield '<g text-anchor="middle" font-weight="bold" fill="#111" stroke-width="1.5">'
    for number, (flag, (x, y)) in enumerate(zip(flags, places, strict=True), start=1):
        ink, (foot_x, foot_y) = inks[flag.seat], _find_foot(flag, courses, scale)
        yield f'<path d="M{foot_x} {foot_y}L{x} {y}" stroke="{ink}"/>'
        yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="#fff" stroke="{ink}"/>'
        yield write_text(x, y + 4, number)
    yield "</g>"


def _list_boxes(number: int, course: Series, scale: _Scale) -> Iterator[Box]:
    """What the line of a seat and its tokens take of the drawing."""
    heights, x = [scale.up(value) for value in course.values], _LEFT
    for step, (before, after) in enumerate(pairwise(heights[: scale.steps + 1]), start=1):
        if after != before or step == scale.steps:
            across = scale.across(step)
            yield Box(x, before, across, before)
            yield Box(across, min(before, after), across, max(before, after))
            x = across
    for part in range(1, _END):  # what the end brings is drawn as a slanting line
        y = heights[scale.steps] + (heights[-1] - heights[scale.steps]) * part / _END
        yield Box(scale.right + part, y, scale.right + part, y)
    for step in _list_tokens(number, scale.steps):
        x, y = scale.across(step), heights[step]
        yield Box(x - _TOKEN, y - _TOKEN, x + _TOKEN, y + _TOKEN)


def draw_rows(title: str, courses: Sequence[Series], steps: str, limit: int, *, inks: Sequence[str] = INKS) -> str:
    """The rows as one ``<svg>`` element, all on one scale; a broken line in each stands at the ``limit``."""
    highest = max(limit, *(max(course.values) for course in courses))
    last = len(courses[0].values) - 1
    right = WIDTH - 6 - max(len(str(course.values[-1])) for course in courses) * (CHARACTER + 1)
    wide = (right - _ROW_LEFT) / (last + 1)
    apart = 1 if wide >= 1 else 2
    pieces, limits = "", ""
    names = call_seats([course.seat for course in courses], SHORT_NAME)
    for number, course in enumerate(courses):
        base = _ROW_TOP + number * _ROW + _ROW_HIGH
        pieces += write_text(_ROW_LEFT - 5, base - 4, names[course.seat], 'text-anchor="end"')
        pieces += write_text(right + 4, base - 4, course.values[-1], 'font-weight="bold"')
        area, x, y = f"M{_ROW_LEFT} {base}", _ROW_LEFT, base
        tops: dict[int, int] = {}
        for step, value in enumerate(course.values):  # of several steps in one place the highest is drawn
            place = _ROW_LEFT + round(step * wide / apart) * apart
            tops[place] = max(tops.get(place, 0), value)
        for across, top in tops.items():
            height = round(base - top * _ROW_HIGH / highest)
            if height != y:
                area += f"{f'h{across - x}' if across > x else ''}v{height - y}"
                x, y = across, height
        ink = inks[number]
        pieces += f'<path d="{area}H{right:.0f}V{base}z" fill="{ink}" fill-opacity=".35" stroke="{ink}"/>'
        limits += f"M{_ROW_LEFT} {base - limit * _ROW_HIGH / highest:.0f}H{right:.0f}"
    foot = _ROW_TOP + len(courses) * _ROW + 8
    ticks = "".join(
        write_text(_ROW_LEFT + (step + 0.5) * wide, foot, step, 'text-anchor="middle"')
        for step in range(0, last + 1, choose_step(last, _MOST_TICKS))
    )
    drawing = f'{pieces}<path d="{limits}" stroke="currentColor" stroke-dasharray="4 3"/>'
    return frame_sheet(
        title, foot + 20, f'{drawing}<g fill-opacity=".75">{ticks}{write_text(_ROW_LEFT, foot + 15, steps)}</g>'
    )


class Turning(Enum):
    """What a moment was."""

    LEAD = "lead"
    """The seat came to lead alone, where another had done so before, or nobody."""
    LEAP = "leap"
    """No seat ever gained more in one step."""


class TurningPoint(NamedTuple):
    """A turning point: after which step, whose, how much that step brought it.

    A leap is ``equalled`` where another step brought as much.
    """

    step: int
    seat: int
    what: Turning
    gained: int
    equalled: bool = False


_MOST_LEADS = 4


def find_moments(courses: Sequence[Series], last: int) -> list[TurningPoint]:
    """The turning points up to the step ``last``, in order: the newest changes of the lead, and the first longest leap.

    A leap that took the lead is told once, as a change of the lead.
    """
    if last < 1:
        return []
    leads = _find_leads(courses, last)[-_MOST_LEADS:]
    gains = [
        (course.values[step] - course.values[step - 1], -step, -number)
        for number, course in enumerate(courses)
        for step in range(1, last + 1)
    ]
    gained, step, number = max(gains)
    equalled = [gain for gain, _, _ in gains].count(gained) > 1
    leap = TurningPoint(-step, -number, Turning.LEAP, gained, equalled)
    known = any((moment.step, moment.seat) == (leap.step, leap.seat) for moment in leads)
    return sorted([*leads, *([] if known or not gained else [leap])], key=lambda moment: moment.step)


def _find_leads(courses: Sequence[Series], last: int) -> list[TurningPoint]:
    leads: list[TurningPoint] = []
    for step in range(1, last + 1):
        values = [course.values[step] for course in courses]
        best = max(values)
        seat = values.index(best)
        if best and values.count(best) == 1 and (not leads or leads[-1].seat != seat):
            leads.append(TurningPoint(step, seat, Turning.LEAD, best - courses[seat].values[step - 1]))
    return leads
