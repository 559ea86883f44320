"""An audit of a game's chance: every draw there was, computed again, and whether they look even."""

import math
import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from adjudicator.acts.open_game import OpenGame, load_rules, open_game
from adjudicator.acts.soundness import expect_none
from adjudicator.core.chance import Draw, Label, Mixes
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.table import Seat
from adjudicator.ledger.archive import check_hashes, list_game_files, read_archive, read_recorded
from adjudicator.ledger.keys import SecretChance
from adjudicator.ledger.mixer import find_mixer
from adjudicator.proof.draws import commit
from adjudicator.registry import AnyGame
from adjudicator.store.charter import read_charter
from adjudicator.store.formats import DamageError, open_turns
from adjudicator.store.record import CHANCE, TurnRecord, read_draws, read_mixes

_LIMITS = (10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877, 29.588)
"""What chi-square stays below in all but one of 1000 fair games, for 1 to 10 degrees of freedom."""
_MOST_VALUES = 1000
"""No game has draws enough to fill a histogram of more values, such as those of a seed."""
_NORMAL = 3.0902
"""The same of a normal deviate, for more degrees than the table has (Wilson and Hilferty's approximation)."""
_LEAST_EXPECTED = 5
"""Chi-square means little where fewer than so many are expected of a value."""
_PAIR = 2


class DrawAudit(NamedTuple):
    """A draw of a turn; ``agrees`` says whether the secret gives it, None where the secret is not at hand."""

    turn: int
    draw: Draw
    agrees: bool | None


class Histogram(NamedTuple):
    """How often each value of a family of draws came, and how often it was to be expected.

    ``values`` begin at ``first``. ``limit`` is what ``chi_square`` with ``freedom`` degrees stays below in 999 of
    1000 fair games; ``enough`` says whether there are enough draws for that to mean something.
    """

    family: str
    drawn: int
    first: int
    values: Sequence[int]
    expected: Sequence[float]
    chi_square: float
    freedom: int
    limit: float
    enough: bool

    @property
    def suspicious(self) -> bool:
        """Whether fair draws come out so uneven in fewer than one game of 1000."""
        return self.enough and self.chi_square > self.limit


class DiceAudit(NamedTuple):
    """All that is told of a game's chance. ``withheld`` counts the hidden draws of a game that is not over, and
    ``withheld_wrong`` those of them that the secret does not give.

    ``misplaced`` are the draws that were recorded as hidden where the game has them public, or the other way round.
    ``mixes`` are what seats have added to each epoch, and ``wrong`` those epochs and seats where it is not what the
    seat had committed to.
    """

    game: str
    turn: int
    over: bool
    commitment: str
    secret: str | None
    checked: bool
    draws: tuple[DrawAudit, ...]
    withheld: int
    histograms: tuple[Histogram, ...]
    level: str
    mixes: Mixes
    wrong: tuple[tuple[int, Seat], ...]
    misplaced: tuple[DrawAudit, ...]
    withheld_wrong: int

    @property
    def differing(self) -> tuple[DrawAudit, ...]:
        """Draws that the secret does not give."""
        return tuple(audited for audited in self.draws if audited.agrees is False)


def audit_dice(path: str) -> DiceAudit:
    """Audit the draws of the game at ``path``, a game directory or an archive.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``, ``OSError``.
    """
    return _audit_archive(path) if os.path.isfile(path) else audit_opened(open_game(path))


def audit_opened(opened: OpenGame) -> DiceAudit:
    """Audit the draws of a game. Raises :class:`DamageError`."""
    has_secret = opened.record.revealed is None and opened.directory.has_private("secret")
    secret = opened.read_secret() if has_secret else None
    return _audit(opened.charter, opened.game, opened.record, opened.turns.read_part, secret)


def _audit_archive(path: str) -> DiceAudit:
    members = read_archive(path)
    expect_none(check_hashes(members))
    files = list_game_files(members)
    if CHARTER not in files:
        raise DamageError(CHARTER, "missing")
    # rules of another version may not read these turns
    load_rules(read_charter(files[CHARTER]))
    recorded, files = read_recorded(files), open_turns(files)

    def read(turn: int, name: str) -> bytes:
        if (place := f"turns/{turn:04}/{name}") not in files:
            raise DamageError(place, "missing")
        return files[place]

    return _audit(recorded.charter, recorded.game, recorded.records[-1], read, None)


def _audit(
    charter: Charter, game: AnyGame, last: TurnRecord[Any], read: Callable[[int, str], bytes], secret: bytes | None
) -> DiceAudit:
    """Compute the draws from the secret that the ``last`` turn has revealed, else from the ``secret``, if any.

    ``read`` gives the parts of turns.
    """
    newest, revealed = last.number, last.revealed
    kept = [read(turn, CHANCE) for turn in range(newest + 1)]
    secret = _take_secret(revealed, newest, charter.id, charter.commitment.secret) or secret
    fixed = [read_mixes(data) for data in kept]
    mixes = {epoch: mix for turn in fixed for epoch, mix in turn.items()}
    chance = None if secret is None else SecretChance(charter.id, secret, mixes)
    audited = [
        DrawAudit(turn, draw, None if chance is None else chance.draw(*draw[:3], hidden=draw.hidden) == draw.value)
        for turn, data in enumerate(kept)
        for draw in read_draws(data)
    ]
    shown = [one for one in audited if revealed is not None or not one.draw.hidden]
    return DiceAudit(
        game=charter.id,
        turn=newest,
        over=not game.kernel.decisions(last.state),
        commitment=charter.commitment.secret,
        secret=revealed,
        checked=secret is not None,
        draws=tuple(shown),
        withheld=len(audited) - len(shown),
        withheld_wrong=sum(one.agrees is False for one in audited) - sum(one.agrees is False for one in shown),
        histograms=tuple(_list_histograms([one.draw for one in shown])),
        level=charter.commitment.level.value,
        mixes=mixes,
        wrong=tuple(find_mixer(charter.commitment.level).list_wrong(charter.setting.seats, fixed, partial(read, 0))),
        misplaced=tuple(one for one in audited if _is_misplaced(game, one.draw)),
    )


def _is_misplaced(game: AnyGame, draw: Draw) -> bool:
    """Whether a draw comes from the key of the other kind: hidden keys are opened at the end only."""
    table = game.draw_sentences
    return table is not None and draw.hidden != (draw.epoch > 0 and draw.label[0] in table.hidden)


def _take_secret(revealed: str | None, turn: int, game: str, commitment: str) -> bytes | None:
    if revealed is None:
        return None
    place = f"turns/{turn:04}/{CHANCE}"
    try:
        secret = bytes.fromhex(revealed)
    except ValueError as error:
        raise DamageError(place, "the secret it shows is not hex") from error
    if commit(game, secret) != commitment:
        raise DamageError(place, "the secret it shows is not the one that was fixed before the game")
    return secret


def _list_histograms(draws: Sequence[Draw]) -> list[Histogram]:
    """One histogram of each family: the labels that begin with the same word and have as many values."""
    families: dict[tuple[str, int], list[int]] = {}
    for draw in draws:
        families.setdefault((str(draw.label[0]), draw.below), []).append(draw.value)
    found = [
        _count(f"{word}, 1 of {below}", values, 0, [1 / below] * below)
        for (word, below), values in families.items()
        if 1 < below <= _MOST_VALUES
    ]
    totals = _total_dice(draws)
    if totals:
        faces = [min(total - 1, 13 - total) / 36 for total in range(2, 13)]
        found.insert(0, _count("dice, totals of two", totals, 2, faces))
    return found


def _total_dice(draws: Sequence[Draw]) -> list[int]:
    """The totals of two six-sided dice thrown together: labels ``["dice", 0]`` and ``["dice", 1]`` of an epoch."""
    thrown: dict[int, dict[Label, int]] = {}
    for draw in draws:
        if draw.label in {("dice", 0), ("dice", 1)} and draw.below == 6:  # noqa: PLR2004 - the faces of a die
            thrown.setdefault(draw.epoch, {})[draw.label] = draw.value
    return [sum(pair.values()) + _PAIR for pair in thrown.values() if len(pair) == _PAIR]


def _count(family: str, drawn: Sequence[int], first: int, odds: Sequence[float]) -> Histogram:
    counted = Counter(drawn)
    values = [counted[first + number] for number in range(len(odds))]
    expected = [len(drawn) * odd for odd in odds]
    freedom = len(odds) - 1
    return Histogram(
        family=family,
        drawn=len(drawn),
        first=first,
        values=values,
        expected=[round(number, 3) for number in expected],
        chi_square=round(sum((seen - due) ** 2 / due for seen, due in zip(values, expected, strict=True)), 3),
        freedom=freedom,
        limit=find_limit(freedom),
        enough=len(drawn) >= _LEAST_EXPECTED * len(odds),
    )


def find_limit(freedom: int) -> float:
    """What chi-square of ``freedom`` degrees exceeds in one fair game of 1000."""
    if freedom <= len(_LIMITS):
        return _LIMITS[freedom - 1]
    part = 2 / (9 * freedom)
    root: float = 1 - part + _NORMAL * math.sqrt(part)
    return round(freedom * root * root * root, 3)
