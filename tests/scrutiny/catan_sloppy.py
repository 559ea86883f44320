"""Lines of Catan orders as a new player writes them who has only read a report: what is meant is legal, with a slip.

Each is understood as it was meant, or refused with a sentence that has a line that works: put in its place, the file is
accepted. Nothing is read as something else.

    cd tests && python -m scrutiny.catan_sloppy 300
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oracle.catan_positions import lay_out
from oracle.dice import Dice

from adjudicator.cases.sending import open_intake
from adjudicator.core.problem import describe
from adjudicator.core.receipt import ACCEPTED
from adjudicator.core.table import Setting
from adjudicator.intake.judge import IntakeContext, Judgement, judge_file
from adjudicator.registry import find_game
from adjudicator.rules.catan.mail.language.order_text import list_alternatives, list_steps
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan_caravans.cases.caravan_cases import CARAVAN_CASES
from adjudicator.rules.catan_caravans.mail.vote_text import list_texts, read_bid, read_position_text
from adjudicator.rules.catan_caravans.state import caravans_of

CATAN, CARAVANS = find_game("catan"), find_game("catan-caravans")
_HAND = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
_CARDS = {"knight": 1, "monopoly": 1, "year-of-plenty": 1, "road-building": 1}
_PLAYERS: Mapping[str, Mapping[str, Any]] = {
    "amira": {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": _HAND, "cards": _CARDS},
    "bilal": {"settlements": [10], "roads": [(10, 11)], "hand": {"wool": 2}},
    "chadi": {"settlements": [13], "roads": [(12, 13)], "hand": {"ore": 2}},
}
_BUILDER = {"turn": 5, "extra": {"camels": ["R1 21-11"], "vote": {}}, "seats": {"amira": {"hand": "2 wool, 2 grain"}}}


class Slip(NamedTuple):
    """A line with blanks, and in which position it is sent: what fills the blanks is what is meant."""

    kind: str
    line: str


_COMMON = (
    "{k}: {v}",
    "{K}: {v}",
    "{k} {v}",
    "{k}:{v}",
    "{k}: {v}.",
    "please {k} {v}",
    "- {k}: {v}",
    "i want to {k} {v}",
)
"""Slips of the list, for every order; the dash of the item stands before them."""
_OWN = tuple(
    line.split(" | ") for line in Path(__file__).with_name("catan_slips.txt").read_text(encoding="utf-8").splitlines()
)
"""Slips of single kinds. The letters are the parts of what is meant."""
_OTHER_NAMES = {"brick": "clay", "lumber": "wood", "wool": "sheep", "grain": "wheat", "ore": "stone"}
_SHARED = ("road", "settlement", "city", "knight", "monopoly", "bank", "plenty", "bid", "agree", "place", "robber")
SLIPS = (*(Slip(kind, line) for kind, line in _OWN), *(Slip(kind, line) for kind in _SHARED for line in _COMMON))


class Verdict(NamedTuple):
    """Whether a line was understood, or refused with a line that works; what is wrong, where neither holds."""

    understood: bool
    trouble: str


def _lay_out(kind: str) -> tuple[Any, Any]:
    """The game and position in which an order of ``kind`` can be given."""
    if kind in {"bid", "prefer", "agree"}:
        defaults = {option.name: option.default for option in CARAVANS.options}
        setting = Setting("great-caravan", {**defaults, "board": "beginners"}, ("amira", "bilal", "chadi"))
        return CARAVANS, CARAVAN_CASES.read_position(_BUILDER, setting)
    if kind == "place":
        return CATAN, lay_out({}, stage="settlement", turn=0, placed=0, dice=0)
    return CATAN, lay_out(_PLAYERS, stage="robber" if kind == "robber" else "turn", turn=5)


def _mean(kind: str, dice: Dice) -> dict[str, str]:  # noqa: C901 - one case for each kind
    """The parts of what is meant; ``v`` is all of it as it should be written."""
    pick = dice.pick
    match kind:
        case "road":
            a, b = pick(((21, 22), (11, 21), (41, 42), (42, 43)))
            return {"v": f"{a}-{b}", "a": str(a), "b": str(b)}
        case "settlement":
            return {"v": "21"}
        case "city":
            return {"v": pick(("19", "42"))}
        case "bank":
            give, take = dice.shuffled(tuple(_OTHER_NAMES))[:2]
            return {"v": f"{give} for {take}", "g": give, "t": take, "s": _OTHER_NAMES[give], "u": _OTHER_NAMES[take]}
        case "knight" | "robber":
            tile, seat = pick((("B", "bilal"), ("F", "chadi")))
            return {"v": f"{tile} from {seat}", "h": tile, "l": tile.lower(), "n": seat, "N": seat.capitalize()}
        case "plenty":
            c, d = dice.shuffled(tuple(_OTHER_NAMES))[:2]
            return {"v": f"{c}, {d}", "c": c, "d": d}
        case "monopoly":
            name = pick(tuple(_OTHER_NAMES))
            return {"v": name, "u": _OTHER_NAMES[name]}
        case "road-building":
            p, q = pick((("21-22", "22-33"), ("11-21", "41-42")))
            return {"v": f"{p} {q}", "p": p, "q": q}
        case "place":
            x, y = pick((("12", "12-13"), ("30", "29-30"), ("44", "43-44")))
            return {"v": f"{x} {y}", "x": x, "y": y}
        case "bid":
            kind = pick(("wool", "grain"))
            return {"v": f"2 {kind}", "c": "2", "r": kind, "w": _OTHER_NAMES[kind]}
        case "prefer":
            number, route, path = pick(((3, "R2", "33-34"), (4, "R3", "30-31")))
            old = {"o": f"{route} {path}", "y": path, "i": str(number), "j": route[1], "f": "ABC"[int(route[1]) - 1]}
            return {"v": f"[{route} {path}]", "m": f"V{number}", **old}
        case "agree":
            return {"v": "bilal", "N": "Bilal"}
    return {"v": {"buy": "card", "end": "turn"}[kind]}


def _judge(intake: IntakeContext[Any, Any, Any], lines: Sequence[str]) -> Judgement:
    text = "\n".join(["game: case", "turn: 1", "seat: amira", "orders:", *(f"  - {line}" for line in lines)])
    return judge_file(intake, f"{text}\n".encode(), "amira")


def _say(state: Any, judgement: Judgement) -> list[object]:
    """What a file was understood to say."""
    assert judgement.file is not None
    table, said = state.table, list[object]()
    for order in judgement.file.orders:
        if order.kind == "prefer":
            positions = caravans_of(state.extra).positions
            said.append(("prefer", *dict.fromkeys(read_position_text(text, positions) for text in list_texts(order))))
        elif order.kind == "bid":
            said.append(("bid", read_bid(table, order.value)))
        elif order.kind in {"agree", "propose", "build"}:
            said.append(quote_order(order).lower().replace("build ", ""))
        else:
            rates = state.rates(0)
            said += [list_steps(table, rates, order.kind, text) for text in list_alternatives(order)]
    return said


def try_line(slip: Slip, number: int) -> Verdict:
    """What becomes of one line."""
    dice = Dice("catan-sloppy", slip.kind, slip.line, number)
    game, state = _lay_out(slip.kind)
    intake = open_intake(game, state, {})
    words = {**_mean(slip.kind, dice), "k": slip.kind, "K": slip.kind.capitalize()}
    line = slip.line.format_map(words)
    meant = _judge(intake, [f"{slip.kind}: {words['v']}"])
    assert meant.state in ACCEPTED, [describe(problem, intake.sentences) for problem in meant.problems]
    judgement = _judge(intake, [line])
    if judgement.state in ACCEPTED:
        said, wanted = _say(state, judgement), _say(state, meant)
        if said == wanted or said == [f"{slip.kind} {words['v']}"]:
            return Verdict(understood=True, trouble="")
        return Verdict(understood=False, trouble=f"{line!r} was read as {said}, not {wanted}")
    told = [describe(problem, intake.sentences) for problem in judgement.problems]
    for sentence in told:
        for proposed in re.findall(r"'([a-zA-Z-]+: [^']*|[A-S](?: from \w+)?)'", sentence):
            whole = proposed if ":" in proposed else f"{slip.kind}: {proposed}"
            if _judge(intake, [whole]).state in ACCEPTED:
                return Verdict(understood=False, trouble="")
    return Verdict(understood=False, trouble=f"{line!r}: {told}")


def main(lines: int) -> int:
    """Tries ``lines`` lines, slip after slip, and says how many were understood and what is wrong."""
    understood: Counter[bool] = Counter()
    troubles = []
    for number in range(lines):
        slip = SLIPS[number % len(SLIPS)]
        verdict = try_line(slip, number // len(SLIPS))
        if verdict.trouble:
            troubles.append(f"{slip.kind}: {verdict.trouble}")
        else:
            understood[verdict.understood] += 1
    told = f"{understood[True]} understood as meant, {understood[False]} refused with a line that works"
    sys.stdout.write(f"{lines} lines of {len(SLIPS)} slips: {told}, {len(troubles)} wrong\n")
    sys.stdout.writelines(f"{trouble}\n" for trouble in troubles)
    return 1 if troubles else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
