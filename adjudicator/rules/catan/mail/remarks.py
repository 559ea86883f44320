"""What a sender can see that his file will not do, though it is accepted: remarks, which make the receipt yellow."""

from collections.abc import Iterator, Sequence

from adjudicator.core.agenda import Agenda, only_closes
from adjudicator.core.chance import NoChance
from adjudicator.core.order import FULL_STOP, START, Gravity, MoveFile, Order, Problem, give_reason, list_questions
from adjudicator.core.table import Pacing, SeatNumber
from adjudicator.kit.words import count_of
from adjudicator.rules.catan.actions import PLAY_ROAD_BUILDING, BuildRoad, BuildSettlement, MoveRobber
from adjudicator.rules.catan.cards import RESOURCES, ROAD_BUILDING, count_kind, pack
from adjudicator.rules.catan.legal import apply_action, is_legal
from adjudicator.rules.catan.mail import conditions
from adjudicator.rules.catan.mail.check_orders import FileSender
from adjudicator.rules.catan.mail.choosing import CARDS_BEFORE_ROLL, complete_play, find_way, lay_free_roads, refuse
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.meant_terms import PROPOSE
from adjudicator.rules.catan.mail.language.order_text import END, PLAY, list_alternatives, list_steps
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.spelling import spell
from adjudicator.rules.catan.mail.plans import SOFT, Way, read_line
from adjudicator.rules.catan.mail.proposals import AGAIN, find_missing, has_windows, list_overruled, list_values
from adjudicator.rules.catan.mail.reasons import explain_robber
from adjudicator.rules.catan.mail.script import list_all, list_due_orders, mentions
from adjudicator.rules.catan.mail.wording import find_residents
from adjudicator.rules.catan.order_of_play import count_to_place, imagine_turn
from adjudicator.rules.catan.state import CARD_PLAYED, HAND, STAGE, Stage, State, Table, put
from adjudicator.rules.catan.topology import PATH_NAMES, PATHS_AT, list_paths
from adjudicator.rules.catan.views.known import View, as_state

_NOWHERE = frozenset({"no-place-at-roads", "no-way", "nothing-to-raise", "road-arrived"})
"""Why there is no place, or no road, of those that an order leaves to its moment."""
_WHATEVER_IS_BUILT = frozenset({"bought-this-turn", "card-not-held", "one-card-a-turn"})
"""Reasons that no building above the line can lift before the turn is over."""
_NOT_THIS_TURN = _NOWHERE | _WHATEVER_IS_BUILT | {"not-at-road", "not-your-settlement", "path-apart", "wrong-rate"}
"""Reasons that no card in hand and nothing that others do can lift."""
_LOOKED_AT = frozenset(
    {*SOFT, "bank", "city", "knight", "monopoly", "place", "plenty", "road", "road-building", "settlement"}
)
_ANY_CARDS = pack([8] * len(RESOURCES))
_ANSWERS = frozenset({"discard", "robber", "roll"})
"""What answers a question in the course of a turn, be it one's own or not."""
_PLACES = frozenset({"place", "road", "settlement"})
_AFTER_ROLL = (Stage.TURN, Stage.ROBBER, Stage.FREE_ROADS)
_OWN_TURN = (*_AFTER_ROLL, Stage.BEFORE_ROLL)


def remark_on_file(sender: FileSender, file: MoveFile) -> Iterator[Problem]:
    """What is surely not meant in a file whose orders were all understood."""
    yield from _remark_on_set_up(sender, file)
    yield from _remark_on_end(sender, file)
    yield from _remark_on_answers(sender, file.orders)
    yield from _remark_on_standing_rolls(file.standing or ())
    yield from _remark_on_roll(sender.known, sender.seat, file.orders)
    yield from _remark_on_idle(sender, file.orders)
    if sender.known.turn and sender.known.stage is not Stage.OVER:
        yield from _remark_on_aims(sender, (*file.orders, *(file.standing or ()), *(file.fallback or ())))
        yield from _remark_on_bare_knights(sender, file)
        yield from _remark_on_bare_roads(sender, file.orders)
        yield from _remark_on_free_roads(sender, file.orders)
        filed = [item.order for item in sender.known.standing]
        for orders in (file.orders, file.fallback):
            if orders:
                yield from _Reading(sender, filed if file.standing is None else file.standing).remark(orders)


def _remark_on_set_up(sender: FileSender, file: MoveFile) -> Iterator[Problem]:
    """In the set-up a settlement takes its road with it, and the last seat places two of them one after the other."""
    known = sender.known
    if known.turn or any(mentions(order, ("road",)) for order in file.orders):
        return
    places = [order for order in file.orders if mentions(order, ("place",))]
    is_last = sender.seat == known.table.numbers[-1]
    if is_last and len(places) == 1 and count_to_place(as_state(known), sender.seat) > 1:
        yield Problem("second-place", Gravity.UNWISE, places[0].place, {"order": quote_order(places[0])})
    for order in file.orders:
        if order.kind == "settlement":
            words = quote_alternative(order, 0)
            spot = words.partition(" ")[2]
            place = f"{spot} {PATH_NAMES[next(list_paths(PATHS_AT[int(spot)]))]}" if spot.isdecimal() else spot
            facts = {"order": quote_order(order), "example": f"place: {place}"}
            yield Problem("road-missing", Gravity.UNWISE, order.place, facts)


def remark_on_full_stop(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """An end that ends no turn of the sender's, or one that it will not see: it is somebody else's turn, or nobody's.

    Among answers, or places of the set-up, it says that they are all; alone it gives the next turn up.
    """
    known = sender.known
    mine = sender.seat == known.mover and known.stage in (*_OWN_TURN, Stage.DISCARD)
    if known.turn and (mine or known.by_round):
        return
    if only_closes(Agenda(known.filed), orders, END):
        return
    answers = {*sender.outside, *_ANSWERS, *(_PLACES if count_to_place(as_state(known), sender.seat) else ())}
    ends = [order for order in orders if order.kind == END]
    others = [order for order in orders if order.kind != END]
    if all(order.kind in answers for order in others):
        code = FULL_STOP if others else "end-unseen"
        yield from (Problem(code, Gravity.UNWISE, end.place) for end in ends if others or end.condition is None)


def _remark_on_end(sender: FileSender, file: MoveFile) -> Iterator[Problem]:
    """A script that does not end the turn: play waits for the rest of it. In a round nothing else is an answer.

    One that does nothing else takes the place of what is on file all the same.
    """
    known = sender.known
    left = [item.order for item in known.filed if item.order.kind not in {*sender.outside, END}]
    closes = only_closes(Agenda(known.filed), file.orders, END)
    if left and file.orders and all(order.kind == END for order in file.orders) and not closes:
        facts = {"left": "; ".join(map(quote_order, left))}
        yield Problem("end-alone", Gravity.UNWISE, file.orders[0].place, facts)
    if known.by_round:
        if file.orders and conditions.will_end(file.orders, conditions.find_roll(known, sender.seat)) is False:
            yield Problem("round-open", Gravity.UNWISE, file.places.get("orders", START))
        return
    answers = {*sender.outside, *_ANSWERS, "place"}
    if known.stage is Stage.BEFORE_ROLL:
        answers |= set(CARDS_BEFORE_ROLL)
    script = [order for order in file.orders if order.kind not in answers]
    if not known.turn or known.stage is Stage.OVER or not script:
        return
    doubtful = [order for order in script if mentions(order, (END,))]
    if not doubtful:
        yield Problem("end-missing", Gravity.UNWISE, file.places.get("orders", START))
    elif not conditions.will_end(script, conditions.find_roll(known, sender.seat)):
        last = doubtful[-1]
        facts = {"order": quote_order(last) if last.kind == END else "if"}
        yield Problem("end-in-doubt", Gravity.UNWISE, last.condition_place or last.place, facts)


def _remark_on_roll(known: View, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[Problem]:
    """Orders of a script that wait for another roll than the one there is."""
    roll = conditions.find_roll(known, seat)
    if roll is None:
        return
    for order in orders:
        answer = None if order.condition is None else conditions.answer_by_roll(order, roll)
        place = order.condition_place or order.place
        if answer is False and not order.otherwise:
            yield Problem("rolled-other", Gravity.UNWISE, place, {"order": quote_order(order), "roll": roll})
        elif order.kind == "robber" and roll != conditions.SEVEN and seat != known.mover:
            yield Problem("robber-idle", Gravity.UNWISE, order.place, {"order": quote_order(order), "roll": roll})
        if answer is not False:
            yield from _remark_on_roll(known, seat, order.then)
        if answer is not True:
            yield from _remark_on_roll(known, seat, order.otherwise)
        if order.kind == END and order.condition is None:
            return


def _remark_on_idle(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """What nobody waits for: a roll of dice that roll by themselves, a discard that nobody asks for, an answer."""
    known, options = sender.known, dict(sender.known.table.options)
    asks = options["discard"] == "ask" and not known.by_round
    then = "this waits until you are asked after one" if asks else "say under 'standing:' what to discard after a 7"
    windows = has_windows(options, Pacing.ROUND if known.by_round else Pacing.SEAT)
    for order in list_all(orders):
        facts = {"order": quote_order(order)}
        proposed = list_values(order.value) if order.kind == PROPOSE and not windows else ()
        if order.kind == "roll" and not conditions.may_roll(known, sender.seat):
            yield Problem("roll-idle", Gravity.UNWISE, order.place, {**facts, "when": _say_when_rolled(sender)})
        elif order.kind == "discard" and known.turn and not known.seats[sender.seat].owes:
            yield Problem("discard-idle", Gravity.UNWISE, order.place, {**facts, "then": then})
        if any(terms.get("ask") == AGAIN for terms in proposed):
            yield Problem("nobody-asked", Gravity.UNWISE, order.place, facts)
        elif any("up-to" in terms for terms in proposed):
            yield Problem("nobody-counters", Gravity.UNWISE, order.place, facts)


def _say_when_rolled(sender: FileSender) -> str:
    """When the dice are rolled that wait for no word of the sender."""
    known = sender.known
    if known.by_round or dict(known.table.options)["preroll"] != "ask":
        return "in this game the dice are rolled for you when your turn begins"
    return "by then the dice have been rolled"


def _remark_on_bare_knights(sender: FileSender, file: MoveFile) -> Iterator[Problem]:
    """A knight that is played without a word of where the robber goes: the turn stops there, but not in a round."""
    known, seat = sender.known, sender.seat
    standing = [item.order for item in known.standing] if file.standing is None else file.standing
    if known.by_round or any(order.kind == "robber" for order in standing):
        return
    due = list(list_all(list_due_orders(file.orders)))
    for number, order in enumerate(due):
        if _is_bare(order, "knight") and not any(later.kind == "robber" for later in due[number:]):
            facts = {"order": quote_order(order), "example": complete_play(known, seat, "knight")}
            yield Problem("knight-bare", Gravity.UNWISE, order.place, facts)


def _remark_on_bare_roads(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """Road Building that is played without a word of where its roads go: an end of the turn gives both of them up,
    even one that has a condition. Without one the turn stops there, but not in a round.
    """
    known, seat = sender.known, sender.seat
    due = list(list_all(list_due_orders(orders)))
    held = count_kind(known.seats[seat].unplayed or 0, ROAD_BUILDING)
    if not held or not any(_is_bare(order, "road-building") for order in due):
        return
    paths = complete_play(known, seat, "road-building")
    for order, ends in _list_beside_ends(orders):
        is_bare = order in due and _is_bare(order, "road-building")
        is_laid = any(later.kind == "road" for later in due[due.index(order) :]) if is_bare else False
        is_played = conditions.answer_by_roll(order, conditions.find_roll(known, seat)) is not False
        if is_bare and not is_laid and is_played and paths and (ends or not known.by_round):
            facts = {"order": quote_order(order), "example": paths}
            yield Problem("roads-given-up" if ends else "roads-bare", Gravity.UNWISE, order.place, facts)


def _remark_on_free_roads(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """An end of the turn while free roads are due that no order places: it gives them up; ``road: none`` says so."""
    known = sender.known
    end = next((order for order in orders if order.kind == END), None)
    if end is None or known.stage is not Stage.FREE_ROADS or sender.seat != known.mover:
        return
    named = [text for order in list_all(orders) if order.kind == "road" for text in list_alternatives(order)[:1]]
    free = list(lay_free_roads(as_state(known), sender.seat))
    left = len(free) - len(named)
    if left > 0 and "none" not in named:
        example = next((path for path in free if path not in named), free[0])
        facts = {"order": quote_order(end), "left": count_of(left, "free road"), "example": example}
        yield Problem("roads-left", Gravity.UNWISE, end.place, facts)


def _list_beside_ends(orders: Sequence[Order], *, ends: bool = False) -> Iterator[tuple[Order, bool]]:
    """Each order, those in blocks included, and whether an end of the turn is in the script once it is its turn.

    What stands in a block is in the script only when that is reached.
    """
    ends = ends or any(order.kind == END for order in orders)
    for order in orders:
        yield order, ends
        for block in (order.then, order.otherwise):
            yield from _list_beside_ends(block, ends=ends)


def _is_bare(order: Order, kind: str) -> bool:
    """Whether ``order`` plays a card of ``kind``, and its first choice names no place."""
    return order.kind == kind and any(spell(kind, text) == PLAY for text in list_alternatives(order)[:1])


def _remark_on_answers(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """Answers below one that settles the proposal; a yes or a counter-offer that the hand cannot pay."""
    for order, first in list_overruled(sender.known, sender.seat, orders):
        facts = {"order": quote_order(order), "first": quote_order(first)}
        yield Problem("answered-already", Gravity.UNWISE, order.place, facts)
    hand = sender.known.seats[sender.seat].hand
    for order in orders:
        if hand is not None and (missing := find_missing(sender.known, sender.seat, order)):
            write = vocabulary.write_cards_text
            facts = {"order": quote_order(order), "missing": write(missing), "held": write(hand)}
            yield Problem("accept-unpaid", Gravity.UNWISE, order.place, facts)


def _remark_on_standing_rolls(standing: Sequence[Order]) -> Iterator[Problem]:
    """Conditions on dice that have not fallen when the order is looked at, or that can show a 7 only."""
    for order in standing:
        totals = [part["rolled"] for part in list_questions(order.condition or {"all": []}) if "rolled" in part]
        if totals and order.kind in CARDS_BEFORE_ROLL:
            yield Problem("rolled-before", Gravity.UNWISE, order.place, {"order": quote_order(order)})
        elif any(total != conditions.SEVEN for total in totals) and order.kind in {"robber", "discard"}:
            yield Problem("rolled-seven", Gravity.UNWISE, order.place, {"order": quote_order(order)})


def _remark_on_aims(sender: FileSender, orders: Sequence[Order]) -> Iterator[Problem]:
    """A robber that is to rob a seat which has no building there, unless another alternative is for that hex too."""
    state = as_state(sender.known)
    for order in list_all(orders):
        aims = [_read_aim(state.table, order, text) for text in list_alternatives(order)]
        for number, aim in enumerate(aims):
            others = [other.hex for place, other in enumerate(aims) if other is not None and place != number]
            if aim is None or aim.victim in (None, sender.seat) or aim.hex in others:
                continue
            if aim.victim not in find_residents(state, sender.seat, aim.hex):
                code, reason = explain_robber(state, sender.seat, aim.hex, aim.victim)
                facts = give_reason(code, reason, quote_alternative(order, number))
                yield Problem("not-as-it-stands", Gravity.UNWISE, order.places[number], facts)


def _read_aim(table: Table, order: Order, text: str | int) -> MoveRobber | None:
    """Where an alternative sends the robber, and whom it robs; None where it sends it nowhere."""
    try:
        kind, rest, _ = read_line(order.kind, text)
        steps = list_steps(table, kind, rest) if kind in {"knight", "robber"} else ()
    except vocabulary.OrderTextError:
        return None
    return next((step for step in steps if isinstance(step, MoveRobber)), None)


class _Reading:
    """A script read from above: what cannot be done in its turn, whatever cards come and whatever others do."""

    def __init__(self, sender: FileSender, standing: Sequence[Order]) -> None:
        """``standing`` orders may lay the roads of a card before the dice are rolled, and so before the script."""
        self._seat = sender.seat
        self._state = _hope(sender)
        """The turn at its most hopeful."""
        known = sender.known
        rolled = sender.seat == known.mover and known.stage in (Stage.DISCARD, *_AFTER_ROLL)
        builds = any(order.kind == "road-building" for order in standing) and not rolled
        free_roads = builds and is_legal(self._state, self._seat, PLAY_ROAD_BUILDING)
        self._lasting = _WHATEVER_IS_BUILT if free_roads else _NOT_THIS_TURN
        """The reasons that nothing lifts before the turn is over."""
        self._hopes = False
        """Whether what may come to nothing was built before the next order: what is free is not known then."""
        self._played = self._state.cells[CARD_PLAYED]
        """Whether a development card was played before the next order, 1 or 0."""

    def remark(self, orders: Sequence[Order]) -> Iterator[Problem]:
        """Remarks on these orders down to the end; a card counts as played where it is, whatever conditions say."""
        for order in orders:
            if order.kind == END and order.condition is None:
                return
            before = self._played
            if order.kind in _LOOKED_AT:
                yield from self._look_at(order)
            yield from self.remark(order.then)
            if order.condition is not None:
                played, self._played = self._played, before
                yield from self.remark(order.otherwise)
                self._played = min(played, self._played)

    def _look_at(self, order: Order) -> Iterator[Problem]:
        """Remarks on its alternatives; on those that leave their place to the moment where nothing else is left."""
        played, texts = self._played, list_alternatives(order)
        remarks: list[tuple[bool, Problem]] = []
        for number, text in enumerate(texts):
            words = quote_alternative(order, number)
            try:
                kind, rest, aim = read_line(order.kind, text)
                aims = aim is not None
                looks = aims or kind == "bank"  # at the rates, which harbours alone change
                steps = () if looks else list_steps(self._state.table, kind, rest, self._state.rates(self._seat))
            except vocabulary.OrderTextError:
                continue
            if looks:
                found = find_way(self._state, self._seat, kind, rest, words)
                refusal = None if isinstance(found, Way) else found
            else:
                refusal = refuse(put(self._state, CARD_PLAYED, self._played), self._seat, steps, words)
            if refusal is None and kind in CARDS_BEFORE_ROLL:
                played = 1
            if refusal is not None and refusal.code in self._lasting:
                known = {**refusal.facts, "legal": ""} if self._hopes else refusal.facts
                facts = give_reason(refusal.code, known, words)
                place = order.places[number] if number < len(order.places) else order.place
                remarks.append((aims, Problem("not-that-turn", Gravity.UNWISE, place, facts)))
            elif aims and kind != "bank":
                self._lasting = _WHATEVER_IS_BUILT  # where it builds depends on what comes
            for step in steps:
                if isinstance(step, BuildRoad | BuildSettlement) and is_legal(self._state, self._seat, step):
                    self._state = _refill(apply_action(self._state, self._seat, step, NoChance())[0], self._seat)
                    self._hopes, self._lasting = True, self._lasting - _NOWHERE
        self._played = played
        yield from (remark for aims, remark in remarks if not aims or len(remarks) == len(texts))


def _hope(sender: FileSender) -> State:
    """The seat's turn with cards for all it might pay, seen from now."""
    state, seat = as_state(sender.known), sender.seat
    if seat != state.mover or state.stage not in _OWN_TURN:
        state = imagine_turn(state, seat)
    return _refill(put(state, STAGE, Stage.TURN), seat)


def _refill(state: State, seat: SeatNumber) -> State:
    return put(state, HAND + seat, _ANY_CARDS)
