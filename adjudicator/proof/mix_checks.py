"""Whose nonces go into which draws: every epoch has a mix, fixed in its order and in time, of all who were due.

Nonces are held against what their seats had committed to when they joined, and against the player's own files.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeVar

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.proof.copies import Copy, list_awaited
from adjudicator.proof.draws import Pledge, commit_opening, find_late_choices, hash_down
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import Header
from adjudicator.proof.history import History, Lines
from adjudicator.proof.mails import Piece
from adjudicator.proof.own_files import OwnFile, list_taken_up

_EPOCH = re.compile(r"[0-9]{1,5}")
_PACING = "pacing"
_T = TypeVar("_T")
_MOST_STEPS = 1 << 18
"""So many links of chains are hashed for one line of turns."""
_WANTED = re.compile(rb"^nonce: epoch ([0-9]{1,5})\b", re.MULTILINE)
"""The line of an order form for a nonce."""
_LISTED = re.compile(rb"^game: ([a-z][a-z0-9-]{0,31})\r?$", re.MULTILINE)
_PLEDGE = re.compile(
    rb"^seat ([a-z][a-z0-9-]{0,31})\r?\n +anchor: +([0-9a-f]{64})\r?\n +commitment: +([0-9a-f]{64})\s*$", re.MULTILINE
)
_START = "start.json"


class _Fixing(NamedTuple):
    """A run of turns up to a header: the ``last`` epoch that was fixed, None where no report here says.

    A ``whole`` one begins with turn 0.
    """

    last: int | None
    whole: bool


def check_mixes(history: History) -> None:
    """No epoch is left out, nor in one a seat whose nonce another has; none is chosen when draws could be known."""
    settled = _follow_settled(history.lines)
    _check_choices(history, settled)
    drawn: dict[str, set[int]] = {}
    for report in history.reports:
        drawn.setdefault(report.header.head, set()).update(draw.epoch for draw in report.proof.draws)
    runs: dict[str, _Fixing] = {}
    for header in history.lines.ordered:
        if not header.mixed:
            continue
        run = runs.get(header.previous or "") or _Fixing(None if header.turn else -1, whole=not header.turn)
        earlier = history.copies.get(header.previous or "", ())
        words = [*_check_pacing(header), *_check_seats(header, earlier), *_check_order(header, run)]
        run = run._replace(last=max(header.mixes, default=run.last))
        words += _check_draws(drawn[header.head], run)
        # what the turn itself has fixed, of a run of which all is known that was settled before
        fresh = sorted(header.mixes.keys() - settled[header.head].keys()) if run.whole else []
        if fresh:
            words += _check_gaps(header, fresh)
            words += _check_due(header, fresh[-1], earlier)
        runs[header.head] = run
        for one in words:
            history.find(header, one)


def _check_pacing(header: Header) -> Iterator[str]:
    for act in header.acts:
        settings = act.get("settings")
        if act.get("kind") == "edit" and isinstance(settings, Mapping) and _PACING in settings:
            words = "the pacing says whose nonces go into which draws, and does not change at level L2"
            yield f"acts: number {act.get('number')}: {words}"


def _follow_settled(lines: Lines) -> dict[str, Mapping[int, JsonValue]]:
    """By head the mixes of epochs that hold there, since turns had fixed them that acts up to it took back."""
    settled: dict[str, Mapping[int, JsonValue]] = {}
    for header in lines.ordered:
        before = lines.parent(header)
        held = dict(settled[before.head]) if before else {}
        for act in header.acts:
            mixes = act.get("mixes")
            if isinstance(mixes, Mapping):
                held |= {int(epoch): mix for epoch, mix in mixes.items() if _EPOCH.fullmatch(epoch)}
        settled[header.head] = held
    return settled


def _check_choices(history: History, settled: Mapping[str, Mapping[int, JsonValue]]) -> None:
    """An epoch has one mix on all lines, and a rewind settles what was fixed."""
    headers = history.lines.headers
    for head, words in find_late_choices((one.turn, one.head, one.mixes) for one in headers.values()):
        history.find(headers[head], words)
    for header in history.lines.ordered:
        for act in header.acts:
            mixes = act.get("mixes")
            if isinstance(mixes, Mapping):
                _hold_settled(history, header, act, mixes)
        for epoch, mix in header.mixes.items():
            if settled[header.head].get(epoch, mix) != mix:
                history.find(header, f"rng.mixes.{epoch}: not the nonces that the rewind kept")


def _hold_settled(history: History, header: Header, act: JsonObject, mixes: JsonObject) -> None:
    """The ``mixes`` that the rewind ``act`` says hold are those of the turns that it took back.

    Of a turn that nobody was told of it could say anything, so that its report is asked for.
    """
    head, last, to = act.get("head"), act.get("after_turn"), act.get("to")
    if not isinstance(head, str) or not isinstance(last, int) or not isinstance(to, int):
        return
    gone = list(takewhile(lambda header: header.turn > to, history.lines.climb(head)))
    fixed = {str(epoch): mix for header in gone for epoch, mix in header.mixes.items() if mix}
    place = f"{history.place(header)}: acts: mixes"
    if len(gone) == last - to:
        if fixed != {epoch: mix for epoch, mix in mixes.items() if mix}:
            history.find(header, "acts: mixes: not those that were fixed by the turns which the rewind took back")
    elif mixes:
        first = gone[-1] if gone else None
        turn, wanted = (first.turn - 1, first.previous) if first else (last, head)
        history.questions.append(
            f"{place}: whether the turns which the rewind took back had fixed these, only a report that is missing "
            f"here can say: ask for that of turn {turn} with the head {wanted}"
        )


def _check_seats(header: Header, earlier: Sequence[Copy]) -> Iterator[str]:
    """Of whom the nonces are; of nobody only where the reports before named nobody: the house may play every seat."""
    proved = [copy for copy in earlier if copy.proved]
    by_house_alone = bool(proved) and not any(list_awaited(copy.data) for copy in proved)
    for epoch, mix in header.mixes.items():
        if not mix and not by_house_alone:
            yield f"rng.mixes.{epoch}: nobody's nonce was asked for"
        for seat in sorted(mix.keys() - set(header.seats)):
            yield f"rng.mixes.{epoch}: {seat} is not a seat of this game"
    for seat in header.seats if header.turn == 0 else ():
        if header.mixes.get(0, {}).get(seat) is None:
            yield f"rng.mixes.0: nothing from {seat}, and no game begins before everybody has opened"


def _check_order(header: Header, run: _Fixing) -> Iterator[str]:
    """Epochs are fixed one after the other: one that is passed over could be fixed when its draws are known."""
    first = min(header.mixes, default=0) if run.last is None else run.last + 1
    if sorted(header.mixes) != list(range(first, first + len(header.mixes))):
        fixed = ", ".join(map(str, sorted(header.mixes)))
        yield f"rng.mixes: fixes epochs {fixed}, but epoch {first} comes first and was not fixed before"


def _check_draws(drawn: set[int], run: _Fixing) -> Iterator[str]:
    """What is mixed into a draw is said before it, or with it."""
    for epoch in sorted(drawn if run.last is not None else ()):
        if run.last is not None and epoch > run.last:
            yield f"rng.mixes: epoch {epoch} has draws, but no turn says what is mixed into it"


def _check_gaps(header: Header, fresh: Sequence[int]) -> Iterator[str]:
    """A seat gives one nonce to a turn, which fixes the epochs ``fresh``; those of the epochs before follow from it."""
    for epoch in fresh[:-1]:
        newest, mix = header.mixes[fresh[-1]], header.mixes[epoch]
        if mix.keys() != newest.keys():
            yield f"rng.mixes.{epoch}: has other seats than epoch {fresh[-1]}, which was fixed with it"
            continue
        for seat, nonce in newest.items():
            if (mix[seat] is None) != (nonce is None):
                yield f"rng.mixes.{epoch}: {seat}: not what follows from its nonce of epoch {fresh[-1]}"


def _check_due(header: Header, fixed: int, earlier: Sequence[Copy]) -> Iterator[str]:
    """Whoever was awaited, as the reports before have told in words that are proved, is who was due."""
    if is_upgraded(header):
        return
    for copy in earlier:
        awaited = list_awaited(copy.data) if copy.proved else None
        if awaited and awaited != header.mixes[fixed].keys():
            names = ", ".join(sorted(awaited))
            yield f"rng.mixes.{fixed}: not from the seats that {copy.source} names as awaited: {names}"
            return


def is_upgraded(header: Header) -> bool:
    """Whether other rules may have asked others."""
    return any(act.get("kind") == "upgrade" for act in header.acts)


def check_chains(history: History, own: Sequence[OwnFile], letters: Sequence[Piece]) -> None:
    """Every nonce and opening is what its seat committed to, and what the player's ``own`` files say of his.

    With what everybody joined stands in one of the ``letters``, and, for want of it, in what files say.
    """
    listed = _read_joined(history.game, letters)
    joins = _group(
        (file.get("seat"), Pledge(file.get("anchor"), file.get("commitment")))
        for file in own
        if file.get_hash("anchor") and file.get_hash("commitment")
    )
    # of several that were sent only the letter says which one counts
    alone = {seat: next(iter(pledges)) for seat, pledges in joins.items() if len(pledges) == 1}
    _follow_chains(history, {**alone, **listed})
    _check_joining(history, own, joins, listed)
    asked = {(head, copy.reader): _find_wanted(copy.data) for head, copies in history.copies.items() for copy in copies}
    settled = _follow_settled(history.lines)
    for header, seat, files, _ in list_taken_up(history, own):
        wanted = None if is_upgraded(header) else asked.get((header.previous or "", seat))
        for words in _check_nonce(header, seat, files, wanted, settled[header.head]):
            history.find(header, words)


def _read_joined(game: str, letters: Sequence[Piece]) -> dict[str, Pledge]:
    """With what the seats joined, by the letter that lists it; nothing where it is not here.

    Invitations name the game too, and list nothing.
    """
    for piece in letters:
        pledges = _PLEDGE.findall(piece.data) if game.encode() in _LISTED.findall(piece.data) else []
        if pledges:
            return {seat.decode(): Pledge(anchor.decode(), commitment.decode()) for seat, anchor, commitment in pledges}
    return {}


def _group(pairs: Iterable[tuple[str, _T]]) -> dict[str, set[_T]]:
    """All that stands beside each seat."""
    grouped: dict[str, set[_T]] = {}
    for seat, one in pairs:
        grouped.setdefault(seat, set()).add(one)
    return grouped


def _find_wanted(data: bytes) -> int | None:
    """The epoch whose nonce the order form in the report ``data`` asks for; None where it asks for none."""
    match = _WANTED.search(data)
    return int(match[1]) if match else None


def _follow_chains(history: History, joined: Mapping[str, Pledge]) -> None:
    """Every nonce is of the chain of its seat, or at least of one chain with those before it.

    ``joined`` is what the seats joined with, as far as it is known.
    """
    known: dict[str, Mapping[str, tuple[int, bytes]]] = {}  # by head, the epoch and nonce that each seat gave last
    steps = 0
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        links = dict(known[before.head]) if before else {}
        for epoch, seat, nonce in _list_nonces(header):
            bare, pledge = bytes.fromhex(nonce), joined.get(seat)
            if epoch == 0:
                right = pledge is None or commit_opening(bare) == pledge.commitment
            else:
                lower, link = links.get(seat) or (0, bytes.fromhex(pledge.anchor if pledge else ""))
                steps += max(0, epoch - lower)
                if steps > _MOST_STEPS:
                    words = f"nonces from turn {header.turn} on are not checked: their chains are too long"
                    history.remarks.append(words)
                    return
                right = not link or epoch <= lower or hash_down(bare, epoch - lower) == link
                links[seat] = epoch, bare
            history.counts["nonces"] += 1
            if not right:
                words = "not a nonce of the chain that this seat fixed before the game"
                history.find(header, f"rng.mixes.{epoch}: {seat}: {words}")
        known[header.head] = links


def _list_nonces(header: Header) -> Iterator[tuple[int, str, str]]:
    for epoch, mix in sorted(header.mixes.items()):
        for seat, nonce in mix.items():
            if nonce is not None:
                yield epoch, seat, nonce


def _check_nonce(
    header: Header, seat: str, files: Sequence[OwnFile], wanted: int | None, settled: Collection[int]
) -> Iterator[str]:
    """A turn mixes in the last nonce that the ``files`` gave which it took up.

    ``wanted`` is the epoch of the nonce that the seat's form had asked for, where that is known.
    """
    given = [file for file in files if file.get_hash("nonce") and file.get("turn") == str(header.turn)]
    last = max(header.mixes, default=0)
    epoch = wanted if wanted is not None and wanted not in settled else last
    if not epoch or not given or epoch in settled:
        return
    mix = header.mixes.get(epoch, {})
    if seat not in mix and wanted is None:
        return  # a nonce that nobody asked for is not used
    if mix.get(seat) is None:
        yield f"rng.mixes.{epoch}: nothing from {seat}, but the turn took up the nonce in {given[-1].source}"
    elif mix[seat] != given[-1].get("nonce"):
        yield f"rng.mixes.{epoch}: {seat}: not the nonce in {given[-1].source}"


def _check_joining(
    history: History, own: Sequence[OwnFile], joins: Mapping[str, set[Pledge]], listed: Mapping[str, Pledge]
) -> None:
    """Turn 0 goes by what everybody joined with."""
    first = history.headers.get(0)
    openings = first.mixes.get(0, {}) if first else {}
    for seat, joined in joins.items():
        if seat in listed and listed[seat] not in joined:
            history.findings.append(f"the list of anchors: {seat}: not what your join file says")
        bare = openings.get(seat)
        if first and bare and commit_opening(bytes.fromhex(bare)) not in {one.commitment for one in joined}:
            history.find(first, f"rng.mixes.0: {seat}: does not open the commitment in your file")
    opened = _group((file.get("seat"), file.get("opening")) for file in own if file.get_hash("opening"))
    for seat, said in opened.items():
        if first and seat in openings and openings[seat] not in said:
            history.find(first, f"rng.mixes.0: {seat}: not the opening in your file")
    if first and openings and openings.keys() <= listed.keys():
        if first.files.get(_START) != _hash_start(openings, listed):
            history.find(first, f"files.{_START}: does not match the list of anchors")
    elif first and openings and first.mixed:
        history.remarks.append("the list of anchors is not here: put the letter that everybody got into the folder")


def _hash_start(openings: Mapping[str, str | None], listed: Mapping[str, Pledge]) -> str:
    """The hash of ``start.json``, as the program writes it, from the openings and the list of anchors."""
    seats = {seat: {**listed[seat]._asdict(), "opening": opening} for seat, opening in openings.items()}
    return hash_bytes(b'{\n"format": 1,\n"seats": ' + json.dumps(seats).encode() + b"\n}\n")
