"""An attacker who reads everything but the newest tokens, and writes files for every seat: none is ever taken.

He has tokens of other seats and those that were replaced, and writes them as he likes. What he leaves out, spells in
another way or hides gains him nothing, unless the moderator says whose the file is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from scrutiny.games import KINDS, START, Kind, play_turns
from scrutiny.tokens import read_tokens

from adjudicator.acts.filing import check_bytes
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.open_game import open_game
from adjudicator.core.instant import add_hours
from adjudicator.intake import judge, tokens
from adjudicator.intake.receipt import ACCEPTED

TURN = 2
FORMS = (
    "token: {}", 'token: "{}"', "token: |\n  {}", "token: ' {}'", "# token: {}", "note: {}", "token:\n  - {}",
    "token: {{value: {}}}", "Token: {}", "tokens: {}", '"token": {}', "token: {}\ntoken: {}",
)  # fmt: skip
WITHOUT = (
    "", "token:", "token: null", "token: ~", 'token: ""', "token: '-'", "token: 0", "token: true", "token: []",
    "token: " + "0" * 32, "token: " + "x" * 32, "draft: false",
)  # fmt: skip


class Game:
    """A game of ``kind`` in which one turn has run and every seat has changed hands, with the tokens of all times."""

    def __init__(self, folder: Path, kind: Kind) -> None:
        self.path = str(play_turns(folder / "game", kind, 1, TURN - 1))
        self.now = add_hours(START, 24 * 30)
        self.old: Mapping[str, str] = read_tokens(Path(self.path))
        for number, seat in enumerate(self.old):
            replace_player(self.path, seat, None, f"gone {seat}", bytes([number]) * 32, self.now)
        letters = {seat: next(Path(self.path, "outbox").glob(f"*-{seat}-invitation-*.txt")) for seat in self.old}
        self.opened = open_game(self.path)
        self.new = {seat: letter.read_text().split("\ntoken: ")[1].split()[0] for seat, letter in letters.items()}

    def write(self, seat: str, line: str) -> bytes:
        return f"game: game\nturn: {TURN}\nseat: {seat}\n{line}\norders: []\n".encode()

    def takes(self, data: bytes, by_hand: str | None = None) -> str | None:
        """The seat for which ``data`` would be taken, by the code of ``check``, of ``submit`` and of a run."""
        answer = check_bytes(self.opened, self.opened.intake(), data, "mail.yaml", by_hand, self.now)
        assert answer.refused_speaker <= (answer.receipt.state not in ACCEPTED)
        return answer.receipt.seat if answer.receipt.state in ACCEPTED else None


def list_lines(game: Game, seat: str) -> Iterator[str]:
    """What stands in files that ``seat`` did not send, where its token should be."""
    yield from WITHOUT
    known = [*game.old.values(), *(secret for other, secret in game.new.items() if other != seat)]
    for number, secret in enumerate(known):
        yield from (form.replace("{}", secret).replace("{{", "{").replace("}}", "}") for form in FORMS[number % 2 :: 2])
    right = game.new[seat]
    yield from (f"token: {right[:-1]}", f"token: {right}0", f"token: {right[1:]}{right[0]}", f"# token: {right}")


def attack(game: Game) -> list[str]:
    """The lines with which a file was taken, with the seat it was taken for."""
    return [
        f"{seat}: {line}"
        for seat in game.new
        for line in list_lines(game, seat)
        if game.takes(game.write(seat, line)) is not None
    ]


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.name)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Game(tmp_path_factory.mktemp("spoken"), request.param)


def test_no_file_is_taken_that_its_seat_did_not_send(game: Game) -> None:
    assert attack(game) == []


def test_the_newest_token_speaks_for_its_seat_and_so_does_the_moderator(game: Game) -> None:
    for seat, secret in game.new.items():
        assert game.takes(game.write(seat, f"token: {secret}")) == seat
        assert game.takes(game.write(seat, "# by hand"), seat) == seat
        other = next(one for one in game.new if one != seat)
        assert game.takes(game.write(seat, "# by hand too"), other) is None


def _let_anybody_speak(patch: pytest.MonkeyPatch) -> None:
    identify = judge.identify
    patch.setattr(judge, "identify", lambda intake, file, hint: identify(intake, file, hint or file.seat))


def _take_any_token(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tokens, "is_token", lambda _said, _kept: True)


def _keep_old_tokens(patch: pytest.MonkeyPatch) -> None:
    identify = judge.identify

    def forget(intake: Any, file: Any, hint: Any) -> Any:
        replaced = tokens.hash_token(file.token or "") in intake.tokens.replaced
        return identify(intake, file._replace(token=None), file.seat) if replaced else identify(intake, file, hint)

    patch.setattr(judge, "identify", forget)


@pytest.mark.parametrize("plant", [_let_anybody_speak, _take_any_token, _keep_old_tokens])
def test_a_program_that_lets_others_speak_is_seen_through(
    plant: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(tmp_path, KINDS[0])
    plant(monkeypatch)
    assert attack(game)
