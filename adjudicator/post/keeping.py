"""What a post office keeps of mails: in which place each ended and why, and a copy of those that are parked."""

import os
import re
from enum import Enum
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.intake.tokens import UNSEEN
from adjudicator.post.file_in_mail import read_lines
from adjudicator.post.office import POST
from adjudicator.post.opening import MAX_MAIL, UnopenedError, decode_words, open_mail
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import make_folder, remove_if_there, replace_file
from adjudicator.store.formats import write_json

_BEGUN = "begun"
"""The folder with the names of mails whose files are being filed just now."""
_DROPPED = "dropped"
"""The folder with the names of mails that were parked, and that the moderator wants to see no more."""
_GAP = f"[{UNSEEN}]*+"
_SECRETS = re.compile(rf"[0-9A-Fa-f](?:{_GAP}[0-9A-Fa-f]){{31}}|(?<![A-Za-z0-9])[A-Za-z2-7]{{26}}(?![A-Za-z0-9])")
"""What may be a token, or the key of a reply address."""
_ENCODED = re.compile(
    rb"^content-transfer-encoding[ \t]*:\s*(?!7bit|8bit|binary)|charset[^\r\n]{0,9}utf-?(?:7|16|32)",
    re.IGNORECASE | re.MULTILINE,
)
_CONTENT = re.compile(rb"^(?:content-|mime-)[^\n]*\n(?:[ \t][^\n]*\n)*", re.IGNORECASE | re.MULTILINE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_WORDS = re.compile(r"=\?[^?\s]{1,40}\?[bq]\?[^?\s]*\?=", re.IGNORECASE)


class MailPlace(Enum):
    """Where a mail ends."""

    PROCESSED = "processed"
    """Its move file was accepted, or had been before."""
    REFUSED = "refused"
    """Its move file was refused, and its sender is told why."""
    PARKED = "parked"
    """Nobody knows whom it is from, or what it wants; it waits for the moderator, and nobody is answered."""
    SILENT = "silent"
    """No person wrote it, or the moderator dropped it when it was parked."""


class MailRecord(NamedTuple):
    """What became of one mail: ``mail`` is what it is called, ``reason`` and ``note`` are for the moderator.

    The note is the sender's own, and is not kept here: it stands in the file. ``receipt`` is one that no letter takes
    to its seat, line by line.
    """

    mail: str
    place: MailPlace
    reason: str = ""
    game: str | None = None
    turn: int | None = None
    seat: str | None = None
    state: str | None = None
    letters: tuple[str, ...] = ()
    note: str = ""
    receipt: tuple[str, ...] = ()


def make_place(office: str, name: str) -> str:
    """The folder ``name`` of what the ``office`` keeps, made where there is none."""
    make_folder(os.path.join(office, POST))
    place = os.path.join(office, POST, name)
    make_folder(place)
    return place


def was_processed(folder: str, data: bytes) -> bool:
    """Whether the mail was processed by the office in ``folder`` before."""
    return os.path.lexists(_place(folder, MailPlace.PROCESSED.value, name_mail(data), ".json"))


def drop_mail(folder: str, name: str) -> None:
    """Remove the copy of the parked mail ``name`` and its record; the same mail is not parked again."""
    make_place(folder, _DROPPED)
    replace_file(_place(folder, _DROPPED, name, ""), b"")
    for ending in (".json", ".eml"):
        remove_if_there(_place(folder, MailPlace.PARKED.value, name, ending))


def was_dropped(folder: str, data: bytes) -> bool:
    """Whether the mail was dropped by the moderator."""
    return os.path.lexists(_place(folder, _DROPPED, name_mail(data), ""))


def was_begun(folder: str, data: bytes) -> bool:
    """Whether the file in a mail may have been filed, and nothing else was noted of it."""
    return os.path.lexists(_place(folder, _BEGUN, name_mail(data), ""))


def begin_mail(folder: str, data: bytes) -> bool:
    """Note that the file in a mail is going to be filed; whether that was noted before, so that it may be filed."""
    if was_begun(folder, data):
        return True
    make_place(folder, _BEGUN)
    replace_file(_place(folder, _BEGUN, name_mail(data), ""), b"")
    return False


def keep_mail(folder: str, data: bytes, record: MailRecord, name: str = "") -> None:
    """Keep what became of a mail, named by the mail's hash; the same mail again is the same file.

    ``name`` is that hash where ``data`` is only the copy of a mail that was parked.

    The mail itself is kept where it is parked, without anything that looks like a token or a key: elsewhere its move
    file is kept, and whoever handed the mail over still has it.
    """
    name = name or name_mail(data)
    make_place(folder, record.place.value)
    if record.place is MailPlace.PARKED:
        replace_file(_place(folder, record.place.value, name, ".eml"), hide_secrets(data[: MAX_MAIL + 1]))
    replace_file(_place(folder, record.place.value, name, ".json"), write_json(record_to_json(record)))
    for place in MailPlace:
        if place is not record.place:
            remove_if_there(_place(folder, place.value, name, ".json"))
            remove_if_there(_place(folder, place.value, name, ".eml"))
    remove_if_there(_place(folder, _BEGUN, name, ""))


def name_mail(data: bytes) -> str:
    """What the records of the mail ``data`` are called."""
    return hash_bytes(data)[:32]


def _place(folder: str, place: str, name: str, ending: str) -> str:
    return os.path.join(folder, POST, place, f"{name}{ending}")


def hide_secrets(data: bytes) -> bytes:
    """A mail without anything that looks like a token or a key; one that is encoded is kept as headers and texts."""
    head, *rest = _HEAD_END.split(data, maxsplit=1)
    said = hide_in_text(_WORDS.sub(_decode, head.decode("utf-8", "surrogateescape")))
    if not _ENCODED.search(data):
        body = hide_in_text(rest[0].decode("utf-8", "surrogateescape")) if rest else ""
        return f"{said}\n\n{body}".encode("utf-8", "surrogateescape")
    shown = said.encode("utf-8", "surrogateescape")
    try:
        texts = [hide_in_text(read_lines(text)).encode("utf-8", "replace") for text in open_mail(data).texts]
    except UnopenedError:
        texts = []
    return b"\n".join((_CONTENT.sub(b"", shown + b"\n") + b"Content-Type: text/plain; charset=utf-8\n", *texts))


def _decode(word: re.Match[str]) -> str:
    """An encoded word of a header, decoded where it would hide a secret."""
    said = decode_words(word[0])
    return " ".join(hide_in_text(said).split()) if _SECRETS.search(said) else word[0]


def hide_in_text(text: str) -> str:
    """``text`` without anything that looks like a token or a key."""
    return _SECRETS.sub(lambda match: "x" * len(match[0]), text)


def record_to_json(record: MailRecord) -> dict[str, JsonValue]:
    """What ``--json`` prints of one mail."""
    return {
        "mail": record.mail,
        "place": record.place.value,
        "game": record.game,
        "turn": record.turn,
        "seat": record.seat,
        "state": record.state,
        "reason": record.reason or None,
        "letters": list(record.letters),
    }
