"""Players of Catan by mail who trade much: scripts, standing orders, answers. Drawn, not clever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from secrecy.catan_conditions import draw_condition
from secrecy.catan_fitting import choose_discard, fit_orders

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.agenda import Ask
from adjudicator.core.table import Onlooker, Seat
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyCard,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import COUNT, DEVELOPMENTS, KINDS, RESOURCES, count_kind
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.answer import NOTHING, recall, remember
from adjudicator.rules.catan.mail.language.order_text import write_action
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.topology import LETTERS, PATH_NAMES, PATHS_AT
from adjudicator.rules.catan.views.known import View, as_state
from adjudicator.testing.memory import SplitChance, lay_open
from adjudicator.testing.twins import Below, Lines, lines_of, write_file

_FAR = 30
"""So many table turns at most are played on the bare kernel at a time."""
_RICH = 5
"""So many cards the seat on turn holds then, or more."""
_MOST_CHOICES = 40
_PLAYED = (PlayKnight, PlayMonopoly, PlayPlenty, PlayRoadBuilding)
_PRICES = {
    "city": "2 grain, 3 ore",
    "settlement": "1 brick, 1 lumber, 1 wool, 1 grain",
    "buy": "1 wool, 1 grain, 1 ore",
    "road": "1 brick, 1 lumber",
}


def skip_ahead(opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
    """Now and then some table turns played at random, where nobody is in the middle of something."""
    state = opened.record.state
    stage = state.stage
    begun = any(recall(agenda).under_way or recall(agenda).proposal for agenda in opened.record.agendas.values())
    if opened.over or begun or below(3) or stage in (Stage.DISCARD, Stage.ROBBER, Stage.FREE_ROADS, Stage.ROAD):
        return opened
    kernel = opened.game.kernel
    last = state.turn + below(_FAR) + 1 if state.turn else 1
    voting = False
    while not voting and (
        state.turn < last or state.stage is not Stage.TURN or state.hand(state.mover) % COUNT < _RICH
    ):
        decision = kernel.decisions(state)[0]
        after, events = kernel.apply(state, decision.seat, _pick(kernel.legal(state, decision.seat), below), chance)
        voting = state.turn > last - _FAR // 2 and any(event.kind == "vote-opened" for event in events)
        if not kernel.decisions(after):
            return opened
        state = after
    agendas = {
        seat: remember(agenda._replace(items=()), recall(agenda)._replace(progress=NOTHING.progress))
        for seat, agenda in opened.record.agendas.items()
    }
    record = opened.record._replace(state=state, agendas=agendas, events=(), results=(), stopped_at=None)
    return lay_open(opened, record._replace(number=opened.record.number + 1))


def _pick(legal: Any, below: Below) -> Any:
    """Mostly a building where there is one to be had; else no trade with the bank, and seldom a card is played."""
    built = [action for action in legal if isinstance(action, BuildCity | BuildSettlement | BuyCard)]
    if built and below(4):
        return built[below(len(built))]
    spent = (TradeWithBank, *_PLAYED) if below(4) else (TradeWithBank,)
    kept = [action for action in legal if not isinstance(action, spent)]
    return kept[below(len(kept))]


def write_files(opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
    """What the seats that are asked send, and now and then one that is not; one in ten misses the deadline."""
    files = {}
    number = opened.record.number + 1
    asked = {ask.seat: ask for ask in opened.asks}
    for seat in opened.seats:
        ask = asked.get(seat)
        if (ask is not None and below(10)) or (ask is None and not below(6)):
            lists: dict[str, Lines] = {"orders": list(_write_orders(opened, seat, ask, below))}
            if not below(3):
                lists["standing"] = write_standing(opened, seat, below)
            elif not below(4):
                lists["standing"] = lines_of(item.order for item in opened.record.agendas[seat].standing)
            if not below(4):
                lists["fallback"] = [{"if": {"have": _PRICES["buy"]}, "buy": "card"}]
            files[seat] = write_file(number, seat, lists)
    return files


def _write_orders(opened: OpenGame, seat: Seat, ask: Ask | None, below: Below) -> Iterator[Mapping[str, Any]]:
    known: View = opened.see(seat)
    if not known.turn:
        yield from _place(known, seat, ask.due if ask else 1, below)
        return
    match ask and ask.decision:
        case "answer":
            assert known.book.proposal is not None
            yield from _answer(known, number_of(known, seat), below)
            return
        case "discard":
            me = known.seats[known.table.number_of[seat]]
            assert me.hand is not None
            yield {"discard": choose_discard(me.hand, me.owes, below)}
            return
        case "vote" | "negotiate":
            yield from _vote(known, seat, ask, below)
            return
        case "before-roll":
            yield {"roll": "dice"}
    if known.stage is not Stage.INTERLUDE and (ask is not None or below(2)):
        yield from _write_script(known, seat, below)


def number_of(known: View, seat: Seat) -> int:
    return known.table.number_of[seat]


def _answer(known: View, number: int, below: Below) -> Iterator[Mapping[str, Any]]:
    """Yes, no, yes to some of the terms, or other terms, which may be more than the proposer would give."""
    proposal = known.book.proposal
    assert proposal is not None
    name = known.seats[proposal.seat].name
    terms = proposal.list_for(number)
    if not below(3):
        give, get = (write_cards_text(cards) for cards in (terms[0][1].get, terms[0][1].give))
        yield {"counter": {"give": give, "get": f"{get}, 1 {RESOURCES[below(KINDS)]}" if below(2) else get}}
    elif below(3):
        yield {"accept": name if below(2) else f"{name} {terms[0][0]}"}
    else:
        yield {"refuse": name}


def _vote(known: View, seat: Seat, ask: Ask | None, below: Below) -> Iterator[Mapping[str, Any]]:
    """A bid that can be paid, and some positions by their names, in an order of preference."""
    hand = known.seats[known.table.number_of[seat]].hand or 0
    held = [name for kind, name in enumerate(RESOURCES) if name in {"wool", "grain"} and count_kind(hand, kind)]
    if ask is not None and ask.decision == "vote":
        yield {
            "bid": f"1 {held[below(len(held))]}" if held and below(3) else (0, {"up-to": 2, "over": "best"})[below(2)]
        }
    yield {"prefer": [["V1", "V2"], ["V2", "V1"], ["V1"]][below(3)]}


def _place(known: View, seat: Seat, count: int, below: Below) -> Iterator[Mapping[str, Any]]:
    number = known.table.number_of[seat]
    state = as_state(known)
    if known.stage is Stage.ROAD and number == known.mover:
        roads = list_legal(state, number)
        yield {"road": write_action(known.table, roads[below(len(roads))])["road"]}
        return
    spots = [action.intersection for action in list_legal(state, number) if isinstance(action, BuildSettlement)]
    for _ in range(count):
        chosen = [spots[below(len(spots))] for _ in range(12)]
        paths = [_pick_path(spot, below) for spot in chosen]
        yield {"place": [f"{spot} {path}" for spot, path in zip(chosen, paths, strict=True)]}


def _pick_path(spot: int, below: Below) -> str:
    paths = [name for number, name in enumerate(PATH_NAMES) if PATHS_AT[spot] >> number & 1]
    return paths[below(len(paths))]


def _write_script(known: View, seat: Seat, below: Below) -> Iterator[Mapping[str, Any]]:
    """The robber where it is due, then cards, trades and buildings, then the end, which is left out now and then."""
    number = known.table.number_of[seat]
    if known.stage is Stage.ROBBER and number == known.mover:
        yield _move_robber(known, number, below)
    yield from _play_cards(known, number, below)
    yield from fit_orders(list(_trade(known, number, below)), known, number, below)
    yield from _build(known, number, below)
    if below(6):
        yield {"end": "turn"}


def _play_cards(known: View, number: int, below: Below) -> Iterator[Mapping[str, Any]]:
    for kind, card in enumerate(DEVELOPMENTS):
        if count_kind(known.seats[number].unplayed or 0, kind) and below(4):
            order = _play(known, number, card, below)
            if order is not None:
                yield {"if": {"card": card}, **order}


def _trade(known: View, number: int, below: Below) -> Iterator[Mapping[str, Any]]:
    """Offers taken, trades proposed, and one with the bank."""
    seats, hand = known.seats, known.seats[number].hand or 0
    for offer in known.book.offers:
        if offer.seat != number and (not offer.to or number in offer.to) and below(2):
            yield {"take": f"{seats[offer.seat].name} {offer.number}"}
    held = [RESOURCES[kind] for kind in range(KINDS) if count_kind(hand, kind)]
    lacked = [name for name in RESOURCES if name not in held] or list(RESOURCES)
    if not held:
        return
    others = [other.name for other in seats if other is not seats[number]]
    for _ in range(below(3)):
        give, get = held[below(len(held))], lacked[below(len(lacked))]
        if give != get:
            yield {"propose": _draw_proposal(give, get, others, below)}
    give, get = held[below(len(held))], lacked[below(len(lacked))]
    if give != get and not below(3):
        yield {"take": {"give": f"1 {give}", "get": f"1 {get}"}}
    give, get = held[below(len(held))], lacked[below(len(lacked))]
    if give != get and below(2):
        yield {"if": {"have": f"4 {give}"}, "bank": f"{give} for {get}"}


def _draw_proposal(give: str, get: str, others: Sequence[str], below: Below) -> Any:
    """Terms, now and then with a limit for counter-offers that nobody else knows, and with others that come second."""
    terms: dict[str, Any] = {"give": f"1 {give}", "get": f"1 {get}"}
    if not below(3):
        terms["to"] = [others[below(len(others))]]
    if not below(2):
        terms["up-to"] = f"1 {give}, 1 {next(name for name in RESOURCES if name not in (give, get))}"
    if not below(4):
        terms["ask"] = ("nobody", "again")[below(2)]
    return [terms, {**terms, "give": f"2 {give}"}] if not below(3) else terms


def _build(known: View, number: int, below: Below) -> Iterator[Mapping[str, Any]]:
    """What is wanted if it can be paid when its moment comes."""
    legal = _list_buildings(known, number)
    for key, kind in (("city", BuildCity), ("settlement", BuildSettlement), ("road", BuildRoad), ("buy", BuyCard)):
        actions = [action for action in legal if isinstance(action, kind)]
        if actions and below(4):
            first = actions[below(len(actions))]
            yield {"if": {"have": _PRICES[key]}, **write_action(known.table, first)}
    if not below(2):
        yield {"if": draw_condition(known, below), "build": ["city best", "settlement any", "card"]}
    if not below(3):
        yield {"try": ["bank toward city", f"road toward {below(54)}", "bank wool for ore"]}


def _list_buildings(known: View, number: int) -> Sequence[Action]:
    """What there is to be had in the seat's turn with cards enough."""
    rich = known._replace(
        stage=Stage.TURN,
        mover=number,
        seats=tuple(
            seat._replace(hand=sum(9 << 8 * kind for kind in range(KINDS)), cards=45) if place == number else seat
            for place, seat in enumerate(known.seats)
        ),
    )
    return list_legal(as_state(rich), number)


def _move_robber(known: View, number: int, below: Below) -> Mapping[str, Any]:
    moves = [action for action in list_legal(as_state(known), number) if isinstance(action, MoveRobber)]
    robbing = [move for move in moves if move.victim is not None] or moves
    return write_action(known.table, robbing[below(len(robbing))])


def _play(known: View, number: int, card: str, below: Below) -> Mapping[str, Any] | None:
    match card:
        case "knight":
            others = [seat.name for place, seat in enumerate(known.seats) if place != number]
            letters = LETTERS[below(10) :]
            return {"knight": [f"{letter} from {name}" for letter in letters for name in others][:_MOST_CHOICES]}
        case "road-building":
            roads = [action for action in _list_buildings(known, number) if isinstance(action, BuildRoad)]
            return {"road-building": PATH_NAMES[roads[below(len(roads))].path]} if roads else None
        case "year-of-plenty":
            return {"plenty": f"2 {RESOURCES[below(KINDS)]}"}
        case "monopoly":
            return {"monopoly": RESOURCES[below(KINDS)]}
    return None


def write_standing(opened: OpenGame, seat: Seat, below: Below) -> Lines:
    """Offers and wishes, now and then for the same cards; refusals, discards, the robber, cards before the roll."""
    others = [name for name in opened.seats if name != seat]
    lines = list(_draw_deals(opened, others, below))
    first = RESOURCES[below(KINDS)]
    drawn: tuple[tuple[int, Mapping[str, Any]], ...] = (
        (2, {"discard": {"keep" if below(2) else "first": [first]}}),
        (2, {"robber": [f"{LETTERS[below(19)]} from {name}" for name in others]}),
        (3, {"knight": [f"{LETTERS[below(19)]} from {name}" for name in others]}),
        (4, {"if": {"have": f"1 {RESOURCES[below(KINDS)]}"}, "monopoly": RESOURCES[below(KINDS)]}),
        (4, {"plenty": f"2 {RESOURCES[below(KINDS)]}"}),
    )
    lines += [line for odds, line in drawn if not below(odds)]
    if "bid" in opened.game.orders.kinds:
        lines += _draw_votes(others, below)
    return lines


def _draw_deals(opened: OpenGame, others: list[Seat], below: Below) -> Iterator[Mapping[str, Any]]:
    terms: Mapping[str, Any] | None = None
    for kind in ("offer", "offer", "want", "want"):
        if below(2):
            terms = _draw_terms(kind, others, opened.record.state.turn, below)
            yield {kind: terms}
        if terms is not None and kind == "offer" and not below(3):
            yield {"want": {"give": terms["give"], "get": terms["get"]}}
    if not below(4):
        first = others[below(len(others))]
        yield {
            "refuse": ("any", [first], {"give": RESOURCES[below(KINDS)]}, {"get": [RESOURCES[0]], "from": first})[
                below(4)
            ]
        }
    if not below(5):
        yield {"if": draw_condition(opened.see(Onlooker.PUBLIC), below), "refuse": "any" if below(2) else "leader"}


def _draw_votes(others: list[Seat], below: Below) -> Iterator[Mapping[str, Any]]:
    """Bids and preferences for every vote to come."""
    if not below(3):
        pay = ["wool", "grain"] if below(2) else ["grain", "wool"]
        yield {"bid": ({"up-to": 1 + below(3), "over": "best", "pay": pay}, "1 wool", 0)[below(3)]}
    if not below(3):
        yield {
            "prefer": [f"{route} {path}" for route in ("R1", "R2", "R3") for path in ("16-17", "17-18", "3-4")][
                below(4) :
            ]
        }
    elif not below(3):
        yield {"agree": others[below(len(others))]}


def _draw_terms(kind: str, others: list[Seat], turn: int, below: Below) -> Mapping[str, Any]:
    give = below(KINDS)
    get = (give + 1 + below(KINDS - 1)) % KINDS
    terms: dict[str, Any] = {"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}"}
    if not below(4):
        terms["to" if kind == "offer" else "from"] = [others[below(len(others))]]
    if not below(2):
        terms["keep"] = f"1 {RESOURCES[below(KINDS)]}"
    if not below(3):
        terms["times"] = 1 + below(3)
    if not below(4):
        terms["until"] = turn + 1 + below(20)
    return terms
