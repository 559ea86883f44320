"""How a game is played, as its invitations say it: ``terms.txt`` has every edition and every value of an option.

And what a player's editor says of a move file, and of values that cannot stand in it, by the schema sent with the first
report.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from golden.telling import adjudicate, list_new, read_letter, write_lines

import adjudicator.rules.through_the_desert.boards
from adjudicator.core.json_value import JsonValue

FILE = "terms.txt"
NOW = ("--now", "2026-01-01T00:00:00Z")
FOUR, FIVE = ("ann", "ben", "cem", "dora"), ("ann", "ben", "cem", "dora", "emil")
BOARD = Path(adjudicator.rules.through_the_desert.boards.__file__).with_name("full.txt")


class Chosen(NamedTuple):
    """What a moderator chose for a game."""

    game: str
    edition: str
    options: Mapping[str, str]
    pacing: str = ""
    more: tuple[str, ...] = ()


DESERT, CATAN, CARAVANS = "through-the-desert", "catan", "catan-caravans"
GAMES: tuple[Chosen, ...] = (
    Chosen(DESERT, "2005", {}),
    Chosen(
        DESERT,
        "manual",
        {"side": "river", "board": "random", "first-seat": "ann", "leader-order": "serpentine", "water": "face-down"},
    ),
    Chosen(
        DESERT,
        "allplay",
        {"taken-water": "shown", "returned-leaders": "choice", "first-leader": "bind", "palms": "B8,D3,H11,J3,M7"},
    ),
    Chosen(DESERT, "2005", {}, more=("--board", str(BOARD))),
    Chosen(CATAN, "base", {}),
    Chosen(
        CATAN,
        "base",
        {"spread": "yes", "friendly-robber": "yes", "calm-rounds": "1", "discard-limit": "9"},
        pacing="round",
    ),
    Chosen(
        CATAN,
        "base",
        {"board": "beginners", "calm-rounds": "2", "preroll": "ask", "discard": "ask", "trade-hours": "0"},
    ),
    Chosen(CARAVANS, "great-caravan", {}),
    Chosen(CARAVANS, "great-caravan", {}, pacing="round"),
    Chosen(CARAVANS, "great-caravan", {"robber": "barred", "coast": "no", "flank": "no", "votepress": "bidders"}),
    Chosen(CARAVANS, "box", {"robber": "returns", "votepress": "none", "negotiate-hours": "24", "target": "11"}),
)


def list_told() -> Iterator[tuple[str, str]]:
    """What was chosen, and how its invitation tells it."""
    for chosen in GAMES:
        given = {**chosen.options, **({"pacing": chosen.pacing} if chosen.pacing else {})}
        title = ", ".join((chosen.game, chosen.edition, *(f"{name} {value}" for name, value in given.items())))
        with tempfile.TemporaryDirectory() as folder:
            yield title, _read_terms(Path(folder), chosen)
            schema = json.loads((Path(folder) / "g" / "outbox" / "move-file.schema.json").read_text(encoding="utf-8"))
            yield f"{title}, in an editor", "\n\n".join((schema["title"], *_list_hints(schema)))


def _list_hints(schema: JsonValue) -> Iterator[str]:
    """What an editor says of a key, and where a value does not fit."""
    if isinstance(schema, Mapping):
        for word in ("description", "patternErrorMessage", "errorMessage"):
            if isinstance(hint := schema.get(word), str):
                yield hint
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from _list_hints(part)


def _read_terms(place: Path, chosen: Chosen) -> str:
    (place / "secret").write_text("5a" * 64)
    options = [word for name, value in chosen.options.items() for word in ("--option", f"{name}={value}")]
    seats = [word for seat in (FIVE if chosen.game == DESERT else FOUR) for word in ("--seat", seat)]
    pacing = ("--pacing", chosen.pacing) if chosen.pacing else ()
    words = ("new", "g", "--game", chosen.game, "--edition", chosen.edition, *options, *seats, *pacing, *chosen.more)
    ran = adjudicate(*words, "--secret-file", "secret", *NOW, cwd=place)
    assert not ran.err, ran.err
    letter = next(place.glob("g/outbox/*-ann-invitation.*"))
    return read_letter(letter).partition("How this game is played:")[2].partition("Chance (level")[0]


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
