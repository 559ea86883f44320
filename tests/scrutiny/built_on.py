"""Bits flipped in what the next turn is built on: no turn is built on one, and the file is named."""

from __future__ import annotations

import shutil
from pathlib import Path

from parts import Part
from torture.scenario import spread
from torture.tally import Tally, count

from adjudicator.acts.run import Outcome, run_turn
from adjudicator.core.instant import read_instant
from adjudicator.store.damage import DamageError

GAME = Path(__file__).resolve().parents[2] / "games" / "g42"
NOW = read_instant("2026-09-22T07:00:00Z")
NEWEST = "turns/0006"
FLIPS = 420
HEADS = ("turn.json", "reports.json")
"""Of parts that list others nobody can tell which of the two was changed: the turn is named."""


def flip_foundation(folder: Path, most: int = FLIPS) -> Tally:
    """``most`` bits of the newest turn's file and reports and of files that wait, and as many of the turn's parts.

    A report is made again as it was, so the next turn is the one that nothing disturbed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    game = Path(shutil.copytree(GAME, folder / "g42"))
    head = _run(Path(shutil.copytree(GAME, folder / "undisturbed"))).head
    record = game / f"{NEWEST}.turn"
    files = [record, *sorted(game.glob("inbox/*/*")), *sorted(game.glob(f"{NEWEST}/reports/*"))]
    parts = [*Part(record, "").rglob("*")]
    tally = Tally()
    for group in (files, parts):
        for place in group:
            kept = place.read_bytes()
            for bit in spread(range(8 * len(kept)), max(2, most // len(group))):
                tally = tally.plus(_flip(game, place, kept, bit, head))
                if not (game / f"{NEWEST}.turn").exists() or (game / "turns" / "0007.turn").exists():
                    shutil.rmtree(game)
                    shutil.copytree(GAME, game)
    return tally


def _flip(game: Path, place: Path | Part, kept: bytes, bit: int, head: str) -> Tally:
    """One bit of ``place``, where ``kept`` is; afterwards it is as it was, unless a turn was run."""
    name = f"{NEWEST}/{place.part}" if isinstance(place, Part) else str(place.relative_to(game))
    spoilt = bytearray(kept)
    spoilt[bit // 8] ^= 1 << bit % 8
    place.write_bytes(bytes(spoilt))
    trouble = []
    try:
        outcome = _run(game)
    except DamageError as error:
        named = NEWEST if name.endswith(HEADS) else name
        if not error.file.startswith(named):
            trouble.append(f"{error} is said of it")
        place.write_bytes(kept)
    except Exception as error:  # noqa: BLE001 - damage that breaks the program was not found
        trouble.append(f"broke by {error!r}")
        place.write_bytes(kept)
    else:
        if not name.startswith(f"{NEWEST}/reports/") or outcome.head != head:
            trouble.append(f"a turn was built on it: {outcome.status.value}")
    return count(1, trouble, f"bit {bit} of {name}")


def _run(game: Path) -> Outcome:
    return run_turn(str(game), 7, NOW, force=True)
