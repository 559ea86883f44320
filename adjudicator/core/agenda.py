"""Agendas: what a seat still wants done; what an open decision asks of its orders, their answer, and all that as JSON.

What an order or an agenda has none of is not written as JSON, so that most are short.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.order import MoveFile, Order, Place
from adjudicator.core.table import Decision, Event, Pacing, Seat

A = TypeVar("A")
K = TypeVar("K")


class Item(NamedTuple):
    """An order on an agenda and the file it was written in."""

    order: Order
    file: str


class Agenda(NamedTuple):
    """What a seat still wants done.

    ``items`` are orders not yet reached, ``standing`` orders that repeat, ``fallback`` what to do on silence.
    ``later`` is a plan that waits for the move that is owed now to be made: what a blocked order left of it, or orders
    that are for a later phase. ``answers`` came in files that hold nothing else, and stand beside all that.
    ``draft`` says that the newest file must not make a turn run early, ``draft_answers`` the same of the answers alone;
    ``missed`` counts the deadlines missed in a row; ``house`` says that the house plays the seat. ``memory`` is
    the order language's own (counters of standing orders, where a script has got to). ``renewed`` says that ``items``
    came since the last turn, whatever their file is called; no turn leaves an agenda so, and it is never stored.
    """

    items: tuple[Item, ...] = ()
    standing: tuple[Item, ...] = ()
    fallback: tuple[Item, ...] = ()
    draft: bool = False
    memory: JsonObject | None = None
    missed: int = 0
    later: tuple[Item, ...] = ()
    answers: tuple[Item, ...] = ()
    draft_answers: bool = False
    house: bool = False
    renewed: bool = False


EMPTY = Agenda()
NOTHING_CHANGED: Mapping[str, Agenda] = MappingProxyType({})


AnswerKinds: TypeAlias = Sequence[frozenset[str]]
"""The kinds of orders that answer what a seat is asked and are no part of what it wants done besides.

Those of one set answer the same thing, and the newer one counts.
"""


def only_answers(file: MoveFile, answers: AnswerKinds) -> bool:
    """Whether the orders of ``file``, which has some, are ``answers`` and nothing else."""
    return bool(file.orders) and all(
        any(order.kind in kinds for kinds in answers) and not (order.then or order.otherwise) for order in file.orders
    )


def only_closes(agenda: Agenda, orders: Sequence[Order], closing: str) -> bool:
    """Whether ``orders`` are nothing but the one of the kind ``closing`` that those on ``agenda`` have not."""
    return (
        [(order.kind, order.condition) for order in orders] == [(closing, None)]
        and bool(agenda.items)
        and not any(item.order.kind == closing and item.order.condition is None for item in agenda.items)
    )


def enlist(agenda: Agenda, file: MoveFile, name: str, answers: AnswerKinds = (), closing: str = "") -> Agenda:
    """``agenda`` after the accepted ``file`` takes force under ``name``, in a game whose ``answers`` are these.

    Its orders, if it speaks of any, take the place of those not yet reached. A file of standing orders, fallback,
    letters or a note alone leaves the orders as they are, and a draft a draft. What waits behind an owed move stays,
    unless the list is empty, which withdraws everything. Standing orders and fallback stay unless the file speaks of
    them. A file that holds only answers leaves all other orders as they are, and takes the place of what was answered
    to the same. The order of the kind ``closing``, which ends a list, is added to one without it when it comes alone.
    With any file the seat is its player's again.
    """

    def items(orders: tuple[Order, ...]) -> tuple[Item, ...]:
        return tuple(Item(order, name) for order in orders)

    agenda = agenda._replace(
        standing=agenda.standing if file.standing is None else items(file.standing),
        fallback=agenda.fallback if file.fallback is None else items(file.fallback),
        house=False,
    )
    if only_answers(file, answers):
        said = [kinds for kinds in answers if any(order.kind in kinds for order in file.orders)]
        kept = (item for item in agenda.answers if not any(item.order.kind in kinds for kinds in said))
        return agenda._replace(answers=(*items(file.orders), *kept), draft_answers=file.draft)
    if only_closes(agenda, file.orders, closing):
        return agenda._replace(items=(*agenda.items, *items(file.orders)), draft=file.draft)
    if file.has_orders:
        later = agenda.later if file.orders else ()
        agenda = agenda._replace(items=items(file.orders), later=later, answers=(), renewed=bool(file.orders))
    elif file.addition is None or file.says_what_to_do:
        return agenda._replace(draft=agenda.draft or file.draft)
    return agenda._replace(draft=file.draft)


def leave_out_drafts(agenda: Agenda) -> Agenda | None:
    """What of ``agenda`` may make a turn run early; None where all of it is a draft."""
    answers = () if agenda.draft_answers else agenda.answers
    if agenda.draft:
        return EMPTY._replace(answers=answers, memory=agenda.memory) if answers else None
    return agenda._replace(answers=answers)


def holds_draft(agenda: Agenda) -> bool:
    """Whether anything on ``agenda`` must not make a turn run early."""
    return agenda.draft or (agenda.draft_answers and bool(agenda.answers))


def play_by_house(agenda: Agenda) -> Agenda:
    """``agenda`` of a seat that the house plays from now on; orders on file still count."""
    return agenda._replace(house=True, draft=False, draft_answers=False, missed=0)


def go_on(agenda: Agenda) -> Agenda:
    """``agenda`` when its seat's move is made: what waited behind it comes next, unless newer orders go beyond it."""
    return agenda._replace(items=agenda.items or agenda.later, later=()) if agenda.later else agenda


class Ask(NamedTuple):
    """What a seat is asked to send before the next turn. It is public: made from what everybody knows.

    ``decision`` is a word of the game: the kind of the decision that the seat will have to take. ``due`` is how many
    orders answer it, ``must`` whether the turn waits for it, ``deadline`` the class of deadline (``turn``, ``vote``),
    ``duty`` a sentence for the player. ``alone`` says that its decision is taken as soon as it is answered, whoever
    else is asked; ``ends`` that only orders answer it with which the move is over. ``stage`` tells windows for one
    decision apart that follow each other: who was asked in one for one order is asked again in the next. Those of a
    later stage than the first are asked ahead, and silence is none of theirs. What another seat's decision waits for,
    such as a yes to a trade, the seat does not decide itself, nor what it has said already and may change: it
    ``advises``, and no policy fills its silence. ``unsaid`` is what the game does for the seat in any case unless its
    orders say otherwise, before anybody plays for it, in words that end in *and then*.
    """

    seat: str
    decision: str
    due: int
    must: bool
    deadline: str
    duty: str
    alone: bool = False
    ends: bool = False
    stage: int = 0
    advises: bool = False
    unsaid: str = ""


class Fate(Enum):
    """What became of an order."""

    DONE = "done"
    SKIPPED = "skipped"
    """Its condition was false."""
    BLOCKED = "blocked"
    """Nothing it asked for was legal when its moment came."""
    REFUSED = "refused"
    """Nothing it asked for was possible when its moment came; the orders after it were still tried."""
    SET_ASIDE = "set-aside"
    """It came after a blocked order and was dropped with it; its player is asked again."""
    ENDED = "ended"
    """It was a standing order and will not act again: for a reason, or since it was done as often as asked."""
    NEEDLESS = "needless"
    """What it was for is there already; the orders after it were still tried."""
    UNUSED = "unused"
    """Nothing came of it, and what it was for is over: another order of its player counted, or a refusal says why."""


class Source(Enum):
    """Where something done came from."""

    ORDERS = "orders"
    STANDING = "standing"
    FALLBACK = "fallback"
    POLICY = "policy"
    """Nobody ordered it: it is what the game does for a silent seat, as announced."""
    HOUSE = "house"
    """The house player decided it."""
    FORCED = "forced"
    """Nobody ordered it: the moderator forced the turn, and the first legal action was taken."""


class Refusal(NamedTuple):
    """An alternative that was not legal when its moment came, and why: a problem code of the game and its facts."""

    text: str
    code: str
    facts: Mapping[str, JsonScalar]


class OrderResult(NamedTuple):
    """What became of one order: for its own player's report and the moderator's, for nobody else.

    ``done`` is what was carried out, ``choice`` its number among the alternatives, from 1 (0 where nothing was).
    ``occasion`` is what it was for, where the turn had several of the kind, such as ``in bilal's vote``; ``{whose}``
    stands for the player. It is found when the turn is told, and never recorded.
    """

    seat: str
    source: Source
    file: str
    line: int
    text: str
    fate: Fate
    done: str | None = None
    choice: int = 0
    refusals: tuple[Refusal, ...] = ()
    occasion: str = ""


class Act(NamedTuple, Generic[A]):
    """Carry out ``action``. ``agendas`` are those that changed, ``results`` what became of the orders looked at.

    ``events`` tell what is not an action of the kernel (a trade was proposed); they come before the action's.
    """

    action: A
    agendas: Mapping[str, Agenda]
    results: tuple[OrderResult, ...] = ()
    events: tuple[Event, ...] = ()


class BlockedOrder(NamedTuple):
    """The next order cannot be carried out: all its alternatives became illegal."""

    agendas: Mapping[str, Agenda]
    results: tuple[OrderResult, ...] = ()
    events: tuple[Event, ...] = ()


class NoOrder(NamedTuple):
    """There is no order for this decision."""

    agendas: Mapping[str, Agenda] = NOTHING_CHANGED
    results: tuple[OrderResult, ...] = ()
    events: tuple[Event, ...] = ()


Reply: TypeAlias = Act[A] | BlockedOrder | NoOrder


class Question(NamedTuple, Generic[K, A]):
    """An open decision, put to the orders of the seat that has to take it.

    ``known`` is what that seat knows, ``legal`` its legal actions, ``agendas`` are everybody's (others' standing
    orders may take part in an action, as a trade does). ``allows`` says whether an action that ``legal`` does not
    list is legal, ``know`` what another seat knows.
    """

    decision: Decision
    known: K
    legal: Sequence[A]
    agendas: Mapping[Seat, Agenda]
    pacing: Pacing
    allows: Callable[[A], bool]
    know: Callable[[Seat], K]

    @property
    def agenda(self) -> Agenda:
        """The deciding seat's own."""
        return self.agendas.get(self.decision.seat, EMPTY)


def _dump_order(order: Order) -> dict[str, JsonValue]:
    further: JsonObject = {
        "then": [_dump_order(inner) for inner in order.then],
        "otherwise": [_dump_order(inner) for inner in order.otherwise],
        "branches": [[_dump_order(inner) for inner in branch] for branch in order.branches],
        "times": order.times,
        "until": order.until,
        "faults": list(order.faults),
    }
    return {
        "kind": order.kind,
        "value": order.value,
        "condition": order.condition,
        "place": order.place,
        "places": order.places,
        **{key: value for key, value in further.items() if value not in (None, [])},
    }


def _load_order(saved: Mapping[str, Any]) -> Order:
    line, column = saved["place"]
    return Order(
        saved["kind"],
        saved["value"],
        saved["condition"],
        Place(line, column),
        tuple(Place(line, column) for line, column in saved["places"]),
        then=tuple(map(_load_order, saved.get("then", ()))),
        otherwise=tuple(map(_load_order, saved.get("otherwise", ()))),
        branches=tuple(tuple(map(_load_order, branch)) for branch in saved.get("branches", ())),
        times=saved.get("times"),
        until=saved.get("until"),
        faults=tuple(saved.get("faults", ())),
    )


def _dump_items(items: Iterable[Item]) -> list[JsonValue]:
    return [{"file": item.file, **_dump_order(item.order)} for item in items]


def _load_items(saved: Iterable[Mapping[str, Any]]) -> tuple[Item, ...]:
    return tuple(Item(_load_order(item), item["file"]) for item in saved)


_LISTS = frozenset({"items", "standing", "fallback", "later", "answers"})
_ALWAYS = frozenset({"items", "standing", "fallback", "draft", "memory"})
"""Fields of an agenda that are written even where there is nothing in them."""


def dump_agenda(agenda: Agenda) -> JsonObject:
    """``agenda`` as plain data."""
    said = {name: _dump_items(value) if name in _LISTS else value for name, value in agenda._asdict().items()}
    return {name: value for name, value in said.items() if value or name in _ALWAYS}


def load_agenda(saved: Mapping[str, Any]) -> Agenda:
    """The agenda that :func:`dump_agenda` wrote."""
    said: dict[str, Any] = {name: saved[name] for name in Agenda._fields if name in saved or name in _ALWAYS}
    return Agenda(**said | {name: _load_items(value) for name, value in said.items() if name in _LISTS})


def dump_result(result: OrderResult) -> JsonObject:
    """What became of an order, as plain data."""
    refusals = [{**refusal._asdict(), "facts": dict(refusal.facts)} for refusal in result.refusals]
    facts = {name: value for name, value in result._asdict().items() if name != "occasion"}
    return {**facts, "source": result.source.value, "fate": result.fate.value, "refusals": refusals}


def load_result(saved: Mapping[str, Any]) -> OrderResult:
    """The result that :func:`dump_result` wrote."""
    refusals = tuple(Refusal(refusal["text"], refusal["code"], refusal["facts"]) for refusal in saved["refusals"])
    facts = {name: saved[name] for name in OrderResult._fields if name != "occasion"}
    return OrderResult(
        **{**facts, "source": Source(saved["source"]), "fate": Fate(saved["fate"]), "refusals": refusals}
    )


def list_awaiting(asks: Sequence[Ask]) -> list[JsonValue]:
    """Who is awaited, as ``awaiting:[{seat,decision,must}]``."""
    return [{"seat": ask.seat, "decision": ask.decision, "must": ask.must} for ask in asks]
