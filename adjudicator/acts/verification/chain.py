"""The hash chain of a game, turn by turn: manifests, the files they name, reports, and the turn before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import NO_DAMAGE, Damaged, RecordedAct, Rewind
from adjudicator.ledger.last_turn import find_reports_root
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.audit import Audit
from adjudicator.store.bundle import REPORTS
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, SavedManifest, read_local
from adjudicator.store.turn_check import check_turn, read_manifests


def verify_chain(
    charter: Charter, audit: Audit, findings: list[str], damaged: Mapping[int, Damaged] = NO_DAMAGE
) -> list[str]:
    """Hold every turn against its manifests and the turn before; the heads of the turns up to the first gap.

    Of turns that are known to be ``damaged`` nothing is expected but the head they were told by.
    """
    heads: list[str] = []
    before: SavedLocal | None = None
    if not audit.turns:
        findings.append("turns/0000: missing, and no other turn is there")
    for number in range(len(audit.turns)):
        where = f"turns/{number:04}"
        files = audit.turns.get(number)
        if number in damaged:
            heads.append(damaged[number].head)
            before = None
            continue
        if files is None:
            findings.append(f"{where}: missing, though later turns are there")
            break
        try:
            manifest, local = read_manifests(where, files)
        except DamageError as error:
            findings.append(str(error))
            break
        if (manifest["game"], manifest["turn"]) != (charter.id, number):
            findings.append(f"{where}/{MANIFEST}: is turn {manifest['turn']} of game {manifest['game']}")
        if manifest["previous"] != (heads[-1] if heads else None) and number - 1 not in damaged:
            findings.append(f"{where}/{MANIFEST}: previous is not the head of the turn before")
        if before is not None:
            _verify_previous_reports(number, manifest, before, audit, findings)
        findings += check_turn(where, files, audit.redacted)
        heads.append(hash_bytes(files[MANIFEST]))
        before = local
    return heads


def verify_echoes(
    audit: Audit, heads: Sequence[str], findings: list[str], acts: Sequence[RecordedAct], damaged: Collection[int] = ()
) -> None:
    """Whatever orders quote is a head of a turn before theirs; ``heads`` are those of the turns of ``audit``.

    ``acts`` are all there are; they have the heads of turns that were damaged. Of the turns ``damaged`` nothing is
    expected. To be asked last: where a branch is missing, that is why a quoted head is not found.
    """
    # orders that were carried over a rewind quote heads of abandoned turns
    abandoned = [hash_bytes(data) for name, data in audit.past.items() if name.endswith(f"/{MANIFEST}")]
    abandoned += [found.head for act in acts if isinstance(act.change, Rewind) for found in act.change.damaged.values()]
    for number in range(len(heads)):
        if number in damaged:
            continue
        local = read_local(audit.turns[number][LOCAL])
        for seat, echo in sorted(local["echoed"].items()):
            if not any(head.startswith(str(echo)) for head in (*heads[:number], *abandoned)):
                findings.append(
                    f"turns/{number:04}/{LOCAL}: echoed/{seat}: quotes {echo}, which is no head of this history"
                )


def _verify_previous_reports(
    number: int, manifest: SavedManifest, before: SavedLocal, audit: Audit, findings: list[str]
) -> None:
    """The manifest of turn ``number`` commits to the reports listed in the turn before."""
    place = f"turns/{number - 1:04}/{REPORTS}"
    data = audit.turns[number - 1].get(REPORTS)
    try:
        root = find_reports_root(before, data or b"", place)
    except DamageError:
        root = None
    if root is None or manifest.get("previous_reports") != root:
        findings.append(f"{place}: not what the next manifest says")
