"""With what the seats of a game joined, read again from the files that turn 0 took up (chance level L2)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.charter import Charter, Level
from adjudicator.core.pledge import Joined, Pledge
from adjudicator.core.receipt import ACCEPTED, load_receipt
from adjudicator.core.table import Seat
from adjudicator.intake.joining import read_accepted_join
from adjudicator.proof.nonces import commit_opening
from adjudicator.store.damage import DamageError
from adjudicator.store.inbox import receipt_name
from adjudicator.store.joined import START, write_start
from adjudicator.store.json_text import read_json


def collect_joined(charter: Charter, files: Mapping[str, bytes]) -> dict[Seat, Joined]:
    """With what every seat joined, by the ``files`` of turn 0; nothing at level L1.

    Raises :class:`DamageError` where a file is missing or does not fit, or ``start.json`` says something else.
    """
    if charter.commitment.level is Level.L1:
        return {}
    joined = {seat: _collect(seat, files) for seat in charter.setting.seats}
    if files.get(START) != write_start(joined):
        raise DamageError(START, "not what the files say with which the seats have joined")
    return joined


def _collect(seat: Seat, files: Mapping[str, bytes]) -> Joined:
    folder = f"orders/{seat}/"
    names = [name for name in files if name.startswith(folder) and name.endswith(".yaml")]
    pledge: Pledge | None = None
    opening: str | None = None
    for name in sorted(names, key=lambda name: (len(name), name)):
        if load_receipt(read_json(files[receipt_name(name)])).standing not in ACCEPTED:
            continue
        try:
            file = read_accepted_join(files[name])
        except ValueError as error:
            raise DamageError(name, f"not the file that was accepted: {error}") from error
        if file.opening is None:
            pledge = file.pledge
        elif pledge is None or commit_opening(bytes.fromhex(file.opening)) != pledge.commitment:
            raise DamageError(name, "does not open what the seat committed to when it joined")
        else:
            opening = file.opening
    if pledge is None or opening is None:
        raise DamageError(folder.rstrip("/"), "has no join file and no opening")
    return Joined(pledge, opening)
