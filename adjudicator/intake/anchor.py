"""The file with which a seat asks for a new anchor in a running game of chance level L2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.problem import START, Place, Problem
from adjudicator.core.table import Seat
from adjudicator.intake.judge import SPEAKER_SENTENCES, identify, in_order, mask
from adjudicator.intake.reader import Document, read_document
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES
from adjudicator.intake.sentences import invalid
from adjudicator.intake.tokens import restore_token

SENTENCES: Mapping[str, str] = {
    **INTAKE_SENTENCES,
    **SPEAKER_SENTENCES,
    "known-anchor": "this anchor is known already; make a new chain with: adjudicate nonces renew LETTER",
}
"""Patterns for every problem that such a file may have."""


class AnchorFile(NamedTuple):
    """An anchor file: who speaks, and the anchor (hex) of the new chain."""

    game: str
    seat: Seat | None
    token: str | None
    places: Mapping[str, Place]
    anchor: str


class AnchorCourt(NamedTuple):
    """What anchor files are judged against; ``known`` are the anchors that any seat has or had."""

    game_id: str
    seats: tuple[Seat, ...]
    token_hashes: Mapping[Seat, str]
    replaced_hashes: frozenset[str]
    known: Sequence[str]


class Asked(NamedTuple):
    """A file that was judged: the seat and its new anchor, or else what is wrong."""

    seat: Seat | None
    anchor: str | None
    problems: tuple[Problem, ...]


def judge_anchor(court: AnchorCourt, data: bytes, hint_seat: Seat | None) -> Asked:
    """Judge ``data``, handed in for ``hint_seat`` where somebody who may speak for all handed it in."""
    masked = mask(court, data)
    file, problems = _read_file(masked.data)
    if file is None:
        return Asked(None, None, problems)
    token = restore_token(file.token, file.places.get("token", START), masked)
    about_speaker, seat = identify(court, file._replace(token=token), hint_seat)
    problems = in_order(*problems, *about_speaker, *_check_anchor(court, file))
    return Asked(None, None, problems) if problems else Asked(seat, file.anchor, ())


def _read_file(data: bytes) -> tuple[AnchorFile | None, tuple[Problem, ...]]:
    from adjudicator.intake.schema import check_schema  # noqa: PLC0415 - as wherever files are judged

    document, problems = read_document(data)
    if document is None or problems:
        return None, problems
    if not isinstance(document.value, Mapping):
        return None, (invalid("no-keys", document.place_of(())),)
    problems = in_order(*check_schema(document.value, (), document, "anchor-file"))
    return (None if problems else _build(document, document.value)), problems


def _build(document: Document, said: Mapping[str, object]) -> AnchorFile:
    token = said.get("token")
    return AnchorFile(
        game=cast("str", said["game"]),
        seat=cast("Seat | None", said.get("seat")),
        token=None if token is None else str(token),
        places={key: document.place_of((key,)) for key in said},
        anchor=str(said["anchor"]),
    )


def _check_anchor(court: AnchorCourt, file: AnchorFile) -> Iterator[Problem]:
    """A chain that was known before is no new one, and another's is nobody else's."""
    if file.anchor in court.known:
        yield invalid("known-anchor", file.places["anchor"])
