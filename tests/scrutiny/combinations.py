"""Every combination of edition, seats and options of Through the Desert: played to the end, or refused by name.

What may be together is written down here a second time, from the rules and not from the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path

from torture.tally import Tally, count

from adjudicator.acts import simulate
from adjudicator.acts.verify import verify_game
from adjudicator.core.table import Pacing, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import find_game
from adjudicator.rules.through_the_desert.boards import load_board

GAME = find_game("through-the-desert")
EDITIONS = ("2005", "manual", "allplay")
SEATS = (2, 3, 4, 5)
HOUSE = {"mountain": load_board("small"), "river": load_board("small-river")}
"""Our small boards, whose palm spaces our full ones have too."""
OPTIONS: Mapping[str, tuple[str | None, ...]] = {
    "side": (None, "mountain", "river"),
    "board": (None, "random"),
    "palms": (None, "named"),
    "first-seat": (None, "seat2"),
    "leader-order": (None, "clockwise", "serpentine"),
    "returned-leaders": (None, "random", "choice"),
    "first-leader": (None, "waive", "bind"),
    "water": (None, "face-up", "face-down"),
    "taken-water": (None, "hidden", "shown"),
}
"""The values of each option; None leaves it out."""
VARIANTS = (
    ("side", "river"),
    ("board", "random"),
    ("palms", "named"),
    ("first-seat", "seat2"),
    ("leader-order", "serpentine"),
    ("returned-leaders", "choice"),
    ("first-leader", "bind"),
    ("water", "face-down"),
    ("taken-water", "shown"),
)


def list_conflicts(edition: str, seats: int, options: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """What cannot be together: for each conflict the words that a refusal must name."""
    said = set(options.items())
    if edition == "2005" and ("side", "river") in said:
        yield ("side=river", "2005")
    for name in ("returned-leaders", "first-leader"):
        if name in options and seats != 5:
            yield (name, f"{seats} seats")
    if ("water", "face-down") in said and ("taken-water", "shown") in said:
        yield ("water=face-down", "taken-water=shown")
    if ("board", "random") in said and "palms" in options:
        yield ("palms=", "board=random")


def name_palms(options: Mapping[str, str]) -> dict[str, str]:
    """``options`` with five palm spaces of the board in use where some are to be named."""
    if "palms" not in options:
        return dict(options)
    board = HOUSE[options.get("side", "mountain")]
    return {**options, "palms": ",".join(board.grid.names_of(board.palms)[:5])}


def list_settings(every: int = 1) -> Iterator[tuple[str, int, dict[str, str]]]:
    """All combinations, or one in ``every``: edition, number of seats, options as given."""
    for number, (edition, seats, *values) in enumerate(product(EDITIONS, SEATS, *OPTIONS.values())):
        if number % every == 0:
            given = {name: value for name, value in zip(OPTIONS, values, strict=True) if value is not None}
            yield edition, seats, name_palms(given)


def refuse(folder: Path, every: int = 1) -> Tally:
    """Every combination is set up, or refused in a sentence that names what cannot be together."""
    del folder
    tally = Tally()
    for edition, seats, options in list_settings(every):
        names = tuple(f"seat{number + 1}" for number in range(seats))
        conflicts = list(list_conflicts(edition, seats, options))
        if not conflicts and "board" in options:
            continue  # play makes these boards
        trouble = []
        try:
            GAME.kernel.setup(Setting(edition, options, names), SecretChance("combinations", bytes(32)))
            if conflicts:
                trouble.append(f"set up in spite of {conflicts}")
        except ValueError as error:
            if not any(all(word in str(error) for word in conflict) for conflict in conflicts):
                trouble.append(f"{error} (expected {conflicts})")
        tally = tally.plus(count(1, trouble, f"{edition}, {seats} seats, {options}"))
    return tally


def play(folder: Path, games: int, every: int = 1, *, made: bool = False) -> Tally:
    """Every combination that may be, said with its fewest words, on the bare kernel; ``fired`` counts decisions.

    ``made`` are those with boards made at random; making one takes longer than many games.
    """
    del folder
    tally = Tally()
    short = (entry for entry in list_settings() if is_short(entry[2]) and ("board" in entry[2]) == made)
    settings = [entry for entry in short if not list(list_conflicts(*entry))]
    for edition, seats, options in settings[::every]:
        trouble, decisions = [], 0
        seed = f"{edition}/{seats}/{sorted(options.items())}".encode()
        wish = simulate.Wish(GAME, edition, options, seats, Pacing.ROUND, seed)
        try:
            told = simulate.play_kernels(wish, games)
            decisions = told.decisions
            if not set(told.ended) <= {"last-camel", "stuck"}:
                trouble.append(f"ended {told.ended}")
        except Exception as error:  # noqa: BLE001 - whatever a game raises is what this is to find
            trouble.append(f"{type(error).__name__}: {error}")
        tally = tally.plus(count(decisions, trouble, f"{edition}, {seats} seats, {options}"))
    return tally


def is_short(options: Mapping[str, str]) -> bool:
    """Whether no option says what would hold without it."""
    defaults = {option.name: option.default for option in GAME.options}
    return all(defaults[name] != value for name, value in options.items())


def list_pairs() -> Iterator[dict[str, str]]:
    """Every two variants that may be together, with nothing else but what they need."""
    for pair in combinations(VARIANTS, 2):
        options = name_palms(dict(pair))
        if not list(list_conflicts("manual", 5, options)):
            yield options


def write_pairs(folder: Path, games: int, pacings: Iterable[Pacing] = tuple(Pacing), every: int = 1) -> Tally:
    """Written games of every two variants, orders and reports and all; ``fired`` counts the turns replayed."""
    tally = Tally()
    for number, options in enumerate(list(list_pairs())[::every]):
        needs_five = {"returned-leaders", "first-leader"}.intersection(options)
        for pacing in pacings:
            seats = 5 if needs_five else SEATS[number % len(SEATS)]
            edition = EDITIONS[1 + number % 2] if "side" in options else EDITIONS[number % 3]
            place = folder / f"{number}-{pacing.value}"
            wish = simulate.Wish(GAME, edition, options, seats, pacing, f"pair {number}".encode())
            where = f"{edition}, {seats} seats, {options}, by {pacing.value}"
            try:
                simulate.play_directories(wish, games, str(place))
            except Exception as error:  # noqa: BLE001 - whatever a game raises is what this is to find
                tally = tally.plus(count(0, [f"{type(error).__name__}: {error}"], where))
                continue
            for path in sorted(place.iterdir()):
                found = verify_game(str(path), reports=True)
                tally = tally.plus(count(found.turns, list(found.findings), f"{where}, {path.name}"))
    return tally
