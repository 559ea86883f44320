"""What a game met on its way: the situations that the rulings speak of, so that a test can demand each of them."""

from __future__ import annotations

from oracle.desert import LEADERS, SHORT_FIRST_TURNS, Happening, Move, Oracle
from oracle.hexes import around, components, named, neighbours, read

FAIR_SIZE = 8

BY_CAMELS = {
    "area": "a camel closes an area",
    "large area": "an area of eight hexes or more",
    "several areas": "one camel closes several areas",
    "free ring": "an area that touches neither edge nor mountain",
    "edge and mountain": "an area closed with the help of both",
    "between two mountains": "an area closed with the help of two mountain ranges",
    "water inside": "tokens taken by closing",
    "unlinked oasis inside": "an oasis linked by closing",
    "linked oasis inside": "an oasis inside that the caravan had linked",
    "oasis touched and enclosed": "both by the same camel, five points in all",
    "oasis alone": "an area worth nothing",
    "closed by first camel": "the same turn goes on after the closing",
    "two oases touched": "one camel links two oases",
    "treeless palm space": "a camel takes the token of a palm space without a tree",
    "void by own colour": "a pocket that another caravan of the same seat makes void",
}
BY_RIVER = {
    "first crossing": "a caravan is paid for the river",
    "second crossing": "a caravan that has been paid goes over again",
    "second caravan": "another caravan of the same seat is paid",
    "from the leader": "the camel's only neighbour across is the leader",
    "crossing and water": "the same camel takes a token",
    "crossing and link": "the same camel links an oasis",
    "crossing and closing": "the same camel closes an area",
    "area across": "an area with hexes on both banks",
    "rival across": "a hex is not legal only because a rival stands on the other bank",
    "both banks before": "a caravan that went round the river is paid where it joins its own camels across",
}
BY_FACE_DOWN = {
    "token turned over": "a camel lands on a token",
    "tokens turned over": "an area with several tokens is closed",
    "token and area": "a camel lands on a token and closes an area with more",
}
BY_ENDINGS = {
    "last camel": "a colour runs out with the second camel of a turn",
    "last camel first": "a colour runs out and another camel is placed",
    "last camel of a short turn": "a colour runs out on a turn of one camel",
    "stuck first": "no legal first camel",
    "stuck second": "no legal second camel",
    "stuck without camels": "no legal second camel, and the first was the last of its colour",
    "tie of two": "two hold the largest caravan",
    "tie of three": "three hold the largest caravan",
    "nobody extended": "every caravan of a colour is its leader",
    "shared victory": "several winners",
}


def meet(before: Oracle, move: Move, happenings: list[Happening], after: Oracle) -> set[str]:
    """What a camel met: keys of the dictionaries above."""
    kind, colour, spot = move
    if kind != "camel" or spot is None or before.on_move is None:
        return set()
    return (
        _meet_areas(before, colour, happenings, after)
        | _meet_oases(before, spot, happenings)
        | _meet_river(before, spot, colour, happenings)
        | _meet_tokens(before, spot, happenings)
        | (_meet_ending(before, after) if after.ending else set())
    )


def _meet_areas(before: Oracle, colour: str, happenings: list[Happening], after: Oracle) -> set[str]:
    seat = before.on_move
    assert seat is not None
    met = set()
    areas = [read(facts["hexes"]) for kind, facts in happenings if kind == "area-enclosed"]
    if len(areas) > 1:
        met.add("several areas")
    if areas and after.on_move == seat:
        met.add("closed by first camel")
    for area in areas:
        met.add("area")
        if len(area) >= FAIR_SIZE:
            met.add("large area")
        border = around(area) - after.board.playable
        ranges = [part for part in components(set(after.board.mountains)) if part & border]
        if not border:
            met.add("free ring")
        if ranges and border - after.board.mountains:
            met.add("edge and mountain")
        if len(ranges) > 1:
            met.add("between two mountains")
        if area <= after.oases:
            met.add("oasis alone")
        if area & set(before.water):
            met.add("water inside")
    return met | _meet_voids(before, seat, colour, after)


def _meet_voids(before: Oracle, seat: str, colour: str, after: Oracle) -> set[str]:
    """Parts newly cut off by the caravan in which only other caravans of the same seat stand."""

    def cut_off(oracle: Oracle) -> list[set[tuple[int, int]]]:
        return components(set(oracle.board.playable) - oracle.camels[seat, colour])

    own = {spot for (owner, _), spots in after.camels.items() if owner == seat for spot in spots}
    foreign = after.occupied() - own
    old, new = cut_off(before), cut_off(after)
    void = [part for part in new if part & own and not part & foreign and part not in old]
    return {"void by own colour"} if void and len(new) > len(old) else set()


def _meet_oases(before: Oracle, spot: tuple[int, int], happenings: list[Happening]) -> set[str]:
    met = set()
    touched = before.oases.intersection(neighbours(spot))
    enclosed = {oasis for kind, facts in happenings if kind == "area-enclosed" for oasis in read(facts["hexes"])}
    enclosed &= before.oases
    linked = {named(facts["hex"]) for kind, facts in happenings if kind == "oasis-linked"}
    if len(touched & linked) > 1:
        met.add("two oases touched")
    if touched & enclosed & linked:
        met.add("oasis touched and enclosed")
    if (enclosed & linked) - touched:
        met.add("unlinked oasis inside")
    if enclosed - linked:
        met.add("linked oasis inside")
    if spot in before.board.palms and spot in before.water:
        met.add("treeless palm space")
    return met


def _meet_river(before: Oracle, spot: tuple[int, int], colour: str, happenings: list[Happening]) -> set[str]:
    seat, river = before.on_move, before.board.river
    assert seat is not None
    own = before.camels[seat, colour]
    across = {near for near in own.intersection(neighbours(spot)) if frozenset((spot, near)) in river}
    met = set()
    kinds = {kind for kind, _ in happenings}
    areas = [read(facts["hexes"]) for kind, facts in happenings if kind == "area-enclosed"]
    if any(side <= area for side in river for area in areas):
        met.add("area across")
    met |= {"rival across"} if _is_barred_by_rival_across(before, seat) else set()
    if not across:
        return met
    if (seat, colour) in before.crossed:
        return met | {"second crossing"}
    met.add("first crossing")
    if any(owner == seat for owner, _ in before.crossed):
        met.add("second caravan")
    if across == {before.leaders[seat, colour]}:
        met.add("from the leader")
    words = {"water-claimed": "crossing and water", "oasis-linked": "crossing and link"}
    met |= {word for kind, word in words.items() if kind in kinds}
    if areas:
        met.add("crossing and closing")
    if own.intersection(neighbours(spot)) - across:
        met.add("both banks before")
    return met


def _is_barred_by_rival_across(before: Oracle, seat: str) -> bool:
    """Whether some hex next to a caravan touches rivals of its colour, all of them across the river."""
    for colour in before.colours:
        rivals = {spot for other in before.seats if other != seat for spot in before.camels[other, colour]}
        free = around(before.camels[seat, colour]) & before.board.playable - before.occupied() - before.oases
        for spot in free - before.closed():
            touched = rivals.intersection(neighbours(spot))
            if touched and all(frozenset((spot, near)) in before.board.river for near in touched):
                return True
    return False


def _meet_tokens(before: Oracle, spot: tuple[int, int], happenings: list[Happening]) -> set[str]:
    if before.option("water") != "face-down":
        return set()
    met = set()
    inside = [
        set(before.water) & read(facts["hexes"]) - {spot} for kind, facts in happenings if kind == "area-enclosed"
    ]
    wet = [tokens for tokens in inside if tokens]
    if spot in before.water:
        met.add("token turned over")
    if any(len(tokens) > 1 for tokens in wet):
        met.add("tokens turned over")
    if spot in before.water and wet:
        met.add("token and area")
    return met


def _meet_ending(before: Oracle, after: Oracle) -> set[str]:
    met = set()
    if after.ending == "stuck":
        met.add("stuck first" if before.left == 1 else "stuck second")
    elif before.left > 1:
        met.add("stuck without camels")
    elif 0 in before.supply.values():
        met.add("last camel first")
    else:
        short = after.moves < LEADERS[len(after.seats)] * len(after.seats) + SHORT_FIRST_TURNS[len(after.seats)]
        met.add("last camel of a short turn" if short else "last camel")
    sizes = [[len(after.camels[seat, colour]) for seat in holders] for colour, holders in after.largest.items()]
    if any(len(tied) == 2 for tied in sizes):
        met.add("tie of two")
    if any(len(tied) == 3 for tied in sizes):
        met.add("tie of three")
    if any(tied and tied[0] == 1 for tied in sizes):
        met.add("nobody extended")
    totals = [sum(parts.values()) for parts in after.scores().values()]
    if totals.count(max(totals)) > 1:
        met.add("shared victory")
    return met
