"""A game opened for work: its charter, its rules, and its newest turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.act_kinds import Deadlines
from adjudicator.core.agenda import Agenda, Ask
from adjudicator.core.chance import Additions, WantedOfSeats
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.deadlines import (
    find_delay,
    find_missing,
    find_pause,
    is_late,
    list_absences,
    list_asked,
    pass_holidays,
)
from adjudicator.core.instant import count_years, write_instant
from adjudicator.core.recorded_act import RecordedAct, select_acts
from adjudicator.core.refusals import ClockError, FormatError, NoSuchTurnError, NotStartedError, RulesVersionError
from adjudicator.core.table import Reader, Seat
from adjudicator.ledger.inputs import (
    Arrived,
    LastTurn,
    check_position,
    list_accepted,
    read_files,
    read_turn,
    start_after,
    take_up,
)
from adjudicator.ledger.mixer import Foundation, IntakeGame, WaitingGame, find_mixer
from adjudicator.ledger.turn import collect_additions, list_named_asks
from adjudicator.proof.draws import commit
from adjudicator.proof.header import FORMAT, Header
from adjudicator.registry import AnyGame, find_zone, load_game
from adjudicator.store.acts import ACTS, JOURNAL, is_interrupted, list_acts
from adjudicator.store.branches import NO_SHELF, FolderShelf
from adjudicator.store.charter import changes_terms, is_in_force, read_terms
from adjudicator.store.formats import DamageError, explain_damage, read_json
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST, SavedLocal
from adjudicator.store.inbox import FiledFile
from adjudicator.store.record import RECORD_FILES, REPORTS, TurnRecord
from adjudicator.store.turns import KeptTurns

if TYPE_CHECKING:
    from adjudicator.intake.judge import IntakeContext


LONGEST_PAUSE = timedelta(days=100 * 366)
"""Between what happens in a game and what happens next."""


class OpenGame(NamedTuple):
    """A game as it stands: ``record`` and the two manifests are of the newest turn, ``head`` is its head.

    ``acts`` are all that the moderator recorded. ``charter`` is in force now, with acts that no turn has taken up yet;
    ``charter_then`` is the one that was in force when the turn ran, where that may be another.
    """

    directory: GameDirectory
    turns: KeptTurns
    charter: Charter
    game: AnyGame
    record: TurnRecord[Any]
    manifest: Header
    local: SavedLocal
    head: str
    acts: tuple[RecordedAct, ...] = ()
    charter_then: Charter | None = None

    @property
    def pending(self) -> tuple[RecordedAct, ...]:
        """The acts that the next turn takes up."""
        return select_acts(self.acts, self.record.number + 1, self.record.number + 1)

    @property
    def foundation(self) -> Foundation:
        """What the next turn is built on besides the newest one."""
        shelf = FolderShelf(self.directory.path) if self.acts else NO_SHELF
        return Foundation(self.game, self.charter, partial(self.turns.read_part, 0), self.acts, shelf)

    def read_last(self) -> LastTurn:
        """The newest turn with the list of its reports. Raises :class:`DamageError`."""
        reports = self.turns.read_part(self.record.number, REPORTS)
        return LastTurn(self.record, self.manifest, self.local, reports)

    @property
    def due(self) -> Mapping[str, datetime]:
        """The deadlines of each class as they stand now."""
        return self.start.due

    @property
    def start(self) -> TurnRecord[Any]:
        """The record that the next turn starts from."""
        return start_after(self.acts, self.record)

    @property
    def paused(self) -> datetime | None:
        """Since when the game is paused; None where it is not."""
        return find_pause(self.pending)

    @property
    def zone(self) -> tzinfo:
        """The time zone of the game."""
        return find_zone(self.charter.zone)

    def pass_holidays(self, due: Deadlines) -> Deadlines:
        """The deadlines ``due`` of the next turn, moved beyond the holidays of those who are asked."""
        return pass_holidays(self.charter.deadlines, self.asks, due, list_absences(self.acts), self.zone)

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return not self.game.kernel.decisions(self.record.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in table order."""
        return self.game.kernel.seats(self.record.state)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked before the next turn."""
        return list_asked(self.game, self.record.state, self.start.agendas, self.charter.pacing)

    def see(self, reader: Reader) -> Any:  # noqa: ANN401 - what is known is its game's business
        """What ``reader`` knows after the newest turn."""
        return self.game.views.see(self.record.state, self.record.agendas, reader)

    def expect_later(self, now: datetime) -> None:
        """Nothing where ``now`` is not before all that has happened, nor generations after. Raises ``ClockError``.

        What happened at a wrong instant in the far future could be followed by nothing that happens now.
        """
        last = self.record.circumstances.now
        what = f"turn {self.record.number} ran at {write_instant(last)}"
        if self.acts and self.acts[-1].at > last:
            last = self.acts[-1].at
            what = f"act {self.acts[-1].number} was recorded at {write_instant(last)}"
        if now < last:
            raise ClockError(f"{what}, which is later than now; set the clock, or give --now", last)
        if now - last > LONGEST_PAUSE:
            years = count_years(last, now)
            raise ClockError(f"{what}, {years} years before {write_instant(now)}; set the clock, or give --now", last)

    def intake(self) -> IntakeContext:
        """What files are judged against now."""
        from adjudicator.intake.judge import IntakeContext  # noqa: PLC0415 - most runs judge nothing

        start = self.start
        asks = list_named_asks(self.game, self.charter, start)
        return IntakeContext(
            game=self.game,
            game_id=self.charter.id,
            seats=self.seats,
            state=self.record.state,
            agendas=start.agendas,
            turn=self.record.number + 1,
            head=self.head,
            tokens=self.directory.read_tokens(),
            wanted=self.find_wanted(),
            about_wanted=self.foundation.mixer.sentences,
            names=self.charter.seat_names,
            zone=self.zone,
            asks=asks,
            due=start.due,
            when_blocked=self.charter.when_blocked,
            missed=self.charter.missed,
            press=self.charter.press,
            paused=self.paused is not None,
            delay=find_delay(self.charter.deadlines, asks),
        )

    def find_wanted(self) -> WantedOfSeats | None:
        """What the next turn wants of seats besides orders, if anything."""
        return self.foundation.mixer.want(self.foundation, self.start)

    def read_secret(self) -> bytes:
        """The secret that was committed to. Raises ``DamageError`` for another."""
        secret = self.directory.read_secret()
        if commit(self.charter.id, secret) != self.charter.commitment.secret:
            raise DamageError("private/secret", "not the secret that was fixed before the game")
        return secret

    def list_filed(self, seat: Seat) -> list[FiledFile]:
        """The files of ``seat`` waiting in the inbox; what an interrupted run consumed and left is not waiting."""
        return [filed for filed in self.directory.inbox.list_filed(seat) if not self.has_consumed(filed)]

    def list_accepted(self) -> dict[Seat, list[FiledFile]]:
        """The files of each seat in the inbox that count, oldest first."""
        return {seat: list_accepted(self.list_filed(seat)) for seat in self.seats}

    def has_consumed(self, filed: FiledFile) -> bool:
        """Whether the newest turn took up this very file, or it is of a turn before.

        Such files are left by a run that was interrupted, or whose removals the disk has lost since.
        """
        if filed.receipt.turn is not None and filed.receipt.turn <= self.record.number:
            return True
        return self.local["files"].get(f"orders/{filed.seat}/{filed.name}") == filed.receipt.sha256

    def is_late(self, now: datetime) -> bool:
        """Whether every deadline has passed of what is asked; in a pause none does."""
        return not self.paused and is_late(self.asks, self.due, self.charter.deadlines, now)

    def list_missing(
        self, asks: tuple[Ask, ...], agendas: Mapping[Seat, Agenda], silent: Collection[Seat] = ()
    ) -> tuple[Ask, ...]:
        """Those of ``asks``, all that is asked, which must be answered and are not by ``agendas``; a draft is none.

        Neither have the ``silent`` answered, of whom more is wanted than orders, whatever those say.
        """
        missing = find_missing(self.game, self.record.state, agendas, asks, falls_back=self.charter.falls_back)
        return tuple(ask for ask in asks if ask in missing or (ask.must and ask.seat in silent))

    def find_additions(self, accepted: Arrived) -> Additions:
        """What came for the draws with the ``accepted`` files, and whose is missing. Raises ``DamageError``."""
        return collect_additions(self.foundation, self.start, read_files(accepted))

    def agendas_with(self, accepted: Arrived) -> dict[Seat, Agenda]:
        """Every seat's agenda once the ``accepted`` files are taken up, one after the other."""
        return take_up(self.game, self.start, read_files(accepted))


def open_game(path: str, turn: int | None = None, *, any_version: bool = False) -> OpenGame:
    """The game at ``path`` as of ``turn`` (the newest where None).

    ``any_version`` opens a game whose rules are of another version than the one installed. Raises ``NoGameError``,
    ``DamageError``, ``UnknownGameError``, ``RulesVersionError``, ``NoSuchTurnError``, ``NotStartedError``.
    """
    directory = GameDirectory(path)
    charter, charter_text = directory.read_charter()
    game = load_rules(charter, any_version=any_version)
    expect_started(directory, charter)
    newest = directory.turns.newest()
    if newest is None:
        raise DamageError("turns", "there is no turn 0")
    number = newest if turn is None else turn
    if number > newest:
        raise NoSuchTurnError(f"there is no turn {number} yet; the newest is {newest}")
    acts, charter_then = _read_acts(directory, charter, charter_text, number)
    try:
        files = {name: directory.turns.read_part(number, name) for name in RECORD_FILES}
    except DamageError:
        _expect_format(directory, number)
        raise
    place = f"turns/{number:04}"
    last = read_turn(game, place, files)
    for finding in check_position(place, last.manifest, charter.id, number, None):
        raise DamageError(*finding.split(": ", 1))
    return OpenGame(
        directory=directory,
        turns=directory.turns,
        charter=charter if number == newest else charter_then,
        game=game,
        record=last.record,
        manifest=last.manifest,
        local=last.local,
        head=last.manifest.head,
        acts=acts,
        charter_then=charter_then,
    )


def open_lobby(path: str) -> WaitingGame | None:
    """The game at ``path`` before it has begun; None where it has, or needs no beginning of its own.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``.
    """
    directory = GameDirectory(path)
    charter, charter_text = directory.read_charter()
    level = charter.commitment.level
    if not level.mixes or directory.turns.newest() is not None:
        return None
    return find_mixer(level).open_waiting(directory, charter, charter_text)


def open_any(path: str) -> IntakeGame:
    """The game at ``path``, under way or waiting for its seats to join. Raises as :func:`open_game` does."""
    return open_lobby(path) or open_game(path)


def _expect_format(directory: GameDirectory, turn: int) -> None:
    """Nothing where the turn is kept in today's format. Raises ``FormatError``, ``DamageError``."""
    try:
        kept = read_json(directory.turns.read_part(turn, MANIFEST))["format"]
    except (KeyError, ValueError) as error:
        raise DamageError(f"turns/{turn:04}/{MANIFEST}", f"says no format ({explain_damage(error)})") from error
    if kept != FORMAT:
        raise FormatError(f"{directory.path} is kept in format {kept!r}; this version reads format {FORMAT}")


def _read_acts(
    directory: GameDirectory, charter: Charter, charter_text: bytes, turn: int
) -> tuple[tuple[RecordedAct, ...], Charter]:
    """The recorded acts, and the charter that was in force in ``turn``. Raises ``DamageError``."""
    founded = directory.turns.read_part(0, CHARTER)
    if charter_text == founded and not directory.has_acts():
        return (), charter
    acts = list_acts(directory.path, charter.id)
    if is_in_force(charter_text, founded, acts):
        return acts, read_terms(founded, acts, turn) if changes_terms(acts) else charter
    if is_interrupted(directory.path):
        raise DamageError(JOURNAL, "an act of the moderator was interrupted", "adjudicate run finishes it first")
    raise DamageError(
        CHARTER,
        "differs from the copy that turn 0 holds and from what acts have made of it: it was changed by hand",
        f"undo that, and change it with adjudicate edit; or put back what is gone from {ACTS}",
    )


def expect_started(directory: GameDirectory, charter: Charter) -> None:
    """Nothing, unless the game waits for its seats to join. Raises ``NotStartedError``."""
    if charter.commitment.level.mixes and directory.turns.newest() is None:
        raise NotStartedError(f"{charter.id} has not started yet; `adjudicate start` says who is awaited")


def load_rules(charter: Charter, *, any_version: bool = False) -> AnyGame:
    """The game that ``charter`` names, of ``any_version`` or else of its own.

    Raises ``UnknownGameError``, ``RulesVersionError``.
    """
    game = load_game(charter.module, charter.game)
    if game.version != charter.version and not any_version:
        raise RulesVersionError(
            f"{charter.id} uses version {charter.version} of {charter.game}, but version {game.version} is installed; "
            "adjudicate upgrade says whether it can go on by that one"
        )
    return game
