"""Boards made at random, like the printed ones in all that is known of those.

The same seed makes the same board for ever: games that were set up with a random board are played again from the seed
when they are verified, so that a change here is a change of the rules' version.
"""
