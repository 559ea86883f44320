"""A receipt is a small report to a player: what was understood, what it does, what is missing, until when it counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, Ran, adjudicate, copy_game

UNTIL = (
    "You can change your orders until the turn runs. It runs when everybody has answered, or else after "
    "Tuesday 22 September 2026, 08:00 UTC."
)
HEAD = "game: g42\nturn: 7\nseat: dora\n"
CORRECTED = "Your file with these mistakes corrected, to copy and send:\n\n"


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For commands that only read."""
    return copy_game("g42", tmp_path_factory.mktemp("untouched"))


def send(command: str, game: Path, orders: str, head: str = HEAD) -> Ran:
    file = game.parent / "dora.yaml"
    file.write_text(head + orders)
    return adjudicate(command, game, file, "--seat", "dora", "--now", BEFORE_DEADLINE)


def test_a_receipt_says_what_the_orders_do_and_until_when_they_can_be_changed(g42: Path) -> None:
    ran = send("submit", g42, "orders:\n  - place: [p5 y, o6 y]\n  - place: purple N5\nfallback: []\n")
    *lines, number = ran.out.splitlines()
    assert lines == [
        "Thanks, Dora. Your orders for turn 7 are valid; they replace your earlier ones.",
        "",
        "What they will do, as far as you can know now:",
        (
            "  Line 5 (place yellow P5 or yellow O6): place yellow P5, which depends on chen; otherwise the next "
            "choice that is left."
        ),
        "  Line 6: place purple N5, which depends on chen.",
        "",
        "On file:",
        "  You have no fallback orders.",
        "  Removed: place yellow P5 or yellow O6 or red F5; place purple N5 or red F5.",
        "",
        "Nothing is missing: the turn does not have to wait for you.",
        f"{UNTIL} It may run at once if the others have already answered.",
    ]
    assert number.startswith("Receipt ")
    again = send("submit", g42, "orders:\n  - place: [p5 y, o6 y]\n  - place: purple N5\nfallback: []\n")
    assert again.out.splitlines()[0] == "Thanks, Dora. We have these orders already, and they count."
    late = adjudicate("submit", g42, g42.parent / "dora.yaml", "--seat", "dora", "--now", "2026-09-22T08:00:00Z")
    assert "until the turn runs, which may be at any moment: the deadline has passed." in late.out
    assert again.out.splitlines()[1:] == [*lines[1:], number]


def test_of_orders_with_conditions_it_does_not_say_that_nothing_is_missing(untouched: Path) -> None:
    ran = send(
        "check", untouched, "orders:\n  - place: yellow P5\n    if: {hex: P5, is: taken}\n  - place: purple N5\n"
    )
    assert "\nThe turn does not have to wait for you.\n" in ran.out
    assert "Nothing is missing" not in ran.out


def test_it_says_what_is_missing_and_what_silence_would_bring(untouched: Path) -> None:
    ran = send("check", untouched, "orders:\n  - place: yellow P5\n")
    assert ran.out.splitlines() == [
        (
            "Thanks, Dora. Your orders for turn 7 are accepted; they would replace your earlier ones. Please look at "
            "this, though:"
        ),
        (
            "dora.yaml:4:1: remark: only 1 of your 2 camels is ordered; add another camel, or everybody has to wait "
            "for you"
        ),
        "",
        "What they will do, as far as you can know now:",
        "  Line 5: place yellow P5, which depends on chen.",
        "",
        "On file:",
        "  Removed: place yellow P5 or yellow O6 or red F5; place purple N5 or red F5.",
        "",
        "Not yet answered in full:",
        (
            "  Place 2 camels. bilal and chen will move before you, so give alternatives. If you send nothing, as "
            "things stand you place a yellow camel on P5 (your orders); then the game waits for you: you have no "
            "order for the rest of this move."
        ),
        "",
        UNTIL,
        "This was only a check: nothing has been filed.",
    ]


def test_a_file_without_orders_says_that_those_on_file_stay(untouched: Path) -> None:
    ran = send("check", untouched, "fallback:\n  - place: yellow P5\ndraft: true\n")
    assert "Thanks, Dora. Your orders for turn 7 are valid.\n" in ran.out
    assert (
        "  Your orders stay as they are: place yellow P5 or yellow O6 or red F5; place purple N5 or red F5.\n"
        in ran.out
    )
    assert "  Your orders are marked as a draft: they do not make the turn run early.\n" in ran.out
    assert "Nothing is missing" not in ran.out


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("note: I am away\n", "note is"),
        ("press:\n- {to: all, text: hello}\n", "letter is"),
        ("note: I am away\npress:\n- {to: all, text: hello}\n- {to: [chen], text: you}\n", "note and letters are"),
    ],
)
def test_a_file_without_orders_is_not_thanked_for_orders_and_says_that_they_are_awaited(
    tmp_path: Path, said: str, what: str
) -> None:
    game = copy_game("g42", tmp_path)
    for filed in (game / "inbox" / "dora").iterdir():
        filed.unlink()

    first, again = (send("submit", game, said).out for _ in range(2))

    assert first.startswith(f"Thanks, Dora. Your {what} in; your orders for turn 7 are still awaited.\n")
    assert again.startswith("Thanks, Dora. We have this file already, and it counts.\n")
    assert "\n  You have no orders on file.\n" in first
    assert "\nYou can send another file until the turn runs." in first


def test_orders_kept_for_later_are_told_as_they_were_understood(untouched: Path) -> None:
    ran = send("check", untouched, "fallback:\n  - place: P-5 y or o6\n")
    assert "  Your fallback orders from now on: place yellow P5 or yellow O6.\n" in ran.out


@pytest.mark.parametrize(
    ("file", "corrected"),
    [
        pytest.param(
            "orders:\n  - plcae: [yelow P5, yellow O6]   # west\n  - purpel N5\n",
            "orders:\n- place: [yellow P5, yellow O6]   # west\n- place: purple N5\n",
            id="misspelt",
        ),
        pytest.param(
            "oders:\n  - place: yellow P5\n    place: purple N5\n",
            "orders:\n- place: yellow P5\n- place: purple N5\n",
            id="a key, and a dash that was left out",
        ),
        pytest.param(
            "orders:\n  - place: [yellow P5, yelow O6\n  - place: pruple N5\n",
            "orders:\n- place: [yellow P5, yellow O6]\n- place: purple N5\n",
            id="a bracket that hides the rest",
        ),
        pytest.param(
            "orders:\n  - place: \u201cyelow P5\u201d\n  - place: purple\u00a0N5   # 2nd\n",
            "orders:\n- place: yellow P5\n- place: purple N5   # 2nd\n",
            id="characters of a mail program beside a mistake",
        ),
        pytest.param("orders: place yellow P5\n", "orders:\n- place: yellow P5\n", id="an order behind its list's key"),
        pytest.param(
            "orders:\n  - place: yellow P5, then purple N5\n",
            "orders:\n- place: yellow P5\n- place: purple N5\n",
            id="one order, then another",
        ),
        pytest.param(
            "orders:\n  - place: yellow P5\n    if: {hex P5, is empty}\n  - place: purple N5\n",
            "orders:\n- place: yellow P5\n  if: {hex: P5, is: empty}\n- place: purple N5\n",
            id="a condition without its colons",
        ),
        pytest.param(
            "orders:\n- place: yellow P5\n- place: purple N5\n  if: {hex: P5, is: takn}\n",
            "orders:\n- place: yellow P5\n- place: purple N5\n  if: {hex: P5, is: taken}\n",
            id="a word of a condition misspelt",
        ),
        pytest.param(
            "- place: yellow P5\n- place: purple N5\n",
            "orders:\n- place: yellow P5\n- place: purple N5\n",
            id="a list without its key",
        ),
        pytest.param(
            "orders: []\npress:\n  - to: everyone\n    text: Hello\n",
            "orders: []\npress:\n- to: all\n  text: Hello\n",
            id="a letter to everybody in another word",
        ),
        pytest.param(
            "orders: [place yellow P5, purple N5]   # both\n",
            "orders: [{place: yellow P5}, {place: purple N5}]   # both\n",
            id="orders in brackets",
        ),
        pytest.param(
            "orders:\n- yellow P5\n- purple N5\n- yellow O6   # then\n- purple O5, then purple O6\n",
            "orders:\n- place: yellow P5\n- place: purple N5\n- place: yellow O6   # then\n- place: purple O5\n"
            "- place: purple O6\n",
            id="orders for a later move too",
        ),
    ],
)
def test_a_refusal_ends_with_the_corrected_file(untouched: Path, file: str, corrected: str) -> None:
    ran = send("check", untouched, file)
    assert ran.code == 1
    assert ran.out.endswith(f"{CORRECTED}{HEAD}{corrected}\nThis was only a check: nothing has been filed.\n")
    assert send("check", untouched, corrected).code == 0


def test_a_file_with_the_line_ends_of_windows_is_given_back_with_plain_ones(untouched: Path) -> None:
    wrong = b"orders:\r\n- place: yelow P5\r\n- place: purple N5\r\n"
    file = untouched.parent / "windows.yaml"
    file.write_bytes(HEAD.replace("\n", "\r\n").encode() + wrong)
    ran = adjudicate("check", untouched, file, "--seat", "dora", "--now", BEFORE_DEADLINE)
    assert f"{CORRECTED}{HEAD}orders:\n- place: yellow P5\n- place: purple N5\n\n" in ran.out


def test_a_head_as_the_last_line_of_a_report_shows_it_is_corrected(untouched: Path) -> None:
    head = adjudicate("show", untouched, "--format", "json").json["head"]
    orders = "orders:\n- place: yellow P5\n- place: purple N5\n"
    ran = send("check", untouched, f"after: {head[:4]} {head[4:8].upper()}\n{orders}")
    assert ran.out.endswith(
        f'{CORRECTED}{HEAD}after: "{head[:8]}"\n{orders}\nThis was only a check: nothing has been filed.\n'
    )


def test_a_file_without_game_and_turn_is_given_back_with_both(untouched: Path) -> None:
    orders = "seat: dora\norders:\n- place: yellow P5\n- place: purple N5\n"

    ran = send("check", untouched, orders, head="")

    assert "the file needs the key 'game'; write 'game: g42'" in ran.out
    assert f"{CORRECTED}game: g42\nturn: 7\n{orders}" in ran.out


@pytest.mark.parametrize(
    "bare",
    ["place yellow P5\nplace purple N5\n", "yellow P5\n\npurple N5\n", "- place: yellow P5\n- place: purple N5\n"],
)
def test_orders_without_a_form_are_given_back_in_one(untouched: Path, bare: str) -> None:
    ran = send("check", untouched, bare, head="")

    assert "dora.yaml:1:1: invalid: this is not the form: there is no line such as 'game: ...'" in ran.out
    said = ran.out.split(CORRECTED)[1].replace("\n\n- ", "\n- ")
    assert said.startswith("game: g42\nturn: 7\norders:\n- place: yellow P5\n- place: purple N5\n")


@pytest.mark.parametrize(("end", "is_corrected"), [("", True), ("Thanks, Dora\n", False), ("\nDora\n", False)])
def test_orders_right_below_the_head_of_a_form_are_listed(untouched: Path, end: str, is_corrected: bool) -> None:
    ran = send("check", untouched, f"place yellow P5\nplace purple N5\n{end}")

    assert "dora.yaml:4:1: invalid: it is not clear whether this line belongs to your move file" in ran.out
    assert (CORRECTED in ran.out) is is_corrected
    if is_corrected:
        assert f"{CORRECTED}{HEAD}orders:\n- place: yellow P5\n- place: purple N5\n" in ran.out


@pytest.mark.parametrize(
    ("above", "below", "is_corrected"),
    [
        ("", "place yellow P5\nplace purple N5\n", True),
        ("", "\nplace yellow P5\n\nplace purple N5\n", True),
        ("", "1. yellow P5\n2. purple N5\n", True),
        ("Hello,\n\n", "yellow P5\npurple N5\n", True),
        ("", "yellow P5\npurple N5\n\nDora\n", False),
        ("", "I need more time.\n", False),
        ("", "yellow P5 and\npurple N5\n", False),
    ],
)
def test_orders_below_an_empty_line_below_the_head_of_a_form_are_listed(
    untouched: Path, above: str, below: str, is_corrected: bool
) -> None:
    ran = send("check", untouched, f"{above}{HEAD}\n{below}", head="")

    assert ran.code == 1
    assert (CORRECTED in ran.out) is is_corrected
    if is_corrected:
        said = ran.out.split(CORRECTED)[1].replace("\n\n- ", "\n- ")
        assert said.startswith(f"{HEAD}orders:\n- place: yellow P5\n- place: purple N5\n")


@pytest.mark.parametrize(
    "text",
    [
        *("Hello,\n\nplace yellow P5\n\nDora\n", "yellow P5, purple N5\n", "I need more time.\n"),
        *(f"place yellow P5\nplace purple N5\n{end}\n" for end in ("Thanks, Dora", "Kind regards", "See you")),
    ],
)
def test_of_a_text_without_a_form_that_is_more_than_orders_nothing_is_guessed(untouched: Path, text: str) -> None:
    ran = send("check", untouched, text, head="")

    assert "dora.yaml:1:1: invalid: this is not the form" in ran.out
    assert CORRECTED not in ran.out
    assert "on one line" not in ran.out


def test_a_refusal_says_what_is_missing_and_until_when_another_file_can_be_sent(
    untouched: Path, tmp_path: Path
) -> None:
    told = send("check", untouched, "orders:\n  - place: mauve P5\n").out
    assert f"\n{UNTIL.replace('change your orders', 'send another file')}\n" in told
    assert "Not yet answered" not in told  # for Dora's earlier file counts
    file = tmp_path / "chadi.yaml"
    file.write_text("game: caravan\nturn: 65\nseat: chadi\norders:\n  - bid: 2 camels\n")
    told = adjudicate("check", copy_game("caravan", tmp_path), file, "--seat", "chadi").out
    assert "\nNot yet answered in full:\n  dora built, so everybody votes on where the next camel goes. " in told


def test_a_refusal_lists_nothing_that_does_not_stand_in_the_file(untouched: Path) -> None:
    ran = send("check", untouched, "orders:\n  - either:\n    - yellow P5\n    - purple N5\n  - place: red F5\n")
    assert "dora.yaml:7:7: invalid: in place of the order in line 5 write '- place: [yellow P5, purple N5]'" in ran.out
    assert "a closed bracket" not in ran.out


def test_a_mistake_in_quoted_mail_is_corrected_without_the_mail(untouched: Path) -> None:
    lines = f"{HEAD}orders:\n- place: yellow P5\n- place: purple N5\n"
    quoted = "".join(f"> {line}\n" for line in lines.replace("yellow", "yelow").splitlines())
    assert f"{CORRECTED}{lines}\n" in send("check", untouched, f"Hello, my orders:\n\n{quoted}", head="").out


def test_a_corrected_file_has_a_place_for_the_token_and_not_the_token(untouched: Path) -> None:
    (letter,) = (untouched / "outbox").glob("*dora*")
    token = next(line for line in letter.read_text().splitlines() if line.startswith("token:"))
    file = untouched.parent / "mail"
    file.write_text(f"{HEAD}{token}\norders:\n  - place: yelow P5\n  - place: purple N5\n")
    ran = adjudicate("check", untouched, file, "--seat", "dora", "--now", BEFORE_DEADLINE)
    words = CORRECTED.replace(", to copy and send:", ". Copy it, fill in your token, send it:")
    assert f"{words}{HEAD}token:   # the one in your invitation\norders:\n- place: yellow P5\n" in ran.out
    assert token.split()[1] not in ran.out + ran.err


@pytest.mark.parametrize(
    "orders",
    [
        pytest.param("  - place: blue P5\n  - place: purple N5\n", id="no such colour"),
        pytest.param("  - place: yellow P9\n  - place: purple N5\n", id="illegal"),
        pytest.param("  - place: yellow P5, O6\n  - place: purple N5\n", id="two readings"),
        pytest.param("  - yelow P5\n  - place: blue N5\n", id="one mistake of two"),
        pytest.param("  - place: yellow P5 or yellow\n  - place: purple N5\n", id="half an alternative"),
        pytest.param("  - yellow P5 or yelow\n  - place: purple N5\n", id="half an alternative, misspelt"),
        pytest.param("  - place: yellow P5 or P\n  - place: purple N5\n", id="half a hex"),
        pytest.param("  - place yellow P5 or yellow P99\n  - place: purple N5\n", id="an alternative off the board"),
        pytest.param("  - place: yellow P5\n    if: {hex: P5}\n", id="half a question"),
        pytest.param("  - place: yellow P5\n    if: {hex: P5, is: untaken}\n", id="the opposite of a word"),
    ],
)
def test_nothing_is_guessed(untouched: Path, orders: str) -> None:
    ran = send("check", untouched, f"orders:\n{orders}")
    assert ran.code == 1
    assert CORRECTED not in ran.out


@pytest.mark.parametrize("orders", ["  - place: yellow P5\n  - place: purple N5\n", "  - plase: yellow P5\n"])
def test_what_a_player_gets_names_no_place_on_the_disk(g42: Path, orders: str) -> None:
    ran = send("submit", g42, f"orders:\n{orders}")
    assert "inbox" not in ran.out
    assert str(g42.parent) not in ran.out
    assert str(g42.parent) in ran.err
    assert "inbox/dora/" in ran.err


def test_who_is_too_early_late_or_not_wanted_any_more_is_told_so(untouched: Path, tmp_path: Path) -> None:
    openings = {
        5: "Sorry, Dora. This file does not answer the newest report",
        6: "Sorry, Dora. This file came too late",
        8: "Sorry, Dora. This file is for a later turn",
    }
    stays = "; your earlier orders for this turn still count:"
    for turn, opening in openings.items():
        ran = send("check", untouched, "orders: []\n", head=f"game: g42\nturn: {turn}\nseat: dora\n")
        assert (ran.code, ran.out.splitlines()[0]) == (3, f"{opening}{stays}")
    newest = adjudicate("show", untouched, "--format", "json").json["head"][:16]
    head = f"game: g42\nturn: 6\nseat: dora\nafter: {newest}\n"
    ran = send("check", untouched, "orders: []\n", head=head)
    assert (ran.code, f"{CORRECTED}{head.replace('turn: 6', 'turn: 7')}orders: []\n" in ran.out) == (3, True)
    over = copy_game("finished-2005", tmp_path)
    file = tmp_path / "jamal.yaml"
    file.write_text("game: finished-2005\nturn: 18\nseat: jamal\norders:\n- P5, whatever that is\n")
    told = adjudicate("check", over, file, "--seat", "jamal").out.splitlines()
    assert told[0] == "Thanks, Jamal. Nothing more is needed: the game is over; you need not send anything."
    file.write_text("game: finished-2005\nturn: 18\nseat: jamal\npress:\n- to: all\n  text: well played\n")
    told = adjudicate("check", over, file, "--seat", "jamal").out.splitlines()
    undelivered = "the game is over, so what you wrote under 'press:' goes to nobody."
    assert told[0] == f"Thanks, Jamal. Nothing more is needed: {undelivered}"
