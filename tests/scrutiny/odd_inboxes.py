"""Odd inboxes, sixty kinds: whatever a mail program left there, the turn runs, and nobody else's orders suffer."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from scrutiny.beside import GAME, NOW, call_aside
from torture.tally import Tally, count

GOOD = (GAME / "inbox" / "amira" / "01.yaml").read_bytes().replace(b"seat: amira", b"seat: bilal")
"""Orders that are understood; the seat is no other's."""
Odd = Callable[[Path], object]
"""Puts something odd into the folder of a seat."""


def named(name: str | bytes, data: bytes = GOOD) -> Odd:
    """A file of this name."""

    def put(folder: Path) -> None:
        place = os.path.join(os.fsencode(folder), os.fsencode(name))
        with open(place, "wb") as file:
            file.write(data)

    return put


def beside(name: str, data: bytes = GOOD) -> Odd:
    """A file of this name that is in no seat's folder."""
    return lambda folder: named(name, data)(folder.parent)


def many(number: int, pattern: str) -> Odd:
    def put(folder: Path) -> None:
        for one in range(number):
            named(pattern.format(one), GOOD + f"# {one}\n".encode())(folder)

    return put


def sparse(folder: Path) -> None:
    with (folder / "huge.yaml").open("wb") as file:
        file.truncate(1 << 30)


def listen(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as ear:
            ear.bind("ear.yaml")
    finally:
        os.chdir(here)


def lock_away(folder: Path) -> None:
    named("closed.yaml")(folder)
    (folder / "closed.yaml").chmod(0)


ODD: dict[str, Odd] = {
    **{f"a name of {length} bytes": named("c" * length) for length in (1, 200, 240, 242, 243, 247, 250, 254, 255)},
    **{f"a name of {n + 5} bytes with its ending": named("d" * n + ".yaml") for n in (235, 242, 243, 249, 250)},
    "a name of 85 characters and 255 bytes": named("䷀" * 85),
    "bytes that are no text": named(b"\xff\xfe\x80.yaml"),
    "255 bytes that are no text": named(b"\xff" * 255),
    "a name with a line end": named("a\nbilal: green: accepted.yaml"),
    "a name that moves the cursor": named("\x1b[2J\x1b[1;1H.yaml"),
    "a name that turns round": named("a\u202eyaml.exe"),
    "a name of blanks": named("   "),
    "a name like an option": named("--force"),
    "a name with a tab and a quote": named("a\t'\"`$(id).yaml"),
    "a name with a backslash": named("..\\..\\game.yaml"),
    "a name in other capitals": named("01.YAML"),
    "a decomposed letter": named("cafe\u0301.yaml"),
    "no ending": named("orders"),
    "another ending": named("orders.yml"),
    "two endings": named("orders.yaml.txt"),
    "a receipt of nothing numbered": named("x.receipt.json", b"{}"),
    "a receipt of one digit": named("1.receipt.json", b"{}"),
    "a receipt of a receipt": named("01.yaml.receipt.json", b"{}"),
    "what looks unfinished": named("x.yaml.aside"),
    "a hidden file": named(".DS_Store"),
    "a hidden file with an ending": named(".01.yaml.swp"),
    "a number of one digit": named("1.yaml"),
    "a number with zeros": named("000000001.yaml"),
    "the highest number": named("999999999.yaml"),
    "a number of ten digits": named("1234567890.yaml"),
    "a number of 240 digits": named("9" * 240 + ".yaml"),
    "number nought": named("00.yaml"),
    "nothing in it": named("empty.yaml", b""),
    "bytes in it that are no text": named("b.yaml", bytes(range(256))),
    "a text of 16 bits": named("u.yaml", GOOD.decode().encode("utf-16")),
    "a mark at the beginning": named("m.yaml", b"\xef\xbb\xbf" + GOOD),
    "line ends of Windows": named("w.yaml", GOOD.replace(b"\n", b"\r\n")),
    "a nought byte": named("n.yaml", GOOD + b"\0"),
    "one byte too many": named("l.yaml", b"#" * (64 * 1024 + 1)),
    "a gigabyte of holes": sparse,
    "brackets without end": named("d.yaml", b"[" * 60_000),
    "a folder": lambda folder: (folder / "sub").mkdir(),
    "a folder with the name of a file": lambda folder: (folder / "07.yaml").mkdir(),
    "a full folder": lambda folder: shutil.copytree(GAME / "inbox", folder / "inbox"),
    "a pipe": lambda folder: os.mkfifo(folder / "pipe.yaml"),
    "a numbered pipe": lambda folder: os.mkfifo(folder / "08.yaml"),
    "a socket": listen,
    "a link to a file": lambda folder: (folder / "link.yaml").symlink_to("/etc/passwd"),
    "a link to nothing": lambda folder: (folder / "gone.yaml").symlink_to("nowhere"),
    "a link to itself": lambda folder: (folder / "loop.yaml").symlink_to("loop.yaml"),
    "a link to a device": lambda folder: (folder / "zero.yaml").symlink_to("/dev/zero"),
    "a link to a folder": lambda folder: (folder / "up").symlink_to("../.."),
    "a second name of a file": lambda folder: os.link(folder / "01.yaml", folder / "same.yaml"),
    "a file that is closed": lock_away,
    "two hundred files": many(200, "m{:03}.yaml"),
    "two hundred hidden ones": many(200, ".m{:03}"),
    "a file for nobody": beside("mail.yaml"),
    "a folder for nobody": lambda folder: (folder.parent / "bilall").mkdir(),
    "255 bytes for nobody": beside("e" * 255),
    "a link for nobody": lambda folder: (folder.parent / "zoe").symlink_to("/etc"),
}
"""What is odd, and how it comes about."""

FEW = ("a name of 243 bytes", "bytes that are no text", "a numbered pipe", "a link for nobody")


def try_inboxes(folder: Path, kinds: Sequence[str] = tuple(ODD)) -> Tally:
    """Each of ``kinds`` in an inbox of its own: the turn runs, the next command works, and nothing outside changes."""
    folder.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    for kind in kinds:
        game = Path(shutil.copytree(GAME, folder / "g42"))
        ODD[kind](game / "inbox" / "bilal")
        trouble = []
        for words, codes in (
            (("status",), {0}),
            (("run", "--dry-run", *NOW), {0}),
            (("run", "--turn", "7", *NOW), {0}),
            (("run", "--turn", "7", *NOW), {0}),
            (("verify",), {0, 1}),
            (("rewind", "--to", "6", "--reason", "odd", *NOW), {0}),
            (("run", "--turn", "7", *NOW), {0}),
        ):
            code, said = call_aside(words, game)
            if code not in codes:
                trouble.append(f"{' '.join(words)}: {code}: {said}")
        tally = tally.plus(count(1, trouble, kind))
        shutil.rmtree(game)
    return tally
