"""What each seat is asked to send before the next turn, and what silence brings, said in advance to the seat alone.

Its next move is rehearsed by the code that makes it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice, pairwise, takewhile, zip_longest
from typing import NamedTuple

from adjudicator.core.agenda import Act, Agenda, Ask, BlockedOrder, Fate, OrderResult, Source
from adjudicator.core.deadlines import WhenSilent, announce_house, list_answering
from adjudicator.core.table import Pacing, Seat, SeatNumber
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, list_left, list_legal
from adjudicator.rules.through_the_desert.mail.conditions import list_worlds
from adjudicator.rules.through_the_desert.mail.moves import answer_decision, answer_silence, list_readable
from adjudicator.rules.through_the_desert.mail.quoting import SENTENCES, join_reasons, quote_action, say_done
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import (
    Phase,
    State,
    Table,
    count_placements,
    find_mover,
    find_phase,
    is_last_move,
    list_movers,
)
from adjudicator.rules.through_the_desert.written import count_actions, kind_of


class Move(NamedTuple):
    """A move to come: how many others come before it, whose it is, what is done in it and how much (ruling T1)."""

    ahead: int
    seat: SeatNumber
    kind: ActionKind
    due: int

    def begin(self, known: State) -> State:
        """``known`` with this move under way, as if nobody placed anything before."""
        moves = known.moves + self.ahead
        return known._replace(on_move=self.seat, phase=_PHASES[self.kind], left=self.due, moves=moves)


_PHASES = {kind: phase for phase, kind in DECISIONS.items()}


def list_moves(known: State) -> Iterator[Move]:
    """The moves from the one under way on, as if the game did not end; none when it is over."""
    for ahead in count() if known.phase is not Phase.OVER else ():
        phase, moves = find_phase(known, ahead), known.moves + ahead
        due = 1
        if phase is Phase.CAMELS:
            due = count_placements(known.table, moves) if ahead else known.left
        yield Move(ahead, find_mover(known.table, phase, moves), DECISIONS[phase], due)


def find_move(known: State, seat: SeatNumber) -> Move | None:
    """The next move of ``seat``; None when the game is over."""
    return next((move for move in list_moves(known) if move.seat == seat), None)


def count_due(known: State, seat: SeatNumber) -> int:
    """How much ``seat`` does in its next move; 1 when the game is over."""
    move = find_move(known, seat)
    return move.due if move else 1


def come_to_move(known: State, seat: SeatNumber) -> State:
    """The position with ``seat`` on move, as if nobody placed anything before; as it is when the game is over."""
    move = find_move(known, seat)
    return move.begin(known) if move else known


def propose_move(known: State, seat: SeatNumber, due: int) -> Iterator[Action]:
    """The first ``due`` actions that ``seat`` can do one after the other; fewer where it is stuck.

    A camel may be the last of its colour, or close an area.
    """
    listed = legal = list_left(known, seat)
    for left in range(due - 1, -1, -1):
        action = next(filter(legal.__contains__, listed), None) or next(iter(legal), None)
        if action is None:
            return
        yield action
        if left:
            known, _ = carry_out(known, seat, action)
            legal = list_left(known, seat)


def list_asks(known: State, pacing: Pacing) -> tuple[Ask, ...]:
    """In a round the next move of everybody who moves before somebody moves again; else of the seat on move alone.

    In serpentine order a round that begins with the last seats of a row ends with the row (ruling L5). Nobody else is
    asked where the game ends with the move under way.
    """
    if known.phase is Phase.OVER:
        return ()
    asked = len(list_movers(known)) if pacing is Pacing.ROUND and not is_last_move(known) else 1
    moves = list(islice(list_moves(known), asked + 1))
    seats = tuple([known.table.seats[move.seat] for move in moves])
    asks = tuple([_ask(move, seats, twice=move.seat == after.seat) for move, after in pairwise(moves)])
    return (asks[0]._replace(duty=f"{asks[0].duty} {_LAST}"),) if is_last_move(known) else asks


_LAST = "The game ends with this move."
_DUTIES = {ActionKind.RETURN: "Return one leader to the box.", ActionKind.LEADER: "Place one leader."}


def _ask(move: Move, seats: tuple[Seat, ...], *, twice: bool) -> Ask:
    """What is asked of the seat whose ``move`` it is, one of those of ``seats`` in turn; ``twice`` if it goes on."""
    ahead, _, kind, due = move
    duty = _write_duty(kind, due, seats[:ahead], twice=twice)
    return Ask(seats[ahead], kind.value, due, must=True, deadline="turn", duty=duty)


@lru_cache(maxsize=64)
def _write_duty(kind: ActionKind, due: int, before: tuple[Seat, ...], *, twice: bool) -> str:
    duty = f"Place {count_of(due, 'camel')}." if kind is ActionKind.CAMEL else _DUTIES[kind]
    if before:
        duty += f" {join_words(before)} will move before you, so give alternatives."
    if twice:
        duty += " You move twice in a row: your next move follows at once, so you may send it too."
    return duty


def fills_move(known: State, agenda: Agenda, ask: Ask) -> bool:
    """Whether there are as many orders of the kind that is due as the move takes, up to one that cannot be read.

    Standing orders answer only where they would fill the rest of the move, as far as the seat can see. Nobody moves
    before the seat on move: its orders answer if they fill its move, with its fallback where that may step in.
    """
    seat = known.table.number_of[ask.seat]
    orders = [order for order in list_readable(known, agenda) if kind_of(order).value == ask.decision]
    is_enough = sum(map(count_actions, orders)) >= ask.due
    if not is_enough and not agenda.standing:
        return False
    if is_enough and seat != known.on_move:
        return True
    return not rehearse(known, seat, agenda, WhenSilent(fall_back_when_blocked=is_enough)).left


class MoveStep(NamedTuple):
    """Something done in a move, and where it came from."""

    action: Action
    source: Source


class Rehearsal(NamedTuple):
    """A move as it would go: what is done, what became of orders, how much is left open, and whether by a block.

    Where that depends on the worth of face-down water taken in the move, it is ``unsettled``: ``steps`` are those done
    in any case, and ``left`` is what is left open at least.
    """

    steps: tuple[MoveStep, ...]
    results: tuple[OrderResult, ...]
    left: int
    blocked: bool
    agenda: Agenda
    unsettled: bool = False


def rehearse(known: State, seat: SeatNumber, agenda: Agenda, when_silent: WhenSilent) -> Rehearsal:
    """The next move of ``seat``, were it on move now; ``when_silent`` says what is done where its orders do not."""
    ways = list(_go_on(come_to_move(known, seat), when_silent, Rehearsal((), (), 0, blocked=False, agenda=agenda)))
    first = ways[0]
    if len({(way.steps, way.left) for way in ways}) == 1:
        return first
    columns = zip(*(way.steps for way in ways), strict=False)
    steps = tuple(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
    return first._replace(steps=steps, left=min(way.left for way in ways), unsettled=True)


def _go_on(position: State, when_silent: WhenSilent, so_far: Rehearsal) -> Iterator[Rehearsal]:
    """How the move can go on from ``position``: one way for each worth of the face-down water that is taken."""
    seat = position.on_move
    name = position.table.seats[seat]
    if not position.left or not len(list_legal(position, seat)):
        yield so_far
        return
    reply = answer_decision(position, so_far.agenda)
    agenda, results = reply.agendas.get(name, so_far.agenda), so_far.results + reply.results
    blocked = so_far.blocked or isinstance(reply, BlockedOrder) or any(r.fate is Fate.BLOCKED for r in reply.results)
    if not isinstance(reply, Act) and when_silent.allows_fallback(blocked=blocked):
        reply = answer_silence(position, agenda)
        agenda, results = reply.agendas.get(name, agenda), results + reply.results
    if not isinstance(reply, Act):
        yield Rehearsal(so_far.steps, results, position.left, blocked, agenda)
        return
    steps = (*so_far.steps, MoveStep(reply.action, results[-1].source))
    after, _ = carry_out(position, seat, reply.action)
    for world in list_worlds(after, seat) if after.left else [after]:
        yield from _go_on(world, when_silent, Rehearsal(steps, results, 0, blocked, agenda))


_SOURCES = {Source.ORDERS: "your orders", Source.STANDING: "your standing orders", Source.FALLBACK: "your fallback"}
_KINDS = {"return": "returns a leader", "leader": "places a leader", "camel": "places a camel"}


def announce_silence(known: State, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
    """What becomes of the move that ``ask`` is about if its seat sends nothing more.

    Where what is on file answers, the turn runs, and waits where it comes to a move that cannot be made.
    """
    seat = known.table.number_of[ask.seat]
    answered = fills_move(known, list_answering(agenda, falls_back=when_silent.fall_back_when_blocked), ask)
    move = rehearse(known, seat, agenda, when_silent)
    earlier = takewhile(lambda other: other.seat != seat, list_moves(known))
    before = list(dict.fromkeys(known.table.seats[other.seat] for other in earlier))
    standing = "as things stand " if before else ""
    by_house = when_silent.calls_house(blocked=move.blocked)
    if by_house and not move.steps:
        return announce_house(_say_why(known, move, agenda, ask, when_silent), standing)
    if not move.steps or not (answered or when_silent.late):
        waits = "the game waits for you"
        if answered and before:
            waits = "as things stand the turn stops at your move, and everybody has to wait for you"
        return f"If you send nothing, {waits}: {_say_why(known, move, agenda, ask, when_silent)}."
    done = ", then ".join(_say_steps(known.table, move.steps))
    if move.unsettled:
        return f"If you send nothing, {standing}you {done}; what follows depends on what the water you take is worth."
    if move.left:
        why = _say_why(known, move, agenda, ask, when_silent)
        then = "the house plays for you" if by_house else "the game waits for you"
        return f"If you send nothing, {standing}you {done}; then {then}: {why}."
    silent = any(step.source is Source.FALLBACK for step in move.steps) and not move.blocked
    sentence = f"If you send nothing, {standing}you {done}{', after the deadline' * (silent and when_silent.late)}."
    if before:
        # several have just been named in the duty
        who = before[0] if len(before) == 1 else "one of them"
        sentence += f" If {who} changes that, your first choice that is still possible counts."
    return sentence


def _say_steps(table: Table, steps: Sequence[MoveStep]) -> Iterator[str]:
    """What each step does; where it comes from stands behind the last of those that come from there."""
    for step, after in zip_longest(steps, steps[1:]):
        source = "" if after and after.source is step.source else f" ({_SOURCES[step.source]})"
        yield f"{say_done(table, step.action)}{source}"


def invite_more(known: State, seat: str, agenda: Agenda, *, asked: bool) -> tuple[str, ...]:
    """A word to a seat that is not waited for and whose orders do not fill its next move, or not the one after it.

    Nothing where that is not so, or standing orders go on behind them: to a seat that is ``asked``, its duty says what
    is open in its next move. For a seat that the house plays nobody waits. It says nothing of others: whether they are
    awaited is known from the turn not having run.
    """
    if agenda.house or is_last_move(known) or (asked and not agenda.items):
        return ()
    number = known.table.number_of[seat]
    move = rehearse(known, number, agenda, WhenSilent())
    if move.left and not asked:
        filed = [_SOURCES[Source.ORDERS]] if agenda.items else []
        filed += [_SOURCES[Source.STANDING]] if agenda.standing else []
        lack = f"So far {join_words(filed)} on file do not fill your next move. " if filed else ""
        return (f"{lack}You may send your next move now, with alternatives. Then nobody has to wait for you.",)
    left = sum(count_actions(item.order) for item in move.agenda.items)
    after_next = next(islice((move.due for move in list_moves(known) if move.seat == number), 1, None))
    if (
        move.left
        or move.unsettled
        or move.agenda.standing
        or left >= after_next
        or any(step.source is not Source.ORDERS for step in move.steps)
    ):
        return ()
    end = "end within your move after next" if left else "end with your next move"
    outlook = f"Your orders on file {end}. Sending more moves now costs nobody time and saves you the next email."
    return (outlook,)


def _say_why(known: State, move: Rehearsal, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
    """Why nothing on file fills the rest of the move."""
    refused = [result for result in move.results if result.fate is Fate.BLOCKED]
    if refused:
        sources = dict.fromkeys(_SOURCES[result.source] for result in refused)
        verb = "is" if list(sources) == [_SOURCES[Source.FALLBACK]] else "are"
        reasons = [refusal for result in refused for refusal in result.refusals]
        done = {quote_action(known.table, step.action) for step in move.steps}
        # what this very move has placed is no news
        reasons = [reason for reason in reasons if reason.text not in done]
        if not reasons:
            return "you have no order for the rest of this move"
        why = join_reasons(reasons)
        return f"{join_words(list(sources))} {verb} blocked ({why})"
    if not agenda.fallback:
        ended = [why for result in move.results if result.fate is Fate.ENDED for why in result.refusals]
        ends = "; ".join(SENTENCES[why.code].format_map(why.facts) for why in ended)
        end = f"; a standing order ends ({ends})" if ends else ""
        return f"you have no order for {'the rest of ' if move.steps else ''}this move{end}"
    if not when_silent.late:
        return "there is no deadline after which your fallback would count"
    if any(kind_of(item.order).value == ask.decision for item in agenda.fallback):
        return "the conditions of your fallback orders are not met"
    return f"none of your fallback orders {_KINDS[ask.decision]}"
