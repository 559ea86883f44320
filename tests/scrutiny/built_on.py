"""What the next turn is built on, with bits flipped or something else in its place: no turn is built on it."""

from __future__ import annotations

import shutil
from pathlib import Path

from cli.misplaced import DAMAGES
from parts import Part
from torture.scenario import spread
from torture.tally import Tally, count

from adjudicator.acts.run import RunResult, run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import read_instant
from adjudicator.store.formats import DamageError

GAME = Path(__file__).resolve().parents[2] / "games" / "g42"
NOW = read_instant("2026-09-22T07:59:59Z")
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


def misplace_foundation(folder: Path) -> Tally:
    """A turn, an act or a branch is lost or another is in its place; turn after turn is asked for, and none is run."""
    tally = Tally()
    for number, (damage, named) in enumerate(DAMAGES):
        game = Path(shutil.copytree(GAME, folder / f"{number}" / "g42"))
        damage(game)
        trouble = []
        for _ in range(2):
            try:
                outcome = run_turn(str(game), None, NOW, force=True)
                trouble.append(f"turn {outcome.turn} was built on it")
            except DamageError as error:
                if error.file != named or not error.remedy:
                    trouble.append(f"{error.tell()} is said of it")
            except Exception as error:  # noqa: BLE001 - damage that breaks the program was not found
                trouble.append(f"broke by {error!r}")
        if not verify_game(str(game)).findings:
            trouble.append("verify finds nothing")
        tally = tally.plus(count(1, trouble, damage.__name__))
    return tally


def _run(game: Path) -> RunResult:
    return run_turn(str(game), 7, NOW, force=True)
