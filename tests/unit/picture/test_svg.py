"""The drawn board: well-formed, complete, harmless and small."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.picture.trial_positions import View, find_middles, see_board, see_state

from adjudicator.core.seat_names import cut_names
from adjudicator.kit.words import count_of
from adjudicator.rules.through_the_desert.picture import (
    PAINTS,
    RIDER,
    draw_board,
    letter_seats,
    name_camel,
    name_mount,
    name_water,
)
from adjudicator.rules.through_the_desert.picture.badges import BESIDE, choose_badge, name_badge
from adjudicator.rules.through_the_desert.picture.ground import NAME_RISE, draw_ground
from adjudicator.rules.through_the_desert.picture.marks import list_marks
from adjudicator.rules.through_the_desert.picture.outlines import trace

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a&b", "{{7*7}}", "]]>")


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def spots_of(drawing: ET.Element) -> list[tuple[int, int, str]]:
    """Where every piece stands, and what it is."""
    return [(int(use.attrib["x"]), int(use.attrib["y"]), use.attrib["href"]) for use in drawing.iter(f"{SVG}use")]


def rename(view: View, names: dict[str, str]) -> None:
    view["seats"] = [names[seat] for seat in view["seats"]]
    for owned in (*view["camels"], *view["areas"]):
        owned["seat"] = names[owned["seat"]]


def test_every_hex_camel_oasis_and_water_token_is_drawn_where_it_lies(view: View, newest: list[str]) -> None:
    drawing = parse(draw_board(see_state(view), newest))
    middles = find_middles(view)
    order = {seat: number for number, seat in enumerate(view["seats"], 1)}

    names = Counter(
        (f"translate({x})", text.attrib["y"], text.text)
        for column in drawing.iter(f"{SVG}g")
        if (x := column.get("transform", "").removeprefix("translate(").removesuffix(")")) and x != "22"
        for text in column.iter(f"{SVG}text")
    )
    assert names == Counter((f"translate({x})", str(y - NAME_RISE), name) for name, (x, y) in middles.items())
    pieces = [
        spot
        for group in drawing.iter(f"{SVG}g")
        if group.get("class") == "pieces" or group.find(f"{SVG}title") is not None
        for spot in spots_of(group)
    ]
    assert Counter(pieces) == Counter(
        [
            *(
                (*middles[camel["hex"]], f"#{name_camel(order[camel['seat']], camel['colour'])}")
                for camel in view["camels"]
            ),
            *((*middles[camel["hex"]], f"#{RIDER}") for camel in view["camels"] if camel["leader"]),
            *((*middles[name], f"#{name_water(value or 0)}") for name, value in view["water"].items()),
            *((*middles[name], "#oasis") for name in view["oases"]),
        ]
    )


def test_all_that_is_referred_to_is_drawn_once(view: View, newest: list[str]) -> None:
    drawing = draw_board(see_state(view), newest)
    names = re.findall(r'\bid="([^"]+)"', drawing)
    legend = "".join(mark.picture for group in list_marks(see_state(view)) for mark in group)

    assert len(names) == len(set(names))
    assert set(re.findall(r"(?:url\(|href=\")#(\w+)", drawing + legend)) <= set(names)


def test_a_camel_shows_its_colour_by_a_letter_and_its_seat_by_shape_and_initial(view: View) -> None:
    drawn = {part.attrib["id"]: part for part in parse(draw_board(see_state(view))).iter() if "id" in part.attrib}
    initials = letter_seats(view["seats"])

    for number, seat in enumerate(view["seats"], 1):
        badge = drawn[name_badge(number)]
        assert [text.text for text in badge.iter(f"{SVG}text")] == [initials[seat]]
        assert {use.attrib["href"] for use in badge.iter(f"{SVG}use")} == {f"#s{number}"}
    shapes = {drawn[f"s{number}"].attrib["d"] for number in range(1, len(view["seats"]) + 1)}
    assert len(shapes) == len(view["seats"])
    for camel in view["camels"]:
        number, colour = list(view["seats"]).index(camel["seat"]) + 1, camel["colour"]
        parts = drawn[name_camel(number, colour)]
        assert [use.attrib["href"] for use in parts] == [f"#{name_mount(colour)}", f"#{name_badge(number)}"]
        assert [text.text for text in drawn[name_mount(colour)].iter(f"{SVG}text")] == [PAINTS[colour].letter]


def test_the_board_is_the_same_for_all_and_shows_a_reader_his_own_where_the_page_says_so(view: View) -> None:
    drawing = draw_board(see_state(view))

    for number in range(1, len(view["seats"]) + 1):
        assert drawing.count(f"var(--you{number},none)") == drawing.count(f"var(--ink{number},#111)") == 1


def test_a_caravan_is_one_group_with_its_owner_colour_and_size(view: View) -> None:
    drawing = parse(draw_board(see_state(view)))
    titles = [title.text for title in drawing.iter(f"{SVG}title")]
    sizes = Counter((camel["seat"], camel["colour"]) for camel in view["camels"])

    for (seat, colour), size in sizes.items():
        assert titles.count(f"{seat}: {colour}, {count_of(size, 'camel')}") == 1
    for area in view["areas"]:
        assert f"{area['seat']}: {count_of(area['points'], 'point')}, closed by {area['colour']}" in titles


def test_face_down_water_shows_no_value(view: View) -> None:
    view["water"] = dict.fromkeys(view["water"])
    drawing = parse(draw_board(see_state(view)))

    hrefs = {use.attrib["href"] for use in drawing.iter(f"{SVG}use")}
    assert {href for href in hrefs if href.startswith("#w")} <= {"#w0"}
    (face_down,) = (group for group in drawing.iter(f"{SVG}g") if group.get("id") == "w0")
    assert [text.text for text in face_down.iter(f"{SVG}text")] == ["?"]


def test_only_the_newest_hexes_are_ringed_and_numbered_in_their_order(view: View, newest: list[str]) -> None:
    drawing = parse(draw_board(see_state(view), newest))
    middles = find_middles(view)
    rings, discs = (
        [(int(use.attrib["x"]), int(use.attrib["y"])) for use in drawing.iter(f"{SVG}use") if use.get("href") == mark]
        for mark in ("#ring", "#disc")
    )
    numbers = [text.text for text in list(drawing)[-1].iter(f"{SVG}text")]

    assert rings == [middles[name] for name in newest]
    assert numbers == [str(number) for number in range(1, len(newest) + 1)]
    for name, (x, y) in zip(newest, discs, strict=True):
        assert abs(x - middles[name][0]) < 30
        assert abs(y - middles[name][1]) < 26
    assert 'href="#ring"' not in draw_board(see_state(view))


def test_a_river_is_drawn_along_its_sides(view: View) -> None:
    dry = draw_board(see_state(view))
    view["board"]["river"] = ["D9-E9", "E8-D9"]

    assert "#1f5f9f" not in dry
    drawing = parse(draw_board(see_state(view)))
    (river,) = (path for path in drawing.iter(f"{SVG}path") if path.get("id") == "river")
    assert re.fullmatch(r"M\d+ \d+l15-26-15-26", river.attrib["d"])
    drawn = [use.get("stroke") for use in drawing.iter(f"{SVG}use") if use.attrib["href"] == "#river"]
    assert drawn == ["#1f5f9f", "#6fb0e6", "#fff"]


def test_nothing_runs_and_nothing_is_fetched(view: View, newest: list[str]) -> None:
    pictures = draw_board(see_state(view), newest) + "".join(
        mark.picture for group in list_marks(see_state(view)) for mark in group
    )

    assert not re.search(
        r"<script|@import|<image|<foreignObject|href=[^#]{2}|javascript:|data:|\son\w+=", pictures, re.IGNORECASE
    )
    assert re.findall(r"https?://[^\"]*", pictures) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\((.)", pictures)) == {"#"}


@pytest.mark.parametrize("view", [(5, 110)], indirect=True)
def test_hostile_seat_names_stay_text(view: View, newest: list[str]) -> None:
    harmless = [element.tag for element in parse(draw_board(see_state(view), newest)).iter()]
    names = dict(zip(view["seats"], HOSTILE, strict=True))
    rename(view, names)

    drawing = parse(draw_board(see_state(view), newest))

    assert [element.tag for element in drawing.iter()] == harmless
    titles = " ".join(title.text or "" for title in drawing.iter(f"{SVG}title"))
    assert all(name in titles for name in cut_names(HOSTILE, 11).values())


@pytest.mark.parametrize("view", [(5, 130)], indirect=True)
def test_a_crowded_full_board_stays_below_40_kilobytes(view: View, newest: list[str]) -> None:
    assert len(view["camels"]) > 100
    assert len(draw_board(see_state(view), newest).encode()) < 40_000


def test_the_river_runs_along_its_sides_above_oases_and_closed_areas(river_view: View) -> None:
    drawing = draw_board(see_state(river_view))
    ground = draw_ground(see_board(river_view))
    _, _, dark, *river = list(parse(f"<g>{ground.above}</g>"))  # behind the mountains
    (path,) = re.findall(r'<path id="river" d="([^"]+)"', ground.defs)

    corners = len(re.findall(r"-?\d+", re.sub(r"(h-?\d+)", r"\1 0", path))) // 2
    assert corners - path.count("M") == len(river_view["board"]["river"]) > 20
    assert dark.attrib["stroke"] not in {path.attrib["stroke"] for path in river}
    tracks = drawing.index('<g class="tr"')
    assert drawing.index(ground.below) < tracks < drawing.index(ground.above) < drawing.index(ground.names)


def test_what_is_special_has_its_mark_in_the_legend(river_view: View) -> None:
    words = [mark.words for group in list_marks(see_state(river_view)) for mark in group]

    assert {"river", "water, face down"} <= set(words)
    assert "water" not in words


def test_what_is_not_there_has_no_mark_in_the_legend(view: View) -> None:
    words = {mark.words for group in list_marks(see_state(view)) for mark in group}

    assert "water" in words
    assert not words & {"river", "water, face down"}


def test_the_legend_names_every_seat_and_colour(view: View) -> None:
    seats, colours, others = list_marks(see_state(view))

    assert [mark.words for mark in seats] == list(view["seats"])
    assert [mark.words for mark in colours] == [f"{colour}, {left} left" for colour, left in view["supply"].items()]
    for mark in (*seats, *colours, *others):
        assert parse(mark.picture).tag == "svg"


def test_the_mark_of_a_seat_is_no_wider_than_its_badge_and_its_ring(view: View) -> None:
    seats, *_ = list_marks(see_state(view))

    for number, (mark, initial) in enumerate(zip(seats, letter_seats(view["seats"]).values(), strict=True), 1):
        picture = parse(mark.picture)
        badge, (place,) = choose_badge(number, initial), picture
        middle = int(place.attrib["x"]) + BESIDE
        wide = int(picture.attrib["viewBox"].split()[2])
        assert (middle - badge.reach, wide - middle - badge.reach) == (4, 4)


def read_sides(path: str) -> Counter[tuple[tuple[int, int], tuple[int, int]]]:
    """The directed sides along a path of ``M``, ``h``, ``l`` and ``z`` with whole numbers."""
    sides: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    at = (0, 0)
    for sign, numbers in re.findall(r"([Mhlz])([-\d ]*)", path):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        if sign == "M":
            at = (values[0], values[1])
            continue
        for right, down in (
            ((value, 0) for value in values) if sign == "h" else zip(values[::2], values[1::2], strict=True)
        ):
            to = (at[0] + right, at[1] + down)
            sides[at, to] += 1
            at = to
    return sides


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1))
def test_the_path_round_hexes_has_every_side_that_is_not_between_two_of_them(places: set[tuple[int, int]]) -> None:
    middles = [(45 * x, 52 * y + 26 * (x % 2)) for x, y in sorted(places)]
    corners = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))

    sides = Counter(
        ((x + corners[n][0], y + corners[n][1]), (x + corners[n - 5][0], y + corners[n - 5][1]))
        for x, y in middles
        for n in range(6)
    )
    inner = Counter({side: count for side, count in sides.items() if side[::-1] in sides})
    assert read_sides(trace(middles)) == sides - inner
