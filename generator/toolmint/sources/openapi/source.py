"""Read an OpenAPI document into a catalog: operations to contracts, problems to diagnostics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore, Node, beginning_of
from toolmint.errors import UsageError
from toolmint.ir.contract import Catalog
from toolmint.source import Extraction, RenamePlan, RenameRequest, SourceInput
from toolmint.sources.openapi.extract import Extractor
from toolmint.sources.openapi.overlay import apply_overlays
from toolmint.sources.openapi.version import spec_version

__all__ = ["SOURCE", "OpenApiSource"]

_ROOT_KEY = re.compile(rb"""(?m)^["']?(openapi|swagger)["']?[ \t]*:|^\s*\{\s*["'](openapi|swagger)["']\s*:""")
_JSON_KEY = re.compile(rb'"(openapi|swagger)"\s*:\s*"[0-9.]+"')


class OpenApiSource:
    """The plug-in of kind `openapi`."""

    kind = "openapi"

    def claims(self, file: Path, store: DocumentStore) -> bool:
        """Say whether a file looks like an OpenAPI document: by its ending and a root key near its beginning."""
        if file.suffix.lower() not in (".yaml", ".yml", ".json"):
            return False
        head = beginning_of(file, 65_536)
        return bool(_ROOT_KEY.search(head) or _JSON_KEY.search(head))

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read the document, changed by its overlays, and everything that it refers to.

        Raises:
            SourceError: the file cannot be read or is of no kind or version that toolmint reads.
        """
        store, changes = apply_overlays(source, store)
        return self._extract(source, store, changes)

    def plan_rename(self, source: SourceInput, store: DocumentStore, request: RenameRequest) -> RenamePlan:
        """Find everything that a rename changes, in the document, its overlays and the files that they refer to.

        Raises:
            UsageError: there is no such thing, or the new name is taken.
            SourceError: the file cannot be read or is of no kind or version that toolmint reads.
        """
        from toolmint.sources.openapi.renaming import plan_rename

        if source.execution is not None:
            hint = "rename it in the code; `toolmint lint --against` then finds prose that says the old name"
            raise UsageError(f"`{source.name}` is what `{source.execution.app}` says of itself", hint=hint)
        changed, problems = apply_overlays(source, store)
        extraction = self._extract(source, changed, problems)
        version = spec_version(changed.load(source.file))
        root = changed.root_node(source.file)
        return plan_rename(source, root, version, changed, catalog=extraction.catalog, request=request)

    def _extract(self, source: SourceInput, store: DocumentStore, changes: Sequence[Diagnostic]) -> Extraction:
        document = store.load(source.file)
        version = spec_version(document)
        root = store.root_node(source.file)
        extractor = Extractor(source, root, version, store)
        contracts = extractor.contracts()
        title, api_version = _info(root)
        catalog = Catalog(
            name=source.name,
            contracts=contracts,
            origin=root.location,
            language=source.language,
            definitions=extractor.definitions(contracts),
            servers=extractor.servers,
            security_schemes=tuple(extractor.schemes.values()),
            left_out=tuple(extractor.left_out),
            title=title,
            version=api_version,
            places=extractor.places(),
        )
        return Extraction(catalog=catalog, diagnostics=(*changes, *extractor.diagnostics))


def _info(root: Node) -> tuple[str | None, str | None]:
    """Return title and version of the API, as the document states them."""
    info = root.get("info")
    value = info.value if info is not None and isinstance(info.value, Mapping) else {}
    title, version = value.get("title"), value.get("version")
    return (
        str(title) if isinstance(title, str | int | float) else None,
        str(version) if isinstance(version, str | int | float) else None,
    )


SOURCE = OpenApiSource()
