"""What a server listed is kept as it was spelt, and refused where nobody can say what it means."""

from __future__ import annotations

import pytest

from toolmint.errors import SourceError
from toolmint.listing import parse_text, raw_elements, raw_member

ANSWER = """{"jsonrpc": "2.0", "id": 1, "result": {
  "tools": [ {"name":"a", "max" : 1.0, "z": "\\u00e9"} ,
             {"name":"b","tools":[1, -0, 1E2]}], "nextCursor": "2"}}"""


def test_spelling_survives() -> None:
    tools = raw_member(ANSWER, "result", "tools")
    assert tools is not None
    assert raw_elements(tools) == (
        '{"name":"a", "max" : 1.0, "z": "\\u00e9"}',
        '{"name":"b","tools":[1, -0, 1E2]}',
    )


@pytest.mark.parametrize("keys", [("error",), ("result", "prompts"), ("id", "tools"), ("result", "tools", "0")])
def test_what_is_not_there(keys: tuple[str, ...]) -> None:
    assert raw_member(ANSWER, *keys) is None


@pytest.mark.parametrize("text", ["{}", "1", '"[1]"', "[]", " [ ] "])
def test_no_elements(text: str) -> None:
    assert raw_elements(text) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": "a",\n "name": "b"}', "the list, line 2, column 2: key `name` stands twice in one mapping"),
        ('{"name": "a', "the list, line 1, column 10: the string that opens here is never closed"),
        ('{"max": 1e999}', "the list, line 1, column 9: number `1e999` is out of range"),
        ('{"name": "\\ud800"}', "the list, line 1, column 10: found half of a surrogate pair, wanted a character"),
        ("", "the list, line 1, column 1: found the end of the file, wanted a value"),
        ("[" * 300 + "]" * 300, "the list, line 1, column 201: found values nested 201 levels deep"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_text(text, what="the list")
    assert caught.value.message.startswith(said)
