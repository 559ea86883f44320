"""An evening of mistakes and one of a moderator: what the program answers, and which letters go out.

``answers.txt`` has the answer to many wrong move files, ``moderator.txt`` what commands print and letters say.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml
from golden.telling import GAMES, REASON, SENTENCES, adjudicate, read_letter, shorten_hashes

from adjudicator.acts.filing import submit_file
from adjudicator.cli.run import list_answer_lines
from adjudicator.intake import reader

NOW = datetime(2026, 9, 21, 8, tzinfo=UTC)
HEAD = "game: g42\nturn: 7\nseat: amira\n"
ORDERS = "orders:\n- place: pink I5\n- place: pink J6\n"
GOOD = HEAD + ORDERS
FILES: dict[str, str | bytes] = {
    "all is well": GOOD,
    "a note, letters and a draft": f"{GOOD}draft: true\nnote: away on Sunday\npress:\n- to: [bilal]\n  text: Hello\n",
    "nothing": "",
    "no keys": "pink I5 and pink J6\n",
    "a letter of a mail program": "Hello,\nI go to I5.\n",
    "far too long": HEAD + "note: " + "x" * 70000,
    "UTF-16": GOOD.encode("utf-16"),
    "a long note": f"{HEAD}note: {'x' * 3000}\n{ORDERS}",
    "too many orders": f"{HEAD}orders:\n" + "- place: pink I5\n" * 300,
    "too many values": f"{HEAD}orders: [{'pink, ' * 9000}pink]\n",
    "a key with brackets": f"{HEAD}[a, b]: c\n{ORDERS}",
    "a line without a colon": f"{HEAD}orders:\n- place: pink I5\nplease\n",
    "another encoding": (HEAD + "note: Kö").encode("latin-1") + b"\xff\xfe\n",
    "another game": GOOD.replace("g42", "g43"),
    "no seat": GOOD.replace("seat: amira\n", ""),
    "a seat that nobody has": GOOD.replace("amira", "zoe"),
    "a misspelt seat": GOOD.replace("amira", "amria"),
    "somebody else's seat": GOOD.replace("amira", "bilal"),
    "an older turn": GOOD.replace("turn: 7", "turn: 6"),
    "a later turn": GOOD.replace("turn: 7", "turn: 9"),
    "no turn": GOOD.replace("turn: 7\n", ""),
    "an older report": f'{HEAD}after: "0123456789abcdef"\n{ORDERS}',
    "a wrong token": f"{HEAD}token: {'1' * 32}\n{ORDERS}",
    "an unknown key": f"{GOOD}fallbak: []\n",
    "the same key twice": f"{GOOD}turn: 7\n",
    "orders beside their key": f"{HEAD}orders: - place: pink I5\n",
    "two orders in one line": f"{HEAD}orders: - place: pink I5 - place: pink J6\n",
    "a condition without colons": f"{HEAD}orders:\n  - place: pink I5\n    if: {{hex I5, is empty}}\n",
    "orders without dashes": f"{HEAD}orders:\n  place: pink I5\n  place: pink J6\n",
    "an order again in an item": f"{HEAD}orders:\n- place: pink I5\n  place: pink J6\n",
    "a dash left out": f"{HEAD}orders:\n  - place: pink I5\n  place: pink J6\n",
    "a list without a name": f"{HEAD}- place: pink I5\n",
    "an order beside the orders": f"{HEAD}place: pink I5\n",
    "orders at the left edge without dashes": f"{HEAD}orders:\n# Due: 2 camels\nplace: pink I5\nplace: pink J6\n",
    "an order beside empty orders": f"{HEAD}orders: []\nplace: pink I5\n",
    "an order that is a text": f"{HEAD}orders:\n- place pink I5\n- leader pink J6\n",
    "a condition behind an order": f"{HEAD}orders:\n- place: pink I5 if I6 is empty\n- place: pink J6\n",
    "an unknown order": f"{HEAD}orders:\n- palce: pink I5\n- pass\n",
    "two orders in an item": f"{HEAD}orders:\n- place: pink I5\n  leader: pink J6\n",
    "two orders in a line": f"{HEAD}orders:\n- place: pink I5, place: pink J6\n",
    "orders in a quote": f"{HEAD}orders:\n> - place: pink I5\n> - place: pink J6\n",
    "two colons": f"{HEAD}orders:\n- place:: pink I5\n- place: pink J6\n",
    "a colon in a place": f"{HEAD}orders:\n- place: pink I5: the best\n- place: pink J6\n",
    "a colon between colour and place": f"{HEAD}orders:\n- place: pink: I5\n- place: pink J6\n",
    "a header in one line": GOOD.replace("turn: 7\n", "turn: 7 ", 1),
    "what a company writes below": f"{GOOD}\nNote: this mail is confidential.\n",
    "a word for points": f"{GOOD}  if: {{points: {{seat: bilal, at-least: many}}}}\n",
    "no order in an item": f"{HEAD}orders:\n- if: {{hex: I5, is: empty}}\n",
    "an else without an if": f"{HEAD}orders:\n- place: pink I5\n  else:\n  - place: pink J6\n",
    "many places": f"{HEAD}orders:\n- place: [{', '.join(['pink I5'] * 3)}]\n- place: pink J6\n",
    "no places": f"{HEAD}orders:\n- place: []\n",
    "a tab": f"{HEAD}orders:\n\t- place: pink I5\n",
    "an open bracket": f"{HEAD}orders:\n- place: [pink I5, pink J6\n- place: pink I6\n",
    "open brackets above other mistakes": f"{HEAD}orders:\n- place: [pink I5, pink J6\n- place: [pink J6, red O8\n"
    "- plcae: teal D9\ndraff: true\n",
    "an open bracket below a wrong token": f"{HEAD}token: {'1' * 32}\norders:\n- place: [pink I5\ndraff: true\n",
    "an open quotation mark": f'{HEAD}note: "away\n{ORDERS}',
    "a wrong escape": f'{HEAD}note: "C:\\games"\n{ORDERS}',
    "a second colon": f"{HEAD}note: away: on Sunday\n{ORDERS}",
    "a note over two lines": (
        f"{HEAD}note: I shall be away from Friday morning, and answer your letters\nonce I am back\n{ORDERS}"
    ),
    "a value in several lines": f"{HEAD}orders:\n- place: >\n    pink\n    I5\n",
    "an anchor": f"{HEAD}orders:\n- place: &a pink I5\n- place: *a\n",
    "a tag": f"{HEAD}orders:\n- place: !now pink I5\n",
    "keys merged": f"{HEAD}orders:\n- <<: {{place: pink I5}}\n",
    "a directive": f"%YAML 1.2\n---\n{GOOD}",
    "a second document": f"{GOOD}---\nnote: more\n",
    "a second file that says something else": f"{GOOD}---\n{GOOD.replace('I5', 'J6')}",
    "an end in the middle": f"{HEAD}...\n{ORDERS}",
    "a mark in front": f"{HEAD}note: @home\n{ORDERS}",
    "text behind a bracket": f"{HEAD}orders:\n- place: [pink I5] please\n",
    "columns that do not fit": f"{HEAD}orders:\n- place: pink I5\n   - place: pink J6\n",
    "lists in lists": f"{HEAD}orders: {'[' * 30}{']' * 30}\n",
    "a control character": f"{HEAD}note: a\x07b\n{ORDERS}",
    "a number for a text": f"{HEAD}note: 7\n{ORDERS}",
    "a letter to nobody": f"{GOOD}press:\n- to: [zoe]\n  text: Hello\n",
    "a letter that is in no list": f"{GOOD}press:\n  to: dora\n  text: Are you sure: I5?\n",
    "a letter in braces that is in no list": f"{GOOD}press: {{to: [dora], text: Hello}}\n",
    "letters to oneself": f"{GOOD}press:\n- to: amira\n  text: Hello\n- to: [amira, dora]\n  text: Hello\n",
    "a letter without a text": f"{GOOD}press:\n- to: all\n",
    "either among the fallbacks": f"{GOOD}fallback:\n- either: [[pink I5], [pink J6]]\n",
    "times among the orders": f"{HEAD}orders:\n- place: pink I5\n  times: 2\n",
    "a branch without an order": f"{HEAD}orders:\n- either: [[{{}}, pink J6], [pink K3, pink K4]]\n",
    "a branch of another kind": f"{HEAD}orders:\n- either: [[leader pink I5, pink J6], [pink K3, pink K4]]\n",
    "branches of different lengths": f"{HEAD}orders:\n- either: [[pink I5, pink J6], [pink K3]]\n",
    "a condition at the left edge": f"{HEAD}orders:\n- place: pink I5\nif: {{hex: D8, is: empty}}\n",
    "a condition between orders": f"{HEAD}orders:\n- place: pink I5\nif: {{hex: D8, is: empty}}\n- place: pink J6\n",
    "a misspelt key above thanks": f"{HEAD}orders:\n- place: pink I5\ndraff: true\nThanks\nAmira\n",
    "orders above a quoted form": (
        "Hello,\n\n- place: pink I5\n- place: pink J6\n\nAmira\n\nOn Friday the table wrote:\n\n"
        f"> # ---- copy from here\n> {HEAD.strip().replace(chr(10), f'{chr(10)}> ')}\n> orders:\n> # - place: pink I5\n"
    ),
    "orders above a form without marks": (
        "- place: pink I5\n- place: pink J6\n\nAmira\n\n-----Original Message-----\nFrom: The table\nTo: Amira\n\n"
        f"Through the Desert: g42, turn 6\n======\n\n# ---- copy from here\n{HEAD}orders:\n# - place: pink I5\n"
    ),
    "orders below an empty line": f"{HEAD}\nplace pink I5\nplace pink J6\n",
    "a form that nobody filled in": f"{HEAD}orders:\n# - place: pink I5\n",
    "a form with a note alone": f"{HEAD}orders:\n# - place: pink I5\nnote: I am away from Friday.\n",
    "a choice without a hex": f"{HEAD}orders:\n- place: pink I5 or pikn\n- pink J6 or K\n",
    "forwarded, with two forms": f"> {GOOD}\n\n{GOOD.replace('I5', 'K3')}",
    "what phones do": GOOD.replace("- place: pink I5", "\u2013 Place:\u00a0pink I5").replace("turn: 7", "Turn:7"),
    "a token without its colon": f"token abc\n{GOOD}",
    "a key without its colon": GOOD.replace("turn: 7", "turn 7"),
    "quotation marks": GOOD.replace("pink I5", "\u201cpink I5\u201d"),
    "a tab above an open bracket": f"{HEAD}orders:\n- place:\n\t- [pink I5\n- place: pink J6\n",
    "a tab in what has no head": "orders:\n- place:\n\t- [pink I5\n- place: pink J6\n",
    "a key without a colon": f"{HEAD}orders:\n- place: pink I5\n  if\n  place: pink J6\n",
    "a bracket of another kind": f"{HEAD}orders:\n- place: [pink I5, pink J6}}\n- place: pink I6\n",
    "a dash in the middle": f"{HEAD}orders:\n- place: - pink I5\n- place: pink I6\n",
    "a number that is too small": f"{GOOD}  if: {{points: {{seat: bilal, at-least: -3}}}}\n",
    "a typographic quote around a word": f"{HEAD}orders:\n- place: \u2018pink\u2019 I5\n- place: pink J6\n",
    "a condition without its colon in a plan": f"{GOOD}- place: pink K4\n  if: {{hex: K4 is empty}}\n",
    "a typographic quote that is not closed": f"{GOOD}  if: {{hex: \u2018D8, is: empty}}\n",
    "a note among the orders": f"{GOOD}- note: on holiday until Thursday\n",
    "full-width signs": GOOD.replace("turn: 7", "turn\uff1a7"),
    "a typographic dash": f"{HEAD}orders:\n- place: pink\u2013I5\n- place: pink J6\n",
    "a typographic dash on its own": f"{HEAD}orders:\n- place: pink \u2013 I5\n- place: pink J6\n",
    "a dash with nothing behind it": f"{HEAD}orders:\n- place: pink I5\n- place: pink J6\n-\n",
    "quoted, and cut off": f"> {HEAD}> orders: [\n",
    "quoted, without its beginning": "> orders: [\n",
    "a condition that asks nothing": f"{GOOD}  if: {{}}\n",
    "words for lists and for yes": f"{GOOD}fallback: x\ndraft: maybe\nstanding: 3\n",
    "a line separator": f"{HEAD}note: a\u2028b\n{ORDERS}",
    "a special space in quotation marks": f'{HEAD}orders:\n- place: "pink\\u00a0I5"\n- place: pink J6\n',
    "an unseen character": f'{HEAD}note: "a\\u200b"\n{ORDERS}',
    "a word for a number": GOOD.replace("turn: 7", "turn: seven"),
    "a list for a token": f"{HEAD}token: [a]\n{ORDERS}",
    "no text": b"\x81\x8d" + GOOD.encode(),
    "half of a character in UTF-16": b"\xff\xfe" + GOOD.encode("utf-16-le") + b"\x00\xd8\x00",
    "a greeting and a signature": f"Hello!\n\n{GOOD}\n-- \nAmira\n",
    "thanks and a name right below the orders": f"{GOOD}Thanks,\nAmira\n",
    "equals signs": GOOD.replace("turn: 7", "turn = 7").replace("seat: ", "seat="),
    "letters that are a text": f"{GOOD}press: hello all: luck\n",
    "a letter in brackets": f"{GOOD}press:\n- {{to: all, text: hello all: luck}}\n",
    "an empty fallback": f"{GOOD}fallback:\n",
    "a fallback without its colon": f"{GOOD}fallback: place pink I5\n",
    "a semicolon in brackets": f"{HEAD}orders:\n- {{place: pink I5; if: {{hex: I5, is: empty}}}}\n- place: pink J6\n",
    "an order and its condition in one line": (
        f"{HEAD}orders:\n- place: pink I5 if: {{hex: I5 is: empty}}\n- place: pink J6\n"
    ),
    "brackets that can be closed in several ways": f"{HEAD}orders:\n- place: [pink I5,\n    [pink J6]\n",
    "unless": f"{HEAD}orders:\n- place: pink I5\n  unless: {{hex: I5, is: taken}}\n- place: pink J6\n",
    "a letter of another script": f"{HEAD}orders:\n- place: pink \u04065\n- place: pink J6\n",
    "letters of another script in conditions, now and later": (
        f"{HEAD}orders:\n- place: pink I5\n  if: {{hex: \u04065, is: empty}}\n- place: pink J6\n"
        "- place: pink K6\n  if: {hex: \u041a6, is: empty}\n"
    ),
    "a condition with a colour beside its hex, and one in words": (
        f"{HEAD}orders:\n- place: pink I5\n  if: {{hex: pink I5, is: empty}}\n- place: pink J6 unless Otto is there\n"
    ),
    "a standing order until nobody's caravan grows": (
        f"{GOOD}standing:\n- place: pink I5\n  until: {{caravan: {{seat: amria, colour: pink, at-least: 9}}}}\n"
    ),
}
"""By what is wrong: a file of amira for turn 7 of g42."""

SETTINGS = (
    *("--game", "through-the-desert", "--edition", "manual", "--timezone", "Europe/Berlin", "--deadline", "72"),
    *("--policy", "missed=house", "--policy", "abandoned=3", "--policy", "holidays=21", "--policy", "press=public"),
)
SEATS = ("ann=Ann <ann@example.org>", "ben=Ben <ben@example.org>", "cem")
MOVES = {
    "draft.yaml": "game: dunes\nturn: 1\nseat: ann\norders:\n- leader: pink A3\ndraft: true\nnote: away on Sunday\n",
    "plan.yaml": "game: dunes\nturn: 1\nseat: ben\norders:\n- leader: [pink A3, green C1]\n- leader: pink F1\n"
    "fallback:\n- leader: yellow E11\npress:\n- to: all\n  text: Good luck\n",
    "whisper.yaml": "game: dunes\nturn: 1\nseat: ben\norders:\n- leader: pink A3\n"
    "  if: {points: {seat: Ann, at-least: 1}}\npress:\n- to: [Ann]\n  text: Good luck\n",
    "token.yaml": f"game: dunes\nturn: 1\nseat: ben\nnote: my token is {'1' * 32}\norders: []\n",
    "nothing.yaml": "game: dunes\nturn: 1\nseat: ben\norders: []\nfallback: []\n",
}
"""Files of players, by name."""
_WELLS = ("--game", "through-the-desert", "--seat", "ann", "--seat", "ben")
STEPS: tuple[tuple[str, ...], ...] = (
    ("status", "dunes"),
    ("dunes",),
    ("show", "dunes", "--seat", "ann"),
    ("submit", "dunes", "draft.yaml", "--seat", "ann"),
    ("submit", "dunes", "draft.yaml", "--seat", "ann"),
    ("check", "dunes", "draft.yaml"),
    ("submit", "dunes", "whisper.yaml", "--seat", "ben"),
    ("submit", "dunes", "token.yaml", "--seat", "ben"),
    ("status", "dunes"),
    ("extend", "dunes", "--hours", "24", *REASON),
    ("extend", "dunes", "--until", "2026-01-02T00:00:00Z", *REASON),
    ("extend", "dunes", "--hours", "24", "--reason", ""),
    ("pause", "dunes", "--reason", "Christmas"),
    ("pause", "dunes", "--reason", "New Year"),
    ("submit", "dunes", "plan.yaml", "--seat", "ben"),
    ("check", "dunes", "nothing.yaml", "--seat", "ben"),
    ("dunes",),
    ("status", "dunes"),
    ("show", "dunes", "--seat", "ann"),
    ("resume", "dunes", *REASON),
    ("resume", "dunes", "--reason", "once more"),
    (
        "holiday",
        "dunes",
        "--seat",
        "ann",
        "--from",
        "2026-01-05",
        "--to",
        "2026-01-09",
        "--reason",
        "Ann is in the hills",
    ),
    ("holiday", "dunes", "--seat", "ann", "--from", "2026-03-01", "--to", "2026-03-30", *REASON),
    ("holiday", "dunes", "--seat", "ann", "--from", "2026-03-09", "--to", "2026-03-01", *REASON),
    ("edit", "dunes", "--set", "deadlines.turn=48", "--set", "policies.blocked=fallback", *REASON),
    ("edit", "dunes", "--set", "pacing=seat", "--set", "policies.missed=wait", *REASON),
    ("edit", "dunes", "--set", "policies.missed=maybe", *REASON),
    ("edit", "dunes", "--set", "edition=2005", *REASON),
    ("edit", "dunes", "--set", "seats=2", *REASON),
    ("edit", "dunes", "--set", "sand=yes", *REASON),
    ("edit", "dunes", "--set", "deadlines.tea=4", *REASON),
    ("substitute", "dunes", "--seat", "ben", "--person", "Fay <fay@example.org>", "--reason", "Ben is ill"),
    ("substitute", "dunes", "--seat", "ben", "--end", "--reason", "Ben is back"),
    ("substitute", "dunes", "--seat", "ben", "--end", "--reason", "Ben is back again"),
    ("replace", "dunes", "--seat", "cem", "--name", "Dora", "--reason", "Cem has no time any more"),
    ("house", "dunes", "--seat", "cem", "--reason", "nobody plays it"),
    ("status", "dunes"),
    ("house", "dunes", "--seat", "cem", "--end", "--reason", "Dora has come"),
    ("house", "dunes", "--seat", "zoe", *REASON),
    ("message", "dunes", "No turns before Monday."),
    ("dunes", "--force"),
    ("show", "dunes", "--seat", "ben"),
    ("rewind", "dunes", "--to", "0", "--reason", "a wrong file was run"),
    ("rewind", "dunes", "--to", "5", *REASON),
    ("dunes", "--force"),
    ("show", "dunes", "--seat", "ann"),
    ("upgrade", "dunes", "--check"),
    ("verify", "dunes"),
    ("holiday", "dunes", "--seat", "ann", "--from", "2026-03-01", "--to", "2028-03-01", *REASON),
    ("holiday", "dunes", "--seat", "ann", "--from", "2025-03-01", *REASON),
    ("new", "Two Wells", "--game", "through-the-desert", "--seat", "ann=Ann Lee ann@example.org", "--seat", "ben"),
    ("new", "wells", *_WELLS, "--policy", "presse=none"),
    ("new", "wells", *_WELLS, "--deadline", "3 days hour 20"),
    ("new", "wells", *_WELLS, "--deadline", "3 days, hour 20, holidays 2026-12-24..2026-12-20"),
    ("statu", "dunes"),
    ("show", "dune"),
    ("show", "dunes", "--turn", "x"),
    ("extend", "dunes", "--hours", "-3", *REASON),
)
"""What the moderator does, hour by hour."""


def list_wrong_files() -> Iterator[str]:
    """Each file by what is wrong with it, and the answer to it."""
    with tempfile.TemporaryDirectory() as folder:
        game = str(shutil.copytree(GAMES / "g42", Path(folder) / "g42"))
        for wrong, text in FILES.items():
            data = text if isinstance(text, bytes) else text.encode()
            yield f"== {wrong}"
            yield from _answer(game, data, "amira")
        yield "== the answer to a mistake, quoted below a question"
        answered = _answer(game, GOOD.replace("place", "plcae", 1).encode(), "amira")
        quoted = "".join(f"> {line[2:]}\n" for line in list(answered)[1:])
        yield from _answer(game, f"Do you mean this? Please wait.\n\n{quoted}".encode(), "amira")
        yield "== nothing shows whose it is"
        yield from _answer(game, GOOD.encode(), None)
        yield "== nothing says whose it is"
        yield from _answer(game, GOOD.replace("seat: amira\n", "").encode(), None)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(reader, "LOADER", yaml.BaseLoader)  # libyaml takes no such escape
            yield "== half of a character, where libyaml is missing"
            yield from _answer(game, f'{HEAD}note: "a\\ud800"\n{ORDERS}'.encode(), "amira")
        yield "== the deadline has passed"
        yield from _answer(game, GOOD.encode(), "amira", NOW + timedelta(days=1))
        yield "== a hundred mistakes"
        wrong = HEAD + "".join(f"key{number}: 1\n" for number in range(101)) + ORDERS
        yield from list(_answer(game, wrong.encode(), "amira"))[-_LAST:]
        yield "== a part behind its brackets"
        apart = "game: caravan\nturn: 65\nseat: chadi\norders:\n- propose: {give: 1 grain, get: 1 ore}, to: dora\n"
        yield from _answer(str(shutil.copytree(GAMES / "caravan", Path(folder) / "apart")), apart.encode(), "chadi")
        yield "== the game is over"
        over = "game: finished-2005\nturn: 18\nseat: jamal\norders: []\n"
        game = str(shutil.copytree(GAMES / "finished-2005", Path(folder) / "over"))
        yield from _answer(game, over.encode(), "jamal")
        yield from _answer(game, f"{over}press: [{{to: all, text: well played}}]\n".encode(), "jamal")


_LAST = 9
"""Lines of an answer that says the same of many lines."""


def _answer(game: str, data: bytes, seat: str | None, now: datetime = NOW) -> Iterator[str]:
    """What the sender of a file reads, and the moderator above it."""
    answer, sentences = submit_file(game, data, f"{seat or 'amira'}.yaml", seat, now, dry_run=True)
    yield from map(shorten_hashes, list_answer_lines(answer, sentences))


def list_evening() -> Iterator[str]:
    """Each command with what it prints, and the letters that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        place, known = Path(folder), set[Path]()
        (place / "secret").write_text("5a" * 64)
        for name, text in MOVES.items():
            (place / name).write_text(text)
        new = (
            "new",
            "dunes",
            *SETTINGS,
            "--secret-file",
            "secret",
            *(word for seat in SEATS for word in ("--seat", seat)),
        )
        for hour, words in enumerate((new, *STEPS)):
            now = (
                ()
                if words[0] in {"show", "verify"}
                else ("--now", f"2026-01-{1 + hour // 24:02}T{hour % 24:02}:00:00Z")
            )
            ran = adjudicate(*words, *now, cwd=place)
            yield f"== adjudicate {' '.join(words[:12])}"
            yield from _cut(ran.out + ran.err).replace(str(place), "").splitlines()
            for letter in sorted(set(place.glob("dunes/outbox/*")) - known):
                known.add(letter)
                if letter.suffix in {".txt", ".eml"}:
                    yield f"-- {shorten_hashes(letter.name)}"
                    yield from _cut(read_letter(letter)).splitlines()


def _cut(text: str) -> str:
    """Of a report what stands above its board."""
    kept = text.replace("\r\n", "\n").partition("\nThe board\n")[0]
    return shorten_hashes(kept)


def write_answers() -> str:
    """The file ``answers.txt``."""
    return "".join(f"{line}\n" for line in list_wrong_files())


def write_evening() -> str:
    """The file ``moderator.txt``."""
    return "".join(f"{line}\n" for line in list_evening())


def main() -> None:
    """Write both files."""
    (SENTENCES / "answers.txt").write_text(write_answers(), encoding="utf-8")
    (SENTENCES / "moderator.txt").write_text(write_evening(), encoding="utf-8")
