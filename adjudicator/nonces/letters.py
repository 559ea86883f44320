"""Letters about nonces: the invitation to join, the list of all anchors, a seat without a chain."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.charter import Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import Pledge
from adjudicator.report.invitation import list_terms

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


def write_joining_invitation(game: Game[S, A, K], charter: Charter, seat: Seat, token: str, now: datetime) -> str:
    """The letter that asks ``seat`` to join: its ``token``, the promise about chance, and what to send back."""
    commitment = charter.commitment
    return f"""\
{game.title}: game {charter.id}
Date: {write_instant(now)}

You are invited to this game. Your token, which shows that a file comes from
you; keep it to yourself:

game: {charter.id}
seat: {seat}
token: {token}

How this game is played:

{chr(10).join(list_terms(game, charter))}

Chance (level {commitment.level}): the moderator has committed to a secret, and every
player adds secrets of his own, so that nobody can choose a draw. The
moderator's promise:

commitment:  {commitment.secret}
public root: {commitment.public_root}
epochs:      {commitment.epochs}

The game begins when everybody has joined. Save this letter as a file and run

    adjudicate nonces join LETTER -o join.yaml

It makes your secrets, keeps them in your keyring, and writes the file to send
back. When all have joined you get a list of what they joined with, and are
asked for one more file; then the game begins.

The same by hand: join.yaml has the lines game, seat and token from above, and

anchor: "link 0 of a chain of {commitment.epochs} links, 64 digits 0-9 a-f"
commitment: "to 32 random bytes, 64 digits"

How they are made stands in docs/decisions/014-nonces.md.
"""


def write_anchors(
    game: Game[S, A, K], charter: Charter, seat: Seat, pledges: Mapping[Seat, Pledge], now: datetime
) -> str:
    """The letter that tells ``seat`` with what everybody joined, and asks for its opening."""
    commitment = charter.commitment
    listed = "\n".join(
        f"seat {name}\n  anchor:     {pledge.anchor}\n  commitment: {pledge.commitment}"
        for name, pledge in pledges.items()
    )
    return f"""\
{game.title}: game {charter.id}
Date: {write_instant(now)}

Everybody has joined. What follows stands from now on, and everybody gets the
same list. Compare it with those of other players if you like.

game: {charter.id}
seat: {seat}

commitment:  {commitment.secret}
public root: {commitment.public_root}

{listed}

Save this letter as a file and run

    adjudicate nonces open LETTER -o open.yaml

It compares the list with what you joined with and with your invitation, and
writes the last file that is wanted before the game begins. Send it back.

The same by hand: open.yaml has the lines game, seat and token, and

opening: "the 32 bytes behind your commitment, 64 digits 0-9 a-f"
"""


def write_chain_lost(charter: Charter) -> str:
    """The part of a letter that tells whoever takes a seat over what becomes of its nonces."""
    return f"""\
Draws of this game are mixed with nonces of the players (level {charter.commitment.level}). Those of
your seat are of a chain that stands in the keyring of whoever joined the game
in it. Without that keyring you have none to give, and need give none: no turn
waits for them, and everybody is told that nothing of yours is mixed in.
"""
