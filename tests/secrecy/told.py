"""Everything that a reader is told of a game, as the bytes he is told it in. Names no game.

``COMMITMENTS`` lists what may differ between two games that look the same: hashes over hidden things, which are
published so that nobody can change them later. They are masked here and nowhere else, by values of the same length.
What the moderator alone is shown stays out: the colour of others' files in ``status``, the sentences of ``run``.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from contextlib import redirect_stdout
from datetime import datetime
from typing import Any

from adjudicator.acts import status
from adjudicator.acts.evidence import read_evidence
from adjudicator.acts.filing import check_bytes
from adjudicator.acts.opened import OpenGame
from adjudicator.acts.run import make_occasion
from adjudicator.cli import legal_command, show_command, status_command
from adjudicator.cli.answers import answer_to_json, list_answer_lines
from adjudicator.core.json_value import JsonValue
from adjudicator.core.receipt import dump_receipt
from adjudicator.core.table import Onlooker, Reader
from adjudicator.proof.block import BEGIN, END, find_blocks, read_block
from adjudicator.report.evidence import Witness
from adjudicator.report.form import HEAD_DIGITS, write_form
from adjudicator.report.render import name_report, render_report

_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
COMMITMENTS = (
    "the head of the newest turn, in reports and JSON",
    "the head of the turn before, in reports",
    "the first digits of the head, in the form and in the problem stale-head",
    "the hash of a file that quotes the head, and with it the receipt's id",
    "in a proof: the header's links, roots and echoes, salts, paths, hashes of the reader's own reports and files",
)
_LINKS = ("previous", "previous_reports", "orders_root", "hidden_root", "private_root")


def mask(text: str, head: str, previous: str) -> str:
    """``text`` with the commitments named in ``COMMITMENTS`` made equal; its length stays, proofs apart.

    A proof is unpacked, so that whatever else is in it is compared; how long it was stays beside it.
    """
    text = _BLOCK.sub(lambda match: unpack_proof(match.group()), text)
    for name, secret in (("h", head), ("p", previous)):
        if secret:
            text = text.replace(secret, name * len(secret)).replace(secret[:HEAD_DIGITS], name * HEAD_DIGITS)
    return text


def unpack_proof(block: str) -> str:
    """The proof in ``block`` as JSON, with its commitments made equal, and the length of the block."""
    header, proof = read_block(find_blocks(block.encode())[0])
    fields: dict[str, Any] = json.loads(header)
    for name in _LINKS:
        fields[name] = _blank(fields[name])
    fields["echoes"] = {seat: len(echo) for seat, echo in fields["echoes"].items()}
    told: dict[str, Any] = dict(proof)
    for kind in ("orders", "facts", "reports"):
        if told[kind] is not None:
            told[kind] = {**told[kind], "salt": _blank(told[kind]["salt"]), "path": [*map(_blank, told[kind]["path"])]}
    if told["orders"] is not None:
        told["orders"]["files"] = [[name, *map(_blank, hashes)] for name, *hashes in told["orders"]["files"]]
    if told["reports"] is not None:
        told["reports"]["hashes"] = {form: _blank(digest) for form, digest in told["reports"]["hashes"].items()}
    return f"{len(block)} characters\n{json.dumps(fields, indent=1)}\n{json.dumps(told, indent=1)}"


def _blank(digest: str | None) -> str | None:
    """A hash of which nothing is left but that it is one."""
    return None if digest is None else "0" * len(digest)


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
    occasion = occasion._replace(witness=Witness(read_evidence(opened)))
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
