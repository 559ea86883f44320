"""Nothing a reader receives, and no time at which he receives it, tells him what he may not know."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins
from secrecy.outputs import list_names

from adjudicator.registry import find_game, list_games
from adjudicator.testing.search import Search

SECRETS = (
    "answers in the inbox",
    "bought card in what happened",
    "deck",
    "development cards",
    "fallback orders",
    "fallback orders in the inbox",
    "hands",
    "limits in the inbox",
    "limits of a proposal",
    "memory of a script",
    "orders in the inbox",
    "standing discard",
    "standing knight",
    "standing monopoly",
    "standing plenty",
    "standing orders in the inbox",
    "standing refuse",
    "standing robber",
    "standing want",
    "stolen card in what happened",
    "what became of others' orders",
    "what offers keep",
    "what wishes keep",
)
READ = frozenset(name for name in list_names() if ":" not in name) - {"archive"}
"""What a search reads; the rest is read from whole directories."""
VOTING = "catan-caravans"
VOTES = ("standing agree", "standing bid", "standing prefer")
HAPPENS = (
    "bank-traded",
    "card-bought",
    "card-played",
    "card-stolen",
    "discarded",
    "counter-offered",
    "proposal-closed",
    "traded",
)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_two_hundred_games_of_catan_leak_nothing(part: int) -> None:
    tally = Search(CatanTwins(), every=2).run(range(part * 25, part * 25 + 25))
    sys.stdout.write(f"{tally}\n")

    assert tally.leaks == [], tally
    assert tally.games == 25
    assert tally.at_rest > 140
    assert tally.played > 100
    assert tally.played > tally.at_rest * 2 // 3
    assert tally.refused < 10
    assert [secret for secret in SECRETS if not tally.changed[secret]] == []
    assert [name for name in READ if not tally.read[name]] == []
    assert min(tally.rewound, tally.reworded) > 25
    assert tally.carried > 5
    assert [kind for kind in HAPPENS if not tally.happened[kind]] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_hundred_games_with_votes_leak_nothing(part: int) -> None:
    if VOTING not in list_games():
        pytest.skip(f"{VOTING} is not installed")
    tally = Search(CatanTwins(find_game(VOTING)), every=2).run(range(part * 25, part * 25 + 25))
    sys.stdout.write(f"{tally}\n")

    assert tally.leaks == [], tally
    assert tally.at_rest > 140
    assert tally.played > 100
    assert tally.refused < 10
    assert [secret for secret in VOTES if not tally.changed[secret]] == []
    assert tally.rewound > 25
    assert [kind for kind in ("bid-laid", "camel-placed", "vote-decided") if not tally.happened[kind]] == []


@pytest.mark.slow
def test_forty_games_of_through_the_desert_leak_nothing() -> None:
    tally = Search(DesertTwins(), every=2).run(range(40))
    sys.stdout.write(f"{tally}\n")

    assert tally.leaks == [], tally
    assert tally.played > 100
    assert tally.changed["water taken"] > 80
    assert min(tally.rewound, tally.reworded) > 25


@pytest.mark.slow
def test_forty_games_with_face_down_water_leak_nothing() -> None:
    tally = Search(DesertTwins("face-down"), every=2).run(range(40))
    sys.stdout.write(f"{tally}\n")

    assert tally.leaks == [], tally
    assert tally.played > 100
    assert tally.changed["water taken"] > 80
    assert tally.happened["water-claimed"] > 40
    assert min(tally.rewound, tally.reworded) > 25


def test_a_tally_says_what_was_compared() -> None:
    tally = Search(DesertTwins(), every=3).run(range(1))
    assert isinstance(tally.changed, Counter)
    assert tally.readings > 0
    assert "1 games" in str(tally)
