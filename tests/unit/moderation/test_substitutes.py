"""Substitutes in a chain, each with a token of their own, and the player who comes back with a file."""

from __future__ import annotations

import json
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import cast

import pytest
from unit.moderation.tables import Table, found

from adjudicator.acts.filing import check_bytes, submit_file
from adjudicator.acts.moderation.recording import ActResult
from adjudicator.acts.moderation.seats import end_substitution, give_to_house, replace_player, substitute_player
from adjudicator.acts.run import run_turn
from adjudicator.acts.status import read_status
from adjudicator.core.instant import add_hours
from adjudicator.core.recorded_act import tell_act
from adjudicator.core.refusals import ActRefusedError


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of which a turn has run."""
    table = found(tmp_path)
    table.play(1)
    return table


def token_in(table: Table, name: str) -> str:
    """The token in the letter called ``name``, a text or a mail."""
    data = table.read(name)
    text = data.decode()
    if name.endswith(".eml"):
        body = cast("EmailMessage", message_from_bytes(data, policy=default)).get_body(("plain",))
        text = "" if body is None else body.get_content().replace("\r\n", "\n")
    found = re.search(r"^token: (\S+)$", text, re.MULTILINE)
    assert found is not None
    return found[1]


def own_token(table: Table) -> str:
    """The token of ann."""
    return token_in(table, "outbox/0000-ann-invitation.txt")


def token_of(table: Table, recorded: ActResult) -> str:
    return token_in(table, next(letter for letter in recorded.letters if "invitation" in letter))


def substitute(table: Table, name: str) -> str:
    """The token of the substitute called ``name`` of ann's seat."""
    address = f"{name.lower()}@example.org"
    recorded = substitute_player(table.path, "ann", name, address, "ill", name.encode().ljust(32), table.now)
    return token_of(table, recorded)


def is_taken(table: Table, token: str) -> bool:
    """Whether a file with ``token`` speaks for ann."""
    text = f"game: toy\nturn: {table.newest + 1}\nseat: ann\ntoken: {token}\norders: []\n"
    table.hours += 1
    answer, _ = submit_file(table.path, text.encode(), "ann.yaml", None, table.now)
    return not answer.refused_speaker


def holder(table: Table) -> str:
    entry = json.loads(table.read("private/seats.json"))["ann"]
    assert isinstance(entry["address"], str)
    return entry["address"]


def test_a_chain_of_substitutes_ends_with_a_file_of_the_player(table: Table) -> None:
    own = own_token(table)
    first = substitute(table, "Fay")
    second = substitute(table, "Gus")
    assert holder(table) == "gus@example.org"
    assert is_taken(table, second)
    assert holder(table) == "gus@example.org"
    assert is_taken(table, own)
    assert holder(table) == ""
    assert not is_taken(table, first)
    assert not is_taken(table, second)
    assert is_taken(table, own)
    words = [act.change for act in table.opened.pending]
    assert [getattr(change, "ends", None) for change in words] == [False, False, True]
    assert read_status(table.path).lineage == (
        (
            "ann",
            "to Fay as a substitute after turn 1; to Gus as a substitute after turn 1; back to its player after turn 1",
        ),
    )
    table.send()
    table.run()
    told = " ".join(table.read("turns/0002/reports/public.txt").decode().split())
    assert "gave ann's seat to Fay as a substitute, until ann sends a file again" in told
    assert "ann has the seat back from a substitute. ann has sent a file." in told
    assert table.findings(reports=True) == []
    kept = b"".join(
        path.read_bytes() for path in Path(table.path).rglob("*") if path.is_file() and "outbox" not in str(path)
    )
    assert not any(token.encode() in kept for token in (own, first, second))


@pytest.mark.parametrize("taken", [True, False], ids=["accepted", "refused"])
@pytest.mark.parametrize("by_run", [True, False], ids=["by a run", "before another file"])
def test_a_file_of_the_player_that_is_copied_into_the_inbox_ends_it_like_one_that_comes_by_mail(
    table: Table, by_run: bool, taken: bool
) -> None:
    own, lent = own_token(table), substitute(table, "Fay")
    table.hours += 1
    orders = "orders: []" if taken else "orders: ["
    folder = Path(table.path, "inbox", "ann")
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("mine.yaml").write_text(f"game: toy\nturn: {table.newest + 1}\nseat: ann\ntoken: {own}\n{orders}\n")
    if by_run:
        run_turn(table.path, None, table.now)
    else:
        table.submit("bob", f"game: toy\nturn: {table.newest + 1}\nseat: bob\norders: []\n")
    assert holder(table) == ("" if taken else "fay@example.org")
    assert is_taken(table, lent) != taken
    assert is_taken(table, own)
    assert not list(folder.glob("mine*"))
    assert table.findings(reports=True) == []


def test_the_substitute_in_between_comes_back_with_a_file(table: Table) -> None:
    first = substitute(table, "Fay")
    second = substitute(table, "Gus")
    assert is_taken(table, first)
    assert holder(table) == "fay@example.org"
    assert not is_taken(table, second)
    _, lineage = read_status(table.path).lineage[0]
    assert lineage.endswith("; back to Fay as a substitute after turn 1")
    act = table.opened.pending[-1]
    assert tell_act(act).startswith("Fay plays ann's seat again as a substitute, until ann sends a file again. Fay has")
    assert act.reason == "Fay has sent a file"


def test_the_moderator_gives_a_seat_back_link_by_link(table: Table) -> None:
    first, own = substitute(table, "Fay"), own_token(table)
    second = substitute(table, "Gus")
    told = end_substitution(table.path, "ann", "Gus has gone", table.now).letters
    assert all(b"back to Fay as a substitute" in b" ".join(table.read(name).split()) for name in told)
    assert not is_taken(table, second)
    assert holder(table) == "fay@example.org"
    end_substitution(table.path, "ann", "Ann is well", add_hours(table.now, 1))
    assert tell_act(table.opened.pending[-1]).startswith("The moderator gave ann the seat back. ")
    table.hours += 1
    assert not is_taken(table, first)
    assert is_taken(table, own)
    with pytest.raises(ActRefusedError, match="no substitute plays ann"):
        end_substitution(table.path, "ann", "again", table.now)


def test_the_substitute_is_told_that_the_player_is_back_and_the_player_where_the_moderator_says_so(
    table: Table,
) -> None:
    substitute(table, "Fay")
    told = end_substitution(table.path, "ann", "Ann is well", table.now).letters
    assert any(b"fay@example.org" in table.read(name) for name in told if "-ann-substitute" in name)
    assert json.loads(table.read("private/seats.json"))["ann"]["released"] == ["fay@example.org"]
    substitute(table, "Gus")
    assert end_substitution(table.path, "ann", "well again", add_hours(table.now, 1)).letters
    assert table.findings(reports=True) == []


@pytest.mark.parametrize("by_file", [False, True], ids=["by the moderator", "by a file of the player"])
def test_a_substitute_without_an_address_is_thanked_by_name(table: Table, by_file: bool) -> None:
    own = own_token(table)
    substitute_player(table.path, "ann", "Fay", "", "ill", b"f" * 32, table.now)
    if by_file:
        assert is_taken(table, own)
    else:
        end_substitution(table.path, "ann", "Ann is well", table.now)
    released = " ".join(table.read("outbox/0001-ann-substitute-0002.txt").decode().split())
    assert "Thank you for playing, Fay. Your token no longer works" in released


def test_who_takes_a_seat_back_with_a_file_gets_the_report_that_only_the_substitute_has_had(tmp_path: Path) -> None:
    table = found(tmp_path, addresses={"ann": "ann@example.org"})
    own = token_in(table, "outbox/0000-ann-invitation.eml")
    substitute(table, "Fay")
    table.play(1)
    assert is_taken(table, own)
    mail = read_mail(table, "outbox/0001-ann-return-0002.eml")
    assert (mail["To"], mail["Subject"]) == ("ann <ann@example.org>", "toy: the seat is yours again")
    attached = {part.get_filename(): part.get_payload(decode=True) for part in mail.iter_attachments()}
    assert attached["toy-0001-ann.html"] == table.read("turns/0001/reports/ann.html")
    body = mail.get_body(("plain",))
    assert body is not None
    text = " ".join(body.get_content().split())
    assert "You have your seat back from a substitute. You have sent a file. Your newest report is below." in text
    assert table.findings(reports=True) == []


def test_a_player_without_an_address_has_a_letter_too_that_gives_the_seat_back(table: Table) -> None:
    substitute_player(table.path, "ann", "Fay", "", "ill", b"f" * 32, table.now)
    assert "outbox/0001-ann-return-0002.txt" in end_substitution(table.path, "ann", "Ann is well", table.now).letters
    returned = table.read("outbox/0001-ann-return-0002.txt").decode()
    assert "The moderator gave you your seat back." in returned
    assert "Thank you for playing" not in returned
    assert returned.endswith(f"\n\n\n{table.read('turns/0001/reports/ann.txt').decode()}")


def read_mail(table: Table, name: str) -> EmailMessage:
    return cast("EmailMessage", message_from_bytes(table.read(name), policy=default))


def test_letters_to_a_seat_call_the_substitute_who_plays_it(table: Table) -> None:
    own, lent = own_token(table), substitute(table, "Fay")
    text = f"game: toy\nturn: {table.newest + 1}\nseat: ann\ntoken: {{}}\norders:\n- fly: moon\n"
    names = [
        submit_file(table.path, text.format(token).encode(), "a.yaml", None, table.now)[0].name for token in (lent, own)
    ]
    assert names == ["Fay", "Ann"]
    table.send()
    table.run()
    to = [read_mail(table, f"outbox/{path.name}")["To"] for path in Path(table.path, "outbox").glob("0002-ann-*.eml")]
    assert to == ["Fay <fay@example.org>"]
    substitute(table, "Gus")
    told = end_substitution(table.path, "ann", "Gus has gone", table.now).letters
    assert [str(read_mail(table, name)["To"]) for name in told if "-ann-" in name] == [
        "Fay <fay@example.org>",
        "Gus <gus@example.org>",
    ]


@pytest.mark.parametrize("back", [False, True], ids=["to the substitute", "to whom the seat goes back to"])
def test_the_newest_report_goes_with_the_seat_as_it_was_sent(table: Table, back: bool) -> None:
    substitute(table, "Fay")
    letters = substitute_player(table.path, "ann", "Gus", "gus@example.org", "ill", b"g" * 32, table.now).letters
    if back:
        letters = end_substitution(table.path, "ann", "Gus has gone", table.now).letters
    name = next(name for name in letters if "-ann-return" in name or "-ann-invitation" in name)
    attached = {
        part.get_filename(): part.get_payload(decode=True) for part in read_mail(table, name).iter_attachments()
    }
    for kind in ("html", "proof"):
        assert attached[f"toy-0001-ann.{kind}"] == table.read(f"turns/0001/reports/ann.{kind}")
    text = read_mail(table, name).get_body(("plain",))
    assert text is not None
    assert table.read("turns/0001/reports/ann.txt").decode() in text.get_content().replace("\r\n", "\n")


def test_an_invitation_begins_with_what_its_reader_is(table: Table) -> None:
    letters = substitute_player(table.path, "ann", "Fay", "", "ill", b"f" * 32, table.now).letters
    told = " ".join(table.read(next(name for name in letters if "invitation" in name)).decode().split())
    assert told.index("You play the seat ann as a substitute, until its player sends a file again") < told.index(
        "token:"
    )
    taken = replace_player(table.path, "ann", None, "gone", b"k" * 32, add_hours(table.now, 1), name="Eve").letters
    told = " ".join(table.read(taken[0]).decode().split())
    assert told.index("Welcome, Eve! You take over the seat ann") < told.index("token:")


def test_a_successor_ends_the_whole_chain(table: Table) -> None:
    tokens = [
        own_token(table),
        substitute(table, "Fay"),
        substitute(table, "Gus"),
    ]
    replaced = token_of(table, replace_player(table.path, "ann", None, "gone", b"k" * 32, table.now))
    assert [is_taken(table, token) for token in tokens] == [False, False, False]
    assert is_taken(table, replaced)
    assert table.findings(reports=True) == []


def test_a_substitute_takes_a_seat_from_the_house(table: Table) -> None:
    give_to_house(table.path, "ann", "nobody", table.now)
    substitute(table, "Fay")
    assert not table.opened.start.agendas["ann"].house


def test_whoever_may_send_files_for_a_seat_that_the_house_takes_from_a_substitute_reads_what_is_true_for_them(
    table: Table,
) -> None:
    own, _, lent = own_token(table), substitute(table, "Fay"), substitute(table, "Gus")
    told = give_to_house(table.path, "ann", "Gus does not answer", table.now).letters
    to_player, to_fay, to_gus = (
        " ".join(table.read(f"outbox/0001-ann-house-0003{end}").decode().split())
        for end in ("-1.txt", "-2.eml", ".eml")
    )
    assert len(told) == len(table.opened.seats) + 2
    assert "gave your seat to the house, which plays it until a file comes for it again" in to_player
    assert all("gave ann's seat to the house" in one for one in (to_fay, to_gus))
    assert (to_fay.startswith("To: Fay"), to_gus.startswith("To: Gus")) == (True, True)
    assert all("You need not do anything. Your token works as before" in one for one in (to_player, to_fay))
    assert all("The house plays now; orders that are on file count first." in one for one in (to_player, to_fay))
    assert not any("until your substitute sends other orders" in one for one in (to_player, to_fay, to_gus))
    assert "You play again as soon as a file from you is accepted." in to_gus
    assert is_taken(table, lent)
    assert holder(table) == "gus@example.org"
    assert read_status(table.path).lineage[0][1].endswith("to the house after turn 1")
    assert is_taken(table, own)
    assert holder(table) == ""


def test_a_check_of_the_players_own_file_says_that_the_seat_goes_back(table: Table) -> None:
    own, lent = own_token(table), substitute(table, "Fay")
    text = f"game: toy\nturn: {table.newest + 1}\nseat: ann\ntoken: {{}}\norders: []\n"
    opened = table.opened
    checked, of_fay, filed = (
        *(check_bytes(opened, opened.intake(), text.format(one).encode(), "a", None, table.now) for one in (own, lent)),
        submit_file(table.path, text.format(own).encode(), "a", None, table.now)[0],
    )
    assert (checked.name, of_fay.name, filed.name) == ("Ann", "Fay", "Ann")
    assert "You play the seat again; Fay no longer does." in checked.forecast.on_file
    assert checked.forecast == filed.forecast
    assert not any("no longer does" in line for line in of_fay.forecast.on_file)


def test_the_same_words_give_the_seat_once(table: Table) -> None:
    substitute(table, "Fay")
    assert substitute_player(table.path, "ann", "Fay", "fay@example.org", "ill", b"z" * 32, table.now).already


@pytest.mark.parametrize(
    ("seat", "name", "address", "words"),
    [
        ("eve", "Fay", "", "the seats are"),
        ("ann", "Fay", "nowhere", "is not one such as"),
        ("ann", "F\nay", "", "the name of the substitute"),
    ],
)
def test_what_is_no_substitute_is_refused(table: Table, seat: str, name: str, address: str, words: str) -> None:
    with pytest.raises(ActRefusedError, match=words):
        substitute_player(table.path, seat, name, address, "why", b"k" * 32, table.now)
