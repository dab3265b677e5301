"""Models and signatures: whatever a schema holds, the package is made, imports and calls rightly."""

from __future__ import annotations

import ast
import inspect
import itertools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import black
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolmint.diagnostics import Severity
from toolmint.targets.python import generation

from support.importing import catalog, imported, json_body, print_package, tool

HOSTILE = (
    '"""\nraise SystemExit(1)\n"""',
    "ends with \\",
    '"',
    "{{ 7 * 7 }} ${x} */ %s",
    "bidi \u202e and \x00 and \u2028\r\n\ttab",
    "trailing  \n   \n\n  more",
    "x" * 300,
)
ODD: dict[str, Any] = {
    "anything": True,
    "nothing": False,
    "empty": {},
    "lookahead": {"type": "string", "pattern": "^(?!x).*$"},
    "unicode_pattern": {"type": "string", "pattern": r"^\p{L}+$"},
    "broken_pattern": {"type": "string", "pattern": "("},
    "quoted_pattern": {"type": "string", "pattern": "^[\"'\\\\]$"},
    "email": {"type": "string", "format": "email"},
    "uri": {"type": "string", "format": "uri"},
    "duration": {"type": "string", "format": "duration"},
    "binary": {"type": "string", "format": "binary"},
    "moment": {"type": "string", "format": "date-time", "default": "yesterday"},
    "uuid": {"type": "string", "format": "uuid"},
    "decimal": {"type": "string", "format": "decimal"},
    "int64": {"type": "integer", "format": "int64"},
    "strange_values": {"enum": ["a", 'b"', "c'", "d\n", "é", "\u202e", "", "  ", *HOSTILE]},
    "mixed_values": {"enum": [1, "1", True, None, 1.5, {"a": 1}]},
    "literal_values": {"enum": [1, "1", True, None, -3]},
    "number_values": {"enum": [1, 2.5]},
    "null_only": {"enum": [None]},
    "null_type": {"type": "null"},
    "no_values": {"enum": []},
    "many_values": {"enum": [f"value_{n}" for n in range(600)]},
    "surrogate_value": {"enum": ["\ud800"]},
    "constant": {"const": "x"},
    "constant_object": {"const": {"a": 1}},
    "huge": {"type": "integer", "maximum": 10**40, "minimum": -(10**40)},
    "fraction": {"type": "integer", "minimum": 0.5, "exclusiveMaximum": 7.0, "multipleOf": 2},
    "steps": {"type": "number", "multipleOf": 0.1, "minimum": 0},
    "boolean_bound": {"type": "integer", "minimum": True},
    "text_bound": {"type": "string", "maxLength": "3"},
    "wrong_default": {"type": "integer", "default": "many"},
    "nan_default": {"type": "number", "default": float("nan")},
    "tuple": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
    "negated": {"not": {"type": "string"}},
    "conditional": {"if": {"type": "string"}, "then": {"maxLength": 3}, "else": {"type": "integer"}},
    "several_types": {"type": ["string", "integer", "array", "object", "null"], "maxLength": 3},
    "unknown_type": {"type": "file"},
    "typeless_object": {"properties": {"a": {"type": "string"}}},
    "typeless_array": {"items": {"type": "string"}},
    "tree": {"$ref": "#/$defs/Tree"},
    "node": {"$ref": "#/$defs/Node", "description": "beside a reference"},
    "cycle": {"$ref": "#/$defs/A"},
    "json": {"$ref": "#/$defs/Json"},
    "extended": {"allOf": [{"$ref": "#/$defs/Node"}, {"properties": {"more": {"type": "integer"}}}]},
    "closed_twice": {"allOf": [{"$ref": "#/$defs/Closed"}, {"properties": {"b": {}}, "additionalProperties": False}]},
    "pet": {
        "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
        "discriminator": {"propertyName": "missing", "mapping": {"x": "#/$defs/Cat"}},
    },
    "one_or_other": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "base_and_branches": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "oneOf": [{"properties": {"b": {"type": "string"}}}, {"properties": {"c": {"type": "string"}}}],
    },
    "wide": {"anyOf": [{"const": n, "title": str(n)} for n in range(60)]},
    "nullable_map": {"type": ["object", "null"], "additionalProperties": {"type": "integer"}},
    "nested": {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}},
    "nullable_reference": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
    "bounded_items": {"type": "array", "items": {"type": "string", "maxLength": 3}, "maxItems": 2},
}
DEFINITIONS: dict[str, Any] = {
    "Tree": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Tree"}}]},
    "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "up": {"$ref": "#/$defs/A"}}},
    "A": {"allOf": [{"$ref": "#/$defs/B"}]},
    "B": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {"$ref": "#/$defs/A"}}},
    "Json": {
        "type": ["null", "boolean", "number", "string", "array", "object"],
        "items": {"$ref": "#/$defs/Json"},
        "additionalProperties": {"$ref": "#/$defs/Json"},
    },
    "Closed": {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
    "Cat": {"type": "object", "properties": {"claws": {"type": "integer"}}},
    "Dog": {"type": "object", "properties": {"tail": {"type": "integer"}}},
    "订单": {"type": "object", "properties": {"编号": {"type": "string"}}},
    "Field": {"type": "object", "properties": {"BaseModel": {"$ref": "#/$defs/Field"}}},
    "self-loop": {"$ref": "#/$defs/self-loop"},
    "Unused": {"type": "object", "properties": {"a": {}}},
}
KEYS = (
    "class", "from", "None", "model_config", "model_dump_x", "model_validate", "copy", "schema", "json", "dict", "list",
    "str", "int", "1st", "_private", "__dunder__", "_", "", "订单", "a b", "a-b", "a_b", "A_B", "send", "context",
    "_send", "_context", "MISSING", "Any", "Address", "field_1st", "self", "cls", "print", "x" * 64, "é", "\n", '"""',
    "{{ x }}", "a.b", "$ref", "validate", "models", "TOOLS", "match", "type", "_t",
)  # fmt: skip


def black_leaves_alone(files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        if name.endswith(".py"):
            text = content.decode()
            assert black.format_str(text, mode=black.Mode()) == text, name
            assert text.endswith("\n")
            assert not text.endswith("\n\n")
            assert "\r" not in text


def class_source(source: bytes, name: str) -> str:
    (node,) = (n for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == name)
    return ast.unparse(node)


def test_odd_schemas(tmp_path: Path) -> None:
    # What no validator takes: a contract's schemas are valid, and yet one of them must not cost the others a model.
    invalid = {"surrogate_value", "boolean_bound", "text_bound", "unknown_type"}
    one = tool("odd", {key: schema for key, schema in ODD.items() if key not in invalid})
    extra = [
        tool("invalid", {key: ODD[key] for key in sorted(invalid)}),
        tool(
            "ordering",
            {"x": {"$ref": "#/$defs/订单"}, "f": {"$ref": "#/$defs/Field"}, "l": {"$ref": "#/$defs/self-loop"}},
        ),
    ]
    source = catalog(one, *extra, definitions=DEFINITIONS)
    printed = print_package(source)
    assert printed.diagnostics == ()
    black_leaves_alone(printed.files)
    with imported(source, tmp_path, "odd") as odd:
        models = __import__("odd.models").models
        for model in models.ARGUMENTS.values():
            model.model_rebuild()
            model.model_json_schema()
        assert odd.dispatch("odd", {"email": "x"}, lambda request: request.target) == "/odd?email=x"
        assert odd.dispatch("ordering", {"x": {"编号": "1"}}, lambda request: request.target).startswith("/ordering?")
        with pytest.raises(odd.ContractError, match="the input schema cannot be used"):
            odd.dispatch("invalid", {}, lambda request: request)


def test_what_models_say(tmp_path: Path) -> None:
    source = print_package(catalog(tool("odd", ODD), definitions=DEFINITIONS)).files["models.py"]
    fields = {
        node.target.id: ast.unparse(node.annotation)
        for node in ast.parse(class_source(source, "OddArguments")).body[0].body  # type: ignore[attr-defined]
        if isinstance(node, ast.AnnAssign)
    }
    expected = {
        "anything": "Any | MISSING",
        "nothing": "Any | MISSING",
        "lookahead": "str | MISSING",
        "quoted_pattern": "Annotated[str | MISSING, Field(pattern='^[\"\\'\\\\\\\\]$')]",
        "unicode_pattern": "str | MISSING",
        "broken_pattern": "str | MISSING",
        "email": "str | MISSING",
        "moment": "str | MISSING",
        "uuid": "str | MISSING",
        "int64": "int | MISSING",
        "mixed_values": "Any | MISSING",
        "literal_values": "Literal[1, '1', True, -3] | MISSING | None",
        "number_values": "float | MISSING",
        "null_only": "MISSING | None",
        "many_values": "str | MISSING",
        "surrogate_value": "str | MISSING",
        "constant": "Literal['x'] | MISSING",
        "huge": "int | MISSING",
        "fraction": "Annotated[int | MISSING, Field(lt=7, multiple_of=2)]",
        "steps": "Annotated[float | MISSING, Field(ge=0.0)]",
        "wrong_default": "int | MISSING",
        "tuple": "list[Any] | MISSING",
        "negated": "Any | MISSING",
        "several_types": "str | int | list[Any] | dict[str, Any] | MISSING | None",
        "typeless_array": "list[str] | MISSING",
        "tree": "str | list[Any] | MISSING",
        "node": "Annotated[Node | MISSING, Field(description='beside a reference')]",
        "extended": "OddExtended | MISSING",
        "pet": "Cat | Dog | MISSING",
        "one_or_other": "OddOneOrOther | MISSING",
        "base_and_branches": "OddBaseAndBranchesOption1 | OddBaseAndBranchesOption2 | MISSING",
        "wide": "Any | MISSING",
        "nullable_map": "dict[str, int] | MISSING | None",
        "nested": "list[list[OddNestedItemItem]] | MISSING",
        "nullable_reference": "Node | MISSING | None",
        "bounded_items": "Annotated[list[str] | MISSING, Field(max_length=2)]",
    }
    assert {name: fields[name] for name in expected} == expected
    assert "extra='forbid'" in class_source(source, "OddArguments")
    assert "extra='allow'" in class_source(source, "Node")
    assert "OddOneOrOther" in fields["one_or_other"]
    assert "a: str | MISSING" in class_source(source, "OddBaseAndBranchesOption1")
    assert b"Unused" not in source


def test_strange_keys(tmp_path: Path) -> None:
    source = catalog(tool("keys", {key: {"type": "string"} for key in KEYS}), definitions=DEFINITIONS)
    black_leaves_alone(print_package(source).files)
    with imported(source, tmp_path, "keys") as keys:
        models = __import__("keys.models").models
        parameters = list(inspect.signature(keys.tools.keys).parameters)[1:-1]
        assert len(set(parameters)) == len(parameters) == len(KEYS)
        request = keys.tools.keys(lambda made: made, **{name: str(n) for n, name in enumerate(parameters)})
        assert request == keys.dispatch("keys", {key: str(n) for n, key in enumerate(KEYS)}, lambda made: made)
        model = models.KeysArguments.model_validate({key: str(n) for n, key in enumerate(KEYS)})
        assert model.model_dump(by_alias=True) == {key: str(n) for n, key in enumerate(KEYS)}
        spelt = dict(zip(KEYS, parameters, strict=True))
        expected = {
            "class": "class_",
            "copy": "copy_",
            "_private": "private_",
            "A_B": "A_B",
            "a_b": "a_b",
            "list": "list_",
        }
        assert {key: spelt[key] for key in expected} == expected
        # `field_1st` is an argument of its own here.
        assert spelt["1st"].startswith("field_1st_")
        assert spelt["a b"].startswith("a_b_")
        assert spelt["订单"].startswith("field_")


def test_names_do_not_depend_on_order() -> None:
    properties = {"user-id": {}, "user_id": {}, "user.id": {}, "class": {}, "class_": {}}
    tools = [
        tool("get_item", {"x": {"type": "object", "properties": {"y": {}}}}),
        tool("get-item", properties),
        tool("getItem", {}),
        tool("get", {"item": {"type": "object", "properties": {"z": {}}}}),
        tool("list", {"a": {"$ref": "#/$defs/foo_bar"}, "b": {"$ref": "#/$defs/FooBar"}}),
    ]
    shared = {"type": "object", "properties": {"a": {}}}
    seen = set()
    for order in (tools, tools[::-1], tools[2:] + tools[:2]):
        contracts = [
            tool(one.name, dict(reversed(one.input_schema["properties"].items())))  # type: ignore[union-attr, call-overload, index]
            if order[0].name == "list"
            else one
            for one in order
        ]
        names: dict[str, Any] = {}
        files = print_package(catalog(*contracts, definitions={"foo_bar": shared, "FooBar": shared})).files
        for node in ast.walk(ast.parse(files["tools.py"])):
            if isinstance(node, ast.FunctionDef):
                call = node.body[-1].value  # type: ignore[attr-defined]
                keys = {k.value: v.id for k, v in zip(call.args[1].keys, call.args[1].values, strict=True)}
                names[call.args[0].value] = (node.name, sorted(keys.items()))
        models = [node.name for node in ast.parse(files["models.py"]).body if isinstance(node, ast.ClassDef)]
        seen.add((json.dumps(sorted(names.items())), tuple(models)))
    assert len(seen) == 1
    ((written, models),) = seen
    named = dict(json.loads(written))
    assert named["get_item"][0] == "get_item"
    assert named["get-item"][0].startswith("get_item_")
    assert dict(named["get-item"][1])["user_id"] == "user_id"
    assert dict(named["get-item"][1])["class_"] == "class_"
    assert "FooBar" in models
    assert sum(name.startswith("FooBar") for name in models) == 2


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(tmp_path: Path, text: str) -> None:
    definitions = {"Thing": {"type": "object", "description": text, "properties": {"a": {"description": text}}}}
    properties = {"a": {"type": "string", "description": text, "title": text}, "b": {"$ref": "#/$defs/Thing"}}
    source = catalog(tool("hostile", properties), definitions=definitions, title=text)
    black_leaves_alone(print_package(source).files)
    with imported(source, tmp_path, "hostile") as hostile:
        models = __import__("hostile.models").models
        assert models.HostileArguments.model_fields["a"].description == text
        assert models.Thing.model_fields["a"].description == text
        documented = inspect.getdoc(hostile.tools.hostile)
        assert documented is not None
        if "\t" not in text:
            body = text.strip().replace("\n", "\n        ")
            expected = inspect.cleandoc(f"Do hostile.\n\nArgs:\n    a: {body}")
            # A word that is longer than a line has one of its own.
            assert documented == expected or (len(text) > 100 and documented.split() == expected.split())


def test_a_payload_in_every_text_does_nothing(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    payload = f'"""\n    open({str(trap)!r}, "w")\n"""\nopen({str(trap)!r}, "w")\n'
    key = f'x"] = open({str(trap)!r}, "w"); y["'
    definitions = {payload: {"type": "object", "description": payload, "properties": {payload: {"enum": [payload]}}}}
    properties = {
        key: {"description": payload, "enum": [payload]},
        payload: {"$ref": f"#/$defs/{payload}"},
        "p": {"type": "string", "pattern": payload},
    }
    source = catalog(tool(payload, properties), definitions=definitions, title=payload, version=payload)
    with imported(source, tmp_path, "trapped") as trapped:
        models = __import__("trapped.models").models
        for model in models.ARGUMENTS.values():
            model.model_rebuild()
        trapped.dispatch(payload, {key: payload}, lambda made: made)
    assert not trap.exists()


keys = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(KEYS)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(keys, min_size=1, max_size=8, unique=True))
def test_any_key_reaches_the_wire(tmp_path: Path, keys: list[str]) -> None:
    contract = tool(
        "anything",
        {"body": {"type": "object", "properties": {k: {"x-wire-name": f"{k}!"} for k in keys}}},
        binding=json_body(),
    )
    flat = tool("flat", {key: {} for key in keys})
    source = catalog(contract, flat)
    # One folder a run: Python remembers what it has compiled by the second.
    folder = tmp_path / str(next(counter))
    with imported(source, folder, "anykey") as package:
        sent = package.dispatch("anything", {"body": dict.fromkeys(keys, 1)}, lambda made: made.body)
        assert json.loads(sent) == {f"{key}!": 1 for key in keys}
        names = list(inspect.signature(package.tools.flat).parameters)[1:-1]
        typed = package.tools.flat(lambda made: made, **dict.fromkeys(names, "v"))
        assert typed == package.dispatch("flat", dict.fromkeys(keys, "v"), lambda made: made)


counter = itertools.count()


# --- when the generator fails


@pytest.fixture
def picky(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator that fails on one type, and writes another one strangely."""
    real = generation._generate

    def generate(schema: Any) -> str:
        text = json.dumps(schema)
        if '"maxLength": 13' in text:
            raise RecursionError("unlucky")
        return real(schema).replace("max_length=77", "max_length=__import__('os').getpid()")

    monkeypatch.setattr(generation, "_generate", generate)


@pytest.mark.usefixtures("picky")
def test_a_type_that_cannot_be_generated_takes_anything(tmp_path: Path) -> None:
    bad: dict[str, Any] = {"type": "string", "maxLength": 13}
    source = catalog(
        tool("good", {"a": {"type": "string", "maxLength": 3}, "b": {"$ref": "#/$defs/Thing"}}),
        tool("bad", {"a": bad, "b": {"type": "integer"}}),
        tool("strange", {"a": {"type": "string", "maxLength": 77}}),
        definitions={"Thing": {"type": "object", "properties": {"c": bad, "d": {"type": "integer"}}}},
    )
    printed = print_package(source)
    assert [(d.code, d.severity, d.tool) for d in printed.diagnostics] == [
        ("PT-01", Severity.WARNING, "good"),
        ("PT-01", Severity.WARNING, "bad"),
        ("PT-01", Severity.WARNING, "strange"),
    ]
    models = printed.files["models.py"]
    assert "a: Any | MISSING" in class_source(models, "BadArguments")
    assert "b: int | MISSING" in class_source(models, "BadArguments")
    assert "a: Any | MISSING" in class_source(models, "StrangeArguments")
    assert "max_length=3" in class_source(models, "GoodArguments")
    assert "d: int | MISSING" in class_source(models, "Thing")
    assert b"getpid" not in models


# --- schemas that would grow for ever


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


EXTRA: dict[str, Any] = {"properties": {"e": {}}}
ENDLESS: dict[str, dict[str, Any]] = {
    "each part twice": {f"D{n}": {"allOf": [ref(f"D{n + 1}"), ref(f"D{n + 1}")]} for n in range(40)} | {"D40": EXTRA},
    "a long chain": {f"D{n}": {"type": "object", "properties": {"n": ref(f"D{n + 1}")}} for n in range(300)}
    | {"D300": {"type": "string"}},
    "a long chain without classes": {f"D{n}": {"type": "array", "items": ref(f"D{n + 1}")} for n in range(1500)}
    | {"D1500": {"type": "string"}},
    "inside its own extension": {"D0": {"properties": {k: {"allOf": [ref("D0"), EXTRA]} for k in "abcdef"}}},
    "inside each other's extensions": {
        f"D{n}": {"properties": {f"p{k}": {"allOf": [ref(f"D{k}"), EXTRA]} for k in range(5)}} for n in range(5)
    },
    "circles of arrays and maps": {
        f"D{n}": {
            "anyOf": [
                {"type": "array", "items": ref(f"D{(n + 1) % 30}")},
                {"type": "object", "additionalProperties": ref(f"D{(n + 2) % 30}")},
            ]
        }
        for n in range(30)
    },
}


@pytest.mark.parametrize("definitions", ENDLESS.values(), ids=ENDLESS)
def test_endless_schemas_end(definitions: dict[str, Any]) -> None:
    files = print_package(catalog(tool("x", {"a": ref("D0")}), definitions=definitions)).files
    assert files["models.py"].count(b"\n") < 4000
    ast.parse(files["models.py"])


def test_who_comes_first_changes_no_model() -> None:
    definitions = {
        "P": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"q": ref("Q")}}]},
        "Q": {"anyOf": [{"type": "integer"}, {"type": "object", "properties": {"p": ref("P")}}]},
    }
    tools = [tool("one", {"a": ref("P")}), tool("two", {"a": ref("Q")})]
    there, back = (
        print_package(catalog(*order, definitions=definitions)).files["models.py"] for order in (tools, tools[::-1])
    )
    assert class_source(there, "QOption2") == class_source(back, "QOption2")
    assert "str | POption2 | MISSING" in class_source(there, "QOption2")


def test_long_names_stay_on_their_line(tmp_path: Path) -> None:
    long = "A" * 120
    properties = {"b" * 64: {"type": "object", "properties": {"c" * 64: {"type": "object", "properties": {"d": {}}}}}}
    source = catalog(
        tool("t" * 64, {"a": ref(long), **properties}),
        definitions={long: {"type": "object", "properties": {"x": {}}}, "B" * 121: {"type": "object"}},
    )
    black_leaves_alone(print_package(source).files)
    with imported(source, tmp_path, "long"):
        models = __import__("long.models").models
        models.ARGUMENTS["t" * 64].model_rebuild()
