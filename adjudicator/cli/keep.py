"""Games checked from their record, and kept: packed into archives, taken out of them, and looked into."""

import os
import re
from typing import Annotated

import typer

from adjudicator.acts.archive import WrittenArchive, archive_game, import_archive, unpack_turn
from adjudicator.acts.side_by_side import Effort, count_cores
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.acts.verify_lines import Findings
from adjudicator.cli.completing import complete_game
from adjudicator.cli.output import name_turns_to, print_json, print_json_each, say, show_progress, worst
from adjudicator.cli.parameters import (
    GameArgument,
    JobsOption,
    JsonOption,
    expect_file,
    expect_no_game,
    name_turn,
    name_value,
)
from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import ExitCode
from adjudicator.kit.words import count_of
from adjudicator.store.files import BusyError, hold_still

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def verify(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Game directories or archives.", autocompletion=complete_game)
    ],
    expect: Annotated[
        str | None, name_value("--expect", "HEAD", "A head, or its first digits, that the history must contain.")
    ] = None,
    reports: Annotated[bool, typer.Option("--reports", help="Build every report again and compare.")] = False,
    jobs: JobsOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Check games: files, hashes, draws, and every turn played again.

    Exit codes: 0 nothing is damaged, 1 something is, 75 busy.

    Example: adjudicate verify games/g42 games/late
    """
    if expect is not None and not re.fullmatch(r"[0-9a-f]{8,64}", expect):
        raise typer.BadParameter("give at least the first 8 digits of a head", param_hint="--expect")
    verdicts = [_verify(path, expect, jobs or count_cores(), reports=reports, as_json=as_json) for path in paths]
    if as_json:
        print_json_each([_verdict_to_json(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            _tell_verdict(verdict)
    raise typer.Exit(worst(_find_code(verdict) for verdict in verdicts))


def _verify(path: str, expect: str | None, jobs: int, *, reports: bool, as_json: bool) -> Findings:
    """What is wrong at ``path``; whatever damaged data breaks in us is a finding, and stops no other answer."""
    verify = verify_archive if os.path.isfile(path) else verify_game
    try:
        with show_progress(path, as_json=as_json) as progress:
            return verify(path, expect, reports=reports, effort=Effort(jobs, progress.watch))
    except BusyError:
        return Findings(path, findings=["busy: another adjudicate is working on it; try again"], busy=True)
    except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
        return Findings(path, findings=[f"{path}: cannot be verified: {error!r}"[:_LONGEST]])


def _find_code(verdict: Findings) -> ExitCode:
    if verdict.busy:
        return ExitCode.BUSY
    return ExitCode.DONE if verdict.ok else ExitCode.PROBLEMS


def _verdict_to_json(verdict: Findings) -> JsonValue:
    return {
        "path": verdict.path,
        "ok": verdict.ok,
        "turns": verdict.turns,
        "head": verdict.head,
        "findings": list(verdict.findings),
        "remarks": list(verdict.remarks),
    }


def _tell_verdict(verdict: Findings) -> None:
    for finding in verdict.findings:
        say(f"{verdict.path}: {finding}")
    for remark in verdict.remarks:
        say(f"{verdict.path}: remark: {remark}")
    if verdict.ok and verdict.turns < 0:
        say(f"{verdict.path}: ok, not started yet")
    elif verdict.ok:
        say(f"{verdict.path}: ok, {name_turns_to(verdict.turns)} replayed, head {verdict.head}")
    elif verdict.busy:
        say(f"{verdict.path}: NOT VERIFIED")
    elif verdict.turns < 0:
        say(f"{verdict.path}: nothing here can be verified")
    elif not verdict.damage:
        say(f"{verdict.path}: NOT PLAYED AGAIN; names and hashes of {name_turns_to(verdict.turns)} are right")
    else:
        say(f"{verdict.path}: DAMAGED, {count_of(len(verdict.findings), 'finding')}; the first is where to look")
    if verdict.outdated:
        say(
            f"{verdict.path}: NO LONGER STANDS: the expected head is of {verdict.outdated}, a turn that was taken "
            "back; acts/ and the reports since then say why"
        )


def archive(
    game: GameArgument,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="The archive to write.")],
    redact: Annotated[
        bool, typer.Option("--redact", help="Leave out letters, notes and comments of the players.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a whole game into one zip file. It has a play-by-play and a page to step through.

    The same game gives the same bytes. Secrets, tokens, addresses and letters are never in it.

    Example: adjudicate archive games/g42 -o g42.zip
    """
    expect_file(output)
    expect_no_game(os.path.dirname(os.path.realpath(output)), "an archive", "--output")
    with show_progress(game, as_json=as_json) as progress:
        archived = archive_game(game, output, redact=redact, effort=Effort(watch=progress.watch))
    if as_json:
        print_json({**archived._asdict(), "remarks": list(archived.remarks)})
    else:
        _tell_archived(archived)


def _tell_archived(archived: WrittenArchive) -> None:
    for remark in archived.remarks:
        say(f"{archived.file}: remark: {remark}")
    redacted = f", {archived.redacted} of them redacted" if archived.redacted else ""
    say(
        f"{archived.file}: {archived.game}, {name_turns_to(archived.turn)}, "
        f"{count_of(archived.members, 'file')}{redacted}, {archived.size:,} bytes"
    )
    say(f"head {archived.head}")
    say(f"sha256 {archived.sha256}")


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The archive.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The game directory to make; it must not exist.")],
    as_json: JsonOption = False,
) -> None:
    """Restore a game directory from an archive, byte for byte. `adjudicate verify` then plays it again.

    Example: adjudicate import g42.zip games/g42
    """
    with show_progress(file, as_json=as_json) as progress:
        imported = import_archive(file, folder, effort=Effort(watch=progress.watch))
    if as_json:
        print_json({**imported._asdict(), "remarks": list(imported.remarks)})
        return
    for remark in imported.remarks:
        say(f"{imported.path}: remark: {remark}")
    files = count_of(imported.files, "file")
    say(f"{imported.path}: {imported.game}, {name_turns_to(imported.turn)}, {files}, head {imported.head}")


def unpack(
    game: GameArgument,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder to make; it must not exist.")],
    turn: Annotated[int, name_turn("--turn", "The turn.")],
    as_json: JsonOption = False,
) -> None:
    """Write the parts of a turn's record as files. They are the position, events, draws, orders and receipts.

    They contain everything that is hidden. The program never reads them: the record is `turns/NNNN.turn` in the game's
    directory.

    Example: adjudicate unpack games/g42 --turn 6 g42-turn-6
    """
    expect_no_game(os.path.dirname(os.path.realpath(folder)), "what is unpacked", "DIR")
    with hold_still(game):
        unpacked = unpack_turn(game, turn, folder)
    if as_json:
        print_json({**unpacked._asdict(), "parts": list(unpacked.parts)})
        return
    say(f"{unpacked.path}: {unpacked.game}, turn {unpacked.turn}, {len(unpacked.parts)} parts")
    for part in unpacked.parts:
        say(f"  {part}")
