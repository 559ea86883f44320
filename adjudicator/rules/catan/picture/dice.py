"""How often each total of the dice has come, as a small chart and in characters."""

from __future__ import annotations

from collections.abc import Mapping

TOTALS = range(2, 13)
_WAYS = 36
_BAR, _HIGH, _FOOT, _LETTER = 34, 90, 20, 18


def _count(rolls: Mapping[str, int]) -> list[int]:
    return [rolls.get(str(total), 0) for total in TOTALS]


def _expect(total: int, rolled: int) -> float:
    """How often ``total`` is to be expected in so many rolls."""
    return rolled * (6 - abs(7 - total)) / _WAYS


def _say_rolls(number: int) -> str:
    """``1 roll`` or ``2 rolls``."""
    return "1 roll" if number == 1 else f"{number} rolls"


def draw_dice(rolls: Mapping[str, int]) -> str:
    """A bar chart of ``rolls``, counts by total, as one ``<svg>`` element; a thin mark shows what was to be expected.

    Nothing is drawn before the first roll.
    """
    counts = _count(rolls)
    rolled = sum(counts)
    if not rolled:
        return ""
    scale = _HIGH / max(*counts, _expect(7, rolled))
    ground = _HIGH + _FOOT
    bars, marks, words = "", "", ""
    for place, (total, count) in enumerate(zip(TOTALS, counts, strict=True)):
        left = 6 + place * _BAR
        height = round(count * scale)
        expected = ground - round(_expect(total, rolled) * scale)
        top = ground - height
        above = expected if top - _LETTER < expected < top else top  # a count is not struck out by a mark
        bars += f"M{left + 4} {ground}v-{height}h{_BAR - 8}v{height}z"
        marks += f"M{left} {expected}h{_BAR}"
        words += f'<text x="{left + _BAR // 2}" y="{above - 5}">{count}</text>'
        words += f'<text x="{left + _BAR // 2}" y="{ground + 16}" font-weight="bold">{total}</text>'
    width, bottom = 12 + 11 * _BAR, ground + 22
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {bottom}" width="{width}"'
        f' height="{bottom}" font-family="Verdana,Arial,sans-serif" font-size="13" text-anchor="middle"'
        f' style="max-width:100%;height:auto"><title>{_say_rolls(rolled)} by total</title>'
        f'<path d="{bars}" fill="#9fb4c7" stroke="#333"/>'
        f'<path d="M6 {ground}h{11 * _BAR}" stroke="#333"/>'
        f'<path d="{marks}" stroke="#a8460f" stroke-width="2"/>'
        f'<g fill="#111" stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">{words}</g></svg>'
    )


def draw_dice_text(rolls: Mapping[str, int]) -> str:
    """The same as a small table: totals, how often each came, how often it was to be expected; empty before a roll."""
    counts = _count(rolls)
    rolled = sum(counts)
    if not rolled:
        return ""
    rows = (
        (_say_rolls(rolled), TOTALS),
        ("came", counts),
        ("expected", [round(_expect(total, rolled)) for total in TOTALS]),
    )
    return "".join(f"{head:<10}{''.join(f'{number:>5}' for number in row)}\n" for head, row in rows)
