"""Positions and actions of Catan as CASE files write them.

A position is sparse and free: what is written is laid over a plain position, and the rest follows from it. Whether the
rules could lead there is nobody's question.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import Mismatch, Path, PositionError, PositionFault
from adjudicator.core.table import Setting
from adjudicator.kit.positions import Forms, find_faults, find_mismatches, lay_over, pick
from adjudicator.kit.words import count_of
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import (
    DEVELOPMENTS,
    EACH,
    KNIGHT,
    RESOURCES,
    Bundle,
    count_kind,
    covers,
    name_cards,
    read_cards,
    unpack,
)
from adjudicator.rules.catan.cases.forms import (
    NO_EXPANSION,
    ExpansionCases,
    list_chain,
    list_forms,
    read_action,
    read_counts,
)
from adjudicator.rules.catan.dealing import SEVEN
from adjudicator.rules.catan.mail.reasons import explain
from adjudicator.rules.catan.rules import BASE_RULES, Edition, Rules
from adjudicator.rules.catan.setup import dump_state, load_state, read_setting, start_cells
from adjudicator.rules.catan.state import State, Table
from adjudicator.rules.catan.topology import BEGINNERS, PATH_NAMES, YIELDS, Board, describe_board, read_board
from adjudicator.rules.catan.views.known import EMPTY_BOOK, as_state, see_state

_SHARED = ("stage", "mover", "turn", "dice", "ahead", "anchor", "robber", "longest", "largest", "built", "bank", "deck")
"""The parts that CASE files call as the dump does."""
_OTHERWISE = {"card-played": "card_played", "free-roads": "free_roads"}
"""Those that they call otherwise."""
_OF_SEATS = ("hand", "settlements", "cities", "roads", "cards", "played", "owes")
_ONLY_AFTER = ("road-length", "rates")
"""What follows from the rest of a position: to be expected of one, not to be laid out."""
_SET_UP = ("settlement", "road")
_DICE = {"before-roll": 0, "discard": SEVEN, "robber": SEVEN}
_USUAL_DICE = 8
"""What was rolled where nothing is said."""

_Json = dict[str, Any]


class CatanCases:
    """See :class:`adjudicator.core.notation.CaseNotation`. The schema ``position`` describes every key.

    A game built on this one hands in its ``rules``, and as ``expansion`` what its CASE files have beyond the base's.
    """

    def __init__(self, rules: Rules = BASE_RULES, expansion: ExpansionCases = NO_EXPANSION) -> None:
        self.rules = rules
        self.expansion = expansion

    def read_position(self, content: JsonObject, setting: Setting) -> State:
        """The position; what is not named is as simple as can be, bank, deck and awards follow from the rest."""
        rules, expansion = self.rules, self.expansion
        edition, options = read_setting(rules, setting)
        forms = self._list_forms(setting.seats, edition)
        _stop_at([*find_faults(content, forms)])
        own: _Json = {key: part for key, part in content.items() if key != "extra"}
        board, faults = _lay_board(own, edition, forms)
        faults += _find_piece_faults(own, edition)
        _stop_at(faults)
        table = Table(rules, edition, tuple(options.items()), setting.seats, board)
        extra = expansion.read(cast("JsonObject", content.get("extra", {})), table)
        plain = State(table, tuple(start_cells(edition, board)), extra)
        there = {**self._describe(plain), **_begin(own, table)}
        laid = cast("_Json", lay_over(there, {**own, "board": {}}, forms))
        faults += _fill_stock(laid, own, edition, expansion.count_held(extra))
        faults += _fill_set_up(laid, own, table)
        faults += _fill_owes(laid, own, table)
        faults += _find_fresh_faults(laid)
        if laid["stage"] == "interlude" and rules.between_turns is None:
            faults.append(PositionFault(("stage",), "in this game nothing comes between two turns"))
        faults += _fill_awards(laid, own, plain)
        _stop_at(faults)
        return _load(laid, plain)

    def compare(self, state: State, expected: JsonObject) -> Sequence[Mismatch]:
        """Where the position differs from what is named."""
        forms = self._list_forms(state.table.seats, state.table.edition)
        _stop_at([*find_faults(expected, forms)])
        return list(find_mismatches(expected, self._describe(state), forms))

    def _list_forms(self, seats: tuple[str, ...], edition: Edition) -> Forms:
        return {**list_forms(seats, edition.barren), **self.expansion.list_forms(seats)}

    def _describe(self, state: State) -> JsonObject:
        """All that a CASE file may say of a state."""
        saved: Mapping[str, Any] = dump_state(state)
        seats: _Json = {}
        for number, (name, of_seat) in zip(state.table.numbers, saved["seats"].items(), strict=True):
            seats[name] = {
                **of_seat,
                "fresh": saved["new"] if name == saved["mover"] else {},
                "road-length": state.road_length(number),
                "rates": name_cards(state.rates(number)),
            }
        otherwise = {key: saved[name] for key, name in _OTHERWISE.items()}
        extra = self.expansion.describe(state.extra, state.table)
        return {**pick(saved, (*_SHARED, "board")), **otherwise, "seats": seats, "extra": extra}

    def read_action(self, state: State, text: str) -> Action:
        """The action behind ``road 12-13``, ``robber F from bilal`` or ``trade 1 wool for 1 ore with bilal``."""
        own = self.expansion.read_action(state, text)
        return read_action(state, text) if own is None else own

    def explain(self, state: State, seat: str, action: Action) -> str:
        """The code of the reason, by what the seat itself knows."""
        number = state.table.number_of[seat]
        code = self.expansion.explain(state, number, action)
        if code is not None:
            return code
        return explain(as_state(see_state(state, EMPTY_BOOK, seat)), number, action)[0]


def _stop_at(faults: Sequence[PositionFault]) -> None:
    if faults:
        raise PositionError(faults)


def _load(laid: Mapping[str, Any], plain: State) -> State:
    """The state that is laid out; the board and the table are those of the ``plain`` one."""
    seats = laid["seats"]
    saved = {
        **dump_state(plain),
        **pick(laid, _SHARED),
        **{name: laid[key] for key, name in _OTHERWISE.items()},
        "placed": laid["placed"],
        "new": seats[str(laid["mover"])]["fresh"],
        "seats": {name: pick(of_seat, _OF_SEATS) for name, of_seat in seats.items()},
    }
    return load_state(plain.table.rules, saved)


def _lay_board(own: Mapping[str, Any], edition: Edition, forms: Forms) -> tuple[Board, list[PositionFault]]:
    """The beginners' board as far as nothing else is written, and what the rules could not make sense of.

    A hex that becomes barren loses its number.
    """
    written = own.get("board", {})
    plain = describe_board(BEGINNERS)
    barren = {letter: edition.barren for letter, terrain in plain["terrain"].items() if terrain not in YIELDS}
    laid = cast("_Json", lay_over({**plain, "terrain": {**plain["terrain"], **barren}}, written, forms, ("board",)))
    terrain, said = laid["terrain"], written.get("numbers", {})
    numbers: _Json = {
        letter: number
        for letter, number in laid["numbers"].items()
        if number and (letter in said or terrain[letter] in YIELDS)
    }
    laid["numbers"] = numbers
    faults = [
        PositionFault(("board", "numbers", letter), f"{letter} is {edition.barren} and has no number")
        for letter in said
        if letter in numbers and terrain[letter] not in YIELDS
    ]
    if edition.barren not in terrain.values():
        faults.insert(0, PositionFault(("board", "terrain"), f"no hex of the board is {edition.barren}"))
    return read_board(laid), faults


def _begin(own: Mapping[str, Any], table: Table) -> JsonObject:
    """The moment of a plain position, by the stage that is written: the first seat's turn, after a roll."""
    stage = str(own.get("stage", "turn"))
    if stage in _SET_UP:
        return {"stage": stage, "turn": 0, "dice": 0, "placed": 0}
    dice = own.get("dice", _DICE.get(stage, _USUAL_DICE))
    is_after_card = stage == "free-roads" or (stage == "robber" and dice != SEVEN)
    return {
        "stage": stage,
        "turn": 1,
        "dice": dice,
        "placed": 2 * len(table.seats),
        "card-played": is_after_card,
        "free-roads": table.edition.free_roads if stage == "free-roads" else 0,
    }


def _find_piece_faults(own: Mapping[str, Any], edition: Edition) -> Iterator[PositionFault]:
    """Two pieces on one spot, more pieces than a seat has, fresh cards that are not in hand, keys out of place."""
    standing: dict[str, str] = {}
    limits = {"settlements": edition.settlements, "cities": edition.cities, "roads": edition.roads}
    for name, of_seat in own.get("seats", {}).items():
        path: Path = ("seats", name)
        for key in _ONLY_AFTER:
            if key in of_seat:
                says = f"{key} belongs to what is expected, not to a position"
                yield PositionFault((*path, key), says, is_key=True)
        for key, piece in (("settlements", "settlement"), ("cities", "city"), ("roads", "road")):
            spots = [_name_spots(spot) for spot in of_seat.get(key, ())]
            for place, some in enumerate(spots):
                for spot in some:
                    if spot in standing:
                        yield PositionFault((*path, key, place), f"{spot} holds {standing[spot]} and {name}'s {piece}")
                    standing[spot] = f"{name}'s {piece}"
            count = sum(map(len, spots))
            if count > limits[key]:
                yield PositionFault(
                    (*path, key), f"{name} has {count} {key}, and there are {limits[key]} for each seat"
                )
        held, fresh = (read_cards(read_counts(of_seat.get(key, {}), {}, DEVELOPMENTS), DEVELOPMENTS) for key in _HELD)
        if not covers(held, fresh):
            yield PositionFault((*path, "fresh"), "fresh cards are among the cards in hand (cards), and these are not")


_HELD = ("cards", "fresh")


def _name_spots(written: int | str) -> list[str]:
    if isinstance(written, int):
        return [f"intersection {written}"]
    return [f"path {PATH_NAMES[path]}" for path in list_chain(written)]


def _fill_stock(laid: _Json, own: Mapping[str, Any], edition: Edition, held: Bundle) -> Iterator[PositionFault]:
    """Bank and deck: what nobody has, unless something else is written; ``held`` are cards that lie elsewhere."""
    seats = laid["seats"].values()
    in_hands = [name_cards(held), *(of_seat["hand"] for of_seat in seats)]
    drawn = [of_seat[key] for of_seat in seats for key in ("cards", "played")]
    stocks = (("bank", RESOURCES, edition.bank * EACH, in_hands), ("deck", DEVELOPMENTS, edition.developments, drawn))
    for key, names, all_cards, places in stocks:
        there_are = dict(zip(names, unpack(all_cards), strict=True))
        gone = {name: sum(place.get(name, 0) for place in places) for name in names}
        rest = {name: max(0, count - gone[name]) for name, count in there_are.items()}
        stock = laid[key] = read_counts(own.get(key, {}), cast("JsonObject", rest), names)
        for name, count in gone.items():
            found = count + stock.get(name, 0)
            if found > there_are[name]:
                says = f"there are {found} {name} cards in this position, and the game has {there_are[name]}"
                yield PositionFault((key if key in own else "seats",), says)


def _fill_set_up(laid: _Json, own: Mapping[str, Any], table: Table) -> Iterator[PositionFault]:
    """Whose placement is due follows from the settlements that stand; the road's settlement has no road yet."""
    stage, seats = laid["stage"], len(table.seats)
    if len(laid["ahead"]) > seats:
        yield PositionFault(("ahead",), f"dice are published for {seats} turns at most")
    if stage not in _SET_UP:
        laid["anchor"] = None
        return
    pieces = laid["seats"]
    standing = sum(len(of_seat["settlements"]) for of_seat in pieces.values())
    placed = standing - (stage == "road")
    if not 0 <= placed < 2 * seats:
        yield PositionFault(("stage",), f"with {count_of(standing, 'settlement')} on the board no {stage} is due")
        return
    laid["placed"] = placed
    if "mover" not in own:
        laid["mover"] = table.seats[min(placed, 2 * seats - 1 - placed)]
    if stage == "road" and "anchor" not in own:
        mine = pieces[str(laid["mover"])]
        reached = {int(end) for road in mine["roads"] for end in str(road).split("-")}
        bare = [spot for spot in mine["settlements"] if spot not in reached]
        laid["anchor"] = bare[0] if len(bare) == 1 else None
        if len(bare) != 1:
            yield PositionFault(("stage",), "say at which settlement the road is due (anchor)")


def _find_fresh_faults(laid: Mapping[str, Any]) -> Iterator[PositionFault]:
    for name, of_seat in laid["seats"].items():
        if of_seat["fresh"] and name != laid["mover"]:
            yield PositionFault(("seats", name, "fresh"), f"{name} is not on turn and can have bought nothing in it")


def _fill_owes(laid: _Json, own: Mapping[str, Any], table: Table) -> Iterator[PositionFault]:
    """What each seat has to discard: what is written, or after a 7 half a hand that is too large."""
    is_due = laid["stage"] == "discard"
    seats = laid["seats"]
    for name, of_seat in seats.items():
        held = sum(of_seat["hand"].values())
        if "owes" not in own.get("seats", {}).get(name, {}):
            of_seat["owes"] = held // 2 if is_due and held > table.edition.hand_limit else 0
        owes = of_seat["owes"]
        if owes > held:
            yield PositionFault(
                ("seats", name, "owes"), f"{name} has {count_of(held, 'card')} and cannot discard {owes}"
            )
        elif owes and not is_due:
            yield PositionFault(
                ("seats", name, "owes"), "cards are owed while discards are due (stage: discard) and not else"
            )
    if is_due and not any(of_seat["owes"] for of_seat in seats.values()):
        yield PositionFault(("stage",), "nobody has cards to discard")


def _fill_awards(laid: _Json, own: Mapping[str, Any], plain: State) -> Iterator[PositionFault]:
    """Who holds the awards: as written, or who alone has most; a fault where several have."""
    measured, edition = _load({**laid, "longest": None, "largest": None}, plain), plain.table.edition
    names = plain.table.seats
    seats = plain.table.numbers
    counted = (
        ("longest", "road", [measured.road_length(seat) for seat in seats], edition.longest_minimum),
        ("largest", "army", [count_kind(measured.played(seat), KNIGHT) for seat in seats], edition.largest_minimum),
    )
    for key, what, counts, minimum in counted:
        best = max(counts)
        holders = [name for name, count in zip(names, counts, strict=True) if count == best and best >= minimum]
        if key not in own and len(holders) > 1:
            question = f"say who holds the {key} {what} ({key}: a seat, or null)"
            yield PositionFault(("seats",), f"{' and '.join(holders)} have {best} each; {question}")
        elif key not in own:
            laid[key] = holders[0] if holders else None
