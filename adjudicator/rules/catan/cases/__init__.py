"""Positions and actions of Catan as people write them in CASE files."""
