"""Whole games with silence drawn at random: what each report says of silence is what silence brings.

Before every turn each seat's report is written, and what it says is kept. Some seats then send files, whatever policy,
pacing and deadline the game has; of the others the report must have been right. Actions that a receipt called certain
must have been done.

    cd tests && python -m scrutiny.promises 300
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from oracle.dice import Dice
from torture.tally import Tally, count

from adjudicator.core import driver
from adjudicator.core.agenda import Agenda, Fate, OrderResult, enlist
from adjudicator.core.chance import Level
from adjudicator.core.charter import Charter, Commitment, WhenBlocked
from adjudicator.core.deadlines import WhenSilent, find_missing, list_asked
from adjudicator.core.driver import Stop
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import START, Order
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.ledger.turn import play_setup, play_turn
from adjudicator.report.context import ReportContext
from adjudicator.report.page import build_page
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, is_legal, list_legal
from adjudicator.rules.through_the_desert.mail import asks, conditions
from adjudicator.rules.through_the_desert.mail.asks import come_to_move
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, NOWHERE, Phase, State
from adjudicator.rules.through_the_desert.written import KEY_OF, list_actions, write_action
from adjudicator.store.record import Circumstances, TurnRecord

NOW = datetime(2026, 11, 22, tzinfo=UTC)
SEATS = ("amira", "bilal", "chadi", "dora", "elif")
_STEP = re.compile(
    r"(place a|place your|return your) ([a-z]+) (?:camel on |leader on |leader to the box)([A-Z]\d+)?"
    r"(?: \(your (orders|standing orders|fallback)\))?"
)
_ORDERS = {"place a": "place", "place your": "leader", "return your": "return"}
_CERTAIN = re.compile(r"Line \d+(?: \(.*\))?: (.*), which is certain\.")
_SOURCES = {"orders": "orders", "standing orders": "standing", "fallback": "fallback"}
_MOST_TURNS = 160


class Said(NamedTuple):
    """What a report says of silence: what is done and from what, in order, and whether the game then waits.

    ``hedged`` says that others move before; ``late`` that it takes the deadline; ``open`` that what follows rests on
    the worth of water.
    """

    sentence: str
    steps: tuple[tuple[str, str], ...]
    waits: bool
    hedged: bool
    late: bool
    open: bool


def read_promise(duty: Sequence[str]) -> Said | None:
    """The promise among the lines of a report; None where the seat is asked for nothing."""
    lines = [line for line in duty if line.startswith("If you send nothing")]
    if not lines:
        return None
    (line,) = lines
    said = line.split(". If ")[0]
    found = _STEP.findall(said)
    steps = tuple(
        # where it comes from stands behind the last of those that come from there
        (f"{_ORDERS[verb]} {colour} {name}".rstrip(), next(_SOURCES[step[3]] for step in found[number:] if step[3]))
        for number, (verb, colour, name, _) in enumerate(found)
    )
    waits = "the game waits for you" in said
    assert steps or waits, line
    hedged, late, rests = ("as things stand " in said, "after the deadline" in said, "what follows depends" in said)
    return Said(line, steps, waits, hedged, late, rests)


def list_done(result: OrderResult) -> list[str]:
    """The actions that an order came to; a branch has several."""
    return str(result.done).split(" and ") if result.fate is Fate.DONE else []


class Game:
    """A game under way, in memory; its turns and reports are the real ones."""

    def __init__(self, number: int) -> None:
        self.dice = Dice("promises", number)
        self.secret = repr(number).encode().ljust(32)
        seats = SEATS[: 2 + self.dice.below(4)]
        self.charter = Charter(
            id=f"promises-{number}",
            game=GAME.name,
            module=GAME.module,
            version=GAME.version,
            setting=Setting(self.dice.pick(("2005", "manual", "allplay")), self.draw_options(), seats),
            pacing=self.dice.pick(tuple(Pacing)),
            deadlines={"turn": 24} if self.dice.below(4) else {},
            when_blocked=self.dice.pick(tuple(WhenBlocked)),
            commitment=Commitment(Level.L1, "", "", GAME.epochs),
            sample=True,
        )
        self.record: TurnRecord[Any] = play_setup(GAME, self.charter, self.chance(), NOW)
        self.before: State = self.record.state
        """The position that reports spoke of."""
        self.owed: set[str] = set()
        """Who must send something now, or play would stand still."""
        self.certain: dict[str, list[str]] = {}
        self.trouble: list[str] = []
        self.kept = 0

    def draw_options(self) -> dict[str, str]:
        return {} if self.dice.below(3) else {"water": "face-down"}

    def chance(self) -> SecretChance:
        return SecretChance(self.charter.id, self.secret)

    def play(self) -> None:
        """To the end, or until the turns are used up."""
        while GAME.kernel.decisions(self.record.state) and self.record.number < _MOST_TURNS and not self.trouble:
            self.take_turn()

    def take_turn(self) -> None:
        """What every report says, what some seats send, and the turn that comes of it."""
        record, charter, self.before = self.record, self.charter, self.record.state
        seats = GAME.kernel.seats(record.state)
        said = {seat: read_promise(self.write_duty(seat)) for seat in seats}
        agendas, sent, self.certain = dict(record.agendas), set[str](), {}
        for seat in seats:
            if seat in self.owed or not self.dice.below(3):
                agendas[seat] = self.send(seat, agendas[seat], plainly=seat in self.owed)
                sent.add(seat)
        asks = list_asked(GAME, record.state, agendas, charter.pacing)
        missing = {ask.seat for ask in find_missing(GAME, record.state, agendas, asks, falls_back=charter.falls_back)}
        for seat, promise in said.items():
            if promise and promise.waits and not promise.hedged and seat not in missing | sent:
                self.complain(seat, f"{promise.sentence!r}; but nobody waits for it")
        late = bool(charter.deadlines) and (bool(missing) or not self.dice.below(4))
        if missing and not late:
            for seat in missing - sent:
                self.judge(seat, said[seat], (), waits=True)
            self.owed = missing
            return
        self.record = play_turn(GAME, charter, record, agendas, self.chance(), Circumstances(NOW, late=late))
        stands = self.record.state == record.state
        if stands and not missing and not late:
            self.complain(", ".join(seats), "nobody was awaited, and nothing was done")
        self.owed = {self.record.stopped_at} if stands and self.record.stopped_at else set()
        for seat in seats:
            self.look_back(seat, said[seat] if seat not in sent else None, late=late)

    def write_duty(self, seat: str) -> Sequence[str]:
        """What the report of a seat says of its duty."""
        charter, record = self.charter, self.record
        asks = list_asked(GAME, record.state, record.agendas, charter.pacing)
        context = ReportContext(GAME, charter, asks, record, "")
        return build_page(context, seat)[0].strip.lines

    def send(self, seat: str, agenda: Agenda, *, plainly: bool) -> Agenda:
        """The agenda with a file of the seat, if it is accepted."""
        record, number = self.record, GAME.kernel.seats(self.record.state).index(seat)
        position = come_to_move(record.state, number)
        lists = Writer(self.dice, position, number).write(plainly=plainly)
        turn = record.number + 1
        data = json.dumps({"game": self.charter.id, "turn": turn, "seat": seat, **lists}).encode()
        intake = IntakeContext(
            GAME, self.charter.id, self.charter.setting.seats, record.state, record.agendas, turn, ""
        )
        judgement = intake.judge(data, seat)
        if judgement.state not in ACCEPTED or judgement.file is None:
            return agenda
        known = GAME.views.see(record.state, record.agendas, seat)
        told = GAME.orders.forecast(known, seat, judgement.file, agenda)
        found = (_CERTAIN.fullmatch(line) for line in told)
        self.certain[seat] = [action for match in found if match for action in match[1].split(" and ")]
        return enlist(agenda, judgement.file, f"{seat}/{turn:04}.yaml")

    def look_back(self, seat: str, said: Said | None, *, late: bool) -> None:
        """Holds what was said against what became of the seat's move, if play came to it."""
        record = self.record
        results = [result for result in record.results if result.seat == seat]
        waits = record.stopped_at == seat and record.stop in {Stop.WAITING, Stop.BLOCKED}
        done = tuple((action, result.source.value) for result in results for action in list_done(result))
        if not results and not waits:
            return
        if said is not None:
            if said.late and not late:
                steps = tuple(takewhile(lambda step: step[1] != "fallback", said.steps))
                said = said._replace(steps=steps, waits=True)
            self.judge(seat, said, done, waits=waits)
        if record.stop is not Stop.OVER:
            actions = [action for action, _ in done]
            lost = [action for action in self.certain.get(seat, ()) if action not in actions]
            self.kept += len(self.certain.get(seat, ())) - len(lost)
            if lost:
                self.complain(seat, f"called certain: {', '.join(lost)}; done: {', '.join(actions) or 'nothing'}")

    def judge(self, seat: str, said: Said | None, done: tuple[tuple[str, str], ...], *, waits: bool) -> None:
        """A promise, and what was done for the seat."""
        self.kept += 1
        if said is None:
            self.complain(seat, "nothing was said of silence")
        elif said.open and said.steps == done[: len(said.steps)]:
            return
        elif (said.steps, said.waits) != (done, waits) and not self.is_excused(seat, said, done):
            what = ", ".join(f"{action} ({source})" for action, source in done) or "nothing"
            self.complain(seat, f"{said.sentence!r}; done: {what}{', and it waits' if waits else ''}")

    def is_excused(self, seat: str, said: Said, done: tuple[tuple[str, str], ...]) -> bool:
        """Whether others, who moved before, made the first thing impossible that was not done as said.

        Or made possible what was done in its place: by ruling L4 a first leader may have a colour again that it may not
        have as things stand.
        """
        if self.record.state.phase is Phase.OVER and done == said.steps[: len(done)]:
            return True
        if not said.hedged:
            return False
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(said.steps, done, strict=False)))
        position, number = self.find_position(seat, same), self.before.table.seats.index(seat)
        if same < len(said.steps):
            # a branch is refused as a whole, though it may begin with what is possible
            told = [
                refusal.text for result in self.record.results if result.seat == seat for refusal in result.refusals
            ]
            branches = [text for text in told if f"{said.steps[same][0]} and " in text]
            if branches or not is_legal(position, number, _read(position, said.steps[same][0])):
                return True
        stood = come_to_move(self.before, number)
        return not same and bool(done) and not is_legal(stood, number, _read(stood, done[0][0]))

    def find_position(self, seat: str, count: int) -> State:
        """The position after what others did before the move of ``seat``, and after so many actions of its own."""
        position, chance = self.before, self.chance()
        for result in self.record.results:
            for text in list_done(result):
                if result.seat == seat and not count:
                    return position
                position, _ = GAME.kernel.apply(position, result.seat, _read(position, text), chance)
                count -= result.seat == seat
        return position

    def complain(self, seat: str, what: str) -> None:
        self.trouble.append(f"turn {self.record.number}, {seat}, {self.charter.pacing.value}: {what}")


def _read(state: State, text: str) -> Action:
    kind, place = text.split(" ", 1)
    (action,) = list_actions(state.table, Order(kind, place, None, START, (START,)))
    return action


class Writer:
    """Makes up the lists of a file from ``position``, where the seat is on move."""

    def __init__(self, dice: Dice, position: State, seat: int) -> None:
        self.dice, self.position, self.seat = dice, position, seat

    def write(self, *, plainly: bool) -> dict[str, JsonValue]:
        """A whole move at least; or anything from nothing to a plan, with whatever may stand behind it."""
        dice, left = self.dice, self.position.left
        if plainly:
            return {"orders": list(self.list_orders(left, 3))}
        lists: dict[str, JsonValue] = {"orders": list(self.list_orders(dice.below(left + 4), 1 + dice.below(3)))}
        if dice.below(2):
            lists["fallback"] = list(self.list_orders(dice.below(4), 1 + dice.below(6)))
        if not dice.below(4) and self.position.phase is Phase.CAMELS:
            lists["standing"] = [
                {**order, **({"times": 1 + dice.below(3)} if dice.below(2) else {})}
                for order in self.list_orders(dice.below(3), 8)
                if "place" in order
            ]
        if not dice.below(6):
            lists["draft"] = True
        return lists

    def ask_points(self, position: State) -> dict[str, JsonValue]:
        """A condition on the seat's own points that may be true."""
        score = score_seats(position)[self.seat]
        bound = self.dice.pick(("at-least", "at-most"))
        return {"points": {"seat": score.seat, bound: max(0, score.points + self.dice.below(6) - 1)}}

    def list_orders(self, length: int, choices: int) -> Iterator[dict[str, JsonValue]]:
        """Orders one after the other, as if nobody else moved; the last two now and then as branches of either.

        Beyond the move now due some choices can never be done.
        """
        position, bundled = self.position, list[JsonValue]()
        for number in range(length):
            legal = list_legal(position, self.seat)
            if not len(legal):
                return
            actions = [self.dice.pick(legal) for _ in range(choices)]
            texts: list[JsonValue] = [write_action(position.table, action) for action in dict.fromkeys(actions)]
            if number >= self.position.left and not self.dice.below(8):
                colour = self.dice.pick(position.table.colours)
                texts.insert(self.dice.below(len(texts) + 1), self.dice.pick([f"{colour} Z9", f"{colour} L5 soon"]))
            if length == number + 2 == self.position.left and actions[0].kind is ActionKind.CAMEL:
                bundled = [texts[0]]
            elif bundled:
                yield {"either": [[bundled[0], texts[0]], *([[text, bundled[0]] for text in texts[1:]])]}
            else:
                asked = {} if self.dice.below(3) else {"if": self.ask_points(position)}
                yield {KEY_OF[actions[0].kind]: texts, **asked}
            position = carry_out(position, self.seat, actions[0])[0]
            if not position.left and position.phase is not Phase.OVER:
                position = _come_again(position, self.seat)


def _come_again(position: State, seat: int) -> State:
    hand = NOWHERE in position.leaders[seat * COLOURS : (seat + 1) * COLOURS]
    if position.phase is Phase.LEADERS and hand:
        return position._replace(left=1)
    return position._replace(phase=Phase.LEADERS if hand else Phase.CAMELS, left=2)


def _promise_any_fallback() -> None:
    honest = asks.rehearse
    asks.rehearse = lambda known, seat, agenda, _: honest(known, seat, agenda, WhenSilent(True, late=True))


def _overlook_standing_orders() -> None:
    honest = asks.rehearse
    asks.rehearse = lambda known, seat, agenda, leave: honest(known, seat, agenda._replace(standing=()), leave)


def _count_fallback_as_answer() -> None:
    for module in (driver, asks):
        module.list_answering = lambda agenda, **_: agenda


def _take_water_for_nothing() -> None:
    for module in (conditions, asks):
        module.list_worlds = lambda known, _: [known]


DEFECTS = {
    "count-fallback-as-answer": _count_fallback_as_answer,
    "take-water-for-nothing": _take_water_for_nothing,
    "promise-any-fallback": _promise_any_fallback,
    "overlook-standing-orders": _overlook_standing_orders,
}


def plant(name: str) -> None:
    """Plant a defect in this process."""
    DEFECTS[name]()


def keep_promises(folder: Path, numbers: Iterable[int], *, enough: int = 20) -> Tally:
    """Play the games with these numbers, or until ``enough`` went wrong; ``fired`` counts the promises tried."""
    del folder
    tally = Tally()
    for number in numbers:
        game = Game(number)
        game.play()
        tally = tally.plus(count(game.kept, game.trouble, f"game {number}"))
        if len(tally.failures) >= enough:
            break
    return tally


if __name__ == "__main__":
    found = keep_promises(Path(), range(int(sys.argv[1])))
    told = f"{found.tried} games, {found.fired} promises, {len(found.failures)} games where one was not kept"
    sys.stdout.write("\n".join((*found.failures, told, "")))
