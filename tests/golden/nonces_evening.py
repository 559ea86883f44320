"""A game at level L2 from its invitations on: what its players read, and the answers to what goes wrong.

``nonces.txt`` has what commands print, what reports say and the letters, each sentence where it comes first.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cli.level_two import SEATS, Table
from cli.shell import Ran
from golden.telling import REASON, adjudicate, leave_tables_out, list_new, write_lines

FILE = "nonces.txt"


def list_told() -> Iterator[tuple[str, str]]:
    """Step, and what is said in it."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), "catan")
        yield from play_joining(table)
        table.place()
        yield from play_turn(table)


def write(table: Table, seat: str, text: str) -> Path:
    """A file that the seat has written by hand."""
    file = table.folder / f"{seat}-other.yaml"
    file.write_text(text)
    return file


def play_joining(table: Table) -> Iterator[tuple[str, str]]:
    """Joining and opening, and what goes wrong."""

    say = partial(say_of, table)
    yield "invitation", table.letter("ann", "invitation").read_text()
    joining = {seat: table.write_answer(seat, "join") for seat in SEATS}
    yield "too early", say(table.run())
    yield "start", say(table.start())
    yield "no file", say(table.send("ann", write(table, "ann", "Hello,\nI join.\n")))
    yield "join", say(table.send("ann", joining["ann"]))
    yield "no file any more", say(table.send("ann", write(table, "ann", "Hello,\nI join.\n")))
    yield "joins as somebody else", say(table.send("bob", joining["ann"]))
    yield (
        "joins with the words of another",
        say(table.send("bob", write(table, "bob", copy_words(joining["bob"], joining["ann"])))),
    )
    yield "opens too early", say(table.send("ann", write(table, "ann", f'game: g\nseat: ann\nopening: "{"1" * 64}"\n')))
    yield "nobody's promise", say(table.nonces("ann", "open", table.letter("ann", "invitation")))
    yield "half a letter", say(table.nonces("ann", "join", write(table, "ann", "game: g\nseat: ann\n")))
    for seat in SEATS[1:]:
        yield "join", say(table.send(seat, joining[seat]))
    yield "start", say(table.start())
    yield "anchors", table.letter("ann", "anchors").read_text()
    yield "joins too late", say(table.send("ann", write(table, "ann", change("anchor", joining["ann"]))))
    yield (
        "another promise",
        say(table.nonces("ann", "open", write(table, "ann", change("commitment", table.letter("ann", "anchors"))))),
    )
    cut = re.sub(r"(?m)^(commitment: +[0-9a-f]{9}).*", r"\1", table.letter("ann", "invitation").read_text())
    yield "an invitation that is cut off", say(table.nonces("dan", "join", write(table, "dan", cut)))
    yield "another list", say(table.nonces("ann", "open", write(table, "ann", forget(table, "ann"))))
    yield "into a file", say(table.nonces("ann", "open", table.letter("ann", "anchors"), "-o", table.folder / "o.yaml"))
    opening = table.write_answer("ann", "open")
    right = opening.read_text()
    opening.write_text(re.sub('opening: "?[0-9a-f]+"?', f'opening: "{"1" * 64}"', right))
    yield "another opening", say(table.send("ann", opening))
    opening.write_text(re.sub("(?m)^opening:.*", "orders: []", right))
    yield "orders before the game", say(table.send("ann", opening))
    for seat in SEATS:
        yield "open", say(table.answer(seat, "open"))
    yield "start, tried", say(table.start("--dry-run"))
    yield "start", say(table.start())
    yield "start again", say(table.start())


def say_of(table: Table, ran: Ran) -> str:
    """What was printed, without the folder."""
    return (ran.out + ran.err).replace(str(table.folder), "")


def play_turn(table: Table) -> Iterator[tuple[str, str]]:
    """A turn with wrong nonces and the right one, and one that is forced."""

    say = partial(say_of, table)
    (seat,) = table.awaited()
    other = next(name for name in SEATS if name != seat)
    yield "report", leave_tables_out(say(adjudicate("show", table.path, "--seat", seat)))
    yield "no nonce", say(table.send(seat, table.write_move(seat, ["end: turn"], stamp=False)))
    yield "status", say(adjudicate("status", table.path, "--now", "2026-01-01T00:00:00Z"))
    good = table.write_move(seat, ["end: turn"])
    wrong = good.read_text()
    good.write_text(re.sub(r'(?m)^nonce:.*"([0-9a-f]+)"?', f'nonce: "{"1" * 64}"', wrong))
    yield "a wrong nonce", say(table.send(seat, good))
    good.write_text(wrong)
    yield "stamped again", say(table.nonces(seat, "stamp", good))
    theirs = write(table, other, table.write_move(other, []).read_text().replace(f"seat: {other}", f"seat: {seat}"))
    yield "somebody else's keyring", say(table.nonces(other, "stamp", theirs))
    plain = write(table, seat, f"game: g\nturn: 1\nseat: {seat}\norders: []\n")
    yield "stamped without a line", say(table.nonces(seat, "stamp", plain))
    yield "stamped far ahead", say(table.nonces(seat, "stamp", plain, "--epoch", "60"))
    yield "stamped for no epoch", say(table.nonces(seat, "stamp", plain, "--epoch", "999999"))
    yield from stamp_what_is_hard_to_read(table, seat)
    yield from stamp_with_odd_files(table, seat)
    early = write(table, seat, f"game: g\nturn: 1\nseat: {seat}\norders: []\n")
    yield "stamped early", say(table.nonces(seat, "stamp", early, "--epoch", "2"))
    (given,) = re.findall(r'nonce: "([0-9a-f]+)"', early.read_text())
    good.write_text(re.sub(r"(?m)^nonce:.*", f'nonce: "{given}"', wrong))
    yield "a later nonce", say(table.send(seat, good))
    older = write(table, seat, f"game: g\nturn: 1\nseat: {seat}\norders: []\n")
    assert table.nonces(seat, "stamp", older, "--epoch", "1").code == 0
    (given,) = re.findall(r'nonce: "([0-9a-f]+)"', older.read_text())
    good.write_text(re.sub(r"(?m)^nonce:.*", f'nonce: "{given}"', wrong))
    yield "an older nonce", say(table.send(seat, good))
    for name in (other, *(name for name in SEATS if name not in {seat, other})):
        foreign = write(table, name, f"game: g\nturn: 1\nseat: {name}\norders: []\n")
        assert table.nonces(name, "stamp", foreign, "--epoch", "1").code == 0
        (given,) = re.findall(r'nonce: "([0-9a-f]+)"', foreign.read_text())
        good.write_text(re.sub(r"(?m)^nonce:.*", f'nonce: "{given}"', wrong))
        yield "another seat's nonce", say(table.send(seat, good))
    good.write_text(wrong)
    yield "the right nonce", say(table.send(seat, good))
    yield "a nonce of nobody who is asked", say(table.send(other, table.write_move(other, [])))
    unasked = f'game: g\nturn: 10\nseat: {other}\nnonce: "{given}"\n'
    yield "a nonce that nobody needs", say(table.send(other, write(table, other, f"{unasked}orders: []\n")))
    yield "a nonce alone", say(table.send(other, write(table, other, unasked)))
    yield "edit", say(adjudicate("edit", table.path, "--set", "pacing=round", *REASON))
    yield "turn", say(table.run())
    yield "forced", say(table.run("--force", "--now", "2026-01-09T00:00:00Z"))
    for name in SEATS:
        yield "report", leave_tables_out(say(adjudicate("show", table.path, "--seat", name)))
    yield "replace", say(adjudicate("replace", table.path, "--seat", other, *REASON, "--now", "2026-01-09T01:00:00Z"))
    (invitation,) = (table.path / "outbox").glob(f"*-{other}-invitation-*.txt")
    yield "invitation of a successor", leave_tables_out(invitation.read_text())
    yield from play_by_house(table)


def play_by_house(table: Table) -> Iterator[tuple[str, str]]:
    """The house takes every seat, and plays two turns."""
    say = partial(say_of, table)
    for name in SEATS:
        house = adjudicate("house", table.path, "--seat", name, *REASON, "--now", "2026-01-09T02:00:00Z")
        yield "the house plays a seat", say(house)
    for _ in range(2):
        yield "a turn of the house", say(table.run("--now", "2026-01-09T03:00:00Z"))
    yield "report of a house alone", leave_tables_out(say(adjudicate("show", table.path)))


def stamp_what_is_hard_to_read(table: Table, seat: str) -> Iterator[tuple[str, str]]:
    """Files as phones write them, in another encoding, and such as say nothing."""
    say = partial(say_of, table)
    yield "stamped, unreadable", say(table.nonces(seat, "stamp", write(table, seat, "game: [\n")))
    phone = write(table, seat, f"Hello\n\nGame: g\nTurn: 1\nSeat: {seat}\nOrders:\n\u2013 end: turn\n")
    yield "stamped, from a phone without a line", say(table.nonces(seat, "stamp", phone, "--epoch", "1"))
    phone.write_bytes("game: g\nseat: r\xe9d\n".encode("latin-1"))
    yield "stamped, in another encoding", say(table.nonces(seat, "stamp", phone))
    yield "stamped, nobody's", say(table.nonces(seat, "stamp", write(table, seat, "turn: 1\n")))


def stamp_with_odd_files(table: Table, seat: str) -> Iterator[tuple[str, str]]:
    """Links, folders, keyrings that others may read, and files that are no keyring."""
    head = f"game: g\nturn: 1\nseat: {seat}\norders: []\n"
    file, link, odd = write(table, seat, head), table.folder / "link", table.folder / "odd"

    def stamp(keyring: Path, named: Path = file) -> str:
        ran = adjudicate("nonces", "stamp", named, "--keyring", keyring, "--epoch", "1")
        return (ran.out + ran.err).replace(str(table.folder), "")

    yield "no place for a nonce", stamp(table.keyring(seat), write(table, seat, f"{head}nonce: []\n"))
    write(table, seat, head)
    link.symlink_to(file)
    yield "a link", stamp(table.keyring(seat), link)
    link.unlink()
    link.symlink_to(table.keyring(seat))
    yield "a link for a keyring", stamp(link)
    yield "a folder for a file", stamp(table.keyring(seat), table.folder)
    yield "a folder for a keyring", stamp(table.folder)
    for text in (
        "hello",
        '{"format": "x", "keys": []}',
        table.keyring(seat).read_text().replace('"epochs": ', '"epochs": 0.'),
    ):
        odd.write_text(text)
        odd.chmod(0o600)
        yield "no keyring", stamp(odd)
    table.keyring(seat).chmod(0o644)
    yield "a keyring that others may read", stamp(table.keyring(seat))
    table.keyring(seat).chmod(0o600)


def copy_words(file: Path, other: Path) -> str:
    """What ``file`` says of its seat, with the anchor and commitment of ``other``."""
    words = re.search(r"(?ms)^anchor:.*", other.read_text())
    assert words is not None
    return re.sub(r"(?ms)^anchor:.*", words[0], file.read_text())


def change(name: str, letter: Path) -> str:
    """A letter with another value of the line ``name``."""
    return re.sub(rf"(?m)^({name}: +\"?)[0-9a-f]+", rf"\g<1>{'2' * 64}", letter.read_text())


def forget(table: Table, seat: str) -> str:
    """The letter with the anchors, and another in place of that of ``seat``."""
    return re.sub(
        rf"(?s)(\nseat {seat}\n.*?)[0-9a-f]{{64}}", rf"\g<1>{'3' * 64}", table.letter(seat, "anchors").read_text()
    )


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
