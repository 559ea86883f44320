"""``verify`` of files full of nonsense: a finding, and never its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from parts import Part, turn_of
from unit.store.damage import findings
from unit.store.forging import chain_again, edit

NONSENSE: dict[str, tuple[str, Callable[[Part], object]]] = {
    "no list of reports": ("reports.json", lambda path: path.unlink()),
    "half a list of reports": ("reports.json", lambda path: path.write_text("{")),
    "an empty list of reports": ("reports.json", lambda path: path.write_text("{}")),
    "reports that are a number": ("reports.json", lambda path: path.write_text('{"head": 1, "reports": 5}')),
    "deep state": ("state.json", lambda path: path.write_text("[" * 200_000)),
    "deep manifest": ("turn.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "deep events": ("events.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "deep reports": ("reports.json", lambda path: path.write_text("[" * 200_000)),
    "event of no kind": ("events.json", lambda path: edit(path, lambda told: told["events"][0].update(kind=5))),
    "results of no fate": ("events.json", lambda path: edit(path, lambda told: told.update(results=[{}]))),
    "draw of nothing": ("chance.json", lambda path: edit(path, lambda chance: chance.update(draws=[1]))),
    "agenda of nobody": ("agenda.json", lambda path: edit(path, lambda agenda: agenda.clear())),
    "orders that are not there": (
        "private.json",
        lambda path: edit(path, lambda local: local.update(in_force={"ann": ["orders/ann/99.yaml"]})),
    ),
    "orders of a stranger": (
        "private.json",
        lambda path: edit(path, lambda local: local.update(in_force={"eve": ["orders/ann/01.yaml"]})),
    ),
    "orders that are a list": ("private.json", lambda path: edit(path, lambda local: local.update(in_force=[]))),
    "the end of time": ("turn.json", lambda path: edit(path, lambda turn: turn.update(now="9999-12-31T23:59:59Z"))),
    "before time": ("turn.json", lambda path: edit(path, lambda turn: turn.update(now="0001-01-01T00:00:00+23:00"))),
    "hashes that are numbers": ("turn.json", lambda path: edit(path, lambda turn: turn.update(files={"a": 5}))),
    "no salt": ("private.json", lambda path: edit(path, lambda local: local.update(salt=5))),
    "echoes that are numbers": ("private.json", lambda path: edit(path, lambda local: local.update(echoed={"ann": 5}))),
    "unopened epochs of no number": ("private.json", lambda path: edit(path, lambda local: local.update(unopened="x"))),
    "no local manifest": ("private.json", lambda path: path.unlink()),
    "deep local manifest": ("private.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "no chance": ("turn.json", lambda path: edit(path, lambda turn: turn.update(rng=5))),
    "another format": ("turn.json", lambda path: edit(path, lambda turn: turn.update(format=1))),
    "no hashes": ("turn.json", lambda path: edit(path, lambda turn: turn.update(files=None))),
    "an order of one word": (
        "orders/ann/01.yaml",
        lambda path: path.write_text("game: g1\nturn: 2\nseat: ann\norders: [leader: pink]\n"),
    ),
    "an order of no kind": (
        "orders/ann/01.yaml",
        lambda path: path.write_text("game: g1\nturn: 2\nseat: ann\norders: [5]\n"),
    ),
}


@pytest.mark.parametrize("rehash", [False, True], ids=["as it is", "hashes put right"])
@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_a_finding_and_never_the_end_of_verify(game: Path, nonsense: str, *, rehash: bool) -> None:
    name, spoil = NONSENSE[nonsense]
    spoil(turn_of(game, 2) / name)
    if rehash:
        try:
            chain_again(game)
        except (ValueError, AttributeError, TypeError, KeyError, RecursionError):
            return  # not even a forger can put that right
        if nonsense in {"hashes that are numbers", "no hashes", "no salt"}:
            return  # putting right undoes it
    assert findings(game)
    assert findings(game, reports=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('module: ".*"', "module: 5"),
        ("turn: 72", "turn: 999999999"),
        ("turn: 72", "turn: -1"),
        ('edition: ".*"', "edition: [x]"),
        ('edition: ".*"', "edition: nothing"),
        ("level: L1", "level: 5"),
        ("epochs: 256", "epochs: 0"),
        ("epochs: 256", "epochs: -5"),
        ("pacing: round", "pacing: fast"),
        ("  - ann", "  - ../ann"),
        ("  - ann", "  - bob"),
        ("  - ann", "  - 5"),
    ],
)
def test_a_charter_of_nonsense_is_a_finding(game: Path, old: str, new: str) -> None:
    for path in (game / "game.yaml", turn_of(game, 0) / "game.yaml"):
        text = re.sub(old, new, path.read_text())
        assert text != path.read_text()
        path.write_text(text)
    assert findings(game)
    chain_again(game)
    assert findings(game)
