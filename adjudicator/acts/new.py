"""Setting a game up: charter, secret, tokens, turn 0; and what it and its seats can be called."""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations

from adjudicator.acts.letters import write_invitations, write_text_letter
from adjudicator.acts.moderation.terms import check_setting
from adjudicator.acts.upkeep import describe_move_files, hand_out_schema
from adjudicator.core.chance import USUAL_LEVEL, Level
from adjudicator.core.charter import (
    CHARTER,
    RESERVED,
    Charter,
    Commitment,
    WhenBlocked,
    is_id,
    say_address_fault,
    set_key,
)
from adjudicator.core.instant import UTC_ZONE
from adjudicator.core.name_rules import OTHERS, list_alike, list_faults, look_alike
from adjudicator.core.notation import Note, keep_board
from adjudicator.core.refusals import ActRefusedError, ExitCode, MendableError
from adjudicator.core.rhythm import MOST_HOURS, Rules
from adjudicator.core.seat_names import NO_NAMES, Addressee, SeatNames
from adjudicator.core.table import Pacing, Setting, choose_values
from adjudicator.intake.tokens import hash_token
from adjudicator.kit.words import join_words
from adjudicator.ledger.keys import SecretChance, SecretKeys
from adjudicator.ledger.mixer import Foundation, find_mixer
from adjudicator.ledger.turn import RunAt, Turn, first_turn
from adjudicator.proof.draws import commit, join_public_nodes, list_public_nodes
from adjudicator.proof.hashing import keyed
from adjudicator.registry import AnyGame, find_zone, suggest_zones
from adjudicator.report.letters import write_invitation
from adjudicator.store.charter import write_charter
from adjudicator.store.files import sync_folder, write_synced
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.placing import hold_folder
from adjudicator.store.record import KEYS, write_nodes

_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{kind}{digit}" for kind in ("com", "lpt") for digit in range(10))}
)
"""What cannot be a folder on Windows; a seat's files lie in a folder called by the seat."""


class RefusedError(MendableError):
    """The game cannot be set up like that; the message says why and what would work."""

    code = ExitCode.USAGE


@dataclass(frozen=True, slots=True)
class NewGamePlan:
    """What a moderator wants: see ``adjudicate new --help``.

    ``addresses`` and ``names`` of people by seat, where known; ``zone`` is the IANA name of a time zone; ``deadlines``
    has the rules of classes that are not what the game makes of ``deadline_hours``.
    """

    id: str
    game: AnyGame
    edition: str
    options: Mapping[str, str]
    seats: tuple[str, ...]
    addresses: Mapping[str, str]
    pacing: Pacing
    deadline_hours: int
    when_blocked: WhenBlocked
    sample: bool
    deadlines: Rules = field(default_factory=dict)
    level: Level = USUAL_LEVEL
    keep_reports: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    zone: str = UTC_ZONE
    policies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was set up; without head and reports where its seats have to join before it begins.

    ``remarks`` are about a board of its own, ``names`` what seats are called.
    """

    path: str
    id: str
    head: str
    seats: tuple[str, ...]
    letters: tuple[str, ...]
    reports: str
    remarks: tuple[Note, ...] = ()
    names: SeatNames = NO_NAMES


def set_up_game(
    path: str, plan: NewGamePlan, secret: bytes, token_key: bytes, now: datetime, *, dry_run: bool = False
) -> NewGame:
    """Set ``plan`` up as a new game directory at ``path``, in one act; with ``dry_run`` only see whether it can be.

    ``secret`` and ``token_key`` are 32 random bytes each; only the secret is kept. Raises :class:`RefusedError` for a
    plan that cannot be, :class:`UnfitBoardError` for a board file that cannot be played, ``FileExistsError`` where
    there is something at ``path``, ``BusyError`` where another process is just setting one up there.
    """
    unfit = [
        *list_unfit_names(plan.id, plan.seats, plan.addresses, plan.game.reserved, plan.game.name),
        *list_unfit_people(plan.game, plan.seats, plan.names),
        *_list_unknown_zone(plan.zone),
    ]
    if unfit:
        raise RefusedError("; ".join(unfit))
    plan, remarks = _review_board(plan)
    # without `..`, which means something else once a folder on the way is there
    path = os.path.abspath(path)
    if os.path.lexists(path):
        raise FileExistsError(path)
    nodes = list_public_nodes(plan.id, secret, plan.game.epochs)
    commitment = Commitment(
        level=plan.level, secret=commit(plan.id, secret), public_root=join_public_nodes(nodes), epochs=plan.game.epochs
    )
    charter = Charter(
        id=plan.id,
        game=plan.game.name,
        module=plan.game.module,
        version=plan.game.version,
        setting=Setting(plan.edition, plan.options, plan.seats),
        pacing=plan.pacing,
        deadlines=_list_deadlines(plan),
        when_blocked=plan.when_blocked,
        commitment=commitment,
        sample=plan.sample,
        keep_reports=plan.keep_reports,
        names={seat: plan.names[seat] for seat in plan.seats if plan.names.get(seat, seat) != seat},
        zone=plan.zone,
    )
    charter = _set_policies(charter, plan)
    try:
        first = _play_first(plan.game, charter, secret, nodes, now)
    except ValueError as error:
        raise RefusedError(str(error)) from error
    seats = plan.game.kernel.seats(first.record.state) if first else plan.seats
    head = first.head if first else ""
    tokens = {seat: make_token(token_key, plan.id, seat) for seat in seats}
    letters = dict(_invite(plan, charter, first, tokens, now))
    if not dry_run:
        _write_game(path, plan, charter, first, secret, tokens, letters)
    reports = os.path.join(path, "turns", "0000", "reports") if first else ""
    sent = tuple(f"outbox/{name}" for name in letters)
    return NewGame(path, plan.id, head, seats, sent, reports, remarks, charter.seat_names)


def make_token(token_key: bytes, game: str, seat: str) -> str:
    """The token with which ``seat`` speaks in the game with that id, made from the random ``token_key``."""
    return keyed(token_key, "token", game.encode(), seat.encode()).hex()[:32]


def _invite(
    plan: NewGamePlan, charter: Charter, first: Turn | None, tokens: Mapping[str, str], now: datetime
) -> Iterator[tuple[str, bytes]]:
    """Every seat's invitation, with its token, by the letter's name."""
    names = charter.seat_names
    addresses = {
        seat: Addressee(names.write_out(seat) or seat, address) for seat, address in plan.addresses.items() if address
    }
    if first is None:
        mixer = find_mixer(plan.level)
        for seat, token in tokens.items():
            text = mixer.invite(plan.game, charter, seat, token, now)
            to, stem = addresses.get(seat), f"0000-{seat}-invitation"
            yield write_text_letter(charter, stem, seat, to, "your invitation", text, now)
        return
    texts = {seat: write_invitation(plan.game, charter, seat, token, first.head, now) for seat, token in tokens.items()}
    yield from write_invitations(plan.game, charter, first, addresses, texts)


def _play_first(game: AnyGame, charter: Charter, secret: bytes, nodes: Sequence[bytes], now: datetime) -> Turn | None:
    """Turn 0; None where it is played when everybody has joined. Raises ``ValueError``."""
    if charter.commitment.level.mixes:
        game.kernel.setup(charter.setting, SecretChance(charter.id, secret))
        return None
    public = {CHARTER: write_charter(charter), KEYS: write_nodes(nodes)}
    return first_turn(Foundation(game, charter, public.__getitem__), {}, RunAt(now), SecretKeys(secret))


def _review_board(plan: NewGamePlan) -> tuple[NewGamePlan, tuple[Note, ...]]:
    """The plan with the board's file as a game keeps it, and remarks on it, where it has a board of its own.

    Raises :class:`UnfitBoardError`.
    """
    if len(plan.seats) not in plan.game.seats:
        return plan, ()
    setting, remarks = keep_board(plan.game.boards, Setting(plan.edition, plan.options, plan.seats))
    return replace(plan, options=setting.options), remarks


def _set_policies(charter: Charter, plan: NewGamePlan) -> Charter:
    """The charter with the policies of the plan, but for the one for blocked orders. Raises :class:`RefusedError`."""
    for name, value in plan.policies.items():
        key = f"policies.{name}"
        try:
            check_setting(charter, plan.game, key, value)
        except ActRefusedError as error:
            raise RefusedError(str(error)) from error
        charter = set_key(charter, key, value)
    return charter


def _list_deadlines(plan: NewGamePlan) -> Rules:
    """The rule by class: as the game wants them, but for those the plan speaks of; none where it says 0."""
    # a value that its option does not have is refused by the set-up, which knows what to say of it
    options = choose_values(plan.game.options, plan.options)
    classes = plan.game.deadlines(options, plan.deadline_hours or MOST_HOURS)
    unknown = [name for name in plan.deadlines if name not in classes]
    if unknown:
        raise RefusedError(f"no deadline of class {unknown[0]!r}; this game has {join_words(classes)}")
    rules = {**plan.game.deadlines(options, plan.deadline_hours), **plan.deadlines}
    return {name: rules[name] for name in classes if rules.get(name)}


def _write_game(
    path: str,
    plan: NewGamePlan,
    charter: Charter,
    first: Turn | None,
    secret: bytes,
    tokens: Mapping[str, str],
    letters: Mapping[str, bytes],
) -> None:
    """Write a game directory aside, which is then renamed into place: it is there whole or not at all."""
    with hold_folder(path) as unfinished:
        directory = GameDirectory(unfinished)
        write_synced(os.path.join(unfinished, CHARTER), write_charter(charter))
        addresses = {seat: plan.addresses.get(seat, "") for seat in tokens}
        known = {seat: {"token_sha256": hash_token(tokens[seat]), "address": addresses[seat]} for seat in tokens}
        directory.write_private(secret, known)
        for letter, data in letters.items():
            directory.write_letter(letter, data)
        if first:
            record = first.record
            hand_out_schema(directory, describe_move_files(plan.game, charter, record.state, record.agendas))
            directory.turns.commit(0, first.files | first.tell())
        sync_folder(unfinished)


def _suggest_id(name: str) -> str:
    """An id that is almost ``name``, as the end of a sentence; nothing where there is none."""
    near = re.sub(r"[\s_.]+", "-", name.strip().lower())
    return f"; write {near}" if is_id(near) else ""


def list_unfit_names(
    game_id: str, seats: Sequence[str], addresses: Mapping[str, str], words: Collection[str], game: str
) -> Iterator[str]:
    """What is wrong with the names of a new game, in sentences; ``words`` are those of the orders of ``game``."""
    for name in dict.fromkeys((game_id, *seats)):
        if not is_id(name):
            yield (
                f"{name!r} cannot be an id, which is a small letter, then up to 31 small letters, digits or hyphens; "
                "public, moderator, all, null, true and false are taken" + _suggest_id(name)
            )
    for seat in dict.fromkeys(seats):
        if seat in words:
            yield f"{seat!r} cannot be a seat: it is a word of the orders of {game}"
        if seat in OTHERS:
            yield f"{seat!r} cannot be a seat: reports use that word for somebody else"
        if seat in _DEVICES:
            yield f"{seat!r} cannot be a seat: on Windows it is a device, and the seat's folder could not be made"
    for seat, address in addresses.items():
        if fault := say_address_fault(address):
            yield f"the address of {seat} {fault}"
    for seat in sorted({seat for seat in seats if seats.count(seat) > 1}):
        yield f"seat {seat!r} is named twice"
    yield from _list_alike(sorted({seat for seat in seats if is_id(seat)}))


def list_unfit_people(game: AnyGame, seats: Sequence[str], names: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the names of people, in sentences. The id of a seat may be its name too."""
    given = {seat: name for seat, name in names.items() if name != seat}
    for seat, name in given.items():
        for fault in list_faults(name):
            yield f"the name of {seat}, {name!r}: {fault}"
        if _forges_draw(game, name):
            yield f"the name of {seat}, {name!r}: it reads like a report's sentence about draws; choose another name"
    yield from list_alike(tuple(dict.fromkeys(seats)), given)


def _forges_draw(game: AnyGame, name: str) -> bool:
    """Whether somebody who checks reports might take ``name`` for a sentence about a draw."""
    draws = game.draw_sentences
    patterns = (*draws.sentences, *([draws.begins] if draws.begins else [])) if draws else ()
    return any(re.search(pattern, f"{before}{name} ") for pattern in patterns for before in ("", " "))


def _list_unknown_zone(zone: str) -> Iterator[str]:
    try:
        find_zone(zone)
    except ValueError:
        near = suggest_zones(zone)
        hint = f"did you mean {join_words(near, 'or')}?" if near else "write it as in Europe/Berlin"
        yield f"there is no time zone {zone!r}; {hint}"


def _list_alike(seats: Sequence[str]) -> Iterator[str]:
    for seat in seats:
        for taken in sorted(RESERVED):
            if look_alike(seat, taken):
                yield f"seat {seat!r} looks like {taken!r}, which no seat can be; call it something else"
    for seat, other in combinations(seats, 2):
        if look_alike(seat, other):
            yield f"seats {seat!r} and {other!r} look alike; call one of them something else"
