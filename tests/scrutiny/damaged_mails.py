"""Files that were valid, damaged as phones and mail programs damage them, and sent through the whole intake.

None may be read as anything but what was written; prose may differ in its typography. How many are read at all is
counted, for files as players indent them and for files in the style of the forms, with lists at the left edge.

    cd tests && python -m scrutiny.damaged_mails 20000
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from html import escape
from pathlib import Path
from typing import NamedTuple

from oracle.dice import Dice

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import UNREAD, Vocabulary
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.judge import describe_vocabulary
from adjudicator.intake.movefile import read_sent
from adjudicator.post.file_in_mail import NotFoundError, find_file
from adjudicator.post.opening import open_mail
from adjudicator.registry import find_game
from adjudicator.store.gamedir import GameDirectory

SAMPLES = Path(__file__).resolve().parents[2] / "games"
_PROSE = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2013": "-",
    "\u2014": "-",
    "\xa0": " ",
    "\u2022": "-",
    "\u2026": "...",
}
REPORT = (
    "Through the Desert: g42, turn 6\nYour order form\ngame: g42\nturn: 7\nseat: dora\norders:\n# - place: pink A3\n"
)
QUOTED = re.sub(r"(?m)^", "> ", REPORT)


class Written(NamedTuple):
    """A valid file: its text, what it says, and what its game's files are written in."""

    text: str
    said: JsonValue
    vocabulary: Vocabulary


def list_written() -> list[Written]:
    """Every move file that the sample games keep, as it came and in the style of the forms."""
    files: dict[str, Written] = {}
    for path in sorted(SAMPLES.iterdir()):
        directory = GameDirectory(str(path))
        charter, _ = directory.read_charter()
        vocabulary = describe_vocabulary(find_game(charter.game))
        for number in range(1, (directory.turns.newest() or 0) + 1):
            for name, data in directory.turns.read(number).items():
                if name.startswith("orders/") and name.endswith(".yaml"):
                    text = data.decode().replace("token: '-'", "token: 0123456789abcdef0123456789abcdef")
                    document, problems = read_sent(text.encode())
                    if document is not None and not problems:
                        files.setdefault(text, Written(text, document.value, vocabulary))
    return list(files.values())


def to_form_style(said: JsonValue) -> str:
    """What a file says, as forms write it: lists at the left edge, one item a line, conditions in brackets."""
    assert isinstance(said, dict)
    lines: list[str] = []
    for key, value in said.items():
        if isinstance(value, list) and value:
            lines.append(f"{key}:")
            lines.extend(f"- {_write(item, outermost=True)}" for item in value)
        else:
            lines.append(f"{key}: {_write(value)}".rstrip())
    return "\n".join(lines) + "\n"


def _write(value: JsonValue, *, outermost: bool = False) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {_write(item)}" for key, item in value.items())
        return inside if outermost and len(value) == 1 else f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_write, value))}]"
    if isinstance(value, str):
        is_plain = re.fullmatch(r"[A-Za-z][\w -]*|[0-9]+-[0-9]+|[0-9a-f]{16,}", value) and value not in (
            "true",
            "false",
            "null",
        )
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    return "" if value is None else json.dumps(value)


# One thing that is done to a text, by dice.
Damage = Callable[[str, Dice], str]


def _each(pattern: str, new: str, share: int = 100) -> Damage:
    """Replace what matches, each with a chance of ``share`` in a hundred."""
    compiled = re.compile(pattern, re.MULTILINE)

    def damage(text: str, dice: Dice) -> str:
        return compiled.sub(lambda match: match.expand(new) if dice.below(100) < share else match[0], text)

    return damage


def _indent(width: Callable[[int], str]) -> Damage:
    def damage(text: str, dice: Dice) -> str:
        del dice
        return re.sub(r"^ +", lambda match: width(len(match[0])), text, flags=re.MULTILINE)

    return damage


def _around(before: str, after: str) -> Damage:
    return lambda text, _: f"{before}{text}{after}"


def _wrap(text: str, dice: Dice) -> str:
    """Lines of more than 72 characters broken at a blank."""
    del dice
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > 72 and (blank := rest.rfind(" ", 1, 73)) > len(rest) - len(rest.lstrip()):
            lines.append(rest[:blank])
            rest = rest[blank + 1 :]
        lines.append(rest)
    return "\n".join(lines)


def _unseen(text: str, dice: Dice) -> str:
    for _ in range(3):
        spot = dice.below(len(text) + 1)
        text = text[:spot] + "\u200b\ufeff\xad"[dice.below(3)] + text[spot:]
    return text


def _capitals(text: str, dice: Dice) -> str:
    return re.sub(
        r"^(- |)([a-z])(?=[a-z]*:)",
        lambda match: match[1] + match[2].upper() if dice.below(2) else match[0],
        text,
        flags=re.MULTILINE,
    )


DAMAGES: Mapping[str, Damage] = {
    "special blanks": _each(r" ", "\xa0", 20),
    "special indentation": _indent(lambda width: "\xa0" * width),
    "unseen characters": _unseen,
    "dashes": _each(r"^( *)- ", "\\1\u2013 "),
    "bullets": _each(r"^( *)- ", "\\1\u2022 "),
    "glued dashes": _each(r"^( *)- (?=[a-z]+:)", "\\1-"),
    "glued colons": _each(r"^([a-z]+): ", "\\1:"),
    "capitals": _capitals,
    "tabs": _indent(lambda width: "\t" * (width // 2) + " " * (width % 2)),
    "full stops": _each(r"^  - ", ". - "),
    "curly quotes": _each(r'"([^"\n]*)"', "\u201c\\1\u201d"),
    "quoted": _each(r"^", "> "),
    "greeting": _around("Hi Ben,\n\nhere are my orders for this turn:\n\n", ""),
    "signature": _around("", "-- \nDora K\xf6hler\nTel: +49 30 1234\n"),
    "good-bye": _around("", "\nBest wishes\nDora\n"),
    "fence": _around("```yaml\n", "```\n"),
    "answered above": _around("", f"\nOn Mon, 5 Jan 2026 at 12:00, Ben <ben@example.org> wrote:\n{QUOTED}"),
    "sent from": _around("", "\nSent from my iPhone\n"),
    "indentation lost": _indent(lambda width: "" * width),
    "indentation halved": _indent(lambda width: " " * (width // 2)),
    "hard wrapped": _wrap,
    "lines of Windows": _each(r"\n", "\r\n"),
}  # fmt: skip


def _mail(
    text: str, *, subtype: str = "plain", charset: str = "utf-8", cte: str = "quoted-printable", **params: str
) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "Dora <dora@example.org>", "box@example.org", "Re: g42"
    mail.set_content(text, subtype=subtype, charset=charset, cte=cte, params=params or None)
    return bytes(mail)


def _escape(text: str) -> str:
    """A line in HTML, where blanks and tabs would not be seen otherwise; tabs as Apple's program keeps them."""
    escaped = re.sub(r"^ +|  +", lambda match: "&nbsp;" * len(match[0]), escape(text, quote=False))
    return re.sub(r"\t+", lambda match: f'<span style="white-space:pre">{match[0]}</span>', escaped)


def _write_paragraph(line: str) -> str:
    return f"<p class=MsoNormal>{_escape(line) or '&nbsp;'}<o:p></o:p></p>"


def _send_html(write: Callable[[Sequence[str]], str], text: str) -> bytes:
    return _mail(write(text.replace("\r\n", "\n").rstrip("\n").split("\n")), subtype="html")


def _send_attached(text: str) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "Dora <dora@example.org>", "box@example.org", "orders"
    mail.set_content("My orders are attached.\n")
    mail.add_attachment(text.encode(), maintype="application", subtype="octet-stream", filename="dora.yaml")
    return bytes(mail)


def _flow(text: str) -> bytes:
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        rest = f" {line}" if line.startswith((" ", "From ")) else line.rstrip(" ") if line != "-- " else line
        while (
            len(rest) > 72
            and not rest.startswith(">")
            and (blank := rest.rfind(" ", 1, 72)) > 1
            and rest[:blank].strip()
        ):
            lines.append(rest[: blank + 1])
            rest = rest[blank + 1 :]
            rest = f" {rest}" if rest.startswith((" ", ">", "From ")) else rest
        lines.append(rest)
    return _mail("\n".join(lines), format="flowed")


MAILERS: Mapping[str, Callable[[str], bytes]] = {
    "quoted-printable": _mail,
    "base64": partial(_mail, cte="base64"),
    "UTF-8 called Latin-1": lambda text: _mail(text).replace(b'charset="utf-8"', b'charset="iso-8859-1"'),
    "attachment": _send_attached,
    "flowed": _flow,
    "HTML div": partial(_send_html, lambda lines: "".join(f"<div>{_escape(line) or '<br>'}</div>" for line in lines)),
    "HTML br": partial(_send_html, lambda lines: "<br>\n".join(map(_escape, lines))),
    "HTML p": partial(_send_html, lambda lines: "".join(map(_write_paragraph, lines))),
    "HTML pre": partial(_send_html, lambda lines: f"<pre>{escape(chr(10).join(lines), quote=False)}</pre>"),
}  # fmt: skip


class Tried(NamedTuple):
    """What became of one damaged mail: ``same`` or ``prose``, ``refused``, or ``else`` with what was read."""

    result: str
    what: str
    mail: bytes


def plain_prose(said: JsonValue) -> JsonValue:
    """``said`` with ordinary typography in its notes and letters, and single blanks."""
    if isinstance(said, dict):
        return {key: _plain(value) if key in ("note", "text") else plain_prose(value) for key, value in said.items()}
    return [plain_prose(item) for item in said] if isinstance(said, list) else said


def _plain(value: JsonValue) -> JsonValue:
    if not isinstance(value, str):
        return value
    text = "".join(_PROSE.get(letter, letter) for letter in value)
    return " ".join(re.sub("[\xad\u200b\ufeff]", "", text).split()).strip("\"'. ")


def try_one(files: Sequence[Written], number: int, *, robust: bool) -> Tried:
    """One file, damaged one to three times and mailed, by the dice of ``number``."""
    dice = Dice(f"mail/{robust}/{number}")
    file = files[dice.below(len(files))]
    text = to_form_style(file.said) if robust else file.text
    names = [list(DAMAGES)[dice.below(len(DAMAGES))] for _ in range(1 + dice.below(3))]
    for name in names:
        text = DAMAGES[name](text, dice)
    mailer = list(MAILERS)[dice.below(len(MAILERS))]
    mail = MAILERS[mailer](text)
    what = f"{', '.join(names)}; {mailer}"
    try:
        found = find_file(open_mail(mail))
    except NotFoundError:
        return Tried("refused", what, mail)
    document, _ = read_sent(found.text.encode())
    move_file, _ = read_move_file(found.text.encode(), file.vocabulary)
    if document is None or move_file is None or any(order.kind == UNREAD for order in move_file.orders):
        return Tried("refused", what, mail)
    if document.value == file.said:
        return Tried("same", what, mail)
    return Tried("prose" if plain_prose(document.value) == plain_prose(file.said) else "else", what, mail)


def main() -> None:
    """Try as many as the command line says, half of them in the style of the forms."""
    files = list_written()
    for robust in (False, True):
        results, refused = Counter[str](), Counter[str]()
        for number in range(int(sys.argv[1]) // 2):
            tried = try_one(files, number, robust=robust)
            results[tried.result] += 1
            if tried.result == "refused":
                refused.update(tried.what.replace("; ", ", ").split(", "))
            if tried.result == "else" or ("-v" in sys.argv and tried.result == "refused"):
                sys.stdout.write(f"number {number}: {tried.what}\n")
        style = "in the style of the forms" if robust else "as written"
        sys.stdout.write(f"{style}: {dict(results)}; refused: {refused.most_common(8)}\n")


if __name__ == "__main__":
    main()
