"""What is said of documents that give less than they promise: each thing once, at its cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import BuildResult, build
from toolmint.cli.compiling import exit_code
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore
from toolmint.errors import ExitCode

INFO = 'info: {title: T, version: "1"}\n'
GOOD = "  /good:\n    get: {operationId: good, responses: {'204': {description: done}}}\n"


def compiled(text: str, folder: Path, **others: str) -> BuildResult:
    (folder / "spec.yaml").write_text(text, encoding="utf-8")
    for name, other in others.items():
        (folder / f"{name}.yaml").write_text(other, encoding="utf-8")
    store = DocumentStore(folder)
    return build(project_for_paths([Path("spec.yaml")], store, root=folder), targets=["contract"], store=store)


def said(result: BuildResult) -> list[str]:
    return [
        f"{one.location.line}:{one.location.column} {one.severity.value} {one.code} {one.message}"
        for one in result.diagnostics
    ]


@pytest.mark.parametrize("version", ["swagger: '2.0'", "openapi: 3.0.3", "openapi: 3.1.0", "openapi: 3.2.0"])
def test_a_document_without_paths_is_an_error(version: str, tmp_path: Path) -> None:
    result = compiled(f"{version}\n{INFO}", tmp_path)
    [line] = said(result)
    assert line.startswith("1:1 error IN-17 found no `paths`")
    assert exit_code(result) is ExitCode.FINDINGS
    assert not result.files


@pytest.mark.parametrize(
    "parts",
    ["components: {schemas: {}}\n", "webhooks: {}\n", "paths: {}\n", "components: {schemas: {}}\nwebhooks: {}\n"],
)
def test_a_document_of_other_parts_alone_is_a_warning(parts: str, tmp_path: Path) -> None:
    result = compiled(f"openapi: 3.1.0\n{INFO}{parts}", tmp_path)
    [line] = said(result)
    assert "warning IN-17 the document describes no operation" in line
    assert exit_code(result) is ExitCode.CLEAN


def test_a_document_without_info_is_read(tmp_path: Path) -> None:
    result = compiled(f"openapi: 3.1.0\npaths:\n{GOOD}", tmp_path)
    assert said(result) == ["1:1 warning IN-05 `info` is missing"]
    assert [contract.name for contract in result.catalogs["spec"].contracts] == ["good"]


def test_an_empty_path_item_is_a_warning(tmp_path: Path) -> None:
    result = compiled(f"openapi: 3.1.0\n{INFO}paths:\n  /a:\n{GOOD}", tmp_path)
    assert said(result) == ["4:3 warning IN-06 found nothing for `/a`, wanted methods; it gives no tool"]
    assert exit_code(result) is ExitCode.CLEAN


def test_two_versions_are_no_version(tmp_path: Path) -> None:
    result = compiled(f"openapi: 3.1.0\nswagger: '2.0'\n{INFO}paths:\n{GOOD}", tmp_path)
    assert said(result) == [
        "2:10 error IN-04 found both `openapi` and `swagger`, wanted the one whose rules it follows"
    ]
    assert exit_code(result) is ExitCode.UNUSABLE


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ("paths: 5\n", "3:8 error IN-06 found a number for `paths`, wanted a mapping"),
        ("paths: {/b: 5}\n", "3:13 error IN-06 found a number for `/b`, wanted a mapping of methods"),
        ("paths: {/b: {get: 5}}\n", "3:19 error IN-06 found a number for `get` of `/b`, wanted a mapping"),
        ("paths: {b: {get: {}}}\n", "3:9 error IN-06 found `b` in `paths`, wanted a path, which begins with `/`"),
        (
            "paths: {/b: {get: {parameters: 5, responses: {'204': {description: done}}}}}\n",
            "3:32 error IN-06 found a number for `parameters`, wanted a list",
        ),
        (
            "paths: {/b: {$ref: '#/components/pathItems/B'}}\n",
            "3:20 error IN-09 `$ref` `#/components/pathItems/B` leads nowhere: the root has no `components`",
        ),
    ],
)
def test_the_cause_alone_is_told(paths: str, expected: str, tmp_path: Path) -> None:
    # Neither that nothing becomes a tool (IN-17), nor that the validator stumbled over the same (IN-14).
    assert said(compiled(f"openapi: 3.1.0\n{INFO}{paths}", tmp_path)) == [expected]


UNUSED = """\
components:
  schemas:
    default: {$ref: '#/components/schemas/Gone'}
    List: {type: array, items: {$ref: '#/components/schemas/Lost'}, default: {$ref: '#/nowhere'}}
    Shape:
      properties:
        example: {$ref: '#/components/schemas/Gone'}
        far: {$ref: 'https://example.com/far.yaml'}
      example: {$ref: '#/nowhere'}
      x-more: {$ref: '#/nowhere'}
    Fine: {$ref: '#/components/schemas/Leaf'}
    Leaf: {type: string}
"""


def test_references_that_no_tool_uses_are_counted(tmp_path: Path) -> None:
    result = compiled(f"openapi: 3.1.0\n{INFO}paths:\n{GOOD}{UNUSED}", tmp_path)
    nowhere = "`$ref` `#/components/schemas/Gone` leads nowhere: `#/components/schemas` has no `Gone`"
    assert said(result) == [
        f"8:21 warning IN-09 3 `$ref`s that no tool uses lead nowhere; the first: {nowhere}",
        "13:21 warning IN-10 `$ref` leads to `https://example.com/far.yaml`, outside this project; no tool uses it",
    ]
    assert exit_code(result) is ExitCode.CLEAN


def test_a_reference_that_a_tool_uses_is_told_where_it_harms(tmp_path: Path) -> None:
    operation = """\
  /bad:
    get:
      operationId: bad
      parameters: [{$ref: '#/components/parameters/Gone'}]
      responses: {'200': {$ref: '#/components/responses/Gone'}, '400': {$ref: '#/components/responses/Gone'}}
"""
    components = "components: {parameters: {}, responses: {}}\n"
    result = compiled(f"openapi: 3.1.0\n{INFO}paths:\n{operation}{components}", tmp_path)
    assert [line.partition(" `")[0] for line in said(result)] == [
        "7:27 error IN-09",
        "8:33 warning IN-15",
        "8:79 warning IN-09",  # the answer to a call that failed
    ]


def test_a_property_called_default_is_a_part_of_the_request(tmp_path: Path) -> None:
    operation = """\
  /a:
    post:
      operationId: a
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Body'}}}}
      responses: {'204': {description: done}}
"""
    schemas = """\
components:
  schemas:
    Body: {type: object, properties: {default: {$ref: '#/components/schemas/Inner'}}}
    Inner: {type: string, externalDocs: {url: 5}}
"""
    result = compiled(f"openapi: 3.0.3\n{INFO}paths:\n{operation}{schemas}", tmp_path)
    assert said(result) == ["12:47 error IN-05 found `5` for `url`, wanted a string"]


def _x_tool(*, root: str = "", path: str = "", tag: str = "", operation: str = "") -> str:
    block = "x-tool: {}, ".format
    return f"""\
openapi: 3.1.0
info: {{title: T, version: "1"}}
{block(root) if root else ""}
tags: [{{{block(tag) if tag else ""}name: t}}]
paths:
  /a: {{{block(path) if path else ""}get: {{{block(operation) if operation else ""}operationId: a, tags: [t], \
responses: {{'204': {{description: done}}}}}}}}
""".replace(", \n", "\n")


@pytest.mark.parametrize(
    "blocks",
    [
        {"root": "false", "operation": "true"},
        {"tag": "false", "operation": "true"},
        {"path": "false", "operation": "true"},
        {"root": "false", "path": "true"},
        {"tag": "false", "path": "true"},
        {"root": "false", "tag": "true"},
    ],
)
def test_true_takes_back_a_false(blocks: dict[str, str], tmp_path: Path) -> None:
    result = compiled(_x_tool(**blocks), tmp_path)
    assert said(result) == []
    assert [contract.name for contract in result.catalogs["spec"].contracts] == ["a"]


@pytest.mark.parametrize(
    ("blocks", "column"),
    [
        ({"operation": "true"}, "6:"),
        ({"path": "true"}, "6:"),
        ({"tag": "true"}, "4:"),
        ({"root": "true"}, "3:"),
        ({"root": "true", "operation": "true"}, "3:"),
    ],
)
def test_true_that_takes_nothing_back_is_refused(blocks: dict[str, str], column: str, tmp_path: Path) -> None:
    result = compiled(_x_tool(**blocks), tmp_path)
    assert said(result)[0].startswith(column)
    assert "error IN-13 found `true` for `x-tool`, and no `false` above that it could take back" in said(result)[0]
    assert exit_code(result) is ExitCode.FINDINGS
