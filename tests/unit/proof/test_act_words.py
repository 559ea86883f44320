"""The moderator's acts as whoever checks his mails reads them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.act_kinds import RECORDS
from adjudicator.proof.act_words import tell_act

DUE = {"turn": "2026-01-04T10:00:00Z"}


@pytest.mark.parametrize(
    ("facts", "done"),
    [
        ({"kind": "rewind", "to": 1}, "took the game back from turn 3 to turn 1"),
        (
            {"kind": "edit", "settings": {"pacing": "seat", "deadlines.turn": 48}},
            "changed the charter: pacing=seat, deadlines.turn=48",
        ),
        ({"kind": "extend", "hours": 24, "due": DUE}, "moved the deadline: turn until 2026-01-04 10:00 UTC"),
        ({"kind": "pause"}, "paused the game"),
        ({"kind": "resume", "due": DUE}, "ended the pause: turn until 2026-01-04 10:00 UTC"),
        (
            {"kind": "holiday", "seat": "ann", "first": "2026-01-01", "last": "2026-01-09", "due": {}},
            "noted that ann is away from 2026-01-01 to 2026-01-09: no deadline moves",
        ),
        ({"kind": "replace", "seat": "ann"}, "gave the seat ann to another person"),
        ({"kind": "replace", "seat": "ann", "name": "Eve", "charter": "00"}, "gave the seat ann to Eve"),
        (
            {"kind": "substitute", "seat": "ann", "ends": False, "name": "Fay"},
            "gave the seat ann to Fay as a substitute",
        ),
        (
            {"kind": "substitute", "seat": "ann", "ends": True, "name": "Fay"},
            "gave the seat ann back to Fay as a substitute",
        ),
        (
            {"kind": "substitute", "seat": "ann", "ends": True},
            "gave the seat ann back from a substitute to its player",
        ),
        ({"kind": "house", "seat": "ann", "plays": True}, "gave the seat ann to the house"),
        ({"kind": "house", "seat": "ann", "plays": False}, "took the seat ann back from the house"),
        (
            {"kind": "upgrade", "version_before": 1, "version": 2},
            "took the game from version 1 of its rules to version 2",
        ),
    ],
)
def test_an_act_is_told_in_plain_words(facts: dict[str, Any], done: str) -> None:
    assert facts["kind"] in RECORDS
    act = {**facts, "at": "2026-01-01T10:30:00Z", "after_turn": 3, "reason": "as agreed."}
    assert tell_act(act, 4) == (
        f"reported in turn 4: the moderator {done} (2026-01-01 10:30 UTC). The reason: as agreed."
    )


@pytest.mark.parametrize(("facts", "who", "to"), [({}, "the player", "its player"), ({"name": "Fay"}, "Fay", "Fay")])
def test_what_a_file_has_done_the_moderator_has_not(facts: dict[str, Any], who: str, to: str) -> None:
    act = {"kind": "substitute", "seat": "ann", "ends": True, **facts, "at": "2026-01-01T10:30:00Z", "after_turn": 3}
    assert tell_act({**act, "reason": f"{who} has sent a file"}, 4) == (
        f"reported in turn 4: the seat ann went back from a substitute to {to}, who has sent a file "
        "(2026-01-01 10:30 UTC)."
    )


def test_a_reason_ends_once() -> None:
    act = {"kind": "pause", "at": "2026-01-01T10:30:00Z", "after_turn": 3, "reason": "snow!"}
    assert tell_act(act, 4).endswith("The reason: snow!")


@pytest.mark.parametrize("act", [{}, {"kind": ["pause"]}, {"kind": "extend"}, {"kind": "tea", "at": 3, "reason": ""}])
def test_what_no_act_of_ours_is_like_is_told_as_it_stands(act: dict[str, Any]) -> None:
    assert tell_act(act, 4).startswith(
        "reported in turn 4, an act of the moderator of a kind that is not known here: {"
    )
