"""Taking a game to the installed version of its rules: only where its whole history comes out the same by it."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.recording import Intent, Recorded, record_act
from adjudicator.acts.verify import verify_game
from adjudicator.core.charter import CHARTER
from adjudicator.core.recorded_act import RecordedAct, Upgrade
from adjudicator.core.refusals import ActRefusedError
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.acts import Write
from adjudicator.store.charter import write_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.lock import hold_still


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


def compare_versions(path: str, *, locked: bool = False) -> Comparison:
    """Play the history of the game at ``path`` again by the installed version of its rules.

    The caller of one that is ``locked`` holds its lock. Raises :class:`DamageError` for a history that is damaged
    whatever the rules, and what ``open_game`` raises.
    """
    with nullcontext() if locked else hold_still(path):
        opened = open_game(path, any_version=True)
    found = verify_game(path, reports=True, any_version=True, locked=locked)
    damage = [finding for finding in found.findings if finding != found.diverged and finding not in found.reworded]
    if damage:
        place, _, reason = damage[0].partition(": ")
        raise DamageError(place, reason or "damaged")
    places = (found.diverged,) if found.diverged else tuple(found.reworded)
    sameness = Sameness.DIFFERS if found.diverged else Sameness.WORDING if places else Sameness.IDENTICAL
    return Comparison(opened.charter.id, found.turns, opened.charter.version, opened.game.version, sameness, places)


def upgrade_game(path: str, reason: str, now: datetime, *, dry_run: bool = False) -> Recorded:
    """Pin the game at ``path`` to the installed version of its rules, as a recorded act.

    Raises ``ActRefusedError`` where its history does not come out the same, and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent | RecordedAct:
        before, installed = opened.charter.version, opened.game.version
        if before == installed:
            last = opened.pending[-1] if opened.pending else None
            if last and last.reason == reason and isinstance(last.change, Upgrade):
                return last
            raise ActRefusedError(f"{opened.charter.id} runs by version {before} of its rules, which is installed")
        if before > installed:
            raise ActRefusedError(
                f"{opened.charter.id} runs by version {before} of its rules; installed is the older version {installed}"
            )
        comparison = compare_versions(path, locked=True)
        if comparison.sameness is Sameness.DIFFERS:
            raise ActRefusedError(
                f"by version {installed} of the rules the history differs from {comparison.places[0]}; "
                f"play on with the program that has version {before}"
            )
        text = write_charter(opened.charter._replace(version=installed))
        same_words = comparison.sameness is Sameness.IDENTICAL
        change = Upgrade(before, installed, same_words, hash_bytes(text))
        return Intent(change, lambda _: [Write(CHARTER, text.decode())])

    return record_act(path, plan, reason, now, dry_run=dry_run, any_version=True)
