"""Rule packages, one folder a game."""
