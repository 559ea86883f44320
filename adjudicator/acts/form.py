"""The order form of a seat for the turn that comes next."""

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.table import Seat
from adjudicator.report.page import write_form


def write_next_form(opened: OpenGame, seat: Seat) -> str:
    """The form of ``seat`` for the next turn of a game that is not over."""
    known = opened.see(seat)
    turn = opened.record.number + 1
    return write_form(opened.game, known, opened.charter.id, turn, opened.head, seat, opened.find_wanted())
