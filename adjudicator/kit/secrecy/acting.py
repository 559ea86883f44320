"""What is printed and mailed when the moderator changes a game that is under way. Names no game."""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.acts.changes import edit_charter, extend_deadline, replace_player
from adjudicator.acts.opened import open_game
from adjudicator.acts.recording import Recorded
from adjudicator.acts.rewind import rewind_game
from adjudicator.cli.moderate import tell_recorded
from adjudicator.cli.play import Format
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Onlooker, Reader
from adjudicator.kit.secrecy.directory import SECRET, try_to_run
from adjudicator.kit.secrecy.printed import catch, mask_all, read_letters, show

_LINK = re.compile(r'"previous": "[0-9a-f]{64}"')
"""The hash of the act before, which has the head of its turn."""
_LONG = 1000
"""Hours."""


def act(path: str, reader: Reader) -> dict[str, str]:
    """What is printed and mailed when every kind of act is recorded, the last one a rewind by a turn."""
    opened = open_game(path)
    seat = opened.seats[0] if isinstance(reader, Onlooker) else reader
    now = add_hours(opened.record.circumstances.now, 1)
    settings = {f"deadlines.{name}": str(hours + 5) for name, hours in opened.charter.deadlines.items()}
    acts: dict[str, Callable[[], Recorded]] = {
        "extend": lambda: extend_deadline(path, None, add_hours(now, _LONG), "a storm", now),
        "edit": lambda: edit_charter(path, settings, "it is summer", now),
        "replace": lambda: replace_player(path, seat, None, "gone sailing", SECRET, now),
        "rewind": lambda: rewind_game(path, opened.record.number - 1, "a mistake", now),
    }
    told: dict[str, str] = {}
    heads = [opened.manifest["previous"] or ""]
    for name, record in acts.items():
        if name == "rewind":
            told["printed: show after acts"] = _show_all(path, reader)
        recorded = record()
        heads.append(recorded.act.head)
        told[f"printed: {name}"] = _tell(recorded).replace(path, "GAME")
    told["file: letters after acts"] = "\n".join(read_letters(path, reader))
    try_to_run(path, add_hours(now, 2 * _LONG), {})
    told["printed: show after a rewind"] = _show_all(path, reader)
    masked = mask_all(told, open_game(path), *dict.fromkeys(heads))
    return {name: _LINK.sub("", text) for name, text in masked.items()}


def _tell(recorded: Recorded) -> str:
    words = catch(lambda: tell_recorded(recorded, dry_run=False, as_json=False))
    return words + catch(lambda: tell_recorded(recorded, dry_run=False, as_json=True))


def _show_all(path: str, reader: Reader) -> str:
    seat = None if isinstance(reader, Onlooker) else reader
    return "\n".join(show(path, None, seat, form) for form in Format)
