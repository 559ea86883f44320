"""The order form: what is due, what one could afford, and where, as comments with examples to remove the ``#`` from."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import count_of, join_words, wrap_comment
from adjudicator.rules.catan import actions
from adjudicator.rules.catan.actions import CARD_OF, FIRST, Action
from adjudicator.rules.catan.cards import KINDS, ONE, count_kind, covers, pick_cards
from adjudicator.rules.catan.course import WAYS
from adjudicator.rules.catan.legal import LegalActions, list_legal
from adjudicator.rules.catan.mail.choosing import complete_play, lay_free_roads
from adjudicator.rules.catan.mail.conditions import SEVEN, find_roll
from adjudicator.rules.catan.mail.language.order_text import write_action
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.mail.plans import count_pips
from adjudicator.rules.catan.mail.proposals import find_sample
from adjudicator.rules.catan.order_of_play import count_to_place, imagine_turn
from adjudicator.rules.catan.sites import robber_moves
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan.topology import CORNER_MASKS, PATH_NAMES, PATHS_AT, list_paths
from adjudicator.rules.catan.views.known import Terms, View, as_state

_BEST_SITES = 12
_ROBBER_EXAMPLES = 2


def write_form_lines(known: View, seat: SeatNumber) -> list[str]:
    """The ``orders:`` part of the form of ``seat``."""
    if known.stage is Stage.OVER:
        return ["orders: []"]
    lines = ["orders:"]
    proposal = known.book.proposal
    if not known.turn and (count_to_place(as_state(known), seat) or seat == known.mover):
        return [*lines, *_write_setup(known, seat)]
    if proposal is not None and seat in proposal.to:
        name, listed, hand = known.seats[proposal.seat].name, proposal.list_for(seat), known.seats[seat].hand
        if hand is not None and not any(covers(hand, terms.get) for _, terms in listed):
            return [*lines, "# You do not have what is asked for, so no trade can come of it:", f"# - refuse: {name}"]
        payable = [(number, terms) for number, terms in listed if hand is None or covers(hand, terms.get)]
        single = [f"accept: {name} {number}" for number, _ in payable if len(listed) > 1]
        choices = [f"accept: {name}", *single, f"refuse: {name}", _write_counter(payable[0][1])]
        return [*lines, "# Remove the # from one of these:", *(f"# - {choice}" for choice in choices)]
    if known.stage is Stage.INTERLUDE:
        return lines
    return [*lines, *_write_turn(known, seat)]


def _write_counter(terms: Terms) -> str:
    """The same terms for one card more."""
    kind = next(kind for kind in range(KINDS) if count_kind(terms.give, kind))
    give, get = (write_cards_text(cards) for cards in (terms.get, terms.give + ONE[kind]))
    give, get = (text.replace(", ", " and ") for text in (give, get))  # a comma would want quotes
    return f"counter: {{give: {give}, get: {get}}}"


def _write_setup(known: View, seat: SeatNumber) -> Iterator[str]:
    legal = list_legal(as_state(known), seat)
    if known.stage is Stage.ROAD and seat == known.mover:
        yield from wrap_comment("# Legal roads: ", [_text(known, action) for action in legal])
        yield f"# - road: {_text(known, legal[0])}"
        return
    sites = sorted(
        (action.intersection for action in legal if isinstance(action, actions.BuildSettlement)),
        key=lambda spot: (-count_pips(known.table, spot), spot),
    )
    yield "# A settlement and its road, such as 12 12-13. Give as many alternatives"
    yield "#   as you like, the best one first: the first that is free is taken,"
    yield "#   and best is the free place with the best numbers."
    named = [f"{spot} ({count_pips(known.table, spot)})" for spot in sites[:_BEST_SITES]]
    yield from wrap_comment("# Best places (cards in 36 rolls): ", named)
    first = [f"{spot} {PATH_NAMES[next(list_paths(PATHS_AT[spot]))]}" for spot in sites[:3]]
    yield f"# - place: [{', '.join([*first, 'best'])}]"
    if known.placed < len(known.seats):
        yield "# A second such line, with other places, is for your second settlement."


def _text(known: View, action: Action) -> str:
    ((_, text),) = write_action(known.table, action).items()
    return str(text)


def _write_turn(known: View, seat: SeatNumber) -> Iterator[str]:
    state = as_state(known) if known.turn else imagine_turn(as_state(known), seat)
    legal = list(list_legal(state, seat))
    me = known.seats[seat]
    if me.owes and me.hand is not None:
        cards = write_cards_text(pick_cards(me.hand, me.owes))
        yield f"# After the 7 you discard {count_of(me.owes, 'card')}, such as:"
        yield f"# - discard: {cards}"
        legal = []
    if known.by_round:
        roll = find_roll(known, seat)
        dice = f"Your dice show {roll}. " if roll else ""
        said = f"{dice}End your turn with 'end: turn'."
        yield from wrap_comment("# ", said.split())
        if roll == SEVEN and seat != known.mover:
            yield from _write_robber_ahead(known, state, seat)
    elif seat != known.mover:
        yield "# It is not your turn yet. What you write here is the script of your"
        yield "#   next turn."
    if known.stage is Stage.ROBBER and seat == known.mover:
        moves = [_text(known, action) for action in legal if isinstance(action, actions.MoveRobber)]
        yield from wrap_comment("# The robber first, to one of: ", [*(f"{move}," for move in moves[:-1]), moves[-1]])
        yield f"# - robber: {moves[0]}"
        legal = []
    if known.stage is Stage.BEFORE_ROLL and seat == known.mover:
        plays = _list_plays(known, legal)
        if plays:
            yield "# Before the roll you could play:"
            yield from (f"# - {key}: {complete_play(known, seat, key) or text}" for key, text in plays.items())
        yield "- roll: dice"
        return
    affordable = list(_list_affordable(known, legal))
    if legal and me.hand and not affordable:
        sample = find_sample(me.hand)
        yield "# All you can afford now is a trade with the others:"
        yield f"# - propose: {{give: {sample['give']}, get: {sample['get']}}}"
    yield from affordable
    if known.stage is Stage.FREE_ROADS and seat == known.mover:
        yield from (f"# - road: {path}" for path in [*lay_free_roads(state, seat)][1:])
    # an end that nobody read must not end a turn that has not begun
    due = known.by_round or (seat == known.mover and known.stage is Stage.TURN)
    yield "- end: turn" if due else "# - end: turn"


def _write_robber_ahead(known: View, state: State, seat: SeatNumber) -> Iterator[str]:
    """The robber of a 7 that is known ahead: to the busiest hexes where others live and ``seat`` does not."""
    mine = known.seats[seat].settlements | known.seats[seat].cities
    moves = LegalActions(robber_moves(state.table, state.cells, seat) << FIRST[actions.MoveRobber])
    robbing = [
        move
        for move in moves
        if isinstance(move, actions.MoveRobber) and move.victim is not None and not mine & CORNER_MASKS[move.hex]
    ]
    robbing.sort(key=lambda move: WAYS[known.table.board.numbers[move.hex]], reverse=True)
    if robbing:
        yield "# Your robber comes first; name whom it robs, and where else it may go:"
        yield f"# - robber: [{', '.join(_text(known, move) for move in robbing[:_ROBBER_EXAMPLES])}]"


def _list_plays(known: View, legal: Sequence[Action]) -> Mapping[str, object]:
    """The development cards that could be played by the names of their orders, each with the first way to play it."""
    plays: dict[str, object] = {}
    for action in legal:
        if type(action) in CARD_OF:
            ((key, text),) = write_action(known.table, action).items()
            plays.setdefault(key, text)
    return plays


def _list_affordable(known: View, legal: Sequence[Action]) -> Iterator[str]:
    """What hand, pieces and board allow now, kind by kind."""
    for key, kind, words in (
        ("road", actions.BuildRoad, "You could build a road on: "),
        ("settlement", actions.BuildSettlement, "You could build a settlement at: "),
        ("city", actions.BuildCity, "You could build a city at: "),
        ("bank", actions.TradeWithBank, "The bank would trade: "),
    ):
        texts = [_text(known, action) for action in legal if isinstance(action, kind)]
        if texts:
            listed = _list_bank_trades(texts) if kind is actions.TradeWithBank else texts
            yield from wrap_comment(f"# {words}", [f"{text}," for text in listed[:-1]] + listed[-1:])
            yield f"# - {key}: {texts[0]}"
    if any(isinstance(action, actions.BuyCard) for action in legal):
        yield "# - buy: card"
    plays = _list_plays(known, legal)
    if plays:
        named = list(plays)
        yield from wrap_comment("# Development cards you could play: ", [*(f"{key}," for key in named[:-1]), named[-1]])


def _list_bank_trades(texts: Sequence[str]) -> list[str]:
    """``ore for brick or wool``: of the trades ``ore for brick``, ``ore for wool`` those that give the same in one."""
    trades = (text.partition(" for ") for text in texts)
    return [
        f"{give} for {join_words([take for _, _, take in group], 'or')}"
        for give, group in groupby(trades, key=lambda trade: trade[0])
    ]
