"""The rules of the scenario: those of the base game, and what differs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, IllegalActionError, SeatNumber
from adjudicator.kit.words import suggest
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import COUNT, RESOURCES, WIDTH, Bundle, count_kind, name_cards
from adjudicator.rules.catan.mail.conditions import is_within
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.rules import BASE_RULES, BetweenTurns, PositionChange
from adjudicator.rules.catan.setup import SETUP
from adjudicator.rules.catan.state import State, Table
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.editions import EDITIONS, OPTIONS, adapt
from adjudicator.rules.catan_caravans.routes import (
    LAYOUTS,
    ROUTE_NAMES,
    OasisTerms,
    begin_routes,
    lay_camel,
    list_ended,
    list_merged,
    name_spokes,
)
from adjudicator.rules.catan_caravans.state import (
    Agree,
    Caravans,
    LayOut,
    PlaceCamel,
    Prefer,
    Vote,
    VoteBasis,
    VoteResult,
    VoteStage,
    caravans_of,
    describe_positions,
    dump_extra,
    load_extra,
    see_extra,
)

BUILDER = "builder"


def has_bid(extra: object, seats: tuple[str, ...], asked: JsonValue) -> bool:
    """Whether the seat called ``asked`` (or the builder) laid at least one card in the vote under way.

    Raises :class:`OrderTextError`.
    """
    return bool(_list_laid(extra, seats, asked))


def has_laid(extra: object, seats: tuple[str, ...], asked: JsonValue) -> bool:
    """Whether so many cards were laid so far in the vote under way: by one seat, or the builder, or by all together.

    Raises :class:`OrderTextError`.
    """
    limits = cast("JsonObject", asked)
    return is_within(sum(cards % COUNT for cards in _list_laid(extra, seats, limits.get("of"))), limits)


def _list_laid(extra: object, seats: tuple[str, ...], whose: JsonValue) -> list[Bundle]:
    """What the seat of that name, or everybody for None, has laid so far; nothing where no vote is under way."""
    word = None if whose is None else str(whose).lower()
    if word is not None and word not in (BUILDER, *seats):
        suggestion = suggest(word, (BUILDER, *seats))
        raise OrderTextError("nobody-called-so", str(whose), suggestion=suggestion, known=", ".join(seats))
    vote = caravans_of(extra).vote
    if vote is None:
        return []
    bids = vote.bids if word is None else [vote.bids[vote.builder if word == BUILDER else seats.index(word)]]
    return [cards for cards in bids if cards]


WOOL, GRAIN = RESOURCES.index("wool"), RESOURCES.index("grain")


class Ballots(tuple[Action, ...]):
    """What a seat may say to the positions: nothing, any one of them, or to agree with another seat.

    Rankings of several positions belong to it, but are not listed.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        """Whether a seat may say it."""
        if isinstance(action, Prefer):
            ranking = action.positions
            return len(set(ranking)) == len(ranking) and all(
                super(Ballots, self).__contains__(Prefer((position,))) for position in ranking
            )
        return super().__contains__(action)


def close_turn(state: State) -> PositionChange:
    """After a turn with building, open a vote; place the camel at once where there is only one position.

    One camel a turn, however much was built (ruling C41); none when no position is open (ruling C34).
    """
    caravans = caravans_of(state.extra)
    positions = caravans.positions
    if not state.built or not positions:
        return PositionChange(caravans)
    nobody = (None,) * len(state.table.seats)
    vote = Vote(state.mover, nobody, nobody)
    if len(positions) == 1:
        return end_vote(state.table.seats, caravans, vote, VoteResult(VoteBasis.ONLY_POSITION, (), positions[0]))
    facts: JsonObject = {"seat": state.table.seats[state.mover], "positions": describe_positions(positions)}
    return PositionChange(caravans._replace(vote=vote), events=(Event("vote-opened", facts),))


def open_decisions(state: State) -> tuple[tuple[SeatNumber, str], ...]:
    """The one seat that the vote waits for."""
    caravans = caravans_of(state.extra)
    if caravans.vote is None:
        return ()
    return ((caravans.vote.find_asked(caravans.positions), caravans.vote.stage.value),)


def legal(state: State, seat: SeatNumber) -> Sequence[Action]:
    """What a seat may do at this stage of the vote, now or when it is asked; nothing if it has been or will not be."""
    caravans = caravans_of(state.extra)
    vote, positions = caravans.vote, caravans.positions
    if vote is None:
        return ()
    stage = vote.stage
    if stage is VoteStage.BID and vote.bids[seat] is None:
        hand = state.hand(seat)
        return _list_bids(count_kind(hand, WOOL), count_kind(hand, GRAIN))
    if stage is VoteStage.PREFER and vote.bids[seat] and vote.ballots[seat] is None:
        others = [other for other in state.table.list_others(seat) if vote.bids[other]]
        return Ballots((Prefer(()), *(Prefer((position,)) for position in positions), *map(Agree, sorted(others))))
    if stage is VoteStage.CAMEL and vote.settle(positions).seats == (seat,):
        return tuple(map(PlaceCamel, positions))
    return ()


@lru_cache(maxsize=512)
def _list_bids(wool: int, grain: int) -> tuple[LayOut, ...]:
    """Every part of so much wool and grain, nothing first (ruling C51)."""
    return tuple(
        LayOut((sheep << WIDTH * WOOL) + (sheaves << WIDTH * GRAIN))
        for sheep in range(wool + 1)
        for sheaves in range(grain + 1)
    )


def act(state: State, seat: SeatNumber, action: Action) -> PositionChange:
    """Carry out an action of the vote. Raises ``IllegalActionError`` for one that is none."""
    caravans = caravans_of(state.extra)
    vote = caravans.vote
    match action:
        case LayOut(cards) if vote is not None:
            return _lay_out(state, caravans, vote, seat, cards)
        case Prefer() | Agree() if vote is not None:
            return _cast(state, caravans, vote, seat, action)
        case PlaceCamel(position) if vote is not None:
            outcome = vote.settle(caravans.positions)._replace(position=position)
            return end_vote(state.table.seats, caravans, vote, outcome)
    raise IllegalActionError(f"{state.table.seats[seat]}: {action}")


def _lay_out(state: State, caravans: Caravans, vote: Vote, seat: SeatNumber, cards: Bundle) -> PositionChange:
    """The cards leave the hand at once and go to the bank when the camel stands (ruling C57)."""
    seats = state.table.seats
    laid = Event("bid-laid", {"seat": seats[seat], "cards": name_cards(cards)})
    bids = (*vote.bids[:seat], cards, *vote.bids[seat + 1 :])
    taken = tuple(cards if other == seat else 0 for other in range(len(seats)))
    return PositionChange(caravans._replace(vote=vote._replace(bids=bids)), taken, events=(laid,))


def _cast(state: State, caravans: Caravans, vote: Vote, seat: SeatNumber, ballot: Prefer | Agree) -> PositionChange:
    """The last preference settles the vote, if it can be settled without asking anybody."""
    vote = vote._replace(ballots=(*vote.ballots[:seat], ballot, *vote.ballots[seat + 1 :]))
    if vote.stage is VoteStage.CAMEL:
        outcome = vote.settle(caravans.positions)
        if outcome.position is not None:
            return end_vote(state.table.seats, caravans, vote, outcome)
    return PositionChange(caravans._replace(vote=vote))


BETWEEN_TURNS = BetweenTurns(close_turn, open_decisions, legal, act)


def end_vote(seats: Sequence[str], caravans: Caravans, vote: Vote, outcome: VoteResult) -> PositionChange:
    """Place the camel where ``outcome`` says, and pay (ruling C57).

    All of it is public. ``camel-placed`` names the seat at the end of whose turn it happens; who decided is told by
    ``vote-decided``.
    """
    position = outcome.position
    assert position is not None
    place: dict[str, JsonValue] = {"route": ROUTE_NAMES[position.route], "path": PATH_NAMES[position.path]}
    lists = vote.lists
    bidders = [seat for seat in vote.clockwise if vote.bids[seat]]
    decided: dict[str, JsonValue] = {
        "how": outcome.how.value,
        "seats": [seats[seat] for seat in vote.clockwise if seat in outcome.seats],
        **place,
        "lists": {seats[seat]: [preferred.name for preferred in lists[seat]] for seat in bidders},
    }
    routes = lay_camel(caravans.routes, position)
    paid = [Event("cards-paid", {"seat": seats[seat], "cards": name_cards(vote.bids[seat] or 0)}) for seat in bidders]
    events = (
        Event("vote-decided", decided),
        Event("camel-placed", {**place, "seat": seats[vote.builder]}),
        *(Event("routes-merged", {"routes": list(merged)}) for merged in list_merged(caravans.routes, routes)),
        *(Event("route-ended", {"route": route}) for route in list_ended(caravans.routes, routes)),
        *paid,
    )
    return PositionChange(Caravans(routes, None), returned=sum(cards or 0 for cards in vote.bids), events=events)


def begin(table: Table, chance: Chance) -> tuple[Caravans, tuple[Event, ...]]:
    """Lay the oasis one of the two ways, as drawn (ruling C10)."""
    options = dict(table.options)
    layout = chance.draw(SETUP, ("oasis",), LAYOUTS)
    routes = begin_routes(OasisTerms(layout, options["coast"] == "yes", options["flank"] == "yes"))
    return Caravans(routes, None), (Event("oasis-laid", {"spokes": name_spokes(layout)}),)


def weigh(extra: object) -> tuple[int, ...]:
    """A road beside a camel counts like two (ruling C73)."""
    return caravans_of(extra).routes.weights


def bonus(extra: object, buildings: int) -> int:
    """A point for every building between two or more camels (rulings C70 to C72)."""
    return (caravans_of(extra).routes.joints & buildings).bit_count()


RULES = replace(
    BASE_RULES,
    editions=EDITIONS,
    options=OPTIONS,
    adapt=adapt,
    begin=begin,
    weigh=weigh,
    bonus=bonus,
    bonus_name="caravan",
    between_turns=BETWEEN_TURNS,
    dump=dump_extra,
    load=load_extra,
    see=see_extra,
    conditions={"bids": has_bid, "laid": has_laid},
)

KERNEL = CatanKernel(RULES)
