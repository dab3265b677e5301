"""Frameworks beside AgentScope whose annotations have the same simple names: read by their own rules, or refused."""

from __future__ import annotations

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import LeftOut
from toolmint.location import Location
from toolmint.sources.java.drafts import Reading
from toolmint.sources.java.langchain4j import LangChain4j
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places
from toolmint.sources.java.spring_ai import SpringAi

__all__ = ["read_others"]

_REFUSED = {
    "io.quarkiverse.mcp.server.Tool": "Quarkus MCP",
    "org.apache.flink.agents.api.annotation.Tool": "Flink Agents",
}


def read_others(model: Model, places: Places, reading: Reading) -> None:
    """Read the tools of other frameworks into what was read so far."""
    SpringAi(model, places).read(reading)
    LangChain4j(model, places).read(reading)
    for file in model.files:
        for declared in file.everything():
            for method in declared.methods:
                for name, use in model.annotations.all(method.annotations, declared):
                    if name in _REFUSED:
                        place = places.at(file, use.annotation.span, declared.binary, method.name)
                        _refuse(method.name, name, place, reading)


def _refuse(method: str, annotation: str, place: Location, reading: Reading) -> None:
    message = f"`@Tool` is {_REFUSED[annotation]}'s here (`{annotation}`), whose rules toolmint does not know"
    hint = "read are AgentScope's, Spring AI's and LangChain4j's; the list of an MCP server can be pinned"
    finding = Diagnostic(code="JV-03", severity=Severity.ERROR, message=message, location=place, hint=hint, tool=method)
    reading.refused.append(finding)
    reading.left_out.append(LeftOut(what=f"method `{method}`", reason=message, failed=True, origin=place))
