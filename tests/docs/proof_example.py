"""Writes the worked example of ``docs/proof.md`` from two sample games, with the checker of the tests.

    python tests/docs/proof_example.py

A test holds the page against what this gives.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from oracle import mail_proof  # noqa: E402 - this file is run, too
from parts import turns_of  # noqa: E402 - this file is run, too

PAGE = ROOT / "docs" / "proof.md"
BEGIN, END = "<!-- made by tests/docs/proof_example.py -->\n", "<!-- end -->\n"
PROOF = "games/caravan/turns/0064/reports/dora.proof"
NEWEST = max(ROOT.glob("games/finished-caravan/turns/*/reports"))
"""The reports of the last turn, which alone are kept."""
FINISHED = f"{NEWEST.relative_to(ROOT)}/gita.proof"


def main() -> None:
    """Write the page."""
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{write_example()}{END}{rest.partition(END)[2]}")


def write_example() -> str:
    """The example."""
    told = mail_proof.read((ROOT / PROOF).read_bytes(), b"")
    facts = told.proof["facts"]
    leaf, index, count = mail_proof.find_leaf(told, "facts")
    nodes = [mail_proof.sha(b"\0" + leaf)]
    beside = [bytes.fromhex(node) for node in facts["path"]]
    nodes.append(mail_proof.sha(b"\1" + beside[0] + nodes[0]))
    nodes.append(mail_proof.sha(b"\1" + beside[1] + nodes[1]))
    assert (index, count, nodes[-1].hex()) == (3, 4, told.header["hidden_root"])
    epoch, label, below, value, steps = compute_draw()
    lines = [
        f"`{PROOF}` has a header of {len(told.text)} bytes, that begins with",
        "",
        *(f"    {line}" for line in told.text.decode().splitlines()[:4]),
        "",
        f"    head = SHA-256(header) = {told.head}",
        "",
        f"Dora is seat {index} of {count}, counted from 0, and her leaf `facts/{told.reader}` commits to what follows:",
        "",
        f"    {mail_proof.canonical([f'facts/{told.reader}', facts['facts']]).decode()}",
        f"    salt         {facts['salt']}",
        f"    leaf         {leaf.hex()}",
        f"    its node     {nodes[0].hex()}",
        f"    path[0]      {facts['path'][0]}   (on the left: leaf 2)",
        f"    node         {nodes[1].hex()}",
        f"    path[1]      {facts['path'][1]}   (on the left: leaves 0 and 1)",
        f"    hidden_root  {nodes[2].hex()}",
        "",
        f"`{FINISHED}` opens the key of epoch {epoch}, in which {json.dumps(label)} was drawn below {below}:",
        "",
        *(f"    {name:7} {step}" for name, step in steps),
        f"    draw    {value}",
        "",
    ]
    return "\n".join(lines)


def compute_draw() -> tuple[int, list[str | int], int, int, list[tuple[str, str]]]:
    """A public draw of an epoch whose key the last turn opened, and the steps to it."""
    told = mail_proof.read((ROOT / FINISHED).read_bytes(), b"")
    game, rng = told.header["game"], told.header["rng"]
    epochs = sorted(map(int, rng["opened"]))
    chances = [json.loads((turn / "chance.json").read_text())["draws"] for turn in turns_of(ROOT / "games" / game)]
    drawn = next(one for draws in chances for one in draws if one["epoch"] in epochs and not one["hidden"])
    epoch, label, below = drawn["epoch"], drawn["label"], drawn["below"]
    key = bytes.fromhex(rng["opened"][str(epoch)]["key"])
    mixed = mail_proof.sha(
        mail_proof.frame("mix", game.encode(), mail_proof.four(epoch), mail_proof.canonical({}), b"")
    )
    stream = mail_proof.mac(
        mail_proof.mac(key, mail_proof.frame("mixed", mixed)),
        mail_proof.frame("stream", mail_proof.canonical(label)),
    )
    block = mail_proof.mac(stream, (0).to_bytes(8, "big"))
    value = mail_proof.draw(game, epoch, key, {}, label, below)
    assert (value, int.from_bytes(block[:8], "big") % below) == (drawn["value"], drawn["value"])
    steps = [("key", key.hex()), ("mix", mixed.hex()), ("stream", stream.hex()), ("block 0", block.hex())]
    return epoch, label, below, value, [*steps, ("word", str(int.from_bytes(block[:8], "big")))]


if __name__ == "__main__":
    main()
