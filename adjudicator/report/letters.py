"""Letters to a seat: the invitation that makes it somebody's and tells how the game is played; what a moderator did,
what other players wrote, and what is still wanted.

The notice of a rewind says which turns no longer count, and what becomes of the seat's files for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from adjudicator.core.act_kinds import Edit, Holiday, House, Replace, Substitute
from adjudicator.core.charter import TURN_CLASS, Charter, MissedPolicy, WhenBlocked
from adjudicator.core.instant import UTC_ZONE, say_distance, write_deadline
from adjudicator.core.order import PressPolicy, RelayedLetter
from adjudicator.core.printing import isolate
from adjudicator.core.recorded_act import RecordedAct, tell_apart
from adjudicator.core.rhythm import Rule, say_purpose, tell_rule, write_hours
from adjudicator.core.seat_names import Addressee, SeatNames
from adjudicator.core.table import Pacing, Seat
from adjudicator.kit.words import NO_BREAK, YOU, end_sentence, join_words
from adjudicator.registry import AnyGame, find_zone
from adjudicator.report.fates import tell_turn
from adjudicator.report.mail import Letter
from adjudicator.report.page import HEAD_DIGITS
from adjudicator.report.plain_text import make_plain, underline, wrap
from adjudicator.report.strip import WHEN_BLOCKED
from adjudicator.store.record import TurnRecord

_PACING = {
    Pacing.SEAT: "A turn is one seat's move.",
    Pacing.ROUND: "A turn is a round: everybody sends orders for their next move by the same deadline.",
}
_TOGETHER = "Everybody moves at once: a turn asks all of you for a move, by the same deadline."
_FALLBACK = {
    WhenBlocked.ASK: "Fallback orders are for a missed deadline only.",
    WhenBlocked.FALLBACK: "If they fail too, you are asked again.",
}
_FIXED = (
    "every draw was fixed when the game was set up. The moderator could know draws in advance, but cannot change them"
)
_SHARED = "every player adds to the draws, so nobody can choose them"
_CHECKED = (
    "and when the game is over anybody can check them all. Keep your emails for that; the moderator can send you the "
    "program, verify_mail.pyz. These lines are for checking; you do not need them to play:"
)
_WELCOME = (
    "Welcome! You play the seat {seat}. Your first report comes with this letter: it says what to do and by when, and "
    "ends with a form for your orders. Fill it in and send it back."
)
_TAKEN_OVER = (
    "Welcome{name}! You take over the seat {seat} in a game that is under way. The orders of the player before you "
    "count until you send others; the old token no longer works."
)
_SUBSTITUTE = (
    "Welcome, {name}! You play the seat {whose} as a substitute, until {player} sends a file again; your token stops "
    "working then, and a letter tells you so. Until then you may send whatever {player} may. Orders on file count "
    "until you send others."
)
_NEWEST = (
    "The seat's newest report is below: it has all that the seat knows, says what to do and by when, and ends with a "
    "form for your orders. Fill it in and send it back."
)
_AWAY = "A deadline of yours that falls on these days moves past them."
_STAYS = "What you have sent stays as it is. The next reports say this again."
_CHANGED = (
    "A deadline that is set already stays. All else holds at once, so for turn {turn} too, even where your newest "
    "report says something else. What you have sent stays as it is."
)
ASKED_TOO = "You are asked for orders now: fill in the form of your newest report."
_UNTIL_FILE = "You play again as soon as a file from you is accepted."
_YOURS_AGAIN = (
    "The game waits for you again when it is your turn to decide, even if your newest report says that there is "
    f"nothing to do: its form is the one to fill in. {_STAYS}"
)
_STILL_YOURS = (
    "You need not do anything. Your token works as before: the seat is yours again as soon as a file from you is "
    "accepted."
)
LENT = f"{_STILL_YOURS} What you have sent counts until your substitute sends other orders."
LENT_TO_HOUSE = f"{_STILL_YOURS} The house plays now; orders that are on file count first."
_LET_GO = "Thank you for playing, {name} Your token no longer works, and you get no more letters about this game."
BACK = "Your newest report is below. Orders on file, whoever sent them, count until you send others."
BELOW, RULE = "the text between the two lines below", "-" * 40
"""How an option with a value of several lines is told."""
_BAR = "| "
_PAUSED = "The game is paused: no turn runs until it goes on."
_NOT_KEPT = "The moderator's record of it is damaged; see your own reports."
_NONE_SENT = "You had sent no orders for what no longer counts; what was on file before is on file again."


def write_invitation(
    game: AnyGame, charter: Charter, seat: Seat, token: str, head: str, now: datetime, opening: str = ""
) -> str:
    """The letter to ``seat``: its ``token``, the promise about chance, and every option of the charter.

    The ``opening`` says what the reader is, where that is not a player from the beginning on.
    """
    commitment = charter.commitment
    return f"""\
{game.title}: game {charter.id}
Seat: {charter.seat_names.introduce(seat)}
Date: {write_deadline(now, find_zone(charter.zone))}

{opening or wrap(_WELCOME.format(seat=seat))}

Your token shows that a file is yours. Copy this line into every file that you
send, and show it to nobody:

token: {token}

How this game is played:

{chr(10).join(list_terms(game, charter))}

{wrap(f"Chance (level {commitment.level}): {_FIXED if commitment.level == 'L1' else _SHARED}, {_CHECKED}")}

commitment:  {commitment.secret}
public root: {commitment.public_root}
Head of turn 0: {head}
"""


def list_terms(game: AnyGame, charter: Charter) -> Iterator[str]:
    """Edition, people, pacing, deadlines and options, each in a sentence."""
    names = charter.seat_names
    edition = charter.setting.edition
    if len(game.editions) > 1:
        yield wrap(f"Edition {edition}: {game.editions[edition]}.", "- ")
    people = join_words(names.introduce(seat) for seat in charter.setting.seats)
    ids = " In your files, write the word in brackets." if names.of else ""
    yield wrap(f"At the table, in no particular order: {people}.{ids}", "- ")
    yield wrap(_TOGETHER if game.moves_together(charter.setting) else _PACING[charter.pacing], "- ")
    if game.orders.halts:
        yield wrap(f"{WHEN_BLOCKED[charter.when_blocked]} {_FALLBACK[charter.when_blocked]}", "- ")
    for note in game.notes(charter.setting, charter.pacing):
        yield wrap(note, "- ")
    is_round = charter.pacing is Pacing.ROUND
    rules = {name: rule for name, rule in charter.deadlines.items() if not is_round or name == TURN_CLASS}
    if rules:
        zone = f" Deadlines are given in the time zone {charter.zone}." if charter.zone != UTC_ZONE else ""
        yield wrap(f"{_tell_deadlines(rules)}{zone}", "- ")
    else:
        yield wrap("There are no deadlines.", "- ")
    for line in _list_policies(charter):
        yield wrap(line, "- ")
    for option in game.options:
        if not option.matters(len(charter.setting.seats), charter.pacing):
            continue
        value = charter.setting.options.get(option.name, option.default)
        if "\n" in value:
            yield wrap(f"{option.name}: {BELOW}. {option.tell(value)}", "- ")
            yield f"{RULE}\n{value}{RULE}"
        else:
            yield wrap(f"{option.name}: {value}. {option.tell(value)}", "- ")


def _tell_deadlines(rules: Mapping[str, Rule]) -> str:
    """How long players have, by what they are asked for."""
    hours = {name: rule for name, rule in rules.items() if isinstance(rule, int)}
    if len(hours) < len(rules):
        return " ".join(f"Deadline {say_purpose(name)}: {tell_rule(rule)}." for name, rule in rules.items())
    spans = join_words([f"{write_hours(count)} {say_purpose(name)}" for name, count in hours.items()])
    return f"You have {spans}, counted from the report that asks for it."


def _list_policies(charter: Charter) -> Iterator[str]:
    """What was agreed for seats that are silent, and of letters between players, where that is not the usual."""
    if charter.press is not PressPolicy.PARTIAL:
        said = charter.press.tell()
        yield f"{said[0].upper()}{said[1:]}."
    if charter.missed is MissedPolicy.WAIT:
        yield "The game waits for a player who misses a deadline with nothing on file."
    elif charter.missed is MissedPolicy.HOUSE:
        yield (
            "If a player misses a deadline with nothing on file, the house, a simple player built into the program, "
            "moves instead."
        )
    if charter.abandoned:
        missed = "a missed deadline" if charter.abandoned == 1 else f"{charter.abandoned} missed deadlines in a row"
        yield f"After {missed} the house plays the seat until its player sends a file."
    if charter.holidays is not None:
        yield f"You may be away {charter.holidays} days a year: tell the moderator, and your deadlines move."


def write_notice(
    game: AnyGame,
    charter: Charter,
    act: RecordedAct,
    seat: Seat,
    abandoned: Sequence[tuple[TurnRecord[Any], SeatNames]],
    carried: Sequence[str],
    due: Mapping[str, datetime] | None,
    resumes_at: tuple[int, str],
    *,
    is_new: bool = False,
) -> str:
    """The letter to ``seat`` about the rewind ``act`` of a game with that ``charter``.

    ``abandoned`` are the turns that no longer count, with the names of their time, ``carried`` says what becomes of the
    seat's files, ``due`` are the deadlines now of what is asked, or None in a pause, ``resumes_at`` is the number of
    the turn that play goes on from, and its head. Who ``is_new`` at the seat gets the report of that turn below.
    """
    turn, head = resumes_at
    names, zone = charter.seat_names, find_zone(charter.zone)
    report = f"The seat's report of turn {turn}, which is below," if is_new else f"Your report of turn {turn}"
    lines = [
        *_begin_letter(f"{game.title}: game {act.game}, RERUN", charter, act.at, seat),
        *(wrap(sentence) for sentence in tell_apart(act, zone, names)),
        "",
        wrap(
            f"{report} is the newest again, and orders are for turn {turn + 1} now. If you send any, "
            f"use the form in that report, with the line 'after:{NO_BREAK}{head[:HEAD_DIGITS]}'. Keep the reports "
            "that no longer count: they show what was changed. The new ones are marked RERUN and say what is different."
        ),
        *(
            wrap(f"Deadline{f' ({name})' if len(due or ()) > 1 else ''} now: {write_deadline(instant, zone)}.")
            for name, instant in (due or {}).items()
        ),
        *([_PAUSED] if due is None else []),
        "",
        "Your orders:",
        "",
        *(wrap(line, "- ") for line in carried or [_NONE_SENT]),
        "",
        "What no longer counts, in the words of your reports:",
        "",
        *(wrap(line, "- ") for line in _tell_abandoned(game, abandoned, seat) or [_NOT_KEPT]),
    ]
    return make_plain("\n".join(lines)) + "\n"


def write_opening(charter: Charter, act: RecordedAct) -> str:
    """How the invitation begins by which ``act`` gives a seat to a substitute, or to another player for good."""
    names = charter.seat_names
    match act.change:
        case Substitute(seat, _, name):
            player = names.of.get(seat, "its player")
            whose = f"of {names.introduce(seat)}" if seat in names.of else seat
            welcome = _SUBSTITUTE.format(name=isolate(name), whose=whose, player=player)
        case Replace(seat, name):
            welcome = _TAKEN_OVER.format(seat=seat, name=name and f", {isolate(name)}")
        case _:
            raise TypeError(act.kind)
    _, reason = tell_apart(act)
    return make_plain("\n\n".join((wrap(welcome), wrap(reason), wrap(_NEWEST))))


def write_act_letter(
    game: AnyGame, charter: Charter, act: RecordedAct, seat: Seat, meaning: str, *, lent: bool = False
) -> str:
    """The letter to ``seat`` about an ``act`` that cannot wait for the next report, and what it means to the reader.

    Where the seat is ``lent``, that is its substitute.
    """
    released = _ends_substitution(act, seat) and meaning != BACK
    told = tell_apart(act, find_zone(charter.zone), charter.seat_names, None if released else seat, lent=lent)
    lines = [
        *_begin_letter(f"{game.title}: game {act.game}", charter, act.at, seat),
        *map(wrap, told),
        "",
        wrap(meaning),
    ]
    return make_plain("\n".join(lines)) + "\n"


def write_missed(game: AnyGame, charter: Charter, seat: Seat, turn: int, at: datetime) -> str:
    """The letter to whoever waits behind the substitute of ``seat``, which the house has taken in ``turn``."""
    told = (
        f"Since turn {turn} the house plays the seat, until a file comes for it again: its substitute has missed too "
        "many deadlines."
    )
    lines = [*_begin_letter(f"{game.title}: game {charter.id}", charter, at, seat), wrap(told), "", wrap(LENT_TO_HOUSE)]
    return make_plain("\n".join(lines)) + "\n"


def tell_holder(act: RecordedAct, seat: Seat, person: str) -> str:
    """What an ``act`` means to the ``person`` who held ``seat`` until then: the same to all but whom it concerns."""
    if _ends_substitution(act, seat):
        return _LET_GO.format(name=end_sentence(isolate(person)))
    if isinstance(act.change, House) and act.change.seat == seat:
        return f"{_UNTIL_FILE} {_STAYS}" if act.change.plays else _YOURS_AGAIN
    if isinstance(act.change, Edit):
        return _CHANGED.format(turn=act.after_turn + 1)
    if isinstance(act.change, Holiday) and act.change.seat == seat:
        return f"{_AWAY} {_STAYS}"
    return LENT if isinstance(act.change, Substitute) and act.change.seat == seat else _STAYS


def _ends_substitution(act: RecordedAct, seat: Seat) -> bool:
    return isinstance(act.change, Substitute) and act.change.seat == seat and act.change.ends


def _begin_letter(title: str, charter: Charter, at: datetime, seat: Seat) -> list[str]:
    return [
        title,
        f"Seat: {charter.seat_names.introduce(seat)}",
        f"Date: {write_deadline(at, find_zone(charter.zone))}",
        "",
    ]


def _tell_abandoned(game: AnyGame, abandoned: Sequence[tuple[TurnRecord[Any], SeatNames]], seat: Seat) -> list[str]:
    return [
        f"Turn {record.number}: {line}"
        for record, names in abandoned
        for line in tell_turn(game, names, record, seat) or ["nothing that your reports showed."]
    ]


def name_reminder(turn: int, head: str, seat: Seat) -> str:
    """What the reminder of ``seat`` for ``turn``, after the one with ``head``, is called among its game's letters."""
    return f"{turn:04}-{seat}-reminder-{head[:8]}"


def write_reminder(
    charter: Charter,
    turn: int,
    head: str,
    seat: Seat,
    to: Addressee,
    duties: Sequence[str],
    deadline: datetime,
    now: datetime,
) -> Letter:
    """The letter that reminds ``seat`` of its ``duties`` for ``turn``, in sentences, and of the ``deadline``.

    ``head`` is that of the turn before.
    """
    zone = find_zone(charter.zone)
    until = write_deadline(deadline, zone)
    if late := deadline <= now:
        waits = f"{charter.id} is still waiting for your orders for turn {turn}. The deadline was {until}."
    else:
        far = say_distance(now, deadline, zone)
        waits = f"{charter.id} is waiting for your orders for turn {turn}, until {until} ({far})."
    wish = f"your orders for turn {turn} are missing" if late else f"send your orders for turn {turn} by {until}"
    lines = (
        waits,
        "",
        *duties,
        "",
        "Reply to the email with your newest report: the form is at its end, and attached as a file.",
    )
    return Letter(
        game=charter.id,
        about=name_reminder(turn, head, seat),
        address=to.address,
        name=to.name,
        subject=f"{charter.id}: {wish}",
        text="".join(f"{wrap(line)}\n" for line in lines),
        at=now,
        wanted=turn,
    )


def write_press(letters: Sequence[RelayedLetter], names: SeatNames) -> str:
    """The ``letters`` in plain text, each line of theirs behind a bar; nothing where there are none."""
    return "\n".join(_list_lines(letters, names)) + "\n" if letters else ""


def _list_lines(letters: Sequence[RelayedLetter], names: SeatNames) -> Iterator[str]:
    yield underline("Letters from other players")
    for letter in letters:
        sender = names.call(letter.sender) if letter.sender else "Somebody"
        yield ""
        readers = ["everybody"] if letter.to_all else [YOU, *map(names.call, letter.others)]
        yield wrap(f"{sender} to {join_words(readers)}:")
        for line in letter.text.splitlines() or [""]:
            yield wrap(line, _BAR).replace("\n  ", f"\n{_BAR}") if line.strip() else _BAR.rstrip()
