"""Letters to seats: mails where there are addresses, texts elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from adjudicator.acts.open_game import OpenGame
from adjudicator.acts.upkeep import describe_move_files, read_newest_reports
from adjudicator.core.charter import Charter
from adjudicator.core.deadlines import list_asked
from adjudicator.core.driver import Stop
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.seat_names import Addressee
from adjudicator.core.table import Onlooker, Seat
from adjudicator.ledger.turn import Turn
from adjudicator.registry import AnyGame
from adjudicator.report.letters import write_missed
from adjudicator.report.mail import Attachment, Letter, write_appointment, write_mail
from adjudicator.report.report_letter import (
    ReportsToSend,
    attach_schema,
    write_invitation_letter,
    write_report_letter,
)
from adjudicator.store.acts import Write
from adjudicator.store.formats import read_json
from adjudicator.store.gamedir import OUTBOX
from adjudicator.store.header import MANIFEST
from adjudicator.store.record import REPORT_FOLDER


def write_letters(
    game: AnyGame,
    charter: Charter,
    turn: Turn,
    reports: Mapping[str, bytes],
    addresses: Mapping[Seat, Addressee],
    press: Mapping[Seat, str],
    moved: int = 0,
) -> Iterator[tuple[str, bytes]]:
    """The letters with the reports of ``turn``, by their names; the first report has the schema of move files too.

    With an invitation both have gone out already. ``moved`` is how many acts there are that may have set deadlines.
    """
    sent, record = describe_reports(game, charter, turn, reports)._replace(moved=moved), turn.record
    begins = record.number == 0
    schema = [attach_schema(describe_move_files(game, charter, record.state, record.agendas))] if begins else []
    for seat in game.kernel.seats(record.state):
        if to := addresses.get(seat):
            letter = write_report_letter(sent, seat, to, press.get(seat, ""))
            yield seal_letter(letter._replace(attachments=(*letter.attachments, *schema)))


def write_missed_letters(
    game: AnyGame, charter: Charter, turn: Turn, seat: Seat, waiting: Sequence[Addressee | None]
) -> Iterator[tuple[str, bytes]]:
    """What those read who are ``waiting`` behind the substitute of ``seat``, where the house takes it in ``turn``."""
    number, at = turn.record.number, turn.record.circumstances.now
    text = write_missed(game, charter, seat, number, at)
    for place, to in enumerate(waiting):
        stem = f"{number:04}-{seat}-house-{place:08}"
        yield write_text_letter(charter, stem, seat, to, "the house plays the seat", text, at)


def write_invitations(
    game: AnyGame, charter: Charter, first: Turn, addresses: Mapping[Seat, Addressee], invitations: Mapping[Seat, str]
) -> Iterator[tuple[str, bytes]]:
    """The ``invitations`` to a game that begins with ``first``, by their names; mails have the first report too."""
    sent = describe_reports(game, charter, first, first.tell()) if addresses else None
    schema = describe_move_files(game, charter, first.record.state, first.record.agendas)
    for seat, text in invitations.items():
        stem = f"0000-{seat}-invitation"
        if sent and (to := addresses.get(seat)):
            yield seal_letter(write_invitation_letter(sent, seat, to, stem, text, schema))
        else:
            yield f"{stem}.txt", text.encode()


def write_text_letter(
    charter: Charter,
    stem: str,
    seat: Seat,
    to: Addressee | None,
    subject: str,
    text: str,
    at: datetime,
    deadline: datetime | None = None,
    moved: int = 0,
) -> tuple[str, bytes]:
    """A letter to ``seat`` of nothing but ``text``, by its name: a mail where ``to`` says to whom, else a text.

    With a mail may come the ``deadline`` of the next turn for a calendar; ``moved`` is larger the later it was set.
    """
    if to is None:
        return f"{stem}.txt", text.encode()
    letter = Letter(charter.id, stem, to.address, to.name, f"{charter.id}: {subject}", text, at)
    letter = letter._replace(wanted=int(stem[:4]) + 1)
    if deadline is not None:
        data = write_appointment(charter.id, int(stem[:4]) + 1, seat, deadline, at, moved)
        letter = letter._replace(attachments=(Attachment(f"{stem}.ics", "text/calendar", data),))
    return seal_letter(letter)


def write_letter_with_newest(
    opened: OpenGame, act: RecordedAct, stem: str, seat: Seat, to: Addressee | None, subject: str, text: str
) -> tuple[str, bytes]:
    """The same about ``act``, with the newest report of ``seat`` below the ``text`` and all that comes with it."""
    sent = describe_newest(opened, act, seat)
    if to is None:
        return f"{stem}.txt", f"{text.rstrip()}\n\n\n{sent.reports[f'{seat}.txt'].decode()}".encode()
    letter = write_report_letter(sent, seat, to, text)
    return seal_letter(letter._replace(about=stem, subject=f"{opened.charter.id}: {subject}", at=act.at))


def describe_newest(opened: OpenGame, act: RecordedAct, seat: Seat) -> ReportsToSend:
    """The newest report of ``seat``, and the public one, for the letter about ``act``."""
    reports = read_newest_reports(opened, (seat, Onlooker.PUBLIC))
    due = {} if opened.paused else opened.due
    sent = ReportsToSend(opened.charter, opened.record.number, opened.head, reports, opened.asks, due, act.at)
    return sent._replace(moved=act.number)


def put_letter(letter: tuple[str, bytes]) -> Write:
    """What an act writes to have ``letter``, a name and its bytes, in the outbox."""
    return Write(f"{OUTBOX}/{letter[0]}", letter[1].decode())


def seal_letter(letter: Letter) -> tuple[str, bytes]:
    """The name of the file of ``letter``, and the mail."""
    return f"{letter.about}.eml", write_mail(letter)


def describe_reports(game: AnyGame, charter: Charter, turn: Turn, reports: Mapping[str, bytes]) -> ReportsToSend:
    """What the letters of ``turn`` are made from; ``reports`` has its reports by their names in the turn."""
    record = turn.record
    return ReportsToSend(
        charter=charter,
        turn=record.number,
        head=turn.head,
        reports={name.removeprefix(REPORT_FOLDER): data for name, data in reports.items()},
        asks=list_asked(game, record.state, record.agendas, charter.pacing),
        due=record.due,
        at=record.circumstances.now,
        rerun="rerun" in read_json(turn.files[MANIFEST]),
        over=record.stop is Stop.OVER,
    )
