"""Deadlines in words."""

from __future__ import annotations

from datetime import datetime


def write_deadline(instant: datetime) -> str:
    """``Tuesday, 2026-09-22 at 08:00 UTC``."""
    return instant.strftime("%A, %Y-%m-%d at %H:%M UTC")
