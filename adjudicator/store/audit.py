"""What lies in a game directory: exact names, regular files only, no links; everything read once."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.core.system_errors import say_system_error
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.acts import JOURNAL
from adjudicator.store.checks import REDACTED, audit_receipts, read_redactions
from adjudicator.store.files import FILE_MODE, FOLDER_MODE, read_regular
from adjudicator.store.formats import MOST_PARTS, DamageError, find_turn, is_report, unpack_parts
from adjudicator.store.inbox import LIMIT

_ID = r"[a-z][a-z0-9-]{0,31}"
_WRITTEN_ALONE = (
    r"game\.yaml",
    r"redacted\.json",
    r"acts/[0-9]{4,}\.json",
    rf"inbox/{_ID}/[0-9]{{2,9}}\.(yaml|receipt\.json)",
)
_REFUSED = rf"refused/{_ID}-[0-9a-f]{{16}}\.(yaml|receipt\.json)"
_PRIVATE = (
    r"joined\.json",
    r"private/(secret|reply-secret|seats\.json|status\.json|journal\.json)",
    r"((outbox|sent)/)?move-file\.schema\.json",
    r"(outbox|sent)/[0-9]{4,}-[a-z0-9-]+\.[a-z]+",
)
_STAGED = r"outbox/\.staged-[0-9]{4,}-[0-9a-f]{16}-[0-9]{4,}-[a-z0-9-]+\.(eml|txt)"
_PARTS = (
    r"turns/[0-9]{4,}/(turn|private|agenda|chance|events|state|reports)\.json",
    r"turns/0000/(game\.yaml|public-keys\.json|start\.json)",
    rf"turns/[0-9]{{4,}}/orders/{_ID}/[0-9]{{2,9}}\.(yaml|receipt\.json)",
)
_REPORT = rf"{_ID}\.(html|txt|proof)"
_IN_TURNS = (r"turns/[0-9]{4,}\.turn", rf"turns/[0-9]{{4,}}/reports/{_REPORT}")
_BRANCH = r"branches/[0-9]{4,}/"
_IN_BRANCHES = (*(_BRANCH + name for name in _IN_TURNS), rf"{_BRANCH}inbox/{_ID}/[0-9]{{2,9}}\.(yaml|receipt\.json)")


def _any_of(*names: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{name})" for name in names))


_KNOWN = _any_of(*_WRITTEN_ALONE, _REFUSED, *_PRIVATE, *_IN_TURNS, *_IN_BRANCHES)
_RECORD = _any_of(*_WRITTEN_ALONE, _REFUSED, *_IN_TURNS, *_IN_BRANCHES)
_PART = _any_of(*_PARTS, *(_BRANCH + name for name in _PARTS))
_UNFINISHED = _any_of(
    *(rf"(?:{name})\.aside" for name in (*_WRITTEN_ALONE, *_PRIVATE, *_IN_TURNS)),
    rf"turns/[0-9]{{4,}}/reports\.aside/{_REPORT}",
    r"refused\.aside",
    _STAGED,
)
"""What an interrupted command may leave: a file that was being written, letters of a turn that was being kept."""
_FOLDERS = re.compile(
    rf"private|refused|outbox|sent|acts|branches|(?:{_BRANCH})?(?:turns|inbox|inbox/{_ID})|branches/[0-9]{{4,}}"
    rf"|(?:{_BRANCH})?turns/[0-9]{{4,}}(?:/reports(?:\.aside)?)?"
)
_READ = frozenset({"turns", "inbox", "refused", "acts", "branches"})
_NUMBERED = frozenset({"turns", "branches", "acts"})
_DROPPED = re.compile(rf"inbox/{_ID}/[^/]+")


@dataclass(slots=True)
class Audit:
    """What was found: all ``files`` that were read, those of each turn by name, damage, and things worth knowing.

    ``interrupted`` says that an act was begun and is not finished: then what lies outside the turns is not judged.
    ``branches`` has the turns of each branch, ``redacted`` the SHA-256 of each file that was redacted, as it is now.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    turns: dict[int, dict[str, bytes]] = field(default_factory=dict)
    branches: dict[int, dict[int, dict[str, bytes]]] = field(default_factory=dict)
    redacted: Mapping[str, str] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    interrupted: bool = False

    def list_line(self, turns: Mapping[int, Mapping[str, bytes]]) -> dict[str, bytes]:
        """The files of all acts and branches, and of ``turns`` as those that stand, by their names in the game."""
        beside = {name: data for name, data in self.files.items() if name.startswith(("acts/", "branches/"))}
        named = {f"turns/{number:04}/{name}": data for number, files in turns.items() for name, data in files.items()}
        return beside | named


def audit_structure(path: str, seats: tuple[str, ...]) -> Audit:
    """Walk the game directory at ``path``, following no link and opening nothing but regular files."""
    audit = Audit()
    odd: dict[str, list[str]] = {}
    for name, entry in _walk(path, audit.findings):
        status = entry.stat(follow_symlinks=False)
        is_folder, is_file = stat.S_ISDIR(status.st_mode), stat.S_ISREG(status.st_mode)
        if is_file and is_unfinished(name):
            fate = "sends or removes it" if "/.staged-" in name else "removes it"
            audit.remarks.append(f"{name}: left by an interrupted command; the next run {fate}")
            continue
        if is_folder:
            if not _FOLDERS.fullmatch(name) or not _is_canonical(name):
                audit.findings.append(f"{name}: a folder that does not belong here")
        elif is_file:
            _audit_file(path, name, status.st_size, seats, audit)
        else:
            audit.findings.append(f"{name}: not a regular file")
        for oddity in _list_oddities(status, is_folder=is_folder):
            odd.setdefault(oddity, []).append(name)
    _conclude(audit)
    for oddity, names in odd.items():
        more = len(names) - 1
        others = f"; so {'are' if more > 1 else 'is'} {more} more in this directory" if more else ""
        audit.remarks.append(f"{names[0]}: is {oddity}{others}")
    return audit


def _list_oddities(status: os.stat_result, *, is_folder: bool) -> Iterator[str]:
    """What is unusual about a file or folder and no damage to what it holds."""
    mode = status.st_mode
    if mode & 0o777 & ~(FOLDER_MODE if is_folder else FILE_MODE):
        yield "open to others (modes looser than 0700 and 0600)"
    if (0o500 if is_folder else 0o400) & ~mode:
        yield "closed to the owner (modes that not even the owner can read by)"
    # folders inherit the bit of a group on some systems
    if mode & (stat.S_ISUID | stat.S_ISVTX | (0 if is_folder else stat.S_ISGID)):
        yield "marked in a way that nothing here needs (setuid, setgid or sticky modes)"
    if not is_folder and status.st_nlink > 1:
        yield "known by another name too (hard links): what is changed there is changed here"


def list_files(path: str) -> list[str]:
    """The names of all regular files below the game directory ``path``, in order. Raises ``OSError``."""
    unreadable: list[str] = []
    names = sorted(name for name, entry in _walk(path, unreadable) if entry.is_file(follow_symlinks=False))
    if unreadable:
        raise OSError(unreadable[0])
    return names


def is_unfinished(name: str) -> bool:
    """Whether the file ``name`` is one that was being written when a command was interrupted."""
    return _UNFINISHED.fullmatch(name) is not None


def is_record(name: str) -> bool:
    """Whether the file ``name`` belongs to the record of a game, which archives hold and anybody may keep."""
    return _RECORD.fullmatch(name) is not None and _is_canonical(name)


def is_part(name: str) -> bool:
    """Whether ``name``, such as ``turns/0007/state.json``, is that of a part that the record of a turn may have."""
    return _PART.fullmatch(name) is not None


def audit_files(files: Mapping[str, bytes]) -> Audit:
    """The same for the files of a record by name, as an archive holds them."""
    audit = Audit()
    for name, data in files.items():
        _sort_in(name, data, audit)
    _conclude(audit)
    return audit


def _conclude(audit: Audit) -> None:
    """What can be said once all files are read."""
    files = audit.files
    for number in [number for number, parts in audit.turns.items() if all(map(is_report, parts))]:
        del audit.turns[number]
        if not audit.interrupted:
            audit.findings.append(f"turns/{number:04}: reports of a turn whose record is not here")
    if REDACTED in files:
        try:
            audit.redacted = read_redactions(files[REDACTED])
        except ValueError as error:
            audit.findings.append(f"{REDACTED}: {error}")
        _check_redacted(audit)
    kept = {name: data for name, data in files.items() if name.startswith("turns/")} if audit.interrupted else files
    said = audit_receipts(kept, audit.turns.values(), audit.redacted)
    audit.findings += said.findings
    audit.remarks += said.remarks


def _check_redacted(audit: Audit) -> None:
    """Every file that is said to be redacted is there as it was left."""
    for name, digest in audit.redacted.items():
        if name not in audit.files:
            audit.findings.append(f"{name}: missing, though {REDACTED} lists it")
        elif hash_bytes(audit.files[name]) != digest:
            audit.findings.append(f"{name}: not what {REDACTED} says")
    if audit.redacted:
        first, count = next(iter(audit.redacted)), len(audit.redacted)
        audit.remarks.append(
            f"{first}: {f'{count} files are' if count > 1 else '1 file is'} redacted; letters, notes and comments are "
            "gone, so the hash of what was sent cannot be checked, but the orders give the recorded turns"
        )


def _audit_file(path: str, name: str, size: int, seats: tuple[str, ...], audit: Audit) -> None:
    if _KNOWN.fullmatch(name) and _is_canonical(name):
        audit.interrupted |= name == JOURNAL
        _keep(path, name, audit)
    elif _DROPPED.fullmatch(name) and name.split("/")[2].startswith("."):
        audit.remarks.append(f"{name}: a hidden file, which nothing reads")
    elif _DROPPED.fullmatch(name) and name.split("/")[1] in seats:
        fate = "the next run files it" if size <= LIMIT else "longer than any move file, so a run leaves it alone"
        audit.remarks.append(f"{name}: not filed yet; {fate}")
    else:
        audit.findings.append(f"{name}: a file that does not belong here")


def _is_canonical(name: str) -> bool:
    """Whether the numbers of acts, branches and turns have no more leading zeros than they need."""
    parts = name.split("/")
    numbers = parts[1:2] if parts[0] in _NUMBERED else []
    if parts[0] == "branches" and parts[2:3] == ["turns"]:
        numbers += parts[3:4]
    plain = [number.partition(".")[0] for number in numbers]
    return all(number == f"{int(number):04}" for number in plain)


def _walk(path: str, unreadable: list[str]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """All that is below the folder ``path``, however deep; of folders that cannot be read it is said so."""
    levels = [_list_folder(path, "", unreadable)]
    while levels:
        name, entry = next(levels[-1], ("", None))
        if entry is None:
            levels.pop()
            continue
        yield name, entry
        if entry.is_dir(follow_symlinks=False):
            levels.append(_list_folder(path, name, unreadable))


def _list_folder(path: str, below: str, unreadable: list[str]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        with os.scandir(os.path.join(path, below)) as entries:
            ordered = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        unreadable.append(f"{below or path}: unreadable ({say_system_error(error)})")
        return
    for entry in ordered:
        yield (f"{below}/{entry.name}" if below else entry.name), entry


def _open_record(name: str, data: bytes, audit: Audit) -> Mapping[str, bytes]:
    """The parts of the record of a turn; those that can be read where its checksum does not fit."""
    try:
        return unpack_parts(data, name)
    except DamageError as error:
        audit.findings.append(str(error))
        try:
            return unpack_parts(data, name, checked=False)
        except DamageError:
            return {}


def _keep(path: str, name: str, audit: Audit) -> None:
    if name != REDACTED and name.split("/", maxsplit=1)[0] not in _READ:
        return
    try:
        data = read_regular(os.path.join(path, name))
    except OSError as error:
        audit.findings.append(f"{name}: unreadable ({say_system_error(error)})")
        return
    _sort_in(name, data, audit)


def _sort_in(name: str, data: bytes, audit: Audit) -> None:
    """Put a file among all that were read, and where it belongs among turns and branches; of a record, its parts."""
    turn = find_turn(name)
    if turn is not None:
        parts = _open_record(name, data, audit)
        if len(audit.files) + len(parts) > MOST_PARTS:
            audit.findings.append(f"{name}: with the files before it, more than {MOST_PARTS} parts")
            return
        for part, content in parts.items():
            if is_part(f"{turn}/{part}"):
                _sort_in(f"{turn}/{part}", content, audit)
            else:
                audit.findings.append(f"{turn}/{part}: a part that does not belong here")
        return
    audit.files[name] = data
    if name.startswith("turns/"):
        _, number, inner = name.split("/", 2)
        audit.turns.setdefault(int(number), {})[inner] = data
    elif name.startswith("branches/"):
        _, branch, folder, number, part = name.split("/", 4)
        turns = audit.branches.setdefault(int(branch), {})
        if folder == "turns":
            turns.setdefault(int(number), {})[part] = data
