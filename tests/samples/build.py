"""Builds the sample games from move files, through the program's own acts. `make samples` writes them to games/.

    python tests/samples/build.py FOLDER [NAME…]

The same bytes every time: secrets, instants and players are fixed, and marked as public in each charter.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import caravans
import chains
from player import choose_orders

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import run_turn
from adjudicator.core.chance import Level
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.registry import AnyGame
from adjudicator.rules.catan import GAME as CATAN
from adjudicator.rules.catan_caravans import GAME as CARAVANS
from adjudicator.rules.through_the_desert import GAME
from adjudicator.store.files import remove_tree

HERE = os.path.dirname(os.path.abspath(__file__))
START = datetime(2026, 9, 1, 18, 0, tzinfo=UTC)
DAYS = 24 * 3


def set_up(
    folder: str,
    name: str,
    edition: str,
    seats: tuple[str, ...],
    game: AnyGame = GAME,
    pacing: Pacing = Pacing.ROUND,
    level: Level = Level.L1,
) -> str:
    """A sample game at turn 0, or at level L2 before its seats have joined; its path."""
    path = os.path.join(folder, name)
    remove_tree(path)
    plan = NewGamePlan(
        id=name,
        game=game,
        edition=edition,
        options={},
        seats=seats,
        addresses={},
        pacing=pacing,
        deadline_hours=DAYS,
        when_blocked=WhenBlocked.ASK,
        sample=True,
        level=level,
    )
    secret = hashlib.sha256(f"sample/{name}".encode()).digest()
    set_up_game(path, plan, secret, hashlib.sha256(secret).digest(), START)
    return path


def play_turn(path: str) -> bool:
    """Every asked seat sends a file, then the turn runs; whether the game goes on."""
    opened = open_game(path)
    sent = add_hours(START, (opened.record.number + 1) * DAYS - 20)
    for number, ask in enumerate(opened.asks):
        text = write_file(opened, ask.seat, ask.due, number)
        answer, _ = submit_file(path, text.encode(), f"{ask.seat}.yaml", ask.seat, add_hours(sent, number))
        assert answer.receipt.state in ACCEPTED, (path, answer)
    outcome = run_turn(path, None, add_hours(sent, 10))
    return not outcome.over


def write_file(opened: OpenGame, seat: str, due: int, ahead: int) -> str:
    """A move file as a player would write it: the more seats move before, the more alternatives."""
    state = opened.record.state
    orders = choose_orders(state, state.table.seats.index(seat), due, alternatives=1 + 2 * ahead + 3 * (due > 1))
    lines = [f"game: {opened.charter.id}", f"turn: {opened.record.number + 1}", f"seat: {seat}"]
    lines += [f'after: "{opened.head[:16]}"', "orders:"]
    for actions in orders:
        written = [GAME.orders.write(state, action) for action in actions]
        key = next(iter(written[0]))
        texts = [str(order[key]) for order in written]
        lines.append(f"  - {key}: {texts[0]}" if len(texts) == 1 else f"  - {key}: [{', '.join(texts)}]")
    return "\n".join(lines) + "\n"


def build_g42(folder: str) -> None:
    """Four seats on the full board at turn 6, with the files for turn 7 waiting."""
    path = set_up(folder, "g42", "allplay", ("amira", "bilal", "chen", "dora"))
    for _ in range(6):
        play_turn(path)
    inbox = os.path.join(HERE, "g42-turn-7")
    sent = add_hours(START, 7 * DAYS - 20)
    for number, name in enumerate(sorted(os.listdir(inbox))):
        with open(os.path.join(inbox, name), "rb") as file:
            data = file.read().replace(b"HEAD", open_game(path).head[:16].encode())
        submit_file(path, data, name, name.removesuffix(".yaml"), add_hours(sent, number))


def build_late(folder: str) -> None:
    """A four-seat game in its last third."""
    path = set_up(folder, "late", "manual", ("farid", "gulnar", "hakim", "iman"))
    while play_turn(path):
        if min(open_game(path).record.state.supply) <= 7:
            return


def build_finished(folder: str) -> None:
    """A whole three-seat game of the 2005 edition."""
    path = set_up(folder, "finished-2005", "2005", ("jamal", "karima", "latif"))
    while play_turn(path):
        pass


def build_caravan(folder: str) -> None:
    """Four seats in mid-game: a vote is open, three seats have answered, and the next script waits."""
    seats = ("amira", "bilal", "chadi", "dora")
    path = set_up(folder, "caravan", "great-caravan", seats, CARAVANS, Pacing.SEAT)
    habits = dict.fromkeys(seats, caravans.ASKED) | {"dora": caravans.STANDING}
    caravans.play_to_vote(path, habits, START, turns=36)


def build_finished_caravan(folder: str) -> None:
    """A whole four-seat game to 12 points, played in rounds."""
    seats = ("esra", "femi", "gita", "hugo")
    path = set_up(folder, "finished-caravan", "box", seats, CARAVANS)
    while caravans.play_turn(path, dict.fromkeys(seats, caravans.IN_ROUNDS), START):
        pass


def build_reef(folder: str) -> None:
    """Catan at chance level L2: a seat loses its keyring and withholds nonces; its next holder is not waited for."""
    seats = ("nadia", "omar", "petra")
    path = set_up(folder, "reef", "base", seats, CATAN, Pacing.ROUND, Level.L2)
    held = {seat: chains.draw_end("reef", seat) for seat in seats}
    chains.begin(path, "reef", held, CATAN.epochs, START)
    while not open_game(path).record.state.turn:
        chains.play_turn(path, held, START)
    chains.play_turn(path, held, START)
    del held["omar"]
    chains.play_turn(path, held, START, late=True)
    token_key = hashlib.sha256(b"sample/reef/omar/token").digest()
    replace_player(path, "omar", None, "the keyring is lost", token_key, open_game(path).record.circumstances.now)
    chains.play_turn(path, held, START)
    chains.play_turn(path, held, START)


SAMPLES: Mapping[str, Callable[[str], None]] = {
    "g42": build_g42,
    "late": build_late,
    "finished-2005": build_finished,
    "caravan": build_caravan,
    "finished-caravan": build_finished_caravan,
    "reef": build_reef,
}


def main() -> None:
    """Build the named samples, or all, below the folder given."""
    folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name in names or SAMPLES:
        SAMPLES[name](folder)


if __name__ == "__main__":
    main()
