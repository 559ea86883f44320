"""Chance as the rules see it, labelled draws; as data, which of them are public; and what players add to it.

A draw is named by its epoch (0 is the set-up, then the count of players' table turns) and its label, never by a turn
number, so that nothing a player or moderator can vary late can change it. What number it gives is worked out in
:mod:`adjudicator.proof.draws`, from the secret that :mod:`adjudicator.ledger.keys` has at hand.

Whoever checks a game from its mails has no rules at hand. With the patterns of :class:`DrawSentences` he can hold what
reports tell against the draws that they prove; :mod:`adjudicator.proof.draw_checks` does it.

At level L1 players add nothing. How they do at level L2 is the business of one package, of which this knows the name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from adjudicator.core.order import START, Gravity, MoveFile, Problem
from adjudicator.core.table import Seat

Label: TypeAlias = tuple[str | int, ...]


class Chance(Protocol):
    """What the rules draw from."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """A whole number from 0 to ``below - 1``, uniform, and the same for the same epoch, label and ``hidden``.

        ``hidden`` draws come from the key that is opened only at the end of the game.
        """


class Draw(NamedTuple):
    """The record of one draw."""

    epoch: int
    label: Label
    below: int
    value: int
    hidden: bool


class RecordingChance(Chance, Protocol):
    """A chance that keeps a record of what was drawn, and can show its secret when the game is over."""

    draws: list[Draw]

    def reveal(self) -> str | None:
        """The secret as hex, where it is known."""


class NoChance:
    """A chance that refuses to draw, for looking ahead without touching the future."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """Raises :class:`WouldDraw`."""
        raise WouldDraw(epoch, label, below, hidden)


class WouldDraw(Exception):  # noqa: N818 - it is not an error: looking ahead ends where chance begins
    """Raised when looking ahead meets a draw."""


class PublicDraw(NamedTuple):
    """A number in a sentence: what the public draw ``label`` below ``below`` has given, counted from ``first``."""

    label: Label
    below: int
    first: int


class DrawSentences(NamedTuple):
    """What a game's reports tell of its draws. Patterns are regular expressions, searched for in single sentences.

    ``public`` are the public draws that are made once in every epoch from 1 on, in their order and none left out, by
    the names that groups of ``sentences`` have for them. Group ``total`` is their sum, and ``epoch`` says of which
    epoch they are, where that is not the one under way. ``begins`` is the sentence with which an epoch begins; its
    first group is the number, and its second is there where the epoch goes on that began in an earlier turn.
    ``after_setup`` is the epoch under way when the set-up is over; ``ahead`` says how many epochs before its own a draw
    may be made. ``setup`` are the first words of labels that every set-up draws publicly, ``hidden`` those of hidden
    draws after it: all others are public. All that a set-up shows follows from public draws, and the order in which
    seats are given has no part in it.
    """

    public: Mapping[str, PublicDraw]
    sentences: tuple[str, ...]
    begins: str | None
    after_setup: int
    ahead: int
    setup: tuple[str, ...]
    hidden: frozenset[str]


ADDITION = "nonce"
"""The key of a move file under which a seat adds to the draws."""
UNWANTED: Mapping[str, str] = {
    "needless-nonce": "this turn needs no nonce of yours, so this one is not used; keep later ones to yourself",
    "no-orders": "the file has no orders, and no nonce that is needed",
}
"""Patterns for what :func:`check_unwanted` finds."""


class Level(StrEnum):
    """Who has a part in the draws."""

    L1 = "L1"
    """They follow from the moderator's secret alone, which was committed to."""
    L2 = "L2"
    """Every player who is asked adds a nonce that was committed to as well."""

    @property
    def mixes(self) -> bool:
        """Whether players add to the draws, and so have to join before the game begins."""
        return self is not Level.L1

    @property
    def module(self) -> str:
        """Where it is told how players add to the draws, if they do."""
        return "adjudicator.nonces.mixer"


USUAL_LEVEL = Level.L1
"""The level of a game whose moderator does not ask for another."""
LEVEL_CHOICE = "L2: players add to the draws, and have to join before the game begins."
"""What a moderator is told who may ask for another."""

Mix: TypeAlias = Mapping[Seat, str | None]
"""What every seat that was due has added (hex); None for one that added nothing."""
Mixes: TypeAlias = Mapping[int, Mix]
"""Mixes by epoch."""

NO_MIXES: Mixes = MappingProxyType({})
NOBODY: Mapping[Seat, int] = MappingProxyType({})


class Mixing(NamedTuple):
    """What is mixed in: ``fixed`` in this turn, ``known`` in all.

    ``known`` has every epoch that may still be drawn in, or at least the last one. ``withheld`` counts for each seat
    the turns, this one included, that wanted something of it and got nothing. All are empty where nobody adds anything.
    """

    fixed: Mixes = NO_MIXES
    known: Mixes = NO_MIXES
    withheld: Mapping[Seat, int] = NOBODY


NO_MIXING = Mixing()


class Additions(NamedTuple):
    """What came of what a turn wants: by seat (hex), and the seats that it waits for, of which it is ``what``."""

    given: Mapping[Seat, str]
    missing: tuple[Seat, ...] = ()
    what: str = ""


NO_ADDITIONS = Additions({})


class WantedOfSeats(Protocol):
    """What a turn wants of seats besides orders."""

    def check(self, seat: Seat, file: MoveFile) -> Iterator[Problem]:
        """What is wrong with what ``file`` adds."""

    def accept(self, files: Mapping[Seat, Sequence[tuple[str, MoveFile]]]) -> Additions:
        """What the accepted ``files`` bring, named and oldest first. Raises ``DamageError`` for what is not right."""

    def write_lines(self, seat: Seat) -> Sequence[str]:
        """The lines for it in the order form of ``seat``."""

    def tell(self, seat: Seat) -> Sequence[str]:
        """What ``seat`` has to do for it, in sentences."""

    def pretend(self, draw: Callable[[str], bytes]) -> Mapping[Seat, str]:
        """What the seats of a simulated game give, whose secrets ``draw`` gives by their purpose."""


def check_unwanted(file: MoveFile) -> Iterator[Problem]:
    """What is wrong with ``file`` where nothing but orders, letters and notes is wanted of its seat."""
    if not file.says_something:
        yield Problem("no-orders", Gravity.INVALID, START)
    elif file.addition is not None:
        yield Problem("needless-nonce", Gravity.UNWISE, file.places.get(ADDITION, START))


def drop_finished(known: Mixes, epoch: int) -> Mixes:
    """Those of ``known`` that may still be drawn in, now that play is in ``epoch``, and the last one.

    Epochs are fixed one after the other, those in which nothing is drawn too, so the last one has to be remembered.
    """
    last = max(known, default=epoch)
    return {number: mix for number, mix in known.items() if number >= min(epoch, last)}
