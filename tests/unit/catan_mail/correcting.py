"""What is said of a file of amira's at a table of Catan, and what its corrected file has."""

from __future__ import annotations

from oracle.catan_positions import lay_out
from unit.catan_mail.mailing import Mail, write_file

from adjudicator.core.order import describe
from adjudicator.intake.rewriting import write_corrected

RICH = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 4)
AMIRA = {"settlements": [19, 42], "roads": [(19, 20), (20, 21)], "hand": RICH}


def answer(orders: str, *, stage: str = "turn", **lists: str) -> tuple[list[str], str]:
    """The sentences about a file with these ``orders`` and other lists, and the lists of the corrected one."""
    players = {"amira": AMIRA, "bilal": {"settlements": [10], "hand": {"wool": 2}}}
    mail = Mail(lay_out(players, turn=5) if stage == "turn" else lay_out({}, stage=stage, turn=0))
    return answer_at(mail, orders, **lists)


def answer_at(mail: Mail, orders: str, **lists: str) -> tuple[list[str], str]:
    """The same at another table."""
    data = write_file("amira", mail.turn, orders, **lists).encode()
    judgement = mail.intake.judge(data, "amira")
    text = write_corrected(data, judgement, lambda mended: mail.intake.judge(mended, "amira")).text
    told = [describe(problem, mail.intake.sentences) for problem in judgement.problems]
    return told, text.partition("orders:\n")[2].strip("\n")
