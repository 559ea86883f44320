"""Lines of headers made up for the purpose: a game taken back dozens of times, ever further, is one history."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from parts import part_of

from adjudicator.proof.header import Header, read_header
from adjudicator.proof.history import Lines, Relation

ROOT = Path(__file__).resolve().parents[3]
TURNS, STEP, REWINDS = 120, 4, 28


def write_line(
    first: int, last: int, previous: str | None, acts: list[Mapping[str, Any]], second: int
) -> dict[int, Header]:
    """Headers of the turns from ``first`` to ``last`` by turn, told apart from others by their ``second``."""
    pattern = json.loads(part_of(ROOT / "games/g42", "turns/0006/turn.json").read_text())
    line: dict[int, Header] = {}
    for turn in range(first, last + 1):
        told = acts if turn == first else []
        fields = {**pattern, "turn": turn, "previous": previous, "now": f"2026-01-01T00:00:{second:02}Z", "acts": told}
        if acts:
            fields["rerun"] = True
        line[turn] = read_header(json.dumps(fields).encode())
        previous = line[turn].head
    return line


@pytest.fixture(scope="module")
def comb() -> list[dict[int, Header]]:
    """Every line that ever stood, the first one first."""
    lines = [write_line(0, TURNS, None, [], 0)]
    acts: list[Mapping[str, Any]] = []
    for number in range(1, REWINDS + 1):
        standing, to = lines[-1], TURNS - STEP * number
        last = max(standing)
        acts = [*acts, {"kind": "rewind", "head": standing[last].head, "after_turn": last, "to": to}]
        before = {turn: header for turn, header in standing.items() if turn <= to}
        lines.append({**before, **write_line(to + 1, min(to + 3 * STEP, TURNS), before[to].head, acts, number)})
    return lines


def test_a_game_taken_back_again_and_again_is_one_history(comb: list[dict[int, Header]]) -> None:
    lines = Lines({header.head: header for line in comb for header in line.values()})
    assert len(lines.rewinds) == REWINDS
    turns: dict[int, dict[str, Header]] = {}
    for header in lines.ordered:
        turns.setdefault(header.turn, {})[header.head] = header
    relations = [lines.relate(*pair) for headers in turns.values() for pair in combinations(headers.values(), 2)]
    assert len(relations) > TURNS
    assert set(relations) == {Relation.REPLACED}
    assert [turn for turn in range(max(comb[-1]) + 1) if comb[-1][turn].head in lines.abandoned] == []


def test_without_the_header_that_tells_it_is_open(comb: list[dict[int, Header]]) -> None:
    """The first turn after each rewind is missing; so is the newest of each line that was abandoned."""
    old, new = comb[0], comb[1]
    kept = [*old.values(), *(header for header in new.values() if not header.acts)]
    lines = Lines({header.head: header for header in kept})
    assert lines.relate(old[TURNS], new[TURNS]) is Relation.OPEN
    lines = Lines({header.head: header for line in comb[:2] for header in line.values() if header != old[TURNS]})
    assert lines.relate(old[TURNS - 1], new[TURNS - 1]) is Relation.OPEN


def test_what_no_act_took_back_is_a_second_history(comb: list[dict[int, Header]]) -> None:
    """A line that goes on where it was abandoned, and one with no act at all."""
    on = write_line(TURNS + 1, TURNS + 1, comb[0][TURNS].head, [], 1)
    new = write_line(TURNS + 1, TURNS + 1, comb[1][TURNS].head, [], 2)
    apart = write_line(50, TURNS, comb[0][49].head, [], 3)
    everything = [*on.values(), *new.values(), *apart.values(), *(h for line in comb[:2] for h in line.values())]
    lines = Lines({header.head: header for header in everything})
    assert lines.relate(on[TURNS + 1], new[TURNS + 1]) is Relation.SPLIT
    assert lines.relate(apart[50], comb[0][50]) is Relation.SPLIT
    assert lines.relate(apart[TURNS], comb[1][TURNS]) is Relation.SPLIT
