"""The games that come with the program: what is measured, whatever others are installed."""

from __future__ import annotations

KINDS = ("catan", "catan-caravans", "through-the-desert")
