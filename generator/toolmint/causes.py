"""Why a generated file is not what is printed now: its source says something else, or it is printed otherwise.

What today's toolmint prints from the contract that is checked in tells the two apart, file by file: where that is
the file as it is checked in, the contract alone made the difference; where it is the fresh file, it made none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeAlias

from toolmint.digest import value_digest
from toolmint.errors import ToolmintError
from toolmint.ir.codec import catalog_from_json, catalog_to_json, contract_to_json
from toolmint.ir.contract import Catalog, Definitions
from toolmint.ir.schema import Schema, definition_name, walk
from toolmint.manifest import Manifest, catalog_digest
from toolmint.text import comma_list, visible

__all__ = ["Causes", "Reprint", "changes_between", "checked_in_catalog"]

CONTRACT = "contract.json"
"""The file that holds what a package was printed from."""
PRINTED_OTHERWISE = "templates or toolmint changed"

Reprint: TypeAlias = Callable[[str, Catalog, str], Mapping[str, bytes]]
"""Prints a catalog as the build does, by package and by what the source is called, to path and content."""

_PARTS: Mapping[str, str] = {
    "title": "title",
    "version": "version",
    "language": "language",
    "servers": "servers",
    "securitySchemes": "security schemes",
}


class Causes:
    """Judges the files of one package, whose manifest can be read.

    Args:
        package: what it is called.
        label: what generated files call the source.
        catalog: what the source says.
        fresh: the manifest that it gives.
        earlier: the manifest that is checked in.
        checked_in: path below the package to content, as it is checked in.
        reprint: prints what is checked in once more; None: nobody can.
    """

    def __init__(
        self,
        *,
        package: str,
        label: str,
        catalog: Catalog | None,
        fresh: Manifest,
        earlier: Manifest,
        checked_in: Mapping[str, bytes],
        reprint: Reprint | None,
    ) -> None:
        self._package = package
        self._label = label
        self._catalog = catalog
        self._fresh = fresh
        self._earlier = earlier
        self._checked_in = checked_in
        self._reprint = reprint
        self._reprinted: Mapping[str, bytes] | None = None
        self._told: str | None = None

    @property
    def source_changed(self) -> bool:
        """Whether the source gives another contract, or is called otherwise."""
        return (self._earlier.catalog, self._earlier.source) != (self._fresh.catalog, self._fresh.source)

    def of(self, path: str, fresh: bytes) -> str:
        """Say why a file that nobody edited is not what is printed now."""
        if not self.source_changed:
            return f"{PRINTED_OTHERWISE}; the source did not"
        again = self._from_checked_in().get(path)
        if again is None or again == self._checked_in[path].replace(b"\r\n", b"\n"):
            return self.told
        return PRINTED_OTHERWISE if again == fresh else f"{self.told}; {PRINTED_OTHERWISE} too"

    @property
    def told(self) -> str:
        """What the source says otherwise, in a few words."""
        if self._told is None:
            self._told = self._tell()
        return self._told

    def _tell(self) -> str:
        label = visible(self._label)
        before = checked_in_catalog(self._checked_in, self._earlier) if self._catalog is not None else None
        changes = ""
        if before is not None and self._catalog is not None:
            changes = changes_between(before, self._catalog)
        elif self._earlier.catalog != self._fresh.catalog:
            changes = _names_told(self._earlier.contracts, self._fresh.contracts) or "shared parts changed"
        if changes:
            return f"{changes} in {label}"
        return f"the source is `{label}` now; it was `{visible(self._earlier.source)}`"

    def _from_checked_in(self) -> Mapping[str, bytes]:
        if self._reprinted is None:
            before = checked_in_catalog(self._checked_in, self._earlier)
            self._reprinted = {}
            if before is not None and self._reprint is not None:
                # Templates of today may be unable to print an earlier contract: then nobody can tell.
                with suppress(ToolmintError):
                    self._reprinted = self._reprint(self._package, before, self._earlier.source)
        return self._reprinted


def checked_in_catalog(files: Mapping[str, bytes], manifest: Manifest) -> Catalog | None:
    """Return what a package was printed from.

    Args:
        files: path below the package to content, as it is checked in.
        manifest: the package's.

    Returns:
        None where `contract.json` is missing, cannot be read, or is not what the manifest speaks of: it was edited, or
        printed without the other files.
    """
    try:
        catalog = catalog_from_json(json.loads(files[CONTRACT]), path=CONTRACT)
    except (KeyError, ValueError):
        return None
    return catalog if catalog_digest(catalog) == manifest.catalog else None


def changes_between(before: Catalog, after: Catalog) -> str:
    """Say in a few words what differs: tools by their names, then what is said of all of them; empty: nothing."""
    old, new = _tool_digests(before), _tool_digests(after)
    dirty = _reaching_changed_definitions(before, after)
    old |= {name: f"{digest} before" for name, digest in old.items() if name in dirty}
    told = _names_told(old, new)
    if told:
        return told
    encoded = catalog_to_json(before), catalog_to_json(after)
    parts = [word for key, word in _PARTS.items() if encoded[0].get(key) != encoded[1].get(key)]
    if list(old) != list(new):
        parts.append("order of the tools")
    return f"{', '.join(parts)} changed" if parts else ""


def _names_told(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Name the tools that differ between two tables of tool and digest."""
    changed = [name for name in after if name in before and before[name] != after[name]]
    parts = [
        (changed, "changed"),
        ([name for name in after if name not in before], "added"),
        ([name for name in before if name not in after], "removed"),
    ]
    return "; ".join(f"{comma_list(names, limit=3)} {verb}" for names, verb in parts if names)


def _tool_digests(catalog: Catalog) -> dict[str, str]:
    return {contract.name: value_digest(contract_to_json(contract)) for contract in catalog.contracts}


def _reaching_changed_definitions(before: Catalog, after: Catalog) -> frozenset[str]:
    """Return the tools for which a shared schema is another one, directly or through others."""
    inputs = _changed_definitions(before.definitions, after.definitions, "input")
    outputs = _changed_definitions(before.definitions, after.definitions, "output")
    if not inputs and not outputs:
        return frozenset()
    found = set()
    for contract in (*before.contracts, *after.contracts):
        schemas = [contract.input_schema, *(value.schema for value in contract.context)]
        results = [] if contract.output_schema is None else [contract.output_schema]
        if any(_refs(schema) & inputs for schema in schemas) or any(_refs(schema) & outputs for schema in results):
            found.add(contract.name)
    return frozenset(found)


def _changed_definitions(before: Definitions, after: Definitions, direction: str) -> frozenset[str]:
    """Return the shared schemas that differ, and those that lead to such a one."""
    old, new = (getattr(definitions, direction) for definitions in (before, after))
    changed = {
        name
        for name in old.keys() | new.keys()
        if (name in old) != (name in new) or value_digest(old[name]) != value_digest(new[name])
    }
    refs = {name: _refs(schema) for known in (old, new) for name, schema in known.items()}
    users: dict[str, set[str]] = {}
    for name, targets in refs.items():
        for target in targets:
            users.setdefault(target, set()).add(name)
    pending = list(changed)
    while pending:
        for name in users.get(pending.pop(), set()) - changed:
            changed.add(name)
            pending.append(name)
    return frozenset(changed)


def _refs(schema: Schema) -> frozenset[str]:
    found: Iterable[Schema] = (part for _, part in walk(schema))
    return frozenset(definition_name(part["$ref"]) for part in found if isinstance(part, Mapping) and "$ref" in part)
