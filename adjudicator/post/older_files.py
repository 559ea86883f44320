"""Files that a mail only quotes: forms as they were sent, and what its seat has sent, or was offered, before.

Below an answer stands what it answers, and nobody ends a turn, takes newer orders back or agrees by that.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from adjudicator.acts.filing import check_bytes
from adjudicator.acts.form import write_next_form
from adjudicator.acts.open_game import OpenGame, open_any, open_game
from adjudicator.core.instant import read_instant
from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import MendableError
from adjudicator.core.table import Seat
from adjudicator.intake.mailed.file_blocks import find_blocks
from adjudicator.intake.mailed.mended_lines import look_at, mend_lines
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.sentences import LINE_BREAK
from adjudicator.ledger.mixer import IntakeGame
from adjudicator.post.file_in_mail import read_said
from adjudicator.post.office import Speaker
from adjudicator.store.files import BusyError, hold_still

QUOTED: Final = (
    "the file that it quotes is one that you have sent already, or were offered; copy above the quoted text what is to "
    "count"
)
"""Why such a file is no new one."""


class OlderFiles(NamedTuple):
    """What the ``speaker`` of a mail that came in ``now`` may have below the words of his own."""

    speaker: Speaker
    now: datetime

    def has_form(self, text: str) -> bool:
        """Whether ``text`` is the form of the newest report as its seat got it, be it with an order already in it."""
        if self.speaker.seat is None:
            return False
        try:
            with hold_still(self.speaker.path):
                opened = open_game(self.speaker.path)
                return not opened.over and read_said(text) == read_said(write_next_form(opened, self.speaker.seat))
        except BusyError:
            raise
        except MendableError:  # whoever files it says so
            return False

    def has(self, text: str) -> bool:
        """Whether ``text`` says what a file says that its seat has sent for the same turn, or was offered.

        Whoever puts a token into an offered file has filled it in.
        """
        said, seat = _read(text.encode()), self.speaker.seat
        if said is None or seat is None:
            return False
        try:
            with hold_still(self.speaker.path):
                opened = open_any(self.speaker.path)
                sent = any(_leave_token(older) == _leave_token(said) for older in _list_sent(opened, seat, said))
                return sent or said in _list_offered(opened, seat, self.now)
        except BusyError:
            raise
        except MendableError:
            return False

    def leave_out(self, text: str) -> str:
        """``text`` without the older ones of the files in it that are below the first."""
        lines = LINE_BREAK.split(text)
        for block in list(find_blocks([look_at(line) for line in lines]))[1:]:
            if self.has("\n".join(mend_lines(lines, block.numbers, block.depth).lines)):
                for number in block.numbers:
                    lines[number] = ""
        return "\n".join(lines)


def _list_sent(opened: IntakeGame, seat: Seat, said: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    """What the files say that ``seat`` has on file, or that the turn took up for which a file is that has ``said``."""
    files = [file.data for file in opened.list_filed(seat)]
    turn, newest = said.get("turn"), opened.directory.turns.newest()
    if isinstance(turn, int) and newest and 0 < turn <= newest:
        begin, parts = f"orders/{seat}/", opened.directory.turns.read(turn)
        files = [data for name, data in parts.items() if name.startswith(begin) and name.endswith(".yaml")]
    return filter(None, map(_read, files))


def _list_offered(opened: IntakeGame, seat: Seat, now: datetime) -> Iterator[Mapping[str, JsonValue]]:
    """What the corrected files say that ``seat`` was offered since the newest turn."""
    since = opened.record.circumstances.now if isinstance(opened, OpenGame) else None
    intake = opened.intake()
    for receipt, data in opened.directory.inbox.list_refused(seat):
        if since is None or read_instant(receipt.received) >= since:
            offer = check_bytes(opened, intake, data, "", seat, now).corrected
            if (said := _read(offer.encode())) is not None:
                yield said


def _leave_token(said: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    return {key: value for key, value in said.items() if key != "token"}


def _read(data: bytes) -> Mapping[str, JsonValue] | None:
    document, _ = read_sent(data)
    said = document.value if document is not None else None
    return said if isinstance(said, dict) else None
