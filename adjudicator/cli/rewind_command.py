"""``adjudicate rewind``: take a game back to an earlier turn."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.rewind import rewind_game
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, ReasonOption, take_now


def command(
    game: GameArgument,
    to: Annotated[int, typer.Option("--to", metavar="N", min=0, help="The turn that play goes on from.")],
    reason: ReasonOption,
    secret_known: Annotated[
        bool, typer.Option("--yes-the-secret-is-known", help="Rewind a game that is over and has shown its secret.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Abandon the turns after turn N, keep them in branches/, and carry orders forward where they are still legal.

    Each seat gets a notice, in outbox/. Exit codes: 0 done or already done, 2 no such turn, 3 refused, 75 busy.
    """
    recorded = rewind_game(game, to, reason, take_now(now), secret_known=secret_known, dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)
