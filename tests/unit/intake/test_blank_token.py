"""A stored file holds no token, and every other byte as the player sent it."""

from __future__ import annotations

import pytest
import yaml

from adjudicator.intake import reader
from adjudicator.intake.movefile import read_accepted
from adjudicator.intake.tokens import blank_token


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr(reader, "LOADER", yaml.BaseLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("token: 8f1c\n", "token: '-'\n"),
        ("token:   8f1c   # mine\n", "token:   '-'   # mine\n"),
        ("token: '8f1c'\r\nseat: a\r\n", "token: '-'\r\nseat: a\r\n"),
        ('"token": "8f\\u0031c"\n', "\"token\": '-'\n"),
        ("token: 12345678", "token: '-'"),
        ("token:\n  8f1c\nseat: a\n", "token:\n  '-'\nseat: a\n"),
        ("token: >-\n  8f1c\n\n# next\nseat: a\n", "token: '-'\n\n# next\nseat: a\n"),
        ("token:\t8f1c\t\nseat:\ta\n", "token:\t'-'\t\nseat:\ta\n"),
        ("{game: g42, token: 8f1c, note: é🐪}", "{game: g42, token: '-', note: é🐪}"),
        ("note: é🐪\ntoken: 8f1c\n", "note: é🐪\ntoken: '-'\n"),
        ("\ufefftoken: 8f1c\n", "\ufefftoken: '-'\n"),
        ("token: [8f1c, 8f1c]\n", "token: ['-', '-']\n"),
        ("Token: 8f1c\n", "Token: '-'\n"),
        ("token: 8F1C.\n", "token: '-'\n"),
        ("token\xa0: 8f1c\nseat\xa0: a\n", "token\xa0: '-'\nseat\xa0: a\n"),
        ("token\u202f: 8f1c\n", "token\u202f: '-'\n"),
        ("orders:\n  - token: 8f1c\n", "orders:\n  - token: '-'\n"),
        ("token:\nseat: a\n", "token:\nseat: a\n"),
        ("note: 'my token: 1234'\nseat: a\n", "note: 'my token: 1234'\nseat: a\n"),
        ("note: nothing to hide\n", "note: nothing to hide\n"),
    ],
)
def test_the_token_of_a_readable_file_is_blanked_and_nothing_else(sent: str, stored: str) -> None:
    assert blank_token(sent.encode()) == stored.encode()
    assert blank_token(stored.encode()) == stored.encode()


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("> token: 8f1c\n> seat: a\n", "> token: '-'\n> seat: a\n"),
        (
            "Hello,\n\ntoken:   # the one in your invitation\nseat: a\n",
            "Hello,\n\ntoken:   # the one in your invitation\nseat: a\n",
        ),
        ("token: 8f1c\nnote: a: b\n", "token: '-'\nnote: a: b\n"),
        ("token: 8f1c\ntoken: 8f1c\n", "token: '-'\ntoken: '-'\n"),
        ("token: &a 8f1c\n", "token: '-'\n"),
        ("  token:8f1c\nturn\n", "  token:'-'\nturn\n"),
        ("{token: 8f1c, turn: 7\n", "{token: '-', turn: 7\n"),
        ("token:\r\n  8f1c\r\nnote: [\r\n", "token:\r\n  '-'\r\nnote: [\r\n"),
        ("token: |\n  8f1c\n  8f1c\nnote: [\n", "token: '-'\nnote: [\n"),
        ("token: '8f1c\nnote: x\n", "token: '-'\nnote: x\n"),
        ('token: "8f1c" x\n', "token: '-' x\n"),
        ("Token : \u201c8f1c\u201d\n", "Token : '-'\n"),
        ("token\xa0: 8f1c\nnote\xa0: [\n", "token\xa0: '-'\nnote\xa0: [\n"),
        ("token\u202f: 8f1c\nnote: [\n", "token\u202f: '-'\nnote: [\n"),
    ],
)
def test_in_an_unreadable_file_all_that_looks_like_a_token_is_blanked(sent: str, stored: str) -> None:
    assert blank_token(sent.encode()) == stored.encode()


def test_files_that_are_not_utf_8_are_blanked_in_their_own_encoding() -> None:
    text, blanked = "game: caf\xe9\ntoken: 8f1c\n", "game: caf\xe9\ntoken: '-'\n"
    for encoding in ("latin-1", "utf-16-le", "utf-16-be"):
        assert blank_token(text.encode(encoding)) == blanked.encode(encoding)
    assert (
        blank_token(b"\xff\xfe" + text.encode("utf-16-le") + b"\n") == b"\xff\xfe" + blanked.encode("utf-16-le") + b"\n"
    )


def test_a_blanked_file_is_still_a_move_file() -> None:
    accepted = b"game: g42\nturn: 7\ntoken: 8f1c\norders: []\n"
    assert read_accepted(accepted).token == "8f1c"  # noqa: S105 - a secret of this test
    assert read_accepted(blank_token(accepted)).token == "-"  # noqa: S105 - what stands for it
