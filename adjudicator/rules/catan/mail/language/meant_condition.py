"""What a condition that was not understood was probably meant to ask, and the line for one that stands elsewhere."""

import re
from collections.abc import Callable, Mapping, Sequence

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.kit.negation import find_denial, is_unless
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.conditions import ANYBODY, AT_LEAST, AT_MOST, DONE, ME, MINE, NOBODY, OF_SEATS, holds
from adjudicator.rules.catan.mail.language.nearest import respell, write_item
from adjudicator.rules.catan.mail.language.spelling import join_names, spell_cards, spell_kind, spell_path
from adjudicator.rules.catan.mail.language.vocabulary import is_understood
from adjudicator.rules.catan.views.known import View

_KEYS: Sequence[tuple[str, str]] = (
    (r"(?:order|line|step)s?\b", "line"),
    (r"longest[- ]?(?:road)?\b", "longest-road"),
    (r"(?:largest[- ]?)?army\b", "army"),
    (r"lead(?:s|er|ing)?\b", "leads"),
    (r"points?\b|score\b|vps?\b", "points"),
    (r"roll(?:s|ed)?\b|dice\b|die\b", "rolled"),
    (r"robber\b|thief\b", "robber"),
    (r"free\b|empty\b|open\b", "free"),
    (r"(?:dev(?:elopment)?[- ]?)?card\b|knight\b|monopoly\b|plenty\b|road[- ]building\b", "card"),
    (r"hand\b|cards\b", "hand"),
    (r"have\b|has\b|hold(?:s|ing)?\b|got\b|own\b|with\b", "have"),
)
_LESS, _MORE = r"<|less|fewer|under|below", r">|more[- ]than|more:? \d|above|\bover\b"
_MOST = r"at[- ]?most|max|up[- ]to|<=|or (?:less|fewer)"
_LEAST = r"at[- ]?least|min|>=|or more"
_OR = re.compile(r"\s+or\s+(?!(?:above|below|fewer|higher|less|lower|more|over)\b)", re.IGNORECASE)
_TILES = re.compile(r"\b[b-hj-s]\b")
_JUST = re.compile(r"\b(?:is|exactly|equals?|just):? (?=\d)|=")
_CARD = re.compile(r"knight|monopoly|road[- ]building|plenty")
_PEOPLE: Mapping[str, str] = {
    **dict.fromkeys(("anybody", "anyone", "somebody", "someone", "others"), ANYBODY),
    **dict.fromkeys(("nobody", "none"), NOBODY),
}
_PAIR = 2
_ALTERNATING = ("have", "roll", "dice", "robber", "free", "card", "leads", "army", "longest-road")
"""What is asked of one thing, so that several are alternatives."""
_CONTRARY = re.compile(r"\b(?:not|isn'?t|but|except|unless)\b")
_SUBJECT = re.compile(r"(?:if |when |unless )?(.+?) (?:has|had|holds|owns|leads|is)\b")
_NO_SUBJECT = re.compile(r"\b(?:i|it|me|my|mine|army|cards?|hand|points?|road|score)\b")
"""Who is no other player."""
_PLAYED = ("knight", "road-building", "plenty", "year-of-plenty", "monopoly")
_LIMITS = frozenset({AT_LEAST, AT_MOST})
_SEAT = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}")
_COUNT = re.compile(r"(?<![\w-])\d+")
"""A number, and not that of a seat."""
_BOUNDS = {"rolled": (2, 12), "line": (1, 60), "points": (0, 99), "hand": (0, 95)}
"""The least and the most number that a file may ask for, as its schema has it."""
_ASKING = frozenset({"if", "when", "only-if", "only if", "condition"})
_NOT_DONE = re.compile(r"\b(?:refused|rejected|declined|isnt|not|failed|impossible|un(?:done|accepted))\b")
_IN_TEXT = re.compile(r"(.*?),? ?(?:only )?\b(if|when|unless) (.+)", re.IGNORECASE)
_FIRST = re.compile(r"^(?:only )?(if|when|unless) (.+?)(?:, then|,| then) (.+)", re.IGNORECASE)
_ELSE = re.compile(r"\b(?:else|otherwise)\b")
_ALWAYS = re.compile(r"(?:it'?s |it is |that'?s |i |you |we )?(?:can|possible|need be|able)\b.*", re.IGNORECASE)
"""What is said of any order: one that cannot be done is passed over anyway."""


def mend_beside(known: View, seat: SeatNumber, said: JsonValue, mend: Callable[[JsonValue], list[str]]) -> list[str]:
    """What ``mend`` makes of ``said``, with a condition that stood in it on a line of its own below.

    Nothing where the condition cannot be read. Offers have none, since all see them, so wishes take their place.
    """
    order, asked = _part(said)
    if asked is None:
        return mend(order)
    meant = None if _ELSE.search(str(asked)) else _mend(known, seat, asked)
    if meant is None:
        return []
    lines = (re.sub(r"^offer: (.*?)(?:to(: \[.*))?$", _wish, line) for line in mend(order))
    return ["\n".join(f"{part}\nif: {write_flow(meant)}" for part in line.split("\n")) for line in lines]


def _wish(offer: re.Match[str]) -> str:
    return f"want: {offer[1]}{f'from{offer[2]}' if offer[2] else ''}"


def _part(said: JsonValue) -> tuple[JsonValue, JsonValue]:
    """``said`` without the condition that stands in it, and that; None for none."""
    if isinstance(said, str):
        text = _FIRST.sub(r"\3 \1 \2", " ".join(said.split()))
        found = _IN_TEXT.fullmatch(text)
        if found is None:
            return said, None
        asked = None if _ALWAYS.fullmatch(found[3]) else found[3]
        return found[1], {"not": asked} if asked and found[2].lower() == "unless" else asked
    if not isinstance(said, Mapping):
        return said, None
    for key, value in said.items():
        if _FIRST.match(f"{key}, {value}") and len(said) == 1:
            return _part(f"{key}, {value}")
        if isinstance(value, Mapping) and not is_asking(key):
            asking = next((word for word in value if is_asking(word)), None)
            if asking is not None:
                terms = {word: part for word, part in value.items() if word != asking}
                return {**said, key: terms}, _turn(asking, value[asking])
        elif isinstance(value, str) and not is_asking(key):
            rest, asked = _part(value)
            if asked is not None:
                return {**said, key: rest}, asked
    return said, None


def is_asking(key: str) -> bool:
    """Whether a condition stands behind ``key``, which may be another word for ``if``."""
    return key.lower() in _ASKING or is_unless(key)


def _turn(key: str, asked: JsonValue) -> JsonValue:
    """What is asked behind ``key``: behind ``unless`` it is the contrary."""
    return {"not": asked} if is_unless(key) else asked


def mend_asked(known: View, seat: SeatNumber, item: JsonObject) -> list[str] | None:
    """A line for the condition of an item, where it is at fault and can be guessed; None where it is not at fault."""
    keys = [key for key in item if is_asking(key)]
    if not keys or (keys == ["if"] and is_whole(known, item["if"])):
        return None
    if len(keys) > 1:
        return []  # a line for one of them would leave out the others
    key = keys[0]
    meant = _mend(known, seat, _turn(key, item[key]))
    return [] if meant is None else _offer(meant, {key: item[key]})


def mend_condition(known: View, seat: SeatNumber, said: JsonObject) -> list[str]:
    """A line for a condition with a name in it that does not exist."""
    meant = _mend(known, seat, said)
    return [] if meant is None or meant == said else _offer(meant, said)


def _offer(meant: JsonObject, said: JsonObject) -> list[str]:
    """The line of what was ``meant`` by what is ``said``, unless it would leave out a no."""
    line = f"if: {write_flow(meant)}"
    return [] if find_denial(write_flow(said), line) else [line]


def _mend(known: View, seat: SeatNumber, said: JsonValue) -> JsonObject | None:
    if isinstance(said, Mapping):
        if is_whole(known, said) and is_understood(holds, said, known, seat, {}):
            return said
        parts = [_mend_entry(known, seat, key, value) for key, value in join_parts(said).items() if key != "is"]
        if "is" in said and len(parts) == 1 and parts[0] is not None and "line" in parts[0]:
            return {**parts[0], "is": "refused" if _NOT_DONE.search(str(said["is"])) else DONE}
        if len(parts) > 1 and any(re.match(r"(?:or|either)\b", key.lower()) for key in said):
            return _group("any", parts) if len(parts) == _PAIR else None  # of more, what belongs together is not said
    elif isinstance(said, list | tuple):
        parts = [_mend(known, seat, part) for part in said]
    else:
        pieces = re.split(r"\s+and\s+(?!\d|an? )", str(said or ""))
        parts = [_read_choice(known, seat, piece) for piece in pieces]
        if len(parts) > 1 and any(_OR.search(piece) for piece in pieces):
            return None  # which of the two is asked first is not said
    return _group("all", parts)


def _group(word: str, parts: Sequence[JsonObject | None]) -> JsonObject | None:
    """All parts, or any of them; None where one is not understood."""
    found = [part for part in parts if part is not None]
    if not found or len(found) < len(parts):
        return None
    return found[0] if len(found) == 1 else {word: found}


def is_whole(known: View, said: JsonValue) -> bool:
    """Whether a condition has the form of one; names in it may not exist."""
    if not isinstance(said, Mapping) or len(said.keys() - {"is"}) != 1:
        return False
    ((key, asked),) = ((key, value) for key, value in said.items() if key != "is")
    match key:
        case "all" | "any":
            return isinstance(asked, list | tuple) and all(is_whole(known, part) for part in asked)
        case "not":
            return is_whole(known, asked)
        case "rolled":
            return _is_number(key, asked)
        case "line":
            return _is_number(key, asked) and said.get("is") in (DONE, "refused")
        case "card":
            return asked in _PLAYED
        case "robber":
            return isinstance(asked, str) and (asked == MINE or (len(asked) == 1 and asked.isascii()))
        case "free":
            return re.fullmatch(r"\d{1,2}(-\d{1,2})?", str(asked)) is not None
        case "points" | "hand":
            limits = asked.keys() - {"of"} if isinstance(asked, Mapping) else set()
            return isinstance(asked, Mapping) and bool(
                limits
                and limits <= _LIMITS
                and all(_is_number(key, asked[limit]) for limit in limits)
                and _SEAT.fullmatch(str(asked.get("of", ME)))
            )
    is_asked = isinstance(asked, str) and (key == "have" or (key in OF_SEATS and _SEAT.fullmatch(asked) is not None))
    return key in known.table.rules.conditions or is_asked


def _is_number(key: str, asked: JsonValue) -> bool:
    """Whether ``asked`` is a number that may stand behind ``key``."""
    least, most = _BOUNDS[key]
    return type(asked) is int and least <= asked <= most


def join_parts(said: JsonObject) -> dict[str, JsonValue]:
    """A list of cards without quotes falls apart at its comma: put together again."""
    joined: dict[str, JsonValue] = {}
    for key, value in said.items():
        if value is None and joined:
            last = next(reversed(joined))
            joined[last] = f"{joined[last]}, {key}"
        else:
            joined[key] = value
    return joined


def _mend_entry(known: View, seat: SeatNumber, key: str, value: JsonValue) -> JsonObject | None:
    word = key.lower().strip()
    if isinstance(value, Mapping) and len(value.keys() - {"of"}) > 1 and word in ("points", "hand"):
        return _mend_limits(known, seat, word, value)
    is_name = word in OF_SEATS and not _COUNT.search(str(value))
    whom = value.get("of") if isinstance(value, Mapping) else value if is_name else None
    if isinstance(whom, str) and not _names_anyone(known, whom):
        return None
    parts = value if isinstance(value, list | tuple) else ()
    if word in ("all", "any", "and", "or") and parts:
        return _group("any" if word in ("any", "or") else "all", [_mend(known, seat, part) for part in parts])
    if word == "not":
        inner = _mend(known, seat, value)
        return None if inner is None else {"not": inner}
    if word.startswith(_ALTERNATING) and isinstance(value, str) and " or " in value:
        parts = value.split(" or ")
    elif not word.startswith(_ALTERNATING[1:]):
        parts = ()
    if parts:
        return _group("any", [_mend_entry(known, seat, key, part) for part in parts])
    return _read_text(known, seat, f"{key} {_say(value)}")


def _mend_limits(known: View, seat: SeatNumber, key: str, said: JsonObject) -> JsonObject | None:
    """Both limits of what is counted; None where there are others, or one of the two is not understood."""
    whom = {"of": said["of"]} if "of" in said else {}
    parts = [_mend_entry(known, seat, key, {**whom, limit: count}) for limit, count in said.items() if limit != "of"]
    limits = [part[key] for part in parts if part is not None and key in part]
    joined = {limit: count for part in limits if isinstance(part, Mapping) for limit, count in part.items()}
    return {key: joined} if len(limits) == len(parts) == len(joined.keys() & _LIMITS) else None


def _names_anyone(known: View, whom: str) -> bool:
    """Whether ``whom`` is called somebody at this table, or what stands for somebody."""
    words = re.findall(r"[a-z][\w-]*", respell(known, whom.lower()))
    return any(word in known.table.number_of or word in _PEOPLE or _NO_SUBJECT.fullmatch(word) for word in words)


def _say(value: JsonValue) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_say(part)}" for key, part in value.items())
    return ", ".join(map(_say, value)) if isinstance(value, list | tuple) else str(value)


def _read_choice(known: View, seat: SeatNumber, said: str) -> JsonObject | None:
    """One question, or several of which one is enough: what is asked may stand with the last of them, or the first."""
    parts = _OR.split(said)
    if len(parts) == 1:
        return _read_text(known, seat, said)
    key = _find_key(said.lower())
    if key is None or _CONTRARY.search(said):
        return None
    return _group(
        "any", [_read_text(known, seat, part if _find_key(part.lower()) else f"{key} {part}") for part in parts]
    )


def _find_key(text: str) -> str | None:
    return next((key for pattern, key in _KEYS if re.search(rf"\b(?:{pattern})", text)), None)


def _read_text(known: View, seat: SeatNumber, said: str) -> JsonObject | None:
    """One question in plain words: ``have 2 wool``, ``bilal has 8 points``, ``robber on F``."""
    text = join_names(said.lower().strip(" .?"), known.table.number_of)
    key = _find_key(text)
    if key is None:
        return None
    called = "|".join(pattern for pattern, other in _KEYS if other == key)
    rest = re.sub(rf"\b(?:{called})", " ", text)
    number = _COUNT.search(rest) if len(_COUNT.findall(rest)) == 1 else None
    asked: JsonValue = None
    match key:
        case "have":
            asked = spell_cards(" ".join(re.sub(r"\bi\b|\bi've\b", " ", respell(known, rest)).split()))
        case "card":
            found = _CARD.search(text)
            asked = found[0].replace(" ", "-") if found else None
        case "rolled":
            asked = int(number[0]) if number else None
        case "robber":
            tile = re.search(r"\b([b-hj-s])\b|\bhex (a|i)\b|\b(?:on |at |: ?)?(a|i)$", rest.strip())
            own = re.search(r"\b(?:mine|me|my|i)\b", rest)
            asked = next(filter(None, tile.groups())).upper() if tile else MINE if own else None
            asked = None if len(_TILES.findall(rest)) > 1 else asked
        case "free":
            asked = spell_path(" ".join(re.sub(r"\b(?:is|if|the|intersection|path)\b", " ", rest).split()))
        case "line" if number:
            return {"line": int(number[0]), "is": "refused" if _NOT_DONE.search(text) else DONE}
        case _ if key in OF_SEATS:
            asked = _read_of_seat(known, key, rest, text)
    meant: JsonObject = {key: asked}
    if asked is None or not is_whole(known, meant) or not is_understood(holds, meant, known, seat, {}):
        return None
    return {"not": meant} if _CONTRARY.search(text) else meant


def _read_of_seat(known: View, key: str, rest: str, text: str) -> JsonValue:
    """A seat for titles; a seat and limits for what is counted; None where it is of somebody who is no seat."""
    people = [_PEOPLE[word] for word in re.findall(r"[a-z]+", rest) if word in _PEOPLE]
    named = [word for word in re.findall(r"[a-z][a-z0-9-]*", respell(known, rest)) if word in known.table.number_of]
    subject = _SUBJECT.match(text)
    if subject and not people and not named and not _NO_SUBJECT.search(f"{subject[1]} {rest}"):
        return None  # somebody who is not at this table
    if len({*people, *named}) > 1:
        return None  # of both, or of either of them
    whom: str = (*people, *named, ME)[0]
    if key not in ("points", "hand"):
        return whom
    if any(spell_kind(word) in RESOURCES for word in re.findall(r"[a-z]+", rest)):
        return None  # cards of one kind are not what is counted
    asked = _read_limit(re.sub(r"[\w-]+", lambda word: "" if word[0] in known.table.number_of else word[0], text))
    return None if asked is None else {**({} if whom == ME else {"of": whom}), **asked}


def _read_limit(text: str) -> JsonObject | None:
    """The one limit that ``text`` says, at least so many where it says no more; None where limits contradict."""
    numbers = _COUNT.findall(text)
    strict = re.sub(f"{_MOST}|{_LEAST}", " ", text)
    below, above = re.search(_LESS, strict) is not None, re.search(_MORE, strict) is not None
    is_most, is_least = below or re.search(_MOST, text) is not None, above or re.search(_LEAST, text) is not None
    if len(numbers) != 1 or (is_most and is_least):
        return None
    if _JUST.search(text) and not (is_most or is_least):
        return dict.fromkeys((AT_LEAST, AT_MOST), int(numbers[0]))
    return {AT_MOST if is_most else AT_LEAST: int(numbers[0]) - below + above}


def write_flow(value: JsonValue) -> str:
    """A condition in YAML, on one line."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{key}: {write_flow(part)}" for key, part in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(write_flow, value)) + "]"
    return write_item(str(value))
