"""What checking mails needs beside the proofs: what the installed games say, the set-up made again, and the checker.

The checker is the program that does it alone, one file for players who have Python and nothing else: a ZIP archive
that Python runs (PEP 441), with the sources of ``adjudicator.proof``, the few values of the core that they use, and
what our games say of the draws in their reports. One version of the program makes the same bytes everywhere, so that
players can compare the file's hash and need not trust whoever sends it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import adjudicator
from adjudicator.core.agenda import EMPTY
from adjudicator.core.chance import Draw, DrawSentences, Label, WouldDraw
from adjudicator.core.table import Onlooker, Setting
from adjudicator.proof.command import write_tables
from adjudicator.proof.draws import draw_below, mix, mix_key, public_key
from adjudicator.proof.hashing import hash_public
from adjudicator.proof.history import History
from adjudicator.proof.mails import Piece
from adjudicator.registry import AnyGame, UnknownGameError, list_games, load_game
from adjudicator.report.letters import RULE

_TERMS = "\nHow this game is played:\n"
_EDITION = re.compile(r"^- Edition ([a-z0-9-]{1,64}): ", re.MULTILINE)
_OPTION = re.compile(r"^- ([a-z-]{1,64}):\s([A-Za-z0-9,\s-]{1,99}?)\.\s", re.MULTILINE)
_TEXT = re.compile(
    rf"^- ([a-z-]{{1,64}}):\sthe\stext\sbetween(?:(?!\n- ).)*?\n{RULE}\n(.*?\n){RULE}\n", re.MULTILINE | re.DOTALL
)
_SETUP = 0


def list_tables() -> dict[str, DrawSentences]:
    """What the installed games say of the draws that their reports tell, by module."""
    games = filter(None, map(_find_game, list_games().values()))
    return {game.module: game.draw_sentences for game in games if game.draw_sentences is not None}


def _find_game(module: str) -> AnyGame | None:
    name = next((name for name, where in list_games().items() if where == module), None)
    with suppress(UnknownGameError):
        return None if name is None else load_game(module, name)
    return None


class _OpenChance:
    """The public draws of the set-up, from its opened key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.draws: list[Draw] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`. Raises ``WouldDraw`` for what this key does not give."""
        if hidden or epoch != _SETUP:
            raise WouldDraw(epoch, label, below, hidden)
        value = draw_below(self._key, label, below)
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value


def check_setup(history: History, letters: Sequence[Piece]) -> None:
    """Turn 0 is what the game's own set-up makes of the draws that its opened key gives.

    ``letters`` are invitations: the one to this game says by which edition and options it is played.
    """
    first = history.headers.get(_SETUP)
    if first is None:
        return
    key = _find_key(history)
    game = _find_game(first.rules.module)
    setting = _read_setting(game, history.game, first.seats, letters) if game else None
    if game is None:
        history.remarks.append("the set-up was not made again: the rules of this game are not installed")
    elif _look_up_version(first.fields.get("rules")) != game.version:
        history.remarks.append("the set-up was not made again: other rules are installed than turn 0 was run by")
    elif key is None:
        history.remarks.append("the set-up was not made again: the key of epoch 0 is not here")
    elif setting is None:
        history.remarks.append("the set-up was not made again: your invitation, which says the options, is not here")
    else:
        chance = _OpenChance(mix_key(key, mix(history.game, _SETUP, first.mixes.get(_SETUP, {}))))
        _compare_setup(history, game, setting, chance)


def _compare_setup(history: History, game: AnyGame, setting: Setting, chance: _OpenChance) -> None:
    try:
        state, _ = game.kernel.setup(setting, chance)
    except WouldDraw:
        history.remarks.append("the set-up was not made again: some of its draws are hidden")
        return
    except ValueError as error:
        history.remarks.append(f"the set-up was not made again: {error}")
        return
    views = game.views
    agendas = dict.fromkeys(game.kernel.seats(state), EMPTY)
    public = views.to_json(views.see(state, agendas, Onlooker.PUBLIC))
    history.counts["setup"] += 1
    first = history.headers[_SETUP]
    if hash_public(public) != first.fields.get("public_state"):
        history.find(
            first, "public_state: not the set-up that the rules make of its draws and of your invitation's options"
        )
    proved = next((report.proof.draws for report in history.reports if report.header.head == first.head), None)
    if proved is not None and sorted(map(str, proved)) != sorted(map(str, chance.draws)):
        history.find(first, "draws: not those that the set-up makes")


def _find_key(history: History) -> bytes | None:
    for header in history.lines.ordered:
        if _SETUP in header.opened:
            return header.opened[_SETUP][0]
    secret = history.newest.revealed
    return None if secret is None else public_key(history.game, bytes.fromhex(secret), _SETUP)


def _read_setting(game: AnyGame, name: str, seats: Sequence[str], letters: Sequence[Piece]) -> Setting | None:
    """By which edition and options the game called ``name`` is played, by an invitation; None where none says it."""
    for piece in letters:
        text = piece.data.decode("utf-8", "replace").replace("\r\n", "\n")
        if _TERMS in text and re.search(rf": game {re.escape(name)}\n", text):
            edition = _EDITION.search(text)
            said: Mapping[str, str] = dict([*_OPTION.findall(text), *_TEXT.findall(text)])
            given = {option.name: said[option.name] for option in game.options if option.name in said}
            return Setting(edition[1] if edition else next(iter(game.editions)), given, tuple(seats))
    return None


def _look_up_version(rules: object) -> object:
    return rules.get("version") if isinstance(rules, Mapping) else None


_FROM_CORE = ("__init__.py", "chance.py", "json_value.py", "order.py", "printing.py", "system_errors.py", "table.py")
_OURS = "adjudicator.rules."
_DATE = (1980, 1, 1, 0, 0, 0)
"""The first that a ZIP archive can tell."""
_UNIX = 3
_READABLE = 0o100644 << 16
_MAIN = """\
import pkgutil
import sys

if sys.version_info < (3, 11):
    sys.exit("verify_mail.pyz needs Python 3.11 or newer")

from adjudicator.proof.command import Games, main, read_tables

sys.exit(main(known=Games(read_tables(pkgutil.get_data("adjudicator.proof", "tables.json")))))
"""


def build_checker() -> bytes:
    """The program as a file. Nothing in it is compressed: not every zlib gives the same bytes, and it can be read."""
    package = os.path.dirname(os.path.abspath(adjudicator.__file__))
    proof = sorted(name for name in os.listdir(os.path.join(package, "proof")) if name.endswith(".py"))
    names = ["__init__.py", *(f"core/{name}" for name in _FROM_CORE), *(f"proof/{name}" for name in proof)]
    tables = {module: table for module, table in list_tables().items() if module.startswith(_OURS)}
    files = {"__main__.py": _MAIN.encode(), "adjudicator/proof/tables.json": write_tables(tables)}
    for name in names:
        with open(os.path.join(package, *name.split("/")), "rb") as file:
            files[f"adjudicator/{name}"] = file.read()
    archive = BytesIO()
    archive.write(b"#!/usr/bin/env python3\n")
    with ZipFile(archive, "a", ZIP_STORED) as zipped:
        for name in sorted(files):
            entry = ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            zipped.writestr(entry, files[name])
    return archive.getvalue()
