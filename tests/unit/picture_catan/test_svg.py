"""The drawn board: well-formed, complete, harmless and small."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from oracle.catan_views import SEATS, add_caravans, newest_of, open_positions, play_view

from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.picture import (
    NEW_CITY,
    NEW_SETTLEMENT,
    NO_EXPANSION,
    ROAD,
    BoardView,
    Newest,
    NewPiece,
    SeatView,
)
from adjudicator.rules.catan.picture.ground import (
    MIDDLES,
    SPOTS,
    ends_of,
    find_end,
    is_upright,
    middle_of,
    place_at,
    step_off,
)
from adjudicator.rules.catan.picture.marks import (
    GROUNDS,
    LIGHT,
    SEA,
    letter_seats,
    list_marks,
    list_seats,
    name_pattern,
)
from adjudicator.rules.catan.picture.svg import draw_board, outline_own, place_order_beside
from adjudicator.rules.catan.picture.text import draw_text
from adjudicator.rules.catan.report.charts import draw_dice
from adjudicator.rules.catan.topology import (
    BARE,
    CENTRE,
    ENDS,
    HARBOUR_PATHS,
    LETTERS,
    PATH_NAMES,
    PATHS,
    PathNumber,
    list_intersections,
    list_paths,
)
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE
from adjudicator.rules.catan_caravans.picture_view import Sight, routes_of
from adjudicator.rules.catan_caravans.routes import POSITION_NAMES, ROUTE_NAMES, CamelPlace

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a&b]]>", "{{7*7}}")


def parse(drawing: str) -> ET.Element:
    """The drawing, with a text of its own for each sign of one that has many places."""
    parsed = ET.fromstring(drawing)  # noqa: S314  our own drawing
    for parent in parsed.iter():
        for place, text in reversed([*enumerate(parent)]):
            if text.tag == f"{SVG}text" and " " in text.get("x", ""):
                across, down = text.attrib["x"].split(), text.attrib["y"].split()
                signs = zip(text.text or "", across, down * len(across) if len(down) == 1 else down, strict=True)
                parent[place : place + 1] = [_write_sign(*sign) for sign in signs]
    return parsed


def _write_sign(sign: str, x: str, y: str) -> ET.Element:
    text = ET.Element(f"{SVG}text", {"x": x, "y": y})
    text.text = sign
    return text


def texts_of(drawing: str) -> list[ET.Element]:
    return list(parse(drawing).iter(f"{SVG}text"))


def words_at(drawing: str, x: int, y: int, reach: int) -> list[str]:
    """The words that stand within ``reach`` of a place."""
    return [
        text.text or ""
        for text in texts_of(drawing)
        if "x" in text.attrib and abs(int(text.attrib["x"]) - x) <= reach and abs(int(text.attrib["y"]) - y) <= reach
    ]


def list_every_path() -> list[PathNumber]:
    return [PathNumber(path) for path in range(PATHS)]


def titles_of(drawing: str) -> list[str]:
    return [title.text or "" for title in parse(drawing).iter(f"{SVG}title")]


def rename(view: BoardView, names: tuple[str, ...]) -> BoardView:
    seats = zip(view.seats, names, strict=False)
    return view._replace(seats=tuple(has._replace(name=name) for has, name in seats))


def test_every_intersection_has_its_number_once_and_in_its_place(view: BoardView, newest: Newest) -> None:
    labels = next(group for group in parse(draw_board(view, newest)).iter(f"{SVG}g") if group.get("font-size") == "12")
    shown = [(text.text, int(text.attrib["x"]), int(text.attrib["y"])) for text in labels.iter(f"{SVG}text")]

    assert [words for words, _, _ in shown] == [str(number) for number in range(54)]
    for (_, x, y), (at_x, at_y) in zip(shown, SPOTS, strict=True):
        assert x == at_x
        assert abs(y - at_y) <= 32


def test_every_road_bears_its_owners_letter_in_the_middle_of_its_path(view: BoardView, newest: Newest) -> None:
    drawing = draw_board(view, newest)

    for has, letter in zip(view.seats, letter_seats([has.name for has in view.seats]).values(), strict=True):
        group = next(
            group
            for group in parse(drawing).iter(f"{SVG}g")
            if (title := group.find(f"{SVG}title")) is not None and (title.text or "").startswith(f"{has.name}: ")
            if re.search(r": \d+ roads?$", title.text or "")
        )
        shown = [(int(text.attrib["x"]), int(text.attrib["y"]) - 4) for text in group.iter(f"{SVG}text")]
        assert shown == [middle_of(path) for path in list_paths(has.roads)]
        assert {text.text for text in group.iter(f"{SVG}text")} == {letter}
        bars = [path.attrib["d"].count("M") for path in group.iter(f"{SVG}path")]
        assert bars == [len(shown)] * 2


def test_every_building_is_named_with_its_owner(view: BoardView) -> None:
    titles = Counter(titles_of(draw_board(view)))

    for has in view.seats:
        assert all(titles[f"{has.name}: settlement at {number}"] == 1 for number in list_intersections(has.settlements))
        assert all(titles[f"{has.name}: city at {number}"] == 1 for number in list_intersections(has.cities))
    assert sum("settlement at" in title or "city at" in title for title in titles) == sum(
        (has.settlements | has.cities).bit_count() for has in view.seats
    )


def test_every_hex_has_its_letter_terrain_and_number(view: BoardView) -> None:
    drawing = draw_board(view)

    for tile, letter in enumerate(LETTERS):
        words, number = words_at(drawing, *MIDDLES[tile], 34), view.board.numbers[tile]
        assert letter in words
        assert view.board.terrains[tile] in words
        assert number == BARE or str(number) in words
    bold = [group for group in parse(drawing).iter(f"{SVG}g") if group.get("font-weight") == "700"]
    assert sorted(text.text or "" for group in bold for text in group.iter(f"{SVG}text")) == ["6", "6", "8", "8"]


def test_every_harbour_stands_off_its_path_with_rate_and_kind(view: BoardView) -> None:
    drawing = draw_board(view)

    for path, kind in zip(HARBOUR_PATHS, view.board.harbours, strict=True):
        (x, y), (right, down) = middle_of(path), step_off(path, 38)
        assert {"3:1" if kind == "any" else "2:1", kind} <= set(words_at(drawing, x + right, y + down, 12))


def test_the_robber_stands_on_one_hex_or_beside_the_board(view: BoardView) -> None:
    aside = view._replace(robber=None)

    assert titles_of(draw_board(view)).count("robber") == 1
    assert titles_of(draw_board(aside)).count("robber") == 0


def test_only_the_newest_pieces_have_a_rim_and_a_number(view: BoardView, newest: Newest) -> None:
    drawing = parse(draw_board(view, newest))

    rims = [path.attrib["d"] for path in drawing.iter(f"{SVG}path") if path.get("stroke") == LIGHT]
    assert sum(rim.count("M") for rim in rims) == len(newest)
    orders = [group for group in drawing.iter(f"{SVG}g") if group.find(f"{SVG}circle[@fill='{LIGHT}']") is not None]
    shown = [text.text for group in orders for text in group.iter(f"{SVG}text")]
    assert shown == [str(number) for number in range(1, len(newest) + 1)]
    assert LIGHT not in draw_board(view)


def test_a_readers_own_pieces_alone_have_a_second_outline(view: BoardView) -> None:
    shared = draw_board(view)

    for has in view.seats:
        plain, own = parse(shared), parse(shared.replace("<g/>", outline_own(has), 1))
        wide = [path.attrib["d"] for path in own.iter(f"{SVG}path") if path.get("stroke-width") in {"23", "11"}]
        pieces = (has.roads, has.settlements, has.cities)
        assert sum(rings.count("M") for rings in wide) == sum(mask.bit_count() for mask in pieces)
        assert len(list(own.iter(f"{SVG}text"))) == len(list(plain.iter(f"{SVG}text")))


def test_camels_and_fronts_stand_on_their_paths_and_positions_bear_their_names(caravans: BoardView) -> None:
    drawing = draw_board(caravans, newest_of(caravans), CARAVAN_PICTURE)
    titles = Counter(titles_of(drawing))

    routes = routes_of(caravans)
    for route, name in enumerate(ROUTE_NAMES):
        camels = routes.camels_of(route)
        assert all(titles[f"camel {number} of route {name}"] == 1 for number in range(1, len(camels)))
        assert titles[f"{'end' if routes.has_ended(route) else 'front'} of route {name}"] == bool(camels)
    names = [text.text for text in texts_of(drawing)]
    for name, position in zip(POSITION_NAMES, routes.positions, strict=False):
        assert titles[f"next camel: {name}, {position.name}"] == names.count(name) == 1
    assert all(titles[f"to {PATH_NAMES[spoke.path]}"] == 1 for spoke in routes.spokes)


def test_without_a_vote_positions_bear_the_names_of_their_routes(caravans: BoardView) -> None:
    view = caravans._replace(extra=Sight(routes_of(caravans)))
    drawing = draw_board(view, newest_of(view), CARAVAN_PICTURE)
    positions = routes_of(view).positions

    titles = sorted(title for title in titles_of(drawing) if title.startswith("next"))
    assert titles == sorted(f"next camel: {position.name}" for position in positions)
    assert not [text.text for text in texts_of(drawing) if text.text in POSITION_NAMES]
    for shown, sign in ((view, ">R1<"), (caravans, ">V1<")):
        signs = [mark.picture for mark in list_marks(shown, CARAVAN_PICTURE)[-1] if "next camel" in mark.words]
        assert [sign in picture for picture in signs] == [True] * bool(positions)


def words_of(view: BoardView) -> list[str]:
    return [mark.words for group in list_marks(view, CARAVAN_PICTURE) for mark in group]


def test_when_the_game_is_over_no_position_is_shown(caravans: BoardView) -> None:
    over = caravans._replace(is_over=True)

    assert "next camel" not in draw_board(over, more=CARAVAN_PICTURE)
    assert not [words for words in words_of(over) if "next camel" in words]
    assert "The next camel" not in draw_text(over, more=CARAVAN_PICTURE)
    assert not re.search(r"V\d", draw_text(over, more=CARAVAN_PICTURE))


class Box(NamedTuple):
    """The room that a label takes: its left, top, right and bottom."""

    words: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > 0 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0


NARROW, WIDE = "1:-,. fijlrtI", "mwMW"


def box_texts(element: ET.Element, size: float = 0, shift: tuple[float, float] = (0, 0)) -> Iterator[Box]:
    """The boxes of all labels, about as wide as they are in the common type of a browser."""
    size = float(element.get("font-size", size))
    if moved := re.fullmatch(r"translate\((-?\d+) (-?\d+)\)", element.get("transform", "")):
        shift = (shift[0] + int(moved[1]), shift[1] + int(moved[2]))
    if element.tag == f"{SVG}text":
        words = element.text or ""
        about = sum(0.34 if sign in NARROW else 0.9 if sign in WIDE else 0.6 for sign in words) * size
        half = float(element.get("textLength", about)) / 2
        x, y = float(element.get("x", 0)) + shift[0], float(element.get("y", 0)) + shift[1]
        yield Box(words, x - half, y - 0.72 * size, x + half, y)
    for child in element:
        yield from box_texts(child, size, shift)


@pytest.mark.parametrize("seed", range(12))
def test_no_label_overlaps_another(seed: int) -> None:
    view = add_caravans(play_view(seed=seed, turns=40 + 20 * seed), seed, camels=2 * seed, upward=bool(seed % 2))
    for shown in (view, view._replace(robber=Hex(seed))):
        boxes = list(box_texts(parse(draw_board(shown, newest_of(shown), CARAVAN_PICTURE))))
        met = [(one.words, other.words) for one, other in combinations(boxes, 2) if one.overlaps(other)]
        assert len(boxes) > 54 + 2 * 19
        assert met == []


@pytest.mark.parametrize("order", [1, 8])
def test_the_number_of_a_new_building_keeps_clear_of_its_walls(order: int) -> None:
    empty = play_view(SEATS[:3], turns=-1)
    for place, is_city in product(range(len(SPOTS)), (False, True)):
        has = SeatView("amira", **{"cities" if is_city else "settlements": 1 << place})
        newest = {NewPiece(NEW_CITY if is_city else NEW_SETTLEMENT, place): order}
        drawing = parse(draw_board(empty._replace(seats=(has, SeatView("bilal"))), newest))
        x, y = SPOTS[place]
        walls = Box("walls", x - (18.5 if is_city else 12.5), y - 3, x + (15.5 if is_city else 12.5), y + 13)
        (number,) = list(box_texts(drawing))[-1:]
        assert (number.words, number.overlaps(walls)) == (str(order), False), place


@pytest.mark.parametrize("path", list_every_path()[::5], ids=PATH_NAMES[::5])
def test_the_sign_of_a_position_covers_no_label(path: PathNumber) -> None:
    low, high = ENDS[path]
    empty = add_caravans(play_view(SEATS[:3], turns=-1), camels=0)
    for roads, cities in product((0, 1 << path), (0, 1 << low, 1 << high)):
        view = empty._replace(seats=(SeatView("amira", roads=roads, cities=cities), SeatView("bilal")))
        both = CamelPlace(0, path), CamelPlace(1, path)
        for positions in (both, both[:1]):
            newest = {NewPiece(ROAD, path): 1} if roads and len(positions) == 1 else {}
            drawing = parse(draw_board(open_positions(view, *positions), newest, CARAVAN_PICTURE))
            (vote,) = drawing.iterfind(f".//{SVG}g[@class='vote']")
            assert len(list(vote.iter(f"{SVG}title"))) == len(positions)
            for stack in vote:
                x, y, wide, high_ = map(float, re.findall(r"-?[\d.]+", stack[0].attrib["d"])[:4])
                ground = Box("ground", x, y, x + wide, y + high_)
                own = {text.text for text in stack.iter(f"{SVG}text")}
                assert [box.words for box in box_texts(drawing) if box.words not in own and box.overlaps(ground)] == []


def test_a_position_hides_nothing_of_a_road(caravans: BoardView) -> None:
    roads = next(list(list_paths(has.roads)) for has in caravans.seats)
    bare_board = open_positions(caravans)
    vote = open_positions(caravans, *(CamelPlace(0, path) for path in roads[:2]))
    titles = {title for title in titles_of(draw_board(vote, more=CARAVAN_PICTURE)) if "road" in title}

    drawn, bare = (
        [
            ET.tostring(group)
            for group in parse(draw_board(shown, more=CARAVAN_PICTURE)).iter(f"{SVG}g")
            if group.findtext(f"{SVG}title") in titles
        ]
        for shown in (vote, bare_board)
    )
    assert drawn == bare != []


def test_on_a_phone_the_sign_of_a_position_keeps_clear_of_the_letter_of_an_upright_road(caravans: BoardView) -> None:
    roads = [path for has in caravans.seats for path in list_paths(has.roads) if is_upright(path)]
    assert roads
    for path in roads:
        drawing = draw_board(open_positions(caravans, CamelPlace(0, path)), more=CARAVAN_PICTURE)
        ((stack,),) = parse(drawing).iterfind(f".//{SVG}g[@class='vote']")
        more, off = re.findall(r"--by:calc\(1 \+ ([\d.]+)\*var.*?--off:calc\((\d+)px", drawing)[0]
        sides = dict(re.findall(r"\.vote \.(west|east){transform:translate\((calc\(-1\*)?var", drawing))
        way, factor = int(off) * (-1 if sides[stack.attrib["class"]] else 1), 1 + float(more)
        left, _, wide, *_ = map(float, re.findall(r"-?[\d.]+", stack[0].attrib["d"]))
        middle, half = left + wide / 2 + way, factor * wide / 2
        assert abs(middle - place_at(path, 0)[0]) - half > 6  # half of a W
        assert abs(middle - place_at(path, 0)[0]) + half < 62 - 18  # where the disc of a number begins


def test_the_robber_takes_the_place_of_a_figure() -> None:
    view = add_caravans(play_view(SEATS[:3], turns=-1), camels=0)
    palm = CARAVAN_PICTURE.grounds["oasis"].figure

    assert palm in draw_board(view._replace(robber=Hex(0)), more=CARAVAN_PICTURE)
    assert palm not in draw_board(view._replace(robber=CENTRE), more=CARAVAN_PICTURE)


def test_labels_in_one_place_are_found_to_overlap() -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg"><g font-size="12"><text x="9" y="9">one</text>'
        '<text x="40" y="9">two</text></g><g transform="translate(8 0)" font-size="9"><text y="14">too</text></g></svg>'
    )
    one, two, three = box_texts(parse(drawing))

    assert one.overlaps(three)
    assert not one.overlaps(two)


def test_without_a_game_on_top_no_camel_is_drawn(view: BoardView) -> None:
    titles = titles_of(draw_board(view))

    assert not [title for title in titles if "route" in title or title.startswith(("to ", "position"))]


@pytest.mark.parametrize("path", list_every_path(), ids=PATH_NAMES)
def test_the_end_of_a_path_with_more_room_is_the_one_that_is_not_taken(path: PathNumber) -> None:
    upper, lower = sorted(ends_of(path), key=lambda end: end[1])
    numbers = {end: SPOTS.index(end) for end in (upper, lower)}

    assert find_end(path, {numbers[lower]}) == -1
    assert find_end(path, {numbers[upper]}) == find_end(path, ()) == 1
    assert place_at(path, 36) == lower
    assert place_at(path, -36) == upper
    assert place_at(path, 0) == middle_of(path)


@pytest.mark.parametrize("path", list_every_path(), ids=PATH_NAMES)
@pytest.mark.parametrize("end", [-1, 1])
def test_the_number_of_a_new_piece_is_clear_of_roads_numbers_and_of_other_numbers(path: PathNumber, end: int) -> None:
    x, y = place_order_beside(path, end)
    (low_x, low_y), (high_x, high_y) = ends_of(path)

    assert abs((high_x - low_x) * (low_y - y) - (low_x - x) * (high_y - low_y)) / 71.7 > 7.5 + 6
    others = {place_order_beside(other, way) for other in list_every_path() for way in (-1, 1)} - {(x, y)}
    assert min((x - at_x) ** 2 + (y - at_y) ** 2 for at_x, at_y in others) > 14**2
    assert min((x - at_x) ** 2 + (y - at_y) ** 2 for at_x, at_y in SPOTS) > 17**2


def test_nothing_runs_and_nothing_is_fetched(view: BoardView, caravans: BoardView) -> None:
    for shown, more in ((view, NO_EXPANSION), (caravans, CARAVAN_PICTURE)):
        pictures = draw_board(shown, newest_of(shown), more) + draw_dice(range(11))
        pictures += "".join(mark.picture for group in list_marks(shown, more) for mark in group)

        assert not re.search(
            r"<script|<image|<foreignObject|href=\"[^#]|javascript:|data:|@import|\son\w+=", pictures, re.IGNORECASE
        )
        lands = {f'"#land-{terrain}"' for terrain in {**GROUNDS, **CARAVAN_PICTURE.grounds, "sea": SEA}}
        assert {link.removesuffix("/>") for link in re.findall(r"href=(\S+)", pictures)} <= {
            '"#island"',
            '"#camel"',
        } | lands
        assert set(re.findall(r"https?://[^\"]*", pictures)) == {"http://www.w3.org/2000/svg"}
        assert set(re.findall(r"url\(([^)]*)\)", pictures)) <= {
            f"#{name_pattern(terrain)}" for terrain in {**GROUNDS, **CARAVAN_PICTURE.grounds, "sea": SEA}
        }


def test_hostile_seat_names_stay_text(view: BoardView, newest: Newest) -> None:
    harmless = [element.tag for element in parse(draw_board(view, newest)).iter()]

    drawing = draw_board(rename(view, HOSTILE), newest)

    assert [element.tag for element in parse(drawing).iter()] == harmless
    titles = " ".join(titles_of(drawing))
    assert all(name in titles for name in HOSTILE[: len(view.seats)])


def test_a_picture_is_the_same_every_time_and_stays_below_40_kilobytes(caravans: BoardView) -> None:
    newest = newest_of(caravans)

    drawing = draw_board(caravans, newest, CARAVAN_PICTURE)

    assert drawing == draw_board(caravans, dict(newest), CARAVAN_PICTURE)
    assert len(drawing.encode()) < 40_000


def test_the_legend_names_every_seat_and_terrain(view: BoardView, caravans: BoardView) -> None:
    terrains, _ = list_marks(view)
    me = view.seats[1].name

    assert [mark.words for mark in list_seats(view, own="")] == [has.name for has in view.seats]
    assert [mark.words for mark in list_seats(view, me) if "you" in mark.words] == [f"{me} (you)"]
    assert "hills: brick" in [mark.words for mark in terrains]
    assert "desert: nothing" in [mark.words for mark in terrains]
    for mark in (mark for group in list_marks(caravans, CARAVAN_PICTURE) for mark in group):
        assert parse(mark.picture).tag == "svg"
    assert len(list_marks(caravans, CARAVAN_PICTURE)) == 3
