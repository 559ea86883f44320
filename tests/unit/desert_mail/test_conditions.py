"""Conditions: what they ask of a position, the fact that is told, and their words in a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from reported import tell_results
from unit.desert_mail.mailing import Mail

from adjudicator.core.agenda import EMPTY, enlist
from adjudicator.core.chance import NoChance
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import adjudicate
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Vocabulary, list_questions
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.reader import read_document
from adjudicator.intake.rewriting import write_corrected
from adjudicator.registry import find_resources
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.mail import conditions
from adjudicator.rules.through_the_desert.mail.conditions import count_round, find_fact, find_faults, holds
from adjudicator.rules.through_the_desert.mail.quoting import say_condition
from adjudicator.rules.through_the_desert.state import State, WaterTokens

VOCABULARY = Vocabulary(GAME.orders.kinds, GAME.schemas)
SETTING = Setting("2005", {"taken-water": "hidden"}, ("amira", "bilal"))
POSITION: JsonObject = {
    "leaders": {"amira": {"pink": "C3"}, "bilal": {"yellow": "G4"}},
    "camels": {"amira": {"pink": ["C4"]}},
    "oases": ["E6"],
    "linked": {"bilal": {"yellow": ["E6"]}},
    "water": {"B2": 2},
    "areas": [{"seat": "bilal", "colour": "yellow", "hexes": ["H5"], "points": 1}],
    "supply": {"pink": 1},
}


@pytest.fixture(scope="module")
def known() -> State:
    return cast("State", GAME.cases.read_position(POSITION, SETTING))


def read(text: str) -> JsonObject:
    document, problems = read_document(text.encode())
    assert document is not None
    assert problems == ()
    return cast("JsonObject", document.value)


QUESTIONS = [
    ("{hex: D3, is: empty}", True, "D3 is empty"),
    ("{hex: d-03, is: taken}", False, "D3 is empty"),
    ("{hex: C3, is: empty}", False, "C3 is taken by amira's pink leader"),
    ("{hex: C4, is: taken}", True, "C4 is taken by amira's pink camel"),
    ("{hex: B2, is: water}", True, "a water token lies on B2"),
    ("{hex: B2, is: empty}", False, "a water token lies on B2"),
    ("{hex: H5, is: closed}", True, "H5 is in an area that bilal has closed"),
    ("{hex: E6, is: empty}", False, "E6 is an oasis"),
    ("{hex: C3, holds: {seat: amira}}", True, "C3 is taken by amira's pink leader"),
    ("{hex: C3, holds: {seat: bilal}}", False, "C3 is taken by amira's pink leader"),
    ("{hex: C3, holds: {leader: false}}", False, "C3 is taken by amira's pink leader"),
    ("{hex: C4, holds: {colour: P, leader: false}}", True, "C4 is taken by amira's pink camel"),
    ("{hex: D3, holds: {leader: false}}", False, "D3 is empty"),
    ("{hex: H5, closed: {seat: bilal}}", True, "H5 is in an area of bilal's yellow caravan"),
    ("{hex: H5, closed: {colour: pink}}", False, "H5 is in an area of bilal's yellow caravan"),
    ("{hex: H4, closed: {seat: bilal}}", False, "H4 is not in a closed area"),
    ("{hex: E6, linked: {seat: bilal}}", True, "E6 is linked by bilal's yellow caravan"),
    ("{hex: E6, linked: {seat: amira}}", False, "E6 is linked only by bilal's yellow caravan"),
    ("{supply: {colour: pink, at-most: 1}}", True, "1 pink camel is left"),
    ("{supply: {colour: yellow, at-most: 3}}", False, "22 yellow camels are left"),
    ("{caravan: {seat: amira, colour: pink, at-least: 2}}", True, "amira's pink caravan has 2 camels"),
    ("{caravan: {seat: bilal, colour: pink, at-least: 1}}", False, "bilal's pink caravan has 0 camels"),
    ("{points: {seat: bilal, at-least: 6}}", True, "bilal has 6 points"),
    ("{points: {seat: amira, at-least: 1}}", False, "amira has 0 points"),
    ("{round: {at-least: 3}}", False, "it is round 2 of camels"),
    ("{not: {hex: D3, is: empty}}", False, "D3 is empty"),
    ("{all: [{hex: D3, is: empty}, {hex: C3, is: empty}]}", False, "C3 is taken by amira's pink leader"),
    ("{all: [{hex: D3, is: empty}, {hex: D4, is: empty}]}", True, "D3 is empty and D4 is empty"),
    ("{any: [{hex: C3, is: empty}, {hex: D3, is: empty}]}", True, "D3 is empty"),
    ("{any: [{hex: D3, is: taken}, {hex: D4, is: taken}]}", False, "D3 is empty and D4 is empty"),
]


@pytest.mark.parametrize(("text", "answer", "fact"), QUESTIONS)
def test_a_question_is_answered_with_the_fact(known: State, text: str, answer: bool, fact: str) -> None:
    assert find_fact(read(text), known) == (answer, fact)
    assert list(find_faults(read(text), known)) == []
    assert holds({"not": read(text)}, known) is not answer


def test_what_a_reader_may_not_know_counts_nothing(known: State) -> None:
    taken = known._replace(taken=(WaterTokens(), WaterTokens(threes=2)))
    seen = GAME.views.see(taken, {}, "amira")
    asked = read("{points: {seat: bilal, at-least: 12}}")
    assert find_fact(asked, taken) == (True, "bilal has 12 points")
    assert find_fact(asked, seen) == (False, "bilal has 6 points that you can see")
    one = known._replace(taken=(WaterTokens(ones=1), WaterTokens()))
    assert find_fact(read("{points: {seat: amira, at-least: 1}}"), one) == (True, "amira has 1 point")
    assert find_fact(asked, GAME.views.see(taken, {}, "bilal")).holds


def test_rounds_are_counted_from_the_first_camel(known: State) -> None:
    first = known.table.leader_moves
    assert [count_round(known._replace(moves=first + ahead)) for ahead in (-1, 0, 1, 2, 5)] == [0, 1, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{hex: d8, is: empty}", "D8 is empty"),
        ("{all: [{hex: D8, is: empty}, {not: {hex: D9, is: water}}]}", "D8 is empty and not (D9 is water)"),
        ("{hex: D8, holds: {seat: dora, colour: pink, leader: true}}", "dora's pink leader stands on D8"),
        ("{hex: D8, holds: {leader: false}}", "a camel stands on D8"),
        ("{hex: D8, holds: {seat: dora}}", "dora's piece stands on D8"),
        ("{hex: D8, closed: {seat: dora}}", "D8 is closed by dora's caravan"),
        ("{hex: J4, linked: {colour: pink}}", "J4 is linked by a pink caravan"),
        ("{supply: {colour: pink, at-most: 3}}", "at most 3 pink camels are left"),
        ("{caravan: {seat: dora, colour: pink, at-least: 7}}", "dora's pink caravan has at least 7 camels"),
        ("{supply: {colour: pink, at-least: 1}}", "at least 1 pink camel is left"),
        ("{points: {seat: dora, at-least: 8, at-most: 8}}", "dora has exactly 8 points"),
        ("{round: {at-least: 3, at-most: 5}}", "it is round 3 to 5"),
        ("{round: {at-least: 3}}", "it is round 3 or later"),
        ("{crossed: {seat: dora}}", "dora's caravan has crossed the river"),
    ],
)
def test_a_condition_in_words(text: str, words: str) -> None:
    assert say_condition(read(text)) == words


def test_what_is_kept_is_in_the_words_of_the_report(known: State) -> None:
    asked = read("{all: [{hex: d-03, holds: {colour: Y, seat: bilal}}, {not: {supply: {colour: p, at-most: 3}}}]}")
    plain = read(
        "{all: [{hex: D3, holds: {colour: yellow, seat: bilal}}, {not: {supply: {colour: pink, at-most: 3}}}]}"
    )
    assert conditions.name_plainly(asked, known.table) == plain
    assert conditions.name_plainly(plain, known.table) == plain


def test_a_skipped_order_names_the_fact(known: State) -> None:
    orders = "orders: [{place: pink B3, if: {hex: C3, is: empty}}, {place: pink D3}, {place: pink C2}]"
    file, _ = read_move_file(f"game: g\nturn: 1\nseat: amira\n{orders}\n".encode(), VOCABULARY)
    assert file is not None
    state = known._replace(on_move=0, left=1)
    verdict = adjudicate(GAME, state, {"amira": enlist(EMPTY, file, "01.yaml")}, NoChance(), Pacing.SEAT, WhenSilent())
    told = tell_results(verdict.results, "amira", GAME.orders.sentences)
    assert told[0] == "Place pink B3 (line 4): skipped, since C3 is taken by amira's pink leader."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{hex: B5, is: taken}", "B5 is empty"),
        ("{hex: C3, is: empty}", "C3 is taken by Ami's pink leader"),
        ("{hex: H5, is: closed}", "H5 is in an area that Bil has closed"),
        ("{any: [{hex: C3, is: empty}, {hex: G4, is: empty}]}",
         "C3 is taken by Ami's pink leader and G4 is taken by Bil's yellow leader"),
    ],
)  # fmt: skip
def test_the_seats_in_a_fact_can_be_called_by_names(known: State, text: str, told: str) -> None:
    facts = conditions.part_fact(read(text), known)
    named = SeatNames({"amira": "Ami", "bilal": "Bil"}).in_facts(facts, GAME.seat_facts)
    pattern = GAME.orders.sentences["condition-false" if "why" in facts else "condition-false-of"]
    assert pattern.format_map(named) == told


@pytest.mark.parametrize("names", [{}, {"amira": "Ami", "bilal": "Bil"}])
def test_a_fact_in_parts_is_the_fact(known: State, names: dict[str, str]) -> None:
    renamed = known._replace(table=known.table.rename(names)) if names else known
    for text in ("{hex: C3, is: empty}", "{points: {seat: bilal, at-least: 9}}", "{hex: E6, linked: {seat: amira}}"):
        assert "".join(conditions.part_fact(read(text), renamed).values()) == find_fact(read(text), renamed).fact


def test_every_question_of_the_schema_is_answered_above() -> None:
    schema = json.loads(Path(find_resources("schemas"), "through-the-desert", "condition.json").read_text())
    questions = schema["properties"].keys() - {"hex", "all", "any", "not"}
    questions -= {"crossed"}  # this board has no river
    assert questions <= {key for text, *_ in QUESTIONS for part in list_questions(read(text)) for key in part}


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("{hex: \u04214, is: empty}", "{hex: C4, is: empty}"),
        ("{points: {seat: bilall, at-least: 4}}", "{points: {seat: bilal, at-least: 4}}"),
        ("{hex: \u04164, is: empty}", ""),
        ("{points: {seat: zoe, at-least: 4}}", ""),
    ],
)
def test_a_wrong_name_in_a_condition_is_answered_with_its_line_now_and_later(asked: str, written: str) -> None:
    mail, first = Mail(), "orders:\n- place: pink C4\n- place: pink D4\n"
    (remark,) = [
        said for said in mail.complaints("amira", f"{first}- place: pink D5\n  if: {asked}\n") if said.startswith("8:")
    ]
    assert ("; write 'if: " in remark) == bool(written)
    assert not written or remark.endswith(f"; write 'if: {written}'")
    text = f"orders:\n- place: pink C4\n  if: {asked}\n- place: pink D4\n"
    judgement = mail.judge("amira", text)
    data = f"game: g1\nturn: 1\nseat: amira\n{text}".encode()
    found = write_corrected(data, judgement, lambda text: mail.intake.judge(text, "amira")).text
    assert found.endswith(text.replace(asked, written)) if written else not found
