"""What orders say in a vote: the cards to lay, and what to prefer (rulings section 4.5 and 4.6).

Preferences of a seat whose cards are laid are kept out of the way of new orders. What a vote has no use for is told
to its seat alone, since a bid that was not laid is a secret.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.core.agenda import Agenda, Fate, Item, Refusal, Source, dump_agenda, load_agenda
from adjudicator.core.table import Seat, SeatNumber
from adjudicator.rules.catan.cards import COUNT, ONE, Bundle, count_kind, covers
from adjudicator.rules.catan.mail.answer import QuestionAnswer, recall, remember
from adjudicator.rules.catan.mail.conditions import is_met
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan_caravans import vote_text
from adjudicator.rules.catan_caravans.routes import CamelPlace
from adjudicator.rules.catan_caravans.state import Agree, Ballot, LayOut, Prefer, Vote, caravans_of


def write_ballots(items: tuple[Item, ...]) -> str:
    """The orders as the text that an agenda's memory keeps; empty for none."""
    return json.dumps(dump_agenda(Agenda(items))) if items else ""


def recall_ballots(agenda: Agenda) -> tuple[Item, ...]:
    """The orders that were there when the seat laid its cards in the newest vote."""
    text = recall(agenda).seen
    return load_agenda(json.loads(text)).items if text else ()


def note_unused(
    answer: QuestionAnswer, items: Iterable[Item], code: str | None = None, seat: Seat | None = None
) -> None:
    """Note that orders for this vote came to nothing, for the reason ``code``, or because another one counted.

    They are the deciding seat's, or those of another. No condition can ask for them: they were not reached.
    """
    for item in items:
        words = vote_text.quote_vote(item.order, positions_of(answer))
        refusals = (Refusal(words, code, {"legal": "", "order": words}),) if code else ()
        answer.note(item, Fate.UNUSED, source=Source.ORDERS, refusals=refusals, seat=seat, text=words)


def close_for_builder(answer: QuestionAnswer, ballot: Prefer | Agree) -> None:
    """Where ``ballot`` is the last and the builder, who laid nothing, does not decide, note that his list goes unused.

    He is not asked any more in this vote, so nothing else would tell him.
    """
    vote = vote_of(answer)
    name = answer.table.seats[vote.builder]
    agenda = answer.agenda_of(name)
    kept = recall_ballots(agenda)
    others = (seat for seat, cards in enumerate(vote.bids) if cards and seat != answer.seat)
    if vote.bids[vote.builder] or not kept or any(vote.ballots[seat] is None for seat in others):
        return
    outcome = _complete(answer, vote, ballot).settle(positions_of(answer))
    if outcome.position is None and outcome.seats == (vote.builder,):
        return
    answer.change(name, remember(agenda, recall(agenda)._replace(seen="")))
    note_unused(answer, kept, "not-decider", name)


def _complete(answer: QuestionAnswer, vote: Vote, ballot: Prefer | Agree) -> Vote:
    """The vote with all ballots: each seat knows its own."""

    def own(seat: SeatNumber) -> Ballot | None:
        known = answer.question.know(answer.table.seats[seat])
        theirs = caravans_of(known.extra).vote
        assert theirs is not None
        return theirs.ballots[seat]

    seats = answer.table.numbers
    return vote._replace(ballots=tuple(ballot if seat == answer.seat else own(seat) for seat in seats))


BIDS, BALLOTS = ("bid",), ("prefer", "agree")
_Chosen = TypeVar("_Chosen")


class VoteOrder(NamedTuple):
    """An order about a vote, and where it stands."""

    item: Item
    source: Source


def list_vote_items(agenda: Agenda, kinds: Sequence[str]) -> Iterator[VoteOrder]:
    """The orders of some kinds: those for this vote, then the standing ones."""
    filed = (*agenda.answers, *agenda.items)
    yield from (VoteOrder(item, Source.ORDERS) for item in filed if item.order.kind in kinds)
    if kinds == BALLOTS:
        yield from (VoteOrder(item, Source.ORDERS) for item in recall_ballots(agenda))
    yield from (VoteOrder(item, Source.STANDING) for item in agenda.standing if item.order.kind in kinds)


def vote_of(answer: QuestionAnswer) -> Vote:
    """The vote under way."""
    vote = caravans_of(answer.known.extra).vote
    assert vote is not None
    return vote


def positions_of(answer: QuestionAnswer) -> tuple[CamelPlace, ...]:
    """The positions of this vote, in printed order."""
    return caravans_of(answer.known.extra).positions


def _choose(
    answer: QuestionAnswer, kinds: Sequence[str], read: Callable[[QuestionAnswer, VoteOrder], _Chosen | None]
) -> _Chosen | None:
    """What ``read`` makes of the first order whose condition holds and of which it makes anything; None for none.

    What stands behind it is passed over; standing orders are for other votes too.
    """
    said = list_vote_items(answer.agenda, kinds)
    for order in said:
        if not is_met(order.item.order, answer.known, answer.seat, answer.fates):
            _note(answer, order, Fate.SKIPPED)
            continue
        chosen = read(answer, order)
        if chosen is not None:
            note_unused(answer, (rest.item for rest in said if rest.source is Source.ORDERS))
            return chosen
    return None


def choose_bid(answer: QuestionAnswer) -> LayOut | None:
    """The cards that the first bid whose condition holds, and that the hand can pay, lays out.

    Nothing where bids were ordered but none of them applies; None where none was ordered.
    """
    ordered = any(True for _ in list_vote_items(answer.agenda, BIDS))
    return _choose(answer, BIDS, _read_bid) or (LayOut(0) if ordered else None)


def _read_bid(answer: QuestionAnswer, said: VoteOrder) -> LayOut | None:
    bid = vote_text.read_bid(answer.table, said.item.order.value)
    if isinstance(bid, vote_text.Raise) and _find_rival(answer, bid) == answer.seat:
        _refuse(answer, said, "over-oneself", Fate.SKIPPED if said.source is Source.STANDING else Fate.REFUSED)
        return None
    cards = _find_raise(answer, bid) if isinstance(bid, vote_text.Raise) else bid
    if not covers(_hand(answer), cards):
        _refuse(answer, said, "bid-not-held", held=vote_text.say_votes(_hand(answer)))
        return None
    more = f"; {vote_text.RAISED_TOO_FAR}" if isinstance(bid, vote_text.Raise) and not cards else ""
    _note(answer, said, Fate.DONE, done=f"laid {vote_text.say_votes(cards)}", more=more)
    return LayOut(cards)


def _note(
    answer: QuestionAnswer,
    said: VoteOrder,
    fate: Fate,
    *,
    done: str | None = None,
    refusals: tuple[Refusal, ...] = (),
    more: str = "",
) -> None:
    """Note what became of an order; ``more`` is said behind its words."""
    source = None if said.source is Source.ORDERS else said.source
    words = vote_text.quote_vote(said.item.order, positions_of(answer)) + more
    answer.note(said.item, fate, source=source, done=done, refusals=refusals, text=words)


def _refuse(answer: QuestionAnswer, said: VoteOrder, code: str, fate: Fate = Fate.REFUSED, **facts: str) -> None:
    words = vote_text.quote_vote(said.item.order, positions_of(answer))
    refusal = Refusal(words, code, {"legal": "", **facts, "order": words})
    _note(answer, said, fate, refusals=(refusal,))


def _hand(answer: QuestionAnswer) -> Bundle:
    hand = answer.known.seats[answer.seat].hand
    assert hand is not None
    return hand


def _find_rival(answer: QuestionAnswer, bid: vote_text.Raise) -> vote_text.Rival | int:
    """Whose bid is to be beaten: a seat's, or the best."""
    return vote_of(answer).builder if bid.over is vote_text.Rival.BUILDER else bid.over


def _find_raise(answer: QuestionAnswer, bid: vote_text.Raise) -> Bundle:
    """One card more than what is to be beaten, in the order of payment; nothing where that is too much."""
    vote, over = vote_of(answer), _find_rival(answer, bid)
    wanted = 1 + (max(vote.votes) if isinstance(over, vote_text.Rival) else vote.votes[over])
    hand, cards = _hand(answer), 0
    for kind in bid.pay:
        cards += min(count_kind(hand, kind), max(0, wanted - cards % COUNT)) * ONE[kind]
    return cards if wanted <= bid.most and cards % COUNT == wanted else 0


def choose_ballot(answer: QuestionAnswer) -> Prefer | Agree:
    """What the first applicable order says to the positions; nobody has to name one (ruling C59)."""
    return _choose(answer, BALLOTS, _read_ballot) or Prefer(())


def _read_ballot(answer: QuestionAnswer, said: VoteOrder) -> Prefer | Agree | None:
    order, vote = said.item.order, vote_of(answer)
    if order.kind == "prefer":
        wanted = _read_list(answer, said)
        return Prefer(wanted) if wanted or not vote_text.list_texts(order) else None
    other = vote_text.read_partner(answer.table, order.value, vote.builder)
    if other == answer.seat or not vote.bids[other]:
        code = "agree-yourself" if other == answer.seat else "no-bidder"
        _refuse(answer, said, code, word=answer.table.seats[other])
        return None
    _note(answer, said, Fate.DONE)
    return Agree(other)


def choose_position(answer: QuestionAnswer) -> CamelPlace:
    """Where the decider puts the camel, who is not asked again (ruling C59, section 6.6).

    The top of what he preferred in this vote; without cards, the first open position of his orders; else the first of
    the printed list.
    """
    vote, first = vote_of(answer), positions_of(answer)[0]
    if vote.bids[answer.seat]:
        return next(iter(vote.lists[answer.seat]), first)
    return _choose(answer, BALLOTS, _read_position) or first


def _read_position(answer: QuestionAnswer, said: VoteOrder) -> CamelPlace | None:
    wanted = _read_list(answer, said) if said.item.order.kind == "prefer" else _read_agreement(answer, said)
    return next(iter(wanted), None)


def _read_agreement(answer: QuestionAnswer, said: VoteOrder) -> tuple[CamelPlace, ...]:
    """What the seat that an ``agree`` names preferred itself."""
    other = vote_text.read_partner(answer.table, said.item.order.value, vote_of(answer).builder)
    ballot = vote_of(answer).ballots[other]
    if isinstance(ballot, Prefer) and ballot.positions:
        _note(answer, said, Fate.DONE)
        return ballot.positions
    _refuse(answer, said, "no-bidder", word=answer.table.seats[other])
    return ()


def _read_list(answer: QuestionAnswer, said: VoteOrder) -> tuple[CamelPlace, ...]:
    """The open positions that a ``prefer`` names, each once; those not open are refused on a line of their own."""
    positions = positions_of(answer)
    found: dict[CamelPlace, str] = {}
    shut: list[str] = []
    for text in vote_text.list_texts(said.item.order):
        try:
            position = vote_text.read_position_text(text, positions)
        except OrderTextError:
            shut.append(text)
            continue
        if position in positions:
            found.setdefault(position, text)
        else:
            shut.append(text)
    if shut:
        _refuse(answer, _shorten(said, shut), "position-shut", known=", ".join(position.name for position in positions))
    if found or not shut:
        _note(answer, _shorten(said, list(found.values())), Fate.DONE)
    return tuple(found)


def _shorten(said: VoteOrder, texts: Sequence[str]) -> VoteOrder:
    """The same order as if it named these positions only, for its words."""
    return said._replace(item=said.item._replace(order=said.item.order._replace(value=tuple(texts))))


def forget_ballots(answer: QuestionAnswer) -> None:
    """Take what the seat prefers in this vote from its agenda and memory: it has been looked at."""
    answer.drop_kinds(BALLOTS)
    answer.remember(answer.memory._replace(seen=""))
