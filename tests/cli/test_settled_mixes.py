"""What an abandoned turn mixed into an epoch holds for ever: nobody chooses twice, and no rewind changes a draw."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from cli.level_two import Table, adjudicate, play_catan
from cli.shell import SET_UP
from parts import part_of
from unit.proof.mailbox import keep_reports
from unit.store.forging import edit

pytestmark = pytest.mark.slow

NAMES = count()


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Catan after the set-up and one table turn, everybody's nonces in."""
    return play_catan(tmp_path_factory.mktemp("table"), 1)


@pytest.fixture
def table(pattern: Table) -> Table:
    return pattern.copy(f"copy-{next(NAMES)}")


def find_mover(table: Table) -> str:
    """Who is on move, whether its file waits or not."""
    return str(table.read("private.json")["stopped_at"])


def end_turn(table: Table, *, stamp: bool) -> Any:
    """A turn in which nothing is done, with its mover's nonce or without; what was mixed in and drawn."""
    seat = find_mover(table)
    sent = table.send(seat, table.write_move(seat, ["end: turn"], stamp=stamp))
    assert sent.code == 0, sent
    ran = table.run("--now", SET_UP, "--force")
    assert ran.code == 0, ran
    return table.read("chance.json")


def take_back(table: Table, to: int) -> Any:
    ran = adjudicate("rewind", table.path, "--to", to, "--reason", "a test", "--now", SET_UP)
    assert ran.code == 0, ran
    return json.loads(max((table.path / "acts").iterdir()).read_text())


@pytest.mark.parametrize("gave", [False, True])
def test_who_gave_a_nonce_or_none_cannot_do_otherwise_when_the_turn_is_played_again(table: Table, gave: bool) -> None:
    newest = table.newest()
    seat = find_mover(table)
    first = end_turn(table, stamp=gave)
    ((epoch, mix),) = first["mixes"].items()
    assert (mix[seat] is not None) == gave
    act = take_back(table, newest)
    assert act["mixes"] == {epoch: mix}
    assert "nonce:" not in adjudicate("form", table.path, "--seat", seat).out

    again = end_turn(table, stamp=not gave)

    assert again == first
    assert table.verify("--reports") == []
    audited = adjudicate("dice", table.path, "--json")
    assert (audited.code, audited.json["wrong_nonces"]) == (0, [])
    mails = keep_reports(table.path, seat, table.folder / "mails")
    checked = adjudicate("verify-mail", mails, "--json")
    assert (checked.code, checked.json["findings"]) == (0, []), checked


def test_it_holds_over_several_rewinds_and_for_turns_played_later(table: Table) -> None:
    newest = table.newest()
    first = [end_turn(table, stamp=number != 1) for number in range(3)]
    take_back(table, newest + 1)
    take_back(table, newest)
    again = [end_turn(table, stamp=number == 1) for number in range(3)]
    assert [one["mixes"] for one in again] == [one["mixes"] for one in first]
    assert [one["draws"] for one in again] == [one["draws"] for one in first]
    assert [one["withheld"] for one in again] == [one["withheld"] for one in first]
    end_turn(table, stamp=True)
    assert table.verify("--reports") == []


def test_an_act_that_tells_other_mixes_is_found(table: Table) -> None:
    newest = table.newest()
    end_turn(table, stamp=True)
    take_back(table, newest)
    place = table.path / "acts" / "0001.json"
    ((epoch, mix),) = json.loads(place.read_text())["mixes"].items()
    spoilt = {seat: nonce and "ab" * 32 for seat, nonce in mix.items()}
    edit(place, lambda act: act["mixes"].update({epoch: spoilt}))
    assert any("0001.json: mixes: not those that the turns in branches/0001" in finding for finding in table.verify())


def test_a_nonce_that_was_given_once_is_not_waited_for_again(table: Table) -> None:
    newest = table.newest()
    seat = find_mover(table)
    end_turn(table, stamp=True)
    take_back(table, newest)
    table.keyring(seat).unlink()
    assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
    assert table.run().code == 0
    assert table.verify() == []


@pytest.mark.parametrize("name", ["agenda.json", "chance.json", "events.json", "private.json", "state.json"])
def test_a_bit_that_flips_in_an_abandoned_turn_is_damage_and_no_fault_of_ours(table: Table, name: str) -> None:
    newest = table.newest()
    end_turn(table, stamp=True)
    take_back(table, newest)
    end_turn(table, stamp=True)
    place = part_of(table.path, f"branches/0001/turns/{newest + 1:04}/{name}")
    whole = place.read_bytes()
    for position in range(0, len(whole), len(whole) // 6 + 1):
        place.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        found = table.verify("--reports")
        assert any(f"branches/0001/turns/{newest + 1:04}" in finding for finding in found), position
        shown = adjudicate("show", table.path, "--seat", find_mover(table))
        assert (shown.code, f"damaged: branches/0001/turns/{newest + 1:04}" in shown.err) == (1, True), shown


def test_a_file_that_waited_when_a_game_was_taken_back_has_its_receipt(table: Table) -> None:
    newest = table.newest()
    end_turn(table, stamp=True)
    seat = find_mover(table)
    assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
    take_back(table, newest)
    assert table.verify() == []
    file = f"branches/0001/inbox/{seat}/01.yaml"
    (table.path / file).with_suffix(".receipt.json").unlink()
    assert f"{file}: has no receipt" in table.verify()


def test_reports_of_abandoned_turns_are_built_again_too(table: Table) -> None:
    """No turn follows the last of them and has the hashes of its reports."""
    newest = table.newest()
    end_turn(table, stamp=True)
    take_back(table, newest)
    assert table.verify("--reports") == []
    place = part_of(table.path, f"branches/0001/turns/{newest + 1:04}/")
    report = table.path / "branches" / "0001" / "turns" / f"{newest + 1:04}" / "reports" / "ann.txt"
    report.write_text(report.read_text().replace("rolled", "threw"))
    edit(
        place / "reports.json",
        lambda saved: saved["reports"].update({report.name: sha256(report.read_bytes()).hexdigest()}),
    )
    assert table.verify() == []
    words = f"branches/0001/turns/{newest + 1:04}/reports: ann.txt cannot be built again as it was"
    assert table.verify("--reports") == [words]
