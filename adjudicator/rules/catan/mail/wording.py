"""The sentences for what is wrong with an order, and the words for what would work instead."""

from collections.abc import Mapping, Sequence

from adjudicator.core.order import AGAIN, FULL_STOP, UNREAD_MEANT
from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.kit.words import ListSentence
from adjudicator.rules.catan.actions import BuildSettlement, MoveRobber
from adjudicator.rules.catan.cards import COUNT, ONE, RESOURCES, Bundle, count_kind, covers, pack, unpack
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.language.order_text import write_action
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.sites import open_hexes
from adjudicator.rules.catan.state import AHEAD, CELLS, PRESENCE, State
from adjudicator.rules.catan.topology import (
    ENDS,
    HEX_POINTS,
    INTERSECTION_POINTS,
    LETTERS,
    PATH_NAMES,
    PATHS_AT,
    Intersection,
    PathNumber,
    Point,
    list_intersections,
    list_paths,
)

UNREADABLE: Mapping[str, str] = {
    "unknown-card": ListSentence("{order}: no cards are called {word}{suggestion}; the cards are {known:and}{legal}"),
    "card-count": "{order}: {word} is not a number of cards; write one from 1 to {limit} before each resource{legal}",
    "nobody-called-so": ListSentence(
        "{order}: there is no seat '{word}'{suggestion}; the seats are {known:and}{legal}"
    ),
    "unknown-hex": "{order}: {word} is not a hex; hexes are lettered from {first} to {last}{legal}",
    "unknown-intersection": "{order}: there is no intersection {word}; they are numbered from 0 to {last}{legal}",
    "unknown-path": "{order}: {word} is not a path; {near}{legal}",
    "road-apart": "{order}: the road {word} does not begin at {intersection}; paths there: {near}{legal}",
    "same-road": "{order}: {word} is named twice; name two paths{legal}",
    "wrong-rate": "{order}: the bank asks {rate} {give} for each card{legal}",
    "like-for-like": "{order}: {word} for {word} is not a trade; ask for something else",
    "wrong-words": "{order}: {word} cannot be read (expected: {says}){legal}",
}
"""What can be wrong with the words of an order: a pattern for each code of an ``OrderTextError``.

``legal`` is empty or gives a line that can be read.
"""

UNTOLD = (
    *("between-turns", "discard-first", "free-roads-first", "not-now", "not-your-turn", "others-first", "robber-first"),
    *("roll-first", "gift"),
)
"""Codes for the actions of a CASE. No player reads them: orders wait for their moment, and cards are never 0."""

NOT_LEGAL: Mapping[str, str] = {
    **dict.fromkeys(UNTOLD, "{order}: this cannot be done now"),
    "game-over": "{order}: the game is over",
    "set-up": "{order}: the set-up is not over; place a {due}, for example '{example}'",
    "rolled-already": "{order}: the dice of this turn have already been rolled; leave this out, and write what else "
    "you do, at least 'end: turn'",
    "robber-not-due": "{order}: the robber moves only after a 7 or a knight",
    "no-free-road": "{order}: no Road Building card gives you a road now",
    "discard-not-due": "{order}: you owe no cards; only a 7 makes anybody discard",
    "cannot-pay": ListSentence("{order}: it needs {price:and}; you hold {held:and}, so {missing:and} missing{legal}"),
    "path-taken": "{order}: {path} already has {whose} road{legal}",
    "path-apart": "{order}: {path} is not next to your roads or buildings{legal}",
    "path-beyond": "{order}: {path} lies beyond {whose} {building} at {intersection}, which blocks the way{legal}",
    "road-not-at-settlement": "{order}: the road belongs to the settlement just placed at {intersection}{legal}",
    "no-roads-left": "{order}: all {count} of your roads are on the board, and you get none back",
    "no-road-site": "{order}: no path next to your roads is free, so the card would be wasted",
    "intersection-taken": "{order}: {intersection} already has {whose} {building}{legal}",
    "too-near": "{order}: {intersection} is next to {whose} {building} at {neighbour}{legal}",
    "not-at-road": "{order}: {intersection} is not at one of your roads{legal}",
    "no-settlements-left": "{order}: all {count} of your settlements are on the board; a city gives one back",
    "city-already": "{order}: {intersection} already has your own city{legal}",
    "not-your-settlement": "{order}: you have no settlement at {intersection} to turn into a city{legal}",
    "no-cities-left": "{order}: all {count} of your cities are on the board, and you get none back",
    "no-cards-left": "{order}: all development cards have been bought",
    "card-not-held": ListSentence("{order}: you have no {card} card to play; you hold {held:and}"),
    "one-card-a-turn": "{order}: you have played a development card this turn; keep the {card} card for another turn",
    "bought-this-turn": "{order}: you bought the {card} card this turn; you can play it from your next turn on",
    "plenty-count": "{order}: Year of Plenty brings {due} from the bank now, not {count}{legal}",
    "bank-short": ListSentence("{order}: the bank lacks {missing:and}; it has {bank:and}"),
    "bank-empty": "{order}: the bank has no resource cards, so the card would be wasted",
    "bank-rate": "{order}: the bank asks {rate} {give} for each card; you hold {held}{legal}",
    "bank-out": ListSentence("{order}: the bank has no {take}; it has {bank:and}"),
    "robber-barred": "{order}: the robber may not go to {hex}, the {terrain}{legal}",
    "robber-spares": "{order}: at {hex} the robber spares a rival with fewer than {points} points{legal}",
    "robber-stays": "{order}: the robber stands on {hex} and has to go to another hex{legal}",
    "victim-unnamed": "{order}: you did not say whom the robber robs at {hex}{legal}",
    "victim-yourself": "{order}: the robber takes nothing from you on your own turn{legal}",
    "victim-not-there": "{order}: {victim} has no settlement or city at {hex}{legal}",
    "victim-poor": "{order}: {victim} has no cards{legal}",
    "discard-count": "{order}: you have to discard {due}, not {count}{legal}",
    "discard-not-held": ListSentence("{order}: you are {missing:and} short; you hold {held:and}{legal}"),
    "trade-alone": ListSentence("{order}: you cannot trade with yourself; the others are {known:and}{legal}"),
    "not-your-cards": ListSentence("{order}: you do not have {missing:and} to give; you hold {held:and}"),
    "not-available": "{order}: the trade is not available; the reason stays secret",
}
"""Why an action is not legal. ``legal`` is empty or says what would be: ``; free paths: 12-13``."""

TAKE_BACK = "the list again with only the orders that are to stay; [] in its place, as in '{key}: []', deletes them all"
"""What to write instead of an order that is to take another one back."""

COUNTS_ALONE = "nothing for it: a victory point card is not played; it counts from the moment you have it"
"""What to write instead of playing one."""

SENTENCES: Mapping[str, str] = {
    **UNREADABLE,
    **NOT_LEGAL,
    f"cannot-pay{AGAIN}": ListSentence("{order}: it needs {price:and}, so {missing:and} missing{legal}"),
    UNREAD_MEANT: "{order}: this cannot be read; write {instead}",
    "not-a-list": "{order}: a list gives alternatives, and only one of them is done; write {instead}",
    "no-place-at-roads": "{order}: no intersection at your roads is free",
    "nothing-to-raise": "{order}: you have no settlement on the board to turn into a city",
    "road-arrived": "{order}: your roads already reach {intersection}",
    "no-way": "{order}: no free paths lead from your roads to {intersection}",
    "nothing-lacks": ListSentence("{order}: nothing is missing; you hold what it costs, {price:and}"),
    "too-little-to-spare": ListSentence(
        "{order}: to trade for {wanted:and} you can spare {spare:and}, which is not enough{rates}"
    ),
    "not-available-accept": "{order}: somebody else got the trade",
    "no-taker": "{order}: nobody accepted",
    "counter-not-taken": "{order}: it was not accepted",
    "no-offer": "{order}: nobody offers you that{legal}",
    "never-legal": "{order}: this alternative can never be carried out: {why}",
    "belongs-in-standing": "{order}: this belongs under 'standing:', as a standing order{legal}",
    "belongs-in-orders": ListSentence("{order}: this cannot be a standing order; only {known:and} can{legal}"),
    "more-than-all": "{order}: there are only {limit} {word} in the game",
    "discard-wishes": "{order}: a standing order says what to keep, or what goes first; write {instead}",
    "no-blocks": "{order}: blocks cannot be used there; write each order with an 'if' of its own",
    "not-in-block": "{order}: this cannot be used in a block or have an 'else'; it may have an 'if'",
    "not-in-fallback": "{order}: this cannot be a fallback order; sending nothing is already an answer",
    "no-else": "{order}: a standing order has no 'else'; write another standing order below it",
    "no-condition": "{order}: everybody sees an offer, so it cannot have an 'if'; use keep, times and until, or a "
    "want, which can have one",
    "condition-on-hand": "{order}: here 'if' may ask only about what everybody can see, such as {says}{instead}",
    "no-such-line": "{order}: there is no order {number} above this one in the list, so this is never true",
    "said-twice": "{order}: this is written twice and counts once; for more than one trade write 'times: 2'",
    "no-proposal": "{order}: no proposal is waiting for your answer{legal}",
    "other-proposal": "{order}: no such proposal is waiting for your answer{legal}",
    "no-such-terms": "{order}: these terms are not waiting for your answer{legal}",
    "offer-over": "{order}: table turn {turn} has begun, so this is over already",
    "robber-missing": "your dice show a 7: move the robber, for example '{example}', or {else}",
    "knight-bare": "{order}: this does not say where the robber goes, so your turn stops there and you are asked; "
    "write for example 'knight: {example}'",
    "roads-bare": "{order}: this does not say where the roads go, so your turn stops there and you are asked; "
    "write for example 'road-building: {example}'",
    "roads-left": "{order}: this gives up {left} that you have not placed; write for example 'road: {example}' above "
    "it, or 'road: none' if you want none",
    "roads-given-up": "{order}: this does not say where the roads go, so the end of your turn gives both of them up; "
    "write for example 'road-building: {example}'",
    "end-missing": "these orders have no 'end: turn': your turn goes on after them, and play waits for you",
    "end-in-doubt": "{order}: nothing ends your turn unless its condition is met, and play waits for you; add "
    "'end: turn' as the last line",
    "end-alone": "end turn: this replaces your orders on file ({left}), which will not be done; to keep them, write "
    "them above it",
    "round-open": "these orders reach no 'end: turn', so they do not answer this round yet, and play waits for you",
    "rolled-other": "{order}: your dice show {roll}, so its condition cannot be met",
    "robber-idle": "{order}: your dice show {roll}, and the robber moves only after a 7",
    "roll-idle": "{order}: {when}; leave this out",
    "discard-idle": "{order}: you owe no cards, and only a 7 makes anybody discard; {then}",
    "nobody-asked": "{order}: nobody is asked in this game, so only standing orders can take it",
    "nobody-counters": "{order}: nobody is asked in this game, so nobody can make you a counter-offer; leave out "
    "'up-to'",
    "counter-in-vain": "{order}: it does not give what was asked for, so it cannot be taken; 'give' is what you give",
    "second-place": "{order}: your second settlement follows at once, and it has no place here; add a line for it, "
    "such as 'place: best', or you are asked again",
    "end-unseen": "end turn: it is not your turn yet; with no other orders on file, your next turn ends as soon as it "
    "begins, with nothing built or traded",
    FULL_STOP: "end turn: it is not your turn, so this only ends your file; to end your next turn in advance, "
    "send it in a file of its own",
    "places-left": "{order}: you have {count} left to place, and each needs a line of its own; alternatives go in "
    "one line, such as '{instead}'",
    "places-over": "{order}: both your set-up settlements are on the board",
    "road-missing": "{order}: in the set-up a settlement comes with its road; write '{example}'",
    "accept-unpaid": ListSentence(
        "{order}: you do not have {missing:and} to give; you hold {held:and}, so no trade will come of this"
    ),
    "rolled-already-roll": "{order}: the dice had already been rolled for you",
    "discard-not-due-discard": "{order}: no discard was due",
    "rolled-before": "{order}: this is played before the roll, so it cannot depend on the dice; leave 'rolled' out",
    "rolled-seven": "{order}: this is used only after a 7, so the dice never show anything else",
    "not-that-turn": "{order}: this will not work on your turn: {why}",
    "not-as-it-stands": "{order}: as the board stands, this cannot be done: {why}",
    "card-to-come": "{order}: you have no {card} card to play; a card bought this turn can be played from your next "
    "turn on",
    "answered-already": "{order}: an earlier line answers the same proposal ({first}), and the first answer counts",
    "nothing-ordered": "this file has no order for what you are asked; play waits for you",
}
"""A pattern for each code of a problem or a refusal; ``order`` is the player's own words."""

SHOWN = 6
"""So many possibilities are named at most."""


def find_building(state: State, intersection: Intersection) -> tuple[SeatNumber, str] | None:
    """Whose building stands on an intersection, and what it is; None where none does."""
    for seat in state.table.numbers:
        if state.settlements(seat) >> intersection & 1:
            return seat, "settlement"
        if state.cities(seat) >> intersection & 1:
            return seat, "city"
    return None


def name_owner(state: State, seat: SeatNumber, owner: SeatNumber) -> str:
    """``your own`` or ``bilal's``, said to ``seat``."""
    return "your own" if owner == seat else f"{state.table.seats[owner]}'s"


def middle_of(path: PathNumber) -> Point:
    """Where the middle of a path is, in half the units of ``INTERSECTION_POINTS``."""
    (x1, y1), (x2, y2) = (INTERSECTION_POINTS[end] for end in ENDS[path])
    return x1 + x2, y1 + y2


def square_distance(one: Point, other: Point) -> int:
    """The square of a distance, for comparison; x counts half widths of a hex, y quarter heights."""
    return 3 * (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def name_paths(paths: int, wanted: PathNumber) -> list[str]:
    """The paths of a mask, nearest to ``wanted`` first."""
    here = middle_of(wanted)
    return [PATH_NAMES[path] for path in sorted(list_paths(paths), key=lambda p: square_distance(middle_of(p), here))]


def name_intersections(intersections: int, wanted: Intersection) -> list[str]:
    """The intersections of a mask, nearest to ``wanted`` first."""
    points, here = INTERSECTION_POINTS, INTERSECTION_POINTS[wanted]
    return [str(n) for n in sorted(list_intersections(intersections), key=lambda n: square_distance(points[n], here))]


def list_legal_names(names: Sequence[str], heading: str, none: str = "") -> str:
    """The end of a sentence: ``; free paths: 12-13, 13-14 and 3 more``, or ``; `` and ``none`` where there are none.

    Nothing without ``none``, which is for what is never short, such as intersections of the set-up.
    """
    if not names:
        return f"; {none}" if none else ""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; {heading}: {', '.join(names[:SHOWN])}{more}"


def find_missing_cards(hand: Bundle, wanted: Bundle) -> Bundle:
    """The cards of ``wanted`` that ``hand`` does not hold."""
    return pack([max(0, want - held) for held, want in zip(unpack(hand), unpack(wanted), strict=True)])


def find_short_cards(hand: Bundle, wanted: Bundle) -> Bundle:
    """The cards of ``wanted`` of the kinds of which ``hand`` holds too few: all that one cannot give."""
    return pack([want if held < want else 0 for held, want in zip(unpack(hand), unpack(wanted), strict=True)])


def suggest_trade(state: State, seat: SeatNumber, price: Bundle, missing: Bundle) -> str:
    """The end of a sentence: the one trade that would bring what is missing of ``price``, where the hand can pay one.

    It is with the bank, or else with others, if they are asked and any of them has a card.
    """
    if missing % COUNT != 1:
        return ""
    hand, rates = state.hand(seat), state.rates(seat)
    take = next(name for kind, name in enumerate(RESOURCES) if count_kind(missing, kind))
    counts = ((name, count_kind(hand, kind) - count_kind(price, kind)) for kind, name in enumerate(RESOURCES))
    spare = {name: count for name, count in counts if count > 0}
    rich = [name for kind, name in enumerate(RESOURCES) if spare.get(name, 0) >= count_kind(rates, kind)]
    if rich and covers(state.bank, missing):
        return f"; 'bank: {rich[0]} for {take}' would bring it"
    others = state.table.list_others(seat) if _asks_others(state) else ()
    if not spare or not any(state.hand(other) % COUNT for other in others):
        return ""
    return f"; 'propose: {{give: 1 {max(spare, key=spare.__getitem__)}, get: 1 {take}}}' would ask the others for it"


def _asks_others(state: State) -> bool:
    """Whether a proposal is put to the others: not in a round, where dice are published ahead, or by the options."""
    return dict(state.table.options)["trade-hours"] != "0" and not any(state.cells[AHEAD:CELLS])


def correct_rate(state: State, seat: SeatNumber, example: str) -> Mapping[str, str]:
    """The end of the sentence of a wrong rate, where the hand cannot pay the right one, ``4 ore for 1 brick``.

    It names the same cards for others where the hand can pay those, else fewer; nothing where it can pay the rate.
    """
    hand, rates = state.hand(seat), state.rates(seat)
    (price, give), (count, take) = (side.split() for side in example.split(" for "))
    asked, wanted, taken = RESOURCES.index(give), RESOURCES.index(take), int(count)  # more, maybe, than there are
    held, rate = count_kind(hand, asked), count_kind(rates, asked)
    if held >= int(price):
        return {}
    deals = [
        f"{count_kind(rates, kind) * taken} {name} for {taken} {take}"
        for kind, name in enumerate(RESOURCES)
        if kind != wanted and count_kind(hand, kind) >= count_kind(rates, kind) * taken
    ]
    fewer = held // rate
    if fewer:
        deals.append(f"{fewer * rate} {give} for {fewer} {take}")
    instead = "".join(f"; write for example 'bank: {deal}'" for deal in deals[:1])
    cards = ONE[wanted] * min(taken, state.table.edition.bank)
    return {"legal": f"; you hold {held}{instead or suggest_proposal(state, seat, cards, asked)}"}


def suggest_proposal(state: State, seat: SeatNumber, take: Bundle, give: int) -> str:
    """The end of a sentence, where the bank does not help: a proposal to the others for ``take``, if it can be paid.

    It gives a card of the kind ``give``, if the hand has one. There is none where nobody would be asked.
    """
    hand = state.hand(seat) if _asks_others(state) else 0
    held = [kind for kind in range(len(RESOURCES)) if count_kind(hand, kind) and not count_kind(take, kind)]
    chosen = [RESOURCES[kind] for kind in sorted(held, key=lambda kind: kind != give)][:1]
    return "".join(
        f"; to ask the others, write 'propose: {{give: 1 {name}, get: {write_cards_text(take)}}}'" for name in chosen
    )


def say_what_works(state: State, seat: SeatNumber, tile: Hex) -> str:
    """The end of a sentence that says how to send the robber to a hex."""
    letter, seats = LETTERS[tile], state.table.ids
    texts = [f"'{letter} from {seats[victim]}'" for victim in find_victims(state, seat, tile)]
    return f"; write {' or '.join(texts)}" if texts else f"; write '{letter}' alone"


def list_targets(state: State, seat: SeatNumber, wanted: Hex) -> str:
    """The end of a sentence: whom one can rob where, nearest to ``wanted`` first."""
    seats = state.table.seats
    here, open_ = HEX_POINTS[wanted], list_hexes(open_hexes(state.table, state.cells, seat))
    tiles = sorted(open_, key=lambda tile: square_distance(HEX_POINTS[tile], here))
    names = [f"'{LETTERS[tile]} from {seats[victim]}'" for tile in tiles for victim in find_victims(state, seat, tile)]
    if not names and state.table.edition.spared_points:
        return list_legal_names([LETTERS[tile] for tile in tiles], "nobody can be robbed; it may go to", "")
    return list_legal_names(names, "you could write", "nobody can be robbed, so any other hex will do")


def find_residents(state: State, seat: SeatNumber, tile: Hex) -> list[SeatNumber]:
    """The other seats with a building at a hex."""
    seats = state.table.numbers
    return [other for other in seats if other != seat and state.cells[PRESENCE + other] >> tile & 1]


def find_victims(state: State, seat: SeatNumber, tile: Hex) -> list[SeatNumber]:
    """The other seats with a building at a hex and cards in hand."""
    return [other for other in find_residents(state, seat, tile) if state.hand(other) % COUNT]


def give_example(state: State, seat: SeatNumber) -> str:
    """An order that would be legal: in the set-up with its road, and for the robber with a card, where there is one."""
    legal = list_legal(state, seat)
    chosen = next(
        (action for action in legal if isinstance(action, MoveRobber) and action.victim is not None), legal[0]
    )
    if isinstance(chosen, BuildSettlement):
        spot = chosen.intersection
        return f"place: {spot} {PATH_NAMES[next(list_paths(PATHS_AT[spot]))]}"
    ((key, words),) = write_action(state.table, chosen).items()
    return f"{key}: {words}"
