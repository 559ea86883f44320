"""Renews what ``test_golden.py`` compares byte for byte: ``python tests/golden/regenerate.py``.

Look at the difference before it is committed: it is what players will see differently.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.acts.run import run_turn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from golden import (  # noqa: E402 - tests are no package that is installed
    cases_in_words,
    evenings,
    nonces_evening,
    office_evening,
    pages,
    players_evenings,
    rare_evenings,
    terms,
    third_evening,
    whole_reports,
)
from post import odd_mails  # noqa: E402

GOLDEN = HERE / "g42-turn-7"
GAMES = HERE.parents[1] / "games"
NOW = datetime(2026, 9, 22, 7, 0, tzinfo=UTC)
"""An hour before the deadline of turn 7."""


def main() -> None:
    """Run turn 7 of a copy of g42 and keep the turn's record and reports; take in the odd mails; read the cases."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(shutil.copytree(GAMES / "g42", Path(folder) / "g42"))
        run_turn(str(game), 7, NOW)
        shutil.rmtree(GOLDEN, ignore_errors=True)
        for path in sorted((game / "turns").rglob("*")):
            if path.is_file() and path.relative_to(game / "turns").parts[0].startswith("0007"):
                target = GOLDEN / path.relative_to(game)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
    odd_mails.main()
    cases_in_words.main()
    evenings.main()
    players_evenings.main()
    nonces_evening.main()
    office_evening.main()
    rare_evenings.main()
    third_evening.main()
    pages.main()
    terms.main()
    whole_reports.main()


if __name__ == "__main__":
    main()
