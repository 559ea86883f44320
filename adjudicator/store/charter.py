"""The charter as it lies on disk, in ``game.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from adjudicator.core.charter import Charter, Commitment, WhenBlocked, is_id
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.reader import read_document
from adjudicator.store.damage import DamageError

FORMAT = 1


class _Rules(TypedDict):
    module: str
    version: int


class _Chance(TypedDict):
    level: str
    commitment: str
    public_root: str
    epochs: int


class _Saved(TypedDict):
    format: int
    id: str
    game: str
    rules: _Rules
    edition: str
    options: Mapping[str, str]
    seats: list[str]
    pacing: str
    deadlines: Mapping[str, int]
    policies: Mapping[str, str]
    chance: _Chance
    sample: bool


def write_charter(charter: Charter) -> bytes:
    """The charter as YAML with comments for the moderator."""
    options = "".join(f"\n  {name}: {value}" for name, value in charter.setting.options.items()) or " {}"
    deadlines = "".join(f"\n  {name}: {hours}" for name, hours in charter.deadlines.items()) or " {}"
    seats = "".join(f"\n  - {seat}" for seat in charter.setting.seats)
    commitment = charter.commitment
    sample = "\n# The secrets of this sample game are public.\nsample: true\n" if charter.sample else ""
    return f"""\
# The charter of this game. Turn 0 holds a copy; a change that no turn has recorded is reported by `adjudicate verify`.
format: {FORMAT}
id: {charter.id}
game: {charter.game}
rules:
  module: "{charter.module}"
  version: {charter.version}
edition: "{charter.setting.edition}"
options:{options}
# The seats as they signed up; their order at the table was drawn.
seats:{seats}
pacing: {charter.pacing.value}
# Hours from one turn to the next.
deadlines:{deadlines}
policies:
  blocked: {charter.when_blocked.value}
chance:
  level: {commitment.level}
  commitment: "{commitment.secret}"
  public_root: "{commitment.public_root}"
  epochs: {commitment.epochs}
{sample}""".encode()


def read_charter(data: bytes) -> Charter:
    """The charter in ``data``. Raises :class:`DamageError` for one that cannot be read or misses something."""
    document, problems = read_document(data)
    if document is None or not isinstance(document.value, dict):
        place = problems[0].place if problems else None
        raise DamageError("game.yaml", f"not a charter{f', see line {place.line}' if place else ''}")
    try:
        return _build(cast("_Saved", document.value))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamageError("game.yaml", f"not a charter: {error!s}") from error


def _build(saved: _Saved) -> Charter:
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']}, this version reads {FORMAT}")
    names = [saved["id"], *saved["seats"]]
    for name in names:
        if not is_id(name):
            raise ValueError(f"{name!r} is not an id")
    chance = saved["chance"]
    options = {str(name): _text(value) for name, value in saved["options"].items()}
    return Charter(
        id=saved["id"],
        game=saved["game"],
        module=saved["rules"]["module"],
        version=saved["rules"]["version"],
        setting=Setting(saved["edition"], options, tuple(saved["seats"])),
        pacing=Pacing(saved["pacing"]),
        deadlines={name: int(hours) for name, hours in saved["deadlines"].items()},
        when_blocked=WhenBlocked(saved["policies"]["blocked"]),
        commitment=Commitment(chance["level"], chance["commitment"], chance["public_root"], int(chance["epochs"])),
        sample=saved.get("sample", False) is True,
    )


def _text(value: JsonValue) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
