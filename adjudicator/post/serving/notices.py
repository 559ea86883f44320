"""Letters to the moderator of a post office; they lie in the outbox of the office itself."""

from __future__ import annotations

import os
import re
from datetime import datetime

from adjudicator.post.settings import PostSettings
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.mail import Letter, write_mail
from adjudicator.store.files import make_folder, replace_file
from adjudicator.store.gamedir import OUTBOX, SENT
from adjudicator.store.reply_keys import POST


def write_notice(office: str, settings: PostSettings, path: str, reason: str, now: datetime) -> bool:
    """Tell the moderator that the game at ``path`` cannot go on; whether a letter was written."""
    if not settings.moderator:
        return False
    # a folder may be called anything, and nothing of that may end up in a header
    game = re.sub(r"[^A-Za-z0-9-]+", "-", os.path.basename(path))[:40]
    said = "".join(sign if sign.isprintable() else " " for sign in reason)
    words = (
        f"{game} cannot go on, and is left alone. All other games go on.\n\n"
        f"    {said}\n\n"
        f"`adjudicate verify` says what is damaged, if anything is.\n"
        "The game is tried again once something in its folder changes, and every hour.\n\n"
        "Mails that come for it are parked. Once it goes on, move them in your mail program\n"
        "from Parked back to the inbox, and they are filed.\n"
    )
    letter = Letter(game, "quarantined", settings.moderator, "", f"{game} cannot go on", words, now)
    name = f"{game}-quarantined-{hash_bytes(words.encode())[:8]}.eml"
    folder = os.path.join(office, POST)
    if os.path.lexists(os.path.join(folder, OUTBOX, name)) or os.path.lexists(os.path.join(folder, SENT, name)):
        return False
    make_folder(folder)
    make_folder(os.path.join(folder, OUTBOX))
    replace_file(os.path.join(folder, OUTBOX, name), write_mail(letter))
    return True
