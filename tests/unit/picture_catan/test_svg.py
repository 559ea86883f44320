"""The drawn board: well-formed, complete, harmless and small."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast
from xml.etree import ElementTree as ET

import pytest
from oracle.catan_views import newest_of

from adjudicator.rules.catan.picture.dice import draw_dice
from adjudicator.rules.catan.picture.legend import list_marks
from adjudicator.rules.catan.picture.marks import GROUNDS, letter_seats, name_pattern
from adjudicator.rules.catan.picture.places import (
    HEIGHT,
    MIDDLES,
    SPOTS,
    WIDTH,
    ends_of,
    middle_of,
    place_beside,
    step_off,
)
from adjudicator.rules.catan.picture.svg import draw_board
from adjudicator.rules.catan.picture.view import View
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE, CaravanView

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a&b]]>", "{{7*7}}")


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def texts_of(drawing: str) -> list[ET.Element]:
    return list(parse(drawing).iter(f"{SVG}text"))


def words_at(drawing: str, x: int, y: int, reach: int) -> list[str]:
    """The words that stand within ``reach`` of a place."""
    return [
        text.text or ""
        for text in texts_of(drawing)
        if "x" in text.attrib and abs(int(text.attrib["x"]) - x) <= reach and abs(int(text.attrib["y"]) - y) <= reach
    ]


def titles_of(drawing: str) -> list[str]:
    return [title.text or "" for title in parse(drawing).iter(f"{SVG}title")]


def rename(view: View, names: tuple[str, ...]) -> View:
    return cast("View", {**view, "seats": dict(zip(names, view["seats"].values(), strict=False))})


def test_every_intersection_has_its_number_once_and_in_its_place(view: View, newest: frozenset[str]) -> None:
    labels = next(group for group in parse(draw_board(view, newest)).iter(f"{SVG}g") if group.get("font-size") == "12")
    shown = [(text.text, int(text.attrib["x"]), int(text.attrib["y"])) for text in labels.iter(f"{SVG}text")]

    assert [words for words, _, _ in shown] == [str(number) for number in range(54)]
    for (_, x, y), (at_x, at_y) in zip(shown, SPOTS, strict=True):
        assert x == at_x
        assert abs(y - at_y) <= 32


def test_every_road_bears_its_owners_letter_in_the_middle_of_its_path(view: View, newest: frozenset[str]) -> None:
    drawing = draw_board(view, newest)

    for seat, letter in letter_seats(view["seats"]).items():
        group = next(
            group
            for group in parse(drawing).iter(f"{SVG}g")
            if (title := group.find(f"{SVG}title")) is not None and (title.text or "").startswith(f"{seat}: ")
            if re.search(r": \d+ roads?$", title.text or "")
        )
        shown = [(int(text.attrib["x"]), int(text.attrib["y"]) - 4) for text in group.iter(f"{SVG}text")]
        assert shown == [middle_of(path) for path in view["seats"][seat]["roads"]]
        assert {text.text for text in group.iter(f"{SVG}text")} == {letter}
        bars = [path.attrib["d"].count("M") for path in group.iter(f"{SVG}path")]
        assert bars == [len(shown)] * 2


def test_every_building_is_named_with_its_owner(view: View) -> None:
    titles = Counter(titles_of(draw_board(view)))

    for seat, has in view["seats"].items():
        assert all(titles[f"{seat}: settlement at {number}"] == 1 for number in has["settlements"])
        assert all(titles[f"{seat}: city at {number}"] == 1 for number in has["cities"])
    assert sum("settlement at" in title or "city at" in title for title in titles) == sum(
        len(has["settlements"]) + len(has["cities"]) for has in view["seats"].values()
    )


def test_every_hex_has_its_letter_terrain_and_number(view: View) -> None:
    drawing = draw_board(view)

    for letter, tile in view["board"]["hexes"].items():
        words = words_at(drawing, *MIDDLES[letter], 34)
        assert letter in words
        assert tile["terrain"] in words
        assert tile["number"] is None or str(tile["number"]) in words
    assert drawing.count('font-weight="700"') == sum(
        tile["number"] in (6, 8) for tile in view["board"]["hexes"].values()
    )


def test_every_harbour_stands_off_its_path_with_rate_and_kind(view: View) -> None:
    drawing = draw_board(view)

    for path, kind in view["board"]["harbours"].items():
        (x, y), (right, down) = middle_of(path), step_off(path, 34)
        assert {"3:1" if kind == "any" else "2:1", kind} <= set(words_at(drawing, x + right, y + down, 12))


def test_the_robber_stands_on_one_hex_or_beside_the_board(view: View) -> None:
    aside = cast("View", {**view, "robber": None})

    assert titles_of(draw_board(view)).count("robber") == 1
    assert titles_of(draw_board(aside)).count("robber") == 0


def test_only_the_newest_pieces_have_a_rim(view: View, newest: frozenset[str]) -> None:
    rims = [path for path in parse(draw_board(view, newest)).iter(f"{SVG}path") if path.get("stroke") == "#fff45c"]

    roads = sum("-" in name for name in newest)
    assert len(rims) == (1 if roads else 0) + len(newest) - roads
    assert "#fff45c" not in draw_board(view)


def test_camels_fronts_and_positions_stand_beside_their_paths(caravans: CaravanView) -> None:
    drawing = draw_board(caravans, newest_of(caravans), CARAVAN_PICTURE)
    titles = Counter(titles_of(drawing))

    for name, route in caravans["routes"].items():
        camels = route["camels"]
        assert all(titles[f"camel {number} of route {name}"] == 1 for number in range(1, len(camels)))
        assert titles[f"{'end' if route['ended'] else 'front'} of route {name}"] == bool(camels)
    for letter, position in caravans["positions"].items():
        assert titles[f"position {letter}: {position['route']} {position['path']}"] == 1
    assert all(titles[f"to {path}"] == 1 for path in caravans["oasis"]["spokes"])


def test_without_a_game_on_top_no_camel_is_drawn(view: View) -> None:
    titles = titles_of(draw_board(view))

    assert not [title for title in titles if "route" in title or title.startswith(("to ", "position"))]


@pytest.mark.parametrize("path", PATH_NAMES)
def test_the_place_beside_a_path_is_free_of_roads_numbers_and_other_places(path: str) -> None:
    x, y = place_beside(path, 20)

    assert 11 < x < WIDTH - 11
    assert 11 < y < HEIGHT - 11
    for other in PATH_NAMES:
        assert other == path or (place_beside(other, 20)[0] - x) ** 2 + (place_beside(other, 20)[1] - y) ** 2 > 22**2
    for spot_x, spot_y in SPOTS:
        assert (x - spot_x) ** 2 + (y - spot_y) ** 2 > 21**2
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    away = abs((high_x - low_x) * (low_y - y) - (low_x - x) * (high_y - low_y)) / 71.7
    assert away > 8 + 9  # half a road, and most of a camel


def test_nothing_runs_and_nothing_is_fetched(view: View, caravans: CaravanView) -> None:
    for shown in (view, caravans):
        pictures = draw_board(shown, newest_of(shown), CARAVAN_PICTURE) + draw_dice(shown["rolls"])
        pictures += "".join(mark.picture for group in list_marks(shown, CARAVAN_PICTURE) for mark in group)

        assert not re.search(
            r"<script|<style|<image|<foreignObject|href|javascript:|data:|\son\w+=", pictures, re.IGNORECASE
        )
        assert set(re.findall(r"https?://[^\"]*", pictures)) == {"http://www.w3.org/2000/svg"}
        assert set(re.findall(r"url\(([^)]*)\)", pictures)) <= {
            f"#{name_pattern(terrain)}" for terrain in {**GROUNDS, **CARAVAN_PICTURE.grounds}
        }


def test_hostile_seat_names_stay_text(view: View, newest: frozenset[str]) -> None:
    harmless = [element.tag for element in parse(draw_board(view, newest)).iter()]

    drawing = draw_board(rename(view, HOSTILE), newest)

    assert [element.tag for element in parse(drawing).iter()] == harmless
    titles = " ".join(titles_of(drawing))
    assert all(name in titles for name in HOSTILE[: len(view["seats"])])


def test_a_picture_is_the_same_every_time_and_stays_below_40_kilobytes(caravans: CaravanView) -> None:
    newest = newest_of(caravans)

    drawing = draw_board(caravans, newest, CARAVAN_PICTURE)

    assert drawing == draw_board(caravans, frozenset(sorted(newest)), CARAVAN_PICTURE)
    assert len(drawing.encode()) < 40_000


def test_the_legend_names_every_seat_and_terrain(view: View, caravans: CaravanView) -> None:
    seats, terrains, _ = list_marks(view)

    assert [mark.words for mark in seats] == list(view["seats"])
    assert "hills: brick" in [mark.words for mark in terrains]
    assert "desert: nothing" in [mark.words for mark in terrains]
    for mark in (mark for group in list_marks(caravans, CARAVAN_PICTURE) for mark in group):
        assert parse(mark.picture).tag == "svg"
    assert len(list_marks(caravans, CARAVAN_PICTURE)) == 4
