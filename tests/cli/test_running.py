"""``adjudicate run`` and its short form: which turn runs, when, and how the command ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shell import (
    AFTER_DEADLINE,
    BEFORE_DEADLINE,
    SOON,
    TOO_LATE,
    Ran,
    adjudicate,
    copy_game,
    found,
    legal_leaders,
    newest,
    snapshot,
    table_order,
    write_file,
)
from parts import turn_of

RUN_KEYS = ["game", "turn", "status", "head", "over", "awaiting"]


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def events_of(game: Path) -> list[dict[str, object]]:
    return list(adjudicate("show", game, "--format", "json").json["events"])


def test_the_short_form_runs_the_turn_that_is_due_before_its_deadline(g42: Path) -> None:
    ran = adjudicate(g42, "--turn", 7, "--now", BEFORE_DEADLINE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0].startswith("g42, turn 7: adjudicated (head ")
    assert newest(g42) == 7
    reports = {path.name for path in (g42 / "turns" / "0007" / "reports").iterdir()}
    readers = ("amira", "bilal", "chen", "dora", "public", "moderator")
    named = {f"{reader}.{kind}" for reader in readers for kind in ("html", "proof", "txt")}
    assert reports == named - {"moderator.proof"}
    before = snapshot(g42)
    again = adjudicate(g42, "--turn", 7, "--json")
    assert (again.code, again.json["status"], again.json["turn"]) == (0, "already", 7)
    assert snapshot(g42) == before
    after = adjudicate(g42, "--now", BEFORE_DEADLINE, "--json")
    assert (after.code, after.json["status"], after.json["turn"]) == (4, "waiting", 7)
    assert [ask["seat"] for ask in after.json["awaiting"]] == ["bilal", "chen", "dora", "amira"]
    assert snapshot(g42) == before


def test_json_of_a_run_has_the_promised_keys(g42: Path) -> None:
    ran = adjudicate("run", g42, "--json", "--now", BEFORE_DEADLINE)
    told = ran.json
    assert list(told) == RUN_KEYS
    assert (told["game"], told["turn"], told["status"], told["over"]) == ("g42", 7, "adjudicated", False)
    assert told["awaiting"][0] == {"seat": "bilal", "decision": "camel", "must": True}
    assert told["head"] == adjudicate("show", g42, "--format", "json").json["head"]


def test_a_turn_that_is_not_next_is_refused_and_a_finished_game_is_done(g42: Path, tmp_path: Path) -> None:
    finished = copy_game("finished-2005", tmp_path)
    before = snapshot(tmp_path)
    for wrong in (8, 99):
        ran = adjudicate(g42, "--turn", wrong, "--now", AFTER_DEADLINE)
        assert (ran.code, ran.out) == (3, "")
        assert f"turn {wrong} is not next" in ran.err
    over = adjudicate(finished, "--json")
    assert (over.code, over.json["status"], over.json["over"], over.json["awaiting"]) == (0, "over", True, [])
    assert adjudicate(finished, "--turn", over.json["turn"] + 5).code == 0
    assert snapshot(tmp_path) == before


def test_one_broken_game_stops_no_other_and_the_worst_code_counts(g42: Path, tmp_path: Path) -> None:
    broken = copy_game("late", tmp_path)
    (turn_of(broken, 15) / "state.json").write_text("{}")
    missing = tmp_path / "missing"
    ran = adjudicate(broken, missing, g42, "--now", BEFORE_DEADLINE)
    assert ran.code == 2  # usage (the missing one) is worse than damage
    assert "g42, turn 7: adjudicated" in ran.out
    assert "turns/0015/state.json: is not what the manifest says" in ran.err
    assert "is not a game directory" in ran.err
    assert newest(g42) == 7
    assert adjudicate(broken, g42, "--now", BEFORE_DEADLINE).code == 1


def test_several_games_give_a_list(g42: Path, tmp_path: Path) -> None:
    finished = copy_game("finished-2005", tmp_path)
    told = adjudicate(finished, g42, "--json", "--now", BEFORE_DEADLINE).json
    assert [entry["status"] for entry in told] == ["over", "adjudicated"]


def test_a_dry_run_tells_the_same_and_writes_nothing(g42: Path) -> None:
    before = snapshot(g42)
    dry = adjudicate(g42, "--dry-run", "--json", "--now", BEFORE_DEADLINE)
    assert snapshot(g42) == before
    wet = adjudicate(g42, "--json", "--now", BEFORE_DEADLINE)
    assert dry == wet
    assert newest(g42) == 7


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Ran]]:
    game = copy_game("g42", tmp_path_factory.mktemp("missing"))
    for path in (game / "inbox" / "dora").iterdir():
        path.unlink()
    steps = [
        adjudicate(game, "--now", BEFORE_DEADLINE, "--json"),
        adjudicate(game, "--now", AFTER_DEADLINE, "--json"),
        adjudicate("status", game, "--json", "--now", AFTER_DEADLINE),
    ]
    for seat, *orders in (
        ("dora", "place: yellow O5", "place: red F5"),
        ("bilal", "place: red J9", "place: teal I6"),
        ("chen", "place: red C6", "place: pink O1"),
    ):
        sent = write_file(game.parent / f"{seat}.yaml", "g42", 8, seat, orders)
        steps.append(adjudicate("submit", game, sent, "--seat", seat, "--now", AFTER_DEADLINE, "--json"))
    steps.append(adjudicate(game, "--now", AFTER_DEADLINE, "--json"))
    return game, steps


def test_before_the_deadline_the_turn_waits_and_says_for_whom(story: tuple[Path, list[Ran]]) -> None:
    waiting = story[1][0]
    assert waiting.code == 4
    assert waiting.json["awaiting"] == [{"seat": "dora", "decision": "camel", "must": True}]


def test_after_it_the_turn_runs_up_to_the_missing_seat(story: tuple[Path, list[Ran]]) -> None:
    late = story[1][1]
    assert (late.code, late.json["status"]) == (0, "adjudicated")
    assert [ask["seat"] for ask in late.json["awaiting"]] == ["dora", "amira", "bilal", "chen"]


def test_every_file_is_taken_up_and_what_was_not_reached_stays_on_its_agenda(story: tuple[Path, list[Ran]]) -> None:
    game, steps = story
    seats = {seat["seat"]: seat["file"] for seat in steps[2].json[0]["seats"]}
    assert seats == {"bilal": "none", "chen": "none", "dora": "none", "amira": "kept"}
    kept = turn_of(game, 7) / "orders" / "amira" / "01.yaml"
    assert "turn: 7\n" in kept.read_text()
    assert not list((game / "inbox" / "amira").iterdir())
    report = adjudicate("show", game, "--turn", 7, "--seat", "amira").out
    assert "Orders:\n1. place pink I5\n2. place pink K8 or yellow E6 or yellow E5\n" in report
    others = adjudicate("show", game, "--turn", 7, "--seat", "bilal").out
    assert "On file" not in others


def test_orders_on_file_from_turn_7_are_used_in_turn_8(story: tuple[Path, list[Ran]]) -> None:
    game, steps = story
    assert [step.json["state"] for step in steps[3:6]] == ["green", "green", "green"], steps[3:6]
    assert (steps[6].code, steps[6].json["status"], steps[6].json["turn"]) == (0, "adjudicated", 8)
    placed = [(e["seat"], e["hex"]) for e in events_of(game) if e["kind"] == "camel-placed"]
    assert placed[:4] == [("dora", "O5"), ("dora", "F5"), ("amira", "I5"), ("amira", "E6")]
    assert not (turn_of(game, 8) / "orders" / "amira").exists()
    assert adjudicate("verify", game).code == 0


def test_a_blocked_seat_is_asked_first_and_the_rest_is_carried(g42: Path, tmp_path: Path) -> None:
    only_p5 = write_file(tmp_path / "dora.yaml", "g42", 7, "dora", ["place: yellow P5", "place: red F5"])
    assert adjudicate("submit", g42, only_p5, "--seat", "dora", "--now", BEFORE_DEADLINE).code == 0
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE, "--json")
    assert (ran.code, ran.json["status"], ran.json["awaiting"][0]["seat"]) == (0, "adjudicated", "dora")
    assert {event["seat"] for event in events_of(g42)} == {"bilal", "chen"}
    report = adjudicate("show", g42, "--seat", "dora").out
    assert "Place yellow P5 (line 5) was not done: P5 is taken" in " ".join(report.split())
    assert "Place red F5 (line 6): set aside" in report
    assert not (g42 / "inbox" / "dora" / "01.yaml").exists()
    assert not (g42 / "inbox" / "amira" / "01.yaml").exists()
    on_file = json.loads((turn_of(g42, 7) / "agenda.json").read_text())["amira"]["items"]
    assert [order["file"] for order in on_file] == ["amira/01.yaml"] * 2


@pytest.fixture(scope="module")
def spots(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    game = found(tmp_path_factory.mktemp("spots"))
    return legal_leaders(game, table_order(game)[1])


def play(game: Path, spots: list[str], first: bool, now: str) -> Ran:
    one, two = table_order(game)
    fallback = ("fallback:", f"  - leader: {spots[0]}", f"  - leader: {spots[-1]}")
    second = write_file(game.parent / "two.yaml", "toy", 1, two, [f"leader: {spots[0]}"] if first else [], *fallback)
    assert adjudicate("submit", game, second, "--seat", two, "--now", SOON).code == 0
    if first:
        file = write_file(game.parent / "one.yaml", "toy", 1, one, [f"leader: {spots[0]}"])
    else:
        file = write_file(game.parent / "one.yaml", "toy", 1, one, [f"leader: {spots[len(spots) // 2]}"])
    assert adjudicate("submit", game, file, "--seat", one, "--now", SOON).code == 0
    return adjudicate(game, "--now", now, "--json")


def test_where_the_charter_says_so_it_is_used_for_a_blocked_seat(tmp_path: Path, spots: list[str]) -> None:
    game = found(tmp_path, "--blocked", "fallback")
    ran = play(game, spots, first=True, now=SOON)
    assert (ran.code, ran.json["status"]) == (0, "adjudicated")
    two = table_order(game)[1]
    assert [event["hex"] for event in events_of(game) if event["seat"] == two] == [spots[-1].split()[1]]
    assert f"Fallback: leader {spots[-1]}" in adjudicate("show", game, "--seat", two).out
    assert adjudicate("verify", game).code == 0


def test_otherwise_a_blocked_seat_is_asked(tmp_path: Path, spots: list[str]) -> None:
    game = found(tmp_path)
    ran = play(game, spots, first=True, now=SOON)
    assert ran.json["awaiting"][0]["seat"] == table_order(game)[1]
    assert len(events_of(game)) == 1


def test_it_is_used_once_the_deadline_has_passed_and_not_before(tmp_path: Path, spots: list[str]) -> None:
    game = found(tmp_path)
    early = play(game, spots, first=False, now=SOON)
    assert early.code == 4
    late = adjudicate(game, "--now", TOO_LATE, "--json")
    assert (late.code, late.json["status"]) == (0, "adjudicated")
    used = [event["hex"] for event in events_of(game) if event["seat"] == table_order(game)[1]]
    assert used == [spots[0].split()[1]]


def test_force_takes_the_first_legal_action_and_says_so(tmp_path: Path) -> None:
    game = found(tmp_path)
    one, two = table_order(game)
    first_legal = legal_leaders(game, one)[0]
    ran = adjudicate(game, "--force", "--now", SOON, "--json")
    assert (ran.code, ran.json["status"]) == (0, "adjudicated")
    events = events_of(game)
    assert [event["seat"] for event in events] == [one, two]
    assert f"{events[0]['colour']} {events[0]['hex']}" == first_legal
    assert "The moderator forced this turn" in adjudicate("show", game).out
    forced = f"Done for you: leader {first_legal}, chosen because the moderator forced the turn and"
    assert forced in " ".join(adjudicate("show", game, "--seat", one).out.split())
    assert forced not in " ".join(adjudicate("show", game, "--seat", two).out.split())
    assert adjudicate("verify", game).code == 0


def test_a_draft_is_used_but_does_not_make_a_turn_run_early(tmp_path: Path) -> None:
    game = found(tmp_path)
    one, two = table_order(game)
    spots = legal_leaders(game, one)
    for seat, spot, more in ((one, spots[0], ()), (two, spots[-1], ("draft: true",))):
        file = write_file(tmp_path / "f.yaml", "toy", 1, seat, [f"leader: {spot}"], *more)
        assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 0
    early = adjudicate(game, "--now", SOON, "--json")
    assert (early.code, [ask["seat"] for ask in early.json["awaiting"]]) == (4, [two])
    assert adjudicate(game, "--now", TOO_LATE).code == 0
    assert [event["seat"] for event in events_of(game)] == [one, two]


def test_a_turn_of_one_seat_where_the_pacing_says_so(tmp_path: Path) -> None:
    game = found(tmp_path, "--pacing", "seat")
    one, two = table_order(game)
    assert [ask["seat"] for ask in adjudicate(game, "--now", SOON, "--json").json["awaiting"]] == [one]
    file = write_file(tmp_path / "f.yaml", "toy", 1, one, [f"leader: {legal_leaders(game, one)[0]}"])
    assert adjudicate("submit", game, file, "--seat", one, "--now", SOON).code == 0
    ran = adjudicate(game, "--now", SOON, "--json")
    assert [ask["seat"] for ask in ran.json["awaiting"]] == [two]
    assert len(events_of(game)) == 1


def test_a_seat_that_answered_in_time_is_asked_when_it_is_blocked_however_late_it_is(tmp_path: Path) -> None:
    game = found(tmp_path)
    one, two = table_order(game)
    spots = legal_leaders(game, two)
    first = write_file(tmp_path / "1", "toy", 1, one, [f"leader: {spots[0]}"])
    fallback = ("fallback:", f"  - leader: {spots[-1]}")
    second = write_file(tmp_path / "2", "toy", 1, two, [f"leader: {spots[0]}"], *fallback)
    for seat, file in ((one, first), (two, second)):
        assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 0
    ran = adjudicate(game, "--now", TOO_LATE, "--json")
    assert ran.json["awaiting"][0]["seat"] == two
    assert len(events_of(game)) == 1


def test_orders_of_another_kind_than_is_due_do_not_make_a_turn_ready(tmp_path: Path) -> None:
    game = found(tmp_path)
    assert adjudicate(game, "--force", "--now", SOON).code == 0
    for seat in table_order(game):
        spot = legal_leaders(game, seat)[0].split()[1]
        file = write_file(tmp_path / "f", "toy", 2, seat, [f"place: pink {spot}"])
        assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 1
    status = adjudicate("status", game, "--now", SOON, "--json").json[0]
    assert len(status["awaiting"]) == 2
    assert adjudicate(game, "--now", SOON).code == 4


def test_a_draft_is_one_for_its_own_turn_only(tmp_path: Path) -> None:
    game = found(tmp_path)
    one, two = table_order(game)
    spots = legal_leaders(game, one)
    plan = [f"leader: {spots[0]}", f"leader: {spots[len(spots) // 2]}"]
    draft = write_file(tmp_path / "1", "toy", 1, one, plan, "draft: true")
    final = write_file(tmp_path / "2", "toy", 1, two, [f"leader: {spots[-1]}"])
    for seat, file in ((one, draft), (two, final)):
        assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 0
    assert adjudicate(game, "--now", TOO_LATE).code == 0
    waiting = adjudicate(game, "--now", TOO_LATE, "--json").json["awaiting"]
    assert [ask["seat"] for ask in waiting] == [two]
