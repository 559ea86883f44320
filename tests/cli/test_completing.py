"""What TAB offers: the installed command, asked as the scripts of bash and zsh ask it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cli.shell import COMMAND, GAMES, Ran, copy_game, run_installed

from adjudicator.cli.main import COMMANDS

KINDS = ["catan", "catan-caravans", "through-the-desert"]


def press_tab(line: str, cwd: Path) -> list[str]:
    """What bash offers for the last word of ``line``."""
    # bash takes words apart at =, and what it is told stands behind the last one
    words = [part for word in line.split(" ") for part in re.findall("=|[^=]+", word) or [""]]
    asked = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    return read(run_installed(cwd=cwd, env={**asked, "_ADJUDICATE_COMPLETE": "complete_bash"}))


def read(ran: Ran) -> list[str]:
    """The words of an answer, which complains of nothing."""
    assert (ran.code, ran.err) == (0, "")
    return ran.out.split()


def test_bash_is_offered_commands_and_games_for_the_first_word(tmp_path: Path) -> None:
    copy_game("g42", tmp_path)
    assert press_tab("adjudicate ", tmp_path) == [*COMMANDS, "g42"]
    assert press_tab("adjudicate ve", tmp_path) == ["verify", "verify-mail"]
    assert press_tab("adjudicate g", tmp_path) == ["games", "g42"]


def test_zsh_is_offered_commands_with_what_they_do(tmp_path: Path) -> None:
    asked = {"_TYPER_COMPLETE_ARGS": "adjudicate veri", "_ADJUDICATE_COMPLETE": "complete_zsh"}
    ran = run_installed(cwd=tmp_path, env=asked)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith('_arguments \'*: :(("verify":"Check ')
    assert '"verify-mail":"Check ' in ran.out
    copy_game("g42", tmp_path)
    ran = run_installed(cwd=tmp_path, env={**asked, "_TYPER_COMPLETE_ARGS": "adjudicate form g42 --seat "})
    assert ran.out == '_arguments \'*: :(("amira"\n"bilal"\n"chen"\n"dora"))\'\n'


@pytest.mark.parametrize("command", ["run", "check", "show", "verify", "rewind", "archive", "dice", "start"])
def test_games_are_found_below_the_word(command: str, tmp_path: Path) -> None:
    for name in ("games/g42", "games/2026/late", "old/a/b/c/d/e/deep", ".hidden"):
        shutil.copytree(GAMES / "late", tmp_path / name)
    (tmp_path / "games" / "empty").mkdir()
    assert press_tab(f"adjudicate {command} ", tmp_path) == ["games/2026/late", "games/g42"]
    if command != "run":
        # all of them look for games in the same way
        return
    assert press_tab("adjudicate run games/g", tmp_path) == ["games/g42"]
    assert press_tab("adjudicate run games/2026/", tmp_path) == ["games/2026/late"]
    assert press_tab("adjudicate run old/a/b/", tmp_path) == ["old/a/b/c/d/e/deep"]
    absolute = str(tmp_path / "games" / "g4")
    assert press_tab(f"adjudicate run {absolute}", tmp_path) == [f"{absolute}2"]
    assert press_tab("adjudicate run nothing/", tmp_path) == []


def test_a_name_that_a_shell_would_read_otherwise_is_not_offered(tmp_path: Path) -> None:
    for name in ("two words", "$(touch spoilt)", "a'b", "c\nd"):
        shutil.copytree(GAMES / "late", tmp_path / name)
    assert press_tab("adjudicate show ", tmp_path) == []


@pytest.mark.slow
def test_seats_and_turns_are_those_of_the_game_on_the_line(tmp_path: Path) -> None:
    copy_game("g42", tmp_path)
    for command in ("show", "form", "legal", "check", "submit", "replace"):
        assert press_tab(f"adjudicate {command} g42 --seat ", tmp_path) == ["amira", "bilal", "chen", "dora"]
    assert press_tab("adjudicate form g42 --seat d", tmp_path) == ["dora"]
    assert press_tab("adjudicate show g42 --turn ", tmp_path) == ["6", "5", "4", "3", "2", "1", "0"]
    assert press_tab("adjudicate rewind g42 --to ", tmp_path) == ["6", "5", "4", "3", "2", "1", "0"]
    assert press_tab("adjudicate run g42 --turn ", tmp_path) == ["7"]
    assert press_tab("adjudicate g42 --turn ", tmp_path) == ["7"]
    assert press_tab("adjudicate form --seat ", tmp_path) == []
    assert press_tab("adjudicate form nothing --seat ", tmp_path) == []


def test_of_a_damaged_game_nothing_is_offered(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    (game / "game.yaml").write_text("format: [")
    shutil.rmtree(game / "turns")
    assert press_tab("adjudicate form g42 --seat ", tmp_path) == []
    assert press_tab("adjudicate show g42 --turn ", tmp_path) == []


@pytest.mark.parametrize("command", ["new there", "simulate", "board"])
def test_names_of_installed_games_are_offered(command: str, tmp_path: Path) -> None:
    assert press_tab(f"adjudicate {command} --game ", tmp_path) == KINDS


def test_editions_and_time_zones_are_offered(tmp_path: Path) -> None:
    editions = ["2005", "manual", "allplay"]
    assert press_tab("adjudicate new there --game through-the-desert --edition ", tmp_path) == editions
    assert press_tab("adjudicate simulate --edition ", tmp_path) == []
    assert press_tab("adjudicate new there --timezone Europe/Berl", tmp_path) == ["Europe/Berlin"]


def test_options_and_their_values_are_offered(tmp_path: Path) -> None:
    assert press_tab("adjudicate show g42 --f", tmp_path) == ["--format"]
    assert press_tab("adjudicate show g42 --format ", tmp_path) == ["text", "html", "json"]


def test_values_behind_an_equals_sign_are_offered(tmp_path: Path) -> None:
    copy_game("g42", tmp_path)
    assert press_tab("adjudicate form g42 --seat=", tmp_path) == ["amira", "bilal", "chen", "dora"]
    assert press_tab("adjudicate form g42 --seat=d", tmp_path) == ["dora"]
    assert press_tab("adjudicate edit g42 --set pac", tmp_path) == ["pacing=seat", "pacing=round"]
    assert press_tab("adjudicate edit g42 --set pacing=", tmp_path) == ["seat", "round"]
    assert press_tab("adjudicate edit g42 --set=pacing=r", tmp_path) == ["round"]
    assert press_tab("adjudicate edit g42 --set policies.abandoned=2 --set dead", tmp_path) == ["deadlines.turn=72"]
    assert press_tab("adjudicate edit nothing --set dead", tmp_path) == []


def test_rules_options_and_policies_are_offered_with_their_values(tmp_path: Path) -> None:
    line = "adjudicate new there --game through-the-desert --option "
    assert press_tab(f"{line}returned-l", tmp_path) == ["returned-leaders=random", "returned-leaders=choice"]
    assert press_tab(f"{line}palms", tmp_path) == ["palms=random"]
    assert press_tab(f"{line}side=r", tmp_path) == ["river"]
    assert press_tab("adjudicate simulate --option ", tmp_path) == []
    assert press_tab("adjudicate new there --policy missed=", tmp_path) == ["game", "wait", "house"]


def test_the_script_that_is_installed_works_in_bash(tmp_path: Path) -> None:
    """The whole way: the script that ``--show-completion`` prints, its function called as TAB calls it."""
    copy_game("g42", tmp_path)
    script = (
        "source <(adjudicate --show-completion bash)\n"
        'COMP_WORDS=(adjudicate form g42 --seat "") COMP_CWORD=4\n'
        "_adjudicate_completion adjudicate\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    environment = {
        **os.environ,
        "PATH": f"{Path(COMMAND).parent}:{os.environ['PATH']}",
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("amira bilal chen dora\n", "")
