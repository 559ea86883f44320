"""The corrected file at the end of a refusal: all of what was written is in it as it was meant, or there is none."""

from __future__ import annotations

import pytest
from unit.desert_mail.mailing import BOARD, Mail

from adjudicator.core.order import CORRECTION, START, Gravity, Problem, describe
from adjudicator.intake.judgement import in_order
from adjudicator.intake.receipt import ReceiptState
from adjudicator.intake.rewriting import tell_left, write_corrected

BOTH = "  - place: pink D4\n  - place: pink D3\n"


def answer(file: str) -> tuple[list[str], str]:
    """What is said of a ``file`` of amira's, each with its line, and the corrected one, from its lists of orders on."""
    mail = Mail()
    data = file.encode()
    judgement = mail.intake.judge(data, "amira")
    found = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira"))
    told = in_order(*tell_left(judgement.problems, found.left))
    lines = [f"{problem.place.line} {describe(problem, mail.intake.sentences).partition(';')[0]}" for problem in told]
    return lines, found.text.partition("seat: amira\n")[2]


def _correct(text: str) -> str:
    """The corrected file of amira's ``text``, from its lists of orders on."""
    return answer(f"game: g1\nturn: 1\nseat: amira\n{text}")[1]


@pytest.mark.parametrize(
    ("later", "mended"),
    [
        ("place: pnik B4", "place: pink B4"),
        ("place: [pink B4, yelow E3]", "place: [pink B4, yellow E3]"),
        ("palce: pnik B4", "place: pink B4"),
        ("place: pink B4\n  if: {hex: B4, is: free}", "place: pink B4\n  if: {hex: B4, is: empty}"),
        ("if: {hex: B4, is: free}\n  then:\n  - place: pink B4", "{place: pink B4, if: {hex: B4, is: empty}}"),
        ("if: {hex: B4, is: empty}\n  then:\n  - place: pnik B4", ""),
        ("palce: [pnik B4, pink Z9]", ""),
        ("palce: yelow D5", "place: yellow D5"),
        ("palce: pink D5 if D4 is taken", "place: pink D5\n  if: {hex: D4, is: taken}"),
        ("eihter: [[pink B4, pnik C6], [pnik B3, pink A3]]", "either: [[pink B4, pink C6], [pink B3, pink A3]]"),
        (
            "place: pink B4\n  if: {not: {and: [{hex: C4, is: emtpy}, {hex: C3, holds: {colour: yelow}}]}}",
            "place: pink B4\n  if: {not: {all: [{hex: C4, is: empty}, {hex: C3, holds: {colour: yellow}}]}}",
        ),
        ("place: pink B4 and pink B3", ""),
        ("pass", ""),
        ("place: pink B4 then pink B3", ""),
        ("place: pink XX", ""),
        ("place: pink Z9", ""),
    ],
)
def test_no_corrected_file_has_words_in_an_order_for_later_that_are_not_understood(later: str, mended: str) -> None:
    text = _correct(f"orders:\n- palce: pink C4\n- place: pink C5\n- {later}\n")
    assert text == (f"orders:\n- place: pink C4\n- place: pink C5\n- {mended}\n" if mended else "")


@pytest.mark.parametrize(
    ("item", "mended"),
    [
        ("- palce: [pink C4, pink C6,\n    pink B4]", "- place: [pink C4, pink C6, pink B4]"),
        ("- palce: pnik C4 or\n    pink B4", "- place: [pink C4, pink B4]"),
        ("- place: pink C4\n  unless: {hex: C4, is: taken}", "- place: pink C4\n  if: {not: {hex: C4, is: taken}}"),
        ("- place: pink C4\n  unless: C4 is taken", "- place: pink C4\n  if: {not: {hex: C4, is: taken}}"),
        ("- place: pink C4\n  unless: {hex: C4, is: taken}\n  if: {hex: C5, is: empty}", ""),
        ("- place: pink C4\n  except: {hex: C4, is: taken}", ""),
        ("- if: {hex: C4, is: empty}\n  then: {place: pink C4}", "- {place: pink C4, if: {hex: C4, is: empty}}"),
        (
            "- if: {hex: C4, is: free}\n  then:\n    place: pink C4\n  else:\n  - place: [pink B4, pink B3]",
            (
                "- {place: [pink B4, pink B3], if: {not: {hex: C4, is: empty}}}\n"
                "- {place: pink C4, if: {hex: C4, is: empty}}"
            ),
        ),
        ("- if: {hex: C4, is: empty}\n  then: [place: pink C4, place: pink B4]", ""),
        ("- place: pink C4\n  if: {hex: C4, is: emtpy, is: water}", ""),
        ("- place: [pink C4!!, pink B4 please]", "- place: [pink C4, pink B4]"),
        ("- place: [pink C4 not, pink B4]", ""),
        ("- place: [pink C4 C6!!, pink B4]", ""),
        ("- either: [pnik C4, pink B4]", "- place: [pink C4, pink B4]"),
        ("- if: {hex: C4, is: empty}\n  # mine\n  then: {place: pink C4}", ""),
        ("- if: {hex: C4, is: empty}\n  then:\n  - place: pink C4\n    if: {hex: C5, is: empty}", ""),
    ],
)
def test_an_order_over_several_lines_is_corrected_as_a_whole_or_not_at_all(item: str, mended: str) -> None:
    assert _correct(f"orders:\n{item}\n- place: pink C5\n") == (f"orders:\n{mended}\n- place: pink C5\n" * bool(mended))


def test_no_condition_of_an_order_in_a_block_is_left_out_of_what_is_offered() -> None:
    text = "orders:\n- if: {hex: C4, is: empty}\n  then:\n  - place: pink C4\n    if: {hex: C5, is: empty}\n"
    assert Mail().complaints("amira", text)[-1].endswith("with a condition of its own, as there are no blocks here")


@pytest.mark.parametrize(
    ("orders", "asked"),
    [
        ("\n  place:\n  - pink C4\n  - pink C5", "'place: [pink C4, pink C5]' for a choice, or '- place: pink C4' and"),
        (" {place: [pink C4, C5]}", "'place: [pink C4, pink C5]' for a choice, or '- place: pink C4' and below it '-"),
        ("\n  plase:\n  - place: pink C4\n  - place: pink C5", "for a choice, or '- place: pink C4' and below it"),
        ("\n  place:\n  - pink C4\n  - pink C5\n  if: {hex: C5, is: empty}", "pink C5', each with its own 'if:'"),
        ("\n  place:\n  - pink C4 or B4\n  - pink C5", "can be read in two ways"),
    ],
)
def test_places_in_place_of_the_list_of_orders_may_be_several_where_several_are_due(orders: str, asked: str) -> None:
    text = f"game: g1\nturn: 1\nseat: amira\norders:{orders}\n"
    assert asked in "\n".join(Mail().complaints("amira", text.partition("amira\n")[2]))
    assert not answer(text)[1]
    one_due = Mail(left=1)
    judgement = one_due.intake.judge(text.encode(), "amira")
    corrected = write_corrected(text.encode(), judgement, lambda data: one_due.intake.judge(data, "amira"))
    assert bool(corrected.text), "where one is due they are a choice"


@pytest.mark.parametrize(
    ("leader", "mended"),
    [
        ("yelow H5, H6\n  if: {hex H6, is empty}", "[yellow H5, yellow H6]\n  if: {hex: H6, is: empty}"),
        ("yellow H5, H6", "[yellow H5, yellow H6]"),
        ("yellow H5, green H6", ""),
        ("yellow H5 and H6", ""),
    ],
)
def test_places_for_one_leader_are_a_choice(leader: str, mended: str) -> None:
    mail = Mail(phase="leaders")
    text = f"game: g1\nturn: 1\nseat: amira\norders:\n- leader: {leader}\n"
    judgement = mail.intake.judge(text.encode(), "amira")
    found = write_corrected(text.encode(), judgement, lambda data: mail.intake.judge(data, "amira"))
    assert found.text.partition("leader: ")[2] == f"{mended}\n" * bool(mended)


@pytest.mark.parametrize(
    ("below", "mended"),
    [
        ("fallback: pink D5", "fallback:\n- place: pink D5"),
        ("fallback: not pink D5", ""),
        (
            "standing:\n  place: pink B4\n  times: 3\n  until: {hex: C3, is: water}",
            "standing:\n- place: pink B4\n  times: 3\n  until: {hex: C3, is: water}",
        ),
        ("standing: {place: pink B4, times: 3}", "standing: [{place: pink B4, times: 3}]"),
        ("standing:\n  place: pink B4\n  place: pink B3\n  times: 3", ""),
        ("fallback:\n  place: pink B4\n  leader: pink D5\n  if: {hex: B4, is: empty}", ""),
    ],
)
def test_an_order_in_place_of_a_list_is_corrected_with_all_that_stands_beside_it(below: str, mended: str) -> None:
    orders = "orders:\n- place: pink C4\n- place: pink D4\n"
    assert _correct(f"{orders}{below}\n") == (f"{orders}{mended}\n" if mended else "")
    if "times" in below:
        assert not any(
            "write '- place: pink B4'" in told for told in Mail().complaints("amira", f"{orders}{below}\n")
        ), "it would lose them"


@pytest.mark.parametrize(
    ("to", "mended"),
    [
        ("[bilall]", "bilal"),
        ("[bilall, cara]", "[bilal, carla]"),
        ("[bilall, bilal]", "bilal"),
        ("[everyone]", "all"),
        ("[bilall, otto]", ""),
        ("[bilal, everyone]", ""),
    ],
)
def test_a_letter_to_misspelt_seats_is_corrected_for_all_of_them_or_not_at_all(to: str, mended: str) -> None:
    orders = "orders:\n- place: pink C4\n- place: pink D4\n"
    text = _correct(f"{orders}press:\n- to: {to}\n  text: Hello\n")
    assert text == (f"{orders}press:\n- to: {mended}\n  text: Hello\n" if mended else "")


@pytest.mark.parametrize(
    ("said", "meant"), [("yes", "true"), ("no", "false"), ("not true", ""), ("untrue", ""), ("no way", "")]
)
def test_a_yes_or_a_no_is_corrected_and_nothing_that_turns_one_round(said: str, meant: str) -> None:
    orders = "orders:\n- place: pink C4\n- place: pink C5\n"
    assert _correct(f"{orders}draft: {said}\n") == (f"{orders}draft: {meant}\n" if meant else "")


@pytest.mark.parametrize(
    ("said", "meant"), [("two", "2"), ("Twice", "2"), ("once", "1"), ("twelve", "12"), ("often", ""), ("a few", "")]
)
def test_a_number_in_words_is_corrected(said: str, meant: str) -> None:
    lists = "orders:\n- place: pink C4\n- place: pink C5\nstanding:\n- place: pink B4\n  times: "
    assert _correct(f"{lists}{said}\n") == (f"{lists}{meant}\n" if meant else "")


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("place: pink C4 ok!!", "place pink C4 ok!!: 'ok !' is not understood; write 'place: pink C4'"),
        (
            "place: pink C4\n  if: {hex: C4, is: emtpy, is: water}",
            "the key 'is' appears a second time here (first in line 6); keep one of them",
        ),
    ],
)
def test_one_slip_is_told_once(item: str, told: str) -> None:
    complaints = Mail().complaints("amira", f"orders:\n- {item}\n- place: pink C5\n")
    assert [complaint.partition(": ")[2] for complaint in complaints] == [told]


@pytest.mark.parametrize("place", ["pink B3,4", "2 pink B3", "pink towards B3", "2x pink, B3"])
@pytest.mark.parametrize("item", ["place: {}", "{}", "plase: {}"])
@pytest.mark.parametrize("above", ["", BOTH])
def test_no_row_number_or_direction_is_left_out_as_if_that_were_certain(place: str, item: str, above: str) -> None:
    judgement = Mail().judge("amira", f"orders:\n{above}  - {item.format(place)}\n")
    told = [describe(problem, Mail().intake.sentences) for problem in judgement.problems]
    assert not any("write 'place: pink B3'" in one or "write '- place: pink B3'" in one for one in told), told
    assert not any(problem.facts.get(CORRECTION) for problem in judgement.problems)


@pytest.mark.parametrize("phase", ["leaders", "camels"])
@pytest.mark.parametrize("where", ["{}", "fallback:\n{}", "standing:\n{}"])
def test_no_line_places_anything_on_an_oasis(phase: str, where: str) -> None:
    mail = Mail(board=BOARD.replace("h5 ", "&h5&", 1), **({"phase": phase} if phase == "leaders" else {}))
    above = "  - leader: pink B3\n" if phase == "leaders" else BOTH
    told = mail.complaints("amira", f"orders:\n{above}{where.format('  - place: 2 pink towards H5')}\n")
    assert any("'2 towards' is not understood" in one for one in told), told
    assert not any("pink H5'" in one for one in told), told


def test_a_place_that_nobody_named_is_an_example() -> None:
    told = Mail().complaints("amira", "orders:\n- palce: pink\n- place: pink C5\n")
    assert "write for example '- place: pink " in told[-1]
    told = Mail().complaints("amira", "orders:\n- palce: yelow C4\n  if: {hex: C4, is: free}\n- place: pink C5\n")
    assert "write for example 'place: pink " in told[-1]


def test_misspelt_words_in_branches_of_a_fallback_are_told_beside_what_belongs_elsewhere() -> None:
    text = (
        "orders:\n- place: pink C4\n- place: pink C5\nfallback:\n- either: [[yelow C4, pink C5], [pink B4, pink B3]]\n"
    )
    told = [complaint.split(" ", 1)[1].partition(" (")[0] for complaint in Mail().complaints("amira", text)]
    assert [line.partition(":")[0] for line in told] == ["either-elsewhere", "unknown-colour"]
    assert told[1].endswith("place yelow C4: 'yelow' is not a colour of this game")


HEAD = "game: g1\nturn: 1\nseat: amira\n"
ORDERS = "orders:\n- place: pink C4\n- place: pink C5\n"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (
            f"{HEAD}{ORDERS}press:\n- to: bliall\n  text: Hi\n- to: crla\n  txt: Ho\n",
            [(8, "no seat 'bliall'"), (10, "no seat 'crla'"), (11, "unknown key 'txt'")],
        ),
        (
            f"{HEAD}{ORDERS}prss:\n- too: crla\n  text: Hi\n",
            [(7, "unknown key 'prss'"), (8, "unknown key 'too'"), (8, "no seat 'crla'")],
        ),
        (
            f"{HEAD}orders:\n- place: pink C4\n  plce: pnik C5\n",
            [(6, "'pnik' is not a colour"), (6, "unknown order 'plce'"), (6, "'place' appears a second time")],
        ),
        (
            f"Hello,\n\n{HEAD}\nplace: pnik C4\nplace pink C5\n",
            [
                (3, "needs the key 'orders'"),
                (3, "begins here"),
                (7, "left out"),
                (7, "not clear"),
                (7, "'pnik' is not a colour"),
                (8, "cannot be read"),
            ],
        ),
        (
            "- plce: pink C4\n- place: pink C5\n\n"
            + "".join(f"> {line}\n" for line in f"{HEAD}orders:\n# - place: pink C4".split("\n")),
            [
                (1, "your orders are not in the form"),
                (1, "no name"),
                (1, "unknown order 'plce'"),
                (1, "write '- place"),
            ],
        ),
    ],
)
def test_all_that_a_corrected_file_changes_is_named_above_it(file: str, told: list[tuple[int, str]]) -> None:
    said, text = answer(file)
    assert text.startswith(ORDERS)
    lines = [line for line in said if "camels are" not in line]
    assert [int(line.split()[0]) for line in lines] == [number for number, _ in told]
    assert [words for line, (_, words) in zip(lines, told, strict=True) if words not in line] == []


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("- to: otto", ["needs the key 'text'", "there is no seat 'otto'"]),
        ("- to: [seat 2]\n  text: Hi", ["there is no seat 'seat 2'", "must be the id of a seat"]),
        ("- to: bilal", ["needs the key 'text'"]),
    ],
)
def test_a_letter_with_another_mistake_is_to_nobody_unknown(letter: str, told: list[str]) -> None:
    said, text = answer(f"{HEAD}{ORDERS}press:\n{letter}\n")
    assert not text
    assert all(words in line for line, words in zip(said, told, strict=True))


def test_a_form_in_which_nothing_was_ordered_is_not_sent_back_as_corrected() -> None:
    mail = Mail()
    data = ("> " + f"{HEAD}orders:\n# - place: pink C4\n".replace("\n", "\n> ")).encode()
    blank = mail.intake.judge(data, "amira")
    blank = blank._replace(problems=(Problem("form-blank", Gravity.INVALID, START),), state=ReceiptState.RED)
    assert not write_corrected(data, blank, lambda text: mail.intake.judge(text, "amira")).text


@pytest.mark.parametrize("order", ["place: pnik F55\n  iff: {hex: C4, is: empty}", "palce: pnik F55"])
def test_words_that_would_be_refused_again_are_not_offered(order: str) -> None:
    said, text = answer(f"{HEAD}orders:\n- {order}\n- place: pink C5\n")
    assert not text
    assert not any("unknown order 'pink" in line for line in said)


@pytest.mark.parametrize(
    "order",
    [
        "withdraw: pink D4",
        "cancel pink D4",
        "if D4 is empty: pink D4",
        "second choice: pink D4",
        "fallback: pink D4",
        "bilal places: pink D4",
        "place twice: pink D4",
        "place: pink D4 twice",
        "pink D3 or leader: pink D4",
        "both: [pink D4, pink D3]",
        "either: pink D4, pink D3 or yellow E3, yellow E4",
        "either: {pink: [D4, D3], yellow: [E3, E4]}",
        "if: {hex: D4, is: empty}\n  then: [pink D4, pink D3]\n  else: [pink C5, pink D3]",
        "leder: pink D4",
        "place: pink near D4",
        "place: pink next to D4",
        "place: pink or yellow D4 please",
        "place: D4 or J12",
        "place: pink next to D3, or D4",
        "place: pink D4\n  if: {round: 5}",
    ],
)
def test_no_corrected_file_leaves_out_a_word_that_may_say_something(order: str) -> None:
    assert not _correct(f"orders:\n- place: pink C4\n- {order}\n")
    assert not any(": write '- place: pink D4'" in told for told in Mail().complaints("amira", f"orders:\n- {order}\n"))


@pytest.mark.parametrize(
    "order", ["place: pink between D4 and D3", "place: pink D4 next to D3", "place: pink D4 near D3"]
)
def test_a_word_that_says_where_leaves_no_more_than_an_example(order: str) -> None:
    told = Mail().complaints("amira", f"orders:\n- {order}\n")
    assert "; write for example '" in told[-1]
    assert not any("; write '" in line for line in told)


@pytest.mark.parametrize(
    ("order", "end"),
    [
        ("place: pink D4 and D3", "'- place: pink D4' and below it '- place: pink D3'"),
        ("place: pink D4 & D3", "'- place: pink D4' and below it '- place: pink D3'"),
        ("place: both pink D4 and D3", "'- place: pink D4' and below it '- place: pink D3'"),
        ("pink D4 and D3", "'- place: pink D4' and below it '- place: pink D3'"),
        ("both: [pink D4, D3]", "'- place: pink D4' and below it '- place: pink D3'"),
        ("place: 2x pink D4", "'place: pink D4'"),
    ],
)
def test_of_several_places_in_one_order_both_are_an_example(order: str, end: str) -> None:
    told = Mail().complaints("amira", f"orders:\n- {order}\n")
    assert told[-1].endswith(f"; write for example {end}") or told[-1].endswith(f": write for example {end}")
    assert not _correct(f"orders:\n- {order}\n")


@pytest.mark.parametrize("key", ["", "place: "])
@pytest.mark.parametrize(
    ("asked", "condition"),
    [
        ("if D3 is free", "{hex: D3, is: empty}"),
        ("unless D3 is free", "{not: {hex: D3, is: empty}}"),
        ("as long as D3 is free", "{hex: D3, is: empty}"),
        ("as second choice", ""),
        ("if D3 is free or D5 is free", ""),
        ("not if D3 is free", ""),
    ],
)
def test_a_condition_behind_an_order_is_corrected_with_and_without_its_key(
    key: str, asked: str, condition: str
) -> None:
    text = _correct(f"orders:\n- {key}pink D4 {asked}\n- place: pink C4\n")
    assert text == (f"orders:\n- place: pink D4\n  if: {condition}\n- place: pink C4\n" if condition else "")


@pytest.mark.parametrize("order", ["place: pink \u2013 D4", "{place: pink \u2013 D4}"])
def test_a_typographic_dash_is_corrected(order: str) -> None:
    dashed = order.replace("\u2013", "-")
    assert _correct(f"orders:\n- {order}\n- place: pink C4\n") == f"orders:\n- {dashed}\n- place: pink C4\n"


@pytest.mark.parametrize("order", ["please place my pink camel on D4", "then pink: D4", "I would like pink D-4 now"])
def test_words_that_say_nothing_are_left_out(order: str) -> None:
    assert _correct(f"orders:\n- place: pink C4\n- {order}\n") == "orders:\n- place: pink C4\n- place: pink D4\n"


@pytest.mark.parametrize("key", ["orders", "standing", "fallback"])
def test_two_orders_with_one_key_in_brackets_lose_neither_their_list_nor_the_first_of_them(key: str) -> None:
    assert not _correct(f"{key}: {{place: pink C4, place: pink D4}}\n")
