"""The proofs of reports: what every reader's report proves to him, and nothing of what is others'."""

from collections.abc import Mapping, Sequence

from adjudicator.core.chance import Draw
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Onlooker, Seat
from adjudicator.proof.block import FORMAT, write_proof_file, write_title
from adjudicator.proof.hashing import LeafSet, group_reports, seal_facts, seal_orders, seal_reports


class ProofWriter:
    """Writes the proofs of one turn, one reader after the other; every leaf is made once."""

    def __init__(
        self,
        header: bytes,
        salt: bytes,
        consumed: Mapping[Seat, Sequence[Sequence[str]]],
        facts: Mapping[Seat, JsonObject],
        draws: Sequence[Draw],
        earlier: tuple[bytes, Mapping[str, str]] | None,
    ) -> None:
        """``consumed`` and ``facts`` have every seat, in table order.

        ``earlier`` is None for turn 0, else the salt of the turn before and the hashes of its reports by name.
        """
        self._header, self._consumed, self._known, self._draws = header, consumed, facts, draws
        self._orders, self._facts = seal_orders(salt, consumed), seal_facts(salt, facts)
        self._reports: LeafSet | None = None
        self._hashes: Mapping[str, Mapping[str, str]] = {}
        if earlier is not None:
            self._reports, self._hashes = seal_reports(*earlier), group_reports(earlier[1])

    def write_proof(self, game: str, turn: int, seat: Seat | None) -> bytes:
        """The proof of the report on ``turn`` of ``game`` to ``seat``; of the public one where that is None."""
        return write_proof_file(
            write_title(game, turn, seat),
            self._header,
            {
                "format": FORMAT,
                "seat": seat,
                "orders": self._open_orders(seat) if seat else None,
                "facts": self._open_facts(seat) if seat else None,
                "reports": self._open_reports(seat or Onlooker.PUBLIC.value),
                "draws": [
                    [draw.epoch, list(draw.label), draw.below, draw.value] for draw in self._draws if not draw.hidden
                ],
            },
        )

    def _open_orders(self, seat: Seat) -> JsonValue:
        salt, path = self._orders.open(seat)
        return {"salt": salt, "path": path, "files": [list(file) for file in self._consumed[seat]]}

    def _open_facts(self, seat: Seat) -> JsonValue:
        salt, path = self._facts.open(seat)
        return {"salt": salt, "path": path, "facts": self._known[seat]}

    def _open_reports(self, name: str) -> JsonValue:
        if self._reports is None or name not in self._hashes:
            return None
        salt, path = self._reports.open(name)
        return {"salt": salt, "path": path, "hashes": dict(self._hashes[name])}
