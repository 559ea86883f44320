"""Words of orders for editors: what they suggest, and what they underline since nobody could read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from adjudicator.core.order import Words, ignore_case
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.tokens import JOINING_WORDS, SILENT_WORDS, name_colours

_WHOLE = "(?![0-9A-Za-z_])"
_GAP = " *(?:[-.] *)?"


def list_table_words(table: Table) -> Mapping[str, Words]:
    """The words of orders and conditions at ``table``, as :func:`split_order` cuts them, by sort."""
    names = [name for name in table.board.grid.names if name in table.board.grid.index_of]
    colours = name_colours(table.colours)
    spot = _write_spots(names)
    # a letter and a number that are no hex, and a word of letters alone that is not known
    elsewhere = rf"(?!{spot})[A-Za-z]{_GAP}[0-9]+{_WHOLE}"
    known = _any_of(word for word in (*colours, *SILENT_WORDS, *JOINING_WORDS) if len(word) > 1 and word.isalpha())
    stray = f"(?<![0-9A-Za-z_])(?!{known}{_WHOLE})[A-Za-z]{{2,}}{_WHOLE}"
    either_colour = _any_of(colours)
    places = tuple(f"{colour} {name}" for colour, name in product(table.colours, names))
    return {
        "place": Words(
            places, rf"^(?![\s\S]*(?:{elsewhere}|{stray}))", f"a colour and a hex of this board, such as {places[0]}"
        ),
        "colours": Words(table.colours, rf"^(?![\s\S]*{stray})", f"a colour of this game: {', '.join(table.colours)}"),
        "hex": Words(tuple(names), rf"^\s*{spot}\s*$", f"a hex of this board, such as {names[0]}"),
        "colour": Words(
            table.colours, rf"^\s*{either_colour}\s*$", f"a colour of this game: {', '.join(table.colours)}"
        ),
    }


def _write_spots(names: Iterable[str]) -> str:
    """A hex as :func:`read_hex_name` reads it: ``L5``, ``l-05``."""
    rows: dict[str, list[str]] = {}
    for name in names:
        rows.setdefault(name[0], []).append(name[1:])
    columns = (f"{ignore_case(column)}{_GAP}0*(?:{'|'.join(numbers)})" for column, numbers in rows.items())
    return f"(?:{'|'.join(columns)}){_WHOLE}"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(ignore_case(word) for word in sorted(words))})"
