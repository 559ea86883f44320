"""``adjudicate show``: a report again."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.cli.output import print_json, say_all
from adjudicator.cli.parameters import GameArgument, take_seat
from adjudicator.core.json_value import JsonValue
from adjudicator.core.json_view import list_awaiting
from adjudicator.core.recorded_act import RecordedAct, dump_act, find_abandoned, select_acts
from adjudicator.core.table import Onlooker, Reader
from adjudicator.store.lock import hold_still


class Format(Enum):
    """In what form a report is shown."""

    TEXT = "text"
    HTML = "html"
    JSON = "json"


def command(
    game: GameArgument,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", min=0, help="The turn; the newest unless given.")
    ] = None,
    seat: Annotated[str | None, typer.Option("--seat", metavar="S", help="What this seat may know.")] = None,
    moderator: Annotated[bool, typer.Option("--moderator", help="Everything.")] = False,
    form: Annotated[Format, typer.Option("--format", help="text, html or json.")] = Format.TEXT,
) -> None:
    """Show the report of a turn, as everybody may see it unless a seat or the moderator is named."""
    with hold_still(game):
        told = _tell(open_game(game, turn), seat, form, moderator=moderator)
    # nobody is kept waiting while it is read
    if isinstance(told, str):
        say_all(told)
    else:
        print_json(told)


def _tell(opened: OpenGame, seat: str | None, form: Format, *, moderator: bool) -> JsonValue:
    """The report as text, or what ``--format json`` prints."""
    reader: Reader = Onlooker.PUBLIC
    if seat is not None and moderator:
        raise typer.BadParameter("name a seat or --moderator, not both", param_hint="--seat")
    if seat is not None:
        take_seat(seat, opened.seats)
        reader = seat
    elif moderator:
        reader = Onlooker.MODERATOR
    if form is Format.JSON:
        return show_as_json(opened, reader)
    from adjudicator.acts.retold import describe_opened, read_evidence
    from adjudicator.report.evidence import Witness
    from adjudicator.report.render import name_report, render_report

    occasion = describe_opened(opened)
    pending = _list_pending(opened)
    # with news that the kept report does not have, it is not what was mailed, and there is nothing to prove
    witness = None if pending else Witness(read_evidence(opened))
    occasion = occasion._replace(pending=pending, witness=witness)
    suffix = "txt" if form is Format.TEXT else "html"
    return render_report(occasion, reader)[f"{name_report(reader)}.{suffix}"].decode().rstrip("\n")


def show_as_json(opened: OpenGame, reader: Reader) -> JsonValue:
    """What ``--format json`` prints for ``reader`` of the turn that is opened."""
    game, record = opened.game, opened.record
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    return {
        "game": opened.charter.id,
        "turn": record.number,
        "head": opened.head,
        "phase": game.kernel.phase(record.state),
        "over": opened.over,
        "awaiting": list_awaiting(opened.asks),
        "scores": [
            {"seat": score.seat, "points": score.points, "complete": score.complete}
            for score in game.views.scores(known)
        ],
        "view": game.views.to_json(known),
        "events": [event.to_json() for event in heard],
        **(_tell_acts(opened) if opened.acts else {}),
    }


def _tell_acts(opened: OpenGame) -> dict[str, JsonValue]:
    """What only a game with recorded acts has to tell."""
    number = opened.record.number
    return {
        "rerun": find_abandoned(select_acts(opened.acts, 0, number), number) is not None,
        "acts": [dump_act(act) for act in opened.taken_up],
        "pending": [dump_act(act) for act in _list_pending(opened)],
    }


def _list_pending(opened: OpenGame) -> tuple[RecordedAct, ...]:
    """The acts since the turn that is shown, where that is the newest."""
    return opened.pending if opened.acts and opened.directory.turns.newest() == opened.record.number else ()
