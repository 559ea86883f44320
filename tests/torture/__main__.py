"""``make torture``: every bar in full, with its planted defects; the table of docs/reliability.md on standard output.

Words choose the bars whose names contain one of them; ``--help`` names the rest.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from scrutiny.bars import BARS as SCRUTINY
from torture.bar import Row, run_bar, write_table
from torture.bars import BARS as FAULTS
from torture.bars import EVERY_CALL


def main() -> int:
    """Run the bars; 1 where something did not survive, nothing was tried or a mutant was missed."""
    parser = argparse.ArgumentParser(prog="torture", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="run only the bars whose names contain one of them")
    parser.add_argument("--short", action="store_true", help="try little of each bar")
    parser.add_argument("--every-call", action="store_true", help="also kill at calls that do not concern the game")
    parser.add_argument("--list", action="store_true", help="print the names of the bars and run none")
    asked = parser.parse_args()
    bars = [*FAULTS, *SCRUTINY, *([EVERY_CALL] if asked.every_call else [])]
    if asked.list:
        sys.stdout.writelines(f"{bar.name}\n" for bar in bars)
        return 0
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        for number, bar in enumerate(bars):
            if asked.words and not any(word in bar.name for word in asked.words):
                continue
            started = time.monotonic()
            row = run_bar(bar, Path(folder) / f"bar-{number}", short=asked.short)
            rows.append(row)
            sys.stderr.write(f"{bar.name}: {time.monotonic() - started:.0f} s\n")
            sys.stderr.writelines(f"  {line[:300]}\n" for line in row.tally.failures[:20])
            sys.stderr.writelines(f"  {line}\n" for line in list(write_table([row]))[2:])
            sys.stderr.writelines(f"  the mutant {name} was not caught\n" for name in row.missed)
            sys.stderr.flush()
    sys.stdout.writelines(f"{line}\n" for line in write_table(rows))
    return int(not all(row.holds for row in rows))


if __name__ == "__main__":
    sys.exit(main())
