"""What is known of a position as the ``view`` of the JSON output."""

from __future__ import annotations

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.board import BARE, Board
from adjudicator.rules.catan.cards import DEVELOPMENTS, RESOURCES, Bundle, name_cards, unpack
from adjudicator.rules.catan.known import Known, KnownSeat
from adjudicator.rules.catan.mail.book import TradeBook
from adjudicator.rules.catan.resources import TOTALS
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.topology import HARBOUR_PATHS, LETTERS, PATH_NAMES


def write_view(known: Known) -> JsonObject:
    """The view of the base game; its schema is ``schemas/output/catan/view.json``."""
    names = known.table.seats
    return {
        "board": _write_board(known.table.board),
        "phase": _name_phase(known),
        "stage": known.stage.name.lower().replace("_", "-"),
        "mover": names[known.mover],
        "turn": known.turn,
        "dice": known.dice,
        "ahead": _list_ahead(known),
        "rolls": {str(total): count for total, count in zip(TOTALS, known.rolls, strict=True)},
        "target": known.table.edition.target,
        "robber": None if known.robber is None else LETTERS[known.robber],
        "bank": _count_each(known.bank),
        "deck": known.deck,
        "longest_road": _name_seat(known, known.longest),
        "largest_army": _name_seat(known, known.largest),
        "seats": {seat.name: _write_seat(seat) for seat in known.seats},
        "offers": _list_offers(names, known.book),
        "proposal": _write_proposal(names, known.book),
    }


def _write_board(board: Board) -> JsonObject:
    return {
        "hexes": {
            letter: {"terrain": terrain, "number": None if number == BARE else number}
            for letter, terrain, number in zip(LETTERS, board.terrains, board.numbers, strict=True)
        },
        "harbours": {PATH_NAMES[path]: kind for path, kind in zip(HARBOUR_PATHS, board.harbours, strict=True)},
    }


def _name_phase(known: Known) -> str:
    if known.stage is Stage.OVER:
        return "over"
    if known.stage is Stage.INTERLUDE:
        return "interlude"
    return "play" if known.turn else "set-up"


def _list_ahead(known: Known) -> list[JsonValue]:
    """Dice published and not yet rolled."""
    names = known.table.seats
    return [
        {"seat": names[(known.mover + ahead) % len(names)], "turn": known.turn + ahead, "dice": list(dice)}
        for ahead, dice in enumerate(known.ahead)
        if dice is not None and (ahead or not known.dice)
    ]


def _count_each(cards: Bundle) -> JsonObject:
    return dict(zip(RESOURCES, unpack(cards), strict=True))


def _name_seat(known: Known, seat: int | None) -> str | None:
    return None if seat is None else known.table.seats[seat]


def _write_seat(seat: KnownSeat) -> JsonObject:
    return {
        "cards": seat.cards,
        "hand": None if seat.hand is None else name_cards(seat.hand),
        "developments": seat.developments,
        "unplayed": None if seat.unplayed is None else name_cards(seat.unplayed, DEVELOPMENTS),
        "fresh": None if seat.fresh is None else name_cards(seat.fresh, DEVELOPMENTS),
        "played": name_cards(seat.played, DEVELOPMENTS),
        "settlements": list(list_bits(seat.settlements)),
        "cities": list(list_bits(seat.cities)),
        "roads": [PATH_NAMES[path] for path in list_bits(seat.roads)],
        "rates": _count_each(seat.rates),
        "road_length": seat.road_length,
        "owes": seat.owes,
        "points": seat.points,
    }


def _list_offers(names: tuple[str, ...], book: TradeBook) -> list[JsonValue]:
    return [
        {
            "seat": names[offer.seat],
            "number": offer.number,
            "give": name_cards(offer.give),
            "get": name_cards(offer.get),
            "to": [names[seat] for seat in offer.to],
            "left": offer.left,
            "until": offer.until,
        }
        for offer in book.offers
    ]


def _write_proposal(names: tuple[str, ...], book: TradeBook) -> JsonObject | None:
    proposal = book.proposal
    if proposal is None:
        return None
    return {
        "seat": names[proposal.seat],
        "give": name_cards(proposal.give),
        "get": name_cards(proposal.get),
        "to": [names[seat] for seat in proposal.to],
    }
