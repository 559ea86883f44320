"""The turn driver with a game it has never heard of: when a turn stops, what is left, and what is drawn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from unit.turn.toy import TOY, Position, agenda

from adjudicator.core.agenda import EMPTY, Agenda, Fate, Source
from adjudicator.core.chance import Level
from adjudicator.core.charter import Charter, Commitment, WhenBlocked
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.table import Pacing, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.ledger.turn import play_setup, play_turn
from adjudicator.store.record import Circumstances, TurnRecord

SECRET = bytes(range(32))
ANN, BOB = "ann", "bob"
START = Position((ANN, BOB))
MOVE = (("take", 1), ("roll", 0))
OTHER_MOVE = (("take", 2), ("roll", 0))


def drive(
    agendas: dict[str, Agenda],
    pacing: Pacing = Pacing.ROUND,
    state: Position = START,
    *,
    leave: WhenSilent | None = None,
) -> Verdict[Position]:
    return adjudicate(TOY, state, agendas, SecretChance("g", SECRET), pacing, leave or WhenSilent())


def kinds(verdict: Verdict[Position]) -> list[tuple[object, str]]:
    return [(event.facts["seat"], event.kind) for event in verdict.events]


def test_a_turn_of_one_seat_ends_with_its_move() -> None:
    verdict = drive({ANN: agenda(*MOVE), BOB: agenda(*OTHER_MOVE)}, Pacing.SEAT)
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, BOB)
    assert kinds(verdict) == [(ANN, "took"), (ANN, "rolled")]
    assert verdict.asked == {ANN}
    assert verdict.agendas == {ANN: EMPTY, BOB: agenda(*OTHER_MOVE)}


def test_a_round_ends_when_each_has_moved_once_and_leaves_plans_alone() -> None:
    plan = (("take", 3), ("roll", 0))
    verdict = drive({ANN: agenda(*MOVE, *plan), BOB: agenda(*OTHER_MOVE)})
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, ANN)
    assert kinds(verdict) == [(ANN, "took"), (ANN, "rolled"), (BOB, "took"), (BOB, "rolled")]
    assert verdict.agendas[ANN] == agenda(*plan)


def test_a_round_that_begins_within_a_move_still_gives_everybody_one() -> None:
    half = drive({ANN: agenda(("take", 1))})
    assert (half.stop, half.stopped_at, half.state.rolling) == (Stop.WAITING, ANN, True)
    verdict = drive({ANN: agenda(("roll", 0), ("take", 3), ("roll", 0)), BOB: agenda(*OTHER_MOVE)}, state=half.state)
    assert kinds(verdict) == [(ANN, "rolled"), (BOB, "took"), (BOB, "rolled")]
    assert verdict.stop is Stop.PACING


def test_a_decision_without_an_order_is_waited_for() -> None:
    verdict = drive({ANN: agenda(*MOVE), BOB: EMPTY})
    assert (verdict.stop, verdict.stopped_at, verdict.asked) == (Stop.WAITING, BOB, {ANN, BOB})
    assert drive({}).events == ()


def test_an_alternative_that_fires_is_numbered_and_the_others_refused() -> None:
    verdict = drive({ANN: agenda(*MOVE), BOB: agenda(("take", [1, 1, 2]), ("roll", 0))})
    (result,) = [result for result in verdict.results if result.seat == BOB and result.choice > 1]
    assert (result.done, result.choice, [refusal.text for refusal in result.refusals]) == ("take 2", 3, ["1", "1"])


def test_a_seat_whose_orders_became_impossible_is_blocked_and_its_orders_are_gone() -> None:
    verdict = drive({ANN: agenda(*MOVE), BOB: agenda(("take", 1), ("roll", 0))})
    assert (verdict.stop, verdict.stopped_at) == (Stop.BLOCKED, BOB)
    assert verdict.results[-1].fate is Fate.BLOCKED
    assert verdict.agendas[BOB] == EMPTY


def test_a_blocked_seat_falls_back_where_the_charter_says_so() -> None:
    fallback = (("take", [1, 4]), ("roll", 0))
    agendas = {ANN: agenda(*MOVE), BOB: agenda(("take", 1), ("roll", 0), fallback=fallback)}
    asked = drive(agendas)
    assert asked.stop is Stop.BLOCKED
    verdict = drive(agendas, leave=WhenSilent(fall_back_when_blocked=True))
    assert [result.fate for result in verdict.results if result.seat == BOB] == [Fate.BLOCKED, Fate.DONE, Fate.DONE]
    assert (verdict.state.taken, verdict.stop) == ((1, 4), Stop.PACING)  # its whole move, not only the choice
    assert verdict.agendas[BOB].fallback == agenda(fallback=fallback).fallback


def test_a_charter_that_fills_blocks_does_not_fill_silence() -> None:
    agendas = {ANN: agenda(*MOVE), BOB: agenda(fallback=OTHER_MOVE)}
    verdict = drive(agendas, leave=WhenSilent(fall_back_when_blocked=True))
    assert (verdict.stop, verdict.stopped_at) == (Stop.WAITING, BOB)


def test_a_fallback_fills_silence_only_once_it_is_late() -> None:
    agendas = {ANN: agenda(fallback=MOVE), BOB: agenda(*OTHER_MOVE)}
    assert drive(agendas).events == ()
    verdict = drive(agendas, leave=WhenSilent(late=True))
    assert verdict.stop is Stop.PACING
    assert [result.source for result in verdict.results if result.seat == ANN] == [Source.FALLBACK] * 2


def test_force_fills_what_is_missing_with_the_first_legal_action() -> None:
    verdict = drive({ANN: agenda(fallback=[("take", 5)]), BOB: agenda(*OTHER_MOVE)}, leave=WhenSilent(force=True))
    assert verdict.stop is Stop.PACING
    assert verdict.state.taken == (5, 2)
    assert [result.source for result in verdict.results if result.seat == ANN] == [Source.FALLBACK, Source.FORCED]


def test_a_turn_ends_with_the_game() -> None:
    late = Position((ANN, BOB), (1, 2, 3, 4, 5), (1, 1, 1, 1, 1))
    verdict = drive({BOB: agenda(("take", 6), ("roll", 0)), ANN: agenda(*MOVE)}, state=late)
    assert (verdict.stop, verdict.stopped_at) == (Stop.OVER, None)
    assert verdict.asked == {BOB}
    over = drive({}, state=verdict.state)
    assert (over.stop, over.events, over.asked) == (Stop.OVER, (), frozenset())


def rolls(pacing: Pacing, turns: int, *, force: bool) -> tuple[int, ...]:
    """A whole game; all the dice of it."""
    state = START
    for _ in range(turns):
        free = [number for number in range(1, 7) if number not in state.taken]
        agendas = {} if force else {seat: agenda(("take", free), ("roll", 0)) for seat in (ANN, BOB)}
        state = drive(agendas, pacing, state, leave=WhenSilent(force=force)).state
    assert not TOY.kernel.decisions(state)
    return state.rolls


def test_dice_do_not_depend_on_how_turns_are_cut_or_who_forced_them() -> None:
    dice = rolls(Pacing.ROUND, 3, force=False)
    assert len(set(dice)) > 1
    assert rolls(Pacing.SEAT, 6, force=False) == dice
    assert rolls(Pacing.ROUND, 3, force=True) == dice
    assert rolls(Pacing.SEAT, 6, force=True) == dice


def charter(pacing: Pacing, blocked: WhenBlocked = WhenBlocked.ASK) -> Charter:
    return Charter(
        id="g",
        game="toy",
        module=TOY.module,
        version=1,
        setting=Setting("plain", {}, (ANN, BOB)),
        pacing=pacing,
        deadlines={"turn": 24},
        when_blocked=blocked,
        commitment=Commitment(Level.L1, "", "", 8),
        sample=False,
    )


NOW = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
"""Within the hour that a clock in Berlin does not have."""


@pytest.fixture
def turn_0() -> TurnRecord[Position]:
    return play_setup(TOY, charter(Pacing.ROUND), SecretChance("g", SECRET), NOW)


def test_the_set_up_records_its_draws_and_the_first_deadline(turn_0: TurnRecord[Position]) -> None:
    assert (turn_0.number, turn_0.stop, turn_0.stopped_at) == (0, Stop.WAITING, turn_0.state.on_move)
    assert [(draw.epoch, draw.label, draw.below, draw.hidden) for draw in turn_0.draws] == [(0, ("first",), 2, False)]
    assert turn_0.due == {"turn": NOW + timedelta(hours=24)}
    assert turn_0.agendas == {ANN: EMPTY, BOB: EMPTY}


def test_the_record_of_a_turn_has_its_draws_and_what_was_not_reached(turn_0: TurnRecord[Position]) -> None:
    one, two = turn_0.state.seats
    chance = SecretChance("g", SECRET)
    agendas = {one: agenda(("take", 1)), two: agenda(*OTHER_MOVE)}
    record = play_turn(TOY, charter(Pacing.ROUND), turn_0, agendas, chance, Circumstances(NOW))
    assert (record.number, record.stop, record.stopped_at) == (1, Stop.WAITING, one)
    assert record.draws == ()
    assert record.agendas == {one: EMPTY, two: agenda(*OTHER_MOVE)}  # taken up, and not reached
    agendas = {**record.agendas, one: agenda(("roll", 0))}
    after = play_turn(TOY, charter(Pacing.ROUND), record, agendas, chance, Circumstances(NOW))
    assert (after.number, after.stop, after.agendas) == (2, Stop.PACING, {one: EMPTY, two: EMPTY})
    assert [(draw.epoch, draw.label) for draw in after.draws] == [(1, ("dice",)), (2, ("dice",))]
    assert [draw.value + 1 for draw in after.draws] == list(after.state.rolls)


def test_a_finished_game_has_no_deadline(turn_0: TurnRecord[Position]) -> None:
    record = turn_0
    for _ in range(3):
        record = play_turn(
            TOY,
            charter(Pacing.ROUND),
            record,
            record.agendas,
            SecretChance("g", SECRET),
            Circumstances(NOW, forced=True),
        )
    assert (record.stop, record.due) == (Stop.OVER, {})


def test_a_draft_stays_one_until_its_seat_is_asked(turn_0: TurnRecord[Position]) -> None:
    one, two = turn_0.state.seats
    draft = agenda(*OTHER_MOVE)._replace(draft=True)
    agendas = {one: agenda(("take", 1)), two: draft}
    record = play_turn(TOY, charter(Pacing.ROUND), turn_0, agendas, SecretChance("g", SECRET), Circumstances(NOW))
    assert record.agendas[two] == draft
    agendas = {**record.agendas, one: agenda(("roll", 0))}
    record = play_turn(TOY, charter(Pacing.ROUND), record, agendas, SecretChance("g", SECRET), Circumstances(NOW))
    assert (record.stop, record.agendas[two]) == (Stop.PACING, EMPTY)


def test_the_charter_says_what_becomes_of_a_blocked_seat(turn_0: TurnRecord[Position]) -> None:
    one, two = turn_0.state.seats
    agendas = {one: agenda(*MOVE), two: agenda(("take", 1), ("roll", 0), fallback=OTHER_MOVE)}
    stops = {}
    for policy in WhenBlocked:
        record = play_turn(
            TOY, charter(Pacing.ROUND, policy), turn_0, agendas, SecretChance("g", SECRET), Circumstances(NOW)
        )
        stops[policy] = record.stop
    assert stops == {WhenBlocked.ASK: Stop.BLOCKED, WhenBlocked.FALLBACK: Stop.PACING}
