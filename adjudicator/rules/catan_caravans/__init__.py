"""Catan with The Great Caravan: the scenario told as a difference from the base game. Unofficial, like the base."""

from __future__ import annotations

from adjudicator.rules.catan_caravans.game import CatanCaravans

GAME = CatanCaravans()
