"""Playback: a whole game as everybody may see it, as plain text and as a page to step through."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from adjudicator.core.instant import write_deadline
from adjudicator.core.seat_names import show
from adjudicator.core.table import Moment, Onlooker
from adjudicator.kit.charts.ending import Ending
from adjudicator.kit.words import NO_BREAK
from adjudicator.report.context import ReportContext
from adjudicator.report.drawings import quote_drawings
from adjudicator.report.page import Page, build_page, shorten_head
from adjudicator.report.plain_text import make_plain
from adjudicator.report.render import make_environment

if TYPE_CHECKING:
    from jinja2 import Environment

_PICTURE = re.compile(r"(<svg\b[^>]*>)(.*?)(</svg>)", re.DOTALL)
_TAG = re.compile(r"<(/?)[a-zA-Z][^>]*?(/?)>")
_NAMED = re.compile(r'\bid="([^"]+)"')
_SEATS = re.compile(r'<ul class="legend.*?</ul>', re.DOTALL)
"""The first legend of a board: whose pieces are which."""
_WORTH_SHARING = 40
"""Characters of a part of a picture from which on referring to it is shorter."""


class _SharedParts:
    """The parts of pictures that many turns have in common, each written once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self.definitions: list[str] = []

    def strip(self, html: str) -> str:
        """``html`` with the content of its pictures replaced by references to what is shared."""
        return _PICTURE.sub(lambda found: found[1] + self._refer(found[2]) + found[3], html)

    def _refer(self, content: str) -> str:
        pieces: list[str] = []
        for element in _split_elements(content):
            if element.startswith("<defs"):
                pieces += [] if self._define(element) else [element]
            elif len(element) < _WORTH_SHARING or not element.startswith("<") or element.startswith("<title"):
                pieces.append(element)
            else:
                number = self._numbers.get(element)
                if number is None:
                    number = self._numbers[element] = len(self._numbers)
                    self.definitions.append(f'<g id="p{number}">{element}</g>')
                pieces.append(f'<use href="#p{number}"/>')
        return "".join(pieces)

    def _define(self, element: str) -> bool:
        """Share the patterns of a picture; False where a name of theirs already means something else."""
        inner = element[element.index(">") + 1 : -len("</defs>")]
        parts = [(found[1], part) for part in _split_elements(inner) if (found := _NAMED.search(part))]
        if any(self._names.get(name, part) != part for name, part in parts):
            return False
        for name, part in parts:
            if name not in self._names:
                self._names[name] = part
                self.definitions.append(part)
        return True


def _split_elements(content: str) -> list[str]:
    """The elements of ``content`` and the texts between them, one after the other."""
    pieces: list[str] = []
    depth = start = 0
    for tag in _TAG.finditer(content):
        if depth == 0 and tag.start() > start:
            pieces.append(content[start : tag.start()])
            start = tag.start()
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            pieces.append(content[start : tag.end()])
            start = tag.end()
    return [*pieces, content[start:]] if start < len(content) else pieces


class _Frame(NamedTuple):
    """A moment of the replay: which turn of the program and which table turn it belongs to, and what is shown of it.

    ``place`` is how far the race is: a table turn counts in parts, one for each of its moves. The ``points`` are those
    that everybody knows then, and in the end a sentence about them.
    """

    name: str
    number: int
    turn: int
    table_turn: int
    lines: Sequence[str]
    points: str
    board: str
    chart: str
    place: float = 0


class _Step(NamedTuple):
    """What the templates of an archive read of one turn; ``part`` is what the game's own fragments read."""

    turn: int
    when: str
    phase: str
    head: str
    lines: Sequence[str]
    points: str
    part: Mapping[str, object]


def render_playback(contexts: Sequence[ReportContext]) -> tuple[bytes, bytes]:
    """The play-by-play as plain text and the page to step through, of all turns in order."""
    environment = make_environment()
    shared = _SharedParts()
    steps, frames = list[_Step](), list[_Frame]()
    before: object | None = None
    for context in contexts:
        known = context.game.views.see(context.record.state, context.record.agendas, Onlooker.PUBLIC)
        page, part = build_page(context, Onlooker.PUBLIC)
        notes = [*([page.rerun] if page.rerun else ()), *page.acts]
        steps.append(_make_step(context, page, part, notes, known))
        frames += _list_frames(environment, context, _retell(context, before, known), notes, len(frames), shared)
        before = known
    last, ending = contexts[-1], steps[-1].part.get("ending")
    frames = [*_tell_points([*_follow_race(frames)], ending if isinstance(ending, Ending) else None)]
    html = environment.get_template(f"{last.game.fragments}/board.html.j2").render(part=steps[-1].part)
    board = shared.strip(quote_drawings(html))
    marks = _SEATS.search(board)
    seats = last.game.kernel.seats(last.record.state)
    introduced = [last.names.introduce(seat) for seat in seats]
    script = environment.get_template("archive/replay.js.j2").render().strip()
    play = {
        "title": last.game.title,
        "game": last.charter.id,
        "edition": last.edition,
        "seats": introduced,
        "introduced": introduced != [*seats],
        "over": not last.game.kernel.decisions(last.record.state),
        "secret": last.record.revealed or "",
        "fragments": last.game.fragments,
        "turns": steps,
        "checked": shorten_head(last.head),
        "frames": frames,
        "part": steps[-1].part,
        "board": board,
        "gone": shared.strip(quote_drawings("".join(_list_gone(environment, steps)))),
        "marks": marks[0] if marks else "",
        "shared": "".join(shared.definitions),
        "script": script,
        "script_hash": b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    text = environment.get_template("archive/play.txt.j2").render(play=play)
    page_html = environment.get_template("archive/replay.html.j2").render(play=play)
    return make_plain(text).encode(), page_html.encode()


def _list_gone(environment: Environment, steps: Sequence[_Step]) -> Iterator[str]:
    """The marks in the legends of earlier turns, the newest first, that the legend of the last one has no more."""
    seen = set[str]()
    row = environment.from_string("<li>{{ mark.picture | drawn }} {{ mark.words }}</li>\n")
    for step in reversed(steps):
        for mark in chain.from_iterable(cast("Sequence[Sequence[Any]]", step.part.get("legend", ()))):
            if step is not steps[-1] and seen.isdisjoint((mark.picture, mark.words)):
                yield row.render(mark=mark)
            seen |= {mark.picture, mark.words}


def _make_step(
    context: ReportContext, page: Page, part: Mapping[str, object], notes: Sequence[str], known: object
) -> _Step:
    return _Step(
        turn=context.record.number,
        when=write_deadline(context.record.circumstances.now, context.zone),
        phase=page.phase,
        head=context.head,
        lines=[*notes, *page.story.lines],
        points=_write_points(context, known),
        part=part,
    )


def _list_frames(
    environment: Environment,
    context: ReportContext,
    moments: Sequence[Moment[Any]],
    notes: Sequence[str],
    number: int,
    shared: _SharedParts,
) -> Iterator[_Frame]:
    """The moments of one turn, numbered from ``number``; ``notes`` about the turn stand with the first.

    A moment of which nothing is told was told with the one before, and keeps its words.
    """
    turn, told = context.record.number, list[str]()
    for place, moment in enumerate(moments):
        board, chart, lines = _show(environment, context, moment)
        told = [*lines] or told
        yield _Frame(
            name=f"t{turn}-{place}" if place else f"t{turn}",
            number=number + place,
            turn=turn,
            table_turn=moment.turn,
            lines=told if place else [*notes, *told],
            points=_write_points(context, moment.known),
            # where a window is low, a board stands below what begins at the left
            board=shared.strip(board).replace("<svg", '<svg preserveAspectRatio="xMinYMin"', 1),
            chart=chart,
        )


def _follow_race(frames: Sequence[_Frame]) -> Iterator[_Frame]:
    """The ``frames``, each with its place in the race; before the first table turn there is none."""
    for table_turn, moves in groupby(frames, key=lambda frame: frame.table_turn):
        in_order = [*moves]
        for number, frame in enumerate(in_order, 1):
            yield frame._replace(place=round(table_turn - 1 + number / len(in_order), 2)) if table_turn else frame


def _tell_points(frames: Sequence[_Frame], ending: Ending | None) -> Iterator[_Frame]:
    """The ``frames``, each with a sentence about the points that the race has there: after the last whole table turn.

    The race begins with the first table turn; before it nothing is hidden. Of a game that is over, with that
    ``ending``, everybody may know all points.
    """
    standing = ""
    for frame in frames:
        last, whole = frame is frames[-1], frame.table_turn - (frame.place < frame.table_turn)
        if whole == frame.table_turn or last:
            standing = frame.points
        when = f"after table turn {whole}" if whole else "before table turn 1"
        if not frame.table_turn:
            words = f"Points known to all: {standing}"
        elif ending:
            step = -1 if last else min(whole, len(ending.courses[0].values) - 2)
            points = ", ".join(f"{course.seat}{NO_BREAK}{course.values[step]}" for course in ending.courses)
            words = f"Points {'at the end' if last else when}: {points}"
        else:  # the newest table turn may go on
            words = f"Points known to all {f'in table turn {frame.table_turn}' if last else when}: {standing}"
        yield frame._replace(points=words)


def _retell(context: ReportContext, before: object | None, known: object) -> Sequence[Moment[Any]]:
    """The turn move by move; the first one that is shown, in one."""
    views, events = context.game.views, context.record.events
    heard = [event for event in (views.hear(event, Onlooker.PUBLIC) for event in events) if event is not None]
    return [Moment(0, known, heard)] if before is None else views.retell(before, known, heard)


def _show(environment: Environment, context: ReportContext, moment: Moment[Any]) -> tuple[str, str, Sequence[str]]:
    """Board and chart of a moment as HTML, what led to it in sentences, and what the game notes about the board."""
    game = context.game
    shown = show(game, context.names, moment.known, Onlooker.PUBLIC, moment.heard)
    part = game.exhibit.parts(shown.known, shown.reader, shown.heard)
    drawn = part.get("board_svg")
    board = str(drawn) if drawn else environment.get_template(f"{game.fragments}/board.html.j2").render(part=part)
    lines = game.exhibit.tell(shown.known, shown.heard, shown.reader).lines
    notes = cast("Sequence[str]", part.get("moment_notes", ()))
    return board, str(part.get("moment_svg", "")), [*lines, *notes]


def _write_points(context: ReportContext, known: object) -> str:
    scores = context.game.views.scores(known)
    return ", ".join(f"{context.names.call(score.seat)}{NO_BREAK}{score.points}" for score in scores)
