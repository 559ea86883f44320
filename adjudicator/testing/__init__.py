"""Whether a game keeps what the program relies on: one call, for the author of a game and for ours.

::

    from adjudicator.testing import expect_sound

    def test_it_is_sound() -> None:
        expect_sound(GAME)

A game with secrets hands in twins too, which say what is hidden (``docs/game-authors.md``).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import islice

from adjudicator.registry import AnyGame, UnknownGameError, load_game
from adjudicator.testing.mail_checks import check_mail, check_orders, check_secrets, check_texts, check_views
from adjudicator.testing.search import LeakError, expect_no_leaks, find_leak
from adjudicator.testing.trial import (
    Fault,
    Trial,
    check_course,
    check_determinism,
    check_legality,
    check_purity,
    check_round_trip,
    choose_setting,
    play_trial,
)
from adjudicator.testing.twins import Below, Parting, PlainTwins, Twins

__all__ = [
    "CHECKS",
    "Below",
    "Fault",
    "LeakError",
    "Parting",
    "PlainTwins",
    "UnsoundGameError",
    "expect_no_leaks",
    "expect_sound",
    "find_faults",
    "find_leak",
]

SECRETS, MAIL = "secrets", "by mail"
CHECKS = ("purity", "determinism", "round trip", "legal", "course", "views", "orders", "texts", MAIL, SECRETS)
"""The checks, in the order in which they are made."""
_ALL = ("purity", "texts", MAIL)
"""Checks that tell all they find; of each other one the first fault is told."""


class UnsoundGameError(AssertionError):
    """The game does not keep what the program relies on; the message says where, each fault with its seed."""


def expect_sound(
    game: AnyGame, twins: Twins | None = None, *, games: int = 3, mailed: int = 1, only: Collection[str] = CHECKS
) -> None:
    """Look for faults, as :func:`find_faults` does. Raises :class:`UnsoundGameError` for any."""
    faults = find_faults(game, twins, games=games, mailed=mailed, only=only)
    if faults:
        raise UnsoundGameError("\n".join([f"{game.name} is not sound:", *map(str, faults)]))


def find_faults(
    game: AnyGame, twins: Twins | None = None, *, games: int = 3, mailed: int = 1, only: Collection[str] = CHECKS
) -> list[Fault]:
    """What is wrong with ``game``, the first fault of each check and seed; nothing where it is sound.

    Random games of the seeds from 0 to ``games`` are played on the bare kernel and looked at closely, ``mailed`` of
    them by mail, to their end; as many as ``games`` are searched for leaks, with ``twins`` if it has secrets. ``only``
    names the checks to make.
    """
    try:
        load_game(game.module, game.name)
    except UnknownGameError as error:
        says = f"a game directory would not find it: {error}; module is 'package:GAME', registered as an entry point"
        return [Fault("registration", says, 0, choose_setting(game, 0))]
    faults: list[Fault] = []
    for seed in range(games):
        checks = [name for name in CHECKS if name in only and name != SECRETS and (name != MAIL or seed < mailed)]
        faults += _try(game, seed, checks, secret=twins is not None)
    if SECRETS in only:
        # in a game without secrets what others wrote to the moderator is still nobody's business
        faults += _catch(SECRETS, game, 0, check_secrets(twins or PlainTwins(game), games))
    return faults


def _try(game: AnyGame, seed: int, checks: Sequence[str], *, secret: bool) -> Iterator[Fault]:
    """The faults that the random game of ``seed`` shows."""
    try:
        trial = play_trial(game, seed)
    except Exception as error:  # noqa: BLE001 - whatever the game raises is what is looked for
        yield _tell("play", game, seed, error)
        return
    makers: dict[str, Callable[[Trial], Iterator[str]]] = {
        "purity": check_purity,
        "determinism": check_determinism,
        "round trip": check_round_trip,
        "legal": check_legality,
        "course": check_course,
        "views": partial(check_views, secret=secret),
        "orders": check_orders,
        "texts": check_texts,
        MAIL: check_mail,
    }
    for name in checks:
        found = islice(makers[name](trial), None if name in _ALL else 1)
        yield from _catch(name, game, seed, (Fault(name, says, seed, trial.setting) for says in found))


def _catch(name: str, game: AnyGame, seed: int, faults: Iterator[Fault]) -> Iterator[Fault]:
    """What a check finds; an exception of the game is a fault of its own, told with where it was raised."""
    try:
        yield from faults
    except Exception as error:  # noqa: BLE001 - whatever the game raises is what is looked for
        yield _tell(name, game, seed, error)


def _tell(name: str, game: AnyGame, seed: int, error: Exception) -> Fault:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "nowhere"
    return Fault(name, f"{type(error).__name__} at {where}: {error}", seed, choose_setting(game, seed))
