"""Letters in the outbox: those of a turn, which wait aside until it is kept, and receipts.

The letters of a turn are written before it, so that no turn is without its letters, and moved into the outbox after
it, so that no letter tells of a turn that never was. Whoever prepares the game next does what an interrupted command
left to do: a letter is lost in no case, and is in the outbox or among those that were sent once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from adjudicator.core.charter import Charter, is_address
from adjudicator.core.seat_names import NO_NAMES, Addressee, SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.tokens import came_with_token
from adjudicator.ledger.turn import Turn
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.report.receipt import write_receipt, write_receipt_page, write_subject
from adjudicator.store.acts import Write
from adjudicator.store.files import remove_if_there, sync_folder, write_tree
from adjudicator.store.formats import write_json
from adjudicator.store.gamedir import OUTBOX, SENT, GameDirectory, SeatHolder
from adjudicator.store.header import MANIFEST

if TYPE_CHECKING:
    from adjudicator.acts.filing import FilingAnswer

MARK: Final = ".staged-"
_STAGED = re.compile(r"\.staged-([0-9]{4,})-([0-9a-f]{16})-(.+)")
_OF_A_TURN = re.compile(r"([0-9]{4,})-[a-z0-9-]+-(?:report|press|reminder|house)(?:-[0-9a-f]{8})?\.(?:eml|txt)")
NO_PRESS: Mapping[Seat, str] = MappingProxyType({})


def list_addressees(directory: GameDirectory, names: SeatNames) -> dict[Seat, Addressee]:
    """Who gets the letters to every seat that has an address; ``names`` are the seats' own. Raises `DamageError`."""
    return {
        seat: _address(seat, known, names)
        for seat, known in directory.read_seats().items()
        if is_address(known["address"])
    }


def _address(seat: Seat, holder: SeatHolder, names: SeatNames) -> Addressee:
    return Addressee(holder.get("name") or names.write_out(seat) or seat, holder["address"])


def stage_reports(
    directory: GameDirectory,
    game: AnyGame,
    charter: Charter,
    turn: Turn,
    reports: Mapping[str, bytes],
    press: Mapping[Seat, str] = NO_PRESS,
    missed: Sequence[Seat] = (),
    moved: int = 0,
) -> tuple[str, ...]:
    """Put aside the letters with the reports of ``turn``, which is about to be kept, durably; their places afterwards.

    ``reports`` are those of the turn by name, ``press`` what others have written to each seat. A seat without an
    address gets a letter with that alone. The house has taken the seats that have ``missed`` deadlines: whoever waits
    behind a substitute of one is told. ``moved`` is how many acts there are that may have set deadlines.
    """
    addresses = list_addressees(directory, charter.seat_names)
    number, outbox = turn.record.number, os.path.join(directory.path, OUTBOX)
    alone = {seat: text for seat, text in press.items() if seat not in addresses}
    letters = {f"{number:04}-{seat}-press.txt": text.encode() for seat, text in alone.items()}
    if addresses or missed:
        from adjudicator.acts.letters import write_letters, write_missed_letters  # noqa: PLC0415 - for few turns

        for seat in missed:
            holders = directory.read_tokens().speaking.get(seat, ())[1:]
            waiting = [find_addressee(directory, seat, charter.seat_names, holder) for holder in holders]
            letters |= write_missed_letters(game, charter, turn, seat, waiting)
        letters |= write_letters(game, charter, turn, reports, addresses, press, moved)
    if not letters:
        return ()
    staged = {f"{MARK}{number:04}-{turn.head[:16]}-{name}": data for name, data in letters.items()}
    for name in staged:
        remove_if_there(os.path.join(outbox, name))
    write_tree(outbox, staged)
    return tuple(f"{OUTBOX}/{name}" for name in letters)


def release_reports(directory: GameDirectory) -> None:
    """Move what was put aside for turns that are kept into the outbox, and remove the rest.

    The caller holds the game's lock. Doing it again does nothing.
    """
    outbox, sent = os.path.join(directory.path, OUTBOX), os.path.join(directory.path, SENT)
    try:
        with os.scandir(outbox) as entries:  # of folders ``verify`` speaks
            staged = sorted(entry.name for entry in entries if entry.name.startswith(MARK) and not entry.is_dir())
    except (FileNotFoundError, NotADirectoryError):
        return
    for name in staged:
        match = _STAGED.fullmatch(name)
        if match and _is_kept(directory, int(match[1]), match[2]) and not os.path.lexists(os.path.join(sent, match[3])):
            os.rename(os.path.join(outbox, name), os.path.join(outbox, match[3]))
        else:
            os.unlink(os.path.join(outbox, name))
    if staged:
        sync_folder(outbox)


def _is_kept(directory: GameDirectory, turn: int, head: str) -> bool:
    """Whether ``turn`` is there and its head begins with ``head``."""
    newest = directory.turns.newest()
    if newest is None or turn > newest:
        return False
    return hash_bytes(directory.turns.read_part(turn, MANIFEST)).startswith(head)


def settle_letters(directory: GameDirectory) -> None:
    """Make durable where the letters lie, for a run before this one may have been killed when it had moved them."""
    outbox = os.path.join(directory.path, OUTBOX)
    if os.path.isdir(outbox):
        sync_folder(outbox)


def withdraw_letters(directory: GameDirectory, to: int) -> Iterator[Write]:
    """What an act writes beside the letters that wait and are of turns after ``to``, which are taken back.

    They stay where they are, and are not sent: whoever sends may have one in hand at this very moment.
    """
    try:
        names = sorted(os.listdir(os.path.join(directory.path, OUTBOX)))
    except FileNotFoundError:
        return
    for match in filter(None, map(_OF_A_TURN.fullmatch, names)):
        if int(match[1]) > to:
            reason = f"turn {to + 1} is played again"
            said = write_json({"tries": 0, "next": None, "reason": reason}).decode()
            yield Write(f"{OUTBOX}/{match[0].rpartition('.')[0]}.json", said)


def find_addressee(
    directory: GameDirectory, seat: Seat | None, names: SeatNames = NO_NAMES, holder: str = ""
) -> Addressee | None:
    """Who holds ``seat``, or the ``holder`` with that hash of a token; None for nobody, and without an address.

    ``names`` are those of the seats. Raises ``DamageError``.
    """
    known = directory.read_speakers().get(seat or "", ())
    speakers = [one for one in known if one["token_sha256"] == holder] or known[:1]
    return next((_address(seat or "", one, names) for one in speakers if is_address(one["address"])), None)


def name_receipt(turn: int | None, seat: Seat, key: str) -> str:
    """What the receipt is called among the letters of its game; ``key`` tells mails or files apart (hex)."""
    return f"{turn or 0:04}-{seat}-receipt-{key[:8]}"


def list_receipt_lines(
    answer: FilingAnswer, sentences: Mapping[str, str], *, kept: bool, quoted: Sequence[str] = ()
) -> list[str]:
    """The answer as its sender gets it; a refused file's lines are shown beside its problems where it is ``quoted``."""
    lines = write_receipt(
        answer.file,
        answer.name,
        answer.receipt._replace(problems=answer.problems),
        answer.forecast,
        answer.corrected,
        sentences,
        kept=kept,
        again=answer.again,
        by_token=bool(answer.corrected) and came_with_token(answer.kept),
        quoted=quoted,
    )
    return list(lines)


def post_receipt(
    directory: GameDirectory,
    game: str,
    seat: Seat,
    answer: FilingAnswer,
    sentences: Mapping[str, str],
    now: datetime,
    *,
    key: str,
    answers: bool = False,
    turn: int | None = None,
    more: Sequence[str] = (),
) -> str | None:
    """Put the receipt to ``seat`` of ``game`` into the outbox; its place, or None where it has one or no address.

    ``answers`` says whether it answers a mail, ``turn`` which one where the file does not say; ``more`` stands below.
    """
    to, stem = find_addressee(directory, seat, holder=answer.away), name_receipt(answer.receipt.turn, seat, key)
    if to is None or directory.has_letter(f"{stem}.eml"):
        return None
    from adjudicator.report import mail  # noqa: PLC0415 - for seats with addresses

    number = answer.receipt.turn or turn
    about = f"{game}, turn {number}" if number else game
    quoted = answer.kept.decode("utf-8", "replace").split("\n")
    lines = [*list_receipt_lines(answer, sentences, kept=True, quoted=quoted), *more]
    letter = mail.Letter(
        game=game,
        about=stem,
        address=to.address,
        name=answer.name,
        subject=f"{about}: {write_subject(answer.receipt, answer.forecast.beside)}",
        text="\n".join(lines) + "\n",
        at=now,
        answers=answers,
        html=write_receipt_page(answer.receipt.state, lines),
        wanted=directory.count_turns(),
    )
    directory.write_letter(f"{stem}.eml", mail.write_mail(letter))
    return f"{OUTBOX}/{stem}.eml"
