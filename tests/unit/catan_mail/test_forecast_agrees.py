"""What is said in advance is what is done: legal lists, checks, forecasts of receipts, announcements of silence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from oracle.catan_positions import KERNEL, SEATS
from oracle.dice import Dice
from unit.catan_mail.mailing import LATE, Mail
from unit.catan_mail.order_mix import Mixer

from adjudicator.core.agenda import Fate, Source
from adjudicator.core.order import Gravity, MoveFile
from adjudicator.core.table import Setting
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.mail.rehearsal import OrderOutlook, ScriptRehearsal
from adjudicator.rules.catan.state import Stage, State

CHANCE = SecretChance("ahead", bytes(32))
ASK = {"board": "beginners", "preroll": "ask", "discard": "ask"}
CERTAIN = ("settlement", "city", "road", "bank", "plenty", "buy", "road-building", "take", "if")


def list_positions(number: int, every: int) -> Iterator[State]:
    """Some positions of a random game in which hands are richer than usual."""
    dice, chance = Dice("ahead", number), SecretChance(f"ahead-{number}", bytes(32))
    state, _ = KERNEL.setup(Setting("base", ASK, SEATS[: 3 + number % 2]), chance)
    step = 0
    while (decisions := KERNEL.decisions(state)) and state.turn < 60:
        step += 1
        if step % every == number % every:
            yield state
        seat = dice.pick(decisions).seat
        legal = KERNEL.legal(state, seat)
        state, _ = KERNEL.apply(state, seat, legal[dice.below(len(legal))], chance)


def enrich(state: State, dice: Dice) -> State:
    """The same position with more cards in the hand of the seat on turn."""
    saved: dict[str, Any] = {**KERNEL.dump(state)}
    bank, seat = dict(saved["bank"]), state.table.seats[state.mover]
    hand = dict(saved["seats"][seat]["hand"])
    for name, count in bank.items():
        more = dice.below(min(count, 4) + 1)
        bank[name], hand[name] = count - more, hand.get(name, 0) + more
    seats = {**saved["seats"], seat: {**saved["seats"][seat], "hand": hand}}
    return KERNEL.load({**saved, "bank": bank, "seats": seats})


def judge(mail: Mail, seat: str, orders: list[Any]) -> Judgement:
    """What is said of some orders, each of which stands in a line of its own."""
    lines = "".join(f"- {json.dumps(order)}\n" for order in orders) or "[]\n"
    data = f"game: g1\nturn: {mail.turn}\nseat: {seat}\norders:\n{lines}".encode()
    return mail.intake.judge(data, seat)


@pytest.mark.parametrize("number", range(6))
def test_whatever_is_listed_as_legal_is_accepted_and_carried_out(number: int) -> None:
    dice = Dice("listed", number)
    for state in list_positions(number, 5):
        for decision in KERNEL.decisions(state):
            legal = KERNEL.legal(state, decision.seat)
            for place in {dice.below(len(legal)) for _ in range(6)}:
                action, mail = legal[place], Mail(state)
                order = dict(mail.game.orders.write(mail.see(decision.seat), action))
                judgement = judge(mail, decision.seat, [order])
                assert judgement.state in ACCEPTED, (order, judgement.problems)
                assert judgement.file is not None
                mail.files[decision.seat] = judgement.file
                expected, events = KERNEL.apply(state, decision.seat, action, CHANCE)
                verdict = mail.run(chance=CHANCE)
                fates = [result.fate for result in verdict.results if result.seat == decision.seat]
                assert (fates[0], verdict.events[: len(events)]) == (Fate.DONE, events)
                settled = KERNEL.decisions(expected) and expected.stage is not Stage.BEFORE_ROLL
                assert verdict.state == expected or not settled


def write_script(mixer: Mixer, state: State, seat: str) -> list[Any]:
    """Orders that nothing unknown comes between, about half of them legal."""
    orders: list[Any] = []
    for _ in range(4):
        legal = KERNEL.legal(state, seat)
        action = legal[mixer.dice.below(len(legal))]
        order = dict(Mail(state).game.orders.write(Mail(state).see(seat), action)) if mixer.chance(1, 2) else {}
        order = order or mixer.order(1)
        if next(iter(order)) in CERTAIN[:-1] and not (order.get("else") or order.get("then")):
            orders.append(order)
    return orders


@pytest.mark.parametrize("number", range(8))
def test_a_forecast_and_a_check_agree_with_what_happens(number: int) -> None:
    dice = Dice("forecast", number)
    mixer = Mixer(dice, bad=0)
    compared = 0
    for poor in list_positions(number, 2):
        if poor.stage is not Stage.TURN:
            continue
        state = enrich(poor, dice)
        seat, mail = state.table.seats[state.mover], Mail(state)
        orders = write_script(mixer, state, seat)
        judgement = judge(mail, seat, orders)
        if judgement.file is None or any(problem.gravity is Gravity.INVALID for problem in judgement.problems):
            continue
        compared += compare(Mail(state), seat, judgement.file)
        illegal = {problem.place.line for problem in judgement.problems if problem.gravity is Gravity.ILLEGAL}
        done = {result.line for result in run_file(mail, seat, judgement.file) if result.fate is Fate.DONE}
        assert not illegal & done
    assert compared > 50


def run_file(mail: Mail, seat: str, file: MoveFile) -> list[Any]:
    mail.files = {seat: file}
    verdict = mail.run(chance=CHANCE)
    return [result for result in verdict.results if result.seat == seat]


def compare(mail: Mail, seat: str, file: MoveFile) -> int:
    """How many orders were forecast for certain; each of them fared so, and the hand is as told."""
    rehearsal = ScriptRehearsal(mail.see(seat), mail.state.table.number_of[seat])
    forecast, hand = [], rehearsal.hand
    for tried in rehearsal.try_orders(file.orders):
        forecast.append(tried)
        if rehearsal.sure:
            hand = rehearsal.hand
    results = run_file(mail, seat, file)
    certain = 0
    for tried, result in zip(forecast, results, strict=False):
        if not tried.sure and tried.outlook is not OrderOutlook.SKIPPED:
            return certain
        fate = {OrderOutlook.DONE: Fate.DONE, OrderOutlook.SKIPPED: Fate.SKIPPED, OrderOutlook.REFUSED: Fate.REFUSED}
        if tried.outlook is OrderOutlook.OPEN:
            return certain
        assert (result.fate, result.done or "") == (fate[tried.outlook], tried.words)
        certain += 1
    if rehearsal.sure:
        assert hand == mail.state.hand(mail.state.table.number_of[seat])
    return certain


def name_silence(text: str) -> str:
    """What a silent seat does, in the words in which its report announces it."""
    kind, _, place = text.partition(" ")
    if kind == "robber":
        return f"the robber goes to {place.replace(' from ', ' and takes a card from ')}"
    return f"a {kind} on {place}" if kind in ("settlement", "road") else " and ".join(text.rsplit(", ", 1))


@pytest.mark.parametrize("number", range(8))
def test_silence_does_what_was_announced(number: int) -> None:
    for state in list_positions(number, 3):
        mail = Mail(state)
        announced = {seat: " ".join(mail.announcements(seat)) for seat in state.table.seats}
        awaited = mail.missing
        verdict = mail.run(chance=CHANCE, leave=LATE)
        results = [result for result in verdict.results if result.seat in awaited]
        assert {result.source for result in results} == {Source.POLICY}
        told = [result for result in results if result.text not in ("end turn", "roll dice")]
        for result in told[: 1 if state.turn == 0 else None]:
            rolled_since = state.stage is Stage.DISCARD or not state.dice
            if not (rolled_since and result.text.startswith("robber")) or result is told[0]:
                assert name_silence(result.text) in announced[result.seat]
        for result in results:
            if result.text == "end turn":
                assert "your turn ends" in announced[result.seat]
            if result.text == "roll dice":
                assert "the dice are rolled" in announced[result.seat]
