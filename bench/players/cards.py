"""Which development card to play in a turn, one at most."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.json_value import JsonObject
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import ROAD_AT
from adjudicator.rules.catan.cards import KINDS, KNIGHT, RESOURCES, count_kind
from adjudicator.rules.catan.state import ALL_ROADS, FRONT, Stage
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan.views.known import View
from players.aims import Aim, Prospect, Step, list_aims, playable
from players.economy import Cards, add, write_cards, yield_of
from players.plans import missing_of
from players.robbers import is_robbed, rank_robber

_TWO = 2
_HAUL = 4.0
"""A monopoly is played for so many cards."""


class Boon(NamedTuple):
    """Orders that play a card, and the position that is expected after it."""

    orders: list[JsonObject]
    prospect: Prospect


def draw_on_cards(known: View, seat: int, prospect: Prospect) -> Boon:
    """Play what helps most: a knight that is needed, free roads on the way, cards of the bank, a monopoly."""
    cards = playable(known, seat)
    if not cards:
        return Boon([], prospect)
    aims = list_aims(prospect)
    if "knight" in cards and wants_knight(known, seat, cards["knight"]):
        return Boon([{"knight": rank_robber(known, seat), "if": {"card": "knight"}}], prospect)
    for name, play in (("road-building", _build_roads), ("year-of-plenty", _take_plenty), ("monopoly", _monopolise)):
        if name in cards and aims:
            boon = play(known, prospect, aims)
            if boon is not None:
                return boon
    return Boon([], prospect)


def wants_knight(known: View, seat: int, held: int) -> bool:
    """Whether it is time for a knight: the robber is on one's land, or an army is in the making."""
    mine = known.seats[seat]
    if is_robbed(known, seat) or held >= _TWO:
        return True
    rival = max(count_kind(other.played, KNIGHT) for n, other in enumerate(known.seats) if n != seat)
    played = count_kind(mine.played, KNIGHT) + 1
    return known.largest != seat and played >= max(3, rival + 1)


def _build_roads(known: View, prospect: Prospect, aims: list[Aim]) -> Boon | None:
    """The roads of the best aim that needs some; a second one that lengthens the network."""
    del known
    edition = prospect.state.table.edition
    free = edition.roads - prospect.state.roads(prospect.seat).bit_count()
    for aim in aims:
        roads = [step for step in aim.steps if step.key == "road"][: min(_TWO, free)]
        if not roads:
            continue
        now = prospect
        for step in roads:
            now = now.build(step._replace(cost=(0, 0, 0, 0, 0)))
        if len(roads) < min(_TWO, free) and now.state.stage is not Stage.OVER:
            onward = next((path for path in _paths(now)), None)
            if onward is not None:
                step = Step((0, 0, 0, 0, 0), "road", PATH_NAMES[onward], ROAD_AT[onward])
                roads.append(step)
                now = now.build(step)
        if now.state.stage is Stage.OVER:
            now = prospect
        texts = [str(step.text) for step in roads]
        order: JsonObject = {
            "road-building": list(dict.fromkeys([" ".join(texts), texts[0]])),
            "if": {"card": "road-building"},
        }
        return Boon([order], now)
    return None


def _paths(now: Prospect) -> list[int]:
    cells = now.state.cells
    return list(list_bits(cells[FRONT + now.seat] & ~cells[ALL_ROADS]))


def _take_plenty(known: View, prospect: Prospect, aims: list[Aim]) -> Boon | None:
    """Two cards, where they complete the best aim."""
    del known
    hand, cost = prospect.hand, aims[0].cost
    wanted = [kind for kind in missing_of(hand, cost) for _ in range(cost[kind] - hand[kind])]
    if not 1 <= len(wanted) <= _TWO:
        return None
    bank = prospect.state.bank
    if len(wanted) < _TWO:
        scarce = [kind for kind in range(KINDS) if count_kind(bank, kind) > 1]
        if not scarce:
            return None
        wanted.append(min(scarce, key=lambda kind: (hand[kind] - cost[kind], -kind)))
    counts = [wanted.count(kind) for kind in range(KINDS)]
    if any(count_kind(bank, kind) < count for kind, count in enumerate(counts)):
        return None
    cards: Cards = tuple(counts)  # type: ignore[assignment]
    order: JsonObject = {"plenty": write_cards(cards), "if": {"card": "year-of-plenty"}}
    return Boon([order], prospect.with_hand(add(hand, cards)))


def _monopolise(known: View, prospect: Prospect, aims: list[Aim]) -> Boon | None:
    """The resource of which the others probably hold most, weighed by need; their hands are guessed from the board."""
    hauls = [0.0] * KINDS
    for number, other in enumerate(known.seats):
        if number == prospect.seat:
            continue
        income = [0.05] * KINDS
        for buildings, size in ((other.settlements, 1), (other.cities, 2)):
            for spot in list_bits(buildings):
                for kind, more in enumerate(yield_of(known.table.board, spot)):
                    income[kind] += size * more
        for kind in range(KINDS):
            hauls[kind] += other.cards * income[kind] / sum(income)
    missing = missing_of(prospect.hand, aims[0].cost)
    kind = max(range(KINDS), key=lambda k: (hauls[k] * (1.5 if k in missing else 1.0), -k))
    if hauls[kind] < _HAUL:
        return None
    return Boon([{"monopoly": RESOURCES[kind], "if": {"card": "monopoly"}}], prospect)
