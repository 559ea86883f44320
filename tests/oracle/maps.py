"""Drawings of the two boards, made from their table of coordinates, and of small ones of our own.

See :mod:`oracle.field` for how to read them.
"""

from __future__ import annotations

from oracle.field import read_drawing

SMALL = """\
      o   .   .           .   .
    .   .   .   .       .   .   o
  .   .   .   o   .   o   .   .   .
    .   .   .   .   .   .   o   .
  .   Y   o   .   Y   .   .   .   .
.   .   .   .   .   .   .   .   Y
  o   .   .   o   .   o   .   .   .
.   .   .   .   .   .   .   .   .
  .   .   o   .   .   .   o   o   .
.   o   .   .   o   .   .   .   .
  .   .   .   .   .   o   .   .   o
o   .   o   .   .   .   .   .   .
  .   .   ^   .   .   .   .   .   .
.   .   .   ^   .   .   Y   o   o
  Y   .   ^   ^   ^   .   .   .   .
.   .   .   ^   ^   .   .   .   .
  .   o   .   .   o   o   .   .
.   .   .   o   .   .   .   o   .
  o   .   .   .   .   .   .   .
    .   o   .   .   .   o   .
  .   .   .   Y   o   .   .
    .   .   .   .   .   .
      .   .   .   .   .
        o   o   .   o
          .   .   .
            .   .
"""

STRIP = """\
                                      .   .
                                    o   .   .
                                      .   o   .
                                    .   .   .
                                      .   .   o
                                    .   .   .
                                      o   o   .
                                    .   .   .
                                      .   .   o
                                    .   .   .
                                      .   .   .
                                    .   o   o
                                      .   .   .
                                    .   .   .
                                      .   .   .
                                    o   .   o
                                      .   .   .
                                    .   o   .
                                      .   .   .
                                        .   Y
                                          .   .
                                            .
"""

ISLANDS = """\
  .   .   .   .
.   .   .   .   .
  .   o   .   .
.   .   .   .   .
  .   ^   .   o
o   ^   .   ^   .
  .   ^   .   .
.   .   .   .   .
  Y   Y   .   .
.   .   .   .   .
  .   .   .   .
.   .   .   o   .
  .   ^   .   .
.   .   .   .   .
"""
"""Three mountains inside; a camel between the palm spaces touches both."""

RING = """\
  .   .   o   .
.   .   .   .   .
  .   .   .   .
.   .   Y   .   .
  .   ^   ^   .
.   .   ^   .   o
  o   ^   ^   .
.   .   ^   .   .
  .   ^   ^   .
.   .   .   .   .
  .   o   .   .
.   .   .   Y   .
  .   .   .   .
"""
"""A track two hexes wide round one big mountain."""

CRUMBS = """\
  .   .   .   .
.   .   .   o   .
  .   ^   .   .
.   .   .   .   .
  .   .   Y   ^
.   ^   .   .   .
  .   .   .   .
.   o   ^   .   Y
  .   .   .   .
.   .   .   .   o
  .   .   .   .
"""
"""Four single mountains, so that a short caravan closes something."""

PLAIN = """\
  .   .   .   .   .
.   .   o   .   .
  .   .   .   .   .
.   o   .   .   .
  .   .   Y   .   .
.   .   .   .   Y
  .   .   .   o   .
.   .   .   .   .
  .   o   .   .   .
.   .   .   .   .
"""
"""No mountain at all."""

SMALL_BOARD = read_drawing(SMALL)
FULL_BOARD = SMALL_BOARD | read_drawing(STRIP)
DRAWN = {
    drawing: read_drawing(text)
    for drawing, text in {"islands": ISLANDS, "ring": RING, "crumbs": CRUMBS, "plain": PLAIN}.items()
}
