"""What the last report of a game shows beyond every other: all that a page reads to tell how it ended."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypedDict

from adjudicator.core.table import Score
from adjudicator.kit.charts import INKS, WIDTH, Series, call_seats, frame_sheet, write_text
from adjudicator.kit.charts.bars import Stack, draw_stacks
from adjudicator.kit.charts.race import Flag, TurningPoint, draw_race
from adjudicator.kit.words import YOU, count_of

_COLUMNS = 10
"""The table of the race has at most so many columns before the last one."""


class SmallBoard(NamedTuple):
    """A picture of the board, and its words: at which moment of the game it looked like that, or what it shows."""

    picture: str
    words: str


class CourseRow(TypedDict):
    """One seat's row of the table of the race."""

    seat: str
    cells: Sequence[str]


class CourseTable(TypedDict):
    """The race in figures: a column for every few steps and one for the end."""

    columns: Sequence[str]
    rows: Sequence[CourseRow]


class RankedSeat(NamedTuple):
    """A seat from first to last: its place, and its points by source in words."""

    place: int
    seat: str
    words: str


class Ending(NamedTuple):
    """How a game ended: pictures as SVG, everything else as plain text.

    ``moments`` are numbered as in the picture of the race; ``closing`` says what the end itself changed. The last of
    the values of each of the ``courses`` is the total. The ``heat_map`` shows when each place of the board was taken;
    ``boards_words`` say what stands for what on the small boards.
    """

    courses: Sequence[Series]
    podium_svg: str
    sources_svg: str
    race_svg: str
    ranking: Sequence[RankedSeat]
    course: CourseTable
    moments: Sequence[str]
    closing: str
    records: Sequence[str]
    boards: Sequence[SmallBoard]
    heat_map: SmallBoard | None
    boards_words: str


class EndingStory(NamedTuple):
    """What a game has to tell of its course in sentences of its own; see :class:`Ending`."""

    moments: Sequence[str]
    closing: str
    records: Sequence[str]
    boards: Sequence[SmallBoard]
    heat_map: SmallBoard | None = None
    boards_words: str = ""


def draw_ending(
    scores: Sequence[Score],
    winners: Sequence[str],
    courses: Sequence[Series],
    moments: Sequence[TurningPoint],
    story: EndingStory,
    inks: Sequence[str] = INKS,
    reader: str = "",
) -> Ending:
    """The end of a game with these ``scores``; the ``winners`` come first, whatever others have.

    The lines of the race have the ``inks``, in the order of the ``courses``. Pictures call the ``reader`` *you*.
    """
    ranking = rank_seats({score.seat: score.points for score in scores}, winners)
    points = {score.seat: score for score in scores}
    in_order = [points[seat] for _, seat in ranking]
    called = {seat: YOU if seat == reader else seat for seat in points}
    return Ending(
        courses=courses,
        podium_svg=draw_podium(
            [(place, called[seat]) for place, seat in ranking], {called[score.seat]: score.points for score in scores}
        ),
        sources_svg=draw_stacks(
            "Points by source", [Stack(called[score.seat], score.parts, str(score.points)) for score in in_order]
        ),
        race_svg=draw_race(
            "Points after every table turn",
            [course._replace(seat=called[course.seat]) for course in courses],
            "table turns",
            [Flag(moment.step, moment.seat) for moment in moments],
            over=True,
            inks=inks,
        ),
        ranking=[RankedSeat(place, seat, _tell_points(points[seat])) for place, seat in ranking],
        course=tabulate_race([course._replace(seat=_mark(course.seat, reader)) for course in courses]),
        moments=story.moments,
        closing=story.closing,
        records=story.records,
        boards=story.boards,
        heat_map=story.heat_map,
        boards_words=story.boards_words,
    )


def _mark(seat: str, reader: str) -> str:
    return f"{seat} ({YOU})" if seat == reader else seat


def _tell_points(score: Score) -> str:
    parts = ", ".join(f"{part} {points}" for part, points in score.parts.items() if points)
    return f"{count_of(score.points, 'point')} ({parts})."


def tabulate_race(courses: Sequence[Series]) -> CourseTable:
    """What every seat had after every few steps, and its total, the last of its values, where nothing comes twice."""
    steps = len(courses[0].values) - 2
    every = max(-(-steps // _COLUMNS), 1)
    is_final = all(course.values[steps] == course.values[-1] for course in courses)
    marks = range(every, steps if is_final else steps + 1, every)
    return {
        "columns": (*map(str, marks), "end"),
        "rows": [
            {"seat": course.seat, "cells": (*(str(course.values[at]) for at in marks), str(course.values[-1]))}
            for course in courses
        ],
    }


_WIDEST_NAMES = 45
"""So many characters stand above all blocks together."""
_HEIGHTS = (84, 58, 40)
_OPACITIES = (".75", ".45", ".2")
"""Of the gold of each place; the first is light enough by night too for a dark number."""
_BASE = 122


def rank_seats(points: Mapping[str, int], winners: Collection[str]) -> list[tuple[int, str]]:
    """The seats from first to last, each with its place: the ``winners`` before all, then by points.

    Seats with as many points share a place.
    """
    strength = {seat: (seat in winners, mine) for seat, mine in points.items()}
    places = [(1 + sum(other > mine for other in strength.values()), seat) for seat, mine in strength.items()]
    return sorted(places, key=lambda ranked: ranked[0])


def draw_podium(ranking: Sequence[tuple[int, str]], points: Mapping[str, int]) -> str:
    """The seats of ``ranking`` on the first three places as one ``<svg>`` element, with their ``points``."""
    shown = [(place, seat) for place, seat in ranking if place <= len(_HEIGHTS)]
    blocks = max(len(shown), len(_HEIGHTS))
    wide = WIDTH / blocks
    pieces, names = [], call_seats([seat for _, seat in ranking], _WIDEST_NAMES // blocks)
    # the second stands left of the first; where there are more than three, some share a place
    for (place, seat), number in zip(shown, (1, 0, *range(2, blocks)), strict=False):
        left = number * wide
        top, middle = _BASE - _HEIGHTS[place - 1], left + wide / 2
        box = f"M{left + 3:.0f} {_BASE}V{top}h{wide - 6:.0f}V{_BASE}z"
        opacity, ink = _OPACITIES[place - 1], ' fill="#111"' if place == 1 else ""
        pieces += [
            f'<path d="{box}" fill="#e0a100" fill-opacity="{opacity}" stroke="currentColor"/>',
            write_text(middle, top - 21, names[seat], 'font-weight="bold"'),
            write_text(middle, top - 6, count_of(points[seat], "point")),
            write_text(middle, _BASE - 11, place, f'font-weight="bold" font-size="22"{ink}'),
        ]
    return frame_sheet("The podium", _BASE + 2, f'<g text-anchor="middle">{"".join(pieces)}</g>')
