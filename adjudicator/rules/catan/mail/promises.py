"""What will happen: without a further word of a seat, told to that seat alone (rulings section 4.7), and to a new file.

What is on file is judged by the position as it is now: of what cannot be done any more it is said why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.core.agenda import Agenda, Ask, Item
from adjudicator.core.order import Order, list_questions
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import COUNT, name_cards
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.answer import number_items, recall
from adjudicator.rules.catan.mail.asks import PLACE, find_half, find_place
from adjudicator.rules.catan.mail.choosing import (
    choose_discard,
    choose_first_site,
    choose_robber,
    find_choice,
    find_discard,
    find_standing,
    lay_free_roads,
)
from adjudicator.rules.catan.mail.conditions import find_roll, find_stage, may_roll, will_end
from adjudicator.rules.catan.mail.language.order_text import write_action
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.language.vocabulary import join_cards, write_cards_text
from adjudicator.rules.catan.mail.proposals import ACCEPT, COUNTER, REFUSE, brings_wanted, find_missing, list_overruled
from adjudicator.rules.catan.mail.rehearsal import OrderChoice, OrderOutlook, ScriptRehearsal
from adjudicator.rules.catan.mail.script import KINDS_FOR, Kinds, has_script, list_all, list_due, mentions
from adjudicator.rules.catan.mail.wording import SENTENCES
from adjudicator.rules.catan.state import DECISION_KINDS, Stage
from adjudicator.rules.catan.views.known import View, as_state


def announce_silence(known: View, agenda: Agenda, ask: Ask, outside: Kinds) -> str:
    """What happens when the deadline of ``ask`` passes; orders of the kinds ``outside`` are for something else."""
    seat = known.table.number_of[ask.seat]
    match ask.decision:
        case "answer":
            return "If you send nothing, you refuse."
        case "place":
            return _announce_place(known, seat, agenda, ask)
        case "discard":
            return f"If you send nothing, {_say_discards(known, seat, agenda)}."
        case "before-roll" if not agenda.fallback and not has_script(agenda, outside):
            return "If you send nothing, the dice are rolled, and you are asked again."
    return f"If you send nothing, {_say_turn(known, seat, agenda, outside, ask)}."


def _announce_place(known: View, seat: SeatNumber, agenda: Agenda, ask: Ask) -> str:
    """What comes of the places on file as things stand; that they are all taken is told at once."""
    place = find_place(known, seat, agenda.items)
    if place is not None:
        return f"If you send nothing else, as things stand {_say_chosen(place)} (your list)."
    has_places = any(item.order.kind == "place" for item in agenda.items)
    dry = "None of your places is free any more: send others. " if has_places else ""
    if not ask.must or ask.stage != find_half(known):
        return f"{dry}If you send nothing now, you are asked when your turn to place comes."
    return f"{dry}If you send nothing, {_say_place(known, seat, agenda, ask.due)}."


def _say_chosen(place: str) -> str:
    """What a player does who places ``place 21 11-21`` in the set-up, or ``road 11-21``."""
    site, *path = place.split()[1:]
    return f"you place a settlement on {site} and a road on {path[0]}" if path else f"you place a road on {site}"


def _say_place(known: View, seat: SeatNumber, agenda: Agenda, due: int) -> str:
    stage = known.stage if seat == known.mover else Stage.SETTLEMENT
    place = find_place(known, seat, agenda.fallback)
    if place is not None:
        return f"as things stand {_say_chosen(place)} (your fallback orders)"
    ((piece, site),) = write_action(known.table, choose_first_site(known, list_legal(as_state(known), seat))).items()
    best, then = ", the free place with the best numbers", " where the numbers are best"
    if stage is not Stage.SETTLEMENT:
        best, then = "", " settlement where the numbers are best"
    second = f", and then another{then}" if due > 1 else ""
    return f"as things stand you place a {piece} on {site}{best}{second}"


def _say_discards(known: View, seat: SeatNumber, agenda: Agenda) -> str:
    me = known.seats[seat]
    assert me.hand is not None
    cards = join_cards(write_cards_text(choose_discard(find_discard(known, seat, agenda), me.hand, me.owes).cards))
    fallback = () if any(find_standing(agenda, "discard")) else agenda.fallback
    for whose, items in (("order", (*agenda.answers, *list_due(agenda.items))), ("fallback order", fallback)):
        ordered = [item for item in items if mentions(item.order, KINDS_FOR["discard"])]
        failing = _list_failing(known, seat, [item.order for item in ordered])
        possible = [item for item in ordered if item.order not in [order for order, _ in failing]]
        if possible:
            return f"your {whose} is used ({_quote(possible)}), and if it cannot be done, you discard {cards}"
    return f"you discard {cards}"


def _say_turn(known: View, seat: SeatNumber, agenda: Agenda, outside: Kinds, ask: Ask) -> str:
    """What a turn consists of, in its order: what was sent, what is forced, fallback orders."""
    filed = (*agenda.answers, *list_due(agenda.items))
    rolls_alone = seat == known.mover and not known.dice and not may_roll(known, seat)  # behind a card
    idle = {*outside, "roll"} if rolls_alone else outside
    sent = [item for item in filed if item.order.kind not in idle]
    fallback = _list_fallback(known, seat, agenda, sent, by_round=ask.ends)
    parts = [_say_forced(known, seat, agenda, fallback)]
    failing = [
        *_list_failing(known, seat, [item.order for item in sent]),
        *_list_failing(known, seat, [item.order for item in fallback], after=bool(sent)),
    ]
    sent, fallback = (
        [item for item in items if item.order not in [order for order, _ in failing]] for items in (sent, fallback)
    )
    if sent:
        said = _quote_numbered(agenda, sent)
        is_long = len(said) > _LONGEST
        parts.append(
            f"your {len(sent)} orders on file are carried out"
            if is_long
            else f"your orders on file are carried out ({said})"
        )
    if fallback:
        may_end = will_end([item.order for item in sent], find_roll(known, seat)) is None
        unless = " unless one of these ends your turn" if may_end else ""
        parts.append(f"your fallback orders are used{unless} ({_quote(fallback)})")
    # who is asked before the roll is asked again behind it, but for orders that end the turn
    goes_on = ask.decision == "before-roll" and not fallback
    ends = will_end([item.order for item in sent], find_roll(known, seat)) if goes_on else True
    if not sent and not fallback:
        parts.append("nothing is built or traded" if ends else "the dice are rolled")
    then = "your turn ends" if ends else "you are asked again after the roll"
    unless = ", unless they end your turn" if ends is None else ""
    return f"{', '.join(part for part in parts if part)}, and {then}{unless}{_say_failing(failing)}"


_UNMET = "its condition is not met"
_NAMED = 3
"""So many orders of one reason are named, and the others counted."""
_LONGEST = 400
"""Letters of a list that is said in full in a sentence; it stands elsewhere."""


def _say_failing(failing: Sequence[tuple[Order, str]]) -> str:
    """The orders that cannot be done, those whose conditions are not met together, in sentences behind another one."""
    unmet = [order for order, reason in failing if reason == _UNMET]
    together = unmet if len(unmet) > 1 else []
    groups = [("this", quote_order(order), reason) for order, reason in failing if order not in together]
    if together:
        named = "; ".join(map(quote_order, together[:_NAMED]))
        others = len(together) - len(together[:_NAMED])
        more = f"; and {count_of(others, 'other')}" if others else ""
        groups.append(("these", f"{named}{more}", "their conditions are not met"))
    said = ""
    for what, orders, why in groups:
        said += f". Nor would {what}: " if said else f". As things stand {what} would not be done: "
        said += f"{orders}, since {why}"
    return said


def _list_fallback(
    known: View, seat: SeatNumber, agenda: Agenda, sent: Sequence[Item], *, by_round: bool
) -> Sequence[Item]:
    """The fallback orders that may be used after what was ``sent``: where that surely ends the turn, but for a robber.

    In a round a seat whose script may end its turn is not asked again, whatever its conditions bring.
    """
    ends = will_end([item.order for item in agenda.items], find_roll(known, seat))
    adopted = recall(agenda).fallback_turn == known.turn and seat == known.mover
    if adopted or (by_round and ends is not False):
        return []
    due = [item for item in list_due(agenda.fallback) if item.order.kind != "discard"]
    if not ends:
        return due
    robber = KINDS_FOR["robber"]
    said = any(mentions(item.order, robber) for item in sent) or any(find_standing(agenda, "robber"))
    is_open = known.stage is Stage.ROBBER and not said
    return [item for item in due if is_open and mentions(item.order, robber)]


def _quote_numbered(agenda: Agenda, items: Sequence[Item]) -> str:
    """Those of the orders on ``agenda``, with their numbers where one asks what became of another."""
    asked = [order.condition for order in list_all([item.order for item in items]) if order.condition is not None]
    if not any("line" in part for condition in asked for part in list_questions(condition)):
        return _quote(items)
    numbers = {id(item): n for item, n in zip(agenda.items, number_items(agenda), strict=True)}
    said = [(numbers.get(id(item)), quote_order(item.order)) for item in items]
    return "; ".join(words if number is None else f"{number}. {words}" for number, words in said)


def _list_failing(
    known: View, seat: SeatNumber, orders: Sequence[Order], *, after: bool = False
) -> Sequence[tuple[Order, str]]:
    """The orders, those in blocks included, that cannot be done as the seat can see now, each with the reason.

    With ``after`` others come before them, and only what nothing can lift is a reason.
    """
    if not orders:
        return ()
    rehearsal = ScriptRehearsal(known, seat)
    if after:
        rehearsal.distrust()
    failing = []
    for tried in rehearsal.try_orders(orders):
        if tried.outlook is OrderOutlook.SKIPPED:
            failing.append((tried.order, _UNMET))
        elif tried.hopeless:
            refusal = next(refusal for refusal in tried.refusals if refusal is not None)
            why = SENTENCES[refusal.code].format_map({**refusal.facts, "legal": ""})
            failing.append((tried.order, why.removeprefix(f"{refusal.text}: ")))
    return failing


def _say_forced(known: View, seat: SeatNumber, agenda: Agenda, fallback: Sequence[Item]) -> str:
    """What has to be decided before anything else, where no order speaks of it, nor one of ``fallback``."""
    stage = find_stage(known, seat)
    kind = DECISION_KINDS[stage]
    ordered = [item.order for item in (*agenda.answers, *list_due(agenda.items), *fallback)]
    if stage not in (Stage.ROBBER, Stage.FREE_ROADS) or any(mentions(o, KINDS_FOR[kind]) for o in ordered):
        return ""
    if seat != known.mover:
        return "the robber is moved for you"  # where to depends on those who play before
    legal = list_legal(as_state(known), seat)
    if stage is Stage.FREE_ROADS:
        roads = list(lay_free_roads(as_state(known), seat))
        return f"you place {'roads' if len(roads) > 1 else 'a road'} on {join_words(roads)}"
    chosen = find_choice(known, seat, agenda, kind)
    return _say(known, choose_robber(known, seat, legal) if chosen is None else chosen[1].steps[0])


def _say(known: View, action: Action) -> str:
    """What becomes of the robber."""
    ((_, text),) = write_action(replace(known.table, renamed=()), action).items()
    place, _, victim = str(text).partition(" from ")
    return f"the robber goes to {place}" + (f" and takes a card from {victim}" if victim else "")


def list_promises(known: View, seat: SeatNumber, agenda: Agenda) -> Iterator[str]:
    """What becomes of a 7 for ``seat``, and where it sends the robber, if no standing order says so."""
    if known.stage is Stage.OVER or not known.turn:
        return
    yield from _promise_discard(known, seat, agenda)
    if not any(find_standing(agenda, "robber")):
        late = any(mentions(item.order, ("robber",)) for item in list_due(agenda.fallback))
        if late:
            unless = (
                "After a missed deadline your fallback order moves the robber. Otherwise, unless you say where, you "
                "move it"
            )
        else:
            unless = "Unless you say where, you move the robber"
        yield (
            f"{unless} to a hex without buildings, or else to the one whose owners have the fewest points in total; "
            "your own hexes come last."
        )


def _promise_discard(known: View, seat: SeatNumber, agenda: Agenda) -> Iterator[str]:
    limit, me = known.table.edition.hand_limit, known.seats[seat]
    ordered = any(find_standing(agenda, "discard"))
    if not ordered and not known.by_round and dict(known.table.options)["discard"] == "ask":
        late = any(mentions(item.order, ("discard",)) for item in list_due(agenda.fallback))
        then = "if you miss the deadline, " + ("your fallback order is used; if it cannot be used, " if late else "")
        yield f"After a 7 you are asked what to discard; {then}the largest piles go first."
    elif me.hand is not None and me.hand % COUNT > limit:
        item = find_discard(known, seat, agenda)
        action = choose_discard(item, me.hand, me.hand % COUNT // 2)
        cards = [f"{count} {name}" for name, count in name_cards(action.cards).items()]
        piles = "pile" if len(cards) == 1 else "piles"
        how = f"from your largest {piles}" if item is None else "by your standing order"
        yield f"On a 7 you would discard {join_words(cards)}, {how}."
    elif not ordered:
        yield f"On a 7, with more than {limit} cards, you discard from your largest pile."


def _quote(items: Sequence[Item]) -> str:
    return "; ".join(quote_order(item.order) for item in items)


_DRAWN = " (the result is drawn when the turn runs)"


def forecast_orders(known: View, seat: SeatNumber, orders: Sequence[Order], outside: Kinds) -> Iterator[str]:
    """A line for each order that is tried, then the cards in hand, if any, after those that are certain.

    Orders of the kinds ``outside`` are for something else than the turn.
    """
    rehearsal = ScriptRehearsal(known, seat, outside, supposing=True)
    before = rehearsal.hand
    hand = before if rehearsal.sure else None
    for number, tried in enumerate(rehearsal.try_orders(orders)):
        chosen = f" (as things stand, {tried.chosen})" if tried.chosen else ""
        outlook = _say_outlook(tried, is_first=number == 0)
        own_roll = seat == known.mover and not known.dice
        if own_roll and any(refusal and refusal.code == "rolled-already" for refusal in tried.refusals):
            outlook = "not needed, since the dice are rolled for you"
        yield f"{tried.when}{tried.words or quote_order(tried.order)}{chosen}: {outlook}"
        paid = tried.order.kind == "discard" and tried.outlook is OrderOutlook.DONE
        if rehearsal.sure or paid:
            hand = rehearsal.hand
    if hand is not None and orders and (hand or before):
        yield f"Your hand, counting only what is certain: {join_cards(write_cards_text(hand))}."


def forecast_answers(known: View, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[str]:
    """A line for each answer to a proposal."""
    proposal = known.book.proposal
    several = proposal is not None and len(proposal.list_for(seat)) > 1
    idle = [order for order, _ in list_overruled(known, seat, orders)]
    for order in orders:
        if any(order is other for other in idle):
            yield f"{quote_order(order)}: not looked at, since your first answer counts"
            continue
        unpaid = find_missing(known, seat, order)
        lacks = (
            f"no trade as things stand, since you do not have {join_cards(write_cards_text(unpaid))}" if unpaid else ""
        )
        if order.kind == ACCEPT:
            which = ", whichever of its terms comes first" if several and " " not in str(order.value).strip() else ""
            what = lacks or "you trade if nobody who was asked before you takes it, and you can both still pay"
            yield f"{quote_order(order)}{which}: {what}"
        elif order.kind == REFUSE:
            yield f"{quote_order(order)}: your answer is no"
        elif order.kind == COUNTER:
            vain = "" if brings_wanted(known, seat, order) else "no trade, since it does not give what was asked for"
            what = lacks or vain or "you trade only if the proposer would give that much"
            yield f"{quote_order(order)}: everybody sees it; {what}"


def _say_outlook(tried: OrderChoice, *, is_first: bool) -> str:
    if tried.later:
        return "waits for your next turn, and is done then if it is possible"
    match tried.outlook:
        case OrderOutlook.DONE:
            return f"will be done{_DRAWN if tried.draws else ''}"
        case OrderOutlook.SKIPPED:
            return "skipped, since its condition is not met"
        case OrderOutlook.REFUSED if tried.sure or tried.unpayable:
            return "not possible as things stand"
    if tried.sure or tried.order.kind == PLACE:
        return "depends on the others"
    return f"depends on what {'happens before then' if is_first else 'comes before it'}"
