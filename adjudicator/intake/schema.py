"""Checks data against a JSON Schema (2020-12) and says what is wrong in a player's words, with the place of it.

Schemas carry the annotation ``x-says``: what stands there if all is well, as the end of "must be ...". A value whose
schema is ``writeOnly`` is a secret and is never quoted.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.order import CORRECTION, Problem
from adjudicator.intake.movefile import ENVELOPE, ORDER_PARTS, speaks_of_orders
from adjudicator.intake.reader import MAX_PROBLEMS, Document, Path
from adjudicator.intake.sentences import closest, hint, invalid, printable
from adjudicator.registry import find_resources

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

_MAX_COMPLAINTS: Final = 5 * MAX_PROBLEMS
"""So many are looked at, since the validator has several of one value. More cost time, and nobody sees them."""
PLAIN = "plain"
"""The folder of the schemas for a game that has none of its own."""
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "keys with values",
}
_CODES = {
    "type": "wrong-type",
    "enum": "not-one-of",
    "maxLength": "too-long",
    "maxItems": "too-many",
    "minItems": "too-few",
    "minimum": "too-small",
    "maximum": "too-large",
}
"""Our codes by the schema's keyword. Of several complaints about one value the first of these is told; any other
keyword makes a ``wrong-form``, and its schema ought to have an ``x-says``, or an ``x-asks`` with the whole sentence."""


@dataclass(frozen=True, slots=True)
class _Complaint:
    """What the validator says of one value: the keyword that it fails, and what that keyword asks for."""

    keyword: str
    asked: JsonValue
    value: JsonValue
    schema: JsonObject

    @property
    def rank(self) -> int:
        return [*_CODES, self.keyword].index(self.keyword)

    @property
    def says(self) -> str | None:
        """The schema's own words for what should stand there."""
        says = self.schema.get("x-says")
        return says if isinstance(says, str) else None

    @property
    def found(self) -> str:
        return "what you wrote" if self.is_secret else _describe(self.value)

    @property
    def is_secret(self) -> bool:
        """Whether the value is shown to nobody."""
        return self.schema.get("writeOnly") is True

    @property
    def length(self) -> int:
        return len(self.value) if isinstance(self.value, Sized) else 0


def check_schema(value: JsonValue, base_path: Path, document: Document, schema_name: str) -> tuple[Problem, ...]:
    """What is wrong with ``value``, which stands in ``document`` at ``base_path``: all of it, up to a sane number.

    ``schema_name`` is the schema's file below the folder of schemas, without its ending: ``move-file``.
    """
    by_path: dict[Path, list[_Complaint]] = {}
    for path, complaint in _list_complaints(schema_name, json.dumps(value)):
        by_path.setdefault((*base_path, *path), []).append(complaint)
    problems = (problem for path, complaints in by_path.items() for problem in _explain(path, complaints, document))
    return tuple(islice(problems, MAX_PROBLEMS + 1))


@lru_cache(maxsize=512)
def _list_complaints(schema_name: str, spelt: str) -> tuple[tuple[Path, _Complaint], ...]:
    """What the validator says of the JSON in ``spelt``, each with the path of the value it is about, up to a number.

    Kept, because asking it takes a hundred times as long as spelling, and files are full of orders given before.
    """
    return tuple(
        (
            tuple(error.absolute_path),
            _Complaint(
                str(error.validator),
                cast("JsonValue", error.validator_value),
                cast("JsonValue", error.instance),
                error.schema if isinstance(error.schema, Mapping) else {},
            ),
        )
        for error in islice(_validator(schema_name).iter_errors(json.loads(spelt)), _MAX_COMPLAINTS)
    )


@cache
def find_schema(folders: tuple[str, ...], kind: str) -> str:
    """The name of the schema of ``kind`` in the first of ``folders`` that has it; a plain one where none has."""
    base = find_resources("schemas")
    names = (f"{folder}/{kind}" for folder in (*folders, PLAIN))
    return next((name for name in names if os.path.isfile(os.path.join(base, f"{name}.json"))), f"{PLAIN}/order")


@cache
def list_kinds() -> tuple[str, ...]:
    """The names of the schemas of all our games, which are those of their orders."""
    folders = [folder for folder in os.scandir(find_resources("schemas")) if folder.is_dir()]
    names = (name for folder in folders if folder.name != "output" for name in os.listdir(folder.path))
    return tuple(sorted({name.removesuffix(".json") for name in names if name.endswith(".json")}))


def list_keys(schema_name: str) -> list[str]:
    """The keys that the schema speaks of."""
    return [*read_schema(schema_name).get("properties", {})]


@cache
def _validator(schema_name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - costs more than all the rest of a turn

    return Draft202012Validator(read_schema(schema_name))


def read_schema(schema_name: str) -> dict[str, Any]:
    """The schema as it stands in its file."""
    with open(os.path.join(find_resources("schemas"), f"{schema_name}.json"), encoding="utf-8") as file:
        schema: dict[str, Any] = json.load(file)
    return schema


def _explain(path: Path, complaints: Sequence[_Complaint], document: Document) -> Iterator[Problem]:
    """The problems of one value: each of its keys that is unknown or missing, or else the first thing to put right."""
    # The validator complains once for each missing key; one complaint has all that the same rule asks for.
    about_keys = {
        (complaint.keyword, str(complaint.asked)): complaint
        for complaint in complaints
        if complaint.keyword in _KEY_EXPLANATIONS
    }
    for (keyword, _), complaint in about_keys.items():
        yield from _KEY_EXPLANATIONS[keyword](path, complaint, document)
    if not about_keys and path in _KEPT_LISTS and _says_nothing(complaints[0].value):
        yield invalid("no-list", document.place_of(path), key=str(path[0]))
    elif not about_keys:
        code, facts = _explain_value(min(complaints, key=lambda complaint: complaint.rank))
        yield invalid(code, document.place_of(path), where=_name(path), **facts)


def _says_nothing(value: JsonValue) -> bool:
    return value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING)


_GLUED = re.compile(r"([a-z-]+)(?:[ :=]+)([^ :=].*)")
"""A key and what stands behind it, without a colon or without the blank behind that."""


def _explain_unknown_keys(path: Path, complaint: _Complaint, document: Document) -> Iterator[Problem]:
    known = cast("JsonObject", complaint.schema["properties"])
    for key, value in cast("JsonObject", complaint.value).items():
        if key not in known:
            place = document.key_places.get((*path, key), document.place_of(path))
            if value is None and (glued := _GLUED.fullmatch(key)) and glued[1] in known and printable(key) == key:
                yield invalid("colon-missing", place, key=key, suggestion=f"{glued[1]}: {glued[2]}")
                continue
            if not path and key in ORDER_PARTS:
                yield invalid("part-apart", place)
                continue
            near = closest(key, known)
            yield invalid("unknown-key", place, key=printable(key), suggestion=near, hint=hint(key, known))


def _explain_missing_keys(path: Path, complaint: _Complaint, document: Document) -> Iterator[Problem]:
    present = cast("JsonObject", complaint.value)
    if complaint.keyword == "required":
        wanted = cast("Sequence[str]", complaint.asked)
    else:
        partners = cast("Mapping[str, Sequence[str]]", complaint.asked)
        wanted = [key for owner, keys in partners.items() if owner in present for key in keys]
    known = cast("JsonObject", complaint.schema.get("properties") or ({} if path else dict.fromkeys(ENVELOPE)))
    words = {key if value is not None else key.partition(" ")[0] for key, value in present.items()}  # without a colon
    meant = {word if word in known else closest(word, known) for word in words}
    for key in wanted:
        # a file with a note alone needs no orders, however that key is spelt
        is_needless = not path and key == "orders" and not speaks_of_orders(dict.fromkeys(filter(None, meant)))
        if key not in present and key not in meant and not is_needless:
            yield invalid("missing-key", document.place_of(path), where=_name(path), key=key)


_KEY_EXPLANATIONS: Mapping[str, Callable[[Path, _Complaint, Document], Iterator[Problem]]] = {
    "additionalProperties": _explain_unknown_keys,
    "required": _explain_missing_keys,
    "dependentRequired": _explain_missing_keys,
}


def _explain_value(complaint: _Complaint) -> tuple[str, dict[str, JsonScalar]]:
    """The code for what a schema says of one value, and all facts but its name."""
    if isinstance(asks := complaint.schema.get("x-asks"), str):
        return "asked-for", {"asked": asks}
    code = _CODES.get(complaint.keyword, "wrong-form")
    limit = complaint.asked if isinstance(complaint.asked, int) else None
    if code in {"too-long", "too-many", "too-few"}:
        return code, {"limit": limit, "length": complaint.length}
    if code in {"too-small", "too-large"} and complaint.says is None:
        return code, {"limit": limit, "found": complaint.found}
    if code == "wrong-type":
        listed = {CORRECTION: f"[{complaint.value}]"} if _is_word_for_list(complaint) else {}
        said = str(complaint.value).strip().lower() if complaint.asked == "boolean" else ""
        near = said if said in _SAYS else closest(said, ("true", "false", "yes"))
        listed = {CORRECTION: _SAYS[near]} if near else listed
        number = _NUMBERS.get(str(complaint.value).strip().lower()) if complaint.asked == "integer" else None
        listed = {CORRECTION: str(number)} if number else listed
        return code, {"wanted": complaint.says or _types(complaint.asked), "found": complaint.found, **listed}
    if code == "not-one-of":
        words = [*map(str, cast("Sequence[JsonScalar]", complaint.asked))]
        said = complaint.value if isinstance(complaint.value, str) and complaint.value.isalpha() else ""
        near = closest(said, words) if said else None
        # one that begins otherwise may say the opposite: untaken
        meant = {CORRECTION: near} if near and near[0] == said[0].lower() else {}
        return code, {"wanted": ", ".join(words), "found": complaint.found, **meant}
    wanted = complaint.says or "of the form that the game asks for"
    certain = {**_join_digits(complaint), **_list_words(complaint)}
    return "wrong-form", {"wanted": wanted, "found": complaint.found, **certain}


def _join_digits(complaint: _Complaint) -> dict[str, JsonScalar]:
    """Digits in groups, as the last line of a report shows a head, or in capitals, as they are written."""
    digits = re.sub("[ -]", "", str(complaint.value)).lower()
    pattern = str(complaint.asked)
    is_number = complaint.keyword == "pattern" and pattern.startswith("^[0-9a-f]") and not complaint.is_secret
    return {CORRECTION: f'"{digits}"'} if is_number and re.search(pattern, digits) else {}


def _list_words(complaint: _Complaint) -> dict[str, JsonScalar]:
    """Several words where one may stand, or a list of them, with commas or an ``and`` between them: as that list."""
    types, pattern = complaint.schema.get("type"), complaint.asked
    is_listed = complaint.keyword == "pattern" and isinstance(types, list) and "array" in types
    words = re.split(r"\s*(?:,|&|\band\b)\s*", str(complaint.value).strip()) if is_listed else []
    are_words = len(words) > 1 and all(re.search(str(pattern), word) for word in words)
    return {CORRECTION: f"[{', '.join(words)}]"} if are_words else {}


def _is_word_for_list(complaint: _Complaint) -> bool:
    """Whether a single word stands where a list of such should."""
    value = complaint.value
    return complaint.asked == "array" and isinstance(value, str) and value.replace("-", "").isalnum()


def _types(asked: JsonValue) -> str:
    names = [asked] if isinstance(asked, str) else cast("Sequence[str]", asked)
    return " or ".join(_TYPES.get(name, name) for name in names if name != "null")


def _describe(value: JsonValue) -> str:
    """A value as a player would speak of it: ``the text 'seven'``."""
    match value:
        case bool():
            text = "true" if value else "false"
        case None:
            text = "nothing"
        case int():
            text = f"the number {value}"
        case str():
            text = f"the text '{printable(value)}'"
        case Mapping():
            text = f"keys with values ({printable(', '.join(value))})" if value else "empty braces"
        case _:
            text = "a list" if value else "an empty list"
    return text


def _name(path: Path) -> str:
    """What the value at ``path`` is called: its key, or its number in the list of that key."""
    match path:
        case ():
            return "the file"
        case (*_, str(key)):
            return f"'{key}'"
        case (*_, str(key), int(index)):
            return f"item {index + 1} of {key}"
        case _:
            return f"item {int(path[-1]) + 1}"


_KEPT_LISTS = (("standing",), ("fallback",))
"""Lists that stay on file as they are until another one comes."""
_NOTHING = frozenset(("none", "no", "nothing", "null", "-", "nil"))
"""What people write for an empty list."""
_SAYS = dict.fromkeys(("yes", "y", "on", "true"), "true") | dict.fromkeys(("no", "n", "off", "false"), "false")
"""What people write for true and false."""
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_COUNTED, 1)} | {"once": 1, "twice": 2}
"""What people write for a whole number."""
