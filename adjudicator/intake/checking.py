"""A move file that comes in: what is wrong with it, all at once, and what can be understood of one that is refused.

Each value is checked against the schema of its key; items of a list of orders by their keys: single orders, blocks,
branches and repetition.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from adjudicator.core.chance import ADDITION
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import (
    EITHER,
    ELSE,
    THEN,
    TIMES,
    UNREAD,
    UNTIL,
    Gravity,
    MoveFile,
    Order,
    Press,
    Problem,
    Vocabulary,
    describe,
    worst_gravity,
)
from adjudicator.intake.movefile import (
    ENVELOPE,
    FURTHER_LISTS,
    ORDER_PARTS,
    build_file,
    build_order,
    fill_in,
    find_items,
    leave_unread,
    list_places,
    read_sent,
    speaks_of_orders,
)
from adjudicator.intake.reader import MAX_PROBLEMS, ORDER_LISTS, Document, Path, in_order
from adjudicator.intake.schema import check_schema, find_schema, list_keys
from adjudicator.intake.sentences import PARTS, SENTENCES, closest, correct_line, hint, invalid, list_known, printable
from adjudicator.kit.words import find_near


def read_move_file(data: bytes, vocabulary: Vocabulary) -> tuple[MoveFile | None, tuple[Problem, ...]]:
    """The move file in ``data``, or None, and everything that is wrong with it, by place.

    The value of each order is checked against the game's schema of that name, a condition against ``condition``. Where
    orders may be for later moves there is a file all the same if only orders are wrong, which are ``UNREAD`` then.
    """
    document, problems = read_sent(data)
    if document is None:
        return None, tuple(_part_item(problem, vocabulary) for problem in problems)
    document = fill_in(document)
    # What was hard to read is not judged further: complaints about our own guesses would help nobody.
    hard_lines = {problem.place.line for problem in problems if problem.gravity is Gravity.INVALID}
    further = [
        problem
        for problem in islice(_check(document, vocabulary), MAX_PROBLEMS + 1)
        if problem.place.line not in hard_lines or problem.code == "missing-key"
    ]
    problems = in_order((*problems, *further))
    if worst_gravity(problems) is not Gravity.INVALID:
        return build_file(document), problems
    if not vocabulary.plans or not isinstance(document.value, dict) or len(problems) >= MAX_PROBLEMS:
        return None, problems
    wrong = [problem for problem in problems if problem.gravity is Gravity.INVALID]
    unread = find_items(document, [(problem.place, describe(problem, SENTENCES)) for problem in wrong])
    is_all = sum(map(len, unread.values())) == len(wrong)
    return build_file(document, unread) if is_all else None, problems


def _part_item(problem: Problem, vocabulary: Vocabulary) -> Problem:
    """``problem``, or that its line has several orders, or what belongs to an order, where all of its keys are such.

    Whom a letter is to and its text are so, too.
    """
    parts = str(problem.facts.get(PARTS, "")).split("\n")
    keys = [part.partition(":")[0].lower() for part in parts]
    beside = ORDER_PARTS | ({"text"} if keys[0] == "to" else set())
    is_outside = _PART_OUTSIDE.fullmatch("\n".join(parts)) and keys[1] not in beside
    if is_outside and keys[1] in _list_inside(keys[0], vocabulary):
        return correct_line("part-outside", problem.place, f"- {parts[0][:-1]}, {parts[1]}}}", key=keys[1])
    letter = {"to"} & {keys[0]}
    heads = [key for key in keys if key not in beside and (key in letter or find_near(key, vocabulary.kinds, _SURE))]
    if len(keys) == 1 or keys[0] not in heads or not all(key in beside or key in heads for key in keys):
        return problem
    lines = (f"{'  ' if key in beside else '- '}{part}" for key, part in zip(keys, parts, strict=True))
    spelt = "\n".join(lines)
    if len(heads) > 1:
        return correct_line("orders-in-item", problem.place, spelt)
    return correct_line("part-in-item", problem.place, spelt, key=keys[1])


_SURE = 0.75
"""How like a word is to the kind of order that was surely meant, of 1."""
_PART_OUTSIDE = re.compile(r".*[^{ ]\}\n[a-z-]+: +(?:(?:\d+ )?[\w-]+|\[[\w, -]+\])")
"""An order with keys in brackets, and another key behind them."""


def _list_inside(kind: str, vocabulary: Vocabulary) -> Sequence[str]:
    """The keys that stand in the brackets of an order."""
    return list_keys(find_schema(vocabulary.schemas, kind)) if kind in vocabulary.kinds else ()


def salvage_move_file(data: bytes, vocabulary: Vocabulary, awaited: tuple[str, int] | None = None) -> MoveFile | None:
    """What can be understood of a file that :func:`read_move_file` refused, so that the rest can be judged too.

    Orders that were not understood are ``UNREAD``, or left out where no order can wait. None where not even game, turn
    and seat can be told; a game or turn that is missing or no such thing is the one ``awaited``, if that is given.
    """
    document, _ = read_sent(data)
    if document is None or not isinstance(document.value, Mapping):
        return None
    said = document.value
    written = {key: _find_key(said, key) for key in ("game", "turn", "seat", "press", *ORDER_LISTS)}
    game, turn, seat = (said.get(written[key]) for key in ("game", "turn", "seat"))
    if awaited is not None:
        game, turn = game if isinstance(game, str) else awaited[0], turn if type(turn) is int else awaited[1]
    if not isinstance(game, str) or type(turn) is not int or not (seat is None or isinstance(seat, str)):
        return None
    places = list_places(document, said)
    token, addition, after = said.get("token"), said.get(ADDITION), said.get("after")
    orders = tuple(_sort_out(written["orders"], said.get(written["orders"]), document, vocabulary))
    # what is no list may have been meant as one; lists are judged once all of a file can be read
    others = {
        key: tuple(_sort_out(one, said[one], document, vocabulary)) if isinstance(said[one], str | dict) else ()
        for key, one in written.items()
        if key in FURTHER_LISTS and one in said and vocabulary.plans
    }
    good = tuple(order for order in orders if order.kind != UNREAD)
    gap = next((number for number, order in enumerate(orders) if order.kind == UNREAD), None)
    return MoveFile(
        game=game,
        turn=turn,
        seat=seat,
        token=str(token) if isinstance(token, str | int) else None,
        after=str(after) if isinstance(after, str | int) else None,
        orders=orders if vocabulary.plans else good,
        standing=others.get("standing"),
        fallback=others.get("fallback"),
        press=tuple(_sort_out_letters(written["press"], said.get(written["press"]), document)),
        places=places | {key: places[one] for key, one in written.items() if one in places},
        addition=addition if isinstance(addition, str) else None,
        has_orders=speaks_of_orders({key if key in ENVELOPE else closest(key, ENVELOPE) or key: None for key in said}),
        gap=None if vocabulary.plans else gap,
    )


def _sort_out_letters(name: str, items: JsonValue, document: Document) -> Iterator[Press]:
    """Whom each letter is to, whatever else is wrong with it."""
    for index, item in islice(enumerate(items if isinstance(items, list) else ()), MOST_ORDERS):
        to = item.get("to") if isinstance(item, dict) else None
        seats = [str(seat).lower() for seat in (to if isinstance(to, list) else [to])]
        if all(map(_SEAT.fullmatch, seats)) and to is not None and seats != ["all"]:
            yield Press(tuple(seats), "", document.place_of((name, index, "to")))


_SEAT = re.compile(r"[a-z][a-z0-9-]*(?: [0-9]+)?")
"""The id of a seat, in which a blank may have crept before its number."""


def _find_key(said: Mapping[str, JsonValue], key: str) -> str:
    """The ``key`` as it is written: maybe a misspelling of it."""
    misspelt = (written for written in said if written not in ENVELOPE and closest(written, ENVELOPE) == key)
    return key if key in said else next(misspelt, key)


def _sort_out(name: str, items: JsonValue, document: Document, vocabulary: Vocabulary) -> Iterator[Order]:
    """The items of a list of orders, as far as they are understood. What is no list may have been meant as one."""
    if isinstance(items, dict) and not ORDER_PARTS.isdisjoint(items):
        yield leave_unread(items, document.key_places[name, next(iter(items))], ())
    elif isinstance(items, dict):
        keys = [*items][:MOST_ORDERS]
        yield from (leave_unread({key: items[key]}, document.key_places[name, key], ()) for key in keys)
    elif isinstance(items, str):
        yield leave_unread(items, document.place_of((name,)), ())
    for index, item in islice(enumerate(items if isinstance(items, list) else ()), MOST_ORDERS):
        path = (name, index)
        problems = list(check_order(item, path, document, vocabulary)) if isinstance(item, dict) else None
        if isinstance(item, dict) and not problems:
            yield build_order(item, path, document)
        else:
            faults = [(problem.place, describe(problem, SENTENCES)) for problem in problems or ()]
            yield leave_unread(item, document.place_of(path), faults)


def _check(document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    if not isinstance(document.value, Mapping):
        yield invalid("no-keys", document.place_of(()))
        return
    outside = {document.key_places[key,]: key for key in document.value if key in vocabulary.kinds}
    for problem in check_schema(document.value, (), document, "move-file"):
        key = outside.get(problem.place)
        yield problem if key is None else invalid("order-outside", problem.place, key=key)
    for name in ORDER_LISTS:
        written = _find_key(document.value, name)
        items = document.value.get(written)
        if isinstance(items, list):
            yield from check_orders(items, (written,), document, vocabulary)


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
        words = hint(key, known) if near else hint("", kinds, "order")
        if near is None and key.lower() in ENVELOPE:
            yield invalid("key-in-list", place, key=printable(key))
        elif near in {"if", ELSE, TIMES, UNTIL}:
            yield invalid("unknown-key", place, key=printable(key), suggestion=near, hint=words)
        else:
            yield invalid("unknown-order", place, key=printable(key), suggestion=near, hint=words)
    for key in (TIMES, UNTIL):
        if key in item and key in known and _name_list(path) != "standing":
            yield invalid("repeat-elsewhere", document.key_places[*path, key], key=key)
    for key in orders[1:]:
        yield invalid("two-orders", document.key_places[*path, key], key=key, first=orders[0])
    if not orders and "if" in item and not unknown and ELSE not in item:
        yield invalid("if-alone", document.place_of(path))
    elif not orders and not unknown and not (ELSE in known and ELSE in item):
        yield invalid("no-order", document.place_of(path), known=list_known(kinds, "order"))


def _check_either(branches: JsonValue, path: Path, document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    """The branches of ``either`` have orders of one kind, each with its key or as its value alone."""
    if (name := _name_list(path)) != "orders":
        yield invalid("either-elsewhere", document.key_places[path], key=name)
        return
    yield from check_schema(branches, path, document, EITHER)
    lists = [branch if isinstance(branch, list) else [] for branch in branches] if isinstance(branches, list) else []
    lengths = {len(branch) for branch in lists if branch}
    if len(lengths) > 1:
        yield invalid("branches-differ", document.key_places[path], least=min(lengths), most=max(lengths))
    for number, branch in enumerate(lists):
        for index, order in enumerate(branch):
            yield from _check_bundled(order, (*path, number, index), document, vocabulary)


def _name_list(path: Path) -> str:
    """The list in which an item stands, whose key may be misspelt."""
    return closest(str(path[0]), ORDER_LISTS) or str(path[0])


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
        yield invalid("no-order", document.place_of(path), known=list_known([kind], "order"))


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


_ONES: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NEXT: Final = frozenset({"", "current", "newest", "next", "now", "this"})
"""What people write who have no other turn in mind."""


def is_awaited(written: str, turn: int) -> bool:
    """Whether ``written``, which is no number, says ``turn``, or is as good as left out.

    For turn 27 these are ``T27``, ``twenty-seven``, ``next`` and nothing at all; not ``seven``, ``T26`` or ``soon``.
    """
    digits = "".join(filter(str.isdigit, written))
    words = " ".join(re.findall(r"[a-z]+", written.lower().replace("turn", " ")))
    return digits == str(turn) if digits else words in _NEXT or words == _spell(turn)


def _spell(number: int) -> str:
    """``number`` in words; nothing for 100 and more."""
    few = (*_ONES, *_TEENS)
    if number < len(few):
        return few[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]} {_ONES[ones]}".strip() if tens < len(_TENS) else ""
