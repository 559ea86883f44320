"""The moderator's acts in plain words, for whoever checks a game from its mails.

Headers hold acts as JSON, and the program that runs on its own has nothing of the game but these: seats are called by
their ids here, and deadlines told in UTC, as they are kept. What no act of ours is like is told as it stands.
"""

import json
import re
from collections.abc import Mapping
from typing import Final

from adjudicator.core.json_value import JsonObject, JsonValue

_SAYS: Final[Mapping[str, str]] = {
    "rewind": "took the game back from turn {after_turn} to turn {to}",
    "edit": "changed the charter: {settings}",
    "extend": "moved the deadline: {due}",
    "pause": "paused the game",
    "resume": "ended the pause: {due}",
    "holiday": "noted that {seat} is away from {first} to {last}: {due}",
    "replace": "gave the seat {seat} to {name}",
    "substitute": "gave the seat {seat} to {name} as a substitute",
    "house": "gave the seat {seat} to the house",
    "upgrade": "took the game from version {version_before} of its rules to version {version}",
}
_INSTANT: Final = re.compile(r"[0-9-]{10}T[0-9:]{8}Z")
_BACK: Final[Mapping[str, str]] = {
    "substitute": "gave the seat {seat} back from a substitute to its player",
    "house": "took the seat {seat} back from the house",
}
"""The same of an act that ends what another began."""
_BACK_TO_SUBSTITUTE: Final = "gave the seat {seat} back to {name} as a substitute"
_RETURNED: Final = "the seat {seat} went back from a substitute to {name}, who has sent a file ({at})."
"""The same of what the moderator had no part in."""


def tell_act(act: JsonObject, turn: int) -> str:
    """What the moderator did by an ``act`` that the report of ``turn`` told, when and why, in a sentence."""
    kind = act.get("kind")
    ends = act.get("ends") is True or act.get("plays") is False
    says = (_BACK if ends else _SAYS).get(kind) if isinstance(kind, str) else None
    if kind == "substitute" and ends and act.get("name"):
        says = _BACK_TO_SUBSTITUTE
    facts = {"name": "another person", **{name: _write(value) for name, value in act.items() if value != ""}}
    try:
        done = (says or "").format_map(facts)
        when, why = facts["at"], facts["reason"].rstrip(".")
    except KeyError:
        done = ""
    if (
        says in (_BACK["substitute"], _BACK_TO_SUBSTITUTE)
        and why == f"{act.get('name') or 'the player'} has sent a file"
    ):
        return f"reported in turn {turn}: {_RETURNED.format_map({**facts, 'name': act.get('name') or 'its player'})}"
    if not done:
        return f"reported in turn {turn}, an act of the moderator of a kind that is not known here: {json.dumps(act)}"
    end = "" if why.endswith(("!", "?")) else "."
    return f"reported in turn {turn}: the moderator {done} ({when}). The reason: {why}{end}"


def _write(value: JsonValue) -> str:
    if isinstance(value, Mapping):
        told = (f"{name}{' until ' if _is_instant(inner) else '='}{_write(inner)}" for name, inner in value.items())
        return ", ".join(told) or "no deadline moves"
    return f"{value[:10]} {value[11:16]} UTC" if isinstance(value, str) and _is_instant(value) else str(value)


def _is_instant(value: JsonValue) -> bool:
    """Whether ``value`` is an instant as records have them: ``2026-11-20T18:00:00Z``."""
    return isinstance(value, str) and _INSTANT.fullmatch(value) is not None
