"""Whatever we write as YAML, in whatever style, is read back as it was."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.json_value import JsonValue
from adjudicator.intake.reader import read_document

ONE_LINE = st.text(
    st.characters(
        max_codepoint=0xDFFFF, exclude_categories=("Cc", "Cs", "Cf", "Cn", "Co", "Zl", "Zp", "Zs", "Pd", "Pi", "Pf")
    )
    | st.just(" "),
    max_size=20,
).filter(lambda text: not re.search("[\u201a\u201e\u2212]", text))
KEYS = ONE_LINE.filter(lambda key: key not in {"text", "note"}) | st.sampled_from(["turn", "7", "true", "null", "no"])
PROSE = st.text(
    st.characters(max_codepoint=0xDFFFF, exclude_categories=("Cc", "Cs", "Cf", "Cn", "Co", "Zl", "Zp")) | st.just("\n")
)
INTEGERS = st.integers(-999_999_999, 999_999_999)
LOOKALIKES = st.sampled_from(
    ["7", "-7", "true", "null", "", "~", "no", "1e3", "- a", "a: b", "#", "*x", "&x", "!x", "<<"]
)
SCALARS = st.none() | st.booleans() | INTEGERS | LOOKALIKES | ONE_LINE
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.fixed_dictionaries({"to": inner, "text": PROSE})
    ),
    max_leaves=20,
).filter(lambda value: value is not None)  # nothing at all is no document


def write_flow(value: JsonValue) -> str:
    """One line: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def write_block(value: JsonValue, indent: int = 0) -> str:
    """Lines with indentation; what is empty or scalar stands in one line."""
    blanks = " " * indent
    if isinstance(value, dict) and value:
        entries = (f"{write_key(key)}:{write_inner(inner, indent)}" for key, inner in value.items())
        return "".join(f"{blanks}{entry}" for entry in entries)
    if isinstance(value, list) and value:
        return "".join(f"{blanks}-{write_inner(inner, indent)}" for inner in value)
    return f"{blanks}{write_scalar(value)}\n"


def write_inner(value: JsonValue, indent: int) -> str:
    is_block = isinstance(value, dict | list) and value
    return "\n" + write_block(value, indent + 2) if is_block else " " + write_scalar(value) + "\n"


def write_key(key: str) -> str:
    return key if re.fullmatch("[a-z0-9]+", key) else write_scalar(key)


def write_scalar(value: JsonValue) -> str:
    if isinstance(value, str) and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    return write_flow(value)


@given(DOCUMENTS)
def test_flow_style_is_read_back(value: JsonValue) -> None:
    document, problems = read_document(write_flow(value).encode())
    assert problems == ()
    assert document is not None
    assert json.dumps(document.value) == json.dumps(value)


@given(DOCUMENTS)
def test_block_style_is_read_back(value: JsonValue) -> None:
    document, problems = read_document(write_block(value).encode())
    assert problems == ()
    assert document is not None
    assert json.dumps(document.value) == json.dumps(value)


@given(DOCUMENTS)
def test_every_value_has_a_place_in_the_text(value: JsonValue) -> None:
    text = write_block(value)
    document, _ = read_document(text.encode())
    assert document is not None
    lines = text.split("\n")
    for place in (*document.places.values(), *document.key_places.values()):
        assert lines[place.line - 1][place.column - 1 :].strip()
    assert all(path in document.places for path in document.key_places)
