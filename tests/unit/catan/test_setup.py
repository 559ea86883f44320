from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from oracle.catan_map import HEX_NEIGHBOURS
from oracle.catan_positions import KERNEL, SEATS

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.cards import unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import BEGINNERS, HARBOURS, LETTERS, TERRAINS, TOKENS, Board, describe_board

RED = (6, 8)


def set_up(number: int = 0, seats: int = 4, **options: str) -> State:
    return KERNEL.setup(Setting("base", options, SEATS[:seats]), SecretChance(f"setup-{number}", bytes(32)))[0]


def boards(**options: str) -> list[Board]:
    return [set_up(number, **options).table.board for number in range(30)]


def red_neighbours(board: Board) -> int:
    numbers = dict(zip(LETTERS, board.numbers, strict=True))
    return sum(numbers[near] in RED for one in LETTERS if numbers[one] in RED for near in HEX_NEIGHBOURS[one])


def test_the_beginners_board_is_the_printed_one() -> None:
    rows = [
        "mountains 10, pasture 2, forest 9",
        "fields 12, hills 6, pasture 4, hills 10",
        "fields 9, forest 11, desert 0, forest 3, mountains 8",
        "forest 8, mountains 3, fields 4, pasture 5",
        "hills 5, fields 6, pasture 11",
    ]
    board = set_up(board="beginners").table.board

    assert board == BEGINNERS
    hexes = [f"{terrain} {number}" for terrain, number in zip(board.terrains, board.numbers, strict=True)]
    assert ", ".join(hexes) == ", ".join(rows)
    assert Counter(board.numbers) == Counter([*TOKENS, 0])
    assert Counter(board.harbours) == Counter(HARBOURS)


def test_variable_boards_use_every_piece_once_and_differ() -> None:
    drawn = boards()
    for board in drawn:
        assert Counter(board.terrains) == Counter([*TERRAINS, "desert"])
        assert Counter(board.numbers) == Counter([*TOKENS, 0])
        assert Counter(board.harbours) == Counter(HARBOURS)
        assert board.numbers[board.terrains.index("desert")] == 0
    assert len(set(drawn)) == len(drawn)
    assert len({board.terrains.index("desert") for board in drawn}) > 8


def test_tokens_lie_in_letter_order_from_the_corner_that_is_drawn() -> None:
    drawn = boards(board="variable")
    starts: set[int] = set()
    for board in drawn:
        spirals = [numbers for numbers in map(list, _readings(board)) if numbers == list(TOKENS)]
        assert spirals
        starts |= {corner for corner, numbers in enumerate(_readings(board)) if list(numbers) == list(TOKENS)}
    assert starts == set(range(6))


def _readings(board: Board) -> list[tuple[int, ...]]:
    """The tokens as read from each of the six corners."""
    rings = ["ADHMQRSPLGCB", "EINOKF"]
    orders = [
        "".join(ring[step * start :] + ring[: step * start] for ring, step in zip(rings, (2, 1), strict=True)) + "J"
        for start in range(6)
    ]
    return [
        tuple(board.numbers[LETTERS.index(letter)] for letter in order if board.numbers[LETTERS.index(letter)])
        for order in orders
    ]


def test_spread_keeps_red_numbers_apart() -> None:
    drawn = boards(spread="yes")
    assert all(red_neighbours(board) == 0 for board in drawn)
    assert all(Counter(board.numbers) == Counter([*TOKENS, 0]) for board in drawn)
    assert not any(list(TOKENS) in map(list, _readings(board)) for board in drawn)


def test_the_robber_starts_on_the_desert() -> None:
    for number in range(5):
        state = set_up(number)
        assert state.robber is not None
        assert state.table.board.terrains[state.robber] == "desert"


def test_all_cards_are_in_the_bank_at_first() -> None:
    state = set_up()
    assert unpack(state.bank) == (19, 19, 19, 19, 19)
    assert unpack(state.deck) == (14, 5, 2, 2, 2)


def test_events_tell_what_was_drawn() -> None:
    state, events = KERNEL.setup(Setting("base", {}, SEATS), SecretChance("told", bytes(32)))

    assert [event.kind for event in events] == ["seats-drawn", "board-laid"]
    assert events[0].facts["seats"] == list(state.table.seats)
    assert events[1].facts == describe_board(state.table.board)


def test_every_draw_of_the_set_up_has_its_own_label_in_epoch_0() -> None:
    for options in ({}, {"spread": "yes"}, {"board": "beginners"}):
        chance = SecretChance("labels", bytes(32))
        KERNEL.setup(Setting("base", options, SEATS), chance)
        labels = [draw.label for draw in chance.draws]

        assert len(set(labels)) == len(labels)
        assert {draw.epoch for draw in chance.draws} == {0}


@pytest.mark.parametrize(
    ("edition", "options", "seats", "says"),
    [
        ("first", {}, SEATS, "edition 'first'"),
        ("base", {"bord": "variable"}, SEATS, "no option 'bord'"),
        ("base", {"board": "round"}, SEATS, "option board is one of"),
        ("base", {"target": "4"}, SEATS, "option target is one of"),
        ("base", {}, SEATS[:2], "2 seats"),
        ("base", {}, (*SEATS, "emin"), "5 seats"),
    ],
)
def test_settings_that_do_not_exist_are_refused(
    edition: str, options: Mapping[str, str], seats: tuple[str, ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        KERNEL.setup(Setting(edition, options, seats), SecretChance("refused", bytes(32)))


def test_the_option_sets_the_target() -> None:
    assert set_up().table.edition.target == 10
    assert set_up(target="12").table.edition.target == 12
