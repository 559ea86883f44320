"""Orders as people in a hurry type them, in files and mails: read right, or refused with what would work."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest

from adjudicator.acts.filing import FilingAnswer, check_bytes
from adjudicator.acts.upkeep import open_sound
from adjudicator.core.order import Gravity
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.rewriting import write_corrected
from adjudicator.intake.tokens import SeatTokens, hash_token
from adjudicator.post.file_in_mail import find_file
from adjudicator.post.opening import open_mail

GAMES = Path(__file__).resolve().parents[2] / "games"
HEADS = {"g42": "game: g42\nturn: 7\nseat: dora\n", "caravan": "game: caravan\nturn: 65\nseat: dora\n"}
PLAIN = f"{HEADS['g42']}orders:\n- place: yellow P5\n- place: pink Q7\n"


@cache
def opened(game: str):  # type: ignore[no-untyped-def]  # noqa: ANN201 - a game and its intake
    found = open_sound(str(GAMES / game))
    return found, found.intake()


def answer(text: str, *, mailed: bool, game: str = "g42") -> FilingAnswer:
    """What is answered to ``text`` from dora, typed into a mail or sent as a file."""
    if mailed:
        mail = EmailMessage()
        mail["From"], mail["To"] = "dora@example.org", "box@example.org"
        mail.set_content(text)
        text = find_file(open_mail(bytes(mail))).text
    return check_bytes(*opened(game), text.encode(), "your email", "dora", datetime(2026, 9, 1, tzinfo=UTC))


def say(found: FilingAnswer, game: str = "g42") -> list[str]:
    sentences = opened(game)[1].sentences
    problems = [one for one in found.problems if one.gravity is not Gravity.UNWISE]
    assert all(one.place.line >= 1 for one in problems)
    return [sentences[one.code].format_map({**one.facts}) for one in problems]


READ = [
    "orders:\n- place: yellow P5\n- place: pink Q7\nThanks,\nDora",
    "orders:\n- place: yellow P5\n- place: pink Q7\nCheers, Dora\nSent from my iPhone",
    "orders:\n- place: yellow P5\n- place: pink Q7\nGesendet mit der GMX Mail App",
    "orders:\n\u2013 place: yellow P5\n\u2022 place: pink Q7",
    "orders:\n1. place: yellow P5\n2. place: pink Q7",
    "orders:\n(1) place: yellow P5\n(2) place: pink Q7",
    "orders:\n-- place: yellow P5\n-- place: pink Q7",
    "orders:\n- - place: yellow P5\n- - place: pink Q7",
    "orders:\n_ place: yellow P5\n+ place: pink Q7",
    "orders:\n- place:: yellow P5\n- place: : pink Q7",
    "orders:\n- place: \u201cyellow P5\u201d\n- place: \u2018pink Q7\u2019",
    "orders:\n- place: P5 yellow\n- place: pink q 7",
    "ORDERS:\n- PLACE: YELLOW P5\n- Place:Pink Q7;",
    "orders:\n\t- place: yellow P5\n\t- place: pink Q7",
    "Orders\n-place: yellow on P5\n-place: pink, Q7.",
    "orders:\n- place: yellow P5\n- place: pink Q7\n\nThanks\nDora\n\nBen wrote:\n> game: g42\n> orders:",
]
CORRECTED = [
    "orders:\n- place: yellow P5; and - place: pink Q7",
    "orders:\nplace yellow P5 place pink Q7",
    "orders:\nplace yellow P5, place pink Q7\n\nThanks\nDora",
    "orders:\nplace yellow P5\nplace pink Q7",
    "orders:\nyellow P5\npink Q7",
    "orders:\n1) yellow P5\n2) pink Q7",
    "orders: place yellow P5 place pink Q7",
    "orders:\nplace: yellow P5\nplace: pink Q7",
    "place: yellow P5\nplace: pink Q7",
    "place yellow P5\nplace pink Q7",
    "orders:\n- place: yellow P5, place: pink Q7",
    "orders:\n- place: yellow P5 - place: pink Q7",
    "orders:\n- place = yellow P5\n- place -> pink Q7",
    "order:\n- camel: yelow P5\n- place: pnk Q7",
]
TOLD = [
    (
        "orders:\n- place: yellow P5 and pink Q7",
        "write for example '- place: yellow P5' and below it '- place: pink Q7'",
    ),
    (
        "orders:\nplace: yellow P5, pink Q7",
        "write 'place: [yellow P5, pink Q7]' for a choice, or '- place: yellow P5' and",
    ),
    ("orders:\n- pass", "write for example '- place: red F4', since nobody can pass in this game"),
    ("orders:\n- end: turn", "write for example '- place: red F4', since nobody can pass in this game"),
    ("orders:\n> place: yellow P5\n> place: pink Q7", "delete the '>' at the beginning of each of their lines"),
    ("orders:\n- place: yellow P5\nThanks, pink Q7", "if it is not, put an empty line above it"),
    ("orders:\n- place: yellow P5\n\nand then\n\n- place: pink Q7", "put it with your other orders, or delete it"),
]


@pytest.mark.parametrize("mailed", [False, True])
@pytest.mark.parametrize("orders", READ)
def test_what_can_mean_one_thing_only_is_read(orders: str, *, mailed: bool) -> None:
    found = answer(f"{HEADS['g42']}{orders}\n", mailed=mailed)
    assert found.receipt.state in ACCEPTED
    assert [line.partition(": ")[2].partition(",")[0] for line in found.forecast.orders] == [
        "place yellow P5",
        "place pink Q7",
    ]


@pytest.mark.parametrize("mailed", [False, True])
@pytest.mark.parametrize("orders", CORRECTED)
def test_what_lacks_its_form_is_refused_with_the_corrected_file(orders: str, *, mailed: bool) -> None:
    found = answer(f"{HEADS['g42']}{orders}\n", mailed=mailed)
    assert found.receipt.state not in ACCEPTED
    assert found.corrected.strip() == PLAIN.strip()
    assert "in quotes" not in " ".join(say(found))


@pytest.mark.parametrize("mailed", [False, True])
def test_a_line_right_below_the_head_is_told_where_an_order_goes_and_where_other_words(*, mailed: bool) -> None:
    order, words = (answer(f"{HEADS['g42']}{line}\n", mailed=mailed) for line in ("place yellow P5", "hello folks"))
    for found in (order, words):
        assert found.receipt.state not in ACCEPTED
        assert "if it is an order, put it below 'orders:' with '- ' in front of it, and if it is not, put an empty" in (
            " ".join(say(found))
        )
    assert order.corrected == f"{HEADS['g42']}orders:\n- place: yellow P5\n"
    assert not words.corrected


@pytest.mark.parametrize("mailed", [False, True])
@pytest.mark.parametrize(("orders", "words"), TOLD)
def test_what_may_mean_several_things_is_refused_with_what_would_work(orders: str, words: str, *, mailed: bool) -> None:
    found = answer(f"{HEADS['g42']}{orders}\n", mailed=mailed)
    assert found.receipt.state not in ACCEPTED
    assert not found.corrected
    assert words in " ".join(say(found))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("game: g42\nturn: six\nseat: dora\n", "the next turn is 7, so write 'turn: 7'"),
        ("game: g42 turn: 7 seat: dora\n", "begin a new line before 'turn:'"),
    ],
)
def test_a_broken_header_is_refused_with_what_would_work(header: str, words: str) -> None:
    found = answer(f"{header}orders:\n- place: yellow P5\n", mailed=True)
    assert not found.corrected
    assert words in " ".join(say(found))


@pytest.mark.parametrize("turn", ["turn: T7", "turn: 7th", "turn: seven", "turn: next", "turn:"])
def test_a_turn_that_can_mean_the_next_one_only_is_corrected(turn: str) -> None:
    assert answer(PLAIN.replace("turn: 7", turn), mailed=True).corrected.strip() == PLAIN.strip()


@pytest.mark.parametrize("turn", ["turn: one", "turn: 70", "turn: 0", "turn: 6", "turn: soon"])
def test_a_turn_of_another_number_is_corrected_in_a_file_with_the_newest_head_alone(turn: str) -> None:
    wrong = PLAIN.replace("turn: 7", turn)
    found = answer(wrong, mailed=False)
    assert not found.corrected
    assert len(say(found)) == 1
    head = f"seat: dora\nafter: {opened('g42')[1].head[:16]}"
    headed = (text.replace("seat: dora", head) for text in (wrong, PLAIN))
    assert answer(next(headed), mailed=False).corrected.strip() == next(headed).strip()


@pytest.mark.parametrize("seat", ["seat: droa", "seat: dorra", "saet: dora", "saet: Droa"])
def test_a_misspelt_seat_is_corrected_where_the_sender_is_known(seat: str) -> None:
    wrong = PLAIN.replace("seat: dora", seat)
    assert answer(wrong, mailed=True).corrected.strip() == PLAIN.strip()
    told = say(answer(wrong.replace("place: pink", "plcae: pink"), mailed=False))
    assert "unknown order 'plcae'; did you mean 'place'?" in told
    assert not answer(PLAIN.replace("seat: dora", "seat: chne"), mailed=True).corrected


@pytest.mark.parametrize(("own", "seat"), [(True, "dora"), (False, None)])
def test_a_misspelt_seat_is_known_by_its_token_alone(own: bool, seat: str | None) -> None:
    token = 32 * "a"
    intake = opened("g42")[1]._replace(tokens=SeatTokens({"dora" if own else "chen": (hash_token(token),)}))
    data = PLAIN.replace("seat: dora", f"seat: droa\ntoken: {token}").encode()
    judgement = intake.judge(data, None)
    assert judgement.seat == seat
    assert bool(write_corrected(data, judgement, lambda mended: intake.judge(mended, None)).text) is own


@pytest.mark.parametrize("head", ["turn: one\n", "turn: soon\n", "turn: 7\n"])
def test_a_header_that_cannot_be_read_hides_nothing_else(head: str) -> None:
    game = "" if "7" in head else "game: g42\n"
    told = say(answer(f"{game}{head}seat: dora\norders:\n- plcae: yellow P5\n- place: pnk Q7\n", mailed=False))
    assert [said.partition(";")[0].partition(" (")[0] for said in told][1:] == [
        "unknown order 'plcae'",
        "write '- place: yellow P5'",
        "place pnk Q7: 'pnk' is not a colour of this game",
    ]


@pytest.mark.parametrize("mailed", [True, False])
@pytest.mark.parametrize(
    "below", ["Sorry, make that pink Q8", "or pink Q8", "Thanks! Please use Q8 instead.", "Otto\nPS: not Q7, please"]
)
def test_text_below_the_file_is_not_left_out_in_silence(below: str, *, mailed: bool) -> None:
    found = answer(f"{PLAIN}\n{below}\n", mailed=mailed)
    told = [(one.code, one.place.line) for one in found.problems if one.gravity is Gravity.UNWISE]
    assert told == [("text-below", 8 + below.startswith("Otto"))]
    wrong = answer(f"{PLAIN}- plcae: pink R8\n\n{below}\n", mailed=mailed)
    assert "text-below" in [one.code for one in wrong.problems]


@pytest.mark.parametrize("below", ["Question:\n\nwhen do we meet?", "Otto:\n\nhello", "http://example.org/a"])
def test_a_word_with_a_colon_below_the_orders_of_a_mail_is_no_key(below: str) -> None:
    assert answer(f"{PLAIN}\n{below}\n", mailed=True).receipt.state in ACCEPTED


@pytest.mark.parametrize(
    "said",
    [
        "Question: when?",
        "Thanks: x",
        "Regards: Dora\n\nQuestion: may I?",
        "Dora: see you",
        "Remarks:\n- pink R8",
        "Correction: pink R8",
    ],
)
@pytest.mark.parametrize("more", ["", "note: hello.\n", "standing:\n- place: pink Q8\n"])
def test_a_word_with_a_colon_that_is_like_no_key_is_named_below_the_orders_of_a_mail(said: str, more: str) -> None:
    found = answer(f"{PLAIN}{more}\n{said}\n", mailed=True)
    told = [(one.code, one.place.line) for one in found.problems if one.code in {"text-below", "unknown-key"}]
    assert (told, found.receipt.state in ACCEPTED) == ([("text-below", 8 + more.count("\n"))], True)
    assert answer(f"{PLAIN}{more}\n{said}\n", mailed=False).receipt.state not in ACCEPTED


@pytest.mark.parametrize(
    "said", ["plcae: pink R8", "Plcae: pink R8", "place: pink R8", "end: turn", "Buy: card", "tims: 2", "Notes: away"]
)
def test_a_key_of_an_order_or_a_misspelt_one_below_the_orders_of_a_mail_is_refused(said: str) -> None:
    found = answer(f"{PLAIN.replace('place:', 'Place:')}\n{said}\n", mailed=True)
    assert found.receipt.state not in ACCEPTED
    assert not any(one.code == "text-below" for one in found.problems)


@pytest.mark.parametrize(
    "below", ["Dora", "Otto Meier", "All mail in one place: change now!\nhttps://example.org/mail"]
)
def test_dashes_below_the_orders_of_a_mail_begin_no_second_file(below: str) -> None:
    assert answer(f"{PLAIN}\n---\n{below}\n", mailed=True).problems == ()
    for said in ("place: pink R8", "- place: pink R8"):
        problems = answer(f"{PLAIN}\n---\n{said}\n", mailed=True).problems
        assert any(one.gravity is Gravity.INVALID for one in problems)


@pytest.mark.parametrize("between", ["", "\n", "\nonce more:\n\n", "\n\nDora\n\n"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_file_pasted_several_times_is_one(times: int, between: str) -> None:
    found = answer(PLAIN + f"{between}{PLAIN}" * times, mailed=True)
    assert [one.code for one in found.problems] == ["text-below"] * ("more" in between)
    assert found.kept.decode().count("place:") == 2
    other = answer(f"{PLAIN}{between}{PLAIN.replace('Q7', 'R8')}", mailed=True)
    assert [one.code for one in other.problems] == ["two-files"]


@pytest.mark.parametrize("below", ["Not sure about this one", "Dora pink L6"])
def test_a_line_below_the_orders_that_may_be_one_hides_nothing_else(below: str) -> None:
    data = f"{HEADS['g42']}orders:\n- plcae: yellow P5\n- place: pnk Q7\n{below}\n"
    found = answer(data, mailed=False)
    assert [said.partition(";")[0].partition(" (")[0] for said in say(found)] == [
        "unknown order 'plcae'",
        "write '- place: yellow P5'",
        "it is not clear whether this line belongs to your move file",
        "in place of the order in line 6 write '- place: pink Q7'",
    ]
    assert not found.corrected


@pytest.mark.parametrize(
    ("orders", "corrected"),
    [
        ("buy a card and end my turn", "- buy: card\n- end: turn"),
        ("end", "- end: turn"),
        ("1. buy card\n2. end turn", "- buy: card\n- end: turn"),
    ],
)
def test_orders_of_a_whole_turn_in_one_line_are_taken_apart(orders: str, corrected: str) -> None:
    found = answer(f"{HEADS['caravan']}orders:\n{orders}\n", mailed=True, game="caravan")
    assert found.corrected.strip() == f"{HEADS['caravan']}orders:\n{corrected}"


@pytest.mark.parametrize("key", ["order", "ordrs", "Oders"])
def test_orders_below_a_misspelt_key_are_orders(key: str) -> None:
    found = answer(PLAIN.replace("orders:", f"{key}:").replace("place: yellow", "plcae: yellow"), mailed=False)
    assert "unknown order 'plcae'; did you mean 'place'?" in say(found)
    assert not any(problem.code in {"missing-key", "orders-missing"} for problem in found.problems)
    assert found.corrected == PLAIN


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("  iff: {hex: Q7, is: empty}\n", "write 'if:' for 'iff:'"),
        ("standing:\n- place: pink Q8\n  tmies: 2\n", "write 'times:' for 'tmies:'"),
        ("note: hurry\nstandng: []\n", "unknown key 'standng'; did you mean 'standing'?"),
    ],
)
def test_a_misspelt_key_is_told_once_and_corrected(more: str, told: str) -> None:
    found = answer(f"{PLAIN}{more}", mailed=False)
    assert say(found) == [told]
    right = more.replace("iff", "if").replace("tmies", "times").replace("standng", "standing")
    assert found.corrected == f"{PLAIN}{right}"


def test_a_note_below_a_misspelt_key_needs_no_orders() -> None:
    found = answer(f"{HEADS['g42']}notes: see you later\n", mailed=False)
    assert say(found) == ["unknown key 'notes'; did you mean 'note'?"]
    assert found.corrected == f"{HEADS['g42']}note: see you later\n"


def test_a_misspelt_if_is_not_left_out_of_what_is_offered() -> None:
    orders = "orders:\n- buy: card\n  iff: {have: 1 wool}\n- end: turn\n"
    found = answer(f"{HEADS['caravan']}{orders}", mailed=False, game="caravan")
    assert "unknown key 'iff'; did you mean 'if'?" in say(found, "caravan")
    assert found.corrected.endswith(orders.replace("iff", "if"))


IF = "if: {hex: P5, is: empty}\n"
LETTER = "press:\n- to: {}\n  text: hi\n"


@pytest.mark.parametrize("mailed", [False, True])
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            PLAIN.replace("- place: pink", f"   {IF}- place: pink"),
            PLAIN.replace("- place: pink", f"  {IF}- place: pink"),
        ),
        (PLAIN.replace("- place: pink", f"{IF}- place: pink"), PLAIN.replace("- place: pink", f"  {IF}- place: pink")),
        (
            PLAIN.replace("- place: pink", "  fi: {P5: emtpy}\n- place: pink"),
            PLAIN.replace("- place: pink", f"  {IF}- place: pink"),
        ),
        (f"{PLAIN}draft: ture\n", f"{PLAIN}draft: true\n"),
        (PLAIN + LETTER.format("chne"), PLAIN + LETTER.format("chen")),
        (PLAIN + LETTER.format("chen and bilal"), PLAIN + LETTER.format("[chen, bilal]")),
    ],
)
def test_slips_of_a_hurried_hand_are_corrected(wrong: str, right: str, *, mailed: bool) -> None:
    assert answer(wrong, mailed=mailed).corrected == right


@pytest.mark.parametrize("wrong", ["draft: later\n", LETTER.format("everyone else"), LETTER.format("zoe")])
def test_what_a_hurried_hand_may_have_meant_in_several_ways_is_not(wrong: str) -> None:
    assert not answer(PLAIN + wrong, mailed=False).corrected
