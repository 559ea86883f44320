"""The page of rulings, made from a game's rulings and its cases: ``python tests/docs/rulings_page.py``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import NamedTuple

from adjudicator.cases import Case, find_case_files, read_case
from adjudicator.registry import AnyGame, find_game, find_resources

BASES = {
    "rulebook": "a rulebook says so",
    "follows": "it follows from the rulebooks",
    "choice": "our choice, the rulebooks are silent or differ",
    "option": "an option of the game",
    "mail": "how play by mail works here",
}
"""What an answer rests on, in words."""
_WIDTH = 110


class FiledCase(NamedTuple):
    """A case and the name of its file."""

    case: Case
    file: str


class Elsewhere(NamedTuple):
    """Another game with rulings and cases of its own: those that two games share have their cases there."""

    game: AnyGame
    filed: Sequence[FiledCase]


def render_rulings(game: AnyGame, filed: Sequence[FiledCase], others: Sequence[Elsewhere] = ()) -> str:
    """The page of ``game`` in Markdown: every ruling with its cases, then by folder the cases that belong to none.

    A ruling that has no case here, and the same words in one of the ``others``, leads to that page.
    """
    parts = [f"# Rulings: {game.title}", *_introduce(game)]
    parts.append(_fill(" ".join(f"[{ruling}](#{ruling.lower()})" for ruling in game.rulings)))
    for ruling, sentence in game.rulings.items():
        parts += [f"## {ruling}", f"**{sentence}**", *_locate(game, ruling)]
        own = _sort_cases(ruling, [item for item in filed if ruling in item.case.rulings])
        items = [_render_case(game, item) for item in own]
        parts.append("\n".join(items) if items else _refer(ruling, sentence, others))
    rest = [item for item in filed if not item.case.rulings]
    if rest:
        parts.append("## Cases beside the rulings")
    for folder in dict.fromkeys(os.path.dirname(item.file) for item in rest):
        title = [f"### {folder.capitalize().replace('-', ' ')}"] if folder else []
        items = [_render_case(game, item) for item in rest if os.path.dirname(item.file) == folder]
        parts += [*title, "\n".join(items)]
    return "\n\n".join(parts) + "\n"


def _locate(game: AnyGame, ruling: str) -> Iterator[str]:
    """Where each edition speaks of it, and which do not; nothing for a game that does not say."""
    if ruling not in game.sources:
        return
    found = game.sources[ruling]
    silent = [edition for edition in game.editions if edition not in found]
    said = [f"*{edition}*: {headings}" for edition, headings in found.items()]
    if silent:
        said.append(f"{', '.join(silent)}: silent")
    yield _fill(f"Where it stands: {'. '.join(said)}.")


def _sort_cases(ruling: str, filed: Sequence[FiledCase]) -> list[FiledCase]:
    """The cases numbered after the ruling first."""
    return sorted(filed, key=lambda item: not item.case.id.startswith(f"{ruling}-"))


def _refer(ruling: str, sentence: str, others: Sequence[Elsewhere]) -> str:
    for other in others:
        if other.game.rulings.get(ruling) == sentence and any(ruling in item.case.rulings for item in other.filed):
            return f"Its cases are on the page of [{other.game.title}]({other.game.name}.md#{ruling.lower()})."
    return "No case yet."


def _introduce(game: AnyGame) -> Iterator[str]:
    folder = f"tests/cases/{game.name}"
    yield _fill(
        f"This page is made from the rulings and the cases in `{folder}`; change them and run `make docs`. A ruling "
        "says what is done where rulebooks are silent or differ, and what follows from them. Below it stand its cases, "
        "each a question and its answer; its file has the position, what is done in it and what should come of it, and "
        f"`adjudicate cases {folder}` proves that it does. If you think otherwise, send a case."
    )
    editions = "; ".join(f"*{name}*, {title}" for name, title in game.editions.items())
    yield _fill(f"The editions: {editions}.")


def _render_case(game: AnyGame, filed: FiledCase) -> str:
    case = filed.case
    link = f"[{case.id}](../../tests/cases/{game.name}/{filed.file})"
    rules = "; ".join(f"{edition}, {heading}" for edition, heading in case.rules.items())
    grounds = BASES[case.basis] + (f": {rules}" if rules else "")
    title = case.title if case.title.rstrip(")").endswith((".", "?")) else f"{case.title}."
    return _fill(f"- {link} **{title}** {case.why} *({grounds})*", further="  ")


def _fill(text: str, further: str = "") -> str:
    return fill(text, _WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def read_cases(folder: str) -> list[FiledCase]:
    """All cases below ``folder``, by number. Raises ``ValueError`` for a file that is none."""
    filed = []
    for path in find_case_files([folder]):
        with open(path, "rb") as file:
            case, _, _ = read_case(file.read())
        if case is None:
            raise ValueError(f"{path} is not a case; run `adjudicate cases {path}`")
        filed.append(FiledCase(case, os.path.relpath(path, folder).replace(os.sep, "/")))
    return filed


def list_pages(root: str) -> Iterator[tuple[str, str]]:
    """The path and the content of each page that a checkout at ``root`` has to have."""
    cases = os.path.join(root, "tests", "cases")
    found = [Elsewhere(find_game(name), read_cases(os.path.join(cases, name))) for name in sorted(os.listdir(cases))]
    for one in found:
        page = render_rulings(one.game, one.filed, [other for other in found if other is not one])
        yield os.path.join(root, "docs", "rulings", f"{one.game.name}.md"), page


def main() -> None:
    """Write the pages of the checkout that this package stands in."""
    for path, page in list_pages(os.path.dirname(find_resources("schemas"))):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page)
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
