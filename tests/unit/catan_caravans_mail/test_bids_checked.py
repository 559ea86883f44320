"""What is said of bids that look at seats which cannot have laid anything, or that are never reached."""

from __future__ import annotations

import pytest
from unit.catan_caravans_mail.voting import table, voting
from unit.catan_mail.mailing import write_file

from adjudicator.core.deadlines import list_asked

NEGOTIATE = {"negotiate-hours": "24"}


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("- bid: 1 wool\n- bid: 0", ["prefer-missing", "bid-never"]),
        ("- bid: 1 wool\n  if: {bids: amira}\n- bid: 0", ["prefer-missing"]),
        ("- bid: 1 wool\n  if: {bids: builder}\n- bid: 0", ["prefer-missing"]),
        ("- bid: 1 wool\n  if: {bids: bilal}\n- bid: 0", ["bids-oneself"]),
        ("- bid: 1 wool\n  if: {not: {bids: chadi}}\n- bid: 0", ["lays-later"]),
        ("- bid: {up-to: 2, over: amira}", ["prefer-missing"]),
        ("- bid: {up-to: 2, over: bilal}", ["over-oneself"]),
        ("- bid: {up-to: 2, over: chadi}", ["lays-later"]),
        ("- bid: 25 wool", ["more-than-all"]),
        ("- propose: {give: 1 wool, get: 1 ore}", ["end-missing", "bid-missing"]),
    ],
)
def test_bids_of_the_second_seat_in_an_open_vote(orders: str, said: list[str]) -> None:
    assert [code for _, code in voting({"bilal": "1 wool"}).complaints("bilal", orders)] == said


def test_bids_for_votes_to_come() -> None:
    mail = table({"bilal": "1 wool"})

    assert mail.complaints("bilal", "", standing="- bid: 3 wool\n- bid: 1 wool") == []
    assert mail.complaints("bilal", "", standing="- bid: {up-to: 2}\n- bid: 1 wool") == [("unwise", "bid-never")]
    assert mail.complaints("bilal", "", standing="- bid: {up-to: 2, over: chadi}") == []
    assert mail.complaints("bilal", "", standing="- bid: {up-to: 2, over: bilal}") == [("unwise", "over-oneself")]
    assert mail.complaints("bilal", "", standing="- bid: {up-to: 2, over: builder}") == []
    assert mail.complaints("amira", "", standing="- bid: {up-to: 2, over: builder}") == []
    own_turn = mail.complaints("amira", "- bid: {up-to: 2, over: builder}\n- prefer: [R2 33-34]\n- end: turn")
    assert own_turn == [("unwise", "over-oneself")]
    assert mail.complaints("bilal", "", standing="- bid: 25 wool") == [("illegal", "more-than-all")]


def test_a_file_without_a_preference_does_not_end_the_negotiation() -> None:
    bids = {"bids": {"amira": "1 wool", "bilal": "1 wool", "chadi": "none"}}
    mail = table(vote=bids, options={"negotiate-hours": "24"})

    assert mail.complaints("amira", "- end: turn") == [("unwise", "nothing-ordered"), ("unwise", "end-unseen")]
    assert mail.complaints("chadi", "- end: turn") == [("unwise", "end-unseen")]


def test_a_file_that_only_votes_has_a_forecast() -> None:
    orders = "- bid: 1 wool\n- prefer: [R1 10-11]"

    assert list(voting({"bilal": "1 wool"}).forecast("bilal", orders))[:2] == [
        "bid 1 wool: laid when it is your turn to lay",
        "prefer R1 10-11: counts only if you lay cards or the choice falls to you",
    ]
    assert list(table().forecast("bilal", orders))[:2] == [
        "bid 1 wool: laid when it is your turn to lay in the next vote",
        "prefer R1 10-11: counts in the next vote if you lay cards or the choice falls to you",
    ]
    assert voting({"bilal": "1 wool"}).forecast("bilal", "- bid: 0")[0] == "bid nothing: you lay no cards"


@pytest.mark.parametrize(
    ("laid", "voter", "outlook"),
    [
        ("1 wool", "bilal", "takes the place of what you preferred when you laid your cards"),
        ("2 wool", "bilal", "nothing comes of it, since amira decides alone"),
        ("2 wool", "amira", "takes the place of what you preferred when you laid your cards"),
    ],
)
def test_what_is_preferred_counts_unless_somebody_else_decides_alone(laid: str, voter: str, outlook: str) -> None:
    mail = table(vote={"bids": {"amira": laid, "bilal": "1 wool", "chadi": "none"}}, options=NEGOTIATE)
    other = "bilal" if voter == "amira" else "amira"
    assert mail.forecast(voter, f"- agree: {other}")[0] == f"agree with {other}: {outlook}"


def test_a_refused_file_is_told_that_it_has_no_bid_only_where_none_is_on_file() -> None:
    mail = voting({"bilal": "1 wool"})
    intake = mail.intake._replace(asks=tuple(list_asked(mail.game, mail.state, mail.agendas, mail.pacing)))
    bid, refused = (
        intake.judge(write_file("bilal", mail.turn, line).encode(), "bilal")
        for line in ("- bid: 1 wool", "- road: 3-99")
    )
    assert bid.file is not None

    alone = intake.drop_untrue(refused, intake.forecast(refused))
    after_bid = intake.drop_untrue(refused, intake.forecast(refused, lambda: [bid.file]))

    assert [problem.code for problem in alone.problems] == ["bid-missing", "unknown-path"]
    assert [problem.code for problem in after_bid.problems] == ["unknown-path"]
    assert after_bid.state is refused.state
