"""Editions and options: every tunable number of the rules, as named fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.core.table import Option


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """The numbers and names of one printing.

    Mappings are by the number of seats. ``camels`` counts the riderless camels of each colour in the supply,
    ``tokens`` the water tokens worth 1, 2 and 3. Sources: 2005 "Setup", manual "Setup" d to i, Allplay 2023 "Setup";
    the printings agree once leaders are counted apart (ruling S1 and the table before it).
    """

    name: str
    title: str
    colours: tuple[str, ...]
    boards: Mapping[int, str]
    camels: Mapping[int, int]
    leaders: Mapping[int, int]
    trees: int
    tokens: tuple[int, int, int]
    oasis_points: int
    hex_points: int
    largest_points: int
    tied_points: int
    camels_a_move: int


def _edition(name: str, title: str, colours: tuple[str, ...]) -> Edition:
    return Edition(
        name=name,
        title=title,
        colours=colours,
        boards={2: "small", 3: "small", 4: "full", 5: "full"},
        camels={2: 22, 3: 26, 4: 30, 5: 30},
        leaders={2: 5, 3: 5, 4: 5, 5: 4},
        trees=5,
        tokens=(15, 15, 15),
        oasis_points=5,
        hex_points=1,
        largest_points=10,
        tied_points=5,
        camels_a_move=2,
    )


PASTELS = ("pink", "yellow", "green", "turquoise", "purple")

EDITIONS: Mapping[str, Edition] = {
    edition.name: edition
    for edition in (
        _edition("2005", "the 2005 printing of the classic rules", PASTELS),
        _edition("manual", "the reference manual of the later two-sided board", PASTELS),
        _edition("allplay", "the 2023 printing", ("red", "teal", "yellow", "pink", "purple")),
    )
}
DEFAULT_EDITION = "2005"

OPTIONS: tuple[Option, ...] = (
    Option(
        "returned-leaders",
        "With five seats each returns one leader: drawn at random, or chosen in seat order among the colours left.",
        ("random", "choice"),
        "random",
    ),
    Option(
        "first-leader",
        "With five seats the last may be left with only the colour he returned: 'waive' frees him from the rule that "
        "first leaders differ in colour, 'bind' makes the first seat open with the colour the last one returned.",
        ("waive", "bind"),
        "waive",
    ),
    Option(
        "taken-water",
        "Values of water tokens already taken: 'shown' in every report, or 'hidden' from other seats until the end.",
        ("shown", "hidden"),
        "shown",
    ),
)
