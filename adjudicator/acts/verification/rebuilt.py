"""Building the reports of a turn again, to be compared with those that were mailed."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator import __version__
from adjudicator.acts.replay import Replay
from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.core.charter import Charter
from adjudicator.core.due import find_wanted_epoch
from adjudicator.core.facts import list_knowledge
from adjudicator.core.recorded_act import list_settled, select_acts
from adjudicator.core.renewal import find_renewed
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.branches import FileShelf
from adjudicator.store.bundle import REPORTS
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, read_local, read_manifest
from adjudicator.store.json_text import read_json


def compare_reports(
    evidence: Evidence,
    replay: Replay,
    charter: Charter,
    heads: tuple[str, str],
    files: Mapping[str, bytes],
    earlier: Mapping[str, bytes] | None,
    found: Findings,
) -> None:
    """Build the reports of the turn that ``replay`` is again, and note in ``found`` where they are not as listed.

    ``heads`` are those of the turn and of the one before it; ``files`` are the turn's, ``earlier`` the turn's before.
    """
    from adjudicator.acts.evidence import gather_evidence
    from adjudicator.acts.rerun import find_rerun
    from adjudicator.report.evidence import Witness
    from adjudicator.report.page import Occasion
    from adjudicator.report.render import render_reports

    number = replay.record.number
    taken_up = select_acts(evidence.acts, 0, number)
    knowledge = list_knowledge(replay.game, replay.record)
    handed_on = (read_local(earlier[LOCAL]), earlier[REPORTS]) if earlier else None
    occasion = Occasion(
        replay.game,
        charter.id,
        charter.setting.edition,
        charter.pacing,
        charter.when_blocked,
        charter.sample,
        replay.record,
        *heads,
        witness=Witness(gather_evidence(replay.record, knowledge, files, handed_on)),
        wanted=find_wanted_epoch(replay.game, charter, replay.record._replace(settled=list_settled(taken_up))),
    )
    if evidence.acts:
        shelf = FileShelf(evidence.audit.list_all())
        try:
            rerun = find_rerun(shelf, evidence.acts, replay.game, charter.id, replay.record)
        except DamageError as error:
            found.findings.append(f"turns/{number:04}/reports: cannot be built again: {error}")
            return
        occasion = occasion._replace(
            renewed={} if occasion.wanted is None else find_renewed(taken_up, occasion.wanted),
            acts=select_acts(evidence.acts, number, number),
            rerun=rerun,
        )
    try:
        listed = read_json(files[REPORTS])["reports"]
    except (KeyError, ValueError):
        return  # said before, when hashes were compared
    if not isinstance(listed, dict):
        return
    built = {name: hash_bytes(data) for name, data in render_reports(occasion).items()}
    different = sorted(name for name in built.keys() | listed.keys() if built.get(name) != listed.get(name))
    if not different:
        return
    rules = read_manifest(files[MANIFEST])["rules"]
    words = f"turns/{number:04}/reports: {', '.join(different)} cannot be built again as they were"
    found.reworded.append(words)
    if rules["version"] != replay.game.version:
        found.remarks.append(f"{words}: version {rules['version']} of the rules told them")
    elif rules["program"] != __version__:
        found.remarks.append(f"{words}: version {rules['program']} of the program wrote them, this is {__version__}")
    else:
        found.findings.append(words)
