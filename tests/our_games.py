"""The games that come with the program, whatever others are installed: tests take their parameters from here."""

from __future__ import annotations

OUR_GAMES = ("catan", "catan-caravans", "through-the-desert")
