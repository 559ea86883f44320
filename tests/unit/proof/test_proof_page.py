"""The page about proofs: its example, its fields, and a checker written from it alone that agrees with ours."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli.shell import adjudicate
from jsonschema import Draft202012Validator
from oracle import mail_proof
from parts import record_of, turn_of, turns_of
from unit.proof.mailbox import keep_reports, read_parts, write_parts

from adjudicator.core.table import Onlooker, Reader
from docs import proof_example

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "games"


def test_the_example_is_what_the_samples_give() -> None:
    assert proof_example.write_example() in proof_example.PAGE.read_text(), "python tests/docs/proof_example.py"


def test_the_checker_knows_nothing_of_the_program() -> None:
    tree = ast.parse(Path(mail_proof.__file__).read_text())
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert not any(module and module.startswith("adjudicator") for module in modules)


def test_every_field_stands_in_the_page_and_in_a_schema() -> None:
    page = proof_example.PAGE.read_text()
    header = json.loads((ROOT / "schemas" / "turn.json").read_text())["properties"]
    proof = json.loads((ROOT / "schemas" / "proof.json").read_text())["properties"]
    names = [*header.keys() - {"rng"}, *(f"rng.{name}" for name in header["rng"]["properties"]), *proof]
    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    ("game", "reader"),
    [
        ("finished-2005", "karima"),
        ("finished-caravan", "esra"),
        ("late", "gulnar"),
        ("reef", "omar"),
        ("caravan", Onlooker.PUBLIC),
    ],
)
def test_the_checker_agrees_with_sample_games(game: str, reader: Reader, tmp_path: Path) -> None:
    path = GAMES / game
    if game == "caravan":
        path = Path(shutil.copytree(path, tmp_path / "game"))
        for turn in range(20, 65):
            record_of(path, turn).unlink()
    folder = keep_reports(path, reader, tmp_path / "mails", ("txt",))
    assert mail_proof.check(read_mails(folder)) == []
    schema = json.loads((ROOT / "schemas" / "proof.json").read_text())
    for file in sorted(folder.glob("*.proof")):
        header, proof = read_parts(file)
        Draft202012Validator(schema).validate(proof)
        told = mail_proof.read(file.read_bytes(), b"")
        assert (told.header, told.proof) == (header, proof)
        assert told.text == (turn_of(path, header["turn"]) / "turn.json").read_bytes()


def read_mails(folder: Path) -> list[tuple[bytes, bytes]]:
    """Proofs with their reports."""
    return [(file.read_bytes(), file.with_suffix(".txt").read_bytes()) for file in sorted(folder.glob("*.proof"))]


def test_nonces_are_of_the_chains_that_the_page_says() -> None:
    joined = json.loads((turn_of(GAMES / "reef", 0) / "start.json").read_text())["seats"]
    checked = missing = 0
    for turn in turns_of(GAMES / "reef"):
        header = json.loads((turn / "turn.json").read_text())
        for name, nonces in header["rng"]["mixes"].items():
            for seat, nonce in nonces.items():
                epoch = int(name)
                if nonce is not None and epoch:
                    assert mail_proof.find_anchor(nonce, epoch) == joined[seat]["anchor"]
                elif nonce is not None:
                    assert mail_proof.commit_opening(nonce) == joined[seat]["commitment"]
                checked += nonce is not None
                missing += nonce is None
    assert checked > len(joined)
    assert missing > 1


def test_the_public_state_is_the_public_view() -> None:
    for name in ("g42", "caravan", "finished-2005"):
        shown = adjudicate("show", GAMES / name, "--format", "json").json
        header = json.loads((turn_of(GAMES / name, shown["turn"]) / "turn.json").read_text())
        assert mail_proof.sha(mail_proof.canonical(shown["view"])).hex() == header["public_state"]


def list_changes() -> Iterator[tuple[str, Callable[[dict[str, object], dict[str, object]], object], str]]:
    """Changes of a header and its proof, and what the checker has to say."""
    yield "files", lambda _, proof: proof["orders"]["files"].clear(), "orders"  # type: ignore[index]
    yield "facts", lambda _, proof: proof["facts"].update(facts={"x": 1}), "facts"  # type: ignore[attr-defined]
    yield "salt", lambda _, proof: proof["orders"].update(salt="0" * 64), "orders"  # type: ignore[attr-defined]
    yield "hashes", lambda _, proof: proof["reports"]["hashes"].update(txt="0" * 64), "reports"  # type: ignore[index]
    yield "draw", lambda _, proof: proof["draws"][0].__setitem__(3, 5 - proof["draws"][0][3]), "draw"  # type: ignore[index]
    yield "header", lambda header, _: header.update(now="2026-01-01T00:00:01Z"), "head"


@pytest.mark.parametrize(
    ("spoil", "says"), [pytest.param(spoil, says, id=name) for name, spoil, says in list_changes()]
)
def test_the_checker_finds_what_was_changed(
    kept: Path, spoil: Callable[[dict[str, object], dict[str, object]], object], says: str, tmp_path: Path
) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    for file in (*kept.glob("[0-9]*-gita.txt"), *kept.glob("*.proof")):
        shutil.copy(file, folder)
    path = next(file for file in sorted(folder.glob("*.proof"))[1:] if read_parts(file)[1]["draws"])
    header, proof = read_parts(path)
    spoil(header, proof)
    write_parts(path, header, proof)
    found = mail_proof.check(read_mails(folder))
    assert any(f"turn {header['turn']}: {says}" in one for one in found)
