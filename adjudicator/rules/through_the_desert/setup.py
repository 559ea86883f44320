"""Setting up: from a setting to a table, and what chance decides before anybody places a leader (rulings S1 to S6)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, SeatNumber, Setting
from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.words import count_of, join_words, suggest
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards import find_board, load_board
from adjudicator.rules.through_the_desert.editions import EDITIONS, HOUSE, OPTIONS, RANDOM, Edition
from adjudicator.rules.through_the_desert.score import draw_token
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State, Table, WaterTokens

SETUP = 0
"""The epoch of the set-up's draws."""


def draw_board(setting: Setting, chance: Chance) -> Board | None:
    """The board, where the option leaves it to chance: made from one draw; None where it does not."""
    if setting.options.get("board") != RANDOM:
        return None
    from adjudicator.rules.through_the_desert.boards.review import DesertBoards  # noqa: PLC0415 - seldom wanted

    seats = len(setting.seats)
    seed = chance.draw(SETUP, ("board",), 1 << 64)
    return find_board(DesertBoards().make(seed, seats, setting.options.get("side", "")), seats)


def set_up(table: Table, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position before the first leader, and what the set-up drew.

    ``table`` has the seats as they signed up; their order at the table is drawn (S4). Palm trees stand on palm
    spaces drawn evenly or named (S1), every pool and every palm space without a tree gets a water token drawn from all
    (S2), or one whose value nobody knows yet (W6); with five seats the leaders returned are drawn (S5) unless the
    option says that each chooses.
    """
    table = replace(table, seats=tuple(_draw_order(table, chance)))
    board, seats = table.board, len(table.seats)
    oases = _plant_trees(table, chance)
    water = board.pools | board.palms & ~oases
    values = [0] * (board.grid.columns * board.grid.stride)
    tokens = list(table.edition.tokens)
    for index in () if table.face_down else list_hexes(water):
        values[index] = value = draw_token(chance, SETUP, board.grid.names[index], tokens)
        tokens[value - 1] -= 1
    leaders = [NOWHERE] * (seats * COLOURS)
    events: list[Event] = []
    phase = Phase.LEADERS
    if table.leaders_each < COLOURS:
        if table.returns_chosen:
            phase = Phase.RETURNS
        else:
            colours = list(range(COLOURS))
            for seat, name in enumerate(table.seats):
                colour = colours.pop(chance.draw(SETUP, ("returned-leader", name), len(colours)))
                leaders[seat * COLOURS + colour] = BOXED
                events.append(Event("leader-returned", {"seat": name, "colour": table.colours[colour]}))
    state = State(
        table=table,
        phase=phase,
        on_move=SeatNumber(0),
        left=1,
        moves=0,
        oases=oases,
        water=water,
        values=tuple(values),
        supply=(table.edition.camels[seats],) * COLOURS,
        leaders=tuple(leaders),
        camels=(0,) * (seats * COLOURS),
        reach=(0,) * (seats * COLOURS),
        linked=(0,) * (seats * COLOURS),
        taken=(WaterTokens(),) * seats,
    )
    return state, tuple(events)


def _draw_order(table: Table, chance: Chance) -> list[str]:
    """The seat that is named to begin, where one is, and the others as they are drawn."""
    named = dict(table.options)["first-seat"]
    order = [] if named == RANDOM else [named]
    left = sorted(set(table.seats).difference(order))
    return order + [left.pop(chance.draw(SETUP, ("seat", number), len(left))) for number in range(len(left))]


def _plant_trees(table: Table, chance: Chance) -> int:
    """The mask of the palm spaces with trees, named or drawn."""
    named, board = dict(table.options)["palms"], table.board
    if named != RANDOM:
        return read_palms(named, board, table.edition.trees)
    spaces, oases = list(list_hexes(board.palms)), 0
    for number in range(table.edition.trees):
        oases |= 1 << spaces.pop(chance.draw(SETUP, ("palm", number), len(spaces)))
    return oases


def lay_table(setting: Setting, board: Board | None = None) -> Table:
    """The table for ``setting``, with ``board`` in place of the one that it names where one is given.

    Raises ``ValueError`` for what cannot be (:func:`check_setting`), and for a board or palm spaces that do not fit.
    """
    options = check_setting(setting)
    edition = EDITIONS[setting.edition]
    board = board or choose_board(options["board"], options["side"], edition, len(setting.seats))
    if options["palms"] != RANDOM:
        read_palms(options["palms"], board, edition.trees)
    # what the option says is the board itself, which the table has
    return Table(
        edition, tuple((name, value) for name, value in options.items() if name != "board"), setting.seats, board
    )


def check_setting(setting: Setting) -> Mapping[str, str]:
    """Every option that means something in ``setting``, and its value; nothing is drawn for it.

    Raises ``ValueError`` for an edition, an option, a value or a number of seats that does not exist, for an option
    that means nothing with so many seats, and for options that cannot be together.
    """
    edition = EDITIONS.get(setting.edition)
    if edition is None:
        raise ValueError(f"no edition {setting.edition!r}; there are {join_words(EDITIONS)}")
    seats = len(setting.seats)
    if seats not in edition.boards:
        raise ValueError(f"{count_of(seats, 'seat')}; the game is for {min(edition.boards)} to {max(edition.boards)}")
    for name, value in setting.options.items():
        _check_option(name, value, seats)
    options = dict(fill_options(setting.options, seats))
    _check_together(options, edition, setting.seats)
    return options


def fill_options(given: Mapping[str, str], seats: int) -> Iterable[tuple[str, str]]:
    """Every option that means something with so many ``seats``, and its value: the default where none is ``given``."""
    return ((option.name, given.get(option.name, option.default)) for option in OPTIONS if option.matters(seats))


def choose_board(said: str, side: str, edition: Edition, seats: int) -> Board:
    """The board that the option ``board`` names, or whose file it is.

    Raises ``ValueError`` for one that there is not, for a file that is not understood, and for a board of another
    ``side`` than the option says. A board that chance makes is handed in, and not asked for here.
    """
    if said == HOUSE:
        house = edition.boards[seats]
        return load_board(f"{house}-river" if side == "river" else house)
    if "\n" not in said:
        raise ValueError(
            f"option board is {HOUSE}, {RANDOM}, or the text of a board file (`new --board FILE`), not {said!r}"
        )
    board = find_board(said, seats)
    if board.river and not edition.river_side:
        raise ValueError(
            f'board "{board.title}" does not go with edition {edition.name}, since it has a river; '
            f"{_name_river_editions()} have a river side (with side=river), or leave the river out of the file"
        )
    if board.river and side != "river":
        raise ValueError(
            f'board "{board.title}" does not go with side={side}, since it has a river; take side=river, or leave the '
            "river out of the file"
        )
    if side == "river" and not board.river:
        raise ValueError(
            f'board "{board.title}" does not go with side=river, since it has no river; list the sides of hexes after '
            "river: in the file, or leave side out"
        )
    return board


def read_palms(text: str, board: Board, trees: int) -> int:
    """The mask of the palm spaces that the option ``palms`` names.

    Raises ``ValueError`` unless they are as many as there are ``trees``, all different and palm spaces of ``board``.
    """
    words = filter(None, text.replace(",", " ").split(" "))
    names = [name.upper() if name.isascii() else name for name in words]
    spaces = board.grid.names_of(board.palms)
    wrong = [name for name in names if name not in spaces]
    if wrong or len(set(names)) != trees or len(names) != trees:
        says = f"{wrong[0]} is not one of them" if wrong else f"it names {len(set(names))} different ones"
        raise ValueError(
            f'palms={text} does not fit the board "{board.title}": palms takes {trees} different palm spaces of it, '
            f"which are {join_words(spaces)}; {says}"
        )
    return board.grid.mask_of(names)


def _check_option(name: str, value: str, seats: int) -> None:
    known = {option.name: option for option in OPTIONS}
    if name not in known:
        raise ValueError(f"no option {name!r}{suggest(name, known)}; there are {join_words(known)}")
    option = known[name]
    if not option.allows(value):
        raise ValueError(f"option {name} is one of {join_words(option.values, 'or')}, not {value!r}")
    if not option.matters(seats):
        only = " or ".join(map(str, option.seats))
        raise ValueError(f"{name}={value} means nothing with {seats} seats; it is for {only} seats only")


def _name_river_editions() -> str:
    return " and ".join(name for name, edition in EDITIONS.items() if edition.river_side)


def _check_together(options: Mapping[str, str], edition: Edition, seats: tuple[str, ...]) -> None:
    side, first = options["side"], options["first-seat"]
    if side == "river" and not edition.river_side:
        raise ValueError(
            f"side=river does not go with edition {edition.name}, whose board has no river side; "
            f"{_name_river_editions()} have one"
        )
    if options["water"] == "face-down" and options["taken-water"] == "shown":
        raise ValueError(
            "taken-water=shown does not go with water=face-down: only who takes a face-down token learns its value; "
            "leave taken-water out, or take water=face-up"
        )
    if options["board"] == RANDOM and options["palms"] != RANDOM:
        raise ValueError(
            f"palms={options['palms']} does not go with board=random: nobody knows the palm spaces of a board that is "
            "still to be drawn; take palms=random, or board=house"
        )
    if first != RANDOM and first not in seats:
        raise ValueError(
            f"first-seat={first} fits none of the seats {join_words(seats)}; it takes random or one of them"
        )
