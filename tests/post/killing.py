"""``serve`` is killed at random moments while games are played; with ``--silent`` the mail server does not answer.

``python -m post.killing --kills 200 --games 4`` prints one line of JSON: what was lost, doubled or is missing.
"""

from __future__ import annotations

import argparse
import json
import socket
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from post.servers import HOST
from post.tournament import (
    Account,
    Players,
    Served,
    deliver_to,
    found_games,
    letterbox,
    play_on,
    settle,
    take_stock,
    write_settings,
)

from adjudicator.acts.simulate import Picker
from adjudicator.cli.main import main

_LONGEST_LIFE = 8000
"""Milliseconds."""
KINDS = ("through-the-desert", "catan", "catan-caravans")


def kill_often(folder: Path, kills: int, games: int, seed: int, *, silent: bool) -> tuple[Account, int]:
    """Play ``games`` games and kill the process that serves them so often; the account, and how many games verify."""
    moments = Picker(bytes([seed % 256]))
    place, taken = folder / "games", folder / "taken"
    with redirect_stdout(StringIO()):
        paths = found_games(place, [KINDS[number % len(KINDS)] for number in range(games)])
    with letterbox(taken) as port, socket.socket() as mute:
        mute.bind((HOST, 0))
        mute.listen()
        write_settings(place, mute.getsockname()[1] if silent else port, f"maildir: {folder}/Maildir\n")
        deliver = deliver_to(folder / "Maildir")
        players = [Players(path, deliver, bytes([seed % 256, number])) for number, path in enumerate(paths)]
        served = Served(place)
        for _ in range(kills):
            served.start()
            play_on(players, moments.below(_LONGEST_LIFE) / 1000)
            served.kill()
        write_settings(place, port, f"maildir: {folder}/Maildir\n")
        served.start()
        settle(place, players, 300)
        served.stop()
        account = take_stock(place, players, taken)
    with redirect_stdout(StringIO()):
        sound = sum(main(["verify", str(path)]) == 0 for path in paths)
    return account, sound


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--silent", action="store_true")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="killing-") as name:
        account, sound = kill_often(Path(name), given.kills, given.games, given.seed, silent=given.silent)
    said = {"kills": given.kills, "games": given.games, "sound": sound, "seconds": round(time.monotonic() - began)}
    print(json.dumps(said | account._asdict()))  # noqa: T201
