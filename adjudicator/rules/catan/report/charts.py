"""How the game goes, in charts: points, what each number of the dice brought, hands, cards won and lost; how it ended.

Of a finished game: podium, race and turning points, records, luck, every hand laid open, and small boards at even
steps, on which one sees who went where.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.core.table import SeatNumber
from adjudicator.kit.charts import Series
from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.ending import Ending, EndingStory, SmallBoard, draw_ending
from adjudicator.kit.charts.race import Turning, TurningPoint, draw_race, draw_rows, find_moments
from adjudicator.kit.hexes import list_bits
from adjudicator.kit.words import YOU, count_of, join_words
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.cards import DEVELOPMENT_TITLES, KNIGHT, count_kind, name_cards
from adjudicator.rules.catan.course import ALL_WAYS, WAYS, GameCourse, read_course, read_raised
from adjudicator.rules.catan.dealing import SEVEN, TOTALS
from adjudicator.rules.catan.picture.ground import HEIGHT, SPOTS, WIDTH, line_along
from adjudicator.rules.catan.picture.marks import INKS, PAINTS
from adjudicator.rules.catan.report.phrases import possess
from adjudicator.rules.catan.report.words import call_seats
from adjudicator.rules.catan.state import Cells, Stage
from adjudicator.rules.catan.topology import PathNumber
from adjudicator.rules.catan.views.known import KnownSeat, View, as_state

_BOARDS = 4
_LAND = "#e3cf9f"
_RIM = "filter:drop-shadow(0 0 6px #000)drop-shadow(0 0 3px #000)"
"""What tells pieces from the land where colours are not seen."""
_WIDTHS = {"roads": 22, "settlements": 46, "cities": 66}
SOURCES = {
    "settlements": "settlements",
    "cities": "cities",
    "longest-road": "road",
    "largest-army": "army",
    "victory-points": "cards",
}
"""The parts of a score in a word each."""
_LUCK = ("dice", "due", "blocked", "took", "lost", "sevens")
NO_CHARTS: Mapping[str, object] = {"race_svg": "", "numbers_svg": "", "hands_svg": "", "luck": None}
"""Before the first table turn is over."""


def draw_charts(known: View) -> Mapping[str, object]:
    """The charts of a game; nothing in them is known to some readers alone."""
    state = as_state(known)
    course = read_course(known.table, state.cells)
    names = known.table.seats
    points = [Series(name, seat.points) for name, seat in zip(names, course.seats, strict=True)]
    if not points[0].values[1:]:
        return NO_CHARTS
    hands = [Series(name, seat.cards) for name, seat in zip(names, course.seats, strict=True)]
    limit = known.table.edition.hand_limit
    over = known.stage is Stage.OVER
    return {
        "race_svg": "" if over else draw_race("Points after every table turn", points, "table turns", inks=INKS),
        "numbers_svg": _draw_numbers(course),
        "hands_svg": draw_rows("Cards in hand after every table turn", hands, "table turns", limit, inks=INKS),
        "luck": _tabulate_luck(names, course),
        "over": over,
    }


def draw_end(known: View, records: Callable[[View], Sequence[str]]) -> Ending | None:
    """How a finished game ended, for its reader; ``records`` are what a game on top tells of it."""
    if known.stage is not Stage.OVER:
        return None
    course = read_course(known.table, as_state(known).cells)
    points = [Series(name, seat.points) for name, seat in zip(known.table.seats, course.seats, strict=True)]
    return tell_ending(known, course, points, records(known)) if points[0].values[1:] else None


def _draw_numbers(course: GameCourse) -> str:
    """What each number brought all seats together, with a mark at what was to be expected."""
    groups = [
        Group([Bar(course.produced[total], expected=course.expected[total])], (str(total),))
        for total in TOTALS
        if total != SEVEN
    ]
    return draw_groups("Cards that each number brought", groups)


def _tabulate_luck(names: Sequence[str], course: GameCourse) -> Mapping[str, object]:
    """What the dice brought each seat against what was to be expected, and what went from hand to hand."""
    rows = [
        {
            "seat": name,
            "cells": (seat.produced, f"{seat.expected:.0f}", seat.missed, seat.took, seat.lost, seat.discarded),
        }
        for name, seat in zip(names, course.seats, strict=True)
    ]
    return {"columns": _LUCK, "rows": rows}


def _expect(rolled: int) -> list[float]:
    """How often each total is to be expected in so many rolls."""
    return [rolled * WAYS[total] / ALL_WAYS for total in TOTALS]


def draw_dice(rolls: Sequence[int]) -> str:
    """A bar chart of ``rolls``, how often each total came, as one ``<svg>`` element; a mark shows what to expect.

    Nothing is drawn before the first roll.
    """
    rolled = sum(rolls)
    if not rolled:
        return ""
    groups = [
        Group([Bar(count, expected=due)], (str(total),))
        for total, count, due in zip(TOTALS, rolls, _expect(rolled), strict=True)
    ]
    return draw_groups(f"{count_of(rolled, 'roll')} by total; lines show what to expect", groups)


def draw_dice_text(rolls: Sequence[int]) -> str:
    """The same as a small table: totals, how often each came, how often it was to be expected; empty before a roll."""
    rolled = sum(rolls)
    if not rolled:
        return ""
    rows = ((count_of(rolled, "roll"), TOTALS), ("times", rolls), ("expected", map(round, _expect(rolled))))
    return "".join(f"{head:<10}{''.join(f'{number:>5}' for number in row)}\n" for head, row in rows)


def draw_strip(known: View, cells: Cells) -> Sequence[SmallBoard]:
    """The board after each quarter of the table turns of the game that ``cells`` have."""
    boards, before = list[SmallBoard](), -1
    raised = {kind: read_raised(cells, kind) for kind in _WIDTHS}
    for number in range(1, _BOARDS + 1):
        after = known.turn * number // _BOARDS
        words = "at the end" if number == _BOARDS else f"after table turn {after}" if after else "after the set-up"
        layers = {kind: _trace_new(known, kind, raised[kind], before, after) for kind in _WIDTHS}
        groups = "".join(_draw_layer(kind, lines, number) for kind, lines in layers.items())
        picture = (
            f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" fill="none"'
            f' stroke-linecap="round"><title>The board {words}</title>'
            f'<use href="#island" fill="{_LAND}" stroke="{_LAND}" stroke-width="70"/>'
            f'<g style="{_RIM}">{groups}</g></svg>'
        )
        boards.append(SmallBoard(picture, words))
        before = after
    return boards


def _draw_layer(kind: str, lines: Sequence[str], number: int) -> str:
    """The pieces of a kind, those of the boards before and then the new ones of each seat."""
    older = f'<use href="#{kind}{number - 1}"/>' if number > 1 else ""
    fresh = (f'<path d="{line}" stroke="{paint.fill}"/>' for line, paint in zip(lines, PAINTS, strict=False) if line)
    return f'<g id="{kind}{number}" stroke-width="{_WIDTHS[kind]}">{older}{"".join(fresh)}</g>'


def _trace_new(known: View, kind: str, raised: Mapping[int, int], before: int, after: int) -> list[str]:
    """By seat, the pieces of a kind that came to the board after the table turn ``before`` and until ``after``.

    One of which it is not known when it came has been there from the start.
    """
    lines = []
    for seat in known.seats:
        owned = {"roads": seat.roads, "settlements": seat.settlements | seat.cities, "cities": seat.cities}[kind]
        places = [place for place in list_bits(owned) if before < raised.get(place, 0) <= after]
        if kind == "roads":
            lines.append("".join(line_along(PathNumber(place), 0) for place in places))
        else:
            lines.append("".join(f"M{SPOTS[place][0]} {SPOTS[place][1]}h0" for place in places))
    return lines


def tell_ending(known: View, course: GameCourse, points: Sequence[Series], more: Sequence[str] = ()) -> Ending:
    """The end of a game, at which everybody may know everything; sentences call the reader *you*.

    ``points`` are those after every table turn; ``more`` are records that a game on top keeps.
    """
    names = call_seats(known)
    state = as_state(known)
    scores = [
        score._replace(parts={SOURCES.get(part, part): worth for part, worth in score.parts.items()})
        for score in score_seats(state)
    ]
    turns = len(points[0].values) - 1
    moments = find_moments(points, turns)
    hidden = {name: score.parts["cards"] for name, score in zip(names, scores, strict=True) if score.parts["cards"]}
    turned_over = join_words([f"{seat} {worth}" for seat, worth in hidden.items()])
    story = EndingStory(
        moments=[_tell_moment(known, course, points, moment) for moment in moments],
        closing=f"Points in hidden cards, turned over at the end: {turned_over}." if hidden else "",
        records=[*_tell_pieces(known), *more, *_tell_swing(known, course, points), *_tell_fortunes(known, course)],
        boards=draw_strip(known, state.cells),
        boards_words="Colours as on the board. Lines: roads. Small dots: settlements. Large dots: cities.",
    )
    races = [Series(race.seat, [*race.values, score.points]) for race, score in zip(points, scores, strict=True)]
    reader = "" if known.reader is None else known.table.seats[known.reader]
    return draw_ending(scores, [known.table.seats[known.mover]], races, moments, story, INKS, reader)


def _tell_moment(known: View, course: GameCourse, points: Sequence[Series], moment: TurningPoint) -> str:
    """What happened in a table turn: the points it brought, and an award that changed hands."""
    seat, turn = known.table.numbers[moment.seat], moment.step
    name, now = call_seats(known)[seat], points[seat].values[turn]
    s = "" if name == YOU else "s"
    leap = "one of the biggest leaps" if moment.equalled else "the biggest leap"
    what = f"make{s} {leap}, to {now}" if moment.what is Turning.LEAP else f"take{s} the lead with {now}"
    gained = f" ({moment.gained} new)" if moment.gained > 0 else " (others lost points)"
    awards = [f"the {award}" for award in _list_passed(course, turn, seat)]
    came = f", and {join_words(awards)}" if awards else ""
    return f"Table turn {turn}: {name} {what} points{gained}{came}."


def _list_passed(course: GameCourse, turn: int, seat: SeatNumber) -> list[str]:
    """The awards that came to ``seat`` in a table turn."""
    return [award for award, held in _list_awards(course) if held[turn] == seat != held[turn - 1]]


def _list_awards(course: GameCourse) -> tuple[tuple[str, Sequence[SeatNumber | None]], ...]:
    return ("longest road", course.longest), ("largest army", course.largest)


def _tell_pieces(known: View) -> Iterator[str]:
    """The two awards, with the size of each; of one that nobody has, who came closest."""
    roads = [seat.road_length for seat in known.seats]
    armies = [count_kind(seat.played, KNIGHT) for seat in known.seats]
    yield f"Longest road: {_tell_award(known, known.longest, roads, lambda length: f'length {length}')}."
    yield f"Largest army: {_tell_award(known, known.largest, armies, lambda knights: count_of(knights, 'knight'))}."


def _tell_award(known: View, holder: SeatNumber | None, sizes: Sequence[int], measure: Callable[[int], str]) -> str:
    if holder is not None:
        return f"{call_seats(known)[holder]}, {measure(sizes[holder])}"
    most = max(sizes)
    nearest = [name for name, size in zip(call_seats(known), sizes, strict=True) if size == most]
    return f"nobody; {join_words(nearest)} came closest ({measure(most)})" if most else "nobody"


def _tell_swing(known: View, course: GameCourse, points: Sequence[Series]) -> Iterator[str]:
    """The table turn that moved most points from one seat to another, the first of several."""
    swings = []
    for turn in range(1, len(points[0].values)):
        gains = [race.values[turn] - race.values[turn - 1] for race in points]
        if min(gains) < 0 < max(gains):
            swings.append((max(gains) - min(gains), -turn, gains))
    if swings:
        _, turn, gains = max(swings)
        winner, loser = gains.index(max(gains)), gains.index(min(gains))
        names = call_seats(known)
        passed = join_words([f"the {award}" for award in _list_passed(course, -turn, known.table.numbers[winner])])
        yield (
            f"Biggest swing: table turn {-turn}, {names[winner]} gained {count_of(gains[winner], 'point')} and "
            f"{names[loser]} lost {-gains[loser]}{f', with {passed}' if passed else ''}."
        )


def _tell_fortunes(known: View, course: GameCourse) -> Iterator[str]:
    """Awards that changed hands, the luck of the dice, the robber, and all hands."""
    names = call_seats(known)
    for award, held in _list_awards(course):
        changes = [f"{names[seat]} (table turn {turn})" for turn, seat in _list_changes(held)]
        if len(changes) > 1:
            yield f"The {award} changed hands: {join_words(changes)}."
    yield f"Luck of the dice, in cards above or below average: {'; '.join(_tell_luck(names, course))}."
    for name, seat in zip(names, known.seats, strict=True):
        yield f"Left in {possess(name)} hand: {_tell_hand(seat)}."


def _list_changes(held: Sequence[SeatNumber | None]) -> Iterator[tuple[int, SeatNumber]]:
    before = None
    for turn, seat in enumerate(held):
        if seat is not None and seat != before:
            yield turn, seat
        before = seat


def _tell_luck(names: Sequence[str], course: GameCourse) -> Iterator[str]:
    for name, seat in zip(names, course.seats, strict=True):
        luck = seat.produced + seat.missed - round(seat.expected)  # as the table of the page has it
        kept = f" (the robber blocked {seat.missed})" if seat.missed else ""
        yield f"{name} {f'{luck:+}' if luck else 0}{kept}"


def _tell_hand(seat: KnownSeat) -> str:
    assert seat.hand is not None
    assert seat.unplayed is not None
    resources = [f"{count} {card}" for card, count in name_cards(seat.hand).items()]
    developments = name_cards(seat.unplayed, DEVELOPMENT_TITLES).items()
    cards = [count_of(count, f"{card} card") for card, count in developments]
    return join_words([*resources, *cards]) or "nothing"
