"""Filing: a file comes in, is judged, kept and receipted. What a receipt says is on disk before anybody reads it."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.acts.opened import OpenGame
from adjudicator.core.instant import write_instant
from adjudicator.core.receipt import ACCEPTED, Receipt
from adjudicator.core.table import Seat
from adjudicator.intake.judge import Court, Judgement, judge_file
from adjudicator.intake.movefile import blank_token
from adjudicator.store.bundle import hash_bytes
from adjudicator.store.files import read_regular, remove_if_there
from adjudicator.store.inbox import LIMIT


class Answer(NamedTuple):
    """What the sender is told: the receipt, and the name the file is known by in messages."""

    file: str
    receipt: Receipt
    refused_speaker: bool


def make_receipt(
    court: Court[Any, Any, Any], judgement: Judgement, data: bytes, in_force: str | None, now: datetime
) -> Receipt:
    """The receipt for ``judgement`` of ``data``."""
    kept = hash_bytes(judgement.kept)
    identity = f"adjudicator/v1/receipt/{court.game_id}/{court.turn}/{judgement.seat}/{hash_bytes(data)}"
    return Receipt(
        id=hash_bytes(identity.encode())[:16],
        standing=judgement.standing,
        game=court.game_id,
        seat=judgement.seat,
        turn=judgement.turn,
        sha256=kept,
        sent_sha256=hash_bytes(data),
        received=write_instant(now),
        in_force=in_force,
        problems=judgement.problems,
    )


def check_bytes(
    opened: OpenGame, court: Court[Any, Any, Any], data: bytes, name: str, seat: Seat | None, now: datetime
) -> Answer:
    """What would be answered to ``data``; nothing is written. The same bytes again get the same receipt."""
    judgement = judge_file(court, data, seat)
    in_force = None
    if judgement.seat is not None:
        filed = [file for file in opened.list_filed(judgement.seat) if file.accepted]
        if filed and filed[-1].receipt.sent_sha256 == hash_bytes(data):
            return Answer(name, filed[-1].receipt, refused_speaker=False)
        in_force = f"inbox/{judgement.seat}/{filed[-1].name}" if filed else None
        if judgement.standing in ACCEPTED:
            in_force = f"inbox/{judgement.seat}/{opened.directory.inbox.next_name(judgement.seat)}"
    return Answer(name, make_receipt(court, judgement, data, in_force, now), judgement.refused_speaker)


def file_bytes(
    opened: OpenGame, court: Court[Any, Any, Any], data: bytes, name: str, seat: Seat | None, now: datetime
) -> Answer:
    """Judge ``data`` and keep it; the caller holds the game's lock.

    The file in force sent again has no effect. A file that is not accepted never displaces one that was.
    """
    answer = check_bytes(opened, court, data, name, seat, now)
    receipt = answer.receipt
    inbox = opened.directory.inbox
    if receipt.standing not in ACCEPTED or receipt.seat is None:
        inbox.refuse(receipt.seat, blank_token(data), receipt)
    elif receipt.in_force == f"inbox/{receipt.seat}/{inbox.next_name(receipt.seat)}":
        inbox.accept(receipt.seat, blank_token(data), receipt, inbox.next_name(receipt.seat))
    return answer


def file_dropped(opened: OpenGame, now: datetime) -> list[Answer]:
    """File whatever lies in the inbox without a receipt: a moderator may simply copy files there."""
    answers: list[Answer] = []
    court: Court[Any, Any, Any] | None = None
    for seat in opened.seats:
        for path in opened.directory.inbox.list_dropped(seat):
            court = court or opened.court()
            data = read_regular(path, LIMIT)
            name = f"inbox/{seat}/{os.path.basename(path)}"
            answers.append(file_bytes(opened, court, data, name, seat, now))
            remove_if_there(path)
    return answers
