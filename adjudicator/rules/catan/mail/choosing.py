"""What is chosen in a seat's name: by orders, the first alternative that can be carried out; by standing orders, by
default, and by the house player.

Discards, robber and cards before the roll wait for nobody (rulings section 4.1, 4.2 and 4.7).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.agenda import Agenda, Ask, Item, Question, Refusal
from adjudicator.core.chance import NoChance, WouldDraw
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import actions
from adjudicator.rules.catan.cards import ONE, Bundle, count_kind, covers, pick_cards
from adjudicator.rules.catan.legal import apply_action, is_legal, list_legal
from adjudicator.rules.catan.mail.conditions import is_met
from adjudicator.rules.catan.mail.language.order_text import list_alternatives, write_action
from adjudicator.rules.catan.mail.language.quoting import quote_alternative
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, Reason, list_items, read_kind
from adjudicator.rules.catan.mail.plans import PURCHASES, SOFT, Way, count_pips, explain_plan, list_ways
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.mail.wording import correct_rate
from adjudicator.rules.catan.order_of_play import imagine_turn, is_deciding
from adjudicator.rules.catan.state import BARRED, FREE_ROADS, REACH, STAGE, Stage, State, put
from adjudicator.rules.catan.topology import CORNER_MASKS, ENDS, PATH_NAMES
from adjudicator.rules.catan.views.known import View, as_state

_ROADS_PLACED = (Stage.BEFORE_ROLL, Stage.TURN)


class Choice(NamedTuple):
    """The first alternative of an order that can be carried out: its number from 1, its words, its steps.

    ``refusals`` say why not those before it.
    """

    number: int
    words: str
    steps: tuple[actions.Action, ...]
    refusals: tuple[Refusal, ...]


def choose(known: View, seat: SeatNumber, order: Order) -> Choice | tuple[Refusal, ...]:
    """The first alternative of ``order`` that ``seat`` can carry out now, or why there is none."""
    refusals: list[Refusal] = []
    for number, (words, found) in enumerate(try_alternatives(as_state(known), seat, order), start=1):
        if isinstance(found, Way):
            done = found.words if order.kind in SOFT or found.chosen else words
            return Choice(number, done, found.steps, tell_once(refusals, after=0))
        refusals.append(found)
    return tell_once(refusals)


def try_alternatives(state: State, seat: SeatNumber, order: Order) -> Iterator[tuple[str, Way | Refusal]]:
    """Each alternative of ``order`` in its words, with the first way to carry it out, or why there is none."""
    for number, text in enumerate(list_alternatives(order)):
        words = quote_alternative(order, number)
        yield words, find_way(state, seat, order.kind, text, words)


def tell_once(refusals: Sequence[Refusal], after: int = 1) -> tuple[Refusal, ...]:
    """``refusals`` with what would be legal told ``after`` so many of them and no more: once, or not at all."""
    times = 0
    kept: list[Refusal] = []
    for refusal in refusals:
        silent = times >= after and bool(refusal.facts.get("legal"))
        times += bool(refusal.facts.get("legal"))
        kept.append(refusal._replace(facts={**refusal.facts, "legal": ""}) if silent else refusal)
    return tuple(kept)


def find_way(state: State, seat: SeatNumber, kind: str, text: str | int, words: str) -> Way | Refusal:
    """The first way to carry out one alternative of an order, or why there is none; ``words`` are the alternative's."""
    refusal: Refusal | None = None
    try:
        for way in list_ways(state, seat, kind, text):
            refused = refuse(state, seat, way.steps, words)
            if refused is None:
                return way
            refusal = refusal or refused
        return refusal or make_refusal(words, explain_plan(state, seat, kind, text))
    except OrderTextError as error:
        refusal = make_refusal(words, (error.code, error.facts))
        if error.code != "wrong-rate":
            return refusal
        return refusal._replace(
            facts={**error.facts, **correct_rate(state, seat, str(error.facts["example"])), "order": words}
        )


def make_refusal(words: str, reason: Reason) -> Refusal:
    """The refusal of what ``words`` quote."""
    code, facts = reason
    return Refusal(words, code, {"legal": "", **facts, "order": words})


def refuse(state: State, seat: SeatNumber, steps: tuple[actions.Action, ...], words: str) -> Refusal | None:
    """Why the first of ``steps`` that is not legal is not, as far as no draw comes before it.

    ``state`` is a position made of what the seat knows. Steps that are not needed any more are no reason: the first
    one may win the game, or place the only free road there is (ruling B05).
    """
    hand = state.hand(seat)
    for number, step in enumerate(steps):
        if number and (
            state.stage is Stage.OVER or (actions.PLAY_ROAD_BUILDING in steps and state.stage in _ROADS_PLACED)
        ):
            return None
        if not is_deciding(state, seat) or not is_legal(state, seat, step):
            code, facts = explain(state, seat, step)
            if isinstance(step, actions.TradeWithBank) and "held" in facts:  # what the trades before it take is held
                facts = {**facts, "held": count_kind(hand, step.give)}
            return make_refusal(words, (code, facts))
        try:
            state, _ = apply_action(state, seat, step, NoChance())
        except WouldDraw:
            return None
    return None


CARDS_BEFORE_ROLL = ("knight", "road-building", "plenty", "monopoly")
"""Standing orders that are carried out before the roll."""


def find_standing(agenda: Agenda, *kinds: str) -> Iterator[Item]:
    """The standing orders of some kinds, in order."""
    return (item for item in agenda.standing if item.order.kind in kinds)


def find_choice(known: View, seat: SeatNumber, agenda: Agenda, *kinds: str) -> tuple[Item, Choice] | None:
    """The first standing order of some kinds whose condition holds and that ``seat`` can carry out now."""
    for item in find_standing(agenda, *kinds):
        if is_met(item.order, known, seat):
            choice = choose(known, seat, item.order)
            if isinstance(choice, Choice):
                return item, choice
    return None


def find_discard(known: View, seat: SeatNumber, agenda: Agenda) -> Item | None:
    """The standing order that says what ``seat`` discards: the first whose condition holds; None for the default."""
    return next((item for item in find_standing(agenda, "discard") if is_met(item.order, known, seat)), None)


def choose_discard(item: Item | None, hand: Bundle, count: int) -> actions.Discard:
    """What to discard of ``hand`` by the standing order ``item``, or by the default.

    ``keep`` names what to part with last, the dearest first; ``first`` what to part with first.
    """
    value = None if item is None else item.order.value
    wishes = value if isinstance(value, Mapping) else {}
    first, keep = (tuple(read_kind(str(name)) for name in list_items(wishes.get(key, ()))) for key in ("first", "keep"))
    return actions.Discard(pick_cards(hand, count, first, keep))


def choose_robber(known: View, seat: SeatNumber, legal: Sequence[actions.Action]) -> actions.Action:
    """The default for the robber: a hex where nobody lives, else the one whose owners have the fewest points in total.

    Hexes where one lives oneself come last of all. Ties go by letter; among victims to the one with fewest points.
    """
    moves = [action for action in legal if isinstance(action, actions.MoveRobber)]
    return min(moves, key=lambda move: _rank_robber(known, seat, move))


def _rank_robber(known: View, seat: SeatNumber, move: actions.MoveRobber) -> tuple[bool, int, int, int, int]:
    corners = CORNER_MASKS[move.hex]
    mine = known.seats[seat].settlements | known.seats[seat].cities
    others = (other for number, other in enumerate(known.seats) if number != seat)
    there = [other.points for other in others if (other.settlements | other.cities) & corners]
    victim = move.victim
    robbed = (0, 0) if victim is None else (known.seats[victim].points, victim)
    return bool(mine & corners), sum(there), move.hex, *robbed


def complete_play(known: View, seat: SeatNumber, kind: str) -> str:
    """What stands behind ``knight``, or ``road-building``, for that to need no other order: a hex, or two paths.

    Empty where nothing can stand there, and for other kinds.
    """
    state = imagine_turn(as_state(known), seat)
    if kind == "knight":
        legal = list_legal(put(state, STAGE, Stage.ROBBER), seat)
        robbing = [action for action in legal if isinstance(action, actions.MoveRobber) and action.victim is not None]
        ((_, aim),) = write_action(known.table, choose_robber(known, seat, robbing or legal)).items()
        return str(aim)
    if kind != "road-building":
        return ""
    granted = put(put(state, STAGE, Stage.FREE_ROADS), FREE_ROADS, known.table.edition.free_roads)
    return " ".join(lay_free_roads(granted, seat))


def lay_free_roads(state: State, seat: SeatNumber) -> Iterator[str]:
    """The default for free roads: each time the first path, until none is left to be placed."""
    while state.stage is Stage.FREE_ROADS and isinstance(road := list_legal(state, seat)[0], actions.BuildRoad):
        yield PATH_NAMES[road.path]
        try:
            state, _ = apply_action(state, seat, road, NoChance())
        except WouldDraw:  # behind the last of them the dice are rolled
            return


def choose_first_site(known: View, legal: Sequence[actions.Action]) -> actions.Action:
    """The default of the set-up: the settlement with the best numbers, the lowest of them first; the first road."""
    sites = [action for action in legal if isinstance(action, actions.BuildSettlement)]
    if not sites:
        return legal[0]
    return max(sites, key=lambda site: (count_pips(known.table, site.intersection), -site.intersection))


_AIMS = ("city", "settlement")


class CatanHouse:
    """The house player of Catan: builds by a ranked list, trades with the bank for it, ends its turn.

    City, settlement, what the bank can give for one of them, a road to a free site, a card. It makes no offers and
    takes none, and leaves discards, the robber and the set-up to what the game does for a silent seat. It reads no more
    than what its seat knows, and decides the same in the same position. See
    :class:`adjudicator.core.game.HousePlayer`.
    """

    def choose(self, question: Question[View, actions.Action]) -> actions.Action | None:
        """What comes first of the list; the end of the turn, and every other decision, is left to the game."""
        if question.decision.kind != "turn":
            return None
        state = as_state(question.known)
        seat = question.known.table.number_of[question.decision.seat]
        return next((action for action in _rank(state, seat) if question.allows(action)), None)

    def answers(self, ask: Ask) -> bool:
        """A turn alone."""
        return ask.decision == "turn"


def _rank(state: State, seat: SeatNumber) -> Iterator[actions.Action]:
    """What the house would like to do, the best first, legal or not."""
    for aim in _AIMS:
        for way in list_ways(state, seat, aim, "best"):
            yield way.steps[0]
    has_site = next(list_ways(state, seat, "settlement", "best"), None) is not None
    for aim in _AIMS:
        if (aim == "city" and state.settlements(seat)) or (aim == "settlement" and has_site):
            yield from _trade_for(state, seat, aim)
    if not has_site:
        yield from _list_roads(state, seat)
    yield actions.BUY_CARD


def _trade_for(state: State, seat: SeatNumber, aim: str) -> Iterator[actions.Action]:
    """The first of the bank trades that make ``aim`` affordable, if they do."""
    for way in list_ways(state, seat, "bank", f"toward {aim}"):
        hand = state.hand(seat)
        for trade in way.steps:
            if isinstance(trade, actions.TradeWithBank):
                hand += ONE[trade.take] - count_kind(state.rates(seat), trade.give) * ONE[trade.give]
        if covers(hand, state.table.prices[PURCHASES.index(aim)]):
            yield way.steps[0]


def _list_roads(state: State, seat: SeatNumber) -> Iterator[actions.Action]:
    """Roads that reach new ground, the ones to the best free site first."""
    reached, barred = state.cells[REACH + seat], state.cells[BARRED]

    def promise(road: actions.BuildRoad) -> tuple[int, int, int]:
        ends = [end for end in ENDS[road.path] if not reached >> end & 1]
        free = [count_pips(state.table, end) for end in ends if not barred >> end & 1]
        return -max(free, default=0), -len(ends), road.path

    yield from sorted(
        (road for road in actions.ROAD_AT if any(not reached >> end & 1 for end in ENDS[road.path])), key=promise
    )
