"""Words of the moderator to everybody in a game, a letter to each seat with an address."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime

from adjudicator.core.charter import is_address
from adjudicator.core.refusals import ActRefusedError
from adjudicator.intake.tokens import mask_tokens
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.mail import Letter, write_mail
from adjudicator.store.gamedir import OUTBOX, GameDirectory
from adjudicator.store.lock import hold_still


def write_messages(path: str, text: str, now: datetime, *, dry_run: bool = False) -> Iterator[str]:
    """Write the ``text`` to each seat of the game at ``path``; where the letters lie.

    The same text again for the same turn is not written again. Raises ``ActRefusedError`` for a text with a token in
    it, and what ``open_game`` raises.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    with hold_still(directory.path):
        charter, _ = directory.read_charter()
        turn = (directory.turns.newest() or 0) + 1
        if mask_tokens(text.encode(), directory.read_all_hashes()).found:
            raise ActRefusedError("the text has a seat's token in it; everybody would read it")
        for seat, known in directory.read_seats().items():
            name = f"{turn:04}-{seat}-message-{hash_bytes(text.encode())[:8]}.eml"
            if not is_address(known["address"]) or directory.has_letter(name):
                continue
            letter = Letter(
                game=charter.id,
                about=f"{turn}.{seat}.message",
                address=known["address"],
                name=charter.seat_names.of.get(seat, ""),
                subject=f"{charter.id}: a word from the moderator",
                text=f"{text.rstrip()}\n",
                at=now,
                wanted=turn,
            )
            if not dry_run:
                directory.write_letter(name, write_mail(letter))
            yield os.path.join(path, OUTBOX, name)
