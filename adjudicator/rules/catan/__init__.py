"""Catan, the base game for 3 and 4 seats, as a game of the seam; a game on top replaces some of its parts.

An unofficial adjudicator of Klaus Teuber's game. Of the numbered rulings, B are those where rules and engines differ,
M how the game is played by mail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Option, Pacing, Setting
from adjudicator.kit.defaults import PlainGame
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.dealing import foretell_dice
from adjudicator.rules.catan.legal import apply_action, is_legal, list_legal
from adjudicator.rules.catan.mail.choosing import CatanHouse
from adjudicator.rules.catan.mail.orders import CatanOrders
from adjudicator.rules.catan.order_of_play import carry_out, list_decisions
from adjudicator.rules.catan.report import CatanExhibit
from adjudicator.rules.catan.report.phrases import DRAW_SENTENCES, SEAT_FACTS
from adjudicator.rules.catan.rules import BASE_RULES, OPTIONS, Rules
from adjudicator.rules.catan.setup import dump_state, load_state, set_up
from adjudicator.rules.catan.state import MOVER, STAGE, TURN, VICTORY, Stage, State, name_phase
from adjudicator.rules.catan.views.game_views import CatanViews

if TYPE_CHECKING:
    from adjudicator.rules.catan.cases import CatanCases


RULINGS: Mapping[str, str] = {
    "B01": "The bank has 19 cards of each resource. If a roll asks for more of one than is left, the rest goes to the "
    "seat entitled to it, if there is only one; of several, nobody gets any. Each resource is judged by itself.",
    "B02": "On a 7, everybody with more than seven cards discards half, rounded down, of their choice; then the robber "
    "goes to another hex, and one card at random is taken from a seat there, which must be named if "
    "somebody there has cards.",
    "B03": "After the roll the player whose turn it is may trade and build in any order. All trades are with that "
    "player; no gifts, no card for one of the same kind, no trade of development cards.",
    "B04": "One development card a turn, before or after the roll, but not in the turn it was bought; point cards "
    "count by themselves and are never played.",
    "B05": "Road Building gives one road where only one road piece or one site is left; where none is, it may not be "
    "played. One of its roads may be given up, by naming one path or by ending the turn. From a short bank Year of "
    "Plenty takes what is there.",
    "B06": "Each seat has 15 roads, 5 settlements and 4 cities; a city gives its settlement back.",
    "B07": "A road that a rival's settlement cuts may be extended from both sides, but never out of the intersection "
    "that the rival holds.",
    "B08": "If the holder of the longest road falls behind and others tie, it is set aside until one alone has the "
    "longest of five or more.",
    "B09": "A knight before the roll may win the game before any roll; the robber is still moved first.",
    "B10": "The order of the seats is drawn at the start and stays; the first drawn begins.",
    "B11": "House rule, an option: the robber may not go to a hex where a rival with fewer than three points has a "
    "building. Buildings, longest road and largest army are counted, cards in hand are not; if no hex would be left, "
    "the robber goes where it could without the option.",
    "B12": "House rule, an option: in the first rounds every 7 is rolled again; the report has both rolls.",
    "B13": "House rule, an option: after a 7 only players who hold more cards than the limit discard.",
    "M01": "A turn begins with the roll, without asking: the dice and what they bring are in the email that asks for "
    "the turn. Standing cards are played before it where they can be (option to be asked).",
    "M02": "After a 7 everybody discards by standing order, else from the largest piles, ties in the order of the "
    "resources (option to be asked, all at once); the robber's move is part of the reply or of a standing list.",
    "M03": "The orders of a turn are a script, run from top to bottom: what is refused is reported with its reason, "
    "and the next order is tried. Orders may depend on hand, dice, board and earlier orders; what comes after the end "
    "is kept for the next turn.",
    "M04": "Standing offers are public and numbered; the player whose turn it is takes one if both hands allow it; "
    "otherwise it is not available, whatever the reason.",
    "M05": "A proposal has one or several terms, best first. The standing wishes and offers of the others answer it at "
    "once. Otherwise everybody it names who holds enough cards is asked at the same time (option), once in a turn "
    "unless the order asks for more. The first one named who agrees trades; nobody waits for those named later. "
    "Silence refuses.",
    "M06": "In the set-up each seat may send a ranked list of settlements with their roads in advance; the first that "
    "is still legal is placed. A list in which nothing is free any more is not an answer, and its seat is told at "
    "once. Where play stops, all who still place in this half are asked together, and so are those whose list for the "
    "other half has nothing free any more. The last seat places twice in a row.",
    "M07": "After a missed deadline the fallback script counts, or else what was announced: largest piles, nothing "
    "built or traded, the end of the turn; the robber goes to a hex without buildings, or else to the one whose owners "
    "have the fewest points in total; the seat's own hexes come last.",
    "M08": "By rounds, the dice of a whole round are published and all scripts run after one deadline; there are no "
    "windows, and standing orders and defaults answer instead. Only a script that ends its turn, or may end it, "
    "answers a round, and then no fallback orders are used. So do orders left over after an end, if they end the next "
    "turn; without an end they are no answer, and wait for the turn.",
    "M09": "Hands, cards and standing orders other than offers are private: no answer, refusal or waiting time gives "
    "them away.",
    "M10": "All chance comes from one secret, fixed before the game begins, and nothing is drawn for an order that is "
    "refused or only checked.",
    "M11": "Standing offers and wishes that fit each other trade when the turn of one of their owners begins, each of "
    "them once: on the terms of the other's offer, or else on those of the player whose turn it is.",
    "M12": "Everybody hears of a counter-offer, whoever gets the trade. It is taken if nobody took the proposal, and "
    "if it brings what was wanted for no more than the proposer's limit, which nobody else sees.",
    "M13": "A file that holds only answers (to a proposal or a vote, a discard, the roll, the robber after a 7) leaves "
    "script, standing orders and fallback on file as they are; of two answers to one question the newer counts. Any "
    "other file takes the place of all orders and answers before it. Among answers, and among places of the set-up, an "
    "end that comes when it is not its seat's turn ends no turn.",
    "M14": "An order may leave the details to the moment when it is carried out: the place with the best numbers, the "
    "next road on the shortest way, the bank trades that a purchase needs. An order after build or try may come to "
    "nothing: the receipt says so, and the file is accepted.",
}


_OVER = Stage.OVER.value


class CatanKernel:
    """See :class:`adjudicator.core.game.Kernel`. A game built on this one hands in its own ``rules``.

    One step is taken without a decision, because nothing else is possible and everybody can see it: the roll, when the
    seat on turn holds no development card, or has played one before the roll. Everything else is decided, even where
    the list of legal actions has one entry: what a seat could do depends on its hand, which is nobody's business, and
    on trades with others, which are not listed.
    """

    decisions = staticmethod(list_decisions)
    draw_ahead = staticmethod(foretell_dice)
    scores = staticmethod(score_seats)
    dump = staticmethod(dump_state)

    def __init__(self, rules: Rules = BASE_RULES) -> None:
        self.rules = rules

    def setup(self, setting: Setting, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position before the first settlement."""
        return set_up(self.rules, setting, chance)

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats in table order; the first one begins."""
        return state.table.seats

    def mover(self, state: State) -> str | None:
        """The seat on turn."""
        return None if state.cells[STAGE] == _OVER else state.table.seats[state.cells[MOVER]]

    def epoch(self, state: State) -> int:
        """The number of the table turn under way, from 1; 0 in the set-up, its placements included."""
        return state.cells[TURN]

    def furthest_epoch(self, state: State, pacing: Pacing) -> int:
        """The next seat's dice; in a round everybody's, who may all move, and then all the dice that are foretold.

        The set-up ends with the seat that begins, so that a round goes no further than the dice of the first.
        """
        turn, seats = state.cells[TURN], len(state.table.seats)
        if pacing is Pacing.SEAT:
            return turn + 1
        return turn + 2 * seats - 1 if turn else seats

    def phase(self, state: State) -> str:
        """``set-up``, ``play``, ``interlude`` or ``over``."""
        return name_phase(state.cells[STAGE], state.cells[TURN])

    def legal(self, state: State, seat: str) -> Sequence[Action]:
        """All legal actions in the order of their numbers, discards by cards; trades between players are not listed."""
        return list_legal(state, state.table.number_of[seat])

    def is_legal(self, state: State, seat: str, action: Action) -> bool:
        """Whether ``action`` is legal for ``seat``, trades between players included."""
        return is_legal(state, state.table.number_of[seat], action)

    def apply(self, state: State, seat: str, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position after ``action`` and all that follows without a decision."""
        return apply_action(state, state.table.number_of[seat], action, chance)

    def play(self, state: State, seat: str, action: Action, chance: Chance) -> State:
        """The same position, for an ``action`` known to be legal; nothing is told."""
        return carry_out(state, state.table.number_of[seat], action, chance, tells=False).freeze()

    def ending(self, state: State) -> str | None:
        """``victory``."""
        return VICTORY if state.cells[STAGE] == _OVER else None

    def load(self, saved: JsonObject) -> State:
        """The position that :meth:`dump` wrote."""
        return load_state(self.rules, saved)


class Catan(PlainGame):
    """See :class:`adjudicator.core.game.Game`."""

    name = "catan"
    version = 2
    title = "Catan"
    module = "adjudicator.rules.catan:GAME"
    options: tuple[Option, ...] = OPTIONS
    rulings: Mapping[str, str] = RULINGS
    seats = range(3, 5)
    epochs = 4096
    reserved: frozenset[str] = frozenset({"any", "anybody", "leader", "me", "nobody", *RESOURCES})
    seat_facts: frozenset[str] = SEAT_FACTS | {"mover", "whose", "word"}
    fragments = "catan"
    schemas: tuple[str, ...] = ("catan",)
    draw_sentences = DRAW_SENTENCES
    kernel = CatanKernel()
    orders = CatanOrders()
    views = CatanViews()
    exhibit = CatanExhibit()
    house = CatanHouse()
    settled_in_round = "discards, the robber and proposals"

    def deadlines(self, options: Mapping[str, str], hours: int) -> Mapping[str, int]:
        """A turn's hours are the moderator's, a proposal's an option (rulings section 4.4 and 4.7)."""
        if not hours:
            return {}
        trade = int(options["trade-hours"])
        return {"turn": hours, "trade": trade} if trade else {"turn": hours}

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """How a round changes the game (rulings section 4.8)."""
        del setting
        if pacing is Pacing.SEAT:
            return ()
        return (
            (
                "The dice of a whole round are published before anybody moves. You know in advance what will be "
                "produced, which changes what a trade is worth."
            ),
            (
                f"Nobody is asked within a round: {self.settled_in_round} go by your orders and standing orders, or by "
                "the defaults that every report names."
            ),
        )

    @cached_property
    def editions(self) -> Mapping[str, str]:
        """Each edition's name and title, the default first."""
        return {name: edition.title for name, edition in self.kernel.rules.editions.items()}

    @cached_property
    def cases(self) -> CatanCases:
        """Positions as CASE files write them."""
        from adjudicator.rules.catan.cases import CatanCases  # noqa: PLC0415 - for CASE files

        return CatanCases()


GAME = Catan()
