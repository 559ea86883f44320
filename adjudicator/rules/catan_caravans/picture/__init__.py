"""What caravans add to the board, as SVG, in its legend and in characters."""

from __future__ import annotations

from adjudicator.rules.catan.picture.view import ExpansionPicture
from adjudicator.rules.catan_caravans.picture import svg, text
from adjudicator.rules.catan_caravans.picture.svg import GROUND, list_marks
from adjudicator.rules.catan_caravans.picture.view import OASIS, clear_roads

CARAVAN_PICTURE = ExpansionPicture(
    keys=("oasis", "routes", "positions", "phase"),
    pieces={svg.NEW_CAMEL: "path"},
    grounds={OASIS: GROUND},
    draw_below=svg.draw_bands,
    draw_above=svg.draw_caravans,
    clear_roads=clear_roads,
    place_numbers=svg.place_numbers,
    list_marks=list_marks,
    list_signs=text.list_signs,
    list_words=text.list_words,
    explain=text.explain,
)
