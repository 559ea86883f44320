"""``adjudicate form``: the next move file, filled in as far as it can be."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.cli.output import complain, say_all
from adjudicator.cli.parameters import GameArgument, take_seat
from adjudicator.core.table import Seat
from adjudicator.report.form import write_form
from adjudicator.store.lock import hold_still


def command(
    game: GameArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="S", help="The seat the form is for.")],
) -> None:
    """Print the order form of seat S for the next turn, with what is legal in comments."""
    with hold_still(game):
        opened = open_game(game)
        take_seat(seat, opened.seats)
        form = "" if opened.over else write_next_form(opened, seat)
    if opened.over:
        complain(f"{opened.charter.id}: the game is over, no orders are wanted any more")
        return
    say_all(form.rstrip("\n"))


def write_next_form(opened: OpenGame, seat: Seat) -> str:
    """The form of ``seat`` for the next turn of a game that is not over."""
    known = opened.see(seat)
    turn = opened.record.number + 1
    return write_form(opened.game, known, opened.charter.id, turn, opened.head, seat, opened.find_wanted())
