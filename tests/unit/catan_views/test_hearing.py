from __future__ import annotations

import pytest

from adjudicator.core.table import Event, Onlooker
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import EVENTS, Audience, share

VIEWS = CatanViews()
THEFT = Event("card-stolen", {"seat": "amira", "victim": "bilal", "resource": "ore"})
PURCHASE = Event("card-bought", {"seat": "amira", "card": "knight"})
READERS = ("amira", "bilal", "chadi", Onlooker.PUBLIC, Onlooker.MODERATOR)


@pytest.mark.parametrize("reader", ["amira", "bilal", Onlooker.MODERATOR])
def test_the_two_of_a_theft_and_the_moderator_hear_which_card_it_was(reader: str | Onlooker) -> None:
    assert VIEWS.hear(THEFT, reader) == THEFT


@pytest.mark.parametrize("reader", ["chadi", "dalia", Onlooker.PUBLIC])
def test_others_hear_that_a_card_was_stolen(reader: str | Onlooker) -> None:
    assert VIEWS.hear(THEFT, reader) == Event("card-stolen", {"seat": "amira", "victim": "bilal"})


def test_only_the_buyer_and_the_moderator_hear_which_development_card_it_was() -> None:
    heard = [VIEWS.hear(PURCHASE, reader) for reader in READERS]
    bought = Event("card-bought", {"seat": "amira"})
    assert heard == [PURCHASE, bought, bought, bought, PURCHASE]


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if kind not in ("card-stolen", "card-bought")])
def test_all_else_is_heard_by_everybody(kind: str) -> None:
    event = Event(kind, dict.fromkeys(EVENTS[kind], "amira"))
    assert [VIEWS.hear(event, reader) for reader in READERS] == [event] * 5


def test_an_event_without_a_row_is_the_moderators() -> None:
    event = Event("camel-placed", {"seat": "amira"})
    assert [VIEWS.hear(event, reader) for reader in READERS] == [None, None, None, None, event]


def test_a_fact_without_a_row_is_the_moderators() -> None:
    event = Event("robber-moved", {"seat": "amira", "from": None, "hex": "F", "hand": {"ore": 2}})
    assert VIEWS.hear(event, Onlooker.MODERATOR) == event
    assert VIEWS.hear(event, "amira") == Event("robber-moved", {"seat": "amira", "from": None, "hex": "F"})


def test_a_game_built_on_this_one_hands_in_its_rows() -> None:
    views = CatanViews({"flags-ready": share(), "bid": share(seat=Audience.ACTOR, cards=Audience.ACTOR)})
    ready, bid = Event("flags-ready", {}), Event("bid", {"seat": "amira", "cards": {"wool": 1}})

    assert [views.hear(ready, reader) for reader in READERS] == [ready] * 5
    assert [views.hear(bid, reader) for reader in READERS] == [bid, None, None, None, bid]
    assert VIEWS.hear(ready, "amira") is None


def test_a_game_built_on_this_one_cannot_open_what_is_hidden_here() -> None:
    with pytest.raises(ValueError, match="card-bought"):
        CatanViews({"card-bought": share("seat", "card")})
