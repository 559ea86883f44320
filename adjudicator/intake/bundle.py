"""Bundles the schemas of one game into one with which editors check its move files: its orders, seats and places.

The bundle is never stricter than the check: what is said of single words (``x-words`` in a schema,
:class:`~adjudicator.core.order.Words` of the game) refuses only what nobody can read. In which lists an order can stand
its schema says: ``x-lists`` (``orders``, ``standing``, ``fallback``, and ``then`` for blocks), where it is not all. An
order that is written in one way in ``standing`` and in another elsewhere names the types of the former: ``x-standing``.
Orders that a game has no use for are not suggested, and questions of conditions that it has no answer to are refused.
Values that say nothing (null, true and false) are not suggested; those of them that the check refuses by its words
stand in ``x-refused``.

A key is completed with its colon, and nothing behind that where its value is first of all a word or a number. The YAML
language server goes by what stands plainly in the schema of a key: so there stand only its types, and the rest below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.order import EITHER, ELSE, THEN, TIMES, UNTIL, Vocabulary, Words, ignore_case
from adjudicator.core.table import Seat
from adjudicator.intake.reader import ORDER_LISTS
from adjudicator.intake.schema import find_schema, read_schema
from adjudicator.intake.sentences import fill_in_seats

_CONDITION, _BLOCK = "condition", "block_then"
_LEFT_OUT = frozenset(("$id", "x-says", "x-words", "x-lists", "x-standing", "x-refused", "examples"))
"""Keywords that are no editor's; examples are of no game in particular."""
_BARE: Mapping[str, Sequence[JsonScalar]] = {"null": (None,), "boolean": (True, False)}
"""The values that say nothing, by their type."""
_INLINE = ("string", "integer")
"""The types of values that stand on the line of their key."""
_ABOVE = ("$schema", "title", "description")
"""Keywords that stand before the types of a key."""
_BELOW = ("$ref", "anyOf", "items", "properties")
"""Keywords by which the YAML language server completes a key, whatever its types; beside the first it sees no types."""
_STAYING = ("$defs", "maxProperties")
"""Keywords that do not move below: what others refer to, and what would keep it from suggesting the last property."""


def bundle_schema(
    game_id: str,
    seats: Sequence[Seat],
    vocabulary: Vocabulary,
    words: Mapping[str, Words],
    useless: Collection[str] = (),
) -> JsonObject:
    """The schema of the move files of the game ``game_id``; ``words`` are those of its orders by sort.

    ``useless`` are the keys of orders and conditions that the game has no use for.
    """
    known = f"a seat of this game: {', '.join(seats)}"
    words = {
        "seat": Words(tuple(seats), match_names(seats), known),
        "reader": Words((*seats, "all"), match_names((*seats, "all")), f"{known}, or the word all"),
        **words,
    }
    schema: dict[str, Any] = _settle(read_schema("move-file"), "#", words)
    schema["title"] = f"Move file of {game_id}"
    schema["properties"]["game"]["const"] = game_id
    definitions = {_name_part("words", sort): _describe_words(known) for sort, known in words.items()}
    parts = {*vocabulary.kinds, _CONDITION, *((TIMES,) if vocabulary.repeats else ())}
    for part in sorted(parts):
        definitions[part] = _settle(read_schema(find_schema(vocabulary.schemas, part)), f"#/$defs/{part}", words)
    for asked in useless:
        definitions[_CONDITION].get("properties", {}).pop(asked, None)
    if vocabulary.bundled:
        definitions[EITHER] = _settle(read_schema(EITHER), f"#/$defs/{EITHER}", words)
        definitions[EITHER]["items"]["items"] = _describe_bundled(vocabulary.bundled)
    plain = schema["$defs"].pop("orders")
    if vocabulary.blocks:
        inner = _refer(_name_part("item", THEN))
        definitions[_BLOCK] = {**_settle(read_schema("block"), f"#/$defs/{_BLOCK}", words), "items": inner}
    for key in (*ORDER_LISTS, *((THEN,) if vocabulary.blocks else ())):
        definitions[_name_part("item", key)] = _describe_item(key, vocabulary, plain["items"], useless)
    for key in ORDER_LISTS:
        listed = {**plain, **schema["properties"][key], "items": _refer(_name_part("item", key))}
        del listed["$ref"]
        schema["properties"][key] = listed
    # a form that nobody has filled in
    schema["properties"]["orders"] |= _let_pass(schema["properties"]["orders"].pop("type"), None)
    schema["$defs"].update(definitions)
    return schema


def match_names(names: Iterable[str]) -> str:
    """The pattern of one of ``names`` and nothing else, in any letter case."""
    return f"^(?:{'|'.join(map(ignore_case, names))})$"


def _name_part(sort: str, name: str) -> str:
    """What a definition is called that is no order: a key of an order has no underline."""
    return f"{sort}_{name}"


def _refer(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _hide(schema: Mapping[str, Any]) -> dict[str, Any]:
    """``schema`` of a key that editors do not suggest; where it is written all the same, that is no fault."""
    hidden = {key: value for key, value in schema.items() if key != "$ref"}
    if "$ref" in schema:
        # the YAML language server overlooks what stands beside a reference
        hidden["allOf"] = [*hidden.get("allOf", ()), {"$ref": schema["$ref"]}]
    return {**hidden, "doNotSuggest": True}


def _let_pass(types: str | Sequence[str], *values: JsonScalar) -> dict[str, Any]:
    """One of ``types``, or one of ``values``: an editor suggests what stands plainly in a schema, so these do not."""
    return {"anyOf": [{"type": types}, {"not": {"not": {"enum": [*values]}}}]}


def _describe_types(types: Sequence[str], refused: Sequence[JsonValue]) -> dict[str, Any]:
    """One of ``types``; values that say nothing are not suggested, nor taken where they are ``refused``."""
    bare = [value for name in types for value in _BARE.get(name, ()) if value not in refused]
    plain = [name for name in types if name not in _BARE]
    if bare and plain:
        return _let_pass(plain[0] if len(plain) == 1 else plain, *bare)
    return {"type": types[0] if len(types) == 1 else list(types)}


def _describe_words(known: Words) -> dict[str, Any]:
    described: dict[str, Any] = {"examples": list(known.examples)}
    if known.pattern:
        described |= {"pattern": known.pattern, "patternErrorMessage": f"must be {known.says}"}
    return described


def _describe_bundled(kind: str) -> dict[str, Any]:
    """An order in a branch: with its key, or its value alone."""
    keyed = {"properties": {kind: _refer(kind)}, "required": [kind], "additionalProperties": False}
    return {"if": {"type": "object"}, "then": keyed, "else": _refer(kind)}


def _describe_item(
    key: str, vocabulary: Vocabulary, plain: Mapping[str, Any], useless: Collection[str]
) -> dict[str, Any]:
    """An item of the list behind ``key``, as the check takes it: by its form, and by the orders of that list."""
    kinds = (kind for kind in vocabulary.kinds if _can_stand(find_schema(vocabulary.schemas, kind), key))
    known = {kind: _hide(_refer(kind)) if kind in useless else _describe_kind(kind, key, vocabulary) for kind in kinds}
    if vocabulary.bundled and key == "orders":
        known[EITHER] = _refer(EITHER)
    blocks = vocabulary.blocks and _can_stand("block", key)
    if blocks:
        known[THEN] = _refer(_BLOCK)
    one_of: list[dict[str, Any]] = [{"required": [kind]} for kind in known]
    item: dict[str, Any] = {**plain, "additionalProperties": False, "properties": known, "oneOf": one_of}
    known["if"] = _refer(_CONDITION)
    if blocks:
        one_of.append({"required": [ELSE], "not": {"anyOf": list(one_of)}})
        known[ELSE] = _refer(_BLOCK)
        item["dependentRequired"] = {THEN: ["if"], ELSE: ["if"]}
    if vocabulary.repeats and key == "standing":
        known |= {TIMES: _refer(TIMES), UNTIL: _refer(_CONDITION)}
    return item


def _describe_kind(kind: str, key: str, vocabulary: Vocabulary) -> dict[str, Any]:
    """What stands behind ``kind`` in the list behind ``key``."""
    schema = read_schema(find_schema(vocabulary.schemas, kind))
    standing = schema.get("x-standing")
    if standing is None:
        return _refer(kind)
    here = [name for name in schema["type"] if (name in standing) == (key == "standing")]
    shown = {"title": schema["title"], "description": schema["description"]}
    must = {"errorMessage": f"must be {schema['x-says']}", **_describe_types(here, ())}
    return {**shown, **must, "allOf": [_refer(kind)]}


def _can_stand(schema_name: str, key: str) -> bool:
    """Whether what has that schema can stand in the list behind ``key``."""
    lists = read_schema(schema_name).get("x-lists")
    return lists is None or key in lists


def _settle(schema: JsonValue, root: str, words: Mapping[str, Words], *, listed: bool = False) -> Any:  # noqa: ANN401 - a schema, or a part of one
    """``schema`` as it stands at ``root`` of the bundle, in the keywords that editors know; ``listed`` for items."""
    if isinstance(schema, list):
        return [_settle(part, root, words) for part in schema]
    if not isinstance(schema, Mapping):
        return fill_in_seats(schema, list(map(str, words["seat"].examples))) if isinstance(schema, str) else schema
    kind = schema.get("type")
    types = [kind] if isinstance(kind, str) else list(map(str, kind)) if isinstance(kind, list) else []
    above, below = dict[str, Any](), dict[str, Any]()
    for key, value in schema.items():
        if key == "x-says" and "pattern" in schema:
            below["patternErrorMessage"] = _settle(f"must be {value}", root, words)
        elif key == "x-words" and value in words:
            # a key without a type is completed with its colon only if any of something is asked for
            below["allOf" if types else "anyOf"] = [_refer(_name_part("words", str(value)))]
        elif key == "type" and types:
            refused = schema.get("x-refused")
            above |= _describe_types(types, refused if isinstance(refused, list) else ())
        elif key == "$ref":
            below[key] = root + str(value).removeprefix("#")
        elif key not in _LEFT_OUT and (key != "$schema" or root == "#"):
            (above if key in _ABOVE else below)[key] = _settle(value, root, words, listed=key == "items")
    return _arrange(above, below, types, listed=listed)


def _arrange(above: dict[str, Any], below: dict[str, Any], types: Sequence[str], *, listed: bool) -> dict[str, Any]:
    """``above`` and ``below`` in one schema, the latter one step down where it would have a key completed by it."""
    if not types or types[0] not in _INLINE:
        return above | below
    if any(key in below for key in (_BELOW[:1] if listed else _BELOW)):
        staying = {key: below.pop(key) for key in _STAYING if key in below}
        below = {"allOf": [below], **staying}
    if types[0] == "integer" and "type" in above and not listed:
        # a number that is asked for plainly would be completed as 0
        above["anyOf"] = [{"type": above.pop("type")}]
    return above | below
