"""Bars: groups of them side by side, a bar for every seat; and a bar for every seat that is made of parts."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from adjudicator.kit.charts import (
    CHARACTER,
    INKS,
    LONGEST_NAME,
    SHAPES,
    SHORT_NAME,
    WIDTH,
    call_seats,
    frame_sheet,
    measure,
    shape_steps,
    write_labels,
    write_text,
)

_HIGH, _TOP, _TOKEN, _WORDS = 90, 18, 16, 14
_WIDEST_BAR = 26
_LETTER, _MARK = 15, "#c8560b"
_LEFT, _ROW, _BAR, _GAP = 84, 24, 17, 6
_TILE = 4
"""How far apart the lines of a filling are."""
_KEY = 12
"""The side of the little square that explains a filling."""
_LINE = 18
"""How far apart the rows of those are."""
_MARGIN = 6
"""How far from the left a legend begins."""
_INSIDE = (9.5, 15)
"""A part of a bar that is narrower does not say how much it is, in one sign or in more."""


class Bar(NamedTuple):
    """A bar: how high, whether it stands out, and where a mark tells what was to be expected."""

    value: int
    strong: bool = False
    expected: float | None = None


class Group(NamedTuple):
    """Bars by seat in table order, and the lines of words below them, the first one bold."""

    bars: Sequence[Bar]
    words: Sequence[str]


def draw_groups(title: str, groups: Sequence[Group], seats: Sequence[str] = ()) -> str:
    """Groups of bars as one ``<svg>`` element; below each bar the shape of its seat, where ``seats`` are named."""
    highest = max(max(bar.value, bar.expected or 0) for group in groups for bar in group.bars)
    scale = _HIGH / (highest or 1)
    ground = _TOP + _HIGH
    wide = WIDTH / len(groups)
    below = ground + (_TOKEN if seats else 0)
    bars, marks, words, heads, tokens = {True: "", False: ""}, "", "", "", [""] * len(seats)
    values: list[tuple[tuple[int, int], str]] = []
    for place, group in enumerate(groups):
        width = min((wide - _GAP) / len(group.bars), _WIDEST_BAR)
        left = place * wide + (wide - width * len(group.bars)) / 2
        for number, bar in enumerate(group.bars):
            x, top = left + number * width, ground - bar.value * scale
            if bar.expected is not None:
                mark = ground - bar.expected * scale
                marks += f"M{x:.0f} {mark:.0f}h{width:.0f}"
            if bar.value:
                bars[bar.strong] += f"M{x + 1.5:.0f} {ground}V{top:.0f}h{width - 3:.0f}V{ground}z"
            if bar.expected is not None and top - _LETTER < mark < top:
                top = mark  # a number is not struck out by a mark
            values.append(((round(x + width / 2), round(top - 4)), str(bar.value)))
            if seats:
                tokens[number] += _outline_token(x + width / 2, ground + 9, number)
        for line, text in enumerate(group.words):
            written = write_text((place + 0.5) * wide, below + _WORDS * (line + 1), text)
            words, heads = (words + written, heads) if line else (words, heads + written)
    height = float(below + _WORDS * max(len(group.words) for group in groups) + 6)
    key = ""
    if seats:
        key, height = _draw_key(seats, tokens, height + 8)
    drawn_marks = f'<path d="{marks}" stroke="{_MARK}" stroke-width="2.5"/>' if marks else ""
    drawn_bars = "".join(
        f'<path d="{bars[strong]}" fill-opacity="{opacity}" stroke="currentColor"/>'
        for strong, opacity in ((False, ".3"), (True, ".75"))
        if bars[strong]
    )
    drawing = (
        f'{drawn_bars}<path d="M0 {ground}H{WIDTH}" stroke="currentColor"/>'
        f'{drawn_marks}<g text-anchor="middle">{write_labels(values)}{words}<g font-weight="bold">{heads}</g></g>{key}'
    )
    return frame_sheet(title, height, drawing)


def _outline_token(x: float, y: float, number: int) -> str:
    right, down, outline = shape_steps(SHAPES[number], 4)
    return f"M{x + right:.0f} {y + down:.0f}{outline}"


def _draw_key(seats: Sequence[str], tokens: Sequence[str], y: float) -> tuple[str, float]:
    """All ``tokens``, and one more of each seat beside its name, from the height ``y`` down; and where that ends."""
    names, drawn, called = "", "", [*call_seats(seats, LONGEST_NAME).values()]
    places, rows = _lay_out([26 + measure(name) for name in called])
    for number, (name, (x, row)) in enumerate(zip(called, places, strict=True)):
        outlines = tokens[number] + _outline_token(x, y + row * _WORDS, number)
        drawn += f'<path d="{outlines}" stroke="{INKS[number]}"/>'
        names += write_text(x + 9, y + row * _WORDS + 4, name)
    return f'<g fill="#fff" stroke-width="1.5">{drawn}</g>{names}', y + (rows - 1) * _WORDS + 10


def _lay_out(widths: Sequence[float]) -> tuple[list[tuple[float, int]], int]:
    """Where the entries of a legend begin, each with its row, and how many rows that makes: few and even ones."""
    for rows in range(1, max(len(widths), 1) + 1):
        each = -(-len(widths) // rows)
        columns = [max(widths[column::each]) for column in range(each)]
        starts = [*accumulate(columns, initial=_MARGIN)]
        if starts[-1] <= WIDTH:
            break
    return [(starts[number % each], number // each) for number in range(len(widths))], rows


class Stack(NamedTuple):
    """What a seat has, part by part, and in all."""

    seat: str
    parts: Mapping[str, int]
    total: str


def draw_stacks(title: str, stacks: Sequence[Stack]) -> str:
    """A bar a seat, made of its parts one beside the other, as one ``<svg>`` element; below it what each filling is."""
    names = [part for part in stacks[0].parts if any(stack.parts[part] for stack in stacks)]
    most = max(sum(stack.parts.values()) for stack in stacks) or 1
    scale = (WIDTH - _LEFT - 6 - max(len(stack.total) for stack in stacks) * (CHARACTER + 1)) / most
    boxes: list[list[_Box]] = [[] for _ in names]
    inside: list[tuple[tuple[int, int], str]] = []
    beside = totals = key = ""
    brief = call_seats([stack.seat for stack in stacks], SHORT_NAME)
    for row, stack in enumerate(stacks):
        y, x = row * _ROW, float(_LEFT)
        beside += write_text(_LEFT - 5, y + _BAR - 4, brief[stack.seat])
        for of_part, part in zip(boxes, names, strict=True):
            if width := stack.parts[part] * scale:
                of_part.append(_Box(x, y, width, _BAR))
                value = str(stack.parts[part])
                if width >= _INSIDE[len(value) > 1]:
                    inside.append(((round(x + width / 2), y + _BAR - 4), value))
                x += width
        totals += write_text(x + 4, y + _BAR - 4, stack.total)
    places, rows = _lay_out([_KEY + 15 + measure(part) for part in names])
    foot = len(stacks) * _ROW + 4
    for of_part, part, (x, line) in zip(boxes, names, places, strict=True):
        y = foot + line * _LINE
        of_part.append(_Box(x, y, _KEY, _KEY))
        key += write_text(x + _KEY + 4, y + _KEY - 2, part)
    fillings = "".join(_fill(number % len(_TINTS), of_part) for number, of_part in enumerate(boxes))
    halo = 'stroke="#fff" style="stroke:var(--paper)" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    drawing = (
        f'<g stroke="currentColor">{fillings}</g><g text-anchor="middle" {halo}>{write_labels(inside)}</g>'
        f'<g text-anchor="end">{beside}</g><g font-weight="bold">{totals}</g>{key}'
    )
    return frame_sheet(title, foot + rows * _LINE, drawing)


class _Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


_TINTS = ("#2b7cc0", "#c8560b", "#5f8a00", "#8e5fc7", "#9a7b00", "#777")
_OPACITIES = (".85", ".12", ".2", ".2", ".5", ".12")
_UPRIGHT, _LEVEL = {2, 5}, {3, 5}
_UPRIGHT_LINES = 'stroke-dasharray="1 3" stroke-dashoffset="-3.5"'
"""Upright lines are the dashes of one that is as wide as the box is high."""


def _fill(number: int, boxes: Sequence[_Box]) -> str:
    """Boxes in one filling: plain, empty, upright lines, level lines, dense, crossed."""
    frames, lines = "", ""
    upright: dict[float, str] = {}
    for x, y, width, height in boxes:
        frames += f"M{x:.0f} {y:.0f}H{x + width:.0f}v{height:.0f}H{x:.0f}z"
        if number in _UPRIGHT:
            upright[height] = upright.get(height, "") + f"M{x:.0f} {y + height / 2:.1f}h{width:.0f}"
        if number in _LEVEL:
            lines += "".join(f"M{x:.0f} {y + at:.0f}h{width:.0f}" for at in range(_TILE, round(height), _TILE))
    tint = _TINTS[number]
    drawn = f'<path d="{lines}" stroke="{tint}"/>' if lines else ""
    for height, path in upright.items():
        drawn += f'<path d="{path}" stroke="{tint}" stroke-width="{height:.0f}" {_UPRIGHT_LINES}/>'
    return f'<path d="{frames}" fill="{tint}" fill-opacity="{_OPACITIES[number]}"/>{drawn}'
