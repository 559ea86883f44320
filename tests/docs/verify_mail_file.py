"""Joins the modules of ``adjudicator.proof`` into ``docs/verify_mail.py``, which needs the standard library alone.

    python tests/docs/verify_mail_file.py

A test holds the file against what this gives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.acts.mail_rules import list_tables
from adjudicator.proof.told_draws import Shown, ToldDraws

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "adjudicator" / "proof"
TARGET = ROOT / "docs" / "verify_mail.py"
MODULES = (
    "hashing",
    "leaves",
    "draws",
    "block",
    "mails",
    "copies",
    "header_text",
    "lines",
    "reports",
    "news",
    "told_draws",
    "draw_checks",
    "act_checks",
    "own_checks",
    "own_words",
    "nonces",
    "mix_checks",
    "chain_checks",
    "history",
    "command",
)
"""In an order in which each needs only those before it."""
HEAD = '''\
"""Checks a game from nothing but its mails: python3 verify_mail.py FOLDER-OR-MBOX [--json]

Needs Python 3.11 or newer and nothing else; reads, and writes nothing but to the terminal. It is made from the modules
of adjudicator.proof by tests/docs/verify_mail_file.py: change those. `adjudicate verify-mail` is the same.
"""

from __future__ import annotations

'''
TAIL = """

if __name__ == "__main__":
    sys.exit(main(known=Games(TABLES)))
"""


def main() -> None:
    """Write the file."""
    TARGET.write_text(join())


def join() -> str:
    """The text of the file. Raises ``ValueError`` where two modules give one name to two things."""
    plain: set[str] = set()
    named: dict[str, set[str]] = {}
    owners: dict[str, str] = {}
    bodies: list[str] = []
    for module in MODULES:
        text = (PACKAGE / f"{module}.py").read_text()
        tree = ast.parse(text)
        lines = text.splitlines()
        for node in tree.body:
            for name in list_names(node):
                if owners.setdefault(name, module) != module:
                    raise ValueError(f"{name} is defined in {owners[name]} and in {module}")
            if isinstance(node, ast.Import):
                plain |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and is_foreign(node):
                named.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
        last = max(node.end_lineno or 0 for node in tree.body if is_preamble(node))
        bodies.append("\n".join(lines[last:]).strip("\n"))
    imports = [f"import {name}" for name in sorted(plain)]
    imports += [f"from {module} import {', '.join(sort_names(names))}" for module, names in sorted(named.items())]
    return HEAD + "\n".join(imports) + "\n\n" + "\n\n\n".join([*bodies, write_tables()]) + "\n" + TAIL


def write_tables() -> str:
    """What the games that come with the program say of the draws in their reports, as a constant."""
    ours = {module: table for module, table in sorted(list_tables().items()) if module.startswith("adjudicator.")}
    return f"TABLES: Tables = {write_value(ours, '')}"


def write_value(value: object, indent: str) -> str:
    """``value`` as the formatter would write it, one entry a line."""
    deeper = f"{indent}    "
    match value:
        case str():
            return f'r"{value}"' if "\\" in value else f'"{value}"'
        case (str(),):
            return f'("{value[0]}",)'
        case Shown():
            return repr(value).replace("'", '"')
        case ToldDraws():
            entries = [f"{name}={write_value(inner, deeper)}" for name, inner in value._asdict().items()]
            begin, end = "ToldDraws(", ")"
        case Mapping():
            entries = [f"{write_value(name, deeper)}: {write_value(inner, deeper)}" for name, inner in value.items()]
            begin, end = "{", "}"
        case tuple():
            entries = [write_value(inner, deeper) for inner in value]
            begin, end = "(", ")"
        case _:
            return repr(value)
    if not entries:
        return begin + end
    lines = "".join(f"{deeper}{entry},\n" for entry in entries)
    return f"{begin}\n{lines}{indent}{end}"


def sort_names(names: set[str]) -> list[str]:
    """Names as the linter wants them imported: constants, classes, functions."""
    return sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


def is_foreign(node: ast.ImportFrom) -> bool:
    """Whether something is imported from the standard library."""
    return node.module is not None and node.module != "__future__" and not node.module.startswith("adjudicator")


def is_preamble(node: ast.stmt) -> bool:
    """Whether a statement is the docstring of its module, or an import."""
    docstring = isinstance(node, ast.Expr) and node.lineno == 1
    return docstring or isinstance(node, ast.Import | ast.ImportFrom)


def list_names(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


if __name__ == "__main__":
    main()
