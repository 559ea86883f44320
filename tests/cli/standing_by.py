"""A process that has imported the whole program and forks for every call: the same entry point, without the start.

Run as a program it serves one socket until that is closed. A request is JSON with the words of the call, the folder
and the mask for new files, and brings the three standard streams along; the answer is the exit code.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from adjudicator.cli.main import program

_LONGEST = 1 << 20
"""No request has more bytes."""
_PATIENCE = 60
"""Seconds after which a call has taken too long."""


class Spoken(NamedTuple):
    """How a call ended: exit code, what was written to standard output and standard error."""

    code: int
    out: bytes
    err: bytes


class Attendant:
    """The process as its clients see it. ``environment`` is what it was started in, and every call finds."""

    def __init__(self) -> None:
        self.environment = dict(os.environ)
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(_PATIENCE)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def call(self, words: Sequence[str], stdin: bytes, cwd: Path | None) -> Spoken:
        """Run ``adjudicate`` with ``words``. Raises ``TimeoutError`` where it does not end."""
        with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            read.write(stdin)
            read.seek(0)
            mask = os.umask(0)
            os.umask(mask)
            request = json.dumps({"words": words, "cwd": str(cwd or Path.cwd()), "mask": mask}).encode()
            assert len(request) < _LONGEST
            socket.send_fds(self._socket, [request], [read.fileno(), out.fileno(), err.fileno()])
            try:
                code = int(self._socket.recv(_LONGEST))
            except TimeoutError:
                self.leave()
                raise
            out.seek(0)
            err.seek(0)
            return Spoken(code, out.read(), err.read())

    def leave(self) -> None:
        """End the process, and a call that it is at."""
        self._socket.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _serve(channel: socket.socket) -> None:
    while True:
        request, descriptors, _, _ = socket.recv_fds(channel, _LONGEST, 3)
        if not request:
            return
        child = os.fork()
        if child == 0:
            channel.close()
            _answer(json.loads(request), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        _, status = os.waitpid(child, 0)
        channel.send(str(os.waitstatus_to_exitcode(status)).encode())


def _answer(request: dict[str, object], descriptors: Sequence[int]) -> None:
    """Become the process that was asked for; does not return."""
    try:
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        words, cwd, mask = request["words"], request["cwd"], request["mask"]
        assert isinstance(words, list)
        assert isinstance(cwd, str)
        assert isinstance(mask, int)
        os.chdir(cwd)
        os.umask(mask)
        sys.argv = ["adjudicate", *words]
        program()
    finally:
        os._exit(99)


if __name__ == "__main__":
    for module in pkgutil.walk_packages(import_module("adjudicator").__path__, "adjudicator."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as served:
        _serve(served)
