"""What is found about a submitted file, and how a finding changes by what else is known of its seat."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.json_value import JsonScalar
from adjudicator.core.order import (
    CORRECTION,
    ORDERS_LEFT,
    START,
    UNREAD_LATER,
    UNREAD_MEANT,
    Gravity,
    MoveFile,
    Place,
    Problem,
    leave_orders,
    worst_gravity,
)
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import BESIDE_ORDERS, FURTHER_LISTS, read_sent
from adjudicator.intake.receipt import ReceiptState
from adjudicator.intake.tokens import LEFT_OUT, REFUSED, TOO_MUCH, MaskedFile, refuse_tokens

_MENDS: Mapping[str, Sequence[str]] = {UNREAD_MEANT: (CORRECTION,), UNREAD_LATER: (CORRECTION, "key", "suggestion")}
"""The facts of a complaint that put it right, by the code of what takes its place."""


class Judgement(NamedTuple):
    """The finding: what becomes of the file, whose it is, its problems, and its bytes with the token blanked.

    ``vouched`` is None for a file with a token; of one without it is where its seat stands.
    """

    state: ReceiptState
    seat: Seat | None
    turn: int | None
    problems: tuple[Problem, ...]
    file: MoveFile | None
    kept: bytes
    vouched: Place | None = None

    @property
    def refused_speaker(self) -> bool:
        """Whether the file was refused for who sent it."""
        return any(problem.code in REFUSED for problem in self.problems)


def tell_tokens(judgement: Judgement, masked: MaskedFile) -> Judgement:
    """``judgement``, or a refusal that names each token which stands where it should not."""
    file = judgement.file
    misplaced = tuple(refuse_tokens(masked, has_own=file is None or file.token is not None))
    if not misplaced:
        return judgement
    return judgement._replace(state=ReceiptState.RED, problems=in_order(*judgement.problems, *misplaced))


def tell_left_out(judgement: Judgement, place: Place) -> Judgement:
    """``judgement`` with the remark, at ``place``, that the seat's files had come with a token until now."""
    problems = in_order(*judgement.problems, Problem(LEFT_OUT, Gravity.UNWISE, place))
    return judgement._replace(state=find_state(problems), problems=problems)


def refuse_more(judgement: Judgement, limit: int) -> Judgement:
    """``judgement`` of a file that is not kept, since files of its seat for the turn have ``limit`` bytes already."""
    problem = Problem(TOO_MUCH, Gravity.INVALID, START, {"limit": limit})
    return judgement._replace(state=ReceiptState.RED, problems=in_order(problem, *judgement.problems))


def spare_orders(judgement: Judgement, *, replaces: bool) -> Judgement:
    """``judgement`` of a file that is none of orders if it is a form without any.

    Where it ``replaces`` orders on file it is refused if nobody filled in anything.
    """
    document, _ = read_sent(judgement.kept)
    said = document.value if document is not None else None
    if judgement.file is None or not isinstance(said, dict) or said.get("orders", ()) is not None:
        return judgement
    place = judgement.file.places.get("orders", START)
    is_more = any(said.get(key) for key in BESIDE_ORDERS) or not said.keys().isdisjoint(FURTHER_LISTS)
    if is_more or not replaces:
        return leave_as_before(judgement, [Problem(ORDERS_LEFT, Gravity.UNWISE, place)])
    blank = (Problem("form-blank", Gravity.INVALID, place),)
    return judgement._replace(state=ReceiptState.RED, problems=blank)


def leave_as_before(judgement: Judgement, remarks: Iterable[Problem]) -> Judgement:
    """``judgement`` of a file that leaves the orders on file where one of ``remarks``, made of it before, says so."""
    left = next((remark for remark in remarks if remark.code == ORDERS_LEFT), None)
    if left is None or judgement.file is None:
        return judgement
    # what the list lacks is not asked of it
    others = (
        problem for problem in judgement.problems if problem.place != left.place or problem.gravity is not left.gravity
    )
    problems = in_order(left, *others)
    return judgement._replace(
        state=find_state(problems), problems=problems, file=leave_orders(judgement.file, problems)
    )


def find_state(problems: tuple[Problem, ...]) -> ReceiptState:
    """What becomes of a file with such problems and no others."""
    worst = worst_gravity(problems)
    return {None: ReceiptState.GREEN, Gravity.UNWISE: ReceiptState.YELLOW}.get(worst, ReceiptState.RED)


def in_order(*problems: Problem) -> tuple[Problem, ...]:
    """``problems`` by place, each once."""
    once = {(problem.place, problem.code, *problem.facts.items()): problem for problem in problems}
    return tuple(sorted(once.values(), key=lambda problem: (problem.place.line, problem.place.column)))


def keep_mend(problem: Problem, mend: Mapping[str, JsonScalar]) -> Problem:
    """``problem``, with what puts right the complaint whose place it takes where it says nothing certain itself."""
    kept = [name for name in _MENDS.get(problem.code, ()) if mend.get(name) and not problem.facts.get(name)]
    return problem._replace(facts={**problem.facts, **{name: mend[name] for name in kept}}) if kept else problem


def tell_keys_once(
    problems: Collection[Problem], about_orders: Collection[Problem]
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Both, with each misspelt key told once: where a game says what to write for the key alone, that is enough."""
    keys = {
        (problem.place, f"'{problem.facts['suggestion']}:' for '{problem.facts['key']}:'"): problem
        for problem in problems
        if problem.code == "unknown-key"
    }
    # a word that is like no key, and for which a game has one all the same: `unless`
    for problem in problems:
        if problem.code == "unknown-order" and not problem.facts["suggestion"]:
            words = f" for '{problem.facts['key']}:'"
            said = (str(one.facts.get("instead")) for one in about_orders if one.place == problem.place)
            keys |= {(problem.place, instead): problem for instead in said if instead.endswith(words)}
    told = [(problem, keys.get((problem.place, str(problem.facts.get("instead"))))) for problem in about_orders]
    once = [key for _, key in told]
    return (
        tuple(problem for problem in problems if problem not in once),
        tuple(problem._replace(facts={**problem.facts, **key.facts}) if key else problem for problem, key in told),
    )
