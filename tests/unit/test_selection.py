"""Selection: which operations `include` and `exclude` leave, and what is said of a pattern that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolmint.build import build
from toolmint.cli.main import main
from toolmint.config import Project
from toolmint.diagnostics import Severity
from toolmint.documents import DocumentStore
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.selection import Candidate, InvalidPattern, not_selected, parse_pattern
from toolmint.source import Extraction, SourceInput
from toolmint.sources import load_source
from toolmint.sources.openapi.source import SOURCE

PLACE = Location(path="spec.yaml")
FOUND = Candidate(
    method="GET", path="/admin/users/{id}", tool="get_user", operation_id="getUser", tags=("users", "Back office")
)

SPEC = """\
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /users:
    get: {operationId: listUsers, tags: [users], responses: {'204': {description: done}}}
    post: {operationId: addUser, tags: [users, admin], responses: {'204': {description: done}}}
  /users/{id}:
    get:
      operationId: getUser
      tags: [users]
      deprecated: true
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'204': {description: done}}
  /audit/log:
    get: {operationId: readLog, tags: [admin], x-internal: true, responses: {'204': {description: done}}}
    put: {operationId: hidden, x-tool: false, responses: {'204': {description: done}}}
"""


def extract(text: str = SPEC, *, include: Any = (), exclude: Any = ()) -> Extraction:
    store = DocumentStore(Path("/project"), read=lambda _: text.encode())
    source = SourceInput(
        name="spec", kind="openapi", file=Path("spec.yaml"), include=tuple(include), exclude=tuple(exclude)
    )
    return SOURCE.extract(source, store)


def tools(**patterns: Any) -> list[str]:
    extraction = extract(**patterns)
    assert [one for one in extraction.diagnostics if one.severity is not Severity.INFO] == []
    return [one.name for one in extraction.catalog.contracts]


def findings(**patterns: Any) -> list[tuple[str, str, str, str | None]]:
    return [(one.code, one.severity.value, one.message, one.hint) for one in extract(**patterns).diagnostics]


@pytest.mark.parametrize(
    "pattern",
    [
        "tag:users",
        "tag:Back*",
        "path:/admin/*",
        "path:*{id}",
        "path:/admin/users/{??}",
        "method:GET",
        "method:get",
        "operation:getUser",
        "operation:get_user",
        "operation:get*",
        "operation: get_* ",
    ],
)
def test_a_pattern_matches(pattern: str) -> None:
    assert parse_pattern(pattern).matcher()(FOUND)


@pytest.mark.parametrize(
    "pattern",
    [
        "tag:user",
        "tag:Users",
        "tag:back office",
        "path:/admin",
        "path:/admin/users/[{]id}",
        "path:/admin/users/{i.}",
        "method:POST",
        "operation:GETUSER",
        "operation:user",
        "deprecated",
        "x-internal",
    ],
)
def test_a_pattern_does_not_match(pattern: str) -> None:
    assert not parse_pattern(pattern).matcher()(FOUND)


def test_flags_match_what_is_flagged() -> None:
    flagged = Candidate(method="GET", path="/", tool="t", deprecated=True, internal=True)
    assert parse_pattern("deprecated").matcher()(flagged)
    assert parse_pattern("x-internal").matcher()(flagged)


@pytest.mark.parametrize(
    ("pattern", "message", "hint"),
    [
        ("tags:users", "found `tags:users`, wanted a selection pattern", "did you mean `tag:users`?"),
        ("operationId:x", "found `operationId:x`, wanted a selection pattern", "did you mean `operation:x`?"),
        ("internal", "found `internal`, wanted a selection pattern", "did you mean `x-internal`?"),
        (
            "/users",
            "found `/users`, wanted a selection pattern",
            "a pattern is one of `tag:…`, `path:…`, `method:…`, `operation:…`, `deprecated`, `x-internal`",
        ),
        ("tag:", "`tag:` says nothing behind `tag:`", "write `tag:GLOB`, such as `tag:*`"),
        ("method", "`method` says nothing behind `method:`", "write `method:GLOB`, such as `method:*`"),
        ("deprecated:true", "`deprecated:true` gives `deprecated` a value", "write `deprecated`"),
    ],
)
def test_what_is_no_pattern(pattern: str, message: str, hint: str) -> None:
    with pytest.raises(InvalidPattern) as caught:
        parse_pattern(pattern)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_without_patterns_everything_is_selected() -> None:
    assert tools() == ["list_users", "add_user", "get_user", "read_log"]


def test_include_takes_what_any_pattern_matches_in_document_order() -> None:
    assert tools(include=["operation:read_log", "path:/users"]) == ["list_users", "add_user", "read_log"]


def test_exclude_wins() -> None:
    assert tools(include=["tag:users"], exclude=["tag:admin", "deprecated"]) == ["list_users"]
    assert tools(exclude=["x-internal", "method:post"]) == ["list_users", "get_user"]


def test_what_was_left_out_says_why() -> None:
    extraction = extract(include=["tag:users"], exclude=["deprecated"])
    assert [(one.what, one.reason, one.failed) for one in extraction.catalog.left_out] == [
        ("GET /users/{id}", "not selected: `exclude` has `deprecated`", False),
        ("GET /audit/log", "not selected: nothing in `include` matches", False),
        ("PUT /audit/log", "`x-tool: false`", False),
    ]


def test_names_do_not_depend_on_the_selection() -> None:
    twin = SPEC.replace("operationId: addUser", "operationId: list_users")
    everything = [one.name for one in extract(twin).catalog.contracts]
    assert everything[:2] == ["list_users_get", "list_users_post"]
    assert extract(twin, include=["method:get"]).catalog.contracts[0].name == "list_users_get"
    assert [one.name for one in extract(twin, include=["operation:list_users_post"]).catalog.contracts] == [
        "list_users_post"
    ]


def test_what_is_wrong_with_an_operation_that_is_left_out_is_not_told() -> None:
    broken = SPEC.replace("tags: [users, admin],", "tags: [users, admin], requestBody: 3,")
    assert [one.code for one in extract(broken).diagnostics if one.severity is Severity.ERROR] == ["IN-06"]
    left = extract(broken, exclude=["method:POST"])
    assert [one.code for one in left.diagnostics if one.severity is Severity.ERROR] == []
    assert [one.name for one in left.catalog.contracts] == ["list_users", "get_user", "read_log"]


@pytest.mark.parametrize(
    ("patterns", "message", "hint"),
    [
        ({"exclude": ["tag:admins"]}, "`tag:admins` in `exclude` matches no operation", "did you mean `tag:admin`?"),
        (
            {"exclude": ["operation:getUsers"]},
            "`operation:getUsers` in `exclude` matches no operation",
            "did you mean `operation:getUser`, `operation:get_user`, `operation:listUsers`?",
        ),
        (
            {"exclude": ["method:PATCH"]},
            "`method:PATCH` in `exclude` matches no operation",
            "there are `GET`, `POST`, `PUT`",
        ),
        (
            {"include": ["path:/user*", "path:/audits/*"]},
            "`path:/audits/*` in `include` matches no operation",
            None,
        ),
    ],
)
def test_a_pattern_that_matches_nothing_is_a_warning(patterns: Any, message: str, hint: str | None) -> None:
    (finding,) = findings(**patterns)
    assert finding[:3] == ("SL-01", "warning", message)
    if hint is not None:
        assert finding[3] == hint


def test_a_flag_that_nothing_has_is_a_warning_without_a_guess() -> None:
    plain = SPEC.replace("deprecated: true", "deprecated: false")
    (finding,) = extract(plain, exclude=["deprecated"]).diagnostics
    assert (finding.code, finding.message, finding.hint) == (
        "SL-01",
        "`deprecated` in `exclude` matches no operation",
        None,
    )


def test_a_pattern_that_matches_only_what_is_left_out_otherwise_is_no_typo() -> None:
    assert tools(include=["operation:hidden", "tag:users"]) == ["list_users", "add_user", "get_user"]
    assert tools(include=["tag:users"], exclude=["tag:users", "x-internal"][1:]) == [
        "list_users",
        "add_user",
        "get_user",
    ]


def test_nothing_slips_through_a_malformed_pattern() -> None:
    extraction = extract(exclude=["tga:admin"])
    (finding,) = [one for one in extraction.diagnostics if one.severity is Severity.ERROR]
    assert (finding.code, finding.message) == ("SL-02", "found `tga:admin`, wanted a selection pattern, in `exclude`")
    assert finding.hint == "did you mean `tag:admin`?"
    assert extraction.catalog.contracts == ()


def test_a_selection_of_nothing_is_told() -> None:
    extraction = extract(exclude=["path:*"])
    assert [(one.code, one.message) for one in extraction.diagnostics] == [
        ("IN-17", "`include` and `exclude` select nothing, so nothing becomes a tool")
    ]


def test_reasons_go_with_candidates() -> None:
    frame = Frame()
    other = Candidate(method="POST", path="/x", tool="x")
    source = SourceInput(name="x", kind="openapi", file=Path("x.yaml"), include=("method:GET",))
    assert not_selected(source, [FOUND, other], PLACE, frame) == [
        None,
        "not selected: nothing in `include` matches",
    ]
    assert frame.diagnostics == []


# Large sets


def many(count: int) -> str:
    paths = "".join(
        f"  /p{n}: {{get: {{operationId: op{n}, responses: {{'204': {{description: d}}}}}}}}\n" for n in range(count)
    )
    return f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}"


def test_more_than_forty_tools_get_a_note_that_names_the_remedy() -> None:
    assert extract(many(40)).diagnostics == ()
    (note,) = extract(many(41)).diagnostics
    assert (note.code, note.severity.value) == ("IN-18", "info")
    assert note.message == "41 tools; up to 40 a model chooses well"
    assert "`include`" in (note.hint or "")


def test_a_selection_counts_for_the_note() -> None:
    assert extract(many(60), include=["operation:op1*"]).diagnostics == ()


# From the project file to the summary


def test_the_summary_of_a_build_knows_what_was_left_out() -> None:
    source = SourceInput(name="spec", kind="openapi", file=Path("spec.yaml"), exclude=("tag:admin",))
    project = Project(root=Path("/project"), out=Path("/project/generated"), sources=(source,))
    store = DocumentStore(Path("/project"), read=lambda _: SPEC.encode())
    (summary,) = build(project, targets=["contract"], store=store).sources
    assert summary.tools == 2
    assert [one.what for one in summary.left_out] == ["POST /users", "GET /audit/log", "PUT /audit/log"]


def test_generate_counts_what_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    settings = '[sources.spec]\npath = "spec.yaml"\ninclude = ["tag:users"]\nexclude = ["deprecated"]\n'
    (tmp_path / "toolmint.toml").write_text(settings, encoding="utf-8")
    code = main(["generate", "--project", str(tmp_path), "--target", "contract"])
    assert code == 0
    assert "left out 3 operations" in capsys.readouterr().err


def test_a_pattern_that_matches_nothing_is_reported_where_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    settings = '[sources.spec]\npath = "spec.yaml"\ninclude = ["tag:users", "tag:admins"]\n'
    (tmp_path / "toolmint.toml").write_text(settings, encoding="utf-8")
    code = main(["generate", "--project", str(tmp_path), "--target", "contract"])
    first = capsys.readouterr().out.splitlines()[0]
    assert code == 0
    assert first.endswith("toolmint.toml:3:25: warning[SL-01] `tag:admins` in `include` matches no operation")


LIST = '{"tools": [{"name": "get_a", "inputSchema": {}}, {"name": "b.c", "inputSchema": {"type": "object"}}]}'
JAVA = """
import io.agentscope.core.tool.Tool;
class T {
    @Tool(name = "get_a", description = "A.") public String a() { return ""; }
    @Deprecated @Tool(name = "b.c", description = "B.") public String b() { return ""; }
}
"""
PYTHON = """
from toolmint.annotations import tool
@tool
def get_a(): ...
@tool(name="b.c")
def b(): ...
"""
OTHERS = [("tool-list", "tools.json", LIST), ("java", "T.java", JAVA), ("python", "t.py", PYTHON)]


def extract_other(kind: str, file: str, text: str, **patterns: tuple[str, ...]) -> Extraction:
    store = DocumentStore(Path("/project"), read=lambda path: _only(path, file, text))
    source = SourceInput(name="spec", kind=kind, file=Path(file), **patterns)
    return load_source(kind).extract(source, store)


def _only(path: Path, file: str, text: str) -> bytes:
    if path.name != file:
        raise FileNotFoundError(2, "No such file or directory", str(path))
    return text.encode()


@pytest.mark.parametrize(("kind", "file", "text"), OTHERS, ids=[kind for kind, _, _ in OTHERS])
@pytest.mark.parametrize(
    ("patterns", "kept"),
    [
        ({"include": ("tool:get_*",)}, ["get_a"]),
        ({"include": ("get_a",)}, ["get_a"]),
        ({"exclude": ("tool:b.c",)}, ["get_a"]),
        ({"exclude": ("b_c",)}, ["get_a"]),
        ({"include": ("*",), "exclude": ("tool:get_a",)}, ["b_c"]),
    ],
)
def test_tools_of_every_other_kind_are_selected_by_name(
    kind: str, file: str, text: str, patterns: Any, kept: list[str]
) -> None:
    extraction = extract_other(kind, file, text, **patterns)
    assert [one.name for one in extraction.catalog.contracts] == kept
    assert [one.failed for one in extraction.catalog.left_out] == [False]


@pytest.mark.parametrize(("kind", "file", "text"), OTHERS, ids=[kind for kind, _, _ in OTHERS])
def test_patterns_of_every_other_kind_are_judged(kind: str, file: str, text: str) -> None:
    (missed,) = [
        one for one in extract_other(kind, file, text, exclude=("tool:gte_a",)).diagnostics if one.code == "SL-01"
    ]
    assert (missed.message, missed.hint) == ("`tool:gte_a` in `exclude` matches no tool", "did you mean `tool:get_a`?")
    extraction = extract_other(kind, file, text, include=("tag:x",))
    assert [one.code for one in extraction.diagnostics if one.code.startswith("SL")] == ["SL-02"]
    assert extraction.catalog.contracts == ()
