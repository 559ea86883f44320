"""The search with whole game directories and the program's real acts and commands: what is really sent and printed.

Slow, since every turn is written twice and synced; :mod:`adjudicator.testing.search` compares much more. A walk
shows that what is read there is what is sent, and compares what only a directory can give: mails checked by
``verify-mail``, recorded acts with their letters, an archive of all turns.


"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from datetime import timedelta

from secrecy.directory import SECRET, TurnRun, found, make_twin, play, try_to_run
from secrecy.printed import catch, check_all_mails, mask_all, print_all, publish, read_letters, show

from adjudicator.acts.moderation.recording import ActResult
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import give_to_house, replace_player, substitute_player
from adjudicator.acts.moderation.terms import edit_charter, extend_deadline, note_holiday, pause_game, resume_game
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.simulate import Picker
from adjudicator.cli.moderate import tell_recorded
from adjudicator.cli.play import Format
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.report.render import name_report
from adjudicator.testing.memory import START, accept
from adjudicator.testing.outputs import list_outputs
from adjudicator.testing.search import Leak, Tally, cut_difference, find_parting
from adjudicator.testing.twins import BOLDEST, SHY, Below, Twins


class Walk:
    """Plays a game directory below ``folder``, with a twin at every turn; what it finds is in ``tally``.

    In one turn of ``every``, drawn, the moderator's acts are compared too.
    """

    def __init__(self, twins: Twins, number: int, folder: str, every: int = 3) -> None:
        self.twins, self.number, self.every = twins, number, every
        self.path = os.path.join(folder, f"game-{number}")
        self.below = Picker(bytes([number, 3])).below
        self.tally = Tally()
        found(self.path, twins.plan(number))

    def go(self, turns: int) -> Tally:
        """Play so many turns, or to the end of the game."""
        self.tally.games += 1
        for _ in range(turns):
            opened = open_game(self.path)
            if opened.over:
                break
            files = {
                seat: data
                for seat, data in self.twins.write_files(opened, self.below).items()
                if accept(opened, seat, data) is not None
            }
            self.tally.turns += 1
            self.tally.sent += len(files)
            readers: tuple[Reader, ...] = (*opened.seats, Onlooker.PUBLIC)
            self._compare(opened, files, readers[self.below(len(readers))], self.below)
        return self.tally

    def _compare(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below) -> None:
        """Play the turn in the game and in up to three twins, until one has the same course in public."""
        kept, copy = f"{self.path}-kept", f"{self.path}-twin"
        shutil.copytree(self.path, kept)
        before = list_outputs(opened, reader, {}, START)
        course = play(self.path, files, reader)
        for boldness in range(BOLDEST, SHY + 1):
            twin = self.twins.vary(opened, files, reader, below, boldness)
            other = make_twin(kept, copy, twin.record)
            self._hold_against("now", before, list_outputs(other, reader, {}, START), other, reader)
            refused = [seat for seat, data in twin.files.items() if accept(other, seat, data) is None]
            self.tally.refused += len(refused)
            theirs = play(copy, twin.files, reader)
            parted = find_parting(self.twins, course.after.record.events, theirs.after.record.events, reader)
            why = None if parted is None else self.twins.explain(course.after, parted, reader)
            if parted is not None and why is None:
                told = f"another course after {parted.before}", str(parted.one), str(parted.other)
                self.tally.leaks.append(Leak(self.number, opened.record.number, reader, *told))
            if why is not None:
                self.tally.skipped[why] += 1
            elif parted is None and not course.after.over:
                self.tally.changed += twin.changed
                self._compare_courses(course, theirs, copy, reader, below)
            shutil.rmtree(copy)
            if why is None:
                break
        shutil.rmtree(kept)

    def _compare_courses(self, course: TurnRun, theirs: TurnRun, copy: str, reader: Reader, below: Below) -> None:
        self.tally.played += 1
        self.tally.happened.update(event.kind for event in course.after.record.events)
        mine, others = ({f"printed: {name}": text for name, text in both.printed.items()} for both in (course, theirs))
        mails = f"{self.path}-mails"
        for told, path, opened in ((mine, self.path, course.after), (others, copy, theirs.after)):
            told.update(print_all(path, opened, reader))
            told.update(check_all_mails(path, opened, reader, mails))
            told.update(publish(path, opened))
        told = list_outputs(course.after, reader, {}, course.after.record.circumstances.now)
        self._expect_what_is_searched(told, mine, course.after, reader)
        if course.after.record.number and not below(self.every):
            acting = f"{self.path}-acting"
            shutil.copytree(self.path, acting)
            mine |= act(acting, reader)
            shutil.rmtree(acting)
            others |= act(copy, reader)
        self._hold_against("then", mine, others, theirs.after, reader)

    def _expect_what_is_searched(
        self, told: Mapping[str, str], printed: Mapping[str, str], opened: OpenGame, reader: Reader
    ) -> None:
        """What a search reads in memory is what commands print; a difference counts as a leak, for it may hide one."""
        pairs = {
            "report.html": printed["printed: show html"],
            "report.txt": printed["printed: show text"],
            "report.proof": printed[f"file: report {name_report(reader)}.proof"].partition("\n")[2],
            "show.json": printed["printed: show json"],
            "legal": printed.get("printed: legal", "") + printed.get("printed: legal text", ""),
            "form": printed.get("printed: form", ""),
        }
        for name, text in pairs.items():
            one, two = told.get(name, "").rstrip("\n"), text.rstrip("\n")
            if one != two:
                where = f"searched otherwise than printed: {name}"
                self.tally.leaks.append(
                    Leak(self.number, opened.record.number, reader, where, *cut_difference(one, two))
                )

    def _hold_against(
        self, when: str, mine: Mapping[str, str], others: Mapping[str, str], other: OpenGame, reader: Reader
    ) -> None:
        for name in dict.fromkeys((*mine, *others)):
            one, two = mine.get(name, ""), others.get(name, "")
            self.tally.read[_name_kind(name)] += 1
            self.tally.bytes += len(one.encode())
            if one != two:
                where = f"{name} ({when})"
                self.tally.leaks.append(
                    Leak(self.number, other.record.number, reader, where, *cut_difference(one, two))
                )


def _name_kind(name: str) -> str:
    """The kind of output that is counted: without forms, numbers and names of readers."""
    kind, colon, what = name.partition(": ")
    words = what.split(" after ")
    first = words[0].split(",")[0]
    first = first if first.startswith("show --turn") else first.split(" ")[0]
    return kind if kind == "archive" else f"{kind}{colon}{' after '.join([first, *words[1:]])}"


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
    acts: dict[str, Callable[[], ActResult]] = {
        "extend": lambda: extend_deadline(path, None, add_hours(now, _LONG), "a storm", now),
        "pause": lambda: pause_game(path, "a flood", now),
        "resume": lambda: resume_game(path, "the sun is out", now),
        "edit": lambda: edit_charter(path, settings, "it is summer", now),
        "replace": lambda: replace_player(path, seat, None, "gone sailing", SECRET, now),
        "holiday": lambda: note_holiday(path, seat, now.date(), now.date() + timedelta(days=9), "the hills", now),
        "substitute": lambda: substitute_player(path, seat, "Fay", "", "ill", SECRET, now),
        "house": lambda: give_to_house(path, seat, "nobody answers", now),
        "rewind": lambda: rewind_game(path, opened.record.number - 1, "a mistake", now),
    }
    told: dict[str, str] = {}
    heads = [opened.manifest.previous or ""]
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


def _tell(recorded: ActResult) -> str:
    words = catch(lambda: tell_recorded(recorded, dry_run=False, as_json=False))
    return words + catch(lambda: tell_recorded(recorded, dry_run=False, as_json=True))


def _show_all(path: str, reader: Reader) -> str:
    seat = None if isinstance(reader, Onlooker) else reader
    return "\n".join(show(path, None, seat, form) for form in Format)
