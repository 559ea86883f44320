"""Who decides, and what follows: rulings C54 to C60, each by its number, where CASE files do not tell it."""

from __future__ import annotations

from itertools import permutations

import pytest
from oracle.caravan_positions import (
    PASS,
    build_and_end,
    camel,
    go_on,
    grow,
    lay,
    prefer,
)
from oracle.catan_positions import NOTHING_DRAWN

from adjudicator.core.table import IllegalActionError
from adjudicator.rules.catan.actions import (
    END_TURN,
)
from adjudicator.rules.catan.cards import ONE, pack, unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.state import (
    Agree,
    HiddenBallot,
    PlaceCamel,
    Prefer,
    Vote,
    VoteBasis,
    caravans_of,
)

WOOL = 2
AMIRA, BILAL, CHADI = range(3)
RICH = {"hand": {"wool": 3, "grain": 2, "brick": 1}}
EVERYBODY = {"amira": RICH, "bilal": RICH, "chadi": RICH}


def asked(state: State) -> tuple[str, str]:
    (decision,) = KERNEL.decisions(state)
    return decision.seat, decision.kind


# C54


def test_c54_ranks_count_from_one_so_a_third_backer_weighs_too() -> None:
    positions = grow("R1 11-21", "R2 33-34", "R3 30-31").positions
    a, _, c, *_ = positions

    vote = Vote(AMIRA, (ONE[WOOL],) * 3, (Prefer((c, a)), Prefer((a, c)), Prefer((a,))))
    assert vote.settle(positions) == (VoteBasis.AGREEMENT, (AMIRA, BILAL), c)


@pytest.mark.parametrize("ballot", [None, HiddenBallot.SEALED])
def test_c54_what_is_not_known_names_nothing(ballot: HiddenBallot | None) -> None:
    assert Vote(AMIRA, (0, 0), (ballot, Agree(AMIRA))).lists == ((), ())


def test_c54_what_may_be_preferred() -> None:
    state, _ = go_on(build_and_end(EVERYBODY), lay(1), PASS, lay(1))
    positions = ["R1 11-21", "R2 33-34", "R3 30-31"]

    assert list(KERNEL.legal(state, "amira")) == [prefer(), *map(prefer, positions), Agree(CHADI)]
    for ranking in permutations(positions):
        assert KERNEL.is_legal(state, "amira", prefer(*ranking))
    for refused in (
        prefer("R1 11-21", "R1 11-21"),
        prefer("R1 10-11"),
        prefer("R1 11-21", "R1 10-11"),
        Agree(AMIRA),
        Agree(BILAL),
        Agree(3),
        PASS,
        camel("R1 11-21"),
    ):
        assert not KERNEL.is_legal(state, "amira", refused)


# C55


def test_c55_who_alone_laid_the_most_places_the_camel() -> None:
    state, _ = go_on(build_and_end(EVERYBODY), lay(1), lay(2), lay(1))
    state, _ = go_on(state, prefer("R1 11-21"), prefer("R2 33-34"), prefer("R3 30-31"))
    assert asked(state) == ("bilal", "camel")
    assert list(KERNEL.legal(state, "bilal")) == [PlaceCamel(place) for place in caravans_of(state.extra).positions]
    assert KERNEL.legal(state, "amira") == ()

    _, events = go_on(state, camel("R3 30-31"))

    assert (events[0].facts["how"], events[0].facts["seats"]) == ("most-cards", ["bilal"])


# C57


def test_c57_cards_are_paid_by_all_when_the_camel_stands() -> None:
    state = build_and_end(EVERYBODY)
    bank = state.bank
    state, _ = go_on(state, lay(2, 1), lay(1), PASS)

    assert unpack(state.hand(AMIRA)) == (1, 0, 1, 1, 0)
    assert unpack(state.hand(BILAL)) == (1, 0, 2, 2, 0)
    assert state.bank == bank
    vote = caravans_of(state.extra).vote
    assert vote is not None
    assert vote.bids == (pack((0, 0, 2, 1, 0)), ONE[WOOL], 0)

    state, events = go_on(state, prefer("R1 11-21"), prefer("R2 33-34"))

    assert [event.facts for event in events if event.kind == "cards-paid"] == [
        {"seat": "amira", "cards": {"wool": 2, "grain": 1}},
        {"seat": "bilal", "cards": {"wool": 1}},
    ]
    assert state.bank == bank + pack((0, 0, 3, 1, 0))
    assert unpack(state.hand(CHADI)) == (1, 0, 3, 2, 0)


# C60


def test_c60_there_is_no_way_to_place_no_camel() -> None:
    state, _ = go_on(build_and_end({}), PASS, PASS, PASS)

    assert all(isinstance(action, PlaceCamel) for action in KERNEL.legal(state, "amira"))
    assert len(KERNEL.legal(state, "amira")) == len(grow().positions)
    for refused in (END_TURN, PASS, prefer()):
        with pytest.raises(IllegalActionError):
            KERNEL.apply(state, "amira", refused, NOTHING_DRAWN)
