"""``adjudicate dice``: every draw of a game, computed again, and whether they look even."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from adjudicator.acts.dice import Audited, DiceAudit, Histogram, audit_dice
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import JsonOption
from adjudicator.core.json_value import JsonValue
from adjudicator.store.lock import hold_still

_MOST_VALUES = 20
"""A histogram of more values says nothing in a list."""


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's directory, or an archive of it.")],
    as_json: JsonOption = False,
) -> None:
    """List every draw, compute it again from the secret where that is shown or held, and tell how even draws were.

    Hidden draws are told once the game is over. Exit codes: 0 all agree, 1 some draw is not what the secret gives, or
    is hidden and must not be.
    """
    with hold_still(game):
        audit = audit_dice(game)
    if as_json:
        print_json(audit_to_json(audit))
    else:
        _tell(audit)
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
        "draws": [
            {
                "turn": one.turn,
                "epoch": one.draw.epoch,
                "label": list(one.draw.label),
                "below": one.draw.below,
                "value": one.draw.value,
                "hidden": one.draw.hidden,
                "agrees": one.agrees,
            }
            for one in audit.draws
        ],
        "histograms": [
            {
                **histogram._asdict(),
                "values": list(histogram.values),
                "expected": list(histogram.expected),
                "suspicious": histogram.suspicious,
            }
            for histogram in audit.histograms
        ],
        "level": audit.level,
        "mixes": {str(epoch): dict(mix) for epoch, mix in audit.mixes.items()},
        "misplaced": [
            {"turn": one.turn, "epoch": one.draw.epoch, "label": list(one.draw.label), "hidden": one.draw.hidden}
            for one in audit.misplaced
        ],
        "wrong_nonces": [{"epoch": epoch, "seat": seat} for epoch, seat in audit.wrong],
    }


def _tell(audit: DiceAudit) -> None:
    say(f"{audit.game}: {len(audit.draws)} draws in turns 0 to {audit.turn}")
    for one in audit.draws:
        say(f"  {_describe(one)}")
    if audit.withheld:
        say(f"hidden draws, told when the game is over: {audit.withheld}")
    for histogram in audit.histograms:
        _tell_histogram(histogram)
    if audit.differing:
        say(f"DAMAGED: {len(audit.differing)} draws are not what the secret gives; the first:")
        say(f"  {_describe(audit.differing[0])}")
    elif audit.withheld_wrong:
        say(f"DAMAGED: hidden draws that are not what the secret gives: {audit.withheld_wrong}")
    elif audit.checked and not audit.misplaced:
        say("every draw is what the secret gives that was committed to")
    elif not audit.checked:
        say("the secret is not here, so no draw was computed again")
    for one in audit.misplaced:
        kinds = "as hidden, and the game draws it openly" if one.draw.hidden else "as public, and the game hides it"
        label = json.dumps(list(one.draw.label))
        say(f"DAMAGED: turn {one.turn}, epoch {one.draw.epoch}, {label} was drawn {kinds}")
    _tell_mixes(audit)
    say(f"commitment {audit.commitment}")
    say(f"secret {audit.secret}" if audit.secret else "the secret is shown when the game is over")
    say("How to compute a draw by hand: docs/moderators.md, Chance")


def _tell_mixes(audit: DiceAudit) -> None:
    for epoch, mix in audit.mixes.items():
        added = ", ".join(f"{seat} {nonce or 'nothing'}" for seat, nonce in mix.items())
        say(f"mixed into epoch {epoch}: {added}")
    for epoch, seat in audit.wrong:
        say(f"DAMAGED: the nonce of {seat} in epoch {epoch} is not what {seat} had fixed before the game")
    if audit.mixes and not audit.wrong:
        say("every nonce is what its seat had fixed before the game")


def _describe(one: Audited) -> str:
    draw = one.draw
    verdict = {None: "", True: " = computed", False: " DIFFERS"}[one.agrees]
    hidden = ", hidden" if draw.hidden else ""
    label = json.dumps(list(draw.label))
    return f"turn {one.turn}, epoch {draw.epoch}, {label}: {draw.value} below {draw.below}{hidden}{verdict}"


def _tell_histogram(histogram: Histogram) -> None:
    if histogram.drawn == 1:
        return
    say(f"{histogram.family}: {histogram.drawn} draws")
    if len(histogram.values) <= _MOST_VALUES:
        for number, (seen, due) in enumerate(zip(histogram.values, histogram.expected, strict=True)):
            say(f"  {histogram.first + number:2} {seen:4} (expected {due:.1f}) {'#' * min(seen, 60)}".rstrip())
    words = "more than chance explains" if histogram.suspicious else "as chance has it"
    judged = words if histogram.enough else "too few draws to judge"
    say(
        f"  chi-square {histogram.chi_square:.2f} with {histogram.freedom} degrees of freedom, "
        f"limit {histogram.limit:.2f} (0.1 %): {judged}"
    )
