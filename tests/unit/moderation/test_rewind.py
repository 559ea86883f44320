"""Taking a game back: what is kept, what is carried, what each player is told."""

from __future__ import annotations

import re
import shutil
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from parts import part_of, turn_of
from unit.moderation.tables import Table, found, tree
from unit.proof.mailbox import keep_report, keep_reports
from unit.store.forging import edit

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player, substitute_player
from adjudicator.acts.moderation.terms import pause_game
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status
from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.core.chance import Level
from adjudicator.core.refusals import ActRefusedError, NoSuchTurnError
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import Receipt, ReceiptState
from adjudicator.proof.command import check_mails
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import find_game
from adjudicator.store.checks import write_redactions
from adjudicator.store.formats import drop_checksum, read_json, write_checked

WHY = "a file was <lost> & found"

_NOT_KEPT = ("private/", "outbox/", "move-file.schema.json")
"""What an archive leaves out."""


def rewind(table: Table, to: int, reason: str = WHY) -> None:
    table.hours += 1
    assert not rewind_game(table.path, to, reason, table.now).already


def test_the_abandoned_line_is_kept_to_the_byte(table: Table) -> None:
    before = tree(table.path)
    rewind(table, 2)
    after = tree(table.path)
    for turn in (0, 1, 2):
        record = f"turns/{turn:04}.turn"
        assert after[record] == before[record]
    moved = {name: data for name, data in before.items() if name.startswith(("turns/0003", "turns/0004", "inbox/"))}
    assert {k.removeprefix("branches/0001/"): v for k, v in after.items() if k.startswith("branches/")} == moved
    assert not any(name.startswith(("turns/0003", "turns/0004")) for name in after)
    assert table.newest == 2
    assert table.findings(reports=True) == []


def test_orders_come_back_and_the_same_orders_give_the_same_dice_and_turns(table: Table) -> None:
    rewind(table, 1)
    for turn in (2, 3, 4):
        assert table.run().status is Status.ADJUDICATED
        assert table.turn_files(turn) == table.turn_files(turn, branch=1)
    # the files that waited when the game was taken back wait again
    assert {file.receipt.state for seat in table.opened.seats for file in table.opened.list_filed(seat)} == {
        ReceiptState.GREEN
    }
    assert table.run().status is Status.ADJUDICATED
    assert table.findings(reports=True) == []


def test_carried_files_have_receipts_of_their_own_and_the_same_numbers(table: Table) -> None:
    seat = table.opened.seats[0]
    old = read_json(table.read(f"turns/0003/orders/{seat}/01.receipt.json"))
    rewind(table, 2)
    new = read_json(table.read(f"inbox/{seat}/01.receipt.json"))
    assert new["receipt"] == old["receipt"]
    assert new["received"] != old["received"]
    assert new["in_force"] == f"inbox/{seat}/01.yaml"


def test_every_report_of_the_new_line_is_labelled_until_it_is_past_the_abandoned_one(table: Table) -> None:
    seat = table.opened.seats[0]
    rewind(table, 2)
    for turn, label in ((3, True), (4, True), (5, False)):
        assert table.run().status is Status.ADJUDICATED
        for name in (f"{seat}.txt", f"{seat}.html", "public.txt", "moderator.html"):
            assert (b"RERUN" in table.read(f"turns/{turn:04}/reports/{name}")) is label, (turn, name)
        assert (read_json(table.read(f"turns/{turn:04}/turn.json")).get("rerun") is True) is label
    assert table.findings(reports=True) == []


def test_the_first_report_tells_the_rewind_with_its_reason_escaped(table: Table) -> None:
    rewind(table, 2)
    table.run()
    html, text = table.read("turns/0003/reports/public.html"), table.read("turns/0003/reports/public.txt")
    assert b"a file was &lt;lost&gt; &amp; found" in html
    assert b"<lost>" not in html
    assert b"The moderator took the game back to turn 2" in text
    assert b"The reason: a file was" in b" ".join(text.split())


def list_legal(table: Table, seat: str) -> list[str]:
    """Every legal order of ``seat`` as a line of a move file."""
    opened = table.opened
    actions = opened.game.kernel.legal(opened.record.state, seat)
    orders = [opened.game.orders.write(opened.see(seat), action) for action in actions]
    return ["  - " + "\n    ".join(f"{key}: {value}" for key, value in order.items()) for order in orders]


def order_instead(table: Table, seat: str, order: str) -> Receipt:
    """A file of ``seat`` for the next turn with one ``order``."""
    table.hours += 1
    return table.submit(seat, f"game: toy\nturn: {table.newest + 1}\nseat: {seat}\norders:\n{order}\n")


def test_what_the_rerun_changed_is_told_to_each_from_what_it_was_told(table: Table) -> None:
    first = table.opened.seats[0]
    rewind(table, 2)
    sent = table.read(f"inbox/{first}/01.yaml").decode()
    other = next(order for order in list_legal(table, first) if order not in sent)
    assert order_instead(table, first, other).state is ReceiptState.GREEN
    table.run()
    for name in (first, "public"):
        told = " ".join(table.read(f"turns/0003/reports/{name}.txt").decode().split())
        changed = told.split("What the rerun changed")[1].split("Scores")[0]
        assert "No longer: " in changed
        assert "Now instead: " in changed
        assert f"on {other.split()[-1]}" in changed
    assert table.findings(reports=True) == []


def test_a_seat_that_sent_newer_orders_is_not_offered_its_later_files_again(table: Table) -> None:
    first, second = table.opened.seats[:2]
    rewind(table, 2)
    sent = table.read(f"inbox/{first}/01.yaml").decode()
    table.hours += 1
    assert table.submit(first, f"{sent}note: once more\n").state is ReceiptState.GREEN
    table.run()
    assert table.opened.list_filed(first) == []
    assert [file.name for file in table.opened.list_filed(second)] == ["01.yaml"]
    told, of_other = (
        " ".join(table.read(f"turns/0003/reports/{seat}.txt").decode().split()) for seat in (first, second)
    )
    assert "is not used again, because you have sent newer orders since" in told
    assert "Send your orders" in told
    assert "counts again" in of_other
    assert "Your orders are on file ---" in of_other
    assert table.findings(reports=True) == []


def test_files_that_are_no_longer_legal_are_kept_and_their_sender_is_told_why(table: Table) -> None:
    first, second = table.opened.seats[:2]
    place = f"turns/0004/orders/{second}/01.yaml"
    wanted = table.read(place).decode().split()[-1]
    rewind(table, 2)
    taken = next(order for order in list_legal(table, first) if order.endswith(f" {wanted}"))
    assert order_instead(table, first, taken).state is ReceiptState.GREEN
    table.run()
    assert table.opened.list_filed(second) == []
    told = " ".join(table.read(f"turns/0003/reports/{second}.txt").decode().split())
    assert "Your earlier file for turn 4 cannot be used again (red): line " in told
    assert f"{wanted} is taken by {first}'s" in told
    assert "The moderator still has it." in told
    assert table.read(f"branches/0001/{place}").decode().split()[-1] == wanted
    refused = [name for name in tree(table.path) if name.startswith(f"refused/{second}-") and name.endswith(".yaml")]
    assert len(refused) == 1
    assert table.findings(reports=True) == []


def test_a_notice_in_a_pause_has_no_deadline(table: Table) -> None:
    pause_game(table.path, "first things first", table.now)
    rewind(table, 2)
    for seat in table.opened.seats:
        letter = table.read(f"outbox/0002-{seat}-rewind-0002.txt").decode()
        assert "The game is paused: no turn runs until it goes on." in " ".join(letter.split())
        assert "Deadline" not in letter


def test_each_seat_gets_a_notice_at_once(table: Table) -> None:
    seats = table.opened.seats
    later = {seat for seat in seats if [*turn_of(Path(table.path), 4).glob(f"orders/{seat}/*.yaml")]}
    assert later
    rewind(table, 2)
    for seat in seats:
        letter = " ".join(table.read(f"outbox/0002-{seat}-rewind-0001.txt").decode().split())
        assert "RERUN" in letter
        assert f"The reason: {WHY}" in letter
        assert "Your report of turn 2 is the newest again, and orders are for turn 3 now" in letter
        assert open_game(table.path, 2).head[:8] in letter
        assert "Your earlier file for turn 3 counts again (green)" in letter
        kept = re.findall(r"Your files for turn (\d) are kept too, and are tried again when that turn comes", letter)
        assert kept == [*(["4"] if seat in later else []), "5"]
        assert "Turn 4:" in letter


def plain(text: str) -> str:
    return " ".join(text.split())


def test_who_came_to_a_seat_later_gets_the_report_that_is_the_newest_again(table: Table) -> None:
    replace_player(table.path, "bob", None, "he has gone", b"b" * 32, table.now)
    rewind(table, 3)
    substitute_player(table.path, "ann", "Eve", "eve@example.org", "ill", b"e" * 32, table.now)
    rewind(table, 2)
    mail = message_from_bytes(table.read("outbox/0002-ann-rewind-0004.eml"), policy=default)
    assert isinstance(mail, EmailMessage)
    body, attached = mail.get_body(("plain",)), {part.get_filename() for part in mail.iter_attachments()}
    assert body is not None
    assert {"toy-0003-ann.yaml", "toy-0002-ann.html", "toy-0002-ann.ics"} <= attached
    bob, cem = (table.read(f"outbox/0002-{seat}-rewind-0004.txt").decode() for seat in ("bob", "cem"))
    for seat, text in (("ann", body.get_content().replace("\r\n", "\n")), ("bob", bob)):
        assert "The seat's report of turn 2, which is below, is the newest again" in " ".join(text.split())
        assert text.endswith(f"\n\n\n{table.read(f'turns/0002/reports/{seat}.txt').decode()}")
        assert "The seat's earlier file for turn 3 counts again (green), until you send a newer one." in plain(text)
    assert "Your earlier file for turn 3 counts again (green), until you send a newer one." in plain(cem)
    assert "Your report of turn 2 is the newest again" in cem
    assert table.read("turns/0002/reports/cem.txt").decode() not in cem
    table.run()
    told = {seat: plain(table.read(f"turns/0003/reports/{seat}.txt").decode()) for seat in ("bob", "cem")}
    assert {seat: "The seat's earlier file for turn 4" in text for seat, text in told.items()} == {
        "bob": True,
        "cem": False,
    }


def test_who_came_with_the_very_report_that_is_the_newest_again_does_not_get_it_twice(table: Table) -> None:
    replace_player(table.path, "bob", None, "he has gone", b"b" * 32, table.now)
    table.play(1)
    rewind(table, 4)
    assert "Your report of turn 4 is the newest again" in table.read("outbox/0004-bob-rewind-0002.txt").decode()


def test_rewinding_twice_compares_with_what_was_told_last(table: Table) -> None:
    rewind(table, 2)
    table.run()
    rewind(table, 1, "and once more")
    assert sorted(path.name for path in Path(table.path, "branches").iterdir()) == ["0001", "0002"]
    assert table.findings(reports=True) == []
    heads = []
    for turn in (2, 3, 4):
        assert table.run().status is Status.ADJUDICATED
        heads.append(table.read(f"turns/{turn:04}/reports/public.txt").decode())
    assert verify_game(table.path, open_game(table.path, 3).head, reports=True).findings == []
    last = [open_head(table, branch, turn) for branch, turn in ((2, 2), (2, 3), (1, 4))]
    marks = [f"\nin place of: {head[:4]} {head[4:8]}\nchecked: " for head in last]
    assert [mark in report for mark, report in zip(marks, heads, strict=True)] == [True] * 3


def open_head(table: Table, branch: int, turn: int) -> str:
    return hash_bytes(table.read(f"branches/{branch:04}/turns/{turn:04}/turn.json"))


def test_a_game_can_be_taken_back_to_its_set_up(table: Table) -> None:
    rewind(table, 0)
    assert table.newest == 0
    assert table.findings(reports=True) == []
    assert table.run().status is Status.ADJUDICATED
    assert table.turn_files(1) == table.turn_files(1, branch=1)


def test_an_abandoned_head_is_found_where_it_is(table: Table) -> None:
    head = table.opened.head
    rewind(table, 2)
    found_ = verify_game(table.path, head)
    assert found_.findings == []
    assert [remark for remark in found_.remarks if remark.startswith("branches/0001/turns/0004: has the expected head")]


@pytest.mark.parametrize(
    ("to", "error", "words"),
    [(4, ActRefusedError, "turn 4 is already the newest"), (5, NoSuchTurnError, "there is no turn 5 yet")],
)
def test_there_must_be_something_to_abandon(table: Table, to: int, error: type[Exception], words: str) -> None:
    before = tree(table.path)
    with pytest.raises(error, match=words):
        rewind_game(table.path, to, WHY, table.now)
    assert tree(table.path) == before


def test_a_dry_run_says_what_would_happen_and_writes_nothing(table: Table) -> None:
    before = tree(table.path)
    recorded = rewind_game(table.path, 2, WHY, table.now, dry_run=True)
    assert recorded.act.after_turn == 4
    assert len(recorded.letters) == 3
    assert tree(table.path) == before


def test_the_same_words_again_do_nothing(table: Table) -> None:
    rewind(table, 2)
    before = tree(table.path)
    assert rewind_game(table.path, 2, WHY, table.now).already
    assert tree(table.path) == before


def test_a_finished_game_has_shown_its_secret(tmp_path: Path) -> None:
    table = Table(Path(shutil.copytree(Path(__file__).parents[3] / "games" / "finished-2005", tmp_path / "game")))
    table.hours = 24 * 365 * 10
    newest = table.newest
    with pytest.raises(ActRefusedError, match="--yes-the-secret-is-known"):
        rewind_game(table.path, newest - 1, WHY, table.now)
    rewind_game(table.path, newest - 1, WHY, table.now, secret_known=True)
    assert table.findings() == []
    table.run()
    assert b"its chance secret is known" in b" ".join(table.read(f"turns/{newest:04}/reports/public.txt").split())
    assert table.turn_files(newest) == table.turn_files(newest, branch=1)
    assert table.findings(reports=True) == []


def test_that_the_secret_was_shown_is_not_kept_back(tmp_path: Path) -> None:
    table = Table(Path(shutil.copytree(Path(__file__).parents[3] / "games" / "finished-2005", tmp_path / "game")))
    table.hours = 24 * 365 * 10
    newest, mails = table.newest, tmp_path / "mails"
    (seat, *_) = table.opened.seats
    keep_reports(Path(table.path), seat, mails, ("txt",))
    rewind_game(table.path, newest - 1, WHY, table.now, secret_known=True)
    edit(Path(table.path, "acts", "0001.json"), lambda act: act.update(secret_known=False))
    words = f"secret_known: not what turn {newest} in branches/0001 shows"
    assert table.findings() == [f"acts/0001.json: {words}"]
    table.run()
    for name, data in keep_report(Path(table.path), seat, newest, ("txt",)).items():
        (mails / f"again-{name}").write_bytes(data)
    (found,) = check_mails([str(mails)])["findings"]
    assert found.endswith("acts: number 1: secret_known: does not agree with what was then the newest turn")


def test_archives_carry_acts_and_branches(table: Table, tmp_path: Path) -> None:
    rewind(table, 2)
    table.run()
    file = str(tmp_path / "toy.zip")
    archive_game(table.path, file)
    assert verify_archive(file, reports=True).findings == []
    import_archive(file, str(tmp_path / "again"))
    kept = {name: data for name, data in tree(table.path).items() if not name.startswith(_NOT_KEPT)}
    assert tree(str(tmp_path / "again")) == kept
    archive_game(table.path, file, redact=True)
    assert verify_archive(file, reports=True).findings == []


@pytest.mark.parametrize(
    ("name", "old", "new", "finding"),
    [
        (
            "branches/0001/turns/0004/events.json",
            b'"kind"',
            b'"kinb"',
            "branches/0001/turns/0004/events.json: not what",
        ),
        ("branches/0001/turns/0003/turn.json", b'"forced": false', b'"forced": true', "branches/0001/turns/000"),
        ("acts/0001.json", b"found", b"fount", "turns/0003/turn.json: acts: not those that acts/ has"),
        ("acts/0001.json", b'"to": 2', b'"to": 1', "acts/0001.json: to_head: not the head of turn 1"),
        ("acts/0001.json", b'"branch": 1', b'"branch": 2', "branches/0002: not turns 3 to 4"),
    ],
)
def test_whatever_is_changed_is_found(table: Table, name: str, old: bytes, new: bytes, finding: str) -> None:
    rewind(table, 2)
    table.run()
    path = part_of(Path(table.path), name) if "turns/" in name else Path(table.path, name)
    data = path.read_bytes()
    assert old in data
    changed = data.replace(old, new, 1)
    # whoever changes an act on purpose puts its checksum right
    path.write_bytes(write_checked(read_json(drop_checksum(changed))) if name.startswith("acts/") else changed)
    assert [one for one in table.findings() if one.startswith(finding)]


def test_a_branch_that_is_gone_or_nobodys_is_found(table: Table) -> None:
    rewind(table, 2)
    shutil.copytree(Path(table.path, "branches/0001"), Path(table.path, "branches/0002"))
    assert table.findings() == ["branches/0002: no act has made this branch"]
    shutil.rmtree(Path(table.path, "branches"))
    assert table.findings() == ["branches/0001: not turns 3 to 4, as acts/0001.json says"]


def test_a_branch_that_is_gone_is_named_before_what_orders_quote_of_it(table: Table) -> None:
    for number in (1, 2):
        # twice, so that turns of a branch quote one another's too
        rewind(table, 1, f"{WHY} {number}")
        for _ in range(3):
            table.run()
    assert table.findings() == []
    shutil.rmtree(Path(table.path, "branches"))
    first, *others = table.findings()
    assert first == "branches/0002: not turns 2 to 4, as acts/0002.json says"
    assert others
    assert all("which is not a head of this history" in other for other in others)


def test_other_games_carry_their_orders_too(tmp_path: Path) -> None:
    table = found(tmp_path, "catan", options={"discard": "ask"}, seed=3)
    table.play(9)
    rewind(table, 5)
    for turn in range(6, 10):
        assert table.run().status is Status.ADJUDICATED
        assert table.turn_files(turn) == table.turn_files(turn, branch=1)
    assert table.findings(reports=True) == []


def test_carried_files_carry_their_nonces(tmp_path: Path) -> None:
    rules = find_game("through-the-desert")
    wish = Wish(rules, "2005", {}, 3, Pacing.ROUND, b"nonces", Level.L2)
    play_directories(wish, 1, str(tmp_path))
    table = Table(tmp_path / "sim-0000")
    table.hours = 24 * 365
    newest = table.newest
    rewind_game(table.path, newest - 3, WHY, table.now, secret_known=True)
    for turn in range(newest - 2, newest + 1):
        assert table.run().status is Status.ADJUDICATED
        assert table.turn_files(turn) == table.turn_files(turn, branch=1)
    assert table.findings(reports=True) == []


def test_abandoned_turns_are_played_again_too(table: Table) -> None:
    newest = table.newest
    for _ in range(2):
        rewind(table, newest - 2)
        table.play(1)
    assert table.findings() == []
    for branch in (1, 2):
        orders = part_of(Path(table.path), f"branches/{branch:04}/turns/{newest - 1:04}/orders")
        place = next(part for part in sorted(orders.rglob("*.yaml"), reverse=True) if "\n  - " in part.read_text())
        before = place.read_bytes()
        # a forger says that the file was redacted, which nobody can tell from its hash
        place.write_bytes(re.sub(rb"orders:.*", b"orders: []\n", before, flags=re.DOTALL))
        listed = {place.relative_to(Path(table.path)): hash_bytes(place.read_bytes())}
        Path(table.path, "redacted.json").write_bytes(write_redactions(listed))
        (finding,) = table.findings()
        assert finding.startswith(f"branches/{branch:04}/turns/{newest - 1:04}/")
        place.write_bytes(before)
        Path(table.path, "redacted.json").unlink()
