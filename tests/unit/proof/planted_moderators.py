"""Moderators who cheat: each is a change to the program that he runs his games with, and writes his letters with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from adjudicator.acts.moderation import rewind
from adjudicator.core.chance import Draw, Label, Mixing
from adjudicator.ledger.keys import SecretChance
from adjudicator.nonces import joining, mixer
from adjudicator.proof.draws import draw_below, mix, mix_key, public_key
from adjudicator.proof.hashing import hash_bytes
from adjudicator.rules.catan.report import words
from adjudicator.store import header

SIX = 5
"""What a draw gives for a die that shows 6."""
_draw, _fix_mixes, _list_echoes, _sort_epochs = (
    SecretChance.draw,
    mixer.fix_mixes,
    header.list_echoes,
    header.sort_epochs,
)


class Moderator(NamedTuple):
    """What he does, what is found of it, and whether the single file finds it, which knows no rules."""

    plant: Callable[[pytest.MonkeyPatch], None]
    found: str
    alone: bool = True


def _draw_sixes_as_hidden(self: SecretChance, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
    if label[0] != "dice":
        return _draw(self, epoch, label, below, hidden=hidden)
    self.draws.append(Draw(epoch, label, below, SIX, True))
    return SIX


def _play_with_sixes(self: SecretChance, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
    value = _draw(self, epoch, label, below, hidden=hidden)
    return SIX if label[0] == "dice" else value


def _roll_again(self: SecretChance, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
    """Of the dice of this table turn and of one that will never be played, the ones he likes better."""
    later = epoch + 1000 if label[0] == "dice" and epoch % 2 else epoch
    return _draw(self, later, label, below, hidden=hidden)


def _set_up_at_will(self: SecretChance, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
    value = _draw(self, epoch, label, below, hidden=hidden)
    return below - 1 if label[0] in {"terrain", "corner"} else value


def _set_up_as_hidden(self: SecretChance, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
    return _draw(self, epoch, label, below, hidden=hidden or not epoch)


def _open_no_key(*arguments: Any) -> tuple[list[int], list[int]]:
    ended, drawn = _sort_epochs(*arguments)
    return [], sorted({*ended, *drawn})


def _echo_for_others(seats: Sequence[str], taken: Any, before: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Publishes of every seat that it has quoted what another one has."""
    published, quoted = _list_echoes(seats, taken, before)
    heads = dict(before.header.echoes) if before else {}
    return {seat: next(head for other, head in heads.items() if other != seat) for seat in published}, quoted


def choose_nonces(secret: bytes, game: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Mixes in, in place of what came, whatever brings a 6 and a 6."""

    def fix(before: Mixing, wanted: int, seats: Sequence[str], given: Mapping[str, str], *rest: Any) -> Mixing:
        for number in range(100_000):
            made = {seat: hash_bytes(b"%d" % number) for seat in given}
            mixing = _fix_mixes(before, wanted, seats, made, *rest)
            if not given:
                return mixing
            key = mix_key(public_key(game, secret, wanted), mix(game, wanted, dict(mixing.fixed[wanted])))
            if [draw_below(key, ["dice", die], 6) for die in (0, 1)] == [SIX, SIX]:
                return mixing
        raise AssertionError

    return lambda patch: patch.setattr(mixer, "fix_mixes", fix)


def _leave_nonces_out(before: Mixing, wanted: int, seats: Sequence[str], *rest: Any) -> Mixing:
    return _fix_mixes(before, wanted, seats, {}, *rest[1:])


def change_mixes(change: Callable[[Mapping[int, Any]], Mapping[int, Any]]) -> Callable[[pytest.MonkeyPatch], None]:
    """Fixes something else than came, publishes it, and draws by it."""

    def fix(before: Mixing, *rest: Any) -> Mixing:
        mixing = _fix_mixes(before, *rest)
        fixed = change(mixing.fixed)
        # what is said to be mixed in by nobody is drawn as at level L1
        known = {**mixing.known, **{epoch: fixed.get(epoch, {}) for epoch in mixing.fixed}}
        return Mixing(fixed, known, before.withheld)

    return lambda patch: patch.setattr(mixer, "fix_mixes", fix)


def _leave_out_but_the_last(fixed: Mapping[int, Any]) -> Mapping[int, Any]:
    """Of nonces that follow from the one that came, those are dropped that give worse dice."""
    return {epoch: mix if epoch == max(fixed) else dict.fromkeys(mix) for epoch, mix in fixed.items()}


LEAVES_OUT_BUT_THE_LAST = Moderator(
    change_mixes(_leave_out_but_the_last), "rng.mixes.4: ann: not what follows from its nonce of epoch 6"
)


def _open_at_will(joined: Mapping[str, Any]) -> Mixing:
    mixes = {0: {seat: hash_bytes(b"of the moderator, for " + seat.encode()) for seat in joined}}
    return Mixing(mixes, mixes)


def _tell_in_other_words(patch: pytest.MonkeyPatch) -> None:
    tell = words.tell_roll

    def reword(events: Any) -> Any:
        clause = tell(events)
        return clause._replace(words=clause.words.replace(" rolled ", " threw "))

    patch.setattr(words, "tell_roll", reword)
    patch.setattr(SecretChance, "draw", _draw_sixes_as_hidden)


def _draws(planted: Callable[..., int]) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(SecretChance, "draw", planted)


OF_DICE = {
    "every die a six, recorded as hidden": Moderator(
        _draws(_draw_sixes_as_hidden),
        "draws: none of epoch 1 is in the proof, but the report says 'rolled 12 (6 and 6)'",
    ),
    "the same in words that no table knows": Moderator(
        _tell_in_other_words, "draws: those of epoch 1 are in no report, though the epoch is over"
    ),
    "draws as they fall, and plays with sixes": Moderator(
        _draws(_play_with_sixes), "draws: those of epoch 1 are not what the report says: 'rolled 12 (6 and 6)'"
    ),
    "rolls again under another number": Moderator(
        _draws(_roll_again), "draws: none of epoch 1 is in the proof, but the report says"
    ),
    "opens no key": Moderator(
        lambda patch: patch.setattr(header, "sort_epochs", _open_no_key), "rng.opened: the key of epoch 0 is missing"
    ),
    "draws the set-up, and lays another": Moderator(
        _draws(_set_up_at_will), "public_state: not the set-up that the rules make of its draws", alone=False
    ),
    "draws the set-up as hidden": Moderator(
        _draws(_set_up_as_hidden), "draws: the set-up has none whose label begins with seat"
    ),
}
OF_NONCES = {
    "leaves a nonce out": Moderator(
        lambda patch: patch.setattr(mixer, "fix_mixes", _leave_nonces_out),
        "rng.mixes.2: nothing from {seat}, but the turn took up the nonce in",
    ),
    "says nothing of what is mixed in, and mixes nothing in": Moderator(
        change_mixes(lambda _: {}), "rng.mixes.2: nothing from {seat}, but the turn took up the nonce in"
    ),
    "asks nobody": Moderator(
        change_mixes(lambda fixed: {epoch: {} for epoch in fixed}),
        "rng.mixes.2: nothing from {seat}, but the turn took up the nonce in",
    ),
    "asks a friend instead": Moderator(
        change_mixes(lambda fixed: {epoch: {"ann": None, "bob": None} for epoch in fixed}),
        "rng.mixes.2: not from the seats that",
    ),
    "publishes another head as quoted": Moderator(
        lambda patch: patch.setattr(header, "list_echoes", _echo_for_others),
        "is not the head that your files quote",
    ),
}
SEEN_BY_ALL = {
    "says nothing of what is mixed in, and mixes nothing in": "rng.mixes: epoch 2 has draws, but no turn says",
    "asks nobody": "rng.mixes.2: nobody's nonce was asked for",
    "asks a friend instead": "rng.mixes.2: not from the seats that",
    "adds what he likes": "rng.mixes.2: zed is not a seat of this game",
    "passes an epoch over": "rng.mixes: fixes epochs 3, but epoch 2 comes first and was not fixed before",
}
"""What whoever sent nothing in that turn finds too."""
ADDS = {
    "adds what he likes": change_mixes(
        lambda fixed: {epoch: {**mix, "zed": "ab" * 32} for epoch, mix in fixed.items()},
    ),
    "passes an epoch over": change_mixes(lambda fixed: {epoch: mix for epoch, mix in fixed.items() if epoch != 2}),
}
OPENS_AT_WILL = Moderator(
    lambda patch: patch.setattr(joining, "mix_setup", _open_at_will), "rng.mixes.0: bob: not the opening in your file"
)


def _open_without_ann(joined: Mapping[str, Any]) -> Mixing:
    mixes = {0: {seat: None if seat == "ann" else entry.opening for seat, entry in joined.items()}}
    return Mixing(mixes, mixes)


OPENS_WITHOUT_ANN = Moderator(
    lambda patch: patch.setattr(joining, "mix_setup", _open_without_ann),
    "rng.mixes.0: nothing from ann, and no game begins before everybody has opened",
)


def _settle_at_will(patch: pytest.MonkeyPatch) -> None:
    list_mixes = rewind.list_mixes

    def settle(turns: Any) -> Any:
        return {epoch: dict.fromkeys(mix) for epoch, mix in list_mixes(turns).items()}

    patch.setattr(rewind, "list_mixes", settle)


SETTLES_AT_WILL = Moderator(
    _settle_at_will, "acts: mixes: not those that were fixed by the turns which the rewind took back"
)
