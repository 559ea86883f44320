"""The bench of the scenario: the base game's, with caravans and votes behind ``extra``."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.bench import Fault, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.bench.cases import CatanCases
from adjudicator.rules.catan.bench.extension import Extension
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.state import Stage, State, Table
from adjudicator.rules.catan_caravans.bench.action_text import read_action
from adjudicator.rules.catan_caravans.bench.camels import find_wrong_names, lay_routes
from adjudicator.rules.catan_caravans.bench.comparing import compare_caravans
from adjudicator.rules.catan_caravans.bench.votes import find_wrong_votes, read_vote
from adjudicator.rules.catan_caravans.bench.written import ONLY_AFTER, as_written
from adjudicator.rules.catan_caravans.kernel import RULES
from adjudicator.rules.catan_caravans.mail.vote_reasons import explain_vote
from adjudicator.rules.catan_caravans.state import Caravans, caravans_of

_INTERLUDE = "interlude"
_ONLY_VOTES = "between two turns there is a vote (extra: {vote: {}}), and only there"


def read_caravans(content: JsonObject, table: Table) -> Caravans:
    """The extra of a position; the vote's builder is for the caller to put right. Raises :class:`PositionError`."""
    written = as_written(content)
    faults = [
        Fault((key,), f"{key} belongs to what is expected, not to a position", is_key=True)
        for key in ONLY_AFTER
        if key in written
    ]
    vote = written.get("vote")
    faults += [*find_wrong_names(written), *find_wrong_votes(vote or {}, table.seats)]
    if faults:
        raise PositionError(faults)
    options = dict(table.options)
    routes = lay_routes(written, coast=options["coast"] == "yes", flank=options["flank"] == "yes")
    return Caravans(routes, None if vote is None else read_vote(vote, table.seats, 0))


def _count_held(extra: object) -> Bundle:
    """The cards laid out in a vote (ruling C57)."""
    vote = caravans_of(extra).vote
    return 0 if vote is None else sum(cards or 0 for cards in vote.bids)


def _explain(state: State, seat: int, action: Action) -> str | None:
    return explain_vote(caravans_of(state.extra), state.hand(seat), seat, action)


class CaravanCases(CatanCases):
    """See :class:`adjudicator.core.bench.CaseBench`.

    Where a position has a vote, the turn of the seat on turn has ended and it is the builder.
    """

    def __init__(self) -> None:
        super().__init__(RULES, Extension(read_caravans, compare_caravans, _count_held, read_action, _explain))

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; a vote makes its stage ``interlude``, and only a vote does."""
        extra = content.get("extra")
        voting = isinstance(extra, Mapping) and extra.get("vote") is not None
        if voting and "stage" not in content:
            content = {**content, "stage": _INTERLUDE}
        state = super().read_position(content, setting)
        if voting != (state.stage is Stage.INTERLUDE):
            raise PositionError([Fault(("stage",), _ONLY_VOTES)])
        routes, vote = caravans_of(state.extra)
        if vote is None:
            return state
        return state._replace(extra=Caravans(routes, vote._replace(builder=state.mover)))
