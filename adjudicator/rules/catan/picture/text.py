"""The board in characters: at most 78 columns of printable ASCII.

Six characters are half the width of a hex. Every intersection shows its number, with a mark round it where a building
stands; every path has a cell of five characters: three for itself or its road, two for what else lies there.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from adjudicator.core.seat_names import ISOLATES, fill_lines
from adjudicator.kit.words import list_unbroken
from adjudicator.rules.catan.board import RED
from adjudicator.rules.catan.picture.ground import is_upright
from adjudicator.rules.catan.picture.marks import letter_seats, name_rate
from adjudicator.rules.catan.picture.view import NO_EXPANSION, ExpansionPicture, Sign, View
from adjudicator.rules.catan.topology import (
    ENDS,
    HEX_POINTS,
    INTERSECTION_POINTS,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    Point,
)

WIDTH = 78
_LEFT, _HALF, _ROW = 12, 6, 6
_BOTTOM = 34
_SHORES = {2: 0, _BOTTOM - 2: _BOTTOM}
"""The lines of the harbours' names above and below the island, by the line of their paths."""
_CELL = 5
_RISING, _FALLING, _UPRIGHT = ".-'", "'-.", " | "

Canvas = list[list[str]]


def draw_text(view: View, newest: AbstractSet[str] = frozenset(), more: ExpansionPicture = NO_EXPANSION) -> str:
    """The board of ``view`` in characters, with its marks explained below; ``!`` follows the places in ``newest``.

    Raises ``KeyError`` where the view names a path that there is not.
    """
    letters = letter_seats(view["seats"])
    canvas = [[" "] * WIDTH for _ in range(_BOTTOM + 1)]
    _draw_hexes(canvas, view, more.list_signs(view))
    _draw_harbours(canvas, view["board"]["harbours"])
    for path, cell in _fill_paths(view, newest, letters, more.list_words(view)).items():
        column, line = _middle_of(path)
        _put(canvas, column - 1, line, cell)
        if is_upright(path):
            for beside in (line - 1, line + 1):
                _put(canvas, column, beside, cell[1])
    for number, cell in enumerate(_fill_intersections(view, newest, letters)):
        column, line = _spot(INTERSECTION_POINTS[number])
        _put(canvas, column - (2 if cell[0] in "(#" else 0), line, cell)
    lines = ["".join(line).rstrip() for line in canvas]
    return "\n".join([*lines, "", *_explain(letters, more.explain(view))]) + "\n"


def draw_seats_text(view: View, own: str) -> str:
    """Whose letter is whose, in lines to follow the board; the reader's ``own`` seat is marked."""
    seats = (
        f"{letter} {_plain(seat)}{' (you)' if seat == own else ''}"
        for seat, letter in letter_seats(view["seats"]).items()
    )
    return "".join(f"{line}\n" for line in _break_sentence(f"Seats: {list_unbroken(seats)}."))


def _put(canvas: Canvas, column: int, line: int, words: str) -> None:
    canvas[line][column : column + len(words)] = words


def _spot(point: Point) -> tuple[int, int]:
    """Column and line of an intersection, in the units of ``INTERSECTION_POINTS``."""
    x, y = point
    zigzag, lower = divmod(y + 2, 3)
    return _LEFT + _HALF * x, 1 + _ROW * zigzag + 2 * lower


def _middle_of(path: str) -> tuple[int, int]:
    """Column and line of the middle of a path."""
    low, high = (_spot(INTERSECTION_POINTS[end]) for end in ENDS[PATH_NAMED[path]])
    return (low[0] + high[0]) // 2, (low[1] + high[1]) // 2


def _place_hex(letter: str) -> tuple[int, int]:
    """Column and line of a hex's letter: between its upper shoulders."""
    x, y = HEX_POINTS[LETTERS.index(letter)]
    return _spot((x, y - 1))


def _centre(canvas: Canvas, column: int, line: int, words: str) -> None:
    _put(canvas, column - len(words) // 2, line, words)


def _draw_hexes(canvas: Canvas, view: View, signs: Mapping[str, Iterable[Sign]]) -> None:
    for letter, tile in view["board"]["hexes"].items():
        column, line = _place_hex(letter)
        _put(canvas, column, line, letter)
        _centre(canvas, column, line + 1, tile["terrain"])
        if tile["number"] is not None:
            number = str(tile["number"])
            _centre(canvas, column, line + 2, f"*{number}*" if tile["number"] in RED else number)
        if letter == view["robber"]:
            _centre(canvas, column, line + 3, "ROBBER")
        for right, down, sign in signs.get(letter, ()):
            _put(canvas, column + right, line + down, sign)


def _draw_harbours(canvas: Canvas, harbours: Mapping[str, str]) -> None:
    for path, kind in harbours.items():
        column, line = _middle_of(path)
        words = (path, name_rate(kind), kind)
        right = column > WIDTH // 2
        if line in _SHORES:
            _centre(canvas, column, _SHORES[line], " ".join(words))
        elif is_upright(path):
            for down, word in enumerate(words, -1):
                _put(canvas, column + 5 if right else column - 2 - len(word), line + down, word)
        else:
            label = " ".join(words)
            _put(canvas, column + 5 if right else column - 2 - len(label), line, label)


def _fill_paths(
    view: View, newest: AbstractSet[str], letters: Mapping[str, str], beside: Mapping[str, str]
) -> dict[str, str]:
    """What stands in the cell of every path."""
    roads = {path: letters[seat] for seat, has in view["seats"].items() for path in has["roads"]}
    cells = {}
    for path in PATH_NAMES:
        base = f"={roads[path]}=" if path in roads else _draw_path(path)
        if path in newest:
            base = base[:2] + "!"
        words = beside.get(path, "")
        cells[path] = base[: _CELL - len(words)] + words
    return cells


def _draw_path(path: str) -> str:
    """The three characters of a path without a road."""
    if is_upright(path):
        return _UPRIGHT
    low, high = ENDS[PATH_NAMED[path]]
    return _FALLING if INTERSECTION_POINTS[low][1] < INTERSECTION_POINTS[high][1] else _RISING


def _fill_intersections(view: View, newest: AbstractSet[str], letters: Mapping[str, str]) -> list[str]:
    """What stands at every intersection."""
    cells = [str(number) for number in range(len(INTERSECTION_POINTS))]
    for seat, has in view["seats"].items():
        for number in has["settlements"]:
            cells[number] = f"({letters[seat]}{number})"
        for number in has["cities"]:
            cells[number] = f"#{letters[seat]}{number}#"
    return [f"{cell}!" if str(number) in newest else cell for number, cell in enumerate(cells)]


def _explain(letters: Mapping[str, str], more: Iterable[str]) -> list[str]:
    """What the marks mean."""
    a = next(iter(letters.values()))
    marks = [f"={a}= road", f"({a}12) settlement", f"#{a}12# city", "! newest turn", "*8* red number"]
    sentences = [f"Marks: {list_unbroken(marks)}, ROBBER.", *more]
    return [line for sentence in sentences for line in _break_sentence(sentence)]


def _break_sentence(sentence: str) -> list[str]:
    """Lines; items that belong together are joined by no-break spaces until the lines are wrapped."""
    return fill_lines(sentence, WIDTH, further="  ").replace("\u00a0", " ").split("\n")


def _plain(name: str) -> str:
    """``name`` without what cannot be printed."""
    return "".join(sign if sign.isprintable() or sign in ISOLATES else "?" for sign in name)
