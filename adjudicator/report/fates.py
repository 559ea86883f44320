"""What became of a player's orders, in sentences; and of a turn that was abandoned and played again, a rerun.

Of orders it is said in short, like fates together, and order by order. Both turns of a rerun are told to the reader as
each is told by itself, from what he may know of it; the sentences are compared, never the positions. So he learns of
the abandoned turn what its report told him, and of the new one what this one does.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

from adjudicator.core.agenda import NOTHING_CHANGED, Agenda, Fate, OrderResult, Refusal, Source
from adjudicator.core.order import AGAIN, HELD
from adjudicator.core.seat_names import SeatNames, show
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.kit.words import YOU, join_words, name_first_choice
from adjudicator.registry import AnyGame
from adjudicator.store.record import TurnRecord

_LONGEST_NAMED = 36
"""A longer order, where there are several of one fate or the reason has its words, has no more than its kind named."""
_LONGEST_ALONE = 70
_LONGEST_CUT = 60
"""So are all that are longer together where each sentence is cut, so that its end still stands."""
_FEW = 2
"""So many are told where there is no room for all."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PREFIXES = {Source.FALLBACK: "Fallback: ", Source.STANDING: "Standing order: "}
_UNORDERED = {
    Source.HOUSE: ", chosen by the house, because {who} had no usable order",
    Source.FORCED: ", chosen because the moderator forced the turn and {who} had no usable order",
    Source.POLICY: ", chosen because {who} had no usable order",
}
_HOUSED = {
    Source.HOUSE: ", chosen by the house",
    Source.POLICY: ", chosen because the house leaves that to the game",
}
"""The same for whom the house plays anyway: no order is missing."""
_FILLED = {Source.POLICY: ", chosen because {who} had no usable order and the house leaves that to the game"}
"""The same where the house steps in for whoever misses a deadline."""
_OUTCOME = "; "
"""What turns have on record between the words of an order and what came of it, which sentences have words for."""
_CONDITION = re.compile(r"\b(?:if|unless)\b")
"""What the words of an order have where it depends on a condition."""
_SPEAKS = re.compile(r"\byour?(?:s|self)?\b")
"""What a reason has that speaks to the player of the order."""
_WORKS = "legal"
"""The fact of a reason that says what would work instead, behind a semicolon."""
_TITLES = {
    (True,): "Your orders",
    (False,): "Done for you",
    (False, True): "Your orders, and what was done for you",
}
"""By whether the reader asked for what is told."""
_TITLE_FOR_ALL = "What became of the orders"
_WITHOUT_REASON = {
    Fate.SKIPPED: ": skipped, since its condition was not met",
    Fate.UNUSED: " was not used: another of {whose} orders counted",
    Fate.SET_ASIDE: ": set aside with the order before it; please send it again",
    Fate.DONE: ": done",
    Fate.ENDED: ": done, and over",
}
_WITH_REASON = {
    Fate.SKIPPED: ": skipped, since {reason}",
    Fate.UNUSED: " was not used: {reason}",
    Fate.ENDED: " has ended: {reason}",
    Fate.BLOCKED: " was not done: {reason}",
    Fate.REFUSED: " was not done: {reason}",
    Fate.NEEDLESS: " was not needed: {reason}",
}


class _Fate(NamedTuple):
    """What became of one order: whose it is and what sort (``prefix``), its words, its line, and the end of a sentence.

    ``apart`` is the rest of a sentence about it alone; ``retold`` is whether the end has the words of the order again,
    ``failed`` that it was not done, and not because another counted, ``ordered`` that its player asked for it.
    """

    prefix: str
    text: str
    line: int
    end: str
    apart: str = ""
    retold: bool = False
    failed: bool = False
    ordered: bool = True

    @property
    def where(self) -> str:
        return f" (line {self.line})" if self.line else ""

    @property
    def kind(self) -> str:
        """Its first word, which says what it does; nothing for one that begins with its condition."""
        return "" if _CONDITION.match(self.text) else self.text.partition(" ")[0].rstrip(",")

    @property
    def beginning(self) -> str:
        """Its first choice, where it has several and that is short; else its kind."""
        return name_first_choice(self.text) or self.kind

    @property
    def says_sort(self) -> bool:
        """Whether the prefix says what sort of order it is."""
        return self.prefix.lower().endswith(tuple(map(str.lower, _PREFIXES.values())))

    def write(self) -> str:
        """The whole sentence."""
        return _begin(self.prefix, f"{self.text}{self.where}{self.apart or self.end}.")


class Fates(NamedTuple):
    """What became of orders: ``brief`` says it of those that fared alike together, ``full`` of each by itself.

    ``abridged`` is whether ``brief`` leaves words of an order out. ``alike`` are those that fared alike, ``title`` is
    what stands above them.
    """

    brief: Sequence[str]
    full: Sequence[str]
    abridged: bool
    alike: Sequence[Sequence[_Fate]] = ()
    title: str = ""

    @property
    def terse(self) -> Sequence[str]:
        """The same as ``brief``, to be cut to one line each."""
        return [_write_group(group, _LONGEST_CUT) for group in self.alike]

    @property
    def prefixed(self) -> bool:
        """Whether the first sentence says what sort of order it is about before it."""
        return any(fate.prefix for group in self.alike[:1] for fate in group[:1])

    @property
    def spared(self) -> Sequence[str]:
        """Patterns for what is said of orders that failed, in short and tersely: it is not to be cut."""
        failed = [group for group in self.alike if any(fate.failed for fate in group)]
        return [re.escape(_write_group(group, most)) for group in failed for most in (inf, _LONGEST_CUT)]

    @property
    def first(self) -> Sequence[str]:
        """The first two that are told tersely, and all of orders that failed."""
        few = self.alike[:_FEW]
        return [_write_group(g, _LONGEST_CUT) for g in self.alike if g in few or any(fate.failed for fate in g)]


def tell_fates(
    results: Sequence[OrderResult],
    reader: Reader,
    sentences: Mapping[str, str],
    housed: Collection[Seat] = (),
    *,
    fills: bool = False,
) -> Fates:
    """What became of the reader's orders; the moderator is told of everybody's, and whose each is.

    ``sentences`` are the patterns of the game's reasons, ``housed`` the seats that the house plays. It ``fills`` the
    silence of the others where it was to play for whoever missed the deadline.
    """
    everybody = reader is Onlooker.MODERATOR
    by_house = (_FILLED if fills else {}, _HOUSED)
    fates = [
        _judge(result, sentences, _name_whose(result, everybody=everybody), by_house[result.seat in housed])
        for result in results
        if everybody or result.seat == reader
    ]
    groups: dict[tuple[str, str, str], list[_Fate]] = {}
    for fate in fates:
        groups.setdefault((fate.prefix, fate.end, fate.apart and fate.text), []).append(fate)
    for group in groups.values():
        group.sort(key=attrgetter("line"))
    brief = [_write_group(group) for group in groups.values()]
    # the first letter of an order may have become a capital
    abridged = any(
        fate.text[1:] not in said for said, group in zip(brief, groups.values(), strict=True) for fate in group
    )
    title = _TITLE_FOR_ALL if everybody else _TITLES.get(tuple(sorted({fate.ordered for fate in fates})), "")
    return Fates(brief, [fate.write() for fate in fates], abridged, tuple(groups.values()), title)


def _begin(prefix: str, words: str) -> str:
    """A sentence that begins with the ``words`` of an order, or with a ``prefix`` before them."""
    return f"{prefix}{words}" if prefix else f"{words[:1].upper()}{words[1:]}"


def _write_group(group: Sequence[_Fate], most: float = inf) -> str:
    """Orders that fared alike in one sentence, short ones by their words, long ones by their kinds and lines.

    So are all if their words are more than ``most`` letters, and those whose reason has their words again, where there
    is such a bound.
    """
    first = group[0]
    prefix = first.prefix.replace("tanding order:", "tanding orders:") if len(group) > 1 else first.prefix
    end = first.end.replace("its condition was", "their conditions were") if len(group) > 1 else first.end
    longest = _LONGEST_NAMED if len(group) > 1 or first.retold else _LONGEST_ALONE
    named = _begin(prefix, join_words(list(_name_orders(group))))
    is_wordy = len(named) > most or (first.retold and most < inf)
    is_short = all(len(fate.text) <= longest for fate in group) and not is_wordy
    if first.apart or not all(fate.line for fate in group) or is_short:
        many = len({(fate.text, fate.line) for fate in group}) > 1
        return first.write() if len(group) == 1 else f"{named}{_agree(end, many=many)}."
    lines = list(dict.fromkeys(fate.line for fate in group))
    end = _agree(end, many=len(lines) > 1)
    for names in ([fate.beginning for fate in group], [fate.kind for fate in group]):
        shortened = [fate._replace(text=name) for fate, name in zip(group, names, strict=True)]
        said = _begin(prefix, join_words(list(_name_orders(shortened))))
        if len(said) <= most and all(names) and not first.retold:
            return f"{said}{end}."
    where = f"{'line' if prefix else 'Line'}{'s' if len(lines) > 1 else ''} {join_words(lines)}"
    return f"{prefix.removesuffix(': ')} ({where}){end}." if first.says_sort else f"{prefix}{where}{end}."


def _agree(end: str, *, many: bool) -> str:
    """The ``end`` of a sentence behind one order, or behind ``many``."""
    return re.sub(r"^ (?:was|has) |: it (?=can )", lambda said: _MANY[said[0]], end) if many else end


_MANY = {" was ": " were ", " has ": " have ", ": it ": ": they "}


def _name_orders(group: Sequence[_Fate]) -> Iterator[str]:
    """The words of each order with its line; those with the same words together."""
    lines: dict[str, list[int]] = {}
    for fate in group:
        lines.setdefault(fate.text, []).extend([fate.line] if fate.line else [])
    for text, named in lines.items():
        numbers = list(dict.fromkeys(named))
        where = f" (line{'s' if len(numbers) > 1 else ''} {join_words(numbers)})" if numbers else ""
        yield f"{text}{where}"


class _Whose(NamedTuple):
    """Words for the player of an order: as a subject, as an owner, and what stands before a sentence about it."""

    who: str
    whose: str
    prefix: str

    def quote(self, reason: str) -> str:
        """A reason in quotation marks, where it speaks to the player and others read it."""
        return f'"{reason}"' if self.who != YOU and _SPEAKS.search(reason) else reason


def _name_whose(result: OrderResult, *, everybody: bool) -> _Whose:
    """Whose an order is, where others read of it too, and what it was for."""
    who, whose, seat = ("they", "their", result.seat) if everybody else (YOU, "your", "")
    occasion = result.occasion.replace("{whose}", whose)
    said = ", ".join(filter(None, (seat, occasion if seat else _begin("", occasion))))
    return _Whose(who, whose, f"{said}: " if said else "")


def _judge(result: OrderResult, sentences: Mapping[str, str], named: _Whose, by_house: Mapping[Source, str]) -> _Fate:
    """What became of one order; ``named`` is whose it is.

    What nobody ordered has other words ``by_house``, where the house played for its seat, or was to.
    """
    who, whose, prefix = named
    if result.source in _UNORDERED:
        end = by_house.get(result.source, _UNORDERED[result.source]).format(who=who)
        return _Fate(prefix, result.text, 0, end, ordered=False)
    reasons = [_say_reason(refusal, sentences, result.seat) for refusal in result.refusals]
    sort = _PREFIXES.get(result.source, "")
    prefix += sort.lower() if prefix else sort
    if result.fate is Fate.DONE and result.choice > 1:
        others = f". Not done: {named.quote(_explain(result, sentences))}" if reasons else ": done"
        apart = f", {whose} {_name_ordinal(result.choice)} choice{others}"
        return _Fate(prefix, str(result.done), result.line, "", apart)
    fate = result.fate
    if fate is Fate.SKIPPED and not _CONDITION.search(result.text):
        fate = Fate.UNUSED  # such as a second answer to one question
    if fate in {Fate.DONE, Fate.SET_ASIDE} or not reasons:
        text, _, outcome = result.text.rpartition(_OUTCOME)
        if outcome in sentences:
            return _Fate(prefix, text, result.line, f": {sentences[outcome]}")
        end = _WITHOUT_REASON.get(fate, " was not done").format(whose=whose)
        if (
            fate is Fate.DONE
            and not result.choice
            and result.done
            and " or " in result.text
            and result.done != result.text
        ):
            end = f": done, {result.done}"
        is_first = result.choice == 1 and result.text.startswith(f"{result.done} or ")
        return _Fate(prefix, str(result.done) if is_first else result.text, result.line, end)
    choices = list(dict.fromkeys(refusal.text for refusal in result.refusals))
    told_alone = len(set(reasons)) == 1 and " or ".join(_share_first_word(choices)) == result.text
    retold = not (told_alone or result.fate in {Fate.SKIPPED, Fate.UNUSED})
    reason = named.quote(_explain(result, sentences) if retold else reasons[0])
    end = _WITH_REASON[result.fate].format(reason=reason)
    failed = result.fate not in {Fate.UNUSED, Fate.NEEDLESS}
    return _Fate(prefix, result.text, result.line, end, retold=retold, failed=failed)


def _say_reason(refusal: Refusal, sentences: Mapping[str, str], seat: Seat) -> str:
    """The words for the reason; those that a game has for it behind orders that begin with this word, if any.

    Before those come the ones for a reason that names the ``seat`` whose order it is.
    """
    word = refusal.text.partition(" ")[0]
    pattern = sentences.get(f"{refusal.code}-{word}", sentences[refusal.code])
    if seat in refusal.facts.values():
        pattern = sentences.get(f"{refusal.code}-{YOU}", pattern)
    return pattern.format_map(refusal.facts).removeprefix(f"{refusal.text}: ")


def _explain(result: OrderResult, sentences: Mapping[str, str]) -> str:
    """Every alternative that was not done, with the reason; those that share one together, and what would work last."""
    works = "".join(dict.fromkeys(str(refusal.facts.get(_WORKS) or "") for refusal in result.refusals))
    alike: dict[str, list[Refusal]] = {}
    for refusal in result.refusals:
        bare = refusal._replace(facts={**refusal.facts, _WORKS: ""}) if works else refusal
        alike.setdefault(_say_reason(bare, sentences, result.seat), []).append(bare)
    said: set[object] = set()
    parts: list[str] = []
    for whole, refusals in alike.items():
        first, texts = refusals[0], list(dict.fromkeys(refusal.text for refusal in refusals))
        again = sentences.get(f"{first.code}{AGAIN}") if first.facts.get(HELD) in said else None
        reason = again.format_map(first.facts).removeprefix(f"{first.text}: ") if again else whole
        said.add(first.facts.get(HELD))
        parts.append(f"{_name_together(texts)}, since {reason}")
    return "; ".join(parts) + works


def _name_together(texts: Sequence[str]) -> str:
    """Orders in one breath; their first word once where all begin with it."""
    return join_words(_share_first_word(texts))


def _share_first_word(texts: Sequence[str]) -> list[str]:
    """Orders without the first word of the one before, where all begin with it."""
    first, *others = texts
    kind = first.partition(" ")[0] + " "
    is_shared = all(text.startswith(kind) for text in others)
    return [first, *(text.removeprefix(kind) if is_shared else text for text in others)]


def _name_ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


class Rerun(NamedTuple):
    """The abandoned turn of the same number with its ``head``; ``record`` is None where it was damaged by then.

    ``carried`` says of each seat what becomes of its files for the turn after, in sentences for it alone; ``refiled``
    has the agendas of those whose files count again, with them.
    """

    record: TurnRecord[Any] | None
    head: str
    carried: Mapping[Seat, Sequence[str]]
    refiled: Mapping[Seat, Agenda] = NOTHING_CHANGED


def tell_turn(game: AnyGame, names: SeatNames, record: TurnRecord[Any], reader: Reader) -> list[str]:
    """What happened in the turn, as the reader is told it in its report."""
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    shown = show(game, names, known, reader, heard)
    return game.exhibit.tell(shown.known, shown.heard, shown.reader).lines


def compare_tellings(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What only one of two tellings of a turn says, in order."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - hardly any turn is a rerun

    lines: list[str] = []
    for word, i, j, m, n in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if word != "equal":
            lines += [f"No longer: {line}" for line in before[i:j]]
            lines += [f"Now instead: {line}" if j > i else f"New: {line}" for line in after[m:n]]
    return lines


def say_rerun(number: int) -> str:
    """The label: what this turn, of the same ``number``, takes the place of."""
    return (
        f"RERUN. This turn {number} takes the place of an earlier turn {number}, which no longer counts; nor do its "
        "reports."
    )


def tell_changes(game: AnyGame, names: SeatNames, rerun: Rerun, lines: Sequence[str], reader: Reader) -> list[str]:
    """What the rerun changed, where ``lines`` tell the new turn to the reader."""
    if rerun.record is None:
        return ["Unknown, since the moderator's record of the earlier turn was damaged. Compare the two reports."]
    changes = compare_tellings(tell_turn(game, names, rerun.record, reader), lines)
    return changes or ["Nothing: everything in this turn happened as before."]
