"""Editions and options of the scenario, as differences from the base game; and its numbered rulings.

The rulings say what we do where its page is silent, and what follows from it.
"""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.core.table import Option
from adjudicator.rules.catan.rules import BASE, TARGETS, Edition
from adjudicator.rules.catan.rules import OPTIONS as BASE_OPTIONS
from adjudicator.rules.catan.rules import adapt as adapt_base
from adjudicator.rules.catan.topology import CENTRE

CAMELS = 22
"""How many camels there are (ruling C33)."""
AS_EDITION = "edition"
"""The value of an option that leaves the matter to the edition."""

OASIS = "oasis"
"""The terrain in the middle."""

GREAT_CARAVAN = replace(
    BASE,
    name="great-caravan",
    title="The Great Caravan",
    target=13,
    barren=OASIS,
    barren_hex=CENTRE,
)
"""The page of that name, taken at its word (rulings C01, C12)."""
BOX = replace(
    GREAT_CARAVAN,
    name="box",
    title="the caravans by the rules in the box",
    target=12,
    robber_returns=False,
)

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (GREAT_CARAVAN, BOX)}
"""By name, the default first."""

TARGET_OPTION = Option(
    "target",
    "The first to have this many points or more on their own turn wins; 'edition': 13 in great-caravan, 12 in box.",
    (AS_EDITION, *TARGETS),
    AS_EDITION,
    means={
        AS_EDITION: "As in the edition: 13 points win in edition great-caravan, 12 in edition box, on your own turn.",
        "": "The first to have this many points or more on their own turn wins.",
    },
)
ROBBER_OPTION = Option(
    "robber",
    "The robber and the oasis: 'returns' starts the robber there and lets it come back; 'barred' starts it beside the "
    "board and keeps it off the oasis; 'edition': 'returns' in great-caravan, 'barred' in box.",
    (AS_EDITION, "returns", "barred"),
    AS_EDITION,
    means={
        AS_EDITION: "As in the edition: in edition great-caravan the robber starts on the oasis and may come back; in "
        "edition box it starts beside the board and never goes to the oasis.",
        "returns": "The robber starts on the oasis and may come back there.",
        "barred": "The robber starts beside the board and never goes to the oasis.",
    },
)
COAST_OPTION = Option(
    "coast",
    "Whether camels may stand on paths between land and sea.",
    ("yes", "no"),
    "yes",
    means={
        "yes": "Camels may stand on paths between land and sea.",
        "no": "Camels may not stand on paths between land and sea.",
    },
)
FLANK_OPTION = Option(
    "flank",
    "Whether a route may run into the side or the rear of another, and end there.",
    ("yes", "no"),
    "yes",
    means={
        "yes": "A route may run into the side or the rear of another, and ends there.",
        "no": "No route may run into the side or the rear of another.",
    },
)
OPTIONS: tuple[Option, ...] = (
    *(TARGET_OPTION if option.name == TARGET_OPTION.name else option for option in BASE_OPTIONS),
    ROBBER_OPTION,
    COAST_OPTION,
    FLANK_OPTION,
    Option(
        "votepress",
        "Who may write during a vote: all ('public'), those who laid cards ('bidders'), or nobody ('none').",
        ("public", "bidders", "none"),
        "public",
        means={
            "public": "During a vote everybody may send letters.",
            "bidders": "During a vote only players who laid cards may send letters, and only to each other.",
            "none": "During a vote nobody may send letters.",
        },
        asks=True,
    ),
    Option(
        "negotiate-hours",
        "How many hours those who laid cards have to change their preferences once the cards are known; 0: no time.",
        ("0", "12", "24", "48"),
        "0",
        means={
            "0": "Once the cards are known, nobody negotiates: the lists that were sent count.",
            "": "Once the cards are known, players who laid cards have this many hours to change what they prefer.",
        },
        asks=True,
    ),
)


def adapt(edition: Edition, options: Mapping[str, str]) -> Edition:
    """``edition`` as the options change it."""
    target = options["target"]
    resolved = {**options, "target": str(edition.target) if target == AS_EDITION else target}
    adapted = adapt_base(edition, resolved)
    robber = options["robber"]
    return adapted if robber == AS_EDITION else replace(adapted, robber_returns=robber == "returns")


RULINGS: Mapping[str, str] = {
    "C01": "Edition great-caravan is played to 13 points, box to 12; the first to have that many on their own turn "
    "wins (option).",
    "C02": "Whether somebody has won is checked after everything that can change points and at the start of a turn, "
    "and only for the player whose turn it is.",
    "C03": "Points that come to somebody on another's turn count at once, but win only when their own turn begins, "
    "before any card or roll, if they still have them.",
    "C04": "Whoever reaches the points wins on the spot; there is no vote then.",
    "C05": "The vote is the last step of the builder's turn: after the camel the builder may win, then the next seat.",
    "C06": "Hidden point cards count by themselves.",
    "C10": "The oasis lies in one of two ways, with arrows at every second corner; which one is drawn.",
    "C11": "The oasis lies in the centre and has no number token, so the order of the others does not change.",
    "C12": "In edition great-caravan the robber starts on the oasis and may return there; in edition box it starts "
    "beside the board and may not go there (option).",
    "C13": "Settlements may stand next to the oasis, which yields nothing.",
    "C14": "Settlements of the set-up cause no vote.",
    "C20": "A path between land and sea is a path like any other (option).",
    "C21": "The first camel of a route lies on the spoke at its arrow and points away from the oasis; how a camel "
    "points is never a choice.",
    "C22": "Each further camel lies on another free path at the front of its route and points to the far end.",
    "C23": "A route grows only at its front; a camel anywhere else on it would be a branch.",
    "C24": "A later camel may lie on the border of the oasis; only first camels may not.",
    "C25": "Roads and buildings never block camels, nor camels roads; camels belong to nobody and never move.",
    "C26": "Two fronts at the same intersection go on as one along the third path, which is offered once, under the "
    "lower number.",
    "C27": "A front may run into the side or the rear of a route; the arriving route ends there (option).",
    "C28": "It also ends when it runs into its own route.",
    "C29": "An unused arrow stays usable while its spoke is free and fewer than two camels meet at its corner; "
    "another route's camel on the spoke uses it up.",
    "C30": "A position is a route and a path: one path may be open to two routes.",
    "C31": "Any open position may be chosen, whether its route has begun or not; nobody has to begin a route.",
    "C32": "A route without a free path has ended; nothing reopens it.",
    "C33": "There are 22 camels; with the last one all routes end, and votes with them.",
    "C34": "Without a position there is no vote; with a single one the camel is placed at once and nobody lays cards.",
    "C40": "What calls for a vote is a settlement or city that the player whose turn it is has built and paid for.",
    "C41": "One camel a turn, however much was built.",
    "C42": "The vote comes when the turn has ended, before the next roll; nothing else happens in between.",
    "C50": "Cards are laid clockwise from the builder, face up, each seat seeing what was laid before.",
    "C51": "A seat may lay any of its wool and grain, or none; each card is a vote.",
    "C52": "What was laid stays laid; nobody may lay twice.",
    "C53": "Whoever laid more cards than all others together decides alone; exactly half is not enough.",
    "C54": "Two or more who laid cards decide together if they hold more than half of all votes and prefer the same "
    "position. Of several such positions the one whose worst rank is best is taken, then the one with the smallest sum "
    "of ranks times votes (the first of a list is rank 1), then the first in printed order.",
    "C55": "Without a majority the seat that alone laid the most cards decides, else the player whose turn it was, "
    "even without cards; the most votes for a position are not enough.",
    "C56": "If nobody lays cards, the player whose turn it was places the camel.",
    "C57": "All cards laid go to the bank once the camel is placed; until then they are neither in hand nor in the "
    "bank.",
    "C58": "Only players who laid cards name positions, and cards no longer change hands (option for who may write).",
    "C59": "Silence lays nothing and prefers nothing; a decider who stays silent takes the top of their last list, "
    "else the first position in printed order.",
    "C60": "Nobody can decide to place no camel.",
    "C61": "At the table those who laid cards negotiate once all cards are seen. By mail that is left out, since it "
    "would cost a window in every vote: ranked lists speak for their seats. The option negotiate-hours brings it back: "
    "players who laid cards may change their list once.",
    "C62": "A player who holds no cards, as everybody can see, is not asked to lay any; only the builder is, who "
    "may have to decide. Where one holds more than half of the votes, the others are not asked to negotiate.",
    "C70": "A settlement or city between two or more camels, of whatever routes, counts one point more, never two.",
    "C71": "Built there later, it counts the same from that moment and may win on the spot.",
    "C72": "One camel next to a building is not enough.",
    "C73": "A road beside a camel counts as two; the longest road is the one that counts most without using a "
    "road twice, and a length of five is enough, however few the pieces.",
    "C74": "The longest road passes on only to a longer one; if its holder falls behind and others tie, nobody has it.",
    "C75": "A camel may pass the longest road on at once, whoever's turn it is; a victory still follows C02.",
    "C76": "A doubled road is one piece for everything else.",
}
