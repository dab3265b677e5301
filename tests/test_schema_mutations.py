"""The benchmark of the linter changes what it says that it changes, and counts what it says that it counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.prose.texts import Text
from toolmint.rendering import Renderer
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.lint_recall import Row, measure
from support.schema_mutations import SchemaMutation, mark_of_name, name_mutations, value_mutations

TOOLS: list[dict[str, Any]] = [
    {
        "name": "list_orders",
        "description": "List orders of one `customer_id`, never those of others.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "customer_id": {"type": "string"},
                "status": {"type": "string", "enum": ["open", "closed"], "description": "One of `open` or `closed`."},
                "limit": {"type": "integer", "maximum": 50, "default": 20, "description": "At most 50. Default: 20."},
            },
            "required": ["customer_id"],
        },
    },
    {
        "name": "get_customer",
        "description": "Get one customer by the mail address.",
        "inputSchema": {"type": "object", "properties": {"mail": {"type": "string"}}},
    },
]


@pytest.fixture
def catalog() -> Catalog:
    content = json.dumps(TOOLS).encode()
    store = DocumentStore(Path("/"), read=lambda file: content)
    return load_source("tool-list").extract(SourceInput(name="t", kind="tool-list", file=Path("t.json")), store).catalog


def tool(mutation: SchemaMutation, name: str = "list_orders") -> ToolContract:
    return next(one for one in mutation.after.contracts if one.name == name)


def arguments(contract: ToolContract) -> Any:
    return contract.input_schema["properties"]


def test_names_change_in_the_schema_alone(catalog: Catalog) -> None:
    found = {one.kind: one for one in name_mutations(catalog)}
    assert {(one.kind, one.mark, one.said, one.also) for one in found.values()} == {
        (kind, "backticks", "customer_id", False) for kind in ("rename", "case", "drop", "move")
    }
    for one in found.values():
        assert tool(one).prose == catalog.contracts[0].prose
        assert "customer_id" not in arguments(tool(one))
    assert tool(found["rename"]).input_schema["required"] == ["chosen_thing"]
    assert list(arguments(tool(found["case"]))) == ["customerId", "status", "limit"]
    assert tool(found["drop"]).input_schema["required"] == []
    assert list(arguments(tool(found["move"], "get_customer"))) == ["mail", "customer_id"]


def test_values_change_where_the_text_states_them(catalog: Catalog) -> None:
    found = [(one.kind, one.argument, one.mark, one.said) for one in value_mutations(catalog)]
    assert found == [
        ("enum", "status", "introduced", "open"),
        ("enum", "status", "introduced", "closed"),
        ("default", "limit", "introduced", "20"),
        ("limit", "limit", "introduced", "50"),
    ]
    changed = [arguments(tool(one))[one.argument] for one in value_mutations(catalog)]
    assert [one.get("enum", one) for one in changed[:2]] == [["chosen_value", "closed"], ["open", "chosen_value"]]
    assert (changed[2]["default"], changed[2]["maximum"]) == (27, 50)
    assert (changed[3]["default"], changed[3]["maximum"]) == (20, 53)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Set ``page_size`` to 10.", "backticks"),
        ("<code>page_size</code> says how many.", "backticks"),
        ("Lists.\n\nArgs:\n    page_size (int): how many", "arguments section"),
        ("The page_size parameter says how many.", "cue word"),
        ("传入参数 page_size 即可", "cue word"),
        ("Set page_size to 10.", "snake_case"),
        ("See https://api.example/docs/page_size or /orders/{page_size}.", None),
        ("```\npage_size: 10\n```", None),
        ("Set my_page_size.", None),
    ],
)
def test_how_prose_marks_a_name(text: str, mark: str | None, catalog: Catalog) -> None:
    assert mark_of_name("page_size", [Text(text=text, where=catalog.origin, role="description")]) == mark


def test_a_word_is_named_only_where_it_is_marked(catalog: Catalog) -> None:
    said = [Text(text="Set the limit, or all come. 'order' is a parameter.", where=catalog.origin, role="description")]
    assert mark_of_name("limit", said) is None
    assert mark_of_name("pageSize", [Text(text="Set pageSize.", where=catalog.origin, role="description")]) == "other"


def test_only_a_fresh_finding_that_names_it_counts(catalog: Catalog) -> None:
    recall = measure([("t", catalog)], name_mutations, Renderer())
    remembered = Row("rename", "backticks", False, "with the earlier contract")
    assert (recall.total[remembered], recall.told[remembered], recall.failed[remembered]) == (1, 1, 1)
    forgotten = Row("rename", "backticks", False, "without it")
    assert (recall.told[forgotten], recall.warned[forgotten]) == (1, 0)
    kept = next(one for one in name_mutations(catalog) if one.kind == "drop")
    assert kept.is_told_by("the description says `customer_id`, which the schema no longer has")
    assert not kept.is_told_by("the description says `customer_ids`")
    assert not kept.is_told_by("argument customer_id is not described")
