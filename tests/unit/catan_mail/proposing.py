"""A table at which trades are proposed."""

from __future__ import annotations

from typing import Any

from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail

AMIRA, BILAL, CHADI = {"ore": 2, "brick": 1, "lumber": 1}, {"wool": 3}, {"wool": 1, "grain": 2}
PROPOSE = "- propose: {give: 1 ore, get: 1 wool}"
WANT = "- want: {give: 1 wool, get: 1 ore}"
SITES = {"settlements": [12], "roads": [(12, 13)]}


def sit(**facts: Any) -> Mail:
    players = {"amira": {**SITES, "hand": AMIRA}, "bilal": {"hand": BILAL}, "chadi": {"hand": CHADI}}
    return Mail(lay_out(players, **facts))


def stand(mail: Mail, **standing: str) -> None:
    """Have standing orders taken up."""
    for seat, orders in standing.items():
        mail.send(seat, "", standing=orders)
    mail.run()
