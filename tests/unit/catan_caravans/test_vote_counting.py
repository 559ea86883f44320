"""How a vote is counted: rulings C53 to C56, and the worked examples."""

from __future__ import annotations

import pytest
from oracle.caravan_positions import grow, prefer

from adjudicator.rules.catan_caravans.actions import Agree
from adjudicator.rules.catan_caravans.routes import CamelPlace
from adjudicator.rules.catan_caravans.state import HiddenBallot
from adjudicator.rules.catan_caravans.vote import How, VoteResult, form_group, read_ballots

RED, BLUE, WHITE, GREEN = range(4)
POSITIONS = grow("R1 11-21", "R2 33-34", "R3 30-31").positions
a, b, c, d, e, f = POSITIONS


def count(
    votes: list[int], lists: dict[int, list[CamelPlace]] | None = None, *, mover: int = RED
) -> tuple[How, tuple[int, ...], CamelPlace | None]:
    """The outcome; ``lists`` has those who name anything."""
    named = lists or {}
    outcome = form_group(votes, [named.get(seat, []) for seat in range(len(votes))], POSITIONS, mover)
    assert isinstance(outcome, VoteResult)
    return outcome


# The worked examples


def test_example_two_smaller_ones_that_agree_beat_the_largest() -> None:
    assert count([4, 3, 3], {RED: [a], BLUE: [c], WHITE: [c]}) == (How.AGREEMENT, (BLUE, WHITE), c)


def test_example_without_agreement_the_largest_chooses() -> None:
    assert count([4, 3, 3], {RED: [a], BLUE: [b], WHITE: [c]}, mover=BLUE) == (How.MOST_CARDS, (RED,), None)


def test_example_exactly_half_is_no_majority() -> None:
    votes = [2, 1, 1]

    assert count(votes, {RED: [a], BLUE: [c], WHITE: [c]}, mover=WHITE) == (How.MOST_CARDS, (RED,), None)
    assert count(votes, {RED: [a], BLUE: [a], WHITE: [c]}) == (How.AGREEMENT, (RED, BLUE), a)
    assert count(votes, {RED: [c], BLUE: [b], WHITE: [c]}) == (How.AGREEMENT, (RED, WHITE), c)


def test_example_a_tie_is_for_the_seat_on_turn_even_without_cards() -> None:
    assert count([2, 2, 0, 0], {RED: [a], BLUE: [b]}, mover=WHITE) == (How.MOVER, (WHITE,), None)


# C53


def test_c53_more_than_all_others_together_decides_alone() -> None:
    lists = {RED: [b, a], BLUE: [a], WHITE: [a]}

    assert count([4, 2, 1], lists) == (How.MAJORITY, (RED,), b)
    assert count([0, 0, 1], {RED: [a], WHITE: [f, c]}) == (How.MAJORITY, (WHITE,), f)


def test_c53_who_decides_alone_and_names_nothing_is_still_asked() -> None:
    assert count([4, 2, 1], {BLUE: [a], WHITE: [a]}) == (How.MAJORITY, (RED,), None)


# C54


def test_c54_a_group_may_have_the_largest_or_not_and_any_number() -> None:
    assert count([3, 3, 2, 2], {RED: [d], BLUE: [d], WHITE: [a]}) == (How.AGREEMENT, (RED, BLUE), d)
    assert count([1, 1, 1], {RED: [e], BLUE: [e], WHITE: [e]}) == (How.AGREEMENT, (RED, BLUE, WHITE), e)


def test_c54_half_is_not_enough_for_a_group() -> None:
    assert count([2, 2, 2, 2], {RED: [a], BLUE: [a], WHITE: [b], GREEN: [c]}) == (How.MOVER, (RED,), None)


def test_c54_who_laid_nothing_belongs_to_no_group() -> None:
    assert count([1, 1, 1, 0], {RED: [a], BLUE: [b], WHITE: [c], GREEN: [a, b, c]}) == (How.MOVER, (RED,), None)


def test_c54_of_several_the_best_worst_rank_is_taken() -> None:
    lists = {RED: [a, b, c], BLUE: [c, b, a]}

    assert count([1, 1, 0], lists) == (How.AGREEMENT, (RED, BLUE), b)


def test_c54_then_the_smallest_sum_of_ranks_times_votes() -> None:
    lists = {RED: [a, b], BLUE: [b, a]}

    assert count([3, 2, 2], lists) == (How.AGREEMENT, (RED, BLUE), a)
    assert count([2, 3, 2], lists) == (How.AGREEMENT, (RED, BLUE), b)


def test_c54_then_the_first_in_printed_order() -> None:
    assert count([1, 1, 0], {RED: [f, d], BLUE: [d, f]}) == (How.AGREEMENT, (RED, BLUE), d)


def test_c54_ranks_count_from_one_so_a_third_backer_weighs_too() -> None:
    lists = {RED: [c, a], BLUE: [a, c], WHITE: [a]}

    assert count([1, 1, 1], lists) == (How.AGREEMENT, (RED, BLUE), c)


# C55


def test_c55_the_most_votes_for_a_position_are_not_enough() -> None:
    lists = {RED: [a], BLUE: [b], WHITE: [b], GREEN: [c]}

    assert count([4, 2, 2, 1], lists) == (How.MOST_CARDS, (RED,), None)
    assert count([3, 3, 1, 2], lists, mover=GREEN) == (How.MOVER, (GREEN,), None)


# C56


def test_c56_nobody_laid_cards() -> None:
    assert count([0, 0, 0], {RED: [a], BLUE: [a]}, mover=BLUE) == (How.MOVER, (BLUE,), None)


# Agreements


def test_to_agree_copies_a_list() -> None:
    ballots = (prefer(c.name, a.name), Agree(RED), prefer())

    assert read_ballots(ballots) == ((c, a), (c, a), ())


def test_a_list_is_copied_once() -> None:
    assert read_ballots((prefer(a.name), Agree(RED), Agree(BLUE))) == ((a,), (a,), ())
    assert read_ballots((Agree(BLUE), Agree(RED), None)) == ((), (), ())


@pytest.mark.parametrize("ballot", [None, HiddenBallot.SEALED])
def test_what_is_not_known_names_nothing(ballot: object) -> None:
    assert read_ballots((ballot, Agree(RED))) == ((), ())
