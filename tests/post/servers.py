"""Mail servers on loopback: a real one that takes letters (aiosmtpd), how it can misbehave, and OpenSMTPD.

OpenSMTPD asks for root privileges and has its places compiled in; as root it runs here with its own configuration, on a
high port, and with a /var/spool and a /run of its own (a mount namespace), so that it meets none that is installed.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from adjudicator.post.settings import PostSettings, Server, Tls

HOST = "127.0.0.1"
OPENSMTPD = shutil.which("smtpd") or "/usr/sbin/smtpd"
HAS_OPENSMTPD = os.path.exists(OPENSMTPD) and os.getuid() == 0
_OPENSMTPD = """\
listen on {host} port {port} hostname mail.example.org
action "on" relay host "smtp+notls://{host}:{next}"
match from any for domain "example.org" action "on"
"""
_OF_ITS_OWN = 'mount -t tmpfs none /var/spool && mount -t tmpfs -o mode=755 none /run && exec "$0" -d -f "$1"'


class Taken:
    """What a mail server took, and what it says to whom."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str, bytes]] = []
        self.senders: dict[str, str] = {}
        self.recipients: dict[str, str] = {}
        self.says = "250 OK"

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return self.senders.get(address or "", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_options.extend(options)
        said = self.recipients.get(address, "250 OK")
        if said.startswith("2"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.says.startswith("2"):
            content = envelope.content or b""
            data = content.encode() if isinstance(content, str) else content
            self.letters.append((envelope.mail_from or "", envelope.rcpt_tos[0], data))
        return self.says


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


@contextmanager
def mail_server(port: int = 0, **more: Any) -> Iterator[tuple[Taken, Server]]:
    """A server that takes letters, and how it is reached."""
    taken = Taken()
    controller = Controller(taken, hostname=HOST, port=port or free_port(), **more)
    controller.start()
    try:
        yield taken, Server(HOST, controller.port, Tls.NONE)
    finally:
        controller.stop()


@contextmanager
def opensmtpd(folder: Path, further: Server) -> Iterator[Server]:
    """OpenSMTPD, which takes letters for example.org alone and hands them on to the server ``further``."""
    config, port = folder / "smtpd.conf", free_port()
    config.write_text(_OPENSMTPD.format(host=HOST, port=port, next=further.port))
    with open(folder / "smtpd.log", "wb") as log:
        process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", _OF_ITS_OWN, OPENSMTPD, config], stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + 10
        while process.poll() is None and time.monotonic() < until:
            with suppress(OSError), smtplib.SMTP(HOST, port, timeout=1):
                break
        yield Server(HOST, port, Tls.NONE)
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def silent_server() -> Iterator[Server]:
    """A server that takes connections and never says a word."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        one.listen()
        yield Server(HOST, int(one.getsockname()[1]), Tls.NONE)


def settings_for(server: Server, **more: Any) -> PostSettings:
    """Settings of an office that sends by ``server``."""
    return PostSettings("table@example.org", "The table", smtp=server, **more)


def start(target: Any, *arguments: Any) -> threading.Thread:
    """A thread that has been started."""
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread
