"""Names in the titles of pieces: as they are while they are short, else a beginning that only one of them has."""

from __future__ import annotations

from adjudicator.kit.words import shorten_names


def test_a_short_name_stays_as_it_is() -> None:
    assert shorten_names(["Dora Köhler", "李小龙和他的朋友们"]) == ("Dora Köhler", "李小龙和他的朋友们")


def test_a_long_name_is_cut_where_an_ellipsis_makes_it_as_long_as_it_may_be() -> None:
    assert shorten_names(["Wolfgang Amadeus Mozart", "Ann"]) == ("Wolfgang Amad…", "Ann")
    assert shorten_names(["Maximiliane, Duchess of Z"], room=13) == ("Maximiliane,…",)


def test_long_names_that_begin_alike_are_cut_later() -> None:
    names = ["Maximiliane Schwarz I", "Maximiliane Schwarz II", "Maximiliane Weiss I"]
    assert shorten_names(names) == ("Maximiliane Schwarz I", "Maximiliane Schwarz II", "Maximiliane W…")


def test_no_letter_is_parted_from_its_accents() -> None:
    assert shorten_names(["Wolfgang Amade\u0301us"]) == ("Wolfgang Amad…",)
    assert shorten_names(["Wolfgang Ame\u0301deus", "Wolfgang Amadeus"], 14)[0] == "Wolfgang Ame\u0301…"
