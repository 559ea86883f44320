"""What most games have no use for: the parts of the seam at their simplest, for a game to inherit and not to write.

Each of these classes has the methods of one protocol of :mod:`adjudicator.core.game` that a game may do without. What
is not here has to be written, and the type checker says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator.core.agenda import Agenda, AnswerKinds, NoOrder, OrderResult, Question, Reply
from adjudicator.core.chance import Chance, DrawSentences
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import MoveFile, Order, Words
from adjudicator.core.table import Event, Moment, Option, Pacing, Seat, Setting

if TYPE_CHECKING:
    from adjudicator.core.game import HousePlayer
    from adjudicator.core.notation import BoardFiles, CaseNotation

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_SOURCES: Mapping[str, Mapping[str, str]] = MappingProxyType({})
_ONE_EDITION: Mapping[str, str] = MappingProxyType({"plain": "the only one"})


class PlainKernel(Generic[S, A]):
    """Rules that list every legal action, draw nothing in play and publish nothing ahead."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """To be written by the game."""
        raise NotImplementedError

    def apply(self, state: S, seat: Seat, action: A, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """To be written by the game."""
        raise NotImplementedError

    def furthest_epoch(self, state: S, pacing: Pacing) -> int | None:
        """Nothing is drawn after the set-up."""
        return None

    def is_legal(self, state: S, seat: Seat, action: A) -> bool:
        """Whether it is listed."""
        return action in self.legal(state, seat)

    def play(self, state: S, seat: Seat, action: A, chance: Chance) -> S:
        """What is applied; a faster way may be had by leaving out what judges and tells."""
        return self.apply(state, seat, action, chance)[0]

    def draw_ahead(self, state: S, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """Nothing is published ahead."""
        return state, ()


class PlainOrders(Generic[K, A]):
    """Orders one after the other, that act when their decision comes and not before."""

    conditions: tuple[str, ...] = ()
    blocks: bool = False
    repeats: bool = False
    bundled: str | None = None
    plans: bool = False
    halts: bool = False
    outlook_title: str = "If you send nothing"
    answer_kinds: AnswerKinds = ()
    closing: str = ""
    lacking: Collection[str] = ()
    pending: Collection[str] = ()
    sentences: Mapping[str, str] = _NOTHING

    def list_words(self, known: K) -> Mapping[str, Words]:
        """No word is known beforehand."""
        return {}

    def list_useless_keys(self, known: K) -> Collection[str]:
        """Every key has its use."""
        return ()

    def is_certain(self, question: Question[K, A], waiting: Collection[Seat]) -> bool:
        """Everybody's answer counts."""
        return False

    def retell(
        self, results: Sequence[OrderResult], events: Sequence[Event], call: Callable[[Seat], str]
    ) -> Sequence[OrderResult]:
        """As they were recorded."""
        return results

    def say_outlook(self, known: K, seat: Seat, agenda: Agenda, *, asked: bool) -> tuple[str, ...]:
        """Nothing happens to a seat that is not asked."""
        return ()

    def forecast(self, known: K, seat: Seat, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """Nothing is said of what orders will do."""
        return ()

    def begin_turn(self, known: K, seat: Seat, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """No standing order is public."""
        return agenda, ()

    def end_turn(self, known: K, seat: Seat, agenda: Agenda) -> tuple[Agenda, tuple[OrderResult, ...]]:
        """No order is given up before its decision comes."""
        return agenda, ()

    def act_at_once(self, question: Question[K, A]) -> Reply[A]:
        """Nothing happens by itself."""
        return NoOrder()

    def is_over(self, known: K, seat: Seat, order: Order) -> bool:
        """Every order may still act."""
        return False

    def list_standing(self, agenda: Agenda) -> Sequence[Order]:
        """As they were sent."""
        return [item.order for item in agenda.standing]

    def number(self, agenda: Agenda) -> Sequence[int]:
        """No order asks for another one by number, so each is called by its place."""
        return range(1, len(agenda.items) + 1)

    def templates(self, known: K, seat: Seat) -> Sequence[Mapping[str, JsonValue]]:
        """Every order is listed."""
        return ()


class PlainViews(Generic[K]):
    """Seats are called by their ids, and a turn is retold in one."""

    def rename(self, known: K, names: Mapping[Seat, str]) -> K:
        """Names are not used."""
        return known

    def retell(self, before: K, after: K, heard: Sequence[Event]) -> Sequence[Moment[K]]:
        """Nothing lies between two turns."""
        return [Moment(0, after, heard)]


class PlainGame:
    """A game of one edition, without options, rulings, boards or proofs of what its reports tell."""

    version: int = 1
    options: tuple[Option, ...] = ()
    default_pacing: Pacing = Pacing.SEAT
    reserved: frozenset[str] = frozenset()
    seat_facts: frozenset[str] = frozenset({"seat", "seats", "winners"})
    epochs: int = 512
    fragments: str = "plain"
    schemas: tuple[str, ...] = ("plain",)
    rulings: Mapping[str, str] = _NOTHING
    sources: Mapping[str, Mapping[str, str]] = _NO_SOURCES
    draw_sentences: DrawSentences | None = None
    house: HousePlayer[Any, Any] | None = None

    @property
    def editions(self) -> Mapping[str, str]:
        """One."""
        return _ONE_EDITION

    @property
    def boards(self) -> BoardFiles | None:
        """No boards as files."""
        return None

    @property
    def cases(self) -> CaseNotation[Any, Any] | None:
        """No CASE files."""
        return None

    def deadlines(self, options: Mapping[str, str], hours: int) -> Mapping[str, int]:
        """One class, the turn."""
        return {"turn": hours} if hours else {}

    def moves_together(self, setting: Setting) -> bool:
        """Seats move one after the other."""
        return False

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """Nothing beyond the options."""
        return ()
