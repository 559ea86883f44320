"""Lines of Catan orders as a new player writes them who has only read a report: what is meant is legal, with a slip.

Each is understood as it was meant, or refused with a sentence that has a line that works: put in its place, the file is
accepted. Nothing is read as something else, and a corrected file at the end of a refusal says what was meant.

    cd tests && python -m scrutiny.catan_sloppy 300
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from oracle.catan_positions import lay_out
from oracle.dice import Dice
from torture.tally import Tally, count

from adjudicator.cases.running import open_intake
from adjudicator.core.agenda import EMPTY, Agenda, enlist
from adjudicator.core.chance import NoChance
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import adjudicate
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order, describe
from adjudicator.core.table import Pacing, SeatNumber, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.rewriting import write_corrected
from adjudicator.registry import find_game
from adjudicator.rules.catan.mail import check_orders, check_unread
from adjudicator.rules.catan.mail.choosing import find_way
from adjudicator.rules.catan.mail.language import spelling
from adjudicator.rules.catan.mail.language.order_text import list_alternatives, list_steps
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.mail.plans import Way
from adjudicator.rules.catan_caravans.cases import CARAVAN_CASES
from adjudicator.rules.catan_caravans.state import caravans_of
from adjudicator.rules.catan_caravans.vote_text import list_texts, read_bid, read_position_text

CATAN, CARAVANS = find_game("catan"), find_game("catan-caravans")
_HAND = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
_CARDS = {"knight": 1, "monopoly": 1, "year-of-plenty": 1, "road-building": 1}
_PLAYERS: Mapping[str, Mapping[str, Any]] = {
    "amira": {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": _HAND, "cards": _CARDS},
    "bilal": {"settlements": [10], "roads": [(10, 11)], "hand": {"wool": 2}},
    "chadi": {"settlements": [13, 30], "roads": [(12, 13), (30, 40)], "hand": {"ore": 2}},
}
_BUILDER = {"turn": 5, "extra": {"camels": ["R1 21-11"], "vote": {}}, "seats": {"amira": {"hand": "2 wool, 2 grain"}}}


_ASKING = {"amira": {"hand": {"wool": 3, "brick": 1}}, "bilal": {"hand": {"grain": 4}}, "chadi": {"hand": {"ore": 2}}}
"""Bilal is on turn and asks amira: one grain for a wool, or two grain for a brick."""
_PROPOSED = "propose: [{give: 1 grain, get: 1 wool, to: [amira]}, {give: 2 grain, get: 1 brick, to: [amira]}]"
_OFFERED = {"bilal": "offer: {give: 1 wool, get: 1 grain}", "chadi": "offer: {give: 1 ore, get: 2 lumber}"}
_STANDING = frozenset({"offer", "want", "keep", "refusal"})
"""What is sent under ``standing``; the others are sent under ``orders``."""
_KEYS = {"keep": "discard", "refusal": "refuse", "condition": "if"}
"""The keys of kinds that are none themselves."""


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


def _open(kind: str) -> IntakeContext:
    """What files are judged against in a position in which an order of ``kind`` can be given."""
    game, state = _lay_out(kind)
    if kind in {"accept", "refuse", "counter"}:
        asking = _enlist(game, state, "bilal", f"orders:\n  - {_PROPOSED}")
        verdict = adjudicate(game, state, asking, NoChance(), Pacing.SEAT, WhenSilent())
        return open_intake(game, verdict.state, verdict.agendas)
    if kind == "take":
        agendas = {
            seat: game.orders.begin_turn(game.views.see(state, {}, seat), seat, agenda)[0]
            for seat, line in _OFFERED.items()
            for agenda in (_enlist(game, state, seat, f"orders: []\nstanding:\n  - {line}")[seat],)
        }
        return open_intake(game, state, agendas)
    return open_intake(game, state, {})


def _enlist(game: Any, state: Any, seat: str, lists: str) -> dict[str, Agenda]:
    """The agendas of all, with what ``seat`` has sent."""
    agendas = dict.fromkeys(state.table.seats, EMPTY)
    text = f"game: case\nturn: 1\nseat: {seat}\n{lists}\n"
    file = open_intake(game, state, agendas).judge(text.encode(), seat).file
    assert file is not None
    return {**agendas, seat: enlist(EMPTY, file, "01.yaml", game.orders.answer_kinds)}


def _lay_out(kind: str) -> tuple[Any, Any]:
    """The game and position for orders of ``kind``."""
    if kind in {"accept", "refuse", "counter"}:
        return CATAN, lay_out(_ASKING, stage="turn", turn=5, mover="bilal")
    if kind == "discard":
        return CATAN, lay_out(
            {"amira": {"hand": {"wool": 5, "ore": 3}, "owes": 4}}, stage="discard", turn=5, options={"discard": "ask"}
        )
    if kind in {"bid", "prefer", "agree"}:
        defaults = {option.name: option.default for option in CARAVANS.options}
        setting = Setting("great-caravan", {**defaults, "board": "beginners"}, ("amira", "bilal", "chadi"))
        return CARAVANS, CARAVAN_CASES.read_position(_BUILDER, setting)
    if kind == "place":
        return CATAN, lay_out({}, stage="settlement", turn=0, placed=0, dice=0)
    return CATAN, lay_out(_PLAYERS, stage="robber" if kind == "robber" else "turn", turn=5)


def _mean(kind: str, dice: Dice) -> dict[str, str]:  # noqa: C901, PLR0912 - one case for each kind
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
            tile, seat = pick((("B", "bilal"), ("F", "chadi"), ("A", "bilal"), ("I", "chadi")))
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
        case "condition":
            return _mean_condition(dice)
        case "buy" | "end":
            return {"v": {"buy": "card", "end": "turn"}[kind]}
    return _mean_trade(kind, dice)


def _mean_trade(kind: str, dice: Dice) -> dict[str, str]:
    """What is meant by an answer, by terms, and by what is kept or refused."""
    pick = dice.pick
    match kind:
        case "accept":
            number = pick((1, 2))
            word = ("first", "second")[number - 1]
            return {"v": f"bilal {number}", "j": str(number), "o": word, "N": "Bilal"}
        case "refuse":
            return {"v": "bilal", "N": "Bilal"}
        case "take":
            seat, get, give = pick((("bilal", "wool", "grain"), ("chadi", "ore", "lumber")))
            return {"v": f"{seat} 1", "n": seat, "N": seat.capitalize(), "t": get, "g": give, "u": _OTHER_NAMES[get]}
        case "counter" | "offer" | "want":
            give, get = pick((("wool", "grain"), ("brick", "ore")))
            many = {"a": "3", "g": give, "t": get, "s": _OTHER_NAMES[give], "u": _OTHER_NAMES[get]}
            return {"v": f"{{give: 1 {give}, get: 3 {get}}}", **many}
        case "keep":
            return {"v": "{keep: [ore]}"}
        case "refusal":
            return {"v": "{give: [ore]}"}
        case "discard":
            return {"v": "3 wool, 1 ore"}
    raise ValueError(kind)


def _mean_condition(dice: Dice) -> dict[str, str]:
    """A question, its parts under names of their own, so that a slip is about one of them alone."""
    number = str(dice.pick((5, 6, 8)))
    return {
        "v": "",
        "c": number,
        "d": dice.pick(("1", "2")),
        "n": dice.pick(("bilal", "chadi")),
        "h": dice.pick("BEFAI"),
    }


_QUESTIONS: Mapping[str, str] = {
    "have": '{{have: "{d} wool, 1 ore"}}',
    "points": "{{points: {{of: {n}, at-least: {c}}}}}",
    "mine": "{{points: {{at-least: {c}}}}}",
    "hand": "{{hand: {{of: {n}, at-most: {c}}}}}",
    "rolled": "{{rolled: {c}}}",
    "robber": "{{robber: {h}}}",
    "land": "{{robber: mine}}",
    "free": "{{free: 12-13}}",
    "leads": "{{leads: {n}}}",
    "road": "{{longest-road: me}}",
    "army": "{{army: {n}}}",
    "line": "{{line: 1, is: done}}",
    "not": "{{line: 1, is: refused}}",
    "card": "{{card: knight}}",
    "both": "{{all: [{{have: 1 ore}}, {{rolled: {c}}}]}}",
    "either": "{{any: [{{rolled: 6}}, {{rolled: 8}}]}}",
}
"""What the slips of conditions ask: the name of the question stands before the slip."""


def _judge(intake: IntakeContext, kind: str, line: str) -> Judgement:
    return intake.judge(_write(kind, line), "amira")


def _write(kind: str, line: str) -> bytes:
    """A file with the one line; a condition stands behind an order, and below another one."""
    section = "standing" if kind in _STANDING else "orders"
    items = [f"  - {line}"]
    if kind == "condition":
        items = ["  - road: 21-22", "  - buy: card", f"    {line}"]
    text = "\n".join(["game: case", "turn: 1", "seat: amira", f"{section}:", *items])
    return f"{text}\n".encode()


_WHOLE = frozenset({"accept", "condition", "counter", "keep", "offer", "refusal", "refuse", "want"})
_QUOTED = frozenset({"accept", "counter", "offer", "refuse", "take", "want"})


def _say(state: Any, judgement: Judgement) -> list[object]:
    """What a file was understood to say."""
    assert judgement.file is not None
    table, said = state.table, list[object]()
    for order in (*judgement.file.orders, *(judgement.file.standing or ())):
        if order.condition is not None or order.kind in _QUOTED or isinstance(order.value, Mapping):
            said.append(quote_order(order))
        elif order.kind == "prefer":
            positions = caravans_of(state.extra).positions
            said.append(("prefer", *dict.fromkeys(read_position_text(text, positions) for text in list_texts(order))))
        elif order.kind == "bid":
            said.append(("bid", read_bid(table, order.value)))
        elif order.kind in {"agree", "propose", "build", "try"}:
            said.append(re.sub(r"^(?:build|try) ", "", quote_order(order).lower()))
        else:
            said += [_list_steps(state, order, number) for number in range(len(list_alternatives(order)))]
    return said


def _list_steps(state: Any, order: Order, number: int) -> object:
    """The steps of an alternative, be the only one to rob named or not; its words where it waits for the moment."""
    text = list_alternatives(order)[number]
    if order.kind in {"robber", "knight"}:
        way = find_way(state, SeatNumber(0), order.kind, text, "")
        if isinstance(way, Way):
            return way.steps
    try:
        return list_steps(state.table, order.kind, text, state.rates(0))
    except OrderTextError:
        return quote_alternative(order, number)


def _is_meant(kind: str, said: Sequence[object], wanted: Sequence[object]) -> bool:
    """Whether a line that is offered says what was meant; asked of what names all of it, other lines only work."""
    return kind not in _WHOLE or said == wanted


def try_line(slip: Slip, number: int) -> Verdict:
    """What becomes of one line."""
    dice = Dice("catan-sloppy", slip.kind, slip.line, number)
    intake = _open(slip.kind)
    kind = _KEYS.get(slip.kind, slip.kind)
    words = {**_mean(slip.kind, dice), "k": kind, "K": kind.capitalize()}
    line = slip.line
    if slip.kind == "condition":
        question, _, line = line.partition(" ~ ")
        words["v"] = _QUESTIONS[question].format_map(words)
    line = line.format_map(words)
    meant = _judge(intake, slip.kind, f"{kind}: {words['v']}")
    assert meant.state in ACCEPTED, [describe(problem, intake.sentences) for problem in meant.problems]
    judgement = _judge(intake, slip.kind, line)
    if judgement.state in ACCEPTED:
        said, wanted = _say(intake.state, judgement), _say(intake.state, meant)
        if said == wanted or said == [f"{slip.kind} {words['v']}"]:
            return Verdict(understood=True, trouble="")
        return Verdict(understood=False, trouble=f"{line!r} was read as {said}, not {wanted}")
    file = _write(slip.kind, line)
    corrected, _ = write_corrected(file, judgement, lambda mended: intake.judge(mended, "amira"))
    if corrected:
        said, wanted = _say(intake.state, intake.judge(corrected.encode(), "amira")), _say(intake.state, meant)
        choices = line.count(" or ")  # each one more choice behind the first, which alone is known here
        _, _, others = line.removesuffix("]").partition("build: [")
        bought = " or ".join([f"{slip.kind} {words['v']}", *others.split(", ")[1:]])  # all of a list, said in one
        if said[: len(said) - choices] not in (wanted, [bought]):
            return Verdict(understood=False, trouble=f"{line!r} was corrected to {corrected!r}")
    told = [describe(problem, intake.sentences) for problem in judgement.problems]
    for sentence in told:
        for proposed in re.findall(r"'([a-zA-Z-]+: [^']*|[A-S](?: from \w+)?)'", sentence):
            whole = proposed if ":" in proposed else f"{slip.kind}: {proposed}"
            mended = _judge(intake, slip.kind, whole)
            if mended.state in ACCEPTED and _is_meant(slip.kind, _say(intake.state, mended), _say(intake.state, meant)):
                return Verdict(understood=False, trouble="")
    return Verdict(understood=False, trouble=f"{line!r}: {told}")


def _take_lists_for_choices() -> None:
    check_orders.join_list = lambda *_: []


def _propose_nothing() -> None:
    check_unread.mend_item = lambda *_, **__: []


def _give_what_is_wanted() -> None:
    spelling._SPELLERS = {**spelling._SPELLERS, "bank": lambda text: " for ".join(reversed(text.split(" to ")))}
    spelling.spell.cache_clear()


def _buy_the_first_alone() -> None:
    read = check_unread._read_purchases

    def read_first(unread: Order) -> Order | None:
        bought = read(unread)
        return bought and bought._replace(value=cast("list[JsonValue]", bought.value)[:1], places=bought.places[:1])

    check_unread._read_purchases = read_first


DEFECTS = {
    "take-lists-for-choices": _take_lists_for_choices,
    "propose-nothing": _propose_nothing,
    "give-what-is-wanted": _give_what_is_wanted,
    "buy-the-first-alone": _buy_the_first_alone,
}


def plant(name: str) -> None:
    """Plant a defect in this process."""
    DEFECTS[name]()


def try_lines(folder: Path, numbers: Iterable[int], *, enough: int = 20) -> Tally:
    """Try the lines with these numbers, or until ``enough`` went wrong; ``fired`` counts those understood as meant."""
    del folder
    tally = Tally()
    for number in numbers:
        slip = SLIPS[number % len(SLIPS)]
        verdict = try_line(slip, number // len(SLIPS))
        tally = tally.plus(count(verdict.understood, [verdict.trouble] if verdict.trouble else [], slip.kind))
        if len(tally.failures) >= enough:
            break
    return tally


def main(lines: int) -> int:
    """Tries ``lines`` lines, slip after slip, and says how many were understood and what is wrong."""
    tally = try_lines(Path(), range(lines), enough=lines)
    told = f"{tally.fired} understood as meant, {tally.survived - tally.fired} refused with a line that works"
    sys.stdout.write(f"{lines} lines of {len(SLIPS)} slips: {told}, {len(tally.failures)} wrong\n")
    sys.stdout.writelines(f"{trouble}\n" for trouble in tally.failures)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
