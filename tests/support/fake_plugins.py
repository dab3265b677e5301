"""A source and targets that are small enough to predict, for tests of what lies around them.

The source reads a YAML document with `openapi` at its root: each entry of `tools` is a tool, or false where it is left
out; each entry of `findings` is a finding at the place that it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents import DocumentStore
from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, LeftOut, Prose, ToolContract
from toolmint.location import Location
from toolmint.source import Extraction, SourceInput
from toolmint.target import Printout, TargetInput

__all__ = ["FakeSource", "FakeTarget", "install"]


class FakeSource:
    kind = "openapi"

    def claims(self, file: Path, store: DocumentStore) -> bool:
        return False

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        document = store.load(source.file)
        value: Any = document.value
        origin = Location(path=document.path)
        contracts, left_out = [], []
        for name, text in (value.get("tools") or {}).items():
            place = origin.child("tools", name)
            if text is False:
                left_out.append(LeftOut(what=f"GET /{name}", reason="`x-tool` is false", failed=False, origin=place))
            elif text is None:
                left_out.append(LeftOut(what=f"GET /{name}", reason="it cannot be read", failed=True, origin=place))
            else:
                contracts.append(_contract(name, text, place))
        catalog = Catalog(
            name=source.name,
            title=value.get("title"),
            contracts=tuple(contracts),
            left_out=tuple(left_out),
            origin=origin,
        )
        findings = tuple(_finding(entry, origin) for entry in value.get("findings") or ())
        return Extraction(catalog=catalog, diagnostics=findings)


def _contract(name: str, text: str, place: Location) -> ToolContract:
    return ToolContract(
        name=name,
        input_schema={"type": "object", "additionalProperties": False},
        binding=HttpBinding(method="GET", path=f"/{name}"),
        prose=Prose(verbatim=text),
        origin=place,
    )


def _finding(entry: Mapping[str, Any], origin: Location) -> Diagnostic:
    def place(key: str) -> Location:
        return Location(path=origin.path, pointer=entry[key], at="key")

    related = (Related(message="the other one", location=place("related")),) if "related" in entry else ()
    return Diagnostic(
        code=entry["code"],
        severity=Severity(entry["severity"]),
        message=entry["message"],
        location=place("at"),
        hint=entry.get("hint"),
        related=related,
    )


@dataclass(frozen=True, kw_only=True)
class FakeTarget:
    """Prints one line a tool; `suffix` stands for its template."""

    name: str
    file: str
    requires: tuple[str, ...] = ()
    suffix: str = ""

    def render(self, request: TargetInput) -> Printout:
        lines = [f"{contract.name}: {contract.prose.verbatim}{self.suffix}" for contract in request.catalog.contracts]
        text = "\n".join([f"# {self.name} of {request.source_label}", *lines])
        return Printout(files={self.file: f"{text}\n".encode()})


TARGETS: Mapping[str, FakeTarget] = {
    "contract": FakeTarget(name="contract", file="contract.txt"),
    "markdown": FakeTarget(name="markdown", file="docs/tools.md"),
    "python": FakeTarget(name="python", file="tools.py", requires=("contract",)),
}


def install(patch: pytest.MonkeyPatch, targets: Mapping[str, FakeTarget] = TARGETS) -> None:
    """Put the fakes in the place of every source and target."""
    import toolmint.config.discovery
    import toolmint.config.project
    import toolmint.config.recognition
    import toolmint.sources
    import toolmint.targets

    sources = {"openapi": "unused"}
    kinds = (toolmint.sources, toolmint.config.project, toolmint.config.discovery, toolmint.config.recognition)
    for module in kinds:
        patch.setattr(module, "SOURCES", sources)
    for module in (toolmint.targets, toolmint.config.project):
        patch.setattr(module, "TARGETS", dict.fromkeys(targets, "unused"))
    patch.setattr(toolmint.sources, "load_source", lambda kind: FakeSource())
    patch.setattr(toolmint.config.discovery, "load_source", lambda kind: FakeSource())
    patch.setattr(toolmint.targets, "load_target", targets.__getitem__)
    patch.setattr(toolmint.targets, "DEFAULT_TARGETS", {"openapi": tuple(targets)})
