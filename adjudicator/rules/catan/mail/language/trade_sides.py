"""Which card of a trade is given and which is got, as people say it: what is offered must not turn it round."""

import re
from collections.abc import Collection, Sequence

from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.likeness import find_cards
from adjudicator.rules.catan.mail.language.spelling import spell_kind

_BANK = re.compile(r"bank: (?:(\d+) )?([a-z]+) for (?:(\d+) )?([a-z]+)")
_TERMS = re.compile(r"([a-z]+: \{give: )([^{}:]+)(, get: )([^{}:]+?)((?:, [a-z-]+: [^{}]*)?\})")
"""Lines with two sides."""
_WANT_TO = re.compile(r"\b(?:want|wish|need|like) to\b")
"""Words for something else than getting."""
_WORD = re.compile(r"[a-z]+(?:-?[a-z]*\d+)?|<-|->|<=|=>")
_SUBJECT = re.compile(r"bank(?=:| (?!(?:gives|pays|offers|sells|gets|wants|needs|takes|receives)\b))")
"""The bank as the kind of an order, and not as somebody who gives or gets."""
_SAYS = {
    **dict.fromkeys(("give", "giving", "pay", "paying", "offer", "sell", "spend", "have", "my"), "+"),
    **dict.fromkeys(("get", "getting", "want", "need", "receive", "take", "buy", "wish", "ask", "request"), "-"),
    **dict.fromkeys(("for", "to", "into", "against", "->", "=>"), "f"),
    **dict.fromkeys(("<-", "<=", "received", "paid", "given", "got", "taken"), "?"),
    **dict.fromkeys(("me", "us"), "m"),
    **dict.fromkeys(("bank", "harbor", "harbour", "port", "you", "they", "he", "she"), "p"),
    **dict.fromkeys(("anybody", "anyone", "somebody", "who"), "p"),
    "from": "o",
    "with": "w",
}
"""What words say of the sides of a trade; others say nothing of them."""
_GIVEN = re.compile(
    r"""
    (?:[fw]?p|\+[fw]?p?)?G(?:[fw]p)?(?:f|-|f-|\+-)?T  # ore for brick; give the bank ore, get brick
    |[-+fw]*(?:[fw]p|\+p)?\+G(?:[fw]p)?(?:f|-|f-)T    # with the bank give ore for brick
    |f\+?G-T                                         # for ore I want brick
    |p\+T(?:f|-)G                                    # the bank gives brick for ore
    |p\+Tf\+G                                        # she gives brick, for paying ore
    |(?:[fw]?p)?\+mT(?:f\+?|\+)G                     # she gives me brick for ore
    """,
    re.VERBOSE,
)
_GOT = re.compile(
    r"""
    [fw]?p?[f-]?-?T(?:op)?(?:o|\+|f\+)G              # buy brick, I give ore
    |-[fo]*p?f?T(?:[ow]p)?(?:f\+?|\+|o)G             # want brick from the bank for ore
    |T(?:op)fG                                       # brick from the bank for ore
    |opTfG                                           # from the bank brick for ore
    """,
    re.VERBOSE,
)
"""How the sides are said, ``G`` for what the sender gives and ``T`` for what he gets, the first or the last named."""
_BEHIND = re.compile(r"[-fwop]*$")
"""What stands behind both sides: with whom, how often."""


def hold_sides(words: str, lines: Sequence[str], seats: Collection[str] = ()) -> tuple[list[str], bool]:
    """``lines`` with the sides that ``words`` say, in both directions where they do not; and whether they do."""
    held, is_said = list[str](), True
    for line in lines:
        turned = _turn(line)
        if not turned or turned in lines or _says(words, line, seats) is not False:
            held.append(line)
        elif _says(words, turned, seats):
            held.append(turned)
        else:
            held += [line, turned]
            is_said = False
    return held, is_said


def states_trade(words: str, line: str, seats: Collection[str] = ()) -> bool:
    """Whether ``words`` say the trade of ``line`` and nothing else: its sides, with whom, and how many of each card."""
    if not (_TERMS.fullmatch(line) or _BANK.fullmatch(line)) or not _says(words, line, seats):
        return False
    said = _WANT_TO.sub("", words.lower())
    known = {*_SAYS, *seats, *_SILENT}
    is_known = all(
        spell_kind(word) in RESOURCES or {word, word.removesuffix("s"), word.removesuffix("es")} & known
        for word in re.findall(r"[^\W\d_][\w'-]*", said)
    )
    is_of_bank, of_bank = line.startswith("bank:"), "bank" in said or "port" in said or "harbo" in said
    whom = [{seat for seat in seats if re.search(rf"\b{seat}\b", text)} for text in (said, line)]
    # nobody is named behind a last 'to', and a bare trade may be one with the bank
    is_open = re.search(r"\b(?:to|with|from)\W*$", said) or ("trade" in said and not (is_of_bank or whom[0]))
    is_same = whom[0] == whom[1] and (is_of_bank or not of_bank) and not is_open
    return is_known and is_same and _count_each(said) == _count_each(line)


_SILENT = frozenset(
    {"and", "propose", "trade", "i", "a", "an", "one", "the", "please", "would", "like", "i'd", "card", "in"}
)
_COUNTED = re.compile(r"(?:(\d+) )?([a-z]+)")


def _count_each(text: str) -> dict[str, int]:
    """How many of each card ``text`` says, 1 where it does not."""
    pairs = ((spell_kind(word), int(count or 1)) for count, word in _COUNTED.findall(text))
    return {kind: count for kind, count in pairs if kind in RESOURCES}


def _turn(line: str) -> str:
    """``line`` with its sides turned round; empty where it has not just two, or the number of cards tells them."""
    if found := _TERMS.fullmatch(line):
        return f"{found[1]}{found[4]}{found[3]}{found[2]}{found[5]}"
    found = _BANK.fullmatch(line)
    if found is None or int(found[1] or 1) > int(found[3] or 1):
        return ""
    return "bank: " + " for ".join(re.sub(r"^bank: ", "", line).split(" for ")[::-1])


def _says(words: str, line: str, seats: Collection[str]) -> bool | None:
    """Whether ``words`` say the sides of ``line``; None where they do not name the cards of both."""
    give, get = (
        {word for word in re.findall(r"[a-z]+", side) if word in RESOURCES}
        for side in re.split(r" for |, get: ", line, maxsplit=1)
    )
    said = _SUBJECT.sub("", words.lower(), count=1) if words.lower().startswith("bank") else words.lower()
    signs, said = "", _WANT_TO.sub("", said)
    for word in _WORD.findall(said):
        kind = spell_kind(word)
        sign = "G" if kind in give else "T" if kind in get else "p" if word in seats else _SAYS.get(word)
        sign = sign or _SAYS.get(word.removesuffix("s")) or _SAYS.get(word.removesuffix("es"), "")
        signs += "" if signs.endswith(sign) else sign
    if give & get or signs.count("G") != 1 or signs.count("T") != 1 or not {*find_cards(said)} <= give | get:
        return None
    signs = _BEHIND.sub("", signs)
    return bool(_GIVEN.fullmatch(signs) or _GOT.fullmatch(signs))
