"""The vote by mail: one window for all, bids evaluated clockwise, camel placed, cards paid in one go.

What will happen without a further word of a seat is said in advance and to that seat alone (section 4.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.agenda import Agenda, Ask, OrderResult, Question, Reply
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import MoveFile, Order, Words
from adjudicator.core.table import Event, Pacing, Seat, SeatNumber
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.language.order_words import CARDS, TWO_ENDS, name_any
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY
from adjudicator.rules.catan.mail.language.vocabulary import read_kind
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.mail.promises import forecast_answers, forecast_orders
from adjudicator.rules.catan.state import DECISION_KINDS
from adjudicator.rules.catan.state import Stage as TurnStage
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans import ballots
from adjudicator.rules.catan_caravans.kernel import BUILDER
from adjudicator.rules.catan_caravans.routes import ROUTES, CamelPlace
from adjudicator.rules.catan_caravans.state import Agree, LayOut, PlaceCamel, Prefer, VoteStage, caravans_of
from adjudicator.rules.catan_caravans.vote_results import name_votes
from adjudicator.rules.catan_caravans.vote_text import (
    NOTHING,
    SENTENCES,
    VOTING,
    Rival,
    is_nothing,
    list_texts,
    may_pay,
    quote_vote,
    say_position,
    say_votes,
    write_bid,
)

if TYPE_CHECKING:
    from adjudicator.rules.catan.mail.check_orders import OwnChecks

_CARDS_LAID = ("1 wool", "2 wool", "1 grain", "2 grain")
_OTHER_CARDS = [name for name in (*RESOURCES, *EVERYDAY) if read_kind(name) not in VOTING]
_NO_OTHER_CARDS = rf"(?!^(?:[\s\S]*,)?\s*(?:[1-9][0-9]?\s*)?[Xx]?(?:{name_any(_OTHER_CARDS)})[Ss]?\s*(?:,|$))"
"""No part of the text is of cards that are no votes."""
_ROUTE_AND_PATH = r"\s*(?:[Rr]\s*[0-9]+\s+)?[0-9]+\s*-\s*[0-9]+\s*$"
VOTE, NEGOTIATE = "vote", "negotiate"
"""What may be asked for, and the classes of deadline."""


class CaravanOrders(CatanOrders):
    """The orders of the base game, and between two turns those of a vote."""

    kinds = (*CatanOrders.kinds, *ballots.BIDS, *ballots.BALLOTS)
    answer_kinds = (*CatanOrders.answer_kinds, frozenset(ballots.BIDS), frozenset(ballots.BALLOTS))
    lacking = (*CatanOrders.lacking, "bid-missing")
    sentences: Mapping[str, str] = {**CatanOrders.sentences, **SENTENCES}
    outside = frozenset({*CatanOrders.outside, *ballots.BIDS, *ballots.BALLOTS})

    @property
    def own_checks(self) -> OwnChecks:
        """See :mod:`adjudicator.rules.catan_caravans.vote_check`."""
        from adjudicator.rules.catan_caravans.vote_check import VOTE_CHECKS  # noqa: PLC0415 - for receipts only

        return VOTE_CHECKS

    def list_words(self, known: View) -> Mapping[str, Words]:
        """Those of a bid, of positions and of the builder, too; a path of a route may be one in some vote."""
        seats, nothing = known.table.seats, name_any(sorted(NOTHING))
        others = f"a seat of this game: {', '.join(seats)}, or the word {BUILDER}"
        words = super().list_words(known)
        bid = Words(
            (0, *_CARDS_LAID),
            rf"{_NO_OTHER_CARDS}(?:{CARDS}|^\s*(?:{nothing})\s*$)",
            "cards such as 2 wool, 1 grain, or 0; only wool and grain are votes",
        )
        paid = Words(("wool", "grain"), rf"{_NO_OTHER_CARDS}(?:{words['resource'].pattern})", "wool or grain")
        position = Words(
            (*(f"V{number}" for number in range(1, 4)), *(f"R{route}" for route in range(1, ROUTES + 1))),
            rf"^(?!{_ROUTE_AND_PATH})|^\s*(?:[Rr]\s*[1-{ROUTES}]\s+)?(?:{TWO_ENDS})\s*$",
            f"a route, R1 to R{ROUTES}, and a path of the board, such as R2 24-35, or a name of the list, such as V3",
        )
        voters, best = (*seats, BUILDER), Rival.BEST.value
        rivals = (*voters, best)
        return {
            **words,
            "bid": bid,
            "paid": paid,
            "position": position,
            "voter": Words(voters, f"^(?:{name_any(voters)})$", others),
            "rival": Words(rivals, f"^(?:{name_any(rivals)})$", f"{others} or {best}"),
        }

    def asks(self, known: View, pacing: Pacing) -> tuple[Ask, ...]:
        """In a vote whoever may lay cards or negotiate; in a round nobody is asked for either."""
        if known.stage is not TurnStage.INTERLUDE:
            return super().asks(known, pacing)
        return () if pacing is Pacing.ROUND else tuple(_ask_voters(known))

    def answers(self, known: View, agenda: Agenda, ask: Ask) -> bool:
        """In a vote a bid by order or standing order; in the negotiation what was preferred since then."""
        if known.stage is not TurnStage.INTERLUDE:
            return super().answers(known, agenda, ask)
        if ask.decision == VOTE:
            return any(True for _ in ballots.list_vote_items(agenda, ballots.BIDS))
        return any(item.order.kind in ballots.BALLOTS for item in (*agenda.answers, *agenda.items))

    def say_if_silent(self, known: View, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        """What silence does, in a vote and in the negotiation after it as well."""
        if known.stage is not TurnStage.INTERLUDE:
            return super().say_if_silent(known, agenda, ask, when_silent)
        return _announce_vote(known, known.table.number_of[ask.seat], agenda, negotiating=ask.decision == NEGOTIATE)

    def say_outlook(self, known: View, seat: str, agenda: Agenda, *, asked: bool) -> tuple[str, ...]:
        """What the next vote brings, too."""
        return (*super().say_outlook(known, seat, agenda, asked=asked), *_list_vote_promises(known, agenda))

    def retell(
        self, results: Sequence[OrderResult], events: Sequence[Event], call: Callable[[Seat], str]
    ) -> Sequence[OrderResult]:
        """With the vote that each order was for, where there were several."""
        return name_votes(results, events, call)

    def forecast(self, known: View, seat: str, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """When bids and preferences count, before how the turn fares."""
        del filed
        number, orders = known.table.number_of[seat], file.orders
        script = forecast_orders(known, number, orders, self.outside)
        return (*forecast_answers(known, number, orders), *_forecast_votes(known, orders), *script)

    def act_at_once(self, question: Question[View, Action]) -> Reply[Action]:
        """A decider is not asked again: what he said counts, or the first position (rulings section 6.6).

        Nor is anybody who has no card to lay, to everybody's eyes, unless he may have to decide.
        """
        if question.decision.kind in DECISION_KINDS:
            return super().act_at_once(question)
        answer, stage = QuestionAnswer(question), VoteStage(question.decision.kind)
        if stage is VoteStage.CAMEL:
            position = ballots.choose_position(answer)
            ballots.forget_ballots(answer)
            return answer.act(PlaceCamel(position))
        if stage is VoteStage.BID and not answer.known.seats[answer.seat].cards and not _builds(answer):
            return _lay(answer, ballots.choose_bid(answer) or LayOut(0))
        return answer.stop()

    def reply(self, question: Question[View, Action]) -> Reply[Action]:
        """A bid, or a preference; in a round nobody is asked, and no bid is no card."""
        if question.decision.kind in DECISION_KINDS:
            return super().reply(question)
        answer = QuestionAnswer(question)
        if question.decision.kind == VoteStage.PREFER.value:
            ballot = ballots.choose_ballot(answer)
            ballots.forget_ballots(answer)
            ballots.close_for_builder(answer, ballot)
            return answer.act(ballot)
        bid = ballots.choose_bid(answer)
        if bid is not None:
            return _lay(answer, bid)
        return _pass(answer) if question.pacing is Pacing.ROUND else answer.stop()

    def fall_back(self, question: Question[View, Action]) -> Reply[Action]:
        """A silent seat lays nothing (ruling C59)."""
        if question.decision.kind in DECISION_KINDS:
            return super().fall_back(question)
        is_bid = question.decision.kind == VoteStage.BID.value
        return _pass(QuestionAnswer(question)) if is_bid else self.reply(question)

    def write(self, known: View, action: Action) -> Mapping[str, JsonValue]:
        """``{"bid": "2 wool"}``, ``{"prefer": ["R2 24-35"]}``, ``{"agree": "bilal"}``."""
        if known.stage is not TurnStage.INTERLUDE:
            return super().write(known, action)
        match action:
            case LayOut(cards):
                return {"bid": write_bid(cards)}
            case Prefer(positions):
                return {"prefer": [position.name for position in positions]}
            case Agree(seat):
                return {"agree": known.table.ids[seat]}
            case PlaceCamel(position):
                return {"prefer": [position.name]}
        raise ValueError(action)

    def templates(self, known: View, seat: str) -> Sequence[Mapping[str, JsonValue]]:
        """Bids that answer others, and rankings, as far as they are still to be given."""
        caravans, number = caravans_of(known.extra), known.table.number_of[seat]
        vote = caravans.vote
        if vote is None:
            return super().templates(known, seat)
        ranking: Mapping[str, JsonValue] = {"prefer": [position.name for position in caravans.positions]}
        if vote.bids[number] is None:
            return ({"bid": {"up-to": 2, "over": "best", "pay": ["wool", "grain"]}}, ranking)
        return (ranking,) if vote.bids[number] and vote.ballots[number] is None else ()

    def is_over(self, known: View, seat: str, order: Order) -> bool:
        """What is for votes, once all routes have ended."""
        del seat
        return order.kind in (*ballots.BIDS, *ballots.BALLOTS) and not caravans_of(known.extra).positions

    def quote(self, order: Order) -> str:
        """``bid 2 wool``."""
        return quote_vote(order) if order.kind in (*ballots.BIDS, *ballots.BALLOTS) else super().quote(order)


def _ask_voters(known: View) -> Iterator[Ask]:
    """Who has cards, and the builder; once cards are laid those who laid some, if the game lets them negotiate.

    Who holds more than half decides alone, and nobody else is asked.
    """
    vote = caravans_of(known.extra).vote
    if vote is None:
        return
    stage = vote.stage
    if stage is VoteStage.BID:
        duty = "built, so everybody votes on where the next camel goes. Send 'bid: ...' and 'prefer: [...]'."
        for seat in vote.clockwise:
            builds = seat == vote.builder
            if vote.bids[seat] is None and (known.seats[seat].cards or builds):
                yield _ask(known, seat, VOTE, f"{'You' if builds else known.seats[vote.builder].name} {duty}")
    elif stage is VoteStage.PREFER and dict(known.table.options)["negotiate-hours"] != "0":
        alone = vote.sole_decider
        laid = "You laid cards"
        if alone is not None:
            nobody_else = sum(map(bool, vote.bids)) == 1
            who = "Nobody else laid cards" if nobody_else else "You laid more cards than all others together"
            laid = f"{who}, so you decide alone, and nobody else is waited for"
        duty = f"{laid}: you may change your preference once ('prefer: [...]' or 'agree: seat')."
        for seat in vote.clockwise:
            if vote.bids[seat] and vote.ballots[seat] is None and alone in (None, seat):
                yield _ask(known, seat, NEGOTIATE, duty)._replace(advises=True)


def _ask(known: View, seat: SeatNumber, decision: str, duty: str) -> Ask:
    return Ask(known.seats[seat].name, decision, 1, must=True, deadline=decision, duty=duty)


def _announce_vote(known: View, seat: SeatNumber, agenda: Agenda, *, negotiating: bool) -> str:
    """What the deadline of a vote, or of the negotiation after it, brings to a silent seat."""
    positions = caravans_of(known.extra).positions
    named = list(_list_counting(ballots.list_vote_items(agenda, ballots.BALLOTS)))
    if negotiating:
        return _say_counting(named, positions) if named else "If you send nothing, you name no position."
    hand = known.seats[seat].hand
    ordered = list(ballots.list_vote_items(agenda, ballots.BIDS))
    spent = [said for said in ordered if hand is not None and not may_pay(known.table, said.item.order, hand)]
    bids = list(_list_counting(said for said in ordered if said not in spent))
    why = ""
    if spent and hand is not None:
        names = join_words([quote_vote(said.item.order, positions) for said in spent])
        why = f" Not counted: {names}; you can lay {say_votes(hand)}."
    said = _say_counting([*bids, *named], positions) if bids else "If you send nothing, you lay no cards."
    falls = (
        f" If the choice falls to you, {positions[0].name} is taken." if _builds_it(known, seat) and not named else ""
    )
    return said + falls + why


def _builds_it(known: View, seat: SeatNumber) -> bool:
    """Whether the vote is open because ``seat`` has built."""
    vote = caravans_of(known.extra).vote
    return vote is not None and vote.builder == seat


def _list_counting(items: Iterable[ballots.VoteOrder]) -> Iterator[ballots.VoteOrder]:
    """Down to the first order without a condition: what stands below it is never reached."""
    for said in items:
        yield said
        if said.item.order.condition is None:
            return


def _say_counting(items: Sequence[ballots.VoteOrder], positions: Sequence[CamelPlace]) -> str:
    words = [quote_vote(_keep_open(said.item.order, positions), positions) for said in items]
    return f"If you send nothing, this counts: {'; '.join(words)}."


def _keep_open(order: Order, positions: Sequence[CamelPlace]) -> Order:
    """``order`` with only those positions of a standing list that this vote is about; as it stands without any."""
    names = {position.name for position in positions}
    named = list_texts(order) if order.kind == "prefer" else ()
    kept: list[JsonValue] = [text for text in named if say_position(text, positions) in names]
    return order._replace(value=kept) if kept else order


def _list_vote_promises(known: View, agenda: Agenda) -> Iterator[str]:
    """What the next vote brings beside standing orders."""
    caravans = caravans_of(known.extra)
    if not known.turn or known.stage is TurnStage.OVER or not caravans.positions:
        return
    advance = [
        item.order for item in (*agenda.answers, *agenda.items) if item.order.kind in (*ballots.BIDS, *ballots.BALLOTS)
    ]
    if advance and caravans.vote is None:
        yield f"In {_name_next(known)} only: {'; '.join(map(quote_vote, advance))}."
    standing = [item.order for item in find_standing(agenda, *ballots.BIDS, *ballots.BALLOTS)]
    if not any(order.kind in ballots.BIDS for order in standing):
        yield "Without a bid you lay no cards in a vote."


def _name_next(known: View) -> str:
    """The next vote; in a round it may be another's, though the script is for one's own turn."""
    return "the next vote (whoever builds)" if known.by_round else "the next vote"


def _forecast_votes(known: View, orders: Sequence[Order]) -> Iterator[str]:
    """A line for each order about a vote: when it counts."""
    caravans = caravans_of(known.extra)
    positions = caravans.positions if caravans.vote else ()
    negotiating = caravans.vote is not None and caravans.vote.stage is not VoteStage.BID
    alone = caravans.vote.sole_decider if caravans.vote is not None and negotiating else None
    later = "" if caravans.vote else f" in {_name_next(known)}"
    bids = 0
    for order in orders:
        if not caravans.positions and order.kind in (*ballots.BIDS, *ballots.BALLOTS):
            yield f"{quote_vote(order)}: nothing comes of it, since there are no more votes"
        elif order.kind in ballots.BIDS:
            bids += 1
            above = " and no bid above it counts" if bids > 1 else ""
            if is_nothing(order.value) and order.condition is None and bids == 1:
                yield f"{quote_vote(order, positions)}: you lay no cards{later}"
                continue
            yield f"{quote_vote(order, positions)}: laid when it is your turn to lay{later}{above}"
        elif order.kind in ballots.BALLOTS and alone not in (None, known.reader):
            yield f"{quote_vote(order, positions)}: nothing comes of it, since {known.seats[alone].name} decides alone"
        elif order.kind in ballots.BALLOTS and negotiating:
            yield f"{quote_vote(order, positions)}: takes the place of what you preferred when you laid your cards"
        elif order.kind in ballots.BALLOTS:
            counts = f"counts{later or ' only'}"
            yield f"{quote_vote(order, positions)}: {counts} if you lay cards or the choice falls to you"


def _builds(answer: QuestionAnswer) -> bool:
    return ballots.vote_of(answer).builder == answer.seat


def _pass(answer: QuestionAnswer) -> Reply[Action]:
    answer.note_policy("bid nothing")
    return _lay(answer, LayOut(0))


def _lay(answer: QuestionAnswer, bid: LayOut) -> Reply[Action]:
    """Lay cards; what was to be preferred is kept for who may have to say it."""
    filed = (*answer.agenda.answers, *answer.agenda.items)
    named = tuple(item for item in filed if item.order.kind in ballots.BALLOTS)
    has_say = bid.cards or _builds(answer)
    if not has_say:
        ballots.note_unused(answer, named, "no-say")
    answer.drop_kinds((*ballots.BIDS, *ballots.BALLOTS))
    answer.remember(answer.memory._replace(seen=ballots.write_ballots(named) if has_say else ""))
    return answer.act(bid)
