"""Which settings can be: from the rulebooks and what was agreed, whoever sets a game up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from oracle.desert import FACE_DOWN, Oracle
from oracle.field import Field
from oracle.hexes import name, names, read

from adjudicator.core.chance import Draw

TREES = 5
RETURNING_SEATS = 5
VALUES = {
    "side": ("mountain", "river"),
    "board": ("house", "random"),
    "palms": ("random", "B8,D3,H11,J3,M7", "m7,b8, Q3,h11,j3", "B8,D3,H11,J3", "B8,D3,H11,J3,J3", "B8,D3,H11,J3,A3"),
    "first-seat": ("random", "bilal", "zoe"),
    "leader-order": ("clockwise", "serpentine"),
    "returned-leaders": ("random", "choice"),
    "first-leader": ("waive", "bind"),
    "water": ("face-up", "face-down"),
    "taken-water": ("hidden", "shown"),
}
"""Every value of every option; of palm spaces and seats some that can be and some that cannot."""


def clashes(
    edition: str, seats: tuple[str, ...], options: Mapping[str, str], board: Field
) -> Iterator[tuple[str, str]]:
    """The two things that cannot be together, each as a word that the refusal has to name.

    ``board`` is the house's board, on which palm spaces are named.
    """
    if options.get("side") == "river" and edition == "2005":
        yield "side", "2005"
    if options.get("water") == "face-down" and options.get("taken-water") == "shown":
        yield "water", "taken-water"
    for alone in ("returned-leaders", "first-leader"):
        if alone in options and len(seats) != RETURNING_SEATS:
            yield alone, f"{len(seats)} seats"
    if options.get("first-seat", "random") not in {"random", *seats}:
        yield "first-seat", seats[0]
    palms = options.get("palms", "random")
    if palms != "random" and options.get("board") == "random":
        yield "palms", "board"
    elif palms != "random":
        named = [word.strip().upper() for word in palms.split(",")]
        if len(named) != TREES or len(set(named)) != TREES or not set(named) <= set(names(board.palms)):
            yield "palms", name(min(board.palms))


def check_start(seats: Sequence[str], options: Mapping[str, str], start: Oracle, draws: Sequence[Draw]) -> None:
    """The start is as the options say, and nothing is drawn that was said or is drawn later."""
    drawn = {draw.label[0] for draw in draws}
    assert all(draw.epoch == 0 and not draw.hidden for draw in draws)
    assert sorted(start.seats) == sorted(seats)
    if options.get("first-seat", "random") != "random":
        assert start.seats[0] == options["first-seat"], "another seat begins than the one that was named"
    named = options.get("palms", "random") != "random"
    assert ("palm" in drawn) != named
    if named:
        assert start.oases == read(word.strip().upper() for word in options["palms"].split(","))
    assert len(start.oases) == TREES
    assert start.oases <= start.board.palms
    assert start.water.keys() == start.board.features - start.oases
    face_down = options.get("water") == "face-down"
    assert set(start.water.values()) == ({FACE_DOWN} if face_down else {1, 2, 3})
    assert ("water" in drawn) != face_down
    chosen = options.get("returned-leaders") == "choice"
    returning = len(seats) == RETURNING_SEATS
    assert len(start.returned) == (RETURNING_SEATS if returning and not chosen else 0)
    assert start.phase == ("returns" if chosen else "leaders")
    assert (start.on_move, start.left, start.moves) == (start.seats[0], 1, 0)
    assert bool(start.board.river) == (options.get("side") == "river")
