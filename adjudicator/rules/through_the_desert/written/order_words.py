"""The words of orders for editors: what they suggest, and what nobody can read."""

from collections.abc import Collection, Iterable, Mapping
from itertools import product

from adjudicator.core.order import Words, ignore_case
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written.tokens import JOINING_WORDS, SILENT_WORDS, name_colours

_WHOLE = "(?![0-9A-Za-z_])"
_GAP = " *(?:[-.] *)?"


def list_table_words(known: State) -> Mapping[str, Words]:
    """The words of orders and conditions at the table, as :func:`split_order` cuts them, by sort."""
    table = known.table
    names = [name for name in table.board.grid.names if name in table.board.grid.index_of]
    colours = name_colours(table.colours)
    spot = _write_spots(names)
    # a letter and a number that are no hex, and a word of letters alone that is not known
    elsewhere = rf"(?!{spot})[A-Za-z]{_GAP}[0-9]+{_WHOLE}"
    silent = _any_of(word for word in (*colours, *SILENT_WORDS, *JOINING_WORDS) if len(word) > 1 and word.isalpha())
    stray = f"(?<![0-9A-Za-z_])(?!{silent}{_WHOLE})[A-Za-z]{{2,}}{_WHOLE}"
    # a letter that is neither a colour nor the beginning of a hex
    letter = _any_of(word for word in (*colours, *SILENT_WORDS, *JOINING_WORDS) if len(word) == 1 and word.isalpha())
    alone = f"(?<![0-9A-Za-z_])(?!{letter}{_WHOLE})[A-Za-z]{_WHOLE}(?!{_GAP}[0-9])"
    either_colour = _any_of(colours)
    places = tuple(f"{colour} {name}" for colour, name in product(table.colours, names))
    # behind a key or before it a letter may have its number on the other side
    part, place = (rf"^(?![\s\S]*(?:{faults}))" for faults in (f"{elsewhere}|{stray}", f"{elsewhere}|{stray}|{alone}"))
    oases = tuple(table.board.grid.names_of(known.oases))
    return {
        "place": Words(places, place, f"a colour and a hex of this board, such as {places[0]}"),
        "key": Words(
            (),
            part,
            f"the keys colour and hex, or a colour before its hex, such as {{{table.colours[0]}: {names[0]}}}",
        ),
        "hexes": Words(tuple(names), part, f"a hex of this board, such as {names[0]}, or several"),
        "colours": Words(table.colours, rf"^(?![\s\S]*{stray})", f"a colour of this game: {', '.join(table.colours)}"),
        "hex": Words(tuple(names), rf"^\s*{spot}\s*$", f"a hex of this board, such as {names[0]}"),
        "oasis": Words(oases, rf"^\s*{_write_spots(oases)}\s*$" if oases else "", f"an oasis: {', '.join(oases)}"),
        "colour": Words(
            table.colours, rf"^\s*{either_colour}\s*$", f"a colour of this game: {', '.join(table.colours)}"
        ),
    }


def list_useless_keys(known: State) -> Collection[str]:
    """``return`` where nobody chooses what to return, ``crossed`` where there is no river."""
    useless = {"return": known.table.return_moves > 0, "crossed": bool(known.table.board.river)}
    return [key for key, is_of_use in useless.items() if not is_of_use]


def _write_spots(names: Iterable[str]) -> str:
    """A hex as :func:`read_hex_name` reads it: ``L5``, ``l-05``."""
    rows: dict[str, list[str]] = {}
    for name in names:
        rows.setdefault(name[0], []).append(name[1:])
    columns = (f"{ignore_case(column)}{_GAP}0*(?:{'|'.join(numbers)})" for column, numbers in rows.items())
    return f"(?:{'|'.join(columns)}){_WHOLE}"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(ignore_case(word) for word in sorted(words))})"
