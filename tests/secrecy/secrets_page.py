"""The tables of docs/secrets.md; as a program it writes them into the page.

python tests/secrecy/secrets_page.py
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.kit.secrecy.outputs import write_table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "secrets.md"
MARK = "<!-- outputs -->\n"


def write_page() -> str:
    """The page with the tables as they are now."""
    before, _, after = PAGE.read_text().split(MARK)
    return MARK.join([before, write_table(), after])


if __name__ == "__main__":
    PAGE.write_text(write_page())
