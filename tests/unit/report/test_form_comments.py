"""The comments of an order form on a page: no line is too long, and what is copied means the same."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.report.form_comments import WIDTH, fold_comments

FORM = """\
# yaml-language-server: $schema=move-file.schema.json
game: reef
token:   # the one in your invitation
orders:
# You could build a road on: 13-23, 21-22, 22-33, 23-24, 34-44, 42-43,
#   43-51, 44-45
# - road: [13-23, 21-22, 22-33, 23-24, 34-44]
# Due: 2 camels. Alternatives: [first choice, second choice].
- end: turn
"""


def test_a_comment_is_cut_once_and_all_else_stays() -> None:
    assert (
        fold_comments(FORM)
        == """\
# yaml-language-server: $schema=move-file.schema.json
game: reef
token:   # the one in your invitation
orders:
# You could build a road on: 13-23,
#   21-22, 22-33, 23-24, 34-44,
#   42-43, 43-51, 44-45
# - road: [13-23, 21-22, 22-33, 23-24, 34-44]
# Due: 2 camels. Alternatives:
#   [first choice, second choice].
- end: turn
"""
    )


@given(
    lines=st.lists(
        st.sampled_from(["game: g", "- place: pink D9 # so", "# - place: pink D9", "#   D9 E9", "# red:", "#", ""])
        | st.lists(st.sampled_from(["D9", "12-13,", "alternatives", "- x", "#"]), min_size=1).map(
            lambda words: f"# {' '.join(words)}"
        )
    )
)
def test_no_line_of_a_comment_is_long_and_no_word_of_it_is_lost_or_read(lines: list[str]) -> None:
    form = "".join(f"{line}\n" for line in lines)
    folded = fold_comments(form)

    assert [word for word in folded.split() if word != "#"] == [word for word in form.split() if word != "#"]
    for line in folded.splitlines():
        assert len(line) <= WIDTH or not line.startswith("#") or line.startswith("# - ")
    orders = [line for line in lines if line.startswith("- ")]
    kept = [line for line in folded.splitlines() if line.startswith("- ")]
    assert kept == orders


def test_what_is_copied_from_a_page_means_what_the_form_does() -> None:
    assert yaml.safe_load(fold_comments(FORM)) == yaml.safe_load(FORM)
