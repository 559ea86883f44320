"""Giving a seat to another person, as a recorded act: a new token, and a letter with all that the seat knows."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from adjudicator.acts.filing import file_dropped
from adjudicator.acts.opened import OpenGame
from adjudicator.acts.recording import Intent, Recorded, record_act
from adjudicator.acts.retold import describe_opened
from adjudicator.chance import keyed
from adjudicator.core.charter import LONGEST_ADDRESS, is_address
from adjudicator.core.json_value import JsonObject
from adjudicator.core.recorded_act import RecordedAct, Replace
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.table import Seat
from adjudicator.intake.tokens import hash_token
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.invitation import write_invitation
from adjudicator.report.moderation import tell_act
from adjudicator.report.render import render_report, wrap
from adjudicator.store.acts import Item, Write
from adjudicator.store.gamedir import OUTBOX, SEATS, SavedSeat
from adjudicator.store.header import MANIFEST
from adjudicator.store.json_text import write_json


def replace_player(
    path: str, seat: Seat, address: str | None, reason: str, token_key: bytes, now: datetime, *, dry_run: bool = False
) -> Recorded:
    """Give ``seat`` a new token, made from the random ``token_key``, and a letter for whoever holds it from now on.

    The old token is no longer accepted from that moment. The address is forgotten unless one is given. Raises
    ``ActRefusedError`` and what ``record_act`` raises.
    """
    if address is not None and not is_address(address):
        raise ActRefusedError(f"the address is not one such as ann@example.org: {address[:LONGEST_ADDRESS]!r}")

    def plan(opened: OpenGame) -> Intent | RecordedAct:
        if seat not in opened.seats:
            raise ActRefusedError(f"there is no seat {seat!r}; the seats are {', '.join(opened.seats)}")
        if opened.over:
            raise ActRefusedError("the game is over; no seat has anything left to send")
        seats = opened.directory.read_seats()
        before = seats.get(seat)
        same_address = (before["address"] if before else "") == (address or "")
        last = opened.pending[-1] if opened.pending else None
        if last and last.reason == reason and last.change == Replace(seat) and same_address:
            return last
        if not dry_run:
            # what came with the old token came in time
            file_dropped(opened, now)
        token = keyed(token_key, "token", opened.charter.id.encode(), seat.encode()).hex()[:32]
        entry: SavedSeat = {"token_sha256": hash_token(token), "address": address or ""}
        if before:
            # nobody may speak with it any more, and nobody may keep it
            entry["replaced"] = [*before.get("replaced", []), before["token_sha256"]]

        def write(act: RecordedAct) -> list[Item]:
            letter = write_letter(opened, act, seat, token)
            return [
                Write(SEATS, write_json(cast("JsonObject", {**seats, seat: entry})).decode()),
                Write(f"{OUTBOX}/{opened.record.number:04}-{seat}-invitation-{act.number:04}.txt", letter),
            ]

        return Intent(change=Replace(seat), write=write)

    return record_act(path, plan, reason, now, dry_run=dry_run)


def write_letter(opened: OpenGame, act: RecordedAct, seat: Seat, token: str) -> str:
    """The invitation, and below it the newest report of the seat, which says what is on file and what is asked."""
    founded = hash_bytes(opened.directory.turns.read_part(0, MANIFEST))
    invitation = write_invitation(opened.game, opened.charter, seat, token, founded, act.at)
    occasion = describe_opened(opened)
    report = render_report(occasion._replace(pending=(*opened.pending, act)), seat)[f"{seat}.txt"].decode()
    note = (
        "You take this seat over in a game that has begun. What the seat knows stands in its newest report, below. "
        "Orders that its last holder sent count until you send others; the old token no longer works."
    )
    told = opened.foundation.mixer.tell_successor(opened.foundation, opened.record)
    return f"{invitation}{told and f'{chr(10)}{told}'}\n{wrap(tell_act(act))}\n\n{wrap(note)}\n\n\n{report}"
