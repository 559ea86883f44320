"""Lines that a refusal offers for what was not understood of a vote: they say what was meant, and are accepted."""

from __future__ import annotations

import pytest
from unit.catan_caravans_mail.voting import table, voting
from unit.catan_mail.test_offered_lines import offered

from adjudicator.core.order import CORRECTION, Gravity, describe


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("prefer: R1 first, then R3", ["prefer: [R1 10-11, R1 11-12, R3 30-31]"]),
        ("prefer: [R3 30-41]", ["prefer: [R3 30-31]"]),
        ("prefer: [R1 11-21, R3 30-31]", ["prefer: [R1 11-12, R1 10-11, R3 30-31]"]),
        ("prefere: [R3 30-31, R2 33-34]", ["prefer: [R3 30-31, R2 33-34]"]),
        ("agre: bilal", ["agree: bilal"]),
        ("prefer: not R1", ["prefer: [R2 33-34, R3 30-31]"]),
        ("prefer: [not R1 10-11, R3 30-31]", []),  # that the second is not liked is not said
        ("bid: not 1 grain", []),
        ("bid: 1-2 grain", []),  # one or two
        ("agree: not bilal", []),
        ("agree: anybody but bilal", []),
        ("{bid: 0, prefer: [R3 30-31]}", ["bid: 0", "prefer: [R3 30-31]"]),
        ("bid: max 3", ["bid: {up-to: 3, over: best}"]),
        ("unprefer: [R1 10-11]", []),
        ("prefer: anything but R3", ["prefer: [R1 10-11, R1 11-12, R2 33-34]"]),
        ("prefer: nothing", ["prefer: []"]),
        ("prefer: bilal", ["agree: bilal"]),
        ("prefer: [R2 33-34, agree bilal]", ["prefer: [R2 33-34]", "agree: bilal"]),
        ("vote for R1", ["prefer: [R1 10-11, R1 11-12]"]),
        ("agree: the builder", ["agree: builder"]),
        ("agree: [bilal, amira]", ["agree: bilal", "agree: amira"]),
        ("bid nothing", ["bid: 0"]),
        ("bid: 2", ["bid: 2 wool"]),
        ("bid: 3 cards", ["bid: 2 wool, 1 grain"]),
        ("bid: {upto: 2}", ["bid: {up-to: 2, over: best}"]),
        ("upto: 2", ["bid: {up-to: 2, over: best}"]),
        ("bid: 1 more than bilal", ["bid: {up-to: 4, over: bilal}"]),
        ("outbid the best", ["bid: {up-to: 4, over: best}"]),
        ("bid: 1 wool for R1", ["bid: 1 wool", "prefer: [R1 10-11, R1 11-12]"]),
        ("all my wool on R3", ["bid: 2 wool", "prefer: [R3 30-31]"]),
        ("bid: everything", ["bid: 2 wool, 2 grain"]),
        ("bid: 1 wool or 1 grain", ["bid: 1 wool", "bid: 1 grain"]),
        ("bid: 1 wool + 1 grain", ["bid: 1 wool, 1 grain"]),
        ("bid: 1 wool + 1 wool", ["bid: 1 wool, 1 wool"]),
        ("bid: 1 wool + 1", []),
        ("bid: best + 1", ["bid: {up-to: 4, over: best}"]),
        ("bid: 1 wool if bilal bids", ["bid: 1 wool", "if: {bids: bilal}"]),
        ("bid: 1 wool if bilal lays two or 3", ["bid: 1 wool", "if: {laid: {of: bilal, at-least: 2}}"]),
        ("bid: 1 wool if bilal leads", ["bid: 1 wool", "if: {leads: bilal}"]),
        ("bid: {up-to: 2, over: best, if: {bids: builder}}", ["bid: {up-to: 2, over: best}", "if: {bids: builder}"]),
        ("bid: 1 wool if it rains", []),
        (
            "propose: {give: 1 wool, get: 1 ore, up-to: 1 wool, 1 grain}",
            ['propose: {give: 1 wool, get: 1 ore, up-to: "1 wool, 1 grain"}'],
        ),
    ],
)
def test_in_a_vote(order: str, lines: list[str]) -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    written = [line for line in offered(mail, "chadi", f"- bid: 0\n- {order}") if line != "bid: 0" or "bid" in order]

    assert written == lines
    below = "\n".join(f"  {line}" if line.startswith("if: ") else f"- {line}" for line in lines)
    assert all(gravity == "unwise" for gravity, _ in mail.complaints("chadi", below or "- bid: 0"))


@pytest.mark.parametrize("nothing", ["nothing", "none", "No cards", "0"])
def test_to_bid_nothing_in_the_words_of_the_report(nothing: str) -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    assert mail.complaints("chadi", f"- bid: {nothing}") == []
    assert mail.forecast("chadi", f"- bid: {nothing}")[0].startswith("bid nothing: ")


@pytest.mark.parametrize("bid", ["1 grian", "1 grainn", "1 woll, 1 grain"])
def test_a_misspelt_card_in_a_bid_is_certain(bid: str) -> None:
    told = voting({"chadi": "2 wool, 2 grain"}).judge("chadi", f"- bid: {bid}").problems
    spelt = bid.replace("grian", "grain").replace("grainn", "grain").replace("woll", "wool")
    assert f"- bid: {spelt}" in [problem.facts.get(CORRECTION) for problem in told]


def test_answers_to_something_else_stay_on_file_and_are_named() -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    bid = mail.judge("chadi", "- bid: 1 wool").file
    assert bid is not None

    def receipt(orders: str, **lists: str) -> str:
        told = mail.intake.forecast(mail.judge("chadi", orders, **lists), lambda: [bid])
        return str(told.on_file[-1])

    assert receipt("- prefer: R2") == "Your other orders stay as they are: bid 1 wool."
    assert receipt("- bid: 0") == "You have no other orders on file."


@pytest.mark.parametrize(
    ("bid", "certain"),
    [
        ("all", "1 wool"),
        ("everything", "1 wool"),
        ("one", "1 wool"),
        ("pass", "0"),
        ("0 cards", "0"),
        ("none please", "0"),
        ("wool 1", "1 wool"),
        ("1x wool", "1 wool"),
        ("at most 1 wool", ""),
        ("one more than bilal", "{up-to: 1, over: bilal}"),
        ("up to 2", "{up-to: 2, over: best}"),
        ("{upto: 2, over: bilal}", "{up-to: 2, over: bilal}"),
        ("{over: bilal}", "{up-to: 1, over: bilal}"),
        ("1 more than the best, at most 2", "{up-to: 2, over: best}"),
        ("2 more than bilal", ""),
        ("at most 2 more than bilal", ""),
        ("one more than everybody", ""),
        ("half", ""),
        ("five", ""),
        ("1 gold", ""),
        ("[1 wool, 1 wool]", ""),
    ],
)
def test_what_a_bid_can_mean_only(bid: str, certain: str) -> None:
    (problem,) = voting({"amira": "1 wool"}).judge("amira", f"- bid: {bid}\n- prefer: [V1]").problems
    assert problem.facts.get(CORRECTION, "") == (f"- bid: {certain}" if certain else "")


@pytest.mark.parametrize(
    ("order", "certain"),
    [
        ("prefer V1", "prefer: [R1 10-11]"),
        ("prefer: V1 > V3", "prefer: [R1 10-11, R2 33-34]"),
        ("vote for V2, then V1", "prefer: [R1 11-12, R1 10-11]"),
        ("prefer: V2 or R2 33-34", "prefer: [R1 11-12, R2 33-34]"),
        ("prefer: V2 or best", ""),
        ("prefer R1", ""),
        ("prefer: R9 10-11", ""),
        ("prefer: [V2, V9]", ""),
        ("perfer: [V2, V9]", ""),
        ("prefer V2 V9", ""),
        ("prefer: [V2, 98-99]", ""),
        ("prefer: not V1", ""),
    ],
)
def test_a_list_of_names_can_mean_one_list_only(order: str, certain: str) -> None:
    (problem,) = voting({"amira": "1 wool"}).judge("amira", f"- bid: 1 wool\n- {order}").problems
    assert problem.facts.get(CORRECTION, "") == (f"- {certain}" if certain else "")


@pytest.mark.parametrize(
    ("order", "certain"),
    [
        ("bid: 1 wool on V3", "- bid: 1 wool\n- prefer: [R2 33-34]"),
        ("agree: bilal please", "- agree: bilal"),
        ("bid: 1 wool on R1", ""),
        ("bid: 1 wool on V3, not V1", ""),
        ("{bid: 1 wool on V3, if: {bids: bilal}}", ""),
    ],
)
def test_a_bid_with_its_position_can_mean_two_orders_only(order: str, certain: str) -> None:
    problem = voting({"amira": "1 wool"}).judge("amira", f"- {order}").problems[-1]
    assert problem.facts.get(CORRECTION, "") == certain


def test_of_two_kinds_the_number_of_cards_does_not_say_which() -> None:
    (problem,) = voting({"chadi": "2 wool, 2 grain"}).judge("chadi", "- bid: 2\n- prefer: [V1]").problems
    assert CORRECTION not in problem.facts


def test_ahead_of_a_vote_positions_that_are_not_open_yet_keep_their_place() -> None:
    problems = table({"amira": "1 wool"}).judge("amira", "- bid: 1 wool\n- prefer: R1 10-11, R1 12-13").problems
    assert [one.facts[CORRECTION] for one in problems if CORRECTION in one.facts] == ["- prefer: [R1 10-11, R1 12-13]"]


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        ("bid: {upto: 2, over: best, pay: [wool, grain]}", ["bid: {up-to: 2, over: best, pay: [wool, grain]}"]),
        ("bid: {upto: 2, over: best, pay: [grain, wool]}", ["bid: {up-to: 2, over: best, pay: [grain, wool]}"]),
        ("bid: {upto: 2, over: blial}", ["bid: {up-to: 2, over: bilal}"]),
        ("bid: {max: 2, over: best}", ["bid: {up-to: 2, over: best}"]),
        ("bid: {upto: 2, over: otto}", []),
        ("bid: {upto: 2, below: best}", []),
        ("bid: {up-to: 3, over: bilal, at-most: 2}", []),
        ("bid: {wool: 2, ore: 1}", []),
        ("bid: 9 wool", ["bid: 2 wool"]),
    ],
)
def test_a_bid_in_other_words_says_no_less(order: str, lines: list[str]) -> None:
    mail = voting({"amira": "2 wool, 2 grain", "bilal": "2 wool", "chadi": "1 wool"})
    assert offered(mail, "amira", f"- {order}") == lines


@pytest.mark.parametrize("order", ["bid: everything", "prefere: [R2]"])
def test_a_standing_order_in_words_for_one_vote_is_not_certain(order: str) -> None:
    judgement = voting().judge("bilal", "", standing=f"- {order}\n")
    assert judgement.problems
    assert not any(CORRECTION in problem.facts for problem in judgement.problems)


def test_positions_that_nobody_named_beside_one_are_an_example() -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    order = "prefer: [R2 34-33, R1 11 12]"
    judgement = mail.intake.judge(f"game: g1\nturn: {mail.turn}\nseat: chadi\norders:\n- {order}\n".encode(), "chadi")
    problem = next(problem for problem in judgement.problems if problem.gravity is Gravity.INVALID)
    told = describe(problem, mail.intake.sentences)
    assert told.endswith("; write for example 'prefer: [R2 33-34, R1 10-11, R1 11-12]'")
    assert CORRECTION not in problem.facts


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("bid: none please", "write 'bid: 0'"),
        ("bid: wool 2", "write 'bid: 2 wool'"),
        ("bid: at most 2 grain", "write for example 'bid: {up-to: 2, over: best, pay: [grain]}'"),
        ("prefer: V3 or V1", "write 'prefer: [R2 33-34, R1 10-11]'"),
    ],
)
def test_a_line_is_said_to_be_an_example_where_it_is_not_certain_and_nowhere_else(order: str, said: str) -> None:
    mail = voting({"amira": "1 wool", "chadi": "2 wool, 2 grain"})
    problem = next(p for p in mail.judge("chadi", f"- {order}").problems if p.gravity is Gravity.INVALID)
    assert describe(problem, mail.intake.sentences).endswith(f"; {said}")
    assert (CORRECTION in problem.facts) is ("example" not in said)
