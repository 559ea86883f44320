"""The pages about Catan are true: each move file on them is accepted in the position they show, and does what they say.

Where a receipt or a report reads otherwise than on the page: ``python tests/docs/catan_pages.py``, and look.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from catan_pages import PAGES, ROOT, Table, draw_board, lay_out

from adjudicator.core.deadlines import list_asked
from adjudicator.core.table import Pacing

EXAMPLES = [(name, example) for name, page in PAGES.items() for example in page.setup["examples"]]
RENEW = "run `python tests/docs/catan_pages.py` and look at the difference"


@pytest.mark.parametrize("name", PAGES)
def test_every_file_on_the_page_is_tried(name: str) -> None:
    page = PAGES[name]
    text = (ROOT / "docs" / f"{name}.md").read_text()
    tried = {block for one in page.setup["examples"].values() for step in one["steps"] for block in step["files"]}
    assert {block for kind, block in page.blocks if kind == "example"} == tried
    assert text.count("```yaml") == len(tried)


@pytest.mark.parametrize("name", PAGES)
def test_the_board_on_the_page_is_that_of_the_position(name: str) -> None:
    assert draw_board(PAGES[name]) == PAGES[name].blocks["board", name], RENEW


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_what_the_page_says_comes_true(name: str, example: str) -> None:
    page = PAGES[name]
    spec = page.setup["examples"][example]
    table = Table(page, spec)
    for step in spec["steps"]:
        told = table.run(step["files"], step)
        for block, (judgement, receipt, report) in told.items():
            assert judgement.state.value == step.get("standing", {}).get(block, "green"), receipt
            for kind, lines in (("receipt", receipt), ("report", report)):
                if block == example and (kind, block) in page.blocks:
                    assert page.blocks[kind, block] == lay_out(lines), RENEW
        if "asks" in step:
            asks = list_asked(table.game, table.state, table.agendas, Pacing(step.get("pacing", "seat")))
            assert [f"{ask.seat} {ask.decision}" for ask in asks if ask.must] == step["asks"]
        if "after" in step:
            assert list(table.game.cases.compare(table.state, step["after"])) == []


@pytest.mark.parametrize("name", PAGES)
def test_every_order_and_condition_is_told(name: str) -> None:
    orders = PAGES[name].game.orders
    text = (ROOT / "docs" / "catan.md").read_text() + (ROOT / "docs" / f"{name}.md").read_text()
    assert [kind for kind in orders.kinds if not re.search(rf"[`-] ?{kind}: ", text)] == []
    conditions = json.loads((ROOT / "schemas" / name / "condition.json").read_text())["properties"]
    assert [key for key in conditions if not re.search(rf"\b{key}: ", text)] == []


def test_the_script_in_the_readme_is_accepted_and_runs() -> None:
    (text,) = re.findall(r"```yaml\n(game: cove\n.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    page = PAGES["catan"]
    table = Table(page._replace(blocks={("example", "readme"): text}), {})
    told = table.run(["readme"], {})["readme"]
    assert told.judgement.problems == ()
    assert "proposed 1 wool for 1 ore to bilal and chen" in "\n".join(told.report)
