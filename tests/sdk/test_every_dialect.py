from __future__ import annotations

from pathlib import Path

from toolmint.profiles import PROFILES


def test_every_dialect_is_sent_by_an_sdk() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in PROFILES if f'"{name.removeprefix("mcp-")}"' not in code] == []
