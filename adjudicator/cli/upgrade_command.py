"""``adjudicate upgrade``: go on by the installed version of the rules."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.upgrade import Comparison, Sameness, compare_versions, upgrade_game
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, take_now


def command(
    game: GameArgument,
    check: Annotated[bool, typer.Option("--check", help="Only say how the history comes out by it.")] = False,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="Why; everybody's next report says it.")
    ] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play the whole history again by the installed version of the rules, and pin the game to it if nothing changes.

    Exit codes: 0 done or already done (with --check: it can be), 1 damaged history, 3 the history would differ.
    """
    if check:
        comparison = compare_versions(game)
        _tell(comparison, as_json=as_json)
        if comparison.sameness is Sameness.DIFFERS:
            raise typer.Exit(ExitCode.REFUSED)
        return
    recorded = upgrade_game(game, _expect_reason(reason), take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def _expect_reason(reason: str | None) -> str:
    if reason is None:
        raise typer.BadParameter("give a reason, or --check to see what it would do", param_hint="--reason")
    return reason


def _tell(comparison: Comparison, *, as_json: bool) -> None:
    if as_json:
        print_json({**comparison._asdict(), "sameness": comparison.sameness.value, "places": list(comparison.places)})
        return
    versions = f"version {comparison.version_before} of its rules, installed is {comparison.version}"
    word = comparison.sameness.value
    told = f"{word} from {comparison.places[0]}" if comparison.sameness is Sameness.DIFFERS else word
    say(f"{comparison.game}: {versions}: turns 0 to {comparison.turns}: {told}")
    if comparison.sameness is Sameness.WORDING:
        for place in comparison.places:
            say(f"  {place}")
