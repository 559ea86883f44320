"""An option's value comes back from a charter byte for byte, whatever it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.chance import Level
from adjudicator.core.charter import Charter, Commitment, WhenBlocked
from adjudicator.core.table import Pacing, Setting
from adjudicator.store.charter import read_charter, write_charter

LINE = st.text(st.sampled_from(" #:-'\"|>&*!%@`{}[],?~^+aZ09é“"), max_size=12)


def carry(value: str) -> str:
    """``value`` as an option, written and read."""
    charter = Charter(
        id="g1",
        game="toy",
        module="toy:GAME",
        version=1,
        setting=Setting("plain", {"before": "no", "said": value, "after": "true"}, ("amira", "bilal")),
        pacing=Pacing.ROUND,
        deadlines={},
        when_blocked=WhenBlocked.ASK,
        commitment=Commitment(Level.L1, "00", "00", 64),
        sample=False,
    )
    options = read_charter(write_charter(charter)).setting.options
    assert (options["before"], options["after"]) == ("no", "true")
    return options["said"]


@given(st.lists(LINE, max_size=6).map("\n".join))
def test_texts_of_several_lines_are_kept(value: str) -> None:
    assert carry(value) == value


@given(st.sampled_from(["random", "B8,D3,H11,J3,M7", "true", "24", "0", "a b", "- x", "null", "", "\n", "\n\n", " x"]))
def test_words_are_kept(value: str) -> None:
    assert carry(value) == value
