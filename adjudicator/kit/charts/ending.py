"""What the last report of a game shows beyond every other: all that a page reads to tell how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from adjudicator.core.table import Score
from adjudicator.kit.charts.bars import Stack, draw_stacks
from adjudicator.kit.charts.moments import Moment
from adjudicator.kit.charts.paper import Course
from adjudicator.kit.charts.podium import draw_podium, rank_seats
from adjudicator.kit.charts.race import Flag, draw_race
from adjudicator.kit.words import count_of

_COLUMNS = 10
"""The table of the race has at most so many columns before the last one."""


class SmallBoard(NamedTuple):
    """A small picture of the board at one moment of the game, and which moment that was."""

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


class Ending(NamedTuple):
    """How a game ended: pictures as SVG, everything else as plain text.

    ``moments`` are numbered as in the picture of the race; ``closing`` says what the end itself changed. The last of
    the values of each of the ``courses`` is the total.
    """

    courses: Sequence[Course]
    podium_svg: str
    sources_svg: str
    race_svg: str
    ranking: Sequence[str]
    course: CourseTable
    moments: Sequence[str]
    closing: str
    records: Sequence[str]
    boards: Sequence[SmallBoard]


class EndingStory(NamedTuple):
    """What a game has to tell of its course in sentences of its own; see :class:`Ending`."""

    moments: Sequence[str]
    closing: str
    records: Sequence[str]
    boards: Sequence[SmallBoard]


def draw_ending(
    scores: Sequence[Score],
    winners: Sequence[str],
    courses: Sequence[Course],
    moments: Sequence[Moment],
    story: EndingStory,
) -> Ending:
    """The end of a game with these ``scores``; the ``winners`` come first, whatever others have."""
    ranking = rank_seats({score.seat: score.points for score in scores}, winners)
    points = {score.seat: score for score in scores}
    in_order = [points[seat] for _, seat in ranking]
    return Ending(
        courses=courses,
        podium_svg=draw_podium(ranking, {score.seat: score.points for score in scores}),
        sources_svg=draw_stacks(
            "Points by source", [Stack(score.seat, score.parts, str(score.points)) for score in in_order]
        ),
        race_svg=draw_race(
            "Points after every table turn",
            courses,
            "table turns",
            [Flag(moment.step, moment.seat) for moment in moments],
            over=True,
        ),
        ranking=[_tell_place(place, points[seat]) for place, seat in ranking],
        course=tabulate_race(courses),
        moments=story.moments,
        closing=story.closing,
        records=story.records,
        boards=story.boards,
    )


def _tell_place(place: int, score: Score) -> str:
    parts = ", ".join(f"{part} {points}" for part, points in score.parts.items() if points)
    return f"{place}. {score.seat}: {count_of(score.points, 'point')} ({parts})."


def tabulate_race(courses: Sequence[Course]) -> CourseTable:
    """What every seat had after every few steps, and its total, the last of its values."""
    steps = len(courses[0].values) - 2
    every = max(-(-steps // _COLUMNS), 1)
    marks = range(every, steps + 1, every)
    return {
        "columns": (*map(str, marks), "end"),
        "rows": [
            {"seat": course.seat, "cells": (*(str(course.values[at]) for at in marks), str(course.values[-1]))}
            for course in courses
        ],
    }
