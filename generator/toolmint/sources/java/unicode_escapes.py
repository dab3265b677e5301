r"""Unicode escapes where the grammar has none: `\u0022text\u0022`, `"\uu0041"` (JLS 3.3).

Java replaces them before anything else. The grammar has them inside of literals alone, with one `u`; so a file that
does not parse as it is written is parsed with them replaced.
"""

from __future__ import annotations

import re

__all__ = ["replace_escapes"]

_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9A-Fa-f]{4})")


def replace_escapes(source: str) -> tuple[str, list[int]] | None:
    """Replace the escapes of a file; None where it has none.

    Halves of a surrogate pair stay escapes, with one `u`: a text holds no half, and literals join them.

    Returns:
        The text, and for each of its characters, and its end, where that stands in the file.
    """
    parts: list[str] = []
    origins: list[int] = []
    end = 0
    for found in _ESCAPE.finditer(source):
        start = found.end(1)
        parts.append(source[end:start])
        origins += range(end, start)
        letter = chr(int(found[2], 16))
        text = rf"\u{found[2]}" if "\ud800" <= letter <= "\udfff" else letter
        parts.append(text)
        origins += [start] * len(text)
        end = found.end()
    if end == 0:
        return None
    parts.append(source[end:])
    origins += range(end, len(source) + 1)
    return "".join(parts), origins
