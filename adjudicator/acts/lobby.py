"""A game of chance level L2 before it has begun: who has joined, what is published, who is awaited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.acts.opened import load_rules
from adjudicator.core.charter import Charter, Level
from adjudicator.core.pledge import Joined, Pledge
from adjudicator.core.table import Seat
from adjudicator.ledger.accepted import list_accepted
from adjudicator.proof.nonces import commit_opening
from adjudicator.registry import AnyGame
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.inbox import Filed

if TYPE_CHECKING:
    from adjudicator.intake.joining import JoinCourt, JoinFile


class Lobby(NamedTuple):
    """A game as it stands before turn 0. ``published`` are the pledges of all seats, None until everybody has joined.

    Files are read from the inbox whenever they are asked for; of each seat the last of either kind counts.
    """

    directory: GameDirectory
    charter: Charter
    charter_text: bytes
    game: AnyGame
    published: Mapping[Seat, Pledge] | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats as they signed up; their order at the table is drawn when the game begins."""
        return self.charter.setting.seats

    @property
    def pledges(self) -> Mapping[Seat, Pledge]:
        """With what each seat joins, by its last file; what is published stays."""
        if self.published is not None:
            return self.published
        return {seat: pledge for seat in self.seats if (pledge := self._find_pledge(seat)) is not None}

    @property
    def openings(self) -> Mapping[Seat, str]:
        """What opens each seat's commitment, as far as it came."""
        if self.published is None:
            return {}
        return {seat: opening for seat in self.seats if (opening := self._find_opening(seat)) is not None}

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing: first to the invitation, then to the list of anchors."""
        answered = self.pledges if self.published is None else self.openings
        return tuple(seat for seat in self.seats if seat not in answered)

    @property
    def joined(self) -> dict[Seat, Joined]:
        """With what everybody joined and how it was opened; for a game that nobody is awaited in."""
        return {seat: Joined(pledge, self.openings[seat]) for seat, pledge in self.pledges.items()}

    def court(self) -> JoinCourt:
        """What files are judged against now."""
        from adjudicator.intake.joining import JoinCourt

        return JoinCourt(
            game_id=self.charter.id,
            seats=self.seats,
            token_hashes=self.directory.read_token_hashes(),
            replaced_hashes=self.directory.read_replaced_hashes(),
            pledges=self.pledges,
            published=self.published is not None,
        )

    def list_filed(self, seat: Seat) -> list[Filed]:
        """The files of ``seat`` that wait in the inbox."""
        return self.directory.inbox.list_filed(seat)

    def has_consumed(self, filed: Filed) -> bool:
        """Nothing is consumed before the game begins."""
        del filed
        return False

    def _read(self, seat: Seat) -> list[JoinFile]:
        from adjudicator.intake.joining import read_accepted_join

        files = []
        for filed in list_accepted(self.list_filed(seat)):
            try:
                files.append(read_accepted_join(filed.data))
            except ValueError as error:
                raise DamageError(f"inbox/{seat}/{filed.name}", f"not the file that was accepted: {error}") from error
        return files

    def _find_pledge(self, seat: Seat) -> Pledge | None:
        return next((file.pledge for file in reversed(self._read(seat)) if file.pledge is not None), None)

    def _find_opening(self, seat: Seat) -> str | None:
        assert self.published is not None
        commitment = self.published[seat].commitment
        given = (file.opening for file in reversed(self._read(seat)) if file.opening is not None)
        return next((opening for opening in given if commit_opening(bytes.fromhex(opening)) == commitment), None)


def open_lobby(path: str) -> Lobby | None:
    """The game at ``path`` before it has begun; None where it has, or needs no beginning of its own.

    Raises ``NoGameError``, :class:`DamageError`, ``UnknownGameError``, ``RulesVersionError``.
    """
    directory = GameDirectory(path)
    charter, charter_text = directory.read_charter()
    if charter.commitment.level is Level.L1 or directory.turns.newest() is not None:
        return None
    published = directory.read_joined()
    if published is not None and published.keys() != set(charter.setting.seats):
        raise DamageError(JOINED, "does not name the seats of the charter")
    return Lobby(directory, charter, charter_text, load_rules(charter), published)
