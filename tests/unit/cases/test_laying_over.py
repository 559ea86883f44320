"""Positions laid over a whole one, for a game made up here: what is written, what cannot be read, what differs."""

from __future__ import annotations

import pytest

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import Mismatch, PositionFault
from adjudicator.kit.positions import ANY, Form, find_faults, find_mismatches, lay_over, name_keys, name_one


def read_heap(written: JsonValue, there: JsonValue) -> JsonValue:
    """``ooo`` is three; ``+o`` one more than there are."""
    assert isinstance(written, str)
    more = there if written.startswith("+") and isinstance(there, int) else 0
    return more + written.count("o")


def check_heap(written: JsonValue, path: tuple[str | int, ...]) -> list[PositionFault]:
    return [] if set(str(written)) <= {"o", "+"} else [PositionFault(path, "a heap is written ooo")]


HEAP = Form(read_heap, lambda heap: "o" * int(str(heap or 0)) or "nothing", check_heap, what="heap of {1}")
FORMS = {
    ("mover",): name_one(("amira", "bilal"), "nobody is called {name}"),
    ("heaps",): name_keys(("amira", "bilal"), "nobody is called {name}"),
    ("heaps", ANY): HEAP,
    ("dice",): Form(whole=False),
}
WHOLE: JsonObject = {"mover": "amira", "turn": 3, "heaps": {"amira": 2, "bilal": 1}, "dice": [[1, 2], [3, 4]]}


def test_what_is_not_written_stays() -> None:
    assert lay_over(WHOLE, {}, FORMS) == WHOLE
    assert lay_over(WHOLE, {"turn": 4}, FORMS) == {**WHOLE, "turn": 4}


def test_a_form_reads_its_part_beside_what_is_there() -> None:
    laid = lay_over(WHOLE, {"heaps": {"amira": "+oo", "bilal": "oo"}}, FORMS)

    assert laid == {**WHOLE, "heaps": {"amira": 4, "bilal": 2}}


def test_a_list_written_part_by_part_keeps_its_end() -> None:
    assert lay_over(WHOLE, {"dice": [[6, 6]]}, FORMS) == {**WHOLE, "dice": [[6, 6], [3, 4]]}
    assert lay_over(WHOLE, {"dice": [[6, 6], [5, 5], [4, 4]]}, FORMS) == {**WHOLE, "dice": [[6, 6], [5, 5], [4, 4]]}


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ({"mover": "zora"}, PositionFault(("mover",), "nobody is called zora")),
        ({"heaps": {"zora": "o"}}, PositionFault(("heaps", "zora"), "nobody is called zora", is_key=True)),
        ({"heaps": {"amira": "xx"}}, PositionFault(("heaps", "amira"), "a heap is written ooo")),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(written: JsonObject, fault: PositionFault) -> None:
    assert list(find_faults(written, FORMS)) == [fault]


@pytest.mark.parametrize(
    ("written", "mismatch"),
    [
        ({"turn": 4}, Mismatch(("turn",), "turn", "4", "3")),
        ({"mover": None}, Mismatch(("mover",), "mover", "nobody", "amira")),
        ({"heaps": {"bilal": "oo"}}, Mismatch(("heaps", "bilal"), "heap of bilal", "oo", "o")),
        ({"dice": [[1, 2], [3, 5]]}, Mismatch(("dice", 1), "1 of dice", "3, 5", "3, 4")),
        ({"wind": {"east": 2}}, Mismatch(("wind",), "wind", "east 2", "none")),
    ],
)
def test_what_differs_is_told_in_words(written: JsonObject, mismatch: Mismatch) -> None:
    assert list(find_mismatches(written, WHOLE, FORMS)) == [mismatch]


def test_what_is_as_written_or_not_written_does_not_differ() -> None:
    assert not list(find_mismatches({}, WHOLE, FORMS))
    assert not list(find_mismatches({**WHOLE, "heaps": {"amira": "oo", "bilal": "o"}}, WHOLE, FORMS))
