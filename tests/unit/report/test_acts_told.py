"""What a report tells of many acts of the moderator: what still holds in full, the rest in one line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from adjudicator.core.act_kinds import Change, Edit, Extend, Holiday, House, Pause, Replace, Resume, Rewind, Substitute
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Onlooker, Reader
from adjudicator.report.acts_told import tell_acts

DUE = {name: datetime(2026, 2, 1, tzinfo=UTC) for name in ("turn", "vote")}
TURN = {"turn": DUE["turn"]}


def tell(*changes: Change, to: Reader = Onlooker.PUBLIC, reason: str = "so", lent: bool = False) -> list[str]:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    acts = [RecordedAct("g", number, None, at, 6, "", reason, change) for number, change in enumerate(changes, 1)]
    return tell_acts(acts, UTC, NO_NAMES, to, lent=lent)


def test_what_was_overtaken_is_counted_and_the_last_word_is_told_in_full() -> None:
    moved, paused, on = Extend(24, TURN), Pause(), Resume(TURN)
    told = tell(moved, paused, on, paused, on, moved, Holiday("ann", "2026-01-01", "2026-01-03", {}), moved)
    assert told[0] == (
        "No longer in force: the deadline was moved twice, the game was paused twice and a pause was ended twice."
    )
    assert [words.split(" The reason: ")[0].split(" to ")[0] for words in told[1:]] == [
        "The moderator noted that ann is away from 1 January 2026",
        "The moderator moved the deadline for turn 7",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Extend(24, TURN), "moved the deadline for turn 7."),
        (Holiday("ann", "2026-01-30", "2026-01-31", TURN), "noted that ann is away from 30 January 2026 to 31 January"),
        (Resume(TURN), "ended the pause."),
    ],
)
def test_a_deadline_that_a_rewind_has_set_anew_is_told_no_more(change: Change, words: str) -> None:
    (stood,), (told, _) = tell(change), tell(change, Rewind(3, "", 1, TURN, secret_known=False))
    assert told.startswith(f"The moderator {words}")
    assert ("1 February" in stood, "1 February" in told) == (True, False)


@pytest.mark.parametrize(
    "changes",
    [
        (Extend(1, TURN), Extend(2, TURN), Extend(3, TURN)),
        (Extend(1, DUE), Extend(2, TURN), Edit({"a": "1"}, ""), Edit({"b": "1"}, "")),
        (Replace("ann", "Ann"), House("ben", plays=True), Pause(), Extend(1, TURN)),
        (Substitute("ann", False, "Zoe"), Replace("ben"), Resume(DUE), Pause()),
    ],
)
def test_what_still_holds_is_told_in_full_and_so_are_a_few(changes: Sequence[Change]) -> None:
    assert len(tell(*changes)) == len(changes)
    assert not tell(*changes)[0].startswith("No longer in")


def test_a_seat_that_is_back_by_a_file_was_given_back_by_nobody_and_whoever_has_it_is_told_so() -> None:
    back, again = Substitute("ann", True), Substitute("ann", False, "Zoe")
    sent = "the player has sent a file"
    done = "Done on Thursday 1 January 2026, 00:00 UTC."
    assert tell(back, reason=sent) == [f"ann has the seat back from a substitute. ann has sent a file. {done}"]
    assert tell(back, to="ann", reason=sent) == [
        f"You have your seat back from a substitute. You have sent a file. {done}"
    ]
    assert tell(back, to="ann") == [f"The moderator gave you your seat back. The reason: so. {done}"]
    to_zoe = tell(Substitute("ann", True, "Zoe"), to="ann", reason="Zoe has sent a file")
    assert to_zoe == [
        f"Zoe plays ann's seat again as a substitute, until ann sends a file again. Zoe has sent a file. {done}"
    ]
    # these are read by Zoe
    assert tell(back, again, to="ann", reason=sent, lent=True)[0].startswith("ann has the seat back")
    again_zoe = tell(Substitute("ann", True, "Zoe"), to="ann", reason="Zoe has sent a file", lent=True)
    assert again_zoe == [
        f"You play ann's seat again as a substitute, until ann sends a file again. You have sent a file. {done}"
    ]


def test_a_player_who_is_away_and_one_who_is_new_are_spoken_to() -> None:
    away, moved = Holiday("ann", "2026-01-01", "2026-01-03", {}), Extend(1, TURN)
    assert tell(away, to="ann")[0].startswith("The moderator noted that you are away from 1 January 2026")
    assert tell(away, to="ben")[0].startswith("The moderator noted that ann is away")
    assert tell(away, to="ann", lent=True) == tell(away, to="ben")
    assert tell(Replace("ann", "Anna"), to="ann")[0].startswith("The moderator gave you the seat ann. ")
    zoe, yan = Substitute("ann", False, "Zoe"), Substitute("ann", False, "Yan")
    told = tell(zoe, yan, moved, to="ann", lent=True)
    assert [words.partition(" as ")[0] for words in told[:2]] == [
        "The moderator gave ann's seat to Zoe",
        "The moderator gave ann's seat to you",
    ]
    assert tell(zoe, to="ann")[0].startswith("The moderator gave your seat to Zoe as a substitute, until you send")


def test_what_was_done_to_a_seat_before_another_person_took_it_is_not_told_of_that_person() -> None:
    at, names = datetime(2026, 1, 1, tzinfo=UTC), SeatNames({"ann": "Dee"}, {})
    away, left = Holiday("ann", "2026-01-01", "2026-01-03", {}), Replace("ann", "Dee")
    changes: list[Change] = [away, left, away]
    acts = [RecordedAct("g", number, None, at, 6, "", "so", change) for number, change in enumerate(changes, 1)]
    told = [sentence.partition(" from ")[0] for sentence in tell_acts(acts, UTC, names, "ben")]
    assert (told[0], told[2]) == ("The moderator noted that ann is away", "The moderator noted that Dee is away")


def test_a_player_beside_whom_the_house_plays_is_spoken_to_and_nobody_else() -> None:
    plays = House("ann", plays=True)
    (own,), (others,) = tell(plays, to="ann"), tell(plays, to="ben")
    assert own.startswith("The moderator gave your seat to the house, which plays it until a file comes for it again.")
    assert others.startswith(
        "The moderator gave ann's seat to the house, which plays it until a file comes for it again."
    )
    # by then somebody else reads the reports of the seat
    assert tell(plays, Replace("ann", "Anna"), to="ann")[0] == others
