"""Whose the rows of a table are: by the longest name that there is room for, each row by itself."""

from __future__ import annotations

from adjudicator.report.plain_text import SeatTable, tabulate


def test_only_the_row_that_finds_no_room_is_called_in_fewer_words() -> None:
    table: SeatTable = {
        "columns": ["x" * 60],
        "rows": [
            {"seat": "Dora Köhler (dora)", "shorter": ["Dora (dora)"], "cells": [1]},
            {"seat": "Max", "shorter": ["M"], "cells": [2]},
        ],
    }
    assert [line.split("  ")[0] for line in tabulate(table).splitlines()[1:]] == ["Dora (dora)", "Max"]


def test_where_not_even_the_fewest_words_find_room_they_stand_above_their_rows() -> None:
    table: SeatTable = {
        "columns": ["x" * 70],
        "rows": [
            {"seat": "Dora Köhler (dora)", "shorter": ["Dora (dora)"], "cells": [1]},
            {"seat": "Max", "shorter": ["M"], "cells": [2]},
        ],
    }
    assert [line.strip() for line in tabulate(table).splitlines()[1:]] == ["Dora (dora)", "1", "M", "2"]
