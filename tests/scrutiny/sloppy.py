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
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from oracle.dice import Dice
from scrutiny.positions import plan_move, reach_position, say_alternatives

from adjudicator.cases.running import open_intake
from adjudicator.core.order import MoveFile, Order, Problem, describe
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.rewriting import write_corrected
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.mail.asks import count_due
from adjudicator.rules.through_the_desert.mail.conditions import holds
from adjudicator.rules.through_the_desert.picture import PAINTS
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written import KEY_OF, list_actions

Orders = Sequence[Sequence[Action]]
Lines = list[list[str]]
"""The lines of each item of a file."""


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


def _places(form: str) -> Callable[[State, Sequence[Action]], str]:
    """Every alternative written by a pattern of colour ``c``, letter ``p``, column ``l`` and row ``n``; in brackets."""

    def write(state: State, actions: Sequence[Action]) -> str:
        texts = [_fill(form, state, action) for action in actions]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    return write


def _fill(form: str, state: State, action: Action) -> str:
    colour = state.table.colours[action.colour]
    if action.kind is ActionKind.RETURN:
        return colour.capitalize() if form[0] in "CP" else colour
    name = state.table.board.grid.names[action.hex]
    words = {"c": colour, "p": PAINTS[colour].letter, "l": name[0], "n": name[1:], "k": name[0].lower()}
    words |= {"C": colour.upper(), "D": colour.capitalize(), "q": PAINTS[colour].letter.lower()}
    return re.sub(r"<(\w)>", lambda match: words[match[1]], form)


PLACES = {
    "plain": "<c> <l><n>",
    "small letters": "<c> <k><n>",
    "capitals": "<C> <l><n>",
    "capital letter": "<D> <k><n>",
    "the hex first": "<l><n> <c>",
    "on": "<c> on <l><n>",
    "to": "<c> to <k><n>",
    "a camel on": "a <c> camel on <l><n>",
    "camel to": "<c> camel to <l><n>",
    "the hex with its word": "<c> on hex <l><n>",
    "at sign": "<c> @ <l><n>",
    "arrow": "<c> -> <l><n>",
    "arrow without blanks": "<c>-><l><n>",
    "equals": "<c> = <l><n>",
    "brackets": "<c> (<l><n>)",
    "a hyphen in the hex": "<c> <l>-<n>",
    "a hyphen between": "<c>-<l><n>",
    "a leading zero": "<c> <l>0<n>",
    "a blank in the hex": "<c> <l> <n>",
    "a small hex with a blank": "<c> <k> <n>",
    "a point at the end": "<c> <l><n>.",
    "the letter of the board": "<p> <l><n>",
    "the small letter": "<q> <l><n>",
    "letter and hex in one": "<p><l><n>",
    "colour and hex in one": "<c><l><n>",
    "underscore": "<c>_<l><n>",
    "two blanks": "<c>   <l><n>",
    "the key again": "place <c> <l><n>",
    "the hex twice": "<c> <l><n> <l><n>",
    "a row too many": "<c> <l>9<n>",
    "digits first": "<c> <n><l>",
    "a word too many": "<c> quickly <l><n>",
    "a question": "<c> <l><n>?",
    "plural": "<c> camels <l><n>",
    "no colour": "<l><n>",
    "no hex": "<c>",
    "a colour of nobody": "mauve <l><n>",
}
"""Ways to write a place."""


def _carry(form: str, joint: str) -> Callable[[State, Sequence[Action]], str]:
    """The first place in full, then hexes alone as long as the colour is the same."""

    def write(state: State, actions: Sequence[Action]) -> str:
        texts, colour = [], -1
        for action in actions:
            bare = action.colour == colour and action.kind is not ActionKind.RETURN
            texts.append(_fill("<l><n>" if bare else form, state, action))
            colour = action.colour
        return joint.join(texts)

    return write


def _bracket(write: Callable[[State, Sequence[Action]], str]) -> Callable[[State, Sequence[Action]], str]:
    return lambda state, actions: f"[{write(state, actions)}]"


def _misspell(state: State, actions: Sequence[Action]) -> str:
    text = _places(PLACES["plain"])(state, actions)
    return re.sub(r"([a-z])([a-z])([a-z]+)", r"\2\1\3", text, count=1)


def _map(form: str) -> Callable[[State, Sequence[Action]], str]:
    def write(state: State, actions: Sequence[Action]) -> str:
        if actions[0].kind is ActionKind.RETURN:
            return _places(PLACES["plain"])(state, actions)
        texts = [_fill(form, state, action) for action in actions]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    return write


VALUES: Mapping[str, Callable[[State, Sequence[Action]], str]] = {
    **{f"place: {name}": _places(form) for name, form in PLACES.items()},
    "or": _carry("<c> <l><n>", " or "),
    "slash": _carry("<c> <l><n>", "/"),
    "slash with blanks": _carry("<c> <k><n>", " / "),
    "bar": _carry("<c> <l><n>", " | "),
    "comma or": _carry("<l><n> <c>", ", or "),
    "commas without brackets": _carry("<c> <l><n>", ", "),
    "blanks only": _carry("<c> <l><n>", " "),
    "and": _carry("<c> <l><n>", " and "),
    "then": _carry("<c> <l><n>", " then "),
    "colour carried in brackets": _bracket(_carry("<c> <l><n>", ", ")),
    "colour and hex as items": _bracket(_carry("<c>, <l><n>", ", ")),
    "hex and colour as items": _bracket(_carry("<l><n>, <c>", ", ")),
    "nested lists": _bracket(lambda state, actions: ", ".join(_fill("[<c>, <l><n>]", state, a) for a in actions)),
    "a bracket not closed": lambda state, actions: f"[{', '.join(_fill('<c> <l><n>', state, a) for a in actions)}",
    "quotes": lambda state, actions: f'"{_carry("<c> <l><n>", " or ")(state, actions)}"',
    "misspelt": _misspell,
    "a colon": _places("<c>: <l><n>"),
    "a comma between": _map("<c>, <l><n>"),
    "mapping": _map("{colour: <c>, hex: <l><n>}"),
    "mapping of color": _map("{hex: <k><n>, color: <C>}"),
    "colour as key": _map("{<c>: <l><n>}"),
}
"""Ways to write what stands behind the key."""


def _say(state: State, actions: Sequence[Action]) -> str:
    return _places(PLACES["plain"])(state, actions)


Shape = Callable[[State, Orders], Lines]


def _each(pattern: str) -> Shape:
    """Every order by a pattern of its key ``k`` and value ``v``."""

    def write(state: State, orders: Orders) -> Lines:
        return [
            [line.replace("<k>", KEY_OF[actions[0].kind]).replace("<v>", _say(state, actions))
             for line in pattern.split("\n")]
            for actions in orders
        ]  # fmt: skip

    return write


def _alter(pattern: str, change: Callable[[re.Match[str]], str]) -> Shape:
    """Plain lines with the first match of ``pattern`` changed."""

    def write(state: State, orders: Orders) -> Lines:
        plain = _each("  - <k>: <v>")(state, orders)
        return [[re.sub(pattern, change, line, count=1) for line in lines] for lines in plain]

    return write


def _first_or(state: State, orders: Orders) -> Lines:
    """Further alternatives behind ``or:``."""
    return [
        [f"  - {KEY_OF[actions[0].kind]}: {_say(state, actions[:1])}", f"    or: {_say(state, actions[1:] or actions)}"]
        for actions in orders
    ]


def _in_one_item(state: State, orders: Orders) -> Lines:
    """All orders in one item, each with its key."""
    key = KEY_OF[orders[0][0].kind]
    first, *others = [f"{key}: {_say(state, actions)}" for actions in orders]
    return [[f"  - {first}"], *([f"    {other}"] for other in others)]


def _in_one_line(state: State, orders: Orders) -> Lines:
    key = KEY_OF[orders[0][0].kind]
    return [[f"  - {key}: {' and '.join(_say(state, actions[:1]) for actions in orders)}"]]


def _numbered(state: State, orders: Orders) -> Lines:
    return [
        [f"  {number}. {KEY_OF[actions[0].kind]}: {_say(state, actions)}"]
        for number, actions in enumerate(orders, start=1)
    ]


SHAPES: Mapping[str, Shape] = {
    "no key": _each("  - <v>"),
    "no colon": _each("  - <k> <v>"),
    "no blank behind the colon": _each("  - <k>:<v>"),
    "no dash": _each("  <k>: <v>"),
    "no blank behind the dash": _each("  -<k>: <v>"),
    "no indentation": _each("- <k>: <v>"),
    "two dashes": _each("  - - <k>: <v>"),
    "capital key": _alter(r"[a-z]", lambda match: match[0].upper()),
    "loud key": _alter(r"[a-z]+:", lambda match: match[0].upper()),
    "misspelt key": _alter(r"- (.)(.)", lambda match: f"- {match[2]}{match[1]}"),
    "another key": _each("  - camel: <v>"),
    "move": _each("  - move: <v>"),
    "place a camel": _each("  - <k> camel: <v>"),
    "or as a key": _first_or,
    "two keys in an item": _in_one_item,
    "two orders in a line": _in_one_line,
    "numbers for dashes": _numbered,
    "colour as the key": lambda state, orders: [
        [f"  - {_fill('<c>: <l><n>', state, actions[0])}"] for actions in orders
    ],
    "braces": _each("  - {<k>: <v>}"),
    "a comment": _each("  - <k>: <v>   # because"),
}
"""Ways to write the list."""


def _ask(state: State, actions: Sequence[Action]) -> str:
    """What an order hangs on here: that its first hex is empty."""
    return f"{{hex: {_name_asked(state, actions)}, is: empty}}"


def _name_asked(state: State, actions: Sequence[Action]) -> str:
    """The hex that an order's condition asks for: its own, or any where it has none."""
    grid = state.table.board.grid
    return next(iter(grid.index_of)) if actions[0].kind is ActionKind.RETURN else grid.names[actions[0].hex]


def _with_condition(pattern: str) -> Shape:
    """Every order by a pattern that has a condition ``q``, too, the words of one ``w``, and its contrary ``u``."""

    def write(state: State, orders: Orders) -> Lines:
        items = _each(pattern)(state, orders)
        for lines, actions in zip(items, orders, strict=True):
            asked = _ask(state, actions)
            name = _name_asked(state, actions)
            words = {"q": asked, "u": asked.replace("empty", "taken"), "w": f"{name} is empty", "x": f"{name} is taken"}
            colour = state.table.colours[actions[0].colour]
            hex_too = "" if actions[0].kind is ActionKind.RETURN else f", hex: {name}"
            words["m"] = f"colour: {colour}{hex_too}"
            lines[:] = [re.sub(r"<(\w)>", lambda match, words=words: words[match[1]], line) for line in lines]
        return items

    return write


CONDITIONS: Mapping[str, Shape] = {
    **{
        f"{key} for if": _with_condition(f"  - <k>: <v>\n    {key}: <q>")
        for key in ("iff", "fi", "If", "IF", "when", "provided", "only if", "condition")
    },
    "unless": _with_condition("  - <k>: <v>\n    unless: <u>"),
    "a condition below another key": _with_condition("  - camel: <v>\n    if: <q>"),
    "a condition above": _with_condition("  - iff: <q>\n    <k>: <v>"),
    "a condition in the mapping": _with_condition("  - <k>: {<m>, if: <q>}"),
    "if in the words": _with_condition("  - <k>: <v> if <w>"),
    "unless in the words": _with_condition("  - <k>: <v> unless <x>"),
    "if in the words without a key": _with_condition("  - <v> if <w>"),
}
"""Ways to write an order with a condition, which no line that is offered leaves out."""


def _either(pattern: str) -> Shape:
    """The first two orders as a branch ``a``, and in turn as a branch ``b``; joined by ``and`` as ``c`` and ``d``.

    With their keys they are ``e``, and the first alone is ``f``.
    """

    def write(state: State, orders: Orders) -> Lines:
        texts = [_say(state, actions[:1]) for actions in orders[:2]]
        turned = list(reversed(texts))
        words = {"a": ", ".join(texts), "b": ", ".join(turned), "c": " and ".join(texts), "d": " and ".join(turned)}
        words |= {"e": ", ".join(f"place: {text}" for text in texts), "f": texts[0]}
        return [[re.sub(r"<(\w)>", lambda match: words[match[1]], line) for line in pattern.split("\n")]]

    return write


EITHER: Mapping[str, Shape] = {
    "texts joined by and": _either("  - either: [<c>, <d>]"),
    "items with their key": _either("  - either:\n      - place: <c>\n      - place: <d>"),
    "lists behind their key": _either("  - either:\n      - place: [<a>]\n      - place: [<b>]"),
    "or as a key": _either("  - either: [<a>]\n    or: [<b>]"),
    "lists behind place": _either("  - place: [[<a>], [<b>]]"),
    "branches of unlike length": _either("  - either: [[<a>], [<f>]]"),
    "a misspelt key": _either("  - ether: [[<a>], [<b>]]"),
    "a capital key": _either("  - Either: [[<a>], [<b>]]"),
    "a hex that is not there": _either("  - either: [[<a>], [pink Z9, pink Z8]]"),
    "each with its key": _either("  - either: [[<e>], [<b>]]"),
    "a choice without brackets": _each("  - either: <v>"),
}
"""Ways to write branches."""


SLIPS = (*(f"value, {name}" for name in VALUES), *(f"list, {name}" for name in SHAPES))
SLIPS += (*(f"condition, {name}" for name in CONDITIONS), *(f"either, {name}" for name in EITHER))


def write_items(slip: str, state: State, orders: Orders) -> Lines:
    """The lines of each item of ``orders`` with the ``slip``."""
    where, _, name = slip.partition(", ")
    shapes = {"list": SHAPES, "condition": CONDITIONS, "either": EITHER}.get(where)
    if shapes:
        return shapes[name](state, orders)
    return [[f"  - {KEY_OF[actions[0].kind]}: {VALUES[name](state, actions)}"] for actions in orders]


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
        is_true = all(holds({"hex": _name_asked(state, actions), "is": "empty"}, state) for actions in orders)
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
            name = _name_asked(trial.state, actions)
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
_SPELLING = re.compile(r"'(if:|if: \{not: \.\.\.\})' for '([^']+):'")
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
