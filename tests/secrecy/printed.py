"""What the commands print of a whole game directory, and what its reader is mailed or may be given. Names no game."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout

import typer

from adjudicator.acts.open_game import OpenGame
from adjudicator.cli import examine, play
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.ledger.archive import build_members
from adjudicator.proof.command import run as check_mails
from adjudicator.report.render import name_report
from adjudicator.store.audit import is_record, list_files
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST
from adjudicator.testing.outputs import PUBLISHED, mask, mask_header

_MEMBERS = re.compile(r'"files": \{.*?\}', re.DOTALL)
"""What ``record.json`` has besides what everybody may know: while the game is going on it is not handed out."""
_QUOTED_HEAD = re.compile(r"""after: ("|&#34;)[0-9]+e?[0-9]+("|&#34;)""")
"""A head that YAML would read as a number stands in quotation marks, by chance and in few turns."""


def print_all(path: str, opened: OpenGame, reader: Reader) -> dict[str, str]:
    """What the commands print for ``reader``, and the files that he is mailed or may be given."""
    seat = None if isinstance(reader, Onlooker) else reader
    previous = opened.record.number - 1
    printed = {"dice": catch(lambda: examine.dice(path)) + catch(lambda: examine.dice(path, True))}
    for form in play.Format:
        printed[f"show {form.value}"] = show(path, None, seat, form)
        if previous >= 0:
            printed[f"show --turn, {form.value}"] = show(path, previous, seat, form)
    if seat is not None and not opened.over:
        printed["form"] = catch(lambda: play.form(path, seat))
        printed["legal"] = catch(lambda: play.legal(path, seat, as_json=True))
        printed["legal text"] = catch(lambda: play.legal(path, seat, as_json=False))
    told = {f"printed: {name}": text for name, text in printed.items()} | _read_files(
        path, opened.record.number, reader
    )
    return mask_all(told, opened)


def _read_files(path: str, number: int, reader: Reader) -> dict[str, str]:
    folder = os.path.join(path, "turns", f"{number:04}")
    told = {"file: turn.json": mask_header(GameDirectory(path).turns.read_part(number, MANIFEST))}
    for name in dict.fromkeys((name_report(reader), Onlooker.PUBLIC.value)):
        for suffix in ("html", "txt", "proof"):
            place = os.path.join(folder, "reports", f"{name}.{suffix}")
            told[f"file: report {name}.{suffix}"] = _read(place)
    return told


def read_letters(path: str, reader: Reader) -> Iterator[str]:
    """Name, size, mode and text of the letters to ``reader``."""
    outbox = os.path.join(path, "outbox")
    for name in sorted(os.listdir(outbox)):
        if name.split("-")[1] == reader:
            yield f"{name}: {_read(os.path.join(outbox, name))}"


def _read(path: str) -> str:
    """Size, mode and text of a file; quotation marks that only chance puts around a head are not counted."""
    status = os.stat(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    by_chance = sum(len(mark) for marks in _QUOTED_HEAD.findall(text) for mark in marks)
    return f"{status.st_size - by_chance} bytes, {status.st_mode:o}\n{text}"


def show(path: str, turn: int | None, seat: Seat | None, form: play.Format) -> str:
    """What ``adjudicate show`` prints."""
    return catch(lambda: play.show(path, turn, seat, False, form))


def catch(command: Callable[[], object]) -> str:
    """What ``command`` prints, and its exit code where it is not 0."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            command()
        except typer.Exit as end:
            printed.write(f"exit {end.exit_code}\n")
    return printed.getvalue()


def mask_all(told: Mapping[str, str], opened: OpenGame, *more: str) -> dict[str, str]:
    """``told`` with heads masked, of the newest turn, of the one before and ``more``."""
    return {name: mask(text, opened.head, opened.manifest.previous or "", *more) for name, text in told.items()}


def check_all_mails(path: str, opened: OpenGame, reader: Reader, mails: str) -> dict[str, str]:
    """What ``verify-mail`` prints of all reports of ``reader`` with their proofs, which are copied to ``mails``."""
    os.mkdir(mails)
    for number in range(opened.record.number + 1):
        turn = os.path.join(path, "turns", f"{number:04}")
        for form in ("txt", "proof"):
            report = os.path.join(turn, "reports", f"{name_report(reader)}.{form}")
            shutil.copy(report, os.path.join(mails, f"{number}.{form}"))
    for name in os.listdir(os.path.join(path, "outbox")):
        if name.split("-")[1] == reader:
            shutil.copy(os.path.join(path, "outbox", name), mails)
    told = {
        f"printed: verify-mail{' --json' if as_json else ''}": catch(
            lambda as_json=as_json: check_mails([mails], as_json=as_json)  # type: ignore[misc]
        ).replace(mails, "mails")
        for as_json in (False, True)
    }
    shutil.rmtree(mails)
    return mask_all(told, opened)


def publish(path: str, opened: OpenGame) -> dict[str, str]:
    """What an archive has beside the files of the game, of all turns; hashes of these files are left out."""
    files = {}
    for name in filter(is_record, list_files(path)):
        with open(os.path.join(path, *name.split("/")), "rb") as file:
            files[name] = file.read()
    members = build_members(files)
    told = {f"archive: {name}": _MEMBERS.sub("", members[name].decode()) for name in PUBLISHED}
    return mask_all(told, opened)
