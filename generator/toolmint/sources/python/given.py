"""Schemas that somebody else found out: those of types that the code alone does not tell.

With `import = true` in the source's table a subprocess imports the module, asks pydantic, and writes a document; this
reads it, so that the build itself runs nothing. The document is JSON:

    {"format": 1, "functions": {"shop.tools.find_order": {
        "parameters": {"frame": {"type": "object", "$defs": {}}},
        "returns": {"type": "string"}}},
     "errors": {"shop.tools.find_order": {"order": "why there is no schema", "return": "as well"}}}

Each schema is JSON Schema 2020-12 and stands alone: its references lead to its own `$defs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolmint.digest import value_digest
from toolmint.documents import DocumentStore
from toolmint.sources.python.contexts import REFERENCE
from toolmint.sources.python.functions import Function

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
    errors: Mapping[str, Any] = field(default_factory=dict)
    """Function -> parameter or `return` -> why the document has no schema."""
    asked: dict[Function, dict[str, None]] = field(default_factory=dict)
    """Whose types the code alone does not tell: parameters, and `return`."""
    has_run: bool = False
    """Whether there is a document."""

    def ask(self, function: Function, name: str) -> None:
        """Note that a type cannot be told from the code."""
        self.asked.setdefault(function, {})[name] = None

    def why(self, call: str, name: str) -> str | None:
        """Return why the document has no schema; None where it does not say."""
        entry = self.errors.get(call)
        said = entry.get(name) if isinstance(entry, Mapping) else None
        return said if isinstance(said, str) else None

    def parameter(self, call: str, name: str) -> dict[str, Any] | None:
        """Return the schema of a parameter; None where the document has none."""
        entry = self.functions.get(call)
        listed = entry.get("parameters") if isinstance(entry, Mapping) else None
        schema = listed.get(name) if isinstance(listed, Mapping) else None
        return self._adopted(schema) if isinstance(schema, Mapping) else None

    def result(self, call: str) -> dict[str, Any] | None:
        """Return the schema of a function's result; None where the document has none."""
        entry = self.functions.get(call)
        schema = entry.get("returns") if isinstance(entry, Mapping) else None
        return self._adopted(schema) if isinstance(schema, Mapping) else None

    def _adopted(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Take the schema's own definitions among those of the source; equal ones of several schemas are one."""
        own = schema.get("$defs")
        parts = dict(own) if isinstance(own, Mapping) else {}
        keys = {name: f".given {_digest(name, parts)} {name}" for name in parts}
        for name, key in keys.items():
            if key not in self.definitions:
                self.names[key] = name
                self.definitions[key] = _moved(parts[name], keys)
        moved: dict[str, Any] = _moved({key: part for key, part in schema.items() if key != "$defs"}, keys)
        return moved


def given_schemas(options: Mapping[str, object], store: DocumentStore) -> GivenSchemas:
    """Read the document that a source's options name; without one nothing is given.

    Raises:
        SourceError: it cannot be read or parsed.
    """
    path = options.get(OPTION)
    if not isinstance(path, str | Path):
        return GivenSchemas()
    value = store.load(Path(path)).value
    functions, errors = (value.get(key) if isinstance(value, Mapping) else None for key in ("functions", "errors"))
    return GivenSchemas(
        functions=functions if isinstance(functions, Mapping) else {},
        errors=errors if isinstance(errors, Mapping) else {},
        has_run=True,
    )


def _digest(name: str, parts: Mapping[str, Any]) -> str:
    """Tell a definition, with everything that it refers to, from others of its name."""
    reached: dict[str, Any] = {}
    pending = [name]
    while pending:
        one = pending.pop()
        if one not in reached and one in parts:
            reached[one] = parts[one]
            pending += _referred(parts[one])
    return value_digest(reached)


def _referred(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        name = _name_of(value.get("$ref"))
        return [*([name] if name is not None else []), *(one for part in value.values() for one in _referred(part))]
    return [one for part in value for one in _referred(part)] if isinstance(value, list) else []


def _name_of(reference: object) -> str | None:
    return reference.removeprefix(_OWN) if isinstance(reference, str) and reference.startswith(_OWN) else None


def _moved(value: Any, keys: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        moved = {key: _moved(part, keys) for key, part in value.items()}
        name = _name_of(value.get("$ref"))
        return {**moved, "$ref": f"{REFERENCE}{keys.get(name, name)}"} if name is not None else moved
    return [_moved(one, keys) for one in value] if isinstance(value, list) else value
