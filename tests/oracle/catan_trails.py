"""The longest road by trying every order of roads."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

Path = tuple[int, int]


def longest(roads: AbstractSet[Path], rivals: AbstractSet[int], weight: Mapping[Path, int] | None = None) -> int:
    """The heaviest trail: from any road on, in either direction, never past a rival's building."""
    weights = weight or dict.fromkeys(roads, 1)
    return max(
        (walk([(here, there)], roads, rivals, weights) for path in roads for here, there in ends(path)), default=0
    )


def ends(path: Path) -> tuple[Path, Path]:
    """Both directions of a path."""
    return path, (path[1], path[0])


def walk(steps: list[Path], roads: AbstractSet[Path], rivals: AbstractSet[int], weight: Mapping[Path, int]) -> int:
    """The most that the trail of these steps can come to."""
    used = {(min(step), max(step)) for step in steps}
    so_far = sum(weight[path] for path in used)
    stand = steps[-1][1]
    if stand in rivals:
        return so_far
    onward = [step for path in roads - used for step in ends(path) if step[0] == stand]
    return max((walk([*steps, step], roads, rivals, weight) for step in onward), default=so_far)
