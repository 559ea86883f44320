"""A turn, from what lay there before it to what lies there after it.

It is told from top to bottom: what everybody wants, what comes of it, what is kept, what is told. Nothing here reads a
disk, a clock or an inbox: running a turn, setting a game up, verifying a history, trying other rules on one and
searching a game for leaks are these functions on other inputs.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.core.agenda import EMPTY, NOTHING_CHANGED, Agenda, Ask, Source, play_by_house
from adjudicator.core.chance import NO_ADDITIONS, NO_MIXING, Additions, Mixing, RecordingChance, drop_finished
from adjudicator.core.charter import CHARTER, Charter, MissedPolicy
from adjudicator.core.deadlines import (
    WhenSilent,
    is_late,
    leave_out_house,
    list_absences,
    list_asked,
    pass_holidays,
    set_deadlines,
)
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.recorded_act import dump_act, find_abandoned, list_lent, list_settled, select_acts
from adjudicator.core.rhythm import Break
from adjudicator.core.seat_names import show
from adjudicator.core.table import Onlooker, Seat
from adjudicator.intake.receipt import dump_receipt
from adjudicator.ledger.inputs import (
    Arrived,
    LastTurn,
    Understood,
    find_echoes,
    list_accepted,
    read_files,
    start_after,
    take_over,
    take_up,
)
from adjudicator.ledger.keys import Keys, TurnToSeal
from adjudicator.ledger.mixer import Foundation
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.proof_file import ProofWriter
from adjudicator.registry import AnyGame, find_zone
from adjudicator.report.context import ReportContext, rename_results
from adjudicator.report.render import render_reports
from adjudicator.store.branches import FileShelf, name_turn
from adjudicator.store.formats import DamageError, explain_damage, write_json
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, TurnInputs, list_consumed, read_local
from adjudicator.store.inbox import receipt_name
from adjudicator.store.record import (
    KEYS,
    Circumstances,
    Knowledge,
    TurnRecord,
    bundle_reports,
    bundle_turn,
    list_knowledge,
    read_report_list,
)

NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class RunAt(NamedTuple):
    """When and how a turn is run, and by which version of the program."""

    now: datetime
    forced: bool = False
    program: str = __version__


class Turn(NamedTuple):
    """A turn that was played: its record, the files that are kept of it but for the reports, and its head.

    ``tell`` gives the reports and the list of them, under the names they are kept by. ``counts`` says that a missed
    deadline is counted in it.
    """

    record: TurnRecord[Any]
    files: dict[str, bytes]
    head: str
    tell: Callable[[], dict[str, bytes]]
    counts: bool = False

    @property
    def stands_still(self) -> bool:
        """Whether nothing was done in it, so that it is none: its seats are asked on."""
        return _is_nothing(self.record) and not self.counts


def first_turn(foundation: Foundation, arrived: Arrived, moment: RunAt, keys: Keys) -> Turn:
    """Turn 0: what the charter, the keys, and the files with which seats have joined, if any, make of it.

    Raises ``ValueError`` for a setting the game does not have, :class:`DamageError` for join files that do not fit.
    """
    game, charter = foundation.game, foundation.charter
    mixing, joined = foundation.mixer.set_up(charter, arrived)
    public = {name: foundation.read(name) for name in (CHARTER, KEYS)} | joined
    record = play_setup(game, charter, keys.open_chance(charter, mixing.known), moment.now, mixing)
    return keep_turn(foundation, None, record, arrived, TurnInputs(), moment, keys, public)


def next_turn(foundation: Foundation, last: LastTurn, arrived: Arrived, moment: RunAt, keys: Keys) -> Turn:
    """The turn after ``last``, in which the files that ``arrived`` take force.

    Raises :class:`DamageError` for files and turns that cannot be what they are said to be.
    """
    game, charter, number = foundation.game, foundation.charter, last.record.number + 1
    # what everybody wants
    start = start_after(foundation.acts, last.record)
    accepted = {seat: kept for seat, files in arrived.items() if (kept := list_accepted(files))}
    orders = read_files(accepted)
    asks = list_asked(game, start.state, start.agendas, charter.pacing)
    agendas = take_up(game, start, orders)
    additions = collect_additions(foundation, start, orders)
    # what comes of it
    mixing = foundation.mixer.mix(foundation, start, additions.given)
    late = is_late(asks, start.due, charter.deadlines, moment.now)
    circumstances = Circumstances(moment.now, moment.forced, late)
    chance = keys.open_chance(charter, mixing.known)
    holidays = list_absences(select_acts(foundation.acts, 0, number)) if foundation.acts else ()
    back = {seat for seat, agenda in start.agendas.items() if agenda.house and not agendas[seat].house}
    record = play_turn(game, charter, start, agendas, chance, circumstances, mixing, holidays, back)
    inputs = TurnInputs(
        asked=frozenset(ask.seat for ask in asks if ask.must),
        in_force={seat: [f"orders/{seat}/{filed.name}" for filed in files] for seat, files in accepted.items()},
        echoed=find_echoes(orders),
        acts=[dump_act(act) for act in select_acts(foundation.acts, number, number)],
        rerun=find_abandoned(select_acts(foundation.acts, 0, number), number) is not None,
    )
    return keep_turn(foundation, last, record, arrived, inputs, moment, keys)


def play_setup(
    game: AnyGame, charter: Charter, chance: RecordingChance, now: datetime, mixing: Mixing = NO_MIXING
) -> TurnRecord[Any]:
    """Turn 0. Raises ``ValueError`` for a setting the game does not have."""
    state, events = game.kernel.setup(charter.setting, chance)
    decisions = game.kernel.decisions(state)
    return TurnRecord(
        number=0,
        state=state,
        agendas=dict.fromkeys(game.kernel.seats(state), EMPTY),
        events=events,
        results=(),
        draws=tuple(chance.draws),
        circumstances=Circumstances(now),
        stop=Stop.WAITING,
        stopped_at=decisions[0].seat if decisions else None,
        due=set_deadlines(charter, now, find_zone(charter.zone)),
        revealed=None,
        mixing=mixing,
    )


def play_turn(
    game: AnyGame,
    charter: Charter,
    last: TurnRecord[Any],
    agendas: Mapping[Seat, Agenda],
    chance: RecordingChance,
    circumstances: Circumstances,
    mixing: Mixing = NO_MIXING,
    holidays: Sequence[tuple[Seat, Break]] = (),
    back: Collection[Seat] = (),
) -> TurnRecord[Any]:
    """The turn after ``last``, with ``agendas`` as the files in force have made them, and ``chance`` by ``mixing``.

    ``holidays`` say who is away and when, in turns to come; ``back`` are seats that those files took from the house.
    """
    when_silent = WhenSilent(charter.falls_back, circumstances.late, circumstances.forced, charter.missed)
    verdict = adjudicate(game, last.state, agendas, chance, charter.pacing, when_silent)
    counts = _counts_missed(charter, circumstances)
    if back and _is_nothing(verdict) and not counts:
        # nobody was asked for these seats, so none can be waited for: what their files leave open the house still plays
        chance.draws.clear()
        housed = {seat: agenda._replace(house=agenda.house or seat in back) for seat, agenda in agendas.items()}
        verdict = adjudicate(game, last.state, housed, chance, charter.pacing, when_silent)
        freed = {seat: verdict.agendas[seat]._replace(house=False) for seat in back}
        verdict = verdict._replace(agendas={**verdict.agendas, **freed})
    over = verdict.stop is Stop.OVER
    # who only sends what does nothing must not put his deadline off, but where missed ones count there is to be a next
    stands = not verdict.events and verdict.state == last.state and not counts
    zone = find_zone(charter.zone)
    due = last.due if stands else set_deadlines(charter, circumstances.now, zone)
    left = {seat: _close_agenda(charter, seat, agenda, verdict) for seat, agenda in verdict.agendas.items()}
    if holidays and not stands:
        asks = list_asked(game, verdict.state, left, charter.pacing)
        due = pass_holidays(charter.deadlines, asks, due, holidays, zone)
    return TurnRecord(
        number=last.number + 1,
        state=verdict.state,
        agendas=left,
        events=verdict.events,
        results=verdict.results,
        draws=tuple(chance.draws),
        circumstances=circumstances,
        stop=verdict.stop,
        stopped_at=verdict.stopped_at,
        due={} if over else due,
        revealed=chance.reveal() if over else None,
        mixing=mixing._replace(known={} if over else drop_finished(mixing.known, game.kernel.epoch(verdict.state))),
    )


def _is_nothing(played: TurnRecord[Any] | Verdict[Any]) -> bool:
    """Whether nothing was done in what was ``played``."""
    return not played.events and all(result.source is Source.FALLBACK for result in played.results)


def _counts_missed(charter: Charter, circumstances: Circumstances) -> bool:
    """Whether a deadline that has passed is one of those after which the house is to play a seat."""
    return charter.abandoned > 0 and circumstances.late


def _close_agenda(charter: Charter, seat: Seat, agenda: Agenda, verdict: Verdict[Any]) -> Agenda:
    """``agenda`` as a turn leaves it; whoever has missed as many deadlines as agreed is played by the house."""
    # a turn that has not asked a seat changes nothing
    missed = agenda.missed + 1 if seat in verdict.silent else 0 if seat in verdict.asked else agenda.missed
    if charter.abandoned and missed >= charter.abandoned and not agenda.house:
        return play_by_house(agenda)
    return agenda._replace(
        draft=agenda.draft and seat not in verdict.asked,
        draft_answers=agenda.draft_answers and seat not in verdict.asked,
        missed=missed,
    )


def keep_turn(
    foundation: Foundation,
    last: LastTurn | None,
    record: TurnRecord[Any],
    arrived: Arrived,
    inputs: TurnInputs,
    moment: RunAt,
    keys: Keys,
    public: Mapping[str, bytes] = NO_FILES,
) -> Turn:
    """The turn of ``record`` as files, and how its reports are made; ``public`` are the public files of turn 0."""
    game, charter = foundation.game, foundation.charter
    orders: dict[str, bytes] = {}
    for seat, filed in arrived.items():
        for item in filed:
            orders[f"orders/{seat}/{item.name}"] = item.data
            orders[f"orders/{seat}/{receipt_name(item.name)}"] = write_json(dump_receipt(item.receipt))
    sent = {f"orders/{seat}/{item.name}": item.receipt.sha256 for seat, filed in arrived.items() for item in filed}
    before = take_over(last) if last else None
    commitments = keys.seal(
        TurnToSeal(charter, record.number, last.manifest.head if last else None, inputs.acts, foundation.read)
    )
    knowledge = list_knowledge(game, record)
    files = bundle_turn(
        game, charter, record, knowledge, orders, sent, inputs, before, commitments, public, program=moment.program
    )
    head = hash_bytes(files[MANIFEST])
    tell = partial(_tell, foundation, last, record, knowledge, files, head)
    return Turn(record, files, head, tell, _counts_missed(charter, record.circumstances))


def _tell(
    foundation: Foundation,
    last: LastTurn | None,
    record: TurnRecord[Any],
    knowledge: Knowledge,
    files: Mapping[str, bytes],
    head: str,
) -> dict[str, bytes]:
    """The reports of the turn that is kept as ``files``, and the list of them."""
    where = name_turn(None, record.number)
    shelf = FileShelf({f"{where}/{name}": data for name, data in files.items()}, foundation.shelf)
    context = describe_turn(
        foundation._replace(shelf=shelf), record, head, last.record.agendas if last else NOTHING_CHANGED
    )
    proofs = prove_reports(record, knowledge, files, last and (last.local, last.reports))
    return bundle_reports(head, render_reports(context._replace(proofs=proofs)))


def collect_additions(foundation: Foundation, start: TurnRecord[Any], orders: Understood) -> Additions:
    """What came with ``orders`` for the draws, and whose is missing. Raises :class:`DamageError`."""
    wanted = foundation.mixer.want(foundation, start)
    return NO_ADDITIONS if wanted is None else wanted.accept(orders)


def describe_turn(
    foundation: Foundation, record: TurnRecord[Any], head: str, before: Mapping[Seat, Agenda] = NOTHING_CHANGED
) -> ReportContext:
    """What the reports of ``record`` are about, without proofs; ``before`` are the agendas after the turn before.

    Raises :class:`DamageError` for a damaged branch.
    """
    game, charter, acts = foundation.game, foundation.charter, foundation.acts
    taken_up = select_acts(acts, 0, record.number)
    mixer, then = foundation.mixer, foundation._replace(acts=taken_up)
    wanted = mixer.want(then, record._replace(settled=list_settled(taken_up)))
    run = record.circumstances
    to_house = game.house is not None and charter.missed is MissedPolicy.HOUSE
    context = ReportContext(
        game=game,
        charter=charter,
        asks=list_named_asks(game, charter, record),
        record=record,
        head=head,
        wanted=wanted,
        remarks=partial(mixer.tell, record, wanted, charter),
        names=charter.seat_names,
        zone=find_zone(charter.zone),
        before=before,
        house_fills=to_house and run.late and not run.forced,
        results=rename_results(
            *(game, charter.seat_names, game.orders.retell(record.results, record.events, charter.seat_names.call))
        ),
    )
    if not acts:
        return context
    from adjudicator.ledger.abandoned_turns import find_rerun  # noqa: PLC0415 - after a rewind alone

    return context._replace(
        acts=select_acts(acts, record.number, record.number),
        lent=list_lent(taken_up),
        rerun=find_rerun(foundation.shelf, acts, game, charter, record),
    )


def list_named_asks(game: AnyGame, charter: Charter, record: TurnRecord[Any]) -> tuple[Ask, ...]:
    """What is asked before the next turn, with names in the duties."""
    known = game.views.see(record.state, record.agendas, Onlooker.PUBLIC)
    asks = game.orders.asks(known, charter.pacing)
    shown = show(game, charter.seat_names, known, Onlooker.PUBLIC).known
    renamed = asks if shown is known else game.orders.asks(shown, charter.pacing)
    named = tuple(ask._replace(duty=same.duty) for ask, same in zip(asks, renamed, strict=True))
    return leave_out_house(named, record.agendas)


def prove_reports(
    record: TurnRecord[Any], knowledge: Knowledge, files: Mapping[str, bytes], earlier: tuple[SavedLocal, bytes] | None
) -> ProofWriter:
    """What proves the reports of the turn of ``record``, after which ``knowledge`` is known.

    ``files`` hold its manifests and receipts, ``earlier`` is the local manifest and ``reports.json`` of the turn
    before. Raises :class:`DamageError`.
    """
    try:
        local = read_local(files[LOCAL])
        consumed = list_consumed(local["files"], files)
        seats: dict[Seat, Any] = {seat: consumed.get(seat, []) for seat in knowledge.facts}
        salt = bytes.fromhex(local["salt"])
        handed_on = None
        if earlier:
            handed_on = bytes.fromhex(earlier[0]["salt"]), read_report_list(earlier[1])["reports"]
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(
            f"turns/{record.number:04}", f"its reports cannot be proved ({explain_damage(error)})"
        ) from error
    return ProofWriter(files[MANIFEST], salt, seats, knowledge.facts, record.draws, handed_on)
