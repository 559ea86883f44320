"""A vote's actions as CASE files write them: ``bid 2 wool``, ``prefer B 16-21, A 3-4``, ``agree bilal``, ``camel c``"""

from __future__ import annotations

from adjudicator.core.bench import ActionTextError
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.mail.vocabulary import OrderTextError, read_seat
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan_caravans.actions import Agree, LayOut, PlaceCamel, Prefer
from adjudicator.rules.catan_caravans.mail.vote_text import Raise, read_bid, read_position_text
from adjudicator.rules.catan_caravans.state import caravans_of

_NOTHING = "none"


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
            texts = [] if rest == _NOTHING else rest.split(", ")
            return Prefer(tuple(read_position_text(each, positions) for each in texts))
        case "agree":
            return Agree(read_seat(state.table, rest))
        case "camel":
            return PlaceCamel(read_position_text(rest, positions))
    return None
