"""The bars of what lies on disk, what is said and what is drawn: in full, in short, and their planted defects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scrutiny import (
    archives,
    beside,
    built_on,
    catan_green,
    catan_sloppy,
    combinations,
    desert,
    draws,
    environments,
    face_down,
    flips,
    guesses,
    hostile,
    mails,
    mutated,
    odd_inboxes,
    paths,
    planted_tokens,
    promises,
    sequence,
    shapes,
    tampers,
    texts,
    tokens,
    wrong_rules,
)
from scrutiny.games import KINDS
from torture.bar import Bar, Trial, with_defect
from torture.tally import Tally

from adjudicator.core.table import Pacing

DESERT = KINDS[:1]
QUICK = beside.READERS[:1]
FEW = shapes.HOSTILE[:3]


def _here(trial: Callable[[Path], Tally], *mutants: str) -> dict[str, Callable[[Path], Tally]]:
    """The trial with each defect planted in this process."""
    return {mutant: with_defect(mutant, trial) for mutant in mutants}


def _by_command(trial: Callable[[Path, str], Tally], *mutants: str) -> dict[str, Callable[[Path], Tally]]:
    """The trial with each defect planted in the command."""
    return {mutant: lambda folder, mutant=mutant: trial(folder, mutant) for mutant in mutants}


def _in_others(number: int) -> Callable[[Path, str], Tally]:
    """Replays of little in one of the surroundings."""
    around = environments.OTHERS[number : number + 1]
    return lambda folder, mutant: environments.check_environments(folder, DESERT, 1, around, mutant, other_python=False)


BARS = (
    Bar(
        "a bit flipped in what the next turn is built on: none is built upon, each is named",
        Trial(built_on.flip_foundation, lambda folder: built_on.flip_foundation(folder, 60)),
        _here(lambda folder: built_on.flip_foundation(folder, 140), "build-on-any-turn", "build-on-any-receipt"),
    ),
    Bar(
        "a turn, an act or a branch lost, or another in its place: nothing is built upon it, each is named",
        Trial(built_on.misplace_foundation, built_on.misplace_foundation),
        _here(built_on.misplace_foundation, "build-on-any-place", "build-on-what-is-left"),
    ),
    Bar(
        "damaged files of every kind: no fault of ours, no answer withheld for another game",
        Trial(mutated.spoil_files, lambda folder: mutated.spoil_files(folder, 40)),
        _here(lambda folder: mutated.spoil_files(folder, 300), "take-any-type"),
    ),
    Bar(
        "odd inboxes: the turn runs, and the commands after it",
        Trial(odd_inboxes.try_inboxes, lambda folder: odd_inboxes.try_inboxes(folder, odd_inboxes.FEW)),
        _here(lambda folder: odd_inboxes.try_inboxes(folder, odd_inboxes.FEW), "remove-receipts-of-strangers"),
    ),
    Bar(
        "read in the middle of a run or a rewind, and the other way round: no false damage",
        Trial(lambda folder: beside.read_beside(folder, 280), lambda folder: beside.read_beside(folder, 8, QUICK)),
        _here(lambda folder: beside.read_beside(folder, 16, QUICK), "read-beside-writers"),
    ),
    Bar(
        "every bit of a three-turn game flipped: found and named",
        Trial(flips.flip_game, lambda folder: flips.flip_game(folder, 12)),
        _here(lambda folder: flips.flip_game(folder, 30), "hash-no-receipt", "trust-lists-of-reports"),
    ),
    Bar(
        "every bit of its archive flipped: found",
        Trial(flips.flip_archive, lambda folder: flips.flip_archive(folder, 300)),
        _here(lambda folder: flips.flip_archive(folder, 100), "ask-no-checksum"),
    ),
    Bar(
        "tampers listed by hand, in all three games: found and named",
        Trial(tampers.tamper, lambda folder: tampers.tamper(folder, 1, 3)),
        _by_command(
            lambda folder, mutant: tampers.tamper(folder, 1, None, mutant),
            *("follow-links", "welcome-strangers", "expect-nothing", "trust-the-charter"),
        ),
    ),
    Bar(
        "replayed and played in other surroundings: 0 differing bytes",
        Trial(
            environments.check_environments,
            lambda folder: environments.check_environments(
                folder, DESERT, 1, environments.OTHERS[5:], other_python=False
            ),
        ),
        {
            **_by_command(_in_others(0), "iterate-a-set"),
            **_by_command(_in_others(2), "write-local-time"),
            **_by_command(_in_others(4), "obey-umask", "say-where-it-lies"),
        },
    ),
    Bar(
        "finished games archived and imported: 0 differing bytes",
        Trial(
            lambda folder: archives.archive_games(folder, range(1000)),
            lambda folder: archives.archive_games(folder, (0, 4, 14)),
        ),
        _here(lambda folder: archives.archive_games(folder, range(2)), "date-archives", "leave-receipts-out"),
    ),
    Bar(
        "every hand tried against everything in the mail: none guessed (bar 16)",
        Trial(guesses.guess_hands, lambda folder: guesses.guess_hands(folder, 1)),
        _here(lambda folder: guesses.guess_hands(folder, 3), "salt-nothing"),
    ),
    Bar(
        "hostile and damaged move files (bar 10)",
        Trial(
            lambda folder: hostile.answer_files(folder, 10_000, 200),
            lambda folder: hostile.answer_files(folder, 600, 50),
        ),
        _here(lambda folder: hostile.answer_files(folder, 100, 0), "read-any-number", "nest-without-end"),
    ),
    Bar(
        "hostile texts in every place leave pages their shape (bar 17)",
        Trial(shapes.check_pages, lambda folder: shapes.check_pages(folder, KINDS, FEW, over=False)),
        _here(shapes.check_two_pages, "escape-nothing"),
    ),
    Bar(
        "text reports with hostile texts: bytes and width (bar 18)",
        Trial(texts.check_texts, lambda folder: texts.check_texts(folder, KINDS, texts.HOSTILE[10:12], over=False)),
        _here(lambda folder: texts.check_texts(folder, DESERT, over=False), "print-raw", "wrap-late"),
    ),
    Bar(
        "what the command prints of hostile names: bytes (bar 18)",
        Trial(texts.check_commands, lambda folder: texts.check_commands(folder, texts.HOSTILE[10:11])),
        _by_command(lambda folder, mutant: texts.check_commands(folder, texts.HOSTILE[10:12], mutant), "print-raw"),
    ),
    Bar(
        "hostile ids, names and links: nothing touched outside (bar 21)",
        Trial(paths.attempt_all, lambda folder: paths.attempt_all(folder, 29)),
        {
            **_by_command(lambda folder, mutant: paths.attempt_all(folder, 9, mutant), "take-any-name"),
            **_by_command(lambda folder, mutant: paths.attempt_all(folder, 5, mutant), "write-through-links"),
        },
    ),
    Bar(
        "draws even, as published, and as a second implementation has them (bar 22)",
        Trial(draws.check_draws, lambda folder: draws.check_draws(folder, 30_000, 4_800, 1_000)),
        _here(lambda folder: draws.check_draws(folder, 30_000, 4_800, 200), "take-a-byte-modulo"),
    ),
    Bar(
        "draws the same whatever the order, time, names, remarks and kills (bar 23)",
        Trial(lambda folder: sequence.vary(folder, 50), lambda folder: sequence.vary(folder, 4)),
        _here(lambda folder: sequence.vary(folder, 2), "mix-in-the-clock", "mix-in-orders"),
    ),
    Bar(
        "Through the Desert beside a second implementation, action by action: 0 differences",
        Trial(lambda folder: desert.referee(folder, range(2_000)), lambda folder: desert.referee(folder, range(24))),
        {
            name: with_defect(name, lambda folder: desert.referee(folder, range(100), enough=1), wrong_rules.plant)
            for name in wrong_rules.DEFECTS
        },
    ),
    Bar(
        "face-down water: nobody is told what he may not know, in 200 games",
        Trial(
            lambda folder: face_down.search_games(folder, range(200)),
            lambda folder: face_down.search_games(folder, range(4)),
        ),
        {
            name: with_defect(name, lambda folder: face_down.search_games(folder, range(40), enough=1), face_down.plant)
            for name in face_down.LEAKS
        },
    ),
    Bar(
        "every allowed combination of edition, seats, side and options played to the end",
        Trial(lambda folder: combinations.play(folder, 50), lambda folder: combinations.play(folder, 1, 97)),
        _here(lambda folder: combinations.play(folder, 1, 97), "turn-up-a-four"),
    ),
    Bar(
        "every allowed combination of edition, seats and options on boards made at random",
        Trial(
            lambda folder: combinations.play(folder, 50, made=True),
            lambda folder: combinations.play(folder, 1, 97, made=True),
        ),
        _here(lambda folder: combinations.play(folder, 1, 97, made=True), "turn-up-a-four"),
    ),
    Bar(
        "every other combination refused in a sentence that names what cannot be together",
        Trial(combinations.refuse, lambda folder: combinations.refuse(folder, 211)),
        _here(lambda folder: combinations.refuse(folder, 211), "take-any-options"),
    ),
    Bar(
        "every two options in written games by each pacing: verified, reports and all",
        Trial(
            lambda folder: combinations.write_pairs(folder, 5),
            lambda folder: combinations.write_pairs(folder, 1, (Pacing.ROUND,), 11),
        ),
        _here(lambda folder: combinations.write_pairs(folder, 1, (Pacing.ROUND,), 11), "mix-in-the-clock"),
    ),
    Bar(
        "silence in 300 games: what each report said it would bring is what it brought",
        Trial(
            lambda folder: promises.keep_promises(folder, range(300)),
            lambda folder: promises.keep_promises(folder, range(4)),
        ),
        {
            name: with_defect(name, lambda folder: promises.keep_promises(folder, range(60), enough=1), promises.plant)
            for name in promises.DEFECTS
        },
    ),
    Bar(
        "Catan, 200 games of random scripts: no green receipt for a line passed over for what its sender could see",
        Trial(
            lambda folder: catan_green.play_games(folder, range(200)),
            lambda folder: catan_green.play_games(folder, range(8)),
        ),
        {
            name: with_defect(
                name, lambda folder: catan_green.play_games(folder, range(60), enough=1), catan_green.plant
            )
            for name in catan_green.DEFECTS
        },
    ),
    Bar(
        "Catan, 300 sloppy lines: each is understood as meant, or refused with a line that works",
        Trial(
            lambda folder: catan_sloppy.try_lines(folder, range(300)),
            lambda folder: catan_sloppy.try_lines(folder, range(0, 300, 10)),
        ),
        {
            name: with_defect(
                name,
                lambda folder: catan_sloppy.try_lines(folder, range(len(catan_sloppy.SLIPS)), enough=1),
                catan_sloppy.plant,
            )
            for name in catan_sloppy.DEFECTS
        },
    ),
    Bar(
        "no token in what 200 games keep",
        Trial(
            lambda folder: tokens.play_with_tokens(folder, range(200)),
            lambda folder: tokens.play_with_tokens(folder, range(3)),
        ),
        _here(lambda folder: tokens.play_with_tokens(folder, range(2)), "keep-tokens"),
    ),
    Bar(
        "a token at any place of a file: nowhere in what comes of it",
        Trial(
            lambda folder: planted_tokens.plant_tokens(folder, range(5_000)),
            lambda folder: planted_tokens.plant_tokens(folder, range(400)),
        ),
        _here(
            lambda folder: planted_tokens.plant_tokens(folder, range(60)),
            "keep-tokens-elsewhere",
            "keep-tokens-in-capitals",
        ),
    ),
    Bar(
        "files that phones and mail programs damaged: none read as anything but what was written",
        Trial(
            lambda folder: mails.damage_files(folder, 20_000),
            lambda folder: mails.damage_files(folder, 600),
        ),
        {
            "read-all-in-small-letters": with_defect(
                "read-all-in-small-letters", lambda folder: mails.damage_files(folder, 60), mails.plant
            )
        },
    ),
    Bar(
        "mutated and hostile mails: no fault of ours, none takes long, nothing made where nothing should be",
        Trial(
            lambda folder: mails.send_hostile_mails(folder, 20_000),
            lambda folder: mails.send_hostile_mails(folder, 200, mails.SIZES[2:4]),
        ),
        {
            "open-any-mail": with_defect(
                "open-any-mail", lambda folder: mails.send_hostile_mails(folder, 1, (60_000,)), mails.plant
            )
        },
    ),
    Bar(
        "forged mails: none accepted, none answered",
        Trial(mails.forge_mails, lambda folder: mails.forge_mails(folder, 17)),
        {"believe-any-key": with_defect("believe-any-key", lambda folder: mails.forge_mails(folder, 17), mails.plant)},
    ),
    Bar(
        "no token in what the command says, logs or lists as a process",
        Trial(tokens.speak_by_command, lambda folder: tokens.speak_by_command(folder, spellings=4)),
        _by_command(lambda folder, mutant: tokens.speak_by_command(folder, mutant, 4), "keep-tokens", "log-files"),
    ),
)
