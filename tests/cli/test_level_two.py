"""Games of chance level L2: nonces given, missing, wrong, stolen and old; and what tampering with them comes to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.level_two import SEATS, Table, adjudicate, play_catan
from cli.shell import SET_UP, TOO_LATE
from jsonschema import Draft202012Validator
from parts import turn_of
from unit.proof.mailbox import keep_files, keep_reports
from unit.store.forging import chain_again, edit

from adjudicator.kit.words import join_words
from adjudicator.proof.draws import hash_down
from adjudicator.registry import find_resources

PLACED = 9
"""The turns of the set-up: settlement and road, twice for each of three seats."""
SPOILT = PLACED + 2
"""A turn that fixed a mix, that of epoch 3."""


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of Catan after the set-up and three table turns, everybody's nonces in."""
    return play_catan(tmp_path_factory.mktemp("table"), 3)


@pytest.fixture
def table(pattern: Table) -> Table:
    return pattern.copy(f"copy-{next(NAMES)}")


NAMES = iter(range(100))


def wanted(table: Table, seat: str) -> int:
    form = adjudicate("form", table.path, "--seat", seat).out
    match = re.search(r"^nonce: epoch (\d+) ", form, re.MULTILINE)
    assert match is not None
    return int(match[1])


def submit(table: Table, seat: str, file: Path) -> tuple[int, str, list[tuple[str, int]]]:
    ran = adjudicate("submit", table.path, file, "--seat", seat, "--now", SET_UP, "--json")
    problems = [(problem["code"], problem["line"]) for problem in ran.json["problems"]]
    return ran.code, ran.json["state"], problems


def replace_nonce(file: Path, nonce: str) -> None:
    file.write_text(re.sub(r'^nonce: "?[^"#\n]*"?', f'nonce: "{nonce}"', file.read_text(), flags=re.MULTILINE))


def read_nonce(file: Path) -> str:
    match = re.search(r'^nonce: "([0-9a-f]{64})"', file.read_text(), re.MULTILINE)
    assert match is not None
    return match[1]


def test_each_turn_mixes_the_nonce_of_its_mover_into_the_next_and_everything_verifies(table: Table) -> None:
    assert table.verify("--reports") == []
    fixed = [list(table.read("chance.json", turn)["mixes"]) for turn in range(table.newest() + 1)]
    assert fixed == [["0"], ["1"], *([[]] * (PLACED - 1)), ["2"], ["3"], ["4"]]
    start = table.read("start.json", 0)["seats"]
    for turn in (1, *range(PLACED + 1, PLACED + 4)):
        ((epoch, mix),) = table.read("chance.json", turn)["mixes"].items()
        ((seat, nonce),) = mix.items()
        assert hash_down(bytes.fromhex(nonce), int(epoch)).hex() == start[seat]["anchor"]
        assert table.read("turn.json", turn)["rng"]["mixes"] == {epoch: mix}
    audited = adjudicate("dice", table.path, "--json")
    schema = json.loads((Path(find_resources("schemas")) / "output/dice.json").read_text())
    Draft202012Validator(schema).validate(audited.json)
    assert (audited.code, audited.json["level"], audited.json["wrong_nonces"]) == (0, "L2", [])
    file = table.folder / "archive.zip"
    assert adjudicate("archive", table.path, "-o", file).code == 0
    told = adjudicate("dice", file, "--json")
    assert (told.code, told.json["mixes"], told.json["wrong_nonces"]) == (0, audited.json["mixes"], [])
    assert list(audited.json["mixes"]) == ["0", "1", "2", "3", "4"]
    assert all(draw["agrees"] for draw in audited.json["draws"])
    assert "every nonce is what its seat had fixed" in adjudicate("dice", table.path).out


def test_another_nonce_gives_other_dice(pattern: Table, table: Table) -> None:
    """The turn is run once with the nonce and once without; the state before is the same."""
    other = pattern.copy(f"copy-{next(NAMES)}")
    draws = []
    for one, stamp in ((table, True), (other, False)):
        (seat,) = one.awaited()
        one.send(seat, one.write_move(seat, ["end: turn"], stamp=stamp))
        one.run("--now", SET_UP, "--force")
        draws.append([draw["value"] for draw in one.read("chance.json")["draws"]])
        assert one.verify() == []
    assert draws[0] != draws[1]


def test_a_turn_waits_for_a_missing_nonce_and_then_goes_on_without_it_for_all_to_see(table: Table) -> None:
    (seat,) = table.awaited()
    epoch = wanted(table, seat)
    file = table.write_move(seat, ["end: turn"], stamp=False)

    assert submit(table, seat, file) == (0, "yellow", [("missing-nonce", 7)])
    waiting = table.run()
    assert (waiting.code, f"secret numbers awaited from {seat}" in waiting.err) == (4, True)
    assert f"secret numbers awaited from {seat}" in adjudicate("status", table.path, "--now", SET_UP).out
    assert table.run("--now", TOO_LATE).code == 0

    chance = table.read("chance.json")
    assert (chance["mixes"], chance["withheld"]) == ({str(epoch): {seat: None}}, {seat: 1})
    for report in (table.path / "turns" / f"{table.newest():04}" / "reports").glob("*.txt"):
        text = " ".join(report.read_text().split())
        called, have = ("you", "have") if report.stem == seat else (seat, "has")
        assert f"No secret numbers for the next draws came from {called}." in text, report
        assert f"So far, {called} {have} left out 1 secret number." in text, report
    assert table.verify("--reports") == []


def test_more_than_two_withheld_nonces_are_remarked_upon_and_nothing_else(table: Table) -> None:
    told = []
    for _ in range(7):
        (seat,) = table.awaited()
        table.send(seat, table.write_move(seat, ["end: turn"], stamp=seat != SEATS[0]))
        assert table.run("--now", SET_UP, "--force").code == 0
        text = " ".join((table.path / f"turns/{table.newest():04}/reports/public.txt").read_text().split())
        told.append("More than 2 is a lot: ask why" in text)
    assert table.read("chance.json")["withheld"] in ({SEATS[0]: 2}, {SEATS[0]: 3})
    assert told[-1] is (table.read("chance.json")["withheld"][SEATS[0]] == 3)
    assert table.verify("--reports") == []


def test_a_nonce_may_come_later_in_a_file_of_its_own(table: Table) -> None:
    (seat,) = table.awaited()
    table.send(seat, table.write_move(seat, ["end: turn"], stamp=False))
    assert table.run().code == 4
    file = table.folder / "nonce.yaml"
    file.write_text(f"game: g\nturn: {table.newest() + 1}\nseat: {seat}\nnonce: epoch {wanted(table, seat)}\n")
    assert table.nonces(seat, "stamp", file).code == 0
    assert submit(table, seat, file) == (0, "yellow", [("token-left-out", 3)])
    assert table.run().code == 0
    assert list(table.read("chance.json")["mixes"].values()) == [{seat: read_nonce(file)}]
    assert table.awaited() != [seat]
    assert table.verify("--reports") == []


@pytest.mark.parametrize(
    ("name", "code"),
    [("made up", "wrong-nonce"), ("another's", "others-nonce"), ("old", "other-epoch"), ("too new", "other-epoch")],
)
def test_a_wrong_nonce_is_refused_where_it_stands_and_counts_for_nothing(table: Table, name: str, code: str) -> None:
    (seat,) = table.awaited()
    epoch = wanted(table, seat)
    file = table.write_move(seat, ["end: turn"])
    right = read_nonce(file)
    if name == "made up":
        nonce = "ab" * 32
    elif name == "old":
        nonce = hash_down(bytes.fromhex(right), 1).hex()
    else:
        other = next(one for one in SEATS if one != seat) if name == "another's" else seat
        text = file.read_text().replace(f"seat: {seat}", f"seat: {other}")
        foreign = table.folder / "foreign.yaml"
        foreign.write_text(text)
        table.nonces(other, "stamp", foreign, "--epoch", epoch + (name == "too new"))
        nonce = read_nonce(foreign)
    assert nonce != right
    replace_nonce(file, nonce)

    assert submit(table, seat, file) == (1, "red", [(code, 7)])
    assert table.run().code == 4
    assert table.run("--now", TOO_LATE).code == 0
    assert list(table.read("chance.json")["mixes"].values()) == [{seat: None}]
    assert table.verify() == []


def test_a_nonce_of_nobody_who_is_asked_is_not_used(table: Table) -> None:
    (due,) = table.awaited()
    other = next(seat for seat in SEATS if seat != due)
    file = table.write_move(other, ["end: turn"])
    file.write_text(file.read_text() + f'nonce: "{"ab" * 32}"\n')
    code, state, problems = submit(table, other, file)
    assert (code, state, ("needless-nonce", len(file.read_text().splitlines())) in problems) == (0, "yellow", True)
    bare = table.folder / "bare.yaml"
    bare.write_text(f'game: g\nturn: {table.newest() + 1}\nseat: {other}\nnonce: "{"ab" * 32}"\n')
    assert submit(table, other, bare) == (1, "red", [("no-orders", 1)])
    table.send(due, table.write_move(due, ["end: turn"]))
    assert table.run().code == 0
    assert [list(mix) for mix in table.read("chance.json")["mixes"].values()] == [[due]]
    assert table.verify() == []


def test_the_same_epoch_takes_the_same_nonce_again(table: Table) -> None:
    """What a rewind relies on: nonces belong to epochs, never to the number of a turn."""
    (seat,) = table.awaited()
    file = table.write_move(seat, ["end: turn"])
    first = read_nonce(file)
    assert read_nonce(table.write_move(seat, ["end: turn"])) == first


FORGERIES: dict[str, tuple[Callable[[Table], object], str]] = {}


def forgery(finding: str) -> Callable[[Callable[[Table], object]], Callable[[Table], object]]:
    def note(forge: Callable[[Table], object]) -> Callable[[Table], object]:
        FORGERIES[forge.__name__] = forge, finding
        return forge

    return note


def turn(table: Table, number: int) -> Path:
    return turn_of(table.path, number)


def change_mix(table: Table, number: int, nonce: str | None) -> None:
    def change(chance: dict[str, Any]) -> None:
        for mixes in (chance["mixes"], chance["known_mixes"]):
            for epoch in chance["mixes"]:
                if epoch in mixes:
                    mixes[epoch] = dict.fromkeys(mixes[epoch], nonce)

    edit(turn(table, number) / "chance.json", change)


@forgery("turns/{spoilt:04}/chance.json: /mixes/3/")
def a_mix_is_changed(table: Table) -> None:
    change_mix(table, SPOILT, "ab" * 32)


@forgery("turns/{spoilt:04}/chance.json: /mixes/3/")
def a_nonce_is_said_to_be_missing(table: Table) -> None:
    change_mix(table, SPOILT, None)


@forgery("turns/{spoilt:04}/chance.json: /mixes: ")
def the_mixes_are_left_out(table: Table) -> None:
    edit(turn(table, SPOILT) / "chance.json", lambda chance: chance.pop("mixes"))


@forgery("turns/{spoilt:04}/chance.json: /withheld")
def a_count_is_changed(table: Table) -> None:
    edit(turn(table, SPOILT) / "chance.json", lambda chance: chance.update(withheld={"ann": 1}))


@forgery("turns/{spoilt:04}: cannot be replayed: orders/{mover}/01.yaml: its nonce is not the one of epoch 3")
def a_nonce_in_a_file_is_changed(table: Table) -> None:
    (file,) = turn(table, SPOILT).glob("orders/*/01.yaml")
    replace_nonce(file, "ab" * 32)


@forgery("turns/0000/start.json: /seats/bob/anchor: not what a replay gives")
def an_anchor_is_changed(table: Table) -> None:
    edit(turn(table, 0) / "start.json", lambda start: start["seats"]["bob"].update(anchor="ab" * 32))


@forgery("turns/0000: cannot be replayed: orders/bob/02.yaml: does not match")
def an_opening_is_changed(table: Table) -> None:
    file = turn(table, 0) / "orders" / "bob" / "02.yaml"
    file.write_text(re.sub(r'"[0-9a-f]{64}"', f'"{"ab" * 32}"', file.read_text()))
    edit(turn(table, 0) / "start.json", lambda start: start["seats"]["bob"].update(opening="ab" * 32))


@forgery("turns/0001: cannot be replayed: orders/{first}/01.yaml: its nonce is not the one of epoch 1")
def anchor_and_join_file_are_changed(table: Table) -> None:
    (first,) = table.read("chance.json", 1)["mixes"]["1"]
    anchor = table.read("start.json", 0)["seats"][first]["anchor"]
    file = turn(table, 0) / "orders" / first / "01.yaml"
    file.write_text(file.read_text().replace(anchor, "ab" * 32))
    edit(turn(table, 0) / "start.json", lambda start: start["seats"][first].update(anchor="ab" * 32))


@pytest.mark.parametrize("name", list(FORGERIES))
@pytest.mark.parametrize("secret", [True, False], ids=["with secret", "without"])
def test_a_forger_who_puts_every_hash_right_is_found_at_the_spot(table: Table, name: str, *, secret: bool) -> None:
    forge, finding = FORGERIES[name]
    (mover,) = table.read("chance.json", SPOILT)["mixes"]["3"]
    (first,) = table.read("chance.json", 1)["mixes"]["1"]
    forge(table)
    chain_again(table.path)
    if not secret:
        (table.path / "private" / "secret").unlink()
    findings = table.verify()
    assert any(one.startswith(finding.format(mover=mover, first=first, spoilt=SPOILT)) for one in findings), findings


def test_dice_finds_a_mix_that_is_not_of_the_chain_and_the_draws_that_follow_from_it(table: Table) -> None:
    change_mix(table, SPOILT, "ab" * 32)
    audited = adjudicate("dice", table.path, "--json")
    assert (audited.code, [wrong["epoch"] for wrong in audited.json["wrong_nonces"]]) == (1, [3])
    assert {draw["epoch"] for draw in audited.json["draws"] if not draw["agrees"]} == {3}


class TestRounds:
    def test_a_round_is_given_its_nonces_at_once_and_the_dice_foretold_have_them(self, tmp_path: Path) -> None:
        table = Table(tmp_path, "catan", "--pacing", "round")
        table.begin()
        assert wanted(table, SEATS[0]) == 3
        table.place()
        turns = range(table.newest() + 1)
        fixed = {int(epoch) for number in turns for epoch in table.read("chance.json", number)["mixes"]}
        drawn = {draw["epoch"] for number in turns for draw in table.read("chance.json", number)["draws"]}
        assert drawn <= fixed
        assert max(drawn) == 3
        for seat in SEATS:
            assert table.send(seat, table.write_move(seat, ["end: turn"])).code == 0
        assert table.run().code == 0
        assert set(table.read("chance.json")["mixes"]) == {"4", "5", "6"}
        assert all(set(mix) == set(SEATS) for mix in table.read("chance.json")["mixes"].values())
        assert {draw["epoch"] for draw in table.read("chance.json")["draws"] if draw["label"][0] == "dice"} == {4, 5, 6}
        assert table.verify("--reports") == []


class TestDesert:
    def test_a_game_that_draws_in_the_set_up_alone_asks_for_no_nonce(self, tmp_path: Path) -> None:
        table = Table(tmp_path, "through-the-desert")
        table.begin()
        table.play(4)
        assert "nonce" not in adjudicate("form", table.path, "--seat", table.awaited()[0]).out
        assert [table.read("chance.json", turn).get("mixes", {}) for turn in range(1, 5)] == [{}] * 4
        assert set(table.read("chance.json", 0)["mixes"]) == {"0"}
        assert table.verify("--reports") == []
        assert adjudicate("dice", table.path).code == 0

    def test_a_run_names_those_whose_nonces_the_next_draws_want_though_their_orders_are_on_file(
        self, tmp_path: Path
    ) -> None:
        table = Table(tmp_path, "through-the-desert", "--option", "water=face-down")
        table.begin()
        while table.read("state.json")["phase"] == "leaders":
            table.play(1)
        movers = table.awaited()
        for seat in movers:
            told = adjudicate("legal", table.path, "--seat", seat, "--json").json
            orders = [json.dumps({"place": [order["place"] for order in told["orders"]]})] * 4
            assert table.send(seat, table.write_move(seat, orders)).code == 0
        ran = table.run()
        assert (ran.code, f"awaited next: {join_words(movers)}" in ran.out) == (0, True), ran
        again = table.run()
        assert (again.code, f"secret numbers awaited from {join_words(SEATS)}" in again.err) == (4, True), again

    def test_an_archive_holds_what_the_draws_need(self, tmp_path: Path) -> None:
        table = Table(tmp_path, "through-the-desert")
        table.begin()
        table.play(1)
        for words in ((), ("--redact",)):
            file = tmp_path / f"archive{len(words)}.zip"
            assert adjudicate("archive", table.path, "-o", file, *words).code == 0
            assert adjudicate("verify", file, "--reports").code == 0
            again = tmp_path / f"again{len(words)}"
            assert adjudicate("import", file, again).code == 0
            assert adjudicate("verify", again).code == 0


def test_a_turn_played_again_after_a_rewind_has_the_same_nonces_and_the_same_draws(table: Table) -> None:
    newest = table.newest()
    before = table.read("chance.json")
    ran = adjudicate("rewind", table.path, "--to", newest - 1, "--reason", "a test", "--now", SET_UP)
    assert ran.code == 0, ran
    assert table.newest() == newest - 1
    assert table.run().code == 0
    assert table.read("chance.json") == before
    assert table.verify("--reports") == []


def test_a_player_checks_it_all_from_his_mails(table: Table) -> None:
    mails = keep_reports(table.path, "ann", table.folder / "mails")
    keep_files(table.path, "ann", mails)
    ran = adjudicate("verify-mail", mails, "--json")
    assert (ran.code, ran.json["findings"]) == (0, []), ran
    header = next(mails.glob(f"{SPOILT:04}-ann.txt"))
    assert header.exists()
