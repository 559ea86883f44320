"""What a turn waits for besides orders is told with the names of people."""

from __future__ import annotations

from adjudicator.acts.status import say_lacking
from adjudicator.core.chance import NO_ADDITIONS, Additions
from adjudicator.core.seat_names import SeatNames


def test_what_is_missing_is_told_of_seats_by_name() -> None:
    names = SeatNames({"ann": "Ann Lee"})
    assert say_lacking(Additions({}, ("ann", "bob"), "nonces from"), names.call) == "nonces from Ann Lee and bob"
    assert say_lacking(NO_ADDITIONS, names.call) == ""
