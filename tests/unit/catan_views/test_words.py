from __future__ import annotations

import re

import pytest
from oracle.catan_positions import lay_out
from unit.catan_views.random_games import play, readers_of

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event, Onlooker, Reader, SeatNumber, Story
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import ONE
from adjudicator.rules.catan.report import describe_phase
from adjudicator.rules.catan.report.phrases import PHRASES, Clause
from adjudicator.rules.catan.report.words import TOLD_OF_TRADES, tell_events
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import EMPTY_BOOK, EVENTS, Proposal, Terms, TradeBook, View, see_state

VIEWS = CatanViews()


def knows(reader: Reader = Onlooker.PUBLIC, book: TradeBook = EMPTY_BOOK, **facts: object) -> View:
    return see_state(lay_out({"amira": {"settlements": [0]}}, **facts), book, reader)


def event(kind: str, seat: str | None = "amira", /, **facts: JsonValue) -> Event:
    return Event(kind, {"seat": seat, **facts})


def tell(*events: Event, reader: Reader = Onlooker.PUBLIC) -> list[str]:
    """The sentences, those of the table turn under way without the head of their paragraph."""
    lines = tell_events(knows(reader), events).lines
    return [re.sub("^(Your t|T)able turn 1 goes on: ", "", line) for line in lines]


ROBBED = Event("robber-moved", {"seat": "amira", "from": "J", "hex": "F"})
THEFT = event("card-stolen", victim="bilal", resource="ore")
ROAD = event("road-built", path="12-13", paid=True)
BEGUN = event("turn-began", turn=12)
ROLLED = event("dice-rolled", dice=[3, 5], total=8)


@pytest.mark.parametrize(
    ("reader", "lines"),
    [
        ("amira", ["you moved the robber from J to F and stole 1 ore from bilal."]),
        ("bilal", ["amira stole 1 ore from you.", "amira moved the robber from J to F."]),
        ("chadi", ["amira moved the robber from J to F and stole a card from bilal."]),
        (Onlooker.PUBLIC, ["amira moved the robber from J to F and stole a card from bilal."]),
        (Onlooker.MODERATOR, ["amira moved the robber from J to F and stole 1 ore from bilal."]),
    ],
)
def test_those_who_may_know_it_read_which_card_was_stolen(reader: Reader, lines: list[str]) -> None:
    heard = [heard for event in (ROBBED, THEFT) if (heard := VIEWS.hear(event, reader))]
    assert tell(*heard, reader=reader) == lines


def test_only_the_buyer_and_the_moderator_read_which_card_was_bought() -> None:
    bought = event("card-bought", card="victory-point")
    assert tell(bought, reader="amira") == ["you bought a development card (a victory point)."]
    assert tell(bought, reader=Onlooker.MODERATOR) == ["amira bought a development card (a victory point)."]
    assert tell(event("card-bought"), reader="bilal") == ["amira bought a development card."]


def test_hidden_cards_bought_on_end_are_counted() -> None:
    bought = event("card-bought")

    assert tell(bought, bought, reader="bilal") == ["amira bought 2 development cards."]
    assert tell(bought, ROAD, bought, reader="bilal") == [
        "amira bought a development card, built a road on 12-13 and bought a development card."
    ]


def test_a_roll_and_what_it_brings_is_one_sentence() -> None:
    produced = Event("produced", {"cards": {"bilal": {"wool": 2, "ore": 1}, "chadi": {"grain": 1}}})
    line = "Table turn 12: amira rolled 8 (3 and 5): 2 wool and 1 ore for bilal, 1 grain for chadi"
    assert tell(BEGUN, ROLLED, produced) == [f"{line}."]
    short = event("bank-short", None, resource="brick", asked=3, left=2)
    why = "the bank had only 2 of the 3 brick owed to several players, so nobody got any"
    assert tell(BEGUN, ROLLED, short, produced) == [f"{line}; {why}."]


@pytest.mark.parametrize(
    ("short", "why"),
    [
        (event("bank-short", resource="ore", asked=3, left=2), "the bank had only 2 of the 3 ore owed to amira"),
        (event("bank-short", resource="ore", asked=3, left=0), "the bank had no ore"),
    ],
)
def test_a_short_bank_is_told(short: Event, why: str) -> None:
    assert tell(ROLLED, short) == [f"amira rolled 8 (3 and 5); nobody got any cards; {why}."]


def test_a_roll_that_brings_nothing_says_so_unless_it_is_a_seven() -> None:
    assert tell(ROLLED) == ["amira rolled 8 (3 and 5); nobody got any cards."]
    assert tell(event("dice-rolled", dice=[3, 4], total=7)) == ["amira rolled 7 (3 and 4)."]


def test_what_a_seat_does_on_end_is_one_line_and_a_shared_verb_is_said_once() -> None:
    traded = event("traded", partner="bilal", give={"wool": 1}, take={"ore": 1})
    other = event("road-built", path="13-14", paid=True)
    assert tell(ROAD, other, traded) == [
        "amira built a road on 12-13 and a road on 13-14, and gave bilal 1 wool for 1 ore."
    ]


def test_what_several_do_alike_is_one_sentence_and_the_readers_own_stands_first() -> None:
    discards = [event("discarded", seat, cards={"wool": 4}) for seat in ("bilal", "chadi")]
    assert tell(*discards) == ["bilal discarded 4 wool and chadi 4 wool."]
    assert tell(*discards, reader="chadi") == ["You discarded 4 wool on amira's 7.", "bilal discarded 4 wool."]


def test_a_turn_that_stands_before_the_roll_is_told() -> None:
    assert tell_events(knows(), [BEGUN]).others == ["Table turn 12: amira's turn has begun."]
    assert tell_events(knows("amira"), [BEGUN]).own == ["Your table turn 12 has begun."]
    played = event("card-played", card="monopoly", resource="ore", given={"bilal": 2, "chadi": 1})
    story = tell_events(knows("chadi"), [BEGUN, played, ROLLED])
    assert story.own == ["amira played Monopoly on ore and got 2 from bilal and 1 from you."]
    assert story.others == ["Table turn 12: amira rolled 8 (3 and 5); nobody got any cards."]


def test_every_table_turn_is_a_paragraph_and_what_others_rolled_for_the_reader_is_added_up() -> None:
    known = knows("bilal")._replace(turn=13, mover=SeatNumber(1))
    produced = Event("produced", {"cards": {"bilal": {"wool": 2}, "chadi": {"ore": 1}}})
    mine = event("turn-began", "bilal", turn=13), event("dice-rolled", "bilal", dice=[1, 1], total=2), produced

    assert tell_events(known, [ROAD, BEGUN, ROLLED, produced, *mine]) == Story(
        "",
        [
            "Your table turn 13: you rolled 2 (1 and 1): 2 wool for you, 1 ore for chadi.",
            "The others' rolls brought you 2 wool.",
        ],
        [
            "Table turn 11 goes on: chadi built a road on 12-13.".replace("chadi", "amira"),
            "Table turn 12: amira rolled 8 (3 and 5): 2 wool for you, 1 ore for chadi.",
        ],
    )


def test_what_is_done_again_at_once_is_counted_and_long_sentences_are_broken() -> None:
    deal = event("traded", partner="bilal", give={"wool": 1}, take={"ore": 1})
    assert tell(deal, deal, deal) == ["amira gave bilal 1 wool for 1 ore 3 times."]
    deals = [event("traded", partner="bilal", give={"wool": number}, take={"ore": 1}) for number in range(1, 15)]
    (paragraph,) = tell(*deals)
    assert paragraph.count("amira gave bilal") > 1
    assert max(map(len, paragraph.split(". "))) <= 170


def test_who_is_given_to_several_times_on_end_is_named_once() -> None:
    ore, brick = (event("traded", partner="bilal", give={name: 1}, take={"grain": 1}) for name in ("ore", "brick"))
    both = event("traded", partner="bilal", give={"ore": 1, "wool": 1}, take={"grain": 1})
    other = event("traded", partner="chadi", give={"wool": 1}, take={"ore": 1})

    assert tell(ore, brick, reader="bilal") == ["amira gave you 1 ore for 1 grain, and 1 brick for 1 grain."]
    assert tell(ore, brick, brick) == ["amira gave bilal 1 ore for 1 grain, and twice 1 brick for 1 grain."]
    assert tell(ore, ore, brick) == ["amira gave bilal twice 1 ore for 1 grain, and 1 brick for 1 grain."]
    assert tell(both, brick) == ["amira gave bilal 1 ore and 1 wool for 1 grain, and 1 brick for 1 grain."]
    assert tell(ore, other) == ["amira gave bilal 1 ore for 1 grain and chadi 1 wool for 1 ore."]
    assert tell(ore, brick, other) == [
        "amira gave bilal 1 ore for 1 grain, and 1 brick for 1 grain, and chadi 1 wool for 1 ore."
    ]


def test_of_trades_with_the_bank_on_end_each_is_told_apart() -> None:
    ore, wool = (event("bank-traded", give={name: 4}, take={"brick": 1}) for name in ("ore", "wool"))

    assert tell(wool, wool) == ["amira traded 4 wool for 1 brick with the bank twice."]
    assert tell(ore, wool, wool) == ["amira traded 4 ore for 1 brick and twice 4 wool for 1 brick with the bank."]


def test_dice_published_ahead_are_one_line() -> None:
    ahead = [
        event("dice-foretold", seat, turn=turn, dice=[1, 2], total=3) for seat, turn in (("bilal", 2), ("chadi", 3))
    ]
    assert tell(*ahead) == ["The next dice: bilal 3 (1 and 2) in table turn 2, chadi 3 (1 and 2) in table turn 3."]


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (
            Event("longest-road", {"seat": "bilal", "from": "amira", "length": 6}),
            "bilal took the longest road from amira with a length of 6.",
        ),
        (
            Event("longest-road", {"seat": None, "from": "amira", "length": 5}),
            "amira lost the longest road, which nobody has now.",
        ),
    ],
)
def test_sentences(told: Event, line: str) -> None:
    assert tell(told) == [line]


PROPOSED = event("trade-proposed", give={"wool": 1}, get={"ore": 1}, to=["bilal"])
CLOSED = event("proposal-closed")
COUNTERED = Event("counter-offered", {"seat": "bilal", "to": "amira", "give": {"ore": 1}, "get": {"brick": 1}})


def test_proposals_that_came_to_nothing_are_one_line_for_all() -> None:
    assert tell(PROPOSED, CLOSED, PROPOSED, COUNTERED, CLOSED, reader="bilal") == [
        "No takers: amira asked for ore (twice); you offered amira 1 ore for 1 brick in return."
    ]
    assert tell(CLOSED, PROPOSED, event("traded", partner="bilal", give={"wool": 1}, take={"ore": 1})) == [
        "amira gave bilal 1 wool for 1 ore.",
        "Nobody took amira's earlier proposal.",
    ]


def test_counter_offers_are_told_whatever_comes_of_the_proposal() -> None:
    taken = event("traded", partner="bilal", give={"brick": 1}, take={"ore": 1})
    other = event("traded", partner="chadi", give={"wool": 1}, take={"ore": 1})

    assert tell(COUNTERED, CLOSED) == [
        "Nobody took amira's earlier proposal; bilal offered amira 1 ore for 1 brick in return."
    ]
    assert tell(PROPOSED, COUNTERED, other)[1:] == [
        "Counter-offers that were not taken: bilal offered amira 1 ore for 1 brick in return."
    ]
    assert tell(COUNTERED, taken) == ["amira gave bilal 1 brick for 1 ore."]


def test_whoever_answers_a_proposal_reads_its_terms_there_and_not_in_the_news() -> None:
    apart = event(
        "trade-proposed", **PROPOSED.facts, **{"or": [{"give": {"ore": 1}, "get": {"wool": 1}, "to": ["chadi"]}]}
    )
    assert tell(PROPOSED, reader="bilal") == ["amira proposed a trade to you; no answer yet."]
    assert tell(PROPOSED, reader="chadi") == ["amira proposed 1 wool for 1 ore to bilal; no answer yet."]
    assert tell(apart, reader="bilal") == [
        "amira proposed (1) 1 wool for 1 ore to you or (2) 1 ore for 1 wool to chadi; no answer yet."
    ]


def test_a_proposal_that_waits_is_told_in_full() -> None:
    waiting, vain = tell(CLOSED, PROPOSED, COUNTERED)
    assert waiting.startswith("amira proposed 1 wool for 1 ore to bilal; no answer yet. bilal offered amira")
    assert vain == "Nobody took amira's earlier proposal."


def test_offers_are_counted() -> None:
    posted = [event("offer-posted", seat, number=2) for seat in ("amira", "amira", "bilal")]
    assert tell(*posted, event("offer-withdrawn", number=1), reader="bilal") == [
        "Offers: amira made 2 new offers and withdrew 1; you made 1 new offer."
    ]


@pytest.mark.parametrize(
    ("events", "lead"),
    [
        ([ROAD], "amira built a road on 12-13 and won with 10 points."),
        (
            [ROAD, Event("longest-road", {"seat": "amira", "from": None, "length": 5})],
            "amira built a road on 12-13, took the longest road with a length of 5 and won with 10 points.",
        ),
        ([BEGUN], "amira had 10 points when their turn began, and won."),
        ([BEGUN, ROAD], "amira built a road on 12-13 and won with 10 points."),
        ([PROPOSED, CLOSED], "amira won with 10 points."),
    ],
)
def test_the_winning_move_comes_before_all_else(events: list[Event], lead: str) -> None:
    over = Event("game-over", {"reason": "victory", "winners": ["amira"], "points": 10})

    assert tell_events(knows(), [*events, over]).lead == lead
    assert tell_events(knows("amira"), [*events, over]).lead == lead.replace("amira", "You", 1).replace("their", "your")
    assert not any("won" in line for line in tell_events(knows(), [*events, over]).others)


def test_every_event_has_words() -> None:
    told = {"turn-began", "dice-rolled", "dice-foretold", "bank-short", "produced", "game-over"} | TOLD_OF_TRADES
    assert set(PHRASES) | told == set(EVENTS)


def test_a_game_built_on_this_one_hands_in_its_words() -> None:
    flag = event("flag-raised", path=3)
    phrases = {"flag-raised": lambda event: Clause(str(event.facts["seat"]), f"put up a flag on {event.facts['path']}")}
    (line,) = tell_events(knows(), [ROAD, flag], phrases).lines
    assert line == "Table turn 1 goes on: amira built a road on 12-13 and put up a flag on 3."
    with pytest.raises(ValueError, match="flag-raised"):
        tell(flag)


def test_whole_games_are_told_to_every_reader() -> None:
    for number in range(4):
        steps = list(play(number))
        for reader in readers_of(steps[0].state):
            heard = [heard for step in steps for event in step.events if (heard := VIEWS.hear(event, reader))]
            story = tell_events(see_state(steps[-1].state, EMPTY_BOOK, reader), heard)
            assert all(line.endswith(".") and "None" not in line and "{" not in line for line in story.lines)
            turns = [step for step in heard if step.kind == "turn-began"]
            begun = [line for line in (*story.own, *story.others) if re.match("(Your t|T)able turn [0-9]+: ", line)]
            assert len(begun) == len(turns)
            assert all(line.startswith("Your ") == (line in story.own) for line in begun)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"stage": "settlement", "turn": 0, "placed": 2}, "Set-up, settlement 3 of 6: amira places a settlement"),
        ({"stage": "road", "turn": 0, "placed": 2}, "Set-up, settlement 3 of 6: amira places its road"),
        ({"stage": "before-roll", "dice": 0}, "Table turn 1: amira has not rolled yet"),
        ({"stage": "robber", "dice": 7}, "Table turn 1: amira moves the robber"),
        ({"stage": "turn"}, "Table turn 1: amira rolled 8 and is trading and building"),
        ({"stage": "free-roads", "free_roads": 2}, "Table turn 1: amira has 2 free roads left to place"),
        ({"stage": "over"}, "The game is over; amira wins with 1 point"),
    ],
)
def test_where_the_game_stands(facts: dict[str, object], words: str) -> None:
    assert describe_phase(knows(**facts)) == words


def test_who_must_discard_how_many_is_told_to_everybody() -> None:
    hands = {seat: {"hand": {"wool": 8}, "owes": 4} for seat in ("bilal", "chadi")}
    known = see_state(lay_out(hands, stage="discard", dice=7), EMPTY_BOOK, Onlooker.PUBLIC)
    assert known.stage is Stage.DISCARD
    assert describe_phase(known) == "Table turn 1: amira rolled 7; cards still to be discarded: bilal 4 and chadi 4"


def test_an_open_proposal_is_told() -> None:
    book = TradeBook(proposal=Proposal(0, (Terms(ONE[2], ONE[4], (1, 2)),), (1,)))
    assert describe_phase(knows(book=book)) == "Table turn 1: amira has proposed a trade and is waiting for answers"


def test_words_are_joined() -> None:
    assert [join_words(list(words)) for words in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
