"""Orders and press, what a player tells the adjudicator, as read from a move file; and problems, what is wrong with it.

A problem carries a code and facts; the sentence a player reads is made from them by :func:`describe`. Tests and
programs look at codes, people read sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.table import Seat


class Gravity(Enum):
    """How bad a problem is, worst first."""

    INVALID = "invalid"
    """Not understood: the text does not say anything we know."""
    ILLEGAL = "illegal"
    """Understood, but the rules do not allow it."""
    UNWISE = "unwise"
    """Allowed, but surely not meant. Never a reason to refuse a file."""


class Place(NamedTuple):
    """A spot in a file: line and column count from 1, columns in characters."""

    line: int
    column: int


START = Place(1, 1)


CORRECTION = "correction"
"""The fact of a problem that says what to write instead, where only one thing can be meant.

``- place: pink L5`` takes the place of a whole line, ``- `` at its beginning and several of them in lines of their own;
``- {place: pink L5, if: ...}`` that of the whole item; anything else of the value that stands at the problem's place.
A remark on words that are not understood has it empty where nothing is certain: no file is right with such words.
"""

HELD, AGAIN = "held", "-again"
"""The fact of a reason that says what a player holds, and what ends the code of the same reason without it.

Where several reasons of one order have it alike, it is said once.
"""

BECAUSE = "because"
"""The fact of a problem that repeats another one's reason: its code, whose facts stand beside it.

The pattern of such a problem has the reason as ``why``.
"""

_NO_FACTS: Mapping[str, JsonScalar] = MappingProxyType({})


class Problem(NamedTuple):
    """One thing wrong with one file.

    ``code`` names the kind, lower case with hyphens; ``facts`` fill the sentence of that code.
    """

    code: str
    gravity: Gravity
    place: Place
    facts: Mapping[str, JsonScalar] = _NO_FACTS


def describe(problem: Problem, sentences: Mapping[str, str]) -> str:
    """The sentence for ``problem``: the catalogue's pattern for its code with the facts filled in.

    The fact ``more`` is empty where a problem says nothing of it. Raises ``KeyError`` for a code without a sentence or
    a pattern that wants a missing fact.
    """
    facts = {"more": "", **problem.facts}
    if BECAUSE in facts:
        why = sentences[str(facts[BECAUSE])].format_map(facts)
        facts = {**facts, "why": why.removeprefix(f"{facts['order']}: ")}
    return sentences[problem.code].format_map(facts)


def give_reason(code: str, facts: Mapping[str, JsonScalar], order: str) -> dict[str, JsonScalar]:
    """The facts of a remark on ``order`` that repeats the reason ``code``, without what to write instead."""
    return {**{name: fact for name, fact in facts.items() if name != CORRECTION}, "order": order, BECAUSE: code}


def worst_gravity(problems: tuple[Problem, ...]) -> Gravity | None:
    """The worst gravity among ``problems``; None where there are none."""
    found = {problem.gravity for problem in problems}
    return next((gravity for gravity in Gravity if gravity in found), None)


def list_questions(condition: JsonObject) -> Iterator[JsonObject]:
    """Every question that a condition asks, without what combines them: ``all``, ``any``, ``not``."""
    parts = [part for key in ("all", "any") for part in cast("Sequence[JsonObject]", condition.get(key, ()))]
    if "not" in condition:
        parts.append(cast("JsonObject", condition["not"]))
    elif not {"all", "any"} & condition.keys():
        yield condition
    for part in parts:
        yield from list_questions(part)


THEN = "then"
"""The kind of an order that is a block."""
ELSE = "else"
"""The key of the orders for the case that the condition of a block is false."""
TIMES, UNTIL = "times", "until"
"""The keys that say how long a standing order acts."""
EITHER = "either"
"""The kind of an order of which one branch is carried out as a whole."""
BARE = ""
"""The kind of an order in a branch that is written as its value alone: the one that the game bundles."""


UNREAD = "unread"
"""The kind of an item that was not understood; its value is all of the item, as it was written."""
UNREAD_LATER = "unread-later"
"""The code of a remark on an item that was not understood and is for a later move: it is kept for its moment.

The remark takes the place of the complaint that stands where it stands; its fact ``why`` has the words of it."""
UNREAD_MEANT = "unread-meant"
"""The code of a complaint, in the words of a game, about an item that was not understood: it says what to write.

It takes the place of the complaint that stands where it stands.
"""
FULL_STOP = "full-stop"
"""The code of a remark on an order that says no more, where it stands, than that its file is at its end.

It is no order then; the receipt, which has the remark, says so to whoever reads the file again."""
ORDERS_LEFT = "orders-left"
"""The code of a remark on a list of orders that nobody filled in, in a file that was sent for something else.

The file speaks of no orders then, and those on file stay; the receipt says so to whoever reads the file again."""


FILE_KEYS = frozenset(
    {"game", "turn", "seat", "token", "after", "draft", "orders", "standing", "fallback", "press", "note"}
)
"""The keys that a move file of any game may have; no order is called so."""


class Order(NamedTuple):
    """One item of a list of orders.

    ``kind`` is the order's own key (``place``), ``value`` what stands behind it, ``condition`` what stands behind
    ``if``. A block has the kind ``then`` and no value. ``then`` and ``otherwise`` are the orders of a block: what to
    do where the condition is true, and where it is false (``else`` in a file). An order of the kind ``either`` has
    ``branches``, and no value: orders that are carried out all of one branch or none. A standing order may say how
    often it acts at most, ``times``, and ``until`` which condition is true. ``faults`` say what is wrong with an item
    that is ``UNREAD``. ``place`` is where the item begins in its file; ``places`` has one place for each alternative
    when the value is a list, for each of the ``faults`` of an item that is ``UNREAD``, else the one place of the value.
    """

    kind: str
    value: JsonValue
    condition: JsonObject | None
    place: Place
    places: tuple[Place, ...]
    condition_place: Place | None = None
    """Where the condition asks, in a file that is being checked."""
    then: tuple[Order, ...] = ()
    otherwise: tuple[Order, ...] = ()
    branches: tuple[tuple[Order, ...], ...] = ()
    times: int | None = None
    until: JsonObject | None = None
    until_place: Place | None = None
    """Where ``until`` asks, in a file that is being checked."""
    faults: tuple[str, ...] = ()


class Vocabulary(NamedTuple):
    """What a game's move files are written in.

    ``kinds`` are the keys of its orders, ``schemas`` the folders in which the schema of each is looked for, in order;
    ``blocks`` says whether orders may stand in blocks, ``then`` and ``else``; ``repeats`` whether standing orders may
    have ``times`` and ``until``; ``bundled`` is the kind of the orders in the branches of ``either``, None where a game
    has no such order; ``plans`` says whether orders may be for later moves, so that what was not understood can wait.
    """

    kinds: tuple[str, ...]
    schemas: tuple[str, ...]
    blocks: bool = False
    repeats: bool = False
    bundled: str | None = None
    plans: bool = False


class Words(NamedTuple):
    """Words of one sort as they may stand in orders: what an editor suggests, and what it need not underline.

    ``pattern`` is a regular expression of JSON Schema, without flags; what it does not match anywhere is never
    understood; ``says`` is what should stand there, as the end of "must be ...". Where it is empty, anything may be.
    """

    examples: tuple[str | int, ...]
    pattern: str = ""
    says: str = ""


def ignore_case(word: str) -> str:
    """The pattern of ``word`` (letters, digits, hyphens) in any letter case."""
    return "".join(f"[{sign.upper()}{sign.lower()}]" if sign.isalpha() else sign for sign in word)


class Press(NamedTuple):
    """A letter to other seats, carried by the adjudicator; ``to`` names seats, or is empty for everybody."""

    to: tuple[str, ...]
    text: str
    place: Place


class MoveFile(NamedTuple):
    """A player's file for one turn: who speaks, about which turn of which game, and the orders.

    ``standing`` and ``fallback`` are None where the file says nothing of them, and empty where it clears them.
    ``after`` is the head of the report that the player answers, as far as he gave it. ``places`` has the place of each
    top-level key.
    """

    game: str
    turn: int
    seat: str | None = None
    token: str | None = None
    after: str | None = None
    draft: bool = False
    orders: tuple[Order, ...] = ()
    standing: tuple[Order, ...] | None = None
    fallback: tuple[Order, ...] | None = None
    press: tuple[Press, ...] = ()
    note: str | None = None
    places: Mapping[str, Place] = MappingProxyType({})
    addition: str | None = None
    """What the seat adds to the draws of the turn (hex), or as much as stands in its place."""
    has_orders: bool = True
    """Whether the file speaks of orders; one that speaks of other things alone leaves those on file as they are."""
    gap: int | None = None
    """In a file that is refused: before which of ``orders`` the first one stood that is left out as not understood."""

    @property
    def says_what_to_do(self) -> bool:
        """Whether the file speaks of orders, standing orders or fallback."""
        return self.has_orders or self.standing is not None or self.fallback is not None

    @property
    def says_something(self) -> bool:
        """Whether the file says what to do, or has a letter or a note."""
        return self.says_what_to_do or bool(self.press or self.note)


def leave_out_full_stop(file: MoveFile, remarks: Iterable[Problem]) -> MoveFile:
    """``file`` without the orders that a remark among ``remarks`` calls its ``FULL_STOP``."""
    ends = {remark.place for remark in remarks if remark.code == FULL_STOP}
    return file._replace(orders=tuple(order for order in file.orders if order.place not in ends)) if ends else file


def leave_orders(file: MoveFile, remarks: Iterable[Problem]) -> MoveFile:
    """``file`` without its list of orders where one of ``remarks`` is ``ORDERS_LEFT``."""
    return file._replace(has_orders=False) if any(remark.code == ORDERS_LEFT for remark in remarks) else file


class PressPolicy(Enum):
    """Which letters players may write to each other, and whether these say from whom they are."""

    PARTIAL = "partial"
    """To some or to all, each with the name of its sender."""
    PUBLIC = "public"
    """To all, each with the name of its sender."""
    ANONYMOUS = "anonymous"
    """To some or to all, without a name."""
    NONE = "none"
    """None at all."""

    def tell(self) -> str:
        """The policy in words."""
        return _TOLD[self]


_TOLD = {
    PressPolicy.PARTIAL: "letters between players (press:) go to one, some or all players, with the sender's name",
    PressPolicy.PUBLIC: "letters between players (press:) go to everybody, with the sender's name",
    PressPolicy.ANONYMOUS: "letters between players (press:) go to one, some or all players, without the sender's name",
    PressPolicy.NONE: "there are no letters between players (press:)",
}


class RelayedLetter(NamedTuple):
    """A letter as it is handed to one seat: from whom, None where nobody is told, and whether all got it.

    ``others`` are who got it besides, of some. Where its sender is not told they are not either: it is none of them.
    """

    sender: Seat | None
    to_all: bool
    text: str
    others: tuple[Seat, ...] = ()


def check_press(policy: PressPolicy, letters: Sequence[Press]) -> Iterator[Problem]:
    """What is wrong with ``letters`` in a game with that ``policy``."""
    for letter in letters:
        if policy is PressPolicy.NONE:
            yield Problem("press-none", Gravity.ILLEGAL, letter.place)
        elif policy is PressPolicy.PUBLIC and letter.to:
            yield Problem("press-public", Gravity.ILLEGAL, letter.place)


def relay(policy: PressPolicy, files: Mapping[Seat, Sequence[MoveFile]], reader: Seat) -> tuple[RelayedLetter, ...]:
    """The letters to ``reader`` in the accepted ``files``, oldest first, of everybody; a seat's newest letters count.

    Whoever sends a file again sends its letters again, so those in its older files are not handed on.
    """
    relayed = []
    for sender, sent in files.items():
        letters = next((file.press for file in reversed(sent) if file.press), ())
        for letter in letters if sender != reader and policy is not PressPolicy.NONE else ():
            if not letter.to or reader in letter.to:
                named = None if policy is PressPolicy.ANONYMOUS else sender
                others = (seat for seat in dict.fromkeys(letter.to) if named and seat not in (reader, sender))
                relayed.append(RelayedLetter(named, not letter.to, letter.text, tuple(others)))
    if policy is PressPolicy.ANONYMOUS:
        # in the order of the table one could tell who wrote which
        relayed.sort(key=lambda letter: (letter.to_all, letter.text))
    return tuple(relayed)
