"""Positions of CASE files, once for all games: the parts that are written, laid over a position that is there whole.

A game has its positions as JSON already, since its kernel dumps and loads them. Of such a position a CASE file names
the parts that matter. Laid over the JSON of a plain position they make another one; held against the JSON of a state
they say where it differs. A :class:`Form` stands for a part that people write in a shorter way than it is dumped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import Mismatch, Path, PositionFault

ANY = "*"
Way: TypeAlias = tuple[str, ...]
"""The keys that lead to a part; ``ANY`` stands for whatever key or list number is there."""


def say_plainly(value: JsonValue) -> str:
    """A part that is no more than a word, a number, a list of such, yes or no."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{key} {say_plainly(part)}" for key, part in value.items()) or "none"
        case str() | int() | float():
            return str(value)
    return ", ".join(map(say_plainly, value)) or "none"


class Form(NamedTuple):
    """How people write a part of a position.

    ``read`` makes of what is written, and of what is there without it, what the whole position has; ``say`` tells that
    in words, ``what`` names the part itself, with the keys of its way by number. ``check`` finds what cannot be read at
    all, with paths from the root of the position. Not ``whole`` is what is written part by part, each by a form of its
    own; then ``check`` looks at its keys.
    """

    read: Callable[[JsonValue, JsonValue], JsonValue] = lambda written, there: written  # noqa: ARG005 - as it is
    say: Callable[[JsonValue], str] = say_plainly
    check: Callable[[JsonValue, Path], Iterable[PositionFault]] = lambda written, path: ()  # noqa: ARG005 - anything goes
    whole: bool = True
    what: str = ""


Forms: TypeAlias = Mapping[Way, Form]
_PLAIN, _PARTS = Form(), Form(whole=False)


def name_keys(known: Sequence[str], wrong: str) -> Form:
    """The form of a mapping whose keys have to be among ``known``; ``wrong`` says of a ``{name}`` there is none."""

    def check(written: JsonValue, path: Path) -> Iterator[PositionFault]:
        assert isinstance(written, Mapping)
        for key in written:
            if key not in known:
                yield PositionFault((*path, key), wrong.format(name=key), is_key=True)

    return Form(check=check, whole=False)


def name_one(known: Sequence[str], wrong: str, nothing: str = "nobody", what: str = "") -> Form:
    """The form of a value that has to be among ``known``, or null, which is told as ``nothing``.

    ``wrong`` says of a ``{name}`` that there is none.
    """

    def check(written: JsonValue, path: Path) -> Iterator[PositionFault]:
        if written is not None and written not in known:
            yield PositionFault(path, wrong.format(name=written))

    return Form(say=lambda value: nothing if value is None else str(value), check=check, what=what)


def _find_form(forms: Forms, way: Path, written: JsonValue) -> Form:
    """The form for the part at ``way``. Where there is none, a mapping is written part by part, all else as a whole."""
    for pattern, form in forms.items():
        if len(pattern) == len(way) and all(key in (ANY, step) for key, step in zip(pattern, way, strict=True)):
            return form
    return _PARTS if isinstance(written, Mapping) else _PLAIN


def _list_parts(written: JsonValue) -> Iterable[tuple[str | int, JsonValue]]:
    if isinstance(written, Mapping):
        return written.items()
    return enumerate(written) if isinstance(written, Sequence) and not isinstance(written, str) else ()


def _find_part(there: JsonValue, key: str | int) -> JsonValue:
    match there:
        case Mapping():
            return there.get(str(key))
        case list() if isinstance(key, int) and key < len(there):
            part: JsonValue = there[key]
            return part
    return None


def find_faults(written: JsonValue, forms: Forms, way: Path = ()) -> Iterator[PositionFault]:
    """What of a written position, or of its part at ``way``, cannot be read."""
    form = _find_form(forms, way, written)
    yield from form.check(written, way)
    if not form.whole:
        for key, part in _list_parts(written):
            yield from find_faults(part, forms, (*way, key))


def lay_over(there: JsonValue, written: JsonValue, forms: Forms, way: Path = ()) -> JsonValue:
    """The position ``there``, or its part at ``way``, with what is written in place of what it has."""
    form = _find_form(forms, way, written)
    if form.whole:
        return form.read(written, there)
    parts = {key: lay_over(_find_part(there, key), part, forms, (*way, key)) for key, part in _list_parts(written)}
    if isinstance(written, Mapping):
        return {**(there if isinstance(there, Mapping) else {}), **{str(key): part for key, part in parts.items()}}
    rest = there[len(parts) :] if isinstance(there, list) else []
    return [*parts.values(), *rest]


def find_mismatches(written: JsonValue, there: JsonValue, forms: Forms, way: Path = ()) -> Iterator[Mismatch]:
    """Where the position ``there``, or its part at ``way``, is not what is written; of the rest nothing is said."""
    form = _find_form(forms, way, written)
    if form.whole or there is None or written is None:
        said, got = form.say(form.read(written, there) if form.whole else written), form.say(there)
        if said != got:
            yield Mismatch(way, form.what.format(*way) or _tell_way(way), said, got)
        return
    for key, part in _list_parts(written):
        yield from find_mismatches(part, _find_part(there, key), forms, (*way, key))


def _tell_way(way: Path) -> str:
    """A part by its keys: ``hand of amira``, ``turn``."""
    *outer, last = way
    return f"{last} of {outer[-1]}" if outer else str(last)


def pick(there: JsonObject, keys: Iterable[str]) -> dict[str, JsonValue]:
    """These parts of a position."""
    return {key: there[key] for key in keys}
