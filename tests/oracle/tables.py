"""Games for the referee: what is played at table number so and so, by which edition, options, board and manners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from oracle.board_rules import check_full, check_river, check_small
from oracle.desert import OPTIONS
from oracle.dice import Dice
from oracle.field import Field, write_map
from oracle.hexes import names, read
from oracle.maps import FULL_BOARD, SMALL_BOARD
from oracle.match import Match, begin, resume
from oracle.policies import Policy, drink, fence, ford, race, wander
from oracle.positions import MOST_SEATS, SEATS, lay_out, open_table, random_field, turn_down, wide_field, with_river
from oracle.settings import check_start

from adjudicator.ledger.keys import SecretChance

EDITIONS = ("2005", "manual", "allplay")
MANNERS: tuple[Policy, ...] = (wander, fence, ford, drink, race)
OURS = (SMALL_BOARD, FULL_BOARD)
FULL_FROM = 4
"""From so many seats on the whole board is played."""


class Game(NamedTuple):
    """A game about to begin: ``kind`` says how its table came about, ``policy`` how it is played."""

    kind: str
    match: Match
    policy: Policy
    dice: Dice

    @property
    def marks(self) -> frozenset[str]:
        """What is counted: river, face-down, and a board that was made at random."""
        oracle = self.match.oracle
        found = {"river"} if oracle.board.river else set()
        found |= {oracle.option("water"), oracle.option("leader-order")}
        return frozenset(found | ({"random board"} if self.kind != "house" or oracle.board not in OURS else set()))


def deal(number: int) -> Game:
    """Table ``number``: by turns one of the house's boards, one of our own for whole games, and a small late one."""
    dice = Dice("table", number)
    kind = ("house", "wide", "house", "small")[number % 4]
    policy = dice.pick(MANNERS)
    return Game(kind, {"house": _house, "wide": _wide, "small": _small}[kind](number, dice), policy, dice)


def _house(number: int, dice: Dice) -> Match:
    """The kernel's own set-up, with any settings that may be combined."""
    edition, seats = EDITIONS[number // 4 % 3], 2 + number // 12 % 4
    options = choose_options(edition, seats, dice)
    board, wet = SMALL_BOARD if seats < FULL_FROM else FULL_BOARD, options.get("side") == "river"
    made = dice.below(3) == 0
    if made:
        options["board"] = "random"
    if dice.below(3) == 0:
        options["first-seat"] = dice.pick(SEATS[:seats])
    if not wet and not made and dice.below(3) == 0:
        options["palms"] = ",".join(names(dice.shuffled(sorted(board.palms))[:5]))
    chance = SecretChance(f"house-{number}", bytes(32))
    match = begin(seats, edition, options, chance, None if wet or made else board)
    if made:
        check_made(match)
    check_start(SEATS[:seats], options, match.oracle, chance.draws)
    return match


def _wide(number: int, dice: Dice) -> Match:
    """A board of any shape and a set-up of our own, from the first leader on."""
    edition, seats = EDITIONS[number // 4 % 3], 2 + number // 12 % 4
    options = choose_options(edition, seats, dice)
    board = wide_field(dice)
    if options.get("side") == "river":
        board = with_river(board, dice)
    if dice.below(2):
        chance = SecretChance(f"wide-{number}", bytes(32))
        return begin(seats, edition, {**options, "board": write_map(board)}, chance, board)
    return resume(open_table(board, edition, seats, options, dice), f"wide-{number}")


def _small(number: int, dice: Dice) -> Match:
    """A scrap of desert, few leaders and few camels, so that it ends soon and in every way."""
    board = random_field(dice)
    board = with_river(board, dice) if number // 4 % 3 else board
    while True:
        oracle = lay_out(board, 2 + dice.below(4), 2 + dice.below(12), 1 + dice.below(4), dice)
        if oracle.legal(oracle.seats[0]):
            return resume(turn_down(oracle) if number // 12 % 2 else oracle, f"small-{number}")


def check_made(match: Match) -> None:
    """A board that chance made is like the printed ones, river and strip too."""
    board = match.oracle.board
    grid, strip = match.state.table.board.grid, match.state.table.board.strip
    findings = check_river(board) if board.river else []
    if len(match.oracle.seats) < FULL_FROM:
        findings += check_small(board)
    else:
        inside = board.playable - read(grid.names_of(strip))
        small = Field(inside, board.mountains, board.pools & inside, board.palms & inside)
        findings += check_full(board, small) + check_small(small)
    assert findings == [], findings


def choose_options(edition: str, seats: int, dice: Dice) -> dict[str, str]:
    """Settings at random, among those that may be combined."""
    choices: Mapping[str, tuple[str, ...]] = {
        "side": ("mountain",) if edition == "2005" else ("mountain", "river", "river"),
        "leader-order": ("clockwise", "serpentine"),
        "water": ("face-up", "face-down"),
        "returned-leaders": ("random", "choice") if seats == MOST_SEATS else ("random",),
        "first-leader": ("waive", "bind") if seats == MOST_SEATS else ("waive",),
    }
    chosen = {name: dice.pick(values) for name, values in choices.items()}
    if chosen["water"] == "face-up":
        chosen["taken-water"] = dice.pick(("shown", "hidden"))
    return {name: value for name, value in chosen.items() if value != OPTIONS[name]}
