"""Files that no honest player would send, and some that he would: what they are answered, by both parsers."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest
import yaml

from adjudicator.core.order import Gravity, Vocabulary, describe, worst_gravity
from adjudicator.intake import reader
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.mailed.mended_lines import ChangeKind
from adjudicator.intake.sentences import SENTENCES
from adjudicator.intake.tokens import blank_token

VOCABULARY = Vocabulary(("place", "leader", "return"), ("through-the-desert",))

Answer = list[tuple[str, int, int]]

OPEN = "game: g42\nturn: 7\norders:\n"
HEAD = "game: g42\nturn: 7\norders: []\n"


def case(name: str, content: str | bytes, *answer: tuple[str, int, int]) -> object:
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return pytest.param(data, list(answer), id=name)


NOT_TEXT = [
    case("empty", b"", ("empty-file", 1, 1)),
    case("blank lines and comments only", "\n\n# nothing\n", ("empty-file", 1, 1)),
    case("an opened document without content", "---\n", ("empty-file", 1, 1)),
    case("one byte too large", b"#" * (64 * 1024 + 1), ("file-too-large", 1, 1)),
    case("five megabytes", b"a: b\n" * 1_000_000, ("file-too-large", 1, 1)),
    case("UTF-16 with a mark", HEAD.encode("utf-16"), ("encoding", 1, 1)),
    case("UTF-16 without a mark", HEAD.encode("utf-16-be"), ("encoding", 1, 1)),
    case("UTF-32", HEAD.encode("utf-32"), ("utf-16", 1, 1)),
    case("Latin-1", (HEAD + "note: caf\xe9\n").encode("latin-1"), ("encoding", 1, 1)),
    case("overlong UTF-8", b"game: \xc0\xaf\n", ("not-utf-8", 1, 7)),
    case("an encoded surrogate", "game: \ud800\n", ("not-utf-8", 1, 7)),
    case("cut in the middle of a character", "note: é".encode()[:-1], ("not-utf-8", 1, 7)),
    case("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("not-utf-8", 1, 1)),
    case("an archive", b"PK\x03\x04\x14\x00", ("forbidden-character", 1, 3), ("forbidden-character", 1, 4),
         ("forbidden-character", 1, 5), ("forbidden-character", 1, 6)),
    case("quoted mail", "> game: g42\n> turn: 7\n> orders:\n", ("quote-marks", 1, 1)),
    case("quoted mail below the orders", HEAD + "> hello: there\n", ("text-around", 1, 1)),
    case("a folded text that looks like quoted mail", ">\n game g42\n", ("quoted-mail", 1, 1)),
    case("a signature below the orders", HEAD + "-- \nAmira\n", ("text-around", 1, 1)),
    case("prose", "Dear moderator, here are my orders.\n", ("no-keys", 1, 1)),
    case("no blanks behind the colons", "game:g42\nturn:7\norders:\n", ("colon-blank", 1, 1)),
    case("a list", "- game\n- g42\n", ("no-keys", 1, 1)),
]  # fmt: skip

CHARACTERS = [
    case("NUL", HEAD + "note: a\0b\n", ("forbidden-character", 4, 8)),
    case("a bell and an escape", HEAD + "note: \x07\x1b[31m\n", ("forbidden-character", 4, 7),
         ("forbidden-character", 4, 8)),
    case("U+0085 would split a line in two", "game: g42\x85turn: 7\n", ("forbidden-character", 1, 10)),
    case("U+2028 would split a line in two", HEAD + "note: a\u2028draft: true\n", ("forbidden-character", 4, 8)),
    case("a text turned around", HEAD + "note: a\u202eb\n", ("unseen-characters", 4, 1)),
    case("a zero-width character in a key", HEAD + "no\u200bte: x\n", ("unseen-characters", 4, 1)),
    case("a byte order mark in the middle", HEAD + "\ufeffnote: x\n", ("unseen-characters", 4, 1)),
    case("NUL by an escape", HEAD + 'note: "a\\0b"\n', ("forbidden-character", 4, 7)),
    case("U+2029 by an escape", HEAD + 'note: "a\\P"\n', ("forbidden-character", 4, 7)),
    case("a text turned around by an escape", HEAD + 'note: "a\\u202eb"\n', ("forbidden-character", 4, 7)),
    case("a no-break space as indentation", OPEN + "\xa0\xa0- place: teal D9\n",
         ("special-blanks", 4, 1)),
    case("a no-break space in a value", OPEN + "- place: teal\xa0D9\n", ("special-blanks", 4, 1)),
    case("a no-break space by an escape", OPEN + '- place: "teal\\_D9"\n',
         ("no-break-space", 4, 10)),
    case("typographic quotes", "game: “g42”\nturn: 7\norders: []\n", ("typographic-quotes", 1, 1)),
    case("typographic quotes around a colon", HEAD + "note: “a: b”\n", ("typographic-quotes", 4, 1)),
    case("typographic characters in prose are at home", HEAD + "note: “teal\xa0D9” \u2013 it\u2019s fine\n"),
    case("a typographic dash", OPEN + "\u2013 place: teal D9\n",
         ("list-dash", 4, 1)),
    case("tabs as indentation", OPEN + "\t- place: teal D9\n", ("tabs", 4, 1)),
    case("a line break in a one-line value", 'game: "g42\\n"\nturn: 7\norders: []\n', ("line-break", 1, 7)),
    case("a second line smuggled in by a block", "game: |\n  g42\nturn: 7\norders: []\n", ("line-break", 1, 7)),
    case("an emoji before the mistake counts as one column", HEAD + "press: {🐪🐪: 1, to: 2}\n",
         ("wrong-type", 4, 8)),
]  # fmt: skip

YAML_FEATURES = [
    case("an alias bomb", "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", ("anchor", 1, 4), ("missing-key", 1, 1),
         ("missing-key", 1, 1), ("missing-key", 1, 1), ("anchor", 2, 4), ("alias", 2, 8), ("alias", 2, 11),
         ("alias", 3, 5), ("alias", 3, 8)),
    case("a list that holds itself", HEAD + "press: &a [*a]\n", ("anchor", 4, 8), ("alias", 4, 12)),
    case("an alias of nothing", HEAD + "note: *x\n", ("alias", 4, 7)),
    case("an alias as a key", HEAD + "*x : y\n", ("alias", 4, 1)),
    case("an anchor on a key", HEAD + "&x note: y\n", ("anchor", 4, 1)),
    case("a merge key", HEAD + "<<: {note: x}\n", ("merge-key", 4, 1)),
    case("a Python object", HEAD + "note: !!python/object/apply:os.system [ls]\n", ("tag", 4, 7)),
    case("a tag on plain text", HEAD + "note: !!str 7\n", ("tag", 4, 7)),
    case("a tag of its own", HEAD + "note: !x 7\n", ("tag", 4, 7)),
    case("a tag with an unknown handle", HEAD + "note: !x!y 7\n", ("stray-character", 4, 7)),
    case("the tag for no tag", HEAD + "note: ! 7\n", ("tag", 4, 7)),
    case("a directive", "%YAML 1.2\n---\n" + HEAD, ("directive", 1, 1)),
    case("an unknown directive", "%CAMEL 1\n---\n" + HEAD, ("directive", 1, 1)),
    case("a directive with a huge number", "%YAML 1." + "9" * 5000 + "\n---\n" + HEAD, ("directive", 1, 1)),
    case("a second document", HEAD + "---\n" + HEAD, ("second-document", 4, 1)),
    case("text behind the end", HEAD + "...\nnote: x\n", ("text-after-end", 5, 1)),
    case("a list as a key", HEAD + "? [a]\n: b\n", ("key-not-text", 4, 3)),
    case("a template that was not filled in", "game: {{game}}\n", ("key-not-text", 1, 8)),
    case("duplicate keys, three times", HEAD + "turn: 8\nturn: 9\ngame: x\n", ("duplicate-key", 4, 1),
         ("duplicate-key", 5, 1), ("duplicate-key", 6, 1)),
    case("a key in quotes is the same key", HEAD + '"turn": 8\n', ("duplicate-key", 4, 1)),
]  # fmt: skip

SYNTAX = [
    case("two colons", HEAD + "draft: a: b\n", ("stray-colon", 4, 9)),
    case("a colon in prose", HEAD + "note: a: b\n", ("text-with-colon", 4, 1)),
    case("a key too far to the right", HEAD + "  note: a\n", ("indentation", 4, 3)),
    case("a quote never closed", HEAD + "note: 'a\nseat: b\n", ("unclosed-quote", 4, 7)),
    case("a bracket never closed", HEAD + "press: [1, 2\nseat: b\n", ("unclosed-bracket", 4, 8)),
    case("a value that begins with @", HEAD + "note: @all\n", ("stray-character", 4, 7)),
    case("a value that begins with an asterisk", HEAD + "note: * hello\n", ("stray-character", 4, 7)),
    case("a bare dash", HEAD + "token: -\n", ("stray-dash", 4, 8)),
    case("a closing bracket alone", HEAD + "press: ]\n", ("syntax", 4, 8)),
    case("text behind a bracket", "orders:\n  - place: [teal, pink] D9\n", ("behind-closed", 2, 25)),
    case("text behind a quote", "orders:\n  - place: 'teal' D9\n", ("behind-closed", 2, 19)),
    case("dashes in two columns", "orders:\n  - place: teal D9\n - place: teal E9\n", ("indentation", 3, 2)),
    case("a wrong escape", HEAD + 'note: "a\\q"\n', ("bad-escape", 4, 7)),
]

NUMBERS = [
    case("five thousand digits", "game: g42\nturn: " + "9" * 5000 + "\norders: []\n", ("wrong-type", 2, 7)),
    case("a date", "game: g42\nturn: 2024-13-45\norders: []\n", ("wrong-type", 2, 7)),
    case("octal", "game: g42\nturn: 007\norders: []\n", ("wrong-type", 2, 7)),
    case("sexagesimal", "game: g42\nturn: " + "1:" * 20_000 + "1\norders: []\n", ("wrong-type", 2, 7)),
    case("underscores", "game: g42\nturn: 1_000\norders: []\n", ("wrong-type", 2, 7)),
    case("not a number", "game: g42\nturn: .nan\norders: []\n", ("wrong-type", 2, 7)),
    case("a float", "game: g42\nturn: 7.0\norders: []\n", ("wrong-type", 2, 7)),
    case("true is no number", "game: g42\nturn: true\norders: []\n", ("wrong-type", 2, 7)),
    case("a number in quotes is text", 'game: g42\nturn: "7"\norders: []\n', ("wrong-type", 2, 7)),
    case("no is text", HEAD + "draft: no\n", ("wrong-type", 4, 8)),
    case("turn 0", "game: g42\nturn: 0\norders: []\n", ("too-small", 2, 7)),
]

SIZE = [
    case("ten thousand brackets", "a: " + "[" * 10_000, ("too-deep", 1, 15)),
    case("thousands of brackets, and pairs between them", "a: " + "[{b: c}, " * 5_000, ("too-deep", 1, 95)),
    case("thousands of nested mappings", "{a: " * 15_000, ("too-deep", 1, 49)),
    case("a key within a key within a key", "? " * 10_000, ("key-not-text", 1, 3)),
    case("six thousand values", HEAD + "press: [" + "x," * 6000 + "]\n", ("too-many-values", 4, 9_999)),
    case("eight thousand times the same key", "a: b\n" * 8000, *[("duplicate-key", n, 1) for n in range(2, 102)],
         ("more-problems", 102, 1)),
    case("nothing but NUL", b"a" + b"\0" * 60_000, *[("forbidden-character", 1, n) for n in range(2, 102)],
         ("more-problems", 1, 102)),
    case("a thousand orders", OPEN + "" + "- place: teal D9\n" * 1000, ("too-many", 4, 1)),
    case("a thousand alternatives", OPEN + "- place: [" + "teal D9," * 1000 + "]\n",
         ("too-many", 4, 10)),
    case("a long note", HEAD + "note: " + "x" * 2001 + "\n", ("too-long", 4, 7)),
    case("a token as long as the file", HEAD + "token: " + "x" * 60_000 + "\n", ("too-long", 4, 8)),
    case("a key as long as the file", HEAD + "? " + "x" * 60_000 + "\n: y\n", ("unknown-key", 4, 3)),
]  # fmt: skip

ORDERS = [
    case("an order that nobody knows", OPEN + "- plcae: teal D9\n", ("unknown-order", 4, 3)),
    case("two orders in one", OPEN + "- place: teal D9\n  leader: teal D9\n", ("two-orders", 5, 3)),
    case("an item without an order", OPEN + "- {}\n", ("no-order", 4, 3)),
    case("a condition without an order", OPEN + "- if: {hex: D9, is: empty}\n", ("if-alone", 4, 3)),
    case("an order without a colon", OPEN + "- place teal D9\n", ("wrong-type", 4, 3)),
    case("no alternatives", OPEN + "- place: []\n", ("too-few", 4, 10)),
    case("a number as a place", OPEN + "- place: 99999\n", ("wrong-type", 4, 10)),
    case("a place without end", OPEN + f"- place: {'teal D9 ' * 30}\n", ("too-long", 4, 10)),
    case("a path as a game", "game: ../../etc/passwd\nturn: 7\norders: []\n", ("wrong-form", 1, 7)),
    case("a Cyrillic letter in a seat", HEAD + "seat: \u0430mira\n", ("wrong-form", 4, 7)),
    case("a condition in a language of its own", OPEN + "- place: teal D9\n  if: {hex: D9, is: mine}\n",
         ("not-one-of", 5, 21)),
    case("half a condition", OPEN + "- place: teal D9\n  if: {hex: D9}\n", ("wrong-form", 5, 7)),
]  # fmt: skip

CASES = [*NOT_TEXT, *CHARACTERS, *YAML_FEATURES, *SYNTAX, *NUMBERS, *SIZE, *ORDERS]


@pytest.fixture(params=["libyaml", "pure Python"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr(reader, "LOADER", yaml.BaseLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")


@pytest.fixture(scope="module", autouse=True)
def _validators_are_loaded() -> None:
    read_move_file(b"game: g42\nturn: 7\norders: [{place: x, if: {}}, {leader: x}, {return: x}]", VOCABULARY)


@pytest.mark.parametrize(("data", "answer"), CASES)
def test_a_hostile_file_is_answered_with_places_and_sentences(data: bytes, answer: Answer) -> None:
    begin = process_time()
    move_file, problems = read_move_file(data, VOCABULARY)
    assert process_time() - begin < 1
    assert sorted((p.code, p.place.line, p.place.column) for p in problems) == sorted(answer)
    undone = {kind.value for kind in ChangeKind}
    assert all((p.gravity is Gravity.INVALID) != (p.code in undone) for p in problems)
    assert (move_file is None) == (worst_gravity(problems) is Gravity.INVALID)
    for problem in problems:
        sentence = describe(problem, SENTENCES)
        assert sentence.isprintable()
        assert len(sentence) < 300


@pytest.mark.parametrize(("data", "answer"), CASES)
def test_blanking_never_fails(data: bytes, answer: Answer) -> None:
    blanked = blank_token(data)
    assert b"token" in data or blanked == data, answer
    assert b"secret" not in blanked


# Every value is wrong in a way that is costly to explain.
WIDELY_WRONG = [
    pytest.param(lambda n: "".join(f"gaem{i}: x\n" for i in range(n)), id="keys that are nearly known"),
    pytest.param(lambda n: f"press: [{'{},' * n}]", id="empty letters"),
    pytest.param(lambda n: f"orders: [{'{plaec: x},' * n}]", id="nearly orders"),
    pytest.param(lambda n: "orders: [{" + "".join(f"plaec{i}: x," for i in range(n)) + "}]", id="an item of orders"),
    pytest.param(lambda n: "press:\n" + "- \xa0a\n" * n, id="no-break spaces"),
    pytest.param(lambda n: "orders:\n- if: {all: [" + "{not: {hexx: 1}}," * n + "]}\n", id="wrong conditions"),
    pytest.param(lambda n: "\n" * n + "a: [" + "'\n" * n, id="line breaks"),
    pytest.param(lambda n: "note: " + "'a" * n, id="quotes"),
    pytest.param(lambda n: "".join(f"&a{i} !b *c{i} : " for i in range(n)), id="properties"),
    pytest.param(lambda n: "orders:\n- place: [" + "'x'," * n + "]", id="wrong alternatives"),
]


@pytest.mark.slow
@pytest.mark.parametrize("write", WIDELY_WRONG)
def test_no_file_of_any_size_takes_a_second(write: Callable[[int], str]) -> None:
    largest = next(n for n in range(20_000, 0, -100) if len(write(n).encode()) <= reader.MAX_BYTES)
    for count in {min(largest, 1200), min(largest, 2400), min(largest, 4800), largest}:
        begin = process_time()
        move_file, problems = read_move_file(write(count).encode(), VOCABULARY)
        assert process_time() - begin < 1
        assert move_file is None
        assert 0 < len(problems) <= reader.MAX_PROBLEMS + 1
