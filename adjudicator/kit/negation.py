"""Words by which something is not to be done, or not with everybody: what is offered must not leave them out."""

import re

_NEGATIONS = frozenset(("not", "no", "never", "dont", "don't", "don\u2019t", "without", "except"))
"""Words that deny what stands beside them."""
_NEGATING = ("un", "not", "non", "no", "dont", "dis")
"""How a word begins that denies the rest of it."""
_UNLESS = r"un[ -]?l+es+"
_LIKE_UNLESS = 0.8
"""How like ``unless`` a word is that was meant to be it, of 1."""
_DENIAL = re.compile(
    r"\b(?:not?(?! (?:more|less|fewer|later|earlier|thanks?)\b)|(?:do|does|is|are|ca|wo)n['\u2019]?t|never|avoid|except"
    rf"|but|without|{_UNLESS}|nobody|nicht|refused?|keep|false|withdraw|cancel|delete|remove|undo)\b",
    re.IGNORECASE,
)
"""A word that denies something or makes an exception."""
_IN_ORDERS = frozenset(("refuse", "refused", "keep", "false"))
"""Those of them in the words of orders: they may stand for another one."""
_WORD = re.compile(r"[^\W\d_][\w-]*")


def is_unless(key: str) -> bool:
    """Whether ``key`` is ``unless``, be it misspelt, or ``if not``: what stands behind it is not to be true."""
    said = key.lower()
    words = said.replace("-", " ").replace("_", " ").split()
    if "if" in words and not {"not", "except", "unless"}.isdisjoint(words):
        return True
    if len(words) != 1 or said == "less" or re.fullmatch(_UNLESS, said):
        return re.fullmatch(_UNLESS, said) is not None
    from difflib import SequenceMatcher  # noqa: PLC0415 - only a misspelt word needs it

    return SequenceMatcher(None, said, "unless").ratio() >= _LIKE_UNLESS


def turns_round(word: str, other: str) -> bool:
    """Whether ``word`` says not what ``other`` says, as ``unfree``, ``isnt`` and ``not-free`` do: no misspelling."""
    said, meant = word.lower(), other.lower()
    parts = said.replace("-", " ").replace("_", " ").split()
    if not _NEGATIONS.isdisjoint(parts) and _NEGATIONS.isdisjoint(meant.replace("-", " ").split()):
        return True
    bare = "".join(parts)
    plain = meant.replace("-", "").replace(" ", "")
    opposites = *(begin + plain for begin in _NEGATING), *(plain + end for end in ("nt", "n't", "n\u2019t", "less"))
    return bare in opposites or (is_unless(word) and not is_unless(other))


def say_without(denial: str) -> str:
    """What to write in place of an order with a ``denial`` in it, which no order can say."""
    return f"what you do want, without '{denial}'"


def count_denials(text: str) -> int:
    """How often ``text`` says no or makes an exception."""
    return len(_DENIAL.findall(text))


def find_denial(text: str, line: str) -> str:
    """The word of ``text`` that says no or makes an exception which ``line`` leaves out; empty where there is none."""
    kept = [found.lower() for found in _DENIAL.findall(line)]
    lost = list[str]()
    for denial in _DENIAL.findall(text):
        if denial.lower() in kept:
            kept.remove(denial.lower())
        elif denial.lower() not in _IN_ORDERS:
            lost.append(denial)
    if len(lost) > len(kept):
        return lost[0]
    meant = set(_WORD.findall(line.lower()))
    others = (word for word in _WORD.findall(text.lower()) if word not in meant | _NEGATIONS and not is_unless(word))
    return next((word for word in others if any(turns_round(word, other) for other in meant)), "")
