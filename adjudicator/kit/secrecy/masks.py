"""What may differ between two games that look the same: hashes over hidden things, published so that they stay.

They are masked here and nowhere else, by values of the same length: the head of the newest turn, in reports and JSON;
that of the turn before, in reports; its first digits, in the form and in the problem stale-head; the hash of a file
that quotes it, and with it the receipt's id; in a proof the header's links, roots and echoes, salts, paths, and hashes
of the reader's own reports and files. Names no game.
"""

from __future__ import annotations

import json
import re
from typing import Any

from adjudicator.proof.block import BEGIN, END, find_blocks, read_block
from adjudicator.report.form import HEAD_DIGITS
from adjudicator.store.json_text import write_json

_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
_LINKS = ("previous", "previous_reports", "orders_root", "hidden_root", "private_root")


def mask(text: str, *heads: str) -> str:
    """``text`` with these commitments made equal; its length stays, proofs apart.

    ``heads`` are those of the newest turn and of turns before it. A proof is unpacked, so that whatever else is in it
    is compared; how long it was stays beside it.
    """
    text = _BLOCK.sub(lambda match: unpack_proof(match.group()), text)
    for name, secret in zip("hpqrst", heads, strict=False):
        if secret:
            text = text.replace(secret, name * len(secret)).replace(secret[:HEAD_DIGITS], name * HEAD_DIGITS)
    return text


def unpack_proof(block: str) -> str:
    """The proof in ``block`` as JSON, with its commitments made equal, and the length of the block."""
    header, proof = read_block(find_blocks(block.encode())[0])
    told: dict[str, Any] = dict(proof)
    for kind in ("orders", "facts", "reports"):
        if told[kind] is not None:
            told[kind] = {**told[kind], "salt": _blank(told[kind]["salt"]), "path": [*map(_blank, told[kind]["path"])]}
    if told["orders"] is not None:
        told["orders"]["files"] = [[name, *map(_blank, hashes)] for name, *hashes in told["orders"]["files"]]
    if told["reports"] is not None:
        told["reports"]["hashes"] = {form: _blank(digest) for form, digest in told["reports"]["hashes"].items()}
    return f"{len(block)} characters\n{mask_header(header)}\n{write_json(told).decode()}"


def mask_header(header: bytes) -> str:
    """The public header ``turn.json`` with its commitments made equal."""
    fields: dict[str, Any] = json.loads(header)
    for name in _LINKS:
        fields[name] = _blank(fields[name])
    fields["echoes"] = {seat: len(echo) for seat, echo in fields["echoes"].items()}
    return write_json(fields).decode()


def _blank(digest: str | None) -> str | None:
    """A hash of which nothing is left but that it is one."""
    return None if digest is None else "0" * len(digest)
