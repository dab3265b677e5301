"""Schemas that somebody else found out: those of types that the code alone does not tell.

With `import = true` in the source's table a subprocess imports the module, asks pydantic, and writes a document; this
reads it, so that the build itself runs nothing. The document is JSON:

    {"format": 1, "functions": {"shop.tools.find_order": {
        "parameters": {"frame": {"type": "object", "$defs": {}}},
        "returns": {"type": "string"}}}}

Each schema is JSON Schema 2020-12 and stands alone: its references lead to its own `$defs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolmint.documents import DocumentStore
from toolmint.sources.python.contexts import REFERENCE

__all__ = ["OPTION", "GivenSchemas", "given_schemas"]

OPTION = "schemas"
"""The key of `SourceInput.options` that names the document, a path that the store can load."""
_OWN = "#/$defs/"


@dataclass(slots=True)
class GivenSchemas:
    """What a document says, and the shared schemas that were asked for so far."""

    functions: Mapping[str, Any] = field(default_factory=dict)
    definitions: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Provisional name -> schema."""
    names: dict[str, str] = field(default_factory=dict)
    """Provisional name -> as the document has it."""

    def parameter(self, call: str, name: str) -> dict[str, Any] | None:
        """Return the schema of a parameter; None where the document has none."""
        entry = self.functions.get(call)
        listed = entry.get("parameters") if isinstance(entry, Mapping) else None
        schema = listed.get(name) if isinstance(listed, Mapping) else None
        return self._adopted(schema, f"{call}.{name}") if isinstance(schema, Mapping) else None

    def result(self, call: str) -> dict[str, Any] | None:
        """Return the schema of a function's result; None where the document has none."""
        entry = self.functions.get(call)
        schema = entry.get("returns") if isinstance(entry, Mapping) else None
        return self._adopted(schema, f"{call}()") if isinstance(schema, Mapping) else None

    def _adopted(self, schema: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Take the schema's own definitions among those of the source."""
        own = schema.get("$defs")
        for name, part in own.items() if isinstance(own, Mapping) else ():
            key = f".given {where} {name}"
            if key not in self.definitions:
                self.names[key] = str(name)
                self.definitions[key] = _moved(part, where)
        return _moved({key: part for key, part in schema.items() if key != "$defs"}, where)


def given_schemas(options: Mapping[str, object], store: DocumentStore) -> GivenSchemas:
    """Read the document that a source's options name; without one nothing is given.

    Raises:
        SourceError: it cannot be read or parsed.
    """
    path = options.get(OPTION)
    if not isinstance(path, str | Path):
        return GivenSchemas()
    value = store.load(Path(path)).value
    functions = value.get("functions") if isinstance(value, Mapping) else None
    return GivenSchemas(functions=functions if isinstance(functions, Mapping) else {})


def _moved(value: Any, where: str) -> Any:
    if isinstance(value, Mapping):
        return {
            key: f"{REFERENCE}.given {where} {part.removeprefix(_OWN)}"
            if key == "$ref" and isinstance(part, str) and part.startswith(_OWN)
            else _moved(part, where)
            for key, part in value.items()
        }
    return [_moved(one, where) for one in value] if isinstance(value, list) else value
