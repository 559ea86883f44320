"""Positions and votes of the scenario in CASE files: the base game's, with caravans and votes behind ``extra``.

``R1 21-11-12`` is route R1 along these intersections, in the order laid.

The actions of a vote are ``bid 2 wool``, ``prefer R2 24-35, R1 3-4``, ``agree bilal``, ``camel c``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import ActionTextError, Path, PositionError, PositionFault
from adjudicator.core.table import SeatNumber, Setting
from adjudicator.kit.positions import ANY, Form, Forms, name_keys
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle, covers, name_cards, read_cards
from adjudicator.rules.catan.cases import CatanCases, forms
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_seat
from adjudicator.rules.catan.state import Stage, State, Table
from adjudicator.rules.catan_caravans.kernel import RULES
from adjudicator.rules.catan_caravans.routes import (
    LAYOUTS,
    ROUTE_NAMES,
    ROUTES,
    CamelPlace,
    OasisTerms,
    Routes,
    begin_routes,
    lay_camel,
    name_spokes,
)
from adjudicator.rules.catan_caravans.state import (
    Agree,
    Caravans,
    LayOut,
    PlaceCamel,
    Prefer,
    Vote,
    VoteStage,
    caravans_of,
    describe_ballot,
)
from adjudicator.rules.catan_caravans.vote_text import Raise, read_bid, read_position_text

_VOTES = ("wool", "grain")
_NONE = "none"
_ONLY_AFTER = ("positions", "camels-left", "fronts", "ended")
"""What follows from the rest of a position: to be expected of one, not to be laid out."""
_INTERLUDE = "interlude"
_ONLY_VOTES = "between two turns there is a vote (extra: {vote: {}}), and only there"


def read_caravans(content: JsonObject, table: Table) -> Caravans:
    """The extra of a position; the vote's builder is for the caller to put right. Raises :class:`PositionError`."""
    faults = [
        PositionFault(("extra", key), f"{key} belongs to what is expected, not to a position", is_key=True)
        for key in _ONLY_AFTER
        if key in content
    ]
    if faults:
        raise PositionError(faults)
    vote = cast("Mapping[str, JsonObject] | None", content.get("vote"))
    return Caravans(_lay_routes(content, table), None if vote is None else _read_vote(vote, table.seats))


def _lay_routes(content: JsonObject, table: Table) -> Routes:
    """The routes with the camels written, each where it may lie. Without ``spokes`` the oasis lies the first way."""
    options = dict(table.options)
    layout = _find_layout(content.get("spokes", name_spokes(0)))
    assert layout is not None
    routes = begin_routes(OasisTerms(layout, options["coast"] == "yes", options["flank"] == "yes"))
    for place, text in enumerate(cast("Sequence[str]", content.get("camels", ()))):
        for position in _read_camels(text):
            if position not in routes.positions:
                known = join_words(_name(routes.positions)) or _NONE
                says = f"no camel can be laid at {position.name}; the open positions are {known}"
                raise PositionError([PositionFault(("extra", "camels", place), says)])
            routes = lay_camel(routes, position)
    return routes


def _find_layout(spokes: JsonValue) -> int | None:
    return next((layout for layout in range(LAYOUTS) if name_spokes(layout) == spokes), None)


def _read_camels(text: str) -> list[CamelPlace]:
    route, _, chain = text.partition(" ")
    return [CamelPlace(ROUTE_NAMES.index(route), path) for path in forms.list_chain(chain)]


def _name(positions: Sequence[CamelPlace]) -> list[str]:
    return [position.name for position in positions]


def _read_vote(written: Mapping[str, JsonObject], seats: tuple[str, ...]) -> Vote:
    bids, ballots = written.get("bids", {}), written.get("ballots", {})
    return Vote(
        SeatNumber(0),
        tuple(read_cards(forms.read_counts(bids[name], {})) if name in bids else None for name in seats),
        tuple(_read_ballot(ballots[name], seats) if name in ballots else None for name in seats),
    )


def _read_ballot(written: JsonValue, seats: tuple[str, ...]) -> Prefer | Agree:
    if isinstance(written, str):
        return Agree(SeatNumber(seats.index(written)))
    return Prefer(tuple(position for text in cast("Sequence[str]", written) for position in _read_camels(text)))


def describe_caravans(extra: object, table: Table) -> JsonObject:
    """All that stands behind ``extra`` in a CASE file."""
    routes, vote = caravans_of(extra)
    return {
        "spokes": name_spokes(routes.terms.layout),
        "camels": _name(sorted(routes.laid)),
        "positions": _name(routes.positions),
        "camels-left": routes.camels_left,
        "fronts": {name: routes.front(route) for route, name in enumerate(ROUTE_NAMES)},
        "ended": [ROUTE_NAMES[route] for route in range(ROUTES) if routes.has_ended(route)],
        "vote": None if vote is None else _describe_vote(vote, table.seats),
    }


def _describe_vote(vote: Vote, seats: tuple[str, ...]) -> JsonObject:
    bids = {name: None if cards is None else name_cards(cards) for name, cards in zip(seats, vote.bids, strict=True)}
    ballots = {name: describe_ballot(ballot, seats) for name, ballot in zip(seats, vote.ballots, strict=True)}
    return {"bids": cast("JsonObject", bids), "ballots": ballots}


def list_forms(seats: tuple[str, ...]) -> Forms:
    """The forms of what stands behind ``extra``, at a table of ``seats``."""

    def check_ballot(written: JsonValue, path: Path) -> Iterator[PositionFault]:
        if not isinstance(written, str):
            yield from _find_wrong_camels(written, path)
        elif written not in seats:
            yield PositionFault(path, f"there is no seat {written} to agree with; the seats are {join_words(seats)}")

    seat = name_keys(seats, f"there is no seat {{name}}; the seats are {join_words(seats)}")
    bid = Form(
        read=lambda written, there: forms.read_counts(written, {}),  # noqa: ARG005 - what is not named was not laid
        say=lambda cards: "not laid yet" if cards is None else forms.say_counts(cards),
        check=lambda written, path: forms.find_wrong_cards(written, path, _VOTES),
        what="cards that {3} laid",
    )
    ways: Forms = {
        ("spokes",): Form(check=_find_wrong_spokes, what="paths that the arrows point to"),
        ("camels",): Form(
            read=lambda written, there: _name(sorted(_list_camels(written))),  # noqa: ARG005 - all of them are named
            check=_find_wrong_camels,
            what="camels",
        ),
        ("positions",): Form(
            read=lambda written, there: _name(_list_camels(written)),  # noqa: ARG005 - all of them are named
            check=_find_wrong_camels,
            what="open positions",
        ),
        ("camels-left",): Form(what="camels in the supply"),
        ("fronts", ANY): Form(
            say=lambda front: "not begun" if front is None else str(front), what="front of route {2}"
        ),
        ("ended",): Form(what="routes that have ended"),
        ("vote",): Form(whole=False, say=lambda vote: _NONE if vote is None else "under way", what="vote"),
        ("vote", "bids"): seat,
        ("vote", "bids", ANY): bid,
        ("vote", "ballots"): seat,
        ("vote", "ballots", ANY): Form(_read_names, _say_ballot, check_ballot, what="what {3} prefers"),
    }
    return {("extra", *way): form for way, form in ways.items()}


def _list_camels(written: JsonValue) -> list[CamelPlace]:
    return [position for text in cast("Sequence[str]", written) for position in _read_camels(text)]


def _read_names(written: JsonValue, there: JsonValue) -> JsonValue:
    del there
    return written if isinstance(written, str) else _name(_list_camels(written))


def _say_ballot(ballot: JsonValue) -> str:
    if ballot is None:
        return "nothing said yet"
    return f"as {ballot}" if isinstance(ballot, str) else ", ".join(cast("Sequence[str]", ballot)) or _NONE


def _find_wrong_spokes(written: JsonValue, path: Path) -> Iterator[PositionFault]:
    if _find_layout(written) is None:
        known = join_words((join_words(name_spokes(layout)) for layout in range(LAYOUTS)), "or to")
        yield PositionFault(path, f"the arrows of the oasis point to the paths {known}")


def _find_wrong_camels(written: JsonValue, path: Path) -> Iterator[PositionFault]:
    for place, text in enumerate(cast("Sequence[str]", written)):
        for fault in forms.find_wrong_chains([text.partition(" ")[2]], ()):
            yield PositionFault((*path, place), fault.says)


def read_action(state: State, text: str) -> Action | None:
    """The action of a vote that ``text`` asks for; None where it is none. Raises :class:`ActionTextError`."""
    key, _, rest = " ".join(text.split()).partition(" ")
    try:
        return _read(state, key, rest)
    except OrderTextError as error:
        raise ActionTextError(error.code) from error


def _read(state: State, key: str, rest: str) -> Action | None:
    positions = caravans_of(state.extra).positions
    match key:
        case "bid":
            bid = read_bid(state.table, rest)
            assert not isinstance(bid, Raise)
            return LayOut(bid)
        case "prefer":
            texts = [] if rest == _NONE else rest.split(", ")
            return Prefer(tuple(read_position_text(each, positions) for each in texts))
        case "agree":
            return Agree(read_seat(state.table, rest))
        case "camel":
            return PlaceCamel(read_position_text(rest, positions))
    return None


def _count_held(extra: object) -> Bundle:
    """The cards laid out in a vote (ruling C57)."""
    vote = caravans_of(extra).vote
    return 0 if vote is None else sum(cards or 0 for cards in vote.bids)


def explain_vote(state: State, seat: SeatNumber, action: Action) -> str | None:
    """The code of the reason against an action of a vote that is not legal; None for other actions.

    It is judged as if the moment of ``seat`` came now. Orders of a vote wait for one and for the cards, so of
    ``no-vote`` and ``bids-first`` no player is told.
    """
    if not isinstance(action, LayOut | Prefer | Agree | PlaceCamel):
        return None
    caravans = caravans_of(state.extra)
    vote = caravans.vote
    if vote is None:
        return "no-vote"
    stage = vote.stage
    match action:
        case LayOut(cards) if vote.bids[seat] is None:
            return None if covers(state.hand(seat), cards) else "bid-not-held"
        case LayOut():
            return "said-already"
        case PlaceCamel(position):
            if stage is not VoteStage.CAMEL or seat not in vote.settle(caravans.positions).seats:
                return "not-decider"
            return "position-shut" if position not in caravans.positions else None
    return "bids-first" if stage is VoteStage.BID else _explain_ballot(caravans, vote, seat, action)


def _explain_ballot(caravans: Caravans, vote: Vote, seat: SeatNumber, ballot: Prefer | Agree) -> str | None:
    if not vote.bids[seat]:
        return "no-say"
    if vote.ballots[seat] is not None:
        return "said-already"
    if isinstance(ballot, Agree):
        return "agree-yourself" if ballot.seat == seat else None if vote.bids[ballot.seat] else "no-bidder"
    if any(position not in caravans.positions for position in ballot.positions):
        return "position-shut"
    return "position-twice" if len(set(ballot.positions)) < len(ballot.positions) else None


class CaravanCases(CatanCases):
    """See :class:`adjudicator.core.notation.CaseNotation`.

    Where a position has a vote, the turn of the seat on turn has ended and it is the builder.
    """

    def __init__(self) -> None:
        super().__init__(
            RULES,
            forms.ExpansionCases(read_caravans, describe_caravans, list_forms, _count_held, read_action, explain_vote),
        )

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; a vote makes its stage ``interlude``, and only a vote does."""
        extra = content.get("extra")
        voting = isinstance(extra, Mapping) and extra.get("vote") is not None
        if voting and "stage" not in content:
            content = {**content, "stage": _INTERLUDE}
        state = super().read_position(content, setting)
        if voting != (state.stage is Stage.INTERLUDE):
            raise PositionError([PositionFault(("stage",), _ONLY_VOTES)])
        routes, vote = caravans_of(state.extra)
        if vote is None:
            return state
        return state._replace(extra=Caravans(routes, vote._replace(builder=state.mover)))


CARAVAN_CASES = CaravanCases()
