"""``verify`` against damage and against forgery: what it finds and names, and, just as honestly, what it cannot see."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from parts import Part, part_of, record_of, turn_of
from unit.store.conftest import play
from unit.store.forging import chain_again, edit, hash_of, head_of

from adjudicator.acts.run import run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.core.agenda import Agenda, Item, dump_agenda
from adjudicator.core.order import START, Order
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.mail import quoting
from adjudicator.store.formats import pack_parts

FLIPS = 300
GAMES = Path(__file__).resolve().parents[3] / "games"
UNHASHED = ("outbox/", "move-file.schema.json", "private/seats.json", "private/status.json")
"""Not history: letters, the hashes of tokens, the line of the status."""


def findings(game: Path, expect: str | None = None, *, reports: bool = False) -> list[str]:
    return verify_game(str(game), expect, reports=reports).findings


def names(game: Path) -> list[str]:
    return sorted(str(path.relative_to(game)) for path in game.rglob("*") if path.is_file())


def draw_bit(game: Path, files: list[str], seed: int) -> tuple[str, int]:
    """One bit of one file, every bit of the game equally likely, always the same for a seed."""
    sizes = [(name, (game / name).stat().st_size) for name in files]
    spot = int.from_bytes(sha256(b"%d" % seed).digest()) % (8 * sum(size for _, size in sizes))
    for name, size in sizes:
        if spot < 8 * size:
            return name, spot
        spot -= 8 * size
    raise AssertionError


def flip(path: Path | Part, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def test_the_model_is_sound(model: Path) -> None:
    verdict = verify_game(str(model), head_of(model), reports=True)
    assert (verdict.findings, verdict.remarks, verdict.turns) == ([], [], 3)
    assert verdict.head == head_of(model)


@pytest.mark.slow
def test_every_flipped_bit_of_the_history_is_found_and_its_file_named(game: Path) -> None:
    files = [name for name in names(game) if not name.startswith(UNHASHED)]
    for seed in range(FLIPS):
        name, bit = draw_bit(game, files, seed)
        flip(game / name, bit)
        found = findings(game)
        # what is wrong with a manifest or a list of reports shows in what it speaks of
        place = re.sub("/(turn|private|reports).json$", "", name)
        assert any(place in finding for finding in found), (name, bit, found)
        flip(game / name, bit)
    assert findings(game) == []


@pytest.mark.slow
def test_every_flipped_bit_of_a_part_is_found_though_the_checksum_of_its_record_fits(game: Path) -> None:
    parts = [part for turn in range(4) for part in turn_of(game, turn).rglob("*")]
    data = {part: part.read_bytes() for part in parts}
    total = sum(map(len, data.values()))
    for seed in range(FLIPS):
        spot = int.from_bytes(sha256(b"part %d" % seed).digest()) % (8 * total)
        for part in parts:
            if spot < 8 * len(data[part]):
                break
            spot -= 8 * len(data[part])
        flip(part, spot)
        found = findings(game)
        place = re.sub("/(turn|private|reports).json$", "", part.relative_to(game))
        assert any(place in finding for finding in found), (part, spot, found)
        assert not any("checksum" in finding for finding in found), (part, spot, found)
        flip(part, spot)
    assert findings(game) == []


def test_a_record_cut_off_or_gone_on_with_is_found_and_named(game: Path) -> None:
    for turn in range(4):
        record = record_of(game, turn)
        whole = record.read_bytes()
        for changed in (b"", whole[:17], whole[: len(whole) // 2], whole[:-1], whole + b"\n", whole + whole):
            record.write_bytes(changed)
            assert any(finding.startswith(f"turns/{turn:04}.turn: ") for finding in findings(game)), (turn, changed)
        record.write_bytes(whole)
    assert findings(game) == []


def test_a_waiting_or_refused_file_that_was_changed_does_not_fit_its_receipt(game: Path) -> None:
    for path in [*game.glob("inbox/*/*.yaml"), *game.glob("refused/*.yaml")]:
        flip(path, 9)
        assert findings(game) == [f"{path.relative_to(game)}: not the file its receipt was given for"]
        flip(path, 9)


def link(game: Path, name: str) -> None:
    (game / name).rename(game.parent / "elsewhere")
    (game / name).symlink_to(game.parent / "elsewhere")


def pipe(game: Path, name: str) -> None:
    (game / name).unlink()
    os.mkfifo(game / name)


def swap(game: Path) -> None:
    record_of(game, 1).rename(record_of(game, 9))
    record_of(game, 2).rename(record_of(game, 1))
    record_of(game, 9).rename(record_of(game, 2))


STATE = "turns/0002/state.json"
RECORD = "turns/0002.turn"
STRUCTURAL: dict[str, tuple[Callable[[Path], object], str]] = {
    "symlink for a file": (lambda game: link(game, "turns/0003/reports/ann.txt"), "turns/0003/reports/ann.txt: not a"),
    "symlink for a turn": (lambda game: link(game, RECORD), f"{RECORD}: not a regular file"),
    "symlink for the newest turn": (lambda game: link(game, "turns/0003.turn"), "turns/0003.turn: not a regular file"),
    "symlink for the reports": (lambda game: link(game, "turns/0003/reports"), "turns/0003/reports: not a regular"),
    "pipe for a turn": (lambda game: pipe(game, RECORD), f"{RECORD}: not a regular file"),
    "pipe in the inbox": (lambda game: os.mkfifo(game / "inbox/ann/x.yaml"), "inbox/ann/x.yaml: not a regular file"),
    "extra file": (
        lambda game: (game / "turns/0003/extra.json").write_text("{}"),
        "turns/0003/extra.json: a file that",
    ),
    "file of a turn beside its record": (
        lambda game: (game / "turns/0003/state.json").write_text("{}"),
        "turns/0003/state.json: a file that does not belong here",
    ),
    "record of another turn's name": (
        lambda game: shutil.copy(record_of(game, 2), game / "turns/00002.turn"),
        "turns/00002.turn: a file that does not belong here",
    ),
    "extra part": (
        lambda game: part_of(game, "turns/0002/extra.json").write_text("{}"),
        "turns/0002/extra.json: a part that does not belong here",
    ),
    "extra file at the top": (lambda game: (game / "README").write_text("x"), "README: a file that does not belong"),
    "extra order": (
        lambda game: part_of(game, "turns/0002/orders/ann/07.yaml").write_text("x"),
        "turns/0002/orders/ann/07.yaml: not in the manifest",
    ),
    "extra report": (
        lambda game: (game / "turns/0003/reports/eve.txt").write_text("x"),
        "turns/0003/reports/eve.txt: not what reports.json says",
    ),
    "stray folder": (lambda game: (game / "turns/0003/more").mkdir(), "turns/0003/more: a folder that does not belong"),
    "stray folder among turns": (lambda game: (game / "turns/00002").mkdir(), "turns/00002: a folder that"),
    "missing state": (lambda game: part_of(game, STATE).unlink(), f"{STATE}: missing"),
    "missing order": (
        lambda game: part_of(game, "turns/0002/orders/ann/01.yaml").unlink(),
        "turns/0002/orders/ann/01.yaml: missing",
    ),
    "missing manifest": (lambda game: part_of(game, "turns/0002/turn.json").unlink(), "turns/0002/turn.json: missing"),
    "report among the parts": (
        lambda game: part_of(game, "turns/0002/reports/ann.txt").write_text("You have won."),
        "turns/0002/reports/ann.txt: a part that does not belong here",
    ),
    "missing reports.json": (
        lambda game: part_of(game, "turns/0002/reports.json").unlink(),
        "turns/0002/reports.json: not what the next manifest says",
    ),
    "missing newest reports.json": (
        lambda game: part_of(game, "turns/0003/reports.json").unlink(),
        "turns/0003/reports.json: missing",
    ),
    "missing turn": (lambda game: record_of(game, 2).unlink(), "turns/0002: missing, though later turns are there"),
    "missing first turn": (lambda game: record_of(game, 0).unlink(), "turns/0000: missing, though later turns"),
    "swapped turns": (swap, "turns/0001/turn.json: is turn 2 of game g1"),
    "turn copied to the end": (
        lambda game: shutil.copy(record_of(game, 3), record_of(game, 4)),
        "turns/0004/turn.json: is turn 3 of game g1",
    ),
    "changed charter": (
        lambda game: (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("turn: 72", "turn: 73")),
        "game.yaml: differs from the copy in turns/0000",
    ),
    "changed secret": (
        lambda game: (game / "private/secret").write_text("02" * 32 + "\n"),
        "private/secret: not the secret that was fixed before the game",
    ),
    "changed receipt": (
        lambda game: edit(part_of(game, "turns/0002/orders/ann/01.receipt.json"), lambda r: r.update(state="yellow")),
        "turns/0002/orders/ann/01.receipt.json: not what the manifest says",
    ),
    "changed report": (
        lambda game: (game / "turns/0003/reports/ann.txt").write_text("You have won."),
        "turns/0003/reports/ann.txt: not what reports.json says",
    ),
    "manifest that is a list": (
        lambda game: part_of(game, "turns/0002/turn.json").write_text("[]"),
        "turns/0002/turn.json: not a manifest",
    ),
    "state that is no state": (
        lambda game: part_of(game, STATE).write_text("{}"),
        f"{STATE}: not what the manifest says",
    ),
}


@pytest.mark.parametrize("tamper", STRUCTURAL)
def test_structural_damage_is_found_and_named(game: Path, tamper: str) -> None:
    spoil, says = STRUCTURAL[tamper]
    spoil(game)
    found = findings(game)
    assert any(says in finding for finding in found), found


def test_a_turn_spliced_in_from_another_game_does_not_fit_the_chain(game: Path, other_model: Path) -> None:
    shutil.copy(record_of(other_model, 2), record_of(game, 2))
    found = findings(game)
    assert "turns/0002/turn.json: previous is not the head of the turn before" in found
    assert "turns/0003/turn.json: previous is not the head of the turn before" in found
    chain_again(game)
    assert findings(game)  # with all hashes put right, the replay still finds it


def test_old_reports_may_be_dropped_and_are_built_again(game: Path) -> None:
    assert not (game / "turns" / "0002").exists()
    shutil.rmtree(game / "turns" / "0003")
    assert findings(game, reports=True) == []


def test_loose_modes_are_remarks(game: Path) -> None:
    (game / "private" / "secret").chmod(0o644)
    (game / "turns").chmod(0o755)
    verdict = verify_game(str(game))
    assert verdict.findings == []
    assert verdict.remarks == [
        "private/secret: is open to others (modes looser than 0700 and 0600); so is 1 more in this directory"
    ]


def test_without_the_secret_draws_are_compared_with_the_record(game: Path) -> None:
    (game / "private" / "secret").unlink()
    verdict = verify_game(str(game))
    assert verdict.findings == []
    assert "draws are compared with the record" in verdict.remarks[0]


ON_FILE = Agenda(items=(Item(Order("place", "pink D9", None, START, (START,)), "ann/01.yaml"),))

FORGED_BUT_REPLAYED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a leader moved in the newest state": (
        lambda game: edit(
            part_of(game, "turns/0003/state.json"),
            lambda state: state.update(on_move=state["seats"][state["on_move"] == state["seats"][0]]),
        ),
        "turns/0003/state.json: /on_move",
    ),
    "more camels in an old state": (
        lambda game: edit(part_of(game, STATE), lambda state: state["supply"].update(pink=99)),
        f"{STATE}: /supply/pink",
    ),
    "another order": (
        lambda game: part_of(game, "turns/0002/orders/ann/01.yaml").write_text(
            part_of(game, "turns/0001/orders/ann/01.yaml").read_text().replace("turn: 1", "turn: 2")
        ),
        "turns/0002/",
    ),
    "another event": (
        lambda game: edit(part_of(game, "turns/0002/events.json"), lambda told: told["events"][0].update(seat="eve")),
        "turns/0002/events.json: /events/0/seat",
    ),
    "another draw": (
        lambda game: edit(part_of(game, "turns/0000/chance.json"), lambda chance: chance["draws"][0].update(value=0)),
        "turns/0000/chance.json: /draws/0/value",
    ),
    "a plan put on somebody's agenda": (
        lambda game: edit(part_of(game, "turns/0003/agenda.json"), lambda agenda: agenda["ann"].update(draft=True)),
        "turns/0003/agenda.json: /ann/draft",
    ),
    "orders that a turn did not reach": (
        lambda game: edit(
            part_of(game, "turns/0002/agenda.json"),
            lambda agendas: agendas.update(ann=dump_agenda(ON_FILE)),
        ),
        "turns/0002/agenda.json: /ann/items/0",
    ),
    "a longer deadline": (
        lambda game: edit(
            part_of(game, "turns/0003/turn.json"), lambda turn: turn["due"].update(turn="2030-01-01T00:00:00Z")
        ),
        "turns/0003/turn.json: due",
    ),
    "another reason to stop": (
        lambda game: edit(part_of(game, "turns/0003/private.json"), lambda local: local.update(stop="blocked")),
        "turns/0003/private.json: stop",
    ),
    "an echo that no file has": (
        lambda game: edit(
            part_of(game, "turns/0002/private.json"), lambda local: local.update(echoed={"ann": "0" * 8})
        ),
        "turns/0002/private.json: echoed",
    ),
    "another key": (
        lambda game: edit(part_of(game, "turns/0002/turn.json"), lambda turn: turn["rng"].update(public_root="0" * 64)),
        "turns/0002/turn.json: rng/public_root",
    ),
    "an echo": (
        lambda game: edit(part_of(game, "turns/0002/turn.json"), lambda turn: turn.update(echoes={"ann": "0" * 8})),
        "turns/0002/turn.json: echoes",
    ),
    "seats in another order": (
        lambda game: edit(part_of(game, "turns/0002/turn.json"), lambda turn: turn["seats"].reverse()),
        "turns/0002/turn.json: seats",
    ),
    "that a deadline had passed": (
        lambda game: edit(part_of(game, "turns/0002/turn.json"), lambda turn: turn.update(late=True)),
        "turns/0002/turn.json: late",
    ),
}


@pytest.mark.parametrize("forgery", FORGED_BUT_REPLAYED)
def test_what_the_rules_decide_is_replayed_even_if_all_hashes_fit(game: Path, forgery: str) -> None:
    forge, says = FORGED_BUT_REPLAYED[forgery]
    forge(game)
    chain_again(game)
    found = findings(game)
    assert any(says in finding for finding in found), found


UNSEEN: dict[str, Callable[[Path], object]] = {
    "a comment in an order": lambda game: part_of(game, "turns/0002/orders/ann/01.yaml").write_text(
        part_of(game, "turns/0002/orders/ann/01.yaml").read_text() + "# I resign\n"
    ),
    "what a receipt said": lambda game: edit(
        part_of(game, "turns/0002/orders/ann/01.receipt.json"),
        lambda receipt: receipt.update(received="2025-01-01T00:00:00Z"),
    ),
    "the version of the program": lambda game: edit(
        part_of(game, "turns/0002/turn.json"), lambda turn: turn["rules"].update(program="9.9")
    ),
    "that a turn was forced": lambda game: edit(
        part_of(game, "turns/0002/turn.json"), lambda turn: turn.update(forced=True)
    ),
}
"""What only the players' heads protect: without one, whoever puts all hashes right is not found out."""


@pytest.mark.parametrize("forgery", UNSEEN)
def test_the_rest_is_protected_by_the_heads_in_the_mail_alone(game: Path, forgery: str) -> None:
    mailed = {turn: hash_of(turn_of(game, turn) / "turn.json") for turn in (1, 2, 3)}
    UNSEEN[forgery](game)
    assert findings(game)  # the chain breaks
    chain_again(game)
    assert findings(game) == []
    assert findings(game, mailed[1]) == []  # mailed before the change
    for turn in (2, 3):
        assert f"no turn has the expected head {mailed[turn]}" in findings(game, mailed[turn])[0]


def test_a_history_cut_off_or_played_anew_is_seen_by_a_head_from_the_mail(game: Path) -> None:
    mailed = head_of(game)
    record_of(game, 3).unlink()
    shutil.rmtree(game / "turns" / "0003")
    shutil.rmtree(game / "inbox")
    assert findings(game) == ["turns/0003.turn: missing, though private/status.json mentions it"]
    (game / "private" / "status.json").unlink()
    assert findings(game) == []
    assert "history was cut off or replaced" in findings(game, mailed)[0]
    play(game, 1, pick=11)
    assert findings(game) == []
    assert "history was cut off or replaced" in findings(game, mailed[:8])[0]


def test_letters_are_not_part_of_the_history(game: Path) -> None:
    for name in names(game):
        if name.startswith("outbox/"):
            flip(game / name, 9)
    assert findings(game) == []


@pytest.mark.parametrize("text", ["{", "{}", '{"ann": {"token_sha256": "00"}}'])
def test_token_hashes_that_let_nobody_in_are_found(game: Path, text: str) -> None:
    (game / "private" / "seats.json").write_text(text)
    assert any(finding.startswith("private/seats.json") for finding in findings(game))


def test_a_salt_of_the_moderators_choice_is_found_where_the_secret_is_at_hand(game: Path) -> None:
    chain_again(game, b"\x05" * 32)
    assert findings(game) == ["turns/0000/private.json: salt: not what a replay gives"]
    (game / "private" / "secret").unlink()
    assert findings(game) == []


def open_another_key(turn: dict[str, Any]) -> None:
    turn["rng"]["opened"]["0"]["key"] = "0" * 64


BY_THE_OPENED_KEYS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a key that was not committed to": (
        lambda game: edit(turn_of(game, 0) / "turn.json", open_another_key),
        "turns/0000/turn.json: rng/opened/0: not a key that was fixed before the game",
    ),
    "a path that leads nowhere": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"]["opened"]["0"]["path"].pop()),
        "turns/0000/turn.json: rng/opened/0: not a key that was fixed before the game",
    ),
    "a key that is not opened": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"]["opened"].clear()),
        "turns/0000: cannot be replayed: KeyError(0)",
    ),
    "a mix that nobody mixed": (
        lambda game: edit(turn_of(game, 0) / "turn.json", lambda turn: turn["rng"].update(mixes={"0": {"ann": None}})),
        "turns/0000/turn.json: rng/mixes/0/ann: not what a replay gives",
    ),
    "nodes that were not committed to": (
        lambda game: edit(turn_of(game, 0) / "public-keys.json", lambda keys: keys["nodes"].reverse()),
        "turns/0000/public-keys.json: not the nodes over the public keys that were fixed before the game",
    ),
}


@pytest.mark.parametrize("forgery", BY_THE_OPENED_KEYS)
def test_opened_keys_are_checked_without_the_secret(game: Path, forgery: str) -> None:
    forge, says = BY_THE_OPENED_KEYS[forgery]
    forge(game)
    chain_again(game)
    (game / "private" / "secret").unlink()
    assert says in findings(game)


def test_a_draw_that_its_opened_key_does_not_give_is_found_without_the_secret(game: Path) -> None:
    """Water of another value: the key alone says that the draw is wrong, before anything that follows from it does."""
    draws = json.loads((turn_of(game, 0) / "chance.json").read_text())["draws"]
    assert draws
    assert all(draw["epoch"] == 0 and not draw["hidden"] for draw in draws)
    other = (draws[0]["value"] + 1) % draws[0]["below"]
    edit(turn_of(game, 0) / "chance.json", lambda chance: chance["draws"][0].update(value=other))
    chain_again(game)
    (game / "private" / "secret").unlink()
    assert findings(game) == ["turns/0000/chance.json: /draws/0/value: not what a replay gives"]


def test_a_secret_that_is_none_is_found(game: Path) -> None:
    (game / "private" / "secret").write_text("zz")
    assert any(finding.startswith("private/secret") for finding in findings(game))


def test_an_empty_turn_is_found(game: Path) -> None:
    record_of(game, 42).write_bytes(pack_parts({}))
    assert "turns/0042.turn: is not the record of a turn: it has no parts" in findings(game)


def test_a_flipped_bit_of_any_order_file_is_found(game: Path) -> None:
    parts = [part for turn in range(1, 4) for part in turn_of(game, turn).glob("orders/*/*.yaml")]
    assert len(parts) == 6
    for number, part in enumerate(parts):
        whole, begin = part.record.read_bytes(), part.record.read_bytes().index(part.read_bytes())
        for bit in range(number % 5, 8 * len(part.read_bytes()), 37):
            flip(part.record, 8 * begin + bit)
            found = findings(game)
            assert f"turns/{part.record.name}: was changed: its checksum does not fit" in found, (part, bit)
            assert any(finding.startswith(part.relative_to(game)) for finding in found), (part, bit)
            part.record.write_bytes(whole)


NONSENSE: dict[str, tuple[str, Callable[[Part], object]]] = {
    "no list of reports": ("reports.json", lambda path: path.unlink()),
    "half a list of reports": ("reports.json", lambda path: path.write_text("{")),
    "an empty list of reports": ("reports.json", lambda path: path.write_text("{}")),
    "reports that are a number": ("reports.json", lambda path: path.write_text('{"head": 1, "reports": 5}')),
    "deep state": ("state.json", lambda path: path.write_text("[" * 200_000)),
    "deep manifest": ("turn.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "deep events": ("events.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "deep reports": ("reports.json", lambda path: path.write_text("[" * 200_000)),
    "event of no kind": ("events.json", lambda path: edit(path, lambda told: told["events"][0].update(kind=5))),
    "results of no fate": ("events.json", lambda path: edit(path, lambda told: told.update(results=[{}]))),
    "draw of nothing": ("chance.json", lambda path: edit(path, lambda chance: chance.update(draws=[1]))),
    "agenda of nobody": ("agenda.json", lambda path: edit(path, lambda agenda: agenda.clear())),
    "orders that are not there": (
        "private.json",
        lambda path: edit(path, lambda local: local.update(in_force={"ann": ["orders/ann/99.yaml"]})),
    ),
    "orders of a stranger": (
        "private.json",
        lambda path: edit(path, lambda local: local.update(in_force={"eve": ["orders/ann/01.yaml"]})),
    ),
    "orders that are a list": ("private.json", lambda path: edit(path, lambda local: local.update(in_force=[]))),
    "the end of time": ("turn.json", lambda path: edit(path, lambda turn: turn.update(now="9999-12-31T23:59:59Z"))),
    "before time": ("turn.json", lambda path: edit(path, lambda turn: turn.update(now="0001-01-01T00:00:00+23:00"))),
    "hashes that are numbers": ("turn.json", lambda path: edit(path, lambda turn: turn.update(files={"a": 5}))),
    "no salt": ("private.json", lambda path: edit(path, lambda local: local.update(salt=5))),
    "echoes that are numbers": ("private.json", lambda path: edit(path, lambda local: local.update(echoed={"ann": 5}))),
    "unopened epochs of no number": ("private.json", lambda path: edit(path, lambda local: local.update(unopened="x"))),
    "no local manifest": ("private.json", lambda path: path.unlink()),
    "deep local manifest": ("private.json", lambda path: path.write_text('{"a": ' * 100_000)),
    "no chance": ("turn.json", lambda path: edit(path, lambda turn: turn.update(rng=5))),
    "another format": ("turn.json", lambda path: edit(path, lambda turn: turn.update(format=1))),
    "no hashes": ("turn.json", lambda path: edit(path, lambda turn: turn.update(files=None))),
    "an order of one word": (
        "orders/ann/01.yaml",
        lambda path: path.write_text("game: g1\nturn: 2\nseat: ann\norders: [leader: pink]\n"),
    ),
    "an order of no kind": (
        "orders/ann/01.yaml",
        lambda path: path.write_text("game: g1\nturn: 2\nseat: ann\norders: [5]\n"),
    ),
}


@pytest.mark.parametrize("rehash", [False, True], ids=["as it is", "hashes put right"])
@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_a_finding_and_never_the_end_of_verify(game: Path, nonsense: str, *, rehash: bool) -> None:
    name, spoil = NONSENSE[nonsense]
    spoil(turn_of(game, 2) / name)
    if rehash:
        try:
            chain_again(game)
        except (ValueError, AttributeError, TypeError, KeyError, RecursionError):
            return  # not even a forger can put that right
        if nonsense in {"hashes that are numbers", "no hashes", "no salt"}:
            return  # putting right undoes it
    assert findings(game)
    assert findings(game, reports=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('module: ".*"', "module: 5"),
        ("turn: 72", "turn: 999999999"),
        ("turn: 72", "turn: -1"),
        ('edition: ".*"', "edition: [x]"),
        ('edition: ".*"', "edition: nothing"),
        ("level: L1", "level: 5"),
        ("epochs: 256", "epochs: 0"),
        ("epochs: 256", "epochs: -5"),
        ("pacing: round", "pacing: fast"),
        ("  - ann", "  - ../ann"),
        ("  - ann", "  - bob"),
        ("  - ann", "  - 5"),
    ],
)
def test_a_charter_of_nonsense_is_a_finding(game: Path, old: str, new: str) -> None:
    for path in (game / "game.yaml", turn_of(game, 0) / "game.yaml"):
        text = re.sub(old, new, path.read_text())
        assert text != path.read_text()
        path.write_text(text)
    assert findings(game)
    chain_again(game)
    assert findings(game)


def test_a_stray_folder_is_damage_whatever_it_is_called(game: Path) -> None:
    (game / "evil.aside").mkdir()
    (game / "evil.aside" / "x").write_text("x")
    assert findings(game)


def test_a_folder_with_the_name_of_a_leftover_is_damage(game: Path) -> None:
    (game / "turns" / "0007.turn.aside").mkdir()
    assert findings(game) == ["turns/0007.turn.aside: a folder that does not belong here"]


def test_the_wording_of_a_sentence_is_no_part_of_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Path(shutil.copytree(GAMES / "g42", tmp_path / "g42"))
    run_turn(str(game), None, datetime(2026, 9, 22, 7, tzinfo=UTC))
    told = json.loads((turn_of(game, 7) / "events.json").read_text())["results"]
    assert "occupied" in [refusal["code"] for result in told for refusal in result["refusals"]]
    assert findings(game) == []
    other = {code: f"* {sentence}" for code, sentence in quoting.SENTENCES.items()}
    monkeypatch.setattr(quoting, "SENTENCES", other)
    monkeypatch.setattr(GAME.orders, "sentences", other)
    assert findings(game) == []
