"""Who plays a seat: another player for good, a substitute while he is away, for him somebody else, or the house.

Each has a token of his own. Whoever is replaced has none that counts; the tokens of whoever waits behind a substitute
stay good: a file that comes with one of them, or as an answer to a letter of his, gives the seat back to its holder.
"""

from contextlib import suppress
from datetime import datetime
from typing import cast

from adjudicator.acts.filing import file_dropped, submit_file
from adjudicator.acts.letters import describe_newest, put_letter, seal_letter, write_letter_with_newest
from adjudicator.acts.moderation.recording import ActResult, Intent, expect_house, expect_seat, record_act
from adjudicator.acts.new import list_unfit_people, make_token
from adjudicator.acts.open_game import OpenGame
from adjudicator.acts.upkeep import describe_move_files
from adjudicator.core.act_kinds import House, Replace, Substitute, say_sent
from adjudicator.core.charter import CHARTER, Charter, say_address_fault
from adjudicator.core.json_value import JsonObject
from adjudicator.core.name_rules import list_faults
from adjudicator.core.recorded_act import RecordedAct, tell_each
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.seat_names import Addressee
from adjudicator.core.table import Seat
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.tokens import hash_token, mask_tokens
from adjudicator.kit.words import join_words
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import find_zone
from adjudicator.report.letters import BACK, write_act_letter, write_invitation, write_opening
from adjudicator.report.plain_text import wrap
from adjudicator.report.report_letter import write_invitation_letter
from adjudicator.store.acts import Item, Write
from adjudicator.store.charter import write_charter
from adjudicator.store.formats import DamageError, write_json
from adjudicator.store.gamedir import OUTBOX, SEATS, GameDirectory, SeatHolder, SeatRecord
from adjudicator.store.header import MANIFEST


def replace_player(
    path: str,
    seat: Seat,
    address: str | None,
    reason: str,
    token_key: bytes,
    now: datetime,
    *,
    name: str = "",
    dry_run: bool = False,
) -> ActResult:
    """Give ``seat`` a new token, made from the random ``token_key``, and a letter for whoever holds it from now on.

    The old token is no longer accepted from that moment. Name and address are forgotten unless new ones are given.
    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    if address is not None and (fault := say_address_fault(address)):
        raise ActRefusedError(f"the address {fault}")

    def is_same(change: Replace, opened: OpenGame) -> bool:
        kept = opened.directory.read_seats().get(seat)
        return (change.seat, change.name) == (seat, name) and (kept["address"] if kept else "") == (address or "")

    def plan(opened: OpenGame) -> Intent:
        expect_seat(opened, seat)
        renamed = _name_player(opened, seat, name)
        text = write_charter(renamed) if renamed != opened.charter else b""
        seats = opened.directory.read_seats()
        if lost := [other for other in opened.seats if other not in {seat, *seats}]:
            raise DamageError(SEATS, f"has no token of {join_words(lost)}")
        before = seats.get(seat)
        if not dry_run:
            # what came with the old token came in time
            file_dropped(opened, now)
        token = make_token(token_key, opened.charter.id, seat)
        entry: SeatRecord = {"token_sha256": hash_token(token), "address": address or ""}
        if before:
            # nobody may speak with it any more, and nobody may keep it
            away = [holder["token_sha256"] for holder in before.get("holders", [])]
            entry["replaced"] = [*before.get("replaced", []), *away, before["token_sha256"]]

        def write(act: RecordedAct) -> list[Item]:
            to = Addressee(renamed.seat_names.write_out(seat) or seat, address) if address else None
            letter = invite(opened._replace(charter=renamed), act, seat, token, to)
            charter = [Write(CHARTER, text.decode())] if text else []
            return [*charter, _write_seat(opened, seat, entry), letter]

        return Intent(Replace(seat, renamed.names.get(seat, ""), hash_bytes(text) if text else ""), write=write)

    return record_act(path, Replace, plan, reason, now, is_same=is_same, dry_run=dry_run)


def _name_player(opened: OpenGame, seat: Seat, name: str) -> Charter:
    """The charter where ``seat`` is called ``name``, or by its id where that is empty. Raises ``ActRefusedError``."""
    others = {other: called for other, called in opened.charter.names.items() if other != seat}
    names = {**others, seat: name} if name not in {"", seat} else others
    if unfit := list(list_unfit_people(opened.game, opened.seats, names)):
        raise ActRefusedError("; ".join(unfit))
    return opened.charter._replace(names={one: names[one] for one in opened.charter.setting.seats if one in names})


def invite(opened: OpenGame, act: RecordedAct, seat: Seat, token: str, to: Addressee | None) -> Item:
    """The letter to whoever holds ``seat`` by ``act``: the invitation with the ``token``, and the seat's newest report.

    It is a mail where it says ``to`` whom.
    """
    stem = f"{opened.record.number:04}-{seat}-invitation-{act.number:04}"
    if to is None:
        return Write(f"{OUTBOX}/{stem}.txt", write_letter(opened, act, seat, token))
    schema = describe_move_files(opened.game, opened.charter, opened.record.state, opened.record.agendas)
    introduction = _introduce(opened, act, seat, token)
    letter = write_invitation_letter(describe_newest(opened, act, seat), seat, to, stem, introduction, schema)
    return put_letter(seal_letter(letter))


def write_letter(opened: OpenGame, act: RecordedAct, seat: Seat, token: str) -> str:
    """The same as a text, which says what is on file and what is asked."""
    report = describe_newest(opened, act, seat).reports[f"{seat}.txt"].decode()
    return f"{_introduce(opened, act, seat, token)}\n\n\n{report}"


def _introduce(opened: OpenGame, act: RecordedAct, seat: Seat, token: str) -> str:
    """The invitation to a game that has begun, and what has happened since the newest report."""
    founded = hash_bytes(opened.turns.read_part(0, MANIFEST))
    opening = write_opening(opened.charter, act)
    invitation = write_invitation(opened.game, opened.charter, seat, token, founded, act.at, opening)
    advice = opened.foundation.mixer.tell_successor(opened.foundation, opened.record)
    return f"{invitation}{advice and f'{chr(10)}{advice}'}{_tell_since(opened, act)}".rstrip("\n")


def _tell_since(opened: OpenGame, act: RecordedAct) -> str:
    """What the moderator has done since the newest report, which says nothing of it, before this ``act``."""
    zone, names = find_zone(opened.charter.zone), opened.charter.seat_names
    told = [wrap(sentence, "- ") for sentence in tell_each((*opened.pending, act), zone, names)[:-1]]
    return "\n".join(("\nSince the report below:\n", *told)) if told else ""


def substitute_player(
    path: str,
    seat: Seat,
    name: str,
    address: str,
    reason: str,
    token_key: bytes,
    now: datetime,
    *,
    dry_run: bool = False,
) -> ActResult:
    """Let the person called ``name`` play ``seat``, with a token made from the random ``token_key``.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    if address and (fault := say_address_fault(address)):
        raise ActRefusedError(f"the address {fault}")
    if faults := list(list_faults(name)):
        raise ActRefusedError(f"the name of the substitute, {name!r}: {faults[0]}")

    def plan(opened: OpenGame) -> Intent:
        before = _find_holder(opened, seat)
        if not dry_run:
            # what came before came from whoever held the seat
            file_dropped(opened, now)
        token = make_token(token_key, opened.charter.id, seat)
        held = SeatHolder(token_sha256=before["token_sha256"], address=before["address"])
        if "name" in before:
            held["name"] = before["name"]
        entry: SeatRecord = {
            **before,
            "token_sha256": hash_token(token),
            "address": address,
            "name": name,
            "holders": [*before.get("holders", []), held],
        }

        def write(act: RecordedAct) -> list[Item]:
            letter = invite(opened, act, seat, token, Addressee(name, address) if address else None)
            return [_write_seat(opened, seat, entry), letter]

        return Intent(Substitute(seat, ends=False, name=name), write)

    def is_same(change: Substitute, opened: OpenGame) -> bool:
        return change == Substitute(seat, ends=False, name=name) and _find_holder(opened, seat)["address"] == address

    return record_act(path, Substitute, plan, reason, now, is_same=is_same, dry_run=dry_run)


def end_substitution(
    path: str, seat: Seat, reason: str, now: datetime, *, returned: str = "", dry_run: bool = False
) -> ActResult:
    """Give ``seat`` back to whoever held it before the last substitute, or whose token has the hash ``returned``.

    The tokens of the substitutes are no longer accepted. Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        before = _find_holder(opened, seat)
        holders = before.get("holders", [])
        if not holders:
            raise ActRefusedError(f"no substitute plays {seat}")
        hashes = [holder["token_sha256"] for holder in holders]
        place = hashes.index(returned) if returned in hashes else len(holders) - 1
        lost = [*hashes[place + 1 :], before["token_sha256"]]
        told = {
            "replaced": [*before.get("replaced", []), *lost],
            "released": [one["address"] for one in (*holders[place + 1 :], before)],
        }
        entry = cast("SeatRecord", {**holders[place], **told})
        if place:
            entry["holders"] = [*holders[:place]]

        def write(act: RecordedAct) -> list[Item]:
            # whoever is back by a file knows it, but may never have had the newest report
            return [_write_seat(opened, seat, entry), _write_return(opened, act, seat, entry)]

        return Intent(Substitute(seat, ends=True, name=entry.get("name", "")), write)

    def is_same(change: Substitute, opened: OpenGame) -> bool:
        return (change.seat, change.ends) == (seat, True) and not _find_holder(opened, seat).get("holders")

    return record_act(path, Substitute, plan, reason, now, is_same=is_same, dry_run=dry_run)


def _write_return(opened: OpenGame, act: RecordedAct, seat: Seat, holder: SeatRecord) -> Item:
    """The letter to the ``holder`` to whom ``act`` gives ``seat`` back, with the newest report."""
    stem, subject = f"{act.after_turn:04}-{seat}-return-{act.number:04}", "the seat is yours again"
    words = write_act_letter(opened.game, opened.charter, act, seat, BACK) + _tell_since(opened, act)
    called = holder.get("name") or opened.charter.seat_names.write_out(seat) or seat
    to = Addressee(called, holder["address"]) if holder["address"] else None
    return put_letter(write_letter_with_newest(opened, act, stem, seat, to, subject, words))


def give_back(path: str, seat: Seat, returned: str, now: datetime) -> None:
    """Give ``seat`` back since a file came from whoever waits behind the substitute with the token ``returned``."""
    record = GameDirectory(path).read_seats().get(seat)
    holders = record.get("holders", []) if record else []
    name = next((holder.get("name") for holder in holders if holder["token_sha256"] == returned), None)
    end_substitution(path, seat, say_sent(name or ""), now, returned=returned)


def give_back_dropped(directory: GameDirectory, now: datetime) -> None:
    """Give back each seat in whose inbox somebody has put a file of the player behind its substitute.

    As with a file that comes by mail, it has to be one that is accepted. It is filed afterwards, as the player's own.
    """
    for seat, (_, *hashes) in directory.read_tokens().speaking.items():
        for name in directory.inbox.list_dropped(seat) if hashes else ():
            with suppress(OSError):
                data = directory.inbox.read_dropped(seat, name)
                away = next((one for one in hashes if mask_tokens(data, {one}).found), "")
                if (
                    away
                    and submit_file(directory.path, data, name, seat, now, dry_run=True)[0].receipt.state in ACCEPTED
                ):
                    give_back(directory.path, seat, away, now)
                    break


def _find_holder(opened: OpenGame, seat: Seat) -> SeatRecord:
    """Who holds ``seat``. Raises ``ActRefusedError``, :class:`DamageError`."""
    expect_seat(opened, seat)
    seats = opened.directory.read_seats()
    if seat not in seats:
        raise DamageError(SEATS, f"has no token of {seat}")
    return seats[seat]


def _write_seat(opened: OpenGame, seat: Seat, entry: SeatRecord) -> Write:
    seats = {**opened.directory.read_seats(), seat: entry}
    return Write(SEATS, write_json(cast("JsonObject", seats)).decode())


def give_to_house(
    path: str, seat: Seat, reason: str, now: datetime, *, plays: bool = True, dry_run: bool = False
) -> ActResult:
    """Let the house play ``seat``, at once and until its player sends a file, or no longer where ``plays`` is False.

    Orders that are on file still count. Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        expect_seat(opened, seat)
        expect_house(opened.game)
        if opened.start.agendas[seat].house == plays:
            raise ActRefusedError(f"the house plays {seat} already" if plays else f"the house does not play {seat}")
        return Intent(House(seat, plays))

    return record_act(
        path, House, plan, reason, now, is_same=lambda change, _: change == House(seat, plays), dry_run=dry_run
    )
