"""How a game ended is told to its reader as to everybody else, but for what he is called."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from adjudicator.core.table import Onlooker, Reader, Seat, Setting
from adjudicator.kit.charts.ending import Ending
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import AnyGame
from adjudicator.rules.catan_caravans import GAME as CARAVANS
from adjudicator.rules.through_the_desert import GAME as DESERT

SEATS = ("amira", "bilal", "chadi")


@cache
def play(game: AnyGame, number: int) -> object:
    chance = SecretChance(f"ending-{number}", bytes(32))
    state, _ = game.kernel.setup(Setting(next(iter(game.editions)), {}, SEATS), chance)
    played = 0
    while decisions := game.kernel.decisions(state):
        legal = game.kernel.legal(state, decisions[0].seat)
        played += 1
        state = game.kernel.play(state, decisions[0].seat, legal[played * 7919 % len(legal)], chance)
    return state


def tell(game: AnyGame, number: int, reader: Reader) -> Ending:
    ending = game.exhibit.parts(game.views.see(play(game, number), {}, reader), reader, ())["ending"]
    assert isinstance(ending, Ending)
    return ending


def read_texts(picture: str) -> list[str]:
    return [str(text.text) for text in ET.fromstring(picture).iter("text")]  # noqa: S314  our own drawing


def address(sentence: str, seat: Seat) -> str:
    own = sentence.replace(f"{seat}'s", "your").replace(seat, "you")
    return re.sub(r"\byou (take|make)s\b", r"you \1", own)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", [DESERT, CARAVANS])
def test_the_reader_is_you_in_every_sentence_and_picture(game: AnyGame, seat: Seat, number: int) -> None:
    told, mine = tell(game, number, Onlooker.PUBLIC), tell(game, number, seat)
    public = [*told.moments, told.closing, *told.records]
    assert any(seat in sentence for sentence in public)
    assert [*mine.moments, mine.closing, *mine.records] == [address(sentence, seat) for sentence in public]
    for picture, before in (
        (mine.podium_svg, told.podium_svg),
        (mine.race_svg, told.race_svg),
        (mine.sources_svg, told.sources_svg),
    ):
        assert read_texts(picture) == [text.replace(seat, "you") for text in read_texts(before)]
    assert {row["seat"] for row in mine.course["rows"]} == {f"{one} (you)" if one == seat else one for one in SEATS}
