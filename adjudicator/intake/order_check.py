"""Checking the items of a list of orders, each by its key: single orders, blocks, branches and repetition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import EITHER, ELSE, THEN, TIMES, UNTIL, Problem, Vocabulary
from adjudicator.intake.reader import Document, Path
from adjudicator.intake.schema import check_schema, find_schema
from adjudicator.intake.sentences import closest, hint, invalid, printable

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
