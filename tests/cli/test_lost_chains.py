"""Lost chains in a running game of chance level L2: waited for or not, told, counted; and what tampering comes to."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cli.level_two import SEATS, Table, adjudicate, play_catan
from cli.shell import SET_UP
from jsonschema import Draft202012Validator
from parts import turn_of
from unit.proof.mailbox import keep_files, keep_reports
from unit.store.forging import chain_again, edit

from adjudicator.registry import find_resources
from adjudicator.rules.catan import GAME

pytestmark = pytest.mark.slow

REASON = ("--reason", "keyring lost", "--now", SET_UP)
NAMES = count()


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Catan after the set-up and one table turn, everybody's nonces in."""
    return play_catan(tmp_path_factory.mktemp("table"), 1)


@pytest.fixture(scope="module")
def replaced(pattern: Table) -> Table:
    """The same, where the seat on move has lost its keyring and went to another person, and a round later."""
    table = pattern.copy("replaced")
    (seat,) = table.awaited()
    table.keyring(seat).unlink()
    assert adjudicate("replace", table.path, "--seat", seat, *REASON).code == 0
    for _ in range(4):
        end_turn(table)
    return table


@pytest.fixture
def table(pattern: Table) -> Table:
    return pattern.copy(f"copy-{next(NAMES)}")


@pytest.fixture
def later(replaced: Table) -> Table:
    return replaced.copy(f"copy-{next(NAMES)}")


def send_orders(table: Table) -> None:
    """Everybody who is awaited does what ends his turn soonest, with his nonce where he has a keyring."""
    for seat in table.awaited():
        legal = adjudicate("legal", table.path, "--seat", seat, "--json").json["orders"]
        orders = ["end: turn"] if {"end": "turn"} in legal else None
        file = table.write_move(seat, orders, stamp=table.keyring(seat).exists())
        assert table.send(seat, file).code == 0


def end_turn(table: Table) -> None:
    send_orders(table)
    ran = table.run()
    assert ran.code == 0, ran


def read_act(table: Table, number: int = 1) -> dict[str, Any]:
    act: dict[str, Any] = json.loads((table.path / "acts" / f"{number:04}.json").read_text())
    return act


def list_mixed(table: Table, seat: str) -> dict[int, str | None]:
    """The nonces of ``seat`` by epoch, the set-up aside."""
    turns = [table.read("chance.json", turn)["mixes"] for turn in range(table.newest() + 1)]
    mixes = {int(epoch): mix for mixes in turns for epoch, mix in mixes.items()}
    return {epoch: mix[seat] for epoch, mix in mixes.items() if epoch and seat in mix}


def tell(table: Table, reader: str, turn: int | None = None) -> str:
    """A report without line breaks."""
    number = table.newest() if turn is None else turn
    return " ".join(adjudicate("show", table.path, "--turn", number, "--seat", reader).out.split())


def test_turns_wait_for_the_nonces_of_a_lost_keyring_which_count_as_withheld(table: Table) -> None:
    (seat,) = table.awaited()
    table.keyring(seat).unlink()
    lost = 0
    while lost < 3:
        send_orders(table)
        if table.run().code == 4:
            lost += 1
            assert table.run("--now", SET_UP, "--force").code == 0
        assert table.read("chance.json")["withheld"] == {seat: lost}
        called = "you have" if seat == SEATS[0] else f"{seat} has"
        words = f"So far, {called} left out {lost} secret number{'s' if lost > 1 else ''}"
        assert f"{words}{'. More than 2 is a lot: ask why' if lost > 2 else ''}." in tell(table, SEATS[0])
    assert table.verify("--reports") == []
    assert check_mails(table, SEATS[0]) == []


def test_nobody_waits_for_a_nonce_of_another_persons_chain(table: Table) -> None:
    (seat,) = table.awaited()
    table.keyring(seat).unlink()
    assert table.send(seat, table.write_move(seat, ["end: turn"], stamp=False)).code == 0
    assert table.run().code == 4
    assert adjudicate("replace", table.path, "--seat", seat, *REASON).code == 0
    (letter,) = table.path.glob(f"outbox/*-{seat}-invitation-0001.txt")
    assert "no turn waits for them" in " ".join(letter.read_text().split())

    assert table.run().code == 0
    assert table.read("chance.json")["withheld"] == {seat: 1}
    told = tell(table, SEATS[0])
    assert f"So far, {seat} has left out 1 secret number." in told
    assert f"gave the seat {seat} to another person" in told
    assert f"No turn waits for secret numbers from {seat}: the seat has changed hands." in told
    assert table.verify("--reports") == []


def test_a_seat_that_goes_to_the_house_is_due_as_its_report_has_told(table: Table) -> None:
    """Who gives it to the house may know nonces of the others, and so what would be drawn without its own."""
    (seat,) = table.awaited()
    assert adjudicate("house", table.path, "--seat", seat, *REASON).code == 0
    assert table.run().code == 0
    assert list(list_mixed(table, seat).values())[-1] is None
    assert table.read("chance.json")["withheld"] == {seat: 1}
    assert adjudicate("house", table.path, "--seat", seat, "--end", *REASON).code == 0
    for _ in range(4):
        end_turn(table)
    assert table.verify("--reports") == []
    for reader in SEATS:
        assert check_mails(table, reader) == []


def test_the_house_may_play_every_seat(table: Table) -> None:
    for seat in SEATS:
        assert adjudicate("house", table.path, "--seat", seat, *REASON).code == 0
    for _ in range(4):
        assert table.run().code == 0
    epoch = max(map(int, table.read("chance.json")["mixes"]))
    assert table.read("chance.json")["mixes"][str(epoch)] == {}
    assert "Nobody's secret numbers are in the next draws: the house plays every seat" in tell(table, SEATS[0])
    assert table.verify("--reports") == []
    for reader in SEATS:
        assert check_mails(table, reader) == []


def test_a_seat_in_another_persons_hands_withholds_to_the_end(later: Table) -> None:
    (seat,) = later.read("chance.json")["withheld"]
    mixed = list_mixed(later, seat)
    act = read_act(later)
    first = min(map(int, later.read("chance.json", act["after_turn"] + 1)["mixes"]))
    assert [nonce is None for nonce in mixed.values()] == [epoch >= first for epoch in mixed]
    assert later.read("chance.json")["withheld"] == {seat: 2}
    assert later.verify("--reports") == []
    audited = adjudicate("dice", later.path, "--json")
    assert (audited.code, audited.json["wrong_nonces"]) == (0, [])


def test_who_was_given_the_keyring_with_the_seat_may_go_on_with_its_chain(table: Table) -> None:
    (seat,) = table.awaited()
    assert adjudicate("replace", table.path, "--seat", seat, *REASON).code == 0
    for _ in range(4):
        end_turn(table)
    assert "If you have the keyring of your seat's first player" in tell(table, seat, table.newest() - 1)
    assert None not in list_mixed(table, seat).values()
    assert table.read("chance.json")["withheld"] == {}
    assert table.verify("--reports") == []


@pytest.mark.parametrize("back", [1, 2, 3, 5])
def test_over_a_rewind_every_epoch_keeps_its_nonces(later: Table, back: int) -> None:
    before = {seat: list_mixed(later, seat) for seat in SEATS}
    newest = later.newest()
    ran = adjudicate("rewind", later.path, "--to", newest - back, "--reason", "a test", "--now", SET_UP)
    assert ran.code == 0, ran
    while later.newest() < newest:
        ran = later.run()
        assert ran.code == 0, ran
    assert {seat: list_mixed(later, seat) for seat in SEATS} == before
    end_turn(later)
    assert later.verify("--reports") == []


def test_an_archive_of_it_verifies_and_comes_back(later: Table) -> None:
    file, again = later.folder / "a.zip", later.folder / "again"
    assert adjudicate("archive", later.path, "-o", file).code == 0
    assert adjudicate("verify", file, "--reports").code == 0
    assert adjudicate("import", file, again).code == 0
    assert adjudicate("verify", again).code == 0


def check_mails(table: Table, seat: str) -> list[str]:
    mails = keep_reports(table.path, seat, table.folder / f"mails-{next(NAMES)}", ("txt",))
    keep_files(table.path, seat, mails)
    shutil.copy(table.letter(seat, "anchors"), mails)
    ran = adjudicate("verify-mail", mails, "--json")
    validate("output/verify-mail", ran.json)
    assert ran.json["games"][0]["checked"]["nonces"] > 3
    return list(ran.json["findings"])


def test_a_player_checks_it_from_his_mails(later: Table) -> None:
    assert check_mails(later, SEATS[0]) == []


def change_act(table: Table, **changes: object) -> None:
    """The act is another, in its file and in the turn that took it up, and every hash is put right."""
    act = read_act(table)
    for number in range(act["after_turn"] + 1, table.newest() + 1):
        place = turn_of(table.path, number) / "turn.json"
        edit(place, lambda manifest: [one.update(changes) for one in manifest["acts"]])
    edit(table.path / "acts" / "0001.json", lambda one: one.update(changes))
    chain_again(table.path, rules=GAME)


def test_an_act_that_is_dated_back_is_found_by_both(later: Table) -> None:
    before = read_act(later)["after_turn"] - 1
    head = sha256((turn_of(later.path, before) / "turn.json").read_bytes()).hexdigest()
    change_act(later, after_turn=before, head=head)
    assert any("acts: not those that acts/ has for this turn" in finding for finding in later.verify())
    words = "acts: number 1: was not recorded between the turn that it names and this one"
    assert any(words in finding for finding in check_mails(later, SEATS[0]))


def test_the_pacing_does_not_change_since_who_adds_to_a_draw_follows_from_it(table: Table) -> None:
    """The moderator has the nonce of the next table turn on file, and knows its dice."""
    (seat,) = table.awaited()
    assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
    refused = adjudicate("edit", table.path, "--set", "pacing=round", *REASON)
    assert (refused.code, "at chance level L2 the pacing cannot change" in refused.err) == (3, True)
    assert table.run().code == 0
    assert table.verify() == []


def test_a_pacing_that_was_changed_is_found_by_both(table: Table) -> None:
    assert adjudicate("edit", table.path, "--set", "deadline=30", *REASON).code == 0
    for _ in range(2):
        end_turn(table)
    change_act(table, settings={"pacing": "round"})
    words = "whose nonces go into which draws"
    assert any("settings/pacing: " + words in finding for finding in table.verify())
    assert any("the pacing says " + words in finding for finding in check_mails(table, SEATS[0]))


def test_another_nonce_for_an_epoch_than_an_abandoned_turn_had_is_found(later: Table) -> None:
    newest = later.newest()
    assert adjudicate("rewind", later.path, "--to", newest - 1, "--reason", "a test", "--now", SET_UP).code == 0
    assert later.run().code == 0
    ((epoch, mix),) = later.read("chance.json")["mixes"].items()
    ((seat, _),) = mix.items()
    place = turn_of(later.path, newest) / "turn.json"
    edit(place, lambda manifest: manifest["rng"]["mixes"][epoch].update({seat: "ab" * 32}))
    assert any(f"rng.mixes.{epoch}: {seat}: another nonce than a turn" in finding for finding in later.verify())


def test_where_nothing_is_drawn_any_more_the_letter_says_nothing_of_nonces(tmp_path: Path) -> None:
    table = Table(tmp_path, "through-the-desert")
    table.begin()
    assert adjudicate("replace", table.path, "--seat", SEATS[0], *REASON).code == 0
    (letter,) = table.path.glob("outbox/*-invitation-0001.txt")
    assert "no turn waits" not in " ".join(letter.read_text().split())


def validate(schema: str, value: Any) -> None:
    path = Path(find_resources("schemas"), f"{schema}.json")
    Draft202012Validator(json.loads(path.read_text())).validate(value)
