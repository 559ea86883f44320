"""Orders that stand beside a quoted form and not in it, put below the first lines of that form."""

import re

from adjudicator.intake.file_blocks import find_blocks, find_order_like, list_reported
from adjudicator.intake.mended_lines import look_at, strip_marks
from adjudicator.intake.sentences import LINE_BREAK

_HEAD = re.compile(r"(?:game|turn|seat|after) *:")


def join_form(text: str) -> str:
    """What was typed in ``text``, with the first lines of the form that is quoted there above its orders.

    ``text`` is refused as :data:`~adjudicator.intake.mending.BESIDE_FORM`. What comes out is a text as any other: a
    greeting and a signature stay where they are.
    """
    lines = LINE_BREAK.split(text)
    plain = [look_at(line) for line in lines]
    form = min(find_blocks(plain), key=lambda block: block.depth)
    first = find_order_like(plain, [form])
    head = [bare for number in form.numbers if _HEAD.match(bare := strip_marks(lines[number])[0])]
    theirs, typed = {*form.numbers, *list_reported(plain)}, list[str]()
    for number, line in enumerate(lines):
        if number == first:
            typed += head
        is_above = not form.depth and number < form.numbers[0]
        if number not in theirs and (strip_marks(line)[1] < form.depth or is_above):
            typed.append(line)
    return "\n".join(typed)
