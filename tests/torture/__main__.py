"""``make torture``: every bar in full, with its planted defects; the table of docs/reliability.md on standard output.

``--short`` tries little of each bar, ``--every-call`` adds the kills at calls that do not concern the game, and words
choose the bars whose names contain one of them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from scrutiny.bars import BARS as SCRUTINY
from torture.bar import Row, run_bar, write_table
from torture.bars import BARS as FAULTS
from torture.bars import EVERY_CALL


def main(words: list[str]) -> int:
    """Run the bars; 1 where something did not survive, nothing was tried or a mutant was missed."""
    chosen = [word for word in words if not word.startswith("--")]
    bars = [*FAULTS, *SCRUTINY, *([EVERY_CALL] if "--every-call" in words else [])]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        for number, bar in enumerate(bars):
            if chosen and not any(word in bar.name for word in chosen):
                continue
            started = time.monotonic()
            row = run_bar(bar, Path(folder) / f"bar-{number}", short="--short" in words)
            rows.append(row)
            sys.stderr.write(f"{bar.name}: {time.monotonic() - started:.0f} s\n")
            sys.stderr.writelines(f"  {line[:300]}\n" for line in row.tally.failures[:20])
            sys.stderr.writelines(f"  {line}\n" for line in list(write_table([row]))[2:])
            sys.stderr.writelines(f"  the mutant {name} was not caught\n" for name in row.missed)
            sys.stderr.flush()
    sys.stdout.writelines(f"{line}\n" for line in write_table(rows))
    return int(not all(row.holds for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
