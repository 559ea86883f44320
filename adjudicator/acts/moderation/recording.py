"""Recording an act: under the game's lock, with its reason, kept whole before anybody is told.

What an act changes and which files it writes says the function that does it; the frame of all of them is here, and
what else there is to know of each kind stands in :mod:`adjudicator.core.act_kinds`.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import NamedTuple, cast
from unicodedata import category

from adjudicator.acts.letters import put_letter, write_text_letter
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.outbox import find_addressee, list_addressees
from adjudicator.acts.status import keep_line
from adjudicator.acts.upkeep import mend_reports, open_sound, prepare_game
from adjudicator.core.act_kinds import KINDS, C, Change, Holiday, House
from adjudicator.core.agenda import Ask
from adjudicator.core.charter import Charter
from adjudicator.core.deadlines import find_last
from adjudicator.core.name_rules import INVISIBLE
from adjudicator.core.printing import is_printable
from adjudicator.core.recorded_act import RecordedAct, change_charter, list_lent, load_act
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.tokens import mask_tokens
from adjudicator.kit.words import join_words
from adjudicator.registry import AnyGame, find_zone
from adjudicator.report.letters import ASKED_TOO, LENT, LENT_TO_HOUSE, tell_holder, write_act_letter
from adjudicator.store.acts import Item, Write, carry_out, hash_newest, is_interrupted, name_act, write_act
from adjudicator.store.files import hold_lock, hold_still
from adjudicator.store.formats import drop_checksum, read_json
from adjudicator.store.gamedir import OUTBOX, GameDirectory

LONGEST_REASON = 500
"""Characters of a reason; it stands in everybody's report."""


class Intent(NamedTuple):
    """What an act would change; ``write`` gives its files, if any, once it has its place among the acts.

    ``note`` says, in a sentence, what the act did otherwise than it was asked, if anything.
    """

    change: Change
    write: Callable[[RecordedAct], Sequence[Item]] = lambda _: ()
    note: str = ""


class ActResult(NamedTuple):
    """An act that was recorded, or had been already; ``letters`` wait in the outbox.

    It is told in the ``zone`` of the game, with its ``names``; ``note`` as :class:`Intent` has it.
    """

    path: str
    act: RecordedAct
    already: bool
    letters: tuple[str, ...]
    zone: tzinfo = UTC
    names: SeatNames = NO_NAMES
    note: str = ""


def record_act(
    path: str,
    record: type[C],
    plan: Callable[[OpenGame], Intent],
    reason: str,
    now: datetime,
    *,
    is_same: Callable[[C, OpenGame], bool],
    dry_run: bool,
    recover: Callable[[Callable[[], OpenGame]], OpenGame] = lambda prepare: prepare(),
) -> ActResult:
    """Record what ``plan`` makes of the game at ``path``, a ``record``; ``recover`` may open it where it is damaged.

    The newest act is given again where no turn has taken it up, its reason is the same and it ``is_same``, so that a
    command that was interrupted can be run again.
    Raises :class:`ActRefusedError`, ``ClockError``, ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    check_reason(reason)
    kind = KINDS[cast("type[Change]", record)]
    directory = GameDirectory(path)
    directory.expect_charter()
    with hold_still(directory.path) if dry_run else hold_lock(directory.path):
        look = partial(open_sound, path, any_version=kind.any_version)
        opened = recover(look if dry_run else partial(prepare_game, directory, now, any_version=kind.any_version))
        opened.expect_later(now)
        _expect_no_token(directory, reason)
        if opened.over and kind.when_over:
            raise ActRefusedError(f"the game is over; {kind.when_over}")
        zone, names = find_zone(opened.charter.zone), opened.charter.seat_names
        last = opened.pending[-1] if opened.pending else None
        if last and last.reason == reason and isinstance(last.change, record) and is_same(last.change, opened):
            if not dry_run:
                keep_line(opened)
            return ActResult(opened.directory.path, last, already=True, letters=(), zone=zone, names=names)
        intent = plan(opened)
        act = RecordedAct(
            game=opened.charter.id,
            number=len(opened.acts) + 1,
            previous=hash_newest(opened.directory.path, opened.acts),
            at=now,
            after_turn=opened.record.number,
            head=opened.head,
            reason=reason,
            change=intent.change,
        )
        written = write_act(act)
        # a game with an act that cannot be read again would be lost
        load_act(read_json(drop_checksum(written)))
        items = [*intent.write(act), *(_list_letters(opened, act, kind.letter, intent.note) if kind.letter else [])]
        if not dry_run:
            carry_out(opened.directory.path, [*items, Write(name_act(act.number), written.decode())])
            after = open_game(path, any_version=kind.any_version)
            if after.record.number != opened.record.number:
                # the reports of a turn that is the newest again were dropped when it no longer was
                mend_reports(after)
            keep_line(after)
    written_names = [item.name for item in items if isinstance(item, Write)]
    letters = [name for name in written_names if name.startswith(f"{OUTBOX}/") and not name.endswith(".json")]
    return ActResult(
        opened.directory.path,
        act,
        already=False,
        letters=tuple(letters),
        zone=zone,
        names=names,
        note=intent.note,
    )


def list_added(opened: OpenGame, charter: Charter) -> list[Ask]:
    """What must be answered before the next turn by the new ``charter`` alone."""
    asked = {ask.seat for ask in opened.asks if ask.must}
    return [ask for ask in opened._replace(charter=charter).asks if ask.must and ask.seat not in asked]


def _list_letters(opened: OpenGame, act: RecordedAct, subject: str, note: str) -> list[Item]:
    """The letters to all seats about ``act`` with its ``note``; mails have the deadlines as they are from now on."""
    addresses, due = (
        list_addressees(opened.directory, opened.charter.seat_names),
        opened._replace(acts=(*opened.acts, act)).due,
    )
    charter = change_charter(opened.charter, [act])
    added = {ask.seat for ask in list_added(opened, charter)} if charter.pacing is not opened.charter.pacing else ()
    concerned = act.change.seat if isinstance(act.change, House | Holiday) else ""
    lent = concerned if concerned in list_lent(opened.acts) else ""
    tokens = opened.directory.read_tokens()
    letters: list[Item] = []
    for seat in opened.seats:
        stem = f"{act.after_turn:04}-{seat}-{act.kind}-{act.number:04}"
        to = addresses.get(seat)
        meaning = tell_holder(act, seat, tokens.call_holder(seat, opened.charter.seat_names))
        meaning = " ".join([*[ASKED_TOO] * (seat in added), *[note] * bool(note), meaning])
        text = write_act_letter(opened.game, opened.charter, act, seat, meaning, lent=seat == lent)
        asks = [ask for ask in opened.asks if ask.seat == seat]
        deadline = None if due == opened.due else find_last(asks, due)
        letter = write_text_letter(opened.charter, stem, seat, to, subject, text, act.at, deadline, act.number)
        letters.append(put_letter(letter))
    to_house = isinstance(act.change, House) and act.change.plays
    # whoever waits behind a substitute is told too, the seat's player first
    for place, holder in enumerate(tokens.speaking[lent][1:] if lent else (), 1):
        stem = f"{act.after_turn:04}-{lent}-{act.kind}-{act.number:04}-{place}"
        to = find_addressee(opened.directory, lent, opened.charter.seat_names, holder)
        text = write_act_letter(
            opened.game, opened.charter, act, lent, LENT_TO_HOUSE if to_house else LENT, lent=place > 1
        )
        letters.append(put_letter(write_text_letter(opened.charter, stem, lent, to, subject, text, act.at)))
    return letters


def expect_finished(path: str) -> None:
    """Nothing while no act is half done in the game directory ``path``. Raises :class:`ActRefusedError`."""
    if is_interrupted(path):
        raise ActRefusedError(
            "an act of the moderator was interrupted, so acts and branches are incomplete; "
            "the same command, given again, finishes it, and so does a run"
        )


def _expect_no_token(directory: GameDirectory, reason: str) -> None:
    """Nothing for a reason without tokens of the game, since everybody reads it. Raises :class:`ActRefusedError`."""
    if mask_tokens(reason.encode(), directory.read_tokens().everyone).found:
        raise ActRefusedError("the reason has a seat's token in it; everybody's next report would show it")


def check_reason(reason: str) -> None:
    """Nothing for a reason that can be told. Raises :class:`ActRefusedError`."""
    if not any(category(sign)[0] in "LNPS" and sign not in INVISIBLE for sign in reason):
        raise ActRefusedError("give a reason; it will be in everybody's next report")
    if not is_printable(reason) or len(reason) > LONGEST_REASON:
        raise ActRefusedError(f"a reason is one line of at most {LONGEST_REASON} printable characters")


def expect_seat(opened: OpenGame, seat: Seat) -> None:
    """Nothing where the game has such a ``seat``. Raises ``ActRefusedError``."""
    if seat not in opened.seats:
        raise ActRefusedError(f"there is no seat {seat!r}; the seats are {join_words(opened.seats)}")


def expect_house(game: AnyGame) -> None:
    """Nothing where ``game`` has a house player. Raises ``ActRefusedError``."""
    if game.house is None:
        raise ActRefusedError(f"{game.title} has no house player; adjudicate replace gives the seat to a person")
