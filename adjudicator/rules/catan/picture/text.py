"""The board in characters: at most 78 columns of printable ASCII.

Six characters are half the width of a hex. Every intersection shows its number, with a mark round it where a building
stands; every path has a cell of five characters: three for itself or its road, two for what else lies there.
"""

from collections.abc import Iterable, Mapping

from adjudicator.core.printing import ISOLATES, fill_lines, print_safely
from adjudicator.kit.hexes import Hex
from adjudicator.kit.words import end_sentence, list_unbroken
from adjudicator.rules.catan.picture import (
    BUILDINGS,
    NO_EXPANSION,
    NOTHING_NEW,
    BoardView,
    ExpansionPicture,
    Newest,
    Sign,
)
from adjudicator.rules.catan.picture.ground import is_upright
from adjudicator.rules.catan.picture.marks import list_lettered, name_rate
from adjudicator.rules.catan.topology import (
    BARE,
    ENDS,
    HARBOUR_PATHS,
    HEX_POINTS,
    INTERSECTION_POINTS,
    LETTERS,
    PATH_NAMES,
    RED,
    PathNumber,
    Point,
    list_intersections,
    list_paths,
)

WIDTH = 78
_LEFT, _HALF, _ROW = 12, 6, 6
_BOTTOM = 34
_SHORES = {2: 0, _BOTTOM - 2: _BOTTOM}
"""The lines of the harbours' names above and below the island, by the line of their paths."""
_CELL = 5
_RISING, _FALLING, _UPRIGHT = ".-'", "'-.", " | "

Canvas = list[list[str]]


def draw_text(view: BoardView, newest: Newest = NOTHING_NEW, more: ExpansionPicture = NO_EXPANSION) -> str:
    """The board of ``view`` in characters, with its marks explained below; ``!`` follows the places in ``newest``."""
    canvas = [[" "] * WIDTH for _ in range(_BOTTOM + 1)]
    _draw_hexes(canvas, view, more.list_signs(view))
    _draw_harbours(canvas, view.board.harbours)
    for path, cell in _fill_paths(view, newest, more.list_words(view)).items():
        column, line = _middle_of(path)
        _put(canvas, column - 1, line, cell)
        if is_upright(path):
            for beside in (line - 1, line + 1):
                _put(canvas, column, beside, cell[1])
    for number, cell in enumerate(_fill_intersections(view, newest)):
        column, line = _spot(INTERSECTION_POINTS[number])
        _put(canvas, column - (2 if cell[0] in "(#" else 0), line, cell)
    lines = ["".join(line).rstrip() for line in canvas]
    return "\n".join([*lines, "", *_explain(view, more.explain(view))]) + "\n"


def draw_seats_text(view: BoardView, own: str) -> str:
    """Whose letter is whose, in lines to follow the board; the reader's ``own`` seat is marked."""
    seats = (
        f"{letter} {_plain(has.name)}{' (you)' if has.name == own else ''}" for has, letter, _ in list_lettered(view)
    )
    return "".join(f"{line}\n" for line in _break_sentence(end_sentence(f"Seats: {list_unbroken(seats)}")))


def _put(canvas: Canvas, column: int, line: int, words: str) -> None:
    canvas[line][column : column + len(words)] = words


def _spot(point: Point) -> tuple[int, int]:
    """Column and line of an intersection, in the units of ``INTERSECTION_POINTS``."""
    x, y = point
    zigzag, lower = divmod(y + 2, 3)
    return _LEFT + _HALF * x, 1 + _ROW * zigzag + 2 * lower


def _middle_of(path: PathNumber) -> tuple[int, int]:
    low, high = (_spot(INTERSECTION_POINTS[end]) for end in ENDS[path])
    return (low[0] + high[0]) // 2, (low[1] + high[1]) // 2


def _centre(canvas: Canvas, column: int, line: int, words: str) -> None:
    _put(canvas, column - len(words) // 2, line, words)


def _draw_hexes(canvas: Canvas, view: BoardView, signs: Mapping[Hex, Iterable[Sign]]) -> None:
    tiles = zip(HEX_POINTS, LETTERS, view.board.terrains, view.board.numbers, strict=True)
    for tile, ((x, y), letter, terrain, number) in enumerate(tiles):
        column, line = _spot((x, y - 1))  # between the upper shoulders
        _put(canvas, column, line, letter)
        _centre(canvas, column, line + 1, terrain)
        if number != BARE:
            _centre(canvas, column, line + 2, f"*{number}*" if number in RED else str(number))
        if tile == view.robber:
            _centre(canvas, column, line + 3, "ROBBER")
        for right, down, sign in signs.get(Hex(tile), ()):
            _put(canvas, column + right, line + down, sign)


def _draw_harbours(canvas: Canvas, harbours: Iterable[str]) -> None:
    for path, kind in zip(HARBOUR_PATHS, harbours, strict=True):
        column, line = _middle_of(path)
        words = (PATH_NAMES[path], name_rate(kind), kind)
        right = column > WIDTH // 2
        if line in _SHORES:
            _centre(canvas, column, _SHORES[line], " ".join(words))
        elif is_upright(path):
            for down, word in enumerate(words, -1):
                _put(canvas, column + 5 if right else column - 2 - len(word), line + down, word)
        else:
            label = " ".join(words)
            _put(canvas, column + 5 if right else column - 2 - len(label), line, label)


def _fill_paths(view: BoardView, newest: Newest, beside: Mapping[PathNumber, str]) -> dict[PathNumber, str]:
    roads = {path: letter for has, letter, _ in list_lettered(view) for path in list_paths(has.roads)}
    fresh = {place for event, place in newest if event not in BUILDINGS}
    cells = {}
    for path in map(PathNumber, range(len(ENDS))):
        base = f"={roads[path]}=" if path in roads else _draw_path(path)
        if path in fresh:
            base = base[:2] + "!"
        words = beside.get(path, "")
        cells[path] = base[: _CELL - len(words)] + words
    return cells


def _draw_path(path: PathNumber) -> str:
    """The three characters of a path without a road."""
    if is_upright(path):
        return _UPRIGHT
    low, high = ENDS[path]
    return _FALLING if INTERSECTION_POINTS[low][1] < INTERSECTION_POINTS[high][1] else _RISING


def _fill_intersections(view: BoardView, newest: Newest) -> list[str]:
    cells = [str(number) for number in range(len(INTERSECTION_POINTS))]
    for has, letter, _ in list_lettered(view):
        for number in list_intersections(has.settlements):
            cells[number] = f"({letter}{number})"
        for number in list_intersections(has.cities):
            cells[number] = f"#{letter}{number}#"
    fresh = {place for event, place in newest if event in BUILDINGS}
    return [f"{cell}!" if number in fresh else cell for number, cell in enumerate(cells)]


def _explain(view: BoardView, more: Iterable[str]) -> list[str]:
    _, a, _ = next(list_lettered(view))
    marks = [f"={a}= road", f"({a}12) settlement", f"#{a}12# city", "! newest turn", "*8* red number"]
    sentences = [f"Marks: {list_unbroken(marks)}, ROBBER.", *more]
    return [line for sentence in sentences for line in _break_sentence(sentence)]


def _break_sentence(sentence: str) -> list[str]:
    """Lines; items that belong together are joined by no-break spaces until the lines are wrapped."""
    return fill_lines(sentence, WIDTH, further="  ").replace("\u00a0", " ").split("\n")


def _plain(name: str) -> str:
    """``name`` without what cannot be printed."""
    return print_safely(name, lambda _: "?", ISOLATES)
