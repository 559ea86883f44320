from __future__ import annotations

from pathlib import Path

import pytest
from unit.catan_views.random_games import play, readers_of

from adjudicator.core.table import Event, Onlooker
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import (
    EMPTY_BOOK,
    EVENTS,
    NO_ROWS,
    SEAT,
    STATE,
    Audience,
    KnownSeat,
    Rows,
    View,
    may_know,
    see_state,
    share,
)
from adjudicator.rules.catan_caravans.words import ROWS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "secrets-catan.md"
OF_ORDERS = {"offer-posted", "offer-withdrawn", "trade-proposed", "counter-offered", "proposal-closed"}
OWN_VALUE = {"reader", "seats"}


def test_every_event_and_fact_that_happens_has_its_row_and_every_row_happens() -> None:
    seen: dict[str, set[str]] = {}
    for number in range(40):
        for step in play(number):
            for event in step.events:
                seen.setdefault(event.kind, set()).update(event.facts)

    assert seen == {kind: set(row) for kind, row in EVENTS.items() if kind not in OF_ORDERS}


def test_every_field_of_what_is_known_has_its_audience() -> None:
    assert set(STATE) == set(View._fields)
    assert set(SEAT) == set(KnownSeat._fields)


@pytest.mark.parametrize("number", range(6))
def test_what_is_seen_is_what_the_table_says(number: int) -> None:
    for step in play(number):
        state = step.state
        everything = see_state(state, EMPTY_BOOK, Onlooker.MODERATOR)
        for reader in readers_of(state):
            known = see_state(state, EMPTY_BOOK, reader)
            for field in STATE:
                if field not in OWN_VALUE:
                    assert getattr(known, field) == getattr(everything, field)
            for seat, told in zip(known.seats, everything.seats, strict=True):
                everybody_may = state.stage is Stage.OVER or reader in (seat.name, Onlooker.MODERATOR)
                for field, audience in SEAT.items():
                    if everybody_may or (audience is Audience.EVERYBODY and field != "points"):
                        assert getattr(seat, field) == getattr(told, field)
                    elif audience is not Audience.EVERYBODY:
                        assert getattr(seat, field) is None
                assert seat.points <= told.points


@pytest.mark.parametrize(
    ("audience", "seats"),
    [
        (Audience.EVERYBODY, ["amira", "bilal", "chadi", None]),
        (Audience.ACTOR, ["amira"]),
        (Audience.TWO_PARTIES, ["amira", "bilal"]),
    ],
)
def test_who_belongs_to_an_audience(audience: Audience, seats: list[str | None]) -> None:
    theft = Event("card-stolen", {"seat": "amira", "victim": "bilal"})
    assert [seat for seat in ("amira", "bilal", "chadi", None) if may_know(audience, theft, seat)] == seats


def test_nobody_belongs_to_parties_that_are_not_named() -> None:
    nameless = Event("card-stolen", {"resource": "ore"})
    for audience in (Audience.ACTOR, Audience.TWO_PARTIES):
        assert not may_know(audience, nameless, None)
        assert not may_know(audience, nameless, "amira")


def write_tables(rows: Rows = NO_ROWS) -> str:
    """The tables of the page: events (with ``rows`` of a game built on this one) and fields."""
    return f"{write_table('event', {**EVENTS, **rows})}\n\n{write_table('of', {'the game': STATE, 'a seat': SEAT})}"


def write_table(head: str, rows: Rows) -> str:
    lines = [f"| {head} | everybody knows | hidden |", "|---|---|---|"]
    for name, row in rows.items():
        public = [f"`{fact}`" for fact, audience in row.items() if audience is Audience.EVERYBODY]
        hidden = [f"`{fact}` ({who.value})" for fact, who in row.items() if who is not Audience.EVERYBODY]
        lines.append(f"| {name} | {' '.join(public)} | {', '.join(hidden)} |")
    return "\n".join(lines)


def test_the_page_has_the_tables() -> None:
    _, tables, _ = PAGE.read_text().split("<!-- tables -->")
    assert tables.strip() == write_tables()


def test_the_page_has_the_table_of_the_caravans() -> None:
    _, table, _ = PAGE.read_text().split("<!-- caravans -->")
    assert table.strip() == write_table("event", ROWS)


def test_a_game_built_on_this_one_has_its_rows_in_its_own_tables() -> None:
    tables = write_tables({"camel-placed": share("seat", why=Audience.ACTOR)})
    assert "| camel-placed | `seat` | `why` (the seat itself) |" in tables
    assert "| robber-moved | `seat` `from` `hex` |  |" in tables
