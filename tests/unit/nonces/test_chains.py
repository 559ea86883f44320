"""Chains of nonces: the published vectors, a second implementation, and what is mixed into which epoch."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256

import pytest

from adjudicator.chance import SecretChance
from adjudicator.core.mixing import NO_MIXING, Mixing, drop_finished, find_wanted, fix_mixes
from adjudicator.core.recorded_act import Anchor, Change, RecordedAct, Replace
from adjudicator.core.renewal import find_first_epoch, find_renewed
from adjudicator.proof.nonces import commit_opening, find_epoch, find_nonce, hash_down

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

    def test_a_new_chain_has_no_part_in_epochs_before_its_first(self) -> None:
        start = Mixing({}, {0: {}}, {})
        fixed = fix_mixes(start, 3, ["red", "blue"], {"red": nonce(3), "blue": nonce(3)}, {"red": 2}).fixed
        assert fixed == {
            1: {"red": None, "blue": nonce(1)},
            2: {"red": nonce(2), "blue": nonce(2)},
            3: {"red": nonce(3), "blue": nonce(3)},
        }


def record(number: int, change: Change) -> RecordedAct:
    return RecordedAct("g42", number, None, datetime(2026, 1, 1, tzinfo=UTC), 5, "", "why", change)


class TestRenewal:
    def test_the_last_anchor_that_is_not_too_late_counts(self) -> None:
        changes = [
            Anchor("red", "aa", 5, 1),
            Anchor("red", "bb", 9, 2),
            Anchor("red", "cc", 7, 3),
            Anchor("blue", "dd", 1, 1),
        ]
        acts = [record(number, change) for number, change in enumerate(changes, 1)]
        found = {epoch: find_renewed(acts, epoch)["red"] for epoch in range(4, 10)}
        assert {epoch: (one.anchor, one.begins) for epoch, one in found.items()} == {
            4: (None, 0),
            5: ("aa", 5),
            6: ("aa", 5),
            7: ("cc", 7),
            8: ("cc", 7),
            9: ("cc", 7),
        }
        assert {epoch: one.later for epoch, one in found.items()} == {4: 7, 5: 7, 6: 7, 7: None, 8: None, 9: None}
        assert [found[4].waived, found[7].waived, find_renewed(acts, 4)["blue"].waived] == [True, False, False]
        assert found[5].others == ("bb", "cc")

    def test_whoever_takes_a_seat_over_has_no_chain_until_he_makes_one(self) -> None:
        acts = [record(1, Anchor("red", "aa", 5, 1)), record(2, Replace("red"))]
        assert find_renewed(acts, 6)["red"].waived
        again = [*acts, record(3, Anchor("red", "bb", 8, 2))]
        assert [find_renewed(again, epoch)["red"].waived for epoch in (7, 8)] == [True, False]

    def test_no_epoch_counts_that_any_turn_has_fixed_or_the_next_may(self) -> None:
        assert find_first_epoch([0, 1, 2], 3) == 4
        assert find_first_epoch([0, 7, 2], None) == 8
        assert find_first_epoch([], None) == 0
