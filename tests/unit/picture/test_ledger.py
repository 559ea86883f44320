"""What each seat has at a glance: sizes, links, leads, tokens, leaders off the board, the law of first leaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Onlooker, Reader, Setting
from adjudicator.rules.through_the_desert.cases import DesertCases
from adjudicator.rules.through_the_desert.exhibit import DesertExhibit, list_caravans, list_holdings, write_ledger
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.views import DesertViews

LAW = "The players' first leaders must all have different colours."
FOUR = ("amira", "bilal", "carla", "dario")
FIVE = (*FOUR, "emine")
HEXES = ("C7", "H4", "K8", "O5")


def read(
    content: Mapping[str, JsonValue], seats: Sequence[str] = FOUR, options: Mapping[str, str] | None = None
) -> State:
    return DesertCases().read_position(content, Setting("2005", options or {}, tuple(seats)))


def see(state: State, reader: Reader) -> list[str]:
    return list(list_holdings(DesertViews().see(state, {}, reader), reader))


CARAVANS: Mapping[str, JsonValue] = {
    "leaders": {
        "amira": {"pink": "C7", "yellow": "K8"},
        "bilal": {"pink": "H4", "yellow": "B3"},
        "carla": {"yellow": "O5"},
    },
    "camels": {"amira": {"pink": ["B8", "A7", "C8"]}, "carla": {"yellow": ["O6"]}, "bilal": {"yellow": ["B4"]}},
    "oases": ["B7", "J3"],
    "linked": {"amira": {"pink": ["B7", "J3"]}},
}


def test_a_caravan_is_counted_with_its_leader_and_shows_what_it_has_linked() -> None:
    ledger = list_caravans(read(CARAVANS))

    assert ledger is not None
    assert [seat for seat, _ in ledger.rows] == list(FOUR)
    amira = dict(ledger.rows)["amira"]
    assert [caravan.size for caravan in amira] == [4, 1, 0, 0, 0]
    assert [caravan.scored for caravan in amira] == [("B7", "J3"), (), (), (), ()]


def test_below_each_colour_stands_who_is_ahead_and_by_how_much() -> None:
    ledger = list_caravans(read(CARAVANS))

    assert ledger is not None
    assert ledger.name_leaders(FOUR) == ["amira by 3", "bilal and carla", "-", "-", "-"]
    level = list_caravans(read({"leaders": {"amira": {"pink": "C7"}, "bilal": {"pink": "H4"}}}))
    assert level is not None
    assert level.name_leaders(FOUR)[0] == "amira and bilal"
    several = list_caravans(read({"leaders": {seat: {"pink": at} for seat, at in zip(FOUR[1:], HEXES, strict=False)}}))
    assert several is not None
    assert several.name_leaders(FOUR)[0] == "3 level"
    everybody = list_caravans(read({"leaders": {seat: {"pink": at} for seat, at in zip(FOUR, HEXES, strict=True)}}))
    assert everybody is not None
    assert everybody.name_leaders(FOUR)[0] == "all level"
    alone = list_caravans(read({"leaders": {"amira": {"pink": "C7"}}, "camels": {"amira": {"pink": ["B8"]}}}))
    assert alone is not None
    assert alone.name_leaders(FOUR)[0] == "amira by 2"


def test_whoever_reads_that_he_is_ahead_is_called_you() -> None:
    ledger = list_caravans(read(CARAVANS))

    assert ledger is not None
    last = {seat: write_ledger(ledger, seat).partition("\nahead")[2].split() for seat in ("amira", "carla")}
    assert last["amira"][:3] == ["you", "by", "3"]
    assert last["carla"][3:6] == ["bilal", "and", "-"]


def test_before_the_first_leader_there_is_no_table() -> None:
    assert list_caravans(read({"phase": "leaders"})) is None
    assert see(read({"phase": "leaders"}), Onlooker.PUBLIC)[-1] == LAW


def test_the_table_stays_within_78_columns_whatever_the_names_and_links() -> None:
    seats = ("a" * 32, "b", "karoline-auguste", "d")
    ledger = list_caravans(
        read(
            {
                "leaders": {seat: {"pink": spot} for seat, spot in zip(seats, HEXES, strict=True)},
                "oases": ["B8", "H11", "J3", "M7", "Q3"],
                "linked": {seats[0]: {"pink": ["B8", "H11", "J3", "M7", "Q3"]}},
            },
            seats,
        )
    )

    assert ledger is not None
    lines = write_ledger(ledger).splitlines()
    assert max(map(len, lines)) <= 78
    assert lines[1].split() == ["a" * 11 + "…", "1", "B8", "H11", "J3", "-", "-", "-", "-"]
    assert lines[2].split() == ["M7", "Q3"]


def test_the_table_of_four_seats_is_short() -> None:
    ledger = list_caravans(read(CARAVANS | {"linked": {"amira": {"pink": ["B7"]}}}))

    assert ledger is not None
    assert write_ledger(ledger).splitlines() == [
        "       pink          yellow        green         turquoise     purple",
        "amira  4 B7          1             -             -             -",
        "bilal  1             2             -             -             -",
        "carla  -             2             -             -             -",
        "dario  -             -             -             -             -",
        "ahead  amira by 3    bilal and     -             -             -",
        "                     carla",
    ]


def test_a_player_finds_his_camels_by_hex_the_leader_marked() -> None:
    assert see(read(CARAVANS), "amira")[0] == "Yours (* the leader): pink C7* A7 B8 C8; yellow K8*."
    assert not see(read(CARAVANS), Onlooker.PUBLIC)


def test_tokens_are_counted_with_their_values_where_they_are_known() -> None:
    state = read(CARAVANS | {"taken": {"amira": [2, 1, 1], "carla": [3]}})

    def water(reader: Reader) -> list[str]:
        table = DesertExhibit().scores(DesertViews().see(state, {}, reader), reader)
        return [cells[table.columns.index("water")] for _, cells in table.rows]

    assert water(Onlooker.MODERATOR) == ["4 (2x1 1x2)", "0", "3 (1x3)", "0"]
    assert water("amira") == ["4 (2x1 1x2)", "0", "? (1 hidden)", "0"]
    assert water(Onlooker.PUBLIC) == ["? (3 hidden)", "0", "? (1 hidden)", "0"]


RETURNED: Mapping[str, JsonValue] = {
    "phase": "leaders",
    "returned": dict(zip(FIVE, ("yellow", "green", "turquoise", "pink", "purple"), strict=True)),
}


def test_leaders_in_hand_and_returned_are_told_by_seat() -> None:
    lines = see(read(RETURNED | {"leaders": {"amira": {"pink": "C7"}}}, FIVE), Onlooker.PUBLIC)

    assert lines[0].startswith("Leaders in hand: amira green, turquoise, purple; bilal pink, yellow, turquoise, ")
    assert lines[1] == (
        "Leaders returned to the box: amira yellow; bilal green; carla turquoise; dario pink; emine purple."
    )


def test_the_law_of_first_leaders_says_who_opened_with_what_and_what_is_left() -> None:
    state = read(RETURNED | {"leaders": {"amira": {"pink": "C7"}, "bilal": {"yellow": "H4"}}}, FIVE)

    said = f"{LAW} So far: amira pink and bilal yellow."
    assert see(state, Onlooker.PUBLIC)[-1] == said
    assert see(state, "amira")[-1] == said.replace("amira", "you")
    assert see(state, "carla")[-1] == f"{said} Left for you now: green or purple."


def test_the_law_names_the_waiver() -> None:
    opened = zip(FOUR, ("pink", "yellow", "green", "turquoise"), ("C7", "H4", "K8", "O5"), strict=True)
    state = read(RETURNED | {"leaders": {seat: {colour: spot} for seat, colour, spot in opened}}, FIVE)

    assert see(state, "emine")[-1].endswith(
        "Left for you now: pink, yellow, green or turquoise (the only colour nobody opened with is the one you "
        "returned, so you may choose; ruling L4)."
    )


def test_where_the_first_seat_is_bound_everybody_is_told_to_what() -> None:
    bound = {"first-leader": "bind"}
    state = read(RETURNED, FIVE, options=bound)

    said = f"{LAW} amira has to open with purple, the colour that emine returned."
    assert see(state, Onlooker.PUBLIC)[-1] == said
    assert see(state, "amira")[-1] == f"{said} Left for you now: purple.".replace("amira has", "You have")
    assert see(state, "bilal")[-1] == f"{said} Left for you now: pink, yellow or turquoise."
    opened = read(RETURNED | {"leaders": {"amira": {"purple": "C7"}}}, FIVE, options=bound)
    assert see(opened, "bilal")[-1] == f"{LAW} So far: amira purple. Left for you now: pink, yellow or turquoise."


def test_the_law_binds_no_longer_when_everybody_has_opened() -> None:
    leaders = {"amira": {"pink": "C7"}, "bilal": {"yellow": "H4"}}
    state = read({"phase": "leaders", "leaders": leaders}, FOUR[:2])

    assert not [line for line in see(state, "amira") if "First leaders" in line]
