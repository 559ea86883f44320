"""Checking votes before their moment, on what their sender knows."""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import CORRECTION, START, Gravity, MoveFile, Order, Place, Problem, list_questions
from adjudicator.core.table import SeatNumber
from adjudicator.kit.negation import find_denial
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import COUNT, RESOURCES, Bundle, count_kind, covers
from adjudicator.rules.catan.mail.check_orders import OwnChecks, join_lines
from adjudicator.rules.catan.mail.language.likeness import is_example
from adjudicator.rules.catan.mail.language.meant import say_item
from adjudicator.rules.catan.mail.language.meant_condition import mend_beside
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.mail.reasons import judge_count
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans import vote_text
from adjudicator.rules.catan_caravans.ballots import BALLOTS, BIDS
from adjudicator.rules.catan_caravans.kernel import BUILDER
from adjudicator.rules.catan_caravans.routes import CamelPlace
from adjudicator.rules.catan_caravans.state import Vote, VoteStage, caravans_of
from adjudicator.rules.catan_caravans.vote_meant import is_sure, mend_vote

_ENDS = re.compile(r"(?<![\dRVrv])\d+(?=\s*[-/ ]\s*\d)|(?<=[-/ ])\d+")
"""The ends of the paths of positions, which no other position has."""
_NAMED = re.compile(r"\bV\d", re.IGNORECASE)
"""A position by its name."""
_BUILDER_TO_COME = SeatNumber(-1)
_PRESS = {
    "none": "nobody may write",
    "bidders": "only those who laid cards may write, and only to each other",
}
"""Who may write during a vote, by the option ``votepress``."""


def check(known: View, seat: SeatNumber, order: Order, standing: bool) -> Iterator[Problem]:
    """What is wrong with an order about a vote. Standing orders are for votes that nobody knows yet."""
    caravans = caravans_of(known.extra)
    vote = None if standing else caravans.vote
    words = vote_text.quote_vote(order, caravans.positions if caravans.vote else ())
    try:
        if order.kind in BIDS:
            yield from _check_rival(known, seat, order, words, vote=vote, standing=standing)
            yield from _check_bid(known, seat, order, words, vote)
        elif order.kind == "agree":
            yield from _check_agreement(known, seat, order, words, vote)
        else:
            yield from _check_positions(known, seat, order, vote)
    except OrderTextError as error:
        # what a hand has now is something else by the time of a later vote
        is_for_now = standing and not any(map(str.isdigit, str(order.value)))
        yield _misread(known, seat, order, error, order.places[0], words, is_for_now=is_for_now)


def _misread(
    known: View,
    seat: SeatNumber,
    order: Order,
    error: OrderTextError,
    place: Place,
    words: str,
    *,
    is_for_now: bool = False,
) -> Problem:
    """The problem that an order, or the place of a list, cannot be read, with lines that can stand there.

    A line that ``is_for_now``, or is not certain, is an example.
    """

    def mend(part: JsonValue) -> list[str]:
        return mend_vote(known, seat, str(part))

    said = f"{order.kind}: {say_item(order.value)}"
    word = str(error.facts.get("word", ""))
    if error.facts.get("suggestion"):  # what the sentence says is meant decides what is only an example
        said = said.replace(word, find_near(word, RESOURCES) or find_near(word, known.table.seats) or word)
    lines = mend(said) or mend_beside(known, seat, said, mend)
    ends = [] if _NAMED.search(said) else _ENDS.findall(said)
    adds = bool(ends) and any(not {*_ENDS.findall(line)} <= {*ends} for line in lines)
    is_meant = not adds and not all(is_example(said, line) for line in lines)
    is_meant = is_meant and not any(find_denial(words, line) for line in lines)
    is_certain = not (adds or is_for_now) and len(lines) == 1 and "\n" not in lines[0]
    is_certain = is_certain and (said == lines[0] or is_sure(known, seat, said, lines[0]))
    is_told = is_certain or (is_meant and (len(lines) > 1 or bool(error.facts.get("suggestion"))))
    legal = f"; write {'' if is_told else 'for example '}{join_lines(lines)}" if lines else ""
    certain = {CORRECTION: f"- {lines[0]}"} if is_certain else {}
    return _problem(error.code, Gravity.INVALID, place, words, {**error.facts, "legal": legal, **certain})


def _check_bid(known: View, seat: SeatNumber, order: Order, words: str, vote: Vote | None) -> Iterator[Problem]:
    bid, hand, place = vote_text.read_bid(known.table, order.value), known.seats[seat].hand, order.places[0]
    yield from _check_whom(known, seat, order, words, vote)
    reason = None if isinstance(bid, vote_text.Raise) else judge_count(bid, known.table.edition)
    if reason is not None:
        code, facts = reason
        yield _problem(code, Gravity.ILLEGAL, place, words, facts)
        return
    if vote is None or hand is None:
        return
    if vote.bids[seat] is not None:
        yield _problem("said-already", Gravity.ILLEGAL, place, words, {})
    elif isinstance(bid, vote_text.Raise):
        if not any(count_kind(hand, kind) for kind in bid.pay):
            yield _problem("bid-empty", Gravity.UNWISE, place, words, {"held": vote_text.say_votes(hand)})
    elif not covers(hand, bid):
        held = {kind: count_kind(hand, kind) for kind in vote_text.VOTING}
        most, _, kind = max((held[kind], count_kind(bid, kind), kind) for kind in held)
        example = f"{min(most, bid % COUNT)} {RESOURCES[kind]}" if most else "0"
        facts = {"held": f"{vote_text.say_votes(hand)}; write for example 'bid: {example}'"}
        yield _problem("bid-not-held", Gravity.ILLEGAL, place, words, facts)


def _check_whom(known: View, seat: SeatNumber, order: Order, words: str, vote: Vote | None) -> Iterator[Problem]:
    """Seats whose cards a bid looks at though they cannot lie there: its own, and those of later ones."""
    parts = list_questions(order.condition) if order.condition else ()
    named: list[JsonValue] = [part["bids"] for part in parts if "bids" in part]
    laid = [part["laid"] for part in parts if "laid" in part]
    named += [limits["of"] for limits in laid if isinstance(limits, Mapping) and "of" in limits]
    over = order.value.get("over") if isinstance(order.value, Mapping) else None
    rival = () if over is None or str(over).lower() in _own_names(known, seat, vote) else (over,)
    for name in [*named, *rival]:
        builder = str(name).lower() == BUILDER
        if builder and vote is None:
            continue
        other = vote.builder if builder and vote is not None else known.table.number_of.get(str(name).lower())
        if other == seat:
            yield _problem("bids-oneself", Gravity.UNWISE, order.places[0], words, {})
        elif other is not None and vote is not None and vote.clockwise.index(other) > vote.clockwise.index(seat):
            yield _problem("lays-later", Gravity.UNWISE, order.places[0], words, {"word": known.seats[other].name})


def _own_names(known: View, seat: SeatNumber, vote: Vote | None) -> tuple[str, ...]:
    """What a seat is called in a vote."""
    own = known.table.seats[seat]
    return (own, BUILDER) if vote is not None and vote.builder == seat else (own,)


def _check_rival(
    known: View, seat: SeatNumber, order: Order, words: str, *, vote: Vote | None, standing: bool
) -> Iterator[Problem]:
    """A bid that is to beat one's own: in a vote that is open, or in the one after the turn that is one's own now."""
    over = str(order.value.get("over", "")).lower() if isinstance(order.value, Mapping) else ""
    coming = vote is None and not standing and seat == known.mover and known.turn
    if over in _own_names(known, seat, vote) or (over == BUILDER and coming):
        yield _problem("over-oneself", Gravity.UNWISE, order.places[0], words, {})


def _check_agreement(known: View, seat: SeatNumber, order: Order, words: str, vote: Vote | None) -> Iterator[Problem]:
    builder, place = _BUILDER_TO_COME if vote is None else vote.builder, order.places[0]
    other = vote_text.read_partner(known.table, order.value, builder)
    if other == seat:
        yield _problem("agree-yourself", Gravity.ILLEGAL, place, words, {})
    elif vote is not None:
        yield from _check_say(vote, seat, order, words)
        if vote.bids[other] == 0:
            yield _problem("no-bidder", Gravity.ILLEGAL, place, words, {"word": known.seats[other].name})


def _check_say(vote: Vote, seat: SeatNumber, order: Order, words: str) -> Iterator[Problem]:
    """Once the cards lie there, only who laid some says anything (ruling C58)."""
    if vote.bids[seat] == 0:
        yield _problem("no-say", Gravity.ILLEGAL, order.place, words, {})


def _check_positions(known: View, seat: SeatNumber, order: Order, vote: Vote | None) -> Iterator[Problem]:
    caravans = caravans_of(known.extra)
    if not caravans.positions:
        yield _problem("no-more-votes", Gravity.UNWISE, order.place, vote_text.quote_vote(order), {})
        return
    if vote is not None:
        yield from _check_say(vote, seat, order, vote_text.quote_vote(order))
    named: list[CamelPlace] = []
    for number, text in enumerate(vote_text.list_texts(order)):
        place, words = order.places[min(number, len(order.places) - 1)], f"prefer {text}"
        if vote is None and vote_text.is_of_one_vote(text):
            example = _find_position(text, caravans.positions)
            yield _problem("name-apart", Gravity.INVALID, place, words, {"word": text, "example": example})
            continue
        try:
            position = vote_text.read_position_text(text, caravans.positions, known.table.seats)
        except OrderTextError as error:
            yield _misread(known, seat, order, error, place, words)
            continue
        if vote is not None and position not in caravans.positions:
            lines = mend_vote(known, seat, f"{order.kind}: {say_item(order.value)}")
            legal = f"; write for example {join_lines(lines)}"
            facts = {"known": vote_text.name_positions(caravans.positions), "legal": legal}
            yield _problem("position-shut", Gravity.ILLEGAL, place, words, facts)
        elif position in named:
            yield _problem("position-twice", Gravity.UNWISE, place, words, {"word": text})
        named.append(position)


def _find_position(text: str, positions: Sequence[CamelPlace]) -> str:
    """The whole name of what ``text`` may mean on the board as it is: the first where it may be several."""
    try:
        return vote_text.read_position_text(text, positions).name
    except OrderTextError:
        words = text.upper().split()
        return next((place.name for place in positions if place.name.split()[0] in words), positions[0].name)


def remark(known: View, seat: SeatNumber, file: MoveFile) -> Iterator[Problem]:
    """What is wrong with a file as a whole where votes are concerned."""
    vote = caravans_of(known.extra).vote
    standing = [item.order for item in known.standing] if file.standing is None else file.standing
    if file.gap is None:
        yield from _remark_on_bids(known, seat, file.orders, sure=vote is not None)
        yield from _remark_on_bids(known, seat, file.standing or (), sure=False)
        yield from _remark_on_preference(known, seat, (file.orders, standing), vote)
    if vote is None:
        return
    negotiating = vote.stage is VoteStage.PREFER and vote.bids[seat] and vote.ballots[seat] is None
    if negotiating and file.orders and not any(order.kind in (*BIDS, *BALLOTS) for order in file.orders):
        yield Problem("nothing-ordered", Gravity.UNWISE, file.places.get("orders", START))
    asked = known.seats[seat].cards or seat == vote.builder
    bids = any(order.kind in BIDS for order in (*file.orders, *standing))
    if asked and not bids and vote.bids[seat] is None and file.gap is None and file.orders:
        yield Problem("bid-missing", Gravity.UNWISE, file.places.get("orders", START))
    yield from _check_press(known, seat, file, vote)


def foresee(known: View, orders: Sequence[Order], hands: Sequence[Bundle]) -> Iterator[Problem]:
    """Bids of cards that are not in hand any more when the turn has ended and one of ``hands`` is left."""
    for order in orders:
        short = [hand for hand in hands if order.kind in BIDS and not vote_text.may_pay(known.table, order, hand)]
        if short:
            code = "bid-spent" if len(short) == len(hands) else "bid-may-be-spent"
            facts = {"held": vote_text.say_votes(short[0])}
            yield _problem(code, Gravity.UNWISE, order.places[0], vote_text.quote_vote(order), facts)


def _remark_on_preference(
    known: View, seat: SeatNumber, said: tuple[Sequence[Order], Sequence[Order]], vote: Vote | None
) -> Iterator[Problem]:
    """Cards laid by who names no position, by the orders or the standing orders ``said``: they buy no say."""
    orders, standing = said
    votes = [order for order in orders if order.kind in (*BIDS, *BALLOTS)]
    complaints = [problem for order in votes for problem in check(known, seat, order, standing=False)]
    positions = caravans_of(known.extra).positions
    if complaints or not positions or (vote is not None and vote.stage is not VoteStage.BID):
        return
    bids = [order for order in orders if order.kind in BIDS and not vote_text.is_nothing(order.value)]
    if bids and not any(order.kind in BALLOTS for order in (*orders, *standing)):
        example = ", ".join(position.name for position in positions[:2])
        facts = {"example": f"prefer: [{example}]"}
        yield _problem("prefer-missing", Gravity.UNWISE, bids[0].places[0], vote_text.quote_vote(bids[0]), facts)


def _remark_on_bids(known: View, seat: SeatNumber, orders: Sequence[Order], *, sure: bool) -> Iterator[Problem]:
    """Bids below one that always counts; one of certain cards does where the hand is ``sure``."""
    settled = False
    for order in orders:
        if order.kind not in BIDS:
            continue
        if settled:
            yield _problem("bid-never", Gravity.UNWISE, order.places[0], vote_text.quote_vote(order), {})
        try:
            bid = vote_text.read_bid(known.table, order.value)
        except OrderTextError:
            continue
        # who builds may be oneself
        over_oneself = isinstance(bid, vote_text.Raise) and bid.over in (vote_text.Rival.BUILDER, seat)
        sure_to_lay = not over_oneself and (sure or isinstance(bid, vote_text.Raise) or not bid)
        settled = settled or (order.condition is None and sure_to_lay)


def _check_press(known: View, seat: SeatNumber, file: MoveFile, vote: Vote) -> Iterator[Problem]:
    """Who may write while a vote is open (ruling C58, option ``votepress``)."""
    allowed = dict(known.table.options)["votepress"]
    who = _PRESS.get(allowed)
    if who is None:
        return
    bidders = {known.seats[other].name for other, cards in enumerate(vote.bids) if cards}
    settled = vote.stage is not VoteStage.BID
    for letter in file.press:
        among = settled and known.seats[seat].name in bidders and bool(letter.to) and bidders.issuperset(letter.to)
        if allowed == "none" or not among:
            yield Problem("vote-press", Gravity.ILLEGAL, letter.place, {"who": who})


def _problem(code: str, gravity: Gravity, place: Place, words: str, facts: Mapping[str, str | int]) -> Problem:
    return Problem(code, gravity, place, {"legal": "", **facts, "order": words})


VOTE_CHECKS = OwnChecks((*BIDS, *BALLOTS), check, remark, foresee, mend_vote, is_sure)
