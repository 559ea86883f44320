"""Changing a charter: which keys may change and to what, and the version of the rules.

What would work instead is said. Another version of the rules is taken only where the whole history comes out the same
by it.
"""

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from adjudicator.acts.moderation.recording import ActResult, Intent, expect_house, record_act
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.side_by_side import ALONE, Effort
from adjudicator.acts.soundness import expect_none
from adjudicator.acts.verify import verify_game
from adjudicator.core.act_kinds import Edit, Upgrade
from adjudicator.core.charter import (
    ABANDONED,
    ALIASES,
    ANY_NUMBER,
    CHARTER,
    DEADLINES,
    HOLIDAYS,
    MISSED,
    TERMS,
    Charter,
    MissedPolicy,
    get_key,
    read_rule,
    set_key,
)
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.rhythm import MOST_HOURS
from adjudicator.core.table import choose_values
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.store.acts import Write
from adjudicator.store.charter import write_charter
from adjudicator.store.files import hold_still


def edit_charter(
    path: str, settings: Mapping[str, str], reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Change ``settings`` (keys as in ``game.yaml``, such as ``deadlines.turn``) from the next turn on.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    named = {(full := ALIASES.get(key, key)): tidy_setting(full, value) for key, value in settings.items()}

    def plan(opened: OpenGame) -> Intent:
        for key, value in named.items():
            check_setting(opened.charter, opened.game, key, value)
        changed = {key: value for key, value in named.items() if get_key(opened.charter, key) != value}
        if not changed:
            raise ActRefusedError("; ".join(f"{key} is {value} already" for key, value in named.items()))
        for key, words in opened.foundation.mixer.fixed.items():
            if key in changed:
                raise ActRefusedError(words)
        charter = opened.charter
        for key, value in changed.items():
            charter = set_key(charter, key, value)
        text = write_charter(charter)
        return Intent(change=Edit(changed, hash_bytes(text)), write=lambda _: [Write(CHARTER, text.decode())])

    return record_act(
        path, Edit, plan, reason, now, is_same=lambda change, _: change.settings == named, dry_run=dry_run
    )


_ELSEWHERE: Mapping[str, str] = {
    "seats": "the seats stay; adjudicate replace gives one to another person",
    "rules": "adjudicate upgrade takes the game to another version of its rules",
}
_FIXED = ("format", "id", "game", "edition", "options", "chance", "sample", "keep_reports")
"""What was agreed for good; the history could not be played again by anything else."""


def tidy_setting(key: str, value: str) -> str:
    """``value`` as the charter says it, where it is a rule of deadlines in other words."""
    if not key.startswith(DEADLINES) or not any(sign.isalpha() for sign in value):
        return value
    try:
        return str(read_rule(value))
    except ValueError:
        return value


def check_setting(charter: Charter, game: AnyGame, key: str, value: str) -> None:
    """Nothing where ``key`` may change and may be ``value``. Raises ``ActRefusedError`` that says what would work."""
    classes = game.deadlines(choose_values(game.options, charter.setting.options), MOST_HOURS)
    named = [DEADLINES + name for name in classes]
    if key in TERMS:
        _expect_value(game, key, value, TERMS[key].takes)
    elif key.startswith(DEADLINES):
        if key not in named:
            raise ActRefusedError(f"there is no {key!r}; this game has {', '.join(named)}")
        _expect_rule(key, value)
    else:
        first, able = key.partition(".")[0], ", ".join([*TERMS, *named])
        if first in _ELSEWHERE:
            raise ActRefusedError(f"edit does not change {key}: {_ELSEWHERE[first]}; edit can change {able}")
        if first in _FIXED:
            raise ActRefusedError(f"{key} was agreed for good when the game was set up; you can change {able}")
        raise ActRefusedError(f"the charter has no {key!r}; you can change {able}")


def _expect_value(game: AnyGame, key: str, value: str, takes: type[Enum] | tuple[int, str]) -> None:
    if not isinstance(takes, tuple):
        if value not in (values := [one.value for one in takes]):
            raise ActRefusedError(f"{key} can be {' or '.join(values)}, not {value!r}")
    elif (key, value) != (HOLIDAYS, ANY_NUMBER) and not _is_number(value, takes[0]):
        raise ActRefusedError(f"{key} must be a whole number, 0 to {takes[0]} ({takes[1]}), not {value!r}")
    if (key, value) == (MISSED, MissedPolicy.HOUSE.value) or (key == ABANDONED and value != "0"):
        expect_house(game)


def _expect_rule(key: str, value: str) -> None:
    if any(sign.isalpha() for sign in value):
        try:
            read_rule(value)
        except ValueError as error:
            raise ActRefusedError(f"{key}: {error}") from error
    elif not _is_number(value, MOST_HOURS):
        raise ActRefusedError(f"{key} must be a whole number of hours, 0 (none) to {MOST_HOURS}, not {value!r}")


def _is_number(value: str, most: int) -> bool:
    """Whether ``value`` is a whole number up to ``most``, written in the one way."""
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(most))
    return digits and int(value) <= most and str(int(value)) == value


class Sameness(Enum):
    """How a history comes out by another version of the rules."""

    IDENTICAL = "identical"
    """Byte for byte, reports included."""
    WORDING = "wording only"
    """Every position, event and draw is the same; old reports would read differently."""
    DIFFERS = "differs"
    """Something else would have happened, or would be known."""


class Comparison(NamedTuple):
    """A game's history by the installed rules; ``places`` are where it comes out differently, the first one first."""

    game: str
    turns: int
    version_before: int
    version: int
    sameness: Sameness
    places: tuple[str, ...]


def compare_versions(path: str, *, locked: bool = False, effort: Effort = ALONE) -> Comparison:
    """Play the history of the game at ``path`` again by the installed version of its rules.

    The caller of one that is ``locked`` holds its lock. Raises :class:`DamageError` for a history that is damaged
    whatever the rules, and what ``open_game`` raises.
    """
    with nullcontext() if locked else hold_still(path):
        opened = open_game(path, any_version=True)
    found = verify_game(path, reports=True, any_version=True, locked=locked, effort=effort)
    expect_none(finding for finding in found.findings if finding not in {found.diverged, *found.reworded})
    places = (found.diverged,) if found.diverged else tuple(found.reworded)
    sameness = Sameness.DIFFERS if found.diverged else Sameness.WORDING if places else Sameness.IDENTICAL
    return Comparison(opened.charter.id, found.turns, opened.charter.version, opened.game.version, sameness, places)


def upgrade_game(path: str, reason: str, now: datetime, *, dry_run: bool = False, effort: Effort = ALONE) -> ActResult:
    """Pin the game at ``path`` to the installed version of its rules, as a recorded act.

    Raises ``ActRefusedError`` where its history does not come out the same, and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        before, installed = opened.charter.version, opened.game.version
        if before == installed:
            raise ActRefusedError(f"{opened.charter.id} already uses version {before} of its rules, the installed one")
        if before > installed:
            raise ActRefusedError(
                f"{opened.charter.id} uses version {before} of its rules; the installed version is older ({installed})"
            )
        comparison = compare_versions(path, locked=True, effort=effort)
        if comparison.sameness is Sameness.DIFFERS:
            raise ActRefusedError(
                f"by version {installed} of the rules the history differs from {comparison.places[0]}; "
                f"play on with the program that has version {before}"
            )
        text = write_charter(opened.charter._replace(version=installed))
        same_words = comparison.sameness is Sameness.IDENTICAL
        change = Upgrade(before, installed, same_words, hash_bytes(text))
        return Intent(change, lambda _: [Write(CHARTER, text.decode())])

    def is_same(change: Upgrade, opened: OpenGame) -> bool:
        return change.version == opened.game.version

    return record_act(path, Upgrade, plan, reason, now, is_same=is_same, dry_run=dry_run)
