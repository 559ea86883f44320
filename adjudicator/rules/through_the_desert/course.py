"""How a game went: points by source, table turn by table turn; the charts and sentences that tell it, and small boards.

All of it lay on the table, but for what hidden water was worth: that is part of a camel's points, which a reader who
may not know it reads as 0. So what oases, areas and the river brought is found out again from the board.
On the boards, which are drawn on the land of the page's board, a hex is a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import or_
from typing import NamedTuple

from adjudicator.core.table import Onlooker, Reader, Score
from adjudicator.kit.charts import Series, write_labels
from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.ending import Ending, EndingStory, SmallBoard, draw_ending
from adjudicator.kit.charts.race import Turning, TurningPoint, draw_race, find_moments
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.kit.words import YOU, count_of, each, join_names, join_words
from adjudicator.rules.through_the_desert.picture import PAINTS
from adjudicator.rules.through_the_desert.picture.ground import PrintedBoard, draw_ground
from adjudicator.rules.through_the_desert.picture.outlines import Point
from adjudicator.rules.through_the_desert.score import find_winners, score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, Area, State, group_turns
from adjudicator.rules.through_the_desert.words import tell_tokens


class CamelGain(NamedTuple):
    """What a camel brought at once, by source; ``water`` is 0 where the reader may not know it."""

    water: int
    oases: int
    river: int
    areas: int


def trace_gains(known: State) -> Iterator[CamelGain]:
    """What each camel of the trail brought, in order, seen from where all of them stand.

    An area is closed by the last camel that stands beside it: from then on there is no room for another (ruling E8).
    """
    board, edition = known.table.board, known.table.edition
    closed: dict[int, list[Area]] = {}
    placed = {camel.hex: number for number, camel in enumerate(known.trail)}
    for area in known.areas:
        beside = board.grid.grow(area.hexes) & known.camels[area.seat * COLOURS + area.colour]
        closed.setdefault(max(placed.get(index, -1) for index in list_hexes(beside)), []).append(area)
    camels, linked, crossed = list(known.camels), [0] * len(known.camels), 0
    for caravan, index, _ in known.trail:
        camels[caravan] ^= 1 << index
    for number, (caravan, index, points) in enumerate(known.trail):
        camels[caravan] |= 1 << index
        areas = closed.get(number, ())
        near = reduce(or_, (area.hexes for area in areas), board.grid.neighbours[index])
        fresh = near & known.oases & ~linked[caravan]
        linked[caravan] |= fresh
        river = 0
        if board.river and board.across[index] & camels[caravan] and not crossed >> caravan & 1:
            crossed |= 1 << caravan
            river = edition.river_points
        oases, enclosed = fresh.bit_count() * edition.oasis_points, sum(area.points for area in areas)
        yield CamelGain(max(points - oases - river - enclosed, 0), oases, river, enclosed)


class PointsByTurn(NamedTuple):
    """The points of each seat before the first camel and after every table turn; ``gains`` by seat, turn and source.

    Where the game is over the total, which the largest caravans lift, comes last in ``points``.
    """

    points: Sequence[Sequence[int]]
    gains: Sequence[Sequence[CamelGain]]


def count_by_turn(known: State) -> PointsByTurn:
    """The course of the game as far as it has come, in points that stand; taken water only where it is known."""
    traced = trace_gains(known)
    turns = [(turn[0].caravan // COLOURS, list(islice(traced, len(turn)))) for turn in group_turns(known)]
    nothing = CamelGain(0, 0, 0, 0)
    seats = range(len(known.table.seats))
    gains = [[_add_up(gains) if owner == seat else nothing for owner, gains in turns] for seat in seats]
    points = [list(accumulate(map(sum, of_seat), initial=0)) for of_seat in gains]
    if known.ending is not None:
        for of_seat, score in zip(points, score_seats(known), strict=True):
            of_seat.append(score.points)
    return PointsByTurn(points, gains)


def _add_up(gains: Sequence[CamelGain]) -> CamelGain:
    return CamelGain(*map(sum, zip(*gains, strict=True)))


def counts_water(known: State) -> bool:
    """Whether the course has the points of water: not while what was taken lies face down."""
    return known.ending is not None or not known.table.taken_hidden


_SMALL_LAND = '<g id="small-land"><use href="#land" fill="#eadcb4"/><use href="#range" fill="#8d8379"/></g>'
_RIM = "#111"
"""What tells pale dots from the sand where colours are not seen."""
_OLD, _OLD_RIM, _NEW, _NEW_RIM = 26, 36, 36, 50
"""How wide dots are, and with their rims, on the small boards: what is new is larger."""
_BOARDS_WORDS = "Dots: camels and leaders in their colours. Large dots: new since the board before."
_SHADES = (("#f3cc6c", "#111"), ("#db8636", "#111"), ("#a4481f", "#fff"), ("#431009", "#fff"))
"""Paint and ink for each quarter of the game, the first camels the lightest, in even steps of grey."""
_LETTER = 38
"""The height of letters on the heat map."""
_SMALL_LETTER = 31
"""The letters below it are that part of its width, so that they are as large on a phone whatever the board."""


def draw_caravans(known: State) -> str:
    """How long the caravan of every seat is, colour by colour, and how many camels of the colour are left.

    The longest stand out; leaders count (ruling F2). The game ends when a colour is used up (ruling T5).
    """
    groups = []
    for colour, name in enumerate(known.table.colours):
        sizes = [mask.bit_count() for mask in known.camels[colour::COLOURS]]
        bars = [Bar(size, strong=size == max(sizes)) for size in sizes]
        groups.append(Group(bars, (name, f"{known.supply[colour]} left")))
    return draw_groups(
        "Camels of every caravan, and camels left; strong bars: the largest caravans", groups, known.table.seats
    )


def draw_strip(known: State, ground: PrintedBoard) -> list[SmallBoard]:
    """A small board after each quarter of the game; the camels that are new since the one before stand out.

    Leaders stand there from the first.
    """
    leaders = [(number % COLOURS, index) for number, index in enumerate(known.leaders) if index >= 0]
    land, boards = _SMALL_LAND, list[SmallBoard]()
    dots, paints = _trace_pieces(known, leaders, "l", ground)
    older = f'<g id="quarter0">{dots}</g>', f'<g id="new0">{paints}</g>'
    for number, (first, after) in enumerate(_quarter(known), 1):
        placed = [(camel.caravan % COLOURS, camel.hex) for camel in known.trail[first:after]]
        dots, paints = _trace_pieces(known, placed, f"q{number}", ground)
        words = f"after {after} camels"
        picture = (
            f'{land}<g stroke="{_RIM}"><g stroke-width="{_OLD_RIM}">{older[0]}</g>'
            f'<g stroke-width="{_NEW_RIM}"><g id="quarter{number}">{dots}</g></g></g>'
            f'<g stroke-width="{_OLD}">{older[1]}</g>'
            f'<g stroke-width="{_NEW}"><g id="new{number}">{paints}</g></g>'
        )
        boards.append(SmallBoard(_frame(f"The board {words}", ground.width, ground.height, picture), words))
        land, before = '<use href="#small-land"/>', range(number + 1)
        older = (
            "".join(f'<use href="#quarter{earlier}"/>' for earlier in before),
            "".join(f'<use href="#new{earlier}"/>' for earlier in before),
        )
    return boards


def _trace_pieces(known: State, pieces: Sequence[tuple[int, Hex]], name: str, ground: PrintedBoard) -> tuple[str, str]:
    """The dots of ``pieces``, a colour and a hex each, as paths with a ``name`` and a number; and these in paint."""
    dots, paints = "", ""
    for colour, called in enumerate(known.table.colours):
        if path := _trace_dots(ground.middles[index] for owner, index in pieces if owner == colour):
            dots += f'<path id="{name}{colour}" d="{path}"/>'
            paints += f'<use href="#{name}{colour}" stroke="{PAINTS[called].fill}"/>'
    return dots, paints


def _quarter(known: State) -> Iterator[tuple[int, int]]:
    """From which camel to which each quarter of the game goes."""
    for number in range(1, len(_SHADES) + 1):
        yield len(known.trail) * (number - 1) // len(_SHADES), len(known.trail) * number // len(_SHADES)


def draw_heat_map(known: State, ground: PrintedBoard) -> SmallBoard:
    """When each hex was taken, quarter by quarter of the game, and the points that its camel brought at once.

    Below it each quarter says which camels it has. All places are those of the small boards, on the same page.
    """
    camels, foot = known.trail, ground.height + 30
    letter = ground.width // _SMALL_LETTER
    legend = 5 * letter  # behind the word
    drawn = [
        f'<g font-family="Verdana,Arial,sans-serif" font-size="{_LETTER}" font-weight="bold" text-anchor="middle">',
        '<use href="#land" fill="#fbf5e6" stroke="#6d4f28" stroke-width="3"/><use href="#land" fill="url(#grid)"/>',
        '<use href="#range" fill="#bfae94"/><use href="#quarter0" stroke="#555" stroke-width="20"/>',
        '<g stroke-width="48">',
    ]
    words = f'<text x="10" y="{foot + 10}">camels</text>'
    for number, ((first, end), (paint, ink)) in enumerate(zip(_quarter(known), _SHADES, strict=True)):
        if first == end:
            continue
        left = legend + (ground.width - legend) * number // len(_SHADES)
        # the darkest paint needs a rim by night, and all are alike
        drawn.append(f'<path d="M{left} {foot}h0" stroke="#fbf5e6" stroke-width="54"/>')
        drawn.append(f'<g stroke="{paint}"><use href="#quarter{number + 1}"/><path d="M{left} {foot}h0"/></g>')
        middles = ((ground.middles[camel.hex], camel.points) for camel in camels[first:end])
        points = write_labels([((x, y + 14), str(points)) for (x, y), points in middles if points])
        drawn.append(f'<g fill="{ink}">{points}</g>')
        words += f'<text x="{left + 34}" y="{foot + 10}">{first + 1}\u2013{end}</text>'
    drawn.append(f'<g fill="currentColor" font-size="{letter}" font-weight="normal" text-anchor="start">')
    drawn.append(f"{words}</g></g></g>")
    title = "When each hex was taken"
    picture = _frame(title, ground.width, foot + 30, "".join(drawn))
    return SmallBoard(picture, f"{title}, and the points it brought: light first, dark last. Small dots are leaders.")


def _frame(title: str, width: int, height: int, drawing: str) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" stroke-linecap="round"><title>{title}</title>{drawing}</svg>'
    )


def _trace_dots(places: Iterable[Point]) -> str:
    path, before = "", (0, 0)
    for x, y in sorted(places):
        path += f"m{x - before[0]}{'' if y < before[1] else ' '}{y - before[1]}h0"
        before = (x, y)
    return path


def draw_course(known: State) -> Mapping[str, object]:
    """The charts of a game; its race only while it runs."""
    drawn = {"caravans_svg": "", "race_svg": "", "race_words": ""}
    if not known.trail:
        return drawn
    drawn["caravans_svg"] = draw_caravans(known)
    if known.ending is not None:
        return drawn
    courses = [Series(*course) for course in zip(known.table.seats, count_by_turn(known).points, strict=True)]
    words = "Points after every table turn" + ("" if counts_water(known) else ", without water")
    race = draw_race(words, courses, "table turns")
    return {**drawn, "race_svg": race, "race_words": words}


def draw_end(known: State, reader: Reader) -> Ending | None:
    """How a finished game ended; sentences call the ``reader`` *you*."""
    if known.ending is None or not known.trail:
        return None
    by_turn = count_by_turn(known)
    courses = [Series(*course) for course in zip(known.table.seats, by_turn.points, strict=True)]
    called = {seat: YOU if seat == reader else seat for seat in known.table.seats}
    moments = find_moments(courses, len(by_turn.gains[0]))
    scores = score_seats(known)
    ground = draw_ground(known.table.board)
    story = EndingStory(
        moments=[_tell_moment(moment, by_turn, list(called.values())) for moment in moments],
        closing=_tell_closing([score._replace(seat=called[score.seat]) for score in scores]),
        records=list(_tell_records(known, by_turn, list(called.values()))),
        boards=draw_strip(known, ground),
        heat_map=draw_heat_map(known, ground),
        boards_words=_BOARDS_WORDS,
    )
    winners, _ = find_winners(scores)
    own = "" if isinstance(reader, Onlooker) else reader
    return draw_ending(scores, winners, courses, moments, story, reader=own)


def _tell_moment(moment: TurningPoint, by_turn: PointsByTurn, seats: Sequence[str]) -> str:
    seat = seats[moment.seat]
    s = "" if seat == YOU else "s"
    leap = "one of the biggest leaps" if moment.equalled else "the biggest leap"
    what = f"make{s} {leap}" if moment.what is Turning.LEAP else f"take{s} the lead"
    gain = by_turn.gains[moment.seat][moment.step - 1]
    return f"Table turn {moment.step}: {seat} {what} with {_tell_gain(gain)}."


def _tell_gain(gain: CamelGain) -> str:
    parts = [
        f"{points} for {'the river' if source == 'river' else source}"
        for source, points in zip(CamelGain._fields, gain, strict=True)
        if points
    ]
    total = count_of(sum(gain), "point")
    return f"{total}: {join_words(parts)}" if len(parts) > 1 else f"{total}{parts[0].lstrip('0123456789')}"


def _tell_closing(scores: Sequence[Score]) -> str:
    """Whether the largest caravans, which count at the end only, decided the game."""
    before = [score._replace(points=score.points - score.parts["caravans"]) for score in scores]
    (led, most), (won, points) = find_winners(before), find_winners(scores)
    if led == won:
        return f"The largest caravans changed nothing at the top: {join_names(won)} would have won without them, too."
    leading = "won" if len(led) == 1 else "shared the victory"
    winning = "won" if len(won) == 1 else "shared the victory"
    return (
        f"The largest caravans decided it: without them, {join_names(led)} would have {leading} with "
        f"{count_of(most, 'point')}{each(led)}; with them, {join_names(won)} {winning} with {points}{each(won)}."
    )


def _tell_best_turns(by_turn: PointsByTurn, seats: Sequence[str]) -> Iterator[str]:
    """The table turn that brought most at once, or all that brought as much."""
    turns = [
        (sum(gain), seat, turn, gain)
        for seat, gains in zip(seats, by_turn.gains, strict=True)
        for turn, gain in enumerate(gains, start=1)
    ]
    most = max(turn[0] for turn in turns)
    best = [turn for turn in turns if most and turn[0] == most]
    if len(best) == 1:
        _, seat, turn, gain = best[0]
        yield f"Best table turn: {seat}, table turn {turn}, {_tell_gain(gain)}."
    elif best:
        of_seats = {seat: [turn for _, owner, turn, _ in best if owner == seat] for _, seat, _, _ in best}
        named = [f"{seat} (table turn{'s'[: len(own) - 1]} {join_words(own)})" for seat, own in of_seats.items()]
        yield f"Best table turns: {join_words(named)}, {count_of(most, 'point')} each."


def _tell_records(known: State, by_turn: PointsByTurn, seats: Sequence[str]) -> Iterator[str]:
    """The largest caravan, the largest area, the best table turn, the water that each seat turns over."""
    colours = known.table.colours
    sizes = [mask.bit_count() for mask in known.camels]
    largest = [
        f"{seats[caravan // COLOURS]} ({colours[caravan % COLOURS]})"
        for caravan, size in enumerate(sizes)
        if size == max(sizes)
    ]
    yield f"Largest caravan: {join_words(largest)}, {count_of(max(sizes), 'camel')}{each(largest)}."
    if most := max((area.points for area in known.areas), default=0):
        owners = [f"{seats[area.seat]} ({colours[area.colour]})" for area in known.areas if area.points == most]
        whose = list(dict.fromkeys(owners))
        yield f"Largest area: {join_words(whose)}, {count_of(most, 'point')}{each(whose)}."
    yield from _tell_best_turns(by_turn, seats)
    water = [f"{name} ({tell_tokens(taken)})" for name, taken in zip(seats, known.taken, strict=True) if sum(taken)]
    if water:
        yield f"Water tokens, turned over: {join_words(water)}."
