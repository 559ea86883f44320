"""Orders in the words of the report: what players write behind a key, spelt as it is read and quoted.

What can mean one thing only is spelt so; anything else is left as it stands, for the readers to refuse.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLEASE = re.compile(r"[,\s]*\bplease\b[!.]*", re.IGNORECASE)
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(NUMBERS)})\b")
EVERYDAY = {
    "clay": "brick",
    **dict.fromkeys(("wood", "timber"), "lumber"),
    "sheep": "wool",
    **dict.fromkeys(("wheat", "corn"), "grain"),
    **dict.fromkeys(("stone", "rock", "iron"), "ore"),
}
"""What players of other translations call the cards."""
_RESOURCES = frozenset({"brick", "lumber", "wool", "grain", "ore"})
_CARD = re.compile(r"(\d+)\s*x?\s*([a-z]+)|([a-z]+)\s*x\s*(\d+)|([a-z]+)")
_PATH = re.compile(r"\b(\d{1,2})\s*(?:-+>?|/|=?>|\bto\b)\s*(\d{1,2})\b")
_NUMBER = re.compile(r"\d{1,2}")
_FILLERS = r"(?:a|an|the|my|new|at|on|in|to|of|from|along|number|no\.?|nr\.?|#)"
_PLACES = r"(?:settlement|city|village|town|road|path|street|intersection|spot|point|place|with|and|then|towards)"
_HEX = r"(?:(?:move|put|play|send|robber|it|to|on|at|hex|tile|the)\s+)*([a-s]|desert)"
_ROBS = r"(?:\s|,|:|/|-+>?|\(|\band\b|\bthen\b|\bfrom\b|\brobs?\b|\brobbing\b|\bsteal(?:ing)?\b|\btake a card\b)+"
_AIM = re.compile(_HEX + rf"(?:(?P<robs>{_ROBS})([a-z][a-z0-9-]*)\)?)?", re.IGNORECASE)
_AIM_TURNED = re.compile(
    rf"(?:(?:from|rob|steal from|take from)\s+)?([a-z][a-z0-9-]+)(?:\s*,\s*|\s+(?:(?:at|on|in)\s+)?){_HEX}",
    re.IGNORECASE,
)
NOBODY_WORDS = frozenset({"nobody", "none", "noone", "no-one"})
"""Who is robbed where nobody is."""
_NO_SEAT = frozenset({"from", "rob", "robs", "steal", "and", "then"})
_DEAL = re.compile(r"(.+?)\s*(?:\bfor\b|\binto\b|\bto\b|\bagainst\b|-+>|=>|=|:)\s*(.+)")
_PURCHASE = re.compile(
    r"(?:for|to) (?:(?:the|a|an|my|next|new) )*(city|settlement|village|road|development card|dev card|card)"
)
_REST = re.compile(r"(?:all|everything|the rest)(?: (?:but|except) (.+?))? (?:for|into) (\S+)")
_DEAL_TURNED = re.compile(r"(?:get|take|receive|buy|want)\s+(.+?)\s+for\s+(.+)")
_DEAL_FILLERS = re.compile(
    r"\b(?:give|trade|swap|exchange|get|take|receive|the|my|bank|with|at|harbou?r|port|cards?)\b"
)
PURCHASES_CALLED: Mapping[str, str] = {
    **dict.fromkeys(("village", "town", "settlements"), "settlement"),
    **dict.fromkeys(("street", "path", "roads"), "road"),
    **dict.fromkeys(("dev", "development", "development card", "dev card", "devcard", "cards"), "card"),
    "cities": "city",
}
"""What players call what they buy."""
CARD_WORDS = {"card", "development", "development card", "dev", "devcard", "dev card", "dev-card", "development-card"}
END_WORDS = {"turn", "my turn", "the turn", "end", "end turn", "yes", "now", "it", "done", "true", "pass", ""}
ROLL_WORDS = {"dice", "the dice", "die", "roll", "yes", "now", "true", ""}


def spell_kind(word: str) -> str:
    """The resource that ``word`` calls by another name, or in the plural; else the word."""
    name = word.lower()
    for known in (name, name.removesuffix("s")):
        if known in _RESOURCES or known in EVERYDAY:
            return EVERYDAY.get(known, known)
    return word


@lru_cache(maxsize=2048)
def spell_cards(text: str) -> str:
    """``2 wool, 1 ore`` for ``two sheep and an ore``."""
    said = _PLEASE.sub(" ", re.sub(r"[+&;,]|\band\b", " ", text.lower()))
    said = _NUMBER_WORD.sub(lambda word: str(NUMBERS.index(word[0])), said)
    said = " ".join(re.sub(r"\ba\b|\ban\b|\bcards?\b|\bof\b", " ", said).split())
    parts = [
        (match[1] or match[4] or "", spell_kind(match[2] or match[3] or match[5])) for match in _CARD.finditer(said)
    ]
    whole = "".join(_CARD.sub("", said).split())
    if not parts or whole or any(kind not in _RESOURCES for _, kind in parts):
        return text
    return ", ".join(f"{count} {kind}".strip() for count, kind in parts)


@lru_cache(maxsize=2048)
def _spell_pile(text: str) -> str:
    """The same with each resource once: ``3 lumber, 2 wool`` for ``wood wood wood sheep sheep``."""
    said = spell_cards(text)
    kinds = re.findall(r"[a-z]+", said)
    if len(set(kinds)) == len(kinds) or not _RESOURCES.issuperset(kinds):
        return said
    counts: dict[str, int] = {}
    for count, kind in re.findall(r"(\d*) ?([a-z]+)", said):
        counts[kind] = counts.get(kind, 0) + int(count or 1)
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


READ = frozenset(
    {
        *NUMBERS,
        *_RESOURCES,
        *EVERYDAY,
        *NOBODY_WORDS,
        *" ".join((*PURCHASES_CALLED, *PURCHASES_CALLED.values(), *CARD_WORDS, *END_WORDS)).split(),
        *("against", "all", "along", "an", "and", "any", "anywhere", "at", "bank", "best", "but", "card"),
        *("desert", "dice", "everything", "except", "finally", "for", "from", "get", "give", "harbor", "harbour"),
        *("hex", "in", "intersection", "into", "knight", "monopoly", "move", "my", "new", "next", "none"),
        *("number", "of", "on", "or", "place", "play", "plenty", "point", "port", "receive", "rest", "rob"),
        *("robber", "site", "spot", "steal", "swap", "take", "the", "then", "tile", "to", "toward", "towards"),
        *("trade", "turn", "want", "with"),
    }
)
"""Words that are read in the text of an order as they stand."""
EVERYBODY = frozenset({"all", "anybody", "anyone", "every", "everybody", "everyone", "everything"})


def spell_whom(word: str) -> str:
    """A seat in small letters; ``any`` for ``all`` and ``everybody``."""
    name = word.lower().removeprefix("the-")
    return "any" if name in EVERYBODY else name


def join_names(text: str, names: Collection[str]) -> str:
    """``text`` with ``seat2`` in place of ``seat 2``, where that is one of ``names``."""

    def join(found: re.Match[str]) -> str:
        spelt = (f"{found[1]}{found[2]}".lower(), f"{found[1]}-{found[2]}".lower())
        return next((name for name in spelt if name in names and found[1].lower() not in names), found[0])

    return re.sub(r"\b([A-Za-z][A-Za-z-]*?)[ -](\d+)\b", join, text)


def spell_path(text: str) -> str:
    """``12-13`` for ``13/12``, ``13 to 12`` and ``13 12``."""
    said = re.sub(rf"\b(?:{_FILLERS}|{_PLACES})(?!\w)(?=\s+\D*\d)", " ", text.lower()).strip(" .")
    match = _PATH.fullmatch(said) or re.fullmatch(r"(\d{1,2})[\s,]+(\d{1,2})", said)
    return "-".join(map(str, sorted(map(int, match.groups())))) if match else text


_BEST = re.compile(
    r"(?:(?:or|then|else|otherwise|finally|the|my|a|at|on|wherever it is) )*"
    r"(?:(?:(?:free )?(?:place|spot|site|one) with the )?best|any|anywhere)"
    r"(?: (?:one|place|spot|site|free|numbers?|intersection))*"
)
_TOWARD = re.compile(r"(?:the way )?(?:towards?|in the direction of)\W*(?:(?:the|a|an|my|next|another|new) )*(.+)")


def _spell_best(text: str) -> str | None:
    """``best`` for ``the best one`` and ``any``."""
    return "best" if _BEST.fullmatch(text.lower().strip(" .!")) else None


def _spell_spot(text: str) -> str:
    best = _spell_best(text)
    if best is not None:
        return best
    said = re.sub(rf"\b{_FILLERS}(?!\w)|\b{_PLACES}\b|[#()]", " ", text.lower()).strip(" .")
    return str(int(said)) if _NUMBER.fullmatch(said) else text


def _spell_road(text: str) -> str:
    aimed = _TOWARD.fullmatch(text.lower())
    return f"toward {_spell_spot(aimed[1])}" if aimed else spell_path(text)


def _spell_place(text: str) -> str:
    """An intersection and a path: with the path's other end alone, and with the path first, too."""
    said = text.lower()
    best = _spell_best(text)
    if best is not None:
        return best
    both = re.fullmatch(r"(\d{1,2})\s+(?:to\s+|towards\s+|-+>\s*)?(\d{1,2})", said.strip())
    if both:
        return f"{int(both[1])} {spell_path(f'{both[1]}-{both[2]}')}"
    paths = re.findall(r"\d{1,2}\s*-\s*\d{1,2}", said)
    if len(paths) != 1:
        return text
    rest = re.sub(rf"\b{_FILLERS}(?!\w)|\b{_PLACES}\b|[#(),/:+;.>-]", " ", said.replace(paths[0], " ")).split()
    return f"{int(rest[0])} {spell_path(paths[0])}" if len(rest) == 1 and _NUMBER.fullmatch(rest[0]) else text


def _spell_paths(text: str) -> str:
    said = text.lower()
    paths = re.findall(r"\d{1,2}\s*[-/]\s*\d{1,2}", said)
    rest = re.sub(rf"\d{{1,2}}\s*[-/]\s*\d{{1,2}}|\b{_FILLERS}(?!\w)|\b{_PLACES}\b|[,;+&]|\broads\b", " ", said)
    rest = re.sub(r"\b(?:none|nothing|only|one)\b", " ", rest) if len(paths) == 1 else rest
    return " ".join(map(spell_path, paths)) if paths and not rest.strip(" .") else text


def _spell_aim(text: str) -> str:
    """``N from chen``; two letters without a word between them may be hex and seat in either order."""
    said = text.strip(" .")
    match = _AIM.fullmatch(said)
    victim = (match[3] or "").lower() if match else ""
    is_named = len(victim) != 1 or re.search(r"[a-z]", match["robs"] if match else "", re.IGNORECASE)
    if match and is_named and victim not in _NO_SEAT:
        return f"{_name_hex(match[1])} from {victim}" if victim and victim not in NOBODY_WORDS else _name_hex(match[1])
    turned = _AIM_TURNED.fullmatch(said)
    if turned and turned[1].lower() not in {"hex", "tile", "robber", "move", "to", "play"}:
        return f"{_name_hex(turned[2])} from {turned[1].lower()}"
    return text


def _name_hex(word: str) -> str:
    return word.lower() if word[1:] else word.upper()


def _spell_bank(text: str) -> str:
    said = " ".join(text.lower().strip(" .").split())
    aimed, rest = _TOWARD.fullmatch(said) or _PURCHASE.fullmatch(said), _REST.fullmatch(said)
    if aimed:
        return f"toward {PURCHASES_CALLED.get(aimed[1], aimed[1])}"
    if rest:
        kept = spell_cards(re.sub(r"\ban?\b", "1", rest[1] or ""))
        return f"all{f' but {kept}' if kept else ''} for {spell_kind(rest[2])}"
    turned = _DEAL_TURNED.fullmatch(said)
    give, take = (turned[2], turned[1]) if turned else (said, "")
    if not turned:
        plain = " ".join(_DEAL_FILLERS.sub(" ", re.sub(r"[,;]?\s*\b(?:get|take|receive)\b", " for ", said)).split())
        plain = re.sub(r"(?:\bfor\s+)+", "for ", plain)
        match = _DEAL.fullmatch(plain)
        if match is None:
            return text
        give, take = match.groups()
    give, take = (spell_cards(" ".join(_DEAL_FILLERS.sub(" ", part).split())) for part in (give, take))
    return f"{give} for {take}" if "," not in give + take else text


def _one_of(words: set[str], name: str) -> Callable[[str], str]:
    def spell(text: str) -> str:
        said = re.sub(r"^(?:a|1|one)\s+", "", text.lower().strip(" .!"))
        return name if said in words else text

    return spell


def _spell_resource(text: str) -> str:
    return spell_kind(re.sub(r"\b(?:all|on|of|the|every|take)\b", " ", text.lower()).strip(" ."))


WORDS_ALONE = ("buy", "end", "roll")
"""Orders with one word behind them, which may be left out."""
_SPELLERS: Mapping[str, Callable[[str], str]] = {
    "place": _spell_place,
    **dict.fromkeys(("settlement", "city"), _spell_spot),
    "road": _spell_road,
    "buy": _one_of(CARD_WORDS, "card"),
    "end": _one_of(END_WORDS, "turn"),
    "roll": _one_of(ROLL_WORDS, "dice"),
    **dict.fromkeys(("knight", "robber"), _spell_aim),
    "road-building": _spell_paths,
    **dict.fromkeys(("plenty", "discard"), _spell_pile),
    "monopoly": _spell_resource,
    "bank": _spell_bank,
}


@lru_cache(maxsize=2048)
def spell(key: str, text: str | int) -> str:
    """What stands behind ``key`` in the words of the report, if it is understood."""
    plain = " ".join(_PLEASE.sub(" ", str(text)).split()) or " ".join(str(text).split())
    speller = _SPELLERS.get(key)
    return (speller(plain) or plain) if speller else plain
