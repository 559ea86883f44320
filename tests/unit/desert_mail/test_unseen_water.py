"""Face-down water taken in a plan: what its worth decides is said to depend on it, and nothing else is."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import BOARD, LATE, Mail

from adjudicator.core.order import START, Order
from adjudicator.rules.through_the_desert.mail.conditions import list_worlds
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import WaterTokens
from adjudicator.rules.through_the_desert.written import list_actions

WATER = "orders:\n  - place: pink C4\n"
SKIPPED = "skipped as things stand after your order in line 5: amira has 1 point, or more with the water taken before"
TAKEN = "place a pink camel on C4 (your orders)"


def face_down() -> Mail:
    """A token lies on C4, beside the leader of amira, who has no points."""
    board = BOARD.replace(" c4  ", " ~?  ")
    return Mail(edition="manual", options={"water": "face-down"}, board=board)


def ask(asked: str, spot: str = "C5") -> str:
    return f"  - place: pink {spot}\n    if: {{points: {{seat: amira, {asked}}}}}\n"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("at-least: 1", "place pink C5, which is certain"),
        ("at-most: 3", "place pink C5, which is certain"),
        ("at-least: 2", "place pink C5, which depends on what the water taken before it is worth"),
        ("at-most: 1", "place pink C5, which depends on what the water taken before it is worth"),
        ("at-most: 0", SKIPPED),
        ("at-least: 4", SKIPPED),
    ],
)
def test_a_forecast_knows_what_every_token_brings(asked: str, words: str) -> None:
    told = face_down().forecast("amira", WATER + ask(asked))
    number = asked.replace("-", " ").replace(":", "")
    understood = f"place pink C5, if amira has {number} point{'' if number.endswith(' 1') else 's'}"
    assert told == ["Line 5: place pink C4, which is certain.", f"Line 6 ({understood}): {words}."]


def test_behind_what_a_token_decides_nothing_is_certain() -> None:
    told = face_down().forecast("amira", WATER + ask("at-least: 2") + ask("at-most: 1", "D4"))
    assert told[2] == (
        "Line 8, your move after next (place pink D4, if amira has at most 1 point): place pink D4, which depends on "
        "the moves before it."
    )


def test_what_every_token_decides_is_promised_and_the_rest_is_not() -> None:
    standing = "standing:\n  - place: pink D3\n"
    mail = face_down()
    mail.send("amira", WATER + ask("at-most: 0") + standing)
    assert mail.say_if_silent("amira", LATE) == (
        f"If you send nothing, you {TAKEN}, then place a pink camel on D3 (your standing orders)."
    )
    mail.send("amira", WATER + ask("at-least: 2") + standing)
    assert mail.say_if_silent("amira", LATE) == (
        f"If you send nothing, you {TAKEN}; what follows depends on what the water you take is worth."
    )
    assert "amira" not in mail.missing


def test_whoever_cannot_fill_the_move_whatever_the_token_is_waited_for() -> None:
    mail = face_down()
    mail.send("amira", WATER + ask("at-least: 4"))
    assert "amira" in mail.missing
    mail.send("amira", WATER + ask("at-least: 3"))
    assert "amira" not in mail.missing


def test_a_plan_is_refused_only_where_no_token_allows_it() -> None:
    mail = face_down()
    beyond = "  - place: pink B6\n"
    assert mail.complaints("amira", WATER + ask("at-least: 1") + beyond) == []
    assert [line.split(":")[0:2] for line in mail.complaints("amira", WATER + ask("at-most: 0") + beyond)] == [
        ["8", "12 not-next"]
    ]


def test_worlds_are_the_worths_that_are_left() -> None:
    mail = face_down()
    (action,) = list_actions(mail.state.table, Order("place", "pink C4", None, START, (START,)))
    after, _ = carry_out(mail.state, 0, action)
    assert after.taken[0] == WaterTokens(unseen=1)
    worths = [world.taken[0] for world in list_worlds(after, 0)]
    assert worths == [WaterTokens(ones=1), WaterTokens(twos=1), WaterTokens(threes=1)]
    ones, twos, _ = after.table.edition.tokens
    rare = after._replace(taken=(after.taken[0], WaterTokens(ones, twos, 0), after.taken[2]))
    assert [world.taken[0] for world in list_worlds(rare, 0)] == [WaterTokens(threes=1)]
    assert list_worlds(mail.state, 0) == [mail.state]
