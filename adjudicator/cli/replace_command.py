"""``adjudicate replace``: another person takes a seat."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from adjudicator.acts.replace import replace_player
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, ReasonOption, take_now
from adjudicator.store.gamedir import SECRET_BYTES


def command(
    game: GameArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="S", help="The seat; its name stays.")],
    reason: ReasonOption,
    address: Annotated[
        str | None, typer.Option("--address", metavar="A", help="The new player's mail address.")
    ] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Give the seat a new token; the old one is no longer accepted from that moment.

    The letter in outbox/ has the token and all that the seat knows. Exit codes: 0 done or already done, 3 refused,
    75 busy.
    """
    recorded = replace_player(game, seat, address, reason, os.urandom(SECRET_BYTES), take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)
