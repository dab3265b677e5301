"""Documents written inside a test, read as if they were files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from toolmint.diagnostics import Diagnostic, Severity, ordered
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.source import Extraction, SourceInput
from toolmint.sources import load_source

__all__ = ["catalog", "document", "errors", "extract", "findings", "input_schema", "tool"]

ROOT = Path("/project")


def extract(text: str, files: Mapping[str, str] | None = None, name: str = "spec.yaml") -> Extraction:
    """Extract a document, and return diagnostics with their lines looked up.

    Args:
        text: the document; common indentation is taken off.
        files: further files that it refers to, by path relative to it.
        name: the file's name.
    """
    contents = {ROOT / name: dedent(text).encode()}
    contents |= {ROOT / path: dedent(other).encode() for path, other in (files or {}).items()}

    def read(file: Path) -> bytes:
        if file not in contents:
            raise FileNotFoundError(2, "No such file or directory", str(file))
        return contents[file]

    store = DocumentStore(ROOT, read=read)
    source = SourceInput(name="spec", kind="openapi", file=Path(name))
    extraction = load_source("openapi").extract(source, store)
    located = [_located(one, store) for one in extraction.diagnostics]
    return Extraction(catalog=extraction.catalog, diagnostics=ordered(located))


def _located(one: Diagnostic, store: DocumentStore) -> Diagnostic:
    from dataclasses import replace

    return replace(one, location=store.locate(one.location))


def document(operation: str | Mapping[str, Any], *, version: str = "3.1.0", method: str = "post", **root: Any) -> str:
    """Return a document with one operation at `/things`, as JSON text.

    Args:
        operation: the Operation Object, as a value or as YAML text.
        version: the `openapi` value.
        method: lower case.
        root: further keys of the root, such as `components`.
    """
    import yaml

    value = yaml.safe_load(dedent(operation)) if isinstance(operation, str) else dict(operation)
    value = {"operationId": "doThing", "responses": {"204": {"description": "done"}}, **value}
    whole = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": {"/things": {method: value}},
        **root,
    }
    return json.dumps(whole, indent=2)


def catalog(text: str, files: Mapping[str, str] | None = None) -> Catalog:
    """Extract a document that has no errors."""
    extraction = extract(text, files)
    assert errors(extraction) == []
    return extraction.catalog


def tool(text: str, name: str = "do_thing", files: Mapping[str, str] | None = None) -> ToolContract:
    """Extract one tool of a document that has no errors."""
    found = catalog(text, files).contract(name)
    assert found is not None
    return found


def input_schema(schema: Any, *, version: str = "3.1.0", **components: Any) -> Any:
    """Lift one schema as the value of a required body property `value`, and return what became of it."""
    body = {"type": "object", "required": ["value"], "properties": {"value": schema}}
    operation = {"requestBody": {"required": True, "content": {"application/json": {"schema": body}}}}
    found = tool(document(operation, version=version, components={"schemas": components}))
    properties = found.input_schema["properties"]
    assert isinstance(properties, Mapping)
    return properties["value"]


def errors(extraction: Extraction) -> list[str]:
    """Return `line:column code message` of each error."""
    return findings(extraction, Severity.ERROR)


def findings(extraction: Extraction, severity: Severity | None = None) -> list[str]:
    """Return `line:column code message` of each finding, of one severity or all."""
    return [
        f"{one.location.line}:{one.location.column} {one.code} {one.message}"
        for one in extraction.diagnostics
        if severity in (None, one.severity)
    ]
