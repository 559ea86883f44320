"""The scenario in words: its events, the vote and what a camel would bring about, and who may know what of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.table import Event, SeatNumber
from adjudicator.kit.words import NO_BREAK, YOU, count_of, each, join_words
from adjudicator.rules.catan.cards import count_kind, name_cards
from adjudicator.rules.catan.report.phrases import DIVIDED, MAJORITY, Clause, Phrase, begin, possess, tell_cards
from adjudicator.rules.catan.report.words import call_seats
from adjudicator.rules.catan.state import Stage as TurnStage
from adjudicator.rules.catan.topology import list_intersections
from adjudicator.rules.catan.views.known import Rows, View, share
from adjudicator.rules.catan_caravans.routes import (
    POSITION_NAMES,
    ROUTE_NAMES,
    ROUTES,
    CamelPlace,
    Routes,
    lay_camel,
    list_ended,
    list_merged,
)
from adjudicator.rules.catan_caravans.state import Vote, VoteStage, caravans_of
from adjudicator.rules.catan_caravans.vote_text import VOTING, say_votes

ROWS: Rows = {
    "oasis-laid": share("spokes"),
    "vote-opened": share("seat", "positions"),
    "bid-laid": share("seat", "cards"),
    "vote-decided": share("how", "seats", "route", "path", "lists"),
    "camel-placed": share("route", "path", "seat"),
    "cards-paid": share("seat", "cards"),
    "route-ended": share("route"),
    "routes-merged": share("routes"),
}
"""All of it happens face up on the table."""

_HOW = {
    "alone": "nobody else laid a card, so {seats} chose {place}",
    "majority": f"{MAJORITY}, {{seats}} chose {{place}}",
    "agreement": "{seats} agreed on {place}; together they laid more than half of the cards",
    "most-cards": f"{DIVIDED}, so {{seats}}, with the most cards, chose {{place}}",
    "mover": f"{DIVIDED} and the highest bids were equal, so {{seats}}, whose turn it was, chose {{place}}",
}
"""By the fact ``how``, and by how many laid cards where that makes a difference."""
_BY_BIDDERS = {("majority", 1): "alone", ("mover", 0): "no-cards"}
_HOW_UNNAMED = {
    "alone": "nobody else laid a card, but {seats} {first}",
    "majority": "with more than half of the cards, {seats} decided, but {first}",
    "most-cards": "there was no majority; {seats}, with the most cards, {first}",
    "mover": "there was no majority and the highest bids were equal; {seats}, whose turn it was, {first}",
}
"""The same where who laid cards and had to decide is seen to have named nothing."""
_HOW_UNSEEN = {
    "no-cards": "nobody laid a card, so the choice fell to {seats}, whose turn it was: {place}",
    "mover": f"{DIVIDED} and the highest bids were equal, so the choice fell to {{seats}}, whose turn it was: "
    "{place}",
}
"""The same where who decided laid no cards: then nobody sees whether that was by an order or the first of the list."""


def _list(event: Event, key: str) -> str:
    """What an event has of several things, in words."""
    return join_words([str(one) for one in cast("Sequence[str]", event.facts[key])])


def _tell_bid(event: Event) -> Clause:
    """Who laid what; nothing of those who laid no cards, since the decision says where nobody did."""
    cards = event.facts["cards"]
    return Clause(str(event.facts["seat"]), f"laid {tell_cards(cards)}" if cards else "", stays=True)


def _tell_decision(event: Event) -> Clause:
    facts = event.facts
    place = f"{facts['route']} {facts['path']}"
    if facts["how"] == "only-position":
        return Clause(None, f"Only one place was open for a camel, {place}, so there was no vote")
    seats = _list(event, "seats")
    lists = cast("Mapping[str, Sequence[str]]", facts["lists"])
    preferred = [f"{seat} {names[0]}" for seat, names in lists.items() if names]
    others = any(names and names[0] != place for names in lists.values())  # else that is what was decided
    first_choices = f" (first choices: {', '.join(preferred)})" if others else ""
    how = str(facts["how"])
    how = _BY_BIDDERS.get((how, len(lists)), how)
    named = lists.get(str(cast("Sequence[str]", facts["seats"])[0]))
    words = _HOW if named or how == "agreement" else _HOW_UNSEEN if named is None else _HOW_UNNAMED
    first = f"had named no open position, so the first was taken, {place}"
    return Clause(None, words[how].format(seats=seats, place=place, first=first) + first_choices)


def _tell_camel(event: Event) -> Clause:
    """Nothing, since the decision tells where and who; but the camel that wins is told."""
    return Clause(None, "", wins=f"A camel came to {event.facts['route']} {event.facts['path']}")


def _say_done(seat: str) -> str:
    """That a seat has ended its own part of a table turn, which goes on with a vote."""
    return f"{seat} {'are' if seat == YOU else 'is'} done"


def _tell(words: str) -> Clause:
    return Clause(None, words)


def _tell_ended(routes: Sequence[str]) -> str:
    return f"Routes {join_words(routes)} have ended" if len(routes) > 1 else f"Route {routes[0]} has ended"


PHRASES: Mapping[str, Phrase] = {
    "oasis-laid": lambda event: _tell(f"The oasis was laid; its arrows point to the paths {_list(event, 'spokes')}"),
    "vote-opened": lambda event: _tell(begin(f"{_say_done(str(event.facts['seat']))}. Vote: where does the camel go?")),
    "bid-laid": _tell_bid,
    "vote-decided": _tell_decision,
    "camel-placed": _tell_camel,
    "cards-paid": lambda _: _tell(""),
    "route-ended": lambda event: Clause(None, str(event.facts["route"]), together=_tell_ended),
    "routes-merged": lambda event: _tell(f"Routes {_list(event, 'routes')} are one now"),
}


def describe_vote_phase(known: View) -> str | None:
    """Where a vote stands; None where there is none."""
    vote = caravans_of(known.extra).vote
    if known.stage is not TurnStage.INTERLUDE or vote is None:
        return None
    builder = YOU if vote.builder == known.reader else known.seats[vote.builder].name
    doing = "everybody may lay cards" if vote.stage is VoteStage.BID else "those who laid cards negotiate"
    if vote.stage is not VoteStage.BID and (alone := vote.sole_decider) is not None:
        doing = f"{YOU} decide alone" if alone == known.reader else f"{known.seats[alone].name} decides alone"
    return f"Table turn {known.turn}: {_say_done(builder)}. Vote on the camel: {doing}"


def list_vote(known: View) -> list[str]:
    """The position list, and what has been laid."""
    caravans = caravans_of(known.extra)
    vote = caravans.vote
    if vote is None:
        return []
    positions = [
        _keep_together(f"{name} = {place.name}", describe_outlook(known, caravans.routes, place))
        for name, place in zip(POSITION_NAMES, caravans.positions, strict=False)
    ]
    return [f"{'; '.join(positions)}.", *_list_bids(known, vote)]


def _keep_together(position: str, outlook: str) -> str:
    """A position on one line, and what a camel there would bring about."""
    whole = position.replace(" ", NO_BREAK)
    return f"{whole} ({outlook})" if outlook else whole


def tell_routes(known: View) -> list[str]:
    """The longest route; routes that have merged are one."""
    routes = caravans_of(known.extra).routes
    members = [routes.members(carrier) for carrier in range(ROUTES)]
    camels = [sum(len(routes.camels_of(route)) for route in joined) for joined in members]
    longest = [
        "+".join(ROUTE_NAMES[route] for route in joined)
        for joined, count in zip(members, camels, strict=True)
        if count == max(camels)
    ]
    size = f"{count_of(max(camels), 'camel')}{each(longest)}"
    return [f"Longest caravan: {join_words(longest)}, {size}."] if max(camels) else []


def _list_bids(known: View, vote: Vote) -> Iterator[str]:
    """Who lays when; what lies on the table, and how many votes decide."""
    called = call_seats(known)
    order = [called[seat] for seat in vote.clockwise]
    if vote.stage is VoteStage.BID:
        yield f"Cards are laid by {', then '.join(order)}; each wool or grain is a vote."
    laid = [
        f"{called[seat]} {tell_cards(dict(name_cards(cards))) if cards else 'none'}"
        for seat in vote.clockwise
        if (cards := vote.bids[seat]) is not None
    ]
    if laid:
        yield f"Cards laid: {', '.join(laid) if any(vote.bids) else 'none'}."
    total = sum(vote.votes)
    if vote.stage is not VoteStage.BID and total:
        alone = vote.sole_decider
        if alone is None:
            yield f"A majority takes {total // 2 + 1} of the {total} votes. Without one, {_say_decider(known, vote)}."
        elif alone == known.reader:
            yield "You laid more cards than all others together and decide alone."
        else:
            yield f"{called[alone]} laid more cards than all others together and decides alone."


def _say_decider(known: View, vote: Vote) -> str:
    """Who chooses where no position has more than half of the votes (ruling C55)."""
    first = [seat for seat in vote.clockwise if vote.votes[seat] == max(vote.votes)]
    chooser, who = (first[0], "with the most cards") if len(first) == 1 else (vote.builder, "whose turn it was")
    return f"{call_seats(known)[chooser]}, {who}, choose{'' if chooser == known.reader else 's'}"


def write_vote_form(known: View, seat: SeatNumber) -> list[str]:
    """The form's lines while a vote is open."""
    caravans = caravans_of(known.extra)
    vote, hand = caravans.vote, known.seats[seat].hand
    if vote is None or known.stage is not TurnStage.INTERLUDE:
        return []
    names = ", ".join(position.name for position in caravans.positions)
    ranking = ["# Your favourite first, by name or by route and path:", f"# - prefer: [{names}]"]
    if vote.stage is VoteStage.BID:
        examples = ["# You hold no wool and no grain."]
        if hand is not None and any(count_kind(hand, kind) for kind in VOTING):
            most = sum(count_kind(hand, kind) for kind in VOTING)
            examples = [
                "# Or all you could lay, or one card more than the best bid so far:",
                f"# - bid: {say_votes(hand)}",
                f"# - bid: {{up-to: {min(most, 2)}, over: best, pay: [wool, grain]}}",
            ]
            if seat == vote.builder:
                examples = ["# Or all you could lay (you bid first):", f"# - bid: {say_votes(hand)}"]
        return ["# No cards:", "# - bid: 0", *examples, *ranking]
    if not vote.bids[seat]:
        return ["# You laid no cards, so you have no say in this vote."]
    if vote.sole_decider not in (None, seat):
        return ["# Somebody laid more cards than all others together, so you have no say", "# in this vote."]
    others = [known.seats[other].name for other, cards in enumerate(vote.bids) if cards and other != seat]
    return [*ranking, *(f"# - agree: {name}" for name in others)]


def describe_outlook(known: View, routes: Routes, position: CamelPlace) -> str:
    """``a point for bilal at 12; doubles chadi's road; ends route R1``; empty where it changes nothing of the kind."""
    after = lay_camel(routes, position)
    effects = [*_list_points(known, routes, after), *_list_roads(known, position), *_list_changes(routes, after)]
    return "; ".join(effects)


def _list_points(known: View, before: Routes, after: Routes) -> Iterator[str]:
    """Buildings that would lie between two camels (ruling C70)."""
    new = after.joints & ~before.joints
    for number, seat in enumerate(known.seats):
        for spot in list_intersections(new & (seat.settlements | seat.cities)):
            yield f"a point for {YOU if number == known.reader else seat.name} at {spot}"


def _list_roads(known: View, position: CamelPlace) -> Iterator[str]:
    """The road that would count double (ruling C73)."""
    return (
        f"doubles {possess(YOU if number == known.reader else seat.name)} road"
        for number, seat in enumerate(known.seats)
        if seat.roads >> position.path & 1
    )


def _list_changes(before: Routes, after: Routes) -> Iterator[str]:
    """Routes that would end or become one (rulings C26 to C29, C33)."""
    if not after.camels_left:
        yield "is the last camel"
        return
    yield from (f"joins routes {' and '.join(merged)}" for merged in list_merged(before, after))
    yield from (f"ends route {route}" for route in list_ended(before, after))
