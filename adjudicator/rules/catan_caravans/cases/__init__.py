"""Positions and votes of the scenario as people write them in CASE files."""
