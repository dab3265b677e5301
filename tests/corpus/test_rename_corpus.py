"""Renames in real documents: each is made whole or refused with a reason."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from toolmint import sources as source_plugs
from toolmint.cli.rename_check import check_rename
from toolmint.cli.source_edits import changed_files, store_with
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore
from toolmint.errors import SourceError, UsageError
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.source import ArgumentRename

NEW = "zz_new_name"
LARGE = 400_000
"""Bytes of a document of which one rename is tried, and not two."""
REFUSALS = (
    "is the whole body of the request",
    "is what a model sees of",
    "the rename would do more than was asked",
    "stands in the",
)


def test_every_rename_is_whole_or_refused(corpus: Path) -> None:
    made = refused = 0
    for file in sorted((corpus / "openapi").iterdir()):
        if file.suffix not in (".json", ".yaml", ".yml"):
            continue
        for outcome in outcomes(file, 1 if file.stat().st_size > LARGE else 2):
            made, refused = (made + 1, refused) if outcome is None else (made, refused + 1)
            assert outcome is None or any(reason in outcome for reason in REFUSALS), f"{file.name}: {outcome}"
    assert made > 40
    assert made > 2 * refused


def outcomes(file: Path, count: int) -> list[str | None]:
    """Try some renames; None for one that is made, else why it is refused."""
    store = DocumentStore(file.parent)
    try:
        project = project_for_paths([Path(file.name)], store, root=file.parent)
        source = project.sources[0]
        plug: Any = source_plugs.load_source(source.kind)
        catalog = plug.extract(source, store).catalog
    except SourceError:
        return []
    rng = random.Random(file.name)
    tools = [one for one in catalog.contracts if one.input_schema.get("properties")]
    compiled: Any = SimpleNamespace(project=project, store=store, cwd=file.parent)
    found: list[str | None] = []
    for tool in rng.sample(tools, min(count, len(tools))):
        properties: Any = tool.input_schema["properties"]
        old = rng.choice(list(properties))
        request = ArgumentRename(tool=tool.name, old=old, new=NEW, model_only=rng.random() < 0.3)
        try:
            plan = plug.plan_rename(source, store, request)
            after = store_with(changed_files(plan.edits, compiled, store), compiled)
            check_rename(compiled, source, plan, request, after)
        except UsageError as error:
            found.append(error.message)
            continue
        found.append(None)
        renamed = plug.extract(source, after).catalog
        left = lint_catalog(renamed, LintSettings(select=("ID-02",)), earlier=catalog, renderer=Renderer())
        places = {(one.path, one.pointer) for one in plan.left}
        unseen = [
            one
            for one in left
            if f"`{old}`" in one.message
            and (one.location.path, one.location.pointer) not in places
            and "`file:PATH`" not in (one.location.within or "")  # said by extraction, not by the author
        ]
        assert not unseen, f"{file.name} {tool.name}.{old}: {unseen[0].message} at {unseen[0].location.pointer}"
    return found
