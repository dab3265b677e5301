"""The wheel, in an environment that has never seen this repository."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
servers: [{url: https://pets.example.com}]
paths:
  /pets/{petId}:
    get:
      operationId: getPet
      summary: Get one pet.
      description: Returns one pet by its number.
      parameters:
        - {name: petId, in: path, required: true, description: The pet's number., schema: {type: integer}}
      responses:
        "200":
          description: The pet.
          content:
            application/json:
              schema:
                type: object
                required: [name]
                properties:
                  name: {type: string, description: What the pet is called.}
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without this run's Python settings, and return what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command} exited {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The programs of a new environment."""
    venv.create(tmp_path / "fresh", with_pip=True)
    return tmp_path / "fresh/bin"


def test_an_installed_wheel_compiles_a_document(root: Path, wheel: Path, fresh: Path, tmp_path: Path) -> None:
    constraints = root / "generator/constraints.txt"
    run(fresh / "python", "-m", "pip", "install", "-q", "-c", constraints, f"{wheel}[generated]", cwd=tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/pets.yaml").write_text(SPEC)

    run(fresh / "toolmint", "generate", "pets.yaml", "--out", "out", cwd=tmp_path / "elsewhere")

    code = "import pets.models, pets.tools; print(pets.tools.__file__, callable(pets.tools.get_pet))"
    printed = run(fresh / "python", "-c", code, cwd=tmp_path / "elsewhere/out")
    assert printed.split() == [str(tmp_path / "elsewhere/out/pets/tools.py"), "True"]
    assert "What to do" in run(fresh / "toolmint", "explain", "IN-02", cwd=tmp_path)


def test_the_wheel_alone_can_be_imported(wheel: Path, fresh: Path, tmp_path: Path) -> None:
    run(fresh / "python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    printed = run(fresh / "python", "-c", "import toolmint; print(toolmint.__version__)", cwd=tmp_path)
    assert f"toolmint-{printed.strip()}-" in wheel.name


def test_the_wheel_holds_types_templates_and_pages_but_no_tests(root: Path, wheel: Path) -> None:
    names = set(run(sys.executable, "-m", "zipfile", "-l", wheel, cwd=wheel.parent).split())
    templates = {f"toolmint/{file.relative_to(root).as_posix()}" for file in (root / "templates").rglob("*.jinja")}
    assert {"toolmint/__init__.py", "toolmint/py.typed"} <= names
    assert templates
    assert templates <= names
    pages = (root / "generator/toolmint/cli/pages").iterdir()
    assert {f"toolmint/cli/pages/{page.name}" for page in pages} <= names
    assert not [name for name in names if "tests" in name or "__pycache__" in name]
