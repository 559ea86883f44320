"""Intake: bytes that a player sent become a move file, or problems with their places."""
