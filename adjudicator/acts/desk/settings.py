"""Which keys of a charter may change in a running game, and to what; what would work instead is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.core.act_kinds import (
    ABANDONED,
    ANY_NUMBER,
    BLOCKED,
    DEADLINES,
    HOLIDAYS,
    MISSED,
    PACING,
    PRESS,
    read_rule,
)
from adjudicator.core.charter import Charter, MissedPolicy, WhenBlocked
from adjudicator.core.order import PressPolicy
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.rhythm import MOST_HOURS
from adjudicator.core.table import Pacing, choose_values
from adjudicator.registry import AnyGame

MOST_MISSED, MOST_DAYS = 99, 366
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
    if key in _CHECKS:
        _CHECKS[key](game, key, value)
    elif key.startswith(DEADLINES):
        if key.removeprefix(DEADLINES) not in classes:
            raise ActRefusedError(f"there is no {key!r}; this game has {_join(DEADLINES + name for name in classes)}")
        _expect_rule(key, value)
    else:
        first, able = key.partition(".")[0], _join([*_CHECKS, *(DEADLINES + name for name in classes)])
        if first in _ELSEWHERE:
            raise ActRefusedError(f"{key} is not changed by edit: {_ELSEWHERE[first]}; edit changes {able}")
        if first in _FIXED:
            raise ActRefusedError(f"{key} was agreed for good when the game was set up; you can change {able}")
        raise ActRefusedError(f"the charter has no {key!r}; you can change {able}")


def _expect_number(key: str, value: str, most: int, hint: str) -> None:
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(most)) and str(int(value)) == value):
        raise ActRefusedError(f"{key} is a whole number, 0 to {most} ({hint}), not {value!r}")


def _expect_rule(key: str, value: str) -> None:
    if not any(sign.isalpha() for sign in value):
        digits = value.isascii() and value.isdigit() and len(value) <= len(str(MOST_HOURS))
        if not digits or int(value) > MOST_HOURS or str(int(value)) != value:
            raise ActRefusedError(f"{key} is a whole number of hours, 0 (none) to {MOST_HOURS}, not {value!r}")
        return
    try:
        read_rule(value)
    except ValueError as error:
        raise ActRefusedError(f"{key}: {error}") from error


def _expect_one_of(key: str, value: str, values: list[str]) -> None:
    if value not in values:
        raise ActRefusedError(f"{key} is {' or '.join(values)}, not {value!r}")


def _join(names: Iterable[str]) -> str:
    return ", ".join(names)


def _check_pacing(_game: AnyGame, key: str, value: str) -> None:
    _expect_one_of(key, value, [pacing.value for pacing in Pacing])


def _check_blocked(_game: AnyGame, key: str, value: str) -> None:
    _expect_one_of(key, value, [policy.value for policy in WhenBlocked])


def _check_missed(game: AnyGame, key: str, value: str) -> None:
    _expect_one_of(key, value, [policy.value for policy in MissedPolicy])
    if value == MissedPolicy.HOUSE.value:
        expect_house(game)


def _check_abandoned(game: AnyGame, key: str, value: str) -> None:
    _expect_number(key, value, MOST_MISSED, "0 for never")
    if value != "0":
        expect_house(game)


def _check_holidays(_game: AnyGame, key: str, value: str) -> None:
    if value != ANY_NUMBER:
        _expect_number(key, value, MOST_DAYS, f"or {ANY_NUMBER}")


def _check_press(_game: AnyGame, key: str, value: str) -> None:
    _expect_one_of(key, value, [policy.value for policy in PressPolicy])


_CHECKS: Mapping[str, Callable[[AnyGame, str, str], None]] = {
    PACING: _check_pacing,
    BLOCKED: _check_blocked,
    MISSED: _check_missed,
    ABANDONED: _check_abandoned,
    HOLIDAYS: _check_holidays,
    PRESS: _check_press,
}
"""What of the charter may change besides deadlines, and who says which values it takes."""


def expect_house(game: AnyGame) -> None:
    """Nothing where ``game`` has a house player. Raises ``ActRefusedError``."""
    if game.house is None:
        raise ActRefusedError(f"{game.title} has no house player; adjudicate replace gives the seat to a person")
