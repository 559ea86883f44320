"""Verifying a game directory or an archive: structure, hashes, draws, and a full replay; all that is wrong."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TypeVar

from adjudicator.acts.side_by_side import ALONE, Effort
from adjudicator.acts.soundness import list_lost, read_waiting, verify_lobby
from adjudicator.acts.verify_lines import Findings, VerifyInput, list_damaged, verify_lines
from adjudicator.acts.verify_replay import verify_replay, walk_turns
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.refusals import MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.tokens import NO_TOKENS, mask_tokens
from adjudicator.ledger.archive import GAME, check_listed, check_members, list_game_files, read_archive
from adjudicator.ledger.keys import check_secret
from adjudicator.ledger.mixer import find_mixer
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.acts import JOURNAL, read_acts, read_items
from adjudicator.store.audit import audit_files, audit_structure
from adjudicator.store.charter import read_charter
from adjudicator.store.files import hold_still
from adjudicator.store.formats import SUFFIX, DamageError
from adjudicator.store.gamedir import SEATS, GameDirectory
from adjudicator.store.header import MANIFEST

T = TypeVar("T")


def verify_game(
    path: str,
    expect: str | None = None,
    *,
    reports: bool = False,
    any_version: bool = False,
    locked: bool = False,
    effort: Effort = ALONE,
) -> Findings:
    """Verify the game directory at ``path``, as it was at one moment.

    ``expect`` is a head (or the first eight digits or more of one) that the history must contain; ``reports`` has
    every report built again and compared; ``any_version`` plays the game again by the installed version of its rules
    where it runs by another. The caller of one that is ``locked`` holds its lock. Raises ``BusyError``.
    """
    found, directory = Findings(path), GameDirectory(path)
    with nullcontext() if locked else hold_still(directory.path):
        read = _attempt(directory.read_charter, found)
        given = None if read is None else _read_directory(directory, *read, found)
        tokens = _attempt(directory.read_tokens, Findings("")) or NO_TOKENS
    if given is not None:
        _verify_record(given._replace(any_version=any_version, reports=reports, effort=effort), expect, found)
    # no finding tells a token, though somebody has named a file by one
    for lines in (found.findings, found.remarks):
        masked = (mask_tokens(words.encode("utf-8", "surrogatepass"), tokens.everyone).data for words in lines)
        lines[:] = [words.decode("utf-8", "surrogatepass") for words in masked]
    return found


def verify_archive(
    path: str,
    expect: str | None = None,
    *,
    members: Mapping[str, bytes] | None = None,
    reports: bool = False,
    pages: bool = True,
    effort: Effort = ALONE,
) -> Findings:
    """Verify the archive at ``path`` as :func:`verify_game` does a directory; findings name its members.

    ``members`` are those that were read from it already; ``pages`` has the play-by-play and the replay built again.
    """
    found = Findings(path)
    try:
        members = read_archive(path) if members is None else members
        files = list_game_files(members)
        charter, audit = read_charter(files[CHARTER]), audit_files(files)
    except KeyError:
        return Findings(path, findings=[f"{GAME}{CHARTER}: missing"])
    except (DamageError, OSError) as error:
        words = f"archive: unreadable ({say_system_error(error)})" if isinstance(error, OSError) else str(error)
        return Findings(path, findings=[words])
    acts = _attempt(lambda: read_acts(audit.files, charter.id), found) or ()
    _verify_record(VerifyInput(charter, files[CHARTER], audit, None, acts, False, reports, effort), expect, found)
    for lines in (found.findings, found.remarks):
        lines[:] = [GAME + words for words in lines]
    found.unplayed = GAME + found.unplayed if found.unplayed else ""
    found.findings += check_listed(members)
    if not found.findings:  # that the rules are not installed is one: then there is nothing to build from
        findings, remarks = check_members(members, pages=pages)
        found.findings += findings
        found.remarks += remarks
    return found


def _attempt(read: Callable[[], T], found: Findings) -> T | None:
    """What ``read`` gives; None where that is damaged, which is a finding."""
    try:
        return read()
    except MendableError as error:
        found.findings.append(str(error))
    return None


def _read_directory(directory: GameDirectory, charter: Charter, text: bytes, found: Findings) -> VerifyInput:
    """What the record of a game is verified from; what can be said of all that is beside it is added to ``found``."""
    seats = charter.setting.seats
    audit = audit_structure(directory.path, seats)
    if directory.has_private("seats.json"):
        if tokens := _attempt(directory.read_tokens, found):
            lost = [seat for seat in seats if len(tokens.speaking.get(seat, ("",))[0]) != len(hash_bytes(b""))]
            found.findings += [f"{SEATS}: no token hash of {seat}" for seat in lost]
    else:
        found.remarks.append(f"{SEATS}: not here, so no token can be checked")
    secret = _attempt(directory.read_secret, found) if directory.has_private("secret") else None
    if secret is not None:
        found.findings += check_secret(charter, secret, "private/secret")
    if audit.interrupted:
        # what hides behind a list that cannot be gone through would never be checked
        _attempt(lambda: read_items(directory.path), found)
    # of what comes before turn 0 nothing is left, or it is all there is of a game that waits for its seats
    level, first = charter.commitment.level, audit.turns.get(0, {})
    if not audit.turns and level.mixes:
        findings, remarks = verify_lobby(directory.path)
    else:
        findings, remarks = find_mixer(level).verify_begun(directory, lambda name: first.get(name, b""))
    found.findings += findings
    found.remarks += remarks
    acts = _attempt(lambda: read_acts(audit.files, charter.id), found)
    if acts is not None and not audit.interrupted and (audit.turns or level.mixes):
        found.findings += list_lost(directory, acts, seats, read_waiting(directory, seats))
    return VerifyInput(charter, text, audit, secret, acts or ())


def _verify_record(given: VerifyInput, expect: str | None, found: Findings) -> None:
    """Verify all that is chained to turn 0; a game that waits for its seats has nothing of that yet."""
    audit, level = given.audit, given.charter.commitment.level
    damaged = list_damaged(given.acts)
    known = tuple(f"{place}{end}" for place in damaged for end in ("/", SUFFIX))
    found.findings += [words for words in audit.findings if not words.startswith(known)]
    found.remarks += [words for words in audit.remarks if not words.startswith(known)]
    found.remarks += [f"{place}: {words}" for place, words in damaged.items()]
    if audit.interrupted:
        words = "finishes it, and until then acts and branches are not checked"
        found.remarks.append(f"{JOURNAL}: an act of the moderator was interrupted; the next run {words}")
    first, links, played = walk_turns(given)
    lines = verify_lines(given, first, links, found.findings) if audit.turns or not level.mixes else []
    own = [(line, *turn) for line in lines for turn in line.list_own()]
    whole = [(line.turns[turn], place) for line, turn, place, _ in own if turn not in line.damaged]
    manifests = {f"{place}/{MANIFEST}": files[MANIFEST] for files, place in whole}
    found.findings += find_mixer(level).verify(given.acts, manifests)
    if expect is not None:
        place = next((place for _, _, place, head in own if head.startswith(expect)), None)
        if place is None:
            found.findings.append(f"turns: no turn has the expected head {expect}: history was cut off or replaced")
        elif not place.startswith("turns/"):
            found.outdated = place
            found.remarks.append(f"{place}: has the expected head {expect}; this turn no longer stands")
    if lines and lines[0].heads:
        found.turns, found.head = len(lines[0].heads) - 1, lines[0].heads[-1]
        verify_replay(given, found, lines, played)
