"""What of a seat's orders a vote has no use for: told to that seat alone, since a bid that was not laid is a secret."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.agenda import Fate, Item, Refusal, Source
from adjudicator.core.table import Seat
from adjudicator.rules.catan.mail.answer import Answer
from adjudicator.rules.catan.mail.memory import recall, remember
from adjudicator.rules.catan_caravans.actions import Agree, Prefer
from adjudicator.rules.catan_caravans.mail.kept import recall_ballots
from adjudicator.rules.catan_caravans.mail.vote_text import quote_vote
from adjudicator.rules.catan_caravans.state import Ballot, Vote, caravans_of


def note_unused(answer: Answer, items: Iterable[Item], code: str | None = None, seat: Seat | None = None) -> None:
    """Note that orders for this vote came to nothing, for the reason ``code``, or because another one counted.

    They are the deciding seat's, or those of another. No condition can ask for them: they were not reached.
    """
    for item in items:
        words = quote_vote(item.order)
        refusals = (Refusal(words, code, {"legal": "", "order": words}),) if code else ()
        answer.note(item, Fate.UNUSED, source=Source.ORDERS, refusals=refusals, seat=seat, text=words)


def close_for_builder(answer: Answer, ballot: Prefer | Agree) -> None:
    """Where ``ballot`` is the last and the builder, who laid nothing, does not decide, note that his list goes unused.

    He is not asked any more in this vote, so nothing else would tell him.
    """
    caravans = caravans_of(answer.known.extra)
    assert caravans.vote is not None
    vote = caravans.vote
    name = answer.table.seats[vote.builder]
    agenda = answer.agenda_of(name)
    kept = recall_ballots(agenda)
    others = (seat for seat, cards in enumerate(vote.bids) if cards and seat != answer.seat)
    if vote.bids[vote.builder] or not kept or any(vote.ballots[seat] is None for seat in others):
        return
    outcome = _complete(answer, vote, ballot).settle(caravans.positions)
    if outcome.position is None and outcome.seats == (vote.builder,):
        return
    answer.change(name, remember(agenda, recall(agenda)._replace(seen="")))
    note_unused(answer, kept, "not-decider", name)


def _complete(answer: Answer, vote: Vote, ballot: Prefer | Agree) -> Vote:
    """The vote with all ballots: each seat knows its own."""

    def own(seat: int) -> Ballot | None:
        known = answer.question.know(answer.table.seats[seat])
        theirs = caravans_of(known.extra).vote
        assert theirs is not None
        return theirs.ballots[seat]

    seats = range(len(vote.ballots))
    return vote._replace(ballots=tuple(ballot if seat == answer.seat else own(seat) for seat in seats))
