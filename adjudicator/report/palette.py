"""A picture with 256 colours in place of all: a third of the bytes, and nobody sees the difference.

Our boards have a few dozen colours, and thousands in between along their edges. Those that are nearest to each other
become one, each time the one that is there most often.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_MOST: Final = 256
_CHANNELS: Final = 3
_EIGHT_BITS, _WITH_ALPHA, _BY_PALETTE = 8, 6, 3
_COPY, _LEFT, _ABOVE, _MEAN = range(4)
"""How a row is told by those beside it; any other number is by Paeth."""
_CHANGED = re.compile(rb"[^\0]")

_Colour: TypeAlias = tuple[int, int, int]


class _Box(NamedTuple):
    """Colours that are near each other, how far they reach in a channel, and in which they reach farthest."""

    reach: int
    channel: int
    colours: Sequence[_Colour]


def use_palette(png: bytes) -> bytes:
    """The picture ``png``, of 8 bits a channel and without anything to see through, with no more than 256 colours.

    Raises ``ValueError`` for any other.
    """
    parts = list(_read_parts(png))
    width, height, bits, kind = struct.unpack(">IIBB", parts[0][1][:10])
    if (bits, kind) != (_EIGHT_BITS, _WITH_ALPHA):
        raise ValueError(f"a picture of kind {kind} with {bits} bits")
    told = zlib.decompress(b"".join(data for name, data in parts if name == b"IDAT"))
    pixels = list(_read_pixels(told, width))
    counts = Counter(pixels)
    number: dict[_Colour, int] = {}
    palette = bytearray()
    for place, box in enumerate(_share_out(sorted(counts))):
        palette += bytes(max(box.colours, key=counts.__getitem__))
        number |= dict.fromkeys(box.colours, place)
    shown = bytes(map(number.__getitem__, pixels))
    rows = b"".join(b"\0" + shown[begin : begin + width] for begin in range(0, len(shown), width))
    head = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    written = ((b"IHDR", head), (b"PLTE", bytes(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_write_part(name, data) for name, data in written)


def _read_parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a picture file, by name."""
    place = len(_SIGNATURE)
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        yield name, png[place + 8 : place + 8 + length]
        place += length + 12


def _write_part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _read_pixels(told: bytes, width: int) -> Iterator[_Colour]:
    """The pixels row by row; what may be seen through is told apart from the colours, and left out."""
    length = 4 * width + 1
    above = bytearray(_CHANNELS * (width + 1))
    for begin in range(0, len(told), length):
        row = bytearray(told[begin + 1 : begin + length])
        del row[3::4]
        # as if there was a black pixel before the first
        above = _restore(told[begin], bytes(_CHANNELS) + bytes(row), above)
        yield from zip(above[3::3], above[4::3], above[5::3], strict=True)


def _restore(way: int, told: bytes, above: bytearray) -> bytearray:
    """A row from what is told of it, and the row above it."""
    if way == _COPY:
        return bytearray(told)
    if way == _LEFT:
        row = bytearray(told)
        for channel in range(_CHANNELS):
            row[channel::3] = bytes(total & 255 for total in accumulate(told[channel::3]))
        return row
    row = bytearray(above)
    if way == _ABOVE:
        for changed in _CHANGED.finditer(told):
            place = changed.start()
            row[place] = (told[place] + above[place]) & 255
        return row
    place = _CHANNELS
    while place < len(told):
        left, over, aslant = row[place - 3], above[place], above[place - 3]
        if way == _MEAN:
            row[place] = (told[place] + (left + over >> 1)) & 255
        elif not told[place] and left == aslant and row[place - 3 : place] == above[place - 3 : place]:
            # most of a row is as the row above, up to the next place where something is told
            changed_next = _CHANGED.search(told, place)
            place = changed_next.start() if changed_next else len(told)
            continue
        else:
            row[place] = (told[place] + _guess(left, over, aslant)) & 255
        place += 1
    return row


def _guess(left: int, over: int, aslant: int) -> int:
    """Which of three neighbours is nearest to what they let expect, as Paeth has it."""
    by_left, by_over, by_aslant = abs(over - aslant), abs(left - aslant), abs(left + over - 2 * aslant)
    if by_left <= by_over and by_left <= by_aslant:
        return left
    return over if by_over <= by_aslant else aslant


def _share_out(colours: Sequence[_Colour]) -> list[_Box]:
    """The ``colours`` in as many boxes as a palette has places; those that reach farthest are halved first."""
    boxes = [_measure(colours)]
    while len(boxes) < _MOST:
        widest = max(range(len(boxes)), key=lambda place: boxes[place].reach)
        reach, channel, inside = boxes[widest]
        if not reach:
            break
        middle = min(colour[channel] for colour in inside) + reach / 2
        boxes[widest] = _measure([colour for colour in inside if colour[channel] <= middle])
        boxes.append(_measure([colour for colour in inside if colour[channel] > middle]))
    return boxes


def _measure(colours: Sequence[_Colour]) -> _Box:
    reaches = [max(values) - min(values) for values in zip(*colours, strict=True)]
    channel = max(range(_CHANNELS), key=reaches.__getitem__)
    return _Box(reaches[channel], channel, colours)
