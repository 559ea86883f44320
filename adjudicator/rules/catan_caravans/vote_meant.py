"""What an item about a vote that was not understood was probably meant to be: lines that can be sent in its place."""

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import COUNT, ONE, RESOURCES, Bundle, count_kind
from adjudicator.rules.catan.mail.language import meant_phrases as phrases
from adjudicator.rules.catan.mail.language.likeness import SURE, is_spelt_nearly
from adjudicator.rules.catan.mail.language.nearest import PLAIN
from adjudicator.rules.catan.mail.language.spelling import NUMBERS, spell_cards, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans.kernel import BUILDER
from adjudicator.rules.catan_caravans.routes import CamelPlace
from adjudicator.rules.catan_caravans.state import caravans_of
from adjudicator.rules.catan_caravans.vote_text import VOTING, list_meant, say_votes, write_bid

_BID = re.compile(r"\b(?:bid|vote|lay(?: out)?|votes)\b[\s:=]*(.*)")
_PREFER = re.compile(r"\b(?:prefer|position|camel|caravan|route|place a camel)\b[\s:=]*(.*)")
_AGREE = re.compile(r"\bagree\b")
_NAME = re.compile(r"\b(?:v\d|r\d(?:\s+\d{1,2}\s*[-/]\s*\d{1,2})?|[abc]\s+\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2})\b")
_BUT = re.compile(r"\b(?:not|but|except|never|no|without|nowhere near)\b(.*)")
_TRADE = re.compile(r"(?:propose|offer|want|counter|take)\b")
"""How orders begin that speak of cards, and of how many at most, but never of votes."""
_NOTHING = re.compile(r"(?:i )?(?:nothing|none|no|zero|pass|nil|abstain)(?:\s+cards?)?")


_COUNTED = re.compile(rf"\b(?:{'|'.join(NUMBERS[1:])}|a couple)\b")
_AMOUNT = re.compile(
    r"(?:the )?(?:(?P<all>all|everything|max(?:imum)?|rest)(?:,? (?:but|except) (?P<left>\d+))?"
    r"|(?P<half>half)|(?P<count>\d+))"
    r"(?:,? (?:of|it|my|the|cards?|votes?))*(?: (?P<kind>wool|grain))?"
)
"""How many cards are laid, and of which kind, where they are not named one by one."""
_TURNED = re.compile(r"(wool|grain):? x?(\d+)")
_ALL_TURNED = re.compile(rf"(?:{_TURNED.pattern}(?:,? and |, |$))+")
_TIMES = re.compile(r"(\d+) ?x(?= (?:wool|grain))")
"""Cards with their number behind them, or with a sign between."""
_RAISE = re.compile(
    r"(?:(?:up to|at most) \d+,? ?)?"
    r"(?:(?:outbid|beat|(?:\d+ )?(?:cards? )?(?:more|higher) than|over)(?: the)? (?P<rival>[a-z][\w-]*))?"
    r"(?:,? (?:but )?(?:(?:up to|at most) \d+|\d+ at most))?"
    r"(?:,? pay:?(?:[\s,]|and|then|wool|grain)+)?"
)
"""A bid that is to be over another, and what limits it."""
_FAR_OVER = re.compile(r"\b(?!1\b)\d+(?: cards?)? more\b")
"""More over another than one card, which no bid can say."""
_RAISE_WORDS = (
    *("at", "beat", "best", "bid", "bids", "but", "by", "card", "cards", "grain", "higher", "in", "lay", "max"),
    *("maximum", "most", "out", "outbid", "over", "pay", "than", "up", "up-to", "at-most", "vote", "votes", "wool"),
)
_ASKED = re.compile(r"(.+?),? if (?:the )?(\S+) (?:bids?|lays?|laid)(?:\D*(\d+).*)?")


def mend_vote(known: View, seat: SeatNumber, said: str) -> list[str]:
    """Lines for what ``said`` was to say in a vote; none where it does not speak of one, or asks what none can."""
    text = _simplify(said)
    if _TRADE.match(text):
        return []
    asked = _ASKED.fullmatch(text)
    if asked is None:
        return [] if re.search(r"\b(?:if|when|unless)\b", text) else list(_mend(known, seat, text))
    what = f"laid: {{of: {asked[2]}, at-least: {asked[3]}}}" if asked[3] else f"bids: {asked[2]}"
    return [f"{line}\nif: {{{what}}}" for line in _mend(known, seat, asked[1])]


def is_sure(known: View, seat: SeatNumber, said: str, line: str) -> bool:
    """Whether ``line``, which was found for what is ``said``, is all that it can mean."""
    bid, _, prefer = line.partition("\n")
    if prefer.startswith("prefer: ["):
        cards = bid.removeprefix("bid: ")
        before, laid, behind = _simplify(said).partition(cards)
        return bool(laid) and _names_all(known, f"{_BID.sub(' ', before)} {behind}", prefer)
    if line.startswith("prefer: ["):
        return _names_all(known, _simplify(said), line)
    text = _BID.sub(r"\1", _simplify(said), count=1).strip()
    hand = known.seats[seat].hand or 0
    amount, over = _AMOUNT.fullmatch(text), _RAISE.fullmatch(text)
    if amount is not None and not amount["half"]:
        kinds = [kind for kind in VOTING if count_kind(hand, kind)]
        count = int(amount["count"] or 0)
        is_held = count <= sum(count_kind(hand, kind) for kind in kinds)
        is_named = amount["kind"] is None or amount["kind"] in [RESOURCES[kind] for kind in kinds]
        return is_named and is_held and (len(kinds) == 1 or bool(amount["all"] and not amount["left"]))
    if over is not None and text and "over: " in line:
        return over["rival"] in (None, BUILDER, "best", *(other.name for other in known.seats))
    if _NOTHING.fullmatch(text):
        return text != _simplify(said)  # a 'no' alone may answer something else
    says_how_many = re.search(r"\d", text) or not re.search("wool|grain", text)
    text = _TURNED.sub(r"\2 \1", text) if _ALL_TURNED.fullmatch(text) else _TIMES.sub(r"\1", text)
    return bool(says_how_many) and is_spelt_nearly(f"bid: {text}", line)


_RANKING = re.compile(r"\b(?:prefer|votes?|for|then|and|or|first|second|third|the|a|camel|on|position)\b|[\s,:>;.=]")


def _names_all(known: View, text: str, line: str) -> bool:
    """Whether ``text`` names the positions of ``line`` and nothing else, in that order, each by a name of its own."""
    caravans = caravans_of(known.extra)
    read = [_read_name(name, caravans.positions) for name in _NAME.findall(text)]
    is_open = caravans.vote is None  # ahead of a vote others may be open by the time
    found = [[place for place in places if is_open or place in caravans.positions] for places in read]
    named = ", ".join(places[0].name if len(places) == 1 else "?" for places in found)
    return line == f"prefer: [{named}]" and not _RANKING.sub("", _NAME.sub(" ", text))


def _simplify(said: str) -> str:
    """What is ``said`` in small letters: with digits for numbers, *and* for +, and cards by their names in orders."""
    plain = re.sub(r"\bplease\b", " ", said.lower())
    text = " ".join(re.sub(r"\bup-?to\b|\bmax(?:imum)?(?= \d)", "up to", plain).strip(" -.!").split())
    counted = _COUNTED.sub(lambda word: str(NUMBERS.index(word[0]) if word[0] in NUMBERS else 2), text)
    spelt = re.sub(r"[a-z]+", lambda word: spell_kind(word[0]), counted)
    return re.sub(r"\b(wool|grain) ?\+ ?", r"\1 and ", spelt)


def _mend(known: View, seat: SeatNumber, text: str) -> Iterator[str]:
    names = [*(other.name for other in known.seats), BUILDER]
    named = list(dict.fromkeys(re.findall(rf"\b(?:{'|'.join(map(re.escape, names))})\b", text)))
    hand = known.seats[seat].hand or 0
    bid, prefer = _BID.search(text), _PREFER.search(text)
    vote = caravans_of(known.extra).vote
    if vote is not None and vote.bids[seat] is None and _NOTHING.fullmatch(text):
        yield "bid: 0"
    laid = _find_votes(text, hand) if vote is not None and _NAME.search(text) else ""
    if re.search(r"up[- ]?to|at[- ]most|(?:more|higher) than|\boutbid|\bbeat|\bover\b|\+ ?1\b", text):
        yield from _write_raise(text, names, hand)
    elif laid:
        if _are_named(known, text):  # 1-2 grain may be one or two
            yield from (f"bid: {laid}\n{line}" for line in _write_positions(known, text))
    elif _AGREE.search(text) and _BUT.search(text):
        return  # with whom nobody agrees no line can say
    elif _AGREE.search(text) or (prefer and named):
        if prefer and _NAME.search(text):
            yield from _write_positions(known, text)
        others = [name for name in named if name != known.seats[seat].name]
        default = next(name for name in names if name != known.seats[seat].name)
        yield "\n".join(f"agree: {name}" for name in others or [default])
    elif bid and not _NAME.search(bid[1]):
        yield from _write_bid(known, seat, bid[1].strip())
    elif prefer or bid or re.fullmatch(r"(?:v\d|r\d)\b.*", text):
        yield from _write_positions(known, text)


def _are_named(known: View, text: str) -> bool:
    """Whether each position that ``text`` names is one of those that are open."""
    positions = caravans_of(known.extra).positions
    return all(set(_read_name(name, positions)) & set(positions) for name in _NAME.findall(text))


def _find_votes(text: str, hand: Bundle) -> str:
    """The cards that are named beside a position, as a bid; empty where there are none."""
    cards = 0
    for number, word in re.findall(r"\b(?:(\d+)\s+)?([a-z]+)", spell_cards(text)):
        kind = next((kind for kind in VOTING if RESOURCES[kind] == spell_kind(word)), None)
        if kind is not None:
            cards += (count_kind(hand, kind) if "all" in text.split() else int(number or 1)) * ONE[kind]
    return str(write_bid(cards)) if cards else ""


def _write_raise(text: str, names: Sequence[str], hand: Bundle) -> Iterator[str]:
    """A bid that answers others, from the words that were understood of it; up to all that there is where none says."""
    limits = re.findall(r"(?:up[- ]?to|at[- ]most|max(?:imum)?)\b\D*(\d+)|(\d+)(?: cards?)? at[- ]most", text)
    words = [word for word in re.findall(r"[a-z][\w-]*", text) if word not in PLAIN]
    if len(limits) > 1 or not all(find_near(word, [*_RAISE_WORDS, *names], SURE) for word in words):
        return  # over whose bid it is, or what else it may say, is not known
    if _FAR_OVER.search(text):
        return
    most = "".join(limits[0]) if limits else max(1, sum(count_kind(hand, kind) for kind in VOTING))
    rivals = (find_near(word, [*_RAISE_WORDS, *names], SURE) for word in words)
    rival = next((name for name in rivals if name in names), "best")
    called = dict.fromkeys(map(spell_kind, re.findall("[a-z]+", text)))
    kinds = [word for word in called if word in (RESOURCES[kind] for kind in VOTING)]
    pay = f", pay: [{', '.join(kinds)}]" if kinds else ""
    yield f"bid: {{up-to: {most}, over: {rival}{pay}}}"


def _write_bid(known: View, seat: SeatNumber, said: str) -> Iterator[str]:
    hand = known.seats[seat].hand or 0
    kinds = re.findall(r"wool|grain", said)
    either = re.split(r"\bor\b", said) if len(set(kinds)) == len(kinds) else re.split(r"\bor\b|,", said)
    parts = ["0" if _NOTHING.fullmatch(part.strip()) else _spell_votes(part) for part in either]
    amount = _AMOUNT.fullmatch(said)
    if all(parts):
        yield "\n".join(f"bid: {part}" for part in parts)
    elif amount is not None:
        yield f"bid: {_count_out(hand, amount)}"
    elif _BUT.search(said):
        return
    elif not hand or not said:
        yield "bid: 0"
    elif not phrases.names_cards(said):
        yield f"bid: {say_votes(hand).replace('nothing', '0')}"


def _spell_votes(said: str) -> str:
    """The cards that ``said`` names; empty where they are no votes."""
    cards = spell_cards(re.sub(r"\b([a-z]+):? (\d+)", r"\2 \1", said.strip()))
    return cards if re.fullmatch(r"(?:(?:\d+ )?(?:wool|grain)(?:, |$))+", cards) else ""


def _count_out(hand: Bundle, amount: re.Match[str]) -> str:
    """So many votes of a hand as it has, wool first."""
    kinds = [kind for kind in VOTING if amount["kind"] in (None, RESOURCES[kind])]
    held = sum(count_kind(hand, kind) for kind in kinds)
    number = int(amount["count"]) if amount["count"] else held - int(amount["left"] or 0)
    number = max(1, held // 2) if amount["half"] else number
    cards = 0
    for kind in kinds:
        cards += max(0, min(count_kind(hand, kind), number - cards % COUNT)) * ONE[kind]
    return str(write_bid(cards))


def _write_positions(known: View, text: str) -> Iterator[str]:
    """The positions that are named, in that order; all others where it is said which are not liked."""
    caravans = caravans_of(known.extra)
    positions = caravans.positions
    but = _BUT.search(text)
    names = _NAME.findall(but[1] if but else text)
    if but and "," in but[1] and len(names) > 1:  # which of them are not liked is not said
        return
    exact = [_read_name(name, positions) for name in names]
    if caravans.vote is None and all(len(places) == 1 for places in exact):
        found = [place for (place,) in exact]
    else:
        found = [place for name in names for place in _find_places(name, positions)]
    if but and found:
        found = [place for place in positions if place not in found]
    if found or re.search(r"\b(?:nothing|none|nowhere)\b", text):
        yield f"prefer: [{', '.join(dict.fromkeys(place.name for place in found))}]"
    elif positions:
        yield f"prefer: [{', '.join(place.name for place in positions[:2])}]"


def _read_name(name: str, positions: Sequence[CamelPlace]) -> list[CamelPlace]:
    try:
        return [*list_meant(name, positions)]
    except OrderTextError:
        return []


def _find_places(name: str, positions: Sequence[CamelPlace]) -> list[CamelPlace]:
    """The open positions that a name may mean; of a route with a path that is not open, all, the most alike first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only what was not understood needs it

    if meant := [place for place in _read_name(name, positions) if place in positions]:
        return meant
    alike = {place.name: place for place in positions if place.name.split()[0] == name.upper().split()[0]}
    return [alike[close] for close in get_close_matches(name.upper(), alike, n=max(1, len(alike)), cutoff=0)]
