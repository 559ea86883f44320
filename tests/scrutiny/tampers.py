"""Bar 8, second half: what somebody may do to a directory or an archive other than flip a bit, listed by hand.

``verify`` is the installed command. A tamper is found where it ends with code 1 and a finding names the place; a mode
that is merely loose is a remark, since a copy by git or by mail keeps no modes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from parts import Part, find, part_of
from scrutiny.games import KINDS, play_turns
from torture.tally import Tally, count
from torture.tracing import environment, run_plain

from adjudicator.ledger.archive import pack, unpack

TURNS = 3
TURN = "turns/0002"
NEWEST = "turns/0003"


class Case(NamedTuple):
    """A game that may be spoilt, another game of the same name, and the archive of the first."""

    game: Path
    other: Path
    archive: Path


class Tamper(NamedTuple):
    """What is done, and the place that has to be named."""

    name: str
    spoil: Callable[[Case], object]
    place: str


def _link(name: str) -> Callable[[Case], None]:
    return lambda case: (case.game / name).symlink_to((case.game / name).rename(case.game.parent / "elsewhere"))


def _fifo(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _swap(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def _splice(case: Case, turn: str) -> None:
    shutil.copy(case.other / f"{turn}.turn", case.game / f"{turn}.turn")


def _cut(case: Case) -> None:
    (case.game / f"{NEWEST}.turn").unlink()
    shutil.rmtree(case.game / NEWEST)


def _append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


def _receipt(case: Case) -> Part:
    return next(part_of(case.game, f"{TURN}/").glob("orders/*/01.receipt.json"))


def _cut_record(case: Case, most: int) -> None:
    path = case.game / f"{TURN}.turn"
    path.write_bytes(path.read_bytes()[:most])


def _change_record(case: Case, old: bytes, new: bytes) -> None:
    """Change the record of a turn and leave it its checksum."""
    path = case.game / f"{TURN}.turn"
    text = path.read_bytes()
    assert old in text
    path.write_bytes(text.replace(old, new, 1))


def _soften(case: Case) -> None:
    path = _receipt(case)
    receipt = json.loads(path.read_text())
    path.write_text(path.read_text().replace(receipt["received"], "2025-01-01T00:00:00Z"))


def _repack(case: Case, change: Callable[[dict[str, bytes]], object]) -> None:
    members = unpack(case.archive.read_bytes())
    change(members)
    case.archive.write_bytes(pack(members))


def _change_member(name: str) -> Callable[[Case], None]:
    return lambda case: _repack(case, lambda members: members.update({name: members[name] + b" "}))


def _cut_archive(case: Case) -> None:
    case.archive.write_bytes(case.archive.read_bytes()[:-100])


def _write(name: str, text: str = "{}") -> Callable[[Case], object]:
    return lambda case: find(case.game, name).write_text(text)


def _beside(case: Case, name: str) -> None:
    (case.game / TURN).mkdir(exist_ok=True)
    (case.game / TURN / name).write_text("{}")


def _remove(name: str) -> Callable[[Case], object]:
    return lambda case: find(case.game, name).unlink()


STATE = f"{TURN}/state.json"
RECORD = f"{TURN}.turn"
PRIVATE = ("private.json", "reports.json")
IN_DIRECTORY = (
    Tamper("link for a record", _link(RECORD), RECORD),
    Tamper("link for the newest record", _link(f"{NEWEST}.turn"), f"{NEWEST}.turn"),
    Tamper("link for a turn's reports", _link(f"{NEWEST}/reports"), f"{NEWEST}/reports"),
    Tamper("fifo for a record", lambda case: _fifo(case.game / RECORD), RECORD),
    Tamper("folder for a record", lambda case: ((case.game / RECORD).unlink(), (case.game / RECORD).mkdir()), RECORD),
    Tamper("fifo among the turns", lambda case: _fifo(case.game / "turns/0009.turn"), "turns/0009.turn"),
    Tamper("extra part in a turn", _write(f"{TURN}/extra.json"), f"{TURN}/extra.json"),
    Tamper("part that leads out of a turn", _write(f"{TURN}/orders/../../../x"), f"{TURN}/orders/../../../x"),
    Tamper("extra file beside a turn", lambda case: _beside(case, "state.json"), STATE),
    Tamper("record cut off", lambda case: _cut_record(case, -100), RECORD),
    Tamper("record emptied", lambda case: _cut_record(case, 0), RECORD),
    Tamper("record without its checksum", lambda case: _cut_record(case, -72), RECORD),
    Tamper("record with a word more", lambda case: _append(case.game / RECORD, "more\n"), RECORD),
    Tamper("record with another length", lambda case: _change_record(case, b"state.json ", b"state.json 1"), RECORD),
    Tamper("record with a part renamed", lambda case: _change_record(case, b"state.json ", b"stage.json "), RECORD),
    Tamper("record of another kind", lambda case: _change_record(case, b"adjudicate turn 1", b"adjudicate turn 2"),
           RECORD),
    Tamper("extra file at the top", _write("notes.txt"), "notes.txt"),
    Tamper("extra order", _write(f"{TURN}/orders/seat1/07.yaml"), f"{TURN}/orders/seat1/07.yaml"),
    Tamper("extra report", _write(f"{TURN}/reports/eve.txt"), f"{TURN}/reports/eve.txt"),
    Tamper("stray folder beside a turn", lambda case: (case.game / TURN / "more").mkdir(parents=True), f"{TURN}/more"),
    Tamper("stray folder among the turns", lambda case: (case.game / "turns/2").mkdir(), "turns/2"),
    Tamper("stray folder at the top", lambda case: (case.game / "old").mkdir(), "old"),
    *(
        Tamper(f"missing {name}", _remove(f"{TURN}/{name}"), f"{TURN}/{name}")
        for name in ("state.json", "agenda.json", "events.json", "chance.json", "turn.json", *PRIVATE)
    ),
    Tamper("missing order", lambda case: (_receipt(case).parent / "01.yaml").unlink(), f"{TURN}/orders/"),
    Tamper("missing receipt", lambda case: _receipt(case).unlink(), f"{TURN}/orders/"),
    Tamper("missing reports.json of the newest turn", _remove(f"{NEWEST}/reports.json"), f"{NEWEST}/reports.json"),
    Tamper("missing turn", lambda case: (case.game / RECORD).unlink(), TURN),
    Tamper("missing newest turn, with its reports there", lambda case: (case.game / f"{NEWEST}.turn").unlink(), NEWEST),
    Tamper("missing set-up", lambda case: (case.game / "turns/0000.turn").unlink(), "turns/0000"),
    Tamper("missing charter of turn 0", _remove("turns/0000/game.yaml"), "turns/0000/game.yaml"),
    Tamper("swapped turns", lambda case: _swap(case.game / "turns/0001.turn", case.game / RECORD), "turns/0001"),
    Tamper("turn copied to the end",
           lambda case: shutil.copy(case.game / f"{NEWEST}.turn", case.game / "turns/0004.turn"), "turns/0004"),
    Tamper("spliced turn of another game", lambda case: _splice(case, TURN), TURN),
    Tamper("spliced newest turn of another game", lambda case: _splice(case, NEWEST), NEWEST),
    Tamper("cut-off end, with --expect", _cut, "turns: no turn has the expected head"),
    Tamper("changed charter", lambda case: _append(case.game / "game.yaml", "# a word more\n"), "game.yaml"),
    Tamper("changed receipt", _soften, f"{TURN}/orders/"),
    Tamper("changed secret", _write("private/secret", "02" * 32 + "\n"), "private/secret"),
    Tamper("changed proof", lambda case: _append(case.game / NEWEST / "reports/seat1.proof", "x"), NEWEST),
    Tamper("changed report", lambda case: _append(case.game / NEWEST / "reports/seat1.txt", "You won."), NEWEST),
)  # fmt: skip
LOOSE = (
    Tamper("changed mode of a file", lambda case: (case.game / "private/secret").chmod(0o644), "private/secret"),
    Tamper("changed mode of a folder", lambda case: (case.game / NEWEST).chmod(0o777), NEWEST),
    Tamper("changed mode of a record", lambda case: (case.game / RECORD).chmod(0o666), RECORD),
)
IN_ARCHIVE = (
    *(
        Tamper(f"changed archive member {name}", _change_member(name), name)
        for name in (f"game/{RECORD}", "game/game.yaml", f"game/{NEWEST}.turn", "play.txt", "replay.html")
    ),
    Tamper("changed record.json", _change_member("record.json"), "record.json"),
    Tamper("missing archive member", lambda case: _repack(case, lambda members: members.pop(f"game/{RECORD}")),
           f"game/{RECORD}"),
    Tamper("archive cut off", _cut_archive, ""),
)  # fmt: skip


def tamper(folder: Path, kinds: int = len(KINDS), most: int | None = None, mutant: str | None = None) -> Tally:
    """Every tamper on a three-turn game of each kind, or the first ``most`` of each list."""
    summed = Tally()
    for number, kind in enumerate(KINDS[:kinds]):
        base = folder / kind.name
        base.mkdir(parents=True)
        model = play_turns(base / "model", kind, number, TURNS)
        other = play_turns(base / "other" / "model", kind, number + len(kind.seats), TURNS)
        variables = environment(mutant, base)
        made = run_plain(["archive", str(model), "-o", str(base / "model.zip"), "--json"], environment(None, base))
        head = json.loads(made.out)["head"]
        sound = run_plain(["verify", str(model), str(base / "model.zip"), "--expect", head], variables)
        summed = summed.plus(count(1, [sound.out] if sound.code else [], f"{kind.name}, as it was"))
        for tampers, code in ((IN_DIRECTORY, 1), (LOOSE, 0), (IN_ARCHIVE, 1)):
            for one in tampers[:most]:
                game = Path(shutil.copytree(model, base / "spoilt" / "model"))
                archive = Path(shutil.copy(base / "model.zip", base / "spoilt.zip"))
                trouble = _try_one(one, Case(game, other, archive), code, head, variables)
                summed = summed.plus(count(1, trouble, f"{kind.name}, {one.name}"))
                shutil.rmtree(base / "spoilt")
    return summed


def _try_one(one: Tamper, case: Case, code: int, head: str, variables: dict[str, str]) -> list[str]:
    """What ``verify`` should have said of a tamper and did not."""
    spoilt = case.archive if one in IN_ARCHIVE else case.game
    one.spoil(case)
    ran = run_plain(["verify", str(spoilt), "--expect", head, "--json"], variables)
    if ran.code not in {0, 1} or ran.err:
        return [f"exit {ran.code}: {ran.out[:200]} {ran.err}"]
    said = json.loads(ran.out)
    places = said["findings"] if code else said["remarks"]
    if ran.code != code or not any(place.startswith(one.place) for place in places):
        return [f"exit {ran.code}, {one.place} is not named: {places}"]
    return []
