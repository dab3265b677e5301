"""Real documents compiled in memory, and the list that a provider gets of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.lowering.catalog import CatalogLowering, Lowered
from toolmint.profiles import PROFILES
from toolmint.rendering import Renderer
from toolmint.source import SourceInput
from toolmint.sources import load_source
from toolmint.target import TargetInput
from toolmint.targets import load_target

from support.openapi import catalog as catalog_of

__all__ = ["DOCUMENTS", "compiled", "entries", "losses", "printed"]

ROOT = Path(__file__).resolve().parent.parent.parent
FILES: Mapping[str, str] = {
    "after_sales": "specs/after_sales.yaml",
    "accounts": "specs/accounts.yaml",
    "torture": "tests/golden/torture/specs/torture.yaml",
    "styles": "tests/golden/bodies_and_styles/specs/styles.yaml",
}

STRICT = """
openapi: 3.1.0
info: {title: Strict, version: "1"}
paths:
  /bookings:
    post:
      operationId: bookRoom
      summary: Book a room.
      x-tool: {strict: true}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [room, guests, payer, kind, sinceDay, contact]
              properties:
                room: {type: string, description: "Number of the room.", title: Room}
                guests:
                  type: array
                  minItems: 1
                  items: {$ref: "#/components/schemas/Guest"}
                payer: {$ref: "#/components/schemas/Guest"}
                kind: {type: string, enum: [single, double], description: "中文 and \\u202e in a text."}
                sinceDay: {type: ["string", "null"], format: date}
                contact:
                  anyOf:
                    - {$ref: "#/components/schemas/Guest"}
                    - {type: string, format: email}
      responses: {"204": {description: done}}
  /ping:
    get:
      operationId: ping
      summary: Say whether the service answers.
      x-tool: {strict: true}
      responses: {"204": {description: done}}
components:
  schemas:
    Guest:
      type: object
      additionalProperties: false
      required: [name, adult]
      properties:
        name: {type: string}
        adult: {type: boolean}
"""
"""Everything that strict modes take: OpenAI's and Anthropic's enforce it without a loss."""

DOCUMENTS = (*FILES, "strict")


@cache
def compiled(name: str) -> Catalog:
    """Compile one of `DOCUMENTS`."""
    if name == "strict":
        return catalog_of(STRICT)
    file = ROOT / FILES[name]
    source = SourceInput(name=name, kind="openapi", file=Path(file.name))
    catalog = load_source("openapi").extract(source, DocumentStore(file.parent)).catalog
    assert catalog.contracts
    return catalog


def printed(target: str, name: str) -> Any:
    """Return what a target prints of a document, parsed: a new value each time."""
    request = TargetInput(catalog=compiled(name), source_label=name, renderer=Renderer())
    (content,) = load_target(target).render(request).files.values()
    return json.loads(content)


def entries(target: str, name: str) -> list[dict[str, Any]]:
    """Return the tools of such a list, whatever stands around them."""
    value = printed(target, name)
    if isinstance(value, dict):
        value = value["tools"]
    if len(value) == 1 and set(value[0]) == {"functionDeclarations"}:
        value = value[0]["functionDeclarations"]
    assert len(value) == len(compiled(name).contracts)
    return list(value)


def losses(dialect: str, name: str) -> dict[str, Lowered]:
    """Return tool name to how its input is lowered."""
    lowering = CatalogLowering(compiled(name), PROFILES[dialect])
    return {contract.name: lowering.lower(contract) for contract in compiled(name).contracts}
