"""What a moderator who cheats, knows the format and holds the secret, would do to the files of a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from parts import Part, turn_of

from adjudicator.proof.hashing import hash_public, salt_turn, seal_facts, seal_orders, seal_reports
from adjudicator.registry import AnyGame
from adjudicator.rules.through_the_desert import GAME
from adjudicator.store.formats import CHECKSUM, write_checked, write_json
from adjudicator.store.header import list_consumed
from adjudicator.store.record import list_knowledge, unbundle_turn

PUBLIC = ("game.yaml", "public-keys.json", "start.json")
MANIFESTS = {"turn.json", "private.json", "reports.json"}


def hash_of(path: Path | Part) -> str:
    return sha256(path.read_bytes()).hexdigest()


def edit(path: Path | Part, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file and write it as the program would, its checksum put right where it has one."""
    value = json.loads(path.read_text())
    checked = value.pop(CHECKSUM, None) is not None
    change(value)
    path.write_bytes(write_checked(value) if checked else write_json(value))


def chain_again(game: Path, secret: bytes | None = None, rules: AnyGame = GAME) -> None:
    """Put every hash right again: receipts, roots, heads, lists of reports, from the first turn to the newest.

    With another ``secret`` than the game's the salts are not those that the game's gives. ``rules`` are its own.
    """
    secret = secret or bytes.fromhex((game / "private" / "secret").read_text())
    previous: tuple[str, str] | None = None
    for turn in range(newest_of(game) + 1):
        place = turn_of(game, turn)
        for file in place.glob("orders/*/*.yaml"):
            edit(file.with_suffix(".receipt.json"), lambda receipt, file=file: receipt.update(sha256=hash_of(file)))
        hashes = {p.part: hash_of(p) for p in place.rglob("*") if p.part not in MANIFESTS}
        public = {name: hashes.pop(name) for name in PUBLIC if name in hashes}
        manifest = json.loads((place / "turn.json").read_text())
        local = json.loads((place / "private.json").read_text())
        if previous is not None:
            manifest["previous"], manifest["previous_reports"] = previous
        salt = salt_turn(secret, manifest["game"], manifest["turn"], manifest["previous"], manifest["acts"])
        files = {name: hashes[name] for name in local["files"] if name in hashes} | hashes
        local.update(salt=salt.hex(), files=files)
        (place / "private.json").write_bytes(write_json(local))
        manifest.update(files=public, private_root=hash_of(place / "private.json"))
        consumed = list_consumed(hashes, {name: (place / name).read_bytes() for name in hashes})
        manifest["orders_root"] = seal_orders(salt, {seat: consumed.get(seat, []) for seat in manifest["seats"]}).root()
        (place / "turn.json").write_bytes(write_json(manifest))
        with suppress(Exception):  # of a position that cannot even be read nobody can say what is known
            record = unbundle_turn(rules, {p.name: p.read_bytes() for p in place.glob("*.json")})
            knowledge = list_knowledge(rules, record)
            manifest["public_state"] = hash_public(knowledge.public)
            manifest["hidden_root"] = seal_facts(salt, knowledge.facts).root()
            (place / "turn.json").write_bytes(write_json(manifest))
        head = hash_of(place / "turn.json")
        edit(place / "reports.json", lambda reports, head=head: reports.update(head=head))
        previous = head, seal_reports(salt, json.loads((place / "reports.json").read_text())["reports"]).root()


def newest_of(game: Path) -> int:
    """The number of the newest turn, by the names of the records alone."""
    return max(int(path.stem) for path in (game / "turns").glob("*.turn"))


def head_of(game: Path) -> str:
    return hash_of(turn_of(game, newest_of(game)) / "turn.json")
