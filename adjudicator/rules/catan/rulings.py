"""The numbered rulings of the base game: B where rules and engines differ, M how it is played by mail."""

from __future__ import annotations

from collections.abc import Mapping

RULINGS: Mapping[str, str] = {
    "B01": "The bank has 19 cards of each resource. If a roll asks for more of one than is left, a seat that alone is "
    "entitled to it gets the rest, and of several nobody gets any; each resource is judged by itself.",
    "B02": "On a 7 everybody with more than seven cards discards half, rounded down, of their choice; then the robber "
    "goes to another hex, and one card at random is taken from a seat there, which must be named if one has "
    "cards.",
    "B03": "After the roll one may trade and build in any order. All trades are with the seat on turn; no gifts, no "
    "card for its like, no trade of development cards.",
    "B04": "One development card a turn, before or after the roll, but not in the turn it was bought; point cards "
    "count by themselves and are never played.",
    "B05": "Road Building with one road piece or one site left gives one road, with none it may not be played; Year "
    "of Plenty takes what a short bank still has.",
    "B06": "Each seat has 15 roads, 5 settlements and 4 cities; a city gives its settlement back.",
    "B07": "A road that a rival's settlement cuts may be extended from both sides, but never out of the intersection "
    "that the rival holds.",
    "B08": "If the holder of the longest road falls behind and others tie, it is set aside until one alone has the "
    "longest of five or more.",
    "B09": "A knight before the roll may win the game before any roll; the robber is still moved first.",
    "B10": "The order of the seats is drawn at the start and stays; the first drawn begins.",
    "M01": "A turn begins with the roll, without asking: the dice and what they bring are in the mail that asks for "
    "the turn. Standing cards are played before it where they can be (option to be asked).",
    "M02": "After a 7 everybody discards by standing order, else from the largest piles, ties in the order of the "
    "resources (option to be asked, all at once); the robber's move is part of the reply or of a standing list.",
    "M03": "The orders of a turn are a script, run from top to bottom: what is refused is told with its reason and the "
    "next order tried. Orders may depend on hand, dice, board and earlier orders; what stands behind the end is "
    "kept for the next turn.",
    "M04": "Standing offers are public and numbered; the seat on turn takes one where both hands allow it, else it is "
    "not available, whatever the reason.",
    "M05": "A proposal is met at once by the standing wishes and offers of the others; else all it names have one "
    "window (option), and the first named who agrees trades. Silence refuses.",
    "M06": "In the set-up each seat may send a ranked list of settlements with their roads in advance; the first that "
    "is still legal is placed. The last seat places twice in a row.",
    "M07": "A missed deadline is answered by the fallback script, else by what was announced: largest piles, the "
    "robber where the others have the fewest points, nothing built or traded, the end of the turn.",
    "M08": "By rounds, the dice of a whole round are published and all scripts run after one deadline; there are no "
    "windows, and standing orders and defaults answer instead.",
    "M09": "Hands, cards and standing orders other than offers are private: no answer, refusal or waiting time tells "
    "of them.",
    "M10": "All chance comes from one committed secret, and nothing is drawn for an order that is refused or checked.",
}
