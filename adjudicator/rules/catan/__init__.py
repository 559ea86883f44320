"""Catan, the base game for 3 and 4 seats. An unofficial adjudicator of Klaus Teuber's game."""

from __future__ import annotations

from adjudicator.rules.catan.game import Catan

GAME = Catan()
