"""Draws: the published vectors, a second implementation, and what makes them fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import draws

from adjudicator.core.chance import Draw, Label, NoChance, WouldDraw
from adjudicator.ledger.keys import SecretChance
from adjudicator.proof.draws import commit, commit_public_keys, draw_below, hidden_key, mix, public_key
from adjudicator.proof.hashing import digest, find_paths, hash_leaf, keyed

SECRET = bytes(range(32))
GAME = "g42"
RED_CHAIN_LENGTH = 256
LIMIT_OF_CHI_SQUARE = 20.515
"""Five degrees of freedom: a fair die is above it once in a thousand trials."""

COMMITMENT = "151a44dfbec645ff9705bfc2f52f3225172b6a0e81434822eda1d3b9e8b87dd9"
PUBLIC_KEY_OF_7 = "ed5e153457884756d33591b099dc3a5203f51d871899ed02c4f7e8b09573a9eb"
ROOT_OF_PUBLIC_KEYS = "d7ef90f988832c0661b085180df083c8d96c3bb89fd1ef39b0da1566ccbc5d8e"
NONCE_0 = "8508170f2061748124bc1dbe94c9c001b71bcc98e84cd2f540232fae28bb760e"
NONCE_7 = "7a515f554ed4a56331ed0847d1d2ca6d2806d22bd28edaf2ebbe91e81c237287"
MIX_OF_7 = "d7e5581c19e59e3597c58f0501371667947e65a97ebc72fde6bcf2dcbbfa20f1"


def chain_of_red() -> list[str]:
    """The nonces of the vectors' red seat, from 0 on."""
    links = [bytes([5]) * 32]
    for _ in range(RED_CHAIN_LENGTH):
        links.append(draws.hashed("nonce-chain", links[-1]))
    return [link.hex() for link in reversed(links)]


class TestVectors:
    def test_commitment(self) -> None:
        assert commit(GAME, SECRET) == COMMITMENT
        assert draws.hashed("seed-commit", GAME.encode(), SECRET).hex() == COMMITMENT

    def test_public_key(self) -> None:
        assert public_key(GAME, SECRET, 7).hex() == PUBLIC_KEY_OF_7
        assert draws.public_key(SECRET, GAME, 7).hex() == PUBLIC_KEY_OF_7

    def test_root_of_public_keys(self) -> None:
        leaves = [
            draws.hashed("pub-leaf", draws.four_bytes(epoch), draws.public_key(SECRET, GAME, epoch))
            for epoch in range(256)
        ]

        assert commit_public_keys(GAME, SECRET, 256) == ROOT_OF_PUBLIC_KEYS
        assert draws.tree_root(leaves).hex() == ROOT_OF_PUBLIC_KEYS

    def test_mix_with_the_nonce_of_one_seat_and_another_missing(self) -> None:
        nonces = chain_of_red()
        assert (nonces[0], nonces[7]) == (NONCE_0, NONCE_7)

        assert mix(GAME, 7, {"red": NONCE_7, "blue": None}).hex() == MIX_OF_7
        assert draws.mix(GAME, 7, {"red": NONCE_7, "blue": None}).hex() == MIX_OF_7

    def test_draws_under_that_mix(self) -> None:
        public = keyed(public_key(GAME, SECRET, 7), "mixed", bytes.fromhex(MIX_OF_7))
        hidden = keyed(hidden_key(GAME, SECRET, 7), "mixed", bytes.fromhex(MIX_OF_7))
        dice = draws.words(public, ["dice", 0])

        assert [draws.below(dice, 6) + 1, draws.below(dice, 6) + 1] == [2, 6]
        assert draw_below(public, ("dice", 0), 6) + 1 == 2
        assert draws.shuffle(draws.words(public, ["setup", "x"]), "abcdefgh") == "badgchfe"
        assert draw_below(hidden, ("dev-card", "red", 0), 25) == 7


LABELS = st.lists(st.one_of(st.text(max_size=12), st.integers(-9, 10**9)), min_size=1, max_size=3).map(tuple)


def random_draws() -> list[tuple[str, int, Label, int, bool]]:
    """Two thousand games, epochs, labels and bounds, half of them hidden."""
    kinds: tuple[Label, ...] = (("dice",), ("water", "D9"), ("palm", 0), ("dev-card", "red", 3), ("Würfel", "…", -1))
    bounds = (1, 2, 6, 25, 45, 1000, 2**32 + 1, 2**63 + 1, 2**64 - 1, 2**64)
    return [(f"g{n % 11}", (n * n) % 5000, (*kinds[n % 5], n), bounds[n % 10], n // 10 % 2 == 1) for n in range(2000)]


def test_two_thousand_draws_are_those_of_the_second_implementation() -> None:
    for game, epoch, label, bound, hidden in random_draws():
        value = SecretChance(game, SECRET).draw(epoch, label, bound, hidden=hidden)

        assert value == draws.draw(SECRET, game, epoch, list(label), bound, hidden=hidden), (game, epoch, label, bound)


@pytest.mark.slow
@given(
    label=LABELS,
    bound=st.integers(1, 2**64),
    epoch=st.integers(0, 2**32 - 1),
    secret=st.binary(min_size=32, max_size=32),
    hidden=st.booleans(),
)
def test_any_draw_is_that_of_the_second_implementation(
    label: Label, bound: int, epoch: int, secret: bytes, hidden: bool
) -> None:
    value = SecretChance(GAME, secret).draw(epoch, label, bound, hidden=hidden)

    assert value in range(bound)
    assert value == draws.draw(secret, GAME, epoch, list(label), bound, hidden=hidden)


@given(leaves=st.lists(st.binary(max_size=40), min_size=1, max_size=40))
def test_any_root_is_that_of_the_second_implementation(leaves: list[bytes]) -> None:
    assert find_paths([hash_leaf(leaf) for leaf in leaves])[0] == draws.tree_root(leaves)


@given(key=st.binary(max_size=200), parts=st.lists(st.binary(max_size=200), max_size=3))
def test_any_keyed_hash_is_that_of_the_second_implementation(key: bytes, parts: list[bytes]) -> None:
    assert keyed(key, "t", *parts) == draws.keyed_hash(key, "t", *parts)


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_different_parts_have_different_hashes(one: list[bytes], other: list[bytes]) -> None:
    assert (digest("t", *one) == digest("t", *other)) == (one == other)


def test_sixty_thousand_dice_are_fair() -> None:
    dice = SecretChance(GAME, SECRET)
    counts = Counter(dice.draw(1, ("dice", number), 6) for number in range(60_000))
    expected = 10_000

    assert counts.keys() == set(range(6))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < LIMIT_OF_CHI_SQUARE


def test_one_die_does_not_tell_the_next() -> None:
    dice = SecretChance(GAME, SECRET)
    thrown = [dice.draw(epoch, ("dice",), 2) for epoch in range(20_000)]
    pairs = Counter(pairwise(thrown))

    assert all(abs(count - 5_000) < 250 for count in pairs.values())


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    bound = 2**63 + 2**62  # a quarter of all words is above the one multiple of it that fits
    key = public_key(GAME, SECRET, 0)
    labels: list[Label] = [("huge", number) for number in range(400)]
    fair = [draw_below(key, label, bound) for label in labels]
    careless = [next(draws.words(key, list(label))) % bound for label in labels]
    rejected = sum(one != other for one, other in zip(fair, careless, strict=True))
    third = bound // 3

    assert 60 < rejected < 140
    assert sum(value < third for value in careless) > 170
    assert 100 < sum(value < third for value in fair) < 167


def test_the_order_of_draws_does_not_matter() -> None:
    asked = random_draws()[:200]
    forwards, backwards = SecretChance(GAME, SECRET), SecretChance(GAME, SECRET)

    def answers(source: SecretChance, asked: list[tuple[str, int, Label, int, bool]]) -> dict[Label, int]:
        return {label: source.draw(epoch, label, bound, hidden=hidden) for _, epoch, label, bound, hidden in asked}

    assert answers(forwards, asked) == answers(backwards, asked[::-1])
    assert answers(forwards, asked[::3]) == answers(SecretChance(GAME, SECRET), asked[::3])


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda label: SecretChance("g43", SECRET).draw(1, label, 2**64), id="game"),
        pytest.param(lambda label: SecretChance(GAME, SECRET[::-1]).draw(1, label, 2**64), id="secret"),
        pytest.param(lambda label: SecretChance(GAME, SECRET).draw(2, label, 2**64), id="epoch"),
        pytest.param(lambda label: SecretChance(GAME, SECRET).draw(1, (*label, 0), 2**64), id="label"),
        pytest.param(lambda label: SecretChance(GAME, SECRET).draw(1, label, 2**64, hidden=True), id="hidden"),
    ],
)
def test_whatever_names_a_draw_changes_it(other: Callable[[Label], int]) -> None:
    labels: list[Label] = [("dice", number) for number in range(20)]

    assert all(SecretChance(GAME, SECRET).draw(1, label, 2**64) != other(label) for label in labels)


def test_a_number_in_a_label_is_not_its_spelling() -> None:
    source = SecretChance(GAME, SECRET)

    assert source.draw(1, ("dice", 1), 2**64) != source.draw(1, ("dice", "1"), 2**64)
    assert source.draw(1, ("dice", 1), 2**64) != source.draw(1, ("dice", True), 2**64)
    assert source.draw(1, ("ab", "c"), 2**64) != source.draw(1, ("a", "bc"), 2**64)


def test_every_draw_is_recorded() -> None:
    source = SecretChance(GAME, SECRET)

    value = source.draw(3, ("water", "D9"), 45)
    card = source.draw(3, ("card", 0), 25, hidden=True)

    assert source.draws == [Draw(3, ("water", "D9"), 45, value, False), Draw(3, ("card", 0), 25, card, True)]


def test_looking_ahead_stops_at_a_draw() -> None:
    with pytest.raises(WouldDraw):
        NoChance().draw(1, ("dice",), 6)
