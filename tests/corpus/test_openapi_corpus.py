"""Real documents: each compiles, or fails with diagnostics; what was generated imports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolmint.build import BuildResult, build
from toolmint.cli.compiling import exit_code
from toolmint.config import project_for_paths
from toolmint.diagnostics import Severity
from toolmint.documents import DocumentStore
from toolmint.errors import ExitCode, SourceError

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

_ROOT = re.compile(rb"^(openapi|swagger):.*^paths:", re.MULTILINE | re.DOTALL)
OPERATIONS_LEFT_OUT = {
    # Names that the document uses for path parameters without declaring them, and one parameter declared twice.
    "nestjs-swagger-e2e.json": 4,
    # `querystring` beside a `query` parameter, which 3.2 forbids.
    "querystring-3.2.yaml": 1,
    # Both operations of the document have the same operationId.
    "sk-duplicate-operationid.yaml": 2,
    # An object that is offered as `application/xml` alone.
    "swashbuckle-basic.json": 1,
}
"""Document to how many of its operations cannot be read without guessing; of all others none."""


def documents(folder: str) -> list[str]:
    """Return the documents of a corpus folder; one placeholder where there is no corpus, so that a skip is seen."""
    root = Path(os.environ.get("TOOLMINT_CORPUS", "/nonexistent")) / folder
    names = sorted(path.name for path in root.iterdir() if path.is_file()) if root.is_dir() else []
    return names or ["(no corpus)"]


def multi_file_roots(corpus: Path) -> list[Path]:
    """Return the documents of the multi-file sets that have operations of their own."""
    folders = sorted(path for path in (corpus / "openapi").iterdir() if path.is_dir())
    files = [file for folder in folders for file in sorted(folder.rglob("*.yaml"))]
    return [file for file in files if _ROOT.search(file.read_bytes())]


def compile_document(file: Path, **options: Any) -> BuildResult:
    store = DocumentStore(file.parent)
    return build(project_for_paths([Path(file.name)], store, root=file.parent), store=store, **options)


def check_packages(result: BuildResult, folder: Path) -> None:
    """Write what was generated, and import every module of it in a fresh interpreter without toolmint."""
    for path, content in result.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    names = [source.name for source in result.sources]
    program = (
        "import importlib, sys\n"
        "class Refused:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'toolmint': raise ImportError('generated code imports toolmint')\n"
        "sys.meta_path.insert(0, Refused())\n"
        f"for name in {names!r}:\n"
        "    package = importlib.import_module(name)\n"
        "    tools = importlib.import_module(name + '.tools')\n"
        "    importlib.import_module(name + '.models')\n"
        "    print(len(tools.TOOLS))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [int(line) for line in done.stdout.split()] == [source.tools for source in result.sources]


@pytest.mark.parametrize("name", documents("openapi"))
def test_a_real_document_compiles(name: str, corpus: Path, tmp_path: Path) -> None:
    result = compile_document(corpus / "openapi" / name, keep_going=True)
    source = result.sources[0]
    failed = [one.what for one in source.left_out if one.failed]
    assert len(failed) == OPERATIONS_LEFT_OUT.get(name, 0), [(one.what, one.reason) for one in source.left_out]
    for file in ("contract", "openai", "openai-responses", "anthropic", "gemini", "bedrock", "mcp"):
        assert f"{source.name}/{file}.json" in result.files
    assert len(json.loads(result.files[f"{source.name}/mcp.json"])["tools"]) == source.tools
    assert result.files[f"{source.name}/tools.md"].count(b"\n## ") >= source.tools
    check_packages(result, tmp_path)


def test_the_documents_of_a_multi_file_set_compile(corpus: Path, tmp_path: Path) -> None:
    roots = multi_file_roots(corpus)
    assert len(roots) > 50
    tools = 0
    for file in roots:
        result = compile_document(file)
        assert [one.message for one in result.diagnostics if one.severity is Severity.ERROR] == [], file
        tools += result.sources[0].tools
    assert tools > 200


@pytest.mark.parametrize("name", documents("broken"))
def test_a_broken_document_is_explained(name: str, corpus: Path) -> None:
    try:
        result = compile_document(corpus / "broken" / name)
    except SourceError as error:
        findings = [error.diagnostic]
    else:
        findings = list(result.diagnostics)
    assert findings
    assert all(one is not None and one.location.resolved for one in findings)


@pytest.mark.parametrize("name", documents("broken"))
def test_a_broken_document_gives_nothing_unless_no_request_is_concerned(name: str, corpus: Path) -> None:
    try:
        result = compile_document(corpus / "broken" / name)
    except SourceError:
        return  # it could not even be parsed
    if exit_code(result) is ExitCode.CLEAN:
        # Broken in a part that no tool's request uses.
        assert name in ("dangling-refs.yaml", "missing-reference-2.0.yaml", "schema-3.1-in-3.0.yaml")


def test_two_runs_and_another_folder_give_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    file = corpus / "openapi" / "spotify.yaml"
    copy = tmp_path / "elsewhere" / file.name
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert compile_document(file).files == compile_document(copy).files
