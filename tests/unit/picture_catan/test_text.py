"""The board in characters: fits a letter of 78 columns, and every piece has a place of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from oracle.catan_views import SEATS, add_caravans, newest_of, play_view

from adjudicator.rules.catan.picture.text import WIDTH, draw_seats_text, draw_text
from adjudicator.rules.catan.picture.view import Newest, SeatView, View
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE
from adjudicator.rules.catan_caravans.picture_view import CaravanView

EMPTY = play_view(SEATS[:3], turns=-1)
CORNER = """\
                0-1 3:1 any      3-4 2:1 grain
                        1           3           5
                    =W=   '-.   .-'   '-.   .-'   '-.
                (W0)    A     2     B     4     C     6
                  X mountains |  pasture  |  forest   |
                 =X!   10     |     2     |     9     |
                  X           |           |           |
                #X8#!         10          12          14
              .-'   '-.   .-'   '-.   .-'   '-.   .-'   '-.   14-15 2:1 ore
"""


def draw_pieces(
    roads: Sequence[str] = (), settlements: Sequence[int] = (), cities: Sequence[int] = (), base: View = EMPTY
) -> str:
    others = [seat for seat in base["seats"] if seat != "amira"]
    bare: SeatView = {"roads": [], "settlements": [], "cities": []}
    mine: SeatView = {"roads": roads, "settlements": settlements, "cities": cities}
    return draw_text({**base, "seats": {"amira": mine, **dict.fromkeys(others, bare)}})


def draw_route(paths: Sequence[str]) -> str:
    view: CaravanView = {**EMPTY, "routes": {"R1": {"camels": paths, "front": None, "ended": False}}}
    return picture_of(draw_text(view, more=CARAVAN_PICTURE))


def differences(one: str, other: str) -> set[tuple[str, str]]:
    """The pairs of characters in which two drawings differ."""
    lines = zip(one.splitlines(), other.splitlines(), strict=True)
    pairs = {pair for line, same in lines for pair in zip(line.ljust(WIDTH), same.ljust(WIDTH), strict=True)}
    return {(here, there) for here, there in pairs if here != there}


def places_of(newest: Newest) -> set[str]:
    return {piece.place for piece in newest}


def picture_of(text: str) -> str:
    return text.partition("Marks: ")[0]


def test_a_corner_of_the_board_looks_like_this() -> None:
    terrains = {"A": ("mountains", 10), "B": ("pasture", 2), "C": ("forest", 9)}
    view: View = {
        "board": {
            "hexes": {name: {"terrain": terrain, "number": number} for name, (terrain, number) in terrains.items()},
            "harbours": {"0-1": "any", "3-4": "grain", "14-15": "ore"},
        },
        "robber": None,
        "rolls": {},
        "seats": {
            "amira": {"settlements": [0], "cities": [], "roads": ["0-1"]},
            "bilal": {"settlements": [], "cities": [8], "roads": ["0-8"]},
        },
    }

    text = draw_text(view, frozenset({"8", "0-8"}))

    assert text.startswith(CORNER)
    assert draw_seats_text(view, own="") == "Seats: W amira, X bilal.\n"
    assert draw_seats_text(view, own="bilal") == "Seats: W amira, X bilal (you).\n"


def test_every_line_fits_and_is_printable_ascii(view: View, caravans: CaravanView) -> None:
    for shown in (view, caravans):
        for line in draw_text(shown, places_of(newest_of(shown)), CARAVAN_PICTURE).splitlines():
            assert len(line) <= WIDTH
            assert line == "" or (line.isascii() and line.isprintable())


def test_every_intersection_shows_its_number_once(view: View, newest: Newest) -> None:
    picture = picture_of(draw_text(view, places_of(newest)))

    shown = re.sub(r"\*\d+\*|\d+-\d+ *\d:\d|\d+-\d+|\d:\d", " ", picture)
    numbers = [int(number) for number in re.findall(r"\d+", shown)]
    tokens = [tile["number"] for tile in view["board"]["hexes"].values() if tile["number"] not in (None, 6, 8)]
    assert sorted(numbers) == sorted([*range(54), *tokens])


def test_a_road_on_each_path_looks_different_and_changes_nothing_else() -> None:
    empty = picture_of(draw_pieces())
    drawings = [picture_of(draw_pieces(roads=[path])) for path in PATH_NAMES]

    assert len({*drawings, empty}) == 73
    for drawing in drawings:
        assert drawing.count("=W=") == 1
        assert {one for one, _ in differences(drawing, empty)} <= set("=W")
        assert {other for _, other in differences(drawing, empty)} <= set(".-'| ")


def test_roads_on_all_paths_are_all_seen() -> None:
    assert picture_of(draw_pieces(roads=PATH_NAMES)).count("=W=") == 72


def test_a_building_on_each_intersection_looks_different() -> None:
    settlements = [picture_of(draw_pieces(settlements=[number])) for number in range(54)]
    cities = [picture_of(draw_pieces(cities=[number])) for number in range(54)]

    assert len({*settlements, *cities, picture_of(draw_pieces())}) == 109
    for number in range(54):
        assert settlements[number].count(f"(W{number})") == 1
        assert cities[number].count(f"#W{number}#") == 1


def test_pieces_everywhere_do_not_hide_each_other() -> None:
    picture = picture_of(draw_pieces(roads=PATH_NAMES, cities=range(54)))

    assert picture.count("=W=") == 72
    assert all(f"#W{number}#" in picture for number in range(54))


def test_a_camel_on_each_path_looks_different_and_hides_nothing() -> None:
    drawings = [draw_route([path]) for path in PATH_NAMES]

    assert len(set(drawings)) == 72
    assert all(drawing.count("R1") == 1 for drawing in drawings)
    everywhere = draw_route(PATH_NAMES)
    assert everywhere.count("&") == 71
    assert picture_of(draw_pieces()).split() == everywhere.replace("R1", " ").replace("&", " ").split()


def test_a_road_and_a_camel_share_a_path(caravans: CaravanView) -> None:
    shared = [
        (path, route)
        for route in caravans["routes"].values()
        for path in route["camels"][:-1]
        if any(path in has["roads"] for has in caravans["seats"].values())
    ]

    assert len(re.findall(r"=[A-Z]=&", picture_of(draw_text(caravans, more=CARAVAN_PICTURE)))) == len(shared)


def test_positions_bear_their_names_also_where_two_share_a_path() -> None:
    view = add_caravans(EMPTY, camels=0)
    alone: CaravanView = {
        **view,
        "positions": {"V1": {"route": "R1", "path": "16-17"}, "V2": {"route": "R2", "path": "7-17"}},
    }
    shared: CaravanView = {
        **view,
        "positions": {"V1": {"route": "R1", "path": "16-17"}, "V2": {"route": "R2", "path": "16-17"}},
    }

    assert ".-'V1" in draw_text(alone, more=CARAVAN_PICTURE)
    assert "| V2" in draw_text(alone, more=CARAVAN_PICTURE)
    assert ".V1V2" in draw_text(shared, more=CARAVAN_PICTURE)


def test_the_robber_is_on_the_board_or_not_at_all() -> None:
    aside: View = {**EMPTY, "robber": None}

    assert picture_of(draw_text(EMPTY)).count("ROBBER") == 1
    assert "ROBBER" not in picture_of(draw_text(aside))


def test_a_seat_with_a_hostile_name_stays_in_the_legend() -> None:
    odd: View = {**EMPTY, "seats": {"\x1b[2J\n\u202eevil": EMPTY["seats"]["amira"]}}

    text = draw_text(odd) + draw_seats_text(odd, own="")

    assert all(line == "" or (line.isascii() and line.isprintable()) for line in text.splitlines())
