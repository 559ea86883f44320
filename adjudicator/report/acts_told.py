"""The moderator's acts of one turn as a report tells them: what still holds in full, what was overtaken in one line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import tzinfo

from adjudicator.core.act_kinds import Change, Edit, Extend, House, Pause, Replace, Resume, Rewind, Substitute
from adjudicator.core.recorded_act import RecordedAct, tell_each
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Onlooker, Reader
from adjudicator.kit.words import join_words, say_times

_CALLED = {
    Extend: "the deadline was moved",
    Pause: "the game was paused",
    Resume: "a pause was ended",
    Edit: "the charter was changed",
    Replace: "a seat changed hands",
    Substitute: "a seat changed hands",
    House: "a seat changed hands",
}
_FEW, _SEVERAL = 3, 2
"""So many acts are all told in full; so many that were overtaken are worth a line of their own."""


def tell_acts(
    acts: Sequence[RecordedAct], zone: tzinfo, names: SeatNames, to: Reader, *, lent: bool = False
) -> list[str]:
    """Sentences ``to`` a reader for ``acts``: of more than a few, several that others overtook are only counted.

    That are deadlines that were moved again, pauses that are over, keys that were changed again, and seats that went on
    to others. Where the reader's seat is ``lent``, its substitute reads this.
    """
    overtaken = list(_find_overtaken([act.change for act in acts]))
    reader = None if isinstance(to, Onlooker) else to
    every = tell_each(acts, zone, names, reader, lent=lent)
    if len(acts) <= _FEW or len(overtaken) < _SEVERAL:
        return every
    told = [sentence for number, sentence in enumerate(every) if number not in overtaken]
    counts = Counter(_CALLED[type(acts[number].change)] for number in overtaken)
    return [
        f"No longer in force: {join_words([f'{words} {say_times(count)}' for words, count in counts.items()])}.",
        *told,
    ]


def _find_overtaken(changes: Sequence[Change]) -> Iterator[int]:
    for number, change in enumerate(changes):
        if any(_overtakes(change, later) for later in changes[number + 1 :]):
            yield number


def _overtakes(change: Change, later: Change) -> bool:
    """Whether nothing is left of ``change`` after a ``later`` one."""
    match change:
        case Extend() | Resume():
            return isinstance(later, Rewind) or (
                isinstance(later, Extend | Resume) and change.due.keys() <= later.due.keys()
            )
        case Pause():
            return isinstance(later, Resume)
        case Edit():
            return isinstance(later, Edit) and change.settings.keys() <= later.settings.keys()
        case Replace() | Substitute() | House():
            return isinstance(later, Replace | Substitute | House) and change.seat == later.seat
    return False
