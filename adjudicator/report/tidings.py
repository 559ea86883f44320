"""Tidings: the letter to a seat about an act of the moderator that cannot wait for the next report."""

from __future__ import annotations

from adjudicator.core.charter import Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.recorded_act import RecordedAct, tell_apart
from adjudicator.core.table import Seat
from adjudicator.registry import AnyGame
from adjudicator.report.render import make_plain, wrap
from adjudicator.zones import find_zone


def write_tidings(game: AnyGame, charter: Charter, act: RecordedAct, seat: Seat) -> str:
    """The letter to ``seat`` about ``act``, in a game with that ``charter``. All seats are told the same."""
    lines = [
        f"{game.title}: game {act.game}",
        f"Seat: {charter.seat_names.introduce(seat)}",
        f"Date: {write_instant(act.at)}",
        "",
        *(wrap(sentence) for sentence in tell_apart(act, find_zone(charter.zone))),
        "",
        wrap("What you have sent stays as it is. Your next report says this again."),
    ]
    return make_plain("\n".join(lines)) + "\n"
