"""Receipts in words: a small report to the sender of a file, fit to be mailed as it is.

Nothing in it names a place on the moderator's disk, and all of its own sentences stand here.
"""

import html
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from typing import Final

from adjudicator.core.instant import write_deadline
from adjudicator.core.order import ORDERS_LEFT, Gravity, describe
from adjudicator.core.printing import print_safely
from adjudicator.core.rhythm import write_wait
from adjudicator.intake.receipt import ACCEPTED, Forecast, Receipt, ReceiptState
from adjudicator.intake.tokens import BLANK, LINE_TO_FILL_IN, TOO_MUCH
from adjudicator.kit.words import end_sentence

_OPENINGS = {
    ReceiptState.GREEN: "Thanks, {name} Your {what} valid{displaced}.",
    ReceiptState.YELLOW: "Thanks, {name} Your {what} accepted{displaced}. Please look at this, though:",
    ReceiptState.RED: "Sorry, {name} This file cannot be used{stays}. Here is why:",
    ReceiptState.STALE: "Sorry, {name} This file does not answer the newest report{stays}:",
    ReceiptState.LATE: "Sorry, {name} This file came too late{stays}:",
    ReceiptState.NEEDLESS: "Thanks, {name} Nothing more is needed",
}
_GRAVITIES = {Gravity.INVALID: "invalid", Gravity.ILLEGAL: "illegal", Gravity.UNWISE: "remark"}
_WIDEST = 68
"""Letters of a line that is quoted."""
_EARLY = "Sorry, {name} This file came too early{stays}:"
_LATER = "Sorry, {name} This file is for a later turn{stays}:"
_BESIDE = {
    ReceiptState.GREEN: "Thanks, {name} Your {what} in{awaited}.",
    ReceiptState.YELLOW: "Thanks, {name} Your {what} in{awaited}. Please look at this, though:",
}
"""Of a file that speaks of no orders."""
_AGAIN = "Thanks, {name} We have these orders already, and they count."
_BESIDE_AGAIN = "Thanks, {name} We have this file already, and it counts."
_NOBODY = "This file cannot be used. Here is why:"
_CHECKED = "This was only a check: nothing has been filed."
_UNTIL = "You can change your orders until the turn runs"
_PASSED = "which may be at any moment: the deadline has passed."
_AT_ONCE = " It may run at once if the others have already answered."
_ALONE = " It may run at once, since nobody else is asked."
_RESEND = "You can send another file until the turn runs"
_PAUSED = "The game is paused: no turn runs until it goes on."
_JOINED = "You will get another letter when everybody has sent such a file."
_COMPLETE = "Nothing is missing: the turn does not have to wait for you."
_ANSWERED = "The turn does not have to wait for you."
_CORRECTED = "Your file with these mistakes corrected, to copy and send:"
_TO_FILL_IN = "Your file with these mistakes corrected. Copy it, fill in your token, send it:"
_BLOCKS = {
    "orders": "What they will do, as far as you can know now:",
    "on_file": "On file:",
    "missing": "Not yet answered in full:",
}
_SUBJECTS: Final[Mapping[ReceiptState, str]] = {
    ReceiptState.GREEN: "your orders are in",
    ReceiptState.YELLOW: "your orders are in, with remarks",
    ReceiptState.RED: "your orders cannot be used",
    ReceiptState.STALE: "your orders are for an older report",
    ReceiptState.LATE: "your orders came too late",
    ReceiptState.NEEDLESS: "nothing more is needed",
}
_SUBJECT_LATER: Final = "your orders are for a later turn"
_COLOURS: Final[Mapping[ReceiptState, str]] = {
    ReceiptState.GREEN: "#2e7d32",
    ReceiptState.YELLOW: "#b58900",
    ReceiptState.RED: "#b3261e",
}
_OTHER: Final = "#5f6368"


def write_receipt(
    file: str,
    name: str,
    receipt: Receipt,
    forecast: Forecast,
    corrected: str,
    sentences: Mapping[str, str],
    *,
    kept: bool,
    again: bool = False,
    by_token: bool = False,
    quoted: Sequence[str] = (),
) -> Iterator[str]:
    """The lines of the answer to ``name``, who sent ``file``, which is named without its folder.

    ``kept`` says whether the file was filed, or only checked; ``again`` that it was in force before, ``by_token`` that
    it came with a token. ``sentences`` is the catalogue for its problems, ``corrected`` the file as it would be
    accepted, or empty; ``quoted`` are the file's own lines, of which those with problems are shown. Remarks come behind
    what the file is refused for.
    """
    opening = _write_opening(name, receipt, forecast, kept=kept, again=again)
    if receipt.state is ReceiptState.NEEDLESS:
        # it is about the game, and about no line of the file
        yield f"{opening}: {'; '.join(describe(problem, sentences) for problem in receipt.problems)}."
        yield f"Receipt {receipt.id}." if kept else _CHECKED
        return
    yield opening
    called = file.replace("\\", "/").rpartition("/")[2] or file
    for problem in sorted(receipt.problems, key=lambda problem: problem.gravity is Gravity.UNWISE):
        place = f"{called}:{problem.place.line}:{problem.place.column}"
        yield f"{place}: {_GRAVITIES[problem.gravity]}: {describe(problem, sentences)}"
        if own := "".join(quoted[problem.place.line - 1 : problem.place.line]).strip():
            yield f"    > {_quote(own)}"
    for title, block in (
        (_BLOCKS["orders"], forecast.orders),
        (_BLOCKS["on_file"], forecast.on_file),
        (_BLOCKS["missing"], forecast.missing),
    ):
        yield from _write_block(title, block)
    is_accepted = receipt.state in ACCEPTED
    if is_accepted and receipt.turn == 0:
        yield _JOINED
    if is_accepted or forecast.until or forecast.missing:
        yield ""
    if forecast.complete and not forecast.pending:
        # a remark may say that something is missing all the same
        yield _ANSWERED if receipt.problems or forecast.conditional else _COMPLETE
    is_full = any(problem.code == TOO_MUCH for problem in receipt.problems)
    if receipt.turn if is_accepted else not is_full and (forecast.until or forecast.missing):
        yield _say_until(forecast, is_accepted=is_accepted)
    if corrected:
        yield ""
        # without its token nobody would know whose it is, and nobody would be answered
        yield _TO_FILL_IN if by_token and LINE_TO_FILL_IN in corrected else _CORRECTED
        yield ""
        yield from corrected.strip("\n").split("\n")
        yield ""
    yield f"Receipt {receipt.id}." if kept else _CHECKED


def _say_until(forecast: Forecast, *, is_accepted: bool) -> str:
    """Until when another file can be sent."""
    until = _UNTIL if is_accepted and not (forecast.beside and forecast.missing) else _RESEND
    if forecast.paused:
        return f"{until}. {_PAUSED}"
    if forecast.passed:
        return f"{until}, {_PASSED}"
    wait = write_wait(forecast.delay)
    when = f"{wait} after" if wait else "when"
    late = f", or else after {write_deadline(forecast.until, forecast.until.tzinfo or UTC)}" if forecast.until else ""
    more = (_ALONE if forecast.alone else _AT_ONCE) if forecast.complete and not wait else ""
    return f"{until}. It runs {when} everybody has answered{late}.{more}"


def write_subject(receipt: Receipt, beside: Sequence[str] = ()) -> str:
    """What the letter with ``receipt`` is about; before a game begins, files have no orders in them.

    ``beside`` is what a file brings that speaks of none.
    """
    beside = _list_beside(receipt, beside)
    if receipt.turn != 0 and beside and receipt.state in ACCEPTED:
        return f"your {_name_beside(beside)} in{', with remarks' * (receipt.state is ReceiptState.YELLOW)}"
    if receipt.turn != 0:
        return _SUBJECT_LATER if _is_for_later(receipt) else _SUBJECTS[receipt.state]
    return "your file is in" if receipt.state in ACCEPTED else "your file cannot be used"


def _is_for_later(receipt: Receipt) -> bool:
    """Whether the file was refused since the turn it is for is not the next."""
    facts = (problem.facts for problem in receipt.problems if problem.code == "stale-turn")
    return any(int(str(fact["written"])) > int(str(fact["turn"])) for fact in facts)


def _quote(line: str) -> str:
    """A line of a file so that nothing in it can forge or break one of ours."""
    line = line.replace(BLANK, "...", 1) if line.lower().startswith("token") else line
    shown = print_safely(line, lambda sign: " " if sign.isspace() else "?")
    return shown if len(shown) <= _WIDEST else f"{shown[:_WIDEST]} ..."


def _write_opening(name: str, receipt: Receipt, forecast: Forecast, *, kept: bool, again: bool) -> str:
    """What became of the file, and of those before it."""
    if receipt.seat is None:
        return _NOBODY
    beside = _list_beside(receipt, forecast.beside)
    if again:
        return (_BESIDE_AGAIN if beside else _AGAIN).format(name=end_sentence(name))
    verb = "replace" if kept else "would replace"
    earlier = "your earlier file still counts" if receipt.turn == 0 else "your earlier orders for this turn still count"
    if beside and receipt.state in _BESIDE:
        awaited = f"; your orders for turn {receipt.turn} are still awaited" if forecast.missing else ""
        return _BESIDE[receipt.state].format(name=end_sentence(name), what=_name_beside(beside), awaited=awaited)
    opening = _OPENINGS[receipt.state]
    is_stale = any(problem.code == "stale-turn" for problem in receipt.problems)
    if receipt.turn == 0 and receipt.state is ReceiptState.STALE and not is_stale:  # the game has not begun
        opening = _EARLY
    elif _is_for_later(receipt):
        opening = _LATER
    return opening.format(
        name=end_sentence(name),
        what=f"orders for turn {receipt.turn} are" if receipt.turn else "file is",
        displaced=f"; they {verb} your earlier ones" if forecast.replaces else "",
        stays=f"; {earlier}" if receipt.in_force else "; nothing in it counts",
    )


def _list_beside(receipt: Receipt, beside: Sequence[str]) -> Sequence[str]:
    """What a file brings that speaks of no orders: ``beside``, or a form in which nobody wrote any."""
    is_form = any(problem.code == ORDERS_LEFT for problem in receipt.problems)
    return beside or (("form",) if is_form else ())


def _name_beside(beside: Sequence[str]) -> str:
    """What a file brings that speaks of no orders, with the verb behind it."""
    is_one = tuple(beside) in {("note",), ("letter",), ("form",)}
    return f"{' and '.join(beside)} {'is' if is_one else 'are'}"


def _write_block(title: str, sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield ""
        yield title
        yield from (f"  {sentence}" for sentence in sentences)


def write_receipt_page(state: ReceiptState, lines: Sequence[str]) -> str:
    """The ``lines`` of a receipt as a page for mail programs; colour and word say the ``state``."""
    colour = _COLOURS.get(state, _OTHER)
    first, rest = html.escape(lines[0]), html.escape("\n".join(lines[1:]))
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"></head>\n'
        '<body style="font-family:Verdana,Arial,sans-serif">\n'
        f'<p style="border-left:8px solid {colour};padding-left:8px">'
        f'<strong style="color:{colour}">{state.value.upper()}</strong> {first}</p>\n'
        f'<pre style="white-space:pre-wrap">{rest}</pre>\n</body>\n</html>\n'
    )
