"""What an item about a vote that was not understood was probably meant to be: lines that can be sent in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.spelling import spell_cards, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.views.known import Known
from adjudicator.rules.catan_caravans.between_turns import BUILDER
from adjudicator.rules.catan_caravans.mail.vote_text import VOTING, TwofoldPositionError, read_position_text, say_votes
from adjudicator.rules.catan_caravans.state import caravans_of

_BID = re.compile(r"\b(?:bid|vote|lay(?: out)?|votes)\b[\s:=]*(.*)")
_PREFER = re.compile(r"\b(?:prefer|position|camel|caravan|route|place a camel)\b[\s:=]*(.*)")
_AGREE = re.compile(r"\bagree\b")
_NAME = re.compile(r"\b(?:v\d|r\d(?:\s+\d{1,2}-\d{1,2})?|[abc]\s+\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2})\b")
_NOTHING = re.compile(r"(?:nothing|none|no|zero|pass|nil)(?:\s+cards?)?")


def mend_vote(known: Known, seat: SeatNumber, said: str) -> Iterator[str]:
    """Lines for what ``said`` was to say in a vote; nothing where it does not speak of one."""
    text = " ".join(said.lower().strip(" -.!").split())
    names = [other.name for other in known.seats]
    agreed = next((name for name in names if re.search(rf"\b{re.escape(name)}\b", text)), None)
    bid, prefer = _BID.search(text), _PREFER.search(text)
    vote = caravans_of(known.extra).vote
    if vote is not None and vote.bids[seat] is None and _NOTHING.fullmatch(text):
        yield "bid: 0"
    if re.search(r"up[- ]to|at[- ]most", text):
        yield from _write_raise(text, names)
        return
    if _AGREE.search(text):
        yield f"agree: {agreed or next(name for name in names if name != known.seats[seat].name)}"
    elif bid and not _NAME.search(bid[1]):
        yield f"bid: {_write_bid(known, seat, bid[1].strip())}"
    elif prefer or bid or re.fullmatch(r"(?:v\d|r\d)\b.*", text):
        yield from _write_positions(known, text)


def _write_raise(text: str, names: Sequence[str]) -> Iterator[str]:
    """A bid that answers others, from the words that were understood of it."""
    most = re.search(r"(?:up[- ]to|at[- ]most)\D*(\d+)|(\d+)\D* at[- ]most", text)
    rival = next((name for name in (BUILDER, *names) if re.search(rf"\b{re.escape(name)}\b", text)), "best")
    kinds = [RESOURCES[kind] for kind in VOTING if RESOURCES[kind] in map(spell_kind, re.findall("[a-z]+", text))]
    pay = f", pay: [{', '.join(kinds)}]" if len(kinds) == 1 else ""
    if most:
        yield f"bid: {{up-to: {most[1] or most[2]}, over: {rival}{pay}}}"


def _write_bid(known: Known, seat: SeatNumber, said: str) -> str:
    hand = known.seats[seat].hand or 0
    number = re.fullmatch(r"(\d+)(?:\s+(?:cards?|votes?))?", said)
    cards = spell_cards(re.sub(r"\b([a-z]+):? (\d+)", r"\2 \1", said))
    kinds = set(re.findall(r"[a-z]+", cards))
    if kinds and kinds <= {RESOURCES[kind] for kind in VOTING}:
        return cards
    if number and int(number[1]) and hand:
        held = say_votes(hand)
        return held if held != "nothing" else "0"
    return "0" if not said or _NOTHING.fullmatch(said) or not hand else say_votes(hand).replace("nothing", "0")


def _write_positions(known: Known, text: str) -> Iterator[str]:
    positions = caravans_of(known.extra).positions
    found: list[str] = []
    for name in _NAME.findall(text):
        try:
            found.append(read_position_text(name, positions).name)
        except TwofoldPositionError:
            found += [place.name for place in positions]
        except OrderTextError:
            continue
    named = list(dict.fromkeys(found)) or [place.name for place in positions[:2]]
    if named:
        yield f"prefer: [{', '.join(named)}]"
