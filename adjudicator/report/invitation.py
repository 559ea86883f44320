"""Invitations: the letter that makes a seat somebody's, and says how the game is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.charter import Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.table import Pacing, Seat
from adjudicator.report.page import WHEN_BLOCKED
from adjudicator.report.render import wrap

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")

_PACING = {
    Pacing.SEAT: "A turn is one seat's move.",
    Pacing.ROUND: "A turn is a round: all send orders for their next move to one deadline.",
}
BELOW, RULE = "the text between the two lines below", "-" * 40
"""How an option with a value of several lines is told."""


def write_invitation(game: Game[S, A, K], charter: Charter, seat: Seat, token: str, head: str, now: datetime) -> str:
    """The letter to ``seat``: its ``token``, the promise about chance, and every option of the charter."""
    commitment = charter.commitment
    return f"""\
{game.title}: game {charter.id}
Seat: {seat}
Date: {write_instant(now)}

You hold the seat {seat} in this game. Your token, which shows that a file
comes from you; keep it to yourself and put it into your move files:

token: {token}

How this game is played:

{chr(10).join(list_terms(game, charter))}

The moderator's promise about chance (level {commitment.level}):

commitment:  {commitment.secret}
public root: {commitment.public_root}

The secret behind the commitment is shown when the game ends; with it anybody
can compute every draw again. Until then the moderator, who holds it, could
know draws in advance, but cannot change them.

Head of turn 0: {head}
"""


def list_terms(game: Game[S, A, K], charter: Charter) -> Iterator[str]:
    """Edition, pacing, deadlines and options, each in a sentence."""
    edition = charter.setting.edition
    yield wrap(f"Edition {edition}: {game.editions[edition]}.", "- ")
    yield wrap(_PACING[charter.pacing], "- ")
    if game.orders.halts:
        yield wrap(WHEN_BLOCKED[charter.when_blocked], "- ")
    for note in game.notes(charter.setting, charter.pacing):
        yield wrap(note, "- ")
    if charter.deadlines:
        hours = ", ".join(f"{name} {count}" for name, count in charter.deadlines.items())
        yield wrap(f"Deadlines in hours: {hours}.", "- ")
    else:
        yield wrap("There are no deadlines.", "- ")
    for option in game.options:
        if not option.matters(len(charter.setting.seats)):
            continue
        value = charter.setting.options.get(option.name, option.default)
        if "\n" in value:
            yield wrap(f"{option.name}: {BELOW}. {option.tell(value)}", "- ")
            yield f"{RULE}\n{value}{RULE}"
        else:
            yield wrap(f"{option.name}: {value}. {option.tell(value)}", "- ")
