"""Bar 22: draws are even, are those of the published vectors, and are those of a second implementation.

The second implementation, ``tests/oracle/draws.py``, shares nothing with the program; the vectors were made by neither.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

from oracle import draws as oracle
from torture.tally import Tally, count
from unit.chance import test_draws as vectors

from adjudicator.core.chance import Label
from adjudicator.ledger.keys import SecretChance
from adjudicator.proof.draws import commit, commit_public_keys, draw_below, hidden_key, mix, public_key
from adjudicator.proof.hashing import keyed

LIMITS = {5: 20.515, 23: 49.728}
"""Chi-square by degrees of freedom: a fair source is above it once in a thousand trials."""
SIDES = 6
CARDS = "abcd"
KEY = public_key(vectors.GAME, vectors.SECRET, 1)


def draw(label: Label, below: int) -> int:
    """A draw of the program's."""
    return draw_below(KEY, label, below)


def _judge_evenness(counts: Counter[object], kinds: int, drawn: int) -> list[str]:
    expected = drawn / kinds
    square = sum((counts[kind] - expected) ** 2 / expected for kind in counts) + (kinds - len(counts)) * expected
    limit = LIMITS[kinds - 1]
    return [] if square < limit else [f"chi-square {square:.1f} over {limit}"]


def throw_dice(number: int) -> Tally:
    """``number`` dice, each under its own label as in a game."""
    counts: Counter[object] = Counter(draw(("dice", thrown), SIDES) for thrown in range(number))
    return count(number, _judge_evenness(counts, SIDES, number), f"{number} dice")


def shuffle_cards(number: int) -> Tally:
    """``number`` hands of four cards, each drawn from what is left."""
    counts: Counter[object] = Counter()
    for shuffled in range(number):
        left, hand = list(CARDS), ""
        while left:
            hand += left.pop(draw(("card", shuffled, len(left)), len(left)))
        counts[hand] += 1
    kinds = sum(1 for _ in permutations(CARDS))
    return count(number * len(CARDS), _judge_evenness(counts, kinds, number), f"{number} shuffles")


def check_vectors() -> Tally:
    """The published answers, one by one."""
    public = keyed(public_key(vectors.GAME, vectors.SECRET, 7), "mixed", bytes.fromhex(vectors.MIX_OF_7))
    hidden = keyed(hidden_key(vectors.GAME, vectors.SECRET, 7), "mixed", bytes.fromhex(vectors.MIX_OF_7))
    nonces = {"red": vectors.NONCE_7, "blue": None}
    answers = {
        "commitment": (commit(vectors.GAME, vectors.SECRET), vectors.COMMITMENT),
        "public key": (public_key(vectors.GAME, vectors.SECRET, 7).hex(), vectors.PUBLIC_KEY_OF_7),
        "public root": (commit_public_keys(vectors.GAME, vectors.SECRET, 256), vectors.ROOT_OF_PUBLIC_KEYS),
        "mix": (mix(vectors.GAME, 7, nonces).hex(), vectors.MIX_OF_7),
        "die": (draw_below(public, ("dice", 0), SIDES) + 1, 2),
        "card": (draw_below(hidden, ("dev-card", "red", 0), 25), 7),
    }
    tally = Tally()
    for name, (answer, known) in answers.items():
        tally = tally.plus(count(1, [] if answer == known else [f"{answer}, not {known}"], name))
    return tally


def compare_draws(number: int) -> Tally:
    """``number`` draws beside those of the second implementation."""
    tally = Tally()
    asked = vectors.random_draws()
    for turn in range(number):
        game, epoch, label, below, hidden = asked[turn % len(asked)]
        secret = turn.to_bytes(32, "big")
        ours = SecretChance(game, secret).draw(epoch, label, below, hidden=hidden)
        theirs = oracle.draw(secret, game, epoch, list(label), below, hidden=hidden)
        tally = tally.plus(count(1, [] if ours == theirs else [f"{ours}, not {theirs}"], f"draw {turn} {label}"))
    return tally


def check_draws(_folder: Path, dice: int = 600_000, shuffles: int = 24_000, compared: int = 10_000) -> Tally:
    """All of it; read counts draws."""
    return throw_dice(dice).plus(shuffle_cards(shuffles)).plus(check_vectors()).plus(compare_draws(compared))
