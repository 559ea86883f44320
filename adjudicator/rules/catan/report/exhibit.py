"""How the game is shown: pictures of the board, cards, trade book, dice, sentences, scores, the order form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.event import Event, Story
from adjudicator.core.table import Reader, ScoreTable, SeatNumber
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.picture.legend import list_marks, list_seats
from adjudicator.rules.catan.picture.svg import NEW_CITY, NEW_SETTLEMENT, ROAD, draw_board, outline_own
from adjudicator.rules.catan.picture.text import draw_seats_text, draw_text
from adjudicator.rules.catan.picture.view import NO_EXPANSION, ExpansionPicture, Newest, NewPiece, View
from adjudicator.rules.catan.report.charts import draw_charts, draw_dice, draw_dice_text
from adjudicator.rules.catan.report.ending import SOURCES
from adjudicator.rules.catan.report.form import write_form_lines
from adjudicator.rules.catan.report.hands import (
    leave_out_offers,
    list_hand,
    list_offers,
    list_public_cards,
)
from adjudicator.rules.catan.report.words import NO_PHRASES, Phrase, describe_phase, tell_events
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.game_views import Describe, describe_nothing, write_view
from adjudicator.rules.catan.views.known import Known, as_state

_PIECES = {NEW_SETTLEMENT: "intersection", NEW_CITY: "intersection", ROAD: "path"}


def _nothing(known: Known) -> Sequence[str]:
    del known
    return ()


class ExpansionExhibit(NamedTuple):
    """What a game on top adds: keys of the view, words for its events, its phase and its vote, lines of the form,
    records of how it ended.

    ``picture`` is what it adds to the board.
    """

    describe: Describe = describe_nothing
    phrases: Mapping[str, Phrase] = NO_PHRASES
    phase: Callable[[Known], str | None] = lambda known: None  # noqa: ARG005 - the base game adds nothing
    vote: Callable[[Known], Sequence[str]] = _nothing
    form: Callable[[Known, SeatNumber], Sequence[str]] = lambda known, seat: ()  # noqa: ARG005
    picture: ExpansionPicture = NO_EXPANSION
    records: Callable[[Known], Sequence[str]] = _nothing


class CatanExhibit:
    """See :class:`adjudicator.core.game.Exhibit`."""

    def __init__(self, expansion: ExpansionExhibit | None = None) -> None:
        self._expansion = expansion or ExpansionExhibit()
        self._drawn: tuple[View, Newest, tuple[int, ...], dict[str, object]] | None = None

    def parts(self, known: Known, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """Board and dice, drawn once for everybody, with the reader's own pieces marked; his hand; the table."""
        del reader
        over = known.stage is Stage.OVER
        own = "" if known.reader is None else known.seats[known.reader].name
        view, drawn = self._draw(known, number_pieces(news, {**_PIECES, **self._expansion.picture.pieces}))
        return {
            **drawn,
            "drawn": drawn,
            "moment_svg": drawn["dice_svg"],
            "board_svg": outline_own(str(drawn["board_svg"]), view["seats"][own]) if own else drawn["board_svg"],
            "board_text": f"{drawn['board_text']}{draw_seats_text(view, own)}",
            "seats": tuple(list_seats(view, own)),
            "hand": [] if over else list_hand(known),
            "public_cards": list_public_cards(known),
            "trades": [] if over else list_offers(known),
            "trades_brief": [] if over else leave_out_offers(known),
            "vote": [] if over else self._expansion.vote(known),
        }

    def _draw(self, known: Known, newest: Newest) -> tuple[View, dict[str, object]]:
        whole = {**write_view(known), **self._expansion.describe(known)}
        more = self._expansion.picture
        view = cast("View", {key: value for key, value in whole.items() if key in (*_DRAWN, *more.keys)})
        seats = {
            name: {key: seat[key] for key in ("settlements", "cities", "roads")} for name, seat in view["seats"].items()
        }
        view = cast("View", {**view, "seats": seats})
        if self._drawn is None or self._drawn[:3] != (view, newest, known.course):
            parts: dict[str, object] = {
                "board_svg": draw_board(view, newest, more),
                "board_text": draw_text(view, {piece.place for piece in newest}, more),
                "legend": list_marks(view, more),
                "dice_svg": draw_dice(view["rolls"]),
                "dice_text": draw_dice_text(view["rolls"]),
                **draw_charts(known, self._expansion.records),
            }
            self._drawn = (view, newest, known.course, parts)
        return view, self._drawn[3]

    def tell(self, known: Known, events: Sequence[Event], reader: Reader) -> Story:
        """The events in sentences."""
        del reader
        return tell_events(known, events, self._expansion.phrases)

    def phase_words(self, known: Known) -> str:
        """Where the game stands, and how it is won."""
        words = self._expansion.phase(known) or describe_phase(known)
        target = known.table.edition.target
        return words if known.stage is Stage.OVER else f"{words}. First to {target} points on their own turn wins"

    def scores(self, known: Known, reader: Reader) -> ScoreTable:
        """Points by source; the hidden cards of others are not counted."""
        del reader
        scores = score_seats(as_state(known))
        parts = list(scores[0].parts)
        rows = []
        for seat, score in zip(known.seats, scores, strict=True):
            hidden = seat.unplayed is None and seat.developments > 0
            cells = [str(score.parts[part]) for part in parts]
            if hidden:
                cells[parts.index("victory-points")] = "?"
            rows.append((score.seat, (*cells, f"{score.points}+?" if hidden else str(score.points))))
        columns = tuple(SOURCES.get(part, part) for part in parts)
        lengths = ", ".join(f"{seat.name} {seat.road_length}" for seat in known.seats)
        longest, largest = _name_holder(known, known.longest), _name_holder(known, known.largest)
        remarks = [f"Longest road: {longest} ({lengths}). Largest army: {largest}."]
        if any(seat.unplayed is None and seat.developments for seat in known.seats):
            remarks.append("?: victory point cards of others are hidden until they decide the game.")
        return ScoreTable(columns, tuple(rows), tuple(remarks))

    def form_lines(self, known: Known, seat: str) -> list[str]:
        """The ``orders:`` part of the form."""
        number = known.table.number_of[seat]
        return [*write_form_lines(known, number), *self._expansion.form(known, number)]


def number_pieces(news: Sequence[Event], facts: Mapping[str, str]) -> Newest:
    """The pieces that events put on the board, numbered in order; ``facts`` names by kind of event that of the place.

    A settlement that became a city in the same turn counts as the city alone.
    """
    put = [NewPiece(event.kind, str(event.facts[facts[event.kind]])) for event in news if event.kind in facts]
    grown = {NewPiece(NEW_SETTLEMENT, place) for kind, place in put if kind == NEW_CITY}
    return {piece: number for number, piece in enumerate((piece for piece in put if piece not in grown), 1)}


_DRAWN = ("board", "robber", "rolls", "seats")
"""The keys of a view that the pictures read."""


def _name_holder(known: Known, seat: SeatNumber | None) -> str:
    return "nobody" if seat is None else known.seats[seat].name
