"""Hex by mail: two seats take turns to place a stone, and the seat that joins its two sides has won.

The seat that begins joins the left side with the right one, the other seat top with bottom.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.seam import ActionGame, ActionRules, Dice, Event, Illegal, Look, Option, Seat, Setting

LETTERS = "abcdefghijk"
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
INKS = ("#b3261e", "#1d5fa8")


class Position(NamedTuple):
    """The stones are cells in the order of play: the first, third, fifth are of the seat that began."""

    seats: tuple[Seat, ...]
    size: int
    stones: tuple[str, ...] = ()

    def list_cells(self) -> list[str]:
        return [f"{column}{row + 1}" for row in range(self.size) for column in LETTERS[: self.size]]

    def find_winner(self) -> Seat | None:
        """The seat that moved last, if its stones lead from one of its sides to the other."""
        mover = (len(self.stones) + 1) % 2
        stones = {(LETTERS.index(cell[0]), int(cell[1:]) - 1) for cell in self.stones[mover::2]}
        reached: set[tuple[int, int]] = set()
        ahead = {stone for stone in stones if stone[mover] == 0}
        while ahead:
            reached |= ahead
            beside = {(column + right, row + down) for column, row in ahead for right, down in AROUND}
            ahead = (beside & stones) - reached
        return self.seats[mover] if any(stone[mover] == self.size - 1 for stone in reached) else None


class HexRules(ActionRules[Position]):
    position = Position

    def setup(self, setting: Setting, dice: Dice) -> tuple[Position, list[Event]]:
        return Position(setting.seats, int(setting.options["size"])), []

    def awaited(self, position: Position) -> list[Seat]:
        return [] if position.find_winner() else [position.seats[len(position.stones) % 2]]

    def legal(self, position: Position, seat: Seat) -> list[str]:
        return [cell for cell in position.list_cells() if cell not in position.stones]

    def apply(self, position: Position, seat: Seat, action: str, dice: Dice) -> tuple[Position, list[Event]]:
        after = position._replace(stones=(*position.stones, action))
        return after, [Event("placed", {"seat": seat, "cell": action})]

    def refuse(self, position: Position, seat: Seat, action: str) -> Illegal:
        taken = action in position.stones
        return Illegal("a stone lies there" if taken else "there is no such cell on this board", for_good=True)

    def points(self, position: Position) -> dict[Seat, int]:
        return {seat: int(seat == position.find_winner()) for seat in position.seats}


class HexLook(Look[Position]):
    def tell(self, event: Event) -> str:
        return f"{event.facts['seat']} placed a stone on {event.facts['cell']}."

    def draw_text(self, position: Position) -> str:
        marks = {cell: "XO"[number % 2] for number, cell in enumerate(position.stones)}
        lines = ["  " + " ".join(LETTERS[: position.size])]
        for row in range(1, position.size + 1):
            cells = [marks.get(f"{column}{row}", ".") for column in LETTERS[: position.size]]
            lines.append(f"{' ' * row}{row:2} {' '.join(cells)}")
        first, second = position.seats
        return "\n".join([*lines, "", f"X {first}: left to right", f"O {second}: top to bottom"])

    def draw_svg(self, position: Position) -> str:
        inks = {cell: INKS[number % 2] for number, cell in enumerate(position.stones)}
        drawn = []
        for number, cell in enumerate(position.list_cells()):
            row, column = divmod(number, position.size)
            x, y = 20 + 26 * column + 13 * row, 18 + 23 * row
            drawn.append(f'<circle cx="{x}" cy="{y}" r="12" fill="{inks.get(cell, "#eee7db")}" stroke="#555"/>')
            drawn.append(f'<text x="{x}" y="{y + 3}" font-size="8" text-anchor="middle">{cell}</text>')
        return f'<svg viewBox="0 0 {39 * position.size} {23 * position.size + 12}">{"".join(drawn)}</svg>'


GAME = ActionGame(
    name="hex",
    title="Hex",
    module="hex_by_mail:GAME",
    seats=range(2, 3),
    order="place",
    duty="Place a stone on a free cell.",
    rules=HexRules(),
    look=HexLook(),
    options=(Option("size", "How many cells a side of the board has.", ("5", "7", "9", "11"), "7"),),
)
