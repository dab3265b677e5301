"""What was left out is counted by what it is."""

from __future__ import annotations

from typing import Any

JAVA = """
import io.agentscope.core.tool.*;
class Tools implements AgentTool {
    @Tool(description = "Find the order.") String find() { return ""; }
    @Tool(name = "twice", description = "A.") String a() { return ""; }
    @Tool(name = "twice", description = "B.") String b() { return ""; }
}
abstract class Base { @Tool void c() {} }
"""


def test_things_of_java(real: Any) -> None:
    real.write("specs/shop/Tools.java", JAVA)
    assert real.run("generate", "--keep-going") == 1
    assert "left out 1 class, 1 method, 2 tools, 2 of them because of an error\n" in real.stderr


def test_operations(real: Any) -> None:
    real.write(
        "specs/shop.yaml",
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {operationId: a, summary: Read it.}\n"
        "    delete: {operationId: b, x-tool: false}\n    put: {operationId: c, x-tool: false}\n",
    )
    assert real.run("generate") == 0
    assert "left out 2 operations\n" in real.stderr
