"""One JSON Schema for the move files of one game, for editors: the schemas that files are checked against, bundled.

It knows the order kinds, seats and places of the game. It is never stricter than the check: what is said of single
words (``x-words`` in a schema, :class:`~adjudicator.core.order.Words` of the game) refuses only what nobody can read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import EITHER, ELSE, THEN, TIMES, UNTIL, Vocabulary, Words, ignore_case
from adjudicator.core.table import Seat
from adjudicator.intake.schema import find_schema, read_schema
from adjudicator.intake.sentences import fill_in_seats

_CONDITION = "condition"


def bundle_schema(
    game_id: str, seats: Sequence[Seat], vocabulary: Vocabulary, words: Mapping[str, Words]
) -> JsonObject:
    """The schema of the move files of the game ``game_id``; ``words`` are those of its orders by sort."""
    names = f"^(?:{'|'.join(map(ignore_case, seats))})$"
    words = {"seat": Words(tuple(seats), names, f"a seat of this game: {', '.join(seats)}"), **words}
    schema: dict[str, Any] = _settle(read_schema("move-file"), "#", words)
    schema["title"] = f"Move file of {game_id}"
    schema["properties"]["game"]["const"] = game_id
    definitions = {_name("words", sort): _describe(known) for sort, known in words.items()}
    parts = {*vocabulary.kinds, _CONDITION, *((TIMES,) if vocabulary.repeats else ())}
    for part in sorted(parts):
        definitions[part] = _settle(read_schema(find_schema(vocabulary.schemas, part)), f"#/$defs/{part}", words)
    if vocabulary.bundled:
        definitions[EITHER] = _settle(read_schema(EITHER), f"#/$defs/{EITHER}", words)
        definitions[EITHER]["items"]["items"] = _describe_bundled(vocabulary.bundled)
    for key in ("orders", "standing", "fallback"):
        name = _name("item", key)
        definitions[name] = _describe_item(key, vocabulary, schema["$defs"]["orders"]["items"])
        block = _name("block", key)
        definitions[block] = {**_settle(read_schema("block"), f"#/$defs/{block}", words), "items": _refer(name)}
        listed = {**schema["$defs"]["orders"], **schema["properties"][key], "items": _refer(name)}
        del listed["$ref"]
        schema["properties"][key] = listed
    # a form that nobody has filled in
    schema["properties"]["orders"]["type"] = ["array", "null"]
    del schema["$defs"]["orders"]
    schema["$defs"].update(definitions)
    return schema


def _name(sort: str, name: str) -> str:
    """What a definition is called that is no order: a key of an order has no underline."""
    return f"{sort}_{name}"


def _refer(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _describe(known: Words) -> dict[str, Any]:
    described: dict[str, Any] = {"examples": list(known.examples)}
    if known.pattern:
        described |= {"pattern": known.pattern, "patternErrorMessage": f"must be {known.says}"}
    return described


def _describe_bundled(kind: str) -> dict[str, Any]:
    """An order in a branch: with its key, or its value alone."""
    keyed = {"properties": {kind: _refer(kind)}, "required": [kind], "additionalProperties": False}
    return {"if": {"type": "object"}, "then": keyed, "else": _refer(kind)}


def _describe_item(key: str, vocabulary: Vocabulary, plain: Mapping[str, Any]) -> dict[str, Any]:
    """An item of the list behind ``key``, as :func:`adjudicator.intake.order_check.check_order` takes it."""
    known = {kind: _refer(kind) for kind in vocabulary.kinds}
    if vocabulary.bundled and key == "orders":
        known[EITHER] = _refer(EITHER)
    if vocabulary.blocks:
        known[THEN] = _refer(_name("block", key))
    one_of: list[dict[str, Any]] = [{"required": [kind]} for kind in known]
    item: dict[str, Any] = {**plain, "additionalProperties": False, "properties": known, "oneOf": one_of}
    known["if"] = _refer(_CONDITION)
    if vocabulary.blocks:
        one_of.append({"required": [ELSE], "not": {"anyOf": list(one_of)}})
        known[ELSE] = _refer(_name("block", key))
        item["dependentRequired"] = {THEN: ["if"], ELSE: ["if"]}
    if vocabulary.repeats and key == "standing":
        known |= {TIMES: _refer(TIMES), UNTIL: _refer(_CONDITION)}
    return item


def _settle(schema: JsonValue, root: str, words: Mapping[str, Words]) -> Any:  # noqa: ANN401 - a schema, or a part of one
    """``schema`` as it stands at ``root`` of the bundle, in the keywords that editors know."""
    if isinstance(schema, list):
        return [_settle(part, root, words) for part in schema]
    if not isinstance(schema, Mapping):
        return fill_in_seats(schema, words["seat"].examples) if isinstance(schema, str) else schema
    settled: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "x-says" and "pattern" in schema:
            settled["patternErrorMessage"] = _settle(f"must be {value}", root, words)
        elif key == "x-words" and value in words:
            settled["allOf"] = [_refer(_name("words", str(value)))]
        elif key == "$ref":
            settled[key] = root + str(value).removeprefix("#")
        # examples are of no game in particular
        elif key not in {"$id", "x-says", "x-words", "examples"} and (key != "$schema" or root == "#"):
            settled[key] = _settle(value, root, words)
    return settled
