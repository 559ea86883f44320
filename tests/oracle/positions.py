"""Positions to start from that no set-up would give: drawn boards, few leaders, little supply."""

from __future__ import annotations

from dataclasses import replace

from oracle.board_rules import LEADERS_IN_PLAY, TREES, check_connectivity, check_cut_points, check_leader_room
from oracle.desert import COLOURS, FACE_DOWN, LEADERS, OPTIONS, SUPPLY, TOKENS, Area, Oracle
from oracle.dice import Dice
from oracle.field import Field, divide
from oracle.hexes import Hex, around, components, neighbours

SEATS = ("amira", "bilal", "chadi", "dalia", "emin")
MOST_SEATS = 5


def empty_table(board: Field, seats: int, supply: int, oases: set[Hex], water: dict[Hex, int]) -> Oracle:
    """No camel placed yet, and the first camel due: the turn is a short one."""
    colours = COLOURS["2005"]
    table = SEATS[:seats]
    caravans = [(seat, colour) for seat in table for colour in colours]
    return Oracle(
        board=board,
        edition="2005",
        options=dict(OPTIONS),
        seats=table,
        phase="camels",
        on_move=table[0],
        left=1,
        moves=seats * LEADERS[seats],
        oases=oases,
        water=water,
        supply=dict.fromkeys(colours, supply),
        returned={},
        leaders={},
        camels={caravan: set() for caravan in caravans},
        linked={caravan: set() for caravan in caravans},
        areas=[],
        taken={seat: [] for seat in table},
    )


def random_field(dice: Dice) -> Field:
    """A small block of hexes with mountains, pools and palm spaces anywhere, and without a cut point."""
    columns, rows = 5 + dice.below(5), 5 + dice.below(4)
    block = [(x, y) for x in range(columns) for y in range(rows)]
    while True:
        spots = dice.shuffled(block)
        mountains, palms, pools = 1 + dice.below(7), dice.below(8), dice.below(9)
        field = Field(
            playable=frozenset(spots[mountains:]),
            mountains=frozenset(spots[:mountains]),
            palms=frozenset(spots[mountains : mountains + palms]),
            pools=frozenset(spots[mountains + palms : mountains + palms + pools]),
        )
        if not check_connectivity(field) and not check_cut_points(field):
            return field


def wide_field(dice: Dice) -> Field:
    """A board large enough for five seats and all their leaders, of any shape, without a cut point."""
    while True:
        columns, rows = 12 + dice.below(9), 11 + dice.below(8)
        block = {(x, y) for x in range(columns) for y in range(rows)}
        for _ in range(dice.below(4)):
            (x, y), cut = dice.pick([(0, 0), (columns, 0), (0, rows), (columns, rows)]), 1 + dice.below(9)
            block -= {spot for spot in block if abs(spot[0] - x) + abs(spot[1] - y) < cut}
        spots = dice.shuffled(sorted(block))
        mountains, palms, pools = 1 + dice.below(12), 5 + dice.below(3), 10 + dice.below(30)
        field = Field(
            playable=frozenset(spots[mountains:]),
            mountains=frozenset(spots[:mountains]),
            palms=frozenset(spots[mountains : mountains + palms]),
            pools=frozenset(spots[mountains + palms : mountains + palms + pools]),
        )
        roomy = not check_leader_room(field, LEADERS_IN_PLAY["full"])
        if roomy and not check_connectivity(field) and not check_cut_points(field):
            return field


def with_river(field: Field, dice: Dice) -> Field:
    """``field`` with a river across it, a bend of one, or one round an island; sometimes with two of them."""
    spots = sorted(field.playable)
    bend = [dice.below(3) for _ in range(max(y for _, y in spots) + 1)]
    middle = dice.pick(spots)
    banks = [
        {spot for spot in spots if spot[0] < middle[0] + bend[spot[1]]},
        {spot for spot in spots if spot[0] < middle[0] and spot[1] < middle[1] + bend[0]},
        {middle, *dice.shuffled(neighbours(middle))[: dice.below(4)]},
    ]
    wet = field
    for bank in dice.shuffled(banks)[: 1 + dice.below(2)]:
        wet = divide(wet, bank)
    whole = sorted(wet.river, key=sorted)
    if not whole:
        # everything lies on one bank
        return with_river(field, dice)
    return wet if dice.below(3) else replace(wet, river=frozenset(dice.shuffled(whole)[: len(whole) * 2 // 3]))


def turn_down(oracle: Oracle) -> Oracle:
    """The same table with its water face down."""
    oracle.options["water"] = "face-down"
    oracle.water = dict.fromkeys(oracle.water, FACE_DOWN)
    return oracle


def lay_out(board: Field, seats: int, supply: int, leaders: int, dice: Dice) -> Oracle:
    """A start on ``board``: palm trees, water and up to ``leaders`` leaders of each seat, anywhere they may stand."""
    palms = dice.shuffled(sorted(board.palms))
    oases = set(palms[: dice.below(len(palms) + 1)])
    water = {spot: 1 + dice.below(3) for spot in sorted(board.features - oases)}
    oracle = empty_table(board, seats, supply, oases, water)
    for _ in range(leaders):
        for seat in oracle.seats:
            hand = [colour for colour in oracle.colours if (seat, colour) not in oracle.leaders]
            spots = sorted(oracle.leader_hexes())
            if spots:
                put_leader(oracle, seat, dice.pick(hand), dice.pick(spots))
    return oracle


def put_leader(oracle: Oracle, seat: str, colour: str, spot: Hex) -> None:
    """A leader on ``spot``, whatever the rules of leader placement say."""
    oracle.leaders[seat, colour] = spot
    oracle.camels[seat, colour] = {spot}


def may_stand(oracle: Oracle, seat: str, colour: str, spot: Hex) -> bool:
    """Whether a camel could stand on ``spot`` beside what is there already."""
    foreign = {near for other in oracle.seats if other != seat for near in oracle.camels[other, colour]}
    return (
        spot in oracle.board.playable
        and spot not in oracle.oases
        and spot not in oracle.occupied()
        and not foreign.intersection(neighbours(spot))
    )


def sparse_position(board: Field, dice: Dice) -> Oracle:
    """A few long caravans on ``board``; what they have touched and closed is counted already."""
    palms = dice.shuffled(sorted(board.palms))
    oases = set(palms[: dice.below(len(palms) + 1)])
    water = {spot: 1 + dice.below(3) for spot in sorted(board.features - oases)}
    oracle = empty_table(board, 2 + dice.below(2), 20, oases, water)
    oracle.left = 2
    caravans = dice.shuffled(sorted(oracle.camels))[: 1 + dice.below(3)]
    for seat, colour in caravans:
        spots = [spot for spot in sorted(board.playable) if may_stand(oracle, seat, colour, spot)]
        if spots:
            put_leader(oracle, seat, colour, dice.pick(spots))
            for _ in range(dice.below(dice.pick((3, 9, 27)))):
                extend(oracle, seat, colour, dice)
    seat, colour = dice.pick([caravan for caravan in caravans if oracle.camels[caravan]])
    breach(oracle, seat, colour, dice)
    oracle.on_move = seat
    settle(oracle)
    return oracle


def besieged_position(board: Field, dice: Dice) -> Oracle:
    """A caravan stands all round a few free hexes but for one spot, which is next to be filled.

    The position is freely placed: the caravan may stand beside an oasis that it has not linked, and on both banks of
    a river that it has not crossed.
    """
    while True:
        gap = dice.pick(sorted(board.playable))
        inside = {spot for spot in neighbours(gap) if spot in board.playable and dice.below(2)}
        for _ in range(dice.below(7)):
            inside |= set(dice.shuffled(sorted((around(inside) & board.playable) - {gap}))[:1])
        wall = (around(inside) & board.playable) - inside - {gap}
        if inside and wall and len(components(wall)) == 1 and wall & set(neighbours(gap)):
            break
    palms = dice.shuffled(sorted(board.palms - wall - {gap}))
    oases = set(palms[: dice.below(len(palms) + 1)])
    water = {spot: 1 + dice.below(3) for spot in sorted(board.features - oases)}
    oracle = empty_table(board, 2, 20, oases, water)
    oracle.left = 1 + dice.below(2)
    put_leader(oracle, "amira", "pink", dice.pick(sorted(wall)))
    oracle.camels["amira", "pink"] |= wall
    for seat, colour in (("amira", "green"), ("bilal", "pink"), ("bilal", "green"))[: 1 + dice.below(3)]:
        spots = [spot for spot in sorted(board.playable - {gap}) if may_stand(oracle, seat, colour, spot)]
        if spots:
            put_leader(oracle, seat, colour, dice.pick(spots))
    settle(oracle)
    if dice.below(2):
        oracle.linked["amira", "pink"].clear()
        oracle.crossed.clear()
    return oracle


def extend(oracle: Oracle, seat: str, colour: str, dice: Dice) -> None:
    """One more camel, in line with the caravan rather than beside it."""
    own = oracle.camels[seat, colour]
    spots = [spot for spot in sorted(around(own)) if may_stand(oracle, seat, colour, spot)]
    thin = [spot for spot in spots if len(own.intersection(neighbours(spot))) == 1]
    if thin or spots:
        own.add(dice.pick(thin or spots))


def breach(oracle: Oracle, seat: str, colour: str, dice: Dice) -> None:
    """Take away a camel that closes areas, as many as may be, so that there is something to close."""
    own = oracle.camels[seat, colour]
    closed = oracle.enclosed_by((seat, colour))
    closing = {spot: sum(spot in around(part) for part in closed) for spot in sorted(own)}
    spare = [spot for spot in own if spot != oracle.leaders[seat, colour] and len(components(own - {spot})) == 1]
    most = max((closing[spot] for spot in spare), default=0)
    if most > 0:
        own.remove(dice.pick([spot for spot in sorted(spare) if closing[spot] == most]))


def settle(oracle: Oracle) -> None:
    """Take what lies under and around the caravans and in what they enclose."""
    for (seat, colour), camels in oracle.camels.items():
        if not camels:
            continue
        reached = set(camels)
        if any(side <= camels for side in oracle.board.river):
            oracle.crossed.add((seat, colour))
        oracle.linked[seat, colour] |= around(camels) & oracle.oases
        for part in oracle.enclosed_by((seat, colour)):
            oracle.areas.append(Area(seat, colour, frozenset(part), len(part - oracle.oases)))
            oracle.linked[seat, colour] |= part & oracle.oases
            reached |= part
        for spot in sorted(reached & set(oracle.water)):
            oracle.taken[seat].append(oracle.water.pop(spot))


def open_table(board: Field, edition: str, seats: int, options: dict[str, str], dice: Dice) -> Oracle:
    """``board`` as it stands before the first leader, or the first returned one: a set-up of our own."""
    colours, table = COLOURS[edition], tuple(dice.shuffled(SEATS[:seats]))
    oases = set(dice.shuffled(sorted(board.palms))[:TREES])
    wet = sorted(board.features - oases)
    tokens = dice.shuffled(TOKENS)[: len(wet)]
    oracle = empty_table(board, seats, SUPPLY[seats], oases, dict(zip(wet, tokens, strict=True)))
    caravans = [(seat, colour) for seat in table for colour in colours]
    chosen = seats == MOST_SEATS and options.get("returned-leaders") == "choice"
    oracle = replace(
        oracle,
        edition=edition,
        options={**OPTIONS, **options},
        seats=table,
        phase="returns" if chosen else "leaders",
        on_move=table[0],
        moves=0,
        supply=dict.fromkeys(colours, SUPPLY[seats]),
        returned=dict(zip(table, dice.shuffled(colours), strict=True)) if seats == MOST_SEATS and not chosen else {},
        camels={caravan: set() for caravan in caravans},
        linked={caravan: set() for caravan in caravans},
        taken={seat: [] for seat in table},
    )
    return turn_down(oracle) if options.get("water") == "face-down" else oracle
