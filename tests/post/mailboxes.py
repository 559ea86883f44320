"""Real IMAP servers on loopback: pymap everywhere, Dovecot where Debian's package is installed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from post.servers import HOST, free_port
from pysasl.hashing import BuiltinHash

from adjudicator.post.settings import Server, Tls

PASSWORD = "hunter2"  # noqa: S105 - of servers on loopback
DOVECOT = shutil.which("dovecot") or "/usr/sbin/dovecot"
HAS_DOVECOT = os.path.exists(DOVECOT)


def expect_answer(port: int, process: subprocess.Popen[bytes] | None = None) -> None:
    """Nothing once something listens on the ``port``."""
    until = time.monotonic() + 10
    while True:
        with suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        assert process is None or process.poll() is None, "the server has ended"
        assert time.monotonic() < until, "the server does not listen"
        time.sleep(0.01)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)
    process.kill()
    process.wait()


@contextmanager
def pymap(folder: Path) -> Iterator[Server]:
    """pymap with the mailbox of one user below ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pymap-etc-passwd").write_text("table:x::::table:\n")
    (folder / "pymap-etc-shadow").write_text(f"table:{BuiltinHash().hash(PASSWORD)}:::::::\n")
    port = free_port()
    command = [
        Path(sys.executable).parent / "pymap",
        "--host",
        HOST,
        "--port",
        str(port),
        "--no-tls",
        "maildir",
        folder,
    ]
    with open(folder / "pymap.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            expect_answer(port, process)
            yield Server(HOST, port, Tls.NONE, "table", PASSWORD)
        finally:
            stop(process)


_DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = {host}
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:{folder}/mail
recipient_delimiter = +
auth_username_format = %Ln
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
lda_mailbox_autocreate = yes
postmaster_address = postmaster@example.org
"""


@contextmanager
def dovecot(_: Path) -> Iterator[Server]:
    """Dovecot as an ordinary user, with its own configuration."""
    with dovecot_with_lmtp() as (server, _):
        yield server


@contextmanager
def dovecot_with_lmtp() -> Iterator[tuple[Server, int]]:
    """The same, and the port on which it takes mails by LMTP; in a folder of its own, which its user may enter."""
    with tempfile.TemporaryDirectory(prefix="dovecot-") as name:
        yield from _run_dovecot(Path(name))


def _run_dovecot(folder: Path) -> Iterator[tuple[Server, int]]:
    (folder / "run").mkdir(exist_ok=True)
    (folder / "mail").mkdir(exist_ok=True)
    is_root = os.getuid() == 0
    user, group = ("nobody", "nogroup") if is_root else (str(os.getuid()), str(os.getgid()))
    port, lmtp = free_port(), free_port()
    config = folder / "dovecot.conf"
    config.write_text(
        _DOVECOT.format(folder=folder, host=HOST, user=user, group=group, port=port, lmtp=lmtp, password=PASSWORD)
    )
    prefix: list[str] = []
    if is_root:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, user, group)
        prefix = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups"]
    process = subprocess.Popen([*prefix, DOVECOT, "-F", "-c", config], stderr=subprocess.DEVNULL)
    try:
        expect_answer(port, process)
        yield Server(HOST, port, Tls.NONE, "table", PASSWORD), lmtp
    finally:
        stop(process)


SERVERS: Mapping[str, Callable[[Path], AbstractContextManager[Server]]] = {"pymap": pymap, "dovecot": dovecot}
