"""Bar 17: hostile text in every place that a player or a moderator can fill leaves every page the shape it has.

A finished or running game is read as it lies on disk; in a second reading every name of a seat, of the game and of
its edition, and every text of an order, of what became of it and of why, is the hostile one. No such name passes
``new`` and no such order passes ``check``: the pages must hold nonetheless. The texts and what a shape is are those of
``tests/unit/report``.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scrutiny.games import KINDS, Kind, play_turns, play_whole, total
from torture.tally import Tally, count
from unit.report.test_hostile_texts import HOSTILE, Shape

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.agenda import Agenda, Fate, Item, OrderResult, Refusal, Source
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event
from adjudicator.report.context import ReportContext
from adjudicator.report.playback import render_playback
from adjudicator.report.render import render_reports

HARMLESS = "ann"
TURNS = 4
LOADING = frozenset({"href", "src", "action", "formaction", "background", "xlink:href", "data", "poster", "srcset"})
_FACT = re.compile(r"\{(\w+)")

AnyOccasion = ReportContext


def rename(value: JsonValue, names: Mapping[str, str]) -> JsonValue:
    """``value`` with every text, and every key, that is a seat's name replaced."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {names.get(key, key): rename(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rename(inner, names) for inner in value]
    return value


def infest(context: AnyOccasion, text: str, name: str | None = None) -> AnyOccasion:
    """``context`` with ``text`` in every order and in what is said of it, and in every name, or ``name`` there."""
    game, record = context.game, context.record
    name = text if name is None else name
    seats = game.kernel.seats(record.state)
    names = {seat: f"{name}{number}" for number, seat in enumerate(seats)}
    infested = record._replace(
        state=game.kernel.load(rename(game.kernel.dump(record.state), names)),
        agendas={names[seat]: _infest_agenda(agenda, text) for seat, agenda in record.agendas.items()},
        events=tuple(Event(event.kind, dict(rename(event.facts, names))) for event in record.events),
        results=tuple(result for seat in seats for result in _make_results(context, names[seat], text)),
        stopped_at=names.get(record.stopped_at or "", record.stopped_at),
    )
    charter = context.charter
    charter = charter._replace(id=name, setting=charter.setting._replace(edition=name))
    return context._replace(record=infested, charter=charter)


def _infest_agenda(agenda: Agenda, text: str) -> Agenda:
    """The agenda's orders stay of their kinds; what was written as text is ``text``."""

    def items(kept: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(Item(item.order._replace(value=_infest_value(item.order.value, text)), text) for item in kept)

    return agenda._replace(items=items(agenda.items), standing=items(agenda.standing), fallback=items(agenda.fallback))


def _infest_value(value: JsonValue, text: str) -> JsonValue:
    return text if isinstance(value, str) else value


def _make_results(context: AnyOccasion, seat: str, text: str) -> Iterator[OrderResult]:
    """A refused order for every reason that the game knows, and one for every other fate."""
    for code, sentence in context.game.orders.sentences.items():
        facts = dict.fromkeys(_FACT.findall(sentence), text)
        yield OrderResult(seat, Source.ORDERS, text, 1, text, Fate.BLOCKED, refusals=(Refusal(text, code, facts),))
    for fate in (Fate.DONE, Fate.SKIPPED, Fate.SET_ASIDE):
        yield OrderResult(seat, Source.FALLBACK, text, 2, text, fate, text)


def render(context: AnyOccasion) -> dict[str, bytes]:
    """Every page about a turn: the reports of all readers, in the order of the readers, and the archive's pages."""
    reports = list(render_reports(context).items())
    play, page = render_playback([context])
    numbered = {f"{number}.{name.rpartition('.')[2]}": data for number, (name, data) in enumerate(reports)}
    return {**numbered, "play.txt": play, "replay.html": page}


def open_games(folder: Path, kinds: Sequence[Kind], *, over: bool) -> list[OpenGame]:
    """A game of each kind after some turns, and, if wished, one that is over."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [play_turns(folder / kind.name, kind, 1, TURNS) for kind in kinds]
    games += [play_whole(folder / "over", kind, 1) for kind in kinds] if over else []
    return [open_game(str(path)) for path in games]


def context_of(opened: OpenGame) -> AnyOccasion:
    """The newest turn."""
    return describe_opened(opened)


def check_pages(
    folder: Path, kinds: Sequence[Kind] = KINDS, texts: Sequence[str] = HOSTILE, *, over: bool = True
) -> Tally:
    """Every page of every game with every text; read counts the pages in which the text was seen."""
    return total(_check_game(context_of(opened), texts) for opened in open_games(folder, kinds, over=over))


def _check_game(context: AnyOccasion, texts: Sequence[str]) -> Tally:
    @functools.cache
    def plain_shapes(length: int) -> Mapping[str, Shape]:
        # what happened in a turn is told in sentences of some length: names are compared with names as long
        pages = render(infest(context, (HARMLESS * length)[:length]))
        return {name: Shape(data.decode()) for name, data in pages.items() if _is_page(name)}

    tally = Tally()
    for text in texts:
        for name, data in render(infest(context, text)).items():
            if _is_page(name):
                page = data.decode()
                shape = Shape(page)
                # long names stand above their points
                plain = [plain_shapes(length)[name] for length in (len(text), 3, 40)]
                trouble = _judge(shape, next((one for one in plain if one.parts == shape.parts), plain[0]))
                seen = text in html.unescape(page)
                tally = tally.plus(count(int(seen), trouble, f"{context.game.name}, {name}, {text!r}"))
    return tally


def _is_page(name: str) -> bool:
    return name.endswith(".html")


def _judge(shape: Shape, plain: Shape) -> list[str]:
    trouble = [] if shape.parts == plain.parts else [f"another shape: {_first_difference(shape.parts, plain.parts)}"]
    scripts = sum(part.startswith("<script") for part in shape.parts)
    trouble += [] if scripts == sum(part.startswith("<script") for part in plain.parts) else [f"{scripts} scripts"]
    for name, value in shape.attributes:
        trouble += [f"the attribute {name}"] if name.startswith("on") else []
        inner = (value or "").startswith("#")
        trouble += [f"{name} loads {value!r}"] if name in LOADING and value and not inner else []
    return trouble


def _first_difference(one: Sequence[str], other: Sequence[str]) -> str:
    pairs = zip([*one, "(end)"], [*other, "(end)"], strict=False)
    return next((f"{mine} for {theirs}" for mine, theirs in pairs if mine != theirs), "")


check_two_pages = functools.partial(check_pages, kinds=KINDS[:1], texts=HOSTILE[:2], over=False)
