"""The form of contract.json: every field goes out and comes back, and what is no contract is refused with a place."""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolmint.ir import binding, contract
from toolmint.ir.codec import FORMAT, CodecError, catalog_from_json, catalog_to_json, contract_to_json
from toolmint.ir.contract import ArgumentReference, Catalog, Definitions, Prose, ToolAnnotations, ToolContract
from toolmint.location import Location

TEXT = st.text(st.characters(codec="utf-8"), max_size=5) | st.sampled_from(["é", "\u2028", "\ud800", "kind", ""])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda below: st.lists(below, max_size=2) | st.dictionaries(TEXT, below, max_size=2),
    max_leaves=3,
)
VISITED: set[type] = set()


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Make a strategy from a type hint, so that a new field of the IR is tested without anyone thinking of it."""
    origin, arguments = get_origin(hint), get_args(hint)
    simple = {str: TEXT, bool: st.booleans(), type(None): st.none(), object: JSON}
    if hint in simple:
        return simple[hint]
    if hint is Location:
        return st.builds(Location, path=TEXT, pointer=st.just("/x"))
    if dataclasses.is_dataclass(hint):
        return dataclass_values(hint)
    if origin in (Union, types.UnionType):
        return st.one_of([values(argument) for argument in arguments])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*[values(argument) for argument in arguments])
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(TEXT, values(arguments[1]), max_size=2)
    raise NotImplementedError(f"no strategy for {hint}")


def dataclass_values(cls: Any) -> st.SearchStrategy[Any]:
    VISITED.add(cls)
    hints = get_type_hints(cls)
    needed: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in dataclasses.fields(cls):
        # What did not become a tool is no part of the contract.
        if field.name == "left_out":
            continue
        has_default = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        (optional if has_default else needed)[field.name] = values(hints[field.name])
    return st.fixed_dictionaries(needed, optional=optional).map(lambda fields: cls(**fields))


CATALOGS = values(Catalog)


def test_every_dataclass_of_the_ir_is_tried() -> None:
    known: set[Any] = {
        cls
        for module in (binding, contract)
        for cls in vars(module).values()
        if dataclasses.is_dataclass(cls) and getattr(cls, "__module__", "") == module.__name__
    }
    assert {cls.__name__ for cls in known - VISITED} == {"LeftOut"}


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(CATALOGS)
def test_what_goes_out_comes_back(catalog: Catalog) -> None:
    text = json.dumps(catalog_to_json(catalog))
    again = catalog_from_json(json.loads(text), path="contract.json")
    assert again == catalog
    # Equality would not see `1` for `True`.
    assert json.dumps(catalog_to_json(again)) == text


def example() -> Catalog:
    place = Location(path="specs/orders.yaml", pointer="/paths")
    return Catalog(
        name="orders",
        origin=place,
        definitions=Definitions(input={"Sku": {"type": "string"}}),
        contracts=(
            ToolContract(
                name="get_order",
                input_schema={"type": "object"},
                binding=binding.HttpBinding(
                    method="GET",
                    path="/orders/{id}",
                    parameters=(
                        binding.HttpParameter(
                            name="id", location="path", value=binding.ArgumentValue(argument="order_id"), required=True
                        ),
                    ),
                    body=binding.HttpBody(media_type="application/json", whole=binding.ConstantValue(value=None)),
                ),
                prose=Prose(does=(("Get ", ArgumentReference(path=("order_id",)), "."),)),
                annotations=ToolAnnotations(read_only=False, confirm="Sure?"),
                output_schema=True,
                security=(binding.SecurityRequirement(schemes=(("key", ("read",)),)),),
                origin=place.child("/orders/{id}", "get"),
            ),
        ),
    )


def test_the_form() -> None:
    assert catalog_to_json(example()) == {
        "format": 1,
        "name": "orders",
        "contracts": [
            {
                "name": "get_order",
                "inputSchema": {"type": "object"},
                "binding": {
                    "kind": "http",
                    "method": "GET",
                    "path": "/orders/{id}",
                    "parameters": [
                        {
                            "name": "id",
                            "location": "path",
                            "value": {"kind": "argument", "argument": "order_id"},
                            "required": True,
                        }
                    ],
                    "body": {"mediaType": "application/json", "whole": {"kind": "constant", "value": None}},
                },
                "prose": {"does": [["Get ", {"kind": "argument", "path": ["order_id"]}, "."]]},
                "outputSchema": True,
                "annotations": {"readOnly": False, "confirm": "Sure?"},
                "security": [{"schemes": [["key", ["read"]]]}],
            }
        ],
        "definitions": {"input": {"Sku": {"type": "string"}}},
    }
    assert contract_to_json(example().contracts[0]) == catalog_to_json(example())["contracts"][0]  # type: ignore[index]


def test_places_are_no_part_of_a_contract() -> None:
    moved = dataclasses.replace(example(), origin=Location(path="elsewhere.yaml"))
    assert catalog_to_json(moved) == catalog_to_json(example())
    again = catalog_from_json(catalog_to_json(example()), path="contract.json")
    assert again.contracts[0].origin == Location(path="contract.json", pointer="/contracts/0")


def test_false_is_not_zero() -> None:
    constant = binding.ConstantValue(value=False)
    catalog = example()
    body = binding.HttpBody(media_type="a", whole=constant)
    http = dataclasses.replace(catalog.contracts[0].binding, body=body)
    changed = dataclasses.replace(catalog, contracts=(dataclasses.replace(catalog.contracts[0], binding=http),))
    again = catalog_from_json(json.loads(json.dumps(catalog_to_json(changed))), path="c")
    assert again.contracts[0].binding.body is not None
    assert again.contracts[0].binding.body.whole == constant


WRONG: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("contracts", 0, "name"), ..., "/contracts/0: `name` is missing"),
    (("contracts", 0, "nmae"), 1, "/contracts/0: `nmae` is unknown"),
    (("contracts", 0, "origin"), {}, "/contracts/0: `origin` is unknown"),
    (("contracts", 0, "name"), 1, "/contracts/0/name: a string is wanted"),
    (("contracts", 0, "deprecated"), "yes", "/contracts/0/deprecated: a boolean is wanted"),
    (("contracts", 0, "tags"), "a", "/contracts/0/tags: an array is wanted"),
    (("contracts", 0, "prose"), [], "/contracts/0/prose: an object is wanted"),
    (("contracts", 0, "prose", "does", 0, 1, "kind"), "x", "/contracts/0/prose/does/0/1: `kind` 'x' is unknown"),
    (("contracts", 0, "binding", "method"), ..., "/contracts/0/binding: `method` is missing"),
    (("contracts", 0, "binding", "parameters", 0, "value", "kind"), ..., "/value: `kind` None is unknown"),
    (
        ("contracts", 0, "security", 0, "schemes", 0),
        ["key"],
        "/contracts/0/security/0/schemes/0: 2 elements are wanted",
    ),
    (("contracts",), ..., "/: `contracts` is missing"),
    (("extra",), 1, "/: `extra` is unknown"),
    (("format",), FORMAT + 1, f"`format` is {FORMAT + 1}; this toolmint reads {FORMAT}"),
    (("format",), ..., "`format` is None"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG, ids=[message for _, _, message in WRONG])
def test_what_is_no_contract(path: tuple[str | int, ...], value: Any, message: str) -> None:
    written: Any = json.loads(json.dumps(catalog_to_json(example())))
    holder = written
    for token in path[:-1]:
        holder = holder[token]
    if value is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    with pytest.raises(CodecError) as raised:
        catalog_from_json(deepcopy(written), path="contract.json")
    assert message in str(raised.value)


@pytest.mark.parametrize("value", [None, [], "x", 1])
def test_what_is_no_object(value: Any) -> None:
    with pytest.raises(CodecError, match="not an object"):
        catalog_from_json(value, path="contract.json")
