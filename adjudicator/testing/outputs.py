"""Everything that a reader is told of a game, as the bytes he is told it in, and what of it may differ. Names no game.

What the moderator alone is shown stays out; ``docs/secrets.md`` says of every output whose it is.

Between two games that look the same hashes over hidden things may differ, published so that these stay. They are
masked here and nowhere else, by values of the same length: the head of the newest turn, in reports and JSON; its first
digits, in the form, in the problem stale-head and at the end of reports; the hash of a file that quotes it, and with
it the receipt's id; in a proof the header's links, roots and echoes, salts, paths, and hashes of
the reader's own reports and files.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from adjudicator.acts.dice import audit_opened
from adjudicator.acts.filing import check_bytes
from adjudicator.acts.form import write_next_form
from adjudicator.acts.moderation.seats import write_letter
from adjudicator.acts.open_game import OpenGame
from adjudicator.acts.status import read_game_status
from adjudicator.acts.upkeep import describe_opened, describe_proved
from adjudicator.cli.examine import audit_to_json
from adjudicator.cli.play import answer_to_json, list_order_lines, list_orders, show_as_json
from adjudicator.cli.run import list_answer_lines
from adjudicator.cli.status import status_to_json
from adjudicator.core.act_kinds import Extend, Replace, Rewind
from adjudicator.core.instant import add_hours
from adjudicator.core.json_value import JsonValue
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.intake.receipt import dump_receipt
from adjudicator.ledger.abandoned_turns import AbandonedFiles, judge_offer, tell_carried
from adjudicator.ledger.archive import RecordedGame, list_contexts, write_record
from adjudicator.proof.proof_file import BEGIN, END, read_proof_file
from adjudicator.report.fates import Rerun
from adjudicator.report.letters import write_notice
from adjudicator.report.page import HEAD_DIGITS, shorten_head
from adjudicator.report.playback import render_playback
from adjudicator.report.render import name_report, render_report
from adjudicator.store.branches import FileShelf
from adjudicator.store.formats import write_json
from adjudicator.store.inbox import FiledFile

REPORT = ("report.html", "report.txt", "report.proof")
PUBLISHED = ("play.txt", "replay.html", "record.json")
"""What an archive has beside the files of the game."""
_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
_LINKS = ("previous", "previous_reports", "orders_root", "hidden_root", "private_root")
_TOKEN = "0" * 32
_MORE_HOURS = 24
_QUOTES = ('"', '\\"', "&#34;")
_HEAD = "ab" * 32
RERUN = ("rerun.html", "rerun.txt", "notice")
"""The names of what is told of a rewind."""


def want_all(_name: str) -> bool:
    """Every output is wanted."""
    return True


def list_outputs(
    opened: OpenGame,
    reader: Reader,
    probes: Mapping[str, bytes],
    now: datetime,
    wants: Callable[[str], bool] = want_all,
) -> dict[str, str]:
    """By name all that ``reader`` gets with a turn or can ask for now; ``probes`` are files that he might send."""
    texts = list_reports(opened, reader, wants)
    if wants("status"):
        texts["status"] = _write(_strip_status(opened, now))
    if isinstance(reader, Onlooker):
        return _mask_all(texts, opened)
    if wants("public.json"):
        texts["public.json"] = _write(show_as_json(opened, Onlooker.PUBLIC))
    if wants("form") and not opened.over:
        texts["form"] = write_next_form(opened, reader)
    if wants("legal"):
        orders = list_orders(opened, reader)
        texts["legal"] = "\n".join([_write(orders), *list_order_lines(opened, orders)])
    if wants("receipt"):
        texts |= _answer(opened, reader, probes, now)
    return _mask_all(texts, opened)


def list_reports(opened: OpenGame, reader: Reader, wants: Callable[[str], bool] = want_all) -> dict[str, str]:
    """The reports of ``reader`` with their proofs, and ``show --format json``; nothing is masked."""
    texts: dict[str, str] = {}
    if any(map(wants, REPORT)):
        stem = name_report(reader)
        reports = render_report(describe_proved(opened), reader)
        texts = {f"report{name.removeprefix(stem)}": data.decode() for name, data in reports.items()}
    if wants("show.json"):
        texts["show.json"] = _write(show_as_json(opened, reader))
    return texts


def list_rare_outputs(
    opened: OpenGame, reader: Reader, now: datetime, wants: Callable[[str], bool] = want_all
) -> dict[str, str]:
    """By name what ``reader`` may get to read beside that: the draws, what is published of a game, letters of acts."""
    texts: dict[str, str] = {}
    if wants("dice"):
        texts["dice"] = _write(audit_to_json(audit_opened(opened)))
    if any(map(wants, PUBLISHED)):
        texts |= _publish(opened)
    acts = () if opened.over else _make_acts(opened, reader, now)
    if acts and wants("pending.json"):
        changed = opened._replace(acts=acts)
        texts["pending.json"] = _write([show_as_json(changed, reader), _strip_status(changed, now)])
    if acts and wants("letter of replace") and not isinstance(reader, Onlooker):
        texts["letter of replace"] = write_letter(opened._replace(acts=acts[:1]), acts[-1], reader, _TOKEN)
    return _mask_all(texts, opened)


def _mask_all(texts: Mapping[str, str], opened: OpenGame) -> dict[str, str]:
    return {name: mask(text, opened.head, opened.manifest.previous or "") for name, text in texts.items()}


def _write(value: JsonValue) -> str:
    return json.dumps(value, indent=2)


def _strip_status(opened: OpenGame, now: datetime) -> JsonValue:
    """What ``adjudicate status --json`` says, without what is the moderator's: the colour of each seat's file."""
    status = read_game_status(opened, opened.charter.id)
    seats: JsonValue = [{"seat": seat.seat, "awaited": seat.awaited} for seat in status.seats]
    return {**status_to_json(status, now), "seats": seats}


def _answer(opened: OpenGame, seat: Seat, probes: Mapping[str, bytes], now: datetime) -> dict[str, str]:
    """The answers to files of the reader's own: receipt as printed, as JSON, and as kept."""
    intake = opened.intake()
    texts = {}
    for name, data in probes.items():
        answer = check_bytes(opened, intake, data, name, seat, now)
        shown = answer_to_json(answer, intake.sentences), dump_receipt(answer.receipt)
        lines = list_answer_lines(answer, intake.sentences)
        texts[f"receipt of {name}"] = "\n".join([*lines, *map(_write, shown)])
    return texts


def _publish(opened: OpenGame) -> dict[str, str]:
    """What an archive has beside the files of the game, of the newest turn alone."""
    recorded = RecordedGame(
        opened.charter, opened.game, [opened.record], [opened.head], opened.charter, (), FileShelf({})
    )
    play, page = render_playback(list_contexts(recorded))
    return dict(zip(PUBLISHED, (play.decode(), page.decode(), write_record(recorded, {}).decode()), strict=True))


def _make_acts(opened: OpenGame, reader: Reader, now: datetime) -> tuple[RecordedAct, RecordedAct]:
    """An extension of all deadlines, and a seat given to somebody else."""
    due = {name: add_hours(instant, _MORE_HOURS) for name, instant in opened.due.items()}
    seat = opened.seats[0] if isinstance(reader, Onlooker) else reader
    extended = RecordedAct(
        opened.charter.id, 1, None, now, opened.record.number, opened.head, "a storm", Extend(_MORE_HOURS, due)
    )
    return extended, extended._replace(number=2, previous="0" * 64, reason="gone sailing", change=Replace(seat))


def mask(text: str, *heads: str) -> str:
    """``text`` with these commitments made equal; its length stays, proofs apart.

    ``heads`` are those of the newest turn and of turns before it. A proof is unpacked, so that whatever else is in it
    is compared; how long it was stays beside it.
    """
    text = _BLOCK.sub(lambda match: unpack_proof(match.group()), text)
    for name, secret in zip("hpqrst", heads, strict=False):
        if secret:
            text = text.replace(secret, name * len(secret)).replace(secret[:HEAD_DIGITS], name * HEAD_DIGITS)
            text = text.replace(shorten_head(secret), shorten_head(name * HEAD_DIGITS))
            for quote in _QUOTES:  # a form has them around a head that would be read as a number
                text = text.replace(f"after: {quote}{name * HEAD_DIGITS}{quote}", f"after: {name * HEAD_DIGITS}")
    return text


def unpack_proof(block: str) -> str:
    """The proof in ``block`` as JSON, with its commitments made equal, and the length of the block."""
    _, header, proof = read_proof_file(block.encode())
    kept: dict[str, Any] = dict(proof)
    for kind in ("orders", "facts", "reports"):
        if kept[kind] is not None:
            kept[kind] = {**kept[kind], "salt": _blank(kept[kind]["salt"]), "path": [*map(_blank, kept[kind]["path"])]}
    if kept["orders"] is not None:
        kept["orders"]["files"] = [[name, *map(_blank, hashes)] for name, *hashes in kept["orders"]["files"]]
    if kept["reports"] is not None:
        kept["reports"]["hashes"] = {form: _blank(digest) for form, digest in kept["reports"]["hashes"].items()}
    return f"{len(block)} characters\n{mask_header(header)}\n{write_json(kept).decode()}"


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


def list_rerun(before: OpenGame, after: OpenGame, reader: Reader, sent: FiledFile | None) -> dict[str, str]:
    """By name what ``reader`` is told where the turn of ``after`` takes the place of that of ``before``.

    ``sent`` is a file of his for the abandoned turn; it is judged again in both positions, where it may fit or not.
    """
    number, now = after.record.number, after.record.circumstances.now
    abandoned = before.record._replace(number=number)
    change = Rewind(number - 1, _HEAD, 1, dict(after.record.due), secret_known=False)
    act = RecordedAct(after.charter.id, 1, None, now, number, _HEAD, "a mistake", change)
    carried: dict[Seat, list[str]] = {}
    if sent is not None and not isinstance(reader, Onlooker):
        for opened in (before, after):
            intake = opened.intake()._replace(turn=sent.receipt.turn or 0)
            offer = AbandonedFiles([sent], newer=False)
            carried.setdefault(reader, []).extend(tell_carried(judge_offer(intake, reader, offer, now), intake))
    context = describe_opened(after)
    context = context._replace(acts=(act,), rerun=Rerun(abandoned, _HEAD, carried))
    stem = name_report(reader)
    texts = {f"rerun{name.removeprefix(stem)}": data.decode() for name, data in render_report(context, reader).items()}
    if not isinstance(reader, Onlooker):
        lines = carried.get(reader, [])
        turns, base = [(one, after.charter.seat_names) for one in (abandoned, after.record)], (number - 1, before.head)
        texts["notice"] = write_notice(after.game, after.charter, act, reader, turns, lines, change.due, base)
    return {name: mask(text, after.head, before.head) for name, text in texts.items()}
