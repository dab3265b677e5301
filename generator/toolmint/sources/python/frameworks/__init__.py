"""Frameworks: which functions each takes for tools, and how it reads them. They never import each other."""

from __future__ import annotations

from typing import Protocol

from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.frameworks import (
    agentscope,
    annotated,
    fastmcp,
    langchain,
    openai_agents,
    pydantic_ai,
)
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading

__all__ = ["FRAMEWORKS", "Framework"]


class Framework(Protocol):
    """One framework; a module is one."""

    def decorated(self, function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
        """Read a function by its decorator; None where the decorator is another's."""
        ...

    def registered(self, module: PythonModule, reading: Reading) -> list[Draft]:
        """Read the functions that calls in a module hand to the framework."""
        ...


FRAMEWORKS: tuple[Framework, ...] = (annotated, fastmcp, langchain, openai_agents, pydantic_ai, agentscope)
