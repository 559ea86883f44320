"""Building the reports of a turn again, to be compared with those that were mailed."""

from __future__ import annotations

from adjudicator import __version__
from adjudicator.acts.verification.findings import Findings
from adjudicator.ledger.last_turn import LastTurn
from adjudicator.ledger.turn import Turn
from adjudicator.registry import AnyGame
from adjudicator.store.bundle import REPORTS
from adjudicator.store.damage import DamageError
from adjudicator.store.json_text import read_json


def compare_reports(again: Turn, game: AnyGame, kept: LastTurn, found: Findings) -> None:
    """Build the reports of the turn that was ``kept`` and played ``again``; note where they are not as listed."""
    where = f"turns/{kept.record.number:04}/reports"
    try:
        listed = read_json(kept.reports)["reports"]
    except (KeyError, ValueError):
        return  # said before, when hashes were compared
    if not isinstance(listed, dict):
        return
    try:
        built = read_json(again.tell()[REPORTS])["reports"]
    except DamageError as error:
        found.findings.append(f"{where}: cannot be built again: {error}")
        return
    assert isinstance(built, dict)
    different = sorted(name for name in built.keys() | listed.keys() if built.get(name) != listed.get(name))
    if not different:
        return
    rules = kept.manifest["rules"]
    words = f"{where}: {', '.join(different)} cannot be built again as they were"
    found.reworded.append(words)
    if rules["version"] != game.version:
        found.remarks.append(f"{words}: version {rules['version']} of the rules told them")
    elif rules["program"] != __version__:
        found.remarks.append(f"{words}: version {rules['program']} of the program wrote them, this is {__version__}")
    else:
        found.findings.append(words)
