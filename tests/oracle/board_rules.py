"""What a faithful board satisfies, as checks that return findings: one sentence for each thing wrong.

The numbers come from the printed rules (counts) and from what was measured on the small board (everything else).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import combinations

from oracle.field import Field
from oracle.hexes import Hex, around, components, distance, name, names, neighbours

SMALL_PALMS, FULL_PALMS, TREES = 6, 7, 5
FULL_POOLS, TOKENS = 43, 45
STRIP_SIZE, STRIP_POOLS, STRIP_PALMS = range(55, 66), 11, 1
FULL_SIZE = range(244, 255)
PALM_SPACING, FEATURE_SPACING, FEWEST_NEIGHBOURS = 6, 2, 3
BLOCKED_BY_A_LEADER = 7
BANKS, SMALLEST_BANK = 2, 4
"""A river makes two banks; the smaller one has at least one hex in so many."""
LEADERS_IN_PLAY = {"small": 15, "full": 20}


def check_features(board: Field) -> list[str]:
    """Pools and palm spaces lie on playable hexes and are different ones; mountains are not playable."""
    return [
        *(f"{word} has a feature but is not playable" for word in names(board.features - board.playable)),
        *(f"{word} is both a pool and a palm space" for word in names(board.pools & board.palms)),
        *(f"{word} is both playable and a mountain" for word in names(board.mountains & board.playable)),
    ]


def check_counts(board: Field, pools: int, palms: int) -> list[str]:
    """There are so many pools and palm spaces."""
    findings = []
    if len(board.pools) != pools:
        findings.append(f"{len(board.pools)} pools, not {pools}")
    if len(board.palms) != palms:
        findings.append(f"{len(board.palms)} palm spaces, not {palms}")
    return findings


def check_tokens(board: Field) -> list[str]:
    """On the full board every water token lies somewhere, and none is left over."""
    needed = len(board.pools) + len(board.palms) - TREES
    return [] if needed == TOKENS else [f"{needed} water tokens needed, not {TOKENS}"]


def check_symmetry(spots: frozenset[Hex], beside: Callable[[Hex], AbstractSet[Hex]]) -> list[str]:
    """Whoever is beside me, I am beside him; nobody is beside himself or off the board."""
    findings = []
    for spot in sorted(spots):
        for near in sorted(beside(spot)):
            if near == spot:
                findings.append(f"{name(spot)} is beside itself")
            elif near not in spots:
                findings.append(f"{name(spot)} is beside {name(near)}, which is not on the board")
            elif spot not in beside(near):
                findings.append(f"{name(spot)} is beside {name(near)}, but not the other way round")
    return findings


def check_connectivity(board: Field) -> list[str]:
    """One can walk from every hex to every other."""
    parts = sorted(components(set(board.playable)), key=len)
    return [f"{', '.join(names(part))} cannot be reached" for part in parts[:-1]]


def check_cut_points(board: Field) -> list[str]:
    """No hex is the only way to another, so that no leader encloses anything during set-up (rulings L7)."""
    whole = len(components(set(board.playable)))
    return [
        f"{name(spot)} is a cut point"
        for spot in sorted(board.playable)
        if len(components(set(board.playable) - {spot})) > whole
    ]


def check_dead_ends(board: Field) -> list[str]:
    """Every hex has at least three playable neighbours."""
    counts = {spot: len(board.playable.intersection(neighbours(spot))) for spot in sorted(board.playable)}
    return [f"{name(spot)} has only {count} neighbours" for spot, count in counts.items() if count < FEWEST_NEIGHBOURS]


def check_range(board: Field) -> list[str]:
    """One mountain range inside, with desert all round it."""
    ranges = components(set(board.mountains))
    if len(ranges) != 1:
        return [f"{len(ranges)} mountain ranges inside, not 1"]
    outside = around(board.mountains) - board.mountains - board.playable
    return [f"the range touches the edge at {word}" for word in names_outside(outside)]


def names_outside(spots: set[Hex]) -> Iterator[str]:
    """Hexes off the board, which may have no name."""
    return (f"column {x}, row {y}" for x, y in sorted(spots))


def check_spacing(board: Field) -> list[str]:
    """No two features are adjacent, and every pool has another feature two steps away."""
    findings = [
        f"{name(one)} and {name(other)} are adjacent features"
        for one, other in combinations(sorted(board.features), 2)
        if distance(one, other) < FEATURE_SPACING
    ]
    for pool in sorted(board.pools):
        nearest = min((distance(pool, other) for other in board.features - {pool}), default=None)
        if nearest is None or nearest > FEATURE_SPACING:
            findings.append(f"pool {name(pool)} has no other feature at distance {FEATURE_SPACING}")
    return findings


def check_density(board: Field) -> list[str]:
    """A plain hex touches at most two features, and every hex has one within two steps."""
    findings = []
    for spot in sorted(board.playable):
        touched = len(board.features.intersection(neighbours(spot)))
        if spot not in board.features and touched > FEATURE_SPACING:
            findings.append(f"{name(spot)} touches {touched} features")
        if all(distance(spot, feature) > FEATURE_SPACING for feature in board.features):
            findings.append(f"{name(spot)} has no feature within {FEATURE_SPACING}")
    return findings


def check_palms(board: Field) -> list[str]:
    """Palm spaces are six steps apart, so that no camel touches two oases, and open on all sides."""
    findings = [
        f"palm spaces {name(one)} and {name(other)} are only {distance(one, other)} apart"
        for one, other in combinations(sorted(board.palms), 2)
        if distance(one, other) < PALM_SPACING
    ]
    findings += [
        f"palm space {name(palm)} is not open on all sides"
        for palm in sorted(board.palms)
        if not board.playable.issuperset(neighbours(palm))
    ]
    return findings


def legal_leader_hexes(board: Field, trees: set[Hex]) -> set[Hex]:
    """Where the first leader may stand when palm trees are on ``trees``."""
    return set(board.playable) - (board.features - trees) - trees - around(trees)


def check_leader_room(board: Field, leaders: int) -> list[str]:
    """Wherever the palm trees stand, the last leader finds a place: each one before blocks at most seven."""
    needed = BLOCKED_BY_A_LEADER * (leaders - 1)
    findings = []
    for trees in combinations(sorted(board.palms), min(TREES, len(board.palms))):
        room = len(legal_leader_hexes(board, set(trees)))
        if room <= needed:
            findings.append(f"with trees on {', '.join(names(trees))} only {room} leader hexes, not more than {needed}")
    return findings


def check_strip(board: Field, small: Field) -> list[str]:
    """A full board is the small one and a strip of the size that is missing."""
    findings = [f"{word} of the small board is missing" for word in names(small.playable - board.playable)]
    strip = board.playable - small.playable
    if len(strip) not in STRIP_SIZE:
        findings.append(f"the strip has {len(strip)} hexes, not {STRIP_SIZE.start} to {STRIP_SIZE.stop - 1}")
    if len(board.playable) not in FULL_SIZE:
        findings.append(f"the board has {len(board.playable)} hexes, not {FULL_SIZE.start} to {FULL_SIZE.stop - 1}")
    if len(board.pools & strip) != STRIP_POOLS:
        findings.append(f"the strip has {len(board.pools & strip)} pools, not {STRIP_POOLS}")
    if len(board.palms & strip) != STRIP_PALMS:
        findings.append(f"the strip has {len(board.palms & strip)} palm spaces, not {STRIP_PALMS}")
    if (board.features - strip, board.mountains) != (small.features, small.mountains):
        findings.append("pools, palm spaces or mountains of the small area differ from the small board's")
    return findings


def list_banks(board: Field) -> list[set[Hex]]:
    """The parts of the board that one can walk through without crossing the river."""
    banks, unseen = [], set(board.playable)
    while unseen:
        frontier = [unseen.pop()]
        bank = set(frontier)
        while frontier:
            spot = frontier.pop()
            fresh = {near for near in neighbours(spot) if near in unseen and frozenset((spot, near)) not in board.river}
            unseen -= fresh
            bank |= fresh
            frontier += fresh
        banks.append(bank)
    return banks


def check_river(board: Field) -> list[str]:
    """A river from edge to edge, by way of the mountains or not, and at least a quarter of the hexes on each bank."""
    banks = list_banks(board)
    findings = [] if len(banks) == BANKS else [f"the river makes {len(banks)} banks, not {BANKS}"]
    findings += [
        f"a bank has {len(bank)} of {len(board.playable)} hexes"
        for bank in banks
        if len(bank) * SMALLEST_BANK < len(board.playable)
    ]
    findings += [
        f"the river beside {'-'.join(names(side))} parts nothing"
        for side in sorted(board.river, key=sorted)
        if any(side <= bank for bank in banks)
    ]
    ends = [
        spot
        for side in sorted(board.river, key=sorted)
        for spot in sorted(set.intersection(*({*neighbours(one)} for one in side)))
        if spot not in board.playable
    ]
    if not ends or len(ends) % 2:
        findings.append(f"the river meets edge or mountain {len(ends)} times")
    return findings


def check_any(board: Field, leaders: int) -> list[str]:
    """All that holds for either board, whatever its counts."""
    return [
        *check_features(board),
        *check_connectivity(board),
        *check_cut_points(board),
        *check_dead_ends(board),
        *check_range(board),
        *check_spacing(board),
        *check_density(board),
        *check_palms(board),
        *check_leader_room(board, leaders),
    ]


def check_small(board: Field) -> list[str]:
    """All that a board for two and three seats must satisfy."""
    findings = check_counts(board, FULL_POOLS - STRIP_POOLS, SMALL_PALMS)
    return findings + check_any(board, LEADERS_IN_PLAY["small"])


def check_full(board: Field, small: Field) -> list[str]:
    """All that a board for four and five seats must satisfy, which extends ``small``."""
    findings = check_counts(board, FULL_POOLS, FULL_PALMS) + check_tokens(board) + check_strip(board, small)
    return findings + check_any(board, LEADERS_IN_PLAY["full"])
