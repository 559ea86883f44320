"""Thanks and names below the orders: what is a closing and none of the orders, and what may be an order."""

from __future__ import annotations

import pytest
from unit.intake.written import ORDERS, quote

from adjudicator.core.order import Gravity, describe
from adjudicator.intake.mailed.mending import MendedText, mend
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.schema import check_schema
from adjudicator.intake.sentences import SENTENCES


@pytest.mark.parametrize(
    "end",
    [
        "Thanks!",
        "Thanks,\nMei",
        "Thanks! Mei",
        "Thanks and have a nice evening!\nLena",
        "thx :)",
        "Thank you very much, Otto\n\u2013 Mei",
        "Cheers, Dora",
        "Best wishes to everybody!\nDora",
        "Thank you all, see you on Sunday\nDora",
        "Have a nice weekend!",
        "Hope this works. Thanks again\nDora",
        "Merci et \xe0 bient\xf4t !\nDora",
        "Sch\xf6nes Wochenende, Dora",
        "Best,\nDora",
        "Kind regards\nDora van K\xf6hler",
        "Viele Gr\xfc\xdfe\n\u6797\u7f8e\u73b2",
        "Thanks for running this \U0001f642",
        "Thanks for waiting so long, folks!",
        "Sorry for the delay. See you at the river, Otto",
        "I'm looking forward to Sunday\nDora",
        "Hope you all had a lovely week!",
        "Good luck with your exam, Otto\nDora",
        "Dora",
        "dora",
        "\u2014 Dora",
        "- Dora",
        "Dora K\xf6hler",
        "\u2014 Dora van K\xf6hler",
        "\u2014\nDora",
        "  Thanks,\n  Dora",
        "\U0001f642",
        "\u8c22\u8c22\uff0c\u9648\u5c0f\u660e",
        "\u05ea\u05d5\u05d3\u05d4 \u05e8\u05d1\u05d4,\n\u05e0\u05d5\u05e2\u05d4 \u05d1\u05df\u05be\u05d3\u05d5\u05d3",
        "شكرا",
        "Merci beaucoup",
        "\u042e\u0441\u0443\u0444",
        "\u2014 \u042e\u0441\u0443\u0444 \u041a\u0430\u0440\u0438\u043c\u043e\u0432",
        "\u7530\u4e2d\u3055\u304f\u3089",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "Best\nDora",
        "Thanks a lot and have a nice weekend!",
        "Thanks dear Otto for all your work!",
        "धन्यवाद\nडोरा",
        "ขอบคุณครับ",
        "مع خالص التحيات\n\u062f\u0648\u0631\u0627",
        "よろしくお願いします。",
        "Thanks,\n\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbb\u0dcf\u0da2",
    ],
)
@pytest.mark.parametrize("marks", ["", "> "])
def test_closing_words_right_below_the_orders_are_named_and_are_none(end: str, marks: str) -> None:
    text = quote(f"{ORDERS}{end}\n", marks) if marks else f"{ORDERS}{end}\n"
    read, problems = read_sent(text.encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": "dora", "orders": [{"place": "pink L5"}]}
    more = f" (line {ORDERS.count(chr(10)) + 2} too)" if "\n" in end else ""
    said = {"this line was read as the end of your email, not as an order" + more}
    assert {describe(one, SENTENCES) for one in problems if one.code != "quote-marks"} == said


@pytest.mark.parametrize(
    "end",
    [
        "Thanks\npink L6",
        "Thanks\nPlace pink L6",
        "Thanks\nplace: pink L6",
        "Thanks\n- place: pink L6",
        "Thanks\nEnd turn",
        "Thanks\nPass",
        "Thanks! Pass",
        "Thanks, pink L6",
        "Thanks, end turn",
        "Thanks for waiting, end turn",
        "Thanks for waiting, pink to the river",
        "Thanks for waiting and then build a road",
        "Sorry for the delay and buy a card",
        "Hope you accept the offer",
        "See you at L6",
        "Good luck with that - pass",
        "Looking forward to it; then place pink",
        "Best",
        "Pass",
        "Hope this works for pink L6",
        "Have a good road",
        "Next turn",
        "End turn",
        "Otto",
        "Dora pink L6",
        "Dora Pink L6",
        "Dora End",
        "dora K\xf6hler",
        "Petra K\xf6hler",
        "\u042e\u0441\u0443\u0444 L6",
        "\u042e\u0441\u0443\u0444\n\u041f\u0430\u0441",
        "\xd6zlem",
        "Dora K\xf6hler\nPetra Meier",
        "Mei\nThanks",
        "Thanks\nMei\nOtto\nChen",
    ],
)
def test_what_may_be_an_order_below_the_orders_is_no_closing(end: str) -> None:
    problems = read_sent(f"{ORDERS}{end}\n".encode())[1]
    assert [(problem.code, problem.gravity) for problem in problems] == [("unclear-line", Gravity.INVALID)]


@pytest.mark.parametrize(
    ("below", "orders"),
    [
        ("\n1) place: pink L5\n2) place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
        ("\n1. Place: pink L5\n\n2. Place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
        ("\npink L5\npink L6\n", ["pink L5", "pink L6"]),
        ("\nPlace pink L5\n\nPlace pink L6\n", ["Place pink L5", "Place pink L6"]),
        ("- place: pink L5\n\n- place: pink L6\n", [{"place": "pink L5"}, {"place": "pink L6"}]),
    ],
)
def test_orders_below_an_empty_line_belong_to_their_list(below: str, orders: object) -> None:
    read, _ = read_sent(f"game: g42\nturn: 7\nseat: dora\norders:\n{below}\nSee you\n".encode())
    assert read is not None
    assert read.value == {"game": "g42", "turn": 7, "seat": "dora", "orders": orders}


@pytest.mark.parametrize(
    "below",
    ["\nplace: pink L5\n", "- place: pink L5\n\nplace: pink L6\n", "Place: pink L5\n", "\nPlace: pink L5\n"],
)
def test_an_order_at_the_edge_below_an_empty_line_is_not_left_out(below: str) -> None:
    read, _ = read_sent(f"game: g42\nturn: 7\nseat: dora\norders:\n{below}\nSee you\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert "place" in read.value


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize(
    "key", ["draff: true", "falback:\n- place: pink L6", "tokn: 12ab", "pres:\n- {to: all, text: Hi}"]
)
def test_a_misspelt_key_above_a_closing_is_part_of_the_file(key: str, between: str) -> None:
    read, problems = read_sent(f"{ORDERS}{between}{key}\nThanks\nDora\n".encode())
    assert read is not None
    assert isinstance(read.value, dict)
    assert key.partition(":")[0] in read.value
    assert [problem.code for problem in problems] == ["closing-words"]


@pytest.mark.parametrize(
    ("below", "code"),
    [
        ("if: {hex: D8, is: empty}\nThanks\n", "part-apart"),
        ("if: {hex: D8, is: empty}\n- place: pink L6\n", "part-apart"),
        ("times: 2\n- place: pink L6\nThanks\n", "part-apart"),
        ("if you like\n- place: pink L6\n", "unclear-line"),
    ],
)
def test_a_part_of_an_order_that_lost_its_indentation_is_named(below: str, code: str) -> None:
    read, problems = read_sent(f"{ORDERS}{below}".encode())
    if read is not None:
        problems = (*problems, *check_schema(read.value, (), read, "move-file"))
    assert (code, 6) in [(problem.code, problem.place.line) for problem in problems]


@pytest.mark.parametrize(
    ("words", "code"),
    [("Notes: all is well", "text-below"), ("see: the attached rules", "text-below"), ("From: Otto", "text-around")],
)
def test_a_word_with_a_colon_below_an_empty_line_is_no_key(words: str, code: str) -> None:
    read, problems = read_sent(f"{ORDERS}\n{words}\n\nThanks\nDora\n".encode())
    assert read is not None
    assert [problem.code for problem in problems] == [code]


@pytest.mark.parametrize(
    "below", ["Cheers,\nI accept\nT: 030 1234567", "then place pink L6", "end turn", "do not go to A4, please"]
)
def test_text_apart_below_the_orders_is_named_at_its_line(below: str) -> None:
    problems = read_sent(f"{ORDERS}\n{below}\n\nThanks\nDora\n".encode())[1]
    line = ORDERS.count("\n") + 2
    assert [(problem.code, problem.place.line) for problem in problems] == [("text-below", line)]


def find_told(text: str) -> list[int]:
    """The lines that are named as text below the file in ``text``, from the first below :data:`ORDERS` on."""
    read, problems = read_sent(text.encode())
    assert read is not None
    return [problem.place.line - ORDERS.count("\n") for problem in problems if problem.code == "text-below"]


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("note: away on\n", "Monday\n\nTuesday"),
        ("note: away until Monday\n", "Mei"),
        ("press:\n- to: all\n  text: Hello Eve,\n", "Attack"),
        ("note: call me at\n", "030 123456"),
        ("note: \u043c\u0435\u043d\u044f \u043d\u0435\u0442 \u0434\u043e\n", "\u041c\u0430\u044f"),
    ],
)
def test_a_word_below_a_text_that_does_not_end_may_be_the_rest_of_it(text: str, below: str) -> None:
    assert find_told(f"{ORDERS}{text}\n{below}\n") == [text.count("\n") + 2]
    assert find_told(f"{ORDERS}{text.rstrip()}.\n\n{below}\n") == []


@pytest.mark.parametrize("end", ["Dora", "Dora K\xf6hler", "Thanks!", "Best\nDora"])
def test_the_name_of_the_seat_below_a_text_is_none_of_it(end: str) -> None:
    assert find_told(f"{ORDERS}note: away on Monday\n\n{end}\n") == []


@pytest.mark.parametrize(
    "word", ["Pass", "Yes", "Pink", "Not Pink", "\u6211\u661f\u671f\u4e00\u4e4b\u524d\u4e0d\u5728"]
)
def test_a_word_of_the_orders_or_of_an_answer_is_no_name(word: str) -> None:
    assert find_told(f"{ORDERS}\n{word}\n") == [2]


SIGNATURES = [
    "Sent from my iPhone",
    "-- \nDora K\xf6hler\nMainstr. 5\n12345 Berlin",
    "Dora\nTel: 030 1234",
    "```",
    "____________",
    "Dora\nDora | Physics | ACME",
]


@pytest.mark.parametrize("above", SIGNATURES)
@pytest.mark.parametrize("said", ["PS: see you", "actually A4", "Please change that", "Otto: pink A4"])
def test_an_afterthought_below_a_signature_is_named(said: str, above: str) -> None:
    assert find_told(f"{ORDERS}\n{above}\n\n{said}\n") == [above.count("\n") + 4]


@pytest.mark.parametrize("above", SIGNATURES)
def test_an_order_below_a_signature_is_not_left_out(above: str) -> None:
    problems = read_sent(f"{ORDERS}\n{above}\n\nplace: pink A4\n".encode())[1]
    assert [problem.code for problem in problems] == ["order-apart"]


@pytest.mark.parametrize("said", ["I'm away until Monday", "Bin bis Montag weg", "Is Otto ill?"])
@pytest.mark.parametrize("above", ["Cheers,\nDora", "Sent from my iPhone", "Dora\nTel: 030 1234"])
def test_a_sentence_below_a_closing_is_named(said: str, above: str) -> None:
    assert find_told(f"{ORDERS}\n{above}\n\n{said}\n") == [above.count("\n") + 4]


@pytest.mark.parametrize(
    "end",
    [
        "-- \nDora\n\nThe best way out is always through the desert.",
        'Dora\n\n"The best way out is always through."',
        "Regards,\nDora K\xf6hler\nSenior Engineer\nT: +49 30 1234567 | M: +49 170 1234567\ndora@example.org",
        "Sch\xf6ne Gr\xfc\xdfe und bis bald!\nDora",
        "\xc0 plus,\nDora",
        "Dora K\xf6hler | Senior Engineer | ACME\nBuilding 12\nwww.example.org",
        "Dora\n\n-- \nRoom B12\nHouse 4-5",
        "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
        "Von meinem/meiner Galaxy gesendet",
        "Obtenez Outlook pour iOS<https://aka.ms/o0ukef>",
        "Yahoo Mail: Search, organize, conquer",
        "sent from my phone, please excuse typos",
        "\u53d1\u81ea\u6211\u7684iPhone",
        "Trimis de pe iPhone-ul meu",
        "https://example.org/dora",
        "Dora K\xf6hler, Mainstr. 5, 12345 Berlin",
        "Dora | Tel. 030 1234",
        "+49 30 1234567",
        "*Dora K\xf6hler*",
        "*Mei Lin*",
        "[Sent with Airmail]",
        "To unsubscribe from this group, send a message to table+u@example.org\nand wait for the answer",
        "To view this discussion visit https://example.org/d",
        "Dora\n\nThe words above are for the addressee alone and may be\nconfidential. Whoever copies them is lost",
        "\u041e\u0442: The table <table@example.org>\n\u0422\u0435\u043c\u0430: g42\n\nwho is away until Monday?",
    ],
)
def test_what_programs_firms_and_lists_put_below_a_mail_is_not_named(end: str) -> None:
    assert find_told(f"{ORDERS}\n{end}\n") == []


@pytest.mark.parametrize("postscript", ["PS: see you on Sunday", "P.S. make that A4", "pps, is Otto ill?"])
@pytest.mark.parametrize("closing", ["", "\nThanks!\n", "\nMit freundlichen Gr\xfc\xdfen\nDora\n"])
def test_a_postscript_is_no_key_and_is_named_at_its_line(closing: str, postscript: str) -> None:
    read, problems = read_sent(f"{ORDERS}{closing}\n{postscript}\n".encode())
    below = [problem.place.line for problem in problems if problem.code == "text-below"]
    assert (read is not None, below) == (True, [(ORDERS + closing).count("\n") + 2])


@pytest.mark.parametrize("above", ["", "Thanks!\n\n", "Dora\n\n", "# --- to here ---\n"])
@pytest.mark.parametrize("said", ["Actually make that A4", "sorry, but ignore the second one", "Wait", "STOP"])
def test_whoever_thinks_better_of_his_orders_is_told_that_it_was_left_out(said: str, above: str) -> None:
    problems = read_sent(f"{ORDERS}\n{above}{said}\n".encode())[1]
    below = [problem.place.line for problem in problems if problem.code == "text-below"]
    assert below == [(ORDERS + above).count("\n") + 2]


@pytest.mark.parametrize(
    "last",
    [
        "Tel: 030 123",
        "Dora\nE-Mail: dora@example.org",
        "Disclaimer: for you alone",
        "Op zo 29 nov. 2026 om 15:24 schreef The table <table@example.org>:\n> Hello",
        "Den s\xf6n 29 nov. 2026 kl 15:24 skrev The table <table@example.org>:\n> Hello",
        "29.11.2026, 15:24, The table \u043f\u0438\u0448\u0435\u0442:\n> Hello",
        "2026\u5e7411\u670829\u65e5 15:24 The table <table@example.org> \u5199\u9053\uff1a\n> Hello",
    ],
)
def test_what_stands_below_a_name_and_above_a_quoted_mail_is_no_key(last: str) -> None:
    read, problems = read_sent(f"{ORDERS}\n{last}\n".encode())
    assert (read is not None, {problem.code for problem in problems}) == (True, {"text-around"})


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    "head",
    [
        "On Sun, 29 Nov 2026 at 15:24, The table of the oasis game\n<table@example.org> wrote:",
        "\u0392\u03b1\u03c3\u03af\u03bb\u03b7\u03c2, 29 \u039d\u03bf\u03b5 2026, \u03ad\u03b3\u03c1\u03b1\u03c8\u03b5:",
    ],
)
def test_the_head_of_a_quoted_mail_may_have_two_lines_and_any_language(head: str, between: str) -> None:
    read, problems = read_sent(f"{ORDERS}\n{head}{between}> Hello\n> place: x\n".encode())
    assert (read is not None, {problem.code for problem in problems}) == (True, {"text-around"})


@pytest.mark.parametrize("said", ["Dear all, one question:\n\nwho leads?", "Please look: I am away"])
def test_words_with_a_colon_are_no_key(said: str) -> None:
    read, problems = read_sent(f"{ORDERS}\n{said}\n".encode())
    assert (read is not None, {problem.code for problem in problems}) == (True, {"text-below"})


@pytest.mark.parametrize("text", ["PS: see you", "Tel: 030 123", "Dear all, one question:", "checked: 4f3c 91d2"])
def test_the_end_of_a_mail_alone_is_left_as_it_is(text: str) -> None:
    assert mend(text) == MendedText(text)


def test_a_postscript_right_below_the_orders_may_be_anything() -> None:
    problems = read_sent(f"{ORDERS}PS: see you\n".encode())[1]
    assert [problem.code for problem in problems] == ["unclear-line"]


def test_the_last_line_of_a_report_below_its_form_is_no_key() -> None:
    read, problems = read_sent(f"{ORDERS}# --- to here ---\nchecked: 4f3c 91d2\n".encode())
    assert (read is not None, [problem.code for problem in problems]) == (True, ["text-around"])


def test_a_letter_may_end_with_thanks() -> None:
    letter = "press:\n- to: all\n  text: |\n    Hello\n    Thanks,\n    Dora\n"
    read, problems = read_sent(f"{ORDERS}{letter}".encode())
    assert (read is not None, problems) == (True, ())
    problems = read_sent(f"{ORDERS}press:\n- to: all\n  text: Hello\nThanks\n".encode())[1]
    assert [(problem.code, problem.gravity) for problem in problems] == [("unclear-line", Gravity.INVALID)]
