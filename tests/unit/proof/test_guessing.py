"""Bar 16: whoever tries every hand that another may hold against everything published finds none that fits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from parts import turn_of
from unit.proof.mailbox import read_parts

from adjudicator.acts.open_game import open_game
from adjudicator.proof.hashing import FACTS, canonical, hash_leaf, keyed, salt_leaf, seal

GAMES = Path(__file__).resolve().parents[3] / "games"
KINDS = ("brick", "lumber", "wool", "grain", "ore")
MOST = 4
"""Of each kind; hands of more cards than a player of the sample game ever held."""


def list_digests(value: Any) -> Iterator[bytes]:
    """Every hash in a JSON value."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from list_digests(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from list_digests(inner)
    elif isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef"):
        yield bytes.fromhex(value)


def list_hands() -> list[dict[str, int]]:
    """Every hand of up to ``MOST`` cards of each kind."""
    counts = product(range(MOST + 1), repeat=len(KINDS))
    return [{kind: count for kind, count in zip(KINDS, hand, strict=True) if count} for hand in counts]


def spell(seat: str, hand: dict[str, int]) -> Iterator[bytes]:
    """The ways in which a hand might be hashed: alone, as the facts of a seat, under its path."""
    for value in (hand, {"seats": {seat: {"fresh": {}, "hand": hand, "unplayed": {}}}}):
        yield canonical(value)
        yield json.dumps(value).encode()
        yield canonical([f"{FACTS}/{seat}", value])


def guess(seat: str, published: Iterable[bytes], salts: Iterable[bytes]) -> list[dict[str, int]]:
    """The hands that give a published digest, plain, as a leaf, or under a salt that the guesser knows."""
    digests, known = frozenset(published), [b"", *salts]
    hits = []
    for hand in list_hands():
        for spelling in spell(seat, hand):
            plain = hashlib.sha256(spelling).digest()
            tried = [plain, hash_leaf(plain), hash_leaf(spelling)]
            tried += [
                leaf
                for salt in known
                for leaf in (keyed(salt, "leaf", spelling), hash_leaf(keyed(salt, "leaf", spelling)))
            ]
            if not digests.isdisjoint(tried):
                hits.append(hand)
    return hits


@pytest.fixture(scope="module")
def published(kept: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A proof of Gita's in the middle of the game: its header, and her proof."""
    return read_parts(kept / "0012-gita.proof")


def hand_of(seat: str, turn: int) -> dict[str, int]:
    opened = open_game(str(GAMES / "finished-caravan"), turn)
    view = opened.game.views.to_json(opened.see(seat))
    hand: dict[str, int] = view["seats"][seat]["hand"]
    return hand


def test_no_hand_is_guessed_from_what_is_published(published: tuple[dict[str, Any], dict[str, Any]]) -> None:
    header, proof = published
    salts = [bytes.fromhex(proof[kind]["salt"]) for kind in ("orders", "facts", "reports")]
    for seat in ("esra", "hugo"):
        hand = hand_of(seat, header["turn"])
        assert hand
        assert hand in list_hands()
        assert guess(seat, [*list_digests(header), *list_digests(proof)], salts) == []


@pytest.mark.parametrize("how", ["plain", "under a salt of the whole turn", "a leaf that is only hashed"])
def test_what_is_not_salted_for_its_owner_alone_is_guessed(
    how: str, published: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    """Mutants: the same search finds the hand at once where a digest is unsalted, or its salt is everybody's."""
    header, proof = published
    seat, turn = "hugo", header["turn"]
    hand = hand_of(seat, turn)
    facts = {"seats": {seat: {"fresh": {}, "hand": hand, "unplayed": {}}}}
    shared = bytes.fromhex(proof["facts"]["salt"])
    digest = {
        "plain": hashlib.sha256(canonical(facts)).digest(),
        "under a salt of the whole turn": seal(shared, f"{FACTS}/{seat}", facts),
        "a leaf that is only hashed": hash_leaf(canonical([f"{FACTS}/{seat}", facts])),
    }[how]
    assert hand in guess(seat, [*list_digests(header), digest], [shared])


def test_a_seats_salt_opens_no_other_leaf(published: tuple[dict[str, Any], dict[str, Any]]) -> None:
    header, proof = published
    local = json.loads((turn_of(GAMES / "finished-caravan", header["turn"]) / "private.json").read_text())
    salts = {seat: salt_leaf(bytes.fromhex(local["salt"]), f"{FACTS}/{seat}").hex() for seat in header["seats"]}
    assert proof["facts"]["salt"] == salts["gita"]
    assert len(set(salts.values())) == len(salts)
    told = json.dumps([header, proof])
    assert local["salt"] not in told
    assert [seat for seat, salt in salts.items() if salt in told] == ["gita"]


def test_a_proof_holds_the_facts_of_its_own_seat_alone(kept: Path) -> None:
    for path in sorted(kept.glob("00*-gita.proof")):
        header, proof = read_parts(path)
        others = [seat for seat in header["seats"] if seat != "gita"]
        told = json.dumps({**proof, "draws": []})
        assert not [seat for seat in others if f'"{seat}"' in told], path.name
        assert header["files"].keys() <= {"game.yaml", "public-keys.json"}
