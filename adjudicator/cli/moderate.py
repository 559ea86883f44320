"""Moderating: the recorded acts that change a running game."""

import os
from typing import Annotated

import typer

from adjudicator.acts.moderation.recording import ActResult
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import end_substitution, give_to_house, replace_player, substitute_player
from adjudicator.acts.moderation.terms import (
    Comparison,
    Sameness,
    compare_versions,
    edit_charter,
    extend_deadline,
    note_holiday,
    pause_game,
    resume_game,
    upgrade_game,
)
from adjudicator.acts.side_by_side import Effort
from adjudicator.cli.completing import complete_setting
from adjudicator.cli.output import name_place, name_turns_to, print_json, say, show_progress
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JsonOption,
    NowOption,
    ReasonOption,
    name_seat,
    name_turn,
    name_value,
    split_options,
    split_person,
    take,
    take_now,
)
from adjudicator.core.charter import say_address_fault
from adjudicator.core.instant import read_instant
from adjudicator.core.recorded_act import dump_act, tell_act
from adjudicator.core.refusals import ExitCode
from adjudicator.core.rhythm import MOST_HOURS, read_day
from adjudicator.store.gamedir import SECRET_BYTES


def rewind(
    game: GameArgument,
    to: Annotated[int, name_turn("--to", "The turn that play goes on from.")],
    reason: ReasonOption,
    secret_known: Annotated[
        bool, typer.Option("--yes-the-secret-is-known", help="Rewind a game that is over and has shown its secret.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Go back to an earlier turn. Later turns are kept in branches/; orders stay on file where they are still legal.

    Each seat gets a notice, in outbox/. Exit codes: 0 done or already done, 2 no such turn, 3 refused, 75 busy.

    Example: adjudicate rewind games/g42 --to 5 --reason "a wrong file was run"
    """
    recorded = rewind_game(game, to, reason, take_now(now), secret_known=secret_known, dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def extend(
    game: GameArgument,
    reason: ReasonOption,
    hours: Annotated[
        int | None, typer.Option("--hours", metavar="H", min=1, max=MOST_HOURS, help="By this many hours.")
    ] = None,
    until: Annotated[str | None, name_value("--until", "INSTANT", "To this time (ISO 8601 with offset).")] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Move the deadline of the turn that is awaited. Give --hours or --until.

    Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate extend games/g42 --hours 48 --reason "a holiday"
    """
    if (hours is None) == (until is None):
        raise typer.BadParameter("give one of --hours and --until", param_hint="--hours")
    instant = None if until is None else take(read_instant, until, "--until")
    recorded = extend_deadline(game, hours, instant, reason, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def pause(
    game: GameArgument,
    reason: ReasonOption,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Pause a game: no deadline passes and no turn runs. Orders are still taken; `adjudicate resume` ends the pause.

    Each seat gets a letter, in outbox/. Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate pause games/g42 --reason "Christmas"
    """
    tell_recorded(pause_game(game, reason, take_now(now), dry_run=dry_run), dry_run=dry_run, as_json=as_json)


def resume(
    game: GameArgument,
    reason: ReasonOption,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Go on after a pause. Everybody gets at least the time that was left when it began.

    Each seat gets a letter, in outbox/. Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate resume games/g42 --reason "a new year"
    """
    tell_recorded(resume_game(game, reason, take_now(now), dry_run=dry_run), dry_run=dry_run, as_json=as_json)


def holiday(
    game: GameArgument,
    seat: Annotated[str, name_seat("Whose player is away.")],
    first: Annotated[str, name_value("--from", "DAY", "The first day, such as 2027-08-02.")],
    reason: ReasonOption,
    last: Annotated[str | None, name_value("--to", "DAY", "The last day; by default the first.")] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Note that a player is away. If a deadline of the seat falls on these days, it moves past them.

    Days are those of the game's time zone. `policies.holidays` of the charter says how many a player has in a year.
    Each seat gets a letter, in outbox/. Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate holiday g42 --seat dora --from 2027-08-02 --reason trip
    """
    days = take(read_day, first, "--from"), take(read_day, last or first, "--to")
    recorded = note_holiday(game, seat, *days, reason, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def edit(
    game: GameArgument,
    settings: Annotated[
        list[str],
        name_value(
            "--set",
            "KEY=VALUE",
            "A key of game.yaml: pacing, deadlines.turn and so on; once for each.",
            complete_setting,
        ),
    ],
    reason: ReasonOption,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Change pacing, deadlines or policies of the charter. It holds for the turn that is waited for already.

    Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate edit games/g42 --set deadlines.turn=96 --reason "slower"
    """
    recorded = edit_charter(game, split_options(settings, "--set"), reason, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def replace(
    game: GameArgument,
    seat: Annotated[str, name_seat("The seat; its id stays.")],
    reason: ReasonOption,
    address: Annotated[str | None, name_value("--address", "A", "The new player's email address.")] = None,
    name: Annotated[
        str, name_value("--name", "N", "What the new player is called in reports: a name, or 'Name <address>'.")
    ] = "",
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Give a seat to another player, with a new token. The old token is no longer accepted from that moment.

    The letter in outbox/ has the token and all that the seat knows. Exit codes: 0 done or already done, 3 refused,
    75 busy.

    Example: adjudicate replace games/g42 --seat dora --reason "Dora has left"
    """
    who = split_person(f"{seat}={name}")
    if who.address and address:
        raise typer.BadParameter("there is one behind --name too; give it once", param_hint="--address")
    key, reached = os.urandom(SECRET_BYTES), who.address or address
    recorded = replace_player(game, seat, reached, reason, key, take_now(now), name=who.name, dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def substitute(
    game: GameArgument,
    seat: Annotated[str, name_seat("Whose player is away.")],
    reason: ReasonOption,
    person: Annotated[str, name_value("--person", "PERSON", "Who plays it: a name, or 'Name <address>'.")] = "",
    end: Annotated[bool, typer.Option("--end", help="Its player, or the earlier substitute, is back.")] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let somebody play a seat while its player is away.

    The substitute gets a new token. A substitute may be replaced by another.

    This ends when a file from the player is accepted, or with --end. The letter in outbox/ has the new token and all
    that the seat knows. Exit codes: 0 done or already done, 3 refused, 75 busy.

    Example: adjudicate substitute g42 --seat dora --person Fay --reason ill
    """
    who = split_person(f"{seat}={person}")
    if who.address and not who.name:
        fault = say_address_fault(who.address) or f"is all there is; write 'Name <{who.address}>'"
        raise typer.BadParameter(f"the address {fault}", param_hint="--person")
    if bool(who.name) == end:
        raise typer.BadParameter("give one of --person NAME and --end", param_hint="--person")
    if end:
        recorded = end_substitution(game, seat, reason, take_now(now), dry_run=dry_run)
    else:
        key = os.urandom(SECRET_BYTES)
        recorded = substitute_player(game, seat, who.name, who.address, reason, key, take_now(now), dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def house(
    game: GameArgument,
    seat: Annotated[str, name_seat("The seat that nobody plays.")],
    reason: ReasonOption,
    end: Annotated[bool, typer.Option("--end", help="Take it back from the house.")] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let the house, a simple built-in player, play a seat. Nobody waits for it, and everybody's report says so.

    This ends when the seat's player sends a file, with --end, and when another player takes the seat. Exit codes: 0
    done or already done, 3 refused, 75 busy.

    Example: adjudicate house games/g42 --seat dora --reason "no answer"
    """
    recorded = give_to_house(game, seat, reason, take_now(now), plays=not end, dry_run=dry_run)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def upgrade(
    game: GameArgument,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the history comes out the same.")] = False,
    reason: Annotated[str | None, name_value("--reason", "TEXT", "Why; everybody's next report gives it.")] = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Move a game to the installed version of its rules. All turns are played again first, and must come out the same.

    Exit codes: 0 done or already done (with --check: it can be), 1 damaged history, 3 the history would differ.

    Example: adjudicate upgrade games/g42 --check
    """
    if check:
        with show_progress(game, as_json=as_json) as progress:
            comparison = compare_versions(game, effort=Effort(watch=progress.watch))
        _tell_comparison(comparison, as_json=as_json)
        if comparison.sameness is Sameness.DIFFERS:
            raise typer.Exit(ExitCode.REFUSED)
        return
    if reason is None:
        raise typer.BadParameter("give a reason, or --check to see what it would do", param_hint="--reason")
    with show_progress(game, as_json=as_json) as progress:
        effort = Effort(watch=progress.watch)
        recorded = upgrade_game(game, reason, take_now(now), dry_run=dry_run, effort=effort)
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def _tell_comparison(comparison: Comparison, *, as_json: bool) -> None:
    if as_json:
        print_json({**comparison._asdict(), "sameness": comparison.sameness.value, "places": list(comparison.places)})
        return
    versions = f"version {comparison.version_before} of its rules, version {comparison.version} installed"
    word = comparison.sameness.value
    outcome = f"{word} from {comparison.places[0]}" if comparison.sameness is Sameness.DIFFERS else word
    say(f"{comparison.game}: {versions}: {name_turns_to(comparison.turns)}: {outcome}")
    if comparison.sameness is Sameness.WORDING:
        for place in comparison.places:
            say(f"  {place}")


def tell_recorded(recorded: ActResult, *, dry_run: bool, as_json: bool) -> None:
    """Say what was recorded, and which letters are to be sent."""
    if as_json:
        print_json({"already": recorded.already, "act": dump_act(recorded.act), "letters": list(recorded.letters)})
        return
    act = recorded.act
    word = "recorded already as" if recorded.already else "would be" if dry_run else "recorded as"
    say(f"{act.game}: {word} act {act.number}")
    say(f"  {tell_act(act, recorded.zone, recorded.names)}")
    if recorded.note:
        say(f"  {recorded.note}")
    say("  everybody's next report says so")
    if recorded.letters:
        say("  letters to send:" if not dry_run else "  letters that would be written:")
        for letter in recorded.letters:
            say(f"    {name_place(recorded.path, letter)}")
