"""Whether a nonce was chosen when draws could be known: headers of all lines held against one another."""

from __future__ import annotations

from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.acts.verification.past import list_damaged
from adjudicator.core.charter import Level
from adjudicator.core.recorded_act import PACING, Edit
from adjudicator.proof.block import BlockError
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header, read_header
from adjudicator.proof.nonce_checks import find_late_choices
from adjudicator.store.acts import name_act
from adjudicator.store.header import MANIFEST


def verify_nonces(evidence: Evidence, found: Findings) -> None:
    """An epoch has the same nonces on every line; the pacing stays.

    At level L1 there are no nonces.
    """
    if evidence.charter.commitment.level is Level.L1:
        return
    for act in evidence.acts:
        if isinstance(act.change, Edit) and PACING in act.change.settings:
            words = "whose nonces go into which draws follows from it, and it does not change at level L2"
            found.findings.append(f"{name_act(act.number)}: settings/{PACING}: {words}")
    audit = evidence.audit
    files = {f"turns/{number:04}/{MANIFEST}": turn.get(MANIFEST, b"") for number, turn in audit.turns.items()}
    damaged = list_damaged(evidence.acts)
    files |= {
        name: data
        for name, data in audit.past.items()
        if name.endswith(f"/{MANIFEST}") and name.removesuffix(f"/{MANIFEST}") not in damaged
    }
    headers: dict[str, Header] = {}
    for data in files.values():
        try:
            headers[hash_bytes(data)] = read_header(data)
        except (BlockError, ValueError, TypeError, RecursionError):
            continue  # said before
    places = {hash_bytes(data): name for name, data in files.items()}
    found.findings += [f"{places[head]}: {words}" for head, words in find_late_choices(headers)]
