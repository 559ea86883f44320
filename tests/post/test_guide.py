"""The guide to games that run themselves, followed word by word with servers on loopback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.shell import adjudicate, run_installed
from post.mailboxes import PASSWORD, pymap
from post.servers import HOST, free_port, mail_server

from adjudicator.post.settings import Server

PAGE = Path(__file__).resolve().parents[2] / "docs" / "serving.md"


def settings_of_the_page(imap: Server, smtp: Server) -> str:
    """``post.yaml`` as the page has it, for servers on loopback; one of them wants no password."""
    block = PAGE.read_text().split("`games/post.yaml`:\n\n")[1].split("\n\n|")[0]
    text = "".join(f"{line[4:]}\n" for line in block.splitlines())
    text = text.replace("user: table@example.org", f"user: table\n  port: {imap.port}\n  tls: none", 1)
    text = re.sub(r"host: imap\S+", f"host: {HOST}", text)
    return re.sub(r"host: smtp\S+\n(?:  .*\n)+", f"host: {HOST}\n  port: {smtp.port}\n  tls: none\n", text)


def test_the_guide_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "password").write_text(f"{PASSWORD}\n")
    (tmp_path / "games" / "password").chmod(0o600)
    with pymap(tmp_path / "box") as imap, mail_server() as (taken, smtp):
        (tmp_path / "games" / "post.yaml").write_text(settings_of_the_page(imap, smtp))
        checked = adjudicate("serve", "games", "--check", cwd=tmp_path)
        assert (checked.code, checked.out) == (0, "mailbox: ok\nmail server: ok\n")
        seats = ("--seat", "amira=Amira <amira@example.org>", "--seat", "bilal=Bilal <bilal@example.org>")
        assert adjudicate("new", "games/oasis", "--game", "through-the-desert", *seats, cwd=tmp_path).code == 0
        served = run_installed("serve", "games", "--once", cwd=tmp_path)
        assert served.code == 0, served
        assert PASSWORD not in served.err
    assert {to for _, to, _ in taken.letters} == {"amira@example.org", "bilal@example.org"}
    shown = adjudicate("desk", "games", cwd=tmp_path).out.splitlines()[-1]
    assert shown.startswith("stopped; served from "), shown
    assert shown.endswith(" UTC: 0 emails, 0 turns; mailbox: ok; mail server: ok"), shown


def test_without_a_mail_server_the_check_says_who_sends(tmp_path: Path) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    (tmp_path / "post.yaml").write_text("address: table@example.org\nmaildir: mail\n")
    checked = adjudicate("serve", tmp_path, "--check")
    assert checked.out == (
        "mailbox: ok\nmail server: none is set (smtp); letters stay in each game's outbox/, and you send them\n"
    )
    assert checked.code == 0
    adjudicate("serve", tmp_path, "--once")
    shown = adjudicate("desk", tmp_path).out.splitlines()[-1]
    assert shown.endswith(
        "; mailbox: ok; mail server: none is set (smtp); letters stay in each game's outbox/, and you send them"
    )


def test_all_that_is_wrong_with_the_settings_stands_in_lines_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "post.yaml").write_text("address: table\nevery: 0\n")
    checked = adjudicate("serve", tmp_path, "--check")
    assert checked.code == 2
    assert [line.split("post.yaml:")[1][:4] for line in checked.err.splitlines()] == ["1:1:", "1:10", "2:8:"]


def test_what_is_wrong_is_named_with_what_would_mend_it(tmp_path: Path) -> None:
    with pymap(tmp_path / "box") as imap, mail_server() as (taken, smtp):
        taken.senders["table@example.org"] = "550 not yours"
        (tmp_path / "post.yaml").write_text(settings_of_the_page(imap, smtp))
        (tmp_path / "password").write_text("swordfish\n")
        (tmp_path / "password").chmod(0o600)
        checked = adjudicate("serve", tmp_path, "--check")
        assert checked.code == 1
        assert "app password" in checked.out
        assert "accepts nothing from table@example.org: 550 not yours" in checked.out
        (tmp_path / "post.yaml").write_text(
            settings_of_the_page(imap, smtp._replace(port=free_port())).replace(str(imap.port), str(free_port()))
        )
        assert adjudicate("serve", tmp_path, "--check").out.count("check host and port") == 2
