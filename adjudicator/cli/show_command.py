"""``adjudicate show``: a report again."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.run import make_occasion
from adjudicator.cli.output import print_json, say_all
from adjudicator.cli.parameters import GameArgument, take_seat
from adjudicator.core.json_value import JsonValue
from adjudicator.core.json_view import list_awaiting
from adjudicator.core.table import Onlooker, Reader


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
    opened = open_game(game, turn)
    reader: Reader = Onlooker.PUBLIC
    if seat is not None and moderator:
        raise typer.BadParameter("name a seat or --moderator, not both", param_hint="--seat")
    if seat is not None:
        take_seat(seat, opened.seats)
        reader = seat
    elif moderator:
        reader = Onlooker.MODERATOR
    if form is Format.JSON:
        print_json(_to_json(opened, reader))
        return
    from adjudicator.report.render import name_report, render_report

    occasion = make_occasion(opened, opened.record, opened.head, opened.manifest["previous"] or "")
    suffix = "txt" if form is Format.TEXT else "html"
    say_all(render_report(occasion, reader)[f"{name_report(reader)}.{suffix}"].decode().rstrip("\n"))


def _to_json(opened: OpenGame, reader: Reader) -> JsonValue:
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
        "scores": [{"seat": score.seat, "points": score.points} for score in game.views.scores(known)],
        "view": game.views.to_json(known),
        "events": [event.to_json() for event in heard],
    }
