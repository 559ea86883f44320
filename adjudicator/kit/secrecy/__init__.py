"""A search for leaks that the author of a game runs: whatever a reader may not know is changed, and no byte of what he
is told may change with it.

::

    class MyTwins(PlainTwins[MyState]):
        def vary_state(self, state, reader, below, boldness):
            return ...  # the position, with other things wherever the reader may not look

    def test_nobody_is_told_what_he_may_not_know() -> None:
        expect_no_leaks(MyTwins(GAME))

A game with orders or agendas that are secret writes its own :class:`Twins`. ``docs/game-authors.md`` tells how.
"""

from adjudicator.kit.secrecy.memory import SplitChance, TableSetup, lay_open
from adjudicator.kit.secrecy.move_files import Lines, change_lists, lines_of, read_items, read_lists, write_file
from adjudicator.kit.secrecy.search import Search, expect_no_leaks, find_leak
from adjudicator.kit.secrecy.tally import Leak, LeakError, Tally
from adjudicator.kit.secrecy.twins import BOLDEST, SHY, Below, Parting, PlainTwins, Twin, Twins

__all__ = [
    "BOLDEST",
    "SHY",
    "Below",
    "Leak",
    "LeakError",
    "Lines",
    "Parting",
    "PlainTwins",
    "Search",
    "SplitChance",
    "TableSetup",
    "Tally",
    "Twin",
    "Twins",
    "change_lists",
    "expect_no_leaks",
    "find_leak",
    "lay_open",
    "lines_of",
    "read_items",
    "read_lists",
    "write_file",
]
