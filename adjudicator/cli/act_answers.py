"""Recorded acts in words and as JSON, for the commands that record them."""

from __future__ import annotations

import os

from adjudicator.acts.recording import Recorded
from adjudicator.cli.output import print_json, say
from adjudicator.core.json_value import JsonValue
from adjudicator.core.recorded_act import dump_act
from adjudicator.report.moderation import tell_act


def tell_recorded(recorded: Recorded, *, dry_run: bool, as_json: bool) -> None:
    """Say what was recorded, and which letters are to be sent."""
    if as_json:
        print_json(_to_json(recorded))
        return
    act = recorded.act
    word = "recorded already as" if recorded.already else "would be" if dry_run else "recorded as"
    say(f"{act.game}: {word} act {act.number}")
    say(f"  {tell_act(act)}")
    say("  everybody's next report says so")
    if recorded.letters:
        say("  letters to send:" if not dry_run else "  letters that would be written:")
        for letter in recorded.letters:
            say(f"    {os.path.join(recorded.path, letter)}")


def _to_json(recorded: Recorded) -> JsonValue:
    return {"already": recorded.already, "act": dump_act(recorded.act), "letters": list(recorded.letters)}
