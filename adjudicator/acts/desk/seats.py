"""Who plays a seat that its player does not: the house, until its player is back; a recorded act, told to all."""

from __future__ import annotations

from datetime import datetime

from adjudicator.acts.opened import OpenGame
from adjudicator.acts.recording import ActResult, Intent, record_act
from adjudicator.core.act_kinds import House
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.table import Seat
from adjudicator.registry import AnyGame


def give_to_house(
    path: str, seat: Seat, reason: str, now: datetime, *, plays: bool = True, dry_run: bool = False
) -> ActResult:
    """Let the house play ``seat``, at once and until its player sends a file, or no longer where ``plays`` is False.

    Orders that are on file still count. Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        expect_seat(opened, seat)
        expect_house(opened.game)
        if opened.start.agendas[seat].house == plays:
            raise ActRefusedError(f"the house {'plays' if plays else 'does not play'} {seat} already")
        return Intent(House(seat, plays), lambda _: [])

    return record_act(
        path, House, plan, reason, now, is_same=lambda change, _: change == House(seat, plays), dry_run=dry_run
    )


def expect_seat(opened: OpenGame, seat: Seat) -> None:
    """Nothing where the game has such a ``seat``. Raises ``ActRefusedError``."""
    if seat not in opened.seats:
        raise ActRefusedError(f"there is no seat {seat!r}; the seats are {', '.join(opened.seats)}")


def expect_house(game: AnyGame) -> None:
    """Nothing where ``game`` has a house player. Raises ``ActRefusedError``."""
    if game.house is None:
        raise ActRefusedError(f"{game.title} has no house player; adjudicate replace gives the seat to a person")
