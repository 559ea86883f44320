"""The nonces that a turn wants, of whom: what is said of them, what is wrong with those that come, what is mixed in.

The mix of an epoch is fixed at the first turn that may draw in it, from the seats that were asked before that turn,
whether the turn comes to draw or not: nothing that anybody does within the turn can change who is mixed in
(``docs/decisions/014-nonces.md``).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.chance import ADDITION, NO_MIXES, Additions, Mix, Mixes, Mixing, check_unwanted
from adjudicator.core.charter import Charter
from adjudicator.core.deadlines import list_asked
from adjudicator.core.order import START, Gravity, MoveFile, Place, Problem
from adjudicator.core.table import Seat
from adjudicator.kit.words import YOU, count_of, end_sentence, join_names, join_words
from adjudicator.proof.draws import find_epoch, find_nonce, hash_down
from adjudicator.registry import AnyGame
from adjudicator.store.formats import DamageError
from adjudicator.store.record import TurnRecord

SENTENCES: Mapping[str, str] = {
    "missing-nonce": (
        "your secret number (nonce) of epoch {epoch} is missing; unless an earlier file of yours for this turn has it, "
        "fill it in with: adjudicate nonces stamp FILE --epoch {epoch}"
    ),
    "other-epoch": "this is your secret number of epoch {found}; please send the one of epoch {epoch}",
    "wrong-nonce": "this is not your secret number of epoch {epoch}, nor any other of yours",
    "others-nonce": "this secret number belongs to another seat; please send yours of epoch {epoch}",
}
MOST_WITHHELD = 2
"""Nonces that may get lost without anybody wondering; more are remarked upon, which is all that happens."""
_OF_NOBODY = "Nobody's secret numbers are in the next draws: the house plays every seat that was awaited."
_NONCE = re.compile(r"[0-9a-f]{64}")
_BLANK = re.compile(r"epoch ([0-9]{1,5})")


class WantedNonces(NamedTuple):
    """The nonces that a turn wants: of which ``epoch``, of which seats (``due``), and what they are held against.

    ``read_anchors`` gives the published end (hex) of each seat's chain, ``length`` is how many links stand above it. No
    turn waits for the nonces of the seats ``waived``: whoever holds them now may have none to give.
    """

    epoch: int
    due: frozenset[Seat]
    read_anchors: Callable[[], Mapping[Seat, str]]
    length: int
    waived: Sequence[Seat] = ()

    def check(self, seat: Seat, file: MoveFile) -> Iterator[Problem]:
        """See :class:`adjudicator.core.chance.WantedOfSeats`."""
        if seat not in self.due:
            yield from check_unwanted(file)
        elif file.addition is None or read_blank(file.addition) is not None:
            if seat not in self.waived:
                yield Problem("missing-nonce", Gravity.UNWISE, _place(file), {"epoch": self.epoch})
            elif not file.says_something:
                yield Problem("no-orders", Gravity.INVALID, START)
        elif is_filled_in(file.addition) and not self._is_right(seat, file.addition):
            yield self._explain(seat, bytes.fromhex(file.addition))._replace(place=_place(file))

    def accept(self, files: Mapping[Seat, Sequence[tuple[str, MoveFile]]]) -> Additions:
        """See :class:`adjudicator.core.chance.WantedOfSeats`.

        Raises ``DamageError`` for a wrong nonce: it was not accepted, or not with these anchors.
        """
        given: dict[Seat, str] = {}
        for seat in sorted(self.due):
            for name, file in files.get(seat, ()):
                if file.addition is not None and is_filled_in(file.addition):
                    if not self._is_right(seat, file.addition):
                        words = f"its nonce is not the one of epoch {self.epoch} of the seat's chain"
                        raise DamageError(f"orders/{seat}/{name}", words)
                    given[seat] = file.addition
        missing = tuple(seat for seat in sorted(self.due) if seat not in given and seat not in self.waived)
        return Additions(given, missing, "secret numbers awaited from")

    def write_lines(self, seat: Seat) -> Sequence[str]:
        """See :class:`adjudicator.core.chance.WantedOfSeats`."""
        blank = f"epoch {self.epoch}"
        line = f"{ADDITION}: {blank}   # your secret number: run adjudicate nonces stamp FILE"
        return (line,) if seat in self.due else ()

    def tell(self, seat: Seat) -> Sequence[str]:
        """See :class:`adjudicator.core.chance.WantedOfSeats`."""
        if seat not in self.due:
            return ()
        if seat in self.waived:
            words = (
                "If you have the keyring of your seat's first player, add the secret number from it: run 'adjudicate "
                "nonces stamp FILE'. No turn waits for this number."
            )
            return (words,)
        words = (
            "Your file needs your next secret number: before you send the file, run 'adjudicate nonces stamp FILE'. "
            "Without the number the turn waits for the deadline, and everybody's report says that yours is missing."
        )
        return (words,)

    def pretend(self, draw: Callable[[str], bytes]) -> Mapping[Seat, str]:
        """See :class:`adjudicator.core.chance.WantedOfSeats`."""
        return {seat: find_nonce(draw_end(draw, seat), self.length, self.epoch).hex() for seat in self.due}

    def _is_right(self, seat: Seat, nonce: str) -> bool:
        """Whether ``nonce`` is the one that is wanted of ``seat``."""
        return hash_down(bytes.fromhex(nonce), self.epoch).hex() == self.read_anchors()[seat]

    def _explain(self, seat: Seat, nonce: bytes) -> Problem:
        """What a wrong nonce is; that may take as many hashes as chains have links, and is done for wrong ones only."""
        anchors = self.read_anchors()
        found = find_epoch(bytes.fromhex(anchors[seat]), nonce, self.length)
        if found is not None:
            return Problem("other-epoch", Gravity.INVALID, START, {"epoch": self.epoch, "found": found})
        others = (anchor for other, anchor in anchors.items() if other != seat)
        stolen = any(find_epoch(bytes.fromhex(anchor), nonce, self.length) is not None for anchor in others)
        return Problem("others-nonce" if stolen else "wrong-nonce", Gravity.INVALID, START, {"epoch": self.epoch})


def _place(file: MoveFile) -> Place:
    return file.places.get(ADDITION, START)


def draw_end(draw: Callable[[str], bytes], seat: Seat) -> bytes:
    """The end of the chain of ``seat`` in a simulated game, whose secrets ``draw`` gives by their purpose."""
    return draw(f"chain of {seat}")


def is_filled_in(nonce: str) -> bool:
    """Whether a nonce stands there, right or wrong."""
    return _NONCE.fullmatch(nonce) is not None


def read_blank(nonce: str) -> int | None:
    """The epoch whose nonce is to be filled in, where the form's own words still stand in its place."""
    match = _BLANK.fullmatch(nonce)
    return int(match[1]) if match else None


def tell_mixed(record: TurnRecord[Any], charter: Charter, call: Callable[[Seat], str]) -> Iterator[str]:
    """Whose nonces were mixed into the epochs that the turn of ``record`` fixed, and who has withheld how many.

    ``call`` says what a seat is called. The epochs stand in the proof.
    """
    if fixed := record.mixing.fixed:
        mix = fixed[max(fixed)]
        given = [call(seat) for seat, nonce in mix.items() if nonce is not None]
        missing = [call(seat) for seat, nonce in mix.items() if nonce is None]
        lost = f", but none from {join_names(missing)}" if given and missing else ""
        what, senders = ("Secret numbers", given) if given else ("No secret numbers", missing)
        is_everybody = len(given) > 1 and len(given) == len(charter.setting.seats)
        whom = "everybody" if is_everybody else join_names(senders)
        yield end_sentence(f"{what} for the next draws came from {whom}{lost}") if mix else _OF_NOBODY
    for seat, count in record.mixing.withheld.items():
        have = "have" if call(seat) == YOU else "has"
        words = f"So far, {call(seat)} {have} left out {count_of(count, 'secret number')}."
        ask = "the others may ask why" if call(seat) == YOU else "ask why"
        yield f"{words} More than {MOST_WITHHELD} is a lot: {ask}." if count > MOST_WITHHELD else words


def tell_handed_on(seats: Sequence[Seat], call: Callable[[Seat], str]) -> Iterator[str]:
    """Which ``seats`` may have no nonce to give, since other persons hold them."""
    called = list(map(call, seats))
    if YOU in called:
        yield "No turn waits for secret numbers from you: your seat has changed hands."
    if others := [name for name in called if name != YOU]:
        have = "the seat has" if len(others) == 1 else "these seats have"
        yield f"No turn waits for secret numbers from {join_words(others, 'or')}: {have} changed hands."


def find_epoch_to_fix(game: AnyGame, charter: Charter, last: TurnRecord[Any]) -> int | None:
    """The furthest epoch whose mix the turn after ``last`` fixes; None where it fixes none.

    It is the same for all seats, and none beyond those that were committed to.
    """
    if not game.kernel.decisions(last.state):
        return None
    furthest = game.kernel.furthest_epoch(last.state, charter.pacing)
    return None if furthest is None else find_wanted(last.mixing.known, min(furthest, charter.commitment.epochs - 1))


def list_due(game: AnyGame, charter: Charter, last: TurnRecord[Any]) -> tuple[Seat, ...]:
    """The seats that the turn after ``last`` must hear, as its reports have told.

    Whoever gives a seat to the house, or takes one back, when those reports are out may know nonces already.
    """
    asks = list_asked(game, last.state, last.reported_agendas, charter.pacing)
    return tuple(dict.fromkeys(ask.seat for ask in asks if ask.must))


def find_wanted(known: Mixes, furthest: int | None) -> int | None:
    """The epoch whose nonce a turn wants that may draw up to ``furthest``; None where nothing is left to be fixed."""
    return furthest if furthest is not None and furthest > max(known, default=-1) else None


def fix_mixes(
    before: Mixing, wanted: int, due: Sequence[Seat], given: Mapping[Seat, str], settled: Mixes = NO_MIXES
) -> Mixing:
    """What is mixed in after a turn that wanted the nonce of epoch ``wanted`` of the seats ``due``.

    ``given`` are the nonces of that epoch that came, each held against its chain before; those of epochs between
    follow from them. ``settled`` are mixes that turns fixed which were abandoned since; they hold, so that no rewind
    changes a draw.
    """
    fixed: dict[int, Mix] = {}
    for epoch in range(max(before.known, default=-1) + 1, wanted + 1):
        fixed[epoch] = settled.get(epoch) or {
            seat: hash_down(bytes.fromhex(given[seat]), wanted - epoch).hex() if seat in given else None for seat in due
        }
    silent = (
        [seat for seat, nonce in settled[wanted].items() if nonce is None]
        if wanted in settled
        else [seat for seat in due if seat not in given]
    )
    withheld = {**before.withheld, **{seat: before.withheld.get(seat, 0) + 1 for seat in silent}}
    return Mixing(fixed, {**before.known, **fixed}, withheld)
