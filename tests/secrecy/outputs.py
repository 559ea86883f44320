"""Every output there is, who may read it, and which comparison of the search guards it.

An output that is for the moderator alone, or in which there is nothing hidden, has a reason instead.
``docs/secrets.md`` has the same as tables; as a program this writes them into the page.

python tests/secrecy/outputs.py
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "secrets.md"
MARK = "<!-- outputs -->\n"


class Whose(Enum):
    """Who may read an output while the game is going on."""

    EVERYBODY = "everybody"
    SEAT = "the seat it is for"
    MODERATOR = "the moderator"


class Output(NamedTuple):
    """``source`` is a command, or files of a game directory; ``what`` says what of it.

    ``compared`` names the texts of a :class:`~adjudicator.testing.search.Tally` that hold it against its twin;
    where there are none, ``why`` says why none are needed.
    """

    source: str
    what: str
    whose: Whose
    compared: tuple[str, ...] = ()
    why: str = ""


_ALL, _SEAT, _MODERATOR = Whose.EVERYBODY, Whose.SEAT, Whose.MODERATOR
_REPORT = ("report.html", "report.txt", "show.json")

COMMAND_OUTPUTS = (
    Output("run", "`--json`, exit code", _ALL, ("printed: run",)),
    Output("run", "words", _MODERATOR, why="the turn as the moderator sees it"),
    Output("new", "letters", _SEAT, ("letter of replace",)),
    Output("new", "words", _MODERATOR, why="where the letters lie"),
    Output("start", "letters", _ALL, why="the same list for everybody; nothing of the game is drawn yet"),
    Output("start", "words", _MODERATOR, why="who is awaited, and where the letters lie"),
    Output("check", "words, `--json`, exit code", _SEAT, ("receipt",)),
    Output("submit", "words, `--json`, exit code", _SEAT, ("receipt", "printed: submit")),
    Output("receive", "words, `--json`, records", _MODERATOR, why="whose emails came, and what became of them"),
    Output("receive", "letters", _SEAT, ("receipt",)),
    Output("serve", "words, log", _MODERATOR, why="which emails came and went, and what became of each"),
    Output("serve", "receipts", _SEAT, ("receipt",)),
    Output("serve", "reminders", _SEAT, why="that the seat itself is awaited, and until when"),
    Output("desk", "words, `--json`", _MODERATOR, why="the colour of each file, and parked emails"),
    Output("desk", "letters", _SEAT, ("receipt",)),
    Output("message", "letters", _ALL, why="the moderator's own words"),
    Output("form", "words", _SEAT, ("form", "printed: form")),
    Output("nonces", "words, files", _SEAT, why="made from the player's own keyring and emails"),
    Output("legal", "words, `--json`", _SEAT, ("legal", "printed: legal")),
    Output("show", "text, HTML, JSON", _ALL, (*_REPORT, "public.json", "printed: show")),
    Output("show", "`--seat`", _SEAT, (*_REPORT, "printed: show")),
    Output("show", "`--turn`, of a turn before", _SEAT, ("printed: show --turn",)),
    Output("show", "of a turn that acts were recorded after", _SEAT, ("pending.json", "printed: show after acts")),
    Output("show", "`--moderator`", _MODERATOR, why="everything"),
    Output("status", "all but the colour of each file", _ALL, ("status", "pending.json")),
    Output("status", "the colour of each file", _MODERATOR, why="others see only who is awaited"),
    Output("verify", "words, `--json`", _MODERATOR, why="names files of the directory and what is wrong in them"),
    Output("verify-mail", "words, `--json`", _SEAT, ("printed: verify-mail",)),
    Output("rewind", "`--json`", _ALL, ("printed: rewind",)),
    Output("rewind", "letters", _SEAT, ("notice", "file: letters after acts")),
    Output("rewind", "reports marked RERUN", _SEAT, ("rerun.html", "rerun.txt", "printed: show after a rewind")),
    Output("extend", "words, `--json`", _ALL, ("printed: extend",)),
    Output("pause", "words, `--json`, letters", _ALL, ("printed: pause",)),
    Output("resume", "words, `--json`, letters", _ALL, ("printed: resume",)),
    Output("holiday", "words, `--json`, letters", _ALL, ("printed: holiday",)),
    Output("edit", "words, `--json`", _ALL, ("printed: edit",)),
    Output("replace", "words, `--json`", _ALL, ("printed: replace",)),
    Output("replace", "letter", _SEAT, ("letter of replace", "file: letters after acts")),
    Output("substitute", "words, `--json`, letters to all", _ALL, ("printed: substitute",)),
    Output("substitute", "letter to the substitute", _SEAT, ("letter of replace", "file: letters after acts")),
    Output("house", "words, `--json`, letters", _ALL, ("printed: house",)),
    Output("upgrade", "words, `--json`", _MODERATOR, why="names what came out otherwise, in any file"),
    Output(
        "archive", "play.txt, replay.html, record.json", _ALL, ("play.txt", "replay.html", "record.json", "archive")
    ),
    Output("archive", "of a game under way", _MODERATOR, why="holds the position; the command says so"),
    Output("archive", "of a game that is over", _ALL, why="everything is revealed: the last report has the secret"),
    Output("import", "files", _MODERATOR, why="what the archive held"),
    Output("unpack", "words, `--json`, files", _MODERATOR, why="everything"),
    Output("dice", "words, `--json`", _ALL, ("dice", "printed: dice")),
    Output("simulate", "words, `--json`, games", _ALL, why="nobody's games, with secrets that are known"),
    Output("cases", "words, `--json`", _ALL, why="positions that somebody has made up"),
    Output("games", "words", _ALL, why="opens no game"),
    Output("board", "words, `--json`", _ALL, why="a board that somebody has made up, or that a seed gives"),
)
"""What commands print and write, by command."""

FILE_OUTPUTS = (
    Output("game.yaml", "the charter", _ALL, why="what was agreed on"),
    Output("move-file.schema.json", "for editors", _ALL, why="made from the charter and the board alone"),
    Output("joined.json", "what seats have joined with", _MODERATOR, why="openings are opened when the game begins"),
    Output("redacted.json", "which files were redacted", _ALL, why="in archives alone"),
    Output("acts/*", "recorded acts", _ALL, ("printed: extend", "printed: edit", "printed: replace")),
    Output("private/*", "secret, hashes of tokens, addresses, an act under way", _MODERATOR, why="private"),
    Output("inbox/*", "files that wait", _MODERATOR, why="nobody sees what others have sent"),
    Output("refused/*", "files that were refused", _MODERATOR, why="nobody sees what others have sent"),
    Output("outbox/move-file.schema.json", "for editors", _ALL, why="made from the charter and the board alone"),
    Output("outbox/*", "letters", _SEAT, ("letter of replace", "notice", "file: letters after acts")),
    Output("sent/*", "letters", _SEAT, ("letter of replace", "notice", "file: letters after acts")),
    Output("turns/*.turn", "a turn's record, whose parts follow", _MODERATOR, why="everything"),
    Output("turns/*/turn.json", "the public header", _ALL, ("file: turn.json",)),
    Output("turns/0000/game.yaml", "the charter", _ALL, why="what was agreed on"),
    Output("turns/0000/public-keys.json", "nodes over public keys", _ALL, why="made from the secret before any move"),
    Output("turns/0000/start.json", "what seats have joined with", _ALL, why="everybody gets it as the game begins"),
    Output("turns/*/reports/public.proof", "what proves the public report", _ALL, ("report.proof", "file: report")),
    Output("turns/*/reports/*.proof", "what proves the report of a seat", _SEAT, ("report.proof", "file: report")),
    Output("turns/*/reports/public.*", "the public report", _ALL, ("file: report",)),
    Output("turns/*/reports/moderator.*", "the moderator's report", _MODERATOR, why="everything"),
    Output("turns/*/reports/*", "reports of seats", _SEAT, ("file: report",)),
    Output("turns/*/orders/*", "files that were taken up", _MODERATOR, why="nobody sees how many there are"),
    Output("turns/*/reports.json", "hashes of reports", _MODERATOR, why="a report that can be guessed could be proved"),
    Output("turns/*/private.json", "salts and hashes", _MODERATOR, why="with them what is hidden could be guessed"),
    Output("turns/*", "position, agendas, draws, events", _MODERATOR, why="everything"),
    Output("branches/*", "turns that were abandoned", _MODERATOR, why="as of any turn; its reports were mailed"),
    Output("*", "names, sizes and times of others' files", _MODERATOR, why="they tell who has sent how much and when"),
)
"""Files of a game directory and parts of its records by pattern (``*`` is anything); the first that fits counts."""


def list_names() -> frozenset[str]:
    """The names of all comparisons that outputs rely on."""
    return frozenset(name for output in (*COMMAND_OUTPUTS, *FILE_OUTPUTS) for name in output.compared)


def write_table() -> str:
    """The two tables of ``docs/secrets.md``."""
    return "\n".join([*_write_rows("command", COMMAND_OUTPUTS), "", *_write_rows("files", FILE_OUTPUTS), ""])


def _write_rows(head: str, outputs: tuple[Output, ...]) -> list[str]:
    return [
        f"| {head} | what of it | who may read it | how that is tested, or why there is no need |",
        "|---|---|---|---|",
        *(f"| `{output.source}` | {output.what} | {output.whose.value} | {_tell_how(output)} |" for output in outputs),
    ]


def _tell_how(output: Output) -> str:
    return f"compared: {', '.join(output.compared)}" if output.compared else output.why


def write_page() -> str:
    """The page with the tables as they are now."""
    before, _, after = PAGE.read_text().split(MARK)
    return MARK.join([before, write_table(), after])


if __name__ == "__main__":
    PAGE.write_text(write_page())
