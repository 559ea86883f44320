"""Whose nonces go into which draws: every epoch has a mix, fixed in its order and in time, of all who were due."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.proof.copies import Copy
from adjudicator.proof.header_text import Header
from adjudicator.proof.reports import History, list_awaited

_EPOCH = re.compile(r"[0-9]{1,5}")
_PACING = "pacing"


class _Fixing(NamedTuple):
    """A run of turns up to a header: the ``last`` epoch that was fixed, None where no report here says.

    Of a ``whole`` one, which begins with turn 0, all epochs are known that were ``settled`` by turns that were taken
    back.
    """

    last: int | None
    whole: bool
    settled: frozenset[int] = frozenset()


def check_mixes(history: History) -> None:
    """No epoch is left out, nor in one a seat whose nonce another has; none is chosen when draws could be known."""
    _check_choices(history)
    drawn: dict[str, set[int]] = {}
    for report in history.reports:
        drawn.setdefault(report.header.head, set()).update(draw.epoch for draw in report.proof.draws)
    runs: dict[str, _Fixing] = {}
    for header in history.lines.ordered:
        if not header.mixed:
            continue
        run = runs.get(header.previous or "") or _Fixing(None if header.turn else -1, whole=not header.turn)
        words = [*_check_pacing(header), *_check_seats(header), *_check_order(header, run)]
        run = run._replace(last=max(header.mixes, default=run.last), settled=run.settled | list_settled(header))
        words += _check_draws(drawn[header.head], run)
        if run.whole:
            words += _check_gaps(header, run)
            words += _check_due(header, run, history.copies.get(header.previous or "", ()))
        runs[header.head] = run
        for one in words:
            history.find(header, one)


def _check_pacing(header: Header) -> Iterator[str]:
    for act in header.acts:
        if isinstance(act, Mapping) and act.get("kind") == "edit":
            settings = act.get("settings")
            if isinstance(settings, Mapping) and _PACING in settings:
                words = "the pacing says whose nonces go into which draws, and does not change at level L2"
                yield f"acts: number {act.get('number')}: {words}"


def find_late_choices(known: Mapping[str, Header]) -> Iterator[tuple[str, str]]:
    """What was chosen when draws could be known: heads of turns and what is wrong, of ``known`` headers by their heads.

    An epoch has the same nonces on every line.
    """
    first: dict[int, tuple[Mapping[str, str | None], int]] = {}
    for header in sorted(known.values(), key=lambda header: (header.turn, header.head)):
        for epoch, mix in sorted(header.mixes.items()):
            earlier, turn = first.setdefault(epoch, (mix, header.turn))
            for seat in sorted(seat for seat in {**earlier, **mix} if earlier.get(seat, "") != mix.get(seat, "")):
                yield header.head, f"rng.mixes.{epoch}: {seat}: another nonce than a turn {turn} has for this epoch"


def _check_choices(history: History) -> None:
    """An epoch has one mix on all lines, and a rewind settles what was fixed."""
    headers = history.lines.headers
    for head, words in find_late_choices(headers):
        history.find(headers[head], words)
    settled: dict[str, JsonObject] = {}
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        held = dict(settled[before.head]) if before else {}
        for act in header.acts:
            mixes = act.get("mixes") if isinstance(act, Mapping) else None
            if isinstance(act, Mapping) and isinstance(mixes, Mapping):
                held |= mixes
                _hold_settled(history, header, act, mixes)
        for epoch, mix in header.mixes.items():
            if held.get(str(epoch), mix) != mix:
                history.find(header, f"rng.mixes.{epoch}: not the nonces that the rewind kept")
        settled[header.head] = held


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


def list_settled(header: Header) -> frozenset[int]:
    """The epochs whose mixes were fixed by turns that the acts in ``header`` took back: those hold."""
    rewinds: list[JsonValue] = [act.get("mixes") for act in header.acts if isinstance(act, Mapping)]
    epochs = [epoch for mixes in rewinds if isinstance(mixes, Mapping) for epoch in mixes]
    return frozenset(int(epoch) for epoch in epochs if _EPOCH.fullmatch(epoch))


def _check_seats(header: Header) -> Iterator[str]:
    for epoch, mix in header.mixes.items():
        if not mix:
            yield f"rng.mixes.{epoch}: nobody's nonce was asked for"
        for seat in sorted(mix.keys() - set(header.seats)):
            yield f"rng.mixes.{epoch}: {seat} is no seat of this game"
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


def _list_fresh(header: Header, run: _Fixing) -> list[int]:
    """The epochs that the turn itself has fixed."""
    return sorted(header.mixes.keys() - run.settled)


def _check_gaps(header: Header, run: _Fixing) -> Iterator[str]:
    """A seat gives one nonce to a turn; those of the epochs before follow from it."""
    fresh = _list_fresh(header, run)
    for epoch in fresh[:-1]:
        newest, mix = header.mixes[fresh[-1]], header.mixes[epoch]
        if mix.keys() != newest.keys():
            yield f"rng.mixes.{epoch}: has other seats than epoch {fresh[-1]}, which was fixed with it"
            continue
        for seat, nonce in newest.items():
            if (mix[seat] is None) != (nonce is None):
                yield f"rng.mixes.{epoch}: {seat}: not what follows from its nonce of epoch {fresh[-1]}"


def _check_due(header: Header, run: _Fixing, earlier: Sequence[Copy]) -> Iterator[str]:
    """Whoever was awaited, as the reports before have told in words that are proved, is who was due."""
    fresh = _list_fresh(header, run)
    if not fresh or is_upgraded(header):
        return
    for copy in earlier:
        awaited = list_awaited(copy.data) if copy.proved else None
        if awaited and awaited != header.mixes[fresh[-1]].keys():
            names = ", ".join(sorted(awaited))
            yield f"rng.mixes.{fresh[-1]}: not from the seats that {copy.source} names as awaited: {names}"
            return


def is_upgraded(header: Header) -> bool:
    """Whether other rules may have asked others."""
    return any(isinstance(act, Mapping) and act.get("kind") == "upgrade" for act in header.acts)
