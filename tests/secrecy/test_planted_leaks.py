"""Every way to tell too much that we could think of is built in for a moment, and the search has to find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

import pytest
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins

from adjudicator.acts import dice
from adjudicator.acts.open_game import OpenGame
from adjudicator.cli import play
from adjudicator.core.agenda import Agenda, Ask, Item, Refusal
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Pacing, Reader
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.proof_file import ProofWriter
from adjudicator.report import on_file, page, playback, strip
from adjudicator.rules.catan import CatanKernel, dealing
from adjudicator.rules.catan import report as exhibit
from adjudicator.rules.catan.actions import Action, MoveRobber
from adjudicator.rules.catan.cards import Bundle, count_kind, covers, name_cards
from adjudicator.rules.catan.mail import conditions, offers, orders, proposals, reasons, script, taking
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.mail.choosing import find_standing
from adjudicator.rules.catan.mail.language.vocabulary import Reason, write_cards_text
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.state import HAND, Draft, State
from adjudicator.rules.catan.views import game_views
from adjudicator.rules.catan.views import known as known_module
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.through_the_desert.views import DesertViews
from adjudicator.store import header
from adjudicator.testing.search import Search, find_leak
from adjudicator.testing.twins import Twins

pytestmark = pytest.mark.slow

GAMES = 40
ORE = 4

Patch = pytest.MonkeyPatch


class Peek:
    """The position that the program looked at last: what a careless part of it could reach."""

    state: State
    proposed: tuple[Any, ...] = ()


@pytest.fixture
def peek(monkeypatch: Patch) -> Peek:
    """Keeps the newest position within reach of what is planted."""
    found = Peek()
    see = CatanViews.see

    def see_and_keep(self: CatanViews, state: State, agendas: Mapping[str, Agenda], reader: Reader) -> View:
        found.state = state
        return see(self, state, agendas, reader)

    monkeypatch.setattr(CatanViews, "see", see_and_keep)
    return found


def is_caught(*wanted: str, twins: Twins | None = None) -> bool:
    """Whether a leak is found in what the reader is told under one of these names."""
    return find_leak(twins or CatanTwins(), GAMES, *wanted) is not None


def test_without_a_planted_leak_none_is_found() -> None:
    assert Search(CatanTwins(), most_leaks=1).run(range(3)).leaks == []


def test_a_report_that_shows_another_hand(monkeypatch: Patch) -> None:
    see_seat = known_module._see_seat
    monkeypatch.setattr(known_module, "_see_seat", lambda state, seat, **_: see_seat(state, seat, open_=True))
    monkeypatch.setattr(exhibit, "list_hand", lambda known: [write_cards_text(seat.hand) for seat in known.seats])
    assert is_caught("report.html")
    assert is_caught("report.txt")
    assert is_caught("show.json")


def test_a_proof_that_opens_what_all_know(monkeypatch: Patch) -> None:
    def open_all(self: ProofWriter, seat: str) -> Any:
        salt, path = self._facts.open(seat)
        return {"salt": salt, "path": path, "facts": self._known}

    monkeypatch.setattr(ProofWriter, "_open_facts", open_all)
    assert is_caught("report.proof")


def test_a_proof_that_tells_hidden_draws(monkeypatch: Patch) -> None:
    write = ProofWriter.write_proof

    def tell_all(self: ProofWriter, game: str, turn: int, seat: str | None) -> bytes:
        teller = copy(self)
        teller._draws = [draw._replace(hidden=False) for draw in self._draws]
        return write(teller, game, turn, seat)

    monkeypatch.setattr(ProofWriter, "write_proof", tell_all)
    assert is_caught("report.proof")


def test_a_header_with_the_plain_hash_of_the_state(monkeypatch: Patch, peek: Peek) -> None:
    monkeypatch.setattr(header, "hash_public", lambda view: hash_bytes(repr((view, peek.state)).encode()))
    assert is_caught("report.proof")


def test_the_deck_by_kind(monkeypatch: Patch) -> None:
    see = CatanViews.see

    def see_deck(self: CatanViews, state: State, agendas: Mapping[str, Agenda], reader: Reader) -> View:
        return see(self, state, agendas, reader)._replace(deck=state.deck)

    monkeypatch.setattr(CatanViews, "see", see_deck)
    assert is_caught("report.html")


def test_hidden_points_in_the_scores(monkeypatch: Patch) -> None:
    see_seat = known_module._see_seat

    def count_all(state: State, seat: int, *, open_: bool) -> Any:
        return see_seat(state, seat, open_=open_)._replace(points=state.points(seat))

    monkeypatch.setattr(known_module, "_see_seat", count_all)
    assert is_caught("show.json")


def test_a_report_that_says_why_an_offer_is_not_available(monkeypatch: Patch) -> None:
    explain = taking.explain_trade

    def tell_why(answer: QuestionAnswer, trade: Any, words: str) -> Refusal:
        refusal = explain(answer, trade, words)
        if refusal.code != taking.NOT_AVAILABLE:
            return refusal
        held = name_cards(taking.hand_of(answer, trade.partner))
        return refusal._replace(text=f"{words} (of {held})")

    monkeypatch.setattr(taking, "explain_trade", tell_why)
    assert is_caught("report.txt")


def test_a_list_of_legal_orders_that_depends_on_another_hand(monkeypatch: Patch, peek: Peek) -> None:
    legal = CatanKernel.legal

    def list_rich_victims(self: CatanKernel, state: State, seat: str) -> Sequence[Action]:
        actions = legal(self, state, seat)
        rich = [
            action
            for action in actions
            if not isinstance(action, MoveRobber) or action.victim is None or count_kind(state.hand(action.victim), ORE)
        ]
        return rich or actions

    del peek
    monkeypatch.setattr(CatanKernel, "legal", list_rich_victims)
    assert is_caught("legal")


def test_a_form_that_depends_on_another_hand(monkeypatch: Patch, peek: Peek) -> None:
    write = exhibit.write_form_lines

    def advise(known: View, seat: int) -> list[str]:
        others = [other for other in range(len(known.seats)) if other != seat]
        rich = max(others, key=lambda other: count_kind(peek.state.hand(other), ORE))
        return [*write(known, seat), f"# Ask {known.seats[rich].name} for ore."]

    monkeypatch.setattr(exhibit, "write_form_lines", advise)
    assert is_caught("form")


def test_a_problem_that_names_another_seats_card(monkeypatch: Patch, peek: Peek) -> None:
    explain = reasons.explain_price

    def compare(state: State, seat: int, price: Bundle) -> Reason:
        code, facts = explain(state, seat, price)
        return code, {**facts, "legal": f"; others hold {[name_cards(peek.state.hand(other)) for other in range(3)]}"}

    monkeypatch.setattr(reasons, "explain_price", compare)
    assert is_caught("receipt of")


def test_a_file_that_is_refused_because_of_another_hand(monkeypatch: Patch, peek: Peek) -> None:
    may_take = taking.may_take
    monkeypatch.setattr(
        taking,
        "may_take",
        lambda offer, seat: may_take(offer, seat) and covers(peek.state.hand(offer.seat), offer.give),
    )
    assert is_caught("whether a file is accepted")


def test_a_forecast_made_from_the_whole_position(monkeypatch: Patch, peek: Peek) -> None:
    forecast = CatanOrders.forecast

    def foresee(self: CatanOrders, known: View, seat: str, file: Any, filed: Agenda) -> tuple[str, ...]:
        rich = [name for number, name in enumerate(known.table.seats) if count_kind(peek.state.hand(number), ORE)]
        return (*forecast(self, known, seat, file, filed), f"You could ask {rich} for ore.")

    monkeypatch.setattr(CatanOrders, "forecast", foresee)
    assert is_caught("receipt of")


def _patch_answers(monkeypatch: Patch, early: Callable[[View, Agenda, Ask], bool]) -> None:
    answers = CatanOrders.answers

    def answer_early(self: CatanOrders, known: View, agenda: Agenda, ask: Ask) -> bool:
        return answers(self, known, agenda, ask) or early(known, agenda, ask)

    monkeypatch.setattr(CatanOrders, "answers", answer_early)


def test_a_turn_that_runs_because_somebody_cannot_pay(monkeypatch: Patch) -> None:
    def cannot_pay(known: View, _agenda: Agenda, ask: Ask) -> bool:
        proposal = known.book.proposal
        hand = known.seats[known.table.number_of[ask.seat]].hand
        return (
            proposal is not None and hand is not None and not any(covers(hand, terms.get) for terms in proposal.terms)
        )

    _patch_answers(monkeypatch, cannot_pay)
    assert is_caught(*TIMES)


def test_a_turn_that_runs_because_somebody_can_buy_nothing(monkeypatch: Patch) -> None:
    def can_buy_nothing(known: View, _agenda: Agenda, ask: Ask) -> bool:
        hand = known.seats[known.table.number_of[ask.seat]].hand
        return known.turn > 0 and hand is not None and not count_kind(hand, ORE)

    _patch_answers(monkeypatch, can_buy_nothing)
    assert is_caught(*TIMES)


def test_a_turn_that_runs_because_of_a_wish_on_file(monkeypatch: Patch) -> None:
    _patch_answers(monkeypatch, lambda _known, agenda, _ask: any(find_standing(agenda, "want")))
    assert is_caught(*TIMES)


TIMES = ("status", "who is awaited", "another course after Event(kind='trade-proposed'")


def test_json_of_another_size(monkeypatch: Patch, peek: Peek) -> None:
    to_json = CatanViews.to_json

    def pad(self: CatanViews, known: View) -> JsonObject:
        other = 1 if known.reader == 0 else 0
        return {**to_json(self, known), "padding": " " * count_kind(peek.state.hand(other), ORE)}

    monkeypatch.setattr(CatanViews, "to_json", pad)
    assert is_caught("show.json")
    assert is_caught("public.json")


def test_a_hidden_fact_in_an_event(monkeypatch: Patch) -> None:
    steal = dealing._steal

    def steal_and_tell(draft: Draft, seat: int, victim: int) -> None:
        steal(draft, seat, victim)
        event = draft.events[-1]
        draft.events[-1] = Event(event.kind, {**event.facts, "left": name_cards(draft.cells[HAND + victim])})

    _share_fact(monkeypatch, "card-stolen", "left")
    monkeypatch.setattr(dealing, "_steal", steal_and_tell)
    assert is_caught("show.json")


def _share_fact(monkeypatch: Patch, kind: str, fact: str) -> None:
    """Everybody hears ``fact`` of an event."""
    twins = CatanTwins()
    rows = {**twins.game.views._rows, kind: {**known_module.EVENTS[kind], fact: known_module.Audience.EVERYBODY}}
    monkeypatch.setattr(twins.game.views, "_rows", rows)


def test_a_sentence_that_tells_the_stolen_card(monkeypatch: Patch) -> None:
    _share_fact(monkeypatch, "card-stolen", "resource")
    assert is_caught("report.html")
    assert is_caught("report.txt")
    assert is_caught("show.json")


def test_what_others_bought(monkeypatch: Patch) -> None:
    _share_fact(monkeypatch, "card-bought", "card")
    assert is_caught("report.html")
    assert is_caught("report.txt")
    assert is_caught("show.json")


def test_the_order_of_asks_by_hands(monkeypatch: Patch, peek: Peek) -> None:
    asks = orders.list_asks

    def ask_rich_first(known: View, pacing: Pacing) -> tuple[Ask, ...]:
        ore = {name: count_kind(peek.state.hand(seat), ORE) for seat, name in enumerate(known.table.seats)}
        return tuple(sorted(asks(known, pacing), key=lambda ask: -ore[ask.seat]))

    monkeypatch.setattr(orders, "list_asks", ask_rich_first)
    assert is_caught("report.txt", "status", "who is awaited")


def test_the_number_of_asks_by_hands(monkeypatch: Patch, peek: Peek) -> None:
    asks = orders.list_asks

    def ask_who_can_pay(known: View, pacing: Pacing) -> tuple[Ask, ...]:
        proposal = known.book.proposal
        return tuple(
            ask
            for ask in asks(known, pacing)
            if proposal is None
            or any(covers(peek.state.hand(known.table.number_of[ask.seat]), terms.get) for terms in proposal.terms)
        )

    monkeypatch.setattr(orders, "list_asks", ask_who_can_pay)
    assert is_caught("report.txt", "status", "who is awaited")


def test_a_default_announced_to_another_seat(monkeypatch: Patch) -> None:
    duties = strip._list_duties

    def promise_others(
        context: Any, known: Any, asks: Sequence[Ask], name: str, spare: str | None, *, lost: bool
    ) -> list[str]:
        others = [seat for seat in context.record.agendas if seat != name]
        kept = context.record.agendas[others[0]].standing
        return [*duties(context, known, asks, name, spare, lost=lost), *on_file._quote(context.game, kept)]

    monkeypatch.setattr(strip, "_list_duties", promise_others)
    assert is_caught("report.html")


def test_what_became_of_others_orders(monkeypatch: Patch) -> None:
    tell = page.tell_fates
    monkeypatch.setattr(
        page, "tell_fates", lambda results, _reader, *rest, **how: tell(results, Onlooker.MODERATOR, *rest, **how)
    )
    assert is_caught("report.html")


def test_an_offer_is_posted_anew_when_what_it_keeps_changes(monkeypatch: Patch) -> None:
    monkeypatch.setattr(offers, "name_deal", offers.words_of)
    assert is_caught("another course")


def test_a_window_for_those_alone_whose_hands_allow_the_trade(monkeypatch: Patch, peek: Peek) -> None:
    answered = offers.answers_terms

    def ask_who_can_pay(known: View, seat: int, agenda: Agenda, proposer: int, terms: Any) -> bool:
        poor = not covers(peek.state.hand(seat), terms.get)
        return poor or answered(known, seat, agenda, proposer, terms)

    monkeypatch.setattr(offers, "answers_terms", ask_who_can_pay)
    assert is_caught("report.txt", "status", "who is awaited")


def test_a_counter_offer_that_tells_the_limit_of_the_proposer(monkeypatch: Patch) -> None:
    tell = proposals._tell_counter

    def tell_limit(answer: QuestionAnswer, seat: int, gives: Bundle, gets: Bundle) -> Event:
        event = tell(answer, seat, gives, gets)
        limits = [opened.limit for opened in Peek.proposed]
        return Event(event.kind, {**event.facts, "give": {"ore": 1 + sum(limit or 0 for limit in limits) % 19}})

    resolve = proposals.resolve_proposal

    def look_first(answer: QuestionAnswer) -> Any:
        assert answer.memory.proposal is not None
        Peek.proposed = answer.memory.proposal.terms
        return resolve(answer)

    monkeypatch.setattr(proposals, "_tell_counter", tell_limit)
    monkeypatch.setattr(script, "resolve_proposal", look_first)
    assert is_caught("another course")


def test_a_proposal_that_tells_its_limit(monkeypatch: Patch) -> None:
    propose = script.propose

    def propose_and_tell(answer: QuestionAnswer, item: Item) -> Any:
        outcome = propose(answer, item)
        limit = str(item.order.value)
        answer.events[:] = [
            Event(event.kind, {**event.facts, "all": limit}) if event.kind == "trade-proposed" else event
            for event in answer.events
        ]
        return outcome

    _share_fact(monkeypatch, "trade-proposed", "all")
    monkeypatch.setattr(script, "propose", propose_and_tell)
    assert is_caught("show.json")


def test_a_counter_offer_that_is_not_told_where_another_seat_agrees(monkeypatch: Patch) -> None:
    tell = proposals._tell_counter

    def tell_if_nobody_agrees(answer: QuestionAnswer, seat: int, gives: Bundle, gets: Bundle) -> Event:
        others = [name for name in answer.table.seats if name not in (answer.name, answer.table.seats[seat])]
        agendas = map(answer.agenda_of, others)
        given = [item.order.kind for agenda in agendas for item in (*agenda.answers, *agenda.items)]
        event = tell(answer, seat, gives, gets)
        return Event("proposal-closed", {"seat": answer.name}) if proposals.ACCEPT in given else event

    monkeypatch.setattr(proposals, "_tell_counter", tell_if_nobody_agrees)
    assert is_caught("another course")


def test_conditions_that_count_hidden_points(monkeypatch: Patch, peek: Peek) -> None:
    monkeypatch.setattr(conditions, "count_points", lambda _known, seat: peek.state.points(seat))
    assert is_caught("receipt of", "whether a file is accepted", "report.txt")


def test_offers_counted_by_what_is_kept(monkeypatch: Patch) -> None:
    read = game_views.read_book

    def show_backed(table: Any, agendas: Mapping[str, Agenda], turn: int) -> Any:
        book = read(table, agendas, turn)
        kept = {
            (table.number_of[name], deal.number)
            for name, agenda in agendas.items()
            for deal in offers.list_deals(table, agenda, "offer", turn)
            if not deal.keep
        }
        return book._replace(offers=tuple(offer for offer in book.offers if (offer.seat, offer.number) in kept))

    monkeypatch.setattr(game_views, "read_book", show_backed)
    assert is_caught("report.txt", "show.json")


def test_water_that_others_have_taken(monkeypatch: Patch) -> None:
    see = DesertViews.see

    def see_water(self: DesertViews, state: Any, agendas: Mapping[str, Agenda], reader: Reader) -> Any:
        return see(self, state, agendas, reader)._replace(taken=state.taken)

    monkeypatch.setattr(DesertViews, "see", see_water)
    assert is_caught("report.html", twins=DesertTwins())
    assert is_caught("show.json", twins=DesertTwins())


def test_draws_that_are_hidden_still(monkeypatch: Patch) -> None:
    read = dice.read_draws
    monkeypatch.setattr(dice, "read_draws", lambda data: tuple(draw._replace(hidden=False) for draw in read(data)))
    assert is_caught("dice")


def _see_as_moderator(monkeypatch: Patch, part: Any, name: str, place: int) -> None:
    """The function of this name is handed the moderator, whoever was to be its reader at ``place``."""
    real = getattr(part, name)

    def call(*handed: Any, **more: Any) -> Any:
        return real(*handed[:place], Onlooker.MODERATOR, *handed[place + 1 :], **more)

    monkeypatch.setattr(part, name, call)


def test_an_archive_whose_pages_see_what_the_moderator_sees(monkeypatch: Patch) -> None:
    _see_as_moderator(monkeypatch, playback, "build_page", 1)
    assert is_caught("play.txt")
    assert is_caught("replay.html")


def test_a_published_record_made_from_the_moderators_view(monkeypatch: Patch) -> None:
    _see_as_moderator(monkeypatch, CatanViews, "hear", 2)
    assert is_caught("record.json")


def test_a_letter_to_a_new_player_with_all_that_the_moderator_knows(monkeypatch: Patch) -> None:
    build = page.tell_fates
    monkeypatch.setattr(
        page, "tell_fates", lambda results, _reader, *rest, **how: build(results, Onlooker.MODERATOR, *rest, **how)
    )
    assert is_caught("letter of replace")


def test_an_extension_that_is_announced_with_what_is_on_file(monkeypatch: Patch) -> None:
    dump = play._tell_acts

    def tell_more(opened: OpenGame) -> dict[str, Any]:
        kept = {seat: len(agenda.standing) for seat, agenda in opened.record.agendas.items()}
        return {**dump(opened), "on file": kept}

    monkeypatch.setattr(play, "_tell_acts", tell_more)
    assert is_caught("pending.json")
