"""Read a tool list into a catalog: the tools of an MCP server, or what a provider is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json
from toolmint.source import Extraction, SourceInput
from toolmint.sources.tool_list.extract import Extractor
from toolmint.sources.tool_list.schema_dialects import modernised
from toolmint.sources.tool_list.shapes import Entry, entries, is_list

__all__ = ["SOURCE", "ToolListSource"]


class ToolListSource:
    """The plug-in of kind `tool-list`."""

    kind = "tool-list"

    def claims(self, file: Path, store: DocumentStore) -> bool:
        """Say whether a file is JSON that holds tools in a known shape."""
        if file.suffix.lower() != ".json":
            return False
        try:
            return is_list(store.load(file).value)
        except SourceError:
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
        value = _modernised(document.value, listed)
        # A store of its own: the list stands there in another form than in the file, and no reference leaves it.
        own = DocumentStore(store.root, read=_refuse)
        is_same = value is document.value
        own.add(document if is_same else replace(document, value=value))
        root = own.root_node(source.file)
        written = {entry.node.pointer: entry.node.value for entry in listed if entry.is_mcp}
        extractor = Extractor(source, root, own, written)
        contracts = extractor.contracts(listed if is_same else list(entries(root)))
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


def _modernised(value: Json, listed: Iterable[Entry]) -> Json:
    """Return the document with its schemas as JSON Schema 2020-12; the same value where all of them are."""
    changed: dict[tuple[str, ...], Json] = {}
    for entry in listed:
        for node in (entry.input_schema, entry.output_schema):
            if node is not None:
                schema = modernised(node.value, root=node.pointer)
                if schema is not node.value:
                    changed[_steps(node)] = schema
    return _replaced(value, changed)


def _steps(node: Node) -> tuple[str, ...]:
    steps: list[str] = []
    while node.parent is not None:
        steps.append(node.token)
        node = node.parent
    return tuple(reversed(steps))


def _replaced(value: Json, changed: Mapping[tuple[str, ...], Json]) -> Json:
    """Return a value in which others stand at the places that they are listed by; what lies beside them is shared."""
    if not changed:
        return value
    if () in changed:
        return changed[()]
    below: dict[str, dict[tuple[str, ...], Json]] = {}
    for steps, part in changed.items():
        below.setdefault(steps[0], {})[steps[1:]] = part
    if isinstance(value, list):
        return [_replaced(part, below.get(str(index), {})) for index, part in enumerate(value)]
    if isinstance(value, Mapping):
        return {key: _replaced(part, below.get(key, {})) for key, part in value.items()}
    return value


SOURCE = ToolListSource()
