"""The program that checks mails on its own: one file for players who have Python and nothing else.

It is a ZIP archive that Python runs (PEP 441): the sources of ``adjudicator.proof``, the few values of the core that
they use, and what our games say of the draws in their reports. One version of the program makes the same bytes
everywhere, so that players can compare the file's hash and need not trust whoever sends it.
"""

from __future__ import annotations

import os
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import adjudicator
from adjudicator.acts.mail_rules import list_tables
from adjudicator.proof.told_draws import write_tables

_FROM_CORE = ("__init__.py", "chance.py", "told_draws.py")
_OURS = "adjudicator.rules."
_DATE = (1980, 1, 1, 0, 0, 0)
"""The first that a ZIP archive can tell."""
_UNIX = 3
_READABLE = 0o100644 << 16
_MAIN = """\
import pkgutil
import sys

if sys.version_info < (3, 11):
    sys.exit("verify_mail.pyz needs Python 3.11 or newer")

from adjudicator.proof.command import Games, main
from adjudicator.proof.told_draws import read_tables

sys.exit(main(known=Games(read_tables(pkgutil.get_data("adjudicator.proof", "tables.json")))))
"""


def build_checker() -> bytes:
    """The program as a file. Nothing in it is compressed: not every zlib gives the same bytes, and it can be read."""
    package = os.path.dirname(os.path.abspath(adjudicator.__file__))
    proof = sorted(name for name in os.listdir(os.path.join(package, "proof")) if name.endswith(".py"))
    names = ["__init__.py", *(f"core/{name}" for name in _FROM_CORE), *(f"proof/{name}" for name in proof)]
    tables = {module: table for module, table in list_tables().items() if module.startswith(_OURS)}
    files = {"__main__.py": _MAIN.encode(), "adjudicator/proof/tables.json": write_tables(tables)}
    for name in names:
        with open(os.path.join(package, *name.split("/")), "rb") as file:
            files[f"adjudicator/{name}"] = file.read()
    archive = BytesIO()
    archive.write(b"#!/usr/bin/env python3\n")
    with ZipFile(archive, "a", ZIP_STORED) as zipped:
        for name in sorted(files):
            entry = ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            zipped.writestr(entry, files[name])
    return archive.getvalue()
