"""The shape that stands for a seat, in table order, on boards and on charts."""

from __future__ import annotations

from itertools import pairwise

SHAPES = ("circle", "square", "triangle", "diamond", "cross")
"""The shape of a seat's tokens, in table order."""

_CORNERS = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle": ((0, -1.25), (1.22, 0.88), (-1.22, 0.88)),
    "diamond": ((0, -1.28), (1.28, 0), (0, 1.28), (-1.28, 0)),
    "cross": (
        *((-0.5, -1.2), (0.5, -1.2), (0.5, -0.5), (1.2, -0.5), (1.2, 0.5), (0.5, 0.5)),
        *((0.5, 1.2), (-0.5, 1.2), (-0.5, 0.5), (-1.2, 0.5), (-1.2, -0.5), (-0.5, -0.5)),
    ),
}


def shape_steps(shape: str, radius: float) -> tuple[int, int, str]:
    """The outline of a token: where it begins, seen from the middle, and the path from there, in relative steps."""
    if shape == "circle":
        r = round(radius)
        return -r, 0, f"a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"
    corners = [(round(x * radius), round(y * radius)) for x, y in _CORNERS[shape]]
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(corners)]
    return *corners[0], "l" + " ".join(f"{right} {down}" for right, down in steps) + "z"
