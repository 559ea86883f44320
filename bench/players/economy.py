"""What a seat's income is worth: cards a roll, rates of the bank, and how long it takes to pay for something."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.cards import KINDS, RESOURCES, unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import BARE, HEXES_AT, Board

Cards: TypeAlias = tuple[int, int, int, int, int]
"""How many of each resource, in the order of ``RESOURCES``."""

ROLLS = 36
NEVER = 60.0
"""So many rolls stand for longer than anybody waits."""
_SILENCED = 0.5
"""What the income of a hex is worth while the robber stands there: he will be moved again."""
_MARKET = 3.0
"""The dearest rate that matters: others trade too."""


class Economy(NamedTuple):
    """``income`` are cards a roll by kind, ``rates`` what the bank asks for one card."""

    income: tuple[float, ...]
    rates: tuple[int, ...]

    @property
    def total(self) -> float:
        """All cards a roll."""
        return sum(self.income)

    def wait_for(self, hand: Cards, cost: Cards) -> float:
        """After how many rolls ``hand`` and income pay for ``cost``, spare cards traded."""
        if self.lacks(hand, cost) <= 0:
            return 0.0
        low, high = 0.0, 1.0
        while self._shortage(hand, cost, high) > 0:
            low, high = high, high * 2
            if high > NEVER:
                return NEVER
        for _ in range(4):
            middle = (low + high) / 2
            low, high = (middle, high) if self._shortage(hand, cost, middle) > 0 else (low, middle)
        return high

    def lacks(self, hand: Cards, cost: Cards) -> int:
        """How many cards are missing now, after trades with the bank."""
        missing = spare = 0
        for held, price, rate in zip(hand, cost, self.rates, strict=True):
            if held < price:
                missing += price - held
            else:
                spare += (held - price) // rate
        return missing - spare

    def _shortage(self, hand: Cards, cost: Cards, rolls: float) -> float:
        short = 0.0
        for held, price, income, rate in zip(hand, cost, self.income, self.rates, strict=True):
            over = held + income * rolls - price
            short -= over if over < 0 else over / min(rate, _MARKET)
        return short


def count_pips(number: int) -> int:
    """How many of 36 rolls show ``number``."""
    return 0 if number == BARE else 6 - abs(7 - number)


def yield_of(board: Board, spot: int, robber: int | None = None) -> tuple[float, ...]:
    """Cards a roll of a settlement at an intersection, by kind."""
    cards = [0.0] * KINDS
    for tile in HEXES_AT[spot]:
        found = board.hex_yields[tile]
        if found:
            worth = count_pips(board.numbers[tile]) / ROLLS
            cards[found.bit_length() // 8] += worth * (_SILENCED if tile == robber else 1)
    return tuple(cards)


def read_economy(state: State, seat: int) -> Economy:
    """The economy of a seat in a position."""
    income = [0.0] * KINDS
    for buildings, size in ((state.settlements(seat), 1), (state.cities(seat), 2)):
        for spot in list_bits(buildings):
            for kind, cards in enumerate(yield_of(state.table.board, spot, state.robber)):
                income[kind] += size * cards
    return Economy(tuple(income), unpack(state.rates(seat)))


def add(one: Cards, other: Cards) -> Cards:
    """All cards of both."""
    return tuple(a + b for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def subtract(one: Cards, other: Cards) -> Cards:
    """``one`` without ``other``; a count may become negative."""
    return tuple(a - b for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def write_cards(cards: Cards) -> str:
    """``2 wool, 1 ore``."""
    return ", ".join(f"{count} {name}" for count, name in zip(cards, RESOURCES, strict=True) if count > 0)
