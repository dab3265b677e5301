"""What `toolmint serve` says when it cannot serve; what it serves is in tests/behaviour/test_mcp_server.py."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest

BROKEN = """\
openapi: 3.1.0
tools: {create_order: Create an order.}
findings:
  - {code: RF-01, severity: error, message: "`{ordr_id}` names nothing", at: /tools/create_order}
  - {code: NM-03, severity: warning, message: the name was cut, at: /tools/create_order}
"""


def test_serve_fails(terminal: Any, snapshot: Callable[[], None]) -> None:
    terminal.write("specs/orders.yaml", BROKEN)
    terminal.write("specs/stock.yaml", "openapi: 3.1.0\ntools: [\n")
    for arguments, code in (
        (("orders",), 1),
        (("stock",), 2),
        (("order",), 2),
        (("orders", "--stdio", "--port", "8000"), 2),
        (("orders", "--port", "65536"), 2),
    ):
        assert terminal.run("serve", *arguments) == code
        assert terminal.stdout == ""
    snapshot()


@pytest.mark.parametrize("missing", ["mcp_types", "httpx2", "pydantic", "jsonschema_rs"])
def test_serve_without_its_extra(terminal: Any, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    assert terminal.run("serve", "orders") == 2
    assert f"`toolmint serve` needs the module `{missing}`, which is not installed" in terminal.stderr
    assert "pip install 'toolmint[serve]'" in terminal.stderr
