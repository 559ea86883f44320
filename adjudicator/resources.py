"""Where schemas and templates live: inside the package once installed, beside it in a checkout."""

from __future__ import annotations

import os

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(_PACKAGE)


def find_resources(kind: str) -> str:
    """The folder of ``kind`` (``schemas`` or ``templates``), as an absolute path.

    The checkout comes first, because an editable install leaves a copy in the package that goes stale with the next
    edit; a checkout is known by the package's own metadata file standing beside the package.
    """
    beside = os.path.join(_CHECKOUT, kind)
    if os.path.isdir(beside) and os.path.isfile(os.path.join(_CHECKOUT, "pyproject.toml")):
        return beside
    return os.path.join(_PACKAGE, kind)
