"""The sample game of chance level L2: joining, nonces, and some that are withheld."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

import caravans
from players.player import answer

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import run_turn
from adjudicator.core.instant import add_hours
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.nonces.start import start_game
from adjudicator.proof.draws import commit_opening, find_nonce

HOURS = 24 * 3
"""From one turn to the next, at the most."""


def draw_end(game: str, seat: Seat) -> bytes:
    """The end of a seat's chain."""
    return hashlib.sha256(f"sample/{game}/{seat}/1".encode()).digest()


def begin(path: str, game: str, held: Mapping[Seat, bytes], epochs: int, now: datetime) -> None:
    """Everybody joins with the chain he has ``held`` so far, and opens; turn 0 is played."""
    openings = {seat: hashlib.sha256(end).digest() for seat, end in held.items()}
    for seat, opening in openings.items():
        anchor = find_nonce(held[seat], epochs, 0).hex()
        submit(path, game, seat, {"anchor": anchor, "commitment": commit_opening(opening)}, now)
    start_game(path, now)
    for seat, opening in openings.items():
        submit(path, game, seat, {"opening": opening.hex()}, now)
    start_game(path, now)


def submit(path: str, game: str, seat: Seat, said: Mapping[str, str], now: datetime) -> None:
    """A file of texts in quotes, which has to be accepted."""
    lines = [f"game: {game}", f"seat: {seat}", *(f'{name}: "{value}"' for name, value in said.items())]
    answer, _ = submit_file(path, "\n".join([*lines, ""]).encode(), f"{seat}.yaml", seat, now)
    assert answer.receipt.state in ACCEPTED, answer


def play_turn(path: str, chains: Mapping[Seat, bytes], start: datetime, *, late: bool = False) -> None:
    """Every asked seat sends orders, with the nonce of its chain if it has one; the turn runs, be it ``late``."""
    opened = open_game(path)
    now = add_hours(start, opened.record.number * HOURS + HOURS // 2)
    for ask in caravans.list_open(opened):
        send(opened, ask.seat, answer(caravans.IN_ROUNDS, opened.see(ask.seat), ask), chains, now)
    outcome = run_turn(path, None, add_hours(now, HOURS if late else 1))
    assert outcome.turn == opened.record.number + 1, outcome


def send(
    opened: OpenGame,
    seat: Seat,
    lists: Mapping[str, Sequence[JsonObject]],
    chains: Mapping[Seat, bytes],
    now: datetime,
) -> None:
    """Submit a move file, which has to be accepted."""
    wanted = opened.find_wanted()
    nonce = []
    if wanted is not None and seat in wanted.due and seat in chains:
        link = find_nonce(chains[seat], opened.charter.commitment.epochs, wanted.epoch)
        nonce = [f'nonce: "{link.hex()}"']
    lines = [f"game: {opened.charter.id}", f"turn: {opened.record.number + 1}", f"seat: {seat}", *nonce]
    for name, orders in lists.items():
        lines += caravans.write_list(name, orders)
    answered, _ = submit_file(opened.directory.path, "\n".join([*lines, ""]).encode(), f"{seat}.yaml", seat, now)
    assert answered.receipt.state in ACCEPTED, (lines, answered)
