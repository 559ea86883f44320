"""Toys for rule writers: pure, and knowing no game."""
