"""Intersections and roads as people write them: ``12``, ``12-13``, or a chain of roads ``12-13-14``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from adjudicator.core.bench import Fault, Path
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.topology import INTERSECTIONS, PATH_NAMED, PATH_NAMES, mask_of


def find_wrong_spots(numbers: Sequence[int], path: Path) -> Iterator[Fault]:
    """Numbers that are no intersections."""
    for place, number in enumerate(numbers):
        if not 0 <= number < INTERSECTIONS:
            says = f"there is no intersection {number}; they are numbered 0 to {INTERSECTIONS - 1}"
            yield Fault((*path, place), says)


def find_wrong_chains(chains: Sequence[str], path: Path) -> Iterator[Fault]:
    """Steps of chains that are no paths of the board."""
    for place, chain in enumerate(chains):
        for one, other in _list_steps(chain):
            if _name_path(one, other) not in PATH_NAMED:
                yield Fault((*path, place), f"there is no path from {one} to {other}")


def list_chain(chain: str) -> list[int]:
    """The paths of a chain that is right."""
    return [PATH_NAMED[_name_path(one, other)] for one, other in _list_steps(chain)]


def mask_chains(chains: Sequence[str]) -> int:
    """The paths of all chains, a mask."""
    return mask_of(path for chain in chains for path in list_chain(chain))


def say_spots(mask: int) -> str:
    """Intersections in words."""
    return ", ".join(map(str, list_bits(mask))) or "none"


def say_roads(mask: int) -> str:
    """Paths in words."""
    return ", ".join(PATH_NAMES[path] for path in list_bits(mask)) or "none"


def _list_steps(chain: str) -> list[tuple[int, int]]:
    spots = [int(number) for number in chain.split("-")]
    return list(pairwise(spots))


def _name_path(one: int, other: int) -> str:
    return f"{min(one, other)}-{max(one, other)}"
