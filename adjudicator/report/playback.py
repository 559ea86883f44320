"""Playback: a whole game as everybody may see it, as plain text and as a page to step through."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.core.instant import write_instant
from adjudicator.core.table import Onlooker
from adjudicator.report.page import ReportContext, build_page
from adjudicator.report.render import make_environment, make_plain

if TYPE_CHECKING:
    from jinja2 import Environment

_SCRIPT = (
    'addEventListener("keydown",function(e){'
    'var s=document.querySelector("section:target")||document.querySelector("section"),'
    "k={ArrowLeft:0,ArrowRight:2,Home:1,End:3}[e.key];if(k===undefined||e.altKey||e.ctrlKey||e.metaKey)return;"
    'var a=k==0?s.querySelector("a[rel=prev]"):k==2?s.querySelector("a[rel=next]"):'
    '{hash:"#"+document.querySelector("section:"+(k==1?"first":"last")+"-of-type").id};'
    "if(a){location.hash=a.hash;e.preventDefault()}});"
)
_PICTURE = re.compile(r"(<svg\b[^>]*>)(.*?)(</svg>)", re.DOTALL)
_TAG = re.compile(r"<(/?)[a-zA-Z][^>]*?(/?)>")
_NAMED = re.compile(r'\bid="([^"]+)"')
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


def render_playback(contexts: Sequence[ReportContext]) -> tuple[bytes, bytes]:
    """The play-by-play as plain text and the page to step through, of all turns in order."""
    environment = make_environment()
    shared = _SharedParts()
    steps = [_make_step(environment, context, shared) for context in contexts]
    last = contexts[-1]
    play = {
        "title": last.game.title,
        "game": last.game_id,
        "edition": last.edition,
        "seats": [last.names.introduce(seat) for seat in last.game.kernel.seats(last.record.state)],
        "over": not last.game.kernel.decisions(last.record.state),
        "secret": last.record.revealed or "",
        "fragments": last.game.fragments,
        "turns": steps,
        "part": steps[-1]["part"],
        "shared": "".join(shared.definitions),
        "script": _SCRIPT,
        "script_hash": b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode(),
    }
    text = environment.get_template("archive/play.txt.j2").render(play=play)
    page = environment.get_template("archive/replay.html.j2").render(play=play)
    return make_plain(text).encode(), page.encode()


def _make_step(environment: Environment, context: ReportContext, shared: _SharedParts) -> dict[str, object]:
    """What the templates of an archive read of one turn."""
    game, record = context.game, context.record
    page, part = build_page(context, Onlooker.PUBLIC)
    known = game.views.see(record.state, record.agendas, Onlooker.PUBLIC)
    board = environment.get_template(f"{game.fragments}/board.html.j2").render(part=part)
    told = [line for news in page.news for line in news.lines]
    return {
        "turn": record.number,
        "when": write_instant(record.circumstances.now),
        "phase": page.phase,
        "head": context.head,
        "lines": [*([page.rerun] if page.rerun else ()), *page.acts, *told],
        "points": ", ".join(f"{context.names.call(score.seat)} {score.points}" for score in game.views.scores(known)),
        "board": shared.strip(board),
        "part": part,
    }
