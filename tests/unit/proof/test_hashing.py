"""Merkle trees: the examples of Certificate Transparency, every path of every small tree, and keys opened by halves."""

from __future__ import annotations

import pytest

from adjudicator.proof.draws import (
    commit_public_keys,
    join_public_nodes,
    list_public_nodes,
    open_public_key,
    public_key,
    public_leaf,
)
from adjudicator.proof.hashing import climb, find_paths, hash_leaf

LEAVES = [bytes.fromhex(leaf) for leaf in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
"""Known answers of the reference implementation of RFC 6962."""


@pytest.mark.parametrize("count", ROOTS)
def test_roots_are_those_of_rfc_6962(count: int) -> None:
    root, _ = find_paths([hash_leaf(leaf) for leaf in LEAVES[:count]])
    assert root.hex() == ROOTS[count]


@pytest.mark.parametrize("count", range(1, 20))
def test_every_path_leads_to_the_root_and_only_from_its_own_place(count: int) -> None:
    leaves = [bytes([number]) for number in range(count)]
    root, paths = find_paths([hash_leaf(leaf) for leaf in leaves])
    for index, path in enumerate(paths):
        assert climb(leaves[index], index, count, path) == root
        for other in range(count):
            if other != index and len(paths[other]) == len(path):
                assert climb(leaves[index], other, count, path) != root
        with pytest.raises(ValueError, match="another tree"):
            climb(leaves[index], index, count, [*path, root])
    with pytest.raises(ValueError, match="no such leaf"):
        climb(b"", count, count, [])


@pytest.mark.parametrize("epochs", [1, 63, 64, 65, 200, 256])
def test_a_public_key_is_opened_from_the_nodes_of_turn_0(epochs: int) -> None:
    secret = bytes(range(32))
    nodes = list_public_nodes("g42", secret, epochs)
    root = commit_public_keys("g42", secret, epochs)
    assert join_public_nodes(nodes) == root
    leaves = [hash_leaf(public_leaf(e, public_key("g42", secret, e))) for e in range(epochs)]
    assert root == find_paths(leaves)[0].hex()
    for epoch in {0, epochs // 2, epochs - 1}:
        key, path = open_public_key("g42", secret, epoch, epochs, nodes)
        assert key == public_key("g42", secret, epoch)
        assert climb(public_leaf(epoch, key), epoch, epochs, path).hex() == root
