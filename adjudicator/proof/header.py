"""The header of a turn, ``turn.json``: what is read of it, be it from a game directory or as a mail brings it.

Whatever is read may be hostile: a header is refused where a field is none of ours.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    Shape,
    expect_fields,
    is_digest,
    is_flag,
    is_number,
    is_text,
    list_of,
    mapping_of,
    or_null,
    record_of,
)
from adjudicator.proof.draws import public_leaf
from adjudicator.proof.hashing import climb, hash_bytes

FORMAT = 2
MOST_EPOCHS = 1 << 16
_MOST_TURNS = 10**6
_MOST = 4096
"""How many entries a list in a header or proof may have."""
_UNMIXED = "L1"


class OpenedKey(NamedTuple):
    """An opened public key, and its path to the root that was committed to."""

    key: bytes
    path: Sequence[bytes]

    def is_committed(self, epoch: int, epochs: int, root: str) -> bool:
        """Whether this is the key of ``epoch``, one of so many ``epochs`` over whose keys the ``root`` stands."""
        try:
            return climb(public_leaf(epoch, self.key), epoch, epochs, self.path).hex() == root
        except ValueError:
            return False


class RulesUsed(NamedTuple):
    """Which rules a turn was run by, and by which version of the program."""

    module: str
    version: int
    program: str


class Header(NamedTuple):
    """A turn's header; ``head`` is the hash of its text. ``seats`` are in table order, ``files`` only the public ones.

    ``mixes`` has what players add to each epoch whose mix this turn fixed (where they add nothing, that to each epoch
    that was drawn in), ``opened`` the public keys of the epochs that came to their end, ``revealed`` the secret when
    the game is over. ``rerun`` marks a turn that takes the place of an abandoned one of its number. ``fields`` are all
    there are, as they are written.
    """

    head: str
    game: str
    turn: int
    previous: str | None
    previous_reports: str | None
    seats: Sequence[str]
    rules: RulesUsed
    now: str
    forced: bool
    late: bool
    due: Mapping[str, str]
    acts: Sequence[JsonObject]
    rerun: bool
    echoes: Mapping[str, str]
    orders_root: str
    hidden_root: str
    private_root: str
    level: str
    commitment: str
    public_root: str
    epochs: int
    mixes: Mapping[int, Mapping[str, str | None]]
    opened: Mapping[int, OpenedKey]
    revealed: str | None
    files: Mapping[str, str]
    fields: JsonObject

    @property
    def mixed(self) -> bool:
        """Whether players add to the draws."""
        return self.level != _UNMIXED


def few(shape: Shape) -> Shape:
    """A list or an object of that ``shape``, with no more entries than there may be."""
    return lambda value: shape(value) and len(value) <= _MOST  # type: ignore[arg-type]  # which has a length


def up_to(most: int) -> Shape:
    """A whole number from 0 to ``most``."""
    return lambda value: is_number(value) and value in range(most + 1)


def matching(pattern: str) -> Shape:
    """A string that is all of ``pattern``."""
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


is_id, is_path = matching(r"[a-z][a-z0-9-]{0,31}"), few(list_of(is_digest))
is_epoch = up_to(MOST_EPOCHS)
_is_label = few(list_of(lambda part: isinstance(part, str | int)))
_is_epoch_key = matching(r"0|[1-9][0-9]{0,4}")


def is_label(value: object) -> bool:
    """Whether ``value`` is the label of a draw."""
    return _is_label(value) and value != []


def is_bound(value: object) -> bool:
    """Whether ``value`` is what draws are made below; of more none ever is, it would be drawn again without end."""
    return is_number(value) and value in range(1, (1 << 64) + 1)


def by(key: Shape, shape: Shape) -> Shape:
    """An object whose keys are ``key`` and whose values are ``shape``."""
    inner = few(mapping_of(shape))
    return lambda value: inner(value) and all(map(key, value))  # type: ignore[call-overload]  # an object


def by_epoch(shape: Shape) -> Shape:
    """An object with a ``shape`` for each of some epochs."""
    return by(lambda key: _is_epoch_key(key) and is_epoch(int(str(key))), shape)


_SHAPE: Mapping[str, Shape] = {
    "game": is_id,
    "turn": up_to(_MOST_TURNS),
    "previous": or_null(is_digest),
    "previous_reports": or_null(is_digest),
    "seats": few(list_of(is_id)),
    "rules": record_of(module=is_text, version=is_number, program=is_text),
    "now": is_text,
    "forced": is_flag,
    "late": is_flag,
    "due": few(mapping_of(is_text)),
    "acts": few(list_of(record_of())),
    "echoes": by(is_id, matching(r"[0-9a-f]{8,64}")),
    "public_state": is_digest,
    "orders_root": is_digest,
    "hidden_root": is_digest,
    "private_root": is_digest,
    "rng": record_of(
        level=matching("L[12]"),
        commitment=is_digest,
        public_root=is_digest,
        epochs=up_to(MOST_EPOCHS),
        mixes=by_epoch(by(is_id, or_null(is_digest))),
        opened=by_epoch(record_of(key=is_digest, path=is_path)),
        revealed=or_null(is_digest),
    ),
    "files": few(mapping_of(is_digest)),
}
_AS_WRITTEN = (
    *("game", "turn", "previous", "previous_reports", "seats", "now", "forced", "late", "due", "acts", "echoes"),
    *("orders_root", "hidden_root", "private_root", "files"),
)
_CHANCE_AS_WRITTEN = ("level", "commitment", "public_root", "epochs", "revealed")


def read_header(text: bytes) -> Header:
    """The header in ``text``. Raises what ``json`` raises, and ``ValueError``, which names a field that is not ours."""
    return make_header(hash_bytes(text), json.loads(text))


def make_header(head: str, fields: JsonValue) -> Header:
    """The header of these ``fields``, by its ``head``. Raises ``ValueError``, which names a field that is not ours."""
    if not isinstance(fields, dict):
        raise ValueError("not a header")  # noqa: TRY004 - one kind of error for one kind of trouble
    if fields.get("format") != FORMAT:
        raise ValueError(f"format {fields.get('format')!r:.20}, this version reads {FORMAT}")
    expect_fields(fields, _SHAPE)
    rules, rng = fields["rules"], fields["rng"]
    return Header(
        head=head,
        **{name: fields[name] for name in _AS_WRITTEN},
        **{name: rng[name] for name in _CHANCE_AS_WRITTEN},
        rules=RulesUsed(rules["module"], rules["version"], rules["program"]),
        rerun=fields.get("rerun") is True,
        mixes={int(epoch): mix for epoch, mix in rng["mixes"].items()},
        opened={
            int(epoch): OpenedKey(bytes.fromhex(one["key"]), [*map(bytes.fromhex, one["path"])])
            for epoch, one in rng["opened"].items()
        },
        fields=fields,
    )
