"""Ways to play: each chooses one of the legal moves of the seat on move."""

from __future__ import annotations

from collections.abc import Callable

from oracle.desert import Move, Oracle
from oracle.dice import Dice
from oracle.hexes import components, neighbours

Policy = Callable[[Oracle, Dice], Move]


def legal(oracle: Oracle) -> list[Move]:
    """The legal moves of the seat on move."""
    assert oracle.on_move is not None
    return oracle.legal(oracle.on_move)


def wander(oracle: Oracle, dice: Dice) -> Move:
    """Any move."""
    return dice.pick(legal(oracle))


def fence(oracle: Oracle, dice: Dice) -> Move:
    """Close the largest area within reach; else run lines towards an edge or an own camel."""
    moves = legal(oracle)
    if oracle.phase != "camels":
        return dice.pick(moves)
    dividing = [move for move in moves if count_gaps(oracle, move) > 1]
    gains = {move: closed_by(oracle, move) for move in dividing}
    if gains and max(gains.values()) > 0:
        return max(gains, key=lambda move: gains[move])
    if dividing and dice.below(2):
        return dice.pick(dividing)
    thin = [move for move in moves if count_own_neighbours(oracle, move) == 1]
    chosen = thin or moves
    longest = max(len(camels_of(oracle, move)) for move in chosen)
    return dice.pick([move for move in chosen if len(camels_of(oracle, move)) == longest] if dice.below(4) else chosen)


def race(oracle: Oracle, dice: Dice) -> Move:
    """Use up the colour of which the fewest are left."""
    moves = legal(oracle)
    fewest = min(oracle.supply[colour] for _, colour, _ in moves)
    return dice.pick([move for move in moves if oracle.supply[move[1]] == fewest])


def ford(oracle: Oracle, dice: Dice) -> Move:
    """Go where the river is beside one's own camels; now and then anywhere."""
    moves = legal(oracle)
    if oracle.phase != "camels" or not dice.below(4):
        return dice.pick(moves)
    across = [move for move in moves if crosses(oracle, move)]
    fresh = [move for move in across if (oracle.on_move, move[1]) not in oracle.crossed]
    shores = {spot for side in oracle.board.river for spot in side}
    return dice.pick(fresh or across or [move for move in moves if move[2] in shores] or moves)


def drink(oracle: Oracle, dice: Dice) -> Move:
    """Land on water, or close some in, else go on from any caravan."""
    moves = legal(oracle)
    wet = [move for move in moves if move[2] in oracle.water] if oracle.phase == "camels" else []
    return fence(oracle, dice) if not wet or not dice.below(3) else dice.pick(wet)


def crosses(oracle: Oracle, move: Move) -> bool:
    """Whether the river runs between the new camel and its caravan."""
    own = camels_of(oracle, move)
    return any(move[2] in side and side & own for side in oracle.board.river)


def camels_of(oracle: Oracle, move: Move) -> set[tuple[int, int]]:
    """The caravan that ``move`` extends."""
    assert oracle.on_move is not None
    return oracle.camels[oracle.on_move, move[1]]


def count_own_neighbours(oracle: Oracle, move: Move) -> int:
    """How many camels of the caravan the new one would touch."""
    assert move[2] is not None
    return len(camels_of(oracle, move).intersection(neighbours(move[2])))


def count_gaps(oracle: Oracle, move: Move) -> int:
    """Into how many runs the border pieces round the new camel cut the free hexes round it."""
    assert move[2] is not None
    own = camels_of(oracle, move)
    free = [spot in oracle.board.playable and spot not in own for spot in neighbours(move[2])]
    return sum(free[i] and not free[i - 1] for i in range(6))


def closed_by(oracle: Oracle, move: Move) -> int:
    """How many hexes ``move`` would close."""
    assert oracle.on_move is not None
    assert move[2] is not None
    own = camels_of(oracle, move)
    others = oracle.occupied() - own
    closed = oracle.closed()
    parts = components(set(oracle.board.playable) - own - {move[2]})
    return sum(len(part) for part in parts if not part & others and not part <= closed)
