"""What a game brings to the search for leaks: how it is played, and how a position is changed in what is hidden; and
move files in memory, which name no game.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import yaml

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.agenda import Item
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.game import Game
from adjudicator.core.order import THEN, UNREAD, Order
from adjudicator.core.table import Event, Pacing, Reader, Seat
from adjudicator.intake.movefile import read_accepted
from adjudicator.registry import AnyGame
from adjudicator.store.record import TurnRecord
from adjudicator.testing.memory import GAME_ID, SplitChance, TableSetup
from adjudicator.testing.trial import choose_setting

Lines = list[Mapping[str, Any]]
"""Orders as they stand in a file."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LISTS = ("orders", "standing", "fallback")
Below = Callable[[int], int]
"""Draws a number from 0 to below its argument; the same search draws the same numbers again."""
BOLDEST = 0
"""The boldness of a change: 0 changes all it can, 1 little, 2 nothing that the next turn is likely to need."""
SHY = 2
POSITION = "hidden position"
"""What :meth:`PlainTwins.vary_state` changes, among the secrets that are counted."""
S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


def write_file(turn: int, seat: Seat, lists: Mapping[str, Sequence[Mapping[str, Any]]], **more: str) -> bytes:
    """A move file; ``more`` are further keys of the envelope."""
    text = [f"game: {GAME_ID}", f"turn: {turn}", f"seat: {seat}", *(f"{key}: {value}" for key, value in more.items())]
    for name in _LISTS:
        if name in lists:
            lines = lists[name]
            text += [f"{name}:", *(f"  - {json.dumps(line)}" for line in lines)] if lines else [f"{name}: []"]
    return "\n".join([*text, ""]).encode()


def read_lists(data: bytes) -> dict[str, Lines]:
    """The lists of orders of a file."""
    said = yaml.load(data, Loader=_LOADER)  # noqa: S506 - it is a safe loader, by libyaml where there is one
    return {name: said[name] for name in _LISTS if name in said}


def change_lists(data: bytes, lists: Mapping[str, Sequence[Mapping[str, Any]]], **more: str) -> bytes:
    """The file with other lists of orders."""
    said = yaml.load(data, Loader=_LOADER)  # noqa: S506 - it is a safe loader, by libyaml where there is one
    return write_file(said["turn"], said["seat"], lists, **more)


def lines_of(orders: Iterable[Order]) -> Lines:
    """Orders as they would stand in a file; of one that was not understood nothing would."""
    return [_line_of(order) for order in orders if order.kind != UNREAD]


def _line_of(order: Order) -> Mapping[str, Any]:
    line: dict[str, Any] = {} if order.condition is None else {"if": order.condition}
    if order.kind != THEN:
        line[order.kind] = order.value
    for key, inner in (("then", order.then), ("else", order.otherwise)):
        if inner:
            line[key] = lines_of(inner)
    return line


def read_items(name: str, lines: Sequence[Mapping[str, Any]], file: str) -> tuple[Item, ...]:
    """The items that ``lines`` are on an agenda, as if they had come in ``file``."""
    moves = read_accepted(write_file(1, "nobody", {"orders": [], name: lines}))
    orders = {"orders": moves.orders, "standing": moves.standing, "fallback": moves.fallback}[name]
    return tuple(Item(order, file) for order in orders or ())


class Twin(NamedTuple):
    """Another game that looks the same to a reader: its newest record, and the files that wait in its inbox.

    ``changed`` counts the secrets that differ, by kind.
    """

    record: TurnRecord[Any]
    files: Mapping[Seat, bytes]
    changed: Counter[str]


class Parting(NamedTuple):
    """Where two courses part in public: the last event they share, and the first of each that they do not.

    An event is None where there is none: ``before`` at the beginning of the turn, the others at its end.
    """

    before: Event | None
    one: Event | None
    other: Event | None


class PlainTwins(Generic[S]):
    """A game says how to change a position in what a reader may not know; all else is done here, or overridden.

    Every seat sends random legal orders. Of others' files the twin changes the note to the moderator; of their results
    it knows nothing. No difference in public is explained away, so an order that may be carried out or not by what is
    hidden needs an :meth:`explain` of its own.
    """

    turns = 12
    """A game is played for so many turns at most."""

    def __init__(self, game: Game[S, A, K]) -> None:
        self.game: AnyGame = game

    def vary_state(self, state: S, reader: Reader, below: Below, boldness: int) -> S:
        """``state`` with other things in all places that ``reader`` may not look into, and only there.

        As it is, where positions have no such places.
        """
        del reader, below, boldness
        return state

    def plan(self, number: int) -> TableSetup:
        """What game ``number`` is: every edition, number of seats and pacing in turn, with the default options.

        Every second game waits for a seat that missed its deadline, so that turns end where others have moved.
        """
        setting = choose_setting(self.game, number)
        pacing, missed = tuple(Pacing)[number // 2 % 2], (MissedPolicy.GAME, MissedPolicy.WAIT)[number % 2]
        return TableSetup(self.game, setting.edition, {}, setting.seats, pacing, missed=missed)

    def skip_ahead(self, opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
        """The game some moves later, played on the bare kernel; nothing is skipped here."""
        del chance, below
        return opened

    def write_files(self, opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
        """What the seats send before the next turn; a seat that is left out misses the deadline.

        A random legal action for the first order that is due of each; one seat in ten sends nothing.
        """
        files = {}
        for ask in opened.asks:
            legal = self.game.kernel.legal(opened.record.state, ask.seat)
            if legal and below(10):
                order = self.game.orders.write(opened.see(ask.seat), legal[below(len(legal))])
                files[ask.seat] = write_file(opened.record.number + 1, ask.seat, {"orders": [order]})
        return files

    def vary(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
        """A twin for ``reader``: the position by :meth:`vary_state`, other notes in others' files, not their results.

        Who has answered what he is asked is public and stays.
        """
        record: Any = opened.record
        changed: Counter[str] = Counter()
        state = self.vary_state(record.state, reader, below, boldness)
        changed[POSITION] += state != record.state
        sent = {}
        for seat, data in files.items():
            sent[seat] = data if seat == reader else change_lists(data, read_lists(data), note=f"private {below(1000)}")
            changed["note in the inbox"] += seat != reader
        results = tuple(result for result in record.results if result.seat == reader)
        changed["what became of others' orders"] += len(results) != len(record.results)
        return Twin(record._replace(state=state, results=results), sent, +changed)

    def list_probes(self, opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
        """Files that ``reader`` might send: his orders, also too late or on another head, and those of others."""
        turn, known, state = opened.record.number + 1, opened.see(reader), opened.record.state
        mine = self._write_all(known, state, reader, below)
        others = [
            line for seat in opened.seats if seat != reader for line in self._write_all(known, state, seat, below)
        ]
        return {
            "legal": write_file(turn, reader, {"orders": mine}),
            "late": write_file(turn - 1, reader, {"orders": mine}),
            "stale": write_file(turn, reader, {"orders": mine}, after='"00000000"'),
            "others' orders": write_file(turn, reader, {"orders": others}),
        }

    def _write_all(self, known: Any, state: S, seat: Seat, below: Below) -> Lines:  # noqa: ANN401 - the game's business
        """Some legal orders of ``seat``."""
        legal = self.game.kernel.legal(state, seat)
        return [self.game.orders.write(known, legal[below(len(legal))]) for _ in range(min(3, len(legal)))]

    def tell_story(self, event: Event, reader: Reader) -> object:
        """What ``reader`` hears of an event by the rules of the game; None where it is none of his business.

        Here it is what the program tells: where that is too much, two courses part and nobody explains it.
        """
        return self.game.views.hear(event, reader)

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        """Why hidden things may make this difference; None where the rules allow no such thing."""
        del opened, parting, reader
        return None


Twins: TypeAlias = PlainTwins[Any]
"""What any game brings to the search."""
