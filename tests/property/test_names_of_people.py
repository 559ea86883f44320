"""Names of any script: a game with them is set up, played, verified, mailed, checked from its mails and archived."""

from __future__ import annotations

import html
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from unit.moderation.tables import found
from unit.proof.mailbox import keep_files, keep_reports, write_mbox
from unit.proof.test_whole_games import check

from adjudicator.acts.archive import archive_game
from adjudicator.acts.verify import verify_archive
from adjudicator.core.name_rules import list_alike, list_faults, tidy_name
from adjudicator.core.printing import measure
from adjudicator.core.seat_names import cut_name
from adjudicator.proof.copies import list_awaited

SEATS = ("ann", "bob", "cem")
HOSTILE = (
    ("<script>alert`1`</script>", "{{ 7 * 7 }}{% raw %}", "%s %n {0} \\ ' \" `"),
    ("- Turn 3", "What happened", "# ---- copy from here"),
    ("checked 4f3c 91d2", "Awaited bob.", "For ann. Public report."),
    ("דורה כהן", "مريم", "山" * 40),
    ("dr.", "e. e. cummings", "ann."),
    (
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
        "\u0d05\u0d35\u0d28\u0d4d\u200d \u0d30\u0d3e\u0d1c",
    ),
)


def try_names(names: Sequence[str], game: str, turns: int, zone: str = "UTC") -> None:
    """Set up and play ``game`` with people of these ``names``, and look at all that becomes of it."""
    called = dict(zip(SEATS, names, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        table = found(Path(folder), game, SEATS, names=called, zone=zone)
        table.play(turns)
        assert table.findings(reports=True) == []
        mails = keep_reports(Path(table.path), "bob", Path(folder) / "mails")
        keep_files(Path(table.path), "bob", mails)
        whole = check(mails)
        assert (whole["findings"], whole["games"][0]["seats"]) == ([], ["bob"])
        assert whole["games"][0]["checked"]["proofs"] == turns + 1
        mbox = Path(folder) / "box"
        mbox.write_bytes(write_mbox(sorted(mails.glob("*-bob.txt"))))
        assert check(mbox)["games"][0]["checked"]["bodies"] == turns
        asked = {ask.seat for ask in table.opened.asks if ask.must}
        newest = Path(table.path) / "turns" / f"{turns:04}" / "reports"
        for report in newest.iterdir():
            if report.suffix != ".proof":
                assert list_awaited(report.read_bytes()) == asked, report.name
        text = (newest / "public.txt").read_text()
        assert max(map(measure, text.split("\n"))) <= 78
        for name in names:
            assert cut_name(name).split(" ")[0].removesuffix("\u2026") in text
            assert html.escape(name, quote=False)[:9] in (newest / "public.html").read_text().replace("&#34;", '"')
        assert "<script" not in (newest / "public.html").read_text()
        archive_game(table.path, f"{folder}/toy.zip")
        assert verify_archive(f"{folder}/toy.zip", reports=True).findings == []


SIGNS = st.characters(categories=["L", "M", "N", "P", "S"], exclude_characters="(),:") | st.just(" ")


def choose_name(letter: str, text: str) -> str:
    """A name of ``text``, what cannot be in one left out."""
    shown = [sign for sign in text if not list(list_faults(normalize("NFC", f"x{sign}x")))]
    return tidy_name(f"{letter}{''.join(shown)}"[:40])


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(st.text(SIGNS, max_size=39), min_size=3, max_size=3))
def test_names_of_any_script_survive_the_whole_way(texts: list[str]) -> None:
    names = [choose_name(letter, text) for letter, text in zip("KTZ", texts, strict=True)]
    assert not any(fault for name in names for fault in list_faults(name))
    assume(not any(list_alike(SEATS, dict(zip(SEATS, names, strict=True)))))
    try_names(names, "through-the-desert", 1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("names", HOSTILE)
@pytest.mark.parametrize("game", ["through-the-desert", "catan"])
def test_hostile_names_survive_the_whole_way(names: Sequence[str], game: str) -> None:
    try_names(names, game, 3, "Asia/Kathmandu")


def test_dice_are_found_in_reports_with_names() -> None:
    try_names(("Ann rolled", "Bob 7", "Table"), "catan", 14)
