"""``verify`` against forgery: what it finds and, just as honestly, what it cannot see."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from parts import part_of, record_of, turn_of
from unit.store.conftest import play
from unit.store.damage import STATE, findings
from unit.store.forging import chain_again, edit, hash_of, head_of

from adjudicator.core.agenda import Agenda, Item, dump_agenda
from adjudicator.core.order import START, Order


def test_a_turn_spliced_in_from_another_game_does_not_fit_the_chain(game: Path, other_model: Path) -> None:
    shutil.copy(record_of(other_model, 2), record_of(game, 2))
    found = findings(game)
    assert "turns/0002/turn.json: previous is not the head of the turn before" in found
    assert "turns/0003/turn.json: previous is not the head of the turn before" in found
    chain_again(game)
    assert findings(game)  # with all hashes put right, the replay still finds it


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
