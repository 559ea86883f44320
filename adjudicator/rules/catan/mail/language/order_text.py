"""Orders as players write them, to actions and back: ``road: 12-13``, ``knight: F from bilal``, ``bank: wool for ore``.

An action of the kernel has a text of its own, also where an order can say more at once: ``place: 12 12-13`` is
``settlement: 12`` and ``road: 12-13``, ``knight: F from bilal`` is ``knight: play`` and ``robber: F from bilal``,
``road-building: 12-13 13-14`` is ``road-building: play`` and two times ``road``.
"""

import re
from collections.abc import Mapping, Sequence

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.rules.catan import actions
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import RESOURCES, Bundle, count_kind
from adjudicator.rules.catan.mail.language.spelling import spell
from adjudicator.rules.catan.mail.language.vocabulary import (
    OrderTextError,
    name_paths_at,
    read_cards_text,
    read_count,
    read_intersection,
    read_kind,
    read_path,
    read_seat,
    read_tile,
    write_cards_text,
)
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.topology import ENDS, LETTERS, PATH_NAMES

END = "end"
"""The key of the order that ends a turn."""
NONE = "none"
"""Stands behind ``road`` to give up what is left of Road Building."""
PLAY = "play"
"""Stands behind ``knight`` and ``road-building`` where the rest comes in orders of its own."""

FORMS: Mapping[str, str] = {
    "place": "an intersection and a path that begins there, such as 12 12-13, or the word best",
    "settlement": "an intersection, a number from 0 to 53, or the word best",
    "city": "an intersection, a number from 0 to 53, or the word best",
    "road": "a path, such as 12-13, or {toward: 15}, or none to give up a road of Road Building",
    "buy": "the word card",
    "end": "the word turn",
    "roll": "the word dice",
    "knight": "where the robber goes and whom it robs, such as F from {seat} or F, or the word play",
    "robber": "where the robber goes and whom it robs, such as F from {seat} or F",
    "road-building": "one or two paths, such as 12-13 13-14",
    "plenty": "cards of the bank, such as 2 ore or wool, ore",
    "monopoly": "a resource, such as ore",
    "bank": "what you give for what you take, such as wool for ore or 8 wool for 2 ore, toward city, or "
    "{keep: 2 ore, rest: wool}",
    "build": "what to buy, such as city 24, settlement any, road toward 15 or card",
    "try": "a purchase, a bank trade or a development card in one line, such as city 24 or bank wool for ore",
    "discard": "cards, such as 2 wool, 1 ore",
}
"""What stands behind each key, as the end of "write ..."."""

_BANK = re.compile(r"(?:([0-9]+) +)?(\S+) +for +(?:([0-9]+) +)?(\S+)")
_ROBBER = re.compile(r"(\S+)(?: +from +(\S+))?")
_PLACE = re.compile(r"([^\s,;]+) +(\S+)")


def list_alternatives(order: Order) -> tuple[str | int, ...]:
    """An order's alternatives, in order; one where there is no choice. For orders whose values have texts."""
    value = order.value
    if value is None or isinstance(value, str | int | Mapping):
        return ("" if value is None else write_text(value),)
    assert isinstance(value, Sequence)
    return tuple(write_text(item) for item in value)


def has_text(value: JsonValue) -> bool:
    """Whether ``value``, which is written with keys, is one of those that have a text too."""
    return isinstance(value, Mapping) and (value.keys() == {"toward"} or {"rest"} <= value.keys() <= {"keep", "rest"})


def write_text(value: JsonValue) -> str | int:
    """One alternative of an order as text; those that are written with keys have one too."""
    if isinstance(value, Mapping):
        if "toward" in value:
            return f"toward {value['toward']}"
        but = f" but {value['keep']}" if "keep" in value else ""
        return f"all{but} for {value.get('rest')}"
    return value if isinstance(value, int) else str(value)


def list_steps(table: Table, key: str, text: str | int, rates: Bundle | None = None) -> tuple[Action, ...]:  # noqa: C901 - one case a key
    """The steps that ``text`` behind ``key`` asks for, one after the other; ``key`` is one of ``FORMS``.

    ``rates`` are those that the bank gives the seat; without them any number of cards will do. Raises
    :class:`OrderTextError`.
    """
    said = spell(key, text)
    plain = _BY_WORDS.get((key, said.lower()))
    if plain is not None:
        return (plain,)
    match key:
        case "place":
            return _read_placement(said)
        case "settlement":
            return (actions.SETTLEMENT_AT[read_intersection(said)],)
        case "city":
            return (actions.CITY_AT[read_intersection(said)],)
        case "road":
            return (actions.ROAD_AT[read_path(said)],)
        case "knight":
            return (actions.PLAY_KNIGHT, _read_aim(table, key, said))
        case "robber":
            return (_read_aim(table, key, said),)
        case "road-building":
            return _read_free_roads(table, said)
        case "plenty":
            return (actions.PlayPlenty(read_cards_text(said)),)
        case "monopoly":
            return (actions.PlayMonopoly(read_kind(said)),)
        case "discard":
            return (actions.Discard(read_cards_text(said)),)
        case "bank":
            return _read_deal(said, rates)
    raise _misread(key, said)


def _misread(key: str, text: str) -> OrderTextError:
    return OrderTextError("wrong-words", f"'{text}'", says=FORMS[key])


def _match(key: str, pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise _misread(key, text)
    return match


def _read_placement(text: str) -> tuple[Action, ...]:
    words = _match("place", _PLACE, text)
    intersection, path = read_intersection(words[1]), read_path(words[2])
    if intersection not in ENDS[path]:
        near = name_paths_at(intersection)
        raise OrderTextError("road-apart", PATH_NAMES[path], intersection=intersection, near=near)
    return actions.SETTLEMENT_AT[intersection], actions.ROAD_AT[path]


def _read_aim(table: Table, key: str, text: str) -> Action:
    words = _match(key, _ROBBER, text)
    return actions.MoveRobber(read_tile(table, words[1]), None if words[2] is None else read_seat(table, words[2]))


def _read_free_roads(table: Table, text: str) -> tuple[Action, ...]:
    paths = [read_path(word) for word in text.replace(",", " ").split()]
    if not 1 <= len(paths) <= table.edition.free_roads:
        raise _misread("road-building", text)
    for path in paths:
        if paths.count(path) > 1:
            raise OrderTextError("same-road", PATH_NAMES[path])
    given_up = () if len(paths) == table.edition.free_roads else (actions.GIVE_UP_ROADS,)
    return (actions.PLAY_ROAD_BUILDING, *(actions.ROAD_AT[path] for path in paths), *given_up)


def _read_deal(text: str, rates: Bundle | None) -> tuple[Action, ...]:
    """So many trades with the bank as cards are taken: one where no number stands before them."""
    words = _match("bank", _BANK, text)
    give, paid = read_kind(words[2]), read_count(words[1]) if words[1] else None
    take, trades = read_kind(words[4]), read_count(words[3]) if words[3] else 1
    if give == take:
        raise OrderTextError("like-for-like", RESOURCES[give])
    rate = 0 if rates is None else count_kind(rates, give)
    if rate and paid is not None and paid != rate * trades:
        names = {"give": RESOURCES[give], "take": RESOURCES[take]}
        example = f"{rate * trades} {RESOURCES[give]} for {trades} {RESOURCES[take]}"
        legal = f"; write for example 'bank: {example}'"
        if rates is not None and trades == count_kind(rates, take) * paid:  # right the other way round
            example = f"{trades} {RESOURCES[take]} for {paid} {RESOURCES[give]}"
            legal = f"; write 'bank: {example}'"
        raise OrderTextError("wrong-rate", str(paid), rate=rate, **names, example=example, legal=legal)
    return (actions.TradeWithBank(give, take),) * trades


def write_action(table: Table, action: Action) -> JsonObject:
    """The order that asks for ``action`` of the base game and nothing else, as it can stand in ``orders:``.

    A trade between players is written as the proposal that leads to it.
    """
    seats = table.ids
    match action:
        case actions.BuildSettlement(intersection):
            return {"settlement": intersection}
        case actions.BuildCity(intersection):
            return {"city": intersection}
        case actions.BuildRoad(path):
            return {"road": PATH_NAMES[path]}
        case actions.PlayPlenty(cards):
            return {"plenty": write_cards_text(cards)}
        case actions.PlayMonopoly(resource):
            return {"monopoly": RESOURCES[resource]}
        case actions.TradeWithBank(give, take):
            return {"bank": f"{RESOURCES[give]} for {RESOURCES[take]}"}
        case actions.MoveRobber(tile, victim):
            return {"robber": LETTERS[tile] if victim is None else f"{LETTERS[tile]} from {seats[victim]}"}
        case actions.Discard(cards):
            return {"discard": write_cards_text(cards)}
        case actions.Trade(partner, give, take):
            return {"propose": {"give": write_cards_text(give), "get": write_cards_text(take), "to": [seats[partner]]}}
    key, word = _PLAIN[type(action)]
    return {key: word}


_PLAIN: Mapping[type[Action], tuple[str, str]] = {
    actions.Roll: ("roll", "dice"),
    actions.EndTurn: ("end", "turn"),
    actions.GiveUpRoads: ("road", NONE),
    actions.BuyCard: ("buy", "card"),
    actions.PlayKnight: ("knight", PLAY),
    actions.PlayRoadBuilding: ("road-building", PLAY),
}
_BY_WORDS = {words: kind() for kind, words in _PLAIN.items()}
