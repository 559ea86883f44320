"""What readers know of a vote, how a view writes it, and how it is saved."""

from __future__ import annotations

import json

import pytest
from oracle.caravan_positions import PASS, build_and_end, go_on, lay, lay_out_camels, prefer
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.rules.catan import RULINGS as BASE_RULINGS
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.views.known import TradeBook, as_state, see_state
from adjudicator.rules.catan_caravans.editions import RULINGS
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.routes import OasisTerms
from adjudicator.rules.catan_caravans.state import Agree, HiddenBallot, caravans_of, describe_extra, see_extra

RICH = {"hand": {"wool": 3, "grain": 2}}
AMIRA, BILAL, CHADI = range(3)
TEXTS = ("R1 11-21", "R2 33-34")


def preferring() -> State:
    """All three have laid cards; amira and bilal have said what they prefer."""
    state = build_and_end({"amira": RICH, "bilal": RICH, "chadi": RICH})
    return go_on(state, lay(1), lay(1), lay(1), prefer(*TEXTS), Agree(AMIRA))[0]


def ballots(extra: object) -> tuple[object, ...]:
    vote = caravans_of(extra).vote
    assert vote is not None
    return vote.ballots


def test_preferences_of_others_are_sealed_until_all_are_in() -> None:
    extra = preferring().extra
    sealed = HiddenBallot.SEALED

    assert ballots(see_extra(extra, AMIRA)) == (prefer(*TEXTS), sealed, None)
    assert ballots(see_extra(extra, BILAL)) == (sealed, Agree(AMIRA), None)
    assert ballots(see_extra(extra, CHADI)) == (sealed, sealed, None)
    assert ballots(see_extra(extra, None)) == (sealed, sealed, None)
    assert see_extra(extra, None, everything=True) == extra


def test_what_is_sealed_says_nothing_about_the_preference() -> None:
    bids = go_on(build_and_end({"amira": RICH, "bilal": RICH}), lay(1), lay(1), PASS)[0]
    seen = {str(see_extra(go_on(bids, said)[0].extra, BILAL)) for said in (prefer(), prefer("R1 11-21"), Agree(BILAL))}

    assert len(seen) == 1


def test_preferences_are_open_once_all_are_in() -> None:
    tied, _ = go_on(build_and_end({"amira": RICH, "bilal": RICH}), lay(1), lay(1), PASS, prefer(), prefer("R1 11-21"))

    assert KERNEL.decisions(tied)[0].kind == "camel"
    assert see_extra(tied.extra, CHADI) == tied.extra


def test_what_a_reader_knows_is_enough_to_ask_what_he_may_do() -> None:
    state = preferring()
    known = see_state(state, TradeBook(), "chadi")

    assert list(KERNEL.legal(as_state(known), "chadi")) == list(KERNEL.legal(state, "chadi"))
    assert KERNEL.decisions(as_state(known)) == KERNEL.decisions(state)


def test_the_view_before_any_camel() -> None:
    state = lay_out_camels({})
    route = {"camels": [], "front": None, "ended": False, "with": []}

    assert describe_extra(state.extra, SEATS[:3]) == {
        "oasis": {"spokes": ["11-21", "33-34", "30-31"]},
        "routes": {"R1": route, "R2": route, "R3": route},
        "camels_left": 22,
        "positions": {
            "V1": {"route": "R1", "path": "11-21"},
            "V2": {"route": "R2", "path": "33-34"},
            "V3": {"route": "R3", "path": "30-31"},
        },
        "vote": None,
    }


def test_the_view_of_routes() -> None:
    names = ("R1 11-21", "R1 11-12", "R1 12-13", "R1 13-23", "R2 33-34", "R2 34-35", "R2 24-35", "R2 23-24", "R3 30-31")
    routes = describe_extra(lay_out_camels({}, *names).extra, SEATS[:3])["routes"]

    assert routes == {
        "R1": {"camels": ["11-21", "11-12", "12-13", "13-23"], "front": 23, "ended": False, "with": ["R2"]},
        "R2": {"camels": ["33-34", "34-35", "24-35", "23-24"], "front": 23, "ended": False, "with": ["R1"]},
        "R3": {"camels": ["30-31"], "front": 30, "ended": False, "with": []},
    }


@pytest.mark.parametrize(
    ("reader", "shown"),
    [
        (AMIRA, {"amira": ["R1 11-21", "R2 33-34"], "bilal": None}),
        (BILAL, {"amira": None, "bilal": "amira"}),
        (None, {"amira": None, "bilal": None}),
    ],
)
def test_the_view_of_a_vote(reader: int | None, shown: JsonObject) -> None:
    vote = describe_extra(see_extra(preferring().extra, reader), SEATS[:3])["vote"]

    assert vote == {
        "builder": "amira",
        "stage": "prefer",
        "awaits": "chadi",
        "bids": {"amira": {"wool": 1}, "bilal": {"wool": 1}, "chadi": {"wool": 1}},
        "ballots": shown,
    }


def test_the_view_of_bids_and_of_the_decider() -> None:
    bidding, _ = go_on(build_and_end({"amira": RICH, "bilal": RICH}), lay(1, 1), PASS)
    deciding, _ = go_on(bidding, PASS, prefer())
    views = [describe_extra(state.extra, SEATS[:3])["vote"] for state in (bidding, deciding)]

    assert views == [
        {
            "builder": "amira",
            "stage": "bid",
            "awaits": "chadi",
            "bids": {"amira": {"wool": 1, "grain": 1}, "bilal": {}},
            "ballots": {},
        },
        {
            "builder": "amira",
            "stage": "camel",
            "awaits": "amira",
            "bids": {"amira": {"wool": 1, "grain": 1}, "bilal": {}, "chadi": {}},
            "ballots": {"amira": []},
        },
    ]


def test_a_vote_is_saved_and_loaded() -> None:
    state = preferring()
    saved = json.loads(json.dumps(KERNEL.dump(state)))

    assert saved["extra"]["vote"] == {
        "builder": 0,
        "bids": [{"wool": 1}, {"wool": 1}, {"wool": 1}],
        "ballots": [{"prefer": ["R1 11-21", "R2 33-34"]}, {"agree": 0}, None],
    }
    assert KERNEL.load(saved) == state
    seen = state._replace(extra=see_extra(state.extra, CHADI))
    assert KERNEL.load(KERNEL.dump(seen)) == seen


def test_options_rule_the_routes_and_are_saved_with_them() -> None:
    setting = Setting("box", {"coast": "no", "flank": "no"}, SEATS[:3])
    state, _ = KERNEL.setup(setting, Loaded(oasis=1))

    assert caravans_of(state.extra).routes.terms == OasisTerms(layout=1, coast=False, flank=False)
    assert KERNEL.load(KERNEL.dump(state)) == state
    with pytest.raises(ValueError, match="option coast is one of yes or no"):
        KERNEL.setup(Setting("box", {"coast": "maybe"}, SEATS[:3]), NOTHING_DRAWN)


def test_every_ruling_has_a_sentence() -> None:
    groups = [(1, 6), (10, 14), (20, 34), (40, 42), (50, 62), (70, 76)]

    assert list(RULINGS) == [f"C{number:02}" for first, last in groups for number in range(first, last + 1)]
    assert list(BASE_RULINGS) == [
        f"{group}{number:02}" for group, last in (("B", 13), ("M", 14)) for number in range(1, last + 1)
    ]
    assert all(text.endswith(".") for text in (*RULINGS.values(), *BASE_RULINGS.values()))
