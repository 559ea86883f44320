"""Everything that a reader is told of a game, as the bytes he is told it in. Names no game.

``COMMITMENTS`` lists what may differ between two games that look the same: hashes over hidden things, which are
published so that nobody can change them later. They are masked here and nowhere else, by values of the same length.
What the moderator alone is shown stays out: the colour of others' files in ``status``, the sentences of ``run``.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from datetime import datetime

from adjudicator.acts import status
from adjudicator.acts.filing import check_bytes
from adjudicator.acts.opened import OpenGame
from adjudicator.acts.run import make_occasion
from adjudicator.cli import legal_command, show_command, status_command
from adjudicator.cli.answers import answer_to_json, list_answer_lines
from adjudicator.core.json_value import JsonValue
from adjudicator.core.receipt import dump_receipt
from adjudicator.core.table import Onlooker, Reader
from adjudicator.report.form import HEAD_DIGITS, write_form
from adjudicator.report.render import name_report, render_report

COMMITMENTS = (
    "the head of the newest turn, in reports and JSON",
    "the head of the turn before, in reports",
    "the first digits of the head, in the form and in the problem stale-head",
    "the hash of a file that quotes the head, and with it the receipt's id",
)


def mask(text: str, head: str, previous: str) -> str:
    """``text`` with the commitments named in ``COMMITMENTS`` made equal; its length stays."""
    for name, secret in (("h", head), ("p", previous)):
        if secret:
            text = text.replace(secret, name * len(secret)).replace(secret[:HEAD_DIGITS], name * HEAD_DIGITS)
    return text


def list_told(opened: OpenGame, reader: Reader, probes: Mapping[str, bytes], now: datetime) -> dict[str, str]:
    """By name all that ``reader`` can get to read now; ``probes`` are files that he might send."""
    told = {**_show(opened, reader), "status": _write(_strip_status(opened, now))}
    if not isinstance(reader, Onlooker):
        told["public.json"] = _write(show_command._to_json(opened, Onlooker.PUBLIC))
        if not opened.over:
            number = opened.record.number + 1
            told["form"] = write_form(opened.game, opened.see(reader), opened.charter.id, number, opened.head, reader)
        told["legal"] = print_legal(opened, reader)
        told |= _ask(opened, reader, probes, now)
    previous = opened.manifest["previous"] or ""
    return {name: mask(text, opened.head, previous) for name, text in told.items()}


def _write(value: JsonValue) -> str:
    return json.dumps(value, indent=2)


def _show(opened: OpenGame, reader: Reader) -> dict[str, str]:
    occasion = make_occasion(opened, opened.record, opened.head, opened.manifest["previous"] or "")
    stem = name_report(reader)
    reports = render_report(occasion, reader)
    told = {f"report{name.removeprefix(stem)}": data.decode() for name, data in reports.items()}
    return {**told, "show.json": _write(show_command._to_json(opened, reader))}


def print_legal(opened: OpenGame, seat: str) -> str:
    """What ``adjudicate legal --json`` prints."""
    printed = io.StringIO()
    real = legal_command.open_game
    legal_command.open_game = lambda _path, _turn=None: opened
    try:
        with redirect_stdout(printed):
            legal_command.command(opened.directory.path, seat, as_json=True)
    finally:
        legal_command.open_game = real
    return printed.getvalue()


def _strip_status(opened: OpenGame, now: datetime) -> JsonValue:
    """What ``adjudicate status --json`` says, without what is the moderator's: the colour of each seat's file."""
    told = status_command._to_json(status._read(opened, opened.charter.id, now))
    assert isinstance(told, dict)
    seats = [{key: seat[key] for key in ("seat", "awaited")} for seat in told["seats"]]  # type: ignore[union-attr]
    return {**told, "seats": seats}


def _ask(opened: OpenGame, seat: str, probes: Mapping[str, bytes], now: datetime) -> dict[str, str]:
    """The answers to files of the reader's own: receipt as printed, as JSON, and as kept."""
    court = opened.court()
    told = {}
    for name, data in probes.items():
        answer = check_bytes(opened, court, data, name, seat, now)
        shown = answer_to_json(answer, court.sentences), dump_receipt(answer.receipt)
        lines = list_answer_lines(answer, court.sentences, kept=True)
        told[f"receipt of {name}"] = "\n".join([*lines, *map(_write, shown)])
    return told
