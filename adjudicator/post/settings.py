"""The settings of a post office: ``post.yaml`` in the folder of its games, which says by which mailbox they are played.

All that is wrong with it is told at once, each with its place. A password never stands in it.
"""

import os
import stat
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from adjudicator.core.order import describe
from adjudicator.core.refusals import ExitCode, MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.reader import Document, Path, in_order, read_document
from adjudicator.intake.schema import check_schema
from adjudicator.intake.sentences import SENTENCES
from adjudicator.store.files import read_regular

SETTINGS: Final = "post.yaml"
USUAL_PAUSE: Final = 60
_LIMIT: Final = 16 * 1024
_SENTENCES: Final = {
    **SENTENCES,
    "empty-file": "the file is empty; docs/serving.md has one to begin with",
    "line-break": "write this on one line",
}
_LONGEST_PASSWORD: Final = 1000
_AT_HOME = ("localhost", "127.", "::1")


class Tls(Enum):
    """How a connection to a server is made secret."""

    IMPLICIT = "implicit"
    STARTTLS = "starttls"
    NONE = "none"


_PORTS: Mapping[tuple[str, Tls], int] = {
    ("imap", Tls.IMPLICIT): 993,
    ("imap", Tls.STARTTLS): 143,
    ("imap", Tls.NONE): 143,
    ("smtp", Tls.IMPLICIT): 465,
    ("smtp", Tls.STARTTLS): 587,
    ("smtp", Tls.NONE): 25,
}


class Server(NamedTuple):
    """A server and how one logs in there; without a ``user`` one does not. ``folder`` is the mailbox's."""

    host: str
    port: int
    tls: Tls
    user: str = ""
    password: str = ""
    folder: str = "INBOX"

    def __repr__(self) -> str:
        """The server, without the password."""
        return f"{self.host}:{self.port}"


class PostSettings(NamedTuple):
    """By which mailbox games are played.

    Mails come by ``imap`` or from the ``maildir``; without ``smtp`` letters stay where they are. ``every`` are the
    seconds after which a mailbox is looked into that tells of nothing itself.
    """

    address: str
    name: str = ""
    moderator: str = ""
    imap: Server | None = None
    maildir: str = ""
    smtp: Server | None = None
    every: int = USUAL_PAUSE


class PostSettingsError(MendableError):
    """The settings cannot be used; the message has a line for each thing that is wrong."""

    code = ExitCode.USAGE


def read_settings(folder: str, environment: Mapping[str, str]) -> PostSettings:
    """The settings in the ``folder`` of games, with passwords from files and from the ``environment``.

    Raises :class:`PostSettingsError`.
    """
    path = os.path.join(folder, SETTINGS)
    try:
        data = read_regular(path, _LIMIT)
    except OSError as error:
        words = f"{path}: {say_system_error(error)}; docs/serving.md has one to begin with"
        raise PostSettingsError(words) from error
    document, problems = read_document(data)
    if document is not None:
        problems = in_order((*problems, *check_schema(document.value, (), document, "post")))
    lines = [f"{path}:{p.place.line}:{p.place.column}: {describe(p, _SENTENCES)}" for p in problems]
    if document is None or lines or not isinstance(document.value, dict):
        raise PostSettingsError("\n".join(lines or [f"{path}: says nothing"]))
    said: dict[str, Any] = document.value
    servers: dict[str, Server] = {}
    for kind in ("imap", "smtp"):
        if kind in said:
            servers[kind], faults = _take_server(kind, said[kind], folder, environment)
            lines += [f"{path}:{_say_place(document, (kind, key))}: {fault}" for key, fault in faults]
    if lines:
        raise PostSettingsError("\n".join(lines))
    maildir = said.get("maildir", "")
    return PostSettings(
        address=said["address"],
        name=said.get("name", ""),
        moderator=said.get("moderator", ""),
        imap=servers.get("imap"),
        maildir=os.path.join(folder, os.path.expanduser(maildir)) if maildir else "",
        smtp=servers.get("smtp"),
        every=said.get("every", USUAL_PAUSE),
    )


def _say_place(document: Document, path: Path) -> str:
    place = document.key_places.get(path, document.place_of(path))
    return f"{place.line}:{place.column}"


def _take_server(
    kind: str, said: Mapping[str, Any], folder: str, environment: Mapping[str, str]
) -> tuple[Server, list[tuple[str, str]]]:
    """A server as it is described, and what is wrong with it: a key, and a sentence."""
    given = said.get("port")
    usual = Tls.STARTTLS if kind == "smtp" and given == _PORTS[kind, Tls.STARTTLS] else Tls.IMPLICIT
    tls = Tls(said.get("tls", usual.value))
    password = ""
    faults: list[tuple[str, str]] = []
    try:
        password = _find_password(said, folder, environment)
    except ValueError as error:
        key = next((key for key in ("password-file", "password-env", "user") if key in said), "host")
        faults.append((key, str(error)))
    if tls is Tls.NONE and password and not said["host"].startswith(_AT_HOME):
        faults.append(("tls", "the password would cross the network unencrypted; use implicit or starttls"))
    server = Server(
        said["host"], given or _PORTS[kind, tls], tls, said.get("user", ""), password, said.get("folder", "INBOX")
    )
    return server, faults


def _find_password(said: Mapping[str, Any], folder: str, environment: Mapping[str, str]) -> str:
    """The password of a server; none where nobody logs in. Raises ``ValueError``."""
    file, variable = said.get("password-file"), said.get("password-env")
    if "user" not in said:
        if file or variable:
            raise ValueError("a password needs a user")
        return ""
    if (file is None) == (variable is None):
        raise ValueError("a user needs either password-file or password-env")
    if variable is not None:
        password = environment.get(variable, "")
        if not password:
            raise ValueError(f"{variable} is not set in the environment")
        return password
    return _read_password(os.path.join(folder, os.path.expanduser(str(file))))


def _read_password(path: str) -> str:
    """The first line of the file at ``path``, which nobody else may read. Raises ``ValueError``."""
    try:
        mode = os.lstat(path).st_mode
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise ValueError(f"others may read {path}; run: chmod 600 {path}")
        lines = read_regular(path, _LONGEST_PASSWORD).decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = say_system_error(error) if isinstance(error, OSError) else "not UTF-8"
        raise ValueError(f"{path}: {why}") from error
    if not lines or not lines[0]:
        raise ValueError(f"{path} is empty; its first line is the password")
    return lines[0]
