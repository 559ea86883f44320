"""The seam: what a game is to everything that is not a game.

A game is a **kernel** (the tabletop rules as atomic actions), an **order language** (how a player at a distance steers
the kernel), **views** (what one seat, an onlooker or the moderator may know) and an **exhibit** (how a view is shown).
The turn driver, replay, simulation, reports and commands know games through these protocols only; a game knows nothing
of files, clocks, mail or reports.

Type variables: ``S`` is the kernel's state, ``A`` its action, ``K`` what one reader knows: a value made from the
state by allow-list, which is all that orders, forms and reports ever see.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from adjudicator.core.agenda import Agenda, AnswerKinds, Ask, OrderResult, Question, Reply
from adjudicator.core.chance import Chance, DrawSentences
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import BoardFiles, CaseNotation
from adjudicator.core.order import MoveFile, Order, Problem, Words
from adjudicator.core.table import (
    Decision,
    Event,
    Moment,
    Option,
    Pacing,
    Reader,
    Score,
    ScoreTable,
    Seat,
    Setting,
    Story,
)

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")
K_contra = TypeVar("K_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class Kernel(Protocol[S, A]):
    """The tabletop rules, exactly, as atomic actions. Pure: the same arguments give the same values."""

    def setup(self, setting: Setting, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """The position before anybody decides anything, and what the set-up drew.

        Raises ``ValueError`` for a number of seats or an option value the edition does not have.
        """

    def seats(self, state: S) -> tuple[Seat, ...]:
        """The seats in table order."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Which seats must decide what now, in table order; none when the game is over."""

    def mover(self, state: S) -> Seat | None:
        """The seat whose table turn it is; None where everybody moves at once, and when the game is over."""

    def epoch(self, state: S) -> int:
        """How many table turns have been completed or begun: 0 in the set-up, 1 in the first table turn.

        Where everybody moves at once, a table turn is one round of that.
        """

    def furthest_epoch(self, state: S, pacing: Pacing) -> int | None:
        """The last epoch that one turn from ``state`` may draw in; None where nothing is drawn any more.

        It must follow from what everybody knows. Where players add to the draws, they do so up to it: it should
        be no further than needed, for what is given early protects nobody.
        """

    def phase(self, state: S) -> str:
        """The word for the phase the game is in; ``over`` at the end."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """All legal actions of ``seat`` in a fixed order; for a seat not on move, as if its move came now."""

    def is_legal(self, state: S, seat: Seat, action: A) -> bool:
        """Whether ``action`` is legal for ``seat``, those included that are too many to be listed."""

    def apply(self, state: S, seat: Seat, action: A, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """The state after ``action`` and what happened. Raises ``IllegalActionError`` for an action not legal now."""

    def play(self, state: S, seat: Seat, action: A, chance: Chance) -> S:
        """The state that :meth:`apply` gives, where nobody asks what happened.

        The ``action`` was just taken from :meth:`legal` of a ``seat`` that must decide now, and need not be judged
        again; what comes of any other is not defined.
        """

    def draw_ahead(self, state: S, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """What chance has in store for the round to come, where a game publishes it when everybody moves at once."""

    def scores(self, state: S) -> tuple[Score, ...]:
        """Everybody's points so far, in table order."""

    def ending(self, state: S) -> str | None:
        """Why the game ended, in a word; None while it goes on."""

    def dump(self, state: S) -> JsonObject:
        """The state as JSON that a person can read; :meth:`load` brings it back."""

    def load(self, saved: JsonObject) -> S:
        """The state that :meth:`dump` wrote."""


class OrderLanguage(Protocol[K, A]):
    """How a player at a distance steers the kernel."""

    kinds: tuple[str, ...]
    """The keys an order may have; each has a schema of its own."""
    conditions: tuple[str, ...]
    """Questions that orders may ask besides those in the schema of conditions."""
    blocks: bool
    """Whether orders may stand in blocks: ``then`` and ``else`` beside ``if``."""
    repeats: bool
    """Whether standing orders may say ``times`` and ``until``."""
    bundled: str | None
    """The kind of the orders that stand in the branches of ``either``; None where the game has no such order."""
    plans: bool
    """Whether the game looks itself at what was not understood, which is then among the orders as ``UNREAD``.

    It is refused unless ``check`` has a remark ``UNREAD_LATER`` for each of its faults, that it is for a later move and
    may wait; with ``UNREAD_MEANT`` it is refused in the words of the game."""
    answer_kinds: AnswerKinds
    """The kinds of orders that answer a question and are no part of what a seat wants done besides; see
    :func:`adjudicator.core.agenda.enlist`. Empty where every order is part of that."""
    closing: str
    """The kind of the order that ends a list; alone it is added to one on file that lacks it. Empty for none."""
    lacking: Collection[str]
    """The codes of remarks that a file lacks an answer, untrue where something else on file answers."""
    pending: Collection[str]
    """The codes of remarks that play waits for the seat once the orders of a file are carried out."""
    halts: bool
    """Whether a turn can stop at a seat because its orders became impossible; else they are passed over."""
    outlook_title: str
    """What stands above :meth:`say_outlook` in reports."""
    sentences: Mapping[str, str]
    """A pattern for every problem code the language makes."""

    def list_words(self, known: K) -> Mapping[str, Words]:
        """The words of orders by sort, as ``x-words`` in the game's schemas names it: for editors.

        ``known`` is what the public knows; of it only what never changes counts, such as the board.
        """

    def list_useless_keys(self, known: K) -> Collection[str]:
        """The orders and questions of conditions that are of no use in this game: editors do not suggest them.

        Such a question is underlined.

        ``known`` is what the public knows; of it only what never changes counts, such as the number of seats.
        """

    def asks(self, known: K, pacing: Pacing) -> tuple[Ask, ...]:
        """What every asked seat is to send before the next turn, the seat on move first.

        ``known`` is what the public knows: whom the game asks for what must not tell anybody's secrets.
        """

    def answers(self, known: K, agenda: Agenda, ask: Ask) -> bool:
        """Whether ``agenda`` holds an answer to ``ask``.

        It has fallback orders only where the charter lets them act in place of blocked ones.
        """

    def is_certain(self, question: Question[K, A], waiting: Collection[Seat]) -> bool:
        """Whether what others have on file settles ``question``, whatever the ``waiting`` seats answer about it."""

    def say_if_silent(self, known: K, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        """What will happen if the seat, which knows ``known``, sends nothing more: for it alone, in a sentence or two.

        ``when_silent`` is what may be done for it then: ``late`` says whether there is a deadline that will have
        passed. What is said must be what :meth:`reply` and :meth:`fall_back` will then do.
        """

    def say_outlook(self, known: K, seat: Seat, agenda: Agenda, *, asked: bool) -> tuple[str, ...]:
        """What happens where nothing on file of ``seat`` speaks, and what it may do for others: for it alone.

        Standing orders are not said again: they stand beside it. ``asked`` says whether it is asked for something
        before the next turn. No sentence begins with a name: the first may stand behind a colon.
        """

    def retell(
        self, results: Sequence[OrderResult], events: Sequence[Event], call: Callable[[Seat], str]
    ) -> Sequence[OrderResult]:
        """What became of orders in a turn with these ``events``, as their players are told.

        Each may get its occasion, in which ``call`` names seats, and others may be added of what was done for a seat.
        """

    def check(self, known: K, seat: Seat, file: MoveFile) -> tuple[Problem, ...]:
        """What is wrong with the orders of ``file``, judged by what ``seat`` knows. Draws nothing.

        The remark ``FULL_STOP`` on an order of the file makes it none.
        """

    def forecast(self, known: K, seat: Seat, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """What the orders of ``file`` would do as far as ``seat`` can know, in sentences. Draws nothing.

        ``filed`` is what was on file before it.
        """

    def begin_turn(self, known: K, seat: Seat, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """``agenda`` as a turn begins: new standing orders are noted, and public ones told."""

    def end_turn(self, known: K, seat: Seat, agenda: Agenda) -> tuple[Agenda, tuple[OrderResult, ...]]:
        """``agenda`` as a turn ends: orders that are lost already are told and set aside, so that ``seat`` is asked.

        It is not called where the charter lets fallback orders that are on file act in place of them.
        """

    def act_at_once(self, question: Question[K, A]) -> Reply[A]:
        """What happens at once, without waiting for anybody: forced steps, and standing orders about them."""

    def reply(self, question: Question[K, A]) -> Reply[A]:
        """What the seat's agenda says to an open decision."""

    def fall_back(self, question: Question[K, A]) -> Reply[A]:
        """What fallback orders say where nothing else answers, then what the game does for a silent seat."""

    def write(self, known: K, action: A) -> Mapping[str, JsonValue]:
        """The order that asks for ``action``, as it stands in a move file."""

    def templates(self, known: K, seat: Seat) -> Sequence[Mapping[str, JsonValue]]:
        """Examples of open-ended orders that the seat might give now, beside the legal actions."""

    def quote(self, order: Order) -> str:
        """The order in a few words, as its player would say it."""

    def is_over(self, known: K, seat: Seat, order: Order) -> bool:
        """Whether ``order`` on file of ``seat`` is for a part of the game that is over, and so can never act again."""

    def list_standing(self, agenda: Agenda) -> Sequence[Order]:
        """The standing orders of ``agenda``, in its order, as far as they may still act."""

    def number(self, agenda: Agenda) -> Sequence[int]:
        """The numbers of the items of ``agenda``, once the turn has begun, where orders ask for each other by number.

        They are those that their player counted: an order that is carried out takes no number from those below it.
        """


class Views(Protocol[S_contra, K]):
    """What a reader may know."""

    def see(self, state: S_contra, agendas: Mapping[Seat, Agenda], reader: Reader) -> K:
        """What ``reader`` knows of ``state`` and of standing orders that are public, built by allow-list."""

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """The event as ``reader`` may know it; None where it is none of his business."""

    def scores(self, known: K) -> tuple[Score, ...]:
        """Everybody's points as far as they are known, in table order."""

    def to_json(self, known: K) -> JsonObject:
        """What is known, as the ``view`` of the JSON output."""

    def rename(self, known: K, names: Mapping[Seat, str]) -> K:
        """What is known, with seats called by ``names`` where these have one: of it sentences and pictures are made.

        Nothing else changes: orders on agendas still find their seats by id. A name is any text of a person's; it is
        escaped by templates, and by the game where it draws.
        """

    def retell(self, before: K, after: K, heard: Sequence[Event]) -> Sequence[Moment[K]]:
        """A turn move by move, for a replay: what was known after each, and which of the events ``heard`` led to it.

        The last moment is ``after`` itself. Together they have all events, in order.
        """


class Exhibit(Protocol[K_contra]):
    """How what a reader knows is shown to him. Loaded only when something is shown."""

    def parts(self, known: K_contra, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """The variables of the game's template fragments; ``news`` are the newest turn's events."""

    def tell(self, known: K_contra, events: Sequence[Event], reader: Reader) -> Story:
        """The events in sentences, what concerns the ``reader`` first."""

    def phase_words(self, known: K_contra, reader: Reader) -> str:
        """Where the game stands, in a few words; the ``reader`` is called you."""

    def form_lines(self, known: K_contra, seat: Seat) -> list[str]:
        """The ``orders:`` part of the next order form, with comments that say what is legal."""

    def scores(self, known: K_contra, reader: Reader) -> ScoreTable:
        """Scores so far and where they come from."""


class HousePlayer(Protocol[K, A]):
    """A simple player, for a seat that nobody plays: greedy, and always the same in the same position."""

    def choose(self, question: Question[K, A]) -> A | None:
        """A legal action, by what the seat knows and nothing else; None leaves it to what the game does on silence."""

    def answers(self, ask: Ask) -> bool:
        """Whether it plays what is asked itself; where it always leaves that to the game, players are told so."""


class Game(Protocol[S, A, K]):
    """A game, as registered under the entry point group ``adjudicator.games``."""

    name: str
    title: str
    version: int
    """The version of the rules; a change that could alter a running game raises it."""
    module: str
    """The importable object a charter names, ``package.module:OBJECT``."""
    options: tuple[Option, ...]
    seats: range
    default_pacing: Pacing
    reserved: frozenset[str]
    """Words of the game's orders that can be no id of a seat."""
    seat_facts: frozenset[str]
    """Facts of events and problems that hold seats: one, a list, or the keys of a mapping."""
    fragments: str
    """The folder of the game's templates: its name below ours, or its whole path where another package has it."""
    schemas: tuple[str, ...]
    """The folders of the game's schemas, named in the same way; its own before those it shares with another game."""
    epochs: int
    """The largest number of epochs a game may take; public keys are committed for so many."""

    @property
    def editions(self) -> Mapping[str, str]:
        """Each edition's name and what it is, the default first; where there is but one nobody is told of it."""

    def deadlines(self, options: Mapping[str, str], hours: int) -> Mapping[str, int]:
        """Hours by class of deadline, where the moderator gives a turn ``hours``; a class left out has none."""

    def moves_together(self, setting: Setting) -> bool:
        """Whether all move at once in a game so set up, so that every turn asks all of them, whatever the pacing."""

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """What the players of a game so set up should know before it begins, beyond its options, in sentences."""

    @property
    def rulings(self) -> Mapping[str, str]:
        """The numbered rulings, each in a sentence."""

    @property
    def sources(self) -> Mapping[str, Mapping[str, str]]:
        """Where the rulebooks speak of what a ruling is about: by ruling, the headings in each edition that does."""

    @property
    def draw_sentences(self) -> DrawSentences | None:
        """Which draws are public and which sentences tell them; None where that is not said, and so not checked."""

    @property
    def kernel(self) -> Kernel[S, A]:
        """The rules."""

    @property
    def orders(self) -> OrderLanguage[K, A]:
        """The order language."""

    @property
    def views(self) -> Views[S, K]:
        """What readers know."""

    @property
    def exhibit(self) -> Exhibit[K]:
        """How it is shown."""

    @property
    def house(self) -> HousePlayer[K, A] | None:
        """Who plays a seat that nobody plays; None for a game that has no such player."""

    @property
    def boards(self) -> BoardFiles | None:
        """Boards as files; None for a game that has its boards from elsewhere."""

    @property
    def cases(self) -> CaseNotation[S, A] | None:
        """Positions and actions as CASE files write them; None for a game that has no such files."""
