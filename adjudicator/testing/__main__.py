"""Plays the random game of a seed and prints its digest: ``python -m adjudicator.testing MODULE NAME SEED``."""

import sys

from adjudicator.registry import load_game
from adjudicator.testing.trial import play_trial

_WORDS = 4

if __name__ == "__main__":
    if len(sys.argv) != _WORDS or not sys.argv[-1].isdecimal():
        sys.exit("usage: python -m adjudicator.testing MODULE NAME SEED, such as hex_by_mail:GAME hex 0")
    module, name, seed = sys.argv[1:]
    sys.stdout.write(play_trial(load_game(module, name), int(seed)).digest())
