"""The numbered rulings: what we do where the rulebooks are silent or differ, and what follows from them.

Of each ruling, where the editions speak of what it is about: their headings, in our spelling; steps are counted, and
the sections of the manual have their numbers. An edition that is left out says nothing of it.
"""

from collections.abc import Mapping

RULINGS: Mapping[str, str] = {
    "S1": "Five of the palm spaces in play hold the oases, drawn at random or named (option); the others hold water.",
    "S2": "Every pool and every palm space without a tree gets a token drawn from all 45; a treeless palm space is "
    "an ordinary water hole, and plain desert once its token is gone.",
    "S3": "With two or three seats the line round the smaller board is a board edge for every purpose.",
    "S4": "The order at the table is drawn at random; the first drawn begins, or the seat that is named (option).",
    "S5": "With five seats each returns one leader, all of different colours: drawn, or chosen in seat order (option).",
    "S6": "A returned leader goes to the box; the supply stays at 30.",
    "L1": "A leader may not stand on a token, oasis or other leader, nor next to an oasis or leader, even its owner's; "
    "next to a water hole is allowed.",
    "L2": "Next to the edge, a mountain or a palm space without a tree is allowed.",
    "L3": "A first leader differs in colour from every first leader placed before it; later ones are free.",
    "L4": "With five seats a player who would be left with only the returned colour is exempt from L3 (option: the "
    "first seat opens with the colour the last one returned).",
    "L5": "In serpentine order (option) every other round of leaders runs backwards; L3 and L4 hold in the first "
    "round. Returns by choice and camels begin with the first seat as always.",
    "L6": "There is always a legal hex for a leader: the board check proves it.",
    "L7": "Nothing is enclosed while leaders are being placed.",
    "T1": "Two camels a move, no passing; in the opening turn each of the first two seats places one, or only the "
    "first where there are two seats.",
    "T2": "Camels are placed and scored one by one; the second may build on the first.",
    "T3": "A camel goes next to its owner's caravan of its colour, on a free hex that is not a mountain, oasis or "
    "closed area, and never next to another player's caravan of the same colour. Forks are allowed.",
    "T4": "The river never blocks a camel.",
    "T5": "If the first camel of a move is the last of its colour, the second is placed too, in another colour; then "
    "the game ends.",
    "T6": "Whoever cannot place a first camel ends the game; whoever cannot place the second ends it after the first "
    "has scored. Nobody has to choose a first camel that leaves a second.",
    "T7": "The game ends when the move ends; turns are not evened out.",
    "W1": "The token goes to the player who places a camel on it or encloses it.",
    "W2": "A caravan scores an oasis once, by touching or enclosing it; many caravans may score the same oasis.",
    "W3": "A camel that touches two oases links both.",
    "W4": "Touching and enclosing the same oasis with one camel scores once.",
    "W5": "Taken water lies face down: its value is left out of others' scores until the end, or shown (option). What "
    "lay face up on the board is shown to all when it is taken.",
    "W6": "Water may lie face down on the board (option): the value of a token is drawn when it is taken, evenly from "
    "what nobody has taken yet, hex by hex in an area. Only its taker learns it before the end; how many tokens each "
    "has taken is known to all.",
    "E1": "Edge, dark line and mountains all close an area, in any number and mixture, or none of them; oases, water, "
    "the river, other camels and other areas do not.",
    "E2": "Every part without camels that one caravan borders alone counts, whatever its size.",
    "E3": "One camel may close several areas; all are claimed.",
    "E4": "Only the caravan's owner, by placing on it, can complete an area of it.",
    "E5": "Areas are never nested or shared; each is kept once, when it is closed.",
    "E6": "An oasis inside belongs to the area and is scored if not linked before, but gives no area points.",
    "E7": "Camels of its owner's other colours inside an area keep it from counting.",
    "E8": "A closed area is closed to everybody at once, its owner and the second camel of the same move included.",
    "E9": "One point for each hex of an area, water holes included, oases not.",
    "E10": "Pockets closed by several caravans together belong to nobody and stay open to whoever can reach them.",
    "F1": "At the end caravans, areas, water and oases are added up.",
    "F2": "The leader counts in the size of a caravan.",
    "F3": "The largest caravan of a colour brings 10; all who tie for it get 5 each, and nobody 10.",
    "F4": "A colour nobody extended is a tie of all who have a leader in it.",
    "F5": "Players who tie for the most points share the victory.",
    "F6": "Scoring markers never run out.",
    "V1": "In the editions that have a river side, the option side chooses it; whatever board is played then has a "
    "river, and no other board has one.",
    "V2": "The river runs along sides of hexes. A caravan scores 5, once, when a camel is placed that has a camel or "
    "the leader of its caravan beside it across the river. Leaders may stand beside it; it changes nothing about "
    "contact, links and areas, and enclosing across it is not crossing.",
    "V3": "The river is scored right after its camel, before water, oases and areas.",
    "V4": "Serpentine order, face-down water and the river side combine freely, in every edition that has them.",
}

_HEADINGS: Mapping[tuple[str, str, str], str] = {
    ("Setup, step 5", "3 Setup, e", "Setup, step 2"): "S1",
    ("Setup, step 6", "3 Setup, f; 7 FAQ", "Setup, step 3; Reaching water, note"): "S2",
    ("Components, Game board", "3 Setup, a", "Setup, table"): "S3",
    ("Setup, step 1", "3 Setup, h", "Setup, step 4"): "S4",
    ("Setup, step 3", "3 Setup, c", "Setup, table and step 4"): "S5",
    ("", "3 Setup, c", "Setup, step 4"): "S6",
    ("Placing caravan leaders", "3 Setup, i", "Place leaders"): "L1 L2 L3",
    ("", "5c Variant rules, serpentine leader placement", ""): "L5",
    ("Enclosing areas", "5b Scoring during play", ""): "L7",
    ("Caravan development; Placing camels", "4 Gameplay flow", "Game turns"): "T1",
    ("Caravan development; Placing camels", "5b Scoring during play", "Reaching water"): "T2",
    ("Placing camels", "5a Camel placement; 7 FAQ", "Game turns; Tips and reminders"): "T3",
    ("", "5c Variant rules, river board", "Reaching water"): "T4 V2",
    ("Game end and final scoring", "6a Game end", "Game end; Tips and reminders"): "T5",
    ("", "6a Game end", "Game end"): "T6",
    ("Game end and final scoring", "6a Game end", "Game end"): "T7",
    (
        "Occupying water holes; Enclosing areas",
        "5b Waterholes; 5b Enclosed areas",
        "Reaching water; Enclosing areas",
    ): "W1",
    ("Linking oases", "5b Oases", "Reaching water"): "W2 W3",
    ("Enclosing areas", "5b Enclosed areas", "Enclosing areas; Tips and reminders"): "W4 E7",
    ("Occupying water holes", "5b Waterholes; 6b Final scoring", "Reaching water"): "W5",
    ("", "3 Setup, f; 5c Variant rules, aquifers", ""): "W6",
    ("Enclosing areas", "5b Enclosed areas; 7 FAQ", "Enclosing areas; Tips and reminders"): "E1",
    ("Enclosing areas", "5b Enclosed areas", "Enclosing areas"): "E2 E3 E4 E5",
    (
        "Enclosing areas; Game end and final scoring",
        "5b Enclosed areas; 6b Final scoring; 7 FAQ",
        "Enclosing areas; Final scoring",
    ): "E6",
    ("Enclosing areas", "5a Camel placement; 5b Enclosed areas", "Enclosing areas"): "E8",
    (
        "Game end and final scoring",
        "5b Enclosed areas; 6b Final scoring; 7 FAQ",
        "Enclosing areas; Final scoring",
    ): "E9",
    ("Enclosing areas", "5b Enclosed areas; 7 FAQ", "Enclosing areas"): "E10",
    ("Game end and final scoring", "6b Final scoring", "Final scoring"): "F1 F2 F3",
    ("Game end and final scoring", "6b Final scoring", ""): "F5",
    ("Running out of scoring markers", "7 FAQ", ""): "F6",
    ("", "3 Setup, a", "Setup, step 1"): "V1",
}
"""Headings in the rulebooks of 2005, of the manual and of Allplay, empty where one is silent, and their rulings."""

_HEADINGS_OF = {ruling: headings for headings, rulings in _HEADINGS.items() for ruling in rulings.split()}

SOURCES: Mapping[str, Mapping[str, str]] = {
    ruling: dict(filter(all, zip(("2005", "manual", "allplay"), _HEADINGS_OF.get(ruling, ()), strict=False)))
    for ruling in RULINGS
}
