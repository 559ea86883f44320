"""What tests of ``verify`` share: games that are changed, and what is found in them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from parts import Part

from adjudicator.acts.verify import verify_game

FLIPS = 300
GAMES = Path(__file__).resolve().parents[3] / "games"
UNHASHED = ("outbox/", "move-file.schema.json", "private/seats.json", "private/status.json")
"""Not history: letters, the hashes of tokens, the line of the status."""


def findings(game: Path, expect: str | None = None, *, reports: bool = False) -> list[str]:
    return verify_game(str(game), expect, reports=reports).findings


def names(game: Path) -> list[str]:
    return sorted(str(path.relative_to(game)) for path in game.rglob("*") if path.is_file())


def draw_bit(game: Path, files: list[str], seed: int) -> tuple[str, int]:
    """One bit of one file, every bit of the game equally likely, always the same for a seed."""
    sizes = [(name, (game / name).stat().st_size) for name in files]
    spot = int.from_bytes(sha256(b"%d" % seed).digest()) % (8 * sum(size for _, size in sizes))
    for name, size in sizes:
        if spot < 8 * size:
            return name, spot
        spot -= 8 * size
    raise AssertionError


def flip(path: Path | Part, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


STATE = "turns/0002/state.json"
