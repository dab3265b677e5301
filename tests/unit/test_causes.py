"""Why files differ: what the source says, how it is printed, or both; with the real targets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from toolmint.build import build, reprint
from toolmint.causes import checked_in_catalog
from toolmint.config import load_project
from toolmint.digest import file_digest
from toolmint.documents import DocumentStore
from toolmint.drift import diff_output
from toolmint.ir import codec
from toolmint.manifest import read_manifests
from toolmint.output import write_output
from toolmint.targets import provider_lists

from support.golden import compare

SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: '1'}
servers: [{url: https://api.example.com}]
paths:
  /orders:
    get:
      operationId: list_orders
      summary: List orders.
      responses:
        '200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Orders'}}}}
    post:
      operationId: create_order
      summary: Create an order.
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, properties: {item: {$ref: '#/components/schemas/Item'}}}}}
      responses: {'201': {description: ''}}
  /stock:
    get:
      operationId: list_stock
      summary: List what is in stock.
      responses: {'200': {description: ''}}
components:
  schemas:
    Orders: {type: array, items: {$ref: '#/components/schemas/Order'}}
    Order: {type: object, properties: {id: {type: string}, next: {$ref: '#/components/schemas/Order'}}}
    Item: {type: object, properties: {name: {type: string}, parts: {$ref: '#/components/schemas/Items'}}}
    Items: {type: array, items: {$ref: '#/components/schemas/Item'}}
"""
SAME = "templates or toolmint changed; the source did not"
PRINTED = "templates or toolmint changed"


class Project:
    """A project with one source, generated; then something is changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("specs/orders.yaml", SPEC)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, old: str, new: str, path: str = "specs/orders.yaml") -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        assert old in text
        self.write(path, text.replace(old, new))

    def generate(self) -> None:
        store = DocumentStore(self.root)
        project = load_project(self.root, store)
        result = build(project, store=store)
        assert result.files, result.diagnostics
        earlier = read_manifests(project.out)
        write_output(result.files, project.out, fresh=result.manifests, earlier=earlier)

    def check(self) -> dict[str, tuple[str, str]]:
        """Return path below the package to cause and detail."""
        store = DocumentStore(self.root)
        project = load_project(self.root, store)
        result = build(project, store=store)
        found = diff_output(
            result,
            project.out,
            whole=True,
            manifests=read_manifests(project.out),
            reprint=partial(reprint, project),
        )
        return {one.path.partition("/")[2]: (one.cause, one.detail) for one in found}

    def details(self) -> dict[str, str]:
        return {path: detail for path, (cause, detail) in self.check().items() if cause == "changed"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.generate()
    assert made.check() == {}
    return made


@pytest.mark.parametrize("case", ["bodies_and_styles", "chinese", "hostile_text", "openapi_3_2", "torture"])
def test_a_contract_that_is_checked_in_prints_what_was_printed(root: Path, case: str) -> None:
    """What the judgement rests on: `contract.json` holds everything that any target prints."""
    folder = root / "tests/golden" / case
    store = DocumentStore(folder)
    project = load_project(folder, store)
    result = build(project, store=store)
    assert result.sources
    for source in result.sources:
        prefix = f"{source.name}/"
        fresh = {path.removeprefix(prefix): text for path, text in result.files.items() if path.startswith(prefix)}
        catalog = checked_in_catalog(fresh, result.manifests[source.name])
        assert catalog is not None
        del fresh["manifest.json"]
        assert compare(reprint(project, source.name, catalog, source.label), fresh) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Create an order.", "Create one order.", "`create_order` changed"),
        ("operationId: list_stock", "operationId: show_stock", "`show_stock` added; `list_stock` removed"),
        ("id: {type: string}", "id: {type: integer}", "`list_orders` changed"),
        ("name: {type: string}", "name: {type: integer}", "`create_order` changed"),
        ("title: Orders", "title: All orders", "title changed"),
        ("version: '1'", "version: '2'", "version changed"),
        ("https://api.example.com", "https://api.example.org", "servers changed"),
    ],
)
def test_the_source_says_something_else(project: Project, old: str, new: str, told: str) -> None:
    project.edit(old, new)
    found = project.details()
    assert "contract.json" in found
    assert set(found.values()) == {f"{told} in specs/orders.yaml"}


def test_the_order_of_the_tools(project: Project) -> None:
    head, first, rest = SPEC.partition("  /orders:")
    orders, second, tail = (first + rest).partition("  /stock:")
    stock, third, components = (second + tail).partition("components:")
    project.write("specs/orders.yaml", head + stock + orders + third + components)
    assert set(project.details().values()) == {"order of the tools changed in specs/orders.yaml"}


def test_a_template_of_ones_own(project: Project, root: Path) -> None:
    project.write("toolmint.toml", 'templates = "mine"\n')
    (project.root / "mine/markdown").mkdir(parents=True)
    shutil.copy(root / "templates/markdown/tools.md.jinja", project.root / "mine/markdown")
    assert project.check() == {}
    template = project.root / "mine/markdown/tools.md.jinja"
    template.write_text(template.read_text(encoding="utf-8") + "The end.\n", encoding="utf-8")
    assert project.details() == {"tools.md": SAME}


def test_a_template_and_the_source(project: Project, root: Path) -> None:
    """Each file gets the cause that is its own."""
    project.write("toolmint.toml", 'templates = "mine"\n')
    for name in ("markdown/tools.md.jinja", "python/errors.py.jinja"):
        template = project.root / "mine" / name
        template.parent.mkdir(parents=True)
        text = (root / "templates" / name).read_text(encoding="utf-8")
        template.write_text(f"{text}\n# The end.\n", encoding="utf-8")
    project.edit("Create an order.", "Create one order.")
    found = project.details()
    told = "`create_order` changed in specs/orders.yaml"
    assert found.pop("tools.md") == f"{told}; {PRINTED} too"
    assert found.pop("errors.py") == PRINTED
    assert set(found.values()) == {told}


@pytest.fixture
def another_toolmint(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Simulates a release that writes one provider's list otherwise."""

    def upgrade() -> None:
        render = type(provider_lists.OPENAI).render

        def rendered(self: Any, request: Any) -> Any:
            printout = render(self, request)
            files = {path: content.replace(b"[\n", b"[\n\n", 1) for path, content in printout.files.items()}
            return type(printout)(files=files if self.name == "openai" else printout.files)

        monkeypatch.setattr(type(provider_lists.OPENAI), "render", rendered)

    return upgrade


def test_another_toolmint(project: Project, another_toolmint: Callable[[], None]) -> None:
    another_toolmint()
    assert project.details() == {"openai.json": SAME}
    project.edit("version: '1'", "version: '2'")
    found = project.details()
    assert found.pop("openai.json") == PRINTED
    assert set(found.values()) == {"version changed in specs/orders.yaml"}


def test_another_form_of_contracts_cannot_be_told_from_a_change(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can print from a contract of another form: the digests alone speak."""
    project.edit("Create an order.", "Create one order.")
    monkeypatch.setattr(codec, "FORMAT", 2)
    assert set(project.details().values()) == {"`create_order` changed in specs/orders.yaml"}


def test_the_source_is_called_otherwise(project: Project) -> None:
    (project.root / "specs/orders.yaml").rename(project.root / "specs/orders.yml")
    found = project.details()
    assert "tools.py" in found
    assert "openai.json" not in found
    assert set(found.values()) == {"the source is `specs/orders.yml` now; it was `specs/orders.yaml`"}


def test_no_contract_is_checked_in(project: Project) -> None:
    """Without what was printed there are only digests."""
    project.write("toolmint.toml", 'targets = ["openai"]\n')
    shutil.rmtree(project.root / "generated")
    project.generate()
    project.edit("Create an order.", "Create one order.")
    assert project.details() == {"openai.json": "`create_order` changed in specs/orders.yaml"}
    project.edit("Create one order.", "Create an order.")
    project.edit("name: {type: string}", "name: {type: integer}")
    assert project.details() == {"openai.json": "shared parts changed in specs/orders.yaml"}


def test_a_contract_that_is_newer_than_the_rest_tells_nothing(project: Project) -> None:
    project.edit("Create an order.", "Create one order.")
    fresh = DocumentStore(project.root)
    contract = build(load_project(project.root, fresh), targets=["contract"], store=fresh).files["orders/contract.json"]
    (project.root / "generated/orders/contract.json").write_bytes(contract)
    manifest = project.root / "generated/orders/manifest.json"
    value = json.loads(manifest.read_text(encoding="utf-8"))
    value["files"]["contract.json"] = file_digest(contract)
    manifest.write_text(json.dumps(value), encoding="utf-8")
    found = project.details()
    assert "contract.json" not in found
    assert set(found.values()) == {"`create_order` changed in specs/orders.yaml"}


def test_an_edit_by_hand_of_any_file_is_found(project: Project) -> None:
    """Also together with a change of the source: the edit would be lost."""
    project.edit("Create an order.", "Create one order.")
    folder = project.root / "generated/orders"
    edited = sorted(path.name for path in folder.iterdir() if path.name != "manifest.json")
    for name in edited:
        (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    assert {path: cause for path, (cause, _) in project.check().items()} == dict.fromkeys(edited, "hand-edited")


def test_missing_and_stale(project: Project) -> None:
    folder = project.root / "generated/orders"
    for file in list(folder.iterdir()):
        if file.suffix == ".json" and file.name != "manifest.json":
            file.unlink()
    project.write("toolmint.toml", 'targets = ["contract", "openai"]\n')
    found = project.check()
    assert found.pop("contract.json") == ("missing", "not there")
    assert found.pop("openai.json") == ("missing", "not there")
    assert "tools.py" in found
    assert set(found.values()) == {("stale", "nothing produces it any more")}


def test_what_other_programs_leave_behind_is_no_drift(project: Project) -> None:
    for path in (
        ".DS_Store",
        ".mypy_cache/3.11/tools.data.json",
        ".ruff_cache/CACHEDIR.TAG",
        ".tools.py.swp",
        ".manifest.json.123.toolmint-tmp",
        "__pycache__/tools.cpython-311.pyc",
        "__pycache__/tools.nbi",
        "Thumbs.db",
    ):
        project.write(f"generated/orders/{path}", "")
        project.write(f"generated/{path}", "")
    assert project.check() == {}
    project.write("generated/orders/notes.txt", "")
    assert project.check() == {"notes.txt": ("stale", "nothing produces it, and toolmint did not write it")}
