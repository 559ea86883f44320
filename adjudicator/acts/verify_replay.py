"""Playing a whole game again: every turn is ``next_turn`` of the one before, and the first difference is the finding.

A stretch begins from the turn before it as that is kept, so that stretches can be played side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from adjudicator import __version__
from adjudicator.acts.side_by_side import work_side_by_side
from adjudicator.acts.verify_lines import Findings, Line, Link, VerifyInput, check_link
from adjudicator.core.act_kinds import NO_DAMAGE
from adjudicator.core.charter import CHARTER
from adjudicator.core.instant import read_instant
from adjudicator.core.json_value import find_difference
from adjudicator.core.recorded_act import change_charter, select_acts
from adjudicator.kit.words import join_words
from adjudicator.ledger.inputs import LastTurn, keep_on, load_turn, read_arrived
from adjudicator.ledger.keys import RecordedKeys, SecretKeys, check_secret, list_opened
from adjudicator.ledger.mixer import Foundation
from adjudicator.ledger.turn import RunAt, Turn, first_turn, next_turn
from adjudicator.registry import AnyGame, UnknownGameError, load_game
from adjudicator.store.branches import NO_SHELF, FileShelf, name_branch
from adjudicator.store.charter import read_charter
from adjudicator.store.formats import DamageError, read_json
from adjudicator.store.header import LOCAL, MANIFEST, read_manifest
from adjudicator.store.record import REPORTS, read_report_list

_LONGEST = 300
"""Characters of a finding that quotes an error."""

_SHARE = 8
"""Turns that are played at a stretch: the first of them costs reading the one before it."""


def walk_turns(given: VerifyInput) -> tuple[Line, list[Link], list[Findings]]:
    """Hold every turn that stands against the one before, and play it again where all is at hand for that.

    Both read the same of a turn, so both are done in one pass, of which processes share the stretches. Gives the line,
    its links, and of each stretch what a replay found, if there was one.
    """
    line = Line(None, 0, given.audit.turns, given.acts, NO_DAMAGE, [])
    count = len(line.turns)
    try:
        rules = _prepare(given, count - 1, Findings(""))
        replay = rules and _Replay(given, *rules, line, count)
    except (KeyError, ValueError):
        replay = None  # a turn is missing or damaged: its link tells
    done = [*_walk(given, line, replay, range(count))]
    return line, [link for links, _ in done for link in links], [found for _, found in done] if replay else []


def _walk(
    given: VerifyInput, line: Line, replay: _Replay | None, turns: range
) -> Iterator[tuple[list[Link], Findings]]:
    """The links of each stretch of ``turns``, and what comes of playing it again."""
    shares, effort = [turns[begin : begin + _SHARE] for begin in range(0, len(turns), _SHARE)], given.effort
    work = partial(_walk_stretch, given, line, replay)
    for numbers, done in zip(shares, work_side_by_side(work, shares, effort.jobs) if shares else (), strict=True):
        if done is None:
            raise ChildProcessError("a process that played turns again was killed")
        effort.watch(numbers.stop - turns.start, len(turns))
        yield done


def _walk_stretch(
    given: VerifyInput, line: Line, replay: _Replay | None, numbers: range
) -> tuple[list[Link], Findings]:
    links, found = [], Findings("")
    for number in numbers:
        links.append(check_link(given, line, number))
        if links[-1][1] is None:
            break
        if replay is not None and not found.diverged:
            replay.play(number, found)
    return links, found


def verify_replay(given: VerifyInput, found: Findings, lines: Sequence[Line], walked: Sequence[Findings]) -> None:
    """Play the whole game again from its recorded orders and name the first divergence.

    Then the same for the abandoned ones of ``lines``, newest first, from where each forks. What was played as turns
    were ``walked`` through counts where it came to the end of the line that stands.
    """
    rules = _prepare(given, found.turns, found)
    if rules is None:
        return
    for line in lines[:1] if given.any_version else lines:
        count, where = len(line.heads), "" if line.branch is None else f"{name_branch(line.branch)}/"
        if line is lines[0] and walked and count == len(line.turns):
            _add(walked, where, found)
        elif not found.diverged and not line.damaged and count > line.first:
            done = _walk(given, line, _Replay(given, *rules, line, count), range(line.first, count))
            _add((played for _, played in done), where, found)


def _prepare(given: VerifyInput, newest: int, found: Findings) -> tuple[AnyGame, bytes | None] | None:
    """What turns up to the ``newest`` are played again by: the game, and its secret, None where that is not at hand.

    None where none can be, which is a finding.
    """
    charter, manifest = given.charter, read_manifest(given.audit.turns[newest][MANIFEST])
    try:
        game = load_game(charter.module, charter.game)
    except UnknownGameError as error:
        found.unplayed = f"{CHARTER}: {error}; no turn was played again"
    else:
        if game.version != charter.version and not given.any_version:
            found.unplayed = (
                f"{CHARTER}: version {charter.version} of the rules is needed, but version {game.version} is installed"
                ", so no turn was played again; the program that wrote the newest turn, version "
                f"{manifest.rules.program}, has it; adjudicate upgrade --check tries the installed one"
            )
    if found.unplayed:
        found.findings.append(found.unplayed)
        return None
    secret, revealed = given.secret, manifest.revealed
    if secret is None and revealed is not None:
        secret = bytes.fromhex(revealed)
        found.findings += check_secret(charter, secret, f"turns/{newest:04}/{MANIFEST}: rng/revealed")
    elif secret is None:
        found.remarks.append("private/secret: not here, so draws are compared with the record, not computed again")
    return game, secret


def _add(played: Iterable[Findings], where: str, found: Findings) -> None:
    """Add what was ``played``, up to the first divergence, to ``found``; places are below ``where``."""
    for share in played:
        found.findings += [where + words for words in share.findings]
        found.remarks += [where + words for words in share.remarks]
        found.reworded += share.reworded
        if share.diverged:
            found.findings.append(where + share.diverged)
            found.diverged = "" if where else share.diverged
            return


class _Replay:
    """A line that is played again, turn by turn.

    Where turns follow one another, each is played from the one just played: its files are byte for byte the kept ones,
    so that reading them again could bring nothing else. Otherwise it is played from the one before as that is kept.
    """

    def __init__(self, given: VerifyInput, game: AnyGame, secret: bytes | None, line: Line, count: int) -> None:
        """``count`` are the turns up to the end of ``line``."""
        self.line, self._reports, self._game, self._secret = line, given.reports, game, secret
        self._last: LastTurn | None = None
        self._shelf = FileShelf(given.audit.list_line(line.turns)) if given.acts else NO_SHELF
        self._charter = given.charter
        with suppress(KeyError, DamageError):  # its hash has told already
            self._charter = read_charter(line.turns[0][CHARTER])
        headers = () if self._secret else (line.turns[number][MANIFEST] for number in range(count))
        self._opened = dict(list_opened(given.charter, map(read_manifest, headers)))

    def play(self, number: int, found: Findings) -> None:
        """Play turn ``number`` again, and add what comes of it to ``found``."""
        where, files = f"turns/{number:04}", self.line.turns[number]
        try:
            again = self._play_again(self._recall(number - 1) if number else None, files)
            difference = _compare_turn(again.files, files)
        except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
            words = str(error) if isinstance(error, DamageError) else repr(error)
            found.diverged = words if words.startswith(where) else f"{where}: cannot be replayed: {words}"[:_LONGEST]
            return
        if difference:
            found.diverged = f"{where}/{difference}"
            return
        self._last = keep_on(again.record, files)
        if self._reports:
            self._compare_reports(again, self._last, found)

    def _recall(self, number: int) -> LastTurn:
        if self._last is None or self._last.record.number != number:
            self._last = load_turn(self._game, self.line.turns[number])
        return self._last

    def _play_again(self, last: LastTurn | None, files: Mapping[str, bytes]) -> Turn:
        """The turn that is kept as ``files``, once more from the ``last`` one and the files that had arrived."""
        manifest, turns, acts = read_manifest(files[MANIFEST]), self.line.turns, self.line.acts
        charter = change_charter(self._charter, select_acts(acts, 0, manifest.turn))
        foundation = Foundation(self._game, charter, turns[0].__getitem__, acts, self._shelf)
        moment = RunAt(read_instant(manifest.now), manifest.forced, manifest.rules.program)
        secret = self._secret
        keys = SecretKeys(secret) if secret else RecordedKeys(load_turn(self._game, files), self._opened)
        if last is None:
            return first_turn(foundation, read_arrived(files, charter.setting.seats), moment, keys)
        arrived = read_arrived(files, self._game.kernel.seats(last.record.state))
        return next_turn(foundation, last, arrived, moment, keys)

    def _compare_reports(self, again: Turn, kept: LastTurn, found: Findings) -> None:
        """Build the reports of the turn that was ``kept`` and played ``again``, and compare them with those listed."""
        where, rules = f"turns/{kept.record.number:04}/reports", kept.manifest.rules
        try:
            listed, built = (read_report_list(data)["reports"] for data in (kept.reports, again.tell()[REPORTS]))
        except (DamageError, ValueError) as error:
            found.findings.append(f"{where}: cannot be built again: {error}")
            return
        different = sorted(name for name in {*built, *listed} if built.get(name) != listed.get(name))
        if different:
            was = "it was" if len(different) == 1 else "they were"
            words = f"{where}: {join_words(different)} cannot be built again as {was}"
            found.reworded.append(words)
            if (rules.version, rules.program) == (self._game.version, __version__):
                found.findings.append(words)
            else:
                wrote = f"version {rules.program} of the program, with version {rules.version} of the rules"
                found.remarks.append(f"{words}: {wrote}, wrote them; this is {__version__}, with {self._game.version}")


def _compare_turn(again: Mapping[str, bytes], files: Mapping[str, bytes]) -> str | None:
    """The first file, and the field in it, where the turn kept as ``files`` is not ``again``; None where it is.

    Orders are what it was played from, so they are not looked at; their hashes are.
    """
    compared = [name for name in again if not name.startswith("orders/")]
    for name in sorted(compared, key=lambda name: (name == LOCAL) + 2 * (name == MANIFEST)):
        if again[name] != files[name]:
            field = find_difference(read_json(again[name]), read_json(files[name]))
            field = field.removeprefix("/") if name in {LOCAL, MANIFEST} else field
            return f"{name}: " + (f"{field}: not what a replay gives" if field else "not as the program writes it")
    return None
