"""What each kind of event is called in a sentence, and which draws such sentences tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.chance import DrawSentences, PublicDraw
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.resources import FACES, FIRST_DIE, SECOND_DIE, SEVEN
from adjudicator.rules.catan.views.known import Known


class Clause(NamedTuple):
    """What ``seat`` did, a verb first; without a seat ``words`` are a whole sentence, but for its full stop."""

    seat: str | None
    words: str


Phrase: TypeAlias = Callable[[Known, Event], Clause]
"""From what the reader knows and an event to its words."""
BOUGHT = "bought a development card"
"""What a seat did that bought a card which the reader does not see."""
YOU = "You"
"""The reader's own seat in what only he and perhaps one other may know."""
_CARDS = {
    "knight": "a knight",
    "victory-point": "a victory point",
    "road-building": "Road Building",
    "year-of-plenty": "Year of Plenty",
    "monopoly": "Monopoly",
}


def tell_cards(cards: JsonValue) -> str:
    """Resource cards as ``2 wool and 1 ore``."""
    return join_words([f"{count} {name}" for name, count in cast("Mapping[str, int]", cards).items()])


def tell_roll(known: Known, events: Sequence[Event]) -> Clause:
    """A roll and what it brought: the events ``dice-rolled``, ``bank-short`` and ``produced``."""
    del known
    rolled = events[0].facts
    paid = [tell_production(event) for event in events if event.kind == "produced"]
    short = [tell_shortage(event) for event in events if event.kind == "bank-short"]
    words = f"{rolled['seat']} rolled {_tell_dice(rolled)}"
    if paid:
        words += f": {', '.join(paid)}"
    elif rolled["total"] != SEVEN:
        words += "; nobody got any cards"
    return Clause(None, "; ".join([words, *short]))


def tell_production(event: Event) -> str:
    """``2 wool for amira, 1 ore for bilal``."""
    paid = cast("Mapping[str, JsonValue]", event.facts["cards"])
    return ", ".join(f"{tell_cards(cards)} for {seat}" for seat, cards in paid.items())


def tell_shortage(event: Event) -> str:
    """That the bank could not pay a resource in full (ruling B01)."""
    facts = event.facts
    if not facts["left"]:
        return f"the bank had no {facts['resource']}"
    taker = f" for {facts['seat']}" if facts["seat"] else " and several to pay, so nobody got any"
    return f"the bank had only {facts['left']} of {facts['asked']} {facts['resource']}{taker}"


def tell_foretold(known: Known, events: Sequence[Event]) -> Clause:
    """Dice published ahead, of one turn or several."""
    del known
    dice = (f"{event.facts['seat']} {_tell_dice(event.facts, event.facts['turn'])}" for event in events)
    return Clause(None, f"Dice of the turns to come: {', '.join(dice)}")


def _tell_dice(facts: Mapping[str, JsonValue], turn: JsonValue = None) -> str:
    """What the dice show; in brackets those that were drawn with the turn, as whoever checks the draws expects them."""
    one, other = cast("Sequence[int]", facts["dice"])
    when = "" if turn is None else f" in turn {turn}"
    if "foretold" in facts:
        return f"{facts['total']} with {one} and {other}, as foretold"
    if "first" not in facts:
        return f"{facts['total']} ({one} and {other}){when}"
    first, second = cast("Sequence[int]", facts["first"])
    again = f"{facts['total']} with {one} and {other}"
    return f"{SEVEN} ({first} and {second}){when}, too early for a {SEVEN}, so again: {again}"


def _name_reader(known: Known) -> str | None:
    return None if known.reader is None else known.table.seats[known.reader]


def _deed(words: Callable[[Mapping[str, JsonValue]], str]) -> Phrase:
    """The phrase for something that the seat in ``seat`` did."""

    def phrase(known: Known, event: Event) -> Clause:
        del known
        return Clause(str(event.facts["seat"]), words(event.facts))

    return phrase


def _tell_set_up(known: Known, event: Event) -> Clause:
    del known
    if event.kind == "seats-drawn":
        return Clause(None, f"Order of play: {', '.join(cast('Sequence[str]', event.facts['seats']))}")
    return Clause(None, "The board was laid out")


def _place(piece: str, spot: str) -> Phrase:
    return _deed(lambda facts: f"{'built' if facts['paid'] else 'placed'} a {piece} on {facts[spot]}")


def _tell_theft(known: Known, event: Event) -> Clause:
    facts = event.facts
    seat, victim = str(facts["seat"]), facts["victim"]
    if "resource" not in facts:
        return Clause(seat, f"stole a card from {victim}")
    reader = _name_reader(known)
    return Clause(
        YOU if seat == reader else seat, f"stole 1 {facts['resource']} from {'you' if victim == reader else victim}"
    )


def _tell_purchase(known: Known, event: Event) -> Clause:
    seat = str(event.facts["seat"])
    if "card" not in event.facts:
        return Clause(seat, BOUGHT)
    card = _CARDS[str(event.facts["card"])]
    return Clause(YOU if seat == _name_reader(known) else seat, f"bought a development card, {card}")


def _tell_play(facts: Mapping[str, JsonValue]) -> str:
    words = f"played {_CARDS[str(facts['card'])]}"
    if "cards" in facts:
        return f"{words} for {tell_cards(facts['cards'])}"
    if "given" in facts:
        given = cast("Mapping[str, int]", facts["given"])
        got = join_words([f"{count} from {seat}" for seat, count in given.items()]) or "nothing"
        return f"{words} on {facts['resource']} and got {got}"
    return words


def _tell_offer(facts: Mapping[str, JsonValue]) -> str:
    words = [f"offered {tell_cards(facts['give'])} for {tell_cards(facts['get'])}"]
    words += [f" to {join_words(to)}"] if (to := cast("Sequence[str]", facts["to"])) else []
    details = [f"number {facts['number']}"]
    if (times := facts["times"]) is not None:
        details.append("once" if times == 1 else f"up to {times} times")
    if facts["until"] is not None:
        details.append(f"until table turn {facts['until']}")
    return f"{''.join(words)} ({', '.join(details)})"


def _tell_proposal(facts: Mapping[str, JsonValue]) -> str:
    told = [_tell_terms(each) for each in (facts, *cast("Sequence[Mapping[str, JsonValue]]", facts.get("or", ())))]
    several = [f"({number}) {terms}" for number, terms in enumerate(told, start=1)]
    return f"proposed {join_words(several if len(told) > 1 else told, 'or')}"


def _tell_terms(facts: Mapping[str, JsonValue]) -> str:
    to = join_words(cast("Sequence[str]", facts["to"])) or "nobody, since they hold too few cards"
    return f"{tell_cards(facts['give'])} for {tell_cards(facts['get'])} to {to}"


def _tell_counter(facts: Mapping[str, JsonValue]) -> str:
    return f"offered {facts['to']} {tell_cards(facts['give'])} for {tell_cards(facts['get'])} instead"


def _tell_closing(known: Known, event: Event) -> Clause:
    del known
    return Clause(None, f"Nobody took the trade that {event.facts['seat']} proposed")


def _tell_longest(known: Known, event: Event) -> Clause:
    del known
    seat, holder = event.facts["seat"], event.facts["from"]
    if seat is None:
        return Clause(None, f"{holder} lost the longest road, and nobody has it now")
    return Clause(str(seat), f"took the longest road{_from(holder)} with a length of {event.facts['length']}")


def _from(holder: JsonValue) -> str:
    return "" if holder is None else f" from {holder}"


def _tell_end(known: Known, event: Event) -> Clause:
    del known
    winners = join_words(cast("Sequence[str]", event.facts["winners"]))
    return Clause(None, f"The game is over: {winners} wins with {event.facts['points']} points")


PHRASES: Mapping[str, Phrase] = MappingProxyType(
    {
        "seats-drawn": _tell_set_up,
        "board-laid": _tell_set_up,
        "settlement-built": _place("settlement", "intersection"),
        "city-built": _deed(lambda facts: f"built a city on {facts['intersection']}"),
        "road-built": _place("road", "path"),
        "income": _deed(lambda facts: f"got {tell_cards(facts['cards'])} for it"),
        "discarded": _deed(lambda facts: f"discarded {tell_cards(facts['cards'])}"),
        "robber-moved": _deed(lambda facts: f"moved the robber{_from(facts['from'])} to {facts['hex']}"),
        "card-stolen": _tell_theft,
        "card-bought": _tell_purchase,
        "card-played": _deed(_tell_play),
        "bank-traded": _deed(
            lambda facts: f"traded {tell_cards(facts['give'])} for {tell_cards(facts['take'])} with the bank"
        ),
        "traded": _deed(
            lambda facts: f"gave {facts['partner']} {tell_cards(facts['give'])} for {tell_cards(facts['take'])}"
        ),
        "offer-posted": _deed(_tell_offer),
        "offer-withdrawn": _deed(lambda facts: f"withdrew offer {facts['number']}"),
        "trade-proposed": _deed(_tell_proposal),
        "counter-offered": _deed(_tell_counter),
        "proposal-closed": _tell_closing,
        "longest-road": _tell_longest,
        "largest-army": _deed(
            lambda facts: f"took the largest army{_from(facts['from'])} with {facts['knights']} knights"
        ),
        "game-over": _tell_end,
    }
)
"""The words for an event by its kind; turns and dice are told with what follows them."""


_DICE = r"(?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\)"

DRAW_SENTENCES = DrawSentences(
    public={"one": PublicDraw(FIRST_DIE, FACES, 1), "other": PublicDraw(SECOND_DIE, FACES, 1)},
    sentences=(rf" rolled {_DICE}", rf" {_DICE} in turn (?P<epoch>\d{{1,5}})"),
    begins=r"^Table turn (\d{1,5}): ",
    after_setup=0,
    ahead=MAX_SEATS - 1,
    setup=("seat",),
    hidden=frozenset({"steal", "dev-card"}),
)
