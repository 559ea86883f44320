"""The pages of rulings are what the generator makes of the cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.rulings_page import Elsewhere, list_pages, read_cases, render_rulings

from adjudicator.registry import find_game

ROOT = Path(__file__).parents[3]


def test_the_pages_are_up_to_date() -> None:
    for path, page in list_pages(str(ROOT)):
        assert Path(path).read_text(encoding="utf-8") == page, "run `make docs`"


def test_every_ruling_and_every_case_is_on_the_page() -> None:
    game = find_game("through-the-desert")
    filed = read_cases(str(ROOT / "tests" / "cases" / game.name))
    page = render_rulings(game, filed)
    for ruling, sentence in game.rulings.items():
        assert f"## {ruling}\n\n**{sentence}**\n\nWhere it stands: " in page
    for item in filed:
        assert f"[{item.case.id}](../../tests/cases/{game.name}/{item.file})" in page


def test_every_ruling_says_where_each_edition_speaks_of_it() -> None:
    game = find_game("through-the-desert")
    assert game.sources.keys() == game.rulings.keys()
    page = render_rulings(game, [])
    assert "\n\nWhere it stands: *2005*: Setup, step 1. *manual*: 3 Setup, h. *allplay*: Setup, step 4.\n" in page
    assert "\n\nWhere it stands: *manual*: 6a Game end. *allplay*: Game end. 2005: silent.\n" in page


def test_a_ruling_without_a_case_says_so() -> None:
    game = find_game("through-the-desert")
    assert render_rulings(game, []).count("\n\nNo case yet.\n") == len(game.rulings)


def test_a_file_that_is_no_case_stops_the_generator(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("case: 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"x\.yaml is not a case"):
        read_cases(str(tmp_path))


def test_a_ruling_that_two_games_share_leads_to_the_page_with_its_cases() -> None:
    base, caravans = find_game("catan"), find_game("catan-caravans")
    filed = read_cases(str(ROOT / "tests" / "cases" / "catan"))
    page = render_rulings(caravans, [], [Elsewhere(base, filed)])
    assert f"**{base.rulings['B01']}**\n\nIts cases are on the page of [Catan](catan.md#b01).\n" in page
    assert f"**{caravans.rulings['C01']}**\n\nNo case yet.\n" in page


def test_cases_beside_the_rulings_stand_by_folder() -> None:
    filed = read_cases(str(ROOT / "tests" / "cases" / "catan"))
    page = render_rulings(find_game("catan"), filed)
    beside = page.split("## Cases beside the rulings\n")[1]
    assert "### Largest army\n\n- [A01-01]" in beside
    assert "### Set up\n\n- [S01-01]" in beside
