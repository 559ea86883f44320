"""Defects of a careless program: it checks too little, says too much, or lets chance hang on what it should not.

Each is planted by name, in this process (:func:`plant`) or, through ``sitecustomize``, in the installed command.
"""

# ruff: noqa: PLC0415 - each defect imports what it changes, so that the others leave it alone

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any


def plant(name: str) -> None:
    """Plant the defect of this name."""
    globals()[name.replace("-", "_")]()


def _drop_findings(words: str) -> None:
    """Verify without the check whose findings contain ``words``."""
    from adjudicator.acts import verify

    def deafen(inner: Callable[..., Any]) -> Callable[..., Any]:
        def verify_quietly(*arguments: Any, **options: Any) -> Any:
            found = inner(*arguments, **options)
            found.findings = [finding for finding in found.findings if words not in finding]
            return found

        return verify_quietly

    verify.verify_game = deafen(verify.verify_game)
    verify.verify_archive = deafen(verify.verify_archive)


def hash_no_receipt() -> None:
    _drop_findings(".receipt.json: not what")


def trust_lists_of_reports() -> None:
    _drop_findings("/reports.json: ")


def ask_no_checksum() -> None:
    _drop_findings("its checksum does not fit")


def follow_links() -> None:
    _drop_findings("not a regular file")


def welcome_strangers() -> None:
    _drop_findings("does not belong here")


def expect_nothing() -> None:
    _drop_findings("no turn has the expected head")


def trust_the_charter() -> None:
    _drop_findings("differs from the copy")


def iterate_a_set() -> None:
    from adjudicator.store import record

    write = record.write_json
    record.write_json = lambda value: write({key: value[key] for key in set(value)})


def write_local_time() -> None:
    from adjudicator.store import header

    write = header.write_instant
    header.write_instant = lambda instant: write(instant.astimezone().replace(tzinfo=instant.tzinfo))


def obey_umask() -> None:
    from adjudicator.store import files

    files.FILE_MODE = 0o666
    os.fchmod = lambda _handle, _mode: None


def say_where_it_lies() -> None:
    from adjudicator.report import strip

    tell = strip._list_notes
    strip._list_notes = lambda *arguments: [*tell(*arguments), os.getcwd()]


def date_archives() -> None:
    import time

    from adjudicator.ledger import archive

    write = archive.write_record
    archive.write_record = lambda recorded, members: write(recorded, members).replace(
        b'"program"', b'"made": %d,\n"program"' % time.time_ns()
    )


def leave_receipts_out() -> None:
    from adjudicator.acts import archive

    keep = archive.write_tree

    def write_tree(path: str, files: Mapping[str, bytes]) -> None:
        keep(path, {name: data for name, data in files.items() if not name.endswith(".receipt.json")})

    archive.write_tree = write_tree


def escape_nothing() -> None:
    from adjudicator.report import playback, render

    careless = render.make_environment().overlay(autoescape=False, bytecode_cache=None)
    render.make_environment = playback.make_environment = lambda: careless


def print_raw() -> None:
    from adjudicator.cli import output
    from adjudicator.report import playback, render

    render.make_plain = playback.make_plain = lambda text: text
    output.clean = lambda text, **_options: text


def wrap_late() -> None:
    from adjudicator.report import render

    render.wrap.__wrapped__.__defaults__ = ("", 160)


def take_any_name() -> None:
    from adjudicator.acts import new
    from adjudicator.core import charter
    from adjudicator.ledger import archive

    charter.is_id = lambda _name: True
    archive._expect_name = lambda name, members, folded: None  # noqa: ARG005 - the names are those of the original
    archive.is_record = lambda _name: True
    new.list_unfit_names = lambda *_names: ()


def write_through_links() -> None:
    from adjudicator.store import files
    from adjudicator.store.gamedir import GameDirectory

    GameDirectory.expect_charter = lambda _self: None
    os.path.islink = lambda _path: False
    files.remove_tree = lambda _path: None


def take_a_byte_modulo() -> None:
    from adjudicator.ledger import keys
    from adjudicator.proof import hashing

    def draw_below(key: bytes, label: Any, below: int) -> int:
        stream = hashing.keyed(key, "stream", hashing.canonical(list(label)))
        return stream[0] % below

    keys.draw_below = draw_below


def turn_up_a_four() -> None:
    from adjudicator.rules.through_the_desert import score

    score.draw_token = lambda *_words, **_more: 5


def take_any_options() -> None:
    from adjudicator.rules.through_the_desert import setup

    setup._check_together = lambda *_words: None


def mix_in_the_clock() -> None:
    import time

    from adjudicator.ledger import keys

    mix = keys.mix
    keys.mix = lambda game, epoch, nonces, *beacon: mix(game, epoch, [nonces, time.time_ns()], *beacon)


def mix_in_orders() -> None:
    from adjudicator.ledger import keys
    from adjudicator.ledger import turn as run

    play = run.play_turn
    mix = keys.mix

    def play_turn(game: Any, charter: Any, before: Any, agendas: Any, *rest: Any) -> Any:
        keys.mix = lambda game, epoch, nonces, *beacon: mix(game, epoch, [nonces, repr(agendas)], *beacon)
        return play(game, charter, before, agendas, *rest)

    run.play_turn = play_turn


def salt_nothing() -> None:
    import hashlib

    from adjudicator.proof import hashing

    hashing.seal = lambda _salt, path, value: hashlib.sha256(hashing.canonical([path, value])).digest()


def keep_tokens() -> None:
    from adjudicator.intake import judge, tokens
    from adjudicator.nonces import joining

    judge.blank_token = joining.blank_token = lambda data: data
    tokens.mask_tokens = lambda data, _hashes: tokens.MaskedFile(data)


def keep_tokens_elsewhere() -> None:
    from adjudicator.intake import tokens

    tokens.mask_tokens = lambda data, _hashes: tokens.MaskedFile(data)


def keep_tokens_in_capitals() -> None:
    import re

    from adjudicator.intake import tokens

    def mask_words(data: bytes, hashes: Any) -> Any:
        words = re.findall(rb"[0-9a-f]{32}", data)
        for word in words:
            if tokens.hash_token(word.decode()) in hashes:
                data = data.replace(word, b"x" * 32)
        return tokens.MaskedFile(data)

    tokens.mask_tokens = mask_words


def log_files() -> None:
    import tempfile

    from adjudicator.acts import filing

    check = filing.check_bytes

    def check_bytes(opened: Any, intake: Any, data: bytes, *rest: Any) -> Any:
        with open(os.path.join(tempfile.gettempdir(), "adjudicate.log"), "ab") as log:
            log.write(data)
        return check(opened, intake, data, *rest)

    filing.check_bytes = check_bytes


def read_any_number() -> None:
    import re

    from adjudicator.intake import reader

    reader._INTEGER = re.compile("-?[0-9]+")


def nest_without_end() -> None:
    from adjudicator.intake import reader

    reader.MAX_DEPTH = 1 << 30


def read_beside_writers() -> None:
    from adjudicator.store import files

    files._share = lambda _handle: True


def build_on_any_turn() -> None:
    from adjudicator.acts import soundness

    soundness.check_turn = lambda *_words: ()


def build_on_any_receipt() -> None:
    from adjudicator.acts import soundness

    soundness.check_arrived = lambda *_words: ()


def build_on_any_place() -> None:
    from adjudicator.acts import open_game, soundness

    for module in (open_game, soundness):
        module.check_position = lambda *_words: ()


def build_on_what_is_left() -> None:
    from adjudicator.acts import soundness

    soundness.list_lost = lambda *_words: ()


def take_any_type() -> None:
    from adjudicator.intake import receipt
    from adjudicator.store import gamedir, header, record

    for module in (header, receipt, gamedir, record):
        module.expect_fields = lambda *_words: None


def remove_receipts_of_strangers() -> None:
    from adjudicator.store.files import remove_if_there
    from adjudicator.store.inbox import Inbox, receipt_name

    remove = Inbox.remove_dropped

    def remove_dropped(self: Inbox, seat: str, name: str) -> None:
        remove_if_there(os.path.join(self.seat_folder(seat), receipt_name(name)))
        remove(self, seat, name)

    Inbox.remove_dropped = remove_dropped
