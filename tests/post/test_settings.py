"""``post.yaml``: everything that is wrong is said at once with its place, and no password is shown or readable."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.post.settings import PostSettings, PostSettingsError, Server, Tls, read_settings

GOOD = """\
address: table@example.org
name: The table
imap:
  host: imap.example.org
  user: table
  password-file: secret
smtp:
  host: smtp.example.org
  port: 587
  user: table
  password-env: TABLE
"""


def read(folder: Path, text: str = GOOD, mode: int = 0o600, **environment: str) -> PostSettings:
    (folder / "post.yaml").write_text(text)
    (folder / "secret").write_text("hunter2\n")
    os.chmod(folder / "secret", mode)
    return read_settings(str(folder), {"TABLE": "swordfish", **environment})


def complaints(folder: Path, text: str, mode: int = 0o600, **environment: str) -> list[str]:
    with pytest.raises(PostSettingsError) as caught:
        read(folder, text, mode, **environment)
    return [line.removeprefix(f"{folder}/post.yaml:") for line in str(caught.value).split("\n")]


def test_good_settings_are_read(tmp_path: Path) -> None:
    assert read(tmp_path) == PostSettings(
        address="table@example.org",
        name="The table",
        imap=Server("imap.example.org", 993, Tls.IMPLICIT, "table", "hunter2"),
        smtp=Server("smtp.example.org", 587, Tls.STARTTLS, "table", "swordfish"),
    )


def test_a_password_is_in_no_text_about_the_settings(tmp_path: Path) -> None:
    assert "hunter2" not in repr(read(tmp_path))
    assert "swordfish" not in str(read(tmp_path))


def test_a_maildir_may_stand_beside_the_games(tmp_path: Path) -> None:
    settings = read(tmp_path, "address: table@example.org\nmaildir: mail\n")
    assert (settings.maildir, settings.smtp) == (str(tmp_path / "mail"), None)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    text = "adress: table\nimap:\n  host: -x\n  user: t\n  tls: yes\nevery: 0\n"
    assert complaints(tmp_path, text) == [
        "1:1: unknown key 'adress'; did you mean 'address'?",
        "3:9: 'host' must be the name of a server, such as mail.example.org, not the text '-x'",
        "5:8: 'tls' must be implicit, starttls or none, not the text 'yes'",
        "6:8: 'every' must be at least 1, not the number 0",
    ]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            ("imap:", "maildir: x\nimap:"),
            "1:1: mails come from imap or from maildir, not from both; delete one of the two",
        ),
        (("password-file: secret", "port: 993"), "5:3: a user needs either password-file or password-env"),
        (("  user: table\n  password-file", "  password-file"), "4:3: 'imap' needs the key 'user'"),
        (("password-env: TABLE", "password-env: CHAIR"), "11:3: CHAIR is not set in the environment"),
        (("password-file: secret", "password-file: missing"), "6:3: {}/missing: there is no such file"),
        (("table@example.org", "tische@ex\u00e4mple.org"), "1:10: 'address' must be one mail address of plain letters"),
        (("table@example.org", f"{'t' * 38}@example.org"), "1:10: 'address' must be one mail address of plain letters"),
        (("name: The table", "name: |\n  The\n  table"), "2:7: write this on one line"),
        ((GOOD, "\n"), "1:1: the file is empty; docs/serving.md has one to begin with"),
        (("port: 587", "tls: none"), "9:3: the password would cross the network unencrypted"),
    ],
)
def test_what_does_not_fit_is_named(change: tuple[str, str], complaint: str, tmp_path: Path) -> None:
    (line, *_) = complaints(tmp_path, GOOD.replace(*change, 1))
    assert line.startswith(complaint.format(tmp_path))


def test_settings_without_a_mailbox_are_asked_for_one(tmp_path: Path) -> None:
    assert complaints(tmp_path, "address: table@example.org\n") == [
        "1:1: say where mails come from, with imap or with maildir"
    ]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_password_that_others_may_read_is_refused(mode: int, tmp_path: Path) -> None:
    (line,) = complaints(tmp_path, GOOD, mode)
    assert line == f"6:3: others may read {tmp_path}/secret; run: chmod 600 {tmp_path}/secret"


def test_a_folder_without_settings_says_where_some_are_described(tmp_path: Path) -> None:
    with pytest.raises(PostSettingsError, match=r"post\.yaml: there is no such file; docs/serving\.md"):
        read_settings(str(tmp_path), {})
