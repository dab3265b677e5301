"""Spring AI and LangChain4j are read by their own rules; others are refused with a clear word."""

from __future__ import annotations

from typing import Any

from toolmint.ir.contract import ToolContract

from support.java import extract_text, printed

_SPRING = (
    "import org.springframework.ai.tool.annotation.*; import org.springframework.ai.chat.model.ToolContext;"
    " import org.springframework.lang.Nullable; import com.fasterxml.jackson.annotation.*; import java.util.*;\n"
)
_LANGCHAIN = (
    "import dev.langchain4j.agent.tool.*; import dev.langchain4j.model.output.structured.Description;"
    " import com.fasterxml.jackson.annotation.*; import java.util.*;\n"
)


def _only(text: str) -> ToolContract:
    extraction = extract_text({"Tools.java": text})
    assert extraction.diagnostics == ()
    (contract,) = extraction.catalog.contracts
    assert printed(extraction) == []
    return contract


def _schema(contract: ToolContract) -> dict[str, Any]:
    return dict(contract.input_schema)


def test_spring_ai() -> None:
    contract = _only(
        _SPRING + 'class T { @Tool(name = "set_alarm", description = "Set an alarm") void setAlarm('
        '@ToolParam(description = "the time") String time, @ToolParam(required = false) int volume,'
        " @Nullable String tone,"
        " Item item, ToolContext context) {} }"
        " class Item { public String a; @Nullable public String b;"
        ' @ToolParam(required = false, description = "c") public int c;'
        ' @JsonProperty("dd") public int d; }'
    )
    assert (contract.name, contract.prose.verbatim) == ("set_alarm", "Set an alarm")
    assert _schema(contract) == {
        "type": "object",
        "properties": {
            "time": {"type": "string", "description": "the time"},
            "volume": {"type": "integer"},
            "tone": {"type": "string"},
            "item": {
                "type": "object",
                "properties": {
                    "a": {"type": "string"},
                    "b": {"type": "string"},
                    "c": {"type": "integer", "description": "c"},
                    "dd": {"type": "integer"},
                },
                "required": ["a"],
            },
        },
        "required": ["time", "item"],
        "additionalProperties": False,
    }


def test_spring_ai_without_a_description() -> None:
    assert _only(_SPRING + "class T { @Tool void doIt() {} }").prose.verbatim == "doIt"


def test_spring_ai_skips_functions() -> None:
    text = _SPRING + "class T { @Tool java.util.function.Function<String, String> f() { return null; } }"
    (finding,) = extract_text({"T.java": text}).diagnostics
    assert (finding.code, finding.message) == (
        "JV-02",
        "it returns a `Function<String, String>`, and Spring AI skips such methods",
    )


def test_langchain4j() -> None:
    contract = _only(
        _LANGCHAIN + 'class T { @Tool({"Set an alarm.", "At any time."}) void setAlarm(@P("the time") String time,'
        ' @P(value = "v", required = false, name = "vol") int volume, Optional<List<Tone>> tones,'
        " @ToolMemoryId String id,"
        ' @P(value = "d", defaultValue = "3") long d, Item item) {} }'
        ' enum Tone { HIGH, LOW } @Description("An item") record Item(@Description({"the", "id"}) String id,'
        " @JsonProperty(required = false) UUID other, List<Item2> more) {}"
        " class Item2 { private double x; static int Y; }"
    )
    assert contract.prose.verbatim == "Set an alarm.\nAt any time."
    assert _schema(contract) == {
        "type": "object",
        "properties": {
            "time": {"type": "string", "description": "the time"},
            "vol": {"type": "integer", "description": "v"},
            "tones": {"type": "array", "items": {"type": "string", "enum": ["HIGH", "LOW"]}},
            "d": {"type": "integer", "description": "d"},
            "item": {
                "type": "object",
                "properties": {
                    "id": {"type": "string", "description": "the id"},
                    "other": {"type": "string"},
                    "more": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
                    },
                },
                "required": ["id", "more"],
                "description": "An item",
            },
        },
        "required": ["time", "item"],
        "additionalProperties": False,
    }


def test_langchain4j_types_that_are_not_settled() -> None:
    text = _LANGCHAIN + "class T { @Tool void m(Map<String, String> map) {} @Tool void ok() {} }"
    extraction = extract_text({"T.java": text})
    (finding,) = extraction.diagnostics
    assert (finding.code, finding.message) == (
        "JV-03",
        "how LangChain4j describes the type `Map<String, String>` of `map` to a model is not known here",
    )
    assert [one.name for one in extraction.catalog.contracts] == ["ok"]


def test_langchain4j_classes_that_hold_themselves() -> None:
    text = _LANGCHAIN + "class T { @Tool void m(Node start) {} } class Node { List<Node> next; }"
    (finding,) = extract_text({"T.java": text}).diagnostics
    assert finding.message == "how LangChain4j describes `Node`, which holds itself, to a model is not known here"
    assert finding.hint == "leave out the field that leads back, or read the tools from an MCP list"


def test_equal_names_are_told_by_each_framework_s_rules() -> None:
    spring, langchain, agentscope = (
        f"class {name} {{ @{annotation} void a() {{}} }}"
        for name, annotation in (
            ("S", "org.springframework.ai.tool.annotation.Tool"),
            ("L", "dev.langchain4j.agent.tool.Tool"),
            ("A", "io.agentscope.core.tool.Tool"),
        )
    )
    for first, second, told in (
        (agentscope, agentscope.replace("class A", "class B"), "the last one wins"),
        (spring, spring.replace("class S", "class S2"), "who registers both gets an exception"),
        (langchain, langchain.replace("class L", "class L2"), "who registers both gets an exception"),
        (spring, langchain, "a model cannot tell them apart"),
    ):
        extraction = extract_text({"A.java": first, "B.java": second})
        assert [one.code for one in extraction.diagnostics] == ["NM-02", "NM-02"]
        assert all(told in one.message for one in extraction.diagnostics), extraction.diagnostics


def test_others_are_refused() -> None:
    extraction = extract_text(
        {"T.java": "import io.quarkiverse.mcp.server.*; class T { @Tool String m() { return null; } }"}
    )
    (finding,) = extraction.diagnostics
    assert finding.code == "JV-03"
    assert finding.message.startswith("`@Tool` is Quarkus MCP's here (`io.quarkiverse.mcp.server.Tool`)")
    assert [(one.what, one.failed) for one in extraction.catalog.left_out] == [("method `m`", True)]
