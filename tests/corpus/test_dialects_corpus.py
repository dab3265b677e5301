"""Real tools in every dialect: what is sent keeps to the dialect's rules, and means what the contract means."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from toolmint.ir.contract import Catalog
from toolmint.lowering.catalog import lower_catalog
from toolmint.lowering.listing import write_list
from toolmint.lowering.shared import SharedLowering
from toolmint.profiles import PROFILES, strict_row
from toolmint.rendering import Renderer

from support.catalogs import catalog_of_document, catalog_of_tool_list, document_files
from support.dialect_rules import violations
from support.meaning import Comparison
from support.sampling import sample

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

RENDERER = Renderer()
SAMPLES = 6


def named(folder: str) -> list[str]:
    root = Path(os.environ.get("TOOLMINT_CORPUS", "/nonexistent")) / folder
    files = document_files(root) if root.is_dir() else []
    return [f"{folder}/{file.name}" for file in files]


FILES = [*named("openapi"), *named("mcp")] or ["(no corpus)"]


def read(corpus: Path, name: str) -> Catalog:
    file = corpus / name
    return catalog_of_tool_list(file) if name.startswith("mcp/") else catalog_of_document(file)


@pytest.mark.parametrize("name", FILES)
def test_every_list_keeps_to_its_dialect(name: str, corpus: Path) -> None:
    subject, shared = read(corpus, name), SharedLowering()
    for dialect, row in PROFILES.items():
        lowered = lower_catalog(subject, row, RENDERER, shared=shared)
        found = violations(dialect, json.loads(json.dumps(write_list(lowered.tools, row))))
        reported = " ".join(one.message for one in lowered.diagnostics if one.code == "PT-02")
        # Names are the source's to change; a finding tells of them.
        wrong = {tool: all_of for tool, all_of in found.items() if not all(one.startswith("name") for one in all_of)}
        assert wrong == {}, dialect
        assert not found or "wants tool names of" in reported


@pytest.mark.parametrize("name", FILES)
def test_no_dialect_widens_or_narrows_in_silence(name: str, corpus: Path) -> None:
    subject, shared = read(corpus, name), SharedLowering()
    definitions: Any = dict(subject.definitions.input)
    for dialect, row in PROFILES.items():
        for tool in lower_catalog(subject, row, RENDERER, shared=shared).tools:
            schema: Any = tool.input_schema or {"type": "object", "additionalProperties": False}
            completes = tool.strict and strict_row(row).completes
            original: Any = tool.contract.input_schema
            try:
                comparison = Comparison(
                    original, definitions, schema, tool.losses, wrapper=tool.wrapper, completes=completes
                )
            except (ValueError, jsonschema_rs.ReferencingError):
                continue  # a pattern of another language; the generated module leaves it out
            chance = random.Random(f"{name} {dialect} {tool.contract.name}")
            for _ in range(SAMPLES):
                arguments = sample({**original, "$defs": definitions}, chance)
                assert not comparison.unsayable(arguments), (dialect, tool.contract.name, arguments)
                sent = sample(schema, chance)
                assert not comparison.wrongly_sayable(sent), (dialect, tool.contract.name, sent)
