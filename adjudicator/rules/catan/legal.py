"""What is legal when: the list of legal actions, the check of a single one, and carrying out what passes it.

List and check come from the same table, the order of play.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, IllegalActionError, SeatNumber
from adjudicator.kit.hexes import list_bits, select_bit
from adjudicator.rules.catan import actions, sites
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import CLOSED, FIRST, NUMBER_OF, Action, Trade
from adjudicator.rules.catan.cards import EACH, GUARD, Bundle, covers, is_bundle
from adjudicator.rules.catan.order_of_play import PLAYS, Finder, carry_out, is_deciding
from adjudicator.rules.catan.sites import always, card_plays
from adjudicator.rules.catan.state import ALONE, Cells, Stage, State, Table

PURCHASES = (actions.BuildRoad, actions.BuildSettlement, actions.BuildCity, actions.BuyCard)
"""What is bought in a turn, in the order of a table's prices."""


class ActionBlock(NamedTuple):
    """Numbered actions that stand together: the number of the first, and what says which of them are legal."""

    first: int
    find: Finder


_BY_TYPE = tuple(
    {
        kind: ActionBlock(0 if play.find is card_plays else FIRST[kind], play.find)
        for kind, play in PLAYS[stage].items()
        if play.find is not None
    }
    for stage in Stage
)
_SURE = tuple(sum(1 << block.first for block in blocks.values() if block.find is always) for blocks in _BY_TYPE)
"""By stage the numbered actions that are always legal then, a mask."""
_BLOCKS = tuple(
    tuple(block for block in dict.fromkeys(blocks.values()) if block.find is not always) for blocks in _BY_TYPE
)
"""By stage the blocks of all others."""
_BOUGHT = tuple(_BY_TYPE[Stage.TURN][kind] for kind in PURCHASES)
_UNPAID = tuple(block for block in _BLOCKS[Stage.TURN] if block not in _BOUGHT)
_SETTLEMENT, _ROAD = Stage.SETTLEMENT.value, Stage.ROAD.value
_DISCARD, _ROBBER, _TURN = Stage.DISCARD.value, Stage.ROBBER.value, Stage.TURN.value
_INTERLUDE, _OVER = Stage.INTERLUDE.value, Stage.OVER.value


class LegalActions(Sequence[Action]):
    """Numbered actions as a mask, in the order of their numbers."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def __len__(self) -> int:
        """How many actions there are."""
        return self.mask.bit_count()

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | Sequence[Action]:
        """The action of that number."""
        if isinstance(number, slice):
            return tuple(self)[number]
        mask, count = self.mask, self.mask.bit_count()
        place = number if number >= 0 else number + count  # range(count)[number] takes twice as long
        if not 0 <= place < count:
            raise IndexError(number)
        return CLOSED[select_bit(mask, place)]

    def __iter__(self) -> Iterator[Action]:
        """The actions in order."""
        for number in list_bits(self.mask):
            yield CLOSED[number]

    def __contains__(self, action: object) -> bool:
        """Whether ``action`` is among them, without listing them."""
        number = NUMBER_OF.get(action.key) if isinstance(action, Action) else None
        return number is not None and CLOSED[number] == action and bool(self.mask >> number & 1)


_FEW = 8
"""Up to so many actions are listed at once: such masks come again and again."""


@lru_cache(maxsize=1024)
def _list_few(mask: int) -> tuple[Action, ...]:
    """The numbered actions of a mask, in the order of their numbers."""
    return tuple([CLOSED[number] for number in list_bits(mask)])


def stage_of(cells: Cells, seat: SeatNumber) -> int:
    """What the seat has to do now; for a seat that has nothing to decide, as if its move came now."""
    stage = cells[at.STAGE]
    if seat == cells[at.MOVER]:
        return _ROBBER if stage == _DISCARD and not cells[at.OWES + seat] else stage
    if stage == _DISCARD and cells[at.OWES + seat]:
        return stage
    if stage in (_INTERLUDE, _OVER):
        return stage
    return _SETTLEMENT if stage in (_SETTLEMENT, _ROAD) else _TURN


@lru_cache(maxsize=4096)
def _choose_blocks(prices: tuple[Bundle, ...], hand: Bundle) -> tuple[ActionBlock, ...]:
    """The blocks of a turn without the purchases that ``hand`` cannot pay: most hands can pay none."""
    bought = [block for price, block in zip(prices, _BOUGHT, strict=True) if covers(hand, price)]
    return (*_UNPAID, *bought)


def list_legal(state: State, seat: SeatNumber) -> Sequence[Action]:
    """All legal actions of ``seat`` now, or as if its move came now; trades between players are not listed."""
    table, cells, _ = state
    stage = cells[at.STAGE]
    if seat != cells[at.MOVER] or stage not in ALONE:  # the rest needs no call
        stage = stage_of(cells, seat)
    mask = _SURE[stage]
    blocks = _choose_blocks(table.prices, cells[at.HAND + seat]) if stage == _TURN else _BLOCKS[stage]
    for first, find in blocks:
        mask |= find(table, cells, seat) << first
    if mask:
        return _list_few(mask) if mask.bit_count() <= _FEW else LegalActions(mask)
    if stage == _DISCARD:
        return sites.Discards(cells[at.HAND + seat], cells[at.OWES + seat])
    if stage == _INTERLUDE and table.rules.between_turns is not None:
        return table.rules.between_turns.legal(state, seat)
    return ()


def is_legal(state: State, seat: SeatNumber, action: Action) -> bool:
    """Whether ``seat`` may do ``action`` now, or as if its move came now.

    A trade between players is legal for the seat on turn when both hands allow it.
    """
    return is_allowed(state, seat, action, stage_of(state.cells, seat))


def is_allowed(state: State, seat: SeatNumber, action: Action, stage: int) -> bool:
    """Whether ``seat`` may do ``action`` in ``stage``."""
    table, cells, _ = state
    block = _BY_TYPE[stage].get(type(action))
    if block is not None:
        number = NUMBER_OF.get(action.key)
        first, find = block
        return number is not None and find(table, cells, seat) >> number - first & 1 == 1
    if isinstance(action, Trade):
        return stage == _TURN and _may_trade(table, cells, seat, action)
    return stage in (_DISCARD, _INTERLUDE) and action in list_legal(state, seat)


def apply_action(state: State, seat: SeatNumber, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position after ``action``, and what happened.

    Raises ``IllegalActionError`` when the seat has nothing to decide or the action is not legal.
    """
    if not is_deciding(state, seat) or not is_allowed(state, seat, action, state.cells[at.STAGE]):
        raise IllegalActionError(f"{state.table.seats[seat]}: {action}")
    draft = carry_out(state, seat, action, chance, tells=True)
    return draft.freeze(), tuple(draft.events)


def _may_trade(table: Table, cells: Cells, seat: SeatNumber, trade: Trade) -> bool:
    """Whether two hands allow a trade: no gift, nothing for its like (ruling B03)."""
    partner, give, take = trade.partner, trade.give, trade.take
    return (
        0 <= partner < len(table.seats)
        and partner != seat
        and is_bundle(give)
        and is_bundle(take)
        and give > 0
        and take > 0
        and not (_kinds_of(give) & _kinds_of(take))
        and covers(cells[at.HAND + seat], give)
        and covers(cells[at.HAND + partner], take)
    )


def _kinds_of(cards: int) -> int:
    """The guard bits of the kinds that are in a bundle."""
    return ((cards | GUARD) - EACH) & GUARD
