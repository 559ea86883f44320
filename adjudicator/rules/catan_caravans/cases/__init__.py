"""Positions and votes of the scenario as people write them in CASE files."""

from __future__ import annotations

from adjudicator.rules.catan_caravans.cases.caravan_cases import CaravanCases

CARAVAN_CASES = CaravanCases()
"""The bench of the game."""
