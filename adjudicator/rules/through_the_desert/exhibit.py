"""How the game is shown: pictures of the board, sentences, scores, the order form. Made from what a reader knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.table import Event, Onlooker, Reader, ScoreTable, Story
from adjudicator.kit.words import count_of, wrap_comment
from adjudicator.rules.through_the_desert.ending import draw_course
from adjudicator.rules.through_the_desert.ledger import (
    CaravanTable,
    list_caravans,
    list_holdings,
    list_tokens,
    write_ledger,
)
from adjudicator.rules.through_the_desert.legal import DECISIONS, ActionKind, list_legal, seat_phase
from adjudicator.rules.through_the_desert.mail.asks import count_due
from adjudicator.rules.through_the_desert.picture.pieces import letter_seats, list_marks
from adjudicator.rules.through_the_desert.picture.svg import draw_board
from adjudicator.rules.through_the_desert.picture.text import draw_seats_text, draw_text
from adjudicator.rules.through_the_desert.picture.view import View
from adjudicator.rules.through_the_desert.score import find_largest, largest_points, score_seats
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.views import DesertViews
from adjudicator.rules.through_the_desert.words import describe_phase, tell_events
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, write_action

_PLACED = frozenset({"leader-placed", "camel-placed"})
_MOST_LINES = 2
"""Lines of a form that list the hexes for a leader; the board shows the others."""


class OwnMarks(NamedTuple):
    """How a seat, as the reader's own, is marked on the board: its name, its number from 1, its letter."""

    seat: str
    number: int
    letter: str


class DesertExhibit:
    """See :class:`adjudicator.core.game.Exhibit`."""

    phase_words = staticmethod(describe_phase)

    def __init__(self) -> None:
        self._drawn: tuple[State, tuple[str, ...], dict[str, object]] | None = None
        self._pending: tuple[tuple[int, ...], list[int]] = (), []
        """The camels that were counted last, and each seat's points for the largest caravans as they stand."""

    def parts(self, known: State, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """The board as SVG and as text, its legend, and what each seat has."""
        drawn = self._draw(known, news)
        ledger = cast("CaravanTable | None", drawn["ledger"])
        you = None if isinstance(reader, Onlooker) else _find_marks(known, reader)
        return {
            **drawn,
            "moment_svg": drawn["caravans_svg"],
            "you": you,
            "seats_text": draw_seats_text(known.table.seats, you.seat if you else ""),
            "ledger_text": write_ledger(ledger, you.seat if you else "") if ledger else "",
            "holdings": [] if known.phase is Phase.OVER else list(list_holdings(known, reader)),
            "most_lines": 110,
        }

    def _draw(self, known: State, news: Sequence[Event]) -> Mapping[str, object]:
        """Pictures and tables, made once for all readers: they tell nothing of tokens taken, of which readers know."""
        table = known._replace(taken=())
        newest = tuple(str(event.facts["hex"]) for event in news if event.kind in _PLACED)
        if self._drawn is None or self._drawn[:2] != (table, newest):
            view = cast("View", DesertViews().to_json(known))
            parts: dict[str, object] = {
                "board_svg": draw_board(view, newest),
                "board_text": draw_text(view, frozenset(newest)),
                "legend": list_marks(view),
                "board_words": f"{known.table.board.title}. {known.table.board.origin}",
                "ledger": list_caravans(known),
                **draw_course(known, view["board"]),
            }
            self._drawn = (table, newest, parts)
        return self._drawn[2]

    def tell(self, known: State, events: Sequence[Event], reader: Reader) -> Story:
        """The events in sentences, a camel and what follows from it in one."""
        return tell_events(known, events, reader)

    def scores(self, known: State, reader: Reader) -> ScoreTable:
        """Points by source. Before the end the largest caravans are shown as they would be now, not counted."""
        del reader
        over = known.phase is Phase.OVER
        if self._pending[0] is not known.camels:
            self._pending = known.camels, largest_points(known, find_largest(known))
        pending = self._pending[1]
        rows = []
        scores = score_seats(known)
        for number, score in enumerate(scores):
            cells = {part: str(points) for part, points in score.parts.items()}
            if not score.complete:
                cells["water"] = "?" if not score.parts["water"] else f"{score.parts['water']}+?"
            if sum(known.taken[number]):
                cells["water"] += f" ({list_tokens(known.taken[number])})"
            if not over:
                cells["caravans"] = f"({pending[number]})"
            total = str(score.points) if score.complete else f"{score.points}+?"
            rows.append((score.seat, (*cells.values(), total)))
        remarks = []
        if not over:
            remarks.append("In brackets: water tokens; largest caravans, counted at the end only.")
        return ScoreTable(tuple(scores[0].parts), tuple(rows), tuple(remarks))

    def form_lines(self, known: State, seat: str) -> list[str]:
        """The ``orders:`` part of the form: how many are due, what is legal, and examples to take the ``#`` from."""
        number = known.table.number_of[seat]
        phase = seat_phase(known, number)
        if phase is Phase.OVER:
            return ["orders: []"]
        kind = DECISIONS[phase]
        due = count_due(known, number)
        noun = {ActionKind.CAMEL: "camel", ActionKind.LEADER: "leader", ActionKind.RETURN: "leader to return"}[kind]
        lines = ["orders:", f"# Due: {count_of(due, noun)}. Alternatives: [first choice, second choice]."]
        legal = list_legal(known, number)
        masks = dict(zip(known.table.colours, legal.masks, strict=True))
        colours = [colour for colour, mask in masks.items() if mask]
        names_of = known.table.board.grid.names_of
        if kind is ActionKind.RETURN:
            lines += wrap_comment("# Colours left: ", colours)
        elif kind is ActionKind.LEADER:
            lines += wrap_comment("# Colours: ", colours)
            lines += wrap_comment("# Legal hexes: ", names_of(max(masks.values())), _MOST_LINES)
        else:
            for colour, mask in masks.items():
                lines += wrap_comment(f"# {colour}: ", names_of(mask) or ["no legal hex"], 2)
        return [*lines, *(f"# - {KEY_OF[kind]}: {write_action(known.table, action)}" for action in legal[:due])]


def _find_marks(known: State, seat: str) -> OwnMarks:
    return OwnMarks(seat, known.table.number_of[seat] + 1, letter_seats(known.table.seats)[seat])
