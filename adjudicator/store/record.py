"""The record of one turn, what each seat knows then, and its files: what lies in ``turns/0007``, and back.

Reports are made from the record, and its replay is held against it. The manifest ``turn.json`` commits to all of it but
the reports, and to the turn before and its reports; see :mod:`adjudicator.store.header`. Its SHA-256 is the turn's
head, whose first digits every report prints. ``reports.json`` is written last, and the next manifest commits to the
reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict, TypeVar, cast

from adjudicator.core.agenda import Agenda, OrderResult, dump_agenda, dump_result, load_agenda, load_result
from adjudicator.core.chance import NO_MIXES, NO_MIXING, Draw, Mix, Mixes, Mixing
from adjudicator.core.charter import Charter
from adjudicator.core.driver import Stop
from adjudicator.core.instant import read_instant
from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    expect_fields,
    is_digest,
    is_flag,
    is_number,
    list_of,
    mapping_of,
    or_null,
    record_of,
)
from adjudicator.core.table import Event, Onlooker, Seat, event_from_json
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import by_epoch, is_bound, is_epoch, is_label
from adjudicator.store.formats import DamageError, explain_damage, read_json, write_json
from adjudicator.store.header import (
    LOCAL,
    MANIFEST,
    Commitments,
    PreviousTurn,
    TurnInputs,
    list_consumed,
    read_local,
    read_manifest,
    write_manifests,
)

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


class Circumstances(NamedTuple):
    """What a turn was run under besides orders: the instant used as now, whether forced, whether after the deadline."""

    now: datetime
    forced: bool = False
    late: bool = False


class TurnRecord(NamedTuple, Generic[S]):
    """One turn.

    ``agendas`` are what is left after it; ``due`` has the next deadline of each class. ``revealed`` is the chance
    secret (hex) at the end of the game. What players add to draws is in ``mixing``, as far as later draws may need it;
    ``settled`` are the mixes that turns fixed which were abandoned since; acts have them, and no turn stores them. Nor
    ``reported``: the agendas as the turn left them, where acts have since given seats to the house or taken them back.
    """

    number: int
    state: S
    agendas: Mapping[Seat, Agenda]
    events: tuple[Event, ...]
    results: tuple[OrderResult, ...]
    draws: tuple[Draw, ...]
    circumstances: Circumstances
    stop: Stop
    stopped_at: Seat | None
    due: Mapping[str, datetime]
    revealed: str | None
    mixing: Mixing = NO_MIXING
    settled: Mixes = NO_MIXES
    reported: Mapping[Seat, Agenda] | None = None

    @property
    def reported_agendas(self) -> Mapping[Seat, Agenda]:
        """The agendas that the reports of the turn told of, whatever acts have made of them since."""
        return self.agendas if self.reported is None else self.reported


class Knowledge(NamedTuple):
    """What is known after a turn, as JSON: by everybody, and by each seat beside that, in table order."""

    public: JsonObject
    facts: Mapping[Seat, JsonObject]


def list_knowledge(game: Game[S, A, K], record: TurnRecord[S]) -> Knowledge:
    """What everybody and each seat knows after the turn of ``record``."""
    see, write = game.views.see, game.views.to_json
    public = write(see(record.state, record.agendas, Onlooker.PUBLIC))
    return Knowledge(
        public,
        {
            seat: subtract(write(see(record.state, record.agendas, seat)), public)
            for seat in game.kernel.seats(record.state)
        },
    )


def subtract(view: JsonObject, public: JsonObject) -> dict[str, JsonValue]:
    """What ``view`` says and ``public`` does not say equally; lists are taken whole."""
    left: dict[str, JsonValue] = {}
    for key, value in view.items():
        known = public.get(key)
        if key in public and (value is known or value == known):
            continue
        both = isinstance(value, Mapping) and isinstance(known, Mapping)
        left[key] = subtract(value, known) if both else value  # type: ignore[arg-type]  # both are objects here
    return left


REPORTS = "reports.json"
KEYS = "public-keys.json"
REPORT_FOLDER = "reports/"
CHANCE = "chance.json"
AGENDA = "agenda.json"
_STATE, _EVENTS = "state.json", "events.json"


class SavedReports(TypedDict):
    """The content of ``reports.json``: the head the reports print, and each report's SHA-256."""

    head: str
    reports: Mapping[str, str]


def _chance_to_json(record: TurnRecord[S]) -> JsonObject:
    drawn: JsonObject = {"draws": [draw._asdict() for draw in record.draws], "revealed": record.revealed}
    if not any(record.mixing):
        return drawn
    fixed, known, withheld = record.mixing
    return {
        **drawn,
        "mixes": _mixes_to_json(fixed),
        "known_mixes": _mixes_to_json(known),
        "withheld": dict(withheld),
    }


def _mixes_to_json(mixes: Mixes) -> JsonObject:
    return {str(epoch): dict(mix) for epoch, mix in mixes.items()}


def _mixes_from_json(saved: Mapping[str, Mix]) -> Mixes:
    expect_fields({"mixes": saved}, _MIXES_SHAPE)
    return {int(epoch): mix for epoch, mix in saved.items()}


_REPORTS = mapping_of(is_digest)
_REPORTS_SHAPE = {"head": is_digest, "reports": lambda value: _REPORTS(value) and value != {}}
_DRAW_SHAPE = record_of(epoch=is_epoch, label=is_label, below=is_bound, value=is_number, hidden=is_flag)
_CHANCE_SHAPE = {"draws": list_of(_DRAW_SHAPE), "revealed": or_null(is_digest)}
_MIXES_SHAPE = {"mixes": by_epoch(mapping_of(or_null(is_digest)))}


def _read_draws(chance: Mapping[str, Any]) -> tuple[Draw, ...]:
    expect_fields(chance, _CHANCE_SHAPE)
    return tuple(
        Draw(draw["epoch"], tuple(draw["label"]), draw["below"], draw["value"], draw["hidden"])
        for draw in chance["draws"]
    )


def write_agendas(agendas: Mapping[str, Agenda]) -> bytes:
    """``agenda.json``: what every seat still wants done."""
    return write_json({seat: dump_agenda(agenda) for seat, agenda in agendas.items()})


def read_agendas(data: bytes) -> dict[str, Agenda]:
    """The agendas in an ``agenda.json``. Raises :class:`DamageError` for one we did not write."""
    try:
        return _load_agendas(data)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamageError(AGENDA, f"not a record of agendas ({explain_damage(error)})") from error


def _load_agendas(data: bytes) -> dict[str, Agenda]:
    return {seat: load_agenda(agenda) for seat, agenda in read_json(data).items()}


def read_draws(data: bytes) -> tuple[Draw, ...]:
    """The draws in a ``chance.json``. Raises :class:`DamageError` for one we did not write."""
    try:
        return _read_draws(read_json(data))
    except ValueError as error:
        raise DamageError(CHANCE, f"not a record of draws ({explain_damage(error)})") from error


def read_mixes(data: bytes) -> Mixes:
    """The mixes that the turn of this ``chance.json`` fixed; none at level L1. Raises :class:`DamageError`."""
    try:
        return _mixes_from_json(read_json(data).get("mixes", {}))
    except ValueError as error:
        raise DamageError(CHANCE, f"not a record of mixes ({explain_damage(error)})") from error


def bundle_record(game: Game[S, A, K], record: TurnRecord[S]) -> dict[str, bytes]:
    """The files that hold ``record``: agendas, draws, events, state."""
    return {
        AGENDA: write_agendas(record.agendas),
        CHANCE: write_json(_chance_to_json(record)),
        _EVENTS: write_json(
            {
                "events": [event.to_json() for event in record.events],
                "results": [dump_result(result) for result in record.results],
            }
        ),
        _STATE: write_json(game.kernel.dump(record.state)),
    }


def bundle_turn(
    game: Game[S, A, K],
    charter: Charter,
    record: TurnRecord[S],
    knowledge: Knowledge,
    orders: Mapping[str, bytes],
    sent: Mapping[str, str],
    inputs: TurnInputs,
    before: PreviousTurn | None,
    commitments: Commitments,
    public: Mapping[str, bytes],
    *,
    program: str,
) -> dict[str, bytes]:
    """All files of a turn but its reports, the manifests last.

    ``knowledge`` is what :func:`list_knowledge` gives, ``orders`` are the consumed files and receipts by name, and
    ``sent`` the hashes that receipts were given for, which hold where a file is redacted since. What ``inputs`` says of
    them is found here. ``before`` is None for turn 0, which alone has ``public`` files.
    """
    private = {**orders, **bundle_record(game, record)}
    hashes = {name: sent.get(name) or hash_bytes(data) for name, data in private.items()}
    inputs = inputs._replace(consumed=list_consumed(hashes, orders))
    listed = {name: hash_bytes(data) for name, data in public.items()}
    under_way = game.kernel.epoch(record.state) if game.kernel.decisions(record.state) else None
    manifests = write_manifests(
        charter, record, knowledge, under_way, inputs, before, commitments, hashes, listed, program
    )
    return {**public, **private, **manifests}


def write_nodes(nodes: Sequence[bytes]) -> bytes:
    """``public-keys.json``: the ``nodes`` over the public keys."""
    return write_json({"nodes": [node.hex() for node in nodes]})


def read_nodes(data: bytes) -> list[bytes]:
    """The nodes over the public keys in ``public-keys.json``. Raises :class:`DamageError` for anything else."""
    try:
        nodes = [bytes.fromhex(node) for node in read_json(data)["nodes"]]
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(f"turns/0000/{KEYS}", f"not a list of nodes ({explain_damage(error)})") from error
    return nodes


def bundle_reports(head: str, reports: Mapping[str, bytes]) -> dict[str, bytes]:
    """The reports below their folder, and ``reports.json`` last."""
    files = {REPORT_FOLDER + name: data for name, data in reports.items()}
    saved: SavedReports = {"head": head, "reports": {name: hash_bytes(data) for name, data in reports.items()}}
    files[REPORTS] = write_json(saved)
    return files


def read_report_list(data: bytes) -> SavedReports:
    """The list of reports in a ``reports.json``. Raises ``ValueError`` for anything else."""
    saved = read_json(data)
    expect_fields(saved, _REPORTS_SHAPE)
    return cast("SavedReports", saved)


def unbundle_turn(game: Game[S, A, K], files: Mapping[str, bytes]) -> TurnRecord[S]:
    """The record of the turn in ``files``. Raises ``KeyError`` or ``ValueError`` for one we did not write."""
    manifest, local = read_manifest(files[MANIFEST]), read_local(files[LOCAL])
    happened = read_json(files[_EVENTS])
    chance = read_json(files[CHANCE])
    return TurnRecord(
        number=manifest.turn,
        state=game.kernel.load(read_json(files[_STATE])),
        agendas=_load_agendas(files[AGENDA]),
        events=tuple(event_from_json(event) for event in happened["events"]),
        results=tuple(load_result(result) for result in happened["results"]),
        draws=_read_draws(chance),
        circumstances=Circumstances(read_instant(manifest.now), manifest.forced, manifest.late),
        stop=Stop(local["stop"]),
        stopped_at=local["stopped_at"],
        due={name: read_instant(text) for name, text in manifest.due.items()},
        revealed=chance["revealed"],
        mixing=Mixing(
            _mixes_from_json(chance.get("mixes", {})),
            _mixes_from_json(chance.get("known_mixes", {})),
            chance.get("withheld", {}),
        ),
    )


RECORD_FILES = (MANIFEST, LOCAL, _STATE, AGENDA, _EVENTS, CHANCE)
"""What :func:`unbundle_turn` reads."""
