"""What a turn waits for besides orders is told with the names of people."""

from __future__ import annotations

from adjudicator.core.chance import NO_ADDITIONS, Additions
from adjudicator.core.seat_names import SeatNames


def test_what_is_missing_is_told_of_seats_by_name() -> None:
    names = SeatNames({"ann": "Ann Lee"})
    assert Additions({}, ("ann", "bob"), "nonces from").tell(names.call) == "nonces from Ann Lee and bob"
    assert NO_ADDITIONS.tell(names.call) == ""
