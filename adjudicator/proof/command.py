"""Checking mails from a command line: what is read, what is said, and the exit code."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from adjudicator.core.chance import DrawSentences, PublicDraw
from adjudicator.core.printing import print_safely
from adjudicator.core.system_errors import say_system_error
from adjudicator.proof.act_words import tell_act
from adjudicator.proof.copies import Copy, list_copies
from adjudicator.proof.draw_checks import NO_TABLES, Tables
from adjudicator.proof.fact_words import tell_facts
from adjudicator.proof.history import COUNTED, History, Report, read_report
from adjudicator.proof.history_checks import check_history
from adjudicator.proof.mails import Piece, gather
from adjudicator.proof.proof_file import BlockError

FINE, FOUND, MISUSED = 0, 1, 2
_ABOUT = (
    "Checks a game from nothing but its emails: a folder, a mail folder or an mbox file with your reports and the "
    ".proof files beside them, as they came. Your own move files and your invitation may be there too."
)


def remark_setup(history: History, letters: Sequence[Piece]) -> None:
    """Say what cannot be checked without the rules of a game."""
    del letters
    if 0 in history.headers:
        words = "adjudicate verify-mail does, where the game is installed"
        history.remarks.append(
            f"this program cannot set a game up, so it does not check the first position against its draws: {words}"
        )


class Games(NamedTuple):
    """What is known of games: the draws that their reports tell, and how a set-up is held against its draws."""

    tables: Tables = NO_TABLES
    check_setup: Callable[[History, Sequence[Piece]], None] = remark_setup


UNKNOWN_GAMES = Games()


def write_tables(tables: Tables) -> bytes:
    """``tables`` as the file that the checker on its own carries; :func:`read_tables` reads it."""
    plain = {module: {**table._asdict(), "hidden": sorted(table.hidden)} for module, table in sorted(tables.items())}
    return json.dumps(plain, indent=1, default=dict).encode()


def read_tables(data: bytes) -> Tables:
    """The tables in a file of :func:`write_tables`."""
    return {module: _read_table(entry) for module, entry in json.loads(data).items()}


def _read_table(entry: dict[str, Any]) -> DrawSentences:
    public = {name: PublicDraw(tuple(label), below, first) for name, (label, below, first) in entry["public"].items()}
    lists = {name: tuple(entry[name]) for name in ("sentences", "setup")}
    return DrawSentences(**{**entry, **lists, "public": public, "hidden": frozenset(entry["hidden"])})


def make_printable(text: str) -> str:
    """``text`` with what is not printable shown as code points, so that no mail can steer a terminal."""
    return print_safely(text)


def check_mails(paths: Sequence[str], known: Games = UNKNOWN_GAMES) -> dict[str, Any]:
    """Everything found in the mails at ``paths``, as JSON. Raises ``FileNotFoundError`` where there is nothing."""
    found = gather(list(paths))
    games: dict[str, list[Report]] = {}
    findings: list[str] = []
    questions: list[str] = []
    remarks = list(found.remarks)
    for piece in found.proofs:
        try:
            report = read_report(piece)
        except BlockError as error:
            findings.append(f"{piece.source}: {error}; ask for the proof as an attachment")
            continue
        games.setdefault(report.header.game, []).append(report)
    if not found.proofs:
        findings.append(f"{', '.join(paths)}: no proofs: keep the .proof file that came with each report")
    copies: dict[str, list[Copy]] = {}
    for copy in chain.from_iterable(map(list_copies, found.reports)):
        copies.setdefault(copy.game, []).append(copy)
    for copy in copies.pop("", ()):
        words = f"{copy.source}: a report without its heading"
        (remarks if copy.quoted else findings).append(f"{words}: changed on its way, or by somebody")
    unproved = sorted(copies.keys() - games.keys())
    remarks += [f"{game}: no proofs: keep the .proof file that came with each report" for game in unproved]
    described: list[dict[str, Any]] = []
    for game in sorted(games):
        said = copies.get(game, ())
        history = check_history(game, games[game], said, found.move_files, found.invitations, known.tables)
        known.check_setup(history, found.invitations)
        prefix = f"{game}: " if len(games) > 1 else ""
        findings += [prefix + finding for finding in history.findings]
        questions += [prefix + question for question in history.questions]
        remarks += [prefix + remark for remark in history.remarks]
        described.append(_describe(history))
    return {
        "paths": list(paths),
        "ok": not findings,
        "games": described,
        "findings": [make_printable(finding) for finding in findings],
        "questions": [make_printable(question) for question in questions],
        "remarks": [make_printable(remark) for remark in remarks],
    }


def _describe(history: History) -> dict[str, Any]:
    newest = history.newest
    facts = {
        report.proof.seat: {"turn": report.header.turn, "facts": report.proof.facts.value}
        for report in history.reports
        if report.proof.seat and report.proof.facts
    }
    acts = [{"turn": turn, "act": act} for turn in sorted(history.headers) for act in history.headers[turn].acts]
    return {
        "game": history.game,
        "seats": sorted(facts),
        "turns": sorted(history.headers),
        "head": newest.head,
        "level": newest.level,
        "secret": newest.revealed,
        "checked": {"proofs": len(history.reports), **history.counts},
        "acts": acts,
        "facts": facts,
    }


def _count(number: int, words: str) -> str:
    return f"{number} {words.format(s='' if number == 1 else 's')}"


def _tell(result: dict[str, Any]) -> list[str]:
    """The result in lines for a person."""
    lines: list[str] = []
    for game in result["games"]:
        turns, checked = game["turns"], game["checked"]
        proofs = f"{_count(checked['proofs'], 'proof{s}')} of {_count(len(turns), 'turn{s}')}"
        whose = ", ".join(game["seats"]) or "public reports only"
        lines.append(f"{game['game']} ({whose}): {proofs}, up to {turns[-1]}")
        lines.append(f"  head of turn {turns[-1]}: {game['head']}; compare it with what the others have")
        lines.append(
            f"  checked: {', '.join(_count(checked[name], words) for name, words in COUNTED.items() if words)}"
        )
        for seat, known in game["facts"].items():
            if told := tell_facts(known["facts"], seat):
                lines.append(f"  {seat} alone knew after turn {known['turn']}: {told}")
        lines += [f"  {tell_act(told['act'], told['turn'])}" for told in game["acts"]]
        if checked["setup"]:
            lines.append("  the set-up was made again from its draws, and compared")
        if game["secret"]:
            lines.append("  the game is over, and its secret was shown")
    findings, questions = result["findings"], result["questions"]
    lines += [f"remark: {remark}" for remark in result["remarks"]]
    lines += [f"question: {question}" for question in questions]
    lines += findings
    said = (findings, "finding{s}"), (questions, "open question{s}")
    counts = [_count(len(items), words) for items, words in said if items]
    lines.append(", ".join([*(["ok"] if result["ok"] else []), *counts]))
    return [make_printable(line) for line in lines]


def run(paths: Sequence[str], *, as_json: bool, known: Games = UNKNOWN_GAMES) -> int:
    """Check the mails at ``paths`` and print what is found; the exit code."""
    try:
        result = check_mails(paths, known)
    except FileNotFoundError as error:
        sys.stderr.write(make_printable(f"verify-mail: there is nothing at {error.filename}") + "\n")
        return MISUSED
    except OSError as error:
        sys.stderr.write(make_printable(f"verify-mail: {error.filename}: {say_system_error(error)}") + "\n")
        return MISUSED
    if as_json:
        sys.stdout.write(json.dumps(result, indent=2, ensure_ascii=True) + "\n")
    else:
        text = "\n".join(_tell(result)) + "\n"
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return FINE if result["ok"] else FOUND


def main(arguments: Sequence[str] | None = None, known: Games = UNKNOWN_GAMES) -> int:
    """The command line of the file that runs on its own."""
    parser = argparse.ArgumentParser(prog="verify_mail.pyz", description=_ABOUT)
    parser.add_argument("paths", nargs="+", metavar="FOLDER-OR-MBOX")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    try:
        code = run(options.paths, as_json=options.json, known=known)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return code
