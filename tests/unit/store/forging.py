"""What a moderator who cheats, and knows the format, would do to the files of a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from adjudicator.store.json_text import write_json


def folder(game: Path, turn: int) -> Path:
    return game / "turns" / f"{turn:04}"


def hash_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file and write it as the program would."""
    value = json.loads(path.read_text())
    change(value)
    path.write_bytes(write_json(value))


def chain_again(game: Path) -> None:
    """Put every hash right again: receipts, manifests, heads, lists of reports, from the first turn to the newest."""
    previous: tuple[str, str] | None = None
    for place in sorted((game / "turns").iterdir()):
        for file in place.glob("orders/*/*.yaml"):
            edit(file.with_suffix(".receipt.json"), lambda receipt, file=file: receipt.update(sha256=hash_of(file)))
        inner = [p for p in place.rglob("*") if p.is_file() and p.name not in {"turn.json", "reports.json"}]
        hashes = {str(p.relative_to(place)): hash_of(p) for p in inner if p.parent.name != "reports"}

        links = {"previous": previous[0], "previous_reports": previous[1]} if previous else {}
        listed = json.loads((place / "turn.json").read_text())["files"]
        files = {name: hashes[name] for name in listed if name in hashes} | hashes
        edit(place / "turn.json", lambda manifest, files=files, links=links: manifest.update(files=files, **links))
        head = hash_of(place / "turn.json")
        edit(place / "reports.json", lambda reports, head=head: reports.update(head=head))
        previous = head, hash_of(place / "reports.json")


def head_of(game: Path) -> str:
    return hash_of(max((game / "turns").iterdir()) / "turn.json")
