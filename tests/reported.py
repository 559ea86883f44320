"""What a seat's next report says of its orders, without a report around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.agenda import OrderResult
from adjudicator.report.fates import tell_fates


def tell_results(results: Iterable[OrderResult], seat: str, sentences: Mapping[str, str]) -> list[str]:
    """The sentences to ``seat``, order by order, where seats are called by their ids."""
    return list(tell_fates(list(results), seat, sentences).full)
