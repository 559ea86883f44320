"""Why something cannot be built or bought: codes, and the facts for their sentences, which stand in ``wording``.

Nothing here looks at more than the seat knows.
"""

from __future__ import annotations

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import COUNT, Bundle
from adjudicator.rules.catan.mail.language.vocabulary import Facts, Reason, write_cards_text
from adjudicator.rules.catan.mail.wording import (
    find_building,
    find_missing_cards,
    find_road,
    list_free_roads,
    list_legal_names,
    name_intersections,
    name_owner,
    name_paths,
    suggest_trade,
)
from adjudicator.rules.catan.sites import first_road_sites, first_settlement_sites, free_road_sites
from adjudicator.rules.catan.state import ANCHOR, BARRED, DECK, REACH, Stage, State
from adjudicator.rules.catan.topology import (
    ENDS,
    NEIGHBOURS,
    PATH_NAMES,
    Intersection,
    PathNumber,
    list_intersections,
)

CANNOT_PAY = "cannot-pay"


def explain_road(state: State, seat: SeatNumber, path: PathNumber, stage: Stage) -> Reason:
    """Why a road cannot be placed, in the set-up, for its price or free."""
    table, cells = state.table, state.cells
    facts: Facts = {"path": PATH_NAMES[path]}
    if stage is Stage.ROAD:
        names = name_paths(first_road_sites(table, cells, seat), path)
        facts["legal"] = list_legal_names(names, "free paths there")
    else:
        facts["legal"] = list_free_roads(state, seat, path)
    owner = find_road(state, path)
    if owner is not None:
        return "path-taken", {**facts, "whose": name_owner(state, seat, owner)}
    if stage is Stage.ROAD:
        return "road-not-at-settlement", {**facts, "intersection": cells[ANCHOR]}
    if state.roads(seat).bit_count() >= table.edition.roads:
        return "no-roads-left", {"count": table.edition.roads}
    if free_road_sites(table, cells, seat) >> path & 1:
        return explain_price(state, seat, table.edition.road_cost)
    for end in ENDS[path]:
        building = find_building(state, end)
        if cells[REACH + seat] >> end & 1 and building is not None and building[0] != seat:
            whose = name_owner(state, seat, building[0])
            return "path-beyond", {**facts, "intersection": end, "whose": whose, "building": building[1]}
    return "path-apart", facts


def explain_settlement(state: State, seat: SeatNumber, spot: Intersection, stage: Stage) -> Reason:
    """Why a settlement cannot be placed, in the set-up or for its price."""
    table, cells = state.table, state.cells
    if stage is Stage.SETTLEMENT:
        sites = first_settlement_sites(table, cells, seat)
        legal = list_legal_names(name_intersections(sites, spot), "free intersections")
    else:
        sites = cells[REACH + seat] & ~cells[BARRED]
        names = name_intersections(sites, spot)
        legal = list_legal_names(names, "free intersections at your roads", "no intersection at your roads is free")
    facts: Facts = {"intersection": spot, "legal": legal}
    building = find_building(state, spot)
    if building is not None:
        return "intersection-taken", {**facts, "whose": name_owner(state, seat, building[0]), "building": building[1]}
    for near in list_intersections(NEIGHBOURS[spot]):
        building = find_building(state, near)
        if building is not None:
            whose = name_owner(state, seat, building[0])
            return "too-near", {**facts, "whose": whose, "building": building[1], "neighbour": near}
    edition = table.edition
    if state.settlements(seat).bit_count() >= edition.settlements:
        return "no-settlements-left", {"count": edition.settlements}
    return explain_price(state, seat, edition.settlement_cost) if sites >> spot & 1 else ("not-at-road", facts)


def explain_city(state: State, seat: SeatNumber, spot: Intersection) -> Reason:
    """Why a settlement cannot become a city."""
    edition = state.table.edition
    names = name_intersections(state.settlements(seat), spot)
    legal = list_legal_names(names, "your settlements", "you have no settlement on the board")
    facts: Facts = {"intersection": spot, "legal": legal}
    building = find_building(state, spot)
    if building == (seat, "city"):
        return "city-already", facts
    if building is not None and building[0] != seat:
        return "intersection-taken", {**facts, "whose": name_owner(state, seat, building[0]), "building": building[1]}
    if state.cities(seat).bit_count() >= edition.cities:
        return "no-cities-left", {"count": edition.cities}
    return explain_price(state, seat, edition.city_cost) if building is not None else ("not-your-settlement", facts)


def explain_purchase(state: State, seat: SeatNumber) -> Reason:
    """Why no development card can be bought."""
    if not state.cells[DECK]:
        return "no-cards-left", {}
    return explain_price(state, seat, state.table.edition.card_cost)


def explain_price(state: State, seat: SeatNumber, price: Bundle) -> Reason:
    """What is missing for a price, how many cards, and the one trade with the bank that would bring it, if there is."""
    hand = state.hand(seat)
    missing = find_missing_cards(hand, price)
    return CANNOT_PAY, {
        "price": write_cards_text(price),
        "held": write_cards_text(hand),
        "missing": f"{write_cards_text(missing)} {'is' if missing % COUNT == 1 else 'are'}",
        "count": missing % COUNT,
        "legal": suggest_trade(state, seat, price, missing),
    }
