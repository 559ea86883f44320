"""The charter: what a game was agreed to be, and how it and its players can be called."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.core import rhythm
from adjudicator.core.chance import Level
from adjudicator.core.instant import UTC_ZONE
from adjudicator.core.order import PressPolicy
from adjudicator.core.rhythm import MOST_HOURS, Rule, Rules, say_purpose, tell_rule
from adjudicator.core.seat_names import NO_NAMES, SeatNames, show_names
from adjudicator.core.table import Pacing, Seat, Setting

ID_PATTERN = re.compile(r"[a-z][a-z0-9-]{0,31}")
RESERVED = frozenset({"public", "moderator", "all", "null", "true", "false"})
"""Readers of reports that are no seats, and words that YAML does not read as text."""
TURN_CLASS = "turn"
CHARTER = "game.yaml"
"""The name of its file."""
MOVE_FILE_SCHEMA = "move-file.schema.json"
"""The name of the file with which editors check the game's move files; it follows from the charter and the board."""
LONGEST_ADDRESS = 254
"""Characters of an address (RFC 5321, 4.5.3.1.3, less the brackets)."""
_ADDRESS = re.compile(r"(?=[^@]{1,64}@)[^\s@,;:<>()\[\]\"\\.]+(?:\.[^\s@,;:<>()\[\]\"\\.]+)*@[\w-]+(?:\.[\w-]+)*")


def is_id(text: str) -> bool:
    """Whether ``text`` can name a game or a seat."""
    return ID_PATTERN.fullmatch(text) is not None and text not in RESERVED


def is_address(text: str) -> bool:
    """Whether ``text`` is one mail address, such as ``ann@example.org``, with nothing around it."""
    is_short = len(text) <= LONGEST_ADDRESS and "=?" not in text  # as encoded words begin in headers
    return is_short and text.isascii() and text.isprintable() and _ADDRESS.fullmatch(text) is not None


def say_address_fault(text: str) -> str:
    """Why letters cannot go to ``text``, as the end of a sentence about an address; nothing where they can."""
    if is_address(text):
        return ""
    user, _, host = text.rpartition("@")
    with suppress(UnicodeError):
        plain = f"{user}@{host.encode('idna').decode()}"
        if not text.isascii() and is_address(plain):
            return f"has letters that few mail servers take; write it as {plain}"
    if not text.isascii() and is_address("".join(sign if sign.isascii() else "x" for sign in text)):
        return f"has letters that few mail servers take; give another one than {text!r}"
    name, _, address = text.strip().rpartition(" ")
    whole = f"{name.strip(' <>')} <{address.strip('<>')}>"
    if name.strip(" <>") and is_address(address.strip("<>")) and whole != text:  # else no name is wanted
        return f"cannot be read in {text!r}; write '{whole}'"
    return f"is not one such as ann@example.org: {text[:LONGEST_ADDRESS]!r}"


class WhenBlocked(Enum):
    """What happens when a seat's orders all became impossible."""

    ASK = "ask"
    """The turn ends there and the seat is asked first next time."""
    FALLBACK = "fallback"
    """Its fallback orders are used at once."""


class MissedPolicy(Enum):
    """The policy for a seat whose deadline has passed, and that has nothing on file that could be used."""

    GAME = "game"
    """The game does what it does for a silent seat."""
    WAIT = "wait"
    """Play waits for it."""
    HOUSE = "house"
    """The house player decides in its place, this time."""


class Commitment(NamedTuple):
    """The moderator's promise about chance: level, commitment to the secret, root over the public keys (hex)."""

    level: Level
    secret: str
    public_root: str
    epochs: int


class Charter(NamedTuple):
    """What was agreed. ``deadlines`` has the rule of each class; ``module`` names the game object.

    ``keep_reports`` keeps the reports of all turns on disk, not of the newest alone. ``names`` are what seats are
    called to people, of those that have a name besides their id; ``zone`` is the time zone in which deadlines are told,
    by its IANA name. ``missed`` is the policy for a seat that has missed a deadline, after ``abandoned`` of them in a
    row the house takes a seat (0: never); ``holidays`` is how many days a year a player may be away, None for any
    number. ``press`` says which letters players may write to each other.
    """

    id: str
    game: str
    module: str
    version: int
    setting: Setting
    pacing: Pacing
    deadlines: Rules
    when_blocked: WhenBlocked
    commitment: Commitment
    sample: bool
    keep_reports: bool = False
    names: Mapping[Seat, str] = MappingProxyType({})
    zone: str = UTC_ZONE
    missed: MissedPolicy = MissedPolicy.GAME
    abandoned: int = 0
    holidays: int | None = None
    press: PressPolicy = PressPolicy.PARTIAL

    @property
    def seat_names(self) -> SeatNames:
        """What the seats are called in sentences."""
        return show_names(tuple(self.names.items()), self.setting.seats) if self.names else NO_NAMES

    @property
    def falls_back(self) -> bool:
        """Whether a blocked seat's fallback orders are used at once."""
        return self.when_blocked is WhenBlocked.FALLBACK


POLICIES = "policies."
"""What the keys of policies begin with."""
PACING, BLOCKED, DEADLINES = "pacing", f"{POLICIES}blocked", "deadlines."
MISSED, ABANDONED, HOLIDAYS = f"{POLICIES}missed", f"{POLICIES}abandoned", f"{POLICIES}holidays"
PRESS = f"{POLICIES}press"
"""Keys of the charter that may change in a running game; a class of deadline follows the last of the first line."""
ALIASES: Mapping[str, str] = {"deadline": f"{DEADLINES}{TURN_CLASS}", "blocked": BLOCKED}
"""Short words for some of them, the same as options of ``adjudicate new``."""
ANY_NUMBER = "any"
"""Of days that a player may be away."""
_BLOCKED = {
    "ask": "the turn ends there and the seat is asked first next time",
    "fallback": "its fallback orders are used",
}
_MISSED = {
    "game": "the game goes on as that seat's report says",
    "wait": "play waits for it",
    "house": "the house moves in its place that time",
}
_NEVER_ABANDONED = "no seat goes to the house for missed deadlines"
_PACING = {"seat": "one seat's move", "round": "a round, in which all seats send orders by the same deadline"}
_DIGITS = 5


class Term(NamedTuple):
    """What a key is for: the ``field`` of the charter, what it ``takes``, and how a value is told.

    It takes one of a few words, or a whole number, how large and what else.
    """

    field: str
    takes: type[Enum] | tuple[int, str]
    tell: Callable[[str], str]

    def read(self, value: str) -> Enum | int | None:
        """What ``value`` is in the charter. Raises ``ValueError``."""
        if not isinstance(self.takes, tuple):
            return self.takes(value)
        return None if (self.field, value) == ("holidays", ANY_NUMBER) else int(value)


TERMS: Mapping[str, Term] = {
    PACING: Term("pacing", Pacing, lambda value: f"from now on a turn is {_PACING[value]}"),
    BLOCKED: Term(
        "when_blocked", WhenBlocked, lambda value: f"if all orders of a seat become impossible, {_BLOCKED[value]}"
    ),
    MISSED: Term(
        "missed",
        MissedPolicy,
        lambda value: f"if a seat has missed a deadline and has nothing on file, {_MISSED[value]}",
    ),
    ABANDONED: Term(
        "abandoned",
        (99, "0 for never"),
        lambda value: (
            f"after {value} missed deadlines in a row the house plays the seat" if int(value) else _NEVER_ABANDONED
        ),
    ),
    HOLIDAYS: Term(
        "holidays",
        (366, f"or {ANY_NUMBER}"),
        lambda value: f"players may be away for {'any number of' if value == ANY_NUMBER else value} days a year",
    ),
    PRESS: Term("press", PressPolicy, lambda value: PressPolicy(value).tell()),
}
"""What of the charter may change in a running game besides deadlines, by key."""


def set_key(charter: Charter, key: str, value: str) -> Charter:
    """The charter with ``value`` for ``key``, one of those that may change. Raises ``ValueError``."""
    if key in TERMS:
        changed: dict[str, Any] = {TERMS[key].field: TERMS[key].read(value)}
        return charter._replace(**changed)
    if not key.startswith(DEADLINES):
        raise ValueError(f"{key!r} does not change in a running game")
    rules = {**charter.deadlines, key.removeprefix(DEADLINES): read_rule(value)}
    return charter._replace(deadlines={name: rule for name, rule in rules.items() if rule})


def read_rule(value: str) -> Rule:
    """The rule of a class of deadlines, 0 for none. Raises ``ValueError`` that tells all that is wrong with it."""
    if value.isascii() and value.isdigit() and len(value) <= _DIGITS:
        return int(value)
    return rhythm.read_rule(value)


def tidy_value(key: str, value: str) -> str:
    """``value`` as the charter says it, where it is a rule of deadlines in other words."""
    if not key.startswith(DEADLINES) or not any(sign.isalpha() for sign in value):
        return value
    try:
        return str(read_rule(value))
    except ValueError:
        return value


def say_value_fault(key: str, value: str) -> str:
    """Why ``value`` cannot be that of ``key``, one of those that may change, and what can; nothing where it can."""
    if key not in TERMS:
        if not any(sign.isalpha() for sign in value):
            wanted = f"must be a whole number of hours, 0 (none) to {MOST_HOURS}, not {value!r}"
            return "" if _is_number(value, MOST_HOURS) else f"{key} {wanted}"
        try:
            read_rule(value)
        except ValueError as error:
            return f"{key}: {error}"
        return ""
    takes = TERMS[key].takes
    if not isinstance(takes, tuple):
        values = [one.value for one in takes]
        known = f"{', '.join(values[:-1])} or {values[-1]}"
        return "" if value in values else f"{key} must be {known}, not {value!r}"
    if (key, value) == (HOLIDAYS, ANY_NUMBER) or _is_number(value, takes[0]):
        return ""
    return f"{key} must be a whole number, 0 to {takes[0]} ({takes[1]}), not {value!r}"


def _is_number(value: str, most: int) -> bool:
    """Whether ``value`` is a whole number up to ``most``, written in the one way."""
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(most))
    return digits and int(value) <= most and str(int(value)) == value


def get_key(charter: Charter, key: str) -> str:
    """What ``charter`` says of ``key``, one of those that may change."""
    if key not in TERMS:
        return str(charter.deadlines.get(key.removeprefix(DEADLINES), 0))
    value = getattr(charter, TERMS[key].field)
    return str(value.value) if isinstance(value, Enum) else ANY_NUMBER if value is None else str(value)


def tell_key(key: str, value: str) -> str:
    """What it means to players that ``key`` has ``value`` now, in a clause."""
    if key in TERMS:
        return TERMS[key].tell(value)
    name = key.removeprefix(DEADLINES)
    if value == "0":
        return f"no further deadline {say_purpose(name)} is set"
    return f"from now on the deadline {say_purpose(name)} is {tell_rule(read_rule(value))}"
