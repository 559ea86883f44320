"""Changes of a game of Catan in what a reader may not know: cards, private orders, secrets of what happened last.

Who has answered what he is asked is public and stays: standing orders that count as answers are left as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from secrecy.catan_dealing import deal_anew
from secrecy.catan_fitting import fit_orders
from secrecy.catan_players import write_standing

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.agenda import Agenda
from adjudicator.core.table import Event, Pacing, Reader, Seat
from adjudicator.rules.catan.cards import (
    DEVELOPMENTS,
    KINDS,
    ONE,
    RESOURCES,
    covers,
)
from adjudicator.rules.catan.mail import offers as deals
from adjudicator.rules.catan.mail.answer import OpenProposal, StandingTrade, recall, remember
from adjudicator.rules.catan.mail.offers import find_agreement
from adjudicator.rules.catan.state import DECK, State
from adjudicator.rules.catan.views.known import View
from adjudicator.store.record import TurnRecord
from adjudicator.testing.twins import (
    BOLDEST,
    SHY,
    Below,
    Lines,
    Twin,
    change_lists,
    lines_of,
    read_items,
    read_lists,
)


def vary(opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
    """Other cards in hands that ``reader`` cannot see, other private orders, other secrets in what happened last."""
    for _ in range(_TRIES):
        changed: Counter[str] = Counter()
        other = opened._replace(record=_vary_record(opened, reader, below, boldness, changed))
        if not _is_met(other):
            break
    else:
        return Twin(opened.record, files, Counter())
    sent: dict[Seat, bytes] = {}
    for seat, data in files.items():
        sent[seat] = data
        if seat != reader:
            sent[seat] = _vary_file(data, other, seat, below, changed, boldness)
    return Twin(other.record, sent, changed)


_TRIES = 10


def _is_met(opened: OpenGame) -> bool:
    """Whether a standing order agrees to a proposal that waits, and both hands allow it.

    No game gets there: such a proposal is carried out at once, before anybody is asked.
    """
    state: State = opened.record.state
    for name, agenda in opened.record.agendas.items():
        proposal = recall(agenda).proposal
        if proposal is None:
            continue
        known, proposer = opened.see(name), state.table.number_of[name]
        for terms in (each.terms for each in proposal.terms if covers(state.hand(proposer), each.terms.give)):
            for seat in terms.to:
                theirs = opened.record.agendas[state.table.seats[seat]]
                if find_agreement(known, seat, theirs, partial(state.hand, seat), proposer, terms) is not None:
                    return True
    return False


def _vary_record(
    opened: OpenGame, reader: Reader, below: Below, boldness: int, changed: Counter[str]
) -> TurnRecord[State]:
    record: TurnRecord[State] = opened.record
    state = deal_anew(record.state, reader, below, boldness, changed)
    mover = state.table.seats[state.mover]
    agendas: dict[Seat, Agenda] = {}
    for seat in state.table.seats:
        agenda = record.agendas[seat]
        if seat != reader:
            calm = boldness != BOLDEST and (seat == mover or opened.charter.pacing is Pacing.ROUND)
            agenda = _vary_agenda(agenda, opened, seat, below, changed, calm=calm)
        agendas[seat] = agenda
    events = tuple(_vary_event(event, reader, changed) for event in record.events)
    results = tuple(result for result in record.results if result.seat == reader)
    changed["what became of others' orders"] += len(results) != len(record.results)
    return record._replace(state=state, agendas=agendas, events=events, results=results)


def _vary_event(event: Event, reader: Reader, changed: Counter[str]) -> Event:
    """The event with another secret, if ``reader`` has no part in it."""
    if event.kind == "card-stolen" and reader not in (event.facts["seat"], event.facts["victim"]):
        changed["stolen card in what happened"] += 1
        resource = RESOURCES[RESOURCES.index(str(event.facts["resource"])) - 1]
        return Event(event.kind, {**event.facts, "resource": resource})
    if event.kind == "card-bought" and reader != event.facts["seat"]:
        changed["bought card in what happened"] += 1
        card = DEVELOPMENTS[DEVELOPMENTS.index(str(event.facts["card"])) - 1]
        return Event(event.kind, {**event.facts, "card": card})
    return event


def _vary_agenda(
    agenda: Agenda,
    opened: OpenGame,
    seat: Seat,
    below: Below,
    changed: Counter[str],
    *,
    calm: bool,
) -> Agenda:
    """Other standing and fallback orders, other memories; offers stay as everybody sees them."""
    standing = lines_of(item.order for item in agenda.standing)
    other = vary_standing(standing, opened, seat, below, changed, calm=calm)
    items = read_items("standing", other, agenda.standing[0].file if agenda.standing else f"{seat}/01.yaml")
    fallback = agenda.fallback
    if not calm:
        fallback = read_items("fallback", list(_draw_fallback(below)), f"{seat}/01.yaml")
        changed["fallback orders"] += lines_of(i.order for i in fallback) != lines_of(i.order for i in agenda.fallback)
    memory = recall(agenda)
    posted = {words: post for words, post in memory.posted.items() if post.number}
    posted |= {
        deals.name_deal(item.order): memory.posted.get(deals.name_deal(item.order), StandingTrade(0))
        for item in items
        if item.order.kind == "want"
    }
    if memory.seen and not calm:
        changed["preferences kept in an open vote"] += 1
        memory = memory._replace(seen="")
    if memory.proposal is not None:
        memory = memory._replace(proposal=_vary_limits(memory.proposal, below, changed))
    memory = memory._replace(posted=posted)
    if not agenda.items:
        fates = {str(number): bool(below(2)) for number in range(1, 1 + below(3))}
        changed["memory of a script"] += fates != memory.progress.fates
        memory = memory._replace(progress=memory.progress._replace(fates=fates))
    return remember(agenda._replace(standing=items, fallback=fallback), memory)


def vary_standing(
    standing: Sequence[Mapping[str, Any]],
    opened: OpenGame,
    seat: Seat,
    below: Below,
    changed: Counter[str],
    *,
    calm: bool,
) -> Lines:
    """Other standing orders, but for those that count as answers; of offers only what their owner keeps.

    Calmly, the orders stay that act in the seat's own turn.
    """
    offers = [_vary_keep("offer", line, below, changed) for line in standing if "offer" in line]
    proposer = _find_proposer(opened)
    answers = {"refuse", "want"} if proposer is not None else {"refuse"}
    kept = _list_kept(opened) | (_OWN_STANDING if calm else frozenset())
    fresh = [line for line in write_standing(opened, seat, below) if not {"offer", *answers, *kept} & line.keys()]
    fresh += [line for line in standing if kept & line.keys()]
    if any("bid" in line for line in fresh) is not any("bid" in line for line in standing):
        fresh = [line for line in fresh if "bid" not in line] + [line for line in standing if "bid" in line]
    if proposer is not None:
        # a wish that fits is an answer to a proposal, as a refusal is, and who has answered is public
        fresh += [_vary_keep("want", line, below, changed) for line in standing if "want" in line]
        fresh += [line for line in standing if "refuse" in line]
    refused = [name for name in opened.seats if name not in (seat, proposer) and below(2)]
    others = [*fresh, *([{"refuse": refused}] if refused else [])]
    for kind in (*_PRIVATE, *(kind for kind in _VOTES if kind in opened.game.orders.kinds)):
        before, after = ([line for line in lines if kind in line] for lines in (standing, others))
        changed[f"standing {kind}"] += before != after
    return [*offers, *others]


_PRIVATE = ("want", "refuse", "discard", "robber", "knight", "plenty", "monopoly", "road-building")
_VOTES = ("bid", "prefer", "agree")
_OWN_STANDING = frozenset({"robber", "knight", "plenty", "monopoly", "road-building", "discard"})


def _find_proposer(opened: OpenGame) -> Seat | None:
    """Whose proposals may come before the next report; a standing refusal answers them, and that is public."""
    state = opened.record.state
    windows = opened.charter.pacing is Pacing.SEAT and dict(state.table.options)["trade-hours"] != "0"
    return opened.seats[state.mover] if windows else None


def _list_kept(opened: OpenGame) -> frozenset[str]:
    """The kinds of standing orders that may count as an answer before the next report, which is public."""
    if opened.charter.pacing is Pacing.ROUND:
        return frozenset()
    asks = dict(opened.record.state.table.options)["discard"] == "ask"
    return frozenset({"robber", "discard"} if asks else {"robber"})


def _vary_keep(kind: str, line: Mapping[str, Any], below: Below, changed: Counter[str]) -> Mapping[str, Any]:
    """An offer or a wish with something else that its owner wants to keep."""
    terms = {key: value for key, value in line[kind].items() if key != "keep"}
    if below(3):
        terms["keep"] = f"{1 + below(3)} {RESOURCES[below(KINDS)]}"
    changed[f"what {kind}s keep".replace("wants", "wishes")] += terms != line[kind]
    return {**line, kind: terms}


def _vary_limits(proposed: OpenProposal, below: Below, changed: Counter[str]) -> OpenProposal:
    """The open proposal with other limits for counter-offers, which its maker has told nobody."""
    limits = [None if not below(3) else ONE[below(KINDS)] * (1 + below(3)) for _ in proposed.terms]
    changed["limits of a proposal"] += limits != [opened.limit for opened in proposed.terms]
    terms = zip(proposed.terms, limits, strict=True)
    return proposed._replace(terms=tuple(opened._replace(limit=limit) for opened, limit in terms))


def _vary_limit(line: Mapping[str, Any], below: Below, changed: Counter[str]) -> Mapping[str, Any]:
    """A proposal that is still to be made, with another limit for counter-offers."""
    if "propose" not in line or below(2):
        return line
    terms = line["propose"] if isinstance(line["propose"], list) else [line["propose"]]
    limit = f"{1 + below(4)} {RESOURCES[below(KINDS)]}"
    changed["limits in the inbox"] += 1
    other = [{**each, "up-to": limit} for each in terms]
    return {**line, "propose": other if isinstance(line["propose"], list) else other[0]}


def _vary_vote(line: Mapping[str, Any], below: Below, changed: Counter[str]) -> Mapping[str, Any]:
    """Another bid or other preferences in a vote."""
    if "bid" in line and not below(3):
        changed["bids in the inbox"] += 1
        return {"bid": (0, {"up-to": 3, "over": "best"}, "19 wool")[below(3)]}
    if "prefer" in line and below(2):
        changed["preferences in the inbox"] += 1
        return {"prefer": list(reversed(line["prefer"]))}
    return line


def _draw_fallback(below: Below) -> Iterator[Mapping[str, Any]]:
    for _ in range(below(3)):
        yield ({"buy": "card"}, {"bank": "wool for ore"}, {"road": ["12-13", "30-31"]})[below(3)]


_ANSWERS = {"accept", "refuse", "counter", "discard", *_VOTES}
"""Orders that answer something else than "it is your turn"."""
_NEVER = {"have": "19 ore, 19 wool"}


def _vary_file(
    data: bytes,
    opened: OpenGame,
    seat: Seat,
    below: Below,
    changed: Counter[str],
    boldness: int,
) -> bytes:
    """A file that has not been published yet, with other private parts and with orders that come to nothing.

    Its writer looks at the cards that he holds in ``opened``.
    """
    lists, calm = read_lists(data), boldness != BOLDEST
    known: View = opened.see(seat)
    orders = list(lists.get("orders", ()))
    if opened.record.state.turn and any(not _ANSWERS & line.keys() for line in orders) and below(2):
        buying = [{"buy": "card"}] if opened.record.state.cells[DECK] else []
        orders.insert(0, {"if": _NEVER, "then": [*buying, {"monopoly": RESOURCES[below(KINDS)]}]})
        changed["orders in the inbox"] += 1
    if boldness < SHY and orders and {"accept", "refuse", "counter"} & orders[0].keys() and below(2):
        ((kind, name),) = orders[0].items()
        proposal = known.book.proposal
        if kind == "counter" and proposal is not None:
            name = known.seats[proposal.seat].name
        orders[0] = {"accept": name} if kind == "refuse" else {"refuse": name.split()[0]}
        changed["answers in the inbox"] += 1
    if not calm:
        orders = [_vary_vote(line, below, changed) for line in orders]
    orders = [_vary_limit(line, below, changed) for line in orders]
    lists["orders"] = fit_orders(orders, known, known.table.number_of[seat], below)
    if "standing" in lists:
        lists["standing"] = vary_standing(lists["standing"], opened, seat, below, changed, calm=calm)
        changed["standing orders in the inbox"] += 1
    if not calm and below(2):
        lists["fallback"] = list(_draw_fallback(below))
        changed["fallback orders in the inbox"] += 1
    return change_lists(data, lists, note=f"private {below(1000)}")
