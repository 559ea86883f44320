"""Why something cannot be built or bought: codes, and the facts for their sentences, which stand in ``wording``.

Nothing here looks at more than the seat knows.
"""

from collections.abc import Mapping
from itertools import islice

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.kit.words import count_of
from adjudicator.rules.catan import actions, topology
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import (
    COUNT,
    DEVELOPMENT_TITLES,
    ONE,
    RESOURCES,
    Bundle,
    count_kind,
    covers,
    list_near,
    name_developments,
    unpack,
)
from adjudicator.rules.catan.legal import is_legal, stage_of
from adjudicator.rules.catan.mail import wording
from adjudicator.rules.catan.mail.language.vocabulary import Facts, Reason, write_cards_text
from adjudicator.rules.catan.order_of_play import PLAYS, is_deciding
from adjudicator.rules.catan.rules import Edition
from adjudicator.rules.catan.sites import first_road_sites, first_settlement_sites, free_road_sites, open_hexes
from adjudicator.rules.catan.state import ANCHOR, BARRED, CARD_PLAYED, DECK, REACH, Stage, State

CANNOT_PAY = "cannot-pay"


def explain_road(state: State, seat: SeatNumber, path: topology.PathNumber, stage: Stage) -> Reason:
    """Why a road cannot be placed, in the set-up, for its price or free."""
    table, cells = state.table, state.cells
    facts: Facts = {"path": topology.PATH_NAMES[path]}
    if stage is Stage.ROAD:
        names = wording.name_paths(first_road_sites(table, cells, seat), path)
        facts["legal"] = wording.list_legal_names(names, "free paths there")
    else:
        names = wording.name_paths(free_road_sites(table, cells, seat), path)
        none = "no path next to your roads is free"
        facts["legal"] = wording.list_legal_names(names, "free paths next to your roads", none)
    owner = next((other for other in table.numbers if state.roads(other) >> path & 1), None)
    if owner is not None:
        return "path-taken", {**facts, "whose": wording.name_owner(state, seat, owner)}
    if stage is Stage.ROAD:
        return "road-not-at-settlement", {**facts, "intersection": cells[ANCHOR]}
    if state.roads(seat).bit_count() >= table.edition.roads:
        return "no-roads-left", {"count": table.edition.roads}
    if free_road_sites(table, cells, seat) >> path & 1:
        return explain_price(state, seat, table.edition.road_cost)
    for end in topology.ENDS[path]:
        building = wording.find_building(state, end)
        if cells[REACH + seat] >> end & 1 and building is not None and building[0] != seat:
            return "path-beyond", {**facts, "intersection": end, **_tell_building(state, seat, end)}
    return "path-apart", facts


def explain_settlement(state: State, seat: SeatNumber, spot: topology.Intersection, stage: Stage) -> Reason:
    """Why a settlement cannot be placed, in the set-up or for its price."""
    table, cells = state.table, state.cells
    if stage is Stage.SETTLEMENT:
        sites, heading, none = first_settlement_sites(table, cells, seat), "free intersections", ""
    else:
        sites, heading = cells[REACH + seat] & ~cells[BARRED], "free intersections at your roads"
        none = "no intersection at your roads is free"
    legal = wording.list_legal_names(wording.name_intersections(sites, spot), heading, none)
    facts: Facts = {"intersection": spot, "legal": legal}
    if building := _tell_building(state, seat, spot):
        return "intersection-taken", {**facts, **building}
    for near in topology.list_intersections(topology.NEIGHBOURS[spot]):
        if building := _tell_building(state, seat, near):
            return "too-near", {**facts, **building, "neighbour": near}
    edition = table.edition
    if state.settlements(seat).bit_count() >= edition.settlements:
        return "no-settlements-left", {"count": edition.settlements}
    return explain_price(state, seat, edition.settlement_cost) if sites >> spot & 1 else ("not-at-road", facts)


def explain_city(state: State, seat: SeatNumber, spot: topology.Intersection) -> Reason:
    """Why a settlement cannot become a city."""
    edition = state.table.edition
    names = wording.name_intersections(state.settlements(seat), spot)
    legal = wording.list_legal_names(names, "your settlements", "you have no settlement on the board")
    facts: Facts = {"intersection": spot, "legal": legal}
    building = wording.find_building(state, spot)
    if building == (seat, "city"):
        return "city-already", facts
    if building is not None and building[0] != seat:
        return "intersection-taken", {**facts, **_tell_building(state, seat, spot)}
    if state.cities(seat).bit_count() >= edition.cities:
        return "no-cities-left", {"count": edition.cities}
    return explain_price(state, seat, edition.city_cost) if building is not None else ("not-your-settlement", facts)


def _tell_building(state: State, seat: SeatNumber, spot: topology.Intersection) -> Facts:
    """Whose building stands there, said to ``seat``, and what it is; nothing where none does."""
    building = wording.find_building(state, spot)
    return {} if building is None else {"whose": wording.name_owner(state, seat, building[0]), "building": building[1]}


def explain_price(state: State, seat: SeatNumber, price: Bundle) -> Reason:
    """What is missing for a price, how many cards, and the one trade with the bank that would bring it, if there is."""
    hand = state.hand(seat)
    missing = wording.find_missing_cards(hand, price)
    return CANNOT_PAY, {
        "price": write_cards_text(price),
        "held": write_cards_text(hand),
        "missing": f"{write_cards_text(missing)} {'is' if missing % COUNT == 1 else 'are'}",
        "count": missing % COUNT,
        "legal": wording.suggest_trade(state, seat, price, missing),
    }


BANK_RATE, NOT_YOUR_CARDS = "bank-rate", "not-your-cards"
LASTING = (
    frozenset({"city-already", "intersection-taken", "path-taken", "too-near"})
    | {"no-cards-left", "no-cities-left", "no-roads-left"}
    | {"game-over", "gift", "like-for-like", "robber-barred", "trade-alone", "victim-yourself"}
)
"""Reasons that nothing can lift: pieces that never leave the board, what is used up, rules without exception."""
LASTING_AFTER_SEVEN = LASTING | {"robber-spares", "robber-stays", "victim-not-there"}
"""The same for the robber of a 7 that has been rolled: nothing is built before it is moved."""

_NOT_DUE: Mapping[type[Action], str] = {
    actions.Roll: "rolled-already",
    actions.MoveRobber: "robber-not-due",
    actions.Discard: "discard-not-due",
    actions.GiveUpRoads: "no-free-road",
}
_PLENTY = 2


def explain(state: State, seat: SeatNumber, action: Action) -> Reason:
    """The code of the reason why ``action`` of ``seat`` is not legal, as if its move came now, and its facts.

    ``state`` is a position made of what the seat knows (:func:`as_state`), or one that follows from it. The facts lack
    ``order``, which is the player's own words. A trade with another seat that the seat's own cards allow is
    ``not-available``, whatever the reason. What is wrong only because the move of the seat has not come is
    ``not-your-turn`` or ``others-first``. Raises ``ValueError`` for any other action that is legal.
    """
    stage = Stage(stage_of(state.cells, seat))
    if type(action) not in PLAYS[stage]:
        return _explain_moment(state, seat, action, stage)
    if isinstance(action, actions.Trade) or not is_legal(state, seat, action):
        return _explain_rule(state, seat, action, stage)
    if is_deciding(state, seat):
        raise ValueError(f"{action} is legal")
    return ("others-first" if any(map(state.owes, state.table.numbers)) else "not-your-turn"), {}


def _explain_rule(state: State, seat: SeatNumber, action: Action, stage: Stage) -> Reason:
    """Why an action of a kind that the stage knows is not legal."""
    match action:
        case actions.BuildRoad():
            return explain_road(state, seat, action.path, stage)
        case actions.BuildSettlement():
            return explain_settlement(state, seat, action.intersection, stage)
        case actions.BuildCity():
            return explain_city(state, seat, action.intersection)
        case actions.BuyCard():
            card = state.table.edition.card_cost
            return explain_price(state, seat, card) if state.cells[DECK] else ("no-cards-left", {})
        case actions.TradeWithBank():
            return _explain_bank(state, seat, action)
        case actions.MoveRobber():
            return explain_robber(state, seat, action.hex, action.victim)
        case actions.Discard():
            return _explain_discard(state, seat, action.cards)
        case actions.Trade():
            return _explain_trade(state, seat, action)
    return _explain_play(state, seat, action)


def _explain_moment(state: State, seat: SeatNumber, action: Action, stage: Stage) -> Reason:
    """Why it is not the moment for an action of this kind."""
    match stage:
        case Stage.OVER:
            return "game-over", {}
        case Stage.INTERLUDE:
            return "between-turns", {}
        case Stage.SETTLEMENT | Stage.ROAD:
            due = "settlement" if stage is Stage.SETTLEMENT else "road"
            return "set-up", {"due": due, "example": wording.give_example(state, seat)}
        case Stage.DISCARD:
            return "discard-first", {}
        case Stage.ROBBER:
            return "robber-first", {}
        case Stage.FREE_ROADS:
            return "free-roads-first", {}
        case Stage.BEFORE_ROLL if type(action) not in _NOT_DUE:
            return "roll-first", {}
    return _NOT_DUE.get(type(action), "not-now"), {}


def _explain_play(state: State, seat: SeatNumber, action: Action) -> Reason:
    """Why a development card cannot be played (rulings B04, B05)."""
    kind, cards = actions.CARD_OF[type(action)], state.developments(seat)
    name = DEVELOPMENT_TITLES[kind]
    if not count_kind(cards, kind):
        return "card-not-held", {"card": name, "held": name_developments(cards) or "no development card"}
    if seat == state.mover and state.cells[CARD_PLAYED]:
        return "one-card-a-turn", {"card": name}
    if count_kind(state.new_developments(seat), kind) == count_kind(cards, kind):
        return "bought-this-turn", {"card": name}
    if isinstance(action, actions.PlayPlenty):
        return _explain_plenty(state, action.cards)
    edition = state.table.edition
    if state.roads(seat).bit_count() >= edition.roads:
        return "no-roads-left", {"count": edition.roads}
    return "no-road-site", {}


def judge_plenty(cards: Bundle) -> Reason | None:
    """Why Year of Plenty never brings ``cards``: they are too many; None where it may."""
    count = cards % COUNT
    return (
        ("plenty-count", {"due": count_of(_PLENTY, "card"), "count": count, "legal": ""}) if count > _PLENTY else None
    )


def _explain_plenty(state: State, cards: Bundle) -> Reason:
    due = min(state.bank % COUNT, _PLENTY)
    if not due:
        return "bank-empty", {}
    if cards % COUNT != due:
        wanted = (
            kind for kind in range(len(RESOURCES)) if count_kind(cards, kind) and count_kind(state.bank, kind) >= due
        )
        legal = "".join(f"; write 'plenty: {due} {RESOURCES[kind]}'" for kind in islice(wanted, 1))
        return "plenty-count", {"due": count_of(due, "card"), "count": cards % COUNT, "legal": legal}
    missing = write_cards_text(wording.find_missing_cards(state.bank, cards))
    return "bank-short", {"missing": missing, "bank": write_cards_text(state.bank)}


def _explain_bank(state: State, seat: SeatNumber, trade: actions.TradeWithBank) -> Reason:
    hand, rates = state.hand(seat), state.rates(seat)
    give, take = RESOURCES[trade.give], RESOURCES[trade.take]
    if trade.give == trade.take:
        return "like-for-like", {"word": give}
    rate, held = count_kind(rates, trade.give), count_kind(hand, trade.give)
    if held < rate:
        others = (kind for kind in range(len(RESOURCES)) if kind != trade.take)
        enough = [RESOURCES[kind] for kind in others if count_kind(hand, kind) >= count_kind(rates, kind)]
        lines = " or ".join(f"'bank: {name} for {take}'" for name in enough)
        legal = (
            f"; write for example {lines}"
            if enough
            else wording.suggest_proposal(state, seat, ONE[trade.take], trade.give)
        )
        return BANK_RATE, {"rate": rate, "give": give, "held": held, "legal": legal, "count": rate - held}
    return "bank-out", {"take": take, "bank": write_cards_text(state.bank)}


def _explain_discard(state: State, seat: SeatNumber, cards: Bundle) -> Reason:
    count, due, hand = cards % COUNT, state.owes(seat), state.hand(seat)
    lines = [f"'discard: {write_cards_text(near)}'" for near in list_near(hand, due, cards)]
    facts: Facts = {"legal": f"; write {' or '.join(lines)}"}
    if count != due:
        return "discard-count", {**facts, "due": count_of(due, "card"), "count": count}
    missing = write_cards_text(wording.find_missing_cards(hand, cards))
    return "discard-not-held", {**facts, "held": write_cards_text(hand), "missing": missing}


def judge_terms(give: Bundle, take: Bundle) -> Reason | None:
    """Why nobody at all may trade on these terms (ruling B03); None where they may."""
    if not give or not take:
        return "gift", {}
    both = [name for name, one, other in zip(RESOURCES, unpack(give), unpack(take), strict=True) if one and other]
    return ("like-for-like", {"word": " and ".join(both)}) if both else None


def judge_count(cards: Bundle, edition: Edition) -> Reason | None:
    """Why nobody can ever have ``cards``: more than there are of a kind; None where somebody can."""
    many = next((kind for kind in range(len(RESOURCES)) if count_kind(cards, kind) > edition.bank), None)
    return None if many is None else ("more-than-all", {"limit": edition.bank, "word": RESOURCES[many]})


def _explain_trade(state: State, seat: SeatNumber, trade: actions.Trade) -> Reason:
    """Why two seats cannot trade. Of the other's hand nothing is said: such a trade is not available."""
    seats = state.table.seats
    if trade.partner == seat or not 0 <= trade.partner < len(seats):
        known = ", ".join(name for number, name in enumerate(seats) if number != seat)
        return "trade-alone", {"known": known, "legal": ""}
    reason = judge_terms(trade.give, trade.take)
    if reason is not None:
        return reason
    hand = state.hand(seat)
    if not covers(hand, trade.give):
        missing = wording.find_short_cards(hand, trade.give)
        count, words = missing % COUNT, write_cards_text(missing)
        return NOT_YOUR_CARDS, {"held": write_cards_text(hand), "missing": words, "count": count}
    return "not-available", {}


def explain_robber(state: State, seat: SeatNumber, tile: Hex, victim: SeatNumber | None) -> Reason:
    """Why a robber move is not legal (ruling B02)."""
    table = state.table
    facts: Facts = {"hex": topology.LETTERS[tile]}
    if not table.robber_hexes >> tile & 1:
        legal = wording.list_targets(state, seat, tile)
        return "robber-barred", {**facts, "terrain": table.board.terrains[tile], "legal": legal}
    if tile == state.robber:
        return "robber-stays", {**facts, "legal": wording.list_targets(state, seat, tile)}
    if not open_hexes(table, state.cells, seat) >> tile & 1:
        points, legal = table.edition.spared_points, wording.list_targets(state, seat, tile)
        return "robber-spares", {**facts, "points": points, "legal": legal}
    facts["legal"] = wording.say_what_works(state, seat, tile)
    if victim is None:
        return "victim-unnamed", facts
    if victim == seat:
        return "victim-yourself", facts
    facts["victim"] = table.seats[victim]
    return ("victim-poor" if victim in wording.find_residents(state, seat, tile) else "victim-not-there"), facts
