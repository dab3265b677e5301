"""CT-08: an example or a default does not fit the schema that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from toolmint.diagnostics import Severity
from toolmint.ir.schema import Json, Schema, reachable_definitions, walk
from toolmint.location import Location
from toolmint.prose.examples import may_show_call, shown_calls
from toolmint.prose.placeholders import is_placeholder
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at

if TYPE_CHECKING:
    import jsonschema_rs

_LONGEST = 120
"""Characters of the validator's message, which quotes whole values."""
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_FLAT = frozenset(
    {
        "type",
        "description",
        "title",
        "default",
        "examples",
        "format",
        "enum",
        "minimum",
        "maximum",
        "maxLength",
        "pattern",
    }
)
_HARMLESS = frozenset({"type", "description", "title", "default", "examples", "format", "deprecated", "$comment"})
"""Keywords beside which a value of the right type is valid."""


class ExampleInvalid(Rule):
    """An example or a default does not fit the schema that it stands in.

    What it does:
        Validates every `default` and every element of `examples` against the schema around it, and the arguments that
        a code block of a description shows against the tool's input. `null` is left alone, as it means that nothing was
        passed, or that there is no example; so is a code block that shows a result, and a placeholder (`<your id>`).

    Why is this bad?
        Models copy examples more faithfully than they follow prose.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"limit": {"type": "integer", "maximum": 50, "examples": [100]}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"limit": {"type": "integer", "maximum": 50, "examples": [25]}}
          }
        }
        ```
    """

    code = "CT-08"
    name = "example-invalid"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract, definitions = tool.contract, context.catalog.definitions.input
        properties = contract.input_schema.get("properties")
        for name, schema in properties.items() if isinstance(properties, Mapping) else ():
            if isinstance(schema, Mapping) and not _states_no_value(schema):
                place = contract.place_of(name)
                yield from _within(schema, (name,), place, definitions)
        yield from _shown(tool, definitions)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge shared schemas."""
        definitions = context.catalog.definitions.input
        for name, schema in definitions.items():
            place = context.catalog.places.get(f"input/{name}", context.catalog.origin)
            yield from _within(schema, (name,), place, definitions)


def _within(
    schema: Schema, path: tuple[str, ...], place: Location, definitions: Mapping[str, Schema]
) -> Iterator[Finding]:
    # Most schemas have nothing below them, and a walk costs more than all the rest.
    parts = [((), schema)] if isinstance(schema, Mapping) and _FLAT.issuperset(schema) else walk(schema)
    for tokens, part in parts:
        if isinstance(part, bool) or ("default" not in part and "examples" not in part):
            continue
        listed = part.get("examples")
        values = [("example", one) for one in listed if _is_example(one)] if isinstance(listed, list) else []
        if part.get("default") is not None:
            values.append(("default", part["default"]))
        wrong = [(what, value) for what, value in values if not _is_plainly_valid(value, part)]
        validator = _validator(part, definitions) if wrong else None
        for what, value in wrong if validator is not None else ():
            problem = next(iter(validator.iter_errors(value)), None) if validator is not None else None
            if problem is not None:
                where = ".".join((*path, *_keys(tokens))).replace(".[]", "[]")
                yield finding_at([place], f"the {what} of `{where}` does not fit its schema: {_said(problem)}")


def _states_no_value(schema: Mapping[str, Json]) -> bool:
    """Whether a schema has neither default nor examples, and nothing below it that might."""
    return "default" not in schema and "examples" not in schema and _FLAT.issuperset(schema)


def _is_example(value: Json) -> bool:
    """Whether an example is a value: not null, which generators write for none, nor what a reference stands for."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, Mapping):
            if "$ref" in one:
                return False
            pending += one.values()
        elif isinstance(one, list):
            pending += one
    return value is not None


def _is_plainly_valid(value: Json, schema: Mapping[str, Json]) -> bool:
    declared = schema.get("type")
    kinds = _TYPES.get(declared) if isinstance(declared, str) else None
    if kinds is None or not isinstance(value, kinds) or (isinstance(value, bool) and declared != "boolean"):
        return False
    if _HARMLESS.issuperset(schema):
        return True
    enum = schema.get("enum")
    return isinstance(enum, list) and value in enum and (_HARMLESS | {"enum"}).issuperset(schema)


def _keys(tokens: Sequence[str | int]) -> list[str]:
    """Return the keys of a way through a schema: properties by name, elements as `[]`."""
    keys: list[str] = []
    rest = list(map(str, tokens))
    while rest:
        keyword = rest.pop(0)
        if keyword in ("properties", "patternProperties", "dependentSchemas") and rest:
            keys.append(rest.pop(0))
        elif keyword in ("items", "prefixItems", "contains"):
            keys.append("[]")
    return keys


def _shown(tool: ToolView, definitions: Mapping[str, Schema]) -> Iterator[Finding]:
    contract = tool.contract
    for text in tool.texts:
        if text.role != "description" or not may_show_call(text.text):
            continue
        for call in shown_calls(text.text, tool.lexicon.arguments, contract.name):
            validator = _validator(contract.input_schema, definitions)
            for problem in validator.iter_errors(call.arguments) if validator is not None else ():
                if not is_placeholder(_at(call.arguments, problem.instance_path)):
                    first = text.text[call.start : call.end].strip().split("\n")[0]
                    where = text.at(first, call.start)
                    message = f"a code block of {text.label} shows arguments that do not fit: {_said(problem)}"
                    yield finding_at([where], message, severity=Severity.WARNING)
                    break


def _at(value: Json, path: Sequence[str | int]) -> Json:
    for token in path:
        if isinstance(token, str):
            value = value.get(token) if isinstance(value, Mapping) else None
        else:
            value = value[token] if isinstance(value, list) else None
    return value


def _validator(
    schema: Mapping[str, Json], definitions: Mapping[str, Schema]
) -> jsonschema_rs.Draft202012Validator | None:
    """Compile a schema; None where that fails, which is another rule's matter."""
    import jsonschema_rs

    try:
        needed = reachable_definitions(schema, definitions)
        return jsonschema_rs.Draft202012Validator({**schema, "$defs": needed} if needed else dict(schema))
    except (ValueError, KeyError):
        return None


def _said(problem: jsonschema_rs.ValidationError) -> str:
    where = "".join(f"/{token}" for token in problem.instance_path)
    message = problem.message if len(problem.message) <= _LONGEST else problem.message[:_LONGEST] + "…"
    return f"{message} at `{where}`" if where else message
