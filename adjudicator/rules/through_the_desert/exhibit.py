"""How the game is shown: pictures of the board, sentences, scores, the order form; what each seat has, at a glance.

Made from what a reader knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator.core.printing import fill_lines, measure, pad
from adjudicator.core.seat_names import cut_names
from adjudicator.core.table import Event, Onlooker, Reader, ScoreTable, SeatNumber, Story
from adjudicator.kit.words import NO_BREAK, YOU, count_of, join_words, wrap_comment
from adjudicator.rules.through_the_desert.course import draw_course, draw_end
from adjudicator.rules.through_the_desert.legal import (
    DECISIONS,
    ActionKind,
    find_bound,
    list_left,
    opening_colours,
    seat_phase,
)
from adjudicator.rules.through_the_desert.mail.asks import count_due, propose_move
from adjudicator.rules.through_the_desert.picture import draw_board
from adjudicator.rules.through_the_desert.picture.marks import list_marks
from adjudicator.rules.through_the_desert.picture.text import draw_seats_text, draw_text
from adjudicator.rules.through_the_desert.saved import list_leaders, of_seat
from adjudicator.rules.through_the_desert.score import find_largest, largest_points, score_seats
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State, is_last_move
from adjudicator.rules.through_the_desert.words import describe_phase, list_tokens, tell_events
from adjudicator.rules.through_the_desert.written import KEY_OF, write_action

_PLACED = frozenset({"leader-placed", "camel-placed"})
_MOST_LINES = 2
"""Lines of a form that list the hexes for a leader; the board shows the others."""


class DesertExhibit:
    """See :class:`adjudicator.core.game.Exhibit`."""

    phase_words = staticmethod(describe_phase)

    def __init__(self) -> None:
        self._drawn: tuple[State, tuple[str, ...], dict[str, object]] | None = None

    def parts(self, known: State, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """The board as SVG and as text, its legend, and what each seat has."""
        drawn = self._draw(known, news)
        ledger = cast("CaravanTable | None", drawn["ledger"])
        own = "" if isinstance(reader, Onlooker) else reader
        called = _call_leaders(known.table.seats, _LONGEST_NAME, own)
        return {
            **drawn,
            "ending": draw_end(known, reader),
            "moment_svg": drawn["caravans_svg"],
            "names": known.table.seats,
            "you": {"seat": own, "number": known.table.number_of[own] + 1} if own else None,
            "seats_text": draw_seats_text(known.table.seats, own, known.table.ids),
            "leads": [_show_lead(lead) for lead in ledger.name_leaders(called)] if ledger else [],
            "ledger_text": write_ledger(ledger, own) if ledger else "",
            "holdings": [] if known.phase is Phase.OVER else list(list_holdings(known, reader)),
            "most_lines": 110,
        }

    def _draw(self, known: State, news: Sequence[Event]) -> Mapping[str, object]:
        """Pictures and tables, made once for all readers: they tell nothing of tokens taken, of which readers know."""
        table = known._replace(taken=())
        newest = tuple(str(event.facts["hex"]) for event in news if event.kind in _PLACED)
        if self._drawn is None or self._drawn[:2] != (table, newest):
            parts: dict[str, object] = {
                "board_svg": draw_board(known, newest),
                "board_text": draw_text(known, frozenset(newest)),
                "legend": list_marks(known),
                "board_words": known.table.board.words,
                "ledger": list_caravans(known),
                **draw_course(known),
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
        pending = largest_points(known, find_largest(known))
        rows, scores = [], score_seats(known)
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
        return ScoreTable(tuple(scores[0].parts), tuple(rows), tuple(_explain_brackets(known)))

    def form_lines(self, known: State, seat: str) -> list[str]:
        """The ``orders:`` part of the form: how many are due, what is legal, and examples to take the ``#`` from."""
        number = known.table.number_of[seat]
        phase = seat_phase(known, number)
        if phase is Phase.OVER or (is_last_move(known) and number != known.on_move):
            return ["orders: []"]
        kind = DECISIONS[phase]
        due = count_due(known, number)
        noun = {ActionKind.CAMEL: "camel", ActionKind.LEADER: "leader", ActionKind.RETURN: "leader to return"}[kind]
        lines = ["orders:", f"# Due: {count_of(due, noun)}. Alternatives: [first choice, second choice]."]
        legal = list_left(known, number)
        masks = dict(zip(known.table.colours, legal.masks, strict=True))
        colours = [colour for colour, mask in masks.items() if mask]
        names_of = known.table.board.grid.names_of
        if kind is ActionKind.RETURN:
            lines += wrap_comment("# Colours left: ", colours)
        elif kind is ActionKind.LEADER:
            lines += wrap_comment("# Colours: ", colours)
            lines += wrap_comment("# Legal hexes: ", names_of(max(masks.values())), _MOST_LINES)
        else:
            placed = known.leaders[number * COLOURS : (number + 1) * COLOURS]
            for (colour, mask), leader in zip(masks.items(), placed, strict=True):
                if leader < 0:  # there is no such caravan
                    continue
                lines += wrap_comment(f"# {colour}: ", names_of(mask) or ["no legal hex"], 2)
        # one alone changes nothing for another
        proposed = propose_move(known, number, due) if due > 1 else legal[:due]
        return [*lines, *(f"# - {KEY_OF[kind]}: {write_action(known.table, action)}" for action in proposed)]


def _explain_brackets(known: State) -> Iterator[str]:
    """What stands in brackets in the table of points, where anything does."""
    parts = []
    if any(sum(taken[:3]) for taken in known.taken):
        parts.append("water tokens (2x3: two 3s)")
    elif any(map(sum, known.taken)):
        parts.append("water tokens taken")
    if known.phase is not Phase.OVER:
        parts.append("caravans, counted at the end only")
    if parts:
        yield f"In brackets: {'; '.join(parts)}."


_WIDTH, _GAP = 78, 2
_LONGEST_NAME = 12
"""A longer name of a seat is cut, so that the columns keep their room."""
_YOU, _AHEAD = " (you)", "ahead"
_MOST_NAMED = 2
"""More who are level are counted: the column shows who they are."""
_WORDS = "Camels of each caravan, its leader included, and the oases it has linked"
_RIVER_WORDS = "Camels of each caravan (with its leader), oases linked, 'river' if crossed"


class Caravan(NamedTuple):
    """One caravan: its camels with the leader, 0 where it has none, what it scored, oases and ``river``; its cell."""

    size: int
    scored: tuple[str, ...]
    text: str


class Lead(NamedTuple):
    """Who has the largest caravan of a colour, and by how many camels, 0 if several have; leaders count (ruling F2)."""

    holders: tuple[SeatNumber, ...]
    by: int

    def name(self, called: Sequence[str], most_names: int) -> str:
        """The lead in words, all seats ``called`` so; of those who are level at most so many are named, or counted."""
        if not self.holders:
            return "-"
        if self.by:
            return f"{called[self.holders[0]]} by {self.by}"
        count = len(self.holders)
        if count == len(called):
            return "all level"
        return join_words([called[seat] for seat in self.holders]) if count <= most_names else f"{count} level"


class CaravanTable(NamedTuple):
    """The table of caravans: one row a seat, one column a colour, with its lead. ``words`` say what a cell tells."""

    words: str
    colours: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Caravan, ...]], ...]
    leads: tuple[Lead, ...]

    def name_leaders(self, called: Sequence[str], most_names: int = _MOST_NAMED) -> list[str]:
        """Below each column who leads and by how much, in table order ``called`` so."""
        return [lead.name(called, most_names) for lead in self.leads]


def _show_lead(lead: str) -> str:
    """A cell of the last row in a page, which a line may break, but not before a number."""
    return "\u2013" if lead == "-" else lead.replace(" by ", f" by{NO_BREAK}")


def list_caravans(known: State) -> CaravanTable | None:
    """Every caravan of ``known``; None while no leader stands."""
    if not known.occupied:
        return None
    names_of = known.table.board.grid.names_of
    caravans = [
        _describe_caravan(camels.bit_count(), (*names_of(linked), *(["river"] * (known.crossed >> number & 1))))
        for number, (camels, linked) in enumerate(zip(known.camels, known.linked, strict=True))
    ]
    rows = tuple((seat, tuple(of_seat(caravans, number))) for number, seat in known.table.numbered)
    leads = tuple(_find_lead([caravan.size for caravan in caravans[colour::COLOURS]]) for colour in range(COLOURS))
    return CaravanTable(_RIVER_WORDS if known.table.board.river else _WORDS, known.table.colours, rows, leads)


def _describe_caravan(size: int, scored: tuple[str, ...]) -> Caravan:
    return Caravan(size, scored, " ".join((str(size), *scored)) if size else "-")


def _find_lead(sizes: Sequence[int]) -> Lead:
    most, *less = sorted(set(sizes), reverse=True)
    holders = tuple(SeatNumber(seat) for seat, size in enumerate(sizes) if size == most) if most else ()
    return Lead(holders, most - (less or [0])[0] if len(holders) == 1 else 0)


def _call_leaders(seats: Sequence[str], width: int, you: str) -> list[str]:
    """What each seat is called in the last row, in at most ``width`` columns."""
    return [YOU if seat == you else name for seat, name in cut_names(seats, width).items()]


def write_ledger(ledger: CaravanTable, you: str = "") -> str:
    """``ledger`` in plain lines of at most 78 columns; a full cell takes several. The row of ``you`` is marked."""
    seats = [seat for seat, _ in ledger.rows]
    brief = cut_names(seats, _LONGEST_NAME)
    heads = [f"{brief[seat]}{_YOU if seat == you else ''}" for seat in seats]
    name = max(measure(head) for head in (*heads, _AHEAD) if measure(head) <= _LONGEST_NAME + len(_YOU))
    width = (_WIDTH - name) // COLOURS - _GAP
    called = _call_leaders(seats, width, you)
    named = 1 if any(name not in (seat, YOU) for name, seat in zip(called, seats, strict=True)) else _MOST_NAMED
    leads = ledger.name_leaders(called, named)
    if any(" by " in lead and measure(lead) > width for lead in leads):
        called = _call_leaders(seats, width - len(" +1"), you)
        leads = [lead.replace(" by ", " +") for lead in ledger.name_leaders(called, named)]
    rows = [
        ("", ledger.colours),
        *zip(heads, (tuple([caravan.text for caravan in caravans]) for _, caravans in ledger.rows), strict=True),
        (_AHEAD, tuple(leads)),
    ]
    return "\n".join(_lay_row(head, tuple(cells), name, width) for head, cells in rows)


@lru_cache(maxsize=256)
def _lay_row(head: str, cells: tuple[str, ...], name: int, width: int) -> str:
    """A row in lines; most are the same for all readers."""
    lines = []
    if measure(head) > name:
        lines.append(fill_lines(head, _WIDTH))
        head = ""
    columns = [[head], *(fill_lines(cell, width).split("\n") for cell in cells)]
    for number in range(max(map(len, columns))):
        line = [column[number] if number < len(column) else "" for column in columns]
        lines.append((" " * _GAP).join([pad(line[0], name), *(pad(cell, width) for cell in line[1:])]).rstrip())
    return "\n".join(lines)


def list_holdings(known: State, reader: Reader) -> Iterator[str]:
    """What stands in no table: the reader's own camels, leaders off the board, the law of first ones."""
    if reader in known.table.seats and known.occupied:
        yield f"Yours (* the leader): {_list_own(known, known.table.number_of[reader])}."
    if known.phase is Phase.LEADERS and known.occupied and (hand := _list_off_board(known, NOWHERE, reader)):
        yield f"Leaders in hand: {hand}."
    is_early = known.phase in {Phase.RETURNS, Phase.LEADERS}
    if is_early and known.table.leaders_each < COLOURS and (boxed := _list_off_board(known, BOXED, reader)):
        yield f"Leaders returned to the box: {boxed}."
    yield from tell_first_leaders(known, reader)


def _list_by_seat(known: State, reader: Reader, parts: Sequence[str]) -> list[str]:
    """``parts`` of the seats, that of the ``reader`` first: where a text is cut, it stands."""
    told = sorted(zip(known.table.seats, parts, strict=True), key=lambda one: one[0] != reader)
    return [f"{'you' if seat == reader else seat} {part}" for seat, part in told if part]


def _list_off_board(known: State, place: int, reader: Reader) -> str:
    held = [", ".join(list_leaders(known, seat, place)) for seat, _ in known.table.numbered]
    return "; ".join(_list_by_seat(known, reader, held))


def _list_own(known: State, seat: SeatNumber) -> str:
    names = known.table.board.grid.names
    parts = []
    own = zip(known.table.colours, of_seat(known.leaders, seat), of_seat(known.camels, seat), strict=True)
    for colour, leader, mask in own:
        if leader >= 0:
            others = known.table.board.grid.names_of(mask & ~(1 << leader))
            parts.append(" ".join((colour, f"{names[leader]}*", *others)))
    return "; ".join(parts) or "none yet"


def tell_first_leaders(known: State, reader: Reader) -> Iterator[str]:
    """The law that first leaders differ in colour, while it binds anybody: who opened with what, what is left (L3)."""
    seats, colours = known.table.seats, known.table.colours
    standing = [
        [colour for colour, at in zip(colours, of_seat(known.leaders, seat), strict=True) if at >= 0]
        for seat, _ in known.table.numbered
    ]
    if known.phase not in {Phase.RETURNS, Phase.LEADERS} or all(standing):
        return
    opened = _list_by_seat(known, reader, ["".join(placed[:1]) for placed in standing])
    line = "The players' first leaders must all have different colours."
    if known.table.first_bound and not opened:
        bound = [colours[colour] for colour in find_bound(known)]
        who = "You have" if seats[0] == reader else f"{seats[0]} has"
        is_past = known.phase is Phase.LEADERS
        last = f"{seats[-1]} returned" if is_past else f"{seats[-1]} returns"
        if seats[-1] == reader:
            last = "you returned" if is_past else "you return"
        line += f" {who} to open with {f'{bound[0]}, ' if bound else ''}the colour that {last}."
    if opened:
        line += f" So far: {join_words(opened)}."
    if known.phase is Phase.LEADERS and reader in seats and not standing[known.table.number_of[reader]]:
        left = [colours[colour] for colour in sorted(opening_colours(known, known.table.number_of[reader]))]
        waived = any(colour == first[0] for first in standing if first for colour in left)
        why = (
            " (the only colour nobody opened with is the one you returned, so you may choose; ruling L4)"
            if waived
            else ""
        )
        line += f" Left for you now: {join_words(left, 'or')}{why}."
    yield line
