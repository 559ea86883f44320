"""``adjudicate extend``: move the running deadline."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.extend import extend_deadline
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JsonOption,
    NowOption,
    ReasonOption,
    take_instant,
    take_now,
)
from adjudicator.store.charter import MOST_HOURS


def command(
    game: GameArgument,
    reason: ReasonOption,
    hours: Annotated[
        int | None, typer.Option("--hours", metavar="H", min=1, max=MOST_HOURS, help="So many hours further.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="INSTANT", help="To this instant (ISO 8601 with offset).")
    ] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Move the deadline of what is asked now; give --hours or --until.

    Exit codes: 0 done or already done, 3 refused, 75 busy.
    """
    if (hours is None) == (until is None):
        raise typer.BadParameter("give one of --hours and --until", param_hint="--hours")
    instant = None if until is None else take_instant(until, "--until")
    recorded = extend_deadline(game, hours, instant, reason, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)
