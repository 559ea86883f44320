"""A player's keyring, one private file with his chains of nonces, tokens and openings, and what he does with it.

It belongs to no game directory. Whoever reads it can speak for its owner and knows his nonces; whoever loses it can
give no more of them.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from adjudicator.core.order import Gravity, Place, describe
from adjudicator.core.refusals import DistrustError, UnfitError
from adjudicator.intake.mailed.mending import read_mended
from adjudicator.intake.reader import read_document, scalar_spans
from adjudicator.intake.sentences import SENTENCES
from adjudicator.nonces.wanted import is_filled_in, read_blank
from adjudicator.proof.draws import NONCE_BYTES, commit_opening, find_epoch, find_nonce
from adjudicator.proof.header import MOST_EPOCHS
from adjudicator.store.files import hold_lock, make_folders, read_regular
from adjudicator.store.formats import DamageError, explain_damage, read_json, write_json
from adjudicator.store.placing import put_file

VARIABLE = "ADJUDICATE_KEYRING"
_NAME = ".adjudicate-keyring"
_FORMAT = 1
FAR = 24
"""A form that asks for a nonce so many epochs beyond the last one given asks for too much."""
_LINE = re.compile(r"^[> \t]*(game|seat|token|commitment|public root|epochs):[ \t]*(\S+)[ \t\r]*$", re.MULTILINE)
_PLEDGE = re.compile(
    r"^[> \t]*seat (\S+)[ \t\r]*\n[> \t]*anchor:[ \t]*([0-9a-f]{64})[ \t\r]*\n[> \t]*commitment:[ \t]*([0-9a-f]{64})",
    re.MULTILINE,
)
_NUMBER = re.compile(r"[0-9]{1,9}")
_HEX = re.compile(r"[0-9a-f]{64}")
_ASKED = re.compile(r"#.*?epoch (\d{1,5})")


class Key(NamedTuple):
    """What a player keeps of one seat in one game; all but numbers and names is hex.

    ``commitment`` and ``public_root`` are the moderator's promise, which tells two games of one name apart. ``end`` is
    the chain's, of ``epochs`` links, ``opening`` what is added to the set-up, ``given`` the furthest epoch
    whose nonce was put into a file.
    """

    game: str
    seat: str
    token: str
    commitment: str
    public_root: str
    epochs: int
    end: str
    opening: str
    given: int = 0

    @property
    def anchor(self) -> str:
        """What the chain is known by."""
        return self.find_nonce(0)

    @property
    def pledge(self) -> str:
        """The commitment to the opening."""
        return commit_opening(bytes.fromhex(self.opening))

    def find_nonce(self, epoch: int) -> str:
        """The nonce of ``epoch``. Raises ``ValueError`` beyond the end of the chain."""
        return find_nonce(bytes.fromhex(self.end), self.epochs, epoch).hex()


def find_keyring(path: str | None, environment: Mapping[str, str]) -> str:
    """Where the keyring is: ``path`` where given, else what the environment names, else a file in the home folder."""
    return os.path.abspath(path or environment.get(VARIABLE) or os.path.join(os.path.expanduser("~"), _NAME))


@contextmanager
def hold_keyring(path: str) -> Iterator[None]:
    """Let nobody else change the keyring at ``path``. Raises ``BusyError`` where somebody does."""
    folder = os.path.dirname(path)
    make_folders(folder)
    with hold_lock(folder):
        yield


def read_keyring(path: str) -> list[Key]:
    """The keys at ``path``, none where there is no keyring. Raises :class:`DamageError`, ``OSError``."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return []
    try:
        saved = read_json(data)
        keys = [_read_key(entry) for entry in saved["keys"]]
        known = saved["format"] == _FORMAT
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(path, f"not a keyring, or changed since it was written: {explain_damage(error)}") from error
    if not known:
        raise DamageError(path, f"a keyring of another version of this program (its format is not {_FORMAT})")
    return keys


def _read_key(entry: Mapping[str, Any]) -> Key:
    key = Key(**entry)  # numbers are checked below
    for text in (key.commitment, key.public_root, key.end, key.opening):
        bytes.fromhex(text)
    if type(key.epochs) is not int or type(key.given) is not int:
        raise TypeError("epochs")
    return key


def write_keyring(path: str, keys: Sequence[Key]) -> None:
    """Keep ``keys`` at ``path``, readable by its owner alone, durable when this returns."""
    put_file(path, write_json({"format": _FORMAT, "keys": [key._asdict() for key in keys]}))


def is_open_to_others(path: str) -> bool:
    """Whether others than the owner may read the keyring."""
    try:
        return bool(os.stat(path).st_mode & 0o077)
    except FileNotFoundError:
        return False


class StampedFile(NamedTuple):
    """A move file with its nonce: of which epoch, and whether it was there already."""

    data: bytes
    epoch: int
    already: bool


def join_game(keyring: str, letter: str, draw: Callable[[int], bytes]) -> bytes:
    """The join file that answers the invitation ``letter``; its secrets, from ``draw``, are in the keyring by then.

    The same invitation gives the same file again. Raises :class:`UnfitError`, ``BusyError``, ``DamageError``,
    ``OSError``.
    """
    said = _read_invitation(letter)
    with hold_keyring(keyring):
        keys = read_keyring(keyring)
        promise = said["game"], said["seat"], said["commitment"], said["public root"], int(said["epochs"])
        same = (key for key in keys if (key.game, key.seat, key.commitment, key.public_root, key.epochs) == promise)
        key = next(same, None)
        if key is None:
            game, seat, commitment, root, epochs = promise
            end, opening = draw(NONCE_BYTES).hex(), draw(NONCE_BYTES).hex()
            key = Key(game, seat, said["token"], commitment, root, epochs, end, opening)
            write_keyring(keyring, [*keys, key])
    return _write_answer(key, {"anchor": key.anchor, "commitment": key.pledge})


def _read_invitation(letter: str) -> dict[str, str]:
    """The lines for programs of an invitation."""
    said = _read_letter(letter, ("game", "seat", "token", "commitment", "public root", "epochs"))
    epochs = int(said["epochs"]) if _NUMBER.fullmatch(said["epochs"]) else 0
    if not 0 < epochs <= MOST_EPOCHS or not all(_HEX.fullmatch(said[name]) for name in ("commitment", "public root")):
        raise UnfitError(
            "the invitation is incomplete: its commitment, public root or epochs cannot be read; save it again"
        )
    return said


def open_commitment(keyring: str, letter: str) -> bytes:
    """The opening file that answers the list of anchors in ``letter``, once that was found to be right.

    Raises :class:`UnfitError`, and :class:`DistrustError` where the list is not what this seat joined with.
    """
    said = _read_letter(letter, ("game", "seat", "commitment", "public root"))
    key = _find_key(read_keyring(keyring), said["game"], said["seat"])
    if (said["commitment"], said["public root"]) != (key.commitment, key.public_root):
        raise DistrustError("the moderator's promise is not the one in your invitation: send nothing, and ask why")
    listed = {seat: (anchor, commitment) for seat, anchor, commitment in _PLEDGE.findall(letter)}
    if listed.get(key.seat) != (key.anchor, key.pledge):
        raise DistrustError("the list does not show what you joined with: send nothing, and ask why")
    return _write_answer(key, {"opening": key.opening})


def stamp_file(keyring: str, data: bytes, epoch: int | None, *, far: bool = False) -> StampedFile:
    """The move file ``data`` with the nonce of ``epoch``, or of the one its form asks for, in its line ``nonce:``.

    Nothing else of the file changes. Raises :class:`UnfitError`, and :class:`DistrustError` where the nonce asked for
    is so far ahead that no turn can want it, unless ``far``.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnfitError("the file cannot be read: save it as plain text, in UTF-8") from error
    document, problems = read_document(data)
    put = _put
    if document is None or problems:
        document, problems = read_mended(data)
        put = _put_in_line
    said = document.value if document is not None else None
    wrong = [problem for problem in problems if problem.gravity is Gravity.INVALID]
    if document is None or wrong or not isinstance(said, Mapping):
        where = f": line {wrong[0].place.line}: {describe(wrong[0], SENTENCES)}" if wrong else ""
        raise UnfitError(f"the file cannot be read{where}")
    game, seat, nonce = said.get("game"), said.get("seat"), said.get("nonce")
    if not isinstance(game, str) or not isinstance(seat, str):
        raise UnfitError("the file needs the lines game: and seat:")
    with hold_keyring(keyring):
        keys = read_keyring(keyring)
        key = _find_key(keys, game, seat)
        asked = _find_asked(text, document.places.get(("nonce",)), nonce)
        there = _recognise(key, nonce)
        wanted = epoch if epoch is not None else asked if asked is not None else there
        if wanted is None:
            raise UnfitError(
                "the file does not say which nonce is wanted; look in your report, and give it as --epoch N"
            )
        if wanted == there:
            return StampedFile(data, wanted, already=True)
        if not 0 < wanted <= key.epochs:
            raise UnfitError(f"you have nonces for epochs 1 to {key.epochs} only, not for epoch {wanted}")
        if wanted > key.given + FAR and not far:
            raise DistrustError(
                f"epoch {wanted} is {wanted - key.given} beyond the last one you gave; a nonce given early protects "
                "nobody. Compare with your report; --far gives it anyway"
            )
        stamped = put(text, document.places.get(("nonce",)), key.find_nonce(wanted), wanted).encode("utf-8")
        if wanted > key.given:
            # the newest of one name, as found
            write_keyring(keyring, [k._replace(given=wanted) if k == key else k for k in keys])
    return StampedFile(stamped, wanted, already=False)


def _read_letter(letter: str, wanted: tuple[str, ...]) -> dict[str, str]:
    """The lines of a letter that are for programs; the first of each name."""
    said: dict[str, str] = {}
    for name, value in _LINE.findall(letter):
        said.setdefault(name, value)
    missing = [name for name in wanted if name not in said]
    if missing:
        raise UnfitError(f"the letter has no line '{missing[0]}: …'; save the moderator's whole letter as a file")
    return said


def _find_key(keys: list[Key], game: str, seat: str) -> Key:
    """The key of ``seat`` in ``game``; of several games of one name that of the last. Raises :class:`UnfitError`."""
    own = [key for key in keys if (key.game, key.seat) == (game, seat)]
    if not own:
        raise UnfitError(
            f"the keyring has no secret numbers of seat {seat} in game {game}; join first, or name another keyring"
        )
    return own[-1]


def _write_answer(key: Key, said: Mapping[str, str]) -> bytes:
    lines = [f"game: {key.game}", f"seat: {key.seat}", f'token: "{key.token}"']
    return "\n".join([*lines, *(f'{name}: "{value}"' for name, value in said.items())]).encode() + b"\n"


def _recognise(key: Key, nonce: object) -> int | None:
    """Of which epoch the nonce is that stands in the file already; None where it is none of this chain."""
    if not isinstance(nonce, str) or not is_filled_in(nonce):
        return None
    return find_epoch(bytes.fromhex(key.anchor), bytes.fromhex(nonce), key.epochs)


def _find_asked(text: str, place: Place | None, nonce: object) -> int | None:
    """The epoch that the line of the nonce asks for: in place of the nonce, or in the comment behind it."""
    if isinstance(nonce, str) and (blank := read_blank(nonce)) is not None:
        return blank
    if place is None:
        return None
    comment = _ASKED.search(text.splitlines()[place.line - 1])
    return int(comment[1]) if comment else None


def _put(text: str, place: Place | None, nonce: str, epoch: int) -> str:
    """``text`` with ``nonce`` at ``place``; on a line of its own at the end where it has no such line."""
    value = f'"{nonce}"'
    if place is None:
        return f"{text}{'' if text.endswith(chr(10)) else chr(10)}nonce: {value}  # epoch {epoch}\n"
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    for where, begin, end in scalar_spans(text):
        if where == place:
            gap = "" if begin < end else " "
            return mark + text[:begin] + gap + value + text[begin + len(text[begin:end].rstrip()) :]
    raise UnfitError("the line 'nonce:' cannot be filled in; write it as the form has it")


def _put_in_line(text: str, place: Place | None, nonce: str, epoch: int) -> str:
    """The same for a ``text`` that is read once it is mended: its line ``nonce:`` is written anew."""
    if place is None:
        raise UnfitError(f"the file needs a line 'nonce: epoch {epoch}', as the form has it")
    lines = text.splitlines(keepends=True)
    line = lines[place.line - 1]
    lines[place.line - 1] = f'nonce: "{nonce}"{line[len(line.rstrip()) :]}'
    return "".join(lines)
