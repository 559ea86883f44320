"""Editions and options: every tunable number of the rules, as named fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.core.table import Option


@dataclass(frozen=True, eq=False)
class Edition:
    """The numbers and names of one printing.

    Mappings are by the number of seats. ``camels`` counts the riderless camels of each colour in the supply,
    ``tokens`` the water tokens worth 1, 2 and 3. Sources: 2005 "Setup", manual "Setup" d to i, Allplay 2023 "Setup";
    the printings agree once leaders are counted apart (ruling S1 and the table before it). ``river_side`` says whether
    the board has a side with a river (manual "Components", Allplay 2023 "Setup").
    """

    name: str
    title: str
    colours: tuple[str, ...]
    river_side: bool
    boards: Mapping[int, str] = field(default_factory=lambda: {2: "small", 3: "small", 4: "full", 5: "full"})
    camels: Mapping[int, int] = field(default_factory=lambda: {2: 22, 3: 26, 4: 30, 5: 30})
    leaders: Mapping[int, int] = field(default_factory=lambda: {2: 5, 3: 5, 4: 5, 5: 4})
    trees: int = 5
    tokens: tuple[int, int, int] = (15, 15, 15)
    oasis_points: int = 5
    hex_points: int = 1
    river_points: int = 5
    largest_points: int = 10
    tied_points: int = 5
    camels_a_move: int = 2


PASTELS = ("pink", "yellow", "green", "turquoise", "purple")

EDITIONS: Mapping[str, Edition] = {
    edition.name: edition
    for edition in (
        Edition("2005", "the 2005 printing, the classic rules", PASTELS, river_side=False),
        Edition("manual", "the two-sided board, by its reference manual", PASTELS, river_side=True),
        Edition("allplay", "the 2023 printing", ("red", "teal", "yellow", "pink", "purple"), river_side=True),
    )
}
"""By name; the first is the default."""

HOUSE = "house"
"""The value of the option ``board`` for one of our boards."""
RANDOM = "random"
"""The value of an option that leaves to chance what could be named."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "side",
        "The side of the board: 'mountain', or 'river', where a caravan scores 5 points once when it first crosses the "
        "river; the river blocks nobody and is not a border. The 2005 edition has no river side.",
        ("mountain", "river"),
        "mountain",
        means={
            "mountain": "The side of the board that has no river.",
            "river": "A caravan scores 5 points, once, when it first crosses the river: when one of its camels stands "
            "beside its leader, or another of its camels, on the other bank. The river blocks nobody and is not a "
            "border.",
        },
    ),
    Option(
        "board",
        "The board: 'house', ours for this side and number of seats; 'random', made at random in the set-up; or a "
        "board file of your own, which `new --board FILE` puts here.",
        (),
        HOUSE,
        "house, random, or the text of a board file",
        means={
            HOUSE: "One of ours, for this side and number of seats.",
            RANDOM: "Made from a draw of the set-up, so that anybody can make it again.",
            "": "Your group's own board.",
        },
    ),
    Option(
        "palms",
        "The five palm spaces with trees: drawn at random, or named as the group agreed.",
        (),
        RANDOM,
        "random, or five palm spaces of the board, such as B8,D3,H11,J3,M7",
        means={
            RANDOM: "Which five palm spaces have trees is drawn at random.",
            "": "These five palm spaces have trees.",
        },
    ),
    Option(
        "first-seat",
        "Who begins: drawn at random, or the seat that is named. The order of the others is drawn in any case.",
        (),
        RANDOM,
        "random, or the id of a seat",
        means={
            RANDOM: "The seat that begins is drawn at random, and so is the order of the others.",
            "": "This seat begins; the order of the others is drawn at random.",
        },
    ),
    Option(
        "leader-order",
        "The order of leaders: 'clockwise', every round from the first seat to the last, or 'serpentine', every other "
        "round backwards, so that whoever ends a round begins the next one. Camels begin with the first seat in both.",
        ("clockwise", "serpentine"),
        "clockwise",
        means={
            "clockwise": "Every round of leaders goes from the first seat to the last.",
            "serpentine": "Every other round of leaders runs backwards, so that whoever ends a round begins the next. "
            "Camels still begin with the first seat.",
        },
    ),
    Option(
        "returned-leaders",
        "Each seat returns one leader: drawn at random, or chosen in seat order among the colours left.",
        (RANDOM, "choice"),
        RANDOM,
        seats=(5,),
        means={
            RANDOM: "Each seat returns one leader, drawn at random.",
            "choice": "Each seat returns one leader: in seat order, each chooses among the colours left.",
        },
    ),
    Option(
        "first-leader",
        "The last seat may be left with only the colour it returned: 'waive' frees it from the rule that first "
        "leaders differ in colour, 'bind' makes the first seat open with the colour that the last one returned.",
        ("waive", "bind"),
        "waive",
        seats=(5,),
        means={
            "waive": "If the last seat is left with only the colour that it returned, it may open with a colour that "
            "another seat has.",
            "bind": "First leaders always differ in colour: the first seat has to open with the colour that the last "
            "seat returned.",
        },
    ),
    Option(
        "water",
        "Water tokens lie 'face-up', or 'face-down': then the value of a token is drawn when somebody takes it, and "
        "only that player learns it before the end.",
        ("face-up", "face-down"),
        "face-up",
        means={
            "face-up": "Everybody sees what the tokens on the board are worth.",
            "face-down": "The value of a token is drawn when somebody takes it; nobody else learns it before the end.",
        },
    ),
    Option(
        "taken-water",
        "Values of water tokens already taken: 'hidden' from other seats until the end, or 'shown' in every report. "
        "What lay face up is shown to all when it is taken, as at a table, so you can keep count.",
        ("hidden", "shown"),
        "hidden",
        means={
            "hidden": "Until the end, your report does not count the tokens that others have taken. Where "
            "tokens lie face up, each is shown to all when it is taken, as at a table, so you can keep count.",
            "shown": "Every report counts the tokens that others have taken.",
        },
    ),
)
