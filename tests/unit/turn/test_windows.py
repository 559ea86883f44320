"""Windows: what happens by itself, what was answered in advance, and for whom silence may be filled."""

from __future__ import annotations

from unit.turn.toy import TOY, Position, agenda

from adjudicator.core.agenda import EMPTY, Agenda, Source
from adjudicator.core.deadlines import WhenSilent, find_missing, list_asked
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.table import Pacing
from adjudicator.ledger.keys import SecretChance

SECRET = bytes(range(32))
ANN, BOB = "ann", "bob"
PLAIN = Position((ANN, BOB))
SACRED = Position((ANN, BOB), sacred=3)
"""Whatever else happens, the taking of 3 has to be hailed."""
ROLL, HAIL = ("roll", 0), ("hail", 0)
MOVE = (("take", 1), ROLL)
SACRED_MOVE = (("take", 3), ROLL)
OTHER_MOVE = (("take", 2), ROLL)
LATE, FORCED = WhenSilent(late=True), WhenSilent(force=True)


def drive(
    agendas: dict[str, Agenda], pacing: Pacing, state: Position = PLAIN, leave: WhenSilent | None = None
) -> Verdict[Position]:
    return adjudicate(TOY, state, agendas, SecretChance("g", SECRET), pacing, leave or WhenSilent())


def told(verdict: Verdict[Position]) -> list[tuple[object, str]]:
    return [(event.facts["seat"], event.kind) for event in verdict.events]


def awaited(verdict: Verdict[Position], pacing: Pacing) -> list[str]:
    """Who has still to answer before the next turn."""
    asks = list_asked(TOY, verdict.state, verdict.agendas, pacing)
    return [ask.seat for ask in find_missing(TOY, verdict.state, verdict.agendas, asks, falls_back=False)]


def test_what_settles_by_itself_does_so_without_any_order() -> None:
    verdict = drive({ANN: agenda(("take", 1), standing=[ROLL])}, Pacing.SEAT)
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, BOB)
    assert told(verdict)[-2:] == [(ANN, "took"), (ANN, "rolled")]


def test_it_runs_on_after_the_pacing_has_ended_the_move_of_orders() -> None:
    agendas = {ANN: agenda(*MOVE), BOB: agenda(ROLL, standing=[("take", 2)])}
    verdict = drive(agendas, Pacing.SEAT)
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, BOB)
    assert told(verdict) == [(BOB, "stands"), (ANN, "took"), (ANN, "rolled"), (BOB, "took")]
    assert verdict.agendas[BOB].items == agenda(ROLL).items  # his orders are for the next turn
    assert verdict.asked == {ANN}


def test_new_standing_orders_are_told_first_and_once() -> None:
    agendas = {ANN: agenda(*MOVE), BOB: agenda(("take", 2), standing=[ROLL])}
    first = drive(agendas, Pacing.ROUND)
    assert told(first) == [(BOB, "stands"), (ANN, "took"), (ANN, "rolled"), (BOB, "took"), (BOB, "rolled")]
    again = drive({**first.agendas, ANN: agenda(("take", 4), ROLL)}, Pacing.SEAT, first.state)
    assert told(again) == [(ANN, "took"), (ANN, "rolled")]


def test_a_window_that_everybody_answered_in_advance_costs_no_turn() -> None:
    agendas = {ANN: agenda(*SACRED_MOVE), BOB: agenda(HAIL, *OTHER_MOVE)}
    verdict = drive(agendas, Pacing.SEAT, SACRED)
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, BOB)
    assert told(verdict) == [(ANN, "took"), (BOB, "hailed"), (ANN, "rolled")]
    assert verdict.agendas == {ANN: EMPTY, BOB: agenda(*OTHER_MOVE)}
    whole = drive(agendas, Pacing.ROUND, SACRED)
    assert (whole.stop, whole.stopped_at) == (Stop.PACING, ANN)
    assert told(whole)[3:] == [(BOB, "took"), (BOB, "rolled")]


def test_a_window_that_one_has_not_answered_stops_the_turn_and_is_asked() -> None:
    for pacing in Pacing:
        verdict = drive({ANN: agenda(*SACRED_MOVE), BOB: agenda(*OTHER_MOVE)}, pacing, SACRED)
        assert (verdict.stop, verdict.stopped_at) == (Stop.WINDOW, BOB)
        assert told(verdict) == [(ANN, "took")]
        assert verdict.asked == {ANN}
        assert awaited(verdict, pacing) == [BOB]
        assert verdict.agendas == {ANN: agenda(ROLL), BOB: agenda(*OTHER_MOVE)}


def test_in_a_window_of_several_nobody_acts_before_all_have_answered() -> None:
    three = Position((ANN, BOB, "cid"), sacred=3)
    agendas = {ANN: agenda(*SACRED_MOVE), BOB: agenda(HAIL), "cid": EMPTY}
    verdict = drive(agendas, Pacing.SEAT, three)
    assert (verdict.stop, verdict.stopped_at, told(verdict)) == (Stop.WINDOW, "cid", [(ANN, "took")])
    assert verdict.agendas[BOB] == agenda(HAIL)
    answered = drive({**verdict.agendas, "cid": agenda(HAIL)}, Pacing.SEAT, verdict.state)
    assert (answered.stop, answered.stopped_at) == (Stop.PACING, BOB)
    assert told(answered) == [(BOB, "hailed"), ("cid", "hailed"), (ANN, "rolled")]


def test_a_window_in_a_later_move_of_a_round_costs_no_turn_either() -> None:
    agendas = {ANN: agenda(*MOVE, HAIL), BOB: agenda(*SACRED_MOVE)}
    verdict = drive(agendas, Pacing.ROUND, SACRED)
    assert told(verdict)[2:] == [(BOB, "took"), (ANN, "hailed"), (BOB, "rolled")]
    assert (verdict.stop, verdict.stopped_at) == (Stop.PACING, ANN)


def test_a_seat_that_was_asked_before_the_turn_stays_so_behind_a_window() -> None:
    agendas = {ANN: agenda(fallback=SACRED_MOVE), BOB: agenda(HAIL)}
    verdict = drive(agendas, Pacing.SEAT, SACRED, LATE)
    assert told(verdict) == [(ANN, "took"), (BOB, "hailed"), (ANN, "rolled")]


def test_behind_a_window_a_blocked_seat_falls_back_where_the_charter_says_so() -> None:
    agendas = {ANN: agenda(*SACRED_MOVE), BOB: agenda(HAIL, *SACRED_MOVE, fallback=OTHER_MOVE)}
    verdict = drive(agendas, Pacing.ROUND, SACRED, WhenSilent(fall_back_when_blocked=True))
    assert told(verdict) == [(ANN, "took"), (BOB, "hailed"), (ANN, "rolled"), (BOB, "took"), (BOB, "rolled")]


def test_a_draft_answers_no_window() -> None:
    agendas = {ANN: agenda(*SACRED_MOVE), BOB: agenda(HAIL)._replace(draft=True)}
    verdict = drive(agendas, Pacing.SEAT, SACRED)
    assert (verdict.stop, verdict.stopped_at, told(verdict)) == (Stop.WINDOW, BOB, [(ANN, "took")])


def test_a_deadline_fills_silence_only_for_who_was_asked_before_the_turn() -> None:
    bob = agenda(fallback=[HAIL])
    opened = drive({ANN: agenda(fallback=SACRED_MOVE), BOB: bob}, Pacing.SEAT, SACRED, LATE)
    assert (opened.stop, opened.stopped_at, told(opened)) == (Stop.WINDOW, BOB, [(ANN, "took")])
    assert [(result.seat, result.source) for result in opened.results] == [(ANN, Source.FALLBACK)]
    closed = drive({**opened.agendas, ANN: agenda(ROLL)}, Pacing.SEAT, opened.state, LATE)
    assert (closed.stop, told(closed)) == (Stop.PACING, [(BOB, "hailed"), (ANN, "rolled")])
    assert [(result.seat, result.source) for result in closed.results] == [
        (BOB, Source.FALLBACK),
        (ANN, Source.ORDERS),
    ]


def test_force_decides_only_for_who_was_asked_before_the_turn() -> None:
    opened = drive({ANN: agenda(("take", 3))}, Pacing.SEAT, SACRED, FORCED)
    assert (opened.stop, opened.stopped_at, told(opened)) == (Stop.WINDOW, BOB, [(ANN, "took")])
    closed = drive(opened.agendas, Pacing.SEAT, opened.state, FORCED)
    assert (closed.stop, closed.stopped_at, told(closed)) == (Stop.WINDOW, ANN, [(BOB, "hailed")])
    assert [(result.seat, result.source, result.done) for result in closed.results] == [(BOB, Source.FORCED, "hail 0")]


def test_omens_are_told_last_and_only_where_a_turn_is_a_round() -> None:
    agendas = {ANN: agenda(*MOVE), BOB: agenda(*OTHER_MOVE)}
    state = Position((ANN, BOB), omens=True)
    verdict = drive(agendas, Pacing.ROUND, state)
    assert [event.kind for event in verdict.events].count("foretold") == 1
    assert (verdict.events[-1].kind, verdict.events[-1].facts) == ("foretold", {"seat": ANN, "epoch": 3})
    assert "foretold" not in [event.kind for event in drive(agendas, Pacing.SEAT, state).events]


def test_there_are_no_omens_at_the_end_of_the_game() -> None:
    last = Position((ANN, BOB), (1, 2, 3, 4, 5), (1, 1, 1, 1, 1), omens=True)
    verdict = drive({BOB: agenda(("take", 6), ROLL)}, Pacing.ROUND, last)
    assert (verdict.stop, told(verdict)) == (Stop.OVER, [(BOB, "took"), (BOB, "rolled")])


def test_a_missed_deadline_is_counted_until_the_seat_speaks_again() -> None:
    fallback = [("take", 5), ROLL]
    silent = drive({ANN: agenda(fallback=fallback), BOB: EMPTY}, Pacing.SEAT, leave=LATE)
    assert silent.silent == {ANN}
    spoken = drive({ANN: agenda(*MOVE), BOB: EMPTY}, Pacing.SEAT, leave=LATE)
    assert spoken.silent == frozenset()
