"""The board in characters: fits a letter of 78 columns, and every piece has a place of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from oracle.catan_views import SEATS, add_caravans, newest_of, open_positions, play_view

from adjudicator.rules.catan.picture import NEW_CITY, NO_EXPANSION, ROAD, BoardView, Newest, NewPiece, SeatView
from adjudicator.rules.catan.picture.text import WIDTH, draw_seats_text, draw_text
from adjudicator.rules.catan.topology import BARE, BEGINNERS, PATH_NAMED, PATHS, PathNumber, mask_of
from adjudicator.rules.catan_caravans.picture import CARAVAN_PICTURE
from adjudicator.rules.catan_caravans.picture_view import Sight, routes_of
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES, CamelPlace

EMPTY = play_view(SEATS[:3], turns=-1)
EVERY_PATH = range(PATHS)
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


def draw_pieces(roads: Iterable[int] = (), settlements: Iterable[int] = (), cities: Iterable[int] = ()) -> str:
    mine = SeatView("amira", mask_of(settlements), mask_of(cities), mask_of(roads))
    return draw_text(EMPTY._replace(seats=(mine, *(has for has in EMPTY.seats if has.name != "amira"))))


def draw_route(paths: Iterable[int]) -> str:
    view = add_caravans(EMPTY, camels=0)
    laid = tuple(CamelPlace(0, PathNumber(path)) for path in paths)
    routes = routes_of(view)._replace(laid=laid, positions=())
    return picture_of(draw_text(view._replace(extra=Sight(routes)), more=CARAVAN_PICTURE))


def differences(one: str, other: str) -> set[tuple[str, str]]:
    """The pairs of characters in which two drawings differ."""
    lines = zip(one.splitlines(), other.splitlines(), strict=True)
    pairs = {pair for line, same in lines for pair in zip(line.ljust(WIDTH), same.ljust(WIDTH), strict=True)}
    return {(here, there) for here, there in pairs if here != there}


def picture_of(text: str) -> str:
    return text.partition("Marks: ")[0]


def test_a_corner_of_the_board_looks_like_this() -> None:
    seats = (
        SeatView("amira", settlements=1 << 0, roads=mask_of([PATH_NAMED["0-1"]])),
        SeatView("bilal", cities=1 << 8, roads=mask_of([PATH_NAMED["0-8"]])),
    )
    view = BoardView(BEGINNERS, None, seats)

    text = draw_text(view, {NewPiece(NEW_CITY, 8): 1, NewPiece(ROAD, PATH_NAMED["0-8"]): 2})

    assert text.startswith(CORNER)
    assert draw_seats_text(view, own="") == "Seats: W amira, X bilal.\n"
    assert draw_seats_text(view, own="bilal") == "Seats: W amira, X bilal (you).\n"


def test_every_line_fits_and_is_printable_ascii(view: BoardView, caravans: BoardView) -> None:
    for shown, more in ((view, NO_EXPANSION), (caravans, CARAVAN_PICTURE)):
        for line in draw_text(shown, newest_of(shown), more).splitlines():
            assert len(line) <= WIDTH
            assert line == "" or (line.isascii() and line.isprintable())


def test_every_intersection_shows_its_number_once(view: BoardView, newest: Newest) -> None:
    picture = picture_of(draw_text(view, newest))

    shown = re.sub(r"\*\d+\*|\d+-\d+ *\d:\d|\d+-\d+|\d:\d", " ", picture)
    numbers = [int(number) for number in re.findall(r"\d+", shown)]
    tokens = [number for number in view.board.numbers if number not in (BARE, 6, 8)]
    assert sorted(numbers) == sorted([*range(54), *tokens])


def test_a_road_on_each_path_looks_different_and_changes_nothing_else() -> None:
    empty = picture_of(draw_pieces())
    drawings = [picture_of(draw_pieces(roads=[path])) for path in EVERY_PATH]

    assert len({*drawings, empty}) == 73
    for drawing in drawings:
        assert drawing.count("=W=") == 1
        assert {one for one, _ in differences(drawing, empty)} <= set("=W")
        assert {other for _, other in differences(drawing, empty)} <= set(".-'| ")


def test_roads_on_all_paths_are_all_seen() -> None:
    assert picture_of(draw_pieces(roads=EVERY_PATH)).count("=W=") == 72


def test_a_building_on_each_intersection_looks_different() -> None:
    settlements = [picture_of(draw_pieces(settlements=[number])) for number in range(54)]
    cities = [picture_of(draw_pieces(cities=[number])) for number in range(54)]

    assert len({*settlements, *cities, picture_of(draw_pieces())}) == 109
    for number in range(54):
        assert settlements[number].count(f"(W{number})") == 1
        assert cities[number].count(f"#W{number}#") == 1


def test_pieces_everywhere_do_not_hide_each_other() -> None:
    picture = picture_of(draw_pieces(roads=EVERY_PATH, cities=range(54)))

    assert picture.count("=W=") == 72
    assert all(f"#W{number}#" in picture for number in range(54))


def test_a_camel_on_each_path_looks_different_and_hides_nothing() -> None:
    drawings = [draw_route([path]) for path in EVERY_PATH]

    assert len(set(drawings)) == 72
    assert all(drawing.count("R1") == 1 for drawing in drawings)
    everywhere = draw_route(EVERY_PATH)
    assert everywhere.count("&") == 71
    assert draw_route([]).split() == everywhere.replace("R1", " ").replace("&", " ").split()


def test_a_road_and_a_camel_share_a_path(caravans: BoardView) -> None:
    shared = [
        path
        for route in range(len(ROUTE_NAMES))
        for path in routes_of(caravans).camels_of(route)[:-1]
        if any(has.roads >> path & 1 for has in caravans.seats)
    ]

    assert len(re.findall(r"=[A-Z]=&", picture_of(draw_text(caravans, more=CARAVAN_PICTURE)))) == len(shared)


def test_positions_bear_their_names_also_where_two_share_a_path() -> None:
    view = add_caravans(EMPTY, camels=0)
    seventeen, seven = PATH_NAMED["16-17"], PATH_NAMED["7-17"]
    alone = open_positions(view, CamelPlace(0, seventeen), CamelPlace(1, seven))
    shared = open_positions(view, CamelPlace(0, seventeen), CamelPlace(1, seventeen))

    assert ".-'V1" in draw_text(alone, more=CARAVAN_PICTURE)
    assert "| V2" in draw_text(alone, more=CARAVAN_PICTURE)
    assert ".V1V2" in draw_text(shared, more=CARAVAN_PICTURE)


def test_the_robber_is_on_the_board_or_not_at_all() -> None:
    aside = EMPTY._replace(robber=None)

    assert picture_of(draw_text(EMPTY)).count("ROBBER") == 1
    assert "ROBBER" not in picture_of(draw_text(aside))


def test_a_seat_with_a_hostile_name_stays_in_the_legend() -> None:
    odd = EMPTY._replace(seats=(SeatView("\x1b[2J\n\u202eevil"),))

    text = draw_text(odd) + draw_seats_text(odd, own="")

    assert all(line == "" or (line.isascii() and line.isprintable()) for line in text.splitlines())
