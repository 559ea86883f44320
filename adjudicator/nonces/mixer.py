"""What chance level L2 does at every point where the program asks what players add; with what the seats have joined.

``joined.json`` is written when everybody has joined: from then on the charter, anchors and commitments stand.
``start.json`` in turn 0 has the same with the openings; it is all that nonces are later held against.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.core.act_kinds import Edit
from adjudicator.core.chance import NO_MIXES, Mixes, Mixing, WantedOfSeats
from adjudicator.core.charter import CHARTER, PACING, Charter
from adjudicator.core.instant import write_deadline
from adjudicator.core.json_value import is_digest
from adjudicator.core.recorded_act import RecordedAct, list_handed_on
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Seat
from adjudicator.kit.words import join_words
from adjudicator.ledger.inputs import Arrived
from adjudicator.ledger.mixer import Foundation, Mixer, Read, WaitingGame
from adjudicator.nonces.wanted import (
    SENTENCES,
    WantedNonces,
    find_epoch_to_fix,
    fix_mixes,
    list_due,
    tell_handed_on,
    tell_mixed,
)
from adjudicator.proof.draws import Pledge, commit_opening, find_late_choices, hash_down
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import Header
from adjudicator.registry import AnyGame, find_zone
from adjudicator.report.letters import list_terms
from adjudicator.store.acts import name_act
from adjudicator.store.files import read_regular, replace_file
from adjudicator.store.formats import DamageError, explain_damage, read_json, write_json
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.header import read_manifest
from adjudicator.store.record import TurnRecord

START = "start.json"
_FORMAT = 1
_JOINED_FORMAT = 2
_CHAIN_LOST = """\
The players add secret numbers to the draws of this game (level {level}). Those
of your seat are in the keyring of the player who joined the game. Without it
you need not send any, even if the report below asks for one: no turn waits for
them, and everybody's report says that yours are missing.
"""


class JoinRecord(NamedTuple):
    """A pledge, and the opening (hex) of its commitment, which is mixed into the set-up."""

    anchor: str
    commitment: str
    opening: str

    @property
    def pledge(self) -> Pledge:
        """What the seat joined with at first."""
        return Pledge(self.anchor, self.commitment)


class JoiningTerms(NamedTuple):
    """What stands once everybody has joined: the SHA-256 of the charter, and with what each seat joined."""

    charter: str
    pledges: Mapping[Seat, Pledge]


def write_joined(directory: GameDirectory, published: JoiningTerms) -> None:
    """Note with what everybody joined, durable when this returns; it stays so until the game begins."""
    replace_file(os.path.join(directory.path, JOINED), _write_joined(published))


def read_joined(directory: GameDirectory) -> JoiningTerms | None:
    """With what everybody joined a game that has not begun; None while somebody has not. Raises `DamageError`."""
    try:
        data = read_regular(os.path.join(directory.path, JOINED))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamageError(JOINED, say_system_error(error)) from error
    saved, entries = _read(JOINED, data, _JOINED_FORMAT, Pledge._fields)
    published = JoiningTerms(str(saved.get("charter")), {seat: Pledge(**entry) for seat, entry in entries.items()})
    if _write_joined(published) != data:
        raise DamageError(JOINED, "not written as the program writes it")
    return published


def _write_joined(published: JoiningTerms) -> bytes:
    seats = {seat: pledge._asdict() for seat, pledge in published.pledges.items()}
    return write_json({"format": _JOINED_FORMAT, "charter": published.charter, "seats": seats})


def write_start(joined: Mapping[Seat, JoinRecord]) -> bytes:
    """``start.json``."""
    return write_json({"format": _FORMAT, "seats": {seat: entry._asdict() for seat, entry in joined.items()}})


def read_start(data: bytes) -> dict[Seat, JoinRecord]:
    """What :func:`write_start` wrote. Raises :class:`DamageError`."""
    _, entries = _read(START, data, _FORMAT, JoinRecord._fields)
    return {seat: JoinRecord(**entry) for seat, entry in entries.items()}


@lru_cache(maxsize=8)
def read_anchors(data: bytes) -> Mapping[Seat, str]:
    """The anchor of each seat's chain, from ``start.json``. Raises :class:`DamageError`."""
    return {seat: entry.anchor for seat, entry in read_start(data).items()}


def _read(name: str, data: bytes, number: int, keys: tuple[str, ...]) -> tuple[dict[str, Any], Mapping[Seat, Any]]:
    """The file ``name`` of format ``number``, and in it what has ``keys`` for each seat. Raises `DamageError`."""
    try:
        saved = read_json(data)
        entries = saved["seats"]
        known = saved["format"] == number and all(
            tuple(entry) == keys and all(map(is_digest, entry.values())) for entry in entries.values()
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamageError(name, f"not what the program writes: {explain_damage(error)}") from error
    if not known:
        raise DamageError(name, f"not what the program writes: {join_words(keys)} of 64 digits for each seat")
    return saved, entries


def write_joining_invitation(game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
    """The letter that asks ``seat`` to join: its ``token``, the promise about chance, and what to send back."""
    commitment = charter.commitment
    return f"""\
{game.title}: game {charter.id}
Date: {write_deadline(now, find_zone(charter.zone))}

You are invited to this game. Your token shows that a file is yours; show it to
nobody:

game: {charter.id}
seat: {seat}
token: {token}

The game begins when everybody has joined. To join, save this letter as a file
and run

    adjudicate nonces join LETTER -o join.yaml

Then send back the file join.yaml. When everybody has joined you get a second
letter, which asks for one more file; then the game begins.

Every player adds secret numbers to the draws of this game, so that nobody can
choose what is drawn (level {commitment.level}). The command makes yours and keeps them in a file
of your own, the keyring: keep a copy of it, and show it to nobody.

How this game is played:

{chr(10).join(list_terms(game, charter))}

These lines are for the command; you do not need them to play:

commitment:  {commitment.secret}
public root: {commitment.public_root}
epochs:      {commitment.epochs}
"""


def write_anchors(game: AnyGame, charter: Charter, seat: Seat, pledges: Mapping[Seat, Pledge], now: datetime) -> str:
    """The letter that tells ``seat`` with what everybody joined, and asks for its opening."""
    commitment = charter.commitment
    listed = "\n".join(
        f"seat {name}\n  anchor:     {pledge.anchor}\n  commitment: {pledge.commitment}"
        for name, pledge in pledges.items()
    )
    return f"""\
{game.title}: game {charter.id}
Date: {write_deadline(now, find_zone(charter.zone))}

Everybody has joined. Save this letter as a file and run

    adjudicate nonces open LETTER -o open.yaml

Then send back the file open.yaml: it is the last one that is needed before
the game begins. The command makes sure first that the list below has what you
joined with. If it complains, send nothing and ask why.

game: {charter.id}
seat: {seat}

This is what everybody joined with. The list stays as it is from now on, and
all players get the same one; compare it with theirs if you like:

commitment:  {commitment.secret}
public root: {commitment.public_root}

{listed}
"""


class Nonces(Mixer):
    """Every seat that is asked adds a nonce, of a chain that it committed to when it joined."""

    sentences = SENTENCES
    fixed: Mapping[str, str] = {
        PACING: (
            "at chance level L2 the pacing cannot change: it decides which players' nonces go into which draws, and "
            "some of them may be known already"
        )
    }

    def want(self, foundation: Foundation, start: TurnRecord[Any]) -> WantedNonces | None:
        """See :class:`Mixer`."""
        game, charter, read = foundation.game, foundation.charter, foundation.read
        epoch = find_epoch_to_fix(game, charter, start)
        # nobody is asked for the nonce of an epoch that a turn has fixed, even if that turn was abandoned
        if epoch is None or epoch in start.settled:
            return None
        return WantedNonces(
            epoch=epoch,
            due=frozenset(list_due(game, charter, start)),
            read_anchors=lambda: read_anchors(read(START)),
            length=charter.commitment.epochs,
            waived=list_handed_on(foundation.acts),
        )

    def mix(self, foundation: Foundation, start: TurnRecord[Any], given: Mapping[Seat, str]) -> Mixing:
        """See :class:`Mixer`."""
        game, charter = foundation.game, foundation.charter
        before = start.mixing._replace(fixed=NO_MIXES)
        epoch = find_epoch_to_fix(game, charter, start)
        if epoch is None:
            return before
        return fix_mixes(before, epoch, list_due(game, charter, start), given, start.settled)

    def tell(
        self, record: TurnRecord[Any], wanted: WantedOfSeats | None, charter: Charter, call: Callable[[Seat], str]
    ) -> Iterator[str]:
        """See :class:`Mixer`."""
        yield from tell_mixed(record, charter, call)
        if isinstance(wanted, WantedNonces):
            yield from tell_handed_on(wanted.waived, call)

    def set_up(self, charter: Charter, arrived: Arrived) -> tuple[Mixing, dict[str, bytes]]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.joining import collect_joined, mix_setup  # noqa: PLC0415 - not in a turn

        joined = collect_joined(charter, arrived)
        return mix_setup(joined), {START: write_start(joined)}

    def invite(self, game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
        """See :class:`Mixer`."""
        return write_joining_invitation(game, charter, seat, token, now)

    def open_waiting(self, directory: GameDirectory, charter: Charter, charter_text: bytes) -> WaitingGame:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import open_waiting  # noqa: PLC0415 - not in a turn

        return open_waiting(directory, charter, charter_text)

    def begin_simulated(
        self, path: str, submit: Callable[[Seat, str, datetime], None], draw: Callable[[str], bytes], now: datetime
    ) -> None:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import begin_simulated  # noqa: PLC0415 - not in a turn

        begin_simulated(path, submit, draw, now)

    def tell_successor(self, foundation: Foundation, record: TurnRecord[Any]) -> str:
        """See :class:`Mixer`."""
        draws_yet = foundation.game.kernel.furthest_epoch(record.state, foundation.charter.pacing) is not None
        return _CHAIN_LOST.format(level=foundation.charter.commitment.level) if draws_yet else ""

    def verify(self, acts: Sequence[RecordedAct], manifests: Mapping[str, bytes]) -> Iterator[str]:
        """See :class:`Mixer`. An epoch has the same nonces on every line; the pacing stays."""
        for act in acts:
            if isinstance(act.change, Edit) and PACING in act.change.settings:
                words = "whose nonces go into which draws follows from it, and it does not change at level L2"
                yield f"{name_act(act.number)}: settings/{PACING}: {words}"
        headers: list[Header] = []
        for data in manifests.values():
            with suppress(ValueError):  # said before
                headers.append(read_manifest(data))
        places = {hash_bytes(data): name for name, data in manifests.items()}
        for head, words in find_late_choices((one.turn, one.head, one.mixes) for one in headers):
            yield f"{places[head]}: {words}"

    def verify_begun(self, directory: GameDirectory, read: Read) -> tuple[Sequence[str], Sequence[str]]:
        """See :class:`Mixer`. Turn 0 took up ``joined.json``; at most an interrupted command has left it."""
        if not os.path.lexists(os.path.join(directory.path, JOINED)):
            return (), ()
        try:
            published, started = read_joined(directory), read_start(read(START))
        except DamageError as error:
            return (str(error),), ()
        pledges = {seat: entry.pledge for seat, entry in started.items()}
        if published != JoiningTerms(hash_bytes(read(CHARTER)), pledges):
            return (f"{JOINED}: not with what the seats have joined, by turns/0000/{START}",), ()
        return (), (f"{JOINED}: left by an interrupted command; the next run removes it",)

    def list_wrong(self, seats: Sequence[Seat], fixed: Sequence[Mixes], read: Read) -> Iterator[tuple[int, Seat]]:
        """See :class:`Mixer`. Wrong are nonces that are not what their seats had committed to."""
        joined = read_start(read(START))
        if joined.keys() != set(seats):
            raise DamageError(f"turns/0000/{START}", "does not name the seats of the charter")
        for mixes in fixed:
            for epoch, mix in mixes.items():
                for seat, nonce in mix.items():
                    if nonce is None:
                        continue
                    pledge, bare = joined[seat], bytes.fromhex(nonce)
                    right = pledge.anchor if epoch else pledge.commitment
                    if right != (hash_down(bare, epoch).hex() if epoch else commit_opening(bare)):
                        yield epoch, seat


MIXER = Nonces()
