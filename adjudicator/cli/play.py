"""Playing: check and file orders, and show what may be sent and what has happened."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Annotated

import typer

from adjudicator.acts.filing import FilingAnswer, answer_unreadable, check_bytes, mask_name, submit_file
from adjudicator.acts.form import write_next_form
from adjudicator.acts.open_game import OpenGame, open_any, open_game
from adjudicator.acts.outbox import list_receipt_lines, post_receipt
from adjudicator.acts.upkeep import describe_as_it_stands
from adjudicator.cli.output import complain, name_place, print_json, say, say_all, worst
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JsonOption,
    NowOption,
    SeatOption,
    name_seat,
    name_turn,
    read_submission,
    take_now,
    take_seat,
)
from adjudicator.cli.run import name_answer
from adjudicator.core.agenda import list_awaiting
from adjudicator.core.deadlines import list_asked
from adjudicator.core.json_value import JsonValue
from adjudicator.core.recorded_act import RecordedAct, dump_act, find_abandoned, select_acts
from adjudicator.core.refusals import ExitCode
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Onlooker, Pacing, Reader, Seat
from adjudicator.intake.receipt import ReceiptState, problem_to_json
from adjudicator.intake.tokens import mask_tokens
from adjudicator.report.render import name_report, render_report
from adjudicator.store.files import hold_still
from adjudicator.store.gamedir import GameDirectory


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
        _expect_seat(opened.directory, seat)
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


def _expect_seat(directory: GameDirectory, seat: str | None) -> None:
    """Nothing, where ``seat`` is none or one of the game's; else a usage error, for the file is nobody's.

    A token in its place is refused with the file, by an answer that does not quote it.
    """
    charter, _ = directory.read_charter()
    if seat is not None and not mask_tokens(seat.encode(), directory.read_tokens().everyone).found:
        take_seat(seat, charter.setting.seats)


def _read_file(file: str) -> bytes | str:
    """What is in ``file``; in words why it cannot be read."""
    try:
        return read_submission(file)
    except OSError as error:
        return say_system_error(error)


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
        reason = say_system_error(error)
        called = mask_name(open_any(game).intake(), file)
        raise typer.BadParameter(f"{called}: {reason}", param_hint="FILE") from error
    instant = take_now(now)
    _expect_seat(GameDirectory(game), seat)
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
            complain(f"{receipt.game}: the receipt as a letter: {name_place(game, letter)}")
    raise typer.Exit(code_of(answer))


def answer_to_json(answer: FilingAnswer, sentences: Mapping[str, str]) -> dict[str, JsonValue]:
    """The answer with the keys that scripts rely on."""
    receipt = answer.receipt
    return {
        "file": answer.file,
        "state": receipt.state.value,
        "seat": receipt.seat,
        "turn": receipt.turn,
        "in_force": receipt.in_force,
        "receipt": receipt.id,
        "problems": [problem_to_json(problem, answer.file, sentences) for problem in answer.problems],
        "forecast": [*answer.forecast.orders, *answer.forecast.on_file],
    }


def is_unreadable(answer: FilingAnswer) -> bool:
    """Whether the file could not even be read."""
    return any(problem.code == "unreadable-file" for problem in answer.receipt.problems)


def code_of(answer: FilingAnswer) -> ExitCode:
    """The exit code that ``answer`` calls for."""
    if is_unreadable(answer):
        return ExitCode.USAGE
    if answer.refused_speaker or answer.receipt.state in {ReceiptState.STALE, ReceiptState.LATE}:
        return ExitCode.REFUSED
    return ExitCode.PROBLEMS if answer.receipt.state is ReceiptState.RED else ExitCode.DONE


def form(
    game: GameArgument,
    seat: Annotated[str, name_seat("The seat the form is for.")],
) -> None:
    """Print a seat's order form for the next turn. Comments in it say what is legal.

    Example: adjudicate form games/g42 --seat dora > dora.yaml
    """
    with hold_still(game):
        opened = open_game(game)
        take_seat(seat, opened.seats)
        form = "" if opened.over else write_next_form(opened, seat)
    if opened.over:
        complain(f"{opened.charter.id}: the game is over; no orders are needed")
        return
    say_all(form.rstrip("\n"))


def legal(
    game: GameArgument,
    seat: Annotated[str, name_seat("The seat, as if it were to move now.")],
    as_json: JsonOption = False,
) -> None:
    """List every legal next order of a seat. Each can go into a move file under `orders:` as it is.

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
        yield f"{opened.charter.id}: {why}; there is nothing to order"
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
    turn: Annotated[int | None, name_turn("--turn", "The turn; by default the newest.")] = None,
    seat: Annotated[str | None, name_seat("What this seat may know.")] = None,
    moderator: Annotated[bool, typer.Option("--moderator", help="Everything.")] = False,
    form: Annotated[Format, typer.Option("--format", help="In what form.")] = Format.TEXT,
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
    context = describe_as_it_stands(opened, list_pending(opened))
    suffix = "txt" if form is Format.TEXT else "html"
    return render_report(context, reader)[f"{name_report(reader)}.{suffix}"].decode().rstrip("\n")


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
        "acts": [dump_act(act) for act in select_acts(opened.acts, number, number)],
        "pending": [dump_act(act) for act in list_pending(opened)],
    }


def list_pending(opened: OpenGame) -> tuple[RecordedAct, ...]:
    """The acts since the turn that is shown, where that is the newest."""
    return opened.pending if opened.acts and opened.turns.newest() == opened.record.number else ()
