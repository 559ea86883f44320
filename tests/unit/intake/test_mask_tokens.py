"""Tokens are found wherever they stand, and nothing else is touched."""

from __future__ import annotations

from time import process_time

import pytest

from adjudicator.core.order import Place
from adjudicator.intake.tokens import FILL, LENGTH, TokenMatch, hash_token, mask_tokens, restore_token

TOKEN = "0123456789abcdef00112233deadbeef"  # noqa: S105 - a secret of this test
HASHES = {hash_token(TOKEN)}


def mask(text: str) -> str:
    return mask_tokens(text.encode(), HASHES).data.decode()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (f"# {TOKEN}\n", f"# {FILL * LENGTH}\n"),
        (f"# {TOKEN.upper()}\n", f"# {FILL * LENGTH}\n"),
        (f"ab{TOKEN}cd", f"ab{FILL * LENGTH}cd"),
        (f"0x{TOKEN}", f"0x{FILL * LENGTH}"),
        (f"\\{TOKEN}", f"\\{FILL * LENGTH}"),
        (f"{TOKEN}{TOKEN} {TOKEN}", f"{FILL * 64} {FILL * 32}"),
    ],
)
def test_a_token_is_masked_and_its_line_keeps_its_length(sent: str, kept: str) -> None:
    assert mask(sent) == kept


@pytest.mark.parametrize(
    "text",
    [TOKEN[1:], TOKEN[:-1], f"{TOKEN[:9]}g{TOKEN[9:]}", f"{TOKEN[:9]}-{TOKEN[9:]}", 64 * "a", TOKEN[::-1], ""],
)
def test_what_is_no_token_stays(text: str) -> None:
    assert mask(text) == text


def test_a_token_is_found_at_its_place_in_characters() -> None:
    masked = mask_tokens(f"\ufeffnote: \xe9\U0001f42a\r\n# \xe9 {TOKEN.upper()}\n".encode() + b"\xff", HASHES)
    assert masked.found == (TokenMatch(22, Place(2, 5), TOKEN.upper()),)
    assert masked.data == f"\ufeffnote: \xe9\U0001f42a\r\n# \xe9 {FILL * LENGTH}\n".encode() + b"\xff"


def test_a_token_is_given_back_to_the_key_that_it_stood_behind() -> None:
    masked = mask_tokens(f"# {TOKEN}\ntoken: {TOKEN.upper()}\n".encode(), HASHES)
    assert restore_token(FILL * LENGTH, Place(2, 8), masked) == TOKEN.upper()
    assert restore_token(f"{FILL * LENGTH}.", Place(2, 8), masked) == TOKEN.upper()
    assert restore_token(f"{FILL * LENGTH}x", Place(2, 8), masked) == f"{FILL * LENGTH}x"
    assert restore_token("sesame", Place(2, 8), masked) == "sesame"
    assert restore_token(None, Place(1, 1), masked) is None
    assert restore_token(FILL * LENGTH, Place(3, 1), masked) == FILL * LENGTH


@pytest.mark.parametrize("text", ["ab" * 32768, "\\x61" * 16384, "\uff11" * 21845, "a \n" * 21845])
def test_the_worst_file_takes_less_than_a_few_seconds(text: str) -> None:
    begin = process_time()
    assert mask(text) == text
    assert process_time() - begin < 5
