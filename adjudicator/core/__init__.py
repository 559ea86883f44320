"""The seam and the turn driver: pure, and knowing no game."""
