"""Files built from plays that were legal: none is refused for what some order of others' moves would have allowed.

From a position of a random game the others place at random until it is a seat's move; what the seat then does, and
what it does in moves after that, is put into a file, with alternatives, conditions, branches and orders that are
skipped; in later moves beside mountains, hexes beyond the board and words that are not known. The file is judged in
the position before all that.

    cd tests && python -m scrutiny.legal_plays 5000
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from oracle.dice import Dice
from scrutiny.positions import KERNEL, NOBODY, play_on, reach_position

from adjudicator.cases.running import open_intake
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import describe
from adjudicator.intake.receipt import ReceiptState
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, LegalActions, list_legal
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written import KEY_OF, write_action


class Trial(NamedTuple):
    """A file and the position in which it is judged; ``moves`` of the seat are in it."""

    state: State
    seat: int
    orders: Sequence[JsonObject]
    moves: int


def _others_play(state: State, seat: int, dice: Dice) -> State:
    while state.phase is not Phase.OVER and state.on_move != seat:
        state = play_on(state, dice)
    return state


def _write_choices(state: State, legal: LegalActions, taken: Action, dice: Dice) -> JsonValue:
    """``taken`` as an alternative: before it what is not legal now, behind it anything."""
    field = list(state.table.board.grid.index_of.values())

    def anything() -> Action:
        if dice.below(2):
            return dice.pick(legal)
        return taken._replace(colour=dice.below(5), hex=dice.pick(field) if taken.hex >= 0 else taken.hex)

    drawn = [anything() for _ in range(dice.below(4))]
    before = [action for action in drawn if action not in legal]
    after = [action for action in drawn if action in legal and action != taken]
    texts: list[JsonValue] = [write_action(state.table, action) for action in (*before, taken, *after)]
    return texts if len(texts) > 1 or dice.below(2) else texts[0]


def _add_nonsense(state: State, choices: JsonValue, dice: Dice) -> JsonValue:
    """``choices`` and, now and then, something that can never be done."""
    if dice.below(4):
        return choices
    colour, mountain = dice.pick(state.table.colours), dice.pick([*state.table.board.mountains, "Z9"])
    texts = [*choices] if isinstance(choices, list) else [choices]
    texts.insert(dice.below(len(texts) + 1), dice.pick([f"{colour} {mountain}", f"{colour} Z9", "mauve L5", colour]))
    return texts


def _write_condition(state: State, dice: Dice, *, answer: bool) -> JsonObject:
    """A condition whose answer in this position is ``answer``."""
    if dice.below(2):
        score = score_seats(state)[state.on_move]
        bounds: JsonObject = {"at-least": max(0, score.points - dice.below(3)) if answer else score.points + 1}
        return {"points": {"seat": score.seat, **bounds}}
    name = dice.pick(list(state.table.board.grid.index_of))
    spot = 1 << state.table.board.grid.index_of[name]
    truth = bool(state.occupied & spot)
    asked: JsonObject = {"hex": name, "is": "taken"}
    return asked if truth is answer else {"not": asked}


def draw_trial(number: int) -> Trial | None:
    """A trial; None where the game ended before the seat's move."""
    dice = Dice("legal plays", number)
    start = reach_position(dice, dice.below(75), {"water": "face-down"} if dice.below(2) else {})
    if start.phase is Phase.OVER:
        return None
    seat = start.on_move if dice.below(3) == 0 else dice.below(len(start.table.seats))
    state, orders, moves = start, [], 0
    for _ in range(1 + dice.below(3)):
        state = _others_play(state, seat, dice)
        if state.phase is Phase.OVER:
            break
        made, state = _make_move(state, seat, dice, plain=moves > 0)
        orders += made
        moves += 1
    return Trial(start, seat, orders[:60], moves) if moves else None


def _make_move(state: State, seat: int, dice: Dice, *, plain: bool) -> tuple[list[JsonObject], State]:
    """The orders for one move of ``seat``, and the position after it."""
    orders: list[JsonObject] = []
    bundle: list[JsonValue] = []
    moves, bundled = state.moves, state.phase is Phase.CAMELS and state.left > 1 and dice.below(5) == 0
    while state.phase is not Phase.OVER and state.on_move == seat and state.moves == moves:
        legal = list_legal(state, seat)
        taken = dice.pick(legal)
        key = KEY_OF[taken.kind]
        if not bundled and dice.below(6) == 0:
            skipped: JsonObject = {key: write_action(state.table, dice.pick(legal))}
            orders.append({**skipped, "if": _write_condition(state, dice, answer=False)})
        choices = _write_choices(state, legal, taken, dice)
        order: JsonObject = {key: _add_nonsense(state, choices, dice) if plain else choices}
        if not bundled and dice.below(4) == 0:
            order = {**order, "if": _write_condition(state, dice, answer=True)}
        orders.append(order)
        bundle.append(choices)
        mover = state.table.seats[seat]
        state = KERNEL.apply(state, mover, taken, NOBODY)[0]
    if bundled and len(bundle) > 1 and not plain:
        return [{"either": [bundle]}], state
    return orders, state


def run_trial(trial: Trial) -> tuple[ReceiptState, str]:
    """What becomes of the file, and what is said of it."""
    seat = trial.state.table.seats[trial.seat]
    intake = open_intake(GAME, trial.state, {})
    data = json.dumps({"game": "case", "turn": 1, "seat": seat, "orders": list(trial.orders)}).encode()
    judgement = intake.judge(data, seat)
    told = "; ".join(describe(problem, intake.sentences) for problem in judgement.problems)
    return judgement.state, f"{json.dumps(trial.orders)}: {told}"


def main(files: int) -> int:
    """Judges ``files`` files and says what became of them."""
    standings: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    refused, number = [], 0
    while standings.total() < files:
        trial = draw_trial(number)
        number += 1
        if trial is None:
            continue
        standing, told = run_trial(trial)
        standings[standing.value] += 1
        kinds[f"{'on move' if trial.seat == trial.state.on_move else 'not on move'}, {trial.state.phase.value}"] += 1
        if standing is ReceiptState.RED:
            refused.append(f"{number - 1}: {told}")
    sys.stdout.write(f"{files} files: {dict(standings)}; {dict(kinds)}; {len(refused)} refused\n")
    sys.stdout.writelines(f"{line}\n" for line in refused)
    return 1 if refused else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
