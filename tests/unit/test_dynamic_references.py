"""`$dynamicRef`: each is bound to the schema that a value would be held against, so that none is left."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import indent
from typing import Any

import jsonschema_rs
import pytest
import yaml

from toolmint.ir.contract import Catalog
from toolmint.ir.schema import walk

from support.openapi import catalog, errors, extract, findings

HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"


def operation(path: str, name: str, schema: str) -> str:
    return indent(
        f"""\
/{path}:
  get:
    operationId: {name}
    responses:
      '200':
        description: ok
        content:
          application/json:
            schema:
{indent(schema, " " * 14)}
""",
        "  ",
    )


def page_of(component: str, *, template: str = "Page") -> str:
    return (
        f"$defs:\n  item:\n    $dynamicAnchor: item\n    $ref: '#/components/schemas/{component}'\n"
        f"$ref: '#/components/schemas/{template}'"
    )


SCHEMAS = """\
Book:
  type: object
  required: [isbn]
  properties: {isbn: {type: string}}
Author:
  type: object
  required: [name]
  properties: {name: {type: string}}
Page:
  $id: https://library.example/page
  type: object
  required: [entries]
  properties:
    entries: {type: array, items: {$dynamicRef: '#item'}}
    next: {$ref: '#/$defs/cursor'}
  $defs:
    cursor: {type: string, minLength: 2}
    anything: {$dynamicAnchor: item}
BookPage:
  $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Book'}}
  $ref: '#/components/schemas/Page'
"""


def document(*operations: str, schemas: str = SCHEMAS) -> str:
    return f"{HEAD}paths:\n{''.join(operations)}components:\n  schemas:\n{indent(schemas, '    ')}"


def outputs(found: Catalog) -> dict[str, Any]:
    return {one.name: one.output_schema for one in found.contracts}


def validator(found: Catalog, name: str) -> Any:
    """Return a validator of what a tool gives, as it was lifted."""
    schema = found.contract(name).output_schema  # type: ignore[union-attr]
    definitions = found.definitions.output
    for one in (schema, *definitions.values()):
        assert not any(isinstance(part, Mapping) and "$dynamicRef" in part for _, part in walk(one))
    return jsonschema_rs.Draft202012Validator({**schema, "$defs": dict(definitions)})  # type: ignore[dict-item]


def original(text: str, path: str) -> Any:
    """Return a validator of what the document says, `$dynamicRef` evaluated by the validator.

    Every component is a schema resource of its own here, since another may bind the same name.
    """
    whole = yaml.safe_load(text)
    asked = whole["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    components = whole["components"]["schemas"]
    addresses = {name: one.get("$id", f"https://library.example/{name}") for name, one in components.items()}

    def placed(schema: Any, address: str) -> Any:
        written = json.dumps({**schema, "$id": address})
        for name, other in addresses.items():
            written = written.replace(f'"#/components/schemas/{name}"', f'"{other}"')
        return json.loads(written)

    resources = [(addresses[name], placed(one, addresses[name])) for name, one in components.items()]
    schema = placed(asked, "https://library.example/operation")
    return jsonschema_rs.Draft202012Validator(schema, registry=jsonschema_rs.Registry(resources))


INSTANCES: list[Any] = [
    {"entries": []},
    {"entries": [{"isbn": "1"}]},
    {"entries": [{"name": "A"}]},
    {"entries": [{"isbn": "1"}, {"name": "A"}]},
    {"entries": [{"isbn": 1}]},
    {"entries": [3]},
    {"entries": [{"isbn": "1", "name": "A"}], "next": "ab"},
    {"entries": [], "next": "a"},
    {"entries": {}},
    {},
    3,
]


def test_a_page_of_something_is_one_definition_for_each_thing() -> None:
    found = catalog(
        document(
            operation("books", "listBooks", page_of("Book")), operation("authors", "listAuthors", page_of("Author"))
        )
    )
    assert outputs(found) == {
        "list_books": {"$ref": "#/$defs/Page_Book"},
        "list_authors": {"$ref": "#/$defs/Page_Author"},
    }
    definitions = found.definitions.output
    assert sorted(definitions) == ["Author", "Book", "Page_Author", "Page_Book", "cursor"]
    assert definitions["Page_Book"]["properties"]["entries"]["items"] == {"$ref": "#/$defs/Book"}  # type: ignore[index, call-overload]
    assert definitions["Page_Author"]["properties"]["entries"]["items"] == {"$ref": "#/$defs/Author"}  # type: ignore[index, call-overload]


def test_the_lifted_schemas_accept_what_the_original_accepts() -> None:
    text = document(
        operation("books", "listBooks", page_of("Book")),
        operation("authors", "listAuthors", page_of("Author")),
        operation("all", "listAll", "$ref: '#/components/schemas/Page'"),
        operation("named", "listNamed", "$ref: '#/components/schemas/BookPage'"),
    )
    found = catalog(text)
    verdicts = {}
    for path, name in (
        ("/books", "list_books"),
        ("/authors", "list_authors"),
        ("/all", "list_all"),
        ("/named", "list_named"),
    ):
        wanted = [original(text, path).is_valid(instance) for instance in INSTANCES]
        assert [validator(found, name).is_valid(instance) for instance in INSTANCES] == wanted, name
        verdicts[name] = wanted
    # The instances tell the four apart, so that the comparison above means something.
    assert verdicts["list_books"] != verdicts["list_authors"]
    assert verdicts["list_books"] == verdicts["list_named"] != verdicts["list_all"]


def test_the_initial_target_holds_where_nobody_binds() -> None:
    found = catalog(document(operation("all", "listAll", "$ref: '#/components/schemas/Page'")))
    assert outputs(found) == {"list_all": {"$ref": "#/$defs/Page"}}
    assert found.definitions.output["Page"]["properties"]["entries"]["items"] == {"$ref": "#/$defs/anything"}  # type: ignore[index, call-overload]
    assert found.definitions.output["anything"] in ({}, True)


def test_a_component_may_bind_for_all_who_refer_to_it() -> None:
    found = catalog(document(operation("a", "a", "$ref: '#/components/schemas/BookPage'")))
    assert outputs(found) == {"a": {"$ref": "#/$defs/BookPage"}}
    assert found.definitions.output["BookPage"] == {"$ref": "#/$defs/Page_Book"}


def test_the_outermost_binding_wins() -> None:
    text = document(operation("a", "a", page_of("Author", template="BookPage")))
    found = catalog(text)
    assert "Page_Book" not in found.definitions.output
    assert found.definitions.output["Page_Author"]["properties"]["entries"]["items"] == {"$ref": "#/$defs/Author"}  # type: ignore[index, call-overload]
    wanted = [original(text, "/a").is_valid(instance) for instance in INSTANCES]
    assert [validator(found, "a").is_valid(instance) for instance in INSTANCES] == wanted
    assert wanted[2]
    assert not wanted[1]


def test_two_pages_in_one_schema_each_keep_their_own() -> None:
    schema = "type: object\nproperties:\n"
    schema += f"  books:\n{indent(page_of('Book'), '    ')}\n  authors:\n{indent(page_of('Author'), '    ')}"
    found = catalog(document(operation("a", "a", schema)))
    properties = outputs(found)["a"]["properties"]
    assert properties["books"] == {"$ref": "#/$defs/Page_Book"}
    assert properties["authors"] == {"$ref": "#/$defs/Page_Author"}


def test_a_resource_inside_a_schema_is_further_in_than_the_schema() -> None:
    inner = f"$id: https://library.example/inner\n{page_of('Book')}"
    schema = "$defs:\n  outer: {$dynamicAnchor: item, $ref: '#/components/schemas/Author'}\n"
    schema += f"type: object\nproperties:\n  page:\n{indent(inner, '    ')}"
    found = catalog(document(operation("a", "a", schema)))
    # Core section 7.1: the dynamic scope begins at the outermost schema. Not held against jsonschema-rs, which (like
    # python-jsonschema) forgets that schema at a `$id` in the text, and remembers it at a reference to the same schema.
    assert outputs(found)["a"]["properties"]["page"] == {"$ref": "#/$defs/Page_Author"}


def test_what_is_bound_may_ask_in_turn() -> None:
    boxes = "Box:\n  $id: https://library.example/box\n  type: object\n"
    boxes += "  properties: {content: {$dynamicRef: '#content'}}\n  $defs: {any: {$dynamicAnchor: content}}\n"
    schema = "$defs:\n  item: {$dynamicAnchor: item, $ref: '#/components/schemas/Box'}\n"
    schema += "  content: {$dynamicAnchor: content, $ref: '#/components/schemas/Book'}\n"
    schema += "$ref: '#/components/schemas/Page'"
    text = document(operation("a", "a", schema), schemas=SCHEMAS + boxes)
    found = catalog(text)
    instances = [{"entries": [{"content": content}]} for content in ({"isbn": "1"}, {"name": "A"}, 3)]
    wanted = [original(text, "/a").is_valid(instance) for instance in instances]
    assert wanted == [True, False, False]
    assert [validator(found, "a").is_valid(instance) for instance in instances] == wanted


def test_what_cannot_be_decided_keeps_the_initial_target_with_a_warning() -> None:
    schema = "$defs:\n  one: {$dynamicAnchor: item, type: string}\n  two: {$dynamicAnchor: item, type: integer}\n"
    extraction = extract(document(operation("a", "a", schema + "$ref: '#/components/schemas/Page'")))
    assert errors(extraction) == []
    assert findings(extraction) == [
        "16:23 IN-07 several schemas here have `$dynamicAnchor: item`, so none of them takes the place of the default"
    ]
    assert outputs(extraction.catalog) == {"a": {"$ref": "#/$defs/Page"}}


TREE = """\
tree:
  $id: https://library.example/tree
  $dynamicAnchor: node
  type: object
  properties:
    data: true
    children: {type: array, items: {$dynamicRef: '#node'}}
strict:
  $id: https://library.example/strict
  $dynamicAnchor: node
  $ref: https://library.example/tree
  unevaluatedProperties: false
"""
TREES: list[Any] = [
    {},
    {"children": []},
    {"children": [{"data": 1}]},
    {"daat": 1},
    {"children": [{"daat": 1}]},
    {"children": [{"children": [{"data": 1, "x": 2}]}]},
    {"children": [{"children": [{"data": 1}]}]},
    {"children": [3]},
]


@pytest.mark.parametrize("name", ["tree", "strict"])
def test_an_extended_recursive_schema_recurs_into_the_extension(name: str) -> None:
    text = document(operation("a", "a", f"$ref: '#/components/schemas/{name}'"), schemas=TREE)
    found = catalog(text)
    resources = [yaml.safe_load(TREE)[one] for one in ("tree", "strict")]
    root = {"$defs": {str(number): one for number, one in enumerate(resources)}}
    wanted = jsonschema_rs.Draft202012Validator({**root, "$ref": f"https://library.example/{name}"})
    verdicts = [wanted.is_valid(instance) for instance in TREES]
    assert [validator(found, "a").is_valid(instance) for instance in TREES] == verdicts
    assert verdicts[4] is (name == "tree")
    assert len(found.definitions.output) == (1 if name == "tree" else 2)


def test_an_identifier_that_is_relative_is_found_in_the_document() -> None:
    # The example of generic data structures of OpenAPI 3.1 and 3.2.
    schemas = """\
generic:
  $id: fully_generic_array
  type: array
  items: {$dynamicRef: '#generic-array'}
  $defs: {allowAll: {$dynamicAnchor: generic-array}}
numbers:
  $id: array_of_numbers
  $ref: fully_generic_array
  $defs: {numbersOnly: {$dynamicAnchor: generic-array, type: number}}
"""
    found = catalog(document(operation("a", "a", "$ref: '#/components/schemas/numbers'"), schemas=schemas))
    check = validator(found, "a")
    assert check.is_valid([1, 2.5])
    assert not check.is_valid(["1"])
    assert found.definitions.output["numbers"] == {"$ref": "#/$defs/generic_numbersOnly"}


def test_without_a_dynamic_anchor_it_is_as_good_as_a_reference() -> None:
    schemas = """\
A: {type: object, properties: {one: {$dynamicRef: '#plain'}, two: {$dynamicRef: '#/components/schemas/B'}}}
B: {$anchor: plain, type: string}
"""
    found = catalog(document(operation("a", "a", "$ref: '#/components/schemas/A'"), schemas=schemas))
    properties = found.definitions.output["A"]["properties"]  # type: ignore[index, call-overload]
    assert properties == {"one": {"$ref": "#/$defs/B"}, "two": {"$ref": "#/$defs/B"}}


def test_keywords_beside_it_apply() -> None:
    schemas = SCHEMAS.replace("items: {$dynamicRef: '#item'}", "items: {$dynamicRef: '#item', description: An entry}")
    found = catalog(document(operation("a", "a", page_of("Book")), schemas=schemas))
    items = found.definitions.output["Page_Book"]["properties"]["entries"]["items"]  # type: ignore[index, call-overload]
    assert items == {"$ref": "#/$defs/Book", "description": "An entry"}


def test_both_kinds_of_reference_apply_together() -> None:
    schemas = SCHEMAS.replace("{$dynamicRef: '#item'}", "{$dynamicRef: '#item', $ref: '#/components/schemas/Author'}")
    found = catalog(document(operation("a", "a", page_of("Book")), schemas=schemas))
    check = validator(found, "a")
    assert check.is_valid({"entries": [{"isbn": "1", "name": "A"}]})
    assert not check.is_valid({"entries": [{"isbn": "1"}]})
    assert not check.is_valid({"entries": [{"name": "A"}]})


def test_in_another_file() -> None:
    text = HEAD + "paths:\n" + operation("a", "a", page_of("Book").replace("#/components/schemas/Page", "page.yaml"))
    text += f"components:\n  schemas:\n{indent(SCHEMAS, '    ')}"
    page = "type: array\nitems: {$dynamicRef: '#item'}\n$defs: {any: {$dynamicAnchor: item}}\n"
    found = catalog(text, {"page.yaml": page})
    assert outputs(found) == {"a": {"$ref": "#/$defs/page_Book"}}
    assert found.definitions.output["page_Book"] == {"type": "array", "items": {"$ref": "#/$defs/Book"}}


def test_one_that_leads_nowhere_is_reported_at_its_place() -> None:
    schemas = "A: {type: array, items: {$dynamicRef: '#gone'}}\n"
    extraction = extract(document(operation("a", "a", "$ref: '#/components/schemas/A'"), schemas=schemas))
    assert findings(extraction) == [
        "16:43 IN-15 `$dynamicRef` `#gone` leads nowhere: no `$anchor` is called `gone`: the tool has no output schema"
    ]


@pytest.mark.parametrize(
    "schemas",
    [
        "A: {$dynamicAnchor: a, $dynamicRef: '#a'}\n",
        "A: {$defs: {a: {$dynamicAnchor: a, $ref: '#/components/schemas/A'}}, $dynamicRef: '#a'}\n",
    ],
)
def test_a_circle_is_reported(schemas: str) -> None:
    extraction = extract(document(operation("a", "a", "$ref: '#/components/schemas/A'"), schemas=schemas))
    (finding,) = findings(extraction)
    assert "itself" in finding


def test_3_0_does_not_know_the_keyword() -> None:
    text = document(operation("a", "a", "$ref: '#/components/schemas/Page'")).replace("3.1.0", "3.0.3")
    assert any("found `$dynamicRef` in a schema, wanted a keyword" in one for one in findings(extract(text)))


def test_what_stands_beside_a_reference_on_the_way_is_kept() -> None:
    schemas = """\
A: {$ref: '#/components/schemas/B', minLength: 3}
B: {type: string, pattern: ^x}
C: {$ref: '#/components/schemas/B'}
"""
    found = catalog(
        document(
            operation("a", "a", "$ref: '#/components/schemas/A'"),
            operation("c", "c", "$ref: '#/components/schemas/C'"),
            schemas=schemas,
        )
    )
    assert not validator(found, "a").is_valid("xy")
    assert validator(found, "a").is_valid("xyz")
    assert outputs(found)["c"] == {"$ref": "#/$defs/B"}
