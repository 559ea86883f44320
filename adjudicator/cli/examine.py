"""Examining: a game verified from mails alone, and its dice counted."""

import json
from typing import Annotated

import typer

from adjudicator.acts.checker import build_checker, check_setup, list_tables
from adjudicator.acts.dice import DiceAudit, DrawAudit, Histogram, audit_dice
from adjudicator.cli.completing import complete_game
from adjudicator.cli.output import name_turns_to, print_json, say
from adjudicator.cli.parameters import JsonOption, expect_file, name_value
from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import ExitCode
from adjudicator.kit.words import count_of
from adjudicator.proof.command import Games
from adjudicator.proof.command import run as check_mails
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import hold_still, read_regular, replace_file

_WIDEST_BAR = 50
"""Signs of the longest bar; where there are more draws, a sign stands for several."""
_MOST_VALUES = 20
"""A histogram of more values says nothing in a list."""


def verify_mail(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FOLDER-OR-MBOX…",
            help="Folders, mail folders, mbox files, emails or saved reports.",
            show_default=False,
        ),
    ] = None,
    checker: Annotated[
        str | None,
        name_value(
            "--checker",
            "FILE",
            "Check nothing; write the checking program as one file that needs nothing but Python, for players.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check a game from the reports in somebody's emails.

    It checks whether the reports belong together, and what they say of your own orders, of hidden facts, of public
    draws and of the report that each player answered last. Your own move files, your invitation and the list of
    anchors may be in the same folder.

    With --checker verify_mail.pyz the same program is written as one file that runs where nothing is installed:
    python3 verify_mail.pyz FOLDER does the same, except that it does not redo the set-up. Exit codes: 0 nothing is
    wrong, 1 something is, 2 usage.

    Example: adjudicate verify-mail ~/mail/g42
    """
    if checker is not None:
        if paths or as_json:
            raise typer.BadParameter("goes alone", param_hint="--checker")
        _write_checker(checker)
        return
    if not paths:
        raise typer.BadParameter("name what to check", param_hint="FOLDER-OR-MBOX…")
    code = check_mails(paths, as_json=as_json, known=Games(list_tables(), check_setup))
    if code:
        raise typer.Exit(code)


def _write_checker(file: str) -> None:
    expect_file(file, "--checker")
    built = build_checker()
    try:
        if read_regular(file) != built:
            raise FileExistsError(file)
    except FileNotFoundError:
        replace_file(file, built)
    say(f"{file}: checks emails with nothing but Python 3.11 or newer: python3 {file} FOLDER")
    say(f"sha256 {hash_bytes(built)}")


def dice(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="The game's directory, or an archive of it.", autocompletion=complete_game),
    ],
    as_json: JsonOption = False,
) -> None:
    """List every draw, check it, and say how even the draws were.

    Draws are computed again from the secret where it is public or at hand. Hidden draws are listed once the game is
    over. Exit codes: 0 all agree, 1 some draw is not what the secret gives, or is hidden but should not be.

    Example: adjudicate dice games/finished-2005
    """
    with hold_still(game):
        audit = audit_dice(game)
    if as_json:
        print_json(audit_to_json(audit))
    else:
        _tell_audit(audit)
    if audit.differing or audit.withheld_wrong or audit.wrong or audit.misplaced:
        raise typer.Exit(ExitCode.PROBLEMS)


def audit_to_json(audit: DiceAudit) -> JsonValue:
    """What ``--json`` prints."""
    return {
        "game": audit.game,
        "turn": audit.turn,
        "over": audit.over,
        "commitment": audit.commitment,
        "secret": audit.secret,
        "checked": audit.checked,
        "differing": len(audit.differing) + audit.withheld_wrong,
        "withheld": audit.withheld,
        "draws": [{"turn": one.turn, **one.draw._asdict(), "agrees": one.agrees} for one in audit.draws],
        "histograms": [{**one._asdict(), "suspicious": one.suspicious} for one in audit.histograms],
        "level": audit.level,
        "mixes": {str(epoch): dict(mix) for epoch, mix in audit.mixes.items()},
        "misplaced": [
            {"turn": one.turn, "epoch": one.draw.epoch, "label": list(one.draw.label), "hidden": one.draw.hidden}
            for one in audit.misplaced
        ],
        "wrong_nonces": [{"epoch": epoch, "seat": seat} for epoch, seat in audit.wrong],
    }


def _tell_audit(audit: DiceAudit) -> None:
    say(f"{audit.game}: {count_of(len(audit.draws), 'draw')} in {name_turns_to(audit.turn)}")
    for one in audit.draws:
        say(f"  {_describe(one)}")
    if audit.withheld:
        say(f"hidden draws, shown when the game is over: {audit.withheld}")
    for histogram in audit.histograms:
        tell_histogram(histogram)
    if audit.differing:
        say(f"DAMAGED: draws that are not what the secret gives: {len(audit.differing)}; the first:")
        say(f"  {_describe(audit.differing[0])}")
    elif audit.withheld_wrong:
        say(f"DAMAGED: hidden draws that are not what the secret gives: {audit.withheld_wrong}")
    elif audit.checked and not audit.misplaced:
        say("every draw agrees with the secret that was fixed before the game")
    elif not audit.checked:
        say("the secret is not here, so no draw was computed again")
    for one in audit.misplaced:
        kinds = "as hidden, and the game draws it openly" if one.draw.hidden else "as public, and the game hides it"
        label = json.dumps(list(one.draw.label))
        say(f"DAMAGED: turn {one.turn}, epoch {one.draw.epoch}, {label} was drawn {kinds}")
    _tell_mixes(audit)
    say(f"commitment {audit.commitment}")
    say(f"secret {audit.secret}" if audit.secret else "the secret is shown when the game is over")
    say("How to compute a draw by hand: docs/auditing.md, The draws")


def _tell_mixes(audit: DiceAudit) -> None:
    for epoch, mix in audit.mixes.items():
        added = ", ".join(f"{seat} {nonce or 'nothing'}" for seat, nonce in mix.items())
        say(f"mixed into epoch {epoch}: {added}")
    for epoch, seat in audit.wrong:
        say(f"DAMAGED: the nonce of {seat} in epoch {epoch} is not what {seat} had fixed before the game")
    if audit.mixes and not audit.wrong:
        say("every nonce is what its seat had fixed before the game")


def _describe(one: DrawAudit) -> str:
    draw = one.draw
    verdict = {None: "", True: " = computed", False: " DIFFERS"}[one.agrees]
    hidden = ", hidden" if draw.hidden else ""
    label = json.dumps(list(draw.label))
    return f"turn {one.turn}, epoch {draw.epoch}, {label}: {draw.value} below {draw.below}{hidden}{verdict}"


def tell_histogram(histogram: Histogram) -> None:
    """Say how even the draws of a family were, with a bar for each value where there are few."""
    if histogram.drawn == 1:
        return
    say(f"{histogram.family}: {histogram.drawn} draws")
    if len(histogram.values) <= _MOST_VALUES:
        worth = max(1.0, max(histogram.values) / _WIDEST_BAR)
        for number, (seen, due) in enumerate(zip(histogram.values, histogram.expected, strict=True)):
            bar = "#" * round(seen / worth)
            say(f"  {histogram.first + number:2} {seen:4} (expected {due:.1f}) {bar}".rstrip())
    words = "more than chance explains" if histogram.suspicious else "no more than chance explains"
    judged = words if histogram.enough else "too few draws to judge"
    say(
        f"  chi-square {histogram.chi_square:.2f} with {count_of(histogram.freedom, 'degree')} of freedom, "
        f"limit {histogram.limit:.2f} (0.1 %): {judged}"
    )
