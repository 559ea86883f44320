"""How cards change hands: the dice and what they bring, discards, the robber, trade, and development cards."""

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import (
    MAX_SEATS,
    Action,
    BuyCard,
    Discard,
    MoveRobber,
    PlayMonopoly,
    PlayPlenty,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.awards import award_largest
from adjudicator.rules.catan.cards import (
    COUNT,
    DEVELOPMENTS,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ONE,
    RESOURCES,
    ROAD_BUILDING,
    VICTORY_POINT,
    WIDTH,
    YEAR_OF_PLENTY,
    Bundle,
    count_kind,
    covers,
    kind_at,
    name_cards,
)
from adjudicator.rules.catan.course import NUMBER_WIDTH
from adjudicator.rules.catan.pieces import pay
from adjudicator.rules.catan.state import Draft, Stage, State, Table
from adjudicator.rules.catan.topology import CORNER_MASKS, LETTERS

SEVEN = 7
TOTALS = range(2, 13)
"""What two dice can show together."""
FACES = 6
_SHIFT = 8
FIRST_DIE, SECOND_DIE = ("dice", 0), ("dice", 1)
DICE_AGAIN = ("dice-again",)
_OTHER_ROLLS = tuple(
    (one, other) for one in range(1, FACES + 1) for other in range(1, FACES + 1) if one + other != SEVEN
)
"""What two dice show that are rolled until they make no 7: every pair is as likely as any other."""
_OVER = Stage.OVER.value


def roll_dice(draft: Draft) -> int:
    """Roll for the seat on turn, or take the dice published ahead. What they show together."""
    cells, table = draft.cells, draft.table
    ahead = cells[at.AHEAD]
    facts: JsonObject
    if ahead:
        one, other = unpack_dice(ahead)
        facts = {"foretold": True} if cells[at.TURN] <= count_calm_turns(table) else {}
    else:
        (one, other), facts = draw_dice(table, draft.chance, cells[at.TURN])
    total = one + other
    cells[at.DICE] = total
    cells[at.ROLLS + total] += 1
    name = table.seats[cells[at.MOVER]]
    draft.note("dice-rolled", {"seat": name, **facts, "dice": [one, other], "total": total})
    return total


def count_calm_turns(table: Table) -> int:
    """How many table turns there are in which a 7 is rolled again (ruling B12)."""
    return table.edition.calm_rounds * len(table.seats)


def draw_dice(table: Table, chance: Chance, turn: int) -> tuple[tuple[int, int], JsonObject]:
    """What the two dice show in a table turn; and as a fact the 7 that was rolled before, where there was one."""
    dice = chance.draw(turn, FIRST_DIE, FACES) + 1, chance.draw(turn, SECOND_DIE, FACES) + 1
    if sum(dice) != SEVEN or turn > count_calm_turns(table):
        return dice, {}
    return _OTHER_ROLLS[chance.draw(turn, DICE_AGAIN, len(_OTHER_ROLLS))], {"first": list(dice)}


def pack_dice(dice: tuple[int, int]) -> int:
    """Both dice as one number, never 0."""
    return dice[0] * _SHIFT + dice[1]


def unpack_dice(packed: int) -> tuple[int, int]:
    """The dice that :func:`pack_dice` packed."""
    return divmod(packed, _SHIFT)


def foretell_dice(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Publish the dice of one turn of every seat ahead, from the turn that comes next to roll (tempo round).

    Nothing changes where the game is not in its turns, or all of them were published before.
    """
    cells, seats = list(state.cells), len(state.table.seats)
    if not cells[at.TURN] or cells[at.STAGE] == _OVER:
        return state, ()
    events = []
    for ahead in range(seats):
        if cells[at.AHEAD + ahead] or (not ahead and cells[at.DICE]):
            continue
        turn = cells[at.TURN] + ahead
        name = state.table.seats[(cells[at.MOVER] + ahead) % seats]
        dice, facts = draw_dice(state.table, chance, turn)
        cells[at.AHEAD + ahead] = pack_dice(dice)
        events.append(
            Event("dice-foretold", {"seat": name, "turn": turn, **facts, "dice": list(dice), "total": sum(dice)})
        )
    return State(state.table, tuple(cells), state.extra), tuple(events)


def demand_discards(draft: Draft) -> bool:
    """Note what every seat with too many cards owes: half of them, rounded down (ruling B02). Whether any does."""
    cells, limit = draft.cells, draft.table.edition.hand_limit
    demanded = False
    for seat in draft.table.numbers:
        held = cells[at.HAND + seat] % COUNT
        if held > limit:
            cells[at.OWES + seat] = held // 2
            demanded = True
    return demanded


def produce(draft: Draft, total: int) -> None:
    """Pay every seat for its buildings at hexes with this number, the robber's hex excepted."""
    cells, table = draft.cells, draft.table
    board = table.board
    first = at.GAINS + total * MAX_SEATS
    gains = cells[first : first + MAX_SEATS]
    robber = cells[at.ROBBER]
    if board.robbed_numbers[robber] == total:
        corners, card = CORNER_MASKS[robber], board.hex_yields[robber]
        for seat in range(MAX_SEATS):
            settled = (cells[at.SETTLEMENTS + seat] & corners).bit_count()
            kept = settled + 2 * (cells[at.CITIES + seat] & corners).bit_count()
            gains[seat] -= kept * card
            cells[at.MISSED + seat] += kept
    needed = sum(gains)
    if not needed:
        return
    if not covers(cells[at.BANK], needed):
        _ration(draft, gains, needed)
        needed = sum(gains)
    cells[at.BANK] -= needed
    cells[at.NUMBER_PRODUCED] += needed % COUNT << NUMBER_WIDTH * total
    for seat, gained in enumerate(gains):
        if gained:
            cells[at.HAND + seat] += gained
            cells[at.PRODUCED + seat] += gained % COUNT
    if needed and draft.tells:
        paid = {name: name_cards(gained) for name, gained in zip(table.seats, gains, strict=False) if gained}
        draft.note("produced", {"cards": paid})


def _ration(draft: Draft, gains: list[Bundle], needed: Bundle) -> None:
    """Cut ``gains`` where the bank is short: a single seat gets what is left, several get nothing (ruling B01)."""
    bank = draft.cells[at.BANK]
    for kind in range(KINDS):
        asked, left = count_kind(needed, kind), count_kind(bank, kind)
        if asked <= left:
            continue
        entitled = [seat for seat, gained in enumerate(gains) if count_kind(gained, kind)]
        single = entitled[0] if len(entitled) == 1 else None
        for seat in entitled:
            unpaid = count_kind(gains[seat], kind) - (left if seat == single else 0)
            gains[seat] -= unpaid << WIDTH * kind
            draft.cells[at.MISSED + seat] += unpaid
        taker = None if single is None else draft.table.seats[single]
        draft.note("bank-short", {"resource": RESOURCES[kind], "asked": asked, "left": left, "seat": taker})


def discard(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Half a hand goes back to the bank (ruling B02)."""
    assert isinstance(action, Discard)
    cells, table = draft.cells, draft.table
    cells[at.HAND + seat] -= action.cards
    cells[at.BANK] += action.cards
    cells[at.DISCARDED + seat] += cells[at.OWES + seat]
    cells[at.OWES + seat] = 0
    draft.note("discarded", {"seat": table.seats[seat], "cards": name_cards(action.cards)})


def move_robber(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Move the robber and steal a card of the victim, drawn evenly from his hand."""
    assert isinstance(action, MoveRobber)
    cells, table = draft.cells, draft.table
    before = None if cells[at.ROBBER] == at.OFF_BOARD else LETTERS[cells[at.ROBBER]]
    cells[at.ROBBER] = action.hex
    facts = {"seat": table.seats[seat], "from": before, "hex": LETTERS[action.hex]}
    draft.note("robber-moved", facts)
    if action.victim is not None:
        _steal(draft, seat, action.victim)


def _steal(draft: Draft, seat: SeatNumber, victim: SeatNumber) -> None:
    cells, seats = draft.cells, draft.table.seats
    hand = cells[at.HAND + victim]
    drawn = draft.chance.draw(cells[at.TURN], ("steal", cells[at.STEALS]), hand % COUNT, hidden=True)
    cells[at.STEALS] += 1
    kind = kind_at(hand, drawn)
    cells[at.HAND + victim] = hand - ONE[kind]
    cells[at.HAND + seat] += ONE[kind]
    cells[at.LOST + victim] += 1
    cells[at.TOOK + seat] += 1
    facts = {"seat": seats[seat], "victim": seats[victim], "resource": RESOURCES[kind]}
    draft.note("card-stolen", facts)


def trade_with_bank(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Cards of one resource for one of another, at the best rate of the seat's harbours."""
    assert isinstance(action, TradeWithBank)
    cells, give, take = draft.cells, action.give, action.take
    rate = count_kind(cells[at.RATES + seat], give)
    change = (rate << WIDTH * give) - ONE[take]
    cells[at.HAND + seat] -= change
    cells[at.BANK] += change
    given, taken = {RESOURCES[give]: rate}, {RESOURCES[take]: 1}
    draft.note("bank-traded", {"seat": draft.table.seats[seat], "give": given, "take": taken})


def trade(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Cards of the seat on turn for cards of a partner (ruling B03)."""
    assert isinstance(action, Trade)
    cells, seats = draft.cells, draft.table.seats
    change = action.give - action.take
    cells[at.HAND + seat] -= change
    cells[at.HAND + action.partner] += change
    facts: dict[str, JsonValue] = {
        "seat": seats[seat],
        "partner": seats[action.partner],
        "give": name_cards(action.give),
        "take": name_cards(action.take),
    }
    draft.note("traded", facts)


def buy_card(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Draw a development card, evenly from those left; a victory point counts at once (ruling C06)."""
    assert isinstance(action, BuyCard)
    cells, table = draft.cells, draft.table
    name = table.seats[seat]
    pay(draft, seat, table.edition.card_cost)
    deck = cells[at.DECK]
    number = (cells[at.CARDS + seat] + cells[at.PLAYED + seat]) % COUNT
    drawn = draft.chance.draw(cells[at.TURN], ("dev-card", name, number), deck % COUNT, hidden=True)
    kind = kind_at(deck, drawn)
    cells[at.DECK] = deck - ONE[kind]
    cells[at.CARDS + seat] += ONE[kind]
    cells[at.NEW] += ONE[kind]
    if kind == VICTORY_POINT:
        cells[at.POINTS + seat] += table.edition.card_points
    draft.note("card-bought", {"seat": name, "card": DEVELOPMENTS[kind]})


def play_knight(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A knight, and perhaps the largest army."""
    del action
    _show(draft, seat, KNIGHT, {})
    award_largest(draft, seat)


def play_road_building(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """The card alone; its roads are placed one by one."""
    del action
    _show(draft, seat, ROAD_BUILDING, {})


def play_plenty(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Cards from the bank."""
    assert isinstance(action, PlayPlenty)
    _show(draft, seat, YEAR_OF_PLENTY, {"cards": name_cards(action.cards)})
    draft.cells[at.BANK] -= action.cards
    draft.cells[at.HAND + seat] += action.cards


def play_monopoly(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """All cards of one resource from all other hands."""
    assert isinstance(action, PlayMonopoly)
    cells, kind = draft.cells, action.resource
    given: dict[str, int] = {}
    for other, name in enumerate(draft.table.seats):
        count = count_kind(cells[at.HAND + other], kind)
        if other != seat and count:
            given[name] = count
            cells[at.HAND + other] -= count << WIDTH * kind
            cells[at.LOST + other] += count
    cells[at.HAND + seat] += sum(given.values()) << WIDTH * kind
    cells[at.TOOK + seat] += sum(given.values())
    _show(draft, seat, MONOPOLY, {"resource": RESOURCES[kind], "given": given})


def _show(draft: Draft, seat: SeatNumber, kind: int, facts: dict[str, JsonValue]) -> None:
    """Lay a card from the hand face up; it is the one of this turn."""
    cells = draft.cells
    cells[at.CARDS + seat] -= ONE[kind]
    cells[at.PLAYED + seat] += ONE[kind]
    cells[at.CARD_PLAYED] = 1
    draft.note("card-played", {"seat": draft.table.seats[seat], "card": DEVELOPMENTS[kind], **facts})
