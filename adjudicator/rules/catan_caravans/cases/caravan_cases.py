"""Positions and actions of the scenario in CASE files: the base game's, with caravans and votes behind ``extra``.

The actions of a vote are ``bid 2 wool``, ``prefer R2 16-21, R1 3-4``, ``agree bilal``, ``camel c``.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.bench import ActionTextError, PositionError, PositionFault
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import SeatNumber, Setting
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.cases.catan_cases import CatanCases
from adjudicator.rules.catan.cases.expansion import ExpansionCases
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_seat
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan_caravans.actions import Agree, LayOut, PlaceCamel, Prefer
from adjudicator.rules.catan_caravans.cases.forms import describe_caravans, list_forms, read_caravans
from adjudicator.rules.catan_caravans.kernel import RULES
from adjudicator.rules.catan_caravans.mail.vote_reasons import explain_vote
from adjudicator.rules.catan_caravans.mail.vote_text import Raise, read_bid, read_position_text
from adjudicator.rules.catan_caravans.state import Caravans, caravans_of

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


_INTERLUDE = "interlude"
_ONLY_VOTES = "between two turns there is a vote (extra: {vote: {}}), and only there"


def _count_held(extra: object) -> Bundle:
    """The cards laid out in a vote (ruling C57)."""
    vote = caravans_of(extra).vote
    return 0 if vote is None else sum(cards or 0 for cards in vote.bids)


def _explain(state: State, seat: SeatNumber, action: Action) -> str | None:
    return explain_vote(caravans_of(state.extra), state.hand(seat), seat, action)


class CaravanCases(CatanCases):
    """See :class:`adjudicator.core.bench.CaseBench`.

    Where a position has a vote, the turn of the seat on turn has ended and it is the builder.
    """

    def __init__(self) -> None:
        super().__init__(
            RULES, ExpansionCases(read_caravans, describe_caravans, list_forms, _count_held, read_action, _explain)
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
