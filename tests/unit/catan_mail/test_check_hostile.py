"""Whatever is written in the words of the game is judged, and what is accepted is carried out, without an exception."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

import pytest
from oracle.catan_positions import KERNEL, SEATS
from oracle.dice import Dice
from unit.catan_mail.mailing import Mail
from unit.catan_mail.order_mix import Mixer

from adjudicator.core.agenda import EMPTY
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.order import START, Gravity, describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.cards import unpack
from adjudicator.rules.catan.state import State

GAMES, TURNS = 20, 40


def start(number: int, dice: Dice, chance: SecretChance) -> State:
    options = {
        "board": "beginners",
        "target": str(5 + number % 6),
        "preroll": dice.pick(("at-once", "ask")),
        "discard": dice.pick(("standing", "ask")),
        "trade-hours": dice.pick(("0", "24")),
    }
    state, _ = KERNEL.setup(Setting("base", options, SEATS[: 3 + number % 2]), chance)
    if number % 4:
        while state.turn < number:
            seat = dice.pick(KERNEL.decisions(state)).seat
            legal = KERNEL.legal(state, seat)
            state, _ = KERNEL.apply(state, seat, legal[dice.below(len(legal))], chance)
    return state


def write_file(mail: Mail, seat: str, mixer: Mixer) -> dict[str, object]:
    """Every other file has something sensible in it: answers to what is asked, and legal orders among the others."""
    content = mixer.file()
    dice, proposal = mixer.dice, mail.see(seat).book.proposal
    if dice.below(2):
        legal = KERNEL.legal(mail.state, seat)
        for _ in range(dice.below(3) if len(legal) else 0):
            order = dict(mail.game.orders.write(mail.see(seat), legal[dice.below(len(legal))]))
            content["orders"].insert(dice.below(len(content["orders"]) + 1), order)
        if proposal is not None:
            content["orders"].insert(0, {dice.pick(("accept", "refuse")): mail.state.table.seats[proposal.seat]})
    return content


def hand_in(mail: Mail, seat: str, content: Mapping[str, object]) -> Judgement:
    data = json.dumps({"game": "g1", "turn": mail.turn, "seat": seat, **content}).encode()
    judgement = mail.intake.judge(data, seat)
    for problem in judgement.problems:
        assert describe(problem, mail.intake.sentences)
        assert problem.place != START or problem.code in ("nothing-ordered", "robber-missing")
    if judgement.state in ACCEPTED and judgement.file is not None:
        mail.files[seat] = judgement.file
        assert all(mail.game.orders.forecast(mail.see(seat), seat, judgement.file, EMPTY))
    return judgement


def count_cards(state: State) -> list[int]:
    hands = [unpack(state.hand(seat)) for seat in range(len(state.table.seats))]
    return [sum(counts) for counts in zip(unpack(state.bank), *hands, strict=True)]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", range(GAMES))
def test_nothing_that_is_written_raises(number: int) -> None:
    dice, chance = Dice("hostile", number), SecretChance(f"hostile-{number}", bytes(32))
    state = start(number, dice, chance)
    mail, mixer = Mail(state), Mixer(dice)
    standings: Counter[str] = Counter()
    for _ in range(TURNS):
        if not KERNEL.decisions(mail.state):
            break
        mail.pacing = dice.pick((Pacing.SEAT, Pacing.SEAT, Pacing.ROUND))
        for seat in mail.state.table.seats:
            standings[hand_in(mail, seat, write_file(mail, seat, mixer)).state.value] += 1
            assert all(mail.announcements(seat))
            assert all(mail.promises(seat)) or not mail.state.turn
        before, agendas = mail.state, mail.taken_up()
        leave = WhenSilent(dice.below(2) == 0, late=dice.below(2) == 0, force=dice.below(4) == 0)
        verdict = mail.run(chance=SecretChance(f"turn-{number}", bytes(32)), leave=leave)
        assert count_cards(verdict.state) == [19] * 5
        again = Mail(before, pacing=mail.pacing)
        again.agendas = agendas
        repeated = again.run(chance=SecretChance(f"turn-{number}", bytes(32)), leave=leave)
        assert (repeated.events, repeated.results, again.agendas) == (verdict.events, verdict.results, mail.agendas)
    assert standings["green"] + standings["yellow"] > 10
    assert standings["red"] > 10


def test_problems_say_where_they_are() -> None:
    dice = Dice("places")
    state = start(7, dice, SecretChance("places", bytes(32)))
    mail, mixer = Mail(state), Mixer(dice, bad=5)
    codes: Counter[str] = Counter()
    for _ in range(300):
        for seat in state.table.seats:
            judgement = hand_in(mail, seat, mixer.file())
            codes.update(problem.code for problem in judgement.problems)
            red = any(problem.gravity is not Gravity.UNWISE for problem in judgement.problems)
            assert red is (judgement.state not in ACCEPTED)
    assert len(codes) > 20
