"""Non-interference of a rewind: what a seat is told when a turn is abandoned, and when another takes its place.

The turn that a search has just played in a game and in its twin is taken as the one that takes the place of the turn
before it. Names no game.
"""

from __future__ import annotations

from adjudicator.acts.opened import OpenGame
from adjudicator.acts.retold import describe_opened
from adjudicator.core.act_kinds import Rewind
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.kit.secrecy.masks import mask
from adjudicator.ledger.carried import Offer, judge_offer, tell_carried
from adjudicator.report.notice import write_notice
from adjudicator.report.render import name_report, render_report
from adjudicator.report.rerun import Rerun
from adjudicator.store.inbox import Filed

_HEAD = "ab" * 32
RERUN = ("rerun.html", "rerun.txt", "notice")
"""The names of what is told of a rewind."""


def list_rerun(before: OpenGame, after: OpenGame, reader: Reader, sent: Filed | None) -> dict[str, str]:
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
            court = opened.court()._replace(turn=sent.receipt.turn or 0)
            offer = Offer("branches/0001/turns/0001/orders", [sent], newer=False)
            carried.setdefault(reader, []).extend(tell_carried(judge_offer(court, reader, offer, now), court))
    occasion = describe_opened(after)
    occasion = occasion._replace(acts=(act,), rerun=Rerun(act, abandoned, _HEAD, carried))
    stem = name_report(reader)
    told = {f"rerun{name.removeprefix(stem)}": data.decode() for name, data in render_report(occasion, reader).items()}
    if not isinstance(reader, Onlooker):
        lines = carried.get(reader, [])
        notice = write_notice(
            after.game, act, reader, [abandoned, after.record], lines, change.due, (number - 1, before.head)
        )
        told["notice"] = notice
    return {name: mask(text, after.head, before.head) for name, text in told.items()}
