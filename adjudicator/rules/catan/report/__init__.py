"""How the game is shown: pictures of the board, cards, trade book, dice, sentences, scores, the order form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from adjudicator.core.seat_names import cut_names
from adjudicator.core.table import Event, Reader, ScoreTable, SeatNumber, Story
from adjudicator.kit.words import NO_BREAK, count_of, end_sentence, join_words
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.cards import KNIGHT, RESOURCES, count_kind, covers, name_developments, unpack
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.mail.taking import may_take
from adjudicator.rules.catan.picture import NO_EXPANSION, BoardView, ExpansionPicture, Newest, SeatView, number_pieces
from adjudicator.rules.catan.picture.marks import list_marks, list_seats
from adjudicator.rules.catan.picture.svg import draw_board, outline_own
from adjudicator.rules.catan.picture.text import draw_seats_text, draw_text
from adjudicator.rules.catan.report.charts import SOURCES, draw_charts, draw_dice, draw_dice_text, draw_end
from adjudicator.rules.catan.report.form import write_form_lines
from adjudicator.rules.catan.report.phrases import NO_PHRASES, Phrase
from adjudicator.rules.catan.report.words import call_seats, tell_events
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Offer, View, as_counted

_NARROW = 18, 12
"""Columns of a name in a table that has little room, and in one that has less."""


class ExpansionExhibit(NamedTuple):
    """What a game on top adds: words for its events, its phase and its vote, lines of the form, records of its end.

    ``picture`` is what it adds to the board.
    """

    phrases: Mapping[str, Phrase] = NO_PHRASES
    phase: Callable[[View], str | None] = lambda known: None  # noqa: ARG005 - the base game adds nothing
    vote: Callable[[View], Sequence[str]] = lambda known: ()  # noqa: ARG005
    form: Callable[[View, SeatNumber], Sequence[str]] = lambda known, seat: ()  # noqa: ARG005
    picture: ExpansionPicture = NO_EXPANSION
    records: Callable[[View], Sequence[str]] = lambda known: ()  # noqa: ARG005


class CatanExhibit:
    """See :class:`adjudicator.core.game.Exhibit`."""

    def __init__(self, expansion: ExpansionExhibit | None = None) -> None:
        self._expansion = expansion or ExpansionExhibit()
        self._drawn: tuple[object, Mapping[str, object]] | None = None

    def parts(self, known: View, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """Board and dice, drawn once for everybody, with the reader's own pieces marked; his hand; the table."""
        del reader
        over = known.stage is Stage.OVER
        mine = known.reader
        own = "" if mine is None else known.seats[mine].name
        view, drawn = self._draw(known, number_pieces(news, self._expansion.picture.pieces))
        vote = () if over else self._expansion.vote(known)
        return {
            **drawn,
            "drawn": drawn,
            "ending": draw_end(known, self._expansion.records),
            "moment_svg": drawn["dice_svg"],
            "moment_notes": vote,
            "own_svg": None if mine is None else outline_own(view.seats[mine]),
            "board_text": f"{drawn['board_text']}{draw_seats_text(view, own)}",
            "seats": tuple(list_seats(view, own)),
            "names": known.table.seats,
            "own": own,
            "hand": [] if over else list_hand(known),
            "public_cards": list_public_cards(known),
            "trades": [] if over else list_offers(known, brief=False),
            "trades_brief": [] if over else list_offers(known, brief=True),
            "vote": vote,
        }

    def _draw(self, known: View, newest: Newest) -> tuple[BoardView, Mapping[str, object]]:
        more = self._expansion.picture
        pieces = tuple(SeatView(seat.name, seat.settlements, seat.cities, seat.roads) for seat in known.seats)
        view = BoardView(
            *(known.table.board, known.robber, pieces),
            is_over=known.stage is Stage.OVER,
            extra=more.see(known.extra),
            between_turns=known.stage is Stage.INTERLUDE,
        )
        shown = view, newest, known.rolls, known.course
        if self._drawn is None or self._drawn[0] != shown:
            parts: dict[str, object] = {
                "board_svg": draw_board(view, newest, more),
                "board_text": draw_text(view, newest, more),
                "legend": list_marks(view, more),
                "dice_svg": draw_dice(known.rolls),
                "dice_text": draw_dice_text(known.rolls),
                **draw_charts(known),
            }
            self._drawn = shown, parts
        return view, self._drawn[1]

    def tell(self, known: View, events: Sequence[Event], reader: Reader) -> Story:
        """The events in sentences."""
        del reader
        return tell_events(known, events, self._expansion.phrases)

    def phase_words(self, known: View, reader: Reader) -> str:
        """Where the game stands, and how it is won."""
        del reader
        words = self._expansion.phase(known) or describe_phase(known)
        target = known.table.edition.target
        return words if known.stage is Stage.OVER else f"{words}. First to {target} points on their own turn wins"

    def scores(self, known: View, reader: Reader) -> ScoreTable:
        """Points by source; the hidden cards of others are not counted."""
        del reader
        scores = score_seats(as_counted(known))
        parts = list(scores[0].parts)
        rows = []
        for seat, score in zip(known.seats, scores, strict=True):
            hidden = seat.unplayed is None and seat.developments > 0
            cells = [str(score.parts[part]) for part in parts]
            if hidden:
                cells[parts.index("victory-points")] = "?"
            rows.append((score.seat, (*cells, f"{score.points}+?" if hidden else str(score.points))))
        columns = tuple(SOURCES.get(part, part) for part in parts)
        names = call_seats(known)
        roads = zip(names, known.seats, strict=True)
        lengths = ", ".join(f"{name}{NO_BREAK}{seat.road_length}" for name, seat in roads)
        longest, largest = ("nobody" if seat is None else names[seat] for seat in (known.longest, known.largest))
        remarks = [end_sentence(f"Longest road: {longest} ({lengths}). Largest army: {largest}")]
        if any(seat.unplayed is None and seat.developments for seat in known.seats):
            remarks.append("?: victory point cards of others are hidden until they decide the game.")
        return ScoreTable(columns, tuple(rows), tuple(remarks))

    def form_lines(self, known: View, seat: str) -> list[str]:
        """The ``orders:`` part of the form."""
        number = known.table.number_of[seat]
        return [*write_form_lines(known, number), *self._expansion.form(known, number)]


def list_hand(known: View) -> list[str]:
    """What the reader holds, and the bank's rates for him; nothing for an onlooker."""
    if known.reader is None:
        return []
    me = known.seats[known.reader]
    assert me.hand is not None
    assert me.unplayed is not None
    lines = [f"Resource cards{f' ({me.cards}): {write_cards_text(me.hand)}' if me.cards else ': none'}."]
    if me.unplayed:
        older = name_developments(me.unplayed - (me.fresh or 0))
        new = f"bought this turn: {name_developments(me.fresh)}" if me.fresh else ""
        lines.append(f"Development cards{', ' if new and not older else ': '}{'; '.join(filter(None, (older, new)))}.")
    lines.append(f"The bank gives you one card for {_say_rates(unpack(me.rates))}.")
    return lines


def _say_rates(rates: Sequence[int]) -> str:
    """``2 ore, or 3 of any other kind``."""
    usual = max(rates)
    better = [f"{rate} {name}" for name, rate in zip(RESOURCES, rates, strict=True) if rate < usual]
    return ", or ".join([*([", ".join(better)] if better else []), f"{usual} of {'any other' if better else 'a'} kind"])


def list_public_cards(known: View) -> Mapping[str, object]:
    """A table of what everybody sees: cards in every hand, knights played, pieces left; the reader's row is marked.

    ``heads`` are its columns in words for which lines of text have no room.
    """
    edition = known.table.edition
    brief = [cut_names([seat.name for seat in known.seats], most) for most in _NARROW]
    rows = []
    for number, seat in enumerate(known.seats):
        mark = " (you)" if number == known.reader else ""
        cells = (
            *(seat.cards, seat.developments, count_kind(seat.played, KNIGHT)),
            *(edition.roads - seat.roads.bit_count(), edition.settlements - seat.settlements.bit_count()),
            edition.cities - seat.cities.bit_count(),
        )
        rows.append(
            {"seat": f"{seat.name}{mark}", "shorter": [f"{cut[seat.name]}{mark}" for cut in brief], "cells": cells}
        )
    pieces = ("roads", "settlements", "cities")
    return {
        "columns": ("hand", "unplayed", "knights", "left: roads", *pieces[1:]),
        "heads": ("hand", "cards\nunplayed", "knights\nplayed", *pieces),
        "rows": rows,
    }


def list_offers(known: View, *, brief: bool) -> list[str]:
    """The trade book: the standing offers (``brief``: that there are some), and the bank.

    A proposal that waits for answers is told where it is answered, and to everybody else among the news.
    """
    hint = ["Standing offers are listed in your HTML report."] if known.book.offers else []
    offers = hint if brief else _list_standing_offers(known)
    bank = ", ".join(f"{count} {name}" for name, count in zip(RESOURCES, unpack(known.bank), strict=True))
    return [*offers, f"Bank: {bank}; {count_of(known.deck, 'development card')}."]


def _list_standing_offers(known: View) -> Iterator[str]:
    """The offers of each seat in a line for all that it asks the same of, and how one of them is taken."""
    for (seat, to), offers in groupby(known.book.offers, key=lambda offer: (offer.seat, offer.to)):
        asked: dict[str, list[str]] = {}
        for offer in offers:
            given = f"{write_cards_text(offer.give)} (no.{NO_BREAK}{offer.number}{_say_limits(offer)})"
            asked.setdefault(write_cards_text(offer.get), []).append(given)
        wishes = "; ".join(f"for {wanted}: {join_words(given, 'or')}" for wanted, given in asked.items())
        whom = join_words([call_seats(known)[partner] for partner in to]) or "anybody"
        yield f"{'You offer' if seat == known.reader else f'{known.seats[seat].name} offers'} {whom}, {wishes}."
    if known.reader is not None:
        yield from _say_how_to_take(known, known.reader)


def _say_how_to_take(known: View, reader: SeatNumber) -> Iterator[str]:
    """How an offer is taken, with one that the ``reader`` can pay if there is any."""
    open_ones = [offer for offer in known.book.offers if may_take(offer, reader)]
    hand = known.seats[reader].hand
    payable = [offer for offer in open_ones if hand is not None and covers(hand, offer.get)]
    for offer in (payable or open_ones)[:1]:
        when = "" if payable else " once you can pay it"
        yield f"On your turn, take one by its number{when}: 'take: {known.table.ids[offer.seat]} {offer.number}'."


def _say_limits(offer: Offer) -> str:
    """How often and how long an offer still stands, where that is limited."""
    left = "" if offer.left is None else f": {offer.left} more times" if offer.left > 1 else ": once"
    return left if offer.until is None else f"{left}{',' if left else ':'} until table turn {offer.until}"


def describe_phase(known: View) -> str:
    """Where the game stands, to its reader."""
    name, s = ("you", "") if known.reader == known.mover else (known.table.seats[known.mover], "s")
    if known.stage is Stage.OVER:
        return f"The game is over; {name} win{s} with {count_of(known.seats[known.mover].points, 'point')}"
    if not known.turn:
        due = 2 * len(known.seats)
        what = "a settlement" if known.stage is Stage.SETTLEMENT else "its road"
        return f"Set-up, settlement {known.placed + 1} of {due}: {name} place{s} {what}"
    return f"Table turn {known.turn}: {_describe_stage(known, name, s)}"


def _describe_stage(known: View, mover: str, s: str) -> str:
    """What the ``mover`` does, in verbs that end in ``s``."""
    has, are = ("has", "is") if s else ("have", "are")
    if known.book.proposal is not None:
        return f"{mover} {has} proposed a trade and {are} waiting for answers"
    match known.stage:
        case Stage.BEFORE_ROLL:
            return f"{mover} {has} not rolled yet"
        case Stage.DISCARD:
            seats = zip(call_seats(known), known.seats, strict=True)
            owing = [f"{name} {seat.owes}" for name, seat in seats if seat.owes]
            return f"{mover} rolled {known.dice}; cards still to be discarded: {join_words(owing)}"
        case Stage.ROBBER:
            return f"{mover} move{s} the robber"
        case Stage.FREE_ROADS:
            return f"{mover} {has} {count_of(known.free_roads, 'free road')} left to place"
        case _:
            return f"{mover} rolled {known.dice} and {are} trading and building"
