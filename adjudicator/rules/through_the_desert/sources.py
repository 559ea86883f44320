"""Where each edition speaks of what a ruling is about: by ruling and edition its headings.

An edition that is left out says nothing of it. The headings are those of the rulebooks, in our spelling; steps are
counted, and the sections of the manual have their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class _Headings(NamedTuple):
    """The headings in the three rulebooks; empty where one is silent."""

    classic: str = ""
    manual: str = ""
    allplay: str = ""


_SILENT = _Headings()
_PLACING_LEADERS = _Headings("Placing caravan leaders", "3 Setup, i", "Place leaders")
_ENCLOSING = _Headings("Enclosing areas", "5b Enclosed areas", "Enclosing areas")
_LINKING = _Headings("Linking oases", "5b Oases", "Reaching water")
_SCORING = _Headings("Game end and final scoring", "6b Final scoring", "Final scoring")

_HEADINGS: Mapping[str, _Headings] = {
    "S1": _Headings("Setup, step 5", "3 Setup, e", "Setup, step 2"),
    "S2": _Headings("Setup, step 6", "3 Setup, f; 7 FAQ", "Setup, step 3; Reaching water, note"),
    "S3": _Headings("Components, Game board", "3 Setup, a", "Setup, table"),
    "S4": _Headings("Setup, step 1", "3 Setup, h", "Setup, step 4"),
    "S5": _Headings("Setup, step 3", "3 Setup, c", "Setup, table and step 4"),
    "S6": _Headings("", "3 Setup, c", "Setup, step 4"),
    "L1": _PLACING_LEADERS,
    "L2": _PLACING_LEADERS,
    "L3": _PLACING_LEADERS,
    "L4": _SILENT,
    "L5": _Headings("", "5c Variant rules, serpentine leader placement", ""),
    "L6": _SILENT,
    "L7": _Headings("Enclosing areas", "5b Scoring during play", ""),
    "T1": _Headings("Caravan development; Placing camels", "4 Gameplay flow", "Game turns"),
    "T2": _Headings("Caravan development; Placing camels", "5b Scoring during play", "Reaching water"),
    "T3": _Headings("Placing camels", "5a Camel placement; 7 FAQ", "Game turns; Tips and reminders"),
    "T4": _Headings("", "5c Variant rules, river board", "Reaching water"),
    "T5": _Headings("Game end and final scoring", "6a Game end", "Game end; Tips and reminders"),
    "T6": _Headings("", "6a Game end", "Game end"),
    "T7": _Headings("Game end and final scoring", "6a Game end", "Game end"),
    "W1": _Headings(
        "Occupying water holes; Enclosing areas", "5b Waterholes; 5b Enclosed areas", "Reaching water; Enclosing areas"
    ),
    "W2": _LINKING,
    "W3": _LINKING,
    "W4": _Headings("Enclosing areas", "5b Enclosed areas", "Enclosing areas; Tips and reminders"),
    "W5": _Headings("Occupying water holes", "5b Waterholes; 6b Final scoring", "Reaching water"),
    "W6": _Headings("", "3 Setup, f; 5c Variant rules, aquifers", ""),
    "E1": _Headings("Enclosing areas", "5b Enclosed areas; 7 FAQ", "Enclosing areas; Tips and reminders"),
    "E2": _ENCLOSING,
    "E3": _ENCLOSING,
    "E4": _ENCLOSING,
    "E5": _ENCLOSING,
    "E6": _Headings(
        "Enclosing areas; Game end and final scoring",
        "5b Enclosed areas; 6b Final scoring; 7 FAQ",
        "Enclosing areas; Final scoring",
    ),
    "E7": _Headings("Enclosing areas", "5b Enclosed areas", "Enclosing areas; Tips and reminders"),
    "E8": _Headings("Enclosing areas", "5a Camel placement; 5b Enclosed areas", "Enclosing areas"),
    "E9": _Headings(
        "Game end and final scoring", "5b Enclosed areas; 6b Final scoring; 7 FAQ", "Enclosing areas; Final scoring"
    ),
    "E10": _Headings("Enclosing areas", "5b Enclosed areas; 7 FAQ", "Enclosing areas"),
    "F1": _SCORING,
    "F2": _SCORING,
    "F3": _SCORING,
    "F4": _SILENT,
    "F5": _Headings("Game end and final scoring", "6b Final scoring", ""),
    "F6": _Headings("Running out of scoring markers", "7 FAQ", ""),
    "V1": _Headings("", "3 Setup, a", "Setup, step 1"),
    "V2": _Headings("", "5c Variant rules, river board", "Reaching water"),
    "V3": _SILENT,
    "V4": _SILENT,
}

SOURCES: Mapping[str, Mapping[str, str]] = {
    ruling: {
        edition: heading for edition, heading in zip(("2005", "manual", "allplay"), headings, strict=True) if heading
    }
    for ruling, headings in _HEADINGS.items()
}
