"""The schema for editors takes whatever the check takes, and underlines what nobody can read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.schemas.bundles import GAMES, complaints, describe, opened, schema_of, validator_of

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import START, Gravity, Order, worst_gravity
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.judge import describe_vocabulary
from adjudicator.intake.reader import read_document
from adjudicator.rules.catan.mail.language.order_text import list_steps
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_cards_text, read_take
from adjudicator.rules.catan_caravans.vote_text import read_bid
from adjudicator.rules.through_the_desert.written import read_colour, read_order
from adjudicator.rules.through_the_desert.written.tokens import read_hex_name

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SAMPLE_GAMES = sorted(path.name for path in GAMES.iterdir() if (path / "game.yaml").exists())


def list_files(game: OpenGame) -> Iterator[bytes]:
    """The files of the seats that the game has taken up, but for those with which they have joined."""
    for turn in range(1, game.record.number + 1):
        yield from (
            game.turns.read_part(turn, part)
            for part in game.turns.read(turn)
            if part.startswith("orders/") and part.endswith(".yaml")
        )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SAMPLE_GAMES)
def test_every_file_of_the_sample_games_is_valid(name: str) -> None:
    files = [read_document(data)[0] for data in list_files(opened(name))]
    assert len(files) > 10
    for document in files:
        assert document is not None
        assert list(validator_of(name).iter_errors(document.value)) == []


def test_the_sample_files_are_valid_but_for_the_wrong_one() -> None:
    for path in sorted(SAMPLES.glob("*/*.yaml")):
        document, _ = read_document(path.read_bytes().replace(b"HEAD", b"4f3c91d2"))
        assert document is not None
        assert validator_of("g42").is_valid(document.value) == (path.parent.name != "wrong"), path


def test_what_nobody_can_read_is_underlined() -> None:
    assert complaints("g42", {"plcae": "yellow P99"}) != []
    assert complaints("g42", {"place": "yellow P99"}) == ["orders.0.place"]
    assert complaints("g42", {"place": ["pink D9", "yelow D9"]}) == ["orders.0.place.1"]
    assert complaints("g42", {"place": "pink D9", "if": {"hex": "P99", "is": "empty"}}) == ["orders.0.if.hex"]
    assert complaints("g42", {"place": "pink D9", "times": 2}) == ["orders.0"]
    assert complaints("g42", {"either": [["pink D9"]]}, key="fallback", orders=[]) != []
    assert complaints("g42", {"either": [[{"leader": "pink D9"}]]}) != []
    assert complaints("g42", seat="amria") == ["seat"]
    assert complaints("g42", game="g43") == ["game"]
    assert complaints("g42", press=[{"to": ["amria"], "text": "x"}]) == ["press.0.to.0"]
    assert complaints("caravan", {"road": "12-40"}) == ["orders.0.road"]
    assert complaints("caravan", {"road": "41-999"}) == ["orders.0.road"]
    assert complaints("caravan", {"robber": "T"}, {"knight": "E from nobdy"}) == ["orders.0.robber", "orders.1.knight"]
    assert complaints("caravan", {"take": "nobdy 2"}) == ["orders.0.take"]
    assert complaints("caravan", {"settlement": 54}) == ["orders.0.settlement"]
    assert complaints("caravan", {"propose": {"give": "1 wol", "get": "1 ore"}}) == ["orders.0.propose.give"]
    assert complaints("caravan", {"propose": [{"give": "2 ore, 1 wol", "get": "1 ore"}]}) == ["orders.0.propose.0.give"]
    assert complaints("caravan", {"end": "turn", "if": {"have": "1 grian"}}) == ["orders.0.if.have"]
    assert complaints("caravan", {"end": "turn", "if": {"leads": "billa"}}) == ["orders.0.if.leads"]
    assert complaints("caravan", {"end": "turn", "if": {"hand": {"of": "doar", "at-most": 2}}}) == [
        "orders.0.if.hand.of"
    ]
    assert complaints("caravan", {"discard": {"keep": ["grian"]}}, key="standing") == ["standing.0.discard.keep.0"]
    assert complaints("caravan", {"place": ["12 12-13", "42 99-42"]}) == ["orders.0.place.1"]
    assert complaints("caravan", {"road-building": "12-13 13-99"}) == ["orders.0.road-building"]
    assert complaints("caravan", {"bid": {"up-to": 2, "pay": ["wol"]}}) == ["orders.0.bid.pay.0"]
    assert complaints("caravan", {"then": [{"end": "turn"}]}) == ["orders.0"]
    assert complaints("caravan", {"bank": "4 wol for 1 ore"}, {"bid": "2 grian"}) == ["orders.0.bank", "orders.1.bid"]
    assert complaints("caravan", {"bank": ["wool for ore", "wool for oer"]}) == ["orders.0.bank.1"]
    assert complaints("caravan", {"agree": "nobdy"}, {"accept": "nobdy 2"}) == ["orders.0.agree", "orders.1.accept"]
    assert complaints("caravan", {"refuse": "leadr"}, {"refuse": ["nobdy"]}, key="standing") == [
        "standing.0.refuse",
        "standing.1.refuse.0",
    ]
    assert complaints("caravan", {"bid": {"up-to": 3, "over": "bst"}}) == ["orders.0.bid.over"]
    assert complaints("caravan", {"prefer": ["R4 10-11", "R1 10-12"]}, {"prefer": "R2 16-21"}) == [
        "orders.0.prefer.0",
        "orders.0.prefer.1",
        "orders.1.prefer",
    ]
    assert complaints("caravan", {"discard": "3 gran"}, {"discard": ["2 wool", "1 ore, 3 gran"]}) == [
        "orders.0.discard",
        "orders.1.discard.1",
    ]


def test_what_people_write_is_not() -> None:
    assert complaints("g42", {"place": ["l-5, P", "pink camel on D 9 or e9", {"colour": "pink", "hex": "D9"}]}) == []
    assert complaints("g42", {"either": [["pink D9", {"place": "pink D8"}], [["pink D9", "teal D9"]]]}) == []
    assert (
        complaints("g42", {"place": "pink D9", "times": 2, "until": {"round": {"at-least": 5}}}, key="standing") == []
    )
    assert complaints("caravan", {"if": {"have": "1 ore"}, "then": [{"road": "13/12"}], "else": [{"end": None}]}) == []
    assert complaints("caravan", {"if": {"have": "1 ore"}, "else": [{"road": {"toward": 15}}]}) == []
    assert complaints("caravan", {"agree": "Builder"}, {"accept": "Dora 2"}, {"refuse": "everybody"}) == []
    assert complaints("caravan", {"refuse": "the-leader"}, {"refuse": {"give": "ore", "from": ["dora"]}}) == []
    assert complaints("caravan", {"take": {"give": "1 ore", "get": "1 wool", "of": "anybody"}}) == []
    assert complaints("caravan", {"bid": {"up-to": 3, "over": "best"}}, {"bid": {"up-to": 3, "over": "builder"}}) == []
    assert complaints("caravan", {"prefer": ["v2", "r1 12-11", "10 / 11", "R 3", "R1 from 10 to 11", 2]}) == []
    assert complaints("caravan", {"end": "turn", "if": {"any": [{"army": "BILAL"}, {"leads": "nobody"}]}}) == []
    assert complaints("caravan", {"end": "turn", "if": {"points": {"of": "anybody", "at-least": 8}}}) == []
    assert complaints("caravan", {"end": "turn", "if": {"hand": {"of": "me", "at-most": 2}}}) == []
    assert complaints("caravan", {"bid": 0}, {"bid": "Nothing"}, {"bid": "two sheep and a wheat"}) == []
    assert validator_of("g42").is_valid({"game": "g42", "turn": 7, "seat": None, "orders": None})


_PIECES = st.sampled_from(
    [
        *["P", "R", "D", "(", ")", "[", "]", "_", ",", "/", "5", "é"],
        "d9",
        "D-09",
        "l 5",
        "M.5",
        "P99",
        "x9",
        "D9E8",
        "pinkL5",
        *("pink", "teal", "yellow", "yelow", "camel on", "place", "leader", "or", "and", "then", "if"),
    ]
)


@given(pieces=st.lists(_PIECES, min_size=1, max_size=6), gap=st.sampled_from([" ", " ", ""]))
def test_a_place_that_is_read_is_valid(pieces: list[str], gap: str) -> None:
    text, table = gap.join(pieces), opened("g42").record.state.table
    for kind in ("place", "leader", "return"):
        if not read_order(table, Order(kind, text, None, START, (START,))).faults:
            assert complaints("g42", {kind: text}) == []


@given(
    letter=st.sampled_from("ABDHLPRSad"), number=st.integers(0, 20), form=st.sampled_from(["{}{}", "{} {}", "{}-0{} "])
)
def test_a_hex_is_valid_where_it_is_read(letter: str, number: int, form: str) -> None:
    word, table = form.format(letter, number), opened("g42").record.state.table
    if read_hex_name(word) in table.board.grid.index_of:
        assert complaints("g42", {"place": f"pink {word}", "if": {"hex": word, "is": "empty"}}) == []
    else:
        assert complaints("g42", {"place": "pink A3", "if": {"hex": word, "is": "empty"}}) == ["orders.0.if.hex"]


@given(word=st.sampled_from(["pink", "PINK", " p", "R", "pin", "turquoise", "x", "teal "]))
def test_a_colour_is_valid_where_it_is_read(word: str) -> None:
    asked: JsonValue = {"place": "pink A3", "if": {"supply": {"colour": word, "at-most": 3}}}
    is_read = read_colour(opened("g42").record.state.table, word) is not None
    assert bool(complaints("g42", asked)) != is_read


@given(
    low=st.integers(0, 60),
    high=st.integers(0, 60),
    form=st.sampled_from(["{}-{}", "{} - {}", "{}/{}", "from {} to {}"]),
)
def test_a_path_that_is_read_is_valid(low: int, high: int, form: str) -> None:
    text, table = form.format(low, high), opened("caravan").record.state.table
    try:
        list_steps(table, "road", text)
    except OrderTextError:
        assert form != "{}-{}" or complaints("caravan", {"road": text}) == ["orders.0.road"]
    else:
        assert complaints("caravan", {"road": text}) == []


@given(
    words=st.lists(
        st.sampled_from(
            [
                *(
                    "2",
                    "1",
                    "10",
                    "a",
                    "an",
                    "and",
                    "of",
                    "two",
                    "x",
                    "cards",
                    "wool",
                    "Ore",
                    "sheep",
                    "rocks",
                    "bricks",
                ),
                "wol",
            ]
        ),
        min_size=1,
        max_size=5,
    ),
    gap=st.sampled_from([" ", ", ", ","]),
)
def test_cards_that_are_read_are_valid(words: list[str], gap: str) -> None:
    text = gap.join(words)
    file = f'game: caravan\nturn: 7\nstanding:\n- want: {{give: "{text}", get: 1 grain}}\n'
    _, problems = read_move_file(file.encode(), describe_vocabulary(opened("caravan").game))
    try:
        read_cards_text(text)
    except OrderTextError:
        return
    if not problems:
        assert complaints("caravan", {"want": {"give": text, "get": "1 grain"}}, key="standing", orders=[]) == []


_WORDS_OF_CARDS = st.sampled_from(
    ["2", "1", "12", "a", "an", "and", "of", "two", "x", "card", "wool", "Ore", "sheep", "wheats", "wol", "all", "none"]
)


@given(words=st.lists(_WORDS_OF_CARDS, min_size=1, max_size=5), gap=st.sampled_from([" ", ", ", ""]))
def test_a_discard_and_a_bid_that_are_read_are_valid(words: list[str], gap: str) -> None:
    text, table = gap.join(words), opened("caravan").record.state.table
    with suppress(OrderTextError):
        list_steps(table, "discard", text)
        assert complaints("caravan", {"discard": text}) == []
    with suppress(OrderTextError):
        read_bid(table, text)
        file = f'game: caravan\nturn: 7\norders:\n- bid: "{text}"\n'
        _, problems = read_move_file(file.encode(), describe_vocabulary(opened("caravan").game))
        assert problems or complaints("caravan", {"bid": text}) == []


@given(
    words=st.lists(
        st.sampled_from(["for", "to", "the", "my", "get", "rest", "everything", "but", "toward", "city", "4x", "port"])
        | _WORDS_OF_CARDS,
        min_size=1,
        max_size=6,
    ),
    form=st.sampled_from(["{}", "{} for ore", "sheep for {}", "{} for 1 wool", "4 {} for ore"]),
)
def test_a_trade_with_the_bank_that_is_read_is_valid(words: list[str], form: str) -> None:
    text, table = form.format(" ".join(words)), opened("caravan").record.state.table
    with suppress(OrderTextError):
        list_steps(table, "bank", text)
        assert complaints("caravan", {"bank": text}) == []


@given(
    spots=st.lists(st.integers(0, 60), min_size=1, max_size=4),
    form=st.sampled_from(
        ["{} {}-{}", "{} {} - {}", "{}, {}/{}", "at {} road {}-{}", "{} {}", "{}-{} {}-{}", "0{} 0{}-{}"]
    ),
)
def test_places_and_free_roads_that_are_read_are_valid(spots: list[int], form: str) -> None:
    text, table = form.format(*(spots * 4)), opened("caravan").record.state.table
    for key in ("place", "road-building"):
        try:
            list_steps(table, key, text)
        except OrderTextError:
            continue
        assert complaints("caravan", {key: text}) == []


@given(
    letter=st.sampled_from("ABSTZad"),
    word=st.sampled_from(["amira", "BILAL", "dora", "zed", "nobody", "no-one", "a", "rob", "and"]),
    form=st.sampled_from(["{}", "{} from {}", " {}  from {} ", "{} FROM {}", "{} rob {}", "{}, {}", "{}: {}"]),
)
def test_an_aim_that_is_read_is_valid(letter: str, word: str, form: str) -> None:
    text, table = form.format(letter, word), opened("caravan").record.state.table
    try:
        list_steps(table, "robber", text)
    except OrderTextError:
        return
    assert complaints("caravan", {"robber": text}) == []
    assert complaints("caravan", {"knight": text}) == []


@given(
    word=st.sampled_from(["amira", "BILAL", "dora", "zed", "offer", "no", "hat"]),
    number=st.integers(0, 12),
    form=st.sampled_from(["{} {}", " {}  {}", "{}'s {}", "{} #{}", "{}, {}", "{1} {0}", "{}"]),
)
def test_an_offer_that_is_read_is_valid(word: str, number: int, form: str) -> None:
    text, table = form.format(word, number), opened("caravan").record.state.table
    try:
        read_take(table, text)
    except OrderTextError:
        return
    assert complaints("caravan", {"take": text}) == []


_COMMON: tuple[JsonValue, ...] = ("12-13", ["pink D9"], 12, None, True, {}, [], "x" * 201)
_CATAN: tuple[JsonValue, ...] = ("best", "wool for ore", "1 ore", "dora", {"give": "1 ore", "get": "1 wool"})
_VALUES: Mapping[str, tuple[JsonValue, ...]] = {"g42": ("pink D9", *_COMMON), "caravan": (*_CATAN, *_COMMON)}
_CONDITIONS: st.SearchStrategy[JsonValue] = st.sampled_from(
    [{"hex": "D9", "is": "empty"}, {"have": "1 ore"}, {"hex": "D9"}, {}, "x", {"not": {"have": "1 ore"}}]
)


def draw_items(kinds: tuple[str, ...], values: tuple[JsonValue, ...]) -> st.SearchStrategy[JsonObject]:
    key = st.sampled_from([*kinds, "plcae"])
    plain = st.dictionaries(key, st.sampled_from(values), min_size=0, max_size=2)
    marked = st.fixed_dictionaries({}, optional={"if": _CONDITIONS, "times": st.integers(0, 3), "until": _CONDITIONS})
    leaf = st.builds(lambda one, other: {**one, **other}, plain, marked)

    def grow(inner: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
        block = st.lists(inner, max_size=2)
        blocks = st.fixed_dictionaries(
            {}, optional={"then": block, "else": block, "either": st.lists(block, max_size=2)}
        )
        return st.builds(lambda one, other: {**one, **other}, leaf, blocks)

    return st.recursive(leaf, grow, max_leaves=4)


@pytest.mark.parametrize("name", ["g42", "caravan"])
def test_an_item_whose_form_is_right_is_valid(name: str) -> None:
    game = opened(name)
    vocabulary = describe_vocabulary(game.game)
    known = game.game.views.see(game.record.state, game.record.agendas, game.seats[0])
    judged: set[bool] = set()

    @given(item=draw_items(vocabulary.kinds, _VALUES[name]), key=st.sampled_from(["orders", "standing", "fallback"]))
    def judge(item: JsonObject, key: str) -> None:
        file = {"game": game.charter.id, "turn": 7, "orders": [], key: [item]}
        read, problems = read_move_file(json.dumps(file).encode(), vocabulary)
        if read is not None:
            # an order may be in a list where it cannot stand
            problems = (*problems, *game.game.orders.check(known, game.seats[0], read))
        misplaced = any(problem.code == "standing-kind" for problem in problems)
        is_right = not misplaced and worst_gravity(problems) is not Gravity.INVALID
        judged.add(is_right)
        if is_right:
            assert validator_of(name).is_valid(file), file

    judge()
    assert judged == {True, False}


def test_the_schema_says_nothing_that_a_turn_changes() -> None:
    game = opened("caravan")
    for turn in (0, 1, game.record.number // 2):
        then = open_game(str(GAMES / "caravan"), turn)
        assert describe(then) == schema_of("caravan")
