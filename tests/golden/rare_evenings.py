"""What happens seldom: files that are no text, games that are over, damage, orders that a rewind brings back.

``rare.txt`` has what commands print, what reports say and which letters go out, each sentence where it comes first.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from golden.players_evenings import DESERT, PEOPLE, START, Step, play_evening, send, wait
from golden.telling import REASON, list_new, write_lines

from adjudicator.report.mail import write_appointment

FILE = "rare.txt"
CATAN = ("--game", "catan", *PEOPLE)
CHAIN = "".join(f"{'  ' * deep}- if: {{free: 12}}\n{'  ' * deep}  then:\n" for deep in range(1, 5))
LONG = "orders:\n- leader: pink A5\n" + f"# {'x' * 120}\n" * 500
SKIPPED = "".join(
    f"- leader: pink {hexagon}\n  if: {{hex: {other}, is: taken}}\n"
    for other in ("A5", "A7", "B2", "C1", "C4", "D6")
    for hexagon in ("A3", "A5", "B3")
)
PLANNED = "".join(f"- leader: {place}\n" for place in ("pink A5", "green C4", "yellow E1", "purple G4") * 4)
FIVE = ("abdulrahman", "bartholomaeus", "chrysanthi", "dominique", "ekaterina")
LONGEST = (
    *("--game", "through-the-desert", "--edition", "allplay", "--option", "side=river", "--pacing", "round"),
    *("--seat", "abdulrahman=Abdulrahman Al-Khalidi bin Yusuf Haddad"),
    *("--seat", "bartholomaeus=Bartholom\u00e4us Freiherr von Hohenstaufen"),
    *("--seat", "chrysanthi=Chrysanthi Papadopoulou-Antoniadou"),
    *("--seat", "dominique=Dominique de la Rochefoucauld-Montbel"),
    *("--seat", "ekaterina=Ekaterina Alexandrowna Woskresenskaja"),
)
MORE = "more files than are kept"
ON = "--yes-the-secret-is-known"
EVENINGS: dict[str, tuple[Step, ...]] = {
    "files that cannot be read, and too many of them": (
        ("new", "g", *DESERT),
        ("check", "g", "missing.yaml", "--seat", "ann"),
        ("replace", "g", "--seat", "cem", "--name", "Dora Berg", *REASON),
        send("ann", 1, "orders:\n- leader: pink A5\npress:\n- to: [Dora]\n  text: Hello\n"),
        send("ann", 1, "fallback:\n- leader: pink A5\n"),
        ("submit", "g", "orders:\n- leader: pink A5\n", "--seat", "ann"),
        send(
            "ann", 1, "orders:\n- leader: pink A5\n- leader red G4\n- laeder: yelow C4\npress:\n- to: Ben\n  text: Hi\n"
        ),
    ),
    MORE: (("new", "g", *DESERT), *(send("ann", 1, f"{LONG}# {number}\n") for number in range(17))),
    "days without a deadline": (
        ("new", "g", *DESERT, "--deadline", "3 days, hour 20, holidays 2026-12-24..2027-01-02 2027-03-26"),
    ),
    "two want the same": (
        ("new", "g", *DESERT, "--deadline", "0"),
        send("ben", 1, "orders:\n- leader: green A5\n"),
        send("ann", 1, "orders:\n- leader: pink A5\n"),
        send("cem", 1, "orders:\n- leader: yellow A7\n"),
        ("g",),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben")),
    ),
    "a draft without a deadline": (
        ("new", "g", *CATAN, "--deadline", "0"),
        *(send(seat, 1, "orders:\n- place: best\n") for seat in ("ann", "ben")),
        send("cem", 1, "orders:\n- place: best\n- place: best\ndraft: true\n"),
        ("g",),
    ),
    "a long report": (
        ("new", "g", *DESERT),
        *(("edit", "g", "--set", f"deadline={hours}", *REASON) for hours in range(50, 62)),
        send("ann", 1, f"orders:\n{SKIPPED}{PLANNED}"),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
    ),
    "many acts of the moderator": (
        ("new", "g", *DESERT),
        *(("extend", "g", "--hours", hours, *REASON) for hours in ("24", "48")),
        *((word, "g", *REASON) for word in ("pause", "resume", "pause", "resume")),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
        *(("house", "g", "--seat", "ben", *more, *REASON) for more in ((), ("--end",), (), ("--end",))),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
    ),
    "the longest report": (
        ("new", "g", *LONGEST),
        *(("house", "g", "--seat", seat, *REASON) for seat in FIVE),
        *(("g", "--force") for _ in range(9)),
        ("rewind", "g", "--to", "6", *REASON),
        *(("edit", "g", "--set", f"deadline={hours}", *REASON) for hours in range(50, 56)),
        *(("house", "g", "--seat", seat, "--end", *REASON) for seat in ("abdulrahman", "bartholomaeus", "ekaterina")),
        ("g", "--force"),
        ("show", "g", "--seat", "abdulrahman"),
    ),
    "a pause, and a fallback for leaders alone": (
        ("new", "g", *DESERT),
        send("ann", 1, "orders:\n- leader: pink A5\n- leader: turquoise E1\nfallback:\n- leader: purple G4\n"),
        ("g", "--force"),
        ("pause", "g", *REASON),
        ("show", "g", "--seat", "ann"),
        ("resume", "g", *REASON),
        *(("g", "--force") for _ in range(4)),
        ("show", "g", "--seat", "ann"),
    ),
    "a board of one's own": (
        ("board", "board.txt"),
        ("new", "g", *DESERT, "--board", "board.txt"),
    ),
    "blocks and numbers in Catan": (
        ("new", "g", *CATAN),
        send("ann", 1, "orders:\n- then:\n  - place: 12\n"),
        send("ann", 1, f"orders:\n{CHAIN}          - place: 12\n"),
        send("ann", 1, "orders:\n- place: 12\n  if: {points: {seat: ben, at-least: 100}}\n"),
        send("ann", 1, "orders:\n- plcae: [13, best]\n"),
    ),
    "plans in Catan": (
        ("new", "g", *CATAN),
        send("ann", 1, "orders:\n- place: best\n- place: best\n"),
        send("ben", 1, "orders:\n- place: best\nstanding:\n- robber: A\n"),
        send("cem", 1, "orders:\n- discard: 2 ore\n"),
        ("g", "--force"),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben", "cem")),
    ),
    "commands given wrongly": (
        ("new", "g", *CATAN),
        ("show", "g", "--seat", "ann", "--moderator"),
        ("check", "g", "secret/", "--seat", "ann"),
        ("check", "g", "/dev/null", "--seat", "ann"),
        ("status", "secret"),
        ("archive", "g", "--output", "-"),
        ("archive", "g", "--output", "/dev/null"),
        ("archive", "g", "--output", "nowhere/g.tar"),
        ("archive", "g", "--output", "g/turns/g.tar"),
        ("edit", "g", "--set", "deadline", *REASON),
        ("edit", "g", "--set", "deadline=24", "--set", "deadline=48", *REASON),
        ("new", "h", *DESERT, "--edition", "1066"),
        ("board", "--random", "--seed", "many"),
    ),
    "a game is over": (
        ("copy", "finished-2005"),
        ("form", "g", "--seat", "latif"),
        ("legal", "g", "--seat", "latif"),
        wait(7200),
        ("edit", "g", "--set", "deadline=24", *REASON),
        ("extend", "g", "--hours", "24", *REASON),
        ("replace", "g", "--seat", "latif", "--name", "Dora", *REASON),
        ("rewind", "g", "--to", "16", *REASON),
        ("rewind", "g", "--to", "16", *REASON, ON),
        ("g", "--force"),
        ("show", "g", "--seat", "latif"),
    ),
    "terms that change": (
        ("new", "g", *DESERT, "--deadline", "24", "--policy", "blocked=fallback", "--policy", "press=none"),
        ("edit", "g", "--set", "policies.blocked=ask", "--set", "policies.missed=house", *REASON),
        ("edit", "g", "--set", "pacing=seat", *REASON),
        ("edit", "g", "--set", "pacing=round", "--set", "deadlines.turn=0", *REASON),
        ("edit", "g", "--set", "policies.press=partial", "--set", "sand=1", *REASON),
        ("edit", "g", "--set", "policies.press=partial", *REASON),
        ("show", "g", "--seat", "ann"),
        ("show", "g", "--seat", "ann", "--format", "html"),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
    ),
    "a rewind, and other orders": (
        ("new", "g", *DESERT, "--deadline", "72"),
        send("ann", 1, "orders:\n- leader: pink A5\n"),
        ("g", "--force"),
        send("ann", 2, "orders:\n- leader: turquoise E1\n"),
        send("ben", 2, "orders:\n- leader: green C4\n"),
        ("g", "--force"),
        send("cem", 3, "orders:\n- leader: purple F3\n"),
        ("rewind", "g", "--to", "2", *REASON),
        ("rewind", "g", "--to", "0", *REASON),
        send("ann", 1, "orders:\n- leader: green C4\n"),
        ("g", "--force"),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben", "cem")),
        ("show", "g", "--seat", "ben", "--format", "html"),
    ),
    "the newest turn is damaged": (
        ("new", "g", *DESERT, "--deadline", "72"),
        send("ann", 1, "orders:\n- leader: pink A5\n"),
        ("g", "--force"),
        send("ann", 2, "orders:\n- leader: turquoise E1\n"),
        ("g", "--force"),
        ("cut", "g/turns/0002.turn"),
        ("rewind", "g", "--to", "1", *REASON),
        ("rewind", "g", "--to", "1", *REASON, ON),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
    ),
    "the newest turn is gone": (
        ("new", "g", *DESERT, "--deadline", "72"),
        ("g", "--force"),
        ("g", "--force"),
        send("cem", 3, "orders:\n- leader: purple C4\n"),
        ("delete", "g/turns/0002.turn"),
        ("rewind", "g", "--to", "1", *REASON),
        ("rewind", "g", "--to", "1", *REASON, ON),
    ),
    "a turn has more than belongs to it": (
        ("new", "g", *DESERT, "--deadline", "72"),
        ("g", "--force"),
        ("g", "--force"),
        ("lengthen", "g/turns/0001.turn"),
        ("rewind", "g", "--to", "0", *REASON),
    ),
    "a turn is gone": (
        ("new", "g", *DESERT, "--deadline", "72"),
        ("g", "--force"),
        send("ann", 2, "orders:\n- leader: turquoise E1\n"),
        ("g", "--force"),
        ("g", "--force"),
        ("write", "g/turns/0200.turn", "x"),
        ("rewind", "g", "--to", "1", *REASON),
        ("delete", "g/turns/0200.turn"),
        ("delete", "g/turns/0002.turn"),
        ("rewind", "g", "--to", "1", *REASON),
        ("g", "--force"),
        ("show", "g", "--seat", "ann"),
    ),
}
"""By what happens: the steps of an evening in the game ``g``."""


def list_told() -> Iterator[tuple[str, str]]:
    """Evening, step, and what is said in it."""
    for title, steps in EVENINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            for step, text in play_evening(Path(folder), steps):
                # the other answers are the same again and again
                if title != MORE or "red" in text:
                    yield f"{title}: {step}", text
    data = write_appointment("g", 2, "ann", START + timedelta(days=3), START)
    yield "the calendar's entry for a deadline", data.decode()


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
