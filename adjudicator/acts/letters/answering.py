"""The receipt as a letter, for a seat that has an address: one way for files that come by mail and by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from adjudicator.acts.filing import FilingAnswer
from adjudicator.core.charter import is_address
from adjudicator.core.table import Seat
from adjudicator.report.receipt import SUBJECTS, write_receipt, write_receipt_page
from adjudicator.store.gamedir import OUTBOX, GameDirectory


def find_address(directory: GameDirectory, seat: Seat | None, holder: str = "") -> str | None:
    """The address of who holds ``seat``, if it has one, or of the ``holder`` with that hash of a token.

    Raises ``DamageError``.
    """
    known = directory.read_speakers().get(seat or "", ())
    speakers = [one for one in known if one["token_sha256"] == holder] or known[:1]
    return next((one["address"] for one in speakers if is_address(one["address"])), None)


def name_receipt(turn: int | None, seat: Seat, key: str) -> str:
    """What the receipt is called among the letters of its game; ``key`` tells mails or files apart (hex)."""
    return f"{turn or 0:04}-{seat}-receipt-{key[:8]}"


def list_receipt_lines(
    answer: FilingAnswer, sentences: Mapping[str, str], *, kept: bool, quoted: Sequence[str] = ()
) -> list[str]:
    """The answer as its sender gets it; a refused file's lines are shown beside its problems where it is ``quoted``."""
    told = write_receipt(
        answer.file,
        answer.name,
        answer.receipt._replace(problems=answer.problems),
        answer.forecast,
        answer.corrected,
        sentences,
        kept=kept,
        again=answer.again,
        quoted=quoted,
    )
    return list(told)


def post_receipt(
    directory: GameDirectory,
    game: str,
    seat: Seat,
    answer: FilingAnswer,
    sentences: Mapping[str, str],
    now: datetime,
    *,
    key: str,
    answers: bool = False,
    turn: int | None = None,
    more: Sequence[str] = (),
) -> str | None:
    """Put the receipt to ``seat`` of ``game`` into the outbox; its place, or None where it has one or no address.

    ``answers`` says whether it answers a mail, ``turn`` which one where the file does not say; ``more`` stands below.
    """
    address, stem = find_address(directory, seat, answer.away), name_receipt(answer.receipt.turn, seat, key)
    if address is None or directory.has_letter(f"{stem}.eml"):
        return None
    from adjudicator.report import mail  # noqa: PLC0415 - for seats with addresses

    quoted = answer.kept.decode("utf-8", "replace").split("\n")
    lines = [*list_receipt_lines(answer, sentences, kept=True, quoted=quoted), *more]
    letter = mail.Letter(
        game=game,
        about=stem,
        address=address,
        name=answer.name,
        subject=f"{game}{_name_turn(answer.receipt.turn or turn)}: {SUBJECTS[answer.receipt.state]}",
        text="\n".join(lines) + "\n",
        at=now,
        answers=answers,
        html=write_receipt_page(answer.receipt.state, lines),
        wanted=directory.count_turns(),
    )
    directory.write_letter(f"{stem}.eml", mail.write_mail(letter))
    return f"{OUTBOX}/{stem}.eml"


def _name_turn(turn: int | None) -> str:
    return f", turn {turn}" if turn else ""
