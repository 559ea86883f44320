"""``python -m adjudicator``."""

from adjudicator.cli.main import main

main()
