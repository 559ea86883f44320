"""What the vocabulary of a game lets stand in its move files: items checked by their keys, and one schema for editors.

The schema bundles those that files are checked against; it knows the order kinds, seats and places of the game. It is
never stricter than the check: what is said of single words (``x-words`` in a schema,
:class:`~adjudicator.core.order.Words` of the game) refuses only what nobody can read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import EITHER, ELSE, THEN, TIMES, UNTIL, Problem, Vocabulary, Words, ignore_case
from adjudicator.core.table import Seat
from adjudicator.intake.reader import Document, Path
from adjudicator.intake.schema import check_schema, find_schema, read_schema
from adjudicator.intake.sentences import closest, fill_in_seats, hint, invalid, printable

MOST_ORDERS = 60
"""So many items of one list are looked at; the schema of the envelope complains about more."""
_DEEPEST = 3
"""So many blocks may stand in one another."""


def check_orders(
    items: Sequence[JsonValue], path: Path, document: Document, vocabulary: Vocabulary
) -> Iterator[Problem]:
    """What is wrong with the orders of the list that stands at ``path``."""
    for index, item in islice(enumerate(items), MOST_ORDERS):
        if isinstance(item, Mapping):
            yield from check_order(item, (*path, index), document, vocabulary)


def check_order(
    item: Mapping[str, JsonValue], path: Path, document: Document, vocabulary: Vocabulary
) -> Iterator[Problem]:
    """What is wrong with one item: by its key we know which order it is, and by that which schema it must meet."""
    blocks = (THEN, ELSE) if vocabulary.blocks else ()
    repeats = (TIMES, UNTIL) if vocabulary.repeats else ()
    kinds = (*vocabulary.kinds, *((EITHER,) if vocabulary.bundled else ()))
    orders = [key for key in item if key in kinds or key in blocks[:1]]
    yield from _check_keys(item, path, document, orders, (*kinds, "if", *blocks, *repeats))
    for key in orders:
        if key == EITHER:
            yield from _check_either(item[EITHER], (*path, EITHER), document, vocabulary)
        elif key != THEN:
            yield from check_schema(item[key], (*path, key), document, find_schema(vocabulary.schemas, key))
    for key in blocks:
        if key in item:
            yield from _check_block(item, (*path, key), document, vocabulary)
    schemas = {"if": "condition", UNTIL: "condition", TIMES: TIMES}
    for key in ("if", *repeats):
        if key in item:
            yield from check_schema(item[key], (*path, key), document, find_schema(vocabulary.schemas, schemas[key]))


def _check_keys(
    item: Mapping[str, JsonValue], path: Path, document: Document, orders: Sequence[str], known: Sequence[str]
) -> Iterator[Problem]:
    """An item has one of the ``orders``, and no key but the ``known`` ones."""
    unknown = [key for key in item if key not in known]
    kinds = known[: known.index("if")]
    for key in unknown:
        near = None if key in {THEN, ELSE} else closest(key, known)
        place = document.key_places[*path, key]
        words = hint(key, known) if near else hint("", kinds)
        if near in {"if", ELSE, TIMES, UNTIL}:
            yield invalid("unknown-key", place, key=printable(key), suggestion=near, hint=words)
        else:
            yield invalid("unknown-order", place, key=printable(key), suggestion=near, hint=words)
    for key in (TIMES, UNTIL):
        if key in item and key in known and path[0] != "standing":
            yield invalid("repeat-elsewhere", document.key_places[*path, key], key=key)
    for key in orders[1:]:
        yield invalid("two-orders", document.key_places[*path, key], key=key, first=orders[0])
    if not orders and not unknown and not (ELSE in known and ELSE in item):
        yield invalid("no-order", document.place_of(path), known=", ".join(kinds))


def _check_either(branches: JsonValue, path: Path, document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    """The branches of ``either`` have orders of one kind, each with its key or as its value alone."""
    if path[0] != "orders":
        yield invalid("either-elsewhere", document.key_places[path], key=str(path[0]))
        return
    yield from check_schema(branches, path, document, EITHER)
    lists = [branch if isinstance(branch, list) else [] for branch in branches] if isinstance(branches, list) else []
    lengths = {len(branch) for branch in lists if branch}
    if len(lengths) > 1:
        yield invalid("branches-differ", document.key_places[path], least=min(lengths), most=max(lengths))
    for number, branch in enumerate(lists):
        for index, order in enumerate(branch):
            yield from _check_bundled(order, (*path, number, index), document, vocabulary)


def _check_bundled(order: JsonValue, path: Path, document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    kind = str(vocabulary.bundled)
    schema = find_schema(vocabulary.schemas, kind)
    if not isinstance(order, Mapping):
        yield from check_schema(order, path, document, schema)
        return
    for key in order:
        if key != kind:
            yield invalid("branch-order", document.key_places[*path, key], key=printable(key), kind=kind)
    if kind in order:
        yield from check_schema(order[kind], (*path, kind), document, schema)
    elif not order:
        yield invalid("no-order", document.place_of(path), known=kind)


def _check_block(
    item: Mapping[str, JsonValue], path: Path, document: Document, vocabulary: Vocabulary
) -> Iterator[Problem]:
    """Checks the orders of a block, which belongs to a condition; ``path`` ends with its key."""
    key = str(path[-1])
    if "if" not in item:
        yield invalid("block-without-if", document.key_places[path], key=key)
    if sum(step in (THEN, ELSE) for step in path) > _DEEPEST:
        yield invalid("block-too-deep", document.key_places[path], key=key, limit=_DEEPEST)
        return
    orders = item[key]
    yield from check_schema(orders, path, document, "block")
    if isinstance(orders, list):
        yield from check_orders(orders, path, document, vocabulary)


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
    """An item of the list behind ``key``, as :func:`adjudicator.intake.move_file_schema.check_order` takes it."""
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
