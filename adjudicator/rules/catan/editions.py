"""Editions and options, every tunable number of the rules as a named field; and the numbered rulings.

Of the rulings, B are those where rules and engines differ, M how the game is played by mail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from adjudicator.core.table import Option
from adjudicator.rules.catan.cards import Bundle, pack


class RobberStart(Enum):
    """Where the robber is before it is first moved."""

    BARREN = "barren"
    """On the hex that yields nothing."""
    OFF_BOARD = "aside"
    """Beside the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The numbers and names of one rule set.

    ``bank`` is the number of cards of each resource, ``developments`` the development cards by kind; the fields in
    ``_cost`` are bundles of resources. ``roads``, ``settlements`` and ``cities`` count the pieces of one seat.
    ``barren`` names the terrain that yields nothing; it lies on ``barren_hex`` in the variable set-up, or anywhere
    if that is None. ``robber_returns`` says whether the robber may be moved there.

    House rules: the robber spares seats with fewer than ``spared_points`` on the table, and in the first
    ``calm_rounds`` rounds a 7 is rolled again.
    """

    name: str
    title: str
    target: int
    bank: int
    developments: Bundle
    roads: int
    settlements: int
    cities: int
    road_cost: Bundle
    settlement_cost: Bundle
    city_cost: Bundle
    card_cost: Bundle
    settlement_points: int
    city_points: int
    card_points: int
    longest_points: int
    longest_minimum: int
    largest_points: int
    largest_minimum: int
    hand_limit: int
    bank_rate: int
    harbour_rate: int
    special_rate: int
    free_roads: int
    barren: str
    barren_hex: int | None
    robber_start: RobberStart
    robber_returns: bool
    spared_points: int = 0
    calm_rounds: int = 0


BASE = Edition(
    name="base",
    title="the base game",
    target=10,
    bank=19,
    developments=pack((14, 5, 2, 2, 2)),
    roads=15,
    settlements=5,
    cities=4,
    road_cost=pack((1, 1, 0, 0, 0)),
    settlement_cost=pack((1, 1, 1, 1, 0)),
    city_cost=pack((0, 0, 0, 2, 3)),
    card_cost=pack((0, 0, 1, 1, 1)),
    settlement_points=1,
    city_points=2,
    card_points=1,
    longest_points=2,
    longest_minimum=5,
    largest_points=2,
    largest_minimum=3,
    hand_limit=7,
    bank_rate=4,
    harbour_rate=3,
    special_rate=2,
    free_roads=2,
    barren="desert",
    barren_hex=None,
    robber_start=RobberStart.BARREN,
    robber_returns=True,
)

EDITIONS: Mapping[str, Edition] = {BASE.name: BASE}

BOARD_OPTION = Option(
    "board",
    "The board: 'variable' shuffles terrain and harbours and lays the number tokens in letter order from a corner that "
    "is drawn; 'beginners' is the fixed board.",
    ("variable", "beginners"),
    "variable",
    means={
        "variable": "Terrain and harbours are shuffled; the number tokens lie in letter order from a corner that is "
        "drawn.",
        "beginners": "The fixed board for beginners.",
    },
)
SPREAD_OPTION = Option(
    "spread",
    "On the variable board: 'yes' shuffles the number tokens, but so that no 6 or 8 lies next to a 6 or 8.",
    ("no", "yes"),
    "no",
    means={
        "no": "The number tokens are not shuffled.",
        "yes": "The number tokens are shuffled, but no 6 or 8 lies next to another 6 or 8.",
    },
)
HOUSE_OPTIONS = (
    Option(
        "friendly-robber",
        "House rule: with 'yes' the robber goes to no hex where a rival lives who has fewer than 3 points (buildings, "
        "longest road, largest army); if that leaves no hex, to any.",
        ("no", "yes"),
        "no",
        means={
            "no": "The robber may go to any hex, as in the rules.",
            "yes": "House rule: the robber may not go to a hex where a rival with fewer than 3 points (buildings, "
            "longest road, largest army) lives; if that leaves no hex, it may go to any.",
        },
    ),
    Option(
        "calm-rounds",
        "House rule: for so many rounds at the start, every 7 is rolled again; 0: a 7 counts from the start.",
        ("0", "1", "2"),
        "0",
        means={
            "0": "A 7 counts from the start, as in the rules.",
            "1": "House rule: in the first round every 7 is rolled again.",
            "2": "House rule: in the first two rounds every 7 is rolled again.",
        },
    ),
    Option(
        "discard-limit",
        "House rule: after a 7, a player who holds more cards than this discards half of them; 7: as in the rules.",
        ("7", "8", "9", "10", "11", "12"),
        str(BASE.hand_limit),
        means={
            "7": "After a 7, a player who holds more than seven cards discards half of them, as in the rules.",
            "": "House rule: after a 7, only a player who holds more cards than this discards half of them.",
        },
    ),
)
"""What tables like to play otherwise; off by default (rulings B11 to B13)."""
SPARED_POINTS = 3
"""What a friendly robber spares, fewer points than this."""
MAIL_OPTIONS = (
    Option(
        "preroll",
        "Before the roll: 'at-once' plays standing cards and rolls without asking; 'ask' waits for the seat on turn.",
        ("at-once", "ask"),
        "at-once",
        means={
            "at-once": "The dice are rolled without asking you; a development card is played before that by standing "
            "order.",
            "ask": "If you hold a development card, you are asked before the roll.",
        },
    ),
    Option(
        "discard",
        "After a 7: 'standing' discards by standing order or from the largest pile; 'ask' waits for all who must.",
        ("standing", "ask"),
        "standing",
        means={
            "standing": "After a 7 your cards are discarded by your standing order, or else from the largest pile.",
            "ask": "After a 7 you are asked what to discard, unless you have a standing order.",
        },
    ),
    Option(
        "trade-hours",
        "How many hours a proposal waits for answers; 0: only standing offers and wishes answer.",
        ("0", "12", "24", "48", "72"),
        "24",
        means={
            "0": "Proposals do not wait: only standing offers and wishes answer them.",
            "": "A proposal waits this many hours for answers.",
        },
    ),
)
"""How the game is played by mail (rulings section 4)."""
TARGETS = tuple(str(points) for points in range(5, 21))
OPTIONS: tuple[Option, ...] = (
    BOARD_OPTION,
    SPREAD_OPTION,
    Option("target", "The first to have this many points or more on their own turn wins.", TARGETS, str(BASE.target)),
    *HOUSE_OPTIONS,
    *MAIL_OPTIONS,
)


def adapt(edition: Edition, options: Mapping[str, str]) -> Edition:
    """``edition`` as the options change it."""
    return replace(
        edition,
        target=int(options["target"]),
        hand_limit=int(options["discard-limit"]),
        spared_points=SPARED_POINTS if options["friendly-robber"] == "yes" else 0,
        calm_rounds=int(options["calm-rounds"]),
    )


RULINGS: Mapping[str, str] = {
    "B01": "The bank has 19 cards of each resource. If a roll asks for more of one than is left, a seat that alone is "
    "entitled to it gets the rest, and of several nobody gets any; each resource is judged by itself.",
    "B02": "On a 7, everybody with more than seven cards discards half, rounded down, of their choice; then the robber "
    "goes to another hex, and one card at random is taken from a seat there, which must be named if one has "
    "cards.",
    "B03": "After the roll one may trade and build in any order. All trades are with the seat on turn; no gifts, no "
    "card for its like, no trade of development cards.",
    "B04": "One development card a turn, before or after the roll, but not in the turn it was bought; point cards "
    "count by themselves and are never played.",
    "B05": "Road Building with one road piece or one site left gives one road, with none it may not be played; a road "
    "of it may be given up, by naming one path or by ending the turn. Year of Plenty takes what a short bank has.",
    "B06": "Each seat has 15 roads, 5 settlements and 4 cities; a city gives its settlement back.",
    "B07": "A road that a rival's settlement cuts may be extended from both sides, but never out of the intersection "
    "that the rival holds.",
    "B08": "If the holder of the longest road falls behind and others tie, it is set aside until one alone has the "
    "longest of five or more.",
    "B09": "A knight before the roll may win the game before any roll; the robber is still moved first.",
    "B10": "The order of the seats is drawn at the start and stays; the first drawn begins.",
    "B11": "House rule, an option: the robber goes to no hex where a rival lives who has fewer than three points. "
    "Buildings, longest road and largest army are counted, cards in hand are not; where no hex would be left, the "
    "robber goes where it could without the option.",
    "B12": "House rule, an option: in the first rounds every 7 is rolled again; the report has both rolls.",
    "B13": "House rule, an option: after a 7 only players who hold more cards than the limit discard.",
    "M01": "A turn begins with the roll, without asking: the dice and what they bring are in the mail that asks for "
    "the turn. Standing cards are played before it where they can be (option to be asked).",
    "M02": "After a 7 everybody discards by standing order, else from the largest piles, ties in the order of the "
    "resources (option to be asked, all at once); the robber's move is part of the reply or of a standing list.",
    "M03": "The orders of a turn are a script, run from top to bottom: what is refused is reported with its reason, "
    "and the next order is tried. Orders may depend on hand, dice, board and earlier orders; what comes after the end "
    "is kept for the next turn.",
    "M04": "Standing offers are public and numbered; the seat on turn takes one where both hands allow it, else it is "
    "not available, whatever the reason.",
    "M05": "A proposal, of one or several terms, best first, is met at once by the standing wishes and offers of the "
    "others; otherwise all it names who hold enough cards have one window (option), one in a turn unless the order "
    "asks for more, and the first named who agrees trades; nobody waits for those named after. Silence refuses.",
    "M06": "In the set-up each seat may send a ranked list of settlements with their roads in advance; the first that "
    "is still legal is placed. A list of which nothing is free is no answer, and its seat hears so at once. Where play "
    "stops, all that are left of the half under way are asked together, and with them those whose list for the other "
    "half is none any more. The last seat places twice in a row.",
    "M07": "After a missed deadline the fallback script counts, or else what was announced: largest piles, nothing "
    "built or traded, the end of the turn; the robber goes where nobody lives, or else where the others have the "
    "fewest points, and to one's own hexes last.",
    "M08": "By rounds, the dice of a whole round are published and all scripts run after one deadline; there are no "
    "windows, and standing orders and defaults answer instead. Only a script with its end answers a round; lines "
    "left from behind an end wait for the turn and are none by themselves.",
    "M09": "Hands, cards and standing orders other than offers are private: no answer, refusal or waiting time gives "
    "them away.",
    "M10": "All chance comes from one committed secret, and nothing is drawn for an order that is refused or checked.",
    "M11": "Standing offers and wishes that fit each other trade when the turn of one of their owners begins, each of "
    "them once: at the other's offer as it stands, else at the terms of the seat on turn.",
    "M12": "Everybody hears of a counter-offer, whoever gets the trade. It is taken if nobody took the proposal, and "
    "if it brings what was wanted for no more than the proposer's limit, which nobody else sees.",
    "M13": "A file that holds only answers (to a proposal or a vote, a discard, the roll, the robber after a 7) leaves "
    "script, standing orders and fallback on file as they are; of two answers to the same the newer counts. Any other "
    "file takes the place of all orders and answers before it. Among answers, and among places of the set-up, an end "
    "that comes while its seat is not on turn ends no turn.",
    "M14": "An order may leave to its moment how it is done: the place with the best numbers, the next road on the "
    "shortest way, the bank trades that a purchase needs. What comes after build or try may come to nothing: the "
    "receipt says so, and the file is accepted.",
}
