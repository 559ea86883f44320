"""``adjudicate cases``: one line a case, what differs below it, and exit codes for scripts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator.cli.main import main

OURS = Path(__file__).parents[2] / "cases" / "through-the-desert"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(OURS / "T3-02-not-apart.yaml", tmp_path)
    shutil.copy(OURS / "T3-01-next-to-the-caravan.yaml", tmp_path / "T10-01.yaml")
    shutil.copy(OURS / "W2-01-linking-an-oasis.yaml", tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["cases", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def spoil(folder: Path) -> Path:
    file = folder / "W2-01-linking-an-oasis.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("amira: 5}", "amira: 6}"), encoding="utf-8")
    return file


def test_good_cases_are_a_line_each_in_the_order_of_their_numbers(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, str(folder))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "ok   T3-02   A camel may not stand apart from its caravan",
        "ok   T3-01   A camel goes next to the leader or any camel of its caravan",
        "ok   W2-01   The first camel next to an oasis links it for 5 points",
        "3 cases: 3 ok, 0 failed",
    ]


def test_one_case_is_told_in_the_singular(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, str(folder / "W2-01-linking-an-oasis.yaml"))
    assert (code, out.splitlines()[1:]) == (0, ["1 case: 1 ok, 0 failed"])


def test_a_case_that_fails_says_where(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = spoil(folder)
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "amira: 6" in text)
    code, out, _ = run(capsys, str(folder))
    assert code == 1
    assert out.splitlines()[2:] == [
        "FAIL W2-01   The first camel next to an oasis links it for 5 points",
        f"  {file}:{line}:19: points of amira: expected 6, got 5",
        "3 cases: 2 ok, 1 failed",
    ]


def test_json_has_the_same_for_scripts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = spoil(folder)
    broken = folder / "broken.yaml"
    broken.write_text("case: [\n", encoding="utf-8")
    code, out, _ = run(capsys, "--json", str(file), str(folder / "T3-02-not-apart.yaml"), str(broken))
    assert code == 1
    wrong, good, unread = json.loads(out)
    keys = {"case", "file", "game", "title", "rulings", "ok", "differences", "problems"}
    assert set(wrong) == set(good) == set(unread) == keys
    assert (good["case"], good["game"], good["rulings"], good["ok"]) == ("T3-02", "through-the-desert", ["T3"], True)
    assert [(item["what"], item["expected"], item["got"]) for item in wrong["differences"]] == [
        ("points of amira", "6", "5")
    ]
    assert (unread["case"], unread["ok"], unread["problems"][0]["code"]) == (None, False, "syntax")
    assert set(unread["problems"][0]) == {"code", "line", "column", "message"}


def test_one_file_is_a_list_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--json", str(OURS / "T3-02-not-apart.yaml"))
    assert [item["case"] for item in json.loads(out)] == ["T3-02"]


@pytest.mark.parametrize("arguments", [(), ("nowhere.yaml",), ("--no-such-option",)])
def test_what_cannot_be_asked_is_a_usage_error(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err


def test_a_folder_without_cases_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(tmp_path))
    assert code == 2
    assert "no CASE files" in err
