"""The files that providers and people get, judged by rules written down here and not by the compiler's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from toolmint.diagnostics import Diagnostic
from toolmint.errors import UsageError
from toolmint.ir.binding import ArgumentValue, ContextReference, HttpBinding, HttpParameter
from toolmint.ir.codec import catalog_from_json
from toolmint.ir.contract import (
    ArgumentReference,
    Catalog,
    ContextValue,
    Definitions,
    Prose,
    ToolAnnotations,
    ToolContract,
)
from toolmint.location import Location
from toolmint.profiles import PROFILES
from toolmint.rendering import Renderer
from toolmint.target import TargetInput
from toolmint.targets import DEFAULT_TARGETS, TARGETS, load_target
from toolmint.text import visible

PLACE = Location(path="specs/orders.yaml")
RENDERER = Renderer()
LISTS = ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mcp")
PRINTED = ("contract", "markdown", *LISTS)
META = {"$schema": "https://json-schema.org/draft/2020-12/schema"}

Schema = dict[str, Any]

DEFINITIONS: Schema = {
    "Money": {
        "type": "object",
        "properties": {"amount": {"type": "number", "exclusiveMinimum": 0}, "currency": {"type": "string"}},
        "required": ["amount"],
        "x-was": ["Price"],
    },
    "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "tags": {"type": "array"}}},
    "Cat": {"allOf": [{"$ref": "#/$defs/Pet"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]},
    "Pet": {"type": "object", "properties": {"kind": {"type": "string", "const": "cat"}}, "required": ["kind"]},
}
SEARCH: Schema = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "description": "What to look for.", "x-wire-name": "q"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 20, "description": "How many."},
        "state": {"type": ["string", "null"], "enum": ["open", "paid", None]},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        "price": {"$ref": "#/$defs/Money", "description": "At most this."},
        "node": {"$ref": "#/$defs/Node"},
        "pet": {"oneOf": [{"$ref": "#/$defs/Cat"}], "discriminator": {"propertyName": "kind", "mapping": {"c": "Cat"}}},
        "anything": True,
        "labels": {"type": "object", "patternProperties": {"^x": {"type": "string"}}, "additionalProperties": False},
        "odd": {"type": "integer", "not": {"multipleOf": 2}},
    },
    "required": ["query"],
    "additionalProperties": False,
}
STRICT: Schema = {
    "type": "object",
    "properties": {"order_id": {"type": "string", "description": "The order."}},
    "required": ["order_id"],
    "additionalProperties": False,
}
EMPTY: Schema = {"type": "object", "properties": {}, "additionalProperties": False}


def tool(name: str, schema: Schema, **more: Any) -> ToolContract:
    more.setdefault("prose", Prose(verbatim=f"Text of {name}."))
    more.setdefault("binding", HttpBinding(method="GET", path=f"/{name}"))
    return ToolContract(name=name, input_schema=schema, origin=PLACE, **more)


def refund() -> ToolContract:
    return tool(
        "calculate_refund",
        STRICT,
        title="Calculate refund",
        prose=Prose(
            does=(("Calculate the refundable amount for an existing order.",),),
            when=(("the user asks how much money can be refunded",),),
            requires=((ArgumentReference(path=("order_id",)), " is known"),),
            never=(("submit, approve, cancel or modify a refund request",),),
        ),
        binding=HttpBinding(
            method="GET",
            path="/orders/{order_id}/refund",
            parameters=(
                HttpParameter(name="order_id", location="path", value=ArgumentValue(argument="order_id")),
                HttpParameter(name="X-Tenant", location="header", value=ContextReference(key="tenant.secret_key")),
            ),
        ),
        context=(ContextValue(key="tenant.secret_key", name="X-Tenant", schema={"type": "string"}, origin=PLACE),),
        annotations=ToolAnnotations(read_only=True, destructive=False, idempotent=True, open_world=False),
        output_schema={"$ref": "#/$defs/Money"},
        examples=({"order_id": "A10086"},),
        was=("refund_amount",),
    )


def catalog(*contracts: ToolContract) -> Catalog:
    return Catalog(
        name="orders",
        title="Orders API",
        version="1.2",
        contracts=contracts or (refund(), tool("search", SEARCH, output_schema={"type": "array"}), tool("ping", EMPTY)),
        origin=PLACE,
        definitions=Definitions(input=DEFINITIONS, output=DEFINITIONS),
    )


def render(target: str, subject: Catalog | None = None, source: str = "specs/orders.yaml") -> str:
    request = TargetInput(catalog=subject or catalog(), source_label=source, renderer=RENDERER)
    printed = load_target(target).render(request)
    ((path, content),) = printed.files.items()
    assert path == {"contract": "contract.json", "markdown": "tools.md"}.get(target, f"{target}.json")
    return content.decode("utf-8")


def findings(target: str, subject: Catalog) -> tuple[Diagnostic, ...]:
    request = TargetInput(catalog=subject, source_label="x", renderer=RENDERER)
    return load_target(target).render(request).diagnostics


def entries(target: str, subject: Catalog | None = None) -> list[tuple[str, str, Schema | None]]:
    """Take a list apart: name, description, input schema of each tool, by the provider's own shape."""
    value = json.loads(render(target, subject))
    match target:
        case "openai":
            assert all(set(one) == {"type", "function"} and one["type"] == "function" for one in value)
            functions = [one["function"] for one in value]
            return [(one["name"], one["description"], one["parameters"]) for one in functions]
        case "openai-responses":
            assert all(set(one) == {"type", "name", "description", "parameters", "strict"} for one in value)
            assert all(one["type"] == "function" and isinstance(one["strict"], bool) for one in value)
            return [(one["name"], one["description"], one["parameters"]) for one in value]
        case "anthropic":
            return [(one["name"], one["description"], one["input_schema"]) for one in value]
        case "gemini":
            assert [set(one) for one in value] == [{"functionDeclarations"}]
            declared = value[0]["functionDeclarations"]
            return [(one["name"], one["description"], one.get("parametersJsonSchema")) for one in declared]
        case "bedrock":
            assert set(value) == {"tools"}
            specs = [one["toolSpec"] for one in value["tools"]]
            return [(one["name"], one["description"], one["inputSchema"]["json"]) for one in specs]
        case _:
            assert set(value) == {"tools"}
            return [(one["name"], one["description"], one["inputSchema"]) for one in value["tools"]]


def nodes(schema: Any) -> Iterator[Schema]:
    """Yield every subschema; written apart from the compiler's own walker."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            for child in value.values():
                yield from nodes(child)
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for child in value:
                yield from nodes(child)
        elif keyword in ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"):
            yield from nodes(value)


GEMINI_KEYWORDS = {"$defs", "$ref", "type", "format", "title", "description", "enum", "items", "prefixItems"} | {
    *("minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required")
}


def check_floor(dialect: str, subject: Catalog) -> None:
    """Hold a list to what dialects.md says of the dialect, tables 0 to 2."""
    listed = entries(dialect, subject)
    assert [name for name, _, _ in listed] == [contract.name for contract in subject.contracts]
    for name, text, schema in listed:
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", name)
        assert text
        if schema is None:
            assert dialect == "gemini"
            continue
        jsonschema_rs.meta.validate(META | schema)
        assert schema["type"] == "object"
        assert {"oneOf", "anyOf", "allOf", "enum", "not", "$ref"}.isdisjoint(schema)
        reachable = set(re.findall(r'"\$ref": "#/\$defs/([^"]+)"', json.dumps(schema)))
        assert reachable == set(schema.get("$defs", {}))
        for node in nodes(schema):
            assert not any(keyword.startswith("x-") for keyword in node)
            assert "discriminator" not in node
            types = [node["type"]] if isinstance(node.get("type"), str) else node.get("type", [])
            if "array" in types:
                assert isinstance(node.get("items"), dict)
            for key, child in node.get("properties", {}).items():
                assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", key)
                assert isinstance(child, dict)
            if dialect == "gemini":
                assert set(node) <= GEMINI_KEYWORDS
                assert "$ref" not in node or set(node) == {"$ref"}
                assert all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in node.get("enum", []))
        if dialect.startswith("openai"):
            assert "properties" in schema


@pytest.mark.parametrize("dialect", LISTS)
def test_lists_keep_to_the_floor_of_their_dialect(dialect: str) -> None:
    check_floor(dialect, catalog())


def test_openai() -> None:
    value = json.loads(render("openai"))
    assert value[0] == {
        "type": "function",
        "function": {
            "name": "calculate_refund",
            "description": (
                "Calculate the refundable amount for an existing order.\n"
                "Use this tool only when the user asks how much money can be refunded.\n"
                "Before calling: `order_id` is known.\n"
                "This tool does not submit, approve, cancel or modify a refund request."
            ),
            "parameters": STRICT,
            "strict": True,
        },
    }
    assert "strict" not in value[1]["function"]
    assert value[2]["function"]["parameters"] == EMPTY | {"required": []}


def test_openai_responses_states_strict() -> None:
    value = json.loads(render("openai-responses"))
    assert [(one["name"], one["strict"]) for one in value] == [
        ("calculate_refund", True),
        ("search", False),
        ("ping", True),
    ]
    assert list(value[0]) == ["type", "name", "description", "parameters", "strict"]


def test_anthropic() -> None:
    value = json.loads(render("anthropic"))
    assert [sorted(one) for one in value] == [
        ["description", "input_examples", "input_schema", "name"],
        ["description", "input_schema", "name"],
        ["description", "input_schema", "name"],
    ]
    assert value[0]["input_examples"] == [{"order_id": "A10086"}]
    assert value[2]["input_schema"] == {"type": "object", "additionalProperties": False}
    asked = json.loads(render("anthropic", catalog(replace(refund(), strict=True))))
    assert asked[0]["strict"] is True


def test_examples_validate_against_what_is_sent() -> None:
    for one in json.loads(render("anthropic")):
        for given_arguments in one.get("input_examples", []):
            jsonschema_rs.validate(one["input_schema"], given_arguments)


def test_gemini() -> None:
    (refund_tool, search, ping) = json.loads(render("gemini"))[0]["functionDeclarations"]
    assert refund_tool["parametersJsonSchema"] == STRICT
    assert set(ping) == {"name", "description"}
    properties = search["parametersJsonSchema"]["properties"]
    assert properties["query"] == {"type": "string", "description": "What to look for. (at least 1 character)"}
    assert properties["limit"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 50,
        "description": "How many. (default 20)",
    }
    assert properties["state"] == {"anyOf": [{"type": "string", "enum": ["open", "paid"]}, {"type": "null"}]}
    assert properties["price"] == {"anyOf": [{"$ref": "#/$defs/Money"}], "description": "At most this."}
    assert properties["pet"] == {
        "anyOf": [{"$ref": "#/$defs/Cat"}],
        "description": '`kind` selects the variant: "c" for Cat',
    }
    assert properties["labels"]["additionalProperties"] == {"type": "string"}
    assert search["parametersJsonSchema"]["$defs"]["Cat"]["properties"] == {
        "kind": {"type": "string", "enum": ["cat"]},
        "lives": {"type": "integer"},
    }
    assert {(one.code, one.severity.value) for one in findings("gemini", catalog())} == {
        ("PT-01", "info"),
        ("PT-01", "warning"),
    }
    lost = [one.message for one in findings("gemini", catalog()) if one.severity.value == "warning"]
    assert lost == ["gemini takes no `not`: it is lost at `/properties/odd` of `search`"]


def test_bedrock() -> None:
    value = json.loads(render("bedrock"))
    assert set(value["tools"][0]["toolSpec"]) == {"name", "description", "inputSchema"}
    assert value["tools"][2]["toolSpec"]["inputSchema"] == {"json": EMPTY}
    asked = json.loads(render("bedrock", catalog(replace(refund(), strict=True))))
    assert asked["tools"][0]["toolSpec"]["strict"] is True


def test_mcp() -> None:
    (refund_tool, search, ping) = json.loads(render("mcp"))["tools"]
    assert list(refund_tool) == ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]
    assert refund_tool["title"] == "Calculate refund"
    assert refund_tool["annotations"] == {
        "title": "Calculate refund",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    assert refund_tool["outputSchema"] == {
        "type": "object",
        "properties": DEFINITIONS["Money"]["properties"],
        "required": ["amount"],
    }
    assert search["outputSchema"] == {
        "type": "object",
        "properties": {"result": {"type": "array", "items": {}}},
        "required": ["result"],
        "additionalProperties": False,
    }
    # What the source does not state is not stated.
    assert set(ping) == {"name", "description", "inputSchema"}
    assert ping["inputSchema"] == {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize(
    "output", [{"$ref": "#/$defs/Node"}, {"type": "string"}, True, {"anyOf": [{"$ref": "#/$defs/Money"}]}]
)
def test_mcp_results_are_objects(output: Any) -> None:
    (written,) = json.loads(render("mcp", catalog(tool("one", EMPTY, output_schema=output))))["tools"]
    assert written["outputSchema"]["type"] == "object"
    jsonschema_rs.meta.validate(META | written["outputSchema"])


def test_contract_json_is_the_catalog() -> None:
    text = render("contract")
    assert catalog_from_json(json.loads(text), path="contract.json") == catalog()
    assert json.loads(text)["definitions"]["input"]["Money"]["x-was"] == ["Price"]
    discriminator = json.loads(text)["contracts"][1]["inputSchema"]["properties"]["pet"]["discriminator"]
    assert discriminator["mapping"] == {"c": "Cat"}


@pytest.mark.parametrize("target", [name for name in PRINTED if name != "contract"])
def test_what_the_host_supplies_is_nowhere_but_in_the_contract(target: str) -> None:
    text = render(target)
    assert "secret_key" not in text
    assert "X-Tenant" not in text
    assert "refund_amount" not in text


@pytest.mark.parametrize("target", PRINTED)
def test_equal_input_gives_equal_bytes(target: str) -> None:
    assert render(target) == render(target)
    assert render(target).endswith("\n")
    assert not render(target).endswith("\n\n")


HIDDEN = "\u2028\u2029\u202e\u2066\x85\x9b\x7f\ud800\u200b"
HOSTILE = [
    "``` \n# Heading\n```",
    "````md\n## calculate_refund\n",
    "| a | b |\n| --- | --- |",
    "<!-- -->\n<script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}${x}",
    "~~~\n# no\n~~~",
    "Setext\n======\n\nother\n---",
    "a\rb\r\nc",
    "[x]: https://example.com\n[x]",
    "\\` `\\",
    "    indented\n\n> quote\n- list",
    'quote " and \\ and \x1b[31m',
    "& &amp; &#35;",
    HIDDEN,
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("target", [*LISTS, "contract"])
def test_json_holds_exactly_the_text_and_nothing_unseen(target: str, text: str) -> None:
    schema = {**STRICT, "properties": {"order_id": {"type": "string", "description": text}}}
    subject = catalog(tool("one", schema, prose=Prose(verbatim=text)))
    printed = render(target, subject)
    assert not set(HIDDEN) & set(printed)
    if target != "contract":
        ((_, description, parameters),) = entries(target, subject)
        assert description == text
        assert parameters is not None
        assert parameters["properties"]["order_id"]["description"] == text


def fences(markdown: str) -> list[str]:
    return [token.content for token in MarkdownIt("commonmark").parse(markdown) if token.type == "fence"]


def headings(markdown: str) -> list[tuple[str, str]]:
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return [
        (token.tag, "".join(child.content for child in tokens[index + 1].children or []))
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def shown(text: str) -> str:
    """Return what a fence shows of a text: line ends as they are read, what does not show as escapes."""
    text = text.encode("utf-8", "backslashreplace").decode().replace("\r\n", "\n").replace("\r", "\n")
    text = visible(text)
    return text if text.endswith("\n") else text + "\n"


@settings(max_examples=150)
@given(st.text(st.sampled_from("`~#|-=<>!*_[]() \n\r\t\\ab{}%&\u202e中\0"), min_size=1, max_size=40))
@example("```")
@example("\n")
@example("```\n## calculate_refund\n")
def test_markdown_shows_descriptions_as_they_are(text: str) -> None:
    schema = {**STRICT, "properties": {"order_id": {"type": "string", "description": text, "default": text}}}
    contract = tool("one", schema, prose=Prose(verbatim=text), title=text)
    confirm = replace(contract, name="two", annotations=ToolAnnotations(confirm=text))
    printed = render("markdown", replace(catalog(contract, confirm), title=text, version=text), source=text)
    assert [tag for tag, _ in headings(printed)] == ["h1", "h2", "h2"] if text.strip() else True
    assert [content for tag, content in headings(printed) if tag == "h2"] == ["one", "two"]
    assert fences(printed) == [shown(text), shown(text)]
    tokens = MarkdownIt("commonmark").enable("table").parse(printed)
    # One row a tool: nothing in a cell starts a new one, or a new cell.
    assert [token.type for token in tokens].count("tr_open") == 4
    assert [token.type for token in tokens].count("td_open") == 8
    # The first line is ours; nothing else is HTML.
    assert [token.type for token in tokens].count("html_block") == 1
    assert not any(child.type == "html_inline" for token in tokens for child in token.children or [])


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_of_hostile_text(text: str) -> None:
    printed = render("markdown", catalog(tool("one", STRICT, prose=Prose(verbatim=text)), refund()))
    assert headings(printed) == [("h1", "Orders API"), ("h2", "one"), ("h2", "calculate_refund")]
    assert fences(printed)[0] == shown(text)


def test_markdown() -> None:
    printed = render("markdown")
    assert printed.startswith("<!-- Generated from specs/orders.yaml by `toolmint generate`; do not edit. -->\n\n")
    assert "\n# Orders API\n\n3 tools, version 1.2." in printed
    assert printed.partition("## calculate_refund\n")[2].partition("\n## ")[0] == (
        "\nTitle: Calculate refund\n\n"
        "```text\n"
        "Calculate the refundable amount for an existing order.\n"
        "Use this tool only when the user asks how much money can be refunded.\n"
        "Before calling: `order_id` is known.\n"
        "This tool does not submit, approve, cancel or modify a refund request.\n"
        "```\n\n"
        "Effects: read-only.\n\n"
        "| Argument | Type | Required | Text |\n"
        "| --- | --- | --- | --- |\n"
        "| `order_id` | string | yes | The order. |\n"
    )
    assert printed.endswith("## ping\n\n```text\nText of ping.\n```\n\nEffects: effects not stated.\n\nNo arguments.\n")


def test_markdown_lists_arguments_and_what_is_inside_them() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.*?) \| (yes|no|sometimes) \| (.*?) \|$", render("markdown"), re.MULTILINE)
    assert [row for row in rows if row[0] != "order_id"] == [
        ("query", "string \\>= 1 character".replace("\\>", ">"), "yes", "What to look for."),
        ("limit", "integer 1..50, default 20", "no", "How many."),
        ("state", 'one of "open", "paid", null', "no", ""),
        ("pair", "array of string, then integer, then nothing more", "no", ""),
        ("price", "Money", "no", "At most this."),
        ("price.amount", "number > 0", "yes", ""),
        ("price.currency", "string", "no", ""),
        ("node", "Node", "no", ""),
        ("node.next", "Node", "no", ""),
        ("node.tags", "array of any value", "no", ""),
        ("pet", "Cat", "no", ""),
        ("pet.kind", 'always "cat"', "yes", ""),
        ("pet.lives", "integer", "no", ""),
        ("anything", "any value", "no", ""),
        ("labels", "object", "no", ""),
        ("odd", "integer", "no", ""),
    ]


@pytest.mark.parametrize(
    ("effects", "words"),
    [
        (ToolAnnotations(), "effects not stated"),
        (ToolAnnotations(read_only=True, idempotent=True), "read-only"),
        (ToolAnnotations(read_only=False), "writes"),
        (
            ToolAnnotations(read_only=False, destructive=True, idempotent=True, open_world=True, confirm=True),
            "writes, destructive, repeating it changes nothing more, reaches outside systems, asks a person first",
        ),
        (ToolAnnotations(read_only=False, confirm="Pay?"), "writes, asks a person first"),
    ],
)
def test_markdown_says_the_effects(effects: ToolAnnotations, words: str) -> None:
    printed = render("markdown", catalog(tool("one", EMPTY, annotations=effects)))
    assert f"\nEffects: {words}.\n" in printed
    assert ("The person is asked: Pay?" in printed) is (effects.confirm == "Pay?")


def test_markdown_names_characters_that_do_not_show() -> None:
    printed = render("markdown", catalog(tool("one", EMPTY, prose=Prose(verbatim="a\u202eb\u200b\r\n"))))
    assert (
        "\nThe description holds characters that do not show, and here they stand as escapes: U+200B, U+202E.\n"
        in printed
    )
    assert "```text\na\\u202eb\\u200b\n```" in printed
    assert all(letter.isprintable() or letter == "\n" for letter in printed)
    listed = render("openai", catalog(tool("one", EMPTY, prose=Prose(verbatim="a\u202eb\u200b\r\n"))))
    assert r'"a\u202eb\u200b\r\n"' in listed


def test_markdown_has_contents_where_there_are_many_tools() -> None:
    many = catalog(*[tool(name, EMPTY) for name in ("Get", "get", "_x_", *(f"tool_{n}" for n in range(8)))])
    printed = render("markdown", many)
    links = [
        (child.attrs["href"], token.children[index + 1].content)
        for token in MarkdownIt("commonmark").parse(printed)
        for index, child in enumerate(token.children or [])
        if child.type == "link_open" and token.children is not None
    ]
    assert links[:3] == [("#get", "Get"), ("#get-1", "get"), ("#_x_", "_x_")]
    assert len(links) == 11
    assert "](#" not in render("markdown")


def test_a_deep_schema_is_cut_and_says_so() -> None:
    schema: Schema = {"type": "string"}
    for _ in range(6):
        schema = {"type": "object", "properties": {"a": schema}}
    printed = render("markdown", catalog(tool("one", {**schema, "additionalProperties": False})))
    assert "| `a.a.a.a` |" in printed
    assert "a.a.a.a.a" not in printed
    assert "listed in `contract.json`" in printed
    wide = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(300)}}
    printed = render("markdown", catalog(tool("one", {"type": "object", "properties": {"a": wide, "b": wide}})))
    assert "| `b` |" in printed
    assert printed.count("\n| `") == 42
    # Arguments themselves are always listed.
    assert render("markdown", catalog(tool("one", wide))).count("\n| `p") == 300


def test_the_dict_of_targets() -> None:
    assert set(TARGETS) >= {*PRINTED, "python", *PROFILES}
    for name in (*PRINTED, *PROFILES):
        target = load_target(name)
        assert target.name == name
        assert target.requires == ()
    with pytest.raises(UsageError, match="there is no target `gemni`") as raised:
        load_target("gemni")
    assert raised.value.hint == "near it: `gemini`"


def test_default_targets_exist() -> None:
    assert all(set(names) <= set(TARGETS) for names in DEFAULT_TARGETS.values())
    assert set(DEFAULT_TARGETS["openapi"]) == {*PRINTED, "python"}
    assert "python" not in DEFAULT_TARGETS["java"]


@pytest.mark.slow
@pytest.mark.parametrize("dialect", LISTS)
def test_real_documents_keep_to_the_floor(dialect: str, corpus: Path) -> None:
    from toolmint.documents import DocumentStore
    from toolmint.source import SourceInput
    from toolmint.sources.openapi.source import SOURCE

    for file in ("argocd-2.0.json", "box.json", "readme-polymorphism.yaml", "spotify.yaml", "lark-im-zh.yaml"):
        path = corpus / "openapi" / file
        source = SourceInput(name="corpus", kind="openapi", file=path)
        extracted = SOURCE.extract(source, DocumentStore(path.parent)).catalog
        assert extracted.contracts
        check_floor(dialect, extracted)
