"""Chains of nonces: the published vectors, a second implementation, and what is mixed into which epoch."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from adjudicator.core.act_kinds import Change, Edit, Replace
from adjudicator.core.chance import NO_MIXING, Mixing, drop_finished
from adjudicator.core.recorded_act import RecordedAct, list_handed_on
from adjudicator.ledger.keys import SecretChance
from adjudicator.nonces.wanted import find_wanted, fix_mixes
from adjudicator.proof.draws import commit_opening, find_epoch, find_nonce, hash_down

END = bytes([5]) * 32
LENGTH = 256
NONCE_0 = "8508170f2061748124bc1dbe94c9c001b71bcc98e84cd2f540232fae28bb760e"
NONCE_7 = "7a515f554ed4a56331ed0847d1d2ca6d2806d22bd28edaf2ebbe91e81c237287"


def hashed(tag: str, part: bytes) -> bytes:
    """The definition, written out once more."""
    name = f"adjudicator/v1/{tag}".encode()
    return sha256(len(name).to_bytes(8, "big") + name + len(part).to_bytes(8, "big") + part).digest()


def test_the_vectors() -> None:
    assert find_nonce(END, LENGTH, 0).hex() == NONCE_0
    assert find_nonce(END, LENGTH, 7).hex() == NONCE_7
    assert find_nonce(END, LENGTH, LENGTH) == END
    assert hash_down(bytes.fromhex(NONCE_7), 7).hex() == NONCE_0
    assert commit_opening(END) == hashed("setup-nonce", END).hex()


def test_draws_under_a_mix_with_a_nonce_and_a_missing_one() -> None:
    chance = SecretChance("g42", bytes(range(32)), {7: {"red": NONCE_7, "blue": None}})

    assert chance.draw(7, ("dice", 0), 6) + 1 == 2
    assert chance.draw(7, ("dev-card", "red", 0), 25, hidden=True) == 7
    assert chance.draw(8, ("dice", 0), 6) == SecretChance("g42", bytes(range(32))).draw(8, ("dice", 0), 6)


def test_every_link_is_known_for_what_it_is_and_nothing_else_is() -> None:
    anchor = find_nonce(END, LENGTH, 0)
    for epoch in (0, 1, 7, 255, 256):
        assert find_epoch(anchor, find_nonce(END, LENGTH, epoch), LENGTH) == epoch
    assert find_epoch(anchor, hashed("nonce-chain", anchor), LENGTH) is None
    assert find_epoch(anchor, bytes(32), LENGTH) is None


@pytest.mark.parametrize("epoch", [-1, 257])
def test_a_chain_has_an_end_at_both_sides(epoch: int) -> None:
    with pytest.raises(ValueError, match="no nonce of epoch"):
        find_nonce(END, LENGTH, epoch)


def nonce(epoch: int) -> str:
    return find_nonce(END, LENGTH, epoch).hex()


class TestMixing:
    def test_a_turn_fixes_every_epoch_up_to_the_one_it_wants_and_those_of_earlier_turns_stand(self) -> None:
        start = Mixing({0: {"red": "00"}}, {0: {"red": "00"}}, {})

        first = fix_mixes(start, 2, ["red", "blue"], {"red": nonce(2)})
        second = fix_mixes(first, 4, ["blue"], {})

        assert first.fixed == {1: {"red": nonce(1), "blue": None}, 2: {"red": nonce(2), "blue": None}}
        assert second.fixed == {3: {"blue": None}, 4: {"blue": None}}
        assert list(second.known) == [0, 1, 2, 3, 4]
        assert second.withheld == {"blue": 2}

    def test_nothing_is_wanted_twice_and_nothing_where_nothing_is_drawn(self) -> None:
        known = {0: {}, 1: {}}
        assert [find_wanted(known, furthest) for furthest in (None, 0, 1, 2)] == [None, None, None, 2]
        assert find_wanted(NO_MIXING.known, 0) == 0

    def test_finished_epochs_are_dropped(self) -> None:
        assert list(drop_finished({0: {}, 1: {}, 2: {}}, 1)) == [1, 2]

    def test_the_last_that_was_fixed_is_remembered_while_nothing_is_drawn(self) -> None:
        assert list(drop_finished({0: {}, 1: {}}, 26)) == [1]
        assert drop_finished({}, 26) == {}


def record(number: int, change: Change) -> RecordedAct:
    return RecordedAct("g42", number, None, datetime(2026, 1, 1, tzinfo=UTC), 5, "", "why", change)


def test_seats_that_got_another_holder_are_known_by_the_acts_each_once_and_in_order() -> None:
    changes = [Replace("red"), Edit({"deadlines.turn": "24"}, ""), Replace("blue"), Replace("red")]
    acts = [record(number, change) for number, change in enumerate(changes, 1)]
    assert [list_handed_on(acts[:count]) for count in (0, 2, 4)] == [(), ("red",), ("red", "blue")]
