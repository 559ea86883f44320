"""Playing: run the turn that is due, check and file orders, and show what may be sent and what has happened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Annotated, NamedTuple

import typer

from adjudicator.acts.filing import FilingAnswer, answer_unreadable, check_bytes, mask_name, submit_file
from adjudicator.acts.letters.answering import list_receipt_lines, post_receipt
from adjudicator.acts.opened import OpenGame, open_any, open_game
from adjudicator.acts.reports import describe_opened
from adjudicator.acts.run import RunResult, Status, run_turn
from adjudicator.acts.side_by_side import count_cores, work_side_by_side
from adjudicator.cli.answers import (
    answer_to_json,
    code_of,
    failure_to_json,
    is_unreadable,
    list_pending,
    name_answer,
    outcome_to_json,
    show_as_json,
    tell_outcome,
)
from adjudicator.cli.completion import complete_game, complete_next_turn, complete_seat, complete_turn
from adjudicator.cli.output import (
    UntoldError,
    classify,
    complain,
    finish_words,
    keep_fault,
    print_json,
    say,
    say_all,
    worst,
)
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JobsOption,
    JsonOption,
    NowOption,
    SeatOption,
    read_submission,
    take_now,
    take_seat,
)
from adjudicator.cli.progress import show_progress
from adjudicator.core.json_value import JsonValue
from adjudicator.core.missing_orders import list_asked
from adjudicator.core.refusals import ExitCode
from adjudicator.core.table import Onlooker, Pacing, Reader, Seat
from adjudicator.report.form import write_form
from adjudicator.report.render import name_report, render_report
from adjudicator.store.files import hold_still
from adjudicator.store.gamedir import GameDirectory


class GameAnswer(NamedTuple):
    """What is said of one game: why it failed, or else ``lines``, each with what prints it; the ``record`` as JSON.

    ``done`` says of a turn that was kept that it was, for somebody who may not have heard of it and would force it
    again, which runs the next.
    """

    code: ExitCode
    failure: str = ""
    lines: Sequence[tuple[Callable[[str], None], str]] = ()
    record: JsonValue = None
    done: str = ""


def run(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME…", help="The games' directories.", autocompletion=complete_game)
    ],
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", metavar="N", min=0, help="Run this turn and no other.", autocompletion=complete_next_turn
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Run now; fill silence with fallback orders or the first legal action.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    jobs: JobsOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Run the turn that is due and write its reports.

    Exit codes: 0 done or already done, 1 damaged history, 3 not the next turn, 4 orders outstanding, 75 busy.

    Example: adjudicate run games/g42 --turn 7
    """
    run = partial(_run_one, turn=turn, now=take_now(now), force=force, dry_run=dry_run, as_json=as_json)
    # of a game that is named twice, one run is over before the other begins
    alone = len(set(map(os.path.realpath, games))) < len(games)
    answers: list[GameAnswer] = []
    untold: OSError | UntoldError | None = None
    results = work_side_by_side(run, games, 1 if alone else jobs or count_cores())
    with show_progress("games", as_json=as_json) as progress:
        for game, result in zip(games, results, strict=True):
            answer = result or _tell_failure(game, ExitCode.FAULT, "the process that ran it was killed; see its status")
            answers.append(answer)
            progress.clear()
            if answer.failure:
                complain(answer.failure)
            untold = untold or _find_untold(partial(_print_lines, answer))
            progress.watch(len(answers), len(games))
    untold = untold or _find_untold(partial(_finish, answers, as_json=as_json))
    if untold is not None:
        done = [answer.done for answer in answers if answer.done]
        if not done:
            raise untold
        reason = f"standard output: {untold}" if isinstance(untold, UntoldError) else "nobody is reading the output"
        complain(
            f"adjudicate: {reason}; {'; '.join(done)}: do not run it again, with --force that would be the next turn"
        )
        if isinstance(untold, UntoldError):
            raise typer.Exit(ExitCode.FAULT)
        raise untold
    raise typer.Exit(worst(answer.code for answer in answers))


def _find_untold(tell: Callable[[], None]) -> OSError | UntoldError | None:
    """Why the words of ``tell`` were not taken, if they were not."""
    try:
        tell()
    except (BrokenPipeError, UntoldError) as error:
        return error
    return None


def _print_lines(answer: GameAnswer) -> None:
    for print_, line in answer.lines:
        print_(line)


def _finish(answers: Sequence[GameAnswer], *, as_json: bool) -> None:
    if as_json:
        records = [answer.record for answer in answers]
        print_json(records if len(records) > 1 else records[0])
    finish_words()


def _run_one(game: str, *, turn: int | None, now: datetime, force: bool, dry_run: bool, as_json: bool) -> GameAnswer:
    """One game's run; its failure stops no other."""
    try:
        outcome = run_turn(game, turn, now, force=force, dry_run=dry_run)
        return GameAnswer(
            code=ExitCode.NOT_YET if outcome.status is Status.WAITING else ExitCode.DONE,
            lines=() if as_json else tuple(tell_outcome(outcome, dry_run=dry_run)),
            record=outcome_to_json(outcome),
            done=_say_done(outcome) if outcome.status is Status.ADJUDICATED and not dry_run else "",
        )
    except Exception as error:  # noqa: BLE001 - one game's failure must not stop the others
        return _tell_failure(game, *(classify(error) or (ExitCode.FAULT, keep_fault(error))))


def _tell_failure(game: str, code: ExitCode, words: str) -> GameAnswer:
    return GameAnswer(code, f"{game}: {words}", record=failure_to_json(game, code, words))


def _say_done(outcome: RunResult) -> str:
    return (
        f"{outcome.game}: turn {outcome.turn} was adjudicated (head {outcome.head[:16]}), only its announcement failed"
    )


def check(
    game: GameArgument,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Move files; - is standard input.")],
    seat: SeatOption = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer move files as submit would, and write nothing.

    Exit codes: 0 accepted, 1 refused for its content, 2 not a readable file, 3 refused for its token or turn.

    Example: adjudicate check games/g42 dora.yaml --seat dora
    """
    instant = take_now(now)
    contents = [_read_file(file) for file in files]
    with hold_still(game):
        opened = open_any(game)
        intake = opened.intake()
        answers = [
            answer_unreadable(intake, file, data, instant)
            if isinstance(data, str)
            else check_bytes(opened, intake, data, file, seat, instant)
            for file, data in zip(files, contents, strict=True)
        ]
    if as_json:
        print_json([answer_to_json(answer, intake.sentences) for answer in answers])
    else:
        for answer in answers:
            _tell_answer(answer, intake.sentences, kept=False)
    raise typer.Exit(worst(code_of(answer) for answer in answers))


def _tell_answer(answer: FilingAnswer, sentences: Mapping[str, str], *, kept: bool) -> None:
    """The receipt as it can be sent to whoever sent the file; what is for the moderator goes to stderr."""
    tell = complain if is_unreadable(answer) else say
    for line in list_receipt_lines(answer, sentences, kept=kept):
        tell(line)
    complain(name_answer(answer, kept=kept))


def _read_file(file: str) -> bytes | str:
    """What is in ``file``; in words why it cannot be read."""
    try:
        return read_submission(file)
    except OSError as error:
        return error.strerror or str(error)


def submit(
    game: GameArgument,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The move file; - is standard input.")],
    seat: SeatOption = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """File orders for a seat and print the receipt. What is accepted is on disk before the receipt is printed.

    Exit codes: 0 accepted, 1 refused for its content, 3 refused for its token or turn, 75 busy.

    Example: adjudicate submit games/g42 dora.yaml --seat dora
    """
    try:
        data = read_submission(file)
    except OSError as error:
        reason = error.strerror or str(error)
        called = mask_name(open_any(game).intake(), file)
        raise typer.BadParameter(f"{called}: {reason}", param_hint="FILE") from error
    instant = take_now(now)
    answer, sentences = submit_file(game, data, file, seat, instant, dry_run=dry_run)
    letter = None
    receipt = answer.receipt
    if receipt.seat and not (dry_run or answer.refused_speaker):
        directory = GameDirectory(game)
        letter = post_receipt(directory, receipt.game, receipt.seat, answer, sentences, instant, key=receipt.id)
    if as_json:
        print_json(answer_to_json(answer, sentences))
    else:
        _tell_answer(answer, sentences, kept=not dry_run)
        if letter:
            complain(f"{receipt.game}: the receipt as a letter: {os.path.join(game, letter)}")
    raise typer.Exit(code_of(answer))


def form(
    game: GameArgument,
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="The seat the form is for.", autocompletion=complete_seat)
    ],
) -> None:
    """Print a seat's order form for the next turn. Comments in it say what is legal.

    Example: adjudicate form games/g42 --seat dora > dora.yaml
    """
    with hold_still(game):
        opened = open_game(game)
        take_seat(seat, opened.seats)
        form = "" if opened.over else write_next_form(opened, seat)
    if opened.over:
        complain(f"{opened.charter.id}: the game is over, no orders are needed")
        return
    say_all(form.rstrip("\n"))


def write_next_form(opened: OpenGame, seat: Seat) -> str:
    """The form of ``seat`` for the next turn of a game that is not over."""
    known = opened.see(seat)
    turn = opened.record.number + 1
    return write_form(opened.game, known, opened.charter.id, turn, opened.head, seat, opened.find_wanted())


def legal(
    game: GameArgument,
    seat: Annotated[
        str,
        typer.Option("--seat", metavar="S", help="The seat, as if it were to move now.", autocompletion=complete_seat),
    ],
    as_json: JsonOption = False,
) -> None:
    """List every legal next order of a seat. Each can stand in a move file under `orders:` as it is.

    With --json, orders that are too many to be listed, such as trades, are given as templates to be filled in.

    Example: adjudicate legal games/g42 --seat dora
    """
    with hold_still(game):
        opened = open_game(game)
        take_seat(seat, opened.seats)
        listed = list_orders(opened, seat)
    if as_json:
        print_json(listed)
        return
    for line in list_order_lines(opened, listed):
        say_all(line)


def list_orders(opened: OpenGame, seat: Seat) -> dict[str, JsonValue]:
    """What ``--json`` prints: the turn, the seat, its decision, orders and templates."""
    state = opened.record.state
    known = opened.see(seat)
    # who is not asked now is answered as if the move came now, as in a round
    asks = (*opened.asks, *list_asked(opened.game, state, opened.record.agendas, Pacing.ROUND))
    decision = next((ask.decision for ask in asks if ask.seat == seat), None)
    actions = opened.game.kernel.legal(state, seat) if decision else ()
    orders: list[JsonValue] = [dict(opened.game.orders.write(known, action)) for action in actions]
    templates: list[JsonValue] = [dict(order) for order in opened.game.orders.templates(known, seat) if decision]
    number = opened.record.number + 1
    return {"turn": number, "seat": seat, "decision": decision, "orders": orders, "templates": templates}


def list_order_lines(opened: OpenGame, listed: Mapping[str, JsonValue]) -> Iterator[str]:
    """The same in words."""
    orders = listed["orders"]
    assert isinstance(orders, list)
    if not orders:
        why = "the game is over" if opened.over else f"{listed['seat']} has nothing to decide now"
        yield f"{opened.charter.id}: {why}, there is nothing to order"
    for order in orders:
        assert isinstance(order, dict)
        yield "\n".join(f"- {key}: {value}" for key, value in order.items())


class Format(Enum):
    """In what form a report is shown."""

    TEXT = "text"
    HTML = "html"
    JSON = "json"


def show(
    game: GameArgument,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", metavar="N", min=0, help="The turn; by default the newest.", autocompletion=complete_turn
        ),
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="S", help="What this seat may know.", autocompletion=complete_seat)
    ] = None,
    moderator: Annotated[bool, typer.Option("--moderator", help="Everything.")] = False,
    form: Annotated[Format, typer.Option("--format", help="text, html or json.")] = Format.TEXT,
) -> None:
    """Show the report of a turn. It is the public one unless a seat or the moderator is named.

    Example: adjudicate show games/g42 --turn 6 --seat dora
    """
    with hold_still(game):
        report = _tell_report(open_game(game, turn), seat, form, moderator=moderator)
    # nobody is kept waiting while it is read
    if isinstance(report, str):
        say_all(report)
    else:
        print_json(report)


def _tell_report(opened: OpenGame, seat: str | None, form: Format, *, moderator: bool) -> JsonValue:
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
    context = describe_opened(opened)._replace(pending=list_pending(opened))
    suffix = "txt" if form is Format.TEXT else "html"
    return render_report(context, reader)[f"{name_report(reader)}.{suffix}"].decode().rstrip("\n")
