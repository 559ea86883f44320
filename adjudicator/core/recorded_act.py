"""Acts of the moderator that change a running game, as records: what was done, when, at which head, and why.

An act takes effect at once and is taken up by the next turn, whose manifest holds it and whose reports tell it. Acts
are never taken back: a rewind abandons turns, but not the acts among them, and the line that replaces those turns
takes up all of them that the turns left standing have not. What holds after some acts follows from them alone.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple, cast

from adjudicator.core.act_kinds import (
    KINDS,
    READ_BACK,
    RECORDS,
    WHERE_ANY,
    Change,
    DamagedTurn,
    Extend,
    Holiday,
    House,
    Replace,
    Resume,
    Rewind,
    Substitute,
    Telling,
    say_sent,
    tell_return,
)
from adjudicator.core.agenda import Agenda, play_by_house
from adjudicator.core.chance import Mix, Mixes
from adjudicator.core.charter import Charter
from adjudicator.core.instant import read_instant, write_deadline, write_instant
from adjudicator.core.json_value import JsonValue
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat

FORMAT = 1


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
        return KINDS[type(self.change)].word


def dump_act(act: RecordedAct) -> dict[str, JsonValue]:
    """The act as JSON."""
    facts = {key: _dump_fact(value) for key, value in act.change._asdict().items() if key not in WHERE_ANY or value}
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
    if isinstance(value, DamagedTurn):
        return {"head": value.head, "files": list(value.files)}
    if isinstance(value, Mapping):
        return {str(key): _dump_fact(inner) for key, inner in value.items()}
    if isinstance(value, datetime):
        return write_instant(value)
    return cast("JsonValue", value)


def load_act(saved: Mapping[str, Any]) -> RecordedAct:
    """The act that :func:`dump_act` wrote. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']!r}, this version reads {FORMAT}")
    record = RECORDS[saved["kind"]]
    names = [name for name in record._fields if name not in WHERE_ANY or name in saved]
    facts: dict[str, Any] = {name: saved[name] for name in names}
    facts |= {name: READ_BACK[name](value) for name, value in facts.items() if name in READ_BACK}
    said = {name: saved[name] for name in RecordedAct._fields[:-1]}
    # whether the facts fit is seen below
    act = RecordedAct(**{**said, "at": read_instant(saved["at"])}, change=record(**facts))
    if dump_act(act) != saved:
        raise ValueError("not an act that this program wrote")
    return act


def tell_act(
    act: RecordedAct, zone: tzinfo = UTC, names: SeatNames = NO_NAMES, to: Seat | None = None, *, lent: bool = False
) -> str:
    """What was done, when and why, in a sentence; ``zone`` is the time zone of the game, ``names`` are its people.

    It is told ``to`` whoever plays a seat, who is called ``you``: its player, or where it is ``lent``, the substitute.
    """
    done, reason = tell_apart(act, zone, names, to, lent=lent)
    # what was done often has a date of its own, with which this one must not be taken for the same
    return f"{done} {reason} Done on {write_deadline(act.at, zone)}."


def tell_each(
    acts: Sequence[RecordedAct], zone: tzinfo, names: SeatNames, to: Seat | None = None, *, lent: bool = False
) -> list[str]:
    """The same for ``acts``, one after the other; a seat that another person takes is called by its id before that.

    Deadlines that a later one of them, a rewind, has set anew are not told.
    """
    came = _find_arrival(acts, to, lent=lent)
    told: list[str] = []
    for number, act in enumerate(acts):
        later = [one.change for one in acts[number + 1 :]]
        taken = [one.seat for one in later if isinstance(one, Replace)]
        change = act.change
        if isinstance(change, Extend | Resume | Holiday) and any(isinstance(one, Rewind) for one in later):
            change = change._replace(due={})
        reader = to if number >= came else None
        told.append(tell_act(act._replace(change=change), zone, names.without(taken), reader, lent=lent))
    return told


def _find_arrival(acts: Sequence[RecordedAct], seat: Seat | None, *, lent: bool) -> int:
    """Which of ``acts`` has brought whoever plays ``seat`` now; 0 where that is longer ago."""
    kinds = Substitute if lent else Replace
    places = (n for n, act in enumerate(acts) if isinstance(act.change, kinds) and act.change.seat == seat)
    return max(places, default=0)


def tell_apart(
    act: RecordedAct, zone: tzinfo = UTC, names: SeatNames = NO_NAMES, to: Seat | None = None, *, lent: bool = False
) -> tuple[str, str]:
    """The same as what was done, and why, in a sentence each."""
    telling = Telling(act.after_turn, zone, names, None if lent else to, to if lent else None)
    if isinstance(act.change, Substitute) and act.change.ends and act.reason == say_sent(act.change.name):
        return tell_return(act.change, telling)
    said = KINDS[type(act.change)].says(act.change, telling)
    return f"The moderator {said}.", f"The reason: {_stop(act.reason)}"


def _stop(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


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
        charter = KINDS[type(act.change)].terms(charter, act.change)
    return charter


def list_settled(acts: Sequence[RecordedAct]) -> Mixes:
    """The mixes that turns had fixed which ``acts`` abandoned."""
    settled: dict[int, Mix] = {}
    for act in acts:
        if isinstance(act.change, Rewind):
            settled |= act.change.mixes
    return settled


def list_handed_on(acts: Sequence[RecordedAct]) -> tuple[Seat, ...]:
    """The seats that ``acts`` took from their persons, each once, in the order in which they did."""
    return tuple(dict.fromkeys(act.change.seat for act in acts if isinstance(act.change, Replace | Substitute | House)))


def seat_house(agendas: Mapping[Seat, Agenda], acts: Sequence[RecordedAct]) -> Mapping[Seat, Agenda]:
    """``agendas`` after ``acts`` have given seats to the house, and taken them back."""
    seated = dict(agendas)
    for act in acts:
        if isinstance(act.change, House | Replace | Substitute):
            agenda = seated[act.change.seat]
            plays = isinstance(act.change, House) and act.change.plays
            seated[act.change.seat] = play_by_house(agenda) if plays else agenda._replace(house=False)
    return seated


def list_lent(acts: Sequence[RecordedAct], before: Collection[Seat] = ()) -> list[Seat]:
    """The seats that a substitute plays after ``acts``, where it was those ``before`` them."""
    lent = [*before]
    for act in acts:
        if isinstance(act.change, Replace | Substitute):
            lent = [seat for seat in lent if seat != act.change.seat]
            if isinstance(act.change, Substitute) and act.change.name:
                lent.append(act.change.seat)
    return lent


_TO_HOUSE = "to the house"


def list_lineage(acts: Sequence[RecordedAct], agendas: Mapping[Seat, Agenda]) -> dict[Seat, list[str]]:
    """Who has played each seat that changed hands by ``acts``, in turn, a few words for each.

    The ``agendas`` say where a file has ended what the house had begun.
    """
    lineage: dict[Seat, list[str]] = {}
    for act in acts:
        match act.change:
            case Replace(seat, name):
                words = f"to {name or 'another person'}"
            case Substitute(seat, ends, name):
                words = f"{'back ' if ends else ''}to {f'{name} as a substitute' if name else 'its player'}"
            case House(seat, plays):
                if plays and lineage.get(seat, ["."])[-1].startswith(_TO_HOUSE):  # it was not the house's any more
                    lineage[seat].append("back from the house with a file")
                words = _TO_HOUSE if plays else "back from the house"
            case _:
                continue
        lineage.setdefault(seat, []).append(f"{words} after turn {act.after_turn}")
    for seat, holders in lineage.items():
        if holders[-1].startswith(_TO_HOUSE) and not agendas[seat].house:
            holders.append("back from the house since its last file")
    return lineage


def find_abandoned(acts: Sequence[RecordedAct], turn: int) -> RecordedAct | None:
    """The act by which a turn of the number ``turn`` was abandoned last; its change is a :class:`Rewind`."""
    return _find_rewind(acts, turn, 0)


def find_offering(acts: Sequence[RecordedAct], turn: int) -> RecordedAct | None:
    """The same of files that were sent for ``turn``, which may have waited when the turn before it was the newest."""
    return _find_rewind(acts, turn, 1)


def _find_rewind(acts: Sequence[RecordedAct], turn: int, beyond: int) -> RecordedAct | None:
    for act in reversed(acts):
        if isinstance(act.change, Rewind) and act.change.to < turn <= act.after_turn + beyond:
            return act
    return None


def find_heads(acts: Sequence[RecordedAct]) -> dict[int, str]:
    """The heads of those turns of the line that stands of which ``acts``, all there are, say them."""
    heads: dict[int, str] = {}
    for act in acts:
        heads[act.after_turn] = act.head
        if isinstance(act.change, Rewind):
            heads = {turn: head for turn, head in heads.items() if turn < act.change.to}
            heads[act.change.to] = act.change.to_head
    return heads
