"""What a seat's next report says of its orders, without a report around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.agenda import OrderResult
from adjudicator.report.page import _tell_result


def tell_results(results: Iterable[OrderResult], seat: str, sentences: Mapping[str, str]) -> list[str]:
    """The sentences to ``seat``, where seats are called by their ids."""
    return [
        _tell_result(
            result,
            [sentences[one.code].format_map(one.facts).removeprefix(f"{one.text}: ") for one in result.refusals],
        )
        for result in results
        if result.seat == seat
    ]
