"""Words of orders for editors: what they suggest, and which paths they underline since there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.order import Words
from adjudicator.core.table import Seat
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.order_text import NONE, PLAY
from adjudicator.rules.catan.topology import ENDS, INTERSECTIONS, LETTERS, PATH_NAMES, PATHS_AT, list_paths

_PATH = r"\s*[0-9]{1,2}\s*-\s*[0-9]{1,2}\s*$"
_TWO_ENDS = "|".join(rf"0?{one}\s*-\s*0?{other}" for low, high in ENDS for one, other in ((low, high), (high, low)))
_PLACEMENTS = tuple(
    f"{spot} {PATH_NAMES[path]}" for spot in range(INTERSECTIONS) for path in list_paths(PATHS_AT[spot])
)


def list_order_words(seats: Sequence[Seat]) -> Mapping[str, Words]:
    """The words of orders at a table of ``seats``, by sort; the shape of the board is always the same."""
    aims = (*LETTERS, *(f"{letter} from {seat}" for letter in LETTERS for seat in seats))
    return {
        "path": Words(
            (*PATH_NAMES, NONE), rf"^(?!{_PATH})|^\s*(?:{_TWO_ENDS})\s*$", "a path of the board, such as 12-13"
        ),
        "placement": Words((*_PLACEMENTS, "best")),
        "robber": Words(aims),
        "knight": Words((PLAY, *aims)),
        "paths": Words((PLAY, *PATH_NAMES)),
        "resource": Words(RESOURCES),
        "cards": Words(tuple(f"{count} {name}" for count in (1, 2) for name in RESOURCES)),
        "partner": Words(tuple(seats)),
        "anyone": Words((*seats, "me")),
    }
