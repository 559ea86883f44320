"""``python -m adjudicator``."""

from adjudicator.cli.main import program

program()
