"""Files as a new player writes them who has only read a report: orders that are meant, with a slip in the writing.

Each file is understood as it was meant, or refused with a line that works: with the lines that the complaints propose
in place of what they complain about, the file is accepted. Nothing is read as something else, and a corrected file at
the end of a refusal says what was meant.

    cd tests && python -m scrutiny.sloppy 300
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from oracle.dice import Dice
from scrutiny.positions import plan_move, reach_position, say_alternatives
from scrutiny.sloppy_lists import CONDITIONS, SLIPS, name_asked, write_items
from scrutiny.sloppy_places import Lines, Orders

from adjudicator.cases.running import open_intake
from adjudicator.core.order import MoveFile, Order, Problem, describe
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.rewriting import write_corrected
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import seat_phase
from adjudicator.rules.through_the_desert.mail.asks import count_due
from adjudicator.rules.through_the_desert.mail.conditions import holds
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written import list_actions


class Trial(NamedTuple):
    """What is meant, in which position, by whom, and how it was written."""

    slip: str
    state: State
    seat: int
    orders: Orders
    items: Lines


class Verdict(NamedTuple):
    """Whether a trial was understood, or else refused with lines that work; what is wrong, where neither holds."""

    understood: bool
    trouble: str
    corrected: bool = False
    """Whether the refusal ends with the corrected file, which says what was meant."""


_ONE_CHOICE = {
    *("list, two orders in a line", "list, colour as the key", "condition, a condition in the mapping"),
    *(f"condition, {name}" for name in CONDITIONS if "in the words" in name),
}
"""Slips that leave no room for alternatives."""
_PHASES = (None, Phase.LEADERS, None, Phase.RETURNS)
"""What is due in the first trial of a slip, the second, ...; None for anything."""
_LENGTHS = {None: 60, Phase.LEADERS: 12, Phase.RETURNS: 3}


def draw_trial(slip: str, number: int) -> Trial:
    """A trial of ``slip``, in a position of a random game."""
    dice = Dice("sloppy", slip, number)
    in_branches = slip.startswith("either, ")
    wanted = None if in_branches else _PHASES[number % len(_PHASES)]
    while True:
        state = reach_position(dice, dice.below(_LENGTHS[wanted]))
        if state.phase is Phase.OVER or wanted not in {None, state.phase}:
            continue
        seat = dice.pick(range(len(state.table.seats))) if dice.below(2) else state.on_move
        is_camels = seat_phase(state, seat) is Phase.CAMELS
        due = count_due(state, seat) if is_camels else 1
        if in_branches and not (is_camels and due > 1):
            continue
        orders = plan_move(state, seat, due, dice, 1 if slip in _ONE_CHOICE else 3)
        is_true = all(holds({"hex": name_asked(state, actions), "is": "empty"}, state) for actions in orders)
        if len(orders) == due and (is_true or not slip.startswith("condition, ")):
            return Trial(slip, state, seat, orders, write_items(slip, state, orders))


def _write(seat: str, items: Lines) -> bytes:
    text = "\n".join(["game: case", "turn: 1", f"seat: {seat}", "orders:", *(line for item in items for line in item)])
    return f"{text}\n".encode()


def _judge(intake: IntakeContext, seat: str, items: Lines) -> Judgement:
    return intake.judge(_write(seat, items), seat)


def run_trial(trial: Trial) -> Verdict:
    """Judges the file of a trial, and where it is refused the file with what the complaints propose."""
    state, seat = trial.state, trial.state.table.seats[trial.seat]
    intake = open_intake(GAME, state, {})
    judgement = _judge(intake, seat, trial.items)
    said = " | ".join(line for item in trial.items for line in item)
    if judgement.state in ACCEPTED and judgement.file:
        trouble = _compare(trial, judgement.file)
        return Verdict(understood=not trouble, trouble=f"{said}: {trouble}" if trouble else "")
    corrected, _ = write_corrected(_write(seat, trial.items), judgement, lambda mended: intake.judge(mended, seat))
    file = intake.judge(corrected.encode(), seat).file if corrected else None
    if file is not None and (trouble := _compare(trial, file)):
        return Verdict(understood=False, trouble=f"{said}: corrected, and {trouble}")
    items = trial.items
    for _ in items:  # what breaks the syntax is told line by line
        before, items = items, _put_in(items, judgement.problems, intake.sentences)
        if items == before:
            break
        judgement = _judge(intake, seat, items)
        if judgement.state in ACCEPTED and judgement.file and _is_kept(trial, judgement.file.orders):
            return Verdict(understood=False, trouble="", corrected=file is not None)
    told = [f"{p.place.line}:{p.place.column} {describe(p, intake.sentences)}" for p in judgement.problems]
    return Verdict(understood=False, trouble=f"{said}: with what was proposed {items}: {told}")


def _compare(trial: Trial, file: MoveFile) -> str:
    """What an accepted ``file`` says else than was meant; nothing where it says that."""
    table = trial.state.table
    read = [list(dict.fromkeys(list_actions(table, order))) for order in file.orders if not order.branches]
    meant = [list(dict.fromkeys(actions)) for actions in trial.orders]
    if (file.orders[0].branches or read == meant) and _is_kept(trial, file.orders):
        return ""
    return f"read as {say_alternatives(trial.state, read)}, not {say_alternatives(trial.state, meant)}"


def _is_kept(trial: Trial, orders: Sequence[Order]) -> bool:
    """Whether ``orders`` have every condition that a trial has, and its branches."""
    if trial.slip.startswith("condition, "):
        for order, actions in zip(orders, trial.orders, strict=True):
            name = name_asked(trial.state, actions)
            taken = {"hex": name, "is": "taken"}
            if order.condition not in ({"hex": name, "is": "empty"}, {"not": taken}):
                return False
    if trial.slip.startswith("either, ") and trial.slip not in _CHOICES:
        steps = [list_actions(trial.state.table, order._replace(kind="place")) for order in orders[0].branches[0]]
        return steps == [tuple(actions[:1]) for actions in trial.orders]
    return True


_CHOICES = {"either, a choice without brackets", "either, lists behind their key"}
"""What is answered with a choice of one camel, in the first place at least."""
_LINE = re.compile(r"'((?:- )?(?:place|leader|return|either): (?:[^']*))'")
_SPELLING = re.compile(r"'(if:|if: \{not: [^']*\})' for '([^']+):'")
_BELOW = " and below it its condition after 'if:'"
_ASKED = re.compile(r" and below it '(if: [^']*)'")
_WHOLE_ITEM = "write-order"


def _put_in(items: Lines, problems: Sequence[Problem], sentences: Mapping[str, str]) -> Lines:
    """The items with what is proposed in place of each that is complained about; the first proposal counts."""
    spans: dict[int, int] = {}
    line = 5
    for number, item in enumerate(items):
        for _ in item:
            spans[line] = number
            line += 1
    mended = [list(item) for item in items]
    done: set[int] = set()
    for problem in sorted(problems, key=lambda problem: problem.code != _WHOLE_ITEM):
        text = describe(problem, sentences)
        proposed = _LINE.findall(text)
        number = spans.get(problem.place.line)
        spelt = _SPELLING.findall(text)
        if number is None or number in done or not (proposed or spelt):
            continue
        done.add(number)
        if asked := _ASKED.search(text):
            mended[number] = [f"  - {proposed[0].removeprefix('- ')}", f"    {asked[1]}"]
            continue
        below = [line for line in items[number] if re.match(r"[ -]+(if|iff): ", line)] if len(items[number]) > 1 else []
        if spelt or " beside its 'if:'" in text or _BELOW in text or (below and not proposed[0].startswith("- ")):
            mended[number] = _keep_condition(items[number], proposed, spelt, is_new=_BELOW in text)
            continue
        both = " and below it " in text and " for a choice" not in text
        mended[number] = [f"  - {line.removeprefix('- ')}" for line in (proposed if both else proposed[:1])]
    return mended


def _keep_condition(
    item: Sequence[str], proposed: Sequence[str], spelt: Sequence[tuple[str, str]], *, is_new: bool
) -> list[str]:
    """An item with another line for its order, and its condition as it should be spelt, or behind a key of its own."""
    lines = [line[4:] for line in item]
    for spelling, key in spelt:
        begin, end = ("if: {not: ", "}") if "not" in spelling else ("if: ", "")
        lines = [f"{begin}{line[len(key) + 2 :]}{end}" if line.startswith(f"{key}: ") else line for line in lines]
    if is_new:
        said = " ".join(item)
        (name,) = re.findall(r"([A-Z]\d+) is \w+|hex: ([A-Z]\d+), is", said)[-1:]
        lines.append(f"if: {{hex: {''.join(name)}, is: empty}}")
    if proposed:
        asked = next(line for line in lines if line.startswith("if: "))
        lines = [proposed[0].removeprefix("- "), asked]
    return [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]


def main(files: int) -> int:
    """Draws ``files`` trials, slip after slip, and says how many were understood and what is wrong."""
    understood: Counter[bool] = Counter()
    corrected = 0
    troubles = []
    for number in range(files):
        trial = draw_trial(SLIPS[number % len(SLIPS)], number // len(SLIPS))
        verdict = run_trial(trial)
        if verdict.trouble:
            troubles.append(f"{trial.slip}: {verdict.trouble}")
        else:
            understood[verdict.understood] += 1
            corrected += verdict.corrected
    told = (
        f"{understood[True]} understood as meant, {understood[False]} refused with a line that works, {corrected} of "
        "these with the corrected file"
    )
    sys.stdout.write(f"{files} files of {len(SLIPS)} slips: {told}, {len(troubles)} wrong\n")
    sys.stdout.writelines(f"{trouble}\n" for trouble in troubles)
    return 1 if troubles else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
