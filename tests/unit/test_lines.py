"""Lines and columns of a text, whichever of its two ways finds where the lines begin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolmint.documents.lines import LineTable


@given(st.text("ab\n\r\u2028\x0bé", max_size=30))
def test_a_position_is_what_counting_gives(text: str) -> None:
    table = LineTable(text)
    line, column = 1, 1
    for offset, character in enumerate(text):
        assert table.position(offset) == (line, column)
        assert table.offset(line, column) == offset
        ends = character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n")
        line, column = (line + 1, 1) if ends else (line, column + 1)
    assert table.position(len(text)) == (line, column)
    assert table.line(line + 1) is None


@given(st.lists(st.text("ab é", max_size=5), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_come_back_without_their_ends(lines: list[str], end: str) -> None:
    table = LineTable(end.join(lines))
    assert [table.line(number) for number in range(1, len(lines) + 1)] == lines
    assert table.line_end(0) == len(lines[0])
