"""The record of a turn is one file: what was packed is unpacked to the byte, and anything else is refused."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.store.formats import (
    DamageError,
    close_turns,
    find_turn,
    open_turns,
    pack_parts,
    split_part,
    unpack_parts,
)

PLACE = "turns/0007.turn"
PARTS = {"turn.json": b"{}\n", "orders/ann/01.yaml": b"game: g1\nsha256 ab\n", "state.json": b"", "b": b"adjudicate 1"}
FIRST = b"adjudicate turn 1\n"

names = st.from_regex(r"[a-z][a-z0-9./-]{0,99}", fullmatch=True)
contents = st.binary(max_size=200) | st.sampled_from([b"\n", b"sha256 ", FIRST, b"a 1\nx\n", pack_parts(PARTS)])


def close(body: bytes) -> bytes:
    """A record with ``body`` and a checksum that fits."""
    return body + b"sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def test_a_record_is_plain_text_that_says_what_it_holds() -> None:
    body = b"adjudicate turn 1\nturn.json 3\n{}\n\nstate.json 0\n\n"
    assert pack_parts({"turn.json": b"{}\n", "state.json": b""}) == close(body)


@given(st.dictionaries(names, contents, min_size=1, max_size=6))
def test_what_was_packed_is_unpacked_in_its_order(parts: dict[str, bytes]) -> None:
    data = pack_parts(parts)
    for checked in (True, False):
        assert list(unpack_parts(data, PLACE, checked=checked).items()) == list(parts.items())
    assert pack_parts(unpack_parts(data, PLACE)) == data


@given(
    st.binary(max_size=300) | contents.map(lambda data: FIRST + data) | contents.map(lambda data: close(FIRST + data))
)
def test_bytes_are_refused_or_are_what_would_be_packed_again(data: bytes) -> None:
    try:
        parts = unpack_parts(data, PLACE)
    except DamageError:
        return
    assert pack_parts(parts) == data


def test_every_flipped_bit_is_refused() -> None:
    data = pack_parts(PARTS)
    for bit in range(8 * len(data)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(DamageError, match=PLACE):
            unpack_parts(bytes(changed), PLACE)


def test_a_record_of_more_parts_than_a_turn_can_have_is_refused() -> None:
    full = pack_parts({f"a{number}": b"" for number in range(50_000)})
    assert len(unpack_parts(full, PLACE)) == 50_000
    with pytest.raises(DamageError, match="more than 50000 parts"):
        unpack_parts(pack_parts({f"a{number}": b"" for number in range(50_001)}), PLACE)
    with pytest.raises(DamageError, match="more than 500000 parts"):
        open_turns({f"turns/{number:04}.turn": full for number in range(11)})


def test_a_record_cut_off_anywhere_is_refused() -> None:
    data = pack_parts(PARTS)
    for length in range(len(data)):
        with pytest.raises(DamageError, match=PLACE):
            unpack_parts(data[:length], PLACE)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is not the record of a turn, or is cut off"),
        (close(b"adjudicate turn 2\na 1\nx\n"), "is not the record of a turn, or is cut off"),
        (close(FIRST), "is not the record of a turn: it has no parts"),
        (close(FIRST + b"a 1\nx\na 1\nx\n"), "no part begins at byte 24"),
        (close(FIRST + b"a 2\nx\n"), "a does not end where it says"),
        (close(FIRST + b"a 1\nxy\n"), "a does not end where it says"),
        (close(FIRST + b"a 999999999\nx\n"), "a does not end where it says"),
        (close(FIRST + b"a 9999999999\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a 01\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a -1\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a  1\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a \xd9\xa1\nx\n"), "no part begins at byte 18"),
        (close(FIRST + b"a 1\nx\n\n"), "no part begins at byte 24"),
        (pack_parts(PARTS) + b"\n", "its checksum does not fit"),
        (pack_parts(PARTS) + pack_parts(PARTS), "its checksum does not fit"),
        (pack_parts(PARTS).replace(b"sha256 ab", b"sha256 ac"), "its checksum does not fit"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(DamageError, match=f"{PLACE}: .*{says}"):
        unpack_parts(data, PLACE)


@pytest.mark.parametrize(
    "name", ["", "A", "../secret", "/etc/passwd", "a b", "a\nb", "é", "a\0", "a_b", "1", "x" * 101]
)
def test_a_part_of_an_odd_name_is_refused(name: str) -> None:
    with pytest.raises(DamageError, match="no part begins at byte"):
        unpack_parts(pack_parts({"turn.json": b"{}\n", name: b"x"}), PLACE)


def test_parts_of_a_changed_record_can_be_told_apart() -> None:
    changed = pack_parts(PARTS).replace(b"sha256 ab", b"sha256 ac")
    assert unpack_parts(changed, PLACE, checked=False) == {**PARTS, "orders/ann/01.yaml": b"game: g1\nsha256 ac\n"}
    with pytest.raises(DamageError, match=PLACE):
        unpack_parts(changed.replace(b"turn.json 3", b"turn.json 4"), PLACE, checked=False)


def test_names_of_parts_stand_for_what_is_in_records() -> None:
    assert split_part("turns/0007/orders/ann/01.yaml") == ("turns/0007", "orders/ann/01.yaml")
    assert split_part("branches/0001/turns/0007/state.json") == ("branches/0001/turns/0007", "state.json")
    for name in ("turns/0007/reports/ann.txt", "turns/0007.turn", "inbox/ann/01.yaml", "game/turns/0007/state.json"):
        assert split_part(name) is None
    assert find_turn("branches/0001/turns/0007.turn") == "branches/0001/turns/0007"
    for name in ("turns/0007.turn.aside", "turns/7.turn", "game/turns/0007.turn", "turns/0007/turn.json"):
        assert find_turn(name) is None


def test_records_are_opened_and_closed_again() -> None:
    files = {
        "game.yaml": b"charter",
        "turns/0007.turn": pack_parts(PARTS),
        "turns/0007/reports/ann.txt": b"hello",
        "branches/0001/turns/0007.turn": pack_parts({"turn.json": b"[]"}),
    }
    opened = open_turns(files)
    assert opened["branches/0001/turns/0007/turn.json"] == b"[]"
    assert [name for name in opened if name.startswith("turns/0007/") and "reports" not in name] == [
        f"turns/0007/{name}" for name in PARTS
    ]
    assert close_turns(opened) == files
    with pytest.raises(DamageError, match=PLACE):
        open_turns({**files, PLACE: b"x"})
