"""The kinds of recorded acts, a row each: what is recorded, what it says, and what it changes.

An act is done by a function of :mod:`adjudicator.acts`, which says when it is refused, and given by a command. A new
one is a row here, with its record, that function and that command: writing, reading back, hashing, telling and taking
up are the same for all.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, tzinfo
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.chance import NO_MIXES, Mixes
from adjudicator.core.charter import Charter, set_key, tell_key
from adjudicator.core.instant import read_instant, write_deadline
from adjudicator.core.printing import isolate
from adjudicator.core.rhythm import Break, say_purpose, tell_break
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Seat

Deadlines: TypeAlias = Mapping[str, datetime]
"""Deadlines by class."""


class DamagedTurn(NamedTuple):
    """A turn that was damaged when it was abandoned: its head, as it was told, and which ``files`` of it were."""

    head: str
    files: Sequence[str]


NO_DAMAGE: Mapping[int, DamagedTurn] = MappingProxyType({})


class Rewind(NamedTuple):
    """Turns after ``to``, whose head is ``to_head``, no longer count; they lie in ``branches/`` under ``branch``.

    ``due`` are the deadlines of the turn that comes next. ``secret_known`` says that the game was over, so that its
    secret has been shown. ``mixes`` are those that the turns had fixed: they hold, so that a rewind changes no draw.
    ``damaged`` are those of the turns that were damaged by then, by number; what is left of them is kept, and no more.
    """

    to: int
    to_head: str
    branch: int
    due: Deadlines
    secret_known: bool
    mixes: Mixes = NO_MIXES
    damaged: Mapping[int, DamagedTurn] = NO_DAMAGE


class Edit(NamedTuple):
    """Keys of the charter have new values; ``charter`` is the SHA-256 of ``game.yaml`` since."""

    settings: Mapping[str, str]
    charter: str


class Extend(NamedTuple):
    """The deadlines ``due`` take the place of those that stood; ``hours`` is by how many at least, if that was said."""

    hours: int | None
    due: Deadlines


class Pause(NamedTuple):
    """The game is paused: no deadline passes and no turn runs; orders are still taken."""


class Resume(NamedTuple):
    """The pause is over, and the deadlines are ``due``."""

    due: Deadlines


class Holiday(NamedTuple):
    """The player of ``seat`` is away from the day ``first`` to the day ``last``; ``due`` are deadlines that moved."""

    seat: Seat
    first: str
    last: str
    due: Deadlines


class Replace(NamedTuple):
    """Another person takes the ``seat``, and is called ``name``; where that is empty, by the seat's id.

    Where the seat's name changes, ``charter`` is the SHA-256 of ``game.yaml`` since.
    """

    seat: Seat
    name: str = ""
    charter: str = ""


class Substitute(NamedTuple):
    """Somebody called ``name`` plays the ``seat`` for its player; or, where it ``ends``, its player is back.

    One that ends with a ``name`` gives the seat back to the substitute of that name, who had it before.
    """

    seat: Seat
    ends: bool
    name: str = ""


class House(NamedTuple):
    """The house plays the ``seat`` from now on, or where ``plays`` is False, no longer."""

    seat: Seat
    plays: bool


class Upgrade(NamedTuple):
    """The game goes on by another version of its rules, after every turn so far came out the same by it.

    ``same_words`` is False where old reports would read differently now. ``charter`` is the SHA-256 of ``game.yaml``
    since.
    """

    version_before: int
    version: int
    same_words: bool
    charter: str


Change: TypeAlias = Rewind | Edit | Extend | Pause | Resume | Holiday | Replace | Substitute | House | Upgrade
C = TypeVar("C", bound=Change)


class Telling(NamedTuple):
    """What an act is told with: the turn that it was made after, the time zone of the game, and names of seats.

    ``to`` is the seat whose player reads it and is called ``you``, ``lent`` the one whose substitute does.
    """

    after_turn: int
    zone: tzinfo
    names: SeatNames
    to: Seat | None = None
    lent: Seat | None = None

    def own(self, seat: Seat) -> str:
        """What ``seat`` is called as what somebody gives or takes."""
        return "your seat" if seat == self.to else f"{self.names.call(seat)}'s seat"

    def until_file(self, seat: Seat) -> str:
        """Until when somebody else plays ``seat``."""
        return f"until {'you send' if seat == self.to else f'{self.names.call(seat)} sends'} a file again"


class Kind(NamedTuple, Generic[C]):
    """A kind of act, called by the ``word`` that is its command.

    ``says`` goes on after "The moderator". ``terms`` is what becomes of the charter, or ``ValueError`` for a change
    that no charter can have; what becomes of the deadlines says
    :func:`adjudicator.core.deadlines.move_deadlines`. ``when_over`` says why there is nothing to do in a game that is
    over, where that is so. ``letter`` is the subject of the letter that all seats get at once, if they do.
    ``any_version`` lets the act be done where the game runs by other rules than those that are installed.
    """

    word: str
    says: Callable[[C, Telling], str]
    terms: Callable[[Charter, C], Charter] = lambda charter, _change: charter
    when_over: str = ""
    letter: str = ""
    any_version: bool = False


def _say_rewind(change: Rewind, telling: Telling) -> str:
    known = ""
    if change.secret_known:
        known = "; the game was over, so its chance secret is known"
        if telling.after_turn in change.damaged:
            known = "; that may have been the last turn, so its chance secret may be known"
    lost = "".join(f"; the record of turn {turn} was damaged" for turn in change.damaged)
    counted = name_turns(change.to + 1, telling.after_turn)
    return f"took the game back to turn {change.to}: {counted}{lost}{known}"


def _say_edit(change: Edit, _telling: Telling) -> str:
    return "changed the charter: " + "; ".join(tell_key(key, value) for key, value in change.settings.items())


def _say_extend(change: Extend, telling: Telling) -> str:
    to = f" to {_tell_due(change.due, telling)}" if change.due else ""
    return f"moved the deadline for turn {telling.after_turn + 1}{to}"


def _say_pause(_change: Pause, telling: Telling) -> str:
    return (
        f"paused the game before turn {telling.after_turn + 1}: no deadline passes until play goes on, and orders are "
        "still taken"
    )


def _say_resume(change: Resume, telling: Telling) -> str:
    due = f"; the deadline for turn {telling.after_turn + 1} is {_tell_due(change.due, telling)}" if change.due else ""
    return f"ended the pause{due}"


def _say_holiday(change: Holiday, telling: Telling) -> str:
    who = "you are" if change.seat == telling.to else f"{telling.names.call(change.seat)} is"
    away = tell_break(Break(date.fromisoformat(change.first), date.fromisoformat(change.last)))
    due = (
        f"; the deadline for turn {telling.after_turn + 1} moves to {_tell_due(change.due, telling)}"
        if change.due
        else ""
    )
    return f"noted that {who} away {away}{due}"


def _tell_due(due: Deadlines, telling: Telling) -> str:
    """The deadline, and those of the classes that have another."""
    first, *others = (write_deadline(instant, telling.zone) for instant in due.values())
    differing = [(name, at) for name, at in zip(list(due)[1:], others, strict=True) if at != first]
    return "; ".join([first, *(f"{say_purpose(name)} it is {at}" for name, at in differing)])


def _say_replace(change: Replace, telling: Telling) -> str:
    if change.seat == telling.to:
        return f"gave you the seat {change.seat}"
    return f"gave the seat {change.seat} to {isolate(change.name) or 'another person'}"


def _rename_seat(charter: Charter, change: Replace) -> Charter:
    """The charter with the name of whoever holds the seat now; as it was where that changes nothing."""
    if not change.charter:
        return charter
    others = {seat: name for seat, name in charter.names.items() if seat != change.seat}
    return charter._replace(names={**others, change.seat: change.name} if change.name else others)


def say_sent(who: str) -> str:
    """The reason of an act that ends a substitution since a file has come from ``who``; ``the player`` by default."""
    return f"{who or 'the player'} has sent a file"


def tell_return(change: Substitute, telling: Telling) -> tuple[str, str]:
    """That the ``change`` ended a substitution by a file, which nobody had to decide, and whose file it was."""
    if change.name:  # whoever reads of it as the holder of the seat is that substitute
        name, telling = isolate(change.name), telling._replace(to=None)
        terms = f"{telling.own(change.seat)} again as a substitute, {telling.until_file(change.seat)}."
        if change.seat == telling.lent:
            return f"You play {terms}", "You have sent a file."
        return f"{name} plays {terms}", f"{say_sent(name)}."
    if change.seat == telling.to:
        return "You have your seat back from a substitute.", "You have sent a file."
    name = telling.names.call(change.seat)
    return f"{name} has the seat back from a substitute.", f"{say_sent(name)}."


def _say_substitute(change: Substitute, telling: Telling) -> str:
    if change.ends and change.name:  # whoever reads of it as the holder of the seat is that substitute
        telling = telling._replace(to=None)
    seat = telling.own(change.seat)
    if change.ends and not change.name:
        return f"gave {'you your' if change.seat == telling.to else f'{telling.names.call(change.seat)} the'} seat back"
    back = "back " if change.ends else ""
    name = "you" if change.seat == telling.lent else isolate(change.name)
    return f"gave {seat} {back}to {name} as a substitute, {telling.until_file(change.seat)}"


def _say_house(change: House, telling: Telling) -> str:
    seat = telling.own(change.seat)
    if not change.plays:
        return f"took {seat} back from the house"
    # of whoever may send one, be it a substitute
    return f"gave {seat} to the house, which plays it until a file comes for it again"


def _say_upgrade(change: Upgrade, _telling: Telling) -> str:
    words = "and reads the same" if change.same_words else "though old reports would read differently"
    return (
        f"took the game from version {change.version_before} of its rules to version {change.version}: every turn so "
        f"far comes out the same, {words}"
    )


def _set_keys(charter: Charter, change: Edit) -> Charter:
    for key, value in change.settings.items():
        charter = set_key(charter, key, value)
    return charter


def name_turns(first: int, last: int) -> str:
    """``turn 8 no longer counts`` or ``turns 8 to 10 no longer count``."""
    if first == last:
        return f"turn {first} no longer counts"
    return f"turns {first} {'and' if last == first + 1 else 'to'} {last} no longer count"


KINDS: Mapping[type[Change], Kind[Any]] = {
    Rewind: Kind("rewind", _say_rewind),
    Edit: Kind(
        "edit",
        _say_edit,
        terms=_set_keys,
        when_over="there is nothing left to change",
        letter="the terms of the game have changed",
    ),
    Extend: Kind("extend", _say_extend, when_over="it has no more deadlines", letter="the deadline has moved"),
    Pause: Kind("pause", _say_pause, when_over="it has no more deadlines", letter="the game is paused"),
    Resume: Kind("resume", _say_resume, when_over="it has no more deadlines", letter="the game goes on"),
    Holiday: Kind("holiday", _say_holiday, when_over="it has no more deadlines", letter="a holiday"),
    Replace: Kind("replace", _say_replace, terms=_rename_seat, when_over="no seat has anything left to send"),
    Substitute: Kind(
        "substitute", _say_substitute, when_over="no seat has anything left to send", letter="a change of players"
    ),
    House: Kind("house", _say_house, when_over="no seat has anything left to send", letter="a change of players"),
    Upgrade: Kind(
        "upgrade",
        _say_upgrade,
        terms=lambda charter, change: charter._replace(version=change.version),
        any_version=True,
    ),
}
"""What there is to know of every kind of act, by what it records."""
RECORDS: Mapping[str, type[Change]] = {kind.word: record for record, kind in KINDS.items()}
WHERE_ANY = frozenset({"damaged", "name", "charter"})
"""Facts that are written only where there are any."""
READ_BACK: Mapping[str, Callable[[Any], object]] = {
    "due": lambda saved: {name: read_instant(text) for name, text in saved.items()},
    "mixes": lambda saved: {int(epoch): mix for epoch, mix in saved.items()},
    "damaged": lambda saved: {
        int(turn): DamagedTurn(str(found["head"]), found["files"]) for turn, found in saved.items()
    },
}
"""Facts that JSON has no form for, by name: how they are made of what is written. The others stay as they are."""
