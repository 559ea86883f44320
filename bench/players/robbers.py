"""Where a player sends the robber: where it costs the leaders most and himself nothing."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.topology import CORNER_MASKS, HEXES, LETTERS
from adjudicator.rules.catan.views.known import View
from players.economy import count_pips

_WITH_VICTIM, _WITHOUT = 12, 4
"""So many alternatives of each kind: always enough for one to be possible."""


def rank_robber(known: View, seat: int, *, stay_away: bool = False) -> list[str]:
    """Moves of the robber, the best first: ``F from bilal`` and ``F``.

    Without ``stay_away`` the hex where he stands is left out; a standing order may come to it later.
    """
    ranked: list[tuple[float, str]] = []
    rules = known.table
    for tile in list_bits(rules.robber_hexes & (1 << HEXES) - 1):
        if tile == known.robber and not stay_away:
            continue
        harm = [_harm(known, victim, tile) for victim in range(len(known.seats))]
        others = sum(harm) - harm[seat]
        ranked.append((-2 * harm[seat] - 5, LETTERS[tile]))
        for victim, theirs in enumerate(harm):
            if victim != seat and theirs:
                cards = min(known.seats[victim].cards, 4) / 2
                name = known.seats[victim].name
                ranked.append((others - 3 * harm[seat] + theirs / 4 + cards, f"{LETTERS[tile]} from {name}"))
    ranked.sort(key=lambda entry: (-entry[0], entry[1]))
    texts = [text for _, text in ranked]
    return [
        *[text for text in texts if len(text) > 1][:_WITH_VICTIM],
        *[text for text in texts if len(text) == 1][:_WITHOUT],
    ]


def _harm(known: View, seat: int, tile: int) -> float:
    """What the robber on ``tile`` costs a seat, dearer the closer it is to winning."""
    mine = known.seats[seat]
    corners = CORNER_MASKS[tile]
    size = (mine.settlements & corners).bit_count() + 2 * (mine.cities & corners).bit_count()
    return size * count_pips(known.table.board.numbers[tile]) * (1 + mine.points / 4)


def is_robbed(known: View, seat: int) -> bool:
    """Whether the robber stands on a hex of the seat."""
    mine = known.seats[seat]
    return known.robber is not None and bool((mine.settlements | mine.cities) & CORNER_MASKS[known.robber])


def own_hexes(known: View, seat: int) -> list[str]:
    """The letters of the hexes where the seat has buildings and numbers."""
    mine = known.seats[seat].settlements | known.seats[seat].cities
    return [LETTERS[tile] for tile in range(HEXES) if CORNER_MASKS[tile] & mine and known.table.board.numbers[tile]]
