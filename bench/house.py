"""Count the house: lines, files, folders, names; the table "The house, counted" of docs/performance.md.

python bench/house.py
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / "adjudicator"
SMALL = 50
"""Lines of a file that may only make sense beside another."""
TURNS = (("Through the Desert", "g42", 7), ("Catan with The Great Caravan", "caravan", 65))


def main() -> None:
    """Print a row for each count."""
    files = sorted(PROGRAM.rglob("*.py"))
    trees = {path: ast.parse(path.read_text()) for path in files}
    lines = {path: len(path.read_text().splitlines()) for path in files}
    folders = Counter(path.parent for path in files)
    classes = Counter(node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    inner = sum(1 for tree in trees.values() for _ in list_inner_imports(tree))
    nonces = [path for path in files if re.search(r"nonce|Level\.L|L2", path.read_text())]
    verifying = (PROGRAM / "acts").glob("verify*.py")
    print_row("lines", sum(lines.values()))
    print_row("files", len(files))
    print_row("files in the largest folder", max(folders.values()))
    print_row(
        f"files of at most {SMALL} lines, without __init__.py",
        sum(count <= SMALL and path.name != "__init__.py" for path, count in lines.items()),
    )
    print_row("our imports below the top of a file", inner)
    print_row("names of classes defined twice", sum(count > 1 for count in classes.values()))
    print_row("lines to verify and replay", sum(lines[path] for path in verifying))
    print_row("files outside rules/ that name nonces or levels", sum("rules" not in path.parts for path in nonces))
    for title, game, turn in TURNS:
        print_row(f"modules of ours in a turn of {title}", count_modules(game, turn))


def list_inner_imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    """Imports of the program's own modules that do not stand at the top of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("adjudicator") and node not in tree.body:
            yield node


def count_modules(game: str, turn: int) -> int:
    """How many modules of ours the command loads to play ``turn`` of a sample game, writing nothing."""
    command = [sys.executable, "-X", "importtime", "-m", "adjudicator", PROGRAM.parent / "games" / game]
    words = ["--turn", str(turn), "--force", "--dry-run", "--now", "2027-01-01T00:00:00Z"]
    told = subprocess.run([*command, *words], capture_output=True, text=True, check=True).stderr
    return len(set(re.findall(r"\| +(adjudicator[\w.]*)$", told, re.MULTILINE)))


def print_row(what: str, count: int) -> None:
    """A row of a table in Markdown."""
    print(f"| {what} | {count:,} |")


if __name__ == "__main__":
    main()
