"""Sources found in a folder or listed in a project file, and every way in which that can be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from toolmint.config import Project, find_root, load_project, open_project, project_for_paths, source_name
from toolmint.config.discovery import candidates, kind_of
from toolmint.documents import DocumentStore
from toolmint.errors import ConfigError, SourceError, ToolmintError, UsageError
from toolmint.sources import load_source

from support import fake_plugins

OPENAPI = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n"
OVERLAY = "overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions: []\n"


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_plugins.install(monkeypatch)


def lay_out(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def load(folder: Path, files: Mapping[str, str]) -> Project:
    lay_out(folder, files)
    return load_project(folder, DocumentStore(folder))


def names(project: Project) -> list[str]:
    return [source.name for source in project.sources]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("petstore.yaml", "petstore"),
        ("argocd-2.0.yaml", "argocd_2_0"),
        ("weather.mcp.json", "weather"),
        ("2fa.json", "_2fa"),
        ("class.yml", "class_"),
        ("GitHub.JSON", "GitHub"),
        ("caf\u00e9.yaml", "caf\u00e9"),
        ("\u8ba2\u5355.yaml", "\u8ba2\u5355"),
        ("a\u00b2.yaml", "a2"),  # NFKC, as Python reads identifiers
        ("folder", "folder"),
        ("v1.2", "v1_2"),
        ("tools.py", "tools"),
    ],
)
def test_names(file: str, name: str) -> None:
    assert source_name(Path(file)) == name
    assert name.isidentifier()


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.yaml", OPENAPI, "openapi"),
        ("a.yml", "# a comment\n%YAML 1.2\n---\nswagger: '2.0'\n", "openapi"),
        ("a.yaml", '\ufeff"openapi": 3.0.0\n', "openapi"),
        ("a.yaml", "info: {}\n\nopenapi: 3.0.0\n", "openapi"),
        ("a.yaml", "{openapi: 3.0.0}\n", "openapi"),
        ("a.yaml", "  openapi: 3.0.0\n  info: {}\n", "openapi"),
        ("a.json", '{"openapi": "3.0.0"}', "openapi"),
        ("a.json", '{"info": {}, "swagger": "2.0"}', "openapi"),
        ("a.yaml", OVERLAY, "overlay"),
        ("a.json", '{"overlay": "1.0.0"}', "overlay"),
        ("a.yaml", "x:\n  openapi: 3.0.0\n", None),
        ("a.yaml", "text: |\n  openapi: 3.0.0\n", None),
        ("a.yaml", "openapi:3.0.0\n", None),
        ("a.json", '{"example": {"openapi": "3.0.0"}}', None),
        ("a.json", "[1]", None),
        ("a.mcp.json", '{"tools": []}', "tool-list"),
        ("a.py", "", "python"),
        ("a.txt", "openapi: 3.0.0\n", None),
    ],
)
def test_kinds(tmp_path: Path, name: str, text: str, kind: str | None) -> None:
    lay_out(tmp_path, {name: text})
    assert kind_of(tmp_path / name, DocumentStore(tmp_path)) == kind


def test_a_usual_document_is_not_read_to_recognise_it(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a.yaml": OPENAPI, "b.json": '{"openapi": "3.0.0"}'})
    store = DocumentStore(tmp_path)
    assert {kind_of(tmp_path / name, store) for name in ("a.yaml", "b.json")} == {"openapi"}
    assert store.loaded() == ()


def test_an_unusual_document_is_read_once(tmp_path: Path) -> None:
    reads = []

    def read(file: Path) -> bytes:
        reads.append(file.name)
        return file.read_bytes()

    lay_out(tmp_path, {"specs/a.yaml": "info: {}\nopenapi: 3.0.0\n"})
    store = DocumentStore(tmp_path, read=read)
    (source,) = load_project(tmp_path, store).sources
    store.load(source.file)
    assert reads == ["a.yaml"]


def test_discovery(tmp_path: Path) -> None:
    files = {
        "specs/b.yaml": OPENAPI,
        "specs/b.overlay.yaml": OVERLAY,
        "specs/b.overlay.json": '{"overlay": "1.0.0"}',
        "specs/a.json": '{"swagger": "2.0"}',
        "specs/values.yaml": "a: 1\n",
        "specs/notes.txt": "",
        "specs/below/c.yaml": OPENAPI,
        "specs/weather.mcp.json": "{}",
        "specs/refunds/src/Refunds.java": "",
        "specs/refunds/src/More.java": "",
        "specs/tools.py": "",
    }
    project = load(tmp_path, files)
    assert names(project) == ["a", "b"]
    assert [overlay.name for overlay in project.sources[1].overlays] == ["b.overlay.json", "b.overlay.yaml"]
    assert project.out == tmp_path / "generated"
    assert project.out_label == "generated"
    assert project.whole
    assert project.source_label(project.sources[0]) == "specs/a.json"
    notices = [(notice.location.path, notice.severity.value) for notice in project.notices]
    assert notices == [("specs/refunds", "info"), ("specs/tools.py", "info"), ("specs/weather.mcp.json", "info")]
    assert "a tool list, which this version of toolmint does not read" in project.notices[2].message


def test_an_unparsable_file_stays_a_source(tmp_path: Path) -> None:
    project = load(tmp_path, {"specs/a.yaml": OPENAPI, "specs/broken.yaml": "a: [\n"})
    assert names(project) == ["a", "broken"]


def test_a_lonely_overlay(tmp_path: Path) -> None:
    project = load(tmp_path, {"specs/a.yaml": OPENAPI, "specs/b.overlay.yaml": OVERLAY})
    assert [(notice.code, notice.severity.value) for notice in project.notices] == [("PF-03", "error")]


@pytest.mark.parametrize("other", ["specs/a.json", "specs/A.yml"])
def test_equal_names(tmp_path: Path, other: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, {"specs/a.yaml": OPENAPI, other: '{"openapi": "3.0.0"}'})
    assert caught.value.diagnostic is not None
    assert caught.value.diagnostic.code == "PF-02"
    assert "specs/a.yaml" in caught.value.message
    assert other in caught.value.message


PROJECT = """\
[project]
name = "x"

[tool.toolmint]
out = "build/tools"
templates = "mine"
language = "zh"
targets = ["contract"]

[tool.toolmint.sources."orders-2.0"]
path = "api/orders.yaml"
overlays = ["api/x.yaml", "api/y.yaml"]
include = ["tag:orders"]
exclude = ["deprecated"]
language = "en"
targets = ["python"]
allow_unmatched = true

[tool.toolmint.sources.stock]
path = "../elsewhere/stock.yaml"
name = "inventory"
"""


def test_a_project_file(tmp_path: Path) -> None:
    root = tmp_path / "project"
    lay_out(tmp_path, {"elsewhere/stock.yaml": OPENAPI, "elsewhere/stock.overlay.yml": OVERLAY})
    files = {"api/orders.yaml": OPENAPI, "api/x.yaml": OVERLAY, "api/y.yaml": OVERLAY, "mine/a.jinja": ""}
    project = load(root, {**files, "pyproject.toml": PROJECT})
    inventory, orders = sorted(project.sources, key=lambda source: source.name)
    assert project.out == root / "build/tools"
    assert project.templates == root / "mine"
    assert project.targets == ("contract",)
    assert project.source_targets == {"orders_2_0": ("python",)}
    assert (orders.name, orders.language, orders.include) == ("orders_2_0", "en", ("tag:orders",))
    assert [overlay.name for overlay in orders.overlays] == ["x.yaml", "y.yaml"]
    assert orders.options == {"allow_unmatched": True}
    assert (inventory.name, inventory.language) == ("inventory", "zh")
    assert [overlay.name for overlay in inventory.overlays] == ["stock.overlay.yml"]
    assert project.source_label(inventory) == "../elsewhere/stock.yaml"


def test_a_project_file_without_sources(tmp_path: Path) -> None:
    text = '[tool.toolmint]\nspecs = "api"\nlanguage = "en"\n'
    project = load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI, "specs/b.yaml": OPENAPI})
    assert names(project) == ["a"]
    assert project.sources[0].language == "en"


def test_a_file_of_its_own_needs_no_header(tmp_path: Path) -> None:
    text = 'out = "build"\n[sources.a]\npath = "api/a.yaml"\n'
    project = load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI})
    assert names(project) == ["a"]
    assert project.out == tmp_path / "build"


def test_an_empty_project_file(tmp_path: Path) -> None:
    assert names(load(tmp_path, {"toolmint.toml": "", "specs/a.yaml": OPENAPI})) == ["a"]


def test_a_pyproject_of_another_tool(tmp_path: Path) -> None:
    assert names(load(tmp_path, {"pyproject.toml": "[tool.ruff]\n", "specs/a.yaml": OPENAPI})) == ["a"]


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("[tool.toolmint]\nouts = 'x'\n", (2, 1), "unknown key `outs` in `[tool.toolmint]`", "did you mean `out`?"),
        ("[tool.toolmint]\n\n  out = 1\n", (3, 3), "found the number `1` for `out`, wanted a path", None),
        ("[tool.toolmint]\nout = ''\n", (2, 1), "found an empty string for `out`, wanted a path", None),
        ("[tool]\ntoolmint.out = true\n", (2, 10), "found `true` for `out`, wanted a path", None),
        ("[tool]\ntoolmint = {zzz = 1}\n", (2, 13), "unknown key `zzz` in `[tool.toolmint]`", "known keys: "),
        ("[tool.toolmint]\nlanguage = 'de'\n", (2, 1), "found `de` for `language`, wanted one of `en`, `zh`", None),
        (
            "[tool.toolmint]\ntargets = 'python'\n",
            (2, 1),
            'found the string `"python"` for `targets`, wanted a list of',
            None,
        ),
        ("[tool.toolmint]\ntargets = [1]\n", (2, 1), "found a list that holds the number `1` for `targets`,", None),
        ("[tool.toolmint]\ntargets = ['pyton']\n", (2, 12), "there is no target `pyton`", "did you mean `python`?"),
        ("[tool.toolmint]\nspecs = 'nowhere'\n", (2, 1), "the folder `nowhere` does not exist", None),
        ("[tool.toolmint]\nsources = 1\n", (2, 1), "`sources` holds one table a source", None),
        ("[tool.toolmint.sorces.a]\npath = 'x'\n", (1, 16), "unknown key `sorces`", "did you mean `sources`?"),
        ("[tool.toolmint.sources.a]\n", (1, 24), "source `a` has no `path`", 'add `path = "specs/a.yaml"`'),
        ("[tool.toolmint.sources.a]\npath = 'api/od.yaml'\n", (2, 1), "`api/od.yaml` does not", "mean `api/odd.yaml`"),
        ("[tool.toolmint.sources.'a.b']\npth = 'x'\n", (2, 1), "unknown key `pth`", "did you mean `path`?"),
        ("[tool.toolmint.sources.a]\npath = 'api/odd.yaml'\n", (2, 1), "`api/odd.yaml`: this is of a kind", None),
        (
            "[tool.toolmint.sources.a]\npath = 'api/a.yaml'\nname = 'a-b'\n",
            (3, 1),
            "`name` is `a-b`, which is no Python identifier",
            "write `a_b`",
        ),
        (
            "[tool.toolmint.sources.a]\npath = 'api/a.yaml'\noverlay = 'x'\noverlays = []\n",
            (3, 1),
            "found both `overlay` and `overlays`, wanted one of them",
            None,
        ),
        ("[tool.toolmint]\nout = [\n", (3, 1), "not TOML: invalid value", None),
        ("[tool.toolmint]\nout = = 1\n", (2, 7), "not TOML: invalid value", None),
        ("\nouts = 'x'\n", (2, 1), "unknown key `outs` in `toolmint.toml`", "did you mean `out`?"),
        ("[sources.a]\npth = 'x'\n", (2, 1), "unknown key `pth` in `[sources.a]`", "did you mean `path`?"),
        ("sources = 3\n", (1, 1), "`sources` holds one table a source: `[sources.NAME]`", None),
        ("out = 'x'\n[tool.toolmint]\n", (1, 1), "`out` stands outside of `[tool.toolmint]`", None),
        ("[tool.other]\n", (1, 2), "`tool` is no setting", None),
        ("tool.toolmint = 3\n", (1, 6), "`tool.toolmint` is a table", None),
        ("\n[tool.toolmin]\nout = 'x'\n", (2, 7), "nobody reads `[tool.toolmin]`", "did you mean `[tool.toolmint]`?"),
        ("[toolmint]\nout = 'x'\n", (1, 2), "nobody reads `[toolmint]`", "settings stand at the top of this file"),
        ("[tool.toolmint.source.a]\npath = 'x'\n", (1, 16), "unknown key `source` in `[tool.toolmint]`", "`sources`?"),
    ],
)
def test_wrong_project_files(tmp_path: Path, text: str, place: tuple[int, int], message: str, hint: str | None) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI, "api/odd.yaml": "a: 1\n"})
    finding = caught.value.diagnostic
    assert finding is not None
    assert (finding.code, finding.location.path) == ("PF-01", "toolmint.toml")
    assert (finding.location.line, finding.location.column) == place
    assert message in finding.message
    assert hint is None or hint in (finding.hint or "")


def test_both_project_files(tmp_path: Path) -> None:
    text = "[tool.toolmint]\n"
    with pytest.raises(ConfigError, match=r"there are settings here and in `toolmint.toml`") as caught:
        load(tmp_path, {"toolmint.toml": text, "pyproject.toml": f"\n{text}"})
    finding = caught.value.diagnostic
    assert finding is not None
    assert (finding.location.path, finding.location.line) == ("pyproject.toml", 2)
    assert [(one.location.path, one.location.line) for one in finding.related] == [("toolmint.toml", 1)]


def notices(project: Project) -> list[tuple[str, str, int, int, str]]:
    return [(n.code, n.location.path, n.location.line, n.location.column, n.message) for n in project.notices]


@pytest.mark.parametrize("name", ["toolmin", "Toolmint", "tool-mint", "tool_mint", "toolmints", "tolmint"])
def test_a_table_that_is_nearly_the_settings(tmp_path: Path, name: str) -> None:
    project = load(tmp_path, {"pyproject.toml": f"[tool.ruff]\n[tool.{name}]\nout = 'x'\n", "specs/a.yaml": OPENAPI})
    assert project.out.name == "generated"
    assert notices(project) == [("PF-05", "pyproject.toml", 2, 7, f"nobody reads `[tool.{name}]`")]


@pytest.mark.parametrize("name", ["tooling", "toolbox", "pylint", "mint", "tools", "tombi"])
def test_tables_of_other_tools_are_nobodys_business(tmp_path: Path, name: str) -> None:
    assert notices(load(tmp_path, {"pyproject.toml": f"[tool.{name}]\n", "specs/a.yaml": OPENAPI})) == []


def test_a_misspelt_table_beside_the_right_one(tmp_path: Path) -> None:
    text = "[tool.toolmint]\nout = 'x'\n[tool.toolmin.sources.a]\npath = 'y'\n"
    project = load(tmp_path, {"pyproject.toml": text, "specs/a.yaml": OPENAPI})
    assert project.out.name == "x"
    assert notices(project) == [("PF-05", "pyproject.toml", 3, 7, "nobody reads `[tool.toolmin]`")]


def test_a_misspelt_table_is_the_hint_where_there_is_nothing_to_compile(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, {"pyproject.toml": "[tool.toolmin]\n"})
    assert caught.value.hint == "nobody reads `[tool.toolmin]` in `pyproject.toml`; did you mean `[tool.toolmint]`?"


def test_entries_without_effect(tmp_path: Path) -> None:
    text = """\
targets = ["python", "markdown", "python"]
[sources.a]
path = "api/a.yaml"
include = [
  "tag:a", # "tag:b"
  'tag:b', "tag:a",
]
exclude = ["tag:b"]
"""
    project = load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI})
    assert notices(project) == [
        ("PF-05", "toolmint.toml", 1, 34, "`python` stands twice in `targets`"),
        ("PF-05", "toolmint.toml", 6, 12, "`tag:a` stands twice in `include`"),
        ("PF-05", "toolmint.toml", 6, 3, "`tag:b` stands in `include` and in `exclude`, which wins"),
    ]


def test_patterns_are_found_where_they_are_written(tmp_path: Path) -> None:
    text = """\
[sources.a]
path = "api/a.yaml"
include = ["tag:a", "tag:\\u0062"]
exclude = [
  # "path:/x"
  "path:/x",
]
[sources.b]
path = "api/b.yaml"
exclude = ['path:/x']
"""
    project = load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI, "api/b.yaml": OPENAPI})
    found = [
        {key: (place.path, place.line, place.column, place.width) for key, place in source.pattern_places.items()}
        for source in project.sources
    ]
    assert found == [
        {
            "include/0": ("toolmint.toml", 3, 12, 7),
            "include/1": ("toolmint.toml", 3, 1, 7),
            "exclude/0": ("toolmint.toml", 6, 3, 9),
        },
        {"exclude/0": ("toolmint.toml", 10, 12, 9)},
    ]


@pytest.mark.parametrize(
    ("entry", "message", "hint"),
    [
        ("tga:admin", "found `tga:admin`, wanted a selection pattern, in `exclude`", "did you mean `tag:admin`?"),
        ("deprecated:yes", "`deprecated:yes` gives `deprecated` a value, in `exclude`", "write `deprecated`"),
        ("tag:", "`tag:` says nothing behind `tag:`, in `exclude`", "write `tag:GLOB`, such as `tag:*`"),
    ],
)
def test_malformed_patterns_are_the_project_files(tmp_path: Path, entry: str, message: str, hint: str) -> None:
    text = f"[sources.a]\npath = 'api/a.yaml'\nexclude = [\n  'tag:fine',\n  '{entry}',\n]\n"
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, {"toolmint.toml": text, "api/a.yaml": OPENAPI})
    finding = caught.value.diagnostic
    assert finding is not None
    assert (finding.code, finding.location.path, finding.location.line, finding.location.column) == (
        "SL-02",
        "toolmint.toml",
        5,
        3,
    )
    assert (finding.message, finding.hint) == (message, hint)


def test_the_root_is_the_nearest_project_upwards(tmp_path: Path) -> None:
    lay_out(tmp_path, {"toolmint.toml": "[tool.toolmint]\n", "a/b/x": "", "c/specs/x": "", "d/.git/x": "", "d/e/x": ""})
    assert find_root(tmp_path / "a/b") == tmp_path
    assert find_root(tmp_path / "c") == tmp_path / "c"
    assert find_root(tmp_path / "d/e") == tmp_path / "d/e"


def test_paths(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a.yaml": OPENAPI, "a.overlay.yaml": OVERLAY, "b/c.json": '{"openapi": "3.0.0"}'})
    paths = [Path("a.yaml"), Path("b/c.json")]
    project = project_for_paths(paths, DocumentStore(tmp_path), root=tmp_path, out=Path("build"))
    assert names(project) == ["a", "c"]
    assert project.out == tmp_path / "build"
    assert [overlay.name for overlay in project.sources[0].overlays] == ["a.overlay.yaml"]
    assert project.source_label(project.sources[1]) == "c.json"
    assert not project.whole


@pytest.mark.parametrize(
    ("path", "code"),
    [("missing.yaml", "IN-01"), ("a.overlay.yaml", "IN-04"), ("x.java", "IN-04"), ("n.txt", "IN-04")],
)
def test_wrong_paths(tmp_path: Path, path: str, code: str) -> None:
    lay_out(tmp_path, {"a.overlay.yaml": OVERLAY, "x.java": "", "n.txt": ""})
    with pytest.raises(SourceError) as caught:
        project_for_paths([Path(path)], DocumentStore(tmp_path), root=tmp_path)
    assert caught.value.diagnostic is not None
    assert (caught.value.diagnostic.code, caught.value.diagnostic.location.path) == (code, path)


def test_a_tool_list_that_is_named_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real sources
    file = tmp_path / "list.json"
    file.write_text('{"tools": [{"name": "find", "inputSchema": {"type": "object"}}]}')
    read: list[Path] = []

    def count(path: Path) -> bytes:
        read.append(path)
        return path.read_bytes()

    store = DocumentStore(tmp_path, read=count)
    (source,) = project_for_paths([Path("list.json")], store, root=tmp_path).sources
    assert source.kind == "tool-list"
    assert read == [file]
    catalog = load_source("tool-list").extract(source, store).catalog
    assert catalog is not None
    assert [one.name for one in catalog.contracts] == ["find"]
    assert read == [file]


def opened(folder: Path, *arguments: str) -> Project:
    return open_project(arguments, root=find_root(folder), cwd=folder)[0]


def test_what_is_named(tmp_path: Path) -> None:
    lay_out(tmp_path, {"specs/a.yaml": OPENAPI, "specs/b.yaml": OPENAPI, "c.yaml": OPENAPI, "a": "a file"})
    assert names(opened(tmp_path)) == ["a", "b"]
    assert names(opened(tmp_path, "b")) == ["b"]
    assert not opened(tmp_path, "b").whole
    assert names(opened(tmp_path, "specs/b.yaml", "a")) == ["a", "b"]
    assert not opened(tmp_path, "specs/b.yaml").labelled_by_name
    assert names(opened(tmp_path, "c.yaml")) == ["c"]
    assert opened(tmp_path, "c.yaml").labelled_by_name
    with pytest.raises(UsageError, match="others that were named are"):
        opened(tmp_path, "a", "c.yaml")
    with pytest.raises(UsageError, match="there is no source `d`") as caught:
        opened(tmp_path, "d")
    assert caught.value.hint == "the project's sources: `a`, `b`"


def test_a_path_needs_no_project_that_is_right(tmp_path: Path) -> None:
    lay_out(tmp_path, {"specs/a.yaml": OPENAPI, "specs/a.json": '{"openapi": "3.0.0"}', "c.yaml": OPENAPI})
    assert names(opened(tmp_path, "c.yaml")) == ["c"]
    with pytest.raises(ConfigError):
        opened(tmp_path, "specs/a.yaml")


def test_a_wrong_project_file_is_not_passed_over(tmp_path: Path) -> None:
    lay_out(tmp_path, {"toolmint.toml": "[tool.toolmint]\nouts = 1\n", "c.yaml": OPENAPI})
    with pytest.raises(ToolmintError):
        opened(tmp_path, "c.yaml")


def test_a_package_of_specs_is_read_file_by_file(tmp_path: Path) -> None:
    lay_out(tmp_path, {"specs/__init__.py": "", "specs/shop.py": "", "specs/api.yaml": OPENAPI})
    found = candidates(tmp_path / "specs", DocumentStore(tmp_path))
    assert [(kind, file.name) for kind, file in found] == [("openapi", "api.yaml"), ("python", "shop.py")]
