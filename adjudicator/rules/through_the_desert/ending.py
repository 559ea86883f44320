"""The course of a game in charts and sentences: small while it runs, whole when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.table import Score
from adjudicator.kit.charts.ending import EndingStory, draw_ending
from adjudicator.kit.charts.paper import Series
from adjudicator.kit.charts.race import Turning, TurningPoint, draw_race, find_moments
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.course import CamelGain, PointsByTurn, count_by_turn, counts_water
from adjudicator.rules.through_the_desert.ledger import list_tokens
from adjudicator.rules.through_the_desert.picture.charts import draw_caravans, draw_heat_map, draw_strip
from adjudicator.rules.through_the_desert.picture.ground import draw_ground
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.view import BoardView
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, State


def draw_course(known: State, board: BoardView) -> Mapping[str, object]:
    """The charts of a game that runs; of a finished one also how it ended."""
    if not known.trail:
        return {"caravans_svg": "", "race_svg": "", "race_words": "", "ending": None}
    by_turn = count_by_turn(known)
    courses = [Series(seat, points) for seat, points in zip(known.table.seats, by_turn.points, strict=True)]
    if known.ending is None:
        words = "Points after every table turn" + ("" if counts_water(known) else ", without water")
        return {
            "caravans_svg": draw_caravans(known),
            "race_svg": draw_race(words, courses, "table turns"),
            "race_words": f"{words}. The largest caravans count at the end only.",
            "ending": None,
        }
    moments = find_moments(courses, len(by_turn.gains[0]))
    scores = score_seats(known)
    best = max(score.points for score in scores)
    ground = draw_ground(lay_out(board))
    story = EndingStory(
        moments=[_tell_moment(moment, by_turn, courses) for moment in moments],
        closing=_tell_closing(scores),
        records=list(_tell_records(known, by_turn)),
        boards=draw_strip(known, ground),
        heat_map=draw_heat_map(known, ground),
    )
    winners = [score.seat for score in scores if score.points == best]
    ending = draw_ending(scores, winners, courses, moments, story)
    return {"caravans_svg": draw_caravans(known), "race_svg": "", "race_words": "", "ending": ending}


def _tell_moment(moment: TurningPoint, by_turn: PointsByTurn, courses: Sequence[Series]) -> str:
    seat = courses[moment.seat].seat
    what = "makes the biggest leap" if moment.what is Turning.LEAP else "takes the lead"
    gain = by_turn.gains[moment.seat][moment.step - 1]
    return f"Table turn {moment.step}: {seat} {what} with {_tell_gain(gain)}."


def _tell_gain(gain: CamelGain) -> str:
    parts = [f"{points} for {source}" for source, points in zip(CamelGain._fields, gain, strict=True) if points]
    total = count_of(sum(gain), "point")
    return f"{total}: {join_words(parts)}" if len(parts) > 1 else f"{total}{parts[0].lstrip('0123456789')}"


def _tell_closing(scores: Sequence[Score]) -> str:
    """Whether the largest caravans, which count at the end only, decided the game."""
    before = {score.seat: score.points - score.parts["caravans"] for score in scores}
    after = {score.seat: score.points for score in scores}
    led, won = (_find_best(points) for points in (before, after))
    if led == won:
        return f"The largest caravans changed nothing at the top: {join_words(won)} would have won without them, too."
    return (
        f"The largest caravans decided it: without them, {join_words(led)} would have won with "
        f"{count_of(max(before.values()), 'point')}; with them, {join_words(won)} won with {max(after.values())}."
    )


def _find_best(points: Mapping[str, int]) -> list[str]:
    return [seat for seat, of_seat in points.items() if of_seat == max(points.values())]


def _tell_records(known: State, by_turn: PointsByTurn) -> Iterator[str]:
    """The longest caravan, the largest area, the best table turn, the water that each seat turns over."""
    seats, colours = known.table.seats, known.table.colours
    sizes = [mask.bit_count() for mask in known.camels]
    longest = [
        f"{seats[caravan // COLOURS]} ({colours[caravan % COLOURS]})"
        for caravan, size in enumerate(sizes)
        if size == max(sizes)
    ]
    yield f"Longest caravan: {join_words(longest)}, {max(sizes)} camels."
    if known.areas:
        area = max(known.areas, key=lambda area: area.points)
        yield f"Largest area: {seats[area.seat]} ({colours[area.colour]}), {count_of(area.points, 'point')}."
    gain, turn, seat = max(
        (gain, -turn, -number)
        for number, gains in enumerate(by_turn.gains)
        for turn, gain in enumerate(map(sum, gains), start=1)
    )
    if gain:
        yield f"Best table turn: {seats[-seat]}, table turn {-turn}, {_tell_gain(by_turn.gains[-seat][-turn - 1])}."
    water = [f"{name} {list_tokens(taken)}" for name, taken in zip(seats, known.taken, strict=True) if sum(taken)]
    if water:
        yield f"Water, turned over: {'; '.join(water)}."
