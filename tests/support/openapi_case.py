"""One small document of `tests/openapi_cases/specs`, compiled as `toolmint generate` does and called over a socket."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.compiling import compile_file, import_package
from support.wire_server import Received, Wire

__all__ = ["SPECS", "Case", "lint_findings"]

SPECS = Path(__file__).parent.parent / "openapi_cases" / "specs"


def lint_findings(catalog: Catalog) -> list[str]:
    """Return `code severity message` of each finding of the identifier rules."""
    found = lint_catalog(catalog, LintSettings(select=("ID-",)), renderer=Renderer())
    return [f"{one.code} {one.severity.value} {one.message}" for one in found]


class Case:
    """One document: what it compiles to, and the package that calls its API."""

    def __init__(self, file: Path, folder: Path, connection: Wire, stack: ExitStack) -> None:
        self._folder = folder
        self._wire = connection
        self._stack = stack
        # What cannot be compiled is reported, and the rest is here to be looked at.
        self.result = compile_file(file, keep_going=True, targets=("contract", "python"))
        (self.name,) = self.result.catalogs

    @property
    def catalog(self) -> Catalog:
        """What the document says."""
        return self.result.catalogs[self.name]

    @property
    def tools(self) -> list[str]:
        """The names of the tools, in order."""
        return [contract.name for contract in self.catalog.contracts]

    @property
    def errors(self) -> list[Diagnostic]:
        """What is wrong with the document."""
        return [one for one in self.result.diagnostics if one.severity is Severity.ERROR]

    def tool(self, name: str) -> ToolContract:
        """Return one contract."""
        found = self.catalog.contract(name)
        assert found is not None, f"no `{name}` among {self.tools}"
        return found

    def binding(self, name: str) -> HttpBinding:
        """Return how one tool is called."""
        return self.tool(name).binding

    def schema(self, name: str) -> Any:
        """Return the input schema of one tool."""
        return self.tool(name).input_schema

    def properties(self, name: str) -> Any:
        """Return the arguments of one tool."""
        return self.schema(name)["properties"]

    @cached_property
    def package(self) -> ModuleType:
        """The generated package, imported until the end of the session."""
        return self._stack.enter_context(import_package(self.result, self.name, self._folder))

    def send(self, name: str, arguments: dict[str, Any], context: Any = None) -> Received:
        """Call a tool over a socket and return what the server got."""
        received: Received = self.package.dispatch(name, arguments, self._wire, context=context)
        return received

    def calling(self, base_url: str | None = None, **options: Any) -> Any:
        """Return the generated toolset without `await`, to be used in a `with`."""
        return self.package.SyncToolset(base_url=base_url, **options)

    def lint(self) -> list[str]:
        """Return `code severity message` of each finding of the linter's identifier rules."""
        return lint_findings(self.catalog)

    def refusal(self, name: str, arguments: dict[str, Any]) -> str:
        """Return the text that a model reads when its arguments are refused before anything is sent."""

        def never(request: Any) -> Any:
            raise AssertionError(f"sent: {request}")

        with pytest.raises(self.package.ArgumentError) as caught:
            self.package.dispatch(name, arguments, never)
        return str(caught.value.message)
