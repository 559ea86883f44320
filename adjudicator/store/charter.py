"""The charter as it lies on disk, in ``game.yaml``, and as recorded acts have made it: in force now, or in any turn."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.core.act_kinds import Edit, Replace, Upgrade
from adjudicator.core.chance import Level
from adjudicator.core.charter import Charter, Commitment, MissedPolicy, WhenBlocked, is_id
from adjudicator.core.instant import UTC_ZONE
from adjudicator.core.json_value import JsonValue
from adjudicator.core.name_rules import list_faults
from adjudicator.core.order import PressPolicy
from adjudicator.core.recorded_act import RecordedAct, change_charter, select_acts
from adjudicator.core.rhythm import MOST_HOURS, Rhythm, Rule, read_parts
from adjudicator.core.table import Pacing, Seat, Setting
from adjudicator.intake.reader import NAMES, Document, read_document
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import MOST_EPOCHS
from adjudicator.store.formats import DamageError, explain_damage

FORMAT = 1

_ABOUT_DEADLINES = (
    "Hours from one turn to the next.",
    "When deadlines fall: hours from one turn to the next, or more.",
)

_Kind = TypeVar("_Kind")
_PLAIN = re.compile(r"(?!null$)[A-Za-z0-9][A-Za-z0-9,._-]*")


def write_charter(charter: Charter) -> bytes:
    """The charter as YAML with comments for the moderator."""
    options = "".join(f"\n  {name}:{_write_text(value)}" for name, value in charter.setting.options.items()) or " {}"
    deadlines = "".join(f"\n  {name}:{_write_rule(rule)}" for name, rule in charter.deadlines.items()) or " {}"
    seats = "".join(f"\n  - {seat}" for seat in charter.setting.seats)
    commitment = charter.commitment
    names = "".join(f"\n  {seat}: {json.dumps(name, ensure_ascii=False)}" for seat, name in charter.names.items())
    people = f"\n# What seats are called in reports; orders know them by the ids above.\nnames:{names}" if names else ""
    zone = (
        f"\n# The time zone in which deadlines are told.\ntimezone: {charter.zone}" if charter.zone != UTC_ZONE else ""
    )
    sample = "\n# The secrets of this sample game are public.\nsample: true\n" if charter.sample else ""
    kept = "\n# The reports of all turns stay on disk.\nkeep_reports: true\n" if charter.keep_reports else ""
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
seats:{seats}{people}
pacing: {charter.pacing.value}
# {_ABOUT_DEADLINES[any(isinstance(rule, Rhythm) for rule in charter.deadlines.values())]}
deadlines:{deadlines}{zone}
policies:
  blocked: {charter.when_blocked.value}{_write_policies(charter)}
chance:
  level: {commitment.level}
  commitment: "{commitment.secret}"
  public_root: "{commitment.public_root}"
  epochs: {commitment.epochs}
{sample}{kept}""".encode()


def _write_policies(charter: Charter) -> str:
    """The policies that are not the usual ones."""
    missed = f"\n  missed: {charter.missed.value}" if charter.missed is not MissedPolicy.GAME else ""
    abandoned = f"\n  abandoned: {charter.abandoned}" if charter.abandoned else ""
    holidays = "" if charter.holidays is None else f"\n  holidays: {charter.holidays}"
    press = f"\n  press: {charter.press.value}" if charter.press is not PressPolicy.PARTIAL else ""
    return missed + abandoned + holidays + press


def _write_rule(rule: Rule) -> str:
    """Plain hours, or what is agreed beside them line by line."""
    if isinstance(rule, int):
        return f" {rule}"
    return "".join(f"\n    {key}: {value}" for key, value in rule.parts.items())


def _write_text(value: str) -> str:
    """An option's value as YAML: a plain word as it is, anything else line by line as a ``text``."""
    if _PLAIN.fullmatch(value):
        return f" {value}"
    # a block keeps one line end at its end, `+` keeps all of them, `-` none
    keep = "-" if not value.endswith("\n") else "+" if value.endswith("\n\n") or value == "\n" else ""
    body = "\n".join(f"      {line}" if line else "" for line in value.removesuffix("\n").split("\n"))
    return f"\n    text: |2{keep}\n{body}"


def read_charter(data: bytes) -> Charter:
    """The charter in ``data``. Raises :class:`DamageError` for one that cannot be read or misses something."""
    document, problems = read_document(data)
    if problems or document is None or not isinstance(document.value, dict):
        place = problems[0].place if problems else None
        raise DamageError("game.yaml", f"not a charter{f', see line {place.line}' if place else ''}")
    try:
        return _build(document.value, document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamageError("game.yaml", f"not a charter: {explain_damage(error)}") from error


def _build(saved: Mapping[str, Any], document: Document) -> Charter:
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']}, this version reads {FORMAT}")
    for name in (saved["id"], *saved["seats"]):
        if not is_id(name):
            raise ValueError(f"{name!r} is not an id")
    chance, rules = saved["chance"], saved["rules"]
    if chance["level"] not in list(Level):
        raise ValueError(f"chance level {chance['level']!r}, this version knows {' and '.join(Level)}")
    return Charter(
        id=saved["id"],
        game=_expect(saved["game"], str),
        module=_expect(rules["module"], str),
        version=_expect(rules["version"], int),
        setting=Setting(
            _expect(saved["edition"], str),
            {name: _text(value) for name, value in saved["options"].items()},
            tuple(saved["seats"]),
        ),
        pacing=Pacing(saved["pacing"]),
        deadlines={name: _read_rule(name, rule, document) for name, rule in saved["deadlines"].items()},
        when_blocked=WhenBlocked(saved["policies"]["blocked"]),
        commitment=Commitment(
            Level(chance["level"]),
            _expect(chance["commitment"], str),
            _expect(chance["public_root"], str),
            _within(chance["epochs"], MOST_EPOCHS),
        ),
        sample=saved.get("sample", False) is True,
        keep_reports=saved.get("keep_reports", False) is True,
        names=_read_names(saved.get(NAMES, {}), saved["seats"]),
        zone=_expect(saved.get("timezone", UTC_ZONE), str),
        press=PressPolicy(saved["policies"].get("press", PressPolicy.PARTIAL.value)),
        missed=MissedPolicy(saved["policies"].get("missed", MissedPolicy.GAME.value)),
        abandoned=_expect(saved["policies"].get("abandoned", 0), int),
        holidays=None if (days := saved["policies"].get("holidays")) is None else _expect(days, int),
    )


def _read_rule(name: str, saved: object, document: Document) -> Rule:
    try:
        if not isinstance(saved, dict):
            return _within(saved, MOST_HOURS)
        return read_parts({key: str(value) for key, value in saved.items()})
    except ValueError as error:
        key = str(error).partition(":")[0]
        place = document.key_places.get(("deadlines", name, key)) or document.key_places["deadlines", name]
        raise ValueError(f"line {place.line}, deadlines.{name}: {error}") from error


def _read_names(names: Mapping[str, Any], seats: Sequence[Seat]) -> Mapping[Seat, str]:
    for seat, name in names.items():
        faults = [*list_faults(_expect(name, str), is_new=False), *([] if seat in seats else ["there is no such seat"])]
        if faults:
            raise ValueError(f"the name of {seat}: {faults[0]}")
    return {seat: names[seat] for seat in seats if seat in names}


def _expect(value: object, kind: type[_Kind]) -> _Kind:
    if type(value) is not kind:
        raise ValueError(f"{value!r} stands where {kind.__name__} should")
    return value


def _within(value: object, most: int) -> int:
    number = _expect(value, int)
    if not 0 < number <= most:
        raise ValueError(f"{number} is not between 1 and {most}")
    return number


def _text(value: JsonValue) -> str:
    if isinstance(value, dict):
        return _expect(value["text"], str)
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def is_in_force(text: bytes, founded: bytes, acts: Sequence[RecordedAct]) -> bool:
    """Whether the charter ``text`` is what ``acts`` have made of ``founded``, the one that turn 0 holds."""
    changes = [change.charter for change in _list_changes(acts)]
    return hash_bytes(text) == changes[-1] if changes else text == founded


def changes_terms(acts: Sequence[RecordedAct]) -> bool:
    """Whether any of ``acts`` changes the charter, be it there and back."""
    return bool(_list_changes(acts))


def _list_changes(acts: Sequence[RecordedAct]) -> list[Edit | Upgrade | Replace]:
    return [act.change for act in acts if isinstance(act.change, Edit | Upgrade | Replace) and act.change.charter]


def read_terms(founded: bytes, acts: Sequence[RecordedAct], turn: int) -> Charter:
    """The charter that was in force in ``turn``. Raises ``DamageError`` or ``ValueError``."""
    return change_charter(read_charter(founded), select_acts(acts, 0, turn))
