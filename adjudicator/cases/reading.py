"""From the bytes of a CASE file to a case: read strictly, checked against the schemas, all its problems at once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from adjudicator.cases.case import Case, ScriptedDraw, Step
from adjudicator.cases.frame import as_mapping, check_frame, list_steps
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.problem import Place, Problem
from adjudicator.core.table import Setting
from adjudicator.intake.reader import Document, in_order, read_document
from adjudicator.intake.schema import check_schema, find_schema
from adjudicator.intake.sentences import invalid
from adjudicator.registry import AnyGame, UnknownGameError, find_game

NEUTRAL = frozenset({"points", "table", "phase", "mover", "ending"})
"""What ``after`` may say of any game; the rest is the game's own language."""
_BARE_DRAWING = re.compile(r"\s*(?:- )*text:\s*\|\s*$")


def read_case(data: bytes) -> tuple[Case | None, AnyGame | None, tuple[Problem, ...]]:
    """The case in ``data`` and its game, or else None, and everything that is wrong with the file, by place."""
    document, problems = read_document(data)
    if document is None:
        return None, None, (*problems, *_explain_drawing(data, problems))
    problems = in_order((*problems, *check_schema(document.value, (), document, "case")))
    if problems:
        return None, None, problems
    content = cast("JsonObject", document.value)
    try:
        game = find_game(str(content["game"]))
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


def _check_positions(content: JsonObject, game: AnyGame, document: Document) -> Iterator[Problem]:
    schema = find_schema(game.schemas, "position")
    if "before" in content:
        yield from check_schema(content["before"], ("before",), document, schema)
    for step in list_steps(content):
        if "after" in step.content:
            own = own_expectations(step)
            yield from check_schema(own, (*step.path, "after"), document, schema)


def own_expectations(step: Step) -> JsonObject:
    """What ``after`` says in the game's own language."""
    return {key: value for key, value in as_mapping(step.content["after"]).items() if key not in NEUTRAL}


def _build(content: JsonObject, game: AnyGame, document: Document, lines: tuple[str, ...]) -> Case:
    options = {name: str(value) for name, value in as_mapping(content.get("options")).items()}
    return Case(
        id=str(content["case"]),
        title=str(content["title"]),
        game=game.name,
        setting=Setting(str(content["edition"]), options, tuple(cast("Sequence[str]", content["seats"]))),
        rules={edition: str(heading) for edition, heading in as_mapping(content["rule"]).items()},
        rulings=tuple(str(ruling) for ruling in cast("Sequence[JsonValue]", content.get("rulings", ()))),
        basis=str(content["basis"]),
        why=str(content["why"]),
        impossible=tuple(str(word) for word in cast("Sequence[JsonValue]", content.get("impossible", ()))),
        draws=tuple(
            ScriptedDraw(
                str(draw["draw"]),
                cast("int", draw["gives"]),
                cast("int | None", draw.get("of")),
                document.place_of(("draws", number)),
            )
            for number, draw in enumerate(cast("Sequence[JsonObject]", content.get("draws", ())))
        ),
        before=cast("JsonObject", content["before"]) if "before" in content else None,
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
                raise FileNotFoundError(f"{path}: no CASE files ({', '.join(_ENDINGS)}) below this folder")
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
