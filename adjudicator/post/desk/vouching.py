"""A parked mail that the moderator knows the sender of is filed by his word, or dropped."""

from __future__ import annotations

import os
import re
from datetime import datetime
from typing import Final

from adjudicator.acts.filing import submit_file
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.post.answering import write_answer
from adjudicator.post.finding import NotFoundError, find_file
from adjudicator.post.keeping import MailPlace, MailRecord, keep_mail
from adjudicator.post.keys import Speaker
from adjudicator.post.opening import MAX_MAIL, UnopenedError, open_mail
from adjudicator.store.files import read_regular, remove_if_there
from adjudicator.store.reply_keys import POST

_HIDDEN: Final = re.compile(r"^([> \t]*token *:)[ \t]*[\"']?x{26,}[\"']?[ \t]*$", re.MULTILINE | re.IGNORECASE)


class NoSuchMailError(MendableError):
    """There is no parked mail of that name, or there is no move file in it; the message says which."""

    code = ExitCode.USAGE


def file_parked(office: str, mail: str, path: str, game: str, seat: str, now: datetime) -> MailRecord:
    """File the move file in the parked ``mail`` for ``seat`` of the ``game`` at ``path``, and write the receipt.

    Raises :class:`NoSuchMailError`, ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    place = find_parked(office, mail)
    data = read_regular(place, MAX_MAIL)
    try:
        opened = open_mail(data)
        found = find_file(opened)
    except (UnopenedError, NotFoundError) as error:
        raise NoSuchMailError(f"{place}: {error}") from error
    # what looked like a token was hidden when the mail was parked; the moderator's word stands in its place
    text = _HIDDEN.sub(r"\1", found.text)
    answer, sentences = submit_file(path, text.encode(), "your mail", seat, now)
    receipt = answer.receipt
    is_accepted = receipt.state in ACCEPTED
    record = MailRecord(
        mail=os.path.basename(place),
        place=MailPlace.PROCESSED if is_accepted else MailPlace.REFUSED,
        reason="filed by the moderator's word",
        game=game,
        turn=receipt.turn,
        seat=receipt.seat,
        state=receipt.state.value,
        letters=tuple(write_answer(office, Speaker(path, game, seat), opened.digest, answer, sentences, now)),
    )
    keep_mail(office, data, record)
    _remove(place)
    return record


def drop_parked(office: str, mail: str) -> str:
    """Remove a parked mail and its record; where it lay. Raises :class:`NoSuchMailError`."""
    place = find_parked(office, mail)
    _remove(place)
    return place


def _remove(place: str) -> None:
    remove_if_there(place.removesuffix(".eml") + ".json")
    remove_if_there(place)


def find_parked(office: str, mail: str) -> str:
    """Where the parked ``mail`` lies, named by its file or by how its name begins. Raises :class:`NoSuchMailError`."""
    folder = os.path.join(office, POST, MailPlace.PARKED.value)
    begin = os.path.basename(mail).removesuffix(".eml")
    try:
        found = [name for name in sorted(os.listdir(folder)) if name.startswith(begin) and name.endswith(".eml")]
    except OSError:
        found = []
    if not begin or len(found) != 1:
        count = "more than one parked mail begins" if len(found) > 1 else "no parked mail begins"
        raise NoSuchMailError(f"{count} with {begin!r}; adjudicate desk lists them")
    return os.path.join(folder, found[0])
