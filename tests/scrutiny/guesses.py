"""Bar 16: whoever tries every hand that another may hold against everything he was mailed finds none that fits.

The search is that of ``tests/unit/proof``; here it reads every seat's proof of every turn of a game.
"""

from __future__ import annotations

from pathlib import Path

from scrutiny.games import KINDS, play_turns, total
from torture.tally import Tally, count
from unit.proof.mailbox import read_parts
from unit.proof.test_guessing import guess, list_digests, list_hands

KIND, NUMBER, TURNS = KINDS[1], 2, 8


def guess_hands(folder: Path, turns: int = TURNS) -> Tally:
    """Each proof against each other seat's hand is a trial; read counts hands that were tried."""
    folder.mkdir(parents=True, exist_ok=True)
    game = play_turns(folder / "game", KIND, NUMBER, turns)
    return total(_guess_from(path) for path in sorted(game.glob("turns/*/reports/seat*.proof")))


def _guess_from(path: Path) -> Tally:
    header, proof = read_parts(path)
    published = [*list_digests(header), *list_digests(proof)]
    salts = [bytes.fromhex(part["salt"]) for part in proof.values() if isinstance(part, dict) and "salt" in part]
    tally = Tally()
    for seat in header["seats"]:
        if seat != path.stem:
            hits = guess(seat, published, salts)
            where = f"turn {header['turn']}, {path.stem} guesses {seat}"
            tally = tally.plus(count(len(list_hands()), [f"{hit}" for hit in hits], where))
    return tally
