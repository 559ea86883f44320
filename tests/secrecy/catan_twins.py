"""What Catan brings to the test of secrets: games by mail with much trade, and positions with other cards and orders.

``HEARD`` is told from the rules (rulings section 4.9), not from the program's table of who may know what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from secrecy.catan_changes import vary
from secrecy.catan_conditions import list_narrow_conditions
from secrecy.catan_players import skip_ahead, write_files, write_standing

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.table import Event, Pacing, Reader, Seat
from adjudicator.registry import AnyGame
from adjudicator.rules.catan import GAME
from adjudicator.rules.catan.cards import KINDS, RESOURCES
from adjudicator.testing.memory import SplitChance, TableSetup
from adjudicator.testing.twins import Below, Parting, PlainTwins, Twin, write_file

SEATS = ("amira", "bilal", "chadi", "dalia")
HEARD: Mapping[str, tuple[str, ...]] = {
    "settlement-built": ("seat", "intersection", "paid"),
    "city-built": ("seat", "intersection"),
    "road-built": ("seat", "path", "paid"),
    "income": ("seat", "cards"),
    "turn-began": ("seat", "turn"),
    "dice-foretold": ("seat", "turn", "dice", "total"),
    "dice-rolled": ("seat", "dice", "total"),
    "bank-short": ("resource", "asked", "left", "seat"),
    "produced": ("cards",),
    "discarded": ("seat", "cards"),
    "robber-moved": ("seat", "from", "hex"),
    "card-stolen": ("seat", "victim"),
    "card-bought": ("seat",),
    "card-played": ("seat", "card", "cards", "resource", "given"),
    "bank-traded": ("seat", "give", "take"),
    "traded": ("seat", "partner", "give", "take"),
    "offer-posted": ("seat", "number", "give", "get", "to", "times", "until"),
    "offer-withdrawn": ("seat", "number"),
    "trade-proposed": ("seat", "give", "get", "to", "or"),
    "counter-offered": ("seat", "to", "give", "get"),
    "proposal-closed": ("seat",),
    "longest-road": ("seat", "from", "length"),
    "largest-army": ("seat", "from", "knights"),
    "game-over": ("reason", "winners", "points"),
}
"""What everybody hears of each kind of event."""
HEARD_OF_VOTES: Mapping[str, tuple[str, ...]] = {
    "oasis-laid": ("spokes",),
    "vote-opened": ("seat", "positions"),
    "bid-laid": ("seat", "cards"),
    "vote-decided": ("how", "seats", "route", "path", "lists"),
    "camel-placed": ("route", "path", "seat"),
    "cards-paid": ("seat", "cards"),
    "route-ended": ("route",),
    "routes-merged": ("routes",),
}
"""The same of a game with votes between turns (rulings section 4.5): bids and preferences are told with the result."""
_OTHER_CARDS = {
    "card-stolen": "another card was stolen, and the reader may know which",
    "discarded": "other cards were discarded",
}
_ANSWERED = frozenset({"counter-offered", "traded", "proposal-closed"})
"""What follows a proposal, by the orders of those who were asked."""
_OWN_ACTS = frozenset(
    {
        "bank-traded",
        "card-bought",
        "card-played",
        "city-built",
        "dice-rolled",
        "robber-moved",
        "road-built",
        "settlement-built",
        "trade-proposed",
        "turn-began",
        "vote-opened",
    }
)
"""What the seat on turn does by its own orders, as far as its own cards allow; the next turn begins when it ends its
own."""


class CatanTwins(PlainTwins[Any]):
    """See :class:`adjudicator.testing.twins.PlainTwins`. A game built on Catan is handed in."""

    turns = 14

    def __init__(self, game: AnyGame = GAME) -> None:
        super().__init__(game)

    def plan(self, number: int) -> TableSetup:
        """Three and four seats, by seat and by round, and the options of the mail in turn."""
        options = {
            "target": str(6 + number % 5),
            "preroll": ("at-once", "ask")[number // 4 % 2],
            "discard": ("standing", "ask")[number // 8 % 2],
            "trade-hours": ("24", "0", "48")[number // 4 % 3],
        }
        pacing = Pacing.ROUND if number % 4 == 3 else Pacing.SEAT
        editions = list(self.game.editions)
        if len(editions) > 1:
            options["negotiate-hours"] = ("0", "12")[number // 2 % 2]
            options["target"] = "12"
        return TableSetup(self.game, editions[number % len(editions)], options, SEATS[: 3 + number % 2], pacing)

    def skip_ahead(self, opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
        return skip_ahead(opened, chance, below)

    def write_files(self, opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
        return write_files(opened, below)

    def list_probes(self, opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
        return list_probes(opened, reader, below)

    def tell_story(self, event: Event, reader: Reader) -> object:
        """The public facts, and to those who may know it the card stolen or bought."""
        facts = {fact: event.facts[fact] for fact in {**HEARD, **HEARD_OF_VOTES}[event.kind] if fact in event.facts}
        if event.kind == "card-stolen" and reader in (event.facts["seat"], event.facts["victim"]):
            facts["resource"] = event.facts["resource"]
        if event.kind == "card-bought" and reader == event.facts["seat"]:
            facts["card"] = event.facts["card"]
        return event.kind, facts

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        """Hidden cards and private orders may change what their owner does in the open; nothing else."""
        before, one, other = parting
        found = [event for event in (one, other) if event is not None]
        kinds = {event.kind for event in found}
        actors = {_find_actor(opened, event) for event in found}
        if "game-over" in kinds:
            return "a hidden point decides"
        if len(kinds) == 1 and (why := _OTHER_CARDS.get(*kinds)):
            return why
        if kinds == {"card-bought"} and {event.facts["seat"] for event in found} == {reader}:
            return "the reader drew another card"
        if kinds == {"card-played"} and _differ_in(one, other) == {"given"}:
            return "a Monopoly brought other cards"
        if kinds <= _ANSWERED and (why := _explain_answers(opened, parting, reader)):
            return why
        if before is not None and before.kind == "trade-proposed":
            return None
        if kinds <= {"bid-laid", "vote-decided", "camel-placed"} and reader not in actors - {None}:
            return "a vote was cast otherwise"
        if "traded" in kinds:
            return "a trade was possible or not"
        if kinds <= _OWN_ACTS and kinds != {"dice-rolled"} and reader not in actors:
            return "the seat on turn did something else"
        return None

    def vary(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
        return vary(opened, files, reader, below, boldness)


def _find_actor(opened: OpenGame, event: Event) -> Seat | None:
    """Who did it, if anybody; it is the seat before that ends its turn where a turn begins."""
    if event.kind == "camel-placed" or "seat" not in event.facts:
        return None
    seat = str(event.facts["seat"])
    return opened.seats[opened.seats.index(seat) - 1] if event.kind == "turn-began" else seat


def _explain_answers(opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
    """Others answered otherwise; but every counter-offer is told as it was made, and the reader's own in any case.

    Counter-offers are told one after the other, seat by seat. Where that of another seat comes before the reader's in
    one course, the other has the reader's at once.
    """
    told = [event for event in (parting.one, parting.other) if event is not None and event.kind == "counter-offered"]
    makers = [event.facts["seat"] for event in told]
    if len(makers) != len(set(makers)):
        return None
    if reader not in makers:
        return "a proposal was answered otherwise"
    later = told[makers.index(reader)]
    if len(makers) == 1 or (later is parting.other and later not in opened.record.events):
        return None
    return "a counter-offer was made before the reader's"


def _differ_in(one: Event | None, other: Event | None) -> set[str]:
    if one is None or other is None:
        return set()
    return {fact for fact in {*one.facts, *other.facts} if one.facts.get(fact) != other.facts.get(fact)}


def list_probes(opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
    """Files of ``reader``: what he could send, and all kinds of what he cannot have, know or do."""
    seats = [seat for seat in opened.seats if seat != reader]
    turn, one = opened.record.number + 1, RESOURCES[below(KINDS)]
    other = RESOURCES[(RESOURCES.index(one) + 1 + below(4)) % KINDS]
    asking = [{"take": f"{seat} {number}"} for seat in seats for number in (1, 2)]
    proposing = [{"propose": {"give": f"1 {one}", "get": f"1 {other}", "to": [seat]}} for seat in seats]
    robbing = [{"robber": [f"{letter} from {seat}" for letter in "FJB" for seat in seats]}]
    playing = [{"knight": f"F from {seats[0]}"}, {"monopoly": one}, {"plenty": f"2 {one}"}, {"buy": "card"}]
    building = [{"city": 12}, {"settlement": [12, 30]}, {"road": "12-13"}, {"bank": f"{one} for {other}"}]
    answering = [{"accept": seat} for seat in seats] + [{"discard": f"3 {one}"}]
    known = opened.see(reader)
    asked = [
        {"if": asked, "try": ["city 12"]} for asked in list_narrow_conditions(known, known.table.number_of[reader])
    ]
    stands = [*write_standing(opened, reader, below), {"want": {"give": f"2 {one}", "get": f"1 {other}"}}]
    mine = write_files(opened, below).get(reader)
    probes = {
        "trades": write_file(turn, reader, {"orders": [*proposing, *asking, {"end": "turn"}]}),
        "plays": write_file(turn, reader, {"orders": [*robbing, *playing, *building]}),
        "answers": write_file(turn, reader, {"orders": answering, "standing": stands, "fallback": building}),
        "conditions": write_file(turn, reader, {"orders": asked}),
        "late": write_file(turn - 1, reader, {"orders": playing}),
        "stale": write_file(turn, reader, {"orders": playing}, after='"00000000"'),
    }
    return {**probes, "own": mine} if mine is not None else probes
