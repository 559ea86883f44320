"""Filing: a file comes in, is judged, kept and receipted. What a receipt says is on disk before anybody reads it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.acts.open_game import OpenGame
from adjudicator.acts.outbox import post_receipt
from adjudicator.acts.status import keep_line
from adjudicator.acts.upkeep import give_seats_back, open_sound, open_sound_lobby, prepare_game, prepare_lobby
from adjudicator.core.order import START, Gravity, MoveFile, Problem
from adjudicator.core.printing import isolate
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Seat
from adjudicator.intake.receipt import ACCEPTED, BACK, NO_FORECAST, Forecast, Receipt, ReceiptState, make_receipt
from adjudicator.intake.tokens import mask, mask_tokens
from adjudicator.ledger.inputs import list_accepted, read_files, sends_tokens
from adjudicator.ledger.mixer import IntakeGame
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import hold_lock, hold_still
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import LIMIT, MOST_WAITING, FiledFile, Inbox, is_numbered, number_of, write_waiting

if TYPE_CHECKING:
    from adjudicator.intake.judge import AnyIntakeContext


class FilingAnswer(NamedTuple):
    """What the sender is told: the receipt, and the name the file is known by in messages.

    ``forecast`` is what is said of the orders of an accepted file. ``kept`` is the file as it is kept, without tokens;
    ``corrected`` a refused one with its mistakes corrected, where that is certain. ``again`` says that the file came
    before and is in force, ``name`` what its sender is called, ``problems`` are those with seats called by names.
    ``away`` is the hash of the sender's token where a substitute plays his seat, ``note`` what he tells the moderator.
    """

    file: str
    receipt: Receipt
    refused_speaker: bool
    forecast: Forecast = NO_FORECAST
    kept: bytes = b""
    corrected: str = ""
    again: bool = False
    name: str = ""
    problems: tuple[Problem, ...] = ()
    away: str = ""
    note: str = ""

    @property
    def filed(self) -> FiledFile | None:
        """The file as it takes force; None for one that is refused, or in force already."""
        seat, place = self.receipt.seat, self.receipt.in_force
        if self.again or seat is None or place is None or self.receipt.state not in ACCEPTED:
            return None
        return FiledFile(seat, os.path.basename(place), self.kept, self.receipt)


def answer_unreadable(intake: AnyIntakeContext, name: str, reason: str, now: datetime) -> FilingAnswer:
    """The answer to a file that cannot even be read."""
    from adjudicator.intake.judgement import Judgement  # noqa: PLC0415 - few runs judge files

    problem = Problem("unreadable-file", Gravity.INVALID, START, {"reason": reason})
    judgement = Judgement(ReceiptState.RED, None, None, (problem,), None, b"")
    receipt = make_receipt(intake, judgement, b"", None, now)
    return FilingAnswer(mask_name(intake, name), receipt, refused_speaker=False, problems=receipt.problems)


def mask_name(intake: AnyIntakeContext, name: str) -> str:
    """What a file called ``name`` is called in what we print: without any token of the game."""
    return os.fsdecode(mask(intake, os.fsencode(name)).data)


class SeatInbox:
    """Where a seat's files are kept: the accepted ones, and the next name. Read once, however many are filed."""

    def __init__(self, opened: IntakeGame, seat: Seat) -> None:
        """``seat`` is of the game ``opened``."""
        self._inbox = opened.directory.inbox
        self._seat = seat
        self._next: int | None = None
        self._accepted = list_accepted(opened.list_filed(seat))
        self._weight = self._inbox.weigh(seat)

    @property
    def last(self) -> FiledFile | None:
        """The last accepted one."""
        return self._accepted[-1] if self._accepted else None

    def read_accepted(self) -> list[MoveFile]:
        """The accepted ones as they were understood. Raises :class:`DamageError`."""
        files = read_files({self._seat: self._accepted})
        return [file for _, file in files[self._seat]]

    @property
    def in_force(self) -> str | None:
        """The file that counts."""
        return f"inbox/{self._seat}/{self.last.name}" if self.last else None

    def find_same(self, data: bytes) -> Receipt | None:
        """The receipt of the file in force where that is ``data`` as it was sent."""
        return self.last.receipt if self.last and self.last.receipt.sent_sha256 == hash_bytes(data) else None

    def has_room(self, data: bytes) -> bool:
        """Whether one more file may wait for the turn."""
        return self._weight + len(data) <= MOST_WAITING

    def name_next(self) -> str:
        """The name for the next file."""
        if self._next is None:
            self._next = int(self._inbox.next_name(self._seat).removesuffix(".yaml"))
        return f"{self._next:02}.yaml"

    def add(self, filed: FiledFile) -> None:
        """Note that ``filed`` was accepted; one with a lower number than another does not displace it."""
        self._accepted = sorted([*self._accepted, filed], key=number_of)
        self._weight += len(filed.data) + len(write_waiting(filed.receipt))
        if self._next is not None:
            self._next = max(self._next, number_of(filed) + 1)


def check_bytes(
    opened: IntakeGame,
    intake: AnyIntakeContext,
    data: bytes,
    name: str,
    seat: Seat | None,
    now: datetime,
    kept_name: str | None = None,
    seat_inbox: SeatInbox | None = None,
    holder: str = "",
) -> FilingAnswer:
    """What would be answered to ``data``; nothing is written. The file in force sent again gets its receipt again.

    ``kept_name`` is the name the file would be kept under, the next number of its seat unless given; ``seat_inbox``
    that of ``seat``, where it was read before; ``holder`` as :func:`submit_file` has it.
    """
    from adjudicator.intake.judgement import in_order, leave_as_before, refuse_more, spare_orders, tell_left_out  # noqa: PLC0415 - few runs judge files

    if seat is not None and seat not in opened.seats:
        # whatever it is, the answer quotes it
        seat = mask_name(intake, seat)
    judgement = intake.judge(data, seat)
    known, in_force, forecast, corrected, addressed, away = None, None, NO_FORECAST, "", "", ""
    if judgement.seat is not None:
        waiting = intake.tokens.speaking.get(judgement.seat, ())[1:]
        away = next((one for one in waiting if one == holder or mask_tokens(data, {one}).found), "")
        addressed = intake.tokens.call_holder(judgement.seat, intake.names, away)
        seat_inbox = seat_inbox or SeatInbox(opened, judgement.seat)
        known = seat_inbox.find_same(data)
        if known is None and judgement.state in ACCEPTED and not seat_inbox.has_room(judgement.kept):
            judgement = refuse_more(judgement, MOST_WAITING)
        if not judgement.refused_speaker:
            forecast = intake.forecast(judgement, seat_inbox.read_accepted)
            file = judgement.file if judgement.state in ACCEPTED else None
            if forecast.replaces or (file and file.has_orders and not file.orders):
                spared = (
                    leave_as_before(judgement, known.problems)
                    if known
                    else spare_orders(judgement, replaces=forecast.replaces)
                )
                if spared is not judgement:
                    judgement, forecast = spared, intake.forecast(spared, seat_inbox.read_accepted)
            judgement = intake.drop_untrue(judgement, forecast)
            forecast = forecast._replace(passed=forecast.until is not None and now >= forecast.until)
        in_force = seat_inbox.in_force
        if known is None and judgement.state in ACCEPTED:
            # a game without tokens, such as one from an archive, never took a file with one
            sender, vouched, last = judgement.seat, judgement.vouched, seat_inbox.last
            if sender and vouched and sender in intake.tokens.speaking and sends_tokens(opened.directory, sender, last):
                judgement = tell_left_out(judgement, vouched)
            kept_name = kept_name or seat_inbox.name_next()
            in_force = f"inbox/{judgement.seat}/{kept_name}"
        if known is None and judgement.state in {ReceiptState.RED, ReceiptState.LATE, ReceiptState.STALE}:
            from adjudicator.intake.rewriting import tell_left, write_corrected  # noqa: PLC0415 - for refused files

            corrected, left = write_corrected(data, judgement, lambda mended: intake.judge(mended, seat))
            judgement = judgement._replace(problems=in_order(*tell_left(judgement.problems, left)))
    receipt = known or make_receipt(intake, judgement, data, in_force, now)
    refused_speaker = known is None and judgement.refused_speaker
    speaks = known is None and judgement.seat and not refused_speaker
    return FilingAnswer(
        mask_name(intake, name),
        receipt,
        refused_speaker,
        _say_back(intake, receipt, forecast) if away else forecast,
        judgement.kept,
        corrected,
        again=known is not None,
        name=addressed,
        problems=tuple(map(intake.rename, receipt.problems)),
        away=away,
        note=judgement.file.note or "" if judgement.file and speaks else "",
    )


def _say_back(intake: AnyIntakeContext, receipt: Receipt, forecast: Forecast) -> Forecast:
    """``forecast`` for whoever takes a seat back from a substitute with the file of the ``receipt``, if it does."""
    if receipt.state not in ACCEPTED or receipt.seat is None:
        return forecast
    back = BACK.format(who=isolate(intake.tokens.call_holder(receipt.seat, intake.names)))
    return forecast._replace(on_file=(back, *forecast.on_file))


def _keep(opened: IntakeGame, answer: FilingAnswer) -> None:
    """Keep the file that was given this ``answer``; the caller holds the game's lock.

    The file in force sent again has no effect. A file that is not accepted never displaces one that was.
    """
    inbox, receipt = opened.directory.inbox, answer.receipt
    if filed := answer.filed:
        inbox.accept(filed.seat, filed.data, receipt, filed.name)
    elif answer.again and receipt.seat is not None:
        inbox.settle([receipt.seat])
    else:
        inbox.refuse(receipt.seat, answer.kept, receipt)


MOST_DROPPED = 100
"""Files of one seat that are filed by one command; each is synced, and others wait for their turn to run."""


class InboxAnswers(NamedTuple):
    """What became of files that lay in the inbox without a receipt: answers, and what could not be read.

    ``letters`` are the places of the receipts in the outbox, of seats that have an address.
    """

    answers: tuple[FilingAnswer, ...] = ()
    complaints: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()


def file_dropped(opened: IntakeGame, now: datetime) -> InboxAnswers:
    """File whatever lies in the inbox without a receipt, and write that: a moderator may simply copy files there.

    A numbered file keeps its number: it was being submitted when something interrupted, before a later one came. What
    is longer than any move file is left where it is, since it would not be kept whole; so is what a seat has beyond
    :data:`MOST_DROPPED`, for the next command.
    """
    inbox = opened.directory.inbox
    answers: list[FilingAnswer] = []
    complaints: list[str] = []
    letters: list[str] = []
    for stranger in inbox.list_strangers(opened.seats):
        place = f"inbox/{mask_name(opened.intake(), stranger)}"
        complaints.append(f"{place}: belongs to no seat of this game; move it into the folder of its seat")
    for seat, dropped, answer in _answer_dropped(opened, now):
        if isinstance(answer, str):
            complaints.append(answer)
            continue
        _keep(opened, answer)
        answers.append(answer)
        letters += _post_receipt(opened, answer, now)
        if answer.receipt.in_force != f"inbox/{seat}/{dropped}":
            inbox.remove_dropped(seat, dropped)
    return InboxAnswers(tuple(answers), tuple(complaints), tuple(letters))


def _post_receipt(opened: IntakeGame, answer: FilingAnswer, now: datetime) -> list[str]:
    """Put the receipt of a file from the inbox into the outbox, as a letter; its place there."""
    receipt, sentences = answer.receipt, opened.intake().sentences
    if receipt.seat is None or answer.refused_speaker:
        return []
    with suppress(OSError):  # the file is kept all the same
        directory, seat = opened.directory, receipt.seat
        return list(filter(None, [post_receipt(directory, receipt.game, seat, answer, sentences, now, key=receipt.id)]))
    return []


def preview_dropped(opened: IntakeGame, now: datetime) -> dict[Seat, list[FiledFile]]:
    """The files that :func:`file_dropped` would accept, by seat; nothing is written."""
    accepted: dict[Seat, list[FiledFile]] = {}
    for seat, _, answer in _answer_dropped(opened, now):
        if isinstance(answer, FilingAnswer) and answer.filed:
            accepted.setdefault(seat, []).append(answer.filed)
    return accepted


def _answer_dropped(opened: IntakeGame, now: datetime) -> Iterator[tuple[Seat, str, FilingAnswer | str]]:
    """Of all that lies in the inbox without a receipt the seat and the name, and the answer, or why it is left there.

    Each is answered as if those before it had been filed.
    """
    intake: AnyIntakeContext | None = None
    for seat in opened.seats:
        seat_inbox: SeatInbox | None = None
        for dropped, data in _read_dropped(opened.directory.inbox, seat):
            place = f"inbox/{seat}/{dropped}"
            # before a game begins, in turn 0, what one seat joins with bears on what others may
            intake = intake if intake and intake.turn else opened.intake()
            if isinstance(data, str):
                yield seat, dropped, f"{mask_name(intake, place).rstrip('/')}: {data}"
                continue
            seat_inbox = seat_inbox or SeatInbox(opened, seat)
            kept_name = dropped if is_numbered(dropped) else None
            answer = check_bytes(opened, intake, data, place, seat, now, kept_name, seat_inbox)
            if answer.filed:
                seat_inbox.add(answer.filed)
            yield seat, dropped, answer


def _read_dropped(inbox: Inbox, seat: Seat) -> Iterator[tuple[str, bytes | str]]:
    """What lies in the inbox of ``seat`` without a receipt, by name: what is in it, or in words why it is left there.

    Beyond :data:`MOST_DROPPED` files it is the inbox itself, without a name, of which that is said.
    """
    names = inbox.list_dropped(seat)
    readable = 0
    for number, name in enumerate(names):
        if readable == MOST_DROPPED:
            yield "", f"{len(names) - number} more are left for the next run, which files {MOST_DROPPED} of a seat"
            return
        try:
            data = inbox.read_dropped(seat, name)
        except OSError as error:
            yield name, f"left alone, {say_system_error(error)}"
            continue
        if len(data) > LIMIT:
            yield name, f"left alone, longer than any move file ({LIMIT} bytes)"
            continue
        readable += 1
        yield name, data


def submit_file(
    path: str,
    data: bytes,
    name: str,
    seat: Seat | None,
    now: datetime,
    *,
    dry_run: bool = False,
    reply_turn: int | None = None,
    holder: str = "",
) -> tuple[FilingAnswer, Mapping[str, str]]:
    """The answer to ``data``, called ``name`` by its sender, and the catalogue for its problems.

    ``reply_turn`` is the turn of the reply key by which it came from ``seat``, if it did, and ``holder`` the hash of
    the token of whoever has the key. Raises ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``; then nothing
    was accepted.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        with hold_still(directory.path):
            opened = open_sound_lobby(path) or open_sound(path)
            intake = _open_intake(opened, reply_turn)
            return check_bytes(opened, intake, data, name, seat, now, holder=holder), intake.sentences
    give_seats_back(directory, now)
    with hold_lock(directory.path):
        opened = prepare_lobby(directory) or prepare_game(directory, now)
        file_dropped(opened, now)
        intake = _open_intake(opened, reply_turn)
        answer = check_bytes(opened, intake, data, name, seat, now, holder=holder)
        _keep(opened, answer)
        if isinstance(opened, OpenGame):
            keep_line(opened)
    if answer.away and answer.receipt.state in ACCEPTED:
        from adjudicator.acts.moderation.seats import give_back  # noqa: PLC0415 - few seats have a substitute

        give_back(path, answer.receipt.seat or "", answer.away, now)
    return answer, intake.sentences


def _open_intake(opened: IntakeGame, turn: int | None) -> AnyIntakeContext:
    """What a file is judged against that came by the reply key of ``turn``; before a game begins there is one turn."""
    return opened.intake()._replace(reply_turn=turn) if isinstance(opened, OpenGame) else opened.intake()
