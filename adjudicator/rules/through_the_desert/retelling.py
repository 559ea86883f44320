"""What a turn of the program did placement by placement: each as everybody knew the board right after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.event import Event, Moment
from adjudicator.rules.through_the_desert.course import group_turns
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import NOWHERE, State

_PLACED = {
    "leader-returned": ActionKind.RETURN,
    "leader-placed": ActionKind.LEADER,
    "camel-placed": ActionKind.CAMEL,
}


def retell(before: State, after: State, heard: Sequence[Event]) -> list[Moment[State]]:
    """The moments between two positions, the last of which is ``after`` itself, with the events that led to each."""
    known, moments = before, list[Moment[State]]()
    for events in _group_placements(heard):
        placed = next((event for event in events if event.kind in _PLACED), None)
        known = known if placed is None else _carry_out(known, placed)
        if known.table.taken_hidden:
            known = known._replace(taken=before.taken)
        moments.append(Moment(len(group_turns(known)), known, events))
    last = moments[-1].heard if moments else ()
    return [*moments[:-1], Moment(len(group_turns(after)), after, last)]


def _group_placements(heard: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """Each placement with what followed from it; what came before the first one goes with it."""
    group: list[Event] = []
    for event in heard:
        if event.kind in _PLACED and any(earlier.kind in _PLACED for earlier in group):
            yield tuple(group)
            group = []
        group.append(event)
    if group:
        yield tuple(group)


def _carry_out(known: State, event: Event) -> State:
    table, facts = known.table, event.facts
    kind = _PLACED[event.kind]
    place = table.board.grid.index_of[str(facts["hex"])] if "hex" in facts else NOWHERE
    action = Action(kind, table.colours.index(str(facts["colour"])), place)
    return carry_out(known, table.number_of[str(facts["seat"])], action)[0]
