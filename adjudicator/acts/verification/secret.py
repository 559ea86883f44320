"""The secret of a game, kept or revealed, held against what was committed to."""

from __future__ import annotations

from adjudicator.acts.verification.findings import Findings
from adjudicator.chance import commit, commit_public_keys
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.store.audit import Audit
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.json_text import read_json


def read_secret(directory: GameDirectory, charter: Charter, found: Findings) -> bytes | None:
    """The secret, held against its commitment; None where it is not here."""
    try:
        secret = directory.read_secret()
    except DamageError as error:
        if directory.has_private("secret"):
            found.findings.append(str(error))
        return None
    _verify_commitment(charter, secret, "private/secret", found)
    return secret


def find_revealed(audit: Audit, charter: Charter, found: Findings) -> bytes | None:
    """The secret that the newest turn shows, held against its commitment; None where the game is not over."""
    newest = max(audit.turns)
    place = f"turns/{newest:04}/chance.json"
    try:
        revealed = read_json(audit.turns[newest]["chance.json"])["revealed"]
        secret = bytes.fromhex(revealed) if isinstance(revealed, str) else None
    except (KeyError, ValueError):
        return None  # said when this turn is replayed
    if secret is None:
        found.remarks.append("private/secret: not here, so draws are compared with the record, not computed again")
        return None
    _verify_commitment(charter, secret, place, found)
    return secret


def _verify_commitment(charter: Charter, secret: bytes, place: str, found: Findings) -> None:
    if commit(charter.id, secret) != charter.commitment.secret:
        found.findings.append(f"{place}: not the secret that was committed to")
    elif commit_public_keys(charter.id, secret, charter.commitment.epochs) != charter.commitment.public_root:
        found.findings.append(f"{CHARTER}: the public root does not belong to the secret")
