"""Tokens planted at any place of a file: nothing that is said, kept, receipted or archived holds one."""

from __future__ import annotations

import json
import random  # noqa: TID251 - repeatable files, not chance
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrutiny.games import HOURS, KINDS, START, play_turns
from scrutiny.tokens import read_tokens
from torture.tally import Tally, count

from adjudicator.acts.archive import archive_game
from adjudicator.acts.filing import submit_file
from adjudicator.acts.run import run_turn
from adjudicator.cli.play import answer_to_json
from adjudicator.cli.run import list_answer_lines
from adjudicator.core.instant import add_hours

WRITTEN: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "quoted": lambda token: f'"{token}"',
    "capitals": str.upper,
    "mixed": lambda token: "".join(c.upper() if i % 3 else c for i, c in enumerate(token)),
    "longer": lambda token: f"0a{token}ff",
    "named": lambda token: f"token={token}.",
    "wide colon": lambda token: f"token\uff1a{token}",
    "behind an escape": lambda token: f'"\\{token}"',
}  # fmt: skip
PLACES = (
    "# {}\n", "# token: {}\n", "note: {}\n", "note: |\n  my token is\n  {}\n", "press: [{{to: all, text: {}}}]\n",
    "seat: {}\n", "game: {}\n", "turn: {}\n", "after: {}\n", "nonce: {}\n", "draft: {}\n", "{}: 1\n", "tokn: {}\n",
    "tokens: {}\n", "my_token: {}\n", "token = {}\n", "tok\u200ben: {}\n", "token: {{{}: 1}}\n", "My token is {}\n",
    "{}\n", "? token\n: {}\n", '"to\\x6ben": {}\n', "token:\n\n\n    {}\n", "token: >-\n\n    {}\n",
    "token: # x\n   {}\n", "fallback: [{{leader: {}}}]\n", "standing:\n  - {}: pink A3\n", "token: {} # {}\n",
    "note: &{}\n", "note: *{}\n", "note: !{} x\n", "%{}\n",
)  # fmt: skip
ENDS = ("", "orders: [\n", "\tx\n")
"""What follows: nothing, or what cannot be read."""
ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig")


def plant_tokens(folder: Path, numbers: Sequence[int]) -> Tally:
    """Files made from ``numbers``, each with a token somewhere, and all that comes of them; read counts bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    game = play_turns(folder / "game", KINDS[0], 1, 0)
    tokens = read_tokens(game)
    now = add_hours(START, 1)
    tally, accepted = Tally(), 0
    for number in numbers:
        data = _write_file(random.Random(number), tokens)  # noqa: S311
        said = ""
        for dry_run in (True, False):
            answer, sentences = submit_file(str(game), data, "sent.yaml", None, now, dry_run=dry_run)
            told = answer_to_json(answer, sentences)
            said += json.dumps(told, ensure_ascii=False) + "\n".join(list_answer_lines(answer, sentences))
        accepted += answer.receipt.in_force is not None and not answer.refused_speaker
        trouble = [f"says a token: {data!r}"] if _holds(said.encode(), tokens) else []
        tally = tally.plus(count(len(said), trouble, f"file {number}"))
        tally = tally.plus(_look_below(game / "refused", tokens, f"file {number} {data!r}"))
        shutil.rmtree(game / "refused", ignore_errors=True)
    run_turn(str(game), 1, add_hours(now, 3 * HOURS), force=True)
    archive_game(str(game), str(folder / "game.zip"))
    tally = tally.plus(_look_below(game, tokens, "the turn"))
    with zipfile.ZipFile(folder / "game.zip") as archive:
        for name in archive.namelist():
            data = archive.read(name)
            trouble = [f"{name} holds a token"] if _holds(data, tokens) else []
            tally = tally.plus(count(len(data), trouble, "the archive"))
    shutil.rmtree(folder)
    return tally.plus(count(accepted, [] if accepted else ["no file was accepted"], "files"))


def _write_file(chance: random.Random, tokens: Mapping[str, str]) -> bytes:
    seat = chance.choice(list(tokens))
    token = tokens[chance.choice([seat, seat, *tokens])]
    form = chance.choice(list(WRITTEN.values()))
    lines = ["game: game\n", "turn: 1\n", f"seat: {seat}\n", f"token: {tokens[seat]}\n", "orders: []\n"]
    planted = chance.choice(PLACES).format(*[form(token)] * 2)
    key = planted.split(":")[0]
    if chance.random() < 0.7:
        lines = [line for line in lines if line.split(":")[0] != key]
    lines.insert(chance.randrange(len(lines) + 1), planted)
    text = "".join(lines) + chance.choice(ENDS if chance.random() < 0.4 else ENDS[:1])
    if chance.random() < 0.1:
        spot = chance.randrange(len(text))
        text = text[:spot] + form(token) + text[spot:]
    return text.encode(chance.choice(ENCODINGS))


def _look_below(game: Path, tokens: Mapping[str, str], where: str) -> Tally:
    tally = Tally()
    for path in sorted(game.rglob("*")):
        if path.is_file() and not path.name.endswith("-invitation.txt") and path.parent.name not in {"0000", "private"}:
            data = path.read_bytes()
            trouble = [f"{path.name} holds a token"] if _holds(data, tokens) else []
            tally = tally.plus(count(len(data), trouble, where))
    return tally


def _holds(data: bytes, tokens: Mapping[str, str]) -> bool:
    return any(token.encode() in data.lower() for token in tokens.values())
