"""Terrains and seats stay apart in grey and for those who see few colours."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rules.catan.picture.marks import GROUNDS, INKS, PAINTS, SEAT_LETTERS, letter_seats
from adjudicator.rules.catan.topology import BEGINNERS, LETTERS
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE

ALL_GROUNDS = (*GROUNDS.values(), *CARAVAN_PICTURE.grounds.values())

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True)


def luminance(colour: str) -> float:
    """Relative luminance of ``#rgb`` or ``#rrggbb``, as the web's accessibility guidelines define it."""
    wide = colour[1:] if len(colour) == 7 else "".join(sign * 2 for sign in colour[1:])
    parts = [int(wide[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_seats_differ_in_grey() -> None:
    assert len(PAINTS) == 4
    for one, other in combinations(PAINTS, 2):
        assert contrast(one.fill, other.fill) >= 1.5


def test_letters_can_be_read_on_their_pieces() -> None:
    assert all(contrast(paint.fill, paint.ink) >= 4.5 for paint in PAINTS)


def test_lines_of_charts_are_seen_by_day_and_by_night() -> None:
    assert len(INKS) == len(PAINTS)
    assert INKS[1] == "currentColor"
    lines = [ink for ink in INKS if ink != "currentColor"]
    assert all(contrast(ink, paper) >= 3 for ink in lines for paper in ("#fff", "#000", "#16130f"))


def test_every_terrain_is_a_step_lighter_than_the_one_before() -> None:
    base = [ground.fill for ground in GROUNDS.values()]

    assert {"forest", *BEGINNERS.terrains} <= set(GROUNDS)
    assert all(luminance(one) < luminance(other) for one, other in pairwise(base))
    assert all(contrast(one, other) >= 1.1 for one, other in pairwise(base))


def test_words_can_be_read_on_every_terrain() -> None:
    assert all(contrast(ground.fill, "#111") >= 4.5 for ground in ALL_GROUNDS)


def test_no_two_terrains_share_a_pattern() -> None:
    assert len({ground.tile for ground in ALL_GROUNDS}) == len(ALL_GROUNDS)


def test_a_seat_has_a_letter_that_no_hex_has() -> None:
    assert letter_seats(["amira", "ali", "aal", "al"]) == {"amira": "W", "ali": "X", "aal": "Y", "al": "Z"}
    assert letter_seats(["amira", "y", "zoe", "w"]) == {"amira": "X", "y": "Y", "zoe": "Z", "w": "W"}
    assert not set(SEAT_LETTERS) & set(LETTERS)


@given(st.lists(NAMES, min_size=2, max_size=4, unique=True))
def test_seats_never_share_a_letter(seats: list[str]) -> None:
    letters = letter_seats(seats)

    assert list(letters) == seats
    assert len(set(letters.values())) == len(seats)
    assert set(letters.values()) <= set(SEAT_LETTERS)
