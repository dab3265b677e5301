"""Java sources: names across files, what is left out, and one clear finding for what cannot be read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.source import Extraction

from support.java import IMPORTS, extract_java, extract_text, listed, printed, store_of

_REFERENCE = Path(__file__).parent / "reference"


def _findings(extraction: Extraction) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in extraction.diagnostics]


def _names(extraction: Extraction) -> list[str]:
    return [one.name for one in extraction.catalog.contracts]


def test_annotations_are_told_apart_by_their_imports() -> None:
    body = 'class X {{ @Tool public String a(@ToolParam(name="v") String v) {{ return ""; }} }}'
    agentscope = "import io.agentscope.core.tool.Tool; import io.agentscope.core.tool.ToolParam;\n"
    for imports, found in (
        (agentscope, ["a"]),
        ("import io.agentscope.core.tool.*;\n", ["a"]),
        ("import org.apache.flink.agents.api.annotation.*;\n", []),
        ("import com.acme.Tool; import com.acme.ToolParam;\n", []),
        ("", []),
    ):
        assert _names(extract_text({"X.java": imports + body.format()})) == found
    full = 'class X { @io.agentscope.core.tool.Tool(name = "q") void a() {} }'
    assert _names(extract_text({"X.java": full})) == ["q"]
    own = "package io.agentscope.core.tool; class X { @Tool void a() {} }"
    assert _names(extract_text({"X.java": own})) == ["a"]


def test_a_type_of_ones_own_comes_before_an_import_on_demand() -> None:
    extraction = extract_text(
        {
            "X.java": "package p;" + IMPORTS + 'class X { @Tool void a(@ToolParam(name="l") List l) {} }',
            "List.java": "package p; public class List { public int own; }",
        }
    )
    properties = listed(extraction)["a"]["parameters"]["properties"]
    assert properties["l"] == {"type": "object", "properties": {"own": {"type": "integer"}}}


def test_constants_of_other_files() -> None:
    extraction = extract_text(
        {
            "Tools.java": "package a;"
            + IMPORTS
            + "import static b.Words.*; import b.Words.Deep;"
            + "class Tools { @Tool(name = NAME, description = Deep.TEXT + b.Words.N) void m() {} }",
            "Words.java": 'package b; public interface Words { String NAME = "n" + 1; int N = 2 * 3;'
            " class Deep { static final String TEXT = \"深\" + 'x' + N; } }",
        }
    )
    assert listed(extraction)["n1"]["description"] == "深x66"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ('"a" + 1 + 2', "a12"),
        ('1 + 2 + "a"', "3a"),
        ("\"\" + 'a' + 1", "a1"),
        ("\"\" + ('a' + 1)", "98"),
        ('"" + 7 / 2 + -7 % 3', "3-1"),
        ('"" + 1.0f + 1e10 + 0.1', "1.01.0E100.1"),
        ('"" + (char) 66 + (byte) 200', "B-56"),
        ('true ? "x" : "y"', "x"),
        ('(1 > 2) + ""', "false"),
        ('"" + 0xFF + 0b11 + 017 + 1_000L', "2553151000"),
        ('"" + (Integer.MAX_VALUE + 1)', "-2147483648"),
        ('"" + (1 << 33) + (-1 >>> 28)', "215"),
        (r'"\u4f60\t\101\"\\"', '你\tA"\\'),
        (r'"\ud83d\ude00"', "😀"),
        (r'"\uuud83d\uude00"', "😀"),
        (r'"\uuu0041\\u0041"', r"A\u0041"),
        (r'"\u005cn|\u005c\u005c"', "\n|\\"),
        (r"\u0022quoted\u0022", "quoted"),
        ('"" + (true ? 1 : 2.0) + (false ? 1L : 2)', "1.02"),
        ("\"\" + (true ? 98 : 'a') + (true ? 'a' : 0) + (true ? 70000 : 'a')", "ba70000"),
        ('"" + (true ? (byte) 1 : (short) 2) + (true ? "x" : Missing.X)', "1x"),
        ('"" + (double) 0.1f + (0.1f + 0.2f)', "0.100000001490116120.3"),
    ],
)
def test_constant_expressions(expression: str, value: str) -> None:
    extraction = extract_text(f"class X {{ @Tool(description = {expression}) void m() {{}} }}")
    assert listed(extraction)["m"]["description"] == value


def test_a_text_block() -> None:
    text = '''class X { @Tool(description = """
        计算退款金额。\\
        one line
          indented, trailing blanks go   
        "quoted" \\"""three\\""" \\s
        """) void m() {} }'''  # noqa: W291
    described = listed(extract_text(text))["m"]["description"]
    assert described == '计算退款金额。one line\n  indented, trailing blanks go\n"quoted" """three"""  \n'


def test_what_cannot_be_derived_is_listed() -> None:
    extraction = extract_text(
        "class A implements AgentTool { } class B extends ToolBase { } abstract class C { @Tool void c() {} }"
        " interface D { @Tool void d(); }"
        " class E { @Tool void e() {} void f(Toolkit t) { t.registerSchema(null); } }"
    )
    assert _names(extraction) == ["e"]
    assert [(one.what, one.failed) for one in extraction.catalog.left_out] == [
        ("class `A`", False),
        ("class `B`", False),
        ("method `C.c`", False),
        ("method `D.d`", False),
        ("call of `registerSchema`", False),
    ]


def test_tools_in_anonymous_and_local_classes() -> None:
    extraction = extract_text(
        "class A { Object make() { class L { @Tool void local() {} }"
        " return new Object() { @Tool void anonymous() {} }; } }"
    )
    assert sorted(_names(extraction)) == ["anonymous", "local"]


@pytest.mark.parametrize(
    "text",
    [
        "class A { Object made = new Object() { @Tool void m() {} }; }",
        "class A { static Object made = wrap(() -> new Object() { @Tool void m() {} }); }",
        "interface A { Object MADE = new Object() { @Tool void m() {} }; }",
        "enum A { ONE { @Tool void m() {} }; }",
        "enum A { ONE(new Object() { @Tool void m() {} }); A(Object o) {} }",
        "class A { void f() { record R(int a) { @Tool void m() {} } } }",
        "class A { void f() { enum E { X; @Tool void m() {} } } }",
        "class A { Object made = new Object() { @io.agentscope.core.tool.Tool void m() {} }; }",
        "class A { { new Object() { @Tool void m() {} }; } }",
    ],
)
def test_tools_in_classes_wherever_code_makes_them(text: str) -> None:
    assert _names(extract_text(text)) == ["m"]


def test_escapes_outside_of_literals_keep_their_places() -> None:
    text = (
        "/* 工具 */ class X {\n"
        '  @Tool(name = \\u0022first\\u0022, description = "One.") void \\u0061() {}\n'
        '  @Tool(name = "second") void b(@ToolParam(name = "p") Missing p) {}\n}\n'
    )
    store = store_of({"T.java": IMPORTS + text})
    extraction = extract_text({"T.java": IMPORTS + text}, store)
    assert _names(extraction) == ["first"]
    (finding,) = extraction.diagnostics
    place = store.locate(finding.location)
    line = (IMPORTS + text).splitlines()[place.line - 1]
    assert line[place.column - 1 :].startswith("@ToolParam"), (place, line)


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ('@Tool void m(@ToolParam(name="s") AgentState s) {}', "with `@ToolParam`"),
        ("@Tool(stateInjected=true) void m(AgentState s, AgentState t) {}", "2 parameters"),
        ("@Tool(stateInjected=true) void m() {}", "without an `AgentState`"),
        ("@Tool void m(AgentState s) {}", "`stateInjected` is not true"),
        ('@Tool(name="  ") void m() {}', "blank"),
        ('@Tool void m(@ToolParam(description="d") String s) {}', "no `name`"),
    ],
)
def test_what_agentscope_throws_on(method: str, message: str) -> None:
    extraction = extract_text(
        f"import io.agentscope.core.state.AgentState; class X {{ {method} @Tool void ok() {{}} }}"
    )
    errors = [one for one in extraction.diagnostics if one.severity is Severity.ERROR]
    assert any(one.code == "JV-02" and message in one.message for one in errors)
    assert [one["function"]["name"] for one in printed(extraction)] == ["ok"]


def test_equal_names_are_errors_and_still_listed() -> None:
    extraction = extract_text(
        'class X { @Tool void a(@ToolParam(name="p") int p) {} @Tool void a() {} @Tool void b() {} }'
        ' class Y { @Tool(name="b") void other() {} }'
    )
    assert _names(extraction) == []
    assert [code for code, _ in _findings(extraction)] == ["NM-02"] * 4
    assert [one["function"]["name"] for one in printed(extraction)] == ["a", "a", "b", "b"]


def test_equal_parameter_names() -> None:
    extraction = extract_text('class X { @Tool void a(@ToolParam(name="p") int x, @ToolParam(name="p") String y) {} }')
    assert [code for code, _ in _findings(extraction)] == ["JV-04"]
    parameters = printed(extraction)[0]["function"]["parameters"]
    assert parameters == {"type": "object", "properties": {"p": {"type": "string"}}, "required": ["p", "p"]}


def test_names_that_not_every_provider_takes() -> None:
    extraction = extract_text(
        'class X { @Tool(name="a b") void m(@ToolParam(name="订单") String x, @ToolParam(name="a-b") int y) {} }'
    )
    (contract,) = extraction.catalog.contracts
    assert contract.name == "a_b"
    assert list(contract.input_schema["properties"]) == ["key_3d5436", "a_b"]  # type: ignore[call-overload]
    assert [code for code, _ in _findings(extraction)] == ["NM-01", "NM-05", "NM-05"]
    assert list(listed(extraction)["a b"]["parameters"]["properties"]) == ["订单", "a-b"]


def test_an_unknown_class_fails_only_the_tools_that_need_its_schema() -> None:
    extraction = extract_text(
        'class X { @Tool com.lib.Out a(com.lib.Ctx hidden, @ToolParam(name="m") Map<String, com.lib.V> m) { }'
        ' @Tool void b(@ToolParam(name="v") com.lib.V v) {} @Tool void c(@ToolParam(name="e") E e) {}'
        " static class E extends com.lib.Base {} @Tool(name=com.lib.K.N) void d() {} @Tool(name=MISSING) void e() {} }"
    )
    assert _names(extraction) == ["a"]
    assert _findings(extraction) == [
        ("JV-01", "the schema of `v` needs `com.lib.V`, which neither the source nor the JDK declares"),
        ("JV-01", "the schema of `e` needs `com.lib.Base`, which neither the source nor the JDK declares"),
        ("JV-01", "`com.lib.K`, which declares `N`, is not in the source"),
        ("JV-01", "`MISSING` is declared nowhere in the source"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "class X { static final String A = B, B = A; @Tool(name=A) void m() {} @Tool void ok() {} }",
        'class X extends Y { @Tool void ok(@ToolParam(name="y") Y y) {} } class Y extends X { public int z; }',
        'class X { @Tool void m(@ToolParam(name="a") A<X> a) {} @Tool void ok() {} class A<T> { public A<A<T>> x; } }',
        "class X { @Tool(name=" + "(" * 600 + '"a"' + ")" * 600 + ") void m() {} @Tool void ok() {} }",
    ],
    ids=["constants", "classes", "type arguments", "parentheses"],
)
def test_what_has_no_end(text: str) -> None:
    extraction = extract_text(text)
    assert _names(extraction) == ["ok"]
    assert len(extraction.diagnostics) <= 1


def test_a_syntax_error_costs_one_finding_and_what_it_touches() -> None:
    extraction = extract_text(
        {
            "A.java": IMPORTS
            + "class A {\n  @Tool void a() {}\n  @Tool(name = ) void b() {}\n  @Tool void c() { int x = ; }\n}\n",
            "B.java": IMPORTS + "class B { @Tool void d() {} }",
        }
    )
    assert {"a", "c", "d"} >= set(_names(extraction)) >= {"a", "d"}
    (syntax,) = [one for one in extraction.diagnostics if "syntax error:" in one.message]
    assert syntax.code == "IN-01"


def test_places_are_lines_and_columns() -> None:
    head = 'class X {\n  @Tool(description = "说明",\n        readOnly = true)\n'
    text = head + '  void m(@ToolParam(name = "a") byte b) {}\n}'
    store = store_of({"Tools.java": IMPORTS + text})
    (contract,) = extract_text({"Tools.java": IMPORTS + text}, store).catalog.contracts
    places = {key: store.locate(place) for key, place in contract.places.items()}
    assert [(key, one.line, one.column) for key, one in places.items()] == [
        ("annotation", 3, 3),
        ("description", 3, 23),
        ("readOnly", 4, 20),
        ("argument/a", 5, 10),
    ]
    word = store.locate(contract.places["description"].of_text("明"))
    assert (word.line, word.column, word.width) == (3, 25, 1)
    assert store.source_line(places["argument/a"].path, 5) == '  void m(@ToolParam(name = "a") byte b) {}'


def test_a_file_that_is_no_utf_8() -> None:
    extraction = extract_text(
        {"A.java": "class A { // 你".encode("gbk"), "B.java": IMPORTS + "class B { @Tool void ok() {} }"}
    )
    assert _names(extraction) == ["ok"]
    assert [code for code, _ in _findings(extraction)] == ["IN-01"]


def test_a_file_of_fifty_thousand_lines() -> None:
    methods = "".join(f"  @Tool void m{i}() {{\n" + "    int x = 1;\n" * 48 + "  }\n" for i in range(1_000))
    extraction = extract_text(
        {"Huge.java": f"{IMPORTS}class Huge {{\n{methods}}}\n", "B.java": IMPORTS + "class B { @Tool void ok() {} }"}
    )
    assert len(_names(extraction)) == 1_001
    assert _findings(extraction) == [
        ("IN-03", "the file has 50,004 lines; one that is written by hand has no more than 20,000")
    ]


def test_what_maven_and_gradle_write_is_not_read(tmp_path: Path) -> None:
    for name in ("pom.xml", "src/main/java/A.java", "target/generated/A.java", "src/main/java/target/B.java"):
        file = tmp_path / "app" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        name = file.stem.lower()
        file.write_text(f"{IMPORTS}class {file.stem} {{ @Tool void {name}() {{}} }}" if file.suffix == ".java" else "")
    extraction = extract_java(tmp_path / "app")
    assert sorted(_names(extraction)) == ["a", "b"]
    assert _findings(extraction) == []


def test_a_field_without_a_name_is_none() -> None:
    extraction = extract_text(
        'import lombok.*; class X { @Tool void m(@ToolParam(name="d") D d) {}'
        " @Data static class D { private int ; int a; } }"
    )
    assert "IN-01" in [code for code, _ in _findings(extraction)]


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_file_never_stops_the_reading(seed: int) -> None:
    chance = random.Random(seed)
    pieces = ["{", "}", "(", ")", "@", '"', '"""', "<", ">", ";", "class", "@Tool", "\\u00", "é漢", " extends T1 "]
    for file in sorted(_REFERENCE.rglob("*.java")):
        lines = [line for line in file.read_text().split("\n") if chance.random() > 0.08]
        text = "\n".join(lines) or "class X {}"
        at = chance.randrange(len(text))
        for damaged in (text, text[:at] + text[at + 20 :], text[:at] + chance.choice(pieces) + text[at:]):
            extraction = extract_text({"T.java": damaged})
            printed(extraction)
            assert sum("syntax error:" in one.message for one in extraction.diagnostics) <= 1


def test_bindings_say_what_is_called() -> None:
    extraction = extract_text(
        "import io.agentscope.core.agent.RuntimeContext; class X { static class In {"
        ' @Tool(externalTool=true) void m(RuntimeContext c, @ToolParam(name="l") List<String> l) {} } }'
    )
    (contract,) = extraction.catalog.contracts
    binding = contract.binding
    assert isinstance(binding, JavaBinding)
    assert (binding.call, binding.external) == ("X$In.m", True)
    assert [(one.java_name, one.type, one.argument) for one in binding.parameters] == [
        ("c", "RuntimeContext", None),
        ("l", "List<String>", "l"),
    ]


def test_suppressions_need_a_code_and_a_reason() -> None:
    extraction = extract_text(
        '@SuppressWarnings({"unchecked", "toolmint:FS-02 the name says it"}) class X {'
        ' @SuppressWarnings("toolmint:CL-05 short") @Tool void a() {}'
        ' @SuppressWarnings("toolmint:CL-05") @Tool void b() {} }'
    )
    ignored = {one.name: dict(one.ignore) for one in extraction.catalog.contracts}
    assert ignored == {"a": {"FS-02": "the name says it", "CL-05": "short"}, "b": {"FS-02": "the name says it"}}
    assert _findings(extraction) == [("JV-05", "`toolmint:CL-05` lets nothing pass without a code and a reason")]
