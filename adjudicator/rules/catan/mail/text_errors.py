"""What can be wrong with the words of an order: one exception for each way, with code, facts and sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

Facts: TypeAlias = dict[str, str | int]


class OrderTextError(ValueError):
    """The words of an order say nothing that exists. The argument is the word; ``facts`` fill the code's sentence."""

    code: ClassVar[str]

    def __init__(self, word: str, **facts: str | int) -> None:
        super().__init__(word)
        self.facts: Facts = {"word": word, **facts}


class UnknownCardError(OrderTextError):
    """No resource is called so."""

    code = "unknown-card"


class CardCountError(OrderTextError):
    """A number without a resource behind it, or one that no hand can hold."""

    code = "card-count"


class UnknownSeatError(OrderTextError):
    """Nobody at the table is called so."""

    code = "nobody-called-so"


class UnknownHexError(OrderTextError):
    """No hex has this letter."""

    code = "unknown-hex"


class UnknownIntersectionError(OrderTextError):
    """No intersection has this number."""

    code = "unknown-intersection"


class UnknownPathError(OrderTextError):
    """The two numbers are not neighbouring intersections."""

    code = "unknown-path"


class RoadApartError(OrderTextError):
    """The road of a placement does not begin at its settlement."""

    code = "road-apart"


class SameRoadError(OrderTextError):
    """The two free roads are the same."""

    code = "same-road"


class BankRateError(OrderTextError):
    """The numbers of cards do not fit the bank's rate for the seat."""

    code = "wrong-rate"


class LikeForLikeError(OrderTextError):
    """Something is asked for its own kind."""

    code = "like-for-like"


class WrongWordsError(OrderTextError):
    """Words in a form that the order does not have; the schemas refuse most of them earlier."""

    code = "wrong-words"


def suggest(word: str, known: Iterable[str]) -> str:
    """`` (did you mean wool?)``, or nothing where no word of ``known`` is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    near = get_close_matches(word.lower(), list(known), n=1, cutoff=0.6)
    return f" (did you mean {near[0]}?)" if near else ""
