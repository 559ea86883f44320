"""Slips that the check refuses are underlined in editors, and what the check reads is not."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from unit.moderation.tables import found
from unit.schemas.bundles import complaints, describe, opened, schema_of

from adjudicator.core.order import Gravity, worst_gravity
from adjudicator.rules.catan.mail import plans
from adjudicator.rules.catan.mail.language import spelling
from adjudicator.rules.catan.mail.language.vocabulary import is_understood
from adjudicator.rules.catan.mail.plans import check_line


def is_refused(name: str, line: str, key: str) -> bool:
    """Whether the intake cannot make anything of a file with that order, which stands behind ``- ``."""
    intake = opened(name).intake()
    seat = intake.seats[0]
    file = f"game: {intake.game_id}\nturn: {intake.turn}\nseat: {seat}\n{key}:\n- {line}\n"
    return worst_gravity(intake.judge(file.encode(), seat).problems) is Gravity.INVALID


def underlined(name: str, line: str, key: str) -> list[str]:
    return complaints(name, yaml.safe_load(line), key=key)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("end: trun", "orders.0.end"),
        ("end: my trun", "orders.0.end"),
        ("end: false", "orders.0.end"),
        ("roll: false", "orders.0.roll"),
        ("roll: dcie", "orders.0.roll"),
        ("buy: crad", "orders.0.buy"),
        ('settlement: "99"', "orders.0.settlement"),
        ("settlement: bset", "orders.0.settlement"),
        ('settlement: "12-13"', "orders.0.settlement"),
        ("city: [12, 7x]", "orders.0.city.1"),
        ("road: nnoe", "orders.0.road"),
        ("road: tward 15", "orders.0.road"),
        ("road: toward 99", "orders.0.road"),
        ("road: 12-", "orders.0.road"),
        ("place: bset", "orders.0.place"),
        ("place: 0 12-13", "orders.0.place"),
        ("place: 12 1-53", "orders.0.place"),
        ("build: [city 99, card]", "orders.0.build.0"),
        ("build: [road 12-99]", "orders.0.build.0"),
        ("build: settelment any", "orders.0.build"),
        ("build: road 12", "orders.0.build"),
        ("build: [road, card]", "orders.0.build.0"),
        ("try: Street 12", "orders.0.try"),
        ("try: plenty 0 ore", "orders.0.try"),
        ("try: plenty 96 ore", "orders.0.try"),
        ("try: bnak wool for ore", "orders.0.try"),
        ("try: monopoly oer", "orders.0.try"),
        ("try: knight F from nobdy", "orders.0.try"),
        ("try: city 99", "orders.0.try"),
        ("bank: twoard city", "orders.0.bank"),
        ("bank: 99 wool for 2 ore", "orders.0.bank"),
        ("bank: all btu 2 ore for wool", "orders.0.bank"),
        ("knight: paly", "orders.0.knight"),
        ("knight: F form dora", "orders.0.knight"),
        ("robber: dsert", "orders.0.robber"),
        ("road-building: 21-22 1-53", "orders.0.road-building"),
        ("road-building: 21-22 12", "orders.0.road-building"),
        ("plenty: 99 ore", "orders.0.plenty"),
        ("discard: 99 wool", "orders.0.discard"),
        ("take: dora 0", "orders.0.take"),
        ("bid: {up-to: 3, over: leader}", "orders.0.bid.over"),
        *((f"bid: {cards}", "orders.0.bid") for cards in ("3 ore", "stone", "2 wool, 1 brick")),
        ("bid: {up-to: 3, pay: [wool, ore]}", "orders.0.bid.pay.1"),
        ("agree: anybody", "orders.0.agree"),
        *(
            (f"{{end: turn, if: {asked}}}", f"orders.0.if.{where}")
            for asked, where in (
                ("{free: '99'}", "free"),
                ("{free: 1-53}", "free"),
                ("{have: 99 wool}", "have"),
                ("{leads: anybody}", "leads"),
                ("{army: everybody}", "army"),
                ("{points: {of: everybody, at-least: 1}}", "points.of"),
                ("{bids: me}", "bids"),
                ("{laid: {of: nobody, at-least: 1}}", "laid.of"),
            )
        ),
    ],
)
def test_a_slip_in_catan_is_underlined(line: str, where: str) -> None:
    assert is_refused("caravan", line, "orders")
    assert underlined("caravan", line, "orders") == [where]


@pytest.mark.parametrize(
    "line",
    [
        "place: pink D",
        "place: {colour: pnik, hex: D9}",
        "place: {colour: pink, hex: P99}",
        "place: {cloour: pink, hex: D9}",
        "place: [{colour: pink, hex: D9}, {colour: pnik, hex: D9}]",
        "{place: pink D9, if: {hex: D8, linked: {seat: dora}}}",
    ],
)
def test_a_slip_in_the_desert_is_underlined(line: str) -> None:
    assert is_refused("g42", line, "orders")
    assert underlined("g42", line, "orders") != []


@pytest.mark.parametrize(
    ("line", "key"),
    [
        *(("road: 12-13", "standing"), ("end: turn", "standing"), ("propose: {give: 1 ore, get: 1 wool}", "standing")),
        *(("{if: {leads: dora}, then: [{end: turn}]}", "standing"), ("accept: dora", "standing")),
        *(("offer: {give: 1 wool, get: 1 ore}", key) for key in ("orders", "fallback")),
        *(("want: {give: 1 wool, get: 1 ore}", key) for key in ("orders", "fallback")),
        *((line, "fallback") for line in ("accept: dora", "refuse: dora", "counter: {give: 1 ore, get: 1 wool}")),
        *((line, "fallback") for line in ("bid: 1 wool", "prefer: R1 10-11", "agree: dora")),
        *((f"{{if: {{leads: dora}}, then: [{{{line}}}]}}", "orders") for line in ("accept: dora", "bid: 1 wool")),
        *((f"discard: {cards}", "standing") for cards in ("1 wool", "[1 wool, 1 ore]", "keep ore", "none", "[]")),
        *(("discard: {keep: [ore]}", key) for key in ("orders", "fallback")),
        ("{if: {leads: dora}, then: [{discard: {first: wool}}]}", "fallback"),
    ],
)
def test_an_order_is_underlined_in_a_list_where_it_cannot_stand(line: str, key: str) -> None:
    assert is_refused("caravan", line, key)
    assert underlined("caravan", line, key) != []


@pytest.mark.parametrize(
    ("line", "key"),
    [
        *(("knight: [F from dora, F]", "standing"), ("{bid: 1 wool, if: {bids: builder}}", "standing")),
        *(("{bid: 1 wool, if: {laid: {of: Builder, at-least: 1}}}", "standing"), ("refuse: the-leader", "standing")),
        *(("offer: {give: 1 wool, get: 1 ore}", "standing"), ("want: {give: 1 wool, get: 1 ore}", "standing")),
        *(
            ("offer: {give: 1 wool, get: 1 ore, to: all}", "standing"),
            ("want: {give: ore, get: 1 wool, from: [All]}", "standing"),
        ),
        *((line, "orders") for line in ("end: true", "end:", "roll: true", "try: plenty 10 ore", "build: road 12 13")),
        *(("build: [city best, settlement best, card]", "fallback"), ("{end: turn, if: {leads: nobody}}", "orders")),
        *(("{if: {leads: dora}, then: [{knight: play}], else: [{end: turn}]}", "fallback"), ("try: city", "orders")),
        *(("{end: turn, if: {points: {of: anybody, at-least: 2}}}", "orders"), ("robber: oasis", "orders")),
        *(("discard: {first: [wool, brick]}", "standing"), ("discard: 1 wool", "fallback")),
    ],
)
def test_what_can_stand_in_a_list_is_not(line: str, key: str) -> None:
    assert not is_refused("caravan", line, key)
    assert underlined("caravan", line, key) == []


def test_values_that_say_nothing_are_not_suggested() -> None:
    schema = json.loads(schema_of("caravan"))
    for known in (*schema["properties"].values(), schema["$defs"]["end"], schema["$defs"]["roll"]):
        plain = [known.get("type"), *(one.get("type") for one in known.get("anyOf", ()))]
        assert not {"null"} & {name for names in plain for name in (names if isinstance(names, list) else [names])}
        assert not isinstance(known.get("type"), list) or "boolean" not in known["type"]


def suggested(schema: str) -> set[str]:
    """The keys of orders and of conditions that an editor suggests."""
    definitions = json.loads(schema)["$defs"]
    keys = {**definitions["item_orders"]["properties"], **definitions["condition"]["properties"]}
    return {key for key, value in keys.items() if "doNotSuggest" not in value}


def test_keys_without_use_are_not_suggested(tmp_path: Path) -> None:
    assert suggested(schema_of("g42")).isdisjoint({"return", "crossed"})
    options = {"side": "river", "returned-leaders": "choice"}
    table = found(tmp_path, seats=("ann", "bob", "cem", "dan", "eva"), options=options, edition="allplay")
    assert suggested(describe(table.opened)) >= {"return", "crossed"}
    assert complaints("g42", {"return": "pink"}, key="fallback", orders=[]) == []


@pytest.mark.parametrize("key", ["orders", "standing", "fallback"])
@pytest.mark.parametrize("asked", ["crossed: {seat: dora}", "not: {crossed: {colour: pink}}"])
def test_a_crossing_is_underlined_where_there_is_no_river(asked: str, key: str) -> None:
    line = f"{{place: pink D9, if: {{{asked}}}}}"
    assert is_refused("g42", line, key)
    assert underlined("g42", line, key) != []


LINES = {
    "place": ["12 12-13", "best", "12 13"],
    "settlement": ["12", "best"],
    "city": ["7", "any"],
    "road": ["12-13", "toward 15", "none", "12 13"],
    "buy": ["card"],
    "end": ["turn", ""],
    "roll": ["dice"],
    "knight": ["F from dora", "play", "dora F"],
    "robber": ["F from dora", "oasis"],
    "road-building": ["12-13 13-14", "12-13"],
    "plenty": ["2 ore", "wool ore"],
    "monopoly": ["ore"],
    "bank": ["wool for ore", "4 wool for 1 ore", "all but 2 ore for wool", "toward city", "get ore for wool"],
    "build": ["city 24", "settlement any", "road 12-13", "card", "road toward 15"],
    "try": [
        "city 24",
        "bank wool for ore",
        "knight F from dora",
        "buy card",
        "road-building 12-13 13-14",
        "plenty 2 ore",
    ],
    "discard": ["2 wool, 1 ore", "wool wool"],
}
WORDS = {
    *re.findall("[a-z]+(?:-[a-z]+)*", inspect.getsource(spelling) + inspect.getsource(plans)),
    *(
        "12",
        "13",
        "F",
        "hexF",
        "12-13",
        "#",
        "-",
        ".",
        "!",
        ",",
        "->",
        "(",
        ")",
        "x",
        "2",
        "&",
        "0",
        "05",
        "4x",
        "nr.",
        "no.",
    ),
}
"""Every word that the readers know, and more."""


def vary(line: str) -> Iterator[str]:
    """``line`` with each of the words before, between, behind and in place of its own, apart from them and glued on."""
    said = line.split()
    for word in WORDS:
        for place in range(len(said) + 1):
            yield " ".join([*said[:place], word, *said[place:]])
        for place, other in enumerate(said):
            for put in (word, f"{other}{word}", f"{word}{other}"):
                yield " ".join([*said[:place], put, *said[place + 1 :]])


@pytest.mark.parametrize("key", LINES)
def test_no_word_that_is_read_is_underlined(key: str) -> None:
    table = opened("caravan").record.state.table
    read = [text for line in LINES[key] for text in {*vary(line)} if is_understood(check_line, table, key, text)]
    assert len(read) > 3
    for text in read:
        assert complaints("caravan", {key: text}) == [], text
