"""Read a tool list into a catalog: the tools of an MCP server, or what a provider is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.digest import rfc8785_digest
from toolmint.documents import DocumentStore, Node, read_file
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json
from toolmint.source import Extraction, SourceInput
from toolmint.sources.tool_list.extract import Extractor
from toolmint.sources.tool_list.schema_dialects import modernised
from toolmint.sources.tool_list.shapes import entries, is_list

__all__ = ["SOURCE", "ToolListSource"]


class ToolListSource:
    """The plug-in of kind `tool-list`."""

    kind = "tool-list"

    def claims(self, file: Path) -> bool:
        """Say whether a file is JSON that holds tools in a known shape."""
        if file.suffix.lower() != ".json":
            return False
        try:
            return is_list(json.loads(read_file(file)))
        except (OSError, ValueError, RecursionError):
            return False

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read every tool of the list; one that cannot be read stops none of the others.

        Raises:
            SourceError: the file cannot be read, or holds no tool list.
        """
        document = store.load(source.file)
        listed = list(entries(Node.root(document)))
        if not listed and not _is_empty_list(document.value):
            location = Node.root(document).location
            raise SourceError.at(
                Diagnostic(
                    code="IN-04",
                    severity=Severity.ERROR,
                    message="found no tool list; wanted a list of tools, or an object with `tools`",
                    location=location,
                    hint="read are the lists of MCP, OpenAI, Anthropic, Gemini and Bedrock",
                )
            )
        schemas = [one for entry in listed for one in (entry.input_schema, entry.output_schema) if one is not None]
        changed = {_steps(one): modernised(one.value, root=one.pointer) for one in schemas}
        value = _replaced(document.value, changed)
        # A store of its own: the list stands there in another form than in the file, and no reference leaves it.
        own = DocumentStore(store.root, read=_refuse)
        own.add(replace(document, value=value))
        root = own.root_node(source.file)
        accepted = {entry.node.pointer: rfc8785_digest(entry.node.value) for entry in listed if entry.is_mcp}
        extractor = Extractor(source, root, own, accepted)
        contracts = extractor.contracts()
        catalog = Catalog(
            name=source.name,
            contracts=contracts,
            origin=root.location,
            language=source.language,
            definitions=extractor.definitions(contracts),
            left_out=tuple(extractor.left_out),
            places=extractor.places(),
        )
        return Extraction(catalog=catalog, diagnostics=tuple(extractor.diagnostics))


def _is_empty_list(value: Json) -> bool:
    return value == [] or (isinstance(value, Mapping) and value.get("tools") == [])


def _refuse(file: Path) -> bytes:
    raise FileNotFoundError(2, "a tool list stands alone: its schemas refer to no other file", str(file))


def _steps(node: Node) -> tuple[str, ...]:
    steps: list[str] = []
    while node.parent is not None:
        steps.append(node.token)
        node = node.parent
    return tuple(reversed(steps))


def _replaced(value: Json, changed: Mapping[tuple[str, ...], Json]) -> Json:
    """Return a copy of a value in which others stand at the places that they are listed by."""
    if () in changed:
        return changed[()]
    below: dict[str, dict[tuple[str, ...], Json]] = {}
    for steps, part in changed.items():
        below.setdefault(steps[0], {})[steps[1:]] = part
    if isinstance(value, list) and below:
        return [_replaced(part, below.get(str(index), {})) for index, part in enumerate(value)]
    if isinstance(value, Mapping) and below:
        return {key: _replaced(part, below.get(key, {})) for key, part in value.items()}
    return value


SOURCE = ToolListSource()
