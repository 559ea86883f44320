"""Places of hexes agree with the grid that the rules use."""

from __future__ import annotations

import pytest

from adjudicator.rules.through_the_desert.board import HexPlace, locate, name_spot


@pytest.mark.parametrize(
    ("name", "spot"), [("A3", HexPlace(0, 5)), ("B3", HexPlace(1, 4)), ("D9", HexPlace(3, 16)), ("E9", HexPlace(4, 17))]
)
def test_even_columns_sit_half_a_hex_lower(name: str, spot: HexPlace) -> None:
    assert locate(name) == spot
    assert name_spot(spot) == name


@pytest.mark.parametrize("text", ["", "D", "9", "d9", "D-9", "DD9", "?3"])
def test_what_is_no_hex_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a hex"):
        locate(text)
