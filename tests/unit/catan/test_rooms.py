"""Where things stand: nothing of the game built on Catan in Catan, and one page that sets the stage."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import adjudicator.rules

RULES = Path(adjudicator.rules.__path__[0])
ITS_WORDS = re.compile(r"camel|oasis|oases|caravan|\broutes?\b", re.IGNORECASE)
POSITIONS_MADE_OTHERWISE = {"known.py": "from a view"}


def read_game(name: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((RULES / name).rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")


def list_imports(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def sets_stage(source: str) -> bool:
    """Whether a cell named ``STAGE`` is given a value."""
    targets = (
        target for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign) for target in node.targets
    )
    places = (ast.unparse(target.slice) for target in targets if isinstance(target, ast.Subscript))
    return any(place.rpartition(".")[2] == "STAGE" for place in places)


def test_catan_has_no_word_for_what_the_game_built_on_it_adds() -> None:
    found = {path.name: ITS_WORDS.findall(source) for path, source in read_game("catan") if ITS_WORDS.search(source)}

    assert found == {}
    assert all(
        ITS_WORDS.search(source) for path, source in read_game("catan_caravans") if path.name.startswith("picture")
    )


def test_catan_imports_nothing_of_the_game_built_on_it() -> None:
    others = {path.name: list_imports(source) for path, source in read_game("catan")}

    assert not {name for names in others.values() for name in names if "rules.catan_" in name}
    assert any("rules.catan." in name for _, source in read_game("catan_caravans") for name in list_imports(source))


def test_the_stage_is_set_by_the_order_of_play_alone() -> None:
    setting = {
        path.name for game in ("catan", "catan_caravans") for path, source in read_game(game) if sets_stage(source)
    }

    assert setting == {"order_of_play.py", *POSITIONS_MADE_OTHERWISE}
