"""Whom the game asks for what before the next turn, made from what everybody knows (rulings section 4)."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.agenda import EMPTY, Agenda, Ask, Item
from adjudicator.core.order import Order
from adjudicator.core.table import Pacing, SeatNumber
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.mail.choosing import find_choice, find_standing
from adjudicator.rules.catan.mail.conditions import SEVEN, find_roll, is_seen_false, will_end
from adjudicator.rules.catan.mail.language.order_text import END
from adjudicator.rules.catan.mail.language.quoting import quote_alternative
from adjudicator.rules.catan.mail.language.vocabulary import join_cards, write_cards_text
from adjudicator.rules.catan.mail.offers import is_settled
from adjudicator.rules.catan.mail.proposals import ANSWERS
from adjudicator.rules.catan.mail.rehearsal import ScriptRehearsal
from adjudicator.rules.catan.mail.script import KINDS_FOR, Kinds, has_script, list_due, mentions
from adjudicator.rules.catan.state import DECISION_KINDS, PLACED, Stage, State
from adjudicator.rules.catan.views.known import EMPTY_BOOK, View, see_state

PLACE, DISCARD, BEFORE_ROLL, TURN, ANSWER = "place", "discard", "before-roll", "turn", "answer"
"""What may be asked for."""


def list_asks(known: View, pacing: Pacing) -> tuple[Ask, ...]:
    """Everybody who is asked, the seat on move first."""
    options = dict(known.table.options)
    if known.stage in (Stage.OVER, Stage.INTERLUDE):
        return ()
    if not known.turn:
        return tuple(_ask_places(known, pacing))
    if pacing is Pacing.ROUND:
        return tuple(_ask_turn(known, seat, ahead, pacing) for ahead, seat in enumerate(_list_movers(known)))
    if known.book.proposal is not None:
        return tuple(_ask_partners(known))
    if known.stage is Stage.DISCARD and options["discard"] == "ask":
        owing = [(seat, known.seats[seat].owes) for seat in known.table.numbers if known.seats[seat].owes]
        said = "A 7 was rolled: discard"
        return tuple(_ask(known, seat, DISCARD, f"{said} {count_of(count, 'card')}.") for seat, count in owing)
    if known.stage is Stage.BEFORE_ROLL:
        duty = "Your turn begins: play a development card or roll the dice."
        return (_ask(known, known.mover, BEFORE_ROLL, duty),)
    return (_ask_turn(known, known.mover, 0, pacing),)


def _ask(known: View, seat: SeatNumber, decision: str, duty: str, deadline: str = "turn", *, ends: bool = False) -> Ask:
    return Ask(known.seats[seat].name, decision, 1, must=True, deadline=deadline, duty=duty, ends=ends)


def _ask_places(known: View, pacing: Pacing) -> Iterator[Ask]:
    """All who still place in this half of the set-up, and whose list for the other half has run dry.

    By seat it is nobody but the first before anybody has placed. Lists that have run dry cost no wait of their own.
    Whom nobody awaits may send in advance.
    """
    count = len(known.seats)
    order = [*range(count), *reversed(range(count))][known.placed :]
    begins = not known.placed and pacing is not Pacing.ROUND
    half = order[:1] if begins else order[: count - known.placed % count]
    for seat in dict.fromkeys(order):
        due = order.count(seat) if seat == order[0] and order[1:2] == [seat] else 1
        words = "a settlement and its road" if due == 1 else "two settlements, each with its road"
        if known.stage is Stage.ROAD and seat == order[0]:
            words = "the road that goes with your settlement" + (
                "" if due == 1 else ", then another settlement and its road"
            )
        must = seat in half or seat in known.dry
        if must:
            duty = f"Place {words}."
            if seat != order[0]:
                earlier = dict.fromkeys(order[: order.index(seat)])
                before = join_words([known.seats[other].name for other in earlier])
                duty += f" {before} will place before you, so give alternatives, and put 'best' last."
        else:
            duty = (
                "You may send a ranked list of places in advance; the first that is free is taken. Put 'best' last, "
                "and it never runs out."
            )
        stage = find_half(known) if seat in half else SECOND_HALF
        name, alone = known.seats[seat].name, pacing is Pacing.SEAT or stage == SECOND_HALF
        yield Ask(name, PLACE, due, must=must, deadline="turn", duty=duty, alone=alone, stage=stage)


SECOND_HALF = 2


def find_half(known: View) -> int:
    """Which half of the set-up is under way: 1 or 2."""
    return 1 if known.placed < len(known.seats) else SECOND_HALF


def list_dry(state: State, agendas: Mapping[str, Agenda]) -> tuple[SeatNumber, ...]:
    """The seats that have placed in the first half, and have places on file for the second of which none is free."""
    seats = state.table.seats
    count = state.cells[PLACED]
    if state.turn or count >= len(seats):
        return ()
    return tuple(seat for seat in state.table.numbers[:count] if _is_dry(state, seat, agendas.get(seats[seat], EMPTY)))


def _is_dry(state: State, seat: SeatNumber, agenda: Agenda) -> bool:
    items = () if agenda.draft else agenda.items
    if not any(mentions(item.order, KINDS_FOR["settlement"]) for item in list_due(items)):
        return False
    return find_place(see_state(state, EMPTY_BOOK, state.table.seats[seat]), seat, items) is None


def _ask_turn(known: View, seat: SeatNumber, ahead: int, pacing: Pacing) -> Ask:
    if ahead:
        dice, names = known.ahead[ahead], [known.seats[other].name for other in _list_movers(known)[:ahead]]
        rolled = f" (your dice: {dice[0]} and {dice[1]})" if dice else ""
        others = f"{join_words(names)} {'plays' if ahead == 1 else 'play'} before you"
        duty = f"Send the script of your next turn{rolled}, ending with 'end: turn'; {others}."
    elif pacing is Pacing.ROUND:
        duty = "Send the script of your turn, the first of this round, ending with 'end: turn'."
    elif known.stage is Stage.ROBBER:
        duty = "It is your turn: move the robber first ('robber: ...'), then send your other orders."
    elif known.stage is Stage.FREE_ROADS:
        roads, them = ("last road", "it") if known.free_roads == 1 else ("two roads", "them")
        duty = (
            f"Place the {roads} of your Road Building card ('road: none' gives {them} up), then send your other orders."
        )
    else:
        duty = "It is your turn: send your orders, and 'end: turn' when you are done."
    rolled_seven = known.stage is Stage.ROBBER if pacing is Pacing.SEAT else find_roll(known, seat) == SEVEN
    unsaid = "the robber is moved for you, and then " if rolled_seven else ""
    return _ask(known, seat, TURN, duty, ends=pacing is Pacing.ROUND)._replace(unsaid=unsaid)


def _list_movers(known: View) -> tuple[SeatNumber, ...]:
    """All seats, the one on move first."""
    return (known.mover, *known.table.list_others(known.mover))


def _ask_partners(known: View) -> Iterator[Ask]:
    proposal = known.book.proposal
    assert proposal is not None
    name, word = known.seats[proposal.seat].name, known.table.ids[proposal.seat]
    for seat in proposal.to:
        listed = proposal.list_for(seat)
        said = [(join_cards(write_cards_text(give)), join_cards(write_cards_text(get))) for _, (give, get, _) in listed]
        numbers = [f"({number}) " if proposal.several else "" for number, _ in listed]
        terms = [f"{number}{give} for {get}" for number, (give, get) in zip(numbers, said, strict=True)]
        some = f", 'accept: {word} {listed[-1][0]}' for one of them only" if len(terms) > 1 else ""
        duty = (
            f"{name} proposes to give {join_words(terms, 'or')}: answer 'accept: {word}'{some}, 'refuse: {word}', or "
            "make a counter-offer ('counter: ...')."
        )
        yield _ask(known, seat, ANSWER, duty, "trade")._replace(advises=True)


def is_answered(known: View, agenda: Agenda, ask: Ask, outside: Kinds) -> bool:
    """Whether ``agenda`` answers ``ask``; orders of the kinds ``outside`` are for something else.

    ``known`` is what the asked seat knows. What was tried already and led to nothing is no answer: else the turn would
    run again and again.
    """
    seat = known.table.number_of[ask.seat]
    match ask.decision:
        case "place":
            return find_place(known, seat, agenda.items) is not None
        case "discard":
            return _has_order(agenda, KINDS_FOR[DISCARD]) or any(find_standing(agenda, DISCARD))
        case "answer":
            settled = known.book.proposal is not None and is_settled(known, seat, agenda)
            return settled or any(item.order.kind in ANSWERS for item in (*agenda.answers, *agenda.items))
        case "turn" if ask.ends:
            return will_end([item.order for item in agenda.items], find_roll(known, seat)) is not False
        case "turn" if known.stage is not Stage.TURN and _is_asked(known, ask):
            kind = DECISION_KINDS[known.stage]
            # an end of the turn gives free roads up, but for one in a block, which nobody has come to yet
            ends = known.stage is Stage.FREE_ROADS and any(item.order.kind == END for item in agenda.items)
            chosen = kind == "robber" and bool(find_choice(known, seat, agenda, kind))
            return ends or chosen or _has_order(agenda, KINDS_FOR[kind])
        case "before-roll" if _has_order(agenda, KINDS_FOR[BEFORE_ROLL]):
            return True
        case "turn":
            return any(_may_come(known, seat, item.order, outside) for item in agenda.items)
    return has_script(agenda, outside)


def _is_asked(known: View, ask: Ask) -> bool:
    """Whether ``ask`` is still asked by seat; ``known`` may call its seats by the names of people."""
    number = known.table.number_of
    asked = (own for own in list_asks(known, Pacing.SEAT) if number[own.seat] == number[ask.seat])
    return any(own._replace(seat=ask.seat) == ask for own in asked)


def _may_come(known: View, seat: SeatNumber, order: Order, outside: Kinds) -> bool:
    """Whether ``order`` may bring something in this turn, by what everybody knows.

    A condition on one's own hand may hold always: whom the game waits for is seen by all.
    """
    if order.kind in outside:
        return False
    unseen = order.condition is None or not is_seen_false(order.condition, known, seat)
    return unseen or any(_may_come(known, seat, inner, outside) for inner in order.otherwise)


def names_place(known: View, agenda: Agenda, ask: Ask) -> bool:
    """Whether there are orders for a place that is asked for, be it free or not."""
    stage = known.stage if known.table.number_of[ask.seat] == known.mover else Stage.SETTLEMENT
    return ask.decision == PLACE and _has_order(agenda, KINDS_FOR[DECISION_KINDS[stage]])


def find_place(known: View, seat: SeatNumber, items: Sequence[Item]) -> str | None:
    """The place of the set-up that the orders ``items`` bring as things stand, in words; None where none is free."""
    stage = known.stage if seat == known.mover else Stage.SETTLEMENT
    for tried in ScriptRehearsal(known, seat).try_orders([item.order for item in list_due(items)]):
        if tried.order.kind in KINDS_FOR[DECISION_KINDS[stage]]:
            if tried.chosen or tried.words:
                return tried.chosen or tried.words
            if None in tried.refusals:
                return quote_alternative(tried.order, tried.refusals.index(None))
    return None


def _has_order(agenda: Agenda, kinds: Kinds) -> bool:
    return any(mentions(item.order, kinds) for item in (*agenda.answers, *list_due(agenda.items)))
