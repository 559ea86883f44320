"""What a seat has on file: its orders, plan, fallback and standing orders, and what has changed of these."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import EMPTY, Item
from adjudicator.kit.words import LONGEST_CHOICE, count_of, join_words, name_first_choice
from adjudicator.registry import AnyGame
from adjudicator.report.context import ReportContext

_FEW, _SHORT = 3, 70
"""So many standing orders of so many letters are listed rather than folded away."""


class OrdersOnFile(NamedTuple):
    """Orders of one kind that a seat has on file, each in a few words, and what should be said of them.

    ``numbers`` are those by which they are called; where there are none, it is by their places. Where ``brief`` names
    them by their kinds, the orders themselves are folded away; ``changes`` say what is not as in the last report, and
    ``gist`` names it by kinds alone.
    """

    what: str
    orders: Sequence[str]
    remark: str = ""
    numbers: Sequence[int] = ()
    brief: str = ""
    changes: Sequence[str] = ()
    gist: Sequence[str] = ()


def list_on_file(context: ReportContext, known: object, name: str) -> Iterator[OrdersOnFile]:
    """All that is on file from the reader, who knows ``known``: orders, plan, fallback, standing orders.

    Of standing orders it is said what has changed since the turn before.
    """
    game, before = context.game, context.before.get(name, EMPTY)
    agenda = context.agendas.get(name, EMPTY)

    def say_over(items: Sequence[Item], numbers: Sequence[int] = ()) -> str:
        return _say_over([game.orders.is_over(known, name, item.order) for item in items], numbers)

    if agenda.items:
        asked = any(ask.seat == name for ask in context.asks)
        they, them = ("They are", "them") if len(agenda.items) > 1 else ("It is", "it")
        remark = "" if asked else f"{they} carried out when you are next to act. Newer orders replace {them}."
        numbers = game.orders.number(agenda)
        over = say_over(agenda.items, numbers)
        yield OrdersOnFile("Orders", _quote(game, agenda.items), over or remark, numbers=numbers)
    if agenda.answers:
        remark = say_over(agenda.answers) or "This is in addition to your other orders."
        yield OrdersOnFile("Answers", _quote(game, agenda.answers), remark)
    if agenda.later:
        yield OrdersOnFile(
            "Your plan for after this move",
            _quote(game, agenda.later),
            "To keep it, send only the orders for this move. Orders beyond this move take its place, and "
            "'orders: []' deletes it.",
        )
    if agenda.fallback:
        yield OrdersOnFile("Fallback orders", _quote(game, agenda.fallback), say_over(agenda.fallback))
    changed = agenda.standing != before.standing
    changes, gist = (
        list(_list_changes(game, agenda.standing, before.standing, short)) if changed else [] for short in (_SHORT, 0)
    )
    if agenda.standing or changes:
        orders = [game.orders.quote(order) for order in game.orders.list_standing(agenda)]
        few = len(orders) <= _FEW and all(len(words) <= _SHORT for words in orders)
        kinds = [item.order.kind for item in agenda.standing]
        brief = "" if few else _sum_up(list(zip(orders, kinds, strict=True)))
        if few and not before.standing:
            changes = gist = ["New since your last report."]
        yield OrdersOnFile("Standing orders", orders, say_over(agenda.standing), (), brief, changes, gist)


def _say_over(over: Sequence[bool], numbers: Sequence[int]) -> str:
    """That some of the orders of a list, or all, are ``over``; nothing where none is."""
    if not any(over):
        return ""
    which = [str(number) for number, one in zip(numbers or range(1, len(over) + 1), over, strict=True) if one]
    what = join_words(which) if len(which) < len(over) else "They" if len(over) > 1 else "It"
    verb, counts = ("is", "counts") if len(which) == 1 else ("are", "count")
    return f"{what} {verb} for a part of the game that is over, and no longer {counts}."


def _list_changes(game: AnyGame, after: Sequence[Item], before: Sequence[Item], short: int) -> Iterator[str]:
    """The standing orders that are new, changed or gone; how often one may still act makes no other of it.

    Those of more than ``short`` letters are named by their kinds, or by how they begin where there is one kind: they
    stand in full where all are listed.
    """
    now, then = ({words: item.order.kind for words, item in _quote_each(game, items)} for items in (after, before))
    gone = [kind for words, kind in then.items() if words not in now]
    changes: dict[str, list[tuple[str, str]]] = {"Changed": [], "New": [], "Gone": []}
    for words, kind in now.items():
        if words not in then:
            if kind in gone:
                gone.remove(kind)
                changes["Changed"].append((words, kind))
            else:
                changes["New"].append((words, kind))
    changes["Gone"] += [(words, kind) for words, kind in then.items() if words not in now and kind in gone]
    lines = []
    for what, orders in changes.items():
        lines += [f"{what}: {words}" for words, _ in orders if len(words) <= short]
        if long := [(words, kind) for words, kind in orders if len(words) > short]:
            named = _name_kinds(kind for _, kind in long)
            lines.append(f"You changed {named}" if what == "Changed" else f"{what}: {_sum_up(long)}")
    rest = " The others stay." if now.keys() & then.keys() else ""
    yield from [f"{line}{'' if line.endswith('...') else '.'}{rest if line == lines[-1] else ''}" for line in lines]


def _quote_each(game: AnyGame, items: Sequence[Item]) -> Iterator[tuple[str, Item]]:
    for item in items:
        yield game.orders.quote(item.order._replace(times=None)), item


def _sum_up(orders: Sequence[tuple[str, str]]) -> str:
    """What is not told in full, each with its kind: how many of each kind, or if that is one what the first few do."""
    named = [words if len(words) <= LONGEST_CHOICE else name_first_choice(words) for words, _ in orders[:_FEW]]
    if len({kind for _, kind in orders}) > 1 or not all(named):
        return _count_kinds(kind for _, kind in orders)
    return ", ".join([*named, *["..."] * (len(orders) > _FEW)])


def _count_kinds(kinds: Iterable[str]) -> str:
    """``robber, 6 offers and bid``: the kinds of orders, in the order in which they stand."""
    return join_words([kind if count == 1 else count_of(count, kind) for kind, count in Counter(kinds).items()])


def _name_kinds(kinds: Iterable[str]) -> str:
    """``'robber' and 2 offers``: a single order by the key that it is written with."""
    return join_words([f"'{kind}'" if count == 1 else count_of(count, kind) for kind, count in Counter(kinds).items()])


def _quote(game: AnyGame, items: Sequence[Item]) -> list[str]:
    return [game.orders.quote(item.order) for item in items]
