"""How like a line is to the words in place of which it is offered: what it leaves out of them, and what it adds."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import zip_longest

from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.nearest import PATH, PLAIN
from adjudicator.rules.catan.mail.language.order_text import FORMS
from adjudicator.rules.catan.mail.language.spelling import EVERYBODY, EVERYDAY, NUMBERS, READ, join_names, spell_kind
from adjudicator.rules.catan.mail.plans import SOFT

SURE = 0.75
"""How like a word is to another that was surely meant, of 1."""
_NUMBER = re.compile(r"\d+")
_FILLERS = frozenset(
    {
        "a",
        "an",
        "and",
        "build",
        "for",
        "from",
        "get",
        "give",
        "hex",
        "i",
        "my",
        "on",
        "place",
        "play",
        "please",
        "the",
        "then",
        "to",
        "with",
    }
)
"""Words that people leave out, or write where a line has brackets or keys of its own."""
_DIRECTING = frozenset({"and", "from", "get", "give", "then", "to", "with"})
"""Those of them that say of a trade with the bank which card is given, or that there may be two."""
_CARD = r"((?:\d+ )?[a-z]+)"
_TRADED = (
    (re.compile(rf"\b(?:(?:get|to) )?{_CARD},? (?:from|give) {_CARD}\b", re.IGNORECASE), r"\2 for \1"),
    (re.compile(rf"\bgive {_CARD},? (?:get|to) {_CARD}\b", re.IGNORECASE), r"\1 for \2"),
)
"""What is got and given, as a line of the bank has it."""
_SIDES = (
    (re.compile(rf"\bget {_CARD} for {_CARD}\b", re.IGNORECASE), r"give \2 get \1"),
    (re.compile(rf"\bgive {_CARD},? want {_CARD}\b", re.IGNORECASE), r"give \1 get \2"),
)
"""The same as a proposal has it."""
_AIMED = ("robber:", "knight:")
_AIM = re.compile(
    r"\b(?:(a)(?! (?:card|hex|knight|robber|soldier|tile)\b)"
    r"|(i)(?! (?:move|need|place|play|put|rob|send|steal|take|try|use|want|will|would)\b))(?![\w'\u2019-])",
    re.IGNORECASE,
)
"""A hex, and no article, nor the speaker."""
_ON_ME = re.compile(r"(?:(?<=\brobber )|(?<=\brobber: ))me\b")
_BESIDE = frozenset({"a", "an", "any", "my", "on", "or", "the"})
"""Words in a condition that stand beside what it asks for."""
_SET_UP = frozenset({"settlement", "road"})
"""What a place of the set-up is made of."""
_PIECES = ("settlement", "city", "road", "knight", "robber", "bank")
"""How orders begin of which several may stand in one text."""
_JOINED = re.compile(r"\b(?:and|then|or)\b|[,;+&]")
_ONE = re.compile(r"^\d+: (?=[a-z])|\b1(?=\s*x?\s*[a-z]{2})")
"""The number of an order, and that of one card, which orders leave out."""
_RATE = re.compile(r"\b[234]\s*:\s*1\b")
"""The rate of a trade, which the bank knows."""
_ADDRESSED = re.compile(r"\byou (?:give|get)\b(?! (?:me|us)\b)", re.IGNORECASE)
"""It may be said to the others, or be copied from one's own report."""
_BEHIND = re.compile(r"(?:\b(?:and|then)\b|[,;&+])\s*(?:(?:an?|1|buy|draw) )*(card|end)\b")
"""A short order behind another one."""
_NUMBERED = {
    **{word: str(number) for number, word in enumerate(NUMBERS[2:], 2)},
    "second": "2",
    "third": "3",
    "twice": "2",
    "again": "2",
}
_CARD_TOO = re.compile(r"(?:(?<=\band)|(?<=\bthen)) (?:an? |1 )?card$", re.IGNORECASE)
"""A card that is bought behind something else."""
_COUNTED = {word: str(number) for number, word in enumerate(NUMBERS[1:], 1)}
_MOST_TIMES = 5
"""So many lines at most stand for one."""
_SAID = re.compile(r"[a-z]+(?:[-'\u2019][a-z]+)*\d*|\d+")
_HOW_MUCH = frozenset({"both", "half", "more", "most", "other", "others", "twice"})
_SAYING_NOTHING = frozenset(
    {
        *((READ | PLAIN | EVERYBODY | _FILLERS | FORMS.keys()) - {*RESOURCES, *EVERYDAY} - _HOW_MUCH),
        *("accept", "ask", "asks", "can", "could", "decline", "does", "don't", "draw", "finish", "first", "harbors"),
        *("harbours", "have", "i'd", "i'll", "it's", "let", "like", "me", "need", "never", "pass", "pay"),
        *("propose", "put", "refuse", "reject", "request", "requests", "robbing", "sell", "settle", "should"),
        *("thanks", "try", "upgrade", "use", "will", "would", "you"),
    }
)
"""Words that may be left out of an order: those that orders read over, and the words for kinds of orders."""


def is_spelt_nearly(words: str, line: str) -> bool:
    """Whether ``line`` says the same as ``words`` in the same order, but for spelling, keys and fillers.

    An ``or`` is what a list of alternatives says too. Which card goes to the bank is never read over.
    """
    said = re.sub(r"\bor\b", " ", words, flags=re.IGNORECASE) if "[" in line else words
    said = _CARD_TOO.sub(" buy card", said)
    said, line = _mark_hexes(said, line)
    line, *again = line.split("\n") if _count_alike(line) else [line]
    if again:
        said = re.sub(r"\w+", lambda word: "" if _tell(word[0]) == str(len(again) + 1) else word[0], said)
    fillers = _FILLERS
    if line.startswith("bank:"):
        fillers = _FILLERS - _DIRECTING
    for words_of_both, deal in _TRADED if line.startswith("bank:") else _SIDES if "{give: " in line else ():
        said = words_of_both.sub(deal, said)
    content = [word for word in _list_content(said, fillers) if word not in _SET_UP or not line.startswith("place:")]
    pairs = zip_longest(content, _list_content(line, fillers), fillvalue="")
    return all(one == other or (one.isalpha() and find_near(one, [other], SURE)) for one, other in pairs)


def _count_alike(line: str) -> int:
    """How many lines, one like the other, ``line`` has; 0 where there is one alone, or others."""
    parts = line.split("\n")
    return len(parts) if len(parts) > len({*parts}) == 1 else 0


def read_times(text: str) -> int:
    """How often something is to be done, by the one number that ``text`` says; once where it says none, or several."""
    numbers = [int(word) for word in map(_tell, re.findall(r"\w+", text)) if word.isdecimal()]
    return numbers[0] if len(numbers) == 1 and 0 < numbers[0] <= _MOST_TIMES else 1


def _mark_hexes(words: str, line: str) -> tuple[str, str]:
    """``words`` and an order for the robber with hexes A and I so that they can be told from other words."""
    if not line.startswith(_AIMED):
        return words, line
    return _AIM.sub(r"hex-\1\2", words), _AIM.sub(r"hex-\1\2", line)


def asks_same(words: str, line: str) -> bool:
    """Whether the condition ``line`` has the words and numbers of ``words`` and no others; an ``or`` is its ``any``."""
    said, asked = (re.findall(r"[a-z]+|\d+", _ON_ME.sub("mine", text.lower())) for text in (words, line))
    if ("or" in said or "any" in said) != ("any" in asked) or _NUMBER.findall(words) != _NUMBER.findall(line):
        return False
    kept, meant = ([word for word in dict.fromkeys(text) if word not in _BESIDE] for text in (said, asked))
    return kept == meant


def _list_content(text: str, fillers: AbstractSet[str]) -> list[str]:
    words = re.findall(r"[a-z]+(?:-[a-z]+)*|\d+(?:-\d+)?", text.lower())
    return [_COUNTED.get(word) or spell_kind(word) for word in words if word not in fillers]


def is_example(words: str, line: str) -> bool:
    """Whether ``line`` is an example: it names cards, ends of a path, hexes or seats that ``words`` do not, or nothing
    of theirs.
    """
    kind, _, text = line.partition(":")
    if kind == "if":
        return False
    if line.startswith(_AIMED):
        robbed = re.findall(r"\bfrom ([\w-]+)", line)
        named = re.findall(r"[\w-]+", join_names(words.lower(), robbed))
        return not _find_hexes(line) <= _find_hexes(words) or not all(find_near(seat, named, SURE) for seat in robbed)
    said, named = _list_said(words), _list_named(words, line)
    found = [word for word in named if find_near(word, said, SURE)]
    if adds_named(words, line):
        return True
    return not found and set(_NUMBER.findall(words)).isdisjoint(_NUMBER.findall(text))


def aims_elsewhere(words: str, line: str) -> bool:
    """Whether ``line`` puts the robber on hex A or I, which in ``words`` is an article or the speaker."""
    said, aimed = _mark_hexes(words, line)
    return any(
        mark not in said.lower() and mark[-1] in _find_hexes(words) for mark in re.findall("hex-[ai]", aimed.lower())
    )


def _find_hexes(text: str) -> set[str]:
    return {*re.findall(r"\b(?:hex-?)?([a-s])\b", _AIM.sub(r"hex-\1\2", text).lower())}


def adds_named(words: str, line: str) -> bool:
    """Whether ``line`` names cards, or paths for roads, that ``words`` do not."""
    roads = "".join(
        part for part in line.split("\n") if part.partition(":")[0] in (*SOFT, "road") and PATH.search(part)
    )
    if not {*_NUMBER.findall(roads)} <= {*_NUMBER.findall(words)}:
        return True
    said = _list_said(words)
    return any(word in RESOURCES and not find_near(word, said, SURE) for word in _list_named(words, line))


def _keeps_cards(words: str, line: str) -> bool:
    """Whether ``line`` names all cards that ``words`` do, and of places and pieces all that are named beside the first;
    what of a hand is to be kept is reckoned.
    """
    if line.startswith("discard: "):
        return True
    return {*find_cards(words.lower())} <= {*find_cards(line)} and _keeps_pieces(words.lower(), line)


def keeps_said(words: str, lines: Sequence[str]) -> bool:
    """Whether ``lines`` have each number, place, card and seat that ``words`` have, misspelt or not, and every other
    word that is not known to say nothing: else they are no more than examples. What of a hand goes is reckoned.
    """
    if all(line.startswith("discard: ") for line in lines):
        return True
    whole = "\n".join(lines).lower()
    if _ADDRESSED.search(words) or any(short[1] not in whole for short in _BEHIND.finditer(words.lower())):
        return False
    words = _RATE.sub(" ", words) if whole.startswith("bank:") else words
    if whole.startswith(_AIMED):
        words, whole = _mark_hexes(words, whole)
    seats = re.findall(r"[a-z]+(?:-[a-z]+)*\d+", whole)
    kept = f"{whole} {' '.join(map(str, filter(None, map(_count_alike, lines))))}"
    lost = Counter(_list_told(_ONE.sub(" ", join_names(words.lower(), seats)))) - Counter(_list_told(kept))
    named = [*re.findall(r"[a-z]+(?:-[a-z]+)*\d*", whole), *whole.replace(": ", "").split("\n")]
    exact = (word.isdecimal() or len(word) == 1 or word.startswith("hex-") for word in lost)
    is_lost = (is_exact or not find_near(word, named, SURE) for word, is_exact in zip(lost, exact, strict=True))
    return not any(is_lost) and all(_keeps_cards(words, line) for line in lines)


def _list_told(text: str) -> list[str]:
    """The numbers of ``text``, and once each its letters of hexes and the words that say something."""
    said = text.lower().replace("'s", " ")
    words = list(map(_tell, _SAID.findall(said)))
    numbers = [str(int(word)) for word in words if word.isdecimal()]
    others = {word for word in words if not word.isdecimal()} - _SAYING_NOTHING - {"a", "i", "x"}
    return [*numbers, *sorted(others)]


def _tell(word: str) -> str:
    return _NUMBERED.get(word.lower()) or spell_kind(word)


def _keeps_pieces(words: str, line: str) -> bool:
    kind = line.partition(":")[0]
    if kind not in (*SOFT, *_PIECES, "end", "buy", "place"):
        return True
    if kind in ("buy", *SOFT) and re.search(r"\bcards\b|\bcard\b.*\bcard\b", words) and not _count_alike(line):
        return False  # of how many cards one alone would be bought
    if kind in SOFT and re.search(r"\bcards?\b", words) and "card" not in line:
        return False
    pieces = () if kind == "place" else _PIECES
    is_whole = kind in ("buy", "end", "place") or not _JOINED.search(words)
    is_whole = is_whole or {*_NUMBER.findall(words)} <= {*_NUMBER.findall(line)}
    return is_whole and all(piece in line for piece in pieces if re.search(rf"\b{piece}\b", words))


def _list_said(words: str) -> list[str]:
    """Words as they are written, and as cards are called in orders."""
    return [*re.findall(r"[a-z]+", words.lower()), *map(spell_kind, re.findall(r"[a-z]+", words.lower()))]


def _list_named(words: str, line: str) -> list[str]:
    """What a line names, and its kind of order where the words do not say it."""
    kind, _, text = line.partition(":")
    named = re.findall(r"[a-z]+", f"{text} {'' if kind in _list_said(words) else kind}")
    return [word for word in named if word not in _FILLERS]


def find_cards(text: str) -> list[str]:
    """The resources that words of ``text`` call, each once."""
    kinds = map(spell_kind, re.findall(r"[a-z]+", text))
    return list(dict.fromkeys(kind for kind in kinds if kind in RESOURCES))
