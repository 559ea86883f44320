"""Mails that nobody should have to read: mutated byte by byte, built to cost time or memory, and forged.

    cd tests && python -m scrutiny.hostile_mails 20000

No exception leaves the intake, a mutated mail takes less than 50 ms of the processor and a hostile one less than a
second, and of forged mails none is accepted and none answered.
"""

from __future__ import annotations

import base64
import gc
import io
import itertools
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cli.shell import adjudicate, token
from oracle.dice import Dice
from post.odd_mails import BOX, GOLDEN, set_up

from adjudicator.post.file_in_mail import NotFoundError, find_file
from adjudicator.post.keeping import MailPlace
from adjudicator.post.office import KeyOwner, PostOffice, issue_key, write_address
from adjudicator.post.opening import UnopenedError, open_mail
from adjudicator.post.receiving import receive_mail
from adjudicator.store.gamedir import GameDirectory

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LONGEST_MUTATED, LONGEST_HOSTILE = 0.05, 1.0
"""Seconds of the processor."""
MOST_MEMORY = 256
"""MiB at most, with everything that Python and the tests need."""


class Cost(NamedTuple):
    """What a round of mails cost: how many, the longest in seconds of the processor, and what went wrong."""

    mails: int
    longest: float
    faults: tuple[str, ...] = ()
    places: Mapping[str, int] = {}


def mutate(data: bytes, dice: Dice) -> bytes:
    """``data`` with one to twelve bytes or pieces changed, lost, doubled, put in, or moved."""
    made = bytearray(data)
    for _ in range(1 + dice.below(12)):
        at, length = dice.below(len(made)), 1 + dice.below(40)
        piece = bytes(made[at : at + length])
        kind = dice.below(6)
        if kind == 0:
            made[at] = dice.below(256)
        elif kind == 1:
            del made[at : at + length]
        elif kind == 2:
            made[at:at] = piece
        elif kind == 3:
            made[at:at] = bytes(dice.below(256) for _ in range(1 + dice.below(8)))
        elif kind == 4:
            made[at:at] = (b"\n", b"\r\n", b"--", b"=?utf-8?q?", b"\0", b"\xff\xfe", b"> ", b": ")[dice.below(8)]
        else:
            to = dice.below(len(made))
            del made[at : at + length]
            made[to:to] = piece
        made = made or bytearray(b"x")
    return bytes(made)


def try_mutated(games: Path, numbers: Sequence[int]) -> Cost:
    """Mutated mails through the intake; every twentieth is judged as well."""
    mails = [path.read_bytes() for path in sorted(GOLDEN.glob("*.eml")) if path.stat().st_size < 20_000]
    office, longest, faults = PostOffice(str(games), BOX), 0.0, []
    gc.freeze()  # as a post office does when it starts
    for number in numbers:
        dice = Dice(f"mutated mail/{number}")
        data = mutate(mails[dice.below(len(mails))], dice)
        began = time.process_time()
        try:
            find_file(open_mail(data))
        except (UnopenedError, NotFoundError):
            pass
        except Exception as error:  # noqa: BLE001 - what is looked for
            faults.append(f"mail {number}: {error!r}")
        longest = max(longest, time.process_time() - began)
        if number % 20 == 0:
            receive_mail(office, data, "mail", NOW, dry_run=True)
    return Cost(len(numbers), longest, tuple(faults))


def _mail(body: bytes = b"hello\n", head: bytes = b"", kind: bytes = b"text/plain; charset=utf-8") -> bytes:
    return b"From: a@example.org\r\nTo: box@example.org\r\n%sContent-Type: %s\r\n\r\n%s" % (head, kind, body)


def _nest(depth: int, leaf: bytes) -> bytes:
    for number in range(depth):
        leaf = b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n%s\r\n--b%d--\r\n' % (
            number,
            number,
            leaf,
            number,
        )
    return b"From: a@example.org\r\nTo: box@example.org\r\n" + leaf


def _zip(size: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.yaml", b"0" * size)
    return base64.encodebytes(packed.getvalue())


def _attach(name: bytes, data: bytes, kind: bytes = b"text/yaml", cte: bytes = b"8bit") -> bytes:
    part = b"Content-Type: %s\r\nContent-Disposition: attachment; filename%s\r\nContent-Transfer-Encoding: %s\r\n\r\n%s"
    return _mail(b"--b\r\n" + part % (kind, name, cte, data) + b"\r\n--b--\r\n", kind=b'multipart/mixed; boundary="b"')


SIZES = (1, 10, 100, 1_000, 10_000, 30_000, 60_000, 120_000, 240_000, 1_000_000)
FILE = b"game: desert\nturn: 1\nseat: ann\norders:\n"
HOSTILE: Mapping[str, Callable[[int], bytes]] = {
    "encoded words": lambda n: _mail(head=b"Subject: " + b"=?utf-8?q?=41?= " * (n // 15) + b"\r\n"),
    "encoded words in names": lambda n: _mail(head=b"Cc: " + b"=?utf-8?b?QQ==?= <a@b>, " * (n // 20) + b"\r\n"),
    "nested multiparts": lambda n: _nest(min(n, 4_000), b"\r\nx"),
    "nested messages": lambda n: b"Content-Type: message/rfc822\r\n\r\n" * min(n, 8_000) + b"\r\nx",
    "quotes in To": lambda n: _mail(head=b'To: "' + b"\\" * n + b"\r\n"),
    "brackets in From": lambda n: b"From: " + b"(" * n + b"\r\n\r\nx",
    "commas in From": lambda n: b"From: " + b"a@b," * n + b"\r\n\r\nx",
    "keys in To": lambda n: _mail(head=b"To: " + b"box+" + b"a" * 26 + b"@x, " * n + b"\r\n"),
    "many headers": lambda n: _mail(head=b"X-A: b\r\n" * n),
    "folded header": lambda n: _mail(head=b"Subject: a\r\n" + b" b\r\n" * n),
    "content type parameters": lambda n: _mail(kind=b"text/plain" + b"; a=b" * n),
    "continued parameters": lambda n: _mail(
        kind=b"text/plain" + b"".join(b"; a*%d=b" % i for i in range(min(n, 3000)))
    ),
    "boundary lines": lambda n: _mail(b"--b\r\n" * n, kind=b'multipart/mixed; boundary="b"'),
    "long boundary": lambda n: _mail(b"x", kind=b'multipart/mixed; boundary="' + b"b" * n + b'"'),
    "zip bomb": lambda n: _attach(b'="orders.zip"', _zip(n * 100), b"application/zip", b"base64"),
    "zip called YAML": lambda n: _attach(b'="orders.yaml"', _zip(n * 100), b"text/yaml", b"base64"),
    "charset lies": lambda n: _mail(b"\xff\xfe" + FILE * (n // 40 + 1), kind=b"text/plain; charset=utf-7"),
    "strange charsets": lambda n: _mail(FILE, kind=b"text/plain; charset=" + b"idna" * n),
    "path in a name": lambda n: _attach(b"*=utf-8''" + b"..%2f" * n + b"etc%2fpasswd.yaml", FILE),
    "nought in a name": lambda n: _attach(b'="' + b"=?utf-8?q?=00?=" * min(n, 2000) + b'.yaml"', FILE),
    "header injection": lambda n: _mail(FILE, head=b"Subject: =?utf-8?q?" + b"x=0D=0ABcc:_a=40b" * n + b"?=\r\n"),
    "alias bomb": lambda n: _mail(
        FILE + b"".join(b"- &a%d [*a%d, *a%d]\n" % (i, i - 1, i - 1) for i in range(1, min(n, 500) + 1))
    ),
    "merge keys": lambda n: _mail(FILE + b"- &a {b: c}\n" + b"- {<<: [*a, *a]}\n" * n),
    "deep lists": lambda n: _mail(FILE + b"- " + b"[" * n + b"]" * n),
    "deep dashes": lambda n: _mail(FILE + b"- " * n + b"a\n"),
    "long key": lambda n: _mail(FILE + b"- " + b"k" * n + b": a\n"),
    "many games": lambda n: _mail(b"game: desert\nturn: 1\n\n" * n),
    "many forms": lambda n: _mail(FILE + b"\n- a: b\n" + b"# ---- copy from here\n" * n),
    "quoted deep": lambda n: _mail(b">" * n + FILE),
    "angle brackets": lambda n: _mail(b"<" * n + FILE, kind=b"text/html"),
    "comments in HTML": lambda n: _mail(b"<!--" * n + FILE, kind=b"text/html"),
}
"""Hostile mails by the size of what is hostile in them."""


def try_hostile(games: Path, sizes: Sequence[int] = SIZES) -> Cost:
    """Each kind of hostile mail in each of the sizes, received for good."""
    office, longest, faults, places = PostOffice(str(games), BOX), 0.0, [], dict[str, int]()
    before = _list_files(games)
    for (name, make), size in itertools.product(HOSTILE.items(), sizes):
        data = make(size)
        began = time.process_time()
        try:
            place = receive_mail(office, data, "mail", NOW).place.value
            places[place] = places.get(place, 0) + 1
        except Exception as error:  # noqa: BLE001 - what is looked for
            faults.append(f"{name}, {size}: {error!r}")
        took = time.process_time() - began
        longest = max(longest, took)
        if took > LONGEST_HOSTILE:
            faults.append(f"{name}, {size}: {took:.1f} s")
    faults += [f"made {path}" for path in _list_files(games) - before]
    return Cost(len(HOSTILE) * len(sizes), longest, tuple(faults), places)


def _list_files(games: Path) -> set[Path]:
    """What there is around the ``games``, without what an office keeps of mails and of what was refused."""
    ours = {"post", "refused", "private"}
    return {path for path in games.parent.rglob("*") if ours.isdisjoint(path.parts)}


def list_forged(games: Path) -> Iterator[bytes]:
    """Mails in which nothing gives the right to speak: every wrong token with every wrong key, seat, game, turn."""
    desert = games / "desert"
    right, other, elsewhere = token(desert, "ann"), token(desert, "bob"), token(games / "catan", "ann")
    dead_token, dead_key = token(desert, "cem"), _key(games, "desert", "cem")
    ran = adjudicate("replace", desert, "--seat", "cem", "--reason", "gone", "--now", "2026-01-01T12:00:00Z")
    assert ran.code == 0, ran
    keys = ("", "a" * 26, dead_key, _key(games, "desert", "ann")[:-2] + "a7", _key(games, "catan", "ann"))
    tokens = ("", "0" * 32, dead_token, right[:-1], right[::-1], "x" + right[1:], elsewhere, other)
    claims = (("desert", "ann"), ("desert", "cem"), ("desert", "nobody"), ("nogame", "ann"))
    senders = ("ann@example.org", "bob@example.org", "mallory@example.org")
    for key, said, (game, seat), turn, sender in itertools.product(keys, tokens, claims, (0, 1, 2), senders):
        if key == keys[-1] and said == "":
            continue  # catan's own player, who has mistaken the game: told so, at the address of that player
        to = write_address(BOX, key) if key else BOX
        text = f"game: {game}\nturn: {turn}\nseat: {seat}\ntoken: {said}\norders:\n- leader: pink A3\n"
        yield f"From: {sender}\r\nTo: {to}\r\nContent-Type: text/plain\r\n\r\n{text}".encode()


def _key(games: Path, game: str, seat: str) -> str:
    key = issue_key(str(games), GameDirectory(str(games / game)), KeyOwner(game, seat, 1))
    assert key is not None
    return key


def try_forged(games: Path, step: int = 1) -> Cost:
    """Every ``step``-th of the forged mails, received for good."""
    office, longest, faults, places = PostOffice(str(games), BOX), 0.0, [], dict[str, int]()
    forged = list(list_forged(games))[::step]
    before = list(games.glob("*/outbox/*"))
    for data in forged:
        began = time.process_time()
        record = receive_mail(office, data, "mail", NOW)
        longest = max(longest, time.process_time() - began)
        places[record.place.value] = places.get(record.place.value, 0) + 1
        if record.place is not MailPlace.PARKED or record.letters:
            faults.append(f"{record}: {data!r}")
    if sorted(before) != sorted(games.glob("*/outbox/*")) or list(games.glob("*/inbox/*/*")):
        faults.append("something was filed or answered")
    return Cost(len(forged), longest, tuple(faults), places)


def main() -> None:
    """As many mutated mails as the command line says, all hostile ones, all forged ones."""
    with tempfile.TemporaryDirectory() as name:
        games = set_up(Path(name))
        tried = {
            "mutated": try_mutated(games, range(int(sys.argv[1]))),
            "hostile": try_hostile(games),
            "forged": try_forged(games),
        }
    for what, cost in tried.items():
        sys.stdout.write(f"{what}: {cost.mails} mails, longest {cost.longest * 1000:.0f} ms, {dict(cost.places)}\n")
        sys.stdout.write("".join(f"  {fault}\n" for fault in cost.faults[:20]))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"at most {memory} MiB of memory\n")
    sys.exit(memory > MOST_MEMORY or any(cost.faults for cost in tried.values()))


if __name__ == "__main__":
    main()
