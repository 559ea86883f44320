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
from torture.bar import Bar, Row, run_bar, write_table
from torture.bars import BARS as FAULTS
from torture.bars import EVERY_CALL
from torture.kept import KeptRows


def main() -> int:
    """Run the bars; 1 where something did not survive, nothing was tried or a mutant was missed."""
    parser = argparse.ArgumentParser(prog="torture", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="run only the bars whose names contain one of them")
    parser.add_argument("--short", action="store_true", help="try little of each bar")
    parser.add_argument("--every-call", action="store_true", help="also kill at calls that do not concern the game")
    parser.add_argument("--list", action="store_true", help="print the names of the bars and run none")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep rows as they come, and go on where they end")
    asked = parser.parse_args()
    if asked.keep and asked.short:
        parser.error("rows of a short run are not kept")
    bars = [
        bar
        for bar in (*FAULTS, *SCRUTINY, *([EVERY_CALL] if asked.every_call else []))
        if not asked.words or any(word in bar.name for word in asked.words)
    ]
    if asked.list:
        sys.stdout.writelines(f"{bar.name}\n" for bar in bars)
        return 0
    kept = KeptRows(asked.keep) if asked.keep else None
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        for number, bar in enumerate(bars):
            row = kept.find(bar.name) if kept else None
            if row is None:
                row = _run(bar, Path(folder, f"bar-{number}"), short=asked.short)
                if kept:
                    kept.keep(row)
            rows.append(row)
    sys.stdout.writelines(f"{line}\n" for line in write_table(rows))
    return int(not all(row.holds for row in rows))


def _run(bar: Bar, folder: Path, *, short: bool) -> Row:
    """Run one bar and say on standard error what came of it."""
    started = time.monotonic()
    row = run_bar(bar, folder, short=short)
    sys.stderr.write(f"{bar.name}: {time.monotonic() - started:.0f} s\n")
    sys.stderr.writelines(f"  {line[:300]}\n" for line in row.tally.failures[:20])
    sys.stderr.writelines(f"  {line}\n" for line in list(write_table([row]))[2:])
    sys.stderr.writelines(f"  the mutant {name} was not caught\n" for name in row.missed)
    sys.stderr.flush()
    return row


if __name__ == "__main__":
    sys.exit(main())
