"""No green receipt for a line of Catan that is passed over for what its sender could see; defects are found."""

from __future__ import annotations

import pytest
from scrutiny.catan_green import play_game

from adjudicator.rules.catan.mail import check, remarks


@pytest.mark.parametrize("number", [5, 48, 63, 80])
def test_a_green_line_is_not_passed_over_for_what_could_be_seen(number: int) -> None:
    tally = play_game(number)

    assert tally.failures == ()
    assert tally.tried


def test_a_check_without_remarks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "remark_on_file", lambda *_: ())

    assert any(play_game(number).failures for number in (5, 48, 63))


def test_a_check_that_forgets_cards_played_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "_NOT_THIS_TURN", remarks._NOT_THIS_TURN - {"one-card-a-turn", "card-not-held"})

    assert any(play_game(number).failures for number in (48, 63, 114))
