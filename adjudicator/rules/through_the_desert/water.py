"""Water tokens: their values drawn, and put down to those who take them (rulings S2, W1, W6)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.state import State, Taken


def draw_token(chance: Chance, epoch: int, name: str, left: Sequence[int], *, hidden: bool = False) -> int:
    """The value of the token on the hex ``name``, drawn evenly; ``left`` counts the tokens of value 1, 2 and 3."""
    pick = chance.draw(epoch, ("water", name), sum(left), hidden=hidden)
    return 1 if pick < left[0] else 2 if pick < left[0] + left[1] else 3


def claim_water(
    state: State, taken: tuple[Taken, ...], seat: int, who: JsonObject, tokens: int, chance: Chance | None
) -> tuple[tuple[Taken, ...], list[Event]]:
    """What everybody has once ``seat`` took the ``tokens`` (a mask) on top of ``taken``, and an event for each.

    A token that lies face down is drawn from what nobody has taken yet (W6); without ``chance`` it stays unseen.
    ``who`` are the facts that tell whose camel it was.
    """
    table, events, mine = state.table, list[Event](), [*taken[seat]]
    for index in list_bits(tokens):
        name, value = table.board.grid.names[index], state.values[index]
        facts = {**who, "hex": name}
        if table.face_down:
            facts["face_down"] = True
            if chance is not None:
                others = [*taken[:seat], mine, *taken[seat + 1 :]]
                left = [there - sum(has[number] for has in others) for number, there in enumerate(table.edition.tokens)]
                value = draw_token(chance, state.moves + 1, name, left, hidden=True)
        if value:
            facts |= {"value": value, "points": value}
        mine[value - 1] += 1  # without a value the last of the four, which counts what is unseen
        events.append(Event("water-claimed", facts))
    return (*taken[:seat], Taken(*mine), *taken[seat + 1 :]), events
