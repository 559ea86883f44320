"""Acts of the moderator that change a running game, as records: what was done, when, at which head, and why.

An act takes effect at once and is taken up by the next turn, whose manifest holds it and whose reports tell it. Acts
are never taken back: a rewind abandons turns, but not the acts among them, and the line that replaces those turns
takes up all of them that the turns left standing have not. What holds after some acts follows from them alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, cast

from adjudicator.core.charter import TURN_CLASS, Charter, WhenBlocked
from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.mixing import NO_MIXES, Mix, Mixes
from adjudicator.core.table import Pacing, Seat

FORMAT = 1
PACING, BLOCKED, DEADLINES = "pacing", "policies.blocked", "deadlines."
"""Keys of the charter that may change in a running game; a class of deadline follows the last."""
ALIASES: Mapping[str, str] = {"deadline": f"{DEADLINES}{TURN_CLASS}", "blocked": BLOCKED}
"""Short words for some of them, the same as options of ``adjudicate new``."""


class Damaged(NamedTuple):
    """A turn that was damaged when it was abandoned: its head, as it was told, and which ``files`` of it were."""

    head: str
    files: Sequence[str]


NO_DAMAGE: Mapping[int, Damaged] = MappingProxyType({})


class Rewind(NamedTuple):
    """Turns after ``to``, whose head is ``to_head``, no longer count; they lie in ``branches/`` under ``branch``.

    ``due`` are the deadlines of the turn that comes next. ``secret_known`` says that the game was over, so that its
    secret has been shown. ``mixes`` are those that the turns had fixed: they hold, so that a rewind changes no draw.
    ``damaged`` are those of the turns that were damaged by then, by number; what is left of them is kept, and no more.
    """

    to: int
    to_head: str
    branch: int
    due: Mapping[str, datetime]
    secret_known: bool
    mixes: Mixes = NO_MIXES
    damaged: Mapping[int, Damaged] = NO_DAMAGE


class Edit(NamedTuple):
    """Keys of the charter have new values; ``charter`` is the SHA-256 of ``game.yaml`` since."""

    settings: Mapping[str, str]
    charter: str


class Extend(NamedTuple):
    """The deadlines ``due`` take the place of those that stood; ``hours`` is by how much, where they all moved so."""

    hours: int | None
    due: Mapping[str, datetime]


class Replace(NamedTuple):
    """Another person takes the ``seat``."""

    seat: Seat


class Upgrade(NamedTuple):
    """The game goes on by another version of its rules, after every turn so far came out the same by it.

    ``same_words`` is False where old reports would read differently now. ``charter`` is the SHA-256 of ``game.yaml``
    since.
    """

    version_before: int
    version: int
    same_words: bool
    charter: str


Change: TypeAlias = Rewind | Edit | Extend | Replace | Upgrade

_KINDS: Mapping[str, type[Change]] = {
    "rewind": Rewind,
    "edit": Edit,
    "extend": Extend,
    "replace": Replace,
    "upgrade": Upgrade,
}
KINDS = tuple(_KINDS)


class RecordedAct(NamedTuple):
    """An act: the ``number``-th of its game, made at the instant ``at``, when ``after_turn`` with ``head`` was newest.

    ``previous`` is the SHA-256 of the act before it.
    """

    game: str
    number: int
    previous: str | None
    at: datetime
    after_turn: int
    head: str
    reason: str
    change: Change

    @property
    def kind(self) -> str:
        """The word for what was done, which is the command that does it."""
        return name_kind(self.change)


def name_kind(change: Change) -> str:
    """The word for ``change``."""
    return next(word for word, kind in _KINDS.items() if isinstance(change, kind))


def dump_act(act: RecordedAct) -> dict[str, JsonValue]:
    """The act as JSON."""
    facts = {key: _dump_fact(value) for key, value in act.change._asdict().items() if key != "damaged" or value}
    return {
        "format": FORMAT,
        "game": act.game,
        "number": act.number,
        "previous": act.previous,
        "kind": act.kind,
        "at": write_instant(act.at),
        "after_turn": act.after_turn,
        "head": act.head,
        "reason": act.reason,
        **facts,
    }


def _dump_fact(value: object) -> JsonValue:
    if isinstance(value, Damaged):
        return {"head": value.head, "files": list(value.files)}
    if isinstance(value, Mapping):
        return {str(key): _dump_fact(inner) for key, inner in value.items()}
    if isinstance(value, datetime):
        return write_instant(value)
    return cast("JsonValue", value)


def load_act(saved: JsonObject) -> RecordedAct:
    """The act that :func:`dump_act` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']!r}, this version reads {FORMAT}")
    kind = _KINDS[cast("str", saved["kind"])]
    facts: dict[str, object] = {key: saved[key] for key in kind._fields if key != "damaged" or key in saved}
    if "due" in facts:
        due = cast("Mapping[str, str]", saved["due"])
        facts["due"] = {name: read_instant(text) for name, text in due.items()}
    if "mixes" in facts:
        mixes = cast("Mapping[str, dict[Seat, str | None]]", saved["mixes"])
        facts["mixes"] = {int(epoch): mix for epoch, mix in mixes.items()}
    if "damaged" in facts:
        damaged = cast("Mapping[str, Mapping[str, Any]]", saved["damaged"])
        facts["damaged"] = {int(turn): Damaged(str(found["head"]), found["files"]) for turn, found in damaged.items()}
    act = RecordedAct(
        game=cast("str", saved["game"]),
        number=cast("int", saved["number"]),
        previous=cast("str | None", saved["previous"]),
        at=read_instant(cast("str", saved["at"])),
        after_turn=cast("int", saved["after_turn"]),
        head=cast("str", saved["head"]),
        reason=cast("str", saved["reason"]),
        change=kind(**facts),  # type: ignore[arg-type]  # whether the facts fit is seen below
    )
    if dump_act(act) != saved:
        raise ValueError("not an act that we wrote")
    return act


def list_taken_up(acts: Sequence[RecordedAct]) -> list[int]:
    """For each of ``acts``, all there are, the turn that takes it up in the line that stands after the last one."""
    turns: list[int] = []
    for act in acts:
        if isinstance(act.change, Rewind):
            turns = [min(turn, act.change.to + 1) for turn in turns]
            turns.append(act.change.to + 1)
        else:
            turns.append(act.after_turn + 1)
    return turns


def select_acts(acts: Sequence[RecordedAct], first: int, last: int) -> tuple[RecordedAct, ...]:
    """Those of ``acts``, all there are, that the turns from ``first`` to ``last`` take up."""
    turns = list_taken_up(acts)
    return tuple(act for act, turn in zip(acts, turns, strict=True) if first <= turn <= last)


def change_charter(charter: Charter, acts: Sequence[RecordedAct]) -> Charter:
    """The charter after ``acts``. Raises ``ValueError`` for a change that no charter can have."""
    for act in acts:
        if isinstance(act.change, Upgrade):
            charter = charter._replace(version=act.change.version)
        elif isinstance(act.change, Edit):
            for key, value in act.change.settings.items():
                charter = set_key(charter, key, value)
    return charter


def set_key(charter: Charter, key: str, value: str) -> Charter:
    """The charter with ``value`` for ``key``, one of those that may change. Raises ``ValueError``."""
    if key == PACING:
        return charter._replace(pacing=Pacing(value))
    if key == BLOCKED:
        return charter._replace(when_blocked=WhenBlocked(value))
    name = key.removeprefix(DEADLINES)
    if name == key:
        raise ValueError(f"{key!r} does not change in a running game")
    hours = {**charter.deadlines, name: int(value)}
    return charter._replace(deadlines={name: count for name, count in hours.items() if count})


def get_key(charter: Charter, key: str) -> str:
    """What ``charter`` says of ``key``, one of those that may change."""
    if key == PACING:
        return charter.pacing.value
    if key == BLOCKED:
        return charter.when_blocked.value
    return str(charter.deadlines.get(key.removeprefix(DEADLINES), 0))


def move_deadlines(due: Mapping[str, datetime], acts: Sequence[RecordedAct]) -> Mapping[str, datetime]:
    """The deadlines that hold after ``acts`` where ``due`` held before them."""
    for act in acts:
        if isinstance(act.change, Rewind):
            due = act.change.due
        elif isinstance(act.change, Extend):
            due = {**due, **act.change.due}
    return due


def list_settled(acts: Sequence[RecordedAct]) -> Mixes:
    """The mixes that turns had fixed which ``acts`` abandoned."""
    settled: dict[int, Mix] = {}
    for act in acts:
        if isinstance(act.change, Rewind):
            settled |= act.change.mixes
    return settled


def list_handed_on(acts: Sequence[RecordedAct]) -> tuple[Seat, ...]:
    """The seats that ``acts`` gave to other persons, each once, in the order in which they did."""
    return tuple(dict.fromkeys(act.change.seat for act in acts if isinstance(act.change, Replace)))


def find_abandoned(acts: Sequence[RecordedAct], turn: int) -> RecordedAct | None:
    """The act by which a turn of the number ``turn`` was abandoned last; its change is a :class:`Rewind`."""
    return next(
        (act for act in reversed(acts) if isinstance(act.change, Rewind) and act.change.to < turn <= act.after_turn),
        None,
    )
