"""``make torture``: every bar in full, with its planted defects; the table of docs/reliability.md on standard output.

``--short`` tries few points of each bar, ``--every-call`` adds the kills at calls that do not concern the game.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from torture.bars import BARS, EVERY_CALL, Row, run_bar, write_table
from torture.tracing import NoTracerError, tracer


def main(words: list[str]) -> int:
    """Run the bars; 1 where something did not survive, a fault did not fire or a mutant was missed."""
    try:
        tracer()
    except NoTracerError as error:
        sys.stderr.write(f"torture: not run: {error}\n")
        return 1
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        for number, bar in enumerate([*BARS, EVERY_CALL] if "--every-call" in words else BARS):
            started = time.monotonic()
            row = run_bar(bar, Path(folder) / f"bar-{number}", short="--short" in words)
            rows.append(row)
            sys.stderr.write(f"{bar.name}: {time.monotonic() - started:.0f} s\n")
            sys.stderr.writelines(f"  {line}\n" for line in row.tally.failures)
            sys.stderr.writelines(f"  {line}\n" for line in list(write_table([row]))[2:])
            sys.stderr.writelines(f"  the mutant {name} was not caught\n" for name in row.missed)
            sys.stderr.flush()
    sys.stdout.writelines(f"{line}\n" for line in write_table(rows))
    return int(any(row.tally.failures or row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
