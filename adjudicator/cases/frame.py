"""The frame of a case, checked against the game: where it begins, edition, options, seats, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.cases.case import Step
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.problem import Problem
from adjudicator.core.table import Onlooker, say_seats
from adjudicator.intake.reader import Document, Path
from adjudicator.intake.sentences import invalid, printable
from adjudicator.registry import AnyGame

_STEP_KEYS = frozenset(
    {
        *("actions", "orders", "run", "events", "told", "problems", "stop", "fates", "kept", "asks", "awaits"),
        *("after", "view", "legal", "refused"),
    }
)
_BY_SEAT = ("orders", "fates", "kept", "asks", "legal")
_BY_READER = ("view", "told")
_ONLOOKERS = frozenset(reader.value for reader in Onlooker)


def check_frame(content: JsonObject, game: AnyGame, document: Document) -> Iterator[Problem]:
    """What the case says of the game that the game does not know."""
    if "before" not in content and "setup" not in content:
        yield invalid("no-beginning", document.place_of(()))
    if "before" in content and "setup" in content:
        yield invalid("two-beginnings", document.key_places["setup",])
    if "impossible" in content and "setup" not in content:
        yield invalid("no-set-up", document.key_places["impossible",])
    seats = cast("Sequence[str]", content["seats"])
    if len(seats) not in game.seats:
        yield invalid(
            "wrong-number-of-seats",
            document.place_of(("seats",)),
            game=game.name,
            seats=say_seats(game.seats),
            written=len(seats),
        )
    for code, path, written, known in _list_unknown(content, game):
        # A key is named where it stands, a value where it begins; the entry of a key begins with its value.
        is_value = path[-1] == "edition" or isinstance(path[-1], int) or code == "unknown-value"
        place = document.place_of(path) if is_value else document.key_places[path]
        facts = {"written": printable(written), "known": ", ".join(known), "game": game.name, "key": str(path[-1])}
        yield invalid(code, place, **facts)


def _list_unknown(content: JsonObject, game: AnyGame) -> Iterator[tuple[str, Path, str, Sequence[str]]]:
    """The code, the place, what is written and what is known, for every name that the game or the case has not."""
    editions, rulings = tuple(game.editions), tuple(game.rulings)
    if str(content["edition"]) not in editions:
        yield "unknown-edition", ("edition",), str(content["edition"]), editions
    for edition in as_mapping(content["rule"]):
        if edition not in editions:
            yield "unknown-edition", ("rule", edition), edition, editions
    yield from _list_unknown_options(content, game)
    for number, ruling in enumerate(cast("Sequence[JsonValue]", content.get("rulings", ()))):
        if str(ruling) not in rulings:
            yield "unknown-ruling", ("rulings", number), str(ruling), rulings
    seats = cast("Sequence[str]", content["seats"])
    for path, name in _list_named_seats(content):
        if name not in seats:
            yield "unknown-seat", path, name, seats


def _list_unknown_options(content: JsonObject, game: AnyGame) -> Iterator[tuple[str, Path, str, Sequence[str]]]:
    options = {option.name: option for option in game.options}
    for name, value in as_mapping(content.get("options")).items():
        if name not in options:
            yield "unknown-option", ("options", name), name, tuple(options)
        elif not options[name].allows(str(value)):
            yield "unknown-value", ("options", name), str(value), options[name].values


def _list_named_seats(content: JsonObject) -> Iterator[tuple[Path, str]]:
    for step in list_steps(content):
        for key in _BY_SEAT:
            yield from (((*step.path, key, name), name) for name in as_mapping(step.content.get(key)))
        for key in _BY_READER:
            readers = as_mapping(step.content.get(key))
            yield from (((*step.path, key, name), name) for name in readers if name not in _ONLOOKERS)
        for key in ("actions", "refused"):
            items = cast("Sequence[JsonObject]", step.content.get(key, ()))
            for number, item in enumerate(items):
                names = (name for name in item if key == "actions" or name != "because")
                yield from (((*step.path, key, number, name), name) for name in names)
        points = as_mapping(as_mapping(step.content.get("after")).get("points"))
        yield from (((*step.path, "after", "points", name), name) for name in points)


def list_steps(content: JsonObject) -> tuple[Step, ...]:
    """The first step, which stands at the top of the case, and those after it."""
    first = {key: value for key, value in content.items() if key in _STEP_KEYS}
    further = cast("Sequence[JsonObject]", content.get("then", ()))
    return (Step(first, ()), *(Step(step, ("then", number)) for number, step in enumerate(further)))


def as_mapping(value: JsonValue) -> JsonObject:
    """``value`` where it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}
