"""What each kind of event is called in a sentence, and which draws such sentences tell.

Events come here with the reader's seat already called ``you``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.chance import DrawSentences, PublicDraw
from adjudicator.core.json_value import JsonValue
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Event
from adjudicator.kit.words import YOU, join_names, join_words
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.cards import DEVELOPMENT_TITLES, DEVELOPMENTS
from adjudicator.rules.catan.dealing import FACES, FIRST_DIE, SECOND_DIE, SEVEN


class Clause(NamedTuple):
    """What ``seat`` did, a verb first, and to ``whom``; without a seat ``words`` are a sentence, but for its full stop.

    Without words it is told with something else. ``stays`` says that it belongs into the paragraph of the table turn,
    though it is the reader's own. Of clauses on end with the same ``together`` it makes one sentence of their words.
    ``wins`` is what came about, where that is no deed of a seat and may win the game for the one whose turn it is.
    """

    seat: str | None
    words: str
    whom: str | None = None
    stays: bool = False
    together: Callable[[Sequence[str]], str] | None = None
    wins: str = ""


Phrase: TypeAlias = Callable[[Event], Clause]
"""From an event to its words."""
NO_PHRASES: Mapping[str, Phrase] = {}
BOUGHT = "bought a development card"
"""What a seat did that bought a card which the reader does not see."""
WITH_BANK = " with the bank"
"""The end of what a seat did that traded there."""
GAVE = "gave"
"""What a seat did that traded with another; behind it stands to whom."""
GAME_OVER = "game-over"
SEAT_FACTS = frozenset({"seat", "seats", "winners", "victim", "partner", "to", "from", "cards", "given", "lists"})
"""The facts of events that name seats; no seat is called like a card or a hex."""
_CARDS = {
    name: title if title[0].isupper() else f"a {title}"
    for name, title in zip(DEVELOPMENTS, DEVELOPMENT_TITLES, strict=True)
}


_NOBODY = ", so nobody got any"
MAJORITY, DIVIDED = "with more than half of the cards", "there was no majority"
_FIRST_WORDS = (f"{YOU} ", "your ", "nobody ", f"{MAJORITY}, ", f"{DIVIDED}")
"""With these a sentence may begin that does not begin with a name."""


def address(event: Event, reader: str | None) -> Event:
    """``event`` as it is told to the seat ``reader``, which is called ``you``; to onlookers as it is."""
    return event if reader is None else SeatNames({reader: YOU}).in_events([event], SEAT_FACTS)[0]


def begin(sentence: str) -> str:
    """``sentence`` as it begins a line; names of seats are written as they are."""
    return sentence[0].upper() + sentence[1:] if sentence.startswith(_FIRST_WORDS) else sentence


def possess(seat: str) -> str:
    """``dora's``, ``your``."""
    return "your" if seat == YOU else f"{seat}'s"


def tell_cards(cards: JsonValue) -> str:
    """Resource cards as ``2 wool and 1 ore``."""
    return join_words([f"{count} {name}" for name, count in cast("Mapping[str, int]", cards).items()])


def tell_roll(events: Sequence[Event]) -> Clause:
    """A roll and what it brought: the events ``dice-rolled``, ``bank-short`` and ``produced``."""
    rolled = events[0].facts
    paid = [_tell_production(event) for event in events if event.kind == "produced"]
    short = [_tell_shortage(event) for event in events if event.kind == "bank-short"]
    words = f"{rolled['seat']} rolled {_tell_dice(rolled)}"
    if paid:
        words += f": {', '.join(paid)}"
    elif rolled["total"] != SEVEN and not any(each.endswith(_NOBODY) for each in short):
        words += "; nobody got any cards"
    return Clause(None, "; ".join([words, *short]))


def _tell_production(event: Event) -> str:
    """``2 wool for amira, 1 ore for bilal``."""
    paid = cast("Mapping[str, JsonValue]", event.facts["cards"])
    return ", ".join(f"{tell_cards(cards)} for {seat}" for seat, cards in paid.items())


def _tell_shortage(event: Event) -> str:
    """That the bank could not pay a resource in full (ruling B01)."""
    facts = event.facts
    if not facts["left"]:
        return f"the bank had no {facts['resource']}"
    taker = facts["seat"] or f"several players{_NOBODY}"
    return f"the bank had only {facts['left']} of the {facts['asked']} {facts['resource']} owed to {taker}"


def tell_foretold(events: Sequence[Event]) -> str:
    """Dice published ahead, of one turn or several."""
    dice = (f"{event.facts['seat']} {_tell_dice(event.facts, event.facts['turn'])}" for event in events)
    return f"The next dice: {', '.join(dice)}."


def _tell_dice(facts: Mapping[str, JsonValue], turn: JsonValue = None) -> str:
    """What the dice show. No word stands between ``rolled`` and those that were drawn with the turn: so they are found.

    See ``DRAW_SENTENCES``.
    """
    one, other = cast("Sequence[int]", facts["dice"])
    when = "" if turn is None else f" in table turn {turn}"
    shown = f"{facts['total']} ({one} and {other})"
    if "foretold" in facts:
        return f"the announced {shown}"
    if "first" not in facts:
        return f"{shown}{when}"
    first, second = cast("Sequence[int]", facts["first"])
    return f"{SEVEN} ({first} and {second}){when}, too early for a {SEVEN}, so the dice were rolled again: {shown}"


def _deed(words: Callable[[Mapping[str, JsonValue]], str], whom: str = "") -> Phrase:
    """The phrase for something that the seat in ``seat`` did, to the seat in the fact ``whom`` where there is one."""

    def phrase(event: Event) -> Clause:
        other = event.facts.get(whom)
        return Clause(str(event.facts["seat"]), words(event.facts), None if other is None else str(other))

    return phrase


def _tell_order(event: Event) -> Clause:
    return Clause(None, f"Order of play: {', '.join(cast('Sequence[str]', event.facts['seats']))}")


def _tell_board(event: Event) -> Clause:
    del event
    return Clause(None, "The board was laid out")


def _place(piece: str, spot: str) -> Phrase:
    return _deed(lambda facts: f"{'built' if facts['paid'] else 'placed'} a {piece} on {facts[spot]}")


def _tell_theft(facts: Mapping[str, JsonValue]) -> str:
    card = f"1 {facts['resource']}" if "resource" in facts else "a card"
    return f"stole {card} from {facts['victim']}"


def _tell_purchase(facts: Mapping[str, JsonValue]) -> str:
    return f"{BOUGHT} ({_CARDS[str(facts['card'])]})" if "card" in facts else BOUGHT


def _tell_playing(event: Event) -> Clause:
    given = cast("Mapping[str, int]", event.facts.get("given", {}))
    return Clause(str(event.facts["seat"]), _tell_play(event.facts), YOU if YOU in given else None)


def _tell_play(facts: Mapping[str, JsonValue]) -> str:
    words = f"played {_CARDS[str(facts['card'])]}"
    if "cards" in facts:
        return f"{words} for {tell_cards(facts['cards'])}"
    if "given" in facts:
        given = cast("Mapping[str, int]", facts["given"])
        got = join_words([f"{count} from {seat}" for seat, count in given.items()]) or "nothing"
        return f"{words} on {facts['resource']} and got {got}"
    return words


def _tell_proposal(facts: Mapping[str, JsonValue]) -> str:
    """What is proposed to whom; the reader who is asked for an answer to all of it reads the terms there."""
    terms = [facts, *cast("Sequence[Mapping[str, JsonValue]]", facts.get("or", ()))]
    if all(YOU in cast("Sequence[str]", each["to"]) for each in terms):
        asked = dict.fromkeys(seat for each in terms for seat in cast("Sequence[str]", each["to"]))
        return f"proposed a trade to {join_words(list(asked))}; no answer yet"
    trades = [_tell_exchange(each, "give", "get") for each in terms]
    numbered = [f"({number}) {each}" for number, each in enumerate(trades, start=1)] if len(trades) > 1 else trades
    to = [join_words(cast("Sequence[str]", each["to"])) or "nobody (nobody holds that many cards)" for each in terms]
    if len(set(to)) == 1:
        return f"proposed {join_words(numbered, 'or')} to {to[0]}; no answer yet"
    apart = [f"{each} to {whom}" for each, whom in zip(numbered, to, strict=True)]
    return f"proposed {join_words(apart, 'or')}; no answer yet"


def _tell_exchange(facts: Mapping[str, JsonValue], give: str, take: str) -> str:
    return f"{tell_cards(facts[give])} for {tell_cards(facts[take])}"


def _tell_longest(event: Event) -> Clause:
    facts = event.facts
    if facts["seat"] is None:
        return Clause(str(facts["from"]), "lost the longest road, which nobody has now")
    words = f"took the longest road{_from(facts['from'])} with a length of {facts['length']}"
    return _deed(lambda _: words, whom="from")(event)


def _from(holder: JsonValue) -> str:
    return "" if holder is None else f" from {holder}"


def tell_victory(facts: Mapping[str, JsonValue], deeds: Sequence[str], cause: str = "") -> str:
    """Who won, and with which ``deeds``, or else by which ``cause``: the first sentence of the last report."""
    winners = join_names(cast("Sequence[str]", facts["winners"]))
    won = f"won with {facts['points']} points."
    if deeds:
        return begin(f"{', '.join([f'{winners} {deeds[0]}', *deeds[1:]])} and {won}")
    return f"{cause}, and {winners} {won}" if cause else begin(f"{winners} {won}")


def tell_begun_victory(facts: Mapping[str, JsonValue], winner: str) -> str:
    """The same of a ``winner`` who had the points before the turn began, and did nothing in it."""
    whose = "your" if winner == YOU else "their"
    return begin(f"{winner} had {facts['points']} points when {whose} turn began, and won.")


PHRASES: Mapping[str, Phrase] = {
    "seats-drawn": _tell_order,
    "board-laid": _tell_board,
    "settlement-built": _place("settlement", "intersection"),
    "city-built": _deed(lambda facts: f"built a city on {facts['intersection']}"),
    "road-built": _place("road", "path"),
    "income": _deed(lambda facts: f"got {tell_cards(facts['cards'])} for it"),
    "discarded": _deed(lambda facts: f"discarded {tell_cards(facts['cards'])}"),
    "robber-moved": _deed(lambda facts: f"moved the robber{_from(facts['from'])} to {facts['hex']}"),
    "card-stolen": _deed(_tell_theft, whom="victim"),
    "card-bought": _deed(_tell_purchase),
    "card-played": _tell_playing,
    "bank-traded": _deed(lambda facts: f"traded {_tell_exchange(facts, 'give', 'take')}{WITH_BANK}"),
    "traded": _deed(lambda facts: f"{GAVE} {facts['partner']} {_tell_exchange(facts, 'give', 'take')}", whom="partner"),
    "trade-proposed": _deed(_tell_proposal),
    "counter-offered": _deed(lambda facts: f"offered {facts['to']} {_tell_exchange(facts, 'give', 'get')} instead"),
    "longest-road": _tell_longest,
    "largest-army": _deed(
        lambda facts: f"took the largest army{_from(facts['from'])} with {facts['knights']} knights", whom="from"
    ),
}
"""The words for an event by its kind; those of rolls, turns, offers and the end stand elsewhere."""

_DICE = r"(?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\)"

DRAW_SENTENCES = DrawSentences(
    public={"one": PublicDraw(FIRST_DIE, FACES, 1), "other": PublicDraw(SECOND_DIE, FACES, 1)},
    sentences=(rf" rolled {_DICE}", rf" {_DICE} in (?:table )?turn (?P<epoch>\d{{1,5}})"),
    begins=r"^(?:Your t|T)able turn (\d{1,5})( goes on)?: ",
    after_setup=0,
    ahead=MAX_SEATS - 1,
    setup=("seat",),
    hidden=frozenset({"steal", "dev-card"}),
)
