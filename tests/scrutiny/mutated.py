"""Damaged files of every kind: told as damage, at once, and no answer about another game is withheld for them."""

from __future__ import annotations

import contextlib
import io
import json
import random  # noqa: TID251 - repeatable damage, not chance
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parts import Part
from scrutiny.games import KINDS, play_turns
from torture.tally import Tally, count

from adjudicator.cli.main import main

SEED = 20261122
FILES = 12_000
GAMES = Path(__file__).resolve().parents[2] / "games"
SLOWEST = 5.0
"""Seconds of processor time for all commands of one trial."""
VALUES: Sequence[object] = (
    *(None, True, False, 0, 1, -1, 7, 1.5, 10**30, 1e308),
    *("", "x", "0", "7", "0" * 64, "1970-01-01T00:00:00Z", "\ud800"),
    *([], {}, [[]], [{}], [1], ["a"], [["a", "b"]], {"a": 1}, {"0": {}}, {"x": []}),
)
OTHERS = (
    ("run", "--force"),
    ("run", "--dry-run"),
    ("status",),
    ("show",),
    ("show", "--turn", "1", "--format", "json"),
    ("legal", "--seat", "SEAT"),
    ("form", "--seat", "SEAT"),
    ("dice",),
    ("check", "FILE"),
    ("submit", "FILE", "--seat", "SEAT"),
    ("rewind", "--to", "1", "--reason", "damage"),
    ("extend", "--hours", "2", "--reason", "damage"),
    ("upgrade", "--check"),
    ("start",),
)
"""Commands of which two are tried with each damaged file, besides ``verify``."""


def damage(data: bytes, draw: random.Random) -> bytes:
    """``data`` with one thing changed: a value of JSON for one of another kind, or bytes."""
    with contextlib.suppress(ValueError):
        if draw.random() < 0.8:
            saved = json.loads(data)
            _spoil(saved, draw)
            return json.dumps(saved).encode("utf-8", "surrogatepass")
    spoilt = bytearray(data)
    place = draw.randrange(len(data)) if data else 0
    match draw.randrange(4):
        case 0:
            spoilt[place : place + 1] = bytes([draw.randrange(256)])
        case 1:
            del spoilt[place:]
        case 2:
            spoilt[place:place] = spoilt[:place][-50:]
        case _:
            del spoilt[place : place + draw.randrange(1, 30)]
    return bytes(spoilt)


def _spoil(saved: Any, draw: random.Random) -> None:
    """Change one value somewhere in ``saved``."""
    while isinstance(saved, dict | list) and saved:
        key = draw.choice(list(saved)) if isinstance(saved, dict) else draw.randrange(len(saved))
        inner = saved[key]
        if not isinstance(inner, dict | list) or not inner or draw.random() < 0.4:
            if draw.random() < 0.2:
                del saved[key]
            else:
                saved[key] = draw.choice(VALUES)
            return
        saved = inner


def list_places(game: Path) -> list[Path | Part]:
    """The files of a game that are read again, and the parts of its records."""
    places: list[Path | Part] = []
    for path in sorted(path for path in game.rglob("*") if path.is_file()):
        kind = str(path.relative_to(game)).split("/", 1)[0]
        unread = kind in {"outbox", "sent"} or path.name in {"status.json", "move-file.schema.json"}
        if not unread and path.parent.name != "reports":
            places.append(path)
            if path.suffix == ".turn":
                places += [*Part(path, "").rglob("*")] * 2
    return places


def spoil_files(folder: Path, most: int = FILES, seed: int = SEED) -> Tally:
    """``most`` damaged files, most of them in a small game, each with a game beside it that nothing is wrong with."""
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(seed)  # noqa: S311 - as above: repeatable damage
    models = [_make_small(folder / "models" / "small"), GAMES / "g42", GAMES / "reef"]
    sound = play_turns(folder / "beside" / "z-sound", KINDS[0], 0, 0)
    tally = Tally()
    for number in range(most):
        model = models[0 if number % 10 else draw.choice((1, 2))]
        game = Path(shutil.copytree(model, folder / "beside" / "damaged"))
        place = draw.choice(list_places(game))
        name = f"{place.part} of {place.record.name}" if isinstance(place, Part) else str(place.relative_to(game))
        spoilt = damage(place.read_bytes(), draw)
        place.write_bytes(spoilt)
        began = time.process_time()
        trouble = _ask(game, sound, draw)
        if time.process_time() - began > SLOWEST:
            trouble.append("took long")
        tally = tally.plus(count(1, trouble, f"{model.name}, {name}, file {number}"))
        shutil.rmtree(game)
    return tally


def _ask(game: Path, sound: Path, draw: random.Random) -> list[str]:
    """What is wrong with the answers about both games."""
    trouble = []
    code, said = _call("verify", "--jobs", "1", "--json", game, sound)
    if code not in {0, 1} or [verdict["ok"] for verdict in json.loads(said)][1:] != [True]:
        trouble.append(f"verify: {code}: {said}")
    code, said = _call("status", "--json", game.parent)
    if code not in {0, 1} or [standing["trouble"] for standing in json.loads(said)][1:] != [None]:
        trouble.append(f"status: {code}: {said}")
    seat = draw.choice(("seat1", "amira", "nadia"))
    file = sound / "game.yaml"
    for words in draw.sample(OTHERS, 2):
        rest = [{"SEAT": seat, "FILE": str(file)}.get(word, word) for word in words[1:]]
        code, said = _call(words[0], game, *rest)
        if code == 70 or "our own fault" in said:
            trouble.append(f"{' '.join(words)}: {code}: {said}")
    return trouble


def _make_small(path: Path) -> Path:
    """Three turns of two seats, the last two of them taken back and one of them run again, with files that wait."""
    game = play_turns(path, KINDS[0], 0, 3)
    for words in (("rewind", game, "--to", "1", "--reason", "small"), ("run", game, "--turn", "2", "--force")):
        code, said = _call(*words)
        assert code == 0, said
    for reports in game.rglob("reports"):
        if reports.is_dir():
            shutil.rmtree(reports)
    return game


def _call(*words: object) -> tuple[int, str]:
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = int(main([str(word) for word in words]))
    except Exception as error:  # noqa: BLE001 - the command itself is to catch them all
        return 70, repr(error)
    return code, said.getvalue()
