"""CASE files, numbered cases about rules: what a case is about, where it begins, and its steps, as read from its bytes.

A file is read strictly and checked against the schemas, and all its problems are found at once. Every part of a case
knows its place in the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import CaseNotation
from adjudicator.core.order import Place, Problem
from adjudicator.core.table import Onlooker, Setting, say_seats
from adjudicator.intake.reader import Document, Path, in_order, read_document
from adjudicator.intake.schema import check_schema, find_schema
from adjudicator.intake.sentences import invalid, printable
from adjudicator.kit.words import join_words
from adjudicator.registry import AnyGame, UnknownGameError, find_game

NEUTRAL = frozenset({"points", "table", "phase", "mover", "ending"})
"""What ``after`` may say of any game; the rest is the game's own language."""
_BLOCK = re.compile(r"[|>](?P<indent>[1-9])?[-+]?(?P<indent_last>[1-9])?[ \t]*(#.*)?$")
"""The head of a text of several lines, and how far it says that they are indented."""
_find_game = cache(find_game)
"""Hundreds of cases are about a few games; each of these is looked for once."""
_BARE_DRAWING = re.compile(r"\s*(?:- )*text:\s*\|\s*$")


class ScriptedDraw(NamedTuple):
    """What chance gives for a label; ``of`` is how many outcomes there must be, where the case says so."""

    label: str
    gives: int
    of: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class CaseStep:
    """What is done, and what must come of it, as written; ``path`` leads to it."""

    content: Mapping[str, Any]
    path: Path


@dataclass(frozen=True, slots=True)
class Case:
    """A case. ``rules`` has the heading of the clause by edition; ``before`` is None where the set-up is played.

    ``impossible`` has words of the reason for which the set-up is refused; none where it is not.
    """

    id: str
    title: str
    game: str
    setting: Setting
    rules: Mapping[str, str]
    rulings: tuple[str, ...]
    basis: str
    why: str
    impossible: tuple[str, ...]
    draws: tuple[ScriptedDraw, ...]
    before: JsonObject | None
    steps: tuple[CaseStep, ...]
    document: Document
    lines: tuple[str, ...]
    """The file, line by line."""

    def place_of(self, path: Path) -> Place:
        """Where the value at ``path`` begins, or the nearest one around it."""
        return self.document.place_of(path)

    def place_in_text(self, path: Path, line: int, column: int) -> Place:
        """Where a spot of a text of several lines stands in the file; ``line`` 0 is the text as a whole."""
        head = self.place_of(path)
        opening = _BLOCK.match(self.lines[head.line - 1][head.column - 1 :])
        if not line or opening is None:
            return head
        indent = opening["indent"] or opening["indent_last"]
        body = self.lines[head.line :]
        first = next((text for text in body if text.strip()), "")
        width = len(first) - len(first.lstrip(" "))
        if indent:
            width = self._indent_of_parent(path) + int(indent)
        return Place(head.line + line, column + width)

    def _indent_of_parent(self, path: Path) -> int:
        key = self.document.key_places.get(path, self.place_of(path))
        return key.column - 1


def find_notation(game: AnyGame) -> CaseNotation[Any, Any]:
    """How cases of ``game`` write positions and actions; one without a notation has no cases that could be read."""
    assert game.cases is not None
    return game.cases


def read_case(data: bytes) -> tuple[Case | None, AnyGame | None, tuple[Problem, ...]]:
    """The case in ``data`` and its game, or else None, and everything that is wrong with the file, by place."""
    document, problems = read_document(data)
    if document is None:
        return None, None, (*problems, *_explain_drawing(data, problems))
    problems = in_order((*problems, *check_schema(document.value, (), document, "case")))
    if problems:
        return None, None, problems
    content = cast("Mapping[str, Any]", document.value)
    try:
        game = _find_game(str(content["game"]))
    except UnknownGameError as error:
        return None, None, (invalid("unknown-game", document.place_of(("game",)), says=str(error)),)
    if game.cases is None:
        return None, game, (invalid("no-cases", document.place_of(("game",)), game=game.name),)
    problems = in_order((*check_frame(content, game, document), *_check_positions(content, game, document)))
    if problems:
        return None, game, problems
    return _build(content, game, document, tuple(data.decode("utf-8").removeprefix("\ufeff").splitlines())), game, ()


def _explain_drawing(data: bytes, problems: Sequence[Problem]) -> Iterator[Problem]:
    """The likeliest mistake of all: a drawing without the mark that says where its left edge is."""
    last = max((problem.place.line for problem in problems), default=0)
    lines = data.decode("utf-8", "replace").splitlines()[:last]
    for number in range(len(lines), 0, -1):
        if _BARE_DRAWING.match(lines[number - 1]):
            yield invalid("drawing-indent", Place(number, lines[number - 1].index("|") + 1))
            return


def _check_positions(content: Mapping[str, Any], game: AnyGame, document: Document) -> Iterator[Problem]:
    schema = find_schema(game.schemas, "position")
    if "before" in content:
        yield from check_schema(content["before"], ("before",), document, schema)
    for step in list_steps(content):
        if "after" in step.content:
            own = own_expectations(step)
            yield from check_schema(own, (*step.path, "after"), document, schema)


def own_expectations(step: CaseStep) -> JsonObject:
    """What ``after`` says in the game's own language."""
    return {key: value for key, value in step.content["after"].items() if key not in NEUTRAL}


def _build(content: Mapping[str, Any], game: AnyGame, document: Document, lines: tuple[str, ...]) -> Case:
    options = {name: str(value) for name, value in content.get("options", {}).items()}
    return Case(
        id=content["case"],
        title=content["title"],
        game=game.name,
        setting=Setting(str(content["edition"]), options, tuple(content["seats"])),
        rules={edition: str(heading) for edition, heading in content["rule"].items()},
        rulings=tuple(map(str, content.get("rulings", ()))),
        basis=content["basis"],
        why=content["why"],
        impossible=tuple(map(str, content.get("impossible", ()))),
        draws=tuple(
            ScriptedDraw(str(draw["draw"]), draw["gives"], draw.get("of"), document.place_of(("draws", number)))
            for number, draw in enumerate(content.get("draws", ()))
        ),
        before=content.get("before"),
        steps=list_steps(content),
        document=document,
        lines=lines,
    )


_ENDINGS = (".yaml", ".yml")


def find_case_files(paths: Iterable[str]) -> Iterator[str]:
    """The files named, and those below the folders named, numbers in names in their order.

    Raises ``FileNotFoundError`` for a path that is not there, or a folder without such files.
    """
    for path in paths:
        if os.path.isdir(path):
            found = sorted(_walk(path), key=_by_number)
            if not found:
                raise FileNotFoundError(f"{path}: no CASE files ({join_words(_ENDINGS, 'or')}) below this folder")
            yield from found
        elif os.path.exists(path):
            yield path
        else:
            raise FileNotFoundError(f"{path}: no such file or folder")


def _walk(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(here, name) for name in files if name.endswith(_ENDINGS) and not name.startswith("."))


def _by_number(path: str) -> list[tuple[str, int]]:
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D+)(\d*)", path)]


_STEP_KEYS = frozenset(
    {
        *("actions", "orders", "run", "events", "told", "problems", "stop", "fates", "kept", "asks", "awaits"),
        *("after", "view", "legal", "refused"),
    }
)
_BY_SEAT = ("orders", "fates", "kept", "asks", "legal")
_BY_READER = ("view", "told")
_ONLOOKERS = frozenset(reader.value for reader in Onlooker)


def check_frame(content: Mapping[str, Any], game: AnyGame, document: Document) -> Iterator[Problem]:
    """What the case says of the game that the game does not know."""
    if "before" not in content and "setup" not in content:
        yield invalid("no-beginning", document.place_of(()))
    if "before" in content and "setup" in content:
        yield invalid("two-beginnings", document.key_places["setup",])
    if "impossible" in content and "setup" not in content:
        yield invalid("no-set-up", document.key_places["impossible",])
    seats = content["seats"]
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
        listed = join_words(known, "or" if code == "unknown-value" else "and")
        yield invalid(code, place, written=printable(written), known=listed, game=game.name, key=str(path[-1]))


def _list_unknown(content: Mapping[str, Any], game: AnyGame) -> Iterator[tuple[str, Path, str, Sequence[str]]]:
    """The code, the place, what is written and what is known, for every name that the game or the case has not."""
    editions, rulings = tuple(game.editions), tuple(game.rulings)
    if str(content["edition"]) not in editions:
        yield "unknown-edition", ("edition",), str(content["edition"]), editions
    for edition in content["rule"]:
        if edition not in editions:
            yield "unknown-edition", ("rule", edition), edition, editions
    yield from _list_unknown_options(content, game)
    for number, ruling in enumerate(content.get("rulings", ())):
        if str(ruling) not in rulings:
            yield "unknown-ruling", ("rulings", number), str(ruling), rulings
    for path, name in _list_named_seats(content):
        if name not in content["seats"]:
            yield "unknown-seat", path, name, content["seats"]


def _list_unknown_options(content: Mapping[str, Any], game: AnyGame) -> Iterator[tuple[str, Path, str, Sequence[str]]]:
    options = {option.name: option for option in game.options}
    for name, value in content.get("options", {}).items():
        if name not in options:
            yield "unknown-option", ("options", name), name, tuple(options)
        elif not options[name].allows(str(value)):
            yield "unknown-value", ("options", name), str(value), options[name].values


def _list_named_seats(content: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    for step in list_steps(content):
        for key in _BY_SEAT:
            yield from (((*step.path, key, name), name) for name in step.content.get(key, {}))
        for key in _BY_READER:
            readers = (name for name in step.content.get(key, {}) if name not in _ONLOOKERS)
            yield from (((*step.path, key, name), name) for name in readers)
        for key in ("actions", "refused"):
            for number, item in enumerate(step.content.get(key, ())):
                names = (name for name in item if key == "actions" or name != "because")
                yield from (((*step.path, key, number, name), name) for name in names)
        points = step.content.get("after", {}).get("points", {})
        yield from (((*step.path, "after", "points", name), name) for name in points)


def list_steps(content: Mapping[str, Any]) -> tuple[CaseStep, ...]:
    """The first step, which stands at the top of the case, and those after it."""
    first = {key: value for key, value in content.items() if key in _STEP_KEYS}
    further = enumerate(content.get("then", ()))
    return (CaseStep(first, ()), *(CaseStep(step, ("then", number)) for number, step in further))
