"""Holding a history against itself: turns against the turns before, acts against the turns, branches against the acts.

No rules are needed for that, and no turn is played. What a verification is made from, and what it found, is here too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from adjudicator.acts.side_by_side import ALONE, Effort
from adjudicator.core.act_kinds import DamagedTurn, Rewind
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.recorded_act import RecordedAct, change_charter
from adjudicator.ledger.abandoned_turns import drop_strangers, list_mixes, shows_secret
from adjudicator.ledger.inputs import check_position
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.acts import name_act
from adjudicator.store.audit import Audit
from adjudicator.store.branches import name_branch, name_turn
from adjudicator.store.charter import is_in_force, read_charter
from adjudicator.store.checks import check_turn, read_manifests
from adjudicator.store.formats import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, read_local


@dataclass(slots=True)
class Findings:
    """What a verification found: ``findings`` are damage, ``remarks`` are worth knowing.

    ``busy`` says that the one finding is no damage: somebody was at work on the game. ``diverged`` is the finding, if
    any, that a turn played again is not the recorded one; ``reworded`` are turns whose reports, built again, are not
    what they were. ``unplayed`` is the finding, if any, that no turn could be played again because the rules of the
    game are not installed. ``outdated`` is where the expected head was found, if in a turn that no longer stands.
    """

    path: str
    turns: int = -1
    head: str = ""
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    busy: bool = False
    diverged: str = ""
    unplayed: str = ""
    outdated: str = ""
    reworded: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is damaged, and every turn was played again."""
        return not self.findings

    @property
    def damage(self) -> list[str]:
        """The findings that speak of the game, not of what is installed."""
        return [finding for finding in self.findings if finding != self.unplayed]


class VerifyInput(NamedTuple):
    """What a history is verified from, and how.

    ``secret`` is None where it is not at hand; ``any_version`` plays by the installed rules, whatever their version;
    ``reports`` builds every report again.
    """

    charter: Charter
    charter_text: bytes
    audit: Audit
    secret: bytes | None
    acts: tuple[RecordedAct, ...]
    any_version: bool = False
    reports: bool = False
    effort: Effort = ALONE


class Line(NamedTuple):
    """A line of turns: the one that stands, or one that a rewind abandoned.

    ``branch`` has its own turns, those from ``first`` on; None is the line that stands. ``acts`` are those recorded by
    then, ``damaged`` the turns that were damaged when it was abandoned, ``heads`` those of all turns up to a gap.
    """

    branch: int | None
    first: int
    turns: dict[int, dict[str, bytes]]
    acts: tuple[RecordedAct, ...]
    damaged: Mapping[int, DamagedTurn]
    heads: list[str]

    def list_own(self) -> list[tuple[int, str, str]]:
        """Number, place and head of each of its own turns."""
        numbers = range(self.first, len(self.heads))
        return [(number, name_turn(self.branch, number), self.heads[number]) for number in numbers]


def list_damaged(acts: Sequence[RecordedAct]) -> dict[str, str]:
    """The turns that were damaged when ``acts`` abandoned them, by where they lie: what is to be said of each."""
    return {
        name_turn(act.change.branch, turn): f"was damaged when {name_act(act.number)} took the game back "
        f"({', '.join(found.files) or 'missing, or changed as a whole'}); nothing in it is checked, and its turns are "
        "not played again"
        for act in acts
        if isinstance(act.change, Rewind)
        for turn, found in act.change.damaged.items()
    }


Link: TypeAlias = tuple[Sequence[str], str | None]
"""What is wrong where a turn hangs on the one before it, and its head; None where the line ends before it."""


def check_link(given: VerifyInput, line: Line, number: int) -> Link:
    """Hold turn ``number`` of ``line`` against its manifests and the turn before."""
    place, files = name_turn(line.branch, number), line.turns.get(number)
    if number in line.damaged:
        return (), line.damaged[number].head
    if files is None:
        return [f"{place}: missing, though later turns are there"], None
    try:
        manifest, _ = read_manifests(place, files)
    except DamageError as error:
        return [str(error)], None
    before = None if number - 1 in line.damaged else line.turns.get(number - 1, {})
    acts = None if given.audit.interrupted else line.acts
    findings = [*check_position(place, manifest, given.charter.id, number, before, acts)]
    findings += check_turn(place, files, given.audit.redacted)
    return findings, hash_bytes(files[MANIFEST])


def verify_lines(given: VerifyInput, line: Line, links: Iterable[Link], findings: list[str]) -> list[Line]:
    """Hold all turns, acts and branches against one another; gives the ``line`` that stands, then abandoned ones.

    ``links`` are those of the first, in order. The others are put together again from it, newest first, up to the
    first one that does not fit.
    """
    lines = [line]
    if not given.audit.turns:
        findings.append("turns/0000: missing, and no other turn is there")
    _follow(line, links, findings)
    if not given.audit.interrupted:
        if 0 in given.audit.turns:
            findings += _check_charter(given)
        findings += _add_branches(lines, given, findings)
        # last, since a branch that is missing may be why a head is not found
        abandoned = [head for one in lines[1:] for _, _, head in one.list_own()]
        for one in lines:
            findings += _check_quotes(one, abandoned)
    return lines


def _follow(line: Line, links: Iterable[Link], findings: list[str]) -> None:
    """Add what is wrong in the own turns of ``line`` to ``findings``, and their heads to it, as far as it goes."""
    for wrong, head in links:
        findings += wrong
        if head is None:
            return
        line.heads.append(head)


def _check_charter(given: VerifyInput) -> Iterator[str]:
    """The charter is what the acts have made of the one that turn 0 holds."""
    founded = given.audit.turns[0].get(CHARTER, b"")
    try:
        made = change_charter(read_charter(founded), given.acts)
        fits = made == given.charter and is_in_force(given.charter_text, founded, given.acts)
    except (DamageError, ValueError):
        fits = False
    if not fits:
        yield f"{CHARTER}: differs from the copy in turns/0000 and from what acts have made of it"


def _add_branches(lines: list[Line], given: VerifyInput, findings: list[str]) -> Iterator[str]:
    """Hold every branch against the act that made it, and every act against the line that stood by then.

    Adds to ``lines``, and what is wrong within one to ``findings``.
    """
    branches = dict(given.audit.branches)
    for position, act in reversed(list(enumerate(given.acts))):
        line, name = lines[-1], name_act(act.number)
        if isinstance(act.change, Rewind):
            change, where, to = act.change, name_branch(act.change.branch), act.change.to
            if line.heads[to : to + 1] != [change.to_head]:
                yield f"{name}: to_head: not the head of turn {to} that the branch forks from"
                return
            own = {**{turn: {} for turn in change.damaged}, **branches.pop(change.branch, {})}
            known = drop_strangers(own, change.damaged)
            if sorted(own) != list(range(to + 1, act.after_turn + 1)):
                yield f"{where}: not turns {to + 1} to {act.after_turn}, as {name} says"
                return
            if change.mixes != list_mixes(known):
                yield f"{name}: mixes: not those that the turns in {where} had fixed"
            if shows_secret(known[act.after_turn]) not in {None, change.secret_known}:
                yield f"{name}: secret_known: not what turn {act.after_turn} in {where} shows"
            damaged = {turn: line.damaged[turn] for turn in line.damaged if turn <= to} | dict(change.damaged)
            turns = {**{turn: line.turns[turn] for turn in range(to + 1)}, **own}
            line = Line(change.branch, to + 1, turns, given.acts[:position], damaged, line.heads[: to + 1])
            _follow(line, (check_link(given, line, turn) for turn in range(to + 1, len(turns))), findings)
            lines.append(line)
        if line.heads[act.after_turn : act.after_turn + 1] != [act.head]:
            yield f"{name}: head: not the head of turn {act.after_turn} at that time"
    yield from (f"{name_branch(branch)}: no act has made this branch" for branch in branches)


def _check_quotes(line: Line, abandoned: Sequence[str]) -> Iterator[str]:
    """Whatever orders of the own turns of ``line`` quote is a head before theirs, or an ``abandoned`` one."""
    for number, place, _ in line.list_own():
        echoed = {} if number in line.damaged else read_local(line.turns[number][LOCAL])["echoed"]
        for seat, echo in sorted(echoed.items()):
            if not any(head.startswith(echo) for head in (*reversed(line.heads[:number]), *abandoned)):
                yield f"{place}/{LOCAL}: echoed/{seat}: quotes {echo}, which is not a head of this history"
