"""Rules of deadlines as moderators write them, in a charter too; what is wrong is told all at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from jsonschema import Draft202012Validator
from unit.moderation.tables import START

from adjudicator.acts.new import NewGamePlan, RefusedError, set_up_game
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.rhythm import Rule, read_rule, tell_rule
from adjudicator.intake.reader import read_document
from adjudicator.registry import find_game, find_resources
from adjudicator.store.charter import read_charter, write_charter
from adjudicator.store.formats import DamageError

WHOLE = (
    "3 days, minimum 2 days, grace 6 hours, delay 1 hour, weekdays mon-fri, hour 20, holidays 2026-12-24..2027-01-02"
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("72", "72"),
        ("3 days", "72"),
        ("36h", "36"),
        ("next 36 hours, hour 8:00", "36 hours, hour 8"),
        ("1 day, Weekdays Monday wed SAT, hour 20", "1 day, weekdays mon wed sat, hour 20"),
        ("1 day, weekdays sat-mon, hour 20", "1 day, weekdays mon sat sun, hour 20"),
        ("1 day, weekdays mon-sun, hour 20", "1 day, hour 20"),
        (WHOLE.replace("2 days", "48 hours"), WHOLE),
    ],
)
def test_what_is_read_and_how_it_is_written(text: str, written: str) -> None:
    assert str(read_rule(text)) == written
    assert read_rule(written) == read_rule(text)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["such as 72 or 3 days"]),
        ("3 weeks", ["next: '3 weeks' is not a number of hours or days"]),
        ("9999", ["at most 8784 hours"]),
        ("3 days, weekdys mon-fri, hour 20", ["did you mean weekdays?"]),
        ("3 days, weekdays mon-fry, hour 24, grace x", ["'fry' is not a day", "not a full hour", "grace: 'x'"]),
        ("3 days, weekdays mon-fri", ["weekdays go with an hour of the day"]),
        ("3 days, hour 20, holidays 24.12.", ["'24.12.' is not a day such as 2026-12-25"]),
        ("3 days, hour 20, holidays 2026-12-26..2026-12-24", ["the second day must not be before the first"]),
        ("3 days, hour 20, hour 21", ["hour is said twice"]),
    ],
)
def test_what_cannot_be_read_is_told_all_at_once(text: str, faults: list[str]) -> None:
    with pytest.raises(ValueError, match=r"[a-z]") as told:
        read_rule(text)
    assert [fault for fault in faults if fault not in str(told.value)] == []


def charter_with(folder: Path, rule: Rule, policies: Mapping[str, str] = MappingProxyType({})) -> bytes:
    game = find_game("through-the-desert")
    plan = NewGamePlan(
        id="toy",
        game=game,
        edition=next(iter(game.editions)),
        options={},
        seats=("ann", "bob", "cem"),
        addresses={},
        pacing=game.default_pacing,
        deadline_hours=72,
        when_blocked=WhenBlocked.ASK,
        sample=False,
        deadlines={"turn": rule},
        zone="Europe/Berlin",
        policies=policies,
    )
    set_up_game(str(folder / "toy"), plan, bytes(32), b"t" * 32, START)
    return (folder / "toy" / "game.yaml").read_bytes()


def test_a_rhythm_stands_in_the_charter_and_in_the_invitation(tmp_path: Path) -> None:
    text = charter_with(tmp_path, read_rule(WHOLE))
    assert b"\n  turn:\n    next: 3 days\n    minimum: 2 days\n" in text
    assert read_charter(text).deadlines == {"turn": read_rule(WHOLE)}
    assert write_charter(read_charter(text)) == text
    document, _ = read_document(text)
    assert document is not None
    Draft202012Validator(json.loads(Path(find_resources("schemas"), "game.json").read_text())).validate(document.value)
    invitation = " ".join((tmp_path / "toy/outbox/0000-ann-invitation.txt").read_text().split())
    assert tell_rule(read_rule(WHOLE)) in invitation
    assert "at 20:00, Monday to Friday only, never from 24 December 2026 to 2 January 2027" in invitation


def test_plain_hours_stand_in_the_charter_as_ever(tmp_path: Path) -> None:
    text = charter_with(tmp_path, read_rule("3 days"))
    assert b"# Hours from one turn to the next.\ndeadlines:\n  turn: 72\n" in text


def test_policies_for_the_silent_stand_in_the_charter_and_in_the_invitation(tmp_path: Path) -> None:
    text = charter_with(tmp_path, 72, {"missed": "house", "abandoned": "3", "holidays": "21"})
    assert b"policies:\n  blocked: ask\n  missed: house\n  abandoned: 3\n  holidays: 21\n" in text
    assert write_charter(read_charter(text)) == text
    document, _ = read_document(text)
    assert document is not None
    Draft202012Validator(json.loads(Path(find_resources("schemas"), "game.json").read_text())).validate(document.value)
    invitation = " ".join((tmp_path / "toy/outbox/0000-ann-invitation.txt").read_text().split())
    assert "After 3 missed deadlines in a row the house plays the seat" in invitation
    with pytest.raises(RefusedError, match=r"policies\.missed must be game, wait or house"):
        charter_with(tmp_path / "other", 72, {"missed": "skip"})


def test_a_charter_with_a_rule_that_cannot_be_is_damaged_and_says_where(tmp_path: Path) -> None:
    text = charter_with(tmp_path, read_rule(WHOLE))
    with pytest.raises(DamageError, match=rf"line {line_of(text, 'hour')}, deadlines\.turn: .*hour: '25'"):
        read_charter(text.replace(b"hour: 20", b"hour: 25"))
    with pytest.raises(DamageError, match=rf"line {line_of(text, 'turn')}, deadlines\.turn: .*no 'nexte'.*next"):
        read_charter(text.replace(b"    next:", b"    nexte:"))
    hours = charter_with(tmp_path / "plain", 72)
    with pytest.raises(DamageError, match=rf"line {line_of(hours, 'turn')}, deadlines\.turn: 0 is not between"):
        read_charter(hours.replace(b"turn: 72", b"turn: 0"))


def line_of(text: bytes, key: str) -> int:
    """The line in which a ``key`` of the deadlines stands."""
    before, _, rest = text.decode().partition("\ndeadlines:")
    return before.count("\n") + 2 + rest[: rest.index(f" {key}:")].count("\n")
