"""Generated packages: rendered from a catalog, written to a folder, imported."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from toolmint.ir.binding import ArgumentValue, HttpBinding, HttpBody, HttpParameter
from toolmint.ir.codec import catalog_to_json
from toolmint.ir.contract import Catalog, Definitions, Prose, ToolContract
from toolmint.location import Location
from toolmint.rendering import Renderer
from toolmint.target import Printout, TargetInput
from toolmint.targets.python import TARGET

HERE = Location(path="specs/shop.yaml")


def tool(name: str, properties: Mapping[str, Any], *required: str, **fields: Any) -> ToolContract:
    """Make a contract whose arguments all go into the query, unless a binding says otherwise."""
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = list(required)
    parameters = tuple(
        HttpParameter(name=key, location="query", value=ArgumentValue(argument=key)) for key in properties
    )
    binding = fields.pop("binding", HttpBinding(method="GET", path=f"/{name}", parameters=parameters))
    prose = fields.pop("prose", Prose(verbatim=f"Do {name}."))
    return ToolContract(
        name=name,
        input_schema=fields.pop("input_schema", schema),
        binding=binding,
        prose=prose,
        origin=HERE,
        **fields,
    )


def json_body(argument: str = "body", media_type: str = "application/json", **fields: Any) -> HttpBinding:
    """Make a binding that sends one argument as the body."""
    body = HttpBody(media_type=media_type, whole=ArgumentValue(argument=argument), **fields)
    return HttpBinding(method="POST", path="/things", body=body)


def catalog(*contracts: ToolContract, definitions: Mapping[str, Any] | None = None, **fields: Any) -> Catalog:
    """Make a catalog named `shop`."""
    return Catalog(
        name="shop",
        contracts=contracts,
        definitions=Definitions(input=definitions or {}),
        origin=HERE,
        **fields,
    )


def print_package(source: Catalog, renderer: Renderer | None = None) -> Printout:
    """Render a catalog with the `python` target."""
    return TARGET.render(TargetInput(catalog=source, source_label="specs/shop.yaml", renderer=renderer or Renderer()))


def write_package(source: Catalog, folder: Path, name: str = "shop") -> Path:
    """Write a catalog's package and its `contract.json` into `folder/name`."""
    package = folder / name
    package.mkdir(parents=True, exist_ok=True)
    for path, content in print_package(source).files.items():
        (package / path).write_bytes(content)
    (package / "contract.json").write_text(json.dumps(catalog_to_json(source)), encoding="utf-8")
    return package


@contextmanager
def imported(source: Catalog, folder: Path, name: str = "shop") -> Iterator[ModuleType]:
    """Give the imported package; afterwards Python has forgotten it."""
    assert name not in sys.modules, f"`{name}` is imported already; give this one another name"
    write_package(source, folder, name)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
            del sys.modules[module]
