"""``adjudicate edit``: change what may change of the charter of a running game."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.edit import edit_charter
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JsonOption,
    NowOption,
    ReasonOption,
    split_options,
    take_now,
)


def command(
    game: GameArgument,
    settings: Annotated[
        list[str],
        typer.Option("--set", metavar="KEY=VALUE", help="A key as in game.yaml: pacing, deadlines.turn, and so on."),
    ],
    reason: ReasonOption,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Change the pacing, deadlines (in hours, by class) or the policy for blocked orders, from the next turn on.

    Exit codes: 0 done or already done, 3 refused, 75 busy.
    """
    recorded = edit_charter(game, split_options(settings, "--set"), reason, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)
