"""What a report tells in words: its turn in sentences, who is awaited; text or HTML."""

from __future__ import annotations

import html
import re

_HEADING = "What happened"
_AWAITED = "Who is awaited"
_NAMED = re.compile(r"([a-z][a-z0-9-]{0,31}): ")
_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_BULLET = "- "


def list_sentences(data: bytes, turn: int) -> list[str]:
    """The sentences about ``turn`` in the report ``data``; none where it has no such part.

    What players write cannot get in: it stands in other parts, cannot begin a line and cannot make a tag.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_HEADING}</h2>" in text:
        return _read_html(text, turn)
    return _read_text(text.split("\n"), turn)


def _read_html(text: str, turn: int) -> list[str]:
    part = text.partition(f"<h2>{_HEADING}</h2>")[2].partition("<h2>")[0]
    items = part.partition(f"<h3>Turn {turn}</h3>")[2].partition("</ul>")[0]
    return [" ".join(html.unescape(item).split()) for item in _ITEM.findall(items)]


def _read_text(lines: list[str], turn: int) -> list[str]:
    underline = "-" * len(_HEADING)
    starts = [number for number, line in enumerate(lines) if line == underline and lines[number - 1] == _HEADING]
    sentences: list[str] = []
    inside = False
    for line in lines[starts[0] + 1 :] if starts else ():
        if not inside:
            if line and not line.strip("-"):
                break
            inside = line == f"Turn {turn}:"
        elif line.startswith(_BULLET):
            sentences.append(line.removeprefix(_BULLET).strip())
        elif line.startswith("  ") and sentences:
            sentences[-1] += f" {line.strip()}"
        else:
            break
    return sentences


def list_awaited(data: bytes) -> set[str]:
    """The seats that the report ``data`` says must be heard before the next turn; none where it does not say."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_AWAITED}</h2>" in text:
        part = text.partition(f"<h2>{_AWAITED}</h2>")[2].partition("<h2>")[0]
        items = [html.unescape(item).strip() for item in _ITEM.findall(part)]
    else:
        part = text.partition(f"\n{_AWAITED}\n{'-' * len(_AWAITED)}\n")[2].strip("\n").partition("\n\n")[0]
        items = [line.removeprefix(_BULLET) for line in part.split("\n") if line.startswith(_BULLET)]
    return {match[1] for match in map(_NAMED.match, items) if match}
