"""Orders that leave to their moment how they are done: best places, ways, the bank's part, lines that may fail."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import END, LATE, Mail

from adjudicator.rules.catan.mail.conditions import holds
from adjudicator.rules.catan.mail.plans import find_paths
from adjudicator.rules.catan.topology import ENDS, PATH_NAMES, PATHS_AT
from adjudicator.rules.catan.views.known import as_state

RICH = {"brick": 3, "lumber": 3, "wool": 2, "grain": 4, "ore": 5}


def sit(hand: dict[str, int], **players: Any) -> Mail:
    amira = {"settlements": [12], "roads": [(12, 13)], "hand": hand}
    bilal = {"settlements": [30], "roads": [(29, 30)], "hand": {"wool": 1}}
    return Mail(lay_out({"amira": amira, "bilal": bilal, **players}))


def play(mail: Mail, orders: str) -> list[str]:
    mail.send("amira", orders)
    mail.run((1, 1))
    return mail.fates("amira")


def test_of_a_list_the_first_that_can_be_bought_is_bought() -> None:
    mail = sit(RICH)
    play(mail, "- build: [settlement 21, city any, card]")
    assert mail.happened == ["city-built"]
    mail = sit({"wool": 1, "grain": 1, "ore": 1})
    play(mail, "- build: [city 12, road toward 15, card]")
    assert mail.happened == ["card-bought"]


@pytest.mark.parametrize("order", ["build: [city 12, card]", "try: city 12", "try: [bank wool for ore, road 13-14]"])
def test_what_may_fail_is_remarked_upon_and_accepted(order: str) -> None:
    mail = sit({"wool": 1})
    found = mail.complaints("amira", f"- {order}\n{END}")
    assert {gravity for gravity, _ in found} == {"unwise"}
    assert play(mail, f"- {order}\n{END}")[-1] == "end turn: done"


def test_a_way_is_gone_road_by_road() -> None:
    mail = sit({"brick": 3, "lumber": 3})
    play(mail, "- road: {toward: 15}\n- road: [toward 15]")
    built = [event.facts["path"] for event in mail.verdict.events if event.kind == "road-built"] if mail.verdict else []
    assert built[0] == "13-14"
    assert built[1].startswith("14-")


def test_a_way_goes_past_no_building_of_others_and_ends_where_it_leads() -> None:
    free = sit(RICH)
    closed = sit(RICH, chadi={"settlements": [14]})
    ways = {mail: find_paths(as_state(mail.see("amira")), 0, 15) for mail in (free, closed)}
    assert [PATH_NAMES[path] for path in ways[free]] == ["13-14"]
    assert "13-14" not in [PATH_NAMES[path] for path in ways[closed]]
    assert find_paths(as_state(free.see("amira")), 0, 13) == []
    assert find_paths(as_state(closed.see("amira")), 0, 14) == []


@pytest.mark.parametrize("target", range(0, 54, 5))
def test_the_way_found_is_as_short_as_any(target: int) -> None:
    """Beside a slow search that widens the seat's network one road at a time."""
    state = as_state(sit(RICH).see("amira"))
    found = find_paths(state, 0, target)
    closed, roads = {30}, state.roads(0) | state.roads(1)
    network, steps = {12, 13}, 0
    while target not in network and steps < 20:
        edges = [path for spot in network - closed for path in range(72) if PATHS_AT[spot] >> path & 1]
        network |= {end for path in edges if not roads >> path & 1 for end in ENDS[path]}
        steps += 1
    after = {(path, find_length(state.roads(0) | 1 << path, state.roads(1), target)) for path in found}
    assert {length for _, length in after} <= {steps - 1}


def find_length(mine: int, theirs: int, target: int) -> int:
    network = {end for path in range(72) if mine >> path & 1 for end in ENDS[path]}
    steps = 0
    while target not in network and steps < 20:
        edges = [path for spot in network - {30} for path in range(72) if PATHS_AT[spot] >> path & 1]
        network |= {end for path in edges if not (mine | theirs) >> path & 1 for end in ENDS[path]}
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("hand", "order", "left"),
    [
        ({"wool": 9, "grain": 2, "ore": 1}, "toward city", {"wool": 1, "grain": 2, "ore": 3}),
        ({"wool": 5, "grain": 2, "ore": 1}, "toward city", {"wool": 1, "grain": 2, "ore": 2}),
        ({"wool": 5, "lumber": 1}, "toward road", {"wool": 1, "lumber": 1, "brick": 1}),
        ({"wool": 9, "ore": 5}, "{keep: 1 wool, rest: grain}", {"wool": 1, "ore": 1, "grain": 3}),
        ({"wool": 9, "ore": 5}, "{keep: '5 wool, 5 ore', rest: grain}", {"wool": 5, "ore": 5, "grain": 1}),
        ({"wool": 8}, "{rest: ore}", {"ore": 2}),
    ],
)
def test_the_bank_trades_what_is_not_needed(hand: dict[str, int], order: str, left: dict[str, int]) -> None:
    mail = sit(hand)
    play(mail, f"- bank: {order}")
    assert mail.hand("amira") == left


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ({"points": {"of": "amira", "at-least": 1}}, True),
        ({"points": {"of": "amira", "at-least": 2}}, False),
        ({"points": {"at-most": 1}}, True),
        ({"points": {"of": "anybody", "at-least": 3}}, True),
        ({"hand": {"of": "bilal", "at-most": 2}}, True),
        ({"hand": {"of": "bilal", "at-least": 2}}, False),
        ({"leads": "chadi"}, True),
        ({"leads": "me"}, False),
        ({"army": "nobody"}, True),
        ({"longest-road": "bilal"}, False),
        ({"robber": "mine"}, False),
    ],
)
def test_conditions_ask_what_everybody_sees(condition: dict[str, Any], true: bool) -> None:
    hidden = {"settlements": [44, 47, 50], "cards": {"victory-point": 2}}
    mail = sit(RICH, chadi=hidden)
    for reader in ("amira", "chadi"):
        known = mail.see(reader)
        assert holds(condition, known, 0, {}) is true
    assert play(mail, f"- build: [city 12]\n  if: {str(condition).replace(chr(39), '')}")[0].endswith(
        "done" if true else "skipped"
    )


def test_a_plan_may_stand_in_fallback_orders() -> None:
    mail = sit(RICH)
    mail.send("amira", "", fallback=f"- build: [city best, settlement best]\n{END}")
    mail.run((1, 1), leave=LATE)
    assert mail.happened[0] == "city-built"
