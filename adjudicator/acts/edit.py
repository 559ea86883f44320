"""Editing the charter of a running game: those of its keys that may change, as a recorded act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from adjudicator.acts.opened import OpenGame
from adjudicator.acts.recording import Intent, Recorded, record_act
from adjudicator.core.charter import CHARTER, Charter, WhenBlocked
from adjudicator.core.recorded_act import (
    ALIASES,
    BLOCKED,
    DEADLINES,
    PACING,
    Edit,
    RecordedAct,
    get_key,
    set_key,
)
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.table import Pacing
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.store.acts import Write
from adjudicator.store.charter import MOST_HOURS, write_charter

_ELSEWHERE: Mapping[str, str] = {
    "seats": "the seats stay; adjudicate replace gives one to another person",
    "rules": "adjudicate upgrade takes the game to another version of its rules",
}
_FIXED = ("format", "id", "game", "edition", "options", "chance", "sample", "keep_reports")
"""What was agreed for good; the history could not be played again by anything else."""


def edit_charter(
    path: str, settings: Mapping[str, str], reason: str, now: datetime, *, dry_run: bool = False
) -> Recorded:
    """Change ``settings`` (keys as in ``game.yaml``, such as ``deadlines.turn``) from the next turn on.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent | RecordedAct:
        if opened.over:
            raise ActRefusedError("the game is over; there is nothing left to change")
        named = {ALIASES.get(key, key): value for key, value in settings.items()}
        for key, value in named.items():
            _check_setting(opened.charter, opened.game, key, value)
        changed = {key: value for key, value in named.items() if get_key(opened.charter, key) != value}
        last = opened.pending[-1] if opened.pending else None
        if not changed:
            if last and last.reason == reason and isinstance(last.change, Edit) and last.change.settings == named:
                return last
            raise ActRefusedError("; ".join(f"{key} is {value} already" for key, value in named.items()))
        for key, words in opened.foundation.mixer.fixed.items():
            if key in changed:
                raise ActRefusedError(words)
        charter = opened.charter
        for key, value in changed.items():
            charter = set_key(charter, key, value)
        text = write_charter(charter)
        return Intent(
            change=Edit(changed, hash_bytes(text)),
            write=lambda _: [Write(CHARTER, text.decode())],
        )

    return record_act(path, plan, reason, now, dry_run=dry_run)


def _check_setting(charter: Charter, game: AnyGame, key: str, value: str) -> None:
    """Nothing where ``key`` may change and may be ``value``. Raises ``ActRefusedError`` that says what would work."""
    first = key.partition(".")[0]
    if key == PACING:
        _expect_one_of(key, value, [pacing.value for pacing in Pacing])
    elif key == BLOCKED:
        _expect_one_of(key, value, [policy.value for policy in WhenBlocked])
    elif key.startswith(DEADLINES):
        classes = list_deadline_classes(charter, game)
        if key.removeprefix(DEADLINES) not in classes:
            raise ActRefusedError(f"there is no {key!r}; this game has {_join(DEADLINES + name for name in classes)}")
        digits = value.isascii() and value.isdigit() and len(value) <= len(str(MOST_HOURS))
        if not digits or int(value) > MOST_HOURS or str(int(value)) != value:
            raise ActRefusedError(f"{key} is a whole number of hours, 0 (none) to {MOST_HOURS}, not {value!r}")
    else:
        classes = list_deadline_classes(charter, game)
        able = _join([PACING, BLOCKED, *(DEADLINES + name for name in classes)])
        if first in _ELSEWHERE:
            raise ActRefusedError(f"{key} is not changed by edit: {_ELSEWHERE[first]}; edit changes {able}")
        if first in _FIXED:
            raise ActRefusedError(f"{key} was agreed for good when the game was set up; what may change is {able}")
        raise ActRefusedError(f"the charter has no {key!r}; what may change is {able}")


def list_deadline_classes(charter: Charter, game: AnyGame) -> list[str]:
    """The classes of deadline that the game knows, with its options as they are."""
    chosen = charter.setting.options
    options = {option.name: chosen.get(option.name, option.default) for option in game.options}
    return list(game.deadlines(options, MOST_HOURS))


def _expect_one_of(key: str, value: str, values: list[str]) -> None:
    if value not in values:
        raise ActRefusedError(f"{key} is {' or '.join(values)}, not {value!r}")


def _join(names: Iterable[str]) -> str:
    return ", ".join(names)
