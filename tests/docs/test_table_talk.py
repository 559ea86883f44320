"""What people say at the table: each sentence on the page is a case, with the order that says it, nothing more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests" / "cases").glob("*/table-talk/*/*.yaml"))
ROW = re.compile(r"^\| (.+?) \| (`.+`) \| (orders|standing|fallback) \|$", re.MULTILINE)
Order = Mapping[str, Any]


def read_page() -> dict[str, tuple[Order, str]]:
    """Each sentence with its order, and the list under which that stands."""
    _, table, _ = (ROOT / "docs" / "catan.md").read_text().split("<!-- table-talk -->")
    rows = ROW.findall(table)
    assert len(rows) == table.count("\n| ") - 3
    found = {}
    for says, code, where in rows:
        order: dict[str, Any] = {}
        for part in re.findall(r"`(.+?)`", code):
            order |= yaml.safe_load(part)
        found[says] = (order, where)
    assert len(found) == len(rows)
    return found


def list_lists(content: Any) -> Iterator[tuple[str, Any]]:
    """Every list of orders of a case, with what it is called."""
    if isinstance(content, Mapping):
        for key, value in content.items():
            if isinstance(value, list):
                yield (key if key in ("standing", "fallback") else "orders"), value
            yield from list_lists(value)
    elif isinstance(content, list):
        for part in content:
            yield from list_lists(part)


def test_forty_sentences_are_cases_with_the_orders_that_say_them() -> None:
    page = read_page()
    cases = {case["title"]: case for case in map(yaml.safe_load, (file.read_text() for file in CASES))}

    assert len(page) == 40
    assert page.keys() == cases.keys()
    for says, (order, where) in page.items():
        case = cases[says]
        steps = [case, *case.get("then", ())]
        lists = [found for step in steps for found in list_lists(step["orders"])]
        assert any(name == where and order in orders for name, orders in lists), says
