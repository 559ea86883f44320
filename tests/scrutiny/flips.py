"""Bar 8, first half: each single bit of a three-turn game and of its archive, flipped, is found and its place named."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from parts import Part
from scrutiny.games import KINDS, WORKERS, play_turns, share
from torture.scenario import spread
from torture.tally import Tally, count

from adjudicator.acts import verify
from adjudicator.acts.archive import archive_game
from adjudicator.acts.verify_lines import Findings
from adjudicator.store.formats import SUFFIX

TURNS = 3
NO_HISTORY = ("outbox/", "move-file.schema.json", "private/seats.json", "private/status.json")
"""Letters, the hashes of tokens, the line of the status: whoever may write there may write anything, and no head speaks
of them."""
FLIPPED_REPORTS = ("seat1.html", "seat1.txt", "seat1.proof")
"""Of the newest turn's reports, which weigh five times as much as all else, only those of one seat are flipped."""
HEADS = ("turn.json", "reports.json")
NINTH = 9
"""Of a page, which weighs more than all the rest, every ninth bit is flipped: another one of each byte."""

Verify = Callable[..., Findings]


class Target(NamedTuple):
    """A file or part that is spoilt: where it lies, what is verified, and how a finding may name it."""

    path: Path | Part
    whole: Path
    names: tuple[str, ...]
    check: Verify

    @property
    def bits(self) -> int:
        return 8 * len(self.path.read_bytes())


def make_game(folder: Path) -> Path:
    """A game after turn 3, with nothing waiting, and the newest turn's reports."""
    game = play_turns(folder / "three", KINDS[0], 0, TURNS)
    for number in range(TURNS):
        shutil.rmtree(game / "turns" / f"{number:04}")
    return game


def list_targets(game: Path) -> list[Target]:
    """Every file of the history in ``game``, and every part of a record, whose checksum fits then."""
    targets = []
    for path in sorted(path for path in game.rglob("*") if path.is_file()):
        name = str(path.relative_to(game))
        if name.startswith(NO_HISTORY) or (path.parent.name == "reports" and path.name not in FLIPPED_REPORTS):
            continue
        targets.append(Target(path, game, (name,), verify.verify_game))
        if path.suffix == SUFFIX:
            targets += _list_parts(path, game)
    return targets


def _list_parts(record: Path, game: Path) -> list[Target]:
    turn = str(record.relative_to(game)).removesuffix(SUFFIX)
    # a manifest that was changed shows in what it speaks of and in what speaks of it
    return [
        Target(part, game, (f"{turn}/" if part.name in HEADS else f"{turn}/{part.part}",), verify.verify_game)
        for part in Part(record, "").rglob("*")
    ]


@contextmanager
def hashes_alone() -> Iterator[None]:
    """``verify`` without the replay: findings are only ever added by it, so what is found without it is found."""
    replay = verify.verify_replay
    verify.verify_replay = lambda *_arguments, **_options: None
    try:
        yield
    finally:
        verify.verify_replay = replay


def flip_bits(target: Target, bits: Sequence[int]) -> Tally:
    """Flip each of ``bits`` of a file, one at a time, and verify."""
    kept = target.path.read_bytes()
    unseen = []
    for bit in bits:
        place = bit // 8
        target.path.write_bytes(kept[:place] + bytes([kept[place] ^ 1 << bit % 8]) + kept[place + 1 :])
        with hashes_alone():
            found = _names(target, reports=False)
        if not found and not _names(target, reports=True):
            unseen.append(f"bit {bit} of {target.names[0]} is not found and named")
    target.path.write_bytes(kept)
    return Tally(len(bits), len(bits), tuple(unseen))


def _names(target: Target, *, reports: bool) -> bool:
    try:
        findings = target.check(str(target.whole), reports=reports).findings
    except Exception:  # noqa: BLE001 - damage that breaks the check itself was not found
        return False
    return any(name in finding for finding in findings for name in target.names)


def flip_game(folder: Path, most: int | None = None) -> Tally:
    """All bits of all files of the history, or ``most`` of each file."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [make_game(folder / str(part)) for part in range(WORKERS)]
    return share(functools.partial(_flip_part, games, most), range(WORKERS)).plus(_expect_sound(games))


def _flip_part(games: Sequence[Path], most: int | None, part: int) -> Tally:
    tally = Tally()
    for target in list_targets(games[part]):
        step = NINTH if target.path.name.endswith(".html") else 1
        tally = tally.plus(flip_bits(target, spread(range(0, target.bits, step), most)[part::WORKERS]))
    return tally


def _expect_sound(games: Sequence[Path]) -> Tally:
    """The copies are sound when all is done: what was found came from the flips."""
    trouble = [finding for game in games for finding in verify.verify_game(str(game)).findings]
    return count(len(games), trouble, "after all flips")


def flip_archive(folder: Path, most: int | None = None) -> Tally:
    """All bits of the archive of the game, or ``most`` of them; a finding names the member or the archive."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for part in range(WORKERS):
        files.append(folder / f"{part}.zip")
        game = make_game(folder / str(part))
        shutil.rmtree(game / "turns" / f"{TURNS:04}" / "reports")
        archive_game(str(game), str(files[-1]))
    return share(functools.partial(_flip_archive_part, files, most), range(WORKERS))


def _flip_archive_part(files: Sequence[Path], most: int | None, part: int) -> Tally:
    # whatever is wrong with a container is told as a sentence of its own, which begins with the member or "archive"
    target = Target(files[part], files[part], ("",), verify.verify_archive)
    return flip_bits(target, spread(range(target.bits), most)[part::WORKERS])
