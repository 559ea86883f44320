"""Positions and actions of Through the Desert as people write them in CASE files."""
