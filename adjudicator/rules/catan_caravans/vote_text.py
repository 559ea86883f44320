"""The words of a vote: ``bid: 2 wool, 1 grain``, ``prefer: [R2 24-35, V3]``, ``agree: bilal``."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import COMMON, ListSentence, join_words
from adjudicator.rules.catan.cards import ONE, RESOURCES, Bundle, count_kind, covers
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.quoting import Saying, quote_condition
from adjudicator.rules.catan.mail.language.spelling import spell_cards, spell_kind
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan_caravans.kernel import BUILDER
from adjudicator.rules.catan_caravans.routes import POSITION_NAMES, ROUTE_NAMES, CamelPlace

RAISED_TOO_FAR = "that was too much, so nothing"
"""What turns have on record behind the words of a bid over others that came to nothing."""
SENTENCES: Mapping[str, str] = {
    "bid-words": "{order}: this is not a bid; a bid is cards, such as '1 wool, 2 grain', or 0 for none, or '{{up-to: "
    "3, over: best}}', one more than the best bid before yours{legal}",
    "vote-cards": "{order}: {word} is not a vote; only wool and grain are{legal}",
    "unknown-position": ListSentence(
        "{order}: {word} is not a position of this vote; the open positions are {known:and}{legal}"
    ),
    "position-shut": ListSentence("{order}: the only open positions are {known:and}{legal}"),
    "position-twice": "{order}: {word} is named twice; the first place counts",
    "twofold-position": "{order}: {word} can be read in more ways than one; write {readings}",
    "no-more-votes": "{order}: all routes have ended, so there are no more votes",
    "name-apart": "{order}: {word} means something in one vote only; write a route and a path, such as {example}",
    "bid-not-held": ListSentence("{order}: you do not hold these cards; you can lay {held:and}"),
    "bid-empty": ListSentence("{order}: you hold none of the cards that this may lay, so it lays none; write 'bid: 0'"),
    "said-already": "{order}: the cards are on the table; nobody may lay again or add any",
    "no-say": "{order}: you laid no cards, so you have no say in this vote",
    "no-bidder": "{order}: {word} laid no cards, or named no position",
    "no-bidder-you": "{order}: you laid no cards",
    "agree-yourself": "{order}: you cannot agree with yourself",
    "not-decider": "{order}: the choice did not fall to you",
    "bid-never": "{order}: a bid above it always counts, so this one is never reached",
    "lays-later": "{order}: {word} lays cards after you in this vote, so you cannot go by that bid",
    "bids-oneself": "{order}: you have laid nothing yet when it is your turn to lay",
    "over-oneself": "{order}: you cannot outbid yourself; in your own vote name the cards, such as 'bid: 2 wool'",
    "bid-spent": ListSentence("{order}: your own orders above spend these cards; after that you can lay {held:and}"),
    "bid-may-be-spent": ListSentence(
        "{order}: your own orders above may spend these cards; after that you could lay {held:and}"
    ),
    "prefer-missing": "{order}: if you lay cards but name no position, you cannot agree with anybody; write "
    "'{example}' as well",
    "bid-missing": "a vote is open, and this file has no bid; write 'bid: 0' for none, or play will wait for you",
    RAISED_TOO_FAR: "that would have taken too many cards, so none were laid",
    "vote-press": "press: during a vote {who}",
}
"""A pattern for each code; ``order`` is the player's own words."""
_RIVALS = {"best": "the best so far", BUILDER: f"the {BUILDER}"}
_SAYINGS = {
    "bids": Saying("{} bids", "{} does not bid", {BUILDER: f"the {BUILDER}"}),
    "laid": Saying("{name} laid {limits}", "{name} did not lay {limits}", {BUILDER: f"the {BUILDER}"}),
}
VOTING = tuple(RESOURCES.index(name) for name in ("wool", "grain"))
"""The kinds of cards that are votes."""


class Rival(Enum):
    """Whose bid is to be beaten, where it is no seat by name."""

    BEST = "best"
    """The best so far."""
    BUILDER = BUILDER
    """That of the seat which built."""


class Raise(NamedTuple):
    """A bid that answers others: one card more than the best so far, or than one seat's, and no more than ``most``."""

    most: int
    over: Rival | int
    pay: tuple[int, ...]


def read_bid(table: Table, value: JsonValue) -> Bundle | Raise:
    """The cards to lay, or how to find them. Raises the errors of the order texts."""
    if isinstance(value, Mapping):
        over = str(value.get("over", Rival.BEST.value))
        names = cast("Sequence[JsonValue]", value.get("pay", ("wool", "grain")))
        pay = tuple(dict.fromkeys(vocabulary.read_kind(str(name)) for name in names))
        _expect_votes(*pay)
        rivals = {rival.value: rival for rival in Rival}
        return Raise(cast("int", value["up-to"]), rivals.get(over.lower()) or vocabulary.read_seat(table, over), pay)
    if is_nothing(value):
        return 0
    cards = _read_cards(str(value))
    _expect_votes(*(kind for kind in range(len(RESOURCES)) if count_kind(cards, kind)))
    return cards


def _read_cards(text: str) -> Bundle:
    """The cards that ``text`` names. Raises the errors of the vocabulary, or that it is no bid where it names none."""
    try:
        return vocabulary.read_cards_text(text)
    except vocabulary.OrderTextError as error:
        word = str(error.facts["word"])
        is_counted = re.search(rf"\d+ (?!cards?\b|votes?\b){re.escape(word)}", spell_cards(text)) and word not in COMMON
        if error.code == "unknown-card" and not (error.facts.get("suggestion") or is_counted):
            raise vocabulary.OrderTextError("bid-words", text) from None
        raise


NOTHING = frozenset({"0", "nothing", "none", "no cards", "nil", "zero"})


def is_nothing(value: JsonValue) -> bool:
    """Whether a bid lays no cards."""
    return str(value).strip().lower() in NOTHING


def _expect_votes(*kinds: int) -> None:
    for kind in kinds:
        if kind not in VOTING:
            raise vocabulary.OrderTextError("vote-cards", RESOURCES[kind])


_FILLERS = frozenset({"a", "camel", "on", "path", "please", "position", "route", "the", "to"})
"""Words that say nothing about which position is meant."""
_PATH_WORD = re.compile(r"\d{1,2}\s*(?:[-/]|to)\s*\d{1,2}", re.IGNORECASE)
_OLD_LETTERS = "abcdef"
"""Positions were lettered so in printed order, and the routes by the first three."""


def read_position_text(text: str, positions: Sequence[CamelPlace], seats: Sequence[str] = ()) -> CamelPlace:
    """The position that ``text`` names: its name among the open ``positions``, route and path, or one of the two.

    What could be another of ``positions`` as well, or one of ``seats``, is not guessed at. Raises
    :class:`OrderTextError`, for a path that there is not too.
    """
    meant = list_meant(text, positions)
    if not meant:
        raise vocabulary.OrderTextError("unknown-position", text, known=name_positions(positions))
    readings = [place.name for place in meant]
    readings += [f"agree: {seat}" for seat in seats if seat == text.strip().lower()]
    if len(readings) > 1:
        raise vocabulary.OrderTextError(
            "twofold-position", text, readings=" or ".join(f"'{reading}'" for reading in readings)
        )
    return meant[0]


def list_meant(text: str, positions: Sequence[CamelPlace]) -> Sequence[CamelPlace]:
    """What ``text`` may name, each once: open ``positions``, or whatever has its route and path.

    Raises the errors of a path.
    """
    return _list_meant(text, tuple(positions))


@lru_cache(maxsize=1024)
def _list_meant(text: str, positions: tuple[CamelPlace, ...]) -> Sequence[CamelPlace]:
    path = _PATH_WORD.search(text)
    rest = text.replace(path[0], " ") if path else text
    said = [word for word in re.split(r"[\s,:;.()]+", rest.lower()) if word]
    is_letter = rest.strip() == _OLD_LETTERS[0].upper()  # beside a path, a small one is an article
    words = [word for word in said if word not in _FILLERS or is_letter] or ([] if path else said)
    word = words[0] if len(words) == 1 else ""
    if path is None:
        return list(dict.fromkeys(_find_meant(word, positions, said)))
    if words and not _find_routes(word):
        return []
    number = vocabulary.read_path(path[0])
    if words:
        return [CamelPlace(_find_routes(word)[0], number)]
    return [place for place in positions if place.path == number]


def _find_routes(word: str) -> list[int]:
    """The route that a word names beside a path: by its name, its number, or the letter it had."""
    names = [(name.lower(), name[1:], letter) for name, letter in zip(ROUTE_NAMES, _OLD_LETTERS, strict=False)]
    return [route for route, known in enumerate(names) if word in known]


def _find_meant(word: str, positions: Sequence[CamelPlace], said: Sequence[str]) -> list[CamelPlace]:
    """The open positions that a word may mean by itself: as one of them, or as its route, unless ``said`` which."""
    named = zip(POSITION_NAMES, _OLD_LETTERS, positions, strict=False)
    by_name = [place for name, letter, place in named if word in (name.lower(), name[1:], letter)]
    by_route = [place for place in positions if place.route in _find_routes(word)]
    return [*([] if "route" in said else by_name), *([] if "position" in said else by_route)]


def is_of_one_vote(text: str) -> bool:
    """Whether ``text`` says less than a route and a path, which means something in one vote only."""
    rest = _PATH_WORD.sub("", text).strip()
    words = [word for word in re.split(r"[\s,:;.()]+", rest.lower()) if word]
    return not _PATH_WORD.search(text) or (_FILLERS.issuperset(words) and rest != _OLD_LETTERS[0].upper())


def name_positions(positions: Sequence[CamelPlace]) -> str:
    """``V1 = R1 3-4, V2 = R2 24-35``."""
    return ", ".join(f"{name} = {where.name}" for name, where in zip(POSITION_NAMES, positions, strict=False))


def say_position(text: str, positions: Sequence[CamelPlace]) -> str:
    """``R2 24-35``, whatever ``text`` calls it; ``text`` itself where it names none of ``positions``."""
    try:
        return read_position_text(text, positions).name
    except vocabulary.OrderTextError:
        return text


def list_texts(order: Order) -> tuple[str, ...]:
    """The positions of a ``prefer`` as they stand there."""
    return tuple(map(str, vocabulary.list_items(order.value)))


def quote_vote(order: Order, positions: Sequence[CamelPlace] = ()) -> str:
    """``bid 2 wool if the builder bids``, ``prefer R2 24-35, then R1 3-4``, ``agree with bilal``.

    ``positions`` are those of the vote that the order is for.
    """
    value = order.value
    match order.kind:
        case "bid" if isinstance(value, Mapping):
            pay = join_words([spell_kind(str(name)) for name in cast("list[str]", value.get("pay", ["wool", "grain"]))])
            over = str(value.get("over", Rival.BEST.value))
            words = f"bid one more than {_RIVALS.get(over.lower(), over)}, up to {value['up-to']}, paid in {pay}"
        case "bid":
            words = "bid nothing" if is_nothing(value) else f"bid {vocabulary.say_cards(str(value))}"
        case "prefer":
            named = [say_position(text, positions) for text in list_texts(order)]
            words = f"prefer {', then '.join(named) or 'nothing'}"
        case _:
            words = f"agree with {_RIVALS.get(str(value).lower(), str(value).lower())}"
    return " ".join([words, *([quote_condition(order.condition, _SAYINGS)] if order.condition else [])])


def read_partner(table: Table, value: JsonValue, builder: SeatNumber) -> SeatNumber:
    """The seat that an ``agree`` names; ``builder`` is the seat that built. Raises :class:`OrderTextError`."""
    word = str(value).lower()
    return builder if word == BUILDER else vocabulary.read_seat(table, word)


def may_pay(table: Table, order: Order, hand: Bundle) -> bool:
    """Whether ``hand`` has the cards of a bid; one that answers others' bids lays no more than it can.

    What cannot be read is told elsewhere.
    """
    try:
        bid = read_bid(table, order.value)
    except vocabulary.OrderTextError:
        return True
    return isinstance(bid, Raise) or covers(hand, bid)


def say_votes(cards: Bundle) -> str:
    """``2 wool, 1 grain``, ``nothing``: what of ``cards`` is a vote."""
    return vocabulary.write_cards_text(sum(count_kind(cards, kind) * ONE[kind] for kind in VOTING))


def write_bid(cards: Bundle) -> JsonValue:
    """A bid as it stands in a move file."""
    return vocabulary.write_cards_text(cards) if cards else 0
